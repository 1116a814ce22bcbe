"""The hand-written policy, the agent `greedy`: keep the higher card, and name what is most often unseen."""

from medianoche.envs.core.kernels.bits import test_bit
from medianoche.toys.love_letter.rules import BASE, PER, knows
from medianoche.toys.love_letter.state import AIMED, COPIES, SEATS, Card, kernel


@kernel
def count_unseen(state, seat, card):
    """Copies of a card that `seat`, whose turn it is, has not seen."""
    unseen = COPIES[card] - state.open[card] - (state.hand[seat] == card) - (state.drawn == card)
    for other in range(SEATS):
        unseen -= state.played[other, card]
    return unseen


@kernel
def value_of_guard(state, target, guess):
    """The Guard: what the target holds, if that is known; else what is most often unseen."""
    if knows(state, state.to_move, target):
        return 100 if state.saw[state.to_move, target] == guess else -5
    return -100 if state.excluded[target] >> guess & 1 else 10 * count_unseen(state, state.to_move, guess) + guess


@kernel
def value_of(state, card, kept, target):
    """Another card: the lower one, but a Baron with a high card left alone, and no Prince against oneself."""
    if card == Card.PRINCESS or (card == Card.PRINCE and target == state.to_move and kept > Card.GUARD):
        return -100
    if card == Card.BARON and knows(state, state.to_move, target):
        return 100 if kept > state.saw[state.to_move, target] else -90
    if card == Card.BARON and kept < Card.PRINCE:
        return -20
    return 8 - card - 10 * (card == Card.KING and kept >= Card.PRINCE)


@kernel
def heuristic(pack, state, mask):
    seat = state.to_move
    best = -1
    most = -1000
    for action in range(BASE.guard + PER.guard * SEATS):
        if test_bit(mask, action):
            card = action
            target = seat
            if action >= BASE.guard:
                card = 0
                target = (seat + (action - BASE.guard) // PER.guard) % state.num_players
            elif action >= BASE.aimed:
                card = AIMED[(action - BASE.aimed) // PER.aimed]
                target = (seat + (action - BASE.aimed) % PER.aimed) % state.num_players
            kept = state.hand[seat] if state.drawn == card else state.drawn
            value = value_of(state, card, kept, target)
            if action >= BASE.guard:
                value = value_of_guard(state, target, (action - BASE.guard) % PER.guard + 1)
            if value > most:
                best = action
                most = value
    return best
