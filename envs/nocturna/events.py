"""What happens in Camino a Nocturna: the kinds of events that the rules note. Other news follow from positions."""

from medianoche.envs.core.show.events import Kind, Now, Seat

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
    """Kinds of events. Cards are numbers in `Card` of `state.py`; `foe` is a place, `kind` a foe's kind."""

    SHEET_TAKEN = Seat("seat"), "sheet", Now("sheet")
    ROUND = "number", BOARD, FOES, REWARDS, NIGHTMARES
    PLACED = "place", NIGHTMARES
    ANNOUNCED = "event", NIGHTMARES, EFFECT
    PAID = "event", NIGHTMARES, EFFECT  # a card of the event's cost, by its kind
    USE_BEGINS = REWARDS, OFFER
    REWARD_USED = Seat("seat"), "reward", "pair", REWARDS, EFFECT
    USE_ENDED = Seat("seat"), REWARDS
    REWARD_OFFERED = Seat("seat"), Seat("to"), "reward", OFFER
    ANSWERED = Seat("seat"), OFFER, REWARDS
    MOVED = Seat("seat"), "place", CHILDREN
    WENT_ON = "place", LEADS, REWARDS
    COMBAT = "place", LEADS, CHILDREN, FOES, NIGHTMARES
    LED = Seat("seat"), LEADS  # has the initiative, since the child that had it was defeated by an event
    CHOSE = Seat("seat"), CARDS  # a card, face down
    REVEALED = Seat("master"), Seat("lead"), "foe_card", "card", CARDS  # card 0: the child lost the turn
    CHILD_CHOSEN = Seat("seat"), CARDS  # to act
    FOE_CHOSEN = "foe", "kind", CARDS
    CARD_PLAYED = Seat("seat"), CARDS, EFFECT
    AIMED = Seat("seat"), EFFECT
    CHILD_ACTS = Seat("seat"), "sheet", "card"
    FOE_ACTS = "foe", "kind", "card"
    RESOLVED = "source", CARDS, CHILDREN, FOES, LEADS, REWARDS, NIGHTMARES, EFFECT
    TURN_OVER = "number", CARDS, CHILDREN, FOES, LEADS
    COMBAT_ENDED = "place", CARDS, CHILDREN, FOES, LEADS, NIGHTMARES, REWARDS
    CLEARED = CARDS, CHILDREN, FOES, LEADS  # all that belongs to the combat
    LOOT = "slot", REWARDS, NIGHTMARES
    TOOK = Seat("seat"), "reward", REWARDS, BOARD
    CLEANED = BOARD, NIGHTMARES, CHILDREN, REWARDS
    REVIVED = Seat("seat"), CHILDREN
    ZONE_OVER = BOARD, REWARDS
    GAME_OVER = "children_win", CARDS, CHILDREN, FOES, LEADS, Now("utility")
