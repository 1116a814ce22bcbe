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
from medianoche.toys.lessons import SEATS
from medianoche.training.scoring import play

Train = Callable[[str, int, int], Agent]
"""Learns: the location of a game, the number of decisions and a seed; the agent that it returns plays the game."""
LOCATION = "medianoche.toys.lessons:"
TOYS = ("Base", "Swap", "Mask", "Loss", "Other", "Last", "Team", "End")
REMEMBERED = ("Recall", "Forget")
"""The games that only agents with a memory learn."""
POLICIES = ("Loss",)
"""The games that only a loop with probabilities of actions learns, not one with values of actions."""
GAMES = 400
LEARNED = 0.85
"""Share of right actions from which on a game was learned; chance is a quarter or a half."""
PLAYED = 0.7
"""Share of right actions in the last tenth of a training, of a game that was learned: actions are drawn there."""
LONGER = 4
"""How many times as many decisions a loop gets for a game that it has not learned: one that learns slowly is right."""
MISTAKES = {
    "illegal": "the actions are not those that the mover may take: another seat's mask, or none",
    "swapped": "a seat is paid what another one wins: take utility[row, seat] of the seat that decided",
    "nothing": "not even one decision was learned: too few decisions, or too small steps",
    "observation": "a decision is learned with what the next player sees: copy `observation` before the step",
    "mask": "a decision is learned with another seat's mask: copy `action_mask` before the step",
    "loss": "the loss compares the action with all others, not with the legal ones alone: give it the mask, too (a "
    "loop that learns values of actions, as DQN, has no such loss: --values)",
    "action": "a decision is learned with another seat's action: store each action with its own decision",
    "last": "the last reward is lost for seats that did not move last: at the end every seat has its utility",
    "end": "a value is bootstrapped across the end of a game: after the last decision there is the utility and no more",
    "team": "only one seat of a team is paid: every seat has its own utility, those of a team the same",
    "memory": "nothing is remembered from one decision of a seat to its next one",
    "seats": "one seat's state is written to other seats of its row: state[row, seat] is that of the seat that decided",
    "reset": "what was remembered outlives its game: set the states of a row to zero where `ended`",
    "alike": "all rows are dealt the same: give `seed` to the batch, or other `seeds` in each row",
}
"""What a loop did wrong, in words. A loop that makes one mistake may fail for it in the games of later ones, too."""


class Found(NamedTuple):
    """What was learned of a toy."""

    toy: str
    shares: np.ndarray  #: float64[players], each seat's share of right choices; NaN for a seat that is never asked
    failure: str = ""  #: why there are none: an illegal action of the training or of its agent
    alike: bool = False  #: whether all rows were dealt the same
    played: float = np.nan  #: share of right choices in the last tenth of the training; NaN if it was not seen

    @property
    def learned(self) -> np.ndarray:
        """bool[players]: whether the seat has learned; a seat that is never asked has."""
        return ~(self.shares < LEARNED) & (not self.failure)

    @property
    def is_remembered(self) -> bool:
        """Whether it was learned, and played well while it was learned, for games that ask for a memory."""
        return bool(self.learned.all() and not self.played < PLAYED)

    def __str__(self) -> str:
        seats = [f"seat {seat}: {share:.0%}" for seat, share in enumerate(self.shares) if not np.isnan(share)]
        if self.toy in REMEMBERED and not np.isnan(self.played):
            seats.append(f"while it was learned: {self.played:.0%}")
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
    examined_once = trained(train, toy, decisions, seed)
    enough = examined_once.is_remembered if toy in REMEMBERED else examined_once.learned.all()
    return examined_once if examined_once.failure or enough else trained(train, toy, LONGER * decisions, seed)


def trained(train: Train, toy: str, decisions: int, seed: int) -> Found:
    """Train once in one toy and measure what its agent has learned."""
    game = envs.game(LOCATION + toy)
    nothing = np.full(game.players[0], np.nan)
    try:
        with watched_batches(game) as watch:
            agent = train(LOCATION + toy, decisions, seed)
        return Found(toy, shares(agent, toy, seed), "", watch.alike, watch.played(toy))
    except MedianocheError as error:
        if isinstance(error, IllegalActionError) or "illegal action" in str(error):
            return Found(toy, nothing, str(error))
        raise


class Watch:
    """What was seen of the batches that a training has made.

    Attributes:
        alike: whether a batch of more rows than seats was dealt the same in all rows.
        utilities: what the games that have ended were worth, of each seat.
    """

    def __init__(self) -> None:
        self.alike = False
        self.utilities: list[np.ndarray] = []

    def played(self, toy: str) -> float:
        """The share of right choices in the last tenth of the games, from what they were worth: 1 if all choices of a
        seat are right, -1 if all are wrong; NaN if no batch was stepped."""
        if toy not in REMEMBERED or not self.utilities:
            return np.nan
        utilities = np.concatenate(self.utilities)
        asked = np.abs(utilities).sum(axis=0) > 0
        last = utilities[-max(len(utilities) // 10, 1) :, asked]
        return float((1 + last).mean() / 2) if last.size else np.nan


class WatchedBatch(Batch):
    """A batch whose games that end are noted."""

    watch: Watch

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """See `Batch.step`."""
        utility, ended = super().step(actions)
        self.watch.utilities.append(utility[ended, : self.num_players].copy())
        return utility, ended


@contextmanager
def watched_batches(game: Game) -> Iterator[Watch]:
    """Within this block, watch the batches that are made of `game`."""
    watch = Watch()

    def batch(num_envs: int, **arguments: Any) -> Batch:
        made = WatchedBatch(game, num_envs, **arguments)
        made.watch = watch
        watch.alike |= num_envs > SEATS and len(np.unique(made.seeds)) == 1
        return made

    vars(game)["batch"] = batch
    try:
        yield watch
    finally:
        del vars(game)["batch"]


def shares(agent: Agent, toy: str, seed: int = 0) -> np.ndarray:
    """float64[players], the share of right choices of an agent in each seat of a toy; NaN for a seat never asked."""
    batch = envs.game(LOCATION + toy).batch(GAMES, seed=seed, autoreset=False)
    asked = play(batch, [agent], np.zeros((GAMES, batch.num_players), int), np.random.default_rng(seed)).sum(axis=0)
    right = batch.scores[:, : batch.num_players].sum(axis=0)
    return np.divide(right, asked, out=np.full(len(asked), np.nan), where=asked > 0)


def mistakes(results: Iterable[Found]) -> list[str]:
    """Keys of MISTAKES that the results show, in the order of MISTAKES; the first one explains the others, perhaps."""
    of = {result.toy: result for result in results}
    learned = {toy: result.learned for toy, result in of.items()}
    first, *_, last = learned["Last"]
    recalled = "Recall" in learned and bool(learned["Recall"].all())
    shown = {
        "illegal": any(result.failure for result in of.values()),
        "swapped": bool((of["Swap"].shares <= -LEARNED).any()),
        "nothing": not learned["Base"].all(),
        "observation": not last,
        "mask": not learned["Mask"][1],
        "loss": "Loss" in learned and not learned["Loss"].all(),
        "action": not learned["Other"][0],
        "last": not first and last,
        "end": not learned["End"].all(),
        "team": not learned["Team"].all() and first,
        "memory": "Recall" in learned and not recalled,
        "seats": recalled and not of["Recall"].is_remembered,
        "reset": recalled and "Forget" in of and not of["Forget"].is_remembered,
        "alike": any(result.alike for result in of.values()),
    }
    return [name for name, is_shown in shown.items() if is_shown]


def covered(toys: Iterable[str]) -> list[str]:
    """Keys of MISTAKES that training in these toys can show."""
    left_out = set[str]()
    if not set(REMEMBERED) <= set(toys):
        left_out |= {"memory", "seats", "reset"}
    if not set(POLICIES) <= set(toys):
        left_out |= {"loss"}
    return [name for name in MISTAKES if name not in left_out]
