"""agents/following: one game in an environment, for agents that follow it."""

import numpy as np

from medianoche import envs
from medianoche.agents import following
from medianoche.agents.engine.game import EngineGame


class Listener:
    name = "listener"

    def __init__(self):
        self.heard = []

    def act(self, turn):
        return turn.random_actions()

    def watch(self, views):
        self.heard.append((views.seats.tolist(), views.acted.tolist(), [len(each) for each in views.events()]))


def dealt(seed, players=3):
    env = envs.game("misty").aec(num_players=players)
    env.reset(seed)
    return env


def test_the_chance_of_a_decision_is_another_one_in_every_deal_and_repeats():
    seeds = [int(following.turn_of(dealt(seed)).seeds[0]) for seed in range(20)]
    assert len(set(seeds)) == 20
    assert seeds == [int(following.turn_of(dealt(seed)).seeds[0]) for seed in range(20)]
    env = dealt(0)
    env.step(int(following.turn_of(env).random_actions()[0]))
    assert int(following.turn_of(env).seeds[0]) not in seeds
    tables = EngineGame(envs.game("misty")), EngineGame(envs.game("misty"))
    for seed, table in enumerate(tables):
        table.new(2, seed, "standard", {})
    assert tables[0].turn().seeds != tables[1].turn().seeds


def test_an_agent_in_several_seats_is_shown_each_and_its_own_actions():
    env, who, other = dealt(4), Listener(), Listener()
    agents = [who, None, who]
    following.begin(env, agents)
    assert who.heard == [([0, 2], [-1, -1], [0, 0])]
    while env.record.to_move == 1:
        following.play_on(env, agents, int(env.sample_legal()))
    mover, action = int(env.record.to_move), int(env.sample_legal())
    following.play_on(env, agents, action)
    seats, acted, _ = who.heard[-1]
    assert dict(zip(seats, acted, strict=True))[mover] == action
    assert sorted(acted) == [-1, action]
    while not env.record.done:
        following.play_on(env, agents, int(env.sample_legal()))
    told = len(who.heard)
    assert told == len(env.history)  # the beginning, and all decisions but the last
    assert any(any(counts) for _, _, counts in who.heard)
    assert not other.heard


def test_what_is_shown_holds_nothing_that_the_seat_does_not_know():
    known = []

    class Reader(Listener):
        def watch(self, views):
            known.append(views.known().tobytes())

    env = dealt(7, 2)
    for place in (0, 1):
        there = env.copy()
        state = env.game.copy(env.record)
        if place:
            env.game.determinize(state, 1, seed=5)
        there.restore(state.tobytes(), check=False)
        following.begin(there, [None, Reader()])
    assert known[0] == known[1]
    assert np.frombuffer(known[0], np.uint8).any()
