"""Perft: how many sequences of choices there are from fixed deals, and how many distinct positions they give.

The counts in `perft.json` come from the slow reference: `python -m tests.envs.medianokte.test_perft`, in the root of
the repository, counts them again. Dice and draws follow from the seed, so a sequence leads to one position. A line is
a deal (players, seed, options), the moves from there to the position, and `counts`: [sequences, distinct positions]
after 1, 2, ... choices; forced moves are not choices.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.envs import perft
from tests.envs.medianokte.reference import Match
from tests.envs.medianokte.table import GAME
from tests.envs.medianokte.test_reference import STANDARD, fill_field, new_match, play_forced

HERE = Path(__file__).parent
POSITIONS: list[dict[str, Any]] = perft.read(HERE)


def reached(position: dict[str, Any], moves: list[int]) -> Match:
    """The reference after the moves; generators cannot be copied, so every line is played from the deal."""
    match = new_match(STANDARD, position["players"], position["seed"], **position["options"])
    for move in [*position["moves"], *moves]:
        match.apply(move)
        play_forced(match)
    return match


def key(match: Match) -> bytes:
    """What makes a position distinct: every field that the reference knows, but the generator."""
    fields = match.fields()
    del fields["rng"]
    return b"".join(fill_field(name, value).tobytes() for name, value in fields.items())


def count(position: dict[str, Any]) -> list[list[int]]:
    """The counts by the reference."""

    def children(moves: list[int]) -> list[list[int]]:
        return [[*moves, action] for action in reached(position, moves).legal]

    return perft.count_merged([], position["depth"], children, tuple, lambda moves: key(reached(position, moves)))


def real_counts(position: dict[str, Any]) -> list[list[int]]:
    """The counts by the real game."""
    state = GAME.new(position["players"], position["seed"], **position["options"])
    for move in position["moves"]:
        GAME.step(state, move)
    names = [name for name in reached(position, []).fields() if name != "rng"]
    return perft.count_all(
        GAME, state, position["depth"], lambda child: b"".join(child[name].tobytes() for name in names)
    )


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["name"])
def test_real_game_has_as_many_sequences_and_positions(position: dict[str, Any]) -> None:
    assert real_counts(position) == position["counts"]


def test_perft_file_is_what_the_reference_counts() -> None:
    for position in POSITIONS:
        shallow = position | {"depth": 1}
        assert count(shallow) == position["counts"][:1]
    assert len(POSITIONS) >= 8


if __name__ == "__main__":
    perft.write(HERE, POSITIONS, count)
