"""Decks are counts, drawn lazily and uniformly (R1): the Enemy's deck, hand and discard, and the exploration deck."""

from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.state import CARD, MOST


@kernel
def count_deck(state):
    """Cards left in the Enemy's deck."""
    total = 0
    for kind in range(MOST.events):
        total += state.deck_event[kind]
    for kind in range(MOST.astralis):
        total += state.deck_astrali[kind]
    return total


@kernel
def count_hand(state):
    """Cards in the Enemy's hand, the concealed ones too."""
    total = state.unknown
    for kind in range(MOST.events):
        total += state.hand_event[kind]
    for kind in range(MOST.astralis):
        total += state.hand_astrali[kind]
    return total


@kernel
def count_exploration(state):
    """Cards left in the exploration deck."""
    total = 0
    for kind in range(MOST.objects):
        total += state.explore_object[kind]
    for kind in range(MOST.positives):
        total += state.explore_event[kind]
    return total


@kernel
def reshuffle(state):
    """The discard becomes the deck; the crew, who can count, now knows the whole hand (R11)."""
    for kind in range(MOST.events):
        state.known_event[kind] = state.hand_event[kind]
        state.deck_event[kind] = state.discard_event[kind]
        state.discard_event[kind] = 0
    for kind in range(MOST.astralis):
        state.known_astrali[kind] = state.hand_astrali[kind]


@kernel
def move_to_hand(state, place):
    """The card at `place` of the Enemy's deck, events first, goes to his hand."""
    for kind in range(MOST.events):
        place -= state.deck_event[kind]
        if place < 0:
            state.deck_event[kind] -= 1
            state.hand_event[kind] += 1
            return
    for kind in range(MOST.astralis):
        place -= state.deck_astrali[kind]
        if place < 0:
            state.deck_astrali[kind] -= 1
            state.hand_astrali[kind] += 1
            return


@kernel
def draw_cards(state, count):
    """The Enemy draws `count` cards, as many as there are."""
    size = count_deck(state)
    for _ in range(count):
        if size == 0:
            reshuffle(state)
            size = count_deck(state)
            if size == 0:
                return
        move_to_hand(state, draw(state, size))
        size -= 1


@kernel
def draw_exploration(state):
    """The number of a random card, taken out of the exploration deck; 0 if it is empty."""
    size = count_exploration(state)
    if size == 0:
        return 0
    place = draw(state, size)
    for kind in range(MOST.objects):
        place -= state.explore_object[kind]
        if place < 0:
            state.explore_object[kind] -= 1
            return CARD.object + kind
    for kind in range(MOST.positives):
        place -= state.explore_event[kind]
        if place < 0:
            state.explore_event[kind] -= 1
            return CARD.positive + kind
    return 0


@kernel
def leave_hand(state, card):
    """An astrali or event leaves the Enemy's hand: what the crew knows of goes first (R11)."""
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
    """An object or positive event leaves the game."""
    if card >= CARD.object:
        state.removed_object[card - CARD.object] += 1
    else:
        state.removed_event[card - CARD.positive] += 1
