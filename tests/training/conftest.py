"""A game small enough that its best play is known, and quick configurations."""

import os
import signal
import subprocess
import sys

import numpy as np
import pytest

from medianoche import envs
from medianoche.training.settings import TrainingError
from medianoche.training.torch.sb3_config import SB3Config
from tests.waiting import soon

YARDSTICK = "medianoche.benchmarks.speed.connect_four:ConnectFour"
NIM = "tests.toys.nim:Nim"


def choices_in_nim(agent):
    """What the agent takes from each pile that can be won, and what best play takes."""
    nim = envs.game(NIM)
    piles = np.array([stones for stones in range(5, 16) if stones % 4])
    batch = nim.batch(len(piles), autoreset=False, seed=0)
    batch.restore([nim.position(stones=stones) for stones in piles])
    turn = batch.turn(np.arange(len(piles)), np.zeros(len(piles), np.uint64))
    return agent.act(turn) + 1, piles % 4


WRONG_CONFIGURATIONS = [
    ("game = ", "not a TOML file"),
    ("game = 'misty'\nlayers = 3", "layers: Extra inputs are not permitted"),
    ("seed = 1", "game: Field required"),
]
"""Texts that neither learner accepts, and what they are answered."""


def refusal(read, text, folder):
    """The line with which `read` refuses a configuration of this text; it names the file."""
    file = folder / "wrong.toml"
    file.write_text(text)
    with pytest.raises(TrainingError) as error:
        read(file)
    line = str(error.value)
    assert str(file) in line
    assert "\n" not in line
    return line


def killed_at_a_checkpoint(config, folder, script):
    """Run `script` with the file of `config` and folder/killed, and kill it when it has written a checkpoint."""
    (folder / "small.toml").write_text(config.to_toml())
    command = [sys.executable, "-c", script, folder / "small.toml", folder / "killed"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    checkpoint = folder / "killed" / "checkpoint.safetensors"
    assert soon(lambda: checkpoint.is_file() or process.poll() is not None)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    return checkpoint


@pytest.fixture
def small():
    """A training of Connect Four that takes a second."""
    tables = {
        "game": YARDSTICK,
        "decisions": 1000,
        "hidden": [16, 8],
        "ppo": {"rows": 16, "steps": 8, "batch_size": 64, "epochs": 2},
        "league": {"every": 2, "keep": 2},
        "evaluation": {"every": 0.4, "games": 10, "simulations": 0, "final_games": 12},
    }
    return lambda **changes: SB3Config.of("small", {**tables, **changes})
