"""Random content packs of Correo de Medianoche."""

from __future__ import annotations

import random
from typing import Any

from medianoche.envs.correo.pack import CorreoPack
from medianoche.envs.correo.state import ANIMALS, SHAPES

COLOUR_LETTERS = "rgmcb"
PLURALS = {"mouse": "mice"}
ZONES = {
    "top half": ["NW", "NE"],
    "bottom half": ["SW", "SE"],
    "left half": ["NW", "SW"],
    "right half": ["NE", "SE"],
    "north-west and south-east quadrants": ["NW", "SE"],
    "north-east and south-west quadrants": ["NE", "SW"],
}


def generate(seed: int, big: bool = False) -> CorreoPack:
    """A random valid pack, the same for the same arguments.

    Args:
        seed: any non-negative integer.
        big: a board of 8 rows instead of 6.
    """
    rng = random.Random(seed)
    size = 8 if big else 6
    made: dict[str, Any] = {"provenance": "reconstructed"}
    return CorreoPack.model_validate(
        {
            "meta": {"name": f"generated-{seed}", "version": 1},
            "board": {
                "size": size,
                "highlight_rows": sorted(rng.sample(range(size), rng.randint(1, 2))),
                "highlight_cols": sorted(rng.sample(range(size), rng.randint(1, 2))),
                **made,
            },
            "supply": {"animals": 16, "spells": 16, "patches": 16, **made},
            "cards": {"copies": [2] * 6, **made},
            "solo": {"par": 90, **made},
            "pile": [{"shape": shape, "faces": faces, **made} for shape, faces in random_piles(rng).items()],
            "objective": [card | made for card in objectives(size)],
        }
    )


def random_piles(rng: random.Random) -> dict[str, list[dict[str, Any]]]:
    """Faces of every shape; colours come from one balanced bag."""
    bag: list[str] = []

    def colour() -> str:
        if not bag:
            bag.extend(COLOUR_LETTERS * 8)
            rng.shuffle(bag)
        return bag.pop()

    def face(spaces: int, houses: int, wild: float) -> str:
        letters = ["*" if rng.random() < wild else colour() for _ in range(houses)]
        letters += ["."] * (spaces - houses)
        rng.shuffle(letters)
        return "".join(letters)

    piles: dict[str, list[dict[str, Any]]] = {}
    for shape in SHAPES[:5]:
        counts = rng.choices((1, 2, 3), (15, 70, 15), k=8)
        piles[shape] = tally([face(4, houses, 0.03) for houses in counts])
    piles["I3"] = tally([face(3, rng.randint(1, 2), 0.5) for _ in range(8)])
    piles["V3"] = tally([face(3, rng.randint(1, 2), 0.5) for _ in range(8)])
    piles["D"] = tally([face(2, rng.randint(1, 2), 0.5) for _ in range(16)])
    return piles


def tally(faces: list[str]) -> list[dict[str, Any]]:
    """Equal faces as one entry with copies, in order of appearance."""
    return [{"face": face, "copies": faces.count(face)} for face in dict.fromkeys(faces)]


def objectives(size: int) -> list[dict[str, Any]]:
    """The cards of the standard pack on a board of `size` rows."""
    outer = [0, size - 1]
    inner = [size // 2 - 1, size // 2]
    cards: list[dict[str, Any]] = [
        {"name": PLURALS.get(name, f"{name}s"), "type": "colour", "colour": name} for name in ANIMALS
    ]
    cards += [
        {"name": "outer rows", "type": "lines", "rows": outer},
        {"name": "outer columns", "type": "lines", "cols": outer},
        {"name": "inner rows", "type": "lines", "rows": inner},
        {"name": "inner columns", "type": "lines", "cols": inner},
    ]
    return cards + [{"name": name, "type": "zone", "quadrants": quadrants} for name, quadrants in ZONES.items()]
