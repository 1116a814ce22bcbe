"""The compiled code of La noche de Halloween: every function is a kernel, every module one concept of the rulebook."""

import numpy as np

from medianoche.envs.core.kernels import Kernels
from medianoche.envs.halloween.pack import PACK
from medianoche.envs.halloween.state import STATE

SQUARE_SETS = ("squares", "foreign", "north", "east", "south", "west")
"""Parameters that are sets of squares."""
kernel = Kernels(state=STATE, pack=PACK, **dict.fromkeys(SQUARE_SETS, np.uint64))
ONE = np.uint64(1)
ZERO = np.uint64(0)
