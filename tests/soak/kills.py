"""All long commands, disturbed by signals at random moments and then run again.

python -m tests.soak.kills [--quick] [--seed N]

The results must equal those of an undisturbed run, no process may be left, and a stopped command says so in one line.
Of a training with torch and of a sweep less is promised: it ends, with everything that an undisturbed one leaves.
"""

import csv
import importlib.util
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from safetensors.numpy import load_file

from medianoche.agents import bots
from medianoche.benchmarks.studies.sweep import TABLE
from medianoche.benchmarks.tournament.store import FILE
from medianoche.training import LEARNERS, checkpoint
from medianoche.training.compiled.config import NetConfig
from medianoche.training.settings import TrainingError
from medianoche.training.torch.ppo_config import PPOConfig
from medianoche.training.torch.sb3_config import SB3Config
from tests.soak.frame import environment, finish, options_of
from tests.training.conftest import NIM, YARDSTICK, plain
from tests.waiting import answers

MARK = "MEDIANOCHE_SOAK"
OUT = "out"
BOT = f"exec:sh -c 'setsid sleep 600 & exec {sys.executable} -IS {Path(bots.__path__[0]) / 'bot.py'}'"
TWO = ["--workers", "2"]
TOURNAMENT = ["tournament", YARDSTICK, "--agents", "random", "ismcts:100", BOT, "--games", "600", "--shard", "4", *TWO]
RATE = ["rate", "ismcts:20", "misty", "--against", "random", "greedy", "--games", "600", "--width", "1", *TWO]
PLAYTEST = ["playtest", NIM, "--agents", "random", "greedy", "--games", "4000"]
EXPLOIT = ["exploit", "kuhn", "--victim", "random", "--attackers", "scratch", "--budget", "300000", "--deals", "2000"]
TABLES = ("tournament", "games", "replays", "forfeits")
STAGES = [
    {"kind": "imitation", "rounds": 3, "games": 64},
    *[{"kind": "self-play", "rounds": 4, "num_steps": 4000, "snapshot_every": 2}] * 4,
    {"kind": "expert", "rounds": 3, "games": 32, "simulations": 16},
]
MEASURED = {"every": 1.0, "games": 10, "simulations": 8, "final_games": 20}
TORCH = {"num_envs": 64, "num_steps": 16, "total_decisions": 60_000, "snapshot_every": 5, "snapshots": 0.3}
SB3 = {"num_envs": 64, "num_steps": 16, "minibatch_size": 256}
PPO = {"total_decisions": 30_000, "ppo": SB3, "league": {"snapshot_every": 3, "snapshots_kept": 2}}
SWEEP = 'trials = 3\ngames = 40\n[ranges]\n"stages.0.learning_rate" = [1e-4, 1e-3, 1e-2]\n'
TRIAL = {"game": "misty", "hidden": (16, 8), "threads": 1, "stages": [{**STAGES[1], "rounds": 20}]}
TIMES = re.compile(r', "(decisions_per_second|cpu_seconds)": [\d.]+')
LINE = re.compile(r"stopped.* the same command .*")
ONCE = ("kill", "stop and go on", "terminate", "hang up", "interrupt")
HOWS = (*ONCE, "interrupt twice quickly", "interrupt twice slowly")


def commands(folder):
    """(name, words of the command, function that reads the results in a folder) of each run."""
    small = {"game": YARDSTICK, "hidden": (16,), "evaluation": MEASURED}
    configs = {
        "net": NetConfig.from_tables("soak", {**small, "stages": STAGES}),
        "torch": PPOConfig.from_tables("soak", {**small, "game": "kuhn", **TORCH}),
        "ppo": SB3Config.from_tables("soak", {**small, **PPO}),
        "trial": NetConfig.from_tables("soak", TRIAL),
    }
    assert LEARNERS.keys() <= configs.keys(), "each learner has a training here"
    files = {name: str(folder / f"{name}.toml") for name in (*configs, "sweep")}
    for name, config in configs.items():
        Path(files[name]).write_text(config.to_toml(), encoding="utf-8")
    Path(files["sweep"]).write_text(SWEEP, encoding="utf-8")
    command_list = [
        ("tournament", TOURNAMENT, games, ""),
        ("train", ["train", YARDSTICK, "--config", files["net"], *TWO], training, ""),
        ("torch", ["train", "kuhn", "--learner", "torch", "--config", files["torch"]], trained, "torch"),
        ("ppo", ["train", YARDSTICK, "--learner", "ppo", "--config", files["ppo"]], training, "sb3_contrib"),
        ("sweep", ["sweep", "misty", files["sweep"], "--config", files["trial"]], trials, "optuna"),
        ("rate", RATE, games, ""),
        ("playtest", PLAYTEST, lambda out: json.loads((out / "playtest.json").read_text(encoding="utf-8")), ""),
        ("exploit", EXPLOIT, attack, ""),
    ]
    return [run for *run, needed in command_list if not needed or importlib.util.find_spec(needed)]


def games(folder):
    with sqlite3.connect(folder / FILE) as database:
        return [database.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES]


def training(folder):
    state = plain(checkpoint.load(folder))
    log = re.sub(TIMES, "", (folder / "log.jsonl").read_text(encoding="utf-8"))
    policies = {file.name: file.read_bytes() for file in folder.glob("policies/*")}
    final = [games(file.parent) for file in folder.glob(f"tournaments/*/{FILE}")]
    best = (folder / checkpoint.POLICY).read_bytes()
    return state, log, policies, final, best


def trained(folder):
    """What is promised of every training: it has ended, its log goes forward, and its networks can be read."""
    lines = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
    rounds = [line["decisions"] for line in map(json.loads, lines) if "policy_loss" in line]
    networks = [load_file(file) for file in folder.glob("policies/*")]
    last = [games(file.parent) for file in folder.glob(f"tournaments/*/{FILE}")]
    forward = all(a < b for a, b in pairwise(rounds))
    finished = checkpoint.load(folder)["run"]["finished"]
    return finished, forward, len(networks), [len(table) for tables in last for table in tables]


def trials(folder):
    with (folder / TABLE).open(encoding="utf-8", newline="") as table:
        numbers = [int(row["trial"]) for row in csv.DictReader(table)]
    places = [folder / f"trial-{number:03}" for number in numbers]
    return numbers, [checkpoint.load(place)["run"]["finished"] for place in places]


def attack(folder):
    checkpoints = {}
    for file in folder.glob(f"*/**/{checkpoint.FILE}"):
        checkpoints[file.relative_to(folder)] = plain(checkpoint.load(file.parent))
    return checkpoints


def start(words, folder, mark):
    """Start the command with its results in `folder`, in a process session of its own, as a terminal does."""
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "medianoche", *words, "--out", OUT]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, env=environment(**{MARK: mark}), cwd=folder, start_new_session=True, **pipes)


def left(mark):
    """Command lines of the processes with this mark that still run after some seconds."""
    until = time.monotonic() + 10
    while True:
        processes = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                if f"{MARK}={mark}".encode() in (place / "environ").read_bytes().split(b"\0"):
                    processes.append((place / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
            except OSError:
                continue
        if not processes or time.monotonic() > until:
            return processes
        time.sleep(0.05)


def disturb(process, how, draw):
    if how == "kill":
        process.kill()
    elif how == "stop and go on":
        whose = os.killpg if draw.random() < 0.5 else os.kill  # with or without its workers
        whose(process.pid, signal.SIGSTOP)
        time.sleep(2 * draw.random())
        whose(process.pid, signal.SIGCONT)
    elif how == "terminate":
        process.terminate()
    elif how == "hang up":
        os.killpg(process.pid, signal.SIGHUP)
    else:
        os.killpg(process.pid, signal.SIGINT)
        if "twice" in how:
            time.sleep(draw.random() * (0.005 if "quickly" in how else 0.5))
            os.killpg(process.pid, signal.SIGINT)


def is_complete(read, folder, right):
    """Whether all results are in the folder; the command then only writes pages and ends."""
    try:
        return read(folder) == right
    except (OSError, TypeError, LookupError, ValueError, TrainingError, sqlite3.Error):
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
    done = []
    wrong = []
    for how in draw.choices(HOWS, k=draw.randint(1, 3)):
        mark = f"{folder.name}-{len(done)}"
        process = start(words, folder, mark)
        moment = 0.7 * span * draw.random()
        while process.poll() is None and not answers(process.pid):
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


def undisturbed(words, read, folder):
    """The results of an undisturbed run, and how long it takes; the first one compiles."""
    start(words, folder / "warm", "warm").communicate()
    began = time.monotonic()
    out, err = start(words, folder / "straight", "straight").communicate()
    try:
        return read(folder / "straight" / OUT), time.monotonic() - began
    except (OSError, TypeError) as error:
        raise RuntimeError(f"the undisturbed command left no results: {out}{err}") from error


def main(minutes=20.0, seed=0):
    """Run trials for so many minutes; returns what was tried in words, and the trials with faults."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it is ignored, and so it would be in the commands
    draw = random.Random(seed)
    until = time.monotonic() + 60 * minutes
    tried = 0
    faults = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        known = {}
        plans = commands(folder)
        draw.shuffle(plans)
        while time.monotonic() < until:
            what, words, read = plans[tried % len(plans)]
            if what not in known:
                (folder / what).mkdir()
                known[what] = undisturbed(words, read, folder / what)
            done, wrong = trial(words, read, *known[what], folder / f"{what}-{tried}", draw)
            tried = tried + 1
            line = f"{what}: {', '.join(done)}: {'; '.join(wrong) or 'right'}"
            faults += [line] * bool(wrong)
            print(line, flush=True)
    return f"{tried} disturbed runs", faults


if __name__ == "__main__":
    options = options_of(__doc__, "four minutes instead of twenty")
    finish(*main(4.0 if options.quick else 20.0, options.seed))
