"""What the loops do with one game: a step and a deal, each with the forced moves after it, and samples for a seat.

Arguments: `mask` is uint64[words], a set of actions: bit a % 64 of word a // 64 is action a, from 0. `player` is a
seat, from 0. A count of legal actions is 0 at the end of a game.
"""

from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.compile.jit import inlined
from medianoche.envs.core.kernels.bits import clear_bits, nth_bit

FORCED_LIMIT = 10_000
"""Forced moves in a row after which a player is asked in spite of having one action: rules that never come to a choice
would otherwise never return, and compiled code cannot be interrupted."""

SAMPLE_LIMIT = 64
"""Samples that are drawn for a seat until one fits what all know; the last one is taken as it is."""


@inlined
def step(pack, state, action, mask):
    """Apply `action`, a legal one from 0, then every forced one; `mask`, uint64[words], is left as the next choice's,
    all zero at the end.

    Returns how many actions are legal now: 0 at the end, 1 only after FORCED_LIMIT forced moves.
    """
    forced = 0
    while True:
        dispatch.apply(pack, state, action)
        if state.done:
            clear_bits(mask)
            return 0
        legal = dispatch.legal_mask(pack, state, mask)
        if legal != 1 or forced == FORCED_LIMIT:
            return legal
        forced += 1
        action = nth_bit(mask, 0)


@inlined
def advance(pack, state, mask):
    """Apply forced actions until there is a choice or the end; returns how many actions are legal then, 0 at the end.
    `mask`, uint64[words], gets them."""
    if state.done:
        clear_bits(mask)
        return 0
    legal = dispatch.legal_mask(pack, state, mask)
    if legal == 1:
        legal = step(pack, state, nth_bit(mask, 0), mask)
    return legal


@inlined
def deal(packs, states, i, blank, mask):
    """Deal a new game in row i, from 0, over the blank one, blank[0], with its own generator and pack; returns how many
    actions are legal, 0 if the game ends in the deal. `mask`, uint64[words], gets them."""
    rng = states[i].rng
    number = states[i].pack
    states[i] = blank[0]
    state = states[i]
    pack = packs[number]
    state.rng = rng
    state.pack = number
    dispatch.reset(pack, state)
    return advance(pack, state, mask)


@inlined
def determinize(pack, state, player, mask):
    """Resample everything hidden from `player`, a seat from 0, with the generator of `state`; `mask`, uint64[words], is
    scratch.

    All players know that the seat to move has a choice: with one action it would not be asked. A sample in which it has
    none is drawn again.
    """
    dispatch.determinize(pack, state, player)
    if player == state.to_move or state.done:  # the own legal actions are known
        return
    for _ in range(SAMPLE_LIMIT):
        if dispatch.legal_mask(pack, state, mask) > 1:
            return
        dispatch.determinize(pack, state, player)
