"""The page to play on: what it is told, what it is refused, and that nothing hidden leaves the server."""

import json
import re
import threading
import time
from urllib.parse import quote

import numpy as np
import pytest

pytest.importorskip("uvicorn")

from medianoche import envs
from medianoche.envs.core.play.match import Replay
from medianoche.envs.core.show.catalogue import LANGUAGES
from medianoche.ui import catalog, frames, messages, session
from tests.benchmarks.conftest import BOTS
from tests.envs.repeats import ends
from tests.matches import dealt_again, show
from tests.ui.pages import YARDSTICK, load, offered, received, serving
from tests.waiting import LONG, soon

SLOW = """
import pathlib, time
HERE = pathlib.Path(__file__).parent

class Slow:
    def act(self, turn):
        for _ in range(6000):  # it thinks until it is allowed to end
            if (HERE / "enough").exists():
                break
            time.sleep(0.01)
        (HERE / "thought").touch()
        return turn.random_actions()
"""
DUEL = "tests.toys.duel:Duel"
"""A game of secret choices, quick to compile."""
LOOKS = ("account", "glossary", "text", "rules", "progress", "replay", "episode", "saved")
GAMES = [pytest.param(name, id=f"{name}-ui") for name in envs.names()]


def play(server, token, seed=0):
    """Play a seat at random to the end; returns the last frame."""
    rng = np.random.default_rng(seed)
    known = ""
    for _ in range(1000):
        frame = server.get(f"/api/frame?known={known}&wait=20", token)
        if frame.get("over"):
            return frame
        known = frame["key"]
        if frame.get("asked"):
            action = int(rng.choice(offered(frame["svg"])))
            assert server.post("/api/act", token, {"key": frame["position"], "action": action}) == {}
    raise AssertionError("the game does not end")


# ---- playing


def test_a_game_is_played_to_its_end_against_an_agent(server, tmp_path):
    _, (token, other, watch) = server.new(game=YARDSTICK, seats=["you", "random"], seed="5")
    assert not other
    assert watch
    frame = play(server, token)
    assert [seat["who"] for seat in frame["seats"]] == ["a person", "random"]
    assert {seat["utility"] for seat in frame["seats"]} in ({1.0, -1.0}, {0.0})
    replay_file = tmp_path / "game.json"
    replay_file.write_text(json.dumps(server.get("/api/replay", token)))
    replay = Replay.load(replay_file, YARDSTICK)
    assert replay.seed == 5
    assert replay.play().record.done
    episode = server.get("/api/episode", token)
    assert [view["seat"] for view in episode["views"]] == [None, 0, 1]


def test_a_game_that_the_server_was_started_with_is_offered_first_played_judged_and_kept(tmp_path):
    settings = {"games": [YARDSTICK], "further": ["ismcts:7"], "local": False}
    with serving(tmp_path / "games", **settings) as server:
        first, *others = server.get("/api/catalog", server.owner)["games"]
        assert (first["name"], first["title"], first["players"]) == (YARDSTICK, "Connect Four", "2")
        assert [game["name"] for game in others] == envs.names()
        known = server.get(f"/api/catalog/{quote(YARDSTICK, safe='')}", server.owner)
        assert known["agents"][:3] == ["ismcts:7", "random", "greedy"]
        assert known["hints"] == ["ismcts:7", catalog.SEARCH]
        _, (token, *_) = server.new(game=YARDSTICK, seats=["you", "random"], hints=["ismcts:7"], seed="5")
        _, (friend, *_) = server.new(game=YARDSTICK, seats=["friend", "ismcts:7"])
        frame = server.get("/api/frame", token)
        hint = server.post("/api/hint", token, {"key": frame["position"], "agent": "ismcts:7"})
        assert hint["words"].startswith("drop into column")
        play(server, token)
        assert server.post("/api/evaluate", token, {"agent": "ismcts:7"})["values"]
        tables = server.get("/api/tables", server.owner)["tables"]
        owner = server.owner
    assert [row["title"] for row in tables] == ["Connect Four", "Connect Four"]
    with serving(tmp_path / "games", **settings) as server:
        assert server.get("/api/frame", friend)["asked"]
        assert server.get("/api/tables", owner)["tables"][0]["open"]
    with serving(tmp_path / "games") as server:
        assert "name it when you start the page" in server.refused("GET", "/api/frame", friend)[1]


def test_what_was_chosen_is_taken_back_and_chosen_again(server):
    _, (token, *_) = server.new(game=YARDSTICK, seats=["you", "random"])
    first = server.get("/api/frame", token)
    assert not first["back"]
    assert server.refused("POST", "/api/back", token, {})[1] == "there is nothing that you can take back"
    server.choose(token, 3)
    assert server.until("asked", token)["back"]
    server.post("/api/back", token)
    assert server.get("/api/frame", token)["svg"] == first["svg"]


def test_what_has_happened_says_each_placement_once(server):
    token = server.new(game="misty", seats=["you", "random", "random"], seed="4")[1][0]
    strips = []
    for _ in range(6):
        page = server.until("asked", token)
        strips.append([line["words"] for line in page["strip"]])
        assert all("; ".join(line["parts"]) == line["words"] for line in page["strip"])
        server.choose(token, offered(page["svg"])[0])
    assert strips[2] == ["all picks are revealed: you house, player 2 tractor ←, player 3 monster"]
    placed = [line for line in strips[3] if " placed " in line]
    assert [line.split(" placed ")[0] for line in placed] == ["you", "player 2", "player 3"]
    assert not any("chose" in line or "picked" in line for line in strips[3])
    assert max(line.count("; ") for line in strips[3]) > 0  # a page with room has a line for each part


def test_the_end_of_a_round_is_told_first_and_the_own_choice_only_where_nothing_else_is_told(server):
    asked = {"seats": ["you", "random"], "options": {"variant": "introductory"}, "seed": "4"}
    token = server.new(game="misty", **asked)[1][0]
    kinds = []
    for _ in range(60):
        page = server.until("asked", token)
        lines = page["strip"]
        kinds = [line["kind"] for line in lines]
        assert "own" not in kinds or kinds == ["own"]
        if "head" in kinds:
            break
        server.choose(token, offered(page["svg"])[0])
    assert kinds[0] == "head"
    assert lines[0]["words"].startswith("round 1 is over: you ")
    assert not any("is over" in line["words"] for line in lines[1:])


def test_cards_that_come_to_the_market_are_not_told_above_the_board(server):
    token = server.new(game="correo", seats=["you"], seed="4")[1][0]
    told = set()
    for _ in range(12):
        page = server.until("asked", token)
        told |= {event["kind"] for event in page["events"]}
        assert not any("came to the market" in line["words"] for line in page["strip"])
        server.choose(token, offered(page["svg"])[0])
    assert "refilled" in told


def test_boards_of_the_list_speak_the_readers_language(server):
    number, (token, *_) = server.new(game="nocturna", seats=["you", "random"], seed="4")
    server.until("asked", token)
    boards = []
    for lang in ("en", "es"):
        _, _, sent = server.answer("GET", f"/api/tables/{number}", server.owner, headers={"accept-language": lang})
        boards.append(json.loads(sent)["svg"])
    assert ["Combate" in board for board in boards] == [False, True]


def test_nothing_is_taken_back_where_two_persons_play(server):
    _, (one, two, _) = server.new(game=YARDSTICK, seats=["you", "friend"])
    server.choose(one, 3)
    assert not server.get("/api/frame", one)["back"]
    assert server.get("/api/frame", two)["asked"]
    assert server.refused("POST", "/api/back", one, {})[0] == 400
    assert server.refused("POST", "/api/pace", one, {"pace": 1})[0] == 400


def test_a_page_waits_for_what_happens(server):
    _, (one, two, _) = server.new(game=YARDSTICK, seats=["you", "friend"])
    server.get("/api/frame", one)  # which is news for the other, too
    known = server.get("/api/frame", two)["key"]
    got = []
    waiting = threading.Thread(target=lambda: got.append(server.get(f"/api/frame?known={known}&wait=20", two)))
    waiting.start()
    server.choose(one, 2)
    waiting.join(LONG)
    assert got[0]["asked"]
    start = time.monotonic()
    assert server.get(f"/api/frame?known={got[0]['key']}&wait=1", two) == {"key": got[0]["key"], "same": True}
    assert time.monotonic() - start > 0.9


def test_the_key_changes_with_every_field_of_the_page(server, monkeypatch):
    _, (token, _, _) = server.new(game=YARDSTICK, seats=["you", "random"])
    session = server.table(token)
    usual = frames.contents
    known = frames.key(session, 0)
    for field, value in usual(session, 0).items():
        changed = [value, "changed"]
        monkeypatch.setattr(frames, "contents", lambda *arguments, f=field, v=changed: usual(*arguments) | {f: v})
        assert frames.key(session, 0) != known
        assert frames.frame(session, 0, known=known)[field] == changed
    monkeypatch.undo()
    assert frames.frame(session, 0, known=known) == {"key": known, "same": True}


def test_agents_are_watched_paused_and_stepped(server):
    _, (_, _, watch) = server.new(game=YARDSTICK, seats=["random", "random"], pace=60)
    server.post("/api/pace", watch, {"paused": True})
    frame = server.get("/api/frame", watch)
    assert (frame["paused"], frame["seat"], frame["watched"]) == (True, None, True)
    server.post("/api/pace", watch, {"one": True})
    assert len(server.table(watch).actions) == 1
    server.post("/api/pace", watch, {"one": True})
    assert len(server.table(watch).actions) == 2
    assert server.get("/api/frame?view=1", watch)["seat"] == 1
    assert server.refused("GET", "/api/frame?view=2", watch)[0] == 400


def test_hints_come_from_those_that_the_table_names(server):
    _, (token, *_) = server.new(game=YARDSTICK, seats=["you", "random"], hints=["ismcts:50", "random"])
    key = server.get("/api/frame", token)["position"]
    hint = server.post("/api/hint", token, {"key": key, "agent": "ismcts:50"})
    assert sum(hint["weights"].values()) == pytest.approx(1, abs=0.01)
    assert set(hint["values"]) == {str(action) for action in range(7)}
    assert -1 <= hint["value"] <= 1
    drawn = server.post("/api/narrow", token, {"key": key, "actions": [], "width": 360})["svg"]
    figure = hint["figures"][str(hint["best"])]
    assert hint["figure"] == f"{figure}% to win"
    assert figure == max(hint["figures"].values())
    assert re.findall(r"★(\d+)%", drawn) == [str(figure)]
    told = set(re.findall(r"\[(\d+)% to win\]", drawn))
    assert told == {str(figure) for figure in hint["figures"].values()}
    plain = server.post("/api/narrow", token, {"key": key, "actions": [1, 2], "width": 360, "judged": False})["svg"]
    assert "★" not in plain
    assert offered(plain) == [1, 2]
    assert "cannot be asked here" in server.refused("POST", "/api/hint", token, {"key": key, "agent": "flat:9"})[1]


@pytest.mark.parametrize("name", ends(envs.names()))
def test_row_star_and_sentence_of_a_hint_agree_in_every_game(server, name):
    """Rows of the page show `figures`; the board has the star and the titles, the sentence is `figure`."""
    seats = ["you"] + ["random"] * (envs.game(name).players[0] - 1)
    _, (token, *_) = server.new(game=name, seats=seats, hints=["ismcts:24"], seed="5")
    key = server.until("asked", token)["position"]
    hint = server.post("/api/hint", token, {"key": key, "agent": "ismcts:24"})
    figures = {int(action): figure for action, figure in hint["figures"].items()}
    best = max(figures.values())
    assert figures[hint["best"]] == best
    assert hint["figure"] == f"{best}% to win"
    drawn = server.post("/api/narrow", token, {"key": key, "actions": [], "width": 360})["svg"]
    assert set(re.findall(r"★(\d+)%", drawn)) == {str(best)}
    offers = re.findall(r'<g [^>]*data-action="([\d ]+)"[^>]*><title>([^<]*)</title>', drawn)
    assert set(offered(drawn)) == {int(number) for numbers, _ in offers for number in numbers.split()}
    for numbers, title in offers:
        told = [figures[action] for action in map(int, numbers.split()) if action in figures]
        assert re.findall(r"\[(\d+)% to win\]$", title) == ([str(max(told))] if told else [])


def test_a_bot_file_plays_and_a_broken_one_is_told(server, tmp_path):
    (tmp_path / "bots.py").write_text(BOTS)
    _, (token, *_) = server.new(game=YARDSTICK, seats=["you", f"{tmp_path}/bots.py:First"])
    assert play(server, token)["ended"]
    _, (token, *_) = server.new(game=YARDSTICK, seats=["you", f"{tmp_path}/bots.py:Broken"])
    server.choose(token, 0)
    assert server.until("problem", token)["problem"] == "bots.py:Broken has failed; the terminal of the server says why"
    assert "no idea" in server.said[-1]


def test_requests_do_not_wait_for_an_agent_that_thinks(server, tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    _, (one, *_) = server.new(game=YARDSTICK, seats=["you", f"{tmp_path}/slow.py:Slow"])
    server.choose(one, 3)
    _, (two, *_) = server.new(game=YARDSTICK, seats=["you", "random"])
    assert server.get("/api/frame", two)["asked"]
    assert not server.get("/api/frame", one)["asked"]
    server.post("/api/back", one)
    assert server.get("/api/frame", one)["asked"]
    assert not (tmp_path / "thought").exists()
    (tmp_path / "enough").touch()
    assert soon((tmp_path / "thought").exists)  # what it has chosen is dropped
    server.choose(one, 2)
    server.until("asked", one)
    assert len(server.table(one).actions) == 2
    assert server.table(one).actions[0] == 2


# ---- keeping


def test_games_survive_a_restart(tmp_path):
    with serving(tmp_path / "games") as server:
        _, (token, *_) = server.new(game=YARDSTICK, seats=["you", "random"], hints=["random"])
        for _ in range(2):
            server.choose(token, 3)
            frame = server.until("asked", token)
        owner = server.owner
    (tmp_path / "games/feedfeedfeed.json").write_text("{}")
    with serving(tmp_path / "games", programs=True) as server:
        assert server.owner == owner
        assert server.get("/api/frame", token) == frame
        assert server.said
        assert "feedfeedfeed" in server.said[0]
        (row,) = server.get("/api/tables", owner)["tables"]
        assert server.answer("DELETE", f"/api/tables/{row['number']}", owner)[0] == 200
        assert server.refused("GET", "/api/frame", token)[0] == 401
    assert [file.name for file in (tmp_path / "games").glob("*.json")] == ["feedfeedfeed.json"]
    assert (tmp_path / "games").stat().st_mode & 0o077 == 0


def test_a_replay_is_opened_and_one_that_names_a_module_is_not(server):
    env = envs.game("misty").aec()
    env.reset(7)
    for _ in range(5):
        env.step(env.sample_legal())
    replay = Replay.from_env(env)
    table_made = server.post("/api/replays", server.owner, json.loads(json.dumps(vars(replay))))
    watch = table_made["tokens"][-1]
    assert server.get("/api/frame", watch)["over"]
    assert len(server.get("/api/episode", watch)["views"][0]["frames"]) == 6
    for changed, why in (
        ({"final": "0" * 16}, "ends in state"),
        ({"game": "os:abort"}, "unknown game"),
        ({"pack": "/etc/x.toml"}, "name that file yourself"),
        ({"actions": ["x"]}, "is not a replay"),
    ):
        status, line = server.refused("POST", "/api/replays", server.owner, vars(replay) | changed)
        assert status == 400
        assert why in line


# ---- who is refused


def test_strangers_are_refused(server):
    _, (token, *_) = server.new(game=YARDSTICK, seats=["you", "random"])
    owner = server.owner
    assert server.refused("GET", "/api/tables")[0] == 401
    for wrong in ("x", owner[:-1], owner + "x", token, "é"):
        assert server.refused("GET", "/api/tables", wrong)[0] == 401
    for wrong in ("x", owner, token[:-1]):
        assert server.refused("GET", "/api/frame", wrong)[0] == 401
    for host in ("evil.com", f"evil.com:{server.port}", "", "127.0.0.1.evil.com", f"localhost@evil.com:{server.port}"):
        assert server.refused("GET", "/", Host=host)[0] == 403
        assert server.refused("GET", "/api/tables", owner, Host=host)[0] == 403
    for origin in ("http://evil.com", "null", f"https://127.0.0.1:{server.port}", "http://127.0.0.1:1"):
        assert server.refused("POST", "/api/tables", owner, {}, Origin=origin)[0] == 403
    assert server.answer("GET", "/api/tables", owner, headers={"Origin": server.address})[0] == 200
    for host in (f"localhost:{server.port}", "localhost", "127.0.0.1", "[::1]:80"):  # browsers leave out port 80
        assert server.answer("GET", "/", headers={"Host": host})[0] == 200


def test_messages_that_do_not_fit_are_refused(server):
    _, (token, *_) = server.new(game=YARDSTICK, seats=["you", "random"])
    owner = server.owner
    before = server.get("/api/frame", token)
    odd = [b"", b"{", b"[]", b"null", b'{"key": 1}', b"\xff\xfe", b"[" * 9999]
    for body in (*odd, b'{"key":"","action":1e99}', b'{"action":-1,"key":""}'):
        assert server.refused("POST", "/api/act", token, body)[0] == 400
        assert server.refused("POST", "/api/tables", owner, body)[0] == 400
    key = before["position"]
    for message in ({"key": key, "action": 7}, {"key": "old", "action": 3}, {"key": key, "action": 3, "more": 1}):
        assert server.refused("POST", "/api/act", token, message)[0] == 400
    assert server.refused("POST", "/api/act", token, b" " * (messages.MESSAGE_BYTES + 1))[0] == 413
    assert server.refused("POST", "/api/replays", owner, b" " * (messages.REPLAY_BYTES + 1))[0] == 413
    assert server.refused("POST", "/api/replays", owner, b"[" * 60_000)[0] == 400  # nested too deep to be read
    assert server.refused("GET", "/api/nothing", owner)[0] == 404
    assert server.refused("GET", "/static/../server.py")[0] == 404
    assert server.refused("GET", "/static/%2e%2e%2fserver.py")[0] == 404
    assert dict(server.answer("GET", "/favicon.ico")[1])["location"] == "static/moon.svg"
    assert server.refused("PUT", "/api/tables", owner)[0] == 405
    for query in ("width=0", "width=99999", "wait=x", "width=" + "9" * 4000):
        assert server.refused("GET", f"/api/frame?{query}", token)[0] == 400
    assert server.get("/api/frame", token) == before


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"game": "mist"}, "unknown game 'mist'"),
        ({"seats": ["you"]}, "is not for 1 players"),
        ({"seats": ["you", "gredy"]}, "unknown agent 'gredy'"),
        ({"seats": ["you", "replay"]}, "unknown agent 'replay'"),
        ({"pack": "nowhere"}, "unknown pack 'nowhere'"),
        ({"options": {"x": 1}}, "has no option 'x'"),
        ({"seed": "99999999999999999999"}, "is not accepted"),
        ({"hints": ["nobody"]}, "unknown agent 'nobody'"),
        ({"hints": ["friend"]}, "unknown agent 'friend'"),
        ({"pace": -1}, "greater than or equal to 0"),
        ({"seats": []}, "at least 1 item"),
    ],
)
def test_games_that_cannot_be_are_refused(server, asked, why):
    asked = {"game": "misty", "seats": ["you", "random"], **asked}
    status, line = server.refused("POST", "/api/tables", server.owner, asked)
    assert status == 400
    assert why in line
    assert not server.sessions.saved


def test_what_is_no_http_is_refused_in_json(server):
    with server.connect() as door:
        door.sendall(b"GARBAGE\r\n\r\n")
        head, _, body = received(door).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body) == {"error": "Invalid HTTP request received."}


def test_the_page_loads_nothing_from_elsewhere(server):
    status, headers, page = server.answer("GET", "/")
    assert status == 200
    assert "default-src 'none'" in dict(headers)["content-security-policy"]
    assert b"one moment" in page.partition(b"<main")[2]  # there are words before the catalogue has come
    files = re.findall(rb'(?:src|href)="([^"#]+)"', page)
    assert [file.startswith(b"static/") for file in files] == [True] * 8  # relative: a proxy may add a prefix
    names = {file.name for file in server_files() if file.suffix in (".js", ".css", ".svg")}
    assert names >= {"table.js", "lobby.js", "viewer.js", "style.css"}
    assert sum(file.stat().st_size for file in server_files()) <= 400_000
    for name in names:
        text = server.answer("GET", f"/static/{name}")[2].decode()
        assert not re.search(r"https?://(?!www\.w3\.org/)|[\"'`(]/(api|static)/", text), name


def server_files():
    from medianoche.ui.server import STATIC

    return [file for folder in STATIC for file in folder.iterdir()]


# ---- nothing hidden leaves


def answers(server, token, table, seat, lang):
    """The bytes of everything that a seat can be told in a position without changing it, and of what the list of games
    and the catalogues hold, in a language."""
    spoken = {"Accept-Language": lang}
    known, key = map(json.loads(server.answer("GET", "/api/frame", token, headers=spoken)[2]).get, ("key", "position"))
    asked = not table.over and int(table.state.to_move) == seat
    legal = table.game.legal_actions(table.state).tolist() if asked else []

    def get(*rest):
        return server.raw("GET", *rest, **spoken)

    def post(*rest):
        return server.raw("POST", *rest, **spoken)

    number = server.sessions.seat(token)[0]
    owner = server.owner
    yield get("/api/words", token)
    yield from (get(f"/api/{what}", owner) for what in ("tables", f"tables/{number}", f"catalog/{table.game.name}"))
    yield get("/api/frame?width=360", token)
    yield get(f"/api/frame?known={known}&width=720", token)
    yield from (get(f"/api/{what}", token) for what in LOOKS)
    yield get("/api/past?step=0", token)
    yield get(f"/api/past?step={len(table.steps(seat)) - 1}", token)
    for message in ({"key": key, "actions": legal[::2]}, {"key": key, "actions": legal[:1], "width": 720}):
        yield post("/api/narrow", token, message)
    for action in (*legal[::7], 0, table.game.num_actions - 1):
        yield post("/api/explain", token, {"what": action})
        yield post("/api/explain", token, {"what": action, "key": key})
    yield post("/api/explain", token, {"what": "nothing"})
    for hint in table.saved.hints:
        yield post("/api/hint", token, {"key": key, "agent": hint})
    yield post("/api/narrow", token, {"key": key, "actions": []})
    illegal = next(a for a in range(table.game.num_actions) if a not in legal)
    yield post("/api/act", token, {"key": key, "action": illegal})
    yield post("/api/act", token, {"key": "old", "action": 0})
    yield post("/api/evaluate", token, {"agent": table.saved.hints[0]})


@pytest.fixture(autouse=True)
def no_time(monkeypatch):
    """No time passes at a table: what a page is sent otherwise says how long the seat to move thinks."""
    monkeypatch.setattr(session.Session, "thinking", 0.0)


def leaks(server, name, positions, hints, every=17, deals=2, seed=0):
    """Play a game at random and, at some positions, compare what a seat is told with what it would be told were
    what is hidden dealt otherwise; yields the number of bytes compared."""
    game = envs.game(name)
    rng = np.random.default_rng(seed)
    _, tokens = server.new(game=name, seats=["you"] * game.players[-1], seed=str(seed), hints=hints)
    table = server.table(tokens[0])
    for number in range(positions * every):
        if table.over:
            return
        if number % every == 0:
            seat = int(rng.integers(len(table.seats))) if number % (2 * every) else int(table.state.to_move)
            table.judged.clear()
            lang = tuple(LANGUAGES)[number // every % len(LANGUAGES)]
            truth = table.match
            told = list(answers(server, tokens[seat], table, seat, lang))
            assert all(str(table.saved.replay.seed).encode() not in text_told for text_told in told) or seed < 1000
            for deal in range(deals):
                show(table, dealt_again(truth, seat, deal))
                table.judged.clear()
                assert list(answers(server, tokens[seat], table, seat, lang)) == told
            show(table, truth)
            yield sum(map(len, told))
        table.choose(table.asked, int(rng.choice(table.match.legal_actions)))


@pytest.mark.compiled
@pytest.mark.parametrize("positions", [2, pytest.param(4, marks=pytest.mark.larger)])
@pytest.mark.parametrize("name", GAMES)
def test_no_byte_depends_on_what_is_hidden(server, name, positions):
    searched = name == "misty" or positions > 2  # elsewhere a search would be compiled for this alone
    assert len(list(leaks(server, name, positions, ["ismcts:4", "greedy"] if searched else ["greedy"]))) >= 2


def test_what_is_chosen_in_secret_changes_nothing_for_others_and_is_no_news_for_a_spectator(server):
    """Whichever card the other seat has picked, this one is told the same; also how often the other was asked."""
    told = []
    for action in (0, 1):
        _, (one, two, watch) = server.new(game=DUEL, seats=["you", "you"], seed="3")
        first = server.table(one)
        before = server.get("/api/frame", two)["key"]
        first.choose(first.asked, int(first.game.legal_actions(first.state)[action]))
        told.append([server.get("/api/frame", two)])
        assert told[-1][0]["key"] != before  # it is asked now
        told[-1] += [server.get(f"/api/{path}", watch) for path in ("frame", "account", "text", "past?step=0")]
    assert told[0] == told[1]


# ---- many games


@pytest.mark.compiled
@pytest.mark.parametrize("games", [20, pytest.param(100, marks=pytest.mark.larger)])
def test_many_games_go_on_side_by_side(server, games):
    tokens = [server.new(game=YARDSTICK, seats=["you", "random"])[1][0] for _ in range(games)]
    _, chosen = load(server, tokens, rate=1000, asks=3 * games)
    assert set(chosen) == set(tokens)
    assert all(server.table(token).actions for token in tokens)
