"""What happens in Camino a Nocturna: the kinds of events that the rules note. Other news follow from positions."""

from medianoche.envs.core.show.events import Kind, Seat


class News(Kind):
    """Kinds of events. Cards are numbers in `Card` of `state.py`; `foe` is a place, `kind` a foe's kind."""

    REVEALED = Seat("master"), Seat("lead"), "foe_card", "card"  # card 0: the child lost the turn
    CHILD_CHOSEN = (Seat("seat"),)  # to act
    FOE_CHOSEN = "foe", "kind"
    CHILD_ACTS = Seat("seat"), "sheet", "card"
    FOE_ACTS = "foe", "kind", "card"
