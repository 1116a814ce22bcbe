"""Perft: how many sequences of choices there are from fixed positions, and how many distinct positions they give.

The counts in `perft.json` come from the slow reference: `python -m tests.envs.halloween.test_perft`, in the root of
the repository, counts them again. All dice are laid out in advance, so nothing is left to chance. `lay` is a position
as in `table.lay`, `first` are choices made before the count begins, `counts` holds [sequences, distinct positions]
after 1, 2, ... choices.
"""

import copy
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from medianoche.envs.halloween.state import STATE
from tests.envs.halloween.reference import Party, play_forced
from tests.envs.halloween.table import GAME, lay, play

FILE = Path(__file__).with_name("perft.json")
POSITIONS: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
NAMES = [name for name in STATE.names if name not in ("rng", "pack", "utility")]


def start(position: dict[str, Any]) -> Any:
    """The position in the real game."""
    fields = dict(position["lay"])
    for name in ("hands", "pos"):
        if isinstance(fields.get(name), dict):
            fields[name] = {int(key): value for key, value in fields[name].items()}
    return play(lay(**fields), *position.get("first", []))


def key(fields: dict[str, Any]) -> str:
    return repr([fields[name] for name in NAMES])


def count(position: dict[str, Any]) -> list[list[int]]:
    """The counts of a position by the reference, which follows equal positions once."""
    layer, counts = [(Party.of(start(position)), 1)], []
    for _ in range(position["depth"]):
        reached: dict[str, tuple[Party, int]] = {}
        for parent, ways in layer:
            for action in parent.legal():
                child = Party(copy.deepcopy(parent.fields()))
                child.apply(action)
                play_forced(child)
                known = key(child.fields())
                reached[known] = child, ways + (reached[known][1] if known in reached else 0)
        layer = list(reached.values())
        counts.append([sum(ways for _, ways in layer), len(layer)])
    return counts


def real_counts(state: Any, depth: int) -> list[list[int]]:
    """The counts by the real game, which follows every single sequence."""
    layer, counts = [state], []
    for _ in range(depth):
        layer = [play(parent, action) for parent in layer for action in GAME.legal_actions(parent)]
        counts.append([len(layer), len({key({name: child[name].tolist() for name in NAMES}) for child in layer})])
    return counts


@pytest.mark.parametrize("name", POSITIONS)
def test_real_game_has_as_many_sequences_and_positions(name: str) -> None:
    position = POSITIONS[name]
    assert real_counts(start(position), position["depth"]) == position["counts"]


def test_perft_file_is_what_the_reference_counts() -> None:
    for name in ("colours", "treat", "costume"):
        assert count(POSITIONS[name]) == POSITIONS[name]["counts"]


def main() -> None:
    """Recount every position and write the file."""
    for name, position in POSITIONS.items():
        position["counts"] = count(position)
        print(name, position["counts"], file=sys.stderr)
    lines = [f"  {json.dumps(name)}: {json.dumps(position)}" for name, position in POSITIONS.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
