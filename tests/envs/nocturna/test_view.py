"""What has happened, what is known and what it looks like, for one seat."""

import re

import pytest

from tests.envs.nocturna import positions as at
from tests.envs.nocturna.positions import NOCTURNA, Phase, base, legal, place, position

CHILD, FOE = 4, 8
"""The first of the actions that mean a child, a foe."""


def account(state, *actions, seat=None):
    """What is told of some actions."""
    lines = []
    for action in actions:
        moments = NOCTURNA.moments(state, action)
        lines += NOCTURNA.account(moments, seat)
        state = moments[-1]
    return lines


def alone(*foes, **given):
    """Position B with other foes."""
    life = {0: 3, 1: 5, 2: 6, 3: 4}
    fields = {"loc_nm": [place(*foes), place(), place(), place()], "foe_kind": list(foes)}
    fields |= {name: [life[foe] for foe in foes] for name in ("foe_life", "foe_max")}
    return base(**fields, **given)


def test_a_turn_is_told_with_the_cards_and_what_they_did() -> None:
    assert account(base(), at.DEFENCE, at.SKILL, seat=1) == [
        "the Master chose a card in secret", "revealed: the Master defence, you skill: skill beats defence",
        "your skill: 1 insomnia less for all children of the combat", "you: insomnia 5 to 4",
        "child 2 Mayla: insomnia 5 to 4", "turn 2: child 2 Mayla and nightmare 2 Coro de Espíritus have the initiative",
    ]  # fmt: skip
    assert account(base(), at.ATTACK, at.ATTACK, seat=0) == [
        "you chose attack in secret", "revealed: you attack, child 1 Timmy attack: equal cards, both are resolved",
        "child 1 Timmy's attack: 4 damage to a nightmare", "nightmare 1 Ojos de Botón: life 3 to 0, defeated",
        "nightmare 1 Ojos de Botón, attack: 3 insomnia for a child of the combat", "child 1 Timmy: insomnia 5 to 8",
        "turn 2: child 2 Mayla and nightmare 2 Coro de Espíritus have the initiative",
    ]  # fmt: skip


@pytest.mark.parametrize(("fields", "actions", "told"), [
    ({}, (at.SKILL, at.DEFENCE, CHILD), "you: stun 0 to 1"),
    ({"stun": [1, 0, 0, 0]}, (at.SKILL,), "revealed: the Master skill; you lost the turn"),
    ({"sheet": [0, 1, 2, 3], "covered": 1, "lead_child": 1, "turn": 2}, (at.ATTACK, at.SKILL, CHILD + 1),
     "child 2 Mayla: covered no more"),
    ({"lead_child": 1, "marked": 1, "mp_hand": {16: 1}}, (at.SKILL, at.ATTACK, FOE),
     "the Master lost Mal Presagio at random"),
    ({"fatigue": 30, "turn": 31}, (at.DEFENCE, at.DEFENCE), "both sides tire"),
    ({"actor_mode": 1}, (at.ATTACK, at.DEFENCE, CHILD + 1), "child 2 Mayla was chosen to act"),
    ({"actor_mode": 1}, (at.SKILL, at.ATTACK, CHILD, FOE), "you were chosen to act"),
    ({"mp_hand": {20: 1, 0: 1}}, (at.EVENT + 20,), "Manto de Bruma: 2 shield for all nightmares of the combat"),
])  # fmt: skip
def test_what_cards_do_is_told(fields, actions, told) -> None:
    assert told in account(base(**fields), *actions, seat=1)


def test_an_event_is_told_with_its_price() -> None:
    state = base(mp_hand={18: 1, 0: 1, 1: 1})
    assert account(state, at.EVENT + 18, at.DISCARD_CARD, seat=1) == [
        "the Master played the event Grito en la Oscuridad",
        "the Master paid with Ojos de Botón",
        "Grito en la Oscuridad: the child with the initiative loses 1 turn",
        "you: stun 0 to 1",
    ]


def test_the_end_of_a_combat_is_told_with_its_rewards() -> None:
    state = alone(0, loc_rw=[place(2, 3, 4), place(), place(), place()])
    lines = account(state, at.SKILL, at.ATTACK, CHILD, CHILD + 1, at.PASS, seat=1)
    assert lines[3:11] == [
        "nightmare 1 Ojos de Botón: life 3 to 0, defeated", "the combat at location 1 Sala del Tesoro is over",
        "to share out: Manzanilla, provision 2", "you got Manzanilla", "to share out: Rifle de Juguete, provision 3",
        "child 2 Mayla got Rifle de Juguete", "to share out: Linterna Escacharrada, provision 1",
        "Linterna Escacharrada was left",
    ]  # fmt: skip
    assert lines[11:14] == [
        "provision of the rewards taken: 5",
        "the Master drew 5 cards",
        "all combats are over; the Conclusion",
    ]
    master = account(state, at.SKILL, at.ATTACK, CHILD, CHILD + 1, at.PASS, seat=0)
    assert re.fullmatch(r"you drew (\w+[ ,]*)+", master[12])


def test_the_card_that_ends_a_lost_combat_is_told_although_it_is_put_away() -> None:
    state = alone(2, 3, loc=[1, 1, 2, 0], in_battle=[0, 0, 0, 1], lead_child=3, insomnia=[5, 5, 5, 20])
    assert account(state, at.SKILL, at.DEFENCE, seat=4)[:6] == [
        "the Master chose a card in secret",
        "revealed: the Master skill, you defence: skill beats defence",
        "nightmare 1 Pesadilla Profunda, skill: 3 insomnia for all children of the combat",
        "you: insomnia 20 to 21, defeated",
        "the combat at location 1 Sala del Tesoro is over",
        "all combats are over; the Conclusion",
    ]


def test_rewards_are_told() -> None:
    hands = [{0: 1, 2: 1, 5: 1}, {3: 1}, {}, {1: 1}]
    state = position(phase=Phase.USE, to_move=1, insomnia=[2, 7, 21, 10], hand=hands)
    assert account(state, at.USE_REWARD, seat=1) == [
        "you used Pastel de Cumpleaños", "Pastel de Cumpleaños: 3 insomnia less for all standing children",
        "you: insomnia 2 to 0", "child 2 Mayla: insomnia 7 to 4", "child 4 Kate: insomnia 10 to 7",
    ]  # fmt: skip
    assert account(state, at.OFFER + 1, at.RETURN_REWARD + 3, seat=2) == [
        "child 1 Timmy offered Pastel de Cumpleaños to you",
        "you gave Rifle de Juguete for Pastel de Cumpleaños",
    ]
    assert account(state, at.OFFER + 1, at.PASS, seat=1)[1] == "child 2 Mayla refused Pastel de Cumpleaños"
    assert account(state, at.USE_FAMILY + 2, seat=1)[0] == "you used Manzanilla, Galletas de Avena"


def test_face_down_nightmares_are_told_to_the_master_alone() -> None:
    state = position(mp_hand={0: 1, 16: 1, 3: 2}, place_cursor=0)
    assert account(state, at.PLACE_CARD + 2, seat=1) == [
        "the Master placed a nightmare face down at location 3 Sala Pequeña"
    ]
    assert account(state, at.PLACE_CARD + 2, seat=0) == [
        "you placed Ojos de Botón face down at location 3 Sala Pequeña"
    ]
    placed = NOCTURNA.moments(state, at.PLACE_CARD + 2)[-1]
    assert "nightmares 1 face down: ?" in NOCTURNA.render(placed, 1)
    assert "nightmares 1 face down: Ojos de Botón" in NOCTURNA.render(placed, 0)
    assert "Master's hand (3): ?" in NOCTURNA.render(placed, 1)
    assert "nightmares not seen, 41 in the deck (45): 3 Ojos de Botón" in NOCTURNA.render(placed, 1)
    assert "nocturna-foe-0" not in NOCTURNA.draw(placed, 1)
    assert "nocturna-foe-0" in NOCTURNA.draw(placed, 0)
    backs = [NOCTURNA.draw(placed, seat).count('href="#nocturna-back"') for seat in (0, 1)]
    assert backs == [1, 5]  # the deck; for the children the nightmare and the three cards of the hand, too


def test_a_chosen_card_is_a_back_until_both_are_in() -> None:
    state = base()
    for card in (at.ATTACK, at.DEFENCE, at.SKILL):
        chosen = NOCTURNA.moments(state, card)[-1]
        assert "this turn: Master a card (?), child not yet" in NOCTURNA.render(chosen, 1)
        assert f"this turn: Master {('attack', 'defence', 'skill')[card - 1]}," in NOCTURNA.render(chosen, 0)
        assert 'href="#nocturna-back"' in NOCTURNA.draw(chosen, 1).split('data-panel="stage"')[1].split("data-panel")[0]
        assert NOCTURNA.draw(chosen, 1) == NOCTURNA.draw(NOCTURNA.moments(state, at.ATTACK)[-1], 1)


def test_last_changes_are_marked() -> None:
    state = base()
    after = NOCTURNA.moments(NOCTURNA.moments(state, at.DEFENCE)[-1], at.SKILL)[-1]
    marks = NOCTURNA.draw(after, 1, before=state).count('class="new"')
    assert marks == 4  # two children, the cards of both sides
    assert NOCTURNA.draw(after, 1).count('class="new"') == 0


def test_a_card_of_the_hand_stands_for_its_places() -> None:
    state = position(mp_hand={0: 1, 3: 2}, place_cursor=0)
    groups = [list(map(int, found.split())) for found in re.findall(r'data-action="([\d ]+)"', NOCTURNA.draw(state, 0))]
    of_the_first = [at.PLACE_CARD, at.PLACE_CARD + 2, at.PLACE_CARD + 3]
    assert of_the_first in groups  # nothing may lie at location 1
    narrowed = re.findall(r'data-action="([\d ]+)"', NOCTURNA.draw(state, 0, actions=of_the_first))
    assert sorted(map(int, narrowed)) == of_the_first


def test_cards_are_explained_with_cost_and_effect() -> None:
    state = base()
    expected = {
        "Ojos de Botón": "nightmare, life 3. attack: 3 insomnia for a child of the combat. defence: 1 shield for "
        "itself. skill: 1 insomnia for a child of the combat; then the same child loses 1 turn. 3 in the deck",
        "Mal Presagio": "event of the preparation phase, for 2 other cards of the hand: 1 insomnia for all standing "
        "children. 2 in the deck",
        "Caja de Música": "reward, used at once: the Master loses 2 random cards. Provision 1: cards that the Master "
        "draws if it is taken; 1 in the deck",
        "Perrera": "location: 1 reward, up to 2 nightmares; 2 in the deck",
        "Institutriz": "boss, life 8 for each child. attack: 3 insomnia for a child of the combat. defence: 1 shield "
        "for itself. skill: a child of the combat is put into a bottle, if one is left, for 2 turns",
        "Kate": "a child's sheet. attack: 4 damage to a nightmare. defence: 2 shield for itself. skill: 2 charge, "
        "which the next attack adds to its damage",
        "bottle": "Embotellado: like stun; there are 2 bottles",
    }
    assert {name: NOCTURNA.explain(state, name) for name in expected} == {
        name: f"{name}: {words}" for name, words in expected.items()
    }


def test_every_card_of_the_pack_is_in_the_glossary() -> None:
    state, tables = base(), NOCTURNA.pack_of(base())
    words = NOCTURNA.glossary(NOCTURNA.view(state))
    rows = (tables.nightmare, tables.event, tables.reward, tables.location, tables.boss, tables.child)
    assert {row.words for table in rows for row in table} <= set(words)
    assert "Pastel de Cumpleaños" in words
    for name in ("pastel de cumpleanos", "PASTEL DE CUMPLEAÑOS"):
        assert NOCTURNA.explain(state, name).startswith("Pastel de Cumpleaños: ")
    assert not [text for text in words.values() if "{" in text or "None" in text]


def test_actions_are_explained_for_the_child_or_foe_that_acts() -> None:
    chosen = NOCTURNA.moments(base(), at.DEFENCE)[-1]
    assert NOCTURNA.explain(chosen, at.SKILL, 1).endswith(
        "child 1 Timmy: 1 insomnia less for all children of the combat"
    )
    assert NOCTURNA.explain(base(), at.SKILL, 0).endswith("then the same child loses 1 turn")
    struck = NOCTURNA.moments(NOCTURNA.moments(base(), at.SKILL)[-1], at.ATTACK)[-1]
    assert NOCTURNA.explain(struck, FOE + 1, 1) == "nightmare 2 Coro de Espíritus. 4 damage to a nightmare"
    asked = position(mp_hand={0: 1}, place_cursor=0)
    assert NOCTURNA.explain(asked, at.PLACE_CARD).startswith(
        "place Ojos de Botón at location 1 Sala del Tesoro. nightmare"
    )


def test_a_picture_is_small() -> None:
    state = base(mp_hand=dict.fromkeys(range(3, 15), 1), hand=[{0: 2, 2: 1}, {3: 1}, {5: 1}, {8: 1}])
    assert max(len(NOCTURNA.draw(state, seat)) for seat in (None, 0, 1)) < 56_000
    assert legal(state)
