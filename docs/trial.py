"""The page on which games are played in a browser: `python -m docs.trial FOLDER`. Any static server can show it."""

from __future__ import annotations

import shutil
import struct
import sys
from pathlib import Path

import numpy as np

from medianoche import envs
from medianoche.agents.export.engine import export_engine, flat
from medianoche.agents.network import Network, shipped

HERE = Path(__file__).with_name("try")


def halved(network: bytes, parameters: int) -> bytes:
    """An exported network with numbers of 16 bits, which lose nothing since network files have these: the length of
    what comes before them, that, and the numbers."""
    start = len(network) - 4 * parameters
    numbers = np.frombuffer(network, np.float32, offset=start).astype(np.float16)
    return struct.pack("<I", start) + network[:start] + numbers.tobytes()


def build(folder: Path, names: list[str] | None = None) -> None:
    """Write the page with these games, by default all, to `folder`."""
    for name in names or envs.names():
        game, network = envs.game(name), Network.load(shipped(envs.game(name)))
        export_engine(game, folder, "wasm32", options={}, network=network)
        (folder / f"{name}.net16").write_bytes(halved(flat(network, game), len(network.parameters)))
        (folder / f"{name}.net").unlink()
    shutil.copytree(HERE, folder, dirs_exist_ok=True)


if __name__ == "__main__":
    build(Path(sys.argv[1]), sys.argv[2:])
