"""Rulings that the worked examples do not show."""

import tomllib

import numpy as np
import pytest
import tomli_w

from medianoche.envs.core.content.pack import packs_folder
from tests.envs.nocturna import positions as at
from tests.envs.nocturna.positions import NOCTURNA, Phase, base, legal, place, play, position


def test_r1_sheets_are_chosen_in_seat_order():
    state = NOCTURNA.new(5, 0)
    assert legal(state) == [at.CHOOSE_SHEET + s for s in range(4)]
    NOCTURNA.step(state, at.CHOOSE_SHEET + 2)
    assert (state.to_move, legal(state)) == (2, [at.CHOOSE_SHEET + s for s in (0, 1, 3)])
    assert NOCTURNA.inconsistency(state) == ""
    state.sheet[2] = 0  # the third child has chosen before the second
    assert "sheet" in NOCTURNA.inconsistency(state)
    assert NOCTURNA.new(5, 0, sheets="order").sheet.tolist() == [0, 1, 2, 3]
    drawn = {tuple(NOCTURNA.new(3, seed, sheets="random").sheet.tolist()) for seed in range(60)}
    assert len(drawn) == 12


def test_r3_an_empty_deck_is_refilled_in_the_middle_of_a_draw():
    deck = [0] * 18
    deck[0] = 1
    left = np.array([2, 2, 3, 2, 3, 2, 2, 1, 1]) - [2, 1, 1, 1, 0, 0, 0, 0, 0]
    state = position(phase=Phase.CONCLUSION, loc=[0, 0, 1, 1], loc_disc=[*left, *[0] * 9])
    state.loc_deck[:] = deck
    NOCTURNA.apply(state, at.PASS)
    assert (state.loc_kind >= 0).all()
    assert state.loc_deck.sum() == 14
    assert state.loc_disc.sum() == 0


def test_r4_unseen_nightmares_are_discarded_among_nightmares():
    state = position(phase=Phase.CONCLUSION, loc=[1, 1, 2, 2], loc_nm=[place(0, 1), place(), place(), place()])
    NOCTURNA.apply(state, at.PASS)
    assert state.nm_disc[:2].tolist() == [1, 1]


def test_r6_the_master_wins_when_the_last_child_falls_with_the_last_foe():
    state = base(insomnia=[20, 21, 21, 21], in_battle=[1, 0, 0, 0], foe_life=[1, 0, 0])
    play(state, at.ATTACK, at.ATTACK)
    assert state.utility.tolist() == [1, -1, -1, -1, -1]
    assert state.foe_life.tolist() == [0, 0, 0, 0]


def test_r7_a_defeated_child_loses_its_states_and_keeps_its_cards():
    state = base(
        sheet=[0, 1, 2, 3],
        insomnia=[20, 5, 5, 5],
        charge=[3],
        covered=1,
        hand=[{2: 1}, {}, {}, {}],
        active=[{8: 1}, {}, {}, {}],
    )
    play(state, at.SKILL, at.DEFENCE, 4)
    assert (state.insomnia[0], state.charge[0], state.stun[0], state.covered) == (21, 0, 0, -1)
    assert (state.hand[0, 2], state.active[0, 8]) == (1, 1)


def changed_pack(folder, change):
    """The path of the standard pack with a change."""
    tables = tomllib.loads((packs_folder(NOCTURNA.package) / "standard.toml").read_text(encoding="utf-8"))
    change(tables)
    file = folder / "changed.toml"
    file.write_text(tomli_w.dumps(tables), encoding="utf-8")
    return str(file)


def test_r7_a_second_revival_of_one_card_does_nothing(tmp_path):
    twice = {"effects": ["revive 10 fallen", "revive 3 fallen"]}
    pack = changed_pack(tmp_path, lambda tables: tables["reward"][12].update(twice))
    fields = {"phase": Phase.USE, "to_move": 1, "insomnia": [5, 21, 5, 5], "hand": [{12: 1}, {}, {}, {}]}
    state = play(position(**fields, pack=pack), at.USE_REWARD + 12)
    assert (state.insomnia[1], state.scores[0]) == (10, 0)


@pytest.fixture
def aiming(tmp_path):
    """A pack in which the first nightmare's defence hits one enemy."""
    return changed_pack(tmp_path, lambda tables: tables["nightmare"][0].update(defence=["hit 2 enemy"]))


def test_r28_a_defence_is_not_empowered(aiming):
    state = play(base(pack=aiming, foe_emp=[2, 0, 0]), at.DEFENCE, at.ATTACK, 4)
    assert state.insomnia.tolist() == [7, 5, 5, 5]


def test_r31_a_defence_ignores_the_cover(aiming):
    state = base(pack=aiming, sheet=[0, 1, 2, 3], covered=1)
    play(state, at.DEFENCE, at.ATTACK, 5)
    assert (state.insomnia.tolist(), state.covered) == ([5, 7, 5, 5], 1)


def test_r8_r9_only_creatures_are_placed_from_left_to_right():
    state = position(mp_hand={0: 2, 16: 2, 18: 1}, place_cursor=0)
    assert legal(state) == [at.PASS, at.EVENT + 16, *(at.PLACE_CARD + spot for spot in (0, 2, 3))]
    NOCTURNA.apply(state, at.PLACE_CARD + 2)
    assert [a for a in legal(state) if a >= at.PLACE_CARD] == [at.PLACE_CARD + 2, at.PLACE_CARD + 3]
    assert state.loc_nm[2].tolist() == [0, -1, -1, -1]


def test_r11_r12_a_passed_child_who_gets_a_card_is_asked_again():
    fields = {"phase": Phase.USE, "to_move": 2, "use_done": [1, 0, 0, 0], "hand": [{2: 1}, {5: 1}, {}, {}]}
    state = position(**fields)
    assert legal(state) == [at.PASS, at.USE_REWARD + 5, at.OFFER + 4 * 5 + 3]
    NOCTURNA.apply(state, at.OFFER + 4 * 5 + 3)
    assert (state.phase, state.to_move, legal(state)) == (Phase.RETURN, 1, [at.PASS, at.RETURN_REWARD + 2])
    NOCTURNA.apply(state, at.RETURN_REWARD + 2)
    assert (state.hand[0, 5], state.hand[1, 2], state.to_move) == (1, 1, 1)
    assert state.use_done.tolist() == [0, 0, 0, 0]


def test_r13_a_refusal_counts_as_an_offer():
    fields = {"phase": Phase.USE, "to_move": 2, "use_done": [1, 0, 1, 1], "hand": [{2: 1}, {5: 1}, {}, {}]}
    state = position(**fields)
    for number in (1, 2):
        NOCTURNA.apply(state, at.OFFER + 4 * 5 + 3)
        NOCTURNA.apply(state, at.PASS)
        assert (state.offers[1], state.to_move, state.use_done[0]) == (number, 2, 1)
    assert legal(state) == [at.PASS, at.USE_REWARD + 5]


def test_r12_a_revived_child_is_asked_in_the_same_step():
    fields = {"phase": Phase.USE, "to_move": 3, "use_done": [1, 0, 0, 0], "insomnia": [5, 21, 5, 21]}
    state = position(**fields, hand=[{}, {}, {12: 1}, {}])
    play(state, at.USE_REWARD + 12)
    assert (state.phase, legal(state)) == (Phase.TARGET, [5, 7])
    NOCTURNA.apply(state, 5)
    assert state.insomnia.tolist() == [5, 21, 5, 10]
    assert (state.to_move, state.use_done.tolist()) == (1, [0, 0, 0, 0])


def test_r15_an_instant_that_chooses_needs_a_choice():
    fields = {"phase": Phase.USE, "to_move": 1, "hand": [{4: 1, 12: 1, 2: 1}, {}, {}, {}]}
    assert legal(position(**fields, insomnia=[0, 0, 0, 0])) == [at.PASS, at.USE_REWARD + 2]
    hidden = [place(0), place(), place(), place()]
    assert at.USE_REWARD + 4 in legal(position(**fields, loc_nm=hidden))
    assert at.USE_REWARD + 4 not in legal(position(**fields, loc_nm=hidden, loc_up=[1, 0, 0, 0]))


@pytest.mark.parametrize(("timing", "kind"), [("after combat", 3), ("permanent", 8)])
def test_r16_rewards_leave_the_table_in_time(timing, kind):
    state = position(phase=Phase.MOVE, to_move=4, loc=[1, 1, 2, -1], active=[{kind: 1}, {}, {}, {}])
    NOCTURNA.apply(state, 15)
    assert state.phase == Phase.CONCLUSION
    assert state.active[0, kind] == (timing == "permanent")
    assert state.rw_disc[kind] == (timing != "permanent")


def test_r16_permanents_leave_the_table_with_the_zone():
    state = boss_fight(active=[{8: 1}, {3: 1}, {}, {}])
    play(state, at.SKILL, at.ATTACK)
    assert state.active.sum() == 0
    assert (state.rw_disc[8], state.rw_disc[3], state.round_no) == (1, 1, 5)


def boss_fight(**given):
    fields = {
        "round_no": 4,
        "loc_kind": [-1] * 4,
        "loc": [-1] * 4,
        "loc_nm": [place()] * 4,
        "loc_up": [0] * 4,
        "place_cursor": 0,
        "battle": 4,
        "in_battle": [1] * 4,
        "foe_kind": [45, -1, -1],
        "foe_life": [1, 0, 0],
        "foe_max": [32, 0, 0],
    }
    return base(**{**fields, **given})


def test_r17_an_instant_needs_its_mate_to_be_played_with_it():
    state = position(phase=Phase.USE, to_move=1, hand=[{2: 1}, {5: 1}, {}, {}], insomnia=[9, 9, 9, 9])
    assert at.USE_FAMILY + 2 not in legal(state)
    NOCTURNA.apply(state, at.USE_REWARD + 2)
    assert state.insomnia.tolist() == [6, 9, 9, 9]


def test_r19_carrying_may_exceed_the_capacity_only_without_room():
    fields = {"phase": Phase.MOVE, "to_move": 1, "insomnia": [5, 21, 21, 21]}
    state = position(**fields)
    for _ in range(4):
        assert 12 in legal(state)
        NOCTURNA.apply(state, 12)
    assert state.loc.tolist() == [0, 0, 0, 0]
    state = position(**fields, carry="optional")
    NOCTURNA.apply(state, 12)
    assert legal(state) == [at.PASS, 12]
    NOCTURNA.apply(state, 12)
    assert legal(state) == [at.PASS]
    NOCTURNA.apply(state, at.PASS)
    assert state.loc.tolist() == [0, 0, -2, -1]


def test_r21_the_master_draws_for_those_who_are_carried():
    fields = {"phase": Phase.CARRY, "to_move": 1, "insomnia": [5, 21, 5, 21], "loc": [0, -1, 1, -1]}
    state = position(**fields, loc_nm=[place(0), place(), place(), place()])
    NOCTURNA.apply(state, 12)
    NOCTURNA.apply(state, 13)
    assert (state.phase, state.battle, state.mp_hand.sum()) == (Phase.MASTER_CARD, 0, 1)
    assert state.in_battle.tolist() == [1, 0, 0, 0]


def test_r22_the_winner_may_pick_who_acts():
    state = play(base(actor="free"), at.ATTACK, at.SKILL)
    assert (state.phase, state.to_move, legal(state)) == (Phase.ACTOR, 0, [8, 9, 10])
    play(state, 9)
    assert (state.phase, legal(state)) == (Phase.TARGET, [4, 5])
    state = play(base(actor="free", stun=[0, 1]), at.SKILL, at.ATTACK)
    assert (state.phase, state.to_move, legal(state)) == (Phase.TARGET, 1, [8, 9, 10])
    state = play(base(actor="free"), at.ATTACK, at.ATTACK)
    assert state.turn == 2


def test_r24_a_fallen_foe_is_not_strengthened_by_its_own_card():
    state = base(
        loc_nm=[place(13, 1), place(), place(), place()], foe_kind=[13, 1, -1], foe_life=[3, 5, 0], foe_max=[4, 5, 0]
    )
    play(state, at.ATTACK, at.ATTACK)
    assert state.foe_life.tolist() == [0, 5, 0, 0]
    assert state.insomnia[0] == 7


def test_r25_an_event_may_take_the_lead():
    state = base(insomnia=[20, 5, 5, 5], mp_hand={18: 1, 0: 1})
    play(state, at.EVENT + 18)
    assert (state.stun[0], state.lead_child, state.phase) == (1, 0, Phase.MASTER_CARD)


def test_r28_empowered_foes_hit_harder_with_cards_only():
    state = base(foe_emp=[2, 0, 0], mp_hand={16: 1, 0: 2})
    play(state, at.ATTACK, at.SKILL, 4)
    assert state.insomnia[0] == 10


def test_r30_no_lock_and_only_two_bottles():
    fields = {"loc_nm": [place(5, 1), place(), place(), place()], "foe_kind": [5, 1, -1], "foe_life": [4, 5, 0]}
    state = base(**fields, foe_max=[4, 5, 0], bottle=[1, 0, 0, 0])
    play(state, at.SKILL, 4)
    assert state.bottle.tolist() == [0, 0, 0, 0]
    fields |= {"insomnia": [5, 5, 5, 5], "foe_max": [4, 5, 0]}
    state = boss_fight(boss=3, foe_kind=[48, -1, -1], foe_life=[9, 0, 0], bottle=[0, 1, 1, 0])
    play(state, at.SKILL, at.DEFENCE, 4)
    assert state.bottle.tolist() == [0, 1, 1, 0]
    state = boss_fight(boss=3, foe_kind=[48, -1, -1], foe_life=[9, 0, 0], bottle=[0, 1, 1, 0])
    play(state, at.SKILL, at.DEFENCE, 5)
    assert state.bottle.tolist() == [0, 2, 1, 0]


def test_r31_area_effects_ignore_the_cover():
    state = base(sheet=[0, 1, 2, 3], covered=1, lead_foe=2, turn=3, last_master=1, last_child=1)
    play(state, at.SKILL, at.DEFENCE)
    assert state.insomnia.tolist() == [8, 8, 5, 5]
    assert state.covered == 1


def test_r33_fatigue_and_others_take_no_card():
    state = base(lead_child=1, turn=2, marked=1, mp_hand={16: 1}, foe_life=[1, 5, 6], fatigue=10, last_master=1)
    state.turn = 11
    play(state, at.DEFENCE, at.DEFENCE)
    assert (state.foe_life[0], state.mp_hand[16]) == (0, 1)


@pytest.mark.parametrize("unguarded", [False, True])
def test_r37_unguarded_rewards(unguarded):
    rewards = [place(), place(), place(2), place()]
    fields = {"phase": Phase.MOVE, "to_move": 4, "loc": [1, 1, 2, -1], "loc_rw": rewards}
    state = position(**fields, unguarded_rewards=unguarded)
    NOCTURNA.apply(state, 15)
    assert state.phase == (Phase.LOOT if unguarded else Phase.CONCLUSION)
    if unguarded:
        assert (state.to_move, legal(state)) == (3, [at.PASS, 4])
        NOCTURNA.apply(state, 4)
        assert (state.hand[2, 2], state.mp_hand.sum()) == (1, 2)


@pytest.mark.parametrize(("mode", "life"), [("all", 32), ("standing", 16)])
def test_r40_life_of_a_boss_by_option(mode, life):
    fields = {"phase": Phase.CONCLUSION, "round_no": 3, "insomnia": [5, 21, 5, 21], "loc": [0, 0, 1, 1]}
    state = position(**fields, boss_life=mode)
    NOCTURNA.apply(state, at.PASS)
    assert state.foe_life[0] == life


def test_r41_no_child_has_to_return():
    state = boss_fight(insomnia=[5, 21, 5, 5], in_battle=[1, 0, 1, 1])
    play(state, at.SKILL, at.ATTACK)
    play(state, at.PASS)
    assert (state.insomnia[1], state.round_no, state.scores[0]) == (21, 5, 1)


def test_r44_timmy_heals_only_his_combat():
    state = play(base(insomnia=[5, 5, 7, 8]), at.DEFENCE, at.SKILL)
    assert state.insomnia.tolist() == [4, 4, 7, 8]


def test_the_quick_game_ends_with_the_second_boss():
    state = boss_fight(round_no=8, variant="quick", sheet=[2, 1, 0, 3])
    play(state, at.SKILL, at.ATTACK)
    assert (state.done, state.scores.tolist()) == (1, [0, 8, 8, 8, 8])
    state = boss_fight(round_no=8)
    play(state, at.SKILL, at.ATTACK)
    assert (state.done, state.round_no) == (0, 9)
