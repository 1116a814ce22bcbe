"""Decks are counts of cards by kind, and draws are uniform (R1): the Enemy's deck, hand and discard; exploration.

Arguments: `counts` is an integer array, numbers of copies by kind, from 0. `card` is a card number, see CARDS; `place`
the number of a card in a deck that is sorted by kind, from 0.
"""

from medianoche.envs.core.kernels import inlined
from medianoche.envs.core.kernels.counts import total
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.medianokte.events import News
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.state import CARD, LIMITS


@inlined
def kind_at(counts, place):
    """The kind, from 0, of card number `place`, from 0, where cards are sorted by kind; `place` is below the sum of
    `counts`."""
    kind = 0
    while place >= counts[kind]:
        place -= counts[kind]
        kind += 1
    return kind


@kernel
def count_deck(state):
    """Number of cards in the Enemy's deck."""
    return total(state.deck_event) + total(state.deck_astrali)


@kernel
def count_hand(state):
    """Number of cards in the Enemy's hand, concealed cards included."""
    return state.unknown + total(state.hand_event) + total(state.hand_astrali)


@kernel
def count_exploration(state):
    """Number of cards in the exploration deck."""
    return total(state.explore_object) + total(state.explore_event)


@kernel
def reshuffle(state):
    """Move all discarded events into the Enemy's deck; from this moment the crew can deduce the whole hand (R11)."""
    note(state, News.RESHUFFLED)
    for kind in range(LIMITS.events):
        state.known_event[kind] = state.hand_event[kind]
        state.deck_event[kind] = state.discard_event[kind]
        state.discard_event[kind] = 0
    for kind in range(LIMITS.astralis):
        state.known_astrali[kind] = state.hand_astrali[kind]


@kernel
def move_to_hand(state, place):
    """Move card number `place` of the Enemy's deck, events sorted before astralis, to the Enemy's hand."""
    events = total(state.deck_event)
    if place < events:
        kind = kind_at(state.deck_event, place)
        state.deck_event[kind] -= 1
        state.hand_event[kind] += 1
        note(state, News.DREW_CARD, 0, CARD.event + kind)
    else:
        kind = kind_at(state.deck_astrali, place - events)
        state.deck_astrali[kind] -= 1
        state.hand_astrali[kind] += 1
        note(state, News.DREW_CARD, 0, CARD.astrali + kind)


@kernel
def draw_cards(state, count):
    """The Enemy draws `count` cards, or fewer if deck and discard run out."""
    size = count_deck(state)
    for drawn in range(count):
        if size == 0:
            reshuffle(state)
            size = count_deck(state)
            if size == 0:
                if drawn:
                    note(state, News.DREW, 0, drawn)
                return
        move_to_hand(state, draw(state, size))
        size -= 1
    if count > 0:
        note(state, News.DREW, 0, count)


@kernel
def draw_exploration(state):
    """Take a random card out of the exploration deck; returns its card number (see CARDS), 0 if the deck is empty."""
    size = count_exploration(state)
    objects = total(state.explore_object)
    if size == 0:
        return 0
    place = draw(state, size)
    if place < objects:
        kind = kind_at(state.explore_object, place)
        state.explore_object[kind] -= 1
        return CARD.object + kind
    kind = kind_at(state.explore_event, place - objects)
    state.explore_event[kind] -= 1
    return CARD.positive + kind


@kernel
def leave_hand(state, card):
    """Remove a card from the Enemy's hand; a copy that the crew knows is removed before an unknown copy (R11)."""
    if card >= CARD.event:
        kind = card - CARD.event
        state.hand_event[kind] -= 1
        if state.known_event[kind] > 0:
            state.known_event[kind] -= 1
    else:
        kind = card - CARD.astrali
        state.hand_astrali[kind] -= 1
        if state.known_astrali[kind] > 0:
            state.known_astrali[kind] -= 1


@kernel
def remove_card(state, card):
    """Remove an object or positive event from the game."""
    if card >= CARD.object:
        state.removed_object[card - CARD.object] += 1
    else:
        state.removed_event[card - CARD.positive] += 1
