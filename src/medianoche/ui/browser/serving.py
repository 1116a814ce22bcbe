"""The routes of the page, asked by messages of one browser: `begin`, and then `answer` for each request."""

from __future__ import annotations

import asyncio
import json
from collections.abc import MutableMapping, Sequence
from pathlib import Path
from typing import Any

from starlette.types import ASGIApp

from medianoche.ui import catalog
from medianoche.ui.browser.engines import PLAYERS, Ask, EngineAgents
from medianoche.ui.server import application
from medianoche.ui.sessions import Sessions

HOST = "localhost"
_opened = list[ASGIApp]()


def begin(folder: str, ask: Ask, rated: str) -> str:
    """Open the games that are kept in `folder`; returns the owner's token. `rated` is JSON: of each game what
    `catalog.rated_in` says."""
    known = {game: (found[0], found[1]) for game, found in json.loads(rated).items()}
    offers = catalog.Offers(False, PLAYERS, known, known.__contains__, variants_only=True)
    catalog.offer(offers)
    sessions = Sessions(Path(folder), print, agents=EngineAgents(ask))
    _opened[:] = [application(sessions, HOST, [])]
    return sessions.token


async def answer(method: str, address: str, headers: Sequence[Sequence[str]], body: str) -> tuple[int, str]:
    """The status and the content of the answer to a request for `address`, a path with its query."""
    path, _, query = address.partition("?")
    sent = [(b"host", HOST.encode()), *((name.lower().encode(), value.encode()) for name, value in headers)]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": f"/{path}",
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": sent,
        "server": (HOST, 80),
        "client": (HOST, 1),
    }
    asked = [{"type": "http.request", "body": body.encode(), "more_body": False}]
    parts = list[MutableMapping[str, Any]]()

    async def receive() -> MutableMapping[str, Any]:
        if asked:
            return asked.pop()
        return await asyncio.Future()  # the browser waits for every answer

    async def send(part: MutableMapping[str, Any]) -> None:
        parts.append(part)

    await _opened[0](scope, receive, send)
    return parts[0]["status"], b"".join(part.get("body", b"") for part in parts[1:]).decode()
