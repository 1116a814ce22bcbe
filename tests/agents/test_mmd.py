"""The agent `mmd`: its worlds, its step of mirror descent, and what it does to the exploitability of its network."""

from types import SimpleNamespace

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError, agent
from medianoche.agents.kernels import mmd as kernels
from medianoche.agents.mmd import MmdAgent
from medianoche.agents.net import NetAgent
from medianoche.agents.network import NetHeader, Network
from medianoche.benchmarks.exploit.exact import Tree
from medianoche.benchmarks.exploit.measure import measure
from medianoche.benchmarks.tournament.play import Playing
from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.kernels.rng import STEP, mix
from tests.benchmarks.calls import larger, one_line

KUHN = "kuhn"


def network_of(game, seed=1, spread=1.0):
    """A small network whose policy is far from uniform."""
    network = Network.new(NetHeader.made_for(game, hidden=(16, 8)), seed)
    rng = np.random.default_rng(seed)
    network.layers()["policy"][...] = rng.standard_normal(network.layers()["policy"].shape) * spread
    return network


class Recorder(MmdAgent):
    """Remembers the worlds and the improved policies of every decision."""

    def __init__(self, *words, **arguments):
        super().__init__(*words, **arguments)
        self.decisions = []
        self.shown = []

    def watch(self, views):
        super().watch(views)
        places = zip(views.games, views.seats, strict=True)
        worlds = [self._worlds[place].view(views.game.declaration.state_dtype) for place in places]
        self.shown += zip(views.known(), worlds, strict=True)

    def act(self, turn):
        actions, policy, _ = self.search(turn, policy=True)
        states = turn.sample().states
        for row, state in enumerate(states):
            worlds = self._worlds[int(turn.games[row]), int(turn.seats[row])].view(turn.game.declaration.state_dtype)
            self.decisions.append((turn.game.known(state, int(turn.seats[row])).tobytes(), worlds, policy[row]))
        return actions


def play(game, who, games, start=0):
    """Games of `who` in all seats; the final states."""
    numbers = np.arange(start, start + games, dtype=np.uint64)
    batch = game.batch(games, seeds=numbers, autoreset=False, num_players=game.players[0])
    table = Playing(batch, np.zeros((games, game.players[0]), np.int64), numbers + np.uint64(99), start)
    table.play([who])
    return batch.states.copy()


def test_worlds_are_as_likely_as_the_network_finds_what_was_seen():
    """Against Bayes' rule: the second player of Kuhn poker has seen a bet or a check."""
    game = envs.game(KUHN)
    network = network_of(game)
    tree = Tree(game)
    who = Recorder("1", network=network, threads=1)
    play(game, who, 600)
    policy = tree.policy_of(NetAgent("sample", network=network))
    checked = 0
    reaches = tree.reaches(np.where(tree.owners == 1, 1.0, tree._flat(policy)))
    for key, info_set in tree.sets.items():
        if info_set.player != 1:
            continue
        worlds_met = [worlds for known, worlds, _ in who.decisions if known == key]
        if len(worlds_met) < 30:
            continue
        depth = next(level for level, rows in enumerate(tree.levels) if (rows.first == info_set.first).any())
        weights = reaches[depth][tree.levels[depth].first == info_set.first]
        share = weights.max() / weights.sum()  # two deals are left: the other player has one of two cards
        cards = np.concatenate([worlds["card"][:, 0] for worlds in worlds_met])
        counts = np.unique(cards, return_counts=True)[1]
        assert counts.max() / counts.sum() == pytest.approx(share, abs=0.08)
        checked += 1
    assert checked >= 3


@pytest.mark.parametrize("name", [KUHN, larger("halloween")])
def test_a_seat_sees_in_every_world_what_it_really_sees(name):
    game = envs.game(name)
    who = Recorder("1", network=network_of(game), threads=1)
    play(game, who, 2)
    assert who.shown
    for known, worlds in who.shown[:: len(who.shown) // 60 + 1]:  # of all stretches of the games
        for world in worlds[::8].view(np.recarray):
            assert any(known.tobytes() == game.known(world, seat).tobytes() for seat in range(game.players[0]))


@pytest.mark.parametrize("name", [KUHN, "leduc"])
def test_a_game_is_played_the_same_way_in_any_batch(name):
    game = envs.game(name)
    network = network_of(game)
    together = play(game, MmdAgent("8", network=network, threads=2), 6)
    alone = [play(game, MmdAgent("8", network=network, threads=1), 1, start) for start in range(6)]
    assert together.tobytes() == np.concatenate(alone).tobytes()


def test_the_step_is_that_of_mirror_descent():
    root = kernels.Root(np.zeros(5, np.uint16), np.zeros(5, np.float32), np.zeros(16, np.int64), np.zeros(16))
    root.policy[:] = [0.1, 0.4, 0.2, 0.3, 0.0]
    root.candidates[:3] = [1, 3, 2]
    root.totals[:3] = [4.0, -2.0, 1.0]
    value = uncompiled(kernels.improve_policy)(root, 4, 3, 4, 2.0)
    policy = np.array([0.1, 0.4, 0.2, 0.3])
    values = np.array([0.0, 1.0, 0.25, -0.5])
    values[0] = (policy[1:] @ values[1:]) / policy[1:].sum()
    wanted = policy * np.exp(2 * values)
    wanted /= wanted.sum()
    assert root.policy[:4] == pytest.approx(wanted, abs=1e-6)
    assert value == pytest.approx(wanted @ values, abs=1e-6)


def test_it_is_less_exploitable_than_its_network():
    game = envs.game(KUHN)
    network = Network.new(NetHeader.made_for(game, hidden=(16, 8)), 1)  # nearly uniform
    who = MmdAgent("32", network=network, threads=1, step_size=4.0)
    measured = measure(game, who)
    assert measured.estimated
    assert measured.nash_conv < 0.7 * measure(game, NetAgent("sample", network=network)).nash_conv


def test_unfollowed_decisions_are_played_legally_and_ended_games_forgotten():
    game = envs.game(KUHN)
    batch = game.batch(8, seed=1)
    who = MmdAgent("8", network=network_of(game), threads=1)
    rows = np.arange(8)
    batch.step(who.act(batch.turn(rows, rows.astype(np.uint64))))
    who = MmdAgent("1", network=network_of(envs.game(KUHN)), threads=1)
    play(envs.game(KUHN), who, 3)
    assert not who._worlds


@pytest.mark.parametrize("words", ["mmd:50ms", "mmd:sample", "mmd:missing.safetensors:8"])
def test_what_it_does_not_understand_is_refused_in_one_line(words):
    with one_line(AgentError):
        agent(words)


def test_an_agent_that_fails_while_it_watches_is_named():
    class Watcher(MmdAgent):
        name = "watcher"

        def watch(self, views):
            raise ValueError("no")

    game = envs.game(KUHN)
    with pytest.raises(AgentError, match="watcher failed: ValueError: no"):
        play(game, Watcher("1", network=network_of(game), threads=1), 1)


def test_chance_after_an_action_and_the_rollout_use_other_random_numbers(monkeypatch):
    game = envs.game("halloween")
    words = game.rules.mask_words
    worlds = np.array([game.new(4, seed=1)])
    chance = []
    choices = []

    def step(pack, world, action, mask):
        chance.append(int(mix(world.rng + STEP)))

    def rollout(pack, world, guide, memory, horizon, player, phase, bits):
        choices.append(int(mix(bits + STEP)))

    monkeypatch.setattr(kernels, "step", step)
    monkeypatch.setattr(kernels, "rollout", rollout)
    decisions = SimpleNamespace(seeds=np.array([7], np.uint64), masks=np.zeros((1, words), np.uint64))
    memory = SimpleNamespace(mask=np.zeros(words, np.uint64), results=np.zeros(4))
    root = SimpleNamespace(totals=np.zeros(2), legal=np.arange(2), candidates=np.arange(2))
    settings = SimpleNamespace(rollouts=40, size=1, horizon=4)
    scratch = np.zeros(1, game.declaration.state_dtype).view(np.recarray)
    with np.errstate(over="ignore"):
        kernels.estimate_values(game.content.records, worlds, 0, scratch, decisions, None, memory, root, 2, settings)
    assert len(chance) == len(choices) == 40
    assert not set(chance) & set(choices)
