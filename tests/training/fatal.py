"""Work that kills the process that does it."""

import os


def die(part):
    """Be killed."""
    os._exit(1)
