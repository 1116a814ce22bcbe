"""The answers to what a card asks, and which of them are legal; then its program goes on."""

import numpy as np

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.medianokte.kernels.effects import RUN, WAIT, enter_army, free_place, tirable
from medianoche.envs.medianokte.state import (
    ACTION_CARDS,
    ASTRALIS,
    BOSS,
    COST,
    CREW,
    FOE,
    OBJECTS,
    Act,
    Header,
    Phase,
    kernel,
)
from medianoche.envs.medianokte.kernels.stats import absolute, any_ready, crew_size, mark_run
from medianoche.envs.medianokte.kernels.wounds import check_alive


@kernel
def asking(pack, state, column):
    """A number of the instruction that asks: column 1 who, 2 and 3 its operands."""
    return np.int64(pack.program[state.card, state.pc, column])


@kernel
def asked_code(pack, state):
    """Whom the instruction that asks is about."""
    return np.int64(state.target) if asking(pack, state, 1) == 0 else np.int64(state.self_code)


@kernel
def proceed_program(state):
    """The instruction has its answer: on to the next one."""
    state.pc += 1
    return RUN


# ---- what may be answered


@kernel
def mark_targets(pack, state, mask):
    """TARGET: whom the header allows."""
    header, army = np.int64(pack.target[state.card]), np.int64(state.army_size)
    if header == Header.CREW:
        mark_run(mask, np.int64(Act.TARGET), crew_size(state))
    elif header == Header.MATE:
        mark_run(mask, np.int64(Act.TARGET) + 1, crew_size(state) - 1)
    elif header == Header.MELEE and any_ready(state):
        for slot in range(army):
            if state.army_orient[slot] == 0:
                set_bit(mask, Act.TARGET + FOE + slot)
    else:
        mark_run(mask, np.int64(Act.TARGET) + FOE, army)
        if header != Header.ASTRALI:
            set_bit(mask, Act.TARGET + BOSS)


@kernel
def mark_tires(pack, state, mask):
    """TIRE: every set of exactly as many slots as asked for, or as there are (R26)."""
    slots = tirable(state, asked_code(pack, state), asking(pack, state, 3))
    wanted = min(asking(pack, state, 2), (slots & 1) + (slots >> 1 & 1) + (slots >> 2))
    for bits in range(1, 8):
        if bits & ~slots == 0 and (bits & 1) + (bits >> 1 & 1) + (bits >> 2) == wanted:
            set_bit(mask, Act.TIRE + bits)


@kernel
def mark_losses(pack, state, mask):
    """LOSE: an object or a found weapon."""
    member = asked_code(pack, state)
    for kind in range(OBJECTS):
        if state.items[member, kind] > 0:
            set_bit(mask, Act.LOSE + kind)
    for slot in range(2):
        if state.found[member, slot] >= 0:
            set_bit(mask, Act.LOSE + OBJECTS + slot)


@kernel
def mark_answers(pack, state, mask):
    """CARD, REVIVE or SUMMON: one of the cards that the instruction allows."""
    limit = asking(pack, state, 2)
    if state.phase == Phase.CARD:
        for card in range(ACTION_CARDS):
            if state.boss_cards[card] < asking(pack, state, 3):
                set_bit(mask, Act.PICK + card)
    elif state.phase == Phase.REVIVE:
        for kind in range(ASTRALIS):
            if state.void_astrali[kind] > 0 and pack.astrali[kind, COST] <= limit:
                set_bit(mask, Act.REVIVE + kind)
    else:
        set_bit(mask, Act.DECLINE)
        for kind in range(ASTRALIS):
            if state.hand_astrali[kind] > 0 and pack.astrali[kind, COST] <= limit:
                set_bit(mask, Act.SUMMON_FREE + kind)


# ---- answers


@kernel
def answer_tire(pack, state, slots):
    """TIRE: these slots of the crew member."""
    member, orientation = asked_code(pack, state), asking(pack, state, 3)
    for slot in range(3):
        if slots >> slot & 1:
            state.orient[member, slot] = orientation
    return proceed_program(state)


@kernel
def answer_card(pack, state, card):
    """TIRE on the boss: one of his action cards; again while picks are left."""
    state.boss_cards[card] = asking(pack, state, 3)
    state.left -= 1
    return WAIT if state.left > 0 else proceed_program(state)


@kernel
def answer_option(pack, state, second):
    """OPTION: the first branch, with the second one skipped after it, or only the second."""
    pc, a, b = np.int64(state.pc), asking(pack, state, 2), asking(pack, state, 3)
    if second:
        state.pc = pc + 1 + a
    else:
        state.pc = pc + 1
        state.skip_at = pc + 1 + a
        state.skip_to = pc + 1 + a + b
    return RUN


@kernel
def answer_revive(pack, state, kind):
    """REVIVE: an astrali from the void becomes an extra weapon, ready (R24, R25)."""
    member = asked_code(pack, state)
    state.void_astrali[kind] -= 1
    state.extra_kind[member, free_place(state, member)] = kind
    return proceed_program(state)


@kernel
def answer_lose(pack, state, thing):
    """LOSE: an object, or a found weapon that uncovers the basic one (R14, R28)."""
    member = asked_code(pack, state)
    if thing < OBJECTS:
        state.items[member, thing] -= 1
        state.removed_object[thing] += 1
        check_alive(pack, state, member)
        if state.done:
            return WAIT
    else:
        slot = thing - OBJECTS
        state.removed_object[state.found[member, slot]] += 1
        state.found[member, slot] = -1
    return proceed_program(state)


@kernel
def answer_target(state, code):
    """TARGET: crew members are counted from the one who chooses."""
    if code < CREW and state.source >= 0:
        code = absolute(state, np.int64(state.source), code)
    state.target = code
    return RUN


@kernel
def answer(pack, state, phase, action):
    """An answer while a card is resolved."""
    if phase == Phase.TARGET:
        return answer_target(state, action - Act.TARGET)
    if phase == Phase.TIRE:
        return answer_tire(pack, state, action - Act.TIRE)
    if phase == Phase.CARD:
        return answer_card(pack, state, action - Act.PICK)
    if phase == Phase.OPTION:
        return answer_option(pack, state, action - Act.OPTION)
    if phase == Phase.REVIVE:
        return answer_revive(pack, state, action - Act.REVIVE)
    if phase == Phase.LOSE:
        return answer_lose(pack, state, action - Act.LOSE)
    if action != Act.DECLINE:
        enter_army(state, action - Act.SUMMON_FREE)
    return proceed_program(state)
