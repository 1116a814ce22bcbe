"""Answers that wait for news of a game, with a limit for each link."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

LINK_LIMIT = 100
"""Answers of one link that wait at a time, a fifth of the server's connections: whoever has a link leaves places for
others. Persons who watch a game share one link."""


class WaitingAnswers:
    """The answers that wait, by the token of their link."""

    def __init__(self) -> None:
        self._limits: dict[str, list[asyncio.Timeout]] = {}

    @asynccontextmanager
    async def at_most(self, token: str, seconds: float) -> AsyncIterator[None]:
        """A block that may wait; it raises TimeoutError after so many seconds, or at once if it is the oldest of too
        many of its link."""
        async with asyncio.timeout(seconds) as limit:
            others = self._limits.setdefault(token, [])
            if len(others) >= LINK_LIMIT:
                oldest = others.pop(0)
                if not oldest.expired():
                    oldest.reschedule(0)
            others.append(limit)
            try:
                yield
            finally:
                self._forget(token, limit)

    def _forget(self, token: str, limit: asyncio.Timeout) -> None:
        limits = self._limits[token]
        if limit in limits:
            limits.remove(limit)
        if not limits:
            del self._limits[token]
