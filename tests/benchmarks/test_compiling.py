"""Compiling ahead, measuring it, and the tables of a game's page on the command line."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from medianoche.benchmarks.speed import compiling
from medianoche.benchmarks.workers.pool import WorkerPool
from medianoche.envs.core.kernels import DISABLED
from tests.benchmarks.calls import done
from tests.benchmarks.conftest import YARDSTICK as FOUR
from tests.processes import printed
from tests.training.conftest import NIM  # compiled by other tests, too

ROOT = Path(__file__).parents[2]
WARM_UP = """
from medianoche.benchmarks.speed.compiling import PARTS, compile_part
for part in PARTS:
    compile_part("medianoche.toys.connect_four:ConnectFour", part)
"""
REFUSE = """
from medianoche import Match, envs
from medianoche.agents import agent
from medianoche.envs.core.compile import linking

def refuse(self):
    raise SystemExit(f"compiled: {self.state.func_id.func_qualname}")

linking.NamedCompiler.define_pipelines = refuse
linking.KernelCompiler.define_pipelines = refuse
"""
USE = f"""{REFUSE}
game = envs.game("medianoche.toys.connect_four:ConnectFour")
env = game.aec()
env.reset(1)
for text in ("random", "greedy", "flat:1", "ismcts:1"):
    env.step(agent(text).act(env.turn())[0])
batch = game.batch(4)
batch.step(batch.sample_legal())
batch.observation
game.step(game.position(), 3)
match = Match(game.content.location, seed=1)
match.push(match.legal_actions[0])
match.determinized(1).observe(0)
"""


def test_warmup_compiles_every_part_once(monkeypatch):
    parts = []
    finish = WorkerPool.finished

    def finished(pool):
        finished_parts = list(finish(pool))
        parts.extend(task.arguments for task, _ in finished_parts)
        return finished_parts

    monkeypatch.setattr(WorkerPool, "finished", finished)
    assert "compiled code is in" in done(["warmup", NIM, "--processes", "2"])
    assert sorted(parts) == sorted((NIM, part) for part in compiling.PARTS)


@pytest.mark.larger
@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_after_warmup_environments_positions_and_its_agents_compile_nothing(tmp_path):
    """In a new process, in which compiling anything is an error."""
    for script in (WARM_UP, USE):
        printed("-c", script, NUMBA_CACHE_DIR=str(tmp_path))


@pytest.mark.larger
@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_compiling_is_said_once_for_a_game_and_by_the_first_command_alone(tmp_path):
    """With an empty cache; the second command plays with an agent that the first one has not compiled."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    environment.pop("MEDIANOCHE_QUIET", None)

    def told(agent):
        words = ["tournament", NIM, "--agents", "random", agent, "--games", "4", "--out", str(tmp_path / agent[:4])]
        command = [sys.executable, "-m", "medianoche", *words]
        ran = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=ROOT)
        return [
            line for line in (ran.stdout + ran.stderr).splitlines() if "compiling" in line.replace(str(tmp_path), "")
        ]

    assert told("greedy") == ["nim: compiling for the first time"]
    assert told("flat:2") == []


DEMO = """
from medianoche.benchmarks.speed.compiling import compile_first_script
from medianoche.benchmarks.tournament import play, spec
compile_first_script("tests.toys.nim:Nim")
play.compile_shard(spec.Spec.create("tests.toys.nim:Nim", ["random", "greedy"]))
"""
SCRIPT = f"""{REFUSE}
game = envs.game("tests.toys.nim:Nim")
env = game.aec()
env.reset(1)
env.step(env.sample_legal())
batch = game.batch(4)
batch.step(batch.sample_legal())
batch.observation
match = Match(game.content.location, seed=1)
match.push(agent("greedy").act(match.turn())[0])
"""


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_after_the_demo_a_first_script_compiles_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for script in (DEMO, SCRIPT):
        printed("-c", script)


def test_compiling_is_measured_by_part(tmp_path, monkeypatch):
    figures = dict.fromkeys(compiling.FULL_USE, (2.0, 3.0))
    monkeypatch.setattr(compiling, "cold_and_warm", lambda location: (figures, figures))
    file = tmp_path / "compile.json"
    assert f"{2.0 * len(figures):.1f}" in done(["bench", "compile", NIM, "--out", file])
    assert json.loads(file.read_text())[NIM]["empty"]["batch"] == [2.0, 3.0]
    assert set(compiling.measure(NIM)) == set(compiling.FULL_USE)


def test_check_prints_the_tables_of_the_page():
    assert "| 42 | 42 | `other_discs` |" in done(["check", FOUR, "--tables"])
