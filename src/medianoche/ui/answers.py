"""What pages are told of puzzles: those of a day, and after the choice the answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from medianoche import envs
from medianoche.agents.judging import Judgement
from medianoche.ui import catalog, daily

if TYPE_CHECKING:
    from medianoche.agents.puzzles import Solution
    from medianoche.ui.session import Session, Viewer
    from medianoche.ui.stored import AskedPuzzle, SavedSession


def listed(saved: Iterable[SavedSession], day: int, lang: str) -> list[dict[str, Any]]:
    """The puzzles on a day, the last one of each game, that of the day first.

    Returns:
        game, title, seat (its name), choices (how many there are), and right: whether the person has found the answer,
        None before the choice.
    """
    begun = [session for session in saved if session.puzzle]
    games = sorted(daily.games(), key=lambda game: game != daily.game_of_day(day))
    titles = {entry.name: entry.title for entry in envs.entries()}
    rows = []
    for name in games:
        puzzle = daily.of_day(name, day)
        game = envs.game(name)
        seats = catalog.seat_names(game, puzzle.replay.num_players, catalog.spoken(game, lang))
        asked = next((session.puzzle for session in begun if session.replay == puzzle.replay), None)
        solution = puzzle.solution
        row = {"game": name, "title": titles[name], "seat": seats[solution.seat], "choices": len(solution.values)}
        rows.append({**row, "right": is_right(asked) if asked else None})
    return rows


def is_right(asked: AskedPuzzle) -> bool | None:
    """Whether the person has found the answer; None before the choice."""
    return None if asked.chosen is None else asked.chosen == asked.solution.answer


def judged(solution: Solution) -> Judgement:
    """The values of all choices, for the board: all choices have a weight, so all values are drawn."""
    weights = {action: 1.0 if action == solution.answer else 0.5 for action in solution.values}
    return Judgement(weights, solution.values, None)


def shown(session: Session, viewer: Viewer, lang: str) -> dict[str, Any] | None:
    """The puzzle for a frame of the person who is asked; None for others, and in a game that is played. Its `answer` is
    None before the choice."""
    if session.puzzle is None or viewer is None or viewer not in session.persons:
        return None
    if session.solved is None:
        return {"answer": None}
    return {"answer": session.once(("answer", lang), lambda: _answer(session, session.puzzle, viewer, lang))}


def _answer(session: Session, asked: AskedPuzzle | None, viewer: int, lang: str) -> dict[str, Any]:
    """The answer: all choices with chances to win from 0 to 1, the best first; what the best one does, and what
    happened after it."""
    assert asked
    solution = asked.solution
    view = session.view(viewer, lang)
    order = sorted(solution.values, key=lambda action: (-solution.values[action], action))
    choices = [
        {"action": action, "words": view.describe(action), "chance": round((solution.values[action] + 1) / 2, 3)}
        for action in order
    ]
    does = session.game.explain(session.state, solution.answer, viewer, lang, session.saved.names)
    return {
        "right": is_right(asked),
        "answer": solution.answer,
        "chosen": asked.chosen,
        "choices": choices,
        "does": does,
        "then": _line(session, solution, viewer, lang),
    }


def _line(session: Session, solution: Solution, viewer: int, lang: str) -> list[str]:
    """What happened after the answer, as the seat came to know it."""
    match = session.match.copy()
    game = session.game
    words = list[str]()
    for action in solution.line:
        before = game.copy(match.state)
        match.push(action)
        events = game.show.moments(before, action).events(viewer, lang, session.saved.names)
        words += [event.words for event in events if event.words]
    return words
