"""What happens in Medianokte: the kinds of events that the rules note."""

from medianoche.envs.core.show.events import Dice, Kind, Now, Seat, Secret

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
    """Kinds of events. `slot` is a place in the army at that time, slots right of an astrali that falls move one to the
    left; `code` is a number in `Code` of `state.py`, with `astrali` the kind there, -1 for the crew and the boss.
    `card` is a number of `CARDS`."""

    CAST = Seat("seat"), "choice", Now("boss", "character", *TURN)  # an action
    DECKS = (Now(*HAND, *FINDS, *TURN),)
    BUILT = Seat("seat"), "built", Now(*HAND, *FINDS, *TURN)  # a number of GROUPS
    DEALT = Seat("enemy"), "energy", Now(*HAND, *TURN)
    ENDED = Seat("seat"), Now(*TURN)  # chose to end the turn
    ACTED = Seat("enemy"), "boss", "card", TABLE  # an action card of the boss, by its place
    HAPPENED = Seat("enemy"), "event", TABLE  # the Enemy played and paid for it
    SUMMONED = Seat("enemy"), "astrali", TABLE  # paid for; ENTERED follows
    SUMMONED_FREE = Seat("seat"), "astrali", TABLE
    SUMMONED_NONE = Seat("seat"), TABLE
    STRUCK = Seat("enemy"), "astrali", "armour", "slot", Seat("victim"), TABLE
    FELL = "slot", "astrali", TABLE
    ENTERED = "slot", "astrali", TABLE
    EXPLORED = Seat("seat"), "rested", "card", TABLE
    DISCARDED = Seat("seat"), "card", TABLE
    KEPT = Seat("seat"), Seat("to"), Seat("enemy"), "card", TABLE
    STACKED = Seat("seat"), "weapon", "covered", "card", TABLE  # covered: a found weapon, -1 the basic one
    ATTACKED = Seat("seat"), "weapon", "code", "astrali", "armour", TABLE
    ATTACKED_ALL = Seat("seat"), "weapon", TABLE
    USED = Seat("seat"), "card", TABLE
    GAVE = Seat("seat"), Seat("to"), "object", TABLE
    AIMED = Seat("seat"), "code", "astrali", "card", TABLE
    CHOSE_EFFECT = Seat("seat"), "card", TABLE
    ANSWERED = Seat("seat"), TABLE
    NO_EFFECT = "card", TABLE
    THREW = (Dice("dice"),)  # of an attack, a test or an effect
    MAGIC_DIE = ("face",)
    ROLLED_FOR_BLEEDING = "code", "astrali", "die"
    PASSED = "code", "astrali", "trait", TABLE  # a test
    WOUNDED = "code", "astrali", "count", "damage", TABLE
    UNHURT = "code", "astrali"
    HEALED = "code", "astrali", "count", "damage", TABLE
    BLED = "code", "astrali"
    BLEEDING = "code", "astrali", "bleeds", TABLE
    POISON = "code", "astrali", "old", "new", TABLE
    EUPHORIA = Seat("seat"), "euphoric", TABLE
    GOT_COUNTERS = Seat("seat"), "old", "new", TABLE
    RESTED = Seat("seat"), "count", TABLE  # cards, one step
    CARD_IS = Seat("seat"), "place", "tired", TABLE
    ASTRALI_IS = "code", "astrali", "tired", TABLE
    ACTION_CARD_IS = "boss", "card", "tired", TABLE
    ACTION_CARDS_REST = (TABLE,)
    BROUGHT_BACK = Seat("seat"), "astrali", TABLE
    LOST = Seat("seat"), "object", TABLE
    ENERGY = Seat("enemy"), "change", "energy", TABLE
    SPENT = Seat("enemy"), "count", "energy", TABLE
    RESHUFFLED = (TABLE,)
    DREW_CARD = Seat("enemy"), Secret("card", "enemy"), TABLE
    DREW = Seat("enemy"), "count", TABLE
    CREW_FELL = (Seat("seat"),)
    RESOLVED = (TABLE,)
    TURN_OVER = Seat("seat"), TABLE, Now(*TURN)
    TURN_BEGINS = Seat("seat"), TABLE, Now(*TURN)
    ENEMY_TURN = Seat("enemy"), "number", TABLE, Now(*TURN)
    SCORES = (Now("scores"),)
    GAME_OVER = "winner", TABLE, Now("winner", "scores", "utility", *TURN)
