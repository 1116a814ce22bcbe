"""The observation of a player (blocks of `state.LAYOUT`), `conceal` and `determinize`.

Arguments: `out` is the observation, float32[observation_size], zero before. `player` sees, `seat` is seen, both 0 to 4;
a slot is a seat counted from the player on, 0 the player itself.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import write_bits
from medianoche.envs.core.kernels.seats import around
from medianoche.envs.halloween import state as st
from medianoche.envs.halloween.kernels import ZERO, hidden, kernel
from medianoche.envs.halloween.kernels.hands import cards_at, count_hand
from medianoche.envs.halloween.kernels.walking import houses_of

CANDY_SCALE = 100.0
RECORD_SCALE = 20.0
HAND_SCALE = 3.0
STAKE_SCALE = 10.0
COOL_SCALE = 3.0
BONUS_SCALE = 12.0
PAIR_OF_PUMPKINS = 6  # a child whose start square tells which pumpkin is whose
ALL_SQUARES = np.uint64(0xFFFFFFFFFFFFFFFF)
TRIES = 64


# ---- observe


@kernel
def slot_of(state, player, seat):
    """The observation slot of `seat`: 0 for `player` itself, then the seats after it in turn; -1 for seat -1. A slot is
    0 to 4."""
    if seat < 0:
        return -1
    n = state.num_players
    return around(seat - player + n, n)


@kernel
def write_one(out, at, index):
    """Write a one-hot entry: 1 at place `at` + `index` of `out`; nothing for `index` -1."""
    if index >= 0:
        out[at + index] = 1.0


@kernel
def write_table(state, player, out):
    """Write phase, seats and round."""
    write_one(out, st.AT.phase, state.phase)
    write_one(out, st.AT.seats, slot_of(state, player, state.to_move))
    write_one(out, st.AT.seats + st.PER.seats, slot_of(state, player, state.mover))
    write_one(out, st.AT.seats + 2 * st.PER.seats, slot_of(state, player, state.owner))
    write_one(out, st.AT.seats + 3 * st.PER.seats, slot_of(state, player, state.third))
    write_one(out, st.AT.seats + 4 * st.PER.seats, slot_of(state, player, state.starter))
    if state.round_no < st.ROUND.slot:
        out[st.AT.round + state.round_no] = 1.0
    out[st.AT.round + st.ROUND.slot] = state.slot / 4.0


@kernel
def write_players(state, player, out):
    """Write candies (all of them, which are public (R29), or only the player's own) and the record of claims; a seat
    without checked claims has told no known lie. Candies are divided by 100, cards by 3, cooldowns by 3."""
    n = state.num_players
    for slot in range(n):
        seat = around(player + slot, n)
        at = st.AT.players + st.PER.players * slot
        out[at + st.PLAYER.here] = 1.0
        out[at + st.PLAYER.alive] = state.alive[seat]
        if slot == 0 or state.opt_candies == 0:
            out[at + st.PLAYER.candies] = state.candies[seat] / CANDY_SCALE
        out[at + st.PLAYER.cards] = count_hand(state, seat) / HAND_SCALE
        out[at + st.PLAYER.skip] = state.skip[seat]
        out[at + st.PLAYER.cool] = state.cool[seat] / COOL_SCALE
        out[at + st.PLAYER.torn] = state.torn[seat] / 8.0
        if state.stake[seat] or state.defend[seat]:
            out[at + st.PLAYER.stake] = state.stake[seat] / STAKE_SCALE
            out[at + st.PLAYER.defends] = state.defend[seat] == st.Stand.DEFENDS
            out[at + st.PLAYER.aside] = state.defend[seat] == st.Stand.ASIDE
        if state.n_claims[seat]:
            out[at + st.PLAYER.claims] = min(state.n_claims[seat], RECORD_SCALE) / RECORD_SCALE
            out[at + st.PLAYER.checked] = min(state.n_checked[seat], RECORD_SCALE) / RECORD_SCALE
            out[at + st.PLAYER.lies] = min(state.n_lies[seat], RECORD_SCALE) / RECORD_SCALE
        if state.n_advice[seat]:
            out[at + st.PLAYER.advice] = min(state.n_advice[seat], RECORD_SCALE) / RECORD_SCALE
            out[at + st.PLAYER.false_advice] = min(state.n_false[seat], RECORD_SCALE) / RECORD_SCALE
        write_one(out, st.AT.colours + st.PER.colours * slot, state.colour[seat])


@kernel
def write_child_cards(state, player, out):
    """Write the children that each seat's card can be, without children known to be elsewhere."""
    n = state.num_players
    elsewhere = 0
    for seat in range(n):
        if hidden.is_single(state.know[player, seat]):
            elsewhere |= state.know[player, seat]
    for slot in range(n):
        children = state.know[player, around(player + slot, n)]
        if not hidden.is_single(children):
            children &= ~elsewhere
        write_bits(out, st.AT.children_of_players + st.PER.children_of_players * slot, np.uint64(children))


@kernel
def write_children(pack, state, player, out):
    """Write each child, 0 to 7: its square, whether it has moved, and what binds it."""
    for child in range(st.CHILDREN):
        at = st.AT.children + st.PER.children * child
        square = state.pos[child]
        if square >= 0:
            out[at + st.CHILD.on_board] = 1.0
            out[st.AT.positions + st.PER.positions * child + square] = 1.0
        out[at + st.CHILD.moved] = state.moved >> child & 1
        if state.frozen_by[child] >= 0:
            out[at + st.CHILD.frozen] = state.frozen_left[child] / 2.0
            out[st.AT.frozen_and_guarded + st.SEATS * child + slot_of(state, player, state.frozen_by[child])] = 1.0
        if state.guard[child] >= 0:
            guard = slot_of(state, player, state.guard[child])
            out[at + st.CHILD.guarded] = 1.0
            out[st.AT.frozen_and_guarded + st.SEATS * (st.CHILDREN + child) + guard] = 1.0
        out[at + st.CHILD.moving] = child == state.child
        out[at + st.CHILD.attacked] = child == state.target
    out[st.AT.frozen_and_guarded + 2 * st.SEATS * st.CHILDREN] = state.tear_cooldown / 2.0
    out[st.AT.pumpkins] = state.start[PAIR_OF_PUMPKINS] == pack.pumpkin[0]


@kernel
def write_board(pack, state, player, out):
    """Write the houses of each seat, the grey squares, the draw squares and the start squares: 64 numbers each."""
    n = state.num_players
    grey = ALL_SQUARES >> np.uint64(st.SQUARES - pack.n_squares)
    for slot in range(n):
        houses = houses_of(pack, state, around(player + slot, n))
        grey &= ~houses
        write_bits(out, st.AT.board + st.PER.board * slot, houses)
    write_bits(out, st.AT.board + st.PER.board * st.SEATS, grey)
    write_bits(out, st.AT.board + st.PER.board * (st.SEATS + 1), pack.draw_squares)
    write_bits(out, st.AT.board + st.PER.board * (st.SEATS + 2), pack.start_squares)
    write_bits(out, st.AT.came, state.came)


@kernel
def write_turn(state, out):
    """Write the fields of the turn."""
    at = st.AT.turn
    write_one(out, at + st.TURN.roll, state.roll - 1)
    out[at + st.TURN.no_move] = state.no_move
    out[at + st.TURN.treat_only] = state.treat_only
    out[at + st.TURN.force_die] = state.force_die
    out[at + st.TURN.rerolled] = state.rerolled
    out[at + st.TURN.stuck] = state.stuck
    out[at + st.TURN.attack] = state.attack
    out[at + st.TURN.pass_by] = state.fwd == st.Onward.PASS_BY
    out[at + st.TURN.roll_again] = state.fwd == st.Onward.ROLL_AGAIN
    out[at + st.TURN.draws] = state.draws / 2.0
    out[at + st.TURN.amount] = state.amount / 4.0


@kernel
def write_trick(pack, state, player, out):
    """Write the claim, the die if `player` has seen it, the price and the advice."""
    at = st.AT.trick
    write_one(out, at + st.TRICK.claim, state.claim - 1)
    if hidden.sees_roll(state, player):
        write_one(out, at + st.TRICK.roll, state.true_roll - 1)
    if state.third >= 0 and st.Phase.ACCEPT <= state.phase <= st.Phase.FEE:
        write_one(out, at + st.TRICK.demand, state.demand)
    out[at + st.TRICK.true] = state.advice == st.Advice.TRUE
    out[at + st.TRICK.false] = state.advice == st.Advice.FALSE
    out[at + st.TRICK.candies] = pack.candy[state.claim] / 5.0


@kernel
def write_treat(pack, state, out):
    """Write the two treat cards on the table: the mover's, then the owner's."""
    for role in range(2):
        card = state.treat_card[role]
        at = st.AT.treat + st.PER.treat * role
        if card < 0:
            continue
        condition = pack.treat_cond[card]
        arg = pack.treat_arg[card]
        out[at + st.TREAT.condition + condition] = 1.0
        if condition == st.Condition.SET:
            write_bits(out, at + st.TREAT.children, np.uint64(arg))
        if condition == st.Condition.PAY:
            out[at + st.TREAT.price] = arg / 2.0
        bonus = pack.treat_child[card] if role == 0 else pack.treat_owner[card]
        out[at + st.TREAT.bonus] = bonus / BONUS_SCALE
        out[at + st.TREAT.met] = state.treat_apply[role] == 1
        out[at + st.TREAT.unmet] = state.treat_apply[role] == 0
    for i in range(state.treat_n):
        out[st.AT.treat_deck + state.treat_deck[i]] = 1.0


@kernel
def write_cards(state, player, out):
    """Write the action cards: those of `player`, those used, and what `player` knows of the others."""
    n = state.num_players
    looking = state.phase == st.Phase.KEEP and state.mover == player
    for card in range(st.CARDS):
        place = state.card_at[card]
        if place == player:
            out[st.AT.own_hand_and_used + card] = 1.0
        elif place == st.Place.USED:
            out[st.AT.own_hand_and_used + st.PER.own_hand_and_used + card] = 1.0
        elif place == st.Place.PAIR:
            out[st.AT.known_deck_and_pair + st.PER.known_deck_and_pair + card] = looking
        elif state.card_seen[card] >> player & 1:
            if place == st.Place.DECK:
                out[st.AT.known_deck_and_pair + card] = 1.0
            else:
                out[st.AT.known_hands + st.PER.known_hands * (around(place - player + n, n) - 1) + card] = 1.0
    at = st.AT.deck_pot_bids
    out[at + st.COUNTS.deck] = state.deck_n / st.CARDS
    out[at + st.COUNTS.pot] = state.pot / CANDY_SCALE
    out[at + st.COUNTS.bid] = max(state.bid[player], 0) / CANDY_SCALE
    for slot in range(n):
        out[at + st.COUNTS.has_bid + slot] = state.bid[around(player + slot, n)] != -1


@kernel
def observe(pack, state, player, out):
    """Write the observation of `player`, a seat from 0, to `out`, float32[observation_size]; it is set to zero
    first."""
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
    """Overwrite all fields of `state` that `player`, a seat from 0, does not know."""
    state.rng = ZERO
    hidden.conceal_table(state, player)
    hidden.conceal_cards(state, player)
    hidden.conceal_children(state, player)


@kernel
def determinize(pack, state, player):
    """Sample what `player` does not know. If a sample would leave the seat to move without a choice (R59), it is drawn
    again; after some tries that seat keeps its true cards."""
    asked = player if state.to_move < 0 else state.to_move
    hand = cards_at(state, asked)
    child = state.secret[asked]
    hidden.conceal_table(state, player)
    hidden.redeal_table(state)
    for _ in range(TRIES):
        hidden.conceal_cards(state, player)
        hidden.conceal_children(state, player)
        hidden.redeal_cards(pack, state, player, 0)
        hidden.redeal_children(state, player)
        if asked == player or hidden.is_choice(pack, state):
            return
    hidden.conceal_cards(state, player)
    hidden.conceal_children(state, player)
    state.secret[asked] = child
    hidden.redeal_cards(pack, state, player, hand)
    hidden.redeal_children(state, player)
