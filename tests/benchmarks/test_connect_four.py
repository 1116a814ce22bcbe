"""Connect Four: its rules against counts known from elsewhere and a slow reference."""

import random

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.compile.dispatch import apply, legal_mask
from medianoche.envs.core.errors import PositionError
from medianoche.envs.core.kernels.bits import nth_bit

FOUR = envs.game("medianoche.toys.connect_four:ConnectFour")
PERFT = [7, 49, 343, 2401, 16807, 117649, 823536]
DISTINCT = [7, 49, 238, 1120, 4263, 16422, 54859]
"""Positions after so many discs, however reached: OEIS A212693."""


def children(packs, states, samples, mask):
    """Write every position one move after `states` to `samples`; returns how many."""
    count = 0
    for i in range(len(states)):
        state = states[i]
        if not state.done:
            pack = packs[state.pack]
            for k in range(legal_mask(pack, state, mask)):
                samples[count] = state
                apply(pack, samples[count], nth_bit(mask, k))
                count += 1
    return count


def test_counts_of_move_sequences_and_positions():
    expand = FOUR.rules.loops.compile(children)
    level = FOUR.batch(1, seed=0).states
    mask = np.zeros(1, np.uint64)
    for sequences, positions in zip(PERFT, DISTINCT, strict=True):
        after = np.zeros(7 * len(level), FOUR.declaration.state_dtype).view(np.recarray)
        level = after[: expand(FOUR.content.records, level, after, mask)]
        assert len(level) == sequences
        assert len(np.unique(np.stack([level["own"], level["discs"]]), axis=1).T) == positions


def reference_winner(board):
    """The disc that has four in a line on a board of columns, by looking at every line."""
    cell = {(c, r): disc for c, column in enumerate(board) for r, disc in enumerate(column)}
    for (c, r), disc in cell.items():
        for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all(cell.get((c + k * dc, r + k * dr)) == disc for k in range(4)):
                return disc
    return None


def test_random_games_agree_with_a_slow_reference():
    choose = random.Random(1)
    endings = set()
    for seed in range(120):
        state = FOUR.new(seed=seed)
        board = [[] for _ in range(7)]
        turn = 0
        while not state.done:
            legal = [c for c in range(7) if len(board[c]) < 6]
            assert FOUR.legal_actions(state).tolist() == legal
            assert state.to_move == turn
            seen = FOUR.observe(state, turn).reshape(2, 6, 7)
            for c, column in enumerate(board):
                for r in range(6):
                    disc = column[r] if r < len(column) else None
                    assert seen[:, r, c].tolist() == [disc == turn, disc == 1 - turn]
            column = choose.choice(legal)
            board[column].append(turn)
            FOUR.rules.apply(state, column)
            turn = 1 - turn
        winner = reference_winner(board)
        assert winner == (None if not state.scores.any() else int(state.scores.argmax()))
        endings.add(winner)
    assert {0, 1} <= endings


LINES = {"upright": "1213141", "level": "1122334", "rising": "12233434464", "falling": "76655454424"}


def played(columns):
    """The position after these columns, from 1."""
    state = FOUR.new()
    for column in columns:
        FOUR.rules.apply(state, int(column) - 1)
    return state


@pytest.mark.parametrize("name", LINES)
def test_a_line_wins(name):
    assert not played(LINES[name][:-1]).done
    state = played(LINES[name])
    assert state.done
    assert state.utility.tolist() == [1, -1]
    assert state.scores.tolist() == [1, 0]


def test_a_full_board_is_a_draw_and_four_discs_over_the_end_of_a_column_are_no_line():
    state = played("447664163735145652335241166533514221227777")
    assert state.done
    assert state.ply == 42
    assert state.utility.tolist() == [0, 0]
    assert "." not in FOUR.render(state)
    assert not played("71712116161").done


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("discs", 0b10, "floats"),
        ("discs", 1 << 6, "floats"),
        ("discs", 1 << 49, "floats"),
        ("own", 0b10, "floats"),
        ("ply", 1, "more discs"),
        ("own", 0b1, "more discs"),
        ("to_move", 1, "do not follow"),
        ("scores", [1, 0], "do not follow"),
        ("utility", [1, -1], "do not follow"),
        ("phase", 1, "phase 1 with done 0"),
    ],
)
def test_what_play_cannot_reach_is_refused(field, value, why):
    fields = {"discs": 0b1, "ply": 1, "to_move": 1} if field == "own" else {}
    with pytest.raises(PositionError, match=why):
        FOUR.position(**(fields | {field: value}))
