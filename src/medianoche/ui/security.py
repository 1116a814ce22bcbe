"""Access control: hosts, origins, tokens and message sizes. A refused request is answered by one line of JSON."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
import re
import socket
from collections.abc import Sequence
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from medianoche.envs.core.errors import one_line
from medianoche.envs.core.show.catalogue import language
from medianoche.ui.refusals import RefusedError, sentence

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy: the page loads its own files alone; inline styles are allowed for the SVG pictures."""
HOST = re.compile(r"(\[(?P<six>[\da-f:.]+)\]|(?P<name>[\w.-]+))(:\d*)?", re.ASCII | re.IGNORECASE)
"""Pattern of a Host header; browsers leave out port 80."""
BODY_TIMEOUT_S = 30
"""Seconds until the body of a request must have arrived."""
WISH_LENGTH = 200
"""Characters of a wish for languages that are read."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


def answer(content: Any, status: int = 200) -> Response:
    """A response with `content` as JSON."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return Response(text, status, media_type="application/json")


def refusal(line: str, status: int) -> Response:
    """A response with one line that says why a request is refused."""
    return answer({"error": one_line(line)}, status)


class HostCheck:
    """Middleware: forwards requests whose Host header names this server and whose Origin, if any, is this server.

    This stops DNS rebinding: a foreign page whose host name resolves to this machine sends that name as Host. Numeric
    addresses are always accepted, since they cannot be rebound.

    Args:
        app: the ASGI application to protect.
        host: the name or address that the server is bound to.
        names: further names, as those of a proxy, whose pages may have come by HTTPS and from another port.
    """

    def __init__(self, app: ASGIApp, host: str, names: Sequence[str] = ()) -> None:
        self.app = app
        self.allowed = {name.casefold() for name in names}
        self.names = {"localhost", host.casefold(), socket.gethostname().casefold(), *self.allowed}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        send = _with_headers(send)
        if refused := self._why_not(headers):
            await refusal(refused, 403)(scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        except asyncio.CancelledError:  # uvicorn waits no longer for what takes long, like a hint
            stopping = sentence("error-stopping", language(headers.get("accept-language", "")[:WISH_LENGTH]))
            await refusal(stopping, 503)(scope, receive, send)

    def _why_not(self, headers: dict[str, str]) -> str:
        host = headers.get("host", "")
        origin = headers.get("origin")
        if not self.known(host):
            return _not_here("host", host, _name(host))
        if origin in (None, f"http://{host}") or (page := _name(origin.partition("://")[2])) in self.allowed:
            return ""
        return _not_here("origin", origin, page)

    def known(self, host: str) -> bool:
        """Whether a Host header names this server."""
        name = _name(host)
        try:
            return name in self.names or bool(ipaddress.ip_address(name))
        except ValueError:
            return False


def _not_here(what: str, host: str, name: str) -> str:
    return f"the {what} {host!r} is not this server; if it is, start it with --allow-host {name or 'NAME'}"


def _name(host: str) -> str:
    """The name or address in a Host header, without the port; empty if it is no such header."""
    match = HOST.fullmatch(host)
    return (match["six"] or match["name"]).casefold() if match else ""


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            header_pairs = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message["headers"] = [*message["headers"], *header_pairs]
        await send(message)

    return sent


def token_of(request: Request) -> str:
    """The bearer token of a request; raises RefusedError if there is none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.casefold() != "bearer" or not token:
        raise RefusedError(401, "error-no-token")
    return token


def same(one: str, two: str) -> bool:
    """Whether two tokens are equal, compared in constant time."""
    return hmac.compare_digest(one.encode(), two.encode())


async def body_of(request: Request, largest: int) -> bytes:
    """The body of a request; raises RefusedError if it is too large, too slow or cut off."""
    large = RefusedError(413, "error-large", bytes=f"{largest:,}")
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length) > largest:
        raise large
    parts = []
    size = 0
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            async for part in request.stream():
                size += len(part)
                if size > largest:
                    raise large
                parts.append(part)
    except ClientDisconnect:
        raise RefusedError(400, "error-cut-off") from None
    except TimeoutError:
        raise RefusedError(408, "error-late", seconds=BODY_TIMEOUT_S) from None
    return b"".join(parts)
