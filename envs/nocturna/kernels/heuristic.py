"""A strong hand-written policy for both sides.

In combat each side plays the exact equilibrium of the coming turn, computed from the values of the six cards. In all
other phases it takes the best of a few simple estimates. Values are in hundredths of a point of insomnia (see
`evaluation`).

Arguments: `mask` is a set of actions, uint64[words]. The functions `choose_...` return an action, a number of ACTIONS.
`source` is one of Source, `card` 1 attack, 2 defence, 3 skill; `tie` is 1 if the cards of a turn are equal, else 0.
"""

from medianoche.envs.core.kernels.bits import nth_bit, test_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.kernels import kernel, presence
from medianoche.envs.nocturna.kernels.decks import hand_size
from medianoche.envs.nocturna.kernels.estimates import (
    card_strength,
    event_worth,
    loot_worth,
    receiver_worth,
    reward_worth,
)
from medianoche.envs.nocturna.kernels.evaluation import FAR, card_worth, list_worth
from medianoche.envs.nocturna.kernels.solver import equilibrium
from medianoche.envs.nocturna.kernels.targets import list_in_play
from medianoche.envs.nocturna.kernels.turns import loses_turn
from medianoche.envs.nocturna.numbers import ZONE

FAVOURITES = (st.Sheet.TIMMY, st.Sheet.KATE, st.Sheet.WILLIAM, st.Sheet.MAYLA)
CARD_COST = 60  # base price of each card that pays for an event; a small hand raises it, a rich one lowers it
RICH_HAND = 9  # cards; a fuller hand loses later draws to the limit of 12
FIGHT = 800  # cost of each nightmare to the children who fight it
COMPANY = 60  # bonus for joining a child at a guarded location
# lowest values at which instants are used in a normal round: alone, as a pair
USED = 280
USED_TOGETHER = 400
WORTH_STEP = 64  # a step of worth counts more than the insomnia of any child, a defeated one too
RESERVE = 1  # creatures kept in hand when placing
COARSE = 4  # divisor of the entries of a turn's matrix, so that weights stay below 2**31


# ---- combat


@kernel
def side_worth(pack, state, source, card, tie):
    """Value of an action card (1 attack, 2 defence, 3 skill) to its side, in 1/100 point of insomnia, played by the
    best child or foe that may act; `tie` is 0 or 1."""
    by_child = source == st.Source.CHILD_CARD
    if tie or state.actor_mode == 0:
        return card_worth(pack, state, source, state.lead_child if by_child else state.lead_foe, card, tie)
    able = presence.able_fighters(state) if by_child else presence.foes(state)
    best = -FAR
    while able:
        best = max(best, card_worth(pack, state, source, presence.lowest(able), card, 0))
        able &= able - 1
    return best


@kernel
def three_cards(pack, state, source, tie):
    """Values of attack, defence and skill to one side, in 1/100 point of insomnia, as resolved without (0) or with (1)
    a tie. `source` is CHILD_CARD or FOE_CARD."""
    attack = side_worth(pack, state, source, st.Card.ATTACK, tie)
    defence = side_worth(pack, state, source, st.Card.DEFENCE, tie)
    return attack, defence, side_worth(pack, state, source, st.Card.SKILL, tie)


@kernel
def choose_card(pack, state):
    """Draw a card from the equilibrium of this turn's matrix game."""
    f1, f2, f3 = three_cards(pack, state, st.Source.FOE_CARD, 0)
    if state.phase == st.Phase.MASTER_CARD and loses_turn(state):
        return st.BASE.card + (0 if f1 >= max(f2, f3) else (1 if f2 >= f3 else 2))
    c1, c2, c3 = three_cards(pack, state, st.Source.CHILD_CARD, 0)
    g1, g2, g3 = three_cards(pack, state, st.Source.FOE_CARD, 1)
    d1, d2, d3 = three_cards(pack, state, st.Source.CHILD_CARD, 1)
    # The child's cards are the rows, the Master's the columns. Attack beats skill beats defence beats attack: only the
    # winning card is resolved, and in a tie (the diagonal) both are.
    rows, cols, _, total = equilibrium(
        *((d1 - g1) // COARSE, -f2 // COARSE, c1 // COARSE),
        *(c2 // COARSE, (d2 - g2) // COARSE, -f3 // COARSE),
        *(-f1 // COARSE, c3 // COARSE, (d3 - g3) // COARSE),
    )
    weights = cols if state.phase == st.Phase.MASTER_CARD else rows
    k = draw(state, total)
    return st.BASE.card + (0 if k < weights[0] else (1 if k < weights[0] + weights[1] else 2))


@kernel
def choose_actor(pack, state):
    """The action of the child or foe whose card has the highest value."""
    best = -FAR
    action = 0
    n = state.num_players - 1
    by_child = state.todo == st.Todo.CHILD
    able = presence.able_fighters(state) if by_child else presence.foes(state)
    while able:
        one = presence.lowest(able)
        able &= able - 1
        if by_child:
            worth = card_worth(pack, state, st.Source.CHILD_CARD, one, state.card_child, 0)
        else:
            worth = card_worth(pack, state, st.Source.FOE_CARD, one, state.card_master, 0)
        if worth > best:
            best = worth
            action = st.BASE.child + (one - state.to_move + 1 + n) % n if by_child else st.BASE.foe + one
    return action


@kernel
def choose_target(pack, state, mask):
    """The target with the highest value. Among receivers of a reward with the same value it is the child with the most
    insomnia."""
    source = state.source
    actor = state.actor_foe
    card = state.card_master
    if source == st.Source.CHILD_CARD:
        actor = state.actor_child
        card = state.card_child
    best = -FAR
    choice = st.BASE.decline
    for action in range(st.BASE.child, st.BASE.sheet):
        if not test_bit(mask, action):
            continue
        target = presence.child_meant(state, action)
        if action >= st.BASE.foe:
            target = action - (st.BASE.location if action >= st.BASE.location else st.BASE.foe)
        if source != st.Source.REWARD:
            row = list_in_play(pack, state)
            worth = list_worth(pack, state, source, row, card, actor, target)
        elif action >= st.BASE.location:
            worth = loot_worth(pack, state, target)
        else:
            worth = receiver_worth(pack, state, target) * WORTH_STEP + state.insomnia[target]
        if worth > best:
            best = worth
            choice = action
    return choice


# ---- the Master


@kernel
def choose_event(pack, state, mask):
    """The event, as an action, whose value exceeds the cost of its cards by most; -1 if none does."""
    cards = hand_size(state)
    price = CARD_COST * 2 // 3 if cards >= RICH_HAND else CARD_COST + 8 * (RICH_HAND - cards)
    best = 0
    action = -1
    for kind in range(st.KINDS):
        if test_bit(mask, st.BASE.event + kind):
            worth = event_worth(pack, state, kind) - price * pack.nm_cost[kind]
            if worth > best:
                best = worth
                action = st.BASE.event + kind
    return action


@kernel
def choose_placing(pack, state, mask):
    """Share creatures among locations in proportion to the value of their rewards, the strongest creatures first."""
    creatures = -RESERVE
    for kind in range(st.KINDS):
        if pack.nm_label[kind] == st.Label.CREATURE:
            creatures += state.mp_hand[kind]
    ahead = 0
    for place in range(state.place_cursor, st.LOCATIONS):
        ahead += loot_worth(pack, state, place)
        creatures += presence.nightmares_at(state, place)
    for place in range(state.place_cursor, st.LOCATIONS):
        worth = loot_worth(pack, state, place)
        wanted = (creatures * worth + ahead - 1) // max(ahead, 1)
        best = -1
        action = -1
        if worth > 0 and presence.nightmares_at(state, place) < wanted:
            for kind in range(st.KINDS):
                if test_bit(mask, st.BASE.place + st.LOCATIONS * kind + place) and card_strength(pack, kind) > best:
                    best = card_strength(pack, kind)
                    action = st.BASE.place + st.LOCATIONS * kind + place
        if action >= 0:
            return action
        creatures -= presence.nightmares_at(state, place)
        ahead -= worth
    return st.BASE.decline


@kernel
def choose_payment(pack, state):
    """Discard the weakest card."""
    best = FAR
    action = 0
    for kind in range(st.KINDS):
        if state.mp_hand[kind] and card_strength(pack, kind) < best:
            best = card_strength(pack, kind)
            action = st.BASE.discard + kind
    return action


# ---- the children


@kernel
def choose_use(pack, state, mask):
    """Use permanents at once, rewards of one combat before a boss, and healing when enough insomnia is removed."""
    child = state.to_move - 1
    boss_round = state.round_no % ZONE == 0
    for kind in range(st.REWARDS):
        if test_bit(mask, st.BASE.use_family + kind):
            mate = pack.rw_mate[kind]
            both = reward_worth(pack, state, child, kind) + reward_worth(pack, state, child, mate)
            if both >= USED_TOGETHER or (boss_round and both > 0):
                return st.BASE.use_family + kind
    for kind in range(st.REWARDS):
        if not test_bit(mask, st.BASE.use + kind):
            continue
        timing = pack.rw_timing[kind]
        worth = reward_worth(pack, state, child, kind)
        if timing == st.Timing.INSTANT:
            if worth >= USED or (boss_round and worth > 0):
                return st.BASE.use + kind
        elif timing != st.Timing.AFTER_COMBAT or boss_round:
            return st.BASE.use + kind
    return st.BASE.decline


@kernel
def choose_move(pack, state, mask):
    """Go where rewards exceed the cost of the fight by most, or where there is no fight."""
    best = -FAR
    action = 0
    for place in range(st.LOCATIONS):
        if not test_bit(mask, st.BASE.location + place):
            continue
        company = presence.size(presence.standing_at(state, place))
        guarded = presence.nightmares_at(state, place) > 0
        worth = 0
        if guarded:
            gain = loot_worth(pack, state, place)
            cost = presence.nightmares_at(state, place) * FIGHT
            worth = gain - cost if company == 0 else (gain - cost) // 4 + COMPANY
        elif state.unguarded and company == 0:
            worth = loot_worth(pack, state, place)
        if worth > best:
            best = worth
            action = st.BASE.location + place
    return action


@kernel
def choose_carry(state, mask):
    """Carry the child to the location with the fewest nightmares."""
    best = FAR
    action = st.BASE.decline
    for place in range(st.LOCATIONS):
        if test_bit(mask, st.BASE.location + place) and presence.nightmares_at(state, place) < best:
            best = presence.nightmares_at(state, place)
            action = st.BASE.location + place
    return action


@kernel
def choose_taker(pack, state, mask):
    """Give instants to the child with the most insomnia there, other rewards to the one with the least."""
    n = state.num_players - 1
    first = state.to_move - 1
    kind = state.loc_rw[state.battle, state.loot_slot]
    best = -FAR
    action = st.BASE.decline
    for i in range(n):
        if test_bit(mask, st.BASE.child + i):
            tired = state.insomnia[(first + i) % n]
            rank = tired if pack.rw_timing[kind] == st.Timing.INSTANT else -tired
            if rank > best:
                best = rank
                action = st.BASE.child + i
    return action


@kernel
def choose_sheet(mask):
    """Take the first free sheet in the order of FAVOURITES."""
    for favourite in FAVOURITES:
        if test_bit(mask, st.BASE.sheet + favourite):
            return st.BASE.sheet + favourite
    return st.BASE.sheet


@kernel
def heuristic(pack, state, mask):
    """The action of the hand-written policy, a number of ACTIONS; `mask` has the legal ones. `state` is a determinized
    copy and may change."""
    phase = state.phase
    if phase == st.Phase.CHILD_CARD:
        return choose_card(pack, state)
    if phase == st.Phase.MASTER_CARD or phase == st.Phase.PLACE or phase == st.Phase.CONCLUSION:
        event = choose_event(pack, state, mask)
        if event >= 0:
            return event
        if phase == st.Phase.MASTER_CARD:
            return choose_card(pack, state)
        return choose_placing(pack, state, mask) if phase == st.Phase.PLACE else st.BASE.decline
    if phase == st.Phase.TARGET:
        return choose_target(pack, state, mask)
    if phase == st.Phase.ACTOR:
        return choose_actor(pack, state)
    if phase == st.Phase.PAY:
        return choose_payment(pack, state)
    if phase == st.Phase.USE:
        return choose_use(pack, state, mask)
    if phase == st.Phase.MOVE:
        return choose_move(pack, state, mask)
    if phase == st.Phase.CARRY:
        return choose_carry(state, mask)
    if phase == st.Phase.LOOT:
        return choose_taker(pack, state, mask)
    if phase == st.Phase.SHEET:
        return choose_sheet(mask)
    return nth_bit(mask, 1) if phase == st.Phase.RESURRECT else nth_bit(mask, 0)  # revive a child; refuse an exchange
