"""Fights of a lone child with other forms of R34: the game's own rule is one of them, and the wall is seen."""

import json
from itertools import product

import numpy as np
import pytest
from typer.testing import CliRunner

from medianoche.agents.duels import ExactValues, rules_of
from medianoche.benchmarks.studies import tiring
from medianoche.benchmarks.studies.tiring_forms import FORMS, GAME, LoneFight, TiringForm, pack_with
from medianoche.envs.nocturna.pack import CHILD_LISTS
from medianoche.envs.nocturna.state import DEFEATED, Fight, Sheet

RULES = rules_of(GAME)
PACK = GAME.content.records[0]
MARKS = {"sheet": Sheet.MAYLA, "boss": 5}
STUNS = {"sheet": Sheet.KATE, "boss": 0}


def run(*words):
    """What the study's command prints."""
    answer = CliRunner().invoke(tiring.app, [str(word) for word in words])
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def late(fight):
    """All positions of a fight, in turns in which both sides tire."""
    positions = fight.positions.copy()
    positions["turn"] = 31
    return positions


@pytest.mark.parametrize("who", [MARKS, STUNS])
@pytest.mark.parametrize("form", sorted(set(FORMS) - {"double"}))
def test_tired_turns_are_those_of_the_game_and_of_a_team(form, who):
    """The game itself plays "rule"; the other forms are written twice, for a lone child and for a team."""
    fight = LoneFight("standard", form, **who, life=3)
    rules = RULES if form == "rule" else TiringForm(form)
    after, firsts, sides = rules.spread(PACK, late(fight))
    assert (firsts == fight.tired.firsts).all()
    assert (sides == fight.tired.sides).all()
    over = after["result"] != Fight.OPEN
    assert ((fight.tired.after < 0) == over).all()
    assert (fight.tired.results[over] == RULES.results(after[over])).all()
    assert (fight.number(after[~over]) == fight.tired.after[~over]).all()
    assert (after["turn"][~over] == 31).all()
    assert (after["fatigue"] == 30).all()


def test_values_are_those_of_the_exact_solution():
    fight = LoneFight("standard", "rule", Sheet.TIMMY, 4, life=4)
    tables = fight.values(3)
    starts = fight.positions[fight.starts((6, 12, 18))].copy()
    starts["turn"] = 28  # three turns before both sides tire
    expected = ExactValues(RULES, PACK, starts).evaluate(RULES, starts)
    assert tables[3, fight.starts((6, 12, 18))] == pytest.approx(expected, abs=1e-4)
    assert expected.min() < -0.5 < 0.5 < expected.max() < 0.9  # the last one is open


def test_play_ends_as_the_values_say_and_a_master_who_defends_waits():
    fight = LoneFight("standard", "rule", Sheet.WILLIAM, 1)
    tables = fight.values(4)
    assert tables[4, fight.starts((13, 20))] == pytest.approx(1, abs=1e-4)  # 8 points are left, as many as the boss has
    assert tables[4, fight.starts((0,))] == pytest.approx(-1, abs=1e-4)
    begun = list(product((2, 4), (13,)))
    play = fight.played(tables, begun)
    assert play.turns == pytest.approx([10, 12], abs=1e-3)  # all turns before both tire, and 8
    assert play.beyond == pytest.approx([8, 8], abs=1e-3)
    assert play.late == pytest.approx(1, abs=1e-3)
    assert play.counted == pytest.approx(0, abs=1e-6)  # from the first turn on the fight is decided


def test_a_skill_that_hits_breaks_the_wall():
    changed = np.flatnonzero((pack_with("strikes")["fx"] != PACK["fx"]).any(axis=(1, 2)))
    assert changed.tolist() == [CHILD_LISTS + 2, CHILD_LISTS + 11]  # the skills of the first and of the last sheet
    fight = LoneFight("strikes", "rule", Sheet.WILLIAM, 1)
    assert fight.values(12)[12, fight.starts((13,))] < 0.9
    with pytest.raises(KeyError):
        LoneFight("other", "rule", 0, 0)


def test_the_command_prints_both_tables_and_goes_on(tmp_path):
    words = ["lone", "--form", "rule", "--fatigue", "2,4", "--sheets", 0, "--bosses", 1, "--out", tmp_path]
    text = run(*words)
    assert "| standard | rule | 4 | William | -1.00 |" in text
    assert text.count("| standard | rule |") == 4
    (file,) = tmp_path.iterdir()
    figures = json.loads(file.read_text())
    assert np.shape(figures["values"]) == (2, DEFEATED)
    figures["values"] = np.zeros((2, DEFEATED)).tolist()
    file.write_text(json.dumps(figures))
    assert "| William | +0.00 |" in run(*words)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["lone", "--fatigue", "5,x"], "'5,x' is no list of numbers from 1 to 120"),
        (["lone", "--form", "none"], "unknown 'none'; accepted: rule, double"),
        (["lone", "--deck", "none"], "unknown 'none'; accepted: standard"),
        (["lone", "--sheets", "4"], "from 0 to 3"),
        (["team", "--fatigue", "31"], "from 1 to 30"),
        (["team", "--form", "double"], "unknown 'double'"),
        (["games", "--fatigue", "9"], "from 10 to 120"),
    ],
)
def test_bad_input_is_said(words, complaint, tmp_path):
    answer = CliRunner().invoke(tiring.app, [*words, *(["--out", str(tmp_path)] if words[0] == "lone" else [])])
    assert answer.exit_code == 2
    assert complaint in " ".join(answer.stderr.replace("│", " ").split())


def test_fights_of_a_team_and_whole_games_are_counted(monkeypatch):
    monkeypatch.setattr(tiring, "LEARNED", 4)
    monkeypatch.setattr(tiring, "BACKUPS", tiring.BACKUPS._replace(batches=1, last=2))
    text = run("team", "--players", 2, "--games", 6, "--fights", 20, "--form", "rule", "--form", "loser", "--rounds", 1)
    assert text.count("| rule |") == text.count("| loser |") == 4
    text = run("games", "--players", 2, "--games", 6, "--fatigue", "10,30")
    assert text.count("\n| 10 |") == text.count("\n| 30 |") == 1
