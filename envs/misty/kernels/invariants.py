"""What holds in every position of Misty that play can reach.

Each check returns 0 or the number of the reason that is broken.

Arguments: `seat` is 0 to 3. `taken` is a set of cells of the seat's box, bit 4 * row + column.
"""

import numpy as np

from medianoche.envs.core.kernels.counts import total
from medianoche.envs.core.kernels.reasons import Reasons
from medianoche.envs.misty.kernels import kernel
from medianoche.envs.misty.kernels.activation import pending_arrows, target_of, window_points
from medianoche.envs.misty.kernels.rules import has_committed, placements
from medianoche.envs.misty.kernels.solver import solve
from medianoche.envs.misty.state import CELLS, KINDS, MOVED, PAIRS, SIDE, STACK, WINDOW, Kind, Phase


class Broken(Reasons):
    """Reasons why a position is not reachable, in the order in which they are checked."""

    DEAL = "deal and step must be below n_deals and hand_size while building, n_deals and 0 afterwards"
    MOVER = "to_move is not the lowest seat that has not committed, or a seat after it has"
    PICKS = "a pick is not a kind in the hand of its seat (PICK), not a revealed kind (PLACE) or not -1 (ACT, END)"
    PLACES = "a cell is not a legal placement of its seat (PLACE) or not -1 (other phases)"
    HANDS = "a hand has not the size that deal, step and phase tell"
    CODE = "a window holds a code that does not exist in this phase"
    BOX = "a box is not tight, a card lies outside it, or the cards in it are not connected"
    FRAME = "a box fits no allowed window, or is not a whole window in ACT and END"
    WINDOW_CARDS = "a window has not the number of cards that deal and step tell"
    ALL_CARDS = "deck, hands, revealed picks and windows together are not the cards of the pack"
    COUNTERS = "gone or act_done is not 0 before arrows move"
    POINTS = "round_points is not 0 before act_done, or not the points of the finished window"
    UNFINISHED = "an arrow is pending or a flower uneaten in a window whose activation is finished"
    SCORES = "scores do not fit round_no and the points of the rounds"
    UTILITY = "utility is not 0 before the end or not the prize of the winners at the end"
    TOTALS = (
        "last_points and points_total are not those of the rounds played, or last_points not the round's at the end"
    )
    MOVES = "an arrow has moved from where none can have been, or more cards are gone than can have left"


LEFT_CELLS = 0b0001_0001_0001_0001


@kernel
def check_turn(state):
    """Player to move, deal and step."""
    if state.phase <= Phase.PLACE:
        if state.deal >= state.n_deals or state.step >= state.hand_size:
            return Broken.DEAL
    elif state.deal != state.n_deals or state.step != 0:
        return Broken.DEAL
    for seat in range(state.num_players):
        if has_committed(state, seat) != (state.done or seat < state.to_move):
            return Broken.MOVER
    return 0


@kernel
def check_hand(state, seat):
    """The hand of a seat, and the card and place that it has committed."""
    held = 0
    expected = 0
    if state.phase <= Phase.PLACE:
        expected = state.hand_size - state.step - (state.phase == Phase.PLACE)
    for kind in range(KINDS):
        held += state.hand[seat, kind]
    if held != expected:
        return Broken.HANDS
    pick = state.pick[seat]
    code = state.cell[seat]
    lowest = 0 if state.phase == Phase.PLACE else -1
    highest = KINDS - 1 if state.phase <= Phase.PLACE else -1
    if not lowest <= pick <= highest:
        return Broken.PICKS
    if state.phase == Phase.PICK and pick >= 0 and state.hand[seat, pick] == 0:
        return Broken.PICKS
    if code != -1 and (state.phase != Phase.PLACE or not placements(state, seat) >> code & 1):
        return Broken.PLACES
    return 0


@kernel
def is_connected(taken):
    """Whether all cards in the bits `taken` are connected, diagonals included."""
    reached = taken & -taken
    while True:
        near = reached | (reached & ~(LEFT_CELLS << 3)) << 1 | (reached & ~LEFT_CELLS) >> 1
        near = (near | near << SIDE | near >> SIDE) & taken
        if near == reached:
            return reached == taken
        reached = near


@kernel
def check_box(state, seat, taken):
    """The box around the cards (bits `taken`) of a seat; a full window fills an allowed one (R10)."""
    height, width = state.bh[seat], state.bw[seat]
    whole = False
    fits = height == 0 and width == 0
    for f in range(2):
        whole |= height == state.frame_h[f] and width == state.frame_w[f]
        fits |= 0 < height <= state.frame_h[f] and 0 < width <= state.frame_w[f]
    if not (whole if state.phase >= Phase.ACT else fits):
        return Broken.FRAME
    box = ((1 << SIDE * height) - 1) & LEFT_CELLS * ((1 << width) - 1)
    if taken & ~box:
        return Broken.BOX
    if state.phase >= Phase.ACT or height == 0:
        return 0
    left, right = taken & LEFT_CELLS, taken >> (width - 1) & LEFT_CELLS
    top, bottom = taken & 0b1111, taken >> SIDE * (height - 1)
    if not (left and right and top and bottom and is_connected(taken)):
        return Broken.BOX
    return 0


@kernel
def has_begun(state, seat):
    """Whether cards may have moved in the window of `seat`."""
    return state.phase >= Phase.ACT and state.activation == 0 and (state.done == 1 or seat <= state.to_move)


@kernel
def check_window(state, seat):
    """The window of a seat: codes, box and number of cards."""
    begun = has_begun(state, seat)
    taken = 0
    cards = 0
    for cell in range(CELLS):
        code = state.win[seat, cell >> 2, cell & 3]
        exists = code < KINDS
        if begun:
            exists |= MOVED + Kind.ARROW_N <= code < MOVED + KINDS or code >= STACK + 2
            exists |= code == MOVED + Kind.MONSTER and state.act_done[seat] == 1
        if not exists:
            return Broken.CODE
        if code >= 0:
            taken |= 1 << cell
            cards += code - STACK if code >= STACK else 1
    wrong = check_box(state, seat, taken)
    if wrong:
        return wrong
    if state.act_done[seat] > (state.phase >= Phase.ACT) or (state.gone[seat] and not begun):
        return Broken.COUNTERS
    if cards + state.gone[seat] != state.hand_size * state.deal + state.step:
        return Broken.WINDOW_CARDS
    return 0


@kernel
def check_moves(state, seat):
    """Whether the cells that changed since building are explained by arrows that moved to neighbouring cells, out of
    the window or into stacks, and by monsters that moved to flowers they have eaten."""
    height, width = state.bh[seat], state.bw[seat]
    # number of cells that a card has left
    left = 0
    eaten = 0
    for cell in range(CELLS):
        code = state.win[seat, cell >> 2, cell & 3]
        inside = cell >> 2 < height and cell & 3 < width
        if inside and (code < 0 or code >= MOVED + Kind.ARROW_N):
            left |= 1 << cell
        eaten += code == MOVED + Kind.MONSTER
    for cell in range(CELLS):  # a card that lies alone came from a cell that no other card came from
        code = state.win[seat, cell >> 2, cell & 3]
        if MOVED + Kind.ARROW_N <= code < STACK:
            source = target_of(cell, Kind.ARROW_N + (code - MOVED - Kind.ARROW_N + 4) % 8, height, width)
            if source < 0 or not left >> source & 1:
                return Broken.MOVES
            left ^= 1 << source
    border = 0
    for cell in range(CELLS):
        row, col = cell >> 2, cell & 3
        border += left >> cell & 1 and (row in (0, height - 1) or col in (0, width - 1))
        code = state.win[seat, row, col]
        if code >= STACK:
            around = 0
            for kind in range(Kind.ARROW_N, KINDS):
                source = target_of(cell, kind, height, width)
                around += source >= 0 and left >> max(source, 0) & 1
            if around < code - STACK - 1:
                return Broken.MOVES
    return 0 if eaten <= state.gone[seat] <= border + eaten else Broken.MOVES


@kernel
def check_cards(pack, state):
    """Every kind: while building all copies are present. Afterwards there are not too many, and the missing cards
    without an arrow are those that monsters ate or that can lie in stacks."""
    cards = 0
    eaten = 0
    stacks = 0
    missing = 0
    for seat in range(state.num_players):
        for cell in range(CELLS):
            eaten += state.win[seat, cell >> 2, cell & 3] == MOVED + Kind.MONSTER
            stacks += state.win[seat, cell >> 2, cell & 3] >= STACK
    for kind in range(KINDS):
        count = state.deck[kind] + 0
        copies = pack.deck0[kind]
        for seat in range(state.num_players):
            count += state.hand[seat, kind] + (state.phase == Phase.PLACE and state.pick[seat] == kind)
            for cell in range(CELLS):
                code = state.win[seat, cell >> 2, cell & 3]
                count += 0 <= code < STACK and code % MOVED == kind
        if count > copies or (state.phase <= Phase.PLACE and count < copies):
            return Broken.ALL_CARDS
        cards += copies
        if kind == Kind.FLOWER and copies - count < eaten:
            return Broken.ALL_CARDS
        if kind < Kind.ARROW_N:
            missing += copies - count
    if missing > eaten + stacks:
        return Broken.ALL_CARDS
    if state.phase >= Phase.ACT and total(state.deck) != cards - state.num_players * state.hand_size * state.n_deals:
        return Broken.ALL_CARDS
    return 0


@kernel
def check_activation(pack, state, seat):
    """The points of a seat, and that a finished activation leaves nothing to do."""
    points = state.round_points[seat]
    if state.act_done[seat] == 0:
        return Broken.POINTS if points else 0
    if state.activation:
        return 0 if points == solve(pack, state, seat) else Broken.POINTS
    flowers = False
    monsters = False
    for cell in range(CELLS):
        flowers |= state.win[seat, cell >> 2, cell & 3] == Kind.FLOWER
        monsters |= state.win[seat, cell >> 2, cell & 3] == Kind.MONSTER
    if pending_arrows(state, seat) or (flowers and monsters):
        return Broken.UNFINISHED
    return 0 if points == window_points(pack, state, seat) else Broken.POINTS


@kernel
def check_match(pack, state):
    """Scores, utilities and the points of earlier rounds."""
    n = state.num_players
    target = state.rounds_to_win
    done = state.done
    rounds = state.round_no + done
    highest = 0
    for worth in range(len(pack.pts)):
        highest = max(highest, pack.pts[worth])
    highest *= WINDOW + PAIRS
    # points of the last round and of those before it
    most = 0
    most_before = 0
    for seat in range(n):
        last = state.last_points[seat]
        before = state.points_total[seat] - state.last_points[seat]
        if not 0 <= last <= min(rounds, 1) * highest or not 0 <= before <= max(rounds - 1, 0) * highest:
            return Broken.TOTALS
        if done and last != state.round_points[seat]:
            return Broken.TOTALS
        most = max(most, last)
        most_before = max(most_before, before)
    total = 0
    winners = 0
    won_all = False
    for seat in range(n):
        wins = state.scores[seat] - (rounds > 0 and state.last_points[seat] == most)  # before the last round
        if not 0 <= wins <= min(max(rounds - 1, 0), target - 1):
            return Broken.SCORES
        total += wins
        winners += state.scores[seat] == target
        won_all |= rounds > 1 and wins == rounds - 1
    if total < rounds - 1 or (winners > 0) != done:
        return Broken.SCORES
    for seat in range(n):
        wins = state.scores[seat] - (rounds > 0 and state.last_points[seat] == most)
        before = state.points_total[seat] - state.last_points[seat]
        if won_all and (wins == rounds - 1) != (before == most_before):  # the winner of all rounds has the most points
            return Broken.SCORES
        prize = 2.0 / winners - 1.0 if state.scores[seat] == target else -1.0
        if state.utility[seat] != np.float32(prize if done else 0.0):  # stored as float32
            return Broken.UTILITY
    return 0


@kernel
def inconsistency(pack, state):
    """The number, from 1, of the first broken sentence of Broken; 0 if the position is sound."""
    wrong = check_turn(state)
    for seat in range(state.num_players):
        wrong = wrong or check_window(state, seat) or check_hand(state, seat)
        if wrong == 0 and has_begun(state, seat):
            wrong = check_moves(state, seat)
        wrong = wrong or check_activation(pack, state, seat)
    return wrong or check_cards(pack, state) or check_match(pack, state)
