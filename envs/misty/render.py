"""Misty as text: windows as grids, hands, points."""

from __future__ import annotations

from typing import Any

from medianoche.envs.misty.pack import DIRECTIONS, MistyPack
from medianoche.envs.misty.state import ACTIONS, CODE_SIDE, KINDS, MOVED, SIDE, STACK, UNKNOWN, Kind, Phase

BASE = ACTIONS.at
GLYPHS = ("H", "F", "O", "M", "^", "NE", ">", "SE", "v", "SW", "<", "NW")
WORDS = ("still", "flower", "smile", "monster", *(f"arrow {direction}" for direction in DIRECTIONS))
LEGEND = "H still  F flower  O smile  M monster  ^ > v < NE SE SW NW arrows  (x) has moved  [n] stack of n  . empty"


def describe(state: Any, action: int) -> str:
    """An action in words, with the rows and columns that `render` shows."""
    if action < BASE.place:
        return f"pick {WORDS[action]}"
    if action < BASE.activate:
        row, col = divmod(action - BASE.place, CODE_SIDE)
        return f"place at row {row - 1}, column {col - 1}"
    row, col = divmod(action - BASE.activate, SIDE)
    code = int(state.win[max(int(state.to_move), 0), row, col])
    card = f"the {WORDS[code]}" if Kind.ARROW_N <= code < KINDS else "the card"
    return f"activate {card} at row {row}, column {col}"


def render(state: Any, pack: MistyPack) -> str:
    """The whole position, hands included; at most 60 columns but for the legend."""
    names = [pack.names(kind) for kind in range(KINDS)]
    lines = [_headline(state)]
    for seat in range(int(state.num_players)):
        lines += ["", _seat_line(state, seat), f"  hand: {_hand(state, seat)}", *_window(state, seat, names)]
    return "\n".join([*lines, "", LEGEND])


def _headline(state: Any) -> str:
    parts = [f"Misty, round {state.round_no + 1}", f"first to win {state.rounds_to_win}"]
    phase = Phase(int(state.phase))
    if phase <= Phase.PLACE:
        way = "right" if state.deal & 1 else "left"
        parts.append(f"deal {state.deal + 1} of {state.n_deals}, step {state.step + 1}, hands go {way}")
    if phase == Phase.END:
        return ", ".join([*parts, "finished"])
    asked = {Phase.PICK: "picks a card", Phase.PLACE: "places the card", Phase.ACT: "activates an arrow"}[phase]
    return ", ".join(parts) + f"\nplayer {state.to_move} {asked}"


def _seat_line(state: Any, seat: int) -> str:
    parts = [f"rounds won {state.scores[seat]}", f"last round {state.last_points[seat]}"]
    if state.act_done[seat]:
        parts.append(f"this round {state.round_points[seat]}")
    if state.gone[seat]:
        parts.append(f"gone {state.gone[seat]}")
    if state.pick[seat] >= 0:
        card = "a card" if state.pick[seat] == UNKNOWN else WORDS[state.pick[seat]]
        parts.append(f"{'places' if state.phase == Phase.PLACE else 'has picked'} {card}")
    if state.cell[seat] >= 0:
        row, col = divmod(int(state.cell[seat]), CODE_SIDE)
        parts.append("somewhere" if state.cell[seat] == UNKNOWN else f"at row {row - 1}, column {col - 1}")
    if state.phase == Phase.END:
        parts.append(f"utility {state.utility[seat]:+.2f}")
    return f"{'*' if seat == state.to_move else ' '} player {seat}: " + ", ".join(parts)


def _hand(state: Any, seat: int) -> str:
    held = [f"{count} {WORDS[kind]}" for kind, count in enumerate(state.hand[seat]) if count]
    if not held and state.phase <= Phase.PLACE:
        concealed = state.hand_size - state.step - (state.phase == Phase.PLACE)
        return f"{concealed} unknown" if concealed else "-"
    return ", ".join(held) or "-"


def _window(state: Any, seat: int, names: list[list[str]]) -> list[str]:
    height, width = int(state.bh[seat]), int(state.bw[seat])
    if height == 0:
        return ["  no card placed yet"]
    lines = ["     " + "".join(f"{col:^14}" for col in range(width)).rstrip()]
    for row in range(height):
        cells = (_cell(int(state.win[seat, row, col]), SIDE * row + col, names) for col in range(width))
        lines.append(f"  {row}  " + "".join(f"{cell:<14}" for cell in cells).rstrip())
    return lines


def _cell(code: int, cell: int, names: list[list[str]]) -> str:
    if code < 0:
        return "  ."
    if code >= STACK:
        return f" [{code - STACK}]"
    kind = code % MOVED
    name = names[kind][cell % len(names[kind])] if names[kind] else ""
    glyph = f"({GLYPHS[kind]})" if code >= MOVED else GLYPHS[kind]
    return f"{glyph:^4}{name[:9]}"
