"""The interpreter of effects: every action card, event and reward is a list of (opcode, amount, scope).

`state.source` says which card plays the list. `state.target` was chosen before the first effect of the list.

Arguments: `child` and a foe `j` are 0 to 3; a set of them has bit i for number i. `kind` is a reward, 0 to 25. `op` is
one of Op, `scope` one of Scope; `amount` is in points (of STUN and BOTTLE: turns; of cards: cards). `row` is a list of
effects, a row of `pack.fx`.
"""

from medianoche.envs.core.kernels import inlined
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.nocturna.events import News
from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.kernels.decks import draw_hand, lose_cards, snatch_cards
from medianoche.envs.nocturna.kernels.presence import fighters, foes, is_tired, lowest, standing
from medianoche.envs.nocturna.numbers import CAP
from medianoche.envs.nocturna.opcodes import FATIGUE_STOPS, HARMS, HELPS, Op, Scope
from medianoche.envs.nocturna.pack import EFFECTS, FAMILY_LISTS, REWARD_LISTS
from medianoche.envs.nocturna.state import CHILDREN, DEFEATED, REWARDS, Card, Sheet, Source


@kernel
def has_family(pack, state, child, kind):
    """Whether the mate of a reward lies on the table before `child` (R17). `kind` is the reward's, 0 to 25."""
    mate = pack.rw_mate[kind]
    return mate >= 0 and state.active[child, mate] > 0


@kernel
def passive(pack, state, child, op):
    """Sum of the amounts of one passive opcode (`op` of Op) over the active rewards of `child`, 0 to 3 (R14), Familia
    bonuses included; in points, 0 if there is none."""
    total = 0
    for kind in range(REWARDS):
        copies = state.active[child, kind]
        if copies == 0:
            continue
        family = has_family(pack, state, child, kind)
        for slot in range(EFFECTS):
            if pack.fx[REWARD_LISTS + kind, slot, 0] == op:
                total += copies * pack.fx[REWARD_LISTS + kind, slot, 1]
            if family and pack.fx[FAMILY_LISTS + kind, slot, 0] == op:
                total += copies * pack.fx[FAMILY_LISTS + kind, slot, 1]
    return total


# ---- effects on one child or foe


@inlined
def take_all_but_cards(record, child):
    """Take from a defeated child what it loses at once (R7), in a state or a fight."""
    record.shield[child] = 0
    record.charge[child] = 0
    record.stun[child] = 0
    record.bottle[child] = 0


@kernel
def add_insomnia(state, child, amount):
    """Add insomnia that no shield absorbs. Above 20 the child is defeated: it loses shield, charge, stun, bottle and
    cover, and keeps its cards (R7)."""
    old = state.insomnia[child]
    state.insomnia[child] = min(old + amount, DEFEATED)
    if old != state.insomnia[child]:
        note(state, News.INSOMNIA, 1 + child, old, state.insomnia[child])
    if state.insomnia[child] <= CAP.insomnia:
        return
    take_all_but_cards(state, child)
    if state.covered == child or state.sheet[child] == Sheet.WILLIAM:
        if state.covered >= 0:
            note(state, News.UNCOVERED, 1 + state.covered)
        state.covered = -1
    state.scores[0] += 1


@kernel
def add_shield(state, child, amount):
    """Raise the shield of `child`, 0 to 3, by `amount` points, at most to its cap, 6."""
    old = state.shield[child]
    state.shield[child] = min(old + amount, CAP.shield)
    if old != state.shield[child]:
        note(state, News.SHIELD, 1 + child, old, state.shield[child])


@kernel
def calm(state, child, amount):
    """Lower the insomnia of `child` by `amount`, at most to 0."""
    old = state.insomnia[child]
    state.insomnia[child] = max(old - amount, 0)
    if old != state.insomnia[child]:
        note(state, News.INSOMNIA, 1 + child, old, state.insomnia[child])


@kernel
def harm_foe(state, j, amount):
    """Damage foe j, its shield first (R27); return whether this defeats it."""
    absorbed = min(state.foe_shield[j], amount)
    life = state.foe_life[j]
    if absorbed:
        note(state, News.FOE_SHIELD, j, state.foe_kind[j], state.foe_shield[j], state.foe_shield[j] - absorbed)
    state.foe_shield[j] -= absorbed
    state.foe_life[j] = max(life - amount + absorbed, 0)
    if life != state.foe_life[j]:
        note(state, News.FOE_LIFE, j, state.foe_kind[j], life, state.foe_life[j])
    if state.foe_life[j] == 0:
        state.foe_shield[j] = 0
    return life > 0 and state.foe_life[j] == 0


@kernel
def bottle(state, child, amount):
    """Put `child` into a bottle for `amount` turns; nothing happens if both bottles are in use (R30)."""
    others = 0
    for other in range(CHILDREN):
        others += other != child and state.bottle[other] > 0
    if others < CAP.bottles:
        if state.bottle[child] < amount:
            note(state, News.BOTTLE, 1 + child, state.bottle[child], amount)
        state.bottle[child] = max(state.bottle[child], amount)


@kernel
def affect_child(pack, state, child, op, amount):
    """Apply one effect to one standing child."""
    if op == Op.HIT:
        absorbed = min(state.shield[child], amount)
        if absorbed:
            note(state, News.SHIELD, 1 + child, state.shield[child], state.shield[child] - absorbed)
        state.shield[child] -= absorbed
        add_insomnia(state, child, amount - absorbed)
    elif op == Op.SHIELD:
        add_shield(state, child, amount)
    elif op == Op.RESTORE:
        calm(state, child, amount)
    elif op == Op.STRIP:
        if state.shield[child]:
            note(state, News.SHIELD, 1 + child, state.shield[child], 0)
        state.shield[child] = 0
    elif op == Op.SNATCH:
        snatch_cards(state, child, amount)
    else:  # STUN, BOTTLE: no effect on a child that is losing this turn to one of them (R30)
        lost = state.source == Source.FOE_CARD and state.card_child == Card.NONE and child == state.lead_child
        if lost or passive(pack, state, child, Op.STEADY) > 0:
            return
        if op == Op.STUN:
            if state.stun[child] < amount:
                note(state, News.STUN, 1 + child, state.stun[child], amount)
            state.stun[child] = max(state.stun[child], amount)
        elif op == Op.BOTTLE:
            bottle(state, child, amount)


@kernel
def affect_foe(state, j, op, amount):
    """Apply one effect to one foe that is not defeated."""
    if op == Op.HIT:
        defeated = harm_foe(state, j, amount)
        mayla = state.sheet[state.actor_child] == Sheet.MAYLA
        if defeated and mayla and state.marked:
            lose_cards(state, 1)  # R33
    elif op == Op.SHIELD:
        old = state.foe_shield[j]
        state.foe_shield[j] = min(old + amount, CAP.shield)
        if old != state.foe_shield[j]:
            note(state, News.FOE_SHIELD, j, state.foe_kind[j], old, state.foe_shield[j])
    elif op == Op.RESTORE:
        old = state.foe_life[j]
        state.foe_life[j] = min(old + amount, state.foe_max[j])
        if old != state.foe_life[j]:
            note(state, News.FOE_LIFE, j, state.foe_kind[j], old, state.foe_life[j])
    elif op == Op.STRIP:
        if state.foe_shield[j]:
            note(state, News.FOE_SHIELD, j, state.foe_kind[j], state.foe_shield[j], 0)
        state.foe_shield[j] = 0
    elif op == Op.EMPOWER:
        old = state.foe_emp[j]
        state.foe_emp[j] = min(old + amount, CAP.power)
        if old != state.foe_emp[j]:
            note(state, News.FOE_POWER, j, state.foe_kind[j], old, state.foe_emp[j])


# ---- a list of effects


@kernel
def own_amount(pack, state, op, amount):
    """The amount of an effect with the bonuses and charges of the child (R29) or the empowerment of the foe (R28) that
    plays it."""
    source = state.source
    card = state.card_child
    if source == Source.FOE_CARD:
        strong = op == Op.HIT and state.card_master != Card.DEFENCE
        return amount + state.foe_emp[state.actor_foe] if strong else amount
    attack = op == Op.HIT and card == Card.ATTACK
    defence = op == Op.SHIELD and card == Card.DEFENCE
    if source != Source.CHILD_CARD or not (attack or defence):
        return amount
    child = state.actor_child
    if attack:
        amount += state.charge[child]
    return amount + passive(pack, state, child, Op.ATTACK_BONUS if attack else Op.DEFENCE_BONUS)


@kernel
def concerned(state, scope, on_foes):
    """Bit set of the children or foes that an effect applies to. `scope` is one of Scope; bit i of the result is number
    i, 0 to 3. `on_foes` is 1 for foes, 0 for children."""
    source = state.source
    if scope == Scope.ENEMIES or scope == Scope.ALLIES:
        return foes(state) if on_foes else fighters(state)
    if scope == Scope.CHILDREN:
        return standing(state)
    one = state.target
    if scope == Scope.LEAD:
        one = state.lead_child
    elif scope == Scope.SELF:
        one = state.actor_child
        if source == Source.FOE_CARD:
            one = state.actor_foe
        elif source == Source.REWARD:
            one = state.to_move - 1
    if one < 0:
        return 0
    return (1 << one) & (foes(state) if on_foes else standing(state))


@kernel
def affect_game(state, op, amount):
    """Apply an effect on cards, charges, cover or mark, or one that reveals or revives."""
    target = state.target
    child = state.actor_child
    if op == Op.DRAW:
        draw_hand(state, amount)
    elif op == Op.DISCARD:
        lose_cards(state, amount)
    elif op == Op.CHARGE:
        old = state.charge[child]
        state.charge[child] = min(old + amount, CAP.charge)
        if old != state.charge[child]:
            note(state, News.CHARGE, 1 + child, old, state.charge[child])
    elif op == Op.COVER:
        if target >= 0:
            state.covered = target
            note(state, News.NOW_COVERED, 1 + target)
    elif op == Op.MARK:
        if state.marked == 0:
            state.marked = 1  # for the whole combat (R32)
            note(state, News.FOES_MARKED)
        elif target >= 0:
            state.marked = 0
            note(state, News.UNMARKED)
            harm_foe(state, target, amount)
    elif op == Op.REVEAL:
        state.loc_up[target] = 1
        note(state, News.TURNED_UP, target, state.loc_nm[target])
    elif op == Op.REVIVE and state.insomnia[target] > CAP.insomnia:  # only a child that is still defeated (R7)
        note(state, News.INSOMNIA, 1 + target, state.insomnia[target], amount)
        state.insomnia[target] = amount
        state.scores[0] -= 1
        for other in range(state.num_players - 1):
            state.use_done[other] = 0  # R12


@kernel
def side_of(state, op):
    """Whether an opcode applies to children (0), to foes (1) or to neither (-1)."""
    by_child = state.source == Source.CHILD_CARD
    by_reward = state.source == Source.REWARD
    if op in HARMS:
        return 1 if by_child else 0
    if op in HELPS:
        return 0 if by_child or by_reward else 1
    return -1


@kernel
def effect_at(pack, row, slot, tired):
    """Opcode, amount and scope of an effect of list `row`. The opcode is 0, NONE, for an effect that does nothing
    because both sides are tired (R34)."""
    op = pack.fx[row, slot, 0]
    working = not (tired and op in FATIGUE_STOPS)
    return op if working else 0, pack.fx[row, slot, 1], pack.fx[row, slot, 2]


@kernel
def resolve_list(pack, state, row):
    """Apply the effects of list `row` of `pack.fx` in order."""
    tired = is_tired(state)
    for slot in range(EFFECTS):
        op, amount, scope = effect_at(pack, row, slot, tired)
        if op == Op.NONE:
            continue
        amount = own_amount(pack, state, op, amount)
        side = side_of(state, op)
        if side < 0:
            affect_game(state, op, amount)
            continue
        chosen = concerned(state, scope, side)
        while chosen:
            one = lowest(chosen)
            chosen &= chosen - 1
            if side:
                affect_foe(state, one, op, amount)
            else:
                affect_child(pack, state, one, op, amount)


@kernel
def guard_of(state, target):
    """The child that suffers what a foe aims at child `target`: William if he covers it (R31), else `target`, -1
    none."""
    if target >= 0 and state.covered == target:
        for child in range(CHILDREN):
            if state.sheet[child] == Sheet.WILLIAM:
                return child
    return target
