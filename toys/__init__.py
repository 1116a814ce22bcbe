"""Toys: small games to read first, to copy, and to measure with. Each is a folder; `README.md` is a table of them."""

from medianoche.toys.small import SmallGame

__all__ = ["SmallGame"]
