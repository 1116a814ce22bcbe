"""The rules of Misty, in the order of play: a round is construction (pick, place, pass), activation and scoring."""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.misty.kernels.solver import activate, pending_arrows, solve, target_of
from medianoche.envs.misty.state import (
    ACT,
    ACT_BASE,
    ARROW,
    CODE_SIDE,
    END,
    FLOWER,
    KINDS,
    MONSTER,
    MOVED,
    PICK,
    PLACE,
    PLACE_BASE,
    PTS_ARROW,
    PTS_FLOWER,
    PTS_MONSTER,
    PTS_PAIR,
    PTS_SMILE,
    PTS_STILL,
    SEATS,
    SIDE,
    SMILE,
    STACK,
    STILL,
    kernel,
)

# Placement codes as bits: 5 rows and 5 columns, -1 to 3 in coordinates of the box.
ALL_CODES = (1 << CODE_SIDE * CODE_SIDE) - 1
FIRST_COL = 0b00001_00001_00001_00001_00001
LAST_COL = FIRST_COL << 4


# ---- a round begins


@kernel
def deal_card(state, seat, left):
    """Give `seat` one of the `left` cards of the deck, each equally likely."""
    k = draw(state, left)
    kind = 0
    while k >= np.int64(state.deck[kind]):
        k -= np.int64(state.deck[kind])
        kind += 1
    state.deck[kind] -= 1
    state.hand[seat, kind] += 1


@kernel
def deck_size(state):
    """How many cards of this round are not dealt."""
    left = np.int64(0)
    for kind in range(KINDS):
        left += np.int64(state.deck[kind])
    return left


@kernel
def deal_hands(state):
    """Deal `hand_size` cards to each seat (R5)."""
    left = deck_size(state)
    for seat in range(np.int64(state.num_players)):
        for _ in range(np.int64(state.hand_size)):
            deal_card(state, seat, left)
            left -= 1


@kernel
def new_round(pack, state):
    """Shuffle all cards, clear the windows, deal (R6)."""
    for kind in range(KINDS):
        state.deck[kind] = pack.deck0[kind]
    for seat in range(SEATS):
        for row in range(SIDE):
            for col in range(SIDE):
                state.win[seat, row, col] = -1
        for kind in range(KINDS):
            state.hand[seat, kind] = 0
        state.bh[seat] = 0
        state.bw[seat] = 0
        state.gone[seat] = 0
        state.act_done[seat] = 0
        state.round_points[seat] = 0
        state.pick[seat] = -1
        state.cell[seat] = -1
    state.deal = 0
    state.step = 0
    state.phase = PICK
    deal_hands(state)


# ---- construction: pick, place, pass


@kernel
def held_kinds(state, seat):
    """Bits of the kinds in the hand of `seat`."""
    kinds = np.int64(0)
    for kind in range(KINDS):
        if state.hand[seat, kind]:
            kinds |= 1 << kind
    return kinds


@kernel
def reveal_picks(state):
    """Everybody has picked: the picks leave the hands, face up (R1)."""
    for seat in range(np.int64(state.num_players)):
        state.hand[seat, state.pick[seat]] -= 1
    state.phase = PLACE


@kernel
def placements(state, seat):
    """Bits of the placement codes that `seat` may use (R7-R9).

    The box may grow by a row or a column as long as some allowed window still holds it.
    """
    height, width = np.int64(state.bh[seat]), np.int64(state.bw[seat])
    if height == 0:
        return np.int64(1 << CODE_SIDE + 1)  # row 0, column 0
    taken = np.int64(0)
    for row in range(height):
        for col in range(width):
            if state.win[seat, row, col] >= 0:
                taken |= 1 << (CODE_SIDE * (row + 1) + col + 1)
    near = taken | (taken & ~LAST_COL) << 1 | taken >> 1
    near |= near << CODE_SIDE | near >> CODE_SIDE
    taller, wider, larger = False, False, False
    for f in range(2):
        more_rows = height < np.int64(state.frame_h[f])
        more_cols = width < np.int64(state.frame_w[f])
        taller |= more_rows and width <= np.int64(state.frame_w[f])
        wider |= more_cols and height <= np.int64(state.frame_h[f])
        larger |= more_rows and more_cols
    inner_rows = ((1 << CODE_SIDE * height) - 1) << CODE_SIDE
    outer_rows = 0b11111 | 0b11111 << CODE_SIDE * (height + 1)
    inner_cols = FIRST_COL * (((1 << width) - 1) << 1)
    outer_cols = FIRST_COL | FIRST_COL << 1 + width if width < SIDE else FIRST_COL
    fits = inner_rows & inner_cols
    if taller:
        fits |= outer_rows & inner_cols
    if wider:
        fits |= inner_rows & outer_cols
    if larger:
        fits |= outer_rows & outer_cols
    return np.int64(near & ~taken & fits & ALL_CODES)


@kernel
def place_card(state, seat):
    """Put the pick of `seat` on its committed place; a place above or left of the box moves the box there."""
    row = np.int64(state.cell[seat]) // CODE_SIDE - 1
    col = np.int64(state.cell[seat]) % CODE_SIDE - 1
    down, right = np.int64(row < 0), np.int64(col < 0)
    if down or right:
        for r in range(SIDE - 1, -1, -1):
            for c in range(SIDE - 1, -1, -1):
                inside = r >= down and c >= right
                state.win[seat, r, c] = state.win[seat, r - down, c - right] if inside else -1
    row, col = row + down, col + right
    state.win[seat, row, col] = state.pick[seat]
    state.bh[seat] = max(np.int64(state.bh[seat]) + down, row + 1)
    state.bw[seat] = max(np.int64(state.bw[seat]) + right, col + 1)
    state.pick[seat] = -1
    state.cell[seat] = -1


@kernel
def pass_hands(state):
    """Every hand goes to the left neighbour in even deals, to the right one in odd deals (R3, R4)."""
    n = np.int64(state.num_players)
    for kind in range(KINDS):
        if state.deal & 1:
            first = state.hand[0, kind]
            for seat in range(n - 1):
                state.hand[seat, kind] = state.hand[seat + 1, kind]
            state.hand[n - 1, kind] = first
        else:
            last = state.hand[n - 1, kind]
            for seat in range(n - 1, 0, -1):
                state.hand[seat, kind] = state.hand[seat - 1, kind]
            state.hand[0, kind] = last


@kernel
def place_cards(state):
    """Everybody has chosen a place: the cards are laid (R2), the hands passed on or dealt anew."""
    for seat in range(np.int64(state.num_players)):
        place_card(state, seat)
    state.phase = PICK
    if state.step + 1 < state.hand_size:
        pass_hands(state)
        state.step += 1
        return
    state.step = 0
    state.deal += 1
    if state.deal < state.n_deals:
        deal_hands(state)
    else:
        state.phase = ACT


# ---- activation


@kernel
def move_free_arrows(state, seat):
    """Activate all free arrows (R27); returns bits of the arrows left, whose order is the player's choice.

    Free: no pending arrow points here, and none is where it points. Freeing others is all that a free move can do,
    so those found free at the beginning of a sweep all are until its end.
    """
    height, width = np.int64(state.bh[seat]), np.int64(state.bw[seat])
    while True:
        pending = pending_arrows(state, seat)
        aimed, blocked = np.int64(0), np.int64(0)
        rest = pending
        while rest:
            cell = lowest_bit(np.uint64(rest))
            rest &= rest - 1
            target = target_of(cell, np.int64(state.win[seat, cell >> 2, cell & 3]), height, width)
            if target >= 0:
                aimed |= 1 << target
                if pending >> target & 1:
                    blocked |= 1 << cell
        free = pending & ~aimed & ~blocked
        if free == 0:
            return pending
        while free:
            activate(state, seat, lowest_bit(np.uint64(free)))
            free &= free - 1


@kernel
def feed_monsters(state, seat):
    """Each uncovered monster eats one uncovered flower and takes its space, in row-major order (R21-R25)."""
    flower = np.int64(0)
    for cell in range(SIDE * SIDE):
        if state.win[seat, cell >> 2, cell & 3] != MONSTER:
            continue
        while flower < SIDE * SIDE and state.win[seat, flower >> 2, flower & 3] != FLOWER:
            flower += 1
        if flower == SIDE * SIDE:
            return
        state.win[seat, cell >> 2, cell & 3] = -1
        state.win[seat, flower >> 2, flower & 3] = MOVED + MONSTER
        state.gone[seat] += 1


@kernel
def window_points(pack, state, seat):
    """Points of the finished window of `seat` (R28-R30)."""
    points = np.int64(0)
    for row in range(np.int64(state.bh[seat])):
        smiles = np.int64(0)  # side by side, up to here
        for col in range(np.int64(state.bw[seat])):
            code = np.int64(state.win[seat, row, col])
            kind = code % MOVED
            smiles = smiles + 1 if code == SMILE else np.int64(0)
            if code < 0 or code >= STACK:
                continue
            if kind >= ARROW:
                points += np.int64(pack.pts[PTS_ARROW])
            elif kind == STILL:
                points += np.int64(pack.pts[PTS_STILL])
            elif kind == FLOWER:
                points += np.int64(pack.pts[PTS_FLOWER])
            elif kind == MONSTER:
                points += np.int64(pack.pts[PTS_MONSTER])
            else:
                points += np.int64(pack.pts[PTS_SMILE])
                if smiles > 1 and (state.smile_mode == 0 or smiles & 1 == 0):
                    points += np.int64(pack.pts[PTS_PAIR])
    return points


@kernel
def finish_activation(pack, state, seat):
    """Nothing of `seat` is left to activate: monsters eat, the window is scored."""
    if state.activation:
        state.round_points[seat] = solve(pack, state, seat)
    else:
        feed_monsters(state, seat)
        state.round_points[seat] = window_points(pack, state, seat)
    state.act_done[seat] = 1


# ---- a round ends


@kernel
def finish_round(state):
    """All with the most points win the round (R31); all who have won enough rounds share the match."""
    n = np.int64(state.num_players)
    most = np.int64(0)
    for seat in range(n):
        most = max(most, np.int64(state.round_points[seat]))
    winners = np.int64(0)
    for seat in range(n):
        points = np.int64(state.round_points[seat])
        state.last_points[seat] = points
        state.points_total[seat] += points
        if points == most:
            state.scores[seat] += 1
        if state.scores[seat] >= state.rounds_to_win:
            winners += 1
    if winners == 0:
        state.round_no += 1
        return
    for seat in range(n):
        won = state.scores[seat] >= state.rounds_to_win
        state.utility[seat] = 2.0 / winners - 1.0 if won else -1.0
    state.phase = END
    state.done = 1
    state.to_move = -1


# ---- what core calls


@kernel
def next_seat(state):
    """The lowest seat that has not committed in this phase, or num_players."""
    n = np.int64(state.num_players)
    for seat in range(n):
        if state.phase == PICK:
            waiting = state.pick[seat] < 0
        elif state.phase == PLACE:
            waiting = state.cell[seat] < 0
        else:
            waiting = state.act_done[seat] == 0
        if waiting:
            return np.int64(seat)
    return n


@kernel
def settle(pack, state):
    """Reveal, lay, pass, deal, move and score whatever needs no decision, and find the seat to ask."""
    while state.phase != END:
        seat = next_seat(state)
        if seat < np.int64(state.num_players):
            if state.phase != ACT or (state.activation == 0 and move_free_arrows(state, seat)):
                state.to_move = seat
                return
            finish_activation(pack, state, seat)
        elif state.phase == PICK:
            reveal_picks(state)
        elif state.phase == PLACE:
            place_cards(state)
        else:
            finish_round(state)
            if state.phase != END:
                new_round(pack, state)


@kernel
def reset(pack, state):
    state.done = 0
    state.round_no = 0
    for seat in range(SEATS):
        state.utility[seat] = 0
        state.scores[seat] = 0
        state.last_points[seat] = 0
        state.points_total[seat] = 0
    new_round(pack, state)
    settle(pack, state)


@kernel
def legal_mask(pack, state, mask):
    seat, actions = np.int64(state.to_move), np.int64(0)
    if state.phase == PICK:
        actions = held_kinds(state, seat)
    elif state.phase == PLACE:
        actions = placements(state, seat) << PLACE_BASE
    elif state.phase == ACT:
        actions = pending_arrows(state, seat) << ACT_BASE
    mask[0] = np.uint64(actions)
    return popcount(mask[0])


@kernel
def apply(pack, state, action):
    seat = np.int64(state.to_move)
    if state.phase == PICK:
        state.pick[seat] = action
    elif state.phase == PLACE:
        state.cell[seat] = action - PLACE_BASE
    else:
        activate(state, seat, action - ACT_BASE)
    settle(pack, state)
