"""`Copied`: objects that change as they are used, and that `copy.copy` copies whole."""

from __future__ import annotations

from copy import deepcopy
from typing import Self


class Copied:
    """Base of a class whose objects change as they are used: `copy.copy(env)` is an independent object, as
    `copy.deepcopy(env)` is. Python's own `copy.copy` would leave both the same arrays, and a step of the copy would
    change the original without a word."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return deepcopy(self)
