"""Kinds of decisions (a phase of the game and a role): weights in the loss, figures in the log; and fixed snapshots."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

from medianoche.agents.network import Network
from medianoche.training.compiled.config import SelfPlayStage
from medianoche.training.compiled.kernels.transitions import RIVAL
from medianoche.training.compiled.learner import rarity_of, weights_of
from medianoche.training.compiled.rollouts import draw_deciders
from medianoche.training.logs import TABLE, Log, kinds_told
from medianoche.training.run import RARITY_LIMIT
from tests.training.conftest import algorithm_of, opened
from tests.training.test_net import SELF_PLAY, config_of


def transitions_of(role, phase, advantages):
    """What `weights_of` reads of transitions."""
    columns = {"role": np.array(role), "phase": np.array(phase), "advantages": np.array(advantages, np.float32)}
    return SimpleNamespace(**columns, choice=np.zeros(len(role), np.int16), size=np.array([len(role)]))


def test_a_rare_kind_of_decision_weighs_more_by_hand():
    """A choice and four attacks by role 0, three guards by role 1."""
    transitions = transitions_of([0] * 5 + [1] * 3, [0, 1, 1, 1, 1, 2, 2, 2], [4, 1, 1, 2, 2, -1, 0, 1])
    stage = SelfPlayStage(rounds=1, ent_coef=0.1, rarity_ent=1.0, rarity_adv=0.5)
    ent_coef, scale, mean = weights_of([transitions], 2, stage, 0.0)
    assert ent_coef[0, :2] == pytest.approx([0.4, 0.1])
    assert ent_coef[1, 2] == pytest.approx(0.1)
    spread = np.std([4, 1, 1, 2, 2, -1, 0, 1])
    assert scale[0, :2] == pytest.approx([2 / spread, 1 / spread], rel=1e-4)
    assert (mean == 1.25).all()
    alike, *_ = weights_of([transitions], 2, SelfPlayStage(rounds=1, ent_coef=0.1), 0.0)
    assert (alike == np.float32(0.1)).all()
    _, scale, mean = weights_of([transitions], 2, SelfPlayStage(rounds=1, norm_adv_per_role=True), 0.0)
    assert mean[:, 0] == pytest.approx([2, 0])
    assert scale[:, 0] == pytest.approx([1 / np.std([4, 1, 1, 2, 2]), 1 / np.std([-1, 0, 1])], rel=1e-4)
    assert rarity_of(np.array([[1, 1000]])).tolist() == [[RARITY_LIMIT, 1.0]]


def test_the_log_tells_entropy_and_number_of_every_kind_of_decision(tmp_path):
    config = config_of({**SELF_PLAY, "rounds": 1}, {"kind": "imitation", "rounds": 1, "games": 4}, game="strong_wing")
    run = opened(config, tmp_path)
    run.log = Log(tmp_path, 0)
    for _ in run.play():
        pass
    run.log.close()
    self_play, imitation = map(json.loads, (tmp_path / TABLE).read_text().splitlines())
    kinds = ["player_0/choice", "player_0/attack", "player_1/guard"]
    for line in (self_play, imitation):
        assert {name for name in line if "/" in name} == {
            f"{what}/{kind}" for what in ("decisions", "entropy", "likeliest") for kind in kinds
        }
        choices, attacks, guards = (line[f"decisions/{kind}"] for kind in kinds)
        assert 4 * choices == attacks == guards > 0
        assert 1 / 3 <= line["likeliest/player_0/choice"] <= 1
        assert 0 <= line["entropy/player_0/choice"] <= np.log(3)
    assert kinds_told(tmp_path)[0].startswith(f"{kinds[0]}: {choices:,.0f} decisions, entropy ")
    assert len(kinds_told(tmp_path)) == 3


def test_fixed_snapshots_play_in_every_round(tmp_path, monkeypatch):
    config = config_of(SELF_PLAY, seed=5)
    config.first_network().save(file := tmp_path / "other.safetensors")
    stage = {**SELF_PLAY, "snapshots": 1.0, "snapshot_every": 1000}
    algorithm = algorithm_of(config_of(stage, fixed_snapshots=[str(file)]))
    played = []
    play = algorithm.actors.play
    monkeypatch.setattr(algorithm.actors, "play", lambda parts: played.extend(parts) or play(parts))
    for _ in range(2):
        algorithm.round()
    wanted = Network.load(file).parameters
    assert [np.array_equal(part.rival, wanted) for part in played] == [True, True]


def test_snapshots_and_roles_that_lose_more_are_drawn_more_often():
    stage = {**SELF_PLAY, "snapshots": 0.5, "snapshot_every": 1, "snapshots_kept": 3, "power": 2.0}
    algorithm = algorithm_of(config_of(stage))
    for played in range(4):
        algorithm.round()
        algorithm.state.rounds += 1
        assert len(algorithm.results) == min(played + 1, 3)
        assert algorithm.results[:-1].any() == (played > 0)
        assert not algorithm.results[-1].any()
    algorithm.results = np.array([[[90.0, 100], [70, 100]], [[50, 100], [50, 100]], [[10, 100], [30, 100]]])
    rng = np.random.default_rng(0)
    drawn, teams = zip(*(algorithm._draw_rival(rng) for _ in range(2000)), strict=True)
    assert (np.diff(np.bincount(drawn)) > 400).all()
    assert {place: mix.argmax() for place, mix in zip(drawn, teams, strict=True)} == {0: 1, 1: 0, 2: 0}
    shares = {RIVAL: 1.0}
    deciders = draw_deciders(rng, [0, 1], 2000, shares, np.array([0.9, 0.1]))
    assert 0.87 < (deciders[:, 0] != RIVAL).mean() < 0.93
