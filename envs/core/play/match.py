"""One game in progress: play, take back, copy, observe and sample its hidden information, a microsecond each; and the
same game as its seed and its actions, which play it again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from pettingzoo import AECEnv

from medianoche.envs.core import arrays
from medianoche.envs.core.arrays import check_seed
from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.declaration import State
from medianoche.envs.core.errors import GameError, IllegalActionError, MedianocheError, ReplayError, shown
from medianoche.envs.core.play.positions import CAPACITY, MatchPositions
from medianoche.envs.core.play.replay import FORMAT, GameRecord, state_hash
from medianoche.envs.core.play.turn import Turn, new_games
from medianoche.envs.core.registry import find
from medianoche.envs.core.renamed import OldName
from medianoche.envs.core.show.catalogue import LANGUAGE, SHARED, catalogue
from medianoche.envs.core.show.events import Event
from medianoche.envs.core.show.forfeits import forfeit_in_words

ROW = np.zeros(1, np.int64)


def chance_of(seed: object, played: int) -> int:
    """The seed of a decision: it follows from the seed of the deal and the number of actions played before, and tells
    nothing of the deal."""
    digest = hashlib.sha256(f"{seed} {played}".encode()).digest()
    return int.from_bytes(digest[:8], "little")


class Match(MatchPositions):
    """One game in progress, from the deal of a seed on. Forced moves are played automatically, so the player to move
    always has a choice.

    A match and its copies without a past belong to one thread; a call that meets another thread's is a GameError. It
    holds the true position; what a player may know of it, `observe`, `known`, `determinized` and `turn` tell.

    Args:
        game: the game, or its name (`module:Class` for one of your own).
        num_players: number of players; None is the game's default.
        seed: the seed of the deal; the same as of `make(game).reset(seed)`.
        pack: content pack: a name, the path of a TOML file, the seed of a generated pack, or "random:SEED".
        **options: the game's options.

    Attributes:
        seed: seed of the deal; None in a match made by `of`, `known` or `determinized`.
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

    def __init__(
        self,
        game: BaseGame | str,
        num_players: int | None = None,
        seed: int = 0,
        pack: PackSource = "standard",
        **options: Any,
    ) -> None:
        found_game: BaseGame = find(game) if isinstance(game, str) else game
        found_game = found_game.content.with_packs([pack])
        count = found_game.content.check_players(num_players)
        chosen = found_game.content.options(options)
        self._begin(found_game, found_game.declaration.blank(count, chosen), count, chosen)
        self.reset(seed)

    of = OldName("from_state")

    @classmethod
    def from_state(cls, game: BaseGame, state: State) -> Match:
        """A match that begins at a position, for example one of `game.position(...)`; its seed is not known.

        Raises:
            GameError: the state is not one of the game.
        """
        match = cls.__new__(cls)
        rows = game.rules._rows(state)
        count = int(state["num_players"])
        options = game.content.options(game.content.options_of(state))
        blank = game.declaration.blank(count, options)
        blank["pack"] = state["pack"]
        match._begin(game, blank, count, options, game.rules._is_concealed(state))
        match._memory[: rows.nbytes] = rows.tobytes()
        match._look()
        return match

    # ---- playing

    def reset(self, seed: int) -> None:
        """Deal the game of another seed, with the same players, options and pack.

        Raises:
            GameError: the seed is not accepted; nothing has changed.
        """
        seed = check_seed(seed)
        common = self._common.variant(concealed=False)
        if common.busy:
            common.refuse()
        self.seed = seed
        self._common = common
        self._rows = self._rows or self._arrays()
        states, masks = self._rows
        if common.stream:
            common.blank["pack"] = common.stream.deal(np.array([seed], np.uint64))
        self._actions = []
        self._at = 0
        self._number = None
        self._take(common.loops.begin_one, common.packs, states, masks, common.blank, common.found, seed)

    def push(self, action: int) -> None:
        """Play `action` for the player to move, and the forced moves after it.

        Raises:
            IllegalActionError: the action is not legal; nothing has changed.
            GameError: the match is what a seat knows (`known`), or another thread is using it; nothing has changed.
        """
        if action.__class__ is not int:
            action = arrays.integer(action, f"{self.game.name}: action", IllegalActionError)
        common, at, (states, masks) = self._common, self._at, self._rows or self._views()
        if at + 1 == len(masks):
            states, masks = self._grow()
        if common.busy:
            common.refuse()
        common.busy = True
        try:
            outcome = common.push(common.packs, states, masks, common.found, at, action)
            legal = common.numbers[: outcome >> 8]
        except OverflowError:  # more than 64 bits
            outcome = -1
        finally:
            common.busy = False
        if outcome < 0:
            self._refuse(action)
        self._at = at + 1
        self._actions.append(action)
        self.to_move = (outcome & 255) - 1
        self._legal = legal

    def pop(self) -> int:
        """Take the last action back, with the forced moves after it; returns it.

        Raises:
            GameError: no action has been played since the match, or this copy of it, began.
        """
        if not self._at:
            raise GameError(f"{self.game.name}: there is no action to take back")
        self._at = self._at - 1
        self._number = None
        self._look()
        return self._actions.pop()

    def copy(self, past: bool = False) -> Match:
        """An independent match at the same point. Only with `past` it has the positions before this one and can take
        actions back; such a copy may be used in another thread."""
        match = _new(Match)
        common = self._common
        size = self._common.size
        match._common = common.duplicate() if past else common
        match.seed = self.seed
        match._actions = self._actions[:]
        match._legal = self._legal
        match.to_move = self.to_move
        at = match._at = self._at if past else 0
        match._memory = self._memory[(self._at - at) * size : (self._at + CAPACITY) * size]
        match._rows = match._number = None
        return match

    def __copy__(self) -> Match:
        return self.copy(past=True)

    def known(self, seat: int) -> Match:
        """A copy in which everything is overwritten that `seat` does not know. It shows a position and is no game:
        `push` refuses it; `determinized` gives one that can be played. Only if `seat` is to move it has legal actions.

        Raises:
            GameError: there is no such seat.
        """
        match = self._without_past(concealed=True)
        common = self._common
        common.loops.conceal_one(common.packs, match._views()[0], 0, self._seat(seat))
        if seat != self.to_move:
            match._legal = match._legal[:0]
        return match

    def determinized(self, seed: int) -> Match:
        """A copy in which everything hidden from the player to move is sampled anew, by `seed`.

        Raises:
            GameError: there are no legal actions here, or the seed is not accepted.
        """
        self._demand_choice()
        match = self._without_past(concealed=False)
        common = self._common
        common.loops.determinize_one(common.packs, *match._views(), 0, self.to_move, check_seed(seed))
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
        chance = chance_of(self.seed, len(self._actions)) if seed is None else check_seed(seed)
        masks = (self._rows or self._views())[1]
        seeds = np.array([chance], np.uint64)
        here = slice(self._at, self._at + 1)
        packs = self._common.packs
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
        return self.game.show.moments(self._row(self._at - 1)[0], self._actions[-1]).events(seat, lang)

    def news(self, seat: int | None = None, lang: str = LANGUAGE) -> list[str]:
        """The sentences of `events`."""
        return [event.words for event in self.events(seat, lang) if event.words]

    def account(self, seat: int | None = None, lang: str = LANGUAGE) -> list[str]:
        """The game so far in words, a line for each event, as `seat` may know it (None: all).

        Raises:
            GameError: there is no such seat.
            ReplayError: the seed of the deal is not known, see `of`.
        """
        match = self.replay().match()
        lines = list[str]()
        for action in self._actions:
            match.push(action)
            lines += match.news(seat, lang)
        return lines

    def replay(self) -> Replay:
        """The game so far as seed and actions; raises ReplayError if the seed is not known, see `of`."""
        if self.seed is None:
            raise ReplayError(f"{self.game.name}: a match that does not begin with a deal has no replay")
        return Replay._made(self.game, self.state, self.options, self.seed, self._actions)

    def __repr__(self) -> str:
        asked = f"seat {self.to_move} to move" if self.to_move >= 0 else "over"
        return f"<Match of {self.game.name}, {self.num_players} players, {len(self._actions)} actions, {asked}>"

    def _without_past(self, concealed: bool) -> Match:
        """A copy whose seed and actions are not known, for a position of which something is concealed, or nothing."""
        match = self.copy()
        match._common = self._common.variant(concealed)
        match.seed = None
        match._actions = []
        return match

    def _refuse(self, action: int) -> NoReturn:
        """Raise the error for an action that cannot be played here."""
        if self._common.concealed:
            self.game.rules._refuse_concealed()
        if action in self._legal:  # the mask that refused it was another thread's
            self._common.refuse()
        self.game.rules._refuse_action(self.state, action, np.array(self._legal, np.int64))

    def _demand_choice(self) -> None:
        if not self._legal:
            reason = "the game is over" if self.to_move < 0 else "what the player to move may do is not known here"
            raise GameError(f"{self.game.name}: {reason}")


@dataclass(frozen=True)
class Replay(GameRecord):
    """A game that can be played again.

    Attributes:
        format: version of this list of fields.
        game: name or `module:Class`.
        version: version of the game's behaviour.
        num_players: number of players.
        pack: name, path, generator seed or stream of the pack.
        pack_hash: hash of the record of the pack that was dealt.
        options: the game's options.
        seed: seed of the deal.
        actions: the chosen actions, without forced moves.
        final: hash of the state after the last action.
        forfeit: how a seat lost the game because its agent failed at the decision after the last action; None: nobody
            failed.
        thoughts: what agents said beside their actions (`Agent.thoughts`), by number of the action; None: nothing.
    """

    of = OldName("from_env")

    @classmethod
    def from_env(cls, env: AECEnv[str, Any, Any]) -> Replay:
        """The game played so far in an AEC environment; raises ReplayError after `restore`, which leaves no seed."""
        if not hasattr(env, "replay"):
            raise ReplayError(f"{shown(env)} is no environment; accepted: a PettingZoo environment of the suite")
        return env.replay()

    @classmethod
    def _made(cls, game: BaseGame, state: State, options: Any, seed: int | None, actions: Sequence[int]) -> Replay:
        """The game that `actions` led to `state` from the deal of `seed`, with these options."""
        if seed is None:
            words = "a game that was restored has no replay: its seed and actions are not known"
            raise ReplayError(f"{game.name}: {words}")
        pack = game.content.packs[int(state.pack)]
        source = game.content.stream.source if game.content.stream else pack.source
        return cls(
            format=FORMAT,
            game=game.content.location,
            version=game.version,
            num_players=int(state.num_players),
            pack=source if isinstance(source, int) else str(source),
            pack_hash=pack.hash,
            options=options.model_dump(mode="json"),
            seed=seed,
            actions=list(actions),
            final=state_hash(state),
        )

    def match(self, played: bool = False) -> Match:
        """A match at the start of the game, or, if `played`, after its last action.

        Raises:
            ReplayError: the game's version or the pack has changed, or the game cannot be found; if `played`, an action
                is not legal any more, or the final state differs.
        """
        arrays.flag(played, "played =", ReplayError)
        try:
            game: BaseGame = find(self.game)
            if game.version == self.version:
                match = deal(game, self.num_players, self.seed, self.pack, self.options)
        except MedianocheError as error:
            raise ReplayError(f"the replay cannot be played: {error}") from None
        if game.version != self.version:
            raise ReplayError(f"the replay is of {self.game} v{self.version}, here is v{game.version}")
        if (now := match.game.content.packs[int(match.state.pack)].hash) != self.pack_hash:
            raise ReplayError(f"pack {self.pack} has changed: hash {self.pack_hash} then, {now} now")
        if not played:
            return match
        for number, action in enumerate(self.actions):
            if not match.legal_actions:
                raise ReplayError(f"the replay has {len(self.actions)} actions, the game ended after {number}")
            try:
                match.push(action)
            except IllegalActionError as error:
                raise ReplayError(f"the replay's action number {number + 1} fails: {error}") from None
        if (now := state_hash(match.state)) != self.final:
            raise ReplayError(f"the replay ends in state {now}, not in {self.final}: rules have changed")
        if self.forfeit and (wrong := self.forfeit.contradiction(match.game, match.state, len(self.actions))):
            raise ReplayError(f"the replay's game was not forfeited as it says: {wrong}")
        return match

    def env(self, **arguments: Any) -> AECEnv[str, Any, Any]:
        """The `AEC` environment at the start of the game; raises ReplayError as `match` does."""
        self.match()
        env = find(self.game).aec(num_players=self.num_players, pack=self.pack, **self.options, **arguments)
        env._deal(self.seed)  # this very game, also if it ended in the deal
        return env

    def play(self) -> AECEnv[str, Any, Any]:
        """Play the game again and verify its final state; returns the environment at the end.

        Raises:
            ReplayError: an action is not legal any more, or the final state differs.
        """
        self.match(played=True)
        env = self.env()
        for action in self.actions:
            env.step(action)
        return env

    def show(self, seat: int | None = None, lang: str = LANGUAGE) -> Any:
        """A page that steps through the game, with pictures and events: a str of HTML, which notebooks show.

        Args:
            seat: show only the view of this seat; all views by default.
            lang: the language of the page.

        Raises:
            ReplayError: the replay cannot be played, or there is no such seat.
        """
        from medianoche.envs.core.show.page import show

        return show(self, seat, lang=lang)

    def transcript(self, lang: str = LANGUAGE) -> list[str]:
        """The game in words, one line for each decision, and the result; the choices are in the language `lang`. If the
        game is over, what an agent thought stands below its choice."""
        match = self.match()
        agents = match.game.agents(self.num_players)
        game = match.game
        lines = [f"{game.name} v{game.version}, {self.num_players} players, seed {self.seed}"]
        kept = self.shown_thoughts(self.match(played=True))
        say = catalogue(SHARED, lang).format
        for place, action in enumerate(self.actions):
            words = game.describe(match.state, action, lang)
            lines.append(f"{agents[match.to_move]}: {words} [{action}]")
            if place in kept:
                head, *more = kept[place].splitlines()
                lines += [f"    {say('viewer-thought', {})}: {head}", *(f"    {line}" for line in more)]
            match.push(action)
        utilities: Sequence[float] = match.returns
        if self.forfeit:
            lines.append(forfeit_in_words(self.forfeit, agents, lang))
            utilities = self.forfeit.utilities(match.game.teams(self.num_players))
        for seat, (agent, utility) in enumerate(zip(agents, utilities, strict=True)):
            info = game.declaration.info(match.known(seat).state, seat)
            lines.append(f"{agent}: utility {utility:+.3f}, " + ", ".join(f"{k} {v}" for k, v in info.items()))
        lines.append(f"final state {state_hash(match.state)}")
        return lines


def deal(game: BaseGame, num_players: int | None, seed: int, pack: PackSource, options: Mapping[str, Any]) -> Match:
    """A match with options from a file or a message.

    Raises:
        GameError, OptionError, PackError: an argument is not accepted, or there is no such option.
    """
    game.content.options(dict(options))  # raises for the names of other arguments
    return Match(game, num_players, seed, pack, **options)


_new = object.__new__
