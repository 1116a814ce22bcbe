"""The letters of every screen have at least 11 pixels, in windows of many widths, in replays and in saved pages."""

import pytest

pytest.importorskip("uvicorn")

from tests.ui.driving import QUICK, SCREENS, drawn, redrawn, run, sit
from tests.ui.test_server import play

GAMES = [pytest.param(name, id=f"{name}-letters") for name in QUICK]
LEAST = 10.95
WIDTHS = (1366, 1203, 1110, 1109, 1052, 801, 761, 700, 610, 390)
"""Widths of windows: a usual one, then both ends of those in which a wide picture had small letters, and a phone."""
SMALL = """(() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const {parentElement: part, data} = walker.currentNode, picture = part.closest("svg");
    if (!data.trim() || part.closest("defs, title, script, style, option, .thumb") || !part.checkVisibility()) continue;
    const size = parseFloat(getComputedStyle(part).fontSize), matrix = picture ? part.getScreenCTM() : {a: 1, b: 0};
    const pixels = size * Math.hypot(matrix.a, matrix.b);
    if (pixels < LEAST) found.push([data.trim().slice(0, 40), Math.round(10 * pixels) / 10]);
  }
  return found;
})()""".replace("LEAST", str(LEAST))
"""Words in sight whose letters are smaller, in pixels of the screen, pictures included."""
COUNT = "document.querySelectorAll('svg.medianoche text').length"
"""How many texts the board has."""


@pytest.mark.parametrize("name", GAMES)
def test_letters_of_a_table_have_11_pixels_in_windows_of_every_width(persons, server, name):
    page = persons(viewport={"width": 1400, "height": 768})
    seats = ["you", "random"] if name in ("correo", "misty") else ["you", "random", "random", "random"]
    sit(page, server, game=name, seats=seats)
    small = {}
    for width in WIDTHS:
        before = drawn(page)
        page.set_viewport_size({"width": width, "height": 768})
        redrawn(page, before)
        assert run(page, COUNT) > 5
        small[width] = run(page, SMALL)
    assert not any(small.values()), small


def small_letters(page):
    """The small letters of a replay, by the width of the window."""
    small = {}
    for width in (1366, 1123, 761, 390):
        page.set_viewport_size({"width": width, "height": 768})
        page.wait_for_selector(".medianoche-viewer svg.medianoche")
        page.wait_for_timeout(100)
        assert run(page, COUNT) > 5
        small[width] = run(page, SMALL)
    return {width: letters for width, letters in small.items() if letters}


@pytest.mark.parametrize("name", GAMES)
def test_letters_of_a_replay_have_11_pixels(persons, server, name):
    page = persons(viewport={"width": 1366, "height": 768})
    token = sit(page, server, game=name, **QUICK[name])
    play(server, token)
    page.click("#through")
    assert small_letters(page) == {}


def test_letters_of_a_saved_page_have_11_pixels(persons, server, tmp_path):
    page = persons(viewport={"width": 1366, "height": 768})
    _, (*_, watcher) = server.new(game="misty", **{**QUICK["misty"], "seats": ["random", "random"]})
    server.until("ended", watcher)
    saved = tmp_path / "game.html"
    saved.write_text(server.get("/api/saved", watcher)["page"], encoding="utf-8")
    page.goto(saved.as_uri())
    assert small_letters(page) == {}


@pytest.mark.parametrize("name", GAMES)
def test_letters_of_an_end_on_a_phone_have_11_pixels(persons, server, name):
    page = persons(**SCREENS["phone"])
    token = sit(page, server, game=name, **QUICK[name])
    judge = play(server, token)["judge"]
    server.post("/api/evaluate", token, {"agent": judge})  # it may have to be compiled, which takes a minute or more
    page.wait_for_selector("#review .graph")
    assert page.locator("#scores th").count() > 2
    tall, board = (run(page, f"document.querySelector('{part}').clientHeight") for part in ("#board > svg", "#board"))
    assert board - tall < 20  # no empty place before the result
    assert run(page, SMALL) == []


def test_a_replay_fits_the_window_of_a_laptop(persons, server):
    page = persons(viewport={"width": 1366, "height": 768})
    token = sit(page, server, game="correo", **QUICK["correo"])
    play(server, token)
    page.click("#through")
    page.wait_for_selector(".medianoche-viewer svg.medianoche")
    page.wait_for_timeout(100)
    assert run(page, "document.documentElement.scrollHeight - innerHeight") == 0
    assert run(page, "document.querySelector('.account').clientHeight") > 200
