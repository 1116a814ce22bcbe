"""The rulings on what the rulebook leaves open, each in a position."""

import numpy as np
import pytest

from medianoche.envs.core.compile.plain import plain
from medianoche.envs.medianokte.kernels.wounds import leave_army
from medianoche.envs.medianokte.state import Code
from tests.envs.medianokte.numbers import BUILD, CHOOSE, CREW, ENEMY, KAPITANA, KAZADOR, MEKANIKO, NIGROMANTE
from tests.envs.medianokte.table import GAME, army, binomial, board, legal, near, outcomes, play, shares

K, P, N, M = KAZADOR, KAPITANA, NIGROMANTE, MEKANIKO


# ---- setup


def test_choosing_boss_and_characters_all_different():
    state = GAME.new(3, seed=0, characters="choose")
    assert (state.phase, state.to_move, state.boss) == (CHOOSE, 0, -1)
    assert legal(state) == {749, 750, 751}
    assert (state.energy, state.hand_event.sum(), state.deck_event.sum()) == (0, 0, 0)
    state = play(state, 750)
    assert (state.boss, state.to_move) == (1, 1)
    assert legal(state) == set(range(741, 747))
    state = play(state, 744)
    assert legal(state) == {741, 742, 743, 745, 746}
    state = play(state, 741)
    assert state.character[:3].tolist() == [3, 0, -1]
    assert (state.phase, state.to_move, state.energy) == (ENEMY, 0, 5)


def test_crew_members_build_from_the_copies_left():
    state = GAME.new(3, seed=0, decks="build", characters="choose")
    for action in (749, 741, 742):
        GAME.step(state, action)
    assert (state.phase, state.to_move) == (BUILD, 0)
    while state.to_move == 0:
        GAME.step(state, min(legal(state)))
    assert state.to_move == 1
    assert 793 in legal(state)
    GAME.step(state, 793)
    GAME.step(state, 793)
    assert 793 not in legal(state)
    while state.to_move == 1:
        GAME.step(state, min(legal(state)))
    assert 793 not in legal(state)
    assert (state.picks, state.cursor) == (0, 0)
    while state.phase == BUILD:
        GAME.step(state, max(legal(state)))
    assert state.explore_object.sum() == 14
    assert state.explore_event.sum() == 6


@pytest.mark.compiled
def test_random_decks_are_drawn_from_all_copies():
    batch = GAME.batch(2000, num_players=3, decks="random", seed=0)
    states = batch.states
    assert set((states.deck_astrali + states.hand_astrali).sum(axis=1)) == {20}
    assert set((states.deck_event + states.hand_event).sum(axis=1)) == {10}
    astralis = (states.deck_astrali + states.hand_astrali).mean(axis=0)
    assert np.allclose(astralis[:16], 20 / 16, atol=0.06)
    assert np.allclose(states.explore_object.mean(axis=0)[:28], 14 / 28, atol=0.06)
    assert np.allclose(states.explore_event.mean(axis=0)[:8], 6 / 8, atol=0.06)


# ---- the Enemy's turn


def test_an_action_card_after_a_purchase_only_if_combined():
    for combined in (False, True):
        state = board(3, 0, [K, P], 0, energy=1, hand_astrali={0: 1}, combined=combined)
        after = play(state, 6)
        if combined:
            assert legal(after) == {0, 1, 2, 3, 4, 5}
        else:
            assert after.to_move == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [([2, 2, 2, 2, 2], [0, 0, 0, 0, 0]), ([2, 2, 1, 2, 2], [1, 1, 0, 1, 1]), ([1, 0, 2, 1, 1], [1, 0, 2, 1, 1])],
)
def test_action_cards_rest_when_none_is_ready_at_the_start_of_a_turn(before, after):
    state = board(3, 0, [K, P], 2, boss_cards=before)
    assert play(state, 0).boss_cards.tolist() == after


def test_the_enemy_may_pass_and_keeps_his_energy():
    after = play(board(3, 0, [K, P], 0, energy=7), 0)
    assert (after.to_move, after.energy, after.round_no) == (1, 7, 0)


@pytest.mark.parametrize(("repeat", "last"), [("game", 1), ("turn", -1)])
def test_who_was_struck_last_is_remembered_over_turns(repeat, last):
    after = play(board(3, 0, [K, P], 2, repeat=repeat, last_hit=1), 0)
    assert (after.to_move, after.last_hit) == (0, last)


def test_events_and_action_cards_do_not_count_as_attacks():
    state = board(3, 0, [K, P], 0, energy=9, hand_event={9: 1}, last_hit=0, army=[(0, 0, 0)])
    asked = play(state, 39)
    assert legal(asked) == {618, 619}
    assert play(asked, 618).last_hit == 0
    assert legal(state) >= {47}
    assert 46 not in legal(state)


def test_a_played_card_leaves_what_the_crew_knows_first():
    state = board(3, 0, [K, P], 0, energy=9, hand_astrali={4: 2}, known_astrali={4: 1})
    state = play(state, 10)
    assert (state.hand_astrali[4], state.known_astrali[4]) == (1, 0)
    state = play(state, 10)
    assert (state.hand_astrali[4], state.known_astrali[4]) == (0, 0)


def test_without_deck_and_discard_nothing_is_drawn():
    state = board(3, 0, [K, P], 0, hand_astrali={4: 1})
    state.deck_event[:] = 0
    state.deck_astrali[:] = 0
    after = play(state, 4)
    assert after.hand_astrali.sum() + after.hand_event.sum() == 1
    assert after.to_move == 1


# ---- a crew member's turn


def test_gifts_are_for_mates_and_do_not_end_the_turn():
    state = board(3, 0, [K, P], 1, items={(0, 19): 1, (0, 13): 1}, damage=[8])
    assert {439 + 5 * 13 + 1, 439 + 5 * 19 + 1} <= legal(state)
    after = play(state, 439 + 5 * 19 + 1)
    assert (after["items"][1, 19], after.to_move, after.phase) == (1, 1, CREW)
    assert 407 + 19 not in legal(after)


def test_life_that_is_needed_cannot_be_given():
    state = board(3, 0, [K, P], 1, items={(0, 13): 1}, damage=[9])
    assert 439 + 5 * 13 + 1 not in legal(state)
    state["items"][0, 13] = 2
    assert 439 + 5 * 13 + 1 in legal(state)


def test_gifts_name_mates_clockwise_from_the_giver():
    state = board(4, 0, [K, P, M], 2, items={(1, 19): 1})
    assert play(state, 439 + 5 * 19 + 1)["items"][2, 19] == 1
    assert play(state, 439 + 5 * 19 + 2)["items"][0, 19] == 1


def test_a_crew_of_one_cannot_give():
    state = board(2, 0, [K], 1, items={(0, 19): 1}, found=[[0, -1]])
    assert legal(state) == {0, 146, 167, 231, 405, 426}


def test_extra_weapons_rest_and_pay_when_exploring():
    state = board(3, 0, [N, P], 1, orient=[[0, 2, 0]], extra_kind=[[12, 0]], extra_orient=[[1, 0]])
    after = play(state, 146)
    assert (after.energy, after.extra_orient[0].tolist(), after.orient[0].tolist()) == (2, [0, 0, 0, 0], [0, 1, 0])


def test_extra_weapons_strike_specially_with_the_crew_member_as_source():
    state = board(3, 0, [N, P], 1, extra_kind=[[3]])
    after = outcomes(state, 147 + 86 + 41)
    hit = after.boss_damage == 1
    assert near(hit, 0.5)
    assert ((after.boss_bleed == 1) == hit).all()
    assert set(after.extra_orient[:, 0, 0]) == {1}
    attacker = outcomes(board(3, 0, [N, P], 1, extra_kind=[[3]], test="attacker_under"), 147 + 86 + 41)
    assert near(attacker.boss_damage == 1, 0.4)


def test_extra_weapons_are_basic_attacks_at_a_distance():
    state = board(3, 0, [N, P], 1, extra_kind=[[12]], euphoria=[1], items={(0, 17): 1})
    assert shares(outcomes(state, 147 + 86 + 41).boss_damage, binomial(5, 0.6))
    state.extra_orient[0, 0] = 1
    assert 147 + 86 + 41 not in legal(state)


def test_poison_below_one_armour_makes_everything_hit():
    after = outcomes(board(3, 0, [K, P], 1, boss_poison=99), 147 + 41, seeds=100)
    assert set(after.boss_damage) == {3}


def test_a_death_moves_the_slots_to_its_right():
    state = board(3, 0, [K, P], 1, army=[(1, 0, 2), (0, 0, 1), (12, 1, 2)], army_poison=[0, 9, 3], army_bleed=[0, 0, 1])
    after = play(state, 147 + 21 + 1)
    assert army(after) == [(1, 0, 2), (12, 1, 2)]
    assert after.army_poison[:3].tolist() == [0, 3, 0]
    assert after.army_bleed[:3].tolist() == [0, 1, 0]
    assert (after.army_kind[2], after.void_astrali[0], after.charge[0]) == (-1, 1, 1)


@pytest.mark.parametrize(
    ("pending", "then"),
    [(Code.FOE, Code.FOE), (Code.FOE + 1, Code.NOBODY), (Code.FOE + 2, Code.FOE + 1), (Code.BOSS, Code.BOSS)],
)
def test_what_is_pending_moves_with_the_slots_r23(pending, then):
    state = board(3, 0, [K, P], 1, army=[(1, 0, 2), (0, 0, 1), (12, 1, 2)])
    state.target = state.self_code = pending
    leave_army(plain(state), 1)
    assert (state.target, state.self_code) == (then, then)


def test_counters_stop_at_the_cap():
    state = board(3, 0, [K, P], 1, army=[(0, 0, 0)], army_poison=[9], charge=[15])
    assert play(state, 147 + 21).charge[0] == 15


def test_a_final_action_leaves_the_other_counters():
    assert play(board(3, 0, [M, P], 1, charge=[5]), 406).charge[0] == 2
    assert 406 not in legal(board(3, 0, [M, P], 1, charge=[2]))


# ---- ends


def test_the_enemys_side_bleeds_at_the_end_of_his_turn():
    state = board(3, 0, [K, P], 0, army=[(0, 0, 0), (12, 0, 0), (0, 0, 0)], army_bleed=[1, 0, 1], boss_bleed=1)
    after = outcomes(state, 0)
    assert near(after.boss_damage == 1, 0.5)
    assert near(after.boss_bleed == 0, 1 / 6)
    assert near(after.army_size == 1, 0.25)
    assert near(after.army_size == 2, 0.5)
    assert not after.charge.any()
    assert set(after.void_astrali[after.army_size == 1, 0]) == {2}


def test_the_boss_may_bleed_to_death():
    after = outcomes(board(3, 0, [K, P], 0, boss_bleed=1, boss_damage=14), 0)
    assert near(after.winner == 1, 0.5)


def test_crew_members_bleed_only_at_the_end_of_their_own_turn():
    after = outcomes(board(3, 0, [K, P], 1, bleed=[0, 1]), 0, seeds=200)
    assert not after.damage.any()


def test_the_last_round_has_no_winner():
    state = board(3, 0, [K, P], 2, round_no=9, max_rounds=10)
    after = play(state, 0)
    assert (after.done, after.winner, after.turn, after.round_no) == (1, 2, 0, 10)
    assert after.utility.tolist() == [0] * 6
    assert play(board(3, 0, [K, P], 2, round_no=8, max_rounds=10), 0).done == 0


def test_scores_are_percents_of_damage():
    state = board(3, 0, [K, P], 1, damage=[4, 5], boss_poison=9, boss_damage=1)
    after = play(state, 147 + 41)
    assert after.scores.tolist() == [50, 26, 26, 0, 0, 0]  # 5 of 10, 4 of 15


def test_nothing_is_pending_after_a_card():
    after = play(board(3, 0, [K, P], 0, energy=9, hand_event={9: 1}), 39, 618)
    for name in ("card", "pc", "skip_at", "skip_to", "sweep", "sweep_at", "roll", "roll_stat", "after", "left"):
        assert after[name] == 0, name
    assert [int(after[name]) for name in ("source", "self_code", "target", "receiver")] == [-1] * 4
