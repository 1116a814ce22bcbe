"""Yardsticks of speed."""
