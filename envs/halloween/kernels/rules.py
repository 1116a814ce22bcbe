"""The rules of La noche de Halloween in the order of play; the phases are in the files named after them."""

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, count_bits, set_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.halloween.kernels.candies import put_out_the_poor
from medianoche.envs.halloween.kernels.choosing import (
    apply_child,
    apply_move,
    legal_child,
    legal_move,
    roll_for_child,
)
from medianoche.envs.halloween.kernels.costume import (
    apply_bid,
    apply_defend,
    apply_insist,
    apply_tear,
    call_bidders,
    call_defenders,
    go_on_from_grey,
    legal_bid,
    legal_tear,
)
from medianoche.envs.halloween.kernels.door import apply_answer, apply_forward, land, legal_answer, legal_forward
from medianoche.envs.halloween.kernels.drawing import (
    apply_draw,
    apply_keep,
    apply_neighbour,
    legal_draw,
    legal_keep,
    legal_neighbour,
    take_card,
)
from medianoche.envs.halloween.kernels.laps import begin_turn, clear_turn, next_turn, reach_slot
from medianoche.envs.halloween.state import (
    ACCEPT,
    ADVICE,
    ANSWER,
    BELIEVE,
    BID,
    BIDDING,
    CARDS,
    CHILD,
    CHILDREN,
    CLAIM,
    COLOUR,
    COLOUR_BASE,
    COLOURS,
    DEFEND,
    DEFENDING,
    DEMAND,
    DRAW,
    DRAWING,
    FEE,
    FORWARD,
    IN_DECK,
    INSIST,
    KEEP,
    LANDED,
    MOVE,
    NEIGHBOUR,
    QUEUE,
    REFUSE_PRICE,
    RESPOND,
    ROLLING,
    SAY_TRUE,
    SEATS,
    STAND_ASIDE,
    TAKING,
    TEAR,
    TREAT,
    TREATING,
    TURN_OVER,
    VERDICT,
    WITHDRAW,
    kernel,
)
from medianoche.envs.halloween.kernels.treat import apply_treat, go_on_with_treat, legal_treat, shuffle_treats
from medianoche.envs.halloween.kernels.trick import (
    apply_accept,
    apply_advice,
    apply_claim,
    apply_demand,
    apply_fee,
    apply_respond,
    apply_verdict,
    legal_claim,
    legal_demand,
    legal_fee,
    legal_respond,
)

# ---- preparation


@kernel
def clear_seats(state):
    """Nobody has anything."""
    for seat in range(SEATS):
        state.utility[seat] = 0
        state.scores[seat] = 0
        state.alive[seat] = 0
        state.candies[seat] = 0
        state.colour[seat] = -1
        state.secret[seat] = -1
        state.skip[seat] = 0
        state.cool[seat] = 0
        state.torn[seat] = 0
        state.n_claims[seat] = 0
        state.n_checked[seat] = 0
        state.n_lies[seat] = 0
        state.n_advice[seat] = 0
        state.n_false[seat] = 0
        for other in range(SEATS):
            state.know[seat, other] = 0


@kernel
def deal_child_cards(state):
    """One secret child card each, the rest unseen."""
    n, left = np.int64(state.num_players), np.int64(0xFF)
    for seat in range(n):
        skipped = draw(state, CHILDREN - seat)
        child = np.int64(0)
        while left >> child & 1 == 0 or skipped:
            skipped -= left >> child & 1
            child += 1
        left &= ~(np.int64(1) << child)
        state.secret[seat] = child
        for other in range(n):
            state.know[other, seat] = 0xFF
        state.know[seat, seat] = np.int64(1) << child


@kernel
def place_children(pack, state):
    """Every child on its start square; a coin allots the two pumpkins (R5)."""
    pumpkin = draw(state, 2)
    for child in range(CHILDREN):
        square = np.int64(pack.start[child])
        if square < 0:
            square = np.int64(pack.pumpkin[pumpkin])
            pumpkin = 1 - pumpkin
        state.start[child] = square
        state.pos[child] = square
        state.guard[child] = -1
        state.frozen_by[child] = -1
        state.frozen_left[child] = 0
    state.moved = 0


@kernel
def shuffle_cards(state):
    """All action cards in random order, face down."""
    for card in range(CARDS):
        state.card_at[card] = IN_DECK
        state.card_seen[card] = 0
        state.deck[card] = card + 1
    for i in range(CARDS - 1, 0, -1):
        j = draw(state, i + 1)
        other = state.deck[j]
        state.deck[j] = state.deck[i]
        state.deck[i] = other
    state.deck_n = CARDS


@kernel
def colour_taken(state, colour):
    """Whether a seat has that colour."""
    for seat in range(np.int64(state.num_players)):
        if state.colour[seat] == colour:
            return True
    return False


@kernel
def draw_colours(state):
    """A colour for each seat by chance."""
    n = np.int64(state.num_players)
    for seat in range(n):
        colour = draw(state, COLOURS)
        while colour_taken(state, colour):
            colour = draw(state, COLOURS)
        state.colour[seat] = colour


@kernel
def reset(pack, state):
    n = np.int64(state.num_players)
    state.done = 0
    state.round_no = 0
    state.starter = 0
    state.slot = 0
    state.mover = -1
    for i in range(QUEUE):
        state.dice_queue[i] = 0
    clear_seats(state)
    clear_turn(state)
    for seat in range(n):
        state.alive[seat] = 1
        state.candies[seat] = pack.candies0[n]
    state.pot = np.int64(pack.total) - n * np.int64(pack.candies0[n])
    deal_child_cards(state)
    place_children(pack, state)
    shuffle_cards(state)
    shuffle_treats(state)
    if state.opt_colours:
        draw_colours(state)
        reach_slot(state)
        begin_turn(state)
    else:
        state.phase = COLOUR
        state.to_move = 0


# ---- COLOUR


@kernel
def legal_colour(state, mask):
    for colour in range(COLOURS):
        if not colour_taken(state, colour):
            set_bit(mask, COLOUR_BASE + colour)


@kernel
def apply_colour(state, action):
    """Colours are chosen in the order of seats (R4); then the youngest begins."""
    state.colour[state.to_move] = action - COLOUR_BASE
    state.to_move += 1
    if state.to_move == state.num_players:
        reach_slot(state)
        begin_turn(state)


# ---- what core calls


@kernel
def settle(pack, state):
    """Dice, payments, the next to be asked: all that happens between two decisions."""
    while True:
        put_out_the_poor(state)
        phase = np.int64(state.phase)
        if phase == ROLLING:
            roll_for_child(pack, state)
        elif phase == LANDED:
            land(pack, state)
        elif phase == TREATING:
            go_on_with_treat(pack, state)
        elif phase == TAKING:
            take_card(pack, state)
        elif phase == DRAWING:
            go_on_from_grey(pack, state)
        elif phase == DEFENDING:
            call_defenders(pack, state)
        elif phase == BIDDING:
            call_bidders(state)
        elif phase == TURN_OVER:
            next_turn(pack, state)
        else:
            return


@kernel
def offer_pair(mask, first):
    """A question with two answers, no and yes or the like."""
    set_bit(mask, first)
    set_bit(mask, first + 1)


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    phase = np.int64(state.phase)
    if phase == COLOUR:
        legal_colour(state, mask)
    elif phase == CHILD:
        legal_child(pack, state, mask)
    elif phase == MOVE:
        legal_move(pack, state, mask)
    elif phase == FORWARD:
        legal_forward(pack, state, mask)
    elif phase == ANSWER:
        legal_answer(pack, state, mask)
    elif phase == CLAIM:
        legal_claim(mask)
    elif phase == RESPOND:
        legal_respond(state, mask)
    elif phase == DEMAND:
        legal_demand(pack, state, mask)
    elif phase == ACCEPT:
        offer_pair(mask, REFUSE_PRICE)
    elif phase == ADVICE:
        offer_pair(mask, SAY_TRUE)
    elif phase == VERDICT:
        offer_pair(mask, BELIEVE)
    elif phase == FEE:
        legal_fee(state, mask)
    elif phase == TREAT:
        legal_treat(pack, state, mask)
    elif phase == DRAW:
        legal_draw(pack, state, mask)
    elif phase == KEEP:
        legal_keep(state, mask)
    elif phase == NEIGHBOUR:
        legal_neighbour(state, mask)
    elif phase == TEAR:
        legal_tear(pack, state, mask)
    elif phase == DEFEND:
        offer_pair(mask, STAND_ASIDE)
    elif phase == INSIST:
        offer_pair(mask, WITHDRAW)
    elif phase == BID:
        legal_bid(state, mask)
    return count_bits(mask)


@kernel
def apply(pack, state, action):
    phase = np.int64(state.phase)
    if phase == COLOUR:
        apply_colour(state, action)
    elif phase == CHILD:
        apply_child(pack, state, action)
    elif phase == MOVE:
        apply_move(pack, state, action)
    elif phase == FORWARD:
        apply_forward(pack, state, action)
    elif phase == ANSWER:
        apply_answer(pack, state, action)
    elif phase == CLAIM:
        apply_claim(state, action)
    elif phase == RESPOND:
        apply_respond(pack, state, action)
    elif phase == DEMAND:
        apply_demand(state, action)
    elif phase == ACCEPT:
        apply_accept(state, action)
    elif phase == ADVICE:
        apply_advice(state, action)
    elif phase == VERDICT:
        apply_verdict(pack, state, action)
    elif phase == FEE:
        apply_fee(state, action)
    elif phase == TREAT:
        apply_treat(pack, state, action)
    elif phase == DRAW:
        apply_draw(pack, state, action)
    elif phase == KEEP:
        apply_keep(pack, state, action)
    elif phase == NEIGHBOUR:
        apply_neighbour(state, action)
    elif phase == TEAR:
        apply_tear(state, action)
    elif phase == DEFEND:
        apply_defend(state, action)
    elif phase == INSIST:
        apply_insist(state, action)
    else:
        apply_bid(state, action)
    settle(pack, state)
