"""Skill ladders: an agent's budget is doubled until its rating stops rising; the number of doublings measures depth.

Each step is a sequential test over deals of the doubled budget against the one before. The test uses normalised Elo,
so that it needs about as many deals in a game of luck as in one without. There is no verdict before `fewest` deals,
since the Elo estimate of a test that stops early is biased upwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche.benchmarks import Estimate, Hypotheses, Spec, Sprt, Store, TournamentError
from medianoche.benchmarks.studies.study import curve, markdown
from medianoche.benchmarks.studies.study import draw as draw_study

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Play = Callable[[Spec, Path, Sprt], None]
HEADINGS = ("game", "budget", "against", "Elo", "normalised Elo", "deals", "ms a decision", "verdict")
VERDICTS = {"H1": "pays", "H0": "does not pay", "": "undecided"}
BUDGET_LIMIT = 2**30


@dataclass(frozen=True)
class Rung:
    """A step of a ladder: one doubling of the budget."""

    game: str  # name of the game
    budget: int  # the higher budget, twice the one it was tested against
    verdict: str  # "H1" if the doubling pays, "H0" if not, "" if undecided
    deals: int  # number of deals
    elo: Estimate  # Elo above the lower budget
    normalised: Estimate
    milliseconds: float  # time of a decision at this budget

    def cells(self) -> tuple[str, ...]:
        """The row of the table, under HEADINGS."""
        figures = (estimate.words("+.0f") for estimate in (self.elo, self.normalised))
        names = (self.game, f"{self.budget:,}", f"{self.budget // 2:,}")
        return (*names, *figures, f"{self.deals:,}", f"{self.milliseconds:.3g}", VERDICTS[self.verdict])


def named(agent: str, budget: int) -> str:
    """`agent` with a budget: in place of its {}, or after a colon."""
    return agent.replace("{}", str(budget)) if "{}" in agent else f"{agent}:{budget}"


def climb(
    play: Play, game: str, agent: str, budgets: tuple[int, int], test: Hypotheses, folder: Path, **arguments: Any
) -> Iterator[Rung]:
    """Double the budget from budgets[0] while it pays, up to budgets[1]; yields a rung for each step.

    Args:
        play: plays a test in a folder until it is decided or has enough games; stored games are kept.
        game: name of the game.
        agent: the agent without its budget, see `named`.
        budgets: the first and the last.
        test: the hypotheses of each step.
        folder: the folder of all steps; each has its own folder in it.
        **arguments: arguments of `Spec.create`.

    Raises:
        MedianocheError: an argument is not accepted.
    """
    first, last = budgets
    if not 1 <= first <= last // 2 <= BUDGET_LIMIT:
        raise TournamentError(f"from {first} to {last} is no doubling; both must be from 1 to {2 * BUDGET_LIMIT}")
    budget = 2 * first
    while budget <= last:
        spec = Spec.create(game, [named(agent, budget), named(agent, budget // 2)], **arguments)
        place = folder / spec.name / str(budget)
        play(spec, place, Sprt.from_spec(spec, test))
        rung = _measured(place, budget)
        yield rung
        if rung.verdict != "H1":
            return
        budget *= 2


def _measured(folder: Path, budget: int) -> Rung:
    """The rung of a finished step in `folder`."""
    with Store.read(folder) as store:
        stored = Sprt.stored(store)
        pace = store.speed().milliseconds.tolist()
        name = f"{store.spec.name}, {store.spec.players}"
    if stored is None or not stored.deals:
        raise TournamentError(f"no deal of the step in {folder} is finished; ask for more --games")
    return Rung(name, budget, stored.verdict, stored.deals, stored.elo, stored.normalised_elo, pace[0])


def depth(rungs: list[Rung]) -> str:
    """The depth of a game in one line."""
    paid = [rung for rung in rungs if rung.verdict == "H1"]
    gained = sum(rung.elo.value for rung in paid)
    start = rungs[0].budget // 2
    last = rungs[-1]
    end = "and on: the last one paid too" if last.verdict == "H1" else f"the next one {VERDICTS[last.verdict]}"
    if last.verdict == "":
        end = "the next one stayed undecided"
    top = start * 2 ** len(paid)
    return f"{last.game} players: {len(paid)} doublings pay, {start:,} to {top:,}, {gained:+.0f} Elo; {end}"


def table(agent: str, ladders: list[list[Rung]]) -> str:
    """All ladders as a page of markdown."""
    rows = [rung.cells() for rungs in ladders for rung in rungs]
    lines = [f"- {depth(rungs)}" for rungs in ladders]
    return "\n".join([f"# Skill ladder: {agent}", "", *lines, "", *markdown(HEADINGS, rows), ""])


def draw(file: Path, agent: str, ladders: list[list[Rung]]) -> None:
    """Write the ladders as a picture (SVG): Elo above the first budget over budgets, with 95% intervals of the sums."""

    def paint(axes: Axes, *_: object) -> None:
        for number, rungs in enumerate(ladders):
            budgets = [rungs[0].budget // 2, *(rung.budget for rung in rungs)]
            elo = np.array([(0.0, 0.0, 0.0), *(rung.elo for rung in rungs)])
            total = np.cumsum(elo[:, 0])
            below, above = np.sqrt(np.cumsum(np.square(elo[:, 1:].T - elo[:, 0]), axis=1))
            sums = [Estimate(*step_sum) for step_sum in np.stack([total, total - below, total + above], axis=1)]
            curve(axes, budgets, sums, band=True, color=f"C{number}", label=f"{rungs[0].game} players")
            if rungs[-1].verdict != "H1":  # the last doubling did not pay
                axes.plot(budgets[-1:], total[-1:], marker="o", color="white", markersize=3, linestyle="")
        axes.set_xscale("log", base=2)
        axes.set(xlabel="budget", ylabel="Elo above the first budget, 95%", title=f"Skill ladder of {agent}")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.legend(frameon=False)

    draw_study(file, (7, 4.5), [agent], [""], paint)
