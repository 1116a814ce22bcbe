"""One seat of many games as Gymnasium's vector: both modes of autoreset, and Gymnasium's own wrappers around it."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import NormalizeObservation, RecordEpisodeStatistics

from medianoche.envs.core.errors import OptionError
from medianoche.training.adapters.gymnasium import SeatVectorEnv
from tests.training.conftest import YARDSTICK

pytestmark = pytest.mark.filterwarnings("ignore:RecordEpisodeStatistics")
BOTH = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)


def vector(mode, rows=8):
    return SeatVectorEnv(YARDSTICK, num_envs=rows, opponents=["random"], autoreset_mode=mode)


def play(env, steps, seed=3):
    """Random legal play: (action masks before the step, what the step returned) of each step."""
    _, info = env.reset(seed=seed)
    chance = np.random.default_rng(0)
    for _ in range(steps):
        masks = info["action_mask"]
        step = env.step((chance.random(masks.shape) * masks).argmax(axis=1))
        info = step[-1]
        yield masks, step


def test_by_default_the_next_step_deals_as_in_gymnasiums_own_vectors():
    assert SeatVectorEnv(YARDSTICK).metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    ended, over = 0, np.zeros(8, bool)
    for masks, (observation, rewards, now, _, info) in play(vector(AutoresetMode.NEXT_STEP), 60):
        assert masks[over].all()
        assert not rewards[over].any()
        assert not now[over].any()
        assert (observation[over, : 6 * 7 * 2].sum(axis=1) <= 1).all()
        assert (observation[now].sum(axis=1) >= 7).all()
        if now.any():
            np.testing.assert_array_equal(info["_score"], now)
        over, ended = now, ended + now.sum()
    assert ended > 20


def test_both_modes_play_the_same_games():
    """Game by game: the same lengths and results, whatever the mode, if the same actions are chosen."""

    def games(mode):
        env = vector(mode, rows=1)
        _, info = env.reset(seed=1)
        found, length, waiting = [], 0, False
        while len(found) < 12:
            _, rewards, over, _, info = env.step(info["action_mask"].argmax(axis=1))
            length += not waiting
            if over[0]:
                found.append((length, float(rewards[0])))
                length = 0
            waiting = bool(over[0]) and mode is AutoresetMode.NEXT_STEP
        return found

    assert games(BOTH[0]) == games(BOTH[1])


@pytest.mark.parametrize("mode", BOTH)
def test_gymnasiums_statistics_are_those_of_the_games(mode):
    if mode is AutoresetMode.SAME_STEP and gymnasium.__version__ < "1.4":
        pytest.skip("Gymnasium counts wrongly")
    env = RecordEpisodeStatistics(vector(mode))
    lengths, waiting, seen = np.zeros(8, np.int64), np.zeros(8, bool), 0
    for _, (_, rewards, over, _, info) in play(env, 60):
        lengths += ~waiting
        for row in np.flatnonzero(over):
            assert info["episode"]["l"][row] == lengths[row]
            assert info["episode"]["r"][row] == rewards[row]
        seen += over.sum()
        lengths[over] = 0
        waiting = over & (mode is AutoresetMode.NEXT_STEP)
    assert seen > 20


def test_gymnasium_normalizes_observations_and_where_it_counts_wrongly_a_warning_says_so(monkeypatch):
    env = NormalizeObservation(vector(AutoresetMode.NEXT_STEP))
    for _, (observation, *_) in play(env, 5):
        assert np.isfinite(observation).all()
    monkeypatch.setattr(gymnasium, "__version__", "1.2.3")
    with pytest.warns(UserWarning, match=r"counts wrongly in SAME_STEP"):
        vector(AutoresetMode.SAME_STEP)


@pytest.mark.parametrize("given", ["NextStep", "SameStep", *BOTH])
def test_a_mode_is_given_as_it_is_or_by_its_value(given):
    assert vector(given).metadata["autoreset_mode"] in (given, AutoresetMode(given))


@pytest.mark.parametrize("given", [AutoresetMode.DISABLED, "next", None, 1, np.zeros(2)])
def test_another_mode_is_refused_in_one_line(given):
    with pytest.raises(OptionError, match=r"^autoreset_mode .* is not accepted; accepted: "):
        vector(given)
