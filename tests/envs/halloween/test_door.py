"""Corner cases of the question and of the cards that answer it. Tests name the rulings they hold to."""

import pytest

from medianoche.envs.halloween.state import BASE, Phase
from tests.envs.halloween.table import (
    GAME,
    NEXT,
    asked,
    candies,
    card,
    child,
    freeze,
    knock,
    lay,
    legal,
    phase,
    play,
    square,
    squares,
)

# ---- the question


def test_card_1_moves_a_moved_child_to_a_treat_r31():
    state = lay(dice=[1], hands={0: [1, 10], 1: [9]}, moved=1, slot=0, check=False)
    assert child(0) not in legal(state)
    state = play(state, card(1))
    assert child(0) in legal(state)
    assert freeze(1) not in legal(state)
    assert legal(play(state, child(0), square(1))) == [card(9), BASE.treat]


def test_card_16_takes_the_question_away_r30_r31():
    state = lay(dice=[1, 5], hands={0: [16]})
    moving = play(state, child(0))
    assert card(16) in legal(moving)
    forced = play(moving, card(16))
    assert card(16) not in legal(forced)
    assert candies(play(forced, square(1))) == [18, 12, 15, 15, 15]


def test_card_16_can_be_answered_with_a_card_r30():
    state = play(lay(dice=[1, 5], hands={0: [16], 1: [9]}), child(0), card(16), square(1))
    assert legal(state) == [card(9), BASE.pay_die]
    assert candies(play(state, card(9))) == [15] * 5
    assert candies(play(state, BASE.pay_die)) == [18, 12, 15, 15, 15]


def test_cards_1_and_16_stay_in_force_after_card_15_r31():
    hands = {0: [1, 16], 1: [15], 4: [9]}
    state = play(lay(dice=[2, 3, 8], hands=hands), card(1), child(0), card(16), square(1), card(15))
    assert (asked(state), legal(state)) == ((Phase.ANSWER, 4), [card(9), BASE.pay_die])


def test_no_house_no_card_16_r30():
    state = play(lay(dice=[1], hands={0: [16]}, pos={6: 9}), child(6))
    assert (squares(state), card(16) in legal(state)) == ([8, 10], False)


def test_card_9_shuts_the_door_r42():
    state = play(knock(hands={1: [9]}), card(9))
    assert (candies(state), state.card_at[8], asked(state)) == ([15] * 5, 5, NEXT)


@pytest.mark.parametrize(("number", "sent", "caller"), [(4, (4, 5), 5), (12, (2, 3, 6), 6), (17, (0, 1, 7), 0)])
def test_cards_4_12_17_send_home_if_one_of_them_knocks_r32(number, sent, caller):
    away = dict.fromkeys(range(8), 40) | {caller: 0}
    state = play(lay(dice=[1], pos=away, hands={1: [number]}), child(caller), square(1))
    assert card(number) in legal(state)
    after = play(state, card(number))
    assert after.pos.tolist() == [int(after.start[c]) if c in sent else 40 for c in range(8)]
    assert asked(after) == NEXT
    stranger = next(c for c in range(8) if c not in sent)
    state = play(lay(dice=[1], pos={**away, stranger: 0}, hands={1: [number]}), child(stranger), square(1))
    assert legal(state) == [BASE.trick, BASE.treat]


def test_torn_children_stay_out_when_sent_home_r32():
    state = play(lay(dice=[1], pos={5: -1, 4: 0}, hands={1: [4]}, torn=[0, 1]), child(4), square(1), card(4))
    assert (state.pos[4], state.pos[5]) == (25, -1)


def test_card_14_works_with_an_empty_pot_r42():
    state = play(knock(hands={1: [14]}, candies=[36, 16, 16, 16, 16]), card(14))
    assert (candies(state), state.pot, asked(state)) == ([36, 16, 16, 16, 16], 0, NEXT)


def test_card_13_stops_after_64_squares_r43():
    state = knock(hands={1: [13]})
    GAME.apply(state, card(13))
    state.steps = 63
    GAME.advance(state)
    assert (state.pos[0], asked(state)) == (2, NEXT)


def test_card_13_gives_a_draw_and_not_jorgitos_jump_r43():
    state = play(lay(dice=[1], pos={6: 3}), child(6))
    assert 4 in squares(state)
    state = play(lay(dice=[1], pos={6: 3}, hands={4: [13]}), child(6), square(4), card(13))
    assert (state.pos[6], asked(state)) == (5, (Phase.DRAW, 0))
    state = play(lay(dice=[2], pos={2: 2}, hands={4: [13]}), child(2), square(4), card(13))
    assert state.pos[2] == 5


def test_jorgito_jumps_after_card_15_r44():
    state = play(lay(dice=[2, 1], pos={2: 2}, hands={4: [15]}), child(2), square(4), card(15))
    assert (phase(state), state.fwd, squares(state)) == (Phase.FORWARD, 15, [4, 5, 6, 12])
