"""States with one number changed: most are none of play, and each is answered with words, never with a crash."""

from collections import Counter

import numpy as np
import pytest

from medianoche import envs
from tests.envs.gallery import gallery
from tests.soak import positions

CHANGES = {"correo": 250, "medianokte": 1500, "nocturna": 900}
OTHERS = 600
"""Of a game's states; Correo looks for every chain of messages of every state."""
FOUND, REASONS = 0.6, 0.7
"""Shares at least: of the changed states that are found to be none of play, of the game's reasons that are given."""
APART = ("pack", "num_players", "rng")


def change(state, chance):
    """Change one number, a little or to any small one."""
    field = str(chance.choice([name for name in state.dtype.names if name not in APART]))
    numbers = np.atleast_1d(state[field])
    place = tuple(chance.integers(size) for size in numbers.shape)
    before = int(numbers[place])
    value = int(chance.choice([before + 1, before - 1, 0, -1, 1, chance.integers(20)]))
    limits = np.iinfo(numbers.dtype) if numbers.dtype.kind in "iu" else None
    numbers[place] = min(max(value, limits.min), limits.max) if limits else value
    state[field] = numbers if np.ndim(state[field]) else numbers[0]


@pytest.mark.parametrize("name", envs.names())
def test_a_changed_state_is_answered(name):
    game = envs.game(name)
    rng = np.random.default_rng(1)
    phases = list(gallery(name).values())
    changes = CHANGES.get(name, OTHERS)
    reasons_met = Counter()
    for number in range(changes):
        states = phases[number % len(phases)]
        state = game.copy(states[rng.integers(len(states))])
        change(state, rng)
        reasons_met[game.rules.inconsistency(state)] += 1
    assert reasons_met[""] <= (1 - FOUND) * changes
    assert len(reasons_met.keys() & set(game.rules.reasons)) >= REASONS * len(game.rules.reasons)


@pytest.mark.compiled
@pytest.mark.parametrize("name", positions.GAMES)
def test_what_is_taken_for_sound_can_be_played(name, capsys):
    assert not positions.main(150, 4, [name])
    assert ", 0 played" not in capsys.readouterr().out


def test_a_finding_says_how_to_get_there(monkeypatch, capsys):
    monkeypatch.setattr(type(envs.game("nocturna").rules), "inconsistency", lambda self, state: "")
    monkeypatch.setattr(positions, "play", lambda *_: 0)
    faults = positions.main(20, 4, ["nocturna"])
    assert faults
    assert all("nocturna, position" in words and "; state " in words for words in faults)
    assert faults[0] in capsys.readouterr().out
