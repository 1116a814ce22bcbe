"""Rulings that the worked examples do not show, each in a position; the sentences name them."""

import numpy as np
import pytest

from medianoche.envs.nocturna.state import BASE, Phase
from tests.envs.examples import at, examples, then
from tests.envs.nocturna.positions import (
    ATTACK,
    BOSS,
    DEFENCE,
    NOCTURNA,
    PASS,
    RUN,
    SKILL,
    base,
    do,
    legal,
    on,
    place,
    play,
)
from tests.envs.packs import tables, written

EMPTY = [place()] * 4
EXCHANGE = {"phase": Phase.USE, "to_move": 2, "hand": [{2: 1}, {5: 1}, {}, {}]}
CHOICES = {"phase": Phase.USE, "to_move": 1, "hand": [{4: 1, 12: 1, 2: 1}, {}, {}, {}]}
HIDDEN = [place(0), *EMPTY[1:]]
COVERED = {"sheet": [0, 1, 2, 3], "covered": 1}
LAST_BOSS = BOSS | {"foe_life": [1], "foe_max": [32]}
GOVERNESS = LAST_BOSS | {"boss": 3, "foe_kind": [48], "foe_life": [9], "bottle": [0, 1, 1, 0]}
CARRIED = {"phase": Phase.MOVE, "to_move": 1, "insomnia": [5, 21, 21, 21]}
LAST_MOVE = {"phase": Phase.MOVE, "to_move": 4, "loc": [1, 1, 2, -1]}
UNGUARDED = LAST_MOVE | {"loc_rw": [place(), place(), place(2), place()]}
BOSS_COMES = {"phase": Phase.CONCLUSION, "round_no": 3, "insomnia": [5, 21, 5, 21], "loc": [0, 0, 1, 1]}
ROWS = [
    ("r4 unseen nightmares are discarded among nightmares",
     on(phase=Phase.CONCLUSION, loc=[1, 1, 2, 2], loc_nm=[place(0, 1), *EMPTY[1:]]), do(PASS), then(nm_disc=[1, 1])),
    ("r6 the master wins when the last child falls with the last foe",
     at(insomnia=[20, 21, 21, 21], in_battle=[1, 0, 0, 0], foe_life=[1, 0, 0]), ATTACK, ATTACK,
     then(utility=[1, -1, -1, -1, -1], foe_life=[0, 0, 0, 0])),
    ("r7 a defeated child loses its states and keeps its cards",
     at(**COVERED, insomnia=[20, 5, 5, 5], charge=[3], hand=[{2: 1}, {}, {}, {}], active=[{8: 1}, {}, {}, {}]), SKILL,
     DEFENCE, 4, then(insomnia_0=21, charge_0=0, stun_0=0, covered=-1, hand_0_2=1, active_0_8=1)),
    ("r8 r9 only creatures are placed, from left to right", on(mp_hand={0: 2, 16: 2, 18: 1}, place_cursor=0),
     then(legal=[PASS, BASE.event + 16, BASE.place, BASE.place + 2, BASE.place + 3]), do(BASE.place + 2),
     then(has=[BASE.place + 2, BASE.place + 3], lacks=[BASE.place, BASE.place + 1], loc_nm_2=[0, -1, -1, -1])),
    ("r11 r12 a passed child who gets a card is asked again", on(**EXCHANGE, use_done=[1, 0, 0, 0]),
     then(legal=[PASS, BASE.use + 5, BASE.offer + 4 * 5 + 3]), do(BASE.offer + 4 * 5 + 3),
     then(phase=Phase.RETURN, to_move=1, legal=[PASS, BASE.give + 2]), do(BASE.give + 2),
     then(hand_0_5=1, hand_1_2=1, to_move=1, use_done=[0, 0, 0, 0])),
    ("r13 a refusal counts as an offer", on(**EXCHANGE, use_done=[1, 0, 1, 1]), do(BASE.offer + 4 * 5 + 3), do(PASS),
     then(offers_1=1, to_move=2, use_done_0=1), do(BASE.offer + 4 * 5 + 3), do(PASS),
     then(offers_1=2, to_move=2, use_done_0=1, legal=[PASS, BASE.use + 5])),
    ("r12 a revived child is asked in the same step",
     on(phase=Phase.USE, to_move=3, use_done=[1, 0, 0, 0], insomnia=[5, 21, 5, 21], hand=[{}, {}, {12: 1}, {}]),
     BASE.use + 12, then(phase=Phase.TARGET, legal=[5, 7]), do(5),
     then(insomnia=[5, 21, 5, 10], to_move=1, use_done=[0, 0, 0, 0])),
    ("r15 an instant that chooses needs a choice", on(**CHOICES, insomnia=[0] * 4), then(legal=[PASS, BASE.use + 2])),
    ("r15 a place face down is a choice", on(**CHOICES, loc_nm=HIDDEN), then(has=BASE.use + 4)),
    ("r15 a place face up is none", on(**CHOICES, loc_nm=HIDDEN, loc_up=[1, 0, 0, 0]), then(lacks=BASE.use + 4)),
    *((f"r16 a reward of kind {kind} stays after a combat {stays} times",
       on(**LAST_MOVE, active=[{kind: 1}, {}, {}, {}]), do(15),
       then(phase=Phase.CONCLUSION, **{f"active_0_{kind}": stays, f"rw_disc_{kind}": 1 - stays}))
      for kind, stays in ((3, 0), (8, 1))),
    ("r16 permanents leave the table with the zone", at(**LAST_BOSS, active=[{8: 1}, {3: 1}, {}, {}]), SKILL, ATTACK,
     then(on_tables=0, rw_disc_8=1, rw_disc_3=1, round_no=5)),
    ("r17 an instant needs its mate to be played with it",
     on(phase=Phase.USE, to_move=1, hand=[{2: 1}, {5: 1}, {}, {}], insomnia=[9] * 4), then(lacks=BASE.use_family + 2),
     do(BASE.use + 2), then(insomnia=[6, 9, 9, 9])),
    ("r19 carrying may exceed the capacity without room", on(**CARRIED), *([then(has=12), do(12)] * 4),
     then(loc=[0, 0, 0, 0])),
    ("r19 carrying may not exceed the capacity with room", on(**CARRIED, carry="optional"), do(12),
     then(legal=[PASS, 12]), do(12), then(legal=[PASS]), do(PASS), then(loc=[0, 0, -2, -1])),
    ("r21 the master draws for those who are carried",
     on(phase=Phase.CARRY, to_move=1, insomnia=[5, 21, 5, 21], loc=[0, -1, 1, -1], loc_nm=HIDDEN), do(12), do(13),
     then(phase=Phase.MASTER_CARD, battle=0, held=1, in_battle=[1, 0, 0, 0])),
    ("r22 the winner may pick who acts", at(actor="free"), ATTACK, SKILL,
     then(phase=Phase.ACTOR, to_move=0, legal=[8, 9, 10]), 9, then(phase=Phase.TARGET, legal=[4, 5])),
    ("r22 the stunned are no choice", at(actor="free", stun=[0, 1]), SKILL, ATTACK,
     then(phase=Phase.TARGET, to_move=1, legal=[8, 9, 10])),
    ("r22 no player picks among equal cards", at(actor="free"), ATTACK, ATTACK, then(turn=2)),
    ("r24 a fallen foe is not strengthened by its own card",
     at(loc_nm=[place(13, 1), *EMPTY[1:]], foe_kind=[13, 1, -1], foe_life=[3, 5, 0], foe_max=[4, 5, 0]), ATTACK, ATTACK,
     then(foe_life=[0, 5, 0, 0], insomnia_0=7)),
    ("r25 an event may take the lead", at(insomnia=[20, 5, 5, 5], mp_hand={18: 1, 0: 1}), BASE.event + 18,
     then(stun_0=1, lead_child=0, phase=Phase.MASTER_CARD)),
    ("r28 empowered foes hit harder with cards only", at(foe_emp=[2, 0, 0], mp_hand={16: 1, 0: 2}), ATTACK, SKILL, 4,
     then(insomnia_0=10)),
    ("r30 no lock",
     at(loc_nm=[place(5, 1), *EMPTY[1:]], foe_kind=[5, 1, -1], foe_life=[4, 5, 0], foe_max=[4, 5, 0],
        bottle=[1, 0, 0, 0]), SKILL, 4, then(bottle=[0, 0, 0, 0])),
    ("r30 only two bottles", at(**GOVERNESS), SKILL, DEFENCE, 4, then(bottle=[0, 1, 1, 0])),
    ("r30 a bottle may be used again", at(**GOVERNESS), SKILL, DEFENCE, 5, then(bottle=[0, 2, 1, 0])),
    ("r31 area effects ignore the cover", at(**COVERED, lead_foe=2, turn=3, last_master=1, last_child=1), SKILL,
     DEFENCE, then(insomnia=[8, 8, 5, 5], covered=1)),
    ("r33 fatigue and others take no card",
     at(lead_child=1, turn=11, marked=1, mp_hand={16: 1}, foe_life=[1, 5, 6], fatigue=10, last_master=1, check=False),
     DEFENCE, DEFENCE, then(foe_life_0=0, mp_hand_16=1)),
    ("r37 unguarded rewards stay", on(**UNGUARDED, unguarded_rewards=False), do(15), then(phase=Phase.CONCLUSION)),
    ("r37 unguarded rewards may be taken", on(**UNGUARDED, unguarded_rewards=True), do(15),
     then(phase=Phase.LOOT, to_move=3, legal=[PASS, 4]), do(4), then(hand_2_2=1, held=2)),
    *((f"r40 the life of a boss for {mode}", on(**BOSS_COMES, boss_life=mode), do(PASS), then(foe_life_0=life))
      for mode, life in (("all", 32), ("standing", 16))),
    ("r41 no child has to return", at(**LAST_BOSS | {"insomnia": [5, 21, 5, 5], "in_battle": [1, 0, 1, 1]}), SKILL,
     ATTACK, PASS, then(insomnia_1=21, round_no=5, scores_0=1)),
    ("r44 timmy heals only his combat", at(insomnia=[5, 5, 7, 8]), DEFENCE, SKILL, then(insomnia=[4, 4, 7, 8])),
    ("the quick game ends with the second boss", at(**LAST_BOSS | {"round_no": 8}, variant="quick", sheet=[2, 1, 0, 3]),
     SKILL, ATTACK, then(done=1, scores=[0, 8, 8, 8, 8])),
    ("the long game goes on after the second boss", at(**LAST_BOSS | {"round_no": 8}), SKILL, ATTACK,
     then(done=0, round_no=9)),
]  # fmt: skip


@examples(ROWS)
def test_ruling(row):
    RUN.run(row)


def test_r1_sheets_are_chosen_in_seat_order():
    state = NOCTURNA.new(5, 0)
    assert legal(state) == [BASE.sheet + s for s in range(4)]
    NOCTURNA.step(state, BASE.sheet + 2)
    assert (state.to_move, legal(state)) == (2, [BASE.sheet + s for s in (0, 1, 3)])
    assert NOCTURNA.rules.inconsistency(state) == ""
    state.sheet[2] = 0  # the third child has chosen before the second
    assert "sheet" in NOCTURNA.rules.inconsistency(state)
    assert NOCTURNA.new(5, 0, sheets="order").sheet.tolist() == [0, 1, 2, 3]
    assert len({tuple(NOCTURNA.new(3, seed, sheets="random").sheet.tolist()) for seed in range(60)}) == 12


def test_r3_an_empty_deck_is_refilled_in_the_middle_of_a_draw():
    left = np.array([2, 2, 3, 2, 3, 2, 2, 1, 1]) - [2, 1, 1, 1, 0, 0, 0, 0, 0]
    state = RUN.position(**on(phase=Phase.CONCLUSION, loc=[0, 0, 1, 1], loc_disc=[*left, *[0] * 9]))
    state.loc_deck[:] = [1, *[0] * 17]
    NOCTURNA.rules.apply(state, PASS)
    assert (state.loc_kind >= 0).all()
    assert (state.loc_deck.sum(), state.loc_disc.sum()) == (14, 0)


def changed_pack(folder, change):
    """The path of the standard pack with a change."""
    tables_read = tables(NOCTURNA)
    change(tables_read)
    return written(folder, tables_read)


def test_r7_a_second_revival_of_one_card_does_nothing(tmp_path):
    twice = {"effects": ["revive 10 fallen", "revive 3 fallen"]}
    pack = changed_pack(tmp_path, lambda pack_tables: pack_tables["reward"][12].update(twice))
    fields = {"phase": Phase.USE, "to_move": 1, "insomnia": [5, 21, 5, 5], "hand": [{12: 1}, {}, {}, {}]}
    state = play(RUN.position(**on(**fields, pack=pack)), BASE.use + 12)
    assert (state.insomnia[1], state.scores[0]) == (10, 0)


@pytest.mark.parametrize(
    ("fields", "target", "insomnia"),
    [({"foe_emp": [2, 0, 0]}, 4, [7, 5, 5, 5]), (COVERED, 5, [5, 7, 5, 5])],
    ids=["r28 empowered", "r31 covered"],
)
def test_a_defence_that_hits_is_not_empowered_and_ignores_the_cover(fields, target, insomnia, tmp_path):
    pack = changed_pack(tmp_path, lambda pack_tables: pack_tables["nightmare"][0].update(defence=["hit 2 enemy"]))
    state = play(base(pack=pack, **fields), DEFENCE, ATTACK, target)
    assert (state.insomnia.tolist(), state.covered) == (insomnia, fields.get("covered", -1))
