"""Search agents: `ismcts:1000`, `ismcts:1000:greedy`, `ismcts:50ms`, and flat Monte Carlo, `flat:1000`."""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche.agents.base import AgentError
from medianoche.agents.judging import Judgement, judgement_of_visits
from medianoche.envs.core.copying import Copied
from medianoche.envs.core.play.threads import Threads, cores

if TYPE_CHECKING:
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.play.turn import Turn

UCT_C = 1.0
"""UCB1's exploration constant, for utilities in [-1, 1]."""
SLICE = 16
"""Simulations between two readings of the clock, a multiple of those of a halving (`kernels.guided.CANDIDATES`)."""
CALL = 64 * SLICE
"""Simulations of one call of compiled code, at most: between two calls Python answers signals, as Ctrl-C."""
BUDGET = r"(\d+)(ms)?"
"""Pattern of a budget, see `parse_budget`."""
SIMULATION_LIMIT = 1_000_000
"""Simulations of one decision, at most; a tree has room for them."""
THREAD_DIGITS = 3
"""Digits of the number of threads, at most."""


def default_threads() -> int:
    """Threads of a search: the environment variable MEDIANOCHE_THREADS, or one for each core. Raises AgentError if the
    variable is not a number of at most three digits."""
    text = os.environ.get("MEDIANOCHE_THREADS") or "0"
    if not text.isdecimal() or len(text) > THREAD_DIGITS:
        raise AgentError(f"MEDIANOCHE_THREADS={text!r} is not accepted; accepted: a number of threads")
    return int(text) or cores()


class Searcher(Copied):
    """Base class of search agents: threads, budget, and a kernel compiled for each game.

    Args:
        threads: threads that share the decisions of a turn; None: `default_threads`.

    Attributes:
        stopped: asked every few simulations; True ends the search.
    """

    def __init__(self, threads: int | None) -> None:
        self.threads = Threads(threads or default_threads())
        self.simulations = 0
        self.seconds: float | None = None
        self.stopped: Callable[[], bool] | None = None
        self._kernels: dict[tuple[str, str], Any] = {}

    def compiled(self, game: BaseGame, loop: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
        """The kernel `loop` compiled for `game`, for the types of those arguments that core does not know."""
        key = game.content.location, loop.__name__
        if key not in self._kernels:
            from numba import typeof

            self._kernels[key] = game.rules.loops.compile(
                loop, **{name: typeof(value) for name, value in arguments.items()}
            )
        return self._kernels[key]

    def spend(
        self,
        rows: int,
        prepare: Callable[[int], Callable[[int, int, int, int], Any]],
        searched: np.ndarray | None = None,
    ) -> None:
        """Divide `rows` among the threads and spend the budget on each row. `prepare(part)` returns the search of a
        thread, which is called as search(first, last, begin, end): simulations first..last-1 of rows begin..end-1.
        `searched`, bool[rows], tells the rows that need the budget, None: all; for the others one call is enough."""
        simulations = max(1, self.simulations)
        size = SLICE if self.seconds else CALL
        # rows that are searched in one call
        share = max(1, size // simulations)
        given_up = False

        def search(run: Callable[[int, int, int, int], Any], begin: int, end: int) -> None:
            until = time.perf_counter() + (self.seconds or math.inf)
            for first in range(0, simulations, size):
                run(first, min(first + size, self.simulations), begin, end)
                if given_up or time.perf_counter() >= until or (self.stopped and self.stopped()):
                    break
                if searched is not None and not searched[begin:end].any():
                    break

        def work(part: int, begin: int, end: int) -> None:
            run = prepare(part)
            for row in range(begin, end, share):
                if not given_up:
                    search(run, row, min(row + share, end))

        try:
            self.threads.share(rows, work)
        finally:
            given_up = True  # after a signal the other threads end, too


class SearchAgent(Searcher):
    """Information-set Monte Carlo tree search; see `kernels.tree.ismcts_search`.

    Args:
        budget: simulations for each decision ("1000"), or time ("50ms"; such play is not reproducible).
        playout: rollout policy: "random", or "greedy" for the game's heuristic.
        uct_c: see UCT_C.
        solve: prove results, where there are two players with perfect information.
        threads: threads that share the decisions of a turn.
    """

    name = "ismcts"

    def __init__(
        self,
        budget: str = "1000",
        playout: str = "random",
        *,
        uct_c: float = UCT_C,
        solve: bool = True,
        threads: int | None = None,
    ) -> None:
        super().__init__(threads)
        self.simulations, self.seconds = parse_budget(budget)
        if playout not in ("random", "greedy"):
            raise AgentError(f"search playout {playout!r}; accepted: random, greedy")
        self.playout = playout
        numbers = np.arange(1, self.simulations + 3)
        self._logs = np.concatenate([[0.0], uct_c**2 * np.log(numbers)])
        self.solve = solve
        self._trees: list[tuple[np.ndarray, np.ndarray]] = []

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]: the most visited action of each row."""
        return self.search(turn)[0]

    def search(self, turn: Turn, policy: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Search every row.

        Returns:
            actions: int64[n].
            policy: float32[n, num_actions], each action's share of the visits; float32[0, 0] unless `policy`.
        """
        from medianoche.agents.kernels.tree import NODE, Method, SearchTree, ismcts_search

        rows = len(turn)
        size = self.simulations + 2
        packs, states = turn.sample()
        decisions = empty_decisions(turn, policy, values=False)
        exact = self.solve and not turn.game.declaration.hidden_information and turn.num_players == 2
        method = Method(self._logs, exact, self.playout == "greedy" or None)
        used = np.zeros(rows, np.int64)

        def tree(part: int) -> SearchTree:
            while len(self._trees) <= part:
                self._trees.append((np.zeros(size, NODE).view(np.recarray), np.zeros(size, np.int64)))
            return SearchTree(*self._trees[part], used)

        kernel = self.compiled(turn.game, ismcts_search, {"decisions": decisions, "tree": tree(0), "method": method})

        def prepare(part: int) -> Callable[..., Any]:
            samples = np.zeros(1, turn.game.declaration.state_dtype).view(np.recarray)
            return partial(kernel, packs, states, samples, decisions, tree(part), method)

        self.spend(rows, prepare)
        return decisions.actions, decisions.policy

    def nodes(self) -> tuple[np.void, np.ndarray]:
        """The root of the last search and its children, as `kernels.tree.NODE`; of many rows only one row's."""
        return root_of(self._trees[0][0])

    def judge(self, turn: Turn) -> Judgement:
        """The judgement of the only row of `turn`: shares of the visits, and mean results."""
        self.search(turn)
        return judgement_of_visits(self.nodes()[1])


class FlatAgent(Searcher):
    """Flat Monte Carlo: random rollouts after each legal action, on samples of the hidden part of the state.

    Args:
        budget: simulations for each decision, divided among its legal actions.
        threads: threads that share the decisions of a turn.
    """

    name = "flat"

    def __init__(self, budget: str = "1000", *, threads: int | None = None) -> None:
        super().__init__(threads)
        self.simulations, seconds = parse_budget(budget)
        if seconds is not None:
            raise AgentError(f"flat:{budget}: accepted: a number of simulations")

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]: the action with the greatest mean utility in each row."""
        from medianoche.agents.kernels.tree import flat_monte_carlo

        totals = np.zeros((len(turn), turn.game.num_actions))
        game = turn.game
        decisions = empty_decisions(turn, policy=False, values=False)
        kernel = self.compiled(game, flat_monte_carlo, {"decisions": decisions, "totals": totals})
        packs, states = turn.sample()

        def prepare(_part: int) -> Callable[..., Any]:
            samples = np.zeros(1, game.declaration.state_dtype).view(np.recarray)
            return partial(kernel, packs, states, samples, decisions, totals, self.simulations)

        self.spend(len(turn), prepare)
        return np.where(turn.action_mask != 0, totals, -np.inf).argmax(axis=1)


def empty_decisions(turn: Turn, policy: bool, values: bool) -> Any:
    """The `kernels.tree.Decisions` of a turn, with room for policies and values if they are wanted."""
    from medianoche.agents.kernels.tree import Decisions

    rows = len(turn)
    policies = np.zeros((rows, turn.game.num_actions) if policy else (0, 0), np.float32)
    arrays = turn.masks.copy(), turn.seeds.copy()  # kernels are compiled for arrays that can be written
    return Decisions(*arrays, np.zeros(rows, np.int64), policies, np.zeros(rows * values, np.float32))


def root_of(nodes: np.ndarray) -> tuple[np.void, np.ndarray]:
    """The root of a search tree, and copies of its children."""
    places = []
    child = int(nodes[0]["first_child"])
    while child:
        places.append(child)
        child = int(nodes[child]["sibling"])
    return nodes[0], np.array(nodes[places])


def parse_budget(text: str) -> tuple[int, float | None]:
    """The simulations and seconds of a budget: (1000, None) for "1000", (SIMULATION_LIMIT, 0.05) for "50ms". Raises
    AgentError if `text` is no budget, or out of range."""
    if (match := re.fullmatch(BUDGET, text)) is None or int(match[1]) == 0:
        raise AgentError(f"search budget {text!r}; accepted: simulations like 1000, or time like 50ms")
    if match[2]:
        return SIMULATION_LIMIT, int(match[1]) / 1000
    if int(match[1]) > SIMULATION_LIMIT:
        raise AgentError(f"search budget {text!r}; accepted: at most {SIMULATION_LIMIT} simulations")
    return int(match[1]), None
