"""The cache of compiled code: games compiled by many processes, at the same time, in two versions; damaged files.

python -m tests.soak.compiling [--quick] [--seed N]
"""

import itertools
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from medianoche import envs
from medianoche.envs.core.kernels import sources
from tests.envs.core.test_code_cache import PLAY, run
from tests.soak.frame import environment, finish, options_of

GAMES = envs.names()
OTHER_RULES = """
play_on = apply


@kernel
def apply(pack, state, action):
    play_on(pack, state, action)
    state.scores[0] += 1
"""
"""Added to the rules of Misty in another version: each action gives the first seat a point."""


def equal_counters(folder, linking, games):
    """Compile each game in a process with equal numba counters, then load every pair of games into one process."""
    right = {}
    wrong = 0
    for game in games:
        run(folder, "deal", game, linking=linking)
    for file in folder.rglob("*play_rows*"):
        file.unlink()
    for game in games:
        codes_found = run(folder, "codes", game, codes=[5000, 8000], linking=linking)
        codes = [2 * want - code for want, code in zip([5000, 8000], codes_found, strict=True)]
        (right[game],) = run(folder, "play_rows", game, codes=codes, linking=linking)
    pairs = list(itertools.permutations(games, 2))
    for pair in pairs:
        wrong += run(folder, "play_rows", *pair, linking=linking) != [right[game] for game in pair]
    print(f"equal counters, MEDIANOCHE_LINKING={linking}: {len(pairs)} ordered pairs, {wrong} wrong", flush=True)
    return right, wrong


def foreign_records(folder, draw, right, versions, times):
    """Compile games in processes that hold other record types, and play from random mixtures of these caches."""
    made = {game: [] for game in GAMES}
    for version in range(versions):
        for game in draw.sample(GAMES, len(GAMES)):
            cache = folder / f"{game}{version}"
            run(cache, "play_rows", game, codes=sorted(draw.sample(range(3000, 9000), 2)))
            made[game].append(cache)
    wrong = 0
    for time in range(times):
        mixed = folder / f"mixed{time}"
        for game in GAMES:
            shutil.copytree(draw.choice(made[game]), mixed, dirs_exist_ok=True)
        order = draw.sample(GAMES, len(GAMES))
        codes = sorted(draw.sample(range(3000, 9000), 2))
        wrong += run(mixed, "play_rows", *order, codes=codes) != [right[game] for game in order]
        shutil.rmtree(mixed)
    print(f"foreign record types: {versions} caches a game, {times} mixtures of five games, {wrong} wrong", flush=True)
    return wrong


def at_once(folder, right, processes):
    """Several processes compile the same games into one empty cache at the same time; one of them is killed."""
    folder.mkdir()
    running = [started(folder, "misty", "correo") for _ in range(processes)]
    try:
        running[0].wait(timeout=6)
    except subprocess.TimeoutExpired:
        running[0].kill()
    running[0].communicate()
    said = {process.communicate()[0] for process in running[1:]}
    wrong = len(said) != 1 or run(folder, "play_rows", "misty", "correo") != [right["misty"], right["correo"]]
    print(f"at once: {processes} processes, one killed, {int(wrong)} wrong", flush=True)
    return wrong


def changed(data, draw):
    """`data` with one bit flipped, cut short, with zeros at the end, or with a part of it repeated."""
    place = draw.randrange(len(data))
    flipped = bytes([data[place] ^ 1 << draw.randrange(8)])
    endings = [flipped + data[place + 1 :], b"", bytes(len(data) - place), data[place:] + data[place:]]
    return data[:place] + draw.choice(endings)


def damaged(folder, draw, right, times):
    """Damage three files of a cache; games must still be right, and the files are compiled again."""
    files = sorted(folder.rglob("*misty*/*.code"))
    wrong = 0
    for _ in range(times):
        for file in draw.sample(files, 3):
            file.write_bytes(changed(file.read_bytes(), draw))
        wrong += run(folder, "play_rows", "misty") != [right["misty"]]
    print(f"damaged: {times} times three files, {wrong} wrong", flush=True)
    return wrong


def copied(other):
    """A copy of the suite in the folder `other`; returns its package."""
    source = Path(envs.__path__[0]).resolve().parent
    package = other / "medianoche"
    here = Path(sys.modules["medianoche"].__file__).parent
    for part in ("envs", "toys", "agents", "training", "benchmarks"):
        shutil.copytree(source / part, package / part, ignore=shutil.ignore_patterns("__pycache__", "*.safetensors"))
    for file in here.glob("*.py"):
        shutil.copy(file, package)
    return package


def started(cache, *games, path=""):
    """A process that plays `games` with the suite in the folder `path`, or this one."""
    variables = environment(NUMBA_CACHE_DIR=str(cache))
    variables["PYTHONPATH"] = f"{path}{os.pathsep}{variables['PYTHONPATH']}"
    words = [sys.executable, "-c", PLAY, "play_rows", "", *games]
    return subprocess.Popen(words, env=variables, stdout=subprocess.PIPE, text=True, cwd=cache)


def append(file, line):
    file.write_text(f"{file.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")


def two_versions(folder, right):
    """This version and one whose Misty has other points use one cache, at once and then in turn."""
    package = copied(folder / "other")
    append(package / "envs" / "misty" / "kernels" / "rules.py", OTHER_RULES)
    said = {"this": [], "other": []}
    for together in (True, False):
        running = []
        for name, path in (("this", ""), ("other", folder / "other")):
            running.append((name, started(folder, "misty", path=path)))
            if not together:
                running[-1][1].wait()
        for name, process in running:
            said[name].append(process.communicate()[0])
    wrong = sum(right["misty"][1] not in thi for thi in said["this"])
    wrong += len(set(said["other"])) != 1 or said["other"][0] in said["this"]
    folders = len(list(folder.glob("misty-*")))
    print(f"two versions at once and in turn: {folders} folders of Misty, {wrong} wrong", flush=True)
    return wrong + (folders != 2)


def edited(folder, draw, right, quick):
    """Every module below a game's folder on which its code depends is edited in turn, and played in a new process."""
    package = copied(folder / "other")
    wrong = 0
    edits = 0
    for game in GAMES:
        home = package / "envs" / game
        home_here = envs.game(game).rules.home
        files = [home / file.relative_to(home_here) for file in sources(home_here) if game in file.parts]
        for file in draw.sample(files, 1) if quick else files:
            before = set(folder.glob(f"{game}-*"))
            append(file, "# edited")
            process = started(folder, game, path=folder / "other")
            said = process.communicate()[0]
            wrong += right[game][1] not in said or len(set(folder.glob(f"{game}-*")) - before) != 1
            edits += 1
    print(f"edited modules: {edits} of {len(GAMES)} games, {wrong} wrong", flush=True)
    return wrong


if __name__ == "__main__":
    options = options_of(__doc__, "two minutes instead of about twenty")
    draw = random.Random(options.seed)
    os.environ["MEDIANOCHE_QUIET"] = "1"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        right, wrong = equal_counters(folder / "equal", "1", GAMES)
        if not options.quick:
            wrong += equal_counters(folder / "ordinary", "0", GAMES[:3])[1]
            wrong += foreign_records(folder, draw, right, 3, 50)
        wrong += at_once(folder / "once", right, 2 if options.quick else 4)
        wrong += damaged(folder / "once", draw, right, 3 if options.quick else 30)
        wrong += two_versions(folder / "versions", right)
        wrong += edited(folder / "edited", draw, right, options.quick)
    finish(f"caches of {len(GAMES)} games", ["see above"] * int(wrong))
