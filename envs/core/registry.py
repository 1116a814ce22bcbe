"""Names and locations of games. It holds strings only, so listing the games imports none of them."""

from __future__ import annotations

import importlib
import warnings
from functools import cache
from importlib.metadata import EntryPoints, entry_points
from typing import Any, NamedTuple

import gymnasium
import pettingzoo

from medianoche.envs.core.errors import GameError, choices, is_interrupt, meant, place_of, shown
from medianoche.places import MOVED, SEATS, TOYS, YARDSTICKS, later

PETTINGZOO = "1.27"
"""The first version of PettingZoo with a registry of environments."""
if not hasattr(pettingzoo, "register"):
    _other = getattr(pettingzoo, "__version__", "of an unknown version")
    raise ImportError(
        f"medianoche needs pettingzoo {PETTINGZOO} or newer, pettingzoo {_other} is installed; "
        f"pip install 'pettingzoo>={PETTINGZOO}'"
    )

ENTRY_POINTS = "medianoche.games"
"""Installed packages announce games under this group of entry points: `name = "module:Class"`."""


NOTEBOOK = "what a notebook or a program defines is in its process alone; write it to a file, and name it MODULE:CLASS"
REQUIRED = ("name", "title", "players", "state_dtype", "pack_dtype", "phases", "layout", "actions")
"""Attributes that every declaration of a game must have."""


class Entry(NamedTuple):
    """A line of the registry."""

    name: str
    location: str
    """Location of the class that declares it, `module:Class`."""
    title: str
    players: str
    summary: str


_entries: dict[str, Entry] = {}
_classes = later(__name__, {"Game": "envs.core.game"})
"""`Game`, whose module imports this one."""


def register(name: str, location: str, title: str = "", players: str = "", summary: str = "", version: int = 0) -> None:
    """Register a game here, with PettingZoo as `medianoche/<name>-v<version>`, and with Gymnasium (one seat of it) as
    `medianoche/<Name>-v<version>`."""
    _entries[name] = Entry(name, location, title or name, players, summary)
    pettingzoo.register(
        "aec",
        f"medianoche/{name}-v{version}",
        entry_point="medianoche.envs.core.play.aec:make",
        kwargs={"game": location},
    )
    gymnasium.register(
        f"medianoche/{name.capitalize()}-v{version}",
        f"{SEATS}:make",
        vector_entry_point=f"{SEATS}:make_vec",
        kwargs={"game": location},
    )


def entries() -> list[Entry]:
    """All named games, including those of installed third-party packages."""
    installed = [point for point in _installed() if point.name not in _entries]
    theirs = [Entry(point.name, point.value, point.name, "", f"from {point.value}") for point in installed]
    return [*_entries.values(), *theirs]


@cache
def _installed() -> EntryPoints:
    return entry_points(group=ENTRY_POINTS)


def names() -> list[str]:
    """The names of all games."""
    return [entry.name for entry in entries()]


def is_known(name: object) -> bool:
    """Whether `name` is that of a game or of a yardstick (`places.YARDSTICKS`)."""
    return isinstance(name, str) and (name in YARDSTICKS or name in names())


def name_of(location: str) -> str:
    """The name of the game or yardstick whose class is at `location`, else `location`."""
    if not isinstance(location, str):
        raise GameError(f"{shown(location)} is not the place of a game; accepted: module:Class")
    known = [(entry.name, entry.location) for entry in entries()] + list(YARDSTICKS.items())
    return next((name for name, place in known if place == location), location)


def now_called(name: str) -> str:
    """What files call the game `name` now: a toy may have a short name that only users give, or have been elsewhere in
    0.4."""
    if name in TOYS and name not in names():
        return TOYS[name]
    module, colon, attribute = name.partition(":")
    return name_of(f"{MOVED[module]}:{attribute}") if colon and module in MOVED else name


def find(name: str) -> Any:
    """The game or toy called `name`, or the game at `module:Class`; the same object at every call.

    `module:Class` imports that module, so it must come from the user and never from a file.

    Raises:
        GameError: there is no such game.
    """
    known = f"games: {choices(names())}; toys: {choices([*TOYS, *YARDSTICKS])}; or module:Class of one of your own"
    if not isinstance(name, str):
        raise GameError(f"{shown(name)} is not the name of a game; {known}")
    if ":" in name:
        return _game(_moved(name))
    places = {**TOYS, **YARDSTICKS, **{entry.name: entry.location for entry in entries()}}
    if name not in places:
        raise GameError(f"unknown game {shown(name)}{meant(name, places)}; {known}")
    return _game(places[name])


def _moved(location: str) -> str:
    """`location`, or with a warning where the class of a toy is now."""
    module, _, attribute = location.partition(":")
    if module not in MOVED:
        return location
    place = f"{MOVED[module]}:{attribute}"
    warnings.warn(f"{location} is {place} now; the old name goes with 0.6", DeprecationWarning, 3)
    return place


@cache
def _game(location: str) -> Any:
    module, _, attribute = location.partition(":")
    try:
        declaration: Any = getattr(importlib.import_module(module), attribute)
        if isinstance(declaration, type) and hasattr(declaration, "max_decisions"):  # a `Declaration`
            if missing := [part for part in REQUIRED if not hasattr(declaration, part)]:
                raise GameError(f"{location} is no game that can be played: it has no {choices(missing)}")
            return _classes("Game")(declaration)
    except GameError:
        raise
    except BaseException as error:
        if is_interrupt(error):
            raise
        kind = "" if isinstance(error, ImportError | AttributeError) else f"{type(error).__name__}: "
        words = NOTEBOOK if module == "__main__" and isinstance(error, AttributeError) else f"{kind}{error}"
        raise GameError(f"no game at {location}: {words}{place_of(error)}") from error
    raise GameError(f"{location} is no game; accepted: a class derived from medianoche.envs.Declaration")
