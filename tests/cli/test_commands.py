"""Commands that play, generate and check."""

import json
import re
import subprocess
import sys
from itertools import islice

import pytest
from typer.testing import CliRunner

from medianoche import envs
from medianoche.agents.levels import WORDS
from medianoche.cli.app import app
from medianoche.envs.core import contract
from medianoche.places import NETWORKS
from tests.benchmarks.calls import Called
from tests.benchmarks.conftest import YARDSTICK
from tests.cli.running import invoke


@pytest.mark.parametrize(("words", "code"), [("games >&-", 0), ("games <&-", 0), ("games nonsense 2>&-", 2)])
def test_a_stream_may_be_closed(words, code, environment):
    command = ["sh", "-c", f'exec "$0" -m medianoche {words}', sys.executable]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == code
    assert not result.stderr


def test_a_person_plays_saves_and_the_replay_is_verified(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "game.json"
    words = ["play", "misty", "--against", "random", "--option", "activation=solve", "--save", file]
    text = invoke(*words, input="x\n0\n" + "1\n" * 500)
    assert "player 1: your turn" in text
    assert "player 2 (random): score" in text
    replayed = invoke("replay", file)
    assert "misty v0, 2 players, seed 0" in replayed
    assert "verified" in replayed


def test_a_person_may_type_anything_and_close_the_terminal():
    called = Called(["play", YARDSTICK], b"\xff\xfe\n" + b"9" * 5000 + "\n²\n".encode())
    line = "the input ended before the game did; the same command begins there again\n"
    assert (called.code, called.err) == (2, line)
    assert called.out.count("is not accepted; accepted: 1 to 7") == 3


def test_a_file_that_is_a_folder_is_refused_before_the_game(tmp_path):
    for option in ("--save", "--file"):
        called = Called(["play", YARDSTICK, option, tmp_path], b"1\n")
        assert (called.code, called.err) == (2, f"{tmp_path} is a folder; name a file\n")


def test_a_network_of_another_game_is_refused_before_the_first_move():
    for option in ("--against", "--hint"):
        called = Called(["play", YARDSTICK, option, f"net:{NETWORKS / 'misty.safetensors'}"], b"1\n")
        assert (called.code, called.out) == (2, "")
        assert "does not play connect_four: it was trained on game misty" in called.err


def test_a_person_chooses_how_well_the_others_play():
    text = invoke("play", "misty", "--level", "easy", input="q\n")
    assert f"easy: {WORDS['easy']}; decides at once" in text
    assert "1 to" in text
    spanish = invoke("play", "misty", "--level", "easy", "--lang", "es", input="q\n")
    assert "fácil: descarta las peores jugadas; decide al momento" in spanish
    assert "level:easy" in text
    assert "accepted: beginner, easy" in Called(["play", "misty", "--level", "hard"]).err
    assert "give one of them" in Called(["play", "misty", "--level", "easy", "--against", "net"]).err


NEWSREADER = """
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1, "wants": ["news"]}), flush=True)
    elif message["type"] == "decision":
        print(json.dumps({"type": "action", "id": message["id"], "action": message["legal"][0]}), flush=True)
        with open(sys.argv[1], "a") as log:
            log.write(json.dumps(message) + "\\n")
"""


def test_an_agent_is_told_what_a_person_does(tmp_path, monkeypatch):
    """Also what happened before the game was kept: the program of the second command is a new one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text(NEWSREADER)
    game = envs.game("misty")
    heard = []
    for log in ("first", "second"):
        program = f"exec:{sys.executable} {tmp_path / 'bot.py'} {tmp_path / log}"
        invoke("play", "misty", "--against", program, input="1\n1\n1\nq\n")
        heard.append([json.loads(line)["news"] for line in (tmp_path / log).read_text().splitlines()])
    env = game.aec()
    env.reset(0)
    replay = json.loads((tmp_path / "medianoche-misty.json").read_text())
    wanted = []
    news = []
    for action in replay["actions"]:
        if env.record.to_move == 1:
            wanted.append(news)
            news = []
        news = news + [event.words for event in game.show.events(env.record, action, 1) if event.words]
        env.step(action)
    first = len(heard[0])
    assert heard[0] == wanted[:first]
    assert any(heard[0])
    assert heard[1][1:] == wanted[first + 1 :]
    assert heard[1][0] == [line for part in wanted[: first + 1] for line in part]


def test_a_pack_is_generated_and_played(tmp_path):
    file = tmp_path / "night.toml"
    assert "written" in invoke("pack", "misty", "--seed", 3, "--out", file)
    assert file.read_text() == invoke("pack", "misty", "--seed", 3)
    assert envs.game("misty").content.read_pack(str(file)).hash == envs.game("misty").content.read_pack(3).hash


def test_check_runs_the_contract(monkeypatch):
    promises = contract.run
    monkeypatch.setattr(
        contract, "run", lambda game, variants: islice(promises(game, variants), 4)
    )  # all: test_contract.py
    text = invoke("check", YARDSTICK)
    assert text.count("2 players:") == 4
    assert " no " not in text


def test_check_plays_many_random_games(monkeypatch):
    assert re.search(r"500 random games, [\d,]+ decisions: nothing unsound", invoke("check", YARDSTICK, "--games", 500))
    monkeypatch.setattr(type(envs.game(YARDSTICK).declaration), "max_decisions", lambda self, players, options: 10)
    result = CliRunner().invoke(app, ["check", YARDSTICK, "--games", "500"])
    assert result.exit_code == 1
    assert re.search(r"2 players: seed \d+, decision 11, pack standard: a game takes more than 10 dec", result.output)
    assert "500 random games, 0 decisions: 1 unsound" in result.output


def test_a_report_for_which_there_is_no_memory_is_a_line_after_the_table(tmp_path, monkeypatch):
    """Under `ulimit -v` matplotlib's libraries cannot be loaded; the games are played and the table is printed."""
    from medianoche.benchmarks.tournament import page

    def no_room(report):
        raise ImportError("_backend_agg.so: failed to map segment from shared object")

    monkeypatch.setattr(page, "write_page", no_room)
    called = Called(["tournament", YARDSTICK, "--games", 4, "--out", tmp_path])
    assert called.code == 0
    assert "no report is written: _backend_agg.so: failed to map segment from shared object; `medi" in called.out
