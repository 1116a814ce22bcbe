"""Skill ladders: on known steps, and as a command."""

import pytest

from medianoche.benchmarks.studies import ladder
from medianoche.benchmarks.tournament.intervals import Estimate
from tests.benchmarks.calls import done, refused
from tests.benchmarks.conftest import YARDSTICK

STEP = {"deals": 100, "milliseconds": 2.0}
ELO = {"elo": Estimate(50.0, 30.0, 70.0), "normalised": Estimate(60.0, 40.0, 80.0)}


def rungs(*verdicts):
    return [ladder.Rung("misty, 2", 32 * 2**n, verdict, **STEP, **ELO) for n, verdict in enumerate(verdicts)]


@pytest.mark.parametrize(
    ("verdicts", "words"),
    [
        (["H1", "H1", "H0"], "misty, 2 players: 2 doublings pay, 16 to 64, +100 Elo; the next one does not pay"),
        (["H1", ""], "1 doublings pay, 16 to 32, +50 Elo; the next one stayed undecided"),
        (["H0"], "0 doublings pay, 16 to 16, +0 Elo; the next one does not pay"),
        (["H1"], "1 doublings pay, 16 to 32, +50 Elo; and on: the last one paid too"),
    ],
)
def test_depth_in_words(verdicts, words):
    assert words in ladder.depth(rungs(*verdicts))


def test_the_table_and_the_picture_have_every_step(tmp_path):
    found = [rungs("H1", "H0"), rungs("H1")]
    text = ladder.table("ismcts", found)
    assert text.count("| misty, 2 |") == 3
    assert "| misty, 2 | 64 | 32 | +50 (+30 to +70) | +60 (+40 to +80) | 100 | 2 | does not pay |" in text
    ladder.draw(tmp_path / "one.svg", "ismcts", found)
    ladder.draw(tmp_path / "two.svg", "ismcts", found)
    picture = (tmp_path / "one.svg").read_text()
    assert "Skill ladder of ismcts" in picture
    assert "misty, 2 players" in picture
    assert picture == (tmp_path / "two.svg").read_text()
    assert [ladder.named(agent, 64) for agent in ("flat", "ismcts:{}:greedy")] == ["flat:64", "ismcts:64:greedy"]


def test_the_command_climbs_goes_on_and_says_how_deep(tmp_path):
    words = ["ladder", YARDSTICK, "--agent", "flat", "--from", 8, "--to", 32, "--elo1", 60, "--fewest", 10]
    words += ["--games", 2000, "--out", tmp_path]
    out = done(words)
    assert "ConnectFour, 2 players: 2 doublings pay, 8 to 32" in out
    assert "and on: the last one paid too" in out
    assert (tmp_path / "ladder.svg").read_text().startswith("<?xml")
    assert "| ConnectFour, 2 | 32 | 16 |" in (tmp_path / "ladder.md").read_text()
    steps = {folder.name for folder in (tmp_path / "ConnectFour").iterdir()}
    assert steps == {"16", "32"}
    before = (tmp_path / "ladder.md").read_bytes()
    done(words)
    assert (tmp_path / "ladder.md").read_bytes() == before


def test_it_stops_where_more_does_not_pay(tmp_path):
    """Eight games decide nothing where a test asks for very much."""
    words = ["ladder", YARDSTICK, "--agent", "flat", "--from", 64, "--elo1", 100, "--elo0", 95, "--games", 8]
    assert "undecided" in done([*words, "--fewest", 0, "--out", tmp_path])
    assert {folder.name for folder in (tmp_path / "ConnectFour").iterdir()} == {"128"}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--from", 0], "from 0 to 4096 is no doubling"),
        (["--from", 16, "--to", 31], "from 16 to 31 is no doubling"),
        (["--elo1", 500], "both from -100 to 100"),
        (["--agent", "clever"], "unknown agent"),
        (["--option", "colour=3"], "colour"),
        (["--fewest", -1], "'--fewest'"),
    ],
)
def test_bad_input_is_one_line(tmp_path, words, complaint):
    refused(["ladder", YARDSTICK, *words, "--out", tmp_path], complaint)
