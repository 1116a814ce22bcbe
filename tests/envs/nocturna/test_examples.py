"""The worked examples of the rules, with their numbers; most are the rulebook's own."""

import pytest

from tests.envs.nocturna import positions as at
from tests.envs.nocturna.positions import NOCTURNA, Phase, base, duel, legal, place, play, position

FIRST, SECOND, THIRD, FOURTH = 4, 5, 6, 7  # CHILD actions
FOE_1, FOE_2, FOE_3 = 8, 9, 10


def initiative(state):
    return state.lead_child, state.lead_foe, state.turn


def test_skill_beats_defence():
    state = duel(base(), at.DEFENCE, at.SKILL)
    assert state.insomnia.tolist() == [4, 4, 5, 5]
    assert state.foe_shield[0] == 0
    assert initiative(state) == (1, 1, 2)


def test_equal_attacks_hit_the_holders_of_the_initiative():
    state = duel(duel(base(), at.DEFENCE, at.SKILL), at.ATTACK, at.ATTACK)
    assert state.foe_life[1] == 1
    assert state.insomnia[1] == 7
    assert initiative(state) == (0, 2, 3)


def test_a_void_attack_wins_without_effect():
    state = duel(duel(duel(base(), at.DEFENCE, at.SKILL), at.ATTACK, at.ATTACK), at.ATTACK, at.SKILL)
    assert state.insomnia.tolist() == [4, 7, 5, 5]
    assert state.foe_life.tolist() == [3, 1, 6, 0]
    assert initiative(state) == (1, 0, 4)


def test_the_winner_chooses_any_enemy():
    state = duel(duel(duel(base(), at.DEFENCE, at.SKILL), at.ATTACK, at.ATTACK), at.ATTACK, at.SKILL)
    play(state, at.SKILL, at.ATTACK)
    assert (state.phase, state.to_move) == (Phase.TARGET, 2)
    assert legal(state) == [FOE_1, FOE_2, FOE_3]
    play(state, FOE_2)
    assert state.foe_life[1] == 0
    assert initiative(state) == (0, 2, 5)


def test_a_stunned_child_loses_its_turn():
    state = play(base(), at.SKILL, at.DEFENCE)
    assert (state.phase, legal(state)) == (Phase.TARGET, [FIRST, SECOND])
    play(state, FIRST)
    assert (state.insomnia[0], state.stun[0], state.shield[0]) == (6, 1, 0)
    assert initiative(state) == (1, 1, 2)
    duel(state, at.DEFENCE, at.DEFENCE)
    assert state.foe_shield.tolist() == [1, 1, 1, 0]
    assert state.shield[1] == 2
    play(state, at.SKILL)
    assert state.insomnia.tolist() == [9, 6, 5, 5]
    assert (state.shield[1], state.stun[0]) == (0, 0)
    assert initiative(state) == (1, 0, 4)
    assert (state.last_child, state.last_master) == (0, at.SKILL)


def test_shield_first_and_defeat_above_twenty():
    state = duel(base(insomnia=[19, 5, 5, 5], shield=[1]), at.ATTACK, at.ATTACK)
    assert state.foe_life[0] == 0
    assert (state.insomnia[0], state.shield[0], state.scores[0]) == (21, 0, 1)
    assert initiative(state) == (1, 1, 2)


def test_william_takes_what_is_meant_for_the_covered_child():
    state = base(sheet=[0, 1, 2, 3], covered=1, lead_child=1, turn=2, last_master=1, last_child=1)
    play(state, at.ATTACK, at.SKILL, SECOND)
    assert state.insomnia.tolist() == [8, 5, 5, 5]
    assert state.covered == -1


@pytest.mark.parametrize(("sheet", "left"), [([2, 1, 0, 3], 0), ([1, 3, 0, 2], 1)])
def test_only_mayla_takes_a_card_for_a_marked_nightmare(sheet, left):
    state = base(sheet=sheet, lead_child=1, marked=1, mp_hand={16: 1})
    play(state, at.SKILL, at.ATTACK, FOE_1)
    assert state.foe_life[0] == 0
    assert (state.mp_hand[16], state.nm_disc[16]) == (left, 1 - left)


def test_striking_with_the_mark():
    def struck(*actions):
        state = base(lead_child=1, marked=1, mp_hand={16: 1})
        play(state, at.DEFENCE, at.SKILL)
        assert legal(state) == [at.PASS, FOE_1, FOE_2, FOE_3]
        return play(state, *actions)

    state = struck(FOE_3)
    assert (state.foe_life[2], state.marked) == (2, 0)
    state = struck(FOE_1)
    assert (state.foe_life[0], state.mp_hand[16], state.marked) == (0, 1, 0)
    assert struck(at.PASS).marked == 1


def test_charges_count_once_and_only_for_a_card_that_resolves():
    fields = {"sheet": [3, 1, 0, 2], "charge": [4], "active": [{8: 1}, {}, {}, {}]}
    state = play(base(**fields), at.SKILL, at.ATTACK, FOE_3)
    assert (state.foe_life[2], state.charge[0]) == (0, 0)
    state = play(base(**fields), at.DEFENCE, at.ATTACK)
    assert (state.charge[0], state.foe_shield[0]) == (4, 1)


@pytest.mark.parametrize(("cards", "expected"), [(0, 5), (10, 12)])
def test_rewards_of_a_location(cards, expected):
    rewards = [place(2, 3, 4), place(), place(), place()]
    hand = {3: 3, 6: 3, 7: 3, 4: 1} if cards else {}
    state = play(base(foe_life=[3, 0, 0], loc_rw=rewards, mp_hand=hand), at.SKILL, at.ATTACK)
    assert state.nm_disc[:3].tolist() == [1, 1, 1]
    assert (state.phase, state.to_move, legal(state)) == (Phase.LOOT, 1, [at.PASS, FIRST, SECOND])
    play(state, FIRST, SECOND)
    NOCTURNA.apply(state, at.PASS)
    assert (state.hand[0, 2], state.hand[1, 3]) == (1, 1)
    assert state.mp_hand.sum() == expected
    assert state.phase == Phase.CONCLUSION
    assert state.loc_rw[0].tolist() == [-1, -1, 4, -1]
    if len(legal(state)) > 1:
        NOCTURNA.step(state, at.PASS)
    else:
        NOCTURNA.advance(state)
    assert (state.round_no, state.rw_disc[4]) == (2, 1)


def test_birthday_cake_and_food_for_rabbits():
    state = position(phase=Phase.USE, to_move=1, insomnia=[2, 7, 21, 10], hand=[{0: 1}, {}, {}, {}])
    NOCTURNA.apply(state, at.USE_REWARD)
    assert state.insomnia.tolist() == [0, 4, 21, 7]
    assert state.rw_disc[0] == 1
    state = position(phase=Phase.USE, to_move=4, use_done=[1, 1, 1, 0], hand=[{}, {}, {}, {1: 1}])
    NOCTURNA.apply(state, at.USE_REWARD + 1)
    assert (state.hand[3, 1], state.active[3, 1]) == (0, 1)


def test_a_lost_combat():
    state = base(
        insomnia=[5, 5, 5, 19],
        loc=[0, 0, 1, 2],
        loc_nm=[place(), place(), place(3, 4), place()],
        loc_up=[0, 0, 1, 0],
        loc_rw=[place(), place(), place(2, 3), place()],
        battle=2,
        in_battle=[0, 0, 0, 1],
        foe_kind=[3, 4],
        foe_life=[4, 4, 0],
        foe_max=[4, 4, 0],
        lead_child=3,
    )
    for action in (at.ATTACK, at.SKILL, FOURTH):
        NOCTURNA.apply(state, action)
    assert state.insomnia[3] == 21
    assert state.nm_disc[3:5].tolist() == [1, 1]
    assert (state.phase, state.mp_hand.sum()) == (Phase.CONCLUSION, 0)


@pytest.mark.parametrize("children", [1, 2, 3, 4])
def test_life_of_a_boss(children):
    state = position(children + 1, phase=Phase.CONCLUSION, round_no=3, loc=[0, 0, 1, 1][:children])
    NOCTURNA.apply(state, at.PASS)
    assert state.round_no == 4
    assert state.foe_life[0] == state.foe_max[0] == 8 * children
    assert state.foe_kind[0] == 45 + state.boss


def boss_fight(num_players=5, **given):
    n = num_players - 1
    fields = {
        "round_no": 4,
        "loc_kind": [-1] * 4,
        "loc": [-1] * n,
        "loc_nm": [place()] * 4,
        "loc_up": [0] * 4,
        "place_cursor": 0,
        "battle": 4,
        "in_battle": [1] * n,
        "foe_kind": [45],
        "foe_max": [8 * n],
        "phase": Phase.MASTER_CARD,
        "lead_child": 0,
        "lead_foe": 0,
        "turn": 1,
        **given,
    }
    return position(num_players, **fields)


def test_one_child_returns_after_a_boss():
    state = boss_fight(insomnia=[20, 21, 21, 3], foe_life=[1], in_battle=[1, 0, 0, 1])
    play(state, at.SKILL, at.ATTACK)
    assert (state.phase, state.to_move, legal(state)) == (Phase.RESURRECT, 1, [at.PASS, SECOND, THIRD])
    play(state, THIRD)
    assert state.insomnia[2] == 10
    assert state.round_no == 5


def test_two_standing_of_four_must_split():
    state = position(phase=Phase.MOVE, to_move=1, insomnia=[5, 21, 5, 21])
    NOCTURNA.apply(state, 13)
    assert (state.to_move, legal(state)) == (3, [12, 14, 15])
    NOCTURNA.apply(state, 15)
    assert (state.phase, state.to_move, legal(state)) == (Phase.CARRY, 1, [13, 15])
    NOCTURNA.apply(state, 13)
    assert legal(state) == [15]


def test_an_event_costs_other_cards():
    state = position(mp_hand={16: 1, 0: 1, 1: 1}, place_cursor=0)
    assert at.EVENT + 16 in legal(state)
    NOCTURNA.apply(state, at.EVENT + 16)
    assert (state.phase, legal(state)) == (Phase.PAY, [65, 66])
    NOCTURNA.step(state, 65)
    assert state.insomnia.tolist() == [6, 6, 6, 6]
    assert state.nm_disc[[0, 1, 16]].tolist() == [1, 1, 1]
    assert at.EVENT + 16 not in legal(position(mp_hand={16: 1, 0: 1}))


def test_two_instants_of_a_family():
    state = position(phase=Phase.USE, to_move=1, insomnia=[10, 1, 5, 5], hand=[{2: 1, 5: 1}, {}, {}, {}])
    NOCTURNA.apply(state, at.USE_FAMILY + 2)
    assert state.insomnia.tolist() == [3, 0, 3, 3]
    assert (state.rw_disc[2], state.rw_disc[5], state.hand.sum()) == (1, 1, 0)


def test_both_sides_tire():
    state = base(fatigue=30, turn=31)
    duel(state, at.DEFENCE, at.DEFENCE)
    assert (state.shield[0], state.foe_shield[0]) == (0, 0)
    assert (state.insomnia[0], state.foe_life[0], state.turn) == (6, 2, 32)


def test_the_last_boss_falls_with_the_last_child():
    state = boss_fight(2, sheet=[2], round_no=12, insomnia=[19], foe_life=[2], foe_max=[8])
    duel(state, at.ATTACK, at.ATTACK)
    assert (state.foe_life[0], state.insomnia[0], state.phase) == (0, 21, Phase.END)
    assert state.utility.tolist() == [1, -1, 0, 0, 0]
    assert state.scores.tolist() == [1, 11, 0, 0, 0]


def test_the_children_win_with_the_last_boss():
    state = boss_fight(3, round_no=12, insomnia=[19, 21], in_battle=[1, 0], foe_life=[2], foe_max=[16])
    duel(state, at.SKILL, at.ATTACK)
    assert (state.phase, state.to_move, state.done) == (Phase.END, -1, 1)
    assert state.utility.tolist() == [-1, 1, 1, 0, 0]
    assert state.scores.tolist() == [1, 12, 12, 0, 0]
