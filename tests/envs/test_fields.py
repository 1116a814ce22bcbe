"""Fields of records: what is declared is checked; as JSON, what a seat does not know is null, and nothing else."""

import importlib
import json
import re

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.content.fields import fields_of, wrong_value
from medianoche.envs.core.errors import PositionError

GAMES = envs.names()
WRITES = re.compile(r"state\.(\w+)(?:\[[^\]]*\])* = (?:st\.)?UNKNOWN\b")


def positions(game, seed, count=60, players=None):
    """States at decisions of one random game."""
    state = game.new(players, seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(count):
        if state.done:
            return
        yield state
        game.step(state, int(rng.choice(game.legal_actions(state))))


@pytest.mark.parametrize("name", GAMES)
def test_every_field_that_conceal_writes_codes_into_is_named(name):
    game = envs.game(name)
    sources = [file.read_text() for file in (game.content.folder / "kernels").glob("*.py")]
    written = {field for text in sources for field in WRITES.findall(text)}
    assert set(game.declaration.unknown) == written
    state = importlib.import_module(f"{game.content.package}.state")
    assert set(game.declaration.unknown.values()) <= {getattr(state, "UNKNOWN", None)}


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
    assert bool(nulls) == bool(game.declaration.unknown)


@pytest.mark.parametrize("name", GAMES)
def test_a_value_outside_its_range_is_refused_with_field_value_and_range(name):
    game = envs.game(name)
    state = game.new(min(game.players), seed=1)
    empty = len(state.utility) - int(state.num_players)
    for field in fields_of(game.declaration.record).values():
        if not field.accepted:
            continue
        low, high = field.limits
        for value in {low - 1, high + 1} - {field.about.get("none")}:
            other = game.copy(state)
            values = np.atleast_1d(other[field.name])
            if values.dtype.kind == "i" and not np.iinfo(values.dtype).min <= value <= np.iinfo(values.dtype).max:
                continue
            values.flat[0] = value
            other[field.name] = values if field.shape else values[0]
            place = f"[{', '.join('0' * len(field.shape))}]" if field.shape else ""
            said = f"{field.name}{place} = {values.flat[0]}; accepted: {field.accepted}"
            assert (
                said in (wrong_value(game.declaration.record, other), game.rules.inconsistency(other))
                or field.name == "num_players"
            )
        blank = field.about.get("blank")
        if empty and blank is not None and high > low:
            other = game.copy(state)
            other[field.name].reshape(field.shape[0], -1)[-1, -1] = low if blank != low else low + 1
            assert f"accepted: {blank} for an empty seat" in wrong_value(game.declaration.record, other)


@pytest.mark.parametrize("name", GAMES)
def test_options_are_read_from_the_fields_that_hold_them(name):
    game = envs.game(name)
    for options in game.declaration.variants:
        state = game.new(seed=1, **options)
        assert game.content.options_of(state) == game.content.options(options).model_dump()
    held = [field for field in fields_of(game.declaration.record).values() if "option" in field.about]
    assert {field.about["option"] for field in held} == set(game.declaration.options_model.model_fields)
    for field in held:
        other = game.copy(state)
        other[field.name] = 100 if field.name not in ("max_rounds", "fatigue") else 5
        assert f"(option {field.about['option']})" in game.rules.inconsistency(other)
        if field.name not in game.declaration.options_model.model_fields:
            with pytest.raises(PositionError, match=f"{field.name} = "):
                game.position(**{field.name: other[field.name]})
