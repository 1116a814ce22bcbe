"""What a training loop has learned in the toy games, and the mistake that its results show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from medianoche import envs
from medianoche.agents import Agent
from medianoche.envs.core.errors import IllegalActionError, MedianocheError
from medianoche.envs.core.game import Game
from medianoche.envs.core.play.batch import Batch
from medianoche.training.conformance.toys import SEATS
from medianoche.training.scoring import play

Train = Callable[[str, int, int], Agent]
"""Learns: the location of a game, the number of decisions and a seed; the agent that it returns plays the game."""
LOCATION = "medianoche.training.conformance.toys:"
TOYS = ("Base", "Swap", "Mask", "Last", "Team", "End")
GAMES = 400
LEARNED = 0.85
"""Share of right actions from which on a game was learned; chance is a quarter or a half."""
LONGER = 4
"""How many times as many decisions a loop gets for a game that it has not learned: one that learns slowly is right."""
MISTAKES = {
    "illegal": "the actions are not those that the mover may take: another seat's mask, or none",
    "swapped": "a seat is paid what another one wins: take utility[row, seat] of the seat that decided",
    "nothing": "not even one decision was learned: too few decisions, or too small steps",
    "observation": "a decision is learned with what the next player sees: copy `observation` before the step",
    "mask": "a decision is learned with another seat's mask: copy `action_mask` before the step",
    "last": "the last reward is lost for seats that did not move last: at the end every seat has its utility",
    "end": "a value is bootstrapped across the end of a game: after the last decision there is the utility and no more",
    "team": "only one seat of a team is paid: every seat has its own utility, those of a team the same",
    "memory": "nothing is remembered, or not by row and seat, or what was remembered outlives its game",
    "alike": "all rows are dealt the same: give `seed` to the batch, or other `seeds` in each row",
}
"""What a loop did wrong, in words. A loop that makes one mistake may fail for it in the games of later ones, too."""


class Found(NamedTuple):
    """What was learned of a toy."""

    toy: str
    shares: np.ndarray  #: float64[players], each seat's share of right choices; NaN for a seat that is never asked
    failure: str = ""  #: why there are none: an illegal action of the training or of its agent
    alike: bool = False  #: whether all rows were dealt the same

    @property
    def learned(self) -> np.ndarray:
        """bool[players]: whether the seat has learned; a seat that is never asked has."""
        return ~(self.shares < LEARNED) & (not self.failure)

    def __str__(self) -> str:
        seats = [f"seat {seat}: {share:.0%}" for seat, share in enumerate(self.shares) if not np.isnan(share)]
        return f"{self.toy:7}{'learned' if self.learned.all() else 'not learned':13}{self.failure or ' '.join(seats)}"


def check(train: Train, decisions: int, seed: int = 0, toys: Iterable[str] = TOYS) -> list[Found]:
    """Train in each of the toys and measure what the agents have learned.

    Args:
        train: see `Train`.
        decisions: of each training; LONGER times as many where not all was learned.
        seed: of the trainings.
        toys: names of classes in `conformance.toys`.

    Raises:
        Exception: what `train` raises, other than for an illegal action.
    """
    return [examined(train, toy, decisions, seed) for toy in toys]


def examined(train: Train, toy: str, decisions: int, seed: int) -> Found:
    """Train in one toy and measure what its agent has learned; if that is not all, train anew for LONGER times as many
    decisions."""
    found = trained(train, toy, decisions, seed)
    return found if found.failure or found.learned.all() else trained(train, toy, LONGER * decisions, seed)


def trained(train: Train, toy: str, decisions: int, seed: int) -> Found:
    """Train once in one toy and measure what its agent has learned."""
    game = envs.game(LOCATION + toy)
    nothing = np.full(game.players[0], np.nan)
    try:
        with watched_batches(game) as alike:
            agent = train(LOCATION + toy, decisions, seed)
        return Found(toy, shares(agent, toy, seed), "", any(alike))
    except MedianocheError as error:
        if isinstance(error, IllegalActionError) or "illegal action" in str(error):
            return Found(toy, nothing, str(error))
        raise


@contextmanager
def watched_batches(game: Game) -> Iterator[list[bool]]:
    """Within this block, note of each batch that is made of `game` whether it has more rows than seats, all dealt the
    same."""
    make = game.batch
    alike: list[bool] = []

    def batch(num_envs: int, **arguments: Any) -> Batch:
        made = make(num_envs, **arguments)
        alike.append(num_envs > SEATS and len(np.unique(made.seeds)) == 1)
        return made

    vars(game)["batch"] = batch
    try:
        yield alike
    finally:
        del vars(game)["batch"]


def shares(agent: Agent, toy: str, seed: int = 0) -> np.ndarray:
    """float64[players], the share of right choices of an agent in each seat of a toy; NaN for a seat never asked."""
    batch = envs.game(LOCATION + toy).batch(GAMES, seed=seed, autoreset=False)
    asked = play(batch, [agent], np.zeros((GAMES, batch.num_players), int), np.random.default_rng(seed)).sum(axis=0)
    right = batch.scores[:, : batch.num_players].sum(axis=0)
    return np.divide(right, asked, out=np.full(len(asked), np.nan), where=asked > 0)


def mistakes(found: Iterable[Found]) -> list[str]:
    """Keys of MISTAKES that the results show, in the order of MISTAKES; the first one explains the others, perhaps."""
    of = {each.toy: each for each in found}
    learned = {toy: each.learned for toy, each in of.items()}
    first, *_, last = learned["Last"]
    shown = {
        "illegal": any(each.failure for each in of.values()),
        "swapped": bool((of["Swap"].shares <= -LEARNED).any()),
        "nothing": not learned["Base"].all(),
        "observation": not last,
        "mask": not learned["Mask"][1],
        "last": not first and last,
        "end": not learned["End"].all(),
        "team": not learned["Team"].all() and first,
        "memory": "Recall" in learned and not learned["Recall"].all(),
        "alike": any(each.alike for each in of.values()),
    }
    return [name for name, is_shown in shown.items() if is_shown]
