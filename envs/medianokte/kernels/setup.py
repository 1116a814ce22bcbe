"""Setting up: the boss and the characters, then the decks, chosen or dealt, then the first hand."""

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.decks import draw_cards
from medianoche.envs.medianokte.kernels.stats import crew_size
from medianoche.envs.medianokte.state import (
    BASE,
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

CARDS_IN_ALL = GROUPS.size

# ---- the boss and the characters (R3)


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
    state.boss = draw(state, pack.num_bosses)
    for member in range(crew_size(state)):
        place = draw(state, pack.num_characters - member)
        for character in range(pack.num_characters):
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
        for boss in range(pack.num_bosses):
            set_bit(mask, BASE.boss + boss)
    else:
        for character in range(pack.num_characters):
            if not is_taken(state, character):
                set_bit(mask, BASE.character + character)


@kernel
def play_choice(state, action):
    """CHOOSE: the Enemy's boss, then each crew member's character."""
    if action >= BASE.boss:
        state.boss = action - BASE.boss
    else:
        state.character[state.turn - 1] = action - BASE.character
    if state.turn < crew_size(state):
        state.turn += 1
        state.to_move = state.turn
    else:
        state.phase = Phase.DECKS


# ---- decks; cards are numbered as in BUILD


@kernel
def preset_decks(pack, state):
    """The decks of the pack."""
    for kind in range(MOST.events):
        state.deck_event[kind] = pack.preset_event[kind]
    for kind in range(MOST.astralis):
        state.deck_astrali[kind] = pack.preset_astrali[kind]
    for member in range(crew_size(state)):
        for kind in range(MOST.objects):
            state.explore_object[kind] += pack.preset_object[member, kind]
        for kind in range(MOST.positives):
            state.explore_event[kind] += pack.preset_positive[member, kind]


@kernel
def copies_left(pack, state, card):
    """Copies of a card that are in no deck yet."""
    if card < GROUP.event:
        return pack.astrali[card, Astrali.COPIES] - state.deck_astrali[card]
    if card < GROUP.object:
        return pack.event_copies[card - GROUP.event] - state.deck_event[card - GROUP.event]
    if card < GROUP.positive:
        return pack.object_copies[card - GROUP.object] - state.explore_object[card - GROUP.object]
    return pack.positive_copies[card - GROUP.positive] - state.explore_event[card - GROUP.positive]


@kernel
def pick(state, card):
    """A card joins its deck."""
    if card < GROUP.event:
        state.deck_astrali[card] += 1
    elif card < GROUP.object:
        state.deck_event[card - GROUP.event] += 1
    elif card < GROUP.positive:
        state.explore_object[card - GROUP.object] += 1
    else:
        state.explore_event[card - GROUP.positive] += 1


@kernel
def pick_randomly(pack, state, first, last, count):
    """`count` cards from `first` to `last` - 1, uniformly from all copies."""
    left = 0
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
def make_decks(pack, state):
    """DECKS: those of the pack, from everything in the box by chance, or card by card."""
    crew = crew_size(state)
    state.turn = 0
    state.to_move = 0
    if state.decks_mode == Decks.BUILD:
        state.phase = Phase.BUILD
        return
    if state.decks_mode == Decks.PRESET:
        preset_decks(pack, state)
    else:
        pick_randomly(pack, state, GROUP.astrali, GROUP.event, ENEMY_ASTRALIS)
        pick_randomly(pack, state, GROUP.event, GROUP.object, ENEMY_DECK - ENEMY_ASTRALIS)
        pick_randomly(pack, state, GROUP.object, GROUP.positive, CREW_OBJECTS * crew)
        pick_randomly(pack, state, GROUP.positive, CARDS_IN_ALL, (CREW_DECK - CREW_OBJECTS) * crew)
    state.phase = Phase.DEAL


# ---- decks card by card (R2)


@kernel
def group_of(state):
    """Which group of cards the builder picks from now."""
    if state.turn == 0:
        return 0 if state.picks < ENEMY_ASTRALIS else 1
    return 2 if state.picks < CREW_OBJECTS else 3


@kernel
def mark_builds(pack, state, mask):
    """BUILD: kinds never decrease within a group, and enough cards must be left to fill it (R2)."""
    group, left = group_of(state), 0
    for card in range(STARTS[group + 1] - 1, STARTS[group] + state.cursor - 1, -1):
        copies = copies_left(pack, state, card)
        left += copies
        if copies > 0 and left >= FULL[group] - state.picks:
            set_bit(mask, BASE.build + card)


@kernel
def play_build(state, card):
    """BUILD: one card for the deck of the builder; after the last one the next player builds, or play begins."""
    group = group_of(state)
    pick(state, card)
    state.picks += 1
    state.cursor = card - STARTS[group] if group_of(state) == group else 0
    if state.picks == (ENEMY_DECK if state.turn == 0 else CREW_DECK):
        state.picks = 0
        state.cursor = 0
        if state.turn < crew_size(state):
            state.turn += 1
            state.to_move = state.turn
        else:
            state.phase = Phase.DEAL


@kernel
def deal(pack, state):
    """DEAL: the first energy and hand; the Enemy plays first."""
    state.turn = 0
    state.to_move = 0
    state.energy = pack.energy_base + pack.energy_per_crew * crew_size(state)
    draw_cards(state, pack.hand_size)
    state.phase = Phase.ENEMY_TURN
