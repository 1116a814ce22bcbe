"""The games and agents that the page offers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from medianoche import envs
from medianoche.agents import base
from medianoche.envs.core.content import pack
from medianoche.places import NETWORKS

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game

SEARCH = "ismcts:500"


def everything() -> dict[str, Any]:
    """All games and agents, as JSON."""
    return {
        "games": [
            {"name": entry.name, "title": entry.title, "players": entry.players, "summary": entry.summary}
            for entry in envs.entries()
        ],
        "agents": [{"usage": entry.usage, "summary": entry.summary} for entry in base.known().values()],
    }


def of(name: str) -> dict[str, Any]:
    """The seats, packs, options, agents and hints of a game, as JSON. Raises GameError if there is no such game."""
    room = envs.game(name)
    return {
        "name": name,
        "title": room.title,
        "about": " ".join((type(room).__doc__ or "").split()),
        "players": list(room.players),
        "seats": {count: [agent.replace("_", " ") for agent in room.agents(count)] for count in room.players},
        "packs": pack.names(room.package) or ["standard"],
        "options": room.options_model.model_json_schema().get("properties", {}),
        "agents": [*(entry.example for entry in base.entries()), *["net", "net:64"] * has_net(room)],
        "hints": hints(room),
    }


def has_net(room: Game) -> bool:
    """Whether a network comes with the game."""
    return (NETWORKS / f"{room.name}.safetensors").is_file()


def hints(room: Game) -> list[str]:
    """Agents that give hints in a game by default."""
    return [*["net:64", "net"] * has_net(room), SEARCH]
