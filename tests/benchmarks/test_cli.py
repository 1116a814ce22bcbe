"""The command line, in this process and as people start it."""

import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from medianoche import __version__, envs
from medianoche.benchmarks.commands.app import app
from medianoche.benchmarks.commands.common import fill_bare, options_from, pack_source, split_lists
from medianoche.envs.core.errors import OptionError
from tests.benchmarks.conftest import YARDSTICK

COMMANDS = ["games", "tournament", "sprt", "table", "export", "demo", "check", "replay", "play", "pack"]
COMMANDS += ["bench", "bench games", "train", "baselines"]


def invoke(*words, **arguments):
    result = CliRunner().invoke(app, [str(word) for word in words], **arguments)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def start(environment, *words):
    """Run the command as a process."""
    command = [sys.executable, "-m", "medianoche", *map(str, words)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


# ---- help


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command):
    text = " ".join(invoke(*command.split(), "--help").split())
    assert re.search(r"Example: medianoche " + command, text)


def test_help_imports_nothing_heavy(environment):
    script = "import sys, runpy; sys.argv = ['medianoche', '--help']\n"
    script += "try: runpy.run_module('medianoche', run_name='__main__')\n"
    script += "except SystemExit as end: assert not end.code\n"
    script += "heavy = {'numba', 'numpy', 'matplotlib', 'openskill', 'pettingzoo', 'pydantic'} & set(sys.modules)\n"
    script += "assert not heavy, heavy"
    subprocess.run([sys.executable, "-c", script], env=environment, check=True, stdout=subprocess.DEVNULL, timeout=60)


def test_version():
    assert invoke("--version") == f"medianoche {__version__}\n"


def test_games_are_listed():
    text = invoke("games")
    for entry in envs.entries():
        assert entry.name in text
        assert entry.summary.split()[0] in text


# ---- tournaments


def test_a_tournament_and_its_table(tmp_path):
    out = tmp_path / "first"
    text = invoke("tournament", "misty", "--agents", "random", "greedy", "--games", 20, "--out", out)
    assert "20 games on 10 deals" in text
    assert str(out / "report.html") in text
    assert (out / "report.html").is_file()
    table = invoke("table", out)
    assert table[table.index("┏") : table.index("┘")] == text[text.index("┏") : text.index("┘")]


def test_options_and_packs_reach_the_game(tmp_path):
    words = ["--option", "variant=introductory", "activation=solve", "--pack", "3", "--players", "3"]
    invoke("tournament", "misty", "--games", 6, "--out", tmp_path, *words)
    again = [
        "--option",
        "variant=introductory",
        "--option",
        "activation=solve",
        "--pack",
        "3",
        "--players",
        "3",
    ]
    invoke("tournament", "misty", "--games", 12, "--out", tmp_path, *again)


def test_a_gauntlet_with_kept_games_is_exported_and_a_game_replayed(tmp_path):
    out, file = tmp_path / "out", tmp_path / "game.json"
    words = ["--agents", "random", "flat:2", "--gauntlet", "greedy", "--save-replays", "--games", 8, "--out", out]
    assert "gauntlet of greedy" in invoke("tournament", YARDSTICK, *words)
    assert str(out / "export" / "games.csv") in invoke("export", out)
    text = invoke("replay", out, "--game", 5, "--save", file)
    assert "player_1: " in text
    assert "greedy" in text
    assert "verified" in text
    assert "verified" in invoke("replay", file)


def test_workers_play(tmp_path):
    assert "12 games" in invoke("tournament", YARDSTICK, "--games", 12, "--workers", 2, "--out", tmp_path)


def test_a_sequential_test_shows_its_ratio_bounds_and_verdict(tmp_path):
    words = ["--agents", "greedy", "random", "--elo1", 100, "--games"]
    text = invoke("sprt", YARDSTICK, *words, 8, "--out", tmp_path)
    assert re.search(r"LLR \+0\.\d\d \(-2\.94 to 2\.94\), 4 deals, Elo .*; undecided", text)
    assert "the same command with more --games goes on" in text
    text = invoke("sprt", YARDSTICK, *words, 500, "--out", tmp_path)
    assert "H1 accepted: greedy is more than 0 Elo above random (error 0.05)" in " ".join(text.split())
    assert "Sequential test: LLR" in invoke("table", tmp_path)


def test_the_demo_plays_afresh(tmp_path, monkeypatch):
    few = ["misty", YARDSTICK]  # all games would take minutes to compile
    monkeypatch.setattr(envs, "names", lambda: few)
    first = invoke("demo", "--games", 8, "--out", tmp_path)
    second = invoke("demo", "--games", 4, "--out", tmp_path)
    for name in ("misty", "ConnectFour"):
        assert str(tmp_path / name / "report.html") in first
    assert "ppo" in first  # comes with Misty, not with Connect Four
    assert "8 games" in first
    assert "4 games" in second


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["tournament", "mysty"], "unknown game 'mysty'"),
        (["tournament", "misty", "--agents", "random", "clever"], "unknown agent 'clever'"),
        (["tournament", "misty", "--games", "-5"], "games=-5 is not accepted"),
        (["tournament", "misty", "--games", "many"], "Invalid value for '--games'"),
        (["tournament", "misty", "--option", "fast"], "option 'fast' is not accepted; write key=value"),
        (["tournament", "misty", "--option", "fast=1"], "misty has no option 'fast'"),
        (["tournament", "misty", "--players", "7"], "misty is not for 7 players"),
        (["tournament", "misty", "--pack", "nothing.toml"], "pack file nothing.toml does not exist"),
        (["tournament"], "Missing argument"),
        (["tournament", "misty", "--workers", "0"], "workers=0 is not accepted"),
        (["tournament", "misty", "--gauntlet", "clever"], "unknown agent 'clever'"),
        (["sprt", "misty"], "Missing option '--agents'"),
        (["sprt", "misty", "--agents", "greedy"], "at least 2 agents"),
        (
            ["sprt", "misty", "--agents", "greedy", "random", "--elo0", "9", "--elo1", "1"],
            "elo0 must be less than elo1",
        ),
        (["sprt", "misty", "--agents", "greedy", "random", "--alpha", "0.7"], "both must be above 0 and below 0.5"),
        (["export", "nowhere"], "no tournament in nowhere"),
        (["export", "nowhere", "--format", "xls"], "format 'xls' is not accepted"),
        (["replay", ".", "--game", "1"], "no tournament in ."),
        (["replay", "."], ".: a tournament's folder needs --game NUMBER"),
        (["table", "nowhere"], "no tournament in nowhere"),
        (["replay", "nothing.json"], "nothing.json: No such file or directory"),
        (["check", "mysty"], "unknown game 'mysty'"),
        (["play", "misty", "--seat", "4"], "seat 4 is not accepted; accepted: 0 to 1"),
        (["pack", "misty", "--seed", "-1"], "pack seed -1 is negative"),
        (["pack", "misty", "--option", "moons=3"], "misty's pack generator has no option 'moons'"),
        (["bench", "games", "mysty"], "unknown game 'mysty'"),
        (["pack", "misty", "--out", "nowhere/night.toml"], "nowhere/night.toml: No such file or directory"),
        (["dance"], "No such command 'dance'"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(words, complaint, monkeypatch, capsys, tmp_path):
    from medianoche.benchmarks import cli

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["medianoche", *words])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 2
    complaints = capsys.readouterr().err.splitlines()
    assert len(complaints) == 1
    assert complaint in complaints[0]


def test_a_process_that_is_given_nonsense_prints_no_traceback(environment, tmp_path):
    result = start(environment, "tournament", "misty", "--agents", "random", "--out", tmp_path)
    assert result.returncode == 2
    assert result.stderr == "a tournament needs at least 2 agents, all different; given: random\n"


def test_stopped_by_the_keyboard_it_says_how_to_go_on(monkeypatch, tmp_path):
    from medianoche.benchmarks.tournament import workers as module

    played = module.play_shard

    def interrupted(spec, start, stop, record):
        if start >= 16:
            raise KeyboardInterrupt
        return played(spec, start, stop)

    monkeypatch.setattr(module, "play_shard", interrupted)
    result = CliRunner().invoke(app, ["tournament", "misty", "--games", "500", "--out", str(tmp_path)])
    assert result.exit_code == 130
    assert "stopped: 16 of 500 games are kept in" in " ".join(result.output.split())
    monkeypatch.undo()
    assert "500 games on 250 deals" in invoke("tournament", "misty", "--games", 500, "--out", tmp_path)


# ---- the other commands


def test_a_person_plays_saves_and_the_replay_is_verified(tmp_path):
    file = tmp_path / "game.json"
    words = ["play", "misty", "--against", "random", "--option", "activation=solve", "--save", file]
    text = invoke(*words, input="x\n0\n" + "1\n" * 500)
    assert "player_0: your turn" in text
    assert "player_1 (random): score" in text
    replayed = invoke("replay", file)
    assert "misty v0, 2 players, seed 0" in replayed
    assert "verified" in replayed


def test_a_person_may_leave():
    assert "1 to" in invoke("play", "misty", input="q\n")


def test_a_pack_is_generated_and_played(tmp_path):
    file = tmp_path / "night.toml"
    assert "written" in invoke("pack", "misty", "--seed", 3, "--out", file)
    assert file.read_text() == invoke("pack", "misty", "--seed", 3)
    assert envs.game("misty").read_pack(str(file)).hash == envs.game("misty").read_pack(3).hash


def test_check_runs_the_contract():
    text = invoke("check", YARDSTICK)
    assert "2 players:" in text
    assert " no " not in text


# ---- parts


def test_lists_after_an_option():
    words = ["misty", "--agents", "a", "b", "--games", "5", "--option", "x=1", "--agents", "c", "--option"]
    expected = "misty --agents a --agents b --games 5 --option x=1 --agents c --option"
    assert " ".join(split_lists(words, {"--agents", "--option"})) == expected


def test_an_option_may_stand_without_its_value():
    words = ["misty", "--ray", "--games", "5"]
    assert fill_bare(words, {"--ray"}) == ["misty", "--ray", "", "--games", "5"]
    assert fill_bare(["--ray", "auto"], {"--ray"}) == ["--ray", "auto"]
    assert fill_bare(["--ray"], {"--ray"}) == ["--ray", ""]


def test_values_are_read_as_toml_or_text():
    given = options_from(["a=1", "b=true", "c=play", "d=[1, 2]", 'e="3"', "f=x=y"])
    assert given == {"a": 1, "b": True, "c": "play", "d": [1, 2], "e": "3", "f": "x=y"}
    with pytest.raises(OptionError, match="write key=value"):
        options_from(["=3"])
    assert (pack_source("12"), pack_source("night.toml")) == (12, "night.toml")
