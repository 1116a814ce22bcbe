"""The learners of docs/guides/loops.md learn games whose best play is known; JAX: tests/interop/test_recipes.py."""

import copy
import importlib
import json
import runpy
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import agent
from medianoche.benchmarks.exploit.exact import Tree
from medianoche.envs.core.errors import IllegalActionError
from medianoche.training import Checkpoint, checkpoint, command_line, curve, logs, points
from medianoche.training.conformance.checking import LOCATION, shares
from medianoche.training.options import COMMENT, comments
from tests.benchmarks.calls import Called
from tests.processes import printed
from tests.training.conftest import NIM, choices_in_nim

torch = pytest.importorskip("torch")

from medianoche.training.recipes import dqn, ppo, ppo_lstm  # noqa: E402

FOLDER = Path(ppo.__file__).parent
QUICK = {"num_envs": 32, "evaluate_games": 8, "evaluate_every": 10**9}
PPO = {"num_envs": 16, "num_steps": 8, "minibatch_size": 64, "evaluate_every": 2, "evaluate_games": 4}
SMALL = {
    "ppo": {**PPO, "snapshot_every": 2, "magnet": 0.1, "magnet_every": 2},
    "ppo_lstm": {"num_envs": 16, "num_steps": 8, "evaluate_every": 2, "evaluate_games": 4},
    "dqn": {
        "num_envs": 16,
        "buffer_size": 200,
        "learning_starts": 64,
        "target_frequency": 5,
        "batch_size": 32,
        "evaluate_every": 10,
        "evaluate_games": 4,
    },
    "ppo_jax": {**PPO, "snapshot_every": 2},
}
"""Options with which a recipe makes some updates in a second."""
DECISIONS = 700


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


def recipe_of(name):
    """The module of a recipe."""
    if name == "ppo_jax":
        pytest.importorskip("optax")
    return importlib.import_module(f"medianoche.training.recipes.{name}")


def weights_of(name, out, seed=1, **options):
    """The bytes of the network after a small training in the folder."""
    recipe_of(name).train(NIM, DECISIONS, seed, out=str(out), **{**SMALL[name], **options})
    return (out / "policy.safetensors").read_bytes()


def run(name, out, monkeypatch, **options):
    """Run a recipe as its command; returns the exit code."""
    numbers = {"game": NIM, "decisions": DECISIONS, "out": out, **SMALL[name], **options}
    words = [word for key, value in numbers.items() for word in (f"--{key.replace('_', '-')}", str(value))]
    file = recipe_of(name).__file__
    monkeypatch.setattr(sys, "argv", [file, *words])
    try:
        runpy.run_path(file, run_name="__main__")
    except SystemExit as end:
        return end.code
    return 0


def measured_in(out):
    """The lines of a log, without what depends on the clock."""
    lines = map(json.loads, (out / "log.jsonl").read_text().splitlines())
    return [{key: value for key, value in line.items() if key != "decisions_per_second"} for line in lines]


def stop_after(count, monkeypatch):
    """Let Ctrl-C come with the line of the log after so many, and checkpoints with every third chance."""
    lines = iter(range(count))
    chances = iter(range(10**6))
    write = logs.Log.write

    def interrupted(log, *line):
        if next(lines, None) is None:
            raise KeyboardInterrupt
        write(log, *line)

    monkeypatch.setattr(logs.Log, "write", interrupted)
    monkeypatch.setattr(checkpoint, "due", lambda _saved: next(chances) % 3 == 0)


@pytest.mark.parametrize("name", SMALL)
def test_the_same_command_goes_on_after_a_stop_to_the_same_weights(name, tmp_path, monkeypatch, capsys):
    whole = tmp_path / "whole"
    parts = tmp_path / "parts"
    assert run(name, whole, monkeypatch) == 0
    capsys.readouterr()
    with monkeypatch.context() as patch:
        stop_after(6, patch)
        assert run(name, parts, monkeypatch) == 130
    words = capsys.readouterr()
    assert words.err == f"{name}: stopped: the same command goes on from {parts / 'checkpoint.safetensors'}\n"
    begun = (parts / "policy.safetensors").read_bytes()
    assert begun != (whole / "policy.safetensors").read_bytes()
    assert run(name, parts, monkeypatch) == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert not first.startswith("0 decisions")
    assert others
    assert (parts / "policy.safetensors").read_bytes() == (whole / "policy.safetensors").read_bytes()
    assert measured_in(parts) == measured_in(whole)
    assert (parts / "curve.svg").read_bytes() == (whole / "curve.svg").read_bytes()
    assert run(name, parts, monkeypatch) == 0  # nothing is left to do
    assert capsys.readouterr().out == ""
    assert measured_in(parts) == measured_in(whole)


@pytest.mark.parametrize("name", SMALL)
def test_a_seed_decides_the_weights_and_so_does_gamma(name, tmp_path):
    first = weights_of(name, tmp_path / "first")
    assert weights_of(name, tmp_path / "again") == first
    assert weights_of(name, tmp_path / "seed", seed=2) != first
    assert weights_of(name, tmp_path / "gamma", gamma=0.5) != first


@pytest.mark.parametrize("name", SMALL)
def test_a_recipe_says_what_it_wins_against_random_before_it_learns_and_after(name, tmp_path, capsys):
    weights_of(name, tmp_path, evaluate_every=10**9)
    said = [line for line in capsys.readouterr().out.splitlines() if "against random" in line]
    first, last = said
    assert first.startswith("0 decisions: ")
    assert not last.startswith("0 decisions: ")
    assert "% of the points against random" in last
    assert "% of the points against greedy" in last
    lines = [line for line in measured_in(tmp_path) if "points/random" in line]
    assert len(lines) == 2
    assert all(0 <= line["points/random"] <= 1 for line in lines)
    drawn = (tmp_path / "curve.svg").read_text(encoding="utf-8")
    assert drawn.count("against random") == 1
    kept = curve.points_of_log(tmp_path)
    assert [(point.decisions, point.rates["random"].mean) for point in kept] == [
        (line["decisions"], line["points/random"]) for line in lines
    ]


def test_without_matplotlib_a_recipe_measures_and_says_that_it_draws_nothing(tmp_path, monkeypatch, capsys):
    """As in the small install of docs/guides/systems.md."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # as if it were not installed
    assert run("dqn", tmp_path, monkeypatch) == 0
    said = [line for line in capsys.readouterr().out.splitlines() if "against random" in line]
    assert said
    assert all(line.endswith("(curve.svg is not drawn: matplotlib is not installed)") for line in said)
    assert not (tmp_path / "curve.svg").exists()
    assert len([line for line in measured_in(tmp_path) if "points/random" in line]) == len(said)


@pytest.mark.parametrize("name", SMALL)
def test_a_training_without_resume_begins_anew_in_the_same_folder(name, tmp_path):
    """As `check-learner` needs it."""
    first = weights_of(name, tmp_path)
    assert weights_of(name, tmp_path, seed=2) != first
    assert weights_of(name, tmp_path) == first


@pytest.mark.parametrize("name", SMALL)
def test_a_checkpoint_of_other_options_is_refused_in_one_line(name, tmp_path, monkeypatch, capsys):
    before = weights_of(name, tmp_path)
    assert run(name, tmp_path, monkeypatch, gamma=0.5) == 2
    (line,) = capsys.readouterr().err.splitlines()
    expected = f"{tmp_path} holds another training (gamma: 1.0 there, 0.5 here); choose another --out"
    assert line == f"{name}: error: {expected}"
    assert (tmp_path / "policy.safetensors").read_bytes() == before


def test_a_folder_of_medianoche_train_is_refused_in_one_line(tmp_path, monkeypatch, capsys):
    checkpoint.save(tmp_path, {"run": {"decisions": 5}})
    assert run("ppo", tmp_path, monkeypatch) == 2
    (line,) = capsys.readouterr().err.splitlines()
    words = f"ppo: error: {tmp_path} holds another training (of `medianoche train`); choose another --out"
    assert line == words


def test_a_damaged_checkpoint_is_refused_in_one_line(tmp_path, monkeypatch, capsys):
    file = tmp_path / "checkpoint.safetensors"
    weights_of("ppo", tmp_path)
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    capsys.readouterr()
    assert run("ppo", tmp_path, monkeypatch) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"ppo: error: checkpoint {file} is damaged")


@pytest.mark.parametrize(
    "value", [{"a": torch.arange(3), 7: (torch.tensor(2.5), None)}, {"n": np.zeros((2, 0)), "text": "x", "big": 2**100}]
)
def test_a_checkpoint_gives_back_what_was_saved(value, tmp_path):
    game = envs.game(NIM)
    rng = np.random.default_rng(5)
    layer = torch.nn.Linear(2, 3)
    Checkpoint(tmp_path, {"seed": 1}, game).save({"rng": rng, "layer": layer, "none": None}, kept=value)
    drawn = rng.random(3)
    other = torch.nn.Linear(2, 3)
    values = Checkpoint(tmp_path, {"seed": 1}, game, resume=True).restore({"rng": rng, "layer": other})
    np.testing.assert_array_equal(rng.random(3), drawn)
    assert torch.equal(other.weight, layer.weight)
    assert plain_of(values["kept"]) == plain_of(value)
    assert Checkpoint(tmp_path, {"seed": 1}, game).restore({"rng": rng}) == {}  # it begins


def plain_of(value):
    """Values that can be compared: tensors as their type and bytes, tuples as lists."""
    if isinstance(value, torch.Tensor):
        return str(value.dtype), tuple(value.shape), value.numpy().tobytes()
    if isinstance(value, np.ndarray):
        return str(value.dtype), value.shape, value.tobytes()
    if isinstance(value, dict):
        return {key: plain_of(item) for key, item in value.items()}
    return [plain_of(item) for item in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("name", SMALL)
def test_a_recipe_without_a_gpu_refuses_cuda_and_one_without_wandb_refuses_track(name, tmp_path, monkeypatch, capsys):
    file = recipe_of(name).__file__
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(logs, "installed", lambda _library: False)
    if name == "ppo_jax" and any(device.platform == "gpu" for device in importlib.import_module("jax").devices()):
        pytest.skip("JAX has a GPU")
    for words, expected in (
        ("--cuda", "--cuda: "),
        ("--track", "--track: wandb is not installed; pip install wandb"),
    ):
        monkeypatch.setattr(sys, "argv", [file, "--out", str(tmp_path / "new"), "--game", NIM, words])
        with pytest.raises(SystemExit, match="2"):
            runpy.run_path(file, run_name="__main__")
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(f"{name}: error: {expected}")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", SMALL)
def test_track_writes_to_weights_and_biases_too(name, tmp_path, monkeypatch):
    told = []

    class Wandb:
        def __init__(self, folder, facts):
            told.append((folder, facts["gamma"]))

        def write(self, decisions, values):
            told.append((decisions, sorted(values)))

        def close(self):
            told.append("closed")

    monkeypatch.setitem(logs.SERVICES, "wandb", Wandb)
    monkeypatch.setattr(logs, "installed", lambda library: library == "wandb")
    weights_of(name, tmp_path, track=True, gamma=0.9)
    assert told[0] == (tmp_path, 0.9)
    assert told[1] == (0, ["points/greedy", "points/random"])
    assert told[-1] == "closed"
    assert len(told) == len(measured_in(tmp_path)) + 2


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
@pytest.mark.parametrize("name", ["ppo", "ppo_lstm", "dqn"])
def test_a_recipe_learns_on_a_gpu(name, tmp_path):
    assert weights_of(name, tmp_path, cuda=True)


def test_ppo_learns_nim_and_says_so_from_the_first_update_on(tmp_path, capsys):
    ppo.train(NIM, 25_000, 1, num_steps=32, minibatch_size=256, out=str(tmp_path), **QUICK)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("0 decisions: ")
    assert "a second" in lines[1]
    assert (tmp_path / "log.jsonl").is_file()
    file = f"net:{tmp_path / 'policy.safetensors'}"
    called = Called(["tournament", NIM, "--agents", file, "random", "--games", "20", "--out", str(tmp_path / "games")])
    assert called.code == 0
    np.testing.assert_array_equal(*choices_in_nim(agent(file)))


def test_dqn_learns_nim(tmp_path):
    numbers = {"buffer_size": 4000, "learning_starts": 500, "train_frequency": 1, "target_frequency": 50}
    np.testing.assert_array_equal(
        *choices_in_nim(dqn.train(NIM, 25_000, 1, out=str(tmp_path / "new"), **numbers, **QUICK))
    )


def test_the_recurrent_network_remembers_and_its_bot_too(tmp_path):
    ppo_lstm.train(LOCATION + "Recall", 12_000, 1, num_steps=16, learning_rate=3e-3, out=str(tmp_path / "new"), **QUICK)
    bot = agent(f"{tmp_path / 'new' / 'bot.py'}:Bot")
    assert shares(bot, "Recall").min() > 0.95
    assert points(bot, "random", LOCATION + "Recall", 40) > 0.6  # half of the points are shared where both are right
    assert not bot.states  # of games that are over


@pytest.mark.larger
def test_ppo_halves_the_exploitability_of_kuhn_poker(tmp_path):
    ppo.train("kuhn", 100_000, 1, num_steps=16, minibatch_size=256, ent_coef=0.1, out=str(tmp_path), **QUICK)
    tree = Tree(envs.game("kuhn"))
    learned = tree.policy_of(agent(f"net:{tmp_path / 'policy.safetensors'}:sample"))
    assert tree.exploitability(learned) < tree.exploitability(tree.uniform) / 2


def steps_of(value, seat, ended, utility):
    """A rollout of one row and two seats, in which nothing is looked at but these."""
    nothing = torch.zeros(1)
    return [
        ppo.Step(
            [],
            nothing,
            nothing,
            torch.tensor([[v]]),
            torch.tensor([s]),
            torch.tensor([e]),
            torch.tensor([u])[..., None],
        )
        for v, s, e, u in zip(value, seat, ended, utility, strict=True)
    ]


def test_advantages_follow_each_seat_and_leave_out_what_nothing_follows():
    """By hand: one row, four decisions of seats 0 1 0 1; then a game ends after a decision of seat 1."""
    value = [0.1, 0.2, 0.3, 0.4]
    seat = [0, 1, 0, 1]
    utility = np.zeros((4, 2), np.float32).tolist()
    following = torch.tensor([[0.5]]), torch.tensor([0]), 0.5
    advantages_found = ppo.gae(steps_of(value, seat, [False] * 4, utility), *following).ravel()
    assert advantages_found.isfinite().tolist() == [
        True,
        True,
        True,
        False,
    ]  # seat 1 is not asked after its last decision
    last = 0.5 - 0.3
    assert advantages_found[:3].tolist() == pytest.approx([0.3 - 0.1 + 0.5 * last, 0.4 - 0.2, last])
    utility[1] = [-1.0, 1.0]
    advantages_found = ppo.gae(steps_of(value, seat, [False, True, False, False], utility), *following).ravel()
    assert advantages_found.isfinite().tolist() == [True, True, True, False]
    assert advantages_found[:3].tolist() == pytest.approx([-1.1, 0.8, last])
    of_others = [torch.nan, *value[1:]]  # an opponent decided
    advantages_found = ppo.gae(steps_of(of_others, seat, [False] * 4, utility), *following).ravel()
    assert advantages_found.isfinite().tolist() == [False, True, True, False]


def test_gamma_discounts_from_decision_to_decision_and_not_the_result():
    """By hand: seats 0 1 0 1; the game ends after the last decision. A half each for gamma and lambda."""
    value = [0.1, 0.2, 0.3, 0.4]
    utility = [[0.0, 0.0]] * 3 + [[-1.0, 1.0]]
    steps = steps_of(value, [0, 1, 0, 1], [False] * 3 + [True], utility)
    advantages_by_gamma = ppo.gae(steps, torch.tensor([[0.5]]), torch.tensor([0]), 0.5, 0.5).ravel().tolist()
    late = [-1.0 - 0.3, 1.0 - 0.4]
    early = [0.5 * 0.3 - 0.1 + 0.25 * late[0], 0.5 * 0.4 - 0.2 + 0.25 * late[1]]
    assert advantages_by_gamma == pytest.approx([*early, *late])
    (alone,) = ppo.gae(steps_of([0.1], [0], [False], [[0.0, 0.0]]), torch.tensor([[0.5]]), torch.tensor([0]), 1.0, 0.5)
    assert float(alone) == pytest.approx(0.5 * 0.5 - 0.1)


def test_gamma_of_dqn_discounts_the_value_of_the_next_decision(tmp_path):
    """A memory of two decisions, one after the other: the second one is followed by the end of the game."""
    game = envs.game(NIM)
    memory = dqn.Memory(2, 1, game)
    for seen in (0.0, 1.0):
        columns = torch.full((1, game.observation_size), seen), torch.ones(1, 3) > 0, torch.zeros(1).long()
        memory.decide(np.array([0]), columns, np.array([0]))
    memory.end(np.array([0]), np.array([[1.0, -1.0]], np.float32))
    memory.draw = lambda _count: np.array([0, 1])
    torch.manual_seed(0)
    q = dqn.QNetwork(game)
    first, second = q(memory.obs, memory.mask, memory.role).detach()
    losses = []
    for gamma in (1.0, 0.5):
        still = torch.optim.SGD(q.parameters(), lr=0.0)
        losses.append(dqn.update(dqn.Args(gamma=gamma), q, q, still, memory, torch.device("cpu")))
        wanted = torch.tensor([gamma * float(second.max()), 1.0])
        expected = torch.nn.functional.smooth_l1_loss(torch.stack([first[0], second[0]]), wanted)
        assert losses[-1] == pytest.approx(float(expected), rel=1e-5)
    assert losses[0] != losses[1]


def test_the_objective_of_two_decisions_by_hand():
    """The first action has become likelier than the clip allows, the second one less likely, with a loss."""
    args = ppo.Args(clip_coef=0.2, ent_coef=0.1, vf_coef=0.5, magnet=0.3)
    now = np.array([[0.75, 0.25], [0.5, 0.5]], np.float32)
    then = np.log(np.array([0.5, 0.8], np.float32))
    magnet = np.array([[0.5, 0.5], [0.5, 0.5]], np.float32)
    target = torch.tensor([[1.0, torch.nan], [0.0, 0.5]])  # one seat has no player
    gain = torch.tensor([2.0, -1.0])
    weight = torch.tensor([1.0, 3.0])
    b = ppo.Rollout([], torch.tensor([0, 0]), torch.from_numpy(then), gain, target, weight)
    values = torch.zeros(2, 2)
    loss, losses = ppo.objective(
        args, lambda: (torch.from_numpy(now).log(), values), b, lambda: (torch.from_numpy(magnet).log(), values)
    )
    gained = (1.2 * 2.0 + 0.8 * -1.0) / 2
    squared = (1.0 + 0.25) / 2
    entropy = -(now * np.log(now)).sum(axis=1)
    divergence = (now * np.log(now / magnet)).sum(axis=1).mean()
    whole = -gained - 0.1 * (entropy * [1, 3]).mean() + 0.3 * divergence + 0.25 * squared
    assert float(loss) == pytest.approx(whole, rel=1e-5)
    named = dict(zip(ppo.LOSSES, losses.tolist(), strict=True))
    assert named["policy_loss"] == pytest.approx(-gained, rel=1e-5)
    assert named["value_loss"] == pytest.approx(squared, rel=1e-5)
    assert named["entropy"] == pytest.approx(entropy.mean(), rel=1e-5)
    assert named["magnet"] == pytest.approx(divergence, rel=1e-5)
    assert named["clipfrac"] == 1.0


def test_actions_are_drawn_by_their_probabilities():
    share = torch.tensor([0.1, 0.6, 0.3, 0.0])
    torch.manual_seed(0)
    action, logprob = ppo.sampled(share.log().clamp(min=-1e9).expand(20_000, 4), (share > 0).expand(20_000, 4))
    np.testing.assert_allclose(np.bincount(action, minlength=4) / 20_000, share, atol=0.015)
    torch.testing.assert_close(logprob, share.log()[action])


@pytest.mark.parametrize("legal_logit", [torch.nan, torch.inf, -torch.inf, -1e30, 1e30])
@pytest.mark.parametrize("how_many", ["one", "all"])
def test_an_action_outside_of_the_mask_is_never_drawn(legal_logit, how_many):
    """Whatever legal logits are, and also if those of illegal actions are not low."""
    torch.manual_seed(0)
    mask = torch.rand(2000, 9) < 0.4
    mask[:, 4] = True
    changed = mask if how_many == "all" else torch.zeros_like(mask).index_fill(1, torch.tensor([4]), True)
    for illegal in (-1e9, 5.0, torch.inf, torch.nan):
        logits = torch.randn(2000, 9).masked_fill(~mask, illegal).masked_fill(changed, legal_logit)
        action, _ = ppo.sampled(logits, mask)
        assert mask.gather(1, action[:, None]).all()
    assert len(action.unique()) > 1 or how_many == "one"


def test_a_row_without_a_legal_action_gets_one_that_the_games_refuse():
    batch = envs.game("kuhn").batch(2, seed=0)
    empty = torch.zeros(2, batch.game.num_actions, dtype=torch.bool)
    action, _ = ppo.sampled(torch.randn(empty.shape), empty)
    assert action.tolist() == [0, 0]
    with pytest.raises(IllegalActionError, match=r"row 0: action 0 .* is not legal"):
        batch.step(action.numpy())


def test_noise_of_zero_or_infinity_draws_a_legal_action(monkeypatch):
    """The logarithm of 0 makes an infinite score, which no low logit holds down."""
    mask = torch.tensor([[False, True, True]])
    for noise in (0.0, torch.inf, torch.nan):
        monkeypatch.setattr(torch.Tensor, "exponential_", lambda tensor, noise=noise, **_: tensor.fill_(noise))
        action, _ = ppo.sampled(torch.tensor([[-1e9, 0.5, 0.2]]), mask)
        assert action.item() in (1, 2)


def test_an_update_without_decisions_changes_nothing():
    policy = ppo.Policy(envs.game(NIM))
    before = copy.deepcopy(policy.state_dict())
    none = torch.zeros(0)
    nothing = ppo.Rollout([none], none.long(), none, none, none[:, None], none)
    assert ppo.update(ppo.Args(), policy, torch.optim.Adam(policy.parameters()), nothing) == {}
    assert all(torch.equal(value, before[name]) for name, value in policy.state_dict().items())


def test_the_magnet_holds_the_policy_of_the_recipe(tmp_path):
    """A large weight keeps the policy near the first one, which is nearly uniform."""
    entropies = []
    for weight in (0.0, 100.0):
        out = tmp_path / str(weight)
        numbers = {"num_steps": 16, "minibatch_size": 128, "learning_rate": 3e-3, "former_share": 0.0}
        ppo.train(NIM, 4000, 1, magnet=weight, magnet_every=10**6, out=str(out), **numbers, **QUICK)
        logged = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
        entropies.append([line["entropy"] for line in logged if "entropy" in line])
    free, held = entropies
    assert held[0] - held[-1] < 0.05 < 0.3 < free[0] - free[-1]


def test_a_rollout_becomes_sequences_of_each_seat_and_game():
    seat = np.array([[0, 0], [1, 0], [0, 1], [0, 0]])
    ended = np.array([[0, 0], [0, 1], [1, 0], [0, 0]], bool)
    steps, rows, goes_on = ppo_lstm.sequences(seat, ended, 2)
    sequences_made = {
        (int(rows[0, k]), int(seat[steps[0, k], rows[0, k]]), bool(goes_on[k])): steps[steps[:, k] >= 0, k].tolist()
        for k in range(steps.shape[1])
    }
    assert sequences_made == {
        (0, 0, True): [0, 2],
        (0, 1, True): [1],
        (0, 0, False): [3],
        (1, 0, True): [0, 1],
        (1, 1, False): [2],
        (1, 0, False): [3],
    }


def test_decisions_of_the_memory_are_followed_by_those_of_the_same_seat():
    memory = dqn.Memory(8, 2, envs.game(NIM))
    for seat in ([0, 0], [1, 0], [0, 1]):
        memory.decide(
            np.array(seat), (torch.zeros(2, 16), torch.ones(2, 3) > 0, torch.zeros(2).long()), np.zeros(2, int)
        )
    assert memory.after[:6].tolist() == [4, 3, dqn.OPEN, dqn.OPEN, dqn.OPEN, dqn.OPEN]
    memory.end(np.array([1]), np.array([[0, 0], [1, -1]], np.float32))
    assert memory.after[:6].tolist() == [4, 3, dqn.OPEN, dqn.OVER, dqn.OPEN, dqn.OVER]
    assert memory.result[[3, 5]].tolist() == [1, -1]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("[!_]*.py")), ids=lambda file: file.stem)
def test_a_recipe_stands_alone(file):
    lines = file.read_text(encoding="utf-8").splitlines()
    own_imports = [line.partition(" import ")[0] for line in lines if line.startswith("from medianoche.training.")]
    recipes = (
        ["ppo", "ppo_lstm"] if file.stem == "ppo_lstm" else []
    )  # the memory alone is new; its bot imports the file
    assert own_imports == [f"from medianoche.training.recipes.{name}" for name in recipes]


@pytest.mark.parametrize("module", [dqn, ppo, ppo_lstm], ids=lambda module: module.__name__.rpartition(".")[2])
def test_a_recipe_leaves_the_training_in_its_folder_as_it_is(module, tmp_path, monkeypatch, capsys):
    (tmp_path / "log.jsonl").write_text("kept")
    monkeypatch.setattr(sys, "argv", ["recipe", "--out", str(tmp_path)])
    with pytest.raises(SystemExit, match="2"):
        runpy.run_path(module.__file__, run_name="__main__")
    assert f"{tmp_path} holds a training; choose another --out" in capsys.readouterr().err
    assert (tmp_path / "log.jsonl").read_text() == "kept"


@pytest.mark.parametrize(
    ("module", "wrong", "words"),
    [
        *((module, ["--game", "kun"], "unknown game 'kun' (did you mean kuhn?)") for module in (dqn, ppo, ppo_lstm)),
        (ppo, ["--decisions", "-5"], "--decisions: give a whole number from 1 on"),
        (ppo, ["--minibatch-size", "0"], "--minibatch-size: give a whole number from 1 on"),
        (ppo, ["--seed", "-1"], "--seed: give a whole number from 0 on"),
        (ppo, ["--learning-rate", "inf"], "--learning-rate: give a number from 0 on"),
        (ppo, ["--gae-lambda", "nan"], "--gae-lambda: give a share from 0 to 1"),
        (ppo, ["--opponent-share", "3"], "--opponent-share: give a share from 0 to 1"),
        (ppo, ["--opponent-share", "0.8", "--former-share", "0.7"], "--opponent-share and --former-share are together"),
        (ppo, ["--num-envs", "many"], "argument --num-envs: invalid int value: 'many'"),
        (dqn, ["--train-frequency", "0"], "--train-frequency: give a whole number from 1 on"),
        (dqn, ["--buffer-size", "8"], "buffer_size is less than num_envs"),
        (ppo_lstm, ["--num-minibatches", "0"], "--num-minibatches: give a whole number from 1 on"),
    ],
)
def test_a_recipe_refuses_wrong_options_in_one_line_and_writes_nothing(
    module, wrong, words, tmp_path, monkeypatch, capsys
):
    file = Path(module.__file__)
    monkeypatch.setattr(sys, "argv", [str(file), "--out", str(tmp_path / "new"), *wrong])
    with pytest.raises(SystemExit, match="2"):
        runpy.run_path(module.__file__, run_name="__main__")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{file.stem}: error: {words}")
    assert not list(tmp_path.iterdir())


@dataclass
class Options:
    """Of a loop that writes or fails."""

    out: str = ""  # the folder
    error: int = 0  # what is raised: 1 of 100% of the losses


def loop(out, error):
    Path(out).mkdir()
    (Path(out) / "log.csv").touch()
    if error != 2:
        (Path(out) / "log.jsonl").touch()
    raise [KeyboardInterrupt, MemoryError("too many games"), KeyboardInterrupt][error]


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (0, 130, "loop: stopped: {} holds log.csv, log.jsonl; a training begins anew, in another --out"),
        (1, 2, "loop: error: not enough memory: too many games"),
        (2, 130, "loop: stopped: the same command starts again"),
    ],
)
def test_a_loop_that_is_stopped_ends_in_one_line(error, code, words, tmp_path, monkeypatch, capsys):
    out = tmp_path / "new"
    monkeypatch.setattr(sys, "argv", ["loop.py", "--out", str(out), "--error", str(error)])
    with pytest.raises(SystemExit, match=str(code)):
        command_line(loop, Options, None)
    assert capsys.readouterr().err == words.format(out) + "\n"


def test_a_loop_does_not_write_into_a_file(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").touch()
    for out, words in (("file", "is no folder; choose another --out"), ("file/new", "Not a directory")):
        monkeypatch.setattr(sys, "argv", ["loop.py", "--out", str(tmp_path / out)])
        with pytest.raises(SystemExit, match="2"):
            command_line(loop, Options, None)
        assert words in capsys.readouterr().err


@pytest.mark.parametrize("file", sorted(FOLDER.glob("[!_]*.py")), ids=lambda file: file.stem)
def test_each_option_of_a_recipe_has_a_comment(file):
    lines = file.read_text(encoding="utf-8").partition("class Args:")[2].partition("\n\n\n")[0].splitlines()
    options = [line for line in lines if line.startswith("    ") and ": " in line]
    assert len(options) > 10
    assert [line for line in options if not COMMENT.fullmatch(line)] == []


def test_a_recipe_is_a_command():
    words = " ".join(printed("-m", "medianoche.training.recipes.dqn", "--help").split())
    assert "--buffer-size BUFFER_SIZE decisions that are kept (default: 50000)" in words
    assert "python -m medianoche.training.recipes.dqn --game misty --decisions 1000000 --out runs/recipes/dqn" in words
    for option in ("--cuda, --no-cuda", "--track, --no-track", "--gamma GAMMA", "--seed SEED"):
        assert option in words
    assert "--env-id" in words
    assert "--total-timesteps" in words


def test_help_is_made_of_the_comments_behind_the_fields():
    assert comments(Options) == {"out": "the folder", "error": "what is raised: 1 of 100% of the losses"}
