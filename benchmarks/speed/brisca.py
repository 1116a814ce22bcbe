"""The old name of `medianoche.toys.brisca`, which goes with 0.6."""

from medianoche.places import moved

__getattr__ = moved(__name__)
