"""Whether every card is where it can be: the Enemy's thirty, the crew's ten each, also while decks are built."""

import numpy as np

from medianoche.envs.medianokte.kernels.setup import cards_wanted, copies_left, group_end, group_start
from medianoche.envs.medianokte.state import (
    ASTRALIS,
    COPIES,
    CREW_DECK,
    CREW_DECK_OBJECTS,
    ENEMY_DECK,
    ENEMY_DECK_ASTRALIS,
    EVENTS,
    EXTRA,
    OBJECT_CARD,
    OBJECTS,
    POSITIVE_CARD,
    POSITIVES,
    PRESET,
    Phase,
    kernel,
)
from medianoche.envs.medianokte.kernels.stats import crew_size


@kernel
def knows_too_much(state):
    """Whether the crew knows of cards that the Enemy does not hold."""
    for kind in range(EVENTS):
        if state.known_event[kind] > state.hand_event[kind]:
            return True
    for kind in range(ASTRALIS):
        if state.known_astrali[kind] > state.hand_astrali[kind]:
            return True
    return False


@kernel
def events_fit(pack, state, wanted):
    """Whether `wanted` negative events are in deck, hand and discard, all of them in the box or of the preset."""
    total, fixed = np.int64(0), state.decks_mode == PRESET
    for kind in range(EVENTS):
        count = np.int64(state.hand_event[kind]) + np.int64(state.deck_event[kind])
        count += np.int64(state.discard_event[kind])
        if count > pack.event_copies[kind] or (fixed and count != pack.preset_event[kind]):
            return False
        total += count
    return total == wanted


@kernel
def astralis_fit(pack, state, wanted):
    """Whether `wanted` astralis are in deck, hand, army, void and among the revived."""
    total, fixed = np.int64(0), state.decks_mode == PRESET
    for kind in range(ASTRALIS):
        count = np.int64(state.hand_astrali[kind]) + np.int64(state.deck_astrali[kind])
        count += np.int64(state.void_astrali[kind])
        for slot in range(np.int64(state.army_size)):
            count += np.int64(state.army_kind[slot] == kind)
        for member in range(crew_size(state)):
            for place in range(EXTRA):
                count += np.int64(state.extra_kind[member, place] == kind)
        if count > pack.astrali[kind, COPIES] or (fixed and count != pack.preset_astrali[kind]):
            return False
        total += count
    return total == wanted


@kernel
def objects_fit(pack, state, wanted):
    """Whether `wanted` objects are to be explored, out of the game, held, found or just drawn."""
    total, fixed = np.int64(0), state.decks_mode == PRESET
    held = state.phase == Phase.DRAWN or state.phase == Phase.STACK
    for kind in range(OBJECTS):
        count = np.int64(state.explore_object[kind]) + np.int64(state.removed_object[kind])
        count += np.int64(held and state.card == OBJECT_CARD + kind)
        preset = np.int64(0)
        for member in range(crew_size(state)):
            count += np.int64(state.items[member, kind])
            count += np.int64(state.found[member, 0] == kind) + np.int64(state.found[member, 1] == kind)
            preset += np.int64(pack.preset_object[member, kind])
        if count > pack.object_copies[kind] or (fixed and count != preset):
            return False
        total += count
    return total == wanted


@kernel
def positives_fit(pack, state, wanted):
    """Whether `wanted` positive events are to be explored, out of the game or just drawn."""
    total, fixed = np.int64(0), state.decks_mode == PRESET
    for kind in range(POSITIVES):
        count = np.int64(state.explore_event[kind]) + np.int64(state.removed_event[kind])
        count += np.int64(state.phase == Phase.DRAWN and state.card == POSITIVE_CARD + kind)
        preset = np.int64(0)
        for member in range(crew_size(state)):
            preset += np.int64(pack.preset_positive[member, kind])
        if count > pack.positive_copies[kind] or (fixed and count != preset):
            return False
        total += count
    return total == wanted


@kernel
def enemy_cards_fit(pack, state):
    """Whether the Enemy's deck of 20 astralis and 10 events is complete, or as far as it is built."""
    astralis, events = ENEMY_DECK_ASTRALIS, ENEMY_DECK - ENEMY_DECK_ASTRALIS
    if state.phase == Phase.CHOOSE:
        return True
    if state.phase == Phase.BUILD and state.turn == 0:
        astralis = min(np.int64(state.picks), astralis)
        events = np.int64(state.picks) - astralis
    return astralis_fit(pack, state, astralis) and events_fit(pack, state, events)


@kernel
def crew_cards_fit(pack, state):
    """Whether the crew's 7 objects and 3 positive events each are complete, or as far as they are built."""
    if state.phase == Phase.CHOOSE:
        return True
    builders, picks = crew_size(state), np.int64(0)
    if state.phase == Phase.BUILD:
        builders = max(np.int64(state.turn) - 1, 0)
        picks = np.int64(state.picks) if state.turn > 0 else np.int64(0)
    objects = min(picks, CREW_DECK_OBJECTS)
    return objects_fit(pack, state, CREW_DECK_OBJECTS * builders + objects) and positives_fit(
        pack, state, (CREW_DECK - CREW_DECK_OBJECTS) * builders + picks - objects
    )


@kernel
def can_go_on_building(pack, state):
    """Whether picks and cursor are in range and enough cards are left to fill the group."""
    if state.picks >= (ENEMY_DECK if state.turn == 0 else CREW_DECK):
        return False
    first = group_start(state)
    if first + np.int64(state.cursor) >= group_end(first):
        return False
    left = np.int64(0)
    for card in range(first + np.int64(state.cursor), group_end(first)):
        left += copies_left(pack, state, card)
    return left >= cards_wanted(state, first)


@kernel
def nothing_dealt(state):
    """Whether the Enemy has no energy, hand, discard or army, and the crew nothing yet."""
    total = np.int64(state.energy) + np.int64(state.army_size)
    for kind in range(EVENTS):
        total += np.int64(state.hand_event[kind]) + np.int64(state.discard_event[kind])
    for kind in range(ASTRALIS):
        total += np.int64(state.hand_astrali[kind]) + np.int64(state.void_astrali[kind])
    for kind in range(OBJECTS):
        total += np.int64(state.removed_object[kind])
        for member in range(crew_size(state)):
            total += np.int64(state.items[member, kind])
    for kind in range(POSITIVES):
        total += np.int64(state.removed_event[kind])
    if state.phase == Phase.CHOOSE:
        for kind in range(EVENTS):
            total += np.int64(state.deck_event[kind])
        for kind in range(ASTRALIS):
            total += np.int64(state.deck_astrali[kind])
        for kind in range(OBJECTS):
            total += np.int64(state.explore_object[kind])
        for kind in range(POSITIVES):
            total += np.int64(state.explore_event[kind])
    return total == 0
