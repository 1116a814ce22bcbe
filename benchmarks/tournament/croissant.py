"""Croissant metadata of exported games, which data portals and loaders read: `croissant.json` beside the files.

Croissant 1.0 (https://docs.mlcommons.org/croissant/docs/croissant-spec.html) with the fields of its RAI vocabulary,
written by mlcroissant (extra `croissant`). The same export has the same bytes, but for the date, which is that of the
tournament's last game.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from medianoche import envs
from medianoche.benchmarks.tournament.forfeits import COLUMNS
from medianoche.benchmarks.tournament.store import Store
from medianoche.envs.core.files import replacing

if TYPE_CHECKING:
    from mlcroissant import FileObject, Metadata, RecordSet

FILE = "croissant.json"
CONFORMS_TO = ["http://mlcommons.org/croissant/1.0", "http://mlcommons.org/croissant/RAI/1.0"]
MEANING = {
    "game": "number of the game in the tournament",
    "decision": "number of the decision in its game",
    "seat": "the seat; of a decision, the seat that decides",
    "agent": "the agent",
    "place": "the observation without its zeros: indices",
    "value": "the observation without its zeros: the numbers at `place`",
    "legal": "the legal actions",
    "action": "the action that was chosen; empty at a decision at which the agent failed",
    "utility": "result of the game for this seat, from -1 to 1; of an agent, the mean of its seats",
    "score": "score of this seat by the rules; of an agent in a table of ratings, the mean of its seats",
    "events": "what the seat has learned since its last decision, a JSON list",
    "deal": "number of the deal; games of one deal differ in who sits where",
    "lineup": "which agents played, by number",
    "seed": "seed of the deal",
    "decisions": "decisions with a choice",
    "against": "the other agent",
    "share": "share of the points, a draw counts one half",
    "seconds": "time that the decisions took",
    "role": "the role that the agent played",
    "elo": "Bradley-Terry rating on the Elo scale; the mean of the field is 1500",
    "low": "lower end of the 95% interval of `elo`",
    "high": "upper end of the 95% interval of `elo`",
    "mu": "OpenSkill rating (Plackett-Luce)",
    "sigma": "uncertainty of `mu`",
    "alpha_rank": "alpha-Rank: share of the stationary distribution, mean over bootstrap replicates",
    "lottery": "share of the maximal lottery, mean over bootstrap replicates",
    "win_rate": "share of games won; a tie shares the win",
    "games": "games in which the agent had a seat; in the tables of roles and seats, this one",
    "seats": "how many seats of this agent had this score",
    **{column.name: column.meaning for column in COLUMNS},
}
"""What columns hold, by name; `agent_SEAT` is as `agent`."""
RAI = {
    "data_collection": "Agents, which are programs, played whole games against each other; every game follows from "
    "the seed of its deal and from the agents' versions.",
    "data_collection_type": ["Software Collection"],
    "data_use_cases": ["Training", "Validation", "Testing", "Fine Tuning"],
    "data_limitations": "The games show how these agents play, not how people do. Observations hold what a seat may "
    "know under the rules; what is hidden from it is not in its rows.",
    "data_biases": "The play of the named agents is over-represented; positions that they avoid are missing.",
    "personal_sensitive_information": ["None"],
    "data_social_impact": "None is known: the games are fiction, and no person's data is in them.",
}
"""Fields of the RAI vocabulary, by mlcroissant's names."""


def available() -> bool:
    """Whether mlcroissant is installed, which writes the metadata."""
    return find_spec("mlcroissant") is not None


def described(
    folder: Path, files: Iterable[Path], out: Path, location: str = "", forfeits: bool = True
) -> Iterator[Path]:
    """Yield `files`, exported from the tournament in `folder` to `out`, as they are written; then write their metadata.

    `location` is the game, if it is not registered; `forfeits` says whether the files hold games that were forfeited.

    Raises:
        TournamentError: there is no tournament.
        OSError: a file cannot be written; it names the file.
    """
    written = []
    for name in files:
        written.append(name)
        yield name
    told = _dataset(folder, location, forfeits, written).to_json()
    file = out / FILE
    with replacing(file) as new:
        new.write_text(f"{json.dumps(told, indent=1, ensure_ascii=False)}\n", "utf-8")
    yield file


def _dataset(folder: Path, location: str, forfeits: bool, files: Sequence[Path]) -> Metadata:
    """The metadata of the export: the tournament, its files, and their columns."""
    import mlcroissant as mlc

    with Store.read(folder) as store:
        spec = store.spec
        played = store.played
        lost = _forfeits(store, forfeits)
    title = envs.game(location or spec.game).title
    last = max((file.stat().st_mtime for file in folder.iterdir() if file.is_file()), default=0.0)
    return mlc.Metadata(
        name=f"medianoche-{spec.name}",  # its key: a title has spaces and colons
        description=f"{played:,} games of {title} with {spec.players} players between {', '.join(spec.agents)}, "
        f"played by medianoche {spec.medianoche}: pack {spec.pack}, options {spec.options}, seed {spec.seed}.{lost}",
        conforms_to=CONFORMS_TO,
        cite_as=f"The medianoche authors: medianoche, version {spec.medianoche}.",
        license="https://spdx.org/licenses/MIT.html",
        version=f"{spec.game_version}.0.0",
        date_published=datetime.fromtimestamp(last, UTC),
        distribution=list(map(_file_object, files)),
        record_sets=list(map(_record_set, files)),
        **RAI,
    )


def _forfeits(store: Store, kept: bool) -> str:
    """Sentences about games that were forfeited; `kept` says whether the files hold them."""
    doubt = f" {store.doubt}" if store.doubt else ""
    count = len(store.forfeits())
    if not count:
        return doubt
    games = "1 game was" if count == 1 else f"{count:,} games were"
    what = "the columns forfeit_... say who failed and why" if kept else "the rows of games leave them out"
    return f" {games} forfeited, since an agent failed: {what}.{doubt}"


def _file_object(file: Path) -> FileObject:
    import mlcroissant as mlc

    with file.open("rb") as data:
        digest = hashlib.file_digest(data, "sha256").hexdigest()
    return mlc.FileObject(
        id=file.name,
        name=file.name,
        content_url=file.name,
        content_size=f"{file.stat().st_size} B",
        encoding_formats=[{".csv": "text/csv", ".parquet": "application/x-parquet"}[file.suffix]],
        sha256=digest,
    )


def _record_set(file: Path) -> RecordSet:
    """The columns of a table, with where they are."""
    import mlcroissant as mlc

    name = f"decisions-{file.stem}" if file.stem.isdecimal() else file.stem
    fields = [
        mlc.Field(
            id=f"{name}/{column}",
            name=column,
            description=MEANING.get(column) or MEANING.get(column.partition("_")[0]),
            data_types=[f"https://schema.org/{kind}"],
            repeated=repeated or None,
            source=mlc.Source(file_object=file.name, extract=mlc.Extract(column=column)),
        )
        for column, (kind, repeated) in _columns(file).items()
    ]
    return mlc.RecordSet(id=name, name=name, fields=fields)


def _columns(file: Path) -> dict[str, tuple[str, bool]]:
    """For each column its type, in schema.org's words, and whether a cell is a list."""
    if file.suffix == ".parquet":
        import polars as pl

        schema = pl.read_parquet_schema(file)
        inner = {name: getattr(kind, "inner", kind) for name, kind in schema.items()}
        kinds = {
            name: "Integer" if kind.is_integer() else "Float" if kind.is_float() else "Text"
            for name, kind in inner.items()
        }
        return {name: (kinds[name], isinstance(kind, pl.List)) for name, kind in schema.items()}
    with file.open(newline="", encoding="utf-8") as text:
        rows = csv.reader(text)
        names = next(rows)
        cells = next(rows, [""] * len(names))
    known = {column.name: column.kind for column in COLUMNS}
    return {name: (known.get(name) or _kind(cell), False) for name, cell in zip(names, cells, strict=True)}


def _kind(cell: str) -> str:
    for kind, read in (("Integer", int), ("Float", float)):
        try:
            read(cell)
        except ValueError:
            continue
        return kind
    return "Text"
