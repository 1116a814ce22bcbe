"""¡Arrancar el disfraz!: tearing a costume, public stakes, sealed bids."""

import numpy as np

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.halloween.kernels.candies import pay
from medianoche.envs.halloween.state import (
    ASIDE,
    BID,
    BID_BASE,
    BIDDING,
    CHILDREN,
    DEFEND,
    DEFENDING,
    DEFENDS,
    DRAW,
    INSIST,
    NO_TEAR,
    POT,
    SEATS,
    STAND_ASIDE,
    TEAR,
    TEAR_BASE,
    TURN_OVER,
    WITHDRAW,
    kernel,
)
from medianoche.envs.halloween.kernels.walking import has_square, may_tear


@kernel
def targets(pack, state):
    """Bits of the children that the moving child could attack from where it stands (R47)."""
    children = np.int64(0)
    if may_tear(pack, state):
        beside = pack.near[state.pos[state.child]]
        for child in range(CHILDREN):
            square = np.int64(state.pos[child])
            if child != state.child and square >= 0 and state.guard[child] < 0 and has_square(beside, square):
                children |= np.int64(1) << child
    return children


@kernel
def go_on_from_grey(pack, state):
    """On a grey square: the next draw, then the option to tear, then the turn is over (R18)."""
    state.to_move = state.mover
    if state.draws and state.deck_n:
        state.phase = DRAW
        return
    state.draws = 0
    state.phase = TEAR if targets(pack, state) else TURN_OVER


# ---- the table and the costume


@kernel
def lay_stake(state, seat, stake):
    """Candies on the table, in front of `seat`."""
    state.candies[seat] -= stake
    state.stake[seat] = stake


@kernel
def count_defenders(state):
    """How many seats defend the target."""
    count = np.int64(0)
    for seat in range(np.int64(state.num_players)):
        count += state.defend[seat] == DEFENDS
    return count


@kernel
def clear_table(state):
    """All stakes go to the pot; the turn is over."""
    for seat in range(SEATS):
        state.pot = np.int64(state.pot) + np.int64(state.stake[seat])
        state.stake[seat] = 0
    state.phase = TURN_OVER


@kernel
def take_off_costume(state):
    """The target goes home for good, and whose it was is shown (R55, R56)."""
    n, child = np.int64(state.num_players), np.int64(state.target)
    bit = np.int64(1) << child
    state.torn[state.mover] += 1
    state.pos[child] = -1
    state.guard[child] = -1
    state.frozen_by[child] = -1
    state.frozen_left[child] = 0
    holder = np.int64(-1)
    for seat in range(n):
        if state.secret[seat] == child:
            holder = np.int64(seat)
    for a in range(n):
        if holder >= 0:
            state.know[a, holder] = bit
        else:
            for b in range(n):
                state.know[a, b] = np.int64(state.know[a, b]) & ~bit


# ---- TEAR


@kernel
def legal_tear(pack, state, mask):
    if state.attack == 0:
        set_bit(mask, NO_TEAR)
    children = targets(pack, state)
    for child in range(CHILDREN):
        if children >> child & 1:
            set_bit(mask, TEAR_BASE + child)


@kernel
def apply_tear(state, action):
    """The attack is declared: one candy on the table, guard and cooldown begin (R48, R49)."""
    if action == NO_TEAR:
        state.phase = TURN_OVER
        return
    mover, target = np.int64(state.mover), action - TEAR_BASE
    state.target = target
    state.guard[target] = mover
    state.cool[mover] = np.int64(state.tear_cooldown) + 1
    lay_stake(state, mover, 1)
    state.phase = DEFENDING


# ---- DEFEND


@kernel
def call_defenders(pack, state):
    """Ask the next living seat that can afford it (R51); when all have been asked, the mover goes on."""
    n, mover, defenders = np.int64(state.num_players), np.int64(state.mover), count_defenders(state)
    for distance in range(1, n):
        seat = (mover + distance) % n
        if state.alive[seat] and state.defend[seat] == 0 and np.int64(state.candies[seat]) >= 2 + defenders:
            state.phase = DEFEND
            state.to_move = seat
            return
    if defenders:
        state.phase = INSIST
        state.to_move = mover
        return
    pay(state, mover, POT, np.int64(pack.undefended) - 1)  # nobody defends (R52)
    take_off_costume(state)
    clear_table(state)


@kernel
def apply_defend(state, action):
    seat = np.int64(state.to_move)
    if action == STAND_ASIDE:
        state.defend[seat] = ASIDE
    else:
        lay_stake(state, seat, 2 + count_defenders(state))
        state.defend[seat] = DEFENDS
    state.phase = DEFENDING


# ---- INSIST


@kernel
def apply_insist(state, action):
    if action == WITHDRAW:
        clear_table(state)
    else:
        state.phase = BIDDING


# ---- BID


@kernel
def legal_bid(state, mask):
    for bid in range(np.int64(state.candies[state.to_move]) + 1):
        set_bit(mask, BID_BASE + bid)


@kernel
def apply_bid(state, action):
    state.bid[state.to_move] = action - BID_BASE
    state.phase = BIDDING


@kernel
def open_bids(state):
    """Bids are compared one by one; who has the highest pays it, a draw between the sides is void (R54)."""
    n, mover = np.int64(state.num_players), np.int64(state.mover)
    attack, defence = np.int64(state.bid[mover]), np.int64(-1)
    for seat in range(n):
        if seat != mover:
            defence = max(defence, np.int64(state.bid[seat]))
    if attack > defence:
        pay(state, mover, POT, attack)
        take_off_costume(state)
    elif defence > attack:
        for seat in range(n):
            if seat != mover and state.bid[seat] == defence:
                pay(state, seat, POT, defence)
    clear_table(state)


@kernel
def call_bidders(state):
    """The mover, then the defenders clockwise, bid in secret (R53)."""
    n, mover = np.int64(state.num_players), np.int64(state.mover)
    for distance in range(n):
        seat = (mover + distance) % n
        if state.bid[seat] < 0 and (distance == 0 or state.defend[seat] == DEFENDS):
            state.phase = BID
            state.to_move = seat
            return
    open_bids(state)
