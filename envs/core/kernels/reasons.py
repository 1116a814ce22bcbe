"""Reasons why a position is inconsistent."""

from __future__ import annotations

from enum import IntEnum


class Reasons(IntEnum):
    """Base of a game's enum `Broken`: a member is a sentence; its number, from 1, is what `inconsistency` returns.

    class Broken(Reasons):
        HANDS = "a hand has not the size that deal, step and phase tell"
    """

    meaning: str

    def __new__(cls, meaning: str) -> Reasons:  # noqa: D102
        member = int.__new__(cls, len(cls.__members__) + 1)
        member._value_ = int(member)
        member.meaning = meaning
        return member
