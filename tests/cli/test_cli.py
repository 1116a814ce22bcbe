"""The command line, in this process and as people start it."""

import io
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import numba
import numpy as np
import pytest
from typer.main import get_command

from medianoche import __version__, envs
from medianoche.agents.base import ENTRIES
from medianoche.benchmarks.speed.compiling import compile_first_script
from medianoche.benchmarks.tournament.run import run_tournament
from medianoche.benchmarks.tournament.spec import Spec, TournamentError
from medianoche.benchmarks.tournament.store import FILE, Store
from medianoche.benchmarks.workers.pool import WorkerPool
from medianoche.cli.app import GROUPS, app
from medianoche.cli.common import as_compiled, fill_bare, new_console, options_from, split_lists
from medianoche.cli.tournament import DEMO_AGENTS
from medianoche.envs.core.content.source import pack_source
from medianoche.envs.core.errors import OptionError, one_line
from tests.benchmarks.calls import Called
from tests.benchmarks.conftest import YARDSTICK
from tests.cli.running import invoke, start

COMMANDS = dict(get_command(app).commands)
COMMANDS |= {f"{name} {part}": None for name, group in COMMANDS.items() for part in getattr(group, "commands", {})}


# ---- help


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command):
    text = " ".join(invoke(*command.split(), "--help").split())
    assert re.search(r"Example: medianoche " + command, text)


def test_help_of_a_tournament_names_every_agent():
    """The text is written by hand, since the registry of the agents is slow to import."""
    params = {param.name: param for param in COMMANDS["tournament"].params}
    assert [entry.usage for entry in ENTRIES.values() if entry.usage not in params["agents"].help] == []


def test_help_imports_nothing_heavy(environment):
    ran = start(environment, "-X", "importtime", "-m", "medianoche", "--help")
    assert ran.returncode == 0
    # `import medianoche` registers in Gymnasium and PettingZoo, and so imports them and NumPy.
    loaded = set(re.findall(r"\| +([\w.]+)$", ran.stderr, re.MULTILINE))
    assert "numpy" in loaded
    assert not loaded & {"numba", "matplotlib", "openskill", "pydantic", "torch"}


def test_version_names_what_decides_machine_code():
    beside = f"Python {sys.version.split()[0]}, numba {numba.__version__}, numpy {np.__version__}"
    assert invoke("--version") == f"medianoche {__version__} ({beside})\n"


def test_a_terminal_may_have_no_width(monkeypatch):
    monkeypatch.setenv("COLUMNS", "0")
    assert "Camino a Nocturna" in invoke("games")


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


@pytest.mark.usefixtures("quick")
def test_options_and_packs_reach_the_game(tmp_path):
    for games, option in ((6, ""), (12, "--option ")):
        words = f"--option variant=introductory {option}activation=solve --pack 3 --players 3".split()
        invoke("tournament", "misty", "--games", games, "--out", tmp_path, *words)


@pytest.mark.usefixtures("quick")
def test_a_gauntlet_with_kept_games_is_exported_and_a_game_replayed(tmp_path):
    out = tmp_path / "out"
    file = tmp_path / "game.json"
    words = ["--agents", "random", "flat:2", "--gauntlet", "greedy", "--save-replays", "--games", 8, "--out", out]
    assert "gauntlet of greedy" in invoke("tournament", YARDSTICK, *words)
    assert str(out / "export" / "games.csv") in invoke("export", out)
    text = invoke("replay", out, "--game", 5, "--game", YARDSTICK, "--save", file)
    assert "player_1: " in text
    assert "greedy" in text
    assert "verified" in text
    assert "verified" in invoke("replay", file, "--game", YARDSTICK)
    page = tmp_path / "game.html"
    assert f"written: {page}" in invoke("replay", out, "--game", 5, "--game", YARDSTICK, "--html", page)
    assert "{seat: null}" in page.read_text()
    invoke("replay", file, "--game", YARDSTICK, "--html", page, "--seat", 2)
    assert "{seat: 1}" in page.read_text()


@pytest.mark.usefixtures("quick")
def test_a_sequential_test_shows_its_ratio_bounds_and_verdict(tmp_path):
    words = ["--agents", "greedy", "random", "--elo1", 100, "--games"]
    text = invoke("sprt", YARDSTICK, *words, 8, "--out", tmp_path)
    assert re.search(r"LLR \+0\.\d\d \(-2\.94 to 2\.94\), 4 deals, Elo .*; undecided", text)
    assert "the same command with more --games goes on" in text
    text = invoke("sprt", YARDSTICK, *words, 500, "--out", tmp_path)
    assert "H1 accepted: greedy is more than 0 Elo above random (error 0.05)" in " ".join(text.split())
    assert "Sequential test: LLR" in invoke("table", tmp_path)


def test_the_demo_plays_afresh(tmp_path, monkeypatch):
    submitted = []
    submit = WorkerPool.submit

    def noted(pool, task):
        submitted.extend(task.arguments if task.work is compile_first_script else ())
        submit(pool, task)

    monkeypatch.setattr(WorkerPool, "submit", noted)
    monkeypatch.setattr(envs, "names", lambda: ["misty", YARDSTICK])  # all games would take minutes to compile
    first = invoke("demo", "--games", 8, "--out", tmp_path)
    monkeypatch.setattr(envs, "names", lambda: [YARDSTICK])
    second = invoke("demo", "--games", 4, "--out", tmp_path)
    for name in ("misty", "ConnectFour"):
        assert str(tmp_path / name / "report.html") in first
    assert submitted == ["misty", YARDSTICK, YARDSTICK]  # what scripts use is compiled, too
    assert "ppo" in first  # comes with Misty, not with Connect Four
    assert "8 games" in first
    assert "4 games" in second
    told = [line for line in first.splitlines() if not line.startswith("medianoche: compiling")]
    assert [line.split()[1] for line in told[-3:]] == ["play", "train", "rate"]


@pytest.mark.usefixtures("quick")
def test_the_demo_removes_no_tournament_that_it_did_not_make(tmp_path, monkeypatch):
    monkeypatch.setattr(envs, "names", lambda: [YARDSTICK])
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "runs" / "ConnectFour"
    invoke("tournament", YARDSTICK, "--games", 4, "--out", folder)
    before = (folder / FILE).read_bytes()
    with pytest.raises(TournamentError, match=r"holds another tournament \(not made by the demo\); choose another"):
        invoke("demo", "--games", 4, "--out", "runs")
    assert (folder / FILE).read_bytes() == before
    invoke("demo", "--games", 4, "--out", "mine")
    spec = Spec.create(YARDSTICK, DEMO_AGENTS)
    run_tournament(spec, Path("mine/ConnectFour"), 6)  # gone on with as an ordinary tournament
    with pytest.raises(TournamentError, match="not made by the demo"):
        invoke("demo", "--games", 4, "--out", "mine")


def test_the_demo_plays_what_is_compiled_while_others_are(tmp_path, monkeypatch):
    class Pool:
        """Compiles in the order in which it is asked; the process of the second game dies."""

        def __init__(self):
            self.tasks = []
            self.lost = []

        def submit(self, task):
            self.tasks.append(task)

        def finished(self):
            if len(self.tasks) == len(envs.names()) - 1:
                self.lost.append(self.tasks.pop(0))
                return []
            return [(self.tasks.pop(0), None)]

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))  # nothing has been compiled
    pool = Pool()
    ready = as_compiled(new_console(), [Spec.create(name, ["random", "greedy"]) for name in envs.names()], pool)
    first = next(ready).name
    assert len(pool.tasks) == len(envs.names()) - 1
    assert {first, *(spec.name for spec in ready)} == set(envs.names())


@pytest.mark.parametrize(("wish", "colours"), [("", True), ("1", False)])
def test_a_terminal_has_colours_unless_no_color_is_set(monkeypatch, wish, colours):
    for name, value in {"TERM": "xterm-256color", "FORCE_COLOR": "1", "NO_COLOR": wish}.items():
        monkeypatch.setenv(name, value)
    console = new_console()
    console.file = io.StringIO()
    console.print("your turn", style="bold yellow")
    assert ("33m" in console.file.getvalue()) is colours


HUGE = 10**30
BAD = {
    "unknown game 'mysty' (did you mean misty?)": ["tournament mysty"],
    "unknown agent 'gredy' (did you mean greedy?)": ["tournament misty --agents random gredy"],
    "Invalid value for '--players': '2.0' is not a valid integer": ["tournament misty --players 2.0"],
    "Invalid value for '--games': '60.0' is not a valid integer": ["demo --games=60.0"],
    "'3.0' is not a valid integer": ["freeze new.toml misty --players 2 3.0"],
    "unknown agent 'clever'": ["tournament misty --agents random clever", "tournament misty --gauntlet clever"],
    "games=-5 is not accepted": ["tournament misty --games -5"],
    "Invalid value for '--games'": [
        "tournament misty --games many",
        "rate random misty --games -1",
        f"demo --games {HUGE}",
    ],
    "option 'fast' is not accepted; write key=value": ["tournament misty --option fast"],
    "misty has no option 'fast'": ["tournament misty --option fast=1"],
    "misty is not for 7 players": ["tournament misty --players 7"],
    "nothing.toml: No such file or directory": ["tournament misty --pack nothing.toml"],
    "Missing argument": ["tournament"],
    "Invalid value for '--workers'": [
        "tournament misty --workers 0",
        "train misty --workers -5",
        f"tournament misty --workers {HUGE}",
    ],
    "Invalid value for '--minutes'": ["train misty --minutes inf"],
    "Invalid value for '--seed'": ["train misty --seed -1", "play misty --seed -1", f"play misty --seed {HUGE}"],
    "Invalid value for '--decisions'": ["train misty --learner ppo --decisions 0", f"unseen misty --decisions {HUGE}"],
    "Invalid value for '--processes'": ["warmup misty --processes 999999999"],
    "Invalid value for '--fewest'": [f"sprt misty --agents greedy random --fewest {HUGE}", "ladder misty --fewest -1"],
    "Invalid value for '--seat'": ["replay nothing.json --html page.html --seat 0"],
    "Missing option '--agents'": ["sprt misty"],
    "at least 2 agents": ["sprt misty --agents greedy"],
    "elo0 must be less than elo1": ["sprt misty --agents greedy random --elo0 9 --elo1 1"],
    "both must be above 0 and below 0.5": ["sprt misty --agents greedy random --alpha 0.7"],
    "no tournament in nowhere": ["export nowhere", "table nowhere"],
    "format 'xls' is not accepted": ["export nowhere --format xls"],
    "no tournament in .": ["replay . --game 1"],
    ".: a tournament's folder needs --game NUMBER": ["replay ."],
    "nothing.json: No such file or directory": ["replay nothing.json"],
    "--seat is for pages: name a file with --html": ["replay nothing.json --seat 1"],
    "unknown game 'mysty'": ["check mysty", "bench games mysty"],
    "seat 4 is not accepted; accepted: 1 to 2": ["play misty --seat 4"],
    "pack seed -1 is not accepted; accepted: 0 to": ["pack misty --seed -1"],
    "misty's pack generator has no option 'moons'": ["pack misty --option moons=3"],
    "nowhere/night.toml: No such file or directory": ["pack misty --out nowhere/night.toml"],
    "No such command 'dance'": ["dance"],
    "is not accepted; give at least 1": [f"tournament misty --games {HUGE}"],
    "is not accepted; give an integer from 0 to": [f"tournament misty --seed {HUGE}"],
    "is not accepted; accepted: a number": [f"replay . --game {HUGE}"],
    "unknown pack '999": [f"play misty --pack {'9' * 5000}"],
    "Invalid value for '--rows'": [f"bench games --rows {HUGE}"],
    "no game at :": ["check :"],
    "os:getcwd": ["check os:getcwd"],
    "os:abort": ["pack os:abort"],
    "this game has no pack generator": [f"pack {YARDSTICK}", "pack kuhn"],
    "misty is not for 9 players": ["train misty --players 9 --minutes 1"],
    "--players 'x' is not accepted; give integers with commas: 2,3": ["train misty --players x"],
}


@pytest.mark.parametrize(("words", "complaint"), [(words, why) for why, lines in BAD.items() for words in lines])
def test_bad_input_gets_one_line_and_exit_code_2(words, complaint, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    called = Called(words.split())
    assert (called.code, called.err.count("\n")) == (2, 1)
    assert complaint in called.err


@pytest.mark.parametrize("words", [["tournament"], ["play"], ["sprt", "--agents", "random", "greedy"]])
def test_options_that_are_called_like_arguments_are_refused(words):
    for name in ("players", "seed", "pack", "game", "agents", "mixed", "gauntlet", "cls", "num_players"):
        called = Called([*words, "--option", f"{name}=3", "--", YARDSTICK])
        assert (called.code, called.err) == (2, f"connect_four has no option '{name}'; options: none\n")


# ---- whose error it is


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_fails_keeps_its_own_traceback_only(bots, workers, tmp_path):
    words = ["--agents", "greedy", f"{bots}:Broken", "--games", 4, "--workers", workers, "--out", tmp_path / "out"]
    called = Called(["tournament", YARDSTICK, *words])
    assert called.code == 2
    assert re.findall(r'File "(.*?)"', called.err) == [str(bots)]
    assert 'raise KeyError("no idea")' in called.err
    assert called.err.splitlines()[-1].startswith(f"{bots}:Broken failed: KeyError: 'no idea'")


def test_a_defect_of_the_suite_is_one_line_too_and_can_be_looked_into(monkeypatch):
    def broken():
        raise ZeroDivisionError("by zero\nindeed")

    monkeypatch.setattr(envs, "entries", broken)
    called = Called(["games"])
    assert called.code == 1
    assert re.fullmatch(r"unexpected ZeroDivisionError: by zero indeed \(.*, line \d+\); MEDIANOCHE_T.*\n", called.err)
    monkeypatch.setenv("MEDIANOCHE_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        Called(["games"])
    with pytest.raises(envs.GameError):  # also bad input, as a kernel that cannot be compiled
        Called(["check", "no:Such"])


CLOSING = """
import os, sys
class Bot:
    def act(self, turn):
        try:
            {line}
        except (OSError, ValueError):  # it is closed already
            pass
        return turn.action_mask.argmax(axis=1)
"""


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("sys.stdout.close(); sys.stderr.close()", 0, ""),
        ("with sys.stdout: pass", 0, ""),
        (
            "sys.stdout.buffer.close()",
            2,
            "standard output: the code of an agent has closed it; what was stored is kept\n",
        ),
        ("sys.stdout.detach()", 2, "standard output: the code of an agent has closed it"),
        ("os.close(1)", 2, "standard output: Bad file descriptor\n"),
    ],
)
def test_a_bot_that_closes_the_output_loses_no_result(tmp_path, environment, line, code, said):
    (tmp_path / "bot.py").write_text(CLOSING.format(line=line))
    words = ["tournament", YARDSTICK, "--agents", "bot.py:Bot", "random", "--games", "4", "--out", "out"]
    command = [sys.executable, "-m", "medianoche", *words]
    ended = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == code, ended.stderr
    assert "Traceback" not in ended.stderr
    assert "unexpected" not in ended.stderr
    assert said in ended.stderr
    assert (code == 0) == ("report: out/report.html" in ended.stdout)
    with Store.read(tmp_path / "out") as store:
        assert store.played == 4


def test_a_pack_is_not_written_over_a_file(tmp_path):
    (file := tmp_path / "night.toml").write_text("typed values")
    called = Called(["pack", "misty", "--out", file])
    assert (called.code, called.err) == (2, f"{file} is there already; name another file\n")
    assert file.read_text() == "typed values"


def test_lines_are_short_and_printable():
    assert one_line("a\nb\x1b[2J  c\udcff") == "a b\\x1b[2J c\\udcff"
    assert len(one_line("x" * 10_000)) < 2100


# ---- names


def test_names_are_text_and_no_markup(bots, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a[").mkdir()
    names = ["bots[v1].py:First", "a[/b].py:First", ":X:.py:First"]
    for name in names:
        Path(name.removesuffix(":First")).write_text(bots.read_text(), encoding="utf-8")
    called = Called(["tournament", YARDSTICK, "--agents", *names, "--games", 6, "--out", "o[/b]"])
    assert called.code == 0, called.err
    assert all(name in called.out for name in names)
    assert "report: o[/b]/report.html" in called.out
    assert all(name in Path("o[/b]/report.html").read_text(encoding="utf-8") for name in names)


def test_names_need_not_be_text(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    called = Called(["tournament", YARDSTICK, "--games", 2, "--out", "o\udcff"])
    assert called.code == 0, called.err
    assert "report: o\\udcff/report.html" in called.out


def test_a_module_in_the_current_folder_is_found(tmp_path, environment):
    (tmp_path / "mine.py").write_text("from medianoche.toys.connect_four import ConnectFour as Game\n")
    script = "import sys; sys.path.remove(''); from medianoche.cli.main import main; main()"
    answer = start(environment, "-c", script, "pack", "mine:Game", cwd=tmp_path)
    assert answer.stderr == "this game has no pack generator\n"


# ---- folders and files


@pytest.mark.usefixtures("quick")
def test_a_test_and_a_plain_tournament_do_not_share_a_folder(tmp_path):
    words = [YARDSTICK, "--agents", "greedy", "random", "--games"]
    for first, second in (("tournament", "sprt"), ("sprt", "tournament")):
        out = tmp_path / first
        invoke(first, *words, 4, "--out", out)
        before = contents(out)
        called = Called([second, *words, 8, "--out", out])
        assert called.code == 2
        assert f"{out} holds another tournament (sequential test: " in called.err
        assert contents(out) == before


def contents(folder):
    with closing(sqlite3.connect(folder / FILE)) as database:
        return list(database.iterdump())


@pytest.mark.parametrize(
    "words",
    [
        ["pack", "misty", "--out", "/dev/full"],
        ["replay", "played", "--game", "1", "--game", YARDSTICK, "--save", "/dev/full"],
        ["play", YARDSTICK, "--save", "/dev/full"],
        ["bench", "games", YARDSTICK, "--rounds", "1", "--seconds", "0.001", "--out", "/dev/full"],
    ],
    ids=lambda words: words[0],
)
def test_a_full_disk_is_a_line_with_the_path(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if words[0] == "replay":
        invoke("tournament", YARDSTICK, "--games", 2, "--save-replays", "--out", "played")
    called = Called(words, b"1\n2\n3\n4\n5\n6\n7\n" * 20)
    assert (called.code, called.err) == (2, "/dev/full: No space left on device\n")


def test_a_full_disk_behind_the_output_is_a_line_too(environment):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        answer = start(environment, "-m", "medianoche", "games", stdout=full)
    assert (answer.returncode, answer.stderr) == (2, "standard output: No space left on device\n")


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
    options_read = options_from(["a=1", "b=true", "c=play", "d=[1, 2]", 'e="3"', "f=x=y"])
    assert options_read == {"a": 1, "b": True, "c": "play", "d": [1, 2], "e": "3", "f": "x=y"}
    with pytest.raises(OptionError, match="write key=value"):
        options_from(["=3"])
    assert (pack_source("12"), pack_source("night.toml")) == (12, "night.toml")


def test_every_command_stands_in_a_group_of_the_help():
    commands = get_command(app).commands
    assert {command.rich_help_panel for command in commands.values()} == set(GROUPS)
    shown = invoke("--help")
    assert [shown.index(f"─ {group} ─") for group in GROUPS] == sorted(shown.index(f"─ {group} ─") for group in GROUPS)
