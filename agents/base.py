"""The Agent protocol, calls of agents, and the strings that name them: `random`, `my_bot.py:MyBot`, `exec:./bot`."""

from __future__ import annotations

import importlib.metadata
import inspect
import re
import textwrap
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from itertools import dropwhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from medianoche.agents import loading
from medianoche.agents.folders import FOLDERS
from medianoche.envs.core.errors import MedianocheError, choices, is_interrupt, meant, shown
from medianoche.envs.core.files import short
from medianoche.envs.core.play.forfeit import Failure, Lapse
from medianoche.envs.core.play.thoughts import thought

if TYPE_CHECKING:
    import numpy as np

    from medianoche.envs.core.play.turn import Turn


IMPORTING = (
    "<frozen importlib._bootstrap>",
    "<frozen importlib._bootstrap_external>",
    importlib.metadata.__file__,
    importlib.__file__,
    loading.__file__,
)
COMPLAINT_LENGTH = 300
"""An error line quotes at most so many characters of a bot's exception; the traceback holds all of it."""


class AgentError(MedianocheError):
    """An agent does not exist, fails, or breaks the Agent protocol.

    If the agent's code raised an exception, `__cause__` is that exception, and `__notes__` hold the agent's part of the
    traceback. The notes are pickled with the error, so another process can show them.
    """


class ForfeitError(AgentError):
    """An agent failed at some decisions of a Turn; its actions for the other rows are valid.

    Args:
        message: one line about the first failure.
        actions: int64[n], the agent's actions; arbitrary in the rows where it failed.
        lapses: the failures by row.
    """

    def __init__(self, message: str, actions: np.ndarray, lapses: dict[int, Lapse]) -> None:
        super().__init__(message)
        if not all(isinstance(lapse, Lapse) for lapse in lapses.values()):
            raise TypeError(f"lapses={shown(lapses)} is not accepted; accepted: a Lapse for each row")
        self.actions = actions
        self.lapses = lapses

    def __reduce__(self) -> tuple[Any, ...]:
        return ForfeitError, (str(self), self.actions, self.lapses)


class Agent(Protocol):
    """A player of games: any class with `act`.

    An agent with a method `over(games, scores, utilities)` is told the results of its games (`Turn.games`); see
    `ProcessAgent.over`. A game that is given up is told with utilities of 0. An agent with a method
    `watch(views)` is shown what its seats know at the start of a game and after each decision, as `Views`, before its
    own next decision; see `MmdAgent.watch`.

    Other methods that an agent may have, and what they are for (`agents.abilities` says what holds without them):

    - `probabilities(turn)`: float32[n, num_actions] or None: the policy from which `act` draws (exact exploitability);
    - `judge(turn)`: a `Judgement` of the first row (hints, graphs, evaluations);
    - `starting_network(game)`: the `Network` with which an attack on the agent may begin;
    - `most_probable(game)`: the agent that plays the most probable actions of its policy, or None if it does so itself;
    - `players()`: the agents of which it draws one for each game;
    - `is_uniform`: True if all legal actions are equally probable (symmetric choices are then solved once);
    - `act_with_policy(turn)`: its actions and the policies from which it drew them, if it improves a policy while it
      follows a game.

    An agent sees a `Turn`: many decisions, each from the view of the player to move. By convention it leaves the
    true states alone, which the Turn holds. The action of a row must depend on that row alone, on its random seed
    (`turn.seeds`) and, for an agent with `over` or `watch`, on what it was told of the same game, so that a game is
    played the same way in any batch.

    An agent may say what it thinks: `act` sets the attribute `thoughts`, a dict of text by row of the turn. Where it is
    asked for (`tournament --thoughts`, the page), it is kept with the game, and shown after the game. `ask` empties the
    dict before each call.
    """

    name: str  #: its name in tables: the string that names it

    def act(self, turn: Turn) -> np.ndarray:
        """Choose a legal action for each row: int64[len(turn)]."""


class AgentEntry(NamedTuple):
    """A line of the registry."""

    target: str  #: location of the class, `module:Class`, which is called with the parameters in the agent's string
    usage: str  #: form of the string, with its parameters
    summary: str
    example: str  #: a string for an agent fast enough for a demonstration; empty if the agent cannot play every game


ENTRIES = {
    "random": AgentEntry("medianoche.agents.random:RandomAgent", "random", "uniformly random legal actions", "random"),
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
    "net": AgentEntry(
        "medianoche.agents.valued:ValuedNetAgent",
        "net[:PATH][:SIMULATIONS|:TIMEms][:sample|:best|:plain|:tree]",
        "a compiled network, alone or guiding a search: the one shipped with the game, or a file",
        "",
    ),
    "mmd": AgentEntry(
        "medianoche.agents.mmd:MmdAgent",
        "mmd[:PATH][:ROLLOUTS]",
        "a compiled network, whose policy is improved by one step of magnetic mirror descent at each decision",
        "",
    ),
    "matrix": AgentEntry(
        "medianoche.agents.matrix:MatrixAgent",
        "matrix[:PATH][:WORLDS]",
        "a compiled network, which draws simultaneous choices from an equilibrium",
        "",
    ),
    "nash": AgentEntry(
        "medianoche.agents.nash:NashAgent",
        "nash[:PATH][:TURNS][:SHARE%]",
        "equilibria of learned values where two sides choose at the same time, a network elsewhere",
        "",
    ),
    "mixture": AgentEntry(
        "medianoche.agents.mixture:MixtureAgent",
        "mixture:PATH",
        "one of several networks, drawn for each game: the average policy of a training",
        "",
    ),
    "ppo": AgentEntry(
        "medianoche.agents.net:PPOAgent",
        "ppo[:PATH][:SIMULATIONS|:TIMEms][:sample|:best]",
        "a network that stable-baselines3 trained: the one shipped with the game, or a file",
        "",
    ),
    "level": AgentEntry(
        "medianoche.agents.levels:LevelAgent",
        "level:NAME",
        "a level of play in words: beginner, easy, medium, strong, strongest",
        "",
    ),
    "exec": AgentEntry(
        "medianoche.agents.process:ProcessAgent",
        "exec:[TIME:]COMMAND",
        "a program in any language that speaks JSON lines",
        "",
    ),
}

NETWORKS = ("net", "mmd", "matrix", "nash", "mixture", "ppo")
"""The agents whose first parameter may be the path of a file."""
EXEC = "exec"
"""The agent whose only parameter is the rest of the string: a command, which may contain colons."""
ENTRY_POINTS = "medianoche.agents"
"""Installed packages announce agents under this group of entry points: `name = "module:Class"`."""

BOT_FILE = re.compile(r"(?P<file>.+\.py):(?P<name>\w+)")
"""`path/to/my_bot.py:MyBot`: a class in a user's own file."""
COPY = re.compile(r"#\d{1,9}$")
"""`greedy#1`, `greedy#2`: the same agent twice in a tournament."""


def entries() -> list[AgentEntry]:
    """The agents of the suite that can play every game."""
    return [entry for entry in ENTRIES.values() if entry.example]


def known_agents() -> dict[str, AgentEntry]:
    """All named agents, including those of installed packages."""
    theirs = {
        point.name: AgentEntry(point.value, f"{point.name}[:PARAMETER...]", f"from {point.value}", "")
        for point in _installed()
    }
    return theirs | ENTRIES


@cache
def _installed() -> EntryPoints:
    return entry_points(group=ENTRY_POINTS)


def agent(text: str) -> Agent:
    """Make the agent that `text` names: `name[:parameter...]`, `path/to/my_bot.py:MyBot`, or `exec:COMMAND`. All but
    commands may end with `#` and a number, so that one agent plays under several names.

    `text` must come from the user, because making the agent may run code. Check names from a file with `refuse_code`.

    Raises:
        AgentError: there is no such agent, its parameters do not fit, or its code cannot be used.
    """
    if not isinstance(text, str):
        raise AgentError(f"{shown(text)} is not the name of an agent; accepted: {_accepted()}")
    FOLDERS.forget(text)
    if bot := bot_of(text):
        made = _bot(text, Path(bot["file"]), bot["name"])
    else:
        name, *parameters = _uncopied(text).split(":", 1 if is_program(text) else -1)
        if (entry := known_agents().get(name)) is None:
            raise AgentError(f"unknown agent {shown(text)}{meant(name, known_agents())}; accepted: {_accepted()}")
        with blamed(f"{name} ({entry.target})"):
            made_class = EntryPoint(name, entry.target, ENTRY_POINTS).load()
        made = _call(made_class, text, parameters, entry.usage)
    with blamed(text):
        if not callable(getattr(made, "act", None)):
            raise AgentError(f"{text} has no method act(turn); see medianoche.agents.Agent")
        try:
            made.name = text
        except AttributeError:
            raise AgentError(
                f"{text}: the attribute `name` cannot be set; every agent needs it (with __slots__, add it)"
            ) from None
    return made


def _accepted() -> str:
    return choices([*(entry.usage for entry in known_agents().values()), "path/to/my_bot.py:MyBot"])


def is_program(text: str) -> bool:
    """Whether an agent's string names a command to run."""
    return text.partition(":")[0] == EXEC


def runs_code(text: str) -> bool:
    """Whether an agent's string names a command, or a class in a file."""
    return is_program(text) or bot_of(text) is not None


def refuse_code(names: Iterable[str], source: object, error: type[MedianocheError] = AgentError) -> None:
    """Refuse agents that would run a command or a bot file, where the names come from a file or a message.

    Args:
        names: agent strings; strings that name no agent are ignored.
        source: where the names come from; the error line begins with it.
        error: class of the error.

    Raises:
        error: one of them names a command or a class in a file.
    """
    if named := next((name for name in names if runs_code(name)), None):
        raise error(f"{source}: {short(repr(named))} is not accepted: it runs code; --allow-programs lets it")


def located(text: str) -> str:
    """An agent's string with absolute paths, so that it names the same files in every folder: the file of a class, that
    of a network, and those among the words of a command. Raises AgentError if there is no such agent."""
    if bot := bot_of(text):
        return f"{Path(bot['file']).absolute()}{text[len(bot['file']) :]}"
    if is_program(text):
        from medianoche.agents.link import located_command

        return f"{EXEC}:{located_command(text.partition(':')[2])}"
    name, _, rest = text.partition(":")
    path = str(getattr(agent(text), "path", "")) if name in NETWORKS and rest else ""
    return f"{name}:{Path(path).absolute()}{rest[len(path) :]}" if path else text


def ask(who: Agent, turn: Turn, lost: dict[int, Lapse] | None = None) -> np.ndarray:
    """Ask an agent for a legal action in each row: int64[len(turn)]. All calls of `Agent.act` go through here.

    Args:
        who: the agent.
        turn: the decisions.
        lost: a dict for failures by row, for each row in which the agent failed or chose an illegal action. The action
            of such a row is -1. Without it a failure is an error.

    Raises:
        AgentError: the agent failed or chose an illegal action; one line, which names the agent.
    """
    import numpy as np

    from medianoche.envs.core.arrays import bounded
    from medianoche.envs.core.kernels.bits import find_illegal

    # a copy: the agent may write to its turn
    masks = turn.masks.copy()
    rows = np.arange(len(turn))
    if isinstance(thoughts := getattr(who, "thoughts", None), dict):
        thoughts.clear()
    name = getattr(who, "name", type(who).__name__)
    try:
        with nullcontext() if _is_suites(who) else FOLDERS.entered(name):
            chosen = np.asarray(bounded(who.act(turn)))
    except ForfeitError as error:
        if lost is None:
            raise
        lost |= error.lapses
        chosen = error.actions
    except AgentError:
        raise
    except BaseException as error:
        if isinstance(error, MedianocheError) and _is_suites(who):
            raise  # as a kernel of the game that cannot be compiled
        raise failure(name, error) from error
    if chosen.shape != rows.shape or chosen.dtype.kind not in "iu":
        returned = f"{chosen.dtype}{list(chosen.shape)}"
        raise AgentError(f"{name} returned {returned} for {len(rows)} decisions; accepted: int64[{len(rows)}]")
    actions = np.ascontiguousarray(chosen, np.int64)
    if lost:
        rows = np.setdiff1d(rows, list(lost))
    while (place := find_illegal(masks, rows, actions[rows], turn.game.num_actions)) >= 0:
        wrong = int(rows[place])
        state = turn.sample().states[wrong]
        legal = np.flatnonzero(np.unpackbits(masks[wrong].view(np.uint8), bitorder="little"))
        where = f", row {wrong}" if lost is None else ""
        line = f"chose an illegal action: {turn.game.rules.illegal(state, int(chosen[wrong]), legal, where)}"
        if lost is None:
            raise AgentError(f"{name} {line}")
        lost[wrong] = Lapse(Failure.ILLEGAL_ACTION, line, int(actions[wrong]))
        rows = rows[rows != wrong]
    if lost:
        actions[list(lost)] = -1
    return actions


def thoughts_of(who: Agent, count: int) -> dict[int, str]:
    """The texts that an agent says beside its last actions, by row of the turn, which had `count` rows; see `Agent`."""
    by_row = getattr(who, "thoughts", None)
    said = {row: thought(by_row.get(row)) for row in range(count)} if isinstance(by_row, dict) else {}
    return {row: text for row, text in said.items() if text}


def _is_suites(who: Agent) -> bool:
    """Whether the agent's code comes with the suite."""
    return type(who).__module__.startswith("medianoche.")


def tell(agents: Iterable[Agent | None], games: np.ndarray, scores: np.ndarray, utilities: np.ndarray) -> None:
    """Call `over` of each agent that has it with the results of games.

    Args:
        agents: the agents that played; None is a person.
        games: int64[n], numbers of the games, as in `Turn.games`.
        scores: int[n, players].
        utilities: float32[n, players].

    Raises:
        AgentError: an agent failed.
    """
    for who in agents:
        with blamed(getattr(who, "name", type(who).__name__)):
            if over := getattr(who, "over", None):
                over(games.copy(), scores.copy(), utilities.copy())  # copies: the agent may write to them


def provider(text: str) -> str | None:
    """Name and version of the installed package that provides an agent; None if it is of the suite or of a file."""
    name = _uncopied(text).partition(":")[0]
    package = next((point.dist for point in _installed() if point.name == name and name not in ENTRIES), None)
    return f"{package.name} {package.version}" if package else None


@contextmanager
def blamed(name: str, who: str = "") -> Iterator[None]:
    """Turn any exception of an agent's code in the block into an AgentError that names the agent.

    Args:
        name: of the agent, or of its file.
        who: name of the agent, if `name` is something else. `os.chdir` holds for the code of this agent alone.
    """
    try:
        with FOLDERS.entered(who or name):
            yield
    except AgentError:
        raise
    except BaseException as error:
        raise failure(name, error) from error


def failure(name: str, error: BaseException) -> AgentError:
    """An AgentError of one line for an exception in an agent's code, with the agent's part of the traceback as a note.

    An exception that a signal handler raised, such as KeyboardInterrupt, is meant for the program and is raised again.
    """
    if is_interrupt(error):
        raise error
    trace = traceback.TracebackException.from_exception(error)
    frames = [frame for frame in trace.stack if frame.filename not in IMPORTING]
    frames = list(dropwhile(lambda frame: frame.filename == __file__, frames))
    said = "".join(trace.format_exception_only())
    where = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    failed = AgentError(f"{name} failed: {textwrap.shorten(said, COMPLAINT_LENGTH, placeholder=' ...')}{where}")
    failed.add_note("".join(["Traceback (most recent call last):\n", *traceback.format_list(frames), said]).rstrip())
    return failed


def bot_of(text: str) -> re.Match[str] | None:
    """The `file` and the `name` of the class if an agent's string names one, else None."""
    return None if is_program(text) else BOT_FILE.fullmatch(_uncopied(text))


def _uncopied(text: str) -> str:
    """An agent's string without the number of a copy."""
    return text if is_program(text) else COPY.sub("", text)


def _bot(text: str, file: Path, name: str) -> Any:
    """Make the agent `text` of the class `name` in a user's file."""
    try:
        file.read_bytes()
    except OSError as error:
        raise AgentError(f"bot file {file}: {error.strerror}") from None
    except ValueError as error:  # a zero byte in the name
        raise AgentError(f"bot file {file}: {error}") from None
    place = file.absolute()
    with blamed(str(file), text):
        module = loading.load(place)
    bot_class = getattr(module, name, None)
    if not inspect.isclass(bot_class):
        classes = [key for key, value in vars(module).items() if inspect.isclass(value) and hasattr(value, "act")]
        raise AgentError(f"{file} has no class {name!r}; classes with act: {choices(classes) or 'none'}")
    made = _call(bot_class, text, [], "a class whose constructor needs no arguments")
    loading.keep_for(made, module)
    return made


def _call(make: Callable[..., Any], text: str, parameters: list[str], usage: str) -> Any:
    with blamed(text):
        try:
            inspect.signature(make).bind(*parameters)
        except TypeError:
            raise AgentError(f"agent {shown(text)}: wrong parameters; accepted: {usage}") from None
        return make(*parameters)
