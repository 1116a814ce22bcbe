"""Processes and clusters play the same tournament, even if workers or nodes die."""

import multiprocessing
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from medianoche.agents import AgentError
from medianoche.benchmarks.tournament import Hypotheses, Spec, Sprt, Store, TournamentError, run_tournament
from medianoche.benchmarks.tournament.report import Report
from medianoche.benchmarks.tournament.run import Plan
from medianoche.benchmarks.workers import fleet
from medianoche.cli.stopping import INTERRUPTED
from tests.benchmarks.conftest import YARDSTICK
from tests.waiting import LONG, has_gone, soon

# What Ray warns of is not ours.
pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::ResourceWarning")

# Mortal kills its process once, in the middle of a shard, and plays on afterwards; Doomed kills every worker. In this
# process, which is no worker, both play.
MORTAL = """
import os, pathlib, signal
HERE = pathlib.Path(__file__).parents[1]  # not below the bot's folder, whose files are in its fingerprint
WORKER = os.environ.get("MEDIANOCHE_THREADS") == os.environ.get("OMP_NUM_THREADS") == "1"

class Mortal:
    def act(self, turn):
        if WORKER and not (HERE / "died").exists():
            (HERE / "died").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return turn.random_actions()

class Doomed:
    def act(self, turn):
        if WORKER:
            os.kill(os.getpid(), signal.SIGKILL)
        return turn.random_actions()

class Slow:
    def act(self, turn):
        import time
        (HERE / f"pid{os.getpid()}").touch()
        time.sleep(0.05)
        return turn.random_actions()
"""


@pytest.fixture
def mortal(tmp_path):
    file = tmp_path / "bot" / "mortal.py"
    file.parent.mkdir()
    file.write_text(MORTAL)
    return file


def same(rows, one, other):
    """Whether two folders hold the same games, each once, and count the same decisions."""
    assert rows(one) == rows(other)
    decisions = []
    for folder in (one, other):
        with Store.read(folder) as store:
            decisions.append(store.speed().decisions)
            assert store.played == len({row[0] for row in rows(folder)[1]})
    assert decisions[0] == decisions[1]


def test_shards_get_smaller_towards_the_end():
    plan = Plan([range(3, 10), range(20, 60)], None)
    keys = []
    while plan.left:
        keys.append(plan.next(slots=4))
    played = [game for start, stop in keys for game in range(start, stop)]
    assert played == [*range(3, 10), *range(20, 60)]
    assert [stop - start for start, stop in keys][-3:] == [1, 1, 1]


def test_a_shard_that_is_lost_again_and_again_is_given_up():
    losses = fleet.LostJobs(fleet.Work(print, lambda key: f"games {key[0]} to {key[1] - 1}", TournamentError))
    for _ in range(fleet.LOSS_LIMIT - 1):
        losses.count([(0, 8)])
    losses.count([(8, 16)])
    with pytest.raises(TournamentError, match=r"died 5 times with games 0 to 7 under way \(no memory\)"):
        losses.count([(0, 8)], "no memory")


# Before the cluster below is started: these need that none is there.
def test_without_ray_it_says_how_to_get_it(spec, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(
        TournamentError, match=r"Ray is not installed; install it with: pip install 'medianoche\[cluster\]'"
    ):
        run_tournament(spec, tmp_path, 4, ray="")


def test_a_cluster_that_is_not_there_is_missed_at_once(spec, tmp_path):
    pytest.importorskip("ray")
    with pytest.raises(TournamentError, match=r"no Ray cluster at 127\.0\.0\.1:1: Connection refused"):
        run_tournament(spec, tmp_path, 4, ray="127.0.0.1:1")


def test_a_signal_stops_a_tournament_on_a_cluster_as_any_other(mortal, tmp_path, environment):
    pytest.importorskip("ray")
    words = ["tournament", YARDSTICK, "--agents", f"{mortal}:Slow", "random", "--games", "1000", "--ray"]
    command = [sys.executable, "-m", "medianoche", *words, "--out", str(tmp_path / "out")]
    driver = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    assert soon(lambda: len(list(tmp_path.glob("pid*"))) >= 2)  # the driver plays a little, too
    driver.terminate()
    assert "1,000 games are kept" in driver.communicate(timeout=LONG)[1]
    assert driver.returncode == INTERRUPTED


@pytest.fixture(scope="module")
def ray():
    """A local cluster of two processors."""
    ray_module = pytest.importorskip("ray")
    path = os.pathsep.join(filter(None, sys.path))
    ray_module.init(
        num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": path}}
    )
    yield ray_module
    ray_module.shutdown()


@pytest.fixture(params=["processes", "cluster"])
def crew(request):
    """Who plays: arguments of `run_tournament`."""
    if request.param == "cluster":
        request.getfixturevalue("ray")
    yield {"ray": ""} if request.param == "cluster" else {"workers": 2}
    assert not multiprocessing.active_children()


def test_a_crew_plays_the_same_tournament_even_if_a_worker_dies_within_a_shard(crew, mortal, rows, tmp_path):
    spec = Spec.create(YARDSTICK, [f"{mortal}:Mortal", "greedy"])
    whole = tmp_path / "whole"
    out = tmp_path / "out"
    run_tournament(spec, whole, 100)
    run_tournament(spec, out, 100, 10, save_replays=True, **crew)
    assert (tmp_path / "died").exists()
    same(rows, out, whole)
    assert Report.from_folder(out).cells() == Report.from_folder(whole).cells()
    with Store.read(out) as store:
        assert all(store.replay(game, YARDSTICK).play().record.done for game in range(20))


def test_an_agent_that_kills_every_worker_is_given_up(crew, mortal, tmp_path, monkeypatch):
    monkeypatch.setattr(fleet, "LOSS_LIMIT", 2)
    spec = Spec.create(YARDSTICK, [f"{mortal}:Doomed", "greedy"])
    with pytest.raises(TournamentError, match="workers died 2 times with games 0 to 9 under way"):
        run_tournament(spec, tmp_path / "out", 10, 10, **crew)


def test_an_agent_that_fails_in_a_worker_is_named_with_its_traceback(crew, bots, tmp_path):
    spec = Spec.create(YARDSTICK, ["greedy", f"{bots}:Broken"])
    with pytest.raises(AgentError, match="Broken failed: KeyError: 'no idea'") as error:
        run_tournament(spec, tmp_path / "out", 10, **crew)
    assert "in act" in error.value.__notes__[0]


class OddError(Exception):
    """Pickle makes it again from one argument."""

    def __init__(self, what, how):
        super().__init__(f"{what} {how}")


def fails(how):
    if how == "odd":
        raise OddError("it", how)
    return lambda: how


def test_what_cannot_be_sent_to_the_parent_process_is_an_error_of_its_own_words():
    with closing(fleet.LocalFleet(fleet.Work(fails, str, TournamentError), 1)) as workers:
        for how, line in (("odd", "OddError: it odd"), ("lambda", ".*: Can't .*pickle")):
            workers.submit(0, how)
            with pytest.raises(RuntimeError, match=line):
                workers.finished()


def test_a_script_that_starts_workers_whenever_it_is_imported_is_told_so(tmp_path, environment):
    script = tmp_path / "unguarded.py"
    script.write_text(
        "from pathlib import Path\n"
        "from medianoche.benchmarks.tournament import Spec, run_tournament\n"
        f"spec = Spec.create({YARDSTICK!r}, ['random', 'greedy'])\n"
        f"run_tournament(spec, Path({str(tmp_path / 'out')!r}), 10, workers=2)\n"
    )
    ran = subprocess.run([sys.executable, script], env=environment, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 1
    assert "StartError: a worker process failed while it imported the script" in ran.stderr.splitlines()[-1]


HANG_UP = """
import os, signal, time
from multiprocessing import resource_tracker
from medianoche.benchmarks.workers import pool
with pool._signals_held():
    tracker = resource_tracker._resource_tracker
os.kill(tracker._pid, signal.SIGHUP)
time.sleep(0.3)  # it would end at once
print(tracker._check_alive())
"""


@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGHUP")
def test_a_closed_terminal_leaves_the_tracker_that_workers_need(environment):
    assert subprocess.check_output([sys.executable, "-c", HANG_UP], env=environment, text=True) == "True\n"


def test_workers_end_with_a_driver_that_is_killed(mortal, tmp_path, environment):
    words = ["tournament", YARDSTICK, "--agents", f"{mortal}:Slow", "random", "--games", "1000", "--workers", "2"]
    command = [sys.executable, "-m", "medianoche", *words, "--out", str(tmp_path / "out")]
    driver = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    assert soon(lambda: len(list(tmp_path.glob("pid*"))) >= 3)  # the driver too plays a little, to compile
    pids = {int(file.name[3:]) for file in tmp_path.glob("pid*")} - {driver.pid}
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    assert soon(lambda: all(has_gone(pid) for pid in pids))


@pytest.mark.larger
def test_a_sequential_test_stops_workers_too(tmp_path):
    spec = Spec.create(YARDSTICK, ["greedy", "random"])
    alone = Sprt.from_spec(spec, Hypotheses(0, 100))
    together = Sprt.from_spec(spec, Hypotheses(0, 100))
    run_tournament(spec, tmp_path / "alone", 5000, sprt=alone)
    run_tournament(spec, tmp_path / "together", 5000, 4, sprt=together, workers=2)
    assert together.words == alone.words
    assert together.verdict == "H1"


@pytest.mark.parametrize("how", [{"workers": 0}, {"workers": 2, "ray": ""}])
def test_senseless_workers_are_refused(spec, tmp_path, how):
    with pytest.raises(TournamentError, match=r"workers=\d is not accepted; give at least 1"):
        run_tournament(spec, tmp_path, 4, **how)


def test_a_machine_with_another_version_is_refused(spec, tmp_path, monkeypatch):
    import medianoche
    from medianoche.benchmarks.tournament import play

    play.arena.cache_clear()
    monkeypatch.setattr(medianoche, "__version__", "0.0.0")
    with pytest.raises(TournamentError, match=r"would play another tournament \(medianoche: .* there, 0\.0\.0 here\)"):
        run_tournament(spec, tmp_path, 4)


def test_a_worker_of_the_cluster_that_is_killed_costs_nothing(ray, mortal, rows, tmp_path):
    spec = Spec.create(YARDSTICK, [f"{mortal}:Slow", "greedy"])
    killed = []

    def report(played, asked):
        if played and len(killed) < 2:
            played_by = {int(file.name[3:]) for file in tmp_path.glob("pid*")} - {os.getpid(), *killed}
            pid = next(pid for pid in played_by if Path(f"/proc/{pid}").exists())
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    run_tournament(spec, tmp_path / "killed", 60, 10, report, ray="")
    assert len(killed) == 2
    run_tournament(spec, tmp_path / "whole", 60)
    same(rows, tmp_path / "killed", tmp_path / "whole")
