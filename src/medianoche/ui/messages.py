"""Models of the messages that a page sends. A message that fits no model is refused with one line."""

from __future__ import annotations

import json
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from medianoche.envs.core import files
from medianoche.envs.core.errors import GameError
from medianoche.ui.stored import NAME_LENGTH, SAID_LENGTH

MESSAGE_BYTES = 64 * 1024
"""Bytes of a message."""
REPLAY_BYTES = 1024 * 1024
ACTION_LIMIT = 10_000
DAYS = 10**6
"""Days since 1970 are below this."""

Word = Annotated[str, Field(max_length=300)]
Key = Annotated[str, Field(max_length=32)]
Action = Annotated[int, Field(ge=0, lt=2**31)]
Seconds = Annotated[float, Field(ge=0, le=60)]


class Message(BaseModel):
    """Base of all messages: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)  # a validator is made at first use


class NewSession(Message):
    """Begin a new game; `name` is that of the person in the first seat "you", `clock` seconds of each person."""

    game: Word
    seats: Annotated[list[Word], Field(min_length=1, max_length=16)]
    pack: Word = "standard"
    options: Annotated[dict[Word, JsonValue], Field(max_length=50)] = {}
    seed: Annotated[str, Field(pattern=r"^\d{0,20}$")] = ""
    hints: Annotated[list[Word], Field(max_length=8)] = []
    pace: Seconds = 0.0
    name: Annotated[str, Field(max_length=NAME_LENGTH)] = ""
    talks: bool = True
    clock: Annotated[float, Field(ge=0, le=360_000)] = 0.0


class DailyPuzzle(Message):
    """Show the puzzle of a game and a day, which is counted from 1970 on."""

    game: Word
    day: Annotated[int, Field(ge=0, lt=DAYS)]


class Choice(Message):
    """Play `action` in the position whose key is `key` (`position` of a frame)."""

    key: Key
    action: Action


class Narrow(Message):
    """Draw the board with `actions` alone, or with all legal actions if the list is empty."""

    key: Key
    actions: Annotated[list[Action], Field(max_length=ACTION_LIMIT)] = []
    width: Annotated[int, Field(ge=360, le=1440)] = 360
    judged: bool = True


class Hint(Message):
    """Ask `agent` for a hint in the position whose key is `key`."""

    key: Key
    agent: Word


class Explain(Message):
    """Explain an action, of the position whose key is `key` if one is given, or a name."""

    what: Word | Action
    key: Key = ""


class Pace(Message):
    """Set the pace of the agents, pause them, or let one agent play one action."""

    pace: Seconds | None = None
    paused: bool | None = None
    one: bool = False


class Name(Message):
    """The name of the person in a seat."""

    name: Annotated[str, Field(max_length=NAME_LENGTH)]


class Say(Message):
    """A line for the chat."""

    text: Annotated[str, Field(min_length=1, max_length=SAID_LENGTH)]


class Evaluate(Message):
    """Ask `agent` for the value of every position of the game."""

    agent: Word


class Nothing(Message):
    """A message without content."""


def is_saved_game(body: bytes) -> bool:
    """Whether a file is a game that was saved on another page, and no replay: it contains one."""
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return isinstance(content, dict) and "replay" in content


Model = TypeVar("Model", bound=Message)


def read(model: type[Model], body: bytes) -> Model:
    """Parse `body` as a message of type `model`. Raises GameError if `body` is not JSON or does not fit the model."""
    adapter: TypeAdapter[Any] = TypeAdapter(model)
    return files.from_json(adapter, body, "message", GameError)
