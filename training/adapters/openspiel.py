"""Every game as an OpenSpiel game: `import medianoche.openspiel`, then `pyspiel.load_game("medianoche_misty")`.

Needs `pip install open_spiel`. Parameters are `players`, `pack` (a name or a file), `pack_seed` (seed of a generated
pack, used unless it is -1), `deals`, `rng_seed` (-1: another one each time, `game.rng_seed`; with `deals`, as 0),
`words` and the game's options: `pyspiel.load_game("medianoche_correo(players=3,rng_seed=7)")`.

- Without `deals`, chance is *sampled* (OpenSpiel's term). The deal is a chance node with one outcome; later draws
  happen inside actions, with the state's own generator, so a clone continues exactly as its original. A state can be
  pickled, but `serialize_game_and_state` cannot write it down, because it asks for a generator that only games in C++
  have.
- With `deals=N`, chance is *explicit*: the deal is a chance node with N equally likely outcomes, each of which is the
  deal of one seed (`game.deal_seeds`), and all later draws follow from this seed. So a game is a sequence of numbers,
  which OpenSpiel writes down and reads again. Programs that do this (hosts, `serialize_game_and_state`) need
  `deals`. The seeds follow from N, so a player could compute all N deals and compare them with its own cards. A host
  prevents this by the environment variable MEDIANOCHE_DEALS, a secret text: then other seeds follow from the text.
- Games without any chance (`medianoche_phantom_tic_tac_toe`, `medianoche_dark_hex` and their abrupt forms) are
  deterministic: they begin with a player's choice.
- A search on clones of the true state would see hidden cards; `resampler` makes clones in which everything hidden is
  dealt again.
- In small games that list their deals (`medianoche_kuhn`, `medianoche_leduc`, `medianoche_liars_dice`,
  `medianoche_strong_wing`) chance is *explicit*: the outcomes of the chance node are the deals, with their
  probabilities, and nothing else is left to chance. What a player knows holds all that it has seen and done, so it is
  the information state, too. CFR, best responses and exploitability run on them. `rng_seed` means nothing there.
- Players are asked one after another, even where the rulebook lets them choose at the same time; no player sees another
  choice before it is revealed.
- The observation string holds what a player knows now: the bytes of the state after `conceal`, equal for all states
  that the player cannot tell apart. With `words=True`, the position in words stands before it.
- The information state string holds all that a player has seen and done (perfect recall), as a hash in games whose
  position does not hold it. Algorithms that sample games, such as outcome-sampling MCCFR, run with it on every game.
  The information state tensor exists only in the small games.
- OpenSpiel's structs are types of C++. The states have the same methods in Python: `to_struct`, `to_json` (everything),
  `to_observation_struct` (what a player knows), `action_to_struct`. Games, their types and states can be pickled.
- For a search use
  `open_spiel.python.algorithms.ismcts.ISMCTSBot(..., use_observation_string=True)` with
  `bot.set_resampler(resampler(seed))`. The C++ `pyspiel.ISMCTSBot` cannot resample games written in Python and raises
  an error; `pyspiel.MCTSBot` searches copies of the true state, so use it only for games without hidden information.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

import numpy as np
import pyspiel

from medianoche import envs
from medianoche.envs.core.arrays import system_seed
from medianoche.envs.core.errors import GameError
from medianoche.envs.core.game import Game
from medianoche.places import YARDSTICKS
from medianoche.toys import lists_deals

PREFIX = "medianoche_"
SEEDS = 2**31
DEAL = 0
"""The only outcome of the chance node at the start."""
DEALS_LIMIT = 2**20
ACTION_BYTES = 4
SECRET = "MEDIANOCHE_DEALS"
"""The environment variable of a host: a secret that decides, with `rng_seed`, the seeds of the deals."""
OWN = ("players", "pack", "pack_seed", "rng_seed", "deals", "words")


class Deal(NamedTuple):
    """An outcome of the chance node of a game with explicit chance."""

    probability: float
    seed: int = 0
    state: Any = None
    """The state after the deal, if the game lists its deals; None: the seed makes it."""


ChanceMode = pyspiel.GameType.ChanceMode
Utility = pyspiel.GameType.Utility


class SeatMemory(NamedTuple):
    """What a player has seen and done in the first actions of a game. Copies of a state share it."""

    length: int  #: number of these actions
    state: Any  #: the state after them
    seen: bytes  #: what the player knows there
    digest: Any  #: hash of all that it has seen and done

    def after(self, game: Game, player: int, actions: list[int]) -> SeatMemory:
        """The memory after further actions."""
        state = game.copy(self.state)
        seen = self.seen
        digest = self.digest.copy()
        for action in actions:
            mine = int(state.to_move) == player
            game.step(state, action)
            if mine:
                digest.update(action.to_bytes(ACTION_BYTES, "little"))
            if (now := game.known(state, player).tobytes()) != seen:
                digest.update(now)
                seen = now
        return SeatMemory(self.length + len(actions), state, seen, digest)


@dataclass(slots=True, eq=False)
class Held:
    """The content of a state in one attribute, which OpenSpiel copies and pickles.

    Attributes:
        game: the game; shared by copies.
        blank: arguments of `game.new`.
        chance: generator of the seeds of deals; shared by copies.
        deals: of a game with explicit chance, each deal; shared by copies.
        state: the state, None before the deal.
        first: the state after the deal, shared by copies; None before it, and where `resampler` has dealt anew.
        memories: what players have seen and done so far, by player, if it was asked for.
    """

    game: Game
    blank: dict[str, Any]
    chance: np.random.Generator
    deals: list[Deal]
    state: Any = None
    first: Any = None
    memories: dict[int, SeatMemory] = field(default_factory=dict)

    def __deepcopy__(self, _memo: object) -> Self:
        state = None if self.state is None else self.game.copy(self.state)
        copied = type(self)(self.game, self.blank, self.chance, self.deals, state, self.first)
        copied.memories = dict(self.memories)
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.blank, self.chance, self.deals, self.state, self.first)

    def begin(self, state: Any) -> None:
        """Begin at the state after the deal."""
        self.state = state
        self.first = self.game.copy(state)

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.blank["num_players"])


class Struct:
    """Fields with a name, as OpenSpiel's structs have them.

    Args:
        fields: numbers, text and lists by their names.
    """

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields

    def to_dict(self) -> dict[str, Any]:
        """The fields by their names."""
        return self.fields

    def to_json(self) -> str:
        """The fields as JSON."""
        return json.dumps(self.fields)


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
        return [(number, deal.probability) for number, deal in enumerate(self.held.deals)] or [(DEAL, 1.0)]

    def _apply_action(self, action: int) -> None:
        held = self.held
        if held.state is not None:
            held.game.step(held.state, action)
        elif not held.deals:
            held.begin(held.game.new(seed=int(held.chance.integers(SEEDS)), **held.blank))
        elif (deal := held.deals[action]).state is None:
            held.begin(held.game.new(seed=deal.seed, **held.blank))
        else:
            held.begin(held.game.copy(deal.state))

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

    def remembered(self, player: int) -> str:
        """The information state: hexadecimal digits of all that `player` has seen and done. Positions that look the
        same to it, one after another, are one, so that it does not count moves that it cannot see.

        Raises:
            GameError: the state was dealt anew, so that its past is not known.
        """
        held = self.held
        game = held.game
        if held.state is None:
            return ""
        if game.declaration.perfect_recall:
            return game.known(held.state, player).tobytes().hex()
        if held.first is None:
            raise GameError(
                f"{game.name}: a resampled state has no information states; ISMCTSBot needs use_observation_string=True"
            )
        actions = self.history()[int(game.declaration.chance) :]
        kept = held.memories.get(player)
        if kept is None:
            seen = game.known(held.first, player).tobytes()
            kept = SeatMemory(0, held.first, seen, hashlib.sha256(seen))
        if len(actions) > kept.length:
            kept = held.memories[player] = kept.after(game, player, actions[kept.length :])
        return kept.digest.hexdigest()

    def to_struct(self) -> Struct:
        """All fields of the position; OpenSpiel's own method exists for games in C++ alone."""
        return self._struct(None)

    def to_observation_struct(self, player: int) -> Struct:
        """The fields of the position as `player` knows them; what it does not know is None."""
        return self._struct(player)

    def to_dict(self) -> dict[str, Any]:
        """All fields of the position."""
        return self.to_struct().to_dict()

    def to_json(self) -> str:
        """All fields of the position as JSON."""
        return self.to_struct().to_json()

    def action_to_struct(self, *player_and_action: int) -> Struct:
        """An action, its number and its words, of a player (by default the one to move)."""
        action = player_and_action[-1]
        player = player_and_action[0] if len(player_and_action) > 1 else self.current_player()
        return Struct({"action": action, "words": self._action_to_string(player, action)})

    def struct_to_actions(self, struct: Struct) -> list[int]:
        """The action of a struct, as a list."""
        return [struct.to_dict()["action"]]

    def _struct(self, player: int | None) -> Struct:
        held = self.held
        return Struct({} if held.state is None else held.game.view(held.state, player).fields)

    def hides_state_from_agents(self) -> bool:
        """Whether Kaggle's environment has to withhold the serialised state, which holds what players do not know."""
        return self.held.game.declaration.hidden_information

    def team_of(self, player: int) -> int:
        """The team of a seat, with which it shares a forfeit in Kaggle's environment."""
        return self.held.game.teams(self.held.players)[player]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.get_game(), self.serialize())

    def __str__(self) -> str:
        return "before the deal" if self.held.state is None else self.held.game.render(self.held.state)


class Observer:
    """Observations of a player: `tensor` and `dict`, and as a string everything that it knows.

    Args:
        game: the game.
        words: the string begins with the position in words, as the player sees it.
        recalls: the string is the information state.
    """

    def __init__(self, game: Game, words: bool = False, recalls: bool = False) -> None:
        self.words = words
        self.recalls = recalls
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the observation of `player` into `tensor`; zeros before the deal."""
        held = state.held
        self.tensor[:] = 0.0 if held.state is None else held.game.observe(held.state, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The concealed state of `player` as hexadecimal digits; before it, if asked for, the position in words. Or, if
        the observer recalls, the information state."""
        if self.recalls:
            return state.remembered(player)
        held = state.held
        if held.state is None:
            return ""
        known = held.game.known(held.state, player).tobytes().hex()
        return f"{held.game.render(held.state, player)}\n\n{known}" if self.words else known


def resampler(seed: int = 0) -> Callable[[pyspiel.State, int], pyspiel.State]:
    """A function of (state, player) for `ISMCTSBot.set_resampler`. It returns a clone in which everything hidden from
    `player` is dealt again, with another generator for later draws."""
    rng = np.random.default_rng(seed)

    def resample(state: pyspiel.State, player: int) -> pyspiel.State:
        clone = state.clone()
        held = clone.held
        held.game.determinize(held.state, player, int(rng.integers(SEEDS)))
        held.first = None
        held.memories = {}
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
    registered = _kind(game, PREFIX + name)

    class Registered(pyspiel.Game):
        """The game that `pyspiel.load_game` makes."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            all_params = registered.parameter_specification | (params or {})
            blank = {key: value for key, value in all_params.items() if key not in OWN}
            blank["pack"] = all_params["pack"] if all_params["pack_seed"] < 0 else all_params["pack_seed"]
            blank["num_players"] = players = game.content.check_players(all_params["players"])
            count = _check_deals(game, all_params["deals"])
            drawn = 0 if count else system_seed() % SEEDS
            self.rng_seed = all_params["rng_seed"] if all_params["rng_seed"] >= 0 else drawn
            self.chance = np.random.default_rng(self.rng_seed)
            self.played = game.content.with_packs([blank["pack"]])
            self.blank = blank
            self.words = all_params["words"]
            self.deals = deals_of(self.played, count, self.rng_seed)
            options = {key: value for key, value in blank.items() if key not in ("pack", "num_players")}
            most = game.declaration.max_decisions(players, game.content.options(options))
            chosen = _kind(game, PREFIX + name, players, count)
            info = pyspiel.GameInfo(
                num_distinct_actions=game.num_actions,
                max_chance_outcomes=len(self.deals) or int(game.declaration.chance),
                num_players=players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=game.declaration.utility_sum(players),
                max_game_length=most,
            )
            super().__init__(chosen, info, all_params)

        @property
        def deal_seeds(self) -> list[int]:
            """The seed of each outcome of the chance node, with `deals`: `game.new(seed=...)` deals the same."""
            return [deal.seed for deal in self.deals if deal.state is None]

        def new_initial_state(self) -> OpenSpielState:
            """The state before the deal; in games without chance, the deal."""
            held = Held(self.played, self.blank, self.chance, self.deals)
            if not game.declaration.chance:
                held.begin(self.played.new(**self.blank))
            return OpenSpielState(self, held)

        def make_py_observer(self, kind: object = None, _params: object = None) -> Observer:
            """An observer of this game."""
            return Observer(self.played, self.words, getattr(kind, "perfect_recall", False))

        def __reduce__(self) -> tuple[Any, ...]:
            return _load, (name, location, self.get_parameters(), self.rng_seed, self.chance)

    pyspiel.register_game(registered, Registered)
    return PREFIX + name


def _load(
    name: str, location: str | None, parameters: dict[str, Any], rng_seed: int, chance: np.random.Generator
) -> pyspiel.Game:
    """The game that a pickle holds, in any process: its next deals are those that the pickled game would have dealt."""
    short_name = PREFIX + name
    if short_name not in pyspiel.registered_names():
        register(name, location)
    game = pyspiel.load_game(short_name, parameters)
    game.rng_seed = rng_seed
    game.chance = chance
    return game


def _restore(game: pyspiel.Game, text: str) -> pyspiel.State:
    """The state that a pickle holds."""
    return game.deserialize_state(text)


def _check_deals(game: Game, count: int) -> int:
    """The parameter `deals`, if the game accepts it."""
    if not 0 <= count <= DEALS_LIMIT:
        raise GameError(f"{game.name}: deals={count} is not accepted; accepted: 0 (sampled chance) to {DEALS_LIMIT}")
    if count and (not game.declaration.chance or lists_deals(game)):
        why = "lists all of its deals" if game.declaration.chance else "leaves nothing to chance"
        raise GameError(f"{game.name}: deals={count} is not accepted: the game {why}")
    return count


def deals_of(game: Game, count: int, rng_seed: int) -> list[Deal]:
    """Each deal of a small game that lists its deals, with its probability; of another game, `count` deals of seeds."""
    declaration: Any = game.declaration
    listed = declaration.deals() if lists_deals(game) else ()
    states: dict[bytes, Any] = {}
    counts: Counter[bytes] = Counter()
    for state in listed:
        state.rng = 1  # the same in all: nothing more is drawn (0 would say that something is concealed)
        states[state.tobytes()] = state
        counts[state.tobytes()] += 1
    secret = hashlib.sha256(os.environ.get(SECRET, "").encode()).digest()
    chance = np.random.default_rng([rng_seed, *secret] if SECRET in os.environ else rng_seed)
    seeds = chance.integers(SEEDS, size=count).tolist()
    if seeds:
        return [Deal(1 / count, seed) for seed in seeds]
    return [Deal(number / counts.total(), state=states[key]) for key, number in counts.items()]


def _kind(game: Game, name: str, players: int | None = None, deals: int = 0) -> pyspiel.GameType:
    """What OpenSpiel has to know of a game, for some number of players."""
    declaration = game.declaration
    chance = ChanceMode.EXPLICIT_STOCHASTIC if deals or lists_deals(game) else ChanceMode.SAMPLED_STOCHASTIC
    hidden = "IMPERFECT_INFORMATION" if declaration.hidden_information else "PERFECT_INFORMATION"
    total = declaration.utility_sum(players or game.players[0])
    constant = Utility.CONSTANT_SUM if total else Utility.ZERO_SUM
    options = game.content.options({}).model_dump(mode="json")
    parameters = {"players": game.players[0], "pack": "standard", "pack_seed": -1, "rng_seed": -1}
    parameters |= {"deals": 0, "words": False}
    return pyspiel.GameType(
        short_name=name,
        long_name=f"{game.name} (medianoche)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance if declaration.chance else ChanceMode.DETERMINISTIC,
        information=getattr(pyspiel.GameType.Information, hidden),
        utility=Utility.GENERAL_SUM if total is None else constant,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=declaration.perfect_recall,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters
        | {key: value for key, value in options.items() if isinstance(value, bool | int | float | str)},
    )


def register_all() -> list[str]:
    """Register every game that the suite knows, the small ones too; returns their names in OpenSpiel."""
    return [register(name) for name in (*envs.names(), *YARDSTICKS)]
