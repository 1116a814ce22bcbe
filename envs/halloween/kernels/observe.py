"""What a player sees (blocks of `state.LAYOUT` in order), and what the rest might be."""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.halloween.kernels.hands import cards_at
from medianoche.envs.halloween.kernels.hidden import (
    deal_cards,
    deal_children,
    deal_treats,
    give_back_hand,
    hide_roll_and_bids,
    is_choice,
    sees_roll,
    single,
)
from medianoche.envs.halloween.state import (
    ACCEPT,
    ASIDE,
    CARDS,
    CHILDREN,
    COLOURS,
    DEFENDS,
    FEE,
    IN_DECK,
    KEEP,
    LAYOUT,
    LOOKED_AT,
    ONE,
    PAY,
    QUEUE,
    SAYS_FALSE,
    SAYS_TRUE,
    SEATS,
    SET,
    SQUARES,
    USED,
    ZERO,
    kernel,
)
from medianoche.envs.halloween.kernels.walking import houses_of

SIZE = sum(block.size for block in LAYOUT)
OFFSETS = tuple(sum(block.size for block in LAYOUT[:i]) for i in range(len(LAYOUT)))
(
    AT_PHASE,
    AT_SEATS,
    AT_ROUND,
    AT_PLAYERS,
    AT_COLOURS,
    AT_PLAYERS_CHILDREN,
    AT_CHILDREN,
    AT_POSITIONS,
    AT_PUMPKINS,
    AT_BOARD,
    AT_TURN,
    AT_CAME,
    AT_TRICK,
    AT_TREAT,
    AT_TREAT_DECK,
    AT_OWN_HAND,
    AT_HANDS,
    AT_DECK,
    AT_POT,
    AT_FROZEN,
) = OFFSETS
PLAYER_NUMBERS, CHILD_NUMBERS, TREAT_NUMBERS = 15, 6, 20
ALL_CANDIES, MOST_RECORD, LONGEST_HAND, MOST_STAKE, MOST_COOL, MOST_BONUS = 100.0, 20, 3.0, 10.0, 3.0, 12.0
PAIR_OF_PUMPKINS = 6  # the child whose home tells which of the two has which
ALL_SQUARES = np.uint64(0xFFFFFFFFFFFFFFFF)
TRIES = 64


# ---- observe


@kernel
def slot_of(state, player, seat):
    """Seats as `player` counts them, itself 0; -1 for none."""
    if seat < 0:
        return np.int64(-1)
    n = np.int64(state.num_players)
    return (seat - player + n) % n


@kernel
def mark(out, at, index):
    """One-hot; -1 leaves it zero."""
    if index >= 0:
        out[at + index] = 1.0


@kernel
def mark_squares(out, at, squares):
    """A plane of the board."""
    while squares != ZERO:
        out[at + lowest_bit(squares)] = 1.0
        squares &= squares - ONE


@kernel
def observe_table(state, player, out):
    """Phase, seats and round."""
    mark(out, AT_PHASE, np.int64(state.phase))
    mark(out, AT_SEATS, slot_of(state, player, np.int64(state.to_move)))
    mark(out, AT_SEATS + SEATS, slot_of(state, player, np.int64(state.mover)))
    mark(out, AT_SEATS + 2 * SEATS, slot_of(state, player, np.int64(state.owner)))
    mark(out, AT_SEATS + 3 * SEATS, slot_of(state, player, np.int64(state.third)))
    mark(out, AT_SEATS + 4 * SEATS, slot_of(state, player, np.int64(state.starter)))
    if state.round_no < 8:
        out[AT_ROUND + np.int64(state.round_no)] = 1.0
    out[AT_ROUND + 8] = np.int64(state.slot) / 4.0


@kernel
def observe_players(state, player, out):
    n = np.int64(state.num_players)
    for slot in range(n):
        seat, at = (player + slot) % n, AT_PLAYERS + PLAYER_NUMBERS * slot
        out[at] = 1.0
        out[at + 1] = state.alive[seat]
        if slot == 0 or state.opt_candies == 0:
            out[at + 2] = np.int64(state.candies[seat]) / ALL_CANDIES
        out[at + 3] = popcount(np.uint64(cards_at(state, seat))) / LONGEST_HAND
        out[at + 4] = state.skip[seat]
        out[at + 5] = np.int64(state.cool[seat]) / MOST_COOL
        out[at + 6] = np.int64(state.torn[seat]) / 8.0
        out[at + 7] = np.int64(state.stake[seat]) / MOST_STAKE
        out[at + 8] = state.defend[seat] == DEFENDS
        out[at + 9] = state.defend[seat] == ASIDE
        out[at + 10] = min(np.int64(state.n_claims[seat]), MOST_RECORD) / 20.0
        out[at + 11] = min(np.int64(state.n_checked[seat]), MOST_RECORD) / 20.0
        out[at + 12] = min(np.int64(state.n_lies[seat]), MOST_RECORD) / 20.0
        out[at + 13] = min(np.int64(state.n_advice[seat]), MOST_RECORD) / 20.0
        out[at + 14] = min(np.int64(state.n_false[seat]), MOST_RECORD) / 20.0
        mark(out, AT_COLOURS + COLOURS * slot, np.int64(state.colour[seat]))


@kernel
def observe_child_cards(state, player, out):
    """Which children the others' cards can be, without those that are known to be elsewhere."""
    n = np.int64(state.num_players)
    elsewhere = np.int64(0)
    for seat in range(n):
        if single(np.int64(state.know[player, seat])):
            elsewhere |= np.int64(state.know[player, seat])
    for slot in range(n):
        children = np.int64(state.know[player, (player + slot) % n])
        if not single(children):
            children &= ~elsewhere
        for child in range(CHILDREN):
            out[AT_PLAYERS_CHILDREN + CHILDREN * slot + child] = children >> child & 1


@kernel
def observe_children(pack, state, player, out):
    for child in range(CHILDREN):
        at, square = AT_CHILDREN + CHILD_NUMBERS * child, np.int64(state.pos[child])
        out[at] = square >= 0
        out[at + 1] = np.int64(state.moved) >> child & 1
        out[at + 2] = np.int64(state.frozen_left[child]) / 2.0
        out[at + 3] = state.guard[child] >= 0
        out[at + 4] = child == state.child
        out[at + 5] = child == state.target
        mark(out, AT_POSITIONS + SQUARES * child, square)
        mark(out, AT_FROZEN + SEATS * child, slot_of(state, player, np.int64(state.frozen_by[child])))
        guard = slot_of(state, player, np.int64(state.guard[child]))
        mark(out, AT_FROZEN + SEATS * (CHILDREN + child), guard)
    out[AT_FROZEN + 2 * SEATS * CHILDREN] = np.int64(state.tear_cooldown) / 2.0
    out[AT_PUMPKINS] = state.start[PAIR_OF_PUMPKINS] == pack.pumpkin[0]


@kernel
def observe_board(pack, state, player, out):
    n = np.int64(state.num_players)
    grey = ALL_SQUARES >> np.uint64(SQUARES - np.int64(pack.n_squares))
    for slot in range(n):
        houses = houses_of(pack, state, (player + slot) % n)
        grey &= ~houses
        mark_squares(out, AT_BOARD + SQUARES * slot, houses)
    mark_squares(out, AT_BOARD + SQUARES * SEATS, grey)
    mark_squares(out, AT_BOARD + SQUARES * (SEATS + 1), pack.draw_squares)
    mark_squares(out, AT_BOARD + SQUARES * (SEATS + 2), pack.start_squares)
    mark_squares(out, AT_CAME, state.came)


@kernel
def observe_turn(state, out):
    mark(out, AT_TURN, np.int64(state.roll) - 1)
    out[AT_TURN + 8] = state.no_move
    out[AT_TURN + 9] = state.treat_only
    out[AT_TURN + 10] = state.force_die
    out[AT_TURN + 11] = state.rerolled
    out[AT_TURN + 12] = state.stuck
    out[AT_TURN + 13] = state.attack
    out[AT_TURN + 14] = state.fwd == 13
    out[AT_TURN + 15] = state.fwd == 15
    out[AT_TURN + 16] = np.int64(state.draws) / 2.0
    out[AT_TURN + 17] = np.int64(state.amount) / 4.0


@kernel
def observe_trick(pack, state, player, out):
    mark(out, AT_TRICK, np.int64(state.claim) - 1)
    if sees_roll(state, player):
        mark(out, AT_TRICK + 8, np.int64(state.true_roll) - 1)
    if state.third >= 0 and ACCEPT <= state.phase <= FEE:
        mark(out, AT_TRICK + 16, np.int64(state.demand))
    out[AT_TRICK + 20] = state.advice == SAYS_TRUE
    out[AT_TRICK + 21] = state.advice == SAYS_FALSE
    out[AT_TRICK + 22] = np.int64(pack.candy[state.claim]) / 5.0


@kernel
def observe_treat(pack, state, out):
    for role in range(2):
        card, at = np.int64(state.treat_card[role]), AT_TREAT + TREAT_NUMBERS * role
        if card < 0:
            continue
        condition, arg = np.int64(pack.treat_cond[card]), np.int64(pack.treat_arg[card])
        out[at + condition] = 1.0
        if condition == SET:
            for child in range(CHILDREN):
                out[at + 8 + child] = arg >> child & 1
        if condition == PAY:
            out[at + 16] = arg / 2.0
        bonus = np.int64(pack.treat_child[card]) if role == 0 else np.int64(pack.treat_owner[card])
        out[at + 17] = bonus / MOST_BONUS
        out[at + 18] = state.treat_apply[role] == 1
        out[at + 19] = state.treat_apply[role] == 0
    for i in range(np.int64(state.treat_n)):
        out[AT_TREAT_DECK + np.int64(state.treat_deck[i])] = 1.0


@kernel
def observe_cards(state, player, out):
    n = np.int64(state.num_players)
    looking = state.phase == KEEP and state.mover == player
    for card in range(CARDS):
        place = np.int64(state.card_at[card])
        seen = np.int64(state.card_seen[card]) >> player & 1
        if place == player:
            out[AT_OWN_HAND + card] = 1.0
        elif place == USED:
            out[AT_OWN_HAND + CARDS + card] = 1.0
        elif place == LOOKED_AT:
            out[AT_DECK + CARDS + card] = looking
        elif place == IN_DECK:
            out[AT_DECK + card] = seen
        else:
            out[AT_HANDS + CARDS * ((place - player + n) % n - 1) + card] = seen
    out[AT_POT] = np.int64(state.deck_n) / 17.0
    out[AT_POT + 1] = np.int64(state.pot) / ALL_CANDIES
    out[AT_POT + 2] = max(np.int64(state.bid[player]), 0) / ALL_CANDIES
    for slot in range(n):
        out[AT_POT + 3 + slot] = state.bid[(player + slot) % n] >= 0


@kernel
def observe(pack, state, player, out):
    for i in range(SIZE):
        out[i] = 0.0
    observe_table(state, player, out)
    observe_players(state, player, out)
    observe_child_cards(state, player, out)
    observe_children(pack, state, player, out)
    observe_board(pack, state, player, out)
    observe_turn(state, out)
    observe_trick(pack, state, player, out)
    observe_treat(pack, state, out)
    observe_cards(state, player, out)


# ---- determinize


@kernel
def determinize(pack, state, player):
    """Where being asked shows something (R59), samples in which nothing would be asked are drawn again; if none is
    found, the seat that is asked keeps what it has."""
    for i in range(QUEUE):
        state.dice_queue[i] = 0
    deal_treats(state)
    hide_roll_and_bids(state, player)
    asked = np.int64(state.to_move)
    if asked < 0 or asked == player:
        deal_cards(pack, state, player)
        deal_children(state, player, -1)
        return
    hand, child = cards_at(state, asked), np.int64(state.secret[asked])
    for _ in range(TRIES):
        deal_cards(pack, state, player)
        deal_children(state, player, -1)
        if is_choice(pack, state):
            return
    give_back_hand(state, asked, hand)
    state.secret[asked] = child
    deal_children(state, player, asked)
