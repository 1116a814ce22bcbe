"""The whole training: it learns, it goes on after a kill as if nothing had happened, it refuses what does not fit."""

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

# TensorBoard and Stable-Baselines3 use things that others deprecate.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")

from medianoche.agents.policy import PolicyAgent, load  # noqa: E402
from medianoche.training.curve import Rate  # noqa: E402
from medianoche.training.settings import TrainingError  # noqa: E402
from medianoche.training.torch.config import Config  # noqa: E402
from medianoche.training.torch.sb3 import PPORun, train  # noqa: E402
from tests.training.conftest import NIM, YARDSTICK, choices_in_nim, killed_at_a_checkpoint  # noqa: E402


@pytest.fixture(autouse=True)
def one_thread():
    import torch

    torch.set_num_threads(1)


def unmeasured(policy):
    """No evaluation."""
    return {}


def nim_config(**changes):
    return Config.of(
        "nim",
        {
            "game": NIM,
            "decisions": 60_000,
            "hidden": [32, 32],
            "ppo": {"rows": 64, "steps": 16, "batch_size": 256, "learning_rate": 0.003, "gamma": 1.0},
            "league": {"agents": {"random": 0.2}, "every": 5},
            "evaluation": {"every": 1000},
            **changes,
        },
    )


def test_it_learns_a_game_whose_best_play_is_known(tmp_path):
    train(nim_config(), tmp_path, unmeasured)
    taken, best = choices_in_nim(PolicyAgent(str(tmp_path / "policy.safetensors")))
    np.testing.assert_array_equal(taken, best)


@pytest.mark.parametrize("teacher", ["greedy", "ismcts:200"])
def test_imitation_takes_over_what_a_teacher_does(tmp_path, teacher):
    imitation = {"agent": teacher, "chunks": 4, "games": 100, "epochs": 10, "batch_size": 64, "learning_rate": 0.01}
    train(nim_config(decisions=1, imitation=imitation), tmp_path, unmeasured)
    first = min((tmp_path / "policies").glob("*"))
    taken, best = choices_in_nim(PolicyAgent(str(first)))
    assert (taken == best).mean() >= 0.8


def test_it_leaves_what_it_promises(tmp_path, small):
    rates = {"random": Rate(0.5, 0.2, 0.8, 10)}
    seen = []
    train(small(), tmp_path, lambda policy: rates, seen.append)
    header, network = load(tmp_path / "policy.safetensors")
    assert header.game == YARDSTICK
    assert header.decisions == 1024
    assert [len(biases) for biases in network.biases] == [16, 8, 7]
    assert "against random" in (tmp_path / "curve.svg").read_text()
    assert Config.read(tmp_path / "config.toml") == small()
    assert list((tmp_path / "logs").glob("events*"))
    assert (seen[0].done, seen[-1].done, seen[-1].total) == (0, 1000, 1000)
    assert set(seen[-1].win_rates) == {"greedy", "random"}
    assert seen[-1].measured == rates


def test_an_interrupted_training_goes_on_exactly(tmp_path, small):
    """Stopped between two checkpoints, and again during imitation."""
    config = small(decisions=2000, imitation={"agent": "greedy", "chunks": 2, "games": 4})

    class StoppedError(Exception):
        pass

    def stop_after(reports):
        count = 0

        def report(progress):
            nonlocal count
            count += 1
            if count == reports:
                raise StoppedError

        return report

    train(config, tmp_path / "straight", unmeasured)
    for reports in (1, 2, 4, 5):
        with pytest.raises(StoppedError):
            train(config, tmp_path / "broken", unmeasured, stop_after(reports))
    train(config, tmp_path / "broken", unmeasured)
    files = [tmp_path / folder / "checkpoint.safetensors" for folder in ("straight", "broken")]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_killed_process_goes_on_exactly(tmp_path, small):
    config = small(decisions=6000)
    script = (
        "import sys; from pathlib import Path; import torch; torch.set_num_threads(1)\n"
        "from medianoche.training.torch.config import Config; from medianoche.training.torch.sb3 import train\n"
        "train(Config.read(Path(sys.argv[1])), Path(sys.argv[2]), lambda policy: {})\n"
    )
    checkpoint = killed_at_a_checkpoint(config, tmp_path, script)
    train(config, tmp_path / "killed", unmeasured)
    train(config, tmp_path / "straight", unmeasured)
    assert checkpoint.read_bytes() == (tmp_path / "straight" / "checkpoint.safetensors").read_bytes()


def test_another_training_in_the_folder_is_refused(tmp_path, small):
    train(small(decisions=1), tmp_path, unmeasured)
    with pytest.raises(TrainingError, match=r"holds another training \(seed: 0 there, 4 here\); choose another"):
        train(small(seed=4), tmp_path, unmeasured)


def test_a_damaged_checkpoint_is_refused(tmp_path, small):
    train(small(decisions=1), tmp_path, unmeasured)
    (tmp_path / "checkpoint.safetensors").write_bytes(b"broken")
    with pytest.raises(TrainingError, match=r"checkpoint .* is damaged") as error:
        train(small(decisions=1), tmp_path, unmeasured)
    assert "\n" not in str(error.value)


def test_more_decisions_play_on(tmp_path, small):
    train(small(decisions=200), tmp_path, unmeasured)
    train(small(decisions=500), tmp_path, unmeasured)
    assert load(tmp_path / "policy.safetensors")[0].decisions >= 500


def test_networks_play_the_same_in_numpy_as_in_torch(tmp_path, small):
    import torch

    from medianoche.training.torch.maskable import network_of

    run = PPORun(small(), tmp_path, "cpu")
    seen = np.random.default_rng(0).uniform(-1, 1, (500, run.game.observation_size)).astype(np.float32)
    policy = run.learner.policy
    with torch.no_grad():
        expected = policy.action_net(policy.extract_features(torch.from_numpy(seen))).numpy()
    np.testing.assert_allclose(network_of(run.learner).logits(seen), expected, atol=1e-5)
