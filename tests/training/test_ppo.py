"""PPO in torch: returns by hand, learning, files and resuming; its network gives the numbers of the compiled one."""

import itertools
import json

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import agent
from medianoche.agents.network import NetHeader, Network
from medianoche.envs.core.compile import linking
from medianoche.envs.core.compile.jit import DISABLED
from medianoche.envs.core.errors import IllegalActionError
from medianoche.training.checkpoint import FILE, POLICY
from medianoche.training.compiled.rollouts import outcomes
from medianoche.training.torch.ppo_config import PPOConfig

torch = pytest.importorskip("torch")

from medianoche.benchmarks.exploit.gauge import NashConvGauge  # noqa: E402
from medianoche.benchmarks.speed import gpu  # noqa: E402
from medianoche.envs import game as game_of  # noqa: E402
from medianoche.envs.core.play.device_batch import DeviceBatch  # noqa: E402
from medianoche.training.recipes import ppo as recipe  # noqa: E402
from medianoche.training.recipes.ppo import LOSSES, Step, gae  # noqa: E402
from medianoche.training.run import Run  # noqa: E402
from medianoche.training.settings import TrainingError  # noqa: E402
from medianoche.training.torch import ppo as torch_ppo  # noqa: E402
from medianoche.training.torch.network import DecisionTensors, TorchNetwork, joined  # noqa: E402
from medianoche.training.torch.ppo import PPO, Part  # noqa: E402
from medianoche.training.torch.rows import HostRows, final_values  # noqa: E402
from tests.envs.core.emulated import EmulatedDriver  # noqa: E402
from tests.training.conftest import YARDSTICK, opened, train  # noqa: E402
from tests.training.test_net import always, unmeasured  # noqa: E402

torch.set_num_threads(1)  # more of them wait for each other where cores are busy
TABLES = {"game": "kuhn", "hidden": (16, 8), "margin": 0.0, "num_envs": 64, "num_steps": 16, "minibatch_size": 512}


def config_of(**changes):
    return PPOConfig.from_tables("test", {**TABLES, "scale": 1.0, "total_decisions": 4000, **changes})


def test_returns_follow_each_seat():
    """One row, seats 0, 1, 0, 1, a game that ends after the third decision, and a fourth of the next game."""
    seats = [0, 1, 0, 1]
    values = [0.1, 0.2, 0.3, 0.4]
    yes = torch.tensor([True])
    no = torch.tensor([False])
    zero = torch.zeros(1, 2, 1)
    steps = [
        Step([], zero, zero, torch.tensor([[value]]), torch.tensor([seat]), no, zero)
        for seat, value in zip(seats, values, strict=True)
    ]
    steps[2] = steps[2]._replace(ended=yes, result=torch.tensor([[[1.0], [-1.0]]]))
    following = steps[3].value, torch.tensor([0])
    advantages = gae(steps, *following, 0.5)
    assert advantages[:, 0, 0].isfinite().tolist() == [True, True, True, False]  # seat 1 is not asked again
    assert advantages[2, 0, 0] == pytest.approx(1 - 0.3)
    assert advantages[1, 0, 0] == pytest.approx(-1 - 0.2)
    assert advantages[0, 0, 0] == pytest.approx(0.3 - 0.1 + 0.5 * 0.7)
    others = [steps[0]._replace(value=torch.full((1, 1), torch.nan)), *steps[1:]]
    assert gae(others, *following, 0.5)[:, 0, 0].isfinite().tolist() == [False, True, True, False]


def test_a_training_learns_and_leaves_what_the_compiled_one_does(tmp_path):
    changes = {"ent_coef": 0.1, "magnet": 0.1, "magnet_every": 5, "snapshot_every": 5, "snapshots": 0.3}
    config = config_of(total_decisions=80_000, **changes)
    seen = []
    gauge = NashConvGauge(game_of("kuhn"))
    train(config, tmp_path, unmeasured, always, seen.append, None, gauge)
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    measured = [line["NashConv in chips"] for line in lines if "NashConv in chips" in line]
    assert measured[-1] < 0.6  # 0.917 for uniform play
    assert seen[-1].decisions == lines[-1]["decisions"] >= 80_000
    network = Network.load(tmp_path / POLICY)
    assert network.header.learner == "torch"
    assert network.header.decisions > 0
    assert network.trained_seats().tolist() == [2] * game_of("kuhn").rules.num_roles
    assert agent(f"net:{tmp_path / POLICY}").name.startswith("net:")
    for name in ("config.toml", FILE, "curve.svg", "log.csv", "policies"):
        assert (tmp_path / name).exists(), name


def test_the_update_is_that_of_the_recipe(monkeypatch):
    """What a configuration says of the loss reaches `recipes.ppo.update`; the entropy's weight falls to a tenth."""
    options_given = {
        "gae_lambda": 0.5,
        "update_epochs": 2,
        "clip_coef": 0.1,
        "vf_coef": 0.7,
        "max_grad_norm": 0.3,
        "magnet": 0.4,
    }
    ppo = PPO(config_of(ent_coef=0.5, anneal_ent=0.1, minibatch_size=64, **options_given))
    seen = []
    update = recipe.update

    def recorded(args, *others):
        seen.append(args)
        return update(args, *others)

    monkeypatch.setattr(recipe, "update", recorded)
    ppo.round()
    ppo.state.decisions = 2000  # half of all
    ppo.round()
    assert [args.ent_coef for args in seen] == pytest.approx([0.5, 0.275])
    assert {name: getattr(seen[0], name) for name in options_given} == options_given
    assert seen[0].minibatch_size == 64


def test_a_training_that_was_stopped_goes_on(tmp_path):
    config = config_of(magnet=0.1, snapshot_every=1, average_last=1.0)
    first = opened(config, tmp_path)
    for _ in range(3):
        first.round()
    first.save()
    again = opened(config, tmp_path)
    one = first.algorithm
    other = again.algorithm
    assert (again.state.decisions, again.state.rounds, len(other.snapshots)) == (first.state.decisions, 3, 3)
    for here, other_side in ((one.agent.state_dict(), other.agent.state_dict()), (one.magnet, other.magnet)):
        assert all(torch.equal(value, other_side[name]) for name, value in here.items())
    moments = [next(iter(learner.optimizer.state_dict()["state"].values()))["exp_avg"] for learner in (one, other)]
    assert torch.equal(*moments)
    assert torch.equal(one.counts, other.counts)
    assert one.counts.sum() == first.state.decisions
    mine, its, last = (learner.parameters for learner in (one.trained(), other.trained(), one.agent.compiled()))
    assert np.array_equal(mine, its)
    assert not np.array_equal(mine, last)
    before = again.state.decisions
    again.round()
    assert again.state.decisions > before


def test_a_rare_decision_keeps_its_entropy():
    """The wing is chosen once, duels are many: its share of the entropy's gradient is small without the weight."""
    entropies = []
    for power in (0.0, 2.0):
        changes = {"learning_rate": 0.01, "ent_coef": 0.1, "rarity_ent": power, "gae_lambda": 1.0}
        ppo = PPO(config_of(game="medianoche.toys.strong_wing:StrongWing", **changes))
        for _ in range(30):
            ppo.round()
        seen, *_ = HostRows(ppo.game.batch(1, seed=0), ppo.network, ppo.device, 0).look()
        entropies.append(torch.distributions.Categorical(logits=ppo.agent(*seen)[0]).entropy().item())
    assert entropies[1] > entropies[0] + 0.1


def test_a_game_is_played_to_its_end_against_the_network_it_began_with(tmp_path, monkeypatch):
    """The network of each round prefers another column, so the moves of a former one say which it is. Rounds of two
    decisions cut every game; with three discs of each player no column is full."""

    def update(ppo, batch):
        with torch.no_grad():
            for layer in ppo.agent.parameters():
                layer.zero_()
            ppo.agent.layers["policy_bias"][:, ppo.state.rounds % 7] = 60.0
        return {}

    columns = {}
    step = Part.step

    def recorded(part):
        games = part.__dict__.setdefault("games", np.zeros(len(part.envs), np.int64))
        for row in np.flatnonzero(part.next.value[:, 0].isnan().numpy()):
            columns.setdefault((part.number, row, games[row]), []).append(int(part.next.action[row]))
        step(part)
        games += part.steps[-1].ended.numpy()

    monkeypatch.setattr(PPO, "update", update)
    monkeypatch.setattr(Part, "step", recorded)
    ppo = PPO(config_of(game=YARDSTICK, num_envs=32, num_steps=2, snapshots=1.0, snapshot_every=1, snapshots_kept=5))
    ppo.deal()
    for number, part in enumerate(ppo.parts):
        part.number = number
    run = Run(ppo, None, 1.0)
    for _ in range(40):
        run.round()
    assert len(columns) > 60
    crossed = [game for game, chosen in columns.items() if len(set(chosen[:3])) > 1]
    assert not crossed, f"{len(crossed)} of {len(columns)} games were played against several networks"
    assert len({chosen[0] for chosen in columns.values()}) > 3
    assert len(ppo.snapshots) <= 5 + len(ppo.parts) * len(ppo.parts[0].envs)


def test_rounds_of_one_decision_and_of_none_keep_the_weights_finite(tmp_path):
    ppo = PPO(config_of(num_envs=2, num_steps=1, snapshots=0.0))
    counts = []
    for _ in range(12):
        decisions, losses = ppo.round()
        counts.append(decisions)
        assert len(losses) == (len(LOSSES) if counts[-1] else 1)
        assert np.isfinite(list(losses.values())).all()
    assert {0, 1} <= set(counts)
    assert all(torch.isfinite(value).all() for value in ppo.agent.parameters())


def test_advice_and_player_counts(tmp_path):
    """Misty with advice: a new network follows the heuristic; each part has a player count of its own."""
    ppo = PPO(config_of(game="misty", advice=True, players=(2, 3), num_envs=16, num_steps=2))
    _, losses = ppo.round()
    assert [part.rows.batch.num_players for part in ppo.parts] == [2, 3]
    assert ppo.parts[0].next.seen.advice.shape == (8,)
    assert np.isfinite(list(losses.values())).all()


@pytest.mark.skipif(DISABLED or not linking.AVAILABLE, reason="kernels are not compiled")
@pytest.mark.parametrize("checked", [False, True])
def test_games_on_the_device_teach_the_same(checked):
    """On an emulated device, to the last bit; with advice, and a former network in half of the rows."""
    config = config_of(num_envs=32, num_steps=8, snapshot_every=1, snapshots=0.5, advice=True, checked=checked)
    one, other = (PPO(config, env_device=place) for place in ("cpu", EmulatedDriver()))
    for _ in range(3):
        assert one.round() == other.round()
    assert {part.rows.batch.checked for part in other.parts} == {checked}
    for ours, theirs in zip(one.agent.parameters(), other.agent.parameters(), strict=True):
        assert torch.equal(ours, theirs)


@pytest.mark.skipif(DISABLED or not linking.AVAILABLE, reason="kernels are not compiled")
@pytest.mark.parametrize(("place", "checked"), [("cpu", False), ("device", True), ("device", False)])
def test_an_illegal_action_is_recorded(tmp_path, monkeypatch, place, checked):
    """Row 5 of the second part plays an action outside of its mask in step 3 of the second round."""
    config = config_of(num_envs=32, num_steps=8, checked=checked)
    ppo = PPO(config, env_device="cpu" if place == "cpu" else EmulatedDriver())
    run = Run(ppo, tmp_path, 1.0)
    run.round()
    draw = torch_ppo.sampled
    calls = itertools.count()

    def drawn(logits, mask, generator):
        action, logprob = draw(logits, mask, generator)
        if next(calls) == 2 * 2 + 1:  # each part asks after its step, so this is the answer that is played in step 3
            action[5] = (~mask[5]).int().argmax()
        return action, logprob

    monkeypatch.setattr(torch_ppo, "sampled", drawn)
    words = (
        r"update 2, step 3: kuhn, row 5: action \d .* is not legal for player_\d; 2 legal: .*; state, mask and logits "
    )
    with pytest.raises(IllegalActionError, match=words) as caught:
        run.round()
    file = tmp_path / "illegal-action.npz"
    assert str(caught.value).endswith(f"are in {file}")
    with np.load(file) as record:
        batch = ppo.parts[1].rows.batch
        state = batch.host_states()[5] if place == "device" else batch.states[5]
        assert record["state"].dtype == game_of("kuhn").declaration.state_dtype
        assert record["state"][0].tobytes() == state.tobytes()
        assert [int(record[name]) for name in ("part", "update", "step", "row", "former")] == [1, 2, 3, 5, 0]
        np.testing.assert_array_equal(record["mask"], record["mask_seen"])
        assert not record["mask"][int(record["action"])]
        np.testing.assert_allclose(record["logits"], record["logits_again"], atol=1e-5)
        assert np.flatnonzero(record["mask"]).tolist() == np.flatnonzero(record["logits"] > -1e8).tolist()
        assert f"row 5: action {record['action']} " in str(record["message"])


def test_a_training_goes_on_with_games_that_are_checked(tmp_path):
    first = opened(config_of(checked=False), tmp_path)
    first.round()
    first.save()
    assert opened(config_of(checked=True), tmp_path).state.rounds == 1


@pytest.mark.parametrize("weight", [torch.nan, torch.inf])
def test_weights_that_are_no_numbers_break_a_training_off_in_one_line(weight, tmp_path):
    ppo = PPO(config_of(num_envs=16, num_steps=4))
    for parameter in ppo.agent.parameters():
        parameter.data.fill_(weight)
    with pytest.raises(
        TrainingError, match="the losses are no longer finite numbers; lower learning_rate and begin again"
    ):
        Run(ppo, tmp_path, 1.0).round()


@pytest.mark.skipif(DISABLED or not linking.AVAILABLE, reason="kernels are not compiled")
def test_learning_beside_a_gpu_is_measured(monkeypatch):
    """`medianoche bench gpu` with torch, on an emulated device."""
    monkeypatch.setattr(gpu, "LEARNER", {"num_envs": 8, "num_steps": 2, "minibatch_size": 8})
    driver = EmulatedDriver()
    assert gpu.torch_place(driver) == "cpu"
    rates = dict(gpu.learner_rates("kuhn", driver, "cpu", 0.001))
    assert list(rates) == ["PPO in torch", "PPO in torch, games on the CPU"]
    assert min(rates.values()) > 0
    policy = gpu.stepped_by_policy(DeviceBatch(game_of("kuhn"), 6, device=driver, checked=False, seed=0), "cpu")
    assert policy() == 6 * gpu.STEPS


def test_values_of_finished_games_are_those_of_the_compiled_learner():
    game = game_of("nocturna")
    rng = np.random.default_rng(1)
    header = NetHeader.made_for(game, hidden=(4,))
    for players in game.players:
        utility = rng.random((9, game.rules.seats), np.float32)
        scores = rng.integers(-40, 40, (9, game.rules.seats), np.int32)
        teams = game.teams(players)
        values_here = final_values(*map(torch.tensor, (utility, scores, teams)), header)
        np.testing.assert_array_equal(values_here.numpy(), outcomes(utility, scores, np.array(teams), header))


@pytest.mark.parametrize("file", sorted(PPOConfig.folder.glob("*.toml")), ids=lambda file: file.stem)
def test_a_configuration_of_the_suite_is_accepted(file):
    assert PPOConfig.read(file).game == file.stem


@pytest.mark.parametrize("name", envs.names())
@pytest.mark.parametrize(("hidden", "advice"), [((12, 7, 5), True), ((16,), False)])
def test_logits_and_values_are_those_of_the_compiled_network(name, hidden, advice, tmp_path):
    game = game_of(name)
    network = Network.new(NetHeader.made_for(game, hidden=hidden, advice=advice), 3)
    network.parameters += np.random.default_rng(3).normal(0, 0.2, network.parameters.shape).astype(np.float32)
    network.save(tmp_path / "one.safetensors")
    TorchNetwork.load(tmp_path / "one.safetensors").save(tmp_path / "two.safetensors")
    assert (tmp_path / "one.safetensors").read_bytes() == (tmp_path / "two.safetensors").read_bytes()
    compiled = Network.load(tmp_path / "two.safetensors")
    batch = game.batch(24, seed=2)
    for _ in range(9):
        batch.step(batch.sample_legal())
    turn = batch.turn(np.arange(24), np.arange(24, dtype=np.uint64))
    inputs = compiled.inputs(turn)
    probabilities, values = compiled.evaluate(turn, inputs)
    with torch.no_grad():
        decisions = DecisionTensors.from_columns(
            compiled.header,
            inputs,
            turn.action_mask,
            np.array(game.roles(game.players[0]))[turn.seats],
            torch.device("cpu"),
        )
        parts = [decisions.part(torch.arange(9)), decisions.part(slice(9, 24))]
        narrow = parts[0]._replace(indices=parts[0].indices[:, :-1], entries=parts[0].entries[:, :-1])
        assert not parts[0].entries[:, -1].any()
        logits, theirs = TorchNetwork(compiled)(*joined([narrow, parts[1]]))
    np.testing.assert_allclose(theirs.numpy(), values, atol=1e-4)
    legal = turn.action_mask != 0
    ours = np.log(np.where(legal, probabilities, 1))
    known = torch.log_softmax(logits, dim=1).numpy()
    np.testing.assert_allclose(np.where(legal, known, 0), ours, atol=1e-4)


def test_weights_that_are_no_numbers_are_seen_in_the_losses():
    ppo = PPO(PPOConfig.from_tables("small", {"game": "kuhn", "num_envs": 16, "num_steps": 8, "hidden": (8, 8)}))
    for weight in ppo.agent.parameters():
        weight.data.fill_(torch.nan)
    assert [np.isnan(ppo.round()[1]["policy_loss"]) for _ in range(3)] == [True] * 3
