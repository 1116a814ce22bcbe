"""A choice that comes back many times, as an action card in a long fight: what pages need to make it again."""

from __future__ import annotations

from typing import NamedTuple


class Gauge(NamedTuple):
    """A number at which a person may want to choose anew.

    Attributes:
        name: short, the same in all languages.
        title: what the number is: "boss's life".
        words: what comes before the number: "until the boss's life is at most".
        value: what it is now.
        start: the limit that pages propose.
        rises: whether the limit is reached from below, else from above.
    """

    name: str
    title: str
    words: str
    value: int
    start: int
    rises: bool


class Repeatable(NamedTuple):
    """A choice that may be repeated, and where the repetition stops.

    Attributes:
        kind: the same text as long as the choice may be repeated, another one afterwards.
        effects: what each action that may be repeated does, in few words; empty while something else is asked.
        gauges: the numbers at which the repetition may stop.
    """

    kind: str
    effects: dict[int, str]
    gauges: tuple[Gauge, ...]
