"""Tournaments, ratings, studies, exploitability and speed."""
