"""Signals: a command that is stopped prints one line and ends with exit code 130."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from medianoche.benchmarks.tournament import Store, TournamentError
from tests.benchmarks.calls import Called
from tests.benchmarks.conftest import YARDSTICK
from tests.cli.running import invoke, start
from tests.waiting import LONG, answers, soon


@pytest.mark.usefixtures("quick")
def test_stopped_by_the_keyboard_it_says_how_to_go_on(monkeypatch, tmp_path):
    from medianoche.benchmarks.tournament import run as module

    played = module.play_shard

    def interrupted(spec, start, stop, *_):
        if start >= 16:
            raise KeyboardInterrupt
        return played(spec, start, stop)

    monkeypatch.setattr(module, "play_shard", interrupted)
    called = Called(["tournament", YARDSTICK, "--games", "60", "--out", tmp_path])
    assert called.code == 130
    assert called.err == f"stopped: 16 of 60 games are kept in {tmp_path}; the same command goes on\n"
    monkeypatch.undo()
    assert "60 games on 30 deals" in invoke("tournament", YARDSTICK, "--games", 60, "--out", tmp_path)


SWALLOWING = """
import os, signal, sys, time
from medianoche.cli import app
from medianoche.cli import main as cli

def swallow(**_):
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.1)
    except BaseException:
        pass
    ENDING

app.app = swallow
cli.main()
"""
PROGRESS = """
    from medianoche.cli.bars import Bar, GameRate
    from medianoche.cli.common import new_console
    try:
        Bar(new_console(), GameRate()).show("games", 1, 2, "")
    finally:
        Bar(new_console(), GameRate()).show("stored", 2, 2, "")  # not again while results are stored
"""


LOST = """
import os, signal, time
from pathlib import Path
from medianoche.cli import bars

class Freed:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.1)

kept = [Freed()]
shown = bars.Bar.show

def show(*words, **figures):
    if kept and Path(CHECKPOINT).exists():
        kept.pop()  # frees it
    return shown(*words, **figures)

bars.Bar.show = show
"""


def test_a_signal_whose_exception_python_ignores_stops_a_training_at_its_next_progress(environment, tmp_path):
    """Python ignores what is raised where an object is freed; compilers free objects at any moment."""
    out = tmp_path / "out"
    words = ["train", "tests.toys.nim:Nim", "--minutes", "60", "--out", str(out)]
    process = begun(environment, *words, before=LOST.replace("CHECKPOINT", repr(str(out / "checkpoint.safetensors"))))
    err = process.communicate(timeout=LONG)[1]
    assert process.returncode == 130
    assert err.endswith(f"stopped: the same command goes on from the checkpoint in {out}\n")


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        pytest.param("os.kill(os.getpid(), signal.SIGTERM)", "stopped at once; the same command goes on", id="another"),
        pytest.param(PROGRESS, "stopped: the same command starts again", id="at its next progress"),
        pytest.param("return 1", "stopped: the same command starts again", id="it fails"),
        pytest.param("raise SystemError('an exception set')", "stopped: the same command starts again", id="an error"),
    ],
)
def test_where_a_library_swallows_a_signal_the_command_stops_later(ending, said, environment):
    ran = start(environment, "-c", SWALLOWING.replace("ENDING", ending))
    assert (ran.returncode, ran.stderr) == (130, f"{said}\n")


def of_each(pairs, firsts, seconds):
    """All pairs; those that are not in `pairs` repeat these in other combinations."""
    every = [(first, second) for first in firsts for second in seconds]
    return [case if case in pairs else pytest.param(*case, marks=pytest.mark.larger) for case in every]


STARTED = """import signal
for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    signal.signal(number, handler)  # a job in the background, or under nohup, ignores them
from medianoche.cli.main import main
BEFORE
main()
"""


def begun(environment, *words, before="", **how):
    """A command in a session of its own: a signal goes to all of its processes, as Ctrl-C does."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | how
    command = [sys.executable, "-c", STARTED.replace("BEFORE", before), *words]
    return subprocess.Popen(command, env=environment, start_new_session=True, **streams)


MOMENTS = {"at the start": signal.SIGINT, "among workers": signal.SIGTERM, "in play": signal.SIGHUP}


@pytest.mark.parametrize(("moment", "number"), of_each(MOMENTS.items(), MOMENTS, MOMENTS.values()))
def test_a_signal_is_answered_in_one_line(number, moment, environment, tmp_path):
    words = ["tournament", YARDSTICK, "--games", "1000000", "--workers", "2", "--out", str(tmp_path / "out")]
    process = begun(environment, *words, before="print('here', flush=True)")
    process.stdout.readline()
    soon(lambda: reached(moment, process.pid, tmp_path / "out"), every=0.05)
    os.killpg(process.pid, number)
    err = process.communicate(timeout=LONG)[1]
    assert process.returncode == 130, err
    kept = r"stopped: (the same command starts again|[\d,]+ of 1,000,000 games are kept .* goes on)\n"
    at_once = "stopped at once; the same command goes on\n"  # while it is importing, there is nothing to store
    assert re.fullmatch(kept, err) or (moment == "at the start" and err == at_once)


def reached(moment, pid, folder):
    if moment == "at the start":
        time.sleep(0.3)  # it is importing
        return True
    if moment == "among workers":  # two of them and the tracker of multiprocessing
        return len(Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()) >= 2
    try:
        with Store.read(folder) as store:
            return store.played > 0
    except TournamentError:
        return False


DELAYS = {
    ("--version",): (signal.SIGINT, 0),
    ("games",): (signal.SIGTERM, 0.1),
    ("check", YARDSTICK): (signal.SIGHUP, 0.3),
    ("warmup", YARDSTICK): (signal.SIGTERM, 0.7),
}


@pytest.mark.parametrize(("words", "sent"), of_each(DELAYS.items(), DELAYS, DELAYS.values()))
def test_a_signal_at_any_moment_prints_no_traceback(words, sent, environment):
    process = begun(environment, *words)
    while process.poll() is None and not answers(process.pid):  # Python itself is starting
        time.sleep(0.001)
    number, delay = sent
    time.sleep(delay)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)
    err = process.communicate(timeout=LONG)[1]
    assert process.returncode in (0, 130)
    assert err == "" or re.fullmatch(r"stopped.* the same command .*\n", err), err


def test_a_training_whose_terminal_is_closed_keeps_its_checkpoint(environment, tmp_path):
    """As when a connection is lost: a signal comes, and nothing can be written to the terminal any more."""
    master, terminal = os.openpty()
    out = tmp_path / "out"
    said = tmp_path / "said"
    words = ["train", "tests.toys.nim:Nim", "--minutes", "60", "--out", str(out)]
    owned = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)"
    with said.open("wb") as err:
        process = begun(environment, *words, before=owned, stdin=terminal, stdout=terminal, stderr=err)
    os.close(terminal)
    soon((out / "checkpoint.safetensors").exists, every=0.05)
    os.close(master)
    assert process.wait(LONG) == 130
    assert said.read_text() == f"stopped: the same command goes on from the checkpoint in {out}\n"


STUCK = """
import signal
from medianoche.envs.core import contract
from medianoche.envs import game

def loop_for_ever(stuck, num_players):
    ends = game("tests.toys.endless:Endless")
    ends.step(ends.new(), 0)  # compiles what both have
    state = stuck.new()
    print("here", flush=True)
    stuck.step(state, 0)

contract.CHECKS = (loop_for_ever,)
"""


@pytest.mark.parametrize("count", [1, 2])
def test_a_signal_ends_a_command_whose_rules_loop_for_ever(count, environment):
    before = STUCK if count == 1 else STUCK + "from medianoche.cli import app; app.stop_at_once = lambda: None"
    process = begun(environment, "check", "tests.toys.endless:Loop", before=before)
    lines = iter(process.stdout.readline, "")
    assert "here\n" in lines  # reads up to there
    time.sleep(0.5)  # it has entered the kernel, which does not return
    for _ in range(count):
        os.killpg(process.pid, signal.SIGTERM)
        time.sleep(0.1)
    err = process.communicate(timeout=LONG)[1]
    assert (process.returncode, err) == (130, "stopped at once; the same command goes on\n")


def test_nohup_keeps_a_command_running_when_the_terminal_is_closed(environment):
    script = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from medianoche.cli.stopping import answer_signals, stop\n"
        "answer_signals(stop); signal.raise_signal(signal.SIGHUP); print('goes on')"
    )
    ran = start(environment, "-c", script)
    assert (ran.stdout, ran.returncode) == ("goes on\n", 0)
