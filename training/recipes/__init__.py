"""Learners to copy, each one file to read from top to bottom."""
