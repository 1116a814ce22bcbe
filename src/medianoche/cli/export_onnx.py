"""`medianoche export-onnx`: a network for programs without the suite."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from medianoche import envs
from medianoche.cli.common import new_console
from medianoche.envs.core.registry import is_known


def export_onnx(
    net: Annotated[str, typer.Argument(help="A network's file, or the name of a game: the network that it has.")],
    out: Annotated[Path, typer.Argument(help="ONNX file to write.", show_default=False)],
    game: Annotated[
        str, typer.Option(metavar="MODULE:CLASS", help="The network's game, if it is one of your own.")
    ] = "",
) -> None:
    """Write a network as an ONNX file, with names of inputs and outputs and a note how to feed it.

    Example: medianoche export-onnx misty misty.onnx
    """
    from medianoche.agents.base import AgentError
    from medianoche.agents.network import Network, shipped
    from medianoche.agents.onnx_export import export_onnx as write

    network = Network.load(shipped(envs.game(net)) if net in envs.names() else Path(net))
    if not game and not is_known(network.header.game):
        raise AgentError(f"network {net} plays {network.header.game!r}; name a game of your own yourself (--game)")
    write(network, envs.game(game or network.header.game), out)
    new_console().print(f"written: {out} ({out.stat().st_size / 1e6:.1f} MB)", soft_wrap=True)
