"""Settings for every test."""

import os

from hypothesis import settings

os.environ.setdefault("MPLBACKEND", "agg")  # no display

# No deadline: a first call may compile. Derandomized: the same tests run everywhere, every time.
settings.register_profile("medianoche", deadline=None, derandomize=True)
settings.load_profile("medianoche")
