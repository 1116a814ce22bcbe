"""Events of Halloween: those that a seat learns of are enough to follow candies, stakes, children and claims."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.halloween.state import POT

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


@pytest.mark.parametrize("seat", [0, 3])
def test_events_are_enough_to_follow_the_game(seat):
    kinds = set()
    for seed in range(3):
        state, rng = HALLOWEEN.new(4, seed=seed), np.random.default_rng(seed)
        while not state.done:
            action = int(rng.choice(HALLOWEEN.legal_actions(state)))
            board, events = HALLOWEEN.known(state, seat), HALLOWEEN.events(state, action, seat)
            kinds |= {event.kind for event in events}
            for event in events:
                replayed(board, event)
            HALLOWEEN.step(state, action)
            after = HALLOWEEN.known(state, seat)
            for name in PUBLIC:
                assert np.array_equal(board[name], after[name]), (name, events)
    assert {"rolled", "rolled-in-secret", "claimed", "paid", "staked", "stake-lost"} <= kinds
