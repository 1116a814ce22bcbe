"""Toys: small games to read first, to copy, and to measure with. Each is a folder; `README.md` is a table of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medianoche.places import later

if TYPE_CHECKING:
    from medianoche.toys.small import SmallGame, lists_deals

__all__ = ["SmallGame", "lists_deals"]

LATER = {"SmallGame": "toys.small", "lists_deals": "toys.small"}
"""What is imported when it is first asked for, and its module."""
__getattr__ = later(__name__, LATER)
