"""Generalisation to unseen content: networks trained on 1, 10, 100 or 1,000 packs, measured on held-out packs.

The question and the plot are those of Cobbe, Hesse, Hilton, Schulman, "Leveraging procedural generation to benchmark
reinforcement learning" (ICML 2020), with generated packs in place of levels. Every network is initialised at random and
learns from the same number of decisions, by self-play with a share of games against the hand-written policy. It is
measured on its training packs and on held-out packs. Deals of one pack are not independent, so the unit of the
intervals is the pack on held-out packs, the deal on training packs, and the network where several were trained.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from pydantic import TypeAdapter

from medianoche import envs
from medianoche.agents import agent
from medianoche.benchmarks import Estimate, Schedule, Spec, TournamentError, share_interval
from medianoche.benchmarks.strength import dealt
from medianoche.benchmarks.studies.study import curve, markdown
from medianoche.benchmarks.studies.study import draw as draw_study
from medianoche.benchmarks.tournament.intervals import TAIL, student
from medianoche.envs.core import files
from medianoche.envs.core.content.stream import PACK_LIMIT
from medianoche.envs.core.errors import choices
from medianoche.training import POLICY, NetConfig, StagedAlgorithm, TrainingProgress, train
from medianoche.training.settings import differing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HELD_OUT = "random:0"
"""The stream of held-out packs; training uses random:1, random:2, ... for the seeds 0, 1, ..."""
ROUND = 40_000
"""Decisions of a round of self-play."""
MEASURED = "measured.json"
QUESTION = (
    "Does a network that learned from a few content packs play as well with packs it has never seen? The question is "
    "that of Procgen (Cobbe, Hesse, Hilton, Schulman, *Leveraging procedural generation to benchmark reinforcement "
    "learning*, ICML 2020), with generated packs in place of levels. The tables have shares of the points against "
    "agents that did not learn from packs."
)
SEEN = "training packs"
UNSEEN = "held-out packs"
HEADINGS = ("packs", "networks", "against", SEEN, UNSEEN, "gap")


@dataclass(frozen=True)
class Trial:
    """A network to train and to measure."""

    game: str  # name of the game
    packs: int  # number of training packs
    seed: int  # seed of the packs and of all chance
    decisions: int  # decisions to learn from
    held_out: int  # number of held-out packs
    deals: int  # deals of each measurement
    opponents: tuple[str, ...]  # agents to measure against

    @property
    def sources(self) -> dict[str, str]:
        """The packs to measure on: training packs, then held-out packs."""
        return {SEEN: f"random:{self.seed + 1}:{self.packs}", UNSEEN: f"{HELD_OUT}:{self.held_out}"}

    @property
    def config(self) -> NetConfig:
        """The training's configuration: the game's own with one stage of self-play and without evaluations."""
        rounds = max(round(self.decisions / ROUND), 1)
        round_size = min(self.decisions, ROUND)
        stage = {"kind": "self-play", "rounds": rounds, "num_steps": round_size, "heuristic": 0.35}
        return NetConfig.of_game(
            self.game,
            pack=self.sources[SEEN],
            seed=self.seed,
            threads=1,
            advice=False,
            stages=[stage],
            evaluation={"every": 1.0},
        )


def share_words(estimate: Estimate) -> str:
    """A share of the points."""
    return f"{estimate.value:.1%} ± {100 * estimate.reach:.1f}"


def point_words(estimate: Estimate) -> str:
    """A difference of shares in percentage points."""
    return f"{100 * estimate.value:+.1f} ± {100 * estimate.reach:.1f}"


@dataclass(frozen=True)
class Measured:
    """The result of a trial: points won and lost on each unit by packs (SEEN, UNSEEN) and opponent."""

    trial: Trial
    points: dict[str, dict[str, list[tuple[float, float]]]]

    def share(self, packs: str, opponent: str) -> Estimate:
        """The network's share of the points."""
        won, lost = np.array(self.points[packs][opponent]).T
        interval = share_interval(won, won + lost)
        return Estimate.around(float(interval.share), float(interval.high - interval.low) / 2)

    def gap(self, opponent: str) -> Estimate:
        """How much more it wins on packs that it has seen."""
        seen = self.share(SEEN, opponent)
        unseen = self.share(UNSEEN, opponent)
        return Estimate.around(seen.value - unseen.value, float(np.hypot(seen.reach, unseen.reach)))


class UnseenRow(NamedTuple):
    """A row of the table: all networks of a game with one number of training packs, against one opponent."""

    game: str
    packs: int
    opponent: str
    networks: int
    seen: Estimate
    unseen: Estimate
    gap: Estimate

    def cells(self) -> tuple[str, ...]:
        """The cells of the row, under HEADINGS."""
        shares = share_words(self.seen), share_words(self.unseen), point_words(self.gap)
        return f"{self.packs:,}", str(self.networks), self.opponent, *shares


def trials(games: list[str], packs: list[int], seeds: int, **settings: Any) -> list[Trial]:
    """All trials of a study, one seed after another, so that an interrupted study is a smaller study. Raises
    MedianocheError if a number is not accepted, or a game has no generated packs."""
    if not packs or not all(1 <= count <= PACK_LIMIT for count in packs):
        raise TournamentError(
            f"--packs: {', '.join(map(str, packs)) or 'none'}; accepted: numbers from 1 to {PACK_LIMIT}"
        )
    for what, names in (("--packs", packs), ("games", games), ("--opponents", settings["opponents"])):
        if len(set(names)) < len(names):
            raise TournamentError(f"{what} {choices(names)}: one of them is named twice; accepted: each once")
    planned = [
        Trial(game, count, seed, **settings) for seed in range(seeds) for game in games for count in sorted(packs)
    ]
    for trial in {trial_planned.game: trial_planned for trial_planned in planned}.values():
        for opponent in trial.opponents:  # raises before the first training
            agent(opponent)
        envs.game(trial.game).content.with_packs([trial.sources[UNSEEN]])
    return planned


def carried_out(trial: Trial, folder: Path, report: Callable[[TrainingProgress], None] | None = None) -> Measured:
    """Train and measure a trial in `folder`, or continue it. Raises MedianocheError if `folder` holds another trial."""
    file = folder / MEASURED
    if not file.exists():
        train(StagedAlgorithm(trial.config), folder, lambda _: {}, lambda *_: True, report)
        points = {
            packs: {name: played(trial, folder / POLICY, name, packs).tolist() for name in trial.opponents}
            for packs in trial.sources
        }
        files.write(file, json.dumps({"trial": asdict(trial), "points": points}) + "\n")
    kept = files.from_json(TypeAdapter(Measured), files.read(file, TournamentError), file, TournamentError)
    if difference := differing(asdict(kept.trial), asdict(trial), ()):
        raise TournamentError(f"{folder} holds another study ({difference}); name another --out")
    if {name: set(of) for name, of in kept.points.items()} != {packs: set(trial.opponents) for packs in trial.sources}:
        raise TournamentError(f"{file} is damaged; remove it")
    return kept


def played(trial: Trial, network: Path, opponent: str, packs: str) -> np.ndarray:
    """Points won and lost by a network: float64[deals, 2] on training packs, float64[packs, 2] on held-out packs."""
    spec = Spec.create(trial.game, [f"net:{network}", opponent], seed=1, pack=trial.sources[packs])
    points = dealt(spec, trial.deals * Schedule.from_spec(spec).cycle)
    return points if packs == SEEN else by_pack(points, spec.deal_seed(0), trial.held_out)


def by_pack(points: np.ndarray, seed: int, packs: int) -> np.ndarray:
    """Sum the points of each pack; the game seeds of the deals count up from `seed`, the stream has `packs` packs."""
    numbers = (seed + np.arange(len(points))) % packs
    return np.array([points[numbers == number].sum(axis=0) for number in np.unique(numbers)])


def mean(estimates: list[Estimate]) -> Estimate:
    """The mean over networks; its interval is at least as wide as the networks' own intervals imply."""
    values, reaches = np.array([(estimate.value, estimate.reach) for estimate in estimates]).T
    count = len(estimates)
    inner = float(np.sqrt((reaches**2).sum())) / count
    outer = student(count - 1, TAIL) * values.std(ddof=1) / np.sqrt(count) if count > 1 else 0.0
    return Estimate.around(float(values.mean()), max(inner, float(outer)))


def lines(measurements: list[Measured]) -> Iterator[UnseenRow]:
    """The rows of the table, by games, opponents and packs."""
    for game in dict.fromkeys(measurement.trial.game for measurement in measurements):
        of_game = [measurement for measurement in measurements if measurement.trial.game == game]
        for opponent in of_game[0].trial.opponents:
            for packs in dict.fromkeys(measurement.trial.packs for measurement in of_game):
                alike = [measurement for measurement in of_game if measurement.trial.packs == packs]
                seen, unseen = (
                    mean([measurement.share(of, opponent) for measurement in alike]) for of in (SEEN, UNSEEN)
                )
                gap = mean([measurement.gap(opponent) for measurement in alike])
                yield UnseenRow(game, packs, opponent, len(alike), seen, unseen, gap)


def grouped(table: list[UnseenRow]) -> list[list[UnseenRow]]:
    """The lines of each game and opponent."""
    return [list(group) for _, group in groupby(table, lambda line: (line.game, line.opponent))]


def finding(group: list[UnseenRow]) -> str:
    """What the lines of one game and opponent say."""
    few = group[0]
    many = group[-1]
    gained = Estimate.around(many.unseen.value - few.unseen.value, float(np.hypot(many.unseen.reach, few.unseen.reach)))
    return (
        f"{few.game} against `{few.opponent}`, held-out packs: from {few.packs:,} to {many.packs:,} training packs the "
        f"share of the points changes by {point_words(gained)} points of a hundred"
    )


def page(measurements: list[Measured], command: str, picture: str) -> str:
    """All of it as a page of markdown."""
    table = list(lines(measurements))
    text = [
        "# Content never seen",
        "",
        *wrapped(QUESTION),
        "",
        *[f"- {finding(group)}" for group in grouped(table)],
        "",
    ]
    text += [f"![Shares of the points on packs that were learned from, and on others]({picture})", ""]
    for game, group in groupby(table, lambda line: line.game):
        text += [f"## {game}", "", *markdown(HEADINGS, [line.cells() for line in group]), ""]
    text += ["## How", "", *wrapped(how(measurements[0].trial)), "", "```sh", command, "```", ""]
    return "\n".join(text)


def how(trial: Trial) -> str:
    """What was done, in a paragraph."""
    return (
        f"Every network starts from random weights and learns from {trial.decisions:,} decisions of self-play (35% of "
        "the games against `greedy`). Each game is on a pack drawn from the packs of this network. The network sees "
        "the observation alone. With the same seed, the larger set of packs contains the smaller one. "
        f"A network is measured twice, on {trial.deals:,} deals with all seatings of each: on the packs that it "
        f"learned from, and on {trial.held_out:,} packs that no network learned from (`{HELD_OUT}:{trial.held_out}`). "
        "A gap is the difference of these two shares, in points of a hundred. Intervals are 95%, by Student's t over "
        "networks, which differ in their packs and their random numbers. An interval is never narrower than the games "
        "of each network allow. For the games of one network the unit is the pack if the packs are held out, since "
        "deals of one pack depend on each other. On training packs the unit is the deal. About one in twenty intervals "
        "misses the truth."
    )


def draw(file: Path, measurements: list[Measured]) -> None:
    """Write the shares over the number of packs as a picture (SVG): a column for each game, a row for each opponent."""
    from medianoche.benchmarks.tournament.plots import HAZE, MOON

    rows = {(group[0].opponent, group[0].game): group for group in grouped(list(lines(measurements)))}
    opponents, games = (list(dict.fromkeys(names)) for names in zip(*rows, strict=True))

    def paint(axes: Axes, opponent: str, game: str) -> None:
        group = rows[opponent, game]
        packs = [line.packs for line in group]
        for name, colour, shares in ((SEEN, HAZE, [o.seen for o in group]), (UNSEEN, MOON, [o.unseen for o in group])):
            inside = [Estimate(estimate.value, max(estimate.low, 0), min(estimate.high, 1)) for estimate in shares]
            curve(axes, packs, inside, band=True, markersize=4, color=colour, label=name)
        axes.set_xscale("log")
        axes.set(xlabel="packs learned from", ylabel=f"points against {opponent}", title=game)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.3g}%")
        if (opponent, game) == (opponents[0], games[0]):
            axes.legend(frameon=False)

    draw_study(file, (3.7, 2.8), opponents, games, paint, "x")


def wrapped(text: str) -> list[str]:
    """`text` in lines of a page."""
    return textwrap.wrap(text, 118, break_long_words=False, break_on_hyphens=False)
