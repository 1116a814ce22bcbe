"""How quickly the server reacts to a click: a person's choice at a table against `greedy`, without the network."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from medianoche import envs
from medianoche.agents import agent, ask
from medianoche.envs.core.play.match import Match
from medianoche.ui import frames
from medianoche.ui.session import Session
from medianoche.ui.sessions import warm
from medianoche.ui.stored import SavedSession, new_tokens

WIDTH = 720
"""Width of the pictures."""
OPPONENT = "greedy"


class Reaction(NamedTuple):
    """Medians of milliseconds.

    Attributes:
        shown: from the arrival of a choice to the frame that shows it.
        asked: until the frame in which the person is asked again, at pace 0.
        cpu: CPU time until it is shown, which other processes on the machine do not lengthen.
    """

    shown: float
    asked: float
    cpu: float


def measured(name: str, choices: int, seed: int = 0) -> Reaction:
    """Play random choices against `greedy` in the last seats of the game's smallest table.

    Raises:
        GameError: there is no such game.
    """
    rows = list(_choices(name, choices, seed))
    return Reaction(*(1000 * statistics.median(column) for column in zip(*rows, strict=True)))


def _choices(name: str, choices: int, seed: int) -> Iterator[tuple[float, float, float]]:

    rng = np.random.default_rng(seed)
    count = max(envs.game(name).players[0], 2)
    left = choices
    seats = ["you", *[OPPONENT] * (count - 1)]
    opponent = agent(OPPONENT)
    while left:
        replay = Match(name, count, int(rng.integers(2**32))).replay()
        session = warm(Session.restore(SavedSession(replay, seats, new_tokens(seats), [], 0.0, 0.0)))
        _answer(session, opponent)
        while left and not session.over:
            known = frames.frame(session, 0, WIDTH)["position"]
            action = int(rng.choice(session.match.legal_actions))
            begin = time.perf_counter()
            busy = time.process_time()
            session.answer(0, known, action)
            session.save()
            frames.frame(session, 0, WIDTH)
            shown = time.perf_counter()
            worked = time.process_time()
            _answer(session, opponent)
            frames.frame(session, 0, WIDTH)
            yield shown - begin, time.perf_counter() - begin, worked - busy
            left -= 1


def _answer(session: Session, opponent: object) -> None:
    """Play the opponents' choices until the person is asked."""
    while session.agent:
        session.choose(session.asked, int(ask(opponent, session.turn())[0]))  # type: ignore[arg-type]
