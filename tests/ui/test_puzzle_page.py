"""The puzzle of the day from the list of games to its answer, and the bar of a watched game, in a real browser."""

import pytest

from medianoche.ui import daily
from tests.ui.driving import FITS, SCREENS, lobby, redrawn, run, sit
from tests.ui.test_access import both_themes
from tests.ui.test_browser import tab_to

TODAY = "Math.floor((Date.now() - new Date().getTimezoneOffset() * 60000) / 86400000)"


def forget(server):
    """Remove the puzzles that other tests have opened."""
    for number in [number for number, saved in server.sessions.saved.items() if saved.puzzle]:
        server.answer("DELETE", f"/api/tables/{number}", server.owner)


def open_puzzle(page, server, game="misty"):
    """Open a game's puzzle of today from the list of games, as if for the first time; returns its solution."""
    forget(server)
    lobby(page, server, "#daily")
    page.click(f"#daily [data-puzzle={game}]")
    page.wait_for_selector("#status.asked")
    page.wait_for_selector("#board svg")
    return daily.of_day(game, run(page, TODAY)).solution


def test_the_puzzle_of_the_day_is_solved_by_the_keyboard_alone(page, server):
    forget(server)
    lobby(page, server, "#daily")
    day = run(page, TODAY)
    game = daily.game_of_day(day)
    assert page.locator("#daily button").first.get_attribute("data-puzzle") == game
    tab_to(page, f"[data-puzzle={game}]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#status.asked")
    assert page.locator("#status").text_content() == "Puzzle: what would you do?"
    assert page.locator("#hint, #back, #values").count() == 0
    before = page.locator("#board").get_attribute("data-drawn")
    while not page.locator("#riddle:not([hidden])").count():  # a choice may be narrowed step by step
        page.keyboard.press("1")
        redrawn(page, before)
        before = page.locator("#board").get_attribute("data-drawn")
    assert run(page, "document.activeElement.id") == "riddle"
    tab_to(page, "#play-on")
    page.keyboard.press("Enter")
    page.wait_for_selector("#riddle[hidden]", state="attached")
    page.wait_for_selector("#status.asked")
    assert page.locator("#hint").count() == 1


@pytest.mark.parametrize(("screen", "game"), [("wide", "halloween"), ("phone", "medianokte")])
def test_the_answer_tells_values_and_what_happened(persons, server, screen, game):
    page = persons(console=True, locale="es-ES", **SCREENS[screen])
    solution = open_puzzle(page, server, game)
    token = page.url.partition("#")[2]
    wrong = min(solution.values, key=solution.values.get)
    server.choose(token, wrong)
    page.wait_for_selector("#values")
    rows = page.locator("#values li")
    assert rows.count() == len(solution.values)
    assert rows.first.get_attribute("data-choice") == str(solution.answer)
    assert page.locator(f"#values .mine[data-choice='{wrong}']").count() == 1
    then = server.get("/api/frame", token)["puzzle"]["answer"]["then"]
    told = page.locator("#then li").all_text_contents()
    assert len(told) == len(then) > 0
    assert told != then  # in Spanish
    assert page.locator("h2:has-text('Tras la mejor elección') + #then").count() == 1
    assert page.locator("#status").text_content() == "Hay una opción mejor."
    assert page.locator("#board [data-action]").count() == 0
    assert page.locator("#choices").is_hidden()
    assert run(page, FITS)
    assert both_themes(page) == []


def test_a_choice_on_the_board_answers(page, server):
    solution = open_puzzle(page, server)
    page.click(f"#board [data-action='{solution.answer}']")
    page.wait_for_selector("#values")
    assert page.locator("#status").text_content() == "You have found it!"
    assert page.locator("#values .best.mine").count() == 1
    page.click("#more-puzzles")
    page.wait_for_selector("#daily [data-puzzle=misty]:has-text('✓')")


# ---- the bar of a watched game

TOP = """(() => {
  const {x, y} = document.querySelector("#board svg").getBoundingClientRect();
  return `${x} ${y + scrollY}`;
})()"""
"""Where the board is on the page."""


def shares_of_sides(page):
    """What the bar says of each side, in per cent."""
    page.wait_for_selector("#standing span")
    name = page.locator("#standing").get_attribute("aria-label")
    assert name.startswith("How the game stands: player 1 ")
    return [int(word.rstrip("%")) for word in name.split() if word.endswith("%")]


@pytest.mark.parametrize("screen", ["wide", "phone"])
def test_the_bar_shows_how_a_watched_game_stands(persons, server, screen):
    page = persons(console=True, **SCREENS[screen])
    token = sit(page, server, game="misty", seats=["random", "random"], pace=60)
    place = run(page, TOP)
    assert sum(shares_of_sides(page)) in (99, 100, 101)
    box = page.locator("#standing").bounding_box()
    assert min(box["width"], box["height"]) <= 26
    assert run(page, TOP) == place
    page.locator("#pause").click()
    page.wait_for_selector("#one")
    before = page.locator("#board").get_attribute("data-drawn")
    with page.expect_response("**/api/standing*"):
        page.locator("#one").click()
        redrawn(page, before)
    assert run(page, TOP) == place
    assert both_themes(page) == []
    assert server.table(token).actions


HOUSE = """colour => {
  const owned = document.querySelector(`#board [id$="halloween-house${colour}"] path`);
  return getComputedStyle(owned).stroke;
}"""
"""The colour of the houses of a colour on the board."""
BARS = """[...document.querySelectorAll("#standing span")].map(side => getComputedStyle(side).backgroundColor)"""
CHIPS = """[...document.querySelectorAll(".players li")].map(chip => getComputedStyle(chip).borderBottomColor)"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_bar_and_chips_of_halloween_have_the_colours_of_the_houses(persons, server, theme):
    page = persons(console=True, color_scheme=theme)
    token = sit(page, server, game="halloween", seats=["random"] * 5, options={"colours": "random"}, pace=60)
    page.wait_for_selector("#standing span")
    colours = server.table(token).state.colour.tolist()
    houses = [page.evaluate(HOUSE, colour) for colour in colours]
    assert len(set(houses)) == 5
    assert run(page, BARS) == houses
    assert run(page, CHIPS) == houses


def test_no_bar_where_a_person_plays(page, server):
    sit(page, server, game="misty", seats=["you", "greedy"])
    assert page.locator("#standing").is_hidden()
    assert page.locator("#board.watched").count() == 0
