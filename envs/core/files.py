"""Untrusted files: read up to a size limit, validated by a model, refused in one line. They cannot import anything."""

from __future__ import annotations

import errno
import json
import os
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, TypeAdapter, ValidationError

from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.core.registry import now_called

FILE_BYTES = 16 * 2**20
"""Size limit of a text file; a game of a million decisions takes a third of it."""
TOML_BYTES = 2**18
"""Size limit of a TOML file; the suite's largest has 35 kB. Python takes up to a second and half a gigabyte for it."""
DOTS = 200
"""Dots in a line of a TOML file, at most: Python's time for a key with n parts grows as n * n."""
REASON_LIMIT = 200
"""Length limit of a reason in characters."""

Error = type[MedianocheError]
Model = TypeVar("Model")
Value = TypeVar("Value")


def regular(file: Path, error: Error, largest: int = FILE_BYTES) -> None:
    """Check that `file` exists, is a regular file (no folder, device or pipe) and has at most `largest` bytes.

    Raises:
        error: the check fails.
    """
    try:
        size = file.stat().st_size
    except OSError as problem:
        raise error(f"{file}: {problem.strerror}") from None
    except ValueError as problem:  # a zero byte in the name
        raise error(f"{str(file)!r}: {problem}") from None
    if not file.is_file():
        raise error(f"{file} is no file")
    if size > largest:
        raise error(f"{file} has {size:,} bytes; accepted: up to {largest:,}")


def read(file: Path, error: Error) -> bytes:
    """All bytes of a file of text.

    Raises:
        error: there is no such file, it cannot be read or is too large.
    """
    regular(file, error)
    try:
        return file.read_bytes()
    except OSError as problem:
        raise error(f"{file}: {problem.strerror}") from None


def from_json(model: TypeAdapter[Model], text: str | bytes, source: object, error: Error) -> Model:
    """The content of `text` (JSON) as the model's type, with strict types: no number for a truth value, no 90.0 for 90.

    Args:
        model: the accepted structure.
        text: the text, which may be untrusted.
        source: the beginning of the error line: the file, and the place in it.
        error: class of the error.

    Raises:
        error: the text does not fit the model; the message names source, key and reason.
    """
    try:
        return model.validate_json(text, strict=True)
    except ValidationError as problem:
        raise error(f"{source}: {reason(problem, _parsed(text))}") from None


def from_toml(data: bytes, source: object, error: Error) -> dict[str, Any]:
    """The tables of a TOML file.

    Raises:
        error: it is no TOML file, it is too large, or Python cannot read it.
    """
    if len(data) > TOML_BYTES:
        raise error(f"{source} has {len(data):,} bytes; accepted: up to {TOML_BYTES:,}")
    if (dots := max((line.count(b".") for line in data.splitlines()), default=0)) > DOTS:
        raise error(f"{source}: a line with {dots:,} dots; accepted: up to {DOTS:,}")
    try:
        return tomllib.loads(data.decode("utf-8"))
    except RecursionError:
        raise error(f"{source}: not a TOML file: nested too deeply") from None
    except ValueError as problem:  # TOMLDecodeError, UnicodeDecodeError, an integer of thousands of digits
        raise error(f"{source}: not a TOML file: {short(str(problem))}") from None


def tables_to_model(model: TypeAdapter[Model], tables: dict[str, Any], source: object, error: Error) -> Model:
    """Tables of TOML as the model's type, with strict types; raises `error` like `from_json`."""
    try:
        text = json.dumps(tables, default=str)  # dates, which no model wants
    except RecursionError:
        raise error(f"{source}: nested too deeply") from None
    except ValueError as problem:
        raise error(f"{source}: {short(str(problem))}") from None
    return from_json(model, text, source, error)


def reason(problem: ValidationError, tables: Any = None) -> str:
    """The first problem as one line: key, reason and the given value. `tables` is what was validated: where a value may
    be of several types, pydantic's place of a problem also has names of these types, which are no keys."""
    first = problem.errors(include_url=False)[0]
    place = first["loc"] if tables is None else _keys(tables, first["loc"], first["type"] == "missing")
    key = ".".join(map(str, place))
    words = str(first["msg"]).removeprefix("Value error, ")
    value = first["input"] if first["loc"] and isinstance(first["input"], str | int | float | bool) else None
    shown = "" if value is None else f" (given {short(repr(value))})"
    if isinstance(value, int) and value.bit_length() > 64:
        shown = " (given an integer of more than 64 bits)"
    return f"{short(key)}: {short(words)}{shown}" if key else short(words)


def _keys(tables: Any, place: Sequence[int | str], is_missing: bool) -> list[int | str]:
    """The parts of a problem's place that are keys; the last one may be missing in `tables`."""
    keys = []
    inner = tables
    for part in place:
        if part in (inner if isinstance(inner, dict) else range(len(inner)) if isinstance(inner, list | tuple) else ()):
            keys.append(part)
            inner = inner[part]
    return [*keys, place[-1]] if is_missing else keys


def _parsed(text: str | bytes) -> Any:
    """The content of a JSON text; None if Python cannot read it."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def printable(value: Value) -> Value:
    """`value` if all characters of its texts are printable; else a ValueError."""
    if not str(value).isprintable():
        raise ValueError("holds characters that cannot be printed")
    return value


Word = Annotated[str, AfterValidator(printable)]
PackName = Annotated[str | int, AfterValidator(printable)]
"""A string, and a pack, as users and files name them."""
GameName = Annotated[Word, AfterValidator(now_called)]
"""A game as files name it: its name, or `module:Class`."""


def write(file: Path, content: str | bytes) -> None:
    """Write a file atomically: the old content stays until all new content is on the disk.

    Raises:
        OSError: it names the file.
    """
    with replacing(file) as new:
        if isinstance(content, bytes):
            new.write_bytes(content)
        else:
            new.write_text(content, encoding="utf-8")


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """A path to write to, which takes the place of `file` after the block.

    If the block fails, `file` stays as it was.

    Raises:
        OSError: it names the file.
    """
    target = Path(os.path.realpath(file))
    in_place = target.exists() and not target.is_file()  # a device or a pipe
    new = target if in_place else target.with_name(f"{target.name}.new")
    try:
        yield new
        if not in_place:
            new.replace(target)
    except BaseException as problem:
        if not in_place:
            new.unlink(missing_ok=True)
        if isinstance(problem, OSError):
            problem.filename = str(file)
            problem.filename2 = None
        raise


def is_private(file: Path) -> bool:
    """Whether no other user of the machine can read or own a file; where a system has no users, always."""
    if os.name != "posix" or sys.platform == "emscripten":
        return True
    status = file.stat()
    return not status.st_mode & 0o077 and status.st_uid == os.geteuid()


def lock(file: Path, error: MedianocheError) -> int | None:
    """The descriptor of a lock that keeps other processes out until it is closed or this process ends; `file`, which is
    created, stays.

    None on Windows, in a browser and on file systems without locks.

    Raises:
        error: another process holds the lock.
    """
    if sys.platform in ("win32", "emscripten"):
        return None
    import fcntl

    held = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        os.close(held)
        if problem.errno in (errno.EACCES, errno.EAGAIN):
            raise error from None
        return None
    return held


def short(text: str) -> str:
    """Untrusted text for an error line: one line, shortened."""
    return textwrap.shorten(text, REASON_LIMIT, placeholder=" ...")
