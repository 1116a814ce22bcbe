"""The server as it runs: HTTP, and how it ends."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from medianoche.benchmarks.ui.server import application
from medianoche.envs.core.errors import one_line

if TYPE_CHECKING:
    import socket

    from medianoche.benchmarks.ui.hall import Hall

LARGEST_HEAD = 32 * 1024
"""Bytes of the head of a request."""


class Protocol(H11Protocol):
    """HTTP whose own complaint is a line of JSON, too."""

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP."""
        body = json.dumps({"error": one_line(msg)}).encode()
        head = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json\r\n"
        self.transport.write(head + f"content-length: {len(body)}\r\n\r\n".encode() + body)
        self.transport.close()


class Running(uvicorn.Server):
    """A server of games.

    Args:
        hall: the games.
        host: the name or address that it listens at.
        links: addresses under which friends may find it.
    """

    def __init__(self, hall: Hall, host: str, links: list[str]) -> None:
        self.hall = hall
        config = uvicorn.Config(
            application(hall, host, links),
            http=Protocol,
            ws="none",
            log_level="critical",
            access_log=False,
            server_header=False,
            date_header=False,
            h11_max_incomplete_event_size=LARGEST_HEAD,
            timeout_graceful_shutdown=1,
        )
        super().__init__(config)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer those who wait, then stop."""
        self.hall.wake()
        await super().shutdown(sockets)
