"""The empirical game: equilibria that are known, cells that are played once, roles of attackers, mixed teams."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from medianoche import envs
from medianoche.agents import agent, ask
from medianoche.agents.network import NetHeader, Network
from medianoche.benchmarks.exploit import starts
from medianoche.benchmarks.exploit.setup import AttackSetup
from medianoche.benchmarks.metagame import game as games
from medianoche.benchmarks.metagame import page
from medianoche.benchmarks.metagame.equilibrium import equilibrium
from medianoche.benchmarks.metagame.game import MetaGame, MetaGameError, key_of, play_cell
from tests.benchmarks.calls import Called, done, refused

KUHN = "kuhn"
CREW = "medianokte"


@pytest.mark.parametrize(
    ("payoffs", "rows", "columns", "value"),
    [
        ([[1, -1], [-1, 1]], [1 / 2, 1 / 2], [1 / 2, 1 / 2], 0),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [1 / 3] * 3, [1 / 3] * 3, 0),
        ([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], [1 / 4, 1 / 2, 1 / 4], [1 / 4, 1 / 2, 1 / 4], 0),
        ([[3, 0], [-1, 2]], [1 / 2, 1 / 2], [1 / 3, 2 / 3], 1),  # von Neumann's formula for 2 x 2
        ([[0.6, 0.7, 0.4], [0.5, 0.2, 0.3]], [1, 0], [0, 0, 1], 0.4),
        ([[0.25]], [1], [1], 0.25),
        ([[0.5, 0.5], [0.5, 0.5], [0.5, 0.5]], [1 / 3] * 3, [1 / 2, 1 / 2], 0.5),  # equal agents have equal shares
    ],
)
def test_equilibria_that_are_known(payoffs, rows, columns, value):
    solution = equilibrium(np.array(payoffs, float))
    assert solution.rows == pytest.approx(rows, abs=1e-6)
    assert solution.columns == pytest.approx(columns, abs=1e-6)
    assert solution.value == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("seed", range(20))
def test_no_one_gains_by_leaving_an_equilibrium(seed):
    rng = np.random.default_rng(seed)
    payoffs = rng.random(rng.integers(1, 30, size=2))
    solution = equilibrium(payoffs)
    assert (payoffs @ solution.columns).max() == pytest.approx(solution.value, abs=1e-6)
    assert (solution.rows @ payoffs).min() == pytest.approx(solution.value, abs=1e-6)


@pytest.mark.larger
def test_a_deals_points_are_the_same_alone_in_any_process_and_asked_for_later(tmp_path):
    setup = AttackSetup.create(envs.game(KUHN), seed=3)
    whole = play_cell(setup, (("greedy",), ("random",)), 0, 40)
    assert whole[:15] + play_cell(setup, (("greedy",), ("random",)), 15, 40) == whole
    assert set(whole) == {"0", "2"}
    words = ["metagame", KUHN, "random", "greedy", "--seed", "3", "--out"]
    for deals, workers in ((15, 1), (40, 1)):
        done([*words, tmp_path / "one", "--deals", deals, "--workers", workers])
    done([*words, tmp_path / "two", "--deals", 40, "--workers", 2])
    one, two = (json.loads((tmp_path / name / "metagame.json").read_text()) for name in ("one", "two"))
    assert one["cells"] == two["cells"] | one["cells"]
    assert one["cells"].keys() == two["cells"].keys() == {"random v greedy", "greedy v random"}
    assert one["cells"]["greedy v random"] == whole
    pages = [(tmp_path / name / "metagame.md").read_text() for name in ("one", "two")]
    assert pages[0] == pages[1]


def test_the_points_are_those_of_the_games(tmp_path):
    """Against an agent that is better in both seats; its share is the mean of the seatings."""
    setup = AttackSetup.create(envs.game("liars_dice"))
    meta = MetaGame(tmp_path, setup)
    names = [name for text in ("random", "good=greedy") for name in meta.add(text)]
    list(meta.play(meta.cells(names), 200))
    points = meta.payoffs(names, 200)
    forth, back = (meta.points(cell, 200) for cell in ((("good",), ("random",)), (("random",), ("good",))))
    assert points[:, 1, 0].mean() == pytest.approx((forth.mean() + 1 - back.mean()) / 2)
    assert points[:, 1, 0] + points[:, 0, 1] == pytest.approx(1)
    assert (points[:, [0, 1], [0, 1]] == 0.5).all()
    solved = page.solve(meta, names, 200)
    assert solved.mix.rows == pytest.approx([0, 1], abs=1e-6)
    assert solved.value.value == pytest.approx(0.5)
    best, worst = solved.guarantees
    assert (best.agent, best.against) == ("good", "good")
    assert (worst.agent, worst.against) == ("random", "good")
    assert worst.worst == pytest.approx(worst.mixture, abs=1e-6)
    assert worst.worst.low < points[:, 0, 1].mean() < worst.worst.high


def test_agents_are_added_without_playing_again(tmp_path, monkeypatch):
    words = ["metagame", KUHN, "--out", tmp_path, "--deals", "10"]
    done([*words, "random", "greedy"])
    played = []
    monkeypatch.setattr(games, "play_cell", lambda *arguments: (played.append(arguments[1]), play_cell(*arguments))[1])
    told = done([*words, "ismcts:2", "--add"])
    pairs = [("ismcts:2", "random"), ("ismcts:2", "greedy")]
    assert sorted(played) == sorted([((a,), (b,)) for a, b in pairs] + [((b,), (a,)) for a, b in pairs])
    assert re.search(r"^  random as player wins at least \d+ \(\d+ to \d+\)%, against", told, re.MULTILINE)
    played.clear()
    assert done([*words, "--add"]).splitlines()[1:] == told.splitlines()[1:]  # without the line of the bar
    assert "`ismcts:2`" not in done([*words, "random", "greedy"]) + (tmp_path / "metagame.md").read_text()
    assert not played
    assert (tmp_path / "metagame.svg").read_text().startswith("<?xml")


def test_two_commands_on_one_file_lose_nothing(tmp_path):
    setup = AttackSetup.create(envs.game(KUHN))
    first = MetaGame(tmp_path, setup)
    second = MetaGame(tmp_path, setup)
    for meta, names in ((first, ["random", "greedy"]), (second, ["random", "ismcts:2"])):
        list(meta.play(meta.cells([name for text in names for name in meta.add(text)]), 4))
    stored = json.loads(second.file.read_text())
    assert list(stored["members"]) == ["random", "greedy", "ismcts:2"]
    assert len(stored["cells"]) == 4


@pytest.fixture(scope="module")
def crew():
    """Three players: the enemy and a crew of two."""
    return AttackSetup.create(envs.game(CREW), 3)


def test_an_attacker_plays_in_the_team_with_which_it_attacked(tmp_path, crew):
    network = Network.new(NetHeader.made_for(crew.game, hidden=(16, 8)))
    for name, teams in (("one", [1]), ("zero", [0])):
        starts.keep(tmp_path / "kept", name, network, {"role": "?", "players": 3, "teams": teams})
    network.save(tmp_path / "kept" / "plain.safetensors")
    meta = MetaGame(tmp_path, crew)
    assert meta.roles == ("crew", "enemy") if crew.teams[0] == crew.teams[1] else ("enemy", "crew")
    names = [*meta.add("greedy"), *meta.add(str(tmp_path / "kept"))]
    assert names == ["greedy", "one", "plain", "zero"]
    assert meta.sides(names) == (["greedy", "plain", "zero"], ["greedy", "one", "plain"])
    assert len(meta.cells(names)) == 9
    with pytest.raises(MetaGameError, match="no agent plays as"):
        meta.sides(["one"])
    assert meta.add(f"named={tmp_path / 'kept' / 'one.safetensors'}") == meta.add("named") == ["named"]
    network.parameters[:] = 0
    network.save(tmp_path / "kept" / "plain.safetensors")
    with pytest.raises(MetaGameError, match=r"plain .* has changed since"):
        list(meta.play([(("plain",), ("one",))], 2))
    with pytest.raises(MetaGameError, match=r"another plain has played there; .*NAME="):
        meta.add(str(tmp_path / "kept" / "plain.safetensors"))
    with pytest.raises(MetaGameError, match="another greedy has played there"):
        meta.add("greedy=random")


def test_in_cross_play_two_agents_share_the_seats_of_a_team_in_all_ways(tmp_path, crew, monkeypatch):
    meta = MetaGame(tmp_path, crew)
    seated = []
    team = meta.team_of_several()
    assert meta.roles[team] == "crew"
    names = [name for text in ("random", "greedy") for name in meta.add(text)]
    cells = meta.mixed_cells(names, team, "greedy")
    assert [cell[team] for cell in cells] == [("random",), ("greedy",), ("random", "greedy")]
    assert {cell[1 - team] for cell in cells} == {("greedy",)}

    class Seated(games.Playing):
        def __post_init__(self):
            super().__post_init__()
            seated.append(self.seats)

    monkeypatch.setattr(games, "Playing", Seated)
    list(meta.play(cells, 6))
    own_seats = np.flatnonzero(np.array(crew.teams) == sorted(set(crew.teams))[team])
    assert len(own_seats) == 2
    mixed = seated[-1][:, own_seats]
    assert len(np.unique(mixed[:2], axis=0)) == 2
    assert (np.sort(mixed, axis=1) == np.unique(mixed)).all()
    heading, lines = page.crossplay(meta, names, team, "greedy", 6)
    assert heading == "Cross-play: crew of two agents against `greedy`"
    assert lines[2].count("|") == 4
    assert lines[2].split("|")[3] == lines[3].split("|")[2]  # the matrix is symmetric
    won = {group: meta.points(cell, 6) for cell in cells for group in [cell[team]]}
    lost = won["random", "greedy"] - (won["random",] + won["greedy",]) / 2
    assert f"{100 * (lost.mean() if team == 0 else -lost.mean()):+.1f} (" in lines[-1]


def test_the_command_draws_cross_play(tmp_path):
    words = ["metagame", CREW, "random", "greedy", "--players", "3", "--deals", "4", "--out", tmp_path]
    told = done([*words, "--cross-play", "greedy"])
    assert re.search(r"^Value of the game to \w+: \d+ \(\d+ to \d+\)% of the games\.$", told, re.MULTILINE)
    text = (tmp_path / "metagame.md").read_text()
    assert "## Cross-play: crew of two agents against `greedy`" in text
    assert "## What each agent guarantees" in text


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["misty", "random", "--players", "3"], "misty with 3 players has 3 teams; accepted: two"),
        ([KUHN], "no agent plays as player; given: none"),
        ([KUHN, "strange"], "unknown agent 'strange'"),
        ([KUHN, "random", "--cross-play", "random"], "kuhn with 2 players has no team of several seats"),
        ([KUHN, "none.safetensors"], "none.safetensors does not exist"),
    ],
)
def test_what_is_wrong_is_answered_with_one_line(words, line, tmp_path):
    refused(["metagame", *words, "--out", tmp_path], line)


def test_a_file_of_other_games_or_with_damage_is_refused(tmp_path):
    words = ["metagame", KUHN, "random", "greedy", "--deals", "2", "--out", tmp_path]
    done(words)
    refused([*words, "--seed", "1"], "seed 0 there, 1 here; choose another --out")
    file = tmp_path / "metagame.json"
    known = json.loads(file.read_text())
    for change in ({"cells": {"random v greedy": "0x"}}, {"cells": 1}, {"members": {"a": {}}}):
        file.write_text(json.dumps(known | change))
        refused(words, str(file))
    bot = {"agent": str(tmp_path / "bot.py:Bot"), "fingerprint": ""}
    file.write_text(json.dumps(known | {"members": known["members"] | {"bot": bot}}))
    refused([*words, "--add"], "bot runs code")


def test_a_stopped_command_keeps_the_cells_that_were_played(tmp_path, monkeypatch):
    calls = []

    def stopped(*arguments):
        calls.append(arguments)
        if len(calls) > 1:
            raise KeyboardInterrupt
        return play_cell(*arguments)

    monkeypatch.setattr(games, "play_cell", stopped)
    called = Called(["metagame", KUHN, "random", "greedy", "--deals", "4", "--out", tmp_path])
    assert called.code == 130
    assert "holds the games that were played; the same command goes on" in called.err
    assert list(json.loads((tmp_path / "metagame.json").read_text())["cells"]) == [key_of((("random",), ("greedy",)))]


def test_the_teams_of_the_study_take_their_sheets_in_the_order_of_their_name():
    nocturna = envs.game("nocturna")
    file = Path(games.__file__).parents[1] / "studies" / "metagame" / "agents" / "orders.py"
    for name, order in (("PlainFromMayla", [1, 2, 3, 0]), ("LeagueFromKate", [3, 2, 0, 1])):
        who = agent(f"{file}:{name}")
        batch = nocturna.batch(3, num_players=5, seed=1, autoreset=False)
        for step in range(4):
            batch.step(ask(who, batch.turn(np.arange(3), np.arange(3, dtype=np.uint64) + np.uint64(step))))
        assert batch.states["sheet"].tolist() == [order] * 3


def test_the_study_says_what_its_file_holds():
    folder = Path(games.__file__).parents[1] / "studies" / "metagame"
    meta = MetaGame(folder, AttackSetup.create(envs.game("nocturna"), 5))
    names = list(meta.played.members)
    solved = page.solve(meta, names, 100)
    todays = ("net-0.5", "nash-0.5")
    before = page.solve(meta, [name for name in names if name not in todays], 100)
    text = folder.with_suffix(".md").read_text(encoding="utf-8")
    for estimate in (solved.value, before.value, solved.guarantees[0].worst):
        share, _, interval = page.percent(estimate).partition(" ")
        assert f"{share}% {interval}" in text
    of_networks = [
        best.worst.value
        for best in solved.guarantees
        if best.role == "master" and not best.agent.startswith(("matrix", *todays))
    ]
    assert f"A network alone guarantees {100 * max(of_networks):.0f}% or less" in text
    assert all(Path(folder, "agents", f"{name}.safetensors").exists() for name in names if "-v-" in name)
