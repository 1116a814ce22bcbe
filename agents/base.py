"""What an agent is, and the strings that name agents: `random`, `greedy`, `path/to/my_bot.py:MyBot`."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import re
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from medianoche.envs.core.errors import MedianocheError, choices

if TYPE_CHECKING:
    import numpy as np

    from medianoche.envs.core.game import Game
    from medianoche.envs.core.turn import Turn


class AgentError(MedianocheError):
    """An agent that does not exist, or that does not do what agents do."""


class Agent(Protocol):
    """Who plays: any class with `act`.

    An agent sees a `Turn`: many decisions at once, each from the view of the player to move, never the true
    states. Its choice must follow from the Turn alone (chance included: `turn.seeds`), row by row, so that it
    plays the same game whatever other games share the batch.
    """

    name: str
    """What tables call it: the string it was made from."""

    def act(self, turn: Turn) -> np.ndarray:
        """Choose a legal action for each row: int64[len(turn)]."""


class AgentEntry(NamedTuple):
    """A line of the registry."""

    target: str
    """Where the class is: `module:Class`. It is called with the string's parameters."""
    usage: str
    """How the string is written, parameters included."""
    summary: str
    example: str
    """A string that makes one quick enough for a demonstration; empty if it does not play every game."""


ENTRIES = {
    "random": AgentEntry("medianoche.agents.random:RandomAgent", "random", "any legal action, all alike", "random"),
    "greedy": AgentEntry(
        "medianoche.agents.greedy:GreedyAgent", "greedy", "the game's own hand-written policy", "greedy"
    ),
    "flat": AgentEntry(
        "medianoche.agents.search:FlatAgent", "flat:SIMULATIONS", "random games after each action", "flat:50"
    ),
    "ismcts": AgentEntry(
        "medianoche.agents.search:SearchAgent",
        "ismcts:SIMULATIONS[:greedy] or ismcts:TIMEms[:greedy]",
        "information-set tree search",
        "ismcts:50",
    ),
    "ppo": AgentEntry(
        "medianoche.agents.policy:PolicyAgent",
        "ppo[:PATH][:sample]",
        "a trained network: the game's own, or a file",
        "",
    ),
}

BOT_FILE = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)")
"""`path/to/my_bot.py:MyBot`: a class in a user's own file."""


def entries() -> list[AgentEntry]:
    """The agents that come with the suite and play every game."""
    return [entry for entry in ENTRIES.values() if entry.example]


def agent(text: str) -> Agent:
    """The agent that `text` names: `name[:parameter...]`, or `path/to/my_bot.py:MyBot`.

    Raises:
        AgentError: there is no such agent, its parameters do not fit, or the bot's file cannot be used.
    """
    if bot := BOT_FILE.fullmatch(text):
        made = _call(_bot_class(Path(bot["file"]), bot["name"]), text, [])
    else:
        name, *parameters = text.split(":")
        if name not in ENTRIES:
            accepted = choices(entry.usage for entry in ENTRIES.values())
            raise AgentError(f"unknown agent {text!r}; accepted: {accepted}, path/to/my_bot.py:MyBot")
        module, _, class_name = ENTRIES[name].target.partition(":")
        made = _call(getattr(importlib.import_module(module), class_name), text, parameters)
    if not callable(getattr(made, "act", None)):
        raise AgentError(f"{text} has no method act(turn); see medianoche.agents.Agent")
    made.name = text
    agent: Agent = made
    return agent


def fingerprint(text: str, game: Game) -> str:
    """What tells whether an agent is still the same: a hash of the bot's or policy's file, empty for other agents.

    Raises:
        AgentError: there is no such agent, or it has nothing to play `game` with.
    """
    made = agent(text)
    if bot := BOT_FILE.fullmatch(text):
        return _hash(Path(bot["file"]))
    source = getattr(made, "source", None)
    return _hash(source(game)) if source else ""


def failure(name: str, error: Exception) -> AgentError:
    """One line for an exception that came out of an agent's own code, with the place it came from."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    reason = " ".join(str(error).split())
    return AgentError(f"{name} failed: {type(error).__name__}: {reason} ({frame.filename}, line {frame.lineno})")


def _hash(file: Path) -> str:
    return hashlib.sha256(_read(file)).hexdigest()[:16]


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise AgentError(f"bot file {file}: {error.strerror}") from None


def _bot_class(file: Path, name: str) -> Callable[..., Any]:
    spec = importlib.util.spec_from_file_location(f"medianoche_bot_{_hash(file)}", file)
    if spec is None or spec.loader is None:
        raise AgentError(f"bot file {file} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise failure(str(file), error) from error
    found = getattr(module, name, None)
    if not inspect.isclass(found):
        classes = [key for key, value in vars(module).items() if inspect.isclass(value) and hasattr(value, "act")]
        raise AgentError(f"{file} has no class {name!r}; classes with act: {choices(classes) or 'none'}")
    return found


def _call(make: Callable[..., Any], text: str, parameters: list[str]) -> Any:
    try:
        inspect.signature(make).bind(*parameters)
    except TypeError:
        name = text.partition(":")[0]
        usage = ENTRIES[name].usage if name in ENTRIES else "a class that is made without arguments"
        raise AgentError(f"agent {text!r}: wrong parameters; accepted: {usage}") from None
    try:
        return make(*parameters)
    except MedianocheError:
        raise
    except Exception as error:
        raise failure(text, error) from error
