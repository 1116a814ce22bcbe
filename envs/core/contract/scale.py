"""Random play of many games, evenly over player counts, option sets and packs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from medianoche.envs.core.content import pack as packs
from medianoche.envs.core.content.pack import PackModel
from medianoche.envs.core.contract.hidden import words_and_pictures_are_of_one_seat
from medianoche.envs.core.contract.promises import BrokenPromiseError
from medianoche.envs.core.contract.rules import random_play_is_sound
from medianoche.envs.core.game import Game

PART = 4096
"""Games that are played and checked in one batch."""

PAGES = 500
"""For every so many games, the words and pictures of one game are checked too."""


class PlayedGames(NamedTuple):
    """The result of a part of the random games: one player count with one option set."""

    kind: str
    games: int
    decisions: int
    wrong: str
    """What is wrong, in one line; empty if nothing is."""


def play_at_scale(game: Game, games: int) -> Iterator[PlayedGames]:
    """Play at least `games` random games, evenly over player counts, option sets and packs, and check every state.

    Half of the packs are generated, another one for each part. For every `PAGES` games one state of another game is
    checked as each seat sees it: words, pictures, accounts.
    """
    kinds = [(count, options) for count in game.players for options in game.declaration.variants]
    games_of_kind = -(-games // len(kinds))
    for seed, (start, (count, options)) in enumerate(product(range(0, games_of_kind, PART), kinds)):
        chosen = dict(options)
        size = min(PART, games_of_kind - start)
        if game.declaration.pack_model is not PackModel:
            shipped = packs.names(game.content.package)
            chosen["pack"] = [*shipped, *[seed] * len(shipped)]
        decisions = 0
        wrong = ""
        try:
            decisions = random_play_is_sound(game, count, size, seed, **chosen)
            words_and_pictures_are_of_one_seat(game, count, -(-size // PAGES), seed, **options)
        except BrokenPromiseError as error:
            wrong = str(error)
        words = "".join(f", {name} {value}" for name, value in options.items())
        yield PlayedGames(f"{count} players{words}", size, decisions, wrong)
