"""What a player does not know, dealt anew from what it has seen. Everything is drawn in an order that does not depend
on the truth, so that a sample holds no trace of it."""

import numpy as np

from medianoche.envs.core.kernels.bits import popcount
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.halloween.kernels.choosing import count_moves, movable_children, turn_cards
from medianoche.envs.halloween.kernels.door import door_cards
from medianoche.envs.halloween.state import (
    ADVICE,
    ANSWER,
    BID,
    CARDS,
    CHILD,
    CHILDREN,
    FEE,
    FIRST_INSTANT_OP,
    IN_DECK,
    LOOKED_AT,
    MOVE,
    TREAT,
    TREATS,
    USED,
    VERDICT,
    kernel,
)
from medianoche.envs.halloween.kernels.treat import can_meet, role_asked, seat_of_role

LOOSE = 7  # `card_at` of a card that is being dealt anew
NOBODY = CHILDREN  # the child of an empty seat


@kernel
def single(children):
    """Whether just one child is left."""
    return children != 0 and children & (children - 1) == 0


@kernel
def sees_roll(state, player):
    """Whether `player` has seen the trick's die."""
    if state.true_roll == 0:
        return False
    witness = player == state.third and (state.phase == ADVICE or state.phase == VERDICT)
    return player == state.mover or witness or state.phase == FEE


# ---- cards


@kernel
def knows_place(state, player, card):
    """Whether `player` knows where the card is."""
    place = np.int64(state.card_at[card])
    own_pair = place == LOOKED_AT and player == state.mover
    return place == player or place == USED or own_pair or np.int64(state.card_seen[card]) >> player & 1 == 1


@kernel
def collect_cards(state, player):
    """Take up all cards that `player` cannot place, leaving holes in the deck; returns how many each place is short
    of, four bits for each."""
    short = np.int64(0)
    for i in range(np.int64(state.deck_n)):
        if not knows_place(state, player, np.int64(state.deck[i]) - 1):
            state.deck[i] = 0
    for card in range(CARDS):
        if not knows_place(state, player, card):
            place = np.int64(state.card_at[card])
            if place != IN_DECK:
                short += np.int64(1) << 4 * place
            state.card_at[card] = LOOSE
    return short


@kernel
def draw_loose(pack, state, ops):
    """A random loose card whose op is below `ops`."""
    count = np.int64(0)
    for card in range(CARDS):
        count += state.card_at[card] == LOOSE and np.int64(pack.action_op[card]) < ops
    k = draw(state, count)
    for card in range(CARDS):
        if state.card_at[card] == LOOSE and np.int64(pack.action_op[card]) < ops:
            if k == 0:
                return np.int64(card)
            k -= 1
    return np.int64(-1)


@kernel
def deal_cards(pack, state, player):
    """Other hands first, without instants, then a pair that is looked at, then the deck."""
    short = collect_cards(state, player)
    for seat in range(np.int64(state.num_players)):
        for _ in range(short >> 4 * seat & 15):
            card = draw_loose(pack, state, FIRST_INSTANT_OP)
            state.card_at[card] = seat
            state.card_seen[card] = np.int64(1) << seat
    for _ in range(short >> 4 * LOOKED_AT & 15):
        card = draw_loose(pack, state, CARDS)
        state.card_at[card] = LOOKED_AT
        state.card_seen[card] = np.int64(1) << np.int64(state.mover)
    for i in range(np.int64(state.deck_n)):
        if state.deck[i] == 0:
            card = draw_loose(pack, state, CARDS)
            state.card_at[card] = IN_DECK
            state.card_seen[card] = 0
            state.deck[i] = card + 1


@kernel
def exchange(state, mine, other, seat):
    """Card `other`, wherever it is, for card `mine` in the hand of `seat`."""
    place = np.int64(state.card_at[other])
    state.card_at[other] = seat
    state.card_at[mine] = place
    state.card_seen[mine] = np.int64(1) << place if place >= 0 else 0
    if place == LOOKED_AT:
        state.card_seen[mine] = np.int64(1) << np.int64(state.mover)
    state.card_seen[other] = np.int64(1) << seat
    for i in range(np.int64(state.deck_n)):
        if np.int64(state.deck[i]) == other + 1:
            state.deck[i] = mine + 1


@kernel
def give_back_hand(state, seat, hand):
    """Let `seat` hold the cards of `hand` again, as many as it holds now."""
    for other in range(CARDS):
        if hand >> other & 1 and state.card_at[other] != seat:
            for mine in range(CARDS):
                if state.card_at[mine] == seat and hand >> mine & 1 == 0:
                    exchange(state, mine, other, seat)
                    break


# ---- child cards


@kernel
def possible_children(state, player, slot, fixed):
    """Bits of the children that the seat at `slot` from `player` may have; the seat `fixed` has its own."""
    n = np.int64(state.num_players)
    if slot >= n:
        return np.int64(1) << NOBODY
    seat = (player + slot) % n
    if seat == fixed:
        return np.int64(1) << np.int64(state.secret[seat])
    return np.int64(state.know[player, seat])


@kernel
def draw_children(state, player, fixed):
    """Uniform over all ways to give the others different children; the children by slot, four bits each, or -1."""
    own = np.int64(1) << np.int64(state.secret[player])
    one, two = possible_children(state, player, 1, fixed), possible_children(state, player, 2, fixed)
    three, four = possible_children(state, player, 3, fixed), possible_children(state, player, 4, fixed)
    chosen, count = np.int64(-1), np.int64(0)
    for a in range(CHILDREN):
        if (one & ~own) >> a & 1 == 0:
            continue
        for b in range(CHILDREN):
            taken = own | np.int64(1) << a
            if (two & ~taken) >> b & 1 == 0:
                continue
            taken |= np.int64(1) << b
            for c in range(CHILDREN):
                if (three & ~taken) >> c & 1 == 0:
                    continue
                rest = four & ~(taken | np.int64(1) << c)
                for d in range(CHILDREN + 1):
                    if rest >> d & 1:
                        count += 1
                        if draw(state, count) == 0:
                            chosen = np.int64(a << 4 | b << 8 | c << 12 | d << 16)
    return chosen


@kernel
def deal_children(state, player, fixed):
    """New child cards for the others; whoever was shown the old one was shown the new one."""
    n = np.int64(state.num_players)
    chosen = draw_children(state, player, fixed)
    if chosen < 0:
        return
    for slot in range(1, n):
        seat, child = (player + slot) % n, chosen >> 4 * slot & 15
        state.secret[seat] = child
        for other in range(n):
            if other != player and single(np.int64(state.know[other, seat])):
                state.know[other, seat] = np.int64(1) << child


# ---- the rest


@kernel
def deal_treats(state):
    """The treat cards that are left, which everybody can count, in random order."""
    left = np.int64(0)
    for i in range(np.int64(state.treat_n)):
        left |= np.int64(1) << np.int64(state.treat_deck[i])
    for i in range(np.int64(state.treat_n)):
        k = draw(state, popcount(np.uint64(left)))
        for card in range(TREATS):
            if left >> card & 1:
                if k == 0:
                    state.treat_deck[i] = card
                    left ^= np.int64(1) << card
                    break
                k -= 1
    for i in range(np.int64(state.treat_n), TREATS):
        state.treat_deck[i] = 0


@kernel
def hide_roll_and_bids(state, player):
    """A die that was not seen and bids that are still sealed."""
    if state.true_roll and not sees_roll(state, player):
        state.true_roll = draw(state, 8) + 1
    if state.phase == BID:
        for seat in range(np.int64(state.num_players)):
            if seat != player and state.bid[seat] >= 0:
                state.bid[seat] = draw(state, np.int64(state.candies[seat]) + 1)


@kernel
def is_choice(pack, state):
    """Whether the seat to move would be asked, where that depends on what it holds (R59)."""
    phase = np.int64(state.phase)
    if phase == CHILD:
        some = popcount(np.uint64(movable_children(state))) > 1
        return some or state.stuck == 1 or turn_cards(pack, state) != 0
    if phase == MOVE:
        return count_moves(pack, state) > 1
    if phase == ANSWER:
        return (state.force_die == 0 and state.treat_only == 0) or door_cards(pack, state) != 0
    if phase == TREAT:
        role = role_asked(state)
        return can_meet(pack, state, seat_of_role(state, role), np.int64(state.treat_card[role]))
    return True
