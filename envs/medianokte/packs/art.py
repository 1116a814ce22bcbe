"""Drawings and signs, each centred on (0, 0) and used by name, and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, wraps
from math import ceil
from typing import NamedTuple

from medianoche.envs.core.show import svg, widgets
from medianoche.envs.core.show.view import Canvas, View
from medianoche.envs.core.show.widgets import piece

TINY = svg.LEAST
NAME, LARGE = 12.0, 1.12
"""Size of a name where it has room, and how much larger signs are there."""
SIZES = (12.5, 12.0, 11.5, 11.0, TINY)
"""Sizes of the words of cards: the largest one with which all words have room is taken."""
LINE = 1.1
"""From one line of the words on a card to the next, by their size."""
COUNTERS = "●○"
LOW, DOUBLE = 17.0, 27.0
"""Least heights of a card of one line, and of one with its signs below its name."""
SINGLE = 160.0
"""Cards of lines stand in one column where the place is narrower than this."""
TALL = 60.0
"""From this height on a card has room for its name below its drawing and numbers."""
READ = 80.0
"""From this height on a card has its words below its name in its whole width."""
UPRIGHT, UPRIGHT_TALL = 74.0, 88.0
"""A card less wide has its drawing, its name and its numbers below each other; one from `TALL` on."""
SLIM = 60.0
"""A figure on the deck less wide has its numbers below its drawing."""
FIGURE, HELD = 81.0, 39.0
"""Heights of a figure on the deck and of a low card of the Enemy's hand."""
GROUND = ("fog", "level0", "level0")
"""Ground colour of a tile that is ready, tapped, exhausted; the frame of an exhausted one is dashed."""
PEN: dict[str, svg.Value] = {"fill": "none", "stroke": "ink", "stroke_width": 1.7, "stroke_linecap": "round"}
EYES = svg.circle(-3, -2, 1) + svg.circle(3, -2, 1)

CREATURES = {
    "Larva": svg.path("M-13 7Q-13-1-7-1Q-5-7 0-6Q6-7 8-1Q13 0 13 7ZM-7-1V7M0-6V7M7-1V7") + svg.circle(10, 3, 1),
    "Polilla de Éter": svg.path("M0-8V8M0-4Q-14-14-13 0Q-12 7-1 3M0-4Q14-14 13 0Q12 7 1 3M0-8L-3-13M0-8L3-13"),
    "Centinela Oxidado": svg.path("M-8-3H8V12H-8ZM-5-12H5V-3H-5ZM-2-8H2M-12-1V8M12-1V8M-4 4H4"),
    "Sanguijuela": svg.path("M-10 13Q-14-2-2-4Q8-6 6-14Q14-8 10 0Q6 6-2 6Q-6 8-4 13Z") + svg.circle(8, -8, 1),
    "Eskolopendra": svg.path("M-13 4Q-8-7-3 0T7 0T13-7M-10-1L-13-7M-5-4L-6-10M-1 2L-3 8M4 4L4 10M10-2L13 3"),
    "Duende de Válvula": svg.circle(0, 1, 8)
    + EYES
    + svg.path("M-7-2L-14-6L-8 4M7-2L14-6L8 4M-4 5Q0 8 4 5M0-7V-12M-4-12H4"),
    "Espora Korrosiva": svg.path("M-12 0A12 11 0 0 1 12 0ZM-4 0V10Q0 13 4 10V0")
    + svg.circle(-4, -5, 1.5)
    + svg.circle(4, -4, 1.5),
    "Guardia de la Nave": svg.path("M-9 12V-2A9 10 0 0 1 9-2V12ZM-6 0H6V4H-6ZM0-12V-15M-4 8H4"),
    "Espektro": svg.path("M-10 13V-3A10 11 0 0 1 10-3V13L5 9L0 13L-5 9Z") + EYES,
    "Merodeador": svg.path("M-12-12L-5-6H5L12-12L9 4L0 13L-9 4ZM-5-1L-2 1M5-1L2 1M-2 8H2"),
    "Golem de Chatarra": svg.path("M-9-3H9V8H-9ZM-5-12H5V-3H-5ZM-14-2H-9V9H-14ZM9-2H14V9H9ZM-7 8V13M7 8V13M-2-8H2"),
    "Tejedora": svg.circle(0, 3, 6)
    + svg.circle(0, -6, 3)
    + svg.path("M-5 0L-13-8M-6 3L-14 3M-5 6L-13 13M5 0L13-8M6 3L14 3M5 6L13 13"),
    "Verdugo": svg.path("M-7 14L5-14M2-8Q12-15 14-4Q8-5 -1 0ZM0-4L-8-8"),
    "Aparición": svg.path("M-14 0Q0-13 14 0Q0 13-14 0ZM-9-9L-11-12M0-11V-14M9-9L11-12") + svg.circle(0, 0, 4),
    "Leviatán Menor": svg.path("M-14 2Q-8-10 4-8Q13-6 14 4Q4 10-6 6L-14 11L-11 4ZM2 3Q6 5 11 2") + svg.circle(7, -2, 1),
    "Heraldo Umbrío": svg.path(
        "M-9-4Q-15-10-12-15Q-6-12-5-8A9 9 0 0 1 5-8Q6-12 12-15Q15-10 9-4V4L0 14L-9 4ZM-5-1L-1 1M5-1L1 1M-2 7H2"
    ),
}
CHARACTERS = {
    "Kazador": svg.path("M-6-13Q14 0-6 13ZM-11 0H11M7-4L11 0L7 4M-11 0L-8-3M-11 0L-8 3"),
    "Nigromante": svg.path("M6 14L-4-12M-4-12Q8-15 13-3Q5-8-3-6"),
    "Kapitana": svg.path("M-14 4Q-12-4-6-4Q-4-12 0-12Q4-12 6-4Q12-4 14 4Q0 10-14 4ZM-6-4Q0-1 6-4")
    + svg.circle(0, -7, 1.5),
    "Kuradora": svg.path("M-4-12H4V-4H12V4H4V12H-4V4H-12V-4H-4Z"),
    "Mekániko": svg.path("M-4-13A7 7 0 0 0-3 0L-8 11A3 3 0 0 0-3 13L3 2A7 7 0 0 0 10-10L4-5L0-7Z"),
    "Akróbata": svg.circle(0, -9, 3) + svg.path("M0-6Q6 0 0 5M-10-10L0-3L11-6M0 5L-9 2L-12 9M0 5L8 9L12 3"),
}
BOSSES = {
    "Kapitán Umbral": svg.path("M-14-5Q-9-8-8-13Q0-9 8-13Q9-8 14-5ZM-9-5V4Q-8 8-4 9V13H4V9Q8 8 9 4V-5M-1 5L0 2L1 5")
    + svg.circle(-4, 0, 2)
    + svg.circle(4, 0, 2),
    "Madre Kolmena": svg.path("M-6-13H6L10-6L14 1L9 10H-9L-14 1L-10-6ZM-10-6H10M-14 1H14M-9 10V12M9 10V12")
    + svg.circle(0, 5, 2.5),
    "Orákulo sin Rostro": svg.path(
        "M0-11A8 11 0 0 1 0 11A8 11 0 0 1 0-11ZM0-14V-15M11-8L13-10M-11-8L-13-10M12 4H14M-12 4H-14"
    ),
}
"""Drawings by name; other names of a pack get one of these drawings by their number."""
SIGNS = {
    "heart": svg.path("M0 7C-11 0-7-9 0-3C7-9 11 0 0 7Z", fill="red"),
    "shield": svg.path("M-6-6Q0-3 6-6V0Q6 5 0 8Q-6 5-6 0Z", fill="card", stroke="ink", stroke_width=1.5),
    "bolt": svg.path("M2-8L-6 1H-1L-2 8L6-2H1Z", fill="yellow", stroke="ink", stroke_width=0.8),
    "drop": svg.path("M0-8C4-2 5 1 5 3A5 5 0 0 1-5 3C-5 1-4-2 0-8Z", fill="red", stroke="ink", stroke_width=0.8),
    "flask": svg.path("M-2-8H2V-3L6 6Q6 8 4 8H-4Q-6 8-6 6L-2-3Z", fill="green", stroke="ink", stroke_width=0.8),
    "star": svg.path("M0-8L2-2H8L3 2L5 8L0 4L-5 8L-3 2L-8-2H-2Z", fill="yellow", stroke="ink", stroke_width=0.8),
    "melee": svg.group(svg.path("M-6 6L5-5M5-5L7-7M-6 0L0 6"), **PEN),
    "distance": svg.group(svg.path("M-5-7Q5 0-5 7ZM-7 0H7M4-3L7 0L4 3"), **PEN),
    "area": svg.group(
        svg.circle(0, 0, 2) + svg.path("M0-4V-8M0 4V8M-4 0H-8M4 0H8M-3-3L-6-6M3 3L6 6M3-3L6-6M-3 3L-6 6"), **PEN
    ),
    "dice": svg.path("M0-8L8 0L0 8L-8 0Z", fill="card", stroke="ink", stroke_width=1.7),
    "magic": svg.path("M0-8L8 0L0 8L-8 0Z", fill="level3", stroke="ink", stroke_width=1.7) + svg.circle(0, 0, 2.5),
    "special": svg.path("M0-8L2-2L8 0L2 2L0 8L-2 2L-8 0L-2-2Z", fill="moon", stroke="ink", stroke_width=0.8),
    "hit": svg.path("M0-8L2-4L7-5L4 0L7 5L2 4L0 8L-2 4L-7 5L-4 0L-7-5L-2-4Z", fill="red"),
    "assist": svg.group(svg.path("M-6 3Q-6-3 0-3H6M3-7L7-3L3 1M-6 7H6"), **PEN),
    "final": svg.group(svg.path("M0-8L7 0L0 8L-7 0ZM0-3V3M-3 0H3"), **PEN),
    "permanent": svg.group(svg.circle(0, 2, 5) + svg.path("M-3-3L-1-7H1L3-3"), **PEN),
    "single-use": svg.group(svg.path("M-2-8H2V-3L5 7H-5L-2-3ZM-4 3H4"), **PEN),
    "event": svg.group(svg.path("M-8 0Q0-8 8 0Q0 8-8 0Z") + svg.circle(0, 0, 2), **PEN),
    "orient0": svg.rect(-4, -6, 8, 12, rx=1.5, fill="green"),
    "orient1": svg.rect(-6, -4, 12, 8, rx=1.5, fill="card", stroke="ink", stroke_width=1.5),
    "orient2": svg.rect(-6, -4, 12, 8, rx=1.5, fill="card", stroke="faint", stroke_width=1.2)
    + svg.path("M-3.5-2.5L3.5 2.5M-3.5 2.5L3.5-2.5", stroke="ink", stroke_width=1.5),
}
"""A ready card stands, a tapped one lies, an exhausted one lies and is crossed out."""
CARDS_DRAWN = {"astrali": CREATURES, "character": CHARACTERS, "boss": BOSSES}


def sign(name: str, x: float, y: float, scale: float = 1) -> str:
    """A symbol by its short name."""
    return svg.use(f"medianokte-{name}", x, y, scale)


def drawing(view: View, table: str, kind: int) -> str:
    """The short name of the drawing of row `kind` of a table."""
    known = list(CARDS_DRAWN[table])
    rows = getattr(view.tables, table)
    name = rows[kind].name if 0 <= kind < len(rows) else ""
    return f"{table}{known.index(name) if name in known else kind % len(known)}"


def symbols(_view: View) -> dict[str, str]:
    """All drawings and signs, and the backs of cards, by their full names."""
    bodies = {
        f"{table}{n}": svg.group(body, **PEN) for table, of in CARDS_DRAWN.items() for n, body in enumerate(of.values())
    }
    back = svg.rect(-13, -18, 26, 36, rx=3, fill="line", stroke="faint")
    bodies["back0"] = back + svg.group(svg.path("M-8 0Q0-8 8 0Q0 8-8 0Z") + svg.circle(0, 0, 2), **PEN)
    front = svg.rect(-13, -18, 26, 36, rx=3, fill="card", stroke="faint")
    bodies["front0"] = front + svg.group(svg.path("M-8 0Q0-8 8 0Q0 8-8 0Z"), **PEN)
    bodies["front1"] = front + svg.group(svg.path("M-8 8L8-8M-8-8L8 8"), **PEN)
    bodies["back1"] = back + svg.group(svg.circle(0, 0, 7) + svg.path("M0-5L2 0L0 5L-2 0Z"), **PEN)
    return {f"medianokte-{name}": body for name, body in (SIGNS | bodies).items()}


# ---- cards


class Tile(NamedTuple):
    """Contents of a card, and the actions that a click on it offers."""

    icon: str
    name: str
    words: str = ""
    stats: Sequence[tuple[str, str]] = ()
    tired: int = -1
    actions: Iterable[int] = ()
    copies: int = 1
    new: bool = False
    mark: str = ""
    signs: Sequence[tuple[str, str]] = ()  # in place of a drawing: an attack, a counter
    size: float = TINY  # of its words
    title: str = ""  # of several actions, in place of its name


def kept(draw: Callable[..., svg.Box]) -> Callable[..., svg.Box]:
    """A function that draws a tile on a canvas, by `draw`, which gets the tile and its measures. A game shows most of
    its cards at every position: what is drawn is kept, and only the marks of a choice and of news are added anew."""
    drawn = lru_cache(1 << 11)(draw)

    @wraps(draw)
    def placed(canvas: Canvas, tile: Tile, *measures: float | tuple[int, int]) -> svg.Box:
        alike = tile._replace(stats=tuple(tile.stats), signs=tuple(tile.signs), actions=(), new=False, title="")
        return widgets.offered(canvas, tile.actions, drawn(alike, *measures), tile.new, tile.title or tile.name)

    return placed


@kept
def card_of(tile: Tile, width: float, height: float) -> svg.Box:
    """A card as its drawing, its name, numbers, and its words where all of them have room; always when it is seen
    large."""
    ground = _ground(tile, width, height)
    upright = width < (UPRIGHT if height < TALL else UPRIGHT_TALL) and not _is_read(tile, height)
    parts = (_upright if upright else _across)(tile, width, height)
    if tile.mark:
        parts.append(svg.text(width - 5, 11, tile.mark, TINY, text_anchor="end"))
    block = svg.Box(width, height, piece(f"card {tile.name}", ground, *parts))
    return widgets.look(widgets.copies(block, tile.copies, 8), tile.name, tile.words, *_about(tile))


def _ground(tile: Tile, width: float, height: float) -> str:
    """The ground of a card, whose colour and frame tell how it lies."""
    dashes = "4 3" if tile.tired > 1 else None
    fill = GROUND[max(tile.tired, 0)]
    return svg.rect(0.5, 0.5, width - 1, height - 1, rx=5, fill=fill, stroke="line", stroke_dasharray=dashes)


@kept
def strip_of(tile: Tile, width: float, height: float) -> svg.Box:
    """A card that is read like a line: how it lies or what it is, its name, and its signs at the right edge; in a
    higher card they stand below the name."""
    lies = tile.tired >= 0
    kind = f"orient{tile.tired}" if lies else tile.icon
    signs = [(name if lies or name != kind else "", words) for name, words in tile.signs]
    signs += [("", f"x{tile.copies}")] * (tile.copies > 1)
    inner = width - 20
    double = height >= DOUBLE and _breadth_of(tile.name, signs) > width
    across = _whole(signs) * LARGE if signs else 0.0
    if not double:
        across = min(across, max(inner - _least(tile.name) - 5, inner / 3))
    free = inner if double or not signs else inner - across - 5
    name, size = fitting(tile.name, free, NAME)
    lines = [name]
    if name != tile.name and height >= 2 * TINY:
        lines, size = svg.squeezed(tile.name, free, TINY, bold=True)
        if double and svg.breadth(lines[-1], size, bold=True) + across > inner:
            lines = [name]  # the signs need the place of the second line
    first = 9.0 if double else height / 2 - 5.5 * (len(lines) - 1)
    words = [(17, first + size * 0.36 + 11 * k, line) for k, line in enumerate(lines)]
    parts = [
        sign(kind, 9, 9.0 if double else height / 2, 0.8),
        svg.texts(words, size, font_weight="bold", fill="faint" if tile.tired > 1 else "ink"),
    ]
    if signs:
        left = 4.0 if double and len(lines) == 1 else width - 3 - across
        middle = height - 8 if double else height / 2
        parts.append(svg.moved(left, middle, scaled(signs, min(across, width - 8), LARGE)))
    block = svg.Box(width, height, piece(f"card {tile.name}", _ground(tile, width, height), *parts))
    return widgets.look(block, tile.name, tile.words, *_about(tile))


def _about(tile: Tile) -> list[str]:
    """Numbers of a card in words."""
    return [" ".join(filter(None, pair)) for pair in tile.stats if pair[0] != "dice"]


def _least(name: str) -> float:
    """Width of a name in the smallest letters."""
    return svg.breadth(name, TINY, bold=True)


def _breadth_of(name: str, signs: Sequence[tuple[str, str]]) -> float:
    """The least width of a card of one line."""
    return 25 + _least(name) + (_whole(signs) if signs else 0)


def strips_of(canvas: Canvas, tiles: Sequence[Tile], width: float, height: float, gap: float = 3) -> svg.Box:
    """Cards of lines below each other, in more columns where there are many."""
    double = any(_breadth_of(tile.name, tile.signs) > width for tile in tiles)
    most = max(int((height + gap) / ((DOUBLE if double else LOW) + gap)), 1)
    columns = 1 if width < SINGLE else ceil(len(tiles) / most)
    rows = ceil(len(tiles) / columns)
    low = (height - gap * (rows - 1)) / rows
    across = (width - gap * (columns - 1)) / columns
    made = [strip_of(canvas, tile, across, low) for tile in tiles]
    return svg.column([svg.row(made[k : k + columns], gap) for k in range(0, len(made), columns)], gap)


def fitting(words: str, width: float, most: float) -> tuple[str, float]:
    """A name as one line of at most `width`, and its size, `most` or smaller; it is cut where even the smallest letters
    are too large."""
    size = max(min(most, 0.99 * most * width / max(svg.breadth(words, most, bold=True), 1)), TINY)
    return svg.cut(words, width, size, bold=True), size


@kept
def figure_of(tile: Tile, life: tuple[int, int], width: float) -> svg.Box:
    """A figure on the deck: a bar with its life, its name, and its drawing with armour, conditions and attack beside
    it, or below it in a narrow one. It lies when it is tapped, and is faint when it is exhausted."""
    narrow = width < SLIM
    name, size = fitting(tile.name, width - 7, NAME)
    lines = [name]
    if name != tile.name and not narrow:
        lines, size = svg.squeezed(tile.name, width - 7, TINY, bold=True)
    down = 45.0 if narrow else 50.0 + 5 * (len(lines) - 1)
    drawn = svg.moved(18, down, svg.use(f"medianokte-{tile.icon}", 0, 0, 0.9), turn=90 * (tile.tired > 0))
    shadow = svg.element("ellipse", cx=18, cy=down + 14, rx=14, ry=3, fill="line")
    told = [*tile.stats, *tile.signs]
    left, top = (2.0, 66.0) if narrow else (35.0, down - 5)
    rows = _rows(told, (width - left - 3) / LARGE)[: 2 if narrow else 3]
    top -= 4 * (len(rows) > 2)
    body = [
        svg.rect(0.5, 0.5, width - 1, FIGURE - 1, rx=5, fill="card", stroke="line", opacity="0.8"),
        svg.moved(2, 2, life_bar(*life, width - 4)),
        svg.texts([(4, 26 + 11 * k, line) for k, line in enumerate(lines)], size, font_weight="bold"),
        shadow,
        svg.group(drawn, opacity="0.5" if tile.tired > 1 else None),
        *(svg.moved(left, top + 12 * k, scaled(row, width - left - 3, LARGE)) for k, row in enumerate(rows)),
    ]
    block = svg.Box(width, FIGURE, piece(f"figure {tile.name}", *body))
    about = [" ".join(filter(None, pair)) for pair in tile.stats]
    return widgets.look(block, tile.name, tile.words, f"{life[0]}/{life[1]}", *about)


@kept
def held_of(tile: Tile, width: float) -> svg.Box:
    """A card of the Enemy's hand as a low card: drawing and numbers in a row, its name in two lines below."""
    ground = svg.rect(0.5, 0.5, width - 1, HELD - 1, rx=5, fill=GROUND[0], stroke="line")
    name = svg.breadth(tile.name, TINY, bold=True)
    lines, size = svg.squeezed(tile.name, width - 7, TINY, bold=True)
    if name <= width - 7:
        line, size = fitting(tile.name, width - 7, NAME)
        lines = [line]
    first = 29.0 if len(lines) == 1 else 23.5
    parts = [
        sign(tile.icon, 10, 9, 0.5 if tile.icon[-1].isdigit() else 0.7),
        svg.moved(17, 9, scaled(tile.stats, width - 21, LARGE)),
        *(svg.text(4, first + 11 * k, line, size, font_weight="bold") for k, line in enumerate(lines)),
    ]
    block = svg.Box(width, HELD, piece(f"card {tile.name}", ground, *parts))
    about = [" ".join(filter(None, pair)) for pair in tile.stats]
    return widgets.look(widgets.copies(block, tile.copies, 8), tile.name, tile.words, *about)


def _upright(tile: Tile, width: float, height: float) -> list[str]:
    """The contents of a narrow card."""
    lines, size = svg.squeezed(tile.name, width - 6 - 9 * bool(tile.mark), TINY, bold=True)
    parts = [sign(tile.icon, width / 2, 14, 0.75 if tile.icon[-1].isdigit() else 1)]
    for k, line in enumerate(lines):
        parts.append(svg.text(width / 2, 33 + 11 * k, line, size, text_anchor="middle", font_weight="bold"))
    if tile.stats:
        parts.append(svg.moved(3, height - 7, scaled(tile.stats, width - 6)))
    if tile.tired >= 0:
        parts.append(sign(f"orient{tile.tired}", 9, 10, 0.8))
    return parts


def _across(tile: Tile, width: float, height: float) -> list[str]:
    """The contents of a wide card. The numbers of a tall one without a mark are beside its drawing, its name below."""
    if _is_read(tile, height):
        return _read(tile, width, height)
    below = bool(tile.stats) and height >= TALL and not tile.mark
    left = 6.0 if below else 27.0
    name_width = width - left - 3 - 9 * bool(tile.mark)
    lines, size = svg.squeezed(tile.name, name_width, TINY, bold=True)
    first, middle = (33, 12) if below else (12, 15)
    parts = [sign(tile.icon, 14, middle, 0.72 if tile.icon[-1].isdigit() else 0.85)]
    parts += [svg.text(left, first + 11 * k, line, size, font_weight="bold") for k, line in enumerate(lines)]
    y = first - (10 if below else 5) + 11 * len(lines)
    if below:
        parts.append(svg.moved(23, middle, scaled(tile.stats, width - 25)))
    elif tile.stats:
        parts.append(svg.moved(20, y + 6, scaled(tile.stats, width - 20)))
        y += 14
    if tile.tired >= 0:
        parts.append(sign(f"orient{tile.tired}", 13, height - 11, 0.9))
    paint = "ink" if tile.tired > 0 else "faint"  # the ground of a tired card is darker
    if y + 3 >= middle + 10:
        left = 6.0  # below the drawing
    rows = svg.wrap(tile.words, width - left - 4, svg.LEAST) if tile.words else []
    line = LINE * svg.LEAST
    if len(rows) > int((height - y - 3) / line):
        rows = []  # half an effect says nothing; the card is read when it is seen large
    told = [(left, y + 10 + line * k, words) for k, words in enumerate(rows)]
    return [*parts, svg.texts(told, svg.LEAST, fill=paint)]


def _is_read(tile: Tile, height: float) -> bool:
    """Whether a card has its words below its name."""
    return bool(tile.words) and not tile.stats and height >= READ


def _read(tile: Tile, width: float, height: float) -> list[str]:
    """The contents of a card whose effect is read: how it lies and its name, then its words."""
    left = 17.0 * (tile.tired >= 0)
    name, size = fitting(tile.name, width - left - 11, NAME)
    parts = [svg.text(left + 5, 14, name, size, font_weight="bold")]
    parts += [sign(f"orient{tile.tired}", 11, 10, 0.8)] * (tile.tired >= 0)
    rows = svg.wrap(tile.words, width - 9, tile.size)
    if len(rows) > _lines(height, tile.size):
        return parts  # half an effect says nothing; the card is read when it is seen large
    told = [(5, 17 + LINE * tile.size * (1 + k), line) for k, line in enumerate(rows)]
    return [*parts, svg.texts(told, tile.size, fill="ink" if tile.tired < 1 else "faint")]


def _lines(height: float, size: float) -> int:
    """Lines of words on a card whose effect is read."""
    return int((height - 19) / (LINE * size))


@lru_cache(1 << 10)
def _need(name: str, words: str, height: float, size: float) -> float:
    """The least width of a card whose effect is read."""
    fits = (w for w in range(48, 400, 4) if len(svg.wrap(words, w - 9, size)) <= _lines(height, size))
    return max(29 + _least(name), next(fits, 400))


def effects_of(canvas: Canvas, tiles: Sequence[Tile], width: float, height: float, gap: float = 5) -> svg.Box:
    """Cards side by side, each as wide as its effect needs to be read, in letters as large as all of them have room
    for."""
    left = width - gap * (len(tiles) - 1)
    needs = {size: [_need(tile.name, tile.words, height, size) for tile in tiles] for size in SIZES}
    size = next((size for size in SIZES if sum(needs[size]) <= left), TINY)
    more = left - sum(needs[size])
    whole = sum(needs[size])
    wide = [need + more / len(tiles) if more > 0 else need * left / whole for need in needs[size]]
    made = [card_of(canvas, tile._replace(size=size), across, height) for tile, across in zip(tiles, wide, strict=True)]
    return svg.row(made, gap)


def _across_of(name: str, words: str) -> float:
    """Width of a sign with its number."""
    counters = sum(letter in COUNTERS for letter in words)  # wider than other letters
    return (11 if name else 5.5) + svg.breadth(words, TINY + 0.5) + 3 * counters


def _whole(signs: Sequence[tuple[str, str]]) -> float:
    """Width of a row of signs."""
    return sum(_across_of(*pair) for pair in signs) + 0.5


def _rows(signs: Sequence[tuple[str, str]], width: float, left: float = 0) -> list[list[tuple[str, str]]]:
    """Signs with their numbers in rows of at most `width`, the first of which begins at `left`."""
    rows: list[list[tuple[str, str]]] = [[]]
    used = left
    for pair in signs:
        used += _across_of(*pair)
        if rows[-1] and used > width:
            rows.append([])
            used = _across_of(*pair)
        rows[-1].append(pair)
    return rows


def scaled(stats: Sequence[tuple[str, str]], width: float, most: float = 1.0) -> str:
    """Signs with their numbers, in a row as wide as `width` at most, at most `most` times as large; where they have no
    room they are nearer to each other, with letters as large as elsewhere."""
    scale = min(most, width / _whole(stats))
    size = TINY if scale >= 1 else min(TINY + 0.5, TINY / scale) if scale > TINY / (TINY + 0.5) else TINY / scale
    parts = []
    x = 6.0
    for name, words in stats:
        if name:
            parts.append(sign(name, x, 0, 0.6))
        parts.append(svg.text(x + 5.5 * bool(name), 3.5, words, size))
        x += _across_of(name, words)
    return svg.moved(0, 0, *parts, scale=scale)


def cards_of(canvas: Canvas, tiles: Sequence[Tile], width: float, height: float, across: int) -> svg.Box:
    """Cards in rows of `across`, their words in letters as large as all of them have room for."""
    card_width = (width - 5 * (across - 1)) / across
    fits = (size for size in SIZES if all(_need(tile.name, tile.words, height, size) <= card_width for tile in tiles))
    size = next(fits, TINY)
    made = [card_of(canvas, tile._replace(size=size), card_width, height) for tile in tiles]
    return svg.column([svg.row(made[k : k + across], 5) for k in range(0, len(made), across)], 5)


def conditions(bleed: int, poison: int, euphoria: int = 0) -> list[tuple[str, str]]:
    """Signs for bleeding, poison with its number, and euphoria."""
    return [("drop", "")] * bool(bleed) + [("flask", str(poison))] * bool(poison) + [("star", "")] * bool(euphoria)


def life_bar(left: int, limit: int, width: float) -> str:
    """A bar of life with its numbers."""
    share = min(max(left, 0) / max(limit, 1), 1)
    return (
        svg.rect(0, 0, width, 13, rx=4, fill="card", stroke="faint")
        + svg.rect(1, 1, max((width - 2) * share, 0), 11, rx=3, fill="level3")
        + svg.text(width / 2, 10.5, f"{max(left, 0)}/{limit}", svg.SMALL, text_anchor="middle", font_weight="bold")
    )


def portrait_of(
    canvas: Canvas,
    width: float,
    icon: str,
    name: str,
    life: tuple[int, int],
    signs: Sequence[list[tuple[str, str]]],
    actions: Iterable[int],
    new: bool,
    title: str = "",
) -> svg.Box:
    """Drawing, life and signs of the boss or a crew member; a click offers `actions`, with a title in place of its
    name."""
    rows = [line_signs for line_signs in signs if line_signs]
    if any(len(_rows(row, width - 48)) > 1 for row in rows):
        first, *others = _rows([pair for row in rows for pair in row], width - 48)
        rows = [first, [pair for row in others for pair in row]]  # a third row has no room
    lines = [svg.moved(46, 24 + 14 * k, scaled(row, width - 48, LARGE)) for k, row in enumerate(rows)]
    parts = [
        svg.rect(1, 1, 40, 44, rx=8, fill="fog", stroke="line"),
        sign(icon, 21, 23, 1.25),
        sign("heart", 52, 9, 0.8),
        svg.moved(61, 2, life_bar(*life, width - 63)),
        *lines,
    ]
    return widgets.offered(canvas, actions, svg.Box(width, 46, "".join(parts)), new, title or name)
