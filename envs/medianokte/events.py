"""What happens in Medianokte: the kinds of events that the rules note. Other news follow from positions."""

from medianoche.envs.core.show.events import Kind


class News(Kind):
    """Kinds of events. `slot` is a place in the army at that time, `astrali` a kind; slots right of one that falls
    move one to the left."""

    FELL = "slot", "astrali"
    ENTERED = "slot", "astrali"
