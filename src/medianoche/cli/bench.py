"""Commands of `medianoche bench`: speed of the games and of training, here and compared with other libraries."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from medianoche import envs
from medianoche.cli import options
from medianoche.cli.common import PROCESS_LIMIT, Commands, compiling, new_console, require_compiler, write_text
from medianoche.envs.core.errors import writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from rich.console import Console

bench = Commands(
    help="Measure throughput. Example: medianoche bench games misty --out speed.json", invoke_without_command=True
)

LIMIT = 2**24
"""Upper bound of counts that a user gives."""
Rounds = Annotated[int, typer.Option(min=1, max=LIMIT, help="Measurements of each figure; the median is shown.")]
TrainingRounds = Annotated[int, typer.Option(min=1, max=LIMIT, help="Of playing and learning; the median is shown.")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game, or module:Class of your own.")]
Seconds = Annotated[float, typer.Option(min=0.001, max=3600, help="Length of one measurement.")]
JSONFile = Annotated[Path | None, typer.Option(help="Write the figures to this file as JSON.", show_default=False)]


@bench.callback()
def default(context: typer.Context) -> None:
    """Measure throughput; runs `games` if no other command is given."""
    require_compiler()
    if context.invoked_subcommand is None:
        games([])


@bench.command("games")
def games(
    names: options.Names = None,
    rounds: Rounds = 5,
    seconds: Seconds = 0.3,
    rows: Annotated[int, typer.Option(min=1, max=LIMIT, help="Games in a batch.")] = 4096,
    threads: Annotated[
        int, typer.Option(min=0, max=PROCESS_LIMIT, help="Most threads of a batch; 0: one for each core.")
    ] = 0,
    out: JSONFile = None,
) -> None:
    """Decisions per second of random play, simulations per second of search, and memory.

    "masks alone" plays many decisions in one compiled call. One thread is measured by CPU time, several threads by
    wall time.

    Example: medianoche bench games misty --out speed.json
    """
    from medianoche.benchmarks.speed import games as speed
    from medianoche.benchmarks.speed.measure import machine
    from medianoche.envs.core.play.threads import cores

    console = new_console()
    figures: dict[str, Any] = {"machine": machine(), "rounds": rounds, "rows": rows}
    for section in ("decisions_per_second", "simulations_per_second", "scaling", "kilobytes_per_1000_games"):
        figures[section] = {}
    for name in names or envs.names():
        game = envs.game(name)
        with compiling(console, game):
            loops = speed.loops(game, rows, threads or cores())
            scaling = speed.scaling_loops(game)
            search = {"search": (speed.search_loop(game, speed.SIMULATIONS), 1)}
        with slices(console, name, rounds * (len(loops) + len(scaling) + 1)) as advance:
            figures["decisions_per_second"][name] = speed.measure(loops, rounds, seconds, advance)
            figures["scaling"][name] = speed.measure(scaling, rounds, seconds, advance)
            figures["simulations_per_second"][name] = speed.measure(search, rounds, seconds, advance)["search"]
        figures["kilobytes_per_1000_games"][name] = speed.kilobytes_per_1000(game)
    show_games(console, figures)
    write(console, out, figures)


def show_games(console: Console, figures: Mapping[str, Any]) -> None:
    """Print the tables: random play, scaling, the rest."""
    load = ", ".join(f"{value:.1f}" for value in figures["machine"]["load"])
    caption = f"medians of {figures['rounds']}; {figures['rows']:,} games in a batch; load {load}"
    show_rates(console, "Random play, decisions/s", figures["decisions_per_second"], caption)
    show_rates(console, "Random play by games in a batch, one thread, decisions/s", figures["scaling"])
    rest = {
        name: {
            "search, simulations/s": f"{figures['simulations_per_second'][name]:,.0f}",
            "memory of 1,000 games": f"{figures['kilobytes_per_1000_games'][name]:,.0f} kB",
        }
        for name in figures["decisions_per_second"]
    }
    show_rates(console, "Search, memory", rest)


def show_rates(console: Console, title: str, columns: Mapping[str, Mapping[str, Any]], caption: str = "") -> None:
    """Print one line for each figure and one column for each game."""
    from rich.table import Table

    table = Table(title=title, caption=caption)
    table.add_column("")
    for name in columns:
        table.add_column(name, justify="right")
    for figure in next(iter(columns.values()), {}):
        values = [column[figure] for column in columns.values()]
        table.add_row(figure, *(value if isinstance(value, str) else f"{value:,.0f}" for value in values))
    console.print(table)


@bench.command("export")
def export(
    names: options.Names = None,
    target: Annotated[list[str] | None, typer.Option(help="Kinds of machines.", show_default="x86_64, wasm32")] = None,
    seconds: Seconds = 1.0,
    out: JSONFile = None,
) -> None:
    """Sizes of exported games, and decisions per second of CPU time beside those of Python, one at a time.

    A WebAssembly module is measured in node, if it is installed.

    Example: medianoche bench export misty --out export.json
    """
    from medianoche.benchmarks.speed import export as speed

    console = new_console()
    by_game = dict[str, Any]()
    for name in names or envs.names():
        by_game[name] = speed.measure(envs.game(name), target or ["x86_64", "wasm32"], seconds)
        figures = dict.fromkeys(figure for column in by_game[name].values() for figure in column)
        shown = {
            kind: {figure: f"{column[figure]:,.0f}" if figure in column else "" for figure in reversed(figures)}
            for kind, column in by_game[name].items()
        }
        show_rates(console, name, shown)
    write(console, out, by_game)


@bench.command("gpu")
def gpu(
    names: options.Names = None,
    device: Annotated[str, typer.Option(help='The GPU: "cuda" or "cuda:NUMBER".')] = "cuda",
    rows: Annotated[
        list[int] | None,
        typer.Option(
            min=1, max=LIMIT, help="Games in a batch.", show_default="4096 to 262144; Connect Four to 1048576"
        ),
    ] = None,
    seconds: Seconds = 0.5,
    learn: Annotated[bool, typer.Option(help="Also measure PPO in torch.")] = True,
    profile: Annotated[bool, typer.Option(help="Also show torch.profiler's table of a round of PPO in torch.")] = False,
    out: JSONFile = None,
    page: Annotated[
        Path | None, typer.Option(help="Write the figures to this file as Markdown.", show_default=False)
    ] = None,
) -> None:
    """Compare the games on a GPU with those on the CPU, byte for byte, and measure decisions per second.

    Connect Four is measured, too, beside pgx on the same GPU if pgx and JAX are installed; with PyTorch, so are
    decisions of a network. Needs the extra `cuda`: pip install 'medianoche\\[cuda]'.

    Example: medianoche bench gpu misty --out gpu.json --page gpu.md
    """
    from medianoche.benchmarks.speed import gpu as speed

    console = new_console()

    def keep(figures: dict[str, Any]) -> None:
        if out:
            write_text(out, json.dumps(figures, indent=2) + "\n")
        if page:
            write_text(page, speed.report(figures))

    began = time.monotonic()

    def say(line: str) -> None:
        console.print(f"after {time.monotonic() - began:.0f} s: {line}")

    figures = speed.measure(names or envs.names(), device, rows, seconds, say, learn, keep, profile)
    keep(figures)
    for written in filter(None, (out, page)):
        console.print(f"written: {written}")


@bench.command("peers")
def peers(
    rounds: Rounds = 7,
    seconds: Seconds = 0.3,
    out: JSONFile = None,
    games: Annotated[int, typer.Option(min=0, max=LIMIT, help="Games of each match of search against search.")] = 100,
    simulations: Annotated[
        int, typer.Option(min=1, max=LIMIT, help="Simulations for each move of the matches.")
    ] = 1000,
    plot: Annotated[
        Path | None, typer.Option(help="Write a picture to this file: .png, .svg or .pdf.", show_default=False)
    ] = None,
) -> None:
    """Compare Connect Four here with PettingZoo, pgx, OpenSpiel and C, as far as they are installed.

    Each runs in a process of its own; measurements alternate. One thread is measured by CPU time, two cores by wall
    time, which needs an idle machine.

    Example: medianoche bench peers --out peers.json --plot peers.png
    """
    from medianoche.benchmarks.speed import peers as speed
    from medianoche.benchmarks.speed.measure import interleaved

    console = new_console()
    workers = speed.start(speed.PEERS, console.print)
    try:
        figures = speed.figures(workers)
        with slices(console, "measuring", rounds * len(figures)) as advance:
            rates = interleaved(figures, rounds, seconds, advance)
        matches = play_matches(console, workers, games, simulations)
    finally:
        for worker in workers.values():
            worker.close()
    ratios = speed.compare(rates)
    peer_figures = speed.result(rates, ratios, matches)
    show_peers(console, peer_figures, rounds)
    if plot:
        from medianoche.benchmarks.speed.peers import plot as picture

        with writing(plot):
            picture.save(rates, plot)
        console.print(f"written: {plot}")
    write(console, out, peer_figures)


def play_matches(console: Console, workers: Mapping[str, Any], games: int, simulations: int) -> list[dict[str, Any]]:
    """Matches of our search against OpenSpiel's, with its solver off and on, if OpenSpiel is installed."""
    matches_played = []
    for solve in (False, True) if games and "OpenSpiel" in workers else ():
        with console.status(f"match, {games} games"):
            match = workers["OpenSpiel"].call("match", games=games, simulations=simulations, solve=solve)
        matches_played.append({"simulations": simulations, "their_solver": solve, **match})
    return matches_played


def show_peers(console: Console, peer_figures: Mapping[str, Any], rounds: int) -> None:
    """Print the figures, the ratios and the matches."""
    from rich.table import Table
    from rich.text import Text

    from medianoche.benchmarks.speed.peers import interval

    figures = Table(title="Connect Four, decisions (search: simulations) per second")
    for heading in ("", "median", "spread"):
        figures.add_column(heading, justify="right" if heading else "left")
    for name, values in peer_figures["per_second"].items():
        figures.add_row(name, f"{values['median']:,.0f}", f"{values['spread']:.0%}")
    load = ", ".join(f"{value:.1f}" for value in peer_figures["machine"]["load"])
    ratios = Table(title="Ratios", caption=f"medians of {rounds} rounds; load {load}")
    for heading in ("", "ours", "theirs", "ratio", "wanted"):
        ratios.add_column(heading, justify="right" if heading in ("ratio", "wanted") else "left")
    for line in peer_figures["ratios"]:
        wanted = line["wanted"]
        ratio = line["ratio"]
        colour = "white" if wanted is None else "green" if ratio >= wanted else "red"
        words = "" if wanted is None else f"{wanted:g}"
        ratios.add_row(line["question"], line["ours"], line["theirs"], Text(f"{ratio:.3g}", colour), words)
    console.print(figures, ratios)
    for match in peer_figures["matches"]:
        score, width = interval(*match["wins_draws_losses"])
        solver = "with" if match["their_solver"] else "without"
        ours, theirs = match["seconds_per_move"]
        console.print(
            f"search against OpenSpiel's {solver} solver, {match['simulations']} simulations a move: score {score:.3f} "
            f"+- {width:.3f} (wins, draws, losses: {match['wins_draws_losses']}); a move takes it {theirs / ours:.1f} "
            "times as long",
            highlight=False,
        )


@bench.command("training")
def training(
    game: GameName = "misty",
    rows: Annotated[int, typer.Option(min=1, max=LIMIT, help="Games side by side, for stable-baselines3.")] = 16,
    rounds: TrainingRounds = 3,
    out: JSONFile = None,
) -> None:
    """Decisions per second of training (playing and learning): compiled learner and stable-baselines3, one thread each;
    then compiled learner and PPO in torch by size of network, on the CPU and on a GPU if torch finds one.

    Needs the extra `train`.

    Example: medianoche bench training misty --out training.json
    """
    from medianoche.benchmarks.speed import training as speed
    from medianoche.cli.train import require_torch

    require_torch("sb3_contrib")
    console = new_console()
    devices = speed.devices()
    sizes: dict[str, dict[str, float]] = {}
    with slices(console, game, (3 + 2 * len(speed.SIZES) * len(devices)) * (rounds + 1)) as advance:
        rates_by_learner = speed.measure(game, rows, rounds, advance)
        for device in devices:
            for size, rates in speed.by_size(game, rounds, device, advance).items():
                sizes[size] = {**sizes.get(size, {}), **rates}
    ours = rates_by_learner[speed.COMPILED]["all in"]
    table = {
        name: {
            **{part: f"{rate:,.0f}" for part, rate in parts.items()},
            "compiled learner all in": f"{ours / parts['all in']:.1f} x",
        }
        for name, parts in rates_by_learner.items()
    }
    show_rates(console, f"{game}: decisions per CPU second of training", table, f"medians of {rounds} rounds")
    rows_by_size = {size: {name: f"{rate:,.0f}" for name, rate in rates.items()} for size, rates in sizes.items()}
    where = "wall time on a GPU" if len(devices) > 1 else "not measured on a GPU"
    show_rates(console, f"{game}: decisions per CPU second by size of network", rows_by_size, where)
    write(
        console, out, {"game": game, "rounds": rounds, "decisions_per_cpu_second": rates_by_learner, "by_size": sizes}
    )


@bench.command("actors")
def actors(
    game: GameName = "misty",
    rounds: TrainingRounds = 3,
    most: Annotated[int, typer.Option(min=1, max=PROCESS_LIMIT, help="Most actors to measure.")] = 2,
    decisions: Annotated[int, typer.Option(min=100, max=LIMIT, help="Decisions of a round.")] = 40_000,
    out: JSONFile = None,
) -> None:
    """Decisions per second of training by number of actors: measured on this machine, calculated for more.

    Example: medianoche bench actors misty --most 2
    """
    from medianoche.benchmarks.speed import actors as speed
    from medianoche.training.compiled.config import NetConfig

    console = new_console()
    config = NetConfig.of_game(game)
    with slices(console, game, (most + 1) * (rounds + 1)) as advance:
        costs = speed.costs(config, decisions, rounds, advance)
        measured = {count: speed.measured(config, count, decisions, rounds, advance) for count in range(1, most + 1)}
    console.print(
        f"{game}: an actor plays {costs.playing:,.0f} decisions a second, the learner learns from "
        f"{costs.learning:,.0f}; {costs.transition:,.0f} bytes a decision, {costs.network / 1e6:.1f} MB a network"
    )
    numbers = tuple(sorted({*measured, 10, 100}))
    caption = "wall time on this machine; calculated: a core for each, ten gigabits into the learner"
    show_rates(console, f"{game}: decisions per second", speed.table(costs, measured, numbers), caption)
    calculated = {str(count): costs.rate(count) for count in numbers}
    write(console, out, {"game": game, **costs._asdict(), "measured": measured, "calculated": calculated})


@bench.command("page")
def page(
    names: options.Names = None,
    choices: Annotated[int, typer.Option(min=1, max=LIMIT, help="A person's choices in each game.")] = 30,
    out: JSONFile = None,
) -> None:
    """Milliseconds of the server of `medianoche ui` between a click and its picture, at a table against greedy.

    Example: medianoche bench page misty --choices 30
    """
    from rich.table import Table

    from medianoche.ui.reaction import measured

    console = new_console()
    table = Table(title="milliseconds from a click at the server, medians")
    for heading in ("game", "until it is shown", "CPU time of that", "until asked again"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    figures_by_name = {}
    for name in names or envs.names():
        figures = measured(name, choices)
        figures_by_name[name] = figures._asdict()
        table.add_row(name, f"{figures.shown:.0f}", f"{figures.cpu:.0f}", f"{figures.asked:.0f}")
    console.print(table)
    write(console, out, figures_by_name)


@contextmanager
def slices(console: Console, words: str, total: int) -> Iterator[Callable[[], None]]:
    """A progress bar over `total` measurements; gives a function that advances it by one."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(words, total=total)
        yield lambda: progress.advance(task)


def write(console: Console, file: Path | None, figures: Mapping[str, Any]) -> None:
    """Write figures as JSON, if a file is given."""
    if file:
        write_text(file, json.dumps(figures, indent=2) + "\n")
        console.print(f"written: {file}")
