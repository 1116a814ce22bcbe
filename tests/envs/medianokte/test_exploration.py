"""Every object and positive event, drawn or held, is played; effects, choices and frequencies are checked."""

import numpy as np
import pytest

from tests.envs.medianokte.numbers import CARD, CREW, DRAWN, KAPITANA, KAZADOR, OPTION, STACK, TARGET
from tests.envs.medianokte.table import MAGIC, army, binomial, board, legal, near, outcomes, play, shares

K, P = KAZADOR, KAPITANA
MELEE_BOSS, DISTANCE_BOSS, AREA = 20, 41, 42
WEAPON_COSTS = (2, 2, 2, 2, 2, 2, 3, 1, 1, 1, 1, 2)
OTHER_COSTS = (2, 2, 1, 1, 1, 2, 1, 1, 2, 1, 1, 1, 1, 0, 1, 2)
COSTS = WEAPON_COSTS + OTHER_COSTS
HIT = 0.6  # Kapitán Umbral: armour 5, strength 7, dexterity 5, will 6


def crew(seat=1, **changes):
    return board(3, 0, [K, P], seat, **changes)


def drawn(card, **changes):
    return crew(phase=DRAWN, card=card, **changes)


# ---- weapons


@pytest.mark.parametrize(
    ("kind", "place", "tired", "chances"),
    [
        (0, MELEE_BOSS, 1, binomial(4, HIT)),
        (1, MELEE_BOSS, 2, binomial(6, HIT)),
        (2, DISTANCE_BOSS, 1, binomial(3, HIT)),
        (3, DISTANCE_BOSS, 2, binomial(5, HIT)),
        (4, AREA, 2, binomial(3, HIT)),
        (5, DISTANCE_BOSS, 1, MAGIC),
        (6, AREA, 2, MAGIC),
        (7, MELEE_BOSS, 1, binomial(4, HIT)),
        (7, DISTANCE_BOSS, 1, binomial(2, HIT)),
        (8, MELEE_BOSS, 1, {0: 0.5, 2: 0.5}),
        (9, DISTANCE_BOSS, 1, {0: 0.7, 1: 0.3}),
        (10, MELEE_BOSS, 1, {0: 0.7, 3: 0.3}),
        (11, DISTANCE_BOSS, 2, {0: 0.6, 4: 0.4}),
    ],
)
def test_found_weapons_attack(kind, place, tired, chances):
    state = crew(found={(0, 1): kind})
    after = outcomes(state, 147 + 43 + place)
    assert shares(after.boss_damage, chances)
    assert set(after.orient[:, 0, 1]) == {tired}


@pytest.mark.parametrize("kind", range(12))
def test_weapons_are_stacked(kind):
    state = drawn(109 + kind)
    assert legal(state) == {609, 610, 614}
    asked = play(state, 609)
    assert (asked.phase, asked.energy, asked.to_move) == (STACK, COSTS[kind], 1)
    after = play(asked, 617)
    assert (after.found[0].tolist(), after.to_move) == ([-1, kind], 2)
    asked = play(state, 610)
    assert asked.to_move == 2
    assert play(asked, 616).found[1].tolist() == [kind, -1]
    after = play(state, 614)
    assert (after.removed_object[kind], after.energy, after.to_move) == (1, 0, 2)


@pytest.mark.parametrize(
    ("kind", "place", "field", "chance", "value"),
    [(9, 21, "army_poison", 0.2, 2), (10, 0, "army_bleed", 0.2, 1), (8, 0, "army_orient", 0.8, 2)],
)
def test_special_found_weapons_on_an_astrali(kind, place, field, chance, value):
    state = crew(found={(0, 1): kind}, army=[(10, 0, 0)])  # strength 8, dexterity 2
    after = outcomes(state, 147 + 43 + place)
    assert near(after[field][:, 0] == value, chance)


def test_latigo_elektriko_on_the_boss_asks_for_an_action_card():
    after = outcomes(crew(found={(0, 1): 8}), 147 + 43 + MELEE_BOSS)
    assert near(after.phase == CARD, 0.5)
    asked = after[after.phase == CARD].view(np.recarray)[0]
    assert play(asked, 651).boss_cards.tolist() == [2, 0, 0, 0, 0]


def test_orbe_estelar_does_the_same_damage_to_all():
    after = outcomes(crew(found={(0, 0): 6}, army=[(14, 0, 0), (10, 0, 0)]), 147 + AREA)
    assert shares(after.boss_damage, MAGIC)
    assert (after.army_damage[:, 0] == after.boss_damage).all()
    assert (after.army_damage[:, 1] == after.boss_damage).all()


# ---- permanent and single-use objects


@pytest.mark.parametrize("kind", range(12, 28))
def test_other_objects_are_kept_given_or_discarded(kind):
    state = drawn(109 + kind)
    after = play(state, 609)
    assert (after["items"][0, kind], after.energy, after.to_move) == (1, COSTS[kind], 2)
    assert play(state, 610)["items"][1, kind] == 1
    assert play(state, 614).removed_object[kind] == 1


def test_traje_reforzado_is_armour():
    state = board(3, 0, [K, P], 0, energy=1, army=[(15, 0, 0)], items={(0, 12): 2})
    assert shares(outcomes(state, 46).damage[:, 0], binomial(4, 0.4))


def test_amuleto_de_hierro_is_life():
    state = board(3, 0, [K, P], 0, energy=1, army=[(0, 0, 0)], poison=[9], damage=[9], items={(0, 13): 1})
    assert play(state, 46).winner == -1
    state.damage[0] = 10
    assert play(state, 46).winner == 0


@pytest.mark.parametrize(("kind", "event", "passes"), [(14, 30, 0.6), (15, 33, 0.8), (16, 32, 0.6)])
def test_objects_raise_a_characteristic(kind, event, passes):
    state = board(3, 0, [K, P], 0, energy=2, hand_event={event - 30: 1}, items={(0, kind): 1})
    after = outcomes(state, event, 618)
    untouched = (after.phase != 7) & (after.bleed[:, 0] == 0) & (after.poison[:, 0] == 0)
    assert near(untouched, passes)


def test_exoeskeleto_adds_a_die_in_melee():
    assert shares(outcomes(crew(2, items={(1, 16): 1}), 147 + MELEE_BOSS).boss_damage, binomial(4, HIT))
    assert shares(outcomes(crew(items={(0, 16): 1}), 147 + DISTANCE_BOSS).boss_damage, binomial(3, HIT))


def test_mira_laser_adds_a_die_at_a_distance():
    assert shares(outcomes(crew(items={(0, 17): 2}), 147 + DISTANCE_BOSS).boss_damage, binomial(5, HIT))
    area = outcomes(crew(2, items={(1, 17): 1, (1, 16): 1}), 147 + 43 + AREA)
    assert shares(area.boss_damage, binomial(2, HIT))


def test_bateria_auxiliar_makes_exploring_cheaper():
    assert play(crew(orient=[[1, 1, 0]], items={(0, 18): 1}), 146).energy == 1
    assert play(crew(orient=[[1, 0, 0]], items={(0, 18): 2}), 146).energy == 0


def used(kind, *answers, **changes):
    """The position after using the object; the turn goes on."""
    items = {(0, kind): 1, **changes.pop("items", {})}
    state = crew(items=items, **changes)
    assert 407 + kind in legal(state)
    after = play(state, 407 + kind, *answers)
    assert (after["items"][0, kind], after.removed_object[kind]) == (0, 1)
    if not after.done and after.phase not in (TARGET, CARD):
        assert (after.phase, after.to_move) == (CREW, 1)
    return after


def test_inyector():
    assert used(19, 619, damage=[5, 5]).damage[:2].tolist() == [5, 2]


def test_granada():
    state = crew(items={(0, 20): 1}, army=[(12, 0, 0)])
    after = outcomes(state, 407 + 20)
    assert shares(after.boss_damage, binomial(2, HIT))
    assert shares(after.army_damage[:, 0], binomial(2, HIT))


def test_bomba_de_pulso():
    after = used(21, 623, army=[(2, 0, 0)])
    assert (after.army_size, after.charge[0]) == (0, 1)
    assert used(21, 643, army=[(2, 0, 0)]).boss_damage == 2


def test_red_de_kaptura():
    assert army(used(22, 623, army=[(2, 0, 0)])) == [(2, 0, 2)]
    asked = used(22, 643, army=[(2, 0, 0)])
    assert asked.phase == CARD
    after = play(asked, 653)
    assert (after.boss_cards.tolist(), after.phase) == ([0, 0, 2, 0, 0], CREW)


def test_estimulante():
    after = used(23, 618, damage=[3])
    assert (after.euphoria[0], after.damage[0]) == (1, 2)


def test_celula_de_karga():
    assert used(24, 619).charge[:2].tolist() == [0, 1]


def test_antitoxina():
    after = used(25, 619, poison=[0, 3], bleed=[0, 1], damage=[0, 1])
    assert (after.poison[1], after.bleed[1], after.damage[1]) == (0, 0, 0)


def test_interferidor():
    assert used(26, energy=7).energy == 4


def test_reloj_detenido():
    after = used(27, orient=[[2, 1, 0]], extra_kind=[[0]], extra_orient=[[1]])
    assert (after.orient[0].tolist(), after.extra_orient[0, 0]) == ([1, 0, 0], 0)


# ---- positive events


def resolved(kind, *answers, **changes):
    """The position after resolving the event; the turn is over."""
    state = drawn(93 + kind, **changes)
    assert legal(state) == {614, 615}
    after = play(state, 615, *answers)
    assert after.removed_event[kind] == 1
    assert after.energy == max((2, 1, 2, 0, 0, 1, 1, 0)[kind] + changes.get("energy", 0) - 2 * (kind == 4), 0)
    return after


@pytest.mark.parametrize("kind", range(8))
def test_events_may_be_discarded_for_free(kind):
    after = play(drawn(93 + kind), 614)
    assert (after.removed_event[kind], after.energy, after.to_move) == (1, 0, 2)


def test_botiquin():
    assert resolved(0, damage=[5]).damage[0] == 2


def test_adrenalina():
    assert resolved(1).euphoria[0] == 1


def test_euphoria_adds_a_die_to_basic_attacks():
    assert shares(outcomes(crew(euphoria=[1]), 147 + DISTANCE_BOSS).boss_damage, binomial(4, HIT))
    area = outcomes(crew(2, euphoria=[0, 1]), 147 + 43 + AREA)
    assert shares(area.boss_damage, binomial(3, HIT))


def test_segundo_aliento():
    assert resolved(2, orient=[[1, 2, 0]]).orient[0].tolist() == [0, 1, 0]


def test_antidoto():
    after = resolved(3, poison=[4], bleed=[1], damage=[1])
    assert (after.poison[0], after.bleed[0], after.damage[0]) == (0, 0, 0)


def test_kortocirkuito():
    assert resolved(4, energy=5).energy == 3


def test_inspiracion():
    assert resolved(5, charge=[2]).charge[0] == 3
    assert resolved(5, charge=[15]).charge[0] == 15


def test_golpe_de_suerte():
    asked = resolved(6, damage=[3])
    assert (asked.phase, asked.to_move) == (OPTION, 1)
    assert play(asked, 656).damage[0] == 1
    assert play(asked, 657).charge[0] == 1


def test_pakto_de_sangre():
    after = outcomes(drawn(100), 615)
    assert set(after.charge[:, 0]) == {2}
    assert near(after.damage[:, 0] == 1, 0.6)
