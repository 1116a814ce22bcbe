"""The kernels of Goofspiel."""

from medianoche.envs.core.kernels.bits import clear_bits, set_bit, test_bit
from medianoche.envs.core.kernels.counts import total
from medianoche.envs.core.kernels.rng import draw
from medianoche.toys.shared import end_game
from tests.toys.goofspiel import AT, CARDS, NONE, PER, SEATS, UNKNOWN, Phase, kernel

INCONSISTENCIES = ("the cards that were played do not fit the round", "the bid was played", "the wrong seat is asked")


@kernel
def reset(pack, state):
    state.bid = NONE


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    count = 0
    for card in range(CARDS):
        if not state.played[state.to_move, card]:
            set_bit(mask, card)
            count += 1
    return count


@kernel
def apply(pack, state, action):
    """Bid; the second bid ends the round."""
    if state.to_move == 0:
        state.bid = action
        state.to_move = 1
    else:
        state.played[0, state.bid] = 1
        state.played[1, action] = 1
        if state.bid != action:
            winner = 1 if action > state.bid else 0
            state.scores[winner] += state.rounds + 1
        state.rounds += 1
        state.bid = NONE
        state.to_move = 0
        if state.rounds == CARDS:
            end(state)


@kernel
def end(state):
    for seat in range(SEATS):
        ahead = state.scores[seat] - state.scores[1 - seat]
        state.utility[seat] = min(max(ahead, -1), 1)
    end_game(state, Phase.END)


@kernel
def observe(pack, state, player, out):
    out[:] = 0
    for k in range(SEATS):
        seat = (player + k) % SEATS
        for card in range(CARDS):
            out[AT.hands + PER.hands * k + card] = 1 - state.played[seat, card]
        out[AT.won + k] = state.scores[seat] / 6
    out[AT.round + state.rounds] = 1
    if state.bid >= 0 and (player == 0 or state.open):
        out[AT.bid + state.bid] = 1


@kernel
def conceal(pack, state, player):
    state.rng = 0
    if player != 0 and state.bid != NONE and not state.open:
        state.bid = UNKNOWN


@kernel
def determinize(pack, state, player):
    if player != 0 and state.bid != NONE and not state.open:
        state.bid = -1
        left = draw(state, CARDS - total(state.played[0]))
        while left >= 0:
            state.bid += 1
            left -= 1 - state.played[0, state.bid]


@kernel
def heuristic(pack, state, mask):
    """Bid the highest card."""
    best = NONE
    for card in range(CARDS):
        if test_bit(mask, card):
            best = card
    return best


@kernel
def inconsistency(pack, state):
    for seat in range(SEATS):
        if total(state.played[seat]) != state.rounds:
            return 1
    if state.bid >= 0 and state.played[0, state.bid]:
        return 2
    return 0 if state.done else 3 * (state.to_move != (state.bid != NONE))
