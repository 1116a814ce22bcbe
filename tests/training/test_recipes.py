"""The learners of docs/guides/loops.md learn games whose best play is known; JAX: tests/interop/test_recipes.py."""

import copy
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
from medianoche.training import command_line, points
from medianoche.training.conformance.checking import LOCATION, shares
from medianoche.training.options import COMMENT, comments
from tests.benchmarks.calls import Called
from tests.processes import printed
from tests.training.conftest import NIM, choices_in_nim

torch = pytest.importorskip("torch")

from medianoche.training.recipes import dqn, ppo, ppo_lstm  # noqa: E402

FOLDER = Path(ppo.__file__).parent
QUICK = {"num_envs": 32, "evaluate_games": 8, "evaluate_every": 10**9}


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


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
    action, logprob = ppo.sampled(share.log().clamp(min=-1e9).expand(20_000, 4))
    np.testing.assert_allclose(np.bincount(action, minlength=4) / 20_000, share, atol=0.015)
    torch.testing.assert_close(logprob, share.log()[action])


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


def test_help_is_made_of_the_comments_behind_the_fields():
    assert comments(Options) == {"out": "the folder", "error": "what is raised: 1 of 100% of the losses"}
