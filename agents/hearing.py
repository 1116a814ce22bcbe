"""What a bot opens, searches and starts: heard from Python's audit events while it is made and first asked, and later.

A folder is searched if it is listed or opened (for `dir_fd`). What Python's import system lists does not count.
Libraries that read files in C or Rust, and child processes, are not heard; `fingerprints.py` says what counts then.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from medianoche.agents.loading import PREFIX

OPENS = {"open", "sqlite3.connect"}
LISTS = {"os.listdir", "os.scandir"}
STARTS = {"subprocess.Popen", "os.system", "os.posix_spawn", "os.spawn", "os.exec", "os.fork", "os.forkpty"}
EVENTS = OPENS | LISTS | STARTS
"""Audit events that matter."""
IMPORTING = ("_frozen_importlib", "importlib._bootstrap", "importlib.metadata")
"""How the names of the import system's modules begin."""
FOREIGN = ("__pycache__", "site-packages", "dist-packages")
"""Folders below that of a bot whose files are not the bot's; nor are hidden ones."""


class Heard:
    """What was heard, by absolute path.

    Attributes:
        read: files that were opened to read, also in vain.
        written: files that were opened to write.
        searched: folders that were listed or opened.
        started: whether a process was started.
    """

    def __init__(self) -> None:
        self.read = set[Path]()
        self.written = set[Path]()
        self.searched = set[Path]()
        self.started = False


_recordings: list[Heard] = []
_watched: dict[str, dict[str, Callable[[Path | None], bool]]] = {}
"""The bots that were recorded and play now, by their folder, with a separator at its end, and by name: whether a path
(None: what a process reads) is in the bot's fingerprint, or need not be."""
_told = set[tuple[str, Path | None]]()
_one_at_a_time = threading.RLock()


@contextmanager
def recording() -> Iterator[Heard]:
    """Note what this process opens, searches and starts in the block."""
    with _one_at_a_time:
        _hook()
        heard = Heard()
        _recordings.append(heard)
        try:
            yield heard
        finally:
            _recordings.remove(heard)


def watch(folder: Path, name: str, counts: Callable[[Path | None], bool]) -> None:
    """Begin to watch the bot `name`, whose files are below `folder`. From now on there is one line for each path that
    its code opens or searches and for which `counts(path)` is false; and one when it starts a process, unless
    `counts(None)`."""
    _watched.setdefault(f"{folder}{os.sep}", {})[name] = counts


@cache
def _hook() -> None:
    sys.addaudithook(_hear)  # stays until the process ends


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in EVENTS or not (_recordings or _watched):
        return
    with suppress(TypeError, ValueError, OSError):
        path = None if event in STARTS else _path(arguments[0])
        writes = event == "open" and bool(arguments[2] & (os.O_WRONLY | os.O_CREAT))
        is_search = event in LISTS or (path is not None and not writes and path.is_dir())
        if event in OPENS and isinstance(arguments[0], int):
            return  # a file that is open
        if (is_search or event in STARTS) and _is_import(sys._getframe(1)):
            return
        if _recordings:
            _note(path, writes, is_search)
        elif not writes:
            _tell(path, sys._getframe(1))


def _note(path: Path | None, writes: bool, is_search: bool) -> None:
    for heard in _recordings:
        if path is None:
            heard.started = True
        elif is_search:
            heard.searched.add(path)
        else:
            (heard.written if writes else heard.read).add(path)


def _tell(path: Path | None, frame: FrameType) -> None:
    """Say of a path, or of a process, that it does not count, if the code of a watched bot asked for it."""
    folder = next(filter(None, map(_folder_of, _frames(frame))), "")
    if not folder or (folder, path) in _told:
        return
    bots = _watched[folder]
    if any(counts(path) for counts in bots.values()):
        return
    _told.add((folder, path))
    what = "started a process" if path is None else f"searched {path}" if path.is_dir() else f"opened {path}"
    sys.stderr.write(
        f"medianoche: {' or '.join(bots)} {what} after its first decision: what it reads there is not in its "
        "fingerprint; read it when the bot is made, or give the bot a method fingerprint()\n"
    )


def _path(argument: Any) -> Path:
    """The absolute path of a path, or of the number of an open folder; None stands for the current folder."""
    if isinstance(argument, int):
        return Path(f"/proc/self/fd/{argument}").readlink()
    name = os.fsdecode("." if argument is None else argument)
    return Path(os.path.abspath(name))  # noqa: PTH100 - links stay: the name counts


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    """A frame and those that called it."""
    while frame:
        yield frame
        frame = frame.f_back


def _is_import(frame: FrameType) -> bool:
    """Whether the import system acts in `frame`, or a library that is being imported; a bot's module is not one."""
    for caller in _frames(frame):
        name = str(caller.f_globals.get("__name__"))
        if name.startswith(PREFIX):
            return False
        if name.startswith(IMPORTING):
            return True
    return False


def _folder_of(frame: FrameType) -> str:
    """The folder of the watched bot whose code `frame` carries out; "" if it is none's."""
    file = frame.f_code.co_filename
    return next((folder for folder in _watched if file.startswith(folder) and not _is_foreign(file, folder)), "")


def _is_foreign(file: str, folder: str) -> bool:
    return any(part.startswith(".") or part in FOREIGN for part in Path(file[len(folder) :]).parts)
