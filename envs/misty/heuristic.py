"""A strong hand-written policy: imagine how the draft may go on, arrange those cards well, value the window exactly.

Each choice is tried in a number of imagined rounds, the same for all choices. In one of them every seat drafts by simple
preferences from hands that may be the true ones; the cards that come to the seat to move are put into its window at
random and then swapped for as long as the solver sees more points in it.
"""

import numpy as np

from medianoche.envs.core.bits import lowest_bit
from medianoche.envs.core.rng import draw
from medianoche.envs.misty.rules import held_kinds, placements
from medianoche.envs.misty.solver import best_act, solve_cells
from medianoche.envs.misty.state import (
    ACT,
    ARROW,
    CELLS,
    CODE_SIDE,
    FLOWER,
    KINDS,
    MONSTER,
    PICK,
    PLACE_BASE,
    PTS_FLOWER,
    PTS_MONSTER,
    PTS_PAIR,
    PTS_SMILE,
    PTS_STILL,
    SEATS,
    SIDE,
    SMILE,
    STILL,
    kernel,
)

SOLVES = 200  # windows valued for one decision, about
SWAPS = 10  # of them for one imagined window


@kernel.helper
def fill_weights(pack, weights):
    """How readily each kind is drafted in an imagined round."""
    for kind in range(KINDS):
        weights[kind] = 2
    weights[STILL] = 1 + 7 * np.int64(pack.pts[PTS_STILL])
    weights[FLOWER] = 1 + 8 * np.int64(pack.pts[PTS_FLOWER])
    weights[SMILE] = 1 + 6 * np.int64(pack.pts[PTS_SMILE]) + 6 * np.int64(pack.pts[PTS_PAIR])
    weights[MONSTER] = 2


@kernel.helper
def draft(state, hands, weights, owner):
    """Take a random card out of a hand by the weights; returns its kind."""
    total = np.int64(0)
    for kind in range(KINDS):
        total += hands[owner, kind] * weights[kind]
    k = draw(state, total)
    for kind in range(KINDS):
        k -= hands[owner, kind] * weights[kind]
        if k < 0:
            hands[owner, kind] -= 1
            return np.int64(kind)
    return np.int64(0)


@kernel.helper
def deal_imagined(state, hands):
    """Fresh hands from the deck; row SEATS of `hands` is the deck."""
    left = np.int64(0)
    for kind in range(KINDS):
        left += hands[SEATS, kind]
    for owner in range(np.int64(state.num_players)):
        for kind in range(KINDS):
            hands[owner, kind] = 0
        for _ in range(np.int64(state.hand_size)):
            k = draw(state, left)
            left -= 1
            kind = 0
            while k >= hands[SEATS, kind]:
                k -= hands[SEATS, kind]
                kind += 1
            hands[SEATS, kind] -= 1
            hands[owner, kind] += 1


@kernel.helper
def imagine_draft(state, hands, weights, cards, first):
    """Draft to the end of the round; returns how many kinds were written to `cards`, those that come to this seat.

    `first` is what the seat picks now; -1 in PLACE, where its pick is on the table already.
    """
    n, seat, size = np.int64(state.num_players), np.int64(state.to_move), np.int64(state.hand_size)
    for kind in range(KINDS):
        hands[SEATS, kind] = np.int64(state.deck[kind])
        for owner in range(n):
            hands[owner, kind] = np.int64(state.hand[owner, kind])
    count = np.int64(0)
    step = np.int64(state.step) + np.int64(state.phase != PICK)
    passed = np.int64(state.phase != PICK)
    for deal in range(np.int64(state.deal), np.int64(state.n_deals)):
        while step < size:
            for owner in range(n):
                away = passed if deal & 1 == 0 else -passed
                holder = (owner + away + n * size) % n
                if holder == seat:
                    if first >= 0:
                        hands[owner, first] -= 1
                        cards[count] = first
                        first = np.int64(-1)
                    else:
                        cards[count] = draft(state, hands, weights, owner)
                    count += 1
                else:
                    draft(state, hands, weights, owner)
            step += 1
            passed += 1
        if deal + 1 < np.int64(state.n_deals):
            deal_imagined(state, hands)
        step = np.int64(0)
        passed = np.int64(0)
    return count


@kernel.helper
def arrange(pack, state, base, height, width, cards, count, cells, free, sums):
    """Points of the window `base` (a box of `height` x `width`) filled up with `cards`, arranged at random, then better."""
    f = np.int64(draw(state, 2))
    if height > np.int64(state.frame_h[f]) or width > np.int64(state.frame_w[f]):
        f = 1 - f
    frame_h, frame_w = np.int64(state.frame_h[f]), np.int64(state.frame_w[f])
    down, right = draw(state, frame_h - height + 1), draw(state, frame_w - width + 1)
    for cell in range(CELLS):
        cells[cell] = -1
    for row in range(height):
        for col in range(width):
            cells[SIDE * (row + down) + col + right] = base[SIDE * row + col]
    k = np.int64(0)
    for row in range(frame_h):
        for cell in range(SIDE * row, SIDE * row + frame_w):
            if cells[cell] < 0:
                free[k] = cell
                k += 1
    for k in range(count):
        other = k + draw(state, count - k)
        cell = free[other]
        free[other] = free[k]
        free[k] = cell
        cells[cell] = cards[k]
    smile_mode = np.int64(state.smile_mode)
    best = solve_cells(pack, cells, sums, frame_h, frame_w, smile_mode)
    if count < 2:
        return best
    for _ in range(SWAPS):
        one = draw(state, count)
        two = (one + 1 + draw(state, count - 1)) % count
        one, two = free[one], free[two]
        a, b = cells[one], cells[two]
        if a == b:
            continue
        cells[one], cells[two] = b, a
        points = solve_cells(pack, cells, sums, frame_h, frame_w, smile_mode)
        if points >= best:
            best = points
        else:
            cells[one], cells[two] = a, b
    return best


@kernel.helper
def lay(state, code, base):
    """The window of the seat to move with its pick placed by `code`, into `base`; returns 8 * height + width."""
    seat = np.int64(state.to_move)
    height, width = np.int64(state.bh[seat]), np.int64(state.bw[seat])
    row, col = code // CODE_SIDE - 1, code % CODE_SIDE - 1
    down, right = np.int64(row < 0), np.int64(col < 0)
    for cell in range(CELLS):
        base[cell] = -1
    for r in range(height):
        for c in range(width):
            base[SIDE * (r + down) + c + right] = np.int64(state.win[seat, r, c])
    base[SIDE * (row + down) + col + right] = np.int64(state.pick[seat])
    return 8 * max(height + down, row + down + 1) + max(width + right, col + right + 1)


@kernel.helper
def choose_placement(pack, state):
    """The placement code with the best average over imagined rounds."""
    weights, cards, free = np.empty(KINDS, np.int64), np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    hands, sums = np.empty((SEATS + 1, KINDS), np.int64), np.empty((7, CELLS), np.int64)
    base, cells, totals = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64), np.zeros(25, np.int64)
    fill_weights(pack, weights)
    codes = placements(state, np.int64(state.to_move))
    number = np.int64(0)
    rest = codes
    while rest:
        number += 1
        rest &= rest - 1
    rounds = max(SOLVES // (number * (SWAPS + 1)), 1)
    for _ in range(rounds):
        count = imagine_draft(state, hands, weights, cards, -1)
        rest = codes
        while rest:
            code = lowest_bit(np.uint64(rest))
            rest &= rest - 1
            box = lay(state, code, base)
            totals[code] += arrange(pack, state, base, box >> 3, box & 7, cards, count, cells, free, sums)
    best = lowest_bit(np.uint64(codes))
    for code in range(25):
        if codes >> code & 1 and totals[code] > totals[best]:
            best = np.int64(code)
    return best


@kernel.helper
def choose_pick(pack, state):
    """The kind with the best average over imagined rounds."""
    weights, cards, free = np.empty(KINDS, np.int64), np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    hands, sums = np.empty((SEATS + 1, KINDS), np.int64), np.empty((7, CELLS), np.int64)
    base, cells, totals = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64), np.zeros(KINDS, np.int64)
    fill_weights(pack, weights)
    seat = np.int64(state.to_move)
    for cell in range(CELLS):
        base[cell] = np.int64(state.win[seat, cell >> 2, cell & 3])
    height, width = np.int64(state.bh[seat]), np.int64(state.bw[seat])
    kinds = held_kinds(state, seat)
    number = np.int64(0)
    rest = kinds
    while rest:
        number += 1
        rest &= rest - 1
    rounds = max(SOLVES // (number * (SWAPS + 1)), 1)
    for _ in range(rounds):
        rest = kinds
        while rest:
            kind = lowest_bit(np.uint64(rest))
            rest &= rest - 1
            count = imagine_draft(state, hands, weights, cards, kind)
            totals[kind] += arrange(pack, state, base, height, width, cards, count, cells, free, sums)
    best = lowest_bit(np.uint64(kinds))
    for kind in range(KINDS):
        if kinds >> kind & 1 and totals[kind] > totals[best]:
            best = np.int64(kind)
    return best


@kernel
def heuristic(pack, state, mask):
    if state.phase == ACT:
        return best_act(pack, state)
    if state.phase == PICK:
        return choose_pick(pack, state)
    return PLACE_BASE + choose_placement(pack, state)
