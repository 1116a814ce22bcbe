"""The page on which games are played in a browser: `python -m docs.trial FOLDER`. Any static server can show it."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import struct
import sys
from pathlib import Path

import numpy as np

from medianoche import envs
from medianoche.agents.export.engine import export_engine, flat
from medianoche.agents.network import Network, shipped
from medianoche.envs.core.game import Game

HERE = Path(__file__).with_name("try")
BLOCK = 32
"""Numbers of a network with an exponent of 2 in common."""


def integers_of(parameters: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8[blocks], int8[blocks, BLOCK]: exponents of 2 and integers, which round the parameters to 8 bits: format
    MXINT8 of Rouhani and others (2023), Microscaling data formats for deep learning."""
    rows = np.zeros((-(-len(parameters) // BLOCK), BLOCK), np.float32)
    rows.flat[: len(parameters)] = parameters
    exponents = np.maximum(np.frexp(np.abs(rows).max(axis=1) / 127.5)[1], -24)  # 2 ** -24 is the least float16
    integers = np.rint(np.ldexp(rows, -exponents[:, None])).clip(-127, 127)
    return exponents.astype(np.int8), integers.astype(np.int8)


def rounded(network: Network) -> Network:
    """The network that the page plays. Its file loses nothing: the numbers fit in 16 bits."""
    exponents, integers = integers_of(network.parameters)
    parameters = np.ldexp(integers.astype(np.float32), exponents[:, None].astype(int)).ravel()
    return Network(network.header, parameters[: len(network.parameters)])


def packed(network: Network, game: Game) -> bytes:
    """A rounded network for `docs/try/network.mjs`: the length of what an exported network has before its parameters,
    their number, that, the exponents and the integers."""
    count = len(network.parameters)
    head = flat(network, game)[: -4 * count]
    exponents, integers = integers_of(network.parameters)
    return struct.pack("<II", len(head), count) + head + exponents.tobytes() + integers.tobytes()[:count]


def build(folder: Path, names: list[str] | None = None) -> None:
    """Write the page with these games, by default all, to `folder`."""
    for name in names or envs.names():
        game = envs.game(name)
        network = rounded(Network.load(shipped(game)))
        export_engine(game, folder, "wasm32", options={}, network=network)
        wasm, about, net = (folder / f"{name}.{kind}" for kind in ("wasm", "json", "net"))
        short = json.dumps(json.loads(about.read_bytes()), ensure_ascii=False, separators=(",", ":")).encode()
        for file, data in ((wasm, wasm.read_bytes()), (about, short), (net, packed(network, game))):
            file.unlink()
            # not ".gz", which some servers unpack
            file.with_name(f"{file.name}.gzipped").write_bytes(gzip.compress(data, mtime=0))
    shutil.copytree(HERE, folder, dirs_exist_ok=True)
    files = {file.name: file.read_bytes() for file in sorted(folder.iterdir())}
    version = hashlib.sha256(b"".join(name.encode() + data for name, data in files.items())).hexdigest()[:16]
    page = json.dumps(["./", *(name for name in files if name.endswith((".html", ".mjs")))])
    offline = files["offline.js"].decode().replace("VERSION", version).replace("FILES", page)
    (folder / "offline.js").write_text(offline, encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]), sys.argv[2:])
