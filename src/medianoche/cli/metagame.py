"""`medianoche metagame`: the empirical game of agents, its equilibrium, and cross-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from medianoche import envs
from medianoche.cli.common import compiling, game_options, new_console, progress_bar, publish
from medianoche.cli.options import GameOptions, Name, Players, Seed, Source, Workers
from medianoche.cli.stopping import Stopped
from medianoche.envs.core.content.source import pack_source

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.benchmarks.metagame.game import MetaGame
    from medianoche.benchmarks.metagame.page import SolvedGame


Agents = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="AGENT",
        help="Agents, networks' files, or folders of them; NAME=AGENT gives one a name. A network that `medianoche "
        "exploit` kept plays in the team with which it attacked.",
        show_default=False,
    ),
]
Add = Annotated[bool, typer.Option("--add", help="With all agents that are in OUT already.")]
Deals = Annotated[int, typer.Option(min=2, max=10**6, help="Deals of each pair; more may be asked for later.")]
CrossPlay = Annotated[
    str,
    typer.Option(
        "--cross-play",
        metavar="AGENT",
        help="Also cross-play: in the team with several seats two agents share the seats, against this one.",
        show_default="none",
    ),
]


def metagame(
    name: Name,
    agents: Agents = None,
    add: Add = False,
    deals: Deals = 200,
    against: CrossPlay = "",
    players: Players = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the results.", show_default="runs/metagame/GAME")] = None,
    seed: Seed = 0,
    pack: Source = "standard",
    option: GameOptions = None,
    workers: Workers = 1,
) -> None:
    """The empirical game (meta-game) of agents in a game for two teams: who wins how often in which role, the
    equilibrium of the matrix, and what each agent guarantees against all others.

    Writes OUT/metagame.md, metagame.svg and metagame.json; the games in it are not played again. Stopped at any moment,
    the same command goes on.

    Example: medianoche metagame nocturna greedy ppo net runs/exploit/nocturna/attackers

    medianoche metagame nocturna runs/new.safetensors --add --cross-play net
    """
    from medianoche.benchmarks.exploit.setup import AttackSetup
    from medianoche.benchmarks.metagame import page
    from medianoche.benchmarks.metagame.game import MetaGame

    console = new_console()
    game = envs.game(name)
    folder = out or Path("runs") / "metagame" / game.name
    setup = AttackSetup.create(game, players, "", pack_source(pack), seed, **game_options(game, option))
    meta = MetaGame(folder, setup)
    entrants = list(meta.played.members) if add else []
    entrants = list(dict.fromkeys([*entrants, *(entrant for text in agents or [] for entrant in meta.add(text))]))
    cells = meta.cells(entrants)
    cross = None
    if against:
        (opponent,), team = meta.add(against), meta.team_of_several()
        cells += meta.mixed_cells(entrants, team, opponent)
    with compiling(console, game):
        game.batch(1)
    try:
        with progress_bar(console) as bar:
            task = bar.add_task(game.name, total=None)
            for done, total in meta.play(cells, deals, workers):
                bar.update(task, completed=done, total=total)
    except (KeyboardInterrupt, Stopped):
        raise Stopped(f"{meta.file} holds the games that were played; the same command goes on") from None
    solved = page.solve(meta, entrants, deals)
    if against:
        cross = page.crossplay(meta, entrants, team, opponent, deals)
    show(console, meta, solved, cross)


def show(console: Console, meta: MetaGame, solved: SolvedGame, cross: tuple[str, list[str]] | None) -> None:
    """Print the equilibrium and the guarantees, and write the page with its picture; `cross`: see `page.page`."""
    from medianoche.benchmarks.metagame import page

    for line in page.summary(meta, solved):
        console.print(line, soft_wrap=True)
    for guarantee in solved.guarantees:
        share = page.percent(guarantee.worst)
        told = f"{guarantee.agent} as {guarantee.role} wins at least {share}%, against {guarantee.against}"
        console.print(f"  {told}", soft_wrap=True)
    picture = meta.file.with_suffix(".svg")
    text = page.page(meta, solved, cross, picture.name)
    publish(console, meta.file.with_suffix(".md"), text, picture, lambda file: page.draw(file, meta, solved))
