"""A strong hand-written policy: sample the cards that may come, arrange them well, and value the window exactly.

In each imagined round the seat to move gets random cards of those still in play. They are placed greedily where they
suit, then improved by swaps; a swap that costs points is undone. All choices are compared in the same rounds with the
same random numbers (common random numbers), so that differences between them are not noise.

Arguments: `pool` and `cards` are int64[12], numbers of cards by kind. `cells` is int64[16], a code for each cell 4 *
row + column (-1 nothing, see `state.py`). `free` is int64[16], its first `count` numbers are the empty cells in random
order. `frame` is what `choose_frame` returns. `sums` is scratch memory of the solver, int64[7, 17]. Results are whole
points of a window. `mask` is a set of actions, uint64[1].
"""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit
from medianoche.envs.core.kernels.local import local_array, local_zeros
from medianoche.envs.core.kernels.rng import draw, draw_weighted
from medianoche.envs.misty.kernels import kernel
from medianoche.envs.misty.kernels.activation import target_of
from medianoche.envs.misty.kernels.rules import held_kinds, placements
from medianoche.envs.misty.kernels.solver import SCRATCH, best_act, solve_cells
from medianoche.envs.misty.state import ACTIONS, CELLS, CODE_SIDE, CODES, KINDS, SIDE, Kind, Phase

BASE = ACTIONS.at
PICK_ROUNDS = 22  # imagined rounds for one decision
PLACE_ROUNDS = 18
SWAPS = 4  # swaps tried in one imagined window


@kernel
def draw_cards(state, pool, number, cards):
    """Move `number` random cards from `pool` to `cards` (both counts by kind)."""
    left = 0
    for kind in range(KINDS):
        left += pool[kind]
    for taken in range(number):
        kind = draw_weighted(state, pool, left - taken)
        pool[kind] -= 1
        cards[kind] += 1


@kernel
def imagine_cards(state, pool, cards):
    """Sample into `cards` (counts by kind) the cards that the seat to move may get after its present one: the rest of
    this deal from the hands on the table, later deals from the deck."""
    for kind in range(KINDS):
        cards[kind] = 0
        pool[kind] = 0
        for seat in range(state.num_players):
            pool[kind] += state.hand[seat, kind]
    draw_cards(state, pool, state.hand_size - state.step - 1, cards)
    for kind in range(KINDS):
        pool[kind] = state.deck[kind]
    draw_cards(state, pool, (state.n_deals - state.deal - 1) * state.hand_size, cards)


@kernel
def choose_frame(state):
    """A random window that holds the box of the seat to move: the number of rows above and of columns left of the box
    (0 to 3), and height and width of the window (1 to 4)."""
    height, width = state.bh[state.to_move], state.bw[state.to_move]
    f = draw(state, 2)
    if height > state.frame_h[f] or width > state.frame_w[f]:
        f = 1 - f
    down = draw(state, state.frame_h[f] - height + 1)
    right = draw(state, state.frame_w[f] - width + 1)
    return down, right, state.frame_h[f], state.frame_w[f]


@kernel
def shuffle_free(state, frame, cells, free):
    """Put the window of the seat to move into `cells`, int64[16], list its empty cells (0 to 15) in random order in
    `free`, int64[16]; return their number."""
    seat = state.to_move
    down, right, frame_h, frame_w = frame
    for cell in range(CELLS):
        cells[cell] = -1
    for row in range(state.bh[seat]):
        for col in range(state.bw[seat]):
            cells[SIDE * (row + down) + col + right] = state.win[seat, row, col]
    count = 0
    for row in range(frame_h):
        for cell in range(SIDE * row, SIDE * row + frame_w):
            if cells[cell] < 0:
                other = draw(state, count + 1)
                free[count] = free[other]
                free[other] = cell
                count += 1
    return count


@kernel
def suits(cells, aimed, cell, kind, target):
    """Whether a card of this kind, 0 to 11, on this cell, 0 to 15, helps, or does little harm, judged by the cards
    around it. `aimed` is the set of cells, as bits, that arrows point at; `target` is the cell that the card itself
    points at, -1 outside the window or without an arrow."""
    if kind >= Kind.ARROW_N:
        return target < 0 or cells[target] == kind or cells[target] == Kind.MONSTER
    if kind == Kind.SMILE:
        return (cell & 3 > 0 and cells[cell - 1] == Kind.SMILE) or (cell & 3 < 3 and cells[cell + 1] == Kind.SMILE)
    return (aimed >> cell & 1 == 1) == (kind == Kind.MONSTER)


@kernel
def arrange(pack, state, frame, cards, count, cells, free, sums):
    """Put `cards` on the first `count` cells of `free`, each on the first that suits it, improve by swaps, and return
    the points of the window."""
    _, _, frame_h, frame_w = frame
    aimed = 0
    for cell in range(CELLS):
        if cells[cell] >= Kind.ARROW_N:
            target = target_of(cell, cells[cell], frame_h, frame_w)
            if target >= 0:
                aimed |= 1 << target
    for kind in range(KINDS - 1, -1, -1):
        for _ in range(cards[kind]):
            chosen = -1
            goal = -1
            for k in range(count):
                cell = free[k]
                if cells[cell] >= 0:
                    continue
                target = target_of(cell, kind, frame_h, frame_w) if kind >= Kind.ARROW_N else -1
                good = suits(cells, aimed, cell, kind, target)
                if good or chosen < 0:
                    chosen = cell
                    goal = target
                if good:
                    break
            cells[chosen] = kind
            if goal >= 0:
                aimed |= 1 << goal
    best = solve_cells(pack, cells, sums, frame_h, frame_w, state.smile_mode)
    if count < 2:
        return best
    for _ in range(SWAPS):
        one = draw(state, count)
        two = (one + 1 + draw(state, count - 1)) % count
        one = free[one]
        two = free[two]
        a = cells[one]
        b = cells[two]
        if a == b:
            continue
        cells[one] = b
        cells[two] = a
        points = solve_cells(pack, cells, sums, frame_h, frame_w, state.smile_mode)
        if points >= best:
            best = points
        else:
            cells[one] = a
            cells[two] = b
    return best


@kernel
def best_with(pack, state, frame, target, count, cells, free, sums):
    """The most points of an arranged window in which the card on the table lies on the cell `target`, 0 to 15, by a
    swap with a card of its kind; at least 0."""
    _, _, frame_h, frame_w = frame
    pick = state.pick[state.to_move]
    occupant = cells[target]
    best = 0
    for k in range(count):
        cell = free[k]
        if cells[cell] != pick:
            continue
        cells[cell] = occupant
        cells[target] = pick
        best = max(best, solve_cells(pack, cells, sums, frame_h, frame_w, state.smile_mode))
        cells[target] = occupant
        cells[cell] = pick
    return best


@kernel
def choose_placement(pack, state):
    """The placement code, 0 to 24 (5 * (row + 1) + column + 1 of the box), with the smallest average loss in points
    against the arrangements found."""
    pool = local_array(KINDS, np.int64)
    cards = local_array(KINDS, np.int64)
    free = local_array(CELLS, np.int64)
    sums = local_array(SCRATCH, np.int64)
    cells = local_array(CELLS, np.int64)
    losses = local_zeros(CODES, np.int64)
    tries = local_zeros(CODES, np.int64)
    seat = state.to_move
    codes = placements(state, seat)
    for _ in range(PLACE_ROUNDS):
        imagine_cards(state, pool, cards)
        cards[state.pick[seat]] += 1
        frame = choose_frame(state)
        count = shuffle_free(state, frame, cells, free)
        down, right, _, _ = frame
        best = arrange(pack, state, frame, cards, count, cells, free, sums)
        for k in range(count):
            cell = free[k]
            row, col = (cell >> 2) - down + 1, (cell & 3) - right + 1
            code = CODE_SIDE * row + col
            if 0 <= row < CODE_SIDE and 0 <= col < CODE_SIDE and codes >> code & 1:
                tries[code] += 1
                if cells[cell] != state.pick[seat]:
                    losses[code] += best - best_with(pack, state, frame, cell, count, cells, free, sums)
    chosen = lowest_bit(codes)
    for code in range(CODES):
        if losses[code] * tries[chosen] < losses[chosen] * tries[code] or tries[chosen] == 0 < tries[code]:
            chosen = code
    return chosen


@kernel
def choose_pick(pack, state):
    """The kind, 0 to 11, with the best average of points over imagined rounds, with the same random numbers for all
    kinds."""
    pool = local_array(KINDS, np.int64)
    cards = local_array(KINDS, np.int64)
    free = local_array(CELLS, np.int64)
    sums = local_array(SCRATCH, np.int64)
    cells = local_array(CELLS, np.int64)
    totals = local_zeros(KINDS, np.int64)
    kinds = held_kinds(state, state.to_move)
    for _ in range(PICK_ROUNDS):
        imagine_cards(state, pool, cards)
        frame = choose_frame(state)
        count = shuffle_free(state, frame, cells, free)
        chances = state.rng
        rest = kinds
        while rest:
            kind = lowest_bit(rest)
            rest &= rest - 1
            state.rng = chances
            cards[kind] += 1
            totals[kind] += arrange(pack, state, frame, cards, count, cells, free, sums)
            cards[kind] -= 1
            for k in range(count):
                cells[free[k]] = -1
    best = lowest_bit(kinds)
    for kind in range(KINDS):
        if kinds >> kind & 1 and totals[kind] > totals[best]:
            best = kind
    return best


@kernel
def heuristic(pack, state, mask):
    """The action of the hand-written policy, a number of ACTIONS; `mask` has the legal ones. `state` is a determinized
    copy and may change."""
    if state.phase == Phase.ACT:
        return best_act(pack, state)
    if state.phase == Phase.PICK:
        return choose_pick(pack, state)
    return BASE.place + choose_placement(pack, state)
