"""Strength over work: networks of several sizes and seeds, rated in the frozen field after every tenth of a training.

`python -m medianoche.benchmarks.studies.scaling --help` is the command. A training is one stage of self-play from
random weights without advice, so that what is measured was learned; the learning rate falls over the whole training.
Ratings are found against the field's members that do not search.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from medianoche import envs
from medianoche.benchmarks import Estimate, FieldTable, Reference, placed
from medianoche.benchmarks.reference.field import newest
from medianoche.benchmarks.studies.levels import AGAINST
from medianoche.benchmarks.studies.study import carry_out, curve, markdown
from medianoche.benchmarks.studies.study import draw as draw_study
from medianoche.benchmarks.studies.unseen import mean
from medianoche.benchmarks.tournament.intervals import known_ends, stored_ends
from medianoche.envs.core import files
from medianoche.training import NetConfig, StagedAlgorithm, TrainingProgress, policy_file, seeds, train

if TYPE_CHECKING:
    from matplotlib.axes import Axes

POINTS = 10
"""Measurements of a training, at equal distances."""
ROUND = 100_000
"""Decisions of a round."""
STAGE = {
    "kind": "self-play",
    "minibatch_size": 4096,
    "gae_lambda": 0.95,
    "ent_coef": 0.03,
    "anneal_ent": 0.1,
    "heuristic": 0.2,
}
HEADINGS = ("game", "hidden layers", "seeds", "decisions, M", "CPU minutes", "Elo")


class NetworkRating(NamedTuple):
    """The rating of a network in the frozen field."""

    decisions: int  #: that it has learned from
    cpu_seconds: float  #: of its training
    elo: float
    low: float  #: 95% interval
    high: float


class ScalingRow(NamedTuple):
    """A size of network after so much work: the mean over seeds."""

    game: str
    hidden: str
    networks: int
    decisions: int  #: of the first seed; the others end a round with a few more or less
    cpu_seconds: float
    elo: Estimate


def config(game: str, hidden: tuple[int, ...], seed: int, decisions: int) -> NetConfig:
    """The configuration of one training."""
    round_size = min(ROUND, max(decisions // POINTS, 1))
    stage = {**STAGE, "rounds": max(round(decisions / round_size), POINTS), "num_steps": round_size}
    measured = {"every": 1 / POINTS, "opponents": [], "simulations": 0, "final_games": 0}
    return NetConfig.of_game(
        game, advice=False, hidden=hidden, seed=seed, threads=1, stages=[stage], evaluation=measured
    )


def ratings(folder: Path, config: NetConfig, table: FieldTable, field: str, games: int) -> list[NetworkRating]:
    """Train in `folder`, or go on there, and rate each network that was written; by decisions. Ratings are kept in the
    folder for each field and number of games.

    Raises:
        MedianocheError: the folder holds another training, or the field does not fit the game.
    """

    def report(at: TrainingProgress) -> None:
        if at.stage == "self-play" and at.done and at.done % max(at.total // POINTS, 1) == 0:
            typer.echo(f"{folder.name}: {at.decisions / 1e6:.2f} M decisions, {at.speed:,.0f}/s")

    # It refuses the folder of another training.
    train(StagedAlgorithm(config), folder, lambda _: {}, lambda *_: True, report)
    if (file := folder / f"ratings-{field}-{games}.json").is_file():
        stored = json.loads(file.read_text(encoding="utf-8"))
        return [NetworkRating(steps, cpu, elo, *stored_ends(low, high)) for steps, cpu, elo, low, high in stored]
    ((*points,),) = seeds.read([folder])
    network_ratings = []
    against = [member.agent for member in table.members if member.agent in AGAINST]
    for point in points:
        network = policy_file(folder, point.decisions)
        rating = placed(table, field, f"net:{network}", games, against)
        network_ratings.append(NetworkRating(point.decisions, point.cpu_seconds, *rating))
    rows = [(*rating[:-2], *known_ends(rating.low, rating.high)) for rating in network_ratings]
    files.write(file, json.dumps(rows).encode())
    return network_ratings


def rows(ratings_by_size: dict[tuple[str, str], list[list[NetworkRating]]]) -> Iterator[ScalingRow]:
    """The mean over seeds for each game, size and measurement."""
    for (game, hidden), trainings in ratings_by_size.items():
        for alike in zip(*trainings, strict=True):
            count = len(alike)
            elo = mean([Estimate(rating.elo, rating.low, rating.high) for rating in alike])
            seconds = sum(rating.cpu_seconds for rating in alike) / count
            yield ScalingRow(game, hidden, count, alike[0].decisions, seconds, elo)


def table_of(lines: list[ScalingRow]) -> str:
    """The rows as a table of markdown."""
    cells = [
        (
            line.game,
            line.hidden,
            str(line.networks),
            f"{line.decisions / 1e6:.3g}",
            f"{line.cpu_seconds / 60:.3g}",
            f"{line.elo.value:.0f} ± {line.elo.reach:.0f}",
        )
        for line in lines
    ]
    return "\n".join(markdown(HEADINGS, cells)) + "\n"


def draw(file: Path, lines: list[ScalingRow]) -> None:
    """Write Elo over decisions and over CPU minutes as a picture (SVG): a row for each game, a line for each size."""
    from matplotlib.ticker import LogLocator, NullFormatter

    games = list(dict.fromkeys(line.game for line in lines))

    def paint(axes: Axes, game: str, work: str) -> None:
        for hidden in dict.fromkeys(line.hidden for line in lines if line.game == game):
            curve_lines = [line for line in lines if (line.game, line.hidden) == (game, hidden)]
            x = [line.decisions / 1e6 if work == "decisions" else line.cpu_seconds / 60 for line in curve_lines]
            curve(axes, x, [line.elo for line in curve_lines], band=True, markersize=3, label=hidden)
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.xaxis.set_major_formatter("{x:g}")
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set(xlabel={"decisions": "million decisions", "time": "CPU minutes"}[work], ylabel="Elo", title=game)
        axes.legend(frameon=False)

    draw_study(file, (3.7, 2.8), games, ("decisions", "time"), paint)


def widths(size: str) -> tuple[int, ...]:
    """The hidden layers that "128-64" names. Raises typer.BadParameter if it is no such text."""
    parts = size.split("-")
    if not all(part.isdecimal() for part in parts):
        raise typer.BadParameter(f"--sizes: {size!r}; accepted: widths with dashes, as 128-64")
    return tuple(map(int, parts))


def main(
    games: Annotated[list[str], typer.Argument(help="Names of games.")],
    sizes: Annotated[str, typer.Option(help="Hidden layers, sizes with commas.")] = "64-32,128-64,256-128",
    seed: Annotated[list[int] | None, typer.Option(help="Can be repeated.", show_default="0, 1, 2")] = None,
    decisions: Annotated[int, typer.Option(min=POINTS, help="Of each training.")] = 10_000_000,
    field_games: Annotated[int, typer.Option(min=100, help="Of each rating.")] = 400,
    field: Annotated[Path | None, typer.Option(help="A frozen field.", show_default="the newest")] = None,
    out: Annotated[Path, typer.Option(help="Folder of the trainings.")] = Path("runs/scaling"),
) -> None:
    """Train networks of several sizes with several seeds, and print and draw their Elo over decisions and CPU time.

    Stopped at any moment, the same command goes on. Two commands with other games or sizes may share a folder.

    Example: python -m medianoche.benchmarks.studies.scaling nocturna --decisions 10000000
    """
    reference = Reference.read(field or newest())
    ratings_by_size: dict[tuple[str, str], list[list[NetworkRating]]] = {}
    trials = product(seed or [0, 1, 2], games, sizes.split(","))
    for number, game, size in dict.fromkeys(trials):
        training = config(game, widths(size), number, decisions)
        table = reference.table(envs.game(game), training.players[0] if training.players else None)
        folder = out / f"{envs.game(game).name}-{size}-{number}"
        ratings_by_size.setdefault((game, size), []).append(
            ratings(folder, training, table, reference.name, field_games)
        )
    lines = list(rows(ratings_by_size))
    typer.echo(table_of(lines), nl=False)
    draw(out / "scaling.svg", lines)


if __name__ == "__main__":
    carry_out(main)
