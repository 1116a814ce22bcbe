"""Damage and its consequences: astralis leave the army, killers get counters, the game ends.

Arguments: `member` and `killer` are crew members, 0 to 4; `code` is a target, see Code; `slot` an army slot, 0 to 19.
Damage is in points.
"""

from medianoche.envs.core.kernels.notes import note
from medianoche.envs.medianokte.events import News
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.ends import end_game
from medianoche.envs.medianokte.kernels.stats import boss_life, life
from medianoche.envs.medianokte.numbers import KILL_COUNTERS
from medianoche.envs.medianokte.state import Astrali, Code, Orient, Sweep, Winner


@kernel
def fall_if_dead(pack, state, member):
    """End the game with a win of the Enemy if the damage of a crew member has reached its life (R28)."""
    if state.damage[member] >= life(pack, state, member):
        note(state, News.CREW_FELL, 1 + member)
        end_game(state, Winner.ENEMY)


@kernel
def charge_up(pack, state, member, amount):
    """Add `amount` counters (negative: remove) to the final action of a crew member, 0 to 4, between 0 and the cap."""
    old = state.charge[member]
    state.charge[member] = min(max(old + amount, 0), pack.charge_cap)
    if old != state.charge[member]:
        note(state, News.GOT_COUNTERS, 1 + member, old, state.charge[member])


@kernel
def leave_army(state, slot):
    """Move an astrali to the void; those to its right move one slot left, and codes that name them follow (R23)."""
    note(state, News.FELL, slot, state.army_kind[slot])
    state.void_astrali[state.army_kind[slot]] += 1
    last = state.army_size - 1
    for s in range(slot, last):
        state.army_kind[s] = state.army_kind[s + 1]
        state.army_damage[s] = state.army_damage[s + 1]
        state.army_orient[s] = state.army_orient[s + 1]
        state.army_bleed[s] = state.army_bleed[s + 1]
        state.army_poison[s] = state.army_poison[s + 1]
    state.army_kind[last] = -1
    state.army_damage[last] = 0
    state.army_orient[last] = Orient.READY
    state.army_bleed[last] = 0
    state.army_poison[last] = 0
    state.army_size = last
    # The card being resolved may name an astrali as target or source: codes above the slot go down by one, and the
    # code of the fallen astrali becomes NOBODY, so that instructions on it are skipped.
    code = slot + Code.FOE
    if state.target == code:
        state.target = Code.NOBODY
    elif code < state.target < Code.BOSS:
        state.target -= 1
    if state.self_code == code:
        state.self_code = Code.NOBODY
    elif code < state.self_code < Code.BOSS:
        state.self_code -= 1
    # A sweep over the army goes from high slots to low ones: its position moves if a slot below it is removed.
    if state.sweep >= Sweep.EACH_ASTRALI and state.sweep_at > slot:
        state.sweep_at -= 1


@kernel
def kind_of(state, code):
    """The kind, 0 to 23, of the astrali that `code` means, -1 for a crew member or the boss; for notes."""
    return state.army_kind[code - Code.FOE] if Code.FOE <= code < Code.BOSS else -1


@kernel
def hurt(pack, state, code, amount, killer):
    """Deal `amount` damage to `code`; if an astrali falls, crew member `killer` (-1: none) gets a counter."""
    if amount == 0:
        note(state, News.UNHURT, code, kind_of(state, code))
    if code < Code.FOE:
        state.damage[code] += amount
        if amount:
            note(state, News.WOUNDED, code, -1, amount, state.damage[code])
        fall_if_dead(pack, state, code)
    elif code == Code.BOSS:
        state.boss_damage += amount
        if amount:
            note(state, News.WOUNDED, code, -1, amount, state.boss_damage)
        if state.boss_damage >= boss_life(pack, state):
            end_game(state, Winner.CREW)
    else:
        slot = code - Code.FOE
        state.army_damage[slot] += amount
        if amount:
            note(state, News.WOUNDED, code, state.army_kind[slot], amount, state.army_damage[slot])
        if state.army_damage[slot] >= pack.astrali[state.army_kind[slot], Astrali.LIFE]:
            leave_army(state, slot)
            if killer >= 0:
                charge_up(pack, state, killer, KILL_COUNTERS)
