"""`make quick`: lint, types and the nearest tests of what has changed since `main`, in at most a minute.

Nearest are the tests that mirror a changed file (for a game: all of the game's), then those that import it, then those
that import what imports it, and so on, until `SECONDS` are full. Imports are read from the text of the files; a module
in a string counts as imported, as in `register`, and so does a file that is not Python by the tests that name it.
(pytest-testmon traces what tests execute: it sees no line of a compiled kernel, and has to trace a whole run first.
mypy needs no daemon: with its cache it takes some seconds; dmypy 2.4 crashes on its second run, as numba is skipped.)

python tests/packaging/quick.py [--list] [FILE...]     FILE: as if these had changed; --list: names files of tests only
"""

import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

from medianoche.envs.core.compile.sources import IMPORT

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("agents", "benchmarks", "docs", "envs", "src/medianoche", "tests", "toys", "training")
ALWAYS = ("tests/packaging/test_limits.py", "tests/packaging/test_map.py")
SECONDS, FILES = 45, 24
"""What the tests may take, as expected from the last runs, and how many of their files are looked at."""
GAMES = sorted(file.parent.name for file in (ROOT / "envs").glob("*/state.py"))
STRING = re.compile(r"""["'](medianoche(?:\.\w+)+)""")


@cache
def texts():
    """The text of each Python file, by its path from the root."""
    files = {file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")}
    paths = [file for file in files if not any(part.is_symlink() for part in file.parents)]
    return {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in sorted(paths)}


def module(path):
    """The name under which the file at `path` is imported."""
    name = path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return name if name.split(".")[0] in {"medianoche", "tests", "docs"} else f"medianoche.{name}"


def imports(text):
    """Names of all modules that `text` imports, and more names that may be modules."""
    imported = set(STRING.findall(text))
    for source, inside, after in IMPORT.findall(text):
        names = [part.split()[0] for part in re.sub(r"#.*|\\", " ", inside or after).split(",") if part.split()]
        imported |= {".".join(filter(None, (source.strip(), name))) for name in names} | {source.strip()}
    return imported


@cache
def importers():
    """For each file, the files that import it."""
    files = {module(path): path for path in texts()}
    groups = defaultdict(set)
    for path, text in texts().items():
        for name in imports(text) & set(files):
            groups[files[name]].add(path)
    return groups


def is_test(path):
    return path.startswith("tests/") and path.rpartition("/")[2].startswith("test_")


def mirrored(path):
    """The folder of tests that belongs to the folder of `path`, the game's for a game."""
    place = Path("tests", path.removeprefix("src/medianoche/").removeprefix("tests/")).parent
    return next(str(parent) for parent in (place, *place.parents) if (ROOT / parent).is_dir())


def nearest(changed):
    """The files of tests that can see a change of the files `changed`, the nearest first."""
    naming = {test for test, text in texts().items() for path in changed if is_test(test) and Path(path).name in text}
    steps = dict.fromkeys(changed, 0)
    ring = {*changed, *(naming if any(".py" not in path for path in changed) else ())}
    while ring:
        steps |= dict.fromkeys(ring - set(steps), max(steps.values()) + 1)
        ring = {test for path in ring for test in importers()[path]} - set(steps)
    folders = {mirrored(path) for path in changed}
    names = {f"test_{Path(path).stem}" for path in changed}
    games = {folder for folder in folders if Path(folder).name in GAMES}
    whole = games | {mirrored(path) for path in changed if path.endswith("conftest.py")}
    for test in filter(is_test, texts()):
        same = Path(test).stem in names and str(Path(test).parent) in folders
        if same or any(test.startswith(f"{folder}/") for folder in whole):
            steps[test] = min(steps.get(test, 1), 1)
        elif games and test.startswith("tests/envs/test_"):  # those of all games
            steps[test] = min(steps.get(test, 2), 2)
    nearest_tests = [test for test in steps if is_test(test) and test in texts()]
    return sorted(
        nearest_tests, key=lambda test: (steps[test], str(Path(test).parent) not in folders, len(texts()[test]))
    )


def git(*arguments):
    """The lines that git answers; none if it fails."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.split("\n")[:-1]


def changes():
    """The files that differ from what `main` and this branch have in common, and those that git does not know."""
    (base,) = git("merge-base", "HEAD", "main") or ["HEAD"]
    return [*git("diff", "--name-only", base), *git("ls-files", "--others", "--exclude-standard")]


def untouched(changed):
    """The games that did not change; none if something besides games did."""
    touched = {re.sub(r"^(tests/)?envs/(\w+)/.*", r"\2", path) for path in changed}
    return sorted(set(GAMES) - touched) if touched <= set(GAMES) else []


def run(name, *arguments):
    """Print and run a module of this environment; returns whether it failed."""
    print(f"$ {name}", *(argument for argument in arguments if not argument.endswith(".py")), flush=True)
    return subprocess.run([sys.executable, "-m", name, *arguments], cwd=ROOT, check=False).returncode != 0


def main(arguments):
    """Run everything; returns whether something failed."""
    changed = [argument for argument in arguments if argument != "--list"] or changes()
    tests = list(dict.fromkeys([*ALWAYS, *nearest(changed)]))[:FILES]
    if "--list" in arguments:
        print(*tests, sep="\n")
        return False
    python = [path for path in changed if path.endswith(".py") and (ROOT / path).is_file()]
    failed = bool(python) and (run("ruff", "check", *python) | run("ruff", "format", "--check", *python))
    failed |= run("mypy")
    options = ["-q", "-n", "auto", "-m", "not larger", "--hypothesis-profile=quick", f"--seconds={SECONDS}"]
    games = [f"-knot ({' or '.join(untouched(changed))})"] if untouched(changed) else []
    return failed | run("pytest", *options, *games, *tests)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
