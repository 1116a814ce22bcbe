"""A hand-written policy: walk to doors that pay and to cards, mostly claim the truth, disbelieve expensive claims, tear
the costume that hurts the strongest rival, and choose at random where a habit could be exploited.

Values are tenths of a candy. Disbelieving an honest child costs 2.25 candies on average and disbelieving a liar gains
2.75. So any claim of 3 or more costs more if believed than if doubted, and bluffs pay only among small claims.

Arguments: `mask` is a set of actions, uint64[words]. The functions `choose_...` return an action, a number of ACTIONS.
"""

from medianoche.envs.core.kernels.bits import count_bits, nth_bit, test_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.halloween.kernels import kernel
from medianoche.envs.halloween.kernels.costume import count_defenders
from medianoche.envs.halloween.kernels.drawing import neighbour
from medianoche.envs.halloween.kernels.worth import (
    DOOR,
    DREAD_OF_CARDS,
    FEW_CANDIES,
    NEW_CARD,
    WORST,
    best_target,
    card_value,
    chances,
    costume_value,
    leader,
    square_value,
)
from medianoche.envs.halloween.numbers import DEFENCE_STAKE, TOP_PRICE
from medianoche.envs.halloween.state import BASE, CARD_PRICE, CARDS, CHILDREN, SQUARES, Advice, Phase

# in hundredths of a candy
CAUGHT = 275  # paid by a liar on average
DOUBTED = 225  # paid on average for doubting an honest child
HELP = 200  # the price of a true advice


@kernel
def offered_card(pack, mask, sign):
    """The card, 0 to 16, of the best (sign 1) or worst (sign -1) value among the legal ones, -1 if there is none."""
    best = -1
    most = WORST
    for card in range(CARDS):
        if test_bit(mask, BASE.card + card) and sign * card_value(pack, card) > most:
            best = card
            most = sign * card_value(pack, card)
    return best


@kernel
def ground_leader(state):
    """The action of card 2 against the leader, whether legal or not."""
    n = state.num_players
    seat = state.to_move
    return BASE.ground + (leader(state, seat) - seat + n) % n - 1


# ---- where to go


@kernel
def choose_child(pack, state, mask):
    """Ground the leader if possible, else take the child with the highest average value."""
    grounded = ground_leader(state)
    if test_bit(mask, grounded):
        return grounded
    best = -1
    most = 9 * WORST
    for child in range(CHILDREN):
        if test_bit(mask, BASE.child + child):
            value = chances(pack, state, child) + draw(state, 8)
            if value > most:
                best = BASE.child + child
                most = value
    if best >= 0:
        return best
    card = offered_card(pack, mask, 1)
    return BASE.card + card if card >= 0 else BASE.pass_turn


@kernel
def choose_square(pack, state, mask):
    """Take the best square; Lucía rolls again if it is a poor one."""
    if state.phase == Phase.MOVE and offered_card(pack, mask, 1) >= 0:
        return BASE.card + offered_card(pack, mask, 1)
    child = state.child
    best = -1
    most = 9 * WORST
    for square in range(SQUARES):
        if test_bit(mask, BASE.square + square):
            value = square_value(pack, state, child, square) * 4 + draw(state, 4)
            if value > most:
                best = BASE.square + square
                most = value
    if test_bit(mask, BASE.reroll) and most < 4 * (DOOR - DREAD_OF_CARDS):
        return BASE.reroll
    return best


# ---- at the door


@kernel
def choose_answer(pack, state, mask):
    """Play a card if there is one, else trick or treat with equal probability."""
    card = offered_card(pack, mask, 1)
    if card >= 0:
        return BASE.card + card
    if test_bit(mask, BASE.trick) and draw(state, 2):
        return BASE.trick
    return BASE.treat


@kernel
def choose_claim(pack, state):
    """Claim the truth, with small bluffs: often for a worthless die, sometimes for a poor one."""
    roll = state.true_roll
    worth = pack.candy[roll]
    if (worth == 0 and draw(state, 2)) or (worth == 1 and draw(state, 6) == 0) or draw(state, 40) == 0:
        bluff = 2 + draw(state, 4)
        roll = roll if bluff == roll and draw(state, 2) else bluff
    return BASE.claim + roll - 1


@kernel
def choose_belief(pack, state):
    """Take the cheaper answer, judged by the child's public record, with some noise so that it cannot be predicted."""
    mover = state.mover
    worth = pack.candy[state.claim]
    lie = 100 * (2 * state.n_lies[mover] + 1) // (2 * state.n_checked[mover] + 4)  # percent
    if worth <= 1:
        lie //= 2
    caught = min(CAUGHT, 100 * state.candies[mover])
    disbelieve = (lie * caught - (100 - lie) * DOUBTED) // 100 + draw(state, 60)
    return BASE.disbelieve if disbelieve > draw(state, 60) - 100 * worth else BASE.believe


@kernel
def choose_response(pack, state, mask):
    """Believe or not. A consultation costs more than it saves and happens once in 24 times, to keep others honest."""
    if draw(state, 24) == 0:
        third = BASE.consult + draw(state, state.num_players - 1)
        if test_bit(mask, third):
            return third
    return choose_belief(pack, state)


@kernel
def choose_demand(mask):
    """Demand two candies, else a card, else nothing."""
    for price in (TOP_PRICE, CARD_PRICE):
        if test_bit(mask, BASE.demand + price):
            return BASE.demand + price
    return BASE.demand


@kernel
def choose_advice(state):
    """Tell the truth, which is paid, except one time in twelve."""
    honest = (state.claim == state.true_roll) != (draw(state, 12) == 0)
    return BASE.say_true if honest else BASE.say_false


@kernel
def choose_verdict(pack, state):
    """Follow the third's advice unless the claim costs more than doubting it."""
    if state.third < 0:
        return choose_belief(pack, state)
    cheap = 100 * pack.candy[state.claim] <= DOUBTED + HELP
    return BASE.believe if state.advice == Advice.TRUE and cheap else BASE.disbelieve


# ---- cards


@kernel
def choose_draw(pack, state, mask):
    """With a full hand, play card 2 or give up a poor card."""
    if test_bit(mask, BASE.draw):
        return BASE.draw
    grounded = ground_leader(state)
    if test_bit(mask, grounded):
        return grounded
    card = offered_card(pack, mask, -1)
    return BASE.card + card if card_value(pack, card) < NEW_CARD else BASE.no_draw


@kernel
def choose_neighbour(state):
    """Choose the poorer of the two neighbours."""
    poor_left = state.candies[neighbour(state, 1)] <= state.candies[neighbour(state, -1)]
    return BASE.left if poor_left else BASE.right


# ---- tearing


@kernel
def choose_target(pack, state, mask):
    """Tear the most valuable costume if it is worth its price."""
    seat = state.mover
    child = state.child
    target = best_target(pack, state, child, state.pos[child])
    rich = state.candies[seat] >= FEW_CANDIES
    if test_bit(mask, BASE.no_tear) and (not rich or costume_value(state, seat, target) <= 0):
        return BASE.no_tear
    return BASE.tear + target


@kernel
def choose_defence(state):
    """Defend the own child, and rarely another, so that a defence does not prove whose child it is."""
    seat = state.to_move
    left = state.candies[seat] - DEFENCE_STAKE - count_defenders(state)
    if left > 0 and (state.secret[seat] == state.target or draw(state, 40) == 0):
        return BASE.defend
    return BASE.stand_aside


@kernel
def choose_bid(state):
    """Bid at random, most for the own child, and keep one candy; losing bids are returned."""
    seat = state.to_move
    spare = max(state.candies[seat] - 1, 0)
    wish = draw(state, 2)
    if seat == state.mover:
        wish = 1 + draw(state, 4)
    elif state.secret[seat] == state.target:
        wish = 3 + draw(state, 5)
    return BASE.bid + min(wish, spare)


# ---- the kernel that core calls


@kernel
def heuristic(pack, state, mask):
    """The action of the hand-written policy, a number of ACTIONS; `mask` has the legal ones. `state` is a determinized
    copy and may change."""
    phase = state.phase
    if phase == Phase.ANSWER:
        return choose_answer(pack, state, mask)
    if phase == Phase.CLAIM:
        return choose_claim(pack, state)
    if phase == Phase.RESPOND:
        return choose_response(pack, state, mask)
    if phase == Phase.DEMAND:
        return choose_demand(mask)
    if phase == Phase.ACCEPT:
        return BASE.accept
    if phase == Phase.ADVICE:
        return choose_advice(state)
    if phase == Phase.VERDICT:
        return choose_verdict(pack, state)
    if phase == Phase.TREAT:
        if test_bit(mask, BASE.meet):
            return BASE.meet
        return BASE.card + offered_card(pack, mask, -1)
    if phase == Phase.CHILD:
        return choose_child(pack, state, mask)
    if phase == Phase.MOVE or phase == Phase.FORWARD:
        return choose_square(pack, state, mask)
    if phase == Phase.DRAW:
        return choose_draw(pack, state, mask)
    if phase == Phase.KEEP:
        return BASE.card + offered_card(pack, mask, 1)
    if phase == Phase.FEE:
        return BASE.card + offered_card(pack, mask, -1)
    if phase == Phase.NEIGHBOUR:
        return choose_neighbour(state)
    if phase == Phase.TEAR:
        return choose_target(pack, state, mask)
    if phase == Phase.DEFEND:
        return choose_defence(state)
    if phase == Phase.BID:
        return choose_bid(state)
    if phase == Phase.INSIST:
        return BASE.insist
    return nth_bit(mask, draw(state, count_bits(mask)))
