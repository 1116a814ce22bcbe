"""A game as its seed and its actions. Playing it again must give the same bytes in the final state."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import ConfigDict, Field, JsonValue, TypeAdapter

from medianoche.envs.core import arrays, files
from medianoche.envs.core.content.pack import PackSource, is_file
from medianoche.envs.core.errors import IllegalActionError, MedianocheError, ReplayError, choices, shown
from medianoche.envs.core.show.catalogue import LANGUAGE

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game, State
    from medianoche.envs.core.play.aec import AEC
    from medianoche.envs.core.play.match import Match

FORMAT = 1

Word = Annotated[str, Field(min_length=1, max_length=1000)]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
Small = Annotated[int, Field(ge=0, lt=2**31)]
Seed = Annotated[int, Field(ge=0, lt=2**63)]


def state_hash(state: State) -> str:
    """16 hexadecimal digits of a state's bytes."""
    return hashlib.sha256(bytes(state.tobytes())).hexdigest()[:16]


@dataclass(frozen=True)
class Replay:
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
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    format: Small
    game: Word
    version: Small
    num_players: Small
    pack: Word | Seed
    pack_hash: Hash
    options: dict[str, JsonValue]
    seed: Annotated[int, Field(ge=0, lt=2**64)]
    actions: list[Small]
    final: Hash

    @classmethod
    def of(cls, env: AEC) -> Replay:
        """The game played so far in an AEC environment; raises ReplayError after `restore`, which leaves no seed."""
        from medianoche.envs.core.play.aec import AEC

        if not isinstance(env, AEC):
            raise ReplayError(f"{shown(env)} is no environment; accepted: a PettingZoo environment of the suite")
        game = env.game
        if env.seed is None:
            raise ReplayError(
                f"{game.name}: a game that was restored has no replay: its seed and actions are not known"
            )
        return cls._made(game, env.record, env.options, env.seed, env.history)

    @classmethod
    def _made(cls, game: Game, state: State, options: Any, seed: int, actions: Sequence[int]) -> Replay:
        """The game that `actions` led to `state` from the deal of `seed`, with these options."""
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

    def save(self, path: str | Path) -> None:
        """Write the replay as JSON; raises OSError, which names the path."""
        files.write(_path(path), json.dumps(asdict(self)) + "\n")

    @classmethod
    def load(cls, path: str | Path, game: str = "", pack: PackSource | None = None) -> Replay:
        """Read a replay, which may be untrusted.

        Args:
            path: the file.
            game: location of its game, `module:Class`, if that is not a registered one; the module is imported.
            pack: its pack, if the replay was played with a file; its content must be the same.

        Raises:
            ReplayError: the file is missing, damaged or of another format, or names a module or file that the caller
                did not name.
        """
        text = files.read(_path(path), ReplayError)
        replay = files.from_json(TypeAdapter(cls), text, f"{path} is not a replay", ReplayError)
        if replay.format != FORMAT:
            raise ReplayError(f"{path} has format {replay.format}; accepted: {FORMAT}")
        return replay.admitted(path, game, pack)

    def admitted(self, source: object, game: str = "", pack: PackSource | None = None) -> Replay:
        """This replay from the file `source`, if it needs only registered games, their packs, and the `game` and `pack`
        that the user named.

        Raises:
            ReplayError: it names a module or a path, or another game than the user.
        """
        from medianoche.envs.core.registry import is_known, names

        if not isinstance(game, str):
            raise ReplayError(f"game {shown(game)} is not accepted; accepted: module:Class")
        if game and game != self.game:
            raise ReplayError(f"{source} is of the game {self.game!r}, not of {game}")
        if not game and not is_known(self.game):
            known = f"games: {choices(names())}; name one of your own yourself, as module:Class (--game)"
            raise ReplayError(f"{source}: unknown game {self.game!r}; {known}")
        if pack is None and is_file(self.pack):
            raise ReplayError(f"{source} was played with the pack {self.pack!r}; name that file yourself (--pack)")
        if pack is None:
            return self
        return replace(self, pack=pack if isinstance(pack, int) else str(pack))

    def env(self, **arguments: Any) -> AEC:
        """An AEC environment at the start of the game; raises ReplayError as `match` does."""
        env = self.match().game.aec(num_players=self.num_players, pack=self.pack, **self.options, **arguments)
        env._deal(self.seed)  # this very game, also if it ended in the deal
        return env

    def match(self, played: bool = False) -> Match:
        """A match at the start of the game, or, if `played`, after its last action.

        Raises:
            ReplayError: the game's version or the pack has changed, or the game cannot be found; if `played`, an action
                is not legal any more, or the final state differs.
        """
        from medianoche.envs.core.play.match import deal
        from medianoche.envs.core.registry import game as find

        arrays.flag(played, "played =", ReplayError)
        try:
            game: Game = find(self.game)
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
        return match

    def play(self) -> AEC:
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
        """The game in words, one line for each decision, and the result; the choices are in the language `lang`."""
        match = self.match()
        game, agents = match.game, match.game.declared.agents(self.num_players)
        lines = [f"{game.name} v{game.version}, {self.num_players} players, seed {self.seed}"]
        for action in self.actions:
            words = game.describe(match.state, action, lang)
            lines.append(f"{agents[match.to_move]}: {words} [{action}]")
            match.push(action)
        for seat, (agent, utility) in enumerate(zip(agents, match.returns, strict=True)):
            info = game.declared.info(match.known(seat).state, seat)
            lines.append(f"{agent}: utility {utility:+.3f}, " + ", ".join(f"{k} {v}" for k, v in info.items()))
        lines.append(f"final state {state_hash(match.state)}")
        return lines


def _path(given: object) -> Path:
    """The path of a file; raises ReplayError for what is none."""
    if not isinstance(given, str | PathLike):
        raise ReplayError(f"path {shown(given)} is not accepted; accepted: a str or a pathlib.Path")
    return Path(given)
