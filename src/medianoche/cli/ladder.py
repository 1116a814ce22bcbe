"""`medianoche ladder`: strategic depth of a game, from search budgets that double."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from medianoche import envs
from medianoche.cli.common import game_options, new_console, publish
from medianoche.cli.options import GAME_LIMIT, GameOptions, Players, Ray, Seed, Source, Workers
from medianoche.cli.tournament import play
from medianoche.envs.core.content.source import pack_source

if TYPE_CHECKING:
    from medianoche.benchmarks.tournament.spec import Spec
    from medianoche.benchmarks.tournament.sprt import Sprt

FOLDER = Path("runs/ladder")


def ladder(
    games: Annotated[
        list[str],
        typer.Argument(metavar="GAME", help="Names of games, or module:Class of your own.", show_default=False),
    ],
    agent: Annotated[
        str, typer.Option(help="An agent with a budget, without it: ismcts, flat, net; {} where it is not at the end.")
    ] = "ismcts",
    first: Annotated[int, typer.Option("--from", help="The first budget.")] = 16,
    last: Annotated[int, typer.Option("--to", help="No budget above this one.")] = 4096,
    elo1: Annotated[float, typer.Option(help="H1: a doubling is worth so many normalised Elo, so it pays.")] = 20.0,
    elo0: Annotated[float, typer.Option(help="H0: it is worth so many, so it does not pay.")] = 0.0,
    alpha: Annotated[float, typer.Option(help="Probability of accepting H1 where H0 holds.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Probability of accepting H0 where H1 holds.")] = 0.05,
    fewest: Annotated[int, typer.Option(min=0, max=GAME_LIMIT, help="Deals of a step at least.")] = 100,
    most: Annotated[
        int, typer.Option("--games", min=1, max=GAME_LIMIT, help="A step is undecided after so many games.")
    ] = 20_000,
    players: Players = None,
    out: Annotated[Path, typer.Option(help="Folder of the results.")] = FOLDER,
    seed: Seed = 0,
    pack: Source = "standard",
    option: GameOptions = None,
    workers: Workers = 1,
    ray: Ray = None,
) -> None:
    """Measure strategic depth: double an agent's search budget until a sequential test says that its rating stops
    rising.

    Writes OUT/ladder.svg and OUT/ladder.md. Stopped at any moment, the same command goes on.

    Example: medianoche ladder misty nocturna --agent ismcts --from 16 --to 1024
    """
    from medianoche.benchmarks.studies import ladder as ladders
    from medianoche.benchmarks.tournament.sprt import Hypotheses

    console = new_console()
    test = Hypotheses(elo0, elo1, alpha, beta, "normalised", fewest)
    settings = {name: game_options(envs.game(name), option) for name in games}

    def step(spec: Spec, folder: Path, sprt: Sprt) -> None:
        play(console, spec, folder, most, sprt, workers=workers, ray=ray)

    rungs: list[list[ladders.Rung]] = []
    for name, options in settings.items():
        rungs.append([])
        arguments = {"players": players, "seed": seed, "pack": pack_source(pack), **options}
        for rung in ladders.climb(step, name, agent, (first, last), test, out, **arguments):
            rungs[-1].append(rung)
            *cells, verdict = rung.cells()
            words = zip(ladders.HEADINGS, cells, strict=False)
            console.print(", ".join(f"{heading} {cell}" for heading, cell in words) + f": {verdict}", soft_wrap=True)
        console.print(ladders.depth(rungs[-1]), style="bold", soft_wrap=True)
    text = ladders.table(agent, rungs)
    publish(console, out / "ladder.md", text, out / "ladder.svg", lambda file: ladders.draw(file, agent, rungs))
