"""Events of Misty: those that a seat learns of are enough to redraw the public board."""

import numpy as np

from medianoche import envs
from medianoche.envs.misty.state import MOVED, SIDE, STACK, Kind
from tests.envs.steps import steps

MISTY = envs.game("misty")
PUBLIC = ("win", "gone", "act_done", "round_points", "last_points", "scores")


def replayed(board, event):
    """Change the fields PUBLIC of `board` by an event."""
    given = event.fields
    if "seat" in given:
        window = board.win[given["seat"]]
    if event.kind == "placed":
        window[:] = np.roll(window, (given["down"], given["right"]), (0, 1))
        window[given["row"], given["col"]] = given["card"]
    elif event.kind == "moved":
        window[divmod(given["cell"], SIDE)] = -1
        if given["target"] < 0:
            board.gone[given["seat"]] += 1
        else:
            there = given["there"]
            alone = MOVED + given["card"]
            stack = there + 1 if there >= STACK else STACK + 2
            window[divmod(given["target"], SIDE)] = alone if there < 0 else stack
    elif event.kind == "ate":
        window[divmod(given["monster"], SIDE)] = -1
        window[divmod(given["flower"], SIDE)] = MOVED + Kind.MONSTER
        board.gone[given["seat"]] += 1
    elif event.kind == "scored":
        board.act_done[given["seat"]], board.round_points[given["seat"]] = 1, given["points"]
    elif event.kind == "round-over":
        players = range(int(board.num_players))
        best = max(given["points"][seat] for seat in players)
        for seat in players:
            board.last_points[seat] = given["points"][seat]
            board.scores[seat] += given["points"][seat] == best
    elif event.kind == "dealt" and given["deal"] == 1:
        board.win[:] = -1
        board.gone[:] = 0
        board.act_done[:] = 0
        board.round_points[:] = 0


def test_events_are_enough_to_redraw_the_board():
    for options in MISTY.declaration.variants:
        for board, events, after in steps(MISTY, MISTY.new(3, seed=4, **options), [0, 2], 4):
            for event in events:
                replayed(board, event)
            for name in PUBLIC:
                assert np.array_equal(board[name], after[name]), (name, [event.words for event in events])


def test_an_event_hides_what_its_seat_does_not_know():
    state = MISTY.new(2, seed=1)
    card = int(MISTY.legal_actions(state)[0])
    (own,), (other,) = (MISTY.show.events(state, card, seat) for seat in (0, 1))
    now = [["pick", 0, card]]
    assert own.json() == {"kind": "picked", "seat": 0, "card": card, "now": now, "words": own.words}
    now = [["pick", 0, None]]
    assert other.json() == {"kind": "picked", "seat": 0, "card": None, "now": now, "words": "player 1 picked a card"}
