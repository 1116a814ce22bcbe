"""Misty as text: windows as grids, hands, points; actions in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from medianoche.envs.core.show.view import View
from medianoche.envs.misty.pack import DIRECTIONS
from medianoche.envs.misty.state import ACTIONS, CODE_SIDE, KINDS, MOVED, SIDE, STACK, UNKNOWN, Kind, Phase

BASE = ACTIONS.at
GLYPHS = ("H", "F", "O", "M", "^", "NE", ">", "SE", "v", "SW", "<", "NW")
SORTS = ("still", "flower", "smile", "monster", "arrow")


def sort(kind: int) -> tuple[str, dict[str, str]]:
    """The sort of card, one of SORTS, and for an arrow its direction as the variable of a message."""
    arrow = kind - Kind.ARROW_N
    return SORTS[min(kind, Kind.ARROW_N)], {"direction": DIRECTIONS[arrow]} if arrow >= 0 else {}


def kind_name(view: View, kind: int) -> str:
    """A kind of card in words, by the drawing that is shown: "flower", "rocket ↑"."""
    name, direction = sort(kind)
    return view.say(f"kind-{name}", **direction, drawing=drawing(view.tables.names(kind)))


def describe(view: View, action: int) -> str:
    """An action in words, with the rows and columns that `render` shows."""
    if action < BASE.place:
        return view.say("pick", card=kind_name(view, action))
    if action < BASE.activate:
        return view.say("place-at", place=place_of(view, action - BASE.place))
    row, col = divmod(action - BASE.activate, SIDE)
    code = view.state.win[max(view.state.to_move, 0)][row][col]
    known = Kind.ARROW_N <= code < KINDS
    card = view.say("card-there", card=kind_name(view, code)) if known else view.say("some-card")
    return view.say("activate", card=card, place=cell_of(view, row, col))


def cell_of(view: View, row: int, col: int) -> str:
    """A place of a window in words."""
    if row < 0 or col < 0:
        new = "corner" if row < 0 and col < 0 else "row" if row < 0 else "column"
        return view.say(f"new-{new}", row=row_name(row), col=col_name(col))
    return row_name(row) + col_name(col)


def row_name(row: int) -> str:
    """The letter of a row, from A at the top; "+" for one that a card would begin there."""
    return "ABCDE"[row] if row >= 0 else "+"


def col_name(col: int) -> str:
    """The number of a column, from 1 at the left; "+" for one that a card would begin there."""
    return str(col + 1) if col >= 0 else "+"


def place_of(view: View, code: int) -> str:
    """A placement code in words."""
    row, col = divmod(code, CODE_SIDE)
    return cell_of(view, row - 1, col - 1)


def counted(view: View, cards: list[int]) -> str:
    """Cards by kind in words: "2 flowers, 1 arrow N"."""
    parts = []
    for kind, count in enumerate(cards):
        if count:
            name, direction = sort(kind)
            shown = drawing(view.tables.names(kind))
            parts.append(view.say(f"counted-{name}", count=count, **direction, drawing=shown))
    return ", ".join(parts) or "-"


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


def drawing(names: Sequence[str]) -> str:
    """The name of the drawing that is shown, of all `names` of a kind's drawings: the copies of a kind are
    interchangeable and look the same."""
    return names[0] if names else ""


def drawing_names(view: View, kind: int) -> list[str]:
    """The drawings of a kind in words."""
    cards = (card for card in view.tables.card if card.kind_id == kind)
    return [view.say("drawing-name", drawing=card.name, title=card.words) for card in cards]


# ---- positions


def render(view: View) -> str:
    """The whole position; at most 60 columns except in the last lines."""
    lines = headlines(view)
    for seat in view.seats:
        lines += ["", _seat_line(view, seat), f"  {_hand(view, seat)}", *_window(view, seat)]
    pool = view.say("in-no-hand" if view.seat is None and not view.spectator else "not-seen")
    return "\n".join([*lines, "", f"{pool}: {counted(view, view.state.deck)}", view.say("legend")])


def paints(view: View) -> dict[str, str]:
    """Flowers, smiles, monsters and arrows, each in a colour."""
    sorts = zip(SORTS[1:-1], ("magenta", "yellow", "red"), strict=True)
    return {rf"\b{view.say(f'kind-{name}')}\w*": colour for name, colour in sorts} | {r"\w+ [←-↙]": "cyan"}


def stage(view: View) -> str:
    """The round."""
    return view.say("stage", lap=view.state.round_no + 1, wins=view.state.rounds_to_win)


def headlines(view: View) -> list[str]:
    """Round, deal, and the question."""
    state = view.state
    lap = {"lap": state.round_no + 1, "wins": state.rounds_to_win}
    if state.phase == Phase.END:
        return [view.say("headline-end", **lap)]
    line = view.say("headline", **lap)
    if state.phase <= Phase.PLACE:
        deal = {"deal": state.deal + 1, "deals": state.n_deals, "step": state.step + 1}
        line = view.say("headline-deal", **lap, **deal, way="right" if state.deal & 1 else "left")
    asked = f"asked-{Phase(state.phase).name.lower()}"
    return [line, view.say(asked, name=view.mentions[state.to_move])]


def _seat_line(view: View, seat: int) -> str:
    state = view.state
    parts = [view.say("rounds-won", count=state.scores[seat]), view.say("last-round", count=state.last_points[seat])]
    if state.act_done[seat]:
        parts.append(view.say("this-round", count=state.round_points[seat]))
    if state.gone[seat]:
        parts.append(view.say("gone", count=state.gone[seat]))
    if state.pick[seat] >= 0:
        hidden = state.pick[seat] == UNKNOWN
        card = view.say("hidden-card") if hidden else kind_name(view, state.pick[seat])
        parts.append(view.say("places" if state.phase == Phase.PLACE else "has-picked", card=card))
    if state.cell[seat] == UNKNOWN:
        parts.append(view.say("placed-somewhere"))
    elif state.cell[seat] >= 0:
        parts.append(view.say("placed-at", place=place_of(view, state.cell[seat])))
    if state.phase == Phase.END:
        parts.append(view.say("utility", value=f"{state.utility[seat]:+.2f}"))
    return f"{'*' if seat == state.to_move else ' '} {view.names[seat]}: " + ", ".join(parts)


def _hand(view: View, seat: int) -> str:
    state = view.state
    if is_hidden(state, seat):
        return view.say("hand-unknown", count=hand_size(state))
    secret = state.phase == Phase.PICK and state.pick[seat] == UNKNOWN
    cards = counted(view, in_hand(state, seat))
    return view.say("hand", cards=view.say("with-picked", cards=cards) if secret else cards)


def _window(view: View, seat: int) -> list[str]:
    height, width = view.state.bh[seat], view.state.bw[seat]
    if height == 0:
        return [f"  {view.say('no-card-yet')}"]
    lines = ["     " + "".join(f"{col_name(col):^14}" for col in range(width)).rstrip()]
    for row in range(height):
        cells = (_cell(view, view.state.win[seat][row][col]) for col in range(width))
        lines.append(f"  {row_name(row)}  " + "".join(f"{cell:<14}" for cell in cells).rstrip())
    return lines


def _cell(view: View, code: int) -> str:
    if code < 0:
        return "  ."
    if code >= STACK:
        return f" [{code - STACK}]"
    kind = code % MOVED
    glyph = f"({GLYPHS[kind]})" if code >= MOVED else GLYPHS[kind]
    return f"{glyph:^4}{kind_name(view, kind)}"


def chart(view: View, options: Sequence[Sequence[int]]) -> list[str]:
    """The window of the seat that is asked, with the places or arrows to choose from by their numbers."""
    actions = [choice[0] for choice in options]
    if all(BASE.place <= action < BASE.activate for action in actions):
        cells = [tuple(part - 1 for part in divmod(action - BASE.place, CODE_SIDE)) for action in actions]
    elif all(action >= BASE.activate for action in actions):
        cells = [divmod(action - BASE.activate, SIDE) for action in actions]
    else:
        return []
    seat = view.state.to_move
    state = view.state
    numbers = {cell: number for number, cell in enumerate(cells, 1)}
    height, width = state.bh[seat], state.bw[seat]
    rows = range(min(0, *(row for row, _ in cells)), max(height - 1, *(row for row, _ in cells)) + 1)
    cols = range(min(0, *(col for _, col in cells)), max(width - 1, *(col for _, col in cells)) + 1)
    lines = ["     " + "".join(f"{col_name(col):^14}" for col in cols).rstrip()]
    for row in rows:
        line = ""
        for col in cols:
            inside = 0 <= row < height and 0 <= col < width
            card = _cell(view, state.win[seat][row][col]) if inside else "  ."
            if (row, col) in numbers:
                card = f"[{numbers[row, col]}] {card.strip(' .')}"
            line += f"{card:<14}"
        lines.append(f"  {row_name(row)}  {line.rstrip()}")
    return lines
