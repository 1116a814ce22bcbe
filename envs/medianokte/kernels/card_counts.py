"""Whether every card is where it can be: the Enemy's thirty, the crew's ten each, also while decks are built."""

import numpy as np

from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.broken import Broken
from medianoche.envs.medianokte.kernels.setup import copies_left, group_of
from medianoche.envs.medianokte.kernels.stats import crew_size
from medianoche.envs.medianokte.state import (
    CARD,
    CREW_DECK,
    CREW_OBJECTS,
    ENEMY_ASTRALIS,
    ENEMY_DECK,
    FULL,
    GROUP,
    GROUPS,
    MOST,
    STARTS,
    Astrali,
    Decks,
    Phase,
)

NUMBERS = GROUPS.size


@kernel
def count_cards(state, counts):
    """How many there are of each card, numbered as in BUILD; -1000 if somewhere there are less than none."""
    for kind in range(MOST.astralis):
        here = (state.hand_astrali[kind], state.deck_astrali[kind], state.void_astrali[kind], state.known_astrali[kind])
        counts[GROUP.astrali + kind] = here[0] + here[1] + here[2] if min(here) >= 0 else -1000
    for slot in range(state.army_size):
        counts[GROUP.astrali + state.army_kind[slot]] += 1
    for kind in range(MOST.events):
        here = (state.hand_event[kind], state.deck_event[kind], state.discard_event[kind], state.known_event[kind])
        counts[GROUP.event + kind] = here[0] + here[1] + here[2] if min(here) >= 0 else -1000
    for kind in range(MOST.objects):
        explore, removed = state.explore_object[kind], state.removed_object[kind]
        counts[GROUP.object + kind] = explore + removed if min(explore, removed) >= 0 else -1000
    for kind in range(MOST.positives):
        explore, removed = state.explore_event[kind], state.removed_event[kind]
        counts[GROUP.positive + kind] = explore + removed if min(explore, removed) >= 0 else -1000
    for member in range(crew_size(state)):
        for kind in range(MOST.objects):
            held = state.items[member, kind]
            counts[GROUP.object + kind] += held if held >= 0 else -1000
        for weapon in range(MOST.weapons):
            if state.found[member, weapon] >= 0:
                counts[GROUP.object + state.found[member, weapon]] += 1
        for place in range(MOST.extra):
            if state.extra_kind[member, place] >= 0:
                counts[GROUP.astrali + state.extra_kind[member, place]] += 1
    if state.phase == Phase.DRAWN or state.phase == Phase.STACK:
        if state.card >= CARD.object:
            counts[GROUP.object + state.card - CARD.object] += 1
        else:
            counts[GROUP.positive + state.card - CARD.positive] += 1


@kernel
def count_allowed(pack, state, counts):
    """How many there may be of each card: the copies in the box, of preset decks those that they hold."""
    fixed = state.decks_mode == Decks.PRESET
    for kind in range(MOST.astralis):
        counts[GROUP.astrali + kind] = pack.preset_astrali[kind] if fixed else pack.astrali[kind, Astrali.COPIES]
    for kind in range(MOST.events):
        counts[GROUP.event + kind] = pack.preset_event[kind] if fixed else pack.event_copies[kind]
    for kind in range(MOST.objects):
        counts[GROUP.object + kind] = 0 if fixed else pack.object_copies[kind]
    for kind in range(MOST.positives):
        counts[GROUP.positive + kind] = 0 if fixed else pack.positive_copies[kind]
    if fixed:
        for member in range(crew_size(state)):
            for kind in range(MOST.objects):
                counts[GROUP.object + kind] += pack.preset_object[member, kind]
            for kind in range(MOST.positives):
                counts[GROUP.positive + kind] += pack.preset_positive[member, kind]


@kernel
def count_wanted(state, group):
    """How many cards of a group are in the game, or have been picked so far."""
    crew, enemy = crew_size(state), group < 2
    builders, picks = crew, 0
    if state.phase == Phase.BUILD:
        builders = max(state.turn - 1, 0)
        picks = state.picks if enemy == (state.turn == 0) else 0
    if enemy:
        picks = ENEMY_DECK if state.phase != Phase.BUILD or state.turn > 0 else picks
        return min(picks, ENEMY_ASTRALIS) if group == 0 else max(picks - ENEMY_ASTRALIS, 0)
    if group == 2:
        return CREW_OBJECTS * builders + min(picks, CREW_OBJECTS)
    return (CREW_DECK - CREW_OBJECTS) * builders + max(picks - CREW_OBJECTS, 0)


@kernel
def can_go_on_building(pack, state):
    """Whether picks and cursor are in range and enough cards are left to fill the group."""
    group = group_of(state)
    if not 0 <= state.picks < (ENEMY_DECK if state.turn == 0 else CREW_DECK):
        return False
    if not 0 <= state.cursor < STARTS[group + 1] - STARTS[group]:
        return False
    left = 0
    for card in range(STARTS[group] + state.cursor, STARTS[group + 1]):
        left += copies_left(pack, state, card)
    return left >= FULL[group] - state.picks


@kernel
def check_cards(pack, state):
    """Every card is somewhere; decks as far as they are built."""
    counts, allowed = np.zeros(NUMBERS, np.int64), np.zeros(NUMBERS, np.int64)
    count_cards(state, counts)
    for kind in range(MOST.events):
        if state.known_event[kind] > state.hand_event[kind]:
            return Broken.KNOWN
    for kind in range(MOST.astralis):
        if state.known_astrali[kind] > state.hand_astrali[kind]:
            return Broken.KNOWN
    if state.unknown:
        return Broken.KNOWN
    count_allowed(pack, state, allowed)
    for group in range(4):
        total = 0
        for card in range(STARTS[group], STARTS[group + 1]):
            total += counts[card]
            short = state.decks_mode == Decks.PRESET and counts[card] < allowed[card] and state.phase != Phase.CHOOSE
            if not 0 <= counts[card] <= allowed[card] or short:
                return Broken.ENEMY_CARDS if group < 2 else Broken.CREW_CARDS
        if total != (0 if state.phase == Phase.CHOOSE else count_wanted(state, group)):
            return Broken.ENEMY_CARDS if group < 2 else Broken.CREW_CARDS
    if state.phase == Phase.BUILD:
        return Broken.NOTHING if can_go_on_building(pack, state) else Broken.BUILDING
    return Broken.BUILDING if state.picks or state.cursor else Broken.NOTHING
