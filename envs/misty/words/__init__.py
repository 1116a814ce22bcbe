"""The words of the game: positions as text, what happened, what cards and actions do."""
