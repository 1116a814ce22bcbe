"""Pictures of Correo de Medianoche: boards with levels, houses and animals, the market, cards and tokens."""

from __future__ import annotations

from medianoche.envs.core.show import svg, widgets
from medianoche.envs.core.show.view import Canvas, View, button, hit
from medianoche.envs.core.show.widgets import HALF, WIDE
from medianoche.envs.correo import state as st
from medianoche.envs.correo.pack import oriented
from medianoche.envs.correo.words.text import CARDS, cards_of, highlighted, objective_names, title

GROUND = "village"

PAINTS = ("none", "green", "yellow", "pink", "blue", "red", "ink")
"""Colour of each house code; the head of the animal distinguishes animals and houses, too."""
SHADES = 5
"""Number of shades of levels; all higher levels have the last shade."""
TILE = 16.0
"""Side of a space of a tile in the market."""


def _head(outline: str, eyes: str, mouth: str = "") -> str:
    """A head in one colour, with eyes and mouth in the colour of paper."""
    return (
        svg.path(outline)
        + svg.path(eyes, fill="card")
        + (svg.path(mouth, fill="none", stroke="card", stroke_width=1.6))
    )


def _dots(*spots: tuple[float, float, float]) -> str:
    return "".join(
        f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0-{2 * r:g} 0Z" for x, y, r in spots
    )


HEADS = {
    "frog": _head(
        _dots((-5.5, -6, 4), (5.5, -6, 4)) + "M-10.5 2a10.5 8 0 0 0 21 0a10.5 8 0 0 0-21 0Z",
        _dots((-5.5, -6, 1.7), (5.5, -6, 1.7)),
        "M-6 4Q0 8 6 4",
    ),
    "cat": _head(
        "M-9 1L-9-11L-3-6H3L9-11V1A9 9 0 0 1-9 1Z", _dots((-4, 0, 1.5), (4, 0, 1.5)), "M-3 5L0 4L3 5M-11 4H-7M7 4H11"
    ),
    "mouse": _head(
        _dots((-7.5, -6, 5.5), (7.5, -6, 5.5)) + "M-7-2Q0-8 7-2Q6 6 0 11Q-6 6-7-2Z",
        _dots((-3, 0, 1.3), (3, 0, 1.3), (0, 9, 1.6), (-7.5, -6, 2.4), (7.5, -6, 2.4)),
    ),
    "crow": _head("M-9 9V-1A8 8 0 0 1 5-6L13-1L5 3Q5 9-2 9Z", _dots((0, -3, 1.8))),
    "owl": _head("M-9-11Q-4-7 0-7Q4-7 9-11V3A9 8 0 0 1-9 3Z", _dots((-4, -1, 3.2), (4, -1, 3.2)) + "M-2 4H2L0 8Z")
    + svg.path(_dots((-4, -1, 1.4), (4, -1, 1.4))),
}
HOUSE = "M-11 11V-3L0-12L11-3V11Z"
STAR = "M0-8L2-2.5L8-2.5L3.2 1L5 7L0 3.4L-5 7L-3.2 1L-8-2.5L-2-2.5Z"


def _house(code: int) -> str:
    """A house with the head of its animal, or a star."""
    walls = svg.path(HOUSE, fill="card", stroke=PAINTS[code], stroke_width=2)
    if code == st.WILD_HOUSE:
        return walls + svg.moved(0, 3, svg.path(STAR, fill="ink"), scale=0.8)
    return walls + svg.moved(0, 3, svg.group(HEADS[st.ANIMALS[code - 1]], fill=PAINTS[code]), scale=0.62)


def _animal(code: int) -> str:
    """An animal's token: its head on a disc of paper with a rim of its colour."""
    disc = svg.circle(0, 0, 13.5, fill="card", stroke=PAINTS[code], stroke_width=3)
    return disc + svg.moved(0, 0, svg.group(HEADS[st.ANIMALS[code - 1]], fill=PAINTS[code]), scale=0.82)


ARROW = "M2-18H12V-26H18L7-39L-4-26H2Z"
"""Arrow of an animal that walks north, a little to the right, so that opposite arrows do not overlap."""
SPELL = svg.path("M-9 9L2-2", fill="none", stroke="ink", stroke_width=2.5) + svg.moved(
    4, -4, svg.path(STAR, fill="act"), scale=0.9
)
PATCH = svg.rect(-8, -8, 16, 16, rx=2, fill="wood") + svg.path(
    "M-5-5H5V5H-5Z", fill="none", stroke="card", stroke_width=1.6, stroke_dasharray="2.4 1.6"
)
SYMBOLS = {
    **{f"correo-house{code}": _house(code) for code in range(1, st.WILD_HOUSE + 1)},
    **{f"correo-animal{code}": _animal(code) for code in range(1, st.WILD_HOUSE)},
    **{
        f"correo-roof{code}": svg.path("M-4 4V-1L0-5L4-1V4Z", fill=PAINTS[code], stroke="card", stroke_width=0.8)
        for code in range(1, st.WILD_HOUSE + 1)
    },
    "correo-spell": SPELL,
    "correo-patch": PATCH,
    "correo-back": svg.rect(-15, -19, 30, 38, rx=4, fill="line", stroke="faint"),
}


def symbols(_view: View) -> dict[str, str]:
    """Animals, houses and tokens."""
    return SYMBOLS


def picture(view: View, canvas: Canvas) -> svg.Box:
    """The turn, the board of the view's seat, the market, the other boards."""
    first, *others = view.order
    turn = [block for block in (_choice(view, canvas),) if block]
    small = svg.flow([_player(view, canvas, seat, HALF) for seat in others], WIDE)
    front = _player(view, canvas, first, WIDE)
    return svg.columns(
        [_headline(view), *turn, front, _market(view, canvas), *([small] if others else [])], canvas.width
    )


board = picture


def _headline(view: View) -> svg.Box:
    lines = [title(view).removeprefix(f"{view.game.title}: ")]
    names = objective_names(view)
    state = view.state
    if state.msgs:
        lines.append(f"messages of this turn: {state.msgs}, {state.msg_points} points")
    if names:
        lines.append("objectives: " + ", ".join(names))
    return svg.panel(*(svg.paragraph(line, WIDE - 16, svg.SMALL) for line in lines), title=view.game.title)


# ---- boards


def _player(view: View, canvas: Canvas, seat: int, width: float) -> svg.Box:
    """A seat's points, tokens, board and cards."""
    state, inner = view.state, width - 16
    points = f"{state.scores[seat]} points: messages {state.track[seat]}, combos {state.combo[seat]}"
    if state.done and state.advanced:
        points += f", objectives {state.objective_points[seat]}"
    tokens = [
        _counted("correo-spell", state.spells[seat]),
        _counted("correo-patch", state.patches[seat]),
        svg.paragraph(f"deck {state.deck_n[seat]}", 50, svg.SMALL, fill="faint"),
    ]
    board = _board(view, canvas, seat, inner)
    cards = _cards(view, canvas, seat, inner)
    head = svg.paragraph(points, inner, svg.SMALL, fill="faint")
    return widgets.player(view, seat, head, svg.row(tokens, 10), board, *cards, width=width)


def _counted(symbol: str, count: int) -> svg.Box:
    return widgets.pile(svg.Box(18, 18, svg.use(symbol, 9, 9, 0.9)), f"x{count}", 42, 2, svg.SMALL + 1)


def _board(view: View, canvas: Canvas, seat: int, width: float) -> svg.Box:
    """A seat's board: levels as shades and numbers, houses, animals, and the actions on its cells."""
    size = int(view.pack.board_size)
    edge = 13.0
    side = (width - edge) / size
    cells = [(r, c) for r in range(size) for c in range(size)]
    parts = [_levels(view, seat, cells, side), _outlines(view, seat, side), _quadrants(size, side)]
    parts += [_cell(view, seat, r, c, side) for r, c in cells]
    levels, small = view.state.height[seat], 0.25 * max(side, 24)
    spots = [(c * side + 2, r * side + small, str(levels[r][c])) for r, c in cells if levels[r][c]]
    parts.append(svg.texts(spots, small, font_weight="bold"))
    for r, c in cells:
        if any(canvas.changed(name, seat, r, c) for name in ("height", "animal")):
            parts.append(svg.fresh(c * side + 1.5, r * side + 1.5, side - 3, side - 3))
    if seat == view.state.to_move:
        parts += _offers(view, canvas, side)
    return svg.Box(width, width, _margin(view, size, side, edge) + svg.moved(edge, edge, *parts))


def _margin(view: View, size: int, side: float, edge: float) -> str:
    """Numbers of rows and columns, and arrows at highlighted ones."""
    rows, cols = highlighted(view.pack)
    middles = [edge + (k + 0.5) * side for k in range(size)]
    spots = [(3.5, middle + 3, str(k)) for k, middle in enumerate(middles)]
    spots += [(middle, 8, str(k)) for k, middle in enumerate(middles)]
    arrows = [svg.moved(10, middles[k], svg.path("M-2.5-4L2.5 0L-2.5 4Z", fill="act")) for k in sorted(rows)]
    arrows += [svg.moved(middles[k] + 7, 7, svg.path("M-4-2.5L0 2.5L4-2.5Z", fill="act")) for k in sorted(cols)]
    return svg.texts(spots, 8.5, fill="faint", text_anchor="middle") + "".join(arrows)


def _levels(view: View, seat: int, cells: list[tuple[int, int]], side: float) -> str:
    """The shade of every cell."""
    shades: list[list[tuple[float, float]]] = [[] for _ in range(SHADES)]
    for r, c in cells:
        shades[min(view.state.height[seat][r][c], SHADES - 1)].append((c * side, r * side))
    return "".join(
        svg.squares(spots, side, fill=f"level{level}", stroke="line", stroke_width=0.4)
        for level, spots in enumerate(shades)
    )


def _cell(view: View, seat: int, r: int, c: int, side: float) -> str:
    """Patch, house and animal on a cell of a board."""
    state = view.state
    level, house, animal = (getattr(state, name)[seat][r][c] for name in ("height", "house", "animal"))
    k, x, y = side / 30, (c + 0.5) * side, (r + 0.5) * side
    parts = []
    if state.piece[seat][r][c] == st.PATCH_PIECE:
        parts.append(svg.use("correo-patch", x, y, 1.3 * k))
    if animal:
        if house:
            parts.append(svg.use(f"correo-roof{house}", x + 11 * k, y + 10.5 * k, 0.75 * k))
        parts.append(svg.use(f"correo-animal{animal}", x, y, 0.82 * k))
    elif house and level:
        parts.append(svg.use(f"correo-house{house}", x, y + k, 0.85 * k))
    return "".join(parts)


def _outlines(view: View, seat: int, side: float) -> str:
    """Lines between neighbouring cells that do not show the same tile."""
    size, piece = int(view.pack.board_size), view.state.piece[seat]
    d = []
    for r in range(size):
        for c in range(size):
            here = piece[r][c]
            for there, line in (
                ((r, c + 1), f"M{(c + 1) * side:.1f} {r * side:.1f}v{side:.1f}"),
                ((r + 1, c), f"M{c * side:.1f} {(r + 1) * side:.1f}h{side:.1f}"),
            ):
                inside = max(there) < size
                if inside and (here != piece[there[0]][there[1]] or here == st.PATCH_PIECE):
                    d.append(line)
    frame = svg.rect(0, 0, size * side, size * side, fill="none", stroke="ink", stroke_width=1.5)
    return svg.path("".join(d), fill="none", stroke="ink", stroke_width=1.4) * bool(d) + frame


def _quadrants(size: int, side: float) -> str:
    """The cross between the quadrants."""
    middle, whole = size * side / 2, size * side
    d = f"M{middle:.1f} 0V{whole:.1f}M0 {middle:.1f}H{whole:.1f}"
    return svg.path(d, fill="none", stroke="act", stroke_width=1, stroke_dasharray="1.5 4")


# ---- what can be done on the own board


def _offers(view: View, canvas: Canvas, side: float) -> list[str]:
    """Legal placements, patches and messages, drawn over the board of the seat to move."""
    return [*_placements(view, canvas, side), *_patches(canvas, side), *_messages(canvas, side)]


def _spot(cell: int, side: float) -> tuple[float, float]:
    return cell % 8 * side, cell // 8 * side


def _placements(view: View, canvas: Canvas, side: float) -> list[str]:
    """For every cell where the tile's first space may lie, its placements; the outline if there is only one."""
    offered = canvas.offered(range(st.BASE.place, st.BASE.colour))
    if not offered or view.state.taken == st.NONE:
        return []
    pile = int(view.pack.tile_pile[view.state.taken])
    ways: dict[int, list[int]] = {}
    for action in offered:
        orientation, corner = divmod(action - st.BASE.place, 64)
        r, c = oriented(pile, orientation)[0]
        ways.setdefault(corner + 8 * r + c, []).append(action)
    parts = []
    for cell, actions in sorted(ways.items()):
        x, y = _spot(cell, side)
        shown = [hit(x + 4, y + 4, side - 8, side - 8)]
        if len(actions) == 1:
            orientation, corner = divmod(actions[0] - st.BASE.place, 64)
            shown.append(_ghost(pile, orientation, corner, side))
        where = f"lay the first space of the tile on ({cell // 8},{cell % 8})"
        parts.append(canvas.offer(actions, *shown, at=(x + side - 2, y + 6), title=where))
    return parts


def _ghost(pile: int, orientation: int, corner: int, side: float) -> str:
    """The cells that a placement would cover; shown under the pointer."""
    spots = (_spot(corner + 8 * r + c, side) for r, c in oriented(pile, orientation))
    return svg.squares(((x + 2, y + 2) for x, y in spots), side - 4, fill="act", class_="ghost", pointer_events="none")


def _patches(canvas: Canvas, side: float) -> list[str]:
    """A small patch in the corner of every cell where one may be laid."""
    parts = []
    for action in canvas.offered(range(st.BASE.patch, st.BASE.end_turn)):
        x, y = _spot(action - st.BASE.patch, side)
        icon = svg.use("correo-patch", x + side - 8, y + 8, 0.45)
        parts.append(canvas.offer([action], hit(x + side - 15, y + 1, 14, 14), icon, at=(x + side - 2, y + 20)))
    return parts


def _messages(canvas: Canvas, side: float) -> list[str]:
    """An arrow for every walk, from the animal that walks."""
    parts = []
    for action in canvas.offered(range(st.BASE.message, st.BASE.patch)):
        cell, direction = divmod(action - st.BASE.message, 4)
        x, y = _spot(cell, side)
        x, y = x + side / 2, y + side / 2
        turned = svg.moved(x, y, svg.path(ARROW, fill="act", stroke="paper"), turn=90 * direction, scale=side / 52)
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[direction]
        parts.append(canvas.offer([action], turned, at=(x + 0.95 * side * dx + 14, y + 0.95 * side * dy)))
    return parts


# ---- tiles, market, cards


def _tile(view: View, tile: int, orientation: int = 0, side: float = TILE) -> svg.Box:
    """A tile with its houses, in an orientation."""
    pile = int(view.pack.tile_pile[tile])
    cells = oriented(pile, orientation)
    parts = []
    for (r, c), house in zip(cells, view.pack.tile_house[tile], strict=False):
        parts.append(svg.rect(c * side, r * side, side, side, fill="level1", stroke="ink", stroke_width=0.8))
        if house:
            parts.append(svg.use(f"correo-house{int(house)}", (c + 0.5) * side, (r + 0.55) * side, side / 32))
    return svg.Box((1 + max(c for _, c in cells)) * side, (1 + max(r for r, _ in cells)) * side, "".join(parts))


def _choice(view: View, canvas: Canvas) -> svg.Box | None:
    """The tile of this turn: every way to turn it, then colours and spells for its animals."""
    state = view.state
    if state.taken == st.NONE:
        return None
    who = view.names[state.to_move] if state.to_move >= 0 else ""
    blocks = []
    for orientation in range(8):
        first = st.BASE.place + 64 * orientation
        actions = canvas.offered(range(first, first + 64))
        if actions:
            flipped = "flipped, " if orientation > 3 else ""
            words = f"{flipped}turned {90 * (orientation % 4)}"
            blocks.append(_turned(view, canvas, actions, orientation, words))
    if not blocks:
        blocks.append(_tile(view, state.taken, 0, 20))
    for code in range(1, st.WILD_HOUSE):
        if canvas.offered([st.BASE.colour + code - 1]):
            icon = svg.Box(28, 28, svg.use(f"correo-animal{code}", 14, 14, 0.95))
            blocks.append(button(canvas, [st.BASE.colour + code - 1], st.ANIMALS[code - 1], icon))
    return svg.panel(svg.flow(blocks, WIDE - 16, 6), title=f"tile of {who}" if who != "you" else "your tile")


def _turned(view: View, canvas: Canvas, actions: list[int], orientation: int, words: str) -> svg.Box:
    """A button that offers all placements of the tile in one orientation."""
    tile = _tile(view, view.state.taken, orientation, 13)
    width, height = tile.width + 12, tile.height + 12
    frame = hit(1, 1, width - 2, height - 2, fill="card")
    if len(actions) == len(canvas.actions):
        frame = svg.rect(1, 1, width - 2, height - 2, rx=5, fill="none", stroke="line")
    body = canvas.offer(actions, frame, svg.moved(6, 6, tile.body), at=(width, height - 3), title=words)
    return svg.Box(width, height, body)


def _market(view: View, canvas: Canvas) -> svg.Box:
    """Tiles on offer, each pile with its shape and the number of tiles left, and the reserve."""
    piles = [_pile(view, canvas, pile) for pile in range(len(st.SHAPES))]
    animals = [
        widgets.pile(svg.Box(20, 20, svg.use(f"correo-animal{code}", 10, 10, 0.68)), str(count), 38, 2)
        for code, count in enumerate(view.state.reserve)
        if code
    ]
    animals += [_counted("correo-spell", view.state.spell_reserve), _counted("correo-patch", view.state.patch_reserve)]
    label = svg.paragraph("reserve", WIDE - 16, svg.SMALL, fill="faint")
    return svg.panel(svg.flow(piles, WIDE - 16, 7), label, svg.flow(animals, WIDE - 16, 5), title="market")


def _pile(view: View, canvas: Canvas, pile: int) -> svg.Box:
    state = view.state
    slots = []
    for slot in range(st.MARKET[pile]):
        tile = state.market[pile][slot]
        shown = _tile(view, tile) if tile != st.NONE else svg.paragraph("empty", 36, svg.SMALL, fill="faint")
        if canvas.changed("market", pile, slot):
            shown = shown._replace(body=shown.body + svg.fresh(-2, -2, shown.width + 4, shown.height + 4))
        slots.append(_slot(view, canvas, pile, slot, shown))
    head = svg.paragraph(f"{st.SHAPES[pile]} ({state.pile_n[pile]} left)", 58, 9.5, fill="faint")
    return svg.column([head, svg.row(slots, 5)], 2)


def _slot(view: View, canvas: Canvas, pile: int, slot: int, shown: svg.Box) -> svg.Box:
    """A tile of the market with its actions: take it, renew it with a patch."""
    take = [2 * pile + slot] if pile < st.Pile.I3 else [st.BASE.take_special + pile - st.Pile.I3]
    if pile == st.Pile.D:
        take = list(range(st.BASE.face_down, st.BASE.renew)) if view.state.market[pile][slot] != st.NONE else []
    width, height = shown.width + 8, shown.height + 8
    body = svg.moved(4, 4, shown.body)
    if canvas.offered(take):
        words = "face down, for a domino"
        body = canvas.offer(take, hit(0.5, 0.5, width - 1, height - 1), body, at=(width + 2, 2), title=words)
    renew = [st.BASE.renew + 2 * pile + slot] if pile < st.Pile.I3 else []
    if canvas.offered(renew):
        icon = hit(0, height + 2, 18, 16) + svg.use("correo-patch", 9, height + 10, 0.6)
        body += canvas.offer(renew, icon, at=(width, height + 4))
        height += 19
    return svg.Box(width, height, body)


def _cards(view: View, canvas: Canvas, seat: int, width: float) -> list[svg.Box]:
    """Hand and played cards of a seat; a back for each unknown card."""
    hand = [_card(view, canvas, seat, card) for card in cards_of(view, seat, "hand")]
    lines = []
    if hand:
        lines.append(widgets.hand("hand", hand, width, 32))
    for pile, words in (("up", "face up"), ("down", "face down")):
        played = cards_of(view, seat, pile)
        counts = {card: played.count(card) for card in played}
        if counts:
            shown = ", ".join(f"{count} x {card}" if count > 1 else card for card, count in counts.items())
            lines.append(svg.paragraph(f"{words}: {shown}", width, svg.SMALL, fill="faint"))
    return lines


def _card(view: View, canvas: Canvas, seat: int, card: str) -> svg.Box:
    """A card of a hand with the shape that it takes; if no domino is on offer, a click plays it face down."""
    if card == "?":
        return widgets.back("correo-back", 32, 40, size=14)
    kind = CARDS.index(card)
    shapes = [st.Pile.I3, st.Pile.V3] if kind == st.SPECIAL_CARD else [st.Pile(kind)]
    minis = svg.row([_mini(pile) for pile in shapes], 4)
    width = max(minis.width + 12, 32)
    parts = [
        svg.rect(1, 1, width - 2, 38, rx=4, fill="card", stroke="ink"),
        svg.moved((width - minis.width) / 2, 8, minis.body),
        svg.text(width / 2, 36, card, 9, text_anchor="middle", fill="faint"),
    ]
    down = st.BASE.face_down + kind
    if seat == view.state.to_move and view.state.market[st.Pile.D][0] == st.NONE and canvas.offered([down]):
        return widgets.offered(canvas, [down], svg.Box(width, 40, "".join(parts)), at=(width, 4))
    return svg.Box(width, 40, "".join(parts))


def _mini(pile: int) -> svg.Box:
    """The shape of a tile, without houses."""
    cells, side = oriented(pile, 0), 6.0
    body = "".join(
        svg.rect(c * side, r * side, side, side, fill="level2", stroke="ink", stroke_width=0.6) for r, c in cells
    )
    return svg.Box((1 + max(c for _, c in cells)) * side, (1 + max(r for r, _ in cells)) * side, body)
