"""All learners side by side: the same game, network, beginning, decisions, opponents and measurements.

Each begins with random weights and plays against itself and its former selves; everything else is a learner's own
default. Their curves are over decisions, and over CPU seconds of playing and learning.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from medianoche import envs
from medianoche.benchmarks import Estimate, Evaluator
from medianoche.benchmarks.studies.study import carry_out, draw, markdown
from medianoche.training import LEARNERS, LearnerName, NetConfig, StagedAlgorithm, seeds, train

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from medianoche.training import NetworkAlgorithm

OPPONENT = "greedy"
FIGURE = f"against {OPPONENT}"
ROUND = 32_768
"""Decisions in a round of the compiled learner, about, as in the others' defaults."""
EVALUATION = {"every": 0.1, "simulations": 0, "final_games": 0, "opponents": (OPPONENT,)}
HEADINGS = ("game", "learner", "decisions", "points at first", "points at last", "seeds", "CPU seconds")


def algorithm(learner: LearnerName, game: str, seed: int, decisions: int, games: int) -> NetworkAlgorithm:
    """A training of `learner`, which is named as by `medianoche train --learner`."""
    tables: dict[str, Any] = {"game": game, "seed": seed, "evaluation": {**EVALUATION, "games": games}}
    if learner == "net":
        steps = min(decisions, ROUND)
        stage = {"kind": "self-play", "rounds": round(decisions / steps), "num_steps": steps}
        return StagedAlgorithm(NetConfig.from_tables(learner, {**tables, "threads": 1, "stages": [stage]}))
    import torch

    torch.set_num_threads(1)
    tables["total_decisions"] = decisions
    if learner == "ppo":
        tables["league"] = {"latest": 0.9, "snapshots": 0.1, "agents": {}}
    entry = LEARNERS[learner]
    return entry.algorithm(entry.config.from_tables(learner, tables), "cpu")


def trained(folder: Path, learner: LearnerName, game: str, seed: int, decisions: int, games: int) -> Path:
    """Train, or go on with a training, in a folder below `folder`; returns it."""
    out = folder / f"{envs.game(game).name}-{learner}-{seed}"
    made = algorithm(learner, game, seed, decisions, games)
    train(made, out, Evaluator(made.config).measure, promote=lambda _new, _best: True)
    return out


def row(game: str, learner: LearnerName, points: Sequence[Sequence[seeds.SeedPoint]]) -> tuple[str, ...]:
    """The cells of HEADINGS: means over the seeds, with the least and the greatest value."""
    decisions, seconds, values = seeds.curve_of(points, FIGURE)
    first, last = (
        Estimate(column.mean(), column.min(), column.max()).words(".1%") for column in (values[:, 0], values[:, -1])
    )
    return envs.game(game).title, learner, f"{decisions[-1]:,.0f}", first, last, str(len(values)), f"{seconds[-1]:.0f}"


def paint(points: dict[tuple[str, str], list[list[seeds.SeedPoint]]], axes: Axes, game: str, unit: str) -> None:
    """Draw the curves of a game over `unit`, the mean and the range of the seeds."""
    for learner in LEARNERS:
        decisions, seconds, values = seeds.curve_of(points[game, learner], FIGURE)
        x = decisions / 1000 if unit == "thousand decisions" else seconds
        (line,) = axes.plot(x, values.mean(axis=0), marker="o", markersize=3, label=learner)
        axes.fill_between(x, values.min(axis=0), values.max(axis=0), color=line.get_color(), alpha=0.2, linewidth=0)
    axes.set(xlabel=unit, ylabel=f"points {FIGURE}", title=envs.game(game).title, ylim=(0, None), xlim=(0, None))
    axes.legend(frameon=False)


def main(
    games: Annotated[list[str], typer.Argument(help="Names of games.")],
    decisions: Annotated[int, typer.Option(min=1, help="Of each training.")] = 300_000,
    count: Annotated[int, typer.Option("--seeds", min=1, help="Trainings of each learner.")] = 3,
    evaluation: Annotated[int, typer.Option(min=2, help="Games of each measurement.")] = 400,
    out: Annotated[Path, typer.Option(help="Folder of the trainings.")] = Path("runs/learners"),
) -> None:
    """Train with all learners, and print and draw how they learn. Stopped at any moment, the same command goes
    on.

    Example: python -m medianoche.benchmarks.studies.learners misty nocturna
    """
    folders: dict[tuple[str, str], list[Path]] = {}
    for seed, game, learner in product(range(count), games, LEARNERS):
        folder = trained(out, learner, game, seed, decisions, evaluation)
        folders.setdefault((game, learner), []).append(folder)
        typer.echo(f"{folder} is trained")
    points = {key: seeds.read(folder) for key, folder in folders.items()}
    draw(out / "learners.svg", (4.2, 2.8), games, ("thousand decisions", "CPU seconds"), lambda *at: paint(points, *at))
    typer.echo("\n".join(markdown(HEADINGS, [row(*key, points[key]) for key in product(games, LEARNERS)])))


if __name__ == "__main__":
    carry_out(main)
