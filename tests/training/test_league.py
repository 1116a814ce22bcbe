"""Who is met how often, and what is known about it."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError
from medianoche.agents.network import NetHeader, Network
from medianoche.training.league import League, LeagueSettings
from medianoche.training.matches import Matches
from tests.training.conftest import YARDSTICK


def network(seed=0):
    return Network.new(NetHeader.made_for(envs.game(YARDSTICK), hidden=(8,)), seed)


def shares(league):
    return dict(zip([m.name for m in league.members], league.shares().round(6).tolist(), strict=True))


def test_shares_are_those_asked_for_and_an_unknown_agent_is_refused():
    league = League(LeagueSettings(latest=0.5, snapshots=0.25, agents={"greedy": 0.2, "random": 0.05}), network())
    assert shares(league) == {"latest": 0.75, "greedy": 0.2, "random": 0.05}
    league.add_snapshot("one", network())
    assert shares(league) == {"latest": 0.5, "greedy": 0.2, "random": 0.05, "one": 0.25}
    with pytest.raises(AgentError, match="unknown agent 'gready'"):
        League(LeagueSettings(agents={"gready": 1}), network())


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
    league = League(LeagueSettings(agents={}, snapshots_kept=2), network())
    league.add_snapshot("one", network())
    league.add_snapshot("two", network())
    league.record(np.array([2, 2, 2]), np.ones(3))
    league.add_snapshot("three", network())
    assert [m.name for m in league.members] == ["latest", "one", "three"]
    assert league.members[2].games == 0


def test_saved_and_restored_it_is_the_same():
    league = League(LeagueSettings(snapshots_kept=2), network())
    for seed in range(3):
        league.add_snapshot(f"at {seed}", network(seed))
        league.record(np.array([0, 1, 3]), np.array([1.0, 0.5, 0.0]))
    league.update(network(9))
    other = League(LeagueSettings(snapshots_kept=2), network())
    other.load_state_dict(league.state_dict())
    assert other.agents.keys() == league.agents.keys()
    assert shares(other) == shares(league)
    assert other.win_rates() == league.win_rates()
    for mine, its in zip(league.members[3:], other.members[3:], strict=True):
        np.testing.assert_array_equal(mine.network.parameters, its.network.parameters)


def test_games_are_played_to_their_end_against_the_network_they_began_with(monkeypatch):
    """The network of every step is another one, and one snapshot makes room for the next in mid-game."""
    league = League(LeagueSettings(latest=1, snapshots=1, agents={}, snapshots_kept=1), network())
    matches = Matches(envs.game(YARDSTICK), 24, league)
    played = {}
    decide = Matches._decide
    seat = Matches._assign_seats
    begun = np.zeros(24, int)

    def decided(self, who, rows):
        for row in rows:
            played.setdefault((row, begun[row]), set()).add(who)
        decide(self, who, rows)

    def seated(self, rows):
        begun[rows] += 1
        seat(self, rows)

    monkeypatch.setattr(Matches, "_decide", decided)
    monkeypatch.setattr(Matches, "_assign_seats", seated)
    matches.reset()
    for step in range(60):
        league.update(network(step))
        if step % 2:
            league.add_snapshot(str(step), network(step))
        matches.step(matches.action_mask.argmax(axis=1))
    crossed = [game for game, agents in played.items() if len(agents) > 1]
    assert not crossed, f"{len(crossed)} of {len(played)} games were played against several networks"
    league.retire({int(number) for number in np.unique(matches.who)})
    assert len(league.former) <= matches.who.size


def test_a_game_counts_for_the_network_it_began_with_and_old_results_fade():
    league = League(LeagueSettings(agents={}, snapshots_kept=1), network())
    league.add_snapshot("first", network())
    (first,) = league.agents.keys() - {0}
    league.add_snapshot("second", network())
    league.record(np.full(50, first), np.zeros(50))
    assert [(member.name, member.games) for member in league.members] == [("latest", 0), ("second", 0)]
    league = League(LeagueSettings(agents={"random": 1}, memory=10), network())
    league.record(np.full(100, 1), np.zeros(100))
    league.record(np.full(30, 1), np.ones(30))
    assert league.win_rates()["random"] > 0.6
