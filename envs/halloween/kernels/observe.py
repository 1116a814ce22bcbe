"""The observation of a player (blocks of `state.LAYOUT`), `conceal` and `determinize`."""

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
    CHILD,
    CHILDREN,
    COUNTS,
    PER,
    PLAYER,
    ROUND,
    SEATS,
    SQUARES,
    TREAT,
    TRICK,
    TURN,
    Advice,
    Condition,
    Onward,
    Phase,
    Place,
    Stand,
)

CANDY_SCALE, RECORD_SCALE, HAND_SCALE, STAKE_SCALE, COOL_SCALE, BONUS_SCALE = 100.0, 20.0, 3.0, 10.0, 3.0, 12.0
PAIR_OF_PUMPKINS = 6  # a child whose start square tells which pumpkin is whose
ALL_SQUARES = np.uint64(0xFFFFFFFFFFFFFFFF)
TRIES = 64


# ---- observe


@kernel
def slot_of(state, player, seat):
    """The seat relative to `player`, who is 0; -1 for none."""
    if seat < 0:
        return -1
    n = state.num_players
    return around(seat - player + n, n)


@kernel
def write_one(out, at, index):
    """Write a one-hot entry; nothing for -1."""
    if index >= 0:
        out[at + index] = 1.0


@kernel
def write_set(out, at, word):
    """Write a 1 for each member of a set."""
    while word != ZERO:
        out[at + lowest_bit(word)] = 1.0
        word &= word - ONE


@kernel
def write_table(state, player, out):
    """Write phase, seats and round."""
    write_one(out, AT.phase, state.phase)
    write_one(out, AT.seats, slot_of(state, player, state.to_move))
    write_one(out, AT.seats + PER.seats, slot_of(state, player, state.mover))
    write_one(out, AT.seats + 2 * PER.seats, slot_of(state, player, state.owner))
    write_one(out, AT.seats + 3 * PER.seats, slot_of(state, player, state.third))
    write_one(out, AT.seats + 4 * PER.seats, slot_of(state, player, state.starter))
    if state.round_no < ROUND.slot:
        out[AT.round + state.round_no] = 1.0
    out[AT.round + ROUND.slot] = state.slot / 4.0


@kernel
def write_players(state, player, out):
    """Write candies (all of them, which are public (R29), or only the player's own) and the record of claims; a seat
    without checked claims has told no known lie."""
    n = state.num_players
    for slot in range(n):
        seat, at = around(player + slot, n), AT.players + PER.players * slot
        out[at + PLAYER.here] = 1.0
        out[at + PLAYER.alive] = state.alive[seat]
        if slot == 0 or state.opt_candies == 0:
            out[at + PLAYER.candies] = state.candies[seat] / CANDY_SCALE
        out[at + PLAYER.cards] = count_hand(state, seat) / HAND_SCALE
        out[at + PLAYER.skip] = state.skip[seat]
        out[at + PLAYER.cool] = state.cool[seat] / COOL_SCALE
        out[at + PLAYER.torn] = state.torn[seat] / 8.0
        if state.stake[seat] or state.defend[seat]:
            out[at + PLAYER.stake] = state.stake[seat] / STAKE_SCALE
            out[at + PLAYER.defends] = state.defend[seat] == Stand.DEFENDS
            out[at + PLAYER.aside] = state.defend[seat] == Stand.ASIDE
        if state.n_claims[seat]:
            out[at + PLAYER.claims] = min(state.n_claims[seat], RECORD_SCALE) / RECORD_SCALE
            out[at + PLAYER.checked] = min(state.n_checked[seat], RECORD_SCALE) / RECORD_SCALE
            out[at + PLAYER.lies] = min(state.n_lies[seat], RECORD_SCALE) / RECORD_SCALE
        if state.n_advice[seat]:
            out[at + PLAYER.advice] = min(state.n_advice[seat], RECORD_SCALE) / RECORD_SCALE
            out[at + PLAYER.false_advice] = min(state.n_false[seat], RECORD_SCALE) / RECORD_SCALE
        write_one(out, AT.colours + PER.colours * slot, state.colour[seat])


@kernel
def write_child_cards(state, player, out):
    """Write the children that each seat's card can be, without children known to be elsewhere."""
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
            out[at + CHILD.on_board] = 1.0
            out[AT.positions + PER.positions * child + square] = 1.0
        out[at + CHILD.moved] = state.moved >> child & 1
        if state.frozen_by[child] >= 0:
            out[at + CHILD.frozen] = state.frozen_left[child] / 2.0
            out[AT.frozen_and_guarded + SEATS * child + slot_of(state, player, state.frozen_by[child])] = 1.0
        if state.guard[child] >= 0:
            guard = slot_of(state, player, state.guard[child])
            out[at + CHILD.guarded] = 1.0
            out[AT.frozen_and_guarded + SEATS * (CHILDREN + child) + guard] = 1.0
        out[at + CHILD.moving] = child == state.child
        out[at + CHILD.attacked] = child == state.target
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
    at = AT.turn
    write_one(out, at + TURN.roll, state.roll - 1)
    out[at + TURN.no_move] = state.no_move
    out[at + TURN.treat_only] = state.treat_only
    out[at + TURN.force_die] = state.force_die
    out[at + TURN.rerolled] = state.rerolled
    out[at + TURN.stuck] = state.stuck
    out[at + TURN.attack] = state.attack
    out[at + TURN.pass_by] = state.fwd == Onward.PASS_BY
    out[at + TURN.roll_again] = state.fwd == Onward.ROLL_AGAIN
    out[at + TURN.draws] = state.draws / 2.0
    out[at + TURN.amount] = state.amount / 4.0


@kernel
def write_trick(pack, state, player, out):
    at = AT.trick
    write_one(out, at + TRICK.claim, state.claim - 1)
    if sees_roll(state, player):
        write_one(out, at + TRICK.roll, state.true_roll - 1)
    if state.third >= 0 and Phase.ACCEPT <= state.phase <= Phase.FEE:
        write_one(out, at + TRICK.demand, state.demand)
    out[at + TRICK.true] = state.advice == Advice.TRUE
    out[at + TRICK.false] = state.advice == Advice.FALSE
    out[at + TRICK.candies] = pack.candy[state.claim] / 5.0


@kernel
def write_treat(pack, state, out):
    for role in range(2):
        card, at = state.treat_card[role], AT.treat + PER.treat * role
        if card < 0:
            continue
        condition, arg = pack.treat_cond[card], pack.treat_arg[card]
        out[at + TREAT.condition + condition] = 1.0
        if condition == Condition.SET:
            write_set(out, at + TREAT.children, np.uint64(arg))
        if condition == Condition.PAY:
            out[at + TREAT.price] = arg / 2.0
        bonus = pack.treat_child[card] if role == 0 else pack.treat_owner[card]
        out[at + TREAT.bonus] = bonus / BONUS_SCALE
        out[at + TREAT.met] = state.treat_apply[role] == 1
        out[at + TREAT.unmet] = state.treat_apply[role] == 0
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
    at = AT.deck_pot_bids
    out[at + COUNTS.deck] = state.deck_n / CARDS
    out[at + COUNTS.pot] = state.pot / CANDY_SCALE
    out[at + COUNTS.bid] = max(state.bid[player], 0) / CANDY_SCALE
    for slot in range(n):
        out[at + COUNTS.has_bid + slot] = state.bid[around(player + slot, n)] != -1


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
    """Sample what `player` does not know. If a sample would leave the seat to move without a choice (R59), it is drawn
    again; after some tries that seat keeps its true cards."""
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
