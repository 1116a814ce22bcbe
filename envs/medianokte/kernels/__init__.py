"""Compiled code: one idea a module, every function a kernel."""

import numpy as np

from medianoche.envs.core.kernels import Kernels
from medianoche.envs.medianokte.pack import PACK
from medianoche.envs.medianokte.state import STATE

kernel = Kernels(state=STATE, pack=PACK, chance=np.float64)
