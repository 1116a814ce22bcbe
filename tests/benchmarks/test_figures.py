"""Figures on the pages are those of their commands: figures that cost little are made again and compared."""

import re
from pathlib import Path

import pytest

from medianoche.benchmarks.studies import baselines, sizes
from medianoche.benchmarks.studies.study import markdown
from medianoche.cli.common import new_console
from medianoche.cli.tournament import play
from tests.benchmarks.calls import done
from tests.soak import coverage

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def page(name):
    return (BENCHMARKS / name).read_text(encoding="utf-8")


def table(text, heading):
    """The lines of the table whose first line begins with `heading`, without the line below the heading."""
    heading_line, _, *rows = text[text.index(heading) :].strip().partition("\n\n")[0].splitlines()
    return [heading_line, *rows]


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_exploitability_on_the_first_page_is_that_of_its_own_page():
    rows = [cells(line) for line in table(page("exploit/README.md"), "| game, victim | sum |")[1:]]
    measured = {row[0].partition(",")[0]: row[1] for row in rows if row[0].endswith((", `net`", ", `net:plain`"))}
    shown = {}
    for names, sums, _ in exploitability_rows(todays_net=False):
        shown |= zip(re.findall(r"`(\w+)`", names), re.findall(r"[+-][\d.]+ \([^)]*\)", sums), strict=True)
    assert shown == measured


def test_exploitability_of_todays_net_in_nocturna_on_the_first_page_is_that_of_its_own_page():
    ((_, gains, wins),) = exploitability_rows(todays_net=True)
    study = page("studies/equilibrium.md")
    assert gains.replace("+", "") in study
    rows = [cells(line) for line in table(study, "| role of `net` | wins before | under attack |")[1:]]
    measured = [str(round(float(cell.partition("%")[0]))) for row in rows for cell in row[1:3]]
    assert re.findall(r"(\d+)%", wins) == measured


def exploitability_rows(todays_net):
    """The rows of the first page about the network alone, or about the agent `net` of Nocturna, which has values."""
    rows = [cells(line) for line in table(page("README.md"), "| game | sum |")[1:]]
    return [row for row in rows if row[0].startswith("`nocturna`, `net` ") == todays_net]


def test_each_row_of_where_figures_come_from_names_a_page_and_a_command_that_exist():
    rows = [cells(line) for line in table(page("README.md"), "| figures | command | file |")[1:]]
    assert len(rows) > 10
    for _, command, file in rows:
        for link in re.findall(r"\]\(([^)#]+)", file):
            assert (BENCHMARKS / link).exists(), link
        for name in re.findall(r"`medianoche ([a-z-]+)", command):
            assert "Usage: medianoche" in done([name, "--help"])
        for module in re.findall(r"python -m (\S+?)[` ]", command):
            assert list(BENCHMARKS.parent.glob(f"{module.removeprefix('medianoche.').replace('.', '/')}*")), module


@pytest.mark.larger
@pytest.mark.parametrize("game", ["kuhn", "leduc", "strong_wing", "liars_dice"])
def test_exact_values_of_uniform_play(game):
    rows = {row[0]: row for row in map(cells, table(page("exploit/README.md"), "| game | information sets |"))}
    _, information_sets, value, gains, nash_conv, *_ = rows[f"`{game}`"]
    said = done(["exploit", game, "--exact", "--threads", "1"])
    assert re.search(r"player_0: value (\S+),", said)[1] == value
    assert ", ".join(re.findall(r"gain (-?[\d.]+)", said)) == gains
    assert re.search(r"NashConv ([\d.]+)", said)[1] == nash_conv
    assert f"{information_sets} information sets" in said


@pytest.mark.larger
@pytest.mark.parametrize(("name", "players", "counts", "agents"), baselines.shelved_games())
def test_shares_of_the_networks_against_greedy(name, players, counts, agents, tmp_path):
    """Those of the README; it repeats them from the page of baselines (test)."""
    shown = against_greedy(page("BASELINES.md"), name)

    def played(spec, folder, games, workers):
        play(new_console(), spec, folder, games, workers=workers)

    opponents = (baselines.MeasuredOpponent("greedy", 1000),)
    lines = baselines.Baseline.measure(name, players, "net", opponents, tmp_path, played)
    made = against_greedy("\n".join(baselines.table(lines)), name)
    assert made
    assert made == {row: shown[row] for row in made}


def against_greedy(text, game):
    """The cells of one game on a page of baselines, in its usual player count, by agent and role."""
    heading, *rows = table(text, "| game | players | agent |")
    column = cells(heading).index("against `greedy`")
    return {row[2].replace("`", ""): row[column] for row in map(cells, rows) if row[0] == f"`{game}`"}


@pytest.mark.larger
def test_sizes_of_the_games():
    heading = markdown(sizes.HEADINGS, [])[0]
    assert table(done(["sizes"]), heading) == table(page("SUITE.md"), heading)


@pytest.mark.larger
def test_how_often_intervals_of_two_agents_hold_the_truth(capsys):
    coverage.main()
    heading = "| deals | alike |"
    assert table(capsys.readouterr().out, heading) == table(page("STATISTICS.md"), heading)
