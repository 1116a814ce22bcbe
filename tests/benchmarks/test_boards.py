"""Phantom tic-tac-toe and dark hex: rules by example, best responses against a walk in plain Python."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.benchmarks.exploit.boards.tree import BoardTree

PLACE = "medianoche.benchmarks.exploit.boards:"
CLASSICAL, ABRUPT = "PhantomTicTacToe", "AbruptDarkHex"


def played(name, cells):
    """The position after these tries."""
    game = envs.game(PLACE + name)
    state = game.new(2, 0)
    for cell in cells:
        game.step(state, cell)
    return state


@pytest.mark.parametrize(
    ("name", "mover"), [(CLASSICAL, 1), ("DarkHex", 1), ("AbruptPhantomTicTacToe", 0), (ABRUPT, 0)]
)
def test_who_tries_a_taken_cell_goes_on_or_loses_the_turn(name, mover):
    state = played(name, [4, 4])
    assert state.to_move == mover
    assert state.board.tolist() == [-1, -1, -1, -1, 0, -1, -1, -1, -1]


@pytest.mark.parametrize(
    ("name", "cells", "scores"),
    [
        (CLASSICAL, [0, 3, 1, 4, 2], [1, -1]),
        (CLASSICAL, [0, 2, 1, 4, 3, 6], [-1, 1]),
        (CLASSICAL, [0, 1, 2, 4, 3, 5, 7, 6, 8], [0, 0]),
        ("DarkHex", [1, 0, 4, 2, 7], [1, -1]),
        ("DarkHex", [0, 6, 1, 4, 8, 2], [-1, 1]),  # 6, 4, 2 touch each other; 0, 4, 8 would not
        ("DarkHex", [0, 1, 4, 2, 8], [0, 0]),  # 0 and 4 do not touch
    ],
)
def test_what_wins(name, cells, scores):
    state = played(name, cells)
    assert state.scores.tolist() == scores
    assert state.done == (scores != [0, 0] or len(cells) == 9)


def test_a_player_sees_what_its_tries_have_found():
    state = played(CLASSICAL, [4, 4, 0, 8])
    game = envs.game(PLACE + CLASSICAL)
    assert game.text(game.view(state, 1)) == "o ? ?\n? x ?\n? ? ?"
    assert game.text(game.view(state, 0)) == "? ? ?\n? x ?\n? ? x"


# ---- best responses


def pure(sets, rng):
    """A policy that takes one cell in each information set."""
    legal = sets.policy > 0
    chosen = np.argmax(rng.random(legal.shape, dtype=np.float32) * legal, axis=1)
    policy = np.zeros_like(sets.policy)
    policy[np.arange(len(chosen)), chosen] = 1
    return policy


def next_set(tree, seat, number, cell, taken):
    """The number of the information set of `seat` after a try."""
    sets = tree.sets[seat]
    own, found, child = int(sets.own[number]), int(sets.found[number]), int(sets.first[number])
    for tried in range(9):
        for answer in (False, True):
            bit = 1 << tried
            if not (own | found) & bit:
                if (tried, answer) == (cell, taken):
                    return child
                child += tree.can_move[seat, own | (0 if answer else bit), found | (bit if answer else 0)]
    raise AssertionError


def brute(tree, game, policy, seat):
    """The values of best response and own policy, from states of the game alone."""

    def turns(state, sets, reach):
        """Where it is the responder's turn, or the end, with the probability."""
        if state.done or state.to_move == seat:
            return [(state, sets, reach)]
        found = []
        for cell in np.flatnonzero(policy[1 - seat][sets[1 - seat]]):
            after = game.copy(state)
            game.step(after, int(cell))
            number = list(sets)
            taken = bool(state.board[cell] >= 0)
            if not after.done:
                number[1 - seat] = next_set(tree, 1 - seat, sets[1 - seat], cell, taken)
            found += turns(after, number, reach * float(policy[1 - seat][sets[1 - seat], cell]))
        return found

    def value(positions):
        """Best and mean of an information set of the responder."""
        number, best, mean = positions[0][1][seat], -np.inf, 0.0
        for cell in game.legal_actions(positions[0][0]):
            groups, sums = {}, np.zeros(2)
            for state, sets, reach in positions:
                after, taken = game.copy(state), bool(state.board[cell] >= 0)
                game.step(after, int(cell))
                numbers = list(sets)
                if not after.done:
                    numbers[seat] = next_set(tree, seat, sets[seat], cell, taken)
                for end, its, weight in turns(after, numbers, reach):
                    if end.done:
                        sums += weight * float(end.utility[seat])
                    else:
                        groups.setdefault(its[seat], []).append((end, its, weight))
            for group in groups.values():
                sums += value(group)
            best = max(best, sums[0])
            mean += float(policy[seat][number, cell]) * sums[1]
        return np.array([best, mean])

    return value(turns(game.new(2, 0), [0, 0], 1.0))


def test_a_best_response_is_that_of_a_walk_through_states():
    """Against a policy without mixtures: against one that is mixed everywhere this walk would take weeks."""
    game, seat = envs.game(PLACE + "DarkHex"), 1
    tree, rng = BoardTree(game), np.random.default_rng(5)
    policy = [pure(sets, rng) for sets in tree.sets]
    assert tree.response(policy, seat) == pytest.approx(brute(tree, game, policy, seat))


@pytest.mark.parametrize("name", [CLASSICAL, "DarkHex"])  # the abrupt games take gigabytes
def test_what_one_seat_expects_the_other_loses(name):
    tree, rng = BoardTree(envs.game(PLACE + name)), np.random.default_rng(6)
    policy = [pure(sets, rng) for sets in tree.sets]
    found = [tree.response(policy, seat) for seat in range(2)]
    assert found[0].mean + found[1].mean == pytest.approx(0)
    assert all(each.best >= each.mean for each in found)
