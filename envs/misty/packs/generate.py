"""Random card lists that play like Misty: `generate(seed)`."""

from __future__ import annotations

from random import Random

from medianoche.envs.misty.pack import DIRECTIONS, MAX_COPIES, MistyPack

CARDS = 54
NAMES = {
    "still": "casa",
    "flower": "flor",
    "smile": "sonrisa",
    "monster": "monstruo",
    "N": "cohete",
    "NE": "cometa",
    "E": "camion",
    "SE": "trineo",
    "S": "hoja",
    "SW": "semilla",
    "W": "tractor",
    "NW": "barrilete",
}


def generate(seed: int, *, diagonals: bool = False) -> MistyPack:
    """A random valid pack of 54 cards, always the same for a seed; `diagonals` adds the four slanted directions."""
    random = Random(f"misty {seed} {diagonals}")
    made_up = {"kind": "reconstructed", "copies": "reconstructed"}
    directions = DIRECTIONS if diagonals else DIRECTIONS[::2]
    kinds, arrows = random_counts(random, len(directions))
    cards = [
        {"name": NAMES[kind], "kind": kind, "copies": copies, "provenance": made_up} for kind, copies in kinds.items()
    ]
    for direction, copies in zip(directions, arrows, strict=True):
        source = made_up | {"dir": "reconstructed"}
        card = {"name": NAMES[direction], "kind": "arrow", "dir": direction, "copies": copies, "provenance": source}
        cards.append(card)
    points = {"still": 1, "arrow": 1, "monster": 1, "smile": 1}
    points |= {"flower": random.randint(1, 3), "pair": random.randint(0, 3)}
    scoring = {name: {"value": value, "provenance": "reconstructed"} for name, value in points.items()}
    meta = {"name": f"generated-{seed}{'-diagonals' * diagonals}", "version": 1}
    return MistyPack.model_validate({"meta": meta, "scoring": scoring, "card": cards})


def random_counts(random: Random, directions: int) -> tuple[dict[str, int], list[int]]:
    """Number of copies of each kind without an arrow, and of the arrows of each direction."""
    while True:
        arrows = [2] * directions
        for _ in range(random.randint(16, 32) - sum(arrows)):
            arrows[random.randrange(directions)] += 1
        kinds = {"flower": random.randint(4, 12), "smile": random.randint(4, 12), "monster": random.randint(2, 10)}
        kinds["still"] = CARDS - sum(arrows) - sum(kinds.values())
        if 2 <= kinds["still"] <= MAX_COPIES and max(arrows) <= MAX_COPIES:
            return kinds, arrows
