"""The compiled code of Camino a Nocturna: every function is a kernel, every module has one subject."""

import numba

from medianoche.envs.core.kernels import Kernels
from medianoche.envs.nocturna.pack import PACK
from medianoche.envs.nocturna.state import FIGHT, STATE

FIGHTS = numba.from_dtype(FIGHT)[::1]

kernel = Kernels(
    state=STATE,
    states=numba.from_dtype(STATE)[::1],
    pack=PACK,
    fight=FIGHT,
    fights=FIGHTS,
    turns=FIGHTS,
    firsts=numba.int64[:, ::1],
    sides=numba.int8[:, ::1],
    pairs=numba.int64[::1],
    aims=numba.int64[:, ::1],
    strong=numba.boolean,
    lost=numba.boolean,
    tired=numba.boolean,
    cursor=numba.uint64[::1],
)
