"""Corner cases of tearing costumes, and of the end. Tests name the rulings they hold to."""

import pytest

from medianoche.envs.halloween.state import BASE, Phase
from tests.envs.halloween import table

# ---- tearing


def beside_david(*actions, **fields):
    """Miguelín of seat 0 has landed next to David."""
    fields = {"round_no": 2, "dice": [2], "pos": {3: 48}, **fields}
    return table.play(table.lay(**fields), table.child(5), table.square(47), *actions)


def test_no_tear_without_its_price_r47():
    assert table.asked(beside_david(candies=[2, 15, 15, 15, 15])) == table.NEXT
    assert table.asked(beside_david(candies=[3, 15, 15, 15, 15])) == (Phase.TEAR, 0)


def test_guarded_and_cooling_r47_r48_r49():
    assert table.asked(beside_david(guard=[-1, -1, -1, 2] + [-1] * 4)) == table.NEXT
    assert table.asked(beside_david(cool=[1])) == table.NEXT


def test_undefended_with_the_last_three_candies_puts_out_r52():
    state = beside_david(table.tear(3), *[BASE.stand_aside] * 4, candies=[3, 15, 15, 15, 15])
    assert (state.alive[0], state.pos[3], state.torn[0], table.asked(state)) == (0, -1, 1, table.NEXT)


def test_the_guard_lasts_until_the_attackers_turn_even_if_out_r48():
    out = {"alive": [1, 0, 1, 1, 1], "candies": [15, 0, 15, 15, 15], "guard": [-1, -1, -1, 1] + [-1] * 4}
    state = table.play(table.lay(hands={0: [10]}, **out), table.freeze(0))
    assert (state.mover, state.guard[3]) == (2, -1)


@pytest.mark.parametrize("cooldown", [0, 1, 2])
def test_cooldown_counts_own_turns_r49(cooldown):
    state = beside_david(table.tear(3), *[BASE.stand_aside] * 4, options={"tear_cooldown": cooldown})
    assert state.cool[0] == cooldown + 1


def test_ones_own_child_may_be_attacked_and_defended_r50():
    state = beside_david(
        table.tear(3),
        secret=[3, 0, 1, 2, 4],
        know=[[8 if b == 0 else 255 for b in range(5)]]
        + [[255 if b != a else 1 << (0, 0, 1, 2, 4)[a] for b in range(5)] for a in range(1, 5)],
    )
    assert table.asked(state) == (Phase.DEFEND, 1)


def test_who_cannot_pay_the_stake_is_not_asked_r51():
    state = beside_david(table.tear(3), candies=[15, 1, 2, 2, 15])
    assert table.asked(state) == (Phase.DEFEND, 2)
    state = table.play(state, BASE.defend)
    assert (table.asked(state), state.candies[2], state.alive[2], state.defend.tolist()) == (
        (Phase.DEFEND, 4),
        0,
        1,
        [0, 0, 2, 0, 0],
    )
    state = table.play(state, BASE.stand_aside, BASE.withdraw)
    assert state.alive[2] == 0


def test_all_learn_that_a_torn_child_has_no_owner_r55():
    state = beside_david(
        table.tear(3),
        *[BASE.stand_aside] * 4,
        secret=[0, 1, 2, 5, 4],
        know=[[255 if b != a else 1 << (0, 1, 2, 5, 4)[a] for b in range(5)] for a in range(5)],
    )
    assert state.know[0].tolist() == [1, 247, 247, 247, 247]


def test_an_eliminated_holder_still_shows_r55():
    out = {"alive": [1, 1, 1, 0, 1], "candies": [15, 15, 15, 0, 15]}
    state = beside_david(table.tear(3), *[BASE.stand_aside] * 3, **out)
    assert state.know[:, 3].tolist() == [8] * 5


def test_a_torn_child_is_neither_frozen_nor_guarded_r56():
    frozen = {"frozen_by": [-1, -1, -1, 2] + [-1] * 4, "frozen_left": [0, 0, 0, 2] + [0] * 4}
    state = beside_david(table.tear(3), *[BASE.stand_aside] * 4, **frozen)
    assert (state.frozen_by[3], state.frozen_left[3], state.guard[3]) == (-1, 0, -1)


def test_not_tearing_ends_the_turn_r18():
    assert table.asked(beside_david(BASE.no_tear)) == table.NEXT


# ---- the end


def test_without_survivors_the_last_to_go_out_share_the_win_r58():
    state = table.lay(4, dice=[2], round_no=2, pos={3: 48}, alive=[1, 1, 0, 0], candies=[3, 2, 0, 0])
    state = table.play(state, table.child(5), table.square(47), table.tear(3), BASE.defend, BASE.insist, table.bid(2))
    assert table.phase(state) == Phase.END
    assert state.scores.tolist() == [-10] * 4 + [0]
    assert state.utility.tolist() == [0, 0, -1, -1, 0]
