"""Two positions of Medianokte side by side: names for both, and which astralis of the army are the same."""

from __future__ import annotations

from typing import Any

from medianoche.envs.core.show.view import View
from medianoche.envs.medianokte.state import Code
from medianoche.envs.medianokte.words.text import crew_name, target_name

Astrali = tuple[int, int, int, int, int]
"""Kind, damage, orientation, bleeding, poison."""


class Change:
    """Two positions, with what is needed to describe the differences between them."""

    def __init__(self, before: View, after: View) -> None:
        self.before, self.after = before, after
        self.then, self.now = before.state, after.state
        self.pack: Any = after.tables
        self.crew = range(len(after.seats) - 1)
        self.known = [m for m in self.crew if self.then.character[m] >= 0]
        self.old, self.new = _army(self.then), _army(self.now)
        self.pairs = _matched(self.old, self.new)
        self.fallen = sorted({*range(len(self.old))} - {i for i, _ in self.pairs})
        self.entered = sorted({*range(len(self.new))} - {j for _, j in self.pairs})
        self.played = -1
        """The action card that was played, -1 none."""
        self.told: set[tuple[int, int]] = set()
        """(crew member, slot) of cards whose new orientation follows from a line already written."""

    def who(self, member: int) -> str:
        """A crew member, or with -1 the Enemy: "you" for the seat of the view."""
        if member + 1 == self.after.seat:
            return "you"
        return crew_name(self.pack, self.after.record, member) if member >= 0 else "the Enemy"

    def whose(self, member: int) -> str:
        """The possessive of `who`."""
        return "your" if member + 1 == self.after.seat else f"{self.who(member)}'s"

    def aim(self, view: View) -> str:
        """The target of the card or attack in a position; empty if there is none."""
        code = view.state.target
        return self.who(code) if 0 <= code < Code.FOE else target_name(self.pack, view.record)

    @property
    def turn_over(self) -> bool:
        """Whether the turn has ended."""
        return bool(self.then.turn != self.now.turn or self.now.done)


def _army(state: Any) -> list[Astrali]:
    fields = (state.army_kind, state.army_damage, state.army_orient, state.army_bleed, state.army_poison)
    return list(zip(*(field[: state.army_size] for field in fields), strict=True))


def _matched(old: list[Astrali], new: list[Astrali]) -> list[tuple[int, int]]:
    """Pairs (slot before, slot after) of the same astrali.

    Astralis keep their order, so this is an alignment of two sequences by dynamic programming: it pairs astralis of the
    same kind, as many as possible, and prefers pairs that are unchanged or whose damage did not fall.
    """
    best: dict[tuple[int, int], tuple[int, list[tuple[int, int]]]] = {}
    for i in range(len(old), -1, -1):
        for j in range(len(new), -1, -1):
            options: list[tuple[int, list[tuple[int, int]]]] = [(0, [])]
            if i < len(old):
                options.append(best[i + 1, j])
            if j < len(new):
                options.append(best[i, j + 1])
            if i < len(old) and j < len(new) and old[i][0] == new[j][0]:
                worth, pairs = best[i + 1, j + 1]
                options.append((worth + 10 + (old[i] == new[j]) + (old[i][1] <= new[j][1]), [(i, j), *pairs]))
            best[i, j] = max(options, key=lambda option: option[0])
    return best[0, 0][1]
