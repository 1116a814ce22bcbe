"""Dice, payments, who is out, and the end of the game."""

import numpy as np

from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.halloween.kernels.hands import discard_hand
from medianoche.envs.halloween.state import END, FEE, LOST_PLAYERS, POT, QUEUE, TURN_OVER, kernel

OWN_CHILD_STAYS, OWN_CHILD_TORN, TORN_BY_YOU, OUT = 5, -10, 2, -10
MORE_THAN_ALL_CANDIES = 256


@kernel
def roll_die(state):
    """The next die: the one laid out for it, else by chance, 1 to 8."""
    die = np.int64(state.dice_queue[0])
    if die == 0:
        return draw(state, 8) + 1
    for i in range(QUEUE - 1):
        state.dice_queue[i] = state.dice_queue[i + 1]
    state.dice_queue[QUEUE - 1] = 0
    return die


@kernel
def roll_half_die(state):
    """Half a die, rounded up."""
    return (roll_die(state) + 1) // 2


@kernel
def pay(state, payer, payee, amount):
    """`payer` gives `payee` the candies, or all that are there (R25); both are seats or POT."""
    held = np.int64(state.pot) if payer == POT else np.int64(state.candies[payer])
    paid = min(amount, held)
    if payer == POT:
        state.pot = held - paid
    else:
        state.candies[payer] = held - paid
    if payee == POT:
        state.pot = np.int64(state.pot) + paid
    else:
        state.candies[payee] = np.int64(state.candies[payee]) + paid


@kernel
def score_of(state, seat):
    """Points of a seat at the end."""
    if state.alive[seat] == 0:
        return np.int64(OUT)
    child = np.int64(state.secret[seat])
    bonus = np.int64(OWN_CHILD_STAYS if state.pos[child] >= 0 else OWN_CHILD_TORN)
    return np.int64(state.candies[seat]) + TORN_BY_YOU * np.int64(state.torn[seat]) + bonus


@kernel
def finish(state, just_out):
    """Points decide, then candies (R57); without survivors the last to go out share the win (R58).

    `just_out`: bits of the seats that the last settlement put out.
    """
    n = np.int64(state.num_players)
    best, winners, shared = np.int64(-MORE_THAN_ALL_CANDIES * MORE_THAN_ALL_CANDIES), np.int64(0), np.int64(0)
    for seat in range(n):
        score = score_of(state, seat)
        state.scores[seat] = score
        rank = score * MORE_THAN_ALL_CANDIES + np.int64(state.candies[seat])
        if state.alive[seat] and rank >= best:
            if rank > best:
                best, winners, shared = rank, np.int64(0), np.int64(0)
            winners |= np.int64(1) << seat
            shared += 1
    if shared == 0:
        winners = just_out
        for seat in range(n):
            shared += winners >> seat & 1
    for seat in range(n):
        won = winners >> seat & 1
        state.utility[seat] = 2.0 / shared - 1.0 if won else -1.0
    state.phase = END
    state.to_move = -1
    state.done = 1


@kernel
def put_out_the_poor(state):
    """Whoever has no candies left is out, unless stakes still lie on the table (R26-R28)."""
    n = np.int64(state.num_players)
    for seat in range(n):
        if state.stake[seat]:
            return
    just_out, lost = np.int64(0), np.int64(0)
    for seat in range(n):
        if state.alive[seat] and state.candies[seat] == 0:
            just_out |= np.int64(1) << seat
            state.alive[seat] = 0
            discard_hand(state, seat)
        lost += state.alive[seat] == 0
    if just_out == 0:
        return
    if lost >= LOST_PLAYERS:
        finish(state, just_out)
    elif state.phase == FEE:
        if state.alive[state.owner] == 0 or state.alive[state.third] == 0:
            state.phase = TURN_OVER
    elif state.alive[state.mover] == 0:
        state.phase = TURN_OVER
