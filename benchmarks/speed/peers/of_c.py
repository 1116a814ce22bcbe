"""Random play in C, compiled here with the compiler of this machine: the physical limit."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from medianoche.benchmarks.speed.measure import Loop

SOURCE = Path(__file__).with_name("playout.c")
FLAGS = ("-O3", "-march=native", "-std=gnu11", "-shared", "-fPIC")
ROWS = 1024
STEPS = 100


def compiler() -> str | None:
    """The C compiler: $CC, cc, gcc or clang, whichever is there first."""
    names = (os.environ.get("CC", ""), "cc", "gcc", "clang")
    return next((path for name in names if name and (path := shutil.which(name))), None)


def shared_object(*flags: str) -> Any:
    """The compiled loops, or None where this machine has not what `flags` ask for."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "playout.so"
        command = [str(compiler()), *FLAGS, *flags, "-o", str(target), str(SOURCE)]
        if subprocess.run(command, check=False, stderr=None if not flags else subprocess.DEVNULL).returncode:
            return None
        return ctypes.CDLL(str(target))


def figures(_cores: int) -> dict[str, Loop]:
    """Boards in registers; and what `play_rows` does: rows of records and masks, with and without observations.

    Where the processor has BMI2, the first two also with its instruction for picking a bit.
    """
    figures_by_name = loops(shared_object())
    if (quick := shared_object("-DDEPOSIT")) is not None:
        figures_by_name.update(
            {f"{name}, BMI2": loop for name, loop in loops(quick).items() if "observations" not in name}
        )
    return figures_by_name


def loops(c: Any) -> dict[str, Loop]:
    """The loops of one library."""
    seed = ctypes.c_uint64(1)
    games = np.zeros((ROWS, c.game_size()), np.uint8)
    masks = np.zeros(ROWS, np.uint64)
    seeds = np.arange(ROWS, dtype=np.uint64)
    observations = np.zeros((ROWS, 84), np.float32)
    action_masks = np.zeros((ROWS, 7), np.int8)
    arrays = (games, masks, seeds, observations, action_masks)
    rows = ctypes.c_uint64(ROWS)
    steps = ctypes.c_uint64(STEPS)

    def call(name: str, *addressed: Any) -> Loop:
        function = getattr(c, name)

        def play() -> int:
            function(*(array.ctypes.data_as(ctypes.c_void_p) for array in addressed), steps, rows)
            return ROWS * STEPS

        return play

    def boards() -> int:
        c.play_boards(ctypes.byref(seed), ctypes.c_uint64(ROWS * STEPS))
        return ROWS * STEPS

    c.reset_rows(*(array.ctypes.data_as(ctypes.c_void_p) for array in arrays[:3]), rows)
    return {
        "boards in registers": boards,
        "rows with masks": call("play_rows", *arrays[:3]),
        "rows with masks and observations": call("play_rows_seen", *arrays),
    }
