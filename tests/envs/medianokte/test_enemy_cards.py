"""Every action card, astrali and negative event is played; effects, choices and frequencies are checked."""

import numpy as np
import pytest

from tests.envs.medianokte import numbers
from tests.envs.medianokte.table import MAGIC, army, binomial, board, legal, near, outcomes, play, shares

K, P, M = (
    numbers.KAZADOR,
    numbers.KAPITANA,
    numbers.MEKANIKO,
)  # armour 5 5 6, strength 5 6 6, dexterity 7 4 4, will 5 6 4
AT_KAZADOR, AT_KAPITANA = 618, 619


def enemy(boss, **changes):
    return board(3, boss, [K, P], 0, **changes)


# ---- Kapitán Umbral


def test_kanonazo():
    state = enemy(numbers.UMBRAL)
    assert legal(play(state, 1)) == {AT_KAZADOR, AT_KAPITANA}
    after = outcomes(state, 1, AT_KAPITANA)
    assert shares(after.damage[:, 1], binomial(3, 0.6))
    assert set(after.to_move) == {1}
    assert set(after.boss_cards[:, 0]) == {1}


def test_grito_del_vacio_asks_for_each_who_fails():
    after = outcomes(enemy(numbers.UMBRAL), 2)
    first = (after.phase == numbers.TIRE) & (after.target == 0)
    second = (after.phase == numbers.TIRE) & (after.target == 1)
    assert near(first, 0.6)
    assert near(second, 0.4 * 0.5)
    asked = after[first].view(np.recarray)[0]
    assert legal(asked) == {644, 645, 647}
    assert asked.to_move == 0
    assert near(outcomes(asked, 645).phase == numbers.TIRE, 0.5)
    assert set(outcomes(asked, 645, seeds=50).orient[:, 0, 1]) == {1}


def test_reklutar_summons_for_free():
    asked = play(enemy(numbers.UMBRAL, hand_astrali={0: 1, 14: 1}), 3)
    assert (asked.phase, asked.to_move) == (numbers.SUMMON, 0)
    assert legal(asked) == {682, 706}
    after = play(asked, 682)
    assert (army(after), after.energy, after.to_move) == ([(0, 0, 0)], 0, 1)
    assert play(asked, 706).army_size == 0


def test_reklutar_without_an_astrali_to_summon_asks_nothing():
    assert play(enemy(numbers.UMBRAL, hand_astrali={14: 1}), 3).to_move == 1


def test_saqueo():
    after = play(enemy(numbers.UMBRAL, hand_astrali={0: 9}), 4)
    assert after.energy == 2
    assert after.hand_event.sum() + after.hand_astrali.sum() == 10


def test_filo_oskuro_bleeds_even_those_who_pass():
    after = outcomes(enemy(numbers.UMBRAL), 5, AT_KAZADOR)
    assert near(after.damage[:, 0] == 1, 0.6)
    assert set(after.bleed[:, 0]) == {1}


# ---- Madre Kolmena


def test_enjambre_summons_two():
    asked = play(enemy(numbers.KOLMENA, hand_astrali={0: 1, 4: 1, 12: 1}), 1)
    assert legal(asked) == {682, 686, 706}
    asked = play(asked, 686)
    assert legal(asked) == {682, 706}
    assert army(play(asked, 682)) == [(4, 0, 0), (0, 0, 0)]
    assert army(play(asked, 706)) == [(4, 0, 0)]


def test_nube_acida():
    after = outcomes(enemy(numbers.KOLMENA), 2)
    assert near(after.poison[:, 0] == 1, 0.6)
    assert near(after.poison[:, 1] == 1, 0.5)
    assert near((after.poison[:, 0] == 1) & (after.poison[:, 1] == 1), 0.3)


def test_drenar_heals_the_boss():
    after = outcomes(enemy(numbers.KOLMENA, boss_damage=3), 3, AT_KAZADOR)
    assert shares(after.damage[:, 0], binomial(2, 0.6))
    assert set(after.boss_damage) == {2}


def test_feromonas_rests_and_heals_the_army_before_it_rests_anyway():
    after = play(enemy(numbers.KOLMENA, army=[(12, 2, 2), (10, 0, 1)]), 4)
    assert army(after) == [(12, 1, 0), (10, 0, 0)]
    assert play(enemy(numbers.KOLMENA), 4).to_move == 1


def test_aguijon():
    after = outcomes(enemy(numbers.KOLMENA), 5, AT_KAPITANA)
    hit = after.damage[:, 1] == 2
    assert near(hit, 0.7)
    assert ((after.poison[:, 1] == 1) == hit).all()


# ---- Orákulo sin Rostro


def test_pesadilla_hurts_even_those_who_pass():
    after = outcomes(enemy(numbers.ORAKULO), 1, AT_KAZADOR)
    failed = after.phase == numbers.TIRE
    assert near(failed, 0.6)
    assert set(after.damage[~failed, 0]) == {1}
    asked = after[failed].view(np.recarray)[0]
    assert legal(asked) == {646, 648, 649}
    done = play(asked, 649)
    assert (done.orient[0].tolist(), done.damage[0], done.to_move) == ([0, 2, 2], 1, 1)


def test_presagio():
    after = play(enemy(numbers.ORAKULO, hand_astrali={0: 7}), 2)
    assert after.energy == 2
    assert after.hand_event.sum() + after.hand_astrali.sum() == 9


def test_rayo_negro():
    assert shares(outcomes(enemy(numbers.ORAKULO), 3, AT_KAZADOR).damage[:, 0], MAGIC)


def test_silencio_takes_counters_or_exhausts():
    asked = play(enemy(numbers.ORAKULO, charge=[5, 1]), 4, AT_KAPITANA)
    assert (asked.phase, legal(asked)) == (numbers.OPTION, {656, 657})
    assert play(asked, 656).charge[:2].tolist() == [5, 0]
    asked = play(asked, 657)
    assert legal(asked) == {644, 645, 647}
    assert play(asked, 647).orient[1].tolist() == [0, 0, 2]


def test_eklipse():
    after = outcomes(enemy(numbers.ORAKULO), 5)
    assert near(after.damage[:, 0] == 1, 0.6)
    assert near(after.damage[:, 1] == 1, 0.5)


# ---- astralis


@pytest.mark.parametrize(
    ("kind", "chances"),
    [
        (0, binomial(1, 0.6)),
        (1, binomial(1, 0.6)),
        (2, binomial(1, 0.6)),
        (3, {0: 0.7, 1: 0.3}),
        (4, binomial(2, 0.6)),
        (5, {0: 0.5, 1: 0.5}),
        (6, {0: 0.5, 1: 0.5}),
        (7, binomial(2, 0.6)),
        (8, MAGIC),
        (9, binomial(2, 0.6)),
        (10, binomial(2, 0.6)),
        (11, {0: 0.7, 2: 0.3}),
        (12, binomial(3, 0.6)),
        (13, MAGIC),
        (14, binomial(3, 0.6)),
        (15, binomial(4, 0.6)),
    ],
)
def test_astralis_are_summoned_and_strike(kind, chances):
    cost = (1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4)[kind]
    state = enemy(numbers.UMBRAL, energy=cost, hand_astrali={kind: 1})
    assert legal(state) == {0, 1, 2, 3, 4, 5, 6 + kind}
    assert 6 + kind not in legal(enemy(numbers.UMBRAL, energy=cost - 1, hand_astrali={kind: 1}))
    state.energy += 1
    after = play(state, 6 + kind)
    assert (army(after), after.energy, after.spent) == ([(kind, 0, 0)], 1, 1)
    struck = outcomes(after, 46)
    assert shares(struck.damage[:, 0], chances)
    assert set(struck.energy) == {0}
    assert set(struck.army_orient[:, 0]) == {1}


@pytest.mark.parametrize(("kind", "armour"), [(0, 3), (1, 6), (2, 5), (8, 7), (15, 6), (6, 3)])
def test_astralis_have_their_armour(kind, armour):
    state = board(3, 0, [numbers.KAZADOR, numbers.KAPITANA], 1, army=[(kind, 0, 0)])
    after = outcomes(state, 147 + 21)
    life = (1, 1, 2, 1, 2, 1, 2, 2, 1, 3, 4, 2, 3, 2, 5, 3)[kind]
    chance = sum(p for n, p in binomial(3, (11 - armour) / 10).items() if n >= life)
    assert near(after.army_size == 0, chance)


@pytest.mark.parametrize(("kind", "field", "chance"), [(3, "bleed", 0.3), (6, "poison", 0.5)])
def test_special_astralis_leave_a_condition(kind, field, chance):
    after = outcomes(enemy(numbers.UMBRAL, energy=1, army=[(kind, 0, 0)]), 46)
    assert near(after[field][:, 0] == 1, chance)


@pytest.mark.parametrize(("kind", "chance", "damage"), [(5, 0.5, 1), (11, 0.3, 2)])
def test_special_astralis_tap_a_card_of_the_enemys_choice(kind, chance, damage):
    after = outcomes(enemy(numbers.UMBRAL, energy=2, army=[(kind, 0, 0)]), 46)
    asked = after.phase == numbers.TIRE
    assert near(asked, chance)
    state = after[asked].view(np.recarray)[0]
    assert (state.to_move, state.damage[0]) == (0, damage)
    assert legal(state) == {644, 645, 647}
    done = play(state, 645)
    assert done.orient[0].tolist() == [0, 1, 0]


# ---- negative events


def event(kind, **changes):
    return enemy(numbers.UMBRAL, energy=9, hand_event={kind: 1}, **changes)


@pytest.mark.parametrize(("kind", "cost"), list(enumerate((2, 3, 1, 1, 2, 2, 1, 1, 2, 2))))
def test_events_cost_energy_and_are_discarded(kind, cost):
    state = enemy(numbers.UMBRAL, energy=cost, hand_event={kind: 1}, army=[(0, 0, 2)])
    after = play(state, 30 + kind)
    assert (after.energy, after.discard_event[kind], after.hand_event[kind]) == (0, 1, 0)
    assert 30 + kind not in legal(enemy(numbers.UMBRAL, energy=cost - 1, hand_event={kind: 1}, army=[(0, 0, 2)]))


def test_momento_de_vacilacion():
    after = outcomes(event(0), 30, AT_KAPITANA)
    assert near(after.phase == numbers.TIRE, 0.5)


def test_deskompresion():
    after = outcomes(event(1), 31)
    assert near(after.damage[:, 0] == 1, 0.6)
    assert near(after.damage[:, 1] == 1, 0.5)


def test_fuga_toxika():
    assert near(outcomes(event(2), 32, AT_KAZADOR).poison[:, 0] == 1, 0.6)


def test_hemorragia():
    assert near(outcomes(event(3), 33, AT_KAZADOR).bleed[:, 0] == 1, 0.4)


def test_trampa_de_kuchillas():
    assert shares(outcomes(event(4), 34, AT_KAPITANA).damage[:, 1], {0: 0.3, 2: 0.7})


def test_apagon():
    after = outcomes(event(5), 35)
    assert near((after.phase == numbers.TIRE) & (after.target == 0), 0.6)
    assert near((after.phase == numbers.TIRE) & (after.target == 1), 0.2)


def test_manos_invisibles_removes_an_object_or_found_weapon():
    state = event(6, items={(0, 13): 1, (0, 21): 2}, found={(0, 1): 3})
    after = outcomes(state, 36, AT_KAZADOR)
    failed = after.phase == numbers.LOSE
    assert near(failed, 0.4)
    asked = after[failed].view(np.recarray)[0]
    assert legal(asked) == {707 + 13, 707 + 21, 740}
    done = play(asked, 740)
    assert (done.found[0].tolist(), done.removed_object[3]) == ([-1, -1], 1)
    done = play(asked, 707 + 21)
    assert (done["items"][0, 21], done.removed_object[21]) == (1, 1)
    asked.damage[0] = 9
    assert play(asked, 707 + 13).winner == 0


def test_manos_invisibles_on_empty_hands_asks_nothing():
    after = outcomes(event(6), 36, AT_KAZADOR, seeds=100)
    assert numbers.LOSE not in set(after.phase)


def test_susurros():
    after = outcomes(event(7, euphoria=[0, 1], charge=[0, 3]), 37, AT_KAPITANA)
    asked = after.phase == numbers.OPTION
    assert near(asked, 0.5)
    state = after[asked].view(np.recarray)[0]
    assert play(state, 656).euphoria[1] == 0
    assert play(state, 657).charge[1] == 2


def test_eko_en_los_pasillos_needs_an_army():
    assert 38 not in legal(event(8))
    after = play(event(8, army=[(0, 0, 2), (12, 0, 1)]), 38)
    assert army(after) == [(0, 0, 1), (12, 0, 0)]
    assert (after.to_move, after.energy) == (0, 7)


def test_torreta_automatika():
    assert shares(outcomes(event(9), 39, AT_KAPITANA).damage[:, 1], binomial(3, 0.6))
