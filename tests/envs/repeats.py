"""How often a test repeats what it does: a few times in the quick suite, often with the marker `larger`."""

import pytest


def larger(*values):
    """A parameter of tests that `make test` leaves out."""
    return pytest.param(*values, marks=pytest.mark.larger)


def repeated(few, many, name="count"):
    """The argument `name` of a test: `few`, and `many` in a larger one."""
    return pytest.mark.parametrize(name, [few, larger(many)])


def some(values, quick):
    """All values as parameters, those larger for which `quick` is not true; it is given place and value."""
    return [value if quick(place, value) else larger(value) for place, value in enumerate(values)]


def ends(values):
    """All values as parameters: the first and the last are quick, those between them larger."""
    return some(values, lambda place, _: place in (0, len(values) - 1))


def row(quick, *values):
    """A row of values as a parameter, larger if it is not quick."""
    return pytest.param(*values) if quick else larger(*values)
