"""Playtests of designs: measures on known games, what a name adds, restricted play, packs side by side, tuning."""

import json
import shlex
import tomllib
from types import SimpleNamespace

import numpy as np
import pytest
import tomli_w
from matplotlib.figure import Figure

from medianoche import envs
from medianoche.agents import agent
from medianoche.benchmarks.studies.playtest import effects, hidden, measures, page, recording, report, tuning
from medianoche.benchmarks.studies.playtest.names import Names
from medianoche.benchmarks.studies.playtest.recording import PlaytestTable, Recorder, self_play
from medianoche.benchmarks.studies.playtest.report import PlaytestPlan, critic_of, playtest
from medianoche.benchmarks.studies.playtest.without import Deprived
from medianoche.benchmarks.tournament.intervals import Estimate
from medianoche.benchmarks.tournament.spec import TournamentError
from tests.benchmarks.calls import Called, done, larger, refused


def course(values, seats, utility, scores=None):
    """Measures of one game of two seats, by the movers' evaluations."""
    count = len(values)
    play = SimpleNamespace(
        game=np.zeros(count, int),
        seat=np.array(seats),
        legal=np.full(count, 3),
        value=np.array(values, float),
        entropy=np.full(count, 0.5),
        scores=np.zeros((count, 2), int) if scores is None else np.array(scores),
        utility=np.array([utility], float),
        forced=np.array([count]),
    )
    return {key: float(value[0]) for key, value in measures.rows(play, ["a", "b"], [0, 1]).items()}


def test_an_advantage_is_measured_against_a_fair_share():
    """Of four who each play alone, the second wins half of the games and the others as often as each other."""
    points = {
        f"seat.{name}": np.repeat([1.0, 0.0], [won, 12 - won]) for name, won in zip("abcd", (2, 6, 2, 2), strict=True)
    }
    figures = measures.estimates(points, 4)
    assert figures["seat_advantage"].value == pytest.approx(0.25)
    assert figures["seat_advantage"].low == pytest.approx(figures["seat.b"].low - 0.25)
    assert measures.estimates(points, 2)["seat_advantage"].value == pytest.approx(-1 / 3)


def test_a_game_whose_winner_comes_from_behind():
    measures_made = course([-0.5, 0.5, -0.5, 0.0, 0.8, -0.8], [0, 1, 0, 1, 0, 1], (1, -1), [[0, 1]] * 3 + [[2, 1]] * 3)
    assert (measures_made["length"], measures_made["real_choices"], measures_made["branching"]) == (6, 0.5, 3)
    assert (measures_made["seat.a"], measures_made["seat.b"], measures_made["draws"]) == (1, 0, 0)
    assert (measures_made["lead_changes"], measures_made["value_changes"]) == (1, 1)
    assert measures_made["behind"] == measures_made["settled"] == pytest.approx(4 / 6)
    gaps = np.array([0.5, 1.0, 1.0, 0.5]) / 2  # of the other's evaluation, from -1 to 1
    assert measures_made["drama"] == pytest.approx(np.sqrt(gaps).mean())
    assert [measures_made[f"known_{share}"] for share in (25, 50, 75)] == [0, 0, 1]


def test_a_winner_who_always_leads_has_no_drama_a_draw_has_no_winner_and_a_tie_loses_no_lead():
    sure = course([0.5, -0.5], [0, 1], (1, -1))
    assert (sure["drama"], sure["behind"], sure["settled"]) == (0, 0, 0)
    assert np.isnan(sure["lead_changes"])  # no scores
    drawn = course([0.5, -0.5], [0, 1], (0, 0))
    assert drawn["draws"] == 1
    assert np.isnan(drawn["drama"])
    assert measures.changes(np.array([[0, 0], [1, 0], [1, 1], [2, 1], [2, 3], [3, 3], [3, 4], [5, 4]])) == 2


def test_shares_have_intervals_where_all_games_are_alike_and_those_that_part_are_marked():
    never = measures.mean(np.zeros(30))
    assert never.value == 0
    assert 0 < never.high < 0.2
    assert measures.mean(np.array([1.0, 2.0, np.nan, 3.0])).value == 2
    assert page.parted(Estimate(1, 0, 2), Estimate(4, 3, 5)) == page.PARTED
    assert not page.parted(Estimate(1, 0, 2), Estimate(3, 2, 4))


def made_up(effect, games=400, seed=1):
    """Decisions, four a game, at which `taken` adds `effect` to the points, and the value before counts."""
    rng = np.random.default_rng(seed)
    game = np.repeat(np.arange(games), 4)
    value = rng.uniform(-1, 1, len(game))
    taken = rng.random(len(game)) < (1 + value) / 2  # who is ahead takes it more often
    luck = np.repeat(rng.normal(0, 0.2, games), 4)
    return taken, 0.5 + 0.3 * value + effect * taken + luck, value, np.zeros(len(game), int), game


def test_what_a_name_adds_is_found_and_being_ahead_is_not_mistaken_for_it():
    adds, chance = effects.added(*made_up(0.1))
    assert adds.low < 0.1 < adds.high
    assert chance < 1e-6
    taken, points, *_ = made_up(0.0)
    assert points[taken].mean() - points[~taken].mean() > 0.15  # the naive difference
    covered = [adds.low < 0 < adds.high for adds, _ in (effects.added(*made_up(0.0, seed=seed)) for seed in range(60))]
    assert sum(covered) >= 53  # of 57 expected


def test_decisions_of_a_game_are_no_independent_witnesses_and_a_role_that_always_wins_shows_nothing():
    taken, points, value, role, game = made_up(0.1)
    repeated = [np.repeat(column, 5) for column in (taken, points, value, role, game)]
    once = effects.added(taken, points, value, role, game)[0]
    five = effects.added(*repeated)[0]
    assert five.reach == pytest.approx(once.reach)
    assert effects.added(taken[:40], points[:40], value[:40], role[:40], game[:40])[0] is None  # ten games
    taken, _, value, _, game = made_up(0.1)
    role = np.arange(len(game)) % 2
    assert effects.added(taken, 1.0 * role, value, role, game)[0] is None


def test_discoveries_are_benjamini_s_and_hochberg_s():
    chances = np.array([0.041, 0.001, np.nan, 0.039, 0.008, 0.5])
    assert effects.discoveries(chances, 0.05).tolist() == [False, True, False, False, True, False]
    assert effects.discoveries(np.array([0.04, 0.045, 0.05]), 0.05).all()  # the largest carries the others
    assert not effects.discoveries(np.array([np.nan])).any()


def in_words(game, text):
    """The names that are read in the description of an action."""
    names = Names(game, game.new())
    return {names.labels[k] for k in names.named_in(text)}


@pytest.mark.parametrize(
    ("game", "text", "names"),
    [
        ("correo", "card I face up: take the left one (crow and cat)", {"card I", "I (crow and cat)"}),
        ("correo", "patch: renew the left I (crow and cat)", {"I (crow and cat)"}),
        ("correo", "wild house: a frog on (1,1)", {"wild house", "frog"}),
        ("correo", "frog house: a crow on (1,1)", {"frog house", "crow"}),  # beside a longer one that contains it
        ("correo", "frog house: a frog on (1,1)", {"frog house", "frog"}),
        ("misty", "pick arrow ↗", {"arrow ↗"}),
        ("medianokte", "summon Larva for free", {"Larva", "summon for free"}),
        # a number of an effect is no card's
        ("halloween", "keep Two candies found (card 5: take 2 from the pot)", {"card 5", "pot"}),
        ("halloween", "play Toll (card 11: the caller pays you 3)", {"card 11"}),
    ],
)
def test_names_are_read_in_a_row_and_the_longest_counts(game, text, names):
    assert in_words(envs.game(game), text) == names


def test_kinds_of_actions_are_no_things(misty):
    kinds = Names(misty, misty.new())
    assert "pick" in kinds.kinds
    assert "pick" not in kinds.things


def table_of(misty):
    return PlaytestTable(misty.content.with_packs(["standard"]), 2, "standard", {}, 3)


def test_games_are_recorded_as_they_were_played(misty):
    table = table_of(misty)
    played = self_play(table, "greedy", 3, critic_of(table), named=True)
    state = table.batch(3).states[1].copy()
    for k in np.flatnonzero(played.game == 1):
        assert state.to_move == played.seat[k]
        legal = table.game.legal_actions(state)
        assert len(legal) == played.legal[k]
        offered = [played.names.in_action(table.game, state, int(action)) for action in legal]
        of_name = played.offers.decision == k
        assert set(played.offers.name[of_name]) == frozenset().union(*offered)
        taken = played.names.in_action(table.game, state, int(played.action[k]))
        assert set(played.offers.name[of_name & played.offers.taken]) == taken
        assert set(played.offers.name[of_name & ~played.offers.choice]) == frozenset.intersection(*offered)
        table.game.step(state, int(played.action[k]))
        assert played.scores[k].tolist() == state.scores[:2].tolist()
    assert state.done
    assert played.utility[1].tolist() == state.utility[:2].tolist()


def test_names_are_read_at_all_decisions_of_the_first_games(misty, monkeypatch):
    table = table_of(misty)
    whole = self_play(table, "random", 6, None, named=True)
    lengths = np.bincount(whole.game)
    monkeypatch.setattr(recording, "NAMED_DECISIONS", int(lengths[:3].sum()) - 1)
    played = self_play(table, "random", 6, None, named=True)
    assert (whole.offers.games, played.offers.games) == (6, 2)
    assert np.unique(played.offers.decision).tolist() == list(range(lengths[:2].sum()))
    rows = [sorted(zip(*offer.offers[:4], strict=True)) for offer in (whole, played)]
    assert rows[1] == [row for row in rows[0] if whole.game[row[0]] < 2]
    (pick,) = [effect for effect in effects.effects(played, [0, 0]) if effect.name == "pick"]
    assert pick.seen == 1


def test_forced_moves_are_counted(misty):
    table = table_of(misty)
    played = self_play(table, "random", 2, None)
    state = table.batch(2).states[0].copy()
    forced = 0
    for action in played.action[played.game == 0]:
        assert len(table.game.legal_actions(state)) > 1
        table.game.rules.apply(state, int(action))
        while len(legal := table.game.legal_actions(state)) == 1:
            table.game.rules.apply(state, int(legal[0]))
            forced += 1
    assert state.done
    assert played.forced[0] == forced > 0


def test_an_agent_without_a_name_never_takes_it_where_it_may_choose(misty):
    table = table_of(misty)
    batch = table.batch(20)
    names = Names(batch.game, batch.states[0])
    flower = names.labels.index("flower")
    every = np.ones(len(names.kinds), bool)
    who = Deprived(agent("greedy"), names, flower, every)
    free = agent("greedy")
    turn = batch.turn(np.arange(20), np.arange(20, dtype=np.uint64))
    has = lambda action: flower in names.named_in(misty.describe(batch.states[0], int(action)))  # noqa: E731
    assert any(map(has, free.act(turn)))
    assert not any(map(has, who.act(turn)))
    pick = Deprived(agent("greedy"), names, names.labels.index("pick"), every)
    assert (pick.act(turn) == free.act(turn)).all()  # there is nothing but picks
    assert who.act(turn).dtype == np.int64


def test_agents_that_want_news_get_it_in_playtests(misty):
    class Listener:
        name = "listener"
        views = 0
        ended = 0

        def act(self, turn):
            return turn.random_actions()

        def watch(self, views):
            self.views += len(views.games)

        def over(self, games, scores, utilities):
            self.ended += len(games)
            assert np.array_equal(np.sign(scores[:, 0] - scores[:, 1]), utilities[:, 0])

    table = table_of(misty)
    state = table.batch(1).states[0]
    heard = Listener()
    alone = Listener()
    for who in (Recorder(heard), Deprived(alone, Names(misty, state), 0, np.zeros(1, bool))):
        table.play([who], np.zeros((2, 2), np.int64))
    assert heard.ended == alone.ended == 2
    assert min(heard.views, alone.views) > 8
    assert not hasattr(Recorder(agent("random")), "watch")


def test_hidden_bits_of_a_known_distribution(misty):
    batch = misty.batch(2, seed=0)
    hidden_bits = hidden.hidden(batch, np.array([0]))
    assert 0 < hidden_bits.least[0] <= hidden_bits.most[0]
    values = np.random.default_rng(0).integers(0, 4, (4000, 1))
    assert hidden.bits_at_most(values[:, :1]) == pytest.approx(2, abs=0.01)
    assert hidden.bits_at_least(values) == pytest.approx(2, abs=0.1)
    nothing = envs.game("tests.toys.nim:Nim").batch(1, seed=0)
    assert not hidden.hidden(nothing, np.array([0])).share.any()


def test_a_game_without_a_network_is_tested_without_evaluations():
    result = playtest(PlaytestPlan("tests.toys.nim:Nim", games=4))
    assert list(result.levels) == ["random", "greedy", "ismcts:16"]
    assert not result.critic
    assert "drama" not in result.measured
    assert [(step.lower, step.higher) for step in result.ladder][-2:] == [
        ("ismcts:4", "ismcts:8"),
        ("ismcts:8", "ismcts:16"),
    ]
    assert "<h1>Playtest of Nim" in page.as_page(result, "medianoche playtest")


@pytest.fixture
def poor(tmp_path):
    """Misty's standard pack with a flower worth nothing."""
    tables = (
        envs.game("misty").content.read_pack("standard").model.model_dump(mode="json", exclude_none=True, by_alias=True)
    )
    tables["meta"]["name"] = "poor"
    tables["scoring"]["flower"]["value"] = 0
    (tmp_path / "poor.toml").write_text(tomli_w.dumps(tables))
    return tmp_path / "poor.toml"


@pytest.mark.larger
def test_the_command_compares_two_packs(poor, tmp_path):
    words = ["playtest", "misty", "--pack", poor, "--against", "standard", "--agents", "random", "net"]
    words += ["--games", 12, "--restricted", 0, "--without", "flower", "--out", tmp_path / "out"]
    assert "Side by side" in done(words)
    report, other = (json.loads((tmp_path / "out" / name).read_text()) for name in ("playtest.json", "against.json"))
    assert report["pack"].startswith("poor")
    assert other["pack"].startswith("standard")
    lost, standard = (report_of_pack["restricted"][0]["loses"] for report_of_pack in (report, other))
    assert lost["high"] < standard["low"]  # a flower that is worth nothing is not missed
    lines = (tmp_path / "out/playtest.md").read_text().splitlines()
    row = next(line for line in lines if "lost without flower" in line)
    assert page.PARTED in row
    assert "<img" in (tmp_path / "out/playtest.html").read_text()


def test_names_that_were_never_on_offer_are_refused(tmp_path):
    words = ["playtest", "misty", "--agents", "random", "--games", 2, "--out", tmp_path, "--without", "stack"]
    refused(words, "'stack' was never on offer; on offer: ")


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--without", "dragon"], "pack standard has no name 'dragon'; it has "),
        (["--against", "nothing"], "nothing"),
        (["--agents", "random", "net:nothing.safetensors"], "nothing.safetensors"),
        (["--agents", "random", "{folder}/bot.py:Broken"], "Broken failed: ValueError: no"),
        (["--out", "{folder}/bot.py"], "{folder}/bot.py: File exists"),
        (["--seed", "-1"], "seed -1 is not accepted; give an integer from 0 to "),
        (["--seed", 2**31 - 1], "is not accepted; give an integer from 0 to 2147483646"),
        (["--tune", "scoring.flower.value=1..2", "--against", "standard"], "leave --against out"),
    ],
)
def test_what_cannot_be_tested_is_refused_before_the_first_game(words, error, tmp_path, monkeypatch):
    (tmp_path / "bot.py").write_text("class Broken:\n    def act(self, turn):\n        raise ValueError('no')\n")
    monkeypatch.setattr(report, "self_play", lambda *_, **__: pytest.fail("a game was played"))
    monkeypatch.setattr(tuning, "self_play", lambda *_, **__: pytest.fail("a game was played"))
    words = [str(word).format(folder=tmp_path) for word in words]
    called = Called(["playtest", "misty", "--agents", "random", "--games", 4, "--out", tmp_path, *words])
    assert called.code == 2, called.err
    assert error.format(folder=tmp_path) in called.err
    assert called.err.count("\n") == 1 or "Broken" in error


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--tune", "scoring.flower"], "write PATH=LOW..HIGH"),
        (["--tune", "scoring.tree.value=1..2"], "the pack has no 'tree' there"),
        (["--tune", "scoring.flower.provenance=1..2"], "no number"),
        (["--tune", "scoring.flower.value=1..2", "--target", "joy=1"], "no measure 'joy'"),
        (["--tune", "scoring.flower.value=1..2", "--target", "length"], "write MEASURE=VALUE"),
        (["--tune", "scoring.flower.value=1..2", "--target", "length=inf"], "write MEASURE=VALUE"),
        (["--tune", "scoring.flower.value=1..inf"], "write PATH=LOW..HIGH"),
        (["--tune", "scoring.flower.value=-1e400..1"], "write PATH=LOW..HIGH"),
        (["--tune", "scoring.flower.value=0..9223372036854775808"], "write PATH=LOW..HIGH"),
        (["--tune", "scoring.flower.value=1..2", "scoring.flower.value=1..3"], "is given twice"),
    ],
)
def test_what_cannot_be_tuned_is_said_in_a_line(words, error, tmp_path):
    pytest.importorskip("optuna")
    refused(["playtest", "misty", "--agents", "random", "--games", 4, *words, "--out", tmp_path], error)


def test_a_number_of_the_pack_is_found_for_a_target(tmp_path):
    pytest.importorskip("optuna")
    copies = "card.3.copies"  # of flowers
    words = ["playtest", "misty", "--agents", "random", "--games", 20, "--tune", f"{copies}=2..10", "--trials", 4]
    out = done([*words, "--target", "length=200", "--out", tmp_path])
    pack = tomllib.loads((tmp_path / "tuned.toml").read_text())
    best = pack["card"][3]["copies"]
    assert f"best: {copies} = {best}" in out
    lines = [line for line in out.splitlines() if line.startswith("trial ")]
    assert len(lines) == 4
    misses = {line.split(":")[1].strip(): abs(float(line.split("length ")[1].split()[0]) - 200) for line in lines}
    assert min(misses, key=misses.get) == f"{copies} {best}"
    assert not (tmp_path / "trial.toml").exists()


def test_the_search_ends_with_the_command_that_tests_its_pack(tmp_path):
    pytest.importorskip("optuna")
    search = ["--tune", "scoring.flower.value=1..2", "--trials", 1, "--out", tmp_path]
    plan = ["--agents", "random", "--option", "variant=introductory", "--without", "flower", "--games", 4, "--seed", 1]
    out = done(["playtest", "misty", *plan, "--players", 2, "--restricted", 0, *search])
    again = shlex.split(out.strip().splitlines()[-1].partition(": ")[2])
    file = str(tmp_path / "tuned.toml")
    assert again[:7] == ["medianoche", "playtest", "misty", "--pack", file, "--against", "standard"]
    pairs = dict(zip(again[7::2], again[8::2], strict=True))
    assert pairs.pop("--option") == "variant=introductory"
    numbers = {"--players": "2", "--games": "4", "--restricted": "0", "--seed": "2"}
    assert pairs == {"--agents": "random", "--without": "flower", **numbers}
    done([*again[1:], "--out", tmp_path])


def test_a_pack_without_the_measure_is_not_the_best_one(tmp_path, monkeypatch):
    """The measure of a target may be missing with some packs: no game of one without scores has a leader by scores."""
    pytest.importorskip("optuna")
    plan = PlaytestPlan("misty", agents=("random",), games=2)
    answers = iter([{"length": Estimate(1, 0, 2)}, {}, {"length": Estimate(3, 2, 4)}])
    monkeypatch.setattr(tuning, "measured", lambda _: next(answers))
    numbers = tuning.read_numbers(["scoring.flower.value=1..9"])
    best, file = tuning.tune(plan, numbers, tuning.TuningTarget("length", 3.0), 2, tmp_path)
    assert best.found.value == 3
    assert tomllib.loads(file.read_text())["scoring"]["flower"]["value"] == best.numbers["scoring.flower.value"]


def test_a_path_leads_into_lists_and_the_pack_is_not_changed():
    tables = {"card": [{"copies": 1}, {"copies": 2}]}
    assert tuning.changed(tables, {"card.1.copies": 5})["card"][1]["copies"] == 5
    assert tables["card"][1]["copies"] == 2
    with pytest.raises(TournamentError, match="no '7' there; it has 0, 1"):
        tuning.changed(tables, {"card.7.copies": 5})


def test_a_game_for_one_has_no_leader_and_no_ladder(tmp_path, recwarn):
    words = ["playtest", "correo", "--players", 1, "--agents", "random", "greedy", "--games", 6, "--restricted", 1]
    out = done([*words, "--out", tmp_path])
    report = json.loads((tmp_path / "playtest.json").read_text())
    assert (report["players"], report["sides"], report["ladder"]) == (1, 1, [])
    measured = report["levels"]["greedy"]
    assert measured.keys() >= {"length", "seat.player_0"}
    alone = {"draws", "lead_changes", "value_changes", "drama", "behind", "seat_advantage", "known_50"}
    assert not alone & measured.keys()
    assert "Skill ladder" not in out
    assert not [warning for warning in recwarn if warning.filename == page.__file__]


@pytest.mark.parametrize(
    ("game", "players", "fair"), [("misty", 4, 1 / 4), larger("halloween", 5, 1 / 5), larger("nocturna", 4, 1 / 2)]
)
def test_the_line_in_the_picture_of_the_seats_is_a_fair_share(game, players, fair, monkeypatch):
    lines = []

    def draw(_width, _height, paint):
        axes = Figure().subplots()
        paint(axes)
        lines.extend(line.get_ydata()[0] for line in axes.lines if list(line.get_xdata()) == [0, 1])
        return ""

    result = report.playtest(PlaytestPlan(game, players=players, agents=("random",), games=2, restricted=0))
    monkeypatch.setattr(page, "draw", draw)
    page.seats(result)
    assert lines == [pytest.approx(fair)]


def test_who_goes_without_a_name_leaves_all_kinds_of_actions_with_it(misty, monkeypatch):
    """Also those that the agent whose games were read has never chosen: another agent plays without the name."""
    arguments = {}
    monkeypatch.setattr(report, "worth", lambda table, who, names, number, kinds, games: arguments.update(kinds=kinds))
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
    assert arguments["kinds"][names.kind_of[offered[name]]]
