"""Setting up: the boss and the characters, then the decks, chosen or dealt."""

import numpy as np

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.medianokte.kernels.decks import draw_cards
from medianoche.envs.medianokte.state import (
    ASTRALIS,
    BUILD_END,
    BUILD_EVENT,
    BUILD_OBJECT,
    BUILD_POSITIVE,
    BUILT,
    COPIES,
    CREW_DECK,
    CREW_DECK_OBJECTS,
    ENEMY_DECK,
    ENEMY_DECK_ASTRALIS,
    EVENTS,
    OBJECTS,
    POSITIVES,
    PRESET,
    SEATS,
    Act,
    Phase,
    kernel,
)
from medianoche.envs.medianokte.kernels.stats import crew_size
from medianoche.envs.medianokte.kernels.turns import start_enemy_turn
from medianoche.envs.medianokte.kernels.wounds import clear_pending

# ---- an empty table


@kernel
def clear_enemy(state):
    """No boss, no army, no cards."""
    state.boss = -1
    state.boss_damage = 0
    state.boss_bleed = 0
    state.boss_poison = 0
    state.boss_cards[:] = 0
    state.energy = 0
    state.spent = 0
    state.last_hit = -1
    state.hand_event[:] = 0
    state.deck_event[:] = 0
    state.discard_event[:] = 0
    state.known_event[:] = 0
    state.hand_astrali[:] = 0
    state.deck_astrali[:] = 0
    state.void_astrali[:] = 0
    state.known_astrali[:] = 0
    state.army_size = 0
    state.army_kind[:] = -1
    state.army_damage[:] = 0
    state.army_orient[:] = 0
    state.army_bleed[:] = 0
    state.army_poison[:] = 0


@kernel
def clear_crew(state):
    """No characters, nothing found, nothing to explore."""
    state.character[:] = -1
    state.damage[:] = 0
    state.bleed[:] = 0
    state.poison[:] = 0
    state.euphoria[:] = 0
    state.charge[:] = 0
    state.orient[:, :] = 0
    state.found[:, :] = -1
    state.extra_kind[:, :] = -1
    state.extra_orient[:, :] = 0
    state.items[:, :] = 0
    state.explore_object[:] = 0
    state.explore_event[:] = 0
    state.removed_object[:] = 0
    state.removed_event[:] = 0


@kernel
def clear_table(state):
    """Everything that a new game does not keep."""
    clear_enemy(state)
    clear_crew(state)
    clear_pending(state)
    state.done = 0
    state.round_no = 0
    state.turn = 0
    state.to_move = 0
    state.winner = -1
    state.picks = 0
    state.cursor = 0
    for seat in range(SEATS):
        state.scores[seat] = 0
        state.utility[seat] = 0


# ---- decks by chance


@kernel
def preset_decks(pack, state):
    """The decks of the pack."""
    for kind in range(EVENTS):
        state.deck_event[kind] = pack.preset_event[kind]
    for kind in range(ASTRALIS):
        state.deck_astrali[kind] = pack.preset_astrali[kind]
    for member in range(crew_size(state)):
        for kind in range(OBJECTS):
            state.explore_object[kind] += pack.preset_object[member, kind]
        for kind in range(POSITIVES):
            state.explore_event[kind] += pack.preset_positive[member, kind]


@kernel
def copies_left(pack, state, card):
    """Copies of a card, numbered as in BUILD, that are in no deck yet."""
    if card < BUILD_EVENT:
        return np.int64(pack.astrali[card, COPIES]) - np.int64(state.deck_astrali[card])
    if card < BUILD_OBJECT:
        kind = card - BUILD_EVENT
        return np.int64(pack.event_copies[kind]) - np.int64(state.deck_event[kind])
    if card < BUILD_POSITIVE:
        kind = card - BUILD_OBJECT
        return np.int64(pack.object_copies[kind]) - np.int64(state.explore_object[kind])
    kind = card - BUILD_POSITIVE
    return np.int64(pack.positive_copies[kind]) - np.int64(state.explore_event[kind])


@kernel
def pick(state, card):
    """A card, numbered as in BUILD, joins its deck."""
    if card < BUILD_EVENT:
        state.deck_astrali[card] += 1
    elif card < BUILD_OBJECT:
        state.deck_event[card - BUILD_EVENT] += 1
    elif card < BUILD_POSITIVE:
        state.explore_object[card - BUILD_OBJECT] += 1
    else:
        state.explore_event[card - BUILD_POSITIVE] += 1


@kernel
def pick_randomly(pack, state, first, last, count):
    """`count` cards from `first` to `last` - 1, uniformly from all copies."""
    left = np.int64(0)
    for card in range(first, last):
        left += copies_left(pack, state, card)
    for _ in range(count):
        place = draw(state, left)
        left -= 1
        for card in range(first, last):
            place -= copies_left(pack, state, card)
            if place < 0:
                pick(state, card)
                break


@kernel
def random_decks(pack, state):
    """The Enemy's deck, then the exploration deck, from everything in the box."""
    crew = crew_size(state)
    pick_randomly(pack, state, 0, BUILD_EVENT, ENEMY_DECK_ASTRALIS)
    pick_randomly(pack, state, BUILD_EVENT, BUILD_OBJECT, ENEMY_DECK - ENEMY_DECK_ASTRALIS)
    pick_randomly(pack, state, BUILD_OBJECT, BUILD_POSITIVE, CREW_DECK_OBJECTS * crew)
    pick_randomly(pack, state, BUILD_POSITIVE, BUILD_END, (CREW_DECK - CREW_DECK_OBJECTS) * crew)


# ---- from the box to the first turn


@kernel
def begin_play(pack, state):
    """The first energy and hand; the Enemy plays first."""
    state.turn = 0
    state.to_move = 0
    state.energy = np.int64(pack.energy_base) + np.int64(pack.energy_per_crew) * crew_size(state)
    draw_cards(state, np.int64(pack.hand_size))
    start_enemy_turn(state)


@kernel
def make_decks(pack, state):
    """Decks of the pack, by chance or card by card."""
    state.turn = 0
    state.to_move = 0
    if state.decks_mode == BUILT:
        state.phase = Phase.BUILD
        return
    if state.decks_mode == PRESET:
        preset_decks(pack, state)
    else:
        random_decks(pack, state)
    begin_play(pack, state)


# ---- decks card by card (R2)


@kernel
def group_start(state):
    """The first card of the group that the builder picks from now."""
    if state.turn == 0:
        return 0 if state.picks < ENEMY_DECK_ASTRALIS else BUILD_EVENT
    return BUILD_OBJECT if state.picks < CREW_DECK_OBJECTS else BUILD_POSITIVE


@kernel
def group_end(first):
    """The end of the group that begins with card `first`."""
    if first < BUILD_EVENT:
        return BUILD_EVENT
    if first < BUILD_OBJECT:
        return BUILD_OBJECT
    return BUILD_POSITIVE if first < BUILD_POSITIVE else BUILD_END


@kernel
def cards_wanted(state, first):
    """Cards that the builder still picks from the group that begins with card `first`."""
    if first < BUILD_EVENT:
        full = ENEMY_DECK_ASTRALIS
    elif first < BUILD_OBJECT:
        full = ENEMY_DECK
    else:
        full = CREW_DECK_OBJECTS if first < BUILD_POSITIVE else CREW_DECK
    return full - np.int64(state.picks)


@kernel
def mark_builds(pack, state, mask):
    """Kinds never decrease within a group, and enough cards must be left to fill it (R2)."""
    first, left = group_start(state), np.int64(0)
    for card in range(group_end(first) - 1, first + np.int64(state.cursor) - 1, -1):
        copies = copies_left(pack, state, card)
        left += copies
        if copies > 0 and left >= cards_wanted(state, first):
            set_bit(mask, Act.BUILD + card)


@kernel
def build(pack, state, card):
    """BUILD: one card for the deck of the builder; after the last one the next player builds, or play begins."""
    first = group_start(state)
    pick(state, card)
    state.picks += 1
    state.cursor = card - first if group_start(state) == first else 0
    if state.picks < (ENEMY_DECK if state.turn == 0 else CREW_DECK):
        return
    state.picks = 0
    state.cursor = 0
    if state.turn < crew_size(state):
        state.turn += 1
        state.to_move = state.turn
    else:
        begin_play(pack, state)


# ---- the boss and the characters: R3


@kernel
def is_taken(state, character):
    """Whether a crew member already plays this character."""
    for member in range(crew_size(state)):
        if state.character[member] == character:
            return True
    return False


@kernel
def draw_characters(pack, state):
    """A random boss, and different random characters."""
    state.boss = draw(state, np.int64(pack.num_bosses))
    for member in range(crew_size(state)):
        place = draw(state, np.int64(pack.num_characters) - member)
        for character in range(np.int64(pack.num_characters)):
            if is_taken(state, character):
                continue
            if place == 0:
                state.character[member] = character
                break
            place -= 1


@kernel
def mark_choices(pack, state, mask):
    """CHOOSE: a boss, or a character that nobody has taken."""
    if state.to_move == 0:
        for boss in range(np.int64(pack.num_bosses)):
            set_bit(mask, Act.BOSS + boss)
    else:
        for character in range(np.int64(pack.num_characters)):
            if not is_taken(state, character):
                set_bit(mask, Act.CHARACTER + character)


@kernel
def choose(pack, state, action):
    """CHOOSE: the Enemy's boss, then each crew member's character."""
    if action >= Act.BOSS:
        state.boss = action - Act.BOSS
    else:
        state.character[np.int64(state.turn) - 1] = action - Act.CHARACTER
    if state.turn < crew_size(state):
        state.turn += 1
        state.to_move = state.turn
    else:
        make_decks(pack, state)


# ---- a new game


@kernel
def reset(pack, state):
    """A new game on an empty table."""
    clear_table(state)
    if state.characters_mode == 1:
        state.phase = Phase.CHOOSE
    else:
        draw_characters(pack, state)
        make_decks(pack, state)
