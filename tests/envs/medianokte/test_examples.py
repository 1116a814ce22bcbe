"""The worked examples of the rules with their exact numbers and probabilities, and the rulings on what the rulebook
leaves open."""

import numpy as np
import pytest

from medianoche.envs.core.compile.plain import plain
from medianoche.envs.medianokte.kernels.wounds import leave_army
from medianoche.envs.medianokte.state import Code
from tests.envs.examples import at, examples, then
from tests.envs.medianokte import numbers as n
from tests.envs.medianokte.table import GAME, RUN, army, binomial, legal, luck, near, often, play

K = n.KAZADOR
N = n.NIGROMANTE
P = n.KAPITANA
M = n.MEKANIKO
SHOT = 147 + 41
ASSIST = 405
FINAL = 406
EXPLORE = 146
EXTRA = 147 + 86 + 41


def enemy(**changes):
    return at(seat=0, **changes)


def no_finds(state):
    state.explore_object[:] = state.explore_event[:] = 0


def alike(after):
    """Trabuko compares the same two dice with each foe."""
    for hits in range(3):
        rows = after[after.boss_damage == hits]
        one = [army(row) for row in rows.view(np.recarray)[:200]]
        assert one == [[(12, 2, 0)] if hits == 2 else [(2, hits, 0), (12, hits, 0)]] * len(one)
        assert set(rows.charge[:, 1]) == {int(hits == 2)}
    return True


def bleeding(after):
    alive = after.winner == -1
    return near((after.bleed[:, 0] == 0) & alive, 1 / 6) and near((after.bleed[:, 0] == 1) & alive, 1 / 3)


def hesitates(**changes):
    return enemy(energy=3, hand_event={0: 1}, **changes)


TIRES = luck(lambda s: s.phase == n.TIRE, 30, 618)
WHISPERS = enemy(energy=1, hand_event={7: 1}, euphoria=[1], charge=[2])
FAILS = luck(lambda s: s.phase == n.OPTION, 37, 618)
FOES = [(0, 0, 0), (10, 0, 0), (1, 0, 0), (14, 3, 0)]
SHIELDED = at(characters=[N, P], army=[(10, 1, 0), (0, 0, 1)], army_poison=[4])
FOUR = at(players=4, characters=[K, P, M])
EXAMPLES = [
    *((f"the boss of {players} players has {life} life", at(players=players,
                                                            characters=[K, N, P, M, n.AKROBATA][: players - 1],
       boss_damage=life - left, boss_poison=9), SHOT, then(winner=winner))
      for players, life in ((2, 10), (4, 20), (6, 30)) for left, winner in ((3, 1), (4, -1))),
    *((f"a crew of {players - 1} has {life} life: {damage}", enemy(players=players, characters=[K, N], energy=1,
       army=[(0, 0, 0)], poison=[9], damage=[damage]), 46, then(winner=winner))
      for players, life in ((2, 12), (3, 9)) for damage, winner in ((life - 2, -1), (life - 1, 0))),
    ("hesitation tires two actions of the Enemy's choice", hesitates(),
     often(30, 618, energy={1}, discard_event_0={1}, to_move=(1, 0.4),
           _=lambda s: set(s.phase[s.to_move != 1]) == {n.TIRE} and set(s.to_move) == {0, 1}), TIRES,
     then(to_move=0, legal={646, 648, 649}), 648, then(orient_0=[2, 0, 2])),
    ("hesitation with one slot left needs no question", hesitates(orient=[[2, 2, 0]]),
     often(30, 618, to_move={1}, _=lambda s: near((s.orient[:, 0] == [2, 2, 2]).all(axis=1), 0.6))),
    ("hesitation with no slot left does nothing", hesitates(orient=[[2, 2, 2]]),
     often(30, 618, seeds=200, to_move={1}, _=lambda s: (s.orient[:, 0] == [2, 2, 2]).all())),
    ("exploring rests and pays", at(orient=[[1, 2, 0]]), EXPLORE,
     then(orient_0=[0, 1, 0], energy=2, phase=n.DRAWN, to_move=1)),
    ("exploring with a battery is cheaper", at(orient=[[1, 2, 0]], items={(0, 18): 1}), EXPLORE, then(energy=1)),
    ("exploring where nothing is left rests and pays", at(orient=[[1, 2, 0]]), no_finds, EXPLORE,
     then(orient_0=[0, 1, 0], energy=2, to_move=2)),
    ("ready astralis shield from melee", SHIELDED, then(legal={0, 146, 147, 211, 212, 231, 405}), 147,
     then(army=[(0, 0, 1)], charge_0=1, orient_0=[1, 0, 0], void_astrali_10=1)),
    ("tired astralis do not", at(characters=[N, P], army=[(10, 1, 1), (0, 0, 1)], army_poison=[4]),
     then(legal={0, 146, 147, 148, 167, 211, 212, 231, 405})),
    ("an area compares the same dice with each foe", at(seat=2, army=[(2, 0, 0), (12, 0, 0)]),
     often(232, boss_damage={0: 0.16, 1: 0.48, 2: 0.36}, same=alike, _=lambda s: (s.orient[:, 1] == [0, 2, 0]).all())),
    ("never the same player twice in a row", enemy(energy=5, army=[(12, 0, 0), (4, 0, 0)], poison=[9, 9]),
     then(legal={0, 1, 2, 3, 4, 5, 46, 47, 51, 52}), 46, then(damage=[3, 0], energy=4, last_hit=0, legal={0, 52}), 52,
     then(damage=[3, 2], to_move=1, last_hit=1)),
    ("a crew of one is struck once a turn",
     enemy(players=2, characters=[K], energy=5, army=[(12, 0, 0), (4, 0, 0)], poison=[9]), 46,
     then(damage_0=3, to_move=1, last_hit=0), 0, then(to_move=0, last_hit=-1)),
    ("an action card draws, rests and ends the turn",
     enemy(army=[(12, 0, 2), (4, 0, 1)], boss_cards=[1, 1, 1, 0, 1], hand_astrali={0: 1}), 4,
     then(energy=2, hand=8, army=[(12, 0, 1), (4, 0, 0)], boss_cards=[0] * 5, to_move=1)),
    ("a final action on every foe", at(characters=[M, P], charge=[3], army=FOES), FINAL,
     then(army=[(10, 2, 0)], charge_0=3, boss_damage=2, void_astrali_14=1, void_astrali_1=1, void_astrali_0=1,
          void_astrali_10=0)),
    ("a final action may win", at(characters=[M, P], charge=[3], army=FOES, boss_damage=13), FINAL,
     then(winner=1, done=1, to_move=-1, utility=[-1, 1, 1, 0, 0, 0])),
    ("bleeding at the end of the own turn", at(bleed=[1], damage=[8]), often(0, winner=(0, 0.5), _=bleeding),
     luck(lambda s: s.winner == 0, 0), then(utility=[1, -1, -1, 0, 0, 0])),
    ("revived astralis are extra weapons", at(characters=[N, P], void_astrali={12: 1, 14: 1}), ASSIST,
     then(extra_kind_0=[12, -1, -1, -1], orient_0=[0, 0, 1], to_move=2)),
    ("extra weapons strike at a distance", at(characters=[N, P], boss_poison=5, extra_kind=[[12]]), EXTRA,
     then(boss_damage=3, extra_orient_0_0=1)),
    ("tiring the boss tires an action card of the attacker's choice", at(),
     often(231, boss_damage=(0, 0.5), _=lambda s: set(s.phase[s.boss_damage == 1]) == {n.CARD}),
     luck(lambda s: s.boss_damage == 1, 231), then(to_move=1, legal={651, 652, 653, 654, 655}), 653,
     then(boss_cards=[0, 0, 2, 0, 0], to_move=2)),
    *((f"special attacks under {options}", at(army=[(10, 0, 0)], **options),
       often(211, army_damage_0=(1, chance), _=lambda s: ((s.army_orient[:, 0] == 2) == (s.army_damage[:,
                                                                                                       0] == 1)).all()))
      for options, chance in (({}, 0.8), ({"test": "attacker"}, 0.3), ({"test": "attacker_under"}, 0.6),
                              ({"test": "attacker_under", "ties": True}, 0.7), ({"ties": True}, 0.8))),
    ("a given weapon brings its tiredness",
     FOUR | at(seat=3, found={(2, 1): 0}, orient=[[2, 0, 0], [0, 0, 0], [0, 1, 0]]),
     then(legal={0, 146, 167, 405, 605, 606}), 605, then(phase=n.STACK, to_move=1, legal={616, 617}), 617,
     then(found_0=[-1, 0], orient_0=[2, 1, 0], found_2=[-1, -1], orient_2=[0, 1, 0], to_move=3)),
    ("the discard becomes the deck, and the hand is known",
     enemy(hand_astrali={12: 2}, hand_event={0: 1}, deck_astrali={0: 1}, deck_event={4: 1},
           discard_event={1: 2, 5: 3}), 4,
     then(hand=8, deck=2, discard_event=[0] * 16, known_event=[1, 0, 0, 0, 1] + [0] * 11,
          known_astrali=[1] + [0] * 11 + [2] + [0] * 11)),
    ("a test that is passed skips the option", WHISPERS,
     often(37, 618, _=lambda s: near(s.phase != n.OPTION, 0.4)
           and set(map(tuple, np.stack([s.euphoria[:, 0], s.charge[:, 0]], 1)[s.phase != n.OPTION])) == {(1, 2)}),
           FAILS,
     then(to_move=0, legal={656, 657}), 656, then(euphoria_0=0, charge_0=2)),
    ("a test that is failed may take a counter", WHISPERS, FAILS, 657, then(euphoria_0=1, charge_0=1)),
    ("a found weapon given away is stacked by the receiver",
     FOUR | at(seat=2, card=112, phase=n.DRAWN, found={(2, 0): 0}, orient={(2, 0): 1}),
     then(legal={609, 610, 611, 614}),
     610, then(energy=2, phase=n.STACK, to_move=3), 616,
     then(found_2_0=3, removed_object_0=1, orient_2_0=1, to_move=3, phase=n.CREW)),
    ("Arenga is for anyone and offers two effects", at(characters=[P, K]), ASSIST,
     then(phase=n.TARGET, legal={618, 619}),
     619, then(legal={656, 657}), 656, then(euphoria=[0, 1], orient_0=[0, 0, 1])),
]  # fmt: skip
GIFT = 439 + 5 * 19
LIFE = 439 + 5 * 13 + 1
COMBINED = enemy(energy=1, hand_astrali={0: 1})
RULINGS = [
    ("an action card after a purchase only if combined", COMBINED, 6, then(to_move=1)),
    ("an action card after a purchase if combined", COMBINED | at(combined=True), 6, then(legal={0, 1, 2, 3, 4, 5})),
    *((f"action cards rest when none is ready at the start of a turn: {before}", at(seat=2, boss_cards=before), 0,
       then(boss_cards=after)) for before, after in (
           ([2, 2, 2, 2, 2], [0, 0, 0, 0, 0]), ([2, 2, 1, 2, 2], [1, 1, 0, 1, 1]), ([1, 0, 2, 1, 1], [1, 0, 2, 1, 1]))),
    ("the Enemy may pass and keeps his energy", enemy(energy=7), 0, then(to_move=1, energy=7, round_no=0)),
    *((f"who was struck last is remembered for a {repeat}", at(seat=2, repeat=repeat, last_hit=1), 0,
       then(to_move=0, last_hit=last)) for repeat, last in (("game", 1), ("turn", -1))),
    ("events do not count as attacks", enemy(energy=9, hand_event={9: 1}, last_hit=0, army=[(0, 0, 0)]),
     then(has=47, lacks=46), 39, then(legal={618, 619}), 618, then(last_hit=0)),
    ("a played card leaves what the crew knows first", enemy(energy=9, hand_astrali={4: 2}, known_astrali={4: 1}), 10,
     then(hand_astrali_4=1, known_astrali_4=0), 10, then(hand_astrali_4=0, known_astrali_4=0)),
    ("without deck and discard nothing is drawn", enemy(hand_astrali={4: 1}, deck_event={}, deck_astrali={}), 4,
     then(hand=1, to_move=1)),
    ("gifts are for mates and do not end the turn", at(items={(0, 19): 1, (0, 13): 1}, damage=[8]),
     then(has=[LIFE, GIFT + 1]), GIFT + 1, then(items_1_19=1, to_move=1, phase=n.CREW, lacks=407 + 19)),
    ("life that is needed cannot be given", at(items={(0, 13): 1}, damage=[9]), then(lacks=LIFE)),
    ("life that is not needed can be given", at(items={(0, 13): 2}, damage=[9]), then(has=LIFE)),
    ("gifts name mates clockwise from the giver", FOUR | at(seat=2, items={(1, 19): 1}), GIFT + 1, then(items_2_19=1)),
    ("gifts name the second mate, too", FOUR | at(seat=2, items={(1, 19): 1}), GIFT + 2, then(items_0_19=1)),
    ("a crew of one cannot give", at(players=2, characters=[K], items={(0, 19): 1}, found=[[0, -1]]),
     then(legal={0, 146, 167, 231, 405, 426})),
    ("extra weapons rest and pay when exploring",
     at(characters=[N, P], orient=[[0, 2, 0]], extra_kind=[[12, 0]], extra_orient=[[1, 0]]), EXPLORE,
     then(energy=2, extra_orient_0=[0, 0, 0, 0], orient_0=[0, 1, 0])),
    ("extra weapons strike specially with the crew member as source", at(characters=[N, P], extra_kind=[[3]]),
     often(EXTRA, boss_damage=(1, 0.5), _=lambda s: ((s.boss_bleed == 1) == (s.boss_damage == 1)).all()
           and set(s.extra_orient[:, 0, 0]) == {1})),
    ("extra weapons under the attacker's reading", at(characters=[N, P], extra_kind=[[3]], test="attacker_under"),
     often(EXTRA, boss_damage=(1, 0.4))),
    ("extra weapons are basic attacks at a distance",
     at(characters=[N, P], extra_kind=[[12]], euphoria=[1], items={(0, 17): 1}),
     often(EXTRA, boss_damage=binomial(5, 0.6))),
    ("tired extra weapons do not strike", at(characters=[N, P], extra_kind=[[12]], extra_orient=[[1]]),
     then(lacks=EXTRA)),
    ("poison below one armour makes everything hit", at(boss_poison=99), often(SHOT, seeds=100, boss_damage={3})),
    ("a death moves the slots to its right",
     at(army=[(1, 0, 2), (0, 0, 1), (12, 1, 2)], army_poison=[0, 9, 3], army_bleed=[0, 0, 1]), 147 + 21 + 1,
     then(army=[(1, 0, 2), (12, 1, 2)], army_poison=[0, 3, 0], army_bleed=[0, 1, 0], army_kind_2=-1, void_astrali_0=1,
          charge_0=1)),
    *((f"what is pending moves with the slots r23: {pending}",
       at(army=[(1, 0, 2), (0, 0, 1), (12, 1, 2)], target=pending, self_code=pending),
       lambda state: leave_army(plain(state), 1) and None, then(target=moved, self_code=moved))
      for pending, moved in ((Code.FOE, Code.FOE), (Code.FOE + 1, Code.NOBODY), (Code.FOE + 2, Code.FOE + 1),
                             (Code.BOSS, Code.BOSS))),
    ("counters stop at the cap", at(army=[(0, 0, 0)], army_poison=[9], charge=[15]), 147 + 21, then(charge_0=15)),
    ("a final action leaves the other counters", at(characters=[M, P], charge=[5]), FINAL, then(charge_0=2)),
    ("a final action needs three counters", at(characters=[M, P], charge=[2]), then(lacks=FINAL)),
    ("the Enemy's side bleeds at the end of his turn",
     enemy(army=[(0, 0, 0), (12, 0, 0), (0, 0, 0)], army_bleed=[1, 0, 1], boss_bleed=1),
     often(0, boss_damage=(1, 0.5), boss_bleed=(0, 1 / 6), army_size={1: 0.25, 2: 0.5, 3: 0.25}, charge_0={0},
           _=lambda s: set(s.void_astrali[s.army_size == 1, 0]) == {2} and not s.charge.any())),
    ("the boss may bleed to death", enemy(boss_bleed=1, boss_damage=14), often(0, winner=(1, 0.5))),
    ("crew members bleed only at the end of their own turn", at(bleed=[0, 1]),
     often(0, seeds=200, _=lambda s: not s.damage.any())),
    ("the last round has no winner", at(seat=2, round_no=9, max_rounds=10), 0,
     then(done=1, winner=2, turn=0, round_no=10, utility=[0] * 6)),
    ("the round before the last goes on", at(seat=2, round_no=8, max_rounds=10), 0, then(done=0)),
    ("scores are percents of damage", at(damage=[4, 5], boss_poison=9, boss_damage=1), SHOT,
     then(scores=[50, 26, 26, 0, 0, 0])),  # 5 of 10, 4 of 15
    ("nothing is pending after a card", enemy(energy=9, hand_event={9: 1}), 39, 618,
     then(**dict.fromkeys(("card", "pc", "skip_at", "skip_to", "sweep", "sweep_at", "roll", "roll_stat", "after",
                           "left"), 0),
          **dict.fromkeys(("source", "self_code", "target", "receiver"), -1))),
]  # fmt: skip


@examples([*EXAMPLES, *RULINGS])
def test_example(row):
    RUN.run(row)


# ---- setup


@pytest.mark.parametrize(("players", "energy", "cards"), [(2, 3, 10), (4, 7, 30), (6, 11, 50)])
def test_deal(players, energy, cards):
    state = GAME.new(players, seed=3)
    RUN.check(state, energy=energy, hand=8, deck=22, phase=n.ENEMY, to_move=0, turn=0, last_hit=-1)
    assert state.explore_object.sum() + state.explore_event.sum() == cards


def test_building_a_deck_never_goes_back_and_always_gets_full():
    state = GAME.new(2, seed=0, decks="build")
    assert state.phase == n.BUILD
    for kind in (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 12, 14):
        GAME.step(state, 753 + kind)
    RUN.check(state, picks=18, cursor=14, legal={767, 768})
    RUN.check(play(state, 768), deck_astrali_15=2, legal={777, 778, 779, 780, 781, 782})


def test_choosing_boss_and_characters_all_different():
    state = GAME.new(3, seed=0, characters="choose")
    RUN.check(state, phase=n.CHOOSE, to_move=0, boss=-1, legal={749, 750, 751}, energy=0, hand=0)
    assert not state.deck_event.any()
    state = play(state, 750)
    RUN.check(state, boss=1, to_move=1, legal=set(range(741, 747)))
    state = play(state, 744)
    assert legal(state) == {741, 742, 743, 745, 746}
    RUN.check(play(state, 741), character=[3, 0, -1], phase=n.ENEMY, to_move=0, energy=5)


def test_crew_members_build_from_the_copies_left():
    state = GAME.new(3, seed=0, decks="build", characters="choose")
    for action in (749, 741, 742):
        GAME.step(state, action)
    RUN.check(state, phase=n.BUILD, to_move=0)
    while state.to_move == 0:
        GAME.step(state, min(legal(state)))
    RUN.check(state, to_move=1, has=793)
    GAME.step(state, 793)
    GAME.step(state, 793)
    assert 793 not in legal(state)
    while state.to_move == 1:
        GAME.step(state, min(legal(state)))
    RUN.check(state, picks=0, cursor=0, lacks=793)
    while state.phase == n.BUILD:
        GAME.step(state, max(legal(state)))
    assert (state.explore_object.sum(), state.explore_event.sum()) == (14, 6)


@pytest.mark.compiled
def test_random_decks_are_drawn_from_all_copies():
    states = GAME.batch(2000, num_players=3, decks="random", seed=0).states
    astralis = states.deck_astrali + states.hand_astrali
    assert set(astralis.sum(axis=1)) == {20}
    assert set((states.deck_event + states.hand_event).sum(axis=1)) == {10}
    assert np.allclose(astralis.mean(axis=0)[:16], 20 / 16, atol=0.06)
    assert np.allclose(states.explore_object.mean(axis=0)[:28], 14 / 28, atol=0.06)
    assert np.allclose(states.explore_event.mean(axis=0)[:8], 6 / 8, atol=0.06)
