"""Measurements of networks in training: games of a tournament with the same agents and seed, without its records."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents.network import NetHeader, Network
from medianoche.benchmarks import duel, strength
from medianoche.benchmarks.strength import Evaluator, dealt, points, spec_of
from medianoche.benchmarks.tournament import Hypotheses, Sprt, TournamentError, play_shard
from medianoche.training.compiled.config import NetConfig
from tests.training.conftest import NIM

TABLES = {"game": NIM, "hidden": (8,), "stages": [{"kind": "self-play", "rounds": 1}]}
EVALUATION = {"games": 20, "simulations": 4, "opponents": ["random", "greedy"]}


@pytest.fixture
def evaluator():
    return Evaluator(NetConfig.from_tables("test", {**TABLES, "evaluation": EVALUATION}))


@pytest.fixture
def files(tmp_path):
    """Two networks with other weights."""
    for seed in range(2):
        Network.new(NetHeader.made_for(envs.game(NIM), hidden=(8,)), seed).save(tmp_path / f"{seed}.safetensors")
    return [tmp_path / f"{seed}.safetensors" for seed in range(2)]


def test_measurements_are_the_games_of_a_tournament(evaluator, files):
    spec = spec_of(evaluator.config, [f"net:{files[0]}", "random"], seed=strength.RATE_SEED)
    arena = evaluator.arena(*spec.agents, strength.RATE_SEED)
    shard = arena.play(0, 20)
    kept = play_shard(spec, 0, 20)
    for name in ("seats", "seeds", "scores", "utilities", "decisions"):
        np.testing.assert_array_equal(getattr(shard, name), getattr(kept, name))
    np.testing.assert_array_equal(points(arena, 20), dealt(spec, 20))
    assert evaluator.rate(*spec.agents, 20) == duel(evaluator.config, *spec.agents, 20)


def test_a_network_is_measured_alone_and_with_its_search(evaluator, files):
    rates = evaluator.measure(files[0])
    assert list(rates) == ["random", "random with 4 simulations", "greedy", "greedy with 4 simulations"]
    assert rates["random"] == evaluator.rate(f"net:{files[0]}", "random", 20)
    assert rates["greedy with 4 simulations"] == evaluator.rate(f"net:{files[0]}:4", "greedy", 20)


@pytest.mark.parametrize("players", [("greedy", "random"), ("random", "greedy")])
def test_the_promotion_test_is_that_of_a_tournament(evaluator, players):
    spec = spec_of(evaluator.config, list(players), seed=strength.PROMOTION_SEED)
    test = Sprt.from_spec(spec, Hypotheses(0.0, strength.PROMOTED))
    shard = play_shard(spec, 0, 400)
    test.add(strength._finished(shard))
    assert test.verdict == ("H1" if players[0] == "greedy" else "H0")
    assert evaluator.stronger(*players, 400) == (test.verdict == "H1")


def test_no_fingerprint_is_made_of_what_is_only_measured(evaluator, files, monkeypatch):
    monkeypatch.setattr("medianoche.agents.fingerprints.fingerprint", None)
    assert evaluator.measure(files[0])
    assert evaluator.is_better(*files) in (True, False)


def test_two_of_one_kind_are_refused(evaluator):
    with pytest.raises(TournamentError, match="all different; given: random, random"):
        evaluator.rate("random", "random", 4)
