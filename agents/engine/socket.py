"""The engine over WebSocket: every connection has an engine of its own. Needs the extra `engine`."""

from __future__ import annotations

import hmac
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http import HTTPStatus
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from medianoche.agents.engine.messages import LINE_BYTES
from medianoche.envs.core import files
from medianoche.envs.core.errors import OptionError

if TYPE_CHECKING:
    from websockets.sync.server import ServerConnection

    from medianoche.agents.engine.engine import Engine

HOST = "127.0.0.1"
PING_S = 20.0
"""Seconds from one ping to the next, and seconds after which a client that has not answered one is given up."""
LEAVE_S = 2.0
"""Seconds for telling the clients that the server ends."""
TOKEN = re.compile(r"[\w.~-]{1,200}", re.ASCII)
"""What a token may be: these characters stand in an address as they are."""


class SocketServer:
    """Listens at HOST, and answers when it is started.

    Args:
        make: makes the engine of a connection, given the function that sends a line.
        port: the port; 0: any that is free.
        token: the path of the address. Pages of other sites in a browser can reach HOST, but do not know it.

    Attributes:
        address: for clients.

    Raises:
        OptionError: the library is missing, the token cannot stand in an address, or the port is taken.
    """

    def __init__(self, make: Callable[[Callable[[str], None]], Engine], port: int, token: str) -> None:
        if find_spec("websockets") is None:
            raise OptionError("--port needs websockets; install: pip install 'medianoche[engine]'")
        if not TOKEN.fullmatch(token):
            quoted = files.short(repr(token))
            raise OptionError(f"token {quoted} is not accepted; accepted: letters a to z, digits and - . _ ~")
        from websockets.sync.server import serve

        self._make = make
        self._token = token
        self._connections: set[ServerConnection] = set()
        try:
            self._server = serve(
                self._talk,
                HOST,
                port,
                process_request=self._admit,
                max_size=LINE_BYTES,
                ping_interval=PING_S,
                ping_timeout=PING_S,
            )
        except OSError as error:
            why = error.strerror or error
            raise OptionError(f"cannot listen at {HOST}, port {port}: {why}; give another --port") from None
        self.address = f"ws://{HOST}:{self._server.socket.getsockname()[1]}/{token}"

    def _admit(self, connection: ServerConnection, request: Any) -> Any:
        if hmac.compare_digest(request.path.encode(), f"/{self._token}".encode()):
            return None
        return connection.respond(HTTPStatus.FORBIDDEN, "the address has to end with the token\n")

    def _talk(self, connection: ServerConnection) -> None:
        from websockets.exceptions import ConnectionClosed

        def lines() -> Iterator[str | bytes]:
            with suppress(ConnectionClosed):  # also where the client has gone without a word
                yield from connection

        def write(line: str) -> None:
            with suppress(ConnectionClosed):
                connection.send(line)

        self._connections.add(connection)
        try:
            self._make(write).run(lines(), finish=False)
        finally:
            self._connections.discard(connection)

    def start(self) -> threading.Thread:
        """Answer in a thread, which is returned. It and those of its connections end with the process."""
        serving = threading.Thread(target=self._server.serve_forever, daemon=True)  # connections inherit `daemon`
        serving.start()
        return serving

    def close(self) -> None:
        """Tell the clients that the server ends, and end it; an engine may compute on for longer than this takes."""
        from websockets.frames import CloseCode

        until = time.monotonic() + LEAVE_S
        leaving = [
            threading.Thread(target=connection.close, args=(CloseCode.GOING_AWAY,), daemon=True)
            for connection in self._connections.copy()
        ]
        for thread in leaving:
            thread.start()
        for thread in leaving:
            thread.join(max(until - time.monotonic(), 0))
        threading.Thread(target=self._server.shutdown, daemon=True).start()


def serve(
    make: Callable[[Callable[[str], None]], Engine], port: int, token: str, announce: Callable[[str], None]
) -> None:
    """Serve until a signal comes; `announce` is called with the address. See `SocketServer`."""
    server = SocketServer(make, port, token)
    announce(server.address)
    serving = server.start()
    try:
        while serving.is_alive():
            serving.join(1)
    finally:
        server.close()
