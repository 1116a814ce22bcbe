"""Random content packs of Medianokte: the default pack with changed numbers and shuffled effects."""

from __future__ import annotations

import random
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from medianoche.envs.core.content.pack import Pack
from medianoche.envs.medianokte.pack import MedianoktePack

STANDARD = Path(__file__).with_name("standard.toml")
RANGES: dict[str, tuple[int, int]] = {
    "life": (1, 16),
    **dict.fromkeys(("armour", "strength", "dexterity", "will"), (1, 9)),
    "cost": (0, 6),
    **dict.fromkeys(("melee", "distance", "area", "attack"), (1, 8)),
}
GAMES = 200
PLAYERS = 4
FAIR = (0.3, 0.85)
"""Lowest and highest share of random games that the Enemy wins with an accepted pack."""


@cache
def generate(seed: int) -> MedianoktePack:
    """A random valid pack, the same for the same seed: the first draft whose share of wins is in FAIR.

    Args:
        seed: any non-negative integer.
    """
    rng = random.Random(seed)
    while True:
        pack = draft(seed, rng)
        if FAIR[0] <= enemy_share(pack) <= FAIR[1]:
            return pack


def draft(seed: int, rng: random.Random) -> MedianoktePack:
    """One candidate: every number changed by at most one, and effects shuffled within their groups."""
    tables = tomllib.loads(STANDARD.read_text(encoding="utf-8"))
    tables["meta"] = {"name": f"generated-{seed}", "version": 1}
    for key in ("character", "boss", "astrali", "event", "positive", "object"):
        for row in tables[key]:
            row["provenance"] = "reconstructed"
            vary(row, rng)
            for weapon in row.get("weapons", ()):
                vary(weapon, rng)
    for group in groups(tables):
        shuffle(group, rng)
    tables["constants"]["provenance"] = "reconstructed"
    return MedianoktePack.model_validate(tables)


def vary(row: dict[str, Any], rng: random.Random) -> None:
    """Change each number of a row by -1, 0 or 1, within its range."""
    for key, (low, high) in RANGES.items():
        if isinstance(row.get(key), int):
            row[key] = min(max(row[key] + rng.choice((-1, 0, 1)), low), high)


def groups(tables: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Groups of cards within which effects may change places."""
    characters = tables["character"]
    objects = tables["object"]
    weapons = [weapon for row in characters for weapon in row["weapons"]]
    return [
        [row for row in (*weapons, *objects) if row.get("characteristic")],
        [row["assist"] for row in characters],
        [row["final"] for row in characters],
        [card for row in tables["boss"] for card in row["actions"]],
        [row for row in tables["astrali"] if row.get("characteristic")],
        tables["event"],
        tables["positive"],
        [row for row in objects if row["type"] == "single-use"],
    ]


def shuffle(cards: list[dict[str, Any]], rng: random.Random) -> None:
    """Shuffle the effects of cards with the same header."""
    for header in sorted({card.get("header", "") for card in cards}):
        same = [card for card in cards if card.get("header", "") == header]
        effects = [card["effect"] for card in same]
        rng.shuffle(effects)
        for card, effect in zip(same, effects, strict=True):
            card["effect"] = effect


def enemy_share(pack: MedianoktePack) -> float:
    """The share of random games that the Enemy wins with this pack."""
    from medianoche.envs.core.game import Game
    from medianoche.envs.medianokte import Medianokte

    game = Game(Medianokte)
    records = np.zeros(1, game.declaration.pack_dtype).view(np.recarray)
    pack.fill(records[0])
    game.content.packs = [Pack("draft", pack, records, "")]
    batch = game.batch(GAMES, num_players=PLAYERS, seed=0, autoreset=False)
    while len(rows := np.flatnonzero(~batch.done)):
        batch.step_rows(rows, batch.sample_legal()[rows])
    return float((batch.utility[:, 0] > 0).mean())
