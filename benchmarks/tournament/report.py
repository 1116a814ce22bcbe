"""The report of a tournament: its tables, notes and command."""

from __future__ import annotations

import json
import math
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from medianoche.benchmarks.tournament.alpha_rank import ALPHA, POPULATION
from medianoche.benchmarks.tournament.cycles import ERROR, beats, find_cycles
from medianoche.benchmarks.tournament.forfeits import ForfeitedGame, forfeited_games, summaries
from medianoche.benchmarks.tournament.ratings import RatingRow, RoleStanding, Standing, role_standings, standings
from medianoche.benchmarks.tournament.schedule import Schedule
from medianoche.benchmarks.tournament.spec import Spec
from medianoche.benchmarks.tournament.sprt import Sprt
from medianoche.benchmarks.tournament.store import Speed, Store
from medianoche.benchmarks.tournament.summary import SAMPLE, Summary
from medianoche.envs.core.renamed import OldName

FEW_DEALS = 30
COMMON = ("mean score", "win rate", "utility", "games")
HEADINGS = ("#", "agent", "Elo", "95% interval", "OpenSkill", "alpha-Rank", "maximal lottery", *COMMON)
ROLE_HEADINGS = ("role", "agent", "Elo", "95% interval", *COMMON)
PACE_HEADINGS = ("agent", "decisions", "a decision", "decisions/s")

WORDS = {"agent", "role"}
"""Headings of columns of text; all others hold numbers."""

Cells = tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """The report of a tournament, finished or not."""

    folder: Path
    spec: Spec
    target: int
    summary: Summary
    speed: Speed
    table: list[Standing]
    roles: list[RoleStanding]
    sprt: Sprt | None
    recorded: bool  #: Whether games were kept with their actions
    listened: bool  #: Whether some were kept with what agents said
    forfeits: tuple[ForfeitedGame, ...]  #: The games that agents lost by failing
    doubt: str | None  #: See `Store.doubt`
    cycles: list[list[str]]  #: Agents each of which beats the next, and the last the first

    of = OldName("from_folder")

    @classmethod
    def from_folder(cls, folder: Path) -> Report:
        """Read the tournament in `folder`; raises TournamentError if there is none or no game is finished."""
        with Store.read(folder) as store:
            summary = Summary.from_store(store)
            return cls(
                folder,
                store.spec,
                store.target,
                summary,
                store.speed(),
                standings(summary),
                role_standings(summary),
                Sprt.stored(store),
                len(store.kept()) > 0,
                store.listened,
                tuple(forfeited_games(store.spec, store.forfeits())),
                store.doubt,
                [[store.spec.agents[n] for n in ring] for ring in find_cycles(beats(summary.agent_points))],
            )

    @property
    def title(self) -> str:
        """The game, the player count and the gauntlet."""
        kind = f", gauntlet of {self.spec.gauntlet}" if self.spec.gauntlet else ""
        return f"{self.spec.name}, {self.spec.players} players{kind}"

    @property
    def played(self) -> str:
        """Number of games, deals and decisions, and the speed."""
        games = self.summary.games
        deals = self.summary.deals
        of = "" if games == self.target else f" of {self.target:,}"
        rate = self.speed.decisions / max(self.speed.seconds, 1e-9)
        made = f"{self.speed.decisions:,} decisions, {rate:,.0f} decisions/s a worker"
        return f"{games:,}{of} games on {deals:,} deals, {made}"

    @property
    def notes(self) -> str:
        """Notes on the figures: methods, warnings, the sequential test, forfeits."""
        notes = ["Elo: Bradley-Terry model of seats in different teams; intervals by profile likelihood, deal by deal."]
        if len(set(self.spec.teams)) > 2:
            notes.append("Two seats that both lost to a third are not compared.")
        notes += self._endless()
        notes.append(f"alpha-Rank: one population, alpha {ALPHA:g}, {POPULATION} members, payoff the share of points.")
        notes.append("Maximal lottery: from the same shares. Both are means over the bootstrap of the deals.")
        notes += [
            f"Warning: {' beats '.join([*ring, ring[0]])} (test over deals, error {ERROR:g} for all pairs together). "
            "No rating can describe who beats whom in a cycle; alpha-Rank and the maximal lottery need no order."
            for ring in self.cycles
        ]
        if self.summary.deals < FEW_DEALS:
            notes.append(f"With fewer than {FEW_DEALS} deals the intervals are imprecise.")
        if self.summary.games > SAMPLE:
            notes.append(f"OpenSkill uses about {SAMPLE:,} of the games, whole deals chosen at random.")
        if words := Schedule.from_spec(self.spec).words:
            notes.append(words)
        if len(self.table) < len(self.spec.agents):
            notes.append(f"{len(self.spec.agents) - len(self.table)} agents have not played yet.")
        if self.sprt:
            notes.append(f"Sequential test: {self.sprt.words}.")
        notes += summaries(self.spec, list(self.forfeits))
        notes += [self.doubt] if self.doubt else []
        return " ".join(notes)

    def _endless(self) -> Iterator[str]:
        """A note on infinite ends of intervals, if there are any."""
        if np.isfinite([(line.low, line.high) for line in (*self.table, *self.roles)]).all():
            return
        points = self.summary.agent_points.sum(axis=0)
        played = (points + points.T).any(axis=1)
        results = (("won", points.sum(axis=0)), ("lost", points.sum(axis=1)))
        reasons = [
            f"{agent} {verb} every point"
            for verb, others in results
            for agent, rest, met in zip(self.spec.agents, others.tolist(), played.tolist(), strict=True)
            if met and not rest
        ]
        why = f" ({', '.join(reasons)})" * bool(reasons)
        yield (
            f"inf: no game bounds this end of the interval{why}. Ratings count from the mean of the field, so that one "
            "agent without an end leaves the others without one, too."
        )

    def show(self, console: Console) -> None:
        """Print the tables."""
        about = f"{self.played}\n{self.notes}"
        console.print(rich_table(HEADINGS, self.cells(), self.title, about))
        if self.roles:
            console.print(rich_table(ROLE_HEADINGS, self.role_cells(), "by role"))

    def cells(self) -> list[Cells]:
        """The table's cells as text, under HEADINGS."""
        return [
            (
                str(place),
                line.agent,
                *_elo(line),
                f"{line.mu:.1f} ± {line.sigma:.1f}",
                *("-" if math.isnan(share) else f"{share:.1%}" for share in (line.alpha_rank, line.lottery)),
                *_means(line),
            )
            for place, line in enumerate(self.table, 1)
        ]

    def role_cells(self) -> list[Cells]:
        """The cells of the table by role, under ROLE_HEADINGS; none if all seats are of one kind."""
        return [(line.role, line.agent, *_elo(line), *_means(line)) for line in self.roles]

    def pace_cells(self) -> list[Cells]:
        """The cells of the table of thinking times, under PACE_HEADINGS."""
        return [
            (name, f"{count:,}", f"{1e6 * seconds / max(count, 1):,.1f} µs", f"{count / max(seconds, 1e-9):,.0f}")
            for name, count, seconds in zip(
                self.spec.agents, self.speed.agent_decisions.tolist(), self.speed.agent_seconds.tolist(), strict=True
            )
        ]

    @property
    def command(self) -> str:
        """The command that plays this tournament, and goes on with it in its folder."""
        spec = self.spec
        words = ["medianoche", "sprt" if self.sprt else "tournament", spec.game]
        if any(agent.startswith("-") for agent in spec.agents):
            words += [f"--agents={agent}" for agent in spec.agents]
        else:
            words += ["--agents", *spec.agents]
        options: dict[str, Any] = {"games": self.target, "players": spec.players, "seed": spec.seed, "pack": spec.pack}
        if spec.gauntlet:
            options["gauntlet"] = spec.gauntlet
        options |= asdict(self.sprt.hypotheses) if self.sprt else {}
        for key, value in json.loads(spec.options).items():
            words += [] if value is None else ["--option", f"{key}={_toml(value)}"]
        for name, value in (options | {"out": self.folder}).items():
            words += [f"--{name}={value}"] if str(value).startswith("-") else [f"--{name}", str(value)]
        words += ["--mixed"] * spec.mixed + ["--forfeit"] * spec.forfeit + ["--save-replays"] * self.recorded
        words += ["--thoughts"] * self.listened
        return shlex.join(words)


def _toml(value: Any) -> str:
    """`value` as `--option` reads it: as TOML, or as plain text if the text is not TOML."""
    if isinstance(value, list):
        return f"[{', '.join(_quoted(item) if isinstance(item, str) else _toml(item) for item in value)}]"
    if not isinstance(value, str):
        return json.dumps(value).replace("Infinity", "inf").replace("NaN", "nan")
    try:
        tomllib.loads(f"value = {value}")
    except tomllib.TOMLDecodeError:
        return value
    return _quoted(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _elo(line: RatingRow) -> Cells:
    return f"{line.elo:.0f}", f"{line.low:.0f} to {line.high:.0f}"


def _means(line: RatingRow) -> Cells:
    return f"{line.score:.2f}", f"{line.win_rate:.1%}", f"{line.utility:+.3f}", f"{line.games:,}"


def rich_table(headings: Cells, rows: list[Cells], title: str, caption: str | None = None) -> Table:
    """A table for the terminal."""
    table = Table(title=title, caption=caption, caption_justify="left")
    for heading in headings:
        table.add_column(heading, justify="left" if heading in WORDS else "right", overflow="fold")
    for cells in rows:
        table.add_row(*cells)
    return table
