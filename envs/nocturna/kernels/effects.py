"""What cards do: every action, event and reward is a list of (opcode, amount, scope), and this is their interpreter.

Who plays the list is `state.source`; whom it concerns was chosen before its first effect and is `state.target`.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit
from medianoche.envs.nocturna.kernels.decks import draw_hand, lose_cards, snatch_cards
from medianoche.envs.nocturna.state import (
    ALL_CHILDREN,
    ALLIES,
    ATTACK,
    ATTACK_BONUS,
    BOTTLE,
    BOTTLES,
    CHARGE,
    CHARGE_CAP,
    CHILD_CARD_SOURCE,
    CHILDREN,
    COVER,
    DEFEATED,
    DEFENCE,
    DEFENCE_BONUS,
    DISCARD,
    DRAW,
    EFFECTS,
    EMPOWER,
    EMPOWER_CAP,
    ENEMIES,
    ENEMY,
    FAMILY_LISTS,
    FOE_CARD_SOURCE,
    FOES,
    HIT,
    INSOMNIA_MAX,
    LEAD,
    MARK,
    MAYLA,
    NONE,
    RESTORE,
    REVEAL,
    REVIVE,
    REWARD_LISTS,
    REWARD_SOURCE,
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

# ---- who is there


@kernel
def standing(state):
    """All standing children as bits; children who do not play have the insomnia of a defeated one."""
    found = np.int64(0)
    for child in range(CHILDREN):
        if state.insomnia[child] <= INSOMNIA_MAX:
            found |= 1 << child
    return found


@kernel
def fallen(state):
    """All defeated children as bits."""
    return ((1 << (np.int64(state.num_players) - 1)) - 1) & ~standing(state)


@kernel
def fighters(state):
    """The standing children of the combat as bits."""
    found = np.int64(0)
    for child in range(CHILDREN):
        if state.in_battle[child] and state.insomnia[child] <= INSOMNIA_MAX:
            found |= 1 << child
    return found


@kernel
def foes(state):
    """The foes of the combat that are not defeated, as bits."""
    found = np.int64(0)
    for j in range(FOES):
        if state.foe_life[j]:
            found |= 1 << j
    return found


@kernel
def standing_at(state, place):
    """The standing children at a location, as bits."""
    found = np.int64(0)
    for child in range(CHILDREN):
        if np.int64(state.loc[child]) == place and state.insomnia[child] <= INSOMNIA_MAX:
            found |= 1 << child
    return found


@kernel
def passive(pack, state, child, op):
    """Sum of the amounts of one passive opcode over the active rewards of `child`, Familia included (R17)."""
    total = np.int64(0)
    for kind in range(REWARDS):
        copies = np.int64(state.active[child, kind])
        if copies == 0:
            continue
        mate = np.int64(pack.rw_mate[kind])
        bonus = mate >= 0 and state.active[child, mate] > 0
        for slot in range(EFFECTS):
            if np.int64(pack.fx[REWARD_LISTS + kind, slot, 0]) == op:
                total += copies * np.int64(pack.fx[REWARD_LISTS + kind, slot, 1])
            if bonus and np.int64(pack.fx[FAMILY_LISTS + kind, slot, 0]) == op:
                total += copies * np.int64(pack.fx[FAMILY_LISTS + kind, slot, 1])
    return total


# ---- what happens to one of them


@kernel
def add_insomnia(state, child, amount):
    """Past the shield; a child above 20 is defeated and loses shield, charge, stun, bottle and cover (R7)."""
    state.insomnia[child] = min(np.int64(state.insomnia[child]) + amount, DEFEATED)
    if state.insomnia[child] <= INSOMNIA_MAX:
        return
    state.shield[child] = 0
    state.charge[child] = 0
    state.stun[child] = 0
    state.bottle[child] = 0
    if np.int64(state.covered) == child or np.int64(state.sheet[child]) == WILLIAM:
        state.covered = -1
    state.scores[0] += 1


@kernel
def calm(state, child, amount):
    """Insomnia goes down, to 0 at most."""
    state.insomnia[child] = max(np.int64(state.insomnia[child]) - amount, 0)


@kernel
def harm_foe(state, j, amount):
    """Damage, to the shield first; returns whether it defeats the foe."""
    absorbed = min(np.int64(state.foe_shield[j]), amount)
    life = np.int64(state.foe_life[j])
    state.foe_shield[j] = np.int64(state.foe_shield[j]) - absorbed
    state.foe_life[j] = max(life - amount + absorbed, 0)
    if state.foe_life[j] == 0:
        state.foe_shield[j] = 0
    return life > 0 and state.foe_life[j] == 0


@kernel
def bottle(state, child, amount):
    """A child in a bottle; a third one has no effect (R30)."""
    others = np.int64(0)
    for other in range(CHILDREN):
        others += other != child and state.bottle[other] > 0
    if others < BOTTLES:
        state.bottle[child] = max(np.int64(state.bottle[child]), amount)


@kernel
def affect_child(pack, state, child, op, amount):
    """One effect on one standing child."""
    if op == HIT:
        absorbed = min(np.int64(state.shield[child]), amount)
        state.shield[child] = np.int64(state.shield[child]) - absorbed
        add_insomnia(state, child, amount - absorbed)
    elif op == SHIELD:
        state.shield[child] = min(np.int64(state.shield[child]) + amount, SHIELD_CAP)
    elif op == RESTORE:
        calm(state, child, amount)
    elif op == STRIP:
        state.shield[child] = 0
    elif op == SNATCH:
        snatch_cards(state, child, amount)
    else:  # STUN, BOTTLE: not again in a turn that is lost for it (R30)
        lost = (
            np.int64(state.source) == FOE_CARD_SOURCE and state.card_child == 0 and child == np.int64(state.lead_child)
        )
        if lost or passive(pack, state, child, STEADY) > 0:
            return
        if op == STUN:
            state.stun[child] = max(np.int64(state.stun[child]), amount)
        elif op == BOTTLE:
            bottle(state, child, amount)


@kernel
def affect_foe(state, j, op, amount):
    """One effect on one foe that is not defeated."""
    if op == HIT:
        defeated = harm_foe(state, j, amount)
        mayla = np.int64(state.sheet[np.int64(state.actor_child)]) == MAYLA
        if defeated and mayla and state.marked:
            lose_cards(state, 1)  # R33
    elif op == SHIELD:
        state.foe_shield[j] = min(np.int64(state.foe_shield[j]) + amount, SHIELD_CAP)
    elif op == RESTORE:
        state.foe_life[j] = min(np.int64(state.foe_life[j]) + amount, np.int64(state.foe_max[j]))
    elif op == STRIP:
        state.foe_shield[j] = 0
    elif op == EMPOWER:
        state.foe_emp[j] = min(np.int64(state.foe_emp[j]) + amount, EMPOWER_CAP)


# ---- a list of effects


@kernel
def own_amount(pack, state, op, amount):
    """The amount with what strengthens it: bonuses and charges of a child (R29), a foe's empowerment (R28)."""
    source, card = np.int64(state.source), np.int64(state.card_child)
    if source == FOE_CARD_SOURCE:
        return amount + np.int64(state.foe_emp[np.int64(state.actor_foe)]) if op == HIT else amount
    attack, defence = op == HIT and card == ATTACK, op == SHIELD and card == DEFENCE
    if source != CHILD_CARD_SOURCE or not (attack or defence):
        return amount
    child = np.int64(state.actor_child)
    if attack:
        amount += np.int64(state.charge[child])
    return amount + passive(pack, state, child, ATTACK_BONUS if attack else DEFENCE_BONUS)


@kernel
def concerned(state, scope, on_foes):
    """The children or foes that an effect concerns, as bits."""
    source = np.int64(state.source)
    if scope == ENEMIES or scope == ALLIES:
        return foes(state) if on_foes else fighters(state)
    if scope == ALL_CHILDREN:
        return standing(state)
    one = np.int64(state.target)
    if scope == LEAD:
        one = np.int64(state.lead_child)
    elif scope == SELF:
        one = np.int64(state.actor_child)
        if source == FOE_CARD_SOURCE:
            one = np.int64(state.actor_foe)
        elif source == REWARD_SOURCE:
            one = np.int64(state.to_move) - 1
    if one < 0:
        return np.int64(0)
    return (np.int64(1) << one) & (foes(state) if on_foes else standing(state))


@kernel
def affect_game(state, op, amount):
    """An effect that is neither on children nor on foes in general."""
    target = np.int64(state.target)
    child = np.int64(state.actor_child)
    if op == DRAW:
        draw_hand(state, amount)
    elif op == DISCARD:
        lose_cards(state, amount)
    elif op == CHARGE:
        state.charge[child] = min(np.int64(state.charge[child]) + amount, CHARGE_CAP)
    elif op == COVER:
        if target >= 0:
            state.covered = target
    elif op == MARK:
        if state.marked == 0:
            state.marked = 1
        elif target >= 0:
            state.marked = 0
            harm_foe(state, target, amount)
    elif op == REVEAL:
        state.loc_up[target] = 1
    elif op == REVIVE:
        state.insomnia[target] = amount
        state.scores[0] -= 1
        for other in range(np.int64(state.num_players) - 1):
            state.use_done[other] = 0  # R12


@kernel
def side_of(state, op):
    """Whether an effect is on children (0), on foes (1) or neither (-1)."""
    by_child = np.int64(state.source) == CHILD_CARD_SOURCE
    by_reward = np.int64(state.source) == REWARD_SOURCE
    if op == HIT or op == STRIP or op == STUN or op == BOTTLE or op == SNATCH:
        return np.int64(by_child)
    if op == SHIELD or op == RESTORE or op == EMPOWER:
        return np.int64(not (by_child or by_reward))
    return np.int64(-1)


@kernel
def play_list(pack, state, row):
    """The effects of one list in order."""
    tired = np.int64(state.turn) > np.int64(state.fatigue)
    for slot in range(EFFECTS):
        op = np.int64(pack.fx[row, slot, 0])
        if op == NONE or (tired and (op == SHIELD or op == RESTORE)):  # R34
            continue
        amount = own_amount(pack, state, op, np.int64(pack.fx[row, slot, 1]))
        side = side_of(state, op)
        if side < 0:
            affect_game(state, op, amount)
            continue
        chosen = concerned(state, np.int64(pack.fx[row, slot, 2]), side)
        while chosen:
            one = lowest_bit(np.uint64(chosen))
            chosen &= chosen - 1
            if side:
                affect_foe(state, one, op, amount)
            else:
                affect_child(pack, state, one, op, amount)


@kernel
def redirect_to_william(pack, state, row):
    """The covered child is chosen as enemy by a foe's card: William takes it, and the cover ends (R31)."""
    if np.int64(state.source) != FOE_CARD_SOURCE or state.target < 0 or state.covered != state.target:
        return
    aimed = np.int64(pack.fx[row, 0, 2]) == ENEMY or np.int64(pack.fx[row, 1, 2]) == ENEMY
    for child in range(CHILDREN):
        if aimed and np.int64(state.sheet[child]) == WILLIAM:
            state.target = child
            state.covered = -1
