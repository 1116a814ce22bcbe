"""Mutants: small mistakes made in the code, one at a time, to see whether a test fails.

python tests/packaging/mutants.py [--suite quick|all] [--only 1..40] [--jobs N] [--tests COMMIT] RESULTS.json

300 mutants are drawn with a fixed seed from the kernels, `envs/core`, the agents and the tournament: a comparison is
turned, a constant is one more or less, a branch is dropped, two arguments are swapped. They are drawn by the text of
their lines, so that they stay when others change. Each is made in a copy of the tree, in which the tests run that can
see it (`quick.nearest`), the nearest first, until one fails. Tests of a game run without the compiler first, where
nothing has to be compiled; those that need compiled kernels come last.

The results are written after each mutant and read when the script is called again: what is there is not run again.
mutants.json beside this file has those of version 0.5, by the quick suite.
`--tests` takes the tests of another commit. equivalent.toml lists mutants that no test can kill, with the reason; they
are not drawn.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Lock
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from medianoche.envs.core.compile.jit import user_cache
from tests.packaging import quick

ROOT = quick.ROOT
SEED = 20
SHARES = {
    "kernels": (140, ["envs/*/kernels/*.py"]),
    "core": (60, ["envs/core/*.py", "envs/core/[!k]*/*.py"]),
    "agents": (50, ["agents/**/*.py"]),
    "tournament": (50, ["benchmarks/tournament/*.py"]),
}
"""How many mutants each part gets, and its files."""
KNOWN = Path(__file__).with_name("equivalent.toml")
TURNED = [
    *[(ast.Lt, ast.GtE), (ast.Gt, ast.LtE), (ast.Lt, ast.LtE), (ast.Gt, ast.GtE)],
    *[(ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot)],
]
"""Pairs of comparisons of which one is written for the other."""
UNTOUCHED = (ast.JoinedStr, ast.Raise, ast.Assert, ast.Import, ast.ImportFrom)
"""Code in which nothing is changed: texts, messages, imports; annotations besides."""
COMPILED = re.compile(r"/test_(contract|golden|reference|perft|solver|jit|gate)\.py")
"""Tests of games that play so much that they need compiled kernels; as in `make coverage`."""
FILES = 16
"""How many files of tests are asked at most, besides those of games about games."""
LIMIT = 300
"""Seconds that a part of the tests may take."""
PYTEST = ["-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no", "-rfE"]


class Mutant(NamedTuple):
    """One change of one file: the characters from `begin` to `end`, in UTF-8, become `text`."""

    file: str
    line: int
    kind: str
    begin: int
    end: int
    text: str

    def lines(self, source: bytes) -> tuple[str, str]:
        """The changed lines, before and after."""
        first = source.rfind(b"\n", 0, self.begin) + 1
        last = source.find(b"\n", self.end)
        after = source[first : self.begin] + self.text.encode() + source[self.end : last]
        return " ".join(source[first:last].decode().split()), " ".join(after.decode().split())

    def applied(self, source: bytes) -> bytes:
        """The file with the mistake."""
        return source[: self.begin] + self.text.encode() + source[self.end :]


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All parts of `tree` that run and that are no text."""
    for name, value in ast.iter_fields(tree):
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or name in {"annotation", "returns", "decorator_list", "type_params"}:
                continue
            types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            if not types and not isinstance(node, UNTOUCHED):
                yield node
                yield from nodes(node)


def changes(node: ast.AST, file: str) -> Iterator[tuple[str, ast.AST, ast.AST]]:
    """Kind, part and its replacement, for each mistake that is made in `node` itself."""
    if not isinstance(node, ast.Compare | ast.Constant | ast.If | ast.IfExp | ast.Call):
        return
    rng = random.Random(f"{SEED} {file} {ast.unparse(getattr(node, 'test', node))}")
    match node:
        case ast.Compare(ops=[operation]):
            others = [({*pair} - {type(operation)}).pop() for pair in TURNED if type(operation) in pair]
            yield "comparison turned", node, ast.Compare(node.left, [rng.choice(others)()], node.comparators)
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            yield "constant by one", node, ast.Constant(value + rng.choice([1, -1]) if value else 1)
        case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Constant):
            yield "branch dropped", test, ast.Constant(False)
        case ast.Call(func=ast.Name("min" | "max")):
            pass  # in which order does not matter
        case ast.Call(args=[_, _, *_] as arguments) if not any(
            isinstance(argument, ast.Starred) for argument in arguments
        ):
            at = rng.randrange(len(arguments) - 1)
            first = arguments[at]
            second = arguments[at + 1]
            if ast.unparse(first) != ast.unparse(second):
                swapped = [*arguments[:at], second, first, *arguments[at + 2 :]]
                yield "argument swapped", node, ast.Call(node.func, swapped, node.keywords)


def mutants_of(file: str, source: bytes) -> list[Mutant]:
    """All mutants of a file."""
    starts = [0]
    for line in source.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    mutants_made = []
    for node in nodes(ast.parse(source)):
        for kind, part, made in changes(node, file):
            begin, end = (
                starts[getattr(part, f"{which}lineno") - 1] + getattr(part, f"{which}col_offset")
                for which in ("", "end_")
            )
            text = f"({ast.unparse(made)})" if isinstance(made, ast.Compare) else ast.unparse(made)
            mutants_made.append(Mutant(file, node.lineno, kind, begin, end, text))
    return mutants_made


def drawn(shares: Mapping[str, tuple[int, list[str]]] = SHARES) -> dict[str, Mutant]:
    """The mutants by a hash of their lines, the parts mixed, without those that are known to be equivalent."""
    equivalent = {(row["file"], row["after"]) for row in tomllib.loads(KNOWN.read_text("utf-8"))["mutants"]}
    chosen = {}
    for count, patterns in shares.values():
        ranked = {}
        for file in {file for pattern in patterns for file in ROOT.glob(pattern)}:
            name = str(file.relative_to(ROOT))
            source = file.read_bytes()
            for mutant in mutants_of(name, source):
                lines = mutant.lines(source)
                if (name, lines[1]) not in equivalent:
                    ranked.setdefault(hashlib.sha256(f"{SEED} {name} {lines}".encode()).hexdigest(), mutant)
        chosen |= {rank: ranked[rank] for rank in sorted(ranked)[:count]}
    return {rank[-12:]: chosen[rank] for rank in sorted(chosen, key=lambda rank: rank[-12:])}


class Part(NamedTuple):
    """Files of tests that run in one process, with the options of pytest and of the compiler."""

    files: list[str]
    options: list[str]
    plain: bool


def parts(file: str, suite: str) -> list[Part]:
    """The tests that can see a change of `file`, in the order in which they run."""
    options = ["-m", "not larger", "--hypothesis-profile=quick"] if suite == "quick" else []
    near = [test for test in quick.nearest([file]) if not test.startswith(("tests/packaging", "tests/soak"))]
    others = quick.untouched([file])
    if not others:
        return [Part(near[:4], options, False), Part(near[4:FILES], options, False)]
    game = file.split("/")[1]
    tests_of_game = [
        test for test in near if f"tests/envs/{game}/" in test or re.match(f"tests/envs{COMPILED.pattern}", test)
    ]
    plain, late = (
        [test for test in tests_of_game if bool(COMPILED.search(test)) == compiled] for compiled in (False, True)
    )
    marks = "" if suite == "all" else "not larger and "
    rest = [*options[2:], f"-knot ({' or '.join(others)})"]
    return [
        Part(plain, ["-m", f"{marks}not compiled", *rest], True),
        Part(late, [*options[:2], *rest], False),
        Part(plain, ["-m", f"{marks}compiled", *rest], False),
        Part([test for test in near if test not in tests_of_game][:FILES], [*options[:2], *rest], False),
    ]


class Copy:
    """A copy of the tree in which one mutant after the other is made, with a cache of compiled code of its own."""

    def __init__(self, folder: Path, tests: str | None) -> None:
        self.root = folder / "tree"
        self.code = folder / "code"
        self.number = 0
        self.sound, self.broken = set[str](), set[str]()
        for name in quick.git("ls-files", "--cached", "--others", "--exclude-standard"):
            if os.path.lexists(ROOT / name):
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.root / name, follow_symlinks=False)
        if tests:
            shutil.rmtree(self.root / "tests")
            packed = subprocess.run(["git", "archive", tests, "tests"], cwd=ROOT, check=True, capture_output=True)
            subprocess.run(["tar", "-x"], cwd=self.root, input=packed.stdout, check=True)
        self.code.mkdir()
        for kept in filter(Path.is_dir, user_cache().iterdir()):
            shutil.copytree(kept, self.code / kept.name, copy_function=os.link)

    def pytest(self, part: Part) -> tuple[str, str]:
        """`survived`, `killed` and by which test, or `timeout`."""
        files = [test for test in part.files if (self.root / test.partition("::")[0]).is_file()]
        if not files:
            return "survived", ""
        places = {"PYTHONPATH": str(self.root / "src"), "NUMBA_CACHE_DIR": str(self.code)}
        left_out = (f"--deselect={test}" for test in sorted(self.broken))
        command = [sys.executable, *PYTEST, *part.options, *left_out, *files]
        environment = os.environ | places | {"NUMBA_DISABLE_JIT": str(int(part.plain))}
        with TemporaryFile("w+", encoding="utf-8") as out:
            process = subprocess.Popen(command, cwd=self.root, env=environment, stdout=out, stderr=out, process_group=0)
            try:
                process.wait(LIMIT)
            except subprocess.TimeoutExpired:
                return "timeout", ""
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
            out.seek(0)
            output = out.read()
        if process.returncode in {0, 5}:  # 5: no test was left to run
            return "survived", ""
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output, re.MULTILINE)
        return "killed", failed[1] if failed else f"exit code {process.returncode}: {output[-300:]}"

    def mutated(self, mutant: Mutant, part: Part) -> tuple[str, str]:
        """What the tests say of the mutant; the file is as before afterwards."""
        file = self.root / mutant.file
        source = file.read_bytes()
        stamp = file.stat().st_mtime
        self.number += 1
        try:
            file.write_bytes(mutant.applied(source))
            os.utime(file, (stamp + self.number,) * 2)  # or Python would take the byte code of another mutant
            return self.pytest(part)
        finally:
            file.write_bytes(source)
            os.utime(file, (stamp,) * 2)

    def fails_anyway(self, test: str, part: Part, mutant: Mutant) -> bool:
        """Whether `test` fails without the mutant or does not fail with it again; then it is left out from now on."""
        if "::" in test and test not in self.sound:
            alone = part._replace(files=[test])
            failed = self.pytest(alone)[0] != "survived" or self.mutated(mutant, alone)[0] == "survived"
            (self.broken if failed else self.sound).add(test)
        return test in self.broken

    def judge(self, mutant: Mutant, suite: str) -> dict[str, Any]:
        """Run the tests that can see the mutant until one fails."""
        begun = time.monotonic()
        kept = set(self.code.iterdir())
        result = "survived"
        killer = ""
        for part in parts(mutant.file, suite):
            while result == "survived":
                result, killer = self.mutated(mutant, part)
                if result != "killed" or not self.fails_anyway(killer, part, mutant):
                    break
                result = "survived"
        for made in set(self.code.iterdir()) - kept:
            if made.is_dir():
                shutil.rmtree(made)
        before, after = mutant.lines((self.root / mutant.file).read_bytes())
        about = {"file": mutant.file, "line": mutant.line, "kind": mutant.kind, "before": before, "after": after}
        return about | {"result": result, "killer": killer, "seconds": round(time.monotonic() - begun)}


def run(file: Path, suite: str, numbers: range, jobs: int, tests: str | None) -> int:
    """Judge those of the mutants `numbers` that are not in the results in `file`; returns how many were judged."""
    results = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    wanted = {name: mutant for number, (name, mutant) in enumerate(drawn().items(), 1) if number in numbers}
    left = deque(name for name in wanted if name not in results)
    lock = Lock()
    count = len(left)

    def work(folder: Path) -> None:
        copy = Copy(folder, tests)
        while left:
            name = left.popleft()
            judged = copy.judge(wanted[name], suite)
            with lock:
                results[name] = judged
                file.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
                print(*list(judged.values())[:3], judged["result"], judged["killer"][:100], sep="  ", flush=True)

    with TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        for done in [pool.submit(work, Path(folder, str(job))) for job in range(jobs)]:
            done.result()
    print(*Counter(judged["result"] for judged in results.values()).items())
    return count


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path)
    parser.add_argument("--suite", choices=["quick", "all"], default="quick")
    parser.add_argument("--only", default="1..300", help="these of the 300, as 1..40")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--tests", help="a commit, whose tests are taken")
    arguments = parser.parse_args()
    first, last = map(int, arguments.only.split(".."))
    run(arguments.results, arguments.suite, range(first, last + 1), arguments.jobs, arguments.tests)
