"""The games and agents that the page offers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from medianoche import envs
from medianoche.agents import base
from medianoche.agents.net import check_networks
from medianoche.envs.core.content import pack
from medianoche.envs.core.registry import Entry
from medianoche.envs.core.show.catalogue import LANGUAGE
from medianoche.envs.core.show.svg import PALETTE
from medianoche.envs.core.show.view import View
from medianoche.places import has_net

if TYPE_CHECKING:
    from collections.abc import Sequence

    from medianoche.envs.core.base import BaseGame

STATIC = Path(__file__).parent / "static"
SEARCH = "ismcts:500"
"""The agent that gives hints in every game."""
SEPARATOR = re.compile(r"[\s,]")
"""What stands between the agents that a person names for hints."""


@dataclass(frozen=True)
class Offers:
    """What the page offers, which depends on where it runs: by default all that a server can do."""

    friends: bool = True  # whether other persons can come by a link
    agents: tuple[str, ...] = ()  # names of the agents that play; none: all, and code of one's own
    # what `rated_in` the frozen field says of each game, where that is not at hand
    rated: Mapping[str, tuple[str, dict[str, str]]] = field(default_factory=dict)
    networks: Callable[[str], bool] = has_net  # whether there is a network for a game
    variants_only: bool = False  # whether agents play with the options of a game's variants alone

    def has(self, who: str) -> bool:
        """Whether an agent is one of those that play here."""
        return not self.agents or who.partition(":")[0] in self.agents

    def fits(self, game: BaseGame, options: Mapping[str, Any]) -> bool:
        """Whether agents play a game with these options here."""
        chosen = game.content.options(dict(options))
        return not self.variants_only or chosen in map(game.content.options, game.declaration.variants)


_offers = [Offers()]


def offer(offers: Offers) -> None:
    """Let the page offer `offers` from now on."""
    _offers[0] = offers


def offers() -> Offers:
    """What the page offers."""
    return _offers[0]


def offered(games: Sequence[str]) -> list[Entry]:
    """`games`, which may be classes of the user's own, and then all others that have a name."""
    named = {entry.name: entry for entry in envs.entries()}
    first = [named[name] if name in named else _described(name) for name in games]
    return list(dict.fromkeys([*first, *named.values()]))


def _described(name: str) -> Entry:
    """The line of a game that has none in the registry."""
    game = envs.game(name)
    least = min(game.players)
    most = max(game.players)
    players = f"{least}-{most}" if least < most else f"{least}"
    return Entry(name, name, game.title, players, (type(game.declaration).__doc__ or "").strip().partition("\n")[0])


def cannot_play(who: str, game: BaseGame) -> str:
    """Why an agent has no network that fits a game; empty if it has one, or needs none."""
    try:
        check_networks(game, base.agent(who))
    except base.AgentError as error:
        return str(error)
    return ""


def everything(games: Sequence[str] = ()) -> dict[str, Any]:
    """All games and agents, as JSON; `games` come first. `dark` has for each colour of a stored board, which is light,
    the one of the dark theme."""
    return {
        "games": [
            {"name": entry.name, "title": entry.title, "players": entry.players, "summary": entry.summary}
            for entry in offered(games)
        ],
        "agents": [
            {"usage": entry.usage, "summary": entry.summary}
            for name, entry in base.known_agents().items()
            if offers().has(name)
        ],
        "dark": dict(PALETTE.values()),
        "friends": offers().friends,
        "own": not offers().agents,
    }


def game_entry(name: str, lang: str = LANGUAGE, further: Sequence[str] = ()) -> dict[str, Any]:
    """The seats, packs, options, agents, levels, hints and rules of a game, as JSON, with those `further` agents that
    play it. Raises GameError if there is no such game."""
    game = envs.game(name)
    own_agents = [who for who in further if not cannot_play(who, game)]
    nets = ["net", "net:64"] if offers().networks(game.name) else []
    usual = [entry.example for entry in base.entries()]
    lang = spoken(game, lang)
    options = game.declaration.options_model.model_json_schema().get("properties", {})
    return {
        "name": name,
        "title": game.title,
        "about": " ".join((type(game.declaration).__doc__ or "").split()),
        "players": list(game.players),
        "seats": {count: seat_names(game, count, lang) for count in game.players},
        "packs": pack.names(game.content.package) or ["standard"],
        "options": {} if offers().variants_only else options,
        "agents": [*own_agents, *filter(offers().has, [*usual, *nets])],
        "usual": [*own_agents, "greedy"][0],
        "hints": [*(who for who in own_agents if not SEPARATOR.search(who)), *hints(game)],
        "levels": levels(game),
        "strengths": strengths(game),
        **rules(game, lang),
    }


def rules(game: BaseGame, lang: str, view: View | None = None) -> dict[str, Any]:
    """The rules card in the language `lang`, as JSON: its sections, the file name of the game's picture in `static`
    ("" without one), and the dark colour of each of the picture's colours. With `view` the card has the numbers and
    options of that game, in its language."""
    picture = f"{game.name}.board.svg"
    card = game.declaration.rules_of(view) if view else game.declaration.rules_card(lang)
    return {
        "rules": [section._asdict() for section in card],
        "picture": picture if (STATIC / picture).is_file() else "",
        "dark": dict(PALETTE.values()),
    }


def seat_names(game: BaseGame, count: int, lang: str) -> list[str]:
    """The names of the seats of a game of `count` players, as the account has them."""
    return View(game, game.declaration.blank(count, game.content.options({}))[0], None, lang).agents


def spoken(game: BaseGame, lang: str) -> str:
    """The language in which a game speaks to a page in `lang`: English if its words are not in that."""
    return lang if (game.content.folder / "words" / f"{lang}.ftl").is_file() else LANGUAGE


def levels(game: BaseGame) -> list[dict[str, Any]]:
    """The levels of play of a game, weakest first: name, agent, and milliseconds of a decision."""
    from medianoche.agents.levels import levels as levels_of

    return [
        {"name": level.name, "agent": f"level:{level.name}", "milliseconds": level.milliseconds}
        for level in levels_of(game.name)
    ]


def strengths(game: BaseGame, pack_hash: str = "") -> dict[str, str]:
    """The agents that the newest frozen field rates in a game with its default player count, each with the level whose
    Elo is nearest to its own; none in a game without levels, of another version than the field's, or with another pack
    than the standard one (`pack_hash`: that of the pack that is played, by default the standard one)."""
    rated = offers().rated
    standard, strengths_rated = rated[game.name] if rated else rated_in(game.content.location)
    return strengths_rated if pack_hash in ("", standard) else {}


@lru_cache(maxsize=64)
def rated_in(location: str) -> tuple[str, dict[str, str]]:
    """The hash of the standard pack of the game at `location`, and `strengths` with it."""
    from medianoche.agents.levels import levels
    from medianoche.benchmarks.reference.field import FieldError, Reference, newest

    game = envs.game(location)
    if not (known := levels(game.name)):
        return "", {}
    try:
        table = Reference.read(newest()).table(game, None)
    except FieldError:
        return "", {}
    nearest = {
        table.played(member): min(known, key=lambda level: abs(level.elo - member.elo)).name for member in table.members
    }
    return table.pack_hash, nearest


def hints(game: BaseGame) -> list[str]:
    """Agents that give hints in a game by default."""
    nets = ["net:64", "net"] if offers().networks(game.name) else []
    return [*nets, *filter(offers().has, [SEARCH])]
