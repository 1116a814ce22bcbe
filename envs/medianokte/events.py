"""What happens in Medianokte: the kinds of events that the rules note. Other news follow from positions."""

from medianoche.envs.core.show.events import Kind, Seat


class News(Kind):
    """Kinds of events. `slot` is a place in the army at that time, `astrali` a kind; slots right of one that falls
    move one to the left."""

    ENDED = (Seat("seat"),)  # chose to end the turn
    ACTED = Seat("enemy"), "boss", "card"  # an action card of the boss, by its place
    HAPPENED = Seat("enemy"), "event"  # the Enemy played and paid for it
    SUMMONED = Seat("enemy"), "astrali"  # paid for; ENTERED follows
    STRUCK = "slot", "member"
    FELL = "slot", "astrali"
    ENTERED = "slot", "astrali"
