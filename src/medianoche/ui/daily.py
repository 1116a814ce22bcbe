"""The puzzles that come with the suite, made by `medianoche puzzles`, and that of each day."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from medianoche import envs
from medianoche.agents.puzzles import Puzzle, read
from medianoche.ui.refusals import RefusedError

FOLDER = Path(__file__).parent / "puzzles"


@cache
def games() -> list[str]:
    """The games that have puzzles."""
    return [name for name in envs.names() if (FOLDER / f"{name}.json").is_file()]


@cache
def puzzles_of(game: str) -> list[Puzzle]:
    """All puzzles of a game. Raises RefusedError if it has none."""
    if game not in games():
        raise RefusedError(404, "error-no-puzzle")
    return read(FOLDER / f"{game}.json")


def game_of_day(day: int) -> str:
    """The game whose puzzle is that of the day: the games take turns. Days are counted from 1970 on."""
    return games()[day % len(games())]


def of_day(game: str, day: int) -> Puzzle:
    """A game's last puzzle on a day. A new one comes on each day on which the game has its turn."""
    puzzles = puzzles_of(game)
    turns = (day - games().index(game)) // len(games())
    return puzzles[turns % len(puzzles)]
