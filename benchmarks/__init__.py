"""Tournaments, speed, and the command line."""
