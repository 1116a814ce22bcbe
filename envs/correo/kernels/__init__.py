"""Compiled code: one idea a module, every function a kernel."""

import numpy as np
from numba import types

from medianoche.envs.core.kernels import Kernels
from medianoche.envs.correo.pack import PACK
from medianoche.envs.correo.state import STATE

kernel = Kernels(
    state=STATE,
    pack=PACK,
    cells=np.uint64,  # a set of cells, bit 8 * row + col
    animals=np.uint64,
    sets=types.uint64[::1],  # scratch of the solver
    points=types.int64[::1],
    firsts=types.int64[::1],
    slots=types.int64[::1],
)
