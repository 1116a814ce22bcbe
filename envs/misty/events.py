"""What happens in Misty: the kinds of events that the rules note."""

from medianoche.envs.core.show.events import Kind, Only, Seat, Secret


class News(Kind):
    """Kinds of events. A card is its number in `Kind` of `state.py`; a cell and its content are as in `win`."""

    PICKED = Seat("seat"), Secret("card", "seat")
    CHOSE = Seat("seat"), Secret("place", "seat")
    REVEALED = ("picks",)
    PLACED = Seat("seat"), "card", "row", "col", "down", "right"  # cards before moved by so many rows and columns
    MOVED = Seat("seat"), "card", "cell", "target", "there"  # target -1: out of the window; there: what lay on it
    ATE = Seat("seat"), "monster", "flower"  # their cells
    SCORED = Seat("seat"), "points", "window"
    ROUND_OVER = "lap", "points"
    MATCH_OVER = ("wins",)
    PASSED = ("odd",)
    DEALT = "lap", "deal", "cards"
    GOT = Only("seat"), "hand"
