"""Perft: how many sequences of choices there are from fixed deals, and how many distinct positions they give.

The counts in `perft.json` come from the slow reference: `python -m tests.envs.medianokte.test_perft`, in the root of
the repository, counts them again. Dice and draws follow from the seed, so a sequence leads to one position. A line is
a deal (players, seed, options), the moves from there to the position, and `counts`: [sequences, distinct positions]
after 1, 2, ... choices; forced moves are not choices.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.envs.medianokte.reference import Match
from tests.envs.medianokte.table import GAME
from tests.envs.medianokte.test_reference import STANDARD, fill_field, new_match, play_forced

FILE = Path(__file__).with_name("perft.json")
POSITIONS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []


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
    """The counts of a position by the reference."""
    lines: list[list[int]] = [[]]
    counts = []
    for _ in range(position["depth"]):
        longer = [[*line, action] for line in lines for action in reached(position, line).legal]
        counts.append([len(longer), len({key(reached(position, line)) for line in longer})])
        lines = longer
    return counts


def real_counts(position: dict[str, Any]) -> list[list[int]]:
    """The counts by the real game."""
    state = GAME.new(position["players"], position["seed"], **position["options"])
    for move in position["moves"]:
        GAME.step(state, move)
    names = [name for name in reached(position, []).fields() if name != "rng"]
    layer, counts = [state], []
    for _ in range(position["depth"]):
        children = []
        for parent in layer:
            for action in GAME.legal_actions(parent):
                child = GAME.copy(parent)
                GAME.step(child, action)
                children.append(child)
        keys = {b"".join(child[name].tobytes() for name in names) for child in children}
        counts.append([len(children), len(keys)])
        layer = children
    return counts


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["name"])
def test_real_game_has_as_many_sequences_and_positions(position: dict[str, Any]) -> None:
    assert real_counts(position) == position["counts"]


def test_perft_file_is_what_the_reference_counts() -> None:
    for position in POSITIONS:
        shallow = position | {"depth": 1}
        assert count(shallow) == position["counts"][:1]
    assert len(POSITIONS) >= 8


def main() -> None:
    """Recount every position and write the file."""
    for position in POSITIONS:
        position["counts"] = count(position)
        print(position["name"], position["counts"], file=sys.stderr)
    FILE.write_text("[\n" + ",\n".join(f"  {json.dumps(p)}" for p in POSITIONS) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
