"""A game as a PettingZoo AEC environment: everything PettingZoo's wrappers check is checked here, in one mask test."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cached_property, partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from medianoche.envs.core import arrays
from medianoche.envs.core.arrays import check_seed
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.content.stream import Stream
from medianoche.envs.core.errors import BeforeResetError, GameError, IllegalActionError, OptionError, choices, shown
from medianoche.envs.core.kernels.loops import ONE, SHOW, Loops, sample_one_legal
from medianoche.envs.core.kernels.rng import STEP, mix
from medianoche.envs.core.play import modes
from medianoche.envs.core.play.replay import Replay
from medianoche.envs.core.play.turn import Turn

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game, State

ENDED, SEAT_SHIFT = 2, 2
"""How `loops.show` packs what happened."""
ROW = np.zeros(1, np.int64)
VIEWS = ("_loops", "_packs", "_stream", "_turn", "_fields", "_bytes", "_locked")
"""Attributes that are not an environment's own, and made anew in a copy."""

Observation = dict[str, np.ndarray]


def flat(states: np.ndarray) -> np.ndarray:
    """All numbers of one record, float64[n]: exact, for a word of 64 bits is two numbers, the lower half first."""
    plain = states.view(np.ndarray)
    parts = (np.ascontiguousarray(plain[name]).ravel() for name in plain.dtype.names or ())
    halves = (part.astype("<u8").view("<u4") if part.dtype == np.uint64 else part for part in parts)
    return np.concatenate([part.astype(np.float64) for part in halves])


def _filled(dtype: np.dtype[Any], end: str) -> np.ndarray:
    """A record with the least ("min") or greatest ("max") number in every place; utilities lie in [-1, 1]."""
    states = np.zeros(1, dtype)
    for name in dtype.names or ():
        base = dtype[name].base
        states[name] = {"min": -1, "max": 1}[end] if base.kind == "f" else getattr(np.iinfo(base), end)
    return states


class Fields(SimpleNamespace):
    """The fields of a state by name, as `Game.info` reads them; np.record takes ten times as long for each."""

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


def make(game: str, **arguments: Any) -> AEC:
    """The entry point that PettingZoo's registry calls."""
    from medianoche.envs.core.registry import game as find

    return AEC(find(game), **arguments)


class AEC(AECEnv[str, Any, Any]):
    """One game, one agent asked at a time, and only where it has a choice.

    Observations are `{"observation": float32[observation_size], "action_mask": int8[num_actions]}` for every agent
    at any time; the mask is all zero when it is not that agent's turn. Rewards come at the end only and are the
    utility, in [-1, 1]. `infos[agent]["score"]` is the score so far; infos tell an agent what it may know. All agents
    end together. `state()` is the whole state, hidden things included, for training that sees everything.

    Args:
        game: the game.
        num_players: how many play; None is the game's default.
        pack: content pack: a name, the path of a TOML file, the seed of a generated one, or "random:SEED" (see
            `Stream`): another generated one for every deal.
        render_mode: what `render` returns: None, "ansi" (text), "svg" (a picture), "rgb_array" (uint8[960, 1280, 3];
            needs the extra `pixels`); "human" prints the text.
        illegal: "error" raises IllegalActionError and changes nothing; "terminate" ends the game, the culprit's
            team with reward -1 and everyone else with 0.
        **options: the game's options.

    Raises:
        GameError, OptionError, PackError: what was given is not accepted.
    """

    agent_selection: Any

    def __init__(
        self,
        game: Game,
        num_players: int | None = None,
        pack: PackSource = "standard",
        render_mode: str | None = None,
        illegal: str = "error",
        **options: Any,
    ) -> None:
        modes.check(render_mode)
        if illegal not in ("error", "terminate"):
            raise OptionError(f"illegal={illegal!r} is not accepted; accepted: 'error', 'terminate'")
        self.game = game = game.with_packs([pack])
        self.num_players = game.check_players(num_players)
        self.options = game.options(options)
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
        self._blank = game.blank(self.num_players, self.options)
        self._states = np.zeros(1, game.state_dtype).view(np.recarray)
        self._concealed = game.hidden_information and not game.public_info
        self._known = self._states.copy()
        """What the agent knows of the game whose info is asked for."""
        self._states["rng"] = np.random.SeedSequence().generate_state(1, np.uint64)
        self._mask = np.zeros(game.mask_words, np.uint64)
        self._out = np.zeros(game.observation_size, np.float32)
        self._action_mask = np.zeros(game.num_actions, np.int8)
        self._seeds = np.zeros(2, np.uint64)
        self._shown = ""
        """The agent whose view is in `_out` and `_action_mask`."""
        self.seed: int | None = None
        """Of the deal; None before one, and after `restore`."""
        self.history: list[int] = []
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
        """Deal a new game. Without a seed the last game's generator chooses one; `options` is ignored, since a game's
        options are given when it is made."""
        if seed is not None:
            self._seeds[0] = check_seed(seed)
        if self._stream is not None:
            seeds = self._seeds[:1] if seed is not None else mix(self._states["rng"]) >> ONE
            self._blank["pack"] = self._stream.deal(seeds)
        happened = self._loops.deal_one(
            self._packs,
            self._states,
            self._mask,
            self._blank,
            self._out,
            self._action_mask,
            self._seeds,
            seed is not None,
        )
        self.seed = int(self._seeds[0])
        self._begin(happened)

    def step(self, action: Any) -> None:
        """Play `action` for `agent_selection`, and every forced move after it; None for an agent that is done.

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
        except OverflowError:  # not even an integer of 64 bits
            happened = 0
        if happened & ENDED:
            self.history.append(action)
            self._finish(self._states["utility"][0].tolist())
        elif happened:
            self.history.append(action)
            self.agent_selection = self._shown = self.possible_agents[happened >> SEAT_SHIFT]
        else:
            self._refuse(action)

    def observe(self, agent: str) -> Observation:
        """What `agent` sees now."""
        if agent is not self._shown:  # not this very name
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
        """Observation, reward, termination, truncation and info of `agent_selection`."""
        agent = self.agent_selection
        try:
            reward, over = self._cumulative_rewards[agent], self.terminations[agent]
        except KeyError:
            raise self._left() from None
        return (
            self.observe(agent) if observe else None,
            reward,
            over,
            False,
            self._info(agent) if self._concealed else self.game.info(self._fields, self._seats[agent]),
        )

    @property
    def infos(self) -> dict[str, dict[str, Any]]:  # type: ignore[override]
        """What the game tells now about every agent in play, as that agent knows it."""
        return {agent: self._info(agent) for agent in self.agents}

    def state(self) -> np.ndarray:
        """The whole state, hidden things included: float64[n], all numbers of `record` in the order of its fields, a
        word of 64 bits (`rng`, bit boards) as two numbers, the lower 32 bits first."""
        return flat(self._states)

    @cached_property
    def state_space(self) -> spaces.Box:
        """The space of `state()`."""
        low, high = (flat(_filled(self.game.state_dtype, end)) for end in ("min", "max"))
        return spaces.Box(low, high, dtype=np.float64)

    def render(self) -> Any:
        """The whole position, hidden things included, as `render_mode` says."""
        return modes.show(self.game, self.record, self.render_mode)

    def close(self) -> None:
        """Nothing to close."""

    # ---- beyond PettingZoo

    @property
    def record(self) -> State:
        """The true state, hidden things included, its fields by name, read-only: for analysts, not for agents.
        `restore` goes to another one."""
        return self._locked[0]

    def sample_legal(self) -> int:
        """A uniformly random legal action for `agent_selection`, by a generator of the environment's own; -1 before
        `reset` and at the end."""
        return int(sample_one_legal(self._mask, self._seeds))

    def turn(self, seed: int | None = None, game: int | None = None) -> Turn:
        """The decision of `agent_selection` as agents are asked for it: `agent.act(env.turn())[0]` is an action.

        Args:
            seed: decides what chance the agent has; by default another one at every call.
            game: tells this game from others, for agents that keep something of a game.

        Raises:
            GameError: the game is over.
        """
        if not self._mask.any():
            raise GameError(f"{self.game.name}: no player is to move")
        if seed is None:
            self._seeds[1:] += STEP
        masks = self._mask[None]
        seeds = self._seeds[1:] if seed is None else np.array([check_seed(seed)], np.uint64)
        games = None if game is None else np.array([game])
        return Turn(self.game, self.num_players, self._packs, self._locked, masks, ROW, seeds, games)

    def copy(self) -> AEC:
        """An independent environment at the same point of the same game."""
        return copy.deepcopy(self)

    def state_bytes(self) -> bytes:
        """The true state as bytes, for `restore`."""
        return self._states.tobytes()

    def restore(self, state: bytes | bytearray | memoryview, check: bool = True) -> None:
        """Go to a state taken by `state_bytes` from an environment with the same game, players, options and pack.

        Args:
            state: the bytes.
            check: look whether play could reach the state, which takes milliseconds. False is for bytes that this
                program took from such an environment itself: others can crash it.

        Raises:
            GameError: the state is none of this game, and (with `check`) its players and options; nothing has changed.
        """
        if not isinstance(state, bytes | bytearray | memoryview):
            raise GameError(f"{self.game.name}: a state is bytes, given {type(state).__name__}")
        given = bytes(state)
        if len(given) != self.game.state_dtype.itemsize:
            raise GameError(f"{self.game.name}: a state has {self.game.state_dtype.itemsize} bytes, given {len(given)}")
        states = np.frombuffer(given, self.game.state_dtype).copy().view(np.recarray)
        if check and (reason := self.game.unsound(states[0], self.num_players, self.options)):
            raise GameError(f"{self.game.name}: not a state of this game: {reason}")
        if self._stream is not None:
            self._stream.read(states["pack"].tolist())
        self._states[:] = states
        self.seed = None
        self._begin(self._turn(SHOW))

    def replay(self) -> Replay:
        """The game so far as seed and actions.

        Raises:
            ReplayError: after `restore`, which knows neither.
        """
        return Replay.of(self)

    # ---- inner

    @cached_property
    def _turn(self) -> Callable[[int], int]:
        """`loops.step_one` of this environment's arrays: given an action, or SHOW."""
        return partial(self._loops.step_one, self._packs, self._states, self._mask, self._out, self._action_mask)

    def _left(self) -> GameError:
        return GameError(f"{self.game.name}: the game is over and all agents have left; call reset()")

    def _info(self, agent: str) -> dict[str, Any]:
        if self._concealed:
            known, states = self._bytes
            known[:] = states
            self._loops.conceal_one(self._packs, self._known, 0, self._seats[agent])
        return self.game.info(self._fields, self._seats[agent])

    def _seat(self, agent: str) -> int:
        try:
            return self._seats[agent]
        except (KeyError, TypeError):  # unhashable, too
            agents = choices(self.possible_agents)
            raise GameError(f"{self.game.name} has no agent {shown(agent)}; agents: {agents}") from None

    def _begin(self, happened: int) -> None:
        if self.__class__ is Undealt:
            self.__class__ = AEC  # type: ignore[assignment]  # mypy takes it for an Undealt for ever
        self.history = []
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
            legal = np.flatnonzero(self._action_mask)
            raise IllegalActionError(self.game.illegal(self.record, action, legal))
        guilty = self._teams[self._seats[self.agent_selection]]
        self._mask[:] = 0
        self._action_mask[:] = 0
        self._loops.observe_one(self._packs, self._states, 0, 0, self._out)
        self._finish([-float(team == guilty) for team in self._teams])

    def _was_dead_step(self, action: Any) -> None:
        """All agents end together: they leave in the order of their seats."""
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
        return self.game.loops

    @cached_property
    def _stream(self) -> Stream | None:
        return self.game.stream

    @cached_property
    def _packs(self) -> np.ndarray:
        return self.game.records

    @cached_property
    def _fields(self) -> Any:
        plain = (self._known if self._concealed else self._states).view(np.ndarray)
        return Fields(**{name: plain[name][0, ...] for name in self.game.state_dtype.names or ()})

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
    """An environment before its first deal, which makes it an AEC: asked for what is not there yet, it says so.

    Were AEC itself to look for that, by descriptors or a `__getattr__`, every attribute would be read slowly.
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
