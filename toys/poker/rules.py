"""The kernels of poker: dealing, betting and paying, what a player sees, and what is true of every position."""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, set_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.toys.poker import (
    COPIES,
    LAST,
    LAYOUT,
    RAISE_BY,
    RAISES,
    STAKE,
    UNKNOWN,
    Act,
    Card,
    Phase,
    kernel,
)
from medianoche.toys.shared import end_game

AT = LAYOUT.at
RANKS = len(Card)
ACTS = len(Act)
ZERO = np.uint64(0)
INCONSISTENCIES = (
    "there is no such poker",
    "a card is none of the deck",
    "more cards are of one rank than there are",
    "the choices so far are not what betting allows",
    "chips, round or turn do not follow from the choices so far",
    "the result is not that of cards and chips",
)


# ---- the rules


@kernel
def draw_other(state, one, two):
    """A rank for another card, where one of rank `one` is out already, and one of rank `two` if that is not -1."""
    copies = COPIES[state.kind]
    place = draw(state, RANKS * copies - 1 - (two >= 0))
    for rank in range(RANKS):
        place -= copies - (rank == one) - (rank == two)
        if place < 0:
            return rank
    return RANKS - 1


@kernel
def reset(pack, state):
    state.card[0] = draw(state, RANKS)
    state.card[1] = draw_other(state, state.card[0], -1)
    state.board = draw_other(state, state.card[0], state.card[1])
    for seat in range(2):
        state.pot[seat] = 1


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    set_bit(mask, Act.CALL)
    count = 1
    if state.pot[state.to_move] < state.pot[1 - state.to_move]:
        set_bit(mask, Act.FOLD)
        count += 1
    if state.raises < RAISES[state.kind]:
        set_bit(mask, Act.RAISE)
        count += 1
    return count


@kernel
def count_won(state):
    """The chips that player 0 wins as things stand: a player that has put in less than the other has folded."""
    if state.pot[0] < state.pot[1]:
        return -state.pot[0]
    if state.pot[0] > state.pot[1]:
        return state.pot[1]
    first = state.card[0]
    second = state.card[1]
    if first == second:
        return 0
    first_wins = first == state.board or (second != state.board and first > second)
    return state.pot[0] if first_wins else -state.pot[0]


@kernel
def finish(state):
    won = count_won(state)
    for seat in range(2):
        state.scores[seat] = won if seat == 0 else -won
        state.utility[seat] = state.scores[seat] / STAKE[state.kind]
    end_game(state, Phase.END)


@kernel
def apply(pack, state, action):
    mover = state.to_move
    state.played[state.ply] = action + 1
    state.ply += 1
    if action == Act.RAISE:
        state.pot[mover] = state.pot[1 - mover] + RAISE_BY[state.kind, state.phase]
        state.raises += 1
        state.to_move = 1 - mover
    elif action == Act.FOLD:
        finish(state)
    else:
        state.pot[mover] = state.pot[1 - mover]
        state.calls += 1
        if state.raises == 0 and state.calls == 1:
            state.to_move = 1 - mover
        elif state.phase == LAST[state.kind]:
            finish(state)
        else:
            state.raises = 0
            state.calls = 0
            state.shown = 1
            state.to_move = 0
            state.phase = Phase.SECOND


# ---- what a player sees, does not know, and can assume


@kernel
def observe(pack, state, player, out):
    out[:] = 0
    out[AT.seat + player] = 1
    out[AT.card + state.card[player]] = 1
    if state.shown:
        out[AT.board + state.board] = 1
    for k in range(state.ply):
        out[AT.played + ACTS * k + state.played[k] - 1] = 1


@kernel
def is_shown(state):
    """Whether both players' cards are shown: the game is over and no player has folded."""
    return state.done and state.pot[0] == state.pot[1]


@kernel
def conceal(pack, state, player):
    state.rng = ZERO
    if not is_shown(state):
        state.card[1 - player] = UNKNOWN
    if not state.shown:
        state.board = UNKNOWN


@kernel
def determinize(pack, state, player):
    if not is_shown(state):
        state.card[1 - player] = draw_other(state, state.card[player], state.board if state.shown else -1)
    if not state.shown:
        state.board = draw_other(state, state.card[player], state.card[1 - player])


@kernel
def heuristic(pack, state, mask):
    """Raise with a pair or a king; call with a queen, or where it costs nothing."""
    mover = state.to_move
    card = state.card[mover]
    raised = state.pot[1 - mover] > state.pot[mover]
    if card == Card.KING or (state.shown and card == state.board):
        return Act.RAISE if state.raises < RAISES[state.kind] else Act.CALL
    return Act.FOLD if raised and (card == Card.JACK or state.shown) else Act.CALL


# ---- what is true of every position


@kernel
def check_played(state):
    """0 if the betting so far is legal and leads to the state's chips, round and turn; 4: illegal; 5: other state."""
    first = 1
    second = 1
    mover = 0
    raises = 0
    calls = 0
    phase = 0
    shown = 0
    for k in range(len(state.played)):
        if k >= state.ply or phase == Phase.END:
            if state.played[k] != 0 or k < state.ply:
                return 4
            continue
        action = state.played[k] - 1
        mine = first
        theirs = second
        if mover == 1:
            mine = second
            theirs = first
        if action == Act.RAISE and raises < RAISES[state.kind]:
            mine = theirs + RAISE_BY[state.kind, phase]
            raises += 1
        elif action == Act.CALL:
            mine = theirs
            calls += 1
        elif not (action == Act.FOLD and mine < theirs):
            return 4
        first, second = (mine, theirs) if mover == 0 else (theirs, mine)
        mover = 1 - mover
        if action == Act.FOLD:
            phase = Phase.END
        elif action == Act.CALL and (calls == 2 or raises > 0):
            if phase == LAST[state.kind]:
                phase = Phase.END
            else:
                phase = Phase.SECOND
                mover = 0
                raises = 0
                calls = 0
                shown = 1
    done = phase == Phase.END
    agree = state.pot[0] == first and state.pot[1] == second and state.phase == phase and state.done == done
    if not done:
        agree = agree and state.to_move == mover
    agree = agree and state.shown == shown
    return 0 if agree and state.raises == raises and state.calls == calls else 5


@kernel
def inconsistency(pack, state):
    if not 0 <= state.kind < len(COPIES):
        return 1
    for seat in range(2):
        if not 0 <= state.card[seat] < RANKS or not 0 <= state.board < RANKS:
            return 2
    for rank in range(RANKS):
        if (state.card[0] == rank) + (state.card[1] == rank) + (state.board == rank) > COPIES[state.kind]:
            return 3
    if not 0 <= state.ply <= len(state.played) or not 0 <= state.shown <= 1:
        return 5
    wrong = check_played(state)
    if wrong:
        return wrong
    won = count_won(state) if state.done else 0
    for seat in range(2):
        score = won if seat == 0 else -won
        if state.scores[seat] != score or state.utility[seat] != np.float32(score / STAKE[state.kind]):
            return 6
    return 0
