"""How the sides of a watched game stand, by the network's value of the position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from medianoche.ui import catalog

if TYPE_CHECKING:
    from medianoche.ui.session import Session
    from medianoche.ui.thinking import Agents

NET = "net"
DEAL = -1
"""The number of an action before all others: what is kept there stays when others are played."""


async def standing(session: Session, agents: Agents) -> list[dict[str, Any]]:
    """The share of each side, from 0 to 1; they add up to 1. Nothing where there is no network, or only one side.

    The network tells what the seat to move may expect. Of two sides the other one expects the reverse; of more sides
    each one's share follows from what its seats expected when they were to move last.

    Returns:
        [{"seats": [seat, ...], "share": share}, ...]
    """
    teams = session.game.teams(len(session.seats))
    sides = {team: [seat for seat, other in enumerate(teams) if other == team] for team in teams}
    if len(sides) < 2 or not catalog.offers().networks(session.game.name):
        return []
    fair = 2 / len(sides) - 1
    expected = session.once("standing", lambda: dict.fromkeys(sides, fair), DEAL)
    if session.ended:
        now = {team: session.match.returns[seats[0]] for team, seats in sides.items()}
    else:
        mover = teams[session.match.to_move]
        value = await _value(session, agents)
        expected[mover] = value
        now = {team: value if team == mover else -value for team in sides} if len(sides) == 2 else expected
    return shares(now, sides)


async def _value(session: Session, agents: Agents) -> float:
    """What the seat to move may expect, from -1 to 1."""
    values = await agents.values(NET, session.turn())
    assert values is not None
    return float(values[0])


def shares(expected: dict[int, float], sides: dict[int, list[int]]) -> list[dict[str, Any]]:
    """Utilities of sides as shares of a bar."""
    chances = {team: (1 + min(max(value, -1.0), 1.0)) / 2 for team, value in expected.items()}
    whole = sum(chances.values()) or 1.0
    return [{"seats": seats, "share": round(chances[team] / whole, 3)} for team, seats in sides.items()]
