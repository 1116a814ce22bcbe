"""Whole turns with exact numbers, one for each part of the rules."""

import numpy as np
import pytest

from medianoche.envs.halloween.state import BASE, Phase
from tests.envs.halloween.table import (
    bid,
    candies,
    card,
    child,
    claim,
    consult,
    consulted,
    demand,
    freeze,
    ground,
    hand,
    knock,
    lay,
    legal,
    phase,
    play,
    square,
    squares,
    tear,
    trick,
    verdict,
)

# ---- moving


@pytest.mark.parametrize(
    ("number", "die", "expected"),
    [
        (0, 4, [3, 15, 25, 31, 41]),
        (3, 5, [19, 29, 49]),
        (4, 3, [12, 22, 28, 38]),
        (1, 8, [9, 25, 35, 43]),
    ],
    ids=["Montse", "David", "Rosa", "Simoncito"],
)
def test_first_move(number, die, expected):
    state = play(lay(dice=[die]), child(number))
    assert squares(state) == expected
    assert BASE.reroll not in legal(state)


def test_lucia_may_roll_once_more():
    state = play(lay(dice=[2, 3]), child(6))
    assert squares(state) == [10, 30]
    assert BASE.reroll in legal(state)
    again = play(state, BASE.reroll)
    assert squares(again) == [9, 29]
    assert BASE.reroll not in legal(again)


def test_jorgito_takes_the_nearest_house():
    assert squares(play(lay(dice=[1]), child(2))) == [0, 11, 17]
    assert squares(play(lay(dice=[2]), child(2))) == [0, 17, 20, 31]
    third = play(lay(dice=[1], mover=2, to_move=2, slot=2), child(2))
    assert squares(third) == [0, 11]


# ---- treat


def test_treat_of_the_rulebook():
    state = play(knock(7, 5, treat_top=[5, 6]), BASE.treat)
    assert state.to_move == 0
    both = play(state, BASE.meet, BASE.meet)
    assert candies(both) == [19, 11, 15, 15, 15]
    assert (both.know[1, 0], both.know[0, 1], both.know[2, 0]) == (1, 2, 255)
    one = play(state, BASE.decline, BASE.meet)
    assert candies(one) == [13, 17, 15, 15, 15]


# ---- trick


def test_trick_believed():
    assert candies(verdict(trick(3, says=8), True)) == [20, 10, 15, 15, 15]


def test_trick_disbelieved():
    assert candies(verdict(trick(3, 6, 2, says=8), False)) == [11, 19, 15, 15, 15]
    assert candies(verdict(trick(3, 4, 4, says=8), False)) == [14, 16, 15, 15, 15]
    assert candies(verdict(trick(8, 3, says=8), False)) == [16, 14, 15, 15, 15]


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
    state = play(trick(roll, *dice, says=8), consult(2))
    assert state.to_move == 3
    assert legal(state) == [demand(0), demand(1), demand(2)]
    state = verdict(consulted(trick(roll, *dice, says=8), 2, 2, says), believes)
    assert [*np.array(candies(state))[[0, 1, 3]], state.pot] == expected
    assert phase(state) == Phase.CHILD


def test_trick_consulted_for_a_card():
    state = play(trick(5, says=5, hands={1: [9, 14]}), consult(1))
    assert legal(state) == [demand(0), demand(3)]
    state = verdict(consulted(trick(5, says=5, hands={1: [9, 14]}), 1, 3, True), True)
    assert phase(state) == Phase.FEE
    assert legal(state) == [87, 92]
    state = play(state, card(14))
    assert state.card_at[13] == 2
    assert candies(state) == [17, 13, 15, 15, 15]


def test_trick_consulted_with_nothing_to_ask_for():
    assert phase(play(trick(5, says=5), consult(1))) == Phase.ADVICE


# ---- tearing


def attack(round_no=2, **fields):
    """Miguelín stands next to David."""
    return play(lay(dice=[2], round_no=round_no, pos={3: 48}, **fields), child(5), square(47))


def test_undefended_tear():
    state = attack()
    assert legal(state) == [139, tear(3)]
    state = play(state, tear(3), *[BASE.stand_aside] * 4)
    assert (state.candies[0], state.pot, state.pos[3], state.torn[0], state.cool[0]) == (12, 28, -1, 1, 2)
    assert state.know[:, 3].tolist() == [8] * 5
    assert (phase(state), state.to_move) == (Phase.CHILD, 1)


def test_no_tear_before_the_third_lap():
    state = attack(round_no=1)
    assert (phase(state), state.to_move) == (Phase.CHILD, 1)


def fight():
    return play(attack(), tear(3), BASE.defend, BASE.stand_aside, BASE.defend, BASE.stand_aside)


def test_fight_stakes():
    state = fight()
    assert phase(state) == Phase.INSIST
    assert state.stake.tolist() == [1, 2, 0, 3, 0]
    assert candies(state) == [14, 13, 15, 12, 15]
    assert state.pot == 25


def test_fight_withdrawn():
    state = play(fight(), BASE.withdraw)
    assert (candies(state), state.pot, state.guard[3]) == ([14, 13, 15, 12, 15], 31, 0)


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
    state = play(fight(), BASE.insist, *map(bid, bids))
    assert (candies(state), state.pot) == (left, pot)
    assert (state.pos[3] == -1) == torn
    assert state.guard[3] == (-1 if torn else 0)


def test_attack_from_own_colour():
    state = play(lay(dice=[1], round_no=2, pos={3: 43}), child(5))
    assert squares(state) == [38, 44, 46]
    state = play(state, square(44))
    assert (phase(state), state.to_move, state.stake[0], state.target) == (Phase.DEFEND, 1, 1, 3)
    for never in ({"round_no": 1}, {"round_no": 2, "cool": [1]}):
        assert squares(play(lay(dice=[1], pos={3: 43}, **never), child(5))) == [38, 46]


# ---- action cards


def test_pass_by_goes_on_past_own_houses():
    state = play(lay(dice=[2], hands={1: [13]}), child(0), square(1))
    assert legal(state) == [card(13), 108, 109]
    state = play(state, card(13))
    assert (state.pos[0], phase(state), state.to_move) == (3, Phase.CHILD, 1)
    state = play(lay(dice=[2], hands={1: [13]}, mover=2, to_move=2, slot=2), child(0), square(1), card(13))
    assert (state.pos[0], phase(state), state.owner) == (2, Phase.ANSWER, 0)


def test_pass_by_at_a_junction():
    state = play(lay(dice=[2], hands={3: [13]}, pos={6: 28}), child(6), square(30), card(13))
    assert (phase(state), squares(state)) == (Phase.FORWARD, [19, 33])
    state = play(state, square(33))
    assert (state.pos[6], phase(state), state.to_move) == (36, Phase.CHILD, 1)


def test_roll_again():
    state = play(lay(dice=[2, 3], hands={1: [15]}), child(0), square(1), card(15))
    assert (state.pos[0], phase(state), state.to_move) == (4, Phase.ANSWER, 4)
    state = play(lay(dice=[2, 1], hands={1: [15]}), child(0), square(1), card(15))
    assert (state.pos[0], phase(state), state.to_move) == (2, Phase.CHILD, 1)


def test_instants():
    start = {"dice": [2, 5], "pos": {6: 16}}
    state = play(lay(**start, deck_top=[7]), child(6), square(10), BASE.draw)
    assert (state.candies[0], state.pot) == (12, 28)
    state = play(lay(**start, deck_top=[8]), child(6), square(10), BASE.draw)
    assert phase(state) == Phase.NEIGHBOUR
    assert candies(play(state, BASE.left)) == [12, 18, 15, 15, 15]
    assert candies(play(state, BASE.right)) == [12, 15, 15, 15, 18]


def test_miguelin_looks_at_two():
    state = play(lay(dice=[2], deck_top=[9, 3]), child(5), square(35), BASE.draw)
    assert (phase(state), legal(state)) == (Phase.KEEP, [81, 87])
    kept = play(state, card(9))
    assert (hand(kept, 0), kept.deck[0], kept.deck_n, kept.card_seen[2]) == ([9], 3, 16, 1)
    played = play(state, card(3))
    assert (played.candies[0], played.pot, played.deck[0]) == (13, 27, 9)


def test_order_of_laps():
    state = play(lay(slot=4, mover=4, to_move=4, hands={4: [10]}), freeze(0))
    assert (state.round_no, state.starter, state.mover, state.moved, state.frozen_left[0]) == (1, 1, 1, 0, 2)
    out = {"alive": [1, 1, 0, 1, 1], "candies": [15, 15, 0, 15, 15]}
    state = play(lay(round_no=1, starter=1, slot=4, **out, hands={0: [10]}), freeze(0))
    assert state.starter == 3


def test_elimination():
    state = verdict(trick(3, 7, 2, says=8, candies=[3, 15, 15, 15, 15]), False)
    assert (candies(state), state.alive[0]) == ([0, 18, 15, 15, 15], 0)
    state = verdict(trick(3, says=8, alive=[1, 1, 0, 0, 1], candies=[15, 4, 0, 0, 15]), True)
    assert (phase(state), state.scores.tolist()) == (Phase.END, [24, -10, -10, -10, 20])
    assert state.utility.tolist() == [1, -1, -1, -1, -1]


def test_last_turn():
    last = {
        "round_no": 7,
        "starter": 2,
        "slot": 4,
        "mover": 1,
        "to_move": 1,
        "hands": {1: [10]},
        "check": False,
    }
    state = lay(**last, candies=[12, 20, 9, 14, 10], pos=[11, -1, 14, 36, 25, -1, -1, 34], torn=[1, 0, 2])
    state = play(state, freeze(0))
    assert state.scores.tolist() == [19, 10, 18, 19, 15]
    assert state.utility.tolist() == [-1, -1, -1, 1, -1]
    state = lay(**last, candies=[12, 24, 9, 14, 10], pos=[11, -1, 14, 36, -1, -1, -1, -1], torn=[1, 0, 4])
    state = play(state, freeze(0))
    assert state.scores.tolist() == [19, 14, 22, 19, 0]
    assert state.utility.tolist() == [-1, -1, 1, -1, -1]


def test_last_turn_shared_by_four():
    state = lay(
        4,
        round_no=7,
        starter=3,
        slot=3,
        mover=2,
        to_move=2,
        hands={2: [10]},
        check=False,
        candies=[12, 12, 9, 9],
        pos=[11, 39, 14, 36, 25, -1, -1, 34],
        torn=[1, 1],
    )
    state = play(state, freeze(0))
    assert state.scores.tolist() == [19, 19, 14, 14, 0]
    assert state.utility.tolist() == [0, 0, -1, -1, 0]


def test_cards_at_the_door():
    start = {"dice": [2]}
    state = play(lay(**start, hands={1: [11]}), child(0), square(1), card(11))
    assert (candies(state), state.to_move) == ([12, 18, 15, 15, 15], 1)
    rich = [32, 18, 16, 16, 16]
    state = play(lay(**start, hands={1: [14]}, candies=rich), child(0), square(1), card(14))
    assert (state.candies[1], state.pot, state.to_move) == (20, 0, 1)
    state = play(lay(**start, hands={0: [2]}), ground(2))
    assert (state.candies[2], state.pot, state.skip[2], phase(state), state.to_move) == (
        13,
        27,
        1,
        Phase.CHILD,
        0,
    )
    assert BASE.believe + 1 == BASE.disbelieve
    assert phase(play(state, child(0), square(1), BASE.trick, claim(1))) == Phase.RESPOND
