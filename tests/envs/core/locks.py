"""Whether an array can be written, however one goes about it."""

import contextlib

import numpy as np


def writable(array):
    """Whether `array`, or what its `base` leads to, is writable or can be made so."""
    while array is not None:
        if isinstance(array, np.ndarray):
            with contextlib.suppress(ValueError):
                array.flags.writeable = True
            if array.flags.writeable:
                return True
        with contextlib.suppress(TypeError, BufferError):
            if not memoryview(array).readonly:
                return True
        array = getattr(array, "base", None)
    return False
