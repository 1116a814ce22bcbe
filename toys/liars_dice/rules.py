"""The kernels of liar's dice."""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, set_bit
from medianoche.envs.core.kernels.counts import total
from medianoche.envs.core.kernels.rng import draw
from medianoche.toys.liars_dice import BIDS, DICE, FACES, LAYOUT, LIAR, UNKNOWN, WILD, Phase, kernel
from medianoche.toys.shared import end_game, pay_winner

AT = LAYOUT.at
SIZE = LAYOUT.size
ZERO = np.uint64(0)
INCONSISTENCIES = (
    "a die shows no face",
    "a bid was made more than once",
    "the turn does not follow from the bids",
    "the result is not that of dice and bids",
)


@kernel
def last_bid(state):
    """The highest bid so far, -1 if there is none."""
    for bid in range(BIDS - 1, -1, -1):
        if state.made[bid]:
            return bid
    return -1


@kernel
def matches(die, bid):
    """Whether a die counts for a bid."""
    return die in (bid % FACES + 1, WILD)


@kernel
def is_true(state, bid):
    """Whether a bid holds for the two dice."""
    return matches(state.dice[0], bid) + matches(state.dice[1], bid) > bid // FACES


@kernel
def reset(pack, state):
    for seat in range(DICE):
        state.dice[seat] = 1 + draw(state, FACES)


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    last = last_bid(state)
    for bid in range(last + 1, BIDS):
        set_bit(mask, bid)
    if last >= 0:
        set_bit(mask, LIAR)
    return BIDS - 1 - last + (last >= 0)


@kernel
def apply(pack, state, action):
    mover = state.to_move
    if action < LIAR:
        state.made[action] = 1
        state.to_move = 1 - mover
        return
    winner = 1 - mover if is_true(state, last_bid(state)) else mover
    state.scores[winner] = 1
    state.scores[1 - winner] = -1
    pay_winner(state, winner)
    end_game(state, Phase.END)


@kernel
def observe(pack, state, player, out):
    out[:] = 0
    out[AT.seat + player] = 1
    out[AT.die + state.dice[player] - 1] = 1
    for bid in range(BIDS):
        out[AT.made + bid] = state.made[bid]


@kernel
def conceal(pack, state, player):
    state.rng = ZERO
    if not state.done:
        state.dice[1 - player] = UNKNOWN


@kernel
def determinize(pack, state, player):
    if not state.done:
        state.dice[1 - player] = 1 + draw(state, FACES)


@kernel
def heuristic(pack, state, mask):
    """The lowest bid that the own die alone makes true; if there is none, the lowest that it makes half true where the
    last bid is true for certain, else doubt."""
    die = state.dice[state.to_move]
    last = last_bid(state)
    for bid in range(last + 1, FACES):
        if matches(die, bid):
            return bid
    if last < FACES and matches(die, last):
        for bid in range(FACES, BIDS):
            if matches(die, bid):
                return bid
    return LIAR


@kernel
def inconsistency(pack, state):
    for seat in range(DICE):
        if not 1 <= state.dice[seat] <= FACES:
            return 1
    for bid in range(BIDS):
        if not 0 <= state.made[bid] <= 1:
            return 2
    last = last_bid(state)
    count = total(state.made)
    turn = -1 if state.done else count % 2
    if state.to_move != turn or state.phase != (Phase.END if state.done else Phase.BID) or (state.done and last < 0):
        return 3
    winner = -1
    if state.done:
        bidder = (count + 1) % 2
        winner = bidder if is_true(state, last) else 1 - bidder
    for seat in range(DICE):
        score = 0 if winner < 0 else 1 if seat == winner else -1
        if state.scores[seat] != score or state.utility[seat] != score:
            return 4
    return 0
