"""The lists of effects that a card plays, and the targets that its player may choose.

Arguments: `child` is 0 to 3, `kind` a reward, 0 to 25. `pair` is 1 if the reward is used together with its mate, else
0. `row` is a list of effects, a row of `pack.fx`. `scope` is one of Scope.
"""

from medianoche.envs.nocturna.kernels import kernel
from medianoche.envs.nocturna.kernels.effects import has_family
from medianoche.envs.nocturna.kernels.presence import fallen, fighters, foes, standing
from medianoche.envs.nocturna.opcodes import CHOOSING, Op, Scope
from medianoche.envs.nocturna.pack import CHILD_LISTS, EFFECTS, FAMILY_LISTS, REWARD_LISTS
from medianoche.envs.nocturna.state import LOCATIONS, Source

INSTANT_LISTS = 4  # lists of an instant and its mate played together, each with its Familia bonus


@kernel
def reward_list(pack, state, child, kind, pair, k):
    """Row k of an instant in `fx`: for k 0 the card, 1 its Familia bonus, 2 its mate, 3 the mate's bonus (R17); -1 if
    it has none."""
    mate = pack.rw_mate[kind]
    if k == 0:
        return REWARD_LISTS + kind
    if k == 1:
        return FAMILY_LISTS + kind if pair or has_family(pack, state, child, kind) else -1
    if pair == 0:
        return -1
    if k == 2:
        return REWARD_LISTS + mate
    returned = pack.rw_mate[mate] == kind or has_family(pack, state, child, mate)
    return FAMILY_LISTS + mate if returned else -1


@kernel
def list_in_play(pack, state):
    """The row in `fx` of the action card or event in play."""
    if state.source == Source.EVENT:
        return 3 * state.event_kind
    if state.source == Source.FOE_CARD:
        return 3 * state.foe_kind[state.actor_foe] + state.card_master - 1
    return CHILD_LISTS + 3 * state.sheet[state.actor_child] + state.card_child - 1


@kernel
def choice_in(pack, marked, row):
    """The scope in list `row` that needs a target, 0 if none does. A mark needs one only when struck (R32); `marked` is
    1 while there is one."""
    for slot in range(EFFECTS):
        op = pack.fx[row, slot, 0]
        scope = pack.fx[row, slot, 2]
        if op == Op.NONE or (op == Op.MARK and marked == 0):
            continue
        if scope in CHOOSING:
            return scope
    return 0


@kernel
def reward_choice(pack, state, child, kind, pair):
    """The scope that needs a target in an instant that `child` plays, 0 if none does."""
    for k in range(INSTANT_LISTS):
        row = reward_list(pack, state, child, kind, pair, k)
        scope = choice_in(pack, state.marked, row) if row >= 0 else 0
        if scope:
            return scope
    return 0


@kernel
def choice(pack, state):
    """The scope that needs a target in the card in play, 0 if none does."""
    if state.source == Source.REWARD:
        return reward_choice(pack, state, state.to_move - 1, state.reward_kind, state.reward_pair)
    return choice_in(pack, state.marked, list_in_play(pack, state))


@kernel
def candidates(state, scope):
    """Bit set of the children, foes or locations that may be chosen; in a tie only the holder of the initiative. Bit i
    is child, foe or location i, 0 to 3."""
    if scope == Scope.ENEMY:
        if state.source == Source.CHILD_CARD:
            return 1 << state.lead_foe if state.tie else foes(state)
        return 1 << state.lead_child if state.tie else fighters(state)
    if scope == Scope.ALLY:
        return fighters(state) & ~(1 << state.actor_child)
    if scope == Scope.CHILD:
        return standing(state)
    if scope == Scope.FALLEN:
        return fallen(state)
    places = 0
    if scope == Scope.LOCATION:
        for place in range(LOCATIONS):
            if state.loc_up[place] == 0 and state.loc_nm[place, 0] != -1:
                places |= 1 << place
    return places
