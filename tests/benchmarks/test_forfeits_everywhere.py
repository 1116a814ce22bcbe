"""A game that was forfeited says so in every output: for each way in which an agent can fail, in each of PLACES."""

import base64
import html
import json
import re
import zlib
from dataclasses import replace

import polars as pl
import pytest

from medianoche.benchmarks.reference.bundle import Bundle
from medianoche.benchmarks.tournament.export import FORMATS
from medianoche.benchmarks.tournament.offline import _episodes
from medianoche.benchmarks.tournament.store import Store
from medianoche.benchmarks.tournament.trajectories import played_again
from medianoche.envs.core.errors import ReplayError
from medianoche.envs.core.play.forfeit import Failure, Forfeit
from medianoche.envs.core.play.match import Replay
from medianoche.envs.core.show.forfeits import forfeit_in_words
from tests.benchmarks.calls import done, one_line, refused
from tests.benchmarks.conftest import YARDSTICK
from tests.benchmarks.failing import WAYS, as_of_04, failing, lost_by
from tests.benchmarks.test_bundle import closed, opened
from tests.benchmarks.test_reference import SMALL

NAMED = ["--game", YARDSTICK]
SEATS = ["player_0", "player_1"]


@pytest.fixture(scope="module", params=Failure)
def lost(request, tmp_path_factory):
    return lost_by(tmp_path_factory.mktemp(request.param.name.lower()), request.param)


def exported(lost, out, *words):
    """The folder of an export."""
    done(["export", lost.folder, "--out", out, *words])
    return out


def flat(text):
    """Text without the breaks of lines."""
    return " ".join(text.split())


def reason(lost):
    """Why, with the number of an illegal action."""
    return lost.failure + (" 99" if lost.failure is Failure.ILLEGAL_ACTION else "")


def in_the_database(lost, tmp_path):
    forfeit = lost.forfeit
    assert forfeit.failure is lost.failure
    assert forfeit.detail.startswith(WAYS[lost.failure][-1])
    assert forfeit.action == (99 if lost.failure is Failure.ILLEGAL_ACTION else None)
    with Store.read(lost.folder) as store:
        results = store.results()
    assert results.decisions[lost.game] == forfeit.decision > 0
    assert lost.spec.agents[results.seats[lost.game, forfeit.seat]] == lost.agent
    assert results.utilities[lost.game].tolist() == forfeit.utilities(lost.spec.teams)
    assert results.utilities[lost.game, forfeit.seat] == -1


def in_tables(lost, tmp_path):
    for kind in FORMATS:
        out = exported(lost, tmp_path / kind, "--format", kind)
        file = out / f"games.{kind}"
        table = pl.read_csv(file) if kind == "csv" else pl.read_parquet(file)
        forfeit = lost.forfeit
        row = table.row(lost.game, named=True)
        columns = [row[f"forfeit_{name}"] for name in ("seat", "decision", "reason", "action", "detail")]
        assert columns == [SEATS[forfeit.seat], forfeit.decision, lost.failure, forfeit.action, forfeit.detail]
        assert table["forfeit_seat"].null_count() == len(table) - len(all_of(lost))
        out = exported(lost, tmp_path / f"{kind}-without", "--format", kind, "--without-forfeits")
        file = out / f"games.{kind}"
        rest = pl.read_csv(file) if kind == "csv" else pl.read_parquet(file)
        assert rest["game"].to_list() == [game for game in range(8) if game not in all_of(lost)]


def all_of(lost):
    with Store.read(lost.folder) as store:
        return store.forfeits()


def in_trajectories(lost, tmp_path):
    out = exported(lost, tmp_path / "all", "--trajectories", *NAMED)
    table = pl.read_parquet(out / "*.parquet")
    rows = table.filter(pl.col("game") == lost.game)
    forfeit = lost.forfeit
    last = rows.row(-1, named=True)
    assert (last["seat"], last["decision"], last["action"]) == (forfeit.seat, forfeit.decision, None)
    assert (last["forfeit_action"], last["forfeit_detail"]) == (forfeit.action, forfeit.detail)
    assert set(rows["forfeit_reason"].cast(pl.String)) == {lost.failure}
    assert set(rows["forfeit_seat"]) == {forfeit.seat}
    assert rows["action"].null_count() == 1
    out = exported(lost, tmp_path / "rest", "--trajectories", "--without-forfeits", *NAMED)
    rest = pl.read_parquet(out / "*.parquet")
    assert set(rest["game"]) == set(range(8)) - set(all_of(lost))
    assert rest["action"].null_count() == 0


def in_episodes(lost, tmp_path):
    """What Minari gets; tests/interop reads it with Minari."""
    ((table, batch),) = played_again(lost.folder, YARDSTICK)
    episodes = [episode for episode in _episodes(table, batch) if episode["options"]["game"] == lost.game]
    for episode in episodes:
        options = episode["options"]
        mine = options["seat"] == lost.forfeit.seat
        assert episode["truncations"][-1]
        assert not episode["terminations"].any()
        assert not episode["rewards"].any(), "the last legal action gets no blame"
        assert options["utility"] == (-1 if mine else 1)
        assert options["forfeit_seat"] == lost.forfeit.seat
        assert options["forfeit_reason"] == lost.failure
        assert options["forfeit_detail"] == (lost.forfeit.detail if mine else None)
        assert episode["observations"]["action_mask"][-1].any() == mine
    assert {episode["options"]["seat"] for episode in episodes} == {0, 1}


def in_metadata(lost, tmp_path):
    count = len(all_of(lost))
    for words in ([], ["--trajectories", *NAMED]):
        out = exported(lost, tmp_path / "all", *words)
        told = json.loads((out / "croissant.json").read_text(encoding="utf-8"))
        were = "1 game was" if count == 1 else f"{count} games were"
        assert f"{were} forfeited, since an agent failed: the columns forfeit_... say who failed" in told["description"]
        fields = {field["name"]: field for field in told["recordSet"][0]["field"]}
        assert fields["forfeit_action"]["dataType"] == fields["forfeit_decision"]["dataType"] == "sc:Integer"
        assert lost.failure in fields["forfeit_reason"]["description"]
    out = exported(lost, tmp_path / "rest", "--without-forfeits")
    assert "leave them out" in (out / "croissant.json").read_text(encoding="utf-8")


def in_the_report(lost, tmp_path):
    text = flat(done(["table", lost.folder]))
    count = len(all_of(lost))
    games = "1 game" if count == 1 else f"{count} games"
    first = min(all_of(lost))
    assert f"{lost.agent} forfeited {games} ({count} by {lost.failure}). Game {first}: player_" in text
    assert f"forfeited the game at decision {all_of(lost)[first].decision}: {reason(lost)} (" in text
    assert re.search(r"Utilities: player_0 [+-]1, player_1 [+-]1\.", text)
    rows = rows_below("Forfeited games", lost.folder)
    forfeit = lost.forfeit
    facts = [lost.game, lost.agent, SEATS[forfeit.seat], forfeit.decision, lost.failure, forfeit.action or ""]
    assert [*map(str, facts)] in [row[:-1] for row in rows]
    assert [int(row[0]) for row in rows] == list(all_of(lost))


def rows_below(heading, folder):
    """The cells of the table below a heading of the report, without those of the headings."""
    page = (folder / "report.html").read_text(encoding="utf-8")
    table = page.partition(f"<h2>{heading}</h2>")[2].partition("</table>")[0]
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in table.split("<tr>")[2:]]
    return [[html.unescape(re.sub("<[^>]*>", "", cell)) for cell in row] for row in rows]


def in_the_reports_replays(lost, tmp_path):
    done(["table", lost.folder])
    rows = rows_below("Games to see again", lost.folder)
    shown = {int(row[1]): row[-1] for row in rows}
    forfeits = all_of(lost)
    assert set(shown) & set(forfeits)
    for game, words in shown.items():
        assert ("forfeited the game at decision" in words) == (game in forfeits)


def in_a_replay_in_words(lost, tmp_path):
    file = tmp_path / "game.json"
    from_folder = done(["replay", lost.folder, "--game", lost.game, *NAMED, "--save", file])
    from_file = done(["replay", file, *NAMED])
    for text in map(flat, (from_folder, from_file)):
        forfeit = lost.forfeit
        assert f"{SEATS[forfeit.seat]} forfeited the game at decision {forfeit.decision}: {reason(lost)} (" in text
        assert f"{SEATS[forfeit.seat]}: utility -1.000" in text
        assert f"{SEATS[1 - forfeit.seat]}: utility +1.000" in text
    assert Replay.load(file, YARDSTICK).forfeit == lost.forfeit
    spanish = flat(done(["replay", file, *NAMED, "--lang", "es"]))
    words = f"pierde la partida por un fallo en la decisión {lost.forfeit.decision}: "
    assert f"{SEATS[lost.forfeit.seat]} {words}" in spanish


def episode_of(page):
    packed = re.search(r'<script id="episode" type="text/plain">(.*?)</script>', page).group(1)
    return json.loads(zlib.decompress(base64.b64decode(packed)))


def in_a_replay_as_a_page(lost, tmp_path):
    forfeit = lost.forfeit
    for seat in (None, 0, 1):
        file = tmp_path / f"{seat}.html"
        view = [] if seat is None else ["--seat", seat + 1]
        done(["replay", lost.folder, "--game", lost.game, *NAMED, "--html", file, *view])
        shown = episode_of(file.read_text(encoding="utf-8"))
        (note,) = shown["notes"]
        who = ["player 1", "player 2"][forfeit.seat]
        assert note.startswith(f"{who} forfeited the game: {lost.failure}. Utilities: player 1 ")
        last = shown["views"][0]["frames"][-1]
        assert last["asked"] == -1, "the viewer says that the game is over"
        told = " ".join(last["news"])
        assert f"{who} forfeited the game" in told
        assert (forfeit.detail in told) == (seat in (None, forfeit.seat)), "it may show what the seat knew"
        assert (f"at decision {forfeit.decision}" in told) == (seat is None)


def in_a_rating(lost, tmp_path):
    bundle = tmp_path / "rating.zip"
    agent = failing(tmp_path, lost.failure)
    words = ["rate", agent, YARDSTICK, "--field", SMALL, "--against", "random", "--games", 8, "--forfeit"]
    rated = flat(done([*words, "--out", tmp_path / "rated", "--bundle", bundle]))
    verified = flat(done(["verify", bundle, "--field", SMALL, *NAMED]))
    claimed = Bundle.read(bundle).forfeits
    with Store.read(tmp_path / "rated") as store:
        assert claimed == store.forfeits()
    first = min(claimed)
    assert {forfeit.failure for forfeit in claimed.values()} == {lost.failure}
    for text in (rated, verified):
        assert f"{agent} forfeited " in text
        assert f"Game {first}: player_{claimed[first].seat} forfeited the game at decision " in text
        assert f": {reason(lost)} (" in text


PLACES = [
    in_the_database,
    in_tables,
    in_trajectories,
    in_episodes,
    in_metadata,
    in_the_report,
    in_the_reports_replays,
    in_a_replay_in_words,
    in_a_replay_as_a_page,
    in_a_rating,
]


def test_each_failure_is_made():
    assert set(WAYS) == set(Failure)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_a_forfeited_game_says_so(lost, place, tmp_path):
    place(lost, tmp_path)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"decision": 3}, "forfeited at decision 3, but has"),
        ({"seat": 2}, "forfeited by seat 2, but seat"),
        ({"action": 3, "failure": Failure.ILLEGAL_ACTION}, "forfeited by action 3, which is legal"),
    ],
)
def test_a_replay_whose_forfeit_cannot_be_is_refused(replay, tmp_path, change, line):
    begun = Replay(**{**vars(replay), "actions": [], "final": start_of(replay)})
    forfeit = {"seat": 0, "decision": 0, "failure": Failure.CRASH, "action": None, "detail": "ended"}
    Replay(**{**vars(begun), "forfeit": Forfeit(**forfeit)}).match(played=True)
    forged = Replay(**{**vars(begun), "forfeit": Forfeit(**forfeit | change)})
    with one_line(ReplayError, line):
        forged.match(played=True)
    forged.save(tmp_path / "game.json")
    refused(["replay", tmp_path / "game.json", *NAMED], line)
    over = Replay(**{**vars(replay), "forfeit": Forfeit(**forfeit)})
    with one_line(ReplayError, "it is over, and cannot be forfeited"):
        over.match(played=True)


def start_of(replay):
    from medianoche.envs.core.play.replay import state_hash

    return state_hash(replay.match().state)


def test_a_replay_without_a_forfeit_has_the_bytes_of_04(replay, tmp_path):
    replay.save(tmp_path / "game.json")
    assert "forfeit" not in json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert Replay.load(tmp_path / "game.json", YARDSTICK) == replay


def test_every_failure_has_words_in_every_language():
    for failure in (*Failure, None):
        forfeit = Forfeit(0, 3, failure, None, "x")
        assert forfeit_in_words(forfeit, SEATS) != forfeit_in_words(forfeit, SEATS, "es")


def test_of_a_tournament_of_04_it_is_said_what_is_unknown(tmp_path):
    lost = lost_by(tmp_path, Failure.ILLEGAL_ACTION)
    old = lost._replace(folder=as_of_04(lost.folder, tmp_path / "old"))
    with Store.read(old.folder) as store:
        forfeits = store.forfeits()
    whole = all_of(lost)
    assert list(forfeits) == list(whole)
    for game, forfeit in forfeits.items():
        assert forfeit == replace(whole[game], failure=None, action=None)
    table = pl.read_csv(exported(old, tmp_path / "tables") / "games.csv")
    assert set(table["forfeit_reason"].drop_nulls()) == {"unknown"}
    assert table["forfeit_action"].null_count() == len(table)
    table = pl.read_parquet(exported(old, tmp_path / "rows", "--trajectories", *NAMED) / "*.parquet")
    assert table["action"].null_count() == len(whole)
    assert f"forfeited {len(whole)} games ({len(whole)} by unknown)" in flat(done(["table", old.folder]))
    words = flat(done(["replay", old.folder, "--game", lost.game, *NAMED]))
    assert f"at decision {lost.forfeit.decision}: reason unknown, as version 0.4 did not store it (chose an" in words


def test_a_bundle_of_04_is_verified(tmp_path):
    agent = failing(tmp_path, Failure.CRASH)
    words = ["rate", agent, YARDSTICK, "--field", SMALL, "--against", "random", "--games", 8, "--forfeit"]
    done([*words, "--out", tmp_path / "rated", "--bundle", tmp_path / "new.zip"])
    claim, arrays = opened(tmp_path / "new.zip")
    forfeits = claim["forfeits"]
    assert (claim["format"], type(forfeits)) == (2, dict)
    sentences = [[int(game), forfeit["seat"], forfeit["detail"]] for game, forfeit in forfeits.items()]
    old = closed(tmp_path / "old.zip", claim | {"format": 1, "forfeits": sentences}, arrays)
    verified = flat(done(["verify", old, "--field", SMALL, *NAMED]))
    assert "reason unknown, as version 0.4 did not store it (ended with" in verified
    game = next(iter(forfeits))
    forged = forfeits | {game: forfeits[game] | {"failure": "illegal action", "action": 3}}
    file = closed(tmp_path / "forged.zip", claim | {"forfeits": forged}, arrays)
    refused(["verify", file, "--field", SMALL, *NAMED], f"game {game}: it was forfeited by action 3, which is legal")
