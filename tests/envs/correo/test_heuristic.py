"""The hand-written policy plays legal actions, and finds exact chains."""

import pytest

from medianoche.envs.core import contract
from tests.envs.correo.boards import CORREO, ONES, RESOLVE, asked, board
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
