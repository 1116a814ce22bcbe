"""Reasons why a position is inconsistent, as sentences and as numbers."""

from medianoche.envs.core.kernels.reasons import Reasons


class Broken(Reasons):
    """Reasons why a position is inconsistent."""

    TURN = "turn is no seat of the game, round_no is not below max_rounds, or last_hit is no crew member"
    MOVER = "to_move is not the seat that the phase asks"
    CAST = "boss or a character is out of range, taken twice, missing in play, or given to an absent crew member"
    ALIVE = "the boss or a crew member has more damage than his life and the game is not over"
    CONDITIONS = "a crew member has more counters than the cap, or an orientation where no astrali is"
    ARMY_SLOTS = "kinds are not packed left, army_size of them, damage is not below life, or an empty slot is not blank"
    OBJECT_KINDS = "a found weapon is no weapon, an item is one, or extra_kind is no astrali"
    KNOWN = "known_event or known_astrali is more than the hand holds"
    ENEMY_CARDS = (
        "deck, hand, discard, army, void and extra weapons are not the Enemy's deck of 20 astralis and 10 events"
    )
    CREW_CARDS = (
        "exploration deck, removed cards, items and found weapons are not 7 objects and 3 positive events a crew member"
    )
    BUILDING = "picks, cursor or the cards picked so far do not fit phase BUILD, or are not 0 outside of it"
    PENDING = "a card is pending where none can be, or what is pending does not fit the phase"
    SPENT = "no action card is ready at the start of the Enemy's turn, or spent and events do not fit it"
    RESULT = "winner, utility or scores do not fit the position"
    BEFORE_PLAY = "something is not blank before play begins"
