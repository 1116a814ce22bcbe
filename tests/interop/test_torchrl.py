"""Many games as one TorchRL environment: its own checks, and a short PPO with its own loss."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("torchrl")

from medianoche.envs.core.errors import IllegalActionError, MedianocheError  # noqa: E402
from medianoche.training.adapters.torchrl import SeatsEnv  # noqa: E402
from tests.interop.quiet import quietly  # noqa: E402

YARDSTICK = "medianoche.toys.connect_four:ConnectFour"
DUEL = "tests.toys.duel:Duel"


@pytest.fixture(autouse=True)
def quiet():
    """TorchRL prints, and warns of what is its own."""
    with quietly():
        yield


@pytest.mark.parametrize("game", [YARDSTICK, DUEL, "misty"])
def test_specs_are_what_it_says(game):
    from torchrl.envs import check_env_specs

    env = SeatsEnv(game, 5, ["random"], seed=0)
    assert env.batch_locked
    assert env.batch_size == torch.Size([5])
    check_env_specs(env)
    check_env_specs(env, break_when_any_done="both")


def test_behind_transforms_random_actions_are_legal_with_action_mask():
    from torchrl.envs import ActionMask, Compose, RewardSum, TransformedEnv, check_env_specs

    env = TransformedEnv(SeatsEnv("misty", 4, ["random"], seed=0), Compose(ActionMask(), RewardSum()))
    check_env_specs(env)
    env.rollout(60, break_when_any_done=False)  # an illegal action would raise


def test_random_actions_are_legal_because_the_mask_is_in_the_spec():
    env = SeatsEnv(YARDSTICK, 16, ["random"], seed=1)
    rollout = env.rollout(120, break_when_any_done=False)  # an illegal action would raise
    chosen = rollout["action_mask"].gather(-1, rollout["action"].unsqueeze(-1))
    assert chosen.all()
    ended = rollout["next", "done"].squeeze(-1)
    assert ended.sum() > 50
    assert (rollout["next", "reward"].squeeze(-1)[~ended] == 0).all()
    assert set(rollout["next", "reward"][ended].flatten().tolist()) <= {-1.0, 0.0, 1.0}
    assert not rollout["observation"][:, 1:][ended[:, :-1]].equal(rollout["next", "observation"][:, :-1][ended[:, :-1]])


def test_the_same_seed_is_the_same_rollout():
    def rollout(seed):
        env = SeatsEnv(YARDSTICK, 4, ["random"], seed=0)
        env.set_seed(seed)
        first = env.rollout(30, lambda observation, action_mask, seat: action_mask.int().argmax(-1))
        return first["next", "observation"]

    assert rollout(3).equal(rollout(3))
    assert rollout(3).shape != rollout(4).shape or not rollout(3).equal(rollout(4))


def test_some_rows_alone_are_dealt_anew():
    env = SeatsEnv(YARDSTICK, 4, ["random"], seat=0, seed=0)
    data = env.reset()
    for _ in range(2):
        data = env.step(env.rand_action(data))["next"]
    before = data["observation"].clone()
    wanted = torch.tensor([True, False, False, True]).unsqueeze(-1)
    after = env.reset(data.exclude("reward").set("_reset", wanted))
    assert after["observation"][1:3].equal(before[1:3])
    assert not after["observation"][0].equal(before[0])


def test_an_illegal_action_and_bad_arguments_are_one_line():
    env = SeatsEnv(YARDSTICK, 2, ["random"], seed=0)
    data = env.reset()
    data["action"] = torch.tensor([0, 10**6])
    with pytest.raises(IllegalActionError):
        env.step(data)
    with pytest.raises(MedianocheError, match="unknown agent"):
        SeatsEnv(YARDSTICK, 2, ["nobody"], seed=0)


def networks(env):
    """Actor behind the mask, and critic."""
    from tensordict.nn import TensorDictModule
    from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator

    size = env.observation_spec["observation"].shape[-1]
    actions = env.action_spec.space.n

    def layers(out):
        return torch.nn.Sequential(torch.nn.Linear(size, 64), torch.nn.Tanh(), torch.nn.Linear(64, out))

    scores = TensorDictModule(layers(actions), in_keys=["observation"], out_keys=["logits"])
    actor = ProbabilisticActor(
        scores,
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    return actor, ValueOperator(layers(1), in_keys=["observation"])


def test_a_short_ppo_with_torchrls_own_loss_learns():
    from torchrl.envs.utils import ExplorationType, set_exploration_type
    from torchrl.objectives import ClipPPOLoss
    from torchrl.objectives.value import GAE

    torch.manual_seed(0)
    env = SeatsEnv(YARDSTICK, 64, ["random"], seed=0)
    actor, critic = networks(env)
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    optimiser = torch.optim.Adam(loss.parameters(), lr=2e-3)
    means = []
    for _ in range(12):
        with torch.no_grad(), set_exploration_type(ExplorationType.RANDOM):
            data = env.rollout(64, actor, break_when_any_done=False)
            advantage(data)
        means.append(float(data["next", "reward"][data["next", "done"]].mean()))
        flat = data.reshape(-1)
        for part in torch.randperm(len(flat)).repeat(3).split(512):
            parts = loss(flat[part])
            optimiser.zero_grad()
            (parts["loss_objective"] + parts["loss_critic"] + parts["loss_entropy"]).backward()
            optimiser.step()
    assert abs(means[0]) < 0.2  # 64 rows, five games each: as good as chance
    assert np.mean(means[-2:]) > 0.5
