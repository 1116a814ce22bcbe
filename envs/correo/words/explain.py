"""Explanations of the tiles, cards, tokens and actions of Correo."""

from __future__ import annotations

from typing import Any

from medianoche.envs.core.show.moments import preview
from medianoche.envs.core.show.view import View
from medianoche.envs.correo.pack import QUADRANTS, TYPES
from medianoche.envs.correo.state import ANIMALS, BASE, NONE, ROUNDS, SHAPES, SPECIAL_CARD, WILD_HOUSE
from medianoche.envs.correo.words.tell import areas
from medianoche.envs.correo.words.text import CARDS, face, with_article

SHAPE_WORDS = (
    "four spaces in a row",
    "a square of four spaces",
    "three spaces in a row and one beside the middle",
    "two and two spaces, shifted by one",
    "three spaces in a row and one beside the end",
    "three spaces in a row",
    "three spaces around a corner",
    "two spaces",
)


def rule_values(_: Any) -> dict[str, Any]:
    """Numbers of the rules, by the names that messages use."""
    return {"turns": ROUNDS}


def glossary(view: View) -> dict[str, str]:
    """Explanations of all tiles, cards, animals, houses, tokens, areas, objectives and terms, by name."""
    pack, found = view.pack, {}
    for tile in range(int(pack.num_tiles)):
        pile, letters = int(pack.tile_pile[tile]), face(pack, tile)
        houses = [_house(code) for code in pack.tile_house[tile][: len(letters)] if code]
        copies = int(pack.tile_copies[tile])
        found[f"{SHAPES[pile]} {letters}"] = (
            f"a tile of {SHAPE_WORDS[pile]}: {', '.join(houses) or 'no house'}; {copies} in the game"
        )
    for kind, name in enumerate(CARDS):
        takes = (
            "one of the two tiles of three spaces" if kind == SPECIAL_CARD else f"one of the two {name} tiles on offer"
        )
        found[f"card {name}"] = f"face up takes {takes}; face down, like any card, a domino"
    for code, animal in enumerate(ANIMALS, 1):
        found[animal] = f"walks in a straight line to the next {animal} if no animal is between, and leaves the board"
        found[_house(code)] = f"{with_article(code)} from the reserve comes to it when its tile is laid, if one is left"
    found[_house(WILD_HOUSE)] = "an animal of your choice comes to it when its tile is laid"
    for number, area in enumerate(areas(view)):
        token = "spell" if number < len(QUADRANTS) else "patch"
        found[area.removeprefix("the ")] = f"brings a {token} each time that all of it is covered one level higher"
    for card in view.tables.objective:
        found[f"objective {card.name}"] = _objective(card)
    return found | _terms(view)


def _house(code: int) -> str:
    return "wild house" if code == WILD_HOUSE else f"{ANIMALS[code - 1]} house"


def _objective(card: object) -> str:
    """What an objective card scores."""
    kind, colour = getattr(card, "type", ""), getattr(card, "colour", None)
    where = {key: getattr(card, key, None) for key in ("rows", "cols", "quadrants")}
    place = "".join(f" in {key} {', '.join(map(str, cells))}" for key, cells in where.items() if cells is not None)
    what = f"{colour} houses (no wild ones)" if kind == TYPES[0] else f"houses of any colour{place}"
    return f"at the end 15, 10, 5 points for most {what} that nothing covers, nor an animal; the same if level"


def _terms(view: View) -> dict[str, str]:
    last = "the receiver's cell included" if view.state.count_dest else "without the receiver's cell"
    level = "all its spaces on one level" if view.state.flat_only else "all its spaces on the board or all on pieces"
    return {
        "level": "the number of pieces on a cell, and the points of a step onto it",
        "tile": f"is laid turned and flipped as you like, {level}, on no animal, not wholly on one tile of its shape",
        "message": f"an animal walks to another of its kind; each cell entered brings its level in points, {last}",
        "combo": "two or more messages in a turn bring their number times the kinds of animals that walked",
        "spell": "right after a tile is laid: one of its animals becomes another, or moves to another of its spaces; "
        "1 point at the end if not used; not in the turn in which you get it; one a turn",
        "patch": "before the card it renews a tile of the market, or it is laid on any cell, a level more, and an "
        "animal there goes home; 1 point at the end if not used; not in the turn in which you get it; one a turn",
        "market": "two tiles of each shape of four spaces, and the top ones of the other piles",
        "reserve": f"{int(view.pack.animals)} animals of each kind; animals that walk or are covered come back to it",
        "end the turn": "when no two animals of a kind see each other: combo points, a new card, the next player",
    }


def effect(view: View, action: int) -> list[str]:
    """Consequences of an action, for the seat to move; they do not depend on hidden cards."""
    state, game = view.state, view.game
    if state.done or action not in game.legal_actions(view.record):
        return []
    if action < BASE.place:
        return _about_a_card(view, action)
    if action == BASE.end_turn:
        points = state.msgs * state.msg_colours.bit_count() if state.msgs >= 2 else 0
        return [f"combo points: {points}"]
    lines = preview(view, action)
    return [f"result: {'; '.join(lines)}"] if lines else []


def _about_a_card(view: View, action: int) -> list[str]:
    """Consequences of taking or renewing a tile: the tile, and the number of tiles left in its pile."""
    words, market = glossary(view), view.state.market
    if action >= BASE.renew:
        return [words["patch"]]
    pile, slot = (action // 2, action % 2) if action < BASE.take_special else (5 + action - BASE.take_special, 0)
    if action >= BASE.face_down:
        pile, slot = 7, 0
    tile = market[pile][slot]
    if tile == NONE:
        return []
    left = view.state.pile_n[pile]
    return [words[f"{SHAPES[pile]} {face(view.pack, tile)}"], f"{left} tiles are left in the pile"]
