"""What has happened, what is known and what it looks like, for one seat."""

import re
import xml.etree.ElementTree as ET

import pytest

from medianoche.envs.core.show.events import PUBLIC
from medianoche.envs.halloween.state import BASE, CARDS, CHILD_NAMES, COLOUR_NAMES, TREATS, Phase
from tests.envs import examples as rows
from tests.envs.examples import at, examples
from tests.envs.halloween import table
from tests.envs.halloween.table import GAME, RUN, bid, card, child, claim, consult, demand, freeze, ground, square, tear

TELLS = rows.tells(GAME)
SHOWS = rows.shows(GAME)
KNOCK = (child(0), square(1))
BESIDE = (child(5), square(47))
DAVID = at(dice=[2], round_no=2, pos={3: 48})
FIGHT = DAVID, *BESIDE, tear(3), BASE.defend, BASE.stand_aside, BASE.defend, BASE.stand_aside
LIE = BASE.trick, claim(8), BASE.disbelieve
WITNESS = at(dice=[1, 3]), *KNOCK, BASE.trick, claim(8), consult(2), demand(2)
MEET = BASE.treat, BASE.meet, BASE.meet
LUCIA = (child(6), square(10))
MIGUELIN = (child(5), square(35))
LOOKED = "looked at The door stays shut (card 9: do not open) and Toll (card 11: the caller pays you 3)"
TORN = "David's costume is torn, and the child goes home: it was player 4's child"
LAST = at(
    round_no=7, starter=2, slot=4, mover=1, to_move=1, hands={1: [10]}, pos=[11, -1, 14, 36, 25, -1, -1, 34],
    check=False, candies=[12, 20, 9, 14, 10], torn=[1, 0, 2, 0, 0],
    know=[[1 << b if a == b or b == 1 else 255 for b in range(5)] for a in range(5)],
)  # fmt: skip
FOUND_OUT = [
    "player 2 chose truco (trick); player 1 rolled in secret", "player 1 announced 8, worth 5 candies",
    "player 2 did not believe player 1", "the die is shown: 3; player 1 lied", "player 1 rolled 6", "player 2 rolled 2",
    "player 1 paid 4 candies to player 2 for the lie, by the difference of two dice", "it is player 2's turn",
]  # fmt: skip
ROWS = [
    ("a walk to a door", at(dice=[1]), TELLS(*KNOCK, seat=1, lines=[
        "player 1 chose Montse", "player 1 rolled 1: Montse may walk 1 or 2",
        "Montse went from square 12 to square 2, your house", "Montse knocked: trick or treat, you?"])),
    ("a lie is found out", at(dice=[1, 3, 6, 2]), *KNOCK, TELLS(*LIE, seat=2, lines=FOUND_OUT),
     TELLS(*LIE, seat=0, begins=["player 2 chose truco (trick); you rolled in secret: 3"])),
    ("a believed claim keeps the die secret", at(dice=[1, 3]), *KNOCK, TELLS(BASE.trick, claim(8), BASE.believe, seat=1,
     lines=["you chose truco (trick); player 1 rolled in secret", "player 1 announced 8, worth 5 candies",
            "you believed player 1", "you paid 5 candies to player 1 for the claim", "it is your turn"])),
    ("a witness looks and lies", *WITNESS, BASE.accept, SHOWS(3, "the die shows 3, announced 8"),
     SHOWS(1, "the die shows ?, announced 8"), TELLS(BASE.say_true, BASE.believe, seat=1, lines=[
         "player 4 said that the claim is true", "you believed player 1", "the die is shown: 3; player 1 lied",
         "player 4 lied about it", "you paid 5 candies to player 1 for the claim",
         "player 4 paid 1 candy to the pot for the advice", "it is your turn"])),
    ("a witness is asked", *WITNESS[:-2], TELLS(consult(2), demand(2), BASE.accept, seat=3, lines=[
        "player 2 consulted you", "you asked for 2 candies", "player 2 accepted the price",
        "you looked: the die shows 3"])),
    ("a treat shows a child to the rival alone", at(dice=[1, 7, 5], treat_top=[5, 6]), *KNOCK,
     TELLS(*MEET, seat=0, lines=[
        "player 2 chose trato (treat)", "you drew a treat card: show your child to the other player: +6",
        "player 2 drew a treat card: show your child to the other player: +4",
        "you showed player 2 your child card: Montse", "you got the bonus +6",
        "player 2 showed you the child card: Simoncito", "player 2 got the bonus +4", "you rolled 7",
        "player 2 rolled 5",
        "player 2 paid 4 candies to you by the difference of the totals", "it is player 2's turn"]), *MEET,
     SHOWS(0, "player 2 (green): 11 candies, child Simoncito", "child known to player 2"),
     SHOWS(2, "player 2 (green): 11 candies, child ?")),
    ("a defence is told", DAVID, *BESIDE, TELLS(tear(3), BASE.defend, seat=1, lines=[
        "player 1 attacked the costume of David: stake 1 candy", "you defended: stake 2 candies"])),
    ("bids are sealed", *FIGHT, TELLS(BASE.insist, bid(4), seat=1,
                                      lines=["player 1 insisted", "player 1 bid in secret"]),
     BASE.insist, bid(4), SHOWS(1, "bid ?")),
    ("a fight is told", *FIGHT, TELLS(BASE.insist, bid(4), bid(3), bid(2), seat=1, lines=[
        "player 1 insisted", "player 1 bid in secret", "you bid 3", "player 4 bid in secret",
        "the bids are opened: player 1 4, you 3, player 4 2", "player 1 paid 4 candies to the pot for the highest bid",
        TORN, "player 1's stake goes to the pot: 1 candy", "your stake goes to the pot: 2 candies",
        "player 4's stake goes to the pot: 3 candies", "it is your turn"]),
     TELLS(BASE.insist, bid(4), bid(3), bid(5), has=[
         "the bids are opened: player 1 4, player 2 3, player 4 5; David is saved by player 4"]),
     TELLS(BASE.insist, bid(4), bid(4), bid(1), has=[
         "the bids are opened: player 1 4, player 2 4, player 4 1; they are equal, and neither side pays its bid"]),
     TELLS(BASE.withdraw, begins=["player 1 withdrew"])),
    ("a costume without defenders", DAVID, *BESIDE, tear(3), *[BASE.stand_aside] * 3, TELLS(BASE.stand_aside, lines=[
        "player 5 stood aside", "player 1 paid 2 candies to the pot as no player defends", TORN,
        "player 1's stake goes to the pot: 1 candy", "it is player 2's turn"])),
    ("cards drawn are told to who draws", at(dice=[2], deck_top=[9], pos={6: 16}), *LUCIA,
     TELLS(BASE.draw, seat=0, begins=["you drew The door stays shut (card 9: do not open)"]),
     TELLS(BASE.draw, seat=1, begins=["player 1 drew an action card"]), BASE.draw,
     SHOWS(1, "player 1 (red): 15 candies, child ?, cards ?")),
    ("two cards are looked at and one is kept", at(dice=[2], deck_top=[9, 11]), *MIGUELIN,
     TELLS(BASE.draw, card(11), seat=0, begins=[
         f"you {LOOKED}", "you put The door stays shut (card 9: do not open) under the deck",
         "you drew Toll (card 11: the caller pays you 3)"]),
     TELLS(BASE.draw, card(11), seat=2, begins=[
         "player 1 looked at two cards", "player 1 put one of them under the deck", "player 1 drew an action card"]),
     BASE.draw, card(11), SHOWS(0, "deck, its top first: ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? 9")),
    ("card 2 is told", at(hands={0: [2]}), TELLS(ground(2), begins=[
        "player 1 played Grounded (card 2: a player pays 2 and sits out a turn)", "player 3 will sit out the next turn",
        "player 3 paid 2 candies to the pot"])),
    ("card 10 is told", at(hands={0: [10]}), TELLS(freeze(4), begins=[
        "player 1 played A child stays put (card 10: a child stays put for 2 turns, you do not move)",
        "Rosa stays put for 2 of player 1's turns"])),
    ("the end is told with its reasons", LAST, TELLS(freeze(0), ends=[
        "player 1: 19 points (12 candies, 2 for costumes, own child on the street +5)",
        "player 2: 10 points (20 candies, own child torn -10)",
        "player 3: 18 points (9 candies, 4 for costumes, own child on the street +5)",
        "player 4: 19 points (14 candies, own child on the street +5)",
        "player 5: 15 points (10 candies, own child on the street +5)", "the game is over; won by player 4"])),
]  # fmt: skip


@examples(ROWS)
def test_what_is_told(row):
    RUN.run(row)


def test_secret_counts_are_not_shown_to_others() -> None:
    state = table.lay(options={"counts": "secret"})
    assert [GAME.render(state, 0).count(f"{candies} candies") for candies in ("15", "?")] == [1, 4]
    assert GAME.render(state).count("15 candies") == 5


def test_squares_cards_and_children_are_where_they_are_drawn() -> None:
    state = table.lay(dice=[1])
    svg = GAME.draw(state, 0)
    assert all(svg.count(f'href="#halloween-child{number}"') == 1 for number in range(8))
    for symbol, count in (("own0", 7), ("house1", 7), ("draw", 7)):  # six houses, and the colour of the seat
        assert svg.count(f'href="#halloween-{symbol}"') == count
    assert svg.count('class="hit"') == 8
    moved = table.play(state, *KNOCK)
    assert [GAME.draw(moved, 0, before=before).count('class="new"') for before in (state, None)] == [1, 0]
    drawn = table.play(table.lay(dice=[2], deck_top=[9], pos={6: 16}), *LUCIA, BASE.draw)
    assert [GAME.draw(drawn, seat).count('"#halloween-front"') for seat in (0, 1)] == [2, 1]  # the own child card


def test_a_seat_has_the_colour_of_its_houses_and_before_that_one_of_its_own() -> None:
    state = table.lay()
    state.colour[:] = 2, 1, 0, 4, -1
    assert GAME.view(state, 0).colours == ["yellow", "green", "red", "blue", "orange"]
    state.colour[:] = -1, 4, -1, -1, -1
    assert GAME.view(state, PUBLIC).colours == ["orange", "blue", "green", "pink", "yellow"]


EXPLAINED = {
    "card 11": "card 11: when a child knocks at your door: the caller pays you 3, and the turn ends; one card",
    "treat card 6": "treat card 6: Secreto al oído: show your child to the other player; it then adds 6 to the die",
    "david": "David: walks half the roll, rounded up; its start square is 37",
}


def test_everything_has_words() -> None:
    state = table.lay()
    words = GAME.declaration.glossary(GAME.view(state))
    names = [f"card {number + 1}" for number in range(CARDS)] + [f"treat card {n + 1}" for n in range(TREATS)]
    assert {*names, *CHILD_NAMES, "red house", "draw square", "bid", "consult"} <= set(words)
    assert all(GAME.explain(state, name).startswith(text) for name, text in EXPLAINED.items())
    believe = GAME.explain(table.trick(3, says=8), BASE.believe, 1)
    assert believe.startswith("believe. The announced 8 costs 5 candies. Pay the candies")
    walk = GAME.explain(table.play(table.lay(dice=[1]), child(0)), square(1), 0)
    assert walk == "go to 2, player 2's house (green). The house of player 2: trick or treat?"


PLACES = (
    (1, "go to 2, player 2's house (green)", "ir a la 2, la casa del jugador 2 (verde)"),
    (0, "go to 1, your house (orange)", "ir a la 1, tu casa (naranja)"),
    (3, "go to 4, a grey square", "ir a la 4, una casilla neutra"),
    (5, "go to 6, a draw square", "ir a la 6, una casilla de robar carta"),
    (11, "go to 12, Montse's start square", "ir a la 12, la casilla de salida de Montse"),
)


@pytest.mark.parametrize(("number", "english", "spanish"), PLACES)
def test_a_move_names_the_place_to_which_it_leads(number, english, spanish) -> None:
    state = table.lay()
    state.colour[0] = COLOUR_NAMES.index("orange")
    view, other = (GAME.view(state, 0, lang) for lang in ("en", "es"))
    assert view.describe(square(number)) == english
    assert other.describe(square(number)) == spanish


def test_a_house_without_an_owner_is_named_so() -> None:
    state = table.lay()
    state.alive[1] = 0
    words = GAME.view(state, 0).describe(square(1))
    assert words == "go to 2, a house without an owner (green)"


def test_every_action_is_explained() -> None:
    for state in (table.lay(), table.trick(3, says=8)):
        assert all(GAME.explain(state, action, int(state.to_move)) for action in range(BASE.bid + 1))
    assert Phase(int(table.lay().phase)) == Phase.CHILD


SPOT = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")
SIZE = re.compile(r"scale\(([\d.]+)\)")
SQUARE = r'<use href="#halloween-(?:house|own|grey|draw)\d?" transform="translate\(([-\d.]+) ([-\d.]+)\)'


def uses(node, x=0.0, y=0.0):
    """The symbols in a part of a picture that is not scaled: their short names, and their places and sizes in it."""
    how = node.attrib.get("transform", "")
    if moved := SPOT.match(how):
        x += float(moved[1])
        y += float(moved[2])
    if node.tag.endswith("}use"):
        size = SIZE.search(how)
        yield node.attrib["href"].removeprefix("#halloween-"), (x, y, float(size[1]) if size else 1.0)
    for part in node:
        yield from uses(part, x, y)


@pytest.mark.parametrize("width", [360, 720])
@pytest.mark.parametrize("together", range(1, 9))
def test_a_square_is_seen_whole_and_the_children_on_it_nearly_so(together, width) -> None:
    state = table.lay()
    where = 6
    state.pos[:] = [where] * together + [-1] * (len(CHILD_NAMES) - together)
    root = ET.fromstring(GAME.draw(state, 0, width=width))
    streets = next(node for node in root.iter() if node.attrib.get("data-panel") == "streets")
    used = list(uses(streets))
    squares = [spot for name, spot in used if re.fullmatch(r"(house|own|grey|draw)\d?", name)]
    torn = {number for number, square in enumerate(state.pos) if square < 0}
    tokens = [spot for name, spot in used if re.fullmatch(r"child\d", name) and int(name[-1]) not in torn]
    boxes = [(x, y, 13 * size) for x, y, size in (squares[where], squares[where + 1])]
    boxes += [(x, y, 11 * size) for x, y, size in tokens]
    assert len(boxes) == 2 + together
    pixels = {360: 390, 720: 764}[width] / width  # on a phone of 390 by 844, in a window of 1366 by 768
    assert min(2 * half * pixels for _, _, half in boxes[2:]) > 20
    assert boxes[0][2] > 7.7
    for number, (x, y, half) in enumerate(boxes):
        for place, (left, top, other) in enumerate(boxes[:number]):
            # children cover a little of each other and of the next square, nothing of their own one
            share = 0.15 if place > 1 else 0.06 if place == 1 and number > 1 else 0.01
            assert max(abs(x - left), abs(y - top)) > (1 - share) * (half + other)


def test_a_crowd_stands_below_the_streets_and_can_be_chosen() -> None:
    state = table.lay()
    state.pos[:] = [6] * 4 + [8] * 4
    root = ET.fromstring(GAME.draw(state, 0))
    streets = next(node for node in root.iter() if node.attrib.get("data-panel") == "streets")
    said = [node.text for node in streets.findall(".//{*}text")]
    assert (said.count("7:"), said.count("9:"), said.count("4")) == (1, 1, 3)  # two crowds, and the number of a square
    chosen = [node for node in streets.iter() if "data-action" in node.attrib]
    assert sum(any("-child" in use.attrib["href"] for use in node.findall(".//{*}use")) for node in chosen) == 8
    frame = float(streets.attrib["data-size"].split()[0])
    assert all(x + 11 * size < frame for name, (x, y, size) in uses(streets) if name.startswith("child"))


def test_a_spectator_sees_no_secret_candies() -> None:
    state = GAME.new(4, seed=3, counts="secret")
    state.candies[:4] = 91, 92, 93, 94
    assert not re.search(r"\b9[1-4]\b", GAME.render(state, PUBLIC))
    assert all(re.search(rf"\b{number}\b", GAME.render(state)) for number in (91, 92, 93, 94))


@pytest.mark.parametrize("count", range(2, 8))
def test_a_child_card_that_is_one_of_four_or_fewer_is_told_as_these(count) -> None:
    """Of what the seat that looks was shown, but for its own card."""
    state = table.lay(check=False)
    state.know[0][1] = 1 | sum(1 << number for number in range(1, count + 1))
    *first, last = CHILD_NAMES[1 : count + 1]
    told = f"? ({', '.join(first)} or {last})" if count <= 4 else "?"
    assert f"player 2 (green): 15 candies, child {told}, cards" in GAME.render(state, 0)


def test_lies_are_told_in_few_words_and_in_sentences_on_a_closer_look() -> None:
    state = table.lay(check=False)
    state.n_claims[1] = 6
    state.n_checked[1] = 3
    state.n_lies[1] = 1
    state.n_advice[1] = 2
    state.n_false[1] = 2
    picture = GAME.draw(state, 0)
    lines = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", picture))
    assert "claims: 2 true, 1 lie, 3 unseen · answers: 2 false" in lines
    assert "player 2\n1 lie in 3 of 6 claims shown\n2 of 2 answers false</title>" in picture
    spanish = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", GAME.draw(state, 0, lang="es")))
    assert "anuncios: 2 ciertos, 1 falso, 3 sin ver ·" in spanish
    told = GAME.explain(state, "claims and answers")
    assert all(word in told for word in ("true", "lie", "unseen"))


@pytest.mark.parametrize("width", [360, 720])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_is_known_of_oneself_is_not_cut(lang, width) -> None:
    state = table.lay(check=False)
    state.starter = state.mover
    seat = int(state.mover)
    state.n_claims[seat] = 12
    state.n_checked[seat] = 6
    state.n_lies[seat] = 3
    state.n_advice[seat] = 5
    state.n_false[seat] = 2
    state.know[:, seat] = 1 << state.secret[seat]
    root = ET.fromstring(GAME.draw(state, seat, lang=lang, width=width))
    panel = next(node for node in root.iter() if node.attrib.get("data-panel") == f"seat{seat}")
    said = [node.text for node in panel.findall(".//{*}text")]
    assert not any("…" in words for words in said if words)
    assert {"en": "known", "es": "conocen"}[lang] in " ".join(filter(None, said))


@pytest.mark.parametrize("width", [360, 720])
def test_a_number_stands_nearer_to_its_square_than_to_others(width) -> None:
    state = table.lay()
    state.pos[:2] = [6, 7]
    picture = GAME.draw(state, 0, width=width, only="" if width > 360 else "board")
    squares = [(float(x), float(y)) for x, y in re.findall(SQUARE, picture)][:51]
    spots = re.findall(r'<text x="([\d.-]+)" y="([\d.-]+)"[^>]*text-anchor="middle">(\d+)</text>', picture)
    numbers = {int(words): (float(x), float(y) - 4) for x, y, words in reversed(spots)}
    for number, (x, y) in enumerate(squares, 1):
        away = [abs(numbers[number][0] - u) + abs(numbers[number][1] - v) for u, v in squares]
        assert away.index(min(away)) == squares.index((x, y))


def test_the_player_whose_child_is_attacked_is_told_so():
    fields, *actions = FIGHT
    state = table.lay(**fields)
    told = []
    for action in actions:
        if state.phase == Phase.DEFEND:
            seat = int(state.to_move)
            for answer in (BASE.defend, BASE.stand_aside):
                told += [seat] * ("David is your child: -10 points" in GAME.explain(state, answer, seat))
        GAME.step(state, action)
    assert told == [3, 3]
