"""A boss fight as a duel of generic code: its targets, and `spread_duel` for players without Python.

Arguments: `fight` is a record FIGHT. `master` and `child` are cards: 1 attack, 2 defence, 3 skill; 0 where the child's
turn is lost. An aim is the number of a child, 0 to 3, or KEEP and STRIKE for a marked boss. A pair of cards is 3 * (the
Master's - 1) + the child's - 1, 0 to 8. `fights` is FIGHT[n].
"""

from medianoche.envs.core.kernels import inlined
from medianoche.envs.core.kernels.local import local_array
from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.kernels.fight import (
    CARDS,
    STRIKE,
    TURN_LIMIT,
    aims_of,
    child_acts,
    is_fight,
    read_fight,
    spread_fights,
)
from medianoche.envs.nocturna.kernels.fight_inputs import write_fights
from medianoche.envs.nocturna.state import BASE, CHILDREN, FIGHT, Fight, Phase, Sheet

FIGHTS = 3
"""Boss fights of a game, and networks of values for positions in them; those of ends come after these."""
MARK_BITS = 3  # the targets KEEP and STRIKE


@inlined
def network_of_fight(fight):
    """The number of the network of values for a position, -1 where the result is known: 0 to 2 while the fight goes on,
    with so many boss fights after it; FIGHTS (3) and 4 after a won fight."""
    won = fight.result == Fight.WON
    if fight.result == Fight.LOST or (won and fight.left == 0):
        return -1
    return fight.left + FIGHTS - 1 if won else fight.left


@inlined
def action_of_aim(fight, marks, acts, aim):
    """The action, a number of ACTIONS, that chooses a target: a child, for a marked boss whether it is struck. `marks`:
    the target is KEEP or STRIKE; `acts`: the child's card is resolved, not the Master's. `aim` is the number of a
    child, KEEP or STRIKE."""
    if not acts:
        return BASE.child + aim
    if marks:
        return BASE.foe if aim == STRIKE else BASE.decline
    return BASE.child + (aim - fight.lead + fight.children) % fight.children


@inlined
def pair_of(state):
    """The number of the pair of cards that was played, 0 to 8; a child whose turn is lost played none and counts as its
    first card."""
    return CARDS * (state.card_master - 1) + max(state.card_child - 1, 0)


@inlined
def write_aims(pack, fight, master, child, aims):
    """Write the actions that choose the targets after a pair of cards; returns how many there are. They are numbers of
    ACTIONS, at the first places of `aims`, int64[4 or more]."""
    bits = aims_of(pack, fight, master, child)
    acts = child_acts(master, child)
    marks = bits == MARK_BITS and fight.sheet[fight.lead] == Sheet.MAYLA and fight.marked != 0
    count = 0
    for aim in range(CHILDREN):
        if bits >> aim & 1:
            aims[count] = action_of_aim(fight, marks, acts, aim)
            count += 1
    return count


@kernel
def write_fight_aims(pack, states, fights, pairs, aims):
    """Write, for states in which a target is asked for, the pairs of cards that were played and the actions that choose
    their targets, from the first place of each row of `aims` on. `pairs` is int64[n], `aims` int64[n, 4]."""
    for i in range(len(states)):
        pairs[i] = pair_of(states[i])
        write_aims(pack, fights[i], states[i].card_master, states[i].card_child, aims[i])


@inlined
def spread_duel(pack, state, duel):
    """See `spread_duel` of generic code: writes to `duel` and returns how many positions follow, 0 if this is no fight.
    Side 0 is the Master, and results are his, -1 to 1."""
    if not is_fight(state):
        return 0
    fights = local_array(1, FIGHT)
    turns = local_array(TURN_LIMIT, FIGHT)
    read_fight(pack, state, fights[0])
    count = spread_fights(pack, fights, turns, duel.firsts, duel.sides)
    write_fights(turns[:count], duel.inputs.indices, duel.inputs.values, duel.starts, duel.inputs.cursor)
    for k in range(count):
        duel.results[k] = -turns[k].result
        duel.networks[k] = network_of_fight(turns[k])
    if state.phase == Phase.TARGET:
        duel.about[0] = -1
        duel.about[1] = pair_of(state)
        duel.about[2] = write_aims(pack, fights[0], state.card_master, state.card_child, duel.aims)
    else:
        duel.about[0] = 0 if state.phase == Phase.MASTER_CARD else 1
        duel.about[1] = BASE.card
        duel.about[2] = CARDS
    return count
