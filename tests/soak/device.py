"""Code for a GPU, without one: every game with all player counts and several packs, byte for byte as on the CPU.

`python -m tests.soak.device [--quick] [--seed N]` makes PTX of every loop of every game, lets ptxas read it where it is
installed, and plays at least 100,000 decisions of each game (--quick: 10,000) in the code that goes to the GPU's
compiler, run on the CPU thread by thread. Exit status: 1 if there is a finding.
"""

import sys
import tempfile
import time
import traceback

import numpy as np

from medianoche import envs
from medianoche.envs.core.kernels.loops import LOOPS
from medianoche.envs.core.kernels.threads import THREADS, DeviceLoops
from tests.envs.core.alike import Alike
from tests.envs.core.emulated import EmulatedDriver
from tests.envs.core.test_device import ASSEMBLER, assembled
from tests.soak.options import options_of

DECISIONS, QUICK = 100_000, 10_000
ROWS = 96
PACKS = (["standard"], ["standard", 1, 2], [3])
ARCHITECTURE, SPILLED = "sm_90", 1024
"""For ptxas, and the most bytes that a loop may spill; registers are at most 255, the limit of the architecture."""


def examine(game):
    """Make every loop of a game into PTX; returns lines about loops that ptxas refuses or that spill much."""
    found, most = [], (0, 0, "")
    with tempfile.TemporaryDirectory() as folder:
        for name in (*THREADS, *LOOPS):
            try:
                ptx = DeviceLoops(game).code(name).ptx()
                registers, spilled = assembled(ptx, ARCHITECTURE, folder) if ASSEMBLER else (0, 0)
            except Exception as error:  # noqa: BLE001 - a finding like any other
                found.append(f"{game.name} {name}: {error}")
                continue
            most = max(most, (registers, spilled, name))
            if name in ("step_checked", "play_counted", "list_entries", "heuristic_choices") or spilled:
                print(f"{game.name} {name}: {len(ptx) // 1024} KiB, {registers} registers, {spilled} bytes spilled")
            if spilled > SPILLED:
                found.append(f"{game.name} {name}: {spilled} bytes spilled")
    print(f"{game.name}: {len(THREADS) + len(LOOPS)} loops, at most {most[0]} registers", flush=True)
    return found


def play(game, decisions, seed):
    """Play a game with every player count and several packs; returns decisions, games, numbers observed, errors."""
    driver, found, ended, played, numbers = EmulatedDriver(), [], 0, 0, 0
    settings = [(players, pack) for players in game.players for pack in PACKS]
    steps = -(-decisions // (ROWS * len(settings)))
    for number, (players, pack) in enumerate(settings):
        try:
            options = game.variants[number % len(game.variants)]
            batches = Alike(game, ROWS, driver, num_players=players, pack=pack, seed=seed + number, **options)
            ended += batches.play(steps)
            batches.step(5)
            batches.observe()
            batches.imagine(seed + number)
        except Exception:  # noqa: BLE001 - a finding like any other
            found.append(f"{game.name}, {players} players, packs {pack}: {traceback.format_exc(limit=2)}")
        else:
            played, numbers = played + batches.decisions, numbers + batches.numbers
    return played, ended, numbers, found


def main(decisions, seed):
    """Examine and play all games; returns the number of findings."""
    found, total = [], 0
    for name in envs.names():
        began, game = time.process_time(), envs.game(name)
        found += examine(game)
        middle = time.process_time()
        played, ended, numbers, errors = play(game, decisions, seed)
        found, total = found + errors, total + played
        times = f"{middle - began:.0f} s to compile, {time.process_time() - middle:.0f} s to play"
        print(
            f"{name}: {played} decisions, {ended} games, {numbers} numbers of observations alike; {times}", flush=True
        )
    for line in found:
        print(line)
    print(f"soak device: tried {total} decisions of {len(envs.names())} games, found {len(found)} differences")
    return len(found)


if __name__ == "__main__":
    np.seterr(over="ignore")
    given = options_of(__doc__, "ten thousand decisions of each game instead of a hundred thousand")
    sys.exit(main(QUICK if given.quick else DECISIONS, given.seed) > 0)
