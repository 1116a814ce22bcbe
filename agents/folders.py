"""The current folder of a bot: where its code calls `os.chdir`, this holds for its own code alone.

The results of a command, the files of other bots and packs may have relative paths, which a bot that changes the folder
of the process would move.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Folders:
    """The folders of the bots that left that of the process.

    A process has one current folder. Where several threads run bots, it is that of the process again when the last one
    has ended.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._left: dict[str, str] = {}  # by the bot's name
        self._running = 0  # threads in a bot's code
        self._home: str | None = None  # of the process, while there are any; None: it was removed

    @contextmanager
    def entered(self, name: str) -> Iterator[None]:
        """Run the code of the bot `name` in its folder; afterwards the current folder is that of before."""
        self._enter(name)
        try:
            yield
        finally:
            self._leave(name)

    def forget(self, name: str) -> None:
        """The bot `name` is made anew, and begins in the folder of the process."""
        with self._lock:
            self._left.pop(name, None)

    def _enter(self, name: str) -> None:
        with self._lock:
            if not self._running:
                self._home = _current()
            self._running += 1
            if name in self._left:
                _go(self._left[name])

    def _leave(self, name: str) -> None:
        with self._lock:
            self._running -= 1
            current = _current()
            if current == self._home or current is None:
                self._left.pop(name, None)
            else:
                self._left[name] = current
            if current != self._home and self._home is not None and not self._running:
                _go(self._home)


def _current() -> str | None:
    with suppress(OSError):  # it was removed
        return os.getcwd()  # noqa: PTH109 - before and after each decision: a Path takes longer
    return None


def _go(folder: str) -> None:
    with suppress(OSError):  # it was removed
        os.chdir(folder)


FOLDERS = Folders()
