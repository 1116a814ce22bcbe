"""Sums and counts over small arrays of a record."""

from medianoche.envs.core.compile.jit import inlined


@inlined
def total(counts):
    """The sum of `counts`, an integer array of one dimension."""
    count_of_all = 0
    for count in counts:
        count_of_all += count
    return count_of_all


@inlined
def count_of(values, value):
    """The number of entries of `values`, of one dimension, that equal `value`."""
    matches = 0
    for item in values:
        matches += item == value
    return matches


@inlined
def count_in(table, value):
    """The number of entries of `table`, of two dimensions, that equal `value`."""
    matches = 0
    for row in table:
        matches += count_of(row, value)
    return matches
