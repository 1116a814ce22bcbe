"""Accounts, texts and pictures for one seat."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest

from medianoche.envs.core.show.svg import breadth
from medianoche.envs.medianokte.words.text import values_of
from tests.envs import examples as rows
from tests.envs.examples import examples, then
from tests.envs.medianokte import numbers
from tests.envs.medianokte.table import GAME, RUN, board, crew, play

TELLS = rows.tells(GAME)
SHOWS = rows.shows(GAME)
K = numbers.KAZADOR
N = numbers.NIGROMANTE
P = numbers.KAPITANA
U = numbers.KURADORA
M = numbers.MEKANIKO


DICE = 280
"""A generator whose first three dice show 9, 5 and 1. A generator of 0 would mark a position that cannot be played."""


def at(*characters, seat=1, **changes):
    """A position whose dice are those of `DICE`."""
    return rows.at(characters=characters or (K, P), seat=seat, rng=DICE, **changes)


def some(state, action, seat=None):
    """The accounts of a step with each of some seeds."""
    lines = []
    for seed in (DICE, *range(1, 40)):
        state = GAME.copy(state)
        state.rng = seed
        lines.append(rows.account(GAME, state, action, seat=seat))
    return lines


def tile(svg, name):
    """Number of tiles with this name."""
    return svg.count(f">{name}</text>")


def only_this_event(state):
    state.deck_event[0] -= 1


def only_rifles(state):
    state.explore_object[:] = 0
    state.explore_event[:] = 0
    state.explore_object[3] = 1


def reshuffles(state):
    state.deck_event[:] = 0
    state.deck_astrali[:] = 0
    state.discard_event[:] = 0
    state.discard_event[5] = 6


REST = "each crew member has all cards rest one step, becomes euphoric and heals 1"
REVIVAL = "the user revives an astrali of cost 3 or less from the void as a weapon"
ARENGA = "a crew member of choice either becomes euphoric or heals 1"
SAQUEO = "the action card Saqueo: the Enemy gets 2 energy and draws 1 card"
BUYS = at(seat=0, energy=6, hand_astrali={12: 1}, hand_event={9: 1})
SABLE = at(P, U, charge=[4, 0], damage=[2, 3])
GOLEM = at(N, P, army=[(10, 1, 0), (0, 0, 1)], army_poison=[4])
ROWS = [
    ("cards drawn are counted for the crew", at(seat=0, boss_cards=[1, 1, 1, 0, 1], hand_event={0: 1}, max_rounds=20),
     only_this_event, TELLS(4, seat=1, lines=[
         f"the Enemy played {SAQUEO}", "the Enemy got 2 energy: 2 now", "the Enemy drew 1 card",
         "the Enemy drew 6 cards",
         "action cards rest", "your turn"]), TELLS(4, seat=0, begins=[f"you played {SAQUEO}"])),
    ("a reshuffle is told", at(seat=0, hand_astrali={12: 2}, hand_event={0: 1}), reshuffles, TELLS(4, seat=1, has=[
        "the discard became the deck; what the Enemy held then is known to the crew", "the Enemy drew 1 card",
        "the Enemy drew 4 cards"]), 4, SHOWS(1, "Momento de Vacilación")),
    ("purchases are told with their cost", BUYS, TELLS(6 + 12, seat=1, lines=[
        "the Enemy summoned Verdugo for 3 energy", "the Enemy spent 3 energy: 3 now"]), TELLS(30 + 9, seat=0, lines=[
            "you played Torreta Automátika for 2 energy: a crew member of choice is hit by 3 dice against armour",
            "you spent 2 energy: 4 now"])),
    ("a strike is told with its dice and wounds", at(seat=0, energy=2, army=[(12, 0, 0)], poison=[9, 0]),
     TELLS(46, seat=1, begins=[
         "the Enemy's Verdugo (slot 1) struck you for 1 energy (3 dice against armour -4)",
         "the Enemy spent 1 energy: 1 now", "rolled 9, 5 and 1", "you took 3 damage: 6 of 9 life left"])),
    ("an attack is told before its dice", GOLEM, TELLS(147, seat=2, lines=[
        "Nigromante attacked Golem de Chatarra (slot 1) with Guadaña (3 dice melee against armour 1)",
        "rolled 9, 5 and 1", "Golem de Chatarra (slot 1) took 3 damage: 0 of 4 life left",
        "Golem de Chatarra fell and went to the void", "Nigromante got 1 counter: 1 of 3", "your turn"])),
    ("exploring is told with what it pays and finds", at(orient=[[1, 2, 0]]), only_rifles, TELLS(146, seat=2, lines=[
        "Kazador explored: 2 cards rested; found Rifle Largo (cost 2; weapon: 5 dice distance; exhausts)",
        "the Enemy got 2 energy: 2 now"]), 146, then(phase=numbers.DRAWN), TELLS(610, seat=2, lines=[
            "Kazador gave Rifle Largo to you for 2 energy to the Enemy", "the Enemy got 2 energy: 4 now"]),
     TELLS(614, seat=1, lines=["you discarded Rifle Largo", "Kapitana's turn"]), 610,
     TELLS(617, seat=1, lines=["Kapitana laid Rifle Largo over Trabuko", "Kapitana's turn"])),
    ("events that are found are told", at(phase=numbers.DRAWN, card=93, damage=[4, 0]), TELLS(615, seat=0, lines=[
        "Kazador resolved Botiquín for 2 energy: the finder heals 3", "you got 2 energy: 2 now",
        "Kazador healed 3: 8 of 9 life left", "Kapitana's turn"])),
    ("a final action is told", SABLE, TELLS(406, seat=1, lines=[
        f"you used the final action Todos a Una for 3 counters: {REST}", "you lost 3 counters: 1 of 3",
        "you became euphoric", "you healed 1: 9 of 10 life left", "Kuradora became euphoric",
        "Kuradora healed 1: 7 of 9 life left", "Kuradora's turn"])),
    ("an assist is told", SABLE, TELLS(405, seat=2, lines=[f"Kapitana used the assist Arenga: {ARENGA}"]), 405,
     TELLS(619, seat=2, lines=["Kapitana chose you for Arenga"]), 619, then(phase=numbers.OPTION),
     TELLS(656, seat=2, lines=["Kapitana chose an effect of Arenga", "you became euphoric", "your turn"])),
    ("a final action whose kills pay for it is told",
     at(M, P, charge=[3, 0], army=[(0, 0, 0), (10, 0, 0), (1, 0, 0), (14, 3, 0)]), TELLS(406, seat=2, begins=[
         "Mekániko used the final action Sobrekarga for 3 counters: each of the astralis and the boss takes 2 damage"],
         has=[f"{name} fell and went to the void" for name in ("Larva", "Polilla de Éter", "Leviatán Menor")])),
    ("gifts and objects are told", at(items={(0, 13): 1, (0, 15): 1}, found={(0, 1): 0}),
     TELLS(439 + 5 * 15 + 1, seat=2, lines=["Kazador gave Botas Magnétikas to you"]),
     TELLS(599 + 5 + 1, seat=2, lines=["Kazador gave Espada Solar to you"]),
     SHOWS(2, "objects: Amuleto de Hierro, Botas Magnétikas", "life 11/11")),
    ("what is revived is a weapon", at(N, P, void_astrali={12: 1, 14: 1}), TELLS(405, seat=2, lines=[
        f"Nigromante used the assist Animar a los Kaidos: {REVIVAL}",
        "Nigromante revived Verdugo from the void as a weapon", "your turn"]), 405,
     SHOWS(0, "revived Verdugo (place 1) (ready): 3 dice distance; taps")),
]  # fmt: skip


@examples(ROWS)
def test_what_is_told(row):
    RUN.run(row)


# ---- what depends on dice, and pictures of hands


def test_the_crew_sees_backs_and_what_it_knows_of_the_hand() -> None:
    state = crew(seat=0, hand_astrali={0: 2, 12: 1}, known_astrali={12: 1})
    state.deck_astrali -= state.hand_astrali
    SHOWS(1, "  hand (3): Verdugo, 2 unknown")(state)
    SHOWS(0, "  hand (3): Larva x2, Verdugo", "  known to the crew: Verdugo")(state)
    for seat, backs in ((1, 2), (2, 2), (0, 1), (None, 1)):  # the deck's and, for the crew, the hand's
        assert GAME.draw(state, seat).count('"#medianokte-back0"') == backs
    assert tile(GAME.draw(state, 0), "Larva") == 1
    assert tile(GAME.draw(state, 1), "Verdugo") == 1
    assert "hand of the Enemy: 3\nVerdugo<" in GAME.draw(state, 1)  # and nothing else that it holds


def groups(picture):
    """What a click on each place of a picture with several choices begins, without their number."""
    return set(re.findall(r"<title>([^<]*?) \(\d+ (?:choices|opciones)\)</title>", picture))


def test_a_group_of_choices_says_what_is_done() -> None:
    """To whom and with whom the Enemy strikes; what the crew attacks, and gives."""
    enemy = crew(seat=0, energy=2, army=[(12, 0, 0), (10, 0, 0)])
    strikes = {"strike with Verdugo (slot 1)", "strike with Golem de Chatarra (slot 2)"}
    assert groups(GAME.draw(enemy, 0)) == strikes | {"strike Kazador", "strike Kapitana"}
    assert {"atacar con Verdugo (lugar 1)", "atacar a Kazador"} <= groups(GAME.draw(enemy, 0, lang="es"))
    member = crew(army=[(12, 0, 0), (10, 0, 0)], items={(0, 15): 1, (0, 16): 1})
    assert {"attack Verdugo", "give to Kapitana"} <= groups(GAME.draw(member, 1))
    assert {"atacar Verdugo", "entregar a Kapitana"} <= groups(GAME.draw(member, 1, lang="es"))
    foes = {"attack Verdugo", "attack Golem de Chatarra", "attack Kapitán Umbral"}
    begun = {words.partition(" with ")[0] for words in groups(GAME.draw(member, 1))}
    assert begun == {"attack", "give to Kapitana"} | foes


def test_cards_drawn_are_named_to_the_enemy() -> None:
    state = crew(seat=0, boss_cards=[1, 1, 1, 0, 1], hand_event={0: 1}, max_rounds=20)
    only_this_event(state)
    assert sum(line.startswith("you drew ") for line in rows.account(GAME, state, 4, seat=0)) == 7


def test_the_wounds_of_a_strike_are_those_of_its_dice() -> None:
    state = crew(seat=0, energy=2, army=[(12, 0, 0)], poison=[9, 0])
    line = "your Verdugo (slot 1) struck Kapitana for 1 energy (3 dice against armour 5)"
    for lines in some(state, 47, 0):
        hits = sum(int(die) >= 5 for die in re.findall(r"\d+", lines[2]))
        hurt = f"Kapitana took {hits} damage: {10 - hits} of 10 life left" if hits else "Kapitana is not hurt"
        assert lines[:4] == [line, "you spent 1 energy: 1 now", lines[2], hurt]


def test_an_event_is_told_from_target_to_effect() -> None:
    state = play(crew(seat=0, energy=3, hand_event={0: 1}), 30)
    assert state.phase == numbers.TARGET
    told = {int(lines[1].removeprefix("rolled ")): (lines[0], *lines[2:]) for lines in some(state, 618, 1)}
    chosen = "the Enemy chose you for Momento de Vacilación"
    under = (chosen, "you rolled under will", "the Enemy ended the turn", "your turn")
    assert told == {die: under if die < 5 else (chosen,) for die in told}
    assert min(told) < 5 <= max(told)
    while state.phase == numbers.TARGET:
        state.rng += 1
        after = play(state, 618)
        state = after if after.to_move == 0 else state
    tires = ["Kazador's Arko de Hueso is exhausted", "Kazador's Ojo de Presa is exhausted"]
    TELLS(648, seat=2, begins=tires)(state)
    SHOWS(2, "Arko de Hueso (exhausted): 3 dice distance; taps")(play(state, 648))


def test_bleeding_is_told_as_such() -> None:
    told = {lines[1]: tuple(lines[2:]) for lines in some(crew(bleed=[1, 0], damage=[8, 0]), 0, 2)}
    fall = ("Kazador bleeds", "Kazador took 1 damage: 0 of 9 life left", "Kazador fell", "the Enemy has won")
    ends = {**dict.fromkeys((1, 2, 3), fall), 4: ("your turn",), 5: ("your turn",)}
    ends[6] = ("Kazador stopped bleeding", "your turn")
    assert told == {f"Kazador rolled {die} for the bleeding": end for die, end in ends.items()}


def test_an_attack_with_the_magic_die_is_told() -> None:
    told = {tuple(lines) for lines in some(RUN.position(**GOLEM), 147 + 43 + 41, 1)}
    first = "you attacked Kapitán Umbral with Toke Marchito (magic die distance)"
    for shown, wound in ((0, "is not hurt"), (3, "took 3 damage: 12 of 15 life left")):
        assert (first, f"the magic die shows {shown}", f"Kapitán Umbral {wound}", "Kapitana's turn") in told


def test_an_attack_at_every_foe_tells_each_wound() -> None:
    told = some(crew(seat=2, army=[(2, 0, 0), (12, 0, 0)]), 232, 0)
    assert [
        "Kapitana attacked every astrali and the boss with Trabuko (2 dice at every astrali and the boss)",
        "rolled 9 and 5", "Verdugo (slot 2) took 2 damage: 1 of 3 life left",
        "Centinela Oxidado (slot 1) took 2 damage: 0 of 2 life left", "Centinela Oxidado fell and went to the void",
        "Kapitana got 1 counter: 1 of 3", "Kapitán Umbral took 2 damage: 13 of 15 life left", "round 2: your turn",
    ] in told  # fmt: skip


# ---- before play


def test_choosing_and_building_are_told() -> None:
    state = GAME.new(2, seed=1, decks="build", characters="choose")
    lines = []
    rng = np.random.default_rng(0)
    while state.phase < numbers.ENEMY:
        moments = GAME.show.moments(state, int(rng.choice(GAME.legal_actions(state))))
        lines += GAME.account(moments, 1)
        state = moments[-1]
    assert re.fullmatch("the Enemy chose .* as the boss", lines[0])
    assert re.fullmatch("you chose .*", lines[1])
    assert sum(line.startswith("the Enemy added ") for line in lines) == 30
    assert sum(line.startswith("you added ") for line in lines) == 10
    assert lines[-3:] == ["the Enemy began with 3 energy", "the Enemy drew 8 cards", "round 1: the Enemy's turn"]


# ---- pictures


def test_a_picture_shows_life_and_marks_what_has_changed() -> None:
    state = board(3, numbers.UMBRAL, (numbers.KAZADOR, numbers.AKROBATA), 1, army=[(10, 0, 0)])
    state.army_poison[0] = 9
    after = play(state, 147 + 21)
    assert after.phase == numbers.CREW
    svg = GAME.draw(after, 2, before=state)
    assert svg.count('class="new"') == 1  # the bow that is tapped; the golem is on offer
    assert tile(svg, "1/4") == 1
    assert svg.count('"#medianokte-orient1" transform="translate(9 16)') == 1  # other signs say what attacks do
    assert GAME.draw(after, 2).count('class="new"') == 0


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_name_of_a_card_of_the_crew_is_whole_and_ends_before_its_signs(lang) -> None:
    pack = GAME.content.pack_of(GAME.new())
    crew_of_3 = [range(len(pack.character))[k : k + 3] for k in range(0, len(pack.character), 3)]
    for characters in crew_of_3:
        state = board(1 + len(characters), numbers.UMBRAL, characters, 1)
        root = ET.fromstring(GAME.draw(state, 1, width=720, lang=lang))
        cards = {
            node.attrib["data-piece"]: node for node in root.iter() if "card " in node.attrib.get("data-piece", "")
        }
        for character in (pack.character[kind] for kind in characters):
            for card in (*character.weapons, character.assist, character.final):
                names, signs = cards[f"card {card.name}"].findall("{*}g")
                (line,) = names
                left = float(re.match(r"translate\(([\d.]+)", signs.attrib["transform"])[1])
                assert line.text == card.name
                size = float(names.attrib["font-size"])
                assert float(line.attrib["x"]) + breadth(card.name, size, bold=True) <= left


def test_the_ship_shows_how_poisoned_each_is_and_what_both_sides_aim_at() -> None:
    state = board(3, numbers.UMBRAL, (numbers.KAZADOR, numbers.AKROBATA), 1, poison=[0, 7], damage=[2, 5])
    left, limit = values_of(GAME.content.pack_of(state), state, 1)[:2]
    for width in (360, 720):
        root = ET.fromstring(GAME.draw(state, 1, width=width))
        ship = next(node for node in root.iter() if node.attrib.get("data-panel") == "ship")
        said = [node.text for node in ship.findall(".//{*}text")]
        assert said.count("7") == 1
        assert "Enemy against Akróbata" in said
        assert said.count(f"{left}/{limit}") == 2  # on the deck, and as what the Enemy aims at


SPOT = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")


def places(node, kind, x=0.0):
    """Pieces of a kind in a part of a picture that is not scaled: their names, left edges and widths."""
    if moved := SPOT.match(node.attrib.get("transform", "")):
        x += float(moved[1])
    if node.attrib.get("data-piece", "").startswith(kind):
        ground = node.find(".//{*}rect")
        yield node.attrib["data-piece"].removeprefix(kind), x, float(ground.attrib["width"]) + 1
    for part in node:
        yield from places(part, kind, x)


def panel(picture, name):
    """A panel of a picture."""
    return next(node for node in ET.fromstring(picture).iter() if node.attrib.get("data-panel") == name)


@pytest.mark.parametrize("width", [360, 720])
@pytest.mark.parametrize("crew_size", [1, 2, 3, 4, 5])
def test_an_army_of_six_stands_side_by_side(crew_size, width) -> None:
    astralis = [(kind, 0, 0) for kind in (0, 2, 5, 8, 10, 12)]
    state = board(1 + crew_size, numbers.UMBRAL, range(crew_size), 1, army=astralis)
    shown = panel(GAME.draw(state, 1, width=width), "ship" if width > 360 else "army")
    figures = list(places(shown, "figure "))
    pack = GAME.content.pack_of(state)
    assert [name for name, _, _ in figures] == [pack.astrali[kind].name for kind, _, _ in astralis]
    for (_, left, across), (_, beside, _) in pairwise(figures):
        assert left + across <= beside
    assert figures[-1][1] + figures[-1][2] < float(shown.attrib["data-size"].split()[0])


@pytest.mark.parametrize("width", [360, 720])
def test_the_ship_has_a_figure_of_everybody_on_board(width) -> None:
    state = board(4, numbers.UMBRAL, (K, P, M), 2, army=[(10, 0, 0), (0, 0, 0)])
    picture = GAME.draw(state, 2, width=width)
    used = [use.attrib["href"] for use in panel(picture, "ship").findall(".//{*}use")]
    if width == 360:
        used += [use.attrib["href"] for use in panel(picture, "army").findall(".//{*}use")]
    figures = [f"character{kind}" for kind in (K, P, M)] + [f"boss{numbers.UMBRAL}", "astrali10", "astrali0"]
    assert sorted(
        name.removeprefix("#medianokte-") for name in used if re.search(r"(character|boss|astrali)\d", name)
    ) == (sorted(figures))


DIE = re.compile(r'<path d="M14.0 1L27 14.0L14.0 27L1 14.0Z" fill="var\(--(\w+)\)"[^>]*/><text[^>]*>(\d+)</text>')


@pytest.mark.parametrize("width", [360, 720])
def test_dice_are_28_pixels_high_and_those_that_reach_the_armour_are_filled(width) -> None:
    state = crew(seat=0, energy=2, army=[(12, 0, 0)], poison=[9, 0])  # three dice against armour 5
    filled = 0
    for seed in range(1, 12):
        before = GAME.copy(state)
        before.rng = seed
        moments = GAME.show.moments(before, 47)
        dice = next(event.fields["dice"] for event in moments.events(0) if "dice" in event.fields)
        picture = GAME.draw(moments[-1], 0, before=before, events=moments.events(0), width=width)
        shown = DIE.findall(picture)
        assert [int(number) for _, number in shown] == list(dice)
        assert all((fill == "act") == (int(number) >= 5) for fill, number in shown)
        filled += sum(fill == "act" for fill, _ in shown)
    assert 0 < filled < 33


NAMED = re.compile(r"[^,…-]+")


def names_in(pack):
    """All names of a pack."""
    rows = [*pack.astrali, *pack.event, *pack.positive, *pack.object, *pack.boss, *pack.character]
    rows += [card for boss in pack.boss for card in boss.actions]
    rows += [card for character in pack.character for card in (*character.weapons, character.assist, character.final)]
    return {row.name for row in rows}


@pytest.mark.parametrize("players", [2, 5])
def test_only_names_are_cut_and_no_effect_of_a_card(players) -> None:
    state = GAME.new(players, seed=players)
    names = names_in(GAME.content.pack_of(state))
    rng = np.random.default_rng(players)
    cut = {}
    drawn = number = 0
    while not state.done:
        if number % 12 == 0 or (state.card and number % 4 == 0):
            seat = int(state.to_move)
            lang = ("en", "es")[number % 8 == 0]
            for width in (360, 720):
                root = ET.fromstring(GAME.draw(state, seat, width=width, lang=lang))
                words = [node.text or "" for node in root.findall(".//{*}text")]
                drawn += len(words)
                cut |= {line: (number, seat, width) for line in words if "…" in line}
        GAME.step(state, int(rng.choice(GAME.legal_actions(state))))
        number += 1
    parts = {line: [part.strip() for part in NAMED.findall(line)] for line in cut}
    assert drawn > 1000
    assert {
        line: cut[line] for line in cut if not all(any(part in name for name in names) for part in parts[line])
    } == {}


def test_who_attacks_and_who_is_attacked_are_chosen_on_the_board() -> None:
    state = board(3, numbers.UMBRAL, (numbers.KAZADOR, numbers.AKROBATA), 2, army=[(10, 0, 0), (0, 0, 0)])
    groups = [set(map(int, numbers.split())) for numbers in re.findall(r'data-action="([\d ]+)"', GAME.draw(state, 2))]
    legal = {int(action) for action in GAME.legal_actions(state)}
    daggers = {action for action in legal if 147 <= action < 190}
    golem = {action for action in legal if (action - 147) % 43 in (0, 21) and 147 <= action < 405}
    assert daggers in groups
    assert golem in groups
    assert {0} in groups


# ---- explanations


def test_every_card_is_explained_with_cost_and_effect() -> None:
    state = GAME.new(3)
    pack = GAME.content.pack_of(state)
    for row in (*pack.astrali, *pack.event, *pack.positive, *pack.object):
        assert f"cost {row.cost}" in GAME.explain(state, row.name)
    for character in pack.character:
        for card in (character, *character.weapons, character.assist, character.final):
            assert character.name in GAME.explain(state, card.name)
    for boss in pack.boss:
        assert all(f"action card of {boss.name}" in GAME.explain(state, card.name) for card in boss.actions)


@pytest.mark.parametrize(("name", "words"), [
    ("red oskura", "takes 1 damage and is exhausted (the boss: 1 action card, chosen by the attacker); taps"),
    ("Susurros", "rolls under will; if that fails, either is no longer euphoric or loses up to 1 counter"),
    ("Granada", "single use: each of the astralis and the boss "),
    ("Exoeskeleto", "permanent: +2 strength, +1 melee die; cost 1"),
    ("Filo Oskuro", "rolls under strength; if that fails, takes 1 damage; in any case starts to bleed"),
    ("Aguijón", "rolls under dexterity; if that fails, takes 2 damage and gets 1 poison"),
    ("Pesadilla", "has 2 cards exhausted, chosen by the user; in any case takes 1 damage"),
    ("Feromonas", "each astrali rests one step and heals 1"),
    ("Drenar", "is hit by 2 dice against armour and the user heals 1"),
    ("Enjambre", "action card of Madre Kolmena: the Enemy may summon an astrali of cost 2 or less for free (twice)"),
    ("test", "rolls a die with 10 faces under a characteristic (an equal roll fails), or the effect follows"),
])  # fmt: skip
def test_effects_are_said_in_words(name, words) -> None:
    assert words in GAME.explain(GAME.new(), name)


def test_actions_are_explained() -> None:
    state = crew(orient=[[0, 1, 2]])
    assert GAME.explain(state, 146) == ("explore. 2 cards can rest: 1 energy to the Enemy for each, less discounts")
    odds = "3 dice, each hits on 5 or more (60%); leaves 12 to 15 of 15 life; 1.8 damage on average"
    attack = f"attack Kapitán Umbral from a distance with Arko de Hueso. {odds}. 3 dice distance; taps"
    assert GAME.explain(state, 147 + 41) == attack
    drawn = crew(phase=numbers.DRAWN, card=109)
    assert GAME.explain(drawn, 609).startswith("keep Espada Solar. Weapon: 4 dice melee; taps; cost 2. A found object")


def test_a_choice_of_what_tires_names_the_cards_and_whose_they_are():
    asked = 0
    rng = np.random.default_rng(0)
    for seed in range(20):
        state = GAME.new(4, seed=seed)
        while not state.done:
            legal = GAME.legal_actions(state)
            if state.phase == numbers.TIRE and state.source < 0:  # a card of the Enemy tires its target's cards
                asked += 1
                member = int(state.target)
                character = GAME.view(state).tables.character[state.character[member]]
                for action in legal:
                    slots = [slot for slot in range(3) if int(action) - 643 >> slot & 1]
                    words = GAME.describe(state, action)
                    assert words.endswith(f" of {character.name}")
                    assert (character.assist.name in words) == (2 in slots)
                    explained = GAME.explain(state, action, int(state.to_move))
                    assert explained.count(": ") >= len(slots)
            GAME.step(state, int(rng.choice(legal)))
    assert asked > 5
