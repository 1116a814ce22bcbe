"""Inner kernels keep their intermediate code alone, and the ordinary way gives the same games."""

import os
import subprocess
import sys

import pytest

from medianoche.benchmarks.speed import connect_four
from medianoche.envs.core import jit, linking

pytestmark = pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")
LOCATION = "medianoche.benchmarks.speed.connect_four:ConnectFour"
PLAY = f"""
import hashlib
from medianoche import envs
from medianoche.agents import agent
from medianoche.envs.core import linking
batch = envs.make_batch({LOCATION!r}, 16, autoreset=False)
search = agent("ismcts:20")
env = batch.game.aec()
env.reset(3)
while not batch.done.all():
    rows = (~batch.done).nonzero()[0]
    batch.step_rows(rows, batch.sample_legal()[rows])
digest = hashlib.sha256(batch.states.tobytes() + batch.observation.tobytes())
digest.update(bytes(str(search.act(env.turn())), "ascii"))
print(linking.AVAILABLE, digest.hexdigest())
"""


def played(cache, linked):
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(cache),
        "MEDIANOCHE_LINKING": linked,
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    ran = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=True)
    return ran.stdout.split()


def test_this_numba_is_as_expected():
    assert linking.AVAILABLE


def test_both_ways_play_the_same_cold_and_from_the_cache(tmp_path):
    results = {}
    for linked in ("1", "0"):
        cold, warm = played(tmp_path, linked), played(tmp_path, linked)
        assert cold == warm
        results[linked] = cold
    assert results["1"][0] == "True"
    assert results["0"][0] == "False"
    assert results["1"][1] == results["0"][1]


def test_a_numba_without_what_is_used_is_compiled_for_in_the_ordinary_way():
    assert linking.found(linking.USES)
    assert not linking.found({**linking.USES, linking.InnerLibrary: ("no_such_method",)})
    assert not linking.found({None: ("compile_extra",)})


def test_python_may_call_a_kernel_that_kernels_call():
    from medianoche.benchmarks.speed.connect_four import rules

    assert isinstance(rules.has_line, jit.Kernel)
    assert rules.has_line(0b1111)
    assert not rules.has_line(0b0111)
    assert rules.has_line.py_func.__module__ == f"{connect_four.__name__}.rules"
