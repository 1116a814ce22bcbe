"""The agent `nash`: equilibria of matrix games, files of values, and what the agent plays and reads."""

from dataclasses import replace

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import AgentError, agent, ask
from medianoche.agents.duels import DuelValues, answered, draw, rules_of, solve
from medianoche.agents.kernels.duels import solve_rows
from medianoche.agents.nash import NashAgent
from medianoche.agents.net import NetAgent
from medianoche.agents.valued import TREMBLES
from medianoche.envs.core.play.turn import Turn
from tests.agents.test_net import small
from tests.benchmarks.calls import one_line

NOCTURNA = envs.game("nocturna")
RULES = rules_of(NOCTURNA)


def random_values(seed=1):
    """Values that differ clearly from position to position."""
    values = DuelValues.new(NOCTURNA, (12, 6), seed)
    for number, vector in enumerate(values.parameters):
        values.parameters[number] = vector + np.random.default_rng(seed).normal(0, 0.2, vector.shape).astype(np.float32)
    return values


def fights(count, players=5, seed=3):
    """States of boss fights at all questions, from games of chance and the heuristic."""
    batch = NOCTURNA.batch(40, num_players=players, seed=seed, autoreset=True)
    questions = []
    rng = np.random.default_rng(seed)
    rows = np.arange(40)
    while len(questions) < count:
        turn = batch.turn(rows, rng.integers(2**63, size=40).astype(np.uint64))
        batch.step(np.where(rng.random(40) < 0.7, turn.heuristic_actions(), turn.random_actions()))
        _, asked = RULES.read(batch.records, batch.states, rows)
        questions += [batch.states[row].copy() for row in np.flatnonzero(asked)]
    return np.array(questions[:count], NOCTURNA.declaration.state_dtype)


def turn_of(states, seed=0):
    """A Turn with one decision for each state."""
    states = states.view(np.recarray)
    masks = np.zeros((len(states), NOCTURNA.rules.mask_words), np.uint64)
    for row in range(len(states)):
        NOCTURNA.rules.loops.legal_one(NOCTURNA.content.records, states, row, masks[row])
    seeds = np.random.default_rng(seed).integers(2**63, size=len(states)).astype(np.uint64)
    players = int(states["num_players"][0])
    return Turn(NOCTURNA, players, NOCTURNA.content.records, states, masks, np.arange(len(states)), seeds)


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (1, 3), (4, 1), (2, 6), (6, 5)])
def test_nobody_gains_against_an_equilibrium(rows, columns):
    rng = np.random.default_rng(rows + columns)
    count = 300
    games = np.round(rng.normal(size=(count, rows, columns)), 1)  # with ties
    most = max(rows, columns)
    cells, picks = np.zeros((count, most, most)), np.zeros((count, most * most), np.int64)
    mixes, values = np.zeros((count, 2, most)), np.zeros(count)
    firsts = np.zeros((count, most * most + 1), np.int64)
    size = 0
    for i in range(count):
        for cell in range(most * most):
            firsts[i, cell] = size
            size += cell // most < rows and cell % most < columns
        firsts[i, -1] = size
    solve_rows(games.ravel(), firsts, np.zeros((count, most * most), np.int8), cells, picks, mixes, values)
    assert mixes.min() >= 0
    assert mixes.sum(axis=2) == pytest.approx(1)
    least = np.einsum("ni,nij->nj", mixes[:, 0, :rows], games).min(axis=1)
    most_of = np.einsum("nij,nj->ni", games, mixes[:, 1, :columns]).max(axis=1)
    assert least == pytest.approx(values, abs=1e-9)
    assert most_of == pytest.approx(values, abs=1e-9)


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (1, 3), (4, 1), (2, 6), (6, 5)])
def test_a_mix_that_expects_mistakes_is_the_best_against_them(rows, columns):
    rng = np.random.default_rng(rows + columns)
    count = 200
    games = np.round(rng.normal(size=(count, rows, columns)), 1)
    rules = SmallRules()
    rules.pair = (rows, columns)
    firsts = np.arange(rows * columns + 1) + rows * columns * np.arange(count)[:, None]
    equilibria = solve(rules, np.zeros(0), firsts, np.zeros((count, rows * columns), np.int8), games.ravel())
    assert answered(equilibria, 0.0) is equilibria
    share = 0.3
    answers = answered(equilibria, share)
    assert answers.mixes.min() >= 0
    assert answers.mixes.sum(axis=2) == pytest.approx(1)
    for side, choices in enumerate((rows, columns)):
        sees = games if side == 0 else -games.transpose(0, 2, 1)

        def worth(mixes, sees=sees):
            results = np.einsum("ni,nij->nj", mixes, sees)
            return (1 - share) * results.min(axis=1) + share * results.mean(axis=1)

        best = worth(answers.mixes[:, side, :choices])
        assert (best >= worth(equilibria.mixes[:, side, :choices]) - 1e-9).all()
        for _ in range(30):
            assert (best >= worth(rng.dirichlet(np.ones(choices), count)) - 1e-9).all()
        # no mix can have more: what the other side's best mix of the same game concedes
        seen = (1 - share) * sees + share * sees.mean(axis=2, keepdims=True)
        rules.pair = (choices, sees.shape[2])
        again = solve(rules, np.zeros(0), firsts, np.zeros((count, rows * columns), np.int8), seen.ravel())
        assert best == pytest.approx(again.values, abs=1e-9)


def test_words_say_how_many_turns_and_which_mistakes(tmp_path):
    file = tmp_path / "values.safetensors"
    random_values().save(file)
    for words, turns, trembles in (("", 1, TREMBLES), (":0%", 1, 0.0), (":2", 2, TREMBLES), (":2:35%", 2, 0.35)):
        for path in ("", f":{file}"):
            who = agent(f"nash{path}{words}")
            assert (who.path, who.turns, who.trembles) == (path[1:], turns, trembles)


def test_a_target_is_the_best_of_the_side_that_chooses():
    results = np.array([0.1, 0.5, -0.3, 0.2])
    firsts = np.array([[0, 4], [0, 4], [0, 4]])
    sides = np.array([[1], [-1], [1]], np.int8)
    solved = solve(SmallRules(), np.zeros(4, np.int8), firsts, sides, results)
    assert solved.picks.ravel().tolist() == [1, 2, 1]
    assert solved.values.tolist() == [0.5, -0.3, 0.5]


class SmallRules:
    """One pair of choices."""

    pair = (1, 1)


def test_a_file_holds_the_values(tmp_path):
    values = random_values()
    file = tmp_path / "values.safetensors"
    values.save(file)
    again = DuelValues.load(file)
    assert again.header == values.header
    rng = np.random.default_rng(1)
    positions = np.concatenate(
        [RULES.drawn(NOCTURNA.content.records[0], rng, 50, number, (2, 5)) for number in range(RULES.played)]
    )
    kept = again.evaluate(RULES, positions)
    assert kept == pytest.approx(values.evaluate(RULES, positions), abs=0.02)
    assert kept.std() > 0.05
    with one_line(AgentError, "they were made for version 99"):
        NashAgent(values=DuelValues(replace(values.header, version=99), values.parameters)).values(NOCTURNA)
    file.write_bytes(file.read_bytes()[:-40])
    with one_line(AgentError, "damaged"):
        agent(f"nash:{file}")
    network = tmp_path / "net.safetensors"
    small(NOCTURNA).save(network)
    with one_line(AgentError, "is no file of values"):
        agent(f"nash:{network}")


@pytest.mark.parametrize("players", [2, 5])
def test_cards_are_drawn_from_the_mix(players):
    values = random_values()
    who = NashAgent(values=values, network=small(NOCTURNA, advice=False), threads=1)
    alone = NetAgent(network=small(NOCTURNA, advice=False), threads=1)
    states = fights(60, players)
    side, choices = RULES.choices(states)
    pack = NOCTURNA.content.records[0]
    positions, _ = RULES.read(NOCTURNA.content.records, states, np.arange(len(states)))
    solved = answered(values.solve(RULES, pack, positions), who.trembles)
    drawn = np.zeros((len(states), 3))
    told = who.probabilities(turn_of(states))
    assert told.sum(axis=1) == pytest.approx(1, abs=1e-5)
    repeats = 150
    for seed in range(repeats):
        turn = turn_of(states, seed)
        actions = ask(who, turn)
        cards = (side >= 0) & np.isin(alone.act(turn), choices)
        assert (actions[~cards & (side >= 0)] == alone.act(turn)[~cards & (side >= 0)]).all()
        drawn[cards, actions[cards] - choices[0]] += 1
    counts = drawn.sum(axis=1)
    for row in np.flatnonzero(counts > repeats // 2):
        assert drawn[row] / counts[row] == pytest.approx(solved.mixes[row, side[row]], abs=0.2)
        share = told[row, choices]
        assert share / share.sum() == pytest.approx(solved.mixes[row, side[row]], abs=1e-5)
    aiming = np.flatnonzero(side < 0)
    assert (told[aiming, ask(who, turn_of(states))[aiming]] == 1).all()
    assert (counts > repeats // 2).sum() > 20


def test_nothing_hidden_is_read():
    who = NashAgent(values=random_values(), network=small(NOCTURNA, advice=False), threads=1)
    states = fights(300)
    turn = turn_of(states)
    actions = ask(who, turn)
    for seed in (1, 2):
        drawn = turn.sample(np.full(len(states), seed, np.uint64)).states
        assert np.array_equal(ask(who, turn_of(np.asarray(drawn))), actions)


def test_targets_lead_to_the_best_position():
    values = random_values()
    who = NashAgent(values=values, network=small(NOCTURNA, advice=False), threads=1)
    states = fights(1500)
    aiming = np.flatnonzero(RULES.choices(states)[0] < 0)
    assert len(aiming) > 30
    pack = NOCTURNA.content.records[0]
    actions = ask(who, turn_of(states[aiming]))
    for row, action in zip(aiming, actions, strict=True):
        results = {}
        state = states[row : row + 1].view(np.recarray)
        for choice in NOCTURNA.legal_actions(state[0]):
            after = state.copy()
            NOCTURNA.step(after[0], int(choice))
            position, asked = RULES.read(NOCTURNA.content.records, after, np.zeros(1, np.int64))
            if not asked[0]:
                break
            results[int(choice)] = values.evaluate(RULES, position)[0]
        else:
            best = (max if state[0].to_move == 0 else min)(results.values())
            assert results[int(action)] == pytest.approx(best, abs=1e-6)
    assert pack is not None


def test_a_game_without_duels_is_refused_in_one_line(misty):
    with one_line(AgentError, "misty declares no duels"):
        ask(NashAgent(network=small(misty)), misty.batch(1, seed=1).turn(np.zeros(1, np.int64), np.zeros(1, np.uint64)))


def test_a_choice_is_drawn_by_its_probability():
    mixes = np.array([[0.25, 0.5, 0.25], [0, 0, 1.0], [1.0, 0, 0]])
    numbers = np.array([0.3, 0.999, 0.0])
    assert draw(mixes, numbers).tolist() == [1, 2, 0]
    assert draw(mixes, np.array([0.2499, 0.0, 0.9999])).tolist() == [0, 2, 0]
