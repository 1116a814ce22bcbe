"""Studies: skill ladders, sizes of games, strength over work."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from docs import pages
from medianoche import envs
from medianoche.agents.network import NetHeader, Network
from medianoche.benchmarks.exploit.setup import AttackSetup
from medianoche.benchmarks.studies import (
    baselines,
    ladder,
    learners,
    recipes,
    scaling,
    sight,
    simultaneous,
    sizes,
    worlds,
)
from medianoche.benchmarks.studies.scaling import main
from medianoche.benchmarks.studies.study import markdown
from medianoche.benchmarks.tournament.intervals import Estimate
from medianoche.envs import MedianocheError
from medianoche.training.settings import TrainingError
from tests.benchmarks.calls import done, one_line, refused
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
    rung_lists = [rungs("H1", "H0"), rungs("H1")]
    text = ladder.table("ismcts", rung_lists)
    assert text.count("| misty, 2 |") == 3
    assert "| misty, 2 | 64 | 32 | +50 (+30 to +70) | +60 (+40 to +80) | 100 | 2 | does not pay |" in text
    ladder.draw(tmp_path / "one.svg", "ismcts", rung_lists)
    ladder.draw(tmp_path / "two.svg", "ismcts", rung_lists)
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


def nodes(game, state):
    """The nodes of the tree below a state, the state included."""
    if state.done:
        return 1
    count = 1
    for action in game.legal_actions(state):
        after = game.copy(state)
        game.step(after, action)
        count += nodes(game, after)
    return count


def test_a_tree_and_information_sets_that_can_be_counted_are_estimated():
    kuhn = envs.game("kuhn")
    probed = sizes.probe(kuhn, 2, 3000, seed=1)
    estimate = sizes.mean_of_powers(probed.tree)
    assert estimate.low < np.log10(nodes(kuhn, kuhn.new())) < estimate.high
    assert probed.widest == 2
    assert set(probed.decisions) == {2, 3}
    probed = sizes.measure(envs.game("kuhn"), games=3000).information_sets
    assert probed.least < np.log10(12) < probed.bound  # with random play some are met more often than others
    assert probed.least < probed.most < probed.bound


def test_each_decision_of_a_game_has_the_same_chance(four):
    probed = sizes.probe(four, 2, 2000, seed=2)
    assert (probed.states["ply"] / (probed.decisions - 1)).mean() == pytest.approx(0.5, abs=0.03)
    assert sizes.numbers(probed.states).shape[1] > 2 * 64


def test_means_of_powers_do_not_overflow():
    estimate = sizes.mean_of_powers(np.array([900.0, 900.0, 900.0, 0.0]))
    assert estimate.value == pytest.approx(900 + np.log10(0.75))
    assert estimate.low <= estimate.value <= estimate.high


def test_the_page_has_the_table_of_the_command():
    text = (pages.ROOT / "benchmarks" / "SUITE.md").read_text(encoding="utf-8")
    heading = markdown(sizes.HEADINGS, [])[0]
    assert done(["sizes", "kuhn", "--probes", "100"]).startswith(heading)
    table = text.partition(heading)[2].partition("\n\n")[0]
    assert [line.split(" | ")[0] for line in table.splitlines()[2:]] == [f"| {name}" for name in envs.names()]


FIELD = Path(__file__).parent / "fields" / "small.toml"


@pytest.mark.larger
def test_sizes_and_seeds_are_rated_over_decisions_and_time(tmp_path, monkeypatch):
    monkeypatch.setattr(scaling, "POINTS", 3)
    app = typer.Typer()
    app.command()(main)
    sizes = ["--sizes", "16-8"]
    numbers = ["--seed", "3", "--seed", "4"]
    effort = ["--decisions", "400", "--field-games", "100"]
    words = [YARDSTICK, *sizes, *numbers, *effort, "--field", str(FIELD), "--out", str(tmp_path)]
    first = CliRunner().invoke(app, words, catch_exceptions=False).stdout
    rows = re.findall(r"^\| \S+ \| ([\d-]+) \| 2 \| (\S+) \| \S+ \| -?\d+ ± \d+ \|$", first, re.MULTILINE)
    assert [size for size, _ in rows] == ["16-8"] * 4  # the first before any decision
    decisions = [float(row) for _, row in rows]
    assert decisions == sorted(decisions)
    assert len(list(tmp_path.glob("*/ratings-small-100.json"))) == 2
    assert "CPU minutes" in (tmp_path / "scaling.svg").read_text(encoding="utf-8")
    again = CliRunner().invoke(app, [*words, *numbers], catch_exceptions=False).stdout  # a seed twice counts once
    assert again == first[first.index("| game") :]
    words[words.index("400")] = "800"
    with pytest.raises(TrainingError, match="holds another training"):
        CliRunner().invoke(app, words, catch_exceptions=False)


def test_sizes_that_are_none_are_refused():
    app = typer.Typer()
    app.command()(main)
    answer = CliRunner().invoke(app, [YARDSTICK, "--sizes", "big", "--field", str(FIELD)])
    assert answer.exit_code == 2
    assert "'big'" in answer.stderr


def test_baselines_are_measured_with_every_other_player_count_that_has_an_opponent():
    shelved = {entry.game: entry for entry in baselines.shelved_games()}
    assert shelved["correo"].others == [3, 4]  # 1 is a game for one
    for game, entry in shelved.items():
        assert {entry.players, *entry.others} == set(envs.game(game).players) - {1}


@pytest.mark.larger
def test_what_is_remembered_is_in_the_observation_and_can_be_forgotten():
    assert sorted(sight.REMEMBERED) == sorted(envs.names())
    for name, blocks in sight.REMEMBERED.items():
        layout = {block.name: int(np.prod(block.shape)) for block in envs.game(name).layout}
        assert all(0 < numbers <= layout[block] for block, numbers in blocks.items())
    game = envs.game("misty")
    network = Network.new(NetHeader.made_for(game, hidden=(8,)), 1)
    without = sight.forgetful(game, network)
    at = game.layout.at
    forgotten = np.flatnonzero(~without.layers()["hidden_1"].any(axis=1))
    expected = [*range(at.known_hands, at.known_hands + 39), *range(at.unseen_pool, at.unseen_pool + 12)]
    assert forgotten.tolist() == sorted(expected)
    mean = sight.usual(game)
    other_side, here = (
        mean @ of_network.layers()["hidden_1"] + of_network.layers()["hidden_1_bias"]
        for of_network in (network, without)
    )
    np.testing.assert_allclose(other_side, here, atol=1e-5)  # at the mean both are the same


@pytest.mark.larger
def test_a_search_in_the_true_world_knows_the_hidden_cards():
    duel = envs.game("tests.toys.duel:Duel")
    batch = duel.batch(20, num_players=2, seed=1)
    rows = np.arange(20)
    who = sight.TrueWorldAgent("64", network=Network.new(NetHeader.made_for(duel, hidden=(8,)), 1))
    batch.step(who.act(batch.turn(rows, rows)))
    assert batch.ended.all()


@pytest.mark.larger
def test_the_study_of_sight_goes_on_where_it_was(tmp_path, monkeypatch):
    words = ["misty", "--games", "4", "--pair", "random,greedy", "--out", str(tmp_path)]
    app = typer.Typer()
    app.command()(sight.main)
    first = CliRunner().invoke(app, words)
    assert first.exit_code == 0, first.output
    assert first.stdout.splitlines()[-1].count("%") == 3 * (len(sight.PAIRS) + 1)
    monkeypatch.setattr(sight, "measure", None)
    assert CliRunner().invoke(app, words).stdout == first.stdout


@pytest.mark.larger
def test_all_learners_are_drawn_over_decisions_and_seconds(tmp_path):
    pytest.importorskip("sb3_contrib")
    app = typer.Typer()
    app.command()(learners.main)
    game = "tests.toys.nim:Nim"
    words = [game, "--decisions", "2000", "--seeds", "1", "--evaluation", "8", "--out", str(tmp_path)]
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code == 0, answer.output
    assert all(answer.output.count(f"| {envs.game(game).title} | {name} |") == 1 for name in learners.LEARNERS)
    assert "CPU seconds" in (tmp_path / "learners.svg").read_text()


RECIPES_STUDY = {"recipe": ["dqn", "ppo_lstm"], "seeds": 2, "decisions": 150, "measure": 6}


def test_the_study_of_recipes_goes_on_and_writes_its_table(tmp_path, monkeypatch, capsys):
    pytest.importorskip("torch")
    learned = recipes.learned
    trainings = []

    def stopped(folder, *words):
        if len(trainings) == 3:
            raise KeyboardInterrupt
        trainings.append(folder.name)
        return learned(folder, *words)

    monkeypatch.setattr(recipes, "learned", stopped)
    with pytest.raises(KeyboardInterrupt):
        recipes.main(["kuhn"], out=tmp_path, **RECIPES_STUDY)
    assert trainings == ["kuhn-dqn-1", "kuhn-ppo_lstm-1", "kuhn-dqn-2"]
    monkeypatch.setattr(recipes, "learned", learned)
    before = (tmp_path / "kuhn-dqn-1" / "policy.safetensors").stat().st_mtime_ns
    capsys.readouterr()
    recipes.main(["kuhn"], out=tmp_path, **RECIPES_STUDY)
    assert (tmp_path / "kuhn-dqn-1" / "policy.safetensors").stat().st_mtime_ns == before
    text = (tmp_path / "table.md").read_text()
    assert capsys.readouterr().out.endswith(text)
    heading, _, dqn, lstm = text.splitlines()
    assert heading.startswith("| game | recipe | seeds | against `random` |")
    assert dqn.startswith("| kuhn | `dqn` | 2 | ")
    stored = [json.loads((tmp_path / f"kuhn-dqn-{seed}" / "result.json").read_text()) for seed in (1, 2)]
    gaps = [result["NashConv"] for result in stored]
    assert dqn.endswith(f" | {np.mean(gaps):.2f} ({min(gaps):.2f} to {max(gaps):.2f}) |")
    assert re.search(r" \| \d\.\d\d \(\d\.\d\d to \d\.\d\d\) \|$", lstm)
    with pytest.raises(MedianocheError, match="has another number of decisions"):
        recipes.main(["kuhn"], out=tmp_path, **{**RECIPES_STUDY, "decisions": 151})


@pytest.mark.parametrize(
    ("words", "complaint"), [(["--recipe", "a2c"], "--recipe 'a2c' is not accepted"), (["nim"], "unknown game 'nim'")]
)
def test_the_study_of_recipes_refuses_what_it_does_not_know(words, complaint, tmp_path):
    app = typer.Typer()
    app.command()(recipes.main)
    result = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "new")])
    assert isinstance(result.exception, MedianocheError)
    assert str(result.exception).startswith(complaint)
    assert not (tmp_path / "new").exists()


def test_a_row_of_recipes_has_means_and_ranges():
    results = [
        {"decisions": 9.0, "speed": 1000.0, "points/random": 0.5, "return/random": 0.0, "NashConv": 1.0},
        {"decisions": 9.0, "speed": 2000.0, "points/random": 0.7, "return/random": 0.5, "NashConv": 2.0},
    ]
    expected = ("kuhn", "`dqn`", "2", "60.0% (50.0% to 70.0%), +0.25", "", "", "1,500", "1.50 (1.00 to 2.00)")
    assert recipes.row("kuhn", "dqn", results) == expected


def test_the_study_of_worlds_counts_what_differs():
    chosen = worlds.Choices(
        phases=np.array([0, 0, 1, 1]),
        network=np.array([1, 1, 1, 1]),
        weighted=np.array([[1, 1], [1, 2], [1, 1], [1, 1]]),
        even=np.array([[1, 1], [2, 2], [2, 2], [1, 3]]),
        searches=np.array([[[1], [1]], [[1], [2]], [[2], [2]], [[3], [1]]]),
    )
    every = np.ones(4, bool)
    assert worlds.cells_of(chosen, every) == ["4", "25.0%", "25.0%", "50.0%", "50.0%", "50.0%"]
    assert worlds.cells_of(chosen, chosen.phases == 1)[:2] == ["2", "0.0%"]


@pytest.mark.larger
def test_the_study_of_worlds_asks_at_decisions_with_a_choice():
    chosen = worlds.collect(envs.game("misty"), 2, 16, [4, 8], 20, 1)
    assert len(chosen.phases) >= 20
    assert chosen.searches.shape == (len(chosen.phases), 2, 2)
    for column in (*chosen.weighted.T, *chosen.even.T):  # a few rollouts seldom change what the network finds best
        assert np.mean(column == chosen.network) > 0.7


def test_the_study_of_simultaneous_choices_knows_how_often_a_victim_draws_another_action():
    misty = envs.game("misty")
    secret = simultaneous.secret_phases(misty, "pick")
    assert len(secret) == 1
    assert len(simultaneous.secret_phases(misty)) == 2
    policy = np.array([[0.8, 0.15, 0.05, 0.0]], np.float32)
    chances = {
        name: simultaneous.PhaseNet(secret, name).others(policy, np.array([3]))[0]
        for name in ("net", "0", "0.1", "0.5", "random")
    }
    assert chances == pytest.approx({"net": 0, "0": 0.2, "0.1": 1 - 0.8 / 0.95, "0.5": 0, "random": 2 / 3}, abs=1e-6)
    with one_line(MedianocheError, "--phases act: misty has no such choice"):
        simultaneous.secret_phases(misty, "act")
    with one_line(MedianocheError, "--victim 2: accepted"):
        simultaneous.PhaseNet(secret, "2")


def test_results_of_worlds_that_do_not_fit_do_not_count():
    worth = np.array([[1.0, np.nan, 3.0], [np.nan, np.nan, np.nan]])
    assert simultaneous.mean_worth(worth).tolist() == [2.0, -np.inf]


@pytest.mark.larger
def test_a_reply_finds_the_same_against_the_same_victim():
    misty = envs.game("misty")
    secret = simultaneous.secret_phases(misty, "pick")
    setup = AttackSetup.create(misty, 2, seed=1, rounds_to_win=1)
    names = ["net", "1", "random"]
    victims = [simultaneous.PhaseNet(secret, name) for name in names]
    attack = simultaneous.attacked(setup, victims, secret, 2, 2)
    np.testing.assert_array_equal(attack.choices.best[:, 0], attack.choices.best[:, 1])  # the same worlds and chance
    assert (attack.choices.usual[:, 0] != attack.choices.usual[:, 2]).any()
    assert 5 < len(attack.choices.games) / 4 < 12  # of eleven picks that are not forced some have one kind only
    lines = simultaneous.table(names, attack, 2)
    assert lines[-2].startswith("| 1 | 0.0% | ")
    assert len(simultaneous.price_table(names, simultaneous.prices(setup, victims, 4))) == 2 + len(names)
