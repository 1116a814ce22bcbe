"""Processes of `exec:COMMAND`: they and their children end with the process of the agent, in every way of ending."""

import copy
import gc
import json
import os
import pickle
import signal
import subprocess
import sys

import pytest

from medianoche.agents import agent, ask, link
from tests.agents.conftest import FOUR, GOOD, turn
from tests.benchmarks.calls import larger
from tests.waiting import has_gone, soon


def pid_of(who):
    return who._program.link.pid


@pytest.mark.parametrize("end", [lambda who: who.close(), lambda who: None], ids=["closed", "dropped"])
def test_no_process_is_left(end):
    who = agent(GOOD)
    ask(who, turn())
    pid, keeper = pid_of(who), who._program.link._keeper.pid
    end(who)
    del who
    gc.collect()
    assert has_gone(pid)
    assert has_gone(keeper)
    assert not link._open


CHILD = """
import os, subprocess
def note(pid):
    open({file!r}, "w").write(str(pid))
def plain(**more):
    note(subprocess.Popen(["sleep", "99"], **more).pid)
def session():
    plain(start_new_session=True)
def group():
    plain(process_group=0)
def daemon():
    if not os.fork():
        os.setsid()
        if not os.fork():
            note(os.getpid())
            os.execvpe("sleep", ["sleep", "99"], {{}})
        os._exit(0)
    os.wait()
{kind}()
"""
KINDS = ["plain"] + ["session", "group", "daemon"] * (sys.platform == "linux")
"""Children that a bot may start; outside Linux those that leave its process group are not ended."""


@pytest.mark.parametrize("end", ["close", "fail"])
@pytest.mark.parametrize("kind", KINDS)
def test_its_children_end_with_it(bot, tmp_path, kind, end):
    file = tmp_path / "pid"
    text = bot("say(**right) if asked == 1 else sys.exit(3)", before=CHILD.format(file=str(file), kind=kind))
    who = agent(text.replace("300ms", "20s"))
    ask(who, turn())
    assert soon(lambda: file.exists() and file.read_text())
    child = int(file.read_text())
    assert not has_gone(child)
    if end == "close":
        who.close()
    else:
        lost = {}
        ask(who, turn(), lost)
        assert lost == {0: "ended with exit code 3"}
    assert soon(lambda: has_gone(child))


def test_a_program_whose_keeper_was_killed_ends_too():
    who = agent(GOOD)
    ask(who, turn())
    pid = pid_of(who)
    os.kill(who._program.link._keeper.pid, signal.SIGKILL)
    assert (ask(who, turn()) >= 0).all()
    who.close()
    assert soon(lambda: has_gone(pid))


@pytest.mark.parametrize("how", [signal.SIGKILL, larger(signal.SIGTERM), None])
def test_it_ends_when_the_process_that_started_it_ends(bot, tmp_path, how):
    """The program has stopped reading its input and has children; all of them end."""
    file = tmp_path / "pid"
    before = CHILD.format(file=str(file), kind=KINDS[-1])
    text = bot("say(**right)", "time.sleep(99)", before=before).replace("300ms", "20s")
    code = f"""
import sys, time
import numpy as np
from medianoche import envs
from medianoche.agents import agent, ask
who = agent({text!r})
batch = envs.game({FOUR!r}).batch(1)
ask(who, batch.turn(np.zeros(1, int), np.zeros(1, np.uint64)))
print(who._program.link.pid, flush=True)
time.sleep(99 * {how is not None})
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment) as host:
        pid = int(host.stdout.readline())
        assert soon(lambda: file.exists() and file.read_text())
        child = int(file.read_text())
        assert not has_gone(pid)
        assert not has_gone(child)
        if how:
            host.send_signal(how)
        host.wait()
    assert soon(lambda: has_gone(pid))
    assert soon(lambda: has_gone(child))


def test_a_fork_has_a_program_of_its_own():
    who = agent(GOOD)
    expected = ask(who, turn()).tolist()
    read, write = os.pipe()
    if not (child := os.fork()):
        try:
            found = ask(who, turn()).tolist()
            os.write(write, json.dumps([found, pid_of(who)]).encode())
            who.close()
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    found, pid = json.loads(os.read(read, 999))
    os.close(read)
    os.close(write)
    assert found == expected == ask(who, turn()).tolist()
    assert pid != pid_of(who)
    assert has_gone(pid)
    who.close()


def test_a_copy_has_a_program_of_its_own():
    who = agent(GOOD)
    ask(who, turn())
    for other in (copy.deepcopy(who), pickle.loads(pickle.dumps(who))):
        assert other.name == who.name
        assert ask(other, turn()).tolist() == ask(who, turn()).tolist()
        assert pid_of(other) != pid_of(who)
        other.close()
    who.close()


def test_its_errors_are_passed_through(bot, capfd):
    who = agent(bot("sys.stderr.write('thinking\\n')", "say(**right)").replace("300ms", "20s"))
    ask(who, turn())
    who.close()
    assert "thinking" in capfd.readouterr().err
