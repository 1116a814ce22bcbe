"""The kernels and the slow reference play the same games and have equal fields after every action."""

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.envs.correo.boards import CORREO
from tests.envs.correo.record import fields
from tests.envs.correo.reference import Reference
from tests.envs.repeats import larger, row

TABLES = [
    row((number // 2 + number) % 3 == 0, *table)
    for number, table in enumerate(product((1, 2, 3, 4), ("standard", "patio", 11, 202), (True, False)))
]


def differences(state: Any, reference: Reference) -> list[str]:
    """Names of the fields in which the record and the reference differ."""
    return [
        name
        for name, value in fields(reference).items()
        if not np.array_equal(state[name], np.array(value, state[name].dtype))
    ]


def lively(rng: random.Random, legal: list[int]) -> int:
    """A random action; patches have a lower probability, so that they last longer."""
    some = [action for action in legal if action < 837] or legal
    return rng.choice(some if rng.random() < 0.7 else legal)


@pytest.mark.parametrize(("num_players", "pack", "flat"), TABLES)
def test_random_games_agree_with_the_reference(num_players: int, pack: Any, flat: bool) -> None:
    rng = random.Random(repr((num_players, pack, flat)))
    options = {"flat": flat, "advanced": num_players > 1, "count_destination": rng.random() < 0.5}
    state = CORREO.new(num_players, rng.randrange(10**9), pack, **options)
    reference = Reference(state, CORREO.content.pack_of(state))
    legal = reference.advance()
    while True:
        assert not differences(state, reference)
        assert CORREO.legal_actions(state).tolist() == legal
        if state.done:
            break
        action = lively(rng, legal)
        CORREO.step(state, action)
        legal = reference.step(action)


@pytest.mark.parametrize("num_players", [2, larger(4)])
def test_good_games_agree_with_the_reference(num_players: int) -> None:
    state = CORREO.new(num_players, 77, advanced=True)
    reference = Reference(state, CORREO.content.pack_of(state))
    legal = reference.advance()
    while not state.done:
        assert CORREO.legal_actions(state).tolist() == legal
        action = CORREO.heuristic(state)
        CORREO.step(state, action)
        legal = reference.step(action)
        assert not differences(state, reference)
    assert min(state.scores[:num_players]) > 50
