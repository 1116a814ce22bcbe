"""Inner kernels keep their intermediate code alone, and the ordinary way gives the same games."""

import pickle

import numba
import numpy as np
import pytest

from medianoche.envs.core.compile import jit, linking
from medianoche.toys import connect_four
from tests.envs.repeats import larger
from tests.processes import printed

kernel = jit.Kernels()


@kernel
def half(number):
    """Half of an even number."""
    if number % 2:
        raise ValueError("an odd number")
    return number // 2


@kernel
def with_a_closure(number):
    """Needs a pass that most kernels do not."""

    def twice(factor):
        return 2 * factor

    return twice(number) + half(number)


pytestmark = pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")
PLAY = """
import hashlib, sys
from medianoche import envs
from medianoche.agents import agent
from medianoche.envs.core.compile import dispatch, linking
dispatch.is_small = lambda module: False  # loops of small games contain their kernels
batch = envs.make_batch("medianoche.toys.poker:Leduc", 16, autoreset=False, seed=0)
while not batch.done.all():
    rows = (~batch.done).nonzero()[0]
    batch.step_rows(rows, batch.sample_legal()[rows])
digest = hashlib.sha256(batch.states.tobytes() + batch.observation.tobytes())
if sys.argv[1] != "random":
    env = batch.game.aec()
    env.reset(3)
    digest.update(bytes(str(agent(sys.argv[1]).act(env.turn())), "ascii"))
print(linking.AVAILABLE, digest.hexdigest())
"""


def played(cache, linked, chooser):
    """What a process prints that plays Leduc with kernels that loops share, as games with a folder of kernels have."""
    return printed("-c", PLAY, chooser, NUMBA_CACHE_DIR=str(cache), MEDIANOCHE_LINKING=linked).split()


def test_this_numba_is_as_expected():
    assert linking.AVAILABLE


@pytest.mark.parametrize(("chooser", "times"), [("random", 1), larger("greedy", 2), larger("ismcts:20", 2)])
def test_both_ways_play_the_same_cold_and_from_the_cache(cache, chooser, times):
    results = {}
    for linked in ("1", "0"):
        results[linked], *again = [played(cache, linked, chooser) for _ in range(times)]
        assert all(result == results[linked] for result in again)
    assert results["1"][0] == "True"
    assert results["0"][0] == "False"
    assert results["1"][1] == results["0"][1]
    shared = list(cache.glob("*/called.*"))
    assert shared
    if times > 1:
        for file in shared:
            file.unlink()
        assert played(cache, "1", chooser) == results["1"]  # loops of the cache make the kernels that they miss


def test_a_numba_without_what_is_used_is_compiled_for_in_the_ordinary_way():
    assert linking.exports(linking.USES)
    assert not linking.exports({**linking.USES, linking.InnerLibrary: ("no_such_method",)})
    assert not linking.exports({None: ("compile_extra",)})


def test_python_may_call_a_kernel_that_kernels_call():
    from medianoche.toys.connect_four import rules

    assert isinstance(rules.has_line, jit.Kernel)
    assert rules.has_line(0b1111)
    assert not rules.has_line(0b0111)
    assert rules.has_line.py_func.__module__ == f"{connect_four.__name__}.rules"


def test_code_called_by_symbol_returns_and_raises():
    shared = half.shared

    @numba.njit
    def call(number):
        return shared(number) + 1

    assert call(6) == 4
    assert call(np.int8(8)) == 5
    with pytest.raises(ValueError, match="an odd number"):
        call(7)


def test_a_kernel_is_pickled_by_its_name():
    assert pickle.loads(pickle.dumps(half.provide)) == half.provide


def test_what_needs_more_passes_gets_them():
    assert with_a_closure(6) == 15
