"""The kernels of strong wing."""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, set_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.toys.shared import end_game, reset  # noqa: F401 - kernels of this game, too
from medianoche.toys.strong_wing import ATTACKER, DEFENDER, DUELS, LAYOUT, NONE, UNKNOWN, WINGS, Phase, kernel

AT = LAYOUT.at
SIZE = LAYOUT.size
ZERO = np.uint64(0)
INCONSISTENCIES = ("wings, duel, phase and turn do not agree", "the result is not that of the duels")


@kernel
def hits(state):
    """Attacks of the strong wing where it is not guarded."""
    hit_count = 0
    for k in range(state.duel):
        hit_count += state.attack[k] == state.strong and state.guard[k] != state.strong
    return hit_count


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    for wing in range(WINGS):
        set_bit(mask, wing if state.phase == Phase.CHOICE else WINGS + wing)
    return WINGS


@kernel
def apply(pack, state, action):
    wing = action % WINGS
    if state.phase == Phase.CHOICE:
        state.strong = wing
        state.phase = Phase.ATTACK
    elif state.phase == Phase.ATTACK:
        state.attack[state.duel] = wing
        state.phase = Phase.GUARD
        state.to_move = DEFENDER
    else:
        state.guard[state.duel] = wing
        state.phase = Phase.ATTACK
        state.to_move = ATTACKER
        state.duel += 1
        if state.duel == DUELS:
            won = hits(state)
            state.scores[ATTACKER] = won
            state.scores[DEFENDER] = DUELS - won
            state.utility[ATTACKER] = 2 * won / DUELS - 1
            state.utility[DEFENDER] = 1 - 2 * won / DUELS
            end_game(state, Phase.END)


@kernel
def observe(pack, state, player, out):
    out[:] = 0
    out[AT.seat + player] = 1
    if state.strong >= 0 and player == ATTACKER:
        out[AT.strong + state.strong] = 1
    for k in range(DUELS):
        if state.attack[k] >= 0 and (player == ATTACKER or state.guard[k] >= 0):
            out[AT.attack + WINGS * k + state.attack[k]] = 1
        if state.guard[k] >= 0:
            out[AT.guard + WINGS * k + state.guard[k]] = 1


@kernel
def conceal(pack, state, player):
    state.rng = ZERO
    if player == DEFENDER and not state.done:
        if state.phase != Phase.CHOICE:
            state.strong = UNKNOWN
        if state.phase == Phase.GUARD:
            state.attack[state.duel] = UNKNOWN


@kernel
def determinize(pack, state, player):
    if player == DEFENDER and not state.done:
        if state.phase != Phase.CHOICE:
            state.strong = draw(state, WINGS)
        if state.phase == Phase.GUARD:
            state.attack[state.duel] = draw(state, WINGS)


@kernel
def heuristic(pack, state, mask):
    """Be strong on the left; attack there; guard the wing that was attacked last, at first the left one."""
    if state.phase == Phase.CHOICE:
        return 0
    if state.phase == Phase.ATTACK:
        return WINGS + state.strong
    return WINGS + (state.attack[state.duel - 1] if state.duel > 0 else 0)


@kernel
def agrees(wing, named):
    """Whether a wing is one of WINGS if it is named, and NONE if it is not."""
    return 0 <= wing < WINGS if named else wing == NONE


@kernel
def inconsistency(pack, state):
    if not 0 <= state.duel <= DUELS or (state.duel == DUELS) != (state.phase == Phase.END):
        return 1
    agree = agrees(state.strong, state.phase != Phase.CHOICE)
    for k in range(DUELS):
        agree &= agrees(state.attack[k], k < state.duel or (k == state.duel and state.phase == Phase.GUARD))
        agree &= agrees(state.guard[k], k < state.duel)
    mover = -1 if state.done else DEFENDER if state.phase == Phase.GUARD else ATTACKER
    if not agree or state.to_move != mover or state.done != (state.phase == Phase.END):
        return 1
    won, lost = (hits(state), DUELS - hits(state)) if state.done else (0, 0)
    right = state.scores[ATTACKER] == won and state.scores[DEFENDER] == lost
    utility = np.float32((won - lost) / DUELS)
    return 0 if right and state.utility[ATTACKER] == utility and state.utility[DEFENDER] == -utility else 2
