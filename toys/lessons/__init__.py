"""Small games that each punish one classic mistake of a training loop.

The players move in a fixed order, and at every decision there is a right action. `scores` counts each player's right
actions at the end, so that what a learner has learned can be read off (`Swap`: minus the worst ones). A cue is a number
that only its own player sees.

| game | order | right | utility |
|---|---|---|---|
| `Base` | a seat, drawn | 2 | of the mover alone |
| `Swap` | a seat, drawn | 2; the worst is 3 | of the mover; the other's is the opposite |
| `Mask` | 0 1 | seat 0 may play 0 and 1, seat 1 2 and 3: the lower one if the own cue is even | each seat's own |
| `Loss` | a seat, drawn | the lower of two legal actions, 1 and 2 or 2 and 3, not observed | of the mover alone |
| `Other` | 0 1 0 | at first the own cue; then the own cue; then all | each seat's own |
| `Last` | 0 1 | the own cue | each seat's own |
| `Team` | 0 1 2 | the own cue; seats 0 and 1 are a team | of the team |
| `End` | 0 0 0 0 0 | at first 1, to go on for 0.6; the others end the game for 0.4; then all | of the mover |
| `Recall` | 0 1 0 1 | first all; then the own cue, which was seen the first time only | each seat's own |
| `Forget` | 0 0 0 ... | first 0; then all, and a cue is seen; then this cue, once to three times | of the mover |

In `Loss` action 2 is right or wrong by what else is legal, for 1 or -0.5. A loss over all actions compares it with
actions that are not legal, and prefers it always. In `Forget` steps are not observed: a cue of the last game, if it is
still remembered, is a wrong answer.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from medianoche.envs.core.content.fields import shared_fields
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.kernels import Kernels
from medianoche.envs.core.show.view import View
from medianoche.toys.small import SmallGame

SEATS = 3
CHOICES = 4
STEPS = 5
UNKNOWN = -1
RIGHT = 2
WORST = 3
GO_ON = 1
LOWER_PAIR = 1
"""In `Loss` the lower legal action, of the lower pair; the other pair is one higher."""
HALF = np.float32(0.5)
AT_ONCE, LATER = np.float32(0.4), np.float32(0.6)
"""Utilities in `End`."""

Kind = IntEnum("Kind", "BASE SWAP MASK LAST TEAM END RECALL LOSS OTHER FORGET", start=0)
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
        [DRAWN, -1, -1, -1, -1],
        [0, 1, 0, -1, -1],
        [0, 0, 0, 0, 0],
    ]
)
"""The seat that moves at each step, by kind; -1 after the last."""
LENGTH = np.array([1, 1, 2, 2, 3, 5, 4, 1, 3, 5])
"""Steps, by kind; in `Forget` at most."""
SHOWN_AT = 1
"""The step of `Forget` at which the cue is seen."""
STATE = np.dtype(
    [
        *shared_fields(SEATS),
        ("kind", np.int8),
        ("step", np.int8),
        ("pair", np.int8),
        ("cue", np.int8, SEATS),
        ("right", np.int8, SEATS),
    ]
)
LAYOUT = Layout(
    Block("seat", SEATS, "whose view it is"),
    Block("step", STEPS, "choices so far"),
    Block("cue", (SEATS, CHOICES), "the own cue, where it is seen, at the own seat"),
)
ACTIONS = Layout(Block("choose", CHOICES, "one of four"))
kernel = Kernels(state=STATE)


class Lesson(SmallGame):
    """One of these games."""

    unknown = {"cue": UNKNOWN, "right": UNKNOWN}  # noqa: RUF012 - a constant of the class, as in every game

    def max_decisions(self, num_players: int, options: Any) -> int:
        """The steps."""
        return int(LENGTH[self.constants["kind"]])

    def action_words(self, view: View, action: int) -> str:
        """The action in words."""
        return f"choose {action}"

    def text(self, view: View) -> str:
        """The step and the cues."""
        cues = ["?" if cue == UNKNOWN else str(cue) for cue in view.state.cue]
        return f"step {view.state.step}, cues {' '.join(cues)}"


class Base(Lesson, kind=Kind.BASE):
    """One decision."""

    name = "base"
    title = "One decision"


class Swap(Lesson, kind=Kind.SWAP):
    """One decision; the other player's utility is the opposite."""

    name = "swap"
    title = "One decision against another"


class Mask(Lesson, kind=Kind.MASK):
    """Two players with other legal actions."""

    name = "mask"
    title = "Other legal actions"


class Loss(Lesson, kind=Kind.LOSS):
    """One decision; what is right depends on what is legal, which no observation shows."""

    name = "loss"
    title = "Legal actions that are not observed"


class Other(Lesson, kind=Kind.OTHER):
    """Two decisions of a player, and between them one of the other player."""

    name = "other"
    title = "One between two"


class Last(Lesson, kind=Kind.LAST):
    """Two players with cues of their own, one after the other."""

    name = "last"
    title = "One after the other"


class Team(Lesson, kind=Kind.TEAM):
    """Two players of a team, then a third one."""

    name = "team"
    title = "A team"
    players = (3,)

    def teams(self, num_players: int) -> list[int]:
        """The first two are a team."""
        return [0, 0, 1]


class End(Lesson, kind=Kind.END):
    """A little at once, or more later."""

    name = "end"
    title = "Go on"


class Recall(Lesson, kind=Kind.RECALL):
    """What was seen at the first decision is asked at the second: only agents with a memory can know it."""

    name = "recall"
    title = "Recall"


class Forget(Lesson, kind=Kind.FORGET):
    """A cue is asked for at once, and in the next game no more."""

    name = "forget"
    title = "Forget"
    unobserved = {"step": "a loop has to know by itself when a game begins"}  # noqa: RUF012
