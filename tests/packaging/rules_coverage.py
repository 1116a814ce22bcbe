"""Fail if the tests reach less than 95% of the lines of a registered game's rules.

python tests/packaging/rules_coverage.py .coverage.json
"""

import json
import sys
from pathlib import Path

from medianoche.envs import entries

FLOOR = 95.0


def shares(report: dict) -> dict[str, float]:
    """Percentage of covered lines of each registered game's rules.py, from coverage's JSON report."""
    reached = {}
    for entry in entries():
        package = entry.location.partition(":")[0]
        if package.startswith("medianoche."):
            file = f"{package.removeprefix('medianoche.').replace('.', '/')}/rules.py"
            summary = report["files"][file]["summary"]
            reached[file] = 100 * summary["covered_lines"] / summary["num_statements"]
    return reached


if __name__ == "__main__":
    reached = shares(json.loads(Path(sys.argv[1]).read_text()))
    for file, share in reached.items():
        print(f"{file}: {share:.1f}% of lines (at least {FLOOR:.0f}%)")
    sys.exit(any(share < FLOOR for share in reached.values()))
