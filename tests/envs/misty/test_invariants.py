"""Positions that no play can reach are refused, with the reason."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.errors import PositionError
from medianoche.envs.misty.state import KINDS, Phase
from tests.envs.misty.windows import codes, hands

MISTY = envs.game("misty")


@pytest.mark.parametrize(("fields", "reason"), [
    ({"deck": [1] * 12}, "not the cards of the pack"), ({"hand": hands({1: 6}, {2: 5})}, "not the size"),
    ({"to_move": 1}, "not the lowest seat"), ({"phase": 4}, "phase = 4; accepted: 0 to 3"),
    ({"deal": 2}, "deal and step must"),
    ({"frame_h": [4, 4]}, r"frame_h = \[4, 4\]; accepted: \(3, 4\), \(3, 3\) \(option variant\)"),
    ({"frame_h": [3, 3]}, r"frame_h = \[3, 3\] does not fit option variant"),
    ({"pick": [9], "to_move": 1}, "a pick is not"), ({"cell": [3]}, "a cell is not"),
    ({"win": [codes("F")], "bh": [0], "bw": [0]}, "box"), ({"win": [codes("F") + 20]}, "code that does not exist"),
    ({"win": [[[KINDS, -1, -1, -1], *[[-1] * 4] * 3]], "bh": [1], "bw": [1]}, "code that does not exist"),
    ({"win": [codes("F.F")], "bh": [1], "bw": [3]}, "box is not tight"),
    ({"win": [codes("F")], "bh": [1], "bw": [1]}, "number of cards"),
    ({"bh": [4], "bw": [4]}, "fits no allowed window"), ({"gone": [1]}, "gone or act_done"),
    ({"round_points": [1]}, "round_points"), ({"scores": [1]}, "scores"), ({"utility": [1, -1]}, "utility"),
    ({"last_points": [3]}, "points_total"), ({"last_points": [5, 3], "points_total": [5, 3]}, "points_total"),
    ({"round_no": 1, "scores": [1, 1], "last_points": [5, 3], "points_total": [5, 3]}, "scores"),
    ({"round_no": 1, "scores": [1, 0], "last_points": [3, 5], "points_total": [3, 5]}, "scores"),
    ({"round_no": 1, "scores": [1, 0], "last_points": [5, 3], "points_total": [6, 3]}, "points_total"),
    ({"round_no": 2, "scores": [1, 1], "last_points": [5, 3], "points_total": [9, 3]}, "scores"),
    ({"round_no": -1}, "scores"), ({"pick": [-1, 0]}, "a seat after it has"),
    ({"scores": [0, 0, 1]}, r"scores\[2\] = 1; accepted: 0 for an empty seat"),
])  # fmt: skip
def test_positions_that_no_play_reaches_are_refused(fields, reason):
    with pytest.raises(PositionError, match=reason):
        MISTY.position(seed=3, **fields)


def test_an_unfinished_window_cannot_be_scored():
    with pytest.raises(PositionError, match="pending or a flower uneaten"):
        MISTY.position(
            phase=Phase.ACT, deal=2, hand=np.zeros((4, 12), int), deck=np.zeros(12, int),
            win=[codes("HHHH/HHH^/HHFM")] * 2, bh=[3, 3], bw=[4, 4], act_done=[1, 0], to_move=1,
        )  # fmt: skip


def test_the_cards_of_a_window_hang_together():
    state = MISTY.new(seed=1)
    while state.step < 4:
        MISTY.step(state, int(MISTY.legal_actions(state)[0]))
    assert not MISTY.rules.inconsistency(state)
    state.win[0] = codes("FF./.../.FF")
    state.bh[0] = 3
    state.bw[0] = 3
    assert "not connected" in MISTY.rules.inconsistency(state)
    state.win[0] = codes("FF./..F/..F")
    assert "cards of the pack" in MISTY.rules.inconsistency(state)


def test_a_full_window_is_needed_to_activate():
    finished = {"phase": Phase.ACT, "deal": 2, "hand": hands(), "deck": [0] * 12, "win": [codes("FFFF/FFFF/FFFF")] * 2}
    with pytest.raises(PositionError, match="whole window"):
        MISTY.position(**finished, bh=[3, 2], bw=[4, 4])
    with pytest.raises(PositionError, match="cards of the pack"):
        MISTY.position(**finished, bh=[3, 3], bw=[4, 4])


def test_a_card_on_the_table_is_counted():
    state = MISTY.new(seed=1)
    while state.phase != Phase.PLACE:
        MISTY.step(state, int(MISTY.legal_actions(state)[0]))
    kind = int(state.pick[0])
    state.pick[0] = (kind + 1) % 4
    assert "cards of the pack" in MISTY.rules.inconsistency(state)
    state.pick[0] = -1
    assert "a pick is not" in MISTY.rules.inconsistency(state)


def activating(*windows, gone=(0,), lost=4, **fields):
    """Seat 0 activates; the deck holds what is in no window, but for cards of the kind `lost` that are gone."""
    seen = [window[(window >= 0) & (window < 64)] % 16 for window in windows]
    deck = np.array([8, 8, 8, 6, 6, 0, 6, 0, 6, 0, 6, 0]) - sum(np.bincount(kinds, minlength=12) for kinds in seen)
    deck[lost] -= sum(gone)
    full = {"phase": Phase.ACT, "deal": 2, "hand": hands(), "bh": [3, 3], "bw": [4, 4]}
    return MISTY.position(**full, deck=deck, gone=gone, win=windows, **fields)


FULL = codes("FHFH/OOMM/><vv")
ONE_OUT = codes("H.></FOOM/FMFH")


def test_a_card_that_is_gone_has_left_over_the_border():
    activating(ONE_OUT, FULL, gone=[1])
    with pytest.raises(PositionError, match="more cards are gone"):
        activating(codes("HF></O.OM/FMFH"), FULL, gone=[1])


def test_nothing_is_gone_where_no_arrow_has_moved():
    with pytest.raises(PositionError, match="gone or act_done"):
        activating(ONE_OUT, FULL, gone=[1], activation="solve")
    with pytest.raises(PositionError, match="gone or act_done"):
        activating(FULL, ONE_OUT, gone=[0, 1])


def test_only_arrows_leave_the_window():
    with pytest.raises(PositionError, match="not the cards of the pack"):
        activating(ONE_OUT, FULL, gone=[1], lost=2)


def test_an_arrow_has_come_from_a_cell_that_is_no_longer_as_it_was():
    window = ONE_OUT.copy()
    window[0, 0] = 16 + 10  # from its right, which is empty, into a cell that another arrow has left
    activating(window, FULL, gone=[1])
    window[0, 0] = 16 + 8  # from above
    with pytest.raises(PositionError, match="moved from where none"):
        activating(window, FULL, gone=[1])
    window[0, 0] = 16 + 10
    window[0, 1] = 0
    with pytest.raises(PositionError, match="number of cards"):
        activating(window, FULL, gone=[1])


def test_a_concealed_record_is_refused_without_a_crash():
    state = MISTY.new(3, seed=1)
    MISTY.step(state, int(MISTY.legal_actions(state)[0]))
    MISTY.conceal(state, 2)
    assert MISTY.rules.inconsistency(state)
    assert "unknown" in MISTY.render(state)
