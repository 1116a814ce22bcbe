"""What a player sees, and what the rest might be."""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.misty.kernels.rules import deal_card, deck_size, placements
from medianoche.envs.misty.state import (
    ACT,
    ARROW,
    CELLS,
    COL_STEP,
    KINDS,
    LAYOUT,
    MOVED,
    PICK,
    PLACE,
    PLANES,
    ROW_STEP,
    SEATS,
    SIDE,
    STACK,
    kernel,
)

OFFSET = dict(zip((block.name for block in LAYOUT), np.cumsum([0, *(b.size for b in LAYOUT)]).tolist(), strict=False))
WINDOWS, BOXES, OWN_HAND, KNOWN_HANDS = (OFFSET[b] for b in ("windows", "boxes", "own_hand", "known_hands"))
UNSEEN_POOL, REVEALED, OWN_PICK = OFFSET["unseen_pool"], OFFSET["revealed_picks"], OFFSET["own_pick"]
TO_MOVE, PHASE, COMMITTED, DEAL = (OFFSET[b] for b in ("to_move", "phase", "committed", "deal"))
PRESENT, SCORES, ROUND_POINTS = OFFSET["seats"], OFFSET["scores"], OFFSET["round_points"]
OPTIONS, DECK, POINTS = OFFSET["options"], OFFSET["deck"], OFFSET["points"]
PLANE_NORTH, PLANE_EAST, PLANE_SOUTH, PLANE_WEST, PLANE_MOVED, PLANE_STACK = range(4, PLANES)
MOST_POINTS, MOST_COPIES, MOST_VALUE = 24, 16, 9


@kernel
def is_known(state, player, seat):
    """Whether `player` has held the hand that `seat` holds now (R34)."""
    n = np.int64(state.num_players)
    away = player - seat if state.deal & 1 else seat - player
    return (away + n) % n <= np.int64(state.step)


@kernel
def observe_window(state, seat, slot, out):
    """Blocks `windows` and `boxes` of one seat."""
    base = WINDOWS + slot * PLANES * CELLS
    height, width = np.int64(state.bh[seat]), np.int64(state.bw[seat])
    filled = 0
    for row in range(height):
        for col in range(width):
            code = np.int64(state.win[seat, row, col])
            if code < 0:
                continue
            filled += 1
            at = base + SIDE * row + col
            if code >= STACK:
                out[at + CELLS * PLANE_STACK] = 1
                continue
            if code >= MOVED:
                out[at + CELLS * PLANE_MOVED] = 1
            kind = code % MOVED
            if kind < ARROW:
                out[at + CELLS * kind] = 1
                continue
            down, right = ROW_STEP[kind - ARROW], COL_STEP[kind - ARROW]
            if down:
                out[at + CELLS * (PLANE_SOUTH if down > 0 else PLANE_NORTH)] = 1
            if right:
                out[at + CELLS * (PLANE_EAST if right > 0 else PLANE_WEST)] = 1
    base = BOXES + slot * 5
    out[base] = height / SIDE
    out[base + 1] = width / SIDE
    out[base + 2] = filled / 12
    for f in range(2):
        out[base + 3 + f] = height <= np.int64(state.frame_h[f]) and width <= np.int64(state.frame_w[f])


@kernel
def observe_hands(state, player, out):
    """Blocks of hands and of the cards whose whereabouts `player` does not know."""
    n, size = np.int64(state.num_players), np.int64(state.hand_size)
    building = state.phase <= PLACE
    for kind in range(KINDS):
        out[OWN_HAND + kind] = np.int64(state.hand[player, kind]) / size
        if state.obs_memory:
            out[UNSEEN_POOL + kind] = np.int64(state.deck[kind]) / MOST_COPIES
    if state.obs_memory == 0 or not building:
        return
    for slot in range(1, n):
        seat = (player + slot) % n
        base = KNOWN_HANDS + (slot - 1) * (1 + KINDS)
        known = is_known(state, player, seat)
        out[base] = known
        for kind in range(KINDS):
            count = np.int64(state.hand[seat, kind])
            if known:
                out[base + 1 + kind] = count / size
            elif count:
                out[UNSEEN_POOL + kind] += count / MOST_COPIES


@kernel
def observe_seat(state, seat, slot, out):
    """What is public of one seat besides its window and hand."""
    out[PRESENT + slot] = 1
    out[SCORES + slot] = min(np.int64(state.scores[seat]) / np.int64(state.rounds_to_win), 1.0)
    if state.phase == PICK:
        out[COMMITTED + slot] = state.pick[seat] >= 0
    elif state.phase == PLACE:
        out[COMMITTED + slot] = state.cell[seat] >= 0
        if state.pick[seat] >= 0:
            out[REVEALED + slot * KINDS + np.int64(state.pick[seat])] = 1
    else:
        out[COMMITTED + slot] = state.act_done[seat]
        out[ROUND_POINTS + slot] = min(np.int64(state.round_points[seat]) / MOST_POINTS, 1.0)


@kernel
def observe_table(pack, state, player, out):
    """What is one thing for all: turn, phase, deal, round, options, pack."""
    n = np.int64(state.num_players)
    if state.to_move >= 0:
        out[TO_MOVE + (np.int64(state.to_move) - player + n) % n] = 1
    out[PHASE + np.int64(state.phase)] = 1
    if state.phase <= PLACE:
        out[DEAL + np.int64(state.deal)] = 1
        out[DEAL + 3] = np.int64(state.step) / (np.int64(state.hand_size) - 1)
        out[DEAL + 4] = -1 if state.deal & 1 else 1
    if state.phase == PICK and state.pick[player] >= 0:
        out[OWN_PICK + np.int64(state.pick[player])] = 1
    last_round = n * (np.int64(state.rounds_to_win) - 1)
    if last_round:
        out[SCORES + SEATS] = np.int64(state.round_no) / last_round
    out[OPTIONS] = state.hand_size == 3
    out[OPTIONS + 1] = state.smile_mode
    out[OPTIONS + 2] = state.activation
    for kind in range(KINDS):
        out[DECK + kind] = np.int64(pack.deck0[kind]) / MOST_COPIES
    for k in range(6):
        out[POINTS + k] = np.int64(pack.pts[k]) / MOST_VALUE


@kernel
def observe(pack, state, player, out):
    for k in range(len(out)):
        out[k] = 0
    n = np.int64(state.num_players)
    for slot in range(n):
        seat = (player + slot) % n
        observe_window(state, seat, slot, out)
        observe_seat(state, seat, slot, out)
    observe_hands(state, player, out)
    observe_table(pack, state, player, out)


# ---- determinize


@kernel
def redeal_unknown(state, player):
    """Shuffle the hands that `player` has never held together with the deck."""
    n = np.int64(state.num_players)
    size = np.int64(state.hand_size) - np.int64(state.step) - np.int64(state.phase == PLACE)
    for seat in range(n):
        if not is_known(state, player, seat):
            for kind in range(KINDS):
                state.deck[kind] += state.hand[seat, kind]
                state.hand[seat, kind] = 0
    left = deck_size(state)
    for seat in range(n):
        if not is_known(state, player, seat):
            for _ in range(size):
                deal_card(state, seat, left)
                left -= 1


@kernel
def redraw_pick(state, seat):
    """A random card of the hand as the secret pick of `seat`."""
    k = draw(state, np.int64(state.hand_size) - np.int64(state.step))
    kind = 0
    while k >= np.int64(state.hand[seat, kind]):
        k -= np.int64(state.hand[seat, kind])
        kind += 1
    state.pick[seat] = kind


@kernel
def redraw_cell(state, seat):
    """A random legal placement as the secret one of `seat`."""
    codes = placements(state, seat)
    for _ in range(draw(state, popcount(np.uint64(codes)))):
        codes &= codes - 1
    state.cell[seat] = lowest_bit(np.uint64(codes))


@kernel
def determinize(pack, state, player):
    if state.phase >= ACT:
        return  # hands are empty, nothing hidden matters any more
    redeal_unknown(state, player)
    for seat in range(np.int64(state.num_players)):
        if seat == player:
            continue
        if state.phase == PICK and state.pick[seat] >= 0:
            redraw_pick(state, seat)
        elif state.phase == PLACE and state.cell[seat] >= 0:
            redraw_cell(state, seat)
