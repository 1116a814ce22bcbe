"""What a person types to name a pack. Imports nothing, so that the command line starts quickly."""

from __future__ import annotations

SEED_DIGITS = 20
"""A number of so many digits or more is taken for a name."""


def pack_source(text: str) -> str | int:
    """A pack as it is typed: digits are the seed of a generated one, anything else a name or a path."""
    return int(text) if text.isdecimal() and len(text) < SEED_DIGITS else text
