"""A worked example of the rules, and what a seat sees. Run it by `python -m pytest first_game`."""

from medianoche import envs
from medianoche.toys.first_game.state import DECK, UNKNOWN

GAME = envs.game("medianoche.toys.first_game:FirstGame")
PLACE = [0, 0, 0, 1, 1, 1, *[DECK] * 10]  # where each card is: seat 0 holds the lowest three


def test_the_highest_card_wins_the_round_and_its_player_begins_the_next_one() -> None:
    """Seat 0 plays the lowest card, seat 1 the fifth."""
    state = GAME.position(num_players=2, place=PLACE)
    GAME.step(state, 0)  # actions are numbers of cards, from 0
    GAME.step(state, 4)
    assert state.scores.tolist() == [0, 1, 0, 0]
    assert state.to_move == 1


def test_a_seat_does_not_see_the_other_hand() -> None:
    """Nor the cards that were not dealt."""
    known = GAME.known(GAME.position(num_players=2, place=PLACE), 0)
    assert known.place.tolist() == [0, 0, 0, *[UNKNOWN] * 13]
