"""`medianoche mcp`: language models play over the Model Context Protocol."""

from __future__ import annotations

from typing import Annotated

import typer

from medianoche.cli.options import Names


def mcp(
    games: Names = None,
    legal: Annotated[
        bool, typer.Option("--legal/--no-legal", help="Whether the model may list its legal actions.")
    ] = True,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=2**64 - 1,
            help="Seed of the deals, one after another; the model chooses none.",
            show_default="every deal is random",
        ),
    ] = None,
) -> None:
    """Serve the games to a language model over standard input and output (Model Context Protocol).

    Needs the extra `mcp`: pip install 'medianoche\\[mcp]'. The page on the engine says how to add it to a client.

    Example: medianoche mcp --no-legal

    medianoche mcp my_game:MyGame
    """
    from medianoche.agents.engine.mcp_server import make_server

    make_server(legal, seed, games or ()).run()
