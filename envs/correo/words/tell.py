"""Words for the values of Correo's events; the sentences are in `en.ftl` and `es.ftl`."""

from __future__ import annotations

from typing import Any

from medianoche.envs.core.show.telling import Telling
from medianoche.envs.core.show.view import View
from medianoche.envs.correo.numbers import ROUNDS
from medianoche.envs.correo.pack import QUADRANTS
from medianoche.envs.correo.state import NONE, SHAPES, WILD_HOUSE
from medianoche.envs.correo.words.text import (
    CARDS,
    DIRECTIONS,
    animal_name,
    at,
    card_name,
    face_words,
    objective_names,
    with_article,
)

CELLS = [(row, col) for row in range(8) for col in range(8)]
STEPS = (-8, 1, 8, -1)


def areas(view: View) -> list[str]:
    """Names of the areas that give tokens, in the order of the pack."""
    board = view.tables.board
    rows = [view.say("area-row", number=row + 1) for row in board.highlight_rows]
    columns = [view.say("area-column", number=col + 1) for col in board.highlight_cols]
    return [*(quadrant(view, name) for name in QUADRANTS), *rows, *columns]


def quadrant(view: View, name: str) -> str:
    """One of QUADRANTS in words."""
    return view.say(f"quadrant-{name.replace(' ', '-')}")


def look(telling: Telling, name: str = "tile") -> str:
    """The houses of a tile."""
    return face_words(telling.view, telling.fields[name])  # type: ignore[arg-type]


def tile(telling: Telling, number: int) -> str:
    """A tile with its shape; "nothing" if there is none."""
    pack = telling.view.pack
    return telling.say("nothing") if number == NONE else f"{SHAPES[pack.tile_pile[number]]} {look(telling)}"


def of_pile(telling: Telling, name: str) -> str:
    """A tile, or its absence, with the shape of its pile."""
    return f"{SHAPES[telling.fields['pile']]} {look(telling, name)}"  # type: ignore[index]


def animal(telling: Telling, code: int) -> str:
    """An animal."""
    return animal_name(telling.view, code) if code else "none"


def left(telling: Telling) -> str:
    """Whether an animal came to a house."""
    fields = telling.fields
    return "none" if not fields["animal"] else "wild" if fields["house"] == WILD_HOUSE else "other"


def lowest(telling: Telling) -> int:
    """The lowest level of an area."""
    cells: Any = int(telling.view.pack.areas[telling.fields["area"]])
    height = telling.view.state.height[telling.fields["seat"]]
    return int(min(height[row][col] for row, col in CELLS if cells >> 8 * row + col & 1))


def token(telling: Telling) -> str:
    """The token for an area."""
    fields: Any = telling.fields
    kind = "spell" if fields["area"] < len(QUADRANTS) else "patch"
    return kind if fields[kind] else f"no-{kind}"


def steps(telling: Telling) -> str:
    """The points of each step of a message, if there are several."""
    fields = telling.fields
    state = telling.view.state
    here = fields["cell"]
    goal = fields["goal"]
    step = STEPS[fields["direction"]]  # type: ignore[index]
    walked: list[int] = []
    while here != goal:
        here += step  # type: ignore[operator]
        walked.append(state.height[fields["seat"]][here // 8][here % 8])
    walked = walked if state.count_dest else walked[:-1]
    return f"{' + '.join(map(str, walked))} = " if len(walked) > 1 else ""


def shares(telling: Telling) -> str:
    """Houses and points of each seat for an objective."""
    view = telling.view
    number = telling.fields["number"]
    game: Any = view.game
    seen = [game.declaration.objective_counts(view.record, seat)[number] for seat in view.seats]
    return "; ".join(
        telling.say(
            "share", seat=telling.name(seat), houses=seen[seat], points=15 - 5 * sum(n > seen[seat] for n in seen)
        )
        for seat in view.seats
    )


def parts(telling: Telling) -> str:
    """What a seat's points are made of."""
    state = telling.view.state
    seat = telling.fields["seat"]
    names = {"track": "track", "combo": "combo", "spells": "spells", "patches": "patches"}
    values = {name: getattr(state, field)[seat] for name, field in names.items()}
    if not state.advanced:
        return telling.say("parts", **values)
    return telling.say("parts-with-objectives", **values, objectives=state.objective_points[seat])


def winners(telling: Telling) -> str:
    """The seats that win; none if one plays alone."""
    view = telling.view
    if len(view.seats) == 1:
        return "none"
    best = max(view.state.utility[seat] for seat in view.seats)
    return telling.names(seat for seat in view.seats if view.state.utility[seat] == best)


FIELDS = {
    "card": lambda telling, card: card_name(telling.view, CARDS[card]),
    "tile": tile,
    "old": animal,
    "cells": lambda _, cells: " ".join(at(cell) for cell in cells if cell != NONE),
    "cell": lambda _, cell: at(cell),
    "goal": lambda _, cell: at(cell),
    "house": lambda telling, house: animal(telling, house) if house < WILD_HOUSE else house,
    "animal": animal,
    "direction": lambda telling, way: telling.say(f"way-{DIRECTIONS[way]}"),
    "area": lambda telling, number: areas(telling.view)[number],
}
DERIVED = {
    "took": lambda telling: "nothing" if telling.fields["tile"] == NONE else "other",
    "look": look,
    "tile-of-pile": lambda telling: of_pile(telling, "tile"),
    "old-of-pile": lambda telling: of_pile(telling, "old"),
    "change": lambda telling: "none" if telling.fields["old"] == telling.fields["tile"] else "other",
    "left": left,
    "guest": lambda telling: with_article(telling.view, telling.fields["animal"]),
    "lowest": lowest,
    "token": token,
    "sum": steps,
    "combo-points": lambda telling: telling.fields["messages"] * telling.fields["colours"],
    "laps": lambda _: ROUNDS,
    "objective": lambda telling: objective_names(telling.view)[telling.fields["number"]],
    "shares": shares,
    "parts": parts,
    "winners": winners,
    "par": lambda telling: int(telling.view.pack.solo_par),
}
