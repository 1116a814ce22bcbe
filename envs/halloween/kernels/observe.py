"""What a player sees (blocks of `state.LAYOUT`), all that it knows, and what the rest might be."""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit
from medianoche.envs.core.kernels.seats import around
from medianoche.envs.halloween.kernels import ONE, ZERO, kernel
from medianoche.envs.halloween.kernels.hands import cards_at, count_hand
from medianoche.envs.halloween.kernels.hidden import (
    conceal_cards,
    conceal_children,
    conceal_table,
    is_choice,
    is_single,
    redeal_cards,
    redeal_children,
    redeal_table,
    sees_roll,
)
from medianoche.envs.halloween.kernels.walking import houses_of
from medianoche.envs.halloween.state import (
    AT,
    CARDS,
    CHILDREN,
    PER,
    SEATS,
    SQUARES,
    Advice,
    Condition,
    Onward,
    Phase,
    Place,
    Stand,
)

ALL_CANDIES, MOST_RECORD, LONGEST_HAND, MOST_STAKE, MOST_COOL, MOST_BONUS = 100.0, 20, 3.0, 10.0, 3.0, 12.0
PAIR_OF_PUMPKINS = 6  # the child whose home tells which of the two has which
ALL_SQUARES = np.uint64(0xFFFFFFFFFFFFFFFF)
TRIES = 64


# ---- observe


@kernel
def slot_of(state, player, seat):
    """Seats as `player` counts them, itself 0; -1 for none."""
    if seat < 0:
        return -1
    n = state.num_players
    return around(seat - player + n, n)


@kernel
def write_one(out, at, index):
    """One-hot; -1 leaves it zero."""
    if index >= 0:
        out[at + index] = 1.0


@kernel
def write_set(out, at, word):
    """The squares, or children, of a set."""
    while word != ZERO:
        out[at + lowest_bit(word)] = 1.0
        word &= word - ONE


@kernel
def write_table(state, player, out):
    """Phase, seats and round."""
    write_one(out, AT.phase, state.phase)
    write_one(out, AT.seats, slot_of(state, player, state.to_move))
    write_one(out, AT.seats + PER.seats, slot_of(state, player, state.mover))
    write_one(out, AT.seats + 2 * PER.seats, slot_of(state, player, state.owner))
    write_one(out, AT.seats + 3 * PER.seats, slot_of(state, player, state.third))
    write_one(out, AT.seats + 4 * PER.seats, slot_of(state, player, state.starter))
    if state.round_no < 8:
        out[AT.round + state.round_no] = 1.0
    out[AT.round + 8] = state.slot / 4.0


@kernel
def write_players(state, player, out):
    """All candies, which everybody could count (R29), or only one's own. Who has claimed nothing was not checked, and
    has told no lie."""
    n = state.num_players
    for slot in range(n):
        seat, at = around(player + slot, n), AT.players + PER.players * slot
        out[at] = 1.0
        out[at + 1] = state.alive[seat]
        if slot == 0 or state.opt_candies == 0:
            out[at + 2] = state.candies[seat] / ALL_CANDIES
        out[at + 3] = count_hand(state, seat) / LONGEST_HAND
        out[at + 4] = state.skip[seat]
        out[at + 5] = state.cool[seat] / MOST_COOL
        out[at + 6] = state.torn[seat] / 8.0
        if state.stake[seat] or state.defend[seat]:
            out[at + 7] = state.stake[seat] / MOST_STAKE
            out[at + 8] = state.defend[seat] == Stand.DEFENDS
            out[at + 9] = state.defend[seat] == Stand.ASIDE
        if state.n_claims[seat]:
            out[at + 10] = min(state.n_claims[seat], MOST_RECORD) / 20.0
            out[at + 11] = min(state.n_checked[seat], MOST_RECORD) / 20.0
            out[at + 12] = min(state.n_lies[seat], MOST_RECORD) / 20.0
        if state.n_advice[seat]:
            out[at + 13] = min(state.n_advice[seat], MOST_RECORD) / 20.0
            out[at + 14] = min(state.n_false[seat], MOST_RECORD) / 20.0
        write_one(out, AT.colours + PER.colours * slot, state.colour[seat])


@kernel
def write_child_cards(state, player, out):
    """Which children the others' cards can be, without those that are known to be elsewhere."""
    n = state.num_players
    elsewhere = 0
    for seat in range(n):
        if is_single(state.know[player, seat]):
            elsewhere |= state.know[player, seat]
    for slot in range(n):
        children = state.know[player, around(player + slot, n)]
        if not is_single(children):
            children &= ~elsewhere
        write_set(out, AT.children_of_players + PER.children_of_players * slot, np.uint64(children))


@kernel
def write_children(pack, state, player, out):
    for child in range(CHILDREN):
        at, square = AT.children + PER.children * child, state.pos[child]
        if square >= 0:
            out[at] = 1.0
            out[AT.positions + PER.positions * child + square] = 1.0
        out[at + 1] = state.moved >> child & 1
        if state.frozen_by[child] >= 0:
            out[at + 2] = state.frozen_left[child] / 2.0
            out[AT.frozen_and_guarded + SEATS * child + slot_of(state, player, state.frozen_by[child])] = 1.0
        if state.guard[child] >= 0:
            guard = slot_of(state, player, state.guard[child])
            out[at + 3] = 1.0
            out[AT.frozen_and_guarded + SEATS * (CHILDREN + child) + guard] = 1.0
        out[at + 4] = child == state.child
        out[at + 5] = child == state.target
    out[AT.frozen_and_guarded + 2 * SEATS * CHILDREN] = state.tear_cooldown / 2.0
    out[AT.pumpkins] = state.start[PAIR_OF_PUMPKINS] == pack.pumpkin[0]


@kernel
def write_board(pack, state, player, out):
    n = state.num_players
    grey = ALL_SQUARES >> np.uint64(SQUARES - pack.n_squares)
    for slot in range(n):
        houses = houses_of(pack, state, around(player + slot, n))
        grey &= ~houses
        write_set(out, AT.board + PER.board * slot, houses)
    write_set(out, AT.board + PER.board * SEATS, grey)
    write_set(out, AT.board + PER.board * (SEATS + 1), pack.draw_squares)
    write_set(out, AT.board + PER.board * (SEATS + 2), pack.start_squares)
    write_set(out, AT.came, state.came)


@kernel
def write_turn(state, out):
    write_one(out, AT.turn, state.roll - 1)
    out[AT.turn + 8] = state.no_move
    out[AT.turn + 9] = state.treat_only
    out[AT.turn + 10] = state.force_die
    out[AT.turn + 11] = state.rerolled
    out[AT.turn + 12] = state.stuck
    out[AT.turn + 13] = state.attack
    out[AT.turn + 14] = state.fwd == Onward.PASS_BY
    out[AT.turn + 15] = state.fwd == Onward.ROLL_AGAIN
    out[AT.turn + 16] = state.draws / 2.0
    out[AT.turn + 17] = state.amount / 4.0


@kernel
def write_trick(pack, state, player, out):
    write_one(out, AT.trick, state.claim - 1)
    if sees_roll(state, player):
        write_one(out, AT.trick + 8, state.true_roll - 1)
    if state.third >= 0 and Phase.ACCEPT <= state.phase <= Phase.FEE:
        write_one(out, AT.trick + 16, state.demand)
    out[AT.trick + 20] = state.advice == Advice.TRUE
    out[AT.trick + 21] = state.advice == Advice.FALSE
    out[AT.trick + 22] = pack.candy[state.claim] / 5.0


@kernel
def write_treat(pack, state, out):
    for role in range(2):
        card, at = state.treat_card[role], AT.treat + PER.treat * role
        if card < 0:
            continue
        condition, arg = pack.treat_cond[card], pack.treat_arg[card]
        out[at + condition] = 1.0
        if condition == Condition.SET:
            write_set(out, at + 8, np.uint64(arg))
        if condition == Condition.PAY:
            out[at + 16] = arg / 2.0
        bonus = pack.treat_child[card] if role == 0 else pack.treat_owner[card]
        out[at + 17] = bonus / MOST_BONUS
        out[at + 18] = state.treat_apply[role] == 1
        out[at + 19] = state.treat_apply[role] == 0
    for i in range(state.treat_n):
        out[AT.treat_deck + state.treat_deck[i]] = 1.0


@kernel
def write_cards(state, player, out):
    n = state.num_players
    looking = state.phase == Phase.KEEP and state.mover == player
    for card in range(CARDS):
        place = state.card_at[card]
        if place == player:
            out[AT.own_hand_and_used + card] = 1.0
        elif place == Place.USED:
            out[AT.own_hand_and_used + PER.own_hand_and_used + card] = 1.0
        elif place == Place.PAIR:
            out[AT.known_deck_and_pair + PER.known_deck_and_pair + card] = looking
        elif state.card_seen[card] >> player & 1:
            if place == Place.DECK:
                out[AT.known_deck_and_pair + card] = 1.0
            else:
                out[AT.known_hands + PER.known_hands * (around(place - player + n, n) - 1) + card] = 1.0
    out[AT.deck_pot_bids] = state.deck_n / 17.0
    out[AT.deck_pot_bids + 1] = state.pot / ALL_CANDIES
    out[AT.deck_pot_bids + 2] = max(state.bid[player], 0) / ALL_CANDIES
    for slot in range(n):
        out[AT.deck_pot_bids + 3 + slot] = state.bid[around(player + slot, n)] != -1


@kernel
def observe(pack, state, player, out):
    out[:] = 0
    write_table(state, player, out)
    write_players(state, player, out)
    write_child_cards(state, player, out)
    write_children(pack, state, player, out)
    write_board(pack, state, player, out)
    write_turn(state, out)
    write_trick(pack, state, player, out)
    write_treat(pack, state, out)
    write_cards(state, player, out)


# ---- conceal and determinize


@kernel
def conceal(pack, state, player):
    state.rng = ZERO
    conceal_table(state, player)
    conceal_cards(state, player)
    conceal_children(state, player)


@kernel
def determinize(pack, state, player):
    """Where being asked shows something (R59), samples in which nothing would be asked are drawn again; if none is
    found, the seat that is asked keeps what it has."""
    asked = player if state.to_move < 0 else state.to_move
    hand, child = cards_at(state, asked), state.secret[asked]
    conceal_table(state, player)
    redeal_table(state)
    for _ in range(TRIES):
        conceal_cards(state, player)
        conceal_children(state, player)
        redeal_cards(pack, state, player, 0)
        redeal_children(state, player)
        if asked == player or is_choice(pack, state):
            return
    conceal_cards(state, player)
    conceal_children(state, player)
    state.secret[asked] = child
    redeal_cards(pack, state, player, hand)
    redeal_children(state, player)
