"""Attributes that have another name since 0.4, or are elsewhere: they go on for a release, with a warning.

In 0.4 a game was an object of the class that declares it. Now it is a `Game`, which has that object as `declaration`.
"""

from __future__ import annotations

import warnings
from typing import Any


def attribute_of_game(game: Any, name: str) -> Any:
    """What `game.name` was: an attribute of the declaration now. Raises AttributeError for a name that was none."""
    declaration = vars(game).get("declaration")
    if name == "declared":
        now = "declaration"
    elif not name.startswith("_") and hasattr(type(declaration), name):
        now = f"declaration.{name}"
    else:
        raise AttributeError(f"{type(game).__name__!r} object has no attribute {name!r}")
    _warn(f"game.{name} is game.{now} now")
    return declaration if name == "declared" else getattr(declaration, name)


def attribute_of_declaration(declaration: Any, name: str) -> Any:
    """What `self.name` was in a method of a declaration: an attribute of the game now. Raises AttributeError for a name
    that was none."""
    game = vars(declaration).get("game")
    if name.startswith("_") or not hasattr(type(game), name):
        raise AttributeError(f"{type(declaration).__name__!r} object has no attribute {name!r}")
    _warn(f"{type(declaration).__name__}: self.{name} is self.game.{name} now")
    return getattr(game, name)


class OldName:
    """An attribute of a class under the name that it had in 0.4; it goes on for a release, with a warning.

    Args:
        now: the attribute's name.
    """

    def __init__(self, now: str) -> None:
        self.now = now

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        _warn(f"{owner.__name__}.{self.name} is {self.now} now")
        return getattr(owner if instance is None else instance, self.now)


def _warn(line: str) -> None:
    warnings.warn(f"{line}; the old name goes with 0.6", DeprecationWarning, 3)
