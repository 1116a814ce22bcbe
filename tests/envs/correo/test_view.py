"""Accounts, texts and pictures for one seat."""

import re

import numpy as np

from medianoche.envs.core import contract
from medianoche.envs.correo.state import BASE
from medianoche.envs.correo.words.text import face_words
from tests.envs.correo.boards import CORREO, ONES, PLACE, RESOLVE, TAKE, asked, board, heights, message, play, table


def account(state, action, seat=None):
    return CORREO.account(CORREO.moments(state, action), seat)


def test_messages_are_told_with_the_steps_that_score() -> None:
    mice = asked(RESOLVE, {(3, 1): 1, (3, 2): 2, (3, 4): 1, (3, 5): 1}, animal=board(m=[(3, 1), (3, 5)]))
    told = account(mice, message(3, 1, "E"), 0)
    assert told[0] == "message: your mouse walked east from (4,2) to (4,6): 2 + 0 + 1 + 1 = 4 points"
    without = asked(RESOLVE, ONES, count_destination=False, animal=board(g=[(2, 0), (2, 4)]))
    assert account(without, message(2, 4, "W"), 1)[0].endswith("west from (3,5) to (3,1): 1 + 1 + 1 = 3 points")
    assert account(without, message(2, 4, "W"), 1)[0].startswith("message: player 1's cat")


def test_a_combo_is_told_as_messages_times_kinds() -> None:
    chain = asked(RESOLVE, ONES, animal=board(m=[(2, 1), (2, 2)], c=[(2, 3)], g=[(1, 2), (3, 2)], r=[(3, 0), (3, 5)]))
    lines = []
    for action in (656, 685, 678):
        lines += account(chain, action, 0)
        CORREO.step(chain, action)
    assert "you made a combo: 3 messages x 3 kinds of animals = 9 points" in lines


def test_covered_areas_are_told_with_their_tokens() -> None:
    state = asked(PLACE, {(1, 0): 1, (1, 1): 1, (1, 2): 1}, taken=32)
    assert account(state, 487, 1)[:4] == [
        "player 1 laid (frog - - cat) on (2,4) (2,5) (2,6) (3,6), level 1",
        "a frog came to (2,4)",
        "a cat came to (3,6)",
        "row 2 is covered up to level 1: player 1 got a patch",
    ]
    empty = asked(PLACE, {(1, 0): 1, (1, 1): 1, (1, 2): 1}, taken=32, patch_reserve=0)
    assert "row 2 is covered up to level 1: no patch is left" in account(empty, 487, 0)


def test_spells_patches_and_wild_houses_are_told() -> None:
    magic = play(
        asked(PLACE, {(0, 5): 1}, taken=32, animal=board(c=[(0, 5)]), spells=[1, 0, 0, 0], spell_reserve=15), 44
    )
    assert account(magic, 548, 0)[0] == "you used a spell: the frog on (3,1) became a crow"
    assert account(magic, 578, 1)[0] == "player 1 used a spell: the cat on (5,2) moved to (4,1)"
    patch = asked(RESOLVE, ONES, patches=[1, 0, 0, 0], patch_reserve=15, animal=board(b=[(1, 2)]))
    assert account(patch, 847, 0)[0] == "you laid a patch on (2,3), level 2; the owl there went home"
    wild = play(asked(PLACE, heights({(0, 2): 1})[0], taken=40, animal=board(r=[(0, 2)])), 52)
    assert account(wild, 541, 0)[0] == "a cat came to the wild house (4,1)"
    gone = asked(PLACE, taken=32, reserve=[0, 0, 16, 16, 16, 16])
    assert any(line.startswith("no frog is left for space 0") for line in account(gone, 487, 0))


def test_a_renewed_market_is_told() -> None:
    state = CORREO.position(2, seed=3, phase="TAKE", start_player=0)
    view = CORREO.view(state, 1)
    old, new = (face_words(view, tile) for tile in (state.market[0, 1], state.pile[0, state.pile_n[0] - 1]))
    told = account(state, BASE.renew + 1, 1)
    assert told == [f"player 1 renewed the market with a patch: I {old} went under its pile, {new} came"]


def test_a_card_face_down_is_known_to_its_owner_alone() -> None:
    state = CORREO.new(2, seed=1, start_player=0)
    down = next(action for action in CORREO.legal_actions(state) if BASE.face_down <= action < BASE.renew)
    card = CORREO.describe(state, down).split()[1]
    assert account(state, down, 0)[0].startswith(f"you played card {card} face down and took D ")
    assert account(state, down, 1)[0].startswith("player 1 played a card face down and took D ")
    moments = CORREO.moments(state, down)
    assert "down ?" in CORREO.render(moments[-1], 1)
    assert f"down {card}" in CORREO.render(moments[-1], 0)
    assert "played face down: ?</title>" in CORREO.draw(moments[-1], 1)
    assert f"played face down: 1\n{card}<" in CORREO.draw(moments[-1], 0)


def test_the_end_is_told_with_objectives_and_totals() -> None:
    state, told = CORREO.new(2, seed=2, advanced=True), []
    while not state.done:
        moments = CORREO.moments(state, int(CORREO.legal_actions(state)[-1]))
        told, state = CORREO.account(moments, 0), moments[-1]
    names = [CORREO.pack_of(state).objective[card].name for card in state.objectives]
    assert all(any(line.startswith(f"objective {name}: you ") for line in told) for name in names)
    assert any(line.startswith(f"you: {state.scores[0]} points (messages ") for line in told)
    assert told[-1].startswith("the game is over; won by ")


def test_the_turned_tile_is_drawn_where_it_may_lie() -> None:
    state = asked(PLACE, taken=32)
    text = CORREO.render(state, 0)
    assert re.search(r"^0 +90 +180 +270 +flip 0 +flip 90 +flip 180 +flip 270\nr +\.\.r +g\. +g ", text, re.MULTILINE)
    place = [action for action in CORREO.legal_actions(state) if (action - BASE.place) // 64 == 5]
    svg = CORREO.draw(state, 0, actions=place)
    assert svg.count('class="ghost"') == len(place)


def test_walks_tiles_and_tokens_are_explained() -> None:
    pair = asked(RESOLVE, ONES, animal=board(g=[(2, 0), (2, 4)]))
    assert "1 + 1 + 1 + 1 = 4 points" in CORREO.explain(pair, 646)
    shop = table(TAKE, market=[[0, 4]], hand=[[1, 0, 0, 0, 0, 0]])
    assert "frog house, cat house" in CORREO.explain(shop, 0)
    assert CORREO.explain(pair, "row 2") == "row 2: brings a patch each time that all of it is covered one level higher"
    state = CORREO.new(3, advanced=True)
    name = CORREO.pack_of(state).objective[int(state.objectives[0])].name
    assert CORREO.explain(state, f"objective {name}").startswith(
        f"objective {name}: at the end 15, 10, 5 points for most"
    )


def test_levels_above_the_last_shade_are_numbered() -> None:
    state = asked(RESOLVE, 7 * ONES, animal=board(g=[(2, 0), (2, 4)]))
    svg = CORREO.draw(state, 0)
    assert svg.count(">7</text>") == 36
    for seen in contract.positions(CORREO, 4, count=2):
        assert len(CORREO.draw(seen, 0)) < 90_000


def test_a_step_through_the_end_of_a_turn_and_a_forced_card() -> None:
    """If the new hand allows one action only, it is played automatically; each moment is reported, in order."""
    chance, found = np.random.default_rng(1), 0
    for seed in range(60):
        state = CORREO.new(1, seed=seed)
        while not state.done:
            moments = CORREO.moments(state, int(chance.choice(CORREO.legal_actions(state))))
            before, state = state, moments[-1]
            if state.turn == before.turn + 1 and state.phase == PLACE and state.deck_n[0] < before.deck_n[0]:
                found += 1
                lines = CORREO.account(moments, 0)
                drew = next(at for at, line in enumerate(lines) if line.startswith("you drew card "))
                assert any(" face down" in line for line in lines[drew:])
    assert found
