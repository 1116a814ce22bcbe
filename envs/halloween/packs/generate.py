"""Random content packs of La noche de Halloween: the standard streets with other houses, and other treat cards."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any

from medianoche.envs.halloween.pack import COLOUR_LETTERS, HalloweenPack, leave_every_square, read_drawing
from medianoche.envs.halloween.state import CHILDREN, TREATS

STANDARD = Path(__file__).with_name("standard.toml")
HOUSES = (4, 7)
DRAW_SQUARES = (5, 8)
BONUS_OF_OWNER = (0, 6)
GAP = (0, 4)
MEAN_GAP = (1.5, 2.5)
"""Bounds of the mean by which a treat card's bonus is larger for the child than for the owner: below the first, owners
would never choose trick; above the second, never treat."""
CONDITIONS = (
    ("Sin condición", "FREE", 5),
    ("Secreto al oído", "SHOW_RIVAL", 2),
    ("Fuera máscaras", "SHOW_ALL", 1),
    ("Uno de estos", "SET", 5),
    ("No es el mío", "NOT_CALLER", 1),
    ("¡Es el mío!", "CALLER", 1),
    ("Un puñadito", "PAY", 2),
    ("Bajo la puerta", "DISCARD", 1),
)


def generate(seed: int) -> HalloweenPack:
    """A random valid pack, always the same for a seed."""
    random = Random(f"halloween {seed}")
    tables = tomllib.loads(STANDARD.read_text(encoding="utf-8"))
    tables["meta"] = {"name": f"generated-{seed}", "version": 1}
    tables["board"] = {"rows": random_houses(random, tables["board"]["rows"]), "provenance": "reconstructed"}
    tables["treat"] = random_treats(random)
    return HalloweenPack.model_validate(tables)


def random_houses(random: Random, rows: list[str]) -> list[str]:
    """The drawing with its houses, grey and draw squares dealt anew; houses of one colour are never neighbours."""
    board = read_drawing(rows)
    free = [square for square, letter in enumerate(board.letters) if letter in COLOUR_LETTERS + ".D"]
    while True:
        houses = random.randint(*HOUSES)
        draws = random.randint(*DRAW_SQUARES)
        bag = list(COLOUR_LETTERS * houses + "D" * draws)
        bag += "." * (len(free) - len(bag))
        random.shuffle(bag)
        letters = list(board.letters)
        for square in free:
            beside = {letters[other] for other in board.ways(square) if other < square}
            fits = [place for place, letter in enumerate(bag) if letter in ".D" or letter not in beside]
            if not fits:
                break
            letters[square] = bag.pop(fits[0])
        if not bag and (drawing := redrawn(rows, letters)):
            return drawing


def redrawn(rows: list[str], letters: list[str]) -> list[str]:
    """The drawing with other letters, or None if some walk could not start."""
    left = iter(letters)
    drawing = ["".join(" " if letter == " " else next(left) for letter in row) for row in rows]
    try:
        leave_every_square(read_drawing(drawing))
    except ValueError:
        return []
    return drawing


def random_treats(random: Random) -> list[dict[str, Any]]:
    """As many treat cards as in the standard pack, with a mean difference of their two bonuses within bounds."""
    weights = [weight for _, _, weight in CONDITIONS]
    while True:
        cards = [random_treat(random, *random.choices(CONDITIONS, weights)[0][:2]) for _ in range(TREATS)]
        if MEAN_GAP[0] <= sum(card["child"] - card["owner"] for card in cards) / TREATS <= MEAN_GAP[1]:
            return cards


def random_treat(random: Random, name: str, condition: str) -> dict[str, Any]:
    """A treat card with this condition."""
    owner = random.randint(*BONUS_OF_OWNER)
    card = {"name": name, "condition": condition, "owner": owner, "child": owner + random.randint(*GAP), "copies": 1}
    if condition == "SET":
        card["arg"] = sum(1 << child for child in random.sample(range(CHILDREN), random.randint(2, 5)))
    elif condition == "PAY":
        card["arg"] = random.randint(1, 2)
    return card | {"provenance": "reconstructed"}
