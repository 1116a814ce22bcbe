"""The suite started in unusual ways: start methods, interpreter flags, file names that are not UTF-8, no home folder,
read-only file systems, other users.

python -m tests.soak.starts [--quick] [--seed N]

Every start plays the same games, whose results must be right, and a short tournament, which must be right or end with
one error line. Starts that need root (mounts, other users) are skipped with a line where that is not possible.
"""

import hashlib
import multiprocessing
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from medianoche import envs
from medianoche.benchmarks.tournament.store import FILE
from tests.agents.conftest import FIRST
from tests.soak.frame import environment, finish, options_of
from tests.training.conftest import YARDSTICK

GAMES = envs.names()
PLAY = "import sys; from tests.soak.starts import played; print(*map(played, sys.argv[1:]))"
AS = ["setpriv", "--clear-groups", "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
"""Run as another user with root's right to read, since the interpreter's folder may be closed to other users."""
NO_WRITING = "mount -o remount,ro,bind / && for at in /tmp /dev/shm /var/tmp; do mount -t tmpfs -o ro none $at; done"
READ_ONLY = ["unshare", "-m", "sh", "-c", f'{NO_WRITING}; exec "$@"', "sh"]
ODD_BOT = "first\udcff.py:First"
STARTS = {
    "python -O": {"flags": ["-O"], "games": GAMES},
    "python -OO": {"flags": ["-OO"]},
    "python -W error": {"flags": ["-W", "error"], "games": GAMES},
    "python -X dev": {"flags": ["-X", "dev"]},
    "a folder and a bot whose names are no text": {"out": "out\udcff", "agents": ("random", ODD_BOT)},
    "the C locale": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "out": "out\udcfe\u00e9"},
    "HOME unset": {"HOME": None},
    "HOME empty": {"HOME": ""},
}
"""Starts that need no rights, by their names, with the arguments of `tried`."""


def played(name):
    """A hash of random games, played one by one and in a batch with threads."""
    game = envs.game(name)
    batch = game.batch(64, seed=5, threads=2)
    for _ in range(50):
        batch.step(batch.sample_legal())
    env = game.aec()
    env.reset(seed=5)
    while env.agents:
        _, _, termination, truncation, _ = env.last()
        env.step(None if termination or truncation else env.sample_legal())
    return hashlib.sha256(batch.states.tobytes() + env.unwrapped.record.tobytes()).hexdigest()[:16]


def rows(folder):
    with closing(sqlite3.connect(folder / FILE)) as database:
        return database.execute("SELECT game, seed, scores, utilities, decisions FROM games").fetchall()


def tried(folder, right, before=(), flags=(), games=(YARDSTICK,), out="out", agents=("random", "greedy"), **changes):
    """Play games and a tournament in a new process; returns the faults and the tournament's error line."""
    how = {"env": environment(MEDIANOCHE_QUIET="1", **changes), "cwd": folder, "capture_output": True, "timeout": 600}

    def run(*words):
        return subprocess.run([*before, sys.executable, *flags, *words], check=False, **how)

    done = run("-c", PLAY, *games)
    wrong = []
    if done.stdout.decode().split() != [right[game] for game in games]:
        wrong.append(f"games: {done.stdout.decode()}{done.stderr.decode(errors='replace')[-600:]}")
    words = ["tournament", YARDSTICK, "--agents", *agents, "--games", "12", "--out", out]
    done = run("-m", "medianoche", *words)
    err = done.stderr.decode(errors="replace")
    if done.returncode == 0:
        same = rows(folder / os.fsdecode(out)) == right[agents]
        wrong += ["another tournament"] * (not same) + [f"said {err}"] * bool(err)
    elif done.returncode != 2 or err.count("\n") != 1 or b"Traceback" in done.stdout:
        wrong.append(f"tournament: {done.returncode}: {err[-600:]}")
    return wrong, err.strip()


def methods(right):
    """Play all games in a pool with each start method of multiprocessing."""
    for method in multiprocessing.get_all_start_methods():
        with multiprocessing.get_context(method).Pool(2) as pool:
            entries = dict(zip(GAMES, pool.map(played, GAMES), strict=True))
        yield f"multiprocessing, {method}", [f"{game} differs" for game in GAMES if entries[game] != right[game]], ""


def right_results(folder):
    """The games, and the tournaments of each pair of agents, as an ordinary start plays them."""
    right = {game: played(game) for game in (*GAMES, YARDSTICK)}
    for agents, out in ((("random", "greedy"), "usual"), (("random", "first.py:First"), "file")):
        words = ["tournament", YARDSTICK, "--agents", *agents, "--games", "12", "--out", str(folder / out)]
        command = [sys.executable, "-m", "medianoche", *words]
        subprocess.run(command, env=environment(), cwd=folder, check=True, capture_output=True)
        right[agents] = rows(folder / out)
    right["random", ODD_BOT] = right["random", "first.py:First"]
    return right


def starts_of_root(folder):
    """The starts that need root, by their names, with the arguments of `tried`."""
    shut = folder / "shut"
    open_ = folder / "open"
    shut.mkdir(mode=0o555)
    open_.mkdir()
    open_.chmod(0o777)
    mine = {"HOME": str(open_), "XDG_CACHE_HOME": None, "NUMBA_CACHE_DIR": None}
    ordinary = {"before": [*AS, "--reuid=65534", "--regid=65534"], **mine}
    nameless = {"before": [*AS, "--reuid=54321", "--regid=54321"], **mine}
    return {
        "a read-only file system": {"before": READ_ONLY, "games": GAMES},
        "a read-only file system without a cache": {"before": READ_ONLY, **mine, "HOME": "/nowhere"},
        "an ordinary user": ordinary,
        "a user without a name or home": {**nameless, "HOME": None},
        "a home that cannot be written": {**ordinary, "HOME": str(shut)},
        "a cache that cannot be written": {**ordinary, "NUMBA_CACHE_DIR": str(shut)},
    }


def every_start(folder, right):
    """Try all starts; yields the name of each, its faults and its error line."""
    yield from methods(right)
    other = starts_of_root(folder)
    root = os.geteuid() == 0 and shutil.which("setpriv") and shutil.which("unshare")
    if not root or subprocess.run([*READ_ONLY, sys.executable, "-V"], capture_output=True, check=False).returncode:
        print(f"skipped, since they need root, setpriv, unshare, and Python outside of /tmp: {', '.join(other)}")
        other = {}
    for what, how in (STARTS | other).items():
        own_copy = Path(tempfile.mkdtemp(dir=folder))
        own_copy.chmod(0o777)
        for file in folder.glob("*.py"):
            shutil.copy(file, own_copy)
        yield what, *tried(own_copy, right, **how)


if __name__ == "__main__":
    options_of(__doc__, "no difference: it is quick")
    faults = []
    count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        for file in ("first.py", "first\udcff.py"):
            (folder / file).write_text(FIRST, encoding="utf-8")
        for what, wrong, line in every_start(folder, right_results(folder)):
            count += 1
            faults += [f"{what}: {fault}" for fault in wrong]
            print(f"{what}: {'; '.join(wrong) or line or 'right'}", flush=True)
    finish(f"{count} starts", faults)
