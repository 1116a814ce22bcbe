"""`medianoche engine`: other programs ask for positions and moves, in lines of JSON."""

from __future__ import annotations

import os
import secrets
import select
from collections.abc import Iterator
from typing import Annotated

import typer

from medianoche import envs
from medianoche.cli.common import compiling, new_console
from medianoche.cli.options import Name, port_option

READ_BYTES = 1 << 16
"""Bytes that are read at once, at most."""


def engine(
    name: Name,
    port: Annotated[
        int | None,
        port_option(
            "Answer over WebSocket at this port of 127.0.0.1 instead", show_default="standard input and output"
        ),
    ] = None,
    token: Annotated[
        str | None, typer.Option(help="With --port: what the address has to end with.", show_default="a random word")
    ] = None,
    allow_programs: Annotated[
        bool, typer.Option("--allow-programs", help="Requests may name exec:COMMAND, file.py:Class and pack files.")
    ] = False,
) -> None:
    """Answer requests of another program: one JSON object a line, one answer or more for each.

    The page on the engine has all messages. Nothing else is written to standard output; Ctrl-C stops.

    Example: medianoche engine misty <<< '{"type": "hello"}'
    """
    from medianoche.agents.engine.engine import Engine

    game = envs.game(name)
    console = new_console(stderr=True)

    def prepare() -> None:
        with compiling(console, game):
            game.new()

    if port is None:
        Engine(game, _print, allow_programs, prepare).run(_lines())
        return
    from medianoche.agents.engine.socket import serve

    def announce(address: str) -> None:
        console.print(f"listening at {address}; Ctrl-C stops", soft_wrap=True)

    serve(
        lambda write: Engine(game, write, allow_programs, prepare), port, token or secrets.token_urlsafe(16), announce
    )


def _lines() -> Iterator[bytes]:
    """The lines of standard input. A thread that waits in `sys.stdin` would hold its lock when the process ends."""
    from medianoche.agents.engine.messages import LINE_BYTES

    rest = b""
    while data := _read():
        *lines, rest = (rest + data).split(b"\n")
        yield from lines
        if len(rest) > LINE_BYTES:  # too long already: it is refused, and its end is another line
            yield rest
            rest = b""
    yield rest


def _read() -> bytes:
    """What comes from standard input; empty at its end, and where its terminal has gone."""
    while True:
        try:
            return os.read(0, READ_BYTES)
        except BlockingIOError:  # the program that started this one has made it non-blocking
            select.select([0], [], [])
        except OSError:
            return b""


def _print(line: str) -> None:
    left = memoryview(f"{line}\n".encode())
    while left:
        try:
            left = left[os.write(1, left) :]
        except BlockingIOError:
            select.select([], [1], [])
