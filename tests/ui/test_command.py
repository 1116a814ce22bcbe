"""The command `medianoche ui`."""

import json
import re
import socket
import subprocess
import sys

import pytest

pytest.importorskip("uvicorn")

from medianoche.cli import ui
from tests.benchmarks.calls import Called


def test_the_command_says_what_is_wrong_in_a_line(tmp_path, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        called = Called(["ui", "--port", port, "--no-open", "--folder", tmp_path / "games"])
        assert called.code == 2
        assert called.err.count("\n") == 1
        assert f"cannot listen at 127.0.0.1, port {port}" in called.err
    (tmp_path / "file").write_text("")
    assert Called(["ui", "--no-open", "--folder", tmp_path / "file"]).code == 2
    monkeypatch.setattr(ui, "find_spec", lambda name: None)
    called = Called(["ui", "--no-open"])
    install = "pip install 'medianoche[ui]'"
    assert called.err == f"the page needs starlette and uvicorn; install: {install}\n"
    assert install in Called(["ui", "--help"]).out


def test_the_command_says_something_before_it_imports_what_takes_long(tmp_path):
    slow = "medianoche.agents.levels"
    code = f"""import sys
from medianoche.cli import ui
ui.new_console = lambda: type("Console", (), {{"print": lambda *_, **__: print({slow!r} in sys.modules)}})()
ui.ui(level="hard")"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stdout == "False\n"


def test_a_level_and_a_language_that_do_not_exist_are_refused_in_a_line(tmp_path):
    for given, said in ((["--level", "hard"], "level 'hard' is not accepted"), (["--lang", "fr"], "language 'fr'")):
        called = Called(["ui", "--no-open", "--port", "0", "--folder", tmp_path / "games", *given])
        assert called.code == 2
        assert said in called.err


def test_the_command_prints_an_address_with_a_token(tmp_path, monkeypatch):
    monkeypatch.setattr(ui, "serve", lambda *_: None)
    called = Called(["ui", "--no-open", "--port", "0", "--folder", tmp_path / "games"])
    assert called.code == 0
    token = (tmp_path / "games/token").read_text().strip()
    assert re.search(rf"^open http://127\.0\.0\.1:\d+/#{token}$", called.out, re.MULTILINE)
    assert (tmp_path / "games/token").stat().st_mode & 0o077 == 0


def test_reactions_to_clicks_are_measured(tmp_path):
    out = tmp_path / "page.json"
    called = Called(["bench", "page", "misty", "--choices", "2", "--out", out])
    assert called.code == 0
    figures = json.loads(out.read_text())["misty"]
    assert 0 < figures["shown"] < figures["asked"]
