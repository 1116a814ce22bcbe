"""Named blocks of numbers in a row: how an observation vector, or the list of a game's actions, is divided."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator
from keyword import iskeyword
from math import prod
from typing import Any, NamedTuple, Self

from medianoche.envs.core.errors import GameError, shown
from medianoche.envs.core.renamed import OldName


class Block(NamedTuple):
    """A named stretch of numbers."""

    name: str
    shape: int | tuple[int, ...]
    """How many numbers, or the dimensions they are laid out in, row by row."""
    meaning: str = ""
    """What a number says; a cell of the table on the game's page."""

    @property
    def size(self) -> int:
        """Length of the block, in numbers."""
        return self.shape if isinstance(self.shape, int) else prod(self.shape)

    @property
    def stride(self) -> int:
        """Length of one step along the first dimension, in numbers."""
        return 1 if isinstance(self.shape, int) else prod(self.shape[1:])


class Layout:
    """Blocks one after the other.

    Args:
        *blocks: in order.

    Attributes:
        size: of all blocks together.
        at: where each block begins, by name (`at.hand`): a named tuple, which kernels read as constants.
        per: the numbers that one step along a block's first dimension takes, by name: the hand of the third seat
            begins at `at.hand + 2 * per.hand`.

    Raises:
        GameError: two blocks have one name, or a name is no Python name.
    """

    def __init__(self, *blocks: Block) -> None:
        self.blocks = blocks
        names = [block.name for block in blocks]
        if len(set(names)) < len(names) or not all(name.isidentifier() and not iskeyword(name) for name in names):
            raise GameError(f"blocks of a layout need different names that are Python names: {', '.join(names)}")
        starts = [sum(block.size for block in blocks[:number]) for number in range(len(blocks) + 1)]
        self.size: int = starts.pop()
        at: Any = namedtuple("at", names)  # type: ignore[misc]
        per: Any = namedtuple("per", names)  # type: ignore[misc]
        self.at: Any = at(*starts)
        self.per: Any = per(*(block.stride for block in blocks))

    of = OldName("named")

    @classmethod
    def named(cls, ones: str = "", **sizes: int) -> Self:
        """The layout of one step along a block of another layout: a number for each name in `ones`, then for each name
        in `sizes` a block of so many numbers."""
        if not isinstance(ones, str):
            raise GameError(f"ones {shown(ones)} is not accepted; accepted: names, in a str")
        return cls(*(Block(name, 1) for name in ones.split()), *(Block(name, size) for name, size in sizes.items()))

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks)

    def __len__(self) -> int:
        return len(self.blocks)

    def __getitem__(self, name: str) -> slice:
        """The slice of the block called `name`; raises KeyError if there is none."""
        return self.slices()[name]

    def slices(self) -> dict[str, slice]:
        """The slice of each block, by name."""
        starts = zip(self.blocks, self.at, strict=True)
        return {block.name: slice(start, start + block.size) for block, start in starts}

    def table(self) -> str:
        """The blocks as the Markdown table of a game's page."""
        rows = ["| from | size | block | content |", "|---|---|---|---|"]
        for block, start in zip(self.blocks, self.at, strict=True):
            rows.append(f"| {start} | {block.size} | `{block.name}` | {block.meaning} |")
        return "\n".join(rows)
