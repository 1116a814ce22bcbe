"""What is true of every position."""

from medianoche.envs.core.kernels.counts import total
from medianoche.toys.love_letter.rules import knows
from medianoche.toys.love_letter.state import COPIES, KINDS, NONE, OPEN, SEATS, kernel

INCONSISTENCIES = (
    "a card is missing, or there are too many",
    "the cards to draw are not those of the deck",
    "a seat that is out has a card, a protection or a turn",
    "a hand is not what is known of it",
    "there is a result before the end",
)


@kernel
def inconsistency(pack, state):
    for card in range(KINDS):
        copies = state.deck[card] + state.open[card] + (state.drawn == card)
        for seat in range(SEATS):
            copies += (state.hand[seat] == card) + state.played[seat, card]
        if copies != COPIES[card]:
            return 1
    if total(state.open) != OPEN * (state.num_players == 2) or (state.drawn == NONE) != state.done:
        return 1
    if not state.done and (state.left != total(state.deck) - 1 or state.protected[state.to_move]):
        return 2
    if not state.done and (total(state.scores) > 0 or state.hand[state.to_move] == NONE):
        return 5
    for seat in range(SEATS):
        held = state.hand[seat]
        if held == NONE and (state.protected[seat] or state.excluded[seat]):
            return 3
        if held != NONE and (seat >= state.num_players or state.excluded[seat] >> held & 1):
            return 4
        for other in range(SEATS):
            saw = state.saw[other, seat]
            if (held == NONE or other == seat) if saw != NONE else state.since[other, seat] > 0:
                return 4
            if knows(state, other, seat) and saw != held:
                return 4
    return 0
