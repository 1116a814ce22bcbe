"""Compiled code: one idea a module, every function a kernel."""

from medianoche.envs.core.kernels import Kernels
from medianoche.envs.nocturna.pack import PACK
from medianoche.envs.nocturna.state import STATE

kernel = Kernels(state=STATE, pack=PACK)
