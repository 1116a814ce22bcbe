"""Rules that stop a tournament as soon as its result is precise enough.

Games count deal by deal in the order of the schedule, and games after the deal at which a rule stops do not count. So a
tournament stops at the same deal with any number of workers and any interruptions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from medianoche.envs.core.copying import Copied

if TYPE_CHECKING:
    from medianoche.benchmarks.tournament.schedule import Schedule
    from medianoche.benchmarks.tournament.store import GameResults, Store


class Rule(Copied, ABC):
    """Counts whole deals until it has a verdict.

    Attributes:
        verdict: why the tournament ends; "" while it goes on.
        setting: stored with the tournament; it must be equal when the tournament is continued. None: nothing.
    """

    setting: str | None = None

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self.verdict = ""
        self._next = 0

    def update(self, store: Store) -> None:
        """Count what was stored since the last time, until there is a verdict or a gap."""
        while not self.verdict and (block := next(store.blocks(self._next), None)):
            whole = self._whole_deals(block)
            if whole == 0:
                return
            self._count(type(block)(*(field[:whole] for field in block)))
            self._next += whole

    def add(self, block: GameResults) -> None:
        """Count whole deals that were played after those before."""
        if not self.verdict:
            self._count(block)

    @property
    @abstractmethod
    def state(self) -> str:
        """The state of the rule in a few words."""

    @property
    def expected_games(self) -> int | None:
        """The number of games after which there will probably be a verdict; None if that cannot be estimated."""
        return None

    @abstractmethod
    def _count(self, games: GameResults) -> None:
        """Count whole deals, up to the one at which there is a verdict."""

    def _whole_deals(self, block: GameResults) -> int:
        """The number of games at the start of `block` that follow the games so far without a gap, whole deals only."""
        unbroken = int((block.games == self._next + np.arange(len(block.games))).sum())
        ends = np.flatnonzero(self.schedule.at(block.games[:unbroken] + 1).deals != block.deals[:unbroken])
        return int(ends[-1]) + 1 if len(ends) else 0
