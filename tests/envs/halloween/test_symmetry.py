"""No seat is privileged but the starter: seats turned round the table play the same game."""

from typing import Any

import numpy as np
import pytest

from medianoche.envs.core import contract
from medianoche.envs.halloween.state import COLOURS, Phase
from tests.envs.halloween.table import GAME
from tests.envs.repeats import repeated

BY_SEAT = (
    "alive", "candies", "colour", "secret", "skip", "cool", "torn", "stake", "defend", "bid", "scores", "utility",
)  # fmt: skip
BY_SEAT += ("n_claims", "n_checked", "n_lies", "n_advice", "n_false")
SEATS_IN = ("to_move", "starter", "mover", "owner", "third", "guard", "frozen_by")


def turned(state: Any) -> Any:
    """The same table, with all players one seat further to the left."""
    n = int(state.num_players)
    other = GAME.copy(state)
    for name in BY_SEAT:
        other[name][:n] = np.roll(state[name][:n], 1)
    other.know[:n, :n] = np.roll(state.know[:n, :n], 1, axis=(0, 1))
    for name in SEATS_IN:
        seats = state[name]
        other[name] = np.where(seats >= 0, (seats + 1) % n, seats)
    held = (state.card_at >= 0) & (state.card_at < n)
    other.card_at[held] = (state.card_at[held] + 1) % n
    seen = state.card_seen.astype(int)
    other.card_seen[:] = (seen << 1 | seen >> (n - 1)) & ((1 << n) - 1)
    return other


@pytest.mark.compiled
@repeated(3, 12)
@pytest.mark.parametrize("num_players", [4, 5])
def test_seats_turned_round_the_table_play_the_same(num_players, count):
    for seed in range(count):
        rng = np.random.default_rng(seed)
        state = GAME.new(num_players, seed, colours="random")
        other = turned(state)
        while not state.done:
            assert state.phase != Phase.COLOUR
            assert set(state.colour[:num_players].tolist()) <= set(range(COLOURS))
            action = int(rng.choice(GAME.legal_actions(state)))
            for seat in range(num_players):
                seen = GAME.observe(other, (seat + 1) % num_players)
                assert np.array_equal(GAME.observe(state, seat), seen)
            GAME.step(state, action)
            GAME.step(other, action)
            assert turned(state).tobytes() == other.tobytes()


def test_the_seats_in_question_are_seen_from_the_one_who_looks():
    asked = set()
    for state in contract.positions(GAME, 5, count=60):
        seats = [int(state[name]) for name in ("to_move", "mover", "owner", "third", "starter")]
        asked |= {place for place, seat in enumerate(seats) if seat >= 0}
        for player in range(5):
            rows = GAME.observe(state, player)[GAME.layout["seats"]].reshape(5, 5)
            slots = [[(seat - player) % 5] if seat >= 0 else [] for seat in seats]
            assert [np.flatnonzero(row).tolist() for row in rows] == slots
    assert asked == set(range(5))
