"""One game in progress: play, take back, copy, observe and sample its hidden information, a microsecond each."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche.envs.core import arrays
from medianoche.envs.core.arrays import check_seed
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.errors import GameError, IllegalActionError, ReplayError
from medianoche.envs.core.play.replay import Replay
from medianoche.envs.core.play.turn import Turn, new_games
from medianoche.envs.core.show.catalogue import LANGUAGE

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game, State
    from medianoche.envs.core.show.events import Event

ROOM = 4
"""Positions for which a match has memory at first, and a copy at most."""
ROW = np.zeros(1, np.int64)


def chance_of(seed: object, played: int) -> int:
    """The seed of a decision: it follows from the seed of the deal and the number of actions played before, and tells
    nothing of the deal."""
    digest = hashlib.sha256(f"{seed} {played}".encode()).digest()
    return int.from_bytes(digest[:8], "little")


class Common:
    """What a match shares with its copies.

    Args:
        game: the game.
        num_players: number of players.
        options: the game's options.
        blank: one state before the deal, zero except for the players, the options and the pack.

    Attributes:
        size: bytes of a position.
        found: int64[num_actions], memory in which loops leave the legal actions.
    """

    __slots__ = ("blank", "found", "game", "loops", "num_players", "options", "packs", "push", "size", "stream")

    def __init__(self, game: Game, num_players: int, options: Any, blank: np.ndarray) -> None:
        self.game, self.num_players, self.options, self.blank = game, num_players, options, blank
        self.loops, self.packs, self.stream = game.rules.loops, game.content.records, game.content.stream
        self.push, self.size = game.rules.loops.push_one, game.declared.state_dtype.itemsize
        self.found = np.zeros(game.num_actions, np.int64)

    def __reduce__(self) -> tuple[Any, ...]:
        return Common, (self.game, self.num_players, self.options, self.blank)


class Match:
    """One game in progress, from the deal of a seed on. Forced moves are played automatically, so the player to move
    always has a choice.

    A match and its copies without a past belong to one thread. It holds the true position; what a player may know of
    it, `observe`, `known`, `determinized` and `turn` tell.

    Args:
        game: the game, or its name (`module:Class` for one of your own).
        num_players: number of players; None is the game's default.
        seed: the seed of the deal; the same as of `make(game).reset(seed)`.
        pack: content pack: a name, the path of a TOML file, the seed of a generated pack, or "random:SEED".
        **options: the game's options.

    Attributes:
        seed: seed of the deal; None in a match made by `of`, `known` or `determinized`.
        actions: list[int], the actions chosen so far, without forced moves.
        legal_actions: list[int], those of the player to move, ascending; empty at the end.
        to_move: the seat that decides; -1 at the end.

    Raises:
        GameError, OptionError, PackError: an argument is not accepted.

    Example:
        >>> match = Match("misty", seed=1)
        >>> while match.legal_actions:
        ...     match.push(match.legal_actions[0])
        >>> match.returns
        [-1.0, 1.0]
    """

    __slots__ = ("_at", "_common", "_memory", "_number", "_rows", "actions", "legal_actions", "seed", "to_move")
    actions: list[int]
    legal_actions: list[int]
    seed: int | None
    to_move: int
    _rows: tuple[np.ndarray, np.ndarray] | None
    _number: np.ndarray | None  # int64[1], of `Turn.games`

    def __init__(
        self,
        game: Game | str,
        num_players: int | None = None,
        seed: int = 0,
        pack: PackSource = "standard",
        **options: Any,
    ) -> None:
        if isinstance(game, str):
            from medianoche.envs.core.registry import game as find

            game = find(game)
        game = game.content.with_packs([pack])
        count, chosen = game.content.check_players(num_players), game.content.options(options)
        self._begin(game, game.declared.blank(count, chosen), count, chosen)
        self.reset(seed)

    @classmethod
    def of(cls, game: Game, state: State) -> Match:
        """A match that begins at a position, for example one of `game.position(...)`; its seed is not known.

        Raises:
            GameError: the state is not one of the game.
        """
        match = cls.__new__(cls)
        rows, count = game.rules._rows(state), int(state["num_players"])
        options = game.content.options(game.content.options_of(state))
        blank = game.declared.blank(count, options)
        blank["pack"] = state["pack"]
        match._begin(game, blank, count, options)
        match._memory[: rows.nbytes] = rows.tobytes()
        match._look()
        return match

    # ---- playing

    def reset(self, seed: int) -> None:
        """Deal the game of another seed, with the same players, options and pack.

        Raises:
            GameError: the seed is not accepted; nothing has changed.
        """
        self.seed = seed = check_seed(seed)
        common, self._rows = self._common, self._rows or self._arrays()
        states, masks = self._rows
        if common.stream:
            common.blank["pack"] = common.stream.deal(np.array([seed], np.uint64))
        self.actions, self._at, self._number = [], 0, None
        self._take(common.loops.begin_one(common.packs, states, masks, common.blank, common.found, seed))

    def push(self, action: int) -> None:
        """Play `action` for the player to move, and the forced moves after it.

        Raises:
            IllegalActionError: the action is not legal; nothing has changed.
        """
        if action.__class__ is not int:
            action = arrays.integer(action, f"{self.game.name}: action", IllegalActionError)
        common, at, (states, masks) = self._common, self._at, self._rows or self._views()
        if at + 1 == len(masks):
            states, masks = self._grow()
        try:
            found = common.push(common.packs, states, masks, common.found, at, action) if self.legal_actions else -1
        except OverflowError:  # more than 64 bits
            found = -1
        if found < 0:
            raise IllegalActionError(
                self.game.rules.illegal(self.state, action, np.array(self.legal_actions, np.int64))
            )
        self._at = at + 1
        self.actions.append(action)
        self.to_move = (found & 255) - 1
        self.legal_actions = common.found[: found >> 8].tolist()

    def pop(self) -> int:
        """Take the last action back, with the forced moves after it; returns it.

        Raises:
            GameError: no action has been played since the match, or this copy of it, began.
        """
        if not self._at:
            raise GameError(f"{self.game.name}: there is no action to take back")
        self._at, self._number = self._at - 1, None
        self._look()
        return self.actions.pop()

    def copy(self, past: bool = False) -> Match:
        """An independent match at the same point. Only with `past` it has the positions before this one and can take
        actions back; such a copy may be used in another thread."""
        match, common, size = _new(Match), self._common, self._common.size
        match._common = common if not past else Common(common.game, common.num_players, common.options, common.blank)
        match.seed, match.actions = self.seed, self.actions[:]
        match.legal_actions, match.to_move = self.legal_actions, self.to_move
        at = match._at = self._at if past else 0
        match._memory = self._memory[(self._at - at) * size : (self._at + ROOM) * size]
        match._rows = match._number = None
        return match

    def __copy__(self) -> Match:
        return self.copy(past=True)

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        return None, {name: None if name in ("_rows", "_number") else getattr(self, name) for name in self.__slots__}

    # ---- looking

    @property
    def game(self) -> Game:
        """The game."""
        return self._common.game

    @property
    def num_players(self) -> int:
        """Number of players."""
        return self._common.num_players

    @property
    def options(self) -> Any:
        """The game's options."""
        return self._common.options

    @property
    def state(self) -> State:
        """The true position with hidden information, its fields by name, read-only: for analysis, not for agents."""
        record: State = self._row(self._at)[0]
        return record

    @property
    def states(self) -> np.ndarray:
        """records[n]: the true positions at the decisions since the match, or this copy of it, began, the present one
        last; read-only."""
        return self._row(0, self._at + 1)

    @property
    def records(self) -> np.ndarray:
        """The game's packs."""
        return self._common.packs

    @property
    def returns(self) -> list[float]:
        """The utility of each player, from -1 to 1; zeros before the end."""
        found: list[float] = (self._rows or self._views())[0]["utility"][self._at, : self.num_players].tolist()
        return found

    @property
    def scores(self) -> list[int]:
        """The score of each player so far."""
        found: list[int] = (self._rows or self._views())[0]["scores"][self._at, : self.num_players].tolist()
        return found

    def observe(self, seat: int | None = None) -> np.ndarray:
        """float32[observation_size]: the observation of a seat, by default of the player to move (player 0 at the end).

        Raises:
            GameError: there is no such seat.
        """
        out = np.empty(self.game.observation_size, np.float32)
        seat = max(self.to_move, 0) if seat is None else self._seat(seat)
        common = self._common
        common.loops.observe_one(common.packs, (self._rows or self._views())[0], self._at, seat, out)
        return out

    def known(self, seat: int) -> Match:
        """A copy in which everything is overwritten that `seat` does not know. Only if `seat` is to move it has legal
        actions.

        Raises:
            GameError: there is no such seat.
        """
        match, common = self._without_past(), self._common
        common.loops.conceal_one(common.packs, match._views()[0], 0, self._seat(seat))
        if seat != self.to_move:
            match.legal_actions = []
        return match

    def determinized(self, seed: int) -> Match:
        """A copy in which everything hidden from the player to move is sampled anew, by `seed`.

        Raises:
            GameError: there are no legal actions here, or the seed is not accepted.
        """
        self._demand_choice()
        match, common = self._without_past(), self._common
        common.loops.determinize_one(common.packs, match._views()[0], 0, self.to_move, check_seed(seed))
        return match

    def turn(self, seed: int | None = None) -> Turn:
        """The decision of the player to move, for an agent: `match.push(agent.act(match.turn())[0])`. A copy of the
        match, and the match after an action was taken back, is another game (`Turn.games`).

        Args:
            seed: seed of the agent's random choices; by default it follows from the seed of the deal and the number of
                actions.

        Raises:
            GameError: there are no legal actions here.
        """
        self._demand_choice()
        chance = chance_of(self.seed, len(self.actions)) if seed is None else check_seed(seed)
        masks, seeds = (self._rows or self._views())[1], np.array([chance], np.uint64)
        here, packs = slice(self._at, self._at + 1), self._common.packs
        if self._number is None:
            self._number = new_games(1)
        return Turn(self.game, self.num_players, packs, self._row(self._at), masks[here], ROW, seeds, self._number)

    def events(self, seat: int | None = None, lang: str = LANGUAGE) -> list[Event]:
        """What the last action did, as `seat` may know it (None: all); empty at the beginning.

        Raises:
            GameError: there is no such seat.
        """
        if not self._at:
            return []
        return self.game.show.moments(self._row(self._at - 1)[0], self.actions[-1]).events(seat, lang)

    def news(self, seat: int | None = None, lang: str = LANGUAGE) -> list[str]:
        """The sentences of `events`."""
        return [event.words for event in self.events(seat, lang) if event.words]

    def account(self, seat: int | None = None, lang: str = LANGUAGE) -> list[str]:
        """The game so far in words, a line for each event, as `seat` may know it (None: all).

        Raises:
            GameError: there is no such seat.
            ReplayError: the seed of the deal is not known, see `of`.
        """
        match, lines = self.replay().match(), list[str]()
        for action in self.actions:
            match.push(action)
            lines += match.news(seat, lang)
        return lines

    def replay(self) -> Replay:
        """The game so far as seed and actions; raises ReplayError if the seed is not known, see `of`."""
        if self.seed is None:
            raise ReplayError(f"{self.game.name}: a match that does not begin with a deal has no replay")
        return Replay._made(self.game, self.state, self.options, self.seed, self.actions)

    def __repr__(self) -> str:
        asked = f"seat {self.to_move} to move" if self.to_move >= 0 else "over"
        return f"<Match of {self.game.name}, {self.num_players} players, {len(self.actions)} actions, {asked}>"

    # ---- inner

    def _begin(self, game: Game, blank: np.ndarray, num_players: int, options: Any) -> None:
        """Make the memory of a match; `blank` is one state before the deal."""
        self._common = Common(game, num_players, options, blank.view(np.ndarray))
        self._memory = bytearray(ROOM * self._common.size)
        self.seed, self.actions, self._at, self._rows, self._number = None, [], 0, None, None

    def _views(self) -> tuple[np.ndarray, np.ndarray]:
        """The memory of the positions as records[room], and their masks, uint64[room, words], of which the present one
        is right."""
        states, masks = self._rows = self._arrays()
        self._common.loops.list_one(self._common.packs, states, masks, self._common.found, self._at)
        return self._rows

    def _arrays(self) -> tuple[np.ndarray, np.ndarray]:
        game, room = self._common.game, len(self._memory) // self._common.size
        return np.ndarray(room, game.declared.state_dtype, self._memory), np.zeros(
            (room, game.rules.mask_words), np.uint64
        )

    def _grow(self) -> tuple[np.ndarray, np.ndarray]:
        self._rows = None
        self._memory = self._memory + bytes(max(ROOM * self._common.size, len(self._memory)))
        return self._views()

    def _look(self) -> None:
        """Find the legal actions here."""
        common, (states, masks) = self._common, self._rows or self._views()
        self._take(common.loops.list_one(common.packs, states, masks, common.found, self._at))

    def _take(self, found: int) -> None:
        """Keep what a loop found: the number of legal actions, times 256, + 1 + the player to move."""
        self.to_move, self.legal_actions = (found & 255) - 1, self._common.found[: found >> 8].tolist()

    def _row(self, at: int, count: int = 1) -> np.ndarray:
        """Positions as records[count], read-only."""
        dtype = self.game.rules._record_dtype
        return np.ndarray(count, dtype, memoryview(self._memory).toreadonly(), at * dtype.itemsize)

    def _without_past(self) -> Match:
        """A copy whose seed and actions are not known."""
        match = self.copy()
        match.seed, match.actions = None, []
        return match

    def _demand_choice(self) -> None:
        if not self.legal_actions:
            reason = "the game is over" if self.to_move < 0 else "what the player to move may do is not known here"
            raise GameError(f"{self.game.name}: {reason}")

    def _seat(self, seat: int) -> int:
        number = arrays.integer(seat, f"{self.game.name}: seat")
        if not 0 <= number < self.num_players:
            raise GameError(f"{self.game.name}: no seat {number}; accepted: 0 to {self.num_players - 1}")
        return number


def deal(game: Game, num_players: int | None, seed: int, pack: PackSource, options: Mapping[str, Any]) -> Match:
    """A match with options from a file or a message.

    Raises:
        GameError, OptionError, PackError: an argument is not accepted, or there is no such option.
    """
    game.content.options(dict(options))  # raises for the names of other arguments
    return Match(game, num_players, seed, pack, **options)


_new = object.__new__
