"""`Copied`: objects that change as they are used, and that `copy.copy` copies whole. `NotCopied`: those that it
refuses to copy."""

from __future__ import annotations

from copy import deepcopy
from typing import ClassVar, NoReturn, Self


class Copied:
    """Base of a class whose objects change as they are used: `copy.copy(env)` is an independent object, as
    `copy.deepcopy(env)` is. Python's own `copy.copy` would leave both the same arrays, and a step of the copy would
    change the original without a word."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return deepcopy(self)


class NotCopied:
    """Base of a class whose objects hold a lock or a thread: copies and pickles are refused. The class says in
    `COPY_ADVICE` what to do in place of them."""

    __slots__ = ()
    COPY_ADVICE: ClassVar[str]

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"objects of {type(self).__name__} cannot be copied; {self.COPY_ADVICE}")
