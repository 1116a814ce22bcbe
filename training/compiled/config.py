"""What a training of the compiled learner is: stages, one after another, in one TOML file a game in `configs/`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, NonNegativeFloat, PositiveFloat, PositiveInt, ValidationError, model_validator

from medianoche.envs.core import files
from medianoche.envs.core.files import PackName, Word
from medianoche.training.torch.config import Settings, TrainingError, differing, tables_in

NET_CONFIGS = Path(__file__).parent / "configs"

Share = Annotated[float, Field(ge=0, le=1)]


class Stage(Settings):
    """What all stages have. One of `minutes` and `rounds` says how long it takes."""

    minutes: PositiveFloat | None = None
    """On this machine: the speed of the first rounds says how many rounds that is, once and for all."""
    rounds: PositiveInt | None = None
    """Or that many rounds of playing and learning, the same on every machine."""
    learning_rate: PositiveFloat = 1e-3
    """At the start of the stage."""
    last_rate: Share = 0.05
    """The share of it that is left at the end of the stage, reached in a straight line."""
    passes: PositiveInt = 2
    """Over what a round has brought."""
    batch_size: PositiveInt = 1024
    policy: NonNegativeFloat = 1.0
    """Weight of the policy in the loss; 0: values alone are learned."""
    value: NonNegativeFloat = 0.5
    """Weight of the values in the loss."""
    max_gradient: NonNegativeFloat = 0.5
    """The gradient's length is cut to this; 0: never."""
    average: Share = 0.0
    """The last share of the stage that weights are averaged over: their mean is what is measured, and what the next
    stage begins from. Where play goes in circles it does better against strangers than the last weights."""

    @model_validator(mode="after")
    def _one_length(self) -> Self:
        if (self.minutes is None) == (self.rounds is None):
            raise ValueError("give either minutes or rounds")
        return self


class Imitation(Stage):
    """Learn to choose as another agent does, in games that both play."""

    kind: Literal["imitation"] = "imitation"
    agent: Word = "greedy"
    games: PositiveInt = 256
    """Of a round."""
    student: Share = 0.5
    """Share of the games that the network plays itself, from the second round on, asking the agent what it would do."""
    max_gradient: NonNegativeFloat = 0.0


class SelfPlay(Stage):
    """Policy gradient: whole games against itself, a former self, the heuristic or chance (PPO)."""

    kind: Literal["self-play"] = "self-play"
    decisions: PositiveInt = 40_000
    """Of a round, about."""
    passes: PositiveInt = 3
    batch_size: PositiveInt = 2048
    clip: PositiveFloat = 0.2
    entropy: NonNegativeFloat = 0.02
    """At the start of the stage; it falls with the learning rate."""
    trust: Share = 0.95
    """Lambda: trust in how games went on, against the values expected on the way."""
    target_kl: NonNegativeFloat = 0.03
    """No further pass once the policy has moved this far; 0: never mind."""
    views: Share = 0.0
    """Chance that a player's look at what its action led to teaches values too."""
    snapshots: Share = 0.1
    """Share of the games in which one team alone learns and a former self plays the others."""
    heuristic: Share = 0.0
    """Share of the games in which the heuristic does."""
    random: Share = 0.0
    """Share of the games in which chance does: whoever plays badly is met too."""
    every: PositiveInt = 25
    """Rounds from one snapshot to the next."""
    keep: PositiveInt = 8
    """Snapshots kept, the latest."""

    @model_validator(mode="after")
    def _of_the_same_games(self) -> Self:
        if self.snapshots + self.heuristic + self.random > 1:
            raise ValueError("snapshots, heuristic and random are shares of the same games, together at most 1")
        return self


class Expert(Stage):
    """Expert iteration: search guided by the network plays, the network learns to choose and expect what it found."""

    kind: Literal["expert"] = "expert"
    games: PositiveInt = 128
    """Of a round."""
    simulations: PositiveInt = 64
    """Of a decision that teaches the policy."""
    quick: PositiveInt = 16
    """Of any other."""
    taught: Share = 0.25
    """Share of the decisions that teach the policy."""
    found: Share = 0.5
    """Weight of what the search expects, against how the game ended, in the goal of the value."""
    window: PositiveInt = 4
    """Rounds that are learned from, the latest."""
    passes: PositiveInt = 1
    learning_rate: PositiveFloat = 5e-4


AnyStage = Annotated[Imitation | SelfPlay | Expert, Field(discriminator="kind")]


class NetEvaluation(Settings):
    """How its strength is followed."""

    every: Annotated[float, Field(gt=0, le=1)] = 0.34
    """Share of a stage from one evaluation to the next."""
    games: PositiveInt = 100
    """Games against each opponent."""
    simulations: PositiveInt = 64
    """Of the searching player that is measured too, and promoted."""
    opponents: tuple[Word, ...] = ("random", "greedy")
    final_games: PositiveInt = 1000
    """Games of the tournament at the end."""


class NetConfig(Settings):
    """Everything that decides a training of the compiled learner."""

    game: Word
    """Name of the game, or `module:Class`."""
    players: tuple[PositiveInt, ...] = ()
    """Player counts, by turns; none: the game's default."""
    pack: PackName = "standard"
    options: dict[str, Any] = {}  # noqa: RUF012 - Pydantic copies it
    """The game's options."""
    start: Word = ""
    """The network to begin from: a file, or `shipped`, the one that comes with the game; none: it knows nothing."""
    seed: int = Field(default=0, ge=0, lt=2**31)
    threads: PositiveInt = 2
    """Threads that play and learn. Results repeat exactly with the same number."""
    wide: PositiveInt = Field(default=128, multiple_of=4, le=4096)
    narrow: PositiveInt = Field(default=64, le=4096)
    margin: Share = 0.3
    """Weight of the margin of scores, against the utility, in what self-play strives for."""
    search_margin: Share = 0.0
    """The same in search."""
    advice: bool = False
    """Whether the network sees what the heuristic would do, and begins by trusting it."""
    explore: PositiveFloat = 1.5
    """Weight of the policy, in search, against what was found."""
    scale: PositiveFloat = 20.0
    """The margin that counts as a full one."""
    stages: tuple[AnyStage, ...] = (Imitation(minutes=2), SelfPlay(minutes=28))
    evaluation: NetEvaluation = NetEvaluation()

    @classmethod
    def read(cls, file: Path, minutes: float | None = None, trusted: bool = False, **changes: Any) -> Self:
        """Read a TOML file; keys of the first level, and the `minutes` of all stages together, come on top.

        Raises:
            TrainingError: no such file, no TOML, a key or value that is not accepted, or agents that run code in a file
                that is not `trusted` (see `tables_in`); one line.
        """
        return cls.of(str(file), tables_in(file, trusted), minutes, **changes)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The reverse of `to_toml`."""
        return cls.of("configuration", files.from_toml(text.encode(), "configuration", TrainingError))

    @classmethod
    def of(cls, source: str, tables: dict[str, Any], minutes: float | None = None, **changes: Any) -> Self:
        """Check tables that came from `source`; changes whose value is None change nothing."""
        given = {key: value for key, value in changes.items() if value is not None}
        try:
            config = cls(**{**tables, **given})
            return config.within(minutes) if minutes else config
        except ValidationError as error:
            raise TrainingError(f"{source}: {files.reason(error)}") from None

    @classmethod
    def of_game(cls, game: str, minutes: float | None = None, **changes: Any) -> Self:
        """The configuration that comes with a game, or the defaults."""
        from medianoche import envs

        file = NET_CONFIGS / f"{envs.game(game).name}.toml"
        if file.is_file():
            return cls.read(file, minutes, **changes)
        return cls.of(game, {"game": game}, minutes, **changes)

    @property
    def minutes(self) -> float:
        """Of all stages together."""
        return sum(stage.minutes or 0.0 for stage in self.stages)

    def within(self, minutes: float) -> Self:
        """The same in `minutes`, shared by the stages as their own are; a number of rounds stays as it is."""
        total = self.minutes
        if not total:
            raise TrainingError("--minutes: all stages of this configuration have a number of rounds")
        stages = tuple(
            stage.model_copy(update={"minutes": stage.minutes * minutes / total}) if stage.minutes else stage
            for stage in self.stages
        )
        return self.model_copy(update={"stages": stages})

    def to_toml(self) -> str:
        """The text of a TOML file that `read` accepts."""
        import tomli_w

        return tomli_w.dumps(self.model_dump(mode="json", exclude_none=True))

    def difference(self, other: NetConfig) -> str:
        """In what `other` is another training, in words; empty if in nothing."""
        mine, its = ({"minutes": each.minutes, **each.model_dump(mode="json")} for each in (self, other))
        return differing(mine, its, ("evaluation.final_games",))
