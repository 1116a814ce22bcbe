"""The whole training: it learns, it goes on after a stop as if nothing had happened, it refuses what does not fit."""

import json

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

# TensorBoard and Stable-Baselines3 use things that others deprecate.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")

from sb3_contrib import MaskablePPO  # noqa: E402
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported  # noqa: E402
from stable_baselines3.common.vec_env import VecMonitor  # noqa: E402

from medianoche.agents import agent, network  # noqa: E402
from medianoche.agents.network import Network  # noqa: E402
from medianoche.envs.core.errors import OptionError  # noqa: E402
from medianoche.training import checkpoint  # noqa: E402
from medianoche.training.curve import Rate  # noqa: E402
from medianoche.training.settings import TrainingError  # noqa: E402
from medianoche.training.torch.sb3 import decisions_of  # noqa: E402
from medianoche.training.torch.sb3_config import SB3Config  # noqa: E402
from medianoche.training.torch.selfplay import make_sb3_vec_env  # noqa: E402
from tests.training.conftest import NIM, YARDSTICK, algorithm_of, choices_in_nim, opened, plain, train  # noqa: E402


@pytest.fixture(autouse=True)
def one_thread():
    import torch

    torch.set_num_threads(1)


def learn(config, folder, report=None, rates=None):
    train(config, folder, lambda file: rates or {}, lambda new, best: True, report)


def nim_config(**changes):
    tables = {
        "game": NIM,
        "total_decisions": 60_000,
        "hidden": [32, 32],
        "ppo": {"num_envs": 64, "num_steps": 16, "minibatch_size": 256, "learning_rate": 0.003},
        "league": {"agents": {"random": 0.2}, "snapshot_every": 5},
        "evaluation": {"every": 1.0, "simulations": 0},
    }
    return SB3Config.from_tables("nim", {**tables, **changes})


def test_it_learns_a_game_whose_best_play_is_known(tmp_path):
    learn(nim_config(), tmp_path)
    taken, best = choices_in_nim(agent(f"net:{tmp_path / 'policy.safetensors'}"))
    np.testing.assert_array_equal(taken, best)


def test_it_leaves_what_it_promises(tmp_path, small):
    rates = {"random": Rate(0.5, 0.2, 0.8, 10)}
    seen = []
    learn(small(), tmp_path, seen.append, rates)
    header = Network.load(tmp_path / "policy.safetensors").header
    assert (header.game, header.decisions, header.hidden, header.learner) == (YARDSTICK, 1024, (16, 8), "ppo")
    assert "against random" in (tmp_path / "curve.svg").read_text()
    assert SB3Config.read(tmp_path / "config.toml") == small()
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert {"games/against greedy", "games/against random", "train/value_loss"} <= lines[-2].keys()
    assert (seen[0].done, seen[-1].done, seen[-1].total, seen[-1].measured) == (0, 1, 1, rates)


def test_an_interrupted_training_goes_on_exactly(tmp_path, small, monkeypatch):
    """Stopped at any report, with a network that takes the heuristic's action."""
    monkeypatch.setattr(checkpoint, "SAVE_EVERY", 0.0)
    config = small(total_decisions=2000, advice=True)

    class StoppedError(Exception):
        pass

    def stop_after(reports):
        seen = []

        def report(progress):
            seen.append(progress)
            if len(seen) > reports:
                raise StoppedError

        return report

    learn(config, tmp_path / "straight")
    for reports in (1, 4, 5, 3):
        with pytest.raises(StoppedError):
            learn(config, tmp_path / "broken", stop_after(reports))
    learn(config, tmp_path / "broken")
    straight, broken = (checkpoint.load(tmp_path / folder) for folder in ("straight", "broken"))
    assert plain(straight) == plain(broken)


def test_more_decisions_play_on_and_another_training_in_the_folder_is_refused(tmp_path, small):
    learn(small(total_decisions=200), tmp_path)
    learn(small(total_decisions=500), tmp_path)
    assert Network.load(tmp_path / "policy.safetensors").header.decisions >= 500
    with pytest.raises(TrainingError, match=r"holds another training \(.*seed: 0 there, 4 here\); choose another"):
        learn(small(seed=4), tmp_path)


def test_more_decisions_are_saved_and_measured_on_their_way(tmp_path, small, monkeypatch):
    evaluation = {"evaluation": {"every": 0.25, "simulations": 0}}
    learn(small(total_decisions=640, **evaluation), tmp_path)
    longer = small(total_decisions=1280, **evaluation)
    done = []

    def stop(progress):
        done.append(progress.decisions)
        if len(done) == 3:
            raise InterruptedError

    monkeypatch.setattr(checkpoint, "SAVE_EVERY", 0.0)
    with pytest.raises(InterruptedError):
        learn(longer, tmp_path, stop)
    assert opened(longer, tmp_path).state.decisions == done[-1] == 896
    assert not checkpoint.load(tmp_path)["run"]["finished"]
    learn(longer, tmp_path)
    assert checkpoint.load(tmp_path)["run"]["finished"]
    assert [point.decisions for point in opened(longer, tmp_path).state.history][-2:] == [1024, 1280]


def test_it_begins_with_a_network_and_leaves_other_players_values_untrained(tmp_path):
    """PPO learns what the player to move may expect: search must not use values that were never trained."""
    config = SB3Config.from_tables(
        "misty", {"game": "misty", "players": [2, 3], "start": "shipped", "advice": True, "scale": 1.0}
    )
    begins = algorithm_of(config)
    assert begins.trained().trained_seats().tolist() == [1]
    begun = begins.trained().layers()
    shipped = Network.load(network.shipped(begins.game)).layers()
    assert begun["policy"].tobytes() == shipped["policy"].tobytes()
    assert begun["value"][:, 0].tobytes() == shipped["value"][:, 0].tobytes()


@pytest.mark.parametrize("game", ["misty", "nocturna"])
def test_its_policy_is_that_of_the_compiled_agent(game, tmp_path):
    """Roles, advice and sparse inputs reach the network through the columns of the VecEnv."""
    import torch

    config = SB3Config.from_tables("here", {"game": game, "advice": True, "ppo": {"num_envs": 20, "num_steps": 4}})
    run = algorithm_of(config)
    run.round()
    policy, (part,) = run.policy, run.env.games.parts
    seen = run.ppo._last_obs
    turn = part.batch.turn(np.arange(20), np.zeros(20, np.uint64))
    network = run.trained()
    sparse = network.inputs(turn)
    advised = seen[:, -1].astype(int)  # drawn with other random numbers
    sparse.indices[sparse.starts[1:] - 1] = network.header.observation_size + advised
    shares, values = network.evaluate(turn, sparse)
    with torch.no_grad():
        probabilities_here = policy.get_distribution(torch.from_numpy(seen), part.action_mask).distribution.probs
        expected = policy.predict_values(torch.from_numpy(seen))
    np.testing.assert_allclose(probabilities_here.numpy(), shares, atol=1e-4)
    np.testing.assert_allclose(expected.numpy()[:, 0], values[:, 0], atol=1e-4)
    assert set(seen[:, -2].astype(int)) == set(np.array(run.game.roles(part.players))[part.seat])
    assert decisions_of(network.header, torch.from_numpy(seen)).advice.tolist() == advised.tolist()


def test_masks_reach_sb3_as_one_array():
    env = make_sb3_vec_env("misty", 6, ["random"], seed=0)
    env.reset()
    assert is_masking_supported(env)
    masks = env.env_method("action_masks")
    assert masks.shape == (6, 53)
    np.testing.assert_array_equal(get_action_masks(env), masks)
    np.testing.assert_array_equal(env.env_method("action_masks", indices=[4, 1]), masks[[4, 1]])
    np.testing.assert_array_equal(env.get_attr("action_masks", 3)[0](), masks[3])
    with pytest.raises(AttributeError, match="methods: action_masks"):
        env.env_method("fly")


def test_one_step_serves_all_player_counts():
    env = make_sb3_vec_env("misty", 10, ["random"], players=(2, 3, 3), seed=0)
    assert [(part.players, part.num_envs) for part in env.parts] == [(2, 4), (3, 6)]
    seen = env.reset()
    (size,) = env.observation_space.shape
    for _ in range(40):
        seen, rewards, dones, infos = env.step(env.action_masks().argmax(axis=1))
        assert seen.shape == (10, size)
        assert rewards.shape == dones.shape == (10,)
        assert [bool(info) for info in infos] == dones.tolist()
        for row in np.flatnonzero(dones):
            assert infos[row]["terminal_observation"].shape == (size,)
            assert infos[row]["episode"]["l"] > 0
    with pytest.raises(OptionError, match="1 rows are too few for 2 player counts"):
        make_sb3_vec_env("misty", 1, ["random"], players=(2, 3), seed=0)


def test_observations_are_the_callers_to_keep():
    env = make_sb3_vec_env(YARDSTICK, 4, ["random"], seed=0)
    first = env.reset()
    kept = first.copy()
    env.step(env.action_masks().argmax(axis=1))
    np.testing.assert_array_equal(first, kept)


def test_maskable_ppo_learns_with_it_as_it_is():
    env = VecMonitor(make_sb3_vec_env(YARDSTICK, 16, ["random"], seed=0))
    learner = MaskablePPO("MlpPolicy", env, n_steps=16, batch_size=64, seed=1, device="cpu")
    learner.learn(1000)
    assert learner.num_timesteps >= 1000
    assert len(learner.ep_info_buffer) > 10
