"""Files and requests that somebody else made: each row of docs/reference/foreign.md, with what harms a reader without
bounds. Memory and CPU time are those of a process of its own."""

import multiprocessing
import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("mcp")
pytest.importorskip("uvicorn")

from medianoche.envs.core.errors import GameError
from medianoche.envs.core.files import DOTS, TOML_BYTES, from_toml
from tests import foreign

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc tells the memory of a process")

PAGE = Path(__file__).parents[1] / "docs/reference/foreign.md"
ROW = re.compile(r"^\| ([a-z ]+) \| .* \| (\d+) MB \| (\d+) s \| (.*) \|$", re.MULTILINE)
BOUNDS = {name: (int(size), int(seconds)) for name, size, seconds, _ in ROW.findall(PAGE.read_text(encoding="utf-8"))}
SAID = {
    "bundle": "packed by method 12; accepted: stored or deflated and ",
    "largest bundle": "",
    "network": "has 3,221,225,472 bytes; accepted: up to 1,073,741,824",
    "pack": "a line with 100,000 dots; accepted: up to 200",
    "large pack": "accepted: up to 262,144",
    "pack of keys": "recursion limit exceeded",
    "configuration": "a line with 100,000 dots; accepted: up to 200",
    "replay": "accepted: up to 16,777,216",
    "largest replay": "",
    "saved game": "",
    "tournament": "a column that is computed, more and ",
    "tournament of keys": "Unexpected keyword argument",
    "engine": "accepted: at most 1,048,576 and request: ",
    "mcp": "1,048,576 characters; accepted: up to 300",
    "bot": "wrote a line of more than 65,536 bytes and wrote more than 1,048,576 bytes that were not asked for",
}
"""What the row ends with, a part of it; "" for what is read."""
BROWSER = {"page request", "page body"}
"""Rows whose tests are in tests/ui/test_safety.py: connections and bodies."""


@pytest.fixture(scope="module")
def processes():
    """A maker of processes that have imported the suite."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.foreign"])
    return context


def test_every_row_of_the_page_has_a_test():
    assert BOUNDS.keys() == foreign.ROWS.keys() | BROWSER
    assert SAID.keys() == foreign.ROWS.keys()


@pytest.mark.parametrize("row", foreign.ROWS)
def test_a_reader_has_bounds(processes, tmp_path, row):
    with processes.Pool(1) as pool:
        line, size, seconds = pool.apply_async(foreign.measured, (row, str(tmp_path))).get(240)
    assert SAID[row] in line
    assert bool(SAID[row]) == bool(line)
    assert "\n" not in line
    assert size <= BOUNDS[row][0]
    assert seconds <= BOUNDS[row][1]


def test_toml_within_the_bounds_is_read():
    whole = b"k = 1\n#" + b"x" * (TOML_BYTES - 7)
    assert from_toml(whole, "x", GameError) == {"k": 1}
    with pytest.raises(GameError, match=r"x has 262,145 bytes; accepted: up to 262,144"):
        from_toml(whole + b"x", "x", GameError)
    assert from_toml(b"a" + b".a" * DOTS + b" = 1", "x", GameError)
