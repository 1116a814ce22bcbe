"""Many games in parallel with the learner in one seat of each and agents in the others.

A step plays the learner's action and then the agents' until the learner is to move again; an agent decides all games in
which it is to move in one call.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from medianoche.agents import Agent, ask, tell
from medianoche.agents.seating import show_rows
from medianoche.envs.core.arrays import check_seed, integer, integers, system_seed
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.copying import Copied
from medianoche.envs.core.errors import GameError, OptionError, choices, shown
from medianoche.envs.core.game import Game
from medianoche.envs.core.kernels.loops import DEAL_LIMIT
from medianoche.envs.core.play.turn import new_games
from medianoche.training.league import Opponents
from medianoche.training.settings import TrainingError


class Matches(Copied):
    """Games of one kind, the learner in one seat of each.

    An opponent with a method `watch` is shown its games from their beginning, and one with `over` is told their results
    (see `Agent`); a game that is given up by `deal` or `reset` is told with utilities of 0, one that ends with an
    illegal action as lost by the learner's team. After `load_state_dict` it knows nothing of the games under way.

    Args:
        game: the game.
        num_envs: number of rows.
        opponents: the players of the other seats.
        num_players: number of players in every row; None is the game's default.
        seed: seed of deals, of the draw of opponents, and of their random choices; None: one from the operating system.
        pack: content pack.
        seat: the learner's seat; None changes it from game to game, with every team equally often, and every seat of a
            team equally often.
        again: where a game has ended, deal a new one with the learner in its next seat; if False, that row waits for
            `reset`.
        illegal: "error" raises IllegalActionError; "terminate" ends the game of the learner with reward -1.
        **options: the game's options.

    Attributes:
        seed: the last seed, given or drawn.
        who: int64[num_envs, players], the number of the opponent in each seat (the learner's own means nothing), which
            stays the same for a whole game. As in tournaments, one agent plays all seats of a team.
        games: int64[num_envs], the number of each row's game, as in `Turn.games`; -1 where none is under way.
        rewards: float32[num_envs], rewards of the last step: the utility where a game ended.
        done: bool[num_envs], whether the last step ended a game.
        final_observation: float32[num_envs, observation_size], the learner's observation at the end of its last game.
        final_scores: int64[num_envs], its score at that time.
        final_return: float64[num_envs], the sum of its rewards in it.
        final_length: int64[num_envs], its decisions in it.
        thinking: seconds that opponents took to choose so far.

    Raises:
        GameError, OptionError, PackError, TrainingError: an argument is not accepted.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        opponents: Opponents,
        *,
        num_players: int | None = None,
        seed: int | None = None,
        pack: PackSource = "standard",
        seat: int | None = None,
        again: bool = True,
        illegal: str = "error",
        **options: Any,
    ) -> None:
        self.seed = system_seed() if seed is None else check_seed(seed)
        self.batch = game.batch(
            num_envs, num_players=num_players, seed=self.seed, pack=pack, autoreset=False, **options
        )
        self.game = self.batch.game
        self.num_envs = num_envs
        self.players = self.batch.num_players
        _check(seat, self.players, illegal)
        self.opponents = opponents
        self.again = again
        self.illegal = illegal
        _, self._first, self._team = np.unique(game.teams(self.players), return_index=True, return_inverse=True)
        # `_first`: the first seat of each team, `_team`: the team of each seat, `_against`: [seat, other seat].
        self._against = self._team[:, None] != self._team[None, :]
        # The learner's seat in row i is _cycle[_turn[i]], modulo the length of the cycle.
        self._cycle = turns_of_seats(self._team) if seat is None else np.array([seat])
        self._rows = np.arange(num_envs, dtype=np.int64)
        self.rewards = np.zeros(num_envs, np.float32)
        self.done = np.zeros(num_envs, np.bool_)
        self.final_observation = np.zeros((num_envs, self.game.observation_size), np.float32)
        self.final_scores = np.zeros(num_envs, np.int64)
        self.final_return = np.zeros(num_envs)
        self.final_length = np.zeros(num_envs, np.int64)
        self._turn = np.zeros(num_envs, np.int64)
        self.who = np.zeros((num_envs, self.players), np.int64)
        self.games = np.full(num_envs, -1)
        self.chance = np.random.default_rng(self.seed)
        self.thinking = 0.0

    # ---- playing

    def reset(self, seed: int | None = None) -> None:
        """Deal new games in all rows, up to the learner's first decision; to be called before the first step.
        Without a seed chance goes on."""
        if seed is not None:
            self.seed = check_seed(seed)
            self.chance = np.random.default_rng(self.seed)
        self._tell(self._rows, np.zeros((self.num_envs, self.players), np.float32))
        self.batch.reset(seed)
        self._turn = self._rows + int(self.chance.integers(len(self._cycle)))
        self._returns = np.zeros(self.num_envs)
        self._lengths = np.zeros(self.num_envs, np.int64)
        self._begin(self._rows)

    def deal(self, rows: np.ndarray) -> None:
        """Give up the games in `rows` (int[k]) and deal new ones, up to the learner's first decision."""
        self._tell(rows, np.zeros((len(rows), self.players), np.float32))
        self.batch.deal(rows)
        self._returns[rows] = 0
        self._lengths[rows] = 0
        self._begin(rows)

    def step(self, actions: np.ndarray | Sequence[int], idle: np.ndarray | None = None) -> None:
        """Play the learner's `actions` (int[num_envs]), then the opponents' up to the learner's next decision. Rows
        where `idle` (bool[num_envs]) is true stay as they are.

        The results are in `rewards` and `done`; where a game ended, the learner is at its first decision of the next
        one, and what it saw last is in `final_observation`.

        Raises:
            IllegalActionError: some action is not legal; nothing has changed in any row.
            GameError: `actions` are not that many integers; nothing has changed in any row.
            AgentError: an opponent failed or chose an illegal action.
        """
        actions = integers(actions, "actions", self.num_envs)
        rows = self._rows if idle is None else self._rows[~idle]
        playing = rows
        wrong = rows[:0]
        if self.illegal == "terminate":
            legal = self._legal(actions)[rows]
            wrong = rows[~legal]
            rows = rows[legal]
        self._play(rows, actions[rows])
        self.rewards[:] = 0
        self.done[:] = False
        self._lengths[playing] += 1
        self._tell(wrong, np.where(self._against[self.seat[wrong]], 1, -1).astype(np.float32))
        self._end(wrong, np.full(len(wrong), -1, np.float32))
        self._play_others()
        self._returns += self.rewards
        over = self.done
        self.final_return[over], self.final_length[over] = self._returns[over], self._lengths[over]
        self._returns[over] = 0
        self._lengths[over] = 0

    @property
    def seat(self) -> np.ndarray:
        """int64[num_envs]: the learner's seat in each row."""
        return self._cycle[self._turn % len(self._cycle)]

    @property
    def observation(self) -> np.ndarray:
        """float32[num_envs, observation_size]: what the learner sees. The same memory each time."""
        return self.batch.observation

    @property
    def action_mask(self) -> np.ndarray:
        """int8[num_envs, num_actions]: 1 where legal. The same memory each time."""
        return self.batch.action_mask

    # ---- checkpoints

    def state_dict(self) -> dict[str, Any]:
        """The state for `load_state_dict`."""
        return {
            "states": self.batch.states.view(np.ndarray).view(np.uint8),
            "turn": self._turn,
            "who": self.who,
            "returns": self._returns,
            "lengths": self._lengths,
            "chance": self.chance.bit_generator.state,
        }

    def load_state_dict(self, known: dict[str, Any]) -> None:
        """Restore the state that `state_dict` returned; raises GameError for states that play cannot reach."""
        self.batch.restore(known["states"].view(self.game.declaration.state_dtype).reshape(-1))
        self.games = np.where(self.batch.done, -1, new_games(self.num_envs))
        self._turn, self.who = known["turn"].copy(), known["who"].copy()
        self._returns, self._lengths = known["returns"].copy(), known["lengths"].copy()
        self.chance.bit_generator.state = known["chance"]

    # ---- inner

    def _begin(self, rows: np.ndarray) -> None:
        """Play new games in `rows` up to the learner's first decision."""
        self._assign_seats(rows)
        self._play_others()
        self.rewards[:] = 0
        self.done[:] = False

    def _assign_seats(self, rows: np.ndarray) -> None:
        """Move the learner to its next seat in the new games of `rows` (int64[k]), and draw the agents of the others.

        The other seats of the learner's own team get one partner, each other team gets one opponent.
        """
        self._turn[rows] += 1
        shape = len(rows), len(self._first)  # games, teams
        drawn = self.opponents.draw(self.chance, shape[0] * shape[1]).reshape(shape)
        partners = self.opponents.partners(self.chance, len(rows))
        self.who[rows] = np.where(self._against[self.seat[rows]], drawn[:, self._team], partners[:, None])
        self.games[rows] = new_games(len(rows))
        self._show(rows)

    def _legal(self, actions: np.ndarray) -> np.ndarray:
        """bool[num_envs]: whether the learner may play these."""
        inside = (actions >= 0) & (actions < self.game.num_actions)
        return inside & (self.action_mask[self._rows, np.where(inside, actions, 0)] != 0)

    def _play_others(self) -> None:
        """Let the opponents play until the learner is to move in every row, or its game is over and none follows.

        `rows` shrinks to the games in which an opponent is to move.
        """
        rows = self._rows
        to_move = self.batch.to_move
        while True:
            # A new game may end in the deal, too, so closing is repeated.
            over = rows[self.batch.done[rows]]
            for _ in range(DEAL_LIMIT):
                self._close(over)
                over = over[self.batch.done[over]] if self.again else over[:0]
                if not len(over):
                    break
            else:
                raise GameError(self.game.rules.all_end_in_the_deal())

            rows = rows[(to_move[rows] != self.seat[rows]) & (to_move[rows] >= 0)]
            if not len(rows):
                return
            deciding = self.who[rows, to_move[rows]]
            agents = self.opponents.agents
            for number in np.unique(deciding):
                self._decide(agents[number], rows[deciding == number])

    def _decide(self, who: Agent, rows: np.ndarray) -> None:
        """Ask `who` for its actions in the games `rows` (int64[k]) in one call, and play them."""
        turn = self.batch.turn(rows, self._seeds(rows), self.games[rows])
        began = time.perf_counter()
        actions = ask(who, turn)
        self.thinking += time.perf_counter() - began
        self._play(rows, actions)

    def _seeds(self, rows: np.ndarray) -> np.ndarray:
        return self.chance.integers(2**64, size=len(rows), dtype=np.uint64)

    # ---- opponents that follow their games

    def _play(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """Play `actions` in `rows` (int64[k] each), and show them."""
        if not self._with("watch"):
            self.batch.step_rows(rows, actions)
            return
        before = self.batch.states[rows]
        movers = self.batch.to_move[rows].astype(np.int64)
        self.batch.step_rows(rows, actions)
        self._show(rows, (before, movers, actions))

    def _show(self, rows: np.ndarray, step: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None) -> None:
        """Show the games `rows` that go on to the opponents that watch; for `step` see `show_rows`."""
        for number, who in self._with("watch").items():
            mine = self._seats_of(number, rows)
            if mine.any():
                began = time.perf_counter()
                show_rows(who, self.batch, rows, mine, self._seeds(rows), self.games[rows], step)
                self.thinking += time.perf_counter() - began

    def _tell(self, rows: np.ndarray, utilities: np.ndarray) -> None:
        """The games `rows` that were under way are over: tell the opponents in them that have `over`. `utilities`:
        float32[k, players]."""
        scores = self.batch.states["scores"][rows, : self.players]
        for number, who in self._with("over").items():
            of_agent = (self.games[rows] >= 0) & self._seats_of(number, rows).any(axis=1)
            if of_agent.any():
                tell([who], self.games[rows[of_agent]], scores[of_agent], utilities[of_agent])
        self.games[rows] = -1

    def _with(self, method: str) -> dict[int, Agent]:
        """The opponents that have `method`, by number."""
        return {number: who for number, who in self.opponents.agents.items() if hasattr(who, method)}

    def _seats_of(self, number: int, rows: np.ndarray) -> np.ndarray:
        """bool[k, players]: the seats of an opponent in `rows`."""
        others = np.arange(self.players) != self.seat[rows][:, None]
        return (self.who[rows] == number) & others

    def _close(self, rows: np.ndarray) -> None:
        """Take the results of the games `rows` that are over, tell them to opponents, and deal new ones if `again`."""
        seats = self.seat[rows]
        utility = self.batch.states["utility"][rows, : self.players]
        mine = utility[np.arange(len(rows)), seats]
        against = self._against[seats][:, self._first]  # each other team counts once
        points = (np.sign(mine[:, None] - utility[:, self._first]) + 1) / 2
        self.opponents.record(self.who[rows][:, self._first][against], points[against])
        self._tell(rows, utility)
        self._end(rows, mine)

    def _end(self, rows: np.ndarray, rewards: np.ndarray) -> None:
        """End the games in `rows` and deal new ones. A game in which the learner was not asked since the last one ended
        brings no reward: there is no decision that it could be for."""
        first = ~self.done[rows]
        ended = rows[first]
        seats = self.seat[rows[first]]
        self.rewards[ended] = rewards[first]
        self.done[ended] = True
        game = self.game
        records = self.batch.records
        states = self.batch.states
        self.final_scores[ended] = states["scores"][ended, seats]
        for row, seat in zip(ended.tolist(), seats.tolist(), strict=True):
            game.rules.loops.observe_one(records, states, row, seat, self.final_observation[row])
        if self.again:
            self.batch.deal(rows)
            self._assign_seats(rows)


def turns_of_seats(team: np.ndarray) -> np.ndarray:
    """Seats in the order in which the learner takes them: teams by turns, each team's seats by turns: int64[turns].

    Args:
        team: int[players], the team of each seat, from 0.
    """
    teams = [np.flatnonzero(team == number) for number in range(team.max() + 1)]
    rounds = math.lcm(*(len(seats) for seats in teams))
    return np.array([seats[turn % len(seats)] for turn in range(rounds) for seats in teams])


def _check(seat: int | None, players: int, illegal: object) -> None:
    if seat is not None and not 0 <= integer(seat, "seat", TrainingError) < players:
        raise TrainingError(f"seat {seat} is not accepted; accepted: {choices(range(players))}")
    if not isinstance(illegal, str) or illegal not in ("error", "terminate"):
        raise OptionError(f"illegal={shown(illegal)} is not accepted; accepted: 'error', 'terminate'")
