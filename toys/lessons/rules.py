"""The kernels of the lessons."""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, set_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.toys.lessons import (
    AT_ONCE,
    CHOICES,
    DRAWN,
    GO_ON,
    HALF,
    LATER,
    LENGTH,
    LOWER_PAIR,
    ORDER,
    RIGHT,
    SEATS,
    SHOWN_AT,
    STEPS,
    UNKNOWN,
    WORST,
    Kind,
    Phase,
    kernel,
)
from medianoche.toys.shared import end_game

NO_CHANCE = np.uint64(0)
INCONSISTENCIES = (
    "there are too many steps",
    "there is no such cue",
    "there is a score before the end",
    "there is no such pair of actions in this game",
)


@kernel
def draw_cue(state):
    """A random cue; in FORGET none is 0, which is right without one."""
    if state.kind == Kind.FORGET:
        return 1 + draw(state, CHOICES - 1)
    return draw(state, CHOICES)


@kernel
def reset(pack, state):
    for seat in range(SEATS):
        state.cue[seat] = draw_cue(state)
    if state.kind == Kind.LOSS:
        state.pair = draw(state, 2)
    state.to_move = ORDER[state.kind, 0]
    if state.to_move == DRAWN:
        state.to_move = draw(state, 2)


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    count = 0
    for action in range(CHOICES):
        if is_legal(state, action):
            set_bit(mask, action)
            count += 1
    return count


@kernel
def is_legal(state, action):
    """Whether the mover may play an action."""
    if state.kind == Kind.LOSS:
        return 0 <= action - LOWER_PAIR - state.pair < 2
    return state.kind != Kind.MASK or (action >= 2) == (state.to_move == 1)


@kernel
def right_action(state):
    """The action that is right for the mover; -1 where all are."""
    mover = state.to_move
    kind = state.kind
    if kind == Kind.MASK:
        return 2 * mover + state.cue[mover] % 2
    if kind == Kind.END:
        return GO_ON if state.step == 0 else -1
    if kind == Kind.BASE or kind == Kind.SWAP:
        return RIGHT
    if kind == Kind.LOSS:
        return LOWER_PAIR + state.pair
    if kind == Kind.FORGET and state.step == 0:
        return 0
    return -1 if is_free(state) else state.cue[mover]


@kernel
def is_free(state):
    """Whether every action is right in this step, of a kind of game that has such steps."""
    if state.kind == Kind.RECALL:
        return state.step < 2
    if state.kind == Kind.OTHER:
        return state.step == 2
    return state.kind == Kind.FORGET and state.step == SHOWN_AT


@kernel
def pay(state, right, action):
    """Pay for the mover's action."""
    mover = state.to_move
    kind = state.kind
    gain = 1.0 if right else -1.0
    if kind == Kind.END:
        if state.step == 0 and not right:
            state.utility[mover] = AT_ONCE
        elif state.step == LENGTH[kind] - 1:
            state.utility[mover] = LATER
    elif kind == Kind.TEAM and mover < 2:
        state.utility[0] += gain / 2
        state.utility[1] += gain / 2
    elif kind == Kind.SWAP:
        gain = 1.0 if right else -1.0 if action == WORST else 0.0
        state.utility[mover] = gain
        state.utility[1 - mover] = -gain
    elif kind == Kind.LOSS and state.pair == 0:
        state.utility[mover] = 0.0 if right else -HALF
    elif not is_free(state):
        state.utility[mover] += gain


@kernel
def is_over(state, right):
    """Whether the game ends with the step that was played, right or not."""
    if state.kind == Kind.FORGET and state.step > SHOWN_AT + 1 and draw(state, 2) == 0:
        return True
    return state.step == LENGTH[state.kind] or (state.kind == Kind.END and not right)


@kernel
def apply(pack, state, action):
    wanted = right_action(state)
    right = wanted == -1 or action == wanted
    pay(state, right, action)
    if right:
        state.right[state.to_move] += 1
    elif state.kind == Kind.SWAP and action == WORST:
        state.right[state.to_move] -= 1
    state.step += 1
    if is_over(state, right):
        if state.kind == Kind.FORGET:  # all steps but one counted
            state.utility[0] /= state.step - 1
        end_game(state, Phase.END)
        for seat in range(SEATS):
            state.scores[seat] = state.right[seat]
    else:
        state.to_move = ORDER[state.kind, state.step]


@kernel
def observe(pack, state, player, out):
    out[:] = 0
    out[player] = 1
    if state.kind != Kind.FORGET:
        out[SEATS + min(state.step, STEPS - 1)] = 1
    if state.cue[player] != UNKNOWN and is_shown(state):
        out[SEATS + STEPS + player * CHOICES + state.cue[player]] = 1


@kernel
def is_shown(state):
    """Whether players see their cues now."""
    kind = state.kind
    if kind == Kind.RECALL:
        return state.step < 2
    if kind == Kind.FORGET:
        return state.step == SHOWN_AT
    return kind in (Kind.MASK, Kind.LAST, Kind.TEAM, Kind.OTHER)


@kernel
def conceal(pack, state, player):
    state.rng = NO_CHANCE
    for seat in range(SEATS):
        state.right[seat] = UNKNOWN
    for seat in range(SEATS):
        if seat != player or not is_shown(state):
            state.cue[seat] = UNKNOWN


@kernel
def determinize(pack, state, player):
    for seat in range(SEATS):
        state.right[seat] = 0
    for seat in range(SEATS):
        if seat != player or not is_shown(state):
            state.cue[seat] = draw_cue(state)


@kernel
def heuristic(pack, state, mask):
    return max(right_action(state), 0)


@kernel
def inconsistency(pack, state):
    if not 0 <= state.step < LENGTH[state.kind] + state.done:
        return 1
    for seat in range(SEATS):
        if not UNKNOWN <= state.cue[seat] < CHOICES:
            return 2
        if not state.done and state.scores[seat] != 0:
            return 3
    if not 0 <= state.pair <= (state.kind == Kind.LOSS):
        return 4
    return 0
