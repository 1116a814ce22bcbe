"""Every card of every character is played; its effects, choices and frequencies are checked."""

import numpy as np
import pytest

from tests.envs.medianokte import numbers
from tests.envs.medianokte.table import MAGIC, army, binomial, board, legal, near, outcomes, play, shares

MELEE_BOSS, DISTANCE_BOSS, AREA = 20, 41, 42
ASSIST, FINAL = 405, 406
FIRST, SECOND = 147, 147 + 43
UMBRAL_HIT = 0.6  # armour 5


def crew_of(character, seat=1, **changes):
    """That character and another one against Kapitán Umbral (armour 5, strength 7, dexterity 5, will 6)."""
    other = numbers.KAPITANA if character != numbers.KAPITANA else numbers.KAZADOR
    return board(3, 0, [character, other], seat, **changes)


@pytest.mark.parametrize(
    ("character", "action", "slot", "tired", "chances"),
    [
        (numbers.KAZADOR, FIRST + DISTANCE_BOSS, 0, 1, binomial(3, UMBRAL_HIT)),
        (numbers.NIGROMANTE, FIRST + MELEE_BOSS, 0, 1, binomial(3, UMBRAL_HIT)),
        (numbers.NIGROMANTE, SECOND + DISTANCE_BOSS, 1, 1, MAGIC),
        (numbers.KAPITANA, FIRST + MELEE_BOSS, 0, 1, binomial(3, UMBRAL_HIT)),
        (numbers.KAPITANA, SECOND + AREA, 1, 2, binomial(2, UMBRAL_HIT)),
        (numbers.KURADORA, FIRST + DISTANCE_BOSS, 0, 1, binomial(2, UMBRAL_HIT)),
        (numbers.KURADORA, SECOND + MELEE_BOSS, 1, 1, {0: 0.5, 2: 0.5}),
        (numbers.MEKANIKO, FIRST + MELEE_BOSS, 0, 2, binomial(5, UMBRAL_HIT)),
        (numbers.MEKANIKO, SECOND + DISTANCE_BOSS, 1, 1, binomial(2, UMBRAL_HIT)),
        (numbers.AKROBATA, FIRST + MELEE_BOSS, 0, 1, binomial(3, UMBRAL_HIT)),
        (numbers.AKROBATA, FIRST + DISTANCE_BOSS, 0, 1, binomial(2, UMBRAL_HIT)),
    ],
)
def test_weapons(character, action, slot, tired, chances):
    after = outcomes(crew_of(character), action)
    assert shares(after.boss_damage, chances)
    assert set(after.orient[:, 0, slot]) == {tired}
    assert set(after.to_move) == {2}


def test_weapons_have_only_their_ranges():
    expected = {
        numbers.KAZADOR: {FIRST + DISTANCE_BOSS, SECOND + DISTANCE_BOSS},
        numbers.NIGROMANTE: {FIRST + MELEE_BOSS, SECOND + DISTANCE_BOSS},
        numbers.KAPITANA: {FIRST + MELEE_BOSS, SECOND + AREA},
        numbers.KURADORA: {FIRST + DISTANCE_BOSS, SECOND + MELEE_BOSS},
        numbers.MEKANIKO: {FIRST + MELEE_BOSS, SECOND + DISTANCE_BOSS},
        numbers.AKROBATA: {FIRST + MELEE_BOSS, FIRST + DISTANCE_BOSS, SECOND + MELEE_BOSS},
    }
    for character, attacks in expected.items():
        assert legal(crew_of(character)) == {0, 146, ASSIST, *attacks}


def test_red_oskura_on_an_astrali_exhausts_it():
    after = outcomes(crew_of(numbers.KAZADOR, army=[(14, 0, 1)]), SECOND + 21)  # dexterity 3
    hit = after.army_damage[:, 0] == 1
    assert near(hit, 0.7)
    assert set(after.army_orient[hit, 0]) == {2}
    assert set(after.army_orient[~hit, 0]) == {1}


def test_ojo_de_presa_poisons_any_foe():
    asked = play(crew_of(numbers.KAZADOR, army=[(0, 0, 0)]), ASSIST)
    assert asked.phase == numbers.TARGET
    assert legal(asked) == {618 + 5, 618 + 25}
    assert play(asked, 618 + 25).boss_poison == 1
    after = play(asked, 618 + 5)
    assert (after.army_poison[0], after.boss_poison) == (1, 0)
    assert after.orient[0].tolist() == [0, 0, 1]


def test_lluvia_de_flechas_rolls_anew_for_each_foe():
    after = outcomes(crew_of(numbers.KAZADOR, charge=[4], army=[(10, 0, 0)]), FINAL)  # armour 5, life 4
    dead = after.army_size == 0
    assert near(dead, UMBRAL_HIT**4)
    assert set(after.charge[dead, 0]) == {2}
    assert set(after.charge[~dead, 0]) == {1}
    assert shares(after.boss_damage, binomial(4, UMBRAL_HIT))
    assert near(dead & (after.boss_damage == 4), UMBRAL_HIT**8)


def test_animar_a_los_kaidos_offers_astralis_that_cost_three_or_less():
    asked = play(crew_of(numbers.NIGROMANTE, void_astrali={0: 1, 12: 1, 14: 1}), ASSIST)
    assert (asked.phase, asked.to_move) == (numbers.REVIVE, 1)
    assert legal(asked) == {658, 658 + 12}
    after = play(asked, 658)
    assert after.extra_kind[0].tolist() == [0, -1, -1, -1]
    assert after.void_astrali[0] == 0
    assert after.to_move == 2


def test_animar_with_nothing_to_revive_or_no_place_does_nothing():
    after = play(crew_of(numbers.NIGROMANTE, void_astrali={14: 1}), ASSIST)
    assert (after.to_move, after.extra_kind[0].max()) == (2, -1)
    after = play(crew_of(numbers.NIGROMANTE, void_astrali={0: 1}, extra_kind=[[1, 1, 2, 3]]), ASSIST)
    assert (after.to_move, after.void_astrali[0]) == (2, 1)


def test_repartir_semillas_revives_two_and_heals():
    asked = play(crew_of(numbers.NIGROMANTE, charge=[3], damage=[4], void_astrali={0: 1, 14: 1, 15: 1}), FINAL)
    assert legal(asked) == {658, 658 + 14, 658 + 15}
    asked = play(asked, 658 + 14)
    assert legal(asked) == {658, 658 + 15}
    after = play(asked, 658)
    assert after.extra_kind[0].tolist() == [14, 0, -1, -1]
    assert (after.damage[0], after.charge[0]) == (1, 0)


def test_arenga_makes_euphoric_or_heals():
    state = crew_of(numbers.KAPITANA, damage=[2, 3])
    assert play(state, ASSIST).phase == numbers.TARGET
    asked = play(state, ASSIST, 619)
    assert asked.phase == numbers.OPTION
    assert play(asked, 656).euphoria[1] == 1
    after = play(asked, 657)
    assert (after.euphoria[1], after.damage[1], after.damage[0]) == (0, 2, 2)


def test_todos_a_una_rests_cheers_and_heals_everyone():
    state = crew_of(numbers.KAPITANA, charge=[3], damage=[1, 2], orient=[[1, 2, 1], [0, 2, 1]])
    after = play(state, FINAL)
    assert after.orient[:2].tolist() == [[0, 1, 0], [0, 1, 0]]
    assert after.euphoria[:3].tolist() == [1, 1, 0]
    assert after.damage[:2].tolist() == [0, 1]


def test_bisturi_makes_bleed():
    after = outcomes(crew_of(numbers.KURADORA, army=[(14, 0, 0)]), SECOND)  # dexterity 3
    hit = after.army_damage[:, 0] == 2
    assert near(hit, 0.7)
    assert set(after.army_bleed[hit, 0]) == {1}
    assert set(after.army_bleed[~hit, 0]) == {0}


def test_vendaje_heals_and_stops_bleeding():
    state = crew_of(numbers.KURADORA, damage=[1, 3], bleed=[1, 1])
    asked = play(state, ASSIST)
    assert legal(asked) == {618, 619}
    after = play(asked, 619)
    assert (after.damage[1], after.bleed[1]) == (1, 0)
    after = outcomes(state, ASSIST, 618, seeds=50)
    assert set(after.damage[:, 0]) == {0}
    assert set(after.bleed[:, 0]) == {0}


def test_milagro_heals_everyone():
    after = play(crew_of(numbers.KURADORA, charge=[3], damage=[3, 6], bleed=[1, 1], poison=[2, 12]), FINAL)
    assert after.damage[:2].tolist() == [0, 2]
    assert after.bleed[:2].tolist() == [0, 0]
    assert after.poison[:2].tolist() == [0, 3]


def test_sabotaje_takes_energy_and_exhausts():
    after = play(crew_of(numbers.MEKANIKO, energy=5), ASSIST)
    assert (after.energy, after.orient[0, 2]) == (2, 2)
    assert play(crew_of(numbers.MEKANIKO, energy=2), ASSIST).energy == 0


def test_sobrekarga_hurts_every_foe():
    after = play(crew_of(numbers.MEKANIKO, charge=[3], army=[(12, 0, 0), (0, 0, 0), (12, 1, 2)]), FINAL)
    assert army(after) == [(12, 2, 0)]
    assert (after.boss_damage, after.charge[0]) == (2, 2)


def test_patada_giratoria_taps():
    after = outcomes(crew_of(numbers.AKROBATA), SECOND + MELEE_BOSS)  # strength 7
    hit = after.boss_damage == 2
    assert near(hit, 0.3)
    assert set(after.phase[hit]) == {numbers.CARD}
    asked = after[hit].view(np.recarray)[0]
    assert play(asked, 655).boss_cards.tolist() == [0, 0, 0, 0, 1]


def test_finta_taps_then_hurts():
    state = crew_of(numbers.AKROBATA, army=[(12, 0, 0), (0, 0, 0)], boss_cards=[1, 0, 0, 0, 0])
    asked = play(state, ASSIST)
    assert legal(asked) == {623, 624, 643}
    assert army(play(asked, 623)) == [(12, 1, 1), (0, 0, 0)]
    after = play(asked, 624)
    assert (army(after), after.charge[0]) == ([(12, 0, 0)], 1)
    asked = play(asked, 643)
    assert legal(asked) == {652, 653, 654, 655}
    after = play(asked, 652)
    assert (after.boss_damage, after.boss_cards.tolist()) == (1, [1, 1, 0, 0, 0])


def test_danza_letal_hurts_one_foe_and_makes_it_bleed():
    asked = play(crew_of(numbers.AKROBATA, charge=[3], army=[(14, 0, 0)]), FINAL)
    after = play(asked, 643)
    assert (after.boss_damage, after.boss_bleed) == (5, 1)
    after = play(asked, 623)
    assert (after.army_size, after.charge[0], after.boss_bleed) == (0, 1, 0)
