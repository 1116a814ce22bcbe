"""The folder of the compile cache, which processes may fill at once."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

import medianoche
from medianoche.envs.core.compile import jit, sources
from medianoche.envs.core.kernels.worlds import view_rows
from tests.processes import environment
from tests.waiting import LONG

ROOT = Path(medianoche.__file__).parent
FOUR = ROOT / "toys" / "connect_four"
PLAY = """
import hashlib
from medianoche import envs
batch = envs.make_batch({location!r}, 4, autoreset=False, seed=0)
while not batch.done.all():
    rows = (~batch.done).nonzero()[0]
    batch.step_rows(rows, batch.sample_legal()[rows])
print(hashlib.sha256(batch.states.tobytes()).hexdigest())
"""


def start(location, cache):
    return subprocess.Popen(
        [sys.executable, "-c", PLAY.format(location=location)],
        env=environment(NUMBA_CACHE_DIR=str(cache)),
        stdout=subprocess.PIPE,
        text=True,
    )


def finished(process):
    out, _ = process.communicate(timeout=LONG)
    assert process.returncode == 0
    return out.split()


@pytest.mark.larger
@pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")
def test_processes_start_at_once_on_a_cold_cache(tmp_path):
    running = [start("tests.toys.nim:Nim", tmp_path / "cache") for _ in range(2)]
    assert len({tuple(finished(process)) for process in running}) == 1


@pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled")
def test_copies_of_a_game_share_what_was_compiled_once(four):
    """Each batch has a copy of its game; machine code is never freed."""
    one, other = (four.batch(1, seed=seed).game for seed in range(2))
    assert one is not other
    assert one.rules.loops.compile(view_rows) is other.rules.loops.compile(view_rows)


def test_the_hash_depends_on_sources_and_settings(tmp_path, monkeypatch):
    file = tmp_path / "rules.py"
    file.write_text("a = 1\n")

    def hashed():
        sources.sources_hash.cache_clear()
        return jit.cache_folder(tmp_path).name

    first = hashed()
    assert hashed() == first
    file.write_text("a = 2\n")
    second = hashed()
    assert second != first
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1" if os.environ.get("NUMBA_BOUNDSCHECK") != "1" else "0")
    assert hashed() != second


def test_the_given_cache_folder_is_used(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert jit.cache_folder(FOUR).parent == tmp_path
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert jit.cache_folder(FOUR).parent.name == "medianoche"


@pytest.fixture
def read_only(monkeypatch, tmp_path):
    """A cache folder that cannot be written, and what decides whether temporary files can."""
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    monkeypatch.delenv("MEDIANOCHE_QUIET", raising=False)

    def refuse(*_args, **_named):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(jit.tempfile, "TemporaryFile", refuse)
    return folder, refuse


def test_code_in_a_cache_that_cannot_be_written_is_used(read_only, capsys):
    folder, _ = read_only
    filled = folder / jit.cache_folder(FOUR).name
    filled.mkdir()
    capsys.readouterr()
    assert jit.cache_folder(FOUR) == filled
    assert capsys.readouterr().err == ""


def test_without_code_in_it_new_code_goes_to_a_temporary_folder(read_only, capsys):
    folder, _ = read_only
    assert jit.cache_folder(FOUR).parent != folder
    assert f"{folder} cannot be written: compiled code goes to" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["gettempdir", "mkdtemp"])
def test_where_nothing_can_be_written_nothing_is_kept(name, read_only, tmp_path, monkeypatch, capsys):
    folder, refuse = read_only
    monkeypatch.setattr(jit.tempfile, "gettempdir", lambda: str(tmp_path / "missing" / "folder"))
    monkeypatch.setattr(jit.tempfile, "mkdtemp", refuse)
    monkeypatch.setattr(jit.tempfile, name, refuse)
    assert jit.cache_folder(FOUR).parent == folder
    assert "every start compiles again" in capsys.readouterr().err
