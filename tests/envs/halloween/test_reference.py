"""The kernels against the slow reference, choice by choice, with the same dice."""

from typing import Any

import numpy as np
import pytest

from medianoche.envs.halloween.state import BASE, STATE, Phase
from tests.envs.halloween.reference import Party, play_forced
from tests.envs.halloween.table import GAME
from tests.envs.repeats import larger

FIELDS = [name for name in STATE.names if name not in ("rng", "pack", "utility")]


def compare(party: Party, state: Any) -> None:
    real = {name: state[name].tolist() for name in FIELDS}
    slow = party.fields()
    wrong = {name: (real[name], slow[name]) for name in FIELDS if real[name] != slow[name]}
    assert not wrong
    assert np.allclose(state.utility, slow["utility"], atol=1e-6)
    assert GAME.legal_actions(state).tolist() == party.legal()


def play_in_lock_step(state: Any, rng: np.random.Generator, choose: Any) -> set[str]:
    """Play to the end; every die is taken from the queue by both sides. Returns the phases met."""
    party = Party.from_state(state)
    seen = set()
    while not state.done:
        seen.add(party.name)
        dice = rng.integers(1, 9, 16)
        state.dice_queue = dice
        party.dice = dice.tolist()
        action = int(choose(state, GAME.legal_actions(state)))
        if action == BASE.treat and state.treat_n == 0:  # shuffled here, for both
            state.treat_deck = rng.permutation(18)
            state.treat_n = 18
            party.set(treat_deck=state.treat_deck.tolist(), treat_n=18)
        GAME.step(state, action)
        party.apply(action)
        play_forced(party)
        compare(party, state)
    return seen


def uniform(rng: np.random.Generator) -> Any:
    return lambda state, legal: rng.choice(legal)


def eventful(rng: np.random.Generator) -> Any:
    """Draws, tears, consults and bids low, so that whole games see all phases."""

    def choose(state: Any, legal: np.ndarray) -> int:
        phase = Phase(int(state.phase))
        if phase == Phase.BID:
            return int(legal[min(int(rng.integers(0, 4)), len(legal) - 1)])
        if phase == Phase.MOVE and rng.random() < 0.7:
            grey = [a for a in legal if 13 <= a < 77 and (a - 13) in (5, 10, 15, 22, 28, 35, 40)]
            return int(rng.choice(grey or legal))
        if phase in (Phase.DRAW, Phase.TEAR, Phase.RESPOND, Phase.INSIST, Phase.DEFEND):
            return int(legal[-1]) if rng.random() < 0.7 else int(rng.choice(legal))
        return int(rng.choice(legal))

    return choose


@pytest.mark.parametrize(
    ("num_players", "style", "games"),
    [(4, eventful, 8), (5, uniform, 8), larger(4, uniform, 8), larger(5, eventful, 8)],
)
def test_whole_games_are_the_same(num_players, style, games):
    seen = set()
    for seed in range(games):
        rng = np.random.default_rng(seed)
        options = {"tear_cooldown": seed % 3, "colours": ("choose", "random")[seed % 2]}
        seen |= play_in_lock_step(GAME.new(num_players, seed, **options), rng, style(rng))
    assert seen >= {phase.name for phase in Phase if phase < Phase.END} - {"FORWARD", "FEE", "NEIGHBOUR"}
