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
from tests.cli.running import invoke
from tests.waiting import LONG, soon


def test_stopped_by_the_keyboard_it_says_how_to_go_on(monkeypatch, tmp_path):
    from medianoche.benchmarks.tournament import run as module

    played = module.play_shard

    def interrupted(spec, start, stop, record):
        if start >= 16:
            raise KeyboardInterrupt
        return played(spec, start, stop)

    monkeypatch.setattr(module, "play_shard", interrupted)
    called = Called(["tournament", YARDSTICK, "--games", "500", "--out", tmp_path])
    assert called.code == 130
    assert called.err == f"stopped: 16 of 500 games are kept in {tmp_path}; the same command goes on\n"
    monkeypatch.undo()
    assert "500 games on 250 deals" in invoke("tournament", YARDSTICK, "--games", 500, "--out", tmp_path)


SWALLOWING = """
import os, signal, sys, time
from medianoche.cli import app
from medianoche.cli import main as cli

def swallow(**_):
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(60)
    except BaseException:
        pass
"""


def swallowed(environment, ending):
    script = f"{SWALLOWING}    {ending}\n\napp.app = swallow\ncli.main()"
    return subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False, timeout=LONG
    )


def test_where_a_library_swallows_the_first_signal_the_second_ends_the_command(environment):
    ran = swallowed(environment, "os.kill(os.getpid(), signal.SIGTERM)")
    assert ran.returncode == 130
    assert ran.stderr == "stopped at once; the same command goes on\n"


def test_a_swallowed_signal_stops_the_command_at_its_next_progress(environment):
    script = (
        SWALLOWING.replace("time.sleep(60)", "time.sleep(0.1)")
        + """
    from medianoche.cli.bars import Bar, GameRate
    from medianoche.cli.common import new_console
    try:
        Bar(new_console(), GameRate()).show("games", 1, 2, "")
    finally:
        Bar(new_console(), GameRate()).show("stored", 2, 2, "")  # not again while results are stored

app.app = swallow
cli.main()
"""
    )
    command = [sys.executable, "-c", script]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=LONG)
    assert (ran.returncode, ran.stderr) == (130, "stopped: the same command starts again\n")


@pytest.mark.parametrize("ending", ["return 1", "raise SystemError('a result with an exception set')"])
def test_what_fails_for_a_signal_is_stopped(ending, environment):
    ran = swallowed(environment, ending)
    assert ran.returncode == 130
    assert ran.stderr == "stopped: the same command starts again\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("moment", ["at the start", "among workers", "in play"])
def test_a_signal_is_answered_in_one_line(number, moment, environment, tmp_path):
    words = ["tournament", YARDSTICK, "--games", "1000000", "--workers", "2", "--out", str(tmp_path / "out")]
    # a job in the background has no handler for Ctrl-C
    restored = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    script = f"{restored}; from medianoche.cli.main import main; print('here', flush=True); main()"
    process = subprocess.Popen(
        [sys.executable, "-c", script, *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # the signal goes to all of its processes, as Ctrl-C does
    )
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


@pytest.mark.parametrize("words", [["--version"], ["games"], ["check", YARDSTICK], ["warmup", YARDSTICK]])
@pytest.mark.parametrize(
    ("number", "delay"), [(signal.SIGINT, 0), (signal.SIGTERM, 0.1), (signal.SIGHUP, 0.3), (signal.SIGTERM, 0.7)]
)
def test_a_signal_at_any_moment_prints_no_traceback(words, number, delay, environment):
    process = subprocess.Popen(
        [sys.executable, "-m", "medianoche", *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while process.poll() is None and not answers(process.pid):  # Python itself is starting
        time.sleep(0.001)
    time.sleep(delay)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)
    err = process.communicate(timeout=LONG)[1]
    assert process.returncode in (0, 130)
    assert err == "" or re.fullmatch(r"stopped.* the same command .*\n", err), err


def answers(pid):
    """Whether a process has a handler of its own for SIGTERM."""
    try:
        caught = re.search(r"SigCgt:\s*(\w+)", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    except ProcessLookupError:
        return False
    return bool(caught) and bool(int(caught[1], 16) >> (signal.SIGTERM - 1) & 1)


def test_a_training_whose_terminal_is_closed_keeps_its_checkpoint(environment, tmp_path):
    """As when a connection is lost: a signal comes, and nothing can be written to the terminal any more."""
    master, terminal = os.openpty()
    out, said = tmp_path / "out", tmp_path / "said"
    words = ["train", "tests.toys.nim:Nim", "--minutes", "60", "--out", str(out)]
    script = (
        "import os, fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); from medianoche.cli.main import main; main()"
    )
    with said.open("wb") as err:
        process = subprocess.Popen(
            [sys.executable, "-c", script, *words],
            env=environment,
            stdin=terminal,
            stdout=terminal,
            stderr=err,
            start_new_session=True,
        )
    os.close(terminal)
    soon((out / "checkpoint.safetensors").exists, every=0.05)
    os.close(master)
    assert process.wait(LONG) == 130
    assert said.read_text() == f"stopped: the same command goes on from the checkpoint in {out}\n"


def test_nohup_keeps_a_command_running_when_the_terminal_is_closed(environment):
    script = (
        "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from medianoche.cli.stopping import answer_signals, stop\n"
        "answer_signals(stop); signal.raise_signal(signal.SIGHUP); print('goes on')"
    )
    ran = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.returncode) == ("goes on\n", 0)
