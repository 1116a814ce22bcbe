"""The options of all games of the suite by name, so that type checkers know them; a game's page says what they do."""

from __future__ import annotations

from typing import Literal, TypedDict


class SuiteOptions(TypedDict, total=False):
    """Options that a game of the suite may be given; of which game each is, is checked when it is made. Those of a game
    of one's own are given as `**options`, with `options: dict[str, Any]`."""

    activation: Literal["play", "solve"]
    actor: Literal["initiative", "free"]
    advanced: bool
    boss_life: Literal["all", "standing"]
    carry: Literal["compulsory", "optional"]
    characters: Literal["random", "choose"]
    colours: Literal["choose", "random"]
    combined: bool
    count_destination: bool
    counts: Literal["recall", "secret"]
    decks: Literal["preset", "random", "build"]
    fatigue: int
    flat: bool
    max_offers: int
    max_rounds: int
    obs_memory: bool
    repeat: Literal["game", "turn"]
    rounds_to_win: Literal[1, 2, 3]
    sheets: Literal["choose", "random", "order"]
    smile_pairs: Literal["overlapping", "disjoint"]
    start_player: Literal["random"] | int
    tear_cooldown: Literal[0, 1, 2]
    test: Literal["target", "attacker", "attacker_under"]
    ties: bool
    unguarded_rewards: bool
    variant: Literal["standard", "introductory", "quick"]
