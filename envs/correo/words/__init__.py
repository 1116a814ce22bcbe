"""The words of the game: positions as text, what happened, what things do."""
