"""Count packed assignments: `make lint` refuses a folder that has more than 5 in 1,000 lines.

    python tests/packaging/packing.py

A packed assignment is `a, b = x, y`: several values assigned in one statement. A swap of the same names is none, nor is
a call that returns several values. Pack what belongs together, such as `row, column = 0, 0`; give anything else a
statement of its own.
"""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("envs", "toys", "agents", "training", "benchmarks", "src", "tests", "docs")
PER_THOUSAND_LINES = 5


def is_packed(node: ast.AST) -> bool:
    """Whether a statement assigns several values that are written beside each other, and is no swap."""
    if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple)):
        return False
    target = node.targets[0]
    if not isinstance(target, ast.Tuple) or len(target.elts) != len(node.value.elts) or len(target.elts) < 2:
        return False
    return sorted(map(ast.unparse, target.elts)) != sorted(map(ast.unparse, node.value.elts))


def packed(text: str) -> Iterator[int]:
    """The lines of a module at which a packed assignment begins."""
    for node in ast.walk(ast.parse(text)):
        if is_packed(node):
            yield node.lineno


def main() -> int:
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "*.py"], check=True, capture_output=True, text=True).stdout
    lines: Counter[str] = Counter()
    places: dict[str, list[str]] = {folder: [] for folder in FOLDERS}
    for name in listed.split():
        folder = name.split("/")[0]
        if folder in places and (ROOT / name).is_file():
            text = (ROOT / name).read_text(encoding="utf-8")
            lines[folder] += text.count("\n")
            places[folder] += [f"{name}:{line}" for line in packed(text)]
    failed = False
    for folder in FOLDERS:
        share = 1000 * len(places[folder]) / max(lines[folder], 1)
        if share > PER_THOUSAND_LINES:
            failed = True
            print(f"{folder}: {share:.1f} packed assignments per 1,000 lines; at most {PER_THOUSAND_LINES}:")
            print("\n".join(f"  {place}" for place in places[folder]))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
