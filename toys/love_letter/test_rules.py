"""Worked examples of the cards. Run them by `python -m pytest toys/love_letter`."""

import pytest

from medianoche import envs
from medianoche.toys.love_letter.state import COPIES, NONE, UNKNOWN, Card

GAME = envs.game("love_letter")
GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = Card


def dealt(*hands, drawn):
    """Three players with these hands; the first has drawn a card, and the others are in the deck."""
    deck = COPIES.copy()
    for card in (*hands, drawn):
        deck[card] -= 1
    left = int(deck.sum()) - 1
    nothing = {"played": 0, "protected": 0, "excluded": 0, "saw": NONE, "since": 0}
    return GAME.position(3, to_move=0, hand=[*hands, NONE], drawn=drawn, deck=deck, left=left, **nothing)


def play(state, words):
    """Play the action that is called so."""
    called = {GAME.describe(state, int(action)): int(action) for action in GAME.legal_actions(state)}
    GAME.rules.apply(state, called[words])


@pytest.mark.parametrize(("hands", "drawn", "words", "after"), [
    ((KING, PRINCE, PRIEST), GUARD, "Guard on player 2: the Prince?", [KING, NONE, PRIEST]),
    ((KING, PRINCE, PRIEST), GUARD, "Guard on player 3: the Prince?", [KING, PRINCE, PRIEST]),
    ((PRIEST, PRINCE, GUARD), BARON, "Baron on player 2", [NONE, PRINCE, GUARD]),
    ((PRIEST, PRINCE, GUARD), BARON, "Baron on player 3", [PRIEST, PRINCE, NONE]),
    ((PRIEST, PRINCESS, GUARD), PRINCE, "Prince on player 2", [PRIEST, NONE, GUARD]),
    ((PRIEST, PRINCESS, GUARD), KING, "King on player 2", [PRINCESS, PRIEST, GUARD]),
    ((PRIEST, PRINCE, GUARD), PRINCESS, "Princess", [NONE, PRINCE, GUARD]),
])  # fmt: skip
def test_what_a_card_does(hands, drawn, words, after):
    state = dealt(*hands, drawn=drawn)
    play(state, words)
    assert state.hand[:3].tolist() == after


def test_the_countess_has_to_be_played_beside_prince_and_king():
    assert GAME.legal_actions(dealt(KING, GUARD, GUARD, drawn=COUNTESS)).tolist() == [COUNTESS]
    assert len(GAME.legal_actions(dealt(PRINCESS, GUARD, GUARD, drawn=COUNTESS))) == 2


def test_a_protected_seat_is_left_alone_until_its_next_turn():
    state = dealt(HANDMAID, GUARD, GUARD, drawn=PRIEST)
    play(state, "Handmaid")
    assert state.protected.tolist() == [1, 0, 0, 0]
    assert not any("player 1" in GAME.describe(state, int(action)) for action in GAME.legal_actions(state))


def test_a_priest_shows_a_hand_to_one_seat_until_that_card_is_played():
    state = dealt(PRIEST, PRINCE, GUARD, drawn=BARON)
    play(state, "Priest on player 2")
    assert [GAME.known(state, seat).hand[1] for seat in (0, 1, 2)] == [PRINCE, PRINCE, UNKNOWN]
    state.drawn, state.deck[state.drawn], state.deck[HANDMAID] = HANDMAID, state.deck[state.drawn] + 1, 1
    play(state, "Handmaid")
    assert GAME.known(state, 0).hand[1] == PRINCE


def test_the_highest_card_wins_when_no_card_is_left():
    state = dealt(COUNTESS, PRINCE, GUARD, drawn=HANDMAID)
    state.left = 0
    play(state, "Handmaid")
    assert (state.done, state.scores.tolist()) == (1, [1, 0, 0, 0])
