"""Text that an agent gives beside its action, kept with a game, and shown beside the move after it or to its owner.

It comes from programs and models, so it is bounded and has no control characters; pages show it as text, never as HTML.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

LENGTH = 2000
"""A thought is cut after so many characters."""
CUT = "…"
"""Ends a thought that was cut."""
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
"""Categories of Unicode for control and format characters, and for what is not assigned."""


def thought(said: object) -> str:
    """The thought `said` as it is kept: lines of text, at most LENGTH characters in all; "" if it is no text."""
    if not isinstance(said, str):
        return ""
    part = said[: 2 * LENGTH].replace("\r\n", "\n").expandtabs(4)
    text = "".join(c for c in part if c == "\n" or unicodedata.category(c) not in HIDDEN).strip()
    if len(text) > LENGTH or len(said) > 2 * LENGTH:
        return text[: LENGTH - len(CUT)] + CUT
    return text


def up_to(thoughts: Mapping[int, str] | None, count: int) -> dict[int, str] | None:
    """The thoughts that belong to the first `count` actions; None if there are none."""
    return {place: text for place, text in (thoughts or {}).items() if place < count and text} or None
