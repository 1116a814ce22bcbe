"""A small call of every command: with a game of one's own, and at night without the compiler."""

import os
import signal
import subprocess
import sys

import pytest
from typer.main import get_command

from medianoche.cli.app import app
from medianoche.envs.core.kernels import DISABLED
from tests.benchmarks.calls import Called
from tests.cli.running import start
from tests.cli.small import CALLS, NEEDS, NO_GAME, OF_THE_SUITE, SAID, SERVERS, words_of, write_files
from tests.waiting import LONG

DEAR = ["train", "exploit", "ladder", "sweep", "playtest", "check", "warmup", "demo", "export-engine", "export-onnx"]
"""Commands whose small call takes long; those of `bench` are dear, too."""
WITHOUT_A_COMPILER = "NUMBA_DISABLE_JIT turns the compiler off"
ABOUT_COMPILED_CODE = {"warmup", "export-engine", *(command for command in CALLS if command.startswith("bench "))}
TOO_SLOW = {"demo"}
"""Commands that would take hours: all games of the suite, with searches and networks. They have a smaller test."""
SMALL_DEMO = """
from medianoche import envs
from medianoche.cli import tournament
from medianoche.cli.app import app

envs.names = lambda: ["kuhn", "leduc"]
tournament.DEMO_AGENTS = ("random", "greedy", "ismcts:4")
app(["demo", "--games", "2", "--out", "demo"])
"""
MISSING = "install: pip install"
"""What a command says whose libraries are not there."""


def commands():
    """The commands of the application, those of a group as two words."""
    names = []
    for name, command in get_command(app).commands.items():
        parts = getattr(command, "commands", None)
        names += [f"{name} {part}" for part in parts] if parts else [name]
    return names


def test_no_command_is_forgotten():
    assert sorted(commands()) == sorted(CALLS)


def new_place(tmp_path_factory):
    """A folder with a game of one's own, and how the commands ended that were called there."""
    folder = tmp_path_factory.mktemp("own")
    write_files(folder)
    return folder, {}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The folder of commands with the compiler."""
    return new_place(tmp_path_factory)


@pytest.fixture(scope="module")
def plain_place(tmp_path_factory):
    """The folder of commands without the compiler."""
    return new_place(tmp_path_factory)


def called(command, place, call):
    """The command's call in the folder of `place`, after those whose files it reads; each once."""
    folder, done = place
    for needed in (*NEEDS.get(command, ()), command):
        if needed not in done:
            done[needed] = call(words_of(needed), folder)
    return done[command]


def is_dear(command):
    return command in DEAR or command.startswith("bench ") or command in OF_THE_SUITE


OWN_GAMES = [
    pytest.param(command, marks=[pytest.mark.larger] * is_dear(command))
    for command in CALLS
    if command not in NO_GAME and command not in OF_THE_SUITE and command not in SERVERS
]


@pytest.mark.skipif(DISABLED, reason="the same is tried with and without the compiler")
@pytest.mark.parametrize("command", OWN_GAMES)
def test_a_command_takes_a_game_of_one_s_own(command, place, monkeypatch):
    def call(words, folder):
        monkeypatch.chdir(folder)
        monkeypatch.syspath_prepend(folder)  # worker processes are started in the folder of this one
        return Called(words, b"1\n" * 60)

    ended = called(command, place, call)
    if (ended.code, MISSING in ended.err) == (2, True):
        pytest.skip(ended.err)
    assert (ended.code, SAID.get(command, "") in ended.err) == (2 * (command in SAID), True), ended.err


def test_the_engine_serves_a_game_of_one_s_own(place, environment):
    ended = start(environment, "-m", "medianoche", *words_of("engine"), cwd=place[0], input='{"type": "hello"}\n')
    assert ended.returncode == 0, ended.stderr
    assert '"nim"' in ended.stdout


# ---- without the compiler


@pytest.mark.larger
@pytest.mark.parametrize("command", [command for command in CALLS if command not in TOO_SLOW])
def test_a_command_runs_without_the_compiler(command, plain_place, environment):
    environment |= {"NUMBA_DISABLE_JIT": "1", "MEDIANOCHE_QUIET": "1"}

    def call(words, folder):
        if command == "ui":
            return stopped(words, folder, environment)
        return start(environment, "-m", "medianoche", *words, cwd=folder, input="1\n" * 60)

    ended = called(command, plain_place, call)
    if (ended.returncode, MISSING in ended.stderr) == (2, True):
        pytest.skip(ended.stderr)
    said = WITHOUT_A_COMPILER if command in ABOUT_COMPILED_CODE else SAID.get(command, "")
    assert (ended.returncode, said in ended.stderr) == (2 * bool(said), True), ended.stderr


@pytest.mark.larger
def test_the_demo_of_two_small_games_runs_without_the_compiler(tmp_path, environment):
    environment |= {"NUMBA_DISABLE_JIT": "1", "MEDIANOCHE_QUIET": "1"}
    ended = start(environment, "-c", SMALL_DEMO, cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert {file.name for file in (tmp_path / "demo").iterdir()} == {"kuhn", "leduc"}


def stopped(words, folder, environment):
    """A call of the page, which is stopped when it can be opened."""
    command = [sys.executable, "-u", "-m", "medianoche", *words]
    process = subprocess.Popen(
        command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    lines = iter(process.stdout.readline, "")
    opened = next((line for line in lines if line.startswith("games are kept in")), "")
    os.kill(process.pid, signal.SIGTERM)
    out, err = process.communicate(timeout=LONG)
    code = 0 if opened and process.returncode in (0, 130) else process.returncode
    return subprocess.CompletedProcess(command, code, out, err)
