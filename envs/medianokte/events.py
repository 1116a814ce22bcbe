"""What happens in Medianokte: the kinds of events that the rules note. Other news follow from positions."""

from medianoche.envs.core.show.events import Kind, Now, Seat

CARDS = ("hand_event", "hand_astrali", "deck_event", "deck_astrali", "discard_event", "void_astrali")
HAND = (*CARDS, "known_event", "known_astrali", "unknown", "energy", "spent", "events", "last_hit")
BOSS = ("boss", "boss_damage", "boss_bleed", "boss_poison", "boss_cards")
ARMY = ("army_size", "army_kind", "army_damage", "army_orient", "army_bleed", "army_poison")
CREW = ("damage", "bleed", "poison", "euphoria", "charge", "orient", "found", "extra_kind", "extra_orient", "items")
FINDS = ("explore_object", "explore_event", "removed_object", "removed_event")
SWEEP = ("target", "sweep", "sweep_at", "roll", "roll_stat")
CARD = ("card", "pc", "skip_at", "skip_to", "source", "self_code", *SWEEP, "after", "left", "receiver", "stack_orient")
TURN = ("turn", "round_no", "picks", "cursor")
TABLE = Now(*HAND, *BOSS, *ARMY, *CREW, *FINDS, *CARD)


class News(Kind):
    """Kinds of events. `slot` is a place in the army at that time, `astrali` a kind, `card` a number of `CARDS`; slots
    right of one that falls move one to the left."""

    CAST = Seat("seat"), Now("boss", "character", *TURN)
    DECKS = (Now(*HAND, *FINDS, *TURN),)
    BUILT = Seat("seat"), Now(*HAND, *FINDS, *TURN)
    DEALT = (Now(*HAND, *TURN),)
    ENDED = Seat("seat"), Now(*TURN)  # chose to end the turn
    ACTED = Seat("enemy"), "boss", "card", TABLE  # an action card of the boss, by its place
    HAPPENED = Seat("enemy"), "event", TABLE  # the Enemy played and paid for it
    SUMMONED = Seat("enemy"), "astrali", TABLE  # paid for; ENTERED follows
    STRUCK = "slot", "member", TABLE
    FELL = "slot", "astrali", TABLE
    ENTERED = "slot", "astrali", TABLE
    EXPLORED = Seat("seat"), "rested", "card", TABLE
    FOUND = Seat("seat"), "card", TABLE  # kept, given, discarded or resolved
    STACKED = Seat("seat"), "weapon", TABLE
    ATTACKED = Seat("seat"), "weapon", TABLE
    USED = Seat("seat"), "card", TABLE
    GAVE = Seat("seat"), Seat("to"), "object", TABLE
    AIMED = Seat("seat"), "target", TABLE
    ANSWERED = Seat("seat"), TABLE
    RESOLVED = (TABLE,)
    TURN_OVER = Seat("seat"), TABLE, Now(*TURN)
    ENEMY_TURN = (TABLE,)
    SCORES = (Now("scores"),)
    GAME_OVER = "winner", TABLE, Now("winner", "scores", "utility", *TURN)
