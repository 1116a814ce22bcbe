"""The learner's own transitions: only its decisions, what happened in between added up, seats changing."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import agent
from medianoche.agents.mmd import MmdAgent
from medianoche.agents.network import NetHeader, Network
from medianoche.envs.core.errors import GameError, IllegalActionError, OptionError
from medianoche.training.adapters.gymnasium import SeatEnv, SeatVectorEnv
from medianoche.training.checkpoint import POLICY
from medianoche.training.compiled import rollouts
from medianoche.training.league import FixedOpponents, League, LeagueSettings
from medianoche.training.matches import Matches, turns_of_seats
from medianoche.training.settings import TrainingError
from tests.benchmarks.calls import larger
from tests.training.conftest import train
from tests.training.test_net import EXPERT, IMITATION, SELF_PLAY, always, config_of, unmeasured


class Recorder:
    """Opponents that remember the results they are told."""

    def __init__(self, *names):
        self.agents = {number: agent(name) for number, name in enumerate(names)}
        self.results = []

    def draw(self, chance, count):
        return chance.integers(len(self.agents), size=count)

    partners = draw

    def record(self, numbers, points):
        self.results += list(zip(numbers.tolist(), points.tolist(), strict=True))


def play(matches, steps, seed=0):
    """Random legal actions; yields after each step."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        masks = matches.action_mask
        matches.step((rng.random(masks.shape) * masks).argmax(axis=1))
        yield matches


@pytest.mark.parametrize("players", [2, larger(3), 4])
def test_only_the_learner_is_asked_and_sees_its_observation(misty, players):
    matches = Matches(misty, 40, FixedOpponents(["random", "greedy"]), num_players=players, seed=1)
    matches.reset()
    for number, now in enumerate(play(matches, 60)):
        np.testing.assert_array_equal(now.batch.to_move, now.seat)
        assert now.action_mask.any(axis=1).all()
        row = number % 40
        seen = misty.observe(now.batch.states[row], int(now.seat[row]))
        np.testing.assert_array_equal(now.observation[row], seen)


def test_rewards_are_the_utility_of_the_learners_seat_and_what_was_seen_last_is_kept(four):
    recorder = Recorder("greedy", "random")
    matches = Matches(four, 50, recorder, seed=4)
    matches.reset()
    total = 0.0
    games = 0
    for now in play(matches, 60):
        assert set(now.rewards[~now.done].tolist()) <= {0.0}
        assert set(now.rewards[now.done].tolist()) <= {-1.0, 0.0, 1.0}
        total += now.rewards.sum()
        games += now.done.sum()
        discs = now.final_observation[now.done].sum(axis=1)
        assert ((discs >= 7) & (discs <= 42)).all()
        assert (now.batch.states["ply"][now.done] <= 1).all()
    assert games == len(recorder.results) > 100
    assert total == sum(2 * points - 1 for _, points in recorder.results)


def test_seats_change_from_game_to_game(misty):
    matches = Matches(
        misty, 30, FixedOpponents(["random"]), num_players=3, variant="introductory", rounds_to_win=1, seed=0
    )
    matches.reset()
    seats = np.bincount(matches.seat, minlength=3)
    np.testing.assert_array_equal(seats, [10, 10, 10])
    before = matches.seat.copy()
    for now in play(matches, 40):
        np.testing.assert_array_equal(now.seat, (before + now.done) % 3)
        before = now.seat.copy()


def test_a_seat_can_be_kept_and_opponents_must_be_named(four):
    matches = Matches(four, 20, FixedOpponents(["random"]), seat=1, seed=0)
    matches.reset()
    assert all((now.seat == 1).all() for now in play(matches, 40))
    with pytest.raises(TrainingError, match="seat 2 is not accepted; accepted: 0, 1"):
        Matches(four, 20, FixedOpponents(["random"]), seat=2, seed=0)
    with pytest.raises(OptionError, match="give a list of agents"):
        FixedOpponents("greedy")
    with pytest.raises(OptionError, match="give a list of agents"):
        FixedOpponents([])


def test_the_same_seed_plays_the_same(misty):
    def seen(seed):
        matches = Matches(misty, 8, FixedOpponents(["random", "greedy"]), seed=seed)
        matches.reset()
        return [now.observation.copy() for now in play(matches, 50)]

    np.testing.assert_array_equal(seen(5), seen(5))
    assert not np.array_equal(seen(5), seen(6))


def test_saved_and_restored_it_goes_on_as_it_would_have(misty):
    def matches():
        return Matches(misty, 12, FixedOpponents(["random", "greedy"]), num_players=3, seed=0)

    one = matches()
    other = matches()
    one.reset(7)
    list(play(one, 30))
    other.load_state_dict(one.state_dict())
    for here, other_side in zip(play(one, 40, seed=2), play(other, 40, seed=2), strict=True):
        np.testing.assert_array_equal(here.observation, other_side.observation)
        np.testing.assert_array_equal(here.rewards, other_side.rewards)
        np.testing.assert_array_equal(here.final_return, other_side.final_return)


class Follower:
    """Plays at random, and notes what it is shown and told."""

    name = "follower"

    def __init__(self):
        self.shown = {}
        self.decided = {}
        self.results = {}

    def watch(self, views):
        for game, seat, acted, events in zip(views.games, views.seats, views.acted, views.events(), strict=True):
            self.shown.setdefault((game, seat), []).append((int(acted), bool(events)))

    def act(self, turn):
        actions = turn.random_actions()
        for game, seat, action in zip(turn.games, turn.seats, actions, strict=True):
            assert (game, seat) in self.shown, "asked in a game that it was not shown"
            self.decided.setdefault((game, seat), []).append(int(action))
        return actions

    def over(self, games, scores, utilities):
        for game, utility in zip(games.tolist(), utilities.tolist(), strict=True):
            assert game not in self.results
            self.results[game] = utility


def following(game, num_envs, **arguments):
    opponents = Recorder()
    opponents.agents = {0: agent("random"), 1: Follower()}
    return Matches(game, num_envs, opponents, **arguments), opponents.agents[1]


def test_opponents_that_follow_a_game_are_shown_all_of_it_and_told_its_result(misty):
    matches, follower = following(misty, 6, num_players=3, variant="introductory", rounds_to_win=1)
    matches.reset(3)
    done = sum(now.done.sum() for now in play(matches, 40))
    assert done > 6
    assert follower.results.keys() <= {game for game, _ in follower.shown}
    ended = [place for place in follower.shown if place[0] in follower.results]
    assert len(ended) > 6
    for place in ended:
        acted_shown = [acted for acted, _ in follower.shown[place] if acted >= 0]
        last = follower.decided.get(place, [])
        assert acted_shown in (last, last[:-1])  # the end of a game is told, not shown
        assert follower.shown[place][0] == (-1, False)  # its beginning
        assert [events for _, events in follower.shown[place][1:]].count(True) > 0
    assert {game for game, _ in follower.shown} - set(follower.results) <= set(matches.games.tolist())


def test_games_that_are_given_up_and_forfeited_ones_are_told(four):
    matches, follower = following(four, 4, illegal="terminate", seat=0)
    matches.opponents.agents = {0: follower}
    matches.reset()
    first = matches.games.tolist()
    matches.step([0, 9, 0, 0])
    assert follower.results == {first[1]: [-1.0, 1.0]}
    matches.deal(np.array([2]))
    assert follower.results[first[2]] == [0.0, 0.0]
    matches.reset()
    assert len(follower.results) == 6
    assert not set(matches.games.tolist()) & set(follower.results)


def test_an_imitated_agent_follows_its_games_too(misty):
    network = Network.new(NetHeader.made_for(misty, hidden=(8,)))
    teacher = Follower()
    supervise = rollouts.imitate_agent(teacher, agent("random"), 0.5)
    rng = np.random.default_rng(1)
    rollouts.play_supervised(misty, 2, "standard", {}, 4, rng, supervise, network, 0.0, teacher)
    assert len(teacher.results) == 4
    assert all(len(teacher.shown[game, 0]) == len(teacher.shown[game, 1]) > 5 for game in teacher.results)


def test_mmd_is_the_agent_that_it_is_in_a_tournament():
    """Its worlds follow the game, so that none is dealt at its decision."""
    leduc = envs.game("leduc")
    network = Network.new(NetHeader.made_for(leduc, hidden=(8,)))
    opponents = Recorder()
    opponents.agents = {0: MmdAgent("4", network=network, threads=1)}
    matches = Matches(leduc, 4, opponents, num_players=2)
    dealt = []
    worlds_of = opponents.agents[0]._worlds_of

    def watched(turn):
        places = zip(turn.games.tolist(), turn.seats.tolist(), strict=True)
        dealt.extend(place not in opponents.agents[0]._worlds for place in places)
        return worlds_of(turn)

    opponents.agents[0]._worlds_of = watched
    matches.reset()
    list(play(matches, 8))
    assert dealt
    assert not any(dealt)
    assert {game for game, _ in opponents.agents[0]._worlds} <= set(matches.games.tolist())


def test_an_illegal_action_changes_nothing_or_loses_the_game(four):
    careful = Matches(four, 3, FixedOpponents(["random"]), seed=0)
    careful.reset()
    before = careful.batch.states.tobytes()
    with pytest.raises(IllegalActionError, match="row 1"):
        careful.step(np.array([0, 9, 0]))
    assert careful.batch.states.tobytes() == before
    lenient = Matches(four, 3, FixedOpponents(["random"]), illegal="terminate", seed=0)
    lenient.reset()
    lenient.step(np.array([0, 9, -1]))
    assert lenient.rewards.tolist() == [0, -1, -1]
    assert lenient.done.tolist() == [False, True, True]
    assert (lenient.batch.states["ply"][1:] <= 1).all()
    with pytest.raises(OptionError, match="accepted: 'error', 'terminate'"):
        Matches(four, 3, FixedOpponents(["random"]), illegal="ignore", seed=0)


def test_in_team_games_the_learner_plays_each_side_equally_often_and_its_team_is_itself(four, monkeypatch):
    nocturna = envs.game("nocturna")
    matches = Matches(nocturna, 16, FixedOpponents(["random"]), num_players=5, seed=0)
    matches.reset()
    assert np.bincount(matches.seat, minlength=5).tolist() == [8, 2, 2, 2, 2]
    assert turns_of_seats(np.array([0, 1, 1])).tolist() == [0, 1, 0, 2]
    assert turns_of_seats(np.array([0, 1, 2])).tolist() == [0, 1, 2]
    assert turns_of_seats(np.array([0, 1, 1, 0, 1])).tolist() == [0, 1, 3, 2, 0, 4, 3, 1, 0, 2, 3, 4]
    monkeypatch.setattr(type(four.declaration), "teams", lambda self, players: [0, 0])
    settings = LeagueSettings(latest=0, snapshots=0, agents={"random": 1})
    matches = Matches(four, 10, League(settings, Network.new(NetHeader.made_for(four))), seed=0)
    matches._assign_seats(np.arange(10))
    assert (matches.who == 0).all()


def test_one_opponent_plays_a_whole_team_and_counts_once():
    recorder = Recorder("random", "greedy")
    matches = Matches(envs.game("nocturna"), 32, recorder, num_players=5, seed=0)
    matches.reset(3)
    for _ in range(60):
        children = matches.who[matches.seat == 0][:, 1:]
        assert (children == children[:, :1]).all()
        before = len(recorder.results)
        next(play(matches, 1))
        assert len(recorder.results) - before == matches.done.sum()
    assert {number for number, _ in recorder.results} == {0, 1}


GAME = "tests.toys.natural:Natural"
ALL_END = r"games in a row ended in the deal, before a player had a choice"


def test_matches_begin_where_the_learner_has_a_choice():
    matches = Matches(envs.game(GAME), 32, FixedOpponents(["random"]), seed=1)
    matches.reset()
    for _ in range(60):
        assert (matches.batch.to_move == matches.seat).all()
        matches.step(matches.action_mask.argmax(axis=1))
        assert matches.done.all()
        assert (matches.final_length == 1).all()


@pytest.mark.parametrize("seat", [0, 1])
def test_one_seat_as_a_gymnasium_environment(seat):
    env = SeatEnv(GAME, ["random"], seat=seat)
    many = SeatVectorEnv(GAME, 16, ["random"], seat=seat)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].all()
        assert env.step(0)[2]
    many.reset(seed=1)
    for over in (True, False, True):  # the second step deals
        assert (many.step(np.zeros(16, int))[2] == over).all()


@pytest.mark.parametrize("stage", [IMITATION, larger({**SELF_PLAY, "rounds": 3}), larger(EXPERT)])
def test_the_compiled_learner(tmp_path, stage):
    train(config_of(stage, game=GAME), tmp_path, unmeasured, always)
    assert Network.load(tmp_path / POLICY)


def test_the_learner_with_torch(tmp_path):
    pytest.importorskip("torch")
    from tests.training import test_ppo

    train(test_ppo.config_of(game=GAME, total_decisions=2000), tmp_path, unmeasured, always)
    assert Network.load(tmp_path / POLICY)


def test_where_every_deal_ends_the_game_one_line_says_so():
    for attempt in (
        lambda: SeatEnv(GAME, ["random"], ends="all").reset(seed=1),
        lambda: SeatVectorEnv(GAME, 3, ["random"], ends="all").reset(seed=1),
    ):
        with pytest.raises(GameError, match=ALL_END):
            attempt()
