"""Events of Halloween: those that a seat learns of are enough to follow candies, stakes, children and claims."""

import numpy as np

from medianoche import envs
from medianoche.envs.halloween.state import POT
from tests.envs.steps import steps

HALLOWEEN = envs.game("halloween")
PUBLIC = ("candies", "pot", "pos", "torn")


def replayed(board, event):
    """Change the fields PUBLIC of `board` by an event."""
    given = event.fields
    if event.kind == "paid":
        for who, sign in ((given["payer"], -1), (given["payee"], 1)):
            if who == POT:
                board.pot += sign * given["candies"]
            else:
                board.candies[who] += sign * given["candies"]
    elif event.kind == "staked":
        board.candies[given["seat"]] -= given["candies"]
    elif event.kind == "stake-lost":
        board.pot += given["candies"]
    elif event.kind == "went":
        board.pos[given["child"]] = given["square"]
    elif event.kind == "torn":
        board.pos[given["child"]] = -1
        board.torn[given["seat"]] += 1


def test_events_are_enough_to_follow_the_game():
    kinds = set()
    for seed in range(3):
        for board, events, after in steps(HALLOWEEN, HALLOWEEN.new(4, seed=seed), [0, 3], seed):
            kinds |= {event.kind for event in events}
            for event in events:
                replayed(board, event)
            for name in PUBLIC:
                assert np.array_equal(board[name], after[name]), (name, events)
    assert {"rolled", "rolled-in-secret", "claimed", "paid", "staked", "stake-lost"} <= kinds
