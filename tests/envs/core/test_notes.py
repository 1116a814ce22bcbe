"""Notes of kernels: nothing when compiled, kept when the rules run in plain Python or with an array for notes."""

import dis

import numba
import numpy as np
import pytest

from medianoche.envs.core.compile.stripping import without_notes
from medianoche.envs.core.errors import GameError
from medianoche.envs.core.kernels import DISABLED, Kernels, plain, uncompiled
from medianoche.envs.core.kernels.notes import note, noting
from medianoche.envs.core.show.events import Dice, Kind, List, Note, Only, Seat, Secret, secrets


class News(Kind):
    PAID = Seat("seat"), "candies"
    LOOKED = Only("seat"), "die"
    GAVE = Seat("seat"), Seat("to"), Secret("card", "seat", "to")
    SHOWN = "to", Secret("card", "to")
    THREW = (Dice("dice"),)
    HELD = Seat("seat"), List("cards", 2, 3), "more"


STATE = np.dtype([("cards", np.int8, (2, 2, 3)), ("seat", np.int16)])
NOTES = {"notes": numba.int64[:, ::1], "count": numba.int64[::1]}
kernel = Kernels(state=STATE, states=numba.typeof(np.zeros(1, STATE)), **NOTES)


@kernel
def deal(state, more):
    if more:
        note(state, News.HELD, state.seat, state.cards[1], more == 7)
    state.seat += 1
    return state.seat


@kernel
def dealt(states, notes, count, more):
    state = noting(states[0], notes, count)
    deal(state, 0)
    deal(state, more)
    return deal(state, 2)


@kernel
def show(state):
    note(state, News.PAID, state.seat, state.cards)


@kernel
def undeclared(states, notes, count):
    show(noting(states[0], notes, count))


def noisy(state, seat):
    total = 0
    for other in range(3):
        note(state, News.PAID, seat, other)
    if seat:
        note(state, News.LOOKED, seat, total)
    else:
        total += 2
        note(state, News.LOOKED, seat, total)
    return total + seat


def quiet(state, seat):
    total = 0
    pass  # noqa: PIE790
    if seat:
        pass
    else:
        total += 2
        pass  # noqa: PIE790
    return total + seat


def test_notes_are_removed_with_loops_that_hold_nothing_else():
    made = without_notes(noisy)
    assert [(instruction.opname, instruction.argrepr) for instruction in dis.get_instructions(made)] == [
        (instruction.opname, instruction.argrepr) for instruction in dis.get_instructions(quiet)
    ]
    assert made.__code__.co_firstlineno == noisy.__code__.co_firstlineno
    assert without_notes(quiet) is quiet


def test_fields_are_known_as_declared():
    assert Note(News.LOOKED, (1, 6), 0).known(1) == {"seat": 1, "die": 6}
    assert Note(News.LOOKED, (1, 6), 0).known(0) is None
    assert Note(News.LOOKED, (1, 6), 0).known(None) == {"seat": 1, "die": 6}
    gift = Note(News.GAVE, (0, 2, 5), 0)
    assert [gift.known(seat)["card"] for seat in range(3)] == [5, None, 5]
    shown = Note(News.SHOWN, ([0, 1], 5), 0)
    assert [shown.known(seat)["card"] for seat in range(2)] == [None, 5]


def test_dice_are_noted_as_one_number_however_many_they_are():
    thrown = [10, 1, 7] * 20
    packed = 0
    for die in thrown:
        packed = packed << 4 | die
    assert Note(News.THREW, (packed,), 0).known(0) == {"dice": thrown}


def test_compiled_notes_are_written_as_far_as_there_is_room():
    states = np.zeros(1, STATE).view(np.recarray)
    count = np.zeros(1, np.int64)
    states[0].cards[1] = [[1, -2, 3], [4, 5, -6]]
    notes = np.full((2, News.longest()), 9, np.int64)
    assert News.longest() == 9
    assert dealt(*map(plain, (states, notes, count)), 7) == 3
    assert count.tolist() == [2]
    assert notes[0].tolist() == [News.HELD, 1, 1, -2, 3, 4, 5, -6, 1]
    assert notes[1].tolist() == [9] * 9  # room for the mark of the end
    assert News.HELD.at == {"seat": 0, "cards": 1, "more": 7}


@pytest.mark.skipif(DISABLED, reason="kernels are not compiled")
def test_a_list_that_is_not_declared_is_refused():
    with pytest.raises(GameError, match=r"2 values, lists of \[0, 3\] axes; no kind has such fields"):
        undeclared(np.zeros(1, STATE), np.zeros((2, 9), np.int64), np.zeros(1, np.int64))


def learners(known, note, word):
    from medianoche.envs.core.kernels.exported import learns  # needs the compiler

    return [seat for seat in range(3) if uncompiled(learns)(known, np.array(note), word, seat)]


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("note", "word", "who"),
    [
        ([News.PAID, 2, 5, 0], 0, [0, 1, 2]),
        ([News.LOOKED, 2, 5, 0], 0, [2]),
        ([News.GAVE, 2, 0, 5], 3, [0, 2]),
        ([News.GAVE, 2, 0, 5], 1, [0, 1, 2]),
        ([News.SHOWN, 1, 5, 0], 2, [1]),
    ],
)
def test_compiled_code_asks_of_each_word_who_learns_it(note, word, who):
    assert learners(secrets(News), note, word) == who


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_a_list_of_seats_may_learn_a_word():
    known = np.zeros((3, 3, 2), np.int64)
    known[2, 2, 1] = 1 << 3  # word 2 of kind 2: from word 3 on there is a number for each seat
    assert learners(known, [2, 0, 9, 0, 1, 0], 2) == [1]
