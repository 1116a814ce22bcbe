"""The kernels of the four games. Sets of cells are the low nine bits of an integer."""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, set_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.toys.boards import CELLS, EMPTY, LAYOUT, NO_TRY, SIDE, UNKNOWN, Phase, Rules, kernel
from medianoche.toys.shared import end_game, pay_winner

AT = LAYOUT.at
SIZE = LAYOUT.size
ZERO = np.uint64(0)
ALL = (1 << CELLS) - 1
GAMES = len(Rules)
INCONSISTENCIES = (
    "there is no such game",
    "a try is no cell, or comes twice",
    "board and turn do not follow from the tries",
    "the result is not that of the board",
)


def wins_by_line() -> np.ndarray:
    """bool[512]: whether a set of cells contains a row, a column or a diagonal."""
    cells = np.arange(CELLS).reshape(SIDE, SIDE)
    lines = [*cells, *cells.T, cells.diagonal(), cells[:, ::-1].diagonal()]
    sets = [sum(1 << int(cell) for cell in line) for line in lines]
    return np.array([any(mask & line == line for line in sets) for mask in range(ALL + 1)])


def wins_by_path(seat: int) -> np.ndarray:
    """bool[512]: whether a set of hexagons joins the upper edge and the lower (seat 0), the left and the right (1)."""
    steps = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1))
    winning = np.zeros(ALL + 1, bool)
    for mask in range(ALL + 1):
        own_cells = {divmod(cell, SIDE) for cell in range(CELLS) if mask >> cell & 1}
        reached = ahead = {at for at in own_cells if at[seat] == 0}
        while ahead:
            ahead = {(row + y, column + x) for row, column in ahead for y, x in steps} & own_cells - reached
            reached = reached | ahead
        winning[mask] = any(at[seat] == SIDE - 1 for at in reached)
    return winning


WINS = np.array([2 * [wins_by_line()], [wins_by_path(0), wins_by_path(1)]])
"""bool[tic-tac-toe or hex, seat, 512]: which sets of own stones win."""


@kernel
def wins(rules, seat, stones):
    """Whether the set `stones` of `seat` wins."""
    return WINS[rules // 2, seat, stones]


@kernel
def is_abrupt(rules):
    """Whether a try of a taken cell ends the turn."""
    return rules % 2 == 1


@kernel
def stones_of(state, seat):
    """The cells with a stone of `seat`."""
    stones = 0
    for cell in range(CELLS):
        stones |= (state.board[cell] == seat) << cell
    return stones


@kernel
def tried_by(state, seat):
    """The cells that `seat` has tried: the own stones, and those of the other that it has found."""
    cells_tried = 0
    for k in range(CELLS):
        if state.tries[seat, k] >= 0:
            cells_tried |= 1 << state.tries[seat, k]
    return cells_tried


@kernel
def reset(pack, state):
    for cell in range(CELLS):
        state.board[cell] = EMPTY
        for seat in range(2):
            state.tries[seat, cell] = NO_TRY


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    tried = tried_by(state, state.to_move)
    count = 0
    for cell in range(CELLS):
        if not tried >> cell & 1:
            set_bit(mask, cell)
            count += 1
    return count


@kernel
def finish(state, winner):
    """The game is over; `winner` is a seat, or -1 if the board is full without one."""
    if winner >= 0:
        state.scores[winner] = 1
        state.scores[1 - winner] = -1
    pay_winner(state, winner)
    end_game(state, Phase.END)


@kernel
def apply(pack, state, action):
    mover = state.to_move
    count = 0
    while state.tries[mover, count] != NO_TRY:
        count += 1
    state.tries[mover, count] = action
    if state.board[action] != EMPTY:
        if is_abrupt(state.rules):
            state.to_move = 1 - mover
        return
    state.board[action] = mover
    own_stones = stones_of(state, mover)
    if wins(state.rules, mover, own_stones):
        finish(state, mover)
    elif own_stones | stones_of(state, 1 - mover) == ALL:
        finish(state, -1)
    else:
        state.to_move = 1 - mover


@kernel
def observe(pack, state, player, out):
    out[:] = 0
    out[AT.seat + player] = 1
    for k in range(CELLS):
        cell = state.tries[player, k]
        if cell >= 0:
            out[(AT.own if state.board[cell] == player else AT.found) + cell] = 1
            out[AT.tries + CELLS * k + cell] = 1


@kernel
def conceal(pack, state, player):
    state.rng = ZERO
    if not state.done:
        tried = tried_by(state, player)
        for cell in range(CELLS):
            state.tries[1 - player, cell] = UNKNOWN
            if not tried >> cell & 1:
                state.board[cell] = UNKNOWN


@kernel
def cells_due(state, player, theirs, turns, done):
    """Cells of which the other must place a stone in this turn, so that each try of `player` from number `done` on that
    found a stone can find it; 0 if none is urgent, -1 if it is too late.

    `theirs` is the set of the other's stones; the other has `turns` turns before try `done`, this one included.
    """
    due = 0
    count = 0
    left = turns
    for k in range(done, CELLS):
        cell = state.tries[player, k]
        if cell < 0:
            break
        opposed = state.board[cell] == 1 - player
        if opposed and not theirs >> cell & 1:
            due |= 1 << cell
            count += 1
            if count > left:
                return -1
            if count == left:
                return due
        left += is_abrupt(state.rules) or not opposed
    return 0


@kernel
def try_history(state, player):
    """Replay a game in which `player` tries what it has tried, with the same answers, and the other plays at random.

    Writes what the other has tried into `state` and returns the set of the other's stones; -1 if the game does not
    come to where `state` is.
    """
    rules = state.rules
    other = 1 - player
    mover = 0
    own_stones = 0
    theirs = 0
    tried = 0
    done = 0
    count = 0
    target = stones_of(state, player)
    for k in range(CELLS):
        state.tries[other, k] = NO_TRY
    while True:
        over = done == CELLS or state.tries[player, done] < 0
        if mover == player:
            if over:
                return theirs if state.to_move == player else -1
            cell = state.tries[player, done]
            done += 1
            taken = (theirs >> cell) & 1
            if taken != (state.board[cell] == other):
                return -1
            if not taken:
                own_stones |= 1 << cell
                if wins(rules, player, own_stones) or own_stones | theirs == ALL:
                    return -1
            if not taken or is_abrupt(rules):
                mover = other
            continue
        # The other's turn: it ends here if the state is in the middle of it.
        here = over and state.to_move == other
        if here and (is_abrupt(rules) or draw(state, 2) == 0):
            return theirs if count < CELLS - 1 else -1  # a last cell would have been tried without a choice
        allowed = ALL & ~tried & (own_stones | ~target)
        due = cells_due(state, player, theirs, 1, done)
        if due < 0:
            return -1
        if due > 0:
            allowed &= due | (0 if is_abrupt(rules) else own_stones)
        if here:
            allowed &= own_stones
        choices = 0
        for cell in range(CELLS):
            choices += (allowed >> cell) & 1
        if choices == 0:
            return theirs if here and count < CELLS - 1 else -1
        place = draw(state, choices)
        cell = -1
        while place >= 0:
            cell += 1
            place -= (allowed >> cell) & 1
        state.tries[other, count] = cell
        tried |= 1 << cell
        count += 1
        if not (own_stones >> cell) & 1:
            theirs |= 1 << cell
            if wins(rules, other, theirs) or own_stones | theirs == ALL:
                return -1
            mover = player
        elif is_abrupt(rules):
            mover = player


@kernel
def determinize(pack, state, player):
    if state.done:
        return
    theirs = try_history(state, player)
    while theirs < 0:
        theirs = try_history(state, player)
    for cell in range(CELLS):
        if state.board[cell] != player:
            state.board[cell] = 1 - player if (theirs >> cell) & 1 else EMPTY


@kernel
def heuristic(pack, state, mask):
    """The middle, then corners, then edges: the first cell of these that was not tried."""
    tried = tried_by(state, state.to_move)
    for cell in (4, 0, 8, 2, 6, 1, 3, 5, 7):
        if not (tried >> cell) & 1:
            return cell
    return 0


@kernel
def next_try(state, seat, done):
    """Try number `done` of a seat, or -1."""
    return state.tries[seat, done] if done < CELLS else NO_TRY


@kernel
def check_result(state):
    """Replay the two lists of tries (whose turn it is follows from the answers): 3 if board or turn are others, 4 if
    the result is another, else 0."""
    x = 0
    o = 0
    x_done = 0
    o_done = 0
    mover = 0
    winner = -1
    ended = False
    while not ended:
        cell = next_try(state, mover, x_done if mover == 0 else o_done)
        if cell < 0:
            break
        taken = ((x | o) >> cell) & 1
        if mover == 0:
            x_done += 1
            x |= 0 if taken else 1 << cell
        else:
            o_done += 1
            o |= 0 if taken else 1 << cell
        if not taken:
            if wins(state.rules, mover, x if mover == 0 else o):
                winner = mover
            ended = winner >= 0 or x | o == ALL
        if not taken or is_abrupt(state.rules):
            mover = 1 - mover
    if next_try(state, 0, x_done) >= 0 or next_try(state, 1, o_done) >= 0:
        return 3
    if stones_of(state, 0) != x or stones_of(state, 1) != o or state.done != ended:
        return 3
    if state.phase != (Phase.END if ended else Phase.PLACE) or state.to_move != (-1 if ended else mover):
        return 3
    for seat in range(2):
        score = 0 if winner < 0 else 1 if seat == winner else -1
        if state.scores[seat] != score or state.utility[seat] != score:
            return 4
    return 0


@kernel
def inconsistency(pack, state):
    if not 0 <= state.rules < GAMES:
        return 1
    for seat in range(2):
        seen = 0
        over = False
        for k in range(CELLS):
            cell = state.tries[seat, k]
            if not NO_TRY <= cell < CELLS or (cell >= 0 and (over or (seen >> cell) & 1)):
                return 2
            over = cell == NO_TRY
            seen |= 0 if over else 1 << cell
    for cell in range(CELLS):
        if not EMPTY <= state.board[cell] < 2:
            return 3
    return check_result(state)
