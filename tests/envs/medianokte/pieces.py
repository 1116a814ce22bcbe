"""Parts of the slow reference: questions, the random generator, cards, crew members, astralis and the boss."""

from collections import Counter
from collections.abc import Generator
from typing import Any, NamedTuple

TIRED = {"tap": 1, "exhaust": 2}
WORD = 2**64 - 1


class Question(NamedTuple):
    """A choice: the phase, the seat that chooses, and its legal actions."""

    phase: int
    seat: int
    legal: list[int]


Asking = Generator[Question, int, Any]


class GameOverError(Exception):
    """Raised where the game ends: 0 the Enemy wins, 1 the crew, 2 neither side."""


class Chance:
    """splitmix64, one number for each die or card."""

    def __init__(self, state: int) -> None:
        self.state = state

    def below(self, n: int) -> int:
        self.state = x = (self.state + 0x9E3779B97F4A7C15) & WORD
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & WORD
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB & WORD
        return ((x ^ (x >> 31)) >> 32) * n >> 32

    def die(self, faces: int = 10) -> int:
        return 1 + self.below(faces)

    def card(self, *piles: Counter[int]) -> tuple[int, int]:
        """Remove a random card from the piles together; returns (pile, kind)."""
        cards = [(p, kind) for p, pile in enumerate(piles) for kind in sorted(pile) for _ in range(pile[kind])]
        p, kind = cards[self.below(len(cards))]
        piles[p][kind] -= 1
        return p, kind


class Card(NamedTuple):
    """A card being resolved: its number in the state, its header, its instructions."""

    number: int
    header: str
    effect: str


class Body:
    """Damage, bleeding and poison of a crew member, an astrali or the boss."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.row = row
        self.damage = self.bleed = self.poison = 0
        self.dead = False

    def armour(self) -> int:
        return self.row["armour"] - self.poison

    def trait(self, name: str) -> int:
        return self.row[name]


class Astrali(Body):
    def __init__(self, kind: int, row: dict[str, Any]) -> None:
        super().__init__(row)
        self.kind = kind
        self.orient = 0


class Boss(Body):
    def __init__(self, index: int, row: dict[str, Any]) -> None:
        super().__init__(row)
        self.index = index
        self.cards = [0] * 5


class Member(Body):
    def __init__(self, seat: int, index: int, row: dict[str, Any], objects: list[dict[str, Any]]) -> None:
        super().__init__(row)
        self.seat = seat
        self.index = index
        self.objects = objects
        self.euphoria = self.charge = 0
        self.orient = [0, 0, 0]
        self.found: list[int | None] = [None, None]
        self.extra: list[list[int]] = []  # [kind, orientation]
        self.items: Counter[int] = Counter()

    def bonus(self, name: str) -> int:
        return sum(n * self.objects[kind].get("gives", {}).get(name, 0) for kind, n in self.items.items())

    def armour(self) -> int:
        return super().armour() + self.bonus("armour")

    def trait(self, name: str) -> int:
        return super().trait(name) + self.bonus(name)
