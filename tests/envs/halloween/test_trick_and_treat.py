"""Corner cases of trick and treat. Tests name the rulings they hold to."""

import pytest

from medianoche.envs.halloween.state import BASE, Phase
from tests.envs.halloween import table

# ---- trick


def test_a_lie_of_the_same_worth_is_a_lie_r33():
    state = table.verdict(table.trick(2, 5, 4, says=3), False)
    assert (table.candies(state)[:2], state.n_lies[0]) == ([14, 16], 1)


def test_believing_pays_the_claim_and_shows_nothing_r34():
    state = table.verdict(table.trick(8, says=1), True)
    assert (table.candies(state), state.n_claims[0], state.n_checked[0]) == ([15] * 5, 1, 0)


def test_the_third_needs_room_for_a_card_r35():
    state = table.play(table.trick(5, says=5, hands={1: [9], 2: [11, 12, 13]}), table.consult(1))
    assert table.phase(state) == Phase.ADVICE
    dead = {"alive": [1, 1, 0, 1, 1], "candies": [15, 15, 0, 15, 15]}
    assert table.legal(table.trick(5, says=5, **dead)) == [119, 120, table.consult(2), table.consult(3)]


def test_a_refused_price_ends_the_consultation_r36():
    state = table.play(table.trick(3, says=8), table.consult(2), table.demand(2), BASE.refuse)
    assert (table.asked(state), state.third, state.demand) == ((Phase.VERDICT, 1), -1, 0)
    believed = table.verdict(state, True)
    assert (table.candies(believed), believed.n_checked[0], believed.n_advice[3]) == ([20, 10, 15, 15, 15], 0, 0)


def test_help_for_nothing_is_not_refused_r36():
    assert table.asked(table.play(table.trick(3, says=8), table.consult(2), table.demand(0))) == (Phase.ADVICE, 3)


def test_a_consulted_die_is_always_shown_r38():
    state = table.verdict(table.consulted(table.trick(3, says=8), 2, 0, True), True)
    assert (state.n_checked[0], state.n_lies[0], state.n_advice[3], state.n_false[3]) == (1, 1, 1, 1)
    assert (table.candies(state), state.pot) == ([20, 10, 15, 14, 15], 26)


def test_honest_help_for_nothing_earns_two_if_disbelieved_r40():
    state = table.verdict(table.consulted(table.trick(3, 6, 2, says=8), 2, 0, False), False)
    assert table.candies(state) == [11, 17, 15, 17, 15]


def test_a_card_replaces_the_two_candies_r40():
    state = table.verdict(table.consulted(table.trick(3, 6, 2, says=8, hands={1: [9]}), 2, 3, False), False)
    assert (table.candies(state), table.hand(state, 3), table.asked(state)) == ([11, 19, 15, 15, 15], [9], table.NEXT)


def test_a_liar_gets_no_card_r39():
    state = table.verdict(table.consulted(table.trick(3, says=8, hands={1: [9]}), 2, 3, True), True)
    assert (table.candies(state), table.hand(state, 1), table.hand(state, 3)) == ([20, 10, 15, 14, 15], [9], [])


def test_a_card_is_paid_even_if_the_mover_is_out_r27_r41():
    state = table.consulted(table.trick(3, 6, 2, says=8, hands={1: [9, 14]}, candies=[1, 15, 15, 15, 15]), 2, 3, False)
    state = table.verdict(state, False)
    assert (table.asked(state), state.alive[0]) == ((Phase.FEE, 1), 0)
    state = table.play(state, table.card(14))
    assert (table.hand(state, 3), table.asked(state)) == ([14], table.NEXT)


def test_no_card_from_an_owner_who_is_out_r41():
    state = table.consulted(table.trick(5, says=5, hands={1: [9, 14]}, candies=[15, 2, 15, 15, 15]), 2, 3, True)
    state = table.verdict(state, True)
    assert (state.alive[1], table.hand(state, 3), table.asked(state)) == (0, [], (Phase.CHILD, 2))
    assert state.card_at[8] == state.card_at[13] == 5


def test_no_other_seat_can_tell_which_card_was_given_r41():
    seen = [0] * 17
    seen[8] = 0b10010
    seen[13] = 0b00010
    state = table.trick(5, says=5, hands={1: [9, 14]}, card_seen=seen)
    state = table.play(table.verdict(table.consulted(state, 1, 3, True), True), table.card(9))
    assert (table.known_by(state, 9), table.known_by(state, 14)) == ([1, 2], [1])
    seen[13] = 0
    alone = table.trick(5, says=5, hands={1: [9]}, card_seen=seen)
    assert table.known_by(table.verdict(table.consulted(alone, 1, 3, True), True), 9) == [1, 2, 4]


def test_payments_go_as_far_as_they_go_in_order_r25_r26():
    state = table.verdict(table.consulted(table.trick(8, says=8, candies=[15, 4, 15, 15, 15]), 2, 2, True), True)
    assert (table.candies(state), state.alive[1]) == ([18, 0, 15, 16, 15], 0)


def test_the_price_comes_out_of_what_is_believed_r39():
    state = table.play(table.trick(8, says=8), table.consult(2), table.demand(1), BASE.accept)
    assert (table.asked(state), state.demand) == ((Phase.ADVICE, 3), 1)
    state = table.verdict(table.play(state, BASE.say_true), True)
    assert table.candies(state) == [19, 10, 15, 16, 15]


# ---- treat


def treat(*dice, top, **fields):
    return table.play(table.knock(*dice, treat_top=top, **fields), BASE.treat)


def test_equal_totals_cost_nothing_r60():
    assert table.candies(treat(3, 5, top=[0, 1])) == [15] * 5


def test_pay_needs_more_than_its_price_r60():
    state = treat(8, 2, top=[16, 0], candies=[3, 15, 15, 15, 15])
    assert table.asked(state) == (Phase.TREAT, 0)
    assert table.candies(table.play(state, BASE.meet)) == [14, 2, 15, 15, 15]
    assert table.candies(treat(8, 2, top=[16, 0], candies=[2, 15, 15, 15, 15])) == [8, 9, 15, 15, 15]


def test_discard_pays_with_a_card_r60():
    state = treat(4, 4, top=[17, 0], hands={0: [9, 10]})
    assert table.legal(state) == [table.card(9), table.card(10), BASE.decline]
    state = table.play(state, table.card(10))
    assert (table.candies(state)[:2], table.hand(state, 0)) == ([22, 8], [9])
    assert table.candies(treat(4, 4, top=[17, 0])) == [15] * 5


@pytest.mark.parametrize(
    ("treat_card", "all_know", "bonus"),
    [(7, 1, 7), (8, 81, 6), (11, 3, 7), (14, 1, 9)],
    ids=["show all", "girls", "cat and bat", "caller"],
)
def test_what_a_treat_card_tells_all_seats(treat_card, all_know, bonus):
    state = table.play(treat(4, 4, top=[treat_card, 0]), BASE.meet)
    assert (table.candies(state)[0], state.know[3, 0], state.know[0, 0]) == (15 + bonus, all_know, 1)


def test_not_the_caller_is_announced():
    state = treat(4, 4, top=[0, 13])
    assert table.asked(state) == (Phase.TREAT, 1)
    state = table.play(state, BASE.meet)
    assert (table.candies(state)[:2], state.know[3, 1], state.know[1, 1]) == ([15, 15], 254, 2)


@pytest.mark.parametrize("treat_card", [9, 10, 12, 13])
def test_conditions_that_cannot_be_met_are_not_asked_r60(treat_card):
    assert table.candies(treat(4, 4, top=[treat_card, 0])) == [15] * 5
