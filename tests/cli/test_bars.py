"""Progress bars, and the lines in their place where the output is no terminal."""

import io
import time
from pathlib import Path

from medianoche.benchmarks.tournament.spec import Spec
from medianoche.cli import bars
from medianoche.cli.common import new_console, progress_bar
from medianoche.cli.tournament import play
from tests.waiting import soon


def written():
    """A console that writes no terminal."""
    console = new_console()
    console.file = io.StringIO()
    return console


def test_where_the_output_is_no_terminal_lines_tell_of_progress(monkeypatch):
    monkeypatch.setattr(bars, "EVERY", 0.01)
    console = written()
    with progress_bar(console) as bar:
        bar.add_task("misty", total=9, completed=4)
        bar.add_task("later", total=9, start=False)
        soon(lambda: console.file.getvalue().endswith("\n"))
        time.sleep(0.1)  # ten times as long as until the next line
        assert console.file.getvalue().splitlines() == ["misty 4/9"]


def test_while_it_is_unknown_how_long_a_test_takes_no_time_left_is_told(monkeypatch):
    """`rate` and `sprt` end when they have decided, long before all games that they may play."""
    shown = []

    class Test:
        state = "undecided"
        verdict = ""
        expected_games = None

    def run(spec, folder, games, report, sprt, prepare):
        prepare()
        for played, sprt.expected_games, sprt.verdict in (
            (0, None, ""),
            (40, None, ""),
            (60, 200, ""),
            (90, None, "H1"),
        ):
            report(played, games)
            shown.append(bar.tasks[0].total)

    bar = progress_bar(new_console())
    monkeypatch.setattr("medianoche.cli.tournament.progress_bar", lambda console: bar)
    monkeypatch.setattr("medianoche.cli.tournament.compile_agents", lambda console, spec: None)
    monkeypatch.setattr("medianoche.benchmarks.tournament.run.run_tournament", run)
    play(new_console(), Spec.create("misty", ["random", "greedy"]), Path("nowhere"), 100_000, Test())
    assert shown == [None, None, 200, 90]


def test_a_bar_that_had_nothing_to_show_leaves_nothing():
    console = written()
    with progress_bar(console):
        pass
    assert not console.file.getvalue()
