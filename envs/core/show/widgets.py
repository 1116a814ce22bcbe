"""Parts of pictures that several games have: dice, card backs, piles, hands, bars, and the panel of a player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from medianoche.envs.core.show import svg
from medianoche.envs.core.show.view import Canvas, View, hit

WIDE = svg.COLUMN - 2 * svg.MARGIN
HALF = (WIDE - 8) / 2
"""Widths of a panel that fills a column, and of one of two side by side."""


def die(number: str, size: float = 28, fill: str = "card") -> svg.Box:
    """A die that shows `number`."""
    middle = size / 2
    d = f"M{middle} 1L{size - 1} {middle}L{middle} {size - 1}L1 {middle}Z"
    label = svg.text(middle, middle + size / 6, number, size / 2.3, text_anchor="middle", font_weight="bold")
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
    number = svg.text(x, y + 3.5, str(count), 10, fill="paper", text_anchor="middle")
    return card._replace(body=card.body + svg.circle(x, y, 7, fill="ink") + number)


def pile(
    icon: svg.Box, words: str, width: float, gap: float = 4, size: float = svg.SMALL, weight: str | None = None
) -> svg.Box:
    """A pile or a kind of tokens: a picture, and its number on a line beside it."""
    line = svg.text(icon.width + gap, icon.height / 2 + size / 2.7, words, size, font_weight=weight)
    return svg.Box(width, icon.height, icon.body + line)


def labelled(
    icon: svg.Box, words: str, width: float, gap: float = 4, size: float = svg.SMALL, fill: str = "ink"
) -> svg.Box:
    """A picture with a paragraph beside it: a short one in the middle of the height, a long one from the top on."""
    beside = svg.paragraph(words, width - icon.width - gap, size, fill=fill)
    down = max(icon.height - beside.height, 0) / 2
    body = icon.body + svg.moved(icon.width + gap, down, beside.body)
    return svg.Box(width, max(icon.height, beside.height), body)


def hand(label: str, cards: Sequence[svg.Box], width: float, label_width: float = 0) -> svg.Box:
    """The cards of a hand in rows; the label is above them, or with `label_width` on their left."""
    words = svg.paragraph(label, label_width or width, svg.SMALL, fill="faint")
    if not label_width:
        return svg.column([words, svg.flow(cards, width, 3)], 3)
    return svg.row([words, svg.flow(cards, width - label_width - 8, 4)], 6)


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
    """A part that is clicked to choose between those of `actions` that are on offer; marked if it is new."""
    actions = list(actions)
    parts = [block.body, svg.fresh(2, 2, block.width - 4, block.height - 4) if new else ""]
    if canvas.offered(actions):
        parts.append(hit(1, 1, block.width - 2, block.height - 2))
    body = canvas.offer(actions, *parts, at=at or (block.width - 4, 8), title=title)
    return svg.Box(block.width, block.height, body)


def player(view: View, seat: int, *blocks: svg.Box, width: float = WIDE, title: str = "") -> svg.Box:
    """The panel of a player, highlighted if the player is to move; its title is the seat's name unless given."""
    return svg.panel(*blocks, width=width, title=title or view.names[seat], mark=seat == view.state.to_move)
