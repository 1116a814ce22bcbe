"""On a phone: nothing moves under a finger, and a choice that waits is marked on the board, in sight."""

import pytest

pytest.importorskip("uvicorn")

from medianoche.envs.correo.state import Phase
from tests.ui.driving import SCREENS, drawn, redrawn, run
from tests.ui.pages import offered

PRESSED = 700
"""Milliseconds that a finger rests: longer than a new position takes to come."""
WATCH = """(() => {
  window.tops = [];
  const look = () => {
    const play = document.querySelector("#play");
    if (play) window.tops.push(Math.round(play.getBoundingClientRect().top));
    requestAnimationFrame(look);
  };
  look();
})()"""
"""Keeps where the button is that confirms a choice, in each frame."""
MARK = """(() => {
  const mark = document.querySelector("#board .held").getBoundingClientRect();
  const dock = document.querySelector(".dock").getBoundingClientRect();
  const seats = document.querySelector(".players").getBoundingClientRect();
  return [mark.top >= seats.bottom, mark.bottom <= dock.top];
})()"""
"""Whether the choice that waits is in sight: below the names of the players, above the dock."""


def touch(page, selector):
    """Tap the first such part where it is seen; Playwright's own taps scroll the page first."""
    page.touchscreen.tap(*middle(page, selector))


def middle(page, selector):
    """Where on the screen the first such part is."""
    page.wait_for_selector(selector)
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def two(persons, server):
    """The page of a person on a phone at a table for two, and both tokens."""
    page = persons(console=True, **SCREENS["phone"])
    tokens = server.new(game="misty", seats=["you", "friend"], seed="7")[1]
    for token, name in zip(tokens, ("Ana", "Benito"), strict=False):
        server.post("/api/name", token, {"name": name})
    page.goto(f"{server.address}/#{tokens[1]}")
    page.wait_for_selector("#status.asked")
    return page, tokens


def test_a_choice_that_waits_is_marked_in_sight(two, server):
    page, (other, token, *_) = two
    touch(page, "#choices li")
    touch(page, "#play")
    page.wait_for_selector("#board .held")
    page.wait_for_timeout(PRESSED)  # the dock is where it stays
    assert page.locator("#board .held").count() == 1
    assert run(page, MARK) == [True, True]
    assert page.locator("#board [data-action]").count() == 0
    words = page.locator("#board .held > title").text_content()
    assert words == f"your choice, which waits: {server.get('/api/frame', token)['held']}"
    assert 'class="held"' not in server.get("/api/frame", other)["svg"]
    touch(page, "#back")
    page.wait_for_selector("#status.asked")
    assert page.locator("#board .held").count() == 0


def test_the_buttons_that_confirm_a_choice_stay_where_they_are_when_its_effect_comes(two):
    page, _ = two
    run(page, WATCH)
    touch(page, "#choices li")
    page.wait_for_selector("#effect:not(:empty)")
    page.wait_for_timeout(PRESSED)
    tops = run(page, "window.tops")
    assert len(tops) > 5
    assert len(set(tops)) == 1


def test_a_tap_finds_its_button_though_a_new_position_comes_meanwhile(two, server):
    page, (other, *_) = two
    touch(page, "#choices li")
    touch(page, "#play")
    page.wait_for_selector("#board .held")
    page.wait_for_timeout(PRESSED)
    before = drawn(page)
    x, y = middle(page, "#rules")
    where = run(page, "scrollY")
    tools = page.context.new_cdp_session(page)
    tools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    frame = server.get("/api/frame", other)
    server.choose(other, offered(frame["svg"])[0])
    page.wait_for_timeout(PRESSED)
    assert drawn(page) == before
    assert run(page, "scrollY") == where
    tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_selector("dialog.rules")
    redrawn(page, before)
    assert page.locator("#board .held").count() == 0


def test_a_panel_that_is_in_sight_is_not_scrolled_to(two, server):
    """Taking a choice back leaves the page where the reader has scrolled it."""
    page, _ = two
    touch(page, "#choices li")
    touch(page, "#play")
    page.wait_for_selector("#board .held")
    run(page, "scrollBy({top: -30, behavior: 'instant'})")
    where = run(page, "scrollY")
    touch(page, "#back")
    page.wait_for_selector("#status.asked")
    page.wait_for_selector("#board [data-action]")
    assert run(page, "scrollY") == where > 0


CHOSEN = "[...document.querySelectorAll('#board .chosen')].map(part => part.dataset.action)"
"""The actions of what the board shows as pointed at."""


def test_a_choice_of_the_list_is_marked_on_the_board_while_it_is_confirmed(two):
    page, _ = two
    touch(page, "#choices li")
    page.wait_for_selector("#play")
    page.wait_for_timeout(PRESSED)  # the row has gone from under the finger meanwhile
    assert len(run(page, CHOSEN)) == 1
    touch(page, "#leave")
    page.wait_for_selector("#choices li")
    assert run(page, CHOSEN) == []


def test_the_tile_is_seen_on_the_cell_that_was_tapped_first(persons, server):
    """Each way to lay it there is shown on the board while it is to be confirmed."""
    page = persons(console=True, **SCREENS["phone"])
    token = server.new(game="correo", seats=["you", "greedy"], seed="7")[1][0]
    while server.table(token).state.phase != Phase.PLACE:
        frame = server.until("asked", token)
        server.choose(token, offered(frame["svg"])[0])
    page.goto(f"{server.address}/#{token}")
    page.wait_for_selector("#board svg")
    before = drawn(page)
    touch(page, "[data-panel=seat0] [data-action]:has(title:text('(8 choices)')) .hit")
    redrawn(page, before)
    touch(page, "#choices li")
    page.wait_for_selector("#play")
    page.wait_for_selector("#board .chosen .ghost")
    assert page.locator("#board .chosen .ghost").count() == 1
