"""Corner cases of the question and of the cards that answer it. Tests name the rulings they hold to."""

import pytest

from medianoche.envs.halloween.state import BASE, Phase
from tests.envs.halloween import table

# ---- the question


def test_card_1_moves_a_moved_child_to_a_treat_r31():
    state = table.lay(dice=[1], hands={0: [1, 10], 1: [9]}, moved=1, slot=0, check=False)
    assert table.child(0) not in table.legal(state)
    state = table.play(state, table.card(1))
    assert table.child(0) in table.legal(state)
    assert table.freeze(1) not in table.legal(state)
    assert table.legal(table.play(state, table.child(0), table.square(1))) == [table.card(9), BASE.treat]


def test_card_16_takes_the_question_away_r30_r31():
    state = table.lay(dice=[1, 5], hands={0: [16]})
    moving = table.play(state, table.child(0))
    assert table.card(16) in table.legal(moving)
    forced = table.play(moving, table.card(16))
    assert table.card(16) not in table.legal(forced)
    assert table.candies(table.play(forced, table.square(1))) == [18, 12, 15, 15, 15]


def test_card_16_can_be_answered_with_a_card_r30():
    state = table.play(table.lay(dice=[1, 5], hands={0: [16], 1: [9]}), table.child(0), table.card(16), table.square(1))
    assert table.legal(state) == [table.card(9), BASE.pay_die]
    assert table.candies(table.play(state, table.card(9))) == [15] * 5
    assert table.candies(table.play(state, BASE.pay_die)) == [18, 12, 15, 15, 15]


def test_cards_1_and_16_stay_in_force_after_card_15_r31():
    hands = {0: [1, 16], 1: [15], 4: [9]}
    state = table.play(
        table.lay(dice=[2, 3, 8], hands=hands),
        table.card(1),
        table.child(0),
        table.card(16),
        table.square(1),
        table.card(15),
    )
    assert (table.asked(state), table.legal(state)) == ((Phase.ANSWER, 4), [table.card(9), BASE.pay_die])


def test_no_house_no_card_16_r30():
    state = table.play(table.lay(dice=[1], hands={0: [16]}, pos={6: 9}), table.child(6))
    assert (table.squares(state), table.card(16) in table.legal(state)) == ([8, 10], False)


def test_card_9_shuts_the_door_r42():
    state = table.play(table.knock(hands={1: [9]}), table.card(9))
    assert (table.candies(state), state.card_at[8], table.asked(state)) == ([15] * 5, 5, table.NEXT)


@pytest.mark.parametrize(("number", "sent", "caller"), [(4, (4, 5), 5), (12, (2, 3, 6), 6), (17, (0, 1, 7), 0)])
def test_cards_4_12_17_send_home_if_one_of_them_knocks_r32(number, sent, caller):
    away = dict.fromkeys(range(8), 40) | {caller: 0}
    state = table.play(table.lay(dice=[1], pos=away, hands={1: [number]}), table.child(caller), table.square(1))
    assert table.card(number) in table.legal(state)
    after = table.play(state, table.card(number))
    assert after.pos.tolist() == [int(after.start[c]) if c in sent else 40 for c in range(8)]
    assert table.asked(after) == table.NEXT
    stranger = next(c for c in range(8) if c not in sent)
    state = table.play(
        table.lay(dice=[1], pos={**away, stranger: 0}, hands={1: [number]}), table.child(stranger), table.square(1)
    )
    assert table.legal(state) == [BASE.trick, BASE.treat]


def test_torn_children_stay_out_when_sent_home_r32():
    state = table.play(
        table.lay(dice=[1], pos={5: -1, 4: 0}, hands={1: [4]}, torn=[0, 1]),
        table.child(4),
        table.square(1),
        table.card(4),
    )
    assert (state.pos[4], state.pos[5]) == (25, -1)


def test_card_14_works_with_an_empty_pot_r42():
    state = table.play(table.knock(hands={1: [14]}, candies=[36, 16, 16, 16, 16]), table.card(14))
    assert (table.candies(state), state.pot, table.asked(state)) == ([36, 16, 16, 16, 16], 0, table.NEXT)


def test_card_13_stops_after_64_squares_r43():
    state = table.knock(hands={1: [13]})
    table.GAME.apply(state, table.card(13))
    state.steps = 63
    table.GAME.advance(state)
    assert (state.pos[0], table.asked(state)) == (2, table.NEXT)


def test_card_13_gives_a_draw_and_not_jorgitos_jump_r43():
    state = table.play(table.lay(dice=[1], pos={6: 3}), table.child(6))
    assert 4 in table.squares(state)
    state = table.play(
        table.lay(dice=[1], pos={6: 3}, hands={4: [13]}), table.child(6), table.square(4), table.card(13)
    )
    assert (state.pos[6], table.asked(state)) == (5, (Phase.DRAW, 0))
    state = table.play(
        table.lay(dice=[2], pos={2: 2}, hands={4: [13]}), table.child(2), table.square(4), table.card(13)
    )
    assert state.pos[2] == 5


def test_jorgito_jumps_after_card_15_r44():
    state = table.play(
        table.lay(dice=[2, 1], pos={2: 2}, hands={4: [15]}), table.child(2), table.square(4), table.card(15)
    )
    assert (table.phase(state), state.fwd, table.squares(state)) == (Phase.FORWARD, 15, [4, 5, 6, 12])
