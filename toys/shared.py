"""Kernels that toys share: how a game of two ends, and what there is to hide in a game in which nothing is hidden."""

# mypy: allow-untyped-defs

import numpy as np

from medianoche.envs.core.kernels import inlined


@inlined
def end_game(state, phase):
    """End the game: no seat is to move. `phase` is the END of the game."""
    state.done = 1
    state.to_move = -1
    state.phase = phase


@inlined
def pay_winner(state, winner):
    """Write the utilities of a game of two seats: 1 for the winner, -1 for the other. A winner of -1 means a draw."""
    if winner >= 0:
        state.utility[winner] = 1
        state.utility[1 - winner] = -1


@inlined
def reset(pack, state):
    """Nothing is dealt, and the record is blank."""


@inlined
def conceal(pack, state, player):
    """Nothing is hidden but the generator, which determines what will be drawn."""
    state.rng = np.uint64(0)


@inlined
def determinize(pack, state, player):
    """Nothing is hidden, so every sample is the state itself."""
