"""Checks of the arguments of methods that games define: a wrong view, seat count or action gets one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from types import SimpleNamespace
from typing import Any

from medianoche.envs.core import arrays
from medianoche.envs.core.errors import GameError, shown
from medianoche.envs.core.show.events import Kind
from medianoche.envs.core.show.moments import Moments
from medianoche.envs.core.show.view import Canvas, View

VIEW = ("view",)
COUNT = ("num_players",)
METHODS: dict[str, tuple[str, ...]] = {
    "derive": ("state",),
    "value_names": ("pack",),
    "max_decisions": ("num_players", "options"),
    "action_words": ("view", "action"),
    "picture": ("view", "canvas"),
    "board": ("view", "canvas"),
    "sentence": ("view", "kind", "fields"),
    "account": ("moments",),
    "blank": ("num_players", "options"),
    "unsound": ("state", "num_players", "options"),
    "illegal": ("state", "number", "legal", "where"),
    "effect": ("view", "action"),
    "steps": ("view", "action"),
    "chart": ("view", "groups"),
    **dict.fromkeys(("seat_name", "standing"), ("view", "seat")),
    **dict.fromkeys(("text", "symbols", "glossary", "guide", "stage", "outcome", "paints", "rules_of"), VIEW),
    **dict(agents=COUNT, teams=COUNT, roles=COUNT),  # noqa: C408  # "agents" in quotes would look like the folder
}
"""Methods that games define, and some of core, with the names under which their parameters are checked."""


def guard(cls: type, game_of: Callable[[Any], Any] = lambda game: game) -> None:
    """Wrap the methods that the class of a game, or of a part of it, itself defines: they raise GameError for a wrong
    argument. `game_of` finds the game of an object of the class."""
    for name, parameters in METHODS.items():
        if method := vars(cls).get(name):
            setattr(cls, name, _checked(method, parameters, game_of))
    if method := vars(cls).get("info"):
        cls.info = of_a_seat(method)  # type: ignore[attr-defined]


def _checked(
    method: Callable[..., Any], parameters: tuple[str, ...], game_of: Callable[[Any], Any]
) -> Callable[..., Any]:
    @wraps(method)
    def call(own: Any, *given: Any, **named: Any) -> Any:
        for name, value in (*zip(parameters, given, strict=False), *named.items()):
            if name in parameters:
                CHECKS[name](game_of(own), value)
        return method(own, *given, **named)

    return call


def of_a_seat(method: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """Wrap a game's `info`: it raises GameError unless it gets a state and a player. Environments call it at every step
    with the fields of a state in a `SimpleNamespace`, which is not checked."""

    @wraps(method)
    def info(game: Any, state: Any, player: int) -> dict[str, Any]:
        return method(
            game, state, player if isinstance(state, SimpleNamespace) else game.rules._check_player(state, player)
        )

    return info


def _instance(what: str, kind: Callable[[Any], Any]) -> Callable[[Any, Any], None]:
    def check(game: Any, given: Any) -> None:
        if not isinstance(given, kind(game)):
            raise GameError(f"{game.name}: {shown(given)} is not {what}")

    return check


def _view(game: Any, given: Any) -> None:
    if not isinstance(given, View) or given.game.name != game.name:
        raise GameError(f"{game.name}: {shown(given)} is not a view of it; accepted: game.view(state, seat)")


def _action(game: Any, given: Any) -> None:
    number = arrays.integer(given, f"{game.name}: action")
    if not 0 <= number < game.num_actions:
        raise GameError(f"{game.name} has no action {number}; accepted: 0 to {game.num_actions - 1}")


def _groups(game: Any, given: Any) -> None:
    try:
        groups = [list(group) for group in given]
    except TypeError:
        raise GameError(f"{game.name}: groups {shown(given)}; accepted: lists of actions") from None
    if not groups or not all(groups):
        raise GameError(f"{game.name}: groups {shown(given)}; accepted: lists of actions, none of them empty")
    for group in groups:
        for action in group:
            _action(game, action)


def _seat_count(game: Any, given: Any) -> None:
    if given is None:
        raise GameError(f"{game.name}: num_players = None is not an integer")
    game.content.check_players(given)


def _seat(game: Any, given: Any) -> None:
    if not 0 <= (seat := arrays.integer(given, f"{game.name}: seat")) < game.rules.seats:
        raise GameError(f"{game.name}: seat = {seat}; accepted: 0 to {game.rules.seats - 1}")


CHECKS: dict[str, Callable[[Any, Any], object]] = {
    "view": _view,
    "canvas": _instance("a canvas", lambda _: Canvas),
    "kind": _instance("a kind of event", lambda _: Kind),
    "fields": _instance("a dict of fields", lambda _: Mapping),
    "pack": _instance(
        "the tables of a pack; accepted: game.content.pack_of(state)", lambda game: game.declared.pack_model
    ),
    "options": _instance("options; accepted: game.content.options({...})", lambda game: game.declared.options_model),
    "groups": _groups,
    "legal": lambda game, given: arrays.rows(given, game.num_actions, f"{game.name}: legal"),
    "moments": _instance("the moments of a step; accepted: game.show.moments(state, action)", lambda _: Moments),
    "number": lambda game, given: arrays.integer(given, f"{game.name}: action"),
    "where": _instance("a str", lambda _: str),
    "action": _action,
    "num_players": _seat_count,
    "seat": _seat,
    "state": lambda game, given: game.content._check_record(given),
}
