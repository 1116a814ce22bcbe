"""What happens in Misty: the kinds of events that the rules note."""

from medianoche.envs.core.show.events import Kind, List, Now, Only, Seat, Secret
from medianoche.envs.misty.state import KINDS, SEATS, SIDE

WINDOW = Now("win", "bh", "bw", "gone", at="seat")
PLACES = Now("pick", "cell", at="seat")


class News(Kind):
    """Kinds of events. A card is its number in `Kind` of `state.py`; a cell and its content are as in `win`."""

    PICKED = Seat("seat"), Secret("card", "seat"), Now("pick", at="seat")
    CHOSE = Seat("seat"), Secret("place", "seat"), Now("cell", at="seat")
    REVEALED = List("picks", SEATS), Now("pick", "hand", "deck")
    # cards before moved by so many rows and columns
    PLACED = Seat("seat"), "card", "row", "col", "down", "right", WINDOW, PLACES, Now("step", "deal")
    # target -1: out of the window; there: what lay on it
    MOVED = Seat("seat"), "card", "cell", "target", "there", WINDOW
    ATE = Seat("seat"), "monster", "flower", WINDOW  # their cells
    SCORED = Seat("seat"), "points", List("window", SIDE, SIDE), WINDOW, Now("round_points", "act_done", at="seat")
    ROUND_OVER = "lap", List("points", SEATS), Now("last_points", "points_total", "scores", "round_no")
    MATCH_OVER = List("wins", SEATS), Now("utility")
    PASSED = "odd", Now("hand", "deck")
    DEALT = "lap", "deal", "cards", Now("deal", "deck", "hand", "win", "bh", "bw", "gone", "round_points", "act_done")
    GOT = Only("seat"), List("hand", KINDS)
