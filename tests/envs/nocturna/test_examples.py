"""The worked examples of the rules, with their numbers; most are the rulebook's own."""

from medianoche.envs.nocturna.state import BASE, Phase
from tests.envs.examples import at, examples, then
from tests.envs.nocturna.positions import ATTACK, DEFENCE, NOCTURNA, PASS, RUN, SKILL, boss_fight, do, legal, on, place

# CHILD actions
FIRST = 4
SECOND = 5
THIRD = 6
FOURTH = 7
FOE_1 = 8
FOE_2 = 9
FOE_3 = 10
HEAL = (DEFENCE, SKILL)
BLOWS = (ATTACK, ATTACK)
VOID = (ATTACK, SKILL)
MARK = at(lead_child=1, marked=1, mp_hand={16: 1})
CHARGED = at(sheet=[3, 1, 0, 2], charge=[4], active=[{8: 1}, {}, {}, {}])


def lead(child, foe, turn):
    """Who has the initiative."""
    return then(lead_child=child, lead_foe=foe, turn=turn)


def marked(sheet, left):
    return at(sheet=sheet, **MARK), SKILL, ATTACK, FOE_1, then(foe_life_0=0, mp_hand_16=left, nm_disc_16=1 - left)


def rewards(hand, drawn):
    """The Master draws by the provision of the rewards that were taken, up to twelve cards."""
    loot = at(foe_life=[3, 0, 0], loc_rw=[place(2, 3, 4), place(), place(), place()], mp_hand=hand)
    asked = then(nm_disc=[1, 1, 1], phase=Phase.LOOT, to_move=1, legal=[PASS, FIRST, SECOND])
    after = then(hand_0_2=1, hand_1_3=1, held=drawn, phase=Phase.CONCLUSION, loc_rw_0=[-1, -1, 4, -1])
    return loot, SKILL, ATTACK, asked, FIRST, SECOND, do(PASS), after, to_the_next_round, then(round_no=2, rw_disc_4=1)


def to_the_next_round(state):
    if len(legal(state)) > 1:
        NOCTURNA.step(state, PASS)
    else:
        NOCTURNA.rules.advance(state)


def foe_is_the_boss(state):
    assert state.foe_kind[0] == 45 + state.boss


EXAMPLES = [
    ("skill beats defence", at(), *HEAL, then(insomnia=[4, 4, 5, 5], foe_shield_0=0), lead(1, 1, 2)),
    ("equal attacks hit the holders of the initiative", at(), *HEAL, *BLOWS, then(foe_life_1=1, insomnia_1=7),
     lead(0, 2, 3)),
    ("a void attack wins without effect", at(), *HEAL, *BLOWS, *VOID,
     then(insomnia=[4, 7, 5, 5], foe_life=[3, 1, 6, 0]), lead(1, 0, 4)),
    ("the winner chooses any enemy", at(), *HEAL, *BLOWS, *VOID, SKILL, ATTACK,
     then(phase=Phase.TARGET, to_move=2, legal=[FOE_1, FOE_2, FOE_3]), FOE_2, then(foe_life_1=0), lead(0, 2, 5)),
    ("a stunned child loses its turn", at(), SKILL, DEFENCE, then(phase=Phase.TARGET, legal=[FIRST, SECOND]), FIRST,
     then(insomnia_0=6, stun_0=1, shield_0=0), lead(1, 1, 2), DEFENCE, DEFENCE,
     then(foe_shield=[1, 1, 1, 0], shield_1=2), SKILL, then(insomnia=[9, 6, 5, 5], shield_1=0, stun_0=0),
     lead(1, 0, 4), then(last_child=0, last_master=SKILL)),
    ("shield first, and defeat above twenty", at(insomnia=[19, 5, 5, 5], shield=[1]), *BLOWS,
     then(foe_life_0=0, insomnia_0=21, shield_0=0, scores_0=1), lead(1, 1, 2)),
    ("william takes what is meant for the covered child",
     at(sheet=[0, 1, 2, 3], covered=1, lead_child=1, turn=2, last_master=1, last_child=1), ATTACK, SKILL, SECOND,
     then(insomnia=[8, 5, 5, 5], covered=-1)),
    ("mayla takes a card for a marked nightmare", *marked([2, 1, 0, 3], 0)),
    ("another child takes none for it", *marked([1, 3, 0, 2], 1)),
    ("striking with the mark", MARK, *HEAL, then(legal=[PASS, FOE_1, FOE_2, FOE_3]), FOE_3,
     then(foe_life_2=2, marked=0)),
    ("striking with the mark takes no card", MARK, *HEAL, FOE_1, then(foe_life_0=0, mp_hand_16=1, marked=0)),
    ("the mark may be kept", MARK, *HEAL, PASS, then(marked=1)),
    ("charges count once", CHARGED, SKILL, ATTACK, FOE_3, then(foe_life_2=0, charge_0=0)),
    ("charges count for a card that resolves only", CHARGED, DEFENCE, ATTACK, then(charge_0=4, foe_shield_0=1)),
    ("rewards of a location", *rewards({}, 5)),
    ("the master holds at most twelve cards", *rewards({3: 3, 6: 3, 7: 3, 4: 1}, 12)),
    ("birthday cake", on(phase=Phase.USE, to_move=1, insomnia=[2, 7, 21, 10], hand=[{0: 1}, {}, {}, {}]),
     do(BASE.use), then(insomnia=[0, 4, 21, 7], rw_disc_0=1)),
    ("food for rabbits", on(phase=Phase.USE, to_move=4, use_done=[1, 1, 1, 0], hand=[{}, {}, {}, {1: 1}]),
     do(BASE.use + 1), then(hand_3_1=0, active_3_1=1)),
    ("a lost combat",
     at(insomnia=[5, 5, 5, 19], loc=[0, 0, 1, 2], loc_nm=[place(), place(), place(3, 4), place()], loc_up=[0, 0, 1, 0],
        loc_rw=[place(), place(), place(2, 3), place()], battle=2, in_battle=[0, 0, 0, 1], foe_kind=[3, 4],
        foe_life=[4, 4, 0], foe_max=[4, 4, 0], lead_child=3), do(ATTACK), do(SKILL), do(FOURTH),
     then(insomnia_3=21, nm_disc_3=1, nm_disc_4=1, phase=Phase.CONCLUSION, held=0)),
    *((f"the life of a boss against {n}",
       on(num_players=n + 1, phase=Phase.CONCLUSION, round_no=3, loc=[0, 0, 1, 1][:n]), do(PASS),
       then(round_no=4, foe_life_0=8 * n, foe_max_0=8 * n), foe_is_the_boss)
      for n in (1, 2, 3, 4)),
    ("one child returns after a boss",
     boss_fight(insomnia=[20, 21, 21, 3], foe_life=[1], in_battle=[1, 0, 0, 1]), SKILL, ATTACK,
     then(phase=Phase.RESURRECT, to_move=1, legal=[PASS, SECOND, THIRD]), THIRD, then(insomnia_2=10, round_no=5)),
    ("two standing of four must split", on(phase=Phase.MOVE, to_move=1, insomnia=[5, 21, 5, 21]), do(13),
     then(to_move=3, legal=[12, 14, 15]), do(15), then(phase=Phase.CARRY, to_move=1, legal=[13, 15]), do(13),
     then(legal=[15])),
    ("an event costs other cards", on(mp_hand={16: 1, 0: 1, 1: 1}, place_cursor=0), then(has=BASE.event + 16),
     do(BASE.event + 16), then(phase=Phase.PAY, legal=[65, 66]), 65,
     then(insomnia=[6, 6, 6, 6], nm_disc_0=1, nm_disc_1=1, nm_disc_16=1)),
    ("an event needs other cards", on(mp_hand={16: 1, 0: 1}), then(lacks=BASE.event + 16)),
    ("two instants of a family",
     on(phase=Phase.USE, to_move=1, insomnia=[10, 1, 5, 5], hand=[{2: 1, 5: 1}, {}, {}, {}]),
     do(BASE.use_family + 2), then(insomnia=[3, 0, 3, 3], rw_disc_2=1, rw_disc_5=1, in_hands=0)),
    ("both sides tire", at(fatigue=30, turn=31), DEFENCE, DEFENCE,
     then(shield_0=0, foe_shield_0=0, insomnia_0=6, foe_life_0=2, turn=32)),
    ("the last boss falls with the last child",
     boss_fight(2, sheet=[2], round_no=12, insomnia=[19], foe_life=[2], foe_max=[8]), *BLOWS,
     then(foe_life_0=0, insomnia_0=21, phase=Phase.END, utility=[1, -1, 0, 0, 0], scores=[1, 11, 0, 0, 0])),
    ("the children win with the last boss",
     boss_fight(3, round_no=12, insomnia=[19, 21], in_battle=[1, 0], foe_life=[2], foe_max=[16]), SKILL, ATTACK,
     then(phase=Phase.END, to_move=-1, done=1, utility=[-1, 1, 1, 0, 0], scores=[1, 12, 12, 0, 0])),
]  # fmt: skip


@examples(EXAMPLES)
def test_example(row):
    RUN.run(row)
