"""`medianoche train` and `medianoche baselines`."""

from __future__ import annotations

import importlib.util
import re
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from medianoche import benchmarks, envs
from medianoche.cli import options
from medianoche.cli.common import compiling, new_console, write_text
from medianoche.cli.seeds import train_seeds
from medianoche.cli.stopping import Stopped
from medianoche.envs.core.content.source import pack_source
from medianoche.envs.core.errors import choices
from medianoche.training.learners import LEARNERS, LearnerName

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.benchmarks.strength import Evaluator
    from medianoche.benchmarks.tournament.spec import Spec
    from medianoche.cli.bars import Bar
    from medianoche.training.compiled.config import NetConfig
    from medianoche.training.run import NetworkAlgorithm, TrainingProgress
    from medianoche.training.settings import NetworkConfig, SelfPlayConfig


WHO_LEARNS = "; ".join(f"{name}: {learner.file}, {learner.summary}" for name, learner in LEARNERS.items())
RATINGS = "ratings.md"
PAGE = Path(benchmarks.__path__[0]) / "BASELINES.md"
BASELINE_RUNS = Path("runs/baselines")


def train(
    game: options.Name,
    learner: Annotated[LearnerName, typer.Option(help=f"Of training/: {WHO_LEARNS}.")] = "net",
    config: Annotated[
        Path | None,
        typer.Option(help="Configuration, a TOML file.", show_default="the game's, in training/*/configs"),
    ] = None,
    minutes: options.Minutes = None,
    start: options.Start = None,
    decisions: options.Decisions = None,
    players: options.Counts = None,
    hidden: options.Hidden = None,
    seed: options.TrainingSeed = None,
    pack: options.TrainingPack = None,
    seeds: options.Seeds = 1,
    out: Annotated[Path | None, typer.Option(help="Folder of the run.", show_default="runs/train/GAME")] = None,
    threads: options.Threads = None,
    workers: options.Workers = 1,
    ray: options.Ray = None,
    device: Annotated[str, typer.Option(help="Device of torch: cpu, cuda.")] = "cpu",
    log: options.Services = None,
    allow_programs: options.Programs = False,
) -> None:
    """Train an opponent by imitation, self-play and search; tournaments measure it during the training.

    After a stop, the same command goes on from the last checkpoint. The result plays as the agent
    net:OUT/policy.safetensors (net:OUT/policy.safetensors:64 searches). With --seeds it trains several
    times side by side, with seeds that follow each other, and draws mean and range.

    Example: medianoche train misty --minutes 10 --out runs/train/misty
    """
    from medianoche.training import logs
    from medianoche.training.compiled.config import NetConfig

    logs.check(services := tuple(log or ()))
    widths, counts = (
        None if text is None else integers(text, *what)
        for text, what in ((hidden, ("--hidden", "256,64")), (players, ("--players", "2,3")))
    )
    folder = out or Path("runs/train") / envs.game(game).name
    common: dict[str, Any] = {"seed": seed, "pack": pack_source(pack) if pack is not None else None}
    common |= {"start": start, "hidden": widths, "players": counts, "threads": threads}
    if minutes and decisions:
        refuse({"--minutes": minutes, "--decisions": decisions}, "give one of them")
    several = {"--workers": workers > 1 or None, "--ray": ray}
    console = new_console()
    if learner == "net":
        net = NetConfig.of_game(game, config, allow_programs, **common).within(minutes, decisions)
        if seeds > 1:
            refuse(several, "each of the --seeds plays in its own process")
            train_seeds(console, net, folder, seeds, allow_programs, services)
            return
        evaluator = train_net(console, net, folder, workers, ray, services)
    else:
        refuse({"--seeds": seeds > 1 or None, **several}, "options of --learner net")
        require_torch(*(["sb3_contrib"] if learner == "ppo" else []))
        common |= {"minutes": minutes, "total_decisions": decisions}
        settings: Any = LEARNERS[learner].config.of_game(game, config, allow_programs, **common)
        evaluator = run_torch(console, learner, settings, folder, device, services)
    rate(console, evaluator, folder)


def train_net(
    console: Console, config: NetConfig, folder: Path, workers: int, ray: str | None, services: tuple[str, ...]
) -> Evaluator:
    """Train with the compiled learner, whose games are played by so many `workers` or on the cluster `ray`; see
    `run_network`."""
    from medianoche.benchmarks.workers.actors import FleetActors
    from medianoche.cli import overview
    from medianoche.training.compiled.train import StagedAlgorithm

    actors = FleetActors(workers, ray) if ray is not None or workers > 1 else None
    lines = overview.of_net(config, envs.game(config.game), folder)
    with closing(actors) if actors else nullcontext():
        return run_network(console, config, folder, lines, partial(StagedAlgorithm, config, actors), services)


def refuse(options: dict[str, Any], why: str) -> None:
    """Raise TrainingError with the names of `options` that are given, if any is."""
    from medianoche.training.settings import TrainingError

    if wrong := [name for name, value in options.items() if value is not None]:
        raise TrainingError(f"{' and '.join(wrong)}: {why}")


def integers(text: str, option: str, example: str) -> tuple[int, ...]:
    """The numbers in the text of an option. Raises TrainingError if they are no positive integers with commas."""
    from medianoche.training.settings import TrainingError

    if not re.fullmatch(r"[1-9]\d{0,8}(,[1-9]\d{0,8})*", text):
        raise TrainingError(f"{option} {text!r} is not accepted; give integers with commas: {example}")
    return tuple(map(int, text.split(",")))


def run_torch(
    console: Console, learner: LearnerName, config: SelfPlayConfig, folder: Path, device: str, services: tuple[str, ...]
) -> Evaluator:
    """Train with a learner with torch on `device`; see `run_network`. Raises TrainingError if there is no such
    device."""
    import torch

    from medianoche.cli import overview
    from medianoche.training.settings import TrainingError

    make = LEARNERS[learner].algorithm
    try:
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise TrainingError(f"--device {device}: {str(error).splitlines()[0]}") from None
    torch.set_num_threads(config.threads)
    lines = overview.of_self_play(config, envs.game(config.game), folder, device)
    return run_network(console, config, folder, lines, partial(make, config, device), services)


def run_network(
    console: Console,
    config: NetworkConfig,
    folder: Path,
    lines: list[str],
    make: Callable[[], NetworkAlgorithm],
    services: tuple[str, ...],
) -> Evaluator:
    """Train with a progress bar; Ctrl-C keeps the last checkpoint. Returns what has measured the networks.

    Args:
        console: for messages.
        config, folder: of the training.
        lines: printed first.
        make: makes the algorithm.
        services: further logs.
    """
    from medianoche.benchmarks.strength import Evaluator
    from medianoche.training import checkpoint, logs, run

    checkpoint.require_same(folder, config)
    if not (folder / checkpoint.FILE).is_file():
        config.first_network()  # a `start` that cannot be used is refused before anything is said of the training
        if config.leaves_advice_out():
            console.print("the first network takes the heuristic's advice; this training leaves it out")
    if importlib.util.find_spec("tensorboard") is None:
        console.print("numbers go to log.jsonl and log.csv; pip install tensorboard adds logs/ for TensorBoard")
    console.print(*lines, sep="\n", soft_wrap=True)
    evaluator = Evaluator(config)
    with compiling(console, evaluator.game):
        evaluator.game.batch(1)
    with training_bar(console) as bar:
        report = partial(show_net, bar)
        try:
            bar.show("begins", 0, 0, "making the network and the games", ends=None)
            run.train(make(), folder, evaluator.measure, evaluator.is_better, report, evaluator.gauge(), services)
        except (KeyboardInterrupt, Stopped):
            raise Stopped(kept(folder)) from None
    for line in logs.kinds_told(folder):
        console.print(line, highlight=False, soft_wrap=True)
    return evaluator


def show_net(bar: Bar, progress: TrainingProgress) -> None:
    """Show the progress of a training of a network on `bar`."""
    words = [progress.doing] if progress.doing else []
    words += [f"{progress.decisions / 1e6:.2f} M decisions"]
    words += [f"{progress.speed:,.0f}/s"] if progress.speed else []
    words += [f"{name} {share.mean:.0%}" for name, share in progress.measured.items()]
    ends = None if progress.minutes_left is None else time.monotonic() + 60 * progress.minutes_left
    number, stages = progress.place
    stage = progress.stage if stages == 1 else f"{progress.stage} ({number} of {stages})"
    bar.show(stage, progress.done, progress.total, ", ".join(words), ends=ends)


def kept(folder: Path) -> str:
    """The line of a training that was stopped: what is kept."""
    from medianoche.training.checkpoint import FILE

    if (folder / FILE).is_file():
        return f"the same command goes on from the checkpoint in {folder}"
    return "nothing is kept yet; the same command starts again"


def require_torch(*others: str) -> None:
    """Raise TrainingError if torch or another of these libraries of the extra `train` is not installed."""
    from medianoche.training.settings import TrainingError

    missing = [name for name in ("torch", "tensorboard", *others) if importlib.util.find_spec(name) is None]
    if missing:
        raise TrainingError(f"training needs {', '.join(missing)}; install: pip install 'medianoche[train]'")


# ---- measuring


def rate(console: Console, evaluator: Evaluator, folder: Path) -> None:
    """Play the tournament after a training, if the configuration has one, and write its table into the folder."""
    from medianoche.benchmarks.studies.study import markdown
    from medianoche.benchmarks.tournament.report import HEADINGS, Report
    from medianoche.cli.results import show
    from medianoche.cli.tournament import play
    from medianoche.training.checkpoint import POLICY

    games = evaluator.config.evaluation.final_games
    if not games:
        return
    played = folder / "tournaments" / max((folder / "policies").glob("*.safetensors")).stem
    play(console, evaluator.tournament(folder / POLICY), played, games)
    show(console, played)
    report = Report.from_folder(played)
    lines = [f"# {report.title}", "", report.played, "", *markdown(HEADINGS, report.cells()), "", report.notes]
    write_text(folder / RATINGS, "\n".join(lines) + "\n")
    console.print(f"policy: {folder / 'policy.safetensors'}\nlearning curve: {folder / 'curve.svg'}")


# ---- progress


def training_bar(console: Console) -> Bar:
    """A progress bar for trainings."""
    from medianoche.cli.bars import Bar, TrainingRate

    return Bar(console, TrainingRate())


# ---- baselines


def baselines(
    names: options.SuiteNames = None,
    games: Annotated[
        int,
        typer.Option(min=1, max=options.GAME_LIMIT, help="Games against each opponent that does not say otherwise."),
    ] = 1000,
    opponents: options.Opponents = None,
    others: options.Others = None,
    agents: options.Measured = None,
    add: Annotated[
        Path | None, typer.Option(help="First make the policy of this training the baseline of its game.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the games, to go on when stopped.")] = BASELINE_RUNS,
    page: options.BaselinesPage = None,
    workers: options.Workers = 1,
) -> None:
    """Measure the trained policies that come with the games, and write the page of baselines, or one of some of them.

    Example: medianoche baselines --games 1000 --workers 2

    Example: medianoche baselines nocturna --agents net:plain net:64:plain
    """
    from medianoche.benchmarks.studies.baselines import (
        OPPONENTS,
        OTHERS,
        Baseline,
        MeasuredOpponent,
        check_measurable,
        comes_with,
        first_word,
        publish,
        shelved_games,
        write,
    )
    from medianoche.cli.tournament import play
    from medianoche.training.settings import TrainingError

    console = new_console()
    near = tuple(MeasuredOpponent.parse(words, games) for words in opponents or OPPONENTS)
    away = tuple(MeasuredOpponent.parse(words, games) for words in others or OTHERS if words != "-")
    wanted = list(dict.fromkeys(agents or ()))
    for agent in wanted:
        check_measurable(agent)
    if add:
        publish(add)
    shelf = shelved_games()
    if unknown := set(names or ()) - {entry.game for entry in shelf}:
        known = choices([entry.game for entry in shelf])
        raise TrainingError(f"no policy comes with game {min(unknown)!r}; with: {known}")
    chosen = [entry for entry in shelf if not names or entry.game in names]
    for agent in wanted:
        if not any(comes_with(agent, entry.game) for entry in chosen):
            where = choices([entry.game for entry in chosen]) or "any game"
            raise TrainingError(f"no policy of {agent} comes with {where}")

    def played(spec: Spec, folder: Path, games: int, workers: int) -> None:
        play(console, spec, folder, games, workers=workers)

    at_home = list[Baseline]()
    elsewhere = list[Baseline]()
    for name, players, counts, trained in chosen:
        asked = [agent for agent in wanted if comes_with(agent, name)]
        for agent in asked if wanted else trained:
            at_home += Baseline.measure(name, players, agent, near, out, played, workers)
            trained_counts = [] if first_word(agent) == "ppo" else counts  # ppo is trained for one player count
            for count in trained_counts if away else ():
                elsewhere += Baseline.measure(name, count, agent, away, out, played, workers)
    page = page or (out / PAGE.name if names or agents else PAGE)
    write(page, at_home, elsewhere)
    console.print(f"written: {page}", soft_wrap=True)
