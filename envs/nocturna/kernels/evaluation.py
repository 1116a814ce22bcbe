"""What a list of effects is worth to the side that plays it, in hundredths of a point of insomnia.

For the heuristic: it looks at the next turn only, and at no card that its player cannot see.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit
from medianoche.envs.nocturna.kernels.decks import hand_size
from medianoche.envs.nocturna.kernels.effects import fighters, foes, passive, standing
from medianoche.envs.nocturna.state import (
    ALL_CHILDREN,
    ALLIES,
    ALLY,
    ATTACK,
    ATTACK_BONUS,
    BOTTLE,
    CHARGE,
    CHARGE_CAP,
    CHILD_CARD_SOURCE,
    CHILD_LISTS,
    CHILDREN,
    COVER,
    DEFENCE,
    DEFENCE_BONUS,
    DRAW,
    EFFECTS,
    EMPOWER,
    EMPOWER_CAP,
    ENEMIES,
    ENEMY,
    FOE_CARD_SOURCE,
    FOES,
    HAND_CAP,
    HIT,
    INSOMNIA_MAX,
    LEAD,
    MARK,
    MAYLA,
    NONE,
    ON_CHILD,
    RESTORE,
    REWARDS,
    SELF,
    SHIELD,
    SHIELD_CAP,
    SNATCH,
    STEADY,
    STRIP,
    STUN,
    WILLIAM,
    kernel,
)

POINT = 100  # of insomnia
DEFEAT = 500  # of a child
ABSORBED = 45  # a point of shield used up
LIFE = 120  # a point of a foe's life
KILL = 60
GUARD = 80  # a point of shield gained
LOST_TURN = 300
CARD_DRAWN, CARD_LOST = 60, 60
CHARGED, SPENT = 65, 40  # a charge gained, used up
MARKED, MARKED_LATE = 150, 40
COVERED = 40
EMPOWERED, EMPOWERED_PER_LIFE = 30, 10
SHORT = 4  # life of all foes, below which shields and marks hardly matter


@kernel
def hit_child(state, child, amount):
    """Worth of a hit to the Master."""
    absorbed = min(np.int64(state.shield[child]), amount)
    rest = amount - absorbed
    worth = absorbed * ABSORBED + rest * POINT
    return worth + (DEFEAT if np.int64(state.insomnia[child]) + rest > INSOMNIA_MAX else 0)


@kernel
def hit_foe(state, j, amount):
    """Worth of a hit to the children."""
    absorbed = min(np.int64(state.foe_shield[j]), amount)
    life = np.int64(state.foe_life[j])
    worth = absorbed * ABSORBED + min(amount - absorbed, life) * LIFE
    return worth + (KILL + 15 * np.int64(state.foe_emp[j]) if amount - absorbed >= life else 0)


@kernel
def life_left(state):
    """Life of all foes."""
    total = np.int64(0)
    for j in range(FOES):
        total += np.int64(state.foe_life[j])
    return total


@kernel
def reached(state, source, scope, actor, target, on_foes):
    """The children or foes that an effect would concern, as bits."""
    present = foes(state) if on_foes else fighters(state)
    if scope == ENEMIES or scope == ALLIES:
        return present
    if scope == ALL_CHILDREN:
        return standing(state)
    one = target
    if scope == LEAD:
        one = np.int64(state.lead_child)
    elif scope == SELF:
        one = actor
    if one < 0:
        return np.int64(0)
    covered = source == FOE_CARD_SOURCE and scope == ENEMY and np.int64(state.covered) == one
    for child in range(CHILDREN):
        if covered and np.int64(state.sheet[child]) == WILLIAM:
            one = np.int64(child)
    return np.int64(1) << one


@kernel
def on_child(pack, state, source, child, op, amount):
    """Worth of one effect on one child, to whoever plays it."""
    if op == HIT:
        return hit_child(state, child, amount)
    if op == SHIELD:
        gained = min(amount, SHIELD_CAP - np.int64(state.shield[child]))
        return gained * (GUARD if life_left(state) > SHORT else GUARD // 2)
    if op == RESTORE:
        return min(amount, np.int64(state.insomnia[child])) * POINT
    if op == STRIP:
        return np.int64(state.shield[child]) * GUARD
    if op == SNATCH:
        held = np.int64(0)
        for kind in range(REWARDS):
            held += np.int64(state.hand[child, kind])
        return min(amount, held) * CARD_LOST
    if op == STUN or op == BOTTLE:
        lost = np.int64(state.stun[child]) if op == STUN else np.int64(state.bottle[child])
        again = source == FOE_CARD_SOURCE and child == np.int64(state.lead_child)
        if (again and (state.stun[child] or state.bottle[child])) or passive(pack, state, child, STEADY) > 0:
            return np.int64(0)
        return max(amount - lost, 0) * LOST_TURN
    return np.int64(0)


@kernel
def on_foe(state, j, op, amount):
    """Worth of one effect on one foe, to whoever plays it."""
    if op == HIT:
        return hit_foe(state, j, amount)
    if op == SHIELD:
        return min(amount, SHIELD_CAP - np.int64(state.foe_shield[j])) * GUARD
    if op == RESTORE:
        return min(amount, np.int64(state.foe_max[j]) - np.int64(state.foe_life[j])) * LIFE
    if op == STRIP:
        return np.int64(state.foe_shield[j]) * ABSORBED
    if op == EMPOWER:
        gained = min(amount, EMPOWER_CAP - np.int64(state.foe_emp[j]))
        return gained * (EMPOWERED + EMPOWERED_PER_LIFE * min(np.int64(state.foe_life[j]), 16))
    return np.int64(0)


@kernel
def on_game(state, op, amount, actor, target):
    """Worth of an effect that is neither on children nor on foes in general."""
    if op == CHARGE:
        return min(amount, CHARGE_CAP - np.int64(state.charge[actor])) * CHARGED
    if op == COVER:
        return np.int64(COVERED if target >= 0 else 0)
    if op == MARK:
        if state.marked == 0:
            return np.int64(MARKED if life_left(state) > SHORT else MARKED_LATE)
        return np.int64(0) if target < 0 else hit_foe(state, target, amount) - SPENT
    if op == DRAW:
        return min(amount, HAND_CAP - hand_size(state)) * CARD_DRAWN
    return np.int64(0)


@kernel
def list_worth(pack, state, source, row, card, actor, target):
    """Worth of a whole list to the side that plays it; `card` is the child's action card."""
    worth = np.int64(0)
    by_child = source == CHILD_CARD_SOURCE
    tired = np.int64(state.turn) > np.int64(state.fatigue)
    for slot in range(EFFECTS):
        op, amount = np.int64(pack.fx[row, slot, 0]), np.int64(pack.fx[row, slot, 1])
        scope = np.int64(pack.fx[row, slot, 2])
        if op == NONE or (tired and (op == SHIELD or op == RESTORE)):
            continue
        if op == CHARGE or op == COVER or op == MARK or op == DRAW:
            worth += on_game(state, op, amount, actor, target)
            continue
        if by_child and card == ATTACK and op == HIT:
            charge = np.int64(state.charge[actor])
            amount += charge + passive(pack, state, actor, ATTACK_BONUS)
            worth -= SPENT * charge
        elif by_child and card == DEFENCE and op == SHIELD:
            amount += passive(pack, state, actor, DEFENCE_BONUS)
        elif source == FOE_CARD_SOURCE and op == HIT:
            amount += np.int64(state.foe_emp[actor])
        helps = op == SHIELD or op == RESTORE or op == EMPOWER
        on_foes = by_child != helps
        chosen = reached(state, source, scope, actor, target, on_foes)
        while chosen:
            one = lowest_bit(np.uint64(chosen))
            chosen &= chosen - 1
            worth += on_foe(state, one, op, amount) if on_foes else on_child(pack, state, source, one, op, amount)
    if by_child and state.marked and np.int64(state.sheet[actor]) == MAYLA and worth > KILL:
        worth += CARD_LOST // 2
    return worth


@kernel
def chosen_scope(pack, row):
    """The scope that is chosen in a list of a card or event, 0 if none is."""
    for slot in range(EFFECTS):
        scope = np.int64(pack.fx[row, slot, 2])
        if pack.fx[row, slot, 0] != NONE and (scope == ENEMY or scope == ALLY or scope == ON_CHILD):
            return scope
    return np.int64(0)


@kernel
def card_worth(pack, state, source, actor, card, tie):
    """Worth of an action card of a child or foe with its best target; in a tie that is who has the initiative."""
    row = 3 * np.int64(state.foe_kind[actor]) + card - 1
    if source == CHILD_CARD_SOURCE:
        row = CHILD_LISTS + 3 * np.int64(state.sheet[actor]) + card - 1
    scope = chosen_scope(pack, row)
    if scope == ENEMY:
        targets = foes(state) if source == CHILD_CARD_SOURCE else fighters(state)
        if tie:
            lead = np.int64(state.lead_foe) if source == CHILD_CARD_SOURCE else np.int64(state.lead_child)
            targets = np.int64(1) << lead
    elif scope == ALLY:
        targets = fighters(state) & ~(np.int64(1) << actor)
    else:
        return list_worth(pack, state, source, row, card, actor, -1)
    best = np.int64(0)
    while targets:
        best = max(best, list_worth(pack, state, source, row, card, actor, lowest_bit(np.uint64(targets))))
        targets &= targets - 1
    return best
