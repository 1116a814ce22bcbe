"""A whole SVG picture: its ground, style and symbols; as a file of pixels, and in one theme."""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO

import numpy as np

from medianoche.envs.core.errors import OptionError, choices
from medianoche.envs.core.show.svg import COLUMN, MARGIN, PALETTE, Box, element, group, moved, rect

THEMES = ("light", "dark")
PIXELS_MISSING = "pixels need resvg-py; pip install 'medianoche[pixels]'"
_BOX = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
_VARIABLE = re.compile(r"var\(--(\w+)\)")
_USED = re.compile(r'href="#([^"]+)"')
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


FIXED = (
    ".medianoche .hit{stroke:var(--act);stroke-width:1.5;stroke-dasharray:4 3}"
    ".medianoche .new{fill:none;stroke:var(--new);stroke-width:2;pointer-events:none}.medianoche .ghost{opacity:0}"
)


def _style() -> str:
    light, dark = ("".join(f"--{name}:{pair[k]};" for name, pair in PALETTE.items()) for k in range(2))
    return (
        f"<style>.medianoche{{{light}}}"
        f"@media(prefers-color-scheme:dark){{.medianoche{{{dark}}}}}"
        f"[data-theme=light] .medianoche{{{light}}}[data-theme=dark] .medianoche{{{dark}}}{FIXED}"
        ".medianoche .act{cursor:pointer}.medianoche .act:hover{opacity:.85}"
        ".medianoche .act:hover .ghost,.medianoche .act:focus .ghost{opacity:.75}"
        ".medianoche .act:hover .hit,.medianoche .act:focus .hit{stroke-width:4;stroke-dasharray:none}</style>"
    )


STYLE = _style()
"""CSS of the palette and of hovering, for browsers; a page sets the theme by `data-theme` on an outer element."""


class Svg(str):
    """A picture as SVG text; notebooks show it. Elements that stand for actions have an attribute `data-action`, the
    numbers of these actions, and a title in words."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def themed(self, theme: str) -> Svg:
        """The picture in one theme, "light" or "dark", with fixed colours instead of CSS variables, for any viewer.

        Raises:
            OptionError: there is no such theme.
        """
        if theme not in THEMES:
            raise OptionError(f"theme {theme!r} is not accepted; accepted: {choices(THEMES)}")
        fixed = _STYLE.sub(f"<style>{FIXED}</style>", self)
        return Svg(_VARIABLE.sub(lambda match: PALETTE[match[1]][THEMES.index(theme)], fixed))

    def png(self, width: int = 2 * COLUMN, theme: str = "dark") -> bytes:
        """The picture as a PNG file, `width` pixels wide.

        Raises:
            OptionError: the library resvg-py is not installed.
        """
        try:
            from resvg_py import svg_to_bytes
        except ImportError:
            raise OptionError(PIXELS_MISSING) from None
        return bytes(svg_to_bytes(svg_string=str(self.themed(theme)), width=width))

    def pixels(self, height: int, width: int, theme: str = "dark") -> np.ndarray:
        """The picture as uint8[height, width, 3], scaled to fit, on its background colour.

        Raises:
            OptionError: the library resvg-py is not installed.
        """
        from matplotlib.image import imread

        wide, tall = (int(length) for length in _BOX.search(self).groups())  # type: ignore[union-attr]
        scaled = max(int(wide * min(width / wide, height / tall)), 1)
        shares = np.asarray(imread(BytesIO(self.png(scaled, theme)), format="png"))[:height, :width, :3]
        ground = PALETTE["paper"][THEMES.index(theme)]
        frame = np.full((height, width, 3), [int(ground[k : k + 2], 16) for k in (1, 3, 5)], np.uint8)
        left = (width - shares.shape[1]) // 2
        frame[: shares.shape[0], left : left + shares.shape[1]] = (shares * 255).round()
        return frame


def sheet(
    table: Box, label: str, symbols: Mapping[str, str] | None = None, ground: str = "paper", margin: float = MARGIN
) -> Svg:
    """The picture of a table on its ground.

    Args:
        table: all that the picture shows.
        label: description of the picture for screen readers.
        symbols: symbols for `use` by name, each drawn around (0, 0).
        ground: colour of the ground.
        margin: width of the ground around the table.
    """
    width = int(table.width + 2 * margin)
    height = int(table.height + 2 * margin + 1)
    kept = _definitions(table.body, symbols or {})
    return Svg(
        element(
            "svg",
            STYLE
            + (element("defs", kept) if kept else "")
            + rect(0, 0, width, height, fill=ground)
            + moved(margin, margin, table.body),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width} {height}",
            width=width,
            height=height,
            style="max-width:100%;height:auto",
            class_="medianoche",
            role="img",
            aria_label=label,
            font_family="system-ui,'DejaVu Sans',sans-serif",
        )
    )


def _definitions(body: str, symbols: Mapping[str, str]) -> str:
    """The symbols that `body` uses, directly or through other symbols."""
    needed: list[str] = []
    pages = [body]
    while pages:
        names = [name for name in dict.fromkeys(_USED.findall(pages.pop())) if name not in needed]
        needed += names
        pages += [symbols[name] for name in names]
    return "".join(group(symbols[name], id=name) for name in sorted(needed))
