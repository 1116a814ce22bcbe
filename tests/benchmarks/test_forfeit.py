"""A failure costs a game where `forfeit` is asked for, and stops the tournament where it is not."""

import json
import shutil
import sys

import pytest

from medianoche.agents import AgentError
from medianoche.benchmarks.tournament import Spec, TournamentError, play_shard, run_tournament
from medianoche.benchmarks.tournament.report import Report
from medianoche.benchmarks.tournament.salvage import salvage
from medianoche.benchmarks.tournament.store import Store
from medianoche.training.compiled.config import NetConfig
from medianoche.training.settings import TrainingError
from medianoche.training.torch.sb3_config import SB3Config
from tests.agents.conftest import GOOD, HEAD
from tests.benchmarks.calls import Called, one_line, refused
from tests.benchmarks.conftest import YARDSTICK, altered

FAULTY = f"""{HEAD}
        if message["seed"] % 8 == 3:
            sys.exit(1)
        say(**(right | {{"action": 99}} if message["seed"] % 8 == 4 else right))
"""


@pytest.fixture
def faulty(tmp_path):
    file = tmp_path / "faulty.py"
    file.write_text(FAULTY)
    return f"exec:60s:{sys.executable} {file}"


def test_a_program_plays_the_same_tournament_however_it_is_cut(tmp_path, rows):
    spec = Spec.create(YARDSTICK, [GOOD, "random"])
    run_tournament(spec, tmp_path / "one", 8, 8)
    run_tournament(spec, tmp_path / "crew", 8, 3, workers=2)
    assert rows(tmp_path / "one") == rows(tmp_path / "crew")


def test_failures_cost_the_game_and_nothing_else(faulty, tmp_path, rows):
    spec = Spec.create(YARDSTICK, [faulty, "random"], forfeit=True)
    run_tournament(spec, tmp_path / "one", 24, shard=24, save_replays=True)
    run_tournament(spec, tmp_path / "other", 24, shard=5, save_replays=True)
    assert rows(tmp_path / "one") == rows(tmp_path / "other")
    with Store.read(tmp_path / "one") as store, Store.read(tmp_path / "other") as other:
        lost = store.forfeits()
        results = store.results()
        assert lost == other.forfeits()
        assert {forfeit.detail[:20] for forfeit in lost.values()} == {"ended with exit code", "chose an illegal act"}
        assert 0 < len(lost) < 24
        for game, forfeit in lost.items():
            assert results.utilities[game, forfeit.seat] == -1
            assert results.utilities[game, 1 - forfeit.seat] == 1
            assert spec.agents[results.seats[game, forfeit.seat]] == faulty
            end = store.replay(game, YARDSTICK).play()
            assert not end.record.done
            assert len(end.history) == results.decisions[game] == forfeit.decision
    report = Report.from_folder(tmp_path / "one")
    assert f"{faulty} forfeited {len(lost)} games (" in report.notes
    assert f"). Game {min(lost)}: player_" in report.notes
    assert "--forfeit" in report.command
    with pytest.raises(AgentError, match=r"faulty.py (ended with exit code 1|chose an illegal action)"):
        play_shard(Spec.create(YARDSTICK, [faulty, "random"]), 0, 24)
    with pytest.raises(TournamentError, match="forfeit: True there, False here"):
        run_tournament(Spec.create(YARDSTICK, [faulty, "random"]), tmp_path / "one", 24)
    salvage(tmp_path / "one", tmp_path / "saved")
    with Store.read(tmp_path / "saved") as saved:
        assert saved.forfeits() == lost


def test_bots_in_python_forfeit_what_is_illegal_and_stop_where_they_break(bots, tmp_path):
    spec = Spec.create(YARDSTICK, [f"{bots}:Wrong", "random"], forfeit=True)
    run_tournament(spec, tmp_path / "out", 4)
    with Store.read(tmp_path / "out") as store:
        assert len(store.forfeits()) == 4
        assert {store.results().utilities[game, forfeit.seat] for game, forfeit in store.forfeits().items()} == {-1}
    with pytest.raises(AgentError, match="Broken failed: KeyError"):
        play_shard(Spec.create(YARDSTICK, [f"{bots}:Broken", "random"], forfeit=True), 0, 4)


def test_a_whole_team_loses(faulty):
    spec = Spec.create("nocturna", [faulty, "random"], 3, forfeit=True)
    shard = play_shard(spec, 0, 12)
    assert shard.forfeits
    for game, forfeit in shard.forfeits.items():
        mine = spec.teams[forfeit.seat]
        assert shard.utilities[game].tolist() == [-1 if team == mine else 1 for team in spec.teams]


OF_04 = "INSERT INTO forfeits VALUES (?, ?, ?)"
NOW = "UPDATE games SET forfeit = ? WHERE game = 0"
WHOLE = {"seat": 0, "decision": 5, "failure": "crash", "action": None, "detail": "x"}


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        (OF_04, (0, 7, "x")),
        (OF_04, (0, 0, "a\x1b[2J")),
        (OF_04, (0, 0, b"x")),
        (OF_04, (-5, 0, "x")),
        (NOW, ("[" * 100_000,)),
        (NOW, (b"x",)),
        (NOW, (json.dumps(WHOLE | {"seat": 7}),)),
        (NOW, (json.dumps(WHOLE | {"decision": 10**9}),)),
        (NOW, (json.dumps(WHOLE | {"failure": "bad luck"}),)),
        (NOW, (json.dumps(WHOLE | {"detail": "a\x1b[2J"}),)),
        (NOW, (json.dumps(WHOLE | {"action": 2**70}),)),
    ],
)
def test_what_a_stranger_writes_there_is_refused(tmp_path, statement, values):
    run_tournament(Spec.create(YARDSTICK, ["greedy", "random"], forfeit=True), tmp_path, 2)
    altered(tmp_path, statement, *values)
    with Store.read(tmp_path) as store, one_line(TournamentError, "salvage"):
        store.forfeits()


def test_no_file_runs_a_command(tmp_path):
    """Looking at a tournament, exporting, salvaging or replaying it starts no agent of it."""
    proof = tmp_path / "proof"
    agent = f"exec:touch {proof}"
    out = tmp_path / "out"
    run_tournament(Spec.create(YARDSTICK, ["greedy", "random"]), out, 2, save_replays=True)
    for table, column in (("tournament", "spec"), ("games", "seats"), ("shards", "agents")):
        altered(out, f"UPDATE {table} SET {column} = REPLACE({column}, 'greedy', ?)", agent)
    for words in (
        ["table", out],
        ["export", out],
        ["replay", out, "--game", "0", "--game", YARDSTICK],
        ["salvage", out, "--out", tmp_path / "saved"],
        ["tournament", YARDSTICK, "--games", "4", "--out", out],
    ):
        called = Called(words)
        assert "Traceback" not in called.err
        assert called.code == (2 if words[0] == "tournament" else 0), called.err
    assert shutil.which("touch")
    assert not proof.exists()


@pytest.mark.parametrize("kind", [SB3Config, NetConfig])
@pytest.mark.parametrize("agent", ["exec:touch proof", "evil.py:Bot", "net:evil.py:Bot"])
@pytest.mark.parametrize(
    "where", ['evaluation = {{opponents = ["random", "{0}"]}}', 'league = {{agents = {{"{0}" = 1.0}}}}']
)
def test_nor_does_a_configuration(tmp_path, kind, agent, where):
    file = tmp_path / "config.toml"
    file.write_text(f'game = "misty"\n{where.format(agent)}\n')
    with pytest.raises(TrainingError, match=f"config.toml: '{agent}' is not accepted: it runs code"):
        kind.read(file)


def test_a_configuration_names_programs_where_the_user_allows_it(tmp_path):
    (tmp_path / "bot.py").write_text("open('proof', 'w')")
    file = tmp_path / "config.toml"
    file.write_text(f'game = "misty"\nevaluation = {{opponents = ["{tmp_path}/bot.py:Bot", "exec:true"]}}\n')
    words = ["train", YARDSTICK, "--config", file, "--minutes", "0.1", "--out", tmp_path / "run"]
    assert refused(words).endswith("it runs code; --allow-programs lets it\n")
    assert not (tmp_path / "run").exists()
    assert SB3Config.read(file, trusted=True).evaluation.opponents == (f"{tmp_path}/bot.py:Bot", "exec:true")
    assert "seed" in Called([*words, "--allow-programs", "--seed", "-1"]).err  # the next thing that is wrong
