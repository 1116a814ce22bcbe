"""Positions that play cannot reach are refused with their own error line; positions of play are accepted."""

import numpy as np
import pytest

from medianoche.envs.core.errors import PositionError
from tests.envs.correo.boards import CORREO
from tests.envs.repeats import ends, larger

ONE = [[[1]]]

BAD = {
    "an animal on a missing tile": ({"animal": ONE}, "missing tile"), "a level gap": ({"height": ONE}, "level gap"),
    "a piece without a level": ({"piece": ONE}, "level gap"),
    "a level that no tile accounts for": ({"height": ONE, "piece": ONE, "piece_pile": [[255, 0]], "turn": 2},
                                          "levels of a board"),
    "a tile that was never laid": ({"height": ONE, "piece": ONE}, "never laid"),
    "a house on the bare board": ({"house": ONE}, "not a tile"),
    "an unknown house": ({"height": ONE, "piece": [[[13]]], "house": [[[7]]]}, "= 7; accepted: 0 to 6"),
    "something outside the board": ({"height": [[[0] * 7 + [1]]]}, "outside the board"),
    "more animals than the supply": ({"reserve": [0, 17, 16, 16, 16, 16]}, "animals on the boards"),
    "more spells than the supply": ({"spells": [2], "spell_reserve": 14}, "spells held"),
    "more patches than the supply": ({"patches": [2], "patch_reserve": 14}, "patches held"),
    "another hand": ({"hand": [[2, 2, 2, 2, 2, 2]]}, "cards in hand"),
    "a tile of another shape in a pile": ({"pile": [[40]]}, "a tile in a pile"),
    "a tile that does not exist": ({"market": [[60]]}, "a tile in a pile"),
    "an empty slot over a full pile": ({"market": [[255]]}, "market slot is empty"),
    "a wrong phase": ({"phase": 7}, "phase"), "a finished game that is not": ({"done": 1}, "phase"),
    "another player to move": ({"start": 0, "to_move": 1}, "player to move"),
    "messages before a tile": ({"msgs": 1, "msg_colours": 1}, "fields of the turn"),
    "placing without a tile": ({"phase": 1}, "another number of cards"), "wrong scores": ({"scores": [5]}, "scores"),
    "objectives in the basic game": ({"objectives": [0, 5, 9]}, "objectives"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_positions_are_refused(name):
    fields, reason = BAD[name]
    with pytest.raises(PositionError, match=reason) as refused:
        CORREO.position(**fields)
    assert "\n" not in str(refused.value)


def test_unknown_fields_and_values_are_refused():
    with pytest.raises(PositionError, match="no field 'heights'"):
        CORREO.position(heights=0)
    with pytest.raises(PositionError, match="does not fit"):
        CORREO.position(turn=300)


def test_two_animals_in_line_before_a_turn_are_refused():
    state = CORREO.new(2, seed=1)
    rng = np.random.default_rng(0)
    while not state.done:
        rest = 1 - state.to_move
        cells = np.argwhere(state.animal[rest])
        if state.phase == 0 and len(cells) >= 2:
            break
        CORREO.step(state, int(rng.choice(CORREO.legal_actions(state))))
    assert CORREO.rules.inconsistency(state) == ""
    free = np.argwhere((state.height[rest] > 0) & (state.piece[rest] < 13) & (state.animal[rest] == 0))
    kinds = state.animal[rest]
    row, col = next((r, c) for r, c in free if kinds[r].any())
    kind = next(k for k in [*kinds[row, :col][::-1], *kinds[row, col:]] if k)
    state.animal[rest, row, col] = kind
    state.reserve[kind] -= 1
    assert "two animals see each other" in CORREO.rules.inconsistency(state)


@pytest.mark.compiled
@pytest.mark.parametrize("pack", ["patio", larger(3)])
@pytest.mark.parametrize("num_players", ends([1, 2, 3, 4]))
def test_positions_of_play_are_accepted(num_players, pack):
    advanced = num_players > 1
    batch = CORREO.batch(40, num_players=num_players, pack=pack, advanced=advanced, flat=False, autoreset=False, seed=0)
    while not batch.done.all():
        broken_row = batch.game.rules.loops.find_inconsistency(batch.records, batch.states, 0, 40)
        assert broken_row < 0, CORREO.rules.reasons[broken_row % 256 - 1]
        rows = (~batch.done).nonzero()[0]
        batch.step_rows(rows, batch.sample_legal()[rows])


def test_a_position_of_play_can_be_set_up_again():
    state = CORREO.new(2, seed=5)
    for _ in range(20):
        CORREO.step(state, CORREO.heuristic(state))
    fields = {name: state[name] for name in state.dtype.names if name not in ("pack", "num_players", "rng", "advanced")}
    again = CORREO.position(2, rng=state.rng, **fields)
    assert again.tobytes() == state.tobytes()


def tiles_on_two_levels():
    """A state of play with wholly visible tiles of one seat on two levels, and a cell of each."""
    for seed in range(50):
        state = CORREO.new(2, seed=seed)
        rng = np.random.default_rng(seed)
        while not state.done:
            CORREO.step(state, int(rng.choice(CORREO.legal_actions(state))))
            cells = np.argwhere((state.height[0] > 0) & (state.piece[0] < 13) & (state.animal[0] == 0))
            low, high = ([tuple(cell) for cell in cells if state.height[0][tuple(cell)] == level] for level in (1, 2))
            if low and high:
                return state, low[0], high[0]
    raise AssertionError


@pytest.mark.parametrize("fields", [("height",), ("piece",), ("piece", "house")])
def test_tiles_on_swapped_levels_are_refused(fields):
    state, low, high = tiles_on_two_levels()
    assert CORREO.rules.inconsistency(state) == ""
    for field in fields:
        board = state[field][0]
        board[low], board[high] = int(board[high]), int(board[low])
    assert "a visible tile" in CORREO.rules.inconsistency(state)


def test_a_house_that_no_tile_has_there_is_refused():
    state, low, _ = tiles_on_two_levels()
    state.house[0][low] = 6 if state.house[0][low] == 0 else 0
    assert "a visible tile" in CORREO.rules.inconsistency(state)


def test_scores_follow_from_the_rest():
    state = CORREO.position(2, track=[5], combo=[4, 6])
    assert state.scores.tolist() == [11, 8, 0, 0]
    with pytest.raises(PositionError, match="scores"):
        CORREO.position(2, track=[5], scores=[2, 2])


def test_a_second_tile_where_a_pile_shows_one_is_refused():
    state = CORREO.new(2, seed=1)
    pile = next(pile for pile in (5, 6, 7) if state.pile_n[pile])
    top = state.pile_n[pile] - 1
    state.market[pile, 1] = state.pile[pile, top]
    state.pile[pile, top] = 0
    state.pile_n[pile] = top
    assert "a tile in a pile" in CORREO.rules.inconsistency(state)
