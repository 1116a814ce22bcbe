"""Errors of the suite. Each message is one line that says what was given and what is accepted."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from opcode import opname
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

LINE_LIMIT = 1000
"""Length limit of an error line in characters."""
VALUE_LIMIT = 60
"""An error line shows at most so many characters of a value."""

HERE = Path(__file__).parent

HANGUP = getattr(signal, "SIGHUP", None)
"""A terminal was closed, or its connection was lost; Windows has no such signal."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, *([HANGUP] if HANGUP and signal.getsignal(HANGUP) != signal.SIG_IGN else []))
"""Signals that ask a command to stop. `nohup` ignores HANGUP for the commands that it starts."""


class MedianocheError(ValueError):
    """Base of all errors caused by the user's input; the message is one line, see `one_line`."""

    def __init__(self, message: object = "") -> None:
        super().__init__(one_line(str(message)))


class GameError(MedianocheError):
    """Unknown game, agent or player count, or a call that does not fit the game."""


class OptionError(MedianocheError):
    """A game option that does not exist or has a value that is not accepted."""


class UnknownOptionError(OptionError, TypeError):
    """A game option that does not exist. It is also a TypeError, as Python raises for an unknown keyword: some
    libraries try keywords (TorchRL `frameskip`) and continue without them after a TypeError.

    Attributes:
        option: its name.
    """

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option


class BeforeResetError(GameError, AttributeError):
    """Use of an environment before its first deal; also an AttributeError, as in PettingZoo."""


class PackError(MedianocheError):
    """A content pack cannot be found or read, or is not accepted; the message names file, key and reason."""


class PositionError(MedianocheError):
    """A position that play cannot reach, or a field that does not exist."""


class ReplayError(MedianocheError):
    """A replay that is damaged, of another version, or that has another final state when played again."""


class IllegalActionError(MedianocheError):
    """An action that is not legal now; nothing has changed.

    Attributes:
        row: its row in a batch; None elsewhere.
    """

    row: int | None = None


def place_of(error: BaseException) -> str:
    """The place in a user's own module that raised an error while it was imported, for the end of an error line: "
    (file, line 3: the line)"; "" if no code of a user did."""
    if isinstance(error, SyntaxError):
        return f" ({error.filename}, line {error.lineno}: {(error.text or '').strip()})"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if file.is_file() and not file.is_relative_to(HERE) and file.parent.name != "importlib":
            return f" ({file}, line {frame.lineno}: {frame.line})"
    return ""


def unexpected(error: BaseException) -> str:
    """An error that is no refusal, one line: its kind, what it says, file and line."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return one_line(f"unexpected {type(error).__name__}: {error} ({place.filename}, line {place.lineno})")


def choices(accepted: Iterable[object]) -> str:
    """`accepted` as words for the end of an error line."""
    return ", ".join(str(item) for item in accepted)


def one_line(message: str) -> str:
    """`message` as one line of printable characters; the middle of a very long message is removed."""
    line = " ".join(message.split())
    if not line.isprintable():
        line = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
    return line if len(line) <= LINE_LIMIT else f"{line[: LINE_LIMIT // 2]} ... {line[-LINE_LIMIT // 2 :]}"


def shown(value: Any) -> str:
    """`value` as an error line shows it: short, in one line."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # noqa: BLE001 - the class of the value may raise anything
        text = type(value).__name__
    return text if len(text) <= VALUE_LIMIT else text[: VALUE_LIMIT - 3] + "..."


def meant(word: object, known: Iterable[str]) -> str:
    """Words after an unknown name in an error line: the most similar of the `known` names, if one is similar."""
    close = get_close_matches(str(word).casefold(), list(known), 1)
    return f" (did you mean {close[0]}?)" if close else ""


def is_interrupt(error: BaseException) -> bool:
    """Whether a signal handler raised `error` (as after Ctrl-C), not the code that was running.

    A handler written in Python has the interrupted frame as its argument. That frame need not be in the traceback,
    since Python removes frames of its import machinery from it. Python's own handler has no frame: KeyboardInterrupt
    comes from an instruction that cannot raise it itself.
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
    """Add the name of `file` to an OSError in the block; errors of a full disk have no name."""
    try:
        yield
    except OSError as problem:
        if problem.filename is None:
            problem.filename = str(file)
        raise


def values_of(schema: dict[str, Any], seats: range) -> list[Any]:
    """The accepted values of an option, from its JSON schema; integers without bounds are seats."""
    if "anyOf" in schema:
        return [value for kind in schema["anyOf"] for value in values_of(kind, seats)]
    if "enum" in schema or "const" in schema:
        return list(schema.get("enum") or [schema["const"]])
    if schema.get("type") == "boolean":
        return [False, True]
    return list(range(schema.get("minimum", seats.start), schema.get("maximum", seats.stop - 1) + 1))


def accepted_by(schema: dict[str, Any]) -> list[str]:
    """The accepted values of an option in words, from its JSON schema."""
    if "anyOf" in schema:
        return [words for kind in schema["anyOf"] for words in accepted_by(kind)]
    if "enum" in schema or "const" in schema:
        return [repr(value) for value in schema.get("enum") or [schema["const"]]]
    if schema.get("type") == "boolean":
        return ["True", "False"]
    bounds = [f"{word} {schema[key]}" for word, key in (("from", "minimum"), ("to", "maximum")) if key in schema]
    return [
        " ".join([{"integer": "an integer", "number": "a number"}.get(schema["type"], f"a {schema['type']}"), *bounds])
    ]
