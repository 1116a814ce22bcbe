"""The hand-written policy mixes, and does not depend on what it cannot see."""

from medianoche.envs.halloween.state import BASE, Phase
from tests.envs.halloween import table


def test_bluffs_now_and_then():
    claims = {die: [] for die in (1, 8)}
    for die, said in claims.items():
        state = table.play(table.knock(die), BASE.trick)
        said += [table.GAME.heuristic(state, seed) - BASE.claim + 1 for seed in range(120)]
    assert 30 < claims[1].count(1) < 90
    assert claims[8].count(8) > 100


def test_goes_home_where_there_is_nowhere_else_to_go():
    state = table.lay(
        phase=int(Phase.FORWARD), child=4, pos={4: 18}, came=1 << 25, roll=7, fwd=15, moved=1 << 4,
        colour=[1, 0, 2, 3, 4],
    )  # fmt: skip
    assert table.squares(state) == [1, 9]  # both are houses of the mover, worth nothing
    assert {table.GAME.heuristic(state, seed) - BASE.square for seed in range(40)} == {1, 9}


def answers(state):
    return {table.GAME.heuristic(state, seed) for seed in range(200)}


def test_asks_a_third_once_in_a_while():
    state = table.trick(4, says=4, hands={})
    assert {table.consult(j) for j in (1, 2, 3)} <= set(table.legal(state))
    assert {table.consult(j) for j in (1, 2, 3)} & answers(state)
    assert {BASE.believe, BASE.disbelieve} & answers(state)


def test_a_full_hand_grounds_the_leader_or_gives_up_the_poorest_card():
    start = {"dice": [2], "pos": {6: 16}, "deck_top": [3]}
    rich = [13, 13, 13, 16, 13]
    state = table.play(table.lay(hands={0: [2, 9, 10]}, candies=rich, **start), table.child(6), table.square(10))
    assert answers(state) == {table.ground(3)}
    state = table.play(table.lay(hands={0: [9, 10, 14]}, candies=rich, **start), table.child(6), table.square(10))
    assert answers(state) <= {BASE.no_draw, table.card(9), table.card(10), table.card(14)}
    assert len(answers(state)) == 1


def test_passes_where_no_child_may_move():
    state = table.lay(hands={0: [10]}, frozen_by=[1] * 8, frozen_left=[2] * 8)
    assert table.legal(state) == [BASE.pass_turn, *map(table.freeze, range(8))]
    assert answers(state) == {BASE.pass_turn}


def test_keeps_the_better_of_two_and_gives_away_the_worse():
    looking = table.play(table.lay(dice=[2], deck_top=[9, 13]), table.child(5), table.square(35), BASE.draw)
    assert (table.phase(looking), table.legal(looking)) == (Phase.KEEP, [table.card(9), table.card(13)])
    assert len(answers(looking)) == 1
