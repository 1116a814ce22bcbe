"""Letters of pictures are never scaled down so far that they cannot be read: 11 pixels on the screens of
`core/show/svg.py`."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from medianoche import envs
from tests.envs.repeats import repeated

GAMES = [pytest.param(name, id=f"{name}-letters") for name in envs.names()]
SCREENS = {360: 390, 720: 764}
"""Pixels that a picture has on a phone of 390 by 844 and in a window of 1366 by 768, by its width in units."""
LEAST = 10.95
SCALE = re.compile(r"scale\(([\d.]+)\)")


def small(picture, pixels):
    """Texts with letters under `LEAST` pixels: their panel, their words, and their size."""
    root = ET.fromstring(picture)
    symbols = {node.attrib["id"]: node for node in root.iter() if "id" in node.attrib}
    unit = pixels / float(root.attrib["width"])
    illegible = set()
    pips = {"●", "●●"}  # symbols of cards

    def look(node, scale, size, panel):
        if times := SCALE.search(node.attrib.get("transform", "")):
            scale *= float(times[1])
        size = float(node.attrib.get("font-size", size))
        panel = node.attrib.get("data-panel", panel)
        if node.tag.endswith("}text") and node.text and node.text not in pips and scale * size * unit < LEAST:
            illegible.add((panel, node.text, round(scale * size * unit, 1)))
        if node.tag.endswith("}use"):
            look(symbols[node.attrib["href"][1:]], scale, size, panel)
        for child in node:
            if not child.tag.endswith("}defs"):
                look(child, scale, size, panel)

    look(root, 1.0, 0.0, "")
    return illegible


@repeated(2, 8, "games")
@pytest.mark.parametrize("name", GAMES)
def test_letters_can_be_read_in_every_position(name, games):
    game = envs.game(name)
    illegible = {}
    for seed in range(games):
        count = game.players[seed % len(game.players)]
        state = game.new(count, seed=seed)
        rng = np.random.default_rng(seed)
        number = 0
        while not state.done:
            asked = int(state.to_move)
            legal = game.legal_actions(state)
            if number % 7 == 0:
                lang = ("en", "es")[number % 2]
                for width, pixels in SCREENS.items():
                    for seat in (asked, (asked + 1) % count):
                        for text in small(game.draw(state, seat, width=width, lang=lang), pixels):
                            illegible.setdefault((width, *text), (seed, number, seat))
            game.step(state, int(rng.choice(legal)))
            number += 1
    assert illegible == {}
