"""Set up a game: boss and characters, then the decks, then the Enemy's first hand.

Arguments: `card` is numbered as in BUILD, 0 to 87, see GROUPS. `character` is 0 to 7. `mask` is a set of actions,
uint64[words]. `action` is a legal one, a number of ACTIONS; `phase` is one of Phase.
"""

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.medianokte import state as st
from medianoche.envs.medianokte.events import News
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.decks import draw_cards
from medianoche.envs.medianokte.kernels.stats import crew_size
from medianoche.envs.medianokte.numbers import CREW_DECK, CREW_OBJECTS, ENEMY_ASTRALIS, ENEMY_DECK

# ---- the boss and the characters (R3)


@kernel
def is_taken(state, character):
    """Whether a crew member has this character."""
    for member in range(crew_size(state)):
        if state.character[member] == character:
            return True
    return False


@kernel
def draw_characters(pack, state):
    """Draw a boss, and a different character for each crew member, uniformly."""
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
    """CHOOSE: mark the bosses, or the characters that are not taken."""
    if state.to_move == 0:
        for boss in range(pack.num_bosses):
            set_bit(mask, st.BASE.boss + boss)
    else:
        for character in range(pack.num_characters):
            if not is_taken(state, character):
                set_bit(mask, st.BASE.character + character)


@kernel
def pass_on(state, phase):
    """The next seat is asked the same question; after the last seat the game goes on with `phase`."""
    if state.turn < crew_size(state):
        state.turn += 1
        state.to_move = state.turn
    else:
        state.phase = phase


@kernel
def play_choice(state, action):
    """CHOOSE: the Enemy chooses the boss, then each crew member a character."""
    if action >= st.BASE.boss:
        state.boss = action - st.BASE.boss
    else:
        state.character[state.turn - 1] = action - st.BASE.character
    note(state, News.CAST, state.turn, action)
    pass_on(state, st.Phase.DECKS)


# ---- decks; cards are numbered as the actions of BUILD, by group


@kernel
def preset_decks(pack, state):
    """Take the preset decks of the pack."""
    for kind in range(st.LIMITS.events):
        state.deck_event[kind] = pack.preset_event[kind]
    for kind in range(st.LIMITS.astralis):
        state.deck_astrali[kind] = pack.preset_astrali[kind]
    for member in range(crew_size(state)):
        for kind in range(st.LIMITS.objects):
            state.explore_object[kind] += pack.preset_object[member, kind]
        for kind in range(st.LIMITS.positives):
            state.explore_event[kind] += pack.preset_positive[member, kind]


@kernel
def count_copies(pack, card):
    """Number of copies of a card, 0 to 87 as in BUILD, in the pack."""
    if card < st.GROUP.event:
        return pack.astrali[card, st.Astrali.COPIES]
    if card < st.GROUP.object:
        return pack.event_copies[card - st.GROUP.event]
    if card < st.GROUP.positive:
        return pack.object_copies[card - st.GROUP.object]
    return pack.positive_copies[card - st.GROUP.positive]


@kernel
def copies_left(pack, state, card):
    """Number of copies of a card, 0 to 87 as in BUILD, that are in no deck yet."""
    copies = count_copies(pack, card)
    if card < st.GROUP.event:
        return copies - state.deck_astrali[card]
    if card < st.GROUP.object:
        return copies - state.deck_event[card - st.GROUP.event]
    if card < st.GROUP.positive:
        return copies - state.explore_object[card - st.GROUP.object]
    return copies - state.explore_event[card - st.GROUP.positive]


@kernel
def pick(state, card):
    """Put a card, 0 to 87 as in BUILD, into its deck."""
    if card < st.GROUP.event:
        state.deck_astrali[card] += 1
    elif card < st.GROUP.object:
        state.deck_event[card - st.GROUP.event] += 1
    elif card < st.GROUP.positive:
        state.explore_object[card - st.GROUP.object] += 1
    else:
        state.explore_event[card - st.GROUP.positive] += 1


@kernel
def pick_randomly(pack, state, first, last, count):
    """Pick `count` cards numbered `first` to `last` - 1, uniformly from all copies."""
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
    """DECKS: take the preset decks of the pack, draw decks at random from all copies, or ask for cards one by one."""
    state.turn = 0
    state.to_move = 0
    note(state, News.DECKS)
    if state.decks_mode == st.Decks.BUILD:
        state.phase = st.Phase.BUILD
        return
    if state.decks_mode == st.Decks.PRESET:
        preset_decks(pack, state)
    else:
        for group in range(len(st.SIZES)):
            builders = 1 if group < st.ENEMY_GROUPS else crew_size(state)
            pick_randomly(pack, state, st.STARTS[group], st.STARTS[group + 1], st.SIZES[group] * builders)
    state.phase = st.Phase.DEAL


# ---- decks built card by card (R2)


@kernel
def group_of(state):
    """The group, 0 to 3, from which the builder picks the next card."""
    if state.turn == 0:
        return 0 if state.picks < ENEMY_ASTRALIS else 1
    return 2 if state.picks < CREW_OBJECTS else 3


@kernel
def mark_builds(pack, state, mask):
    """BUILD: mark cards from `cursor` on of which a copy is left, if enough cards follow to fill the group (R2)."""
    group = group_of(state)
    left = 0
    for card in range(st.STARTS[group + 1] - 1, st.STARTS[group] + state.cursor - 1, -1):
        copies = copies_left(pack, state, card)
        left += copies
        if copies > 0 and left >= st.FULL[group] - state.picks:
            set_bit(mask, st.BASE.build + card)


@kernel
def play_build(state, card):
    """BUILD: put one card, 0 to 87, into the builder's deck; when that deck is full the next seat builds, or play
    begins."""
    group = group_of(state)
    pick(state, card)
    state.picks += 1
    note(state, News.BUILT, state.turn, card)
    state.cursor = card - st.STARTS[group] if group_of(state) == group else 0
    if state.picks == (ENEMY_DECK if state.turn == 0 else CREW_DECK):
        state.picks = 0
        state.cursor = 0
        pass_on(state, st.Phase.DEAL)


@kernel
def deal(pack, state):
    """DEAL: the Enemy gets the first energy and hand, and plays first."""
    state.turn = 0
    state.to_move = 0
    state.energy = pack.energy_base + pack.energy_per_crew * crew_size(state)
    note(state, News.DEALT, 0, state.energy)
    draw_cards(state, pack.hand_size)
    state.phase = st.Phase.ENEMY_TURN
