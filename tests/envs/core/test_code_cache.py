"""Compiled code on disk: damaged files are compiled again, and two games never run each other's code."""

import itertools
import json
import os
import shutil

import pytest

from medianoche import envs
from medianoche.envs.core.compile import content, jit
from tests.envs.repeats import larger
from tests.processes import printed

pytestmark = pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")
RICH = "correo", "misty"
PLAY = """
import hashlib, importlib, json, sys
import numba, numpy as np
from medianoche import envs
from medianoche.agents import agent
loop, codes, *locations = sys.argv[1:]
made = []

def number_of(dtype):
    made.append(numba.from_dtype(np.dtype(dtype)))  # a type that is thrown away gets another number when it comes back
    return made[-1]._code

def number(dtype, code):
    while number_of([(f"foreign{len(made)}", "i4")]) < code:
        pass
    return number_of(dtype)  # some more: the types of its fields come first

results = []
if codes:
    records = [
        getattr(importlib.import_module(f"medianoche.envs.{locations[0]}.{name}"), name.upper())
        for name in ("state", "pack")
    ]
    found = [number(dtype, code) for dtype, code in zip(records, json.loads(codes))]
for location in locations:
    game = envs.game(location)
    batch = game.batch(64, seed=1)
    if loop == "play_rows":
        states = batch.states.copy()
        rows = game.content.records, states, batch.masks, batch.blank, np.arange(64).astype("u8")
        results.append([game.rules.loops.play_rows(*rows, 100, 0, 64), hashlib.sha256(states.tobytes()).hexdigest()])
print(json.dumps(found if loop == "codes" else results))
"""


def run(cache, loop, *locations, codes=None, linking="1"):
    more = {"NUMBA_CACHE_DIR": str(cache)} if cache else {}
    words = "-c", PLAY, loop, json.dumps(codes) if codes else "", *locations
    return json.loads(printed(*words, MEDIANOCHE_LINKING=linking, **more))


@pytest.mark.larger
def test_games_compiled_by_processes_with_equal_counters_share_no_code(tmp_path):
    """numba counts functions and record types in the order in which a process meets them."""
    wanted = [5000, 8000]
    right = {}
    for game in RICH:
        run(None, "deal", game)
        shutil.copytree(
            jit.cache_folder(envs.game(game).content.folder),
            tmp_path / jit.cache_folder(envs.game(game).content.folder).name,
        )
    for file in tmp_path.rglob("*play_rows*"):
        file.unlink()
    for game in RICH:
        codes_found = run(tmp_path, "codes", game, codes=wanted)
        codes = [2 * want - code for want, code in zip(wanted, codes_found, strict=True)]
        assert run(tmp_path, "codes", game, codes=codes) == wanted
        (right[game],) = run(tmp_path, "play_rows", game, codes=codes)
    for one, other in itertools.combinations(RICH, 2):
        assert run(tmp_path, "play_rows", one, other) == [right[one], right[other]]


NAMES = """
import re, sys
import numba, numpy as np
from medianoche.envs.core.compile.jit import Kernels
kept = [numba.from_dtype(np.dtype([(f"foreign{n}", "i4")])) for n in range(int(sys.argv[1]))]
for _ in kept:
    numba.njit(lambda: 1)()
for fields in ([("one", "i4")], [("two", "i4")]):
    kernel = Kernels(state=np.dtype(fields))
    from tests.envs.core.test_code_cache import twice
    made = kernel(twice)
    made.executable
    (result,) = made.executable.overloads.values()
    print(re.sub(r"RecordILi\\d+E", "", result.fndesc.mangled_name))
"""


@pytest.mark.parametrize("linking", ["1", larger("0")])
def test_names_of_symbols_do_not_depend_on_what_a_process_made_before(tmp_path, linking):
    symbol_names = [
        printed("-c", NAMES, count, MEDIANOCHE_LINKING=linking, NUMBA_CACHE_DIR=str(tmp_path / count)).split()
        for count in ("0", "7")
    ]
    assert symbol_names[0] == symbol_names[1]
    assert len(set(symbol_names[0])) == 2


def twice(number, state):
    return 2 * number


@pytest.fixture
def file(tmp_path, monkeypatch):
    """The file that holds the compiled `twice`."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("MEDIANOCHE_QUIET", raising=False)
    assert compiled()(4, 0) == 8
    (code_file,) = tmp_path.glob("*/*.code")
    return code_file


def compiled():
    return jit.Kernels()(twice).executable


DAMAGE = {
    "empty": lambda data: b"", "short": lambda data: data[:-100], "beginning": lambda data: data[:20],
    "flipped": lambda data: data[:500] + bytes([data[500] ^ 1]) + data[501:], "zeros": lambda data: bytes(len(data)),
    "foreign": lambda data: b"not what is looked for",
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_said_removed_and_compiled_again(file, capfd, damage):
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert compiled()(4, 0) == 8
    assert capfd.readouterr().err.splitlines() == [f"medianoche: {file} is damaged: removed, and compiled again"]
    assert compiled()(4, 0) == 8  # from a file that is whole again
    assert not capfd.readouterr().err


def test_a_file_that_cannot_be_read_or_written_is_done_without(file):
    file.unlink()
    file.mkdir()  # nor can root read or replace this
    assert compiled()(4, 0) == 8
    assert list(file.parent.iterdir()) == [file]


def test_only_compiling_is_announced(file, capfd, monkeypatch):
    monkeypatch.setattr(jit, "ANNOUNCE_AFTER_S", 0.0)
    jit._announce_once.cache_clear()
    assert compiled()(4, 0) == 8
    assert not capfd.readouterr().err
    for _ in range(2):  # once in a process, however much is compiled
        file.unlink()
        assert compiled()(4, 0) == 8
    told = capfd.readouterr().err
    assert told.startswith("medianoche: compiling")
    assert told.count("\n") == 1
    jit._announce_once.cache_clear()


@pytest.mark.parametrize(("value", "said"), [("1", False), ("yes", False), ("0", True), ("", True), ("False", True)])
def test_quiet_is_what_the_environment_says(capfd, monkeypatch, value, said):
    monkeypatch.setenv("MEDIANOCHE_QUIET", value)
    jit.say("a line")
    assert bool(capfd.readouterr().err) == said


def test_agents_of_one_kind_load_a_search_once():
    """Machine code stays in memory until the process ends: a new agent for each of many tournaments loads none."""
    from medianoche.agents import agent  # no process that imports this file to compile `twice` needs it

    four = envs.game("medianoche.toys.connect_four:ConnectFour")
    env = four.aec()
    env.reset(seed=1)
    first, second = (agent("flat:2") for _ in range(2))
    for player in first, second:
        player.act(env.turn())
    assert first._kernels == second._kernels


@pytest.mark.skipif(os.name == "nt", reason="no permissions of this kind")
def test_a_private_folder_that_others_may_write_to_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr(jit.tempfile, "tempdir", str(tmp_path))
    folder = jit._private()
    assert folder.parent == tmp_path
    assert jit._private() == folder
    folder.chmod(0o777)
    assert jit._private() not in {folder, tmp_path}


def test_libraries_stand_for_their_version_and_what_a_user_writes_for_its_code():
    assert content._is_versioned("numba.core.types")
    assert not content._is_versioned("tests.toys.coin")
