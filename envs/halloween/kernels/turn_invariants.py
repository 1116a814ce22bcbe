"""What holds for the fields of a turn while it is played."""

from medianoche.envs.halloween.kernels import ZERO, kernel
from medianoche.envs.halloween.kernels.costume import count_defenders
from medianoche.envs.halloween.kernels.inconsistencies import Broken
from medianoche.envs.halloween.kernels.treat import role_asked, seat_of_role
from medianoche.envs.halloween.kernels.walking import has_square, owner_at
from medianoche.envs.halloween.numbers import ATTACK_STAKE, DEFENCE_STAKE
from medianoche.envs.halloween.state import CARD_PRICE, SEATS, Onward, Phase, Stand


@kernel
def check_flags(state):
    """The flags of the turn."""
    phase = state.phase
    fwd = state.fwd
    if ((state.stuck or state.no_move) and phase != Phase.CHILD) or (state.attack and phase < Phase.TEAR):
        return Broken.FLAGS
    if (phase == Phase.FORWARD) != (fwd == Onward.PASS_BY or fwd == Onward.ROLL_AGAIN) or (
        phase != Phase.FORWARD and fwd
    ):
        return Broken.FLAGS
    return 0


@kernel
def check_moving(pack, state):
    """The moving child, its die and the squares that it came from."""
    phase = state.phase
    child = state.child
    roll = state.roll
    if phase <= Phase.CHILD:
        if child != -1:
            return Broken.CHILD
        if (roll != 0) != (state.stuck == 1):
            return Broken.ROLL
        return Broken.CAME if state.came != ZERO else 0
    if child < 0 or state.pos[child] < 0 or state.frozen_left[child]:
        return Broken.CHILD
    if roll == 0:
        return Broken.ROLL
    if phase == Phase.MOVE:
        return Broken.CAME if state.came != ZERO else 0
    if state.moved >> child & 1 == 0:
        return Broken.MOVED
    square = state.pos[child]
    if state.came == ZERO or state.came & ~pack.near[square] != ZERO:
        return Broken.CAME
    at_home = owner_at(pack, state, square) == state.mover
    if at_home != (state.attack == 1) and not (at_home and state.fwd == Onward.PASS_BY):
        return Broken.REST
    return 0


@kernel
def check_door(pack, state):
    """The owner, the third, claim, die, demand and advice."""
    phase = state.phase
    owner = state.owner
    third = state.third
    claim = state.claim
    roll = state.true_roll
    demand = state.demand
    advice = state.advice
    at_door = Phase.ANSWER <= phase <= Phase.TREAT
    if not at_door and owner != -1:
        return Broken.OWNER
    if at_door and (owner < 0 or owner != owner_at(pack, state, state.pos[state.child])):
        return Broken.OWNER
    consulting = phase == Phase.DEMAND or phase == Phase.ACCEPT or phase == Phase.ADVICE or phase == Phase.FEE
    if third >= state.num_players or (third < 0 and consulting):
        return Broken.THIRD
    if third >= 0:
        if not (consulting or phase == Phase.VERDICT) or state.alive[third] == 0:
            return Broken.THIRD
        if third == owner or third == state.mover:
            return Broken.THIRD
    if (claim > 0) != (Phase.RESPOND <= phase <= Phase.FEE) or (roll > 0) != (Phase.CLAIM <= phase <= Phase.FEE):
        return Broken.CLAIM
    early = third < 0 or phase < Phase.ACCEPT
    if (demand and early) or (demand == 0 and phase == Phase.ACCEPT):
        return Broken.DEMAND
    said = third >= 0 and (phase == Phase.VERDICT or phase == Phase.FEE)
    if (advice > 0) != said or (phase == Phase.FEE and demand != CARD_PRICE):
        return Broken.DEMAND
    return 0


@kernel
def check_draws(state):
    """Draws left, and the candies of card 8."""
    phase = state.phase
    draws = state.draws
    if draws and phase != Phase.DRAW and phase != Phase.KEEP and phase != Phase.NEIGHBOUR:
        return Broken.DRAWS
    if phase == Phase.DRAW and (draws == 0 or state.deck_n == 0):
        return Broken.DRAWS
    if (state.amount > 0) != (phase == Phase.NEIGHBOUR):
        return Broken.DRAWS
    return 0


@kernel
def check_attack(pack, state):
    """The target, and whether the mover may attack."""
    phase = state.phase
    target = state.target
    mover = state.mover
    fighting = phase >= Phase.DEFEND
    if not fighting and target != -1:
        return Broken.TARGET
    if phase < Phase.TEAR:
        return 0
    cool = state.tear_cooldown + 1 if fighting else 0
    if state.round_no + 1 < pack.tear_round or state.cool[mover] != cool:
        return Broken.TEAR
    if fighting:
        if target < 0 or target == state.child or state.pos[target] < 0:
            return Broken.TARGET
        beside = pack.near[state.pos[state.child]]
        if state.guard[target] != mover or not has_square(beside, state.pos[target]):
            return Broken.TARGET
    return 0


@kernel
def check_table(state):
    """Stakes and bids."""
    phase = state.phase
    mover = state.mover
    n = state.num_players
    fighting = phase >= Phase.DEFEND
    laid = 0
    defenders = 0
    for seat in range(SEATS):
        stake = state.stake[seat]
        stand = state.defend[seat]
        bid = state.bid[seat]
        if not fighting or seat >= n:
            if stake or stand:
                return Broken.STAKES
        elif stake > n or (seat == mover and (stake != ATTACK_STAKE or stand)):
            return Broken.STAKES
        elif seat != mover and (stake >= DEFENCE_STAKE) != (stand == Stand.DEFENDS):
            return Broken.STAKES
        if stand == Stand.DEFENDS:
            laid |= 1 << stake
            defenders += 1
        party = seat == mover or stand == Stand.DEFENDS
        if bid >= 0 and (phase != Phase.BID or not party or bid > state.candies[seat]):
            return Broken.BIDS
    if laid != ((1 << defenders) - 1) << DEFENCE_STAKE or (defenders == 0 and phase >= Phase.INSIST):
        return Broken.STAKES
    return 0


@kernel
def who_is_asked(state):
    """The seat that the phase asks, -1 where other fields decide. Seats are 0 to 4."""
    phase = state.phase
    if phase == Phase.DEMAND or phase == Phase.ADVICE:
        return state.third
    if phase == Phase.TREAT:
        return seat_of_role(state, role_asked(state))
    if phase == Phase.COLOUR or phase == Phase.DEFEND or phase == Phase.BID:
        return -1
    return state.owner if Phase.ANSWER <= phase <= Phase.FEE and phase != Phase.CLAIM else state.mover


@kernel
def check_question(state):
    """The seat to move is the one that the phase asks."""
    phase = state.phase
    seat = state.to_move
    asked = who_is_asked(state)
    if asked >= 0 and asked != seat:
        return Broken.QUESTION
    if phase != Phase.COLOUR and phase != Phase.FEE and state.alive[state.mover] == 0:
        return Broken.QUESTION
    price = DEFENCE_STAKE + count_defenders(state)
    if phase == Phase.DEFEND and (seat == state.mover or state.defend[seat] or state.candies[seat] < price):
        return Broken.QUESTION
    if phase == Phase.BID and (state.bid[seat] >= 0 or (seat != state.mover and state.defend[seat] != Stand.DEFENDS)):
        return Broken.QUESTION
    return 0


@kernel
def check_turn(pack, state):
    """All fields of the turn, while the game goes on."""
    fault = check_flags(state) or check_moving(pack, state) or check_door(pack, state) or check_draws(state)
    return fault or check_attack(pack, state) or check_table(state) or check_question(state)
