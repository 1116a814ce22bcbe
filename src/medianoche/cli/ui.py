"""`medianoche ui`: games in the browser."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import webbrowser
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from medianoche import envs
from medianoche.cli.common import new_console
from medianoche.cli.options import port_option
from medianoche.cli.wording import spoken
from medianoche.envs.core.errors import OptionError, choices

if TYPE_CHECKING:
    from medianoche.ui.sessions import Sessions

NEEDED = ("starlette", "uvicorn")
NAME = re.compile(r"[\w-]+(\.[\w-]+)*", re.ASCII)
"""A name of a host."""
EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that stand for all addresses of the machine."""


ProposedLevel = Annotated[
    str | None, typer.Option(help="The level that is proposed for the other seats.", show_default="easy")
]
PageLanguage = Annotated[
    str | None,
    typer.Option(
        "--lang",
        envvar="MEDIANOCHE_LANG",
        help="Language of the page until its reader chooses another there: en, es.",
        show_default="the browser's",
    ),
]
Programs = Annotated[
    bool,
    typer.Option(
        "--allow-programs",
        help="exec:COMMAND, file.py:Class, module:Class: also in saved games and, with a --host that others "
        "reach, in new ones.",
    ),
]
NewToken = Annotated[
    bool, typer.Option("--new-token", help="Make a new token for the list of games; the old one opens nothing.")
]
AllowedHosts = Annotated[
    list[str] | None,
    typer.Option(
        help="A further name of this server, as that of a proxy before it (JupyterHub, Codespaces); repeatable."
    ),
]


OwnGames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME",
        help="Games that the list begins with, also module:Class of your own.",
        show_default="those of the suite",
    ),
]
Further = Annotated[
    list[str] | None,
    typer.Option("--agent", help="A further player to choose and to ask, as net:PATH or my_bot.py:MyBot; repeatable."),
]


def ui(
    game: OwnGames = None,
    host: Annotated[str, typer.Option(help="Address to listen at; 0.0.0.0 admits other machines.")] = "127.0.0.1",
    port: Annotated[int, port_option("Port")] = 8765,
    folder: Annotated[
        Path | None, typer.Option(help="Folder of the games.", show_default="the user's state folder")
    ] = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
    agent: Further = None,
    level: ProposedLevel = None,
    lang: PageLanguage = None,
    allow_programs: Programs = False,
    new_token: NewToken = False,
    allow_host: AllowedHosts = None,
) -> None:
    """Play, watch and step through games in the browser, also your own. Ctrl-C stops; games go on when started again.

    Needs the extra `ui`: pip install 'medianoche\\[ui]'.

    Example: medianoche ui --level medium --lang es
    """
    console = new_console()
    console.print("starting the page", style="dim")  # before anything that takes long is imported
    from medianoche.agents.levels import WORDS

    if level and level not in WORDS:
        raise OptionError(f"level {level!r} is not accepted; accepted: {choices(WORDS)}")
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise OptionError(f"the page needs {' and '.join(missing)}; install: pip install 'medianoche[ui]'")
    from medianoche.ui.sessions import Sessions

    check_hosts(allow_host or ())
    games = named(game or [])
    further = players(agent or [], game or [])
    with listening(host, port) as door:
        at, port = door.getsockname()[:2]
        local = ipaddress.ip_address(at).is_loopback
        sessions = Sessions(
            folder or state_folder(),
            lambda line: console.print(line, style="red", soft_wrap=True),
            local,
            allow_programs,
            spoken(lang) if lang else None,
            level or "easy",
            new_token,
            games,
            further,
        )
        own_address, *others = addresses(host, port)
        address = f"{own_address}/#{sessions.token}"
        console.print(f"open {address}", soft_wrap=True)
        for other in others:
            console.print(f"on a phone or another machine: {other}/#{sessions.token}", soft_wrap=True)
        console.print(f"games are kept in {sessions.folder}; Ctrl-C stops", soft_wrap=True)
        if browser:
            webbrowser.open(address)
        serve(sessions, host, others or [own_address], door, allow_host or ())


def check_hosts(names: Sequence[str]) -> None:
    """Raises OptionError for a name that is none of a host."""
    for name in names:
        if not NAME.fullmatch(name):
            raise OptionError(f"host {name!r} is not accepted; accepted: a name like hub.example.org, no port or path")


def named(games: Sequence[str]) -> list[str]:
    """Games as saved games name them; raises GameError if there is no such game, or its kernels cannot be imported."""
    games_found = [envs.game(name) for name in games]
    _ = [game.rules.loops for game in games_found]  # imports the kernels
    return [game.content.location for game in games_found]


def players(agents: Sequence[str], games: Sequence[str]) -> list[str]:
    """Agents with absolute paths; raises AgentError if there is no such agent, or it plays none of the `games`."""
    from medianoche.agents.base import AgentError, agent, located
    from medianoche.ui.catalog import cannot_play

    located_agents = [located(agent) for agent in agents]
    for who in located_agents:
        agent(who)
        why = [cannot_play(who, envs.game(name)) for name in games]
        if why and all(why):
            raise AgentError(why[0])
    return located_agents


def state_folder() -> Path:
    """The default folder of a user's games."""
    home = os.environ.get("XDG_STATE_HOME")
    return (Path(home) if home else Path.home() / ".local" / "state") / "medianoche" / "ui"


def listening(host: str, port: int) -> socket.socket:
    """A listening socket; raises OptionError if the address cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((host, port))
        door.listen(128)
    except (OSError, UnicodeError, ValueError) as error:
        door.close()
        why = getattr(error, "strerror", None) or str(error)
        raise OptionError(f"cannot listen at {host}, port {port}: {why}; give another --host or --port") from None
    return door


def addresses(host: str, port: int) -> list[str]:
    """URLs of the page: on this machine, and from other machines if `host` accepts them."""
    if host not in EVERYWHERE:
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as guess:
        try:
            guess.connect(("10.255.255.255", 1))  # sends nothing; finds this machine's address in the network
            outside = guess.getsockname()[0]
        except OSError:
            outside = socket.gethostname()
    return [f"http://127.0.0.1:{port}", f"http://{outside}:{port}"]


def serve(sessions: Sessions, host: str, links: list[str], door: socket.socket, names: Sequence[str]) -> None:
    """Serve the page until a signal comes."""
    from medianoche.ui.running import Running

    Running(sessions, host, links, names).run([door])
