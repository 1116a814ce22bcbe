"""Parts of pictures that several games have: panels of fixed size, cards, piles, hands, dice, bars."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from medianoche.envs.core.show import svg
from medianoche.envs.core.show.view import Canvas, hit

WIDE = svg.COLUMN - 2 * svg.MARGIN
HALF = (WIDE - 8) / 2
"""Widths of a panel that fills a column, and of one of two side by side."""
STARS = ((0.04, 0.3, 1.1), (0.13, 0.75, 0.8), (0.37, 0.2, 0.9), (0.52, 0.6, 0.7), (0.68, 0.25, 1.2), (0.83, 0.7, 0.9))


# ---- places


def area(
    name: str,
    width: float,
    height: float,
    *blocks: svg.Box,
    title: str = "",
    turn: bool = False,
    fill: str | None = "card",
    gap: float = 4,
    asked: bool = False,
) -> svg.Box:
    """A panel of fixed size, whatever it holds: blocks below each other, scaled down where they do not fit.

    Args:
        name: what the panel is called in the picture, for tests and pages.
        width, height: its size.
        blocks: its contents.
        title: a line above them.
        turn: whether it is of the player to move; then a dot is before the title.
        fill: colour of its ground; None for a panel without frame.
        gap: distance between the blocks.
        asked: whether it is where the player to move chooses; a phone shows it first.
    """
    inset = 7 if fill else 0
    inner = width - 2 * inset
    head = []
    if title:
        dot = svg.circle(4, 7.5, 4, fill="act") if turn else ""
        words = heading(title, inner - 12 * turn, svg.SIZE if width > HALF else svg.SMALL + 0.5)
        head = [svg.Box(inner, max(words.height, 17), dot + svg.moved(12 * turn, 0, words.body))]
    held = fitted(svg.column([*head, *blocks], gap), inner, height - 2 * inset)
    frame = svg.rect(0.5, 0.5, width - 1, height - 1, rx=8, fill=fill, stroke="line") if fill else ""
    size = f"{svg.number(width)} {svg.number(height)}"
    marks: dict[str, svg.Value] = {"data_panel": name, "data_size": size, "data_asked": "" if asked else None}
    return svg.Box(width, height, svg.group(frame, svg.moved(inset, inset, held.body), **marks))


def heading(words: str, width: float, size: float) -> svg.Box:
    """A bold line, or two smaller ones where one would be longer than `width`."""
    if svg.breadth(words, max(size * 5 / 6, svg.LEAST), bold=True) <= width:
        return svg.line(words, width, size, bold=True)
    lines, size = svg.squeezed(words, width, size * 5 / 6, bold=True)
    return svg.column([svg.line(line_text, width, size, bold=True) for line_text in lines], 0)


def fitted(block: svg.Box, width: float, height: float) -> svg.Box:
    """A block in a place of fixed size, scaled down where it does not fit."""
    scale = min(1, width / max(block.width, 1), height / max(block.height, 1))
    body = block.body if scale == 1 else svg.moved(0, 0, block.body, scale=scale)
    return svg.Box(width, height, body)


def told(words: str, width: float, height: float) -> svg.Box:
    """A box with the beginning of `words`, as much as fits into `width` and `height` in letters that can be read. Pages
    show all of the words on a click."""
    lines = svg.wrap(words, width, svg.LEAST)
    count = max(int(height / (1.35 * svg.LEAST)), 1)
    shown = svg.paragraph(words, width, svg.LEAST, fill="faint")
    if len(lines) <= count:
        return shown
    kept = [*lines[: count - 1], svg.cut(f"{lines[count - 1]} …", width, svg.LEAST)]
    rows = [(0.0, svg.LEAST * (1 + 1.35 * k), line) for k, line in enumerate(kept)]
    return look(svg.Box(width, height, svg.texts(rows, svg.LEAST, fill="faint")), words)


def sky(width: float, height: float) -> str:
    """Stars, drawn behind something."""
    return svg.group(*(svg.circle(x * width, y * height, r) for x, y, r in STARS), fill="moon", opacity="0.55")


# ---- pieces and cards


def piece(name: str, *parts: str) -> str:
    """Something that may move from one picture to the next. Pieces that look the same have the same name, so a name
    tells no more than the picture: pages pair equal pieces that did not move, then those that are nearest."""
    return svg.group(*parts, data_piece=name)


def look(block: svg.Box, words: str, *lines: str) -> svg.Box:
    """A card or pile that pages show large, with words about it; the first are its heading."""
    about = "\n".join([words, *(line for line in lines if line)])
    ground = svg.element("rect", width=block.width, height=block.height, fill="transparent")  # catches the pointer
    body = svg.group(svg.element("title", escape(about)), ground, block.body, class_="look", tabindex="0")
    return block._replace(body=body)


def heap(icon: svg.Box, count: int, words: str, lines: Iterable[str] = (), name: str = "") -> svg.Box:
    """A pile: cards that lie on each other, their number, and on a click the list of its cards.

    Args:
        icon: the uppermost card.
        count: number of cards.
        words: what the pile is.
        lines: its cards, in words.
        name: the name of the piece on the pile, if cards move from or to it.
    """
    under = "".join(
        svg.rect(k, k, icon.width, icon.height, rx=3, fill="level2", stroke="line") for k in (4, 2) if count > k / 2
    )
    top = (
        icon.body
        if count
        else svg.rect(
            0.5, 0.5, icon.width - 1, icon.height - 1, rx=3, fill="none", stroke="line", stroke_dasharray="3 2"
        )
    )
    top = piece(name, top) if name and count else top
    x, y = icon.width + 2, icon.height
    wide = 8 + 6.5 * len(str(count))
    tag = svg.rect(x - wide + 4, y - 10, wide, 14, rx=7, fill="ink")
    tag += svg.text(
        x + 4 - wide / 2, y + 0.8, str(count), svg.LEAST, fill="paper", text_anchor="middle", font_weight="bold"
    )
    return look(svg.Box(icon.width + 7, icon.height + 5, under + top + tag), f"{words}: {count}", *lines)


def fan(cards: Sequence[svg.Box], width: float, gap: float = 4) -> svg.Box:
    """Cards side by side in `width`, over each other where there is no room."""
    if not cards:
        return svg.Box(width, 0, "")
    whole = sum(card.width + gap for card in cards) - gap
    squeeze = min(1.0, (width - cards[-1].width) / max(whole - cards[-1].width, 1))
    parts = []
    x = 0.0
    for card in cards:
        parts.append(svg.moved(x, 0, card.body))
        x += (card.width + gap) * squeeze
    return svg.Box(width, max(card.height for card in cards), "".join(parts))


def slot(width: float, height: float) -> svg.Box:
    """An empty place."""
    body = svg.rect(0.5, 0.5, width - 1, height - 1, rx=4, fill="none", stroke="line", stroke_dasharray="3 3")
    return svg.Box(width, height, body)


def die(number: str, size: float = 28, fill: str = "card", ink: str = "ink") -> svg.Box:
    """A die that shows `number` in the colour `ink`."""
    middle = size / 2
    d = f"M{middle} 1L{size - 1} {middle}L{middle} {size - 1}L1 {middle}Z"
    label = svg.text(middle, middle + size / 6, number, size / 2.3, fill=ink, text_anchor="middle", font_weight="bold")
    return svg.Box(size, size, svg.path(d, fill=fill, stroke="ink", stroke_width=1.5) + label)


def back(
    symbol: str, width: float, height: float, scale: float = 1, label: str = "?", size: float = 12, below: float = 5
) -> svg.Box:
    """A card whose face is not shown: a symbol, and a label whose baseline is `below` the middle."""
    words = svg.text(width / 2, height / 2 + below, label, size, text_anchor="middle", font_weight="bold")
    return svg.Box(width, height, svg.use(symbol, width / 2, height / 2, scale) + words)


def copies(card: svg.Box, count: int, inset: float = 5) -> svg.Box:
    """A card with its number of copies, if there are several, in its upper right corner."""
    if count < 2:
        return card
    x, y = card.width - inset, inset + 1
    number = svg.text(x, y + 3.5, str(count), svg.LEAST, fill="paper", text_anchor="middle")
    return card._replace(body=card.body + svg.circle(x, y, 7, fill="ink") + number)


def pile(
    icon: svg.Box, words: str, width: float, gap: float = 4, size: float = svg.SMALL, weight: str | None = None
) -> svg.Box:
    """A pile or a kind of tokens: a picture, and its number on a line beside it."""
    line = svg.text(icon.width + gap, icon.height / 2 + size / 2.7, words, size, font_weight=weight)
    return svg.Box(width, icon.height, icon.body + line)


def labelled(icon: svg.Box, words: str, width: float, gap: float = 4, fill: str = "ink") -> svg.Box:
    """A picture with a paragraph beside it: a short one in the middle of the height, a long one from the top on."""
    beside = svg.paragraph(words, width - icon.width - gap, svg.SMALL, fill=fill)
    down = max(icon.height - beside.height, 0) / 2
    body = icon.body + svg.moved(icon.width + gap, down, beside.body)
    return svg.Box(width, max(icon.height, beside.height), body)


def bar(width: float, value: int, most: int, paint: str) -> svg.Box:
    """A bar for a number that is written beside it."""
    filled = svg.rect(0, 0, width * min(value / max(most, 1), 1), 6, rx=3, fill=paint)
    return svg.Box(width, 7, svg.rect(0, 0, width, 6, rx=3, fill="level1") + filled)


def offered(
    canvas: Canvas,
    actions: Iterable[int],
    block: svg.Box,
    new: bool = False,
    title: str = "",
    at: tuple[float, float] | None = None,
) -> svg.Box:
    """A part that is clicked to choose between those of `actions` that are on offer; else marked if it is new."""
    actions = list(actions)
    parts = [block.body]
    if canvas.offered(actions):
        parts.append(hit(1, 1, block.width - 2, block.height - 2))
    elif new:
        parts.append(svg.fresh(1, 1, block.width - 2, block.height - 2))
    body = canvas.offer(actions, *parts, at=at or (block.width - 4, 8), title=title)
    return svg.Box(block.width, block.height, body)
