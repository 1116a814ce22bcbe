"""The rules of Misty, in the order of play: a round is construction (pick, place, pass), activation and scoring.

Arguments: `seat` is 0 to 3. Kinds are 0 to 11; a set of kinds has bit i for kind i. `number` counts cards. `mask` is a
set of actions, uint64[1]; `action` a legal one, a number of ACTIONS.
"""

from medianoche.envs.core.kernels.bits import popcount
from medianoche.envs.core.kernels.counts import total
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.core.kernels.rng import draw_weighted
from medianoche.envs.misty.events import News
from medianoche.envs.misty.kernels import activation, kernel
from medianoche.envs.misty.kernels.solver import solve
from medianoche.envs.misty.state import ACTIONS, CODE_SIDE, CODES, KINDS, SIDE, Phase

BASE = ACTIONS.at

# Placement codes as bits: 5 rows and 5 columns, -1 to 3 in coordinates of the box.
ALL_CODES = (1 << CODES) - 1
LEFT_CODES = 0b00001_00001_00001_00001_00001
RIGHT_CODES = LEFT_CODES << CODE_SIDE - 1

AFTER = (Phase.REVEAL, Phase.LAY, Phase.ROUND_END)
"""The phase that follows when all have picked, placed, or finished activation."""


# ---- a round begins


@kernel
def shuffle(pack, state):
    """Return all cards to the deck and clear the windows (R6)."""
    for kind in range(KINDS):
        state.deck[kind] = pack.deck0[kind]
    state.win.fill(-1)
    state.pick.fill(-1)
    state.cell.fill(-1)
    state.bh.fill(0)
    state.bw.fill(0)
    state.gone.fill(0)
    state.act_done.fill(0)
    state.round_points.fill(0)
    state.deal = 0
    state.phase = Phase.DEAL


@kernel
def deal_cards(state, seat, number):
    """Deal `seat` that many random cards of the deck."""
    left = total(state.deck)
    for dealt in range(number):
        kind = draw_weighted(state, state.deck, left - dealt)
        state.deck[kind] -= 1
        state.hand[seat, kind] += 1


@kernel
def deal_hands(state):
    """Deal each seat `hand_size` cards of the same shuffle (R5)."""
    for seat in range(state.num_players):
        deal_cards(state, seat, state.hand_size)
    note(state, News.DEALT, state.round_no + 1, state.deal + 1, state.hand_size)
    for seat in range(state.num_players):
        note(state, News.GOT, seat, state.hand[seat])
    state.phase = Phase.PICK


# ---- construction: pick, place, pass


@kernel
def held_kinds(state, seat):
    """Bits of the kinds in the hand of `seat`: bit k for kind k, 0 to 11."""
    kinds = 0
    for kind in range(KINDS):
        if state.hand[seat, kind]:
            kinds |= 1 << kind
    return kinds


@kernel
def reveal_picks(state):
    """All have picked: the picks leave the hands and lie face up (R1)."""
    for seat in range(state.num_players):
        state.hand[seat, state.pick[seat]] -= 1
    note(state, News.REVEALED, state.pick)
    state.phase = Phase.PLACE


@kernel
def placements(state, seat):
    """The placement codes that `seat` may use (R7-R9), as the bits of an int: bit 5 * (row + 1) + col + 1 stands for a
    row and a column of the box, each -1 to 3.

    The box around the laid cards may grow by a row or a column as long as one of the two allowed windows
    (`frame_h`, `frame_w`) still holds it.
    """
    height, width = state.bh[seat], state.bw[seat]
    if height == 0:
        return 1 << CODE_SIDE + 1  # row 0, column 0

    taken = 0
    for row in range(height):
        for col in range(width):
            if state.win[seat, row, col] >= 0:
                taken |= 1 << (CODE_SIDE * (row + 1) + col + 1)

    # The places of a card and around it. `taken` has no bit in the left column, so `taken >> 1` cannot wrap around.
    near = taken | (taken & ~RIGHT_CODES) << 1 | taken >> 1
    near |= near << CODE_SIDE | near >> CODE_SIDE

    # Whether some window still holds the box with a row more, with a column more, and with both.
    taller = False
    wider = False
    taller_and_wider = False
    for frame in range(2):
        more_rows = height < state.frame_h[frame]
        more_cols = width < state.frame_w[frame]
        taller |= more_rows and width <= state.frame_w[frame]
        wider |= more_cols and height <= state.frame_h[frame]
        taller_and_wider |= more_rows and more_cols

    # Inner rows and columns are those of the box, outer ones lie on both sides of it.
    inner_rows = ((1 << CODE_SIDE * height) - 1) << CODE_SIDE
    outer_rows = 0b11111 | 0b11111 << CODE_SIDE * (height + 1)
    inner_cols = LEFT_CODES * (((1 << width) - 1) << 1)
    outer_cols = LEFT_CODES | LEFT_CODES << 1 + width if width < SIDE else LEFT_CODES

    fits = inner_rows & inner_cols
    if taller:
        fits |= outer_rows & inner_cols
    if wider:
        fits |= inner_rows & outer_cols
    if taller_and_wider:
        fits |= outer_rows & outer_cols
    return near & ~taken & fits & ALL_CODES


@kernel
def lay_cards(state):
    """All have chosen a place: lay each pick there (R2, R11). A card above or left of the box moves the box."""
    for seat in range(state.num_players):
        row = state.cell[seat] // CODE_SIDE - 1
        col = state.cell[seat] % CODE_SIDE - 1
        down = row < 0
        right = col < 0
        if down or right:
            for r in range(SIDE - 1, -1, -1):
                for c in range(SIDE - 1, -1, -1):
                    inside = r >= down and c >= right
                    state.win[seat, r, c] = state.win[seat, r - down, c - right] if inside else -1
        row, col = row + down, col + right
        state.win[seat, row, col] = state.pick[seat]
        note(state, News.PLACED, seat, state.pick[seat], row, col, down, right)
        state.bh[seat] = max(state.bh[seat] + down, row + 1)
        state.bw[seat] = max(state.bw[seat] + right, col + 1)
        state.pick[seat] = -1
        state.cell[seat] = -1
    state.step += 1
    if state.step < state.hand_size:
        state.phase = Phase.PASS
        return
    state.step = 0
    state.deal += 1
    state.phase = Phase.DEAL if state.deal < state.n_deals else Phase.ACT


@kernel
def pass_hands(state):
    """Pass every hand to the left neighbour, in odd deals to the right one (R3, R4, R33)."""
    for turn in range(1, state.num_players):  # rotate the ring by swapping each hand with the first
        seat = state.num_players - turn if state.deal & 1 else turn
        for kind in range(KINDS):
            held = state.hand[0, kind]
            state.hand[0, kind] = state.hand[seat, kind]
            state.hand[seat, kind] = held
    note(state, News.PASSED, state.deal & 1)
    for seat in range(state.num_players):
        note(state, News.GOT, seat, state.hand[seat])
    state.phase = Phase.PICK


# ---- activation and scoring


@kernel
def score_window(pack, state):
    """The seat to move has no arrow left to activate: monsters eat, and the window is scored."""
    seat = state.to_move
    if state.activation:
        state.round_points[seat] = solve(pack, state, seat)
    else:
        activation.feed_monsters(state, seat)
        state.round_points[seat] = activation.window_points(pack, state, seat)
    state.act_done[seat] = 1
    note(state, News.SCORED, seat, state.round_points[seat], state.win[seat])
    state.phase = Phase.ACT


@kernel
def finish_round(state):
    """All seats with the most points win the round (R31); all with enough rounds share the match."""
    most = 0
    winners = 0
    for seat in range(state.num_players):
        most = max(most, state.round_points[seat])
    for seat in range(state.num_players):
        points = state.round_points[seat]
        state.last_points[seat] = points
        state.points_total[seat] += points
        state.scores[seat] += points == most
        winners += state.scores[seat] >= state.rounds_to_win
    note(state, News.ROUND_OVER, state.round_no + 1, state.round_points)
    if winners == 0:
        state.round_no += 1
        state.phase = Phase.SHUFFLE
        return
    for seat in range(state.num_players):
        won = state.scores[seat] >= state.rounds_to_win
        state.utility[seat] = 2.0 / winners - 1.0 if won else -1.0
    note(state, News.MATCH_OVER, state.scores)
    state.phase = Phase.END
    state.done = 1
    state.to_move = -1


# ---- the kernels that core calls


@kernel
def has_committed(state, seat):
    """Whether `seat` has finished this phase."""
    if state.phase == Phase.PICK:
        return state.pick[seat] >= 0
    if state.phase == Phase.PLACE:
        return state.cell[seat] >= 0
    return state.act_done[seat] != 0


@kernel
def settle(pack, state):
    """Take all steps that need no choice, until a seat is asked or the game is over."""
    while state.phase != Phase.END:
        if state.phase <= Phase.ACT:  # ask the lowest seat that has not finished this phase (R1, R2, R26)
            seat = 0
            while seat < state.num_players and has_committed(state, seat):
                seat += 1
            if seat == state.num_players:
                state.phase = AFTER[state.phase]
                continue
            state.to_move = seat
            if state.phase != Phase.ACT:
                return
            conflicts = 0 if state.activation else activation.move_free_arrows(state, seat)
            if conflicts:
                return
            state.phase = Phase.SCORE
        elif state.phase == Phase.REVEAL:
            reveal_picks(state)
        elif state.phase == Phase.LAY:
            lay_cards(state)
        elif state.phase == Phase.PASS:
            pass_hands(state)
        elif state.phase == Phase.DEAL:
            deal_hands(state)
        elif state.phase == Phase.SCORE:
            score_window(pack, state)
        elif state.phase == Phase.ROUND_END:
            finish_round(state)
        else:
            shuffle(pack, state)


@kernel
def reset(pack, state):
    """Deal a new game into `state`, which is zero but for the generator, the pack, the players and the options."""
    state.phase = Phase.SHUFFLE
    settle(pack, state)


@kernel
def legal_mask(pack, state, mask):
    """Overwrite `mask`, uint64[words], by the legal actions of the seat to move; returns how many there are."""
    actions = 0
    if state.phase == Phase.PICK:
        actions = held_kinds(state, state.to_move) << BASE.pick
    elif state.phase == Phase.PLACE:
        actions = placements(state, state.to_move) << BASE.place
    elif state.phase == Phase.ACT and state.activation == 0:
        actions = activation.conflict_arrows(state, state.to_move) << BASE.activate
    mask[0] = actions
    return popcount(mask[0])


@kernel
def apply(pack, state, action):
    """Play `action`, a legal one, of the seat to move, up to the next question or the end of the game."""
    seat = state.to_move
    if state.phase == Phase.PICK:
        state.pick[seat] = action - BASE.pick
        note(state, News.PICKED, seat, action - BASE.pick)
    elif state.phase == Phase.PLACE:
        state.cell[seat] = action - BASE.place
        note(state, News.CHOSE, seat, action - BASE.place)
    else:
        activation.activate(state, seat, action - BASE.activate)
    settle(pack, state)
