"""Words on the boards can be read in both themes: contrast of 4.5 or more, level AA of WCAG 2.2, which axe-core cannot
see inside SVG.

The picture is drawn without its texts; the ground of a text is the most frequent colour of the pixels under it."""

import re
from io import BytesIO
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib.image import imread

from medianoche import envs
from medianoche.envs.core import contract
from medianoche.envs.core.show import svg
from medianoche.envs.core.show.sheet import Svg
from tests.envs.repeats import larger, repeated

AA = 4.5
GAMES = [pytest.param(envs.game(name), id=f"{name}-contrast") for name in envs.names()]
SCALE = 2
"""Pixels for a unit of the picture."""
TAG = "{http://www.w3.org/2000/svg}"
WORDS = re.compile(r"<text\b[^>]*?(/>|>.*?</text>)", re.DOTALL)
STEP = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")


def luminance(colour):
    """Relative luminance of "#rrggbb" by WCAG 2.2."""
    shares = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    return np.dot(
        [0.2126, 0.7152, 0.0722], [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    )


def contrast(one, other):
    """The contrast of two colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def written(element, symbols, place=(0, 0, 1), style=()):
    """Each text of a picture: (words, colour, left, top, width, height) in units of the picture; turned ones are left
    out, and those that are seen only under the pointer."""
    x, y, scale = place
    for how, transform in STEP.findall(element.get("transform", "")):
        values = [float(value) for value in transform.split()]
        if how == "translate":
            x, y = x + scale * values[0], y + scale * values[1]
        elif how == "scale":
            scale *= values[0]
        elif values[0] % 360:
            return
    kept = {name: element.get(name) for name in ("fill", "font-size", "text-anchor") if element.get(name)}
    style = {**dict(style), **kept}
    if element.get("class") in ("ghost", "verdict"):
        return
    if element.tag == f"{TAG}use":
        yield from written(symbols[element.get("href")[1:]], symbols, (x, y, scale), style)
    elif element.tag == f"{TAG}text" and (words := "".join(element.itertext()).strip()):
        size = float(style["font-size"])
        wide = svg.breadth(words, size)
        left = float(element.get("x", 0)) - {"middle": wide / 2, "end": wide}.get(style.get("text-anchor"), 0)
        top = float(element.get("y", 0)) - 0.75 * size
        yield words, style["fill"], x + scale * left, y + scale * top, scale * wide, scale * 0.8 * size
    elif element.tag != f"{TAG}defs":
        for inner in element:
            yield from written(inner, symbols, (x, y, scale), style)


def pixels(picture, width, theme):
    """int[height, width], a colour in each: 0xrrggbb."""
    shares = imread(BytesIO(picture.png(SCALE * width, theme)), format="png")[..., :3]
    return (shares * 255).round().astype(int) @ [1 << 16, 1 << 8, 1]


def unreadable(picture, theme):
    """(words, their colour, their ground) of a picture's texts with too little contrast."""
    root = ET.fromstring(picture.themed(theme))
    width = int(root.get("width"))
    bare, whole = (pixels(drawing, width, theme) for drawing in (Svg(WORDS.sub("", picture)), picture))
    symbols = {element.get("id"): element for element in root.iter() if element.get("id")}
    names = set()
    for words, colour, *box in written(root, symbols):
        left, top, wide, tall = (max(int(SCALE * value), 0) for value in box)
        place = slice(top, top + tall + 1), slice(left, left + wide + 1)
        under = bare[place][bare[place] != whole[place]]  # none where another card lies on the words
        if len(under):
            colours, counts = np.unique(under, return_counts=True)
            ground = f"#{colours[counts.argmax()]:06x}"
            if contrast(colour, ground) < AA:
                names.add((words, colour, ground))
    return names


@repeated(1, 2)
@pytest.mark.parametrize(
    ("theme", "width"), [("light", 360), larger("dark", 720), larger("light", 720), larger("dark", 360)]
)
@pytest.mark.parametrize("game", GAMES)
def test_all_words_of_a_board_can_be_read(game, theme, width, count):
    for state in contract.positions(game, game.players[0], 3, count=count):
        actions = game.legal_actions(state)
        assert not unreadable(game.draw(state, int(state.to_move), actions=actions, width=width), theme)
