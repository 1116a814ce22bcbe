"""Every game as an OpenSpiel game: `import medianoche.openspiel`, then `pyspiel.load_game("medianoche_misty")`.

Needs `pip install open_spiel`. Parameters are `players`, `pack` (a name or a file), `pack_seed` (seed of a generated
pack, used unless it is -1), `rng_seed` (-1: another one each time, `game.rng_seed`) and the game's options:
`pyspiel.load_game("medianoche_correo(players=3,rng_seed=7)")`.

- Chance is *sampled* (OpenSpiel's term). The deal is a chance node with one outcome; later draws happen inside actions,
  with the state's own generator, so a clone continues exactly as its original. Algorithms that need all chance outcomes
  (exact solvers, CFR) cannot be used. A search on clones of the true state would see hidden cards; `resampler` makes
  clones in which everything hidden is dealt again.
- In small games that list their deals (`medianoche_kuhn`, `medianoche_leduc`, `medianoche_liars_dice`,
  `medianoche_strong_wing`) chance is *explicit*: the outcomes of the chance node are the deals, with their
  probabilities, and nothing else is left to chance. What a player knows holds all that it has seen and done, so it is
  the information state, too. CFR, best responses and exploitability run on them. `rng_seed` means nothing there.
- Players are asked one after another, even where the rulebook lets them choose at the same time; no player sees another
  choice before it is revealed.
- The observation string holds what a player knows now: the bytes of the state after `conceal`, equal for all states
  that the player cannot tell apart. In games with sampled chance it does not hold the history, so it is not an
  information state (perfect recall), and none is provided. For a search use
  `open_spiel.python.algorithms.ismcts.ISMCTSBot(..., use_observation_string=True)` with
  `bot.set_resampler(resampler(seed))`. The C++ `pyspiel.ISMCTSBot` cannot resample games written in Python and raises
  an error; `pyspiel.MCTSBot` searches copies of the true state, so use it only for games without hidden information.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Self

import numpy as np
import pyspiel

from medianoche import envs
from medianoche.envs.core.arrays import system_seed
from medianoche.envs.core.errors import GameError
from medianoche.envs.core.game import Game
from medianoche.places import YARDSTICKS

PREFIX = "medianoche_"
SEEDS = 2**31
DEAL = 0
"""The only outcome of the chance node at the start."""
OWN = ("players", "pack", "pack_seed", "rng_seed")
Deals = list[tuple[Any, float]]
"""Each deal of a game with explicit chance, and its probability; [] of other games."""


class Held:
    """The content of a state in one attribute, which OpenSpiel copies and pickles.

    Attributes:
        game: the game; shared by copies.
        blank: arguments of `game.new`.
        chance: generator of the seeds of deals; shared by copies.
        deals: of a game with explicit chance, each deal and its probability; shared by copies.
        state: the state, None before the deal.
    """

    __slots__ = ("blank", "chance", "deals", "game", "state")

    def __init__(
        self, game: Game, blank: dict[str, Any], rng: np.random.Generator, deals: Deals, state: Any = None
    ) -> None:
        self.game = game
        self.blank = blank
        self.chance = rng
        self.deals = deals
        self.state = state

    def __deepcopy__(self, _memo: object) -> Self:
        state = None if self.state is None else self.game.copy(self.state)
        return type(self)(self.game, self.blank, self.chance, self.deals, state)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.blank, self.chance, self.deals, self.state)

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.blank["num_players"])


class OpenSpielState(pyspiel.State):
    """A state of any game with OpenSpiel's methods."""

    def __init__(self, game: pyspiel.Game, held: Held) -> None:
        super().__init__(game)
        self.held = held

    def current_player(self) -> int:
        """The seat to move; before the deal the chance player, after the end the terminal one."""
        if self.held.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.held.state.done else int(self.held.state.to_move)

    def _legal_actions(self, _player: int) -> list[int]:
        return self.held.game.legal_actions(self.held.state).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals; or the deal as the only outcome, which is sampled when it is applied."""
        return [(number, chance) for number, (_, chance) in enumerate(self.held.deals)] or [(DEAL, 1.0)]

    def _apply_action(self, action: int) -> None:
        held = self.held
        if held.state is None and held.deals:
            held.state = held.game.copy(held.deals[action][0])
        elif held.state is None:
            held.state = held.game.new(seed=int(held.chance.integers(SEEDS)), **held.blank)
        else:
            held.game.step(held.state, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.held.game.describe(self.held.state, action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.held.state is not None and bool(self.held.state.done)

    def returns(self) -> list[float]:
        """The utilities, all zero until the end."""
        if not self.is_terminal():
            return [0.0] * self.held.players
        return [float(value) for value in self.held.state.utility[: self.held.players]]

    def __str__(self) -> str:
        return "before the deal" if self.held.state is None else self.held.game.render(self.held.state)


class Observer:
    """Observations of a player: `tensor` and `dict`, and as a string everything that it knows."""

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the observation of `player` into `tensor`; zeros before the deal."""
        held = state.held
        self.tensor[:] = 0.0 if held.state is None else held.game.observe(held.state, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The concealed state of `player` as hexadecimal digits."""
        held = state.held
        return "" if held.state is None else held.game.known(held.state, player).tobytes().hex()


def resampler(seed: int = 0) -> Callable[[pyspiel.State, int], pyspiel.State]:
    """A function of (state, player) for `ISMCTSBot.set_resampler`. It returns a clone in which everything hidden from
    `player` is dealt again, with another generator for later draws."""
    rng = np.random.default_rng(seed)

    def resample(state: pyspiel.State, player: int) -> pyspiel.State:
        clone = state.clone()
        held = clone.held
        held.game.determinize(held.state, player, int(rng.integers(SEEDS)))
        return clone

    return resample


def _keep_lock() -> None:
    """Replace `step` of OpenSpiel's two searches in C++, for states of this module alone.

    The original releases the interpreter's lock and then copies and observes the state. For states written in Python
    these are calls of the interpreter, which crash without the lock. `step_with_policy` does the same with the lock.
    """
    mcts = pyspiel.MCTSBot.step
    ismcts = pyspiel.ISMCTSBot.step

    def step(bot: pyspiel.MCTSBot, state: pyspiel.State) -> int:
        return bot.step_with_policy(state)[1] if isinstance(state, OpenSpielState) else mcts(bot, state)

    def refuse(bot: pyspiel.ISMCTSBot, state: pyspiel.State) -> int:
        if isinstance(state, OpenSpielState):
            raise GameError(
                f"pyspiel.ISMCTSBot cannot search {state.get_game().get_type().short_name}, a game written in Python; "
                "use ISMCTSBot of open_spiel.python.algorithms.ismcts with medianoche.openspiel.resampler()"
            )
        return ismcts(bot, state)

    pyspiel.MCTSBot.step = step
    pyspiel.ISMCTSBot.step = refuse


_keep_lock()


def register(name: str, location: str | None = None) -> str:
    """Register a game of the suite, or another one by its `location` (module:Class); returns its name in OpenSpiel.
    Raises MedianocheError if there is no such game."""
    game = envs.game(location or name)
    kind = _kind(game, PREFIX + name)

    class Registered(pyspiel.Game):
        """The game that `pyspiel.load_game` makes."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            all_params = kind.parameter_specification | (params or {})
            blank = {key: value for key, value in all_params.items() if key not in OWN}
            blank["pack"] = all_params["pack"] if all_params["pack_seed"] < 0 else all_params["pack_seed"]
            blank["num_players"] = players = game.content.check_players(all_params["players"])
            self.rng_seed = all_params["rng_seed"] if all_params["rng_seed"] >= 0 else system_seed() % SEEDS
            self.chance = np.random.default_rng(self.rng_seed)
            self.played = game.content.with_packs([blank["pack"]])
            self.blank = blank
            self.deals = deals_of(self.played)
            options = {key: value for key, value in blank.items() if key not in ("pack", "num_players")}
            most = game.declaration.max_decisions(players, game.content.options(options))
            info = pyspiel.GameInfo(
                num_distinct_actions=game.num_actions,
                max_chance_outcomes=len(self.deals) or 1,
                num_players=players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0 if self.deals else None,
                max_game_length=most,
            )
            super().__init__(kind, info, all_params)

        def new_initial_state(self) -> OpenSpielState:
            """The state before the deal."""
            return OpenSpielState(self, Held(self.played, self.blank, self.chance, self.deals))

        def make_py_observer(self, _kind: object = None, _params: object = None) -> Observer:
            """An observer of this game."""
            return Observer(self.played)

    pyspiel.register_game(kind, Registered)
    return PREFIX + name


def deals_of(game: Game) -> Deals:
    """Each deal of a small game that lists its deals, and its probability; [] of other games."""
    listed = getattr(game.declaration, "deals", list)
    states_by_key: dict[bytes, Any] = {}
    counts: Counter[bytes] = Counter()
    for state in listed():
        state.rng = 1  # the same in all: nothing more is drawn (0 would say that something is concealed)
        states_by_key[state.tobytes()] = state
        counts[state.tobytes()] += 1
    return [(states_by_key[key], count / counts.total()) for key, count in counts.items()]


def _kind(game: Game, name: str) -> pyspiel.GameType:
    explicit = hasattr(game.declaration, "deals")
    chance = pyspiel.GameType.ChanceMode
    options = game.content.options({}).model_dump(mode="json")
    parameters = {"players": game.players[0], "pack": "standard", "pack_seed": -1, "rng_seed": -1}
    return pyspiel.GameType(
        short_name=name,
        long_name=f"{game.name} (medianoche)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if explicit else chance.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=getattr(pyspiel.GameType.Utility, "ZERO_SUM" if explicit else "GENERAL_SUM"),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=explicit,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters
        | {key: value for key, value in options.items() if isinstance(value, bool | int | float | str)},
    )


def register_all() -> list[str]:
    """Register every game that the suite knows, the small ones too; returns their names in OpenSpiel."""
    return [register(name) for name in (*envs.names(), *YARDSTICKS)]
