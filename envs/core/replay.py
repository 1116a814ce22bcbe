"""A game as its seed and its actions: small to keep, and played again it must end in the same bytes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from medianoche.envs.core.errors import IllegalActionError, MedianocheError, ReplayError
from medianoche.envs.core.game import Game, State

if TYPE_CHECKING:
    from medianoche.envs.core.aec import AEC

FORMAT = 1


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
        num_players: how many play.
        pack: pack name, path or generator seed.
        pack_hash: hash of the pack's record.
        options: the game's options.
        seed: seed of the deal.
        actions: the actions chosen, forced ones left out.
        final: hash of the state after the last action.
    """

    format: int
    game: str
    version: int
    num_players: int
    pack: str | int
    pack_hash: str
    options: dict[str, Any]
    seed: int
    actions: list[int]
    final: str

    @classmethod
    def of(cls, env: AEC) -> Replay:
        """The game played so far in an AEC environment."""
        game = env.game
        pack = game.packs[0]
        return cls(
            format=FORMAT,
            game=game.location,
            version=game.version,
            num_players=env.num_players,
            pack=pack.source if isinstance(pack.source, int) else str(pack.source),
            pack_hash=pack.hash,
            options=env.options.model_dump(mode="json"),
            seed=env.seed,
            actions=list(env.history),
            final=state_hash(env.record),
        )

    def save(self, path: str | Path) -> None:
        """Write the replay as JSON."""
        Path(path).write_text(json.dumps(asdict(self)) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Replay:
        """Read a replay.

        Raises:
            ReplayError: the file is missing, damaged or of another format.
        """
        try:
            fields = json.loads(Path(path).read_text(encoding="utf-8"))
            replay = cls(**fields)
        except OSError as error:
            raise ReplayError(f"{path}: {error.strerror}") from None
        except (ValueError, TypeError) as error:
            raise ReplayError(f"{path} is not a replay: {error}") from None
        if replay.format != FORMAT:
            raise ReplayError(f"{path} has format {replay.format}; accepted: {FORMAT}")
        return replay

    def env(self, **arguments: Any) -> AEC:
        """An AEC environment at the start of the game.

        Raises:
            ReplayError: the game, its version or the pack is not what was played with.
        """
        from medianoche.envs.core.registry import game as find

        try:
            game: Game = find(self.game)
            env = game.aec(num_players=self.num_players, pack=self.pack, **self.options, **arguments)
        except MedianocheError as error:
            raise ReplayError(f"the replay cannot be played: {error}") from None
        if game.version != self.version:
            raise ReplayError(f"the replay is of {self.game} v{self.version}, here is v{game.version}")
        now = env.game.packs[0].hash
        if now != self.pack_hash:
            raise ReplayError(f"pack {self.pack} has changed: hash {self.pack_hash} then, {now} now")
        env.reset(self.seed)
        return env

    def play(self) -> AEC:
        """Play the game again and verify its end; returns the environment at that point.

        Raises:
            ReplayError: an action is not legal any more, or the game ends elsewhere.
        """
        env = self.env()
        for number, action in enumerate(self.actions):
            if not env.agents or env.record.done:
                raise ReplayError(f"the replay has {len(self.actions)} actions, the game ended after {number}")
            try:
                env.step(action)
            except IllegalActionError as error:
                raise ReplayError(f"the replay's action number {number + 1} fails: {error}") from None
        if (now := state_hash(env.record)) != self.final:
            raise ReplayError(f"the replay ends in state {now}, not in {self.final}: rules have changed")
        return env

    def transcript(self) -> list[str]:
        """The game in words, one line a decision, and the result."""
        env = self.env()
        lines = [f"{env.game.name} v{env.game.version}, {self.num_players} players, seed {self.seed}"]
        for action in self.actions:
            words = env.game.describe(env.record, action)
            lines.append(f"{env.agent_selection}: {words} [{action}]")
            env.step(action)
        for agent, info in env.infos.items():
            lines.append(
                f"{agent}: utility {env.rewards[agent]:+.3f}, " + ", ".join(f"{k} {v}" for k, v in info.items())
            )
        lines.append(f"final state {state_hash(env.record)}")
        return lines
