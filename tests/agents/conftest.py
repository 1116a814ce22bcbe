"""What the tests of agents share: files of bots, programs that play, and turns to ask them."""

import sys
from pathlib import Path

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import bots as programs

FOUR = "medianoche.toys.connect_four:ConnectFour"
PROGRAMS = Path(programs.__path__[0])
GOOD = f"exec:{sys.executable} -IS {PROGRAMS / 'bot.py'}"
HEAD = """
import json, os, signal, sys, time
def say(**message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()
def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        say(type="ready", protocol=1, wants=[])
    elif kind == "decision":
        asked += 1
        right = dict(type="action", id=message["id"], action=message["legal"][0])
"""
FIRST = """
class First:
    def act(self, turn):
        return turn.action_mask.argmax(axis=1)
"""
"""The text of a bot that plays the first legal action."""


@pytest.fixture
def bots(request, tmp_path):
    """A file with the bots of the test's module, its BOTS."""
    file = tmp_path / "bots.py"
    file.write_text(request.module.BOTS)
    return file


@pytest.fixture
def bot(tmp_path):
    """A function that writes a bot with the given code for a decision and returns its agent string."""

    def write(*lines, head=HEAD, before=""):
        file = tmp_path / "bot.py"
        file.write_text(before + head + "".join(f"        {line}\n" for line in lines))
        return f"exec:300ms:{sys.executable} {file}"

    return write


def turn(rows=1, games=None, name=FOUR, players=None):
    batch = envs.game(name).batch(rows, num_players=players, seed=1, autoreset=False)
    return batch.turn(np.arange(rows), np.arange(rows, dtype=np.uint64), games)
