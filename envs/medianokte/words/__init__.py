"""Positions, events, cards and actions of the game in words."""
