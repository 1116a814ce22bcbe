"""Code for a GPU, without one: every game with all player counts and several packs, byte for byte as on the CPU.

`python -m tests.soak.device [--quick] [--seed N]` makes PTX of every loop of every game, lets ptxas read it where it is
installed and compares registers and spills with `registers.toml`, and plays at least 100,000 decisions of each game
(--quick: 10,000) in the code that goes to the GPU's compiler, run on the CPU thread by thread. Exit status: 1 if there
is a finding.
"""

import tempfile
import time
import traceback

import numpy as np

from medianoche import envs
from medianoche.benchmarks.speed.gpu import CONNECT_FOUR
from medianoche.envs.core.kernels.loops import LOOPS
from medianoche.envs.core.kernels.threads import THREADS, DeviceLoops
from tests.envs.core.alike import Alike
from tests.envs.core.assembler import ASSEMBLER, assert_complete, exceeding
from tests.envs.core.emulated import EmulatedDriver
from tests.soak.frame import finish, options_of

DECISIONS = 100_000
QUICK = 10_000
ROWS = 96
ROUNDS = 10
"""How often observations, samples and choices are compared in one setting."""
PACKS = (["standard"], ["standard", 1, 2], [3])


def examine(game):
    """Make every loop of a game into PTX; returns lines about loops that ptxas refuses or that exceed their bounds."""
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for name in (*THREADS, *LOOPS):
            try:
                ptx = DeviceLoops(game).code(name).ptx()
                assert_complete(ptx, name)
                about, over = exceeding(game.name, name, ptx, folder) if ASSEMBLER else ("not assembled", [])
            except Exception as error:  # noqa: BLE001 - a finding like any other
                over = [f"{game.name} {name}: {error or 'the code is not complete'}"]
            else:
                print(f"{game.name} {name}: {len(ptx) // 1024} KiB, {about}", flush=True)
            faults += over
    return faults


def play(game, decisions, seed):
    """Play a game with every player count and several packs; returns decisions, games, numbers observed, choices of the
    heuristic, errors."""
    driver = EmulatedDriver()
    faults = []
    counts = np.zeros(4, np.int64)
    packs = PACKS if game.name in envs.names() else PACKS[:1]
    settings = [(players, pack) for players in game.players for pack in packs]
    steps = -(-decisions // (ROWS * len(settings) * ROUNDS))
    for number, (players, pack) in enumerate(settings):
        try:
            options = game.declaration.variants[number % len(game.declaration.variants)]
            batches = Alike(game, ROWS, driver, num_players=players, pack=pack, seed=seed + number, **options)
            for part in range(ROUNDS):
                counts[1] += batches.play(steps)
                batches.step(1)
                batches.observe()
                batches.imagine(seed + number + part)
        except Exception:  # noqa: BLE001 - a finding like any other
            faults.append(f"{game.name}, {players} players, packs {pack}: {traceback.format_exc(limit=2)}")
        else:
            counts[[0, 2, 3]] += batches.decisions, batches.numbers, batches.choices
    return counts.tolist(), faults


def main(decisions, seed):
    """Examine and play all games; returns what was tried in words, and the findings."""
    faults = []
    total = 0
    for name in [*envs.names(), CONNECT_FOUR]:
        began = time.process_time()
        game = envs.game(name)
        faults += examine(game)
        middle = time.process_time()
        (played, ended, numbers, choices), errors = play(game, decisions, seed)
        faults = faults + errors
        total = total + played
        alike = f"{played} decisions, {ended} games, {numbers} numbers of observations, {choices} choices alike"
        times = f"{middle - began:.0f} s to compile, {time.process_time() - middle:.0f} s to play"
        print(f"{game.name}: {alike}; {times}", flush=True)
    return f"{total} decisions of {len(envs.names()) + 1} games", faults


if __name__ == "__main__":
    np.seterr(over="ignore")
    chosen = options_of(__doc__, "ten thousand decisions of each game instead of a hundred thousand")
    finish(*main(QUICK if chosen.quick else DECISIONS, chosen.seed))
