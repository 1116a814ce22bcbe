"""The page on which games are played without a server: in a browser, from static files, to the end of a game."""

import functools
import http.server
import threading
from types import MappingProxyType

import pytest

from docs import trial
from medianoche import envs
from tests.agents.test_export import needs_wasm
from tests.ui.driving import PATIENCE

pytestmark = [needs_wasm, pytest.mark.larger]
OVER = "document.body.dataset.over === '1'"
PLAYS = "document.querySelectorAll('#choices button').length > 0"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A static server with the types of JavaScript and WebAssembly."""

    extensions_map = MappingProxyType({".mjs": "text/javascript", ".wasm": "application/wasm", ".html": "text/html"})

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("try")
    trial.build(folder, ["misty", "correo", "halloween"])
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(
    ("game", "lang", "agent", "over"),
    [
        ("misty", "en", "net:64", "The game is over"),
        ("misty", "es", "net", "La partida ha terminado"),
        ("correo", "en", "net", "The game is over"),
        ("correo", "es", "net:64", "La partida ha terminado"),
        ("halloween", "en", "greedy", "The game is over"),
    ],
)
def test_a_game_is_played_to_its_end(site, persons, game, lang, agent, over):
    page = persons(console=True)
    page.goto(f"{site}/?game={game}&lang={lang}&seed=5")
    page.wait_for_function(PLAYS, timeout=PATIENCE)
    page.select_option("#agent", agent)
    for _ in range(400):
        page.wait_for_function(f"{OVER} || {PLAYS}", timeout=PATIENCE)
        if page.evaluate(OVER):
            break
        for button in page.locator("#choices button").all_inner_texts():
            assert button.strip()
            assert "{" not in button
        page.evaluate("document.querySelector('#choices button').click()")
        page.wait_for_function(f"{OVER} || {PLAYS}", timeout=PATIENCE)
    assert over in page.locator("#line").inner_text()
    assert envs.game(game).title == page.locator("#title").inner_text()
