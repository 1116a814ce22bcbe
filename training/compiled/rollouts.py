"""Rollouts: games whose decisions are collected as transitions.

`SelfPlayGames` plays in the kernels alone; `play_supervised` asks an agent or a search for policy targets.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import boolean, int8, none

from medianoche.agents import ask, tell
from medianoche.agents.sampling import draw_actions
from medianoche.agents.seating import show_rows
from medianoche.envs.core.content.symmetries import Symmetries
from medianoche.envs.core.kernels import tuple_type
from medianoche.envs.core.kernels.rng import mix
from medianoche.envs.core.play.threads import Threads
from medianoche.training.compiled.kernels.transitions import (
    ALL_SEATS,
    LEARNER,
    MOVER_ALONE,
    NO_CRITIC,
    RIVAL,
    SelfPlayRules,
    Transitions,
    collect_transitions,
)

if TYPE_CHECKING:
    from medianoche.agents import Agent
    from medianoche.agents.net import NetAgent
    from medianoche.agents.network import NetHeader, Network
    from medianoche.envs.core.game import Game
    from medianoche.envs.core.play.turn import Turn

ENTRIES_PER_OBSERVATION = 512
"""Nonzero numbers of an observation for which arrays have room, on average."""

SECOND = np.uint64(0xA62EE)
"""Sets the seeds of a second search apart from those of the first."""

Supervise = Callable[["Turn", np.ndarray, np.random.Generator], tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]
"""Is given a turn, the phase of each of its n rows, and a generator. Returns for these rows:

- actions: int64[n], to be played.
- policy_targets: float32[n, num_actions], probabilities.
- policy_weights: float32[n], of the policy targets in the loss; 0 where there are none.
- found_values: float32[n], the mover's value as a search found it; NaN without a search.
"""


@lru_cache(maxsize=16)
def critic_seat(game: Game) -> int:
    """The value of `SelfPlayRules.critic` for a game. MOVER_ALONE if nothing is hidden; else the first seat for which
    `conceal` overwrites nothing in random games; ALL_SEATS if there is no such seat."""
    if not game.declaration.hidden_information:
        return MOVER_ALONE
    seeing = set(range(game.rules.seats))
    for players in game.players:
        rng = np.random.default_rng(players)
        state = game.new(players, seed=players)
        while seeing and not state.done:
            whole = game.copy(state)
            whole.rng = 0
            seeing &= {seat for seat in range(players) if game.known(state, seat).tobytes() == whole.tobytes()}
            game.step(state, rng.choice(game.legal_actions(state)))
    return min(seeing, default=ALL_SEATS)


def critic_inputs(game: Game) -> int:
    """Length of what a critic sees, in numbers."""
    seat = critic_seat(game)
    return game.observation_size * (game.rules.seats if seat == ALL_SEATS else 1 if seat == MOVER_ALONE else 2)


def empty_transitions(game: Game, decisions: int, outputs: int, critic: bool = False) -> Transitions:
    """Arrays with room for so many decisions; memory that is never written is never used. With `critic` they also have
    room for what a critic sees."""
    inputs = game.observation_size + 1
    entries = decisions * min(ENTRIES_PER_OBSERVATION, inputs) + 2 * inputs
    states = entries * critic_inputs(game) // game.observation_size if critic else 0
    legal = decisions * game.num_actions
    return Transitions(
        indices=np.empty(entries, np.uint16),
        entries=np.empty(entries, np.float32),
        starts=np.zeros(decisions + 1, np.int64),
        legal=np.empty(legal, np.uint16),
        policy_targets=np.empty(legal, np.float32),
        legal_starts=np.zeros(decisions + 1, np.int64),
        seat=np.zeros(decisions, np.int8),
        role=np.zeros(decisions, np.int8),
        phase=np.zeros(decisions, np.int8),
        choice=np.zeros(decisions, np.int16),
        logprobs=np.zeros(decisions, np.float32),
        values=np.zeros((decisions, outputs), np.float32),
        returns=np.zeros((decisions, outputs), np.float32),
        advantages=np.zeros(decisions, np.float32),
        policy_weight=np.zeros(decisions, np.float32),
        state_indices=np.empty(states, np.uint16),
        state_entries=np.empty(states, np.float32),
        state_starts=np.zeros(decisions + 1, np.int64),
        game=np.zeros(decisions, np.int32),
        results=np.zeros((game.rules.seats, 2)),
        size=np.zeros(1, np.int64),
    )


def compact(transitions: Transitions) -> Transitions:
    """A copy whose arrays have no unused room."""
    count = int(transitions.size[0])
    sizes = {
        "indices": int(transitions.starts[count]),
        "entries": int(transitions.starts[count]),
        "starts": count + 1,
        "legal": int(transitions.legal_starts[count]),
        "policy_targets": int(transitions.legal_starts[count]),
        "legal_starts": count + 1,
        "state_indices": int(transitions.state_starts[count]),
        "state_entries": int(transitions.state_starts[count]),
        "state_starts": count + 1,
        "results": len(transitions.results),
        "size": 1,
    }
    return Transitions(
        **{name: values[: sizes.get(name, count)].copy() for name, values in transitions._asdict().items()}
    )


@dataclass(eq=False)
class SelfPlayGames:
    """Plays whole games in the kernels; each thread collects transitions of its own.

    Attributes:
        transitions: one Transitions for each thread, overwritten by each call of `play`.
    """

    game: Game
    num_players: int  # players of every game
    options: dict[str, Any]  # the game's options
    decisions: int  # transitions of a call of `play`, about, of all threads together
    network: Network  # a network of the size that will play
    threads: int  # threads of play
    heuristic: bool  # whether the heuristic plays or gives advice
    critic: bool = False  # whether what a critic sees is recorded
    symmetries: Symmetries | None = None  # in whose images the learner sees its decisions

    def __post_init__(self) -> None:
        game = self.game
        num_players = self.num_players
        if game.content.stream:
            game.content.stream.read()
        chosen = game.content.options(self.options)
        self.blank = game.declaration.blank(num_players, chosen)
        self.teams = np.array(game.teams(num_players), np.int64)
        self.roles = np.array(game.roles(num_players), np.int64)
        self.each = -(-self.decisions // self.threads)
        longest = 2 * game.declaration.max_decisions(num_players, chosen)
        self.transitions = [
            empty_transitions(game, self.each + longest, self.network.header.outputs, self.critic)
            for _ in range(self.threads)
        ]
        self._threads = Threads(self.threads)
        symmetries = none if self.symmetries is None else tuple_type(Symmetries)
        rules = tuple_type(SelfPlayRules, heuristics=boolean if self.heuristic else none, symmetries=symmetries)
        self._kernel = game.rules.loops.compile(
            collect_transitions, deciders=int8[:, ::1], rules=rules, transitions=Transitions
        )

    def play(
        self,
        network: Network,
        rival: Network,
        seeds: np.ndarray,
        deciders: np.ndarray,
        gae_lambda: float,
        margin: float,
        value_only_share: float,
        epsilon: float = 0.0,
    ) -> list[Transitions]:
        """Play games until there are enough transitions; returns `transitions`.

        Args:
            network: the network that learns.
            rival: the network that plays the seats of RIVAL.
            seeds: uint64[games], more than are needed.
            deciders: int8[games, seats], LEARNER, RIVAL, HEURISTIC or RANDOM.
            gae_lambda: lambda of the value targets and advantages.
            margin: weight of the margin in advantages.
            value_only_share: probability that what the learner sees after its action, without a decision, is collected.
            epsilon: probability that an action of the exploring team is drawn uniformly from the legal ones.
        """
        game = self.game
        header = network.header
        rules = SelfPlayRules(
            network.parameters,
            rival.parameters,
            header.sizes,
            self.roles,
            self.teams,
            True if self.heuristic else None,
            np.float32(value_only_share),
            np.float32(epsilon),
            np.float32(gae_lambda),
            np.float32(margin),
            np.float32(header.scale),
            np.int64(critic_seat(game) if self.critic else NO_CRITIC),
            self.symmetries,
        )
        cuts = [len(seeds) * part // len(self.transitions) for part in range(len(self.transitions) + 1)]

        def work(_: int, begin: int, end: int) -> None:
            for part in range(begin, end):
                part_games = slice(cuts[part], cuts[part + 1])
                states = np.zeros((2, 1), game.declaration.state_dtype).view(np.recarray)
                scratch = (states[0], states[1], np.zeros((1, game.rules.mask_words), np.uint64), self.blank)
                drawn = (seeds[part_games], deciders[part_games])
                self._kernel(game.content.records, *scratch, *drawn, rules, self.transitions[part], self.each)

        self._threads.share(len(self.transitions), work)
        return self.transitions


def draw_deciders(
    rng: np.random.Generator,
    teams: list[int],
    games: int,
    shares: dict[int, float],
    rival_teams: np.ndarray | None = None,
) -> np.ndarray:
    """Draw who decides in each of `games`: in the share of each decider in `shares`, one team drawn at random is the
    learner's and the decider plays all others; in the rest the learner plays every team. Against RIVAL the learner's
    team has the probabilities `rival_teams`; all teams the same without them.

    Returns:
        int8[games, seats].
    """
    seats = np.array(teams)
    deciders = np.full((games, len(seats)), LEARNER, np.int8)
    drawn = rng.random(games)
    alone = rng.integers(seats.max() + 1, size=games)
    low = 0.0
    for decider, share in shares.items():
        others = (drawn >= low) & (drawn < low + share)
        if decider == RIVAL and rival_teams is not None:
            alone[others] = rng.choice(len(rival_teams), size=int(others.sum()), p=rival_teams)
        deciders[others[:, None] & (seats[None, :] != alone[:, None])] = decider
        low += share
    return deciders


def play_supervised(
    game: Game,
    num_players: int,
    pack: str | int,
    options: dict[str, Any],
    games: int,
    rng: np.random.Generator,
    supervise: Supervise,
    network: Network,
    search_weight: float,
    teacher: Agent | None = None,
) -> Transitions:
    """Play `games` in parallel to their ends, the actions and policy targets chosen by `supervise`.

    Args:
        game, num_players, pack, options: what is played.
        games: how many.
        rng: decides deals, hidden information and what `supervise` draws.
        supervise: see Supervise.
        network: the network that will learn; it says what is observed.
        search_weight: weight of a search's value in the value target, against the result of the game.
        teacher: the agent that `supervise` asks in all seats; if it follows games, it is shown these.
    """
    teams = np.array(game.teams(num_players))
    roles = np.array(game.roles(num_players), np.int8)
    seeds = rng.integers(2**64, size=games, dtype=np.uint64)
    batch = game.batch(games, num_players=num_players, seeds=seeds, pack=pack, autoreset=False, **options)
    steps: list[tuple[np.ndarray, ...]] = []
    all_seats = np.ones((games, num_players), bool)
    show_rows(teacher, batch, np.arange(games), all_seats, rng, batch.games)
    while (rows := np.flatnonzero(~batch.done)).size:
        turn = batch.turn(rows, rng.integers(2**64, size=rows.size, dtype=np.uint64))
        before = batch.states[rows]
        actions, targets, weights, found_values = supervise(turn, before["phase"], rng)
        movers = turn.seats
        turn_columns = _columns_of(turn, network, targets)
        steps.append((*turn_columns, rows, movers, before["phase"], weights, found_values))
        batch.step_rows(rows, actions)
        show_rows(teacher, batch, rows, all_seats[rows], rng, batch.games[rows], (before, movers, actions))
    tell([teacher], batch.games, batch.scores[:, :num_players], batch.states["utility"][:, :num_players])
    *columns, found_values = (np.concatenate(column) for column in zip(*steps, strict=True))
    rows, seats = columns[6:8]
    returns = outcomes(batch.states["utility"], batch.states["scores"], teams, network.header)[rows, seats]
    known = ~np.isnan(found_values)
    returns[known, 0] = (1 - search_weight) * returns[known, 0] + search_weight * found_values[known]
    return _supervised(columns, roles, returns)


def _supervised(columns: list[np.ndarray], roles: np.ndarray, returns: np.ndarray) -> Transitions:
    """Transitions of decisions with policy targets. `columns`: those of `_columns_of`, rows, seats, phases, policy
    weights."""
    indices, values, entries, legal, targets, legals, rows, seats, phases, weights = columns
    return Transitions(
        indices=indices,
        entries=values,
        starts=np.concatenate([[0], np.cumsum(entries)]),
        legal=legal,
        policy_targets=targets,
        legal_starts=np.concatenate([[0], np.cumsum(legals)]),
        seat=seats.astype(np.int8),
        role=roles[seats],
        phase=phases.astype(np.int8),
        choice=np.zeros(rows.size, np.int16),
        logprobs=np.zeros(rows.size, np.float32),
        values=np.zeros_like(returns),
        returns=returns,
        advantages=np.zeros(rows.size, np.float32),
        policy_weight=weights,
        state_indices=np.zeros(0, np.uint16),
        state_entries=np.zeros(0, np.float32),
        state_starts=np.zeros(rows.size + 1, np.int64),
        game=rows.astype(np.int32),
        results=np.zeros((len(roles), 2)),
        size=np.array([rows.size], np.int64),
    )


def _columns_of(turn: Turn, network: Network, targets: np.ndarray) -> tuple[np.ndarray, ...]:
    """The columns of a turn's rows: indices and values of the observations' entries, the number of entries of each row,
    the legal actions, their policy targets, and the number of legal actions of each row."""
    seen = network.inputs(turn)
    rows, legal = np.nonzero(turn.action_mask)
    return (
        seen.indices.copy(),
        seen.values.copy(),
        np.diff(seen.starts),
        legal.astype(np.uint16),
        targets[rows, legal],
        np.bincount(rows, minlength=len(turn)),
    )


def outcomes(utility: np.ndarray, scores: np.ndarray, teams: np.ndarray, header: NetHeader) -> np.ndarray:
    """The values of finished games for each seat, as `kernels.network.final_values`.

    Args:
        utility, scores: [games, seats], of the players' seats or more.
        teams: int64[players].
        header: of the network.

    Returns:
        float32[games, players, outputs].
    """
    num_players = len(teams)
    utility = utility[:, :num_players]
    scores = scores[:, :num_players].astype(np.float64)
    values = np.zeros((len(utility), num_players, header.outputs), np.float32)
    for seat in range(num_players):
        values[:, seat, :num_players] = np.roll(utility, -seat, axis=1)
        best = scores[:, teams != teams[seat]].max(axis=1)
        values[:, seat, -1] = np.clip((scores[:, seat] - best) / header.scale, -1, 1)
    return values


def one_hot(turn: Turn, actions: np.ndarray) -> np.ndarray:
    """float32[n, num_actions]: 1 at each action."""
    targets = np.zeros((len(turn), turn.game.num_actions), np.float32)
    targets[np.arange(len(turn)), actions] = 1
    return targets


def imitate_agent(agent: Agent, student: Agent, share: float) -> Supervise:
    """Policy targets are the actions of `agent`; in a `share` of the decisions the action of `student` is played."""

    def supervise(
        turn: Turn, _phases: np.ndarray, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        actions = ask(agent, turn)
        targets = one_hot(turn, actions)
        by_student = rng.random(len(turn)) < share
        played = np.where(by_student, ask(student, turn), actions) if by_student.any() else actions
        nothing = np.full(len(turn), np.nan, np.float32)
        return played, targets, np.ones(len(turn), np.float32), nothing

    return supervise


@dataclass(frozen=True)
class HeldPhases:
    """What is played and learned in phases that a search does not teach."""

    searched: tuple[int, ...]  #: All other phases are held
    player: Agent  #: Plays in them
    network: Network  #: Its policy is the target in them

    def targets(self, turn: Turn) -> np.ndarray:
        """float32[n, num_actions]: the policy of the network in each row."""
        policy, _ = self.network.evaluate(turn, self.network.inputs(turn))
        return policy


def learn_from_search(
    searcher: NetAgent, quick: NetAgent, share: float, agreeing: bool = False, held: HeldPhases | None = None
) -> Supervise:
    """A supervisor that searches. In a `share` of the decisions `searcher` searches, and its policy is the target; in
    the others `quick` searches, and there is no policy target. Actions are drawn from the policy of the search.

    Args:
        searcher, quick, share: see above.
        agreeing: whether `searcher` searches twice. The target is the mean of both policies; it has no weight if the
            two searches choose different actions.
        held: phases in which nothing is searched; None: all phases are searched.
    """

    def supervise(
        turn: Turn, phases: np.ndarray, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        drawn = rng.random(len(turn)) < share
        searched = np.isin(phases, held.searched) if held else np.ones(len(turn), bool)
        thorough = searched & drawn
        weights = thorough.astype(np.float32)
        targets = np.zeros((len(turn), turn.game.num_actions), np.float32)
        found_values = np.full(len(turn), np.nan, np.float32)

        best = np.zeros(len(turn), np.int64)
        for agent, chosen in ((searcher, thorough), (quick, searched & ~drawn)):
            if chosen.any():
                part = turn.part(np.flatnonzero(chosen))
                best[chosen], targets[chosen], found_values[chosen] = agent.search(part, policy=True)

        if agreeing and thorough.any():
            again = turn.part(np.flatnonzero(thorough))
            again.seeds = mix(again.seeds ^ SECOND)
            second_best, second_targets, second_values = searcher.search(again, policy=True)
            weights[thorough] = best[thorough] == second_best
            targets[thorough] = (targets[thorough] + second_targets) / 2
            found_values[thorough] = (found_values[thorough] + second_values) / 2

        played = draw_actions(targets, rng.random(len(turn)))
        if held and not searched.all():
            rest = turn.part(np.flatnonzero(~searched))
            targets[~searched] = held.targets(rest)
            weights[~searched] = 1
            played[~searched] = ask(held.player, rest)
        return played, targets, weights, found_values

    return supervise
