"""What happens in Camino a Nocturna: the kinds of events that the rules note."""

from medianoche.envs.core.show.events import Kind, List, Now, Seat, Secret
from medianoche.envs.nocturna.state import SLOTS

CARDS = Now("card_master", "card_child", "last_master", "last_child", "tie", "todo", "actor_child", "actor_foe")
CHILDREN = Now("insomnia", "shield", "charge", "stun", "bottle", "covered", "marked", "in_battle", "loc", "scores")
FOES = Now("foe_kind", "foe_life", "foe_max", "foe_shield", "foe_emp")
LEADS = Now("lead_child", "lead_foe", "turn", "battle")
REWARDS = Now("hand", "active", "rw_deck", "rw_disc", "use_done", "loot_slot", "loot_sum")
NIGHTMARES = Now("mp_hand", "mp_unseen", "nm_deck", "nm_disc", "loc_nm", "loc_up", "place_cursor")
BOARD = Now("loc_kind", "loc_rw", "loc_deck", "loc_disc", "round_no", "boss", "boss_left")
EFFECT = Now("source", "target", "event_kind", "event_cost", "resume", "reward_kind", "reward_pair")
OFFER = Now("offer_kind", "offer_from", "offer_to", "offers")


class News(Kind):
    """Kinds of events. Cards are numbers in `Card` of `state.py`, or kinds of nightmares and events; `foe` is a place,
    `kind` a foe's kind; `old` and `new` are numbers before and after."""

    SHEET_TAKEN = Seat("seat"), "sheet", Now("sheet")
    ROUND = "number", BOARD, FOES, REWARDS, NIGHTMARES
    LOCATION_DEALT = "place", List("rewards", SLOTS), BOARD, REWARDS
    BOSS_ROUND = "number", "kind", "life", BOARD, FOES
    PLACED = Seat("seat"), "place", Secret("nightmare", "seat"), NIGHTMARES
    PLACED_ALL = Seat("seat"), NIGHTMARES
    ANNOUNCED = Seat("seat"), "nightmare", NIGHTMARES, EFFECT
    PAID = Seat("seat"), "nightmare", NIGHTMARES, EFFECT  # a card of an event's cost
    USE_BEGINS = REWARDS, OFFER
    REWARD_USED = Seat("seat"), "reward", "pair", REWARDS, EFFECT
    USE_ENDED = Seat("seat"), REWARDS
    REWARD_OFFERED = Seat("seat"), Seat("to"), "reward", OFFER
    EXCHANGED = Seat("seat"), "reward", "given", OFFER, REWARDS
    REFUSED = Seat("seat"), "reward", OFFER, REWARDS
    MOVED = Seat("seat"), "place", "carried", CHILDREN
    WENT_ON = LEADS, REWARDS
    COMBAT = "place", LEADS, CHILDREN, FOES, NIGHTMARES
    TURNED_UP = "place", List("nightmares", SLOTS), NIGHTMARES
    LEADERS = "turn", Seat("lead"), "foe", "kind", LEADS
    LED = Seat("seat"), LEADS  # has the initiative, since the child that had it was defeated by an event
    CHOSE = Seat("seat"), Secret("card", "seat"), CARDS
    REVEALED = Seat("master"), Seat("lead"), "foe_card", "card", CARDS  # card 0: the child lost the turn
    CHILD_CHOSEN = Seat("seat"), CARDS  # to act
    FOE_CHOSEN = "foe", "kind", CARDS
    CARD_PLAYED = Seat("seat"), CARDS, EFFECT
    AIMED = Seat("seat"), EFFECT
    CHILD_ACTS = Seat("seat"), "sheet", "card"
    FOE_ACTS = "foe", "kind", "card"
    EVENT_ACTS = ("nightmare",)
    REWARD_ACTS = ("reward",)
    INSOMNIA = Seat("seat"), "old", "new", CHILDREN
    SHIELD = Seat("seat"), "old", "new", CHILDREN
    CHARGE = Seat("seat"), "old", "new", CHILDREN
    STUN = Seat("seat"), "old", "new", CHILDREN
    BOTTLE = Seat("seat"), "old", "new", CHILDREN
    NOW_COVERED = Seat("seat"), CHILDREN
    UNCOVERED = Seat("seat"), CHILDREN
    FOE_LIFE = "foe", "kind", "old", "new", FOES
    FOE_SHIELD = "foe", "kind", "old", "new", FOES
    FOE_POWER = "foe", "kind", "old", "new", FOES
    FOES_MARKED = (CHILDREN,)  # all foes
    UNMARKED = (CHILDREN,)
    TIRED = CHILDREN, FOES
    RESOLVED = "source", CARDS, CHILDREN, FOES, LEADS, REWARDS, NIGHTMARES, EFFECT
    DREW_CARD = Seat("seat"), Secret("nightmare", "seat"), NIGHTMARES
    DREW = Seat("seat"), "count", NIGHTMARES
    LOST = Seat("seat"), "nightmare", NIGHTMARES  # at random
    SNATCHED = Seat("seat"), "reward", REWARDS  # lost at random
    NIGHTMARES_SHUFFLED = (NIGHTMARES,)  # the discards became the deck
    REWARDS_SHUFFLED = (REWARDS,)
    LOCATIONS_SHUFFLED = (BOARD,)
    TURN_OVER = "number", CARDS, CHILDREN, FOES, LEADS
    COMBAT_ENDED = "place", CARDS, CHILDREN, FOES, LEADS, NIGHTMARES, REWARDS
    CLEARED = CARDS, CHILDREN, FOES, LEADS  # all that belongs to the combat
    LOOT = "reward", REWARDS, NIGHTMARES
    TOOK = Seat("seat"), "reward", REWARDS, BOARD
    LEFT = "reward", REWARDS  # no child took it
    PROVISION_TAKEN = "total", REWARDS, NIGHTMARES
    LEFT_TABLE = Seat("seat"), "reward", REWARDS
    CONCLUSION = LEADS, REWARDS
    UNMET = "nightmare", NIGHTMARES  # face down at a location that no child visited
    ROUND_OVER = "number", BOARD, NIGHTMARES, CHILDREN, REWARDS
    GAME_OVER = "children_win", CARDS, CHILDREN, FOES, LEADS, Now("utility")
