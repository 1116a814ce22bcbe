"""Dice and payments."""

from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.halloween.kernels import kernel
from medianoche.envs.halloween.state import POT, QUEUE


@kernel
def roll_die(state):
    """The next die: the one laid out for it, else by chance, 1 to 8."""
    die = state.dice_queue[0]
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
    paid = min(amount, state.pot if payer == POT else state.candies[payer])
    if payer == POT:
        state.pot -= paid
    else:
        state.candies[payer] -= paid
    if payee == POT:
        state.pot += paid
    else:
        state.candies[payee] += paid
