"""The sentences that say why a position cannot be reached by play, with their numbers."""

from medianoche.envs.core.kernels.reasons import Reasons


class Broken(Reasons):
    """Reasons why play cannot reach a position."""

    MOVER = "to_move is not the player whom the phase asks"
    ROUND = (
        "boss and boss_left must fit round_no: a boss exactly in rounds 4, 8 and 12, and no more rounds than "
        "rounds_total"
    )
    CHILD_STATE = "a third child has a bottle, or a defeated child has shield, charges or states"
    SHEET_CARDS = "sheets must be different, and taken by all children after phase SHEET"
    NIGHTMARE_CARDS = "nightmare cards in deck, discards, hand and at locations are not those of the pack"
    REWARD_CARDS = "reward cards in deck, discards, hands, on the table and at locations are not those of the pack"
    LOCATION_CARDS = "location cards in deck, discards and on the board are not those of the pack"
    HAND = "the Master holds more than 12 cards"
    BOARD = "loc_kind must be 4 locations in normal rounds and -1 in phase SHEET and boss rounds"
    CARDS_THERE = (
        "a location holds more nightmares or rewards than its value, an event, a gap, or a card beyond place_cursor"
    )
    WHEREABOUTS = (
        "loc must be -1 before children move, then a location of at most 2 children, or -2 for one left behind"
    )
    TABLE = "offers is more than max_offers, or an instant reward is on the table"
    IN_COMBAT = (
        "a combat is going on (turn above 0) exactly in the phases of a combat; outside it, all of its fields are idle"
    )
    FIGHTERS = "in_battle and the holders of the initiative do not fit the place of the combat"
    FOE_STATE = "foes are not those of the location or the boss, or have more life, shield or power than they may"
    COMMITTED = "cards committed this turn, todo, tie and actors do not fit the phase"
    PENDING = "source, target, event, reward, offer or loot do not fit the phase"
    SCORES = "scores must be the number of defeated children, and for each child the rounds completed"
    UTILITY = "utility is not 0 before the end, or not 1 and -1 for winners and losers at the end"
    OVERDUE = "all children are defeated, or no foe is left, but the game or the combat goes on"
