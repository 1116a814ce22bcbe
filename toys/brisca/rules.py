"""The kernels of Brisca."""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from medianoche.envs.core.kernels.bits import set_bit, test_bit
from medianoche.envs.core.kernels.counts import count_of
from medianoche.envs.core.kernels.rng import draw
from medianoche.toys.brisca import CARDS, HAND, LAYOUT, NONE, PLAYED, STOCK, UNKNOWN, Phase, kernel
from medianoche.toys.shared import end_game

AT = LAYOUT.at
ZERO = np.uint64(0)
POINTS = np.array([0, 0, 0, 0, 0, 2, 3, 4, 10, 11] * 4)
INCONSISTENCIES = ("a card is nowhere", "hands, stock and trick do not fit", "the result is not that of the tricks")


@kernel
def deal(state, seat):
    """Deal a card of the stock: a random one of those face down, or at last the turned card."""
    card = state.turned
    left = count_of(state.place, STOCK) - 1
    if left > 0:
        card = -1
        left = draw(state, left)
        while left >= 0:
            card += 1
            left -= state.place[card] == STOCK and card != state.turned
    state.place[card] = seat
    state.held[seat] += 1


@kernel
def beats(state, answer):
    """Whether the card `answer` wins the trick against the card that was led."""
    return answer > state.led if answer // 10 == state.led // 10 else answer // 10 == state.turned // 10


@kernel
def reset(pack, state):
    state.turned = draw(state, CARDS)
    state.led = NONE
    state.answer = NONE
    for card in range(CARDS):
        state.place[card] = STOCK
    for k in range(2 * HAND):
        deal(state, k % 2)


@kernel
def legal_mask(pack, state, mask):
    mask[0] = ZERO
    for card in range(CARDS):
        if state.place[card] == state.to_move:
            set_bit(mask, card)
    return state.held[state.to_move]


@kernel
def settle(pack, state):
    if state.phase == Phase.TRICK:
        winner = state.to_move if beats(state, state.answer) else 1 - state.to_move
        state.scores[winner] += POINTS[state.led] + POINTS[state.answer]
        state.led = NONE
        state.answer = NONE
        state.to_move = winner
        if state.place[state.turned] == STOCK:
            deal(state, winner)
            deal(state, 1 - winner)
        if state.held[winner] > 0:
            state.phase = Phase.PLAY
        else:
            state.utility[0] = np.sign(state.scores[0] - 60)
            state.utility[1] = 0 - state.utility[0]
            end_game(state, Phase.END)


@kernel
def apply(pack, state, action):
    state.place[action] = PLAYED
    state.held[state.to_move] -= 1
    if state.led == NONE:
        state.led = action
        state.to_move = 1 - state.to_move
    else:
        state.answer = action
        state.phase = Phase.TRICK
        settle(pack, state)


@kernel
def observe(pack, state, player, out):
    for card in range(CARDS):
        out[AT.hand + card] = state.place[card] == player
        out[AT.played + card] = state.place[card] == PLAYED
        out[AT.turned + card] = card == state.turned
        out[AT.led + card] = card == state.led
    out[AT.points] = state.scores[player] / 120
    out[AT.points + 1] = state.scores[1 - player] / 120


@kernel
def hide(state, player):
    """Write UNKNOWN as the place of each card that `player` has not seen."""
    for card in range(CARDS):
        if card != state.turned and state.place[card] != player and state.place[card] != PLAYED:
            state.place[card] = UNKNOWN


@kernel
def conceal(pack, state, player):
    state.rng = ZERO
    hide(state, player)


@kernel
def determinize(pack, state, player):
    hide(state, player)
    other = 1 - player
    unknown = count_of(state.place, UNKNOWN)
    missing = state.held[other] - count_of(state.place, other)
    for card in range(CARDS):
        if state.place[card] == UNKNOWN:
            drawn = draw(state, unknown) < missing
            state.place[card] = other if drawn else STOCK
            missing -= drawn
            unknown -= 1


@kernel
def heuristic(pack, state, mask):
    """Play the card that wins most points, less its rank and 10 for a trump."""
    best = NONE
    most = -1000
    for card in range(CARDS):
        if test_bit(mask, card):
            wins = state.led != NONE and beats(state, card)
            value = 4 * wins * (POINTS[card] + POINTS[max(state.led, 0)])
            value -= card % 10 + 10 * (card // 10 == state.turned // 10)
            if value > most:
                best = card
                most = value
    return best


@kernel
def inconsistency(pack, state):
    points = 0
    stock = count_of(state.place, STOCK)
    answering = state.led != NONE
    for card in range(CARDS):
        if not 0 <= state.place[card] <= PLAYED:
            return 1
        points += POINTS[card] * (state.place[card] == PLAYED and card != state.led)
    if not 0 <= state.turned < CARDS or not NONE <= state.led < CARDS or state.answer != NONE:
        return 2
    whole = HAND if stock > 0 else (state.held[0] + state.held[1] + 1) // 2  # cards of a hand before the trick
    fits = stock % 2 == 0 and whole <= HAND and (stock > 0) == (state.place[state.turned] == STOCK)
    for seat in range(2):
        fits = fits and state.held[seat] == count_of(state.place, seat) == whole - (answering and state.to_move != seat)
    if not fits or (answering and state.place[state.led] != PLAYED):
        return 2
    over = whole == 0
    won = state.scores[0]
    paid = state.utility[0] == 0 - state.utility[1] == over * np.sign(won - 60)
    return 0 if paid and 0 <= won == points - state.scores[1] <= points and state.done == over == state.phase else 3
