"""`medianoche export-engine`: a game for programs without Python."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from medianoche import envs
from medianoche.cli.common import new_console, options_from, require_compiler
from medianoche.cli.options import Name
from medianoche.places import has_net


def export_engine(
    name: Name,
    target: Annotated[str, typer.Option(help="x86_64, aarch64, windows or wasm32.")],
    out: Annotated[Path | None, typer.Option(help="Folder to write.", show_default="GAME-TARGET")] = None,
    pack: Annotated[
        list[str] | None, typer.Option(help="A pack, by name, file or seed; several make several numbers.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(help="Options of every game, as key=value; without one, presets of all variants."),
    ] = None,
    net: Annotated[str, typer.Option(help="The network: a file, or none.", show_default="the game's own, if any")] = "",
) -> None:
    """Write a game as a library in C or as a WebAssembly module: rules, heuristic, network and search, without Python.
    Values of duels that lie beside the network's file are written with it.

    Example: medianoche export-engine misty --target wasm32
    """
    from medianoche.agents.duels import DuelValues
    from medianoche.agents.export.engine import export_engine as write
    from medianoche.agents.network import Network, shipped
    from medianoche.agents.valued import values_beside
    from medianoche.envs.core.content.source import pack_source

    require_compiler()
    game = envs.game(name)
    console = new_console()
    ships_network = has_net(game.name) and game.content.location == game.name
    file = None if net == "none" else Path(net) if net else shipped(game) if ships_network else None
    network = Network.load(file) if file else None
    beside = values_beside(file) if file else None
    values = DuelValues.load(beside) if beside else None
    folder = out or Path(f"{game.name}-{target}")
    with console.status(f"compiling {game.name} for {target}, up to a minute"):
        packs = [pack_source(text) for text in pack or ["standard"]]
        written = write(game, folder, target, packs, options_from(option) if option else None, network, values)
    for file_written in written:
        console.print(f"written: {file_written} ({file_written.stat().st_size / 1e3:,.1f} kB)", soft_wrap=True)
