"""The list of games and the question before a new game: pictures, what is read meanwhile, what is offered."""

from medianoche import envs
from medianoche.envs.core.show.svg import PALETTE
from tests.ui.driving import lobby, run

LAPTOP = {"width": 1366, "height": 768}
GROUND = """[...document.querySelectorAll(".seen")].map(
  box => getComputedStyle(box.shadowRoot.querySelector("svg > rect")).fill)"""
"""The colour behind the board of each card."""


def channels(colour):
    """A colour as the browser writes it."""
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


def test_the_pictures_of_the_cards_follow_the_theme(page, server):
    page.set_viewport_size(LAPTOP)
    lobby(page, server)
    for name in envs.names():
        page.wait_for_selector(f"[data-game={name}] .seen svg")
    pairs = {channels(light): channels(dark) for light, dark in PALETTE.values()}
    light = run(page, GROUND)
    page.click("#theme")
    dark = run(page, GROUND)
    assert set(light) <= set(pairs)
    assert dark == [pairs[colour] for colour in light]
    page.click("#theme")
    assert run(page, GROUND) == light
