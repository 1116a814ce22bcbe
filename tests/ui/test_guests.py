"""Persons at one table in real browsers: invitation by link, names, chat, spectators, coming back; the rules card."""

import pytest

from tests.ui.driving import FITS, QUICK, SCREENS, click, run, settle
from tests.ui.pages import YARDSTICK, offered, serving
from tests.ui.test_games import LOCALES
from tests.waiting import soon


def introduce(page, name):
    """Give the name that a page asks for."""
    page.fill("#my-name", name)
    page.click("#take-seat")
    page.wait_for_selector("dialog", state="detached")


def test_persons_meet_by_a_link_talk_and_are_watched(persons, server):
    _, (one, two, watch) = server.new(game=YARDSTICK, seats=["you", "friend"], seed="3")
    ana, benito = (persons(f"{server.address}/#{token}") for token in (one, two))
    introduce(ana, "Ana")
    introduce(benito, "Benito")
    watcher = persons(f"{server.address}/#{watch}")
    ana.wait_for_selector(".players li:has-text('Benito')")
    settle(ana)
    benito.wait_for_selector("#status:has-text('Ana')")
    assert not benito.locator("#board [data-action]").count()
    benito.fill("#say", "¡Hola!")
    benito.click("#send")
    for page in (ana, benito, watcher):
        page.wait_for_selector("#chat li:has-text('Benito: ¡Hola!')")
    assert watcher.locator("#say").count() == 0
    ana.locator(".talk summary").click()  # the chat is off for Ana, also after a reload
    click(ana, 3)
    settle(benito)
    watcher.wait_for_selector("#status:has-text('Benito')")
    ana.reload()
    ana.wait_for_selector("#board svg")
    assert not ana.locator("#chat").is_visible()
    assert ana.locator("dialog").count() == 0  # the name is known


def test_two_persons_choose_at_the_same_time(persons, server):
    _, (one, two, _) = server.new(game="misty", seats=["you", "friend"], seed="3", name="Ana")
    server.post("/api/name", two, {"name": "Benito"})
    ana, benito = (persons(f"{server.address}/#{token}", console=True) for token in (one, two))
    settle(ana)
    settle(benito)
    click(benito, 0)
    benito.wait_for_selector("#status:has-text('Your choice waits'):has-text('Ana')")
    assert benito.locator("#board [data-action]").count() == 0
    benito.click("#back")  # and chooses again
    settle(benito)
    click(benito, 1)
    before = ana.locator("#board").inner_html()
    ana.wait_for_timeout(300)
    assert ana.locator("#board").inner_html() == before
    click(ana, 0)
    for page in (ana, benito):
        settle(page)
        assert "all picks are revealed" in page.locator("#account").inner_text()


def test_who_comes_back_finds_the_table_and_what_happened(persons, tmp_path):
    with serving(tmp_path / "games", programs=True) as server:
        port = server.port
        owner = server.owner
        _, (one, two, _) = server.new(game=YARDSTICK, seats=["you", "friend"], seed="3", name="Ana")
        ana, benito = (persons(f"{server.address}/#{token}") for token in (one, two))
        introduce(benito, "Benito")
        click(ana, 3)
        settle(benito)
        benito.context.set_offline(True)
        run(benito, "dispatchEvent(new Event('resize'))")  # asks again at once, not when its long poll ends
        benito.wait_for_selector("#trouble:not([hidden])")
        benito.context.set_offline(False)
        server.post("/api/say", one, {"text": "are you there?"})  # ends its next long poll
        benito.wait_for_selector("#trouble", state="hidden")
        click(benito, 2)
        settle(ana)
        told = ana.locator("#account").inner_text()
        address = ana.url.partition("#")[0]
        ana.goto("about:blank")
        ana.goto(address)  # without the token: the tables at which this browser has sat
        ana.wait_for_selector("#rejoin a:has-text('Ana')")
        ana.click("#rejoin a")
        settle(ana)
        assert ana.locator("#account").inner_text() == told
    with serving(tmp_path / "games", port=port, programs=True) as server:  # the server was stopped and started again
        assert server.owner == owner
        click(ana, 1)
        settle(benito)
        assert len(server.table(one).actions) == 3


def test_persons_and_agents_play_on_teams(persons, server):
    _, tokens = server.new(game="medianokte", seats=["greedy", "you", "random", "friend"], seed="3")
    ana, benito = (persons(f"{server.address}/#{token}") for token in (tokens[1], tokens[3]))
    introduce(ana, "Ana")
    introduce(benito, "Benito")
    watcher = persons(f"{server.address}/#{tokens[-1]}")
    watcher.wait_for_selector("#board svg")
    table = server.table(tokens[1])
    for number in range(8):
        assert soon(lambda: table.asked in table.persons)
        page = {1: ana, 3: benito}[table.asked]
        settle(page)
        click(page, number)
    assert {int(state.to_move) for state in table.match.states} >= {1, 3}


@pytest.mark.parametrize("lang", LOCALES)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_board_is_as_wide_as_the_screen_and_a_rules_card_is_one_screen(persons, server, screen, lang):
    usual = SCREENS[screen]["viewport"]
    page = persons(**SCREENS[screen], locale=LOCALES[lang])
    for name, asked in QUICK.items():
        page.set_viewport_size({"width": 360, "height": 740} if screen == "phone" else usual)
        page.goto("about:blank")
        page.goto(f"{server.address}/#{next(filter(None, server.new(game=name, seed='7', **asked)[1]))}")
        page.wait_for_selector("#board svg")
        assert run(page, FITS), name
        page.set_viewport_size(usual)
        page.click("#rules")
        page.wait_for_selector("dialog h3")
        run(page, "document.fonts.ready.then(() => 0)")
        over = run(page, "(box => box.scrollHeight - box.clientHeight)(document.querySelector('dialog'))")
        assert over <= 0, name


HOSTILE = "</script><img src=x onerror=hit=1>", "<b id=bad>&amp;<svg onload=hit=1>"
"""Names as HTML."""


def test_names_and_chat_are_shown_as_they_are_written(persons, tmp_path):
    with serving(tmp_path / "games") as server:
        names = [name[:30] for name in HOSTILE]
        _, (one, two, _) = server.new(game=YARDSTICK, seats=["you", "friend"], seed="3", name=names[0])
        server.post("/api/name", two, {"name": names[1]})
        for token, text in ((one, HOSTILE[0]), (two, HOSTILE[1])):
            server.post("/api/say", token, {"text": text})

        def harmless(page, *shown):
            words = page.locator("body").inner_text()
            assert [text for text in shown if text not in words] == []
            assert run(page, "[window.hit, document.querySelectorAll('#bad, img[src=x], svg[onload]').length]") == [
                None,
                0,
            ]

        table = persons(f"{server.address}/#{one}")
        table.wait_for_selector("#chat li >> nth=1")
        harmless(table, *names, *HOSTILE)
        lobby = persons(f"{server.address}/#{server.owner}")
        lobby.wait_for_selector(".game")
        harmless(lobby, *names)
        while not server.table(one).over:
            seat = [one, two][server.table(one).asked]
            frame = server.get("/api/frame", seat)
            server.post("/api/act", seat, {"key": frame["position"], "action": offered(frame["svg"])[0]})
        table.wait_for_selector("#through")
        harmless(table, *names)
        table.goto(f"{server.address}/#{one}/replay")
        table.wait_for_selector(".medianoche-viewer svg")
        harmless(table, names[0])
        (tmp_path / "saved.html").write_text(server.get("/api/saved", one)["page"], encoding="utf-8")
        saved = persons((tmp_path / "saved.html").as_uri())  # one file, without the server's policy
        saved.wait_for_selector(".medianoche-viewer svg")
        harmless(saved, names[0])
        back = table.context.new_page()
        back.goto(server.address)
        back.wait_for_selector("#rejoin a")
        harmless(back)


def test_who_comes_with_a_name_that_another_has_is_asked_for_one(persons, server):
    _, (_, two, _) = server.new(game=YARDSTICK, seats=["you", "friend"], seed="3", name="Ana")
    benito = persons(f"{server.address}/#{two}")
    benito.fill("#my-name", "ana")
    benito.click("#take-seat")
    benito.wait_for_selector("#name-problem:has-text('another player at this table is called ana')")
    introduce(benito, "Benito")
    benito.wait_for_selector(".players li:has-text('Benito')")
    _, (_, again, _) = server.new(game=YARDSTICK, seats=["you", "friend"], seed="3", name="Benito")
    benito.goto(f"{server.address}/#{again}")  # the browser knows the name
    introduce(benito, "Carla")
    benito.wait_for_selector(".players li:has-text('Carla')")
