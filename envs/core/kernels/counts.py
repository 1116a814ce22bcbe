"""Sums and counts over small arrays of a record."""

from medianoche.envs.core.compile.jit import inlined


@inlined
def total(counts):
    """The sum of an integer array."""
    found = 0
    for count in counts:
        found += count
    return found


@inlined
def count_of(values, value):
    """How many of an array of numbers are `value`."""
    found = 0
    for each in values:
        found += each == value
    return found


@inlined
def count_in(table, value):
    """How many numbers of a table are `value`."""
    found = 0
    for row in table:
        found += count_of(row, value)
    return found
