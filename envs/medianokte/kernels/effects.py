"""Card effects: one interpreter of the programs in the pack, for every card of both sides.

`play_card` puts a card on the table, `begin_card` finds whom it is for, `run` follows its program until it is over or
asks something; `answers.py` takes it up from there. All return what comes next, which `rules.proceed` does.
"""

import numpy as np

from medianoche.envs.medianokte.kernels.decks import draw_cards, leave_hand
from medianoche.envs.medianokte.state import (
    ACTION_CARDS,
    ASTRALI_CARD,
    ASTRALIS,
    BOSS,
    COST,
    CREW,
    DIE,
    EACH_ASTRALI,
    EACH_CREW,
    EACH_FOE,
    EXTRA,
    FOE,
    MOST_POISON,
    OBJECTS,
    PROGRAM,
    TEST_ATTACKER,
    TEST_TARGET,
    Header,
    Op,
    Phase,
    kernel,
)
from medianoche.envs.medianokte.kernels.stats import armour, characteristic, crew_size, has_target, hits, magic, passes, roll
from medianoche.envs.medianokte.kernels.wounds import charge_up, heal, hurt

WAIT, BEGIN, RUN, NEXT, FINISH, END_TURN = range(6)
"""What comes next: a choice, a card, its program, the next target of a sweep, the end of the card, of the turn."""

MOST_ENERGY = 65535


@kernel
def ask(state, phase):
    """Put a question to the owner of the card."""
    state.phase = phase
    state.to_move = 1 + np.int64(state.source)
    return WAIT


# ---- whom the card is for


@kernel
def special_hits(pack, state, die, trait, source, code):
    """Whether a special attack with this die succeeds against `code`; `source` is the attacker's code (R20)."""
    if state.test_mode == TEST_TARGET:
        return die > characteristic(pack, state, code, trait)
    value = characteristic(pack, state, source, trait)
    return die > value if state.test_mode == TEST_ATTACKER else passes(state, die, value)


@kernel
def next_target(pack, state):
    """Go on with the next target of a sweep, of a special area attack the next one that it hits (R19)."""
    state.pc = 0
    state.skip_at = 0
    state.skip_to = 0
    state.target = -1
    if state.sweep == EACH_CREW:
        state.sweep_at += 1
        if state.sweep_at == crew_size(state):
            return FINISH
        state.target = state.sweep_at
        return RUN
    while state.sweep != 0:
        state.sweep_at -= 1
        if state.sweep_at < (-1 if state.sweep == EACH_FOE else 0):
            return FINISH
        code = BOSS if state.sweep_at < 0 else FOE + np.int64(state.sweep_at)
        if state.roll == 0 or special_hits(
            pack, state, np.int64(state.roll), np.int64(state.roll_stat), np.int64(state.self_code), code
        ):
            state.target = code
            return RUN
    return FINISH


@kernel
def begin_sweep(state, sweep):
    """The program will run for each crew member from the first, or each foe from the last slot, then the boss."""
    state.sweep = sweep
    state.sweep_at = -1 if sweep == EACH_CREW else np.int64(state.army_size)
    return NEXT


@kernel
def play_card(state, card, source, after):
    """A card of the Enemy (`source` -1) or of a crew member is to be resolved."""
    state.card = card
    state.source = source
    state.after = after
    return BEGIN


@kernel
def begin_card(pack, state):
    """Find or ask whom the card is for."""
    state.self_code = state.source if state.source >= 0 else BOSS
    header = np.int64(pack.target[state.card])
    if header == Header.EACH_CREW:
        return begin_sweep(state, EACH_CREW)
    if header == Header.EACH_ASTRALI:
        return begin_sweep(state, EACH_ASTRALI)
    if header == Header.EACH_FOE:
        return begin_sweep(state, EACH_FOE)
    if header == Header.SELF:
        state.target = state.self_code
    elif header == Header.BOSS:
        state.target = BOSS
    elif header != Header.NONE:
        return ask(state, Phase.TARGET) if has_target(state, header) else FINISH
    return RUN


@kernel
def begin_weapon(state, card, source, self_code, target, after):
    """Run the program of a special weapon or astrali on what it has hit."""
    state.card = card
    state.source = source
    state.self_code = self_code
    state.target = target
    state.after = after
    return RUN


# ---- instructions that need no answer


@kernel
def rest_crew(state, member):
    """All cards of a crew member one step readier; returns how many have rested."""
    rested = np.int64(0)
    for slot in range(3):
        if state.orient[member, slot] > 0:
            state.orient[member, slot] -= 1
            rested += 1
    for place in range(EXTRA):
        if state.extra_orient[member, place] > 0:
            state.extra_orient[member, place] -= 1
            rested += 1
    return rested


@kernel
def change_crew(pack, state, op, member, a):
    """BLEED, POISON, EUPHORIA, REST or CHARGE on a crew member."""
    if op == Op.BLEED:
        state.bleed[member] = a
    elif op == Op.POISON:
        state.poison[member] = min(max(np.int64(state.poison[member]) + a, 0), MOST_POISON)
    elif op == Op.EUPHORIA:
        state.euphoria[member] = a
    elif op == Op.CHARGE:
        charge_up(pack, state, member, a)
    else:
        rest_crew(state, member)


@kernel
def rest_action_cards(state):
    """All action cards of the boss one step readier."""
    for card in range(ACTION_CARDS):
        if state.boss_cards[card] > 0:
            state.boss_cards[card] -= 1


@kernel
def change_boss(state, op, a):
    """BLEED, POISON or REST on the boss."""
    if op == Op.BLEED:
        state.boss_bleed = a
    elif op == Op.POISON:
        state.boss_poison = min(max(np.int64(state.boss_poison) + a, 0), MOST_POISON)
    elif op == Op.REST:
        rest_action_cards(state)


@kernel
def change_astrali(state, op, slot, a):
    """BLEED, POISON or REST on an astrali."""
    if op == Op.BLEED:
        state.army_bleed[slot] = a
    elif op == Op.POISON:
        state.army_poison[slot] = min(max(np.int64(state.army_poison[slot]) + a, 0), MOST_POISON)
    elif op == Op.REST and state.army_orient[slot] > 0:
        state.army_orient[slot] -= 1


@kernel
def change(pack, state, op, code, a):
    """An instruction that changes one crew member, astrali or boss at once."""
    if op == Op.HEAL:
        heal(state, code, a)
        return
    if op == Op.DAMAGE or op == Op.DICE or op == Op.MAGIC:
        if op == Op.DICE:
            a = hits(state, a, armour(pack, state, code))
        elif op == Op.MAGIC:
            total = np.int64(0)
            for _ in range(a):
                total += magic(pack, state)
            a = total
        hurt(pack, state, code, a, np.int64(state.source))
    elif code < CREW:
        change_crew(pack, state, op, code, a)
    elif code == BOSS:
        change_boss(state, op, a)
    else:
        change_astrali(state, op, code - FOE, a)


# ---- instructions that may ask


@kernel
def tirable(state, member, orientation):
    """Bits of the slots of a crew member that are less tired than `orientation` (R26)."""
    slots = np.int64(0)
    for slot in range(3):
        if state.orient[member, slot] < orientation:
            slots |= 1 << slot
    return slots


@kernel
def tire(state, code, amount, orientation):
    """TIRE: an astrali at once; of a crew member or the boss, the card's owner picks (R26)."""
    if code < CREW:
        return ask(state, Phase.TIRE) if tirable(state, code, orientation) else RUN
    if code < BOSS:
        slot = code - FOE
        state.army_orient[slot] = max(np.int64(state.army_orient[slot]), orientation)
        return RUN
    possible = np.int64(0)
    for card in range(ACTION_CARDS):
        possible += np.int64(state.boss_cards[card] < orientation)
    state.left = min(amount, possible)
    return ask(state, Phase.CARD) if possible > 0 else RUN


@kernel
def free_place(state, member):
    """The first free place for a revived astrali; -1 if there is none."""
    for place in range(EXTRA):
        if state.extra_kind[member, place] < 0:
            return place
    return -1


@kernel
def can_revive(pack, state, member, cost):
    """Whether REVIVE finds a free place and an astrali in the void (R24)."""
    if free_place(state, member) < 0:
        return False
    for kind in range(ASTRALIS):
        if state.void_astrali[kind] > 0 and pack.astrali[kind, COST] <= cost:
            return True
    return False


@kernel
def can_summon(pack, state, cost):
    """Whether the Enemy holds an astrali that SUMMON allows."""
    for kind in range(ASTRALIS):
        if state.hand_astrali[kind] > 0 and pack.astrali[kind, COST] <= cost:
            return True
    return False


@kernel
def has_object(state, member):
    """Whether a crew member has an object or found weapon to lose."""
    for kind in range(OBJECTS):
        if state.items[member, kind] > 0:
            return True
    return state.found[member, 0] >= 0 or state.found[member, 1] >= 0


@kernel
def consult(pack, state, op, code, a, b):
    """TIRE, OPTION, REVIVE, SUMMON or LOSE: ask, or go on where there is nothing to ask."""
    if op == Op.TIRE:
        return tire(state, code, a, b)
    if op == Op.OPTION:
        return ask(state, Phase.OPTION)
    if op == Op.REVIVE and can_revive(pack, state, code, a):
        return ask(state, Phase.REVIVE)
    if op == Op.SUMMON and can_summon(pack, state, a):
        return ask(state, Phase.SUMMON)
    if op == Op.LOSE and has_object(state, code):
        return ask(state, Phase.LOSE)
    return RUN


@kernel
def enter_army(state, kind):
    """An astrali enters from the Enemy's hand, ready, without summoning sickness."""
    leave_hand(state, ASTRALI_CARD + kind)
    state.army_kind[state.army_size] = kind
    state.army_size += 1


# ---- the interpreter


@kernel
def is_about(op):
    """Whether an instruction acts on T or S: without one it is skipped (R23)."""
    return op != Op.ENERGY and op != Op.DRAW and op != Op.OPTION and op != Op.SUMMON


@kernel
def run(pack, state):
    """Follow the program from `pc` on, to a question, its end or the end of the game."""
    card, pc = np.int64(state.card), np.int64(state.pc)
    while pc < PROGRAM:
        if state.skip_at > 0 and pc == state.skip_at:
            pc = np.int64(state.skip_to)
            state.skip_at = 0
            state.skip_to = 0
            continue
        op, a, b = (
            np.int64(pack.program[card, pc, 0]),
            np.int64(pack.program[card, pc, 2]),
            np.int64(pack.program[card, pc, 3]),
        )
        if op == Op.END:
            break
        code = np.int64(state.target) if pack.program[card, pc, 1] == 0 else np.int64(state.self_code)
        state.pc = pc
        pc += 1
        if code < 0 and is_about(op):
            continue
        if op == Op.TEST:
            if passes(state, roll(state, DIE), characteristic(pack, state, code, a)):
                pc += b
        elif op == Op.ENERGY:
            state.energy = min(max(np.int64(state.energy) + a, 0), MOST_ENERGY)
        elif op == Op.DRAW:
            draw_cards(state, a)
        elif op == Op.TIRE or op >= Op.OPTION:
            if consult(pack, state, op, code, a, b) == WAIT:
                return WAIT
        else:
            change(pack, state, op, code, a)
            if state.done:
                return WAIT
    return NEXT
