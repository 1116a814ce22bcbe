"""The final table as text and as a page."""

import base64
import copy
import html
import io
import re
import shlex
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from medianoche.benchmarks.tournament import Spec, Store, plots, run_tournament, schedule
from medianoche.benchmarks.tournament.page import write_page
from medianoche.benchmarks.tournament.ratings import duels, standings
from medianoche.benchmarks.tournament.report import HEADINGS, PACE_HEADINGS, ROLE_HEADINGS, Report, _toml
from medianoche.benchmarks.tournament.summary import meetings, quantile
from medianoche.cli.app import app
from medianoche.cli.common import options_from
from medianoche.envs.core.play.match import Replay
from tests.benchmarks.calls import larger
from tests.benchmarks.conftest import YARDSTICK
from tests.benchmarks.games import results_of, summary_of

AGENTS = ["random", "greedy"]


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("a & b")
    run_tournament(Spec.create("misty", AGENTS, players=3, variant="introductory"), folder, 60)
    return Report.from_folder(folder)


@pytest.fixture(scope="module")
def page(report):
    return html.unescape(write_page(report).read_text())


def printed(report):
    console = Console(file=io.StringIO(), width=140)
    report.show(console)
    return console.file.getvalue()


def test_the_table_is_printed(report):
    text = " ".join(printed(report).split())
    others = "misty, 3 players", "60 games on 20 deals", "decisions/s", "intervals are imprecise"
    assert [words for words in (*HEADINGS, *AGENTS, *others) if words not in text] == []


def test_the_page_stands_alone_and_holds_the_table_the_command_and_how_long_agents_and_games_take(page, report):
    assert page.count("data:image/png;base64,") == 3
    for picture in re.findall(r"base64,([^\"]+)", page):
        assert base64.b64decode(picture).startswith(b"\x89PNG")
    assert not re.search(r"https?:|src=\"(?!data)|<link|url\(", page)
    assert "$" not in re.sub(r"base64,[^\"]+", "", page)  # nor in the script that sorts tables
    assert 'querySelectorAll("th")' in page
    for cells in report.cells():
        for cell in cells:
            assert f">{cell}<" in page
    assert "<th class=word>agent</th>" in page  # text is at the left, numbers are at the right
    assert "<th>Elo</th>" in page
    assert report.command in page
    words = shlex.split(report.command)
    assert words[:3] == ["medianoche", "tournament", "misty"]
    assert words[words.index("--agents") + 1 :][:2] == AGENTS
    assert "variant=introductory" in words
    assert words[words.index("--out") + 1] == str(report.folder)
    for words in (*PACE_HEADINGS, *(cell for cells in report.pace_cells() for cell in cells)):
        assert f">{words}<" in page
    assert all(float(cells[-1].replace(",", "")) > 0 for cells in report.pace_cells())
    counts = report.summary.lengths
    assert counts.total() == 60
    mean = sum(length * count for length, count in counts.items()) / 60
    assert f"{mean:,.1f} on average" in page
    assert f"from {min(counts):,} to {max(counts):,}." in page


def test_a_name_beside_a_plot_is_cut_in_front_and_is_no_mathematics():
    assert plots.short("net:a$b$") == r"net:a\$b\$"
    assert plots.short("exec:" + "b" * 30) == "…" + "b" * 23


def test_a_game_with_roles_has_a_table_by_role(tmp_path):
    run_tournament(Spec.create("tests.benchmarks.games:Chase", AGENTS), tmp_path, 20)
    report = Report.from_folder(tmp_path)
    wanted = [(role, agent) for role in ("enemy", "crew") for agent in ("greedy", "random")]
    assert [cells[:2] for cells in report.role_cells()] == wanted
    assert "by role" in printed(report)
    page = write_page(report).read_text()
    assert "<h2>By role</h2>" in page
    assert all(f">{heading}<" in page for heading in ROLE_HEADINGS)


def test_seats_of_one_kind_have_none_and_without_kept_games_there_are_no_links(report, page):
    assert report.role_cells() == []
    assert "By role" not in page
    assert "href" not in re.sub(r"base64,[^\"]+", "", page)


def test_a_gauntlet_is_named_and_has_no_alpha_rank(tmp_path, bots):
    spec = Spec.create(YARDSTICK, [*AGENTS, f"{bots}:First"], gauntlet="greedy")
    run_tournament(spec, tmp_path / "out", 12)
    report = Report.from_folder(tmp_path / "out")
    assert report.title == "ConnectFour, 2 players, gauntlet of greedy"
    assert "--gauntlet greedy" in report.command
    assert {cells[HEADINGS.index("alpha-Rank")] for cells in report.cells()} == {"-"}
    assert {line.agent: line.games for line in report.table}["greedy"] == 12
    assert write_page(report).is_file()


def test_an_unfinished_tournament_says_how_far_it_is(tmp_path):
    spec = Spec.create("misty", AGENTS)
    run_tournament(spec, tmp_path, 10)
    run_tournament(spec, tmp_path, 12)
    assert Report.from_folder(tmp_path).played.startswith("12 games")


def cells_of(page, title):
    """The rows of the table under a title, as lists of text."""
    table = page[page.index(f"<h2>{title}</h2>") :]
    rows = re.findall(r"<tr>(.*?)</tr>", table[: table.index("</table>")])
    return [
        [re.sub(r"<[^>]*>", " ", cell).strip() for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row)]
        for row in rows
    ]


def test_head_to_head_has_share_interval_and_games_in_the_order_of_the_ratings(report, page):
    head, first, second = cells_of(page, "Head to head")
    order = [line.agent for line in report.table]
    assert head == ["agent", *order]
    assert [first[0], second[0]] == order
    assert first[1] == second[2] == ""
    share, low, high, games = re.fullmatch(r"([\d.]+)%\s+(\d+)% to (\d+)%\s+(\d+) games", first[2]).groups()
    assert float(low) <= float(share) <= float(high)
    assert int(games) == 60
    assert float(share) + float(re.match(r"[\d.]+", second[1])[0]) == pytest.approx(100, abs=0.2)


def test_an_interval_head_to_head_covers_the_truth_and_is_honest_about_few_games():
    seats = np.tile([[0, 1], [1, 0]], (150, 1))
    covered = 0
    for seed in range(40):
        wins = np.random.default_rng(seed).random(300) < 0.7
        utilities = np.where((seats == 0) == wins[:, None], 1.0, -1.0)
        pair_results = duels(summary_of(results_of(seats, utilities, np.arange(300) // 2)))
        covered += pair_results.low[0, 1] <= 0.7 <= pair_results.high[0, 1]
    assert covered >= 34  # 38 expected; fewer than 34 in 1 of 70 such tests
    one = duels(summary_of(results_of([[0, 1]], [[1, -1]])))
    assert one.share[0, 1] == 1
    assert one.low[0, 1] < 0.4
    assert np.isnan(duels(summary_of(results_of([[0, 1]], [[1, -1]]), agents=3)).low[0, 2])


def test_games_in_which_two_met_are_counted_once_and_counts_have_quantiles():
    seats = [[0, 1, 1, 2], [0, 0, 1, 1], [2, 2, 2, 0]]
    met = meetings(np.array(seats), (0, 0, 1, 1), 3)
    assert met.tolist() == [[0, 2, 2], [2, 1, 1], [2, 1, 1]]
    counts = Counter({5: 1, 7: 2, 100: 1})
    assert [quantile(counts, share) for share in (0.05, 0.25, 0.5, 0.75, 0.8, 1.0)] == [5, 5, 7, 7, 100, 100]


def test_kept_games_are_linked_to_and_the_links_lead_to_pages_with_replays_beside_them(tmp_path):
    run_tournament(Spec.create("misty", AGENTS, rounds_to_win=1), tmp_path, 40, save_replays=True)
    report = Report.from_folder(tmp_path)
    page = write_page(report).read_text()
    links = re.findall(r'href="([^"]+)"', page)
    assert 6 <= len(links) <= 12
    drawn = {link: (tmp_path / link).stat().st_mtime_ns for link in links}
    for link in links:
        assert "medianocheViewer(root, " in (tmp_path / link).read_text()
        assert Replay.load((tmp_path / link).with_suffix(".json")).play().record.done
    write_page(report)
    assert drawn == {link: (tmp_path / link).stat().st_mtime_ns for link in links}  # once is enough
    with Store.read(tmp_path) as store:
        decisions = store.results().decisions
    rows = cells_of(page, "Games to see again")[1:]
    longest = [int(row[1]) for row in rows if row[0] == "longest"]
    assert decisions[longest[0]] == decisions.max()
    assert {row[0] for row in rows} >= {"longest", "shortest", "highest score"}


def test_games_outside_the_suite_are_listed_but_no_file_names_them(tmp_path):
    run_tournament(Spec.create(YARDSTICK, AGENTS), tmp_path, 8, save_replays=True)
    page = write_page(Report.from_folder(tmp_path)).read_text()
    assert len(cells_of(page, "Games to see again")) > 6
    assert "href" not in re.sub(r"base64,[^\"]+", "", page)
    assert not (tmp_path / "replays").exists()


RUNS = {
    "plain": "tournament {} --games 4",
    "seed and agents": "tournament {} --agents greedy flat:3 random --seed 9 --games 6",
    "a gauntlet with replays": "tournament {} --agents random flat:2 --gauntlet greedy --save-replays --games 6",
    "mixed": "tournament tests.benchmarks.games:Chase --mixed --games 4",
    "a sequential test": "sprt {} --agents greedy random --elo0 -5 --elo1 90.5 --alpha 0.1 --games 6",
    "options and a pack": "tournament misty --option variant=introductory activation=solve --pack 3 --games 4",
    "names for a shell to stumble over": "tournament {} '--agents=-my $HOME [b].py:First' --agents=random --games 4",
}


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    "name",
    ["options and a pack", "names for a shell to stumble over", "a sequential test", *map(larger, list(RUNS)[:4])],
)
def test_the_command_on_the_page_plays_the_same_again(name, rows, bots, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bots.rename("-my $HOME [b].py")
    run(*shlex.split(RUNS[name].format(YARDSTICK)), "--out=-first '$x'")
    folder = Path("-first '$x'")
    command = shlex.split(Report.from_folder(folder).command)
    assert command[0] == "medianoche"
    run(*command[1:])  # goes on, where there is nothing to do
    first = rows(folder), kept(folder)
    folder.rename("second")
    run(*command[1:])
    assert (rows(folder), kept(folder)) == first == (rows(Path("second")), kept(Path("second")))
    assert shlex.split(Report.from_folder(folder).command) == command


def run(*words):
    app(list(words), standalone_mode=False)


def kept(folder):
    with Store.read(folder) as store:
        return store.kept().tolist(), store.test


@pytest.mark.parametrize(
    "value", [True, 3, 0.5, "play", "3", "true", "a b", '"', "[1]", "", "x=y", ["\x7f"], [1, "a", "true"], -1]
)
def test_options_in_the_command_are_read_as_they_were(value):
    assert options_from([f"key={_toml(value)}"]) == {"key": value}


def test_a_large_field_has_a_table_and_says_that_its_seatings_are_a_choice(tmp_path, monkeypatch):
    monkeypatch.setattr(schedule, "SEATING_LIMIT", 10)
    schedule.Schedule.from_spec.cache_clear()
    names = [*AGENTS, *(f"flat:{n}" for n in range(1, 4))]
    run_tournament(Spec.create(YARDSTICK, names), tmp_path / "here", 40)
    run_tournament(Spec.create(YARDSTICK, names), tmp_path / "parts", 13)
    run_tournament(Spec.create(YARDSTICK, names), tmp_path / "parts", 40)
    report = Report.from_folder(tmp_path / "here")
    assert "All 20 seatings are too many: a balanced choice of" in report.notes
    assert "balanced choice" in write_page(report).read_text()
    assert len(report.table) == 5
    assert report.cells() == Report.from_folder(tmp_path / "parts").cells()
    schedule.Schedule.from_spec.cache_clear()


@pytest.fixture
def endless(report):
    """The report if the first agent had won every point."""
    points = np.where(np.arange(2)[:, None] == report.spec.agents.index(report.table[0].agent), 1.0, 0.0)
    summary = copy.copy(report.summary)
    summary.points = np.tile(points * (1 - np.eye(2)), (20, 1, 1))
    return replace(report, summary=summary, table=standings(summary))


def test_an_end_that_nothing_bounds_is_said_to_be_so(endless):
    best, worst = endless.table
    text = " ".join(printed(endless).split())
    assert (best.high, worst.low) == (np.inf, -np.inf)
    assert f"{best.low:.0f} to inf" in text
    assert f"-inf to {worst.high:.0f}" in text
    assert f"{best.agent} won every point, {worst.agent} lost every point" in text
    assert f"{best.low:.0f} to inf" in write_page(endless).read_text()
    assert "nan" not in text.lower()


def test_a_report_whose_intervals_have_ends_does_not_speak_of_it(report):
    table = [replace(line, low=line.elo - 10, high=line.elo + 10) for line in report.table]
    assert "inf:" not in replace(report, table=table).notes


def test_a_bar_to_an_infinite_end_is_as_long_as_the_longest_and_has_an_arrow():
    value, low, high = np.array([[1700.0, 1500, 1300], [1650, 1400, -np.inf], [np.inf, 1620, 1350]])
    bars = plots.bars(value, low, high, "x")
    np.testing.assert_allclose(bars["xerr"], [[50, 100, 120], [120, 120, 50]])
    assert bars["xlolims"].tolist() == [True, False, False]
    assert bars["xuplims"].tolist() == [False, False, True]
    alone = plots.bars(np.array([1500.0]), np.array([-np.inf]), np.array([np.inf]))
    assert np.isfinite(alone["yerr"]).all()
