"""Long polls under way: requests of pages that wait for news of a game."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator

Link = tuple[str, int | None]
"""The number of a game and the seat of a link to it; None: a spectator's."""


class Polls:
    """The long polls under way, by the link that sent them."""

    def __init__(self) -> None:
        self._ends: dict[Link, list[asyncio.Event]] = {}

    @contextlib.contextmanager
    def waiting(self, link: Link) -> Iterator[asyncio.Event]:
        """Context of a poll that waits. It yields an event, which is set when the poll is to be answered at once."""
        end = asyncio.Event()
        self._ends.setdefault(link, []).append(end)
        try:
            yield end
        finally:
            self._forget(link, end)

    def give_up_one(self) -> bool:
        """Have one poll answered, so that its connection gets free: the oldest one of the link that has the most. So a
        link that opens many polls takes places from itself first. Returns whether there was a poll."""
        if not self._ends:
            return False
        link = max(self._ends, key=lambda link: len(self._ends[link]))
        end = self._ends[link][0]
        end.set()
        self._forget(link, end)
        return True

    def _forget(self, link: Link, end: asyncio.Event) -> None:
        ends = self._ends.get(link, [])
        if end in ends:
            ends.remove(end)
        if not ends:
            self._ends.pop(link, None)
