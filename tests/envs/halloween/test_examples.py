"""Whole turns with exact numbers, one for each part of the rules."""

import numpy as np
import pytest

from medianoche.envs.halloween.state import BASE, Phase
from tests.envs.halloween import table

# ---- moving


@pytest.mark.parametrize(
    ("number", "die", "expected"),
    [(0, 4, [3, 15, 25, 31, 41]), (3, 5, [19, 29, 49]), (4, 3, [12, 22, 28, 38]), (1, 8, [9, 25, 35, 43])],
    ids=["Montse", "David", "Rosa", "Simoncito"],
)
def test_first_move(number, die, expected):
    state = table.play(table.lay(dice=[die]), table.child(number))
    assert table.squares(state) == expected
    assert BASE.reroll not in table.legal(state)


def test_lucia_may_roll_once_more():
    state = table.play(table.lay(dice=[2, 3]), table.child(6))
    assert table.squares(state) == [10, 30]
    assert BASE.reroll in table.legal(state)
    again = table.play(state, BASE.reroll)
    assert table.squares(again) == [9, 29]
    assert BASE.reroll not in table.legal(again)


def test_jorgito_takes_the_nearest_house():
    assert table.squares(table.play(table.lay(dice=[1]), table.child(2))) == [0, 11, 17]
    assert table.squares(table.play(table.lay(dice=[2]), table.child(2))) == [0, 17, 20, 31]
    third = table.play(table.lay(dice=[1], mover=2, to_move=2, slot=2), table.child(2))
    assert table.squares(third) == [0, 11]


# ---- treat


def test_treat_of_the_rulebook():
    state = table.play(table.knock(7, 5, treat_top=[5, 6]), BASE.treat)
    assert state.to_move == 0
    both = table.play(state, BASE.meet, BASE.meet)
    assert table.candies(both) == [19, 11, 15, 15, 15]
    assert (both.know[1, 0], both.know[0, 1], both.know[2, 0]) == (1, 2, 255)
    one = table.play(state, BASE.decline, BASE.meet)
    assert table.candies(one) == [13, 17, 15, 15, 15]


# ---- trick


def test_trick_believed():
    assert table.candies(table.verdict(table.trick(3, says=8), True)) == [20, 10, 15, 15, 15]


def test_trick_disbelieved():
    assert table.candies(table.verdict(table.trick(3, 6, 2, says=8), False)) == [11, 19, 15, 15, 15]
    assert table.candies(table.verdict(table.trick(3, 4, 4, says=8), False)) == [14, 16, 15, 15, 15]
    assert table.candies(table.verdict(table.trick(8, 3, says=8), False)) == [16, 14, 15, 15, 15]


@pytest.mark.parametrize(
    ("roll", "says", "believes", "dice", "expected"),
    [
        (8, True, True, [], [18, 10, 17, 25]),
        (8, False, True, [], [20, 10, 14, 26]),
        (3, True, True, [], [20, 10, 14, 26]),
        (3, False, True, [], [18, 10, 17, 25]),
        (3, False, False, [6, 2], [11, 17, 17, 25]),
        (3, True, False, [6, 2], [11, 19, 14, 26]),
        (8, True, False, [5], [17, 11, 17, 25]),
        (8, False, False, [5], [17, 13, 14, 26]),
    ],
)
def test_trick_consulted(roll, says, believes, dice, expected):
    state = table.play(table.trick(roll, *dice, says=8), table.consult(2))
    assert state.to_move == 3
    assert table.legal(state) == [table.demand(0), table.demand(1), table.demand(2)]
    state = table.verdict(table.consulted(table.trick(roll, *dice, says=8), 2, 2, says), believes)
    assert [*np.array(table.candies(state))[[0, 1, 3]], state.pot] == expected
    assert table.phase(state) == Phase.CHILD


def test_trick_consulted_for_a_card():
    state = table.play(table.trick(5, says=5, hands={1: [9, 14]}), table.consult(1))
    assert table.legal(state) == [table.demand(0), table.demand(3)]
    state = table.verdict(table.consulted(table.trick(5, says=5, hands={1: [9, 14]}), 1, 3, True), True)
    assert table.phase(state) == Phase.FEE
    assert table.legal(state) == [87, 92]
    state = table.play(state, table.card(14))
    assert state.card_at[13] == 2
    assert table.candies(state) == [17, 13, 15, 15, 15]


def test_trick_consulted_with_nothing_to_ask_for():
    assert table.phase(table.play(table.trick(5, says=5), table.consult(1))) == Phase.ADVICE


# ---- tearing


def attack(round_no=2, **fields):
    """Miguelín stands next to David."""
    return table.play(table.lay(dice=[2], round_no=round_no, pos={3: 48}, **fields), table.child(5), table.square(47))


def test_undefended_tear():
    state = attack()
    assert table.legal(state) == [139, table.tear(3)]
    state = table.play(state, table.tear(3), *[BASE.stand_aside] * 4)
    assert (state.candies[0], state.pot, state.pos[3], state.torn[0], state.cool[0]) == (12, 28, -1, 1, 2)
    assert state.know[:, 3].tolist() == [8] * 5
    assert (table.phase(state), state.to_move) == (Phase.CHILD, 1)


def test_no_tear_before_the_third_lap():
    state = attack(round_no=1)
    assert (table.phase(state), state.to_move) == (Phase.CHILD, 1)


def fight():
    return table.play(attack(), table.tear(3), BASE.defend, BASE.stand_aside, BASE.defend, BASE.stand_aside)


def test_fight_stakes():
    state = fight()
    assert table.phase(state) == Phase.INSIST
    assert state.stake.tolist() == [1, 2, 0, 3, 0]
    assert table.candies(state) == [14, 13, 15, 12, 15]
    assert state.pot == 25


def test_fight_withdrawn():
    state = table.play(fight(), BASE.withdraw)
    assert (table.candies(state), state.pot, state.guard[3]) == ([14, 13, 15, 12, 15], 31, 0)


@pytest.mark.parametrize(
    ("bids", "torn", "left", "pot"),
    [
        ((4, 3, 2), True, [10, 13, 15, 12, 15], 35),
        ((4, 3, 5), False, [14, 13, 15, 7, 15], 36),
        ((4, 4, 1), False, [14, 13, 15, 12, 15], 31),
        ((2, 5, 5), False, [14, 8, 15, 7, 15], 41),
        ((0, 0, 0), False, [14, 13, 15, 12, 15], 31),
    ],
)
def test_fight_bids(bids, torn, left, pot):
    state = table.play(fight(), BASE.insist, *map(table.bid, bids))
    assert (table.candies(state), state.pot) == (left, pot)
    assert (state.pos[3] == -1) == torn
    assert state.guard[3] == (-1 if torn else 0)


def test_attack_from_own_colour():
    state = table.play(table.lay(dice=[1], round_no=2, pos={3: 43}), table.child(5))
    assert table.squares(state) == [38, 44, 46]
    state = table.play(state, table.square(44))
    assert (table.phase(state), state.to_move, state.stake[0], state.target) == (Phase.DEFEND, 1, 1, 3)
    for never in ({"round_no": 1}, {"round_no": 2, "cool": [1]}):
        assert table.squares(table.play(table.lay(dice=[1], pos={3: 43}, **never), table.child(5))) == [38, 46]


# ---- action cards


def test_pass_by_goes_on_past_own_houses():
    state = table.play(table.lay(dice=[2], hands={1: [13]}), table.child(0), table.square(1))
    assert table.legal(state) == [table.card(13), 108, 109]
    state = table.play(state, table.card(13))
    assert (state.pos[0], table.phase(state), state.to_move) == (3, Phase.CHILD, 1)
    state = table.play(
        table.lay(dice=[2], hands={1: [13]}, mover=2, to_move=2, slot=2),
        table.child(0),
        table.square(1),
        table.card(13),
    )
    assert (state.pos[0], table.phase(state), state.owner) == (2, Phase.ANSWER, 0)


def test_pass_by_at_a_junction():
    state = table.play(
        table.lay(dice=[2], hands={3: [13]}, pos={6: 28}), table.child(6), table.square(30), table.card(13)
    )
    assert (table.phase(state), table.squares(state)) == (Phase.FORWARD, [19, 33])
    state = table.play(state, table.square(33))
    assert (state.pos[6], table.phase(state), state.to_move) == (36, Phase.CHILD, 1)


def test_roll_again():
    state = table.play(table.lay(dice=[2, 3], hands={1: [15]}), table.child(0), table.square(1), table.card(15))
    assert (state.pos[0], table.phase(state), state.to_move) == (4, Phase.ANSWER, 4)
    state = table.play(table.lay(dice=[2, 1], hands={1: [15]}), table.child(0), table.square(1), table.card(15))
    assert (state.pos[0], table.phase(state), state.to_move) == (2, Phase.CHILD, 1)


def test_instants():
    start = {"dice": [2, 5], "pos": {6: 16}}
    state = table.play(table.lay(**start, deck_top=[7]), table.child(6), table.square(10), BASE.draw)
    assert (state.candies[0], state.pot) == (12, 28)
    state = table.play(table.lay(**start, deck_top=[8]), table.child(6), table.square(10), BASE.draw)
    assert table.phase(state) == Phase.NEIGHBOUR
    assert table.candies(table.play(state, BASE.left)) == [12, 18, 15, 15, 15]
    assert table.candies(table.play(state, BASE.right)) == [12, 15, 15, 15, 18]


def test_miguelin_looks_at_two():
    state = table.play(table.lay(dice=[2], deck_top=[9, 3]), table.child(5), table.square(35), BASE.draw)
    assert (table.phase(state), table.legal(state)) == (Phase.KEEP, [81, 87])
    kept = table.play(state, table.card(9))
    assert (table.hand(kept, 0), kept.deck[0], kept.deck_n, kept.card_seen[2]) == ([9], 3, 16, 1)
    played = table.play(state, table.card(3))
    assert (played.candies[0], played.pot, played.deck[0]) == (13, 27, 9)


def test_order_of_laps():
    state = table.play(table.lay(slot=4, mover=4, to_move=4, hands={4: [10]}), table.freeze(0))
    assert (state.round_no, state.starter, state.mover, state.moved, state.frozen_left[0]) == (1, 1, 1, 0, 2)
    out = {"alive": [1, 1, 0, 1, 1], "candies": [15, 15, 0, 15, 15]}
    state = table.play(table.lay(round_no=1, starter=1, slot=4, **out, hands={0: [10]}), table.freeze(0))
    assert state.starter == 3


def test_elimination():
    state = table.verdict(table.trick(3, 7, 2, says=8, candies=[3, 15, 15, 15, 15]), False)
    assert (table.candies(state), state.alive[0]) == ([0, 18, 15, 15, 15], 0)
    state = table.verdict(table.trick(3, says=8, alive=[1, 1, 0, 0, 1], candies=[15, 4, 0, 0, 15]), True)
    assert (table.phase(state), state.scores.tolist()) == (Phase.END, [24, -10, -10, -10, 20])
    assert state.utility.tolist() == [1, -1, -1, -1, -1]


def test_last_turn():
    last = {"round_no": 7, "starter": 2, "slot": 4, "mover": 1, "to_move": 1, "hands": {1: [10]}, "check": False}
    state = table.lay(**last, candies=[12, 20, 9, 14, 10], pos=[11, -1, 14, 36, 25, -1, -1, 34], torn=[1, 0, 2])
    state = table.play(state, table.freeze(0))
    assert state.scores.tolist() == [19, 10, 18, 19, 15]
    assert state.utility.tolist() == [-1, -1, -1, 1, -1]
    state = table.lay(**last, candies=[12, 24, 9, 14, 10], pos=[11, -1, 14, 36, -1, -1, -1, -1], torn=[1, 0, 4])
    state = table.play(state, table.freeze(0))
    assert state.scores.tolist() == [19, 14, 22, 19, 0]
    assert state.utility.tolist() == [-1, -1, 1, -1, -1]


def test_last_turn_shared_by_four():
    last = {"round_no": 7, "starter": 3, "slot": 3, "mover": 2, "to_move": 2, "hands": {2: [10]}, "check": False}
    pos = [11, 39, 14, 36, 25, -1, -1, 34]
    state = table.lay(4, **last, candies=[12, 12, 9, 9], pos=pos, torn=[1, 1])
    state = table.play(state, table.freeze(0))
    assert state.scores.tolist() == [19, 19, 14, 14, 0]
    assert state.utility.tolist() == [0, 0, -1, -1, 0]


def test_cards_at_the_door():
    start = {"dice": [2]}
    state = table.play(table.lay(**start, hands={1: [11]}), table.child(0), table.square(1), table.card(11))
    assert (table.candies(state), state.to_move) == ([12, 18, 15, 15, 15], 1)
    rich = [32, 18, 16, 16, 16]
    state = table.play(
        table.lay(**start, hands={1: [14]}, candies=rich), table.child(0), table.square(1), table.card(14)
    )
    assert (state.candies[1], state.pot, state.to_move) == (20, 0, 1)
    state = table.play(table.lay(**start, hands={0: [2]}), table.ground(2))
    assert (state.candies[2], state.pot, state.skip[2], table.phase(state), state.to_move) == (
        13,
        27,
        1,
        Phase.CHILD,
        0,
    )
    assert BASE.believe + 1 == BASE.disbelieve
    assert table.phase(table.play(state, table.child(0), table.square(1), BASE.trick, table.claim(1))) == Phase.RESPOND
