"""Perft: how many sequences of choices there are from fixed positions, and how many distinct positions they give.

The counts in `perft.json` come from the slow reference: `python -m tests.envs.halloween.test_perft`, in the root of
the repository, counts them again. All dice are laid out in advance, so nothing is left to chance. `lay` is a position
as in `table.lay`, `first` are choices made before the count begins, `counts` holds [sequences, distinct positions]
after 1, 2, ... choices.
"""

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from medianoche.envs.halloween.state import STATE
from tests.envs import perft
from tests.envs.halloween.reference import Party, play_forced
from tests.envs.halloween.table import GAME, lay, play

HERE = Path(__file__).parent
POSITIONS: dict[str, dict[str, Any]] = perft.read(HERE)
NAMES = [name for name in STATE.names if name not in ("rng", "pack", "utility")]


def start(position: dict[str, Any]) -> Any:
    """The position in the real game."""
    fields = dict(position["lay"])
    for name in ("hands", "pos"):
        if isinstance(fields.get(name), dict):
            fields[name] = {int(key): value for key, value in fields[name].items()}
    return play(lay(**fields), *position.get("first", []))


def key(fields: dict[str, Any]) -> str:
    """What makes a position distinct."""
    return repr([fields[name] for name in NAMES])


def children(parent: Party) -> Iterator[Party]:
    """The positions after each legal action."""
    for action in parent.legal():
        child = Party(copy.deepcopy(parent.fields()))
        child.apply(action)
        play_forced(child)
        yield child


def count(position: dict[str, Any]) -> list[list[int]]:
    """The counts by the reference."""
    start_of = Party.from_state(start(position))
    return perft.count_merged(start_of, position["depth"], children, lambda party: key(party.fields()))


def key_of(state: Any) -> str:
    """The key of a state of the game."""
    return key({name: state[name].tolist() for name in NAMES})


@perft.counted(POSITIONS)
def test_real_game_has_as_many_sequences_and_positions(name: str, depth: int) -> None:
    position = POSITIONS[name]
    assert perft.count_all(GAME, start(position), depth, key_of) == position["counts"][:depth]


def test_perft_file_is_what_the_reference_counts() -> None:
    for name in ("colours", "treat", "costume"):
        assert count(POSITIONS[name]) == POSITIONS[name]["counts"]


if __name__ == "__main__":
    perft.write(HERE, POSITIONS, count)
