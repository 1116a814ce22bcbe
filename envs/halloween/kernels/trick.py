"""Truco: a hidden die, a claim, a witness who may lie too."""

import numpy as np

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.halloween.kernels.candies import pay, roll_die
from medianoche.envs.halloween.kernels.hands import cards_at, count_cards, offer_cards
from medianoche.envs.halloween.state import (
    ACCEPT,
    ADVICE,
    BELIEVE,
    CARD_BASE,
    CARD_PRICE,
    CARDS,
    CLAIM_BASE,
    CONSULT_BASE,
    DEMAND,
    DEMAND_BASE,
    DISBELIEVE,
    FEE,
    POT,
    REFUSE_PRICE,
    RESPOND,
    SAY_TRUE,
    SAYS_FALSE,
    SAYS_TRUE,
    TURN_OVER,
    VERDICT,
    kernel,
)

CANDIES_FOR_A_PRICE = 3  # in play, before the third may ask for some of them (R35)
FOR_THE_HONEST, FROM_THE_LIAR = 2, 1  # R40, R38
DIE = 8


# ---- what it costs


@kernel
def pay_for_disbelief(pack, state, honest):
    """A liar pays the difference of two dice, or 1; against an honest child the owner rolls and pays (R40)."""
    mover, owner = np.int64(state.mover), np.int64(state.owner)
    if honest:
        pay(state, owner, mover, np.int64(pack.candy[roll_die(state)]))
        return
    mover_die = roll_die(state)
    pay(state, mover, owner, max(abs(mover_die - roll_die(state)), 1))


@kernel
def keep_record(state, honest, helped):
    """The die is shown: everybody sees who lied (R38)."""
    state.n_checked[state.mover] += 1
    state.n_lies[state.mover] += 1 - honest
    if state.third >= 0:
        state.n_advice[state.third] += 1
        state.n_false[state.third] += 1 - helped


@kernel
def settle_trick(pack, state, believed):
    """The verdict: payments to the child or the owner first, then the third, then the pot (R26, R34, R38-R41)."""
    mover, owner, third = np.int64(state.mover), np.int64(state.owner), np.int64(state.third)
    demand = np.int64(state.demand)
    honest = np.int64(state.claim == state.true_roll)
    helped = np.int64(third >= 0 and honest == np.int64(state.advice == SAYS_TRUE))
    if third >= 0 or not believed:
        keep_record(state, honest, helped)
    if believed:
        price = demand if helped and demand != CARD_PRICE else 0
        pay(state, owner, mover, np.int64(pack.candy[state.claim]) - price)
    else:
        pay_for_disbelief(pack, state, honest)
        price = FOR_THE_HONEST if helped and demand != CARD_PRICE else 0
    state.phase = TURN_OVER
    if third < 0:
        return
    if helped:
        pay(state, owner, third, price)
        if demand == CARD_PRICE and cards_at(state, owner):
            state.phase = FEE
            state.to_move = owner
    else:
        pay(state, third, POT, FROM_THE_LIAR)


# ---- CLAIM and RESPOND


@kernel
def legal_claim(mask):
    for claim in range(1, DIE + 1):
        set_bit(mask, CLAIM_BASE + claim)


@kernel
def apply_claim(state, action):
    state.claim = action - CLAIM_BASE
    state.n_claims[state.mover] += 1
    state.phase = RESPOND
    state.to_move = state.owner


@kernel
def legal_respond(state, mask):
    n, owner = np.int64(state.num_players), np.int64(state.owner)
    set_bit(mask, BELIEVE)
    set_bit(mask, DISBELIEVE)
    for distance in range(1, n):
        third = (owner + distance) % n
        if third != state.mover and state.alive[third]:
            set_bit(mask, CONSULT_BASE + distance)


@kernel
def apply_respond(pack, state, action):
    if action <= DISBELIEVE:
        settle_trick(pack, state, np.int64(action == BELIEVE))
        return
    state.third = (np.int64(state.owner) + action - CONSULT_BASE) % np.int64(state.num_players)
    state.phase = DEMAND
    state.to_move = state.third


# ---- consulting: DEMAND, ACCEPT, ADVICE, VERDICT


@kernel
def legal_demand(pack, state, mask):
    """Candies only if enough are in play; a card only if one can change hands (R35)."""
    set_bit(mask, DEMAND_BASE)
    if np.int64(pack.candy[state.claim]) >= CANDIES_FOR_A_PRICE:
        set_bit(mask, DEMAND_BASE + 1)
        set_bit(mask, DEMAND_BASE + 2)
    room = count_cards(cards_at(state, np.int64(state.third))) < np.int64(pack.hand_limit)
    if room and cards_at(state, np.int64(state.owner)):
        set_bit(mask, DEMAND_BASE + CARD_PRICE)


@kernel
def apply_demand(state, action):
    state.demand = action - DEMAND_BASE
    if state.demand == 0:  # nothing to accept (R36)
        state.phase = ADVICE
    else:
        state.phase = ACCEPT
        state.to_move = state.owner


@kernel
def apply_accept(state, action):
    if action == REFUSE_PRICE:  # he decides alone (R36)
        state.third = -1
        state.demand = 0
        state.phase = VERDICT
    else:
        state.phase = ADVICE
        state.to_move = state.third


@kernel
def apply_advice(state, action):
    state.advice = SAYS_TRUE if action == SAY_TRUE else SAYS_FALSE
    state.phase = VERDICT
    state.to_move = state.owner


@kernel
def apply_verdict(pack, state, action):
    settle_trick(pack, state, np.int64(action == BELIEVE))


# ---- FEE


@kernel
def legal_fee(state, mask):
    offer_cards(mask, cards_at(state, np.int64(state.owner)))


@kernel
def apply_fee(state, action):
    """The owner gives a card; a third seat that knew some of his hand cannot tell which one went (R41)."""
    owner, third = np.int64(state.owner), np.int64(state.third)
    both = np.int64(1) << owner | np.int64(1) << third
    if count_cards(cards_at(state, owner)) > 1:
        for card in range(CARDS):
            if state.card_at[card] == owner:
                state.card_seen[card] = np.int64(state.card_seen[card]) & both
    given = action - CARD_BASE
    state.card_at[given] = third
    state.card_seen[given] = np.int64(state.card_seen[given]) | np.int64(1) << third
    state.phase = TURN_OVER
