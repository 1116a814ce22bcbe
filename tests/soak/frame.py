"""What the scripts of this folder share: their options, their last line, and processes that they start."""

import argparse
import os
import sys
from pathlib import Path

import __main__


def options_of(page, quick):
    """The script's options `quick` and `seed`: `page` is its docstring, `quick` says what --quick does."""
    parser = argparse.ArgumentParser(description=page.split("\n", maxsplit=1)[0])
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def finish(tried, faults):
    """Print the faults and the script's last line, and exit; `faults`: the faults as lines."""
    print(*faults, f"soak {Path(__main__.__file__).stem}: tried {tried}, found {len(faults)} faults", sep="\n")
    sys.exit(bool(faults))


def environment(**changes):
    """The environment of a process that finds the suite and its tests as this one does; None removes a variable."""
    path = os.pathsep.join([*filter(None, sys.path), str(Path.cwd())])
    return {key: value for key, value in (os.environ | {"PYTHONPATH": path} | changes).items() if value is not None}
