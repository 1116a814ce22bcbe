"""Misty as a picture: windows of cards drawn with a finger on a foggy pane, hands, and unseen cards."""

from __future__ import annotations

from math import cos, pi, sin

from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.show import svg, widgets
from medianoche.envs.core.show.view import Canvas, View, hit
from medianoche.envs.core.show.widgets import area, piece
from medianoche.envs.misty.state import CODE_SIDE, MOVED, SIDE, STACK, UNKNOWN, Kind, Phase
from medianoche.envs.misty.walking import WORTH, walking
from medianoche.envs.misty.words.text import (
    BASE,
    col_name,
    drawing,
    drawing_names,
    hand_size,
    headlines,
    in_hand,
    is_hidden,
    kind_name,
    place_of,
    row_name,
)

GROUND = "pane"

LARGE, MIDDLE, NARROW, LITTLE = 65.0, 60.0, 44.0, 24.0
"""Widths of a card: in the own window of a wide picture, above several others' windows, in a picture of one column, in
others' windows and hands."""
ACROSS = SIDE + 1
"""Cells across the place of the own window: those of the largest box, or of a smaller one and the places around it."""
EDGE, RIM = 15.0, 4.0
"""Width of the marks of rows and columns, and of the ground around the frame of a window that fills its place."""
HEAD, HAND, BESIDE, ABOVE, OTHER, UNSEEN = 45.0, 245.0, 150.0, 92.0, 196.0, 63.0
"""Heights of the panels; BESIDE is that of a hand above the only other player's window, ABOVE that of a hand above the
own window."""


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
LAYERS = 4
"""The most cards of a stack that are drawn."""
KINDS_DRAWN = ("casa", "flor", "sonrisa", "monstruo")
NEEDLE = "M0-7L6 1H2.5V7H-2.5V1H-6Z"
MOON = "M4-9A9 9 0 1 0 9 4A7 7 0 1 1 4-9Z"
PEN: dict[str, svg.Value] = {"fill": "none", "stroke": "ink", "stroke_width": 2.2, "stroke_linecap": "round"}


def picture(view: View, canvas: Canvas) -> svg.Box:
    """The own window, the hand beside it, the cards that no player has shown, and the other players. In one column the
    hand is above the own window, the others are below it."""
    first, *others = view.order
    whole = canvas.width
    if not canvas.wide:
        hand = _hand_panel(view, canvas, first, whole, ABOVE)
        own_window = _own(view, canvas, first, whole, NARROW)
        return svg.column(
            [_head(view, whole), hand, own_window, *_others(view, canvas, 2), _unseen(view, whole, UNSEEN)]
        )
    alone = len(others) == 1  # then the other player's window has room beside the own one
    size = LARGE if alone else MIDDLE
    own_window = _own(view, canvas, first, ACROSS * size + EDGE + 14, size)
    side = whole - own_window.width - 8
    hand = _hand_panel(view, canvas, first, side, BESIDE if alone else HAND)
    unseen = _unseen(view, side, UNSEEN if alone else own_window.height - hand.height - 8)
    if alone:
        other = _other(view, canvas, others[0], side, own_window.height - hand.height - unseen.height - 16)
        return svg.column([_head(view, whole), svg.row([own_window, svg.column([hand, other, unseen])])])
    middle = svg.row([own_window, svg.column([hand, unseen])])
    return svg.column([_head(view, whole), middle, *_others(view, canvas, max(len(others), 2))])


def _others(view: View, canvas: Canvas, across: int) -> list[svg.Box]:
    """The other players in rows of at most so many."""
    others = view.order[1:]
    across = min(across, max(len(others), 2 * canvas.wide))
    width = (canvas.width - 8 * (across - 1)) / across
    small = [_other(view, canvas, seat, width) for seat in others]
    return [svg.row(small[k : k + across]) for k in range(0, len(small), across)]


def board(view: View, canvas: Canvas) -> svg.Box:
    """The window of the view's seat."""
    window = _window(view, canvas, view.order[0], 64, ACROSS)
    return svg.Box(window.width, window.height, svg.rect(0, 0, window.width, window.height, fill="pane") + window.body)


def _head(view: View, width: float) -> svg.Box:
    """Round and deal, and the question."""
    lap, *asked = headlines(view)
    inner = width - 14
    lines = [svg.line(line, inner, svg.SIZE - 0.5, bold=True) for line in asked] + [
        svg.paragraph(lap, inner, svg.LEAST, fill="faint")
    ]
    return area("head", width, HEAD if width > svg.COLUMN else HEAD + 14, *lines, fill="level0", gap=0)


def _standing(view: View, seat: int) -> str:
    """Rounds won, points, cards gone."""
    state = view.state
    won = "★" * state.scores[seat] + "☆" * max(state.rounds_to_win - state.scores[seat], 0)
    points = ""
    if state.act_done[seat]:
        points = view.say("points", points=state.round_points[seat])
    elif state.bh[seat]:
        points = view.say("worth-now", points=worth_now(view, seat))
    elif state.round_no:
        points = view.say("last-round-points", points=state.last_points[seat])
    gone = view.say("gone", count=state.gone[seat]) if state.gone[seat] else ""
    return " · ".join(part for part in (won, points, gone) if part)


def worth_now(view: View, seat: int) -> int:
    """The points of a seat's window if it were activated as it lies, as well as can be."""
    from medianoche.envs.misty.kernels.solver import solve

    return int(uncompiled(solve)(view.pack, view.record, seat))


def _own(view: View, canvas: Canvas, seat: int, width: float, size: float) -> svg.Box:
    """The window of the view's seat; in one column with the picked card beside it."""
    inner = width - 14
    name = svg.line(view.names[seat], inner / 2, svg.SIZE, bold=True)
    dot = svg.circle(4, 7.5, 4, fill="act") if seat == view.state.to_move else ""
    told = svg.text(inner, 11, _standing(view, seat), svg.SMALL, text_anchor="end", fill="faint")
    head = svg.Box(inner, 17, dot + svg.moved(12 * bool(dot), 0, name.body) + told)
    window = _window(view, canvas, seat, size, ACROSS)
    parts = [window]
    if not canvas.wide:
        parts += _picked(view, seat, inner - window.width - 8, size, below=True)
    asked = seat == view.state.to_move and view.state.phase != Phase.PICK
    return area(f"seat{seat}", width, window.height + 35, head, svg.row(parts), asked=asked)


def _other(view: View, canvas: Canvas, seat: int, width: float, height: float = OTHER) -> svg.Box:
    """Another seat's window and hand, small."""
    inner = width - 14
    roomy = width > 220
    large = min((inner - 96) / SIDE, (height - 35 - EDGE - 2 * RIM) / SIDE)
    window = _window(view, canvas, seat, large if roomy else LITTLE, SIDE)
    beside = inner - window.width - 8
    line = svg.paragraph(_standing(view, seat), beside if roomy else inner, svg.LEAST, fill="faint")
    held = [_hand(view, canvas, seat, beside if roomy else inner, LITTLE)] * bool(hand_size(view.state))
    picked = _picked(view, seat, beside, 30)
    parts = [svg.row([window, svg.column([line, *held, *picked], 6)], 8)]
    if not roomy:
        parts = [line, svg.row([window, *picked], 6), *held]
    turn = seat == view.state.to_move
    return area(f"seat{seat}", width, height, *parts, title=view.names[seat], turn=turn)


def _hand_panel(view: View, canvas: Canvas, seat: int, width: float, height: float) -> svg.Box:
    """The hand of the view's seat, and below it the card that it has picked; that card is beside the own window where
    there is one column."""
    state = view.state
    secret = state.phase == Phase.PICK and state.pick[seat] == UNKNOWN
    inner = width - 14
    rows = 2 if canvas.wide else 1
    gap = 8 if canvas.wide else 3
    kinds = sum(count > 0 for count in in_hand(state, seat)) if hand_size(state) else 0
    size = min(56.0, (inner + 4) / max(kinds, 1) - 4, (height - 31 - gap * rows) / rows)
    cards = _hand(view, canvas, seat, inner, size) if hand_size(state) else widgets.slot(size, size)
    picked = (_picked(view, seat, inner, size) or [widgets.slot(size, size)]) if canvas.wide else []
    title = view.say("hand-with-picked" if secret else "hand-cards")
    asked = state.phase == Phase.PICK and seat == state.to_move
    return area("hand", width, height, cards, *picked, title=title, gap=gap, asked=asked)


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
        worth = getattr(view.tables.scoring, WORTH[kind].name.lower()).value
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


def card(view: View, kind: int, size: float, turned: bool = False) -> str:
    """A card, its upper left corner at (0, 0); a card that has moved is turned a little."""
    shown = svg.use(_symbol(kind, drawing(view.tables.names(kind))), 0, 0, size / 65)
    return piece(f"card{kind}", svg.moved(size / 2, size / 2, shown, turn=7 if turned else 0))


def told(view: View, kind: int, size: float, count: int = 1) -> svg.Box:
    """A card of a hand with its number of copies, seen large with its name and worth."""
    shown = widgets.copies(svg.Box(size, size, card(view, kind, size)), count)
    return widgets.look(shown, kind_name(view, kind), *drawing_names(view, kind)[:1])


def back(size: float, label: str = "?") -> svg.Box:
    """The back of a card whose face the seat does not know."""
    shown = widgets.back("misty-back", size, size, size / 65, label, max(size / 5, 10), size / 2 - 5)
    return shown._replace(body=piece("back", shown.body))


# ---- windows


def _window(view: View, canvas: Canvas, seat: int, size: float, across: int) -> svg.Box:
    """A seat's window in the middle of a place of `across` cells across, with marks of its rows and columns, and the
    places around it where the card to be laid may go."""
    state = view.state
    height, width = state.bh[seat], state.bw[seat]
    asked = seat == state.to_move
    around = canvas.offered(range(BASE.place, BASE.activate)) if asked else []
    codes = {action: divmod(action - BASE.place, CODE_SIDE) for action in around}
    rows = [r for r, _ in codes.values()] + [1, max(height, 1)]
    cols = [c for _, c in codes.values()] + [1, max(width, 1)]
    rim = RIM if across == SIDE else 0.0
    side = across * size + 2 * rim
    x = EDGE + rim + (across - (max(cols) - min(cols) + 1)) * size / 2 - min(cols) * size
    y = EDGE + rim + (across - (max(rows) - min(rows) + 1)) * size / 2 - min(rows) * size
    parts = [svg.rect(EDGE, EDGE, side, side, rx=6, fill="pane")]
    if height:
        frame = svg.rect(x + size - 2, y + size - 2, width * size + 4, height * size + 4, rx=4, fill="none")
        parts.append(svg.group(frame, stroke="wood", stroke_width=4))
    for r in range(height):
        for c in range(width):
            place = x + (c + 1) * size, y + (r + 1) * size
            parts.append(svg.moved(*place, _cell(view, canvas, seat, r, c, size)))
    for action, (r, c) in codes.items():
        spot = hit(4, 4, size - 8, size - 8) + svg.text(
            size / 2, size / 2 + 6, "+", 18, text_anchor="middle", class_="plus"
        )
        parts.append(svg.moved(x + c * size, y + r * size, canvas.offer([action], spot, at=(size - 3, 8))))
    if height:
        marks = [(EDGE / 2, y + (r + 0.5) * size + 4, row_name(r - 1)) for r in range(min(rows), max(rows) + 1)]
        marks += [(x + (c + 0.5) * size, 11, col_name(c - 1)) for c in range(min(cols), max(cols) + 1)]
        parts.append(svg.texts(marks, svg.LEAST, fill="faint", text_anchor="middle"))
    elif not around:
        parts.append(svg.moved(x + size, y + size, widgets.slot(size, size).body))
        if across == ACROSS:
            words = svg.line(view.say("no-card-yet"), across * size, svg.SMALL, fill="faint", middle=True)
            parts.append(svg.moved(EDGE, y + 2 * size + 4, words.body))
    ground = svg.Box(side, side, svg.rect(0, 0, side, side, rx=6, fill="pane"))
    film = walking(view, canvas, seat, size, ground, lambda code: _content(view, code, size))
    return svg.Box(EDGE + side, EDGE + side, svg.group(*parts) + (svg.moved(EDGE, EDGE, film) if film else ""))


def _content(view: View, code: int, size: float) -> str:
    """What lies on a place of a window, drawn from its corner."""
    if code >= STACK:
        return _stack(view, code - STACK, size)
    return card(view, code % MOVED, size, code >= MOVED)


def _cell(view: View, canvas: Canvas, seat: int, r: int, c: int, size: float) -> str:
    """The content of a place of a window, drawn from its corner."""
    code = view.state.win[seat][r][c]
    if code < 0:
        parts = [svg.rect(3, 3, size - 6, size - 6, rx=4, fill="none", stroke="line", stroke_dasharray="2 4")]
    else:
        parts = [_content(view, code, size)]
    action = BASE.activate + SIDE * r + c
    if seat == view.state.to_move and canvas.offered([action]):
        parts.append(hit(1.5, 1.5, size - 3, size - 3))
        return canvas.offer([action], *parts, at=(size - 3, 8))
    if is_new(canvas, seat, r, c):
        parts.append(svg.fresh(1, 1, size - 2, size - 2))
    return "".join(parts)


def is_new(canvas: Canvas, seat: int, r: int, c: int) -> bool:
    """Whether the place of a window has changed; while the box grows, whether its card was nowhere in the window
    before."""
    if canvas.before is None or canvas.before.state.round_no != canvas.view.state.round_no:
        return False
    then = canvas.before.state
    now = canvas.view.state
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


def _stack(view: View, count: int, size: float) -> str:
    """Cards that cover each other, which score nothing: their corners, and "stack: 2, 0 points" or as much of it as
    has room."""
    step = size / 13
    side = size - 6 - (min(count, LAYERS) - 1) * step
    layers = [
        svg.rect(3 + k * step, 3 + k * step, side, side, rx=side / 9, fill="line" if k else "fog", stroke="faint")
        for k in reversed(range(min(count, LAYERS)))
    ]
    middle = 3 + side / 2
    cards = view.say("stack-cards", count=count)
    nothing = view.say("points", points=0)
    names = [view.say("stack-of", count=count), view.say("stack")]
    rows = [_longest(names, side), _longest([nothing, "= 0", "=0"], side) or "=0"]
    rows = [row for row in rows if row]
    top = middle + 4 - 7 * (len(rows) - 1)
    lines = [svg.text(middle, top + 14 * k, row, svg.LEAST, text_anchor="middle") for k, row in enumerate(rows)]
    return widgets.look(svg.Box(size, size, "".join(layers + lines)), f"{cards}: {nothing}").body


def _longest(wordings: list[str], width: float) -> str:
    """The first of several wordings that has room in small letters; "" if none has."""
    return next((words for words in wordings if svg.breadth(words, svg.LEAST) < width), "")


# ---- hands


def _picked(view: View, seat: int, width: float, size: float, below: bool = False) -> list[svg.Box]:
    """The card that a seat has picked or is about to lay, and its place if that is known, beside it or `below`."""
    state = view.state
    pick = state.pick[seat]
    cell = state.cell[seat]
    if pick < 0:
        return []
    shown = back(size) if pick == UNKNOWN else told(view, pick, size)
    words = view.say("picked-card" if state.phase == Phase.PICK else "to-lay")
    if cell >= 0:
        somewhere = cell == UNKNOWN
        words = view.say("laid-somewhere") if somewhere else view.say("laid-at", place=place_of(view, cell))
    if below:
        return [svg.column([shown, svg.paragraph(words, width, svg.SMALL, fill="faint")], 4)]
    return [widgets.labelled(shown, words, width, 6, fill="faint") if width > 80 else shown]


def _hand(view: View, canvas: Canvas, seat: int, width: float, size: float) -> svg.Box:
    """The cards in a hand, each kind once, or card backs."""
    state = view.state
    if is_hidden(state, seat):
        shown = widgets.look(back(size, str(hand_size(state))), view.say("hand-unknown", count=hand_size(state)))
        return shown._replace(width=width)
    cards = []
    for kind, count in enumerate(in_hand(state, seat)):
        if count:
            offered = canvas.offered([kind]) if seat == state.to_move and state.phase == Phase.PICK else []
            cards.append(widgets.offered(canvas, offered, told(view, kind, size, count), at=(size, size - 6)))
    return svg.flow(cards, width, 4)


def _unseen(view: View, width: float, height: float) -> svg.Box:
    """Cards of this round that are in no hand, or in hands that the seat has not seen."""
    title = view.say("in-no-hand" if view.seat is None and not view.spectator else "not-seen")
    size = 24.0
    cards = [
        widgets.pile(
            svg.Box(size, size, svg.use(_symbol(kind, drawing(view.tables.names(kind))), 12, 12, size / 65)),
            str(count),
            size + 14,
            2,
        )
        for kind, count in enumerate(view.state.deck)
        if count
    ]
    return area("unseen", width, height, widgets.fitted(svg.row(cards, 2), width - 14, height - 35), title=title)
