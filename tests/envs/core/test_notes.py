"""Notes of kernels: nothing when compiled, kept when the rules run in plain Python."""

import dis

from medianoche.envs.core.compile.stripping import without_notes
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.core.show.events import Dice, Kind, Note, Only, Seat, Secret


class News(Kind):
    PAID = Seat("seat"), "candies"
    LOOKED = Only("seat"), "die"
    GAVE = Seat("seat"), Seat("to"), Secret("card", "seat", "to")
    SHOWN = "to", Secret("card", "to")
    THREW = (Dice("dice"),)


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
    assert [(each.opname, each.argrepr) for each in dis.get_instructions(made)] == [
        (each.opname, each.argrepr) for each in dis.get_instructions(quiet)
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
    thrown, packed = [10, 1, 7] * 20, 0
    for die in thrown:
        packed = packed << 4 | die
    assert Note(News.THREW, (packed,), 0).known(0) == {"dice": thrown}
