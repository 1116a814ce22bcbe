"""A rating with the games that it follows from, in one file: `medianoche rate --bundle FILE`, `medianoche verify FILE`.

The file is a ZIP archive of `rating.json` (a `Claim`) and one NumPy array for each name in ARRAYS. Verifying needs none
of the agents: every action is played again, and schedule, results, stopping rule, rating and interval are computed anew
by the functions of `medianoche rate`. The file cannot show that the agents chose these actions; its fingerprints say
which agents did.
"""

from __future__ import annotations

import io
import json
import math
import struct
import zipfile
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from pydantic import ConfigDict, Field, FiniteFloat, TypeAdapter

from medianoche import envs
from medianoche.benchmarks.reference.field import FieldError, FieldTable, Reference
from medianoche.benchmarks.reference.place import PlacedRating, Placing
from medianoche.benchmarks.tournament.intervals import known_ends
from medianoche.benchmarks.tournament.play import forfeited
from medianoche.benchmarks.tournament.schedule import Schedule
from medianoche.benchmarks.tournament.spec import Spec
from medianoche.benchmarks.tournament.store import GAME_LIMIT, GameResults, Store
from medianoche.envs.core import files
from medianoche.envs.core.errors import IllegalActionError, MedianocheError, choices
from medianoche.envs.core.files import Word
from medianoche.envs.core.game import Game
from medianoche.envs.core.play.batch import Batch
from medianoche.envs.core.play.forfeit import Forfeit
from medianoche.envs.core.play.replay import state_hash
from medianoche.envs.core.registry import is_known

FORMAT = 2
FORMATS = (1, FORMAT)
"""Formats that are read. Format 1 has a seat and a sentence of each forfeit: the kind of failure is unknown."""
CLAIM = "rating.json"
ARRAYS = {"seeds": "u8", "seats": "i2", "decisions": "i4", "scores": "i4", "utilities": "f8", "finals": "u8"}
ARRAYS |= {"actions": "i4"}
"""Types of the arrays: uint64[games], int16[games, players], int32[games], int32 and float64[games, players],
uint64[games] (the hashes of final states), int32[sum of decisions], one game after another."""
BUNDLE_BYTES = 2**30
"""Size limit of a file, and of what is in it."""
CLAIM_BYTES = 2**22
"""Size limit of `rating.json`; a forfeit in it takes 50 bytes."""
RATIO = 300
"""How many bytes may be packed in one. A game has 8 bytes that cannot be packed, the hash of its final state, and
seldom more than 500 decisions of 4 bytes that can."""
PIECE = 2**20
"""Bytes that are unpacked at a time."""
HEAD_BYTES = 10_240
"""Size limit of the head of a .npy file, which NumPy has too."""
METHODS = {zipfile.ZIP_STORED: "stored", zipfile.ZIP_DEFLATED: "deflated"}
"""How entries may be packed: Python unpacks these in pieces, others as a whole whatever size they become."""
TAIL = struct.Struct("<4s4H2IH")
"""The end of an archive: mark, disks (2), entries (2), size and place of the directory, length of a comment."""
DIRECTORY_BYTES = 4096
"""Size limit of an archive's directory."""
PART = 4096
"""Games that are played again together."""
NEAR = 1e-6
"""Elo by which a rating may differ, since machines round logarithms differently."""


GameNumber = Annotated[int, Field(ge=0, lt=GAME_LIMIT)]


class BundleError(FieldError):
    """A bundle that cannot be read, or from whose games its rating does not follow."""


@dataclass(frozen=True)
class Claim:
    """What a bundle says."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    format: int
    field: Word  # name of the frozen field
    table: Word  # hash of its table
    width: FiniteFloat  # of the interval, at which the games stop
    games: Annotated[int, Field(ge=1, le=GAME_LIMIT)]  # after which they stop anyway
    deals: Annotated[int, Field(ge=1)]  # that count
    elo: FiniteFloat
    low: FiniteFloat | None  # 95% interval; none: no end known
    high: FiniteFloat | None
    roles: dict[Word, tuple[FiniteFloat, FiniteFloat | None, FiniteFloat | None]]  # elo, low, high in each role
    #: the games that the bot lost by failing; in format 1: game, seat, sentence
    forfeits: dict[GameNumber, Forfeit] | tuple[tuple[int, int, Word], ...]
    spec: Any  # the tournament, see `Spec`


CLAIM_JSON = TypeAdapter(Claim)


class Bundle(NamedTuple):
    """A claim, its tournament, and the games."""

    claim: Claim
    spec: Spec
    arrays: dict[str, np.ndarray]  # see ARRAYS

    @classmethod
    def from_tournament(cls, store: Store, placing: Placing, table: FieldTable, field: str, games: int) -> Bundle:
        """The bundle of a rating whose games are in `store`, all with their actions. Raises BundleError if they are
        not."""
        spec = store.spec
        results = store.results()
        count = int((results.deals < placing.deals).sum())
        kept = store.kept()
        if len(kept) < count or (kept[:count] != np.arange(count)).any():
            raise BundleError(f"{store.folder} holds games without their actions; choose another --out")
        kind = np.min_scalar_type(envs.game(spec.game).num_actions - 1).newbyteorder("<")
        replays = list(store.select("SELECT actions, final FROM replays WHERE game < ? ORDER BY game", count))
        elo, low, high = _ends(placing.place)
        claim = Claim(
            format=FORMAT,
            field=field,
            table=table.hash,
            width=placing.width,
            games=games,
            deals=placing.deals,
            elo=elo,
            low=low,
            high=high,
            roles={role: _ends(rating) for role, rating in placing.roles.items()},
            forfeits={game: forfeit for game, forfeit in store.forfeits().items() if game < count},
            spec=json.loads(spec.to_json()),
        )
        columns = {
            "seeds": spec.deal_seed(0) + results.deals[:count],
            "seats": results.seats[:count],
            "decisions": results.decisions[:count],
            "scores": results.scores[:count],
            "utilities": results.utilities[:count],
            "finals": np.array([int(final, 16) for _, final in replays], np.uint64),
            "actions": np.concatenate([np.frombuffer(actions, kind) for actions, _ in replays]),
        }
        return cls(claim, spec, {name: columns[name].astype(f"<{kind}") for name, kind in ARRAYS.items()})

    def write(self, file: Path) -> None:
        """Write the bundle, the same bytes for the same rating. Raises OSError, which names the file."""
        with files.replacing(file) as new, zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(zipfile.ZipInfo(CLAIM), json.dumps(asdict(self.claim), indent=1, sort_keys=True))
            for name, array in self.arrays.items():
                out = io.BytesIO()
                np.lib.format.write_array(out, array, allow_pickle=False)
                entry = zipfile.ZipInfo(f"{name}.npy")
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, out.getvalue())

    @classmethod
    def read(cls, file: Path) -> Bundle:
        """Read a bundle, which may be untrusted. Raises BundleError in one line if it is damaged or too large."""
        files.regular(file, BundleError, BUNDLE_BYTES)
        try:
            _check_tail(file)
            with zipfile.ZipFile(file) as archive:
                entries = _entries(file, archive)
                claim, spec = _claimed(bytes(_unpacked(archive, entries[CLAIM])), f"{file}: {CLAIM}")
                return cls(claim, spec, _arrays(archive, entries, claim.games, spec.players))
        except MedianocheError:
            raise
        except OSError as error:
            raise BundleError(f"{file}: {error.strerror or error}") from None
        except Exception as error:  # noqa: BLE001 - zipfile, zlib and NumPy raise many kinds
            raise BundleError(f"{file} is no bundle: {files.short(str(error))}") from None

    @property
    def forfeits(self) -> dict[int, Forfeit]:
        """The games that the bot lost by failing, by number. Raises BundleError if there is no such game."""
        forfeits = self.claim.forfeits
        if isinstance(forfeits, dict):
            return forfeits
        decisions = dict(enumerate(self.arrays["decisions"].tolist()))
        if strange := [game for game, _, _ in forfeits if game not in decisions]:
            raise BundleError(f"game {strange[0]} is forfeited, but is not in the bundle")
        return {
            game: Forfeit(seat, decisions[game], failure=None, action=None, detail=detail)
            for game, seat, detail in forfeits
        }

    # ---- verification

    def verify(self, game: Game, reference: Reference) -> Placing:
        """Play every action again and compute the rating anew; returns the rule with the rating.

        Args:
            game: the game.
            reference: the field that the bundle names.

        Raises:
            BundleError: the first thing that does not follow.
            FieldError: the field's ratings are not comparable here, see `FieldTable.check`.
        """
        table = self._table(game, reference)
        count = self._check_schedule()
        placing = Placing(self.spec, table, self.claim.width)
        results = self._play(game, count)
        placing.add(results)
        self._check_stop(placing, count)
        self._check_rating(placing)
        return placing

    def _table(self, game: Game, reference: Reference) -> FieldTable:
        """The table of the field; raises BundleError if the tournament is none against its members."""
        spec = self.spec
        claim = self.claim
        table = reference.table(game, spec.players)
        self._same("the field's table", claim.table, table.hash)
        members = {name: member.fingerprint for name, member in table.by_name.items()}
        if strangers := [agent for agent in spec.agents[1:] if agent not in members]:
            raise BundleError(f"opponents: {strangers[0]}: no member of field {reference.name}")
        seats = game.agents(spec.players)
        options = game.content.options(table.options).model_dump(mode="json")
        should = replace(
            spec,
            game=table.game,
            fingerprints=(spec.fingerprints[0], *(members[agent] for agent in spec.agents[1:])),
            seat_names=tuple(seats),
            teams=tuple(game.teams(spec.players)),
            pack="standard",
            pack_hash=table.pack_hash,
            options=json.dumps(options, sort_keys=True),
            game_version=game.version,
            gauntlet=spec.agents[0],
            mixed=False,
        )
        if difference := spec.difference(should):
            raise BundleError(f"the games are not of field {reference.name}: {difference}")
        return table

    def _check_schedule(self) -> int:
        """The number of games; raises BundleError if they are not all games of the first deals that the seed gives."""
        spec = self.spec
        count = len(self.arrays["seeds"])
        arrays = self.arrays
        shapes: dict[str, tuple[int, ...]] = {
            "seats": (count, spec.players),
            "scores": (count, spec.players),
            "utilities": (count, spec.players),
        }
        shapes |= {"seeds": (count,), "decisions": (count,), "finals": (count,)}
        lengths = arrays["decisions"]
        for name, shape in shapes.items():
            if arrays[name].shape != shape or not count:
                raise BundleError(f"{name}: {list(arrays[name].shape)} given for {count} games")
        if (lengths < 0).any() or arrays["actions"].shape != (int(lengths.astype(np.int64).sum()),):
            raise BundleError(f"actions: {list(arrays['actions'].shape)} given for {lengths.sum()} decisions")
        fixture = Schedule.from_spec(spec).at(np.arange(count + 1))
        deals = fixture.deals[:count]
        for name, should in (("seeds", spec.deal_seed(0) + deals), ("seats", fixture.seats[:count])):
            wrong = np.flatnonzero((arrays[name] != should.astype(arrays[name].dtype)).reshape(count, -1).any(axis=1))
            if len(wrong):
                game = int(wrong[0])
                row_given = arrays[name][game].tolist()
                due = should[game].tolist()
                raise BundleError(f"game {game}: {name} {row_given}; the schedule of seed {spec.seed} has {due}")
        self._same("deals", self.claim.deals, int(deals[-1]) + 1)
        if fixture.deals[count] == deals[-1]:
            raise BundleError(f"after game {count - 1} games of deal {deals[-1]} are missing")
        return count

    def _check_stop(self, placing: Placing, count: int) -> None:
        """Raise BundleError if the games end before or after the stopping rule ends them."""
        claim = self.claim
        if placing.verdict:
            self._same(f"deals at which the interval is {claim.width:g} Elo wide", claim.deals, placing.deals)
        elif placing.schedule.whole(count + 1) <= claim.games:
            raise BundleError(
                f"the games stop after {count}: the interval is wider than {claim.width:g} Elo, and {claim.games:,} "
                "games were to be played"
            )
        if count > claim.games:
            raise BundleError(f"{count:,} games; at most {claim.games:,} were to be played")

    def _check_rating(self, placing: Placing) -> None:
        """Raise BundleError if rating or interval are not those of the games."""
        claim = self.claim
        roles = placing.roles
        self._same("roles", " ".join(claim.roles), " ".join(roles))
        claimed = {"": (claim.elo, claim.low, claim.high), **claim.roles}
        for role, rating in {"": placing.place, **roles}.items():
            for what, mine, its in zip(("rating", "lower end", "upper end"), claimed[role], _ends(rating), strict=True):
                if mine != its and (mine is None or its is None or abs(mine - its) > NEAR):
                    where = f" as {role}" * bool(role)
                    raise BundleError(f"{what}{where}: {mine} given; from the games follows {its}")

    def _same(self, what: str, claimed: object, computed: object) -> None:
        if claimed != computed:
            raise BundleError(f"{what}: {claimed} given, {computed} here")

    # ---- playing again

    def _play(self, game: Game, count: int) -> GameResults:
        """The results of the games, played again; raises BundleError if they are not those of the bundle."""
        spec = self.spec
        games = np.arange(count)
        lost = self.forfeits
        if lost and not (spec.forfeit and all(0 <= number < count for number in lost)):
            raise BundleError("games are forfeited that cannot be")
        ends = np.concatenate([[0], np.cumsum(self.arrays["decisions"], dtype=np.int64)])
        for first in range(0, count, PART):
            rows = games[first : first + PART]
            arguments = {"num_players": spec.players, "pack": spec.pack, **json.loads(spec.options)}
            batch = game.batch(len(rows), seeds=self.arrays["seeds"][rows], autoreset=False, **arguments)
            self._step(batch, rows, ends)
            self._compare(batch, rows, {number - first: lost[number] for number in rows.tolist() if number in lost})
        fixture = Schedule.from_spec(spec).at(games)
        scores, utilities, decisions = (self.arrays[name] for name in ("scores", "utilities", "decisions"))
        return GameResults(games, fixture.deals, fixture.seats, scores, utilities, decisions)

    def _step(self, batch: Batch, games: np.ndarray, ends: np.ndarray) -> None:
        """Play the actions of `games` (int64[n]) in the rows of `batch`; `ends` are int64[all games + 1] of them."""
        starts = ends[games]
        lengths = ends[games + 1] - ends[games]
        for step in range(int(lengths.max())):
            rows = np.flatnonzero(lengths > step)
            if (over := batch.done[rows]).any():
                raise BundleError(f"game {games[rows[over.argmax()]]} goes on after its end")
            try:
                batch.step_rows(rows, self.arrays["actions"][starts[rows] + step].astype(np.int64))
            except IllegalActionError as error:
                raise BundleError(f"decision {step} of games {games[0]} to {games[-1]}: {error}") from None

    def _compare(self, batch: Batch, games: np.ndarray, lost: dict[int, Forfeit]) -> None:
        """Raise BundleError if games that have been played again ended otherwise than the bundle says."""
        open_rows = set(np.flatnonzero(~batch.done).tolist())
        if unequal := open_rows ^ set(lost):
            raise BundleError(f"game {games[min(unequal)]} has not ended, or was forfeited after its end")
        for row, forfeit in lost.items():
            made = int(self.arrays["decisions"][games[row]])
            if contradiction := forfeit.contradiction(batch.game, batch.states[row], made):
                raise BundleError(f"game {games[row]}: {contradiction}")
            if self.arrays["seats"][games[row], forfeit.seat] != 0:
                raise BundleError(f"game {games[row]}: it was forfeited by seat {forfeit.seat}, which is not the bot's")
        seen = {
            "scores": batch.states["scores"][:, : self.spec.players],
            "utilities": np.round(forfeited(batch, lost).astype(np.float64), 6),
            "finals": np.array([int(state_hash(state), 16) for state in batch.states], np.uint64),
        }
        for name, computed in seen.items():
            claimed = self.arrays[name][games]
            wrong = np.flatnonzero((claimed != computed.astype(claimed.dtype)).reshape(len(games), -1).any(axis=1))
            if len(wrong):
                row = int(wrong[0])
                what = "final state" if name == "finals" else name
                raise BundleError(
                    f"game {games[row]}: {what} {claimed[row].tolist()} given; "
                    f"its actions lead to {computed[row].tolist()}"
                )


def _check_tail(file: Path) -> None:
    """Raise BundleError unless the file is one archive, from its first byte to its last, with a small directory."""
    with file.open("rb") as stream:
        size = stream.seek(0, io.SEEK_END)
        stream.seek(max(size - TAIL.size, 0))
        tail = stream.read()
    if len(tail) < TAIL.size or not tail.startswith(b"PK\x05\x06"):
        raise BundleError(f"{file} is no bundle: it does not end as an archive does")
    *_, length, place, comment = TAIL.unpack(tail)
    if length > DIRECTORY_BYTES:
        raise BundleError(f"{file} is no bundle: a directory of {length:,} bytes; accepted: up to {DIRECTORY_BYTES:,}")
    if comment or place + length + TAIL.size != size:
        raise BundleError(f"{file} is no bundle: there are bytes before or after the archive")


def _entries(file: Path, archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The entries of a bundle by name. Raises BundleError for others, and for what would unpack to too much."""
    listed = archive.infolist()
    entries = {entry.filename: entry for entry in listed}
    if set(entries) != {CLAIM, *(f"{name}.npy" for name in ARRAYS)}:
        raise BundleError(f"{file} is no bundle: it holds other files")
    if len(listed) > len(entries):
        raise BundleError(f"{file} is no bundle: it holds a file twice")
    if min(entry.header_offset for entry in listed) != 0:
        raise BundleError(f"{file} is no bundle: there are bytes before the archive")
    for entry in listed:
        if entry.compress_type not in METHODS:
            accepted = " or ".join(METHODS.values())
            raise BundleError(f"{file}: {entry.filename}: packed by method {entry.compress_type}; accepted: {accepted}")
    size = sum(entry.file_size for entry in listed)
    if size > (most := min(BUNDLE_BYTES, RATIO * file.stat().st_size)):
        raise BundleError(f"{file} holds {size:,} bytes; accepted: up to {most:,}, {RATIO} times its size")
    if (size := entries[CLAIM].file_size) > CLAIM_BYTES:
        raise BundleError(f"{file}: {CLAIM} has {size:,} bytes; accepted: up to {CLAIM_BYTES:,}")
    return entries


def _claimed(text: bytes, source: str) -> tuple[Claim, Spec]:
    """What `rating.json` says, and its tournament. Raises BundleError or TournamentError, which name `source`."""
    claim = files.from_json(CLAIM_JSON, text, source, BundleError)
    if claim.format not in FORMATS:
        raise BundleError(f"{source} has format {claim.format}; accepted: {choices(map(str, FORMATS))}")
    return claim, Spec.from_json(json.dumps(claim.spec), source)


def _arrays(
    archive: zipfile.ZipFile, entries: dict[str, zipfile.ZipInfo], games: int, players: int
) -> dict[str, np.ndarray]:
    """The arrays of a bundle with at most so many games. Raises BundleError, for an array that is too large before it
    is unpacked: `seeds` says how many games there are, and `decisions` how many actions."""
    arrays: dict[str, np.ndarray] = {}
    for name, kind in ARRAYS.items():
        entry = entries[f"{name}.npy"]
        rows = len(arrays["seeds"]) if arrays else games
        count = rows * players
        what = f"{rows:,} games"
        if name == "actions":
            count = max(int(arrays["decisions"].sum(dtype=np.int64)), 0)
            what = f"{count:,} decisions"
        most = HEAD_BYTES + count * np.dtype(kind).itemsize
        if entry.file_size > most:
            size = entry.file_size
            raise BundleError(f"{archive.filename}: {name}: {size:,} bytes; accepted: up to {most:,} for {what}")
        arrays[name] = _array(f"{archive.filename}: {name}", _unpacked(archive, entry), kind)
    return arrays


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytearray:
    """The bytes of an entry, as many as the directory says; zipfile compares their sum of check."""
    data = bytearray(entry.file_size)
    left = memoryview(data)
    opened: Any = archive.open(entry)
    with opened as stream:
        while left and (count := stream.readinto(left[:PIECE])):
            left = left[count:]
    if left:
        raise BundleError(f"{archive.filename}: {entry.filename} is cut off")
    return data


def _array(source: str, data: bytearray, kind: str) -> np.ndarray:
    """The array in the bytes of a .npy file. Raises BundleError before memory is taken for one of another type or
    size."""
    stream = io.BytesIO(memoryview(data)[:HEAD_BYTES])
    version = np.lib.format.read_magic(stream)
    if version != (1, 0):
        raise BundleError(f"{source}: version {version} of the format; accepted: (1, 0)")
    shape, by_columns, dtype = np.lib.format.read_array_header_1_0(stream)
    wanted = np.dtype(f"<{kind}")
    if dtype != wanted:
        raise BundleError(f"{source}: {dtype} given; accepted: {wanted}")
    left = len(data) - stream.tell()
    if math.prod(shape) * wanted.itemsize != left:
        raise BundleError(f"{source}: {list(shape)} given in {left:,} bytes")
    return np.frombuffer(data, wanted, offset=stream.tell()).reshape(shape, order="F" if by_columns else "C")


def admitted(bundle: Bundle, file: Path, game: str = "") -> str:
    """The location of a bundle's game. A game that is not one of the suite's is admitted only if the reader names it,
    as `game`. Raises BundleError."""
    name = bundle.spec.game
    if game and game != name:
        raise BundleError(f"{file} is of the game {name!r}, not of {game}")
    if not game and not is_known(name):
        raise BundleError(f"{file} is of the game {name!r}; name it yourself: --game {name}")
    return name


def _ends(rating: PlacedRating) -> tuple[float, float | None, float | None]:
    """A rating and the ends of its interval; None where no end is known."""
    return rating.elo, *known_ends(rating.low, rating.high)
