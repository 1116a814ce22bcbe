"""Worked examples as rows of a table: a sentence, a position, and steps from there.

A step is an action, a dict of what holds by then (see `check`), or a function that is given the state and returns
another one, or None.
"""

import re

import numpy as np
import pytest


def at(**fields):
    """The arguments of a position."""
    return fields


def then(**expected):
    """What holds by then; see `check`."""
    return expected


def examples(rows):
    """The argument `row` of a test: each row, under its sentence."""
    return pytest.mark.parametrize("row", [pytest.param(row, id=row[0]) for row in rows])


class Examples:
    """Plays rows.

    Args:
        position: makes a position from the arguments in a row; a row may also hold a function that makes it.
        play: `play(state, action)` returns the state after the action.
        **questions: what `check` may ask besides fields, by name, as functions of the state (and numbers).
    """

    def __init__(self, position, play, **questions):
        self.position = position
        self.play = play
        self.questions = questions

    def run(self, row):
        """Play a row."""
        _, start, *steps = row
        state = start() if callable(start) else self.position(**start)
        for step in steps:
            if isinstance(step, dict):
                self.check(state, **step)
            elif callable(step):
                after = step(state)
                state = state if after is None else after
            else:
                state = self.play(state, step)
        return state

    def check(self, state, **expected):
        """Compare with the state: `pos=[1, 2]` the beginning of a field, `pos_3=1` one of its numbers, or a question,
        `hand_3=[1]`; `has` and `lacks` are actions that are legal or not."""
        for name, wanted in expected.items():
            value = self.found(state, name)
            if name in ("has", "lacks"):
                asked = set(np.ravel(list(wanted) if isinstance(wanted, range) else wanted).tolist())
                assert asked & value == (asked if name == "has" else set()), (name, value)
                continue
            if isinstance(value, np.ndarray):
                value = value.tolist()[: len(wanted)] if value.ndim and len(wanted) else value.tolist()
            assert value == wanted, (name, value)

    def found(self, state, name):
        if name in ("has", "lacks"):
            return set(np.asarray(list(self.questions["legal"](state))).tolist())
        stem, numbers = re.fullmatch(r"(.*?)((?:_\d+)*)", name).groups()
        places = tuple(map(int, numbers.split("_")[1:]))
        if stem in self.questions:
            return self.questions[stem](state, *places)
        return state[stem][places] if places else state[stem]


def account(game, state, *actions, seat=None):
    """What is told of some actions, one after another, to one seat."""
    lines = []
    for action in actions:
        moments = game.show.moments(state, action)
        lines += game.account(moments, seat)
        state = moments[-1]
    return lines


def tells(game):
    """A step of an example: what is told of actions that are not played: all lines, or how they begin or end, or some
    of them."""

    def step(*actions, seat=None, lines=None, begins=(), ends=(), has=()):
        def check(state):
            told = account(game, state, *actions, seat=seat)
            assert lines is None or told == lines
            assert told[: len(begins)] == list(begins), told
            assert told[len(told) - len(ends) :] == list(ends), told
            assert {*has} <= {*told}, told

        return check

    return step


def shows(game):
    """A step of an example: what a seat reads of the position, and what not."""

    def step(seat, *words, lacks=()):
        def check(state):
            text = game.render(state, seat)
            assert not [word for word in words if word not in text], text
            assert not [lack for lack in lacks if lack in text], text

        return check

    return step
