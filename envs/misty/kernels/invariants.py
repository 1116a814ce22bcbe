"""What is true of every position of Misty that play can reach."""

import numpy as np

from medianoche.envs.misty.kernels.rules import deck_size, next_seat, placements, window_points
from medianoche.envs.misty.kernels.solver import pending_arrows, solve
from medianoche.envs.misty.state import (
    ACT,
    CELLS,
    END,
    FLOWER,
    KINDS,
    MONSTER,
    MOVED,
    PICK,
    PLACE,
    SEATS,
    SIDE,
    STACK,
    kernel,
)

INCONSISTENCIES = (
    "an option field is out of range: hand_size, n_deals and frames are those of a variant, rounds_to_win 1 to 3",
    "phase must be 0 to 3, done 1 exactly in phase END, to_move -1 exactly at the end and else a seat",
    "deal and step must be below n_deals and hand_size while building, n_deals and 0 afterwards",
    "a seat beyond num_players is not blank",
    "to_move is not the lowest seat that has not committed",
    "a pick is not a kind in the hand of its seat (PICK), not a revealed kind (PLACE) or not -1 (ACT, END)",
    "a cell is not a legal placement of its seat (PLACE) or not -1 (other phases)",
    "a hand has not the size that deal, step and phase tell",
    "a window holds a code that does not exist in this phase",
    "a box is not tight, a card lies outside it, or the cards in it are not connected",
    "a box fits no allowed window, or is not a whole window in ACT and END",
    "a window has not the number of cards that deal and step tell",
    "deck, hands, revealed picks and windows together are not the cards of the pack",
    "gone or act_done is out of range, or not 0 while building",
    "round_points is out of range, not 0 before act_done, or not the points of the finished window",
    "an arrow is pending or a flower uneaten in a window whose activation is finished",
    "scores are out of range, or their sum does not fit round_no",
    "utility is not 0 before the end or not the prize of the winners at the end",
    "points_total is less than last_points, or last_points is not the points of the round at the end",
)
(
    OPTIONS,
    TURN,
    DEAL,
    BLANK_SEATS,
    MOVER,
    PICKS,
    PLACES,
    HANDS,
    CODE,
    BOX,
    FRAME,
    WINDOW_CARDS,
    ALL_CARDS,
    COUNTERS,
    POINTS,
    UNFINISHED,
    SCORES,
    UTILITY,
    TOTALS,
) = range(1, 20)

FIRST_COL = 0b0001_0001_0001_0001


@kernel
def check_options(state):
    """Option fields."""
    sizes = (np.int64(state.hand_size), np.int64(state.n_deals))
    heights = (np.int64(state.frame_h[0]), np.int64(state.frame_h[1]))
    widths = (np.int64(state.frame_w[0]), np.int64(state.frame_w[1]))
    standard = sizes == (6, 2) and heights == (3, 4) and widths == (4, 3)
    introductory = sizes == (3, 3) and heights == (3, 3) and widths == (3, 3)
    if not (standard or introductory) or not 1 <= state.rounds_to_win <= 3:
        return OPTIONS
    if state.activation > 1 or state.smile_mode > 1 or state.obs_memory > 1:
        return OPTIONS
    return 0


@kernel
def check_turn(state):
    """Phase, whose turn, deal and step."""
    n = np.int64(state.num_players)
    if state.phase > END or state.done != (state.phase == END):
        return TURN
    if (state.to_move != -1) if state.done else not 0 <= state.to_move < n:
        return TURN
    if state.phase <= PLACE:
        if state.deal >= state.n_deals or state.step >= state.hand_size:
            return DEAL
    elif state.deal != state.n_deals or state.step != 0:
        return DEAL
    if not state.done and next_seat(state) < n and state.to_move != next_seat(state):
        return MOVER
    return 0


@kernel
def is_blank(state, seat):
    """Whether a seat nobody sits on is blank."""
    for cell in range(CELLS):
        if state.win[seat, cell >> 2, cell & 3] != -1:
            return False
    for kind in range(KINDS):
        if state.hand[seat, kind]:
            return False
    if state.scores[seat] or state.round_points[seat] or state.last_points[seat] or state.points_total[seat]:
        return False
    if state.bh[seat] or state.bw[seat] or state.gone[seat] or state.act_done[seat]:
        return False
    return state.pick[seat] == -1 and state.cell[seat] == -1 and state.utility[seat] == 0


@kernel
def check_hand(state, seat):
    """The hand of a seat and what it has committed."""
    pick, code = np.int64(state.pick[seat]), np.int64(state.cell[seat])
    size = np.int64(state.hand_size) - np.int64(state.step) - np.int64(state.phase == PLACE)
    for kind in range(KINDS):
        size -= np.int64(state.hand[seat, kind])
    if size != (np.int64(state.hand_size) if state.phase >= ACT else 0):
        return HANDS
    if not -1 <= pick < KINDS or (state.phase == PLACE and pick < 0) or (state.phase >= ACT and pick >= 0):
        return PICKS
    if state.phase == PICK and pick >= 0 and state.hand[seat, pick] == 0:
        return PICKS
    if code != -1 and (state.phase != PLACE or code < 0 or not placements(state, seat) >> code & 1):
        return PLACES
    return 0


@kernel
def is_code(state, seat, code):
    """Whether `code` may stand in the window of `seat` now."""
    if -1 <= code < KINDS:
        return True
    if state.phase <= PLACE or state.activation:
        return False
    if code == MOVED + MONSTER:
        return state.act_done[seat] == 1
    return MOVED + MONSTER < code < MOVED + KINDS or STACK + 2 <= code <= STACK + 12


@kernel
def is_connected(taken):
    """Whether all cells in the bits `taken` hang together, diagonals included."""
    reached = taken & -taken
    while True:
        near = reached | (reached & ~(FIRST_COL << 3)) << 1 | (reached & ~FIRST_COL) >> 1
        near = (near | near << SIDE | near >> SIDE) & taken
        if near == reached:
            return reached == taken
        reached = near


@kernel
def check_box(state, seat, taken):
    """The box around the cards (bits `taken`) of a seat."""
    height, width = np.int64(state.bh[seat]), np.int64(state.bw[seat])
    whole, fits = False, height == 0 and width == 0
    for f in range(2):
        frame_h, frame_w = np.int64(state.frame_h[f]), np.int64(state.frame_w[f])
        whole |= height == frame_h and width == frame_w
        fits |= 0 < height <= frame_h and 0 < width <= frame_w
    if not (whole if state.phase >= ACT else fits):
        return FRAME
    box = ((1 << SIDE * height) - 1) & FIRST_COL * ((1 << width) - 1)
    if taken & ~box:
        return BOX
    if state.phase >= ACT or height == 0:
        return 0
    left, right = taken & FIRST_COL, taken >> (width - 1) & FIRST_COL
    top, bottom = taken & 0b1111, taken >> SIDE * (height - 1)
    if not (left and right and top and bottom and is_connected(taken)):
        return BOX
    return 0


@kernel
def check_window(state, seat):
    """The window of a seat: its codes, its box and its number of cards."""
    taken, cards = np.int64(0), np.int64(0)
    for cell in range(CELLS):
        code = np.int64(state.win[seat, cell >> 2, cell & 3])
        if not is_code(state, seat, code):
            return CODE
        if code >= 0:
            taken |= 1 << cell
            cards += code - STACK if code >= STACK else 1
    wrong = check_box(state, seat, taken)
    if wrong:
        return wrong
    if state.act_done[seat] > 1 or (state.phase <= PLACE and (state.act_done[seat] or state.gone[seat])):
        return COUNTERS
    if cards + np.int64(state.gone[seat]) != np.int64(state.hand_size) * np.int64(state.deal) + np.int64(state.step):
        return WINDOW_CARDS
    return 0


@kernel
def check_cards(pack, state):
    """Each kind: all copies are there while building; none too many afterwards."""
    n, total = np.int64(state.num_players), np.int64(0)
    for kind in range(KINDS):
        count = np.int64(state.deck[kind])
        for seat in range(n):
            count += np.int64(state.hand[seat, kind]) + np.int64(state.phase == PLACE and state.pick[seat] == kind)
            for cell in range(CELLS):
                code = np.int64(state.win[seat, cell >> 2, cell & 3])
                count += np.int64(0 <= code < STACK and code % MOVED == kind)
        copies = np.int64(pack.deck0[kind])
        if count > copies or (state.phase <= PLACE and count < copies):
            return ALL_CARDS
        total += copies
    if state.phase >= ACT and deck_size(state) != total - n * np.int64(state.hand_size) * np.int64(state.n_deals):
        return ALL_CARDS
    return 0


@kernel
def check_activation(pack, state, seat):
    """The points of a seat, and that nothing is left to do where it is done."""
    points = np.int64(state.round_points[seat])
    if state.act_done[seat] == 0:
        return POINTS if points else 0
    if state.activation:
        return 0 if points == solve(pack, state, seat) else POINTS
    flowers, monsters = False, False
    for cell in range(CELLS):
        flowers |= state.win[seat, cell >> 2, cell & 3] == FLOWER
        monsters |= state.win[seat, cell >> 2, cell & 3] == MONSTER
    if pending_arrows(state, seat) or (flowers and monsters):
        return UNFINISHED
    return 0 if points == window_points(pack, state, seat) else POINTS


@kernel
def check_match(state):
    """Scores, utility and the points of earlier rounds."""
    n, target, done = np.int64(state.num_players), np.int64(state.rounds_to_win), np.int64(state.done)
    rounds = np.int64(state.round_no) + done
    total, winners, best = np.int64(0), np.int64(0), np.int64(0)
    for seat in range(n):
        score = np.int64(state.scores[seat])
        total += score
        best = max(best, score)
        winners += score == target
        if not 0 <= score <= min(rounds, target):
            return SCORES
    if not rounds <= total <= n * rounds or (best == target) != done:
        return SCORES
    for seat in range(n):
        prize = 2.0 / winners - 1.0 if state.scores[seat] == target else -1.0
        if state.utility[seat] != np.float32(prize if done else 0.0):
            return UTILITY
        last = np.int64(state.last_points[seat])
        if last < 0 or np.int64(state.points_total[seat]) < last:
            return TOTALS
        if done and last != np.int64(state.round_points[seat]):
            return TOTALS
    return 0


@kernel
def inconsistency(pack, state):
    wrong = check_options(state)
    if wrong == 0:
        wrong = check_turn(state)
    for seat in range(np.int64(state.num_players), SEATS):
        if wrong == 0 and not is_blank(state, seat):
            wrong = BLANK_SEATS
    for seat in range(np.int64(state.num_players)):
        if wrong == 0:
            wrong = check_window(state, seat)
        if wrong == 0:
            wrong = check_hand(state, seat)
        if wrong == 0:
            wrong = check_activation(pack, state, seat)
    if wrong == 0:
        wrong = check_cards(pack, state)
    if wrong == 0:
        wrong = check_match(state)
    return wrong
