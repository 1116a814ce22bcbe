"""Positions as text and actions in words."""

from medianoche.envs.core import contract
from tests.envs.correo.boards import CORREO, ONES, PLACE, RESOLVE, asked, board, heights, play, table


def test_a_person_can_read_levels_houses_animals_and_market() -> None:
    state = play(asked(PLACE, taken=32, seed=1), 28 + 9)
    text = CORREO.render(state)
    lines = text.splitlines()
    assert lines[0] == "Correo de Medianoche: turn 1 of 12, next: player 2, to take a tile"
    row = next(line for line in lines if line.startswith("  >2|"))
    assert row.startswith("  >2|   |1rR|")
    row = next(line for line in lines if line.startswith("   4|"))
    assert row.startswith("   4|   |1.  1gG|")
    assert "I (6)" in text
    assert "reserve: 15R 15G 16M 16C 16B" in text
    assert all(len(line) < 180 for line in lines)


def test_patches_and_empty_slots_are_shown() -> None:
    state = asked(RESOLVE, ONES, patches=[1, 0, 0, 0], animal=board(r=[(0, 0)]))
    play(state, 837)
    assert "2#" in CORREO.render(state)
    state.market[0] = 255
    assert "- -" in CORREO.render(state)


def test_objectives_and_results_are_named() -> None:
    state = CORREO.new(3, seed=2, advanced=True)
    names = [CORREO.pack_of(state).objective[card].name for card in state.objectives]
    assert f"objectives: {', '.join(names)}" in CORREO.render(state)
    while not state.done:
        CORREO.step(state, int(CORREO.legal_actions(state)[-1]))
    assert "the game is over (player 1 " in CORREO.render(state)


def test_actions_are_told_in_words() -> None:
    state = asked(PLACE, {(0, 5): 1}, taken=32, animal=board(c=[(0, 5)]), spells=[1, 0, 0, 0], spell_reserve=15)
    assert CORREO.describe(state, 28 + 64 * 5 + 9) == "lay the tile flipped, turned 90 degrees, corner at (2,2)"
    play(state, 44)
    assert CORREO.describe(state, 549) == "spell: the animal on (3,1) becomes an owl"
    assert CORREO.describe(state, 578) == "spell: the animal on (5,2) moves to (4,1)"
    assert CORREO.describe(state, 901) == "end the turn"
    assert CORREO.describe(state, 847) == "patch: lay it on (2,3)"
    pair = asked(RESOLVE, ONES, animal=board(g=[(2, 0), (2, 4)]))
    assert CORREO.describe(pair, 646) == "message: the cat on (3,1) walks east"
    shop = table(0, market=[[0, 4]])
    assert CORREO.describe(shop, 1) == "card I face up: take (cat mouse - -) from slot 2"
    assert CORREO.describe(shop, 11) == "special card face up: take V3 (wild - wild)"
    assert CORREO.describe(shop, 18) == "patch: renew I slot 1, (frog - - cat)"
    wild = play(asked(PLACE, heights({(0, 2): 1})[0], taken=40, animal=board(r=[(0, 2)])), 52)
    assert CORREO.describe(wild, 541) == "wild house: a cat on (4,1)"


def test_every_action_has_words_everywhere() -> None:
    for state in contract.positions(CORREO, 2, count=6):
        assert all(CORREO.describe(state, action) for action in range(CORREO.num_actions))
    over = CORREO.new(1, seed=1)
    while not over.done:
        CORREO.step(over, int(CORREO.legal_actions(over)[0]))
    assert all(CORREO.describe(over, action) for action in range(CORREO.num_actions))
