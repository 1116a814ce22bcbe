"""Notes of compiled code beside those of the rules in plain Python."""

import numpy as np

from medianoche.envs.core.kernels.notes import UNKNOWN
from medianoche.envs.core.show.events import read_notes


def told(notes, seat=None):
    """Kinds and fields of notes as `seat` knows them (None: all); of dice the last 16, which fit a number."""
    notes_told = []
    for note in notes:
        if (fields := note.known(seat)) is not None:
            for field in note.kind.fields:
                if field.dice:
                    fields[field.name] = fields[field.name][-16:]
            notes_told.append((note.kind.name, fields))
    return notes_told


def concealed(game, notes):
    """`told` of notes that were concealed by compiled code."""
    told_events = told(read_notes(game.declaration.kinds or (), notes))
    for _, fields in told_events:
        for name, value in fields.items():
            if UNKNOWN in np.ravel(value):
                fields[name] = None
    return told_events
