"""Strong wing: a yardstick of how a learner explores a decision that is made once a game.

The attacker chooses in secret which wing is strong. In each of the duels that follow it attacks a wing, in secret, and
the defender guards one; both are shown. An attack of the strong wing is a hit if that wing is not guarded. An attacker
whose choice is known never hits, so the choice must be mixed, and hidden by attacks of the other wings.

Source: Aumann, Maschler, "Repeated Games with Incomplete Information", 1995, chapter 1, whose example this is with more
states, and with a state that the informed player chooses.
"""

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

import numpy as np

from medianoche.envs.core.content.fields import shared_fields
from medianoche.envs.core.content.layout import Block, Layout
from medianoche.envs.core.declaration import State
from medianoche.envs.core.kernels import Kernels
from medianoche.envs.core.show.view import View
from medianoche.toys.small import SmallGame

DUELS = 4
WINGS = 3
ATTACKER = 0
DEFENDER = 1
NONE, UNKNOWN = -1, -2
"""A wing that is not named yet, and one that is hidden."""
NAMES = {-2: "?", -1: "-", 0: "left", 1: "middle", 2: "right"}

Phase = IntEnum("Phase", "CHOICE ATTACK GUARD END", start=0)
"""What the player to move is asked."""

STATE = np.dtype(
    [
        *shared_fields(2),  # scores: hits, and duels without one
        ("strong", np.int8),  # the attacker's strong wing
        ("attack", np.int8, DUELS),  # the wing attacked in each duel
        ("guard", np.int8, DUELS),  # the wing guarded in each duel
        ("duel", np.int8),  # number of the duel
    ]
)
LAYOUT = Layout(
    Block("seat", 2, "whose view it is"),
    Block("strong", WINGS, "the strong wing, in the attacker's view alone"),
    Block("attack", (DUELS, WINGS), "the wings attacked; before the guard in the attacker's view alone"),
    Block("guard", (DUELS, WINGS), "the wings guarded"),
)
ACTIONS = Layout(Block("choose", WINGS, "the strong wing"), Block("wing", WINGS, "attack or guard this wing"))
kernel = Kernels(state=STATE)


class StrongWing(SmallGame):
    """Strong wing."""

    name = "strong_wing"
    title = "Strong wing"
    decisions = 1 + 2 * DUELS  # the choice, and two in each duel
    seats_differ = True
    perfect_recall = True
    stake = DUELS // 2  # hits: all of them are a utility of 1, none is -1
    zero_sum = True
    unknown = {"strong": UNKNOWN, "attack": UNKNOWN}  # noqa: RUF012 - a constant of the class, as in every game

    def deals(self) -> Iterator[State]:
        """One: nothing is left to chance."""
        yield self.game.position()

    def blank(self, num_players: int, options: Any) -> np.ndarray:
        """One state in which no wing is named."""
        states = super().blank(num_players, options)
        states["strong"] = states["attack"] = states["guard"] = NONE
        return states

    def action_words(self, view: View, action: int) -> str:
        """The action in words."""
        return f"{('be strong on the', 'attack', 'guard')[view.state.phase]} {NAMES[action % WINGS]}"

    def text(self, view: View) -> str:
        """The choice and the duels."""
        state = view.state
        duels = (f"{NAMES[int(a)]} against {NAMES[int(g)]}" for a, g in zip(state.attack, state.guard, strict=True))
        return "\n".join([f"strong: {NAMES[int(state.strong)]}", *duels])
