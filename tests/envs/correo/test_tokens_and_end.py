"""Spells, patches, the market, the deal and the end of the game: worked examples and rulings."""

import numpy as np
import pytest

from medianoche.envs.core.errors import GameError, OptionError
from tests.envs.correo import boards

END_TURN = 901


def turn_over(state):
    return state.to_move == 1 and state.turn == 1 and state.phase == boards.TAKE


# ---- spells


def spell_question():
    state = boards.asked(
        boards.PLACE, {(0, 5): 1}, taken=32, animal=boards.board(c=[(0, 5)]), spells=[1, 0, 0, 0], spell_reserve=15
    )
    return boards.play(state, 44)


def test_a_spell_recolours_an_animal_of_the_new_tile():
    state = spell_question()
    assert state.placed.tolist() == [16, 24, 32, 33]
    assert boards.legal(state) == {*range(546, 550), 560, 562, 563, 564, 566, 567, 578, 579, 901}
    boards.play(state, 548)
    assert boards.animals(state)[2, 0] == "c"
    assert state.reserve[1:].tolist() == [16, 15, 16, 15, 16]
    assert (state.spells[0], state.spell_reserve) == (0, 16)
    assert turn_over(state)


def test_a_spell_moves_an_animal_within_the_new_tile():
    state = boards.play(spell_question(), 578)
    assert boards.animals(state) == {(0, 5): "c", (2, 0): "r", (3, 0): "g"}


def test_a_spell_need_not_be_played():
    state = boards.play(spell_question(), END_TURN)
    assert state.spells[0] == 1
    assert turn_over(state)


def test_the_first_message_closes_the_window_for_spells():
    state = boards.asked(
        boards.PLACE, {(0, c): 1 for c in range(6)}, taken=0, animal=boards.board(r=[(0, 0), (0, 5)]), spells=[1] * 4
    )
    boards.play(state, 28 + 3 * 8)
    assert state.spell_open == 1
    boards.play(state, min(a for a in boards.legal(state) if 581 <= a < 837))
    assert state.spell_open == 0
    assert not boards.legal(state) & set(range(545, 581))


# ---- patches


def test_a_patch_inside_a_chain_sends_an_owl_home():
    state = boards.asked(
        boards.RESOLVE,
        boards.ONES,
        patches=[1, 0, 0, 0],
        patch_reserve=15,
        animal=boards.board(g=[(1, 0), (1, 4)], b=[(1, 2)], r=[(5, 0), (5, 1)]),
    )
    assert boards.legal(state) == {742, 748} | boards.PATCHES
    boards.play(state, 748)
    assert state.track[0] == 1
    assert boards.legal(state) == {END_TURN} | boards.PATCHES
    boards.play(state, 847)
    assert (state.reserve[5], state.height[0, 1, 2]) == (17, 2)
    assert boards.legal(state) == {614, 632}
    boards.play(state, 614)
    assert (state.track[0], state.combo[0]) == (6, 4)
    assert turn_over(state)


OFFER = {"hand": [[1, 0, 0, 0, 0, 1]], "pile": [[1, 2, 3]], "market": [[0, 4]]}


def shop(**fields):
    state = boards.table(boards.TAKE, **OFFER, **fields)
    state.market[7, 0] = 47
    state.pile[7] = 0
    state.pile[7, :2] = 42, 43
    state.pile_n[7] = 2
    state.pile[0, 3:] = 0
    boards.CORREO.advance(state)
    return state


def test_taking_a_tile_refills_the_market_and_shows_the_card():
    state = shop()
    assert boards.legal(state) == {0, 1, 10, 11, 12, 17}
    face_up = boards.play(boards.CORREO.copy(state), 1)
    assert (face_up.taken, face_up.phase) == (4, boards.PLACE)
    assert face_up.market[0].tolist() == [0, 3]
    assert face_up.up[0, 0] == 1
    boards.play(state, 12)
    assert (state.taken, state.market[7, 0], state.down[0, 0]) == (47, 43, 1)


def test_a_patch_renews_a_market_slot():
    state = shop(patches=[1, 0, 0, 0])
    assert len(boards.legal(state)) == 6 + 10 + 36
    assert set(range(18, 28)) <= boards.legal(state)
    boards.play(state, 18)
    assert state.pile[0, :4].tolist() == [0, 1, 2, 0]
    assert state.market[0].tolist() == [3, 4]
    assert (state.pile_known[0], state.phase, state.patches[0], state.patch_reserve) == (1, boards.TAKE, 0, 17)
    assert not boards.legal(state) & set(range(18, 28))


def test_an_empty_pile_leaves_the_slot_empty_and_cannot_be_renewed():
    state = shop(patches=[1, 0, 0, 0])
    state.pile_n[0] = 0
    state.pile[0] = 0
    assert not boards.legal(state) & {18, 19}
    boards.play(state, 1)
    assert state.market[0].tolist() == [0, 255]


def test_a_blocked_board_lets_a_card_be_played_face_down_without_a_tile():
    everywhere = [(r, c) for r in range(6) for c in range(6)]
    owls = {"c": [p for p in everywhere if sum(p) % 2], "b": [p for p in everywhere if not sum(p) % 2]}
    state = boards.table(boards.TAKE, boards.ONES, hand=[[1, 0, 0, 0, 0, 1]], animal=boards.board(**owls))
    assert boards.legal(state) == {12, 17}
    assert boards.CORREO.describe(state, 17) == "card special face down, without a tile"
    before = state.market.copy()
    boards.CORREO.apply(state, 12)
    assert (state.phase, state.taken, state.spell_open) == (boards.RESOLVE, 255, 0)
    assert (state.market == before).all()
    assert state.down[0, 0] == 1
    boards.play(state, END_TURN)
    assert turn_over(state)


# ---- the end


def last_question(combo, track):
    return boards.asked(
        boards.RESOLVE,
        boards.ONES,
        start=1,
        turn=23,
        hand=np.zeros((4, 6), int),
        deck=np.zeros((4, 12), int),
        deck_n=[0] * 4,
        track=track,
        combo=combo,
        spells=[1, 0],
        patches=[0, 1],
        animal=boards.board(r=[(0, 0), (0, 1)]),
    )


def test_combo_points_break_a_tie():
    state = boards.play(last_question([9, 12], [40, 38]), 582)
    assert state.done
    assert (state.phase, state.to_move) == (boards.END, -1)
    assert state.scores[:2].tolist() == [51, 51]
    assert state.utility.tolist() == [-1, 1, 0, 0]


def test_equal_combo_points_share_the_victory():
    state = boards.play(last_question([12, 12], [37, 38]), 582)
    assert state.scores[:2].tolist() == [51, 51]
    assert state.utility.tolist() == [0, 0, 0, 0]


def houses(counts):
    """Visible frog houses for each seat, and the objective card for frogs three times."""
    house = np.zeros((4, 8, 8), int)
    for seat, count in enumerate(counts):
        house[seat].reshape(64)[[8 * (i // 6) + i % 6 for i in range(count)]] = 1
    return house


@pytest.mark.parametrize(
    ("counts", "points"), [((7, 7, 3), [15, 15, 5]), ((9, 4, 4, 1), [15, 10, 10, 0]), ((0, 0), [15, 15])]
)
def test_objectives_rank_players(counts, points):
    n = len(counts)
    state = boards.asked(
        boards.RESOLVE,
        num_players=n,
        advanced=True,
        objectives=[0, 5, 9],
        start=1 % n,
        turn=12 * n - 1,
        house=houses(counts),
        deck_n=[0] * 4,
    )
    rows = [min(count, 6) for count in counts]
    top = list(counts)

    def places(values):
        return [[15, 10, 5, 0][sum(other > value for other in values)] for value in values]

    assert places(counts) == points
    expected = np.array(points) + places(rows) + places(top)
    assert state.done
    assert state.objective_points[:n].tolist() == expected.tolist()


def test_colour_objectives_ignore_wild_houses_and_all_ignore_covered_ones():
    house = np.zeros((1, 8, 8), int)
    house[0, 0, :4] = 1, 6, 1, 2
    state = boards.asked(
        boards.RESOLVE,
        boards.ONES,
        advanced=True,
        objectives=[0, 5, 9],
        start=1,
        turn=23,
        house=house,
        animal=boards.board(c=[(0, 2)]),
        deck_n=[0] * 4,
    )
    assert state.done
    assert boards.CORREO.objective_counts(state, 0) == [1, 3, 3]


def test_one_player_is_measured_against_par():
    state = boards.asked(boards.RESOLVE, num_players=1, turn=11, track=[135], deck_n=[0] * 4)
    assert state.done
    assert state.scores[0] == 135
    assert state.utility[0] == pytest.approx(0.5)


def test_options_that_do_not_fit_are_refused():
    with pytest.raises(OptionError, match="advanced needs at least 2 players"):
        boards.CORREO.new(1, advanced=True)
    with pytest.raises(OptionError, match="start_player = 2: accepted: random, 0, 1"):
        boards.CORREO.new(2, start_player=2)
    with pytest.raises(OptionError):
        boards.CORREO.new(2, start_player="me")
    with pytest.raises(GameError, match="not for 5 players"):
        boards.CORREO.new(5)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_first_player_can_be_chosen(num_players):
    for seat in range(num_players):
        assert boards.CORREO.new(num_players, start_player=seat).to_move == seat
    assert {int(boards.CORREO.new(num_players, seed=s).start) for s in range(40)} == set(range(num_players))


def test_the_deal_is_that_of_the_rulebook():
    state = boards.CORREO.new(4, seed=3)
    assert state.hand.sum(axis=1).tolist() == [2] * 4
    assert state.deck_n.tolist() == [10] * 4
    assert state.spells.tolist() == state.patches.tolist() == [1] * 4
    assert (state.spell_reserve, state.patch_reserve) == (12, 12)
    assert state.reserve.tolist() == [0] + [16] * 5
    assert state.pile_n.tolist() == [6] * 5 + [7, 7, 15]
    assert (state.market[:5] != 255).all()
    assert (state.market[5:, 0] != 255).all()
