"""A game looked at afterwards: what an agent expected at each decision, the choices that cost most, and luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.play.turn import Turn
from medianoche.ui.progress import LongWork
from medianoche.ui.refusals import RefusedError
from medianoche.ui.session import Session, Viewer
from medianoche.ui.stored import REVIEW_FORMAT, Point, Review
from medianoche.ui.thinking import Agents

TOLD_CHOICES = 3
"""Choices that are told."""
TOLD_COST = 0.04
"""Expected utility that a choice has to cost to be told."""
THROWS = 16
"""Other throws and draws with which the actual one is compared."""


def costly(session: Session, viewer: Viewer, points: Sequence[Point], lang: str) -> list[dict[str, Any]]:
    """The choices of `viewer` (of all seats, if it has none) that differ from the agent's and after which the seat's
    expected utility fell most: it is compared with that at the seat's next choice, or with the result.

    Returns:
        place, stage of the game in words, seat, had and then (chances to win, from 0 to 1), and the played and the best
        action in words.
    """
    losses = []
    for number, point in enumerate(points):
        if (viewer in session.persons and point.seat != viewer) or point.best == session.actions[point.place]:
            continue
        later = (other.value for other in points[number + 1 :] if other.seat == point.seat)
        then = next(later, session.match.returns[point.seat])
        if point.value - then >= TOLD_COST:
            losses.append((point.value - then, point, then))
    losses.sort(key=lambda loss: -loss[0])
    return [_told(session, point, then, lang) for _, point, then in losses[:TOLD_CHOICES]]


def _told(session: Session, point: Point, then: float, lang: str) -> dict[str, Any]:
    state = session.match.states[point.place]
    game = session.game
    words = [game.describe(state, action, lang) for action in (session.actions[point.place], point.best)]
    view = game.view(state, None, lang, session.saved.names)
    return {
        "place": point.place,
        "stage": game.declaration.stage(view),
        "seat": point.seat,
        "had": round((point.value + 1) / 2, 3),
        "then": round((then + 1) / 2, 3),
        "played": words[0],
        "best": words[1],
    }


async def judged(session: Session, who: str, agents: Agents, work: LongWork) -> list[Point]:
    """What agent `who` expects at each decision, as its seat knows it. Raises RefusedError if a choice is taken back
    meanwhile."""
    actions = session.actions[:]
    match = await agents.run(session.saved.replay.match)
    judged_points = []
    for place, action in enumerate(actions):
        thought = await agents.judge(who, match.turn())
        if session.actions != actions:
            raise RefusedError(400, "error-taken-back")
        if thought.value is not None:
            judged_points.append(Point(place, match.to_move, round(thought.value, 4), thought.best))
        match.push(action)
        work.advance()
    return judged_points


def known(session: Session, who: str) -> list[Point] | None:
    """What agent `who` expected at each decision, if it was the last that looked at this game; else None."""
    last = session.saved.review
    return last.points if last and last.agent == who else None


def keep(session: Session, who: str, points: list[Point]) -> None:
    """Keep with the game what agent `who` expected at each decision."""
    session.keep(review=Review(REVIEW_FORMAT, who, points))


def kept(session: Session) -> list[list[float]]:
    """The expectations that are kept with this game, [[place, seat, value], ...], for the page of its replay; empty if
    there are none."""
    last = session.saved.review
    return [[point.place, point.seat, point.value] for point in last.points] if last else []


async def luck(session: Session, viewer: Viewer, who: str, agents: Agents, lang: str) -> list[dict[str, Any]]:
    """What chance did to `viewer` (to all seats, if it has none), by the expectations of a network, agent `who`.

    At every action after which something is drawn or thrown, the network's value of what came is compared with the mean
    over `THROWS` other throws. Where more than two sides play, these are the actions before decisions of the seat.

    Returns:
        seat, total (change of the chance to win, from -1 to 1), and of the action that changed most: place, change, and
        what happened in words; nothing if `who` is no network.
    """
    places, outcomes = await agents.run(lambda: _outcomes(session))
    if not places:
        return []
    asked = outcomes["to_move"] >= 0
    expected = await agents.values(who, await agents.run(lambda: _decisions(session.game, outcomes)))
    if expected is None:
        return []
    values = _by_seat(session.game, outcomes, np.flatnonzero(asked), expected)
    return _lucky(session, viewer, places, values.reshape(-1, THROWS + 1, len(session.seats)), lang)


def _outcomes(session: Session) -> tuple[list[int], np.ndarray]:
    """The actions after which something is drawn or thrown, and `_throws` of each, one after the other."""
    game = session.game
    states = session.match.states
    drawn = [states[name][1:] != states[name][:-1] for name in ("rng", *game.declaration.stacks)]
    # axes by number: a replay may have no step at all, and reshape(0, -1) has no size
    drawn = [fields.any(axis=tuple(range(1, fields.ndim))) for fields in drawn]
    places = np.flatnonzero(np.any(drawn, axis=0)).tolist()
    outcomes = [_throws(game, states[place], session.actions[place], states[place + 1], place) for place in places]
    return places, np.concatenate(outcomes) if outcomes else states[:0]


def _lucky(
    session: Session, viewer: Viewer, places: Sequence[int], values: np.ndarray, lang: str
) -> list[dict[str, Any]]:
    """The result of `luck`. `values` are [action, throw, seat]: the value of each action's throw (0 is the one that
    came) to each seat."""
    swings = []
    for seat in [viewer] if viewer in session.persons and viewer is not None else range(len(session.seats)):
        changes = {
            place: float(outcomes[0, seat] - outcomes[1:, seat].mean()) / 2
            for place, outcomes in zip(places, values, strict=True)
            if not np.isnan(outcomes[:, seat]).any()
        }
        if changes:
            place = max(changes, key=lambda place: abs(changes[place]))
            events = [event for event in session.events(place, viewer, lang) if event.words]
            thrown = [event.words for event in events if event.fields.keys() & {"die", "dice"}]
            words = "; ".join(thrown or [event.words for event in events[-2:]])
            most = {"place": place, "change": round(changes[place], 3), "words": words}
            swings.append({"seat": seat, "total": round(float(np.clip(sum(changes.values()), -1, 1)), 3), **most})
    return swings


def _throws(game: BaseGame, before: Any, action: int, after: Any, place: int) -> np.ndarray:
    """records[1 + THROWS]: the position after an action, and positions after it with other throws."""
    throws = np.zeros(1 + THROWS, after.dtype)
    throws[0], rng = after, np.random.default_rng(place)
    for number in range(1, 1 + THROWS):
        state = game.copy(before)
        state.rng = rng.integers(1, 2**64, dtype=np.uint64)
        for name, (size, *known) in game.declaration.stacks.items():
            rows = state[name].reshape(-1, state[name].shape[-1])
            stops = np.ravel(state[size])
            starts = np.ravel(state[known[0]]) if known else np.zeros_like(stops)
            for row, start, stop in zip(rows, starts, stops, strict=True):
                rng.shuffle(row[start:stop])
        game.step(state, action)
        throws[number] = state
    return throws


def _decisions(game: BaseGame, states: np.ndarray) -> Turn:
    """The decisions in those positions in which the game goes on."""
    count = int(states["num_players"][0])
    rows = np.flatnonzero(states["to_move"] >= 0)
    masks = np.zeros((len(states), game.rules.mask_words), np.uint64)
    for row in rows.tolist():
        game.rules.loops.legal_one(game.content.records, states, row, masks[row])
    return Turn(game, count, game.content.records, states, masks, rows, rows.astype(np.uint64))


def _by_seat(game: BaseGame, states: np.ndarray, rows: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """float64[n, seats]: the expected utility of each seat in each position, `expected` of the seats to move in `rows`;
    NaN where it is not known, for seats that are not of its side while there are more than two."""
    count = int(states["num_players"][0])
    sides = np.array(game.teams(count))
    values = np.full((len(states), count), np.nan)
    values[states["to_move"] < 0] = states["utility"][states["to_move"] < 0, :count]
    for row, value in zip(rows.tolist(), expected.tolist(), strict=True):
        same = sides == sides[int(states["to_move"][row])]
        values[row, same] = value
        if len(set(sides.tolist())) == 2:
            values[row, ~same] = -value
    return values
