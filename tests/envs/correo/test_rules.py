"""The worked examples of the rules, and the rulings that a position can test."""

import numpy as np
import pytest

from medianoche.envs.core.errors import GameError, IllegalActionError, OptionError
from tests.envs.correo import boards
from tests.envs.correo.boards import (
    CORREO,
    END,
    ONES,
    PATCHES,
    PLACE,
    RESOLVE,
    RUN,
    TAKE,
    WILD,
    asked,
    at,
    board,
    message,
    play,
)
from tests.envs.examples import examples, then

END_TURN = 901
OVER = then(over=True)
PAIR = {"animal": board(g=[(2, 0), (2, 4)])}
MICE = {(3, 1): 1, (3, 2): 2, (3, 3): 0, (3, 4): 1, (3, 5): 1}
SABRINA = {"m": [(2, 1), (2, 2)], "c": [(2, 3)], "g": [(1, 2), (3, 2)], "r": [(3, 0), (3, 5)]}
ONE_SIDE = {"g": [(3, 0), (3, 4)], "r": [(1, 3), (3, 3)], "m": [(2, 1), (2, 3)]}
FROGS = board(r=[(0, 0), (0, 3), (3, 3)])
MESSAGES = [
    ("two cats with four tiles to walk score four", at(RESOLVE, ONES, **PAIR),
     then(legal={message(2, 0, "E"), message(2, 4, "W")}), 646, then(track_0=4, combo_0=0), OVER),
    *((f"mice walk over levels and a bare cell: {start}, {action}, {counted}",
       at(RESOLVE, MICE | {(3, 1): start}, animal=board(m=[(3, 1), (3, 5)]), count_destination=counted),
       then(legal={682, 700}), action, then(track_0=points))
      for start, action, counted, points in ((1, 682, True, 4), (3, 682, True, 4), (3, 700, True, 6),
                                             (1, 682, False, 3))),
    ("a chain of three pairs of three colours is a combo of nine", at(RESOLVE, ONES, animal=board(**SABRINA)),
     then(best=(17, 656), legal={650, 656}), 656, then(track_0=1, legal={623, 685}), 685,
     then(track_0=3, legal={678, 700}), 678, then(track_0=8, combo_0=9), OVER,
     then(animals={(1, 2): "g", (2, 1): "m", (2, 3): "c", (3, 5): "r"})),
    ("the other mouse walking leaves the way blocked", at(RESOLVE, ONES, animal=board(**SABRINA)), 650,
     then(track_0=1, combo_0=0), OVER),
    ("three in a line are two pairs", at(RESOLVE, ONES, animal=board(g=[(0, 0), (0, 2), (0, 5)])),
     then(legal={582, 590, 592, 604}, best=(10, 590)), 590, then(track_0=3, legal={582, 604}), 582,
     then(track_0=8, combo_0=2)),
    ("who walks decides what is in line next", at(RESOLVE, 2 * ONES, animal=FROGS), then(best=(14, 582)), 582, 689,
     then(track_0=12, combo_0=2)),
    ("the other walk leaves no animal in line", at(RESOLVE, 2 * ONES, animal=FROGS), 596, then(track_0=6, combo_0=0),
     OVER),
    ("a chain that one side opens", at(RESOLVE, ONES, animal=board(**ONE_SIDE)),
     then(legal={650, 660}, best=(17, 660)), 660, then(legal={627, 689}), 689, then(legal={678, 696}), 678,
     then(track_0=8, combo_0=9)),
    ("a chain that the other side does not open", at(RESOLVE, ONES, animal=board(**ONE_SIDE)), 650, then(track_0=2)),
]  # fmt: skip
SQUARE = {(r, c): 1 for r in (0, 1) for c in range(4)}
LAID = np.pad(np.repeat([[1, 2]], 2, axis=1).repeat(2, axis=0)[None], ((0, 0), (0, 6), (0, 4)))
ORIENTATIONS = [
    ([(1, 1), (2, 1), (3, 1), (3, 2)], (1, 1), (3, 2)), ([(1, 1), (1, 2), (1, 3), (2, 1)], (1, 3), (2, 1)),
    ([(1, 1), (1, 2), (2, 2), (3, 2)], (3, 2), (1, 1)), ([(1, 3), (2, 1), (2, 2), (2, 3)], (2, 1), (1, 3)),
    ([(1, 2), (2, 2), (3, 1), (3, 2)], (1, 2), (3, 1)), ([(1, 1), (2, 1), (2, 2), (2, 3)], (2, 3), (1, 1)),
    ([(1, 1), (1, 2), (2, 1), (3, 1)], (3, 1), (1, 2)), ([(1, 1), (1, 2), (1, 3), (2, 3)], (1, 1), (2, 3)),
]  # fmt: skip
AREAS = {(r, c): 1 for r in range(3) for c in range(3)} | {(r, 1): 1 for r in range(6)} | {(2, 1): 0, (2, 2): 0}


def covers(*columns):
    """Levels of row 1 with 2 at most; the two cells that the tile covers are one lower."""
    return {(1, c): level for c, level in enumerate(columns)}


def rows_of_the_square(state):
    """Own shape may not be covered exactly."""
    places = {(action - 28) % 64 for action in boards.legal(state)}
    assert {place for place in places if place < 8} == {1, 4}
    assert {(action - 28) // 64 for action in boards.legal(state)} == {0, 1, 2, 3}


def laid_across(state):
    assert state.height[0, 0, :6].tolist() == state.height[0, 1, :6].tolist() == [1, 2, 2, 1, 0, 0]
    assert (state.piece[0, :2, 1:3] == 3).all()


PLACING = [
    ("a covered highlighted row gives a patch from next turn on",
     at(PLACE, {(1, 0): 1, (1, 1): 1, (1, 2): 1}, taken=32),
     487, then(animals={(1, 3): "r", (2, 5): "g"}, patches_0=1, patch_reserve=15), OVER),
    ("own shape may not be covered exactly",
     at(PLACE, SQUARE, taken=8, piece=LAID, piece_pile=[[255, 1, 1]], turn=4), then(count=72), rows_of_the_square, 29,
     laid_across, then(animals={(0, 1): "r", (1, 2): "g"})),
    ("a tile lies on one level", at(PLACE, [[1, 2]], taken=42, flat=True), then(count=112, lacks=28)),
    ("a tile need not lie on one level", at(PLACE, [[1, 2]], taken=42, flat=False), then(count=114, has=28)),
    *((f"orientation {k} flips, then turns clockwise", at(PLACE, taken=32), 28 + 64 * k + 9,
       then(animals={frog: "r", cat: "g"}), lambda state, cells=cells: np.testing.assert_array_equal(
           np.argwhere(state.height[0]), cells)) for k, (cells, frog, cat) in enumerate(ORIENTATIONS)),
    *((f"placements of tile {tile} on an empty board", at(PLACE, taken=tile), then(count=count)) for tile, count in (
        (0, 72), (8, 100), (9, 200), (16, 160), (24, 160), (32, 160), (40, 48), (41, 100), (42, 120))),
    ("wild houses are asked one by one", at(PLACE, {(0, 2): 1}, taken=40, animal=board(r=[(0, 2)])), 52,
     then(placed=[24, 25, 26, 255], phase=WILD, wild_idx=0, legal=set(range(540, 545))), 540, then(wild_idx=2), 540,
     then(phase=RESOLVE, reserve_1=14, legal={591, 678, 685, 688}), 685,
     then(track_0=1, animals={(0, 2): "r", (3, 0): "r"}), OVER),
    ("a house whose colour is exhausted stays empty", at(PLACE, taken=32, reserve=[0, 0, 16, 16, 16, 16]), 28,
     then(reserve=[0, 0, 15, 16, 16, 16], kinds=["g"])),
    ("the last colour in reserve is taken without asking", at(PLACE, taken=40, reserve=[0, 0, 0, 0, 2, 0]), 28,
     then(animals={(0, 0): "c", (0, 2): "c"}, phase=RESOLVE, reserve=[0] * 6)),
    ("wild houses stay empty without reserve", at(PLACE, taken=40, reserve=[0] * 6), 28, then(animals={}), OVER),
    ("one tile may complete two areas", at(PLACE, AREAS, taken=42), 45,
     then(spells_0=1, patches_0=1, spell_reserve=15, patch_reserve=15)),
    ("a higher level rewards again", at(PLACE, covers(1, 1, 2, 2, 2, 2), taken=42), 28 + 8, then(patches_0=1)),
    ("mixed levels count by the lowest", at(PLACE, covers(2, 2, 1, 2, 2, 2), taken=42), 28 + 8, then(patches_0=0)),
    ("a bonus without reserve is lost", at(PLACE, covers(1, 1, 1, 1), taken=42, patch_reserve=0), 28 + 8 + 4,
     then(patches_0=0, patch_reserve=0)),
]  # fmt: skip
SPELL = at(PLACE, {(0, 5): 1}, taken=32, animal=board(c=[(0, 5)]), spells=[1, 0, 0, 0], spell_reserve=15)
SHOP = at(TAKE, hand=[[1, 0, 0, 0, 0, 1]], pile=[[1, 2, 3]], market=[[0, 4]], ask=False)
EVERYWHERE = [(r, c) for r in range(6) for c in range(6)]
OWLS = board(c=[p for p in EVERYWHERE if sum(p) % 2], b=[p for p in EVERYWHERE if not sum(p) % 2])


def opened(state):
    """Nothing but the tiles of the shop is in its piles."""
    state.market[7, 0] = 47
    state.pile[7, :] = [42, 43] + [0] * (len(state.pile[7]) - 2)
    state.pile_n[7] = 2
    state.pile[0, 3:] = 0
    CORREO.rules.advance(state)


def first_message(state):
    return play(state, min(action for action in boards.legal(state) if 581 <= action < 837))


def emptied(state):
    state.pile_n[0] = 0
    state.pile[0] = 0


TOKENS = [
    ("a spell recolours an animal of the new tile", SPELL, 44,
     then(placed=[16, 24, 32, 33], legal={*range(546, 550), 560, 562, 563, 564, 566, 567, 578, 579, 901}), 548,
     then(animals={(0, 5): "c", (2, 0): "c", (4, 1): "g"}, reserve=[0, 16, 15, 16, 15, 16], spells_0=0,
          spell_reserve=16),
     OVER),
    ("a spell moves an animal within the new tile", SPELL, 44, 578,
     then(animals={(0, 5): "c", (2, 0): "r", (3, 0): "g"})),
    ("a spell need not be played", SPELL, 44, END_TURN, then(spells_0=1), OVER),
    ("the first message closes the window for spells",
     at(PLACE, {(0, c): 1 for c in range(6)}, taken=0, animal=board(r=[(0, 0), (0, 5)]), spells=[1] * 4), 28 + 3 * 8,
     then(spell_open=1), first_message, then(spell_open=0, lacks=range(545, 581))),
    ("a patch inside a chain sends an owl home",
     at(RESOLVE, ONES, patches=[1, 0, 0, 0], patch_reserve=15,
        animal=board(g=[(1, 0), (1, 4)], b=[(1, 2)], r=[(5, 0), (5, 1)])), then(legal={742, 748} | PATCHES), 748,
     then(track_0=1, legal={END_TURN} | PATCHES), 847, then(reserve_5=17, height_0_1_2=2, legal={614, 632}), 614,
     then(track_0=6, combo_0=4), OVER),
    ("taking a tile refills the market and shows the card", SHOP, opened, then(legal={0, 1, 10, 11, 12, 17}), 1,
     then(taken=4, phase=PLACE, market_0=[0, 3], up_0_0=1)),
    ("a card face down takes the tile of any shape", SHOP, opened, 12, then(taken=47, market_7_0=43, down_0_0=1)),
    ("a patch renews a market slot", SHOP | {"patches": [1, 0, 0, 0]}, opened,
     then(count=6 + 10 + 36, has=range(18, 28)), 18,
     then(pile_0=[0, 1, 2, 0], market_0=[3, 4], pile_known_0=1, phase=TAKE, patches_0=0, patch_reserve=17,
          lacks=range(18, 28))),
    ("an empty pile leaves the slot empty and cannot be renewed", SHOP | {"patches": [1, 0, 0, 0]}, opened, emptied,
     then(lacks=[18, 19]), 1, then(market_0=[0, 255])),
    ("a blocked board lets a card be played face down without a tile",
     at(TAKE, ONES, hand=[[1, 0, 0, 0, 0, 1]], animal=OWLS, ask=False), then(legal={12, 17}),
     lambda state: CORREO.rules.apply(state, 12),
     then(phase=RESOLVE, taken=255, spell_open=0, down_0_0=1), END_TURN, OVER),
]  # fmt: skip


def last_question(combo, track):
    return at(RESOLVE, ONES, start=1, turn=23, hand=np.zeros((4, 6), int), deck=np.zeros((4, 12), int), deck_n=[0] * 4,
              track=track, combo=combo, spells=[1, 0], patches=[0, 1], animal=board(r=[(0, 0), (0, 1)]))  # fmt: skip


HOUSES = np.zeros((1, 8, 8), int)
HOUSES[0, 0, :4] = 1, 6, 1, 2
ENDS = [
    ("combo points break a tie", last_question([9, 12], [40, 38]), 582,
     then(done=1, phase=END, to_move=-1, scores=[51, 51], utility=[-1, 1, 0, 0])),
    ("equal combo points share the victory", last_question([12, 12], [37, 38]), 582,
     then(scores=[51, 51], utility=[0, 0, 0, 0])),
    ("one player is measured against par", at(RESOLVE, num_players=1, turn=11, track=[135], deck_n=[0] * 4),
     then(done=1, scores_0=135, utility_0=0.5)),
    ("colour objectives ignore wild houses, and all ignore covered ones",
     at(RESOLVE, ONES, advanced=True, objectives=[0, 5, 9], start=1, turn=23, house=HOUSES, deck_n=[0] * 4,
        animal=board(c=[(0, 2)])), then(done=1, objective_counts=[1, 3, 3])),
]  # fmt: skip


@examples([*MESSAGES, *PLACING, *TOKENS, *ENDS])
def test_example(row):
    RUN.run(row)


def test_the_turn_cannot_end_while_a_pair_is_left():
    with pytest.raises(IllegalActionError):
        CORREO.step(asked(RESOLVE, ONES, **PAIR), END_TURN)


def test_a_card_without_a_tile_is_named_and_takes_none():
    state = boards.table(TAKE, ONES, hand=[[1, 0, 0, 0, 0, 1]], animal=OWLS)
    assert CORREO.describe(state, 17) == "card special face down, without a tile"
    before = state.market.copy()
    CORREO.rules.apply(state, 12)
    assert (state.market == before).all()


@pytest.mark.parametrize(
    ("counts", "points"), [((7, 7, 3), [15, 15, 5]), ((9, 4, 4, 1), [15, 10, 10, 0]), ((0, 0), [15, 15])]
)
def test_objectives_rank_players(counts, points):
    """Visible frog houses of each seat: frogs, houses in a row, houses in the top half."""
    n = len(counts)
    house = np.zeros((4, 8, 8), int)
    for seat, count in enumerate(counts):
        house[seat].reshape(64)[[8 * (i // 6) + i % 6 for i in range(count)]] = 1
    fields = {"num_players": n, "start": 1 % n, "turn": 12 * n - 1, "house": house, "deck_n": [0] * 4}
    state = asked(RESOLVE, advanced=True, objectives=[0, 5, 9], **fields)

    def places(values):
        return [[15, 10, 5, 0][sum(other > value for other in values)] for value in values]

    assert places(counts) == points
    expected = np.array(points) + places([min(count, 6) for count in counts]) + places(counts)
    assert state.done
    assert state.objective_points[:n].tolist() == expected.tolist()


def test_options_that_do_not_fit_are_refused():
    for count, options, error, said in (
        (1, {"advanced": True}, OptionError, "advanced needs at least 2 players"),
        (2, {"start_player": 2}, OptionError, "start_player = 2: accepted: random, 0, 1"),
        (2, {"start_player": "me"}, OptionError, "start_player"),
        (5, {}, GameError, "not for 5 players"),
    ):
        with pytest.raises(error, match=said):
            CORREO.new(count, **options)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_first_player_can_be_chosen(num_players):
    for seat in range(num_players):
        assert CORREO.new(num_players, start_player=seat).to_move == seat
    assert {int(CORREO.new(num_players, seed=s).start) for s in range(40)} == set(range(num_players))


def test_the_deal_is_that_of_the_rulebook():
    state = CORREO.new(4, seed=3)
    RUN.check(state, deck_n=[10] * 4, spells=[1] * 4, patches=[1] * 4, spell_reserve=12, patch_reserve=12)
    RUN.check(state, reserve=[0] + [16] * 5, pile_n=[6] * 5 + [7, 7, 15])
    assert state.hand.sum(axis=1).tolist() == [2] * 4
    assert (state.market[:5] != 255).all()
    assert (state.market[5:, 0] != 255).all()
