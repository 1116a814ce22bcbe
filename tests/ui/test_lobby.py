"""The list of games and the question before a new game: pictures, what is read meanwhile, what is offered."""

import json

from medianoche import envs
from medianoche.envs.core.show.svg import PALETTE
from tests.ui.driving import lobby, offer, run
from tests.ui.pages import YARDSTICK

LAPTOP = {"width": 1366, "height": 768}
GROUND = """[...document.querySelectorAll(".seen, .pictured")].map(
  box => getComputedStyle(box.shadowRoot.querySelector("svg > rect")).fill)"""
"""The colour behind the board of each card, and of the rules that are shown."""


def channels(colour):
    """A colour as the browser writes it."""
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


def test_the_pictures_of_cards_and_of_the_rules_follow_the_theme(page, server):
    page.set_viewport_size(LAPTOP)
    lobby(page, server)
    for name in envs.names():
        page.wait_for_selector(f"[data-game={name}] .seen svg")
    pairs = {channels(light): channels(dark) for light, dark in PALETTE.values()}
    light = run(page, GROUND)
    page.click("#theme")
    dark = run(page, GROUND)
    assert set(light) <= set(pairs)
    assert dark == [pairs[colour] for colour in light]
    page.click("#theme")
    assert run(page, GROUND) == light
    page.click("#theme")
    offer(page)
    page.locator("details.rules summary").click()
    page.wait_for_selector(".rules .pictured svg")
    assert run(page, GROUND)[-1] in pairs.values()


def test_the_picture_of_a_card_is_a_part_of_it(page, server):
    page.set_viewport_size(LAPTOP)
    lobby(page, server)
    page.locator("[data-game=correo] .seen").click()
    page.wait_for_selector("[data-game=correo][aria-pressed=true]")


def test_while_a_game_is_prepared_its_bar_is_in_sight_and_its_rules_can_be_read(page, server):
    page.set_viewport_size(LAPTOP)
    lobby(page, server)
    offer(page)
    held = []
    page.route(
        "**/api/tables", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    page.click("#start")
    page.wait_for_selector(".meanwhile details[open] li")
    assert page.locator(".meanwhile").inner_text().startswith("Misty: draft cards")
    for part in (".setting .waiting progress", ".meanwhile p", ".meanwhile li >> nth=0"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] < LAPTOP["height"]
    held[0].fulfill(body="cut")
    page.wait_for_selector("#trouble:not([hidden])")
    assert page.locator(".meanwhile").count() == 0
    assert page.locator("#start").is_enabled()


def test_the_list_offers_to_watch_and_to_remove_only_what_is_there(page, server):
    """Of games that are over, which are stood in for by rows: the server has none yet."""
    server.new(game=YARDSTICK, seats=["you", "random"])
    server.new(game=YARDSTICK, seats=["random", "random"], pace=8)
    tables = server.get("/api/tables", server.owner)["tables"]
    over = [{**table, "over": True, "open": False, "asked": -1} for table in tables]
    rows = []
    page.route("**/api/tables", lambda route: route.fulfill(body=json.dumps({"tables": rows})))

    def offered():
        page.goto("about:blank")
        lobby(page, server, until=f"#games > :nth-child({max(len(rows), 1)})")
        doors = [game.locator("a.who").all_inner_texts() for game in page.locator("#games .game").all()]
        words = {words.split(" ")[0] for row in doors for words in row}
        removers = [page.locator(f"#remove-{what}").is_visible() for what in ("over", "all")]
        return sorted(map(len, doors)), words, removers

    assert offered() == ([], set(), [False, False])
    rows = tables
    assert offered() == ([1, 2], {"go", "watch"}, [False, True])
    rows = over
    assert offered() == ([1, 1], {"open"}, [True, True])


def test_the_list_says_how_a_game_ended_for_its_person(page, server):
    server.new(game=YARDSTICK, seats=["you", "random"])
    server.new(game=YARDSTICK, seats=["random", "random"], pace=8)
    watched, played = server.get("/api/tables", server.owner)["tables"][:2]
    over = {"over": True, "open": False, "asked": -1}
    rows = [{**played, **over, "won": won} for won in ([0], [1], [0, 1], [])] + [{**watched, **over, "won": [0]}]
    page.route("**/api/tables", lambda route: route.fulfill(body=json.dumps({"tables": rows})))
    lobby(page, server, until="#games > :nth-child(5)")
    ends = [words.split(" · ")[0] for words in page.locator("#games .facts .soft").all_inner_texts()]
    assert ends == ["you won", "you lost", "a draw", "over", "over"]
