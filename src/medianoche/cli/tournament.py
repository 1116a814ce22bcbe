"""`medianoche tournament`, `medianoche sprt` and `medianoche demo`."""

from __future__ import annotations

from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from medianoche import envs
from medianoche.cli import options
from medianoche.cli.common import as_compiled, compile_agents, game_options, making, new_console, progress_bar
from medianoche.cli.results import show
from medianoche.cli.stopping import Stopped
from medianoche.envs.core.content.source import pack_source

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.benchmarks.tournament.spec import Spec
    from medianoche.benchmarks.tournament.sprt import Model
    from medianoche.benchmarks.tournament.stopping import Rule
    from medianoche.benchmarks.workers.pool import WorkerPool

DEMO_FOLDER, DEMO = Path("runs/demo"), "demo"
"""The demo's folder; what its tournaments are called in their files, see `Store.maker`."""
DEMO_AGENTS = ("random", "greedy", "ismcts:50")
"""The demo's agents, beside the networks that come with a game: five in all. In 120 games each two of them meet on six
deals, the fewest with which no interval of who beats whom is 0% to 100%."""
AFTER_DEMO = {
    "medianoche play misty": "play against these agents (ui: in the browser)",
    "medianoche train misty --minutes 2": "train an opponent of your own",
    "medianoche rate my_bot.py:MyBot misty": "rate your bot: Elo on a fixed field of agents",
}
"""What to do after the demo."""


def tournament(
    name: options.Name,
    agents: Annotated[
        list[str] | None,
        typer.Option(
            help="Two or more of: random, greedy, flat:SIMULATIONS, "
            "ismcts:SIMULATIONS[:greedy] or ismcts:TIMEms[:greedy], net[:PATH][:SIMULATIONS|:TIMEms]"
            "[:sample|:best|:plain|:tree], mmd[:PATH][:ROLLOUTS], matrix[:PATH][:WORLDS], "
            "nash[:PATH][:TURNS][:SHARE%], mixture:PATH, ppo[:PATH][:SIMULATIONS|:TIMEms][:sample|:best], "
            "level:NAME, path/to/my_bot.py:MyBot, "
            "'exec:[TIME:]COMMAND' (a program in any language).",
            show_default="random greedy",
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="Games in all; ask for more later to play on.")] = 1000,
    gauntlet: Annotated[
        str, typer.Option(metavar="AGENT", help="One agent against the field: it sits at every table.")
    ] = "",
    mixed: options.Mixed = False,
    players: options.Players = None,
    out: options.Out = None,
    seed: options.Seed = 0,
    pack: options.Source = "standard",
    option: options.GameOptions = None,
    workers: options.Workers = 1,
    ray: options.Ray = None,
    seeds: Annotated[
        int, typer.Option(min=1, max=1000, help="Play it with so many seeds, one after the other, and summarise them.")
    ] = 1,
    save_replays: options.SaveReplays = False,
    thoughts: options.KeepThoughts = False,
    forfeit: options.Forfeits = False,
    shard: options.ShardSize = None,
) -> None:
    """Play agents against each other in all seatings; each deal is played with the seats rotated.

    Every finished game is a row in OUT/tournament.sqlite. Stopped at any moment, the same command goes on. With --seeds
    each of them plays --games in OUT/seed-K, and OUT/seeds.csv has the means with intervals over the seeds.

    Example: medianoche tournament misty --agents random greedy --games 2000 --out runs/first
    """
    from medianoche.benchmarks.tournament.spec import Spec

    console = new_console()
    field = list(agents or ["random", "greedy"])
    if gauntlet and gauntlet not in field:
        field.insert(0, gauntlet)
    game_settings = game_options(game := envs.game(name), option)
    source = pack_source(pack)
    with making(console, game, field):
        specs = [
            Spec.create(name, field, players, seed + k, source, gauntlet, mixed, forfeit, **game_settings)
            for k in range(seeds)
        ]
    folder = out or Path("runs") / specs[0].name
    folders = [folder] if seeds == 1 else [folder / f"seed-{spec.seed}" for spec in specs]
    for spec, place in zip(specs, folders, strict=True):
        kept: dict[str, Any] = {"save_replays": save_replays, "thoughts": thoughts}
        play(console, spec, place, games, shard=shard, workers=workers, ray=ray, **kept)
        show(console, place)
    if seeds > 1:
        show_seeds(console, folder, folders)


def show_seeds(console: Console, folder: Path, folders: list[Path]) -> None:
    """Print the means over the seeds whose tournaments are in `folders`, and write them to `folder`."""
    from medianoche.benchmarks.tournament import seeds
    from medianoche.benchmarks.tournament.report import Report, rich_table

    rows = seeds.over_seeds([Report.from_folder(place) for place in folders])
    about = (
        "Means over the seeds with 95% intervals (Student's t, the seed as the unit); a point where all seeds agree. "
        "The report of each seed has intervals over its deals."
    )
    console.print(rich_table(seeds.HEADINGS, [row.cells for row in rows], f"{len(folders)} seeds", about))
    seeds.write(folder / "seeds.csv", rows)
    console.print(f"written: {folder / 'seeds.csv'}", soft_wrap=True)


def sprt(
    name: options.Name,
    agents: Annotated[
        list[str], typer.Option(metavar="NEW OLD", help="The new agent and the one it is to beat.", show_default=False)
    ],
    elo0: Annotated[float, typer.Option(help="H0: the new agent is so many Elo above the old one.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="H1: it is so many.")] = 10.0,
    alpha: Annotated[float, typer.Option(help="Probability of accepting H1 where H0 holds.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Probability of accepting H0 where H1 holds.")] = 0.05,
    model: Annotated[
        str, typer.Option(help="Which Elo: logistic, or normalised (by the spread of a game, as engine testers do).")
    ] = "logistic",
    fewest: Annotated[int, typer.Option(min=0, max=options.GAME_LIMIT, help="No verdict before so many deals.")] = 0,
    games: Annotated[
        int, typer.Option(min=1, max=options.GAME_LIMIT, help="Stop undecided after so many games.")
    ] = 100_000,
    players: options.Players = None,
    out: Annotated[Path | None, typer.Option(help="Folder of the results.", show_default="runs/GAME-sprt")] = None,
    seed: options.Seed = 0,
    pack: options.Source = "standard",
    option: options.GameOptions = None,
    workers: options.Workers = 1,
    ray: options.Ray = None,
    save_replays: options.SaveReplays = False,
    thoughts: options.KeepThoughts = False,
    forfeit: options.Forfeits = False,
    shard: options.ShardSize = None,
) -> None:
    """Test whether the new agent is stronger: a sequential test over deals, each played with the seats turned.

    Stopped at any moment, the same command goes on.

    Example: medianoche sprt misty --agents my_bot.py:MyBot greedy --elo0 0 --elo1 10
    """
    from medianoche.benchmarks.tournament.spec import Spec
    from medianoche.benchmarks.tournament.sprt import Hypotheses, Sprt

    console = new_console()
    game_settings = game_options(game := envs.game(name), option)
    with making(console, game, agents):
        spec = Spec.create(name, agents, players, seed, pack_source(pack), forfeit=forfeit, **game_settings)
    test = Sprt.from_spec(spec, Hypotheses(elo0, elo1, alpha, beta, cast("Model", model), fewest))
    folder = out or Path("runs") / f"{spec.name}-sprt"
    kept = {"save_replays": save_replays, "thoughts": thoughts}
    play(console, spec, folder, games, test, shard=shard, workers=workers, ray=ray, **kept)
    show(console, folder)
    console.print(test.words, style="bold")
    if not test.verdict:
        console.print("the same command with more --games goes on")


def demo(
    games: Annotated[int, typer.Option(min=1, max=options.GAME_LIMIT, help="Games of each tournament.")] = 120,
    out: Annotated[Path, typer.Option(help="Folder for one folder a game.")] = DEMO_FOLDER,
) -> None:
    """Play a small tournament on every game. A finished tournament of the demo is played again; other
    tournaments are not touched.

    Example: medianoche demo
    """
    from medianoche.agents.network import shelf
    from medianoche.benchmarks.speed.compiling import compile_first_script
    from medianoche.benchmarks.tournament.spec import Spec
    from medianoche.benchmarks.workers.pool import Task, WorkerPool
    from medianoche.envs.core.play.threads import cores

    console = new_console()
    trained = {
        name: [who for who in ("ppo", "net") if (shelf(who) / f"{name}.safetensors").is_file()] for name in envs.names()
    }
    specs = [Spec.create(name, [*DEMO_AGENTS, *trained[name]]) for name in envs.names()]
    for spec in specs:
        refuse_others(out / spec.name)
    with closing(WorkerPool(cores())) as pool, closing(WorkerPool(cores())) as beside:
        for spec in as_compiled(console, specs, pool):
            beside.submit(Task(compile_first_script, (envs.game(spec.game).content.location,)))
            folder = out / spec.name
            clear(folder, spec, games)
            play(console, spec, folder, games, maker=DEMO)
            show(console, folder)
        wait_for(console, beside, len(specs))
    for command, purpose in AFTER_DEMO.items():
        console.print(f"{command:<38} {purpose}", markup=False, highlight=False, soft_wrap=True)


def wait_for(console: Console, pool: WorkerPool, tasks: int) -> None:
    """Wait until the processes of the pool have compiled what scripts use: what is lost is compiled when it is used."""
    with console.status("compiling for scripts"):
        while tasks:
            tasks -= len(pool.finished()) + len(pool.lost)
            pool.lost.clear()


def play(console: Console, spec: Spec, folder: Path, games: int, test: Rule | None = None, **how: Any) -> None:
    """Play a tournament with a progress bar; after Ctrl-C the same command goes on. `how`: see `run_tournament`."""
    from medianoche.benchmarks.tournament.run import run_tournament

    kept = 0
    bar = progress_bar(console)
    task = bar.add_task(spec.name, total=None if test else games, start=False)  # a test ends when it has decided

    def report(played: int, asked: int) -> None:
        nonlocal kept
        kept = played
        words = spec.name
        total: int | None = asked
        if test:
            words = f"{spec.name} {test.state}"
            expected = test.expected_games
            decided = test.verdict or played >= asked
            total = played if decided else expected and min(asked, max(played, expected))
        bar.update(task, completed=played, total=total, description=words)

    with ExitStack() as shown:

        def prepare() -> None:
            compile_agents(console, spec)
            shown.enter_context(bar)
            bar.start_task(task)

        try:
            run_tournament(spec, folder, games, report=report, sprt=test, prepare=prepare, **how)
        except (KeyboardInterrupt, Stopped):
            shown.close()
            raise Stopped(f"{kept:,} of {games:,} games are kept in {folder}; the same command goes on") from None


def refuse_others(folder: Path) -> None:
    """Raise TournamentError if there is a tournament in `folder` that the demo did not make."""
    from medianoche.benchmarks.tournament.database import FILE
    from medianoche.benchmarks.tournament.spec import TournamentError
    from medianoche.benchmarks.tournament.store import NotBegunError, Store

    if not (folder / FILE).is_file():
        return
    with suppress(NotBegunError), Store.read(folder) as store:
        if store.maker != DEMO:
            raise TournamentError(f"{folder} holds another tournament (not made by the demo); choose another --out")


def clear(folder: Path, spec: Spec, games: int) -> None:
    """Remove the demo's stored tournament if it is finished or has another spec; an interrupted or damaged one stays.
    Errors as in `refuse_others`."""
    from medianoche.benchmarks.tournament.database import FILE
    from medianoche.benchmarks.tournament.store import NotBegunError, Store

    if not (folder / FILE).is_file():
        return
    refuse_others(folder)
    kept = True  # what has not begun may hold games without their description
    with suppress(NotBegunError), Store.read(folder) as store:
        kept = not store.spec.difference(spec) and store.played < games
    if not kept:
        for file in folder.glob(f"{FILE}*"):
            file.unlink()
