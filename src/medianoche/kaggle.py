"""`import medianoche.kaggle` has what plays the games in Kaggle's environments: `register`, `seat`, `seat_in_words`."""

from medianoche.training.adapters.kaggle import register, seat, seat_in_words

__all__ = ["register", "seat", "seat_in_words"]
