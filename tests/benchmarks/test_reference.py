"""Frozen fields: made, read, refused; bots rated against them; the page."""

import hashlib
import re
from dataclasses import replace
from functools import reduce
from pathlib import Path

import numpy as np
import pytest

from medianoche import envs
from medianoche.benchmarks import strength
from medianoche.benchmarks.reference import leaderboard
from medianoche.benchmarks.reference.field import FieldError, Reference, newest
from medianoche.benchmarks.reference.freeze import table_of
from medianoche.benchmarks.reference.place import FIRST_LOOK_DEALS, Placing, expected, place
from medianoche.benchmarks.tournament import Spec, Store, run_tournament
from medianoche.benchmarks.tournament.play import play_shard
from medianoche.cli.stopping import Stopped
from medianoche.places import NETWORKS
from tests.benchmarks.calls import Called, done, refused
from tests.benchmarks.conftest import YARDSTICK

SMALL = Path(__file__).parent / "fields" / "small.toml"
"""Made by `medianoche freeze small.toml` with the words of FREEZE."""
FREEZE = [YARDSTICK, "--agents", "random", "greedy", "flat:20", "ismcts:40", "--games", 1200]
CHASE = "tests.benchmarks.games:Chase"


@pytest.fixture(scope="module")
def small():
    return Reference.read(SMALL)


@pytest.fixture(scope="module")
def table(small):
    return small.table(envs.game(YARDSTICK), None)


def rate(tmp_path, *words, bot="greedy", field=SMALL, game=YARDSTICK):
    return ["rate", bot, game, "--field", field, "--out", tmp_path / "rated", *words]


def rated(*arguments, **how):
    return Called(rate(*arguments, **how))


def timeless(field):
    """The tables of a field without what is another one each time, and in each version of the suite."""
    return [
        replace(table, members=tuple(replace(who, milliseconds=0.0) for who in table.members), medianoche="")
        for table in field.tables
    ]


def quoted(called):
    """The line to quote, without the time, which is another one each time."""
    assert called.code == 0, called.err
    return re.sub(r", [^,]+ ms a decision", "", called.out.splitlines()[-1])


def rating(called):
    return [int(word) for word in re.search(r": (-?\d+) \((-?\d+) to (-?\d+)\)", called.out.splitlines()[-1]).groups()]


def duels(true, ratings, deals, chance):
    """Points won and lost on deals of two games against one member after the other."""
    who = np.arange(deals) % len(ratings)
    points = chance.binomial(2, expected(true, ratings)[who])
    won, lost = np.zeros((2, deals, len(ratings)))
    won[np.arange(deals), who] = points
    lost[np.arange(deals), who] = 2 - points
    return won, lost


def test_the_interval_holds_the_truth_as_often_as_it_says():
    ratings = np.array([900.0, 1300.0, 1500.0, 1800.0])
    rng = np.random.default_rng(0)
    for true in (1200, 1900):
        places_found = [place(*duels(true, ratings, 200, rng), ratings) for _ in range(200)]
        assert 0.91 <= np.mean([rating.low <= true <= rating.high for rating in places_found]) <= 0.99
        assert np.mean([rating.elo for rating in places_found]) == pytest.approx(true, abs=12)


def test_that_a_strong_member_takes_more_is_no_chance():
    """Everything goes as the ratings say, so nothing is left to chance but the two imaginary deals."""
    ratings = np.array([1000.0, 2000.0])
    played = np.tile(np.eye(2), (100, 1))
    won = played * expected(1500, ratings)
    lost = played - won
    rating = place(won, lost, ratings)
    assert rating.elo == pytest.approx(1500, abs=0.1)
    assert rating.high - rating.low < 80


@pytest.mark.parametrize("sign", [1, -1])
def test_who_wins_or_loses_everything_has_a_rating_and_one_end(sign):
    ratings = np.array([1400.0, 1600.0])
    all_points = np.tile(np.eye(2), (50, 1)) * 2
    few, many = (place(*(all_points[:deals] * share for share in (sign > 0, sign < 0)), ratings) for deals in (20, 100))
    for rating in (few, many):
        assert np.isfinite(rating.elo)
        assert np.isinf(rating.high if sign > 0 else rating.low)
        assert np.isfinite(rating.low if sign > 0 else rating.high)
        assert ("above" if sign > 0 else "below") in rating.words
    assert (many.elo - few.elo) * sign > 100
    assert (many.low > few.low + 100) if sign > 0 else (many.high < few.high - 100)


def test_freezing_again_gives_the_same_but_for_the_time(tmp_path, small):
    """If agents play otherwise than they did, every field has to be frozen anew, this one too."""
    file = tmp_path / "small.toml"
    words = ["freeze", file, *FREEZE, "--out", tmp_path / "runs"]
    done(words)
    assert timeless(Reference.read(file)) == timeless(small)
    before = file.read_bytes()
    assert "is in" in done(words)
    assert file.read_bytes() == before


def test_stopped_it_goes_on_and_what_is_frozen_stays(tmp_path, monkeypatch):
    games = [YARDSTICK, CHASE]
    words = ["--agents", "random", "greedy", "--games", 40]
    plays = []

    def interrupted(*arguments, **how):
        plays.append(arguments)
        if len(plays) == 2:
            run_tournament(arguments[0], arguments[1], 40, report=stop_halfway, shard=4)
        run_tournament(*arguments, **how)

    def stop_halfway(played, _):
        if played >= 20:
            raise Stopped

    monkeypatch.setattr("medianoche.benchmarks.tournament.run.run_tournament", interrupted)
    command = ["freeze", tmp_path / "one.toml", *games, *words, "--out", tmp_path / "runs"]
    broken = Called(command)
    assert (broken.code, len(broken.err.splitlines())) == (130, 1)
    assert "the same command goes on" in broken.err
    assert [table.title for table in Reference.read(tmp_path / "one.toml").tables] == ["ConnectFour, 2 players"]
    monkeypatch.undo()
    done(command)
    done(["freeze", tmp_path / "two.toml", *games, *words, "--out", tmp_path / "other"])
    one, two = (timeless(Reference.read(tmp_path / name)) for name in ("one.toml", "two.toml"))
    assert one == two
    assert set(one[1].members[0].roles) == {"enemy", "crew"}


def test_a_tournament_that_is_not_finished_is_not_frozen(tmp_path):
    spec = Spec.create(YARDSTICK, ["random", "greedy"])
    with Store.open(tmp_path, spec, 40) as store:
        store.add(play_shard(spec, 0, 10))
    with pytest.raises(FieldError, match="10 of 40 games are played"):
        table_of(tmp_path, envs.game(YARDSTICK))


def test_a_policy_is_told_by_the_hash_of_its_file(tmp_path):
    file = tmp_path / "field.toml"
    done(["freeze", file, "misty", "--players", 2, "--agents", "net", "random", "--games", 2, "--out", tmp_path])
    (net, _) = Reference.read(file).tables[0].members
    assert net.fingerprint == hashlib.sha256((NETWORKS / "misty.safetensors").read_bytes()).hexdigest()[:16]
    file.write_text(file.read_text().replace(net.fingerprint, "0" * 16))
    line = f"net is another policy here ({net.fingerprint}) than in field field (0000000000000000)"
    refused(rate(tmp_path, "--games", 2, bot="greedy", field=file, game="misty"), line)


def test_a_known_agent_comes_out_where_it_was_frozen(tmp_path, table):
    called = rated(tmp_path, "--width", 80)
    _, low, high = rating(called)
    known = next(member for member in table.members if member.agent == "greedy")
    assert low < known.elo < high
    assert high - low <= 81
    assert f"field small [{table.hash}]" in called.out
    assert "greedy: " in called.out
    assert "│ greedy" not in called.out


def test_the_same_call_gives_the_same_games_on_any_workers_and_after_a_stop(tmp_path, rows):
    whole = quoted(rated(tmp_path / "whole", "--width", 150))
    assert "over 100 deals" in whole or "deals" in whole
    assert quoted(rated(tmp_path / "pair", "--width", 150, "--workers", 2)) == whole
    part = rated(tmp_path / "part", "--width", 150, "--games", 50)
    assert "not 150 Elo wide yet" in part.out
    assert "over 25 deals" in part.out
    assert quoted(rated(tmp_path / "part", "--width", 150)) == whole
    games = [{row[0]: row for row in rows(tmp_path / where / "rated")[1]} for where in ("whole", "part")]
    shared = games[0].keys() & games[1].keys()
    assert len(shared) >= 200
    assert all(games[0][number] == games[1][number] for number in shared)
    assert quoted(rated(tmp_path / "other", "--width", 150, "--seed", 2)) != whole


def test_the_interval_narrows_until_it_stops(tmp_path, table):
    spec = table.spec("greedy", "small", 1)
    rules = [Placing(spec, table, width) for width in (1, 90, 60)]
    widths = []
    guesses = []
    start = 0
    with Store.open(tmp_path, spec, 4000) as store:
        while not rules[2].verdict:
            store.add(play_shard(spec, start, start + 100))
            start += 100
            guesses.append(rules[2].expected_games)
            for rule in rules:
                rule.update(store)
            widths.append(rules[0].place.high - rules[0].place.low)
    assert [rule.verdict for rule in rules] == ["", "known", "known"]
    assert guesses[0] is None
    assert guesses[-1] == pytest.approx(start, rel=0.25)
    assert rules[2].expected_games is None
    assert rules[0].expected_games > 100 * start
    assert FIRST_LOOK_DEALS <= rules[1].deals < rules[2].deals <= rules[0].deals
    assert widths[-1] < widths[len(widths) // 2] < widths[0]
    assert widths[-1] <= 63
    assert rules[2].place.high - rules[2].place.low <= 60


def test_results_add_up_to_the_rating(tmp_path, table):
    spec = table.spec("greedy", "small", 1)
    rule = Placing(spec, table, 1)
    with Store.open(tmp_path, spec, 600) as store:
        store.add(play_shard(spec, 0, 600))
        rule.update(store)
    assert [result.member for result in rule.results] == ["random", "flat:20", "ismcts:40"]
    assert sum(result.deals for result in rule.results) == rule.deals == 300
    points, prediction = (sum(result[n] * result.deals for result in rule.results) / 300 for n in (2, 5))
    assert points == pytest.approx(prediction, abs=0.01)
    assert rule.results[0].share > rule.results[1].share > rule.results[2].share


def test_a_game_with_roles_has_a_rating_in_each(tmp_path):
    file = tmp_path / "chase.toml"
    words = ["--agents", "random", "greedy", "flat:20", "--games", 300, "--out", tmp_path / "runs"]
    done(["freeze", file, CHASE, *words])
    out = done(rate(tmp_path, "--games", 400, bot="flat:10", field=file, game=CHASE))
    assert len(re.findall(r"│ (enemy|crew) +│ (random|greedy|flat:20)", out)) == 6
    both = dict(re.findall(r"^as (enemy|crew): (\d+) ", out, re.MULTILINE))
    assert int(both["enemy"]) > int(both["crew"])  # who begins is better off
    page = leaderboard.page(Reference.read(file), "x.svg")
    assert "| agent | rating | as enemy | as crew |" in page


def test_a_bot_of_ones_own_is_quoted_with_its_hash(tmp_path, bots):
    called = rated(tmp_path, "--games", 240, bot=f"{bots}:First")
    assert re.search(r"bots.py:First \[[0-9a-f]{16}\]: -?\d+ \(", called.out)
    lost = done(rate(tmp_path / "lost", "--games", 8, "--forfeit", bot=f"{bots}:Wrong"))
    assert "(below" in lost.splitlines()[-1]


def test_some_of_the_members_will_do_if_that_is_said(tmp_path):
    called = rated(tmp_path, "--against", "random", "flat:20", "--games", 240)
    assert "], of it random flat:20, 95%" in quoted(called)
    assert "ismcts:40" not in called.out
    assert "most of the time goes to flat:20; without it: --against random" in called.out


def test_who_searches_long_is_met_by_those_who_ask_for_it(tmp_path, table):
    long = [replace(table.members[3], agent=agent) for agent in ("flat:1000", "ismcts:20000:greedy", "net:1000")]
    wide = replace(table, members=(*table.members, *long))
    assert [member.simulations for member in wide.members] == [0, 0, 20, 40, 1000, 20000, 1000]
    file = tmp_path / "wide.toml"
    Reference((replace(wide, members=wide.members[:5]),)).write(file)
    called = rated(tmp_path, "--games", 12, field=file)
    assert "not met, since their search takes long: flat:1000; with them: --against all" in called.out
    assert "], of it random flat:20 ismcts:40, 95%" in quoted(called)
    called = rated(tmp_path / "all", "--games", 12, "--against", "all", field=file)
    assert "not met" not in called.out
    assert ", of it " not in quoted(called)
    assert "│ flat:1000" in called.out


def test_games_are_cut_at_whole_deals(monkeypatch):
    """Of three players, whose deals have three games: the rating is that of all games at once, to the last deal."""
    field = Reference.read(newest())
    table = field.table(envs.game("misty"), 3)
    seen = []
    monkeypatch.setattr(strength, "play_shard", lambda *cut: seen.append(cut[1:]) or play_shard(*cut))
    ratings = []
    for shard, games in ((4, 28), (500, 28), (500, 30)):
        monkeypatch.setattr(strength, "SHARD", shard)
        ratings.append(strength.placed(table, field.name, "greedy", games, ["random"]))
    assert seen == [(0, 6), (6, 12), (12, 18), (18, 24), (24, 30), (0, 30), (0, 30)]
    assert ratings[0] == ratings[1] == ratings[2]


def test_stopped_it_says_how_to_go_on_and_who_plays_by_the_clock_is_warned_of(tmp_path, monkeypatch):
    assert "ismcts:1ms plays by the clock" in rated(tmp_path, "--games", 8, bot="ismcts:1ms").out

    def stop(*_, **__):
        raise Stopped

    monkeypatch.setattr("medianoche.benchmarks.tournament.run.run_tournament", stop)
    called = rated(tmp_path)
    assert called.code == 130
    assert "the same command goes on" in called.err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nobody", YARDSTICK], "unknown agent 'nobody'"),
        (["nowhere.py:Bot", YARDSTICK], "nowhere.py: No such file"),
        (["greedy", "mysty"], "unknown game 'mysty'"),
        (["greedy", CHASE], "field small has no chase; games:"),
        (["greedy", YARDSTICK, "--players", 3], "not for 3 players"),
        (["greedy", YARDSTICK, "--width", 0], "width=0 is not accepted"),
        (["greedy", YARDSTICK, "--width", "nan"], "width=nan is not accepted"),
        (["greedy", YARDSTICK, "--games", 1], "no deal against the field is finished"),
        (["greedy", YARDSTICK, "--seed", -1], "seed -1"),
        (["greedy", YARDSTICK, "--against", "net"], "'net' is not in field small to play against"),
    ],
)
def test_bad_input_is_one_line(tmp_path, words, complaint):
    refused(["rate", *words, "--field", SMALL, "--out", tmp_path], complaint)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("game_version = 0", "game_version = 1", "the game's version is 0 here, field x was frozen with 1"),
        ("game_version = 0", 'game_version = 0\ngame_code = "ff"', "the game's code is none here, field x was frozen"),
        ('layout = "e2', 'layout = "ff', "the game's layout of the observation is"),
        ('pack_hash = "6e', 'pack_hash = "ff', "the game's standard pack is"),
        ('"random", ', '"exec:true", ', "'exec:true' cannot be in a frozen field"),
        ('"random", ', '"evil.py:Bot", ', "'evil.py:Bot' cannot be in a frozen field"),
        ('"random", ', '"net:/tmp/evil.py:Bot", ', "cannot be in a frozen field"),
        ('"random", ', '"ismcts:50ms", ', "cannot be in a frozen field"),
        ('"random", ', f'"ismcts:{"9" * 5000}", ', "cannot be in a frozen field"),
        ('"random", ', '"greedy", ', "an agent twice"),
        ("players = 2", "players = 3", "field x has connect_four for 3 players; given: 2"),
        ("players = 2", "players = 2\nlength = 1", "tables.0.length"),
        ("seed = 0", "seed = 'x'", "tables.0.seed"),
        ("[[tables]]", "[[tabels]]", "tabels"),
        ("elo = ", "elo = nan, low = ", "not a TOML file"),
        ('greedy", elo = ', 'greedy", elo = 1e300 # ', ""),
        ("]\n", "", "not a TOML file"),
    ],
)
def test_a_field_that_is_damaged_or_another_is_one_line(tmp_path, old, new, complaint):
    text = SMALL.read_text()
    assert old in text
    (tmp_path / "x.toml").write_text(text.replace(old, new))
    refused(rate(tmp_path, field=tmp_path / "x.toml"), complaint)
    assert not (tmp_path / "rated").exists()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["mysty"], "unknown game 'mysty'"),
        ([YARDSTICK], "no network comes with connect_four"),
        ([YARDSTICK, "--agents", "random", "bots.py:First"], "'bots.py:First' cannot be in a frozen field"),
        ([YARDSTICK, "--agents", "random", "ismcts:5ms"], "'ismcts:5ms' cannot be in a frozen field"),
        ([YARDSTICK, "--agents", "random", f"ismcts:{'9' * 5000}"], "9... cannot be in a frozen field"),
        ([YARDSTICK, "--agents", "random"], "at least 2 agents"),
        ([YARDSTICK, "--agents", "random", "greedy", "--players", 3], "not for 3 players"),
        ([YARDSTICK, "--agents", "random", "greedy", "flat:2", "--games", 2], "has not played in 2 games"),
    ],
)
def test_what_cannot_be_frozen_is_one_line(tmp_path, words, complaint):
    refused(["freeze", tmp_path / "x.toml", *words, "--out", tmp_path], complaint)
    assert not (tmp_path / "x.toml").exists()


def test_every_command_of_the_page_works(tmp_path, monkeypatch, bots):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(envs, "names", lambda: ["misty"])  # of the field that is frozen for all
    (tmp_path / "my_bot.py").write_text(bots.read_text().replace("First", "MyBot"))
    page = (Path(leaderboard.__file__).parent / "README.md").read_text()
    lines = [line for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) for line in block.splitlines()]
    assert {line.split()[1] for line in lines} == {"rate", "verify", "freeze", "leaderboard"}
    changes = {
        "misty": YARDSTICK,
        "net:64 halloween --players 5": f"flat:4 {YARDSTICK} --players 2",
        "--workers 2": "",
        "--games 1000": "--games 12",
        "--games 600": "--agents random greedy --games 4",
        f"correo {YARDSTICK}": YARDSTICK,
        "halloween nocturna --players 5": f"{YARDSTICK} --players 2",
        "medianokte --players 4": f"{YARDSTICK} --players 2",
        "benchmarks/reference/": "",
    }
    for line in lines:
        words = reduce(lambda text, change: text.replace(*change), changes.items(), line).split()[1:]
        words += ["--field", SMALL, "--games", 8] if words[0] == "rate" else []
        words += ["--field", SMALL, "--game", YARDSTICK] if words[0] == "verify" else []
        words += ["--page", "PAGE.md"] if words == ["leaderboard"] else []
        done(words)


def test_the_page_says_what_the_field_says(tmp_path, small, table):
    page = tmp_path / "BOARD.md"
    done(["leaderboard", "--field", SMALL, "--page", page])
    text = page.read_text()
    best = max(table.members, key=lambda member: member.elo)
    assert text == leaderboard.page(small, "BOARD.svg")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert len(rows) == len(table.members)
    assert rows[0].startswith(f"| `{best.agent}` | {best.rating.words} | {best.milliseconds:g} |")
    assert f"1,200 games on {table.deals:,} deals" in text
    picture = page.with_suffix(".svg").read_text()
    assert all(f">{member.agent}</text>" in picture for member in table.members)
    leaderboard.draw(tmp_path / "again.svg", small)
    assert (tmp_path / "again.svg").read_text() == picture
    leaderboard.draw(tmp_path / "again.svg", Reference((table, replace(table, players=3))))  # a game is drawn once
    assert (tmp_path / "again.svg").read_text() == picture


def test_all_games_weigh_the_same_in_one_table(table):
    ratings = {member.agent: member.elo for member in table.members}
    alone = leaderboard.overall([table])
    assert {agent: rating.value for agent, rating in alone.items()} == pytest.approx(ratings)
    turned = replace(table, game="x", members=tuple(replace(member, elo=3000 - member.elo) for member in table.members))
    for tables in (
        [table, turned],
        [table, turned, replace(turned, players=3)],
    ):  # player counts of a game share its weight
        over_all = leaderboard.overall(tables)
        assert [rating.value for rating in over_all.values()] == pytest.approx([1500] * len(ratings))
        assert all(rating.low < 1500 < rating.high for rating in over_all.values())
    fewer = replace(turned, members=table.members[1:])
    assert list(leaderboard.overall([table, fewer])) == [member.agent for member in table.members[1:]]
    assert "## All games" in leaderboard.page(Reference((table, turned)), "x.svg")


def test_a_table_names_the_agents_that_play_its_policies_here():
    older = newest().with_name("3.toml")  # before `net` had values of duels
    page = leaderboard.page(Reference.read(older), "x.svg")
    (nocturna,) = [part for part in page.split("\n## ") if part.startswith("nocturna, 5 players")]
    assert set(re.findall(r"^\| `(net[^`]*)`", nocturna, re.MULTILINE)) == {
        "net:plain",
        "net:64:plain",
        "net:1000:plain",
    }
    (misty,) = [part for part in page.split("\n## ") if part.startswith("misty, 2 players")]
    assert set(re.findall(r"^\| `(net[^`]*)`", misty, re.MULTILINE)) == {"net", "net:64", "net:1000"}


def test_the_page_of_the_suite_is_that_of_its_newest_field_which_can_be_played_here():
    page = Path(leaderboard.__file__).parents[1] / "LEADERBOARD.md"
    assert page.read_text() == leaderboard.page(Reference.read(newest()), "LEADERBOARD.svg")
    field = Reference.read(newest())
    for table in field.tables:
        assert field.table(envs.game(table.game), table.players) is table
        assert table.spec("greedy", field.name).gauntlet == "greedy"


def test_a_field_whose_members_have_no_end_is_read_shown_and_rated_over_all_games(tmp_path, table):
    first, second, *rest = table.members
    members = (replace(first, low=-np.inf), replace(second, high=np.inf), *rest)
    endless = Reference((replace(table, members=members), replace(table, game="x", members=members)), "field")
    endless.write(tmp_path / "field.toml")
    assert Reference.read(tmp_path / "field.toml") == endless
    text = leaderboard.page(endless, "x.svg")
    assert f"{first.elo:.0f} (-inf to {first.high:.0f})" in text
    assert f"{second.elo:.0f} ({second.low:.0f} to inf)" in text
    assert "nan" not in text
    whole = leaderboard.overall([table, replace(table, game="x")])
    for agent, rating in leaderboard.overall(endless.tables).items():
        assert rating.value == pytest.approx(whole[agent].value)
        assert rating.low < rating.value < rating.high
    leaderboard.draw(tmp_path / "x.svg", endless)
    assert "nan" not in (tmp_path / "x.svg").read_text()


@pytest.mark.parametrize(("end", "value"), [("low", "inf"), ("low", "nan"), ("high", "-inf"), ("high", "nan")])
def test_ends_of_a_field_that_cannot_be_are_one_line(tmp_path, small, table, end, value):
    member = replace(table.members[0], **{end: float(value)})
    Reference((replace(table, members=(member, *table.members[1:])),)).write(tmp_path / "field.toml")
    with pytest.raises(FieldError, match=f"members.*{end}"):
        Reference.read(tmp_path / "field.toml")
