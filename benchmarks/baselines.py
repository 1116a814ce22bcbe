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
from medianoche.agents.net import NETWORKS, Network
from medianoche.agents.policy import BASELINES, Header, load
from medianoche.benchmarks.commands.tournament import play
from medianoche.benchmarks.strength import Trained, markdown, rate, spec_of
from medianoche.benchmarks.tournament.report import Report
from medianoche.envs.core.errors import choices
from medianoche.envs.core.pack import is_file
from medianoche.training.config import Config, TrainingError, tables_in
from medianoche.training.curve import Rate
from medianoche.training.net_config import NetConfig

if TYPE_CHECKING:
    from rich.console import Console

SHELVES = {"ppo": BASELINES, "net": NETWORKS}
"""Where the policies of each learner are."""
AGENTS = ("ppo", "net", "net:64")
"""Who is measured: the policies alone, and a search."""
SEED = 3
LARGEST = 2_000_000
"""Bytes of a policy that is shipped."""
INTRODUCTION = """# Trained baselines

One policy of each learner for each game, shipped with it: the agents `ppo` (stable-baselines3) and `net` (compiled),
and the search that the latter guides, `net:64`. Made by `medianoche baselines`, which plays 1,000 games (or as many as
`--games` says) against each opponent, seats rotated on the same deals, on the standard pack; a policy alone always
plays its most probable action. Shares of the points (a draw is half a point; seats that both lost to a third are not
compared) and ratings (Bradley-Terry on the Elo scale, mean of this field 1500, bootstrap over deals) with 95%
intervals. Where seats differ, each role has a line and its part of the games, against an agent that plays all of the
other side. Milliseconds a decision are wall time. Learning curves and configurations are in
[`training/baselines`](../training/baselines) and [`training/networks`](../training/networks); one is repeated by
`medianoche train GAME --config training/networks/GAME.toml`, for `ppo` with `--learner ppo` and its folder.
"""


@dataclass(frozen=True)
class Baseline:
    """A policy and how it did.

    Attributes:
        game: the game's name.
        agent: the agent.
        role: what it played, empty if all seats are of one kind.
        header: of its policy file.
        size: bytes of the file.
        rates: its share of the points against each opponent.
        milliseconds: of a decision.
        rating, low, high: on the Elo scale, with its 95% interval.
    """

    game: str
    agent: str
    role: str
    header: Header
    size: int
    rates: dict[str, Rate]
    milliseconds: float
    rating: float
    low: float
    high: float

    @classmethod
    def measure(
        cls,
        console: Console,
        game: str,
        agent: str,
        opponents: tuple[str, ...],
        games: int,
        out: Path,
        workers: int = 1,
    ) -> list[Baseline]:
        """Play `games` games against each opponent, under `out`; what was played before is kept."""
        file = shelf_of(agent) / f"{game}.safetensors"
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:8]
        spec = spec_of(config_of(file.with_suffix(".toml")), [agent, *opponents], SEED, gauntlet=agent)
        folder = out / f"{game}-{agent.replace(':', '-')}-{digest}"
        roles = len(spec.roles)
        play(console, spec, folder, games * len(opponents), workers=workers)
        report = Report.of(folder)
        lines = [line for line in report.roles or report.table if line.agent == agent]
        points = report.summary.side_points.reshape(-1, len(spec.agents), roles, len(spec.agents), roles)
        won, lost = points[:, 0].sum(axis=3), points[:, :, :, 0].sum(axis=2)
        return [
            cls(
                game=game,
                agent=agent,
                role=role if roles > 1 else "",
                header=header_of(file),
                size=file.stat().st_size,
                rates={
                    opponent: rate(won[:, r, n], lost[:, n, r], games // roles)
                    for n, opponent in enumerate(opponents, 1)
                },
                milliseconds=1000 * float(report.speed.agent_seconds[0] / max(report.speed.agent_decisions[0], 1)),
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
            f"`{self.agent}`",
            f"{self.rating:.0f} ({self.low:.0f} to {self.high:.0f})",
            *(str(rate) for rate in self.rates.values()),
            f"{self.milliseconds:.2g}",
            f"{min(rate.games for rate in self.rates.values()):,}",
            f"{self.header.decisions:,}",
            f"{self.size / 1e6:.2f} MB",
        )


def shelf_of(agent: str) -> Path:
    """The folder of the policies that `agent` plays."""
    return SHELVES[agent.partition(":")[0]]


def known() -> list[tuple[str, str]]:
    """The games that come with a policy, each with the agents that play it."""
    names = {file.stem for shelf in SHELVES.values() for file in shelf.glob("*.safetensors")}
    return [
        (name, agent)
        for name in sorted(names)
        for agent in AGENTS
        if (shelf_of(agent) / f"{name}.safetensors").is_file()
    ]


def config_of(file: Path) -> Trained:
    """The configuration of either learner in a TOML file."""
    tables = tables_in(file)
    return NetConfig.of(str(file), tables) if "stages" in tables else Config.of(str(file), tables)


def header_of(policy: Path) -> Header:
    """The header of a policy of either learner."""
    return Network.load(policy).header if policy.parent == SHELVES["net"] else load(policy)[0]


def publish(run: Path) -> None:
    """Make the policy of a finished training the baseline of its game.

    Raises:
        TrainingError: the training is not finished, its files name a game that is not registered or the path of a
            pack, or the policy is too large or another game's.
    """
    config = config_of(run / "config.toml")
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
    net = isinstance(config, NetConfig)
    if difference := (Network.load(policy).header if net else load(policy)[0]).difference(game):
        raise TrainingError(f"{policy}: {difference}")
    shelf = SHELVES["net" if net else "ppo"]
    shelf.mkdir(exist_ok=True)
    for file, ending in ((policy, "safetensors"), (run / "config.toml", "toml"), (run / "curve.svg", "svg")):
        shutil.copyfile(file, shelf / f"{game.name}.{ending}")


def write(page: Path, measured: list[Baseline], opponents: tuple[str, ...]) -> None:
    """Write the page."""
    against = (f"against {opponent}" for opponent in opponents)
    headings = ("game", "agent", "rating", *against, "ms a decision", "games each", "decisions trained", "size")
    lines = [INTRODUCTION, *markdown(headings, [baseline.cells() for baseline in measured])]
    curves = dict.fromkeys((baseline.game, shelf_of(baseline.agent).name) for baseline in measured)
    lines += [""] + [f"![Learning curve: {game}](../training/{shelf}/{game}.svg)" for game, shelf in curves]
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
