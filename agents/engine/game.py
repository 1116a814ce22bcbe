"""Positions of a match for the engine and MCP: set up from fields, and shown as a seat may know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from medianoche.agents.engine.messages import Position
from medianoche.agents.messages import Part, parts
from medianoche.envs.core.errors import GameError, PositionError
from medianoche.envs.core.play.match import Match
from medianoche.envs.core.show.svg import COLUMN

if TYPE_CHECKING:
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.content.pack import PackSource


def set_up(game: BaseGame, players: int | None, seed: int, pack: PackSource, fields: dict[str, Any]) -> Match:
    """Set up a position; see `Game.position`. `fields` may be all that `position` gives for seat None. Raises
    PositionError if play cannot reach it."""
    if "seed" in fields:
        raise PositionError("seed is no field of a position; it is a key beside the fields")
    count = fields.get("num_players", players)
    if players not in (None, count):
        raise PositionError(f"num_players = {count} among the fields, players = {players} beside them")
    values = {name: value for name, value in fields.items() if name not in ("num_players", "pack")}
    game = game.content.with_packs([pack])
    state = game.position(count, seed, pack, **values)
    if fields.get("pack") not in (None, int(state.pack)):
        raise PositionError(f"pack = {fields['pack']} among the fields; the pack is given beside them")
    return Match.from_state(game, state)


def position(
    match: Match, seat: int | None, wants: Sequence[Part], width: int = COLUMN, number: int | str = 0
) -> Position:
    """The position as `seat` may know it (None: all of it), with the parts in `wants`, as the answer to request
    `number`. Raises GameError if there is no such seat."""
    if seat is None and "observation" in wants:
        raise GameError("an observation is a seat's; give one")
    game = match.game
    players = match.num_players
    over = match.to_move < 0
    view = game.view(match.state, seat)
    legal = match.legal_actions if seat in (None, match.to_move) else []
    heard = match.events(seat) if {"news", "events"}.intersection(wants) else ()
    return Position(
        id=number,
        seat=seat,
        players=players,
        agents=game.agents(players),
        teams=game.teams(players),
        to_move=None if over else match.to_move,
        decisions=len(match.actions),
        phase=str(game.declaration.phases(int(view.record["phase"])).name),
        done=over,
        scores=view.record["scores"][:players].tolist(),
        utilities=match.returns if over else None,
        legal=legal,
        **parts(view, legal, wants, heard, width),
    )
