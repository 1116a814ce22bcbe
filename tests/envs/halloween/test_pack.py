"""Packs: the standard one is the rulebook's, bad ones are refused in one line, generated ones are valid."""

import numpy as np
import pytest

from medianoche.envs.halloween.state import Condition, Op
from tests.envs.halloween.table import GAME
from tests.envs.packs import assert_refused, replaced, text, written
from tests.envs.repeats import repeated

RECORD = GAME.content.read_pack("standard").records.view(np.recarray)[0]


def test_standard_board_is_the_drawing():
    houses = [np.flatnonzero(RECORD.kind[: RECORD.n_squares] == colour).tolist() for colour in range(5)]
    assert houses == [
        [2, 7, 21, 32, 33, 44], [1, 9, 24, 29, 37, 38], [12, 13, 17, 26, 41, 46], [0, 6, 18, 30, 31, 48],
        [4, 19, 23, 27, 42, 50],
    ]  # fmt: skip
    assert np.flatnonzero(RECORD.kind == 6).tolist() == [5, 10, 15, 22, 28, 35, 40]
    assert (RECORD.start.tolist(), RECORD.pumpkin.tolist()) == ([11, 39, 14, 36, 25, 45, -1, -1], [16, 34])
    assert RECORD.nbr[14].tolist() == [11, -1, 17, -1]


def test_standard_board_is_fair_to_all_colours():
    land = np.zeros(5)
    for start in range(51):
        for roll in range(1, 9):
            ends = int(np.bitwise_or.reduce(RECORD.walk[start, roll]))
            squares = [square for square in range(51) if ends >> square & 1]
            for square in squares:
                if RECORD.kind[square] < 5:
                    land[RECORD.kind[square]] += 1 / len(squares) / 51 / 8
    assert np.allclose(land, land.mean(), atol=0.004)
    for colour in range(5):
        mine = np.flatnonzero(RECORD.kind[:51] == colour)
        assert min(int(RECORD.dist[a, b]) for a in mine for b in mine if a != b) >= 4


def test_standard_cards_are_the_rulebooks():
    assert [Op(op) for op in RECORD.action_op[[0, 1, 9, 12, 14, 15]]] == [
        Op.FREE_CHILD, Op.GROUND, Op.FREEZE, Op.PASS_BY, Op.ROLL_AGAIN, Op.FORCE_DIE,
    ]  # fmt: skip
    assert RECORD.action_arg.tolist() == [0, 2, 2, 48, 2, 1, 0, 0, 0, 2, 3, 76, 0, 3, 0, 0, 131]
    assert RECORD.candy.tolist() == [0, 0, 1, 1, 2, 2, 3, 4, 5]
    assert [Condition(c) for c in RECORD.treat_cond[[5, 6, 7, 14, 17]]] == [
        Condition.SHOW_RIVAL, Condition.SHOW_RIVAL, Condition.SHOW_ALL, Condition.CALLER, Condition.DISCARD,
    ]  # fmt: skip
    assert (RECORD.treat_child[5], RECORD.treat_owner[5]) == (6, 4)


@pytest.mark.parametrize(("old", "new", "expected"), [
    ('"Y    O    B"', '"           "', "not connected"),
    ('"p    D    d"', '".    D    d"', "start square p is drawn 1 times"),
    ('"m    Y    Y"', '".    Y    Y"', "start square m is drawn 0 times"),
    ('"m    Y    Y"', '"x    Y    Y"', "unknown letter 'x'"),
    ('"DYB.RwY.O.B"', '"DYB.RwY.O.B..............."', "accepted: 1 to 64"),
    ('provenance = "reconstructed"\n\n[[child]]', 'edges_add = [[0, 1]]\nprovenance = "derived"\n\n[[child]]',
     "joins 0"),
    ('provenance = "reconstructed"\n\n[[child]]', 'edges_remove = [[0, 5]]\nprovenance = "derived"\n\n[[child]]',
     "no str"),
    ('provenance = "reconstructed"\n\n[[child]]', 'edges_add = [[0, 99]]\nprovenance = "derived"\n\n[[child]]',
     "not two"),
    ('start = "m"', 'start = "j"', "child.start"), ('name = "Rosa"', 'name = "Ana"', "in this order"),
    ("id = 17", "id = 16", "each number from 1 to 17"),
    ('op = "FREEZE"\narg = 2', 'op = "FREEZE"\narg = 3', "accepted: 1 to 2"),
    ('op = "SHUT"', 'op = "SHUT"\narg = 1', "accepted: none"), ('op = "SHUT"', 'op = "DANCE"', "DANCE"),
    ("copies = 2", "copies = 3", "19 cards"), ("child = 9", "child = 13", "12"), ("rounds = 8", "rounds = 9", "8"),
    ("candy_table = [0,", "candy_table = [6,", "5"), ("five_players = 15", "five_players = 25", "more than the 100"),
    ('provenance = "rulebook"', 'provenance = "hearsay"', "provenance"), ("hand_limit = 3", "hand_limit = 4", "3"),
])  # fmt: skip
def test_bad_packs_are_refused_in_one_line(tmp_path, old, new, expected):
    assert_refused(GAME, tmp_path, replaced(GAME, (old, new)), expected)


BOARD = text(GAME)[text(GAME).index("rows = [") : text(GAME).index("]\nprovenance")]


@pytest.mark.parametrize(("rows", "reason"), [
    (BOARD.replace("B", "."), "no B: at least one house"), (BOARD.replace("D", "."), "no D: at least one draw square"),
    ('rows = [\n    "RRRRRRRRRRmjdsrwppGYOBD",\n', "leads to R houses only"),
])  # fmt: skip
def test_a_board_without_a_square_of_each_kind_is_refused(tmp_path, rows, reason):
    assert_refused(GAME, tmp_path, replaced(GAME, (BOARD, rows)), reason)


def test_neighbouring_houses_of_one_colour_are_warned_of(tmp_path):
    with pytest.warns(UserWarning, match="R houses 2 and 3"):
        GAME.content.read_pack(written(tmp_path, replaced(GAME, ('"OGR.BDOR.GD"', '"OGRRBDO..GD"'))))


def test_streets_can_be_added_and_removed(tmp_path):
    streets = 'edges_add = [[12, 14]]\nedges_remove = [[0, 1]]\nprovenance = "derived"\n\n[[child]]'
    file = written(tmp_path, replaced(GAME, ('provenance = "reconstructed"\n\n[[child]]', streets)))
    record = GAME.content.read_pack(file).records.view(np.recarray)[0]
    assert (record.dist[12, 14], record.dist[0, 11], record.dist[0, 1]) == (1, 1, 8)
    state = GAME.new(5, seed=1, pack=file)
    assert "also joined: 13-15" in GAME.render(state)
    assert "not joined: 1-2" in GAME.render(state)


@pytest.mark.parametrize("seed", range(6))
def test_generated_boards_are_fair(seed):
    record = GAME.content.read_pack(seed).records.view(np.recarray)[0]
    houses = [int((record.kind == colour).sum()) for colour in range(5)]
    assert len(set(houses)) == 1
    assert 4 <= houses[0] <= 7
    gap = (record.treat_child.astype(int) - record.treat_owner).mean()
    assert 1.5 <= gap <= 2.5


@pytest.mark.compiled
@repeated(1, 3)
@pytest.mark.parametrize("num_players", [4, 5])
def test_random_play_is_sound_on_generated_packs(num_players, count):
    for seed in range(count):
        batch = GAME.batch(60, num_players=num_players, seed=seed, pack=seed, autoreset=False)
        while not batch.done.all():
            going = np.flatnonzero(~batch.done)
            batch.step_rows(going, batch.sample_legal()[going])
            assert GAME.rules.loops.find_inconsistency(batch.records, batch.states, 0, 60) < 0
