"""Every card of the standard pack is played, and does what it says.

A change is written as a letter for a field, an index and the difference: i insomnia, h shield, c charge, z stun,
b bottle, r rewards in hand (of a child); f life, g shield, e empowerment (of a foe); m the Master's hand.
"""

from typing import Any

import pytest

from medianoche.envs.nocturna.state import BASE, Phase
from tests.envs.nocturna import positions as at
from tests.envs.nocturna.positions import NOCTURNA, base, legal, place, play, position

BEATEN_BY = {at.ATTACK: at.DEFENCE, at.DEFENCE: at.SKILL, at.SKILL: at.ATTACK}
BEATS = {winner: loser for loser, winner in BEATEN_BY.items()}
FIELDS = {"i": "insomnia", "h": "shield", "c": "charge", "z": "stun", "b": "bottle"}
FOE_FIELDS = {"f": "foe_life", "g": "foe_shield", "e": "foe_emp"}

NIGHTMARES = [
    ("ojos_de_boton", "i0+3", "g0+1", "i0+1 z0+1"), ("coro_de_espiritus", "i0+3", "g0+1 g1+1", "h1-1 i0+1"),
    ("pesadilla_profunda", "", "g0+2", "h1-2 i0+3 i1+1"), ("espantapajaros", "i0+3", "g0+1", "i0+2 r0-1"),
    ("bailarinas_siamesas", "i0+3", "g0+2", "e0+1 e1+1"), ("coleccionista_de_frascos", "i0+2", "g0+1", "b0+2"),
    ("arana_de_trapo", "i0+2", "g0+1", "i0+1 z0+1"), ("sombra_reptante", "i0+4", "g0+1", "e0+2"),
    ("payaso_sin_sonrisa", "i0+3", "g0+1", "i0+1 m+1"), ("muneca_rota", "i0+2", "g0+2", "h1-2 i0+2"),
    ("perro_de_niebla", "i0+4", "", "h1-2 i0+1 i1+1"), ("caballero_de_ceniza", "i0+3", "g0+3", "g0+2 g1+2"),
    ("polillas_del_armario", "h1-2 i0+2", "g0+1", "i0+1 r0-1"),
    ("sanguijuela_de_suenos", "f0+1 i0+2", "g0+1", "f0+1 i0+2"),
    ("reloj_sin_agujas", "i0+2", "g0+2", "h1-1 i0+1 z0+1 z1+1"),
    ("lo_de_debajo_de_la_cama", "i0+4", "g0+1", "e0+1 i0+2"),
]  # fmt: skip
BOSSES = [
    ("sastre_de_parpados", "i0+3", "g0+1", "i0+1 z0+1"), ("reina_polilla", "i0+2", "g0+1", "h1-1 i0+1"),
    ("director_del_circo", "i0+2", "g0+1", "e0+1"), ("institutriz", "i0+3", "g0+1", "b0+2"),
    ("lobo_de_luna", "i0+4", "g0+1", "h1-2 i0+1 i1+1"), ("rey_insomne", "i0+3", "g0+1", "f0+1 i0+2"),
]  # fmt: skip
SHEETS = [
    ("William", "f0-4", "h0+3", "h0+2"),
    ("Mayla", "f0-4", "h0+2", ""),
    ("Timmy", "f0-4", "h0+2", "i0-1 i1-1"),
    ("Kate", "f0-4", "h0+2", "c0+2"),
]
EVENTS = [
    ("mal_presagio", Phase.PLACE, "i0+1 i1+1 m-3"), ("ratero_nocturno", Phase.PLACE, "m-2 r0-1"),
    ("grito_en_la_oscuridad", Phase.MASTER_CARD, "m-2 z0+1"), ("hambre_de_sombras", Phase.MASTER_CARD, "e0+1 e1+1 m-2"),
    ("manto_de_bruma", Phase.MASTER_CARD, "g0+2 g1+2 m-1"), ("susurros", Phase.CONCLUSION, "i0+2 m-2"),
    ("noche_sin_fin", Phase.CONCLUSION, "m-1"),
]  # fmt: skip
INSTANTS = [
    ("pastel_de_cumpleanos", "i0-3 i1-3 r0-1"), ("manzanilla", "i0-3 r0-1"), ("galletas_de_avena", "i0-2 r0-1"),
    ("linterna_escacharrada", "r0-1"), ("caja_de_musica", "m-2 r0-1"), ("beso_de_buenas_noches", "i1-11 r0-1"),
    ("vaso_de_leche", "i1-3 r0-1"),
]  # fmt: skip
PASSIVES = [
    ("comida_para_conejos", {}, "i0-1", 4, 2), ("comida_para_conejos", {6: 1}, "h0+3 i0-1", 5, 2),
    ("rifle_de_juguete", {}, "", 6, 2), ("rifle_de_juguete", {9: 1}, "h0+4", 6, 3),
    ("conejo_de_peluche", {}, "h0+2", 4, 2), ("conejo_de_peluche", {1: 1}, "h0+3 i0-1", 5, 2),
    ("manta_gruesa", {}, "", 4, 3), ("espada_de_madera", {}, "", 5, 2), ("espada_de_madera", {9: 1}, "h0+4", 6, 2),
    ("escudo_de_carton", {}, "h0+4", 4, 2), ("osito_valiente", {}, "h0+1", 4, 2), ("atrapasuenos", {}, "", 4, 2),
]  # fmt: skip
REWARDS = [row.name for row in NOCTURNA.content.read_pack("standard").model.reward]


def amounts(state: Any) -> dict[str, int]:
    amounts_now = {}
    for letter, name in (FIELDS | FOE_FIELDS).items():
        amounts_now |= {f"{letter}{k}": int(state[name][k]) for k in range(4)}
    amounts_now |= {f"r{k}": int(state.hand[k].sum()) for k in range(4)}
    return amounts_now | {"m": int(state.mp_hand.sum())}


def changes(before: dict[str, int], state: Any) -> str:
    after = amounts(state)
    return " ".join(f"{key}{after[key] - value:+d}" for key, value in sorted(before.items()) if after[key] != value)


def fight(kind: int, **arguments: Any) -> Any:
    """Two children (the second with a shield) against `kind`, one life short, and a shadow."""
    life = next((row.life for row in NOCTURNA.content.read_pack("standard").model.nightmare[kind : kind + 1]), 0)
    fields = {
        "num_players": 3, "insomnia": [5, 5], "sheet": [2, 3], "shield": [0, 2], "loc": [0, 0],
        "hand": [{1: 2}, {}, {}, {}], "mp_hand": {8: 1}, "loc_nm": [place(kind, 7), place(), place(), place()],
        "foe_kind": [kind, 7], "foe_life": [life - 1, 2, 0], "foe_max": [life, 2, 0], **arguments,
    }  # fmt: skip
    return base(**fields)


def boss_fight(boss: int, **arguments: Any) -> Any:
    fields = {
        "boss": boss, "round_no": 4, "loc_kind": [-1] * 4, "loc": [-1, -1], "loc_nm": [place()] * 4, "loc_up": [0] * 4,
        "place_cursor": 0, "battle": 4, "foe_kind": [45 + boss, -1, -1], "foe_life": [15, 0, 0], "foe_max": [16, 0, 0],
        **arguments,
    }  # fmt: skip
    return fight(0, **fields)


def answered(state: Any, which: int = 0) -> Any:
    """The first child or foe (or the mark itself) where a target is asked for; with -1 the last one."""
    while state.phase == Phase.TARGET:
        NOCTURNA.rules.apply(state, legal(state)[which])
    return state


def revealed(state: Any, master: int, child: int) -> str:
    """What changes when the Master and the child play these cards."""
    before = amounts(state)
    NOCTURNA.rules.apply(state, master)
    NOCTURNA.rules.apply(state, child)
    return changes(before, answered(state))


@pytest.mark.parametrize("card", [at.ATTACK, at.DEFENCE, at.SKILL])
@pytest.mark.parametrize("kind", range(16))
def test_nightmare(kind: int, card: int) -> None:
    assert NOCTURNA.content.read_pack("standard").model.nightmare[kind].name == NIGHTMARES[kind][0]
    assert revealed(fight(kind), card, BEATS[card]) == NIGHTMARES[kind][card]


@pytest.mark.parametrize("card", [at.ATTACK, at.DEFENCE, at.SKILL])
@pytest.mark.parametrize("boss", range(6))
def test_boss(boss: int, card: int) -> None:
    assert NOCTURNA.content.read_pack("standard").model.boss[boss].name == BOSSES[boss][0]
    assert revealed(boss_fight(boss), card, BEATS[card]) == BOSSES[boss][card]


@pytest.mark.parametrize("card", [at.ATTACK, at.DEFENCE, at.SKILL])
@pytest.mark.parametrize("sheet", range(4))
def test_child(sheet: int, card: int) -> None:
    assert NOCTURNA.content.read_pack("standard").model.child[sheet].name == SHEETS[sheet][0]
    state = boss_fight(1, sheet=[sheet, (sheet + 1) % 4])
    assert revealed(state, BEATS[card], card) == SHEETS[sheet][card]
    assert state.covered == (1 if sheet == 0 and card == at.SKILL else -1)
    assert state.marked == (sheet == 1 and card == at.SKILL)


@pytest.mark.parametrize("number", range(7))
def test_event(number: int) -> None:
    name, phase, expected = EVENTS[number]
    kind = 16 + number
    assert NOCTURNA.content.read_pack("standard").model.event[number].name == name
    hand = {kind: 1, 8: 2, 9: 1}
    if phase == Phase.MASTER_CARD:
        state = fight(15, mp_hand=hand)
    else:
        places = [0, 1] if phase == Phase.CONCLUSION else [-1, -1]
        hands = [{1: 1}, {}, {}, {}]
        state = position(3, insomnia=[5, 5], sheet=[2, 3], phase=phase, loc=places, mp_hand=hand, hand=hands)
    before = amounts(state)
    NOCTURNA.rules.apply(state, BASE.event + kind)
    while state.phase in (Phase.PAY, Phase.TARGET):
        NOCTURNA.rules.apply(state, legal(state)[0])
    assert changes(before, state) == expected
    assert state.phase == phase
    assert state.nm_disc[kind] == 1


def test_every_reward_has_its_row() -> None:
    assert sorted({row[0] for row in [*INSTANTS, *PASSIVES]}) == sorted(REWARDS)


@pytest.mark.parametrize(("name", "expected"), INSTANTS)
def test_instant_reward(name: str, expected: str) -> None:
    kind = REWARDS.index(name)
    fallen = name == "beso_de_buenas_noches"
    fields = {
        "insomnia": [9, 21 if fallen else 8], "sheet": [2, 3], "phase": Phase.USE, "to_move": 1,
        "hand": [{kind: 1}, {}, {}, {}], "mp_hand": {8: 2}, "loc_nm": [place(1), place(), place(2), place()],
    }  # fmt: skip
    state = position(3, **fields)
    before = amounts(state)
    NOCTURNA.rules.apply(state, BASE.use + kind)
    if name == "linterna_escacharrada":
        assert legal(state) == [12, 14]
    assert changes(before, answered(state, -1)) == expected  # another child, if one is chosen
    assert state.loc_up.tolist() == [0, 0, int(name == "linterna_escacharrada"), 0]
    assert expected != "r0-1" or state.loc_up.any()
    assert state.rw_disc[kind] == 1
    assert state.scores[0] == 0


@pytest.mark.parametrize(("name", "others", "opening", "damage", "guard"), PASSIVES)
def test_reward_on_the_table(name: str, others: dict[int, int], opening: str, damage: int, guard: int) -> None:
    """What it does when a combat starts, to an attack, and to a defence."""
    kind = REWARDS.index(name)
    fields = {
        "insomnia": [9, 9], "sheet": [2, 3], "phase": Phase.MOVE, "to_move": 2, "loc": [0, -1],
        "active": [{kind: 1, **others}, {}, {}, {}], "loc_nm": [place(15), place(), place(), place()],
    }  # fmt: skip
    state = position(3, **fields)
    before = amounts(state)
    NOCTURNA.rules.apply(state, 13)
    assert changes(before, state) == " ".join(sorted(["f0+7", *opening.split()]))
    hit = NOCTURNA.copy(state)
    guarded = NOCTURNA.copy(state)
    play(hit, at.SKILL, at.ATTACK)
    assert hit.foe_life[0] == 7 - damage
    play(guarded, at.ATTACK, at.DEFENCE)
    assert guarded.shield[0] == min(state.shield[0] + guard, 6)


@pytest.mark.parametrize("op", ["stun", "bottle"])
def test_the_brave_bear_cannot_be_stopped(op: str) -> None:
    kind = 0 if op == "stun" else 5
    bear = REWARDS.index("osito_valiente")
    state = fight(kind, active=[{bear: 1}, {}, {}, {}])
    NOCTURNA.rules.apply(state, at.SKILL)
    NOCTURNA.rules.apply(state, at.DEFENCE)
    answered(state)
    assert state[op].tolist() == [0, 0, 0, 0]


def test_the_dream_catcher_hushes_provision() -> None:
    catcher = REWARDS.index("atrapasuenos")
    state = fight(
        7, loc_nm=[place(7), place(), place(), place()], foe_kind=[7, -1, -1], foe_life=[1, 0, 0], foe_max=[2, 0, 0],
        mp_hand={}, active=[{catcher: 1}, {}, {}, {}], loc_rw=[place(0), place(), place(), place()],
    )  # fmt: skip
    play(state, at.SKILL, at.ATTACK)
    NOCTURNA.rules.apply(state, 4)
    assert state.mp_hand.sum() == 2


def test_familia_of_chamomile_and_biscuits() -> None:
    state = position(phase=Phase.USE, to_move=1, insomnia=[9, 9, 9, 9], hand=[{2: 1, 5: 1}, {}, {}, {}])
    before = amounts(state)
    NOCTURNA.rules.apply(state, BASE.use_family + 2)
    assert changes(before, state) == "i0-7 i1-2 i2-2 i3-2 r0-2"


def test_locations_show_their_rewards_and_hold_their_nightmares() -> None:
    pack = NOCTURNA.content.read_pack("standard").model
    for seed in range(12):
        state = NOCTURNA.new(5, seed, sheets="order")
        for place_number, kind in enumerate(state.loc_kind):
            row = pack.location[kind]
            assert (state.loc_rw[place_number] >= 0).sum() == row.reward
    for kind, row in enumerate(pack.location):
        others = [k for k in range(9) if k != kind][:3]
        cards = {0: 3, 1: 2}
        state = position(loc_kind=[kind, *others], mp_hand=cards, place_cursor=0)
        placed = 0
        while any(action in legal(state) for action in (110, 114)):
            NOCTURNA.rules.apply(state, next(action for action in legal(state) if action in (110, 114)))
            placed += 1
        assert placed == row.nightmares
        NOCTURNA.rules.apply(state, at.PASS)
