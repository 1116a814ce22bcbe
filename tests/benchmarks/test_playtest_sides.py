"""Playtests of games with one side and with many, and restricted play of names that are seldom taken."""

import json

import numpy as np
import pytest
from matplotlib.figure import Figure

from medianoche.benchmarks.studies.playtest import page, report
from medianoche.benchmarks.studies.playtest.names import Names
from medianoche.benchmarks.studies.playtest.report import PlaytestPlan
from tests.benchmarks.calls import done


def test_a_game_for_one_has_no_leader_and_no_ladder(tmp_path, recwarn):
    words = ["playtest", "correo", "--players", 1, "--agents", "random", "greedy", "--games", 6, "--restricted", 1]
    out = done([*words, "--out", tmp_path])
    found = json.loads((tmp_path / "playtest.json").read_text())
    assert (found["players"], found["sides"], found["ladder"]) == (1, 1, [])
    measured = found["levels"]["greedy"]
    assert measured.keys() >= {"length", "seat.player_0"}
    alone = {"draws", "lead_changes", "value_changes", "drama", "behind", "seat_advantage", "known_50"}
    assert not alone & measured.keys()
    assert "Skill ladder" not in out
    assert not [each for each in recwarn if each.filename == page.__file__]


@pytest.mark.parametrize(
    ("game", "players", "fair"), [("misty", 2, 1 / 2), ("halloween", 5, 1 / 5), ("nocturna", 4, 1 / 2)]
)
def test_the_line_in_the_picture_of_the_seats_is_a_fair_share(game, players, fair, monkeypatch):
    lines = []

    def draw(_width, _height, paint):
        axes = Figure().subplots()
        paint(axes)
        lines.extend(line.get_ydata()[0] for line in axes.lines if list(line.get_xdata()) == [0, 1])
        return ""

    found = report.playtest(PlaytestPlan(game, players=players, agents=("random",), games=2, restricted=0))
    monkeypatch.setattr(page, "draw", draw)
    page.seats(found)
    assert lines == [pytest.approx(fair)]


def test_who_goes_without_a_name_leaves_all_kinds_of_actions_with_it(misty, monkeypatch):
    """Also those that the agent whose games were read has never chosen: another agent plays without the name."""
    given = {}
    monkeypatch.setattr(report, "worth", lambda table, who, names, number, kinds, games: given.update(kinds=kinds))
    table = PlaytestPlan("misty", games=2).table()
    state = table.batch(1).states[0]
    names = Names(table.game, state)
    batch = table.batch(1)
    turn = batch.turn(np.zeros(1, np.int64), np.zeros(1, np.uint64))
    actions = np.flatnonzero(turn.action_mask[0])
    offered = {number: action for action in actions for number in names.in_action(table.game, state, int(action))}
    name = next(number for number in offered if not names.is_kind(number))
    other = next(action for action in actions if name not in names.in_action(table.game, state, int(action)))
    _, read, taken, _ = names.offered(turn, np.array([other]))
    assert not taken[read == name].any()
    played = type("Played", (), {"names": names})
    report.restricted_play(table, ["random"], played, name, 2)
    assert given["kinds"][names.kind_of[offered[name]]]
