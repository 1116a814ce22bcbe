"""`import medianoche.openspiel` registers every game with OpenSpiel, as `medianoche_misty` and so on."""

from medianoche.training.adapters.openspiel import register, register_all, resampler

__all__ = ["GAMES", "register", "resampler"]

GAMES = register_all()
"""Names of the games for `pyspiel.load_game`."""
