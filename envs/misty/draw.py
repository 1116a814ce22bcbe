"""Misty as a picture: windows of cards drawn with a finger on a foggy pane, hands, and unseen cards."""

from __future__ import annotations

from math import cos, pi, sin

from medianoche.envs.core.show import svg, widgets
from medianoche.envs.core.show.view import Canvas, View, hit
from medianoche.envs.core.show.widgets import HALF, WIDE
from medianoche.envs.misty.pack import Worth
from medianoche.envs.misty.state import CODE_SIDE, MOVED, SIDE, STACK, UNKNOWN, Kind, Phase
from medianoche.envs.misty.words.text import BASE, drawing, hand_size, headlines, in_hand, is_hidden, place_of

GROUND = "pane"

LARGE, MEDIUM, LITTLE = 65.0, 38.0, 30.0
"""Widths of a card: in the own window, in others', in a list."""


def _star(points: int, inner: float, outer: float) -> str:
    turns = [(outer if k % 2 == 0 else inner, pi * k / points) for k in range(2 * points)]
    return "M" + "L".join(f"{r * sin(a):.1f} {-r * cos(a):.1f}" for r, a in turns) + "Z"


def _petals() -> str:
    spots = [(7 * sin(2 * pi * k / 5), -4 - 7 * cos(2 * pi * k / 5)) for k in range(5)]
    return (
        "".join(svg.circle(round(x, 1), round(y, 1), 4.5) for x, y in spots)
        + svg.circle(0, -4, 3)
        + svg.path("M0 3V14")
    )


FACE = svg.circle(0, 0, 13) + svg.path("M-6 4Q0 11 6 4M-5-5V-3M5-5V-3")
BEAST = svg.path("M-12 13V-3A12 11 0 0 1 12-3V13L6 8L0 13L-6 8ZM-10-9L-12-15L-5-13M10-9L12-15L5-13M-5 4H5")
DRAWINGS = {
    "casa": svg.path("M-12 13V-2L0-13L12-2V13ZM-4 13V4H4V13"),
    "estrella": svg.path(_star(5, 6, 14)),
    "corazon": svg.path("M0 13C-20-1-10-16 0-6C10-16 20-1 0 13Z"),
    "flor": _petals(),
    "sonrisa": FACE,
    "monstruo": BEAST + svg.circle(0, -4, 3),
    "cohete": svg.path("M0-15C7-8 6 0 6 6H-6C-6 0-7-8 0-15ZM-6 1L-11 9L-6 7M6 1L11 9L6 7M-3 9L0 15L3 9M-2-4H2"),
    "globo": svg.path("M0 6C-13-2-9-15 0-15C9-15 13-2 0 6ZM0 6Q4 10 0 15M-2 8H2"),
    "camion": svg.path("M-14-8H4V8H-14ZM4-3H10L14 3V8H4") + svg.circle(-8, 10, 3.5) + svg.circle(8, 10, 3.5),
    "monopatin": svg.path("M3-13H7L9 7H-8") + svg.circle(-9, 10, 3.5) + svg.circle(10, 10, 3.5),
    "hoja": svg.path("M-8 9C-13-6 1-13 12-12C13-1 7 10-8 9ZM-12 14L4-4"),
    "gota": svg.path("M0-14C7-4 10 0 10 4A10 9.5 0 0 1-10 4C-10 0-7-4 0-14ZM-5 5Q-4 9 0 9"),
    "tractor": svg.path("M14 4V-4H2V-12H10V-4M2-4H-10V5M-7-4V-10") + svg.circle(7, 7, 6.5) + svg.circle(-8, 9, 4),
    "monociclo": svg.circle(0, 6, 8.5) + svg.path("M0 6V-9M-6-11Q0-7 7-12M-3 6H3"),
}
"""Finger drawings by the name in the pack; any other name has that of its kind."""
KINDS_DRAWN = ("casa", "flor", "sonrisa", "monstruo")
NEEDLE, MOON = "M0-7L6 1H2.5V7H-2.5V1H-6Z", "M4-9A9 9 0 1 0 9 4A7 7 0 1 1 4-9Z"
PEN: dict[str, svg.Value] = {"fill": "none", "stroke": "ink", "stroke_width": 2.2, "stroke_linecap": "round"}
_WORTH = (Worth.STILL, Worth.FLOWER, Worth.SMILE, Worth.MONSTER)


def picture(view: View, canvas: Canvas) -> svg.Box:
    """The player's own window and hand, the others', and the cards that no player has shown."""
    first, *others = view.order
    small = [_player(view, canvas, seat, HALF, MEDIUM) for seat in others]
    return svg.columns(
        [_head(view), _player(view, canvas, first, WIDE, LARGE), svg.flow([*small, _unseen(view)], WIDE)], canvas.width
    )


board = picture


def _head(view: View) -> svg.Box:
    lines = headlines(view)
    return svg.panel(*(svg.paragraph(line, WIDE - 16, svg.SMALL) for line in lines[1:]), title=lines[0])


def _player(view: View, canvas: Canvas, seat: int, width: float, size: float) -> svg.Box:
    """A seat's window and hand, the card it has picked, its points."""
    state = view.state
    won = "★" * state.scores[seat] + "☆" * max(state.rounds_to_win - state.scores[seat], 0)
    points = view.say("points", points=state.round_points[seat]) if state.act_done[seat] else ""
    if state.round_no and not state.act_done[seat]:
        points = view.say("last-round-points", points=state.last_points[seat])
    inner = width - 16
    window = _window(view, canvas, seat, size)
    room = inner - window.width - 10
    beside = size == LARGE and room > 2 * LITTLE
    cards = _cards(view, canvas, seat, room if beside else inner, size)
    body = svg.row([window, cards], 10) if beside else svg.column([window, cards], 4)
    lines = [view.say("rounds-stars", stars=won), points]
    lines += [view.say("gone", count=state.gone[seat])] * bool(state.gone[seat])
    head = svg.paragraph(" · ".join(line for line in lines if line), inner, svg.SMALL, fill="faint")
    return widgets.player(view, seat, head, body, width=width)


def _cards(view: View, canvas: Canvas, seat: int, width: float, size: float) -> svg.Box:
    """The card that a seat has picked, and its hand."""
    parts = _picked(view, seat, width, size)
    if hand_size(view.state):
        parts.append(_hand(view, canvas, seat, width, size))
    return svg.column(parts, 4)


# ---- cards: drawn around the middle of a square of 65


def symbols(view: View) -> dict[str, str]:
    """Every drawing of every kind, and the back of all cards."""
    kinds = {card.kind_id for card in view.tables.card}
    faces = {_symbol(kind, name): _face(view, kind, name) for kind in kinds for name in view.tables.names(kind)}
    return faces | {"misty-back": _back()}


def _symbol(kind: int, name: str) -> str:
    shown = name if name in DRAWINGS else "plain"
    return f"misty-{kind}-{shown}"


def _face(view: View, kind: int, name: str) -> str:
    """A card: its drawing, and below it its arrow or its points."""
    drawn = DRAWINGS.get(name) or (DRAWINGS[KINDS_DRAWN[kind]] if kind < Kind.ARROW_N else "")
    parts = [svg.rect(-30.5, -30.5, 61, 61, rx=7, fill="fog", stroke="line")]
    if kind < Kind.ARROW_N:
        worth = getattr(view.tables.scoring, _WORTH[kind].name.lower()).value
        parts.append(svg.text(0, 26, "●" * worth if worth < 4 else str(worth), 13, text_anchor="middle"))
        return svg.group(*parts, svg.moved(0, -7, svg.group(drawn, **PEN), scale=1.2))
    turn = 45 * (kind - Kind.ARROW_N)
    badge = svg.circle(0, 0, 10.5, fill="ink") + svg.moved(0, 0, svg.path(NEEDLE, fill="fog"), turn=turn, scale=1.15)
    if not drawn:
        return svg.group(*parts, svg.moved(0, 0, badge, scale=2.2))
    return svg.group(*parts, svg.moved(0, -10, svg.group(drawn, **PEN), scale=1.1), svg.moved(0, 19, badge))


def _back() -> str:
    frame = svg.rect(-30.5, -30.5, 61, 61, rx=7, fill="line", stroke="faint")
    return frame + svg.moved(0, -6, svg.path(MOON, **PEN), scale=1.3)


def card(view: View, kind: int, cell: int, size: float, turned: bool = False) -> str:
    """A card, its upper left corner at (0, 0); a card that has moved is turned a little."""
    shown = svg.use(_symbol(kind, drawing(view.tables.names(kind), cell)), 0, 0, size / 65)
    return svg.moved(size / 2, size / 2, shown, turn=7 if turned else 0)


def back(size: float, label: str = "?") -> svg.Box:
    """The back of a card whose face the seat does not know."""
    return widgets.back("misty-back", size, size, size / 65, label, max(size / 5, 10), size / 2 - 5)


# ---- windows


def _window(view: View, canvas: Canvas, seat: int, size: float) -> svg.Box:
    """A seat's window, with the places around it where the card to be laid may go."""
    state = view.state
    height, width = state.bh[seat], state.bw[seat]
    asked = seat == state.to_move
    around = canvas.offered(range(BASE.place, BASE.activate)) if asked else []
    codes = {action: divmod(action - BASE.place, CODE_SIDE) for action in around}
    top, left = min((r for r, _ in codes.values()), default=1), min((c for _, c in codes.values()), default=1)
    low = max([height, *(r for r, _ in codes.values())])
    right = max([width, *(c for _, c in codes.values())])
    top, left = min(top, 1), min(left, 1)
    parts = []
    for r in range(height):
        for c in range(width):
            place = (c + 1 - left) * size, (r + 1 - top) * size
            parts.append(svg.moved(*place, _cell(view, canvas, seat, r, c, size)))
    for action, (r, c) in codes.items():
        spot = hit(4, 4, size - 8, size - 8) + svg.text(
            size / 2, size / 2 + 6, "+", 18, fill="act", text_anchor="middle", class_="plus"
        )
        parts.append(svg.moved((c - left) * size, (r - top) * size, canvas.offer([action], spot, at=(size - 3, 8))))
    if height:
        x, y = (1 - left) * size - 1.5, (1 - top) * size - 1.5
        frame = svg.rect(x, y, width * size + 3, height * size + 3, rx=4, fill="none", stroke="wood", stroke_width=3)
        parts.insert(0, frame)
    return svg.Box((right - left + 1) * size, (low - top + 1) * size, svg.group(*parts))


def _cell(view: View, canvas: Canvas, seat: int, r: int, c: int, size: float) -> str:
    """The content of a place of a window, drawn from its corner."""
    code = view.state.win[seat][r][c]
    if code < 0:
        parts = [svg.rect(3, 3, size - 6, size - 6, rx=4, fill="none", stroke="line", stroke_dasharray="2 4")]
    elif code >= STACK:
        parts = [_stack(code - STACK, size)]
    else:
        parts = [card(view, code % MOVED, SIDE * r + c, size, code >= MOVED)]
    if is_new(canvas, seat, r, c):
        parts.append(svg.fresh(2, 2, size - 4, size - 4))
    action = BASE.activate + SIDE * r + c
    if seat == view.state.to_move and canvas.offered([action]):
        parts.append(hit(1.5, 1.5, size - 3, size - 3))
        return canvas.offer([action], *parts, at=(size - 3, 8))
    return "".join(parts)


def is_new(canvas: Canvas, seat: int, r: int, c: int) -> bool:
    """Whether the place of a window has changed; while the box grows, whether its card was nowhere in the window
    before."""
    if canvas.before is None or canvas.before.state.round_no != canvas.view.state.round_no:
        return False
    then, now = canvas.before.state, canvas.view.state
    down = right = 0
    if now.phase <= Phase.ACT and then.phase <= Phase.PLACE:
        shifts = [(d, e) for d in range(2) for e in range(2) if _lies_in(then.win[seat], now.win[seat], d, e)]
        down, right = shifts[0] if shifts else (0, 0)
    old = then.win[seat][r - down][c - right] if r >= down and c >= right else -1
    return bool(old != now.win[seat][r][c])


def _lies_in(small: list[list[int]], large: list[list[int]], down: int, right: int) -> bool:
    """Whether one window, shifted, contains all cards of the other."""
    return all(
        code < 0 or (r + down < SIDE and c + right < SIDE and large[r + down][c + right] == code)
        for r, line in enumerate(small)
        for c, code in enumerate(line)
    )


def _stack(count: int, size: float) -> str:
    """Cards that cover each other, which score nothing."""
    k, middle = size / 65, size / 2 + 2 * size / 65
    return (
        svg.rect(3, 7 * k, size - 12 * k, size - 12 * k, rx=6 * k, fill="line", stroke="faint")
        + svg.rect(9 * k, 2, size - 12 * k, size - 12 * k, rx=6 * k, fill="fog", stroke="faint", stroke_dasharray="3 2")
        + svg.text(middle, middle, f"x{count}", max(16 * k, 10), text_anchor="middle", font_weight="bold")
        + svg.text(middle, middle + 14 * k, "0", max(11 * k, 9), text_anchor="middle", fill="faint")
    )


# ---- hands


def _picked(view: View, seat: int, width: float, size: float) -> list[svg.Box]:
    """The card that a seat has picked or is about to lay, and its place if that is known."""
    state = view.state
    pick, cell = state.pick[seat], state.cell[seat]
    if pick < 0:
        return []
    small = min(size, 52.0)
    shown = back(small) if pick == UNKNOWN else svg.Box(small, small, card(view, pick, 0, small))
    words = view.say("picked-card" if state.phase == Phase.PICK else "to-lay")
    if cell >= 0:
        somewhere = cell == UNKNOWN
        words = view.say("laid-somewhere") if somewhere else view.say("laid-at", place=place_of(view, cell))
    return [widgets.labelled(shown, words, width, 6, fill="faint")]


def _hand(view: View, canvas: Canvas, seat: int, width: float, size: float) -> svg.Box:
    """The cards in a hand, each kind once, or card backs with their number."""
    state = view.state
    if is_hidden(state, seat):
        small = min(size, 44.0)
        words = view.say("hand-unknown", count=hand_size(state))
        return widgets.labelled(back(small, str(hand_size(state))), words, width, 6, fill="faint")
    size = min(size, 52.0) if size == LARGE else LITTLE
    cards = []
    for kind, count in enumerate(in_hand(state, seat)):
        if count:
            shown = widgets.copies(svg.Box(size, size, card(view, kind, 0, size)), count)
            offered = canvas.offered([kind]) if seat == state.to_move and state.phase == Phase.PICK else []
            cards.append(widgets.offered(canvas, offered, shown, at=(size, size - 6)))
    secret = state.phase == Phase.PICK and state.pick[seat] == UNKNOWN
    return widgets.hand(view.say("hand-with-picked" if secret else "hand-cards"), cards, width)


def _unseen(view: View) -> svg.Box:
    """Cards of this round that are in no hand, or in hands that the seat has not seen."""
    title = view.say("in-no-hand" if view.seat is None else "not-seen")
    cards = [
        widgets.pile(svg.Box(LITTLE, LITTLE, card(view, kind, 0, LITTLE)), f"x{count}", LITTLE + 17, 1)
        for kind, count in enumerate(view.state.deck)
        if count
    ]
    return svg.panel(svg.flow(cards, HALF - 16, 3), width=HALF, title=title)
