"""The streets and the content of the reference engine of La noche de Halloween, from the standard pack's TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

STANDARD = Path(__file__).parents[3] / "envs" / "halloween" / "packs" / "standard.toml"
MONTSE, SIMONCITO, JORGITO, DAVID, ROSA, MIGUELIN, LUCIA, EDUARDITO = range(8)
TURN_NUMBERS = (
    *("roll", "no_move", "treat_only", "force_die", "rerolled", "stuck", "attack", "fwd", "steps", "draws", "amount"),
    *("claim", "true_roll", "demand", "advice", "came"),
)
TURN_SEATS = ("child", "owner", "third", "target")
PHASES = [
    "COLOUR", "CHILD", "MOVE", "FORWARD", "ANSWER", "CLAIM", "RESPOND", "DEMAND", "ACCEPT", "ADVICE", "VERDICT", "FEE",
    "TREAT", "DRAW", "KEEP", "NEIGHBOUR", "TEAR", "DEFEND", "INSIST", "BID", "END",
]  # fmt: skip
EXACT_ROLES = ("child", "owner")


class Town:
    """The board and the cards of the standard pack, read from its file."""

    def __init__(self) -> None:
        pack = tomllib.loads(STANDARD.read_text(encoding="utf-8"))
        rows = pack["board"]["rows"]
        at = {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row) if letter != " "}
        order = sorted(at, key=lambda place: (place[1], place[0]))
        number = {place: square for square, place in enumerate(order)}
        self.letter = [at[place] for place in order]
        self.next_to = [
            [number[p] for p in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)) if p in number] for x, y in order
        ]
        self.actions = {card["id"]: (card["op"], card.get("arg", 0)) for card in pack["action"]}
        self.treats = [card for card in pack["treat"] for _ in range(card["copies"])]
        self.candies = [0, *pack["rules"]["candy_table"]]

    def colour(self, square: int) -> int:
        """The colour of a house, -1 of another square."""
        return "RGYOB".find(self.letter[square])

    def walk(self, start: int, steps: int, came: Sequence[int | None] = (None,)) -> set[tuple[int, int]]:
        """(square before the last, last square) of all walks; `came` are squares that it may have come from."""
        ways: set[tuple[Any, int]] = {(before, start) for before in came}
        for _ in range(steps):
            further = set()
            for before, here in ways:
                onward = [square for square in self.next_to[here] if square != before] or [before]
                further |= {(here, square) for square in onward}
            ways = further
        return ways

    def distance(self, one: int, two: int) -> int:
        """Steps from one square to another."""
        steps = 0
        edge = {one}
        seen = {one}
        while two not in edge:
            edge = {square for here in edge for square in self.next_to[here]} - seen
            seen |= edge
            steps += 1
        return steps


TOWN = Town()
