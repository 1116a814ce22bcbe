"""Random packs that play like Camino a Nocturna: `generate(seed)`."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from medianoche.envs.core.game import Game
from medianoche.envs.core.kernels.loops import DEAL, Results, sample_rows_legal
from medianoche.envs.core.kernels.rng import spread
from medianoche.envs.core.registry import find
from medianoche.envs.nocturna.opcodes import choices
from medianoche.envs.nocturna.pack import NocturnaPack

STANDARD = Path(__file__).with_name("standard.toml")
PLAYERS = 3
GAMES = 200
FAIR = (0.3, 0.7)
CARDS = ("attack", "defence", "skill")
LIFE = (1, 12)
PROVISION = (0, 6)
WORTH = (0, 4)
AMOUNT = (1, 9)


def generate(seed: int) -> NocturnaPack:
    """A random valid pack, always the same for a seed; in it the Master wins 30 to 70% of random games of three
    players."""
    random = Random(f"nocturna {seed}")
    while True:
        pack = varied(random)
        pack = pack.model_copy(update={"meta": pack.meta.model_copy(update={"name": f"generated-{seed}"})})
        if FAIR[0] <= random_win_rate(pack) <= FAIR[1]:
            return pack


def varied(random: Random) -> NocturnaPack:
    """The standard pack with each number moved by one at most, other skills for foes and other Familia mates."""
    tables = json.loads(standard())
    foes = [*tables["nightmare"], *tables["boss"]]
    skills = [list(row["skill"]) for row in foes]
    for row in foes:
        row["skill"] = random.choice(skills)
    for row in [*foes, *tables["child"]]:
        for card in CARDS:
            row[card] = [moved_effect(random, effect) for effect in row[card]]
    for row in tables["nightmare"]:
        row["life"] = moved(random, row["life"], LIFE)
    for row in tables["reward"]:
        row["provision"] = moved(random, row["provision"], PROVISION)
        if "mate" in row:
            row["mate"] = random.choice(mates(tables["reward"], row))
    for row in tables["location"]:
        row["reward"] = moved(random, row["reward"], WORTH)
        row["nightmares"] = moved(random, row["nightmares"], WORTH)
    for table in ("nightmare", "event", "reward", "location", "boss", "child"):
        for row in tables[table]:
            row["provenance"] = "reconstructed"
    return NocturnaPack.model_validate(tables)


@cache
def standard() -> str:
    """The standard pack as a table; JSON is faster to read than TOML."""
    return json.dumps(tomllib.loads(STANDARD.read_text(encoding="utf-8")))


def moved(random: Random, value: int, bounds: tuple[int, int]) -> int:
    """`value` or a neighbour, within bounds."""
    return min(max(value + random.randint(-1, 1), bounds[0]), bounds[1])


def moved_effect(random: Random, effect: str) -> str:
    """The effect with a neighbouring amount if it is a hit or a shield."""
    words = effect.split()
    if words[0] in ("hit", "shield"):
        words[1] = str(moved(random, int(words[1]), AMOUNT))
    return " ".join(words)


def mates(rewards: list[dict[str, Any]], row: dict[str, Any]) -> list[str]:
    """The names of the rewards that may be the Familia mate of `row`."""
    names = []
    for other in rewards:
        together = [*row["effects"], *row["family"], *other["effects"], *other.get("family", [])]
        fits = other["timing"] != "instant" or (row["timing"] == "instant" and len(choices(together)) <= 1)
        if fits and other["name"] != row["name"]:
            names.append(other["name"])
    return names


def random_win_rate(pack: NocturnaPack) -> float:
    """Share of games that the Master wins when all players play at random."""
    nocturna: Game = find("medianoche.envs.nocturna:Nocturna")
    records = np.zeros(1, nocturna.declaration.pack_dtype).view(np.recarray)
    pack.fill(records[0])
    records.flags.writeable = False
    states = np.zeros(GAMES, nocturna.declaration.state_dtype).view(np.recarray)
    blank = nocturna.declaration.blank(PLAYERS, nocturna.content.options({}))
    states["rng"] = spread(np.arange(GAMES, dtype=np.uint64))
    masks = np.zeros((GAMES, nocturna.rules.mask_words), np.uint64)
    choosers = spread(np.arange(GAMES, 2 * GAMES, dtype=np.uint64))
    actions = np.zeros(GAMES, np.int64)
    results = Results.blank(GAMES, nocturna.rules.seats)
    rows = np.arange(GAMES)
    chosen = np.full(GAMES, DEAL)
    while len(rows):
        nocturna.rules.loops.step_rows(records, states, masks, blank, rows, chosen, results, False, 0, len(rows))
        sample_rows_legal(masks, choosers, actions)
        rows = np.flatnonzero(states["done"] == 0)
        chosen = actions[rows]
    return float((results.utility[:, 0] > 0).mean())
