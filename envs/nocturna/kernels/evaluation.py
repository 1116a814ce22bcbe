"""Value of a list of effects to the side that plays it, in hundredths of a point of insomnia.

The heuristic uses it. It looks one turn ahead and only at cards that its player can see.

Arguments: `child` and a foe `j` are 0 to 3; a set of them has bit i for number i. `amount` is that of the effect, in
points. `op` is one of Op, `scope` of Scope, `source` of Source, `card` of Card (1 attack, 2 defence, 3 skill). `actor`
is the child or foe that plays the card, `target` the one that was chosen; -1 none.
"""

from medianoche.envs.core.kernels.counts import total
from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.kernels.decks import hand_size
from medianoche.envs.nocturna.kernels.effects import effect_at, guard_of, passive
from medianoche.envs.nocturna.kernels.presence import fighters, foes, is_tired, lowest, standing
from medianoche.envs.nocturna.kernels.targets import choice_in
from medianoche.envs.nocturna.numbers import CAP
from medianoche.envs.nocturna.opcodes import HELPS, Op, Scope
from medianoche.envs.nocturna.pack import CHILD_LISTS, EFFECTS
from medianoche.envs.nocturna.state import Card, Sheet, Source

FAR = 1 << 20  # above every value
POINT = 100  # a point of insomnia
DEFEAT = 500  # a child is defeated
ABSORBED = 45  # a point of shield used up
LIFE = 120  # a point of a foe's life
KILL = 60  # a foe is defeated
GUARD = 80  # a point of shield gained
LOST_TURN = 300  # a turn that a child loses
CARD_DRAWN = 60  # by the Master
CARD_LOST = 60  # a child's reward
CHARGED = 65  # a charge gained
SPENT = 40  # a charge or a mark used up
MARKED = 150  # a foe is marked
MARKED_LATE = 40  # the same while the foes have little life
COVERED = 40  # a child is covered
EMPOWERED = 30  # a point of power gained
EMPOWERED_PER_LIFE = 10  # added to it for each point of the foe's life
SHORT = 4  # up to this sum of life of all foes, shields and marks count less


@kernel
def hit_child(state, child, amount):
    """Value of a hit of `amount` points on `child`, 0 to 3, to the Master, in 1/100 point of insomnia."""
    absorbed = min(state.shield[child], amount)
    rest = amount - absorbed
    worth = absorbed * ABSORBED + rest * POINT
    return worth + (DEFEAT if state.insomnia[child] + rest > CAP.insomnia else 0)


@kernel
def hit_foe(state, j, amount):
    """Value of a hit of `amount` points on foe j, 0 to 3, to the children, in 1/100 point of insomnia."""
    absorbed = min(state.foe_shield[j], amount)
    life = state.foe_life[j]
    worth = absorbed * ABSORBED + min(amount - absorbed, life) * LIFE
    return worth + (KILL + 15 * state.foe_emp[j] if amount - absorbed >= life else 0)


@kernel
def reached(state, scope, actor, target, on_foes):
    """Bit set of the children (or of the foes, with `on_foes`) to which an effect of this scope applies. `actor` and
    `target` are as in `list_worth`. Bit i is number i, 0 to 3."""
    present = foes(state) if on_foes else fighters(state)
    if scope == Scope.ENEMIES or scope == Scope.ALLIES:
        return present
    if scope == Scope.CHILDREN:
        return standing(state)
    one = target
    if scope == Scope.LEAD:
        one = state.lead_child
    elif scope == Scope.SELF:
        one = actor
    if one < 0:
        return 0
    return 1 << one


@kernel
def on_child(pack, state, source, child, op, amount):
    """Value of one effect on one child, 0 to 3, to the side that plays it, in 1/100 point of insomnia. `op` is one of
    Op, `source` one of Source."""
    if op == Op.HIT:
        return hit_child(state, child, amount)
    if op == Op.SHIELD:
        gained = min(amount, CAP.shield - state.shield[child])
        return gained * (GUARD if total(state.foe_life) > SHORT else GUARD // 2)
    if op == Op.RESTORE:
        return min(amount, state.insomnia[child]) * POINT
    if op == Op.STRIP:
        return state.shield[child] * GUARD
    if op == Op.SNATCH:
        return min(amount, total(state.hand[child])) * CARD_LOST
    if op == Op.STUN or op == Op.BOTTLE:
        lost = state.stun[child] if op == Op.STUN else state.bottle[child]
        again = source == Source.FOE_CARD and child == state.lead_child
        if (again and (state.stun[child] or state.bottle[child])) or passive(pack, state, child, Op.STEADY) > 0:
            return 0
        return max(amount - lost, 0) * LOST_TURN
    return 0


@kernel
def on_foe(state, j, op, amount):
    """Value of one effect (`op`, one of Op) on foe j, 0 to 3, to the side that plays it, in 1/100 point of insomnia."""
    if op == Op.HIT:
        return hit_foe(state, j, amount)
    if op == Op.SHIELD:
        return min(amount, CAP.shield - state.foe_shield[j]) * GUARD
    if op == Op.RESTORE:
        return min(amount, state.foe_max[j] - state.foe_life[j]) * LIFE
    if op == Op.STRIP:
        return state.foe_shield[j] * ABSORBED
    if op == Op.EMPOWER:
        gained = min(amount, CAP.power - state.foe_emp[j])
        return gained * (EMPOWERED + EMPOWERED_PER_LIFE * min(state.foe_life[j], 16))
    return 0


@kernel
def on_game(state, op, amount, actor, target):
    """Value of an effect on charges, cover, mark or cards, in 1/100 point of insomnia; `actor` and `target` are as in
    `list_worth`."""
    if op == Op.CHARGE:
        return min(amount, CAP.charge - state.charge[actor]) * CHARGED
    if op == Op.COVER:
        return COVERED if target >= 0 else 0
    if op == Op.MARK:
        if state.marked == 0:
            return MARKED if total(state.foe_life) > SHORT else MARKED_LATE
        return 0 if target < 0 else hit_foe(state, target, amount) - SPENT
    if op == Op.DRAW:
        return min(amount, CAP.hand - hand_size(state)) * CARD_DRAWN
    return 0


@kernel
def list_worth(pack, state, source, row, card, actor, target):
    """Value of the list of effects `pack.fx[row]` to the side that plays it, in 1/100 point of insomnia.

    Args:
        source: one of Source: who plays it.
        card: the action card that holds the list, one of Card; 0 for an event.
        actor: the child or foe, 0 to 3, that plays the card; -1 for an event.
        target: the child or foe, 0 to 3, that was chosen; -1 if no effect of the list needs a target.
    """
    worth = 0
    by_child = source == Source.CHILD_CARD
    strong = source == Source.FOE_CARD and card != Card.DEFENCE
    if strong:
        target = guard_of(state, target)
    tired = is_tired(state)
    for slot in range(EFFECTS):
        op, amount, scope = effect_at(pack, row, slot, tired)
        if op == Op.NONE:
            continue
        if op == Op.CHARGE or op == Op.COVER or op == Op.MARK or op == Op.DRAW:
            worth += on_game(state, op, amount, actor, target)
            continue
        if by_child and card == Card.ATTACK and op == Op.HIT:
            charge = state.charge[actor]
            amount += charge + passive(pack, state, actor, Op.ATTACK_BONUS)
            worth -= SPENT * charge
        elif by_child and card == Card.DEFENCE and op == Op.SHIELD:
            amount += passive(pack, state, actor, Op.DEFENCE_BONUS)
        elif strong and op == Op.HIT:
            amount += state.foe_emp[actor]
        helps = op in HELPS
        on_foes = by_child != helps
        chosen = reached(state, scope, actor, target, on_foes)
        while chosen:
            one = lowest(chosen)
            chosen &= chosen - 1
            worth += on_foe(state, one, op, amount) if on_foes else on_child(pack, state, source, one, op, amount)
    if by_child and state.marked and state.sheet[actor] == Sheet.MAYLA and worth > KILL:
        worth += CARD_LOST // 2
    return worth


@kernel
def card_worth(pack, state, source, actor, card, tie):
    """Value of an action card (1 attack, 2 defence, 3 skill) of a child or foe, number `actor`, with its best target,
    in 1/100 point of insomnia; in a tie (`tie` is 1) it can only hit the lead of the other side."""
    row = 3 * state.foe_kind[actor] + card - 1
    if source == Source.CHILD_CARD:
        row = CHILD_LISTS + 3 * state.sheet[actor] + card - 1
    scope = choice_in(pack, state.marked, row)
    if scope == Scope.ENEMY:
        targets = foes(state) if source == Source.CHILD_CARD else fighters(state)
        if tie:
            lead = state.lead_foe if source == Source.CHILD_CARD else state.lead_child
            targets = 1 << lead
    elif scope == Scope.ALLY:
        targets = fighters(state) & ~(1 << actor)
    else:
        return list_worth(pack, state, source, row, card, actor, -1)
    best = 0
    while targets:
        best = max(best, list_worth(pack, state, source, row, card, actor, lowest(targets)))
        targets &= targets - 1
    return best
