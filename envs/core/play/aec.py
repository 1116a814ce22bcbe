"""A game as a PettingZoo AEC environment. One test of the action mask replaces the checks of PettingZoo's wrappers."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cached_property, partial
from types import SimpleNamespace
from typing import Any, Literal, overload

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from medianoche.envs.core import arrays
from medianoche.envs.core.arrays import check_seed
from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.content.stream import Stream
from medianoche.envs.core.copying import Copied
from medianoche.envs.core.declaration import State
from medianoche.envs.core.errors import BeforeResetError, GameError, IllegalActionError, OptionError, choices, shown
from medianoche.envs.core.kernels.loops import DEAL_LIMIT, ONE, SHOW, Loops, sample_one_legal
from medianoche.envs.core.kernels.rng import STEP, mix
from medianoche.envs.core.play import modes
from medianoche.envs.core.play.match import ROW, Replay
from medianoche.envs.core.play.turn import Turn, new_games
from medianoche.envs.core.registry import find

ENDED, SEAT_SHIFT = 2, 2
"""Parts of the number that `loops.show` returns: the bit for the end, and the shift of the seat to move."""
VIEWS = ("_loops", "_packs", "_stream", "_turn", "_fields", "_bytes", "_locked", "_number")
"""Attributes that refer to other objects or to memory of this environment; a copy makes its own."""

Observation = dict[str, np.ndarray]


class Fields(SimpleNamespace):
    """The fields of a state by name, for `Declaration.info`; reading a field of np.record takes ten times as long."""

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


def make(game: str, **arguments: Any) -> AEC:
    """The entry point that PettingZoo's registry calls."""
    return AEC(find(game), **arguments)


class AEC(Copied, AECEnv[str, Any, Any]):
    """One game as a PettingZoo environment. Forced moves are played automatically, so an agent always has a choice.

    Observations are `{"observation": float32[observation_size], "action_mask": int8[num_actions]}` for every agent
    at any time; the mask is zero for all agents but the one to move. Rewards are zero until the end, then the utility,
    in [-1, 1]. `infos[agent]["score"]` is the score so far; infos hold only what the agent may know. All agents
    terminate together. `state()` is the whole state, with hidden information, for centralised training.

    Args:
        game: the game.
        num_players: number of players; None is the game's default.
        pack: content pack: a name, the path of a TOML file, the seed of a generated pack, or "random:SEED": another
            generated pack for each deal (see `Stream`).
        render_mode: what `render` returns: None, "ansi" (text), "svg" (a picture), "rgb_array" (uint8[960, 1280, 3];
            needs the extra `pixels`); "human" prints the text.
        illegal: what an illegal action does: "error" raises IllegalActionError and changes nothing; "terminate" ends
            the game with reward -1 for the team of the agent and 0 for the others.
        **options: the game's options.

    Raises:
        GameError, OptionError, PackError: an argument is not accepted.

    Example:
        >>> from medianoche.envs import game
        >>> env = AEC(game("misty"), num_players=2, render_mode="ansi")
        >>> env.reset(seed=1)
        >>> observation, reward, termination, truncation, info = env.last()
        >>> observation["observation"].shape, observation["action_mask"].dtype, reward, info["score"]
        ((834,), dtype('int8'), 0.0, 0)
        >>> env.step(int(observation["action_mask"].argmax()))
        >>> env.agent_selection
        'player_1'
    """

    agent_selection: Any

    def __init__(
        self,
        game: BaseGame,
        num_players: int | None = None,
        pack: PackSource = "standard",
        render_mode: str | None = None,
        illegal: str = "error",
        **options: Any,
    ) -> None:
        modes.check(render_mode)
        if not isinstance(illegal, str) or illegal not in ("error", "terminate"):  # type: ignore[redundant-expr]
            raise OptionError(f"illegal={shown(illegal)} is not accepted; accepted: 'error', 'terminate'")
        self.game = game = game.content.with_packs([pack])
        self.num_players = game.content.check_players(num_players)
        self.options = game.content.options(options)
        self.illegal = illegal
        self.render_mode = render_mode
        self.metadata = {
            "name": f"medianoche/{game.name}-v{game.version}",
            "render_modes": modes.available(),
            "render_fps": 1,
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
        self._blank = game.declaration.blank(self.num_players, self.options)
        self._states = np.zeros(1, game.declaration.state_dtype).view(np.recarray)
        self._concealed = game.declaration.hidden_information and not game.declaration.public_info
        self._known = self._states.copy()
        """The state concealed for the agent whose info is requested."""
        self._states["rng"] = np.random.SeedSequence().generate_state(1, np.uint64)
        self._mask = np.zeros(game.rules.mask_words, np.uint64)
        self._out = np.zeros(game.observation_size, np.float32)
        self._action_mask = np.zeros(game.num_actions, np.int8)
        self._seeds = np.zeros(2, np.uint64)
        self._shown = ""
        """The agent whose observation is in `_out` and `_action_mask`."""
        self.seed: int | None = None
        """Seed of the deal; None before the first deal and after `restore`."""
        self._history: list[int] = []
        if type(self) is AEC:
            self.__class__ = Undealt

    # ---- the PettingZoo interface

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of `agent`'s observations."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of `agent`'s actions."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. Without a seed the last game's generator chooses one. A game that ends in the deal is
        followed by the next, until a player has a choice: `env.seed` is that one's. `options` is ignored, since a
        game's options are given to the constructor. Raises GameError for a seed that is not accepted."""
        if self._deal(seed, DEAL_LIMIT):
            raise GameError(self.game.rules.all_end_in_the_deal())

    def step(self, action: Any) -> None:
        """Play `action` for `agent_selection` and then all forced moves; `action` is None after the end of the game.

        Raises:
            IllegalActionError: the action is not legal; nothing has changed.
        """
        try:
            over = self.terminations[self.agent_selection]
        except KeyError:
            raise self._left() from None
        if over:
            self._was_dead_step(action)
            return
        if action.__class__ is not int:
            action = arrays.integer(action, f"{self.game.name}: action", IllegalActionError)
        try:
            happened = self._turn(action) if action != SHOW else 0
        except OverflowError:  # more than 64 bits
            happened = 0
        if happened & ENDED:
            self._history.append(action)
            self._finish(self._states["utility"][0].tolist())
        elif happened:
            self._history.append(action)
            self.agent_selection = self._shown = self.possible_agents[happened >> SEAT_SHIFT]
        else:
            self._refuse(action)

    def observe(self, agent: str) -> Observation:
        """The observation of `agent`, and its action mask."""
        if agent is not self._shown:  # not the same str object
            seat = self._seat(agent)
            if self.possible_agents[seat] != self._shown:
                out = np.empty(self.game.observation_size, np.float32)
                self._loops.observe_one(self._packs, self._states, 0, seat, out)
                return {"observation": out, "action_mask": np.zeros(self.game.num_actions, np.int8)}
        return {"observation": self._out.copy(), "action_mask": self._action_mask.copy()}

    @overload
    def last(self, observe: Literal[True] = True) -> tuple[Observation, float, bool, bool, dict[str, Any]]: ...

    @overload
    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]: ...

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation (if `observe`), reward, termination, truncation and info of `agent_selection`."""
        agent = self.agent_selection
        # Tianshou gives its own environment for True
        wanted = observe is True or hasattr(type(observe), "step") or arrays.flag(observe, "observe =")
        try:
            reward = self._cumulative_rewards[agent]
            over = self.terminations[agent]
        except KeyError:
            raise self._left() from None
        return (
            self.observe(agent) if wanted else None,
            reward,
            over,
            False,
            self._info(agent) if self._concealed else self.game.declaration.info(self._fields, self._seats[agent]),
        )

    @property
    def infos(self) -> dict[str, dict[str, Any]]:  # type: ignore[override]
        """The info of every agent in play, which holds only what that agent may know."""
        return {agent: self._info(agent) for agent in self.agents}

    def state(self) -> np.ndarray:
        """The whole state with hidden information: float64[n], all numbers of `record` in the order of its fields. A
        word of 64 bits (`rng`, bit boards) gives two numbers, the lower 32 bits first."""
        return arrays.numbers_of(self._states)

    @cached_property
    def state_space(self) -> spaces.Box:
        """The space of `state()`."""
        low, high = (arrays.numbers_of(arrays.filled(self.game.declaration.state_dtype, end)) for end in ("min", "max"))
        return spaces.Box(low, high, dtype=np.float64)

    def render(self) -> Any:
        """The whole position with hidden information, in the form that `render_mode` names."""
        return modes.show(self.game, self.record, self.render_mode)

    def close(self) -> None:
        """Nothing to close."""

    # ---- beyond PettingZoo

    @property
    def record(self) -> State:
        """The true state with hidden information, its fields by name, read-only: for analysis, not for agents.
        `restore` replaces it."""
        return self._locked[0]

    @property
    def history(self) -> list[int]:
        """The actions chosen so far, without forced moves; a list of the caller's own."""
        return self._history[:]

    def sample_legal(self) -> int:
        """A uniformly random legal action for `agent_selection`, drawn with the environment's own generator; -1 before
        `reset` and at the end."""
        return int(sample_one_legal(self._mask, self._seeds))

    def turn(self, seed: int | None = None, game: int | None = None) -> Turn:
        """A Turn with the decision of `agent_selection`: `agent.act(env.turn())[0]` is an action.

        Args:
            seed: seed of the agent's random choices; by default another one at each call.
            game: another number of this game than the environment's, for agents that keep data of a game.

        Raises:
            GameError: the game is over.
        """
        if not self._mask.any():
            raise GameError(f"{self.game.name}: no player is to move")
        if seed is None:
            self._seeds[1:] += STEP
        masks = self._mask[None]
        seeds = self._seeds[1:] if seed is None else np.array([check_seed(seed)], np.uint64)
        games: Any = vars(self).setdefault("_number", new_games(1)) if game is None else [game]
        return Turn(self.game, self.num_players, self._packs, self._locked, masks, ROW, seeds, games)

    def copy(self) -> AEC:
        """An independent environment at the same point of the same game."""
        return copy.deepcopy(self)

    def state_bytes(self) -> bytes:
        """The true state as bytes, for `restore`."""
        return self._states.tobytes()

    def restore(self, state: bytes | bytearray | memoryview, check: bool = True) -> None:
        """Set the state to bytes from `state_bytes` of an environment with the same game, players, options and pack.

        Args:
            state: the bytes.
            check: check that play can reach the state, which takes some milliseconds. Use False only for bytes that
                this program took from such an environment itself: other bytes can crash it.

        Raises:
            GameError: the bytes are no state of this game or (with `check`) of its players and options, or play cannot
                reach it; nothing has changed.
        """
        if not isinstance(state, bytes | bytearray | memoryview):
            raise GameError(f"{self.game.name}: a state is bytes, given {type(state).__name__}")
        data = bytes(state)
        if len(data) != self.game.declaration.state_dtype.itemsize:
            raise GameError(
                f"{self.game.name}: a state has {self.game.declaration.state_dtype.itemsize} bytes, given {len(data)}"
            )
        states = np.frombuffer(data, self.game.declaration.state_dtype).copy().view(np.recarray)
        if self.game.rules._is_concealed(states[0]):
            self.game.rules._refuse_concealed()
        if arrays.flag(check, "check =") and (
            reason := self.game.rules.unsound(states[0], self.num_players, self.options)
        ):
            raise GameError(f"{self.game.name}: not a state of this game: {reason}")
        if self._stream is not None:
            self._stream.read(states["pack"].tolist())
        self._states[:] = states
        self.seed = None
        self._begin(self._turn(SHOW))

    def replay(self) -> Replay:
        """The game so far as seed and actions; raises ReplayError after `restore`, which leaves both unknown."""
        return Replay._made(self.game, self.record, self.options, self.seed, self._history)

    # ---- inner

    def _deal(self, seed: int | None, most: int = 1) -> int:
        """Deal the game of `seed`, and others, `most` in all, until a player has a choice; ENDED if none has one."""
        for _ in range(most):
            if seeded := seed is not None:
                self._seeds[0] = check_seed(seed)
            if self._stream is not None:
                self._blank["pack"] = self._stream.deal(self._seeds[:1] if seeded else mix(self._states["rng"]) >> ONE)
            arrays_of_game = self._states, self._mask, self._blank, self._out, self._action_mask, self._seeds
            happened = self._loops.deal_one(self._packs, *arrays_of_game, seeded)
            seed = None
            if not happened & ENDED:
                break
        self.seed = int(self._seeds[0])
        self._begin(happened)
        return int(happened & ENDED)

    @cached_property
    def _turn(self) -> Callable[[int], int]:
        """`loops.step_one` with this environment's arrays; its argument is an action or SHOW."""
        return partial(self._loops.step_one, self._packs, self._states, self._mask, self._out, self._action_mask)

    def _left(self) -> GameError:
        return GameError(f"{self.game.name}: the game is over and all agents have left; call reset()")

    def _info(self, agent: str) -> dict[str, Any]:
        if self._concealed:
            known, states = self._bytes
            known[:] = states
            self._loops.conceal_one(self._packs, self._known, 0, self._seats[agent])
        return self.game.declaration.info(self._fields, self._seats[agent])

    def _seat(self, agent: str) -> int:
        try:
            return self._seats[agent]
        except (KeyError, TypeError):  # unhashable, too
            agents = choices(self.possible_agents)
            raise GameError(f"{self.game.name} has no agent {shown(agent)}; agents: {agents}") from None

    def _begin(self, happened: int) -> None:
        if self.__class__ is Undealt:
            self.__class__ = AEC  # type: ignore[assignment]  # mypy takes it for an Undealt for ever
        self.__dict__.pop("_number", None)
        self._history = []
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        if happened & ENDED:  # a game may be over before any player has a choice
            self._finish(self._states["utility"][0].tolist())
        else:
            self.agent_selection = self._shown = self.possible_agents[happened >> SEAT_SHIFT]

    def _finish(self, utility: list[float]) -> None:
        self.rewards = dict(zip(self.agents, utility, strict=False))  # utility has all seats
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._shown = self.agents[0]

    def _refuse(self, action: int) -> None:
        if self.illegal == "error":
            self.game.rules._refuse_action(self.record, action, np.flatnonzero(self._action_mask))
        guilty = self._teams[self._seats[self.agent_selection]]
        self._mask[:] = 0
        self._action_mask[:] = 0
        self._loops.observe_one(self._packs, self._states, 0, 0, self._out)
        self._finish([-float(team == guilty) for team in self._teams])

    def _was_dead_step(self, action: Any) -> None:
        """Remove a terminated agent; agents leave in the order of their seats."""
        if action is not None:
            raise IllegalActionError(f"{self.game.name}: the game is over, step({action!r}) is not accepted; only None")
        agent = self.agent_selection
        for table in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations):
            del table[agent]
        self.agents.remove(agent)
        self._clear_rewards()
        if self.agents:
            self.agent_selection = self.agents[0]

    @cached_property
    def _loops(self) -> Loops:
        return self.game.rules.loops

    @cached_property
    def _stream(self) -> Stream | None:
        return self.game.content.stream

    @cached_property
    def _packs(self) -> np.ndarray:
        return self.game.content.records

    @cached_property
    def _fields(self) -> Any:
        plain = (self._known if self._concealed else self._states).view(np.ndarray)
        return Fields(**{name: plain[name][0, ...] for name in self.game.declaration.state_dtype.names or ()})

    @cached_property
    def _locked(self) -> np.ndarray:
        return arrays.locked(self._states)

    @cached_property
    def _bytes(self) -> tuple[np.ndarray, np.ndarray]:
        """The memory of `_known` and `_states`: records are copied field by field, bytes at once."""
        return self._known.view(np.ndarray).view(np.uint8), self._states.view(np.ndarray).view(np.uint8)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in VIEWS}


class Undealt(AEC):
    """An environment before its first deal; `reset` changes its class to AEC.

    Its attributes and methods that need a deal raise BeforeResetError. Descriptors or a `__getattr__` in AEC itself
    would do the same, but would make every read of an attribute slower.
    """


def _before_reset(name: str, what: str) -> Callable[..., Any]:
    def refuse(env: AEC, *_given: Any, **_named: Any) -> Any:
        raise BeforeResetError(f"{env.game.name}: {what} before reset()")

    refuse.__name__, refuse.__doc__ = name, getattr(AEC, name, refuse).__doc__
    return refuse


for _name in ("agent_selection", "infos", "record", "rewards", "terminations", "truncations"):
    setattr(Undealt, _name, property(_before_reset(_name, _name)))
for _name in ("agent_iter", "last", "observe", "render", "replay", "state", "state_bytes", "step", "turn"):
    setattr(Undealt, _name, _before_reset(_name, f"{_name}()"))
