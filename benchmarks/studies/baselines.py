"""The trained policies that come with the games: publish them, measure them, write BASELINES.md.

In a game with roles a policy has a row for each role. Each pair of policy and opponent has a tournament in a folder of
its own, so that later calls add games to it.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from medianoche import envs
from medianoche.agents import Network
from medianoche.agents import agent as make_agent
from medianoche.agents.network import shelf
from medianoche.benchmarks import Spec, Store, Summary
from medianoche.benchmarks.reference.freeze import counts_of
from medianoche.benchmarks.strength import rate, spec_of
from medianoche.benchmarks.studies.study import markdown
from medianoche.envs.core import files
from medianoche.envs.core.content.pack import is_file
from medianoche.envs.core.errors import choices
from medianoche.training import LEARNERS, NetworkConfig, Rate, TrainingError, checkpoint
from medianoche.training.settings import tables_in

SHELVES = ("ppo", "net")
"""Whose networks come with the games."""
AGENTS = ("ppo", "net", "net:64")
"""Agents to measure, if no others are asked for: the policies alone, and a search."""
MEASURABLE = ("ppo", "net", "nash")
"""The first words of agents that play what comes with the games; other words may follow, as in `net:64:plain`."""
OPPONENTS = ("random", "greedy", "ismcts:100", "ismcts:1000=200")
"""Opponents with the policies' own player count; `=` gives another number of games."""
OTHERS = ("greedy",)
"""Opponents with every other player count, which `net` is trained for, too."""
SEED = 3
POLICY_BYTES = 2_000_000
"""Most bytes of a policy that comes with the suite."""
INTRODUCTION = """# Trained baselines

Every game comes with one network of each learner: the agents `ppo` (stable-baselines3) and `net` (compiled
learner), and `net:64`, a search guided by the latter. `medianoche baselines` writes this page. The tables show
shares of the points against each opponent (a draw is half a point; two seats that both lost to a third are not
compared) with 95% intervals and numbers of games. Seats rotate on the same deals, the pack is the standard one, and
a network without search plays its most probable action, but Nocturna's `net` draws. Where seats differ,
each role has a line and its part of the games, against an agent that plays all seats of the other side. Learning
curves and configurations are in [`training/networks`](../training/networks). To repeat a training, run
`medianoche train GAME --config training/networks/GAME.toml`, for `ppo` with `--learner ppo` and the file in
`training/networks/ppo`. Ratings of all agents, and strength against time, are on the [leaderboard](LEADERBOARD.md).
"""
COUNTS = "With other player counts:"
TIMES = """Milliseconds for a decision in these games: wall time of one thread with many games at a time.
The time depends on the positions, so compare an agent with its opponents within a line only."""


class MeasuredOpponent(NamedTuple):
    """An opponent and the games to play against it."""

    agent: str
    games: int

    @classmethod
    def parse(cls, words: str, games: int) -> MeasuredOpponent:
        """Parse `AGENT` or `AGENT=GAMES`; raises TrainingError if GAMES is not a positive integer."""
        agent, sign, number = words.rpartition("=")
        if not sign:
            return cls(words, games)
        if not number.isdecimal() or not int(number):
            raise TrainingError(f"opponent {words!r} is not accepted; accepted: AGENT or AGENT=GAMES")
        return cls(agent, int(number))


@dataclass(frozen=True)
class Baseline:
    """The results of a policy with one player count."""

    game: str  # the game's name
    players: int  # the player count
    agent: str  # the agent
    role: str  # the role that it played; empty in a game without roles
    rates: dict[str, Rate]  # share of the points against each opponent
    times: dict[str, float]  # milliseconds for each decision, of the agent and of each opponent

    @classmethod
    def measure(
        cls,
        game: str,
        players: int,
        agent: str,
        opponents: tuple[MeasuredOpponent, ...],
        out: Path,
        play: Callable[[Spec, Path, int, int], None],
        workers: int = 1,
    ) -> list[Baseline]:
        """Play the missing games against each opponent in folders under `out`; returns one baseline for each role."""
        file = shelf_of(agent) / f"{game}.safetensors"
        config = config_of(file.with_suffix(".toml")).model_copy(update={"players": (players,)})
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:8]
        lines: list[Baseline] = []
        for opponent, games in opponents:
            spec = spec_of(config, [agent, opponent], SEED)
            names = (game, str(players), agent, digest, opponent)
            folder = out / "-".join(name.replace(":", "_") for name in names)
            play(spec, folder, games, workers)
            with Store.read(folder) as store:
                summary = Summary.from_store(store)
                speed = store.speed()
            roles = len(spec.roles)
            points = summary.side_points.reshape(-1, 2, roles, 2, roles)
            won = points[:, 0, :, 1].sum(axis=2)
            lost = points[:, 1, :, 0].sum(axis=1)
            lines = lines or [cls(game, players, agent, role * (roles > 1), {}, {}) for role in spec.roles]
            for r, line in enumerate(lines):
                line.rates[opponent] = rate(won[:, r], lost[:, r], summary.games // roles)
                line.times.setdefault(agent, float(speed.milliseconds[0]))
                line.times[opponent] = float(speed.milliseconds[1])
        return lines


def first_word(agent: str) -> str:
    """The first word of an agent: `net` of `net:64:plain`."""
    return agent.partition(":")[0]


def check_measurable(agent: str) -> None:
    """Raise TrainingError if `agent` is none of MEASURABLE with its words, or names a file of its own; AgentError if it
    has a wrong word."""
    what = f"agent {agent!r} is not measured; accepted: {choices(list(MEASURABLE))}, with their words (net:64:plain)"
    if first_word(agent) not in MEASURABLE:
        raise TrainingError(what)
    if getattr(make_agent(agent), "path", ""):
        raise TrainingError(f"{what}, but no file")


def shelf_of(agent: str) -> Path:
    """The folder of the policies that `agent` plays."""
    return shelf(first_word(agent))


def comes_with(agent: str, game: str) -> bool:
    """Whether a policy that `agent` plays comes with the game of this name."""
    return (shelf_of(agent) / f"{game}.safetensors").is_file()


class Shelved(NamedTuple):
    """A game with a trained policy: its name, the training's player count, other counts, and the agents to measure."""

    game: str
    players: int
    others: list[int]
    agents: list[str]


def shelved_games() -> list[Shelved]:
    """The games with a trained policy."""
    trained = []
    for name in sorted({file.stem for learner in SHELVES for file in shelf(learner).glob("*.safetensors")}):
        agents = [agent for agent in AGENTS if comes_with(agent, name)]
        config = config_of(shelf_of(agents[-1]) / f"{name}.toml")
        game = envs.game(config.game)
        players = (config.players or game.players)[0]
        others = [count for count in counts_of(game, None) if count != players]
        trained.append(Shelved(name, players, others, agents))
    return trained


def config_of(file: Path) -> NetworkConfig:
    """The configuration of any learner in a TOML file: of the one that has most of its keys.

    Raises:
        TrainingError: several learners have as many of its keys, or the file is not accepted.
    """
    tables = tables_in(file)
    shared = {name: len(learner.config.model_fields.keys() & tables.keys()) for name, learner in LEARNERS.items()}
    names = [name for name, count in shared.items() if count == max(shared.values())]
    if len(names) > 1:
        fitting = ", ".join(names)
        raise TrainingError(f"{file}: its keys fit the learners {fitting}; accepted: a file with a key of one alone")
    return LEARNERS[names[0]].config.from_tables(str(file), tables)


def publish(run: Path) -> None:
    """Make the policy of a finished training the baseline of its game, played by the agent `shelf` of its
    configuration.

    Raises:
        TrainingError: the training is not finished or a file is missing, its files name a game that is not registered
            or the path of a pack, or the policy is too large or another game's.
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
    if (size := policy.stat().st_size) > POLICY_BYTES:
        raise TrainingError(f"{policy} has {size:,} bytes; accepted: up to {POLICY_BYTES:,}")
    if difference := Network.load(policy).header.difference(game):
        raise TrainingError(f"{policy}: {difference}")
    stored = checkpoint.load(run)
    if not stored or not stored["run"]["finished"]:
        raise TrainingError(f"the training in {run} is not finished; its command `medianoche train` goes on")
    if not (curve := run / "curve.svg").is_file():
        raise TrainingError(f"there is no {curve}; a finished training has one")
    folder = shelf(config.shelf)
    folder.mkdir(exist_ok=True)
    for file, ending in ((policy, "safetensors"), (run / "config.toml", "toml"), (curve, "svg")):
        shutil.copyfile(file, folder / f"{game.name}.{ending}")


def write(page: Path, measured: list[Baseline], others: list[Baseline]) -> None:
    """Write the page: results with the training's player counts, then with other counts."""
    lines = [INTRODUCTION, *table(measured), ""]
    if others:
        lines += [COUNTS, "", *table(others), ""]
    lines += [TIMES, "", *table_of_times(measured), ""]
    lines += learners({line.game for line in measured})
    curves = dict.fromkeys((line.game, "/ppo" if first_word(line.agent) == "ppo" else "") for line in measured)
    lines += [f"![Learning curve: {game}](../training/networks{folder}/{game}.svg)" for game, folder in curves]
    files.write(page, "\n".join(lines) + "\n")


def learners(games: Collection[str]) -> list[str]:
    """A paragraph about those of these games whose `net` is not the compiled learner's; none if there is none."""
    files = {game: shelf("net") / f"{game}.toml" for game in sorted(games)}
    torch = [f"`{game}`" for game, file in files.items() if file.is_file() and config_of(file).learner == "torch"]
    words = "The `net` of these games was trained with `--learner torch`, which repeats it, too:"
    return [f"{words} {', '.join(torch)}.", ""] if torch else []


def table(lines: list[Baseline]) -> list[str]:
    """The table of shares against each opponent, as lines of markdown."""
    columns = list(dict.fromkeys(name for line in lines for name in line.rates))
    rows = [
        (
            f"`{line.game}`",
            str(line.players),
            " ".join(filter(None, [f"`{line.agent}`", line.role])),
            *(f"{line.rates[name]} of {line.rates[name].games:,}" if name in line.rates else "" for name in columns),
        )
        for line in lines
    ]
    return markdown(("game", "players", "agent", *(f"against `{name}`" for name in columns)), rows)


def table_of_times(lines: list[Baseline]) -> list[str]:
    """The table of milliseconds for each decision, one row a game; the first measurement of an agent counts."""
    games: dict[str, dict[str, float]] = {}
    for line in lines:
        games[line.game] = line.times | games.get(line.game, {})
    columns = dict.fromkeys(agent for times in games.values() for agent in times)
    agents = list(dict.fromkeys([*(line.agent for line in lines), *columns]))  # measured agents first
    rows = [
        (f"`{game}`", *(f"{float(f'{times[agent]:.2g}'):g}" if agent in times else "" for agent in agents))
        for game, times in games.items()
    ]
    return markdown(("game", *(f"`{agent}`" for agent in agents)), rows)
