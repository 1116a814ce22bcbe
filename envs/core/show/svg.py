"""Parts of SVG pictures, drawn without a library: shapes, a palette for light and dark themes, wrapped text, blocks.

`sheet.sheet` makes a whole picture of them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

COLUMN = 360
"""Width of a column in units of the picture; a small phone shows one column without scaling."""
MARGIN = 8
GAP = 8
BIG, SIZE, SMALL = 15, 12, 10.6
"""Font sizes in units of the picture."""
LEAST = 10.4
"""The smallest letters: 11 pixels in a window of 1400 by 900, 10 on a phone of 390 by 844."""

PALETTE = {
    "paper": ("#eeecf8", "#10112a"),
    "card": ("#ffffff", "#1c1e42"),
    "ink": ("#1d1a3b", "#efedfb"),
    "faint": ("#5d5a82", "#a9a7cf"),
    "line": ("#b3afd3", "#474987"),
    "act": ("#8f5000", "#ffd166"),
    "new": ("#c2185b", "#ff8fb3"),
    "fog": ("#d3e2ee", "#22405e"),
    "wood": ("#8a6a4a", "#7b6552"),
    "green": ("#00704f", "#39d9a4"),
    "yellow": ("#846300", "#ffd24a"),
    "orange": ("#c04a00", "#ffa05c"),
    "pink": ("#a83a78", "#f59acb"),
    "blue": ("#1a5aa8", "#74b8ff"),
    "red": ("#b03318", "#ff8060"),
    "level0": ("#e3e6ee", "#181a37"),
    "level1": ("#cdd5f0", "#272b5a"),
    "level2": ("#aebbe6", "#353c79"),
    "level3": ("#90a0da", "#444d97"),
    "level4": ("#7387cd", "#535fb2"),
    "dream": ("#f0e4f4", "#1a0f2b"),
    "village": ("#e0ecea", "#0b1b28"),
    "hull": ("#e6e9ea", "#0f1518"),
    "street": ("#f6eadb", "#1c1220"),
    "pane": ("#dfeaf0", "#0c1a24"),
    "moon": ("#825e00", "#ffe9a8"),
}
"""Each colour in the light and the dark theme. Colour-blind people can tell the hues apart; no meaning depends on hue
alone."""

_SPECIAL = re.compile("[&<>\"'\n\t\r]")
Value = float | str | None
"""Value of an attribute; an attribute whose value is None is left out."""


class Box(NamedTuple):
    """A part of a picture, drawn from its upper left corner (0, 0)."""

    width: float
    height: float
    body: str


# ---- elements


def number(value: float) -> str:
    """A coordinate in as few characters as possible."""
    return f"{value:.1f}".removesuffix(".0")


def element(tag: str, content: str = "", /, **attributes: Value) -> str:
    """An element: `stroke_width=2` becomes stroke-width="2", `class_` class; colours are those of the palette."""
    words = f"<{tag}"
    for name, value in attributes.items():
        if value is None:
            continue
        shown = f'"{number(value)}"' if not isinstance(value, str) else _quoted(value, name in ("fill", "stroke"))
        words += f" {_attribute(name)}={shown}"
    return f"{words}>{content}</{tag}>" if content else f"{words}/>"


@lru_cache(1 << 8)
def _attribute(name: str) -> str:
    """The name of an attribute: stroke-width for `stroke_width`."""
    return name.rstrip("_").replace("_", "-")


@lru_cache(1 << 12)
def _quoted(value: str, paint: bool) -> str:
    """The text of an attribute; if it is a `paint`, a colour of the palette by its name."""
    shown = f"var(--{value})" if paint and value in PALETTE else value
    return quoteattr(shown) if _SPECIAL.search(shown) else f'"{shown}"'


def rect(x: float, y: float, width: float, height: float, **attributes: Value) -> str:
    """A rectangle; `rx` rounds its corners."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, r: float, **attributes: Value) -> str:
    """A circle around a point."""
    return element("circle", cx=x, cy=y, r=r, **attributes)


def path(d: str, **attributes: Value) -> str:
    """Lines and curves from SVG path data."""
    return element("path", d=d, **attributes)


def group(*parts: str, **attributes: Value) -> str:
    """Parts with common attributes."""
    return element("g", "".join(parts), **attributes)


def moved(x: float, y: float, *parts: str, turn: float = 0, scale: float = 1) -> str:
    """Parts drawn around (0, 0), moved to a point, rotated by `turn` degrees and scaled."""
    how = f"translate({number(x)} {number(y)})"
    how += f" rotate({number(turn)})" * (turn != 0) + f" scale({scale:.3g})" * (scale != 1)
    return group(*parts, transform=how)


def use(name: str, x: float, y: float, scale: float = 1, **attributes: Value) -> str:
    """A reference to a symbol of the picture, moved to a point and scaled."""
    how = f"translate({number(x)} {number(y)})" + f" scale({scale:.3g})" * (scale != 1)
    return element("use", href=f"#{name}", transform=how, **attributes)


def text(x: float, y: float, words: str, size: float = SIZE, **attributes: Value) -> str:
    """A line of text whose baseline starts at (x, y), or is centred there (`text_anchor="middle"`)."""
    defaults: dict[str, Value] = {"fill": "ink", **attributes}
    return element("text", escape(words), x=x, y=y, font_size=max(size, LEAST), **defaults)


def squares(corners: Iterable[tuple[float, float]], side: float, **attributes: Value) -> str:
    """Many squares in one element."""
    across = number(side)
    d = "".join(f"M{number(x)} {number(y)}h{across}v{across}h-{across}z" for x, y in corners)
    return path(d, **attributes) if d else ""


def texts(spots: Iterable[tuple[float, float, str]], size: float = SIZE, **attributes: Value) -> str:
    """Many short texts of the same style in one group."""
    defaults: dict[str, Value] = {"fill": "ink", **attributes}
    return group(
        *(element("text", escape(words), x=x, y=y) for x, y, words in spots), font_size=max(size, LEAST), **defaults
    )


def fresh(x: float, y: float, width: float, height: float) -> str:
    """A line around a place that has just changed."""
    return rect(x, y, width, height, rx=6, class_="new")


# ---- text


@lru_cache(1 << 13)
def breadth(words: str, size: float = SIZE, bold: bool = False) -> float:
    """Estimated width of a line of text; rather too large than too small."""
    narrow = sum(letter in " .,:;'!|iljtfrI()[]" for letter in words)
    wide = sum(letter in "mwMW@%★☆" for letter in words)
    return size * (1.12 if bold else 1) * (0.63 * len(words) - 0.26 * narrow + 0.34 * wide)


def wrap(words: str, width: float, size: float = SIZE, bold: bool = False) -> list[str]:
    """Break `words` into lines of at most `width`; a longer word gets a line of its own."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and breadth(longer, size, bold) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def hyphenated(words: str, width: float, size: float = SIZE, bold: bool = False) -> list[str]:
    """Words in lines of at most `width`, each as full as it can be: a word that is too long goes on in the next line
    after a hyphen."""
    lines = [""]
    for word in words.split():
        rest = word
        while rest:
            start = f"{lines[-1]} ".lstrip()
            if breadth(start + rest, size, bold) <= width:
                lines[-1] = start + rest
                break
            parts = [k for k in range(3, len(rest) - 2) if breadth(f"{start}{rest[:k]}-", size, bold) <= width]
            if parts and breadth(rest, size, bold) > width:
                lines[-1] = f"{start}{rest[: parts[-1]]}-"
                rest = rest[parts[-1] :]
            elif not lines[-1]:
                lines[-1] = rest
                break
            lines.append("")
    return lines


def squeezed(words: str, width: float, size: float = SIZE, bold: bool = False) -> tuple[list[str], float]:
    """One or two lines of at most `width`, and their font size: smaller for a long word or long words, then with
    hyphens, then cut."""
    size = max(size * min(1, 0.99 * width / max(breadth(word, size, bold) for word in words.split())), LEAST)
    while len(lines := wrap(words, width, size, bold)) > 2 and size > LEAST:
        size = max(size * 0.9, LEAST)
    if len(lines) > 2 or any(breadth(line, size, bold) > width for line in lines):
        lines = hyphenated(words, width, size, bold)
    return [cut(line, width, size, bold) for line in [*lines[:1], " ".join(lines[1:])] if line], size


@lru_cache(1 << 12)
def cut(words: str, width: float, size: float = SIZE, bold: bool = False) -> str:
    """`words`, cut with an ellipsis where they are longer than `width`."""
    shown = words
    while breadth(shown, size, bold) > width and len(shown) > 2:
        shown = shown[:-2].rstrip() + "…"
    return shown


@lru_cache(1 << 12)
def line(
    words: str, width: float, size: float = SIZE, bold: bool = False, fill: str = "ink", middle: bool = False
) -> Box:
    """One line of text, up to a sixth smaller where it is longer than `width`, then cut; `middle` centres it."""
    size = max(size, LEAST)
    height = size * 1.35
    least = max(size * 5 / 6, LEAST)
    size = max(min(size, 0.999 * size * width / max(breadth(words, size, bold), 1)), least)
    style: dict[str, Value] = {"fill": fill, "font_weight": "bold" if bold else None}
    if middle:
        style["text_anchor"] = "middle"
    return Box(width, height, text(width / 2 if middle else 0, size, cut(words, width, size, bold), size, **style))


@lru_cache(1 << 12)
def paragraph(
    words: str, width: float = COLUMN - 2 * MARGIN, size: float = SIZE, bold: bool = False, fill: str = "ink"
) -> Box:
    """Text wrapped to `width`."""
    size = max(size, LEAST)
    lines = wrap(words, width, size, bold)
    attributes = {"fill": fill, "font_weight": "bold" if bold else None}
    body = "".join(text(0, size * (1 + 1.35 * row), line, size, **attributes) for row, line in enumerate(lines))
    return Box(width, size * (1.35 * len(lines) + 0.1), body)


# ---- blocks


def row(blocks: Iterable[Box], gap: float = GAP) -> Box:
    """Blocks side by side."""
    parts = []
    x = 0.0
    height = 0.0
    for block in blocks:
        parts.append(moved(x, 0, block.body) if x else block.body)
        x = x + block.width + gap
        height = max(height, block.height)
    return Box(max(x - gap, 0), height, "".join(parts))


def moved_box(x: float, y: float, block: Box) -> Box:
    """A block moved within a larger one."""
    return Box(block.width + x, block.height + y, moved(x, y, block.body))


def column(blocks: Iterable[Box], gap: float = GAP) -> Box:
    """Blocks below each other."""
    parts = []
    width = 0.0
    y = 0.0
    for block in blocks:
        parts.append(moved(0, y, block.body) if y else block.body)
        y = y + block.height + gap
        width = max(width, block.width)
    return Box(width, max(y - gap, 0), "".join(parts))


def flow(blocks: Iterable[Box], width: float = COLUMN - 2 * MARGIN, gap: float = GAP) -> Box:
    """Blocks in rows of at most `width`."""
    rows: list[list[Box]] = [[]]
    for block in blocks:
        if rows[-1] and sum(placed.width + gap for placed in rows[-1]) + block.width > width:
            rows.append([])
        rows[-1].append(block)
    return column([row(row_blocks, gap) for row_blocks in rows if row_blocks], gap)


def written(words: str) -> Box:
    """Lines of text in a frame, in letters of one width that are as large as the longest line allows."""
    lines = [
        part for line in words.splitlines() for part in textwrap.wrap(line, 66, subsequent_indent="      ") or [""]
    ]
    size = min(11.0, (COLUMN - 32) / (0.62 * max(map(len, lines), default=1)))
    shown = (
        text(0, 1.4 * size * (row + 0.8), line_text, size, font_family="monospace", style="white-space:pre")
        for row, line_text in enumerate(lines)
    )
    width, height = COLUMN - 2 * MARGIN, 1.4 * size * len(lines)
    frame = rect(0.5, 0.5, width - 1, height + 15, rx=8, fill="card", stroke="line", stroke_width=1)
    return Box(width, height + 16, frame + moved(8, 8, "".join(shown)))
