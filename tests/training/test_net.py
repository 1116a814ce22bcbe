"""The compiled learner: it learns, goes on after a kill as if nothing had happened, refuses what is wrong."""

import hashlib
import json
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from safetensors.numpy import save_file
from typer.testing import CliRunner

from medianoche import envs
from medianoche.agents.net import NetAgent
from medianoche.agents.network import NetHeader, Network
from medianoche.benchmarks.workers import actors, fleet
from medianoche.cli.app import app
from medianoche.cli.common import new_console
from medianoche.cli.stopping import Stopped
from medianoche.cli.train import show_net, training_bar
from medianoche.envs.core.errors import MedianocheError
from medianoche.training import checkpoint
from medianoche.training.checkpoint import POLICY
from medianoche.training.compiled import rollouts
from medianoche.training.compiled.actor import Actor, play_elsewhere
from medianoche.training.compiled.config import NetConfig
from medianoche.training.compiled.kernels import learning
from medianoche.training.compiled.kernels.transitions import HEURISTIC, LEARNER, RANDOM
from medianoche.training.curve import Rate
from medianoche.training.run import Run, TrainingProgress
from medianoche.training.settings import TrainingError
from medianoche.training.torch.ppo_config import PPOConfig
from tests.benchmarks.calls import refused
from tests.processes import environment
from tests.training import fatal
from tests.training.conftest import (
    NIM,
    WRONG_CONFIGURATIONS,
    YARDSTICK,
    algorithm_of,
    choices_in_nim,
    opened,
    refusal,
    train,
)
from tests.waiting import soon

IMITATION = {"kind": "imitation", "rounds": 3, "games": 32, "minibatch_size": 64}
SELF_PLAY = {"kind": "self-play", "rounds": 30, "num_steps": 600, "minibatch_size": 128, "snapshot_every": 4}
SELF_PLAY_OF_MISTY = "game = 'misty'\n[[stages]]\nkind = 'self-play'\nminutes = 1"
EXPERT = {"kind": "expert", "rounds": 4, "games": 16, "simulations": 24, "fast_simulations": 8, "minibatch_size": 64}


def config_of(*stages, **changes):
    tables = {"game": NIM, "hidden": (32, 16), "margin": 0.0, "scale": 1.0, "threads": 1, "stages": stages}
    return NetConfig.from_tables("small", {**tables, "evaluation": {"every": 0.5, "games": 10}, **changes})


def unmeasured(file):
    """No evaluation."""
    return {}


def always(new, best):
    """Every network is better than the last."""
    return True


@pytest.mark.parametrize(
    "stage",
    [
        {**SELF_PLAY, "rounds": 120},
        {**IMITATION, "rounds": 40, "update_epochs": 6, "minibatch_size": 32},
        {**EXPERT, "rounds": 80, "update_epochs": 2, "policy_target_share": 1.0, "learning_rate": 2e-3},
    ],
    ids=lambda stage: stage["kind"],
)
def test_each_stage_learns_a_game_whose_best_play_is_known(tmp_path, stage):
    train(config_of(stage), tmp_path, unmeasured, always)
    taken, best = choices_in_nim(NetAgent(str(tmp_path / POLICY)))
    assert (taken == best).mean() > 0.85
    taken, best = choices_in_nim(NetAgent(str(tmp_path / POLICY), "200"))
    assert (taken == best).all()


def test_the_value_is_that_of_the_game(tmp_path):
    """With one pile it is known: 1 for who moves, -1 where the pile is a multiple of four."""
    train(config_of({**SELF_PLAY, "rounds": 120, "gae_lambda": 0.5}), tmp_path, unmeasured, always)
    nim = envs.game(NIM)
    batch = nim.batch(8, autoreset=False, seed=0)
    batch.restore([nim.position(stones=stones) for stones in range(5, 13)])
    turn = batch.turn(np.arange(8), np.zeros(8, np.uint64))
    worth = NetAgent(str(tmp_path / POLICY), "400").search(turn)[2]
    assert np.sign(worth).tolist() == [-1 if stones % 4 == 0 else 1 for stones in range(5, 13)]


@pytest.mark.parametrize("decider", [RANDOM, HEURISTIC])
def test_another_decider_plays_as_it_is_said_to(decider):
    """What the other seat took is the difference between the piles that the learner saw, less what it took itself."""
    nim = envs.game(NIM)
    network = Network.new(config_of(SELF_PLAY).header(), 0)
    games = rollouts.SelfPlayGames(nim, 2, {}, 3000, network, 1, heuristic=True)
    deciders = np.tile(np.array([LEARNER, decider], np.int8), (3000, 1))
    (transitions,) = games.play(network, network, np.arange(3000, dtype=np.uint64), deciders, 1.0, 0.0, 0.0)
    count = int(transitions.size[0])
    assert not transitions.seat[:count].any()
    piles = transitions.indices[:count].astype(int)  # one number a decision is not zero: the pile's
    took = transitions.legal[transitions.legal_starts[:count] + transitions.choice[:count]].astype(int) + 1
    left = piles - took
    answers = left[:-1] - piles[1:]
    same_game = (answers >= 1) & (answers <= 3) & (left[:-1] >= 7)
    if decider == HEURISTIC:
        assert (piles[1:][same_game] % 4 == 0)[left[:-1][same_game] % 4 != 0].all()
    else:
        shares = np.bincount(answers[same_game], minlength=4)[1:] / same_game.sum()
        assert shares == pytest.approx([1 / 3] * 3, abs=0.05)


@pytest.mark.larger
def test_a_first_choice_does_not_depend_on_the_pack():
    game = envs.game("misty").content.with_packs(["random:1:8"])
    network = Network.new(NetHeader.made_for(game, hidden=(8,)), 0)
    games = rollouts.SelfPlayGames(game, 2, {}, 1, network, 1, heuristic=False)
    kernel = games._kernel
    packs = []
    choices = []

    def watched(records, states, *others):
        played = kernel(records, states, *others)
        packs.append(int(states[0].pack))
        return played

    games._kernel = watched
    for seed in range(300):
        deciders = np.full((1, game.rules.seats), LEARNER, np.int8)
        (transitions,) = games.play(network, network, np.array([seed], np.uint64), deciders, 1.0, 0.0, 0.0)
        choices.append(transitions.choice[0] / transitions.legal_starts[1])
    assert set(packs) == set(range(8))
    assert abs(np.corrcoef(packs, choices)[0, 1]) < 0.25  # four standard errors


def test_it_leaves_what_it_promises(tmp_path):
    measured = []

    def evaluate(file):
        measured.append(file)
        return {"random": Rate(0.5, 0.2, 0.8, 10)}

    reports = []
    train(config_of(IMITATION, SELF_PLAY, EXPERT), tmp_path, evaluate, lambda new, best: False, reports.append)
    assert checkpoint.load(tmp_path)["run"]["finished"]
    assert {file.name for file in measured} == {file.name for file in (tmp_path / "policies").iterdir()}
    assert (tmp_path / POLICY).read_bytes() == measured[1].read_bytes()  # nothing better was said to come
    first, second, *_, last = [Network.load(file).header.decisions for file in measured]
    assert last > second > first == 0  # the curve begins before the first round
    assert "against random" in (tmp_path / "curve.svg").read_text()
    assert "decisions_per_second" in (tmp_path / "log.jsonl").read_text()
    assert [report.stage for report in reports if report.done == 1] == ["imitation", "self-play", "expert"]


class StoppedError(Exception):
    pass


def stop_after(reports, error=StoppedError):
    count = 0

    def report(progress):
        nonlocal count
        count += 1
        if count == reports:
            raise error

    return report


def test_where_it_goes_on_is_told_before_the_first_round(tmp_path, monkeypatch):
    monkeypatch.setattr("medianoche.training.checkpoint.SAVE_EVERY", 0.0)
    config = config_of(IMITATION, SELF_PLAY)
    with pytest.raises(StoppedError):
        train(config, tmp_path, unmeasured, always, stop_after(12))
    reports = []

    def stop(progress):
        reports.append(progress)
        raise StoppedError

    with pytest.raises(StoppedError):
        train(config, tmp_path, unmeasured, always, stop)
    (first,) = reports
    assert (first.doing, first.stage) == ("compiling and playing round 6", "self-play")
    assert (first.done, first.total) == (5, 30)
    assert first.decisions > 5 * 600
    assert first.speed > 0


def test_the_bar_counts_the_stage_that_goes_on(monkeypatch):
    noon = time.mktime((2026, 11, 24, 11, 0, 0, 0, 0, -1))
    monkeypatch.setattr("medianoche.cli.overview.time.time", lambda: noon)
    monkeypatch.setattr("medianoche.cli.overview.time.localtime", lambda now=noon, real=time.localtime: real(now))
    reports = [
        TrainingProgress("playing round 8", "self-play", 7, 9, 1_200_000, 3456.0, {}),
        TrainingProgress(
            "measuring", "self-play", 8, 9, 1_300_000, 3456.0, {"greedy": Rate(0.5, 0.2, 0.8, 10)}, (2, 3), 90.0
        ),
        TrainingProgress("compiling and playing round 1", "self-play", 0, 0, 0, 0.0, {}),
        TrainingProgress("", "trained", 2, 2, 1_400_000, 0.0, {}),
    ]
    expected = [
        "self-play 7/9 playing round 8, 1.20 M decisions, 3,456/s",
        "self-play (2 of 3) 8/9 measuring, 1.30 M decisions, 3,456/s, greedy 50%, training ends at about 12:30",
        "self-play 0/? compiling and playing round 1, 0.00 M decisions",
        "trained 2/2 1.40 M decisions",
    ]
    bar = training_bar(new_console())
    for progress, line in zip(reports, expected, strict=True):
        show_net(bar, progress)
        assert bar.lines() == [line]
    show_net(bar, reports[1]._replace(minutes_left=0.0))
    assert "ends at" not in bar.lines()[0]  # no moment that is over


KILLED = """
import sys
from pathlib import Path
from medianoche.training import checkpoint
from medianoche.training.compiled.config import NetConfig
from medianoche.training.compiled.train import StagedAlgorithm
from medianoche.training.run import train
checkpoint.SAVE_EVERY = 0.0
train(StagedAlgorithm(NetConfig.read(Path(sys.argv[1]))), Path(sys.argv[2]), lambda file: {}, lambda new, best: True)
"""


def test_a_killed_process_goes_on_exactly(tmp_path):
    config = config_of({**SELF_PLAY, "rounds": 400})
    killed = tmp_path / "killed"
    straight = tmp_path / "straight"
    (tmp_path / "small.toml").write_text(config.to_toml())
    process = subprocess.Popen([sys.executable, "-c", KILLED, tmp_path / "small.toml", killed], env=environment())
    assert soon(lambda: (killed / checkpoint.FILE).is_file() or process.poll() is not None)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    assert opened(config, killed).state.rounds > 0
    train(config, killed, unmeasured, always)
    train(config, straight, unmeasured, always)
    assert (killed / POLICY).read_bytes() == (straight / POLICY).read_bytes()


def test_the_mean_of_the_last_weights_is_what_is_measured(tmp_path):
    """By hand: of the last three rounds of six; and the next stage begins from it."""
    config = config_of({**SELF_PLAY, "rounds": 6, "average_last": 0.5}, {**SELF_PLAY, "rounds": 1})
    algorithm = algorithm_of(config)
    weights = []
    run = Run(algorithm, None, 1.0)
    for _ in range(6):
        run.round()
        weights.append(algorithm.network.parameters.copy())
    measured = algorithm.trained().parameters
    assert np.allclose(measured, np.mean(weights[3:], axis=0), rtol=1e-3, atol=1e-4)
    assert not np.allclose(measured, weights[-1], rtol=1e-3, atol=1e-4)
    run.state.begin()
    algorithm.begin()
    assert np.array_equal(algorithm.network.parameters, measured)


def test_values_of_older_rounds_are_learned_with_their_own_player_count(tmp_path, monkeypatch):
    """In a window of rounds with four and two players by turns, after a stop, too."""
    stage = {**EXPERT, "games": 2, "simulations": 2, "fast_simulations": 2, "window": 2}
    config = config_of(stage, game="misty", advice=True, players=(4, 2))
    seen = []

    def add_gradient(parameters, gradient, sizes, transitions, order, settings, *rest):
        seen.append((int(transitions.seat.max()) + 1, settings.num_players))

    monkeypatch.setattr(learning, "add_gradient", add_gradient)
    run = opened(config, tmp_path)
    for _ in range(2):
        run.round()
    run.save()
    opened(config, tmp_path).round()
    assert set(seen) == {(4, 4), (2, 2)}


def test_minutes_become_rounds_once(tmp_path):
    config = config_of({**SELF_PLAY, "rounds": None, "minutes": 0.01})
    train(config, tmp_path, unmeasured, always)
    run = opened(config, tmp_path)
    assert run.over()
    assert run.state.decisions > 600 * 3


def test_other_minutes_or_layers_in_the_folder_are_refused_in_a_short_line(tmp_path):
    stages = [{**SELF_PLAY, "rounds": None, "minutes": minutes} for minutes in (1, 2, 3)]
    opened(config_of(*stages, evaluation={"opponents": ["random"] * 99}), tmp_path)
    with pytest.raises(TrainingError) as error:
        opened(config_of(*stages[:2], evaluation={"opponents": ["random"]}).within(6), tmp_path)
    words = str(error.value).replace(str(tmp_path), "OUT")
    assert re.fullmatch(
        r"OUT holds another training \(.*stages: 3 there, 2 here; stages\.0\.minutes: 1\.0 there, 2\.0 here; .*"
        r"\d+ more\); choose another --out",
        words,
    )
    (tmp_path / POLICY).touch()
    with pytest.raises(TrainingError) as error:
        opened(config_of(*stages, evaluation={"opponents": ["random"] * 99}).within(12), tmp_path)
    assert "(minutes: 6.0 there, 12.0 here); " in str(error.value)
    assert str(error.value).endswith(f"; choose another --out; it may begin with --from {tmp_path / POLICY}")
    shares = [{**SELF_PLAY, "rounds": None, "minutes": minutes} for minutes in (2, 13.8, 14.4)]
    assert config_of(*shares).within(0.6).minutes == 0.6
    file = tmp_path / "other.toml"
    file.write_text(config_of(*stages, hidden=(16,)).to_toml())
    refused(["train", NIM, "--config", file, "--out", tmp_path], " holds another training (")  # before any other line


def test_names_that_cannot_be_printed_are_refused(tmp_path):
    with pytest.raises(TrainingError, match=r"out\\udcff' is not accepted as a training's folder; give a name"):
        opened(config_of(IMITATION), tmp_path / "out\udcff")
    with pytest.raises(TrainingError, match=r"^small: start: holds characters that cannot be printed"):
        config_of(IMITATION, start="net\udcff.safetensors")
    assert not list(tmp_path.iterdir())
    with pytest.raises(TrainingError, match="wide: Extra inputs are not permitted"):  # of 0.2
        NetConfig.from_tables("here", {"game": NIM, "wide": 32, "narrow": 16})


def test_a_training_begins_from_a_network(tmp_path):
    first = config_of({**SELF_PLAY, "rounds": 2})
    train(first, tmp_path / "first", unmeasured, always)
    file = tmp_path / "first" / POLICY
    begun = algorithm_of(config_of(SELF_PLAY, start=str(file)))
    known = Network.load(file)
    assert np.array_equal(begun.network.parameters, known.parameters)
    assert begun.state.decisions == known.header.decisions > 0


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hidden": (64, 16)}, r"is none for this training: its hidden is \(32, 16\), here \(64, 16\)"),
        ({"game": YARDSTICK}, "is none for connect_four: it was trained on game"),
        ({"advice": True}, "is none for this training: its advice is False, here True"),
        ({"start": "nowhere"}, "nowhere does not exist"),
        ({"start": "shipped"}, "no network comes with"),
    ],
)
def test_another_start_is_refused(tmp_path, changes, words):
    file = tmp_path / "net.safetensors"
    config_of(SELF_PLAY).first_network().save(file)
    with pytest.raises(MedianocheError, match=words):
        config_of(SELF_PLAY, **{"start": str(file), **changes}).first_network()


def test_a_training_without_advice_leaves_that_of_its_first_network_out(tmp_path):
    begun = config_of(SELF_PLAY, advice=True).first_network()
    begun.save(file := tmp_path / "net.safetensors")
    config = config_of(SELF_PLAY, start=str(file))
    assert config.leaves_advice_out()
    assert not config.first_network().header.advice
    assert not config_of(SELF_PLAY, start=str(file), advice=True).leaves_advice_out()
    with pytest.raises(TrainingError, match="its advice is True, here False"):
        config.network_like_this(str(file))


def test_a_damaged_checkpoint_is_refused_and_so_is_another_training(tmp_path):
    train(config_of(IMITATION), tmp_path, unmeasured, always)
    with pytest.raises(TrainingError, match=r"\(hidden: \[32, 16\] there, \[16\] here\); choose another --out; it may"):
        opened(config_of(IMITATION, hidden=(16,)), tmp_path)
    file = tmp_path / "checkpoint.safetensors"
    file.write_bytes(file.read_bytes()[:-3])
    with pytest.raises(TrainingError, match="is damaged"):
        opened(config_of(IMITATION), tmp_path)
    text = json.dumps({"stage": 1})  # as 0.3 wrote it
    save_file({}, file, {"state": hashlib.sha256(text.encode()).hexdigest() + text})
    with pytest.raises(
        TrainingError,
        match=r"another training \(of another --learner\? \S+toml: (duel_hidden|stages|fixed_snapshots): .*; choose",
    ):
        checkpoint.require_same(tmp_path, PPOConfig(game=NIM))
    known = tmp_path / "config.toml"  # as 0.3 wrote it
    known.write_text(before := known.read_text().replace("c_puct", "explore").replace("update_epochs", "passes"))
    with pytest.raises(TrainingError, match=r"holds another training .*passes: .*; choose another --out$"):
        opened(config_of(IMITATION), tmp_path)
    assert known.read_text() == before  # 0.3 can go on


def test_every_configuration_is_accepted_and_written_as_it_was(tmp_path):
    files = sorted(NetConfig.folder.rglob("*.toml"))
    assert {file.stem for file in files} >= {entry.name for entry in envs.entries()}
    for file in files:
        config = NetConfig.read(file)
        copy = tmp_path / "copy.toml"
        copy.write_text(config.to_toml())
        assert NetConfig.read(copy) == config
        assert config.difference(config) == ""
        assert config.within(10).minutes == pytest.approx(10)  # those of yardsticks have rounds
        parts = [stage.total_decisions for stage in config.within(decisions=9000).stages]
        assert sum(parts) == pytest.approx(9000, abs=2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *WRONG_CONFIGURATIONS,
        ("game = 'misty'\npack = \"two\\nlines\"", "pack: holds characters that cannot be printed"),
        ("game = 'misty'\nhidden = [0]", "hidden.0: Input should be greater than 0"),
        ("game = 'misty'\n[[stages]]\nkind = 'sleep'", "'sleep'"),
        ("game = 'misty'\n[[stages]]\nkind = 'expert'", "give one of minutes, total_decisions and rounds"),
        (
            "game = 'misty'\n[[stages]]\nkind = 'expert'\nminutes = 1\nrounds = 1",
            "give one of minutes, total_decisions and rounds",
        ),
        (f"{SELF_PLAY_OF_MISTY}\ngae_lambda = 2", "gae_lambda"),
        (f"{SELF_PLAY_OF_MISTY}\nrandom = 0.5\nheuristic = 0.6", "at most 1"),
        (f"{SELF_PLAY_OF_MISTY}\nmirror_step = 0.1", "mirror_step needs critic = true and takes no magnet"),
        (f"{SELF_PLAY_OF_MISTY}\nmirror_step = 0.1\ncritic = true\nmagnet = 1.0", "mirror_step needs critic = true"),
        (f"{SELF_PLAY_OF_MISTY}\nepsilon = 0.1", "epsilon needs mirror_step"),
        ("game = 'misty'\n[evaluation]\nevery = 5", "every"),
    ],
)
def test_a_wrong_configuration_is_answered_with_one_line(text, words, tmp_path):
    assert words in refusal(NetConfig.read, text, tmp_path)


@pytest.mark.parametrize("reports", [1, 3])  # before the first round, and after it
def test_what_is_stopped_says_what_is_kept(reports, tmp_path, monkeypatch):
    report = stop_after(reports, Stopped)
    monkeypatch.setattr("medianoche.cli.train.show_net", lambda bar, progress: report(progress))
    config = tmp_path / "small.toml"
    config.write_text(config_of(SELF_PLAY).to_toml())
    with pytest.raises(Stopped) as stop:
        CliRunner().invoke(app, ["train", NIM, "--config", str(config), "--out", str(tmp_path)])
    kept = f"the same command goes on from the checkpoint in {tmp_path}"
    assert str(stop.value) == ("nothing is kept yet; the same command starts again" if reports == 1 else kept)


class TwoParts(Actor):
    """Plays two parts of each round, as two processes do."""

    count = 2

    def play(self, parts):
        return [play_elsewhere(part) for part in parts]


def test_a_killed_actor_costs_its_games_and_nothing_else(tmp_path):
    """Two processes play, one of which is killed; the network is that of games in this process."""
    config = config_of({**IMITATION, "rounds": 2}, {**SELF_PLAY, "rounds": 3})
    two = actors.FleetActors(2)

    def report(progress):
        if progress.done == 1:
            two.fleet.pool.workers[0].process.kill()

    train(config, tmp_path / "killed", unmeasured, always, report, two)
    two.close()
    train(config, tmp_path / "whole", unmeasured, always, None, TwoParts(config, config.threads))
    parameters = [opened(config, tmp_path / way).algorithm.network.parameters.tobytes() for way in ("killed", "whole")]
    assert parameters[0] == parameters[1]


def test_an_actor_that_always_dies_ends_the_training(tmp_path, monkeypatch):
    monkeypatch.setattr(actors, "play_elsewhere", fatal.die)
    monkeypatch.setattr(fleet, "LOSS_LIMIT", 2)
    with pytest.raises(TrainingError, match=r"workers died 2 times with part \d of a round under way"):
        train(config_of(IMITATION), tmp_path, unmeasured, always, None, actors.FleetActors(2))
