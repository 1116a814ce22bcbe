"""Environments without a seed deal other games each time, and tell the seed that was drawn."""

import numpy as np
import pytest

import medianoche
from medianoche import envs
from medianoche.envs.core.play.device_batch import DeviceBatch
from medianoche.training.adapters.gymnasium import SeatEnv, SeatVectorEnv
from medianoche.training.league import FixedOpponents
from medianoche.training.matches import Matches
from tests.envs.core.emulated import EmulatedDriver

LOCATION = "tests.toys.duel:Duel"


def test_batches_without_a_seed_deal_other_games_which_their_seeds_repeat(duel):
    one, two = (medianoche.make_batch(LOCATION, 50) for _ in range(2))
    assert not np.intersect1d(one.seeds, two.seeds).size
    again = medianoche.make_batch(LOCATION, 50, seeds=one.seeds)
    assert again.states.tobytes() == one.states.tobytes() != two.states.tobytes()
    np.testing.assert_array_equal(again.sample_legal(), one.sample_legal())


def test_batches_on_a_device_without_a_seed_deal_other_games(duel):
    one, two = (DeviceBatch(duel, 50, device=EmulatedDriver()) for _ in range(2))
    assert not np.intersect1d(one.seeds.numpy(), two.seeds.numpy()).size


def test_workers_that_make_a_batch_each_play_other_games():
    data = pytest.importorskip("torch.utils.data")

    class Deals(data.IterableDataset):
        def __iter__(self):
            return iter(medianoche.make_batch(LOCATION, 4).seeds.tolist())

    seeds = [int(seed) for seed in data.DataLoader(Deals(), batch_size=None, num_workers=2)]
    assert len(set(seeds)) == len(seeds) == 8


def matches_of(seed=None):
    return Matches(envs.game(LOCATION), 50, FixedOpponents(["random"]), seed=seed)


def vec_env_of(seed=None):
    pytest.importorskip("stable_baselines3")
    from medianoche.training.torch.selfplay import make_sb3_vec_env

    return make_sb3_vec_env(LOCATION, 50, ["random"], seed=seed)


def played(made):
    """The states of the games, at the first decision and after a step."""
    matches = made.parts[0] if hasattr(made, "parts") else made
    matches.reset()
    first = matches.batch.states.tobytes()
    matches.step(matches.action_mask.argmax(axis=1))
    return first, matches.batch.states.tobytes()


@pytest.mark.parametrize("make", [matches_of, vec_env_of])
def test_a_training_and_an_evaluation_without_a_seed_play_other_games(make):
    one = make()
    two = make()
    seed = one.seed if make is matches_of else one.parts[0].seed - one.parts[0].players
    assert played(one) != played(two)
    assert played(make(seed)) == played(make(seed))


@pytest.mark.parametrize("made", [SeatEnv, SeatVectorEnv])
def test_gymnasium_environments_without_a_seed_deal_other_games_whose_seed_is_told(made):
    one = made(LOCATION, opponents=["random"])
    two = made(LOCATION, opponents=["random"])
    one.reset()
    two.reset()
    assert one.matches.seed != two.matches.seed
    again = made(LOCATION, opponents=["random"])
    again.reset(seed=one.matches.seed)
    assert again.matches.batch.states.tobytes() == one.matches.batch.states.tobytes()


def test_one_state_without_a_seed_is_that_of_seed_0(duel):
    assert duel.new().tobytes() == duel.new(seed=0).tobytes() == duel.position().tobytes()


def test_rows_of_a_vec_env_share_no_info():
    env = vec_env_of()
    env.reset()
    *_, infos = env.step(env.action_masks().argmax(axis=1))
    assert len({id(info) for info in infos}) == env.num_envs
