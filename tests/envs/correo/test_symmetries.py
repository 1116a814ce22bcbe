"""The symmetries of the boards are exact: the image of a game is a game, question by question."""

from typing import Any

import numpy as np
import pytest

from medianoche.envs.correo.state import LAYOUT, NONE, Phase, Pile
from medianoche.envs.correo.symmetries import cells_of, composed, turned
from tests.envs.correo.boards import CORREO, message

PACK = CORREO.content.records[0]
TABLES = CORREO.declaration.symmetries(PACK)
BOARDS = ("height", "piece", "house", "animal")
ALIKE = (Pile.O, Pile.T, Pile.I3, Pile.V3)
"""Shapes with tiles that look the same in two orientations, whose spaces then have other numbers."""


def image(state: Any, symmetry: int) -> Any:
    """The state whose boards are images; objectives become those about the images of their regions."""
    copied = CORREO.copy(state)
    cells = cells_of(symmetry, 6)
    for name in BOARDS:
        copied[name].reshape(4, 64)[:, cells] = state[name].reshape(4, 64)
    laid = state.placed != NONE
    copied.placed[laid] = cells[state.placed[laid]]
    for place, card in enumerate(state.objectives[state.objectives != NONE]):
        region = sum(1 << int(cells[c]) for c in range(64) if int(PACK.objective_region[card]) >> c & 1)
        same = (PACK.objective_region == region) & (PACK.objective_colour == PACK.objective_colour[card])
        copied.objectives[place] = same.argmax()
    return copied


def check_question(state: Any, mirrored: Any, symmetry: int) -> np.ndarray:
    """The image is seen and asked as the tables say; returns the new names of the actions."""
    seen = CORREO.observe(state, int(state.to_move))
    for player in (0, 1):
        known = CORREO.observe(state, player)
        mirrored_view = CORREO.observe(mirrored, player)
        assert (mirrored_view[TABLES.observation[symmetry]] == known).all()
    kind = TABLES.classes[TABLES.key[seen != 0].sum()]
    names = TABLES.actions[symmetry, kind]
    assert set(names[CORREO.legal_actions(state)]) == set(CORREO.legal_actions(mirrored))
    return names


def unordered(state: Any) -> bytes:
    """The state without the order in which the spaces of the new tile are numbered."""
    copied = CORREO.copy(state)
    copied.placed.sort()
    return copied.tobytes()


@pytest.mark.parametrize("symmetry", range(8))
def test_the_image_of_a_game_is_a_game(symmetry: int) -> None:
    rng = np.random.default_rng(symmetry)
    options = [{}, {"flat": False}, {"advanced": True}][symmetry % 3]
    state = CORREO.new(2 + symmetry % 3, seed=symmetry, **options)
    mirrored = image(state, symmetry)
    asked = set()
    while not state.done:
        names = check_question(state, mirrored, symmetry)
        action = int(rng.choice(CORREO.legal_actions(state)))
        CORREO.step(state, action)
        CORREO.step(mirrored, int(names[action]))
        again = image(state, symmetry)
        if again.tobytes() != mirrored.tobytes():
            assert unordered(again) == unordered(mirrored)
            assert PACK.tile_pile[state.taken] in ALIKE
        if state.phase == Phase.WILD:
            assert not CORREO.rules.inconsistency(again)
        mirrored = again
        asked.add(state.phase.item())
    assert asked == set(range(5))


def test_a_quarter_turn_by_hand() -> None:
    """Clockwise: the upper left corner becomes the upper right one, and a walk to the east one to the south."""
    names = TABLES.actions[1, 0]
    assert names[message(0, 0, "E")] == message(0, 5, "S")
    assert names[message(2, 1, "N")] == message(1, 3, "E")
    assert TABLES.observation[1, LAYOUT.at.slot0_height + 8] == LAYOUT.at.slot0_height + 4
    assert TABLES.observation[1, LAYOUT.at.slot2_joined_right] == LAYOUT.at.slot2_joined_below + 5
    assert (turned(4, 1), composed(4, 1), composed(3, 6)) == (3, 7, 5)


def test_highlighted_lines_break_symmetries() -> None:
    patio = CORREO.content.with_packs(["patio"])
    assert len(patio.declaration.symmetries(patio.content.records[0]).inverse) == 1
