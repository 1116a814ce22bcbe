"""Fail if the tests reach less than 95% of the lines of a kernel module of a registered game.

python tests/packaging/kernel_coverage.py .coverage.json
"""

import json
import sys
from pathlib import Path

from medianoche.envs import entries

FLOOR = 95.0


def shares(report: dict) -> dict[str, float]:
    """Percentage of covered lines of each kernel module of each registered game, from coverage's JSON report."""
    reached = {}
    for entry in entries():
        package = entry.location.partition(":")[0]
        if package.startswith("medianoche."):
            folder = Path(package.removeprefix("medianoche.").replace(".", "/")) / "kernels"
            for module in sorted(folder.glob("*.py")):
                summary = report["files"][str(module)]["summary"] if str(module) in report["files"] else None
                if summary is None:  # an empty module is left out of the report; one that no test imports is not
                    reached[str(module)] = 100.0 * (not module.read_text().strip())
                elif summary["num_statements"]:
                    reached[str(module)] = 100 * summary["covered_lines"] / summary["num_statements"]
    return reached


if __name__ == "__main__":
    reached = shares(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    for file, share in reached.items():
        print(f"{'' if share >= FLOOR else 'TOO LITTLE: '}{file}: {share:.1f}% of lines (at least {FLOOR:.0f}%)")
    sys.exit(any(share < FLOOR for share in reached.values()))
