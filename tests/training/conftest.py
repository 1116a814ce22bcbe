"""A game small enough that its best play is known, and quick configurations."""

from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents.base import ENTRIES, AgentEntry
from medianoche.training import run
from medianoche.training.learners import LEARNERS
from medianoche.training.settings import SelfPlayConfig, TrainingError
from medianoche.training.torch.sb3_config import SB3Config

YARDSTICK = "medianoche.toys.connect_four:ConnectFour"
NIM = "tests.toys.nim:Nim"
TIMES = ("seconds", "warmup", "cpu", "measuring", "speed_before")
"""Times in a checkpoint."""


def choices_in_nim(agent):
    """What the agent takes from each pile that can be won, and what best play takes."""
    nim = envs.game(NIM)
    piles = np.array([stones for stones in range(5, 16) if stones % 4])
    batch = nim.batch(len(piles), autoreset=False, seed=0)
    batch.restore([nim.position(stones=stones) for stones in piles])
    turn = batch.turn(np.arange(len(piles)), np.zeros(len(piles), np.uint64))
    return agent.act(turn) + 1, piles % 4


SIZES = {"num_envs": 32, "num_steps": 16, "minibatch_size": 128, "learning_rate": 3e-3}
STAGE = {"kind": "self-play", "rounds": 40, "num_steps": 512, "minibatch_size": 128, "learning_rate": 3e-3}
QUICK = {
    "net": {"stages": [STAGE]},
    "torch": SIZES,
    "ppo": {"ppo": SIZES, "league": {"agents": {"random": 0.2}, "snapshot_every": 5}},
    "lstm": {"num_envs": 32, "num_steps": 16, "learning_rate": 3e-3},  # of `recurrent.py`
}
"""The keys of each learner that make its training quick. A round has at most 2,000 decisions."""


def toy_config(name, decisions, **tables):
    """A quick training by a learner; `tables` are keys that all learners have."""
    config = LEARNERS[name].config
    shared = {"hidden": [32], "evaluation": {"every": 1.0, "simulations": 0}}
    shared |= {"total_decisions": decisions} if issubclass(config, SelfPlayConfig) else {}
    shared = {key: value for key, value in shared.items() if key not in config.refused}
    return config.from_tables("toy", {**shared, **QUICK[name], **tables})


class Example(NamedTuple):
    """The entry of the learner in `recurrent.py`."""

    algorithm: Any
    config: Any


@pytest.fixture
def recurrent(monkeypatch):
    """The learner `lstm` of `recurrent.py` among those of the suite, and its agent among the agents."""
    pytest.importorskip("torch")
    from tests.training.recurrent import LSTMPPO, LSTMAgent, LSTMConfig

    monkeypatch.setitem(LEARNERS, "lstm", Example(LSTMPPO, LSTMConfig))
    entry = AgentEntry(f"{LSTMAgent.__module__}:{LSTMAgent.__name__}", "lstm:PATH", "a recurrent network", "")
    monkeypatch.setitem(ENTRIES, "lstm", entry)
    return "lstm"


def remembers(name):
    """Whether the agent that plays a learner's file keeps something for each game, as recurrent networks do."""
    module, _, made = ENTRIES[LEARNERS[name].config.agent].target.partition(":")
    return hasattr(getattr(import_module(module), made), "over")


def algorithm_of(config, actors=None):
    """The algorithm of a configuration."""
    made = LEARNERS[config.learner].algorithm
    return made(config, actors) if actors else made(config)


def train(config, folder, evaluate, promote, report=None, actors=None, gauge=None):
    """A whole training in the folder."""
    run.train(algorithm_of(config, actors), folder, evaluate, promote, report, gauge)


def opened(config, folder):
    """The training in the folder, as far as it is."""
    return run.open_run(algorithm_of(config), folder)


def plain(state):
    """The state of a checkpoint that can be compared: arrays as bytes, without times."""
    if isinstance(state, np.ndarray):
        return str(state.dtype), state.tobytes()
    if isinstance(state, list):
        return [plain(part) for part in state]
    if isinstance(state, dict):
        return {name: plain(part) for name, part in state.items() if name not in TIMES}
    return state


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


@pytest.fixture
def small():
    """A training of Connect Four that takes a second."""
    tables = {
        "game": YARDSTICK,
        "total_decisions": 1000,
        "hidden": [16, 8],
        "ppo": {"num_envs": 16, "num_steps": 8, "minibatch_size": 64, "update_epochs": 2},
        "league": {"snapshot_every": 2, "snapshots_kept": 2},
        "evaluation": {"every": 0.4, "games": 10, "simulations": 0, "final_games": 12},
    }
    return lambda **changes: SB3Config.from_tables("small", {**tables, **changes})
