"""What holds in every position at a question and at the end.

Each check returns 0 or the number of the reason that is broken (see `inconsistencies`).
"""

import numpy as np

from medianoche.envs.core.kernels.bits import popcount
from medianoche.envs.halloween import state as st
from medianoche.envs.halloween.kernels import ONE, kernel, laps
from medianoche.envs.halloween.kernels.hands import cards_at, count_cards
from medianoche.envs.halloween.kernels.hidden import is_single
from medianoche.envs.halloween.kernels.inconsistencies import Broken
from medianoche.envs.halloween.kernels.treat import role_asked
from medianoche.envs.halloween.kernels.turn_invariants import check_turn
from medianoche.envs.halloween.numbers import LOST_PLAYERS, OUT, OWN_CHILD_STAYS, OWN_CHILD_TORN, TORN_BY_YOU


@kernel
def is_seat(state, seat):
    """Whether `seat` is a seat of this game."""
    return 0 <= seat < state.num_players


@kernel
def check_order(pack, state):
    """Lap, turn, and seats to move."""
    n = state.num_players
    phase = state.phase
    mover = state.mover
    if phase != st.Phase.END and state.alive[state.to_move] == 0:
        return Broken.TO_MOVE
    last = pack.rounds + (phase == st.Phase.END)
    if state.round_no >= last or not is_seat(state, state.slot) or not is_seat(state, state.starter):
        return Broken.LAP
    if phase == st.Phase.COLOUR:
        if mover != -1 or state.round_no or state.slot or state.starter:
            return Broken.MOVER
    elif not is_seat(state, mover):
        return Broken.MOVER
    elif phase != st.Phase.END and mover != (state.starter + state.slot) % n:
        return Broken.MOVER
    for i in range(1, st.QUEUE):
        if state.dice_queue[i] and state.dice_queue[i - 1] == 0:
            return Broken.DICE
    return 0


@kernel
def check_players(pack, state):
    """Candies, players who are out, and public records."""
    n = state.num_players
    total = state.pot
    stakes = 0
    lost = 0
    for seat in range(st.SEATS):
        total += state.candies[seat] + state.stake[seat]
        stakes += state.stake[seat]
        lost += seat < n and state.alive[seat] == 0
        if state.cool[seat] > state.tear_cooldown + 1:
            return Broken.NUMBERS
        open_claim = seat == state.mover and st.Phase.RESPOND <= state.phase <= st.Phase.VERDICT
        if not state.n_lies[seat] <= state.n_checked[seat] <= state.n_claims[seat] - open_claim:
            return Broken.RECORD
        if state.n_false[seat] > state.n_advice[seat]:
            return Broken.RECORD
        if state.done == 0 and (state.scores[seat] != 0 or state.utility[seat] != 0):
            return Broken.SCORES
    if total != pack.total:
        return Broken.TOTAL
    for seat in range(n):
        if (state.alive[seat] == 1) != (state.candies[seat] > 0) and (state.alive[seat] == 0 or stakes == 0):
            return Broken.ALIVE
    if lost >= LOST_PLAYERS and state.done == 0:
        return Broken.LOST
    return 0


@kernel
def check_seats(state):
    """Colours and child cards."""
    n = state.num_players
    colours = 0
    children = 0
    for seat in range(st.SEATS):
        colour = state.colour[seat]
        child = state.secret[seat]
        chosen = seat < n and (state.phase != st.Phase.COLOUR or seat < state.to_move)
        if (colour >= 0) != chosen or (chosen and colours >> colour & 1):
            return Broken.COLOURS
        if seat < n:
            if child < 0 or children >> child & 1:
                return Broken.SECRET
            children |= 1 << child
        if chosen:
            colours |= 1 << colour
        for other in range(st.SEATS):
            know = state.know[other, seat]
            if seat >= n or other >= n:
                if know:
                    return Broken.KNOW
            elif know >> child & 1 == 0 or (seat == other and not is_single(know)):
                return Broken.KNOW
    return 0


@kernel
def check_start(pack, state):
    """Start squares are those of the pack."""
    pumpkins = 0
    for child in range(st.CHILDREN):
        square = state.start[child]
        if pack.start[child] >= 0:
            if square != pack.start[child]:
                return Broken.START
        elif square == pack.pumpkin[0]:
            pumpkins += 1
        elif square == pack.pumpkin[1]:
            pumpkins += 2
        else:
            return Broken.START
    return 0 if pumpkins == 3 else Broken.START


@kernel
def check_children(pack, state):
    """Positions of the children, guards and freezes."""
    n = state.num_players
    gone = 0
    torn = 0
    for child in range(st.CHILDREN):
        square = state.pos[child]
        guard = state.guard[child]
        by = state.frozen_by[child]
        left = state.frozen_left[child]
        if square >= pack.n_squares:
            return Broken.POS
        if guard >= n or (square < 0 and (guard >= 0 or by >= 0)):
            return Broken.GUARD
        if by >= n or (by >= 0) != (left > 0):
            return Broken.FROZEN
        gone += square < 0
    for seat in range(st.SEATS):
        torn += state.torn[seat]
        if seat < n and state.pos[state.secret[seat]] < 0:
            for other in range(n):
                if not is_single(state.know[other, seat]):
                    return Broken.SHOWN
    if torn != gone:
        return Broken.TORN
    begun = state.slot + (state.phase > st.Phase.MOVE)
    if state.done == 0 and popcount(np.uint64(state.moved)) > begun:
        return Broken.MOVED
    return check_start(pack, state)


@kernel
def check_shown(state):
    """Each seat was shown a child card exactly or not at all; a torn child is known to all."""
    n = state.num_players
    gone = 0
    held = 0
    for child in range(st.CHILDREN):
        gone |= (state.pos[child] < 0) << child
    for seat in range(n):
        held |= 1 << state.secret[seat]
    for seat in range(n):
        common = 0
        for other in range(n):
            know = state.know[other, seat]
            if other == seat or is_single(know):
                continue
            if (common and know != common) or know & gone & ~held:
                return Broken.SHOWN
            common = know
    return 0


@kernel
def check_deck(state):
    """The deck holds the cards that `card_at` places there."""
    seen = 0
    for i in range(st.CARDS):
        card = state.deck[i] - 1
        if i >= state.deck_n:
            if card != -1:
                return Broken.DECK
        elif card < 0 or seen >> card & 1 or state.card_at[card] != st.Place.DECK:
            return Broken.DECK
        else:
            seen |= 1 << card
    return 0 if seen == cards_at(state, st.Place.DECK) else Broken.DECK


@kernel
def check_cards(pack, state):
    """Each action card is in one place, and only seats that may know that place do."""
    n = state.num_players
    for card in range(st.CARDS):
        place = state.card_at[card]
        seen = state.card_seen[card]
        held = is_seat(state, place)
        if not held and place != st.Place.DECK and place != st.Place.USED and place != st.Place.PAIR:
            return Broken.CARD
        if held and state.alive[place] == 0:
            return Broken.CARD
        if held and pack.action_op[card] >= st.Op.LOSE:
            return Broken.HAND
        if seen >> n or (held and seen >> place & 1 == 0) or (place == st.Place.USED and seen):
            return Broken.SEEN
        mixed = state.mix_seen[card]
        if mixed >> n or mixed & seen or (mixed and not held):
            return Broken.MIX
        if (state.mix[card] > 0) != (mixed > 0):
            return Broken.MIX
    for seat in range(n):
        if count_cards(cards_at(state, seat)) > pack.hand_limit:
            return Broken.HAND
    if count_cards(cards_at(state, st.Place.PAIR)) != 2 * (state.phase == st.Phase.KEEP):
        return Broken.PAIR
    return check_deck(state)


@kernel
def check_treats(state):
    """Treat cards in the deck and on the table."""
    if state.treat_n & 1:
        return Broken.TREATS
    seen = 0
    in_treat = state.phase == st.Phase.TREAT
    for role in range(2):
        card = state.treat_card[role]
        if state.done == 0 and ((card >= 0) != in_treat or (card < 0 and state.treat_apply[role] != -1)):
            return Broken.TREAT
        if state.done == 0 and card >= 0:
            seen |= 1 << card
    if in_treat and (role_asked(state) == 2 or state.treat_card[0] == state.treat_card[1]):
        return Broken.TREAT
    for i in range(st.TREATS):
        card = state.treat_deck[i]
        if i >= state.treat_n:
            if card:
                return Broken.TREATS
        elif seen >> card & 1:
            return Broken.TREATS
        else:
            seen |= 1 << card
    return 0


@kernel
def check_last_turn(pack, state):
    """The turn in which the game ended, which nothing clears."""
    if state.stuck or state.fwd:
        return Broken.FLAGS
    if state.came >> np.uint64(pack.n_squares - 1) > ONE:
        return Broken.CAME
    if max(state.owner, state.third) >= state.num_players:
        return Broken.OWNER
    if state.amount:
        return Broken.DRAWS
    for seat in range(state.num_players):
        if state.stake[seat]:
            return Broken.STAKES
        if state.bid[seat] > pack.total:
            return Broken.BIDS
    return 0


@kernel
def check_result(state):
    """Points decide, then candies (R57); if no player is left, seats that went out last share the win (R58)."""
    n = state.num_players
    best = OUT * laps.MORE_THAN_ALL_CANDIES
    winners = 0
    shared = 0
    for seat in range(n):
        points = OUT
        rank = best
        if state.alive[seat]:
            points = state.candies[seat] + TORN_BY_YOU * state.torn[seat]
            points += OWN_CHILD_STAYS if state.pos[state.secret[seat]] >= 0 else OWN_CHILD_TORN
            rank = points * laps.MORE_THAN_ALL_CANDIES + state.candies[seat]
        if state.scores[seat] != points:
            return Broken.SCORES
        if rank > best:
            best = rank
            winners = 0
        if state.alive[seat] and rank == best:
            winners |= 1 << seat
    for seat in range(n):
        if best == OUT * laps.MORE_THAN_ALL_CANDIES and state.utility[seat] > -1:
            winners |= 1 << seat
        shared += winners >> seat & 1
    for seat in range(st.SEATS):
        prize = -1.0 if seat < n else 0.0
        if winners >> seat & 1:
            prize = 2.0 / shared - 1.0
        if state.utility[seat] != np.float32(prize):
            return Broken.SCORES
    return 0 if winners else Broken.SCORES


@kernel
def inconsistency(pack, state):
    """Number of the first broken reason, 0 for none. Ranges come first, because later checks use them as indices."""
    fault = check_order(pack, state) or check_players(pack, state) or check_seats(state)
    fault = fault or check_children(pack, state) or check_shown(state)
    fault = fault or check_cards(pack, state) or check_treats(state)
    if state.done:
        return fault or check_last_turn(pack, state) or check_result(state)
    return fault or check_turn(pack, state)
