"""The hand-written policy, the agent `greedy`. It gets a sample, so it cannot use what the player does not know."""

from medianoche.envs.core.kernels.bits import test_bit
from medianoche.toys.first_game.state import CARDS, NONE, kernel


@kernel
def heuristic(pack, state, mask):
    """Play the lowest card that wins so far; if none does, the lowest. Who begins plays the highest."""
    best = NONE
    lowest = NONE
    winning = NONE
    highest = NONE
    for seat in range(state.num_players):
        best = max(best, state.table[seat])
    for card in range(CARDS):
        if test_bit(mask, card):
            highest = card
            lowest = card if lowest == NONE else lowest
            winning = card if winning == NONE and card > best else winning
    if best == NONE:
        return highest
    return lowest if winning == NONE else winning
