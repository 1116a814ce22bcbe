"""What a person types to name a pack. Imports nothing, so that the command line starts quickly."""

from __future__ import annotations

import os.path

SEED_DIGITS = 20
"""A number of so many digits or more is taken for a name."""


def pack_source(text: str) -> str | int:
    """A pack as it is typed: digits are the seed of a generated one, anything else a name or a path."""
    return int(text) if text.isdecimal() and len(text) < SEED_DIGITS else text


def located_pack(source: str | int) -> str | int:
    """A pack with an absolute path, if it is a file: it is then the same one in every folder."""
    return os.path.abspath(source) if isinstance(source, str) and source.endswith(".toml") else source  # noqa: PTH100
