"""Search: `ismcts:1000`, `ismcts:1000:greedy`, `ismcts:50ms` and, as the simple reference, `flat:1000`."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche.agents.base import AgentError
from medianoche.envs.core.play.threads import Threads, cores

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game
    from medianoche.envs.core.play.turn import Turn

EXPLORATION = 1.0
"""Weight of the exploration term of the upper confidence bounds, for utilities in [-1, 1]."""
SLICE = 16
"""Simulations between two looks at the clock."""
BUDGET = r"(\d+)(ms)?"
"""How a budget is written; see `parse_budget`."""
MOST = 1_000_000
"""Simulations of one decision: what a tree has room for."""
DIGITS = 3
"""Of the number of threads."""


def default_threads() -> int:
    """Threads of a search: the environment variable MEDIANOCHE_THREADS, else one for each core.

    Raises:
        AgentError: the variable is no such number.
    """
    given = os.environ.get("MEDIANOCHE_THREADS") or "0"
    if not given.isdecimal() or len(given) > DIGITS:
        raise AgentError(f"MEDIANOCHE_THREADS={given!r} is not accepted; accepted: a number of threads")
    return int(given) or cores()


class Searcher:
    """What searches share: threads, and a loop of their own compiled for each game.

    Args:
        threads: threads that share the decisions of a turn; None asks `default_threads`.
    """

    def __init__(self, threads: int | None) -> None:
        self.threads = Threads(threads or default_threads())
        self.simulations, self.seconds = 0, None  # type: int, float | None
        self._kernels: dict[str, Any] = {}

    def compiled(self, game: Game, loop: Callable[..., Any], **named: Any) -> Any:
        """`loop` for `game`; `named` are types of its parameters that core does not know."""
        if game.location not in self._kernels:
            self._kernels[game.location] = game.loops.compile(loop, **named)
        return self._kernels[game.location]

    def spend(self, rows: int, prepare: Callable[[int], Callable[[int, int, int, int], Any]]) -> None:
        """Share `rows` among the threads and spend the budget on each: `prepare(part)` is a thread's search, called
        with the numbers of simulations first..last-1 and rows a..b-1, and goes on with its trees where first > 0."""

        def work(part: int, a: int, b: int) -> None:
            run = prepare(part)
            if self.seconds is None:
                run(0, self.simulations, a, b)
                return
            for row in range(a, b):
                until, first = time.perf_counter() + self.seconds, 0
                while first == 0 or (time.perf_counter() < until and first + SLICE < self.simulations):
                    run(first, first + SLICE, row, row + 1)
                    first += SLICE

        self.threads.share(rows, work)


class SearchAgent(Searcher):
    """Information-set Monte Carlo tree search on samples of what the seat to move cannot see.

    Args:
        budget: simulations for each decision ("1000"), or time ("50ms"; such play cannot be repeated exactly).
        playout: how simulations go on below the tree: "random" or "greedy", the game's heuristic.
        exploration: see EXPLORATION.
        solve: with perfect information and two players, keep what is proven.
        threads: threads that share the decisions of a turn.
    """

    name = "ismcts"

    def __init__(
        self,
        budget: str = "1000",
        playout: str = "random",
        *,
        exploration: float = EXPLORATION,
        solve: bool = True,
        threads: int | None = None,
    ) -> None:
        super().__init__(threads)
        self.simulations, self.seconds = parse_budget(budget)
        if playout not in ("random", "greedy"):
            raise AgentError(f"search playout {playout!r}; accepted: random, greedy")
        self.playout = playout
        numbers = np.arange(1, self.simulations + 3)
        self._logs = np.concatenate([[0.0], exploration**2 * np.log(numbers)])
        self.solve = solve
        self._trees: list[tuple[np.ndarray, np.ndarray]] = []

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]: the action most visited in each row's search."""
        return self.search(turn)[0]

    def search(self, turn: Turn, policy: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Search every row.

        Returns:
            actions: int64[n].
            shares: float32[n, num_actions], each action's share of the visits, if `policy`; else float32[0, 0].
        """
        rows = len(turn)
        packs, states = turn.sample()
        actions = np.zeros(rows, np.int64)
        shares = np.zeros((rows, turn.game.num_actions) if policy else (0, 0), np.float32)
        counts = np.zeros(rows, np.int64)
        exact = self.solve and not turn.game.hidden_information and turn.num_players == 2
        kernel = self._kernel(turn.game)

        def prepare(part: int) -> Callable[..., Any]:
            nodes, path = self._tree(part)
            samples = np.zeros(1, turn.game.state_dtype).view(np.recarray)
            greedily = self.playout == "greedy" or None
            return partial(
                kernel,
                packs,
                states,
                turn.masks,
                turn.seeds,
                actions,
                shares,
                samples,
                nodes,
                path,
                counts,
                self._logs,
                exact,
                greedily,
            )

        self.spend(rows, prepare)
        return actions, shares

    def nodes(self) -> tuple[np.void, np.ndarray]:
        """The root of the last search and its children, as `kernels.tree.NODE`; of many rows, those of one."""
        return root_of(self._trees[0][0])

    def _kernel(self, game: Game) -> Any:
        from numba import boolean, float32, float64, int64, none, typeof

        from medianoche.agents.kernels import tree

        return self.compiled(
            game,
            tree.search_rows,
            greedily=boolean if self.playout == "greedy" else none,
            policy=float32[:, ::1],
            nodes=typeof(np.zeros(0, tree.NODE)),
            path=int64[::1],
            logs=float64[::1],
        )

    def _tree(self, part: int) -> tuple[np.ndarray, np.ndarray]:
        from medianoche.agents.kernels.tree import NODE

        while len(self._trees) <= part:
            size = self.simulations + 2
            self._trees.append((np.zeros(size, NODE).view(np.recarray), np.zeros(size, np.int64)))
        return self._trees[part]


class FlatAgent(Searcher):
    """Flat Monte Carlo: random games after each legal action, on samples of what the seat to move cannot see.

    Args:
        budget: simulations for each decision, shared by its legal actions.
        threads: threads that share the decisions of a turn.
    """

    name = "flat"

    def __init__(self, budget: str = "1000", *, threads: int | None = None) -> None:
        super().__init__(threads)
        self.simulations, seconds = parse_budget(budget)
        if seconds is not None:
            raise AgentError(f"flat:{budget}: accepted: a number of simulations")

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]: the action with the best mean in each row."""
        from medianoche.agents.kernels.tree import flat_rows

        game = turn.game
        kernel = self.compiled(game, flat_rows)
        packs, states = turn.sample()
        actions = np.zeros(len(turn), np.int64)

        def work(_part: int, a: int, b: int) -> None:
            samples = np.zeros(1, game.state_dtype).view(np.recarray)
            kernel(packs, states, turn.masks, turn.seeds, actions, samples, self.simulations, a, b)

        self.threads.share(len(turn), work)
        return actions


def root_of(nodes: np.ndarray) -> tuple[np.void, np.ndarray]:
    """The root of a tree and copies of its children."""
    places, child = [], int(nodes[0]["first_child"])
    while child:
        places.append(child)
        child = int(nodes[child]["sibling"])
    return nodes[0], np.array(nodes[places])


def parse_budget(text: str) -> tuple[int, float | None]:
    """(simulations, seconds): "1000" is a number of simulations, "50ms" a time.

    Raises:
        AgentError: neither, or out of range.
    """
    if (match := re.fullmatch(BUDGET, text)) is None or int(match[1]) == 0:
        raise AgentError(f"search budget {text!r}; accepted: simulations like 1000, or time like 50ms")
    if match[2]:
        return MOST, int(match[1]) / 1000
    if int(match[1]) > MOST:
        raise AgentError(f"search budget {text!r}; accepted: at most {MOST} simulations")
    return int(match[1]), None
