"""The parts of a position that programs may want, and messages to and from bot programs: protocols 1 and 2, one JSON
object per line, described in bots/README.md."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from pydantic import Field, TypeAdapter

import medianoche
from medianoche.envs.core.files import Word
from medianoche.envs.core.play.thoughts import LENGTH as THOUGHT_LENGTH
from medianoche.envs.core.show.svg import COLUMN

if TYPE_CHECKING:
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.play.turn import Turn
    from medianoche.envs.core.show.events import Event
    from medianoche.envs.core.show.view import View

PROTOCOLS = (1, 2)
"""Versions that programs may speak; 2 has the part "events"."""
PARALLEL_LIMIT = 1024
"""Unanswered decisions of a program, at most."""

Part = Literal["text", "fields", "words", "effects", "news", "events", "glossary", "observation", "picture"]
"""What a bot (`Ready.wants`) and a client of the engine (`engine/messages.py`) may want of a position."""


def parts(
    view: View, legal: Sequence[int], wants: Sequence[Part], heard: Sequence[Event] = (), width: int = COLUMN
) -> dict[Part, Any]:
    """The parts of a position that a seat wants, by name.

    Args:
        view: the position as the seat sees it.
        legal: the seat's legal actions.
        wants: names of parts.
        heard: what has happened, as the seat knows it.
        width: of the picture.

    Raises:
        GameError: an observation is wanted in a view of no seat.
    """
    game = view.game
    made: dict[Part, Callable[[], Any]] = {
        "text": lambda: game.declaration.text(view),
        "fields": lambda: view.fields,
        "words": lambda: [view.describe(action) for action in legal],
        "effects": lambda: [game.declaration.effect(view, action) for action in legal],
        "news": lambda: [event.words for event in heard if event.words],
        "events": lambda: [event.json() for event in heard],
        "glossary": lambda: game.declaration.glossary(view),
        "observation": lambda: game.observe(view.record, view.seat).tolist(),
        "picture": lambda: str(game.draw(view.record, view.seat, actions=legal, width=width)),
    }
    return {name: make() for name, make in made.items() if name in wants}


def action_ranges(game: BaseGame) -> list[dict[str, Any]]:
    """The ranges of the numbers of actions, as JSON."""
    return [
        {"name": block.name, "first": first, "shape": block.shape, "meaning": block.meaning}
        for block, first in zip(game.actions, game.actions.at, strict=True)
    ]


@dataclass(frozen=True)
class Ready:
    """First message of a program: it is ready, and says which parts of decisions it wants."""

    type: Literal["ready"]
    protocol: int  # the version that it speaks
    # parts of decisions; each takes time to write and to read
    wants: list[Part] = field(default_factory=lambda: ["text", "fields", "words"])
    parallel: Annotated[int, Field(ge=1, le=PARALLEL_LIMIT)] = 1  # how many unanswered decisions it accepts
    # which player it is: results of programs with another one are not continued
    fingerprint: Annotated[Word, Field(max_length=200)] = ""


@dataclass(frozen=True)
class Action:
    """A program's answer to a decision."""

    type: Literal["action"]
    id: Annotated[int, Field(ge=0, lt=2**53)]  # id of the decision
    action: Annotated[int, Field(ge=-(2**31), lt=2**31)]  # a legal action; with any other number the decision is lost
    thought: str = ""  # what it thinks, see `thoughts.py`: shown after the game where it is kept, never to other seats


READY = TypeAdapter(Ready)
ACTION = TypeAdapter(Action)


def line(kind: str, **content: Any) -> bytes:
    """A message of this type as a line of JSON."""
    return json.dumps({"type": kind, **content}, separators=(",", ":")).encode() + b"\n"


def hello(deadline: float) -> bytes:
    """The first message to a program."""
    suite = f"medianoche {medianoche.__version__}"
    return line(
        "hello", protocol=PROTOCOLS[0], protocols=PROTOCOLS, suite=suite, deadline=deadline, thoughts=THOUGHT_LENGTH
    )


def game_of(number: int, game: BaseGame, state: np.record, wants: list[Part]) -> bytes:
    """The message about a game, its options, players and pack: sent once, before the first decision with them."""
    players = int(state["num_players"])
    pack = game.content.packs[int(state["pack"])]
    glossary = parts(game.view(state), (), ["glossary"]) if "glossary" in wants else {}
    return line(
        "game",
        id=number,
        name=game.name,
        title=game.title,
        version=game.version,
        players=players,
        agents=game.agents(players),
        teams=game.teams(players),
        roles=game.roles(players),
        options=game.content.options_of(state),
        pack=pack.source if isinstance(pack.source, int) else str(pack.source),
        actions=action_ranges(game),
        names={"phase": dict(game.declaration.phases.__members__), **_names(game, state)},
        **glossary,
    )


def _names(game: BaseGame, state: np.record) -> dict[str, dict[str, int]]:
    words = game.declaration.value_names(game.content.pack_of(state))
    return {where: {name: int(number) for name, number in known.items()} for where, known in words.items()}


def decision(
    turn: Turn, row: int, view: View, heard: list[Event], wants: list[Part], seed: int | None = None, **numbers: Any
) -> bytes:
    """The message that asks for the decision in a row of `turn`.

    Args:
        turn: the decisions.
        row: of the decision.
        view: the position as the seat to move sees it.
        heard: the events since the seat's last decision.
        wants: the parts that the program asked for.
        seed: below 2**53, instead of the seed that `turn` has for the decision.
        **numbers: ids of the decision, its game and its match.
    """
    legal = np.flatnonzero(np.unpackbits(turn.masks[row].view(np.uint8), bitorder="little")).tolist()
    if seed is None:
        seed = int(turn.seeds[row]) >> 11
    content: dict[str, Any] = {**numbers, "seat": view.seat, "seed": seed, "legal": legal}
    once = "glossary"  # it is in the message about the game
    return line("decision", **content, **parts(view, legal, [name for name in wants if name != once], heard))


def end(match: int, scores: np.ndarray, utilities: np.ndarray) -> bytes:
    """The message that a game with decisions of the program is over."""
    return line("end", match=match, scores=scores.tolist(), utilities=utilities.tolist())
