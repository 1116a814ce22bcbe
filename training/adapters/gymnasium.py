"""One seat of a game as a Gymnasium environment: agents play the other seats.

After `import medianoche`: `gymnasium.make("medianoche/Misty-v0", opponents=["greedy"])`, and
`gymnasium.make_vec("medianoche/Misty-v0", num_envs=64, opponents=["greedy"])` for many games in one call.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from medianoche.envs.core import arrays
from medianoche.envs.core.arrays import check_seed
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.copying import Copied
from medianoche.envs.core.errors import GameError, OptionError, UnknownOptionError, choices, shown
from medianoche.envs.core.kernels.loops import DEAL_LIMIT
from medianoche.envs.core.making import game as find
from medianoche.envs.core.play import modes
from medianoche.training.league import FixedOpponents
from medianoche.training.matches import Matches

SEEDS = 2**31
MODES = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP
COUNTS_RIGHT = (1, 4)
"""The version of Gymnasium from which its wrapper RecordEpisodeStatistics is right in SAME_STEP."""


@contextmanager
def _unexpected_keyword() -> Iterator[None]:
    """Add Python's phrase "unexpected keyword argument" to the error of an unknown option: TorchRL looks for it."""
    try:
        yield
    except UnknownOptionError as error:
        words = f"{error} (unexpected keyword argument {error.option!r})"
        raise UnknownOptionError(words, error.option) from None


class SeatEnv(Copied, gymnasium.Env[np.ndarray, np.int64]):
    """One seat of one game at a time.

    Observations are float32[observation_size]; `info["action_mask"]` (and `action_masks()`) says what is legal:
    int8[num_actions], fit for `env.action_space.sample(mask=...)`. The reward is the utility, at the end.

    Args:
        game: name of the game.
        opponents: agent strings; each other team, and the seats of one's own team mates, get one of them at random.
        num_players: number of players; None is the game's default.
        seat: the seat played; None draws one for each game.
        pack: content pack.
        illegal: "terminate" ends the game with reward -1 on an action that is not legal; "error" raises.
        render_mode: what `render` returns: None, "ansi" (text), "svg" (a picture), "rgb_array" (uint8[960, 1280, 3];
            needs the extra `pixels`); "human" prints the text.
        **options: the game's options.

    Raises:
        MedianocheError: an argument is not accepted; one line.
    """

    metadata = {"render_modes": modes.available(), "render_fps": 1}  # noqa: RUF012 (as Gymnasium wants it)

    def __init__(
        self,
        game: str,
        opponents: Sequence[str] = ("greedy",),
        num_players: int | None = None,
        seat: int | None = None,
        pack: PackSource = "standard",
        illegal: str = "terminate",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        modes.check(render_mode)
        with _unexpected_keyword():
            self.matches = Matches(
                find(game),
                1,
                FixedOpponents(opponents),
                num_players=num_players,
                seat=seat,
                pack=pack,
                illegal=illegal,
                again=False,
                **options,
            )
        self.game = self.matches.game
        self.observation_space = spaces.Box(-1, 1, (self.game.observation_size,), np.float32)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self.render_mode = render_mode
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal a game and play up to the first decision. Without a seed the environment's generator goes on; `options`
        is ignored, since a game's options are given to the constructor."""
        super().reset(seed=None if seed is None else check_seed(seed))
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(SEEDS))
        self._seeded = True
        self.matches.reset(seed)
        for _ in range(DEAL_LIMIT):
            if not self.matches.batch.done[0]:
                break
            self.matches.reset()  # the last game ended before the first decision of this seat
        else:
            raise GameError(self.game.rules.all_end_in_the_deal())
        return self.matches.observation[0].copy(), self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play `action`, then the agents' actions up to the next decision.

        Raises:
            IllegalActionError: the action is not legal and `illegal` is "error".
            GameError: the game is over or has not begun, or the action is not an integer; nothing has changed.
        """
        if not self._seeded:
            raise GameError(f"{self.game.name}: step() before reset()")
        if self.matches.done[0]:
            raise GameError(f"{self.game.name}: the game is over; call reset()")
        self.matches.step([arrays.integer(action, f"{self.game.name}: action")])
        over = bool(self.matches.done[0])
        seen = self.matches.final_observation if over else self.matches.observation
        return seen[0].copy(), float(self.matches.rewards[0]), over, False, self._info()

    def action_masks(self) -> np.ndarray:
        """int8[num_actions]: 1 where legal; sb3-contrib calls this method."""
        mask: np.ndarray = self.matches.action_mask[0].copy()
        return mask * np.int8(not self.matches.done[0])

    def render(self) -> Any:
        """The position as the seat that is played sees it, as `render_mode` says."""
        return modes.show(self.game, self.matches.batch.states[0], self.render_mode, int(self.matches.seat[0]))

    def _info(self) -> dict[str, Any]:
        seat = int(self.matches.seat[0])
        state = self.matches.batch.states[0]
        info = self.game.info(state if self.game.declaration.public_info else self.game.known(state, seat), seat)
        return {"action_mask": self.action_masks(), "seat": seat, **info}


class SeatVectorEnv(Copied, VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """One seat of many games, stepped together.

    `info["action_mask"]` is int8[num_envs, num_actions]. In NEXT_STEP, the mode of Gymnasium's own vectors, the step
    that ends a game shows what the seat sees at the end, with its score in `info["score"]`, and the row's next step
    deals a game: its action is ignored (the mask has ones) and its reward is 0. In SAME_STEP the next game is dealt at
    once, and `info["final_obs"]` holds what was seen at the end, in the rows where `info["_final_obs"]` is true.
    Gymnasium's wrappers are right in NEXT_STEP; in SAME_STEP `RecordEpisodeStatistics` is right from Gymnasium 1.4 on,
    and `NormalizeObservation` refuses.

    Args:
        game: name of the game.
        num_envs: number of rows.
        autoreset_mode: `gymnasium.vector.AutoresetMode.NEXT_STEP` or SAME_STEP, or their values as strings.
        opponents, num_players, seat, pack, illegal, **options: see SeatEnv.

    Raises:
        MedianocheError: an argument is not accepted; one line.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: Sequence[str] = ("greedy",),
        illegal: str = "terminate",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **arguments: Any,
    ) -> None:
        self.metadata = {"render_modes": [], "autoreset_mode": _mode(autoreset_mode)}
        self._same_step = self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
        with _unexpected_keyword():
            self.matches = Matches(find(game), num_envs, FixedOpponents(opponents), illegal=illegal, **arguments)
        self.game = self.matches.game
        self.num_envs = num_envs
        self.single_observation_space = spaces.Box(-1, 1, (self.game.observation_size,), np.float32)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seeded = False
        self._over = np.zeros(num_envs, np.bool_)
        """Rows whose game has ended and whose next step deals a game."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal games in all rows, whose seeds are mixed from `seed` and the row's number; `options` is ignored."""
        super().reset(seed=None if seed is None else check_seed(seed))
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(SEEDS))
        self._seeded = True
        self._over[:] = False
        self.matches.reset(seed)
        return self.matches.observation.copy(), self._info()

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play `actions`, int[num_envs], then the agents' actions up to the next decisions.

        Raises:
            IllegalActionError: some action is not legal and `illegal` is "error"; nothing has changed.
            GameError: `actions` are not that many integers, or no game was dealt; nothing has changed.
        """
        if not self._seeded:
            raise GameError(f"{self.game.name}: step() before reset()")
        seats = self.matches.seat
        self.matches.step(actions, self._over)
        over = self.matches.done.copy()
        observation = self.matches.observation.copy()
        info = self._info()
        if over.any() and self._same_step:
            last = np.full(self.num_envs, None, object)
            for row in np.flatnonzero(over).tolist():
                last[row] = self.matches.final_observation[row].copy()
            info |= {"final_obs": last, "_final_obs": over.copy()}
            info |= {"final_info": {"score": self.matches.final_scores.copy(), "_score": over.copy()}}
            info["_final_info"] = over.copy()
        elif over.any():  # the next game is dealt, and shown in the next step
            self._over = over.copy()
            observation[over] = self.matches.final_observation[over]
            info["action_mask"][over] = 1
            info["seat"][over] = seats[over]
            info |= {"score": self.matches.final_scores.copy(), "_score": over.copy()}
        else:
            self._over[:] = False
        truncated = np.zeros(self.num_envs, np.bool_)
        return observation, self.matches.rewards.copy(), over, truncated, info

    def _info(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.matches.action_mask.copy(),
            "_action_mask": everywhere,
            "seat": self.matches.seat.copy(),
            "_seat": everywhere.copy(),
        }


def _mode(mode_given: object) -> AutoresetMode:
    """The accepted mode, also by its value; warns where Gymnasium's own statistics are wrong."""
    known = isinstance(mode_given, AutoresetMode | str)
    mode = next((mode for mode in MODES if known and mode_given in (mode, mode.value)), None)
    if mode is None:
        raise OptionError(f"autoreset_mode {shown(mode_given)} is not accepted; accepted: {choices(MODES)}")
    if mode is AutoresetMode.SAME_STEP and tuple(map(int, gymnasium.__version__.split(".")[:2])) < COUNTS_RIGHT:
        words = (
            f"RecordEpisodeStatistics of Gymnasium {gymnasium.__version__} counts wrongly in SAME_STEP; 1.4 is right"
        )
        warnings.warn(words, stacklevel=3)
    return mode


def make(game: str, **arguments: Any) -> SeatEnv:
    """The entry point that Gymnasium's registry calls for one game."""
    return SeatEnv(game, **arguments)


def make_vec(game: str, num_envs: int = 1, **arguments: Any) -> SeatVectorEnv:
    """The entry point that Gymnasium's registry calls for many."""
    return SeatVectorEnv(game, num_envs, **arguments)
