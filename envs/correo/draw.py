"""Pictures of Correo de Medianoche: boards with levels, houses and animals, the market, cards and tokens."""

from __future__ import annotations

from medianoche.envs.core.show import svg, widgets
from medianoche.envs.core.show.view import Canvas, View, button, hit
from medianoche.envs.core.show.widgets import WIDE, area, piece
from medianoche.envs.correo import state as st
from medianoche.envs.correo.events import News
from medianoche.envs.correo.pack import oriented
from medianoche.envs.correo.packs import art
from medianoche.envs.correo.ways import MessageWay, gains, ways
from medianoche.envs.correo.words.text import (
    CARDS,
    animal_name,
    at,
    card_name,
    cards_of,
    highlighted,
    objective_names,
    title,
)

GROUND = "village"
SHADES = 5
"""Number of shades of levels; all higher levels have the last shade."""
BOARD_LETTER, PLATE = 11.0, 15.0
"""Size of letters on plates on the own board, and height of the plates."""
ENVELOPE = "M0 0H13V9H0ZM0 0L6.5 5.5L13 0"
TILE = 19.0
"""Side of a space of a tile in the market."""
PATCHES = range(st.BASE.patch, st.BASE.end_turn)
RENEWALS = range(st.BASE.renew, st.BASE.place)
SPELLS = range(st.BASE.recolour, st.BASE.message)
SIDES = (24, 20, 17, 14, 11, 9)
"""Sides of a space of the tile of this turn; the first with which all ways to turn it fit is taken."""
SIDE = 352.0
"""Width of the right half of a wide picture."""
HEAD, OWN, CHOICE, TURNS, MARKET, OTHER = 40.0, 496.0, 96.0, 60.0, 222.0, 162.0
"""Heights of the panels; TURNS is that of the tile of this turn in a picture of one column."""
SMALL_BOARD, SLIM_BOARD = 144.0, 84.0
"""Widths of another player's board, alone and beside two more."""


def symbols(_view: View) -> dict[str, str]:
    """Animals, houses and tokens."""
    return art.SYMBOLS


def picture(view: View, canvas: Canvas) -> svg.Box:
    """The own board on the left, the tile, the market and the others on the right, or all below each other."""
    if view.state.done and len(view.order) > 1:
        return _ending(view, canvas)
    first, *others = view.order
    half = SIDE if canvas.wide else WIDE
    own_board = _own(view, canvas, first)
    width = (half - 8 * (len(others) - 1)) / max(len(others), 1)
    small = svg.row(_other(view, canvas, seat, width) for seat in others)
    head = _headline(view, canvas.width)
    market = _market(view, canvas, half)
    right = [_choice(view, canvas, half), market, *([small] if others else [])]
    gap = own_board._replace(body="")
    if canvas.wide:
        above = [head]
        shown = svg.column([head, svg.row([gap, svg.column(right)])])
    else:
        above = [head, right[0]]
        shown = svg.column([*above, gap, *right[1:]])
    top = sum(block.height + svg.GAP for block in above)
    # The own board is drawn last: a list of the choices has the tiles of the market first, then the patches.
    return shown._replace(body=shown.body + svg.moved(0, top, own_board.body))


def _ending(view: View, canvas: Canvas) -> svg.Box:
    """All boards beside each other, with what their points are made of."""
    across = len(view.order) if canvas.wide else 2
    width = (canvas.width - 8 * (across - 1)) / across
    panels = [_finished(view, canvas, seat, width) for seat in view.order]
    rows = [svg.row(panels[k : k + across]) for k in range(0, len(panels), across)]
    return svg.column([_headline(view, canvas.width), *rows])


def _finished(view: View, canvas: Canvas, seat: int, width: float) -> svg.Box:
    """A seat's board at the end of the game, and what its points are made of."""
    state = view.state
    inner = width - 14
    made = [(view.say("draw-messages"), state.track[seat]), (view.say("draw-combos"), state.combo[seat])]
    made += [(view.say("draw-spells"), state.spells[seat]), (view.say("draw-patches"), state.patches[seat])]
    if state.advanced:
        made.append((view.say("draw-objectives"), state.objective_points[seat]))
    sum_of = svg.paragraph(" · ".join(f"{words} {count}" for words, count in made), inner, svg.SMALL, fill="faint")
    shown = [_points(view, seat), _board(view, canvas, seat, inner), sum_of]
    height = sum(block.height + 4 for block in shown) + 17 + 14
    return area(f"seat{seat}", width, height, *shown, title=view.names[seat])


def board(view: View, canvas: Canvas) -> svg.Box:
    """The board of the view's seat."""
    return _board(view, canvas, view.order[0], WIDE)


def _headline(view: View, width: float) -> svg.Box:
    state = view.state
    lines = [title(view).removeprefix(f"{view.game.title}: ")]
    if state.msgs:
        lines.append(f"{view.say('draw-messages')} {state.msgs}, {state.msg_points} {view.say('draw-points')}")
    if names := objective_names(view):
        lines.append(f"{view.say('draw-objectives')}: {', '.join(names)}")
    inner = width - 14
    height = HEAD if width > svg.COLUMN else HEAD + 4  # a column needs two lines
    return area("head", width, height, svg.paragraph("; ".join(lines), inner, svg.SMALL, bold=True), fill="level0")


# ---- boards


def _tokens(view: View, seat: int) -> list[svg.Box]:
    """Points, spells and patches."""
    state = view.state
    parts = [(view.say("draw-messages"), state.track[seat]), (view.say("draw-combos"), state.combo[seat])]
    if state.done and state.advanced:
        parts.append((view.say("draw-objectives"), state.objective_points[seat]))
    points = widgets.look(
        _points(view, seat), f"{state.scores[seat]} {view.say('draw-points')}", *(f"{words}: {n}" for words, n in parts)
    )
    spells = _counted("correo-spell", state.spells[seat])
    patches = _counted("correo-patch", state.patches[seat])
    return [points, spells, patches]


def _points(view: View, seat: int) -> svg.Box:
    star = svg.path(art.STAR, fill="moon", transform="translate(9 12.5) scale(1.1)")
    return widgets.pile(svg.Box(18, 25, star), str(view.state.scores[seat]), 46, 2, 14, "bold")


def _counted(symbol: str, count: int, gap: float = 2) -> svg.Box:
    return widgets.pile(svg.Box(18, 25, svg.use(symbol, 9, 12.5, 0.9)), str(count), 32 + gap, gap, svg.SMALL + 1)


def _own(view: View, canvas: Canvas, seat: int) -> svg.Box:
    """The board of the view's seat, its tokens, hand and piles."""
    state = view.state
    inner = WIDE - 14
    hand = [_card(view, canvas, seat, card) for card in cards_of(view, seat, "hand")]
    piles = _piles(view, seat)
    large = 1.45 if canvas.wide else 1.0
    left = inner / large - sum(pile.width + 8 for pile in piles)
    low = svg.row([widgets.fan(hand, left, 4), *piles], 8)
    low = svg.Box(inner, low.height * large, svg.moved(0, 0, low.body, scale=large))
    points, spells, patches = _tokens(view, seat)
    if not _lays_patch(canvas):  # then its cells are offered
        patches = widgets.offered(canvas, PATCHES, patches, title=view.say("lay-patch"), at=(30, 2))
    head = svg.Box(inner, 19, svg.moved(120, -24, svg.row([points, spells, patches], 14).body))
    shown = _board(view, canvas, seat, inner)
    parts = [head._replace(height=0), shown, low]
    name = view.names[seat]
    height = OWN - 54 * (not canvas.wide)
    turn = seat == state.to_move
    asked = turn and state.phase == st.Phase.RESOLVE
    return area(f"seat{seat}", WIDE, height, *parts, title=name, turn=turn, gap=5, asked=asked)


def _piles(view: View, seat: int) -> list[svg.Box]:
    """The deck, and the cards played face up and face down, as piles."""
    icon = svg.Box(30, 38, svg.use("correo-back", 15, 19))
    front = svg.Box(30, 38, svg.rect(0.5, 0.5, 29, 37, rx=4, fill="card", stroke="line"))
    made = [widgets.heap(icon, int(view.state.deck_n[seat]), view.say("draw-deck"))]
    for pile in ("up", "down"):
        cards = cards_of(view, seat, pile)
        last = _small(view, cards[-1]) if cards and cards[-1] != "?" else icon if cards else front
        names = [card_name(view, card) for card in cards]
        made.append(widgets.heap(last, len(cards), view.say(f"draw-{pile}"), names))
    return made


def _other(view: View, canvas: Canvas, seat: int, width: float) -> svg.Box:
    """Another seat's board, small, its tokens and the number of its cards in hand; its piles where there is room."""
    inner = width - 14
    turn = seat == view.state.to_move
    roomy = width > 250
    named = {pile: [card_name(view, card) for card in cards_of(view, seat, pile)] for pile in ("up", "down")}
    piles = [f"{view.say(f'draw-{pile}')}: {', '.join(cards) or '-'}" for pile, cards in named.items()]
    about = [f"{view.say('draw-deck')}: {view.state.deck_n[seat]}", *piles]
    across = SMALL_BOARD if roomy else min(inner, SLIM_BOARD if inner < SMALL_BOARD else 108)
    shown = widgets.look(_board(view, canvas, seat, across), view.names[seat], *about)
    icon = svg.Box(14, 25, svg.use("correo-back", 7, 12.5, 0.46))
    hand = widgets.pile(icon, str(len(cards_of(view, seat, "hand"))), 28, 2)
    points, spells, patches = _tokens(view, seat)
    if roomy:
        dot = svg.circle(4, 7.5, 4, fill="act") if turn else ""
        name = widgets.heading(view.names[seat], inner - across - 16 - 12 * turn, svg.SIZE)
        head = svg.Box(inner - across - 16, max(name.height, 17), dot + svg.moved(12 * turn, 0, name.body))
        tokens = svg.row([points, spells, patches, hand], 12)
        about_it = svg.column([head, tokens, svg.row(_piles(view, seat), 22)], 10)
        return area(f"seat{seat}", width, OTHER, svg.row([shown, about_it], 16))
    rows = [[points, spells, patches, hand]] if inner >= SMALL_BOARD else [[points, hand], [spells, patches]]
    low = [svg.row(row, 4)._replace(height=19) for row in rows]
    return area(f"seat{seat}", width, OTHER, shown, *low, title=view.names[seat], turn=turn, gap=2)


def _board(view: View, canvas: Canvas, seat: int, width: float) -> svg.Box:
    """A seat's board: levels as shades and numbers, houses, animals, and the actions on its cells."""
    size = int(view.pack.board_size)
    edge = 13.0
    side = (width - edge) / size
    cells = [(r, c) for r in range(size) for c in range(size)]
    parts = [_levels(view, seat, cells, side), _outlines(view, seat, side), art.quadrants(size, side)]
    parts += _walks(canvas, seat, side)
    parts += [_cell(view, seat, r, c, side) for r, c in cells]
    levels = view.state.height[seat]
    small = max(0.25 * side, svg.LEAST * 0.75)
    roomy = side >= 24  # else an animal covers the number, and the shade alone says 1
    shown = [(r, c) for r, c in cells if levels[r][c] > 1 - roomy and (roomy or not view.state.animal[seat][r][c])]
    spots = [(c * side + 2, r * side + small, str(levels[r][c])) for r, c in shown]
    parts += [svg.squares([(x - 1, y - small + 1)], small, fill=f"level{min(int(level), 4)}") for x, y, level in spots]
    parts.append(svg.texts(spots, small, font_weight="bold"))
    for r, c in cells:
        if any(canvas.changed(name, seat, r, c) for name in ("height", "animal")):
            parts.append(svg.rect(c * side + 1.5, r * side + 1.5, side - 3, side - 3, rx=3, class_="new"))
    if seat == view.state.to_move:
        parts += [*_placements(view, canvas, side), *_patches(canvas, side), *_spells(view, canvas, seat, side)]
        parts += _messages(view, canvas, seat, side)
    return svg.Box(width, width, _margin(view, size, side, edge) + svg.moved(edge, edge, *parts))


def _walks(canvas: Canvas, seat: int, side: float) -> list[str]:
    """The ways of the messages since the position before, in the colours of the animals that walked."""
    parts = []
    for event in canvas.events:
        walk = event.fields
        if event.kind == News.DELIVERED.label and walk["seat"] == seat:
            (x, y), (u, v) = (_spot(int(walk[end]), side) for end in ("cell", "goal"))  # type: ignore[arg-type]
            line = f"M{x + side / 2:.1f} {y + side / 2:.1f}L{u + side / 2:.1f} {v + side / 2:.1f}"
            paint = art.PAINTS[int(walk["animal"])]  # type: ignore[arg-type]
            parts.append(svg.path(line, class_="walk", fill="none", stroke=paint, stroke_width=max(side / 14, 2)))
    return parts


def _margin(view: View, size: int, side: float, edge: float) -> str:
    """Numbers of rows and columns, and arrows at highlighted ones."""
    rows, cols = highlighted(view.pack)
    middles = [edge + (k + 0.5) * side for k in range(size)]
    spots = [(3.5, middle + 3, str(k + 1)) for k, middle in enumerate(middles)]
    spots += [(middle, 8, str(k + 1)) for k, middle in enumerate(middles)]
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
    k = side / 30
    x = (c + 0.5) * side
    y = (r + 0.5) * side
    parts = []
    if state.piece[seat][r][c] == st.PATCH_PIECE:
        parts.append(svg.use("correo-patch", x, y, 1.3 * k))
    if animal:
        if house:
            parts.append(svg.use(f"correo-roof{house}", x + 11 * k, y + 10.5 * k, 0.75 * k))
        parts.append(piece(f"animal{animal}", svg.use(f"correo-animal{animal}", x, y, 0.82 * k)))
    elif house and level:
        parts.append(svg.use(f"correo-house{house}", x, y + k, 0.85 * k))
    return "".join(parts)


def _outlines(view: View, seat: int, side: float) -> str:
    """Lines between neighbouring cells that do not show the same tile."""
    size = int(view.pack.board_size)
    piece = view.state.piece[seat]
    d = []
    for r in range(size):
        for c in range(size):
            here = piece[r][c]
            for neighbour, line in (
                ((r, c + 1), f"M{(c + 1) * side:.1f} {r * side:.1f}v{side:.1f}"),
                ((r + 1, c), f"M{c * side:.1f} {(r + 1) * side:.1f}h{side:.1f}"),
            ):
                inside = max(neighbour) < size
                if inside and (here != piece[neighbour[0]][neighbour[1]] or here == st.PATCH_PIECE):
                    d.append(line)
    frame = svg.rect(0, 0, size * side, size * side, fill="none", stroke="ink", stroke_width=1.5)
    return svg.path("".join(d), fill="none", stroke="ink", stroke_width=1.4) * bool(d) + frame


# ---- what can be done on the own board


def _spot(cell: int, side: float) -> tuple[float, float]:
    return cell % 8 * side, cell // 8 * side


def _placements(view: View, canvas: Canvas, side: float) -> list[str]:
    """The placements that are offered, by the cell of the tile's first space; with the tile's outline where a cell has
    one placement only. If one cell is left, the outline of each of its ways (data-shows) is there for a page that
    points at a way."""
    offered = canvas.offered(range(st.BASE.place, st.BASE.colour))
    if not offered or view.state.taken == st.NONE:
        return []
    pile = int(view.pack.tile_pile[view.state.taken])
    places: dict[int, list[int]] = {}
    for action in offered:
        orientation, corner = divmod(action - st.BASE.place, 64)
        r, c = oriented(pile, orientation)[0]
        places.setdefault(corner + 8 * r + c, []).append(action)
    parts = []
    turned = {(action - st.BASE.place) // 64 for action in offered}
    gain = dict(zip(offered, gains(view, offered), strict=True)) if 1 in (len(turned), len(places)) else {}
    for cell, actions in sorted(places.items()):
        x, y = _spot(cell, side)
        shown = [hit(x + 4, y + 4, side - 8, side - 8)]
        if len(actions) == 1:
            orientation, corner = divmod(actions[0] - st.BASE.place, 64)
            shown.insert(0, _ground([corner + 8 * r + c for r, c in oriented(pile, orientation)], side))
            shown.append(_ghost(view, pile, orientation, corner, side, gain.get(actions[0])))
        elif len(places) == 1:
            for action in actions:
                orientation, corner = divmod(action - st.BASE.place, 64)
                ghost = _ghost(view, pile, orientation, corner, side, gain[action])
                shown.append(svg.group(ghost, class_="act", data_shows=action))
        where = view.say("draw-first", cell=at(cell))
        parts.append(canvas.offer(actions, *shown, at=(x + side - 2, y + 6), title=where))
    return parts


def _ground(cells: list[int], side: float) -> str:
    """The cells of a tile and what is between them, which take clicks like its first cell. Later first cells are drawn
    above them."""
    d = []
    for cell in cells:
        x, y = _spot(cell, side)
        across = svg.number(side - 8 * (cell % 8 == 7 or cell + 1 not in cells))
        down = svg.number(side - 8 * (cell + 8 not in cells))
        d.append(f"M{svg.number(x + 4)} {svg.number(y + 4)}h{across}v{down}h-{across}z")
    return svg.path("".join(d), fill="transparent")


def _ghost(view: View, pile: int, orientation: int, corner: int, side: float, gain: tuple[int, int] | None) -> str:
    """The cells that a placement would cover, with the houses that come there and what it gives; shown under the
    pointer."""
    spots = [_spot(corner + 8 * r + c, side) for r, c in oriented(pile, orientation)]
    houses = zip(spots, view.pack.tile_house[view.state.taken], strict=False)
    drawn = [svg.use(f"correo-house{int(h)}", x + side / 2, y + side / 2, side / 40) for (x, y), h in houses if h]
    cells = svg.squares(((x + 2, y + 2) for x, y in spots), side - 4, fill="act", opacity=0.5)
    label = _given(*gain, max(x for x, _ in spots) + side, min(y for _, y in spots)) if gain else ""
    return svg.group(cells, *drawn, label, class_="ghost", pointer_events="none")


def _given(tokens: int, best: int, x: float, y: float) -> str:
    """What a placement gives, left of and above a point: the points of tokens, and beside an envelope those of the best
    message that is possible then."""
    letter = BOARD_LETTER + 2
    words = f"+{tokens}"
    wide = svg.breadth(words, letter, bold=True)
    parts = [svg.text(4, 12.5, words, letter, font_weight="bold")]
    if best:
        parts.append(svg.moved(wide + 8, 4, svg.path(ENVELOPE, fill="none", stroke="ink", stroke_width=1.3)))
        parts.append(svg.text(wide + 25, 12.5, str(best), letter, font_weight="bold"))
        wide += 23 + svg.breadth(str(best), letter, bold=True)
    plate = svg.rect(0, 0, wide + 8, 17, rx=5, fill="paper", stroke="act")
    return svg.moved(max(x - wide - 8, 0), max(y - 8, 0), plate, *parts)


def _patches(canvas: Canvas, side: float) -> list[str]:
    """A small patch in the corner of every cell where one may be laid, once that is chosen; all of the cell takes
    clicks."""
    parts = []
    for action in canvas.offered(PATCHES) if _lays_patch(canvas) else []:
        x, y = _spot(action - st.BASE.patch, side)
        frame = hit(x + 2, y + 2, side - 4, side - 4)
        icon = svg.use("correo-patch", x + side - 10, y + 10, 0.5)
        parts.append(canvas.offer([action], frame, icon, at=(x + side - 2, y + 20)))
    return parts


def _lays_patch(canvas: Canvas) -> bool:
    """Whether nothing is offered but cells for a patch."""
    return len(canvas.offered(PATCHES)) == len(canvas.actions)


def _spells(view: View, canvas: Canvas, seat: int, side: float) -> list[str]:
    """A frame around every animal that a spell can change. Once an animal is chosen, what it can become and where it
    can move."""
    spells: dict[int, list[int]] = {}
    for action in canvas.offered(SPELLS):
        space = (action - st.BASE.relocate) // 4 if _moves(action) else (action - st.BASE.recolour) // 5
        spells.setdefault(view.state.placed[space], []).append(action)
    if len(spells) == 1 and len(canvas.actions) == len(*spells.values()):
        return [_changes(view, canvas, seat, cell, actions, side) for cell, actions in spells.items()]
    parts = []
    for cell, actions in spells.items():
        x, y = _spot(cell, side)
        wand = svg.use("correo-spell", x + 9, y + side - 9, 0.6)
        animal = animal_name(view, view.state.animal[seat][cell // 8][cell % 8])
        title = view.say("draw-spell-on", animal=animal, cell=at(cell))
        frame = hit(x + 3, y + 3, side - 6, side - 6)
        parts.append(canvas.offer(actions, frame, wand, at=(x + side - 2, y + 6), title=title))
    return parts


def _changes(view: View, canvas: Canvas, seat: int, cell: int, actions: list[int], side: float) -> str:
    """What a spell makes of an animal: the animals that it can become in a row beside it, and the animal itself on the
    cells to which it can move."""
    code = view.state.animal[seat][cell // 8][cell % 8]
    x, y = _spot(cell, side)
    parts = [svg.rect(x + 2, y + 2, side - 4, side - 4, rx=5, fill="none", stroke="act", stroke_width=2.5)]
    goals = {action: view.state.placed[(action - st.BASE.relocate) % 4] for action in actions if _moves(action)}
    for action, goal in goals.items():
        x, y = _spot(goal, side)
        ghost = svg.use(f"correo-animal{code}", x + side / 2, y + side / 2, side / 42, opacity=0.55)
        frame = hit(x + 3, y + 3, side - 6, side - 6)
        parts.append(canvas.offer([action], frame, ghost, at=(x + side - 2, y + 6)))
    becomes = [action for action in actions if not _moves(action)]
    row, first = _row_beside(cell, {cell, *goals.values()}, len(becomes), int(view.pack.board_size))
    for col, action in enumerate(becomes, first):
        x, y = col * side, row * side
        other = (action - st.BASE.recolour) % 5 + 1
        plate = hit(x + 1.5, y + 1.5, side - 3, side - 3, fill="card")
        animal = svg.use(f"correo-animal{other}", x + side / 2, y + side / 2, side / 40)
        parts.append(canvas.offer([action], plate, animal, at=(x + side - 2, y + 6)))
    return "".join(parts)


def _moves(action: int) -> bool:
    """Whether a spell moves an animal to another space."""
    return action >= st.BASE.relocate


def _row_beside(cell: int, kept: set[int], count: int, size: int) -> tuple[int, int]:
    """Row and first column of `count` cells side by side, as near to `cell` as can be; none of them is in `kept`."""
    row, col = divmod(cell, 8)
    middle = col - (count - 1) / 2
    spots = [(r, c) for r in range(size) for c in range(size - count + 1)]
    free = [(r, c) for r, c in spots if not any(8 * r + c <= held < 8 * r + c + count for held in kept)]
    return min(free, key=lambda spot: (abs(spot[0] - row), abs(spot[1] - middle), spot))


def _messages(view: View, canvas: Canvas, seat: int, side: float) -> list[str]:
    """An arrow for every walk that is offered, from the animal that walks, with its way and the sum of the levels along
    it."""
    offered = canvas.offered(range(st.BASE.message, st.BASE.patch))
    if not offered:
        return []
    state = view.state
    walk_list = ways(state.animal[seat], state.height[seat], int(view.pack.board_size), bool(state.count_dest))
    walks = {st.BASE.message + 4 * way.cell + way.direction: way for way in walk_list}
    plates: list[tuple[float, float, float]] = []
    labels = [_sum(walks[action], side, plates) for action in offered]
    lines = []
    parts = []
    for place, action in enumerate(offered):
        way = walks[action]
        x, y = _middle(way.cell, side)
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[way.direction]
        if way.direction in (1, 2):
            paint = art.PAINTS[state.animal[seat][way.cell // 8][way.cell % 8]]
            lines.append(_line(way, side, paint))
        turned = ""
        if abs(way.goal - way.cell) not in (1, 8):  # else the plates are in the place of the arrows
            arrow = svg.path(art.ARROW, fill="act", stroke="paper")
            turned = _between(way, side, place, plates)
            turned += svg.moved(x, y, arrow, turn=90 * way.direction, scale=side / 52)
        at_end = x + 0.95 * side * dx + 14, y + 0.95 * side * dy
        parts.append(canvas.offer([action], turned, labels[place], at=at_end))
    return lines + parts


def _between(way: MessageWay, side: float, place: int, plates: list[tuple[float, float, float]]) -> str:
    """What is between an arrow and its plate, number `place` of `plates`, takes clicks, too, unless another plate is
    there."""
    x, y = _middle(way.cell, side)
    u, v, _ = plates[place]
    if way.direction in (1, 3):
        x += 0.35 * side * (2 - way.direction)
        corner = min(x, u), min(y, v - PLATE / 2)
        width, height = abs(u - x), abs(v - y) + PLATE / 2
    else:
        y += 0.35 * side * (way.direction - 1)
        corner = min(x, u) - 8, min(y, v)
        width, height = abs(u - x) + 16, abs(v - y)
    left, top = corner
    others = [spot for number, spot in enumerate(plates) if number != place]
    if any(_overlap(left + width / 2, top + height / 2, width, *spot, height) for spot in others):
        return ""
    return svg.rect(left, top, width, height, fill="transparent")


def _middle(cell: int, side: float) -> tuple[float, float]:
    x, y = _spot(cell, side)
    return x + side / 2, y + side / 2


def _line(way: MessageWay, side: float, paint: str) -> str:
    """The way between the animals of a pair, from the western or northern one."""
    (x, y), (u, v) = _middle(way.cell, side), _middle(way.goal, side)
    inset = 0.44 * side
    dx, dy = (inset, 0.0) if x != u else (0.0, inset)
    d = f"M{x + dx:.1f} {y + dy:.1f}L{u - dx:.1f} {v - dy:.1f}"
    dots: dict[str, svg.Value] = {
        "stroke_width": max(side / 14, 2),
        "stroke_dasharray": "1 6",
        "stroke_linecap": "round",
    }
    return svg.path(d, class_="way", fill="none", stroke=paint, pointer_events="none", **dots)


def _sum(way: MessageWay, side: float, plates: list[tuple[float, float, float]]) -> str:
    """The sum of the levels along a way on a plate of its own: "→ 1+2+1 = 4". The plates so far are in `plates`."""
    terms = "+".join(map(str, way.levels))
    words = f"{'↑→↓←'[way.direction]} {terms} = {sum(way.levels)}" if len(way.levels) > 1 else ""
    words = words or f"{'↑→↓←'[way.direction]} {sum(way.levels)}"
    wide = svg.breadth(words, BOARD_LETTER, bold=True) + 8
    (x, y), (u, v) = _middle(way.cell, side), _middle(way.goal, side)
    up = -PLATE / 2 - 1 if way.direction in (2, 3) else PLATE / 2 + 1  # on the side of the arrow
    spots = [(x + (u - x) * share, y + (v - y) * share + up) for share in (0.5, 0.38, 0.62, 0.27, 0.73)]
    free = [spot for spot in spots if not any(_overlap(*spot, wide, *plate) for plate in plates)]
    x, y = (free or spots)[0]
    x = max(x, wide / 2)
    plates.append((x, y, wide))
    plate = svg.rect(x - wide / 2, y - PLATE / 2, wide, PLATE, rx=5, fill="paper", stroke="act")
    return plate + svg.text(x, y + 4, words, BOARD_LETTER, text_anchor="middle", font_weight="bold")


def _overlap(x: float, y: float, wide: float, u: float, v: float, other: float, tall: float = PLATE) -> bool:
    """Whether something around (x, y), `wide` and `tall`, and a plate of width `other` around (u, v) overlap."""
    return abs(x - u) < (wide + other) / 2 and abs(y - v) < (tall + PLATE) / 2


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
    width = (1 + max(c for _, c in cells)) * side
    height = (1 + max(r for r, _ in cells)) * side
    # Pages show the tile beside the words of a choice, by the width of a space.
    shown = svg.group(piece(f"tile{tile}", *parts), data_face=svg.number(side))
    return svg.Box(width, height, shown)


def _choice(view: View, canvas: Canvas, width: float) -> svg.Box:
    """Every way to turn the tile of this turn, as large as there is room, then colours for its animals."""
    state = view.state
    inner = width - 14
    title = view.say("draw-tile")
    height = CHOICE - 32 if canvas.wide else TURNS - 14
    gap = 5.0 if canvas.wide else 1.0
    blocks = []
    if state.taken != st.NONE:
        for side in SIDES:
            blocks = _turns(view, canvas, side)
            if svg.flow(blocks, inner, gap).height <= height:
                break
        if not blocks:
            blocks.append(_tile(view, state.taken, 0, SIDES[0] if canvas.wide else SIDES[2]))
        for code in range(1, st.WILD_HOUSE):
            if canvas.offered([st.BASE.colour + code - 1]):
                icon = svg.Box(32, 32, svg.use(f"correo-animal{code}", 16, 16, 1.05))
                blocks.append(button(canvas, [st.BASE.colour + code - 1], "", icon))
    asked = state.taken != st.NONE and st.Phase.PLACE <= state.phase < st.Phase.RESOLVE
    if not canvas.wide:
        shown = svg.flow(blocks, inner, gap) if blocks else svg.line(title, inner, svg.SIZE, fill="faint")
        return area("tile", width, TURNS, shown, asked=asked)
    if sum("data-turn" in block.body for block in blocks) > 1:
        title += f" ({view.say('draw-turn-keys')})"
    shown = svg.flow(blocks, inner, gap) if blocks else widgets.slot(54, 36)
    return area("tile", width, CHOICE, shown, title=title, asked=asked)


def _turns(view: View, canvas: Canvas, side: float) -> list[svg.Box]:
    """A button for every way to turn the tile, whose spaces are of size `side`."""
    made = []
    for orientation in range(8):
        first = st.BASE.place + 64 * orientation
        if actions := canvas.offered(range(first, first + 64)):
            words = view.say("draw-turned", degrees=90 * (orientation % 4), flipped=int(orientation > 3))
            turned = _turned(canvas, actions, _tile(view, view.state.taken, orientation, side), words)
            made.append(turned._replace(body=svg.group(turned.body, data_turn=str(orientation))))
    return made


def _turned(canvas: Canvas, actions: list[int], tile: svg.Box, words: str) -> svg.Box:
    """A button that offers all placements of the tile in one orientation."""
    around = 10 if canvas.wide else 4
    width = max(tile.width + around, 0 if canvas.wide else 40)
    height = max(tile.height + around, 0 if canvas.wide else 42)
    frame = hit(1, 1, width - 2, height - 2, fill="card")
    if len(actions) == len(canvas.actions):
        frame = svg.rect(1, 1, width - 2, height - 2, rx=5, fill="none", stroke="line")
    middle = svg.moved((width - tile.width) / 2, (height - tile.height) / 2, tile.body)
    body = canvas.offer(actions, frame, middle, at=(width, height - 3), title=words)
    return svg.Box(width, height, body)


def _market(view: View, canvas: Canvas, width: float) -> svg.Box:
    """Tiles on offer, each pile at its place with the number of tiles left, and the reserve in a line."""
    inner = width - 14
    pile = {kind: _pile(view, canvas, kind) for kind in st.Pile}
    rows = [
        svg.row([pile[kind]._replace(width=across) for kind, across in row], 0)
        for row in (
            ((st.Pile.I, 174), (st.Pile.O, 94), (st.Pile.I3, 70)),
            ((st.Pile.T, 134), (st.Pile.S, 134), (st.Pile.D, 70)),
            ((st.Pile.L, 98), (st.Pile.V3, 52)),
        )
    ]
    codes = list(range(1, len(view.state.reserve)))
    small = [svg.Box(20, 20, svg.use(f"correo-animal{code}", 10, 10, 0.62)) for code in codes]
    left = [widgets.pile(icon, str(view.state.reserve[code]), 37, 4) for icon, code in zip(small, codes, strict=True)]
    tokens = ("correo-spell", view.state.spell_reserve), ("correo-patch", view.state.patch_reserve)
    left += [_counted(symbol, count, 4) for symbol, count in tokens]
    low = svg.column([svg.row(left[:4], 6), svg.row(left[4:], 6)], 0)
    stock = svg.moved(162, 130, low.body)
    tiles = svg.group(*(svg.moved(0, 56 * k, row.body) for k, row in enumerate(rows)), stock)
    body = svg.Box(inner, 186, tiles + _renewal(view, canvas, inner))
    asked = view.state.phase == st.Phase.TAKE
    return area("market", width, MARKET, body, title=view.say("draw-market"), asked=asked)


def _renewal(view: View, canvas: Canvas, width: float) -> str:
    """A button for all renewals of the market, on the line of its title; then a tile of the market is chosen."""
    if not canvas.offered(RENEWALS) or _renews(canvas):
        return ""
    words = view.say("draw-renew")
    across = svg.breadth(words, svg.SMALL) + 30
    frame = hit(0.5, 0.5, across - 1, 19, fill="card")
    icon = svg.use("correo-patch", 12, 10, 0.5)
    label = svg.text(23, 14, words, svg.SMALL)
    target = hit(0.5, -2.5, across - 1, 25, opacity=0)  # a finger needs 24 pixels
    offered = canvas.offer(RENEWALS, target, frame, icon, label, at=(-2, 4), title=view.say("renew"))
    return svg.moved(width - across, -24, offered)


def _renews(canvas: Canvas) -> bool:
    """Whether nothing is offered but tiles that a patch may renew."""
    return len(canvas.offered(RENEWALS)) == len(canvas.actions)


def _pile(view: View, canvas: Canvas, pile: int) -> svg.Box:
    """The tiles of a pile that lie open, and the number of those below."""
    state = view.state
    slots = []
    for slot in range(st.MARKET[pile]):
        tile = state.market[pile][slot]
        shown = _tile(view, tile) if tile != st.NONE else widgets.slot(2 * TILE, TILE)
        slots.append(_slot(view, canvas, pile, slot, shown))
    more = view.say("draw-more", count=state.pile_n[pile])
    head = svg.text(2, 8, f"{st.SHAPES[pile]} · {more}", svg.LEAST, fill="faint")
    tiles = svg.row(slots, 2)
    return svg.Box(tiles.width, tiles.height + 10, head + svg.moved(0, 10, tiles.body))


def _slot(view: View, canvas: Canvas, pile: int, slot: int, shown: svg.Box) -> svg.Box:
    """A tile of the market with its action: take it or, once that is chosen, renew it with a patch."""
    take = [2 * pile + slot] if pile < st.Pile.I3 else [st.BASE.take_special + pile - st.Pile.I3]
    if pile == st.Pile.D:
        take = list(range(st.BASE.face_down, st.BASE.renew)) if view.state.market[pile][slot] != st.NONE else []
    if _renews(canvas):
        take = [st.BASE.renew + 2 * pile + slot] if pile < st.Pile.I3 else []
    width, height = shown.width + 6, shown.height + 6
    body = svg.moved(3, 3, shown.body)
    if canvas.offered(take):
        frame = hit(0.5, 0.5, width - 1, height - 1)
        body = canvas.offer(take, frame, body, at=(width + 2, 2), title=view.say("draw-face-down"))
    elif canvas.changed("market", pile, slot):
        body += svg.fresh(0.5, 0.5, width - 1, height - 1)
    return svg.Box(width, height, body)


def _card(view: View, canvas: Canvas, seat: int, card: str) -> svg.Box:
    """A card of a hand with the shape that it takes; if no domino is on offer, a click plays it face down."""
    if card == "?":
        return widgets.back("correo-back", 32, 40, size=14)
    block = widgets.look(_face(view, card), f"{view.say('draw-hand')}: {card_name(view, card)}")
    down = st.BASE.face_down + CARDS.index(card)
    if seat == view.state.to_move and view.state.market[st.Pile.D][0] == st.NONE:
        return widgets.offered(canvas, [down], block)
    return block


def _small(view: View, card: str) -> svg.Box:
    """A card as the uppermost of a pile."""
    face = _face(view, card, named=False)
    return svg.Box(30, 38, svg.moved(0, 0, face.body, scale=30 / face.width))


def _face(view: View, card: str, named: bool = True) -> svg.Box:
    """A card with the shape that it takes, and its name."""
    kind = CARDS.index(card)
    shapes = [st.Pile.I3, st.Pile.V3] if kind == st.SPECIAL_CARD else [st.Pile(kind)]
    minis = svg.row([_mini(pile) for pile in shapes], 4)
    width = max(minis.width + 8, 32)
    parts = [
        svg.rect(0.5, 0.5, width - 1, 39, rx=4, fill="fog", stroke="line"),
        svg.moved((width - minis.width) / 2, 6, minis.body),
        svg.text(width / 2, 37, card_name(view, card), 9, text_anchor="middle", font_weight="bold") * named,
    ]
    return svg.Box(width, 40, piece(f"card{card}", *parts))


def _mini(pile: int) -> svg.Box:
    """The shape of a tile, without houses."""
    cells = oriented(pile, 0)
    side = 6.0
    body = "".join(
        svg.rect(c * side, r * side, side, side, fill="level2", stroke="ink", stroke_width=0.6) for r, c in cells
    )
    return svg.Box((1 + max(c for _, c in cells)) * side, (1 + max(r for r, _ in cells)) * side, body)
