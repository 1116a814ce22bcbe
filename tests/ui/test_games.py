"""Each game is played by clicks, or on a phone by taps, and shown to its end.

With EVERY=1 in the environment, as `make test-ui` sets it, each game is played on every screen in every language and to
its end by clicks, thirty games in all. Otherwise each game is played once, after `CLICKS` clicks without the page, and
screens and languages are spread over games (`PLAN`): all screens, both languages and all pairs of them occur. The game
on the wide English page goes over a line of 50 kB/s."""

import os
import re

import pytest
from matplotlib.image import imread

from tests.ui.driving import FITS, PICTURES, POINT, QUICK, SCREENS, drawn, line, redrawn, run, settle, sit
from tests.ui.pages import offered
from tests.ui.test_server import play

LOCALES = {"en": "en-GB", "es": "es-AR"}
SAYS = {"en": "The game is over", "es": "La partida ha terminado"}
PLAN = [
    ("misty", "wide", "en"),
    ("correo", "wide", "es"),
    ("nocturna", "lying", "es"),
    ("misty", "lying", "en"),
    ("halloween", "phone", "es"),
    ("medianokte", "phone", "en"),
]
SLOW = ("misty", "wide", "en")
"""The run over a slow line."""
CLICKS = 10_000 if os.environ.get("EVERY") else 16
EVERY = [(name, screen, lang) for name in QUICK for screen in SCREENS for lang in LOCALES]
RUNS = [
    pytest.param(*run_words, id="-".join((*run_words, "clicks")))
    for run_words in (EVERY if os.environ.get("EVERY") else PLAN)
]
LOOK = """({places: JSON.stringify([
  "#board", ...(innerWidth > 1000 ? [".players", "#strip", ".tools"] : [])].map(name => {
    const {left, top, width} = document.querySelector(name).getBoundingClientRect();
    return [name, Math.round(left), Math.round(top + scrollY), Math.round(width)];
  })),
  low: Math.max(...[...document.querySelectorAll("#board [data-panel]")].map(
    panel => panel.getBoundingClientRect().bottom)) + scrollY,
  fits: FITS,
  asked: (() => {
    const count = panel => panel.querySelectorAll("[data-action]").length + (panel.closest("[data-action]") ? 1 : 0);
    const panels = [...document.querySelectorAll("#board [data-panel]")], most = Math.max(...panels.map(count));
    const named = document.querySelector("#board [data-asked]");
    const panel = named ?? (most > 0 && panels.find(each => count(each) >= most / 2));
    const place = name => document.querySelector(name).getBoundingClientRect(), dock = place(".dock");
    if (!panel || place("#status").bottom > innerHeight) return !panel;
    const {top} = panel.getBoundingClientRect();
    return top > -2 && top < (dock.left > 0 ? innerHeight : dock.top) - 60;
  })(),
  trouble: document.querySelector("#trouble").checkVisibility()})""".replace("FITS", FITS)
"""Where the parts of the page are that must stay where they are, where the lowest panel of the board ends,
whether the page is as wide as the screen, whether the panel that the game names, or else the first one with many
choices, is in sight, and whether there is trouble."""
SHIFTS = """(() => {
  window.shifts = [];
  const told = each => [each.value, ...each.sources.map(({node}) => node?.className || node?.id || node?.nodeName)];
  const keep = list => window.shifts.push(...list.getEntries().filter(each => !each.hadRecentInput).map(told));
  new PerformanceObserver(keep).observe({type: "layout-shift", buffered: true});
})()"""
"""Keeps what the browser says of parts of the page that move by themselves."""
WHOLE = """[...document.querySelectorAll("#scores th, #scores td")].every(cell => {
  const words = cell.firstChild, range = document.createRange();
  return !words || [...words.data.matchAll(/\\S+/g)].every(word => {
    range.setStart(words, word.index);
    range.setEnd(words, word.index + word[0].length);
    return range.getClientRects().length === 1;
  });
})"""
"""Whether no word of the table of scores goes over two lines."""


NARROW = """(table => table.scrollWidth <= table.parentElement.clientWidth)(document.querySelector("#scores"))"""
"""Whether the table of scores fits its place."""


def choose(page, number, phone):
    """Take one of the things that the board offers, on a phone with the tap that confirms it."""
    before = drawn(page)
    spot = run(page, POINT.replace("NUMBER", str(number)))
    if not spot:  # what the board does not offer, and on a phone what is below the dock: its line beside the board
        (line(page, number).tap if phone else line(page, number).click)()
    elif phone:
        page.touchscreen.tap(*spot)
    else:
        page.mouse.click(*spot)
    if phone:
        page.wait_for_selector(f'#play, #board:not([data-drawn="{before}"])')
        if page.locator("#play").count():
            page.locator("#play").tap()
    redrawn(page, before)


def test_the_plan_meets_every_game_screen_and_language():
    assert [set(column) for column in zip(*PLAN, strict=True)] == [set(column) for column in zip(*EVERY, strict=True)]
    assert len({run_words[1:] for run_words in PLAN}) == len(SCREENS) * len(LOCALES)


@pytest.mark.parametrize(("name", "screen", "lang"), RUNS)
def test_a_game_is_played_by_clicks_and_shown_to_its_end(persons, server, name, screen, lang):
    phone = screen != "wide"
    page = persons(console=True, **SCREENS[screen], locale=LOCALES[lang])
    if (name, screen, lang) == SLOW:
        slow = {"offline": False, "latency": 40, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
        page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    token = sit(page, server, game=name, **QUICK[name])
    run(page, SHIFTS)
    clicks = 0
    places = set()
    while not settle(page):
        seen = run(page, LOOK)
        places.add(seen["places"])
        assert (seen["fits"], seen["trouble"], seen["asked"]) == (True, False, True)
        assert phone or seen["low"] <= 900
        if clicks == 8:
            photograph(page, f"{name}-{screen}-{lang}")
        if clicks < CLICKS:
            choose(page, 3 * clicks, phone)
        else:
            shifts = run(page, "window.shifts")
            assert sum(shift[0] for shift in shifts) < 0.05, shifts
            play(server, token)
            page.wait_for_selector("#through")
        clicks += 1
    assert len(places) == 1
    table = server.table(token)
    chosen = sum(int(state.to_move) in table.persons for state in table.match.states[:-1])
    assert clicks > CLICKS or clicks >= chosen > 3
    assert table.state.done
    assert SAYS[lang] in page.locator("#status").text_content()
    won = page.locator("#scores tr.won th").all_inner_texts()
    utility = table.state.utility[: table.state.num_players].tolist()
    assert len(won) == (utility.count(max(utility)) if min(utility) < max(utility) else 0)
    assert page.locator("#scores tbody tr").count() == len(utility)
    page.wait_for_selector("#review .graph")
    assert run(page, WHOLE)
    assert run(page, NARROW)


LETTERS = """Math.min(...[...document.querySelectorAll("#board svg.medianoche text")].filter(
  each => each.textContent.trim() && !each.closest("defs")).map(each => {
    const {a, b} = each.getScreenCTM();
    return Math.hypot(a, b) * parseFloat(getComputedStyle(each).fontSize);
  }))"""
"""Height of the smallest letters of the board, in pixels."""
TARGETS = """[...document.querySelectorAll("#board svg.medianoche [data-action]:not(.listed *)")].map(each => {
  const {width, height} = each.getBoundingClientRect();
  return [Math.min(width, height), each.dataset.action];
}).filter(([size]) => size < 24)"""
"""What takes clicks and is smaller than WCAG 2.2 asks for (criterion 2.5.8)."""


@pytest.mark.parametrize("name", QUICK)
def test_all_letters_of_a_board_and_all_that_takes_clicks_are_large_enough(persons, server, name):
    seats = ["you", "random"] if name in ("correo", "misty") else ["you", "random", "random", "random"]
    token = server.new(game=name, seats=seats, seed="7")[1][0]
    pages = [(persons(**SCREENS[screen]), least) for screen, least in (("wide", 11), ("phone", 11))]
    for _ in range(4):
        for page, least in pages:
            page.goto(f"{server.address}/#{token}")
            page.wait_for_selector("#board svg")
            assert run(page, LETTERS) > least - 0.05
            assert run(page, TARGETS) == []
        for _ in range(3):
            page = server.until("asked", token)
            server.choose(token, offered(page["svg"])[-1])
        server.until("asked", token)


SEATS = """[...document.querySelectorAll(".players li, .players :is(strong, small, em)")].filter(
  part => part.scrollWidth > part.clientWidth).map(part => part.innerText)"""
"""Words above the board that are cut: of a seat, its name, its level, its points."""


def test_names_levels_and_points_of_five_players_have_room(persons, server):
    page = persons(viewport={"width": 1280, "height": 800})
    sit(page, server, game="nocturna", seats=["you", *["level:easy"] * 4])
    page.wait_for_selector(".players .clock:not(:empty)")
    assert page.locator(".players small:has-text('easy')").count() == 4
    assert run(page, SEATS) == []
    clock, points = (
        page.locator(f".players li:first-child {css_class}").bounding_box() for css_class in (".clock", ".points")
    )
    assert clock["x"] + clock["width"] <= points["x"]


def photograph(page, name):
    """Save pictures in both themes if a folder for pictures is given."""
    for theme in ("light", "dark") if PICTURES else ():
        run(page, f"document.documentElement.dataset.theme = '{theme}'")
        page.screenshot(path=f"{PICTURES}/{name}-{theme}.png")


LOWEST = """Math.max(...[...document.querySelectorAll("#board [data-panel]")].map(
  panel => panel.getBoundingClientRect().bottom)) + scrollY"""
"""Where the lowest panel of the board ends."""


@pytest.mark.parametrize("name", QUICK)
def test_a_window_of_1366_by_768_shows_the_whole_board(persons, server, name):
    page = persons(viewport={"width": 1366, "height": 768})
    sit(page, server, game=name, **QUICK[name])
    assert run(page, LOWEST) <= 768
    assert run(page, "document.querySelector('.top .players') !== null")


CHIP = """(chip => chip.left >= 0 && chip.right <= innerWidth)(
  document.querySelector(".players .asked").getBoundingClientRect())"""
"""Whether the player who is asked is in sight."""


def test_on_a_phone_the_board_is_in_sight_while_others_choose(persons, server):
    tokens = server.new(game="halloween", seats=["friend", "random", "random", "friend", "you"], seed="7")[1]
    page = persons(**SCREENS["phone"], locale=LOCALES["es"])
    page.goto(f"{server.address}/#{tokens[4]}")
    page.fill("#my-name", "Ana")
    page.click("#take-seat")
    page.wait_for_selector(".dock.lowered")
    page.wait_for_timeout(1000)
    seen = run(page, "document.querySelector('.dock').getBoundingClientRect().top")
    assert seen > 600  # of 844; 439 if it is not lowered
    assert run(page, "document.querySelector('#status').clientHeight") < 30
    assert run(page, CHIP)


def test_the_line_of_who_chooses_does_not_wrap(persons, server):
    page = persons(viewport={"width": 1100, "height": 800}, locale=LOCALES["es"])
    tokens = server.new(game="medianokte", seats=["friend", "you"], seed="7")[1]
    page.goto(f"{server.address}/#{tokens[1]}")
    page.fill("#my-name", "Ana")
    page.click("#take-seat")
    page.wait_for_selector("#status:not(:empty)")
    assert "eligiendo" in page.inner_text("#status")
    line = "document.querySelector('#status').clientHeight"
    before = run(page, line)
    run(page, "document.querySelector('#status').textContent += ' …'.repeat(200)")
    assert run(page, line) == before


def test_the_panel_with_most_to_choose_from_is_scrolled_to_on_a_phone(persons, server):
    page = persons(**SCREENS["phone"])
    sit(page, server, game="correo", seats=["you"])
    market = page.locator("#board [data-panel=market]").bounding_box()
    assert 0 <= market["y"] < 120


@pytest.mark.parametrize("screen", ["wide", "phone"])
def test_the_end_gives_a_picture_to_share(persons, server, screen):
    page = persons(console=True, **SCREENS[screen])
    token = sit(page, server, game="misty", **QUICK["misty"])
    play(server, token)
    share_picture(page, "misty.png")


WRITTEN = """
window.written = [];
const write = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (words, ...where) {
  written.push(words);
  write.call(this, words, ...where);
};"""
"""Keeps what is written into a picture."""


def share_picture(page, name):
    """Save the picture of a game that is over: the board is drawn in it, and the result is written."""
    page.wait_for_selector("#share")
    run(page, WRITTEN)
    with page.expect_download() as saved:
        page.click("#share")
    written = run(page, "written.join(' ')")
    assert "player 1" in written
    assert "you" not in re.split(r"\W+", written)  # others read it
    pixels = imread(saved.value.path(), format="png")
    assert saved.value.suggested_filename == name
    assert pixels.shape[:2] == (630, 1200)
    board = pixels[30:600, 500:1170, :3].reshape(-1, 3)
    assert len({tuple(pixel) for pixel in board[::7].round(2).tolist()}) > 20  # the board is drawn
    empty = (abs(pixels[:, 450:, :3] - pixels[5, 600, :3]) < 0.01).all(axis=(0, 2))
    assert (~empty).sum() > 600  # columns of the board, whose own is narrow on a phone
    assert (pixels[60:200, 30:470, :3].std(axis=(0, 1)) > 0.05).all()  # the result is written
