"""Trato: two treat cards with a condition each, then two dice (R60).

Arguments: `seat` is 0 to 4; `role` is 0 the mover's, 1 the owner's. `card` is a treat card, 0 to 17. `children` is a
set, bit i for child i, 0 to 7. `mask` is a set of actions, uint64[words]; `action` a number of ACTIONS.
"""

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.halloween.events import News
from medianoche.envs.halloween.kernels import kernel
from medianoche.envs.halloween.kernels.candies import pay, shuffle, throw_die
from medianoche.envs.halloween.kernels.hands import cards_at, mark_cards, use_card
from medianoche.envs.halloween.state import BASE, CHILDREN, POT, TREATS, Condition, Phase


@kernel
def shuffle_treats(state):
    """Put all treat cards into the deck, in random order."""
    shuffle(state, state.treat_deck, 0)
    state.treat_n = TREATS


@kernel
def draw_treats(state):
    """Deal a card to the mover, then one to the owner; an empty deck is shuffled again (R23)."""
    for role in range(2):
        if state.treat_n == 0:
            shuffle_treats(state)
            note(state, News.TREATS_SHUFFLED)
        state.treat_n -= 1
        state.treat_card[role] = state.treat_deck[state.treat_n]
        state.treat_deck[state.treat_n] = 0
        note(state, News.DREW_TREAT, seat_of_role(state, role), state.treat_card[role], role)


@kernel
def seat_of_role(state, role):
    """The mover for role 0, the owner for role 1. Seats are 0 to 4."""
    return state.mover if role == 0 else state.owner


@kernel
def role_asked(state):
    """The role whose condition is open: 0 the mover's, 1 the owner's, 2 none."""
    if state.treat_apply[0] < 0:
        return 0
    return 1 if state.treat_apply[1] < 0 else 2


@kernel
def can_meet(pack, state, seat, card):
    """Whether `seat` can meet the condition of the treat card. `card` is 0 to 17."""
    condition = pack.treat_cond[card]
    arg = pack.treat_arg[card]
    child = state.secret[seat]
    if condition == Condition.SET:
        return arg >> child & 1 == 1
    if condition == Condition.NOT_CALLER:
        return child != state.child
    if condition == Condition.CALLER:
        return child == state.child
    if condition == Condition.PAY:
        return state.candies[seat] > arg
    if condition == Condition.DISCARD:
        return cards_at(state, seat) != 0
    return True


@kernel
def ask_condition(pack, state):
    """Ask for the next condition that is a choice; after the last one both roll."""
    for role in range(2):
        seat = seat_of_role(state, role)
        card = state.treat_card[role]
        if state.treat_apply[role] >= 0:
            continue
        if pack.treat_cond[card] == Condition.FREE:
            state.treat_apply[role] = 1
        elif not can_meet(pack, state, seat, card):
            state.treat_apply[role] = 0
        else:
            state.to_move = seat
            state.phase = Phase.TREAT
            return
        note(state, News.CONDITION, seat, card, role, state.treat_apply[role])
    state.phase = Phase.DUEL


@kernel
def duel(pack, state):
    """Both roll and add their bonuses; the lower total pays the difference."""
    mover = state.mover
    owner = state.owner
    ahead = throw_die(state, mover)
    ahead -= throw_die(state, owner)
    if state.treat_apply[0] == 1:
        ahead += pack.treat_child[state.treat_card[0]]
    if state.treat_apply[1] == 1:
        ahead -= pack.treat_owner[state.treat_card[1]]
    if ahead > 0:
        pay(state, owner, mover, ahead)
    else:
        pay(state, mover, owner, -ahead)
    state.phase = Phase.TURN_OVER


# ---- TREAT


@kernel
def mark_treat(pack, state, mask):
    """Mark declining, and meeting the condition of the treat card, or the cards that meet it by a discard."""
    set_bit(mask, BASE.decline)
    if pack.treat_cond[state.treat_card[role_asked(state)]] == Condition.DISCARD:
        mark_cards(mask, cards_at(state, state.to_move))
    else:
        set_bit(mask, BASE.meet)


@kernel
def announce(state, seat, children):
    """All seats learn that the child card of `seat` is one of `children`. `children` has bit i for child i, 0 to 7."""
    for other in range(state.num_players):
        state.know[other, seat] &= children
    if state.phase == Phase.TREAT:  # a torn costume tells it by itself
        note(state, News.ANNOUNCED, seat, children & (1 << CHILDREN) - 1)


@kernel
def play_treat(pack, state, action):
    """Meet the condition of the treat card, or decline."""
    role = role_asked(state)
    seat = seat_of_role(state, role)
    card = state.treat_card[role]
    condition = pack.treat_cond[card]
    own_child = 1 << state.secret[seat]
    state.treat_apply[role] = 1
    if action == BASE.decline:
        state.treat_apply[role] = 0
    elif condition == Condition.DISCARD:
        use_card(state, action - BASE.card)
        note(state, News.DISCARDED, seat, action - BASE.card)
    elif condition == Condition.SHOW_RIVAL:
        state.know[seat_of_role(state, 1 - role), seat] = own_child
        note(state, News.SHOWED, seat, seat_of_role(state, 1 - role), state.secret[seat])
    elif condition == Condition.SHOW_ALL or condition == Condition.CALLER:
        announce(state, seat, own_child)
    elif condition == Condition.SET:
        announce(state, seat, pack.treat_arg[card])
    elif condition == Condition.NOT_CALLER:
        announce(state, seat, ~(1 << state.child))
    elif condition == Condition.PAY:
        pay(state, seat, POT, pack.treat_arg[card])
    note(state, News.CONDITION, seat, card, role, state.treat_apply[role])
    state.phase = Phase.CONDITIONS
