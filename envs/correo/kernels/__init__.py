"""Compiled code: one idea a module, every function a kernel."""

from typing import Annotated, NamedTuple

import numpy as np

from medianoche.envs.core.kernels import Kernels
from medianoche.envs.correo.pack import PACK
from medianoche.envs.correo.state import STATE


class Chains(NamedTuple):
    """Memory of the solver of message chains: the sets of animals that chains can remove, and a hash table of them.

    Set i is cells[i]; slots is an open-addressing table with indices into it, 0 for an empty slot.
    """

    cells: Annotated[np.ndarray, "uint64[capacity]"]  # bit 8 * row + col: the cells whose animals have left
    points: Annotated[np.ndarray, "int64[capacity]"]  # the most message points of a chain that removes the set
    firsts: Annotated[np.ndarray, "int64[capacity]"]  # the first action of that chain, the lowest on ties
    slots: Annotated[np.ndarray, "int64[2 * capacity]"]  # a power of two of entries; all 0 before and after a search


kernel = Kernels(
    state=STATE,
    pack=PACK,
    cells=np.uint64,  # a set of cells, bit 8 * row + col
    animals=np.uint64,
    chains=Chains,
)
