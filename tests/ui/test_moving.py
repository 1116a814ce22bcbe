"""What moves on the page: films of what has happened, tiles that turn; and the chat of a phone."""

import numpy as np
import pytest

from medianoche.envs.correo.state import BASE, Pile
from tests.envs.correo.boards import CORREO, ONES, PLACE, RESOLVE, asked, board
from tests.ui.driving import SCREENS, click, drawn, redrawn, run, settle, sit

FILMS = "[...document.querySelectorAll('#board .film')].map(film => [film.dataset.steps, film.dataset.played ?? ''])"
SHOWN = "[...document.querySelectorAll('#board .film')].filter(film => !film.hasAttribute('display')).length"
PLAYING = "#board .film:not([display])"


def activated(page):
    """Play Misty until something has moved in a window."""
    for number in range(40):
        assert not settle(page)
        click(page, number)
        if run(page, FILMS):
            return
    raise AssertionError("nothing has moved")


def test_what_moves_in_an_activation_walks_step_by_step_and_once(page, server):
    sit(page, server, game="misty", seats=["you", "greedy"])
    activated(page)
    page.wait_for_selector(PLAYING, state="detached")
    for steps, played in run(page, FILMS):
        assert int(played) == len(steps.split())
    before = drawn(page)
    page.set_viewport_size({"width": 1300, "height": 900})  # the same position is drawn anew
    redrawn(page, before)
    assert run(page, SHOWN) == 0


def test_with_little_motion_no_film_is_played(page, server):
    page.emulate_media(reduced_motion="reduce")
    sit(page, server, game="misty", seats=["you", "greedy"])
    activated(page)
    assert run(page, SHOWN) == 0
    assert all(not played for _, played in run(page, FILMS))


SPELL = "#board .act:has(use[href='#correo-spell'])"


@pytest.mark.parametrize("by", ["mouse", "keys", "finger"])
def test_a_spell_is_chosen_in_two_steps_on_the_board(persons, server, by):
    screen = SCREENS["phone"] if by == "finger" else {"viewport": {"width": 1366, "height": 768}}
    page = persons(**screen)
    token = sit(page, server, game="correo", seats=["you"], seed="2")
    tall = run(page, "document.querySelector('#board > svg').getAttribute('viewBox')")
    while not page.locator(SPELL).count():
        before = drawn(page)
        server.choose(token, server.table(token).at(0).legal_actions[0])
        redrawn(page, before)
        assert not settle(page)
    assert run(page, "document.querySelector('#board > svg').getAttribute('viewBox')") == tall
    assert page.locator("#choices li").filter(has_text="spell: the ").count() == page.locator(SPELL).count()
    number = len(server.table(token).actions)
    for step in range(2):
        before = drawn(page)
        element = page.locator(SPELL if step == 0 else "#board [data-action]:not(.listed *)").first
        if by == "keys":
            if step == 0:
                element.focus()
            page.keyboard.press("Enter")
        elif by == "mouse":
            element.locator(".hit").click()
        else:
            element.locator(".hit").tap()
            if step:
                page.locator("#play").tap()
        redrawn(page, before)
        assert not step or settle(page) is False
    assert BASE.recolour <= server.table(token).actions[number] < BASE.message


TURNED = "[...document.querySelectorAll('#board [data-turn]')].map(way => Number(way.dataset.turn))"


def test_a_tile_turns_by_r_and_by_the_wheel_over_the_board(page, server):
    token = sit(page, server, game="correo", seats=["you"], seed="3")
    while len(run(page, TURNED)) < 3:
        before = drawn(page)
        server.choose(token, server.table(token).at(0).legal_actions[0])
        redrawn(page, before)
        assert not settle(page)
    ways = run(page, TURNED)
    for key, way in (("r", ways[0]), ("r", ways[1]), ("R", ways[0]), ("R", ways[-1])):
        before = drawn(page)
        page.keyboard.press(key)
        redrawn(page, before)
        assert run(page, TURNED) == [way]
    spot = run(page, "(({x, y, width, height}) => [x + width / 2, y + height / 2])"
                     "(document.querySelector('#board [data-panel=seat0]').getBoundingClientRect())")  # fmt: skip
    page.mouse.move(*spot)
    before = drawn(page)
    page.mouse.wheel(0, 100)
    redrawn(page, before)
    assert run(page, TURNED) == [ways[0]]
    before = drawn(page)
    page.keyboard.press("Escape")
    redrawn(page, before)
    assert run(page, TURNED) == ways
    assert not page.locator("dialog[open]").count()


@pytest.mark.parametrize("screen", ["phone", "wide"])
def test_a_phone_counts_what_others_have_written(persons, server, screen):
    mine, other = server.new(game="misty", seats=["you", "friend"], seed="3")[1][:2]
    server.post("/api/name", mine, {"name": "Ana"})
    server.post("/api/name", other, {"name": "Bo"})
    page = persons(f"{server.address}/#{mine}", **SCREENS[screen])
    page.wait_for_selector("#chat-badge", state="attached")
    if screen == "wide":
        assert not page.locator("#chat-badge").is_visible()
        return
    server.post("/api/say", other, {"text": "one"})
    server.post("/api/say", mine, {"text": "two"})
    server.post("/api/say", other, {"text": "three"})
    page.wait_for_selector("#chat-badge[aria-label='Chat: 2 new messages']")
    page.locator("#chat-badge").click()
    page.wait_for_selector("#chat-badge[aria-label='Chat']")
    assert run(page, "document.querySelector('#chat').getBoundingClientRect().top < innerHeight")


MISSED = """[...document.querySelectorAll(".act")].filter(each => {
  const {x, y, width, height} = (each.querySelector(".ghost > path") ?? each).getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".act") !== each;
}).map(each => each.querySelector("title").textContent)"""
"""What is not clicked by a click in the middle of its frame."""


def test_a_click_in_the_middle_of_a_tile_or_a_message_is_taken(persons):
    square = int(np.flatnonzero(CORREO.content.packs[0].records[0].tile_pile == Pile.O)[0])
    lays = asked(PLACE, taken=square)
    one_way = [action for action in CORREO.legal_actions(lays) if (action - BASE.place) // 64 == 0]
    assert len(one_way) == 25
    pairs = board(g=[(0, 0), (0, 2), (3, 0)], m=[(1, 3), (5, 3)], r=[(2, 5), (4, 5)], c=[(5, 0), (5, 2)])
    sends = asked(RESOLVE, ONES, animal=pairs)
    page = persons()
    for drawn_board in (CORREO.draw(lays, 0, actions=one_way), CORREO.draw(sends, 0)):
        page.set_content(drawn_board)
        assert run(page, "document.querySelectorAll('.act').length") >= 8
        assert run(page, MISSED) == []
