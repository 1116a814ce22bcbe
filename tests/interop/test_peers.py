"""The checks that other suites have for environments, on each of the five games: PettingZoo's, Gymnasium's, those of
Stable-Baselines3, TorchRL's. Left out: PettingZoo's `max_cycles_test`, since a game has no limit of steps, and
`performance_benchmark`, which asserts nothing."""

import contextlib
import io
import warnings

import pytest

from medianoche import envs

pytestmark = pytest.mark.compiled
OPPONENTS = ["random"]
STEPS = 150


@pytest.fixture(params=envs.names())
def game(request):
    """One of the games of the suite, by name."""
    return request.param


@pytest.fixture(autouse=True)
def quietly():
    """Libraries print, and warn of what is their own."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


# ---- PettingZoo


def aec(game, **options):
    """The game's environment, made by its name as users of PettingZoo do."""
    import pettingzoo

    return pettingzoo.make("aec", f"medianoche/{game}-{version(game)}", **options)


def version(game):
    """How names of environments end, as v0."""
    return f"v{envs.game(game).version}"


def test_pettingzoo_api(game):
    from pettingzoo.test import api_test

    api_test(aec(game), num_cycles=500)


def test_pettingzoo_seed(game):
    from pettingzoo.test import seed_test

    seed_test(lambda **options: aec(game, **options), num_cycles=100)


def test_pettingzoo_render(game):
    from pettingzoo.test import render_test

    render_test(lambda **options: aec(game, **options))


def test_pettingzoo_state(game):
    from pettingzoo.test.state_test import test_state_space as state_space_test

    env = aec(game)
    state_space_test(env)
    env.reset(seed=1)
    assert env.state() in env.state_space


def test_pettingzoo_parallel_api(game):
    """Turns are taken one after another: of the parallel environment only the mover's action is played."""
    from pettingzoo.test import parallel_api_test
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    parallel_api_test(turn_based_aec_to_parallel(aec(game)), num_cycles=STEPS)


def test_pettingzoo_wrappers(game):
    from pettingzoo.utils import wrappers

    env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrappers.BaseWrapper(aec(game))))
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, over, cut_off, _ = env.last()
        assert not cut_off
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    assert not env.agents


# ---- Gymnasium


def seat(game, **options):
    """One seat of the game, made by its name as users of Gymnasium do."""
    import gymnasium

    return gymnasium.make(name(game), opponents=OPPONENTS, **options)


def name(game):
    """The game's name in Gymnasium."""
    return f"medianoche/{game.capitalize()}-{version(game)}"


def played(env, steps=STEPS):
    """Legal steps, over the ends of games; every observation is in the space."""
    observation, info = env.reset(seed=1)
    env.action_space.seed(1)
    for _ in range(steps):
        assert observation in env.observation_space
        observation, _, over, cut_off, info = env.step(env.action_space.sample(info["action_mask"]))
        if over or cut_off:
            observation, info = env.reset()


def test_gymnasium_checks(game):
    from gymnasium.utils.env_checker import check_env

    check_env(seat(game).unwrapped)


def test_gymnasium_looks_at_every_step(game):
    """What PassiveEnvChecker would warn of is an error."""
    from gymnasium.wrappers import PassiveEnvChecker

    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        played(PassiveEnvChecker(seat(game).unwrapped))


def test_gymnasium_makes_the_same_environment_of_the_same_spec(game):
    from gymnasium.utils.env_match import check_environments_match

    check_environments_match(seat(game), seat(game), num_steps=STEPS, seed=1)


@pytest.mark.parametrize("mode", ["sync", "vector_entry_point"])
def test_gymnasium_vectors(game, mode):
    import gymnasium

    vector = gymnasium.make_vec(name(game), num_envs=3, vectorization_mode=mode, opponents=OPPONENTS)
    observation, info = vector.reset(seed=1)
    for _ in range(STEPS):
        assert observation in vector.observation_space
        observation, rewards, over, cut_off, info = vector.step(info["action_mask"].argmax(axis=1))
        assert rewards.shape == over.shape == cut_off.shape == (3,)
    vector.close()


# ---- Stable-Baselines3


def test_stable_baselines_checks(game):
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(seat(game))


def test_stable_baselines_vectors(game):
    vectors = pytest.importorskip("stable_baselines3.common.vec_env")
    made = vectors.DummyVecEnv([lambda: seat(game)] * 3)
    env = vectors.VecCheckNan(vectors.VecMonitor(made), raise_exception=True)
    env.seed(1)
    observation = env.reset()
    for _ in range(STEPS):
        assert observation.shape == (3, *env.observation_space.shape)
        masks = env.env_method("action_masks")
        observation, rewards, _, _ = env.step([mask.argmax() for mask in masks])
        assert rewards.shape == (3,)
    env.close()


# ---- TorchRL


def test_torchrl_checks_gymnasium(game):
    library = pytest.importorskip("torchrl.envs")
    env = library.GymEnv(name(game), opponents=OPPONENTS)
    library.check_env_specs(env)


def test_torchrl_checks_pettingzoo(game):
    library = pytest.importorskip("torchrl.envs")
    env = library.PettingZooWrapper(aec(game), use_mask=True, categorical_actions=True)
    library.check_env_specs(env)


def test_torchrl_checks_seats(game):
    """A transformed environment has a specification of its own, into which TorchRL's ActionMask writes the mask."""
    library = pytest.importorskip("torchrl.envs")
    from medianoche.training.adapters.torchrl import SeatsEnv

    env = SeatsEnv(game, 4, OPPONENTS, seed=0)
    library.check_env_specs(env)
    library.check_env_specs(library.TransformedEnv(env, library.Compose(library.ActionMask(), library.RewardSum())))


def test_torchrl_collects(game):
    collectors = pytest.importorskip("torchrl.collectors")
    from medianoche.training.adapters.torchrl import SeatsEnv

    env = SeatsEnv(game, 4, OPPONENTS, seed=0)
    collector = collectors.Collector(env, env.rand_action, frames_per_batch=80, total_frames=160)
    batches = list(collector)
    assert [batch.numel() for batch in batches] == [80, 80]
    assert all(batch["action_mask"].gather(-1, batch["action"].unsqueeze(-1)).all() for batch in batches)
    collector.shutdown()
