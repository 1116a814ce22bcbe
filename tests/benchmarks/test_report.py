"""The final table as text and as a page."""

import base64
import html
import io
import re
import shlex

import pytest
from rich.console import Console

from medianoche.benchmarks.tournament import Spec, run_tournament
from medianoche.benchmarks.tournament.report import HEADINGS, PACE_HEADINGS, ROLE_HEADINGS, Report
from tests.benchmarks.conftest import YARDSTICK

AGENTS = ["random", "greedy"]


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("a & b")
    run_tournament(Spec.create("misty", AGENTS, players=3, variant="introductory"), folder, 60)
    return Report.of(folder)


def test_the_table_is_printed(report):
    console = Console(file=io.StringIO(), width=140)
    report.show(console)
    text = " ".join(console.file.getvalue().split())
    for words in (
        *HEADINGS,
        *AGENTS,
        "misty, 3 players",
        "60 games on 20 deals",
        "decisions/s",
        "intervals are rough",
    ):
        assert words in text


def test_the_page_stands_alone(report):
    page = report.write().read_text()
    assert page.count("data:image/png;base64,") == 4
    for picture in re.findall(r"base64,([^\"]+)", page):
        assert base64.b64decode(picture).startswith(b"\x89PNG")
    assert not re.search(r"https?:|<script|<link|url\(", page)
    assert "$" not in re.sub(r"base64,[^\"]+", "", page)


def test_the_page_holds_the_table_and_the_command(report):
    page = html.unescape(report.write().read_text())
    for cells in report.cells():
        for cell in cells:
            assert f">{cell}<" in page
    assert report.command in page
    words = shlex.split(report.command)
    assert words[:3] == ["medianoche", "tournament", "misty"]
    assert words[words.index("--agents") + 1 :][:2] == AGENTS
    assert "variant=introductory" in words
    assert words[-2:] == ["--out", str(report.folder)]


def test_the_page_says_how_long_agents_think(report):
    page = html.unescape(report.write().read_text())
    for words in (*PACE_HEADINGS, *(cell for cells in report.pace_cells() for cell in cells)):
        assert f">{words}<" in page
    assert all(float(cells[-1].replace(",", "")) > 0 for cells in report.pace_cells())


def test_a_game_with_roles_has_a_table_by_role(tmp_path):
    run_tournament(Spec.create("tests.benchmarks.games:Chase", AGENTS), tmp_path, 20)
    report = Report.of(tmp_path)
    assert [cells[:2] for cells in report.role_cells()] == [
        ("enemy", "greedy"),
        ("enemy", "random"),
        ("crew", "greedy"),
        ("crew", "random"),
    ]
    console = Console(file=io.StringIO(), width=140)
    report.show(console)
    assert "by role" in console.file.getvalue()
    page = report.write().read_text()
    assert "<h2>By role</h2>" in page
    for heading in ROLE_HEADINGS:
        assert f">{heading}<" in page


def test_seats_of_one_kind_have_none(report):
    assert report.role_cells() == []
    assert "By role" not in report.write().read_text()


def test_a_gauntlet_is_named_and_has_no_alpha_rank(tmp_path, bots):
    spec = Spec.create(YARDSTICK, [*AGENTS, f"{bots}:First"], gauntlet="greedy")
    run_tournament(spec, tmp_path / "out", 12)
    report = Report.of(tmp_path / "out")
    assert report.title == "ConnectFour, 2 players, gauntlet of greedy"
    assert "--gauntlet greedy" in report.command
    assert {cells[5] for cells in report.cells()} == {"-"}
    assert {line.agent: line.games for line in report.table}["greedy"] == 12
    assert report.write().is_file()


def test_an_unfinished_tournament_says_how_far_it_is(tmp_path):
    spec = Spec.create("misty", AGENTS)
    run_tournament(spec, tmp_path, 10)
    run_tournament(spec, tmp_path, 12)
    assert Report.of(tmp_path).played.startswith("12 games")
