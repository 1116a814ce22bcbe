"""Positions of Correo de Medianoche for tests: a table that is empty except for what an example gives."""

from __future__ import annotations

from typing import Any

import numpy as np

from medianoche.envs import game
from medianoche.envs.correo.state import BASE
from tests.envs.examples import Examples

CORREO = game("medianoche.envs.correo:Correo")
CODES = {"r": 1, "g": 2, "m": 3, "c": 4, "b": 5}
TAKE, PLACE, WILD, RESOLVE, END = range(5)
ONES = np.ones((6, 6), int)
PATCHES = {BASE.patch + 8 * row + col for row in range(6) for col in range(6)}


def board(**animals: list[tuple[int, int]]) -> np.ndarray:
    """Animals of seat 0 by letter: `board(g=[(2, 0), (2, 4)])`."""
    cells = np.zeros((1, 8, 8), int)
    for letter, places in animals.items():
        for place in places:
            cells[(0, *place)] = CODES[letter]
    return cells


def heights(levels: Any) -> np.ndarray:
    """Heights of seat 0 from a dictionary of cells, or an array from the corner."""
    if isinstance(levels, dict):
        cells = np.zeros((1, 8, 8), int)
        for place, height in levels.items():
            cells[(0, *place)] = height
        return cells
    return np.asarray(levels)[None]


def table(phase: int, height: Any = ((0,),), num_players: int = 2, **fields: Any) -> Any:
    """A two-player position without tokens and animals except those given; `settle` has not run yet."""
    bare = {
        "start": 0, "to_move": 0, "turn": 0, "spells": [0] * 4, "patches": [0] * 4, "spell_reserve": 16,
        "patch_reserve": 16, "phase": phase, "height": heights(height),
    }  # fmt: skip
    state = CORREO.position(num_players, check=False, **bare | fields)
    for name in ("pile", "deck"):
        for number, pile in enumerate(fields.get(name, [])):
            state[f"{name}_n"][number] = len(pile)
    return state


def asked(phase: int, height: Any = ((0,),), **fields: Any) -> Any:
    """The same position after `settle`, at its first question."""
    state = table(phase, height, **fields)
    CORREO.rules.advance(state)
    return state


def legal(state: Any) -> set[int]:
    return set(CORREO.legal_actions(state).tolist())


def play(state: Any, *actions: int) -> Any:
    for action in actions:
        CORREO.step(state, action)
    return state


def message(row: int, col: int, direction: str) -> int:
    return BASE.message + 4 * (8 * row + col) + "NESW".index(direction)


def animals(state: Any, seat: int = 0) -> dict[tuple[int, int], str]:
    """The letter of each animal on a board, by cell."""
    letters = " rgmcb"
    return {(int(r), int(c)): letters[state.animal[seat, r, c]] for r, c in np.argwhere(state.animal[seat])}


def at(phase: int, height: Any = ((0,),), **fields: Any) -> dict[str, Any]:
    """The arguments of a position of an example: `ask` is false before the first question."""
    return {"phase": phase, "height": height, **fields}


def turn_is_over(state: Any) -> bool:
    """Whether the second player begins the next turn."""
    return bool(state.to_move == 1 and state.turn == 1 and state.phase == TAKE)


RUN = Examples(
    lambda ask=True, **fields: (asked if ask else table)(**fields), play, legal=legal, animals=animals,
    over=turn_is_over, count=lambda state: len(legal(state)), kinds=lambda state: list(animals(state).values()),
    objective_counts=lambda state: CORREO.declaration.objective_counts(state, 0),
    best=lambda state: CORREO.declaration.best_chain(state, 0),
)  # fmt: skip
