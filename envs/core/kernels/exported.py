"""Functions of a game's rules for programs without Python, one record at a time; `compile/export.py` compiles them.

All memory is the caller's. A refusal is a negative number, see `Refusal`, and changes nothing.

Arguments: `states` is one record, STATE[1]. `mask` is a set of actions, uint64[words]. `numbers` is the table int64[20]
of Fact. An `action` counts from 0 to ACTIONS - 1, a `seat` from 0 to num_players - 1, a `preset` from 0 to PRESETS - 1.
`blanks` are the states before a deal, STATE[presets]. `notes` are bytes for rows of NOTE_WORDS int64 each, see
`kernels/notes.py`; no bytes: no notes. `secrets`, int64[kinds, words, 2], says which seats know a word of a note, see
`show.events.secrets`. `limits` is LIMIT[fields]; `fixed`, uint8[bytes of a state], is a mask of bits.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numba.core import types

from medianoche.envs.core.compile import dispatch
from medianoche.envs.core.compile.jit import inlined
from medianoche.envs.core.kernels.bits import clear_bits, test_bit
from medianoche.envs.core.kernels.local import placed
from medianoche.envs.core.kernels.notes import LAST, UNKNOWN, tell
from medianoche.envs.core.kernels.rng import STEP, mix
from medianoche.envs.core.kernels.steps import deal
from medianoche.envs.core.kernels.steps import step as step_to_a_choice


class Refusal(IntEnum):
    """What functions return instead of a result."""

    meaning: str

    def __new__(cls, number: int, meaning: str) -> Refusal:  # noqa: D102
        member = int.__new__(cls, number)
        member._value_ = number
        member.meaning = meaning
        return member

    ILLEGAL = -1, "the action is not legal"
    OVER = -2, "the game is over"
    NO_SEAT = -3, "the game has no such seat"
    NO_PRESET = -4, "there is no such preset"
    NO_PACK = -5, "there is no such pack"
    NO_NUMBER = -6, "a number is not accepted"
    SMALL_WORK = -7, "the work memory is too small"
    DAMAGED = -8, "these bytes are no network"
    OTHER_GAME = -9, "the network is for another game or version"
    NO_PRESET_FITS = -10, "the record is of no preset: its players or options are others"
    WRONG_FIELD = -11, "a field of the record has a value that play does not write"
    SMALL_NOTES = -12, "there is no room for all notes and the mark of their end"
    FAILED = -99, "an exception in compiled code; please report it"
    BROKEN = -100, "-100 - k: the record breaks invariant k, from 1"


class Fact(IntEnum):
    """Places in the table `numbers`: what `about` returns, and behind PUBLIC what only the functions need."""

    STATE_BYTES = 0
    ACTIONS = 1
    MASK_WORDS = 2
    OBSERVATION = 3
    SEATS = 4
    PRESETS = 5
    PACKS = 6
    GAME_VERSION = 7
    WORK_BYTES = 8
    NOTE_WORDS = 9
    PUBLIC = 10
    END = 10
    ROLES = 11
    OUTPUTS = 12
    IDENTITY = 13
    DUEL_ROWS = 14  # choices of each side in a duel; 0: the game has none
    DUEL_COLUMNS = 15
    DUEL_TURNS = 16  # positions that can follow one
    DUEL_INPUTS = 17  # numbers that a network of values sees
    DUEL_ENTRIES = 18  # those of them that are not zero, at most
    DUEL_NETWORKS = 19


LIMIT = np.dtype(
    [
        ("offset", np.int32),
        ("count", np.int32),
        ("width", np.int32),  # bytes of a number; 0 for float32
        ("seats", np.int32),  # numbers for one seat; 0 if the field is not by seat, or has no value for empty seats
        ("low", np.float64),
        ("high", np.float64),
        ("none", np.float64),
        ("blank", np.float64),
    ]
)
"""A field of the record, and which values it accepts; see `content.fields.Details`."""


def about(numbers, what):
    """A number of the game, from 0; `what` is its place in `numbers`, see Fact."""
    return numbers[what] if 0 <= what < Fact.PUBLIC else np.int64(Refusal.NO_NUMBER)


def new(packs, blanks, states, mask, preset, pack, seed):
    """Deal a game of a preset; returns how many actions are legal. `pack` is the number of a pack, from 0; `seed` is
    any uint64. `states` and `mask` are written."""
    if preset < 0 or preset >= len(blanks):
        return np.int64(Refusal.NO_PRESET)
    if pack < 0 or pack >= len(packs):
        return np.int64(Refusal.NO_PACK)
    state = states[0]
    state.rng = mix(seed + STEP)
    state.pack = pack
    return np.int64(deal(packs, states, 0, blanks[preset:], mask))


@inlined
def refusal(packs, states, mask, action):
    """Why `action` cannot be played, 0 if it can; writes the legal actions to `mask`. The answer is 0 or a Refusal,
    which is below 0."""
    state = states[0]
    if state.num_players == 0:  # no game was dealt
        return np.int64(Refusal.NO_PRESET_FITS)
    if state.done:
        return np.int64(Refusal.OVER)
    dispatch.legal_mask(packs[state.pack], state, mask)
    if action < 0 or action >= 64 * len(mask) or not test_bit(mask, action):
        return np.int64(Refusal.ILLEGAL)
    return 0


def step(packs, states, mask, action, secrets, notes):
    """Play `action` and the forced moves after it; returns how many actions are legal then: 0 at the end of the game,
    below 0 a Refusal.

    What happens is written to `notes`, if it has any bytes: see `kernels/notes.py`. `mask` gets the legal actions.
    """
    wrong = refusal(packs, states, mask, action)
    if wrong:
        return wrong
    if len(notes) > 0:
        return told(packs, states, mask, action, True, secrets, notes)
    return np.int64(step_to_a_choice(packs[states[0].pack], states[0], action, mask))


def apply(packs, states, mask, action, secrets, notes):
    """`step` of `action` alone; returns how many actions are legal then, which may be one. `mask` gets them; below 0 is
    a Refusal."""
    wrong = refusal(packs, states, mask, action)
    if wrong:
        return wrong
    if len(notes) > 0:
        return told(packs, states, mask, action, False, secrets, notes)
    dispatch.apply(packs[states[0].pack], states[0], action)
    return legal(packs, states, mask)


@inlined
def told(packs, states, mask, action, forced, secrets, notes):
    """Play with notes; returns how many actions are legal then. `forced`: whether forced moves follow."""
    words = secrets.shape[1]
    rows = placed(notes, 0, (len(notes) // (8 * words), words), np.int64)
    left = tell(packs, states, 0, action, forced, mask, rows, True)
    return np.int64(Refusal.SMALL_NOTES) if left < 0 else np.int64(left)


@inlined
def legal(packs, states, mask):
    """Write the legal actions to `mask`; returns how many there are, 0 at the end."""
    state = states[0]
    if state.done:
        clear_bits(mask)
        return 0
    return np.int64(dispatch.legal_mask(packs[state.pack], state, mask))


def observe(packs, states, seat, out):
    """Write the observation of `seat`, from 0, to `out`, float32[OBSERVATION]; returns 0, or a Refusal below 0."""
    state = states[0]
    if seat < 0 or seat >= state.num_players:
        return np.int64(Refusal.NO_SEAT)
    dispatch.observe(packs[state.pack], state, seat, out)
    return 0


def conceal(packs, states, seat, secrets, notes):
    """Overwrite all that `seat` does not know, also in `notes`; returns 0."""
    state = states[0]
    if seat < 0 or seat >= state.num_players:
        return np.int64(Refusal.NO_SEAT)
    dispatch.conceal(packs[state.pack], state, seat)
    words = secrets.shape[1]
    if len(notes) >= 8 * words:
        conceal_notes(secrets, placed(notes, 0, (len(notes) // (8 * words), words), np.int64), seat)
    return 0


@inlined
def learns(secrets, note, word, seat):
    """Whether `seat` knows a word of a note; word 0: whether it learns of the event. See `show.events.secrets`. `note`
    is int64[words], `word` an index into it, from 0."""
    seats = secrets[note[0], word, 0]
    lists = secrets[note[0], word, 1]
    if seats | lists == 0:
        return True
    for k in range(len(note)):
        if seats >> k & 1 and note[k] == seat:
            return True
        if lists >> k & 1 and k + seat < len(note) and note[k + seat] != 0:
            return True
    return False


@inlined
def conceal_notes(secrets, notes, seat):
    """Leave out of `notes` what `seat` does not learn of, and overwrite the values that it does not know by UNKNOWN.
    `notes` is int64[n, words]."""
    kept = 0
    for k in range(len(notes)):
        if notes[k, 0] < 0 or notes[k, 0] >= len(secrets):
            break
        if learns(secrets, notes[k], 0, seat):
            for word in range(notes.shape[1]):
                notes[kept, word] = notes[k, word] if learns(secrets, notes[k], word, seat) else UNKNOWN
            kept += 1
    if kept < len(notes):
        notes[kept, 0] = LAST


@inlined
def number_in(data, offset, width):
    """The number that begins at byte `offset` of `data`, uint8[n], as a float64.

    `width` is the number's size in bytes: 1, 2, 4 or 8 for a signed integer, 0 for a float32.
    """
    if width == 0:
        return np.float64(placed(data, offset, (1,), np.float32)[0])
    if width == 1:
        return np.float64(np.int8(data[offset]))
    if width == 2:
        return np.float64(placed(data, offset, (1,), np.int16)[0])
    if width == 4:
        return np.float64(placed(data, offset, (1,), np.int32)[0])
    return np.float64(placed(data, offset, (1,), np.int64)[0])


@inlined
def fits_a_preset(fixed, blanks, data):
    """Whether the bytes for which `fixed` is not 0, players and options, are those of a preset. `fixed`, uint8[bytes of
    a state], is a mask of bits; `data` are the bytes of the state."""
    for preset in range(len(blanks)):
        blank = placed(blanks, preset * len(data), (len(data),), np.uint8)
        same = True
        for k in range(len(data)):
            same = same and (blank[k] ^ data[k]) & fixed[k] == 0
        if same:
            return True
    return False


@inlined
def within_limits(limits, data, players, seats):
    """Whether every field of a state, whose bytes are `data`, holds values that it accepts; `limits` is LIMIT[fields].
    `players` is the number of players of the game, `seats` that of the largest game."""
    for k in range(len(limits)):
        limit = limits[k]
        for n in range(limit.count):
            value = number_in(data, limit.offset + n * max(limit.width, 4 * (limit.width == 0)), limit.width)
            if limit.seats and n >= limit.count - (seats - players) * limit.seats:
                if value != limit.blank:
                    return False
            elif not (limit.low <= value <= limit.high) and value != limit.none:
                return False
    return True


def check(packs, blanks, fixed, limits, numbers, states):
    """Whether play can lead to the record, which may be any bytes: 0, or the reason why not: a Refusal, which is below
    0; Refusal.BROKEN - k for broken invariant k, from 1."""
    state = states[0]
    data = placed(states, 0, (len(fixed),), np.uint8)
    if not fits_a_preset(fixed, blanks, data):
        return np.int64(Refusal.NO_PRESET_FITS)
    if state.pack < 0 or state.pack >= len(packs):
        return np.int64(Refusal.NO_PACK)
    n = state.num_players
    end = numbers[Fact.END]
    if not within_limits(limits, data, n, numbers[Fact.SEATS]):
        return np.int64(Refusal.WRONG_FIELD)
    over = state.phase == end
    if state.phase < 0 or state.phase > end or state.done != over:
        return np.int64(Refusal.WRONG_FIELD)
    if (state.to_move != -1) if over else (state.to_move < 0 or state.to_move >= n):
        return np.int64(Refusal.WRONG_FIELD)
    broken = dispatch.inconsistency(packs[state.pack], state)
    return Refusal.BROKEN - broken if broken else 0


FUNCTIONS = {"about": about, "new": new, "step": step, "apply": apply, "legal": legal, "observe": observe}
FUNCTIONS |= {"conceal": conceal, "check": check}
"""By name."""
NAMED: dict[str, Any] = {
    "numbers": types.int64[::1],
    "fixed": types.uint8[::1],
    "notes": types.uint8[::1],
    "secrets": types.int64[:, :, ::1],
    "seed": types.uint64,
}
"""Types of parameters, besides those of `Loops` and `Kernels`."""
