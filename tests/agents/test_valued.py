"""The agent `net` with values of duels: where it plays by them, which files count, and which words leave them out."""

import shutil
from types import SimpleNamespace

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError, agent, ask, fingerprint
from medianoche.agents.duels import DuelValues
from medianoche.agents.export.engine import duel_facts, value_bytes
from medianoche.agents.kernels.network import Size
from medianoche.agents.kernels.valued import LAYERS, NOTHING, WIDTH, chosen_by_values, values_fault
from medianoche.agents.nash import NashAgent, shipped_values
from medianoche.agents.net import NetAgent
from medianoche.agents.network import shipped
from medianoche.agents.valued import ValuedNetAgent, values_beside
from medianoche.benchmarks.reference.field import HERE, Reference
from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.kernels.exported import Fact, Refusal
from tests.agents.test_nash import NOCTURNA, RULES, fights, random_values, turn_of
from tests.agents.test_net import small
from tests.benchmarks.calls import one_line


@pytest.fixture
def beside(tmp_path):
    """A network's file with values beside it."""
    file = tmp_path / "policy.safetensors"
    small(NOCTURNA, advice=False).save(file)
    (tmp_path / "nash").mkdir()
    random_values().save(tmp_path / "nash" / file.name)
    return file


def in_duels(states):
    """Whether cards or targets are asked for."""
    return RULES.read(NOCTURNA.content.records, states, np.arange(len(states)))[1]


def test_values_come_with_the_game():
    assert values_beside(shipped(NOCTURNA)) == shipped_values(NOCTURNA)
    assert agent("net").values(NOCTURNA).difference(NOCTURNA) == ""
    for name in set(envs.names()) - {"nocturna"}:
        assert agent("net").values(envs.game(name)) is None


def test_it_draws_in_duels_as_nash_does_and_plays_its_network_elsewhere(beside):
    batch = NOCTURNA.batch(60, num_players=5, seed=2)
    net = agent(f"net:{beside}")
    plain = agent(f"net:{beside}:plain")
    nash = NashAgent(values=random_values(), network=plain.network(NOCTURNA), threads=1)
    alone = NetAgent(network=plain.network(NOCTURNA), threads=1)
    others = 0
    drawn = 0
    for number in range(160):
        turn = batch.turn(np.arange(60), np.arange(60, dtype=np.uint64) + np.uint64(100 * number))
        actions = ask(net, turn)
        elsewhere = ~in_duels(batch.states)
        assert np.array_equal(ask(plain, turn), alone.act(turn))
        assert np.array_equal(actions[elsewhere], alone.act(turn)[elsewhere])
        assert np.mean(actions == ask(nash, turn)) > 0.95  # the file has rounded values
        others += elsewhere.sum()
        drawn += (actions != alone.act(turn)).sum()
        batch.step(actions)
    assert others > 500
    assert drawn > 500


def test_a_word_that_says_how_the_network_chooses_leaves_values_out(beside):
    assert agent(f"net:{beside}").values(NOCTURNA) is not None
    assert agent(f"net:{beside}:8").values(NOCTURNA) is not None
    assert agent(f"net:{beside}:8:tree").values(NOCTURNA) is not None
    for words in ("plain", "best", "sample", "8:plain", "8:sample"):
        assert agent(f"net:{beside}:{words}").values(NOCTURNA) is None
    assert ValuedNetAgent(network=small(NOCTURNA)).values(NOCTURNA) is None


def test_a_search_is_not_asked_where_a_duel_offers_nothing_else(beside, monkeypatch):
    states = fights(200)
    searcher = agent(f"net:{beside}:8")
    asked = []

    def search(self, turn, policy=False):
        asked.append(len(turn))
        return turn.random_actions(), None, None

    monkeypatch.setattr(NetAgent, "search", search)
    turn = turn_of(states)
    quick = agent(f"net:{beside}")
    same = ask(searcher, turn) == ask(quick, turn)
    only_cards = (turn.action_mask.sum(axis=1) <= 3) & (RULES.choices(states)[0] >= 0)
    assert only_cards.sum() > 50
    assert same[only_cards].all()
    assert sum(asked) < len(states) - only_cards.sum() + 1


def test_probabilities_and_judgement_are_those_of_the_mix(beside):
    states = fights(40)
    net = agent(f"net:{beside}")
    turn = turn_of(states)
    told = net.probabilities(turn)
    assert told.sum(axis=1) == pytest.approx(1, abs=1e-5)
    side, choices = RULES.choices(states)
    cards = np.flatnonzero(side >= 0)
    plain = agent(f"net:{beside}:plain").probabilities(turn)
    assert np.abs(told - plain)[cards].max() > 0.1
    row = int(cards[np.argmax(turn.action_mask[cards].sum(axis=1) == 3)])
    weights = net.judge(turn.part(np.array([row]))).weights
    mine = np.array([weights[int(choice)] for choice in choices])
    assert mine / mine.sum() == pytest.approx(told[row, choices] / told[row, choices].sum(), abs=1e-4)


def test_both_files_are_in_the_fingerprint(beside, tmp_path):
    before = fingerprint(f"net:{beside}", NOCTURNA)
    alone = fingerprint(f"net:{beside}:plain", NOCTURNA)
    assert before != alone
    random_values(seed=2).save(tmp_path / "nash" / beside.name)
    assert fingerprint(f"net:{beside}", NOCTURNA) != before
    assert fingerprint(f"net:{beside}:plain", NOCTURNA) == alone
    (tmp_path / "tree").mkdir()
    small(NOCTURNA, advice=False).save(tmp_path / "tree" / beside.name)
    assert len(agent(f"net:{beside}:8:tree").sources(NOCTURNA)) == 3
    shutil.rmtree(tmp_path / "nash")
    assert fingerprint(f"net:{beside}", NOCTURNA) == alone


def test_values_of_another_game_or_damaged_ones_are_refused_in_one_line(beside, misty, tmp_path):
    values = tmp_path / "nash" / beside.name
    network = tmp_path / "misty.safetensors"
    small(misty).save(network)
    shutil.copy(values, tmp_path / "nash" / network.name)
    turn = misty.batch(1, seed=1).turn(np.zeros(1, np.int64), np.zeros(1, np.uint64))
    with one_line(AgentError, "misty declares no duels"):
        ask(agent(f"net:{network}"), turn)
    values.write_bytes(values.read_bytes()[:-40])
    with one_line(AgentError, "damaged"):
        agent(f"net:{beside}").values(NOCTURNA)


def test_a_frozen_field_meets_the_network_that_it_was_frozen_with():
    table = Reference.read(HERE / "3.toml").table(NOCTURNA, 5)
    spec = table.spec("net", "3", against=["net", "greedy"])
    assert spec.agents == ("net", "greedy", "net:plain")
    members = {member.agent: member for member in table.members}
    assert spec.fingerprints[2] == members["net"].fingerprint != spec.fingerprints[0]
    assert table.by_name["net:plain"] == members["net"]
    assert "net:plain" not in table.spec("net:plain", "3", against=["greedy", "random"]).agents[1:]


def test_an_exported_engine_takes_the_target_that_was_picked_and_draws_choices_by_the_mix():
    def duel(side, second, count):
        """A duel with two pairs of choices; positions 3 and 4 follow the second pair."""
        return SimpleNamespace(
            about=np.array([side, second, count]),
            aims=np.array([70, 71, 99]),
            firsts=np.array([[0, 3, 5]]),
            picks=np.array([[1, 4]]),
            mixes=np.array([[0.0, 0.25, 0.75], [1.0, 0.0, 0.0]]),
        )

    choose = uncompiled(chosen_by_values)
    assert choose(duel(-1, 1, 2), np.uint64(0)) == 71  # the second target of the second pair
    assert choose(duel(-1, 1, 1), np.uint64(0)) == NOTHING  # that is no target
    drawn = np.bincount([choose(duel(0, 40, 3), np.uint64(word)) - 40 for word in range(400)], minlength=3) / 400
    assert drawn == pytest.approx([0, 0.25, 0.75], abs=0.06)


def test_an_exported_engine_refuses_damaged_values():
    numbers = np.zeros(len(Fact), np.int64)
    for fact, value in duel_facts(NOCTURNA).items():
        numbers[fact] = value
    whole = value_bytes(DuelValues.load(shipped_values(NOCTURNA)))

    def fault(data):
        return uncompiled(values_fault)(np.frombuffer(data, np.uint8), 0, numbers)

    def changed(place, value, dtype=np.int64):
        """The bytes with another number at the place of an int64 or float64."""
        words = np.frombuffer(whole[: len(whole) // 8 * 8], dtype).copy()
        words[place] = value
        return words.tobytes() + whole[len(whole) // 8 * 8 :]

    assert fault(whole) == 0
    assert fault(changed(3, 0.0, np.float64)) == 0  # an opponent that makes no mistakes
    magic, networks, count, _, layers, *sizes = np.frombuffer(whole[: 8 * 12], np.int64).tolist()
    damaged = [changed(0, magic + 1), changed(1, networks + 1), changed(2, count + 1), changed(2, count - 1)]
    damaged += [changed(3, value, np.float64) for value in (1.0, -0.1, np.nan)]
    damaged += [changed(4, value) for value in (0, -1, layers + 1, LAYERS + 1)]
    damaged += [changed(5 + k, sizes[k] + 1) for k in (Size.INPUTS, Size.ROLES, Size.ACTIONS, Size.OUTPUTS)]
    damaged += [changed(5 + Size.HIDDEN, value) for value in (0, -1, WIDTH + 1)]
    damaged.append(changed(slice(4, 6 + Size.HIDDEN + LAYERS), [LAYERS + 1, *sizes[:5], *[1] * (LAYERS + 1)]))
    damaged += [whole[:-4], whole[:40], whole[:16], whole + bytes(4)]
    assert [fault(data) for data in damaged] == [Refusal.DAMAGED] * len(damaged)
