"""The kernels and the slow reference play the same games, with the same dice and draws."""

import random
import tomllib
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest

from medianoche.envs.core.content.pack import generate, to_toml
from medianoche.envs.core.kernels.rng import seeded
from tests.envs.medianokte.reference import Match
from tests.envs.medianokte.table import GAME
from tests.envs.repeats import some

STANDARD = tomllib.loads((GAME.content.folder / "packs" / "standard.toml").read_text(encoding="utf-8"))
BLANK = np.zeros(1, GAME.declaration.state_dtype)[0]
NOTHING = {name: -1 if name in ("army_kind", "character", "found", "extra_kind") else 0 for name in BLANK.dtype.names}
TABLES = list(product((2, 3, 4, 5, 6), ("preset", "random", "build"), ("target", "attacker", "attacker_under")))


def fill(field: np.ndarray, value: Any) -> None:
    """Write counts by kind, or the beginning of an array."""
    if isinstance(value, Counter):
        for kind, count in value.items():
            field[kind] = count
    elif value and isinstance(value[0], list | Counter):
        for row, part in zip(field, value, strict=False):
            fill(row, part)
    elif value:
        field[: len(value)] = value


def fill_field(name: str, value: Any) -> np.ndarray:
    """A value of the reference in the type and shape of the state's field."""
    expected = np.full_like(BLANK[name], NOTHING[name])
    if expected.ndim == 0:
        return np.asarray(value, expected.dtype)
    fill(expected, value)
    return expected


def same(state: Any, match: Match) -> None:
    """Every field of the state that the reference knows, and the legal actions."""
    for name, value in match.fields().items():
        expected = fill_field(name, value)
        assert np.array_equal(state[name], expected), f"{name}: {state[name]} is not {expected}"
    assert GAME.legal_actions(state).tolist() == match.legal


def new_match(tables: dict[str, Any], num_players: int, seed: int, **options: Any) -> Match:
    """A game of the reference from the same seed, at its first choice."""
    match = Match(tables, num_players, int(seeded(seed)), GAME.content.options(options).model_dump())
    play_forced(match)
    return match


def play_forced(match: Match) -> None:
    while len(match.legal) == 1:
        match.apply(match.legal[0])


def lock_step(tables: dict[str, Any], pack: Any, num_players: int, choose: random.Random, **options: Any) -> Match:
    """Play one random game in both; `step` must lead to the same position as single actions."""
    seed = choose.randrange(10**9)
    state = GAME.new(num_players, seed, pack, **options)
    match = new_match(tables, num_players, seed, **options)
    same(state, match)
    while match.question:
        stepped = GAME.copy(state)
        action = choose.choice(match.legal)
        GAME.step(stepped, action)
        while True:
            GAME.rules.apply(state, action)
            match.apply(action)
            same(state, match)
            if len(match.legal) != 1:
                break
            action = match.legal[0]
        assert stepped.tobytes() == state.tobytes()
    return match


@pytest.mark.parametrize(
    "table", some(TABLES, lambda place, _: place % 4 == 0), ids=lambda table: "-".join(map(str, table))
)
def test_random_games_agree_with_the_reference(table: tuple[int, str, str]) -> None:
    num_players, decks, test = table
    choose = random.Random(repr(table))
    lock_step(
        STANDARD, "standard", num_players, choose, decks=decks, test=test,
        characters=choose.choice(("random", "choose")), combined=choose.random() < 0.5, ties=choose.random() < 0.5,
        repeat=choose.choice(("game", "turn")), max_rounds=choose.choice((10, 30, 100)),
    )  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("seed", some(range(6), lambda place, _: place < 2))
def test_generated_packs_agree_with_the_reference(seed: int) -> None:
    tables = tomllib.loads(to_toml(generate(GAME.content.package, seed)))
    choose = random.Random(seed)
    for num_players in (2, 4, 6):
        lock_step(tables, seed, num_players, choose, decks="random")
