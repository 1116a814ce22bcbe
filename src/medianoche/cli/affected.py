"""`medianoche affected`: which files hold results of a game, and which of them no longer fit the game's code."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from medianoche import envs
from medianoche.cli.common import new_console
from medianoche.places import NETWORKS

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game

FOLDERS = ("agents", "benchmarks", "docs", "envs", "notebooks", "src", "tests", "toys", "training")
SUFFIXES = (".ipynb", ".json", ".md", ".py", ".safetensors", ".toml", ".txt")
UNTOLD = "not told"
KEPT = "no, but is kept"
"""Of a frozen field that a newer one replaces."""
HEADING = re.compile(r"^#+ +`?(\w+)", re.MULTILINE)
COMPARED = {"version": "version", "game_version": "version", "observation_size": "observation size"}
COMPARED |= {"num_actions": "number of actions", "layout": "observation layout", "pack": "pack", "pack_hash": "pack"}


class Result(NamedTuple):
    """A file, or a part of one, that was made with a game."""

    file: str  # its path from the root of the repository
    holds: str  # what it is
    # why it does not fit the game as it is here; empty if it does, UNTOLD if the file does not say which version of the
    # game it was made with, KEPT if it need not fit
    complaint: str = ""
    again: str = ""  # the command that makes it again; empty if a person edits it


def affected(game: Annotated[str, typer.Argument(help="Name of a game of the suite.", show_default=False)]) -> None:
    """List the files of the repository that hold results of a game: trained networks, frozen ratings, recorded games,
    tables of pages, and names with the game's version. Ends with 1 if one of them does not fit the game as it is now.

    A change of the rules, the actions or the observation raises the game's version; all of them are then made again.

    Example: medianoche affected misty
    """
    from rich.table import Table

    root = NETWORKS.resolve().parents[1]
    table = Table("file", "holds", "fits the game", "made again by")
    affected_results = list(results(envs.game(game), root))
    for result in affected_results:
        table.add_row(result.file, result.holds, result.complaint or "yes", result.again or "hand")
    new_console().print(table)
    if any(result.complaint not in ("", UNTOLD, KEPT) for result in affected_results):
        raise typer.Exit(1)


def results(game: Game, root: Path) -> Iterator[Result]:
    """The results of `game` in the files below `root`, which is a checkout or an installed package."""
    present = current(game)
    files = sorted(file for folder in FOLDERS for file in (root / folder).rglob("*") if file.suffix in SUFFIXES)
    for file in [*sorted(root.glob("*.md")), *files]:
        name = file.relative_to(root).as_posix()
        if file.suffix == ".safetensors":
            yield from network(name, header(file), game, present)
            continue
        if file.suffix == ".json":
            if file.parent.name == game.name and file.name == "perft.json":
                yield Result(name, "counted games", UNTOLD, f"python -m tests.envs.{game.name}.test_perft")
            elif file.parent.name == "puzzles" and file.stem == game.name:
                yield puzzles(name, file, game, present)
            continue
        if name.startswith("docs/_build/"):
            continue
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".toml":
            newer = file.stem.isdecimal() and file.with_stem(str(int(file.stem) + 1)).exists()
            yield from frozen(name, text, game, present, newer)
            yield from levels(name, text, game)
        elif file.parent.name == "golden" and text.startswith(f"{game.name} v"):
            version = re.match(r"\w+ v(\d+)", text)
            yield Result(name, "a recorded game", differing(version, game), "python tests/envs/test_golden.py")
        else:
            yield from measured(name, text, game)
            yield from named(name, text, game)


def current(game: Game) -> dict[str, Any]:
    """What files say of a game, as it is here: the keys of COMPARED."""
    from medianoche.agents.network import NetHeader

    made = asdict(NetHeader.made_for(game))
    return made | {"game_version": game.version, "pack_hash": made["pack"]}


def header(file: Path) -> dict[str, Any]:
    """The JSON header of a network's file; empty if it has none."""
    from safetensors import safe_open

    with safe_open(file, framework="np") as opened:
        table: dict[str, Any] = json.loads((opened.metadata() or {}).get("header", "{}"))
    return table


def network(name: str, said: dict[str, Any], game: Game, present: dict[str, Any]) -> Iterator[Result]:
    """The network in a file, if it is one of `game`. It may play with other packs than the one it was trained on."""
    if said.get("game") == game.content.location:
        complaint = difference({**said, "pack": present["pack"]}, present)
        yield Result(name, "a trained network", complaint, "medianoche train, baselines --add")


def puzzles(name: str, file: Path, game: Game, present: dict[str, Any]) -> Result:
    """The puzzles of `game`, whose positions its rules have to reach, with the standard pack."""
    replays = [puzzle["replay"] for puzzle in json.loads(file.read_bytes())["puzzles"]]
    versions = {replay["version"] for replay in replays}
    packs = {replay["pack_hash"] for replay in replays}
    complaint = "" if packs == {present["pack_hash"]} else "another pack"
    if versions != {game.version}:
        complaint = f"version {min(versions)}, this is {game.version}"
    return Result(name, "puzzles", complaint, f"medianoche puzzles {game.name}")


def frozen(name: str, text: str, game: Game, present: dict[str, Any], newer: bool) -> Iterator[Result]:
    """The tables of a frozen field that are of `game`; `newer`: whether there is a newer field, which has to fit."""
    tables = tomllib.loads(text).get("tables", [])
    for said in tables if isinstance(tables, list) else ():
        if said.get("game") in (game.name, game.content.location) and "layout" in said:
            complaint = KEPT if (complaint_of_network := difference(said, present)) and newer else complaint_of_network
            yield Result(name, f"ratings with {said['players']} players", complaint, "medianoche freeze")


def levels(name: str, text: str, game: Game) -> Iterator[Result]:
    """The levels of play of `game`, which are those of its network."""
    from medianoche.agents import fingerprint

    if name == "agents/levels.toml" and game.name in (tables := tomllib.loads(text)):
        same = tables[game.name]["network"] == fingerprint("net:plain", game)  # levels play without values of duels
        yield Result(name, "levels of play", "" if same else "another network", f"medianoche levels {game.name} --fit")


def measured(name: str, text: str, game: Game) -> Iterator[Result]:
    """Tables of measurements on a page: a section with the game's name as its heading, or rows that begin with it."""
    if not name.endswith(".md") or name == f"envs/{game.name}/README.md":
        return
    again = next((command for page, command in PAGES.items() if name.endswith(page)), "")
    for heading in HEADING.finditer(text):
        if heading[1].lower() == game.name:
            end = HEADING.search(text, heading.end())
            section = text[heading.start() : end.start() if end else None]
            version = re.search(r"^Version (\d+) of the game", section, re.MULTILINE)
            if re.search(r"^\|.*\d", section, re.MULTILINE):
                title = section.partition("\n")[0].lstrip("# ")
                yield Result(name, f"section {title!r}", differing(version, game), again)
    rows = re.findall(rf"^\| *`?{game.name}`? *\|.*\d.*$", text, re.MULTILINE | re.IGNORECASE)
    if rows:
        yield Result(name, f"{len(rows)} rows of a table", UNTOLD, again)


PAGES = {"BASELINES.md": "medianoche baselines", "LEADERBOARD.md": "medianoche leaderboard"}
"""Pages that a command writes."""


def named(name: str, text: str, game: Game) -> Iterator[Result]:
    """Places that name the game with its version, as PettingZoo and Gymnasium do; the changelog names old versions."""
    if name == "CHANGELOG.md":
        return
    for version in sorted(set(re.findall(rf"medianoche/{game.name}-v(\d+)", text, re.IGNORECASE))):
        complaint = "" if int(version) == game.version else f"names version {version}, this is {game.version}"
        yield Result(name, "the game's name with its version", complaint)


def differing(version: re.Match[str] | None, game: Game) -> str:
    """The complaint about the version that a text has in group 1; UNTOLD if it has none."""
    return difference({"version": int(version[1])}, {"version": game.version}) if version else UNTOLD


def difference(said: dict[str, Any], present: dict[str, Any]) -> str:
    """The first thing in which a file and the game differ, in words; empty if there is none."""
    for key, words in COMPARED.items():
        if key in said and said[key] != present[key]:
            return f"{words} {said[key]}, this is {present[key]}"
    return ""
