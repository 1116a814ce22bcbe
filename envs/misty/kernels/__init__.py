"""The compiled code of Misty: every function is a kernel, every module has one subject."""

import numba

from medianoche.envs.core.kernels import Kernels
from medianoche.envs.misty.pack import PACK
from medianoche.envs.misty.state import STATE

line = numba.int64[::1]
table = numba.int64[:, ::1]
four = numba.types.UniTuple(numba.int64, 4)
kernel = Kernels(state=STATE, pack=PACK, cells=line, sums=table, free=line, cards=line, pool=line, frame=four)
