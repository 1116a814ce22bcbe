"""numba's errors about a kernel as one line: what is wrong, in which function, file and line.

numba repeats the error of a called function within that of its caller, each time with all types and candidates, so the
cause stands in the middle of some thousand characters. Here each kernel explains its own error, and its callers pass
that line on.
"""

from __future__ import annotations

import dis
import linecache
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import numba

from medianoche.envs.core.compile.sources import CORE

OWN = CORE, Path(numba.__file__).parent
LENGTH_LIMIT = 500
"""Longest sentence of numba's that is passed on."""
EXPLAINED = re.compile(r"[\w.<>]+ cannot be compiled: .*")
STYLE = re.compile(r"\x1b\[\d*m")
LAST = re.compile(r".*\b\w*Error: ", re.DOTALL)
AFTER = re.compile(r"\n\s*(?:\n\s*)?(?:There are|During:|File \"|Return of|raised from|- Of which|\[).*", re.DOTALL)
"""What follows the sentence: candidates, and where the caller is."""
PLACE = re.compile(r'(?:\bat (/.*?|[A-Z]:.*?) \(|\bFile "(.*?)", line )(\d+)')
SHORTER = (
    (re.compile(r"Function\(<(?:built-in )?function (\w+)[^>]*>\)"), r"\1"),
    (re.compile(r"type\(CPUDispatcher\(<function (\w+)[^>]*>\)\)"), r"\1"),
    (re.compile(r"Record\(.*?;\d+;(?:True|False)\)"), "Record"),
    (re.compile(r"\s*>>>|\.? Raised from None|Failed in nopython mode pipeline \(step: [^)]*\)\s"), ""),
)
NAME = re.compile(r"(?<=\bname ')\w+(?=' is not defined)")


def explained(function: Callable[..., Any], error: Exception) -> str:
    """The line about an `error` while `function`, or a function that it calls, was being compiled."""
    text = STYLE.sub("", str(error))
    if match := EXPLAINED.search(text):
        return match[0]
    code = function.__code__
    names = error.args if isinstance(error, KeyError) else NAME.findall(text)
    named = _naming(code, names[0]) if names else []
    file, line = next(iter([*named, *_places(text), *_passed(error)]), (code.co_filename, code.co_firstlineno))
    sentence = f"{type(error).__name__}: {text}"
    if named and isinstance(error, KeyError):
        sentence = f"the record has no field {text}"
    elif "numba" in type(error).__module__:
        sentence = AFTER.sub("", LAST.sub("", text))
    for pattern, short in SHORTER:
        sentence = pattern.sub(short, sentence)
    sentence = " ".join(sentence.split())[:LENGTH_LIMIT]
    source = linecache.getline(file, line).strip()
    return (
        f"{function.__module__}.{function.__qualname__} cannot be compiled: {sentence} ({file}, line {line}: {source})"
    )


def without_result(function: Callable[..., Any], result: str, partly: bool) -> str:
    """The line about a `function` that returns nothing, or in part of its paths nothing, where it has to return
    `result`."""
    code = function.__code__
    file = code.co_filename
    lines = linecache.getlines(file)[code.co_firstlineno - 1 :]
    decorators = next((number for number, line in enumerate(lines) if line.lstrip().startswith("def ")), 0)
    line = code.co_firstlineno + decorators
    paths = " on some of its paths" if partly else ""
    return (
        f"{function.__module__}.{function.__qualname__} cannot be compiled: it returns nothing{paths}; "
        f"it has to return {result} ({file}, line {line}: {linecache.getline(file, line).strip()})"
    )


def _naming(code: CodeType, name: object) -> list[tuple[str, int]]:
    """File and line of the first statement that names a variable or a field `name`; of other code none."""
    lines = [
        instruction.positions.lineno
        for instruction in dis.get_instructions(code)
        if instruction.argval == name and instruction.positions
    ]
    return [(code.co_filename, line) for line in lines[:1] if line]


def _places(text: str) -> Iterator[tuple[str, int]]:
    """File and line of all places in numba's text but those in core and in numba, the innermost first."""
    for absolute, relative, line in PLACE.findall(text):
        file = Path(absolute or relative).resolve()
        if file.is_file() and not any(file.is_relative_to(folder.resolve()) for folder in OWN):
            yield str(file), int(line)


def _passed(error: Exception) -> Iterator[tuple[str, int]]:
    """The files and lines at which numba was working when it raised an error of another kind, the innermost first."""
    places: list[tuple[str, int]] = []
    frame = error.__traceback__
    while frame:
        place: Any = getattr(frame.tb_frame.f_locals.get("self"), "loc", None) or frame.tb_frame.f_locals.get("loc")
        places += list(_places(f'File "{place.filename}", line {place.line}')) if hasattr(place, "filename") else []
        frame = frame.tb_next
    return reversed(places)
