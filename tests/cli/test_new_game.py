"""`medianoche new-game`: what it writes works at once; what cannot be a game is refused, and nothing is written."""

import importlib
import re
import shlex
import sys
from itertools import islice

import pytest

from medianoche.envs.core import contract
from medianoche.places import FIRST_GAME
from tests.benchmarks.calls import done, larger, refused
from tests.cli.running import start
from tests.test_docs import complaint


@pytest.mark.parametrize("promises", [3, larger(None)])
def test_what_is_written_is_tested_played_and_measured_by_the_commands_that_are_told(tmp_path, monkeypatch, promises):
    run = contract.run
    monkeypatch.setattr(contract, "run", lambda game, variants: islice(run(game), promises))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for module in [name for name in sys.modules if name.partition(".")[0] == "night_owl"]:  # of the other case
        monkeypatch.delitem(sys.modules, module)
    told = done(["new-game", "night_owl"])
    files = {file.name: file.read_text(encoding="utf-8") for file in (tmp_path / "night_owl").iterdir()}
    assert set(files) == {file.name for file in FIRST_GAME.glob("*.py")}
    assert not re.search("first.?game|medianoche.cli", "".join(files.values()), re.IGNORECASE)
    for name, test in vars(importlib.import_module("night_owl.test_rules")).items():
        if name.startswith("test_"):
            test()
    commands = [shlex.split(line)[1:] for line in re.findall("  (medianoche .*)", told)]
    assert [words[0] for words in commands] == ["check", "play", "tournament", "train", "ui"]
    assert " no " not in done(commands[0])
    assert "round 1 of 3" in done(commands[1], b"1\n1\n")
    assert "NightOwl, 2 players" in done([word.replace("400", "6") for word in commands[2]])
    for words in commands[3:]:
        assert complaint(words) == ""


def test_a_missing_return_is_told_with_file_and_line(tmp_path, monkeypatch, environment):
    monkeypatch.chdir(tmp_path)
    done(["new-game", "night_fox"])
    file = tmp_path / "night_fox" / "rules.py"
    file.write_text(file.read_text(encoding="utf-8").replace("    return count\n", "", 1), encoding="utf-8")
    told = "night_fox.rules.legal_mask cannot be compiled: it returns nothing; it has to return how many actions are"
    ran = start(environment, "-m", "medianoche", "check", "night_fox:NightFox")
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert ran.stderr.startswith(told)
    assert f"({file}, line " in ran.stderr


@pytest.mark.parametrize(("words", "why"), [
    (["NightOwl"], "'NightOwl' is no name of a game; accepted: small letters, digits and _, a letter first"),
    (["1st"], "'1st' is no name of a game"),
    (["class"], "'class' is no name of a game"),
    (["../up"], "'../up' is no name of a game"),
    (["misty"], "misty is a game of the suite"),
    (["kuhn"], "kuhn is a game of the suite"),
    (["numpy"], "numpy is the name of a module that can be imported here"),
    (["sys"], "sys is the name of a module"),
    (["state"], "state gives the class State, a name that the files use already"),
    (["there"], "there is there already; choose another name, or another --folder"),
    (["night", "--folder", "there/file"], "there/file"),
])  # fmt: skip
def test_what_cannot_be_a_game_is_refused_in_a_line_and_nothing_is_written(tmp_path, monkeypatch, words, why):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file").write_text("")
    assert refused(["new-game", *words]).startswith(why)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "there"]
