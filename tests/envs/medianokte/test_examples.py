"""The worked examples of the rules, with their exact numbers and probabilities."""

import numpy as np
import pytest

from tests.envs.medianokte import numbers
from tests.envs.medianokte.table import GAME, army, board, legal, near, outcomes, play

K, N, P, M = numbers.KAZADOR, numbers.NIGROMANTE, numbers.KAPITANA, numbers.MEKANIKO


@pytest.mark.parametrize(("players", "energy", "boss_life", "cards"), [(2, 3, 10, 10), (4, 7, 20, 30), (6, 11, 30, 50)])
def test_deal(players, energy, boss_life, cards):
    state = GAME.new(players, seed=3)
    assert state.energy == energy
    assert state.hand_event.sum() + state.hand_astrali.sum() == 8
    assert state.deck_event.sum() + state.deck_astrali.sum() == 22
    assert state.explore_object.sum() + state.explore_event.sum() == cards
    assert (state.phase, state.to_move, state.turn, state.last_hit) == (numbers.ENEMY, 0, 0, -1)
    near_death = board(
        players, 0, [K, N, P, M, numbers.AKROBATA][: players - 1], 1, boss_damage=boss_life - 3, poison=[0]
    )
    near_death.boss_poison = 9
    assert play(near_death, 147 + 41).winner == 1
    near_death.boss_damage = boss_life - 4
    assert play(near_death, 147 + 41).winner == -1


@pytest.mark.parametrize(("players", "life"), [(2, 12), (3, 9)])
def test_solo_crew_has_more_life(players, life):
    for damage, lives in ((life - 2, True), (life - 1, False)):
        state = board(players, 0, [K, N], 0, energy=1, army=[(0, 0, 0)], poison=[9], damage=[damage])
        assert (play(state, 46).winner == -1) == lives


def test_hesitation_tires_two_actions_of_the_enemys_choice():
    state = board(3, 0, [K, P], 0, energy=3, hand_event={0: 1})
    after = outcomes(state, 30, 618)
    assert (after.energy == 1).all()
    assert (after.discard_event[:, 0] == 1).all()
    passed = after.to_move == 1
    assert near(passed, 0.4)
    failed = after[~passed]
    assert set(failed.phase) == {numbers.TIRE}
    assert set(failed.to_move) == {0}
    asked = failed.view(np.recarray)[0]
    assert legal(asked) == {646, 648, 649}
    assert play(asked, 648).orient[0].tolist() == [2, 0, 2]


def test_hesitation_with_one_slot_left_needs_no_question():
    after = outcomes(board(3, 0, [K, P], 0, energy=3, hand_event={0: 1}, orient=[[2, 2, 0]]), 30, 618)
    assert near((after.orient[:, 0] == [2, 2, 2]).all(axis=1), 0.6)
    assert set(after.to_move) == {1}
    after = outcomes(board(3, 0, [K, P], 0, energy=3, hand_event={0: 1}, orient=[[2, 2, 2]]), 30, 618, seeds=200)
    assert set(after.to_move) == {1}
    assert (after.orient[:, 0] == [2, 2, 2]).all()


def test_exploring_rests_and_pays():
    state = board(3, 0, [K, P], 1, orient=[[1, 2, 0]])
    after = play(state, 146)
    assert after.orient[0].tolist() == [0, 1, 0]
    assert (after.energy, after.phase, after.to_move) == (2, numbers.DRAWN, 1)
    assert play(board(3, 0, [K, P], 1, orient=[[1, 2, 0]], items={(0, 18): 1}), 146).energy == 1
    state.explore_object[:] = 0
    state.explore_event[:] = 0
    after = play(state, 146)
    assert (after.orient[0].tolist(), after.energy, after.to_move) == ([0, 1, 0], 2, 2)


def test_ready_astralis_shield_from_melee():
    state = board(3, 0, [N, P], 1, army=[(10, 1, 0), (0, 0, 1)], army_poison=[4])
    assert legal(state) == {0, 146, 147, 211, 212, 231, 405}
    after = play(state, 147)
    assert army(after) == [(0, 0, 1)]
    assert after.charge[0] == 1
    assert after.orient[0].tolist() == [1, 0, 0]
    assert after.void_astrali[10] == 1
    state.army_orient[0] = 1
    assert legal(state) == {0, 146, 147, 148, 167, 211, 212, 231, 405}


def test_area_compares_the_same_dice_with_each_foe():
    state = board(3, 0, [K, P], 2, army=[(2, 0, 0), (12, 0, 0)])
    after = outcomes(state, 232)
    assert (after.orient[:, 1] == [0, 2, 0]).all()
    for hits, chance in enumerate((0.16, 0.48, 0.36)):
        rows = after[after.boss_damage == hits]
        assert near(after.boss_damage == hits, chance)
        one = [army(row) for row in rows.view(np.recarray)[:200]]
        assert one == [[(12, 2, 0)] if hits == 2 else [(2, hits, 0), (12, hits, 0)]] * len(one)
        assert set(rows.charge[:, 1]) == {int(hits == 2)}


def test_never_the_same_player_twice_in_a_row():
    state = board(3, 0, [K, P], 0, energy=5, army=[(12, 0, 0), (4, 0, 0)], poison=[9, 9])
    assert legal(state) == {0, 1, 2, 3, 4, 5, 46, 47, 51, 52}
    after = play(state, 46)
    assert after.damage[:2].tolist() == [3, 0]
    assert (after.energy, after.last_hit) == (4, 0)
    assert legal(after) == {0, 52}
    after = play(after, 52)
    assert after.damage[:2].tolist() == [3, 2]
    assert (after.to_move, after.last_hit) == (1, 1)


def test_a_crew_of_one_is_struck_once_a_turn():
    state = board(2, 0, [K], 0, energy=5, army=[(12, 0, 0), (4, 0, 0)], poison=[9])
    after = play(state, 46)
    assert (after.damage[0], after.to_move, after.last_hit) == (3, 1, 0)
    after = play(after, 0)
    assert (after.to_move, after.last_hit) == (0, -1)


def test_an_action_card_draws_rests_and_ends_the_turn():
    state = board(3, 0, [K, P], 0, army=[(12, 0, 2), (4, 0, 1)], boss_cards=[1, 1, 1, 0, 1], hand_astrali={0: 1})
    after = play(state, 4)
    assert after.energy == 2
    assert after.hand_event.sum() + after.hand_astrali.sum() == 8
    assert army(after) == [(12, 0, 1), (4, 0, 0)]
    assert after.boss_cards.tolist() == [0, 0, 0, 0, 0]
    assert after.to_move == 1


def test_final_action_on_every_foe():
    foes = [(0, 0, 0), (10, 0, 0), (1, 0, 0), (14, 3, 0)]
    state = board(3, 0, [M, P], 1, charge=[3], army=foes)
    after = play(state, 406)
    assert army(after) == [(10, 2, 0)]
    assert (after.charge[0], after.boss_damage) == (3, 2)
    assert [int(after.void_astrali[kind]) for kind in (14, 1, 0, 10)] == [1, 1, 1, 0]
    after = play(board(3, 0, [M, P], 1, charge=[3], army=foes, boss_damage=13), 406)
    assert (after.winner, after.done, after.to_move) == (1, 1, -1)
    assert after.utility.tolist() == [-1, 1, 1, 0, 0, 0]


def test_bleeding_at_the_end_of_the_own_turn():
    after = outcomes(board(3, 0, [K, P], 1, bleed=[1], damage=[8]), 0)
    assert near(after.winner == 0, 0.5)
    assert near((after.bleed[:, 0] == 0) & (after.winner == -1), 1 / 6)
    assert near((after.bleed[:, 0] == 1) & (after.winner == -1), 1 / 3)
    dead = after[after.winner == 0].view(np.recarray)[0]
    assert dead.utility.tolist() == [1, -1, -1, 0, 0, 0]


def test_revived_astralis_are_extra_distance_weapons():
    state = board(3, 0, [N, P], 1, void_astrali={12: 1, 14: 1})
    after = play(state, 405)
    assert after.extra_kind[0].tolist() == [12, -1, -1, -1]
    assert after.orient[0].tolist() == [0, 0, 1]
    assert after.to_move == 2
    state = board(3, 0, [N, P], 1, boss_poison=5, extra_kind=[[12]])
    after = play(state, 274)
    assert (after.boss_damage, after.extra_orient[0, 0]) == (3, 1)


def test_tiring_the_boss_tires_an_action_card_of_the_attackers_choice():
    after = outcomes(board(3, 0, [K, P], 1), 231)
    assert near(after.boss_damage == 0, 0.5)
    hit = after[after.boss_damage == 1]
    assert set(hit.phase) == {numbers.CARD}
    assert set(hit.to_move) == {1}
    asked = hit.view(np.recarray)[0]
    assert legal(asked) == {651, 652, 653, 654, 655}
    chosen = play(asked, 653)
    assert chosen.boss_cards.tolist() == [0, 0, 2, 0, 0]
    assert chosen.to_move == 2


@pytest.mark.parametrize(
    ("options", "chance"),
    [
        ({}, 0.8),
        ({"test": "attacker"}, 0.3),
        ({"test": "attacker_under"}, 0.6),
        ({"test": "attacker_under", "ties": True}, 0.7),
        ({"ties": True}, 0.8),
    ],
)
def test_special_attacks_under_every_reading(options, chance):
    after = outcomes(board(3, 0, [K, P], 1, army=[(10, 0, 0)], **options), 211)
    hit = after.army_damage[:, 0] == 1
    assert near(hit, chance)
    assert (after.army_orient[hit, 0] == 2).all()
    assert (after.army_orient[~hit, 0] == 0).all()


def test_a_given_weapon_brings_its_tiredness():
    state = board(4, 0, [K, P, M], 3, found={(2, 1): 0}, orient=[[2, 0, 0], [0, 0, 0], [0, 1, 0]])
    assert legal(state) == {0, 146, 167, 405, 605, 606}
    asked = play(state, 605)
    assert (asked.phase, asked.to_move) == (numbers.STACK, 1)
    assert legal(asked) == {616, 617}
    after = play(asked, 617)
    assert after.found[0].tolist() == [-1, 0]
    assert after.orient[0].tolist() == [2, 1, 0]
    assert after.found[2].tolist() == [-1, -1]
    assert after.orient[2].tolist() == [0, 1, 0]
    assert after.to_move == 3


def test_the_discard_becomes_the_deck_and_the_hand_is_known():
    state = board(
        3,
        0,
        [K, P],
        0,
        hand_astrali={12: 2},
        hand_event={0: 1},
        deck_astrali={0: 1},
        deck_event={4: 1},
        discard_event={1: 2, 5: 3},
    )
    after = play(state, 4)
    assert after.hand_event.sum() + after.hand_astrali.sum() == 8
    assert after.deck_event.sum() + after.deck_astrali.sum() == 2
    assert not after.discard_event.any()
    assert {k: int(n) for k, n in enumerate(after.known_event) if n} == {0: 1, 4: 1}
    assert {k: int(n) for k, n in enumerate(after.known_astrali) if n} == {0: 1, 12: 2}


def test_a_test_that_is_passed_skips_the_option():
    state = board(3, 0, [K, P], 0, energy=1, hand_event={7: 1}, euphoria=[1], charge=[2])
    after = outcomes(state, 37, 618)
    passed = after.phase != numbers.OPTION
    assert near(passed, 0.4)
    assert (after.euphoria[passed, 0] == 1).all()
    assert (after.charge[passed, 0] == 2).all()
    asked = after[~passed].view(np.recarray)[0]
    assert asked.to_move == 0
    assert legal(asked) == {656, 657}
    assert [play(asked, 656)[name][0] for name in ("euphoria", "charge")] == [0, 2]
    assert [play(asked, 657)[name][0] for name in ("euphoria", "charge")] == [1, 1]


def test_a_found_weapon_given_away_is_stacked_by_the_receiver():
    state = board(4, 0, [K, P, M], 2, card=112, phase=numbers.DRAWN, found={(2, 0): 0}, orient={(2, 0): 1})
    assert legal(state) == {609, 610, 611, 614}
    asked = play(state, 610)
    assert (asked.energy, asked.phase, asked.to_move) == (2, numbers.STACK, 3)
    after = play(asked, 616)
    assert after.found[2, 0] == 3
    assert after.removed_object[0] == 1
    assert after.orient[2, 0] == 1
    assert (after.to_move, after.phase) == (3, numbers.CREW)


def test_arenga_is_for_anyone_and_offers_two_effects():
    asked = play(board(3, 0, [P, K], 1), 405)
    assert asked.phase == numbers.TARGET
    assert legal(asked) == {618, 619}
    asked = play(asked, 619)
    assert legal(asked) == {656, 657}
    after = play(asked, 656)
    assert after.euphoria[:2].tolist() == [0, 1]
    assert after.orient[0].tolist() == [0, 0, 1]


def test_building_a_deck_never_goes_back_and_always_gets_full():
    state = GAME.new(2, seed=0, decks="build")
    assert state.phase == numbers.BUILD
    for kind in (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 12, 14):
        GAME.step(state, 753 + kind)
    assert (state.picks, state.cursor) == (18, 14)
    assert legal(state) == {767, 768}
    after = play(state, 768)
    assert after.deck_astrali[15] == 2
    assert legal(after) == {777, 778, 779, 780, 781, 782}
