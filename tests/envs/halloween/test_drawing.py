"""Corner cases of drawing action cards. Tests name the rulings they hold to."""

import pytest

from medianoche.envs.halloween.state import BASE, Phase
from tests.envs.halloween import table

# ---- drawing


def at_draw_square(*actions, number=6, **fields):
    """Lucía (or another child) on the draw square 10."""
    return table.play(
        table.lay(dice=[2, *fields.pop("dice", ())], pos={number: 16}, **fields),
        table.child(number),
        table.square(10),
        *actions,
    )


def test_drawing_is_optional_r19():
    state = at_draw_square(deck_top=[9])
    assert table.legal(state) == [BASE.no_draw, BASE.draw]
    assert table.hand(table.play(state, BASE.no_draw), 0) == []
    assert table.hand(table.play(state, BASE.draw), 0) == [9]


def test_a_full_hand_discards_first_r20():
    state = at_draw_square(hands={0: [2, 9, 10]}, deck_top=[3])
    assert table.legal(state) == [
        table.card(2),
        table.card(9),
        table.card(10),
        *[table.ground(j) for j in range(1, 5)],
        BASE.no_draw,
    ]
    discarded = table.play(state, table.card(9))
    assert (table.hand(discarded, 0), discarded.card_at[8], table.candies(discarded)[0]) == ([2, 10], 5, 13)
    grounded = table.play(state, table.ground(1))
    assert (table.hand(grounded, 0), table.candies(grounded)[:2]) == ([9, 10], [13, 13])


def test_simoncito_draws_twice_r21():
    state = at_draw_square(BASE.draw, number=1, deck_top=[9, 11])
    assert (table.asked(state), state.draws) == ((Phase.DRAW, 0), 1)
    assert table.hand(table.play(state, BASE.draw), 0) == [9, 11]
    assert table.hand(table.play(state, BASE.no_draw), 0) == [9]
    assert table.asked(table.play(at_draw_square(number=1), BASE.no_draw)) == table.NEXT


def test_simoncito_checks_the_hand_each_time_r20_r21():
    state = at_draw_square(BASE.draw, number=1, hands={0: [2, 9]}, deck_top=[10, 11])
    assert BASE.draw not in table.legal(state)
    assert table.hand(table.play(state, table.card(2)), 0) == [9, 10, 11]


def test_with_one_card_left_miguelin_draws_it_r21():
    last = {"used": [n for n in range(1, 18) if n != 9]}
    state = at_draw_square(BASE.draw, number=5, **last)
    assert (table.hand(state, 0), state.deck_n, table.asked(state)) == ([9], 0, table.NEXT)


def test_rosa_draws_at_home_r24():
    state = table.play(table.lay(dice=[1], pos={4: 26}, deck_top=[9]), table.child(4), table.square(25))
    assert table.asked(state) == (Phase.DRAW, 0)
    assert table.hand(table.play(state, BASE.draw), 0) == [9]
    other = table.play(table.lay(dice=[1], pos={1: 26}), table.child(1), table.square(25))
    assert table.asked(other) == table.NEXT


def test_rosa_draws_at_home_by_card_13_but_not_sent_home_r24():
    start = {"dice": [1], "pos": {4: 23}}
    passed = table.play(table.lay(**start, hands={1: [13]}), table.child(4), table.square(24), table.card(13))
    assert (passed.pos[4], table.asked(passed)) == (25, (Phase.DRAW, 0))
    sent = table.play(table.lay(**start, hands={1: [4]}), table.child(4), table.square(24), table.card(4))
    assert (sent.pos[4], table.asked(sent)) == (25, table.NEXT)


def test_eduardito_looks_at_two_at_his_own_pumpkin_only_r21():
    home = table.play(table.lay(dice=[1], pos={7: 31}, deck_top=[9, 3]), table.child(7), table.square(34), BASE.draw)
    assert (table.asked(home), table.legal(home)) == ((Phase.KEEP, 0), [table.card(3), table.card(9)])
    away = table.play(table.lay(dice=[1], pos={7: 13}), table.child(7), table.square(16))
    assert table.asked(away) == table.NEXT
    ghost = at_draw_square(BASE.draw, number=7, deck_top=[9, 3])
    assert table.hand(ghost, 0) == [9]


def test_an_empty_deck_asks_nothing_r23():
    assert table.asked(at_draw_square(used=range(1, 18))) == table.NEXT


def test_treat_cards_are_shuffled_when_all_are_used_r23():
    state = table.play(table.knock(treat_deck=[0] * 18, treat_n=0), BASE.treat)
    left = state.treat_deck[: state.treat_n].tolist()
    assert state.treat_n == 16
    assert len(set(left)) == 16
    orders = {
        tuple(table.play(table.knock(treat_deck=[0] * 18, treat_n=0, seed=s), BASE.treat).treat_deck.tolist())
        for s in range(4)
    }
    assert len(orders) == 4


@pytest.mark.parametrize(
    ("number", "pot", "expected"), [(5, 25, (17, 23)), (5, 1, (16, 0)), (6, 25, (14, 26)), (3, 25, (13, 27))]
)
def test_instants_with_numbers_r22_r25(number, pot, expected):
    rest = (100 - pot - 15) % 4, (100 - pot - 15) // 4
    others = [rest[1] + (seat < rest[0]) for seat in range(4)]
    state = at_draw_square(BASE.draw, deck_top=[number], candies=[15, *others])
    assert (state.candies[0], state.pot) == expected
    assert state.card_at[number - 1] == 5


def test_instants_can_put_the_mover_out_r27():
    state = at_draw_square(BASE.draw, deck_top=[3], candies=[2, 15, 15, 15, 15], round_no=2)
    assert (state.alive[0], table.candies(state)[0], table.asked(state)) == (0, 0, table.NEXT)


def test_card_8_goes_to_the_nearest_living_neighbours_r22():
    out = {"alive": [1, 0, 1, 1, 0], "candies": [15, 0, 15, 15, 0]}
    state = at_draw_square(BASE.draw, dice=[8], deck_top=[8], **out)
    assert table.candies(table.play(state, 137)) == [11, 0, 19, 15, 0]
    assert table.candies(table.play(state, 138)) == [11, 0, 15, 19, 0]


def test_who_looked_knows_both_cards_r21():
    state = table.play(table.lay(dice=[2], deck_top=[9, 11]), table.child(5), table.square(35), BASE.draw)
    kept = table.play(state, table.card(11))
    assert (table.known_by(kept, 9), table.known_by(kept, 11), kept.deck[0]) == ([0], [0], 9)


def seen_by(**seats):
    """`card_seen` of a fresh deck in which these seats know where cards lie: `seen_by(c9=0b100)`."""
    seen = [0] * 17
    for name, bits in seats.items():
        seen[int(name[1:]) - 1] = bits
    return seen


@pytest.mark.parametrize(
    ("pair", "seen", "kept", "expected"),
    [
        ([9, 3], {"c9": 0b100}, 3, {9: [0, 2]}),  # the instant is played: the other one went under the deck
        ([9, 3], {"c9": 0b100, "c3": 0b100}, 9, {9: [0, 2], 3: [0, 2]}),  # no instant is played: it was put back
        ([9, 3], {"c3": 0b100}, 9, {9: [0], 3: [0, 2]}),
        ([9, 3], {"c9": 0b100}, 9, {9: [0], 3: [0]}),
        ([9, 11], {"c9": 0b100, "c11": 0b100}, 9, {9: [0], 11: [0]}),
    ],
)
def test_who_knew_the_pair_knows_what_an_instant_tells_r21(pair, seen, kept, expected):
    state = table.play(
        table.lay(dice=[2], deck_top=pair, card_seen=seen_by(**seen)),
        table.child(5),
        table.square(35),
        BASE.draw,
        table.card(kept),
    )
    assert {number: table.known_by(state, number) for number in expected} == expected
