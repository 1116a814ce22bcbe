"""Seats counted around a table."""

from medianoche.envs.core.compile.jit import inlined


@inlined
def around(number, count):
    """`number` modulo `count` for 0 <= number < 2 * count, without a division. The result is from 0 to count - 1."""
    return number - count if number >= count else number
