"""The page without a server, in a browser: games to their ends with Python's pictures and words, later visits, tabs."""

import contextlib
import functools
import hashlib
import http.server
import json
import os
import random
import re
import shutil
import statistics
import threading
import time
from pathlib import Path
from types import MappingProxyType

import pytest

from docs import trial
from medianoche import envs
from medianoche.agents.export.engine import network_bytes
from medianoche.agents.network import Network, shipped
from medianoche.envs.core.play.match import Match, Replay
from medianoche.ui import catalog, daily, frames
from medianoche.ui.session import Session
from medianoche.ui.stored import SavedSession
from tests.agents.test_export import needs_wasm
from tests.ui import pages
from tests.ui.driving import FITS, PATIENCE, SCREENS, run
from tests.ui.test_access import both_themes, faults
from tests.ui.test_games import share_picture
from tests.ui.test_puzzle_page import TODAY, shares_of_sides

NPM = shutil.which("npm")
pytestmark = [needs_wasm, pytest.mark.larger, pytest.mark.skipif(not NPM, reason="no npm, which has Pyodide")]
FIRST_BYTES = 8_000_000
"""As they come from any server, which compresses nothing."""
GAME_BYTES = 1_000_000
GROSS_MS, GROSS_S = 5000, 300
"""Bounds against gross faults alone, also on a busy machine: of an answer, and of the page's beginning."""
WORDS = ("account", "guide", "strip", "events", "outcome", "categories")
"""Of a frame what is compared besides the picture."""
ASK = """
const ask = async (path, token, lang, body, method = body ? "POST" : "GET") => {
  const headers = { authorization: `Bearer ${token}`, "accept-language": lang };
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  const found = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(found)}`);
  return found;
};
const hash = async text => [...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))]
  .map(byte => byte.toString(16).padStart(2, "0")).join("").slice(0, 16);
const owner = sessionStorage.getItem("owner");
"""
PLAY = f"""async ([game, players, seed, actions, names]) => {{
  {ASK}
  const made = await ask("api/tables", owner, "en", {{ game, seats: Array(players).fill("you"), seed }}), shown = [];
  for (const [seat, action] of [...actions, [0, -1]]) {{
    const row = [];
    let position;
    for (const lang of ["en", "es"]) {{
      const frame = await ask("api/frame?width=1440", made.tokens[seat], lang);
      position = frame.position;
      row.push(await hash(frame.svg), ...await Promise.all(names.map(name => hash(JSON.stringify(frame[name])))));
    }}
    shown.push(row);
    if (action >= 0) await ask("api/act", made.tokens[seat], "en", {{ key: position, action }});
  }}
  return shown;
}}"""
ANSWER = f"""async ([path, token, body]) => {{
  {ASK}
  return await ask(path, token || owner, "en", body);
}}"""
KEPT = """async () => {
  const name = (await caches.keys()).find(each => each.startsWith("medianoche-try-"));
  return name ? (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname.slice(1)) : [];
}"""
"""What the service worker keeps."""
WATCH = f"""async ([game, seats]) => {{
  {ASK}
  const made = await ask("api/tables", owner, "en", {{ game, seats, seed: "7", pace: 0, hints: ["net"] }});
  const watcher = made.tokens.at(-1);
  for (let frame = {{}}; !frame.over;) {{
    frame = await ask(`api/frame?width=360&wait=20&known=${{frame.key ?? ""}}`, watcher, "en");
    if (frame.problem) throw new Error(frame.problem);
  }}
  const judged = await ask("api/evaluate", watcher, "en", {{ agent: "net" }});
  return [await ask("api/replay", watcher, "en"), judged];
}}"""


TIMED = f"""async ([game, players, seed, actions]) => {{
  {ASK}
  const made = await ask("api/tables", owner, "en", {{ game, seats: Array(players).fill("you"), seed }});
  const found = {{ frames: [], clicks: [] }};
  for (const [seat, action] of actions) {{
    const token = made.tokens[seat], begun = performance.now();
    const {{ position }} = await ask("api/frame?width=1440", token, "en");
    const shown = performance.now();
    await ask("api/act", token, "en", {{ key: position, action }});
    found.frames.push(shown - begun);
    found.clicks.push(performance.now() - shown);
  }}
  return found;
}}"""
"""Milliseconds from a question to the answer, for frames and for choices."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A static server with the types of JavaScript and of pictures."""

    extensions_map = MappingProxyType({
        ".mjs": "text/javascript", ".js": "text/javascript", ".html": "text/html", ".css": "text/css",
        ".svg": "image/svg+xml", ".json": "application/json", "": "application/octet-stream",
    })  # fmt: skip

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    if built := os.environ.get("TRY_FOLDER"):  # where `python -m docs.trial` has built it before
        return Path(built)
    made = tmp_path_factory.mktemp("try")
    trial.build(made)
    return made


class Held(Quiet):
    """A server that holds back what Python is loaded from until it may go."""

    may_go = threading.Event()

    def do_GET(self):
        if self.path.endswith(".zst"):
            self.may_go.wait(PATIENCE / 1000)
        super().do_GET()


@contextlib.contextmanager
def serving(folder, handler=Quiet):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def site(folder):
    with serving(folder) as address:
        yield address


def opened(persons, address, **how):
    """A page that shows the games."""
    page = persons(console=True, **how)
    page.goto(address)
    page.wait_for_selector(".card", timeout=10 * PATIENCE)
    return page


def answer(page, path, token="", body=None):
    """What the page answers to a request, by default of its owner."""
    return page.evaluate(ANSWER, [path, token, body])


def offered_to(page, token):
    """The first action that the person of a token may choose now, and the frame."""
    frame = answer(page, "api/frame?width=360", token)
    while not frame["asked"]:
        frame = answer(page, f"api/frame?width=360&wait=20&known={frame['key']}", token)
        assert not frame.get("problem")
        assert not frame.get("over")
        frame = answer(page, "api/frame?width=360", token)
    return pages.offered(frame["svg"])[0], frame


def digest(text):
    """A hash as the script above makes it."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def shorter(shown):
    """What JavaScript makes of JSON: whole floats are written without a point."""
    if isinstance(shown, dict):
        return {name: shorter(value) for name, value in shown.items()}
    if isinstance(shown, list):
        return list(map(shorter, shown))
    return int(shown) if isinstance(shown, float) and shown.is_integer() else shown


def random_game(name, length):
    """The number of players, and the first actions of a game at random with their seats."""
    players = envs.game(name).players[0]
    match = Match(name, players, seed=77)
    rng = random.Random(5)
    actions = []
    while match.legal_actions and len(actions) < length:
        actions.append([match.to_move, rng.choice(match.legal_actions)])
        match.push(actions[-1][1])
    return players, actions


def played(name, monkeypatch):
    """A game at random to its end: its actions with their seats, and hashes of what each seat is shown before."""
    monkeypatch.setattr(catalog, "_offers", [catalog.Offers(rated={name: ("", {})})])
    players = envs.game(name).players[0]
    match = Match(name, players, seed=77)
    saved = SavedSession(match.replay(), ["you"] * players, ["x" * 16] * (players + 1), [], 0.0, 1.0, [""] * players)
    session = Session(match, saved)
    rng = random.Random(5)
    actions = []
    rows = []
    while True:
        seat = max(match.to_move, 0)
        row = []
        for lang in ("en", "es"):
            frame = frames.frame(session, seat, 1440, "", lang)
            texts = [json.dumps(shorter(frame[word]), ensure_ascii=False, separators=(",", ":")) for word in WORDS]
            row += map(digest, [frame["svg"], *texts])
        rows.append(row)
        if not match.legal_actions:
            return players, actions, rows
        actions.append([seat, rng.choice(match.legal_actions)])
        session.choose(*actions[-1])


@pytest.mark.parametrize("name", envs.names())
def test_a_game_is_played_to_its_end_with_pythons_pictures_and_words(site, persons, name, monkeypatch):
    players, actions, rows = played(name, monkeypatch)
    page = opened(persons, site)
    shown = page.evaluate(PLAY, [name, players, "77", actions, WORDS])
    assert len(shown) == len(actions) + 1 > 20
    differ = [number for number, (one, two) in enumerate(zip(shown, rows, strict=True)) if one != two]
    assert differ == []


@pytest.mark.parametrize("name", envs.names())
def test_agents_play_a_game_to_its_end_and_it_is_judged(site, persons, name):
    players = envs.game(name).players[0]
    agents = ["level:easy", "level:strongest", "net", "greedy", "level:beginner", "random", "net:64", "level:medium"]
    page = opened(persons, site)
    replay, judged = page.evaluate(WATCH, [name, [agents[seat % len(agents)] for seat in range(players)]])
    match = Replay(**replay).match(played=True)  # raises where the game went on otherwise than here
    assert not match.legal_actions
    assert len(judged["values"]) == judged["length"] == len(match.actions)
    assert all(-1 <= value <= 1 for _, _, value in judged["values"])


@pytest.mark.parametrize("screen", ["wide", "phone"])
def test_a_person_plays_by_clicks_and_gets_a_hint(site, persons, screen):
    page = opened(persons, site, locale="es-ES", **SCREENS[screen])
    assert run(page, FITS)
    page.click('[data-game="misty"]')
    page.wait_for_selector("#start")
    assert run(page, FITS)
    options = page.locator("[data-seat] option").all_inner_texts()
    assert not [words for words in options if "flat" in words or "ismcts" in words or "enlace" in words]
    page.click("#start")
    offered = "svg.medianoche [data-action]"
    page.wait_for_selector(offered, timeout=PATIENCE)
    page.click("#hint")
    page.wait_for_selector('.advice:has-text("%")', timeout=PATIENCE)  # the page's policy forbids scripts in strings
    assert run(page, FITS)
    assert both_themes(page) == []
    if screen == "phone":
        page.locator("#choices li").first.tap()
        page.tap("#play")
    else:
        page.locator(offered).first.click()
    page.wait_for_selector("#back:not([disabled])", state="attached")
    page.reload()
    page.wait_for_selector(offered, timeout=10 * PATIENCE)
    assert page.evaluate("document.documentElement.lang") == "es"


def test_a_later_visit_needs_no_server_and_has_the_games_and_their_agents(folder, persons):
    wanted = {f"games/{file.name}" for file in (folder / "games").iterdir()}
    with serving(folder) as address:
        page = opened(persons, address)
        answer(page, "api/tables", body={"game": "misty", "seats": ["you", "you"]})
        while not wanted <= set(page.evaluate(KEPT)):  # no engine was asked for
            page.wait_for_timeout(200)
        page.wait_for_timeout(1500)
    page.goto(address)
    page.wait_for_selector("#games .game", timeout=10 * PATIENCE)
    made = answer(page, "api/tables", body={"game": "misty", "seats": ["you", "level:easy"], "seed": "7"})
    token = made["tokens"][0]
    action, frame = offered_to(page, token)
    answer(page, "api/act", token, {"key": frame["position"], "action": action})
    _, later = offered_to(page, token)
    assert later["played"] > frame["played"]
    assert any("player 2" in line for line in later["account"])


# ---- how fast it is


@pytest.mark.parametrize("name", envs.names())
def test_a_frame_and_a_click_are_answered_soon(site, persons, name, capsys):
    players, actions = random_game(name, 30)
    times = opened(persons, site).evaluate(TIMED, [name, players, "77", actions])
    middle = {what: statistics.median(taken) for what, taken in times.items()}
    with capsys.disabled():
        told = [f"{what} {middle[what]:.0f} ms, at most {max(taken):.0f}" for what, taken in times.items()]
        print(f"\n{name}, medians of {len(actions)}:", "; ".join(told))
    assert len(times["frames"]) == len(times["clicks"]) == len(actions) == 30
    assert max(middle.values()) < GROSS_MS  # the printed times of a quiet machine are to be 50 ms and 100 ms at most


def test_the_page_is_there_soon_and_sooner_again(folder, persons, capsys):
    with serving(folder) as address:
        page = persons(console=True)
        seconds = {}
        for visit in ("first", "second"):
            begun = time.monotonic()
            page.goto(address, wait_until="commit")
            page.wait_for_selector(".opening svg", timeout=PATIENCE)
            assert page.locator(".begin progress").count() == 1
            seconds[f"{visit} visit, picture and bar"] = time.monotonic() - begun
            page.wait_for_selector(".card", timeout=10 * PATIENCE)
            seconds[f"{visit} visit, list of games"] = time.monotonic() - begun
            page.goto("about:blank")
    with capsys.disabled():
        print("\n" + "; ".join(f"{what}: {passed:.1f} s" for what, passed in seconds.items()))
    assert max(seconds.values()) < GROSS_S


# ---- what the page has besides games


def test_the_puzzle_of_the_day_is_answered_and_played_on(site, persons):
    page = opened(persons, site)
    page.wait_for_selector("#daily", timeout=PATIENCE)
    solution = daily.of_day("misty", run(page, TODAY)).solution
    page.click("#daily [data-puzzle=misty]")
    page.wait_for_selector("#status.asked", timeout=PATIENCE)
    page.click(f"#board [data-action='{solution.answer}']")
    page.wait_for_selector("#values", timeout=PATIENCE)
    assert page.locator("#status").text_content() == "You have found it!"
    assert page.locator("#values li").count() == len(solution.values)
    assert page.locator("#then li").count() > 0
    assert both_themes(page) == []
    page.click("#play-on")
    page.wait_for_selector("#riddle[hidden]", state="attached", timeout=PATIENCE)
    page.wait_for_selector("#status.asked", timeout=PATIENCE)
    assert page.locator("#adviser option").count() == 2


def test_a_watched_game_shows_how_it_stands_and_ends_with_a_picture_to_share(site, persons):
    page = opened(persons, site)
    seats = ["random", "random"]
    made = answer(page, "api/tables", body={"game": "misty", "seats": seats, "seed": "7", "pace": 2})
    page.goto(f"{site}#{made['tokens'][-1]}")
    assert sum(shares_of_sides(page)) in (99, 100, 101)
    page.click("#pause")
    page.wait_for_selector("#one")
    assert both_themes(page) == []
    page.select_option("#pace", "0")
    page.click("#pause")
    page.wait_for_selector("#review .graph", timeout=10 * PATIENCE)
    share_picture(page, "misty.png")
    assert both_themes(page) == []


# ---- games that move from one page to the other


def saved_by(page, folder):
    """The first game in the list as the page saves it in a file, and as it is read from there."""
    with page.expect_download() as got:
        page.locator("#games .game .files button").first.click()
    file = folder / "game.saved.json"
    got.value.save_as(file)
    return json.loads(file.read_text(encoding="utf-8"))


def test_a_game_moves_to_the_page_and_back(site, persons, tmp_path):
    with pages.serving(tmp_path / "games") as server:
        hints = ["net", "ismcts:500"]
        number, tokens = server.new(game="misty", seats=["you", "friend"], hints=hints, seed="5")
        server.choose(tokens[0], server.table(tokens[0]).match.legal_actions[0])
        file = tmp_path / "there.saved.json"
        file.write_text(json.dumps(server.get(f"/api/tables/{number}/game", server.owner)), encoding="utf-8")
        page = opened(persons, site)
        page.set_input_files("#replay", file)
        page.wait_for_selector("#board svg", timeout=PATIENCE)
        assert page.locator("#invited").is_hidden()
        assert page.locator(".players .awaited").count() == 0
        assert page.locator("#adviser option").count() == 1
        page.click("#home")
        page.wait_for_selector("#games .game", timeout=PATIENCE)
        assert page.locator("#games button.who").count() == 0
        assert page.locator("#games a.who").count() == 3
        row = answer(page, "api/tables")["tables"][0]
        action, frame = offered_to(page, row["tokens"][1])
        answer(page, "api/act", row["tokens"][1], {"key": frame["position"], "action": action})
        made = server.post("/api/replays", server.owner, saved_by(page, tmp_path))
        moved_back = server.table(made["tokens"][0])
        assert moved_back.actions == [*server.table(tokens[0]).actions, action]
        assert moved_back.seats == ["you", "you"]


def test_a_second_tab_waits_until_the_first_is_closed(site, persons):
    page = opened(persons, site)
    second = page.context.new_page()
    second.goto(site)
    second.wait_for_selector("#other-tab", timeout=PATIENCE)
    assert "another tab" in second.locator("#other-tab").inner_text()
    page.close()
    second.wait_for_selector(".card", timeout=10 * PATIENCE)


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("seed=abc", "The address has ?seed=abc; accepted: a whole number of at most 19 digits."),
        ("seed=1.5", "The address has ?seed=1.5; accepted: a whole number of at most 19 digits."),
        ("lang=constructor", "The address has ?lang=constructor; accepted: en, es."),
        ("game=chess", "The address has ?game=chess; accepted: correo, misty,"),
        ("x=1", "The address has ?x, which means nothing here; accepted: game, lang, seed."),
    ],
)
def test_a_bad_address_is_answered_in_a_line(site, persons, query, line):
    page = persons(f"{site}?{query}", console=True)
    page.wait_for_selector("#mistake", timeout=PATIENCE)
    assert page.locator("#mistake").inner_text().startswith(line)


@pytest.mark.parametrize(("screen", "scheme"), [("wide", "light"), ("phone", "dark")])
def test_axe_finds_nothing_until_the_list_of_games_is_there(folder, persons, screen, scheme):
    """A bad address, the bar of what is loaded, a second tab, the licences; then the list below the bad address."""
    Held.may_go.clear()
    with serving(folder, Held) as address:
        page = persons(f"{address}?x=1", console=True, color_scheme=scheme, **SCREENS[screen])
        page.wait_for_selector(".opening svg", timeout=PATIENCE)
        assert page.get_by_role("alert").filter(has_text="?x").get_attribute("id") == "mistake"
        assert faults(page) == []
        while not run(page, "navigator.locks.query().then(({held}) => held.length)"):
            page.wait_for_timeout(100)
        other = page.context.new_page()
        other.goto(address)
        other.wait_for_selector("#other-tab[role=status]", timeout=PATIENCE)
        assert faults(other) == []
        other.goto(f"{address}licences.html")
        assert other.locator("tbody tr").count() > 10
        assert run(other, FITS)
        assert faults(other) == []
        other.close()
        assert page.locator(".begin progress").count() == 1
        Held.may_go.set()
        page.wait_for_selector(".card", timeout=10 * PATIENCE)
        assert page.locator("#mistake").is_visible()
        assert both_themes(page) == []


def test_an_address_begins_a_game(site, persons):
    page = persons(console=True)
    page.goto(f"{site}?game=correo&lang=es&seed=5")
    page.wait_for_selector("svg.medianoche [data-action]", timeout=10 * PATIENCE)
    assert page.evaluate("document.documentElement.lang") == "es"


def test_what_is_loaded_stays_small(folder):
    small = sum(file.stat().st_size for file in folder.rglob("*") if file.suffix in (".mjs", ".js", ".css", ".html"))
    assert sum(trial.sizes(folder).values()) + small < FIRST_BYTES
    for name in envs.names():
        assert sum(file.stat().st_size for file in (folder / "games").glob(f"{name}.*")) < GAME_BYTES


def test_what_is_bundled_is_named_with_its_licence(folder):
    page = (folder / "licences.html").read_text(encoding="utf-8")
    names = ["Pyodide", "fzstd", "Python", *(library.partition("==")[0] for library in trial.LIBRARIES)]
    rows = re.findall(r">([^<]+)</a> ([\w.]+)</td><td>([^<]+)</td>", page)
    assert [name for name, *_ in rows] == names
    parts = (folder / "licences.txt").read_text(encoding="utf-8").split(f"\n\n{'=' * 80}\n\n")
    texts = {heading: text for heading, _, text in (part.partition("\n") for part in parts)}
    assert len(texts["medianoche"]) > 1000
    for name, version, licence in rows:
        assert licence != "see its text", name
        assert len(texts[f"{name} {version}"]) > 1000, name
    assert "Mozilla Public License" in texts[f"Pyodide {trial.SCRIPTS['pyodide']}"]
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in texts["Python 3.14"]
    assert any("UNICODE" in part.upper() for part in parts if part.startswith("babel "))


@pytest.mark.parametrize("name", ["misty", "correo"])
def test_the_browser_has_the_network_that_python_has(site, persons, tmp_path, name):
    """The same bytes as the network, rounded to 8 bits, has after it was saved; other tests compare choices."""
    game = envs.game(name)
    file = tmp_path / "rounded.safetensors"
    trial.rounded(Network.load(shipped(game))).save(file)
    loaded = persons(f"{site}licences.html").evaluate("""async name => {
        const { unpacked } = await import("./network.mjs"), packed = (await fetch(`games/${name}.net.gzipped`)).body;
        const file = await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
        return [...new Uint8Array(await crypto.subtle.digest("SHA-256", unpacked(file)))];
    }""", name)  # fmt: skip
    assert bytes(loaded) == hashlib.sha256(network_bytes(Network.load(file), game)).digest()
