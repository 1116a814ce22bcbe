"""Every complaint of the suite is one clear line: what was given, and what is accepted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path


class MedianocheError(ValueError):
    """Base of all errors caused by what a user gave; its message is one line."""


class GameError(MedianocheError):
    """Unknown game, agent or player count, or a call that does not fit the game."""


class OptionError(MedianocheError):
    """A game option that does not exist or has a value that is not accepted."""


class UnknownOptionError(OptionError, TypeError):
    """A game option that does not exist: a TypeError too, as Python's own word for an unknown keyword, since libraries
    try keywords (TorchRL `frameskip`) and go on without them after one.

    Attributes:
        option: its name.
    """

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option


class BeforeResetError(GameError, AttributeError):
    """A look at an environment in which no game was dealt yet; an AttributeError too, as PettingZoo's is."""


class PackError(MedianocheError):
    """A content pack that cannot be found, read or accepted; names file, key and reason."""


class PositionError(MedianocheError):
    """A position that no play of the game could reach, or fields that do not exist."""


class ReplayError(MedianocheError):
    """A replay that is damaged, of another version, or that ends elsewhere when played again."""


class IllegalActionError(MedianocheError):
    """An action that is not legal now; nothing has changed."""


def choices(accepted: Iterable[object]) -> str:
    """`accepted` as words for the end of an error line."""
    return ", ".join(str(item) for item in accepted)


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """Make an OSError name `file`, as those of a full disk do not."""
    try:
        yield
    except OSError as problem:
        if problem.filename is None:
            problem.filename = str(file)
        raise
