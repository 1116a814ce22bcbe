"""`medianoche rate`, `verify`, `freeze` and `leaderboard`: strength against a field that does not change."""

from __future__ import annotations

import hashlib
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from medianoche import benchmarks, envs
from medianoche.cli.common import compiling, making, new_console, publish
from medianoche.cli.options import GAME_LIMIT, Forfeits, Name, Names, Players, Seed, Workers
from medianoche.cli.tournament import play
from medianoche.envs.core.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from rich.console import Console

    from medianoche.benchmarks.reference.field import FieldTable
    from medianoche.benchmarks.reference.place import Placing
    from medianoche.benchmarks.tournament.spec import Spec
    from medianoche.envs.core.game import Game
    from medianoche.envs.core.play.forfeit import Forfeit

RUNS = Path("runs/rate")
FREEZING = Path("runs/freeze")
PAGE = Path(benchmarks.__path__[0]) / "LEADERBOARD.md"
SLOW = 0.6
"""`notes` names a member that takes more than this share of all members' time."""
SEED = 1
"""Seed of the deals of a rating, if none is asked for."""
OWN_GAMES = 1000
"""Games of the field that is made for a game which is in none."""
HEADINGS = ("against", "its rating", "points", "95% interval", "expected", "deals")

Frozen = Annotated[
    Path | None, typer.Option("--field", help="The field's file.", show_default="the newest that comes with the suite")
]


def rate(
    bot: Annotated[
        str, typer.Argument(help="Any agent: path/to/my_bot.py:MyBot, 'exec:./bot', net:PATH, ...", show_default=False)
    ],
    name: Name,
    players: Players = None,
    width: Annotated[
        float, typer.Option(help="Stop when the 95% interval is so many Elo wide, from its lower to its upper end.")
    ] = 20.0,
    games: Annotated[
        int, typer.Option(min=1, max=GAME_LIMIT, help="Stop after so many games, even if the interval is wider.")
    ] = 100_000,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Seed of the deals and of all chance; fields are usually of seed 0.",
            show_default="1; with --isolate a secret one",
        ),
    ] = None,
    field: Frozen = None,
    against: Annotated[
        list[str] | None,
        typer.Option(help="Members to play against; `all`: all of them.", show_default="members without a long search"),
    ] = None,
    forfeit: Forfeits = False,
    bundle: Annotated[
        Path | None,
        typer.Option(help="Write the rating with all its games to this file: medianoche verify.", show_default="none"),
    ] = None,
    isolate: Annotated[
        bool,
        typer.Option("--isolate", help="Run a Python bot in a process of its own, with observations and masks only."),
    ] = False,
    workers: Workers = 1,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the games.", show_default="runs/rate/GAME-..., another for each call")
    ] = None,
) -> None:
    """Rate a bot: play it against a frozen field until its rating is precise enough, and print a line to quote.

    The same call plays the same games on every machine. Stopped at any moment, the same command goes on, also with a
    smaller --width. With --isolate the seed is drawn secretly, unless --seed names one.

    Example: medianoche rate my_bot.py:MyBot misty --width 40
    """
    from medianoche.agents.bots.isolated import isolated
    from medianoche.benchmarks.reference.field import Reference, newest
    from medianoche.benchmarks.reference.place import Placing
    from medianoche.benchmarks.tournament.spec import SEEDS

    console = new_console()
    game = envs.game(name)
    reference = Reference.read(field or newest())
    table = reference.table(game, players)
    if isolate:
        bot = isolated(bot, game)
        if seed is None:
            seed = secrets.randbelow(SEEDS)
            drawn = f"deals of seed {seed}, drawn for this rating; after a stop, --seed {seed} goes on"
            console.print(drawn, soft_wrap=True)
    elif seed is None:
        seed = SEED
    with making(console, game, [bot]):
        spec = table.spec(bot, reference.name, seed, forfeit, against or ())
    placing = Placing(spec, table, width)
    for note in notes(spec, table, reference.name, against or ()):
        console.print(note, style="yellow", soft_wrap=True)
    called = hashlib.sha256(f"{reference.name} {table.hash} {spec.to_json()}".encode()).hexdigest()[:8]
    folder = out or RUNS / f"{spec.name}-{spec.players}-{called}"
    play(console, spec, folder, games, placing, workers=workers, save_replays=True)
    show(placing, table, f"{bot} in {table.title}, against field {reference.name}")
    show_forfeits(console, spec, forfeits_in(folder))
    if not placing.verdict:
        console.print(f"the interval is not {width:g} Elo wide yet; the same command with more --games goes on")
    line = quotation(folder, placing, table, reference.name)
    if bundle:
        line += f", bundle {bundled(bundle, folder, placing, table, reference.name, games)}"
    console.print(line, style="bold", soft_wrap=True)


def bundled(file: Path, folder: Path, placing: Placing, table: FieldTable, name: str, games: int) -> str:
    """Write the bundle of the rating in `folder`, after at most so many games, to `file`; returns the file's hash."""
    from medianoche.agents.fingerprints import hash_of
    from medianoche.benchmarks.reference.bundle import Bundle
    from medianoche.benchmarks.tournament.store import Store

    with Store.read(folder) as store:
        Bundle.from_tournament(store, placing, table, name, games).write(file)
    return hash_of(file)


def verify(
    file: Annotated[Path, typer.Argument(help="A bundle, by `medianoche rate --bundle`.", show_default=False)],
    field: Annotated[
        Path | None, typer.Option(help="The field's file.", show_default="the suite's of the number in the bundle")
    ] = None,
    location: Annotated[
        str, typer.Option("--game", metavar="MODULE:CLASS", help="The game, if it is one of your own.")
    ] = "",
) -> None:
    """Verify a rating: play every action of its bundle again, without the agents, and compute rating and interval anew.

    It ends with exit code 2 and the first thing that does not follow. It cannot show that the bot chose these actions:
    for that, rate the bot itself.

    Example: medianoche verify rating.zip
    """
    from medianoche.agents.fingerprints import hash_of
    from medianoche.benchmarks.reference.bundle import Bundle, BundleError, admitted
    from medianoche.benchmarks.reference.field import HERE, Reference

    console = new_console()
    bundle = Bundle.read(file)
    game = envs.game(admitted(bundle, file, location))
    shipped_field = HERE / f"{bundle.claim.field}.toml"
    if field is None and not (bundle.claim.field.isdecimal() and shipped_field.is_file()):
        raise BundleError(f"{file} is of field {bundle.claim.field!r}; name its file: --field")
    with compiling(console, game):
        game.batch(1)
    reference = Reference.read(field or shipped_field)
    try:
        placing = bundle.verify(game, reference)
    except BundleError as error:
        raise BundleError(f"{file}: {error}") from None
    show(
        placing, reference.table(game, bundle.spec.players), f"{bundle.spec.agents[0]}, against field {reference.name}"
    )
    show_forfeits(console, bundle.spec, bundle.forfeits)
    marks = zip(bundle.spec.agents, bundle.spec.fingerprints, strict=True)
    console.print(f"agents: {', '.join(f'{name} [{mark}]' if mark else name for name, mark in marks)}", soft_wrap=True)
    console.print(
        f"verified: {placing.place.words} follows from {len(bundle.arrays['seeds']):,} games "
        f"of seed {bundle.spec.seed}, "
        f"played by medianoche {bundle.spec.medianoche}, bundle {hash_of(file)}",
        style="green",
        soft_wrap=True,
    )


def freeze(
    field: Annotated[Path, typer.Argument(help="The field's file, begun or added to.", show_default=False)],
    names: Names = None,
    agents: Annotated[
        list[str] | None,
        typer.Option(
            help="The members.",
            show_default="random greedy flat:100 ismcts:100 ismcts:1000 ppo net net:64 net:1000",
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, max=GAME_LIMIT, help="Games for each game and player count.")] = 2000,
    players: Annotated[list[int] | None, typer.Option(help="Player counts.", show_default="all of the game's")] = None,
    seed: Seed = 0,
    workers: Workers = 1,
    out: Annotated[Path, typer.Option(help="Folder of the games, to go on when stopped.")] = FREEZING,
) -> None:
    """Freeze a field: the members play each other, and their ratings are written down for `medianoche rate`.

    A game and player count that the file has already stays as it is. Stopped at any moment, the same command goes on.

    Example: medianoche freeze mine.toml misty --agents random greedy ismcts:100 --players 2 --games 1000
    """
    from medianoche.benchmarks.reference import freeze as freezing
    from medianoche.benchmarks.reference.field import Reference

    console = new_console()
    field.parent.mkdir(parents=True, exist_ok=True)
    known = Reference.read(field).tables if field.exists() else ()
    done = {(table.game, table.players): table for table in known}
    chosen = [envs.game(name) for name in names or envs.names()]
    tables = [
        (game, freezing.spec_of(game, list(agents or freezing.AGENTS), count, seed))
        for game in dict.fromkeys(chosen)
        for count in dict.fromkeys(freezing.counts_of(game, players))
    ]
    for game, spec in tables:
        if table := done.get((game.content.location, spec.players)):
            table.check(game, field.stem)
            console.print(f"{table.title}: is in {field} already, of {table.games:,} games", soft_wrap=True)
            continue
        folder = out / f"{field.stem}-{spec.name}-{spec.players}"
        freeze_table(console, field, game, spec, folder, games, workers)
    console.print(f"written: {field}", soft_wrap=True)


def freeze_table(
    console: Console, field: Path, game: Game, spec: Spec, folder: Path, games: int, workers: int = 1
) -> None:
    """Play the tournament `spec` in `folder`, and add the ratings of its agents to the file `field`."""
    from medianoche.benchmarks.reference import freeze as freezing

    play(console, spec, folder, games, workers=workers)
    table = freezing.table_of(folder, game)
    freezing.add(field, table)
    ratings = ", ".join(f"{member.agent} {member.elo:.0f}" for member in table.members)
    console.print(f"{table.title}: frozen, {table.games:,} games: {ratings}", soft_wrap=True)


def field_of(console: Console, game: Game, players: int | None, folder: Path) -> Path:
    """The newest field that comes with the suite, if the game is in it; else one of the game alone, in `folder`, which
    is made at first: random play, the hand-written policy and a search, in OWN_GAMES games."""
    from medianoche.benchmarks.reference import freeze as freezing
    from medianoche.benchmarks.reference.field import Reference, newest

    if any(table.game == game.content.location for table in Reference.read(newest()).tables):
        return newest()
    file = folder / "field.toml"
    if not file.exists():
        spec = freezing.spec_of(game, ["random", "greedy", "ismcts:100"], game.content.check_players(players), seed=0)
        freeze_table(console, file, game, spec, folder / "field", OWN_GAMES)
    return file


def leaderboard(
    field: Frozen = None,
    page: Annotated[
        Path, typer.Option(help="Page to write, with its picture beside it.", show_default="benchmarks/LEADERBOARD.md")
    ] = PAGE,
) -> None:
    """Write the page of a field: every member's rating in every game, and strength against time as a picture.

    Example: medianoche leaderboard --field mine.toml --page LEADERBOARD.md
    """
    from medianoche.benchmarks.reference import leaderboard as board
    from medianoche.benchmarks.reference.field import Reference, newest

    if not page.name:
        raise OptionError(f"--page {page} is a folder; name a file")
    reference = Reference.read(field or newest())
    picture = page.with_suffix(".svg")
    text = board.page(reference, picture.name)
    publish(new_console(), page, text, picture, lambda file: board.draw(file, reference))


# ---- printing a rating


def notes(spec: Spec, table: FieldTable, name: str, against: Collection[str]) -> list[str]:
    """Warnings to print before the games: play by the clock, another version, members left out, slow members."""
    from medianoche.agents import agent

    lines = [
        f"{who} plays by the clock: these games do not repeat, here or elsewhere"
        for who in spec.agents
        if getattr(agent(who), "seconds", None) is not None
    ]
    if spec.medianoche != table.medianoche:
        lines.append(
            f"field {name} was frozen by medianoche {table.medianoche}, this is {spec.medianoche}: search agents may "
            "play otherwise"
        )
    others = table.others(spec.agents[0])
    playing = [member for member in others if table.played(member) in spec.agents[1:]]
    if not against and len(playing) < len(others):
        slow = " ".join(member.agent for member in others if member not in playing)
        lines.append(f"not met, since their search takes long: {slow}; with them: --against all")
    slowest = max(playing, key=lambda member: member.milliseconds)
    if len(playing) > 1 and slowest.milliseconds > SLOW * sum(member.milliseconds for member in playing):
        rest = " ".join(member.agent for member in playing if member is not slowest)
        lines.append(f"most of the time goes to {slowest.agent}; without it: --against {rest}")
    return lines


def show(placing: Placing, table: FieldTable, title: str) -> None:
    """Print the rating, the rating in each role, and the share of points against each member."""
    from rich.table import Table

    roles = placing.roles
    members = table.by_name
    shown = Table(title=title, caption=f"rating {placing.place.words}, 95%, on {placing.deals:,} deals")
    for heading in ("as",) * bool(roles) + HEADINGS:
        shown.add_column(heading, justify="left" if heading in ("as", "against") else "right", overflow="fold")
    for role, member, share, low, high, expected, deals in placing.results:
        cells = (f"{share:.1%}", f"{low:.1%} to {high:.1%}", f"{expected:.1%}") if deals else ("-",) * 3
        rating = f"{members[member].elo:.0f}"
        shown.add_row(*[role] * bool(role), member, rating, *cells, f"{deals:,}")
    console = new_console()
    console.print(shown)
    for role, role_place in roles.items():
        console.print(f"as {role}: {role_place.words}")


def forfeits_in(folder: Path) -> dict[int, Forfeit]:
    """The forfeits of the games in a folder, by number of the game."""
    from medianoche.benchmarks.tournament.store import Store

    with Store.read(folder) as store:
        return store.forfeits()


def show_forfeits(console: Console, spec: Spec, forfeits: Mapping[int, Forfeit]) -> None:
    """Print how many games the bot lost by failing, and why."""
    from medianoche.benchmarks.tournament.forfeits import forfeited_games, summaries

    for line in summaries(spec, forfeited_games(spec, forfeits)):
        console.print(line, style="yellow", soft_wrap=True)


def quotation(folder: Path, placing: Placing, table: FieldTable, name: str) -> str:
    """The rating in one line with everything needed to play the same games again."""
    from medianoche.benchmarks.tournament.store import Store

    with Store.read(folder) as store:
        milliseconds = store.speed().milliseconds[0]
    spec = placing.spec
    fingerprint = f" [{spec.fingerprints[0]}]" if spec.fingerprints[0] else ""
    known = {member.agent.partition(":")[0]: member.fingerprint for member in table.members if member.fingerprint}
    policies = [f"{name} {mark}" for name, mark in known.items()]
    part = f", of it {' '.join(spec.agents[1:])}" if len(spec.agents) <= len(table.others(spec.agents[0])) else ""
    facts = [
        f"{spec.agents[0]}{fingerprint}: {placing.place.words} in {spec.name} v{spec.game_version}",
        f"{spec.players} players",
        f"field {name} [{'; '.join([table.hash, *policies])}]{part}",
        f"95% interval over {placing.deals:,} deals",
        f"seed {spec.seed}",
        f"{milliseconds:.3g} ms a decision",
        f"medianoche {spec.medianoche}",
    ]
    return ", ".join(facts)
