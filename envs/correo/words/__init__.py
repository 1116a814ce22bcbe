"""Positions, events, tiles, cards and actions of the game in words."""
