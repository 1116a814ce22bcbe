"""The command `medianoche ui`."""

import json
import socket
import subprocess
import sys

import pytest

pytest.importorskip("uvicorn")

from medianoche.cli import ui
from medianoche.places import NETWORKS
from tests.benchmarks.calls import Called
from tests.ui.pages import YARDSTICK, called, serving


def test_the_command_says_what_is_wrong_in_a_line(tmp_path, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = called("--port", port, "--folder", tmp_path / "games")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert f"cannot listen at 127.0.0.1, port {port}" in answer.err
    (tmp_path / "file").write_text("")
    assert called("--folder", tmp_path / "file").code == 2
    monkeypatch.setattr(ui, "find_spec", lambda name: None)
    install = "pip install 'medianoche[ui]'"
    assert called().err == f"the page needs starlette and uvicorn; install: {install}\n"
    assert install in Called(["ui", "--help"]).out


def test_the_command_says_something_before_it_imports_what_takes_long(tmp_path):
    slow = "medianoche.agents.levels"
    code = f"""import sys
from medianoche.cli import ui
ui.new_console = lambda: type("Console", (), {{"print": lambda *_, **__: print({slow!r} in sys.modules)}})()
ui.ui(level="hard")"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stdout == "False\n"


def test_a_level_and_a_language_that_do_not_exist_are_refused_in_a_line(tmp_path):
    for words_given, said in (
        (["--level", "hard"], "level 'hard' is not accepted"),
        (["--lang", "fr"], "language 'fr'"),
    ):
        answer = called("--folder", tmp_path / "games", *words_given)
        assert answer.code == 2
        assert said in answer.err


def test_games_and_agents_are_named_and_those_that_cannot_be_are_refused_in_a_line(tmp_path, served):
    network = NETWORKS / "misty.safetensors"
    words = ["--folder", tmp_path / "games", "--agent"]
    assert called("misty", YARDSTICK, "medianoche.envs.correo:Correo", *words, f"net:{network}:64").code == 0
    sessions = served[0][0]
    assert sessions.games == ["misty", YARDSTICK, "correo"]
    assert sessions.further == [f"net:{network}:64"]
    for words_given, said in (
        (["chess"], "unknown game 'chess'"),
        (["json:loads"], "json:loads is no game"),
        ([*words, "gredy"], "unknown agent 'gredy' (did you mean greedy?)"),
        ([YARDSTICK, *words, f"net:{network}"], f"network {network} does not play connect_four"),
    ):
        answer = called(*words_given)
        assert (answer.code, answer.err.count("\n")) == (2, 1)
        assert said in answer.err


@pytest.mark.parametrize("name", ["https://hub.example.org", "hub.example.org:8000", "a/b", "", ".example.org", "*"])
def test_a_host_that_is_no_name_is_refused_in_a_line(tmp_path, name):
    answer = called("--folder", tmp_path / "games", "--allow-host", name)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert answer.err.startswith(f"host {name!r} is not accepted; accepted: a name like hub.example.org")


def test_allowed_hosts_and_their_pages_reach_the_server_and_no_others(tmp_path, served):
    words = [word for name in ("Hub.example.org", "b.dev") for word in ("--allow-host", name)]
    assert called("--folder", tmp_path / "games", *words).code == 0
    with serving(tmp_path / "games", names=served[0][-1]) as server:
        for host, origin, status in (
            ("hub.example.org", None, 200),
            ("HUB.example.org:443", "https://hub.example.org", 200),
            ("127.0.0.1:8765", "https://b.dev", 200),  # the proxy names its own way to the server
            (f"127.0.0.1:{server.port}", f"http://127.0.0.1:{server.port}", 200),
            ("evil.example.org", None, 403),
            ("hub.example.org.evil.dev", None, 403),
            ("hub.example.org", "https://evil.dev", 403),
            ("127.0.0.1:8765", "https://10.0.0.1", 403),
            ("hub.example.org", "null", 403),
        ):
            headers = {"host": host} | ({} if origin is None else {"origin": origin})
            assert server.answer("GET", "/api/tables", server.owner, headers=headers)[0] == status, (host, origin)


def test_reactions_to_clicks_are_measured(tmp_path):
    out = tmp_path / "page.json"
    called = Called(["bench", "page", "misty", "--choices", "2", "--out", out])
    assert called.code == 0
    figures = json.loads(out.read_text())["misty"]
    assert 0 < figures["shown"] < figures["asked"]
