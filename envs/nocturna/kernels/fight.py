"""A boss fight on a small record, for solvers: a turn is a pair of cards and at most one target.

A fight has no chance and hides nothing but the two cards of a turn, so a solver can play all pairs of cards out.
`State` holds a whole game in 620 bytes and its kernels ask every player one question after the other; `FIGHT` holds
what a boss fight depends on, in 60 bytes, and `play_turn` plays a turn in one call. Both follow the same rules
(`tests/envs/nocturna/test_fight.py` plays them side by side).

Left out are effects that need chance: cards that the Master draws and rewards that children lose (opcodes DRAW,
SNATCH), in the standard pack of no boss and no child; and the cards that the Master loses when Mayla defeats a marked
boss (R33).

Arguments: `fight` is a record FIGHT and changes in place. In functions on one child, `child` is its number, 0 to 3; in
functions on a turn, `master` and `child` are the cards of the Master and of the child (1 attack, 2 defence, 3 skill),
and `child` is 0 where its turn is lost. `aim` is the number of a child, KEEP or STRIKE; NO_TARGET says that no target
was chosen. `row` is a list of effects, a row of `pack.fx`; `amount` is in points. `fights` is FIGHT[n].
"""

from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.kernels.decks import hand_size
from medianoche.envs.nocturna.kernels.effects import effect_at, passive, take_all_but_cards
from medianoche.envs.nocturna.kernels.presence import standing_of
from medianoche.envs.nocturna.kernels.targets import choice_in
from medianoche.envs.nocturna.numbers import CAP, ZONE
from medianoche.envs.nocturna.opcodes import HARMS, HELPS, Op, Scope
from medianoche.envs.nocturna.pack import CHILD_LISTS, EFFECTS
from medianoche.envs.nocturna.state import (
    BOSS_BATTLE,
    CHILDREN,
    DEFEATED,
    KINDS,
    REWARDS,
    Card,
    Fight,
    Phase,
    Sheet,
    Source,
)

NO_TARGET = -1  # a turn without a choice of a target
KEEP, STRIKE = 0, 1  # Mayla's choices where the boss is marked


# ---- from a game


@kernel
def is_fight(state):
    """Whether a turn of a boss fight is asked for that `play_turn` can play: the cards, or the target of a card."""
    if state.battle != BOSS_BATTLE or state.actor_mode != 0 or state.turn == 0:
        return False
    asks_aim = state.phase == Phase.TARGET and (state.source == Source.CHILD_CARD or state.source == Source.FOE_CARD)
    return state.phase == Phase.MASTER_CARD or state.phase == Phase.CHILD_CARD or asks_aim


@kernel
def blow_of(pack, boss):
    """Damage of a boss's attack, without its power; at least 1. `boss` is 0 to 5."""
    damage = 0
    for slot in range(EFFECTS):
        if pack.fx[3 * (KINDS + boss), slot, 0] == Op.HIT:
            damage += pack.fx[3 * (KINDS + boss), slot, 1]
    return max(damage, 1)


@kernel
def write_blows(pack, fights):
    """Write what follows from each fight's boss, its `blow`, to FIGHT[n]."""
    for i in range(len(fights)):
        fights[i].blow = blow_of(pack, fights[i].boss)


@kernel
def read_fight(pack, state, fight):
    """Write the boss fight of `state` to `fight`; reads nothing that is hidden from anyone."""
    fight.children = state.num_players - 1
    fight.left = (state.rounds_total - state.round_no) // ZONE
    fight.boss = state.boss
    fight.life = state.foe_life[0]
    fight.most = state.foe_max[0]
    fight.foe_shield = state.foe_shield[0]
    fight.power = state.foe_emp[0]
    fight.blow = blow_of(pack, state.boss)
    fight.lead = state.lead_child
    fight.fatigue = state.fatigue
    fight.turn = min(state.turn, state.fatigue + 1)
    fight.covered = state.covered
    fight.marked = state.marked
    fight.result = Fight.OPEN
    fight.cards = hand_size(state)
    rewards = 0
    for child in range(CHILDREN):
        fight.sheet[child] = state.sheet[child]
        fight.insomnia[child] = state.insomnia[child]
        fight.shield[child] = state.shield[child]
        fight.charge[child] = state.charge[child]
        fight.stun[child] = state.stun[child]
        fight.bottle[child] = state.bottle[child]
        on_table = 0
        for kind in range(REWARDS):
            rewards += state.hand[child, kind]
            on_table += state.active[child, kind]
        plays = on_table > 0
        rewards += on_table
        fight.attack_bonus[child] = passive(pack, state, child, Op.ATTACK_BONUS) if plays else 0
        fight.defence_bonus[child] = passive(pack, state, child, Op.DEFENCE_BONUS) if plays else 0
        fight.steady[child] = passive(pack, state, child, Op.STEADY) if plays else 0
    fight.rewards = rewards


# ---- children and boss


@kernel
def standing_in(fight):
    """Bit set of the standing children: bit i for child i, 0 to 3."""
    return standing_of(fight)


@kernel
def loses_turn_in(fight):
    """Whether the child with the initiative is stunned or bottled (R30)."""
    return fight.stun[fight.lead] > 0 or fight.bottle[fight.lead] > 0


@kernel
def is_tired_in(fight):
    """Whether both sides tire (R34)."""
    return fight.turn > fight.fatigue


@kernel
def tire_child(fight, child, amount):
    """Add `amount` points of insomnia to `child`, 0 to 3, that no shield absorbs; a defeated child loses all but its
    cards (R7)."""
    fight.insomnia[child] = min(fight.insomnia[child] + amount, DEFEATED)
    if fight.insomnia[child] <= CAP.insomnia:
        return
    take_all_but_cards(fight, child)
    if fight.covered == child or fight.sheet[child] == Sheet.WILLIAM:
        fight.covered = -1


@kernel
def hit_boss(fight, amount):
    """Damage the boss by `amount` points, its shield first (R27)."""
    absorbed = min(fight.foe_shield, amount)
    fight.foe_shield -= absorbed
    fight.life = max(fight.life - amount + absorbed, 0)
    if fight.life == 0:
        fight.foe_shield = 0


@kernel
def strike_child(fight, child, op, amount, lost):
    """Apply one effect of the Master's side, `op` of Op, to a standing child, 0 to 3; `lost`: the lead child loses its
    turn (R30)."""
    if op == Op.HIT:
        absorbed = min(fight.shield[child], amount)
        fight.shield[child] -= absorbed
        tire_child(fight, child, amount - absorbed)
    elif op == Op.STRIP:
        fight.shield[child] = 0
    elif (op == Op.STUN or op == Op.BOTTLE) and fight.steady[child] == 0 and not (lost and child == fight.lead):
        if op == Op.STUN:
            fight.stun[child] = max(fight.stun[child], amount)
            return
        others = 0
        for other in range(CHILDREN):
            others += other != child and fight.bottle[other] > 0
        if others < CAP.bottles:
            fight.bottle[child] = max(fight.bottle[child], amount)


# ---- cards


@kernel
def play_child_list(pack, fight, card, aim):
    """Apply the effects of the lead child's card: 1 attack, 2 defence, 3 skill. `aim` is the target: a child, STRIKE or
    NO_TARGET."""
    child = fight.lead
    row = CHILD_LISTS + 3 * fight.sheet[child] + card - 1
    tired = is_tired_in(fight)
    for slot in range(EFFECTS):
        op, amount, scope = effect_at(pack, row, slot, tired)
        if op == Op.HIT:
            if card == Card.ATTACK:
                amount += fight.charge[child] + fight.attack_bonus[child]
            hit_boss(fight, amount)
        elif op == Op.STRIP:
            fight.foe_shield = 0
        elif op == Op.CHARGE:
            fight.charge[child] = min(fight.charge[child] + amount, CAP.charge)
        elif op == Op.COVER:
            if aim >= 0:
                fight.covered = aim
        elif op == Op.MARK:
            if fight.marked == 0:
                fight.marked = 1
            elif aim == STRIKE:
                fight.marked = 0
                hit_boss(fight, amount)
        elif op == Op.SHIELD or op == Op.RESTORE:
            if op == Op.SHIELD and card == Card.DEFENCE:
                amount += fight.defence_bonus[child]
            for one in range(CHILDREN):
                meant = one == child if scope == Scope.SELF else (scope == Scope.ALLIES or one == aim)
                if meant and fight.insomnia[one] <= CAP.insomnia:
                    if op == Op.SHIELD:
                        fight.shield[one] = min(fight.shield[one] + amount, CAP.shield)
                    else:
                        fight.insomnia[one] = max(fight.insomnia[one] - amount, 0)
    if card == Card.ATTACK:
        fight.charge[child] = 0


@kernel
def play_foe_list(pack, fight, row, strong, aim, lost):
    """Apply the effects of list `row` of `pack.fx`, of the boss or of an event; `strong`: its hits are empowered (R28).
    `aim` is a child or NO_TARGET; `lost` says that the lead child loses its turn."""
    tired = is_tired_in(fight)
    for slot in range(EFFECTS):
        op, amount, scope = effect_at(pack, row, slot, tired)
        if op in HELPS:
            if fight.life == 0:
                continue
            if op == Op.SHIELD:
                fight.foe_shield = min(fight.foe_shield + amount, CAP.shield)
            elif op == Op.RESTORE:
                fight.life = min(fight.life + amount, fight.most)
            elif op == Op.EMPOWER:
                fight.power = min(fight.power + amount, CAP.power)
        elif op in HARMS:
            if op == Op.HIT and strong:
                amount += fight.power
            meant = standing_in(fight)
            if scope == Scope.LEAD:
                meant &= 1 << fight.lead
            elif scope == Scope.ENEMY:
                meant = meant & (1 << aim) if aim >= 0 else 0
            for child in range(CHILDREN):
                if meant >> child & 1:
                    strike_child(fight, child, op, amount, lost)


@kernel
def play_boss_card(pack, fight, card, aim, lost):
    """Apply the boss's card: 1 attack, 2 defence, 3 skill. `aim` is the child at which it is aimed, 0 to 3, or
    NO_TARGET. If William covers this child, he takes the card's effects (R31). `lost` says that the lead child loses
    its turn."""
    if card != Card.DEFENCE and aim >= 0 and fight.covered == aim:
        for child in range(CHILDREN):
            if fight.sheet[child] == Sheet.WILLIAM:
                aim = child
                break
        fight.covered = -1
    play_foe_list(pack, fight, 3 * (KINDS + fight.boss) + card - 1, card != Card.DEFENCE, aim, lost)


@kernel
def play_fight_event(pack, fight, kind):
    """Apply a combat event of the Master that needs no target; its cost is not the fight's concern. `kind` is 0 to
    44."""
    play_foe_list(pack, fight, 3 * kind, False, NO_TARGET, False)
    end_if_over(fight)
    if fight.result == Fight.OPEN and fight.insomnia[fight.lead] > CAP.insomnia:
        pass_lead(fight)


# ---- a turn


@kernel
def child_acts(master, child):
    """Whether the child's card is resolved: it wins, or the cards are equal. `master` and `child` are cards, 1 attack,
    2 defence, 3 skill; `child` is 0 where its turn is lost."""
    return child > 0 and (child == master or (child - master + 3) % 3 == 1)


@kernel
def aims_of(pack, fight, master, child):
    """Bit set of the targets that the player of the winning card chooses from, 0 if it chooses none: bit i for child i,
    for a marked boss bits KEEP and STRIKE. `master` and `child` are the cards, as in `child_acts`."""
    if child_acts(master, child):
        row = CHILD_LISTS + 3 * fight.sheet[fight.lead] + child - 1
        scope = choice_in(pack, fight.marked, row)
        if scope == Scope.ALLY:
            return standing_in(fight) & ~(1 << fight.lead)
        marks = pack.fx[row, 0, 0] == Op.MARK or pack.fx[row, 1, 0] == Op.MARK
        return 3 if scope == Scope.ENEMY and marks else 0
    scope = choice_in(pack, fight.marked, 3 * (KINDS + fight.boss) + master - 1)
    return standing_in(fight) if scope == Scope.ENEMY else 0


@kernel
def end_if_over(fight):
    """Write the result if all children are defeated, which counts first (R6), or the boss is. Of a fight that is won
    children keep only their charges (R27)."""
    if standing_in(fight) == 0:
        fight.result = Fight.LOST
    elif fight.life == 0:
        fight.result = Fight.WON
        fight.covered = -1
        fight.marked = 0
        for child in range(CHILDREN):
            fight.shield[child] = 0
            fight.stun[child] = 0
            fight.bottle[child] = 0


@kernel
def pass_lead(fight):
    """The next standing child gets the initiative."""
    for distance in range(1, CHILDREN + 1):
        child = (fight.lead + distance) % CHILDREN
        if fight.insomnia[child] <= CAP.insomnia:
            fight.lead = child
            return


@kernel
def play_turn(pack, fight, master, child, aim):
    """Play a turn: the cards of both sides (1 attack, 2 defence, 3 skill), and the target `aim` that the player of the
    winning card chose: a child, KEEP, STRIKE or NO_TARGET.

    `child` is 0 where its turn is lost.
    """
    lost = child == Card.NONE
    if child_acts(master, child):
        play_child_list(pack, fight, child, aim)
    if not child_acts(master, child) or master == child:
        if master == child:  # then only the lead child can be the boss's target
            row = 3 * (KINDS + fight.boss) + master - 1
            aim = fight.lead if choice_in(pack, fight.marked, row) == Scope.ENEMY else NO_TARGET
        play_boss_card(pack, fight, master, aim, lost)
        if standing_in(fight) == 0:
            fight.result = Fight.LOST
            return
    if lost:
        fight.stun[fight.lead] = max(fight.stun[fight.lead] - 1, 0)
        fight.bottle[fight.lead] = max(fight.bottle[fight.lead] - 1, 0)
    if is_tired_in(fight) and fight.life > 0:
        if fight.insomnia[fight.lead] <= CAP.insomnia:
            tire_child(fight, fight.lead, 1)
        fight.life -= 1
        if fight.life == 0:
            fight.foe_shield = 0
    end_if_over(fight)
    if fight.result == Fight.OPEN:
        pass_lead(fight)
        fight.turn = min(fight.turn + 1, fight.fatigue + 1)


# ---- many fights


CARDS = 3  # of each side
CELLS = CARDS * CARDS
TURN_LIMIT = CELLS * CHILDREN
"""Turns that can follow a position, at most: pairs of cards with a target each."""


@kernel
def spread_fights(pack, fights, turns, firsts, sides):
    """Play every pair of cards, with every target, in every fight; returns how many turns that makes.

    The turns of fight i and pair c (3 times the Master's card, from 0, plus the child's) are turns[firsts[i, c] :
    firsts[i, c + 1]]: none where the pair cannot be chosen, as a child whose turn is lost chooses the first column.
    `sides[i, c]` says who chooses among them: 1 the Master, -1 the children.

    `fights` is FIGHT[n], `turns` FIGHT[n * TURN_LIMIT], `firsts` int64[n, 10], `sides` int8[n, 9], 0 where no target is
    chosen.
    """
    count = 0
    for i in range(len(fights)):
        lost = loses_turn_in(fights[i])
        for cell in range(CELLS):
            firsts[i, cell] = count
            sides[i, cell] = 0
            master = 1 + cell // CARDS
            child = 1 + cell % CARDS
            if lost:
                if child > 1:
                    continue
                child = 0
            aims = aims_of(pack, fights[i], master, child)
            if aims == 0:
                turns[count] = fights[i]
                play_turn(pack, turns[count], master, child, NO_TARGET)
                count += 1
                continue
            sides[i, cell] = -1 if child_acts(master, child) else 1
            for aim in range(CHILDREN):
                if aims >> aim & 1:
                    turns[count] = fights[i]
                    play_turn(pack, turns[count], master, child, aim)
                    count += 1
        firsts[i, CELLS] = count
    return count


@kernel
def read_fights(pack, states, rows, fights, counts):
    """Read the boss fight of states[rows[k]] into fights[k], FIGHT[n], and write 1 to counts[k], 0 where there is
    none."""
    for k in range(len(rows)):
        state = states[rows[k]]
        counts[k] = 1 if is_fight(state) else 0
        if counts[k]:
            read_fight(pack, state, fights[k])
