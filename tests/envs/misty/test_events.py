"""Events of Misty: those that a seat learns of are enough to redraw the public board."""

import numpy as np

from medianoche import envs
from medianoche.envs.misty.state import MOVED, SIDE, STACK, Kind
from tests.envs.steps import steps

MISTY = envs.game("misty")
PUBLIC = ("win", "gone", "act_done", "round_points", "last_points", "scores")


def replayed(board, event):
    """Change the fields PUBLIC of `board` by an event."""
    fields = event.fields
    if "seat" in fields:
        window = board.win[fields["seat"]]
    if event.kind == "placed":
        window[:] = np.roll(window, (fields["down"], fields["right"]), (0, 1))
        window[fields["row"], fields["col"]] = fields["card"]
    elif event.kind == "moved":
        window[divmod(fields["cell"], SIDE)] = -1
        if fields["target"] < 0:
            board.gone[fields["seat"]] += 1
        else:
            occupant = fields["there"]
            alone = MOVED + fields["card"]
            stack = occupant + 1 if occupant >= STACK else STACK + 2
            window[divmod(fields["target"], SIDE)] = alone if occupant < 0 else stack
    elif event.kind == "ate":
        window[divmod(fields["monster"], SIDE)] = -1
        window[divmod(fields["flower"], SIDE)] = MOVED + Kind.MONSTER
        board.gone[fields["seat"]] += 1
    elif event.kind == "scored":
        board.act_done[fields["seat"]], board.round_points[fields["seat"]] = 1, fields["points"]
    elif event.kind == "round-over":
        players = range(int(board.num_players))
        best = max(fields["points"][seat] for seat in players)
        for seat in players:
            board.last_points[seat] = fields["points"][seat]
            board.scores[seat] += fields["points"][seat] == best
    elif event.kind == "dealt" and fields["deal"] == 1:
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
    (own_event,), (other,) = (MISTY.show.events(state, card, seat) for seat in (0, 1))
    now = [["pick", 0, card]]
    assert own_event.json() == {"kind": "picked", "seat": 0, "card": card, "now": now, "words": own_event.words}
    now = [["pick", 0, None]]
    assert other.json() == {"kind": "picked", "seat": 0, "card": None, "now": now, "words": "player 1 picked a card"}
