"""What is true of every position at a question and at the end."""

import numpy as np

from medianoche.envs.core.kernels.bits import popcount
from medianoche.envs.halloween.kernels.hands import cards_at, count_cards
from medianoche.envs.halloween.kernels.hidden import single
from medianoche.envs.halloween.inconsistencies import (
    INCONSISTENCIES,
    WRONG_ALIVE,
    WRONG_CARD,
    WRONG_COLOURS,
    WRONG_DECK,
    WRONG_DICE,
    WRONG_FROZEN,
    WRONG_GUARD,
    WRONG_HAND,
    WRONG_KNOW,
    WRONG_LAP,
    WRONG_LOST,
    WRONG_MOVED,
    WRONG_MOVER,
    WRONG_NUMBERS,
    WRONG_PAIR,
    WRONG_PHASE,
    WRONG_POS,
    WRONG_RECORD,
    WRONG_SCORES,
    WRONG_SEATS,
    WRONG_SECRET,
    WRONG_SEEN,
    WRONG_SHOWN,
    WRONG_START,
    WRONG_TO_MOVE,
    WRONG_TORN,
    WRONG_TOTAL,
    WRONG_TREAT,
    WRONG_TREATS,
)
from medianoche.envs.halloween.state import (
    CARDS,
    CHILD,
    CHILDREN,
    COLOUR,
    COLOURS,
    END,
    FIRST_INSTANT_OP,
    IN_DECK,
    KEEP,
    LOOKED_AT,
    LOST_PLAYERS,
    QUEUE,
    SEATS,
    TREAT,
    TREATS,
    USED,
    kernel,
)
from medianoche.envs.halloween.kernels.treat import role_asked
from medianoche.envs.halloween.kernels.turn_invariants import check_turn


@kernel
def is_seat(state, seat):
    """Whether there is such a seat."""
    return 0 <= seat < np.int64(state.num_players)


@kernel
def check_order(pack, state):
    """Phase, laps and seats to move."""
    n, phase, mover = np.int64(state.num_players), np.int64(state.phase), np.int64(state.mover)
    if phase > END or state.done != (phase == END):
        return WRONG_PHASE
    if phase == END:
        if state.to_move != -1:
            return WRONG_TO_MOVE
    elif not is_seat(state, np.int64(state.to_move)) or state.alive[state.to_move] == 0:
        return WRONG_TO_MOVE
    last = np.int64(pack.rounds) + (phase == END)
    if state.round_no >= last or state.slot >= n or not is_seat(state, np.int64(state.starter)):
        return WRONG_LAP
    if phase == COLOUR:
        if mover != -1 or state.round_no or state.slot or state.starter:
            return WRONG_MOVER
    elif not is_seat(state, mover):
        return WRONG_MOVER
    elif phase != END and mover != (np.int64(state.starter) + np.int64(state.slot)) % n:
        return WRONG_MOVER
    for i in range(QUEUE):
        if state.dice_queue[i] > 8 or (i > 0 and state.dice_queue[i] and state.dice_queue[i - 1] == 0):
            return WRONG_DICE
    return 0


@kernel
def check_players(pack, state):
    """Candies, who is out, options and records."""
    n = np.int64(state.num_players)
    total, stakes, lost = np.int64(state.pot), np.int64(0), np.int64(0)
    for seat in range(SEATS):
        candies = np.int64(state.candies[seat])
        total += candies + np.int64(state.stake[seat])
        stakes += np.int64(state.stake[seat])
        if state.alive[seat] > 1:
            return WRONG_SEATS
        if seat >= n and (state.alive[seat] or candies or state.stake[seat] or state.secret[seat] != -1):
            return WRONG_SEATS
        lost += seat < n and state.alive[seat] == 0
        if state.skip[seat] > 1 or np.int64(state.cool[seat]) > np.int64(state.tear_cooldown) + 1:
            return WRONG_NUMBERS
        if state.n_lies[seat] > state.n_checked[seat] or state.n_checked[seat] > state.n_claims[seat]:
            return WRONG_RECORD
        if state.n_false[seat] > state.n_advice[seat]:
            return WRONG_RECORD
        if state.done == 0 and (state.scores[seat] != 0 or state.utility[seat] != 0):
            return WRONG_SCORES
    if state.tear_cooldown > 2 or state.opt_colours > 1 or state.opt_candies > 1:
        return WRONG_NUMBERS
    if total != np.int64(pack.total):
        return WRONG_TOTAL
    for seat in range(n):
        if (state.alive[seat] == 1) != (state.candies[seat] > 0) and (state.alive[seat] == 0 or stakes == 0):
            return WRONG_ALIVE
    if lost >= LOST_PLAYERS and state.done == 0:
        return WRONG_LOST
    return 0


@kernel
def check_seats(state):
    """Colours and child cards."""
    n = np.int64(state.num_players)
    colours, children = np.int64(0), np.int64(0)
    for seat in range(SEATS):
        colour, child = np.int64(state.colour[seat]), np.int64(state.secret[seat])
        chosen = seat < n and (state.phase != COLOUR or seat < state.to_move)
        if colour < -1 or colour >= COLOURS or (colour >= 0) != chosen or (chosen and colours >> colour & 1):
            return WRONG_COLOURS
        if seat < n:
            if child < 0 or child >= CHILDREN or children >> child & 1:
                return WRONG_SECRET
            children |= np.int64(1) << child
        if chosen:
            colours |= np.int64(1) << colour
        for other in range(SEATS):
            know = np.int64(state.know[other, seat])
            if seat >= n or other >= n:
                if know:
                    return WRONG_KNOW
            elif know >> child & 1 == 0 or (seat == other and not single(know)):
                return WRONG_KNOW
    return 0


@kernel
def check_start(pack, state):
    """Start squares are the pack's."""
    pumpkins = np.int64(0)
    for child in range(CHILDREN):
        square = np.int64(state.start[child])
        if pack.start[child] >= 0:
            if square != pack.start[child]:
                return WRONG_START
        elif square == pack.pumpkin[0]:
            pumpkins += 1
        elif square == pack.pumpkin[1]:
            pumpkins += 2
        else:
            return WRONG_START
    return 0 if pumpkins == 3 else WRONG_START


@kernel
def check_children(pack, state):
    """Where the children are and what keeps them."""
    n, gone, torn = np.int64(state.num_players), np.int64(0), np.int64(0)
    for child in range(CHILDREN):
        square, guard, by = (
            np.int64(state.pos[child]),
            np.int64(state.guard[child]),
            np.int64(state.frozen_by[child]),
        )
        if square < -1 or square >= np.int64(pack.n_squares):
            return WRONG_POS
        if guard < -1 or guard >= n or (square < 0 and (guard >= 0 or by >= 0)):
            return WRONG_GUARD
        if by < -1 or by >= n or state.frozen_left[child] > 2 or (by >= 0) != (state.frozen_left[child] > 0):
            return WRONG_FROZEN
        gone += square < 0
    for seat in range(SEATS):
        torn += np.int64(state.torn[seat])
        if seat < n and state.pos[state.secret[seat]] < 0:
            for other in range(n):
                if not single(np.int64(state.know[other, seat])):
                    return WRONG_SHOWN
    if torn != gone:
        return WRONG_TORN
    begun = np.int64(state.slot) + (state.phase > CHILD)
    if state.done == 0 and popcount(np.uint64(state.moved)) > begun:
        return WRONG_MOVED
    return check_start(pack, state)


@kernel
def check_deck(state):
    """The deck holds what `card_at` says."""
    if state.deck_n > CARDS:
        return WRONG_DECK
    found = np.int64(0)
    for i in range(CARDS):
        card = np.int64(state.deck[i]) - 1
        if i >= np.int64(state.deck_n):
            if card >= 0:
                return WRONG_DECK
        elif card < 0 or card >= CARDS or found >> card & 1 or state.card_at[card] != IN_DECK:
            return WRONG_DECK
        else:
            found |= np.int64(1) << card
    return 0 if found == cards_at(state, IN_DECK) else WRONG_DECK


@kernel
def check_cards(pack, state):
    """Each action card is in one place, and who knows it can."""
    n = np.int64(state.num_players)
    for card in range(CARDS):
        place, seen = np.int64(state.card_at[card]), np.int64(state.card_seen[card])
        held = is_seat(state, place)
        if not held and place != IN_DECK and place != USED and place != LOOKED_AT:
            return WRONG_CARD
        if held and state.alive[place] == 0:
            return WRONG_CARD
        if held and pack.action_op[card] >= FIRST_INSTANT_OP:
            return WRONG_HAND
        if seen >> n or (held and seen >> place & 1 == 0) or (place == USED and seen):
            return WRONG_SEEN
    for seat in range(n):
        if count_cards(cards_at(state, seat)) > np.int64(pack.hand_limit):
            return WRONG_HAND
    if count_cards(cards_at(state, LOOKED_AT)) != 2 * (state.phase == KEEP):
        return WRONG_PAIR
    return check_deck(state)


@kernel
def check_treats(state):
    """Treat cards in the deck and on the table."""
    if state.treat_n > TREATS or state.treat_n & 1:
        return WRONG_TREATS
    found = np.int64(0)
    in_treat = state.phase == TREAT
    for role in range(2):
        card, applied = np.int64(state.treat_card[role]), np.int64(state.treat_apply[role])
        if card < -1 or card >= TREATS or applied < -1 or applied > 1:
            return WRONG_TREAT
        if state.done == 0 and (card >= 0) != in_treat:
            return WRONG_TREAT
        if state.done == 0 and card >= 0:
            found |= np.int64(1) << card
    if in_treat and (role_asked(state) == 2 or state.treat_card[0] == state.treat_card[1]):
        return WRONG_TREAT
    for i in range(TREATS):
        card = np.int64(state.treat_deck[i])
        if i >= np.int64(state.treat_n):
            if card:
                return WRONG_TREATS
        elif card >= TREATS or found >> card & 1:
            return WRONG_TREATS
        else:
            found |= np.int64(1) << card
    return 0


@kernel
def inconsistency(pack, state):
    """Ranges first: later checks index by what earlier ones have found sound."""
    found = check_order(pack, state)
    if found == 0:
        found = check_players(pack, state)
    if found == 0:
        found = check_seats(state)
    if found == 0:
        found = check_children(pack, state)
    if found == 0:
        found = check_cards(pack, state)
    if found == 0:
        found = check_treats(state)
    if found == 0 and state.done == 0:
        found = check_turn(pack, state)
    return np.int64(found)


__all__ = ["INCONSISTENCIES", "inconsistency"]
