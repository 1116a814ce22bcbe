"""Perft: how many sequences of choices there are from fixed positions, and how many distinct states they give.

The counts in `perft.json` come from the slow reference: `python -m tests.envs.nocturna.test_perft`, in the root of the
repository, counts them again. A position is a seed and the choices that lead to it, the first ones drawn with
`random.Random(seed)`. A state is all of the record but the generator; `counts` holds [sequences, distinct states] after
1, 2, ... choices, forced moves between them.
"""

import random
from pathlib import Path
from typing import Any

import pytest

from tests.envs import perft
from tests.envs.nocturna.positions import NOCTURNA
from tests.envs.nocturna.reference import Game

HERE = Path(__file__).parent
POSITIONS: dict[str, dict[str, Any]] = perft.read(HERE)


def told(position: dict[str, Any], choices: list[int]) -> Game:
    """The reference after the position's choices and these."""
    options = NOCTURNA.content.options(position.get("options", {})).model_dump()
    tables = NOCTURNA.content.read_pack("standard").model
    game = Game(tables, position["num_players"], position["seed"], options)
    settle(game)
    for action in [*position["choices"], *choices]:
        game.apply(action)
        settle(game)
    return game


def settle(game: Game) -> None:
    """Forced moves."""
    while len(game.legal) == 1:
        game.apply(game.legal[0])


def count_slowly(position: dict[str, Any], depth: int) -> list[list[int]]:
    """The counts by the reference, which plays every sequence from the start."""

    def children(choices: list[int]) -> list[list[int]]:
        return [[*choices, action] for action in told(position, choices).legal]

    def key(choices: list[int]) -> str:  # with the generator: states may differ only in the future
        return repr(sorted(told(position, choices).fields().items()))

    return perft.count_merged([], depth, children, key, lambda choices: key_of(told(position, choices)))


def key_of(game: Game) -> str:
    """Everything but the generator."""
    return repr(sorted((name, value) for name, value in game.fields().items() if name != "rng"))


def position_of(position: dict[str, Any]) -> Any:
    """The real state of a position."""
    state = NOCTURNA.new(position["num_players"], position["seed"], **position.get("options", {}))
    for action in position["choices"]:
        NOCTURNA.step(state, action)
    return state


def count(position: dict[str, Any], depth: int) -> list[list[int]]:
    """The counts by the game."""
    names = [name for name in NOCTURNA.declaration.state_dtype.names if name != "rng"]
    start = position_of(position)
    return perft.count_all(NOCTURNA, start, depth, lambda state: b"".join(state[name].tobytes() for name in names))


@perft.counted(POSITIONS)
def test_real_game_has_as_many_sequences_and_states(name: str, depth: int) -> None:
    assert count(POSITIONS[name], depth) == POSITIONS[name]["counts"][:depth]


@pytest.mark.parametrize("name", POSITIONS)
def test_reference_agrees_at_the_first_choices(name: str) -> None:
    assert count_slowly(POSITIONS[name], 1) == POSITIONS[name]["counts"][:1]


WANTED = {
    "sheets": {"num_players": 5, "seed": 1, "first": 0, "phase": 0, "depth": 4},
    "placing": {"num_players": 3, "seed": 2, "first": 2, "phase": 1, "depth": 3},
    "uses and exchanges": {"num_players": 4, "seed": 3, "first": 40, "phase": 3, "depth": 4},
    "movement": {"num_players": 5, "seed": 4, "first": 3, "phase": 5, "depth": 4},
    "combat": {"num_players": 3, "seed": 5, "first": 5, "phase": 7, "depth": 5},
    "free actors": {"num_players": 4, "seed": 6, "first": 5, "phase": 7, "depth": 5, "options": {"actor": "free"}},
    "rewards": {"num_players": 5, "seed": 7, "first": 10, "phase": 11, "depth": 5},
    "boss": {"num_players": 4, "seed": 8, "first": 60, "phase": 7, "boss": True, "depth": 5},
    "carrying": {"num_players": 5, "seed": 9, "first": 100, "phase": 6, "depth": 4, "options": {"carry": "optional"}},
    "resurrection": {"num_players": 5, "seed": 10, "first": 100, "phase": 13, "depth": 3},
}


def find(wanted: dict[str, Any]) -> dict[str, Any]:
    """A position of the wanted kind: random choices of at least `first` moves until its phase is asked."""
    rng = random.Random(wanted["seed"])
    start = {key: wanted[key] for key in ("num_players", "seed", "options") if key in wanted}
    while True:
        game = told(start | {"choices": []}, [])
        choices = []
        while game.legal:
            fits = game.phase == wanted["phase"] and (game.boss >= 0 or not wanted.get("boss"))
            if fits and len(choices) >= wanted["first"]:
                return start | {"choices": choices}
            choices.append(rng.choice(game.legal))
            game.apply(choices[-1])
            settle(game)


if __name__ == "__main__":
    positions = {name: find(wanted) | {"depth": wanted["depth"]} for name, wanted in WANTED.items()}
    perft.write(HERE, positions, lambda position: count_slowly(position, position.pop("depth")))
