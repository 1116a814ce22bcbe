"""A bot that changes the current folder changes it for its own code alone."""

import os
import threading
from pathlib import Path

import pytest

from medianoche.agents import agent, ask, tell
from medianoche.agents.folders import Folders
from tests.agents.conftest import turn
from tests.benchmarks.calls import done
from tests.benchmarks.conftest import YARDSTICK
from tests.benchmarks.test_reference import SMALL

FAR = """
import os
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))

class Far:
    def act(self, turn):
        {act}
        return turn.action_mask.argmax(axis=1)
    def over(self, games, scores, utilities):
        {over}

{load}
"""
MOVE = "os.chdir(os.path.join(HERE, 'far'))"
MOMENTS = {
    "on import": {"load": MOVE},
    "at a decision": {"act": MOVE},
    "at the end of a game": {"over": MOVE},
    "and back": {"act": f"{MOVE}; os.chdir(HERE)"},
}


@pytest.fixture(params=MOMENTS)
def far(request, tmp_path, monkeypatch):
    """A bot in the current folder that goes to another one."""
    (tmp_path / "far").mkdir()
    (tmp_path / "far.py").write_text(FAR.format(**{"act": "pass", "over": "pass", "load": ""} | MOMENTS[request.param]))
    monkeypatch.chdir(tmp_path)
    return "far.py:Far"


COMMANDS = {
    "tournament": ["tournament", YARDSTICK, "--agents", "{bot}", "random", "--games", 8, "--out", "out"],
    "sprt": ["sprt", YARDSTICK, "--agents", "{bot}", "random", "--games", 8, "--out", "out"],
    "rate": ["rate", "{bot}", YARDSTICK, "--field", SMALL, "--games", 8, "--out", "out", "--bundle", "b.zip"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_results_are_in_the_folder_that_was_named(far, tmp_path, command):
    done([str(word).format(bot=far) for word in COMMANDS[command]])
    assert (tmp_path / "out" / "tournament.sqlite").is_file()
    assert command == "rate" or (tmp_path / "out" / "report.html").is_file()
    assert command != "rate" or (tmp_path / "b.zip").is_file()
    assert not list((tmp_path / "far").iterdir())
    assert Path.cwd() == tmp_path


def test_two_bots_keep_their_folders(tmp_path, monkeypatch):
    """Each reads its weights at its decisions, as it could alone."""
    text = """
import os
os.chdir("{0}")
class Bot:
    def act(self, turn):
        with open("weights") as file:
            assert file.read() == "{0}"
        return turn.action_mask.argmax(axis=1)
"""
    monkeypatch.chdir(tmp_path)
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / "weights").write_text(name)
        (tmp_path / f"{name}.py").write_text(text.format(name))
    first = agent("a.py:Bot")
    other = agent("b.py:Bot")
    for who in (first, other, first, agent("a.py:Bot"), other):
        assert ask(who, turn(2)).tolist() == [0, 0]
        tell([who], turn(2).games, turn(2).games, turn(2).games)
        assert Path.cwd() == tmp_path


def test_the_last_thread_that_leaves_a_bot_restores_the_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "far").mkdir()
    folders = Folders()
    inside = threading.Event()
    ended = threading.Event()

    def other():
        with folders.entered("other"):
            inside.set()
            ended.wait(60)

    thread = threading.Thread(target=other)
    with folders.entered("bot"):
        os.chdir("far")
        thread.start()
        inside.wait(60)
    assert Path.cwd() == tmp_path / "far", "the other thread may read relative files"
    ended.set()
    thread.join()
    assert Path.cwd() == tmp_path


def test_a_folder_that_was_removed_is_no_error(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "far").mkdir()
    folders = Folders()
    with folders.entered("bot"):
        os.chdir("far")
        (tmp_path / "far").rmdir()
    assert Path.cwd() == tmp_path
    with folders.entered("bot"):
        assert Path.cwd() == tmp_path
