"""Perft: how many sequences of choices there are from fixed positions, and how many distinct states they give.

The counts in `perft.json` come from the slow reference: `python -m tests.envs.nocturna.test_perft`, in the root of the
repository, counts them again. A position is a seed and the choices that lead to it, the first ones drawn with
`random.Random(seed)`. A state is all of the record but the generator; `counts` holds [sequences, distinct states] after
1, 2, ... choices, forced moves between them.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.envs.nocturna.positions import NOCTURNA
from tests.envs.nocturna.reference import Game

FILE = Path(__file__).with_name("perft.json")
POSITIONS: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def told(position: dict[str, Any], choices: list[int]) -> Game:
    """The reference after the position's choices and these."""
    options = NOCTURNA.options(position.get("options", {})).model_dump()
    tables = NOCTURNA.read_pack("standard").model
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
    """The counts by the reference, which plays every sequence from the start; equal states are followed once."""
    layer: dict[str, tuple[list[int], int]] = {"": ([], 1)}
    counts = []
    for _ in range(depth):
        reached: dict[str, tuple[list[int], int]] = {}
        for choices, ways in layer.values():
            for action in told(position, choices).legal:
                child = told(position, [*choices, action])
                key = repr(sorted(child.fields().items()))  # the generator too: states may differ only in the future
                reached[key] = [*choices, action], ways + (reached[key][1] if key in reached else 0)
        layer = reached
        distinct = {key_of(told(position, choices)) for choices, _ in layer.values()}
        counts.append([sum(ways for _, ways in layer.values()), len(distinct)])
    return counts


def key_of(game: Game) -> str:
    """Everything but the generator."""
    return repr(sorted((name, value) for name, value in game.fields().items() if name != "rng"))


def position_of(position: dict[str, Any]) -> Any:
    """The real state of a position."""
    state = NOCTURNA.new(position["num_players"], position["seed"], **position.get("options", {}))
    for action in position["choices"]:
        NOCTURNA.step(state, action)
    return state


def count(position: dict[str, Any]) -> list[list[int]]:
    """The counts by the real game, which follows every single sequence."""
    layer, counts = [position_of(position)], []
    names = [name for name in NOCTURNA.state_dtype.names if name != "rng"]
    for _ in range(len(position["counts"])):
        following = []
        for parent in layer:
            for action in NOCTURNA.legal_actions(parent):
                child = NOCTURNA.copy(parent)
                NOCTURNA.step(child, int(action))
                following.append(child)
        layer = following
        counts.append([len(layer), len({b"".join(state[name].tobytes() for name in names) for state in layer})])
    return counts


@pytest.mark.parametrize("name", POSITIONS)
def test_real_game_has_as_many_sequences_and_states(name: str) -> None:
    assert count(POSITIONS[name]) == POSITIONS[name]["counts"]


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
        game, choices = told(start | {"choices": []}, []), []
        while game.legal:
            fits = game.phase == wanted["phase"] and (game.boss >= 0 or not wanted.get("boss"))
            if fits and len(choices) >= wanted["first"]:
                return start | {"choices": choices}
            choices.append(rng.choice(game.legal))
            game.apply(choices[-1])
            settle(game)


if __name__ == "__main__":
    found = {name: find(wanted) for name, wanted in WANTED.items()}
    for name, position in found.items():
        position["counts"] = count_slowly(position, WANTED[name]["depth"])
        sys.stdout.write(f"{name}: {position['counts']}\n")
        sys.stdout.flush()
    lines = [f"  {json.dumps(name)}: {json.dumps(position)}" for name, position in found.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
