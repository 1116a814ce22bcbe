"""The trained policies that come with the games: how one is published, measured, and told of in BASELINES.md.

In a game whose seats differ a policy has a line for each role.
"""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from medianoche import envs
from medianoche.agents.policy import BASELINES, Header, load
from medianoche.benchmarks.commands.tournament import play
from medianoche.benchmarks.strength import markdown, spec_of
from medianoche.benchmarks.tournament.report import Report
from medianoche.envs.core.errors import choices
from medianoche.envs.core.pack import is_file
from medianoche.training.config import Config, TrainingError
from medianoche.training.curve import Rate

if TYPE_CHECKING:
    from rich.console import Console

AGENT = "ppo"
SEED = 3
LARGEST = 2_000_000
"""Bytes of a policy that is shipped."""
INTRODUCTION = """# Trained baselines

One policy for each game, shipped with it: the agent `ppo`. Made by `medianoche baselines`, which plays 1,000 games (or
as many as `--games` says) against each opponent, seats rotated on the same deals, on the standard pack; the policy
always plays its most probable action. Shares of the points (a draw is half a point; seats that both lost to a third are
not compared) and ratings (Bradley-Terry on the Elo scale, mean of this field 1500, bootstrap over deals) with 95%
intervals. Where seats differ, each role has a line and its part of the games, against an agent that plays all of the
other side. Learning curves and configurations are in [`training/baselines`](../training/baselines); one is repeated by
`medianoche train GAME --config training/baselines/GAME.toml`.
"""


@dataclass(frozen=True)
class Baseline:
    """A policy and how it did.

    Attributes:
        game: the game's name.
        role: what it played, empty if all seats are of one kind.
        header: of its policy file.
        size: bytes of the file.
        rates: its share of the points against each opponent.
        rating, low, high: on the Elo scale, with its 95% interval.
    """

    game: str
    role: str
    header: Header
    size: int
    rates: dict[str, Rate]
    rating: float
    low: float
    high: float

    @classmethod
    def measure(
        cls, console: Console, game: str, opponents: tuple[str, ...], games: int, out: Path, workers: int = 1
    ) -> list[Baseline]:
        """Play `games` games against each opponent, under `out`; what was played before is kept."""
        file = BASELINES / f"{game}.safetensors"
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:8]
        spec = spec_of(Config.read(file.with_suffix(".toml")), [AGENT, *opponents], SEED, gauntlet=AGENT)
        folder = out / f"{game}-{digest}"
        roles = len(spec.roles)
        play(console, spec, folder, games * len(opponents), workers=workers)
        report = Report.of(folder)
        lines = [line for line in report.roles or report.table if line.agent == AGENT]
        points = report.summary.side_points.sum(axis=0).reshape(len(spec.agents), roles, len(spec.agents), roles)
        won, lost = points[0].sum(axis=2), points[:, :, 0].sum(axis=1)
        return [
            cls(
                game=game,
                role=role if roles > 1 else "",
                header=load(file)[0],
                size=file.stat().st_size,
                rates={
                    opponent: Rate.of(float(won[r, n] / (won[r, n] + lost[n, r])), games // roles)
                    for n, opponent in enumerate(opponents, 1)
                },
                rating=lines[r].elo,
                low=lines[r].low,
                high=lines[r].high,
            )
            for r, role in enumerate(spec.roles)
        ]

    def cells(self) -> tuple[str, ...]:
        """Its line of the table."""
        return (
            f"`{self.game}` {self.role}".rstrip(),
            f"{self.rating:.0f} ({self.low:.0f} to {self.high:.0f})",
            *(str(rate) for rate in self.rates.values()),
            f"{min(rate.games for rate in self.rates.values()):,}",
            f"{self.header.decisions:,}",
            f"{self.size / 1e6:.2f} MB",
        )


def known() -> list[str]:
    """The games that come with a policy."""
    return sorted(file.stem for file in BASELINES.glob("*.safetensors"))


def publish(run: Path) -> None:
    """Make the policy of a finished training the baseline of its game.

    Raises:
        TrainingError: the training is not finished, its files name a game that is not registered or the path of a
            pack, or the policy is too large or another game's.
    """
    config = Config.read(run / "config.toml")
    if config.game not in envs.names():
        raise TrainingError(f"{run / 'config.toml'}: unknown game {config.game!r}; games: {choices(envs.names())}")
    if is_file(config.pack):
        raise TrainingError(f"{run / 'config.toml'}: pack {config.pack!r} is not accepted; accepted: one of the game's")
    game = envs.game(config.game)
    policy = run / "policy.safetensors"
    if not policy.is_file():
        raise TrainingError(f"the training in {run} is not finished: there is no {policy.name}")
    if (size := policy.stat().st_size) > LARGEST:
        raise TrainingError(f"{policy} has {size:,} bytes; accepted: up to {LARGEST:,}")
    if difference := load(policy)[0].difference(game):
        raise TrainingError(f"{policy}: {difference}")
    BASELINES.mkdir(exist_ok=True)
    for file, ending in ((policy, "safetensors"), (run / "config.toml", "toml"), (run / "curve.svg", "svg")):
        shutil.copyfile(file, BASELINES / f"{game.name}.{ending}")


def write(page: Path, measured: list[Baseline], opponents: tuple[str, ...]) -> None:
    """Write the page."""
    against = (f"against {opponent}" for opponent in opponents)
    headings = ("game", "rating", *against, "games each", "decisions trained", "size")
    lines = [INTRODUCTION, *markdown(headings, [baseline.cells() for baseline in measured])]
    names = [baseline.game for baseline in measured]
    lines += [""] + [f"![Learning curve: {game}](../training/baselines/{game}.svg)" for game in dict.fromkeys(names)]
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
