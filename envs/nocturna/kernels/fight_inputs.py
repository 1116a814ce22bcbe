"""What a network of values sees of a boss fight: `write_fight`, mostly one number of many for each number.

A hit decides by thresholds: 4 damage is a defeat with 4 points left and none with 5. A network sees thresholds where
each number has an input of its own; with the number itself as the only input errors are twice as large.

Arguments: `out` are the inputs, float32[INPUTS] or Entries, zero before; all numbers are from -1 to 1, most of them 0
or 1. `child` is 0 to 3. `base` is the place in `out` at which the child's block begins. `fight` is a record FIGHT.
"""

from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.kernels.sparse import Entries
from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.kernels.fight import standing_in
from medianoche.envs.nocturna.numbers import BOSS_LIFE, CAP
from medianoche.envs.nocturna.state import BOSSES, CHILDREN, DEFEATED, SHEETS, Fight

LIFE = BOSS_LIFE * CHILDREN  # of a boss, at most
TIRING = 30  # turns before both sides tire that have inputs of their own
HITS = 10  # the last one stands for more
BLOW = 4  # damage of a child's attack in the standard pack
NEXT_BLOW = 3  # as of most bosses
HARD = DEFEATED + CAP.shield  # points to the defeat of a child, at most

CHILD = Layout(
    Block("stands", 1, "stands"),
    Block("sheet", SHEETS, "sheet"),
    Block("calm", DEFEATED, "21 less its insomnia, from 1, one of many"),
    Block("shield", CAP.shield, "its shield, from 1, one of many"),
    Block("hard", HARD, "both together, from 1, one of many"),
    Block("hits", HITS, "attacks of the boss that defeat it, from 1, one of many"),
    Block("charge", CAP.charge, "its charge, from 1, one of many"),
    Block("stun", 1, "its next turn is lost by stun"),
    Block("bottle", 2, "one turn, two or more in a bottle"),
    Block("covered", 1, "is covered"),
    Block("scalars", 2, "21 less its insomnia / 21, its shield / 6"),
    Block("bonuses", 3, "attack, defence of rewards on the table / 2; steady"),
)
SEEN = Layout(
    *(Block(f"child{k}", CHILD.size, f"standing child {k} from the lead on") for k in range(CHILDREN)),
    Block("boss", BOSSES, "boss"),
    Block("life", LIFE, "its life, from 1, one of many"),
    Block("tough", LIFE + CAP.shield, "its life and shield, from 1, one of many"),
    Block("hits", HITS, "hits of 4 that defeat it, from 1, one of many"),
    Block("foe_shield", CAP.shield, "its shield, from 1, one of many"),
    Block("power", CAP.power, "its power, from 1, one of many"),
    Block("marked", 1, "is marked"),
    Block("rest", TIRING, "turns before both sides tire, from 1, one of many"),
    Block("tired", 1, "both sides tire"),
    Block("standing", CHILDREN, "standing children, one of many"),
    Block("children", CHILDREN, "children of the game, one of many"),
    Block("most", 1, "greatest life / 32"),
    Block("sums", 6, "life / 32; turns left / 30; all calm / 84, all shields / 24; life less calm / 16, / 4, within 1"),
    Block("race", 2, "attacks of the boss that defeat all / 28; hits that defeat it / those / 2, within 1"),
    Block("table", 2, "the Master's cards / 12, the children's rewards / 8"),
)
OWN = CHILD.at
AT = SEEN.at
INPUTS = SEEN.size
CHILD_SIZE = CHILD.size
LADDERS = (
    *(
        (SEEN[f"child{k}"].start + getattr(OWN, name), CHILD[name].stop - CHILD[name].start)
        for k in range(CHILDREN)
        for name in ("calm", "shield", "hard", "hits", "charge", "bottle")
    ),
    *(
        (SEEN[name].start, SEEN[name].stop - SEEN[name].start)
        for name in ("life", "tough", "hits", "foe_shield", "power", "rest")
    ),
)
"""Stretches of inputs that say one number: first place, length."""
ENTRIES = 15 * CHILDREN + 27
"""Numbers of a position that are not zero, at most."""


@kernel
def hits_on(fight, child):
    """The number of attacks of the boss that defeat `child`. After a fight the next boss counts, with its unknown
    attack as NEXT_BLOW. It is at least 1 for a standing child."""
    blow = fight.blow + fight.power if fight.result == Fight.OPEN else NEXT_BLOW
    return (DEFEATED - fight.insomnia[child] + fight.shield[child] + blow - 1) // blow


@kernel
def write_child(fight, child, base, out):
    """Write what is to be seen of a standing child from `base` on."""
    calm = DEFEATED - fight.insomnia[child]
    shield = fight.shield[child]
    out[base + OWN.stands] = 1
    out[base + OWN.sheet + fight.sheet[child]] = 1
    out[base + OWN.calm + calm - 1] = 1
    out[base + OWN.hard + calm + shield - 1] = 1
    out[base + OWN.hits + min(hits_on(fight, child), HITS) - 1] = 1
    out[base + OWN.scalars] = calm / DEFEATED
    if shield > 0:
        out[base + OWN.shield + shield - 1] = 1
        out[base + OWN.scalars + 1] = shield / CAP.shield
    if fight.charge[child] > 0:
        out[base + OWN.charge + fight.charge[child] - 1] = 1
    if fight.stun[child] > 0:
        out[base + OWN.stun] = 1
    if fight.bottle[child] > 0:
        out[base + OWN.bottle + min(fight.bottle[child], 2) - 1] = 1
    if fight.covered == child:
        out[base + OWN.covered] = 1
    if fight.attack_bonus[child] > 0:
        out[base + OWN.bonuses] = min(fight.attack_bonus[child] / 2, 1.0)
    if fight.defence_bonus[child] > 0:
        out[base + OWN.bonuses + 1] = min(fight.defence_bonus[child] / 2, 1.0)
    if fight.steady[child] > 0:
        out[base + OWN.bonuses + 2] = 1


@kernel
def write_boss(fight, out):
    """Write what is to be seen of the boss and of the turn."""
    out[AT.boss + fight.boss] = 1
    life = min(fight.life, LIFE)
    out[AT.life + life - 1] = 1
    out[AT.tough + life + fight.foe_shield - 1] = 1
    out[AT.hits + min((life + fight.foe_shield + BLOW - 1) // BLOW, HITS) - 1] = 1
    out[AT.sums] = life / LIFE
    out[AT.most] = fight.most / LIFE
    if fight.foe_shield > 0:
        out[AT.foe_shield + fight.foe_shield - 1] = 1
    if fight.power > 0:
        out[AT.power + fight.power - 1] = 1
    if fight.marked:
        out[AT.marked] = 1
    rest = min(fight.fatigue + 1 - fight.turn, TIRING)
    if rest > 0:
        out[AT.rest + rest - 1] = 1
        out[AT.sums + 1] = rest / TIRING
    else:
        out[AT.tired] = 1


@kernel
def write_fight(fight, out):
    """Write the inputs of a position to `out`, all numbers that are not zero.

    After a won fight only the children are written, from child 0 on: the next fight begins with that child.
    """
    place = 0
    first = fight.lead if fight.result == Fight.OPEN else 0
    calm = 0
    shields = 0
    for distance in range(CHILDREN):
        child = (first + distance) % CHILDREN
        if standing_in(fight) >> child & 1:
            write_child(fight, child, place * CHILD_SIZE, out)
            calm += DEFEATED - fight.insomnia[child]
            shields += fight.shield[child]
            place += 1
    out[AT.standing + place - 1] = 1
    out[AT.children + fight.children - 1] = 1
    out[AT.sums + 2] = calm / (CHILDREN * DEFEATED)
    if shields > 0:
        out[AT.sums + 3] = shields / (CHILDREN * CAP.shield)
    if fight.cards > 0:
        out[AT.table] = fight.cards / CAP.hand
    if fight.rewards > 0:
        out[AT.table + 1] = min(fight.rewards / 8, 1.0)
    if fight.result == Fight.OPEN:
        write_boss(fight, out)
        race = 0
        for child in range(CHILDREN):
            if standing_in(fight) >> child & 1:
                race += hits_on(fight, child)
        out[AT.race] = min(race / 28, 1.0)
        out[AT.race + 1] = min((fight.life + fight.foe_shield + BLOW - 1) // BLOW / race / 2, 1.0)
        ahead = fight.life - calm  # `calm`: points that all children can still lose before they are defeated
        if ahead:
            out[AT.sums + 4] = min(max(ahead / 16, -1.0), 1.0)
            out[AT.sums + 5] = min(max(ahead / 4, -1.0), 1.0)


@kernel
def write_fights(fights, indices, values, starts, cursor):
    """Write the inputs of all fights, FIGHT[n], one after the other, as in `Sparse`; none for a fight that ended the
    game. Those of fight i are entries starts[i]..starts[i + 1]-1 of `indices`, uint16, and `values`, float32; `starts`
    is int64[n + 1], `cursor` uint64[1]."""
    entries = Entries(indices, values, cursor)
    starts[0] = 0
    cursor[0] = 0
    for i in range(len(fights)):
        if fights[i].result == Fight.OPEN or (fights[i].result == Fight.WON and fights[i].left > 0):
            write_fight(fights[i], entries)
        starts[i + 1] = cursor[0]
