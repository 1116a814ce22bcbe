"""Games of agents as a source of positions for Nash backups: what is met in them, and what follows an end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from medianoche.agents import Agent, ask
from medianoche.agents.duels import DuelRules, DuelValues, rules_of
from medianoche.agents.greedy import GreedyAgent
from medianoche.agents.nash import NashAgent
from medianoche.agents.net import NetAgent
from medianoche.agents.network import Network
from medianoche.envs.core.game import Game
from medianoche.envs.core.kernels.rng import mix
from medianoche.envs.core.play.batch import Batch
from medianoche.training.compiled.backups import BackupSettings, NashBackups
from medianoche.training.compiled.config import NashBackupStage, NetConfig
from medianoche.training.run import annealed
from medianoche.training.settings import TrainingError

FIRST = 6
"""Times more positions are drawn by chance in the first round of a network."""
MORE = 4
"""Ends that are made for each one that is wanted: ends of other duels are left out."""


class Met(NamedTuple):
    """What games met."""

    positions: np.ndarray  #: all positions in which the first side chose
    states: np.ndarray  #: records of the game there
    utilities: np.ndarray  #: float64[games], the first side's results


def play(
    batch: Batch,
    agents: Sequence[Agent],
    seats: np.ndarray,
    rng: np.random.Generator,
    visit: Callable[[np.ndarray], np.ndarray],
) -> None:
    """Play all games of a batch to their ends, or until `visit` takes them out.

    Args:
        batch: the games, without autoreset.
        agents: the players.
        seats: int64[games, players], the agent in each seat.
        rng: of the agents' decisions.
        visit: called with the rows that are to decide; returns those that go on.
    """
    rows = visit(np.flatnonzero(~batch.done))
    while len(rows):
        actions = np.zeros(len(rows), np.int64)
        movers = batch.to_move[rows]
        seeds = mix(rng.integers(2**63, size=len(rows)).astype(np.uint64))
        for number, who in enumerate(agents):
            places = np.flatnonzero(seats[rows, movers] == number)
            if places.size:
                actions[places] = ask(who, batch.turn(rows[places], seeds[places], rows[places]))
        batch.step_rows(rows, actions)
        rows = visit(rows[~batch.done[rows]])


def met(
    game: Game,
    rules: DuelRules,
    agents: Sequence[Agent],
    players: int,
    games: int,
    rng: np.random.Generator,
    options: Mapping[str, Any] | None = None,
) -> Met:
    """The positions of games in which agents[0] has the first team's seats and agents[1] all others."""
    seeds = rng.integers(2**64, size=games, dtype=np.uint64)
    batch = game.batch(games, num_players=players, seeds=seeds, autoreset=False, **(options or {}))
    teams = np.array(game.teams(players))
    seats = np.tile((teams != teams[0]).astype(np.int64), (games, 1))
    positions = []
    states = []

    def visit(rows: np.ndarray) -> np.ndarray:
        here, asked = rules.read(batch.records, batch.states, rows)
        side, _ = rules.choices(batch.states[rows])
        kept = asked & (side == 0)
        positions.append(here[kept])
        states.append(np.array(batch.states[rows[kept]]))
        return rows

    play(batch, agents, seats, rng, visit)
    return Met(np.concatenate(positions), np.concatenate(states), batch.utility[:, 0].astype(np.float64))


def batch_of(game: Game, players: int, states: np.ndarray, rng: np.random.Generator) -> Batch:
    """A batch of these states, each with a generator of its own."""
    batch = game.batch(len(states), num_players=players, seed=0, autoreset=False)
    batch._states[:] = states
    batch._states["rng"] = rng.integers(1, 2**63, size=len(states)).astype(np.uint64)
    for row in range(len(states)):
        game.rules.loops.legal_one(batch.records, batch._states, row, batch._masks[row])
    batch._changed()
    return batch


def ended(
    game: Game, rules: DuelRules, players: int, states: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Positions at the end of duels, as after `states` changed by chance, and the states of the game there."""
    batch = batch_of(game, players, rules.nearly_won(states, rng), rng)
    rows = np.arange(len(states))
    positions, _ = rules.read(batch.records, batch.states, rows)
    _, choices = rules.choices(batch.states[rows])
    after, firsts, _ = rules.spread(batch.records[0], positions)
    for choice in divmod(rules.won_pair, rules.pair[1]):
        batch.step_rows(rows, np.full(len(rows), choices[choice]))
    return after[firsts[:, rules.won_pair]], np.array(batch.states)


def followed(
    game: Game,
    rules: DuelRules,
    agents: Sequence[Agent],
    players: int,
    states: np.ndarray,
    value: Callable[[np.ndarray], np.ndarray],
    rng: np.random.Generator,
) -> np.ndarray:
    """float64[n]: what `states` are worth to the first side: `value` of the first position in which both sides choose
    afterwards, or the result if the game ends before. The agents play until then."""
    batch = batch_of(game, players, states, rng)
    teams = np.array(game.teams(players))
    seats = np.tile((teams != teams[0]).astype(np.int64), (len(states), 1))
    values_found = np.full(len(states), np.nan)

    def visit(rows: np.ndarray) -> np.ndarray:
        here, asked = rules.read(batch.records, batch.states, rows)
        if asked.any():
            values_found[rows[asked]] = value(here[asked])
        return rows[~asked]

    play(batch, agents, seats, rng, visit)
    over = np.isnan(values_found)
    values_found[over] = batch.states["utility"][over, 0]
    return values_found


class DuelLearner:
    """Values of a game's duels that stages of Nash backups train, one network a stage.

    Args:
        config: of the training.

    Attributes:
        values: the networks.
    """

    def __init__(self, config: NetConfig) -> None:
        self.config = config
        self.game = config.game_with_pack()
        self.rules = rules_of(self.game)
        if config.duel_start:
            self.values = DuelValues.load(Path(config.duel_start))
            if difference := self.values.difference(self.game):
                raise TrainingError(f"duel_start = {config.duel_start!r} is not for {self.game.name}: {difference}")
        else:
            self.values = DuelValues.new(self.game, config.duel_hidden, config.seed)
        for stage in config.stages:
            if isinstance(stage, NashBackupStage):
                self.number(stage)
                if not stage.rounds:
                    raise TrainingError("a stage of Nash backups has neither minutes nor decisions; accepted: rounds")

    def number(self, stage: NashBackupStage) -> int:
        """The number of the stage's network. Raises TrainingError if the game has none of this name."""
        names = self.rules.networks
        if stage.network and stage.network not in names:
            raise TrainingError(f"network = {stage.network!r}: accepted: {', '.join(names)}")
        return names.index(stage.network) if stage.network else 0

    def state_dict(self) -> dict[str, np.ndarray]:
        """The parameters of all networks."""
        return dict(zip(self.rules.networks, self.values.parameters, strict=True))

    def load_state_dict(self, known: dict[str, np.ndarray]) -> None:
        """Restore what `state_dict` returned."""
        for name, vector in zip(self.rules.networks, self.values.parameters, strict=True):
            vector[:] = known[name]

    def round(self, network: Network, stage: NashBackupStage, number: int, done: int) -> tuple[int, dict[str, float]]:
        """A sweep over the positions of new games, or over new ends; `number` is that of the stage, `done` how many
        rounds it has had. Returns the number of positions, and figures for the log."""
        rng = np.random.default_rng([self.config.seed, number, done])
        network_number = self.number(stage)
        pack = self.game.content.records[0]
        learning = NashBackups(self.values, self.rules, pack, network_number, rng)
        rate = annealed(stage.learning_rate, stage.anneal_lr, done / (stage.rounds or 1))
        fights_met = self.met(network, stage, rng)
        if network_number >= self.rules.played:
            positions, targets = self._ends(network, stage, fights_met, rng)
            seen = learning.see(positions)
            before = self.values.evaluate(self.rules, positions) - targets
            error = learning.settle(seen, targets, stage.settle, rate)
            return len(positions), {"residual": float(np.sqrt((before**2).mean())), "fit": error}
        positions = np.concatenate([met_part.positions for met_part in fights_met])
        positions = positions[self.rules.network_of(positions) == network_number]
        starts = positions[self.rules.is_start(positions)]
        players = self.config.players or (self.game.players[0],)
        earlier = [
            earlier_stage for earlier_stage in self.config.stages[:number] if isinstance(earlier_stage, NashBackupStage)
        ]
        new = not (done or self.config.duel_start or network_number in map(self.number, earlier))
        drawn = [
            self.rules.drawn(pack, rng, stage.drawn * (FIRST if new else 1), network_number, players),
            positions,
        ]
        if not new:  # random values play no better than chance
            begun = self.rules.started(pack, rng, starts, stage.games // 2)
            on = positions[rng.integers(len(positions), size=stage.games // 2)]
            other = self.rules.drawn(pack, rng, stage.games // 4, network_number, players)
            drawn.append(learning.played(np.concatenate([begun, on, other])))
        settings = BackupSettings(stage.batches, 1500, rate, stage.settle, stage.turns)
        figures = learning.sweep(np.concatenate(drawn), settings)
        return int(figures.pop("positions")), figures

    def met(self, network: Network, stage: NashBackupStage, rng: np.random.Generator) -> list[Met]:
        """What is met in games of the network, the heuristic, and equilibria of the values so far, for each of the
        player counts. Where an equilibrium meets another player, it comes to positions that two equilibria do not
        reach."""
        policy = NetAgent(network=network, threads=1)
        nash = NashAgent("0%", network=network, values=self.values, threads=1)
        greedy = GreedyAgent()
        pairs = ((policy, policy), (nash, policy), (policy, nash), (nash, nash), (nash, greedy), (greedy, nash))
        players = self.config.players or (self.game.players[0],)
        games = max(1, stage.met // (len(pairs) * len(players)))
        return [met(self.game, self.rules, pair, n, games, rng) for n in players for pair in pairs]

    def _ends(
        self, network: Network, stage: NashBackupStage, fights_met: list[Met], rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        """Positions at the ends of duels, and what they are worth by games that the network plays on."""
        policy = NetAgent(network=network, threads=1)
        positions = []
        targets = []
        distances = self.rules.distance(np.concatenate([met_part.positions for met_part in fights_met]))
        late = distances <= np.median(distances)  # where duels are about to end
        states = np.concatenate([met_part.states for met_part in fights_met])[late]
        network_number = self.number(stage)
        counts = states["num_players"]
        for n in np.unique(counts):
            mine = states[counts == n]
            wanted = round(stage.games * len(mine) / len(states))
            part = mine[rng.integers(len(mine), size=MORE * wanted)]
            ends, after = ended(self.game, self.rules, int(n), part, rng)
            kept = np.flatnonzero(self.rules.network_of(ends) == network_number)[:wanted]
            worth = followed(self.game, self.rules, (policy, policy), int(n), after[kept], self._worth, rng)
            positions.append(ends[kept])
            targets.append(worth)
        return np.concatenate(positions), np.concatenate(targets)

    def _worth(self, positions: np.ndarray) -> np.ndarray:
        return self.values.evaluate(self.rules, positions)
