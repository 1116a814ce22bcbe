"""Drawings of La noche de Halloween, each around (0, 0): costumes, houses, candies, signs of action cards."""

from __future__ import annotations

from medianoche.envs.core.show import svg
from medianoche.envs.core.show.view import View
from medianoche.envs.halloween import state as st

GHOST = "M-9 11V-3A9 9 0 0 1 9-3V11L5 7.5L2 11L-2 7.5L-5 11Z"
SHAPES = (
    svg.path("M-11 0L-10-12L-4-8.5H4L10-12L11 0A11 11 0 0 1-11 0Z"),
    svg.path("M-6-6L-5-12L0-8L5-12L6-6Q14-10 16 4Q12 1 10 6Q6 3 4 10L0 7L-4 10Q-6 3-10 6Q-12 1-16 4Q-14-10-6-6Z"),
    svg.path(GHOST + "M8 2A5 5 0 1 1 8 11.5Z"),
    svg.path("M-10 2V-3A10 9.5 0 0 1 10-3C10 7 4 10-12 13C-6 9-10 7-10 2Z"),
    svg.circle(-6, 1, 9.5) + svg.circle(6, -1, 9.5),
    svg.path(GHOST + "M8 0L13-9L16-7L9 6Z"),
    svg.path("M-2-9V-13H2V-9Q13-11 13 1Q13 11 0 11Q-13 11-13 1Q-13-11-2-9Z"),
    svg.path("M-1-9Q-1-14 6-14V-11Q3-11 3-9Q14-9 13 1Q12 11 6 9Q0 13-6 9Q-12 11-13 1Q-14-9-1-9Z"),
)
"""Costumes of the children in order: cat, bat, ghosts with a bag and flying, two faces, a waving ghost, pumpkins."""
ROOF = "M-12 13V-3L0-13L12-3V13Z"
PAINTS = ("red", "green", "yellow", "orange", "blue")
CANDY = svg.path("M-9-5L-4-2V2L-9 5ZM9-5L4-2V2L9 5Z") + svg.circle(0, 0, 5)
FLAKE = svg.path("M0-5V5M-4.3-2.5L4.3 2.5M-4.3 2.5L4.3-2.5", stroke="blue", stroke_width=1.8)
SHIELD = svg.path("M-4.5-5H4.5V0Q4.5 4 0 6Q-4.5 4-4.5 0Z", fill="green", stroke="paper", stroke_width=0.8)
MOON = "M3-7A7 7 0 1 0 7 3A5.5 5.5 0 1 1 3-7Z"


def house(view: View, colour: int, solid: bool, x: float, y: float, size: float) -> str:
    """A house with its letter, which does not get smaller than other letters."""
    shape = svg.use(f"halloween-{'own' if solid else 'house'}{colour}", x, y, size)
    letter = view.say("letters")[colour]
    paint = "card" if solid else PAINTS[colour]
    return shape + svg.text(x, y + 10.5 * size, letter, 11 * size, text_anchor="middle", font_weight="bold", fill=paint)


def _house(colour: int, solid: bool) -> str:
    """A house without its letter, filled for its owner."""
    paint = PAINTS[colour]
    return svg.path(ROOF, fill=paint if solid else "card", stroke=paint, stroke_width=2)


PEN: dict[str, svg.Value] = {"fill": "none", "stroke": "ink", "stroke_width": 1.7, "stroke_linecap": "round"}
DIE = "M0-9L9 0L0 9L-9 0Z"
SWEET = "M-8-4L-4-2V2L-8 4ZM8-4L4-2V2L8 4ZM-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0Z"
DOOR = "M-6 10V-9H6V10ZM3 0V1"
OPS = {
    st.Op.FREE_CHILD: "M-5 10Q-5 1 0 1Q5 1 5 10M-3-4A3 3 0 1 0 3-4A3 3 0 1 0-3-4ZM8-9V-3M5-6H11",
    st.Op.GROUND: "M0-10V10M-7 5Q-6 10 0 10Q6 10 7 5M-4-6H4",
    st.Op.FREEZE: "M0-10V10M-9-5L9 5M-9 5L9-5M-3-8L0-5L3-8M-3 8L0 5L3 8",
    st.Op.FORCE_DIE: DIE + "M-2 0H2M0-2V2",
    st.Op.SEND_HOME: "M-9 9V-1L0-9L9-1V9ZM0 7V-2M-3 1L0-2L3 1",
    st.Op.SHUT: DOOR + "M-10-6L10 8",
    st.Op.TOLL: DOOR + "M8-4V4M4 0H12",
    st.Op.PASS_BY: "M-10 4Q0-10 8 2M8 2V-5M8 2L1 3",
    st.Op.POT_GAIN: "M-8-2H8L6 9H-6ZM0-11V-5M-3-8L0-5L3-8",
    st.Op.ROLL_AGAIN: "M7-4A8 8 0 1 0 8 3M8-9V-3H2",
    st.Op.LOSE: SWEET + "M-4 9H4",
    st.Op.GAIN: SWEET + "M-4 9H4M0 5V13",
    st.Op.LOSE_DIE: DIE + "M-3 0H3",
    st.Op.GIVE_DIE: "M-3-8L4-1L-3 6L-10-1ZM4 6H12M9 3L12 6L9 9",
}
"""What an action card does, as a sign."""


FACE = svg.path(
    "M-6-1A2 2.6 0 1 0-2-1A2 2.6 0 1 0-6-1ZM2-1A2 2.6 0 1 0 6-1A2 2.6 0 1 0 2-1ZM-5 4Q0 9 5 4Q0 6-5 4Z",
    fill="paper",
    stroke="none",
)
"""Eyes and mouth of a costume."""


def symbols(_view: View) -> dict[str, str]:
    """Children, houses, candies and cards."""
    shapes = {f"halloween-shape{child}": shape for child, shape in enumerate(SHAPES)}
    tokens = {
        f"halloween-child{child}": svg.use(f"halloween-shape{child}", 0, 0) + FACE for child in range(st.CHILDREN)
    }
    masks = {f"halloween-mask{child}": shape + FACE for child, shape in enumerate(SHAPES)}
    houses = {f"halloween-house{colour}": _house(colour, False) for colour in range(len(PAINTS))}
    own_houses = {f"halloween-own{colour}": _house(colour, True) for colour in range(len(PAINTS))}
    back = svg.rect(-14, -19, 28, 38, rx=4, fill="line", stroke="faint", stroke_width=1.5)
    front = svg.rect(-14, -19, 28, 38, rx=4, fill="card", stroke="ink")
    draw = svg.rect(-12, -12, 24, 24, rx=6, fill="level2", stroke="line") + svg.rect(
        -6, -9.5, 12, 16, rx=2, fill="moon"
    )
    signs = {f"halloween-op{op}": svg.path(d, **PEN) for op, d in OPS.items()}
    return {
        **signs,
        **shapes,
        **tokens,
        **masks,
        **houses,
        **own_houses,
        "halloween-grey": svg.rect(-12, -12, 24, 24, rx=6, fill="level1", stroke="line"),
        "halloween-draw": draw + svg.path("M-4-1.5H4M0-5.5V2.5", stroke="paper", stroke_width=2.2),
        "halloween-candy": CANDY,
        "halloween-flake": FLAKE,
        "halloween-shield": SHIELD,
        "halloween-back": back,
        "halloween-front": front,
    }
