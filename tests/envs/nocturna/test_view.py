"""What has happened, what is known and what it looks like, for one seat."""

import re

import pytest

from medianoche.envs.core.show.svg import LEAST, breadth
from medianoche.envs.nocturna.state import BASE, LOCATIONS, Phase
from medianoche.envs.nocturna.words.text import kind_name, location_name
from tests.envs import examples as rows
from tests.envs.examples import at, examples
from tests.envs.nocturna.positions import ATTACK, DEFENCE, NOCTURNA, PASS, RUN, SKILL, base, legal, on, place, position

TELLS = rows.tells(NOCTURNA)
SHOWS = rows.shows(NOCTURNA)
CHILD, FOE = 4, 8
"""The first of the actions that mean a child, a foe."""
REST = [place()] * 3
LIVES = {0: 3, 1: 5, 2: 6, 3: 4}


def alone(*foes, **arguments):
    """Position B with other foes."""
    lives = [LIVES[foe] for foe in foes]
    return at(loc_nm=[place(*foes), *REST], foe_kind=list(foes), foe_life=lives, foe_max=lives, **arguments)


SHARED = alone(0, loc_rw=[place(2, 3, 4), *REST])
LOOT = SKILL, ATTACK, CHILD, CHILD + 1, PASS
LOST = alone(2, 3, loc=[1, 1, 2, 0], in_battle=[0, 0, 0, 1], lead_child=3, insomnia=[5, 5, 5, 20])
USES = on(phase=Phase.USE, to_move=1, insomnia=[2, 7, 21, 10], hand=[{0: 1, 2: 1, 5: 1}, {3: 1}, {}, {1: 1}])
HAND = on(mp_hand={0: 1, 16: 1, 3: 2}, place_cursor=0)
ROWS = [
    ("a turn is told with the cards and what they did", at(), TELLS(DEFENCE, SKILL, seat=1, lines=[
        "the Master chose a card in secret", "revealed: the Master defence, you skill: skill beats defence",
        "your skill: 1 insomnia less for all children of the combat", "you: insomnia 5 to 4",
        "child 2 Mayla: insomnia 5 to 4",
        "turn 2: child 2 Mayla and nightmare 2 Coro de Espíritus have the initiative"])),
    ("equal cards are told", at(), TELLS(ATTACK, ATTACK, seat=0, lines=[
        "you chose attack in secret", "revealed: you attack, child 1 Timmy attack: equal cards, both are resolved",
        "child 1 Timmy's attack: 4 damage to a nightmare", "nightmare 1 Ojos de Botón: life 3 to 0, defeated",
        "nightmare 1 Ojos de Botón, attack: 3 insomnia for a child of the combat", "child 1 Timmy: insomnia 5 to 8",
        "turn 2: child 2 Mayla and nightmare 2 Coro de Espíritus have the initiative"])),
    *((f"what cards do is told: {told}", at(**fields), TELLS(*actions, seat=1, has=[told])) for fields, actions,
      told in (
        ({}, (SKILL, DEFENCE, CHILD), "you: stun 0 to 1"),
        ({"stun": [1, 0, 0, 0]}, (SKILL,), "revealed: the Master skill; you lost the turn"),
        ({"sheet": [0, 1, 2, 3], "covered": 1, "lead_child": 1, "turn": 2}, (ATTACK, SKILL, CHILD + 1),
         "child 2 Mayla: covered no more"),
        ({"lead_child": 1, "marked": 1, "mp_hand": {16: 1}}, (SKILL, ATTACK, FOE),
         "the Master lost Mal Presagio at random"),
        ({"fatigue": 30, "turn": 31}, (DEFENCE, DEFENCE), "both sides tire"),
        ({"actor_mode": 1}, (ATTACK, DEFENCE, CHILD + 1), "child 2 Mayla was chosen to act"),
        ({"actor_mode": 1}, (SKILL, ATTACK, CHILD, FOE), "you were chosen to act"),
        ({"mp_hand": {20: 1, 0: 1}}, (BASE.event + 20,), "Manto de Bruma: 2 shield for all nightmares of the combat"))),
    ("an event is told with its price", at(mp_hand={18: 1, 0: 1, 1: 1}), TELLS(
        BASE.event + 18, BASE.discard, seat=1, lines=[
        "the Master played the event Grito en la Oscuridad", "the Master paid with Ojos de Botón",
        "Grito en la Oscuridad: the child with the initiative loses 1 turn", "you: stun 0 to 1"])),
    ("the end of a combat is told with its rewards", SHARED, TELLS(*LOOT, seat=1, begins=[
        "the Master chose a card in secret", "revealed: the Master skill, you attack: attack beats skill",
        "your attack: 4 damage to a nightmare", "nightmare 1 Ojos de Botón: life 3 to 0, defeated",
        "the combat at location 1 Sala del Tesoro is over", "to share out: Manzanilla, provision 2",
        "you got Manzanilla", "to share out: Rifle de Juguete, provision 3", "child 2 Mayla got Rifle de Juguete",
        "to share out: Linterna Escacharrada, provision 1", "Linterna Escacharrada was left",
        "provision of the rewards taken: 5", "the Master drew 5 cards", "all combats are over; the Conclusion"])),
    ("the card that ends a lost combat is told although it is put away", LOST, TELLS(SKILL, DEFENCE, seat=4, begins=[
        "the Master chose a card in secret", "revealed: the Master skill, you defence: skill beats defence",
        "nightmare 1 Pesadilla Profunda, skill: 3 insomnia for all children of the combat",
        "you: insomnia 20 to 21, defeated", "the combat at location 1 Sala del Tesoro is over",
        "all combats are over; the Conclusion"])),
    ("rewards are told", USES, TELLS(BASE.use, seat=1, lines=[
        "you used Pastel de Cumpleaños", "Pastel de Cumpleaños: 3 insomnia less for all standing children",
        "you: insomnia 2 to 0", "child 2 Mayla: insomnia 7 to 4", "child 4 Kate: insomnia 10 to 7"]),
     TELLS(BASE.offer + 1, BASE.give + 3, seat=2, lines=[
         "child 1 Timmy offered Pastel de Cumpleaños to you", "you gave Rifle de Juguete for Pastel de Cumpleaños"]),
     TELLS(BASE.offer + 1, PASS, seat=1, has=["child 2 Mayla refused Pastel de Cumpleaños"]),
     TELLS(BASE.use_family + 2, seat=1, begins=["you used Manzanilla, Galletas de Avena"])),
    ("face down nightmares are told to the Master alone", HAND,
     TELLS(BASE.place + 2, seat=1, lines=["the Master placed a nightmare face down at location 3 Sala Pequeña"]),
     TELLS(BASE.place + 2, seat=0, lines=["you placed Ojos de Botón face down at location 3 Sala Pequeña"]),
     lambda state: NOCTURNA.show.moments(state, BASE.place + 2)[-1],
     SHOWS(1, "nightmares 1 face down: ?", "Master's hand (3): ?",
           "nightmares not seen, 41 in the deck (45): 3 Ojos de Botón"),
     SHOWS(0, "nightmares 1 face down: Ojos de Botón")),
]  # fmt: skip


@examples(ROWS)
def test_what_is_told(row):
    RUN.run(row)


def test_what_the_master_draws_is_named_to_him() -> None:
    lines = rows.account(NOCTURNA, base(**SHARED), *LOOT, seat=0)
    assert re.fullmatch(r"you drew (\w+[ ,]*)+", lines[12])


def test_face_down_nightmares_are_backs_for_the_children() -> None:
    placed = NOCTURNA.show.moments(RUN.position(**HAND), BASE.place + 2)[-1]
    drawn = [NOCTURNA.draw(placed, seat) for seat in (0, 1)]
    assert [picture.count("nocturna-foe-0") > 0 for picture in drawn] == [True, False]
    # the deck; for the children the nightmare and the three cards of the hand, too
    assert [picture.count('href="#nocturna-back"') for picture in drawn] == [1, 5]


@pytest.mark.parametrize(("card", "name"), [(ATTACK, "attack"), (DEFENCE, "defence"), (SKILL, "skill")])
def test_a_chosen_card_is_a_back_until_both_are_in(card, name) -> None:
    chosen, other = (NOCTURNA.show.moments(base(), card_chosen)[-1] for card_chosen in (card, ATTACK))
    assert "this turn: Master a card (?), child not yet" in NOCTURNA.render(chosen, 1)
    assert f"this turn: Master {name}," in NOCTURNA.render(chosen, 0)
    assert 'href="#nocturna-back"' in NOCTURNA.draw(chosen, 1).split('data-panel="stage"')[1].split("data-panel")[0]
    assert NOCTURNA.draw(chosen, 1) == NOCTURNA.draw(other, 1)


def test_last_changes_are_marked() -> None:
    state = base()
    after = NOCTURNA.show.moments(NOCTURNA.show.moments(state, DEFENCE)[-1], SKILL)[-1]
    marks = [NOCTURNA.draw(after, 1, before=before).count('class="new"') for before in (state, None)]
    assert marks == [4, 0]  # two children, the cards of both sides


def test_a_card_of_the_hand_stands_for_its_places() -> None:
    state = position(mp_hand={0: 1, 3: 2}, place_cursor=0)
    first = [BASE.place, BASE.place + 2, BASE.place + 3]  # nothing may lie at location 1
    whole, narrowed = (re.findall(r'data-action="([\d ]+)"', NOCTURNA.draw(state, 0, actions=actions))
                       for actions in (None, first))  # fmt: skip
    assert first in [list(map(int, numbers.split())) for numbers in whole]
    assert sorted(map(int, narrowed)) == first


def test_a_group_of_choices_says_what_is_done() -> None:
    state = position(mp_hand={0: 1, 3: 2}, place_cursor=0)
    for lang, card, beginning in (("en", "place ", "place at "), ("es", "jugar ", "jugar boca abajo en la ")):
        picture = NOCTURNA.draw(state, 0, lang=lang)
        said = re.findall(r"<title>([^<]*?) \(\d+ (?:choices|opciones)\)</title>", picture)
        view = NOCTURNA.view(state, 0, lang)
        rooms = {beginning + location_name(view, number) for number in range(LOCATIONS)}
        cards = {card + kind_name(view, kind) for kind in (0, 3)}
        assert cards <= set(said) <= cards | rooms
        assert rooms & set(said)


EXPLAINED = {
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


@pytest.mark.parametrize("name", EXPLAINED)
def test_cards_are_explained_with_cost_and_effect(name) -> None:
    assert NOCTURNA.explain(base(), name) == f"{name}: {EXPLAINED[name]}"


def test_every_card_of_the_pack_is_in_the_glossary() -> None:
    state = base()
    tables = NOCTURNA.content.pack_of(base())
    words = NOCTURNA.declaration.glossary(NOCTURNA.view(state))
    names = (tables.nightmare, tables.event, tables.reward, tables.location, tables.boss, tables.child)
    assert {row.words for table in names for row in table} | {"Pastel de Cumpleaños"} <= set(words)
    for name in ("pastel de cumpleanos", "PASTEL DE CUMPLEAÑOS"):
        assert NOCTURNA.explain(state, name).startswith("Pastel de Cumpleaños: ")
    assert not [text for text in words.values() if "{" in text or "None" in text]


def test_actions_are_explained_for_the_child_or_foe_that_acts() -> None:
    chosen = NOCTURNA.show.moments(base(), DEFENCE)[-1]
    healed = "Child 1 Timmy: 1 insomnia less for all children of the combat"
    assert NOCTURNA.explain(chosen, SKILL, 1).endswith(healed)
    assert NOCTURNA.explain(base(), SKILL, 0).endswith("then the same child loses 1 turn")
    struck = NOCTURNA.show.moments(NOCTURNA.show.moments(base(), SKILL)[-1], ATTACK)[-1]
    wounded = "nightmare 2 Coro de Espíritus. 4 damage; life 5 → 1. 4 damage to a nightmare"
    assert NOCTURNA.explain(struck, FOE + 1, 1) == wounded
    asked = NOCTURNA.explain(position(mp_hand={0: 1}, place_cursor=0), BASE.place)
    assert asked.startswith("place Ojos de Botón at location 1 Sala del Tesoro. Nightmare")


def test_positions_on_the_way_of_a_step_are_kept_where_a_phase_begins() -> None:
    chosen = NOCTURNA.show.moments(base(), SKILL)[-1]
    kept = [Phase(int(moment.phase)) for moment in NOCTURNA.show.moments(chosen, ATTACK)]
    assert kept == [Phase.CHILD_CARD, Phase.TARGET, Phase.TARGET]
    kept = [Phase(int(moment.phase)) for moment in NOCTURNA.show.moments(chosen, ATTACK, {Phase.NEXT_CARD})]
    assert kept == [Phase.CHILD_CARD, Phase.NEXT_CARD, Phase.TARGET, Phase.TARGET]


def test_a_picture_is_small() -> None:
    state = base(mp_hand=dict.fromkeys(range(3, 15), 1), hand=[{0: 2, 2: 1}, {3: 1}, {5: 1}, {8: 1}])
    assert max(len(NOCTURNA.draw(state, seat)) for seat in (None, 0, 1)) < 56_000
    assert legal(state)


@pytest.mark.parametrize("first", [0, 5, 10, 15, 18])
def test_names_are_whole_and_inside_their_cards(first) -> None:
    """Those of five cards on a phone, as many as the Master draws in a round."""
    kinds = range(first, first + 5)
    state = base()
    state.mp_hand[:] = 0
    state.mp_hand[first : first + 5] = 1
    view = NOCTURNA.view(state, 0)
    drawn = NOCTURNA.draw(state, 0, width=360)
    for kind in kinds:
        name = kind_name(view, kind)
        card = drawn[drawn.rindex(f"<title>{name}\n") + 7 :].split("<title>")[0]
        width = float(re.findall(r'<rect width="([\d.]+)"', card)[0])
        names = re.search(r'<g font-size="[\d.]+" fill="[^"]*" text-anchor="middle">(.*?)</g>', card)
        assert names
        lines = re.findall(r">([^<]+)</text>", names[1])
        assert "".join(lines).replace("-", "").replace(" ", "") == name.replace(" ", "").replace("-", "")
        assert max(breadth(line, LEAST) for line in lines) <= width
