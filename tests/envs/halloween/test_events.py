"""Events of Halloween: those that a seat learns of are enough to follow candies, stakes, children and claims."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.halloween.state import BASE, POT
from tests.envs.halloween import table
from tests.envs.steps import steps

HALLOWEEN = envs.game("halloween")
PUBLIC = ("candies", "pot", "pos", "torn")


def replayed(board, event):
    """Change the fields PUBLIC of `board` by an event."""
    fields = event.fields
    if event.kind == "paid":
        for who, sign in ((fields["payer"], -1), (fields["payee"], 1)):
            if who == POT:
                board.pot += sign * fields["candies"]
            else:
                board.candies[who] += sign * fields["candies"]
    elif event.kind == "staked":
        board.candies[fields["seat"]] -= fields["candies"]
    elif event.kind == "stake-lost":
        board.pot += fields["candies"]
    elif event.kind == "went":
        board.pos[fields["child"]] = fields["square"]
    elif event.kind == "torn":
        board.pos[fields["child"]] = -1
        board.torn[fields["seat"]] += 1


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


TREAT = {"treat_top": [0, 1]}  # both without a condition
DRAW = [table.child(4), table.square(35), BASE.draw]


@pytest.mark.parametrize(("start", "actions", "thrown"), [
    (lambda: table.knock(7, 5, **TREAT), [BASE.treat], [(0, 7), (1, 5)]),
    (lambda: table.knock(3, 6, 2), [BASE.trick, table.claim(4), BASE.disbelieve], [(0, 6), (1, 2)]),
    (lambda: table.knock(4, 6), [BASE.trick, table.claim(4), BASE.disbelieve], [(1, 6)]),
    (lambda: table.lay(dice=[2, 5], pos={4: 45}, deck_top=[7]), DRAW, [(0, 5)]),
    (lambda: table.lay(dice=[2, 5], pos={4: 45}, deck_top=[8]), DRAW, [(0, 5)]),
    (lambda: table.lay(dice=[1, 5], hands={0: [16]}), [table.child(0), table.card(16), table.square(1)], [(1, 5)]),
], ids=["treat", "a lie", "a doubt", "card 7", "card 8", "card 16"])  # fmt: skip
def test_every_open_die_is_told(start, actions, thrown):
    state = start()
    events = []
    for action in actions:
        moments = HALLOWEEN.show.moments(state, action)
        events = events + moments.events(2)
        state = moments[-1]
    assert [(event.fields["seat"], event.fields["die"]) for event in events if event.kind == "threw"] == thrown
    assert all(event.words.endswith(f"rolled {event.fields['die']}") for event in events if event.kind == "threw")
