"""Make a frozen field: its members play each other, and their ratings are stored and never change."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from medianoche.agents.network import layout_hash
from medianoche.benchmarks.reference.field import FieldError, FieldMember, FieldTable, Rated, Reference, frozen
from medianoche.benchmarks.tournament.elo import elo
from medianoche.benchmarks.tournament.spec import Spec
from medianoche.benchmarks.tournament.store import Store
from medianoche.benchmarks.tournament.summary import Summary
from medianoche.envs.core.game import Game

AGENTS = (
    "random",
    "greedy",
    "flat:100",
    "ismcts:100",
    "ismcts:1000",
    "ppo",
    "net",
    "net:64",
    "net:1000",
)
"""The field that comes with the suite."""


def spec_of(game: Game, agents: list[str], players: int, seed: int) -> Spec:
    """The tournament from which a table is made: all members, the standard pack, the game's default options. Raises
    MedianocheError if an agent cannot be a member, or another argument is not accepted."""
    for agent in agents:
        try:
            frozen(agent)
        except ValueError as error:
            raise FieldError(str(error)) from None
    return Spec.create(game.content.location, agents, players, seed)


def counts_of(game: Game, players: list[int] | None) -> list[int]:
    """The player counts of a game to freeze: those given, or all of two or more players."""
    return [game.content.check_players(count) for count in players or sorted(game.players) if players or count > 1]


def table_of(folder: Path, game: Game) -> FieldTable:
    """The table of a finished tournament of `spec_of` in `folder`. Raises TournamentError if the tournament cannot be
    read, or is not finished."""
    with Store.read(folder) as store:
        if store.played < store.target:
            raise FieldError(f"{folder}: {store.played:,} of {store.target:,} games are played")
        summary = Summary.from_store(store)
        speed = store.speed()
        spec = store.spec
    if unmet := [agent for agent, played in zip(spec.agents, summary.played, strict=True) if not played]:
        raise FieldError(f"{folder}: {unmet[0]} has not played in {summary.games:,} games; ask for more")
    rated, sides = (
        [Rated(*line) for line in np.stack(elo(points, deals), axis=1).round(1).tolist()]
        for points, deals in (
            (summary.agent_points, summary.agent_deals),
            (summary.side_points, summary.side_deals),
        )
    )
    roles = spec.roles if len(spec.roles) > 1 else ()
    return FieldTable(
        game=game.content.location,
        game_version=spec.game_version,
        game_code=spec.game_code,
        layout=layout_hash(game),
        pack_hash=spec.pack_hash,
        players=spec.players,
        options={key: value for key, value in json.loads(spec.options).items() if value is not None},
        seed=spec.seed,
        games=summary.games,
        deals=summary.deals,
        medianoche=spec.medianoche,
        members=tuple(
            FieldMember(
                agent=agent,
                **asdict(rated[n]),
                milliseconds=float(f"{speed.milliseconds[n]:.3g}"),
                fingerprint=spec.fingerprints[n],
                roles={role: sides[n * len(roles) + r] for r, role in enumerate(roles)},
            )
            for n, agent in enumerate(spec.agents)
        ),
    )


def add(file: Path, table: FieldTable) -> None:
    """Add a table to the field in `file`, created if missing; a table of the same game and player count stays.

    Raises:
        FieldError: the file is not a field.
        OSError: the file cannot be written.
    """
    known = Reference.read(file).tables if file.exists() else ()
    if all((table.game, table.players) != (table_known.game, table_known.players) for table_known in known):
        Reference((*known, table)).write(file)
