"""Answers to the questions of a card: which are legal, and what they change; then the card's program goes on.

Arguments: `mask` is a set of actions, uint64[words]; `action` a number of ACTIONS.
"""

from medianoche.envs.core.kernels.bits import set_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.medianokte.events import News
from medianoche.envs.medianokte.kernels import effects, kernel
from medianoche.envs.medianokte.kernels.stats import absolute, any_ready, crew_size, mark_run
from medianoche.envs.medianokte.kernels.wounds import fall_if_dead, kind_of
from medianoche.envs.medianokte.state import BASE, LIMITS, Code, Header, Orient, Phase


@kernel
def mark_targets(pack, state, mask):
    """TARGET: mark the targets that the header allows."""
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
    """Number of slots of a crew member in a set of bits, 0 to 3: bits 0 and 1 are the weapons, 2 the assist."""
    return (bits & 1) + (bits >> 1 & 1) + (bits >> 2)


@kernel
def mark_answers(pack, state, mask):
    """TIRE, CARD, REVIVE, SUMMON or LOSE: mark the answers that the instruction allows."""
    _, code, a, b = effects.instruction(pack, state)
    if state.phase == Phase.TIRE:  # exactly `a` slots, or all if fewer can tire (R26)
        slots = effects.tirable(state, code, b)
        for bits in range(1, 1 << LIMITS.slots):
            if bits & ~slots == 0 and count_slots(bits) == min(a, count_slots(slots)):
                set_bit(mask, BASE.tire + bits - 1)
    elif state.phase == Phase.CARD:
        for card in range(LIMITS.action_cards):
            if state.boss_cards[card] < b:
                set_bit(mask, BASE.pick + card)
    elif state.phase == Phase.REVIVE:
        for kind in range(LIMITS.astralis):
            if effects.is_revivable(pack, state, kind, a):
                set_bit(mask, BASE.revive + kind)
    elif state.phase == Phase.SUMMON:
        set_bit(mask, BASE.decline)
        for kind in range(LIMITS.astralis):
            if effects.is_summonable(pack, state, kind, a):
                set_bit(mask, BASE.summon_free + kind)
    else:
        for kind in range(LIMITS.objects):
            if state.items[code, kind] > 0:
                set_bit(mask, BASE.lose + kind)
        for slot in range(LIMITS.weapons):
            if state.found[code, slot] >= 0:
                set_bit(mask, BASE.lose + LIMITS.objects + slot)


@kernel
def play_loss(pack, state, member, thing):
    """LOSE: an object leaves the game, or a found weapon, which uncovers the basic one (R14). `thing` is the kind of an
    object, 0 to 31, or 32, 33 for the found weapon of a slot.

    A crew member that loses the life of an object may fall (R28).
    """
    if thing < LIMITS.objects:
        state.items[member, thing] -= 1
        state.removed_object[thing] += 1
        note(state, News.LOST, 1 + member, thing)
        fall_if_dead(pack, state, member)
    else:
        slot = thing - LIMITS.objects
        state.removed_object[state.found[member, slot]] += 1
        note(state, News.LOST, 1 + member, state.found[member, slot])
        state.found[member, slot] = -1


@kernel
def play_answer(pack, state, action):
    """Apply an answer to the card being resolved; its program goes on, after all phases but TARGET with the next
    instruction."""
    asked = state.phase
    if asked == Phase.TARGET:  # a crew member counts crew members from itself, the Enemy from 0
        code = action - BASE.target
        state.target = absolute(state, state.source, code) if code < Code.FOE and state.source >= 0 else code
        note(state, News.AIMED, state.to_move, state.target, kind_of(state, state.target), state.card)
        state.phase = asked  # a write of `phase` is a moment on the way: in it all seats see the choice
        state.phase = Phase.PROGRAM
        return
    state.phase = Phase.PROGRAM
    _, code, a, b = effects.instruction(pack, state)
    note(state, News.ANSWERED, state.to_move)
    if asked == Phase.CARD:
        state.boss_cards[action - BASE.pick] = b
        note(state, News.ACTION_CARD_IS, state.boss, action - BASE.pick, b)
        state.left -= 1
        if state.left > 0:
            state.phase = Phase.CARD
            return
    state.pc += 1
    if asked == Phase.TIRE:
        for slot in range(LIMITS.slots):
            if action - BASE.tire + 1 >> slot & 1:
                state.orient[code, slot] = b
                note(state, News.CARD_IS, 1 + code, slot, b)
    elif asked == Phase.OPTION:
        note(state, News.CHOSE_EFFECT, state.to_move, state.card)
        if action == BASE.option:  # run the first branch; at its end, jump over the second branch
            state.skip_at = state.pc + a
            state.skip_to = state.pc + a + b
        else:  # jump over the first branch
            state.pc += a
    elif asked == Phase.REVIVE:  # the astrali becomes an extra weapon, ready (R24, R25)
        kind = action - BASE.revive
        note(state, News.BROUGHT_BACK, 1 + code, kind)
        state.void_astrali[kind] -= 1
        state.extra_kind[code, effects.free_place(state, code)] = kind
    elif asked == Phase.SUMMON:
        if action == BASE.decline:
            note(state, News.SUMMONED_NONE, state.to_move)
        else:
            note(state, News.SUMMONED_FREE, state.to_move, action - BASE.summon_free)
            effects.enter_army(state, action - BASE.summon_free)
    elif asked == Phase.LOSE:
        play_loss(pack, state, code, action - BASE.lose)
