"""The old name of `medianoche.toys.lessons`, which goes with 0.6."""

from medianoche.places import moved

__getattr__ = moved(__name__)
