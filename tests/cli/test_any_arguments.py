"""Wrong arguments of the command line give one line and an exit code, never a traceback."""

import shutil
import webbrowser

import numpy as np
import pytest
import typer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from medianoche import envs
from medianoche.agents.engine import socket
from medianoche.benchmarks.exploit import attack
from medianoche.benchmarks.exploit.outcome import Outcome
from medianoche.benchmarks.reference import leaderboard
from medianoche.benchmarks.speed import actors, games, peers, training
from medianoche.benchmarks.studies import baselines
from medianoche.benchmarks.tournament import Spec, plots, run, run_tournament, store
from medianoche.benchmarks.tournament.intervals import Estimate
from medianoche.benchmarks.workers import fleet
from medianoche.cli import engine, reference, train, ui
from medianoche.cli import main as cli
from medianoche.cli.app import app
from medianoche.envs.core import contract
from medianoche.envs.core.errors import GameError
from tests.benchmarks.calls import Called
from tests.benchmarks.conftest import BOTS, YARDSTICK

DUEL = "tests.toys.duel:Duel"


def commands(group=None, before=()):
    """Every sub-command, and the names of its options."""
    for name, command in (group or typer.main.get_command(app)).commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*before, name))
            yield (*before, name), []
        else:
            options = [opt for param in command.params for opt in param.opts if opt.startswith("--")]
            yield (*before, name), options


COMMANDS = dict(commands())
ODD = """
- -- -x = a=b players=3 seed=1 pack=2 game=x agents=x mixed=true cls=1 gauntlet=x num_players=3 seeds=1 autoreset=1
: :: os:getcwd os:abort builtins:exit a[/b] [bold] :x: bots[v1].py:First ${x} %s {0} ~ true null 1e400 nan inf -inf
0x10 1_0 . nowhere nowhere/deeper /dev/full /dev/null kept one.json kept/tournament.sqlite bots.py bots.py:First
bots.py:Broken bots.py:Short bots.py:Wrong bots.py:None random greedy flat:1 flat:-1 flat:x ismcts:1ms ppo:nowhere
mysty standard csv parquet svg p.svg
"""
LONG = ["x=" + "[" * 5000, "x=" + "9" * 5000, "9" * 5000, "x" * 300, f"flat:{10**30}"]
NUMBERS = [str(number) for number in (0, 1, 2, 7, -1, 1.5, 2**31, 2**63, 2**64, 10**30, -(10**30))]
UNUSUAL = ["", " ", "\udcff", "\x1b[2J", "é\n\u2028", "\u0661"]
STRANGE = [*ODD.split(), *LONG, *NUMBERS, *UNUSUAL, YARDSTICK, DUEL]
WORDS = st.one_of(
    st.sampled_from(STRANGE),
    st.text(st.characters(exclude_characters="\0/"), max_size=12).filter(lambda word: ".." not in word),
)


@st.composite
def lines(draw):
    """A command line that is likely to get past the parser."""
    command = draw(st.sampled_from(sorted(COMMANDS)))
    source = ["kept"] if command[-1] in ("table", "export", "replay") else [YARDSTICK, DUEL]
    words = [*command, *draw(st.lists(st.one_of(st.sampled_from(source), WORDS), max_size=2))]
    for option in draw(st.lists(st.sampled_from(COMMANDS[command]), max_size=3)) if COMMANDS[command] else ():
        words += [option, *draw(st.lists(WORDS, min_size=0, max_size=2))]
    if "--games" in COMMANDS[command] and draw(st.booleans()):
        words += ["--games", "4"]
    return words


def no_peers(*_):
    raise GameError("no peers here")


POINT = attack.AttackPoint(attack.SCRATCH, 1, Estimate(0.0, 0.0, 0.0), None)
NOTHING = {
    train: ["require_torch", "train_net", "train_seeds", "run_torch"],
    ui: ["serve"],
    socket: ["serve"],
    baselines: ["write"],
    reference: ["publish"],  # the page of the suite, in its own tree
    leaderboard: ["draw"],
}
"""Functions in whose place nothing is done."""
SHORT = [
    (store, "GAME_LIMIT", 6),
    (envs, "names", lambda: [YARDSTICK]),
    (envs, "entries", list),
    (run, "_make_fleet", lambda *_: fleet.InProcess(fleet.Work(run.play_shard, str, run.TournamentError))),
    (contract, "run", lambda game: iter([("a promise", 2, ""), ("another [/b]", 2, "[/b] broken")])),
    (plots, "draw", lambda *_: ""),
    (games, "measure", lambda loops, *_: dict.fromkeys(loops, 1.0)),
    (games, "loops", lambda *_: {"x": 1}),
    (games, "scaling_loops", lambda *_: {"x": 1}),
    (peers, "start", no_peers),
    (training, "measure", lambda *_: {training.COMPILED: {"all in": 1.0}}),
    (training, "devices", lambda: ["cpu"]),
    (training, "by_size", lambda *_: {"8": {training.COMPILED: 1.0}}),
    (actors, "costs", lambda *_: actors.Costs(1, 1.0, 1.0, 1.0, 1)),
    (actors, "measured", lambda *_: 1.0),
    (engine, "_lines", lambda: iter(['{"type":"hello"}'])),
    (webbrowser, "open", lambda *_: True),
    (baselines, "shelved_games", list),
    (attack, "train_attacker", lambda *_, **__: [POINT]),
    (attack, "search", lambda *_, **__: [POINT]),
    (attack.DealSet, "measure", lambda *_: Outcome(*np.zeros((5, 2)))),
]
"""What takes the place of long work."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with something to go wrong with, and a command line whose long work is left out."""
    here = tmp_path_factory.mktemp("here")
    (here / "bots.py").write_text(BOTS)
    run_tournament(Spec.create(YARDSTICK, ["random", "greedy"]), here / "kept", 4, save_replays=True)
    with store.Store.read(here / "kept") as kept:
        kept.replay(1, YARDSTICK).save(here / "one.json")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        patch.setenv("XDG_STATE_HOME", str(here / "state"))
        for where, names in NOTHING.items():
            for name in names:
                patch.setattr(where, name, lambda *_: None)
        for where, name, instead in SHORT:
            patch.setattr(where, name, instead)
        yield here


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(words=lines(), typed=st.binary(max_size=20))
def test_any_arguments_end_in_a_line(folder, words, typed):
    called = Called(words, typed)
    assert called.code in (0, 1, 2), (words, called.err)
    assert cli.TRACEBACK not in called.err, (words, called.err)
    complaint = called.err.split("Traceback (most recent call last):")  # only ever a bot's own
    assert len(complaint) == 1 or "bots.py" in called.err, (words, called.err)
    if called.code == 2 and len(complaint) == 1:
        assert len(called.err.splitlines()) == 1, (words, called.err)
    for left in folder.iterdir():
        if left.name not in ("kept", "bots.py", "one.json"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
