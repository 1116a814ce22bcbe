"""Love Letter, the example of docs/guides/own-game.md: its own tests, the contract, and the commands of the page."""

import re
import shlex

import pytest

from docs.pages import ROOT
from medianoche import envs
from medianoche.envs.core import contract
from medianoche.toys.love_letter.test_rules import *  # noqa: F403 - its own tests
from tests.benchmarks.calls import done

pytestmark = pytest.mark.larger  # a second game of this kind: tests/cli/test_new_game.py has the first
PAGE = (ROOT / "docs/guides/own-game.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_keeps_every_promise(players):
    game = envs.game("love_letter")
    for check in contract.CHECKS:
        check(game, players)


def test_the_commands_of_the_page_work(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = "".join(re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)).splitlines()
    commands = [shlex.split(line.partition("  #")[0])[1:] for line in lines if line.startswith("medianoche ")]
    short = {"--minutes": "0.1", "--games": "8"}
    ran = []
    for words in commands:
        if words[0] not in ("check", "ui"):  # tests/cli/test_new_game.py, tests/ui
            done([short.get(before, word) for before, word in zip(["", *words], words, strict=False)], b"q\n")
            ran.append(words[0])
    assert ran == ["new-game", "play", "train", "tournament"]
