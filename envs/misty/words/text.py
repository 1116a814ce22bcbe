"""Misty as text: windows as grids, hands, points; actions in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from medianoche.envs.core.show.view import View
from medianoche.envs.misty.pack import DIRECTIONS
from medianoche.envs.misty.state import ACTIONS, CODE_SIDE, KINDS, MOVED, SIDE, STACK, UNKNOWN, Kind, Phase

BASE = ACTIONS.at
GLYPHS = ("H", "F", "O", "M", "^", "NE", ">", "SE", "v", "SW", "<", "NW")
WORDS = ("still", "flower", "smile", "monster", *(f"arrow {direction}" for direction in DIRECTIONS))
LEGEND = "H still  F flower  O smile  M monster  ^ > v < NE SE SW NW arrows  (x) has moved  [n] stack of n  . empty"
ASKED = {Phase.PICK: "to pick a card", Phase.PLACE: "to place the card", Phase.ACT: "to activate an arrow"}


def describe(state: Any, action: int) -> str:
    """An action in words, with the rows and columns that `render` shows."""
    if action < BASE.place:
        return f"pick {WORDS[action]}"
    if action < BASE.activate:
        return f"place at {place_of(action - BASE.place)}"
    row, col = divmod(action - BASE.activate, SIDE)
    code = int(state.win[max(int(state.to_move), 0), row, col])
    card = f"the {WORDS[code]}" if Kind.ARROW_N <= code < KINDS else "the card"
    return f"activate {card} at row {row}, column {col}"


def place_of(code: int) -> str:
    """A placement code in words."""
    row, col = divmod(code, CODE_SIDE)
    return f"row {row - 1}, column {col - 1}"


def counted(cards: list[int]) -> str:
    """Cards by kind in words: "2 flower, 1 arrow N"."""
    return ", ".join(f"{count} {WORDS[kind]}" for kind, count in enumerate(cards) if count) or "-"


def hand_size(state: Any) -> int:
    """Number of cards in each hand; a card picked in secret is still inside."""
    if state.phase > Phase.PLACE:
        return 0
    return int(state.hand_size - state.step - (state.phase == Phase.PLACE))


def is_hidden(state: Any, seat: int) -> bool:
    """Whether the cards in the seat's hand are unknown."""
    return hand_size(state) > 0 and not any(state.hand[seat])


def in_hand(state: Any, seat: int) -> list[int]:
    """Cards in the seat's hand by kind, without the picked one if that is known."""
    picked = state.pick[seat] if state.phase == Phase.PICK else -1
    return [count - (kind == picked) for kind, count in enumerate(state.hand[seat])]


def drawing(view: View, kind: int, cell: int) -> str:
    """The drawing shown for the kind on a cell; copies of a kind are interchangeable."""
    names: list[str] = view.tables.names(kind)
    return names[cell % len(names)] if names else ""


# ---- positions


def render(view: View) -> str:
    """The whole position; at most 60 columns except in the last lines."""
    lines = headlines(view)
    for seat in view.seats:
        lines += ["", _seat_line(view, seat), f"  hand: {_hand(view, seat)}", *_window(view, seat)]
    pool = "in no hand" if view.seat is None else "not seen"
    return "\n".join([*lines, "", f"{pool}: {counted(view.state.deck)}", LEGEND])


def headlines(view: View) -> list[str]:
    """Round, deal, and the question."""
    state = view.state
    parts = [f"Misty, round {state.round_no + 1}", f"first to win {state.rounds_to_win}"]
    if state.phase <= Phase.PLACE:
        way = "right" if state.deal & 1 else "left"
        parts.append(f"deal {state.deal + 1} of {state.n_deals}, step {state.step + 1}, hands go {way}")
    if state.phase == Phase.END:
        return [", ".join([*parts, "finished"])]
    return [", ".join(parts), f"next: {view.names[state.to_move]}, {ASKED[Phase(state.phase)]}"]


def _seat_line(view: View, seat: int) -> str:
    state = view.state
    parts = [f"rounds won {state.scores[seat]}", f"last round {state.last_points[seat]}"]
    if state.act_done[seat]:
        parts.append(f"this round {state.round_points[seat]}")
    if state.gone[seat]:
        parts.append(f"gone {state.gone[seat]}")
    if state.pick[seat] >= 0:
        card = "a card (?)" if state.pick[seat] == UNKNOWN else WORDS[state.pick[seat]]
        parts.append(f"{'places' if state.phase == Phase.PLACE else 'has picked'} {card}")
    if state.cell[seat] >= 0:
        parts.append("somewhere (?)" if state.cell[seat] == UNKNOWN else f"at {place_of(state.cell[seat])}")
    if state.phase == Phase.END:
        parts.append(f"utility {state.utility[seat]:+.2f}")
    return f"{'*' if seat == state.to_move else ' '} {view.names[seat]}: " + ", ".join(parts)


def _hand(view: View, seat: int) -> str:
    state = view.state
    if is_hidden(state, seat):
        return f"{hand_size(state)} unknown"
    secret = state.phase == Phase.PICK and state.pick[seat] == UNKNOWN
    return f"{counted(in_hand(state, seat))}{' (with the card picked)' if secret else ''}"


def _window(view: View, seat: int) -> list[str]:
    height, width = view.state.bh[seat], view.state.bw[seat]
    if height == 0:
        return ["  no card placed yet"]
    lines = ["     " + "".join(f"{col:^14}" for col in range(width)).rstrip()]
    for row in range(height):
        cells = (_cell(view, view.state.win[seat][row][col], SIDE * row + col) for col in range(width))
        lines.append(f"  {row}  " + "".join(f"{cell:<14}" for cell in cells).rstrip())
    return lines


def _cell(view: View, code: int, cell: int) -> str:
    if code < 0:
        return "  ."
    if code >= STACK:
        return f" [{code - STACK}]"
    kind = code % MOVED
    glyph = f"({GLYPHS[kind]})" if code >= MOVED else GLYPHS[kind]
    return f"{glyph:^4}{drawing(view, kind, cell)[:9]}"


def chart(view: View, options: Sequence[Sequence[int]]) -> list[str]:
    """The window of the seat that is asked, with the places or arrows to choose from by their numbers."""
    actions = [choice[0] for choice in options]
    if all(BASE.place <= action < BASE.activate for action in actions):
        cells = [tuple(part - 1 for part in divmod(action - BASE.place, CODE_SIDE)) for action in actions]
    elif all(action >= BASE.activate for action in actions):
        cells = [divmod(action - BASE.activate, SIDE) for action in actions]
    else:
        return []
    state, seat = view.state, view.state.to_move
    numbers = {cell: number for number, cell in enumerate(cells, 1)}
    height, width = state.bh[seat], state.bw[seat]
    rows = range(min(0, *(row for row, _ in cells)), max(height - 1, *(row for row, _ in cells)) + 1)
    cols = range(min(0, *(col for _, col in cells)), max(width - 1, *(col for _, col in cells)) + 1)
    lines = ["     " + "".join(f"{col:^14}" for col in cols).rstrip()]
    for row in rows:
        line = ""
        for col in cols:
            there = 0 <= row < height and 0 <= col < width
            card = _cell(view, state.win[seat][row][col], SIDE * row + col) if there else "  ."
            if (row, col) in numbers:
                card = f"[{numbers[row, col]}] {card.strip(' .')}"
            line += f"{card:<14}"
        lines.append(f" {row:>2}  {line.rstrip()}")
    return lines
