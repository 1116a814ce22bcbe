"""A Model Context Protocol server: language models play at tables, each in one seat. Needs the extra `mcp`."""

from __future__ import annotations

import functools
import inspect
import json
import secrets
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from pydantic import BeforeValidator, Field, ValidationError

import medianoche
from medianoche import envs
from medianoche.agents.base import AgentError, agent, refuse_code
from medianoche.agents.engine.game import position
from medianoche.agents.judging import judge
from medianoche.agents.seating import Player
from medianoche.envs.core import files
from medianoche.envs.core.content.pack import is_file
from medianoche.envs.core.copying import NotCopied
from medianoche.envs.core.errors import (
    GameError,
    IllegalActionError,
    MedianocheError,
    OptionError,
    choices,
    meant,
    one_line,
    shown,
    unexpected,
)
from medianoche.envs.core.kernels.rng import spread
from medianoche.envs.core.play.match import deal
from medianoche.envs.core.play.thoughts import thought
from medianoche.places import YARDSTICKS, has_net

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from medianoche.envs.core.game import Game

TABLE_LIMIT = 100
"""Games at the same time; a further one replaces the oldest."""
SEED_BITS = 63
"""Bits of the seed of a deal."""
SIMULATION_LIMIT = 10_000
"""Simulations of a hint, at most."""
RULES = "\n## Rules in brief"
"""The heading that only the page of a game has."""
INSTRUCTIONS = """Tabletop games. Start with list_games and rules; new_game deals a game in which you play one seat and
agents play the others. act plays your action; the answer says what happened until you are asked again. You see only
what your seat may know; a question mark is what it does not know."""

WORD_LENGTH = 300
"""Characters of a text that a client gives, at most."""


def uncast(argument: object) -> object:
    """`argument`, but JSON's true, which is no 1, as a text. Raises ValueError for a text that is too long."""
    if isinstance(argument, str) and len(argument) > WORD_LENGTH:
        raise ValueError(f"{len(argument):,} characters; accepted: up to {WORD_LENGTH}")
    return json.dumps(argument) if isinstance(argument, bool) else argument


Number = Annotated[int, BeforeValidator(uncast)]
Word = Annotated[str, BeforeValidator(uncast)]
NumberOrWords = Annotated[int | str, BeforeValidator(uncast)]
Thought = Annotated[str, Field(max_length=100_000)]


class Table(NotCopied):
    """A game in which the client plays one seat. Calls may come at the same time: all but `turn` and the constructor
    are for the thread that holds `lock`.

    Args:
        name: of the game, or its location.
        seat: the client's.
        opponents: the agent in all other seats.
        **given: num_players, seed, pack and options of `deal`.

    Raises:
        MedianocheError: an argument is not accepted.
    """

    COPY_ADVICE = "copy its match"

    def __init__(self, name: str, seat: int, opponents: str, **options: Any) -> None:
        refuse_code([opponents], "opponents")
        if is_file(options["pack"]):
            raise OptionError(f"pack {options['pack']!r} is not accepted: it is a file")
        who = agent(opponents)
        self.match = deal(envs.game(name), **options)
        self.seat = self.match.game.rules._check_player(self.match.state, seat)
        self.others = Player(who, (other for other in range(self.match.num_players) if other != seat))
        self.news: list[str] = []
        self.thoughts: dict[int, str] = {}  # the client's and the agents', by number of the action
        self.lock = threading.RLock()
        self._acting = threading.Lock()
        self._told = False  # whether the agents know the result
        self.play_on()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Context of an action: `lock` is held. Raises GameError while another action is played and answered: this one
        was chosen without its outcome."""
        if not self._acting.acquire(blocking=False):
            raise GameError("it is not your turn: your last action is still being played; see the table first")
        try:
            with self.lock:
                yield
        finally:
            self._acting.release()

    def act(self, action: int | str, said: str = "") -> list[str]:
        """Play the client's action, given as a number or in words, and then the agents' until the client is asked;
        returns what happened. What the client thinks (`said`) is kept with the game; the agents are not told. Raises
        GameError if the game is over, and IllegalActionError, which lists no legal actions, if the action is not legal.
        """
        self.play_on()
        if self.match.to_move < 0:
            raise GameError("the game is over")
        offered = self.legal()
        words = {one.casefold(): number for number, one in offered.items()}
        number = words.get(str(action).strip().casefold(), action)
        number = as_number(number)
        if isinstance(number, bool) or number not in offered:
            raise IllegalActionError(f"{json.dumps(action)[:200]} is not a legal action now; nothing has changed")
        self._note(said)
        self.match.push(int(number))
        self.news = self.match.news(self.seat)
        self.play_on()
        return self.news

    def legal(self) -> dict[int, str]:
        """The client's legal actions with their words; empty after the end."""
        shown = position(self.match, self.seat, ["words"])
        return dict(zip(shown.legal, shown.words or (), strict=True))

    def see(self) -> dict[str, Any]:
        """The position as the client's seat may know it."""
        with suppress(AgentError):  # it fails again at the next action, which tells it
            self.play_on()
        shown = position(self.match, self.seat, ["text"]).model_dump(exclude_none=True)
        kept = ("text", "agents", "to_move", "phase", "done", "scores", "utilities", "decisions")
        return {"seat": self.seat, "news": self.news, **{name: shown[name] for name in kept if name in shown}}

    def hint(self, simulations: int) -> dict[str, Any]:
        """What a search, with the game's network if there is one, would play for the client."""
        self.play_on()
        game = self.match.game
        name = "net" if has_net(game.name) else "ismcts"
        judged = judge(agent(f"{name}:{simulations}"), self.match.turn())
        view = game.view(self.match.state, self.seat)
        best = judged.advised
        figure = judged.figures.words([best], view.say)
        return {"action": best, "words": view.describe(best), "figure": figure, "value": judged.value, "agent": name}

    def play_on(self) -> None:
        """Play the agents' actions until the client is asked or the game is over, and add what happens to the news.
        Raises AgentError if an agent fails; the next call asks it again."""
        match = self.match
        while match.to_move not in (-1, self.seat):
            action = self.others.act(match)
            self._note(self.others.thought)
            match.push(action)
            self.news += match.news(self.seat)
        if match.to_move < 0 and not self._told:
            self._told = True
            with suppress(AgentError):  # the action has been played
                self.others.over(match)

    def _note(self, said: str) -> None:
        """Keep what the player to move thinks."""
        if text := thought(said):
            self.thoughts[len(self.match.actions)] = text


def as_number(text: int | str) -> int | str:
    """The number that a text of some digits is; anything else as it is."""
    return int(text) if isinstance(text, str) and text.strip().isdecimal() and len(text) < 10 else text


def served(names: Sequence[str]) -> dict[str, str]:
    """The games that a server offers, by name: `names` of games, or module:Class, and where each is; none: the suite's.

    Raises:
        GameError: there is no such game, or two have the same name.
    """
    locations = dict[str, str]()
    for name in names:
        game = envs.game(name)
        _ = game.rules.loops  # imports the kernels: what is wrong with them is told now
        location = game.content.location
        if locations.setdefault(game.name, location) != location:
            raise GameError(f"{locations[game.name]} and {location} are both called {game.name}; serve one of them")
    return locations or {entry.name: entry.name for entry in envs.entries()}


def rules_of(name: str) -> str:
    """The rules of a game: its page up to the tables of actions; of a game without a page, the docstrings of its module
    and class, and its kinds of actions. Raises GameError if there is no such game."""
    game = envs.game(name)
    page = Path(game.content.folder) / "README.md"
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    if RULES in text:
        return text.partition("\n## Actions")[0]
    kind = type(game.declaration)
    words = (inspect.getdoc(owner) or "" for owner in (sys.modules[kind.__module__], kind))
    actions = [f"- {block.name}: {block.meaning}" for block in game.actions]
    return "\n\n".join([f"# {game.title}", *words, "\n".join(["Kinds of actions:", *actions])])


class TableTools(NotCopied):
    """The tools of the server; their names, arguments and docstrings are what a model reads.

    Args:
        seed: of all deals: the first table always has the same one, and so on. None: every deal is random. A model
            chooses no deal, because it would see all hands if it took another seat in the same one.
        games: the games that are served, see `served`.
    """

    COPY_ADVICE = "make another one"

    def __init__(self, seed: int | None = None, games: Sequence[str] = ()) -> None:
        self._games = served(games)
        self._yardsticks = {} if games else YARDSTICKS
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()  # of the attributes of this object; a table has its own
        self._made = 0
        self._seed = seed

    def list_games(self) -> list[dict[str, str]]:
        """The games: name, title, numbers of players, and what they are about."""
        about = {entry.name: entry for entry in envs.entries()}
        return [
            {"name": name, "title": about[name].title, "players": about[name].players, "summary": about[name].summary}
            if name == location and name in about
            else told(name, envs.game(location))
            for name, location in self._games.items()
        ]

    def rules(self, game: Word) -> str:
        """The rules of a game in brief."""
        return rules_of(self._location(game))

    def new_game(
        self,
        game: Word,
        seat: Number = 0,
        players: Number | None = None,
        opponents: Word = "greedy",
        pack: Word = "standard",
        options: Annotated[dict[Word, Any], Field(max_length=50)] | None = None,
    ) -> dict[str, Any]:
        """Deal a game in which you play `seat`, and see the position. `opponents` is an agent: random, greedy, net
        (the strongest) or ismcts:1000. Every table has a deal of its own, whose seed the server chooses. The first game
        of a kind may take half a minute."""
        location = self._location(game)
        with self._lock:
            dealt = self._next_seed()
            number = self._made = self._made + 1
        try:
            made = Table(location, seat, opponents, num_players=players, seed=dealt, pack=pack, options=options or {})
            first = made.see()
        except BaseException:
            with self._lock:
                self._made -= self._made == number  # the next table has this number and deal
            raise
        with self._lock:
            while len(self._tables) >= TABLE_LIMIT:
                del self._tables[next(iter(self._tables))]
            self._tables[f"table-{number}"] = made
        return {"table": f"table-{number}", **first}

    def see(self, table: Word) -> dict[str, Any]:
        """The position as your seat may know it, and what happened since your last action."""
        seat_table = self._at(table)
        with seat_table.lock:
            return seat_table.see()

    def act(self, table: Word, action: NumberOrWords, thought: Thought = "") -> dict[str, Any]:
        """Play your action, a number or its words; then see what happened and the position in which you are asked
        next. An illegal action changes nothing. Wait for the answer before your next action. `thought` may say why you
        play it: it is kept for the replay, and no other player sees it."""
        seat_table = self._at(table)
        with seat_table.turn():
            seat_table.act(action, thought)
            return seat_table.see()

    def explain(self, table: Word, what: NumberOrWords) -> str:
        """What a card, piece or action (its number) does."""
        seat_table = self._at(table)
        with seat_table.lock:
            return seat_table.match.game.explain(seat_table.match.state, as_number(what), seat_table.seat)

    def hint(self, table: Word, simulations: Number = 200) -> dict[str, Any]:
        """What a search with so many simulations (1 to 10000) advises you to play, the chance to win with it
        (`figure`), and how it values the position from -1 to 1."""
        if not 1 <= simulations <= SIMULATION_LIMIT:
            raise OptionError(f"simulations {simulations} is not accepted; accepted: 1 to {SIMULATION_LIMIT}")
        seat_table = self._at(table)
        with seat_table.lock:
            return seat_table.hint(simulations)

    def replay(self, table: Word) -> str:
        """The finished game as JSON, which `medianoche replay` reads. It holds what was hidden."""
        seat_table = self._at(table)
        with seat_table.lock:
            if seat_table.match.to_move >= 0:
                raise GameError("the game is not over: its replay would show what is hidden from you")
            return json.dumps(replace(seat_table.match.replay(), thoughts=seat_table.thoughts or None).fields())

    def legal_actions(self, table: Word) -> list[dict[str, Any]]:
        """Your legal actions: numbers and words."""
        seat_table = self._at(table)
        with seat_table.lock:
            return [{"action": number, "words": words} for number, words in seat_table.legal().items()]

    def position(self, table: str) -> str:
        """The position at a table as your seat may know it, as JSON."""
        return json.dumps(self.see(table))

    def _next_seed(self) -> int:
        """The seed of the next table's deal."""
        if self._seed is None:
            return secrets.randbits(SEED_BITS)
        number = spread(np.array([self._seed], np.uint64)) + np.uint64(self._made)
        return int(spread(number)[0]) >> (64 - SEED_BITS)

    def _location(self, game: str) -> str:
        """The `module:Class` or name of a game that is served. Raises GameError for any other game: its name would
        import a module."""
        if game in self._games:
            return self._games[game]
        if game in self._yardsticks or game in self._games.values():
            return game
        close = meant(game, self._games)
        raise GameError(f"unknown game {shown(game)}{close}; this server offers: {choices(self._games)}")

    def _at(self, table: str) -> Table:
        if table not in self._tables:
            raise GameError(f"there is no table {table[:50]!r}; new_game makes one")
        return self._tables[table]


def told(name: str, game: Game) -> dict[str, str]:
    """What `list_games` says of a game that is not registered."""
    about = (inspect.getdoc(type(game.declaration)) or "").partition("\n\n")[0]
    players = ", ".join(map(str, game.players))
    return {"name": name, "title": game.title, "players": players, "summary": " ".join(about.split())}


def make_server(legal: bool = True, seed: int | None = None, games: Sequence[str] = ()) -> MCPServer:
    """The server.

    Args:
        legal: whether clients may list the legal actions.
        seed: see `TableTools`.
        games: names of games, or module:Class of one's own; none: the suite's.

    Raises:
        OptionError: the library is missing.
        GameError: there is no such game.
    """
    if find_spec("mcp") is None:
        raise OptionError("the server needs the MCP library; install: pip install 'medianoche[mcp]'")
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ResourceError, ToolError

    class LineServer(MCPServer):
        async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
            """The library's `call_tool`, but an error in the arguments is one line instead of pydantic's several."""
            try:
                return await super().call_tool(name, arguments, context)
            except ToolError as error:
                if isinstance(wrong := error.__cause__, ValidationError):
                    raise ToolError(f"{name}: {files.reason(wrong, arguments)}") from wrong
                raise

    server = LineServer("medianoche", instructions=INSTRUCTIONS, version=medianoche.__version__, log_level="WARNING")
    tools = TableTools(seed, games)
    shared: list[Callable[..., Any]] = [tools.list_games, tools.rules, tools.new_game, tools.see, tools.act]
    shared += [tools.explain, tools.hint, tools.replay]
    if legal:
        shared.append(tools.legal_actions)
    for run in shared:
        server.tool()(in_a_line(run, ToolError))
    server.resource("medianoche://rules/{game}")(in_a_line(tools.rules, ResourceError))
    server.resource("medianoche://position/{table}")(in_a_line(tools.position, ResourceError))
    return server


def in_a_line(run: Callable[..., Any], error: type[Exception]) -> Callable[..., Any]:
    """`run`, which raises `error` with one line where the suite refuses something or goes wrong; tables are kept."""

    @functools.wraps(run)
    def checked(*words: Any, **named: Any) -> Any:
        try:
            return run(*words, **named)
        except MedianocheError as refused:
            raise error(one_line(str(refused))) from None
        except Exception as wrong:
            raise error(unexpected(wrong)) from wrong

    return checked
