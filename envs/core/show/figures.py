"""What a hint says of each action: one figure in one unit, which rows, labels and sentences share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

LEAST_SHARE = 0.05
"""An action with a smaller share of a search's visits was tried too seldom for its chance to mean anything, unless it
has half the visits of the one that was tried most."""


class Figures:
    """The figures of a hint, as percentages: chances to win if values of actions are known, each shown for actions with
    at least LEAST_SHARE of the visits or half of the most; else how often each action is chosen.

    Attributes:
        percent: the figure of each action that has one, from 0 to 100.
        is_chance: whether figures are chances to win.
        best: the action with the greatest figure, of equals the one with the greatest weight, then the lowest; None if
            there is none.
    """

    def __init__(self, weights: Mapping[int, float], values: Mapping[int, float]) -> None:
        self.is_chance = bool(values)
        most = max((weights.get(action, 0.0) for action in values), default=0.0)
        least = min(LEAST_SHARE, most / 2)
        shown = {action: value for action, value in values.items() if weights.get(action, 0.0) >= least}
        figures = {action: 50 * (1 + value) for action, value in shown.items()} if values else scaled(weights)
        self.percent = {action: round(figure) for action, figure in figures.items()}
        order = sorted(self.percent, key=lambda action: (-self.percent[action], -weights.get(action, 0.0), action))
        self.best = order[0] if order else None

    def figure_of(self, actions: Iterable[int]) -> int | None:
        """The greatest figure among some actions; None if none of them has one."""
        return max((self.percent[action] for action in actions if action in self.percent), default=None)

    def words(self, actions: Iterable[int], say: Callable[..., str]) -> str:
        """The greatest figure among some actions in words, by a function such as `View.say`; "" if none of them has
        one."""
        figure = self.figure_of(actions)
        return "" if figure is None else say("chance" if self.is_chance else "how-often", percent=figure)


def scaled(weights: Mapping[int, float]) -> dict[int, float]:
    """Weights from 0 to 1 as percentages."""
    return {action: 100 * weight for action, weight in weights.items()}
