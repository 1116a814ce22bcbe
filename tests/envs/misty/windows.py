"""Windows and hands of Misty's tests, written briefly."""

import numpy as np

DRAWINGS = {"H": 0, "F": 1, "O": 2, "M": 3, "^": 4, ">": 6, "v": 8, "<": 10, ".": -1}
"""The kind of each letter of a drawing; a point is an empty cell."""


def codes(drawing):
    """A drawing as a 4x4 array of codes."""
    window = np.full((4, 4), -1)
    for row, line in enumerate(drawing.split("/")):
        window[row, : len(line)] = [DRAWINGS[card] for card in line]
    return window


def hands(*counts):
    """Hands as counts by kind, int[seats, kinds]; each argument maps the kinds of a seat to their counts."""
    table = np.zeros((4, 12), int)
    for seat, held in enumerate(counts):
        for kind, count in held.items():
            table[seat, kind] = count
    return table
