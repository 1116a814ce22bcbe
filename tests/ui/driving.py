"""Steps in a browser that the tests of the page share."""

import os
import shutil
from weakref import WeakKeyDictionary

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="make test-ui installs it")
BROWSER = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
if not BROWSER:
    pytest.skip("no browser: put chromium on PATH, or name it by CHROMIUM=", allow_module_level=True)

PATIENCE = int(os.environ.get("PATIENCE", "240000"))
"""Milliseconds: a first game may be compiled meanwhile."""
PICTURES = os.environ.get("PICTURES", "")
"""A folder for screenshots, if there is one: every page at the end of a test, boards in the middle of a game."""
SCREENS = {
    "wide": {"viewport": {"width": 1400, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "lying": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True},
}
QUICK = {
    "correo": {"seats": ["you"]},
    "misty": {"seats": ["you", "greedy"], "options": {"variant": "introductory", "rounds_to_win": 1}},
    "halloween": {"seats": ["you", "random", "random", "random"]},
    "nocturna": {"seats": ["greedy", "you"], "options": {"variant": "quick"}},
    "medianokte": {"seats": ["greedy", "you"]},
}
"""What makes a game of each short."""


def sit(page, server, **asked):
    """Deal a game, sit down and wait until one is asked; returns the token."""
    tokens = server.new(**{"seed": "7", **asked})[1]
    token = next(filter(None, tokens))
    run(page, "document.querySelector('main')?.replaceChildren()")  # another game's board stays until this one's comes
    page.goto(f"{server.address}/#{token}")
    page.wait_for_selector("#board svg")
    if "you" in asked["seats"]:
        settle(page)
    return token


def lobby(page, server, until=".card"):
    """Open the list of games."""
    page.goto(f"{server.address}/#{server.owner}")
    page.wait_for_selector(until)


def offer(page):
    """Open what the list asks before a game of Misty."""
    page.click("[data-game=misty]")
    page.wait_for_selector("#start")


POINT = """(() => {
  const found = [...document.querySelectorAll("#board [data-action]")], first = NUMBER;
  for (let k = 0; k < found.length; k++) {
    const element = found[(first + k) % found.length];
    element.scrollIntoView({block: "center"});
    for (const part of element.querySelectorAll("*")) {
      const {x, y, width, height} = part.getBoundingClientRect(), at = [x + width / 2, y + height / 2];
      if (width && height && document.elementFromPoint(...at)?.closest("[data-action]") === element) return at;
    }
  }
  return null;
})()"""
"""Where on the page the first element after some is that stands for an action and takes clicks."""


FITS = "document.documentElement.scrollWidth <= innerWidth"
"""Whether the page is as wide as the screen."""
SESSIONS = WeakKeyDictionary()
"""A line to the browser's tools by page."""


def run(page, words):
    """What JavaScript finds; the page's own policy forbids Playwright's way of asking."""
    if page not in SESSIONS:
        SESSIONS[page] = page.context.new_cdp_session(page)
    asked = {"expression": words, "returnByValue": True, "awaitPromise": True}
    answer = SESSIONS[page].send("Runtime.evaluate", asked)
    assert "exceptionDetails" not in answer, answer
    return answer["result"].get("value")


def drawn(page):
    """Which board since the page was opened is shown."""
    return page.locator("#board").get_attribute("data-drawn")


def redrawn(page, before):
    """Wait for another board."""
    page.wait_for_selector(f'#board:not([data-drawn="{before}"])')


def settle(page):
    """Wait until this seat is asked or the game is over; whether it is over."""
    page.wait_for_selector("#status.asked, #through")
    return page.locator("#through").count() > 0


def click(page, number):
    """Click on one of the things that the board offers, if it offers none, on a line of the list, and wait for the next
    board."""
    before = drawn(page)
    spot = run(page, POINT.replace("NUMBER", str(number)))
    if spot:
        page.mouse.click(*spot)
    else:
        line(page, number).click()
    redrawn(page, before)


def line(page, number):
    """One of the choices beside the board: a line of the list, or a button that ends the turn."""
    lines = page.locator(".ends .end, #choices li[data-row]")
    return lines.nth(number % lines.count())


def press(page, *keys):
    """Press keys, the last of which changes the board."""
    before = drawn(page)
    for key in keys:
        page.keyboard.press(key)
    redrawn(page, before)
