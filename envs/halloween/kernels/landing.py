"""The end of a walk: at a door, on a grey square, or at one's own house to attack from there (R18).

Arguments: `child` is 0 to 7, `square` 0 to 63.
"""

from medianoche.envs.core.kernels.notes import note
from medianoche.envs.halloween.events import News
from medianoche.envs.halloween.kernels import kernel
from medianoche.envs.halloween.kernels.walking import has_square, owner_at, prey
from medianoche.envs.halloween.state import CHILDREN, Kind, Look, Phase


@kernel
def count_draws(pack, state, child, square):
    """Number of cards that `child` may draw on this grey square (R13, R24): 0, 1 or 2."""
    ability = pack.child_draw[child]
    if pack.kind[square] == Kind.DRAW:
        return 2 if ability == Look.TWO else 1
    return 1 if square == state.start[child] and (ability == Look.HOME or ability == Look.HOME_LOOK) else 0


@kernel
def land(pack, state):
    """The moving child has stopped: ask the owner, attack, or draw."""
    square = state.pos[state.child]
    owner = owner_at(pack, state, square)
    state.fwd = 0
    note(state, News.LANDED)
    if owner == state.mover:  # a child may stop there only to attack (R10)
        state.attack = 1
        state.to_move = state.mover
        state.phase = Phase.TEAR
    elif owner >= 0:
        state.owner = owner
        state.to_move = owner
        note(state, News.KNOCKED, owner, state.child)
        state.phase = Phase.ANSWER
    else:
        state.draws = count_draws(pack, state, state.child, square)
        state.phase = Phase.GREY


@kernel
def prey_here(pack, state):
    """Bit set of the children that the moving child can attack from its square. Bit i is child i, 0 to 7."""
    children = prey(pack, state, state.child)
    beside = pack.near[state.pos[state.child]]
    for child in range(CHILDREN):
        if children >> child & 1 and not has_square(beside, state.pos[child]):
            children ^= 1 << child
    return children


@kernel
def draw_or_tear(pack, state):
    """On a grey square: the next draw (R23), then the attack if one is possible, then the end of the turn."""
    state.to_move = state.mover
    if state.draws and state.deck_n:
        state.phase = Phase.DRAW
        return
    state.draws = 0
    note(state, News.LANDED)
    state.phase = Phase.TEAR if prey_here(pack, state) else Phase.TURN_OVER
