"""A game looked at afterwards: the choices that cost most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from medianoche.ui.session import Session, Viewer

TOLD_CHOICES = 3
"""Choices that are told."""
TOLD_COST = 0.04
"""Expected utility that a choice has to cost to be told."""


class Point(NamedTuple):
    """An agent's judgement of a decision."""

    place: int  #: number of the decision
    seat: int  #: the seat that chose
    value: float  #: expected utility of the seat, from -1 to 1
    best: int  #: the action that the agent would have chosen


def costly(session: Session, viewer: Viewer, points: Sequence[Point], lang: str) -> list[dict[str, Any]]:
    """The choices of `viewer` (of all seats, if it has none) that differ from the agent's and after which the seat's
    expected utility fell most: it is compared with that at the seat's next choice, or with the result.

    Returns:
        place, seat, had and then (chances to win, from 0 to 1), and the played and the best action in words.
    """
    found = []
    for number, point in enumerate(points):
        if (viewer in session.persons and point.seat != viewer) or point.best == session.actions[point.place]:
            continue
        later = (other.value for other in points[number + 1 :] if other.seat == point.seat)
        then = next(later, session.match.returns[point.seat])
        if point.value - then >= TOLD_COST:
            found.append((point.value - then, point, then))
    found.sort(key=lambda each: -each[0])
    return [_told(session, point, then, lang) for _, point, then in found[:TOLD_CHOICES]]


def _told(session: Session, point: Point, then: float, lang: str) -> dict[str, Any]:
    state, game = session.match.states[point.place], session.game
    words = [game.describe(state, action, lang) for action in (session.actions[point.place], point.best)]
    return {
        "place": point.place,
        "seat": point.seat,
        "had": round((point.value + 1) / 2, 3),
        "then": round((then + 1) / 2, 3),
        "played": words[0],
        "best": words[1],
    }
