"""Drawings of Correo de Medianoche, each around (0, 0): heads of animals, houses, tokens."""

from __future__ import annotations

from medianoche.envs.core.show import svg
from medianoche.envs.correo import state as st

PAINTS = ("none", "green", "yellow", "pink", "blue", "red", "ink")
"""Colour of each house code; the head of the animal distinguishes animals and houses, too."""


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


def quadrants(size: int, side: float) -> str:
    """The cross between the quadrants."""
    middle = size * side / 2
    whole = size * side
    d = f"M{middle:.1f} 0V{whole:.1f}M0 {middle:.1f}H{whole:.1f}"
    return svg.path(d, fill="none", stroke="act", stroke_width=1, stroke_dasharray="1.5 4")
