"""`medianoche levels`: the levels of play of each game, as they are or measured anew."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from medianoche import envs
from medianoche.cli.common import new_console
from medianoche.cli.options import GAME_LIMIT, Names, Workers
from medianoche.cli.tournament import play
from medianoche.envs.core.errors import GameError, choices

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.benchmarks.reference.field import FieldTable
    from medianoche.benchmarks.reference.place import PlacedRating
    from medianoche.benchmarks.tournament.intervals import Interval
    from medianoche.envs.core.game import Game


def levels(
    names: Names = None,
    measure: Annotated[bool, typer.Option("--measure", help="Rate the levels anew and write the table.")] = False,
    fit: Annotated[
        bool, typer.Option("--fit", help="First choose the agents of the levels anew, for another network.")
    ] = False,
    games: Annotated[int, typer.Option(min=1, max=GAME_LIMIT, help="Games of each rating and of each step.")] = 1000,
    against: Annotated[
        list[str] | None,
        typer.Option(help="Members of the frozen field to play against.", show_default="random greedy ppo net"),
    ] = None,
    workers: Workers = 1,
    table: Annotated[
        Path | None, typer.Option(help="The table of the levels.", show_default="the suite's, agents/levels.toml")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the games, to go on when stopped.")] = Path("runs/levels"),
) -> None:
    """Show the levels of play: the agent behind each word, its rating, its share of the points against the level below,
    and its time for a decision.

    With --measure they are rated anew on the frozen field and written to the table; with --fit their agents are chosen
    anew before. Stopped at any moment, the same command goes on.

    Example: medianoche levels misty
    """
    from medianoche.agents import fingerprint
    from medianoche.agents.levels import TABLE, MeasuredLevels, measured_levels
    from medianoche.benchmarks.reference.field import Reference, newest
    from medianoche.benchmarks.studies import levels as study

    console = new_console()
    file = table or TABLE
    known = measured_levels(file) if file.exists() or not (measure or fit) else {}
    if not (names or known):
        raise GameError(f"{file} has no levels yet; name the games to measure")
    for name in names or list(known):
        game = envs.game(name)
        if measure or fit:
            reference = Reference.read(newest())
            members = reference.table(game, None)
            played = {member.agent: members.played(member) for member in members.members}
            met = tuple(played.get(name, name) for name in against or study.AGAINST)
            rate = partial(rated, console, members, reference.name, met, games, out, workers)
            kept = [level.agent for level in known[name].levels] if name in known and not fit else []
            meet = partial(met_by, console, game, members.players, games, out, workers)
            levels_measured = study.measured(game, kept or study.chosen(members, rate), rate, meet)
            known[name] = MeasuredLevels(
                members.players, reference.name, met, fingerprint("net:plain", game), levels_measured
            )
            study.write(file, known)
        if name in known:
            console.print(f"{game.title}, {known[name].players} players, field {known[name].field}:")
            console.print("\n".join(study.shown(known[name])), soft_wrap=True)
        else:
            raise GameError(f"{name} has no levels; with: {choices(known)}")


def rated(
    console: Console,
    table: FieldTable,
    field: str,
    against: tuple[str, ...],
    games: int,
    out: Path,
    workers: int,
    who: str,
) -> PlacedRating:
    """The rating of agent `who` against members of the field, after `games` games, which are kept in `out`; a member
    has its own."""
    from medianoche.benchmarks.reference.place import WIDTH_MIN, PlacedRating, Placing

    if member := next((member_entry for member_entry in table.members if table.played(member_entry) == who), None):
        return PlacedRating(member.elo, member.low, member.high)
    spec = table.spec(who, field, seed=1, against=against)
    placing = Placing(spec, table, WIDTH_MIN)
    folder = out / f"{spec.name}-{spec.fingerprints[0]}-{who.replace(':', '_')}"
    play(console, spec, folder, games, placing, workers=workers)
    console.print(f"{spec.name}: {who} {placing.place.words}", soft_wrap=True)
    return placing.place


def met_by(
    console: Console, game: Game, players: int, games: int, out: Path, workers: int, one: str, other: str
) -> Interval:
    """The share of the points of agent `one` against agent `other` in `games` games, which are kept in `out`."""
    from medianoche.benchmarks.tournament.intervals import Interval
    from medianoche.benchmarks.tournament.ratings import duels
    from medianoche.benchmarks.tournament.spec import Spec
    from medianoche.benchmarks.tournament.store import Store
    from medianoche.benchmarks.tournament.summary import Summary

    spec = Spec.create(game.content.location, [one, other], players=players, seed=1)
    folder = out / f"{spec.name}-{'-'.join(spec.fingerprints)}-{one}-{other}".replace(":", "_")
    play(console, spec, folder, games, workers=workers)
    with Store.read(folder) as store:
        return Interval(*(ends[0, 1] for ends in duels(Summary.from_store(store))))
