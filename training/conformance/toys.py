"""Small games that each punish one classic mistake of a training loop.

The players move in a fixed order, and at every decision there is a right action. `scores` counts each player's right
actions at the end, so that what a learner has learned can be read off (`Swap`: minus the worst ones). A cue is a number
that only its own player sees.

| game | order | right | utility |
|---|---|---|---|
| `Base` | a seat, drawn | 2 | of the mover alone |
| `Swap` | a seat, drawn | 2; the worst is 3 | of the mover; the other's is the opposite |
| `Mask` | 0 1 | seat 0 may play 0 and 1, seat 1 2 and 3: the lower one if the own cue is even | each seat's own |
| `Last` | 0 1 | the own cue | each seat's own |
| `Team` | 0 1 2 | the own cue; seats 0 and 1 are a team | of the team |
| `End` | 0 0 0 0 0 | at first 1, to go on for 0.6; the others end the game for 0.4; then all | of the mover |
| `Recall` | 0 1 0 1 | first all; then the own cue, which was seen the first time only | each seat's own |
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from medianoche.envs.core.content.fields import shared_fields
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.declaration import Declaration
from medianoche.envs.core.kernels import Kernels
from medianoche.envs.core.kernels.bits import clear_bits, set_bit
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.core.show.view import View

SEATS = 3
CHOICES = 4
STEPS = 5
UNKNOWN = -1
RIGHT = 2
WORST = 3
GO_ON = 1
AT_ONCE, LATER = np.float32(0.4), np.float32(0.6)
"""Utilities in `End`."""
NO_CHANCE = np.uint64(0)
INCONSISTENCIES = ("there are too many steps", "there is no such cue", "there is a score before the end")

Kind = IntEnum("Kind", "BASE SWAP MASK LAST TEAM END RECALL", start=0)
Phase = IntEnum("Phase", "CHOOSE END", start=0)
DRAWN = -1
ORDER = np.array(
    [
        [DRAWN, -1, -1, -1, -1],
        [DRAWN, -1, -1, -1, -1],
        [0, 1, -1, -1, -1],
        [0, 1, -1, -1, -1],
        [0, 1, 2, -1, -1],
        [0, 0, 0, 0, 0],
        [0, 1, 0, 1, -1],
    ]
)
"""The seat that moves at each step, by kind; -1 after the last."""
LENGTH = np.array([1, 1, 2, 2, 3, 5, 4])
"""Steps, by kind."""
STATE = np.dtype(
    [*shared_fields(SEATS), ("kind", np.int8), ("step", np.int8), ("cue", np.int8, SEATS), ("right", np.int8, SEATS)]
)
LAYOUT = Layout(
    Block("seat", SEATS, "whose view it is"),
    Block("step", STEPS, "choices so far"),
    Block("cue", (SEATS, CHOICES), "the own cue, where it is seen, at the own seat"),
)
ACTIONS = Layout(Block("choose", CHOICES, "one of four"))
kernel = Kernels(state=STATE)


class Toy(Declaration):
    """One of these games.

    Attributes:
        kind: which one.
    """

    players = (2,)
    unknown = {"cue": UNKNOWN, "right": UNKNOWN}  # noqa: RUF012 - a constant of the class, as in every game
    unobserved = {"kind": "which game it is"}  # noqa: RUF012
    kind: Kind

    def blank(self, num_players: int, options: Any) -> np.ndarray:
        """One state before the deal, which says which game it is."""
        states = super().blank(num_players, options)
        states[0].kind = self.kind
        return states

    def max_decisions(self, num_players: int, options: Any) -> int:
        """The steps."""
        return int(LENGTH[self.kind])

    def action_words(self, view: View, action: int) -> str:
        """The action in words."""
        return f"choose {action}"

    def text(self, view: View) -> str:
        """The step and the cues."""
        cues = ["?" if cue == UNKNOWN else str(cue) for cue in view.state.cue]
        return f"step {view.state.step}, cues {' '.join(cues)}"


class Base(Toy):
    """One decision."""

    name = "base"
    title = "One decision"
    kind = Kind.BASE


class Swap(Toy):
    """One decision; the other player's utility is the opposite."""

    name = "swap"
    title = "One decision against another"
    kind = Kind.SWAP


class Mask(Toy):
    """Two players with other legal actions."""

    name = "mask"
    title = "Other legal actions"
    kind = Kind.MASK


class Last(Toy):
    """Two players with cues of their own, one after the other."""

    name = "last"
    title = "One after the other"
    kind = Kind.LAST


class Team(Toy):
    """Two players of a team, then a third one."""

    name = "team"
    title = "A team"
    kind = Kind.TEAM
    players = (3,)

    def teams(self, num_players: int) -> list[int]:
        """The first two are a team."""
        return [0, 0, 1]


class End(Toy):
    """A little at once, or more later."""

    name = "end"
    title = "Go on"
    kind = Kind.END


class Recall(Toy):
    """What was seen at the first decision is asked at the second: only agents with a memory can know it."""

    name = "recall"
    title = "Recall"
    kind = Kind.RECALL


@kernel
def reset(pack, state):
    for seat in range(SEATS):
        state.cue[seat] = draw(state, CHOICES)
    state.to_move = ORDER[state.kind, 0]
    if state.to_move == DRAWN:
        state.to_move = draw(state, 2)


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    count = 0
    for action in range(CHOICES):
        if state.kind != Kind.MASK or (action >= 2) == (state.to_move == 1):
            set_bit(mask, action)
            count += 1
    return count


@kernel
def right_action(state):
    """The action that is right for the mover; -1 where all are."""
    mover = state.to_move
    kind = state.kind
    if kind == Kind.MASK:
        return 2 * mover + state.cue[mover] % 2
    if kind == Kind.END:
        return GO_ON if state.step == 0 else -1
    if kind == Kind.BASE or kind == Kind.SWAP:
        return RIGHT
    return -1 if kind == Kind.RECALL and state.step < 2 else state.cue[mover]


@kernel
def pay(state, right, action):
    """Pay for the mover's action."""
    mover = state.to_move
    kind = state.kind
    gain = 1.0 if right else -1.0
    if kind == Kind.END:
        if state.step == 0 and not right:
            state.utility[mover] = AT_ONCE
        elif state.step == LENGTH[kind] - 1:
            state.utility[mover] = LATER
    elif kind == Kind.TEAM and mover < 2:
        state.utility[0] += gain / 2
        state.utility[1] += gain / 2
    elif kind == Kind.SWAP:
        gain = 1.0 if right else -1.0 if action == WORST else 0.0
        state.utility[mover] = gain
        state.utility[1 - mover] = -gain
    elif kind != Kind.RECALL or state.step >= 2:
        state.utility[mover] += gain


@kernel
def apply(pack, state, action):
    wanted = right_action(state)
    right = wanted == -1 or action == wanted
    pay(state, right, action)
    if right:
        state.right[state.to_move] += 1
    elif state.kind == Kind.SWAP and action == WORST:
        state.right[state.to_move] -= 1
    state.step += 1
    if state.step == LENGTH[state.kind] or (state.kind == Kind.END and not right):
        state.done = 1
        state.to_move = -1
        state.phase = Phase.END
        for seat in range(SEATS):
            state.scores[seat] = state.right[seat]
    else:
        state.to_move = ORDER[state.kind, state.step]


@kernel
def observe(pack, state, player, out):
    out[:] = 0
    out[player] = 1
    out[SEATS + min(state.step, STEPS - 1)] = 1
    if state.cue[player] != UNKNOWN and is_shown(state):
        out[SEATS + STEPS + player * CHOICES + state.cue[player]] = 1


@kernel
def is_shown(state):
    """Whether players see their cues now."""
    kind = state.kind
    return kind in (Kind.MASK, Kind.LAST, Kind.TEAM) or (kind == Kind.RECALL and state.step < 2)


@kernel
def conceal(pack, state, player):
    state.rng = NO_CHANCE
    for seat in range(SEATS):
        state.right[seat] = UNKNOWN
    for seat in range(SEATS):
        if seat != player or not is_shown(state):
            state.cue[seat] = UNKNOWN


@kernel
def determinize(pack, state, player):
    for seat in range(SEATS):
        state.right[seat] = 0
    for seat in range(SEATS):
        if seat != player or not is_shown(state):
            state.cue[seat] = draw(state, CHOICES)


@kernel
def heuristic(pack, state, mask):
    return max(right_action(state), 0)


@kernel
def inconsistency(pack, state):
    if not 0 <= state.step < LENGTH[state.kind] + state.done:
        return 1
    for seat in range(SEATS):
        if not UNKNOWN <= state.cue[seat] < CHOICES:
            return 2
        if not state.done and state.scores[seat] != 0:
            return 3
    return 0
