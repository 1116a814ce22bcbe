"""Explanations of the tiles, cards, tokens and actions of Correo."""

from __future__ import annotations

from collections import Counter
from typing import Any

from medianoche.envs.core.show.moments import preview
from medianoche.envs.core.show.view import View
from medianoche.envs.correo import numbers as nm
from medianoche.envs.correo.pack import CANONICAL, QUADRANTS, TYPES
from medianoche.envs.correo.state import ANIMALS, BASE, NONE, SHAPES, SPECIAL_CARD, WILD_HOUSE
from medianoche.envs.correo.words.tell import areas, quadrant
from medianoche.envs.correo.words.text import CARDS, animal_name, card_name, face_words, objective_name, with_article


def rule_values(_: Any) -> dict[str, Any]:
    """Numbers of the rules, by the names that messages use."""
    counts = {"turns": nm.ROUNDS, "hand": nm.HAND, "offer": nm.MARKET_TILES, "start": nm.START_TOKENS}
    return {**counts, "token": nm.TOKEN_POINTS, "combo": nm.COMBO_FROM}


def glossary(view: View) -> dict[str, str]:
    """Explanations of all tiles, cards, animals, houses, tokens, areas, objectives and terms, by name."""
    pack = view.pack
    entries = {}
    copies: Counter[str] = Counter()  # by the name of the tile: two tiles may have the same houses on other spaces
    for tile in range(int(pack.num_tiles)):
        pile = int(pack.tile_pile[tile])
        houses = [_house(view, code) for code in pack.tile_house[tile][: len(CANONICAL[pile])] if code]
        name = f"{SHAPES[pile]} {face_words(view, tile)}"
        copies[name] += int(pack.tile_copies[tile])
        words = {"shape": view.say(f"shape-{pile}"), "houses": ", ".join(houses) or view.say("no-house")}
        entries[name] = view.say("about-shape", **words, count=copies[name])
    for kind, name in enumerate(CARDS):
        takes = view.say("takes-special") if kind == SPECIAL_CARD else view.say("takes-shape", shape=name)
        entries[view.say("name-card", card=card_name(view, name))] = view.say("about-card", takes=takes)
    for code in range(1, len(ANIMALS) + 1):
        entries[animal_name(view, code)] = view.say("about-animal", animal=animal_name(view, code))
        entries[_house(view, code)] = view.say("about-house", animal=with_article(view, code))
    entries[_house(view, WILD_HOUSE)] = view.say("about-wild-house")
    for number, area in enumerate(areas(view)):
        token = view.say("spell-token" if number < len(QUADRANTS) else "patch-token")
        entries[area.removeprefix("the ")] = view.say("about-area", token=token)
    for card in view.tables.objective:
        entries[view.say("name-objective", name=objective_name(view, card.name))] = _objective(view, card)
    return entries | _terms(view)


def _house(view: View, code: int) -> str:
    return view.say("house-wild") if code == WILD_HOUSE else view.say(f"house-{ANIMALS[code - 1]}")


def _objective(view: View, card: object) -> str:
    """What an objective card scores."""
    kind = getattr(card, "type", "")
    colour = getattr(card, "colour", None)
    where = {key: getattr(card, key, None) for key in ("rows", "cols", "quadrants")}
    cells_by_key = {key: cells for key, cells in where.items() if cells is not None}
    shown = {
        key: [quadrant(view, cell) if key == "quadrants" else str(cell + 1) for cell in cells]
        for key, cells in cells_by_key.items()
    }
    place = "".join(view.say(f"in-{key}", cells=view.several(cells)) for key, cells in shown.items())
    of_colour = kind == TYPES[0]
    what = (
        view.say("houses-of", house=view.say(f"animal-{colour}")) if of_colour else view.say("all-houses", place=place)
    )
    points = [nm.OBJECTIVE_POINTS - place * nm.OBJECTIVE_STEP for place in range(3)]
    values = dict(zip(("first", "second", "third"), points, strict=True))
    return view.say("about-objective", what=what, advanced=view.options["advanced"], **values)


def _terms(view: View) -> dict[str, str]:
    values = rule_values(view.tables) | {
        "last": view.state.count_dest,
        "flat": view.state.flat_only,
        "count": int(view.pack.animals),
    }
    terms = ("level", "tile", "message", "combo", "spell", "patch", "market", "reserve", "end-turn")
    return {view.say(f"name-{term}"): view.say(f"about-{term}", **values) for term in terms}


def effect(view: View, action: int) -> list[str]:
    """Consequences of an action, for the seat to move; they do not depend on hidden cards."""
    state = view.state
    game = view.game
    if state.done or action not in game.legal_actions(view.record):
        return []
    if action < BASE.place:
        return _about_a_card(view, action)
    if action == BASE.end_turn:
        points = state.msgs * state.msg_colours.bit_count() if state.msgs >= nm.COMBO_FROM else 0
        return [view.say("combo-now", points=points)]
    lines = preview(view, action)
    return [view.say("result", lines="; ".join(lines))] if lines else []


def _about_a_card(view: View, action: int) -> list[str]:
    """Consequences of taking or renewing a tile: the tile, and the number of tiles left in its pile."""
    words = glossary(view)
    market = view.state.market
    if action >= BASE.renew:
        return [words[view.say("name-patch")]]
    pile, slot = (action // 2, action % 2) if action < BASE.take_special else (5 + action - BASE.take_special, 0)
    if action >= BASE.face_down:
        pile = 7
        slot = 0
    tile = market[pile][slot]
    if tile == NONE:
        return []
    left = view.state.pile_n[pile]
    return [words[f"{SHAPES[pile]} {face_words(view, tile)}"], view.say("tiles-left", count=left)]
