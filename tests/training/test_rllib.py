"""RLlib's PPO learns on the AEC environment. Needs the extra rllib, in an environment of its own."""

import pytest

pytest.importorskip("ray.rllib")
pytest.importorskip("torch")

YARDSTICK = "medianoche.toys.connect_four:ConnectFour"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("game", "players"), [(YARDSTICK, 2), ("misty", 3)])
def test_rllib_trains(game, players):
    from medianoche.training.adapters.rllib import ppo_config

    config = ppo_config(game, hidden=(16,), num_players=players)
    algorithm = config.training(train_batch_size_per_learner=300, minibatch_size=100, num_epochs=1).build_algo()
    result = algorithm.train()
    algorithm.stop()
    assert result["env_runners"]["num_episodes"] > 0
    assert result["learners"]["shared"]["num_module_steps_trained"] > 0
