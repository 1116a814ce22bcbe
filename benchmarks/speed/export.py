"""A game as a library and as a WebAssembly module: sizes, and decisions per second beside those of Python."""

from __future__ import annotations

import ctypes
import gzip
import json
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from medianoche import Game
from medianoche.agents import DuelValues, NetAgent, Network, shipped
from medianoche.agents.export.engine import export_engine, network_bytes
from medianoche.agents.kernels.exported import Way
from medianoche.benchmarks.speed.measure import run_slice
from medianoche.envs.core.kernels.exported import Fact
from medianoche.envs.core.show.events import note_dtype
from medianoche.places import has_net

SIMULATIONS = 64
STRONGEST_SIMULATIONS = 1000
"""Of a search for which a `NativeGame` has memory: those of the strongest level."""
NOTES = 512
"""Places for notes of a step and the mark of their end."""
WAYS = {"network, decisions/s": Way.BEST, f"net:{SIMULATIONS}, decisions/s": Way.SEARCH}
SCRIPT = """
import { readFileSync } from "node:fs";
import { Engine } from "./engine.mjs";
const [name, seconds] = process.argv.slice(2), network = readFileSync(`${name}.net`);
const engine = await Engine.load(readFileSync(`${name}.wasm`), JSON.parse(readFileSync(`${name}.json`)), network);
engine.new(0, 0, 1);
const rates = ["best", "search"].map(way => {
  let done = 0;
  const start = process.cpuUsage(), until = Date.now() + 1000 * seconds;
  for (; Date.now() < until; done++) engine.choose(way, { seed: done });
  const spent = process.cpuUsage(start);
  return done / ((spent.user + spent.system) / 1e6);
});
console.log(JSON.stringify(rates));
"""


def address(array: np.ndarray) -> ctypes.c_void_p:
    """The address of an array's first byte, for C."""
    return ctypes.c_void_p(array.ctypes.data)


class NativeGame:
    """The library `file` of `game` in this process, with memory for one game and for choices with `network`, in duels
    by `values`."""

    def __init__(
        self, file: Path, game: Game, network: Network | None = None, values: DuelValues | None = None
    ) -> None:
        self.c = ctypes.CDLL(str(file))
        self.game = game
        self.network = network
        self.values = values
        self.state = np.zeros(game.declaration.state_dtype.itemsize, np.uint8)
        self.mask = np.zeros(game.rules.mask_words, np.uint64)
        self.out = np.zeros(game.observation_size, np.float32)
        self.notes = np.zeros(NOTES, note_dtype(game.declaration.kinds))
        self.flat = np.frombuffer(network_bytes(network, game, values) if network else b"", np.uint8)
        self.alone = len(network_bytes(network, game)) if network else 0  # bytes of the network without the values
        size = int(self.c.mn_about(int(Fact.WORK_BYTES)))
        if network:
            size = max(size, self.c.mn_network(address(self.flat), len(self.flat), STRONGEST_SIMULATIONS))
        self.work = np.zeros(size, np.uint8)

    def new(self, preset: int, pack: int, seed: int) -> int:
        """Deal a game; returns how many actions are legal."""
        return int(self.c.mn_new(address(self.state), address(self.mask), preset, pack, ctypes.c_uint64(seed)))

    def step(self, action: int, name: str = "mn_step") -> int:
        """Play an action, by default with the forced moves after it, and keep its notes; returns how many are legal
        then."""
        arguments = address(self.state), address(self.mask), int(action), address(self.notes), self.notes.nbytes
        return int(getattr(self.c, name)(*arguments))

    def conceal(self, state: np.ndarray, seat: int, notes: np.ndarray | None = None) -> int:
        """Overwrite in a record, and in notes, all that a seat does not know."""
        told = (None, 0) if notes is None else (address(notes), notes.nbytes)
        return int(self.c.mn_conceal(address(state), seat, *told))

    def choose(self, way: int, seed: int, first: int = 0, last: int = SIMULATIONS, plain: bool = False) -> int:
        """The action that a player chooses, with `plain` without the values."""
        arguments = address(self.flat), self.alone if plain else len(self.flat), address(self.work), len(self.work)
        chosen = self.c.mn_choose(address(self.state), *arguments, int(way), first, last, ctypes.c_uint64(seed))
        return int(chosen)

    def judge(self, seed: int, last: int = SIMULATIONS, judged: np.ndarray | None = None, plain: bool = False) -> int:
        """The best action after so many simulations of the network's search; `judged`: see `mn_judge`."""
        out = np.zeros(2 * self.game.num_actions + 1, np.float32) if judged is None else judged
        arguments = address(self.flat), self.alone if plain else len(self.flat), address(self.work), len(self.work)
        best = self.c.mn_judge(address(self.state), *arguments, 0, last, ctypes.c_uint64(seed), address(out))
        return int(best)


def rate(act: Callable[[], Any], seconds: float) -> float:
    """Calls per second of CPU time."""
    act()
    return run_slice(lambda: act() is not None, seconds).rate(1)


def measure(game: Game, targets: list[str], seconds: float) -> dict[str, dict[str, float]]:
    """Sizes in kB of what `export-engine` writes for `game` by target. If a network comes with the game, also rates,
    with those of Python (one row a call), as far as the target runs here. Raises GameError if a linker is missing."""
    comes_with_one = has_net(game.name) and game.content.location == game.name
    network = Network.load(shipped(game)) if comes_with_one else None
    figures = dict[str, dict[str, float]]()
    if network:
        turn = game.batch(1, seed=1).turn(np.zeros(1, np.int64), np.ones(1, np.uint64))
        players = {"best": NetAgent("best", threads=1), "search": NetAgent(str(SIMULATIONS), threads=1)}
        rates = [rate(partial(player.act, turn), seconds) for player in players.values()]
        figures["python"] = dict(zip(WAYS, rates, strict=True))
    for target in targets:
        with TemporaryDirectory() as folder:
            library = export_engine(game, Path(folder), target, network=network)[0]
            code = library.read_bytes()
            rates = []
            if network and target == "x86_64":
                native = NativeGame(library, game, network)
                native.new(0, 0, 1)
                rates = [rate(partial(native.choose, way, 1), seconds) for way in WAYS.values()]
            if network and target == "wasm32" and (node := shutil.which("node")):
                (Path(folder) / "speed.mjs").write_text(SCRIPT, encoding="utf-8")
                words = [node, "speed.mjs", game.name, str(seconds)]
                rates = json.loads(subprocess.run(words, cwd=folder, capture_output=True, check=True).stdout)
        sizes = {"library, kB": len(code) / 1e3, "packed, kB": len(gzip.compress(code)) / 1e3}
        figures[target] = sizes | dict(zip(WAYS, rates, strict=False))
    return figures
