"""The options of a soak script on its own command line."""

import argparse


def options_of(page, quick):
    """The script's options `quick` and `seed`: `page` is its docstring, `quick` says what --quick does."""
    parser = argparse.ArgumentParser(description=page.split("\n", maxsplit=1)[0])
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()
