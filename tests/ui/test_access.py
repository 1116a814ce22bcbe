"""The page by axe-core, for screen readers, and with little motion."""

import pytest

pytest.importorskip("axe_playwright_python", reason="make test-ui installs it")

from axe_playwright_python.base import AXE_FILE_PATH

from tests.ui.driving import QUICK, SCREENS, click, lobby, offer, run, settle, sit
from tests.ui.pages import YARDSTICK
from tests.ui.test_server import play


def faults(page):
    """What axe-core finds: how grave it is, the rule, its help, and the first elements."""
    run(page, AXE_FILE_PATH.read_text(encoding="utf-8") + "; 0")
    return run(page, "axe.run({resultTypes: ['violations']}).then(({violations}) => violations.map(each => "
        "[each.impact, each.id, each.help, each.nodes.map(node => node.html.slice(0, 200)).slice(0, 3)]))")  # fmt: skip


def both_themes(page):
    """The faults by day and by night."""
    faults_met = faults(page)
    page.click("#theme")
    faults_met += faults(page)
    page.click("#theme")
    return faults_met


def test_axe_finds_nothing_in_the_lobby(page, server):
    server.new(game=YARDSTICK, seats=["you", "friend"])
    lobby(page, server, ".game")
    assert both_themes(page) == []
    offer(page)
    run(page, "document.querySelectorAll('details').forEach(each => { each.open = true; })")
    assert both_themes(page) == []


@pytest.mark.parametrize("name", [pytest.param(name, id=f"{name}-access") for name in QUICK])
def test_axe_finds_nothing_at_a_table(page, server, name):
    sit(page, server, game=name, **QUICK[name])
    click(page, 1)
    settle(page)
    assert both_themes(page) == []


@pytest.mark.parametrize("name", [pytest.param(name, id=f"{name}-phone") for name in QUICK])
def test_axe_finds_nothing_on_a_phone(persons, server, name):
    page = persons(console=True, **SCREENS["phone"])
    sit(page, server, game=name, **QUICK[name])
    assert both_themes(page) == []
    page.locator("#choices li").first.tap()  # what it does, and two buttons; or the choices that it leaves
    page.wait_for_timeout(500)
    assert faults(page) == []


@pytest.mark.parametrize("name", [pytest.param(name, id=f"{name}-replay") for name in QUICK])
def test_axe_finds_nothing_in_a_replay(page, server, name):
    seats = ["random" if who == "you" else who for who in QUICK[name]["seats"]]
    sit(page, server, game=name, **{**QUICK[name], "seats": seats})
    page.click("#through")
    page.wait_for_selector(".medianoche-viewer svg")
    assert both_themes(page) == []


@pytest.mark.parametrize("screen", ["phone", "lying", "wide"])
def test_axe_finds_nothing_from_the_list_of_games_to_the_evaluation(persons, server, screen):
    """The list, a choice, the end, the replay, and the graph of an agent's expectations above it."""
    page = persons(console=True, **SCREENS[screen])
    lobby(page, server)
    offer(page)
    assert both_themes(page) == []
    token = sit(page, server, game=YARDSTICK, seats=["you", "random"], hints=["ismcts:20"])
    assert both_themes(page) == []
    play(server, token)
    page.wait_for_selector("#review .graph")
    assert both_themes(page) == []
    page.click("#through")
    page.wait_for_selector(".medianoche-viewer svg")
    assert both_themes(page) == []
    page.click("#evaluate")
    page.wait_for_selector("#evaluate:not([disabled])")
    page.wait_for_selector(".graph polyline")
    assert both_themes(page) == []


def test_axe_finds_nothing_in_dialogs_and_in_a_saved_page(page, server, tmp_path):
    tokens = server.new(game="misty", seats=["you", "friend"])[1]
    page.goto(f"{server.address}/#{tokens[0]}")
    page.wait_for_selector("#my-name")
    assert faults(page) == []
    page.fill("#my-name", "Ana")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("r")
    page.wait_for_selector("dialog.rules section")
    assert faults(page) == []
    _, (*_, watcher) = server.new(game=YARDSTICK, seats=["random", "random"])
    server.until("ended", watcher)
    saved = tmp_path / "game.html"
    saved.write_text(server.get("/api/saved", watcher)["page"], encoding="utf-8")
    page.goto(saved.as_uri())
    page.wait_for_selector(".medianoche-viewer svg")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert faults(page) == []


@pytest.mark.parametrize(
    ("lang", "log", "groups"),
    [
        ("en-GB", "What has happened", ["end of the turn", "tools", "earlier positions"]),
        ("es-ES", "Qué ha pasado", ["fin del turno", "herramientas", "posiciones anteriores"]),
    ],
)
def test_the_live_log_and_the_groups_of_a_table_have_names(persons, server, lang, log, groups):
    page = persons(locale=lang)
    sit(page, server, game="correo", seats=["you"])
    assert page.get_by_role("log", name=log, exact=True).get_attribute("id") == "voice"
    classes = [page.get_by_role("group", name=name, exact=True).get_attribute("class") for name in groups]
    assert [names.split()[0] for names in classes] == ["ends", "tools", "steps"]


def test_axe_finds_nothing_where_a_card_is_seen_large(page, server):
    sit(page, server, game="medianokte", **QUICK["medianokte"])
    run(page, "document.querySelector('#board .look:not([data-action] *)').focus()")
    page.keyboard.press("Enter")
    page.wait_for_selector(".closer")
    assert faults(page) == []


def test_axe_finds_nothing_with_friends_at_the_end_and_in_a_replay(page, server):
    sit(page, server, game=YARDSTICK, seats=["you", "friend"], name="Ana")
    assert both_themes(page) == []
    token = sit(page, server, game=YARDSTICK, seats=["you", "random"], hints=["ismcts:50"])
    number = 0
    while not settle(page):
        click(page, number)
        number += 1
    page.wait_for_selector("#review .graph")
    assert both_themes(page) == []
    page.click("#through")
    page.wait_for_selector(".medianoche-viewer svg")
    assert page.title().endswith(": replay")
    assert both_themes(page) == []
    assert server.table(token).over


def test_choices_on_the_board_have_names_and_take_keys(page, server):
    sit(page, server, game=YARDSTICK, seats=["you", "random"])
    first = page.locator("#board [data-action][tabindex='0']")
    assert first.get_attribute("aria-label").startswith("drop into column")
    first.focus()
    page.keyboard.press("ArrowDown")
    second = run(page, "document.activeElement.dataset.action")
    page.keyboard.press("Enter")
    page.wait_for_selector("#status.asked")
    page.wait_for_selector("#back")
    played = server.table(page.url.partition("#")[2]).actions
    assert played[0] == int(second)
    page.locator("#words summary").click()
    page.wait_for_selector("#words pre:not(:empty)")
