"""`medianoche puzzles`: positions in which one choice matters, from games of agents against themselves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from medianoche import envs
from medianoche.cli.common import compiling, game_options, new_console, progress_bar, write_text
from medianoche.cli.options import GameOptions, Name, Players, Seed, Source
from medianoche.cli.stopping import Stopped
from medianoche.envs.core.content.source import pack_source
from medianoche.envs.core.errors import GameError, writing

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.agents.puzzles import Puzzle, PuzzlePlan

SEARCH, DEEP_SEARCH = "ismcts:500", "ismcts:4000"
NET, DEEP_NET = "net:64", "net:1024"
"""Who plays and who judges, in games without a network and with one."""


def puzzles(
    name: Name,
    games: Annotated[int, typer.Option(min=1, max=10**6, help="Games to look for puzzles in.")] = 100,
    count: Annotated[int, typer.Option(min=1, max=10_000, help="Puzzles to keep, those with the greatest leads.")] = 30,
    agent: Annotated[
        str | None,
        typer.Option(help="The agent that plays all seats.", show_default=f"{NET}, without a network {SEARCH}"),
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option(
            help="The agent that judges the choices; it should see further.",
            show_default=f"{DEEP_NET}, without a network {DEEP_SEARCH}",
        ),
    ] = None,
    players: Players = None,
    pack: Source = "standard",
    option: GameOptions = None,
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option(help="File to write.", show_default="GAME.puzzles.json")] = None,
) -> None:
    """Make puzzles: positions in which one choice is worth much more than all others, and is not the obvious one.

    The agent plays against itself, and the judge gives each choice a value. docs/guides/play.md describes the file;
    `medianoche ui` shows one of the suite's own puzzles a day.

    Example: medianoche puzzles misty --games 200 --seed 1 --out misty.json
    """
    from medianoche.agents.puzzles import PuzzlePlan, as_text, chosen
    from medianoche.places import has_net

    if seed < 0:
        raise GameError(f"seed {seed} is not accepted; accepted: 0 or more")
    console = new_console()
    game = envs.game(name)
    usual, deep = (NET, DEEP_NET) if has_net(game.name) else (SEARCH, DEEP_SEARCH)
    chosen_options = tuple(game_options(game, option).items())
    plan = PuzzlePlan(game, agent or usual, judge or deep, games, seed, players, pack_source(pack), chosen_options)
    with compiling(console, game):
        plan.check()
    file = out or Path(f"{game.name}.puzzles.json")
    made = looked_for(console, plan)
    kept = chosen(made, count)
    if not kept:
        console.print(f"{game.name}: no puzzle in {games} games, no file is written; more --games may have one")
        return
    with writing(file):
        write_text(file, as_text(kept))
    leads = [puzzle.solution.lead for puzzle in kept]
    led = f"their answers lead by {min(leads):.2f} to {max(leads):.2f}"
    console.print(f"{game.name}: {len(made)} puzzles in {games} games, {len(kept)} are kept; {led}", soft_wrap=True)
    console.print(f"written: {file}", soft_wrap=True)


def looked_for(console: Console, plan: PuzzlePlan) -> list[Puzzle]:
    """Play the games of a plan with a progress bar; returns all puzzles."""
    from medianoche.agents.puzzles import puzzles_of_games

    made: list[Puzzle] = []
    try:
        with progress_bar(console) as bar:
            task = bar.add_task(plan.game.name, total=plan.games)
            for part in puzzles_of_games(plan):
                made += part
                bar.update(task, advance=1)
    except (KeyboardInterrupt, Stopped):
        raise Stopped("nothing is kept; the same command starts again") from None
    return made
