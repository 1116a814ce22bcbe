"""Files and requests that somebody else made: each row of docs/reference/foreign.md, with what harms a reader without
bounds. Memory and CPU time are those of a process of its own."""

import multiprocessing
import sys

import pytest

pytest.importorskip("mcp")
pytest.importorskip("uvicorn")

from medianoche.envs.core.errors import GameError
from medianoche.envs.core.files import DOTS, TOML_BYTES, from_toml
from tests import foreign
from tests.envs.repeats import larger

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc tells the memory of a process")

BROWSER = {"page request", "page body", "page address"}
"""Rows whose tests are in tests/ui/test_safety.py."""
ACCEPTED = {"largest bundle", "largest replay", "saved game"}
"""Rows that are read."""
LARGE = {"largest bundle"}
"""Rows that write a gigabyte."""


@pytest.fixture(scope="module")
def processes():
    """A maker of processes that have imported the suite."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.foreign"])
    return context


def test_every_row_of_the_page_has_a_test():
    assert foreign.BOUNDS.keys() == foreign.ROWS.keys() | BROWSER
    assert {name for name, bound in foreign.BOUNDS.items() if not bound.lines} == ACCEPTED


@pytest.mark.parametrize("row", [larger(row) if row in LARGE else row for row in foreign.ROWS])
def test_a_reader_has_bounds(processes, tmp_path, row):
    with processes.Pool(1) as pool:
        line, size, seconds = pool.apply_async(foreign.measured, (row, str(tmp_path))).get(240)
    bound = foreign.BOUNDS[row]
    assert [part for part in bound.lines if part not in line] == []
    assert bool(bound.lines) == bool(line)
    assert "\n" not in line
    assert size <= bound.size
    assert seconds <= bound.seconds


def test_toml_within_the_bounds_is_read():
    whole = b"k = 1\n#" + b"x" * (TOML_BYTES - 7)
    assert from_toml(whole, "x", GameError) == {"k": 1}
    with pytest.raises(GameError, match=r"x has 262,145 bytes; accepted: up to 262,144"):
        from_toml(whole + b"x", "x", GameError)
    assert from_toml(b"a" + b".a" * DOTS + b" = 1", "x", GameError)
