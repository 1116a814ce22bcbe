"""A game as a PettingZoo AEC environment: everything PettingZoo's wrappers check is checked here, in one mask test."""

from __future__ import annotations

import copy
import sys
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from medianoche.envs.core.errors import GameError, IllegalActionError, OptionError
from medianoche.envs.core.game import Game, State, check_seed
from medianoche.envs.core.jit import DISABLED
from medianoche.envs.core.loops import expand_rows, sample_one_legal
from medianoche.envs.core.pack import PackSource
from medianoche.envs.core.replay import Replay
from medianoche.envs.core.rng import STEP, mix, seeded
from medianoche.envs.core.turn import Turn

SCORED, ENDED, SEAT_SHIFT = 2, 4, 3
"""How `loops.step_one` packs what happened."""
ROW = np.zeros(1, np.int64)

Observation = dict[str, np.ndarray]


def make(game: str, **arguments: Any) -> AEC:
    """The entry point that PettingZoo's registry calls."""
    from medianoche.envs.core.registry import game as find

    return AEC(find(game), **arguments)


class AEC(AECEnv[str, Any, Any]):
    """One game, one agent asked at a time, and only where it has a choice.

    Observations are `{"observation": float32[observation_size], "action_mask": int8[num_actions]}` for every agent
    at any time; the mask is all zero when it is not that agent's turn. Rewards come at the end only and are the
    utility, in [-1, 1]. `infos[agent]["score"]` is the score so far. All agents end together.

    Args:
        game: the game.
        num_players: how many play; None is the game's default.
        pack: content pack: a name, the path of a TOML file, or the seed of a generated one.
        render_mode: None, "ansi" (`render` returns text) or "human" (`render` prints it).
        illegal: "error" raises IllegalActionError and changes nothing; "terminate" ends the game, the culprit's
            team with reward -1 and everyone else with 0.
        **options: the game's options.

    Raises:
        GameError, OptionError, PackError: what was given is not accepted.
    """

    def __init__(
        self,
        game: Game,
        num_players: int | None = None,
        pack: PackSource = "standard",
        render_mode: str | None = None,
        illegal: str = "error",
        **options: Any,
    ) -> None:
        if render_mode not in (None, "ansi", "human"):
            raise OptionError(f"render_mode {render_mode!r} is not accepted; accepted: None, 'ansi', 'human'")
        if illegal not in ("error", "terminate"):
            raise OptionError(f"illegal={illegal!r} is not accepted; accepted: 'error', 'terminate'")
        self.game = game = game.with_packs([pack])
        self.num_players = game.check_players(num_players)
        self.options = game.options(options)
        self.illegal = illegal
        self.render_mode = render_mode
        self.metadata = {
            "name": f"medianoche/{game.name}-v{game.version}",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.possible_agents = game.agents(self.num_players)
        self.agents: list[str] = []
        self._seats = {agent: p for p, agent in enumerate(self.possible_agents)}
        self._teams = game.teams(self.num_players)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1, 1, (game.observation_size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents}
        self._dealt = np.zeros(1, game.state_dtype).view(np.recarray)
        game.blank(self._dealt, self.num_players, self.options)
        self._states = np.zeros(1, game.state_dtype).view(np.recarray if DISABLED else np.ndarray)  # quicker plain
        self._masks = np.zeros((1, game.mask_words), np.uint64)
        self._observations = np.zeros((1, game.observation_size), np.float32)
        self._action_masks = np.zeros((1, game.num_actions), np.int8)
        self._scores = np.zeros((1, game.seats), np.int32)
        self._chooser = np.zeros(1, np.uint64)
        self._states["rng"] = np.random.SeedSequence().generate_state(1, np.uint64)
        self.seed = 0
        self.history: list[int] = []

    # ---- the PettingZoo interface

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of `agent`'s observations."""
        return self.observation_spaces[self._agent(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of `agent`'s actions."""
        return self.action_spaces[self._agent(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. Without a seed the last game's generator chooses one; `options` is ignored, since a game's
        options are given when it is made."""
        self.seed = int(mix(self._states["rng"])[0] >> np.uint64(1)) if seed is None else check_seed(seed)
        self._dealt["rng"] = seeded(self.seed)
        self._states[:] = self._dealt
        self._chooser[0] = seeded(self.seed + 1)
        self.game.loops.reset_rows(self.game.records, self._states, self._masks, 0, 1)
        self._begin()

    def _begin(self) -> None:
        self.history = []
        self._scores[0] = self._states["scores"][0]
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._refresh()
        if self._states["done"][0]:  # a game may be over before anybody has a choice
            self._finish(self._states["utility"][0])

    def step(self, action: int | None) -> None:
        """Play `action` for `agent_selection`, and every forced move after it; None for an agent that is done.

        Raises:
            IllegalActionError: the action is not legal; nothing has changed.
        """
        if not self.agents:
            raise GameError(f"{self.game.name}: step() before reset()")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action.__class__ is not int and not isinstance(action, np.integer):
            raise IllegalActionError(f"{self.game.name}: action {action!r} is not an integer")
        happened = self.game.loops.step_one(
            self.game.records,
            self._states,
            self._masks,
            action,
            self._observations,
            self._action_masks,
            self._scores,
        )
        if happened == 0:
            self._refuse(int(action))
            return
        self.history.append(int(action))
        if happened & SCORED:
            self._inform()
        if happened & ENDED:
            self._finish(self._states["utility"][0])
        else:
            self.agent_selection = self.possible_agents[happened >> SEAT_SHIFT]

    def observe(self, agent: str) -> Observation:
        """What `agent` sees now."""
        if agent == self.agent_selection:
            return {"observation": self._observations[0].copy(), "action_mask": self._action_masks[0].copy()}
        out = np.empty(self.game.observation_size, np.float32)
        seat = self._seats[self._agent(agent)]
        self.game.loops.observe_one(self.game.records, self._states, 0, seat, out)
        return {"observation": out, "action_mask": np.zeros(self.game.num_actions, np.int8)}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of `agent_selection`."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            False,
            self.infos[agent],
        )

    def render(self) -> str | None:
        """Return the position as text ("ansi") or print it ("human")."""
        if self.render_mode == "human":
            sys.stdout.write(self.game.render(self.state) + "\n")
        return self.game.render(self.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing to close."""

    # ---- beyond PettingZoo

    @property
    def state(self) -> State:
        """The true state, hidden things included: for analysts, not for agents."""
        return self._states.view(np.recarray)[0]

    def sample_legal(self) -> int:
        """A uniformly random legal action for `agent_selection`, by a generator of the environment's own."""
        return int(sample_one_legal(self._masks, self._chooser))

    def turn(self) -> Turn:
        """The decision of `agent_selection` as agents are asked for it: `agent.act(env.turn())[0]` is an action.

        Raises:
            GameError: the game is over.
        """
        if not self._masks.any():
            raise GameError(f"{self.game.name}: nobody is to move")
        self._chooser += STEP
        return Turn(self.game, self.num_players, self.game.records, self._states, self._masks, ROW, self._chooser)

    def copy(self) -> AEC:
        """An independent environment at the same point of the same game."""
        return copy.deepcopy(self)

    def state_bytes(self) -> bytes:
        """The true state as bytes, for `restore`."""
        return self._states.tobytes()

    def restore(self, state: bytes) -> None:
        """Go to a state taken by `state_bytes` from an environment with the same game, options and pack."""
        if len(state) != self.game.state_dtype.itemsize:
            raise GameError(f"{self.game.name}: a state has {self.game.state_dtype.itemsize} bytes, given {len(state)}")
        self._states[:] = np.frombuffer(state, self.game.state_dtype)
        self.game.loops.legal_one(self.game.records, self._states, 0, self._masks[0])
        self._begin()

    def replay(self) -> Replay:
        """The game so far as seed and actions; not available after `restore`."""
        return Replay.of(self)

    # ---- inner

    def _agent(self, agent: str) -> str:
        if agent not in self._seats:
            raise GameError(f"{self.game.name} has no agent {agent!r}; agents: {', '.join(self.possible_agents)}")
        return agent

    def _refresh(self) -> None:
        """Set selection, infos, observation and mask from the state."""
        seat = max(int(self._states["to_move"][0]), 0)
        self.agent_selection = self.possible_agents[seat]
        self._inform()
        self.game.loops.observe_rows(self.game.records, self._states, ROW, self._observations, 0, 1)
        expand_rows(self._masks, self._action_masks, 0, 1)

    def _inform(self) -> None:
        self.infos = {agent: self.game.info(self.state, p) for agent, p in self._seats.items()}

    def _finish(self, utility: np.ndarray) -> None:
        self.rewards = {agent: float(utility[p]) for agent, p in self._seats.items()}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, True)
        self._inform()
        self.agent_selection = self.agents[0]
        self._masks[:] = 0
        self.game.loops.observe_rows(self.game.records, self._states, ROW, self._observations, 0, 1)
        self._action_masks[:] = 0

    def _refuse(self, action: int) -> None:
        if self.illegal == "error":
            legal = np.flatnonzero(self._action_masks[0])
            raise IllegalActionError(self.game.illegal(self.state, action, legal))
        guilty = self._teams[self._seats[self.agent_selection]]
        self._finish(np.array([-1.0 if team == guilty else 0.0 for team in self._teams], np.float32))
