"""A table of how a language model was asked: `python -m medianoche.agents.bots.telemetry FILE...`.

The files are those of `prompt.py --log`; a row of the table is a game in a file.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

COLUMNS = "game", "decisions", "legal at first", "95% interval", "tries", "lost", "seconds", "tokens in", "tokens out"

FIELDS = {"game", "action", "tries", "legal", "seconds", "prompt_tokens", "answer_tokens"}
"""Keys of a line that the table needs."""


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95% interval of a probability. Source: Wilson, "Probable inference, the law of succession, and statistical
    inference", 1927."""
    z = 1.959964
    share = successes / trials
    weight = z * z / trials
    middle = (share + weight / 2) / (1 + weight)
    half = z * math.sqrt(share * (1 - share) / trials + weight / (4 * trials)) / (1 + weight)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def rows(file: Path) -> list[list[str]]:
    """The rows of a file, as COLUMNS. Raises ValueError if it is not a log."""
    games: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            asked = json.loads(line)
            if missing := FIELDS - set(asked):
                raise KeyError(min(missing))
            games[asked["game"]].append(asked)
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"{file}, line {number}: not a line of prompt.py --log") from None
    return [_row(game, decisions) for game, decisions in sorted(games.items())]


def _row(game: str, decisions: list[dict[str, Any]]) -> list[str]:
    count = len(decisions)
    first = sum(asked["tries"] == 1 and asked["action"] >= 0 for asked in decisions)
    low, high = wilson(first, count)

    def mean(key: str, digits: int) -> str:
        known = [asked[key] for asked in decisions if asked[key] is not None]
        return f"{sum(known) / len(known):,.{digits}f}" if known else "-"

    return [
        game,
        f"{count:,}",
        f"{first / count:.1%}",
        f"{low:.1%} to {high:.1%}",
        mean("tries", 2),
        f"{sum(asked['action'] < 0 for asked in decisions):,}",
        mean("seconds", 2),
        mean("prompt_tokens", 0),
        mean("answer_tokens", 0),
    ]


def main() -> None:
    """Print the table in Markdown."""
    parser = argparse.ArgumentParser(
        description="How a language model was asked.", epilog="Example: telemetry run.jsonl"
    )
    parser.add_argument("files", nargs="+", type=Path, help="files of prompt.py --log")
    lines = [COLUMNS, ["---"] * len(COLUMNS)]
    try:
        for file in parser.parse_args().files:
            lines += rows(file)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    sys.stdout.write("".join(f"| {' | '.join(line)} |\n" for line in lines))


if __name__ == "__main__":
    main()
