"""Every caller of an agent reports its failure in one line that names the agent, and keeps the agent's traceback."""

import signal
import sys
from importlib.metadata import EntryPoint, EntryPoints

import numpy as np
import pytest
from typer.testing import CliRunner

from medianoche import envs
from medianoche.agents import AgentError, agent, ask, base, entries, fingerprint, tell
from medianoche.benchmarks.tournament import Spec, play_shard
from medianoche.cli.app import app
from medianoche.training.league import FixedOpponents
from medianoche.training.matches import Matches
from tests.agents.conftest import FOUR
from tests.benchmarks.calls import Called, one_line

BOTS = '''
import signal
import sys
import numpy as np

class First:
    def act(self, turn):
        return turn.action_mask.argmax(axis=1).tolist()

class Careless(First):
    """Uses up what it is given."""
    def act(self, turn):
        found = super().act(turn)
        for array in (turn.observation, turn.action_mask, turn.random_actions(), turn.heuristic_actions()):
            array[:] = 0
        turn.sample().states.fill(0)
        return found

class Slim:
    __slots__ = ()
    def act(self, turn):
        return turn.random_actions()

class Cheat:
    def act(self, turn):
        turn.masks[:] = 2**64 - 1
        return np.full(len(turn), 99)

class Burglar:
    """Changes what it was told not to."""
    def act(self, turn):
        turn.masks.flags.writeable = True
        turn.masks[:] = 2**64 - 1
        turn.action_mask[:] = 1
        return np.full(len(turn), 63)

class Broken:
    def act(self, turn):
        return self.think()
    def think(self):
        raise KeyError("no\\nidea")

class Unspeakable(Exception):
    def __str__(self):
        raise self

class Mine(BaseException):
    pass

class Own:
    def act(self, turn):
        try:
            raise Mine("of my own")
        finally:
            turn = None

class Always:
    def __init__(self, count):
        self.count = count
    def __len__(self):
        return self.count
    def __getitem__(self, place):
        return self

class Interrupted(First):
    """Ctrl-C is pressed while it thinks."""
    def act(self, turn):
        signal.raise_signal(signal.SIGINT)
        return super().act(turn)

class Listens(First):
    def over(self, games, scores, utilities):
        utilities[:] = 1
        raise Mine("that it is over")

def raises(error):
    raise error

def bot(name, answer):
    globals()[name] = type(name, (), {"act": lambda self, turn: answer(turn), "__module__": __name__})

first = First().act
bot("Illegal", lambda turn: np.full(len(turn), 99))
bot("Negative", lambda turn: np.full(len(turn), -1))
bot("Floats", lambda turn: np.array(first(turn), float))
bot("Truths", lambda turn: turn.action_mask[:, 0] > 0)
bot("Column", lambda turn: np.array(first(turn))[:, None])
bot("Ragged", lambda turn: [[1], [2, 3]])
bot("Nothing", lambda turn: None)
bot("Huge", lambda turn: np.full(len(turn), 2**64 - 1, np.uint64))
bot("Leaves", lambda turn: sys.exit(0))
bot("Odd", lambda turn: raises(Unspeakable))
bot("Presses", lambda turn: raises(KeyboardInterrupt))
bot("Closes", lambda turn: raises(GeneratorExit))
bot("Endless", lambda turn: Always(len(turn)))
'''
BAD = {
    "Illegal": "chose an illegal action: connect_four, row 0: action 99 is not legal for player_0; 7 legal: 0 (",
    "Negative": "chose an illegal action: connect_four, row 0: action -1 is not legal for player_0; 7 legal: 0 (",
    "Cheat": "failed: ValueError: assignment destination is read-only (",
    "Burglar": "chose an illegal action: connect_four, row 0: action 63 is not legal",
    "Floats": "returned float64[1] for 1 decisions; accepted: int64[1]",
    "Truths": "returned bool[1] for 1 decisions",
    "Column": "returned int64[1, 1] for 1 decisions",
    "Ragged": "failed: ValueError: setting an array element",
    "Nothing": "returned object[] for 1 decisions",
    "Huge": "chose an illegal action: connect_four, row 0: action 18446744073709551615 is not legal",
    "Leaves": "failed: SystemExit: 0 (",
    "Broken": "failed: KeyError: 'no\\nidea' (",
    "Odd": "Unspeakable",
    "Presses": "failed: KeyboardInterrupt (",
    "Closes": "failed: GeneratorExit (",
    "Own": "failed: medianoche_bot_",
    "Endless": "failed: ValueError: nested too deeply",
}


def by_ask(name):
    ask(agent(name), envs.game(FOUR).batch(1).turn(np.zeros(1, int), np.zeros(1, np.uint64)))


def by_tournament(name):
    play_shard(Spec.create(FOUR, [name, "random"]), 0, 1)


def by_training(name):
    Matches(envs.game(FOUR), 1, FixedOpponents([name]), seat=1).reset()


@pytest.mark.parametrize("asked", [by_ask, by_tournament, by_training])
@pytest.mark.parametrize("bot", BAD)
def test_every_mistake_is_one_line(bots, bot, asked):
    with one_line(AgentError, BAD[bot]) as error:
        asked(f"{bots}:{bot}")
    assert str(error.value).startswith(f"{bots}:{bot} ")


class Hangup(BaseException):
    """An exception that a signal handler of another package raises."""


def hang_up(_number, _frame):
    raise Hangup


@pytest.mark.parametrize(
    ("handler", "raised"), [(signal.default_int_handler, KeyboardInterrupt), (hang_up, Hangup)], ids=["Python", "own"]
)
@pytest.mark.parametrize("asked", [by_ask, by_tournament])
def test_an_exception_of_a_signal_handler_is_not_blamed_on_the_agent(bots, asked, handler, raised):
    before = signal.signal(signal.SIGINT, handler)
    try:
        with pytest.raises(raised):
            asked(f"{bots}:Interrupted")
        with pytest.raises(AgentError, match="Presses failed: KeyboardInterrupt"):
            asked(f"{bots}:Presses")
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_agent_that_fails_in_over_is_named_and_results_stay_unchanged(bots):
    games = np.arange(2)
    scores = np.zeros((2, 2))
    utilities = np.zeros((2, 2), np.float32)
    with pytest.raises(AgentError, match=r"Listens failed: .*Mine: that it is over"):
        tell([None, agent("random"), agent(f"{bots}:Listens")], games, scores, utilities)
    assert not utilities.any()


@pytest.mark.parametrize("bot", ["First", "Careless"])
def test_a_good_answer_is_an_array_of_legal_actions(bots, bot):
    actions = ask(agent(f"{bots}:{bot}"), envs.game(FOUR).batch(3).turn(np.arange(3), np.zeros(3, np.uint64)))
    assert actions.tolist() == [0, 0, 0]
    assert actions.dtype == np.int64


def test_the_command_line_prints_the_bots_part_of_the_traceback_and_then_one_line(bots, tmp_path):
    with pytest.raises(AgentError) as error:
        by_ask(f"{bots}:Broken")
    assert isinstance(error.value.__cause__, KeyError)
    (note,) = error.value.__notes__
    assert "in think" in note
    assert "in act" in note
    assert "agents/base.py" not in note
    called = Called(["tournament", FOUR, "--agents", f"{bots}:Leaves", "random", "--out", tmp_path / "out"])
    assert called.code == 2
    *trace, line = called.err.splitlines()
    assert "Leaves failed: SystemExit: 0" in line
    assert any("sys.exit(0)" in word for word in trace)
    result = CliRunner().invoke(app, ["play", FOUR, "--against", f"{bots}:Broken"], input="1\n" * 9)
    assert isinstance(result.exception, AgentError)
    assert "Broken failed: KeyError" in str(result.exception)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import sys\nsys.exit(3)\n", "failed: SystemExit: 3"),
        ("class Bot:\n    def __init__(self):\n        exit(4)\n    act = None\n", "Bot failed: SystemExit: 4"),
        ("class Bot:\n  def\n", "line 2 def"),
        ("raise KeyboardInterrupt\n", "failed: KeyboardInterrupt"),
        ("class Bot:\n    def __init__(self):\n        raise GeneratorExit\n", "Bot failed: GeneratorExit"),
        ("class Bot(int):\n    act = 1\n", "Bot failed: ValueError: no signature found"),
        ("class Bot:\n    act = property(lambda self: 1 / 0)\n", "Bot failed: ZeroDivisionError"),
    ],
)
def test_a_bot_that_cannot_even_be_made(tmp_path, text, words):
    (tmp_path / "bot.py").write_text(text)
    with one_line(AgentError, words):
        agent(f"{tmp_path / 'bot.py'}:Bot")


def test_a_bot_without_room_for_a_name_is_refused(bots):
    with pytest.raises(AgentError, match=r"Slim: the attribute `name` cannot be set.*__slots__"):
        agent(f"{bots}:Slim")


class Stranger:
    """An agent of an installed package."""

    def __init__(self, strength="1"):
        self.strength = strength

    def act(self, turn):
        return turn.random_actions()


class Distribution:
    name = "strangers"
    version = "2.1"


@pytest.fixture
def installed(monkeypatch):
    group = base.ENTRY_POINTS
    points = [EntryPoint("stranger", f"{__name__}:Stranger", group), EntryPoint("lost", f"{__name__}:Nobody", group)]
    for point in points:
        vars(point)["dist"] = Distribution
    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__) or sys.modules[Stranger.__module__])
    monkeypatch.setattr(base, "_installed", lambda: EntryPoints(points))


@pytest.mark.usefixtures("installed")
def test_agents_of_other_packages_are_found_by_name():
    assert agent("stranger:7").strength == "7"
    assert agent("stranger").name == "stranger"
    assert fingerprint("stranger", envs.game(FOUR)).startswith("strangers 2.1 ")  # and a hash of its files
    assert all(entry.example for entry in entries())
    with pytest.raises(AgentError, match=r"wrong parameters; accepted: stranger\[:PARAMETER"):
        agent("stranger:7:8")
    with pytest.raises(AgentError, match=r"lost \(.*:Nobody\) failed: AttributeError"):
        agent("lost")
    with pytest.raises(AgentError, match=r"accepted: .*stranger\[:PARAMETER"):
        agent("nobody")
