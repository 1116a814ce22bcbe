"""Fields as JSON: what a seat does not know is null, and nothing else is."""

import importlib
import json
import re

import numpy as np
import pytest

from medianoche import envs

GAMES = ["correo", "misty", "nocturna", "halloween", "medianokte"]
WRITES = re.compile(r"state\.(\w+)(?:\[[^\]]*\])* = (?:st\.)?UNKNOWN\b")


def positions(game, seed, count=60, players=None):
    """States at decisions of one random game."""
    state, chance = game.new(players, seed=seed), np.random.default_rng(seed)
    for _ in range(count):
        if state.done:
            return
        yield state
        game.step(state, int(chance.choice(game.legal_actions(state))))


@pytest.mark.parametrize("name", GAMES)
def test_every_field_that_conceal_writes_codes_into_is_named(name):
    game = envs.game(name)
    sources = [file.read_text() for file in (game.folder / "kernels").glob("*.py")]
    written = {field for text in sources for field in WRITES.findall(text)}
    assert set(game.unknown) == written
    state = importlib.import_module(f"{game.package}.state")
    assert set(game.unknown.values()) <= {getattr(state, "UNKNOWN", None)}


@pytest.mark.parametrize("name", GAMES)
def test_nothing_known_is_null_and_nothing_null_is_known(name):
    game = envs.game(name)
    nulls = 0
    for number, state in enumerate(positions(game, 3, players=max(game.players))):
        assert "null" not in json.dumps(game.view(state).fields)
        for seat in range(int(state.num_players)):
            fields = game.view(state, seat).fields
            sample = game.copy(state)
            game.determinize(sample, seat, number)
            assert json.dumps(game.view(sample, seat).fields) == json.dumps(fields)
            nulls += json.dumps(fields).count("null")
        assert "rng" not in fields
    assert bool(nulls) == bool(game.unknown)
