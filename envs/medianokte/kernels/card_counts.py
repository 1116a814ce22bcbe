"""Check the number of cards: thirty of the Enemy and ten of each crew member, or fewer while decks are built."""

import numpy as np

from medianoche.envs.core.kernels.local import local_zeros
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.broken import Broken
from medianoche.envs.medianokte.kernels.setup import copies_left, count_copies, group_of
from medianoche.envs.medianokte.kernels.stats import crew_size
from medianoche.envs.medianokte.state import CARD, ENEMY_GROUPS, FULL, GROUP, LIMITS, SIZES, STARTS, Decks, Phase

NUM_CARDS = int(STARTS[-1])


@kernel
def count_cards(state, counts):
    """Write into `counts`, int64[88], how many there are of each card, numbered as in BUILD."""
    for kind in range(LIMITS.astralis):
        counts[GROUP.astrali + kind] = state.hand_astrali[kind] + state.deck_astrali[kind] + state.void_astrali[kind]
    for slot in range(state.army_size):
        counts[GROUP.astrali + state.army_kind[slot]] += 1
    for kind in range(LIMITS.events):
        counts[GROUP.event + kind] = state.hand_event[kind] + state.deck_event[kind] + state.discard_event[kind]
    for kind in range(LIMITS.objects):
        counts[GROUP.object + kind] = state.explore_object[kind] + state.removed_object[kind]
    for kind in range(LIMITS.positives):
        counts[GROUP.positive + kind] = state.explore_event[kind] + state.removed_event[kind]
    for member in range(crew_size(state)):
        for kind in range(LIMITS.objects):
            counts[GROUP.object + kind] += state.items[member, kind]
        for weapon in range(LIMITS.weapons):
            if state.found[member, weapon] >= 0:
                counts[GROUP.object + state.found[member, weapon]] += 1
        for place in range(LIMITS.extra):
            if state.extra_kind[member, place] >= 0:
                counts[GROUP.astrali + state.extra_kind[member, place]] += 1
    if state.phase == Phase.DRAWN or state.phase == Phase.STACK:
        if state.card >= CARD.object:
            counts[GROUP.object + state.card - CARD.object] += 1
        else:
            counts[GROUP.positive + state.card - CARD.positive] += 1


@kernel
def count_allowed(pack, state, counts):
    """Write into `counts`, int64[88] of zeros, how many there may be of each card: all copies, or those of the preset
    decks."""
    if state.decks_mode != Decks.PRESET:
        for card in range(STARTS[-1]):
            counts[card] = count_copies(pack, card)
        return
    for kind in range(LIMITS.astralis):
        counts[GROUP.astrali + kind] = pack.preset_astrali[kind]
    for kind in range(LIMITS.events):
        counts[GROUP.event + kind] = pack.preset_event[kind]
    for member in range(crew_size(state)):
        for kind in range(LIMITS.objects):
            counts[GROUP.object + kind] += pack.preset_object[member, kind]
        for kind in range(LIMITS.positives):
            counts[GROUP.positive + kind] += pack.preset_positive[member, kind]


@kernel
def count_wanted(state, group):
    """Number of cards of a group that must be in the game; in BUILD, those that have been picked so far. `group` is 0
    to 3, see GROUPS."""
    enemy = group < ENEMY_GROUPS
    builders = 1 if enemy else crew_size(state)
    if state.phase != Phase.BUILD:
        return SIZES[group] * builders
    finished = min(state.turn, 1) if enemy else max(state.turn - 1, 0)
    before = FULL[group] - SIZES[group]  # picks that the builder spends on the groups before this one
    picked = min(max(state.picks - before, 0), SIZES[group]) if enemy == (state.turn == 0) else 0
    return SIZES[group] * finished + picked


@kernel
def can_go_on_building(pack, state):
    """Whether `picks` and `cursor` fit the group and enough cards are left to fill the group."""
    group = group_of(state)
    if state.picks >= FULL[group]:
        return False
    if state.cursor >= STARTS[group + 1] - STARTS[group]:
        return False
    left = 0
    for card in range(STARTS[group] + state.cursor, STARTS[group + 1]):
        left += copies_left(pack, state, card)
    return left >= FULL[group] - state.picks


@kernel
def check_cards(pack, state):
    """Check that every group has its cards, and each card no more copies than there are."""
    counts = local_zeros(NUM_CARDS, np.int64)
    allowed = local_zeros(NUM_CARDS, np.int64)
    count_cards(state, counts)
    for kind in range(LIMITS.events):
        if state.known_event[kind] > state.hand_event[kind]:
            return Broken.KNOWN
    for kind in range(LIMITS.astralis):
        if state.known_astrali[kind] > state.hand_astrali[kind]:
            return Broken.KNOWN
    count_allowed(pack, state, allowed)
    for group in range(4):
        total = 0
        for card in range(STARTS[group], STARTS[group + 1]):
            total += counts[card]
            short = state.decks_mode == Decks.PRESET and counts[card] < allowed[card] and state.phase != Phase.CHOOSE
            if not 0 <= counts[card] <= allowed[card] or short:
                return Broken.ENEMY_CARDS if group < ENEMY_GROUPS else Broken.CREW_CARDS
        if total != (0 if state.phase == Phase.CHOOSE else count_wanted(state, group)):
            return Broken.ENEMY_CARDS if group < ENEMY_GROUPS else Broken.CREW_CARDS
    if state.phase == Phase.BUILD:
        return 0 if can_go_on_building(pack, state) else Broken.BUILDING
    return Broken.BUILDING if state.picks or state.cursor else 0
