"""The worked examples of the rules, and the rulings that a position can test."""

import numpy as np
import pytest

from medianoche.envs.core.errors import IllegalActionError
from tests.envs.correo import boards

END_TURN = 901


def best_chain(state, seat=0):
    return boards.CORREO.best_chain(state, seat)


def turn_over(state):
    return state.to_move == 1 and state.turn == 1 and state.phase == boards.TAKE


# ---- messages


def test_two_cats_with_four_tiles_to_walk_score_four():
    state = boards.asked(boards.RESOLVE, boards.ONES, animal=boards.board(g=[(2, 0), (2, 4)]))
    assert boards.legal(state) == {646, 664} == {boards.message(2, 0, "E"), boards.message(2, 4, "W")}
    boards.play(state, 646)
    assert (state.track[0], state.combo[0]) == (4, 0)
    assert turn_over(state)


MICE = {(3, 1): 1, (3, 2): 2, (3, 3): 0, (3, 4): 1, (3, 5): 1}


@pytest.mark.parametrize(
    ("start_level", "action", "counted", "points"),
    [(1, 682, True, 4), (3, 682, True, 4), (3, 700, True, 6), (1, 682, False, 3)],
)
def test_mice_walk_over_levels_and_a_bare_cell(start_level, action, counted, points):
    state = boards.asked(
        boards.RESOLVE, MICE | {(3, 1): start_level}, animal=boards.board(m=[(3, 1), (3, 5)]), count_destination=counted
    )
    assert boards.legal(state) == {682, 700}
    assert boards.play(state, action).track[0] == points


SABRINA = {"m": [(2, 1), (2, 2)], "c": [(2, 3)], "g": [(1, 2), (3, 2)], "r": [(3, 0), (3, 5)]}


def test_a_chain_of_three_pairs_of_three_colours_is_a_combo_of_nine():
    state = boards.asked(boards.RESOLVE, boards.ONES, animal=boards.board(**SABRINA))
    assert best_chain(state)[0] == 17
    assert boards.legal(state) == {650, 656}
    boards.play(state, 656)
    assert state.track[0] == 1
    assert boards.legal(state) == {623, 685}
    boards.play(state, 685)
    assert state.track[0] == 3
    assert boards.legal(state) == {678, 700}
    boards.play(state, 678)
    assert (state.track[0], state.combo[0]) == (8, 9)
    assert turn_over(state)
    assert set(boards.animals(state)) == {(1, 2), (2, 1), (2, 3), (3, 5)}


def test_the_other_mouse_walking_leaves_the_way_blocked():
    state = boards.play(boards.asked(boards.RESOLVE, boards.ONES, animal=boards.board(**SABRINA)), 650)
    assert (state.track[0], state.combo[0]) == (1, 0)
    assert turn_over(state)


def test_three_in_a_line_are_two_pairs():
    state = boards.asked(boards.RESOLVE, boards.ONES, animal=boards.board(g=[(0, 0), (0, 2), (0, 5)]))
    assert boards.legal(state) == {582, 590, 592, 604}
    assert best_chain(state)[0] == 10
    boards.play(state, 590)
    assert state.track[0] == 3
    assert boards.legal(state) == {582, 604}
    boards.play(state, 582)
    assert (state.track[0], state.combo[0]) == (8, 2)


def test_who_walks_decides_what_is_in_line_next():
    frogs = boards.board(r=[(0, 0), (0, 3), (3, 3)])
    state = boards.play(boards.asked(boards.RESOLVE, 2 * boards.ONES, animal=frogs), 582, 689)
    assert (state.track[0], state.combo[0]) == (12, 2)
    state = boards.asked(boards.RESOLVE, 2 * boards.ONES, animal=frogs)
    assert best_chain(state) == (14, 582)
    boards.play(state, 596)
    assert (state.track[0], state.combo[0]) == (6, 0)
    assert turn_over(state)


def test_a_chain_that_one_side_opens_and_the_other_does_not():
    kinds = {"g": [(3, 0), (3, 4)], "r": [(1, 3), (3, 3)], "m": [(2, 1), (2, 3)]}
    state = boards.asked(boards.RESOLVE, boards.ONES, animal=boards.board(**kinds))
    assert boards.legal(state) == {650, 660}
    assert best_chain(state) == (17, 660)
    assert boards.play(boards.CORREO.copy(state), 650).track[0] == 2
    boards.play(state, 660)
    assert boards.legal(state) == {627, 689}
    boards.play(state, 689)
    assert boards.legal(state) == {678, 696}
    boards.play(state, 678)
    assert (state.track[0], state.combo[0]) == (8, 9)


def test_the_turn_cannot_end_while_a_pair_is_left():
    state = boards.asked(boards.RESOLVE, boards.ONES, animal=boards.board(g=[(2, 0), (2, 4)]))
    with pytest.raises(IllegalActionError):
        boards.CORREO.step(state, END_TURN)


# ---- placing


def test_a_covered_highlighted_row_gives_a_patch_from_next_turn_on():
    state = boards.asked(boards.PLACE, {(1, 0): 1, (1, 1): 1, (1, 2): 1}, taken=32)
    boards.play(state, 487)
    assert boards.animals(state) == {(1, 3): "r", (2, 5): "g"}
    assert (state.patches[0], state.patch_reserve) == (1, 15)
    assert turn_over(state)


def test_own_shape_may_not_be_covered_exactly():
    square = {(r, c): 1 for r in (0, 1) for c in range(4)}
    piece = np.zeros((1, 8, 8), int)
    piece[0, :2, :2], piece[0, :2, 2:4] = 1, 2
    piece_pile = np.full((1, 3), 255)
    piece_pile[0, 1:] = 1
    state = boards.asked(boards.PLACE, square, taken=8, piece=piece, piece_pile=piece_pile, turn=4)
    assert len(boards.legal(state)) == 72
    first_row = {(a - 28) % 64 for a in boards.legal(state) if (a - 28) % 64 < 8}
    assert first_row == {1, 4}
    assert {(a - 28) // 64 for a in boards.legal(state)} == {0, 1, 2, 3}
    boards.play(state, 29)
    assert state.height[0, 0, :6].tolist() == state.height[0, 1, :6].tolist() == [1, 2, 2, 1, 0, 0]
    assert (state.piece[0, :2, 1:3] == 3).all()
    assert boards.animals(state) == {(0, 1): "r", (1, 2): "g"}


@pytest.mark.parametrize("flat", [True, False])
def test_a_tile_lies_on_one_level(flat):
    state = boards.asked(boards.PLACE, [[1, 2]], taken=42, flat=flat)
    assert len(boards.legal(state)) == (112 if flat else 114)
    assert (28 in boards.legal(state)) == (not flat)


ORIENTATIONS = {
    0: ([(1, 1), (2, 1), (3, 1), (3, 2)], (1, 1), (3, 2)),
    1: ([(1, 1), (1, 2), (1, 3), (2, 1)], (1, 3), (2, 1)),
    2: ([(1, 1), (1, 2), (2, 2), (3, 2)], (3, 2), (1, 1)),
    3: ([(1, 3), (2, 1), (2, 2), (2, 3)], (2, 1), (1, 3)),
    4: ([(1, 2), (2, 2), (3, 1), (3, 2)], (1, 2), (3, 1)),
    5: ([(1, 1), (2, 1), (2, 2), (2, 3)], (2, 3), (1, 1)),
    6: ([(1, 1), (1, 2), (2, 1), (3, 1)], (3, 1), (1, 2)),
    7: ([(1, 1), (1, 2), (1, 3), (2, 3)], (1, 1), (2, 3)),
}


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_orientations_flip_then_turn_clockwise(orientation):
    cells, frog, cat = ORIENTATIONS[orientation]
    state = boards.play(boards.asked(boards.PLACE, taken=32), 28 + 64 * orientation + 9)
    assert sorted(map(tuple, np.argwhere(state.height[0]).tolist())) == cells
    assert boards.animals(state) == {frog: "r", cat: "g"}


@pytest.mark.parametrize(
    ("tile", "count"), [(0, 72), (8, 100), (9, 200), (16, 160), (24, 160), (32, 160), (40, 48), (41, 100), (42, 120)]
)
def test_placements_on_an_empty_board(tile, count):
    assert len(boards.legal(boards.asked(boards.PLACE, taken=tile))) == count


def test_wild_houses_are_asked_one_by_one():
    state = boards.asked(boards.PLACE, {(0, 2): 1}, taken=40, animal=boards.board(r=[(0, 2)]))
    boards.play(state, 52)
    assert (state.placed.tolist(), state.phase, state.wild_idx) == ([24, 25, 26, 255], boards.WILD, 0)
    assert boards.legal(state) == set(range(540, 545))
    boards.play(state, 540)
    assert state.wild_idx == 2
    boards.play(state, 540)
    assert (state.phase, state.reserve[1]) == (boards.RESOLVE, 14)
    assert boards.legal(state) == {591, 678, 685, 688}
    boards.play(state, 685)
    assert state.track[0] == 1
    assert set(boards.animals(state)) == {(0, 2), (3, 0)}
    assert turn_over(state)


def test_a_house_whose_colour_is_exhausted_stays_empty():
    state = boards.play(boards.asked(boards.PLACE, taken=32, reserve=[0, 0, 16, 16, 16, 16]), 28)
    assert list(boards.animals(state).values()) == ["g"]
    assert state.reserve.tolist() == [0, 0, 15, 16, 16, 16]


def test_the_last_colour_in_reserve_is_taken_without_asking():
    state = boards.play(boards.asked(boards.PLACE, taken=40, reserve=[0, 0, 0, 0, 2, 0]), 28)
    assert boards.animals(state) == {(0, 0): "c", (0, 2): "c"}
    assert state.phase == boards.RESOLVE
    assert state.reserve.sum() == 0


def test_wild_houses_stay_empty_without_reserve():
    state = boards.play(boards.asked(boards.PLACE, taken=40, reserve=[0] * 6), 28)
    assert boards.animals(state) == {}
    assert turn_over(state)


def test_one_tile_may_complete_two_areas():
    level = {(r, c): 1 for r in range(3) for c in range(3)} | {(r, 1): 1 for r in range(6)}
    level[2, 1] = level[2, 2] = 0
    state = boards.play(boards.asked(boards.PLACE, level, taken=42), 45)
    assert (state.spells[0], state.patches[0], state.spell_reserve, state.patch_reserve) == (1, 1, 15, 15)


def test_a_higher_level_rewards_again_and_mixed_levels_count_by_the_lowest():
    level = {(1, c): 2 for c in range(6)} | {(1, 0): 1, (1, 1): 1}
    state = boards.play(boards.asked(boards.PLACE, level, taken=42), 28 + 8)
    assert state.patches[0] == 1
    level[1, 0] = level[1, 1] = 2
    level[1, 2] = 1
    state = boards.play(boards.asked(boards.PLACE, level, taken=42), 28 + 8)
    assert state.patches[0] == 0


def test_a_bonus_without_reserve_is_lost():
    level = {(1, c): 1 for c in range(4)}
    state = boards.play(boards.asked(boards.PLACE, level, taken=42, patch_reserve=0), 28 + 8 + 4)
    assert (state.patches[0], state.patch_reserve) == (0, 0)
