"""Positions made by `game.position`: derived fields are computed, unreachable positions are refused."""

import numpy as np
import pytest

from medianoche.envs.core.compile.plain import plain
from medianoche.envs.core.errors import PositionError
from medianoche.envs.medianokte.kernels.evaluation import at_least
from medianoche.envs.medianokte.kernels.heuristic import explore_worth
from tests.envs.medianokte.numbers import CARD, ENEMY, KAPITANA, KAZADOR, OPTION, SUMMON
from tests.envs.medianokte.table import GAME, crew, legal, play

K = KAZADOR
P = KAPITANA


def test_scores_follow_from_damage():
    state = GAME.position(3, damage=[3], boss_damage=6)
    assert state.scores.tolist()[1:] == [40, 40, 0, 0, 0]
    assert state.scores[0] == 300 // (9 if state.character[0] in (0, 3, 5) else 10)
    with pytest.raises(PositionError, match="scores"):
        GAME.position(3, damage=[3], scores=[1])


@pytest.mark.parametrize("fields", [
    {"spent": 7}, {"spent": -1}, {"events": 1}, {"spent": 1, "events": 13}, {"energy": -1}, {"unknown": 1},
    {"damage": [-1]}, {"boss_poison": -1}, {"round_no": -1}, {"phase": 14}, {"phase": 18}, {"army_size": -1},
    {"roll": 3, "roll_stat": 1}, {"left": 1},
], ids=str)  # fmt: skip
def test_what_play_cannot_reach_is_refused(fields):
    assert GAME.position(3).phase == ENEMY
    with pytest.raises(PositionError):
        GAME.position(3, **fields)


def questions(phase):
    """Positions of random games that ask in this phase."""
    states = []
    choose = np.random.default_rng(phase)
    seed = 0
    while len(states) < 3:
        seed += 1
        state = GAME.new(3, seed=seed, decks="random")
        while not state.done and len(states) < 3:
            if state.phase == phase:
                states.append(GAME.copy(state))
            GAME.step(state, int(choose.choice(GAME.legal_actions(state))))
    return states


@pytest.mark.parametrize(("phase", "changes"), [
    (CARD, {"left": 9}), (CARD, {"left": 0}), (CARD, {"boss_cards": 2}), (OPTION, {"after": 4}),
    (OPTION, {"skip_to": 9}), (OPTION, {"roll": 4, "roll_stat": 1}), (OPTION, {"sweep": 3}), (OPTION, {"card": 53}),
    (OPTION, {"self_code": 24}),
])  # fmt: skip
def test_questions_that_do_not_fit_are_refused(phase, changes):
    for state in questions(phase):
        assert not GAME.rules.inconsistency(state)
        for name, value in changes.items():
            state[name] = value
        assert GAME.rules.inconsistency(state)


def test_the_enemy_plays_at_most_twelve_events_a_turn():
    state = crew(seat=0, energy=20, hand_event={2: 2}, spent=1, events=11)
    assert 32 in legal(state)
    after = play(state, 32, 618)
    assert after.events == 12
    assert 32 not in legal(after)
    after = play(crew(seat=2, spent=1, events=12, energy=2, hand_event={2: 2}), 0)
    assert (after.turn, after.spent, after.events) == (0, 0, 0)
    assert 32 in legal(after)


def test_samples_of_an_enemy_who_may_summon_hold_an_astrali():
    asked = play(crew(seat=0, hand_astrali={0: 1}, hand_event={0: 2}), 3)
    assert asked.phase == SUMMON
    small = GAME.content.records[0].astrali[:, 0] <= 3
    for seed in range(300):
        sample = GAME.copy(asked)
        GAME.determinize(sample, 1, seed)
        assert sample.hand_astrali[small].sum() > 0
        assert sample.hand_astrali.sum() + sample.hand_event.sum() == 3


def test_concealed_hands_are_counted_in_the_deck():
    state = crew(hand_astrali={12: 2}, known_astrali={12: 1}, hand_event={0: 1})
    known = GAME.copy(state)
    GAME.conceal(known, 2)
    assert (known.hand_astrali[12], known.hand_event[0], known.unknown) == (1, 0, 2)
    assert known.deck_astrali[12] == state.deck_astrali[12] + 1
    assert np.array_equal(GAME.observe(known, 2), GAME.observe(state, 2))
    GAME.determinize(known, 2, seed=1)
    assert (known.unknown, known.hand_astrali.sum() + known.hand_event.sum()) == (0, 3)


def test_the_heuristic_knows_the_chance_to_kill():
    assert at_least(3, 0.6, 2) == pytest.approx(0.648)
    assert at_least(2, 0.5, 1) == pytest.approx(0.75)


def test_the_heuristic_explores_for_events_too():
    state = crew(explore_object=[0] * 32)
    pack = plain(GAME.content.records[0])
    assert explore_worth(pack, plain(state), 0) > 0
    state.explore_event[:] = 0
    assert explore_worth(pack, plain(state), 0) == 0
