"""Showing: views of a seat, pictures, pages of a game."""
