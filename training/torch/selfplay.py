"""Self-play as a VecEnv of stable-baselines3: one call of `step` plays the learner's action in every row."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from medianoche import envs
from medianoche.envs.core.arrays import check_seed, integers, system_seed
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.copying import Copied
from medianoche.envs.core.errors import OptionError, choices
from medianoche.envs.core.game import Game
from medianoche.training.league import FixedOpponents, Opponents
from medianoche.training.matches import Matches

METHODS = ("action_masks",)


def make_sb3_vec_env(
    game: str, num_envs: int = 256, opponents: Sequence[str] = ("greedy",), **arguments: Any
) -> VecEnv:
    """`num_envs` games against agents, for `MaskablePPO("MlpPolicy", make_sb3_vec_env("misty"))`.

    Args:
        game: name of the game.
        num_envs: number of rows.
        opponents: agent strings; each other team, and the seats of the learner's team mates, get one of them at random.
        **arguments: see SelfPlayVecEnv.

    Raises:
        MedianocheError: an argument is not accepted; one line.
    """
    return SelfPlayVecEnv(envs.game(game), num_envs, FixedOpponents(opponents), **arguments)


class SelfPlayVecEnv(Copied, VecEnv):
    """Rows of `Matches`, for one or more player counts, as a VecEnv with action masks.

    `env_method("action_masks")`, which sb3-contrib's `get_action_masks` calls, returns the array
    int8[num_envs, num_actions] itself. Infos are empty except in rows whose game ended, which have
    "terminal_observation", and "episode" with the return `r` and the length `l` in decisions of the learner.

    Args:
        game: the game.
        num_envs: number of rows.
        opponents: the players of the other seats: a League, or FixedOpponents.
        players: player counts, divided among the rows as equally as possible; none: the game's default.
        seed: seed of everything except the learner's actions; None: one from the operating system.
        pack: content pack.
        **options: the game's options.

    Attributes:
        parts: the `Matches`, one for each player count; `parts[0].seed` is `seed`, given or drawn, plus its players.
        seconds: wall time spent in `step` so far.

    Raises:
        MedianocheError: an argument is not accepted; one line.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        opponents: Opponents,
        *,
        players: Iterable[int] = (),
        seed: int | None = None,
        pack: PackSource = "standard",
        **options: Any,
    ) -> None:
        seed = system_seed() if seed is None else check_seed(seed)
        counts = [game.content.check_players(count) for count in players] or [game.content.check_players(None)]
        if num_envs < len(counts):
            raise OptionError(f"{num_envs} rows are too few for {len(counts)} player counts")
        rows = dict.fromkeys(sorted(counts), 0)
        for number in range(num_envs):
            rows[counts[number % len(counts)]] += 1
        self.parts = [
            Matches(game, size, opponents, num_players=count, seed=seed + count, pack=pack, **options)
            for count, size in rows.items()
        ]
        self.game = self.parts[0].game
        self._cuts = np.cumsum([part.num_envs for part in self.parts])[:-1]
        self.seconds = 0.0
        super().__init__(
            num_envs, spaces.Box(-1, 1, (game.observation_size,), np.float32), spaces.Discrete(game.num_actions)
        )

    # ---- playing

    def reset(self) -> np.ndarray:
        """Deal new games: float32[num_envs, observation_size]. Without a call of `seed` the generator goes on."""
        for part in self.parts:
            part.reset(None if self._seeds[0] is None else self._seeds[0] + part.players)
        self._reset_seeds()
        self._reset_options()
        return self.observation

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions, int[num_envs], for `step_wait`; raises GameError for anything else."""
        self._actions = integers(actions, "actions", self.num_envs)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play these actions, then the opponents' up to the learner's next decision: observations, rewards, dones and
        infos."""
        began = time.perf_counter()
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        first = 0
        for part, actions in zip(self.parts, np.split(self._actions, self._cuts), strict=True):
            part.step(actions)
            for row in np.flatnonzero(part.done).tolist():
                infos[first + row] = self._info(part, row)
            first += part.num_envs
        rewards = np.concatenate([part.rewards for part in self.parts])
        dones = np.concatenate([part.done for part in self.parts])
        observation = self.observation
        self.seconds += time.perf_counter() - began
        return observation, rewards, dones, infos

    @property
    def thinking(self) -> float:
        """Seconds in `step` that the opponents took to choose."""
        return sum(part.thinking for part in self.parts)

    @property
    def observation(self) -> np.ndarray:
        """float32[num_envs, observation_size]: the learner's observations, a copy."""
        return np.concatenate([part.observation for part in self.parts])

    def action_masks(self) -> np.ndarray:
        """int8[num_envs, num_actions]: 1 where legal."""
        if len(self.parts) == 1:
            return self.parts[0].action_mask
        return np.concatenate([part.action_mask for part in self.parts])

    @staticmethod
    def _info(part: Matches, row: int) -> dict[str, Any]:
        return {
            "terminal_observation": part.final_observation[row].copy(),
            "episode": {"r": float(part.final_return[row]), "l": int(part.final_length[row])},
            "score": int(part.final_scores[row]),
        }

    def playing(self) -> set[int]:
        """The numbers of the opponents of all games that go on."""
        return {int(number) for part in self.parts for number in np.unique(part.who)}

    # ---- checkpoints

    def state_dict(self) -> list[dict[str, Any]]:
        """The state for `load_state_dict`."""
        return [part.state_dict() for part in self.parts]

    def load_state_dict(self, known: list[dict[str, Any]]) -> None:
        """Restore the state that `state_dict` returned; the next `reset` ignores a seed that was set before."""
        self._reset_seeds()
        for part, its in zip(self.parts, known, strict=True):
            part.load_state_dict(its)

    # ---- the rest of the interface

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **named: Any) -> Any:
        """`action_masks`, the only method of the rows: int8[num_envs, num_actions], or the rows `indices`."""
        if method_name not in METHODS:
            raise AttributeError(f"rows have no method {method_name!r}; methods: {choices(METHODS)}")
        masks = self.action_masks()
        return masks if indices is None else masks[list(self._get_indices(indices))]

    def has_attr(self, attr_name: str) -> bool:
        """Whether rows have this attribute."""
        return attr_name in (*METHODS, "render_mode")

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """One value for each row: `render_mode` is None, `action_masks` a function."""
        rows = list(self._get_indices(indices))
        if attr_name == "render_mode":
            return [None] * len(rows)
        if attr_name == "action_masks":
            return [lambda row=row: self.action_masks()[row] for row in rows]
        raise AttributeError(f"rows have no attribute {attr_name!r}")

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Raise an error: rows have no attribute that can be set."""
        raise AttributeError(f"attribute {attr_name!r} of rows cannot be set")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """False for each row: rows are not wrapped."""
        return [False] * len(list(self._get_indices(indices)))

    def close(self) -> None:
        """Nothing to close."""
