"""The page in a real browser: games played by clicks, by keyboard and on a phone, replays, reloads: `make test-ui`."""

import json
import re
from pathlib import Path

import pytest

from medianoche import envs
from medianoche.agents.judging import Judgement
from medianoche.envs.core.play.match import Replay
from tests.ui.driving import FITS, POINT, QUICK, SCREENS, click, drawn, lobby, offer, press, redrawn, run, settle, sit
from tests.ui.pages import YARDSTICK, serving


def tab_to(page, selector):
    """Press Tab until something has the focus."""
    for _ in range(60):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def test_a_game_is_played_by_the_keyboard_alone(page, server):
    lobby(page, server)
    tab_to(page, "[data-game=misty]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#start")
    tab_to(page, "#start")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board svg")
    settle(page)
    press(page, "1")
    settle(page)
    press(page, "ArrowDown", "ArrowUp", "ArrowDown", "Enter")
    settle(page)
    rounds = len(server.table(page.url.partition("#")[2]).actions)
    press(page, "u")
    settle(page)
    assert len(server.table(page.url.partition("#")[2]).actions) < rounds
    page.keyboard.press("?")
    page.wait_for_selector("#names dt:has-text('monster')")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#now:not([disabled])")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#now[disabled]")


@pytest.mark.parametrize("name", [pytest.param(name, id=f"{name}-keys") for name in QUICK])
def test_each_game_is_begun_and_played_by_keys_alone(page, server, name):
    """From the list of games on, with the mouse never touched: five choices, each by digits or by arrows and Enter, in
    as many steps as it has; then one is taken back."""
    lobby(page, server)
    tab_to(page, f"[data-game={name}]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#start")
    tab_to(page, "#start")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board svg")
    token = page.url.partition("#")[2]
    server.post("/api/pace", token, {"pace": 0})

    def chosen():
        table = server.table(token)
        return len(table.choices(table.persons[0]))

    for number in range(5):
        assert not settle(page)
        before = chosen()
        for _ in range(4):  # a choice in steps: what, where, which way
            rows = page.locator("#choices li[data-row]").count()
            press(page, *(["ArrowDown", "Enter"] if rows and number % 2 else ["1" if rows else "0"]))
            if chosen() > before:
                break
        assert chosen() == before + 1
    assert not settle(page)
    press(page, "u")
    assert chosen() == 4


def test_a_choice_that_does_not_arrive_leaves_the_choices(page, server):
    token = sit(page, server, game="misty", seats=["you", "greedy"])
    before = page.locator("#choices li").all_text_contents()
    page.route("**/api/act", lambda route: route.fulfill(body="cut"))
    page.keyboard.press("1")
    page.wait_for_selector("#trouble:not([hidden])")
    assert page.locator("#choices li").all_text_contents() == before
    assert not server.table(token).actions
    page.unroute("**/api/act")
    press(page, "1")
    assert server.table(token).actions


# ---- reloads, hints, phones


def test_a_reload_in_the_middle_changes_nothing(page, server):
    page.emulate_media(reduced_motion="reduce")  # pieces that glide have a style of their own meanwhile
    sit(page, server, game="misty", seats=["you", "greedy"])
    for number in range(4):
        settle(page)
        click(page, number)
    page.mouse.move(0, 0)  # under the mouse a card opens large
    settle(page)
    board = page.locator("#board").inner_html()
    told = page.locator("#account").inner_text()
    page.reload()
    page.wait_for_selector("#board svg")
    assert page.locator("#board").inner_html() == board
    assert page.locator("#account").inner_text() == told


def test_on_a_phone_the_list_of_games_is_as_wide_as_the_screen(page, server):
    page.set_viewport_size({"width": 360, "height": 740})
    lobby(page, server)
    offer(page)
    assert run(page, FITS)


def test_what_others_did_is_announced_stands_above_the_board_and_moves_nothing(page, server):
    sit(page, server, game="misty", seats=["you", "greedy"])
    top = "document.querySelector('#board').getBoundingClientRect().top + scrollY"
    places = [run(page, top)]
    for number in range(6):
        click(page, number)
        settle(page)
        lines = page.locator("#strip li").all_inner_texts()
        assert any("player 2 " in words for words in lines)
        assert any(re.search(r"(^|revealed: )you ", words) for words in lines)  # what became of the last choice
        assert len(lines) <= 4
        places.append(run(page, top))
    assert len(set(places)) == 1
    page.wait_for_selector("#voice[aria-live=polite]:not(:empty)", state="attached")


FACES = """[...document.querySelectorAll("PLACE .die")].map(
  die => [die.getAttribute("aria-label"), die.querySelectorAll("circle").length])"""
"""What the dice beside lines are called, and how many pips each shows."""


@pytest.mark.parametrize("name", ["halloween", "medianokte"])
def test_dice_are_drawn_where_they_are_told_until_the_next_choice(page, server, name):
    token = sit(page, server, game=name, **QUICK[name])
    kinds = set()
    while "threw" not in kinds:
        assert not settle(page)
        events = [event for event in server.get("/api/frame", token)["events"] if event["words"]]
        dice = [die for event in events for die in event.get("dice", [event.get("die")]) if die]
        assert sorted(run(page, FACES.replace("PLACE", "#strip"))) == sorted([f"die: {die}", die] for die in dice)
        if dice:
            kinds |= {event["kind"] for event in events}
        if "threw" not in kinds:
            click(page, 0)
    page.select_option("#language", "es")
    page.wait_for_selector("#strip .die[aria-label^=dado]")
    assert run(page, FACES.replace("PLACE", "#account"))[-len(dice) :] == [[f"dado: {die}", die] for die in dice]


def test_a_figure_that_falls_after_its_own_advice_is_no_mistake_of_the_player(page, server, monkeypatch):
    values = iter([0.4, 0.1, -0.2])

    async def judged(who, turn):
        value = next(values)
        return Judgement({3: 1.0}, {3: value}, value)

    monkeypatch.setattr(server.sessions.agents, "judge", judged)
    sit(page, server, game=YARDSTICK, seats=["you", "random"], hints=["ismcts:50"])
    page.click("#hint")
    page.wait_for_selector("#choices li.best:has-text('70%')")
    assert page.locator("#advice .rough").count() == 0
    for chosen, figure, told in (("li.best", 55, ["70%"]), ("li:not(.best)", 40, [])):
        before = drawn(page)
        page.locator(f"#choices {chosen}").first.click()
        redrawn(page, before)
        settle(page)
        page.click("#hint")
        page.wait_for_selector(f"#choices li.best:has-text('{figure}%')")
        assert [re.search(r"\d+%", words)[0] for words in page.locator("#advice .rough").all_text_contents()] == told


def test_a_hint_is_drawn_on_the_board_and_keys_work_after_a_choice_in_a_list(page, server):
    sit(page, server, game=YARDSTICK, seats=["you", "random"], hints=["ismcts:50", "ismcts:60"])
    before = drawn(page)
    page.click("#hint")
    page.wait_for_selector("#advice:has-text('★ ismcts:50: drop into column')")
    redrawn(page, before)
    assert page.locator("#board .verdict").count() > 3
    rows = page.locator("#choices li:visible").all_text_contents()
    figures = [int(match[1]) for row in rows if (match := re.search(r"\[(\d+)% to win\]", row))]
    assert len(rows) == 7
    assert page.text_content("#advice").endswith(f"; {max(figures)}% to win")
    assert f"★{max(figures)}%" in page.locator("#board .verdict").all_text_contents()
    assert f"[{max(figures)}% to win]" in page.text_content("#choices li.best")
    assert page.locator("#choices li.faint").count() == len(rows) - len(figures)
    page.locator("#adviser").focus()
    page.select_option("#adviser", "ismcts:60")
    page.locator("#adviser").focus()  # keys also work while a list has the focus
    page.keyboard.press("h")
    page.wait_for_selector("#advice:has-text('★ ismcts:60')")
    page.locator("#language").focus()
    press(page, "1")


def test_a_touch_is_confirmed_before_it_is_played(persons, server):
    page = persons(console=True, **SCREENS["phone"])
    token = sit(page, server, game=YARDSTICK, seats=["you", "random"])
    settle(page)
    begun = len(server.table(token).actions)
    spot = run(page, POINT.replace("NUMBER", "0"))
    page.touchscreen.tap(*spot)
    page.wait_for_selector("#play")
    page.tap("#leave")
    page.wait_for_selector("#play", state="hidden")
    assert len(server.table(token).actions) == begun
    page.locator("#choices li").first.tap()
    before = drawn(page)
    page.tap("#play")
    redrawn(page, before)
    settle(page)
    assert len(server.table(token).actions) > begun


def test_on_a_phone_a_tap_on_a_game_shows_its_settings(persons, server):
    page = persons(console=True, **SCREENS["phone"])
    lobby(page, server)
    assert run(page, "[...document.querySelectorAll('.card')].every(each => each.offsetHeight < 100)")
    page.tap("[data-game=correo]")
    page.wait_for_selector("#start")
    page.wait_for_selector("#start")
    assert run(page, "document.querySelector('.setting').getBoundingClientRect().top") < 100


def test_a_tap_says_the_effect_before_it_is_confirmed(persons, server):
    page = persons(console=True, **SCREENS["phone"])
    sit(page, server, game="correo", seats=["you"])
    row = page.locator("#choices li", has_text="face up").first
    tile = row.locator(".face").bounding_box()
    assert tile["width"] > 25
    assert row.bounding_box()["height"] >= tile["height"] > 12
    row.tap()
    page.wait_for_selector("#effect:not(:empty)")
    words = page.text_content("#confirm strong")
    assert re.fullmatch(r"card \w face up: take the (left|right) one \(\w+ and \w+\)", words)
    assert words not in page.text_content("#effect")
    box = page.locator("#effect").bounding_box()
    dock = page.locator(".dock").bounding_box()
    assert dock["y"] < box["y"] < box["y"] + box["height"] <= 844


def test_rows_show_the_tile_as_it_would_lie(page, server):
    sit(page, server, game="correo", seats=["you"])
    click(page, 0)
    rows = page.locator("#choices li", has_text="turned").all()
    assert rows
    assert all(row.locator(".face [data-piece]").is_visible() for row in rows)
    whole = page.locator("#choices li", has_text="as it is").locator(".face [data-piece]")
    assert whole.is_visible()  # also while the tile on the board glides to its place


def test_what_ends_a_turn_has_one_button_and_a_key(page, server):
    token = sit(page, server, game="correo", seats=["you"])
    while not (ends := page.locator(".ends .end")).count():
        click(page, 0)
    assert page.locator("#choices li", has_text="end the turn").count() == 0
    assert ends.bounding_box()["y"] < page.locator("#choices").bounding_box()["y"]
    turn = int(server.table(token).state.turn)
    press(page, "0")
    assert int(server.table(token).state.turn) == turn + 1


def test_the_table_invites_a_friend_until_the_friend_has_come(persons, page, server):
    lobby(page, server)
    _, (one, two, _) = server.new(game="misty", seats=["you", "friend"], name="Ana")
    page.goto(f"{server.address}/#{one}")
    page.wait_for_selector("#invited .link")
    link = page.locator("#invited .link").input_value()
    assert link.endswith(f"#{two}")
    assert "--host 0.0.0.0" in page.inner_text("#invited")  # the address of the tests is that of this machine alone
    friend = persons(link)
    friend.fill("#my-name", "José")
    friend.click("#take-seat")
    page.wait_for_selector("#invited", state="hidden")
    page.wait_for_selector(".players:has-text('José')")
    click(page, 3)
    friend.wait_for_selector("#strip:has-text('Ana')")


def test_a_guest_reads_whom_the_table_waits_for_and_has_no_link(persons, server):
    _, (_, two, *_) = server.new(game="misty", seats=["you", "friend", "friend"], name="Ana")
    guest = persons(f"{server.address}/#{two}")
    guest.wait_for_selector("#invited:not([hidden])")
    assert guest.locator("#invited").inner_text() == "Waiting for player 3"
    assert guest.locator("#invited :is(input, button)").count() == 0
    assert guest.locator(".players .awaited").all_inner_texts() == ["is awaited"]


def test_on_a_phone_the_choice_that_waits_can_be_read_in_whole(persons, server):
    _, (one, two, *_) = server.new(game="misty", seats=["you", "friend"], seed="7")
    other = "Ana María de la Fuente"
    for token, name in ((one, other), (two, "Benito")):
        server.post("/api/name", token, {"name": name})
    page = persons(console=True, locale="es-ES", **SCREENS["phone"])
    page.goto(f"{server.address}/#{two}")
    page.wait_for_selector("#status.asked")
    assert page.locator("#kept-choice").is_hidden()
    page.locator("#choices li").first.tap()
    chosen = page.locator("#confirm strong").inner_text()
    page.locator("#play").dispatch_event("click")  # a tap may meet the page while it scrolls
    page.wait_for_selector("#kept-choice:not([hidden])")
    assert page.locator("#kept-choice").inner_text() == f"Tu elección espera: {chosen}."
    assert page.locator("#status").inner_text() == f"{other} está eligiendo …"
    for part in ("#kept-choice", "#status"):
        assert run(page, f"(part => part.scrollWidth <= part.clientWidth)(document.querySelector('{part}'))")
        assert page.locator(part).bounding_box()["y"] < 844
    page.set_viewport_size({"width": 1366, "height": 768})
    page.wait_for_selector("#kept-choice", state="hidden")
    page.wait_for_selector(f"#status:has-text('Tu elección espera: {chosen}. {other} está')")


def test_a_table_that_was_removed_is_not_offered_again(persons, server):
    page = persons()
    (gone, _), _ = games = [server.new(game=YARDSTICK, seats=["you", "random"]) for _ in range(2)]
    for _, tokens in games:
        page.goto(f"{server.address}/#{tokens[0]}")
        page.wait_for_selector("#board svg")
        page.goto("about:blank")
    server.answer("DELETE", f"/api/tables/{gone}", server.owner)
    page.goto(server.address)  # without a token
    page.wait_for_selector("#rejoin a")
    assert page.locator("#rejoin a").count() == 1


# ---- from the list of games


def test_a_game_is_dealt_and_kept_in_the_list(page, server):
    lobby(page, server)
    offer(page)
    page.select_option("#players", "3")
    assert page.locator("[data-seat]").count() == 3
    page.locator("[data-seat='1'] select").select_option("friend")
    page.click("#start")
    page.wait_for_selector("#board svg")
    page.fill("#my-name", "Ana")  # who plays with friends and has given no name is asked for one
    page.click("#take-seat")
    page.wait_for_selector("dialog", state="detached")
    token = page.url.partition("#")[2]
    assert server.sessions.seat(token)[1] == 0
    page.click("#home")
    page.wait_for_selector(".game a.who")
    page.click(".game button.who")
    link = page.locator(".game .link").first.input_value()
    assert server.sessions.seat(link.partition("#")[2])[1] == 1
    page.goto(link)
    page.wait_for_selector("#board svg")


def test_a_game_of_one_s_own_is_dealt_and_played_to_its_end(page, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "docs")
    with serving(tmp_path / "games", games=["medianoche.toys.love_letter:LoveLetter"]) as own_server:
        lobby(page, own_server)
        assert page.locator(".card strong").first.inner_text() == "Love Letter"
        page.click("[data-game='medianoche.toys.love_letter:LoveLetter']")
        page.wait_for_selector("#start")
        assert page.locator("[data-seat='1'] select").input_value() == "greedy"
        page.click("#start")
        page.wait_for_selector("#board svg")
        while not settle(page):
            click(page, 0)
        assert "The game is over" in page.locator("#status").inner_text()
        page.goto("about:blank")  # before its server stops


def test_agents_are_watched(page, server):
    sit(page, server, game="misty", seats=["greedy", "greedy"], options=QUICK["misty"]["options"], pace=2)
    page.click("#pause")
    page.wait_for_selector("#one")
    for _ in range(3):
        before = drawn(page)
        page.click("#one")
        redrawn(page, before)
    page.select_option("#view", "1")
    page.wait_for_selector("#view:has(option[value='1']:checked)")
    assert page.locator(".players li:nth-child(2) strong").inner_text() == "player 2"  # one only looks on
    page.select_option("#pace", "0")
    page.click("#pause")
    page.wait_for_selector("#status:has-text('The game is over')")


def test_sounds_are_off_until_they_are_wanted(page, server):
    kept = "class extends AudioContext { constructor() { super(); window.made++; } }"
    sit(page, server, game=YARDSTICK, seats=["you", "random"])
    run(page, f"window.made = 0; window.AudioContext = {kept}; 0")
    click(page, 1)
    settle(page)
    assert run(page, "window.made") == 0
    page.click("#sounds")
    assert page.get_attribute("#sounds", "aria-pressed") == "true"
    click(page, 2)
    settle(page)
    assert run(page, "window.made") == 1


def test_a_replay_is_stepped_through(page, server, tmp_path):
    env = envs.game("misty").aec(variant="introductory", rounds_to_win=1)
    env.reset(2**64 - 3)  # JavaScript has no such number
    while env.agents:
        env.step(None if env.terminations[env.agent_selection] else env.sample_legal())
    replay = Replay.from_env(env)
    replay.save(tmp_path / "game.json")
    page.goto(f"{server.address}/#{server.owner}")
    page.set_input_files("#replay", tmp_path / "game.json")
    page.wait_for_selector(".medianoche-viewer svg")
    last = len(replay.actions)
    assert page.locator(".place").text_content() == f"0 of {last}"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.locator(".place").text_content() == f"2 of {last}"
    page.select_option("#judge", "ismcts:500")
    page.click("#evaluate")
    page.wait_for_selector(".graph polyline")
    page.locator(".graph > svg").click()
    assert 0.3 < int(page.locator(".place").text_content().split()[0]) / last < 0.7
    page.locator(".medianoche-viewer select").select_option(label="player 2")
    page.keyboard.press("End")
    assert "The game is over" in page.locator(".choice").text_content()
    with page.expect_download() as saved:
        page.click("text=Save")
    assert json.loads(saved.value.path().read_text()) == json.loads((tmp_path / "game.json").read_text())


# ---- answers that do not arrive

CUT = """(async error => {
  const { get } = await import("/static/api.js"), real = window.fetch;
  const text = async () => { if (error) throw new DOMException("cut", error); return '{"key":'; };
  window.fetch = async () => ({ ok: true, status: 200, text, json: async () => JSON.parse(await text()) });
  try { return `no error: ${JSON.stringify(await get("/api/frame"))}`; }
  catch (error) { return `${error.name}: ${error.message}`; }
  finally { window.fetch = real; }
})(ERROR)"""
"""What the page makes of an answer of which only the beginning comes."""


@pytest.mark.parametrize(
    ("error", "told"),
    [
        ('"AbortError"', "AbortError: cut"),
        ('"NetworkError"', "Error: the server does not answer; is it still running?"),
        ("null", "Error: the answer is not JSON (200)"),
    ],
)
def test_an_answer_that_breaks_off_is_no_frame(page, server, error, told):
    lobby(page, server)
    assert run(page, CUT.replace("ERROR", error)) == told


def test_a_slow_line_loses_no_choice(page, server):
    """Choices that interrupt a long poll whose answer is under way."""
    token = sit(page, server, game=YARDSTICK, seats=["you", "random"])
    network = page.context.new_cdp_session(page)
    slow = {"offline": False, "latency": 20, "downloadThroughput": 6000, "uploadThroughput": 6000}
    network.send("Network.emulateNetworkConditions", slow)
    for number in range(4):
        if settle(page):
            break
        click(page, number)
        assert page.locator("#trouble").is_hidden()
    assert len(server.table(token).actions) >= 4


def test_the_engines_page_plays_a_game_by_clicks(page, tmp_path):
    pytest.importorskip("websockets")
    from medianoche.agents.engine import engine, socket

    folder = Path(engine.__file__).parent
    listening = socket.SocketServer(lambda write: engine.Engine(envs.game("misty"), write), 0, "token")
    thread = listening.start()

    quick = (folder / "page.html").read_text(encoding="utf-8").replace("seconds: 0.5", "seconds: 0.02")
    (tmp_path / "page.html").write_text(quick, encoding="utf-8")
    try:
        page.goto((tmp_path / "page.html").as_uri())
        page.fill("#address", listening.address)
        page.click("text=Connect")
        while True:
            page.wait_for_selector("#actions button, #status:has-text('The game is over')")
            if not page.locator("#actions button").count():
                break
            before = page.locator("#news li").count()
            page.evaluate(
                "(button => { button.id = 'clicked'; button.click(); })(document.querySelector('button[data-choice]'))"
            )
            page.wait_for_selector("#clicked", state="detached")
            assert page.locator("#news li").count() > before
        assert page.locator("#board svg").count() == 1
    finally:
        listening.close()
        thread.join(300)


def test_a_list_of_games_that_comes_late_asks_nothing_with_the_token_of_another_page(page, server):
    """The owner has sat down meanwhile; a refusal would be an error in the console (`page`)."""
    tokens = server.new(game=YARDSTICK, seats=["you", "random"])[1]
    held = []
    page.goto(f"{server.address}/#{server.owner}")
    page.wait_for_selector(".game")
    page.route("**/api/tables", lambda route: held.append(route))  # noqa: PLW0108 - playwright marks it
    server.new(game=YARDSTICK, seats=["you", "random"])
    while not held:
        page.wait_for_timeout(50)
    page.goto(f"{server.address}/#{tokens[0]}")
    page.wait_for_selector("#board svg")
    page.unroute("**/api/tables")  # the answer that was held back may come
    page.wait_for_timeout(800)
    click(page, 3)


def test_news_that_have_no_room_unfold_over_what_is_below_them(persons, server):
    page = persons(viewport={"width": 390, "height": 844})
    sit(page, server, game="nocturna", seats=["random", "you"], options={"variant": "quick"})
    more = page.locator("#unfold-news")
    number = 0
    while not more.is_visible():
        assert not settle(page)
        click(page, number)
        number += 1
    settle(page)
    dock = page.locator("#choices").bounding_box()
    low = page.locator("#strip").bounding_box()["height"]
    more.click()
    assert more.get_attribute("aria-expanded") == "true"
    assert page.locator("#strip").bounding_box()["height"] > low
    assert page.locator("#choices").bounding_box() == dock
    more.click()
    assert page.locator("#strip").bounding_box()["height"] == low


def test_the_chip_of_a_friend_says_that_the_friend_is_away(persons, server):
    page = persons(locale="es-ES")
    token = sit(page, server, game="misty", seats=["you", "friend"])
    table = server.table(token)
    server.post("/api/say", table.saved.tokens[1], {"text": "hola"})
    table.asking[1] = table.opened = -1e9
    page.reload()
    page.wait_for_selector(".players [data-seat='1'] small:text-is('se ha ido')")


NEWS = """(() => {
  const strip = document.querySelector("#strip"), line = 1.45 * parseFloat(getComputedStyle(strip).fontSize);
  const lines = [...strip.children].map(row => row.getBoundingClientRect().height / line);
  const told = Math.round(lines.reduce((sum, count) => sum + count, 0));
  return [Math.round(strip.getBoundingClientRect().height / line), Math.min(Math.max(told, 1), 4)];
})()"""
"""How many lines the news have room for on a phone, and how many they should have."""
PLACE_OF_LIST = """Math.round(document.querySelector("#choices").getBoundingClientRect().top
  - document.querySelector(".dock").getBoundingClientRect().top)"""
"""How far below the upper edge of the dock the list of choices begins."""


def test_news_on_a_phone_are_as_high_as_what_they_tell_while_a_question_is_open(persons, server):
    page = persons(viewport={"width": 390, "height": 844})
    sit(page, server, game="misty", seats=["you", "greedy"])
    seen = set()
    for number in range(6):
        if page.locator("#strip").is_visible():
            height, told = run(page, NEWS)
            assert height == told
            seen.add(height)
        if number in (2, 5):
            place = run(page, PLACE_OF_LIST)
            page.click("#earlier")
            page.wait_for_selector("#status:has-text('back')")
            assert run(page, PLACE_OF_LIST) == place
            page.click("#now")
            page.wait_for_selector("#status.asked")
            assert run(page, PLACE_OF_LIST) == place
        assert not settle(page)
        click(page, number)
        settle(page)
    assert seen
    assert min(seen) < 4


def test_the_end_of_a_round_lies_over_the_board_for_some_seconds_or_until_a_click(page, server):
    token = sit(page, server, game="misty", seats=["you", "greedy"])
    begun = server.get("/api/frame", token)
    while not any(line["kind"] == "head" for line in begun["strip"]):
        match = server.table(token).at(0)
        server.choose(token, match.game.heuristic(match.state))
        begun = server.until("asked", token)
    page.wait_for_selector("#over:not([hidden])")
    words = page.locator("#over").text_content()
    assert words.startswith("round 1 is over: ")
    assert "; won by " in words
    page.locator("#title").click()
    page.wait_for_selector("#over", state="hidden", timeout=1000)  # it would be there for 3 seconds
    assert server.get("/api/frame", token)["position"] == begun["position"]


def test_a_menu_stays_while_a_watched_game_goes_on(page, server):
    sit(page, server, game="misty", seats=["random", "random"], pace=0.4)
    page.wait_for_selector("#view")
    run(page, "(window.kept = document.querySelector('#view')).focus()")
    before = page.locator("#account li").count()
    page.locator(f"#account li:nth-child({before + 4})").wait_for(state="attached")
    assert run(page, "window.kept.isConnected && document.activeElement === window.kept")
    page.click("#pause")
    page.wait_for_selector("#one")
    assert run(page, "document.activeElement.id") == "pause"


def test_a_long_explanation_is_whole_while_its_row_is_pointed_at(page, server):
    sit(page, server, game="misty", seats=["you", "greedy"])
    tools = page.locator(".tools").bounding_box()
    page.locator("#choices li").first.hover()
    page.wait_for_selector("#about:not(:empty)")
    run(page, "document.querySelector('#about').textContent = 'a long word of explanation '.repeat(12)")
    assert run(page, "(about => about.scrollHeight <= about.clientHeight)(document.querySelector('#about'))")
    assert page.locator("#about").bounding_box()["height"] > 100
    page.mouse.move(0, 0)
    assert page.locator("#about").bounding_box()["height"] < 100
    assert page.locator(".tools").bounding_box() == tools


def test_on_a_phone_the_rooms_are_in_sight_where_the_master_places(persons, server):
    page = persons(**SCREENS["phone"])
    sit(page, server, game="nocturna", seats=["you", "random"], seed="9")
    first_room, dock = (page.locator(part).bounding_box() for part in ("[data-panel=room0]", ".dock"))
    assert 0 <= first_room["y"] < first_room["y"] + first_room["height"] < dock["y"]
