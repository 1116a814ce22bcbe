"""The sentences that say why a position cannot be reached by play, and the number of each (from 1)."""

from enum import IntEnum
from typing import Any

REASONS = {
    "OPTIONS": "an option field is out of range: rounds_total must be 8 or 12, sheets_mode 0 to 2, actor_mode, "
    "carry_mode, unguarded and boss_mode 0 or 1, max_offers 0 to 4, fatigue 10 to 120",
    "ENDING": "phase must be 0 to 14, done 1 exactly in phase END, to_move -1 exactly at the end and else a seat",
    "MOVER": "to_move is not the player whom the phase asks",
    "ROUND": "round_no must be 1 to rounds_total; boss and boss_left must fit it: a boss exactly in rounds 4, 8 and 12",
    "ABSENT": "a child who does not play is not blank (insomnia 21, sheet and loc -1, the rest 0)",
    "CHILD_STATE": "a child has more than 21 insomnia, 6 shield or 4 charges, a third bottle, or is defeated and not "
    "free of them",
    "SHEET_CARDS": "sheets must be 0 to 3, no two alike, and taken by all children after phase SHEET",
    "NIGHTMARE_CARDS": "nightmare cards in deck, discards, hand and at locations are not those of the pack",
    "REWARD_CARDS": "reward cards in deck, discards, hands, on the table and at locations are not those of the pack",
    "LOCATION_CARDS": "location cards in deck, discards and on the board are not those of the pack",
    "HAND": "the Master holds more than 12 cards, or cards that are not named",
    "BOARD": "loc_kind must be 4 locations in normal rounds and -1 in phase SHEET and boss rounds",
    "CARDS_THERE": "a location holds more nightmares or rewards than its value, an event, a gap, or a card beyond "
    "place_cursor",
    "WHEREABOUTS": "loc must be -1 before children move, then a location of at most 2 children, or -2 for one left "
    "behind",
    "TABLE": "use_done or offers is out of range, or an instant reward is on the table",
    "IN_COMBAT": "a combat is going on (turn above 0) exactly in the phases of a combat; outside it, all of its "
    "fields are idle",
    "FIGHTERS": "in_battle and the holders of the initiative do not fit the place of the combat",
    "FOE_STATE": "foes are not those of the location or the boss, or have more life, shield or power than they may",
    "COMMITTED": "cards committed this turn, todo, tie and actors do not fit the phase",
    "PENDING": "source, target, event, reward, offer or loot do not fit the phase",
    "SCORES": "scores must be the number of defeated children, and for each child the rounds completed",
    "UTILITY": "utility is not 0 before the end, or not 1 and -1 for winners and losers at the end",
    "OVERDUE": "all children are defeated, or no foe is left, but the game or the combat goes on",
}
Broken: Any = IntEnum("Broken", ["NOTHING", *REASONS], start=0)  # type: ignore[misc]  # mypy wants the names spelled out
"""The reason why a position is inconsistent; NOTHING, 0, where it is not."""
INCONSISTENCIES = tuple(REASONS.values())
