"""The hand-written policy plays legal actions, finds exact chains, and wins far more often than random play."""

from typing import Any

import numpy as np
import pytest

from medianoche.envs.core import contract
from tests.envs.correo.boards import CORREO, ONES, RESOLVE, asked, board


def matches(games: int, seat: int, **arguments: Any) -> Any:
    """Finished games in which one seat plays the heuristic and the others play at random."""
    batch = CORREO.batch(games, autoreset=False, **arguments)
    seeds = np.arange(games, dtype=np.uint64)
    while not batch.done.all():
        rows = np.flatnonzero(~batch.done)
        actions = batch.sample_legal()
        mine = rows[batch.to_move[rows] == seat]
        if len(mine):
            actions[mine] = batch.turn(mine, seeds[mine]).heuristic_actions()
        batch.step_rows(rows, actions[rows])
    return batch


@pytest.mark.compiled
@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_random_play(seat: int) -> None:
    batch = matches(150, seat, seed=40)
    assert (batch.utility[:, seat] == 1).mean() >= 0.99
    assert batch.states.scores[:, seat].mean() > 85


@pytest.mark.compiled
@pytest.mark.parametrize(
    "arguments",
    [{"num_players": 4, "advanced": True}, {"pack": "patio"}, {"pack": 6, "flat": False, "count_destination": False}],
)
def test_it_plays_every_variant_well(arguments: dict[str, Any]) -> None:
    batch = matches(20, 1, seed=7, **arguments)
    assert batch.utility[:, 1].mean() > 0.9


@pytest.mark.compiled
def test_alone_it_passes_half_of_par() -> None:
    assert matches(20, 0, num_players=1, seed=2).states.scores[:, 0].min() > 45


def test_it_starts_the_best_chain() -> None:
    cells = {"m": [(2, 1), (2, 2)], "c": [(2, 3)], "g": [(1, 2), (3, 2)], "r": [(3, 0), (3, 5)]}
    assert CORREO.heuristic(asked(RESOLVE, ONES, animal=board(**cells))) == 656


@pytest.mark.compiled
@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_it_plays_legal_actions_in_positions_of_random_play(num_players: int) -> None:
    for pack in ("standard", "patio", 9):
        for state in contract.positions(CORREO, num_players, seed=num_players, count=60, pack=pack, flat=False):
            before = state.tobytes()
            assert CORREO.heuristic(state) in CORREO.legal_actions(state)
            assert state.tobytes() == before
