"""Reasons why a position is inconsistent, as sentences and as numbers."""

from enum import IntEnum
from typing import Any

REASONS = {
    "OPTIONS": "an option field is out of range: decks_mode, test_mode 0 to 2, characters_mode, combined, ties, "
    "repeat_mode 0 or 1, max_rounds 10 to 250",
    "PHASE": "phase must be 0 to 13, done 1 exactly in phase END, to_move -1 exactly at the end and else a seat",
    "TURN": "turn is no seat, round_no is not below max_rounds, or last_hit is no crew member",
    "MOVER": "to_move is not the seat that the phase asks",
    "CAST": "boss or a character is out of range, taken twice, missing in play, or given to an absent crew member",
    "BLANK_SEATS": "an absent crew member is not blank",
    "ALIVE": "the boss or a crew member has more damage than his life and the game is not over",
    "CONDITIONS": "a state of the boss or of a crew member is out of range: bleeding and euphoria 0 or 1, poison up "
    "to 99, charge up to the cap, orientation up to 2",
    "ARMY_SLOTS": "an army slot is out of range: kinds packed left, army_size of them, damage below life, orientation "
    "up to 2, empty slots blank",
    "OBJECT_KINDS": "a found weapon is no weapon, an item is one, or extra_kind is no astrali",
    "KNOWN": "known_event or known_astrali is more than the hand holds, or unknown is not 0",
    "ENEMY_CARDS": "deck, hand, discard, army, void and extra weapons are not the Enemy's deck of 20 astralis and 10 "
    "events",
    "CREW_CARDS": "exploration deck, removed cards, items and found weapons are not 7 objects and 3 positive events a "
    "crew member",
    "BUILDING": "picks, cursor or the cards picked so far do not fit phase BUILD, or are not 0 outside of it",
    "PENDING": "a card is pending where none can be, or what is pending does not fit the phase",
    "SPENT": "no action card is ready at the start of the Enemy's turn, or spent and events do not fit it",
    "RESULT": "winner, utility or scores do not fit the position",
    "BEFORE_PLAY": "something is not blank before play begins",
}
Broken: Any = IntEnum("Broken", ["NOTHING", *REASONS], start=0)  # type: ignore[misc]  # mypy wants the names spelled out
"""The reason why a position is inconsistent; NOTHING, 0, where it is not."""
INCONSISTENCIES = tuple(REASONS.values())
