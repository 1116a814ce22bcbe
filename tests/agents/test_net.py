"""Compiled networks: gradients, files and play."""

import json
import pickle
from copy import copy, deepcopy
from dataclasses import asdict, replace
from types import SimpleNamespace

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save_file

from medianoche import envs
from medianoche.agents import AgentError, agent, ask, fingerprint
from medianoche.agents.abilities import probabilities
from medianoche.agents.kernels import guided
from medianoche.agents.net import NetAgent, check_networks
from medianoche.agents.network import CACHE_LINE, FORMAT, RENAMED, NetHeader, Network, aligned, shipped
from medianoche.agents.sampling import draw_actions, uniform
from medianoche.agents.valued import ValuedNetAgent
from medianoche.envs.core import contract
from medianoche.envs.core.play.threads import Threads
from medianoche.places import NETWORKS
from medianoche.toys.poker import Kuhn
from medianoche.training.compiled import rollouts
from medianoche.training.compiled.kernels import learning
from tests.agents.test_search import NIM, misty_positions, planted_positions, turn_at
from tests.benchmarks.calls import larger, one_line

NIM_GAME = envs.game(NIM)


def small(game, seed=1, **numbers):
    """A network with advice whose weights are large enough for clearly different logits."""
    network = Network.new(NetHeader.made_for(game, **{"hidden": (12, 6), "advice": True, **numbers}), seed)
    network.parameters += np.random.default_rng(seed).normal(0, 0.2, network.parameters.shape).astype(np.float32)
    return network


@pytest.fixture
def file(misty, tmp_path):
    path = tmp_path / "net.safetensors"
    small(misty).save(path)
    return path


KINDS = (2, 20)
"""Roles and phases for which tables have room."""


def played(game, network):
    """Transitions of a few games, with value targets and policy targets drawn at random."""
    games = rollouts.SelfPlayGames(game, game.players[0], {}, 30, network, 1, heuristic=network.header.advice)
    rng = np.random.default_rng(0)
    seeds = rng.integers(2**64, size=30, dtype=np.uint64)
    unseated = np.zeros((30, game.rules.seats), np.int8)
    (transitions,) = games.play(network, network, seeds, unseated, 0.9, 0.3, 0.5)
    count = int(transitions.size[0])
    transitions.returns[:count] = rng.uniform(-1, 1, transitions.returns[:count].shape)
    transitions.policy_targets[: transitions.legal_starts[count]] = 0.25
    return transitions, count


def settings_of(*numbers, players, supervised):
    """LossSettings: clip, weights of entropy, values and policy, scale and mean of the advantages; the weight of the
    entropy and the scale are larger in later phases."""
    clip, entropy, value, policy, scale, mean = map(np.float32, numbers)
    later = np.linspace(1, 2, KINDS[1], dtype=np.float32) * np.ones(KINDS, np.float32)
    tables = scale * later, np.full(KINDS, mean)
    return learning.LossSettings(clip, entropy * later, np.float32(0), value, policy, *tables, players, supervised)


def losses(network, transitions, order, settings):
    """The loss, from the sums that `add_gradient` returns, and its gradient."""
    sums = np.zeros((*KINDS, learning.SUMS))
    gradient = np.zeros_like(network.parameters)
    sizes = network.header.sizes
    weight = np.float32(1)
    learning.add_gradient(
        network.parameters, gradient, sizes, transitions, order, settings, weight, sums, 0, len(order)
    )
    loss = sums[..., learning.POLICY_LOSS] - settings.ent_coef * sums[..., learning.ENTROPY]
    return float((loss + settings.vf_coef * sums[..., learning.VALUE_LOSS] / 2).sum()), gradient


@pytest.mark.parametrize(
    ("name", "supervised", "advice", "hidden"),
    [
        larger("misty", False, True, (12, 6)),
        ("kuhn", True, False, (9,)),
        ("kuhn", False, False, (10, 7, 5)),
        ("tests.toys.nim:Nim", False, True, (12, 6)),
        ("tests.toys.nim:Nim", True, True, (12, 6)),
    ],
)
def test_gradients_are_those_of_the_loss(name, supervised, advice, hidden, monkeypatch):
    monkeypatch.setattr(Kuhn, "roles", lambda game, num_players: list(range(num_players)))  # compiles quickly
    game = envs.game(name)
    network = small(game, advice=advice, hidden=hidden)
    transitions, count = played(game, network)
    numbers = 10.0, 0.05, 0.5, 1.0, 1.0, 0.1
    settings = settings_of(*numbers, players=game.players[0], supervised=supervised)
    order = np.arange(min(count, 12))
    if supervised:  # targets that sum to one
        for k in order:
            span = slice(transitions.legal_starts[k], transitions.legal_starts[k + 1])
            transitions.policy_targets[span] = 1 / max(span.stop - span.start, 1)
    _, gradient = losses(network, transitions, order, settings)
    rng = np.random.default_rng(3)
    used = np.flatnonzero(np.abs(gradient) > 1e-3)
    assert len(used) > 60
    last = len(gradient) - game.rules.num_roles
    assert gradient[last:].any() == advice
    for place in [*rng.choice(used, 25, replace=False), *(used[used >= last])]:
        before = network.parameters[place]
        ends = []
        for step in (1e-3, -1e-3):
            network.parameters[place] = before + step
            ends.append(losses(network, transitions, order, settings)[0])
        network.parameters[place] = before
        slope = (ends[0] - ends[1]) / 2e-3
        assert slope == pytest.approx(gradient[place], rel=0.05, abs=0.02), place


def test_gradients_are_those_of_torch(misty):
    torch = pytest.importorskip("torch")
    network = small(misty, advice=True)
    transitions, count = played(misty, network)
    order = np.arange(min(count, 20))
    for k in order:
        span = slice(transitions.legal_starts[k], transitions.legal_starts[k + 1])
        transitions.policy_targets[span] = 1 / max(span.stop - span.start, 1)
    settings = settings_of(0.2, 0.0, 0.5, 1.0, 1.0, 0.0, players=2, supervised=True)
    _, gradient = losses(network, transitions, order, settings)
    parts = {name: torch.tensor(part.copy(), requires_grad=True) for name, part in network.layers().items()}
    loss = torch.zeros(())
    for k in order:
        seen = torch.zeros(misty.observation_size + misty.num_actions)
        entries = slice(transitions.starts[k], transitions.starts[k + 1])
        seen[torch.tensor(transitions.indices[entries].astype(np.int64))] = torch.tensor(
            transitions.entries[entries].copy()
        )
        last = seen
        for number in range(1, len(network.header.hidden) + 1):
            last = torch.relu(last @ parts[f"hidden_{number}"] + parts[f"hidden_{number}_bias"])
        legal = slice(transitions.legal_starts[k], transitions.legal_starts[k + 1])
        actions = torch.tensor(transitions.legal[legal].astype(np.int64))
        if len(actions) and transitions.policy_weight[k] > 0:
            advised = actions == int(transitions.indices[entries][-1]) - misty.observation_size
            logits = parts["policy"][0][actions] @ last + parts["policy_bias"][0][actions]
            logits = logits + advised * (parts["advice_logit"][0] @ last + parts["advice_logit_bias"][0])
            loss = loss - (torch.tensor(transitions.policy_targets[legal].copy()) * torch.log_softmax(logits, 0)).sum()
        values = torch.tanh(parts["value"][0] @ last + parts["value_bias"][0])
        places = [0, 1, misty.rules.seats]
        loss = loss + 0.25 * ((values[places] - torch.tensor(transitions.returns[k][places])) ** 2).sum()
    loss.backward()
    theirs = np.concatenate([part.grad.numpy().ravel() for part in parts.values()])
    np.testing.assert_allclose(gradient, theirs, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize(
    ("words", "advice"),
    [("", False), ("", True), ("sample", False), ("sample", True), ("24", True), larger("24", False)],
)
def test_what_is_hidden_changes_no_choice(misty, words, advice):
    states = misty_positions()
    planted = planted_positions(misty, states)
    who = NetAgent(*filter(None, words.split(":")), network=small(misty, advice=advice), threads=1)
    assert np.array_equal(who.act(turn_at(misty, states)), who.act(turn_at(misty, planted)))


@pytest.mark.parametrize("words", ["", "24", "24:sample"])
def test_a_choice_does_not_depend_on_the_other_rows_or_on_threads(misty, words):
    states = misty_positions()
    network = small(misty)
    who = NetAgent(*filter(None, words.split(":")), network=network, threads=1)
    together = who.act(turn_at(misty, states))
    who.threads = Threads(3)
    assert np.array_equal(who.act(turn_at(misty, states)), together)
    alone = [int(who.act(turn_at(misty, [state], [row]))[0]) for row, state in enumerate(states)]
    assert alone == together.tolist()


@pytest.mark.parametrize(
    ("name", "words", "advice"),
    [
        *[("misty", words, True) for words in ("sample", "16", "1ms")],
        *[larger("nocturna", words, True) for words in ("sample", "16", "1ms")],
    ],
)
def test_choices_are_legal_with_every_player_count(name, words, advice):
    game = envs.game(name)
    who = NetAgent(*filter(None, [words]), network=small(game, advice=advice), threads=2)
    for players in game.players:
        batch = game.batch(5, num_players=players, seed=3)
        for number in range(3):
            ask(who, batch.turn(np.arange(5), np.arange(5, dtype=np.uint64) + np.uint64(number)))
            batch.step(batch.sample_legal())


@pytest.mark.parametrize(("sampling", "min_p"), [(False, 0.0), (True, 0.0), (True, 1.0), (True, 0.9)])
def test_a_network_without_a_word_plays_as_its_header_says(misty, sampling, min_p):
    network = small(misty, advice=False, sampling=sampling, min_p=min_p)
    turn = turn_at(misty, misty_positions())
    best, sampled, silent = (NetAgent(*words, network=network).act(turn) for words in (["best"], ["sample"], []))
    assert not np.array_equal(best, sampled)
    if min_p == 0.9:  # the network is new: nearly all actions are nearly as probable as the most probable one
        told, _ = network.evaluate(turn, network.inputs(turn))
        assert (told[np.arange(len(turn)), silent] >= min_p * told.max(axis=1)).all()
        assert not np.array_equal(silent, best)
    else:
        assert np.array_equal(silent, sampled if sampling and min_p == 0 else best)


@pytest.mark.parametrize("min_p", [0.0, 0.1, 0.5])
def test_sampled_actions_have_the_probabilities_of_the_likely_ones(misty, min_p):
    network = small(misty, advice=False, sampling=True, min_p=min_p)
    rows = 8000
    batch = misty.batch(rows, seeds=np.full(rows, 3, np.uint64))
    turn = batch.turn(np.arange(rows), np.arange(rows, dtype=np.uint64))
    agent = NetAgent(network=network)
    wanted = probabilities(agent, turn)[0] * rows
    assert np.count_nonzero(wanted) > 1
    drawn = np.bincount(agent.act(turn), minlength=len(wanted))
    assert (drawn[wanted == 0] == 0).all()
    assert (np.abs(drawn - wanted) <= 4 * np.sqrt(wanted)).all()


@pytest.mark.parametrize("advice", [False, True])
def test_what_a_network_thinks_is_what_it_plays(advice):
    game = envs.game("nocturna")  # two roles
    network = small(game, advice=advice)
    turn = game.batch(40, seed=2).turn(np.arange(40), np.arange(40, dtype=np.uint64))
    chances, worth = network.evaluate(turn, network.inputs(turn))
    assert np.array_equal(chances.argmax(axis=1), NetAgent(network=network).act(turn))
    assert chances.sum(axis=1) == pytest.approx(1)
    assert not chances[turn.action_mask == 0].any()
    assert worth.shape == (40, network.header.outputs)
    assert 0 < np.abs(worth).max() < 1


@pytest.mark.parametrize("hidden", [(12,), (12, 6), (10, 7, 5)])
def test_a_network_is_its_layers(misty, hidden):
    """The kernels against NumPy with float64, whatever the number of hidden layers and their widths."""
    network = small(misty, advice=True, hidden=hidden)
    turn = turn_at(misty, misty_positions())
    parts = network.layers()
    seen = turn.observation.astype(np.float64)
    advised = np.eye(misty.num_actions)[turn.heuristic_actions()]
    last = np.hstack([seen, advised])
    for number in range(1, len(hidden) + 1):
        last = np.maximum(last @ parts[f"hidden_{number}"] + parts[f"hidden_{number}_bias"], 0)
    raised = last @ parts["advice_logit"][0] + parts["advice_logit_bias"][0]
    logits = last @ parts["policy"][0].T + parts["policy_bias"][0] + advised * raised[:, None]
    likely = np.where(turn.action_mask != 0, np.exp(logits), 0)
    probabilities, values = network.evaluate(turn, network.inputs(turn))
    np.testing.assert_allclose(probabilities, likely / likely.sum(axis=1, keepdims=True), atol=1e-5)
    np.testing.assert_allclose(values, np.tanh(last @ parts["value"][0].T + parts["value_bias"][0]), atol=1e-5)


def test_simulations_are_shared_out_by_halving(misty):
    """Sequential halving: 16 actions are visited once, then 8 twice, 4 four times, 2 eight times."""
    batch = misty.batch(16, num_players=4, seed=1)
    while not (many := np.flatnonzero((batch.action_mask != 0).sum(axis=1) > 16)).size:
        batch.step(batch.sample_legal())
    turn = batch.turn(many[:1], np.zeros(1, np.uint64))

    def visits(simulations: int) -> list[int]:
        who = NetAgent(str(simulations), network=small(misty), threads=1)
        who.search(turn)
        visit_counts = who.nodes()[1]["visits"]
        return np.sort(visit_counts[visit_counts > 0])[::-1].tolist()

    assert visits(16) == [1] * 16
    assert sorted(set(visits(32))) in ([1, 3], [1, 2, 3])  # an action may be visited for the first time
    assert sum(visits(64)) == 64
    assert visits(64)[1] >= 8


def test_search_corrects_the_probabilities_of_legal_actions(misty):
    turn = turn_at(misty, misty_positions())
    actions, shares, worth = NetAgent("32", network=small(misty), threads=1).search(turn, policy=True)
    assert np.allclose(shares.sum(axis=1), 1)
    assert not shares[turn.action_mask == 0].any()
    assert np.array_equal(shares[np.arange(len(turn)), actions], shares.max(axis=1))
    assert (np.abs(worth) <= 1).all()
    nim = envs.game(NIM)
    turn = turn_at(nim, [nim.position(stones=stones) for stones in (2, 3)])
    _, shares, _ = NetAgent("32", network=small(nim), threads=1).search(turn, policy=True)
    assert (shares[[0, 1], [1, 2]] > 0.9).all()  # what wins


def test_a_search_that_samples_is_no_other_one_and_draws_from_the_improved_policy(misty):
    turn = turn_at(misty, misty_positions())
    network = small(misty)
    who = NetAgent("24", "sample", network=network, threads=1)
    assert np.array_equal(who.act(turn), who.act(turn))
    assert not np.array_equal(who.act(turn), NetAgent("24", network=network, threads=1).act(turn))
    state = misty_positions()[:1]
    network = small(misty)
    _, policy, _ = NetAgent("32", network=network, threads=1).search(turn_at(misty, state), policy=True)
    numbers = uniform(np.random.default_rng(5).integers(2**64, size=20_000, dtype=np.uint64))
    drawn_actions = draw_actions(policy.repeat(20_000, axis=0), numbers)
    assert np.bincount(drawn_actions, minlength=misty.num_actions) / 20_000 == pytest.approx(policy[0], abs=0.02)
    assert set(drawn_actions) <= set(np.flatnonzero(policy[0]))
    assert draw_actions(np.array([[0.25, 0, 0.75, 0]] * 2), uniform(np.uint64([0, 2**64 - 1]))).tolist() == [0, 2]


@pytest.mark.parametrize(
    ("name", "phases", "chosen"),
    [
        ("misty", ("place",), {"sampling": True, "min_p": 0.2}),
        larger("correo", ("take", "place"), {}),
        larger("correo", ("take", "place"), {"sampling": True, "min_p": 0.2}),
    ],
)
def test_a_network_searches_in_the_phases_of_its_header(name, phases, chosen):
    """In the other phases it chooses as without a search."""
    game = envs.game(name)
    states = list(contract.positions(game, 2, seed=5, count=60))
    turn = turn_at(game, states)
    numbers = [int(game.declaration.phases[phase.upper()]) for phase in phases]
    searched = np.isin([state["phase"] for state in states], numbers)
    assert searched.any()
    assert not searched.all()
    network = small(game, **chosen)
    limited = Network(replace(network.header, search_phases=phases), network.parameters)
    alone = NetAgent(network=network, threads=1).act(turn)
    everywhere = NetAgent("24", network=network, threads=1).act(turn)
    actions = NetAgent("24", network=limited, threads=1).act(turn)
    assert np.array_equal(actions, np.where(searched, everywhere, alone))
    assert (everywhere != alone)[searched].any()
    assert (everywhere != alone)[~searched].any()


def test_a_search_by_time_takes_none_where_the_network_does_not_search(misty, monkeypatch):
    network = small(misty, search_phases=("place",))
    pick, place = (next(s for s in misty_positions() if s["phase"] == phase) for phase in (0, 1))
    calls = []
    who = NetAgent("20ms", network=network, threads=1)
    compiled = who.compiled
    monkeypatch.setattr(who, "compiled", lambda *loop: lambda *of: (calls.append(of[-4:]), compiled(*loop)(*of)))
    assert who.act(turn_at(misty, [pick])) == NetAgent(network=network, threads=1).act(turn_at(misty, [pick]))
    assert calls == [(0, 16, 0, 1)]
    who.act(turn_at(misty, [place]))
    assert len(calls) > 2


def test_a_phase_that_the_game_does_not_have_is_refused_in_one_line(misty, tmp_path):
    file = tmp_path / "net.safetensors"
    small(misty, search_phases=("place", "trade")).save(file)
    line = "search_phases: misty has no phase 'trade'; phases: pick, place, act, end, reveal"
    with pytest.raises(AgentError, match=f"^network {file} does not play misty: {line}"):
        agent(f"net:{file}").network(misty)


def test_values_of_seats_that_were_never_trained_do_not_count_in_search(misty):
    # three players
    turn = turn_at(misty, misty_positions(6))
    network = small(misty)
    layers = network.layers()

    def values_with(last_bias, others):
        layers["value"][:, 1:-1] = others
        layers["value_bias"][:, 1:-1] = 0.1, last_bias, last_bias
        return NetAgent("16", network=Network(network.header, network.parameters.copy()), threads=1).search(turn)[2]

    np.testing.assert_array_equal(values_with(0.0, 0.5), values_with(0.0, -0.5))
    assert network.trained_seats().tolist() == [2]
    assert (values_with(0.1, 0.5) != values_with(0.1, -0.5)).any()
    assert network.trained_seats().tolist() == [4]


def test_search_takes_a_win_and_stops_a_loss():
    """The search of an untrained network reaches the end of the game and uses its utility: one to three stones are
    taken at once, of more so many are taken that four are left."""
    nim = envs.game("tests.toys.nim:Nim")
    who = NetAgent("400", network=Network.new(NetHeader.made_for(nim)), threads=1)
    piles = [1, 2, 3, 5, 6, 7]
    assert who.act(turn_at(nim, [nim.position(stones=pile) for pile in piles])).tolist() == [0, 1, 2, 0, 1, 2]


@pytest.mark.parametrize("words", [(), larger(("8",))])
def test_a_new_network_follows_the_advice(misty, words):
    """A new network plays the advised action; with an advice logit of zero its own logits decide."""
    states = misty_positions()
    asked = agent("greedy").act(turn_at(misty, states))
    advised = Network.new(NetHeader.made_for(misty, hidden=(12, 6), advice=True))
    led = NetAgent(*words, network=advised, threads=1).act(turn_at(misty, states))
    alone = NetAgent(*words, network=small(misty, advice=False), threads=1).act(turn_at(misty, states))
    assert (asked == led).all() or (words and (asked == led).mean() > (asked == alone).mean())


def test_search_gives_the_network_the_advice_of_every_position():
    """Not the root's alone: in each node of the tree the advised action of Nim has the greatest prior."""
    game = envs.game("tests.toys.nim:Nim")
    who = NetAgent("200", network=Network.new(NetHeader.made_for(game, hidden=(8,), advice=True)), threads=1)
    state = game.new()
    state.stones = 14
    who.search(turn_at(game, [state]))
    nodes = who._trees[0]
    waiting = [(0, 14)]
    evaluated = 0
    while waiting:
        node, stones = waiting.pop()
        child = int(nodes[node].first_child)
        children = []
        while child:
            children.append(child)
            child = int(nodes[child].sibling)
        if children:
            assert nodes[max(children, key=lambda child: nodes[child].prior)].action == max(stones % 4 - 1, 0)
            evaluated += 1
        waiting += [(child, stones - 1 - int(nodes[child].action)) for child in children]
    assert evaluated > 30


@pytest.fixture
def two_files(tmp_path):
    """The file of a network of Nim with advice, which samples, beside one without advice for the tree."""
    (tmp_path / "tree").mkdir()
    small(NIM_GAME, hidden=(8,), sampling=True).save(file := tmp_path / "policy.safetensors")
    small(NIM_GAME, seed=2, hidden=(8,), advice=False).save(tmp_path / "tree" / file.name)
    return file


def children_of(nodes, node):
    """The numbers of the children of a node."""
    children = []
    child = int(nodes[node].first_child)
    while child:
        children.append(child)
        child = int(nodes[child].sibling)
    return children


def test_in_a_search_with_two_networks_the_first_gives_the_priors_of_the_root_and_the_second_all_else(two_files):
    who = agent(f"net:{two_files}:60:tree")
    states = [NIM_GAME.position(stones=stones) for stones in (14, 11)]
    turn = turn_at(NIM_GAME, states)
    first = Network.load(two_files)
    second = Network.load(two_files.parent / "tree" / two_files.name)
    priors = first.evaluate(turn, first.inputs(turn))[0]
    actions = who.act(turn)
    for row, state in enumerate(states):
        part = turn.part(np.array([row]))
        assert who.act(part) == actions[row]
        nodes = who._trees[0]
        root = nodes[children_of(nodes, 0)]
        assert np.array_equal(root.prior, priors[row, root.action])
        assert nodes[0].expected == second.evaluate(part, second.inputs(part))[1][0, 0]
        seen = 0
        for node in children_of(nodes, 0):
            after = NIM_GAME.position(stones=int(state.stones) - 1 - int(nodes[node].action))
            below = nodes[children_of(nodes, node)]
            reply = turn_at(NIM_GAME, [after])
            its_priors, its_values = second.evaluate(reply, second.inputs(reply))
            assert np.allclose(below.prior, its_priors[0, below.action])
            assert np.isclose(nodes[node].expected, its_values[0, 0])
            seen += len(below)
        assert seen > 3


def test_a_search_with_two_networks_is_copied_shared_among_threads_and_timed(two_files):
    who = agent(f"net:{two_files}:64:tree")
    turn = turn_at(NIM_GAME, [NIM_GAME.position(stones=stones) for stones in range(4, 16)])
    actions = who.act(turn)
    assert np.array_equal(copy(who).act(turn), actions)
    three = ValuedNetAgent(str(two_files), "64", "tree", threads=3)
    assert np.array_equal(three.act(turn), actions)
    assert (agent(f"net:{two_files}:5ms:tree").act(turn) >= 0).all()
    weights = who.judge(turn.part(np.array([0]))).weights
    assert sum(weights.values()) == pytest.approx(1, abs=1e-4)
    assert probabilities(who, turn) is None
    assert who.most_probable(NIM_GAME) is None


def test_a_second_network_that_is_the_first_one_searches_as_an_ordinary_search_does(two_files):
    """And an ordinary search does not read the second file."""
    turn = turn_at(NIM_GAME, [NIM_GAME.position(stones=stones) for stones in range(4, 16)])
    second = two_files.parent / "tree" / two_files.name
    assert np.array_equal(
        agent(f"net:{two_files}:32").search(turn, policy=True)[1],
        NetAgent("32", network=Network.load(two_files), threads=1).search(turn, policy=True)[1],
    )
    two_files.write_bytes(second.read_bytes())
    ordinary = agent(f"net:{two_files}:32").search(turn, policy=True)
    for one, other in zip(ordinary, agent(f"net:{two_files}:32:tree").search(turn, policy=True), strict=True):
        assert np.array_equal(one, other)


def test_in_phases_that_are_not_searched_the_first_of_two_networks_chooses(two_files):
    second = two_files.parent / "tree" / two_files.name
    small(NIM_GAME, seed=2, hidden=(8,), advice=False, search_phases=("end",)).save(second)
    turn = turn_at(NIM_GAME, [NIM_GAME.position(stones=14)] * 200)
    actions = agent(f"net:{two_files}:8:tree").act(turn)
    assert np.array_equal(actions, agent(f"net:{two_files}").act(turn))
    assert len(set(actions.tolist())) == 3  # it samples


def test_a_network_for_the_tree_that_cannot_be_used_is_refused_in_one_line(two_files, misty):
    text = f"net:{two_files}:8:tree"
    second = two_files.parent / "tree" / two_files.name
    small(NIM_GAME, hidden=(8,)).save(second)
    with one_line(AgentError, f"network {second} takes the heuristic's advice; the one for tree takes none"):
        check_networks(NIM_GAME, agent(text))
    small(misty, advice=False).save(second)
    with one_line(AgentError, f"network {second} does not play ", "it was trained on game misty"):
        agent(text).act(turn_at(NIM_GAME, [NIM_GAME.new()]))
    second.unlink()
    for call in (lambda: check_networks(NIM_GAME, agent(text)), lambda: fingerprint(text, NIM_GAME)):
        with one_line(AgentError, f"tree needs a network without advice in {second}; there is no such file"):
            call()
    with one_line(AgentError, "tree needs simulations or a time: net:256:tree"):
        agent(f"net:{two_files}:tree")
    with one_line(AgentError, "tree needs a network in a file; this one is in memory"):
        NetAgent("8", "tree", network=small(NIM_GAME)).guiding_network(NIM_GAME)


def test_the_network_for_the_tree_is_in_the_fingerprint_of_the_word_alone(two_files):
    words = ("", ":8", ":8:tree")
    before = [fingerprint(f"net:{two_files}{text}", NIM_GAME) for text in words]
    assert before[0] == before[1] != before[2]
    small(NIM_GAME, seed=3, hidden=(8,), advice=False).save(two_files.parent / "tree" / two_files.name)
    after = [fingerprint(f"net:{two_files}{text}", NIM_GAME) for text in words]
    assert after[:2] == before[:2]
    assert after[2] != before[2]


def test_a_network_without_its_advice_has_the_policy_that_it_had_where_advice_weighed_nothing(misty):
    network = small(misty)
    layers = network.layers()
    layers["hidden_1"][misty.observation_size :] = 0
    layers["advice_logit"][:] = layers["advice_logit_bias"][:] = 0
    without = network.without_advice()
    assert without.header == replace(network.header, advice=False)
    assert without.without_advice().parameters.tolist() == without.parameters.tolist()
    turn = turn_at(misty, misty_positions())
    for one, other in zip(*(asked.evaluate(turn, asked.inputs(turn)) for asked in (network, without)), strict=True):
        assert np.allclose(one, other, atol=1e-6)


def test_a_network_for_the_tree_comes_with_misty(misty):
    header = agent("net:256:tree").guiding_network(misty).header
    assert not header.advice
    assert (shipped(misty).parent / "tree" / "misty.toml").is_file()


@pytest.mark.parametrize(("limit", "movers"), [(0, [0]), (16, [0, 0, 0, 1]), (2, [0, 0, 0]), (16, [1]), (16, [0, -1])])
def test_a_leaf_is_played_on_to_the_end_of_the_turn(monkeypatch, limit, movers):
    """By the most probable action, until another player (1) is to move or the game ends (-1)."""
    state = SimpleNamespace(to_move=movers[0], done=False)
    calls = []
    work = SimpleNamespace(legal=[7, 8], probabilities=[0.2, 0.8])

    def step(pack, state, action, mask):
        calls.append(int(action))
        state.to_move = movers[len(calls)]
        state.done = state.to_move < 0

    monkeypatch.setattr(guided, "step", step)
    monkeypatch.setattr(guided, "evaluate_leaf", lambda *_: 2)
    monkeypatch.setattr(guided, "final_results", lambda *_: calls.append(-1))
    memory = SimpleNamespace(work=work, mask=None)
    guided.finish_turn(None, state, 2, SimpleNamespace(turn_limit=limit), memory, 0)
    assert calls == [8] * (len(movers) - 1) + [-1] * (movers[-1] < 0)


def test_the_results_of_a_finished_game_mix_utility_and_margin():
    """Of three players in three teams; the margin of points is to the best of the others."""
    state = SimpleNamespace(num_players=3, utility=[1.0, 0.0, -1.0], scores=[9, 7, 1])
    guide = SimpleNamespace(search_margin=np.float32(0.25), teams=[0, 1, 2], scale=np.float32(10))
    work = SimpleNamespace(values=np.zeros(4, np.float32))
    memory = SimpleNamespace(work=work, results=np.zeros(3, np.float32))
    guided.final_results(state, guide, memory)
    utilities = np.array([1, 0, -1])
    margins = np.array([0.2, -0.2, -0.8])
    np.testing.assert_allclose(memory.results, 0.75 * utilities + 0.25 * margins, atol=1e-6)


def test_a_file_holds_what_was_saved_and_one_that_changes_is_another_agent(misty, file):
    network = Network.load(file)
    assert network.header == small(misty).header
    halves = small(misty).parameters.astype(np.float16).astype(np.float32)
    assert np.array_equal(network.parameters, halves)
    assert NetAgent(str(file)).name == "net"
    assert agent(f"net:{file}:16").name == f"net:{file}:16"
    before = fingerprint(f"net:{file}", misty)
    small(misty, seed=2).save(file)
    assert fingerprint(f"net:{file}:64", misty) != before


def test_the_old_name_of_the_search_margin_warns(misty):
    header = replace(small(misty).header, search_margin=0.25)
    line = r"^NetHeader\.greed is search_margin now; the old name goes with 0\.6$"
    with pytest.warns(DeprecationWarning, match=line):
        assert header.greed == 0.25


def test_a_network_of_0_4_keeps_the_weight_of_the_margin(misty, tmp_path):
    file = tmp_path / "old.safetensors"
    network = small(misty, search_margin=0.25)
    header = json.dumps({"greed" if key == "search_margin" else key: v for key, v in asdict(network.header).items()})
    layers = {name: part.astype(np.float16) for name, part in network.layers().items()}
    save_file(layers, file, {"format": FORMAT, "header": header})
    again = Network.load(file)
    assert again.header == network.header
    again.save(file)
    with safe_open(file, "numpy") as opened:
        assert json.loads(opened.metadata()["header"])["search_margin"] == 0.25


def test_a_network_of_0_3_is_read(misty, tmp_path):
    file = tmp_path / "old.safetensors"
    network = small(misty, advice=True)
    names = {new: old for old, new in RENAMED.items()}
    about = asdict(network.header)
    del about["whole_turns"], about["search_phases"]
    header = json.dumps({names.get(key, key): value for key, value in about.items()})
    layers = {names.get(name, name): part.astype(np.float16) for name, part in network.layers().items()}
    save_file(layers, file, {"format": FORMAT, "header": header})
    assert Network.load(file).header == network.header
    assert np.array_equal(Network.load(file).parameters, network.parameters.astype(np.float16).astype(np.float32))


@pytest.mark.parametrize("file", sorted(NETWORKS.glob("*.safetensors")), ids=lambda file: file.stem)
def test_a_shipped_network_gives_the_same_numbers_from_a_file_saved_again(file, tmp_path):
    network = Network.load(file)
    network.save(tmp_path / "again.safetensors")
    again = Network.load(tmp_path / "again.safetensors")
    assert again.header == network.header
    turn = envs.game(network.header.game).batch(8, seed=2).turn(np.arange(8), np.arange(8, dtype=np.uint64))
    for one, other in zip(
        *(played_by.evaluate(turn, played_by.inputs(turn)) for played_by in (network, again)), strict=True
    ):
        assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize(
    "file",
    sorted(file for folder in (NETWORKS, NETWORKS / "ppo") for file in folder.glob("*.safetensors")),
    ids=lambda file: f"{file.parent.name}-{file.stem}",
)
def test_a_shipped_network_has_its_configuration_and_curve(file):
    assert file.stat().st_size <= 2_000_000
    assert file.with_suffix(".toml").is_file()
    assert file.with_suffix(".svg").is_file()


@pytest.mark.parametrize("advice", [False, True])
def test_a_network_of_an_observation_with_fewer_blocks_chooses_as_before_when_it_is_widened(advice, misty):
    """Two blocks that are not at the end are taken away; networks of both sizes see them as zero."""
    blocks = ["phase", "own_hand"]
    places = np.concatenate([np.arange(misty.observation_size)[misty.layout[name]] for name in blocks])
    whole = NetHeader.made_for(misty, hidden=(12, 6), advice=advice)
    smaller = replace(whole, version=99, layout="old", observation_size=whole.observation_size - len(places))
    old = Network.new(smaller, seed=3)
    new = old.widened(misty, blocks)
    assert new.header == whole
    assert not new.layers()["hidden_1"][places].any()
    assert np.array_equal(np.delete(new.layers()["hidden_1"], places, axis=0), old.layers()["hidden_1"])
    for name in ("policy", "value", "hidden_2", "hidden_1_bias"):
        assert np.array_equal(new.layers()[name], old.layers()[name])


def test_a_network_is_widened_by_the_blocks_that_are_missing_alone(misty):
    header = NetHeader.made_for(misty, hidden=(12, 6))
    old = Network.new(replace(header, version=99, observation_size=header.observation_size - 12), seed=3)
    assert "Network.widened(game, blocks) fits it" in old.header.difference(misty)
    with one_line(AgentError, "observes no block 'hands'", "own_hand"):
        old.widened(misty, ["hands"])
    with one_line(AgentError, "misty v99 observes 822 numbers", "misty v0 has 830"):
        old.widened(misty, ["phase"])
    with one_line(AgentError, "network of misty"):
        old.widened(envs.game("kuhn"), [])


def test_a_network_of_another_game_or_version_is_refused_and_a_game_without_one_says_so(misty, four, file):
    with pytest.raises(AgentError, match=r"does not play connect_four: it was trained on game misty"):
        NetAgent(str(file)).act(turn_at(four, [four.new()]))
    other = Network(replace(small(misty).header, version=99), small(misty).parameters)
    with pytest.raises(AgentError, match="does not play misty: it was trained on version 99"):
        NetAgent(network=other).act(turn_at(misty, misty_positions()))
    with pytest.raises(AgentError, match="no network comes with connect_four"):
        ask(agent("net"), turn_at(four, [four.new()]))


@pytest.mark.parametrize("text", ["net::0", "net:0", "net:1000001", "net:0:sample", "net:sample:64"])
def test_a_wrong_budget_gets_one_line(text):
    with pytest.raises(AgentError):
        agent(text)


@pytest.mark.parametrize("file", sorted(NETWORKS.glob("*.safetensors")), ids=lambda file: file.stem)
def test_a_network_that_comes_with_a_game_plays(file):
    game = envs.game(Network.load(file).header.game)
    assert game.name == file.stem
    who = agent("net")
    for players in {game.players[0], game.players[-1]}:
        batch = game.batch(2, num_players=players, autoreset=False, seed=0)
        rows = np.arange(2)
        while len(rows):
            batch.step_rows(rows, ask(who, batch.turn(rows, rows.astype(np.uint64))))
            rows = rows[~batch.done[rows]]


def test_every_network_is_aligned_to_cache_lines(misty, tmp_path):
    """Arrays with another alignment are copied: the caller's array stays as it is, and the values are the same."""
    new = Network.new(NetHeader.made_for(misty))
    new.save(tmp_path / "net.safetensors")
    askew = np.zeros(len(new.parameters) + 1, np.float32)[1:]
    others = Network(new.header, askew), Network.load(tmp_path / "net.safetensors")
    for network in (new, *others, deepcopy(new), pickle.loads(pickle.dumps(new))):
        assert network.parameters.ctypes.data % CACHE_LINE == 0
    assert np.array_equal(deepcopy(new).parameters, new.parameters)
    assert aligned(new.parameters) is new.parameters
    assert not np.shares_memory(deepcopy(new).parameters, new.parameters)
