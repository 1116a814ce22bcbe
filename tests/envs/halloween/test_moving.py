"""Corner cases of setting up, laps, walks and cards of one's own turn. Tests name the rulings they hold to."""

from medianoche.envs.halloween.pack import read_drawing
from medianoche.envs.halloween.state import BASE, Phase
from tests.envs.halloween import table

ORANGE = {"mover": 3, "to_move": 3, "slot": 3}

# ---- preparation and laps


def test_colours_are_chosen_in_seat_order_knowing_ones_own_child_r4():
    state = table.GAME.new(5, seed=3)
    for seat in range(4):
        assert table.asked(state) == (Phase.COLOUR, seat)
        state = table.play(state, 4 - seat)
    assert state.colour.tolist() == [4, 3, 2, 1, 0]
    assert [int(state.know[0, seat]) for seat in range(5)] == [1 << int(state.secret[0]), 255, 255, 255, 255]


def test_a_coin_allots_the_pumpkins_r5():
    homes = {tuple(table.GAME.new(5, seed=seed).start[6:].tolist()) for seed in range(12)}
    assert homes == {(16, 34), (34, 16)}


def test_a_colour_without_an_owner_is_grey_r6():
    four = table.play(table.lay(4, dice=[2], pos={2: 3}), table.child(2))
    assert table.squares(four) == [1, 5, 6, 12]
    five = table.play(table.lay(5, dice=[2], pos={2: 3}), table.child(2))
    assert table.squares(five) == [1, 4, 5, 6, 12]
    state = table.play(table.lay(4, dice=[1], pos={5: 3}), table.child(5))
    assert table.asked(state) == table.NEXT


def test_houses_of_the_eliminated_are_grey_r6_r27():
    out = {"alive": [1, 0, 1, 1, 1], "candies": [15, 0, 15, 15, 15]}
    assert table.asked(table.play(table.lay(dice=[1], **out), table.child(0), table.square(1))) == (Phase.CHILD, 2)


def test_a_lap_ends_for_all_children_at_once_r3():
    state = table.lay(slot=4, starter=1, moved=0b111, hands={0: [10]})
    assert table.play(state, table.freeze(7)).moved == 0


# ---- moving


def test_a_walk_turns_back_only_in_a_dead_end_r8():
    line = read_drawing(["m.j"])
    ends = [line.walks[0, steps].max() for steps in (1, 2, 3, 4)]
    assert ends == [0b10, 0b100, 0b10, 0b1]
    loop = read_drawing(["..", ".."])
    assert loop.walks[0, 4].max() == 1
    assert loop.walks[0, 2].max() == 0b1000


def test_children_do_not_block_and_share_squares_r9():
    state = table.play(table.lay(dice=[1], round_no=2, pos={4: 1, 5: 1}), table.child(0), table.square(1))
    assert table.asked(state) == (Phase.ANSWER, 1)
    together = table.play(table.lay(dice=[1], round_no=2, pos={3: 3, 5: 4, 4: 8}), table.child(5), table.square(3))
    assert table.asked(together) == table.NEXT


def test_own_colour_needs_the_price_of_a_tear_r10_r47():
    rich = table.play(table.lay(dice=[1], round_no=2, pos={3: 43}, candies=[3, 15, 15, 15, 15]), table.child(5))
    poor = table.play(table.lay(dice=[1], round_no=2, pos={3: 43}, candies=[2, 15, 15, 15, 15]), table.child(5))
    assert (44 in table.squares(rich), 44 in table.squares(poor)) == (True, False)


def test_stuck_another_child_takes_the_roll_r12():
    state = table.play(table.lay(dice=[4], pos={4: 10}, **ORANGE), table.child(4))
    assert (state.stuck, state.roll, state.child) == (1, 4, -1)
    assert table.legal(state) == [table.child(c) for c in (0, 1, 2, 3, 5, 6, 7)]
    state = table.play(state, table.child(0))
    assert (table.phase(state), state.stuck, state.roll) == (Phase.MOVE, 0, 4)
    assert table.squares(state) == [3, 7, 15, 21, 25, 41]


def test_stuck_no_card_in_between_r12():
    state = table.play(table.lay(dice=[4], pos={4: 10}, hands={3: [1, 2, 10]}, **ORANGE), table.child(4))
    assert all(5 <= action < 13 for action in table.legal(state))


def test_stuck_alone_the_die_is_rolled_again_r12():
    alone = {"frozen_by": [1] * 4 + [-1] + [1] * 3, "frozen_left": [1] * 4 + [0] + [1] * 3}
    state = table.lay(dice=[4, 4, 3], pos={4: 10}, **ORANGE, **alone)
    assert (table.phase(state), state.child, state.roll, state.dice_queue[0]) == (Phase.MOVE, 4, 3, 0)


def test_stuck_lucia_rolls_again_first_r12():
    state = table.play(table.lay(dice=[4, 4, 3], pos={6: 10}, **ORANGE), table.child(6))
    assert (table.phase(state), state.roll, state.rerolled) == (Phase.MOVE, 3, 1)
    assert BASE.reroll not in table.legal(state)
    state = table.play(table.lay(dice=[3, 4, 3], pos={6: 10}, **ORANGE), table.child(6), BASE.reroll)
    assert (table.phase(state), state.roll) == (Phase.MOVE, 3)


def test_jorgito_came_by_the_shortest_way_r15():
    state = table.play(table.lay(dice=[2]), table.child(2), table.square(17))
    assert state.came == 1 << 20
    state = table.play(table.lay(dice=[1]), table.child(2), table.square(0))
    assert state.came == 1 << 11


def test_all_last_steps_stay_possible_r15():
    state = table.play(table.lay(dice=[8], hands={2: [13]}), table.child(0), table.square(41))
    assert state.came == 1 << 40 | 1 << 42
    assert table.squares(table.play(state, table.card(13))) == [40, 42]


def test_grounded_the_turn_passes_r16_r46():
    state = table.play(table.lay(skip=[0, 1], hands={0: [10]}), table.freeze(0))
    assert (state.mover, state.skip[1]) == (2, 0)
    state = table.play(table.lay(skip=[0, 1], hands={0: [10], 1: [1, 2]}), table.freeze(0))
    assert table.asked(state) == table.NEXT
    assert table.legal(state) == [BASE.pass_turn, *[table.ground(j) for j in range(1, 5)]]


def test_a_moved_child_stays_moved_after_it_is_sent_on_r17():
    state = table.play(
        table.lay(dice=[1], pos={4: 23, 5: 3}, hands={1: [4]}), table.child(4), table.square(24), table.card(4)
    )
    assert (state.pos[4], state.pos[5], state.moved) == (25, 45, 1 << 4)
    assert table.asked(state) == table.NEXT


def test_first_the_draw_then_the_tear_r18():
    state = table.play(table.lay(dice=[2], round_no=2, pos={3: 38}), table.child(5), table.square(35))
    assert table.asked(state) == (Phase.DRAW, 0)
    assert table.asked(table.play(state, BASE.no_draw)) == (Phase.TEAR, 0)


# ---- action cards of one's turn


def test_a_frozen_child_is_not_chosen_even_with_card_1_r45():
    frozen = {"frozen_by": [-1, -1, -1, 2] + [-1] * 4, "frozen_left": [0, 0, 0, 2] + [0] * 4}
    state = table.play(table.lay(hands={0: [1]}, **frozen), table.card(1))
    assert table.child(3) not in table.legal(state)
    assert table.child(2) in table.legal(state)


def test_a_frozen_child_is_free_at_the_second_turn_of_its_freezer_r45():
    state = table.lay(hands={0: [10], 1: [9]}, frozen_by=[1] + [-1] * 7, frozen_left=[2] + [0] * 7)
    once = table.play(state, table.freeze(1))
    assert (once.mover, once.frozen_left[0], table.child(0) in table.legal(once)) == (1, 1, False)
    last = table.lay(hands={0: [10]}, frozen_by=[1] + [-1] * 7, frozen_left=[1] + [0] * 7)
    free = table.play(last, table.freeze(1))
    assert (free.frozen_by[0], table.child(0) in table.legal(free)) == (-1, True)


def test_grounding_can_put_out_and_end_the_game_r46_r28():
    state = table.play(table.lay(hands={0: [2]}, candies=[15, 15, 2, 15, 15]), table.ground(2))
    assert (state.alive[2], table.asked(state)) == (0, (Phase.CHILD, 0))
    out = {"alive": [1, 1, 1, 0, 0], "candies": [15, 15, 2, 0, 0]}
    state = table.play(table.lay(hands={0: [2]}, **out), table.ground(2))
    assert (table.phase(state), state.scores.tolist()) == (Phase.END, [20, 20, -10, -10, -10])
