"""The HTTP server process: limits on connections, and shutdown."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Sequence
from http import HTTPStatus

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from medianoche.envs.core.errors import one_line
from medianoche.ui.polls import Polls
from medianoche.ui.server import application
from medianoche.ui.sessions import Sessions

HEAD_BYTES = 32 * 1024
"""Most bytes of the head of a request."""
HEAD_TIMEOUT_S = 10
"""Seconds until the head of a request must have arrived, from the connection or the answer before it."""
CONNECTION_LIMIT = 500
"""Connections at a time; usual systems allow a process 1,024 open files, and games are files too. One whose request has
not arrived whole gives its place to a new one; so does one that waits for news."""


class Protocol(H11Protocol):
    """HTTP/1.1 with errors in JSON, a limit on connections, and a timeout for the head of each request."""

    polls: Polls

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection. If there are too many, close the one that has waited longest for a request or for the
        rest of one, first those that were never answered. If none does, answer a long poll: its connection ends.
        If there is no poll either, refuse the new one with 503."""
        super().connection_made(transport)
        self.late: asyncio.TimerHandle | None = None
        self.served = False
        here = [
            connection for connection in self.connections if isinstance(connection, Protocol) and connection is not self
        ]
        others = [connection for connection in here if not connection.transport.is_closing()]
        waiting = [connection for connection in others if connection.waits]
        if len(others) < CONNECTION_LIMIT:
            self._expect_head()
        elif waiting:
            self._expect_head()
            min(waiting, key=lambda connection: (connection.served, connection.since)).give_up()
        elif self.polls.give_up_one():
            self._expect_head()
        else:
            self.refuse(503, f"there are {CONNECTION_LIMIT} connections; try again later")

    @property
    def waits(self) -> bool:
        """Whether the next request has not arrived whole: its body may be missing."""
        return self.waits_for_head or (self.cycle.more_body and not self.cycle.response_started)

    @property
    def waits_for_head(self) -> bool:
        """Whether the head of the next request has not arrived."""
        return self.cycle is None or self.cycle.response_complete  # type: ignore[redundant-expr] # None at first

    def give_up(self) -> None:
        """Close a connection that waits, so that another one has a place."""
        if self.served:
            self.transport.close()
        else:
            self.refuse(503, f"there are {CONNECTION_LIMIT} connections; send a request at once")

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the connection's timeout."""
        if self.late:
            self.late.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Start the timeout of the next request."""
        self.served = True
        self._expect_head()
        super().on_response_complete()

    def _expect_head(self) -> None:
        if self.late:
            self.late.cancel()
        self.since = self.loop.time()
        self.late = self.loop.call_later(HEAD_TIMEOUT_S, self._see_head)

    def _see_head(self) -> None:
        if self.waits_for_head:
            self.refuse(408, f"the head of a request did not arrive within {HEAD_TIMEOUT_S} seconds")

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that are not HTTP."""
        self.refuse(400, msg)

    def refuse(self, status: int, line: str) -> None:
        """Answer with one line, and close the connection."""
        if self.transport.is_closing():
            return
        body = json.dumps({"error": one_line(line)}).encode()
        head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nconnection: close\r\n"
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        self.transport.write(head.encode() + body)
        self.transport.close()


class Running(uvicorn.Server):
    """The uvicorn server of `medianoche ui`.

    Args:
        sessions: the games that it serves.
        host: the name or address that it listens at.
        links: addresses of this server for other machines.
        names: further names of the host by which it is reached, as those of a proxy.
    """

    def __init__(self, sessions: Sessions, host: str, links: list[str], names: Sequence[str] = ()) -> None:
        self.sessions = sessions
        config = uvicorn.Config(
            application(sessions, host, links, names),
            http=type("ServedProtocol", (Protocol,), {"polls": sessions.polls}),
            ws="none",
            log_level="critical",
            access_log=False,
            server_header=False,
            date_header=False,
            h11_max_incomplete_event_size=HEAD_BYTES,
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer waiting clients, then stop; another server may use the folder afterwards."""
        self.sessions.wake()
        await super().shutdown(sockets)
        self.sessions.close()
