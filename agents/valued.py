"""Networks with values of duels: `net` draws its choices there from mixes of these values.

Where a game declares positions in which two sides choose at the same time (`Declaration.duels`), a network's mix is far
from an equilibrium, and an opponent who knows it wins nearly everything. So values can lie beside a network's file, in
the folder `nash` and under the same name: those of `policy.safetensors` are `nash/policy.safetensors`. Then each pair
of choices is played out, and the values of the positions behind them are a matrix game; the choice is drawn from its
solution, and a target after it is the one with the best value. The agent reads what everybody knows.

`net:plain` plays the network alone, as all versions up to 0.4 did.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

import numpy as np

from medianoche.agents.base import Agent, AgentError
from medianoche.agents.net import ALONE, NetAgent
from medianoche.agents.sampling import EQUILIBRIUM, uniform
from medianoche.envs.core.kernels.rng import mix

if TYPE_CHECKING:
    from medianoche.agents.duels import DuelRules, DuelValues, Solved
    from medianoche.agents.judging import Judgement
    from medianoche.agents.network import Network
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.play.turn import Turn

FOLDER = "nash"
"""The folder with values, beside the network's file."""
TREMBLES = 0.2
"""The share of an opponent's choices that `net` expects to be uniformly random, and uses: see `duels.answered`. Figures
for other shares: benchmarks/studies/equilibrium.md."""
NONE = np.zeros(0, np.int64)


def values_beside(file: Path) -> Path | None:
    """The file of values beside a network's file; None if there is none."""
    values = file.parent / FOLDER / file.name
    return values if values.is_file() else None


class DuelDecisions(NamedTuple):
    """The n decisions of a turn, and which of them are in duels."""

    positions: np.ndarray  #: the game's records of positions
    asked: np.ndarray  #: bool[n]: a choice or a target is asked for
    side: np.ndarray  #: int64[n]: the side that chooses; -1 where a target is asked for
    choices: np.ndarray  #: the actions of the choices
    alone: np.ndarray  #: bool[n]: nothing else can be played, so the network need not be asked

    @classmethod
    def read(cls, turn: Turn, rules: DuelRules) -> DuelDecisions:
        """The decisions of a turn."""
        states = turn._states
        positions, asked = rules.read(turn._packs, states, turn._rows)
        side, choices = rules.choices(states[turn._rows])
        meant = np.zeros(turn.masks.shape[1], np.uint64)
        for choice in choices:
            meant[choice // 64] |= np.uint64(1) << np.uint64(choice % 64)
        others = (turn.masks & ~meant).any(axis=1)
        return cls(positions, asked, side, choices, asked & ((side < 0) | ~others))


class Duels(NamedTuple):
    """Rows of a turn that are inside duels: either choices are to be drawn or targets are chosen."""

    rows: np.ndarray  #: int64[n]
    choices: np.ndarray  #: the actions; empty where targets are chosen
    mixes: np.ndarray  #: float64[n, choices], their probabilities
    aims: np.ndarray  #: int64[n], the actions that choose targets


class InMemory(TypedDict, total=False):
    """Arguments of an agent with values by their keywords, see `ValuedNetAgent`."""

    threads: int | None
    network: Network | None
    values: DuelValues | None


class ValuedNetAgent(NetAgent):
    """Plays a network, and in duels the values beside its file, if there are some.

    Args:
        *words: as for `NetAgent`. With "sample", "best" or "plain" the network plays alone.
        threads: threads that share the decisions of the network.
        network: a network in memory, instead of a file.
        values: values in memory, for a network in memory; None: it plays alone.

    Raises:
        AgentError: a file cannot be used; from `act`: it is for another game.
    """

    name = "net"

    def __init__(
        self,
        *words: str,
        threads: int | None = None,
        network: Network | None = None,
        values: DuelValues | None = None,
    ) -> None:
        super().__init__(*words, threads=threads, network=network)
        self._values = values
        self.trembles = TREMBLES
        self.turns = 1
        self._in_memory = network is not None and not self.path
        self._beside: dict[str, DuelValues | None] = {}

    def values(self, game: BaseGame) -> DuelValues | None:
        """The values with which it plays duels of `game`; None if it plays its network alone. Raises AgentError if the
        file of values is damaged or for another game."""
        if self.choice in ALONE:
            return None
        if self._in_memory:
            return self._values
        if game.content.location not in self._beside:
            from medianoche.agents.duels import DuelValues

            file = values_beside(self.source(game))
            values = DuelValues.load(file) if file else None
            if values and (difference := values.difference(game)):
                raise AgentError(f"values {file} are none for {game.name}: {difference}")
            self._beside[game.content.location] = values
        return self._beside[game.content.location]

    def solve(self, values: DuelValues, rules: DuelRules, pack: Any, positions: np.ndarray) -> Solved:
        """The solved positions, as the agent plays them on either side."""
        from medianoche.agents.duels import answered

        return answered(values.solve(rules, pack, positions, self.turns), self.trembles)

    def sources(self, game: BaseGame) -> list[Path]:
        """All files on which its play depends: those of its networks, and that of the values."""
        files = super().sources(game)
        values = None if self.choice in ALONE else values_beside(files[0])
        return [*files, values] if values else files

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        values = self.values(turn.game)
        if values is None:
            return super().act(turn)
        from medianoche.agents.duels import draw, rules_of

        asked = DuelDecisions.read(turn, rules_of(turn.game))
        actions = np.full(len(turn), -1, np.int64)
        self._ask_network(turn, actions, ~asked.alone)
        wanted = asked.alone | (asked.asked & np.isin(actions, asked.choices))
        for duel in self._duels(turn, values, asked, wanted):
            numbers = uniform(mix(turn.seeds[duel.rows] ^ EQUILIBRIUM))
            actions[duel.rows] = duel.choices[draw(duel.mixes, numbers)] if duel.choices.size else duel.aims
        self._ask_network(turn, actions, actions < 0)
        return actions

    def probabilities(self, turn: Turn) -> np.ndarray | None:
        """float32[n, num_actions]: the probabilities of its choices; None if it searches."""
        policy = super().probabilities(turn)
        return policy if policy is None else self._with_duels(turn, policy)

    def judge(self, turn: Turn) -> Judgement:
        """The judgement of the only row of `turn`: its probabilities, of its network or search outside of duels; mean
        results; the network's value of the position."""
        judgement = super().judge(turn)
        policy = np.zeros((1, turn.game.num_actions), np.float32)
        policy[0, list(judgement.weights)] = list(judgement.weights.values())
        policy = self._with_duels(turn, policy)
        return judgement._replace(weights={action: float(policy[0, action]) for action in judgement.weights})

    def most_probable(self, game: BaseGame) -> Agent | None:
        """None with values: what a mix plays most often is no agent that an attack could begin with."""
        return super().most_probable(game) if self.values(game) is None else None

    def _ask_network(self, turn: Turn, actions: np.ndarray, wanted: np.ndarray) -> None:
        """Write the network's actions where they are wanted."""
        rows = np.flatnonzero(wanted)
        if rows.size:
            actions[rows] = super().act(turn.part(rows))

    def _with_duels(self, turn: Turn, policy: np.ndarray) -> np.ndarray:
        """`policy`, in which choices and targets of duels have the probabilities of the values: the choices share what
        they had together."""
        values = self.values(turn.game)
        if values is None:
            return policy
        from medianoche.agents.duels import rules_of

        asked = DuelDecisions.read(turn, rules_of(turn.game))
        for duel in self._duels(turn, values, asked, asked.asked):
            if not duel.choices.size:
                policy[duel.rows] = 0
                policy[duel.rows, duel.aims] = 1
                continue
            places = np.ix_(duel.rows, duel.choices)
            policy[places] = policy[places].sum(axis=1, keepdims=True) * duel.mixes[:, : len(duel.choices)]
        return policy

    def _duels(self, turn: Turn, values: DuelValues, asked: DuelDecisions, wanted: np.ndarray) -> Iterator[Duels]:
        """The wanted rows in which two sides choose at the same time, and those in which a target is chosen."""
        from medianoche.agents.duels import rules_of

        rules = rules_of(turn.game)
        states = turn._states
        packs = states["pack"][turn._rows]
        for number in np.unique(packs[wanted]):
            rows = np.flatnonzero(wanted & (packs == number))
            pack = turn._packs[number]
            solved = self.solve(values, rules, pack, asked.positions[rows])
            choosing = np.flatnonzero(asked.side[rows] >= 0)
            yield Duels(rows[choosing], asked.choices, solved.mixes[choosing, asked.side[rows[choosing]]], NONE)
            aiming = np.flatnonzero(asked.side[rows] < 0)
            pairs, aims = rules.aims(pack, asked.positions[rows[aiming]], states[turn._rows[rows[aiming]]])
            targets = picked_aims(solved, aiming, pairs, aims)
            kept = np.flatnonzero(targets >= 0)
            yield Duels(rows[aiming[kept]], NONE, np.zeros((len(kept), 0)), targets[kept])


def picked_aims(solved: Solved, places: np.ndarray, pairs: np.ndarray, aims: np.ndarray) -> np.ndarray:
    """int64[n]: the action that leads to the position picked at solved[places[i]] after the pair of choices pairs[i];
    -1 if no target is to be chosen. `aims`: see `DuelRules.aims`."""
    numbers = solved.picks[places, pairs] - solved.firsts[places, pairs]
    return np.take_along_axis(aims, numbers[:, None], axis=1)[:, 0]


def values_of(who: object, game: BaseGame) -> DuelValues | None:
    """The values with which an agent plays duels of `game`; None if it plays none by values."""
    return who.values(game) if isinstance(who, ValuedNetAgent) else None
