"""`medianoche table`, `export`, `replay` and `salvage`: commands that read stored games."""

from __future__ import annotations

import errno
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from medianoche.cli.common import new_console, write_text
from medianoche.cli.options import Language, ReplayGame, ReplayPack, ReplayPage, ReplaySeat
from medianoche.cli.wording import spoken
from medianoche.envs.core.content.source import pack_source
from medianoche.envs.core.errors import ReplayError, writing

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.envs.core.play.match import Replay

READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
GAME_DIGITS = 20
"""Most digits of the number of a game."""

Folder = Annotated[Path, typer.Argument(help="Folder of a tournament.", show_default=False)]


def table(folder: Folder) -> None:
    """Print the table of a tournament, finished or not, and write its report again.

    Example: medianoche table runs/first
    """
    show(new_console(), folder)


def export(
    folder: Folder,
    kind: Annotated[
        str,
        typer.Option(
            "--format",
            help="csv; parquet (needs the extra `export`); every decision: minari, huggingface (the extra `offline`).",
        ),
    ] = "csv",
    out: Annotated[Path | None, typer.Option(help="Folder of the files.", show_default="FOLDER/export")] = None,
    decisions: Annotated[
        bool,
        typer.Option(
            "--trajectories",
            help="Instead, write every decision of the games kept by --save-replays, as Parquet for offline learning.",
        ),
    ] = False,
    events: Annotated[
        bool,
        typer.Option("--events", help="With --trajectories: also what each seat has learned since its last decision."),
    ] = False,
    game: Annotated[
        str, typer.Option(metavar="MODULE:CLASS", help="With --trajectories: the game, if it is one of your own.")
    ] = "",
    pack: Annotated[
        str | None, typer.Option(help="With --trajectories: the file of the pack, if a file was used.")
    ] = None,
    without_forfeits: Annotated[
        bool,
        typer.Option(
            "--without-forfeits",
            help="Leave out the games that an agent lost by failing; ratings and other figures count them.",
        ),
    ] = False,
) -> None:
    """Write a tournament as plain tables: games, ratings, head to head, seats, scores, pace.

    Beside CSV and Parquet files stands croissant.json, metadata for data portals (extra croissant).

    Example: medianoche export runs/first --format parquet
    """
    from medianoche.benchmarks.tournament import croissant, offline
    from medianoche.benchmarks.tournament.export import export as write
    from medianoche.benchmarks.tournament.trajectories import FOLDER, trajectories

    console = new_console()
    named = None if pack is None else pack_source(pack)
    forfeits = not without_forfeits
    place = out or folder / (kind if kind in offline.FORMATS else FOLDER if decisions else "export")
    with writing(place):
        if kind in offline.FORMATS:
            files: Iterable[Path] = offline.offline(folder, place, kind, game, named, forfeits)
        else:
            tables = (
                trajectories(folder, place, game, named, events, forfeits)
                if decisions
                else write(folder, place, kind, forfeits)
            )
            files = croissant.described(folder, tables, place, game, forfeits) if croissant.available() else tables
        for file in files:
            console.print(f"written: {file}", soft_wrap=True)
    if kind not in offline.FORMATS and not croissant.available():
        line = f"{croissant.FILE} needs mlcroissant; install it with: pip install 'medianoche[croissant]'"
        console.print(line, soft_wrap=True, markup=False)


def salvage(
    folder: Folder,
    out: Annotated[Path | None, typer.Option(help="A new folder.", show_default="FOLDER-salvaged")] = None,
) -> None:
    """Copy the readable games of a damaged tournament to a new folder; FOLDER stays as it is.

    Example: medianoche salvage runs/first
    """
    from medianoche.benchmarks.tournament.salvage import salvage as save

    whole = folder.resolve()  # the present folder has no name before
    new = out or (folder if folder.name else whole).parent / f"{whole.name}-salvaged"
    saved = save(folder, new)
    words = "medianoche table and the tournament's own command" if saved.described else "its own command alone"
    line = f"{saved.games:,} games are in {new}; {words}, with --out {new}, go on from there"
    new_console().print(line, soft_wrap=True)


def replay(
    source: Annotated[Path, typer.Argument(help="A replay file, or the folder of a tournament.", show_default=False)],
    game: ReplayGame = None,
    pack: ReplayPack = None,
    save: Annotated[Path | None, typer.Option(help="Write the game's replay to this file.")] = None,
    page: ReplayPage = None,
    seat: ReplaySeat = None,
    lang: Language = None,
) -> None:
    """Play a saved game again, verify its final state, and print it, or write it as a page.

    A tournament keeps its games if it is played with --save-replays. A file's modules are not imported and its paths
    are not opened: give a game that is not registered, or a pack of your own, with --game and --pack.

    Example: medianoche replay runs/first --game 7 --html game.html
    """
    from medianoche.envs.core.play.match import Replay

    console = new_console()
    lang = spoken(lang)
    if seat is not None and not page:
        raise ReplayError("--seat is for pages: name a file with --html")
    numbers = [int(word) for word in game or () if word.isdecimal() and len(word) < GAME_DIGITS]
    places = [word for word in game or () if ":" in word]
    if len(numbers) + len(places) != len(game or ()) or len(places) > 1:
        raise ReplayError(f"--game {' '.join(game or ())} is not accepted; accepted: a number, and module:Class")
    if len(numbers) != source.is_dir():
        raise ReplayError(f"{source}: a tournament's folder needs --game NUMBER, and only that")
    location = "".join(places)
    named = None if pack is None else pack_source(pack)
    if numbers:
        loaded, who = from_tournament(source, numbers[0], location, named)
    else:
        loaded = Replay.load(source, location, named)
        who = {}
    try:
        loaded.match(played=True)
    except ReplayError as error:
        raise ReplayError(f"{source}: {error}") from None
    if seat is not None and seat > loaded.num_players:
        raise ReplayError(f"seat {seat} is not accepted; accepted: 1 to {loaded.num_players}")
    for line in () if page else loaded.transcript(lang):
        console.print(line)
    if who:
        console.print(", ".join(f"{name}: {agent}" for name, agent in who.items()))
    console.print("verified", style="green")
    if page:
        write_page(console, loaded, list(who.values()), None if seat is None else seat - 1, page, lang)
    if save:
        with writing(save):
            loaded.save(save)
        console.print(f"saved: medianoche replay {save}")


def from_tournament(
    folder: Path, game: int, location: str = "", pack: str | int | None = None
) -> tuple[Replay, dict[str, str]]:
    """The replay of a kept game and the agent of each seat; `location` and `pack` as in `Replay.load`."""
    import numpy as np

    from medianoche.benchmarks.tournament.schedule import Schedule
    from medianoche.benchmarks.tournament.store import Store

    with Store.read(folder) as store:
        found_replay = store.replay(game, location, pack)
        who = Schedule.from_spec(store.spec).at(np.array([game])).seats[0].tolist()
        return found_replay, {
            seat: store.spec.agents[number] for seat, number in zip(store.spec.seat_names, who, strict=True)
        }


def write_page(console: Console, replay: Replay, names: list[str], seat: int | None, file: Path, lang: str) -> None:
    """Draw a game and write its page in a language, with a progress bar."""
    from rich.progress import Progress

    from medianoche.envs.core.show.page import show as page

    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("drawing", total=None)
        text = page(replay, seat, names, lambda done, whole: bar.update(task, completed=done, total=whole), lang)
    write_text(file, text)
    console.print(f"written: {file} ({len(text.encode()) / 1000:.0f} kB)", soft_wrap=True)


def show(console: Console, folder: Path) -> None:
    """Print a tournament's table and write its report, unless the medium is read-only."""
    from medianoche.benchmarks.tournament.report import Report

    report = Report.from_folder(folder)
    report.show(console)
    try:
        from medianoche.benchmarks.tournament.page import write_page

        line = f"report: {write_page(report)}"
    except OSError as error:
        if error.errno not in READ_ONLY:
            raise
        line = f"no report is written: {error.filename}: {error.strerror}"
    except (ImportError, MemoryError) as error:
        line = f"no report is written: {error}; `medianoche table {folder}` writes it where there is more memory"
    console.print(line, soft_wrap=True)
