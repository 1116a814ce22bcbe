"""Rough worth of cards that are not in play, for the heuristic, in hundredths of a point of insomnia."""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit
from medianoche.envs.nocturna.kernels.decks import hand_size
from medianoche.envs.nocturna.kernels.effects import fallen, fighters, standing
from medianoche.envs.nocturna.kernels.evaluation import POINT, chosen_scope, list_worth
from medianoche.envs.nocturna.state import (
    ALL_CHILDREN,
    ATTACK_BONUS,
    BOTTLE,
    CHILDREN,
    DEFENCE_BONUS,
    DISCARD,
    EFFECTS,
    ENEMIES,
    ENEMY,
    EVENT_SOURCE,
    HIT,
    HUSH,
    NONE,
    ON_CHILD,
    OPENING_RESTORE,
    OPENING_SHIELD,
    RESTORE,
    REVIVE,
    REWARD_LISTS,
    SLOTS,
    STEADY,
    STUN,
    kernel,
)

LIFE_STRENGTH, HIT_STRENGTH, WIDE_HIT_STRENGTH, STUN_STRENGTH, OTHER_STRENGTH = 40, 30, 45, 60, 20
REVIVAL, CARD_GONE, STRONG_PASSIVE, PASSIVE, REVEALED = 1500, 150, 250, 120, 300
ANY_REWARD, PROVISION = 150, 40  # of each reward of a location, and what each card that the Master draws takes off


@kernel
def card_strength(pack, kind):
    """What a nightmare card is good for: its life and the amounts of its effects."""
    strength = LIFE_STRENGTH * np.int64(pack.foe_life[kind])
    for card in range(3):
        for slot in range(EFFECTS):
            op, amount = np.int64(pack.fx[3 * kind + card, slot, 0]), np.int64(pack.fx[3 * kind + card, slot, 1])
            wide = np.int64(pack.fx[3 * kind + card, slot, 2]) == ENEMIES
            if op == HIT:
                strength += amount * (WIDE_HIT_STRENGTH if wide else HIT_STRENGTH)
            elif op == STUN or op == BOTTLE:
                strength += STUN_STRENGTH * amount
            elif op != NONE:
                strength += OTHER_STRENGTH * amount
    return strength


@kernel
def event_worth(pack, state, kind):
    """Worth of an event now, with its best target."""
    row = 3 * kind
    scope = chosen_scope(pack, row)
    if scope == 0:
        return list_worth(pack, state, EVENT_SOURCE, row, 0, -1, -1)
    targets = fighters(state) if scope == ENEMY else standing(state)
    best = np.int64(0)
    while targets:
        best = max(best, list_worth(pack, state, EVENT_SOURCE, row, 0, -1, lowest_bit(np.uint64(targets))))
        targets &= targets - 1
    return best


@kernel
def reward_worth(pack, state, child, kind):
    """Worth of a reward in the hand of `child`."""
    worth = np.int64(0)
    for slot in range(EFFECTS):
        op, amount = np.int64(pack.fx[REWARD_LISTS + kind, slot, 0]), np.int64(pack.fx[REWARD_LISTS + kind, slot, 1])
        scope = np.int64(pack.fx[REWARD_LISTS + kind, slot, 2])
        if op == RESTORE:
            best = np.int64(0)
            for other in range(CHILDREN):
                if standing(state) >> other & 1 == 0:
                    continue
                restored = min(amount, np.int64(state.insomnia[other])) * POINT
                if scope == ALL_CHILDREN:
                    worth += restored
                elif scope == ON_CHILD or other == child:
                    best = max(best, restored)
            worth += best
        elif op == REVIVE:
            worth += REVIVAL if fallen(state) else 0
        elif op == DISCARD:
            worth += CARD_GONE * min(amount, hand_size(state))
        elif op == ATTACK_BONUS or op == OPENING_RESTORE:
            worth += STRONG_PASSIVE * amount
        elif op == DEFENCE_BONUS or op == OPENING_SHIELD or op == HUSH or op == STEADY:
            worth += PASSIVE * amount
        elif op != NONE:
            worth += REVEALED
    return worth


@kernel
def loot_worth(pack, state, place):
    """Worth of the rewards at a location to the children, less what the Master draws for them."""
    worth = np.int64(0)
    for slot in range(SLOTS):
        kind = np.int64(state.loc_rw[place, slot])
        if kind >= 0:
            worth += ANY_REWARD - PROVISION * np.int64(pack.rw_provision[kind])
            worth += reward_worth(pack, state, 0, kind) // 2
    return max(worth, 0)
