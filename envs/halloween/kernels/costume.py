"""¡Arrancar el disfraz!: an attack on a costume, with public stakes and sealed bids.

Arguments: `mask` is a set of actions, uint64[words]; `action` a number of ACTIONS. `seat` is 0 to 4; stakes and bids
are candies.
"""

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.halloween.events import News
from medianoche.envs.halloween.kernels import kernel
from medianoche.envs.halloween.kernels.candies import pay
from medianoche.envs.halloween.kernels.landing import prey_here
from medianoche.envs.halloween.kernels.treat import announce
from medianoche.envs.halloween.numbers import ATTACK_STAKE, DEFENCE_STAKE
from medianoche.envs.halloween.state import BASE, CHILDREN, POT, SEATS, Phase, Stand

# ---- TEAR


@kernel
def mark_tear(pack, state, mask):
    """Mark each child beside the moving one, the mover's own included (R50); on the mover's own colour it must attack
    (R10)."""
    if state.attack == 0:
        set_bit(mask, BASE.no_tear)
    children = prey_here(pack, state)
    for child in range(CHILDREN):
        if children >> child & 1:
            set_bit(mask, BASE.tear + child)


@kernel
def lay_stake(state, seat, stake):
    """Put candies of `seat` on the table as its stake."""
    state.candies[seat] -= stake
    state.stake[seat] = stake
    note(state, News.STAKED, seat, stake)


@kernel
def play_tear(state, action):
    """Declare the attack: the mover lays down its stake, guard and cooldown begin (R48, R49)."""
    if action == BASE.no_tear:
        note(state, News.LEFT_ALONE, state.mover)
        state.phase = Phase.TURN_OVER
        return
    state.target = action - BASE.tear
    state.guard[state.target] = state.mover
    state.cool[state.mover] = state.tear_cooldown + 1
    lay_stake(state, state.mover, ATTACK_STAKE)
    note(state, News.ATTACKED, state.mover, state.target, ATTACK_STAKE)
    state.phase = Phase.CALL_DEFENDERS


# ---- DEFEND


@kernel
def count_defenders(state):
    """Number of seats that defend the target, 0 to 4."""
    count = 0
    for seat in range(state.num_players):
        count += state.defend[seat] == Stand.DEFENDS
    return count


@kernel
def call_defenders(pack, state):
    """Ask the next living seat that can pay the stake (R51); after the last one ask the mover whether to insist."""
    n = state.num_players
    mover = state.mover
    defenders = count_defenders(state)
    for distance in range(1, n):
        seat = (mover + distance) % n
        if state.alive[seat] and state.defend[seat] == 0 and state.candies[seat] >= DEFENCE_STAKE + defenders:
            state.to_move = seat
            state.phase = Phase.DEFEND
            return
    state.to_move = mover
    if defenders == 0:  # the mover pays at once and cannot withdraw (R52)
        pay(state, mover, POT, pack.undefended - ATTACK_STAKE)
    state.phase = Phase.INSIST if defenders else Phase.TEAR_OFF


@kernel
def play_defend(state, action):
    """A seat defends the child and lays down its stake, or stands aside (R51); then the next seat is asked."""
    if action == BASE.stand_aside:
        state.defend[state.to_move] = Stand.ASIDE
        note(state, News.STOOD, state.to_move, Stand.ASIDE, 0)
    else:
        lay_stake(state, state.to_move, DEFENCE_STAKE + count_defenders(state))
        state.defend[state.to_move] = Stand.DEFENDS
        note(state, News.STOOD, state.to_move, Stand.DEFENDS, state.stake[state.to_move])
    state.phase = Phase.CALL_DEFENDERS


# ---- INSIST, BID


@kernel
def call_bidders(state):
    """Ask the mover, then the defenders clockwise, for a sealed bid (R53)."""
    n = state.num_players
    for distance in range(n):
        seat = (state.mover + distance) % n
        if state.bid[seat] < 0 and (distance == 0 or state.defend[seat] == Stand.DEFENDS):
            state.to_move = seat
            state.phase = Phase.BID
            return
    state.phase = Phase.OPEN_BIDS


@kernel
def open_bids(state):
    """Compare the single bids: the highest bidder pays its bid to the pot and its side wins. Equal bids of both sides
    are not paid, and the costume stays (R54)."""
    mover = state.mover
    defence = -1
    attack = state.bid[mover]
    # 1. The highest bid of the defence.
    for seat in range(state.num_players):
        if seat != mover:
            defence = max(defence, state.bid[seat])
    note(state, News.BIDS_OPENED, mover, state.target, state.bid)
    # 2. The winning side pays: the mover, or every defender with the highest bid.
    if attack > defence:
        pay(state, mover, POT, attack)
    elif defence > attack:
        for seat in range(state.num_players):
            if seat != mover and state.bid[seat] == defence:
                pay(state, seat, POT, defence)
    # 3. Only a higher bid of the mover tears the costume.
    state.phase = Phase.TEAR_OFF if attack > defence else Phase.CLEAR_TABLE


# ---- the end of the attack


@kernel
def tear_off(state):
    """Remove the target for good; its owner, or that it has none, becomes public (R55, R56)."""
    child = state.target
    state.torn[state.mover] += 1
    state.pos[child] = -1
    state.guard[child] = -1
    state.frozen_by[child] = -1
    state.frozen_left[child] = 0
    holder = -1
    for seat in range(state.num_players):
        if state.secret[seat] == child:
            holder = seat
    note(state, News.TORN, state.mover, child, holder)
    if holder >= 0:
        announce(state, holder, 1 << child)
    else:
        for seat in range(state.num_players):
            announce(state, seat, ~(1 << child))
    state.phase = Phase.CLEAR_TABLE


@kernel
def clear_table(state):
    """Put all stakes into the pot; the turn is over."""
    for seat in range(SEATS):
        if state.stake[seat]:
            note(state, News.STAKE_LOST, seat, state.stake[seat])
        state.pot += state.stake[seat]
        state.stake[seat] = 0
    state.phase = Phase.TURN_OVER
