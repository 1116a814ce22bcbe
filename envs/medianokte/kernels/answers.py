"""The answers to what a card asks, and which of them are legal; then its program goes on."""

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.effects import (
    enter_army,
    free_place,
    instruction,
    is_revivable,
    is_summonable,
    tirable,
)
from medianoche.envs.medianokte.kernels.stats import absolute, any_ready, crew_size, mark_run
from medianoche.envs.medianokte.kernels.wounds import fall_if_dead
from medianoche.envs.medianokte.state import BASE, MOST, Code, Header, Orient, Phase


@kernel
def mark_targets(pack, state, mask):
    """TARGET: whom the header allows."""
    header = pack.target[state.card]
    if header == Header.CREW:
        mark_run(mask, BASE.target, crew_size(state))
    elif header == Header.MATE:
        mark_run(mask, BASE.target + 1, crew_size(state) - 1)
    elif header == Header.MELEE and any_ready(state):
        for slot in range(state.army_size):
            if state.army_orient[slot] == Orient.READY:
                set_bit(mask, BASE.target + Code.FOE + slot)
    else:
        mark_run(mask, BASE.target + Code.FOE, state.army_size)
        if header != Header.ASTRALI:
            set_bit(mask, BASE.target + Code.BOSS)


@kernel
def count_slots(bits):
    """How many slots of a crew member are in a set."""
    return (bits & 1) + (bits >> 1 & 1) + (bits >> 2)


@kernel
def mark_answers(pack, state, mask):
    """TIRE, CARD, REVIVE, SUMMON or LOSE: what the instruction allows."""
    _, code, a, b = instruction(pack, state)
    if state.phase == Phase.TIRE:  # as many as asked for, or as there are (R26)
        slots = tirable(state, code, b)
        for bits in range(1, 1 << MOST.slots):
            if bits & ~slots == 0 and count_slots(bits) == min(a, count_slots(slots)):
                set_bit(mask, BASE.tire + bits - 1)
    elif state.phase == Phase.CARD:
        for card in range(MOST.action_cards):
            if state.boss_cards[card] < b:
                set_bit(mask, BASE.pick + card)
    elif state.phase == Phase.REVIVE:
        for kind in range(MOST.astralis):
            if is_revivable(pack, state, kind, a):
                set_bit(mask, BASE.revive + kind)
    elif state.phase == Phase.SUMMON:
        set_bit(mask, BASE.decline)
        for kind in range(MOST.astralis):
            if is_summonable(pack, state, kind, a):
                set_bit(mask, BASE.summon_free + kind)
    else:
        for kind in range(MOST.objects):
            if state.items[code, kind] > 0:
                set_bit(mask, BASE.lose + kind)
        for slot in range(MOST.weapons):
            if state.found[code, slot] >= 0:
                set_bit(mask, BASE.lose + MOST.objects + slot)


@kernel
def play_loss(pack, state, member, thing):
    """LOSE: an object, or a found weapon that uncovers the basic one (R14); one may fall without its life (R28)."""
    if thing < MOST.objects:
        state.items[member, thing] -= 1
        state.removed_object[thing] += 1
        fall_if_dead(pack, state, member)
    else:
        slot = thing - MOST.objects
        state.removed_object[state.found[member, slot]] += 1
        state.found[member, slot] = -1


@kernel
def play_answer(pack, state, action):
    """An answer while a card is resolved; then its program goes on, with the next instruction but for TARGET."""
    asked = state.phase
    if asked == Phase.TARGET:  # crew members are counted from the one who chooses
        code = action - BASE.target
        state.target = absolute(state, state.source, code) if code < Code.FOE and state.source >= 0 else code
        state.phase = asked  # a moment of its own, in which an account sees the choice
        state.phase = Phase.PROGRAM
        return
    state.phase = Phase.PROGRAM
    _, code, a, b = instruction(pack, state)
    if asked == Phase.CARD:
        state.boss_cards[action - BASE.pick] = b
        state.left -= 1
        if state.left > 0:
            state.phase = Phase.CARD
            return
    state.pc += 1
    if asked == Phase.TIRE:
        for slot in range(MOST.slots):
            if action - BASE.tire + 1 >> slot & 1:
                state.orient[code, slot] = b
    elif asked == Phase.OPTION:
        if action == BASE.option:  # the first branch, with the second one skipped after it
            state.skip_at = state.pc + a
            state.skip_to = state.pc + a + b
        else:
            state.pc += a
    elif asked == Phase.REVIVE:  # an extra weapon, ready (R24, R25)
        kind = action - BASE.revive
        state.void_astrali[kind] -= 1
        state.extra_kind[code, free_place(state, code)] = kind
    elif asked == Phase.SUMMON:
        if action != BASE.decline:
            enter_army(state, action - BASE.summon_free)
    elif asked == Phase.LOSE:
        play_loss(pack, state, code, action - BASE.lose)
