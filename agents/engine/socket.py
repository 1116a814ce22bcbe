"""The engine over WebSocket: every connection has an engine of its own. Needs the extra `engine`."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from medianoche.agents.engine.messages import LINE_BYTES
from medianoche.envs.core.errors import OptionError

if TYPE_CHECKING:
    from medianoche.agents.engine.engine import Engine

HOST = "127.0.0.1"


def serve(
    make: Callable[[Callable[[str], None]], Engine], port: int, token: str, announce: Callable[[str], None]
) -> None:
    """Serve until a signal comes.

    Args:
        make: makes the engine of a connection, given the function that sends a line.
        port: at HOST; 0: any that is free.
        token: the path of the address. Pages of other sites in a browser can reach HOST, but do not know it.
        announce: called with the address.

    Raises:
        OptionError: the library is missing, or the port is taken.
    """
    if find_spec("websockets") is None:
        raise OptionError("--port needs websockets; install: pip install 'medianoche[engine]'")
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.server import ServerConnection
    from websockets.sync.server import serve as listen

    def admit(connection: ServerConnection, request: Any) -> Any:
        if hmac.compare_digest(request.path.encode(), f"/{token}".encode()):
            return None
        return connection.respond(HTTPStatus.FORBIDDEN, "the address has to end with the token\n")

    def talk(connection: ServerConnection) -> None:
        def write(line: str) -> None:
            with suppress(ConnectionClosed):
                connection.send(line)

        make(write).run(connection, finish=False)

    try:
        server = listen(talk, HOST, port, process_request=admit, max_size=LINE_BYTES)
    except OSError as error:
        raise OptionError(
            f"cannot listen at {HOST}, port {port}: {error.strerror or error}; give another --port"
        ) from None
    with server:
        announce(f"ws://{HOST}:{server.socket.getsockname()[1]}/{token}")
        server.serve_forever()
