"""The page in a browser when something else changes: what is half done stays; agents that fail; pages that are left."""

import time

import pytest

from tests.ui.driving import QUICK, click, drawn, lobby, press, redrawn, run, settle, sit
from tests.ui.pages import YARDSTICK
from tests.ui.test_trouble import ILL
from tests.waiting import soon

LATER = 4000
"""Milliseconds after which the list of games looks at its server again."""


def narrowed(page):
    """Begin a choice of several actions by the keyboard; returns its words and what is left to choose."""
    page.wait_for_selector("#choices li b")
    row = run(page, "[...document.querySelectorAll('#choices li')].findIndex(line => line.querySelector('b'))")
    press(page, *["ArrowDown"] * (row + 1), "Enter")
    page.wait_for_selector("#choices .out")
    return page.locator("#choices").all_inner_texts()


def test_a_line_of_the_chat_and_a_name_leave_a_choice_half_made(page, server):
    _, (one, two, *_) = server.new(game="correo", seats=["you", "friend"], seed="3", name="Ana")
    page.goto(f"{server.address}/#{one}")
    page.wait_for_selector("#status.asked")
    left = narrowed(page)
    before = drawn(page)
    server.post("/api/say", two, {"text": "hello"})
    page.wait_for_selector("#chat li:has-text('hello')", state="attached")
    server.post("/api/name", two, {"name": "Benito"})
    redrawn(page, before)  # with the name on the board
    assert page.locator("#choices").all_inner_texts() == left
    before = drawn(page)
    page.keyboard.press("Escape")
    redrawn(page, before)
    page.keyboard.press("ArrowLeft")
    assert page.locator("#choices .out").count() == 0


def test_another_size_of_the_window_leaves_a_choice_half_made(page, server):
    sit(page, server, game="correo", seats=["you"], seed="3")
    page.wait_for_selector("#choices li b")
    left = narrowed(page)
    before = drawn(page)
    page.set_viewport_size({"width": 700, "height": 900})
    redrawn(page, before)
    assert page.locator("#choices").all_inner_texts() == left


def test_a_choice_whose_next_step_does_not_arrive_can_be_begun_again(page, server):
    sit(page, server, game="correo", seats=["you"], seed="3")
    page.wait_for_selector("#choices li b")
    row = run(page, "[...document.querySelectorAll('#choices li')].findIndex(line => line.querySelector('b'))")
    page.route("**/api/narrow", lambda route: route.fulfill(body="cut"))
    page.locator("#choices li").nth(row).click()
    page.wait_for_selector("#trouble:not([hidden])")
    assert page.locator("#choices .out").count() == 0
    page.unroute("**/api/narrow")
    page.locator("#choices li").nth(row).click()
    page.wait_for_selector("#choices .out")
    assert page.locator("#trouble").is_hidden()


def test_looking_back_goes_on_while_others_write(page, server):
    _, (one, two, *_) = server.new(game=YARDSTICK, seats=["you", "friend"], name="Ana")
    for token, action in ((one, 3), (two, 3)):
        server.choose(token, action)
    page.goto(f"{server.address}/#{one}")
    page.wait_for_selector("#status.asked")
    page.click("#earlier")
    page.wait_for_selector("#now:not([disabled])")
    server.post("/api/say", two, {"text": "hello"})
    page.wait_for_selector("#chat li:has-text('hello')", state="attached")
    assert page.locator("#status").inner_text() == "Looking back"
    assert page.locator("#now:not([disabled])").count() == 1


def test_a_game_that_is_over_is_evaluated_once(page, server):
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/api/evaluate" in request.url else None)
    seats = ["you", "friend"]
    _, tokens = server.new(game=YARDSTICK, seats=seats, hints=["ismcts:20"], name="Ana")
    for number in range(7):  # four in a column
        server.post("/api/act", tokens[number % 2], {
            "key": server.get("/api/frame", tokens[number % 2])["position"], "action": 3 * (number % 2)})  # fmt: skip
    page.goto(f"{server.address}/#{tokens[0]}")
    page.wait_for_selector("#review .graph")
    server.post("/api/say", tokens[1], {"text": "good game"})
    page.wait_for_selector("#chat li:has-text('good game')", state="attached")
    server.post("/api/name", tokens[1], {"name": "Benito"})
    page.wait_for_selector("#scores th:has-text('Benito')")
    page.wait_for_selector("#review .graph")
    assert page.locator(".graph").count() == 1
    page.click("#through")
    page.wait_for_selector(".replay aside .graph")  # what is known already is shown at once
    assert len(asked) == 1


def test_a_page_that_is_being_made_is_told_beside_its_button(page, server):
    _, tokens = server.new(game=YARDSTICK, seats=["random", "random"], hints=["ismcts:20"])
    page.goto(f"{server.address}/#{tokens[-1]}")
    page.wait_for_selector("#again:has-text('Watch another game like it')")  # a watcher has no seat to turn
    held = []
    page.route("**/api/saved", lambda route: held.append(route))  # noqa: PLW0108 - playwright marks it
    page.click("#keep summary")
    told_at_once = """(() => {
      document.querySelector("#save-page").click();
      const { top, bottom, height } = document.querySelector("#keep .waiting").getBoundingClientRect();
      return height > 0 && top >= 0 && bottom <= innerHeight;
    })()"""
    assert run(page, told_at_once)
    assert page.locator("#save-page").is_disabled()
    with page.expect_download() as saved:
        assert soon(lambda: page.wait_for_timeout(10) or held)
        held[0].continue_()
    assert saved.value.path().read_text().startswith("<!doctype html>")
    page.wait_for_selector("#keep .waiting", state="detached")
    assert page.locator("#save-page").is_enabled()


def test_an_agent_that_has_failed_is_asked_again_with_a_button(page, server, tmp_path):
    (tmp_path / "ill.py").write_text(ILL)
    _, (_, token, _) = server.new(game=YARDSTICK, seats=[f"{tmp_path}/ill.py:Ill", "you"])
    page.goto(f"{server.address}/#{token}")
    page.wait_for_selector("#status:has-text('ill.py:Ill has failed')")
    (tmp_path / "well").touch()
    page.click("#retry:has-text('Ask ill.py:Ill again')")
    page.wait_for_selector("#status.asked")
    assert page.locator("#retry").count() == 0


def test_a_table_that_is_left_while_it_loads_does_nothing_more(page, server):
    token = sit(page, server, game=YARDSTICK, seats=["you", "random"])
    lobby(page, server, ".game")
    held = []
    frames = []
    page.route("**/api/frame*", lambda route: held.append(route))  # noqa: PLW0108 - playwright marks it
    page.on("request", lambda request: frames.append(request.url) if "/api/frame" in request.url else None)
    run(page, f"location.hash = '{token}'")
    page.wait_for_selector("#board .waiting")
    assert held or soon(lambda: page.wait_for_timeout(20) or held)
    page.keyboard.press("h")  # nothing is there to ask about yet
    run(page, f"location.hash = '{server.owner}'")
    page.wait_for_selector(".game")
    page.unroute("**/api/frame*")  # the answers that were held back may come
    page.wait_for_timeout(800)
    assert (page.title(), len(frames)) == ("medianoche", 1)
    page.keyboard.press("1")
    page.wait_for_timeout(200)
    assert page.locator("#trouble").is_hidden()


def test_the_complaint_goes_as_soon_as_the_server_answers_again(persons, server):
    page = persons()
    token = sit(page, server, game=YARDSTICK, seats=["you", "you"])
    lost = lambda route: route.abort()  # noqa: E731
    page.route("**/api/frame*", lost)
    other = server.sessions.saved[server.sessions.seat(token)[0]].tokens[1]
    server.post("/api/name", other, {"name": "Ana"})  # the page hears of it, and asks again
    page.wait_for_selector("#trouble:not([hidden])")
    page.unroute("**/api/frame*", lost)
    began = time.monotonic()
    page.wait_for_selector("#trouble", state="hidden", timeout=15_000)
    assert time.monotonic() - began < 8  # it asks every 2 s


def test_the_picture_of_the_end_has_no_room_of_a_higher_one_below_it(page, server):
    sit(page, server, game=YARDSTICK, seats=["you", "random"])
    heights = []
    number = 0
    while not settle(page):
        heights.append(run(page, "document.querySelector('#board').style.minHeight"))
        click(page, number)
        number += 1
    assert "" not in heights[1:]
    assert run(page, "document.querySelector('#board').style.minHeight") == "0px"


def test_the_list_of_games_keeps_the_focus_when_it_changes(page, server):
    server.new(game=YARDSTICK, seats=["you", "random"])
    page.clock.install()
    lobby(page, server, ".game")
    rows = page.locator(".game").count()
    page.locator(".game .remove").first.focus()
    number = run(page, "document.activeElement.closest('[data-number]').dataset.number")
    later, _ = server.new(game=YARDSTICK, seats=["you", "you"])
    page.clock.run_for(LATER)
    page.wait_for_selector(f"[data-number='{later}']")
    assert page.locator(".game").count() == rows + 1
    assert page.locator(f"[data-number='{number}'] .remove:focus").count() == 1
    server.answer("DELETE", f"/api/tables/{number}", server.owner)
    page.clock.run_for(LATER)
    page.wait_for_selector(f"[data-number='{number}']", state="detached")
    assert run(page, "document.activeElement.closest('section')?.className") == "kept"


# ---- names


def test_folders_of_an_agents_file_are_not_shown(page, server, tmp_path):
    (tmp_path / "ill.py").write_text(ILL)
    (tmp_path / "well").touch()
    sit(page, server, game=YARDSTICK, seats=["you", "random"], hints=[f"{tmp_path}/ill.py:Ill"])
    assert page.locator("#adviser").inner_text() == "ill.py:Ill"
    page.click("#hint")
    page.wait_for_selector("#advice:has-text('★ ill.py:Ill: drop into column')")


def test_dialogs_have_names_and_the_list_points_at_no_choice_that_is_gone(page, server):
    sit(page, server, game="misty", **QUICK["misty"])
    page.keyboard.press("ArrowDown")
    active = page.locator("#choices").get_attribute("aria-activedescendant")
    assert page.locator(f"#{active}[aria-selected=true]").count() == 1
    press(page, "Enter")
    settle(page)
    assert page.locator("#choices").get_attribute("aria-activedescendant") is None
    page.keyboard.press("r")
    assert page.get_by_role("dialog", name="Rules").count() or page.wait_for_selector("dialog[aria-label=Rules]")


def test_what_a_page_has_no_words_for_is_told_by_its_name(page, server):
    lobby(page, server)
    told = "import('/static/lobby.js').then(({known}) => [known('fact-track', ''), known('fact-big_fish', 'big fish')])"
    assert run(page, told) == ["messages", "big fish"]


@pytest.mark.parametrize(("fair", "height"), [(0, "45.0"), (-0.5, "64.5")])
def test_the_line_of_a_graph_is_at_the_fair_share(page, server, fair, height):
    lobby(page, server)
    graph = f"graph([[0, 0, 0.2], [1, 0, 0.4]], 2, ['one'], null, {fair}, ['blue'])"
    line_of_chance = f"{graph}.querySelector('.fair').getAttribute('d')"
    assert run(page, f"import('/static/graph.js').then(({{graph}}) => {line_of_chance})") == f"M50 {height}H600"


COLOURED = """import('/static/graph.js').then(({graph}) => {
  const values = [[0, 0, 0.2], [1, 1, 0.4]], names = ["one", "two"], colours = ["yellow", "red"];
  const own = graph(values, 2, names, null, 0, colours), page = document.createElement("figure");
  medianocheGraph(page, {values, seats: names, colours}, null, "");
  return [own, page].map(box => [...box.querySelectorAll("polyline")].map(line => line.style.stroke));
})"""


def test_the_lines_of_graphs_have_the_colours_of_the_seats(page, server):
    lobby(page, server)
    assert run(page, COLOURED) == [["var(--yellow)", "var(--red)"]] * 2
