"""`medianoche levels`: blurs are chosen for the wanted ratings, and levels are rated and written."""

from dataclasses import replace

import pytest

from medianoche import envs
from medianoche.agents.levels import TABLE, WORDS, measured_levels
from medianoche.benchmarks.reference.field import Reference, newest
from medianoche.benchmarks.reference.place import PlacedRating
from medianoche.benchmarks.studies import levels as study
from tests.benchmarks.calls import done, refused


def test_blurs_are_interpolated_between_ratings():
    table = Reference.read(newest()).table(envs.game("misty"), None)
    wanted = study.wanted(table)

    def rate(who):  # falls from net:1000's rating by 40 Elo for each unit of blur
        elo = wanted[-1] + 120 - 40 * float(who.partition(":")[2])
        return PlacedRating(elo, elo - 10, elo + 10)

    *blurred, strongest = study.chosen(table, rate)
    assert strongest == study.STRONGEST
    assert [rate(who).elo for who in blurred[1:]] == pytest.approx(wanted[1:], abs=0.5)
    assert float(blurred[0].partition(":")[2]) <= max(study.BLURS)


@pytest.mark.larger
def test_levels_are_rated_anew_in_a_file_of_choice(tmp_path, monkeypatch):
    monkeypatch.setattr(study, "WARM", 1)
    monkeypatch.setattr(study, "TIMED", 3)
    file = tmp_path / "levels.toml"
    file.write_text(TABLE.read_text(encoding="utf-8").replace('"net:1000"', '"net:64"'), encoding="utf-8")  # quick
    members = {member.agent: member for member in Reference.read(newest()).table(envs.game("misty"), None).members}
    before = measured_levels(file)
    out = done(["levels", "misty", "--measure", "--games", 12, "--table", file, "--out", tmp_path])
    after = measured_levels(file)
    old = before.pop("misty")
    new = after.pop("misty")
    assert after == before
    assert [level.agent for level in new.levels] == [level.agent for level in old.levels]
    assert [level.name for level in new.levels] == list(WORDS)
    assert new.levels[1].elo != old.levels[1].elo
    assert new.levels[-1].elo == members["net:64"].elo  # a member of the field keeps its rating
    assert all(f"`{level.agent}`" in out for level in new.levels)
    assert new.levels[0].below is None
    assert all(low <= share <= high != low for share, low, high in (level.below for level in new.levels[1:-1]))
    share, low, high = new.levels[2].below
    assert f"{share:.0%} ({low:.0%} to {high:.0%})" in out


def test_a_table_without_one_of_the_levels_is_refused_before_anything_is_rated(tmp_path):
    known = measured_levels()
    study.write(tmp_path / "levels.toml", {"misty": replace(known["misty"], levels=known["misty"].levels[1:])})
    words = ["levels", "misty", "--measure", "--games", "40", "--table", tmp_path / "levels.toml", "--out", tmp_path]
    refused(words, "misty.levels: the levels are easy, medium, strong, strongest; accepted: beginner, easy,")
    assert [file.name for file in tmp_path.iterdir()] == ["levels.toml"]


def test_the_levels_are_shown_and_a_new_table_needs_the_names_of_games(tmp_path):
    assert done(["levels", "halloween"]).count("| `level:") == 4
    refused(
        ["levels", "--measure", "--table", tmp_path / "n.toml"], "n.toml has no levels yet; name the games to measure"
    )
