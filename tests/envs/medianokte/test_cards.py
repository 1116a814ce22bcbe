"""Every card is played: those of the characters, the bosses, the astralis, all events and objects; effects, choices
and frequencies are checked."""

import pytest

from tests.envs.examples import at, examples, then
from tests.envs.medianokte import numbers as n
from tests.envs.medianokte.table import MAGIC, RUN, binomial, crew, legal, luck, near, often, outcomes, play

MELEE_BOSS = 20
DISTANCE_BOSS = 41
AREA = 42
FIRST = 147
SECOND = 147 + 43
ASSIST = 405
FINAL = 406
AT_1 = 618
AT_2 = 619
SLOT_1 = 623
SLOT_2 = 624
AT_BOSS = 643
HIT = 0.6  # Kapitán Umbral: armour 5, strength 7, dexterity 5, will 6
PASS_ON = then(to_move=2)


def has(character, **changes):
    """That character and another one against Kapitán Umbral."""
    return at(characters=[character, n.KAPITANA if character != n.KAPITANA else n.KAZADOR], **changes)


def after_hit(name, slot, value, otherwise):
    """The values of `name` where the first weapon hit the astrali in a slot, and elsewhere."""

    def check(after):
        hit = after.army_damage[:, slot] > 0
        return set(after[name][hit, slot]) == {value} and set(after[name][~hit, slot]) == {otherwise}

    return check


def weapon(character, action, slot, tired, chances):
    return (f"{character}: weapon by action {action}", has(character),
            often(action, boss_damage=chances, to_move={2},
                  _=lambda s: set(s.orient[:, 0, slot]) == {tired}))  # fmt: skip


def fewer(after):
    """Lluvia de Flechas: who kills the golem is paid a counter; each foe is hit by dice of its own."""
    dead = after.army_size == 0
    paid = set(after.charge[dead, 0]) == {2} and set(after.charge[~dead, 0]) == {1}
    return paid and near(dead, HIT**4) and near(dead & (after.boss_damage == 4), HIT**8)


RANGES = {
    n.KAZADOR: {FIRST + DISTANCE_BOSS, SECOND + DISTANCE_BOSS},
    n.NIGROMANTE: {FIRST + MELEE_BOSS, SECOND + DISTANCE_BOSS},
    n.KAPITANA: {FIRST + MELEE_BOSS, SECOND + AREA},
    n.KURADORA: {FIRST + DISTANCE_BOSS, SECOND + MELEE_BOSS},
    n.MEKANIKO: {FIRST + MELEE_BOSS, SECOND + DISTANCE_BOSS},
    n.AKROBATA: {FIRST + MELEE_BOSS, FIRST + DISTANCE_BOSS, SECOND + MELEE_BOSS},
}
CHARACTERS = [
    weapon(n.KAZADOR, FIRST + DISTANCE_BOSS, 0, 1, binomial(3, HIT)),
    weapon(n.NIGROMANTE, FIRST + MELEE_BOSS, 0, 1, binomial(3, HIT)),
    weapon(n.NIGROMANTE, SECOND + DISTANCE_BOSS, 1, 1, MAGIC),
    weapon(n.KAPITANA, FIRST + MELEE_BOSS, 0, 1, binomial(3, HIT)),
    weapon(n.KAPITANA, SECOND + AREA, 1, 2, binomial(2, HIT)),
    weapon(n.KURADORA, FIRST + DISTANCE_BOSS, 0, 1, binomial(2, HIT)),
    weapon(n.KURADORA, SECOND + MELEE_BOSS, 1, 1, {0: 0.5, 2: 0.5}),
    weapon(n.MEKANIKO, FIRST + MELEE_BOSS, 0, 2, binomial(5, HIT)),
    weapon(n.MEKANIKO, SECOND + DISTANCE_BOSS, 1, 1, binomial(2, HIT)),
    weapon(n.AKROBATA, FIRST + MELEE_BOSS, 0, 1, binomial(3, HIT)),
    weapon(n.AKROBATA, FIRST + DISTANCE_BOSS, 0, 1, binomial(2, HIT)),
    *((f"{character}: weapons have only their ranges", has(character), then(legal={0, 146, ASSIST, *attacks}))
      for character, attacks in RANGES.items()),
    ("Red Oskura on an astrali exhausts it", has(n.KAZADOR, army=[(14, 0, 1)]),
     often(SECOND + 21, army_damage_0=(1, 0.7), _=after_hit("army_orient", 0, 2, 1))),  # dexterity 3
    ("Ojo de Presa poisons any foe", has(n.KAZADOR, army=[(0, 0, 0)]), ASSIST,
     then(phase=n.TARGET, legal={SLOT_1, AT_BOSS}), AT_BOSS, then(boss_poison=1)),
    ("Ojo de Presa poisons an astrali", has(n.KAZADOR, army=[(0, 0, 0)]), ASSIST, SLOT_1,
     then(army_poison_0=1, boss_poison=0, orient_0=[0, 0, 1])),
    ("Lluvia de Flechas rolls anew for each foe", has(n.KAZADOR, charge=[4], army=[(10, 0, 0)]),
     often(FINAL, boss_damage=binomial(4, HIT), _=fewer)),  # armour 5, life 4
    ("Animar a los Kaidos offers astralis that cost three or less",
     has(n.NIGROMANTE, void_astrali={0: 1, 12: 1, 14: 1}),
     ASSIST, then(phase=n.REVIVE, to_move=1, legal={658, 658 + 12}), 658,
     then(extra_kind_0=[0, -1, -1, -1], void_astrali_0=0), PASS_ON),
    ("Animar with nothing to revive does nothing", has(n.NIGROMANTE, void_astrali={14: 1}), ASSIST,
     then(extra_kind_0=[-1] * 4), PASS_ON),
    ("Animar with no place does nothing", has(n.NIGROMANTE, void_astrali={0: 1}, extra_kind=[[1, 1, 2, 3]]), ASSIST,
     then(void_astrali_0=1), PASS_ON),
    ("Repartir Semillas revives two and heals",
     has(n.NIGROMANTE, charge=[3], damage=[4], void_astrali={0: 1, 14: 1, 15: 1}), FINAL,
     then(legal={658, 658 + 14, 658 + 15}), 658 + 14, then(legal={658, 658 + 15}), 658,
     then(extra_kind_0=[14, 0, -1, -1], damage_0=1, charge_0=0)),
    ("Arenga makes euphoric", has(n.KAPITANA, damage=[2, 3]), ASSIST, then(phase=n.TARGET), AT_2, then(phase=n.OPTION),
     656, then(euphoria_1=1)),
    ("Arenga heals", has(n.KAPITANA, damage=[2, 3]), ASSIST, AT_2, 657, then(euphoria_1=0, damage=[2, 2])),
    ("Todos a Una rests, cheers and heals everyone",
     has(n.KAPITANA, charge=[3], damage=[1, 2], orient=[[1, 2, 1], [0, 2, 1]]), FINAL,
     then(orient=[[0, 1, 0], [0, 1, 0]], euphoria=[1, 1, 0], damage=[0, 1])),
    ("Bisturí makes bleed", has(n.KURADORA, army=[(14, 0, 0)]),
     often(SECOND, army_damage_0=(2, 0.7), _=after_hit("army_bleed", 0, 1, 0))),  # dexterity 3
    ("Vendaje heals and stops bleeding", has(n.KURADORA, damage=[1, 3], bleed=[1, 1]), ASSIST,
     then(legal={AT_1, AT_2}), AT_2, then(damage_1=1, bleed_1=0)),
    ("Vendaje heals oneself", has(n.KURADORA, damage=[1, 3], bleed=[1, 1]),
     often(ASSIST, AT_1, seeds=50, damage_0={0}, bleed_0={0})),
    ("Milagro heals everyone", has(n.KURADORA, charge=[3], damage=[3, 6], bleed=[1, 1], poison=[2, 12]), FINAL,
     then(damage=[0, 2], bleed=[0, 0], poison=[0, 3])),
    ("Sabotaje takes energy and exhausts", has(n.MEKANIKO, energy=5), ASSIST, then(energy=2, orient_0_2=2)),
    ("Sabotaje takes what is there", has(n.MEKANIKO, energy=2), ASSIST, then(energy=0)),
    ("Sobrekarga hurts every foe", has(n.MEKANIKO, charge=[3], army=[(12, 0, 0), (0, 0, 0), (12, 1, 2)]), FINAL,
     then(army=[(12, 2, 0)], boss_damage=2, charge_0=2)),
    ("Patada Giratoria taps", has(n.AKROBATA),
     often(SECOND + MELEE_BOSS, boss_damage=(2, 0.3), _=lambda s: set(s.phase[s.boss_damage == 2]) == {n.CARD}),
     luck(lambda s: s.boss_damage == 2, SECOND + MELEE_BOSS), 655, then(boss_cards=[0, 0, 0, 0, 1])),  # strength 7
    *((f"Finta taps, then hurts: {target}",
       has(n.AKROBATA, army=[(12, 0, 0), (0, 0, 0)], boss_cards=[1, 0, 0, 0, 0]), ASSIST,
       then(legal={SLOT_1, SLOT_2, AT_BOSS}), target, result)
      for target, result in ((SLOT_1, then(army=[(12, 1, 1), (0, 0, 0)])),
                             (SLOT_2, then(army=[(12, 0, 0)], charge_0=1)),
                             (AT_BOSS, then(legal={652, 653, 654, 655})))),
    ("Finta taps an action card of the boss", has(n.AKROBATA, boss_cards=[1, 0, 0, 0, 0], army=[(12, 0, 0)]), ASSIST,
     AT_BOSS, 652, then(boss_damage=1, boss_cards=[1, 1, 0, 0, 0])),
    ("Danza Letal hurts the boss and makes it bleed", has(n.AKROBATA, charge=[3], army=[(14, 0, 0)]), FINAL, AT_BOSS,
     then(boss_damage=5, boss_bleed=1)),
    ("Danza Letal kills an astrali", has(n.AKROBATA, charge=[3], army=[(14, 0, 0)]), FINAL, SLOT_1,
     then(army=[], charge_0=1, boss_bleed=0)),
]  # fmt: skip


def enemy(boss=n.UMBRAL, **changes):
    """His turn; Kazador and Kapitana: armour 5 5, strength 5 6, dexterity 7 4, will 5 6."""
    return at(boss=boss, seat=0, **changes)


def asked(member):
    """Whether the Enemy is asked which cards of that crew member tire."""
    return lambda after: (after.phase == n.TIRE) & (after.target == member)


def both(name, first, second):
    """Each crew member fails alone."""
    return {f"{name}_0": (1, first), f"{name}_1": (1, second)}


BOSSES = [
    ("Kañonazo", enemy(), often(1, AT_2, damage_1=binomial(3, 0.6), to_move={1}, boss_cards_0={1}), 1,
     then(legal={AT_1, AT_2})),
    ("Grito del Vacío asks for each who fails", enemy(),
     often(2, _=lambda s: near(asked(0)(s), 0.6) and near(asked(1)(s), 0.4 * 0.5)), luck(asked(0), 2),
     then(legal={644, 645, 647}, to_move=0), often(645, phase=(n.TIRE, 0.5)),
     often(645, seeds=50, _=lambda s: set(s.orient[:, 0, 1]) == {1})),
    ("Reklutar summons for free", enemy(hand_astrali={0: 1, 14: 1}), 3,
     then(phase=n.SUMMON, to_move=0, legal={682, 706}), 682, then(army=[(0, 0, 0)], energy=0, to_move=1)),
    ("Reklutar may summon no Astrali", enemy(hand_astrali={0: 1, 14: 1}), 3, 706, then(army=[])),
    ("Reklutar without an astrali to summon asks nothing", enemy(hand_astrali={14: 1}), 3, then(to_move=1)),
    ("Saqueo", enemy(hand_astrali={0: 9}), 4, then(energy=2, hand=10)),
    ("Filo Oskuro bleeds even those who pass", enemy(), often(5, AT_1, damage_0=(1, 0.6), bleed_0={1})),
    ("Enjambre summons two", enemy(n.KOLMENA, hand_astrali={0: 1, 4: 1, 12: 1}), 1, then(legal={682, 686, 706}), 686,
     then(legal={682, 706}), 682, then(army=[(4, 0, 0), (0, 0, 0)])),
    ("Enjambre may summon one", enemy(n.KOLMENA, hand_astrali={0: 1, 4: 1, 12: 1}), 1, 686, 706,
     then(army=[(4, 0, 0)])),
    ("Nube Ácida", enemy(n.KOLMENA),
     often(2, **both("poison", 0.6, 0.5), _=lambda s: near((s.poison[:, :2] == 1).all(axis=1), 0.3))),
    ("Drenar heals the boss", enemy(n.KOLMENA, boss_damage=3),
     often(3, AT_1, damage_0=binomial(2, 0.6), boss_damage={2})),
    ("Feromonas rests and heals the army before it rests anyway", enemy(n.KOLMENA, army=[(12, 2, 2), (10, 0, 1)]), 4,
     then(army=[(12, 1, 0), (10, 0, 0)])),
    ("Feromonas without an army", enemy(n.KOLMENA), 4, then(to_move=1)),
    ("Aguijón", enemy(n.KOLMENA), often(5, AT_2, damage_1=(2, 0.7),
                                        _=lambda s: ((s.poison[:, 1] == 1) == (s.damage[:, 1] == 2)).all())),
    ("Pesadilla hurts even those who pass", enemy(n.ORAKULO),
     often(1, AT_1, phase=(n.TIRE, 0.6), _=lambda s: set(s.damage[s.phase != n.TIRE, 0]) == {1}),
     luck(lambda s: s.phase == n.TIRE, 1, AT_1), then(legal={646, 648, 649}), 649,
     then(orient_0=[0, 2, 2], damage_0=1, to_move=1)),
    ("Presagio", enemy(n.ORAKULO, hand_astrali={0: 7}), 2, then(energy=2, hand=9)),
    ("Rayo Negro", enemy(n.ORAKULO), often(3, AT_1, damage_0=MAGIC)),
    ("Silencio takes counters", enemy(n.ORAKULO, charge=[5, 1]), 4, AT_2, then(phase=n.OPTION, legal={656, 657}), 656,
     then(charge=[5, 0])),
    ("Silencio exhausts", enemy(n.ORAKULO, charge=[5, 1]), 4, AT_2, 657, then(legal={644, 645, 647}), 647,
     then(orient_1=[0, 0, 2])),
    ("Eklipse", enemy(n.ORAKULO), often(5, **both("damage", 0.6, 0.5))),
    *((f"astrali {kind} leaves a condition", enemy(energy=1, army=[(kind, 0, 0)]), often(46, **{field: (1, chance)}))
      for kind, field, chance in ((3, "bleed_0", 0.3), (6, "poison_0", 0.5))),
    *((f"astrali {kind} taps a card of the Enemy's choice", enemy(energy=2, army=[(kind, 0, 0)]),
       often(46, phase=(n.TIRE, chance)), luck(lambda s: s.phase == n.TIRE, 46),
       then(to_move=0, damage_0=damage, legal={644, 645, 647}), 645, then(orient_0=[0, 1, 0]))
      for kind, chance, damage in ((5, 0.5, 1), (11, 0.3, 2))),
]  # fmt: skip


def event(kind, **changes):
    return enemy(energy=9, hand_event={kind: 1}, **changes)


HANDS = event(6, items={(0, 13): 1, (0, 21): 2}, found={(0, 1): 3})
LOST = luck(lambda s: s.phase == n.LOSE, 36, AT_1)
EVENTS = [
    ("Momento de Vacilación", event(0), often(30, AT_2, phase=(n.TIRE, 0.5))),
    ("Deskompresión", event(1), often(31, **both("damage", 0.6, 0.5))),
    ("Fuga Tóxika", event(2), often(32, AT_1, poison_0=(1, 0.6))),
    ("Hemorragia", event(3), often(33, AT_1, bleed_0=(1, 0.4))),
    ("Trampa de Kuchillas", event(4), often(34, AT_2, damage_1={0: 0.3, 2: 0.7})),
    ("Apagón", event(5), often(35, _=lambda s: near(asked(0)(s), 0.6) and near(asked(1)(s), 0.2))),
    ("Manos Invisibles removes a found weapon", HANDS, often(36, AT_1, phase=(n.LOSE, 0.4)), LOST,
     then(legal={707 + 13, 707 + 21, 740}), 740, then(found_0=[-1, -1], removed_object_3=1)),
    ("Manos Invisibles removes an object", HANDS, LOST, 707 + 21, then(items_0_21=1, removed_object_21=1)),
    ("Manos Invisibles kills who needs the life", HANDS, LOST, lambda state: state.damage.__setitem__(0, 9), 707 + 13,
     then(winner=0)),
    ("Manos Invisibles on empty hands asks nothing", event(6),
     often(36, AT_1, seeds=100, _=lambda s: n.LOSE not in set(s.phase))),
    ("Susurros takes euphoria", event(7, euphoria=[0, 1], charge=[0, 3]), often(37, AT_2, phase=(n.OPTION, 0.5)),
     luck(lambda s: s.phase == n.OPTION, 37, AT_2), 656, then(euphoria_1=0)),
    ("Susurros takes a counter", event(7, euphoria=[0, 1], charge=[0, 3]),
     luck(lambda s: s.phase == n.OPTION, 37, AT_2), 657, then(charge_1=2)),
    ("Eko en los Pasillos needs an army", event(8), then(lacks=38)),
    ("Eko en los Pasillos rests the army", event(8, army=[(0, 0, 2), (12, 0, 1)]), 38,
     then(army=[(0, 0, 1), (12, 0, 0)], to_move=0, energy=7)),
    ("Torreta Automátika", event(9), often(39, AT_2, damage_1=binomial(3, 0.6))),
    *((f"event {kind} costs energy and is discarded",
       enemy(energy=cost, hand_event={kind: 1}, army=[(0, 0, 2)]), 30 + kind,
       then(energy=0, **{f"discard_event_{kind}": 1, f"hand_event_{kind}": 0}))
      for kind, cost in enumerate((2, 3, 1, 1, 2, 2, 1, 1, 2, 2))),
    *((f"event {kind} needs its energy", enemy(energy=cost - 1, hand_event={kind: 1}, army=[(0, 0, 2)]),
       then(lacks=30 + kind)) for kind, cost in enumerate((2, 3, 1, 1, 2, 2, 1, 1, 2, 2))),
]  # fmt: skip


@examples([*CHARACTERS, *BOSSES, *EVENTS])
def test_card(row):
    RUN.run(row)


STRENGTH = {0: (1, 1, binomial(1, 0.6)), 1: (1, 1, binomial(1, 0.6)), 2: (1, 2, binomial(1, 0.6))} | {
    3: (1, 1, {0: 0.7, 1: 0.3}), 4: (2, 2, binomial(2, 0.6)), 5: (2, 1, {0: 0.5, 1: 0.5}), 6: (2, 2, {0: 0.5, 1: 0.5}),
    7: (2, 2, binomial(2, 0.6)), 8: (2, 1, MAGIC), 9: (2, 3, binomial(2, 0.6)), 10: (3, 4, binomial(2, 0.6)),
    11: (3, 2, {0: 0.7, 2: 0.3}), 12: (3, 3, binomial(3, 0.6)), 13: (3, 2, MAGIC), 14: (4, 5, binomial(3, 0.6)),
    15: (4, 3, binomial(4, 0.6)),
}  # fmt: skip
"""By astrali: cost, life and the chances of its damage to Kazador."""


@pytest.mark.parametrize("kind", STRENGTH)
def test_astralis_are_summoned_and_strike(kind):
    cost, _, chances = STRENGTH[kind]
    state = crew(**enemy(energy=cost, hand_astrali={kind: 1}))
    assert legal(state) == {0, 1, 2, 3, 4, 5, 6 + kind}
    assert 6 + kind not in legal(crew(**enemy(energy=cost - 1, hand_astrali={kind: 1})))
    state.energy += 1
    after = play(state, 6 + kind)
    RUN.check(after, army=[(kind, 0, 0)], energy=1, spent=1)
    often(46, damage_0=chances, energy={0}, army_orient_0={1})(after)


@pytest.mark.parametrize(("kind", "armour"), [(0, 3), (1, 6), (2, 5), (8, 7), (15, 6), (6, 3)])
def test_astralis_have_their_armour(kind, armour):
    after = outcomes(crew(army=[(kind, 0, 0)]), 147 + 21)
    chances = binomial(3, (11 - armour) / 10)
    assert near(after.army_size == 0, sum(p for n, p in chances.items() if n >= STRENGTH[kind][1]))


# ---- exploration

WEAPON_COSTS = (2, 2, 2, 2, 2, 2, 3, 1, 1, 1, 1, 2)
COSTS = (*WEAPON_COSTS, 2, 2, 1, 1, 1, 2, 1, 1, 2, 1, 1, 1, 1, 0, 1, 2)


def drawn(card, **changes):
    return at(phase=n.DRAWN, card=card, **changes)


def with_items(kind, count=1, **changes):
    """Kazador has the object."""
    return at(items={(0, kind): count}, **changes)


def used(kind, *answers, **changes):
    """The object is used, and the turn goes on unless something is asked."""
    gone = then(**{f"items_0_{kind}": 0, f"removed_object_{kind}": 1})
    return with_items(kind, **changes), then(has=407 + kind), 407 + kind, *answers, gone


def resolved(kind, *answers, energy=0, **changes):
    """The event is resolved; the Enemy gets what it costs."""
    cost = max((2, 1, 2, 0, 0, 1, 1, 0)[kind] + energy - 2 * (kind == 4), 0)
    gone = then(energy=cost, **{f"removed_event_{kind}": 1})
    return drawn(93 + kind, energy=energy, **changes), then(legal={614, 615}), 615, *answers, gone


ON = then(phase=n.CREW, to_move=1)
FOUND = [
    (0, MELEE_BOSS, 1, binomial(4, HIT)), (1, MELEE_BOSS, 2, binomial(6, HIT)), (2, DISTANCE_BOSS, 1, binomial(3, HIT)),
    (3, DISTANCE_BOSS, 2, binomial(5, HIT)), (4, AREA, 2, binomial(3, HIT)), (5, DISTANCE_BOSS, 1, MAGIC),
    (6, AREA, 2, MAGIC), (7, MELEE_BOSS, 1, binomial(4, HIT)), (7, DISTANCE_BOSS, 1, binomial(2, HIT)),
    (8, MELEE_BOSS, 1, {0: 0.5, 2: 0.5}), (9, DISTANCE_BOSS, 1, {0: 0.7, 1: 0.3}),
    (10, MELEE_BOSS, 1, {0: 0.7, 3: 0.3}),
    (11, DISTANCE_BOSS, 2, {0: 0.6, 4: 0.4}),
]  # fmt: skip
OBJECTS = [
    *((f"found weapon {kind} attacks at {place}", at(found={(0, 1): kind}),
       often(SECOND + place, boss_damage=chances, _=lambda s, tired=tired: set(s.orient[:, 0, 1]) == {tired}))
      for kind, place, tired, chances in FOUND),
    *((f"weapon {kind} is laid over another", drawn(109 + kind), then(legal={609, 610, 614}), 609,
       then(phase=n.STACK, energy=COSTS[kind], to_move=1), 617, then(found_0=[-1, kind]),
       PASS_ON) for kind in range(12)),
    *((f"weapon {kind} is given", drawn(109 + kind), 610, PASS_ON, 616,
       then(found_1=[kind, -1])) for kind in range(12)),
    *((f"object {kind} is discarded", drawn(109 + kind), 614, then(energy=0, **{f"removed_object_{kind}": 1}), PASS_ON)
      for kind in range(28)),
    *((f"object {kind} is kept", drawn(109 + kind), 609, then(energy=COSTS[kind], **{f"items_0_{kind}": 1}), PASS_ON)
      for kind in range(12, 28)),
    *((f"object {kind} is given", drawn(109 + kind), 610, then(**{f"items_1_{kind}": 1})) for kind in range(12, 28)),
    *((f"found weapon {kind} on an astrali", at(found={(0, 1): kind}, army=[(10, 0, 0)]),
       often(SECOND + place, **{field: (value, chance)}))  # strength 8, dexterity 2
      for kind, place, field, chance, value in (
          (9, 21, "army_poison_0", 0.2, 2), (10, 0, "army_bleed_0", 0.2, 1), (8, 0, "army_orient_0", 0.8, 2))),
    ("Látigo Eléktriko on the boss asks for an action card", at(found={(0, 1): 8}),
     often(SECOND + MELEE_BOSS, phase=(n.CARD, 0.5)), luck(lambda s: s.phase == n.CARD, SECOND + MELEE_BOSS), 651,
     then(boss_cards=[2, 0, 0, 0, 0])),
    ("Orbe Estelar does the same damage to all", at(found={(0, 0): 6}, army=[(14, 0, 0), (10, 0, 0)]),
     often(FIRST + AREA, boss_damage=MAGIC, _=lambda s: (s.army_damage[:, :2] == s.boss_damage[:, None]).all())),
    ("Traje Reforzado is armour", with_items(12, 2, seat=0, energy=1, army=[(15, 0, 0)]),
     often(46, damage_0=binomial(4, 0.4))),
    *((f"Amuleto de Hierro is life: {damage}",
       with_items(13, seat=0, energy=1, army=[(0, 0, 0)], poison=[9], damage=[damage]), 46, then(winner=winner))
      for damage, winner in ((9, -1), (10, 0))),
    *((f"object {kind} raises a characteristic", with_items(kind, seat=0, energy=2, hand_event={number - 30: 1}),
       often(number, AT_1, _=lambda s, passes=passes: near(
           (s.phase != n.TIRE) & (s.bleed[:, 0] == 0) & (s.poison[:, 0] == 0), passes)))
      for kind, number, passes in ((14, 30, 0.6), (15, 33, 0.8), (16, 32, 0.6))),
    ("Exoeskeleto adds a die in melee", at(seat=2, items={(1, 16): 1}),
     often(FIRST + MELEE_BOSS, boss_damage=binomial(4, HIT))),
    ("Exoeskeleto adds none at a distance", with_items(16), often(FIRST + DISTANCE_BOSS, boss_damage=binomial(3, HIT))),
    ("Mira Láser adds a die at a distance", with_items(17, 2),
     often(FIRST + DISTANCE_BOSS, boss_damage=binomial(5, HIT))),
    ("Mira Láser adds none in an area", at(seat=2, items={(1, 17): 1, (1, 16): 1}),
     often(SECOND + AREA, boss_damage=binomial(2, HIT))),
    ("Batería Auxiliar makes exploring cheaper", with_items(18, orient=[[1, 1, 0]]), 146, then(energy=1)),
    ("Batería Auxiliar makes nothing cheaper than free", with_items(18, 2, orient=[[1, 0, 0]]), 146, then(energy=0)),
    ("Inyector", *used(19, AT_2, damage=[5, 5]), ON, then(damage=[5, 2])),
    ("Granada", with_items(20, army=[(12, 0, 0)]),
     often(407 + 20, boss_damage=binomial(2, HIT), army_damage_0=binomial(2, HIT))),
    ("Bomba de Pulso kills an astrali", *used(21, SLOT_1, army=[(2, 0, 0)]), ON, then(army=[], charge_0=1)),
    ("Bomba de Pulso hurts the boss", *used(21, AT_BOSS, army=[(2, 0, 0)]), ON, then(boss_damage=2)),
    ("Red de Kaptura exhausts an astrali", *used(22, SLOT_1, army=[(2, 0, 0)]), ON, then(army=[(2, 0, 2)])),
    ("Red de Kaptura exhausts an action card", *used(22, AT_BOSS, army=[(2, 0, 0)]), then(phase=n.CARD), 653,
     then(boss_cards=[0, 0, 2, 0, 0], phase=n.CREW)),
    ("Estimulante", *used(23, AT_1, damage=[3]), ON, then(euphoria_0=1, damage_0=2)),
    ("Célula de Karga", *used(24, AT_2), ON, then(charge=[0, 1])),
    ("Antitoxina", *used(25, AT_2, poison=[0, 3], bleed=[0, 1], damage=[0, 1]), ON,
     then(poison_1=0, bleed_1=0, damage_1=0)),
    ("Interferidor", *used(26, energy=7), ON, then(energy=4)),
    ("Reloj Detenido", *used(27, orient=[[2, 1, 0]], extra_kind=[[0]], extra_orient=[[1]]), ON,
     then(orient_0=[1, 0, 0], extra_orient_0_0=0)),
    *((f"positive event {kind} may be discarded for free", drawn(93 + kind), 614,
       then(energy=0, **{f"removed_event_{kind}": 1}), PASS_ON) for kind in range(8)),
    ("Botiquín", *resolved(0, damage=[5]), then(damage_0=2)),
    ("Adrenalina", *resolved(1), then(euphoria_0=1)),
    ("euphoria adds a die to basic attacks", at(euphoria=[1]),
     often(FIRST + DISTANCE_BOSS, boss_damage=binomial(4, HIT))),
    ("euphoria adds a die in an area", at(seat=2, euphoria=[0, 1]), often(SECOND + AREA, boss_damage=binomial(3, HIT))),
    ("Segundo Aliento", *resolved(2, orient=[[1, 2, 0]]), then(orient_0=[0, 1, 0])),
    ("Antídoto", *resolved(3, poison=[4], bleed=[1], damage=[1]), then(poison_0=0, bleed_0=0, damage_0=0)),
    ("Kortocirkuito", *resolved(4, energy=5), then(energy=3)),
    ("Inspiración", *resolved(5, charge=[2]), then(charge_0=3)),
    ("Inspiración at the cap", *resolved(5, charge=[15]), then(charge_0=15)),
    ("Golpe de Suerte heals", *resolved(6, damage=[3]), then(phase=n.OPTION, to_move=1), 656, then(damage_0=1)),
    ("Golpe de Suerte pays a counter", *resolved(6, damage=[3]), 657, then(charge_0=1)),
    ("Pakto de Sangre", drawn(100), often(615, charge_0={2}, damage_0=(1, 0.6))),
]  # fmt: skip


@examples(OBJECTS)
def test_what_is_found(row):
    RUN.run(row)
