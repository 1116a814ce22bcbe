"""Damage, death and the two ends; what a card being resolved has pending."""

import numpy as np

from medianoche.envs.medianokte.state import (
    ARMY,
    BOSS,
    CREW,
    CREW_WINS,
    EACH_ASTRALI,
    ENEMY_WINS,
    FOE,
    LIFE,
    NOBODY_WINS,
    Phase,
    kernel,
)
from medianoche.envs.medianokte.kernels.stats import boss_life, crew_size, life


@kernel
def clear_pending(state):
    """Nothing is being resolved."""
    state.card = 0
    state.pc = 0
    state.skip_at = 0
    state.skip_to = 0
    state.source = -1
    state.self_code = -1
    state.target = -1
    state.sweep = 0
    state.sweep_at = 0
    state.roll = 0
    state.roll_stat = 0
    state.after = 0
    state.left = 0
    state.receiver = -1
    state.stack_orient = 0


@kernel
def end_game(state, winner):
    """The end, at this instant (R28)."""
    clear_pending(state)
    state.winner = winner
    state.done = 1
    state.phase = Phase.END
    state.to_move = -1
    if winner == NOBODY_WINS:
        return
    for seat in range(np.int64(state.num_players)):
        state.utility[seat] = 1 if (seat == 0) == (winner == ENEMY_WINS) else -1


@kernel
def check_alive(pack, state, member):
    """The Enemy wins as soon as one crew member is down."""
    if np.int64(state.damage[member]) >= life(pack, state, member):
        end_game(state, ENEMY_WINS)


@kernel
def charge_up(pack, state, member, amount):
    """Counters on the final action of a crew member, within 0 and the cap."""
    state.charge[member] = min(max(np.int64(state.charge[member]) + amount, 0), np.int64(pack.charge_cap))


@kernel
def leave_army(state, slot):
    """An astrali goes to the void; those to its right move left, and pending codes with them (R23)."""
    state.void_astrali[state.army_kind[slot]] += 1
    last = np.int64(state.army_size) - 1
    for s in range(slot, last):
        state.army_kind[s] = state.army_kind[s + 1]
        state.army_damage[s] = state.army_damage[s + 1]
        state.army_orient[s] = state.army_orient[s + 1]
        state.army_bleed[s] = state.army_bleed[s + 1]
        state.army_poison[s] = state.army_poison[s + 1]
    state.army_kind[last] = -1
    state.army_damage[last] = 0
    state.army_orient[last] = 0
    state.army_bleed[last] = 0
    state.army_poison[last] = 0
    state.army_size = last
    code = slot + FOE
    if state.target == code:
        state.target = -1
    elif code < state.target < FOE + ARMY:
        state.target -= 1
    if state.self_code == code:
        state.self_code = -1
    elif code < state.self_code < FOE + ARMY:
        state.self_code -= 1
    if state.sweep >= EACH_ASTRALI and state.sweep_at > slot:
        state.sweep_at -= 1


@kernel
def hurt(pack, state, code, amount, killer):
    """Damage on a crew member, an astrali or the boss; crew member `killer` (-1 nobody) is credited with a death."""
    if code < CREW:
        state.damage[code] = np.int64(state.damage[code]) + amount
        check_alive(pack, state, code)
    elif code == BOSS:
        state.boss_damage = np.int64(state.boss_damage) + amount
        if np.int64(state.boss_damage) >= boss_life(pack, state):
            end_game(state, CREW_WINS)
    else:
        slot = code - FOE
        state.army_damage[slot] = np.int64(state.army_damage[slot]) + amount
        if state.army_damage[slot] >= pack.astrali[state.army_kind[slot], LIFE]:
            leave_army(state, slot)
            if killer >= 0:
                charge_up(pack, state, killer, 1)


@kernel
def heal(state, code, amount):
    """Less damage, not below none."""
    if code < CREW:
        state.damage[code] = max(np.int64(state.damage[code]) - amount, 0)
    elif code == BOSS:
        state.boss_damage = max(np.int64(state.boss_damage) - amount, 0)
    else:
        state.army_damage[code - FOE] = max(np.int64(state.army_damage[code - FOE]) - amount, 0)


@kernel
def refresh_scores(pack, state):
    """Percent of damage: of the crew member nearest to death for the Enemy, of the boss for the crew."""
    crew = crew_size(state)
    if state.boss < 0 or state.character[crew - 1] < 0:
        return
    worst = np.int64(0)
    for member in range(crew):
        if state.damage[member] > 0:
            worst = max(worst, 100 * np.int64(state.damage[member]) // life(pack, state, member))
    state.scores[0] = worst
    share = 100 * np.int64(state.boss_damage) // boss_life(pack, state)
    for seat in range(1, crew + 1):
        state.scores[seat] = share
