"""The solver's advice in activation and the hand-written policy."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.compile.plain import plain
from medianoche.envs.misty.state import Phase
from tests.envs.repeats import larger

MISTY = envs.game("misty")


@pytest.mark.compiled
@pytest.mark.parametrize(("pack", "steps"), [("standard", 80), larger("standard", 250), larger(11, 250)])
def test_points_never_beat_the_solver_and_following_it_reaches_them(pack, steps):
    from medianoche.envs.misty.kernels.solver import best_act, solve

    rng = np.random.default_rng(3)
    batch = envs.make_batch("misty", 64, num_players=3, seed=9, pack=pack)
    index = MISTY.new(pack=pack).pack
    checked = 0
    for _ in range(steps):
        for row in np.flatnonzero(batch.states["phase"] == Phase.ACT):
            state = MISTY.copy(batch.states[row])
            state.pack = index
            seat = int(state.to_move)
            points = plain(batch.records[0])
            value = solve(points, plain(state), seat)
            random = MISTY.copy(state)
            for one, follow in ((state, True), (random, False)):
                while not one.done and one.phase == Phase.ACT and one.to_move == seat:
                    before = one.tobytes()
                    action = best_act(points, plain(one))
                    assert one.tobytes() == before
                    MISTY.rules.apply(one, int(action) if follow else int(rng.choice(MISTY.legal_actions(one))))
                earned = one.round_points if one.phase in (Phase.ACT, Phase.END) else one.last_points
                assert earned[seat] == value if follow else earned[seat] <= value
            checked += 1
        batch.step(batch.sample_legal())
    assert checked > steps // 2


def test_the_heuristic_takes_the_flowers():
    picks = np.zeros(2)
    for seed in range(60):
        state = MISTY.new(2, seed)
        if state.hand[0, 1]:
            picks += MISTY.heuristic(state, seed=seed) == 1, 1
    assert picks[0] > 0.6 * picks[1] > 12


def test_the_heuristic_leaves_the_sample_as_it_was_but_for_chance():
    state = MISTY.new(3, seed=4)
    sample = MISTY.copy(state)
    mask = np.zeros((1, 1), np.uint64)
    MISTY.rules.loops.legal_one(MISTY.content.records, MISTY.rules._rows(state), 0, mask[0])
    actions = np.zeros(1, np.int64)
    MISTY.rules.loops.heuristic_rows(
        MISTY.content.records, MISTY.rules._rows(sample), mask, np.zeros(1, np.int64), actions
    )
    assert sample.rng != state.rng
    sample.rng = state.rng
    assert sample.tobytes() == state.tobytes()
