"""La noche de Halloween as a picture: the streets with houses and children, the turn, the players, the table."""

from __future__ import annotations

from typing import NamedTuple

from medianoche.envs.core.show import svg, widgets
from medianoche.envs.core.show.view import Canvas, View, button, hit
from medianoche.envs.core.show.widgets import WIDE, area, die, piece
from medianoche.envs.halloween import state as st
from medianoche.envs.halloween.packs import art
from medianoche.envs.halloween.packs.words import (
    card_name,
    card_words,
    condition_words,
    named_card,
    owner_of,
    treat_bonus,
)
from medianoche.envs.halloween.words import suspicion
from medianoche.envs.halloween.words import text as render

GROUND = "street"
HEAD, TURN, OWN, SUSPECTS, TABLE, OTHER = 66.0, 140.0, 149.0, 149.0, 88.0, 102.0
"""Heights of the panels."""
STREETS, DOWN = (406.0, 454.0), (39.5, 45.5)
"""Height of the panel of the streets, and from one row of squares to the next, in a narrow and in a wide picture."""
SIDE = 264.0
"""Width of the right column of a wide picture."""
FIELDS = ((0, 0), (5, 4), (5, 0))
"""The upper left columns and rows of the fields among the streets that hold what is thrown and announced, the pot, and
in a wide picture the piles."""
CELL = 20.0
"""Height of a row of the table of suspicion, and the least width of its columns."""


class SharedPlace(NamedTuple):
    """How a square and the children on it share its place: offsets are from the middle, the square is drawn smaller."""

    square: tuple[float, float]
    size: float
    children: tuple[tuple[float, float], ...]
    child_size: float


EMPTY = SharedPlace((0, 0), 1.05, (), 0)
ONE = SharedPlace((6, 10), 0.75, ((0, -11),), 0.95)
TWO = SharedPlace((6, 10), 0.75, ((-8.1, -11), (8.1, -11)), 0.86)
THREE = SharedPlace((8.4, 4), 0.62, ((-8.6, -15), (8.1, -15), (-9, 1.2)), 0.86)
MANY = SharedPlace((6, 10), 0.75, ((0, -11),), 0.9)
PLACES = (EMPTY, ONE, TWO, THREE, MANY)
"""By the number of children on the square. Those of `MANY` stand below the streets; on the square is their number."""
ROW = 26.0
"""Height of the row below the streets: children torn, and a crowd that has no room on its square."""
CANDIES = svg.Box(20, 28, svg.use("halloween-candy", 11, 14, 1.1, fill="moon"))
symbols = art.symbols


def picture(view: View, canvas: Canvas) -> svg.Box:
    """The streets, beside them the turn, the own things and the table of suspicion, below them the other players."""
    first, *others = view.order
    whole = canvas.width
    wide = canvas.wide
    side = SIDE if wide else WIDE
    right = [_turn(view, canvas, side), _own(view, canvas, first, side), _suspicion(view, canvas, side)]
    across = len(others) if wide else 2
    column_width = (whole - 8 * (across - 1)) / across
    small = [_other(view, canvas, seat, column_width) for seat in others]
    rows = [svg.row(small[k : k + across]) for k in range(0, len(small), across)]
    town = _streets(view, canvas, whole - side - 8 if wide else whole)
    middle = [svg.row([town, svg.column(right)])] if wide else [town, *right]
    table = [] if wide and _is_free(view, *FIELDS[2]) else [_table(view, whole)]
    return svg.column([_head(view, whole), *middle, *table, *rows, *_bids(canvas)])


def board(view: View, canvas: Canvas) -> svg.Box:
    """The streets."""
    return _streets(view, canvas, canvas.width)


def seat_colour(view: View, seat: int) -> str:
    """The colour of a seat's houses; "" until it has one."""
    colour = view.state.colour[seat]
    return art.PAINTS[colour] if colour >= 0 else ""


def _head(view: View, width: float) -> svg.Box:
    """A moon for each lap, past, present and future, and the question."""
    rounds = int(view.pack.rounds)
    lap = view.state.round_no
    inner = width - 14
    moons = [
        svg.moved(10 + 20 * k, 10, svg.path(art.MOON, fill="faint" if k < lap else "line"))
        for k in range(rounds)
        if k != lap
    ]
    if lap < rounds:
        moons.append(piece("lap", svg.moved(10 + 20 * lap, 10, svg.path(art.MOON, fill="moon"), scale=1.25)))
    words = render.stage(view)
    tear = int(view.pack.tear_round)
    words += view.say("draw-tear", tear=tear) if lap + 1 < tear else ""
    laps = svg.Box(20 * rounds + 6, 18, "".join(moons))
    asked = render.headlines(view)[1]
    if width > svg.COLUMN:
        told = svg.line(words, 180, svg.SMALL, fill="faint")
        length = inner - laps.width - 200
        line = svg.line(asked, length, svg.SMALL, bold=True)
        parts = [svg.row([laps, svg.moved_box(0, 4, told), svg.moved_box(0, 2, line)], 10)]
    else:
        told = svg.line(words, inner - laps.width - 6, svg.SMALL - 1, fill="faint")
        parts = [svg.row([laps, svg.moved_box(0, 5, told)], 6), widgets.heading(asked, inner, svg.SIZE - 1)]
    return area("head", width, HEAD if width < svg.COLUMN else 36, *parts, fill="level0", gap=2)


# ---- the streets


def _streets(view: View, canvas: Canvas, width: float) -> svg.Box:
    """All squares as a graph, the children beside them, the squares that can be chosen, and the children torn."""
    pack = view.game.content.records[view.state.pack]
    inner = width - 14
    places = pack.place[: int(pack.n_squares)].tolist()
    across = inner / (max(x for _, x in places) + 1)
    pitch = DOWN[canvas.wide]
    spots = [((x + 0.5) * across, y * pitch + 22) for y, x in places]
    joined = sorted(render.street_pairs(pack)[0])
    d = "".join(f"M{spots[a][0]:.1f} {spots[a][1]:.0f}L{spots[b][0]:.1f} {spots[b][1]:.0f}" for a, b in joined)
    height = max(y for _, y in spots) + 20
    parts = [widgets.sky(inner, height), svg.path(d, stroke="line", stroke_width=9, stroke_linecap="round")]
    standing_on: dict[int, list[int]] = {}
    for child, square in enumerate(view.state.pos):
        if square >= 0:
            standing_on.setdefault(square, []).append(child)
    shared = {square: PLACES[min(len(children), 4)] for square, children in standing_on.items()}
    empty = EMPTY._replace(size=1.2) if across > 36 else EMPTY
    parts += [_square(view, canvas, square, spot, shared.get(square, empty)) for square, spot in enumerate(spots)]
    for square, spot in enumerate(spots):
        parts.append(_number_of(square, spot, shared.get(square, empty)))
    crowds: dict[int, list[int]] = {}
    for square, children in standing_on.items():
        (x, y), place = spots[square], shared[square]
        middles = [(x + right, y + down) for right, down in place.children]
        if place is MANY:
            crowds[square] = children
            parts.append(_count(*middles[0], len(children)))
            continue
        for child, middle in zip(children, middles, strict=True):
            parts.append(_child(view, canvas, child, middle, place.child_size))
    shown = [_on_the_table(view), [_pot(view, canvas)]]
    shown += [[_piles(view, 3.8 * across)]] * canvas.wide
    for boxes, (col, row) in zip(shown, FIELDS, strict=False):
        left = (col + 1.1) * across
        top = row * pitch + 44
        right = (col + 4.9) * across
        low = (row + 4) * pitch
        if boxes and _is_free(view, col, row):
            made = boxes[0] if len(boxes) == 1 else svg.flow(boxes, (right - left) / 1.7, 6)
            scale = min((right - left) / made.width, (low - top) / made.height, 1.7)
            x = (left + right - made.width * scale) / 2
            y = (top + low - made.height * scale) / 2
            parts.append(svg.moved(x, y, made.body, scale=scale))
    town = svg.Box(inner, height, "".join(parts))
    out = [child for child, square in enumerate(view.state.pos) if square < 0]
    below = [svg.Box(ROW, ROW, _gone(child)) for child in out]
    below += [_crowd(view, canvas, square, children) for square, children in crowds.items()]
    return area("streets", width, STREETS[canvas.wide], town, svg.row(below, 4)._replace(height=ROW), fill="level0")


def _is_free(view: View, col: int, row: int) -> bool:
    """Whether no square lies in the field of three rows and four columns below and right of a square."""
    pack = view.game.content.records[view.state.pack]
    places = pack.place[: int(pack.n_squares)].tolist()
    return not any(col < x < col + 5 and row < y < row + 4 for y, x in places)


def _pot(view: View, canvas: Canvas) -> svg.Box:
    """The common pot, with the number of its candies."""
    words = view.say("draw-pot")
    count = str(view.state.pot)
    pot = svg.path("M2 16H46L40 46H8Z", fill="level3", stroke="line") + svg.use(
        "halloween-candy", 24, 11, 1.4, fill="moon"
    )
    label = svg.text(24, 38, count, 17, font_weight="bold", text_anchor="middle")
    return widgets.look(
        svg.Box(48, 48, piece("pot", pot, label) + svg.fresh(0, 0, 48, 48) * canvas.changed("pot")), f"{words}: {count}"
    )


def _gone(child: int) -> str:
    """A child whose costume is torn."""
    body = svg.use(f"halloween-child{child}", 0, 0, 0.9, fill="faint") + svg.path(
        "M-9-9L9 9M9-9L-9 9", stroke="red", stroke_width=2
    )
    return piece(f"child{child}", svg.moved(ROW / 2, ROW / 2, body))


def _count(x: float, y: float, count: int) -> str:
    """The number of children on a square that has no room for them."""
    disc = svg.circle(x, y, 10.5, fill="ink", stroke="paper", stroke_width=1.5)
    label = svg.text(x, y + 4.5, str(count), 13, fill="paper", text_anchor="middle", font_weight="bold")
    return svg.group(disc, label, pointer_events="none")  # a click goes to the square below


def _crowd(view: View, canvas: Canvas, square: int, children: list[int]) -> svg.Box:
    """The children on a square that has no room for them, after the number of the square."""
    label = f"{square + 1}:"
    left = svg.breadth(label, svg.SIZE, bold=True) + 4
    parts = [svg.text(0, ROW / 2 + 4, label, svg.SIZE, font_weight="bold")]
    for place, child in enumerate(children):
        middle = left + ROW * (place + 0.5), ROW / 2
        parts.append(_child(view, canvas, child, middle, MANY.child_size))
    return svg.Box(left + ROW * len(children), ROW, "".join(parts))


def _square(view: View, canvas: Canvas, square: int, spot: tuple[float, float], place: SharedPlace) -> str:
    """A house, a grey square, a draw square, or a child's start; smaller where children stand on it."""
    size = place.size
    x = spot[0] + place.square[0]
    y = spot[1] + place.square[1]
    kind = int(view.pack.kind[square])
    if kind >= len(art.PAINTS):
        body = svg.use("halloween-draw" if kind == st.Kind.DRAW else "halloween-grey", x, y, size)
        starts = [child for child, start in enumerate(view.state.start) if start == square]
        body += "".join(svg.use(f"halloween-shape{child}", x, y, 0.7 * size, fill="level4") for child in starts)
    elif render.is_unowned(view, kind):
        body = svg.use("halloween-grey", x, y, size) + svg.text(
            x, y + 9 * size, render.letter_of(view, square), 10 * size, text_anchor="middle", fill="faint"
        )
    else:
        is_own = view.seat is not None and owner_of(view, square) == view.seat
        body = art.house(view, kind, is_own, x, y, size)
    action = st.BASE.square + square
    if canvas.offered([action]):
        x, y = spot
        down = -29 if place.children else 17  # where a hint's figure hides neither the number nor the house's letter
        return canvas.offer([action], body, hit(x - 14, y - 15, 28, 30), at=(x + 16, y + down))
    return body


def _number_of(square: int, spot: tuple[float, float], place: SharedPlace) -> str:
    """The number of a square: in its upper left corner or, where children stand, on its lower left one."""
    breadth = 1.5 + 6.3 * len(str(square + 1))
    left = spot[0] - 4 - breadth if place.children else spot[0] - 17.5 * place.size
    top = spot[1] + 10 if place.children else spot[1] - 16 * place.size
    label = str(square + 1)
    ground = svg.rect(left, top, breadth, 10, rx=3, fill="level0")
    words = svg.text(left + breadth / 2, top + 9, label, svg.LEAST, fill="faint", text_anchor="middle")
    return ground + words


def _child(view: View, canvas: Canvas, child: int, spot: tuple[float, float], scale: float) -> str:
    """A child's token: grey if moved in this lap, bright if it moves now, marked if it is frozen or guarded."""
    state, (x, y) = view.state, spot
    paint = "act" if child in (state.child, state.target) else "faint" if state.moved >> child & 1 else "ink"
    token = svg.use(f"halloween-child{child}", 0, 0, scale, fill=paint, stroke="paper", stroke_width=1.5)
    parts = [piece(f"child{child}", svg.moved(x, y, token))]
    if state.frozen_left[child]:
        parts.append(svg.use("halloween-flake", x + 15 * scale, y + 4 * scale, 0.9))
    if state.guard[child] >= 0:
        parts.append(svg.use("halloween-shield", x - 15 * scale, y + 4 * scale, 0.9))
    choices = canvas.offered([st.BASE.child + child, st.BASE.tear + child]) or [st.BASE.freeze + child] * _only_freeze(
        canvas
    )
    if canvas.offered(choices):
        ring = svg.circle(x, y, 14 * scale + 1, class_="hit", fill="transparent")
        return canvas.offer(choices, *parts, ring, at=(x + 13, y - 14))
    if canvas.changed("pos", child):
        parts.append(svg.circle(x, y, 14 * scale, class_="new"))
    return svg.group(*parts, pointer_events="none")  # a click goes to the square below


def _only_freeze(canvas: Canvas) -> bool:
    """Whether the only choice left is the child that card 10 freezes."""
    return all(st.BASE.freeze <= action < st.BASE.trick for action in canvas.actions)


# ---- the turn


def _turn(view: View, canvas: Canvas, width: float) -> svg.Box:
    """Dice, claim and cards of this turn, and numbers and colours to choose."""
    state = view.state
    inner = width - 14
    blocks: list[svg.Box] = []
    if state.treat_card[0] >= 0:
        blocks.append(svg.row((_treat(view, role, (inner - 6) / 2) for role in range(2)), 6))
    if state.phase == st.Phase.KEEP:
        pair = [card for card in range(st.CARDS) if state.card_at[card] == st.Place.PAIR]
        blocks.append(svg.row([_card(view, canvas, card) for card in pair] or [_back(), _back()], 6))
    choose = [_claim(view, canvas, k) for k in range(8) if canvas.offered([st.BASE.claim + k])]
    for colour in range(st.COLOURS):
        if canvas.offered([st.BASE.colour + colour]):
            icon = svg.Box(26, 28, art.house(view, colour, False, 13, 14, 1))
            choose.append(button(canvas, [st.BASE.colour + colour], "", icon))
    if choose:
        blocks.append(svg.flow(choose, inner, 3))
    seen = (state.moved and state.phase != st.Phase.END, any(state.frozen_left), max(state.guard) >= 0)
    lines = render.turn_lines(view)[sum(map(bool, seen)) :]  # the first are seen on the streets
    height_left = TURN - 14 - 17 - sum(block.height + 4 for block in blocks) - 6
    blocks += [widgets.told(". ".join(lines), inner, height_left)] * bool(lines)
    return area("turn", width, TURN, *blocks, title=view.say("draw-turn"))


def _bids(canvas: Canvas) -> list[svg.Box]:
    """The numbers that can be bid."""
    made = [_number(canvas, st.BASE.bid + k, str(k)) for k in range(101) if canvas.offered([st.BASE.bid + k])]
    return [svg.flow(made, canvas.width, 4)] if made else []


def _on_the_table(view: View) -> list[svg.Box]:
    """The child that moves, its die, the secret die and the claim."""
    state = view.state
    parts = []
    if state.child >= 0:
        parts.append(svg.Box(30, 30, svg.use(f"halloween-shape{state.child}", 15, 16, fill="act")))
    if state.roll:
        parts.append(die(str(state.roll)))
    if state.true_roll:
        parts.append(
            svg.row(
                [
                    svg.paragraph(view.say("draw-secret"), 34, 9.5, fill="faint"),
                    die(render.known(state.true_roll), fill="level2"),
                ],
                2,
            )
        )
    if state.claim:
        worth = int(view.pack.candy[state.claim])
        said = svg.text(6, 19, f"“{state.claim}”", 15, font_weight="bold") + svg.use(
            "halloween-candy", 48, 14, 0.8, fill="act"
        )
        bubble = svg.rect(1, 1, 74, 26, rx=9, fill="card", stroke="act") + said + svg.text(60, 18, str(worth), 11)
        parts.append(svg.Box(76, 28, bubble))
    return parts


def _treat(view: View, role: int, width: float) -> svg.Box:
    """A treat card: its receiver, its condition, its bonus, and whether the condition is met."""
    state = view.state
    seat = (state.mover, state.owner)[role]
    words = condition_words(view, state.treat_card[role])
    bonus = treat_bonus(view, state.treat_card[role], role)
    met = state.treat_apply[role] == 1
    mark = view.say("draw-met") if met else render.met_words(view, role)
    head = svg.line(f"{view.names[seat]}: {bonus}", width - 10, svg.SMALL, bold=True)
    frame = svg.rect(0.5, 0.5, width - 1, 33, rx=5, fill="fog", stroke="act" if met else "line")
    lines = svg.column([head, svg.line(mark, width - 10, 9.5, fill="faint")], 1)
    return widgets.look(
        svg.Box(width, 34, frame + svg.moved(5, 2, lines.body)), f"{view.names[seat]}: {bonus}", words, mark
    )


def _number(canvas: Canvas, action: int, label: str) -> svg.Box:
    """A number to choose."""
    words = svg.text(13, 18, label, svg.SMALL, text_anchor="middle")
    return svg.Box(26, 26, canvas.offer([action], hit(1, 1, 24, 24, fill="card"), words, at=(24, 2)))


def _claim(view: View, canvas: Canvas, index: int) -> svg.Box:
    """A result that can be announced, with its candies; the true one is marked."""
    true = view.state.true_roll == index + 1
    worth = svg.text(40, 20, str(int(view.pack.candy[index + 1])), 12, text_anchor="end")
    parts = [
        hit(1, 1, 58, 30, fill="level2" if true else "card"),
        svg.moved(3, 2, die(str(index + 1)).body),
        worth,
        svg.use("halloween-candy", 49, 16, 0.6, fill="act"),
    ]
    return svg.Box(60, 32, canvas.offer([st.BASE.claim + index], *parts, at=(58, 4)))


# ---- players


def _facts(view: View, canvas: Canvas, seat: int) -> list[svg.Box]:
    """A seat's colour, candies and child card."""
    state = view.state
    facts = []
    if state.colour[seat] >= 0:
        is_own = seat == view.seat
        facts.append(svg.Box(24, 28, art.house(view, state.colour[seat], is_own, 12, 14, 0.95)))
    count = str(render.candies(view, seat))
    candies = widgets.pile(CANDIES, count, 28 + 9 * len(count), size=14, weight="bold")
    new = svg.fresh(0, 2, candies.width - 2, 24) * canvas.changed("candies", seat)
    return [*facts, candies._replace(body=candies.body + new), _child_card(view, seat)]


def _known(view: View, seat: int, width: float, height: float, *first: str) -> svg.Box:
    """What else is known of a seat after `first`, its lies in few words; a page tells all of it in sentences."""
    sentences = [*first, *_lines(view, seat)]
    words = " · ".join([*first, *render.record_signs(view, seat), *_lines(view, seat, signs=True)])
    if not words:
        return svg.Box(width, 0, "")
    count = int(height / (1.35 * svg.LEAST))
    rows = svg.wrap(words, width, svg.LEAST)
    if len(rows) > count:
        rows[count - 1 :] = [svg.cut(f"{rows[count - 1]} …", width, svg.LEAST)]
    spots = [(0.0, svg.LEAST * (1 + 1.35 * k), row) for k, row in enumerate(rows)]
    shown = svg.Box(width, height, svg.texts(spots, svg.LEAST, fill="faint"))
    return widgets.look(shown, view.names[seat], *sentences)


def _lines(view: View, seat: int, signs: bool = False) -> list[str]:
    """What else is known of a seat; with `signs` in few words, and without its lies."""
    state = view.state
    lines = render.standing(view, seat, signs)
    if not state.alive[seat]:
        lines.insert(0, view.say("eliminated"))
    elif seat == state.starter and state.mover >= 0:
        lines.insert(0, view.say("draw-starts"))
    return [*lines, view.say("points", points=state.scores[seat])] if state.done else lines


def _own(view: View, canvas: Canvas, seat: int, width: float) -> svg.Box:
    """The things of the view's seat, with its hand."""
    inner = width - 14
    cards, more = render.hand(view, seat)
    hand = [*(_card(view, canvas, card) for card in cards), *[_back()] * more]
    child = view.state.secret[seat]
    is_told = seat == view.seat and child not in (st.UNKNOWN, -1)
    first = [view.say("draw-own-child", child=st.CHILD_NAMES[child])] if is_told else []
    words = _known(view, seat, inner, OWN - 103, *first)
    facts = svg.row(_facts(view, canvas, seat), 5)
    held = widgets.fan(hand, inner - facts.width - 10, 5) if hand else widgets.slot(46, 60)
    blocks = [svg.row([svg.moved_box(0, 16, facts), held], 10), words]
    turn = seat == view.state.to_move
    return area(f"seat{seat}", width, OWN, *blocks, title=view.names[seat], turn=turn)


def _other(view: View, canvas: Canvas, seat: int, width: float) -> svg.Box:
    """The things of another seat, its cards small."""
    inner = width - 14
    cards, more = render.hand(view, seat)
    hand = [_small(view, card) for card in cards]
    hand += [svg.Box(20, 26, piece("back", svg.use("halloween-back", 10, 13, 0.68)))] * more
    words = _known(view, seat, inner, OTHER - 72)
    row = svg.row([*_facts(view, canvas, seat), widgets.fan(hand, 46, 2)], 5)
    top = widgets.fitted(row, inner, 30 * min(1, inner / row.width) + 1)
    turn = seat == view.state.to_move
    return area(f"seat{seat}", width, OTHER, top, words, title=view.names[seat], turn=turn)


def _child_card(view: View, seat: int) -> svg.Box:
    """A seat's child card, or the children that it may be."""
    child = view.state.secret[seat]
    if child == st.UNKNOWN:
        few = render.child_words(view, seat)[2:].strip("()")
        back = widgets.back("halloween-back", 22, 28, 0.74, size=13)
        return widgets.look(back, few or view.say("draw-child"))
    torn = view.state.pos[child] < 0
    front = svg.use("halloween-front", 11, 14, 0.74) + svg.use(f"halloween-shape{child}", 11, 14, 0.6, fill="ink")
    cross = svg.path("M2 3L20 25M20 3L2 25", stroke="red", stroke_width=2) * torn
    return widgets.look(svg.Box(22, 28, front + cross), st.CHILD_NAMES[child], view.say("draw-torn") * torn)


def _card(view: View, canvas: Canvas, card: int) -> svg.Box:
    """An action card of a hand: its number, its sign, and all actions with it."""
    face = svg.use("halloween-front", 23, 30, 1.6)
    sign = svg.use(f"halloween-op{int(view.pack.action_op[card])}", 23, 34, 1.25)
    label = svg.text(7, 14, str(card + 1), 11, font_weight="bold", fill="act")
    words = f"{view.say('name-card', number=card + 1)}: {card_name(view, card)}"
    block = widgets.look(svg.Box(46, 60, piece(f"card{card}", face, sign, label)), words, card_words(view, card))
    actions = [st.BASE.card + card]
    held = view.state.card_at[card] in (view.state.to_move, st.Place.PAIR)
    spread = {st.Op.GROUND: range(st.BASE.ground, st.BASE.freeze), st.Op.FREEZE: range(st.BASE.freeze, st.BASE.trick)}
    actions += spread.get(st.Op(int(view.pack.action_op[card])), range(0))
    if held and canvas.offered(actions):
        return widgets.offered(canvas, actions, block, title=named_card(view, card), at=(46, 2))
    return block


def _small(view: View, card: int) -> svg.Box:
    """A known card of another seat."""
    face = svg.use("halloween-front", 10, 13, 0.68) + svg.text(10, 17, str(card + 1), 10, text_anchor="middle")
    words = f"{view.say('name-card', number=card + 1)}: {card_name(view, card)}"
    return widgets.look(svg.Box(20, 26, piece(f"card{card}", face)), words, card_words(view, card))


def _back() -> svg.Box:
    """An unknown card."""
    return svg.Box(46, 60, piece("back", svg.use("halloween-back", 23, 30, 1.6)))


# ---- the table of suspicion


def _suspicion(view: View, canvas: Canvas, width: float) -> svg.Box:
    """A row of eight masks for each player: those that its child card can be, and those that are excluded."""
    inner = width - 14
    column = min((inner - 58) / st.CHILDREN, 1.5 * CELL)
    left = inner - st.CHILDREN * column
    heads = "".join(
        svg.text(left + (child + 0.5) * column, 9, name, svg.LEAST, fill="faint", text_anchor="middle")
        for child, name in enumerate(render.INITIALS)
    )
    possible = suspicion.possible(view)
    before = suspicion.possible(canvas.before) if canvas.before else possible
    rows = []
    for seat in view.order:
        name = svg.line(view.names[seat], left - 4, svg.LEAST, bold=seat == view.seat)
        cells = [name._replace(body=svg.moved(0, 4, name.body)).body]
        for child in range(st.CHILDREN):
            cell = _mask(child, possible[seat], column)
            new = (possible[seat] ^ before[seat]) >> child & 1
            cells.append(svg.moved(left + child * column, 0, cell, svg.fresh(1, 1, column - 2, CELL - 2) * new))
        row = svg.Box(inner, CELL, "".join(cells))
        rows.append(widgets.look(row, *suspicion.words(view, seat, possible[seat])))
    table = svg.column([svg.Box(inner, 12, heads), *rows], 0)
    return area("suspicion", width, SUSPECTS, table, title=view.say("draw-suspicion"), gap=0)


def _mask(child: int, possible: int, width: float) -> str:
    """A child's mask in a player's row: framed if it is the only one left, crossed out if it is excluded."""
    middle = width / 2
    if not possible >> child & 1:
        shape = svg.use(f"halloween-shape{child}", middle, CELL / 2, 0.55, fill="level1")
        x, y = middle, CELL / 2
        return shape + svg.path(f"M{x - 6:.1f} {y + 6:.1f}L{x + 6:.1f} {y - 6:.1f}", stroke="faint")
    if possible != 1 << child:
        return svg.use(f"halloween-mask{child}", middle, CELL / 2, 0.6, fill="ink")
    frame = svg.rect(1, 1, width - 2, CELL - 2, rx=5, fill="fog", stroke="act", stroke_width=2)
    return frame + svg.use(f"halloween-mask{child}", middle, CELL / 2, 0.65, fill="act")


# ---- the table


def _table(view: View, width: float) -> svg.Box:
    """The piles, where they have no room among the streets."""
    return area("table", width, TABLE, _piles(view, width - 14))


def _piles(view: View, width: float) -> svg.Box:
    """The decks and the used cards, as piles."""
    state = view.state

    def named(cards: list[int]) -> list[str]:
        return [f"{card + 1}: {card_words(view, card)}" for card in cards]

    back = svg.Box(30, 40, svg.use("halloween-back", 15, 20, 1.05) + svg.moved(15, 20, svg.path(art.MOON, fill="moon")))
    used = [card for card in range(st.CARDS) if state.card_at[card] == st.Place.USED]
    unseen = named(render.unseen_cards(view))
    lines = render.table_lines(view)
    known = lines[: len(lines) - bool(unseen) - bool(used)]  # without the lines of what is named here
    front = svg.Box(30, 40, svg.use("halloween-front", 15, 20, 1.05))
    treat = svg.Box(
        30, 40, svg.use("halloween-back", 15, 20, 1.05) + svg.use("halloween-candy", 15, 20, 0.9, fill="moon")
    )
    names = ("deck", "used", "treat")
    words = {name: view.say(f"draw-{name}") for name in names}
    heaps = [
        widgets.heap(back, state.deck_n, words["deck"], [*known, *unseen], "back"),
        widgets.heap(front, len(used), words["used"], named(used)),
        widgets.heap(treat, state.treat_n, words["treat"]),
    ]
    pile_width = width / 3
    made = []
    for pile, name in zip(heaps, names, strict=True):
        label = svg.paragraph(words[name], pile_width - 3, svg.LEAST, fill="faint")
        made.append(svg.Box(pile_width, 47 + label.height, pile.body + svg.moved(0, 47, label.body)))
    return svg.row(made, 0)
