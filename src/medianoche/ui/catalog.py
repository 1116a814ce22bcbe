"""The games and agents that the page offers."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from medianoche import envs
from medianoche.agents import base
from medianoche.envs.core.content import pack
from medianoche.envs.core.show.catalogue import LANGUAGE
from medianoche.envs.core.show.view import View
from medianoche.places import NETWORKS

if TYPE_CHECKING:
    from medianoche.envs.core.content.pack import PackSource
    from medianoche.envs.core.game import Game

STATIC = Path(__file__).parent / "static"
SEARCH = "ismcts:500"
NAMES = ("beginner", "easy", "medium", "strong", "strongest")


def everything() -> dict[str, Any]:
    """All games and agents, as JSON."""
    return {
        "games": [
            {"name": entry.name, "title": entry.title, "players": entry.players, "summary": entry.summary}
            for entry in envs.entries()
        ],
        "agents": [{"usage": entry.usage, "summary": entry.summary} for entry in base.known().values()],
    }


def of(name: str, lang: str = LANGUAGE) -> dict[str, Any]:
    """The seats, packs, options, agents, levels, hints and rules of a game, as JSON. Raises GameError if there is no
    such game."""
    room = envs.game(name)
    lang = spoken(room, lang)
    return {
        "name": name,
        "title": room.title,
        "about": " ".join((type(room).__doc__ or "").split()),
        "players": list(room.players),
        "seats": {count: seat_names(room, count, lang) for count in room.players},
        "packs": pack.names(room.content.package) or ["standard"],
        "options": room.declared.options_model.model_json_schema().get("properties", {}),
        "agents": [*(entry.example for entry in base.entries()), *["net", "net:64"] * has_net(room)],
        "hints": hints(room),
        "levels": levels(room),
        "strengths": strengths(room),
        **rules(room, lang),
    }


def rules(room: Game, lang: str, source: PackSource = "standard") -> dict[str, Any]:
    """The rules card with the numbers of a pack, and the file of the game's picture in `static`, empty if it has
    none."""
    picture = f"{room.name}.board.svg"
    return {
        "rules": [section._asdict() for section in room.declared.rules_card(lang, source)],
        "picture": picture if (STATIC / picture).is_file() else "",
    }


def seat_names(room: Game, count: int, lang: str) -> list[str]:
    """The names of the seats of a game of `count` players, as the account has them."""
    return View(room, room.declared.blank(count, room.content.options({}))[0], None, lang).agents


def spoken(room: Game, lang: str) -> str:
    """The language in which a game speaks to a page in `lang`: English if its words are not in that."""
    return lang if (room.content.folder / "words" / f"{lang}.ftl").is_file() else LANGUAGE


def levels(room: Game) -> list[dict[str, Any]]:
    """The levels of play of a game, weakest first: name, agent, and milliseconds of a decision."""
    if find_spec("medianoche.agents.levels"):
        found = import_module("medianoche.agents.levels").levels(room.name)
        return [
            {"name": level.name, "agent": f"level:{level.name}", "milliseconds": level.milliseconds} for level in found
        ]
    agents = ["random", "greedy", *["net", "net:64", "net:1000"] * has_net(room)]
    return [{"name": name, "agent": who, "milliseconds": 0} for name, who in zip(NAMES, agents, strict=False)]


def strengths(room: Game, pack_hash: str = "") -> dict[str, str]:
    """The agents that the newest frozen field rates in a game with its default player count, each with the level whose
    Elo is nearest to its own; none in a game without levels, of another version than the field's, or with another pack
    than the standard one (`pack_hash`: that of the pack that is played, by default the standard one)."""
    standard, found = _strengths(room.content.location)
    return found if pack_hash in ("", standard) else {}


@lru_cache(maxsize=64)
def _strengths(location: str) -> tuple[str, dict[str, str]]:
    """The hash of the standard pack of the game at `location`, and `strengths` with it."""
    from medianoche.agents.levels import levels
    from medianoche.benchmarks.reference.field import FieldError, Reference, newest

    room = envs.game(location)
    if not (known := levels(room.name)):
        return "", {}
    try:
        table = Reference.read(newest()).table(room, None)
    except FieldError:
        return "", {}
    nearest = {each.agent: min(known, key=lambda level: abs(level.elo - each.elo)).name for each in table.members}
    return table.pack_hash, nearest


def has_net(room: Game) -> bool:
    """Whether a network comes with the game."""
    return (NETWORKS / f"{room.name}.safetensors").is_file()


def hints(room: Game) -> list[str]:
    """Agents that give hints in a game by default."""
    return [*["net:64", "net"] * has_net(room), SEARCH]
