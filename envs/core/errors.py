"""Every complaint of the suite is one clear line: what was given, and what is accepted."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from opcode import opname
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

LINE_LIMIT = 1000
"""Characters of an error line."""
VALUE_LIMIT = 60
"""Characters of a value that an error line shows."""


class MedianocheError(ValueError):
    """Base of all errors caused by what a user gave; its message is one line, see `one_line`."""

    def __init__(self, message: object = "") -> None:
        super().__init__(one_line(str(message)))


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


def one_line(message: str) -> str:
    """`message` on one line of printable characters; what is very long loses its middle."""
    line = " ".join(message.split())
    if not line.isprintable():
        line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
    return line if len(line) <= LINE_LIMIT else f"{line[: LINE_LIMIT // 2]} ... {line[-LINE_LIMIT // 2 :]}"


def shown(given: Any) -> str:
    """`given` as an error line shows it: short, in one line."""
    try:
        text = " ".join(repr(given).split())
    except Exception:  # noqa: BLE001 - the class of the value may raise anything
        text = type(given).__name__
    return text if len(text) <= VALUE_LIMIT else text[: VALUE_LIMIT - 3] + "..."


def meant(given: object, known: Iterable[str]) -> str:
    """Words to follow an unknown name in an error line: which of the `known` names is nearly the same, if one is."""
    close = get_close_matches(str(given).casefold(), list(known), 1)
    return f" (did you mean {close[0]}?)" if close else ""


def is_interrupt(error: BaseException) -> bool:
    """Whether a signal to the whole program, as by Ctrl-C, raised `error`, and not the code that ran.

    A handler in Python is given a frame, that which it interrupts; the frame itself need not be in the traceback, from
    which Python removes those of its import machinery. Python's own handler has no frame: KeyboardInterrupt comes out
    of an instruction that raises nothing by itself.
    """
    if isinstance(error, Exception):
        return False
    inner: TracebackType | None = error.__traceback__
    while inner and inner.tb_next:
        inner = inner.tb_next
        if any(isinstance(value, FrameType) for value in inner.tb_frame.f_locals.values()):
            return True
    if not isinstance(error, KeyboardInterrupt) or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return False
    return inner is None or opname[inner.tb_frame.f_code.co_code[inner.tb_lasti]] not in ("RAISE_VARARGS", "RERAISE")


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """Make an OSError name `file`, as those of a full disk do not."""
    try:
        yield
    except OSError as problem:
        if problem.filename is None:
            problem.filename = str(file)
        raise
