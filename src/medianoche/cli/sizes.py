"""`medianoche sizes`: how large games are."""

from __future__ import annotations

from typing import Annotated

import typer

from medianoche import envs
from medianoche.cli.common import compiling, new_console
from medianoche.cli.options import Names


def sizes(
    names: Names = None,
    players: Annotated[int | None, typer.Option(help="Players at a table.", show_default="each game's default")] = None,
    probes: Annotated[int, typer.Option(min=100, max=10**6, help="Random games of each game.")] = 20_000,
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Seed of all chance.")] = 0,
) -> None:
    """Estimate how large games are: length, branching, game tree, states, information sets, hidden information.

    Prints a table in Markdown. benchmarks/SUITE.md explains the estimates and their limits.

    Example: medianoche sizes misty --probes 1000
    """
    from medianoche.benchmarks.studies import sizes as study
    from medianoche.benchmarks.studies.study import markdown

    rows = []
    console = new_console(stderr=True)
    for game in [envs.game(name) for name in names or envs.names()]:
        with compiling(console, game):
            game.batch(1)
        rows.append(study.measure(game, players, probes, seed).cells)
    typer.echo("\n".join(markdown(study.HEADINGS, rows)))
