"""The page on which games are played without a server: in a browser, from static files, to the end of a game."""

import contextlib
import functools
import hashlib
import http.server
import re
import shutil
import threading
from types import MappingProxyType

import pytest

from docs import trial
from medianoche import envs
from medianoche.agents.export.engine import flat
from medianoche.agents.network import Network, shipped
from tests.agents.test_export import needs_wasm
from tests.ui.driving import PATIENCE

pytestmark = [needs_wasm, pytest.mark.larger]
OVER = "document.body.dataset.over === '1'"
PLAYS = "document.querySelectorAll('#choices button').length > 0"
DRAWN = "[...document.querySelectorAll('#table [data-action]')].map(each => Number(each.dataset.action))"
CLICK = """where => {
  const drawn = document.querySelector(`${where} [data-action]`), first = document.querySelector("#choices button");
  (drawn ?? first).click();
}"""
WRONG = re.compile(r"undefined|NaN|\[object|[{}$]")
"""What a page says only by mistake."""


KEEPS = """window.actions = [];
window.Worker = class extends Worker {
  postMessage(asked) {
    if (asked.ask === "step") actions.push(asked.action);
    super.postMessage(asked);
  }
};"""
"""Keeps the actions of the game that is played."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A static server with the types of JavaScript and WebAssembly."""

    extensions_map = MappingProxyType({".mjs": "text/javascript", ".wasm": "application/wasm", ".html": "text/html"})

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("try")
    trial.build(made)
    return made


@contextlib.contextmanager
def serving(folder):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def site(folder):
    with serving(folder) as address:
        yield address


@pytest.mark.parametrize(
    ("game", "lang", "agent", "over"),
    [
        ("misty", "en", "net:64", "The game is over"),
        ("misty", "es", "net", "La partida ha terminado"),
        ("correo", "en", "net", "The game is over"),
        ("correo", "es", "net:64", "La partida ha terminado"),
        ("halloween", "en", "greedy", "The game is over"),
        ("halloween", "es", "net", "La partida ha terminado"),
        ("nocturna", "en", "net", "The game is over"),
        ("nocturna", "es", "greedy", "La partida ha terminado"),
        ("medianokte", "en", "greedy", "The game is over"),
        ("medianokte", "es", "net", "La partida ha terminado"),
    ],
)
def test_a_game_is_played_to_its_end(site, persons, game, lang, agent, over):
    """In the browser goes on what Python says: position, legal actions and their words."""
    page = persons(console=True)
    rules = envs.game(game)
    state = rules.new(rules.players[0], 5)
    played = 0
    page.add_init_script(KEEPS)
    page.goto(f"{site}/?game={game}&lang={lang}&seed=5")
    page.wait_for_function(PLAYS, timeout=PATIENCE)
    page.select_option("#agent", agent)
    for turn in range(400):
        page.wait_for_function(f"{OVER} || {PLAYS}", timeout=PATIENCE)
        for action in (actions := page.evaluate("actions"))[played:]:
            rules.step(state, action)
        played = len(actions)
        if page.evaluate(OVER):
            break
        buttons = page.evaluate("[...document.querySelectorAll('#choices button')].map(each => each.textContent)")
        legal = rules.legal_actions(state).tolist()
        said = [" ".join(rules.describe(rules.known(state, 0), action, lang).split()) for action in legal]
        assert buttons == said
        assert not WRONG.search(page.locator("body").inner_text())
        assert set(page.evaluate(DRAWN)) <= set(legal)
        page.evaluate(CLICK, "#table" if turn % 2 else "#choices")
    assert state.done
    assert over in page.locator("#line").inner_text()
    assert rules.title == page.locator("#title").inner_text()


def test_a_later_visit_needs_no_server(folder, persons):
    page = persons(console=True)
    page.add_init_script(KEEPS)
    with serving(folder) as address:
        page.goto(f"{address}/?game=correo&lang=en&seed=5")
        page.wait_for_function(PLAYS, timeout=PATIENCE)
    page.reload()
    for lang in ("en", "es"):
        page.wait_for_function(PLAYS, timeout=PATIENCE)
        page.evaluate("document.querySelector('#choices button').click()")
        page.wait_for_function(f"actions.length > 1 && {PLAYS}", timeout=PATIENCE)
        page.goto(f"{address}/index.html?game=correo&lang={lang}&seed=5")


def test_a_game_that_cannot_be_loaded_says_so(folder, tmp_path, persons):
    shutil.copytree(folder, tmp_path / "less", ignore=shutil.ignore_patterns("nocturna.*.gzipped"))
    with serving(tmp_path / "less") as address:
        page = persons(f"{address}/?game=nocturna&lang=en")
        page.wait_for_function("document.querySelector('#line').textContent.includes('cannot be loaded')")
        assert page.locator("#game").input_value() == "nocturna"


@pytest.mark.parametrize("name", envs.names())
def test_a_first_visit_loads_less_than_a_megabyte(folder, name):
    others = tuple(set(envs.names()) - {name})
    assert sum(file.stat().st_size for file in folder.iterdir() if not file.name.startswith(others)) < 1e6


@pytest.mark.parametrize("name", ["misty", "correo"])
def test_the_browser_has_the_network_that_python_has(site, persons, tmp_path, name):
    """The same bytes as the network, rounded to 8 bits, has after it was saved; other tests compare choices."""
    game = envs.game(name)
    file = tmp_path / "rounded.safetensors"
    trial.rounded(Network.load(shipped(game))).save(file)
    found = persons(site).evaluate("""async name => {
        const { unpacked } = await import("./network.mjs"), packed = (await fetch(`${name}.net.gzipped`)).body;
        const file = await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
        return [...new Uint8Array(await crypto.subtle.digest("SHA-256", unpacked(file)))];
    }""", name)  # fmt: skip
    assert bytes(found) == hashlib.sha256(flat(Network.load(file), game)).digest()
