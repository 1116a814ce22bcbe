"""The compiled code of Camino a Nocturna: every function is a kernel, every module has one subject."""

from medianoche.envs.core.kernels import Kernels
from medianoche.envs.nocturna.pack import PACK
from medianoche.envs.nocturna.state import STATE

kernel = Kernels(state=STATE, pack=PACK)
