"""Turns and laps: the turn card goes round (R1, R3)."""

import numpy as np

from medianoche.envs.halloween.kernels.candies import finish
from medianoche.envs.halloween.state import CHILD, CHILDREN, SEATS, ZERO, kernel


@kernel
def clear_turn(state):
    """No child has been chosen, nobody asked anything."""
    state.came = ZERO
    state.child = -1
    state.roll = 0
    state.no_move = 0
    state.treat_only = 0
    state.force_die = 0
    state.rerolled = 0
    state.stuck = 0
    state.attack = 0
    state.fwd = 0
    state.steps = 0
    state.draws = 0
    state.amount = 0
    state.owner = -1
    state.third = -1
    state.claim = 0
    state.true_roll = 0
    state.demand = 0
    state.advice = 0
    state.target = -1
    for role in range(2):
        state.treat_card[role] = -1
        state.treat_apply[role] = -1
    for seat in range(SEATS):
        state.stake[seat] = 0
        state.defend[seat] = 0
        state.bid[seat] = -1


@kernel
def reach_slot(state):
    """The turn of the seat at this slot comes, whether or not it is still in play: what waited for it ends."""
    seat = (np.int64(state.starter) + np.int64(state.slot)) % np.int64(state.num_players)
    state.mover = seat
    if state.cool[seat]:
        state.cool[seat] -= 1
    for child in range(CHILDREN):
        if state.guard[child] == seat:
            state.guard[child] = -1
        if state.frozen_by[child] == seat:
            state.frozen_left[child] -= 1
            if state.frozen_left[child] == 0:
                state.frozen_by[child] = -1


@kernel
def begin_turn(state):
    """The mover chooses a child, unless he was grounded."""
    seat = np.int64(state.mover)
    clear_turn(state)
    state.no_move = state.skip[seat]
    state.skip[seat] = 0
    state.phase = CHILD
    state.to_move = seat


@kernel
def pass_turn_card(pack, state):
    """A lap is over: all children may be moved again, the next living seat starts. False after the last lap."""
    n = np.int64(state.num_players)
    state.slot = 0
    state.moved = 0
    state.round_no += 1
    if state.round_no >= pack.rounds:
        finish(state, 0)
        return False
    starter = (np.int64(state.starter) + 1) % n
    while state.alive[starter] == 0:
        starter = (starter + 1) % n
    state.starter = starter
    return True


@kernel
def next_turn(pack, state):
    """The next living seat's turn, or the end."""
    while True:
        state.slot += 1
        if state.slot >= state.num_players and not pass_turn_card(pack, state):
            return
        reach_slot(state)
        if state.alive[state.mover]:
            begin_turn(state)
            return
