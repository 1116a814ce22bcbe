"""Levels of play: choose the agents behind the words, rate them on the frozen field, write `agents/levels.toml`.

The ratings that the levels of a game are meant to have divide the distance from `random` to the strongest level evenly:
`SHARES`. To choose the agents, a few blurs are rated; the rating falls with the blur, and the blur for a wanted rating
is interpolated between them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import tomli_w

from medianoche.agents import agent, ask
from medianoche.agents.levels import WORDS, Level, MeasuredLevels
from medianoche.benchmarks.reference.place import expected
from medianoche.benchmarks.studies.study import markdown
from medianoche.envs.core import files

if TYPE_CHECKING:
    from medianoche import Game
    from medianoche.benchmarks import FieldTable, Interval
    from medianoche.benchmarks.reference.place import PlacedRating

    Rater = Callable[[str], PlacedRating]
    Meeting = Callable[[str, str], Interval]

STRONGEST = "net:1000"
SHARES = (0.1, 0.325, 0.55, 0.775)
"""Of the distance in Elo from random to the strongest level: where the levels below it are meant to be."""
BLURS = (0.5, 1.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 40.0)
"""Blurs that are rated to find the others between them."""
AGAINST = ("random", "greedy", "ppo", "net")
"""Members of the field that the levels meet: those that decide within a fraction of a millisecond."""
WARM, TIMED = 5, 60
"""Decisions before the clock starts, and decisions that it measures."""
HEADER = """# Levels of play, written by `medianoche levels`: for each game and level the agent behind it, its rating on
# the frozen field with the 95% interval, milliseconds of a decision that is asked alone, and its share of the points
# against the level below with the 95% interval.

"""


def wanted(table: FieldTable) -> list[float]:
    """The ratings that the levels below the strongest are meant to have, weakest first."""
    known = {member.agent: member.elo for member in table.members}
    low, high = known["random"], known[STRONGEST]
    return [low + share * (high - low) for share in SHARES]


def chosen(table: FieldTable, rate: Rater) -> list[str]:
    """The agents of the levels, weakest first, after rating BLURS with `rate`."""
    blur_ratings = np.array([rate(f"level:{blur:g}").elo for blur in BLURS])
    falling = np.minimum.accumulate(blur_ratings)  # by chance a larger blur may have got a higher rating
    blurs = np.interp(wanted(table), falling[::-1], BLURS[::-1])
    return [*(f"level:{blur:.2f}" for blur in blurs), STRONGEST]


def measured(game: Game, agents: list[str], rate: Rater, meet: Meeting) -> tuple[Level, ...]:
    """The levels of `game`, weakest first, with these `agents` behind them, rated with `rate`.

    `meet` gives the share of the points of one agent against another: where agents beat each other in cycles, two
    levels are nearer to each other, or farther, than their ratings against the field.
    """
    levels_rated = []
    for name, who, weaker in zip(WORDS, agents, ["", *agents], strict=False):
        elo, low, high = (round(number, 1) for number in rate(who))
        below = None
        if weaker:
            share, least, most = (round(float(end), 3) for end in meet(who, weaker))
            below = share, least, most
        levels_rated.append(Level(name, who, elo, low, high, float(f"{milliseconds(game, who):.2g}"), below))
    return tuple(levels_rated)


def milliseconds(game: Game, who: str) -> float:
    """Median wall time of a decision of agent `who`, asked about one position at a time as at a table."""
    player = agent(who)
    batch = game.batch(1, seed=1)
    times = []
    for number in range(WARM + TIMED):
        turn = batch.turn(np.zeros(1, np.int64), np.array([number], np.uint64))
        began = time.perf_counter()
        actions = ask(player, turn)
        times.append(time.perf_counter() - began)
        batch.step(actions)
    return float(np.median(times[WARM:])) * 1000


def write(file: Path, measured_levels: dict[str, MeasuredLevels]) -> None:
    """Write the table; raises OSError."""
    tables = {name: asdict(measured) for name, measured in sorted(measured_levels.items())}
    for measured in tables.values():
        measured["levels"] = [
            {key: value for key, value in level.items() if value is not None} for level in measured["levels"]
        ]
    files.write(file, HEADER + tomli_w.dumps(tables))


def shown(measured: MeasuredLevels) -> list[str]:
    """A table of a game's levels as lines of markdown."""
    rows = []
    for weaker, level in zip([None, *measured.levels], measured.levels, strict=False):
        met = ("-", "-")
        if weaker and level.below:
            share, low, high = (f"{number:.0%}" for number in level.below)
            ahead = expected(level.elo, np.array([weaker.elo]))[0]
            met = f"{share} ({low} to {high})", f"{ahead:.0%}"
        elo = f"{level.elo:.0f} ({level.low:.0f} to {level.high:.0f})"
        rows.append((level.name, f"`{level.agent}`", elo, *met, f"{level.milliseconds:g}"))
    return markdown(
        ("level", "agent", "Elo", "points against the level below", "of which Elo expects", "milliseconds"), rows
    )
