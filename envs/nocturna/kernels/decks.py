"""Decks, discards and hands as numbers of copies of each kind. A draw is uniform over the cards left (R2).

Arguments: `deck` and `discards` are integer arrays, numbers of copies by kind. `child` is 0 to 3.
"""

from medianoche.envs.core.kernels import inlined
from medianoche.envs.core.kernels.counts import total
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.core.kernels.rng import draw_weighted
from medianoche.envs.nocturna.events import News
from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.numbers import CAP
from medianoche.envs.nocturna.state import REWARDS


@inlined
def draw_from(state, deck, discards):
    """Draw a card from `deck`, numbers of copies by kind, and return its kind, from 0; -1 if there is none. An empty
    deck takes its discards first (R3)."""
    cards = total(deck)
    if cards == 0:
        for kind in range(len(deck)):
            deck[kind] = discards[kind]
            cards += discards[kind]
            discards[kind] = 0
        if cards == 0:
            return -1
    kind = draw_weighted(state, deck, cards)
    deck[kind] -= 1
    return kind


@inlined
def is_used_up(deck, discards):
    """Whether the next draw takes the discards first; for notes."""
    return total(deck) == 0 and total(discards) > 0


@kernel
def hand_size(state):
    """Number of cards in the Master's hand, 0 to 12, concealed ones included."""
    return state.mp_unseen + total(state.mp_hand)


@kernel
def draw_hand(state, amount):
    """The Master draws `amount` cards, but never holds more than 12 (R39)."""
    held = hand_size(state)
    for _ in range(min(amount, CAP.hand - held)):
        if is_used_up(state.nm_deck, state.nm_disc):
            note(state, News.NIGHTMARES_SHUFFLED)
        kind = draw_from(state, state.nm_deck, state.nm_disc)
        if kind < 0:
            break
        state.mp_hand[kind] += 1
        note(state, News.DREW_CARD, 0, kind)
    if hand_size(state) > held:
        note(state, News.DREW, 0, hand_size(state) - held)


@kernel
def lose_cards(state, amount):
    """The Master discards `amount` random cards from his hand."""
    held = hand_size(state)
    for left in range(held, held - min(amount, held), -1):
        kind = draw_weighted(state, state.mp_hand, left)
        state.mp_hand[kind] -= 1
        state.nm_disc[kind] += 1
        note(state, News.LOST, 0, kind)


@kernel
def snatch_cards(state, child, amount):
    """`child` discards `amount` random rewards from its hand."""
    held = total(state.hand[child])
    for left in range(held, held - min(amount, held), -1):
        kind = draw_weighted(state, state.hand[child], left)
        state.hand[child, kind] -= 1
        state.rw_disc[kind] += 1
        note(state, News.SNATCHED, 1 + child, kind)


@kernel
def discard_active(pack, state, timing):
    """Discard the rewards on the table whose timing is `timing` (one of Timing, see `rw_timing`), those of defeated
    children included (R16)."""
    for kind in range(REWARDS):
        if pack.rw_timing[kind] == timing:
            for child in range(state.num_players - 1):
                if state.active[child, kind]:
                    note(state, News.LEFT_TABLE, 1 + child, kind)
                state.rw_disc[kind] += state.active[child, kind]
                state.active[child, kind] = 0
