"""Levels of play: the table, the agents behind the words, and what a blurred network plays."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError, agent, ask, fingerprint
from medianoche.agents.levels import WORDS, BlurredAgent, Level, levels, measured_levels
from medianoche.benchmarks.reference.field import Reference, newest

NAMES = envs.names()


def turn_of(game, rows=64, seed=3, steps=12):
    batch = game.batch(rows, seed=seed)
    for _ in range(steps):
        batch.step(batch.sample_legal())
    return batch.turn(np.arange(rows), np.arange(rows, dtype=np.uint64))


def test_a_damaged_table_is_an_error_of_an_agent(tmp_path):
    file = tmp_path / "levels.toml"
    file.write_text("misty = ")
    with pytest.raises(AgentError, match=r"levels\.toml"):
        measured_levels(file)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_every_level_and_ratings_rise(name):
    measured = measured_levels()[name]
    field = Reference.read(newest())
    assert [level.name for level in measured.levels] == list(WORDS)
    assert measured.network == fingerprint("net:plain", envs.game(name)), (
        f"another network: medianoche levels {name} --fit"
    )
    assert measured.field == field.name
    table = field.table(envs.game(name), None)
    assert measured.players == table.players
    ratings = [level.elo for level in measured.levels]
    low = next(member.elo for member in table.members if member.agent == "random")
    high = ratings[-1]
    assert low < ratings[0]
    even = (high - low) * 0.225
    assert all(0.4 * even < step < 1.6 * even for step in np.diff(ratings))
    assert all(level.low < level.elo < level.high for level in measured.levels)


def test_a_level_plays_the_agent_of_the_game_that_it_is_asked_about():
    medium = agent("level:medium")
    for name in NAMES[:2]:
        turn = turn_of(envs.game(name))
        expected = ask(agent(levels(name)[2].agent), turn)
        assert ask(medium, turn).tolist() == expected.tolist()
        assert ask(medium, turn).tolist() == expected.tolist()  # the same seeds
    assert fingerprint("level:easy", envs.game("misty"))


def test_a_blur_chooses_among_what_the_network_thinks_nearly_as_good():
    game = envs.game("misty")
    turn = turn_of(game)
    net = agent("net")
    network = net.network(game)
    likely, _ = network.evaluate(turn, network.inputs(turn))
    for blur in (0.0, 1.5, 6.0):
        shares = BlurredAgent(blur).probabilities(turn)
        assert shares.sum(axis=1) == pytest.approx(1.0)
        near = likely >= np.exp(-blur) * likely.max(axis=1, keepdims=True)
        assert ((shares > 0) == (near & (turn.action_mask != 0))).all()
        assert all(len(set(row[row > 0])) == 1 for row in shares)
        chosen = ask(agent(f"level:{blur}"), turn)
        assert (shares[np.arange(len(turn)), chosen] > 0).all()
    assert ask(agent("level:0"), turn).tolist() == ask(agent("net:best"), turn).tolist()
    widest = BlurredAgent(float("inf")).probabilities(turn)
    assert ((widest > 0) == (turn.action_mask != 0)).all()


def test_what_is_no_level_is_refused_in_one_line_and_a_level_says_whether_it_takes_time():
    with pytest.raises(AgentError, match="accepted: beginner, easy, medium, strong, strongest"):
        agent("level:impossible")
    with pytest.raises(AgentError, match="wrong parameters"):
        agent("level")
    with pytest.raises(AgentError, match="no levels come with nim"):
        ask(agent("level:easy"), turn_of(envs.game("tests.toys.nim:Nim"), steps=1))
    assert levels("nim") == ()
    easy = Level("easy", "level:3", 0.0, -1.0, 1.0, 0.2)
    assert (easy.words, easy.quick) == ("leaves out the worst moves", True)
    assert not Level("strongest", "net:1000", 0.0, -1.0, 1.0, 260.0).quick
