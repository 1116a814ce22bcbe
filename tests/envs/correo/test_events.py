"""Events of Correo: those that a seat learns of are enough to redraw the public board."""

import numpy as np

from medianoche import envs
from medianoche.envs.correo.state import NONE
from tests.envs.steps import steps

CORREO = envs.game("correo")
PUBLIC = ("height", "house", "animal", "market", "up", "track", "combo", "spells", "patches")


def replayed(board, event, pack):
    """Change the fields PUBLIC of `board` by an event."""
    fields = event.fields
    seat = fields.get("seat")
    cell = divmod(fields.get("cell", 0), 8)
    if event.kind == "played-up":
        board.up[seat, fields["card"]] += 1
    elif event.kind in ("refilled", "renewed"):
        board.market[fields["pile"], fields["slot"]] = fields["tile"]
        if event.kind == "renewed":
            board.patches[seat] -= 1
    elif event.kind == "laid":
        for space, place in enumerate(place for place in fields["cells"] if place != NONE):
            board.height[seat, place // 8, place % 8] += 1
            board.house[seat, place // 8, place % 8] = pack.tile_house[fields["tile"], space]
    elif event.kind == "housed":
        board.animal[(seat, *cell)] = fields["animal"]
    elif event.kind == "covered":
        board.spells[seat] += fields["spell"]
        board.patches[seat] += fields["patch"]
    elif event.kind == "recoloured":
        board.animal[(seat, *cell)], board.spells[seat] = fields["animal"], board.spells[seat] - 1
    elif event.kind == "relocated":
        board.animal[(seat, *cell)], board.spells[seat] = 0, board.spells[seat] - 1
        board.animal[(seat, *divmod(fields["goal"], 8))] = fields["animal"]
    elif event.kind == "patched":
        board.height[(seat, *cell)] += 1
        board.house[(seat, *cell)] = board.animal[(seat, *cell)] = 0
        board.patches[seat] -= 1
    elif event.kind == "delivered":
        board.animal[(seat, *cell)] = 0
        board.track[seat] += fields["points"]
    elif event.kind == "combo":
        board.combo[seat] += fields["messages"] * fields["colours"]


def test_events_are_enough_to_redraw_the_board():
    kinds = set()
    pack = CORREO.content.records[0]
    for board, events, after in steps(CORREO, CORREO.new(2, seed=3, advanced=True), [0, 1], 3):
        kinds |= {event.kind for event in events}
        for event in events:
            assert event.words or event.kind == "score"
            replayed(board, event, pack)
        for name in PUBLIC:
            assert np.array_equal(board[name], after[name]), (name, [event.words for event in events])
    assert {"played-up", "laid", "housed", "covered", "patched", "delivered", "drew", "game-over"} <= kinds
