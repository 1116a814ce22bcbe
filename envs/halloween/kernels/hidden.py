"""Hidden information: `conceal` makes it unknown, `determinize` deals it anew.

The order of the draws does not depend on the hidden values, so that a sample carries no information about them.

Arguments: `player` is the seat that knows or does not know, 0 to 4. `card`, `one` and `other` are action cards, 0 to 16
(the printed number less 1); `hand` is a set of cards, bit i for card i. A set of children has bit i for child i, 0 to
7.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import popcount, select_bit
from medianoche.envs.core.kernels.local import local_array
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.halloween.kernels import kernel
from medianoche.envs.halloween.kernels.hands import cards_at, count_cards, swap_places
from medianoche.envs.halloween.kernels.rules import legal_mask
from medianoche.envs.halloween.kernels.treat import can_meet, role_asked
from medianoche.envs.halloween.state import ACTIONS, CARDS, CHILDREN, QUEUE, SEATS, TREATS, UNKNOWN, Op, Phase, Place

WORDS = (ACTIONS.size + 63) // 64
NO_CHILD = CHILDREN  # stands for the child of an empty seat


@kernel
def is_single(children):
    """Whether exactly one child is in `children`, a set with bit i for child i; False for UNKNOWN, which is
    negative."""
    return children > 0 and children & (children - 1) == 0


@kernel
def sees_roll(state, player):
    """Whether `player` has seen the trick's die. It is shown to the third, to all after a consultation (R38), and to
    all if the owner disbelieves."""
    phase = state.phase
    if state.true_roll == 0:
        return False
    witness = player == state.third and (phase == Phase.ADVICE or phase == Phase.VERDICT)
    shown = phase == Phase.FEE or phase == Phase.DISBELIEVED or (phase == Phase.BELIEVED and state.third >= 0)
    return player == state.mover or witness or shown


@kernel
def knows_place(state, player, card):
    """Whether `player` knows where the card is, or that it belongs to a mix."""
    place = state.card_at[card]
    own_pair = place == Place.PAIR and player == state.mover
    return (
        place == player
        or place == Place.USED
        or own_pair
        or (state.card_seen[card] | state.mix_seen[card]) >> player & 1 == 1
    )


@kernel
def is_mixed(state, player, one, other):
    """Whether `player` knows the two places of these cards, but not which card is at which."""
    return state.mix[one] == state.mix[other] and (state.mix_seen[one] & state.mix_seen[other]) >> player & 1 == 1


@kernel
def has_mix(state, player):
    """Whether `player` knows of a mix."""
    mixed = 0
    for card in range(CARDS):
        mixed |= state.mix_seen[card]
    return mixed >> player & 1 == 1


@kernel
def place_key(state, card):
    """A number made of the card's place and the seats that know it, to sort cards by."""
    return (state.card_at[card] << 8 | state.card_seen[card]) << 8 | state.mix_seen[card]


# ---- conceal


@kernel
def conceal_cards(state, player):
    """Put the cards whose places `player` does not know into one pool. Known stay the numbers missing from hands and
    the unknown places in the deck; cards of a mix are listed in the order of their places."""
    for i in range(state.deck_n):
        if state.deck[i] > 0 and not knows_place(state, player, state.deck[i] - 1):
            state.deck[i] = UNKNOWN
    for card in range(CARDS):
        place = state.card_at[card]
        if place != UNKNOWN and not knows_place(state, player, card):
            if 0 <= place < SEATS:
                state.unseen[place] += 1
            state.card_at[card] = UNKNOWN
            state.card_seen[card] = 0
            state.mix[card] = 0
            state.mix_seen[card] = 0
    if not has_mix(state, player):
        return
    for card in range(CARDS):
        for other in range(card):
            if is_mixed(state, player, card, other) and place_key(state, other) > place_key(state, card):
                swap_places(state, card, other)


@kernel
def conceal_children(state, player):
    """Conceal the others' child cards and which card was shown to others, unless `player` was shown it too. At the end
    of the game all child cards are turned over."""
    if state.phase == Phase.END:
        return
    for seat in range(state.num_players):
        if not is_single(state.know[player, seat]):
            state.secret[seat] = UNKNOWN
            for other in range(state.num_players):
                if is_single(state.know[other, seat]):
                    state.know[other, seat] = UNKNOWN


@kernel
def conceal_table(state, player):
    """Conceal dice to come, the order of the treat deck, an unseen die and sealed bids."""
    for i in range(QUEUE):
        state.dice_queue[i] = 0
    left = 0
    i = 0
    for k in range(state.treat_n):
        left |= 1 << state.treat_deck[k]
    for card in range(TREATS):
        if left >> card & 1:
            state.treat_deck[i] = card
            i += 1
    if state.true_roll and not sees_roll(state, player):
        state.true_roll = UNKNOWN
    if state.phase == Phase.BID:
        for seat in range(state.num_players):
            if seat != player and state.bid[seat] >= 0:
                state.bid[seat] = UNKNOWN


# ---- determinize


@kernel
def draw_unknown(pack, state, ops):
    """Draw a random card, 0 to 16, of the pool whose op is below `ops`: Op.LOSE leaves out those that are played when
    drawn, CARDS allows all. Returns -1 if there is none. The card stays in the pool."""
    count = 0
    for card in range(CARDS):
        count += state.card_at[card] == UNKNOWN and pack.action_op[card] < ops
    k = draw(state, count)
    for card in range(CARDS):
        if state.card_at[card] == UNKNOWN and pack.action_op[card] < ops:
            if k == 0:
                return card
            k -= 1
    return -1


@kernel
def give_unseen(state, card, seat):
    """Deal an unknown card of `seat` from the pool."""
    state.card_at[card] = seat
    state.card_seen[card] = 1 << seat
    state.unseen[seat] -= 1


@kernel
def redeal_mixes(state, player, hand):
    """Shuffle the cards of each mix among their places; the seat to move gets those of `hand`."""
    for card in range(CARDS):
        count = 1
        for other in range(card):
            count += is_mixed(state, player, card, other)
        k = draw(state, count) if count > 1 else 0
        for other in range(card):
            if is_mixed(state, player, card, other):
                k -= 1
                if k == 0:
                    swap_places(state, card, other)
    for card in range(CARDS):
        for other in range(CARDS):
            wanted = hand >> card & 1 and state.card_at[card] != state.to_move
            if wanted and state.card_at[other] == state.to_move and hand >> other & 1 == 0:
                if is_mixed(state, player, card, other):
                    swap_places(state, card, other)


@kernel
def redeal_cards(pack, state, player, hand):
    """Deal mixes, then hands (without cards that are played when drawn), then a pair that is looked at, then the deck.
    The seat to move gets the cards of `hand`."""
    if has_mix(state, player):
        redeal_mixes(state, player, hand)
    for card in range(CARDS):
        if hand >> card & 1 and state.card_at[card] == UNKNOWN:
            give_unseen(state, card, state.to_move)
    for seat in range(state.num_players):
        while state.unseen[seat]:
            give_unseen(state, draw_unknown(pack, state, Op.LOSE), seat)
    if state.phase == Phase.KEEP:
        for _ in range(2 - count_cards(cards_at(state, Place.PAIR))):
            card = draw_unknown(pack, state, CARDS)
            state.card_at[card] = Place.PAIR
            state.card_seen[card] = 1 << state.mover
    for i in range(state.deck_n):
        if state.deck[i] == UNKNOWN:
            card = draw_unknown(pack, state, CARDS)
            state.card_at[card] = Place.DECK
            state.deck[i] = card + 1


@kernel
def possible_children(state, player, slot):
    """Bit set of the children, 0 to 7, that the seat at `slot` (1 to 4 places after `player`) may have; bit 8,
    NO_CHILD, for a slot without a seat."""
    if slot >= state.num_players:
        return 1 << NO_CHILD
    seat = (player + slot) % state.num_players
    return state.know[player, seat] if state.secret[seat] == UNKNOWN else 1 << state.secret[seat]


@kernel
def redeal_children(state, player):
    """Draw the others' child cards uniformly from all assignments of different children that `player` considers
    possible. Seats that were shown a card are shown the new one."""
    n = state.num_players
    own_child = 1 << state.secret[player]
    k = -1
    one = possible_children(state, player, 1)
    two = possible_children(state, player, 2)
    three = possible_children(state, player, 3)
    four = possible_children(state, player, 4)
    first = UNKNOWN
    second = UNKNOWN
    third = UNKNOWN
    fourth = NO_CHILD
    for attempt in range(2):  # the first pass counts the ways as -1 - k, the second finds way k
        for a in range(CHILDREN):
            if (one & ~own_child) >> a & 1 == 0:
                continue
            for b in range(CHILDREN):
                taken = own_child | 1 << a
                if (two & ~taken) >> b & 1 == 0:
                    continue
                taken |= 1 << b
                for c in range(CHILDREN):
                    if (three & ~taken) >> c & 1:
                        rest = np.uint64(four & ~(taken | 1 << c))
                        ways = popcount(rest)
                        if 0 <= k < ways:
                            first = a
                            second = b
                            third = c
                            fourth = select_bit(rest, k)
                        k -= ways
        if attempt == 0:
            k = draw(state, -1 - k)
    state.secret[(player + 1) % n] = first
    state.secret[(player + 2) % n] = second
    state.secret[(player + 3) % n] = third
    if fourth != NO_CHILD:
        state.secret[(player + 4) % n] = fourth
    for seat in range(n):
        for other in range(n):
            if state.know[other, seat] == UNKNOWN:
                state.know[other, seat] = 1 << state.secret[seat]


@kernel
def redeal_table(state):
    """Draw the order of the treat deck, an unseen die and sealed bids."""
    left = 0
    for i in range(state.treat_n):
        left |= 1 << state.treat_deck[i]
    for i in range(state.treat_n):
        k = draw(state, popcount(np.uint64(left)))
        for card in range(TREATS):
            if left >> card & 1:
                if k == 0:
                    state.treat_deck[i] = card
                    left ^= 1 << card
                    break
                k -= 1
    if state.true_roll == UNKNOWN:
        state.true_roll = draw(state, 8) + 1
    for seat in range(state.num_players):
        if state.bid[seat] == UNKNOWN:
            state.bid[seat] = draw(state, state.candies[seat] + 1)


@kernel
def is_choice(pack, state):
    """Whether the seat to move has more than one legal action, where that depends on what it holds (R59)."""
    phase = state.phase
    if phase == Phase.TREAT:
        return can_meet(pack, state, state.to_move, state.treat_card[role_asked(state)])
    if phase == Phase.CHILD or phase == Phase.MOVE or phase == Phase.ANSWER:
        return legal_mask(pack, state, local_array(WORDS, np.uint64)) > 1
    return True
