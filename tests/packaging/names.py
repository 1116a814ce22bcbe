"""Count names that say nothing: `make lint` refuses a folder that has more of them than LIMITS.

    python tests/packaging/names.py

An example: `found = measure(game)` could be anything; `gains = measure(game)` says what it is. Counted are variables,
parameters and functions. A limit may only fall: if a folder has fewer than its limit, lower the limit.
"""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REFUSED = {"found", "given", "own", "there", "each", "room", "greed"}
LIMITS = {"agents": 1, "benchmarks": 6, "envs": 3, "src": 75, "tests": 3}
"""How many of these names each folder has: public fields, old names that still warn, the page's stand-in for NumPy. A
folder that is not here has none."""


def refused(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a module at which one of these names is bound, and the name."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.FunctionDef(name=name):
                if name in REFUSED:
                    yield node.lineno, name


def main() -> int:
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "*.py"], check=True, capture_output=True, text=True).stdout
    places: dict[str, list[str]] = {}
    for file in listed.split():
        if (ROOT / file).is_file():
            lines = refused((ROOT / file).read_text(encoding="utf-8"))
            places.setdefault(file.split("/")[0], []).extend(f"{file}:{line}: {name}" for line, name in lines)
    counts = Counter({folder: len(lines) for folder, lines in places.items()})
    for folder in sorted({*places, *LIMITS}):
        limit = LIMITS.get(folder, 0)
        if counts[folder] > limit:
            print(f"{folder}: {counts[folder]} names that do not say what they hold; at most {limit}:")
            print("\n".join(f"  {place}" for place in places[folder]))
        elif counts[folder] < limit:
            print(f"{folder}: {counts[folder]} names that do not say what they hold; lower its limit of {limit}")
    return int(any(counts[folder] != LIMITS.get(folder, 0) for folder in {*places, *LIMITS}))


if __name__ == "__main__":
    sys.exit(main())
