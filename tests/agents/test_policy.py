"""Networks trained with torch as agents: their actions, and the files that are refused."""

import json
import struct

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError, fingerprint
from medianoche.agents.policy import (
    BASELINES,
    Header,
    NetworkAgent,
    PolicyAgent,
    PolicyNetwork,
    choose,
    load,
)
from medianoche.envs.core.content.layout import Layout
from medianoche.envs.core.kernels.rng import spread

FOUR = "medianoche.benchmarks.speed.connect_four:ConnectFour"


@pytest.fixture
def game():
    return envs.game(FOUR)


@pytest.fixture
def network():
    chance = np.random.default_rng(3)
    sizes = [(84, 20), (20, 11), (11, 7)]
    return PolicyNetwork([chance.normal(size=size) for size in sizes], [chance.normal(size=size[1]) for size in sizes])


@pytest.fixture
def file(game, network, tmp_path):
    found = tmp_path / "four.safetensors"
    network.save(found, Header.of(game, 123))
    return found


def turn_of(game, rows, steps=5):
    batch = game.batch(rows)
    for _ in range(steps):
        batch.step(batch.sample_legal())
    return batch.turn(np.arange(rows), np.arange(rows, dtype=np.uint64))


def test_logits_are_those_of_the_layers(network):
    inputs = np.random.default_rng(0).uniform(-1, 1, (50, 84)).astype(np.float32)
    values = inputs.astype(np.float64)
    for number, (weights, biases) in enumerate(zip(network.weights, network.biases, strict=True)):
        values = values @ weights + biases
        values = np.maximum(values, 0) if number < 2 else values
    np.testing.assert_allclose(network.logits(inputs), values, rtol=1e-5, atol=1e-4)


def test_a_row_does_not_depend_on_the_others(network):
    inputs = np.random.default_rng(0).uniform(-1, 1, (500, 84)).astype(np.float32)
    together = network.logits(inputs)
    for row in (0, 7, 499):
        np.testing.assert_array_equal(network.logits(inputs[row : row + 1])[0], together[row])


def test_the_best_legal_action_is_played(game, network, file):
    turn = turn_of(game, 200, steps=20)
    logits = np.where(turn.action_mask != 0, network.logits(turn.observation), -np.inf)
    np.testing.assert_array_equal(PolicyAgent(str(file)).act(turn), logits.argmax(axis=1))


def test_sampling_follows_the_probabilities():
    logits = np.log(np.array([[1.0, 2.0, 4.0, 1.0]], np.float32)).repeat(40_000, axis=0)
    masks = np.array([[1, 1, 0, 1]], np.int8).repeat(40_000, axis=0)
    drawn = choose(logits, masks, spread(np.arange(40_000, dtype=np.uint64)))
    shares = np.bincount(drawn, minlength=4) / 40_000
    np.testing.assert_allclose(shares, [0.25, 0.5, 0, 0.25], atol=0.01)
    assert choose(logits[:1], masks[:1], np.array([2**64 - 1], np.uint64))[0] == 3
    assert choose(logits[:1], masks[:1], np.array([0], np.uint64))[0] == 0


def test_a_sampling_policy_plays_the_same_again(game, network, file):
    turn = turn_of(game, 100)
    drawn = PolicyAgent(str(file), "sample").act(turn)
    np.testing.assert_array_equal(drawn, PolicyAgent(str(file), "sample").act(turn))
    np.testing.assert_array_equal(drawn, NetworkAgent("four", network).act(turn))
    assert not np.array_equal(drawn, PolicyAgent(str(file)).act(turn))


@pytest.mark.parametrize("half", [False, True])
def test_a_file_holds_what_was_saved(game, network, tmp_path, half):
    file = tmp_path / "policy.safetensors"
    network.save(file, Header.of(game, 77), half)
    header, found = load(file)
    assert header == Header.of(game, 77)
    for mine, its in zip(network.weights, found.weights, strict=True):
        np.testing.assert_allclose(mine, its, rtol=2**-8 if half else 0, atol=2**-24 if half else 0)


def test_equal_networks_are_written_as_equal_bytes(game, tmp_path):
    """A tournament identifies a network by a hash of its file."""
    network, found = PolicyNetwork([np.zeros((84, 7))], [np.zeros(7)]), set()
    for number in range(20):
        network.save(file := tmp_path / f"{number}.safetensors", Header.of(game))
        found.add(file.read_bytes())
    assert len(found) == 1


def test_a_file_that_is_missing_or_damaged_is_refused(game, network, file, tmp_path):
    whole = file.read_bytes()
    (size,) = struct.unpack("<Q", whole[:8])
    head = json.loads(whole[8 : 8 + size])

    def changed(**metadata):
        text = json.dumps({**head, "__metadata__": {**head["__metadata__"], **metadata}}).encode()
        return struct.pack("<Q", len(text)) + text + whole[8 + size :]

    header = json.loads(head["__metadata__"]["header"])
    damaged = tmp_path / "damaged.safetensors"
    for content, words in (
        (b"", "is damaged"),
        (b"not a policy", "is damaged"),
        (whole[:-5], "is damaged"),
        (whole[:100], "is damaged"),
        (changed(format="other"), "is not a policy: its format is 'other'"),
        (changed(header="{"), "is damaged"),
        (changed(header="{}"), "is damaged"),
        (changed(header=json.dumps({**header, "num_actions": 8})), "its layers do not fit its header"),
        (changed(header=json.dumps({**header, "observation_size": 85})), "its layers do not fit its header"),
    ):
        damaged.write_bytes(content)
        with pytest.raises(AgentError) as error:
            PolicyAgent(str(damaged))
        assert words in str(error.value)
        assert str(damaged) in str(error.value)
        assert "\n" not in str(error.value)
    with pytest.raises(AgentError, match="does not exist"):
        PolicyAgent(str(tmp_path / "nowhere.safetensors"))
    network.weights[1][2, 3] = np.nan
    network.save(damaged, Header.of(game))
    with pytest.raises(AgentError, match="hold infinite numbers"):
        load(damaged)


def test_a_policy_of_another_game_or_version_is_refused(game, network, file, tmp_path, monkeypatch):
    with pytest.raises(AgentError, match=r"does not play misty: it was trained on game .*ConnectFour, this is misty"):
        PolicyAgent(str(file)).act(envs.game("misty").batch(2).turn(np.arange(2), np.zeros(2, np.uint64)))
    monkeypatch.setattr(type(game), "version", 7)
    with pytest.raises(AgentError, match="it was trained on version 0, this is 7"):
        PolicyAgent(str(file)).act(turn_of(game, 2))
    monkeypatch.undo()
    monkeypatch.setattr(type(game), "layout", Layout(*reversed(list(game.layout))))
    with pytest.raises(AgentError, match="it was trained on layout"):
        PolicyAgent(str(file)).act(turn_of(game, 2))


def test_a_policy_that_changes_is_another_agent(file, game):
    before = fingerprint(f"ppo:{file}:sample", game)
    assert before == fingerprint(f"ppo:{file}", game)
    PolicyNetwork([np.zeros((84, 7))], [np.zeros(7)]).save(file, Header.of(game))
    assert fingerprint(f"ppo:{file}", game) != before


def test_a_game_without_a_policy_says_so(game):
    with pytest.raises(AgentError, match="no trained policy comes with connect_four"):
        PolicyAgent().act(turn_of(game, 2))


@pytest.mark.parametrize("file", sorted(BASELINES.glob("*.safetensors")), ids=lambda file: file.stem)
def test_a_policy_that_comes_with_a_game_is_small_and_plays(file):
    assert file.stat().st_size <= 2_000_000
    assert file.with_suffix(".toml").is_file()
    assert file.with_suffix(".svg").is_file()
    game = envs.game(load(file)[0].game)
    assert game.name == file.stem
    for players in {game.players[0], game.players[-1]}:
        batch = game.batch(2, num_players=players, autoreset=False)
        rows = np.arange(2)
        while len(rows):
            batch.step_rows(rows, PolicyAgent().act(batch.turn(rows, rows.astype(np.uint64))))
            rows = rows[~batch.done[rows]]
