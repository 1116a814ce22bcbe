"""What stands where the choices are while there is nothing to choose; how a page is begun."""

import re

import pytest

from tests.ui.driving import drawn, lobby, redrawn, run, settle, sit
from tests.ui.pages import YARDSTICK

LAPTOP = {"width": 1366, "height": 768}
BOX = "document.querySelector('.tools').getBoundingClientRect()"
PLACE = f"JSON.stringify((({{x, y, width}}) => [x, y, width].map(Math.round))({BOX}))"


def end_turn(server, token):
    """Choose what is offered first until others choose."""
    while (frame := server.get("/api/frame", token))["asked"]:
        server.choose(token, int(re.search(r'data-action="(\d+)', frame["svg"])[1]))


def test_while_others_choose_the_last_events_stand_in_place_of_the_choices(page, server):
    _, (one, two, *_) = server.new(game="correo", seats=["you", "friend"], name="Ana", seed="3")
    server.post("/api/name", two, {"name": "Benito"})
    page.set_viewport_size(LAPTOP)
    page.goto(f"{server.address}/#{one}")
    page.wait_for_selector("#status.asked")
    assert page.locator("#recent").is_hidden()
    tools = run(page, PLACE)
    end_turn(server, one)
    page.wait_for_selector("#recent li")
    assert page.locator("#choices").is_hidden()
    assert run(page, PLACE) == tools
    assert page.locator("#recent li").last.inner_text() == page.locator("#account li").last.inner_text()
    end_turn(server, two)
    page.wait_for_selector("#status.asked")
    assert page.locator("#recent").is_hidden()
    assert page.locator("#choices li").count() > 0


def test_a_choice_on_its_way_leaves_its_rows_which_cannot_be_chosen_and_a_late_answer_is_told(page, server):
    token = sit(page, server, game="misty", seats=["you", "greedy"])
    held = []

    def hold(route):
        held.append(route)

    page.route("**/api/act", hold)
    rows = page.locator("#choices li").all_inner_texts()
    before = drawn(page)
    page.keyboard.press("1")
    page.wait_for_selector("#status:has-text('One moment')")
    assert page.locator("#choices li").all_inner_texts() == rows
    assert run(page, "getComputedStyle(document.querySelector('#choices')).pointerEvents") == "none"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("2")
    assert page.locator("#choices [aria-selected=true]").count() == 0
    held[0].continue_()
    redrawn(page, before)
    settle(page)
    assert page.locator("#status").inner_text() == "Your turn"
    assert page.locator(".pending").count() == 0
    assert len(held) == 1
    assert len(server.table(token).choices(0)) == 1


def test_a_watched_game_tells_what_has_happened_beside_the_board(page, server):
    page.set_viewport_size(LAPTOP)
    sit(page, server, game=YARDSTICK, seats=["random", "random"], pace=8)
    assert page.locator("#choices").is_hidden()
    box = page.locator(".dock #account").bounding_box()
    assert box["y"] + box["height"] < LAPTOP["height"]
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector(".more #account", state="attached")


def test_the_list_of_games_says_how_the_own_game_stands(page, server):
    token = sit(page, server, game="misty", seats=["you", "greedy"])
    lobby(page, server, f".game a[href='#{token}']")
    assert page.locator(f".game a[href='#{token}']").inner_text() == "go on playing · 0 to 0"
    assert "your turn" in page.locator(f".game:has(a[href='#{token}']) .soft").inner_text()
    page.wait_for_selector(f".game:has(a[href='#{token}']) .thumb svg.medianoche")
    assert page.locator(f".game:has(a[href='#{token}']) .thumb svg.medianoche").bounding_box()["width"] >= 120


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_first_visit_has_the_colours_of_the_system(persons, server, scheme):
    page = persons(color_scheme=scheme)
    lobby(page, server)
    assert run(page, "document.documentElement.dataset.theme") == scheme
    page.click("#theme")
    page.reload()
    page.wait_for_selector(".card")
    assert run(page, "document.documentElement.dataset.theme") != scheme
