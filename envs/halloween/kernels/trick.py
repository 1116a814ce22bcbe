"""Truco: a hidden die, a claim, and a third who may be asked for the truth and may lie.

Arguments: `mask` is a set of actions, uint64[words], to which marked actions are added; `action` is a number of
ACTIONS.
"""

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.halloween.events import News
from medianoche.envs.halloween.kernels import kernel
from medianoche.envs.halloween.kernels.candies import pay, throw_die
from medianoche.envs.halloween.kernels.hands import cards_at, count_cards, count_hand, leave_mix, mix_hand
from medianoche.envs.halloween.numbers import CANDIES_FOR_A_PRICE, FINE_OF_A_LIAR, FOR_THE_HONEST, FROM_THE_LIAR
from medianoche.envs.halloween.state import BASE, CARD_PRICE, POT, Advice, Phase


@kernel
def play_claim(state, action):
    """The mover claims a result of the die, 1 to 8; the owner is asked."""
    state.claim = action - BASE.claim + 1
    note(state, News.CLAIMED, state.mover, state.claim)
    state.n_claims[state.mover] += 1
    state.to_move = state.owner
    state.phase = Phase.RESPOND


# ---- RESPOND


@kernel
def mark_respond(state, mask):
    """Mark the owner's answers to the claim of `mover`: believe it, disbelieve it, or consult a third living seat, once
    (R35)."""
    n = state.num_players
    owner = state.owner
    set_bit(mask, BASE.believe)
    set_bit(mask, BASE.disbelieve)
    for distance in range(1, n):
        third = (owner + distance) % n
        if third != state.mover and state.alive[third]:
            set_bit(mask, BASE.consult + distance - 1)


@kernel
def play_respond(state, action):
    """Consult a third, or give the verdict."""
    if action >= BASE.consult:
        state.third = (state.owner + action - BASE.consult + 1) % state.num_players
        state.to_move = state.third
        note(state, News.CONSULTED, state.owner, state.third)
        state.phase = Phase.DEMAND
    else:
        note(state, News.VERDICT, state.owner, state.mover, action == BASE.believe)
        state.phase = Phase.BELIEVED if action == BASE.believe else Phase.DISBELIEVED


# ---- consulting: DEMAND, ACCEPT, ADVICE


@kernel
def mark_demand(pack, state, mask):
    """Mark the prices: candies only if the claim is large enough, a card only if the owner has one and the third has
    room (R35)."""
    set_bit(mask, BASE.demand)
    if pack.candy[state.claim] >= CANDIES_FOR_A_PRICE:
        set_bit(mask, BASE.demand + 1)
        set_bit(mask, BASE.demand + 2)
    if count_hand(state, state.third) < pack.hand_limit and count_hand(state, state.owner):
        set_bit(mask, BASE.demand + CARD_PRICE)


@kernel
def play_demand(state, action):
    """The third demands a price: 0 nothing, 1 or 2 candies, CARD_PRICE (3) a card."""
    state.demand = action - BASE.demand
    note(state, News.DEMANDED, state.third, state.demand)
    if state.demand == 0:  # the owner need not accept a price of nothing (R36)
        note(state, News.SAW, state.third, state.true_roll)
        state.phase = Phase.ADVICE
    else:
        state.to_move = state.owner
        state.phase = Phase.ACCEPT


@kernel
def play_accept(state, action):
    """The owner accepts the third's price and the third sees the die, or refuses and decides without advice."""
    if action == BASE.refuse:  # the owner decides without advice (R36)
        state.third = -1
        state.demand = 0
        note(state, News.REFUSED, state.owner)
        state.phase = Phase.VERDICT
    else:
        state.to_move = state.third
        note(state, News.ACCEPTED, state.owner)
        note(state, News.SAW, state.third, state.true_roll)
        state.phase = Phase.ADVICE


@kernel
def play_advice(state, action):
    """The third says whether the claim is true; he may lie (R37)."""
    state.advice = Advice.TRUE if action == BASE.say_true else Advice.FALSE
    note(state, News.ADVISED, state.third, state.advice)
    state.to_move = state.owner
    state.phase = Phase.VERDICT


# ---- payments


@kernel
def pay_for_trick(pack, state):
    """After the verdict, pay first child or owner, then the third, then the pot (R26, R38-R41)."""
    # 1. Who lied.
    mover = state.mover
    owner = state.owner
    third = state.third
    believed = state.phase == Phase.BELIEVED
    honest = state.claim == state.true_roll  # another result is a lie even if it pays as much (R33)
    helped = third >= 0 and honest == (state.advice == Advice.TRUE)
    price = state.demand if helped and state.demand != CARD_PRICE else 0
    # 2. The public record, if the die is shown to all (R34, R38).
    if third >= 0 or not believed:
        state.n_checked[mover] += 1
        state.n_lies[mover] += not honest
        note(state, News.DIE_SHOWN, mover, state.true_roll, honest)
    if third >= 0:
        state.n_advice[third] += 1
        state.n_false[third] += not helped
        note(state, News.ADVICE_CHECKED, third, helped)
    # 3. The child's payment. Believed: the owner pays the claim, less the third's price. Disbelieved: the owner pays an
    # honest child the candies of a new die; a liar pays the owner the difference of two dice, at least 1 (R40).
    if believed:
        pay(state, owner, mover, pack.candy[state.claim] - price)
    else:
        price = FOR_THE_HONEST if helped and state.demand != CARD_PRICE else 0
        if honest:
            pay(state, owner, mover, pack.candy[throw_die(state, owner)])
        else:
            difference = throw_die(state, mover)
            difference -= throw_die(state, owner)
            pay(state, mover, owner, max(difference, -difference, FINE_OF_A_LIAR))
    # 4. The third: paid if his advice was true, else he pays the pot.
    if helped:
        pay(state, owner, third, price)
    elif third >= 0:
        pay(state, third, POT, FROM_THE_LIAR)
    owes_card = helped and state.demand == CARD_PRICE and cards_at(state, owner) != 0
    if owes_card:
        state.to_move = owner
    state.phase = Phase.FEE if owes_card else Phase.TURN_OVER


# ---- FEE


@kernel
def play_fee(state, action):
    """The owner gives the third a card; another seat that knew cards of his hand cannot tell which one went (R41)."""
    owner = state.owner
    third = state.third
    fee_card = action - BASE.card
    hand = cards_at(state, owner)
    if count_cards(hand) > 1:
        mix_hand(state, hand, 1 << owner | 1 << third)
    elif state.mix[fee_card]:
        leave_mix(state, fee_card, 1 << third)
    state.card_at[fee_card] = third
    state.card_seen[fee_card] |= 1 << third
    note(state, News.GAVE, owner, third, fee_card)
    state.phase = Phase.TURN_OVER
