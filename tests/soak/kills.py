"""Tournaments and trainings in several processes, disturbed by signals at random moments and then run again.

python -m tests.soak.kills [--quick] [--seed N]

The results must equal those of an undisturbed run, no process may be left, and a stopped command says so in one line.
"""

import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from medianoche.agents import bots
from medianoche.benchmarks.tournament.store import FILE
from medianoche.training import checkpoint
from medianoche.training.compiled.config import NetConfig
from tests.soak.options import options_of
from tests.training.conftest import YARDSTICK

MARK, OUT = "MEDIANOCHE_SOAK", "out"
BOT = f"exec:sh -c 'setsid sleep 600 & exec {sys.executable} -IS {Path(bots.__path__[0]) / 'bot.py'}'"
TOURNAMENT = ["tournament", YARDSTICK, "--agents", "random", "ismcts:100", BOT, "--games", "600", "--shard", "4"]
TABLES = ("tournament", "games", "replays", "forfeits")
STAGES = [
    {"kind": "imitation", "rounds": 3, "games": 64},
    *[{"kind": "self-play", "rounds": 4, "decisions": 4000, "every": 2}] * 4,
    {"kind": "expert", "rounds": 3, "games": 32, "simulations": 16},
]
MEASURED = {"every": 1.0, "games": 10, "simulations": 8, "final_games": 20}
TIMES = re.compile(r', "(decisions_per_second|cpu_seconds)": [\d.]+')
LINE = re.compile(r"stopped.* the same command .*")
HOWS = ("kill", "stop and go on", "terminate", "interrupt", "interrupt twice quickly", "interrupt twice slowly")


def commands(folder):
    """(name, words of the command, function that reads the results in a folder) of each run."""
    config = NetConfig.of("soak", {"game": YARDSTICK, "hidden": (16, 8), "stages": STAGES, "evaluation": MEASURED})
    (folder / "small.toml").write_text(config.to_toml(), encoding="utf-8")
    train = ["train", YARDSTICK, "--config", str(folder / "small.toml")]
    return [("tournament", TOURNAMENT, games), ("train", train, training)]


def games(folder):
    """The rows of a tournament's file, without times."""
    with sqlite3.connect(folder / FILE) as database:
        return [database.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES]


def training(folder):
    """The files of a training, without times."""
    arrays, state = checkpoint.load(folder)
    del state["seconds"], state["cpu"]
    log = re.sub(TIMES, "", (folder / "log.jsonl").read_text(encoding="utf-8"))
    policies = {file.name: file.read_bytes() for file in folder.glob("policies/*")}
    final = [games(file.parent) for file in folder.glob(f"tournaments/*/{FILE}")]
    best = (folder / checkpoint.POLICY).read_bytes()
    return {name: value.tobytes() for name, value in arrays.items()}, state, log, policies, final, best


def start(words, folder, mark):
    """Start the command with its results in `folder`, in a process session of its own, as a terminal does."""
    folder.mkdir(exist_ok=True)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), MARK: mark}
    command = [sys.executable, "-m", "medianoche", *words, "--workers", "2", "--out", OUT]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, env=environment, cwd=folder, start_new_session=True, **pipes)


def answers(process):
    """Whether the process has installed its handler for SIGTERM."""
    caught = re.search(r"SigCgt:\s*(\w+)", Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8"))
    return bool(caught) and bool(int(caught[1], 16) >> (signal.SIGTERM - 1) & 1)


def left(mark):
    """Command lines of the processes with this mark that still run after some seconds."""
    until = time.monotonic() + 10
    while True:
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                if f"{MARK}={mark}".encode() in (place / "environ").read_bytes().split(b"\0"):
                    found.append((place / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
            except OSError:
                continue
        if not found or time.monotonic() > until:
            return found
        time.sleep(0.05)


def disturb(process, how, draw):
    """Send the signals that `how` names."""
    if how == "kill":
        process.kill()
    elif how == "stop and go on":
        whose = os.killpg if draw.random() < 0.5 else os.kill  # with or without its workers
        whose(process.pid, signal.SIGSTOP)
        time.sleep(2 * draw.random())
        whose(process.pid, signal.SIGCONT)
    elif how == "terminate":
        process.terminate()
    else:
        os.killpg(process.pid, signal.SIGINT)
        if "twice" in how:
            time.sleep(draw.random() * (0.005 if "quickly" in how else 0.5))
            os.killpg(process.pid, signal.SIGINT)


def is_complete(read, folder, right):
    """Whether all results are in the folder; the command then only writes pages and ends."""
    try:
        return read(folder) == right
    except (OSError, TypeError, LookupError, ValueError, sqlite3.Error):
        return False


def judged(process, how, complete=False):
    """Faults of the way in which a process ends; `complete`: it had all results when it was disturbed."""
    try:
        out, err = process.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return ["does not end"]
    if complete and how != "kill" and process.returncode == 0:
        how = "stop and go on"
    if how in ("kill", "stop and go on"):
        wrong = process.returncode != (-signal.SIGKILL if how == "kill" else 0)
        return [f"ended with {process.returncode}: {err}"] * (wrong or (how != "kill" and bool(err)))
    lines = err.splitlines()
    wrong = process.returncode != 130 or not 1 <= len(lines) <= 2 or not all(map(LINE.fullmatch, lines))
    return [f"ended with {process.returncode}: {err}"] * (wrong or "Traceback" in out)


def trial(words, read, right, span, folder, draw):
    """Disturb a run up to three times, then let it finish; returns the disturbances and the faults found."""
    done, wrong = [], []
    for how in draw.choices(HOWS, k=draw.randint(1, 3)):
        mark = f"{folder.name}-{len(done)}"
        process, moment = start(words, folder, mark), 0.7 * span * draw.random()
        while process.poll() is None and not answers(process):
            time.sleep(0.002)
        try:
            process.wait(moment)
        except subprocess.TimeoutExpired:
            complete = is_complete(read, folder / OUT, right)
            disturb(process, how, draw)
            done.append(f"{how} at {moment:.2f} s")
            wrong += judged(process, how, complete)
        else:
            process.communicate()
        wrong += [f"left: {line}" for line in left(mark)]
    wrong += judged(start(words, folder, f"{folder.name}-last"), "stop and go on")
    if not wrong and read(folder / OUT) != right:
        wrong = ["other results"]
    return done, wrong


def main(minutes=5.0, seed=0):
    """Run trials for so many minutes; returns the number of trials with faults."""
    draw, until, tried, found = random.Random(seed), time.monotonic() + 60 * minutes, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plans = []
        for what, words, read in commands(folder):
            start(words, folder / "warm", "warm").communicate()  # compiles
            began = time.monotonic()
            start(words, folder / what, what).communicate()
            plans.append((what, words, read, read(folder / what / OUT), time.monotonic() - began))
        while time.monotonic() < until:
            what, words, read, right, span = plans[tried % len(plans)]
            done, wrong = trial(words, read, right, span, folder / f"{what}-{tried}", draw)
            tried, found = tried + 1, found + bool(wrong)
            print(f"{what}: {', '.join(done)}: {'; '.join(wrong) or 'right'}", flush=True)
    print(f"soak kills: tried {tried} disturbed runs, found {found} faults")
    return found


if __name__ == "__main__":
    given = options_of(__doc__, "two minutes instead of five")
    sys.exit(main(2.0 if given.quick else 5.0, given.seed) > 0)
