"""Files and requests that harm a reader without bounds, one for each row of docs/reference/foreign.md.

Each function is called in a process of its own with an empty folder; `read` is what is measured. It has to end in one
line of refusal, or to return.
"""

import asyncio
import json
import re
import sqlite3
import struct
import sys
import time
import zipfile
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

import numpy as np

from medianoche import envs
from medianoche.agents.engine import mcp_server
from medianoche.agents.engine.engine import Engine
from medianoche.agents.link import Link, LinkError
from medianoche.agents.network import Network
from medianoche.agents.process import ProcessAgent
from medianoche.benchmarks.reference.bundle import ARRAYS, CLAIM, FORMAT, Bundle, Claim
from medianoche.benchmarks.tournament.database import FILE, SCHEMA, SPEC_BYTES
from medianoche.benchmarks.tournament.spec import Spec
from medianoche.benchmarks.tournament.store import Store
from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.core.files import DOTS, FILE_BYTES, TOML_BYTES
from medianoche.envs.core.play.match import Match, Replay
from medianoche.training.compiled.config import NetConfig

MEGA = 2**20
PAGE = Path(__file__).parents[1] / "docs/reference/foreign.md"
ROW = re.compile(r"^\| ([a-z ]+) \| .* \| (\d+) MB \| (\d+) s \| .* \| (.*) \|$", re.MULTILINE)
LARGE = 1000
"""MB of the largest bundle."""
READ = "it is read"
"""What a row gets that is accepted."""
KEY = b"a" + b".a" * 100_000 + b" = 1\n"
"""A key of 100,000 parts, for which Python takes minutes."""


class Bound(NamedTuple):
    """What a row of the page says: the most MB and CPU seconds, and parts of the line with which it ends; none if it is
    read."""

    size: int
    seconds: int
    lines: list[str]


BOUNDS = {
    name: Bound(int(size), int(seconds), [] if gets == READ else re.findall("`([^`]+)`", gets))
    for name, size, seconds, gets in ROW.findall(PAGE.read_text(encoding="utf-8"))
}


def bundle(folder):
    """A few hundred bytes of bzip2 that become 64 MB, of which the directory says 1,000 bytes; and 250 MB in 1.3 MB
    with a claim that is none."""
    lying, large = folder / "lying.zip", folder / "large.zip"
    with zipfile.ZipFile(lying, "w", zipfile.ZIP_BZIP2) as archive:
        for name in (CLAIM, *(f"{name}.npy" for name in ARRAYS if name != "actions")):
            archive.writestr(name, b"x")
        with archive.open("actions.npy", "w") as stream:
            for _ in range(64):
                stream.write(bytes(MEGA))
    data = bytearray(lying.read_bytes())
    for mark, place in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        at = data.rfind(mark)
        data[at + place : at + place + 4] = (1000).to_bytes(4, "little")
    lying.write_bytes(data)
    one = {name: np.zeros(1, kind) for name, kind in ARRAYS.items()}
    bundled(large, "{}", one | {"seats": np.zeros(MEGA, "i2")}, megabytes=250)

    def read():
        try:
            Bundle.read(lying)
        except MedianocheError as error:
            said = str(error)
        try:
            Bundle.read(large)
        except MedianocheError as error:
            raise MedianocheError(f"{said} and {error}") from None

    return read


def bundled(file, claim, arrays, megabytes):
    """Write a bundle whose actions are zeros, of so many MB; 1 MB of them is noise, so that it is accepted."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(CLAIM, claim)
        for name in set(ARRAYS) - {"actions"}:
            with archive.open(f"{name}.npy", "w") as stream:
                np.lib.format.write_array(stream, arrays[name], allow_pickle=False)
        with archive.open("actions.npy", "w") as stream:
            header = {"descr": "<i4", "fortran_order": False, "shape": (megabytes * MEGA // 4,)}
            np.lib.format.write_array_header_1_0(stream, header)
            noise = max(1, megabytes // 250)
            stream.write(np.random.default_rng(1).bytes(noise * MEGA))
            for _ in range(megabytes - noise):
                stream.write(bytes(MEGA))


def largest_bundle(folder):
    """One that is accepted: a game with a thousand MB of actions."""
    file = folder / "rating.zip"
    spec = Spec.create("misty", ["random", "greedy"], players=2)
    claim = Claim(FORMAT, "field", "table", 1.0, 1, 1, 0.0, 0.0, 0.0, {}, {}, json.loads(spec.to_json()))
    arrays = {name: np.zeros((1, 2), kind) for name, kind in ARRAYS.items()}
    arrays |= {name: np.zeros(1, ARRAYS[name]) for name in ("seeds", "finals")}
    arrays["decisions"] = np.array([LARGE * MEGA // 4], ARRAYS["decisions"])
    bundled(file, json.dumps(asdict(claim)), arrays, LARGE)
    return lambda: Bundle.read(file)


def network(folder):
    """A file with holes, larger than accepted, which could be read, and one whose head says that it has 2**60 bytes."""
    large, lying = folder / "large.safetensors", folder / "lying.safetensors"
    size = 3 * 2**30
    words = {"dtype": "U8", "shape": [size - 1008], "data_offsets": [0, size - 1008]}
    with large.open("wb") as stream:
        stream.write(struct.pack("<Q", 1000) + json.dumps({"hidden": words}).encode().ljust(1000))
        stream.truncate(size)
    lying.write_bytes(struct.pack("<Q", 2**60) + b"{}")

    def read():
        try:
            Network.load(lying)
        except MedianocheError:
            Network.load(large)

    return read


def pack(folder):
    """A key of 100,000 parts."""
    file = folder / "pack.toml"
    file.write_bytes(KEY)
    return lambda: envs.game("correo").content.read_pack(file)


def large_pack(folder):
    """16 MB of short lines, of which Python makes a gigabyte."""
    file = folder / "pack.toml"
    file.write_bytes(b"".join(b"k%d = []\n" % number for number in range(1_200_000)))
    return lambda: envs.game("correo").content.read_pack(file)


def pack_of_keys(folder):
    """As many and as long keys as there may be, of which Python makes half a gigabyte."""
    file = folder / "pack.toml"
    line = b"k%04d" + b".a" * DOTS + b" = 1\n"
    file.write_bytes(b"".join(line % number for number in range(TOML_BYTES // (len(line) + 1))))
    return lambda: envs.game("correo").content.read_pack(file)


def configuration(folder):
    """The same key in the configuration of a training."""
    file = folder / "train.toml"
    file.write_bytes(b'game = "misty"\n' + KEY)
    return lambda: NetConfig.read(file)


def replay(folder):
    """More than 16 MB: four million actions."""
    file = folder / "game.json"
    saved = asdict(Match("misty", seed=1).replay())
    file.write_text(json.dumps(saved | {"actions": []}).replace("[]", f"[{'123,' * 4_200_000}1]"))
    return lambda: Replay.load(file)


def largest_replay(folder):
    """One that is accepted: five million empty lists as an option."""
    file = folder / "game.json"
    saved = json.dumps(asdict(Match("misty", seed=1).replay()))
    lists = "[]," * ((FILE_BYTES - len(saved)) // 3 - 10)
    file.write_text(saved.replace('"options": {', f'"options": {{"a": [{lists}1], '))
    return lambda: Replay.load(file)


def replay_of_lists(folder):
    """Five million empty lists in place of actions."""
    file = folder / "game.json"
    saved = json.dumps(asdict(Match("misty", seed=1).replay()) | {"actions": []})
    lists = "[]," * ((FILE_BYTES - len(saved)) // 3 - 10)
    file.write_text(saved.replace('"actions": [', f'"actions": [{lists}1'))
    return lambda: Replay.load(file)


def saved_game(folder):
    """A session of a million actions, and 10,000 lines with one more each, for each of which all were copied."""
    from medianoche.ui import stored
    from medianoche.ui.session import Session

    match = Match("misty", seed=1)
    saved = stored.SavedSession(match.replay(), ["you"] * 2, ["", "", "x"], [], 0.0, 0.0)
    whole = asdict(Session(match, saved).save())
    whole["replay"]["actions"] = [1] * 1_000_000
    line = {"at": 1_000_000, "actions": [1], "final": "0" * 16, "used": [], "standing": whole["standing"]}
    file = folder / "0.json"
    file.write_text(json.dumps(whole) + f"\n{json.dumps(line)}" * 10_000)
    return lambda: stored.read(file)


def tournament(folder):
    """A column that SQLite computes at every reading, and a spec of 60 MB."""
    computed, large = folder / "computed", folder / "large"
    bomb = "more TEXT AS (hex(hex(hex(hex(zeroblob(10000000))))))"
    for place, more in ((computed, bomb), (large, "")):
        place.mkdir()
        with closing(sqlite3.connect(place / FILE)) as database, database:
            for statement in SCHEMA:
                whole = statement
                if more and statement.startswith("CREATE TABLE IF NOT EXISTS tournament "):
                    whole = f"{statement.rstrip().removesuffix(')')}, {more})"
                database.execute(whole)
            if not more:
                database.execute("INSERT INTO tournament VALUES (?, 4, '0.5.0', 1)", ["[" * 60 * MEGA])

    def read():
        said = []
        for place in (computed, large):
            try:
                with Store.read(place):
                    pass
            except MedianocheError as error:
                said.append(str(error))
        raise MedianocheError(" and ".join(said))

    return read


def tournament_of_keys(folder):
    """A spec of 104,857 names that no spec has."""
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        for statement in SCHEMA:
            database.execute(statement)
        keys = ",".join(f'"{number:x}":0' for number in range(SPEC_BYTES // 10))
        database.execute("INSERT INTO tournament VALUES (?, 4, '0.5.0', 1)", [f"{{{keys}}}"])

    def read():
        with Store.read(folder):
            pass

    return read


def engine(folder):
    """A request of eight megabytes of brackets, and one that is nested a hundred thousand times."""
    said = []
    lines = [b"[" * 8 * MEGA, b'{"type":"load","fields":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}}"]

    def read():
        Engine(envs.game("misty"), said.append).run(lines)
        raise MedianocheError(" and ".join(json.loads(line)["error"] for line in said))

    return read


def mcp(folder):
    """A name of a megabyte, which would be compared with every name in the glossary."""
    from mcp.server.mcpserver.exceptions import ToolError

    tools = mcp_server.make_server(seed=1)
    asyncio.run(tools.call_tool("new_game", {"game": "misty"}))
    asyncio.run(tools.call_tool("explain", {"table": "table-1", "what": 0}))

    def read():
        try:
            asyncio.run(tools.call_tool("explain", {"table": "table-1", "what": "card of " * (MEGA // 8)}))
        except ToolError as error:
            raise MedianocheError(str(error)) from None

    return read


def bot(folder):
    """A program that writes without an end of the line, and one that writes lines for ever and reads nothing."""
    endless, flood = folder / "endless.py", folder / "flood.py"
    endless.write_text("import sys\nwhile True: sys.stdout.write('x' * 65536)")
    flood.write_text("while True: print('x' * 100)")
    who = ProcessAgent(f"{sys.executable} {endless}")
    turn = Match("misty", seed=1).turn()
    turn.sample()  # compiles

    def read():
        try:
            who.act(turn)
        except MedianocheError as error:
            said = str(error)
        with closing(Link([sys.executable, str(flood)])) as link:
            try:
                link.send(bytes(16 * MEGA), time.monotonic() + 60)
            except LinkError as error:
                raise MedianocheError(f"{said} and {error}") from None

    return read


ROWS = {
    reader.__name__.replace("_", " "): reader
    for reader in (
        bundle,
        largest_bundle,
        network,
        pack,
        large_pack,
        pack_of_keys,
        configuration,
        replay,
        largest_replay,
        replay_of_lists,
        saved_game,
        tournament,
        tournament_of_keys,
        engine,
        mcp,
        bot,
    )
}


def high():
    """The most memory that this process had so far, in MB."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024


@contextmanager
def within(row):
    """A block that takes no more memory and CPU time than the row says. Server and clients are in this process: both
    count. Elsewhere than on Linux nothing is measured."""
    bound = BOUNDS[row]
    if sys.platform != "linux":
        yield bound
        return
    before = marked()
    began = time.process_time()
    yield bound
    seconds = time.process_time() - began
    size = high() - before
    assert size <= bound.size, f"{row}: {size:.1f} MB"
    assert seconds <= bound.seconds, f"{row}: {seconds:.2f} s"


def marked():
    """The memory of this process, in MB, from which the mark of the most memory now begins."""
    Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")
    return high()


def measured(row, folder):
    """The line with which a row ends, the MB that it took, and the CPU seconds."""
    read = ROWS[row](Path(folder))
    before = marked()
    began = time.process_time()
    line = ""
    try:
        read()
    except MedianocheError as error:
        line = str(error)
    return line, high() - before, time.process_time() - began
