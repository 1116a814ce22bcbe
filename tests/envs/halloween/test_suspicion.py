"""The table of suspicion: what a seat knows of the others' child cards, and nothing else."""

import itertools
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from medianoche.envs.core import contract
from medianoche.envs.core.contract.hidden import resample
from medianoche.envs.core.show.events import PUBLIC
from medianoche.envs.halloween.kernels.hidden import is_single
from medianoche.envs.halloween.state import BASE, CHILD_NAMES, CHILDREN, UNKNOWN
from medianoche.envs.halloween.words import suspicion
from tests.envs.halloween import table

GAME = table.GAME
ALL = 2**CHILDREN - 1
NAMESPACE = "{http://www.w3.org/2000/svg}"


def children(*names):
    return sum(1 << CHILD_NAMES.index(name) for name in names)


def possible(state, seat):
    return suspicion.possible(GAME.view(state, seat))


def panel(state, seat, lang="en", width=720):
    """The panel of the table in the picture that a seat sees."""
    root = ET.fromstring(GAME.draw(state, seat, lang=lang, width=width))
    return next(node for node in root.iter(f"{NAMESPACE}g") if node.attrib.get("data-panel") == "suspicion")


def rows(state, seat, lang="en"):
    """What is said of each player's card."""
    return [node.text for node in panel(state, seat, lang).iter(f"{NAMESPACE}title")]


def shown_cards():
    """Seats 0 and 1 have shown their cards, Montse and Simoncito, to each other."""
    knock = table.child(0), table.square(1)
    laid = table.lay(dice=[1, 7, 5], treat_top=[5, 6])
    return table.play(laid, *knock, BASE.treat, BASE.meet, BASE.meet)


def by_trying(view):
    """For each seat the children that it has in some assignment of different children that fits what is known."""
    state = view.state
    seat = view.seat
    known = []
    for other in view.seats:
        masks = [state.know[seat][other]] if seat is not None else [row[other] for row in state.know[: len(view.seats)]]
        held = state.secret[other]
        known.append(1 << held if held != UNKNOWN else max(masks))
    tried = [0] * len(known)
    for cards in itertools.permutations(range(CHILDREN), len(known)):
        if all(known[other] >> card & 1 for other, card in enumerate(cards)):
            for other, card in enumerate(cards):
                tried[other] |= 1 << card
    return tried


@pytest.mark.parametrize("seat", [0, 2, PUBLIC])
def test_at_the_end_and_not_before_all_child_cards_are_open(seat):
    state = GAME.new(4, seed=5)
    rng = np.random.default_rng(5)
    hidden = 0
    while not state.done:
        hidden = possible(state, seat)
        assert GAME.view(state, seat).record.secret[1] == UNKNOWN or is_single(state.know[max(seat, 0), 1])
        GAME.step(state, int(rng.choice(GAME.legal_actions(state))))
    truth = [1 << int(child) for child in state.secret[:4]]
    assert hidden != truth
    assert possible(state, seat) == truth
    names = [CHILD_NAMES[int(child)] for child in state.secret[:4]]
    assert all(any(row.endswith(f": {name}") for row in rows(state, seat)) for name in names)


@pytest.mark.parametrize("num_players", [4, 5])
def test_positions_that_a_seat_cannot_tell_apart_have_one_table(num_players):
    """Also for a spectator, and in the picture: it is deduced from what was shown and announced alone."""
    changed = 0
    for number, state in enumerate(contract.positions(GAME, num_players, 11, count=12)):
        for seat in (*range(num_players), PUBLIC):
            other = GAME.copy(state)
            resample(GAME, other, seat, number)
            changed += not np.array_equal(other.secret, state.secret)
            assert possible(other, seat) == possible(state, seat)
            assert ET.tostring(panel(other, seat)) == ET.tostring(panel(state, seat))
    assert changed > 10 * num_players


@pytest.mark.parametrize("num_players", [4, 5])
def test_the_table_is_what_trying_all_deals_finds_and_never_excludes_the_truth(num_players):
    excluded = 0
    for state in contract.positions(GAME, num_players, 4, count=10):
        for seat in (*range(num_players), PUBLIC):
            children_left = possible(state, seat)
            assert children_left == by_trying(GAME.view(state, seat))
            assert all(children_left[other] >> int(state.secret[other]) & 1 for other in range(num_players))
            excluded += sum(mask != ALL for mask in children_left)
    assert excluded > 10 * num_players


def test_a_group_with_as_many_children_as_players_takes_them_from_the_others():
    state = table.lay(check=False)
    pumpkins = children("Lucía", "Eduardito")
    state.secret[:5] = 0, 6, 7, 3, 4
    state.know[0][:5] = 1, pumpkins, pumpkins, ALL, children("Lucía", "Rosa")
    children_left = possible(state, 0)
    assert children_left == by_trying(GAME.view(state, 0))
    assert children_left[1:3] == [pumpkins, pumpkins]
    assert children_left[4] == children("Rosa")  # a pumpkin is with one of the two
    assert children_left[3] == ALL & ~children("Montse", "Lucía", "Eduardito", "Rosa")


def test_a_card_that_is_shown_to_one_seat_is_marked_for_that_seat_alone():
    state = shown_cards()
    assert possible(state, 0)[1] == children("Simoncito")
    assert possible(state, 2)[1] == ALL & ~children("Jorgito")
    assert possible(state, PUBLIC)[1] == ALL
    assert not any(is_single(mask) for mask in possible(state, PUBLIC))


def test_each_player_has_a_row_whose_words_say_it_in_both_languages():
    state = shown_cards()
    said = rows(state, 0)
    assert said[:2] == ["you: Montse", "player 2: Simoncito"]
    rest = "Jorgito, David, Rosa, Miguelín, Lucía or Eduardito"
    assert said[2] == f"player 3: {rest}\nnot: Montse, Simoncito"
    assert rows(state, 0, "es")[2] == f"jugador 3: {rest.replace(' or ', ' o ')}\nno: Montse, Simoncito"
    assert rows(state, PUBLIC)[2].count("\n") == 0
    single = table.lay(check=False)
    single.know[0][1] = children("Simoncito")
    single.know[0][2] = children("Simoncito", "Jorgito")
    assert rows(single, 0)[2] == "player 3: only Jorgito is left"


def test_masks_are_possible_excluded_or_the_only_one():
    drawn = ET.tostring(panel(shown_cards(), 0), encoding="unicode")
    assert len(re.findall(r"#halloween-mask\d", drawn)) == 2 + 3 * 6
    assert len(re.findall(r"#halloween-shape\d", drawn)) == 2 * 7 + 3 * 2


def test_what_has_just_been_excluded_is_marked():
    before = table.lay()
    after = shown_cards()
    marks = {seen: GAME.draw(after, 0, before=seen_before) for seen, seen_before in (("then", before), ("now", after))}
    panels = [
        picture.partition('data-panel="table"')[0].rpartition('data-panel="suspicion"')[2] for picture in marks.values()
    ]
    assert [part.count('class="new"') for part in panels] == [6 + 3, 0]
