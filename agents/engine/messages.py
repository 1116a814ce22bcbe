"""Messages of the engine, protocol 1: requests and answers, one JSON object a line. `schema.json` is made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from medianoche.agents.messages import Part

PROTOCOL = 1
LINE_BYTES = 1 << 20
"""Bytes of a request, at most."""
SECONDS_LIMIT = 3600.0
"""Seconds of one search, at most."""

Id = Annotated[int, Field(ge=0, lt=2**53)] | Annotated[str, Field(max_length=100)]
Word = Annotated[str, Field(max_length=300)]
Seat = Annotated[int, Field(ge=0, lt=64)]
Seconds = Annotated[float, Field(gt=0, le=SECONDS_LIMIT)]


class EngineMessage(BaseModel):
    """Base of requests and answers."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# ---- requests


class Request(EngineMessage):
    """Base of requests: its answers repeat `id`."""

    id: Id = 0


class Hello(Request):
    """Ask who answers, and what the game is."""

    type: Literal["hello"]
    protocol: Literal[1] = 1


class New(Request):
    """Deal a game."""

    type: Literal["new"]
    players: Seat | None = None  #: the game's default, if left out
    seed: Annotated[int, Field(ge=0, lt=2**64)] = 0
    pack: Word | Annotated[int, Field(ge=0, lt=2**63)] = "standard"
    options: Annotated[dict[Word, JsonValue], Field(max_length=50)] = {}


class Load(Request):
    """Set up a game that was played (`replay`, as `replay` gives it), or a position (`fields` of the state, which are
    checked; all others are dealt with `seed`). Give one of them."""

    type: Literal["load"]
    replay: dict[Word, JsonValue] | None = None
    fields: dict[Word, JsonValue] | None = None
    players: Seat | None = None
    seed: Annotated[int, Field(ge=0, lt=2**64)] = 0
    pack: Word | Annotated[int, Field(ge=0, lt=2**63)] = "standard"


class Show(Request):
    """Ask for the position as `seat` may know it, or, without a seat, all of it."""

    type: Literal["position"]
    seat: Seat | None = None
    wants: list[Part] = ["text", "words"]
    width: Annotated[int, Field(ge=360, le=1440)] = 360  #: of the picture


class Apply(Request):
    """Play an action of the player to move; forced moves follow by themselves."""

    type: Literal["apply"]
    action: Annotated[int, Field(ge=0, lt=2**31)]
    seat: Seat | None = None  #: who may read the answer's `news`; without it, everything


class Undo(Request):
    """Take back the last actions."""

    type: Literal["undo"]
    actions: Annotated[int, Field(ge=1, le=10_000)] = 1


class Best(Request):
    """Ask an agent for the action of the player to move. It uses what that player may know."""

    type: Literal["best"]
    agent: Word = ""  #: net, ismcts:1000, greedy, ...; the game's network, or ismcts:1000 where there is none
    seconds: Seconds | None = None  #: search so long (agents `net` and `ismcts`)


class Analyse(Request):
    """Ask for the values of the actions again and again, each time from a search twice as long."""

    type: Literal["analyse"]
    agent: Word = ""  #: net or ismcts
    seconds: Seconds | None = None  #: in all; without it until `stop`
    actions: Annotated[int, Field(ge=1, le=1000)] = 5  #: how many of the best actions are told


class GetReplay(Request):
    """Ask for the game so far, which `load` and `medianoche replay` read."""

    type: Literal["replay"]


class Stop(Request):
    """End the search that is running; its answer comes at once."""

    type: Literal["stop"]


class Quit(Request):
    """End the engine."""

    type: Literal["quit"]


AnyRequest = Annotated[
    Hello | New | Load | Show | Apply | Undo | Best | Analyse | GetReplay | Stop | Quit, Field(discriminator="type")
]
REQUEST: TypeAdapter[AnyRequest] = TypeAdapter(AnyRequest)


# ---- answers


class Answer(EngineMessage):
    """Base of answers: `id` is the request's."""

    id: Id


class Failed(Answer):
    """The request was not accepted and has changed nothing; `error` says why in one line."""

    type: Literal["error"] = "error"
    error: str


class Done(Answer):
    """A request without a result of its own was carried out."""

    type: Literal["done"] = "done"


class About(Answer):
    """Who answers, and what is the same in all games."""

    type: Literal["hello"] = "hello"
    protocol: int = PROTOCOL
    suite: str
    game: str
    title: str
    version: int
    players: list[int]  #: accepted numbers of players, the default first
    options: dict[str, Any]  #: JSON schema of the game's options
    agent: str  #: who answers `best` without `agent`
    actions: list[dict[str, Any]]  #: ranges of the numbers of actions: name, first, shape, meaning


class Position(Answer):
    """A position as `seat` may know it (null: all of it)."""

    type: Literal["position"] = "position"
    seat: int | None
    players: int
    agents: list[str]  #: by seat: its name
    teams: list[int]  #: by seat: its team, which wins together
    to_move: int | None  #: the seat to move; null after the end
    decisions: int  #: actions played so far
    phase: str
    done: bool
    scores: list[int]
    utilities: list[float] | None  #: by seat, after the end: 1 for a victory, -1 for a defeat
    legal: list[int]  #: legal actions; empty for a seat that is not to move
    words: list[str] | None = None  #: each of `legal` in words
    effects: list[list[str]] | None = None  #: further effects of each of `legal`
    text: str | None = None
    fields: dict[str, Any] | None = None  #: the state; what the seat does not know is null
    news: list[str] | None = None  #: what the last action did, one thing a line
    events: list[dict[str, Any]] | None = None  #: the same as `Event.json`
    glossary: dict[str, str] | None = None  #: cards and pieces by name, with what they do
    observation: list[float] | None = None  #: what networks see (only for a seat)
    picture: str | None = None  #: SVG; parts that stand for actions have the attribute data-action


class Applied(Answer):
    """An action was played."""

    type: Literal["applied"] = "applied"
    to_move: int | None
    done: bool
    news: list[str]  #: what happened, one thing a line


class Move(EngineMessage):
    """An action with its evaluation."""

    action: int
    words: str
    weight: float  #: share of a search's visits, or probability in a network's policy, from 0 to 1
    value: float | None = None  #: expected utility of the player to move, from -1 to 1; null if it was not tried


class Chosen(Answer):
    """The action that an agent chose."""

    type: Literal["best"] = "best"
    action: int
    words: str
    agent: str
    seconds: float
    stopped: bool = False  #: whether `stop` ended the search


class Analysis(Answer):
    """One evaluation of a stream; the last one has `last`."""

    type: Literal["analysis"] = "analysis"
    agent: str
    seconds: float  #: since the request
    searched: float  #: seconds of the search behind this answer
    value: float | None  #: expected utility of the player to move, from -1 to 1
    moves: list[Move]  #: the best first
    last: bool


class Saved(Answer):
    """The game so far."""

    type: Literal["replay"] = "replay"
    replay: dict[str, Any]


AnyAnswer = Annotated[
    Failed | Done | About | Position | Applied | Chosen | Analysis | Saved, Field(discriminator="type")
]
ANSWER: TypeAdapter[AnyAnswer] = TypeAdapter(AnyAnswer)


def schema() -> dict[str, Any]:
    """The JSON schema of all messages, as in `schema.json`."""
    requests = REQUEST.json_schema(ref_template="#/$defs/{model}")
    answers = ANSWER.json_schema(mode="serialization", ref_template="#/$defs/{model}")
    definitions = {**requests.pop("$defs"), **answers.pop("$defs")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Requests to medianoche engine and its answers, protocol {PROTOCOL}",
        "oneOf": [{"$ref": "#/$defs/AnyRequest"}, {"$ref": "#/$defs/AnyAnswer"}],
        "$defs": {"AnyRequest": requests, "AnyAnswer": answers, **dict(sorted(definitions.items()))},
    }
