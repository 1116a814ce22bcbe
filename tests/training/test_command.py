"""`medianoche train` and `medianoche baselines`, as people call them."""

import re
from importlib.util import find_spec

import pytest
from typer.testing import CliRunner

from medianoche import envs
from medianoche.agents.network import NetHeader, Network
from medianoche.benchmarks.studies import baselines
from medianoche.cli import train as command
from medianoche.cli.app import app
from medianoche.training import LEARNERS, checkpoint
from medianoche.training.settings import TrainingError
from medianoche.training.torch.ppo_config import PPOConfig
from medianoche.training.torch.sb3_config import SB3Config
from tests.benchmarks.calls import Called, larger, refused
from tests.training.conftest import NIM, WRONG_CONFIGURATIONS, YARDSTICK, refusal, toy_config
from tests.training.test_net import IMITATION, SELF_PLAY, config_of


def invoke(*words):
    return CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False).output


def test_a_length_is_divided_as_the_rounds_of_stages_that_have_no_minutes():
    stages = [{**SELF_PLAY, "rounds": rounds} for rounds in (1, 3)]
    assert [stage.minutes for stage in config_of(*stages).within(2).stages] == [0.5, 1.5]
    assert [stage.total_decisions for stage in config_of(*stages).within(decisions=400).stages] == [100, 300]
    stages[0] = {**SELF_PLAY, "rounds": None, "minutes": 5}
    assert [stage.minutes for stage in config_of(*stages).within(2).stages] == [2, None]
    stages[0] = {**SELF_PLAY, "rounds": None, "total_decisions": 5}
    with pytest.raises(TrainingError, match="some stages of this configuration have rounds, others decisions"):
        config_of(*stages).within(2)


def test_without_torch_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(TrainingError, match=r"training needs torch, .*; install: pip install 'medianoche\[train\]'"):
        command.require_torch()


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::UserWarning")
def test_a_training_leaves_a_policy_and_its_rating(tmp_path, small):
    pytest.importorskip("torch")
    pytest.importorskip("sb3_contrib")
    config = tmp_path / "small.toml"
    out = tmp_path / "run"
    config.write_text(small().to_toml())
    words = ["train", YARDSTICK, "--learner", "ppo", "--config", config, "--out", out, "--decisions", 500]
    text = invoke(*words)
    assert "self-play: against itself 50%, former networks 25%, greedy 20%, random 5%; 16 rows" in text
    assert re.search(r"decisions, [\d,]+/s, random \d+%, greedy \d+%", text)
    assert "| # | agent | Elo |" in (out / "ratings.md").read_text()
    assert "net:" in (out / "ratings.md").read_text()
    assert "against greedy" in (out / "curve.svg").read_text()
    before = (out / "checkpoint.safetensors").read_bytes()
    invoke(*words)
    assert (out / "checkpoint.safetensors").read_bytes() == before


@pytest.fixture
def registered():
    """Connect Four under a name, as games of the suite have one."""
    import gymnasium
    from pettingzoo.env_registry.registration import aec_registry

    known = vars(envs.game(YARDSTICK).content)
    known.pop("location", None)  # its name is looked up once
    envs.register("tried", YARDSTICK)
    yield "tried"
    known.pop("location", None)
    del envs.core.registry._entries["tried"]
    del aec_registry["medianoche/tried-v0"]
    del gymnasium.registry["medianoche/Tried-v0"]


@pytest.fixture
def run(tmp_path, small, monkeypatch, registered):
    """The folder of a training, without its results; baselines are kept beside it."""

    monkeypatch.setattr("medianoche.agents.network.NETWORKS", tmp_path / "networks")
    (tmp_path / "networks").mkdir()
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "config.toml").write_text(small(game=registered).to_toml())
    return folder


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "os:abort"}, "unknown game 'os:abort'"),
        ({"game": YARDSTICK}, "unknown game 'medianoche.toys.connect_four:ConnectFour'"),
        ({"pack": "/etc/passwd.toml"}, "pack '/etc/passwd.toml' is not accepted"),
    ],
)
def test_a_training_of_a_stranger_is_data(change, words, run, small):
    (run / "config.toml").write_text(small(**{"game": "tried", **change}).to_toml())
    refused(["baselines", "--add", run], words)


def test_a_policy_of_another_game_does_not_become_a_baseline(run, tmp_path):
    Network.new(NetHeader.made_for(envs.game("tests.toys.nim:Nim"))).save(run / "policy.safetensors")
    with pytest.raises(TrainingError, match=r"policy\.safetensors: it was trained on game .*Nim, this is tried"):
        baselines.publish(run)
    assert not (tmp_path / "networks" / "ppo").exists()


def test_a_baseline_is_published_measured_and_told_of(run, tmp_path):
    with pytest.raises(TrainingError, match="is not finished"):
        baselines.publish(run)
    Network.new(NetHeader.made_for(envs.game(YARDSTICK))).save(run / "policy.safetensors")
    (run / "curve.svg").write_text("<svg/>")
    for begun in (False, True):  # measured once and no checkpoint, or one before the end
        if begun:
            checkpoint.save(run, {"run": {"finished": False}})
        with pytest.raises(TrainingError, match=r"^the training in \S+ is not finished; .*$"):
            baselines.publish(run)
    checkpoint.save(run, {"run": {"finished": True}})
    page = tmp_path / "BASELINES.md"
    words = ["baselines", "--add", run, "--games", 10, "--opponents", "random", "greedy=4"]
    invoke(*words, "--out", tmp_path / "games", "--page", page)
    text = page.read_text()
    number = r"\d+\.\d% \(\d+\.\d% to \d+\.\d%\)"
    assert re.search(rf"\| `connect_four` \| 2 \| `ppo` \| {number} of 10 \| {number} of 4 \|", text)
    assert re.search(r"\| game \| `ppo` \| `random` \| `greedy` \|", text)
    assert "networks/ppo/connect_four.svg" in text
    assert str(tmp_path) not in text


def test_a_network_of_the_learner_with_torch_becomes_the_agent_net(run, tmp_path):
    text = PPOConfig.from_tables("test", {"game": "tried", "total_decisions": 1000}).to_toml()
    (run / "config.toml").write_text(text)
    header = NetHeader.made_for(envs.game(YARDSTICK), learner="torch")
    Network.new(header).save(run / "policy.safetensors")
    checkpoint.save(run, {"run": {"finished": True}})
    with pytest.raises(TrainingError, match=r"there is no \S+curve\.svg"):
        baselines.publish(run)
    (run / "curve.svg").write_text("<svg/>")
    with pytest.raises(TrainingError, match="opponent 'random=0' is not accepted"):
        invoke("baselines", "--add", run, "--opponents", "random=0")
    assert not list((tmp_path / "networks").iterdir())
    before = command.PAGE.read_text(encoding="utf-8")
    words = ["baselines", "--add", run, "--games", 4, "--opponents", "random", "--agents", "net"]
    invoke(*words, "--out", tmp_path / "games")
    page = tmp_path / "games" / "BASELINES.md"  # the suite's page has all agents
    assert command.PAGE.read_text(encoding="utf-8") == before
    assert (tmp_path / "networks" / "connect_four.toml").read_text() == text
    assert Network.load(tmp_path / "networks" / "connect_four.safetensors").header.learner == "torch"
    assert "was trained with `--learner torch`, which repeats it, too: `connect_four`." in page.read_text()


def test_agents_are_measured_with_their_words(run, tmp_path):
    """`baselines nocturna --agents net:plain net:64:plain` makes rows of benchmarks/BASELINES.md."""
    (run / "config.toml").write_text(
        PPOConfig.from_tables("test", {"game": "tried", "total_decisions": 1000}).to_toml()
    )
    Network.new(NetHeader.made_for(envs.game(YARDSTICK), learner="torch")).save(run / "policy.safetensors")
    checkpoint.save(run, {"run": {"finished": True}})
    (run / "curve.svg").write_text("<svg/>")
    baselines.publish(run)
    page = tmp_path / "BASELINES.md"
    words = ["baselines", "--games", 4, "--opponents", "random", "--out", tmp_path / "games", "--page", page]
    invoke(*words, "--agents", "net:4:plain", "net:plain", "net:plain")
    text = page.read_text()
    assert re.findall(r"\| `connect_four` \| 2 \| `(\S+)` \|", text) == ["net:4:plain", "net:plain"]
    assert "| game | `net:4:plain` | `net:plain` | `random` |" in text
    assert "networks/connect_four.svg" in text
    other = tmp_path / "other.safetensors"
    refused([*words, "--agents", f"net:{other}"], "other.safetensors")
    Network.new(NetHeader.made_for(envs.game(YARDSTICK))).save(other)
    refused(
        [*words, "--agents", f"net:{other}"], "accepted: ppo, net, nash, with their words (net:64:plain), but no file"
    )
    refused([*words, "--agents", "net", "greedy"], "agent 'greedy' is not measured; accepted: ppo, net, nash")
    refused([*words, "--agents", "nash"], "no policy of nash comes with connect_four")


def test_nash_and_the_network_alone_come_with_nocturna_and_nash_with_no_other_game():
    for agent in ("ppo", "net", "net:plain", "net:64:plain", "nash", "nash:0%"):
        baselines.check_measurable(agent)
        assert baselines.comes_with(agent, "nocturna")
        assert baselines.comes_with(agent, "misty") == (not agent.startswith("nash"))


def test_the_keys_of_a_configuration_tell_its_learner(tmp_path):
    file = tmp_path / "config.toml"
    for learner in LEARNERS:
        config = toy_config(learner, 100, game="misty")
        file.write_text(config.to_toml())
        assert baselines.config_of(file) == config


def test_a_file_that_fits_several_learners_is_refused(tmp_path):
    file = tmp_path / "config.toml"
    file.write_text("game = 'misty'\n")
    learners = ", ".join(LEARNERS)
    with pytest.raises(TrainingError, match=rf"config\.toml: its keys fit the learners {learners}; accepted: "):
        baselines.config_of(file)


def test_keys_of_0_3_are_no_longer_read(tmp_path):
    file = tmp_path / "old.toml"
    file.write_text('game = "misty"\ntotal_decisions = 9\ntrust = 0.5\n')
    with pytest.raises(TrainingError, match=r"old\.toml: .*trust"):
        PPOConfig.read(file)


@pytest.mark.parametrize(("anneal_lr", "share"), [(True, 0.0), (False, 1.0), (0.3, 0.3)])
def test_the_learning_rate_is_annealed_as_in_cleanrl_or_to_a_share(anneal_lr, share):
    assert PPOConfig.from_tables("test", {"game": "misty", "anneal_lr": anneal_lr}).anneal_lr == share


def test_the_command_trains_measures_and_rates(tmp_path):
    config = tmp_path / "small.toml"
    out = tmp_path / "run"
    stages = [IMITATION, {**SELF_PLAY, "rounds": 4}]
    text = config_of(*stages, game=NIM, evaluation={"every": 0.5, "games": 8, "final_games": 12}).to_toml()
    config.write_text(text)
    words = ["train", NIM, "--config", config, "--out", out]
    output = invoke(*words)
    missing = "numbers go to log.jsonl and log.csv; pip install tensorboard adds logs/ for TensorBoard"
    assert (missing in output) == (find_spec("tensorboard") is None)
    assert re.search(r"trained 2/2 ", output)
    assert "| # | agent | Elo |" in (out / "ratings.md").read_text()
    assert "greedy with 64 simulations" in (out / "curve.svg").read_text()
    before = (out / "checkpoint.safetensors").read_bytes()
    invoke(*words)
    assert (out / "checkpoint.safetensors").read_bytes() == before


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_training_has_one_length(learner):
    words = ["train", "misty", "--learner", learner, "--minutes", "3", "--decisions", "9"]
    assert refused(words).startswith("--minutes and --decisions: give one of them")


def test_a_network_that_is_not_there_is_refused_before_the_plan_is_told(tmp_path):
    called = Called(["train", NIM, "--from", tmp_path / "none.safetensors", "--out", tmp_path / "out"])
    assert (called.code, called.err.count("\n"), called.out) == (2, 1, "")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("length", [["--decisions", "2000"], larger(["--minutes", "0.1"])])
def test_all_learners_take_the_same_lengths_and_players_and_begin_at_no_decision(learner, length, tmp_path):
    if learner != "net":
        pytest.importorskip("torch")
        pytest.importorskip("sb3_contrib")
    config = tmp_path / "small.toml"
    measured = {"every": 1.0, "games": 4, "simulations": 0, "final_games": 0}
    config.write_text(toy_config(learner, 2000, game=NIM, evaluation=measured).to_toml())
    words = ["train", NIM, "--learner", learner, "--config", config, "--out", tmp_path / "out", "--players", "2"]
    invoke(*words, *length)
    kept = checkpoint.load(tmp_path / "out")["run"]
    first, last = kept["history"]
    assert first[0] == 0 < last[0]
    if length[0] == "--decisions":
        assert 1000 < last[0] < 4000


@pytest.mark.parametrize("file", sorted(SB3Config.folder.glob("*.toml")), ids=lambda file: file.stem)
def test_a_configuration_of_the_suite_is_accepted_and_written_as_it_was(file, tmp_path):
    config = SB3Config.read(file)
    copy = tmp_path / "copy.toml"
    copy.write_text(config.to_toml())
    assert SB3Config.read(copy) == config


def test_defaults_hold_without_a_file_and_the_command_line_comes_on_top():
    assert SB3Config.of_game("misty", seed=3).seed == 3
    assert SB3Config.from_tables("here", {"game": YARDSTICK}).players == ()
    config = SB3Config.from_tables("here", {"game": "misty", "start": "a.safetensors"}, start="shipped", decisions=None)
    assert (config.start, config.total_decisions) == ("shipped", 2_000_000)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *WRONG_CONFIGURATIONS,
        ("game = 'misty'\n[ppo]\nnum_envs = 0", "ppo.num_envs: accepted: 1 to 1,000,000 (given 0)"),
    ],
)
def test_a_wrong_configuration_is_answered_with_one_line(text, words, tmp_path):
    assert words in refusal(SB3Config.read, text, tmp_path)


def test_a_missing_file_is_named_and_only_the_length_may_differ(tmp_path):
    with pytest.raises(TrainingError, match=r"nowhere\.toml: No such file"):
        SB3Config.read(tmp_path / "nowhere.toml")
    one = SB3Config.from_tables("here", {"game": "misty"})
    assert one.difference(SB3Config.from_tables("here", {"game": "misty", "total_decisions": 5})) == ""
    other = SB3Config.from_tables("here", {"game": "misty", "ppo": {"num_envs": 2}})
    assert one.difference(other) == "ppo.num_envs: 256 there, 2 here"
