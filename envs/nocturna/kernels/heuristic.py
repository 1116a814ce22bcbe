"""A strong hand-written policy for both sides.

In combat each side plays the exact equilibrium of the coming turn, by the worth of the six cards; elsewhere the best
of a few simple estimates. Everything is in hundredths of a point of insomnia (see `evaluation`).
"""

import numpy as np

from medianoche.envs.core.kernels.bits import nth_bit, test_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.nocturna.kernels.decks import hand_size
from medianoche.envs.nocturna.kernels.effects import fighters, foes, standing_at
from medianoche.envs.nocturna.kernels.estimates import (
    card_strength,
    event_worth,
    loot_worth,
    reward_worth,
)
from medianoche.envs.nocturna.kernels.evaluation import card_worth, list_worth
from medianoche.envs.nocturna.kernels.preparation import nightmares_at, size
from medianoche.envs.nocturna.kernels.solver import equilibrium
from medianoche.envs.nocturna.state import (
    ACTOR,
    AFTER_COMBAT,
    CARD,
    CARRY,
    CHILD,
    CHILD_CARD,
    CHILD_CARD_SOURCE,
    CHILD_TODO,
    CHILDREN,
    CHOOSE_SHEET,
    CONCLUSION_EVENTS,
    CREATURE,
    DISCARD_CARD,
    EVENT,
    FOE,
    FOE_CARD_SOURCE,
    FOES,
    INSTANT,
    KATE,
    KINDS,
    LOCATION,
    LOCATIONS,
    LOOT,
    MASTER_CARD,
    MAYLA,
    MOVE,
    PASS,
    PAY,
    PLACE,
    PLACE_CARD,
    RESURRECT,
    REWARD_SOURCE,
    REWARDS,
    SHEET,
    TARGET,
    TIMMY,
    USE,
    USE_FAMILY,
    USE_REWARD,
    WILLIAM,
    ZONE,
    kernel,
)
from medianoche.envs.nocturna.kernels.targets import list_of
from medianoche.envs.nocturna.kernels.turns import loses_turn

FAVOURITES = (TIMMY, KATE, WILLIAM, MAYLA)
CARD_COST = 60  # of a card that pays for an event, when the hand is small
RICH_HAND = 9  # cards; the next draws would be lost
FIGHT = 800  # what a nightmare costs those who meet it
COMPANY = 60  # of joining a child that has a fight before it
USED, USED_TOGETHER = 280, 400  # worth from which instants are used before a normal round
RESERVE = 1  # creatures kept in hand when placing
COARSE = 4  # of the entries of a turn's matrix, so that weights stay below 2**31


# ---- combat


@kernel
def child_card_worth(pack, state, card, tie):
    """Worth of a card to the children, with the best child that may act."""
    if tie or state.actor_mode == 0:
        return card_worth(pack, state, CHILD_CARD_SOURCE, np.int64(state.lead_child), card, tie)
    best = np.int64(-10000)
    for child in range(CHILDREN):
        if fighters(state) >> child & 1 and state.stun[child] == 0 and state.bottle[child] == 0:
            best = max(best, card_worth(pack, state, CHILD_CARD_SOURCE, child, card, 0))
    return best


@kernel
def foe_card_worth(pack, state, card, tie):
    """Worth of a card to the Master, with the best foe that may act."""
    if tie or state.actor_mode == 0:
        return card_worth(pack, state, FOE_CARD_SOURCE, np.int64(state.lead_foe), card, tie)
    best = np.int64(-10000)
    for j in range(FOES):
        if foes(state) >> j & 1:
            best = max(best, card_worth(pack, state, FOE_CARD_SOURCE, j, card, 0))
    return best


@kernel
def child_cards(pack, state, tie):
    """Worth of the children's attack, defence and skill, without or with a tie."""
    attack = child_card_worth(pack, state, 1, tie)
    return attack, child_card_worth(pack, state, 2, tie), child_card_worth(pack, state, 3, tie)


@kernel
def foe_cards(pack, state, tie):
    """Worth of the Master's attack, defence and skill."""
    attack = foe_card_worth(pack, state, 1, tie)
    return attack, foe_card_worth(pack, state, 2, tie), foe_card_worth(pack, state, 3, tie)


@kernel
def choose_card(pack, state):
    """A card from the equilibrium of this turn: attack beats skill beats defence beats attack."""
    f1, f2, f3 = foe_cards(pack, state, 0)
    if np.int64(state.phase) == MASTER_CARD and loses_turn(state):
        return CARD + (1 if f1 >= max(f2, f3) else (2 if f2 >= f3 else 3))
    c1, c2, c3 = child_cards(pack, state, 0)
    g1, g2, g3 = foe_cards(pack, state, 1)
    d1, d2, d3 = child_cards(pack, state, 1)
    p, q, _, x, y, _, _, total = equilibrium(
        *((d1 - g1) // COARSE, -f2 // COARSE, c1 // COARSE),
        *(c2 // COARSE, (d2 - g2) // COARSE, -f3 // COARSE),
        *(-f1 // COARSE, c3 // COARSE, (d3 - g3) // COARSE),
    )
    if np.int64(state.phase) == MASTER_CARD:
        p, q = x, y
    k = draw(state, total)
    if k < p:
        return np.int64(CARD + 1)
    return np.int64(CARD + 2 if k < p + q else CARD + 3)


@kernel
def choose_actor(pack, state):
    """Whose card is worth most."""
    best, action = np.int64(-10000), np.int64(0)
    n = np.int64(state.num_players) - 1
    for one in range(CHILDREN):
        worth = np.int64(-10000)
        if np.int64(state.todo) == CHILD_TODO:
            able = fighters(state) >> one & 1 and state.stun[one] == 0 and state.bottle[one] == 0
            if able:
                worth = card_worth(pack, state, CHILD_CARD_SOURCE, one, np.int64(state.card_child), 0)
            choice = CHILD + (one - np.int64(state.to_move) + 1 + n) % n
        else:
            if foes(state) >> one & 1:
                worth = card_worth(pack, state, FOE_CARD_SOURCE, one, np.int64(state.card_master), 0)
            choice = FOE + one
        if worth > best:
            best, action = worth, choice
    return action


@kernel
def choose_target(pack, state, mask):
    """The target for which the list is worth most."""
    source, seat = np.int64(state.source), np.int64(state.to_move)
    n = np.int64(state.num_players) - 1
    row = list_of(pack, state, 0)
    actor = np.int64(state.actor_foe)
    if source == CHILD_CARD_SOURCE:
        actor = np.int64(state.actor_child)
    best, choice = np.int64(-10000), PASS
    for action in range(CHILD, LOCATION + LOCATIONS):
        if not test_bit(mask, action):
            continue
        target = action & 3
        if action < FOE and seat > 0:
            target = (seat - 1 + target) % n
        if source == REWARD_SOURCE:
            worth = loot_worth(pack, state, target) if action >= LOCATION else np.int64(state.insomnia[target])
        else:
            worth = list_worth(pack, state, source, row, np.int64(state.card_child), actor, target)
        if worth > best:
            best, choice = worth, action
    return np.int64(choice)


# ---- the Master


@kernel
def choose_event(pack, state, mask):
    """The event that is worth most more than the cards it costs; -1 if none is."""
    cards = hand_size(state)
    price = CARD_COST * 2 // 3 if cards >= RICH_HAND else CARD_COST + 8 * (RICH_HAND - cards)
    best, action = np.int64(0), np.int64(-1)
    for kind in range(KINDS):
        if test_bit(mask, EVENT + kind):
            worth = event_worth(pack, state, kind) - price * np.int64(pack.nm_cost[kind])
            if worth > best:
                best, action = worth, np.int64(EVENT + kind)
    return action


@kernel
def choose_placing(pack, state, mask):
    """Guard what is worth most, with creatures in proportion; the strongest first."""
    creatures = -RESERVE
    for kind in range(KINDS):
        if np.int64(pack.nm_label[kind]) == CREATURE:
            creatures += np.int64(state.mp_hand[kind])
    ahead = np.int64(0)
    for place in range(np.int64(state.place_cursor), LOCATIONS):
        ahead += loot_worth(pack, state, place)
        creatures += nightmares_at(state, place)
    for place in range(np.int64(state.place_cursor), LOCATIONS):
        worth = loot_worth(pack, state, place)
        wanted = (creatures * worth + ahead - 1) // max(ahead, 1)
        best, action = np.int64(-1), np.int64(-1)
        if worth > 0 and nightmares_at(state, place) < wanted:
            for kind in range(KINDS):
                if test_bit(mask, PLACE_CARD + 4 * kind + place) and card_strength(pack, kind) > best:
                    best, action = card_strength(pack, kind), np.int64(PLACE_CARD + 4 * kind + place)
        if action >= 0:
            return action
        creatures -= nightmares_at(state, place)
        ahead -= worth
    return np.int64(PASS)


@kernel
def choose_payment(pack, state):
    """The weakest card."""
    best, action = np.int64(1 << 40), np.int64(0)
    for kind in range(KINDS):
        if state.mp_hand[kind] and card_strength(pack, kind) < best:
            best, action = card_strength(pack, kind), np.int64(DISCARD_CARD + kind)
    return action


# ---- the children


@kernel
def choose_use(pack, state, mask):
    """Rewards that help now: permanents at once, those for one combat against a boss, healing when it is needed."""
    child = np.int64(state.to_move) - 1
    boss_round = np.int64(state.round_no) % ZONE == 0
    for kind in range(REWARDS):
        if test_bit(mask, USE_FAMILY + kind):
            mate = np.int64(pack.rw_mate[kind])
            both = reward_worth(pack, state, child, kind) + reward_worth(pack, state, child, mate)
            if both >= USED_TOGETHER or (boss_round and both > 0):
                return np.int64(USE_FAMILY + kind)
    for kind in range(REWARDS):
        if not test_bit(mask, USE_REWARD + kind):
            continue
        timing = np.int64(pack.rw_timing[kind])
        worth = reward_worth(pack, state, child, kind)
        if timing == INSTANT:
            if worth >= USED or (boss_round and worth > 0):
                return np.int64(USE_REWARD + kind)
        elif timing != AFTER_COMBAT or boss_round:
            return np.int64(USE_REWARD + kind)
    return np.int64(PASS)


@kernel
def choose_move(pack, state, mask):
    """Where the rewards are worth more than the fight, or where there is no fight."""
    best, action = np.int64(-(1 << 40)), np.int64(0)
    for place in range(LOCATIONS):
        if not test_bit(mask, LOCATION + place):
            continue
        company = size(standing_at(state, place))
        guarded = nightmares_at(state, place) > 0
        worth = np.int64(0)
        if guarded:
            gain = loot_worth(pack, state, place)
            cost = nightmares_at(state, place) * FIGHT
            worth = gain - cost if company == 0 else (gain - cost) // 4 + COMPANY
        elif state.unguarded and company == 0:
            worth = loot_worth(pack, state, place)
        if worth > best:
            best, action = worth, np.int64(LOCATION + place)
    return action


@kernel
def choose_carry(state, mask):
    """Where there is least to fight."""
    best, action = np.int64(100), np.int64(PASS)
    for place in range(LOCATIONS):
        if test_bit(mask, LOCATION + place) and nightmares_at(state, place) < best:
            best, action = nightmares_at(state, place), np.int64(LOCATION + place)
    return action


@kernel
def choose_taker(pack, state, mask):
    """Healing to the most tired child of the location, other rewards to the most rested one; poor ones are left."""
    n = np.int64(state.num_players) - 1
    first = np.int64(state.to_move) - 1
    kind = np.int64(state.loc_rw[np.int64(state.battle), np.int64(state.loot_slot)])
    best, action = np.int64(-100), np.int64(PASS)
    for i in range(n):
        if test_bit(mask, CHILD + i):
            tired = np.int64(state.insomnia[(first + i) % n])
            rank = tired if np.int64(pack.rw_timing[kind]) == INSTANT else -tired
            if rank > best:
                best, action = rank, np.int64(CHILD + i)
    return action


@kernel
def choose_sheet(mask):
    """The first of the favourites that is left."""
    for favourite in FAVOURITES:
        if test_bit(mask, CHOOSE_SHEET + favourite):
            return np.int64(CHOOSE_SHEET + favourite)
    return np.int64(CHOOSE_SHEET)


@kernel
def heuristic(pack, state, mask):
    phase = np.int64(state.phase)
    if phase == CHILD_CARD:
        return choose_card(pack, state)
    if phase == MASTER_CARD or phase == PLACE or phase == CONCLUSION_EVENTS:
        event = choose_event(pack, state, mask)
        if event >= 0:
            return event
        if phase == MASTER_CARD:
            return choose_card(pack, state)
        return choose_placing(pack, state, mask) if phase == PLACE else np.int64(PASS)
    if phase == TARGET:
        return choose_target(pack, state, mask)
    if phase == ACTOR:
        return choose_actor(pack, state)
    if phase == PAY:
        return choose_payment(pack, state)
    if phase == USE:
        return choose_use(pack, state, mask)
    if phase == MOVE:
        return choose_move(pack, state, mask)
    if phase == CARRY:
        return choose_carry(state, mask)
    if phase == LOOT:
        return choose_taker(pack, state, mask)
    if phase == SHEET:
        return choose_sheet(mask)
    return nth_bit(mask, 1) if phase == RESURRECT else nth_bit(mask, 0)  # revive somebody; refuse an exchange
