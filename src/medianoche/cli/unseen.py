"""`medianoche unseen`: how well networks play on content packs that no training used."""

from __future__ import annotations

import shlex
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from medianoche import envs
from medianoche.cli.common import compiling, new_console, publish
from medianoche.cli.options import DECISION_LIMIT
from medianoche.cli.stopping import Stopped
from medianoche.cli.train import show_net, training_bar

FOLDER = Path("runs/unseen")
PACKS = (1, 10, 100, 1000)
OPPONENTS = ("greedy", "flat:4", "random")


def unseen(
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME", help="Names of games with generated packs, or module:Class of your own.", show_default=False
        ),
    ],
    packs: Annotated[
        list[int] | None, typer.Option(help="Numbers of packs to learn from.", show_default=" ".join(map(str, PACKS)))
    ] = None,
    seeds: Annotated[int, typer.Option(min=1, max=1000, help="Networks for each number of packs.")] = 5,
    decisions: Annotated[int, typer.Option(min=100, max=DECISION_LIMIT, help="Decisions of each training.")] = 400_000,
    held_out: Annotated[int, typer.Option(min=2, max=2**15, help="Packs that are used for measuring alone.")] = 200,
    deals: Annotated[int, typer.Option(min=2, max=10**6, help="Deals of each measurement.")] = 200,
    opponents: Annotated[
        list[str] | None, typer.Option(help="Agents to measure against.", show_default=" ".join(OPPONENTS))
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the results.")] = FOLDER,
) -> None:
    """Measure generalisation: networks that learned from few content packs, on packs that no training used.

    Trains new networks on each number of generated packs, measures each on its own packs and on held-out ones, and
    writes OUT/unseen.md and OUT/unseen.svg. Stopped at any moment, the same command goes on.

    Example: medianoche unseen misty nocturna --packs 1 10 100 1000 --seeds 5
    """
    from medianoche.benchmarks.studies import unseen as study

    console = new_console()
    numbers = list(packs or PACKS)
    agents = tuple(opponents or OPPONENTS)
    settings = {"decisions": decisions, "held_out": held_out, "deals": deals, "opponents": agents}
    trials = []
    for trial in study.trials(games, numbers, seeds, **settings):
        with compiling(console, game := envs.game(trial.game)):
            game.batch(1)
        folder = out / game.name / f"{trial.packs}-{trial.seed}"
        done = (folder / study.MEASURED).exists()
        try:
            with nullcontext() if done else training_bar(console) as bar:
                trials.append(study.carried_out(trial, folder, partial(show_net, bar) if bar else None))
        except (KeyboardInterrupt, Stopped):
            raise Stopped(f"the same command goes on; what is done is kept in {out}") from None
        gaps = ", ".join(f"gap against {name} {study.point_words(trials[-1].gap(name))}" for name in agents)
        console.print(f"{trial.game}, {trial.packs:,} packs, seed {trial.seed}: {gaps}", soft_wrap=True)
    picture = out / "unseen.svg"
    words = ["medianoche", "unseen", *games, "--packs", *map(str, numbers), "--seeds", str(seeds)]
    words += ["--decisions", str(decisions), "--held-out", str(held_out), "--deals", str(deals)]
    words += ["--opponents", *agents]
    text = study.page(trials, shlex.join(words), picture.name)
    publish(console, out / "unseen.md", text, picture, lambda file: study.draw(file, trials))
