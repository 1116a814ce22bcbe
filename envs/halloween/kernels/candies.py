"""Dice, shuffles and payments.

A die is 1 to 8. `seat` is 0 to 4; POT is -1.
"""

from medianoche.envs.core.kernels import inlined
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.halloween.events import News
from medianoche.envs.halloween.kernels import kernel
from medianoche.envs.halloween.numbers import DIE
from medianoche.envs.halloween.state import POT, QUEUE


@kernel
def roll_die(state):
    """The next die, 1 to DIE: the first one of `dice_queue`, or a random one if the queue is empty."""
    die = state.dice_queue[0]
    if die == 0:
        return draw(state, DIE) + 1
    for i in range(QUEUE - 1):
        state.dice_queue[i] = state.dice_queue[i + 1]
    state.dice_queue[QUEUE - 1] = 0
    return die


@kernel
def throw_die(state, seat):
    """A die of `seat` that all players see, 1 to 8."""
    die = roll_die(state)
    note(state, News.THREW, seat, die)
    return die


@inlined
def shuffle(state, deck, first):
    """Fill `deck` with the numbers from `first` on, in random order (Fisher-Yates). `deck` is an integer array; all its
    places are filled."""
    for i in range(len(deck)):
        deck[i] = first + i
    for i in range(len(deck) - 1, 0, -1):
        j = draw(state, i + 1)
        other = deck[j]
        deck[j] = deck[i]
        deck[i] = other


@kernel
def throw_half_die(state, seat):
    """Half of an open die of `seat`, rounded up. It is 1 to 4."""
    return (throw_die(state, seat) + 1) // 2


@kernel
def pay(state, payer, payee, amount):
    """`payer` gives `payee` `amount` candies, or all that it has if these are fewer (R25); both are seats or POT."""
    paid = min(amount, state.pot if payer == POT else state.candies[payer])
    if paid or payer == state.mover or payee == state.mover:
        note(state, News.PAID, payer, payee, paid, state.mover, state.phase)
    if payer == POT:
        state.pot -= paid
    else:
        state.candies[payer] -= paid
    if payee == POT:
        state.pot += paid
    else:
        state.candies[payee] += paid
