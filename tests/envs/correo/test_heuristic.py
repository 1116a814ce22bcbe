"""The hand-written policy plays legal actions, and finds exact chains."""

import numpy as np
import pytest

from medianoche.envs.core import contract
from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.correo.kernels.heuristic import heuristic
from medianoche.envs.correo.state import WILD_HOUSE
from tests.envs.correo.boards import CORREO, ONES, RESOLVE, WILD, asked, board
from tests.envs.repeats import ends


def test_it_starts_the_best_chain() -> None:
    cells = {"m": [(2, 1), (2, 2)], "c": [(2, 3)], "g": [(1, 2), (3, 2)], "r": [(3, 0), (3, 5)]}
    assert CORREO.heuristic(asked(RESOLVE, ONES, animal=board(**cells))) == 656


@pytest.mark.compiled
@pytest.mark.parametrize("num_players", ends([1, 2, 3, 4]))
def test_it_plays_legal_actions_in_positions_of_random_play(num_players: int) -> None:
    for pack in ("standard", "patio", 9):
        for state in contract.positions(CORREO, num_players, seed=num_players, count=60, pack=pack, flat=False):
            before = state.tobytes()
            assert CORREO.heuristic(state) in CORREO.legal_actions(state)
            assert state.tobytes() == before


def test_a_colour_is_tried_without_a_trace() -> None:
    """In a pack with a tile whose first two houses are wild."""
    tried = 0
    pack = CORREO.content.read_pack(9).records[0]
    for state in contract.positions(CORREO, 2, count=400, pack=9):
        if state.phase == WILD and (pack["tile_house"][state.taken, :2] == WILD_HOUSE).all() and state.wild_idx == 0:
            before = state.tobytes()
            assert uncompiled(heuristic)(pack, state, np.zeros(16, np.uint64)) in CORREO.legal_actions(state)
            assert state.tobytes() == before
            tried += 1
    assert tried
