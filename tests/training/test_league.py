"""Who is met how often, and what is known about it."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError
from medianoche.agents.network import NetHeader, Network
from medianoche.training.league import League
from medianoche.training.torch.sb3_config import LeagueSettings
from tests.training.conftest import YARDSTICK


def network(seed=0):
    return Network.new(NetHeader.made_for(envs.game(YARDSTICK), hidden=(8,)), seed)


def shares(league):
    return dict(zip([m.name for m in league.members], league.shares().round(6).tolist(), strict=True))


def test_shares_are_those_asked_for_and_the_latest_stands_in_for_snapshots():
    league = League(LeagueSettings(latest=0.5, snapshots=0.25, agents={"greedy": 0.2, "random": 0.05}), network())
    assert shares(league) == {"latest": 0.75, "greedy": 0.2, "random": 0.05}
    league.add_snapshot("one", network())
    assert shares(league) == {"latest": 0.5, "greedy": 0.2, "random": 0.05, "one": 0.25}


def test_snapshots_that_still_win_are_met_more_often():
    league = League(LeagueSettings(latest=0, snapshots=1, agents={}), network())
    for name in ("weak", "strong"):
        league.add_snapshot(name, network())
    league.record(np.full(100, 1), np.ones(100))
    league.record(np.full(100, 2), np.zeros(100))
    drawn = np.bincount(league.draw(np.random.default_rng(0), 5000), minlength=3)
    assert drawn[0] == 0
    assert drawn[2] > 50 * drawn[1] > 0


def test_the_snapshot_that_is_beaten_most_surely_makes_room():
    league = League(LeagueSettings(agents={}, keep=2), network())
    league.add_snapshot("one", network())
    league.add_snapshot("two", network())
    league.record(np.array([2, 2, 2]), np.ones(3))
    league.add_snapshot("three", network())
    assert [m.name for m in league.members] == ["latest", "one", "three"]
    assert league.members[2].games == 0


def test_old_results_fade():
    league = League(LeagueSettings(agents={"random": 1}, memory=10), network())
    league.record(np.full(100, 1), np.zeros(100))
    league.record(np.full(30, 1), np.ones(30))
    assert league.win_rates()["random"] > 0.6


def test_saved_and_restored_it_is_the_same():
    league = League(LeagueSettings(keep=2), network())
    for seed in range(3):
        league.add_snapshot(f"at {seed}", network(seed))
        league.record(np.array([0, 1, 3]), np.array([1.0, 0.5, 0.0]))
    other = League(LeagueSettings(keep=2), network())
    other.restore(*league.save())
    assert shares(other) == shares(league)
    assert other.win_rates() == league.win_rates()
    for mine, its in zip(league.members[3:], other.members[3:], strict=True):
        np.testing.assert_array_equal(mine.network.parameters, its.network.parameters)


def test_an_unknown_agent_is_refused():
    with pytest.raises(AgentError, match="unknown agent 'gready'"):
        League(LeagueSettings(agents={"gready": 1}), network())
