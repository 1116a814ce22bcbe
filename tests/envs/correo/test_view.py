"""Positions as text, actions in words, accounts and pictures for one seat."""

import re

import numpy as np

from medianoche.envs.core import contract
from medianoche.envs.correo.state import BASE
from medianoche.envs.correo.words.text import face_words
from tests.envs import examples as rows
from tests.envs.correo.boards import (
    CORREO,
    ONES,
    PLACE,
    RESOLVE,
    RUN,
    TAKE,
    asked,
    at,
    board,
    heights,
    message,
    play,
    table,
)
from tests.envs.examples import examples

TELLS = rows.tells(CORREO)
SHOWS = rows.shows(CORREO)
CHAIN = board(m=[(2, 1), (2, 2)], c=[(2, 3)], g=[(1, 2), (3, 2)], r=[(3, 0), (3, 5)])
CATS = {"animal": board(g=[(2, 0), (2, 4)])}
ROW = {(1, 0): 1, (1, 1): 1, (1, 2): 1}
SPELL = at(PLACE, {(0, 5): 1}, taken=32, animal=board(c=[(0, 5)]), spells=[1, 0, 0, 0], spell_reserve=15)
WILD = at(PLACE, heights({(0, 2): 1})[0], taken=40, animal=board(r=[(0, 2)]))


def says(**words):
    """A step of an example: actions in words, `_549="..."`."""

    def check(state):
        assert {name: CORREO.describe(state, int(name[1:])) for name in words} == words

    return check


ROWS = [
    ("messages are told with the steps that score",
     at(RESOLVE, {(3, 1): 1, (3, 2): 2, (3, 4): 1, (3, 5): 1}, animal=board(m=[(3, 1), (3, 5)])),
     TELLS(message(3, 1, "E"), seat=0, begins=[
         "message: your mouse walked east from (4,2) to (4,6): 2 + 0 + 1 + 1 = 4 points"])),
    ("the cell of the receiver need not score", at(RESOLVE, ONES, count_destination=False, **CATS),
     TELLS(message(2, 4, "W"), seat=1, begins=[
         "message: player 1's cat walked west from (3,5) to (3,1): 1 + 1 + 1 = 3 points"])),
    ("a combo is told as messages times kinds", at(RESOLVE, ONES, animal=CHAIN), TELLS(656, 685, 678, seat=0, has=[
        "you made a combo: 3 messages x 3 kinds of animals = 9 points"])),
    ("covered areas are told with their tokens", at(PLACE, ROW, taken=32), TELLS(487, seat=1, begins=[
        "player 1 laid the tile (frog and cat) on (2,4) (2,5) (2,6) (3,6), level 1", "a frog came to (2,4)",
        "a cat came to (3,6)", "row 2 is covered up to level 1: player 1 got a patch"])),
    ("a token that is not left is told", at(PLACE, ROW, taken=32, patch_reserve=0), TELLS(487, seat=0, has=[
        "row 2 is covered up to level 1: no patch is left"])),
    ("spells are told", SPELL, 44,
     TELLS(548, seat=0, begins=["you used a spell: the frog on (3,1) became a crow"]),
     TELLS(578, seat=1, begins=["player 1 used a spell: the cat on (5,2) moved to (4,1)"]),
     says(_549="spell: the animal on (3,1) becomes an owl", _578="spell: the animal on (5,2) moves to (4,1)",
          _901="end the turn", _847="patch: lay it on (2,3)")),
    ("patches are told", at(RESOLVE, ONES, patches=[1, 0, 0, 0], patch_reserve=15, animal=board(b=[(1, 2)])),
     TELLS(847, seat=0, begins=["you laid a patch on (2,3), level 2; the owl there went back to the reserve"])),
    ("wild houses are told", WILD, 52, TELLS(541, seat=0, begins=["a cat came to the wild house (4,1)"]),
     says(_541="wild house: a cat on (4,1)")),
    ("an animal that is not left is told", at(PLACE, taken=32, reserve=[0, 0, 16, 16, 16, 16]), TELLS(487, seat=0, has=[
        "no frog is left for space 0 at (2,4)"])),
    ("a person can read levels, houses, animals and market", at(PLACE, taken=32, seed=1), 28 + 9,
     SHOWS(None, "Correo de Medianoche: turn 1 of 12, turn of player 2: take a tile\n", "\n  >2|   |1fF|",
           "\n   4|   |1.  1cC|", "I (6)", "reserve: 15F 15C 16M 16W 16O")),
    ("patches and empty slots are shown", at(RESOLVE, ONES, patches=[1, 0, 0, 0], animal=board(r=[(0, 0)])), 837,
     SHOWS(None, "2#"), lambda state: state.market.__setitem__(0, 255), SHOWS(None, "- -")),
    ("tiles are laid in words", SPELL, says(_357="lay the tile flipped, turned 90°, first space on (2,2)")),
    ("tiles are laid in words before one is taken", at(TAKE, ask=False),
     says(_357="lay the tile flipped, turned 90°, corner at (2,2)")),
    ("messages are sent in words", at(RESOLVE, ONES, **CATS), says(_646="message: the cat on (3,1) walks east")),
    ("tiles are taken in words", at(TAKE, market=[[0, 4]], ask=False),
     says(_1="card I face up: take the right one (cat and mouse)", _11="special card face up: take V3 (2 x wild)",
          _18="patch: renew the left I (frog and cat)")),
]  # fmt: skip


@examples(ROWS)
def test_what_is_told(row):
    RUN.run(row)


def test_lines_of_text_are_not_too_long() -> None:
    text = CORREO.render(play(asked(PLACE, taken=32, seed=1), 28 + 9))
    assert all(len(line) < 180 for line in text.splitlines())


def test_a_renewed_market_is_told() -> None:
    state = CORREO.position(2, seed=3, phase="TAKE", start_player=0)
    view = CORREO.view(state, 1)
    old, new = (face_words(view, tile) for tile in (state.market[0, 1], state.pile[0, state.pile_n[0] - 1]))
    line = f"player 1 renewed the market with a patch: I {old} went under its pile, {new} came"
    TELLS(BASE.renew + 1, seat=1, lines=[line])(state)


def test_a_card_face_down_is_known_to_its_owner_alone() -> None:
    state = CORREO.new(2, seed=1, start_player=0)
    down = next(action for action in CORREO.legal_actions(state) if BASE.face_down <= action < BASE.renew)
    card = CORREO.describe(state, down).split()[1]
    for seat, told in ((0, f"you played card {card} face down and"), (1, "player 1 played a card face down and")):
        assert rows.account(CORREO, state, down, seat=seat)[0].startswith(f"{told} took D ")
    after = CORREO.show.moments(state, down)[-1]
    for seat, text, title in ((1, "down ?", "?</title>"), (0, f"down {card}", f"1\n{card}<")):
        SHOWS(seat, text)(after)
        assert f"played face down: {title}" in CORREO.draw(after, seat)


def test_objectives_and_the_end_are_told_with_totals() -> None:
    state = CORREO.new(2, seed=2, advanced=True)
    told = []
    names = [CORREO.content.pack_of(state).objective[card].name for card in state.objectives]
    SHOWS(None, f"objectives: {', '.join(names)}")(state)
    while not state.done:
        moments = CORREO.show.moments(state, int(CORREO.legal_actions(state)[-1]))
        told = CORREO.account(moments, 0)
        state = moments[-1]
    assert all(any(line.startswith(f"objective {name}: you ") for line in told) for name in names)
    assert any(line.startswith(f"you: {state.scores[0]} points (messages ") for line in told)
    assert told[-1].startswith("the game is over; won by ")
    SHOWS(None, "the game is over (player 1 ")(state)


def test_every_action_has_words_everywhere() -> None:
    over = CORREO.new(1, seed=1)
    while not over.done:
        CORREO.step(over, int(CORREO.legal_actions(over)[0]))
    for state in (*contract.positions(CORREO, 2, count=6), over):
        assert all(CORREO.describe(state, action) for action in range(CORREO.num_actions))


def test_the_turned_tile_is_drawn_where_it_may_lie() -> None:
    state = asked(PLACE, taken=32)
    text = CORREO.render(state, 0)
    assert re.search(r"^0 +90 +180 +270 +flip 0 +flip 90 +flip 180 +flip 270\nf +\.\.f +c\. +c ", text, re.MULTILINE)
    place = [action for action in CORREO.legal_actions(state) if (action - BASE.place) // 64 == 5]
    assert CORREO.draw(state, 0, actions=place).count('class="ghost"') == len(place)


def test_pages_find_the_tile_of_a_choice_in_its_picture() -> None:
    """By the width of a space; each way to turn a tile shows it turned."""
    taking, laying = CORREO.new(2, seed=7), asked(PLACE, taken=32)
    take = int(CORREO.legal_actions(taking)[0])
    market = CORREO.draw(taking, int(taking.to_move), listed=True)
    assert re.search(rf'data-action="{take}">(?:(?!data-action).)*data-face="19"', market)
    turns = re.findall(r"<title>(lay the tile [^<]*) \(\d+ choices\)</title>", CORREO.draw(laying, 0, listed=True))
    assert turns[:3] == ["lay the tile as it is", "lay the tile turned 90°", "lay the tile turned 180°"]


def test_tiles_with_the_same_houses_are_one_name_in_the_glossary() -> None:
    """Pack patio has two tiles I with a cat and a crow, on different spaces."""
    state = CORREO.new(2, pack="patio")
    assert CORREO.explain(state, "I (cat and crow)").endswith("cat house, crow house; 2 in the game")
    assert CORREO.explain(state, "I (2 x mouse)").endswith("; 1 in the game")


def offered(drawn):
    """The actions of each element that takes clicks."""
    return [list(map(int, numbers.split())) for numbers in re.findall(r'data-action="([\d ]+)"', drawn)]


def test_tiles_come_before_patches_and_a_renewal_is_chosen_in_two_steps() -> None:
    state = CORREO.new(2, seed=7)
    legal = CORREO.legal_actions(state).tolist()
    patches = [action for action in legal if BASE.patch <= action < BASE.end_turn]
    renewals = [action for action in legal if BASE.renew <= action < BASE.place]
    seat = int(state.to_move)
    for width in (360, 720):
        *takes, renewal, patch = offered(CORREO.draw(state, seat, listed=True, width=width))
        assert (renewal, patch) == (renewals, patches)
        assert sorted(action for choice in takes for action in choice) == [
            action for action in legal if action < BASE.renew
        ]
        shown = CORREO.draw(state, seat, actions=renewals, listed=True, width=width)
        assert sorted(offered(shown)) == [[action] for action in renewals]


def test_all_of_a_cell_takes_the_click_for_a_patch() -> None:
    state = CORREO.new(2, seed=7)
    patches = [action for action in CORREO.legal_actions(state).tolist() if BASE.patch <= action < BASE.end_turn]
    shown = CORREO.draw(state, int(state.to_move), actions=patches, listed=True)
    side = (344 - 14 - 13) / 6
    frames = re.findall(r'<title>patch: lay it[^<]*</title><rect [^>]*width="([\d.]+)"', shown)
    assert len(frames) == len(patches) == 36
    assert min(map(float, frames)) > 0.9 * side


def test_a_spell_is_chosen_on_the_animal_then_beside_it() -> None:
    animals = board(c=[(0, 5)], g=[(1, 4), (1, 0)])
    state = asked(RESOLVE, taken=32, animal=animals, placed=[5, 12, 13, 255], spell_open=1, spells=[1, 0, 0, 0])
    spells = [action for action in CORREO.legal_actions(state) if BASE.recolour <= action < BASE.message]
    first = [action for action in spells if action in (*range(BASE.recolour, BASE.recolour + 5), BASE.relocate + 2)]
    second = [action for action in spells if action not in first]
    shown = CORREO.draw(state, 0, listed=True)
    assert [group for group in offered(shown) if set(group) & set(spells)] == [first, second]
    assert "<title>spell: the cat on (2,5) (5 choices)</title>" in shown
    assert sorted(offered(CORREO.draw(state, 0, actions=first, listed=True))) == [[action] for action in first]


def test_walks_tiles_and_tokens_are_explained() -> None:
    pair = asked(RESOLVE, ONES, **CATS)
    moments = CORREO.show.moments(pair, 646)
    drawn = CORREO.draw(moments[-1], 0, before=pair, events=moments.events(0))
    assert (drawn.count('class="walk"'), CORREO.draw(moments[-1], 0, before=pair).count('class="walk"')) == (1, 0)
    assert "1 + 1 + 1 + 1 = 4 points" in CORREO.explain(pair, 646)
    assert "frog house, cat house" in CORREO.explain(table(TAKE, market=[[0, 4]], hand=[[1, 0, 0, 0, 0, 0]]), 0)
    assert CORREO.explain(pair, "row 2") == "row 2: brings a patch each time that all of it is covered one level higher"
    state = CORREO.new(3, advanced=True)
    name = f"objective {CORREO.content.pack_of(state).objective[int(state.objectives[0])].name}"
    assert CORREO.explain(state, name).startswith(f"{name}: at the end 15, 10 and 5 points for the players with ")


def test_levels_above_the_last_shade_are_numbered() -> None:
    assert CORREO.draw(asked(RESOLVE, 7 * ONES, **CATS), 0).count(">7</text>") == 36
    assert all(len(CORREO.draw(seen, 0)) < 90_000 for seen in contract.positions(CORREO, 4, count=2))


def test_a_step_through_the_end_of_a_turn_and_a_forced_card() -> None:
    """If the new hand allows one action only, it is played automatically; each moment is reported, in order."""
    rng = np.random.default_rng(1)
    count = 0
    for seed in range(25):
        state = CORREO.new(1, seed=seed)
        while not state.done:
            moments = CORREO.show.moments(state, int(rng.choice(CORREO.legal_actions(state))))
            before = state
            state = moments[-1]
            if state.turn == before.turn + 1 and state.phase == PLACE and state.deck_n[0] < before.deck_n[0]:
                count += 1
                lines = CORREO.account(moments, 0)
                drew = next(at for at, line in enumerate(lines) if line.startswith("you drew card "))
                assert any(" face down" in line for line in lines[drew:])
    assert count
