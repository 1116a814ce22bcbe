"""The page when something goes wrong: full disks, removed games, names that run code, connections that never end."""

import contextlib
import errno
import json
import os
import re
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("uvicorn")

from medianoche.envs.core.errors import GameError
from medianoche.envs.core.play.match import Match
from medianoche.ui import messages, running, security, session, sessions, stored
from tests.foreign import within
from tests.soak.page import fuzz
from tests.ui.pages import YARDSTICK, called, received, serving
from tests.waiting import soon

FULL = "the folder of games cannot be written (No space left on device); nothing has changed"


@pytest.fixture(autouse=True)
def no_time(monkeypatch):
    """No time passes at a table: frames say how long the seat to move thinks."""
    monkeypatch.setattr(session.Session, "thinking", 0.0)


# ---- what is stored


def test_a_game_is_played_on_when_the_disk_has_room_again(server, tmp_path, monkeypatch):
    """A choice is stored and played, or neither; also that of an agent."""
    _, (token, *_) = server.new(game=YARDSTICK, seats=["you", "random"])
    (file,) = (tmp_path / "games").glob("*.json")
    frame = server.get("/api/frame", token)
    before = file.read_bytes()
    write = Path.open
    writes_left = 0

    def crowded(file, mode="r", *arguments, **how):
        nonlocal writes_left
        if mode in ("a", "w"):
            writes_left -= 1
            if writes_left < 0:
                raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, mode, *arguments, **how)

    monkeypatch.setattr(Path, "open", crowded)
    monkeypatch.setattr(sessions, "LATER", 0.1)
    choice = {"key": frame["position"], "action": 3}
    for what, message in (("act", choice), ("pace", {"pace": 1})):
        assert server.refused("POST", f"/api/{what}", token, message) == (507, FULL)
    asked = {"game": "misty", "seats": ["you"] * 2}
    assert server.refused("POST", "/api/tables", server.owner, asked)[0] == 507
    assert server.get("/api/frame", token) == frame
    assert file.read_bytes() == before
    writes_left = 1
    assert server.post("/api/act", token, choice) == {}
    assert server.until("problem", token)["problem"] == FULL
    assert len(stored.read(file).replay.actions) == len(server.table(token).actions) == 1
    writes_left = 1000
    assert server.until("asked", token)["problem"] == ""
    assert len(stored.read(file).replay.actions) == 2


def test_a_kill_while_a_move_is_stored_loses_that_move_at_most(tmp_path):
    file = tmp_path / "games" / "feedfeedfeed.json"
    played = Match(YARDSTICK, seed=2)
    game = session.Session(played, stored.SavedSession(played.replay(), ["you", "you"], ["a", "b", "c"], [], 0.0, 0.0))
    stored.store(file, None, before := game.save())
    lengths = []
    for action in (3, 2, 3):
        game.choose(game.asked, action)
        stored.store(file, before, now := game.save())
        lengths.append(len(file.read_bytes()))
        before = now
    content = file.read_bytes()
    for length in range(lengths[0], lengths[-1] + 1):
        file.write_bytes(content[:length])
        stored.store(file, saved := stored.read(file), saved)  # nothing was played
        assert len(saved.replay.actions) == sum(length >= least for least in lengths)
        again = session.Session.restore(stored.read(file))
        again.choose(again.asked, 4)
        stored.store(file, saved, again.save())
        assert stored.read(file) == again.save()
    file.write_bytes(content[: lengths[0]] + content[lengths[1] :])
    with pytest.raises(GameError, match="the actions before number 2 are missing"):
        stored.read(file)
    file.write_bytes(content + b"\n" + b"[" * 60_000)
    with pytest.raises(GameError, match="recursion limit exceeded"):
        stored.read(file)
    game.keep(names=["Ana", ""])
    stored.store(file, before, game.save())
    assert file.read_bytes().count(b"\n") == 1  # anew
    assert stored.read(file) == game.save()


def test_a_folder_that_is_removed_comes_back_or_nothing_is_played(server, tmp_path):
    games = tmp_path / "games"
    number, (token, *_) = server.new(game=YARDSTICK, seats=["you", "you"])

    def choose(call):
        frame = server.get("/api/frame", server.table(token).saved.tokens[server.table(token).asked])
        seat = server.table(token).saved.tokens[frame["seat"]]
        return call("/api/act", seat, {"key": frame["position"], "action": 3})

    shutil.rmtree(games)
    assert choose(server.post) == {}
    assert len(stored.read(games / f"{number}.json").replay.actions) == 1
    shutil.rmtree(games)
    games.write_text("")
    status, line = choose(lambda *what: server.refused("POST", *what))
    assert (status, line) == (507, "the folder of games cannot be written (File exists); nothing has changed")
    assert server.refused("DELETE", f"/api/tables/{number}", server.owner)[0] == 507
    assert len(server.table(token).actions) == 1
    games.unlink()
    assert choose(server.post) == {}
    assert len(stored.read(games / f"{number}.json").replay.actions) == 2


@pytest.mark.parametrize(("path", "message"), [("act", {"action": 3}), ("pace", {"pace": 1}), ("back", {})])
def test_a_game_removed_while_a_message_comes_stays_removed(server, tmp_path, path, message):
    number, (token, *_) = server.new(game=YARDSTICK, seats=["you", "random"])
    key = server.get("/api/frame", token)["position"]
    if path == "back":
        server.choose(token, 3)
        server.until("asked", token)
    body = json.dumps(message | ({"key": key} if path == "act" else {})).encode()
    with server.connect() as door:
        head = f"POST /api/{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n"
        door.sendall(f"{head}Content-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n".encode())
        assert door.recv(4096).startswith(b"HTTP/1.1 100")  # now it waits for the body
        assert server.answer("DELETE", f"/api/tables/{number}", server.owner)[0] == 200
        door.sendall(body)
        head, _, content = received(door).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 401 ")
    assert json.loads(content) == {"error": "this game has been removed"}
    assert server.get("/api/tables", server.owner) == {"tables": []}
    assert not list((tmp_path / "games").glob("*.json"))
    assert server.refused("DELETE", f"/api/tables/{number}", server.owner) == (404, "there is no such game")
    assert server.said == []


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({}, "has a token twice, or that of another game; is it a copy?"),
        ({"tokens": ["a" * 22, "a" * 22, ""]}, "has a token twice"),
        ({"made": float("inf")}, "made: Input should be"),
        ({"tokens": ["a" * 22, ""]}, "is not a game of this folder"),
        ({"tokens": ["a" * 22, "", "", ""], "seats": ["you", "random", "random"]}, "is not a game of this folder"),
    ],
)
def test_a_file_that_is_no_game_of_the_folder_stays_where_it_is(tmp_path, changed, why):
    games = tmp_path / "games"
    with serving(games) as server:
        number, (token, *_) = server.new(game="misty", seats=["you", "random"])
        frame = server.get("/api/frame", token)
    saved = json.loads((games / f"{number}.json").read_text())
    (games / "ffffffffffff.json").write_text(json.dumps(saved | changed))
    with serving(games) as server:
        assert why in server.said[0]
        assert server.get("/api/frame", token) == frame
        (row,) = server.get("/api/tables", server.owner)["tables"]
        assert server.answer("DELETE", f"/api/tables/{row['number']}", server.owner)[0] == 200
        assert server.get("/api/tables", server.owner) == {"tables": []}
    assert (games / "ffffffffffff.json").exists()


# ---- what names run


PROOF = """
from pathlib import Path

Path(__file__).with_suffix(".ran").touch()

class Bot:
    def act(self, turn):
        return turn.random_actions()
"""


@pytest.fixture
def evil(tmp_path, monkeypatch):
    """A file of Python that leaves another one when it is imported: its folder is where modules are looked for."""
    (tmp_path / "evil_bot.py").write_text(PROOF)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path / "evil_bot.py"


@pytest.mark.parametrize("what", ["seat", "hint", "command", "game"])
def test_no_saved_game_runs_what_it_names(tmp_path, evil, what):
    proof = evil.with_suffix(".ran")
    program = f"exec:touch {proof}" if what == "command" else f"{evil}:Bot"
    games = tmp_path / "games"
    with serving(games) as server:
        number, (token, *_) = server.new(game="misty", seats=["you", "random"], hints=["random"])
        owner = server.owner
    saved = json.loads((games / f"{number}.json").read_text())
    if what == "game":
        saved["replay"]["game"] = "evil_bot:Bot"
    elif what == "hint":
        saved["hints"] = [program]
    else:
        saved["seats"][1] = program
    (games / f"{number}.json").write_text(json.dumps(saved))
    with serving(games) as server:
        key = "0" * 20
        for method, path, message in (
            ("GET", "frame", None),
            ("GET", "replay", None),
            ("POST", "act", {"key": key, "action": 1}),
            ("POST", "hint", {"key": key, "agent": program}),
            ("POST", "evaluate", {"agent": program}),
        ):
            status, line = server.refused(method, f"/api/{path}", token, message)
            assert status == 400
            assert line.startswith("this saved game: ")
            assert " is not accepted: it runs code; " in line
            assert line.endswith("--allow-programs lets it")
        (row,) = server.get("/api/tables", owner)["tables"]
        assert (row["number"], row["open"]) == (number, False)
        assert not proof.exists()
        assert server.answer("DELETE", f"/api/tables/{number}", owner)[0] == 200


@pytest.mark.parametrize(
    "named", [{"seats": ["you", "exec:true"]}, {"hints": ["{evil}:Bot"]}, {"game": "evil_bot:Bot"}]
)
def test_on_a_page_that_others_reach_an_owner_runs_no_code(tmp_path, evil, named):
    asked = json.loads(json.dumps({"game": "misty", "seats": ["you", "random"]} | named).replace("{evil}", str(evil)))
    with serving(tmp_path / "games", local=False) as server:
        status, line = server.refused("POST", "/api/tables", server.owner, asked)
        assert status == 400
        assert line.startswith("a page that other machines reach: ")
        assert not server.sessions.saved
    assert not evil.with_suffix(".ran").exists()
    with serving(tmp_path / "games", local=False, programs=True) as server:
        refused = server.answer("POST", "/api/tables", server.owner, asked)[0] == 400
        assert refused == ("game" in named)  # the module is no game, which its import tells
    assert evil.with_suffix(".ran").exists() == ("seats" not in named)


@pytest.mark.parametrize(
    ("words", "local", "programs"),
    [
        ([], True, False),
        (["--host", "localhost"], True, False),
        (["--host", "0.0.0.0"], False, False),
        (["--host", "0.0.0.0", "--allow-programs"], False, True),
    ],
)
def test_the_command_knows_who_reaches_it(tmp_path, served, words, local, programs):
    result = called("--folder", tmp_path / "games", *words)
    assert result.code == 0
    assert (served[0][0].local, served[0][0].programs) == (local, programs)
    told = re.findall(r"^on a phone or another machine: http://[^/]+:\d+/#(\S+)$", result.out, re.MULTILINE)
    assert told == ([] if local else [served[0][0].token])


def test_a_new_token_closes_the_page_to_who_has_the_old_one(tmp_path, served):
    file = tmp_path / "games/token"
    tokens = []
    for words in ([], [], ["--new-token"], []):
        out = called("--folder", tmp_path / "games", *words).out
        tokens.append(served[-1][0].token)
        assert re.search(rf"^open http://127\.0\.0\.1:\d+/#{tokens[-1]}$", out, re.MULTILINE)
        assert file.read_text() == f"{tokens[-1]}\n"
        assert file.stat().st_mode & 0o077 == 0
    one, two, three, four = tokens
    assert one == two != three == four
    assert {file_there.name for file_there in file.parent.iterdir()} == {"token", "lock"}


# ---- connections


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HTTP/1.1\r\nHost: local", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET"]
)
def test_no_connection_waits_for_ever_for_a_request(server, monkeypatch, begun):
    monkeypatch.setattr(running, "HEAD_TIMEOUT_S", 0.3)
    with server.connect() as door:
        door.sendall(begun)
        *_, last = received(door).split(b"HTTP/1.1 ")
    assert last.startswith(b"408 ")
    assert last.endswith(b'{"error": "the head of a request did not arrive within 0.3 seconds"}')
    assert not server.server_state.connections


def test_a_page_waits_longer_than_the_head_of_a_request_may(server, monkeypatch):
    monkeypatch.setattr(running, "HEAD_TIMEOUT_S", 0.1)
    _, (token, *_) = server.new(game=YARDSTICK, seats=["you", "you"])
    key = server.get("/api/frame", token)["key"]
    assert server.get(f"/api/frame?known={key}&wait=1", token)["same"]


def new_table(server):
    """The head of a request for a new table, as far as it does not depend on the body."""
    return f"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {server.owner}\r\n"


def answered(server, lines, sent=b""):
    """The answer to a request for a new table with these further lines of its head, and so much of its body."""
    with server.connect() as door:
        door.sendall(f"{new_table(server)}{lines}\r\n\r\n".encode() + sent)
        return received(door)


def test_a_message_comes_in_time_or_not_at_all(server, monkeypatch):
    monkeypatch.setattr(security, "BODY_TIMEOUT_S", 0.2)
    assert answered(server, "Content-Length: 9\r\nConnection: close", b"{").startswith(b"HTTP/1.1 408 ")
    with server.connect() as door:
        door.sendall(f"{new_table(server)}Content-Length: 9\r\n\r\n{{".encode())
    assert server.get("/api/tables", server.owner) == {"tables": []}
    assert server.said == []


@contextlib.contextmanager
def connected(server, count, sent):
    """So many connections that have sent something."""
    with contextlib.ExitStack() as opened:
        doors = [opened.enter_context(server.connect()) for _ in range(count)]
        for door in doors:
            door.sendall(sent)
        yield doors


def test_more_requests_than_there_may_be_are_refused(server, monkeypatch):
    monkeypatch.setattr(running, "CONNECTION_LIMIT", 3)
    _, (token, *_) = server.new(game="misty", seats=["you", "you"], hints=["ismcts:4", "ismcts:20000ms"])
    asked = {"key": server.get("/api/frame", token)["position"], "agent": "ismcts:20000ms"}
    server.post("/api/hint", token, asked | {"agent": "ismcts:4"})  # compiled
    head = f"POST /api/hint HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
    body = json.dumps(asked)
    with connected(server, 3, f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()):
        assert soon(lambda: sum(not connection.waits for connection in server.server_state.connections) == 3)
        assert server.refused("GET", "/") == (503, "there are 3 connections; try again later")
    assert soon(lambda: not server.server_state.connections)
    assert server.answer("GET", "/")[0] == 200


def waiting_frame(server, token):
    """A request of a page that waits for news."""
    key = server.get("/api/frame", token)["key"]
    line = f"GET /api/frame?known={key}&wait=20 HTTP/1.1"
    return f"{line}\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode()


def test_pages_that_wait_for_news_by_one_link_keep_nobody_out(server, monkeypatch):
    monkeypatch.setattr(running, "CONNECTION_LIMIT", 20)
    _, (token, _, watch) = server.new(game=YARDSTICK, seats=["you", "you"])
    crowd = waiting_frame(server, watch)
    alone = waiting_frame(server, token)
    with connected(server, 1, alone) as (patient,), connected(server, 19, crowd):
        assert soon(lambda: sum(not connection.waits for connection in server.server_state.connections) == 20)
        for _ in range(10):
            assert server.answer("GET", "/")[0] == 200
        patient.setblocking(False)
        with pytest.raises(BlockingIOError):  # the page of another link still waits
            patient.recv(1)
    assert soon(lambda: not server.server_state.connections)


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost: local", b"GET /static/moon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"]
)
def test_connections_that_send_no_request_keep_nobody_out(server, monkeypatch, sent):
    monkeypatch.setattr(running, "CONNECTION_LIMIT", 5)
    assert server.answer("GET", "/")[0] == 200
    with within("page request") as bound, connected(server, 9, sent) as doors:
        if sent.endswith(b"\n"):
            assert doors[-1].recv(9) == b"HTTP/1.1 "
        elif not sent:  # else the end of the connection may be all that arrives
            said = received(doors[0]).decode()
            assert [line for line in bound.lines if line not in said] == []
        for _ in range(3):
            assert server.answer("GET", "/")[0] == 200
        assert len(server.server_state.connections) <= 5


def told(door):
    """The last line of a closed connection; empty if the server reset it."""
    try:
        return received(door).decode()
    except ConnectionResetError:
        return ""


@pytest.mark.parametrize("path", ["/api/act", "/api/explain", "/api/tables", "/nothing"])
def test_bodies_that_never_arrive_keep_nobody_out(server, monkeypatch, path):
    monkeypatch.setattr(running, "CONNECTION_LIMIT", 200)
    _, (*_, watch) = server.new(game=YARDSTICK, seats=["you", "you"])
    token = server.owner if path == "/api/tables" else watch
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nContent-Length: 99\r\n\r\n"
    assert soon(lambda: not server.server_state.connections)
    with within("page body") as bound, connected(server, 300, f"{head}{{".encode()) as doors:
        assert soon(lambda: all(connection.cycle for connection in server.server_state.connections))
        began = time.monotonic()
        for _ in range(10):
            assert server.answer("GET", "/api/tables", server.owner)[0] == 200
        assert time.monotonic() - began < 50
        assert server.new(game=YARDSTICK, seats=["you", "you"])
        assert len(server.server_state.connections) <= 200
        if path != "/nothing":  # which is answered before its body
            # those that had to go, the oldest when the owner came as the last; some or all get their end only
            said = [answer for door in doors[:101] if (answer := told(door))]
            assert [answer for answer in said if not all(line in answer for line in bound.lines)] == []
    assert soon(lambda: not server.server_state.connections)
    assert server.said == []


def test_addresses_of_any_length_are_refused_in_one_line(server):
    _, (*_, watch) = server.new(game=YARDSTICK, seats=["you", "you"])
    assert server.answer("GET", "/", watch)[0] == 200
    addresses = (f"/api/frame?wait={'9' * 30_000}", f"/{'a/' * 15_000}")
    with within("page address") as bound:
        lines = [server.refused("GET", address, watch)[1] for address in addresses]
    assert [part in line for part, line in zip(bound.lines, lines, strict=True)] == [True] * 2


def test_a_body_that_is_sent_slowly_is_cut_off_at_its_size_and_time(server, monkeypatch):
    monkeypatch.setattr(security, "BODY_TIMEOUT_S", 1)
    too_long = f"Content-Length: {messages.MESSAGE_BYTES + 1}\r\nConnection: close"
    assert answered(server, too_long).startswith(b"HTTP/1.1 413 ")
    chunked = "Transfer-Encoding: chunked\r\nConnection: close"
    part = b"%x\r\n%s\r\n" % (1024, b"x" * 1024)
    assert answered(server, chunked, part * 100).startswith(b"HTTP/1.1 413 ")
    with server.connect() as door:
        door.sendall(f"{new_table(server)}{chunked}\r\n\r\n".encode())
        began = time.monotonic()
        with contextlib.suppress(ConnectionError):
            while time.monotonic() - began < 10:
                door.sendall(b"1\r\nx\r\n")
                time.sleep(0.1)
        assert time.monotonic() - began < 8


# ---- other users of the machine


@pytest.mark.skipif(os.name != "posix", reason="files have no modes here")
def test_no_other_user_reads_the_tokens_of_games(tmp_path, monkeypatch):
    games = tmp_path / "games"
    games.mkdir(mode=0o755)
    with serving(games) as server:
        _, (token, *_) = server.new(game=YARDSTICK, seats=["you", "you"])
        server.choose(token, 3)
    assert [file.name for file in games.iterdir() if file.stat().st_mode & 0o077] == []
    (games / "token").chmod(0o644)
    with pytest.raises(GameError, match="token is not yours alone"):
        sessions.Sessions(games, print)
    (games / "token").chmod(0o600)
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(GameError, match="token is not yours alone"):
        sessions.Sessions(games, print)


def test_a_clock_that_goes_backwards_loses_no_game(tmp_path, monkeypatch):
    games = tmp_path / "games"
    with serving(games) as server:
        server.new(game=YARDSTICK, seats=["you", "you"], name="before")
        monkeypatch.setattr(time, "time", lambda: -5.0)
        _, (token, *_) = server.new(game=YARDSTICK, seats=["you", "you"], name="after", clock=60)
        server.choose(token, 3)
        assert server.get("/api/frame", token)["clock"]
    with serving(games) as server:
        assert server.said == []
        assert {row["names"][0] for row in server.get("/api/tables", server.owner)["tables"]} == {"before", "after"}


def test_who_waits_when_the_server_stops_is_told(tmp_path):
    with serving(tmp_path / "games") as server, ThreadPoolExecutor() as pool:
        _, (token, *_) = server.new(game="misty", seats=["you", "you"], hints=["ismcts:4", "ismcts:20000ms"])
        asked = {"key": server.get("/api/frame", token)["position"], "agent": "ismcts:4"}
        server.post("/api/hint", token, asked)  # compiled; in Connect Four the tree is full after a second
        assert soon(lambda: not server.server_state.tasks)
        late = pool.submit(server.refused, "POST", "/api/hint", token, asked | {"agent": "ismcts:20000ms"})
        while not server.server_state.tasks:
            time.sleep(0.01)
        server.should_exit = True
        assert late.result() == (503, "the server is stopping")


@pytest.mark.compiled
def test_mutated_requests_do_no_harm():
    assert fuzz(requests=100, seed=1) == []
