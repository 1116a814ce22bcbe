"""agents/engine: requests and answers, hidden information, searches that are stopped, and the clients."""

import json
import os
import queue
import signal
import socket as sockets
import struct
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import jsonschema
import pytest

from medianoche import envs
from medianoche.agents import engine as folder
from medianoche.agents.engine import messages, socket
from medianoche.agents.engine.engine import Engine
from medianoche.agents.engine.game import position, set_up
from medianoche.agents.messages import Part
from medianoche.envs.core.errors import OptionError
from medianoche.envs.core.play.match import Match
from tests.benchmarks.calls import refused
from tests.matches import dealt_again
from tests.processes import printed
from tests.waiting import LONG, soon

ENGINE = Path(folder.__path__[0])
SCHEMA = json.loads((ENGINE / "schema.json").read_text(encoding="utf-8"))
VALID = jsonschema.Draft202012Validator(SCHEMA)
PAGE = (ENGINE / "README.md").read_text(encoding="utf-8")
COMMAND = sys.executable, "-m", "medianoche", "engine", "misty"


def lines(*requests):
    return [json.dumps({"id": number, **request}) for number, request in enumerate(requests)]


def asked(*requests, name="misty", allow_programs=False, raw=()):
    """The answers to requests, in their order."""
    outputs = []
    Engine(envs.game(name), outputs.append, allow_programs).run([*lines(*requests), *raw])
    answers = [json.loads(line) for line in outputs]
    for message in [*({"id": 0, **request} for request in requests), *answers]:
        VALID.validate(message)
    return answers


class Talk:
    """An engine in a thread, to which requests are sent one by one."""

    def __init__(self):
        self.sent, self.answers = queue.SimpleQueue(), queue.SimpleQueue()
        engine = Engine(envs.game("misty"), lambda line: self.answers.put(json.loads(line)))
        self.thread = threading.Thread(target=engine.run, args=(iter(self.sent.get, None),), daemon=True)
        self.thread.start()

    def ask(self, **request):
        self.sent.put(json.dumps(request))

    def answer(self):
        return self.answers.get(timeout=300)


@contextmanager
def talking():
    talk = Talk()
    yield talk
    talk.ask(type="quit")
    talk.thread.join(300)
    assert not talk.thread.is_alive()


def test_a_whole_game_is_played_saved_and_loaded():
    with talking() as talk:

        def ask(**request):
            VALID.validate({"id": 0, **request})
            talk.ask(**request)
            VALID.validate(message := talk.answer())
            assert message["type"] != "error", message
            return message

        ask(type="new", seed=5, options={"variant": "introductory", "rounds_to_win": 1})
        while not (position := ask(type="position", seat=0))["done"]:
            assert bool(position["legal"]) == (position["to_move"] == 0)
            best = ask(type="best", agent="greedy")
            news = ask(type="apply", action=best["action"], seat=0)["news"]
            assert all(isinstance(line, str) for line in news)
        assert sorted(position["utilities"]) == [-1, 1]
        replay = ask(type="replay")["replay"]
        assert len(replay["actions"]) == position["decisions"]
        ask(type="undo", actions=3)
        assert ask(type="position")["decisions"] == position["decisions"] - 3
        ask(type="load", replay=replay)
        again = ask(type="position", seat=0)
        assert {**again, "id": 0} == {**position, "id": 0}


@pytest.mark.parametrize("name", envs.names())
def test_the_fields_of_a_position_set_it_up_again(name):
    """With every option set that the game names, in the middle of a game."""
    game = envs.game(name)
    for number, options in enumerate(game.declaration.variants):
        match = Match(game, seed=number, **options)
        for _ in range(6 * number + 3):
            match.push(match.legal_actions[len(match.actions) % len(match.legal_actions)])
        fields = json.loads(json.dumps(position(match, None, ["fields"]).fields))
        for players, seed in ((None, 0), (match.num_players, 1)):
            again = set_up(game, players, seed, "standard", fields)
            assert position(again, None, ["fields"]).fields == fields


def test_a_position_is_set_up_checked_and_taken_back():
    look = {"type": "position", "wants": ["fields"]}
    good, bad = ({"type": "load", "fields": {"spells": [spells, 0]}, "players": 2} for spells in (2, 99))
    others = {"type": "apply", "action": 10_000}, {"type": "undo"}
    answers = asked(good, look, *others, bad, look, {"type": "replay"}, name="correo")
    kinds = [answer["type"] for answer in answers]
    assert kinds == ["done", "position", "error", "error", "error", "position", "error"]
    assert answers[1]["fields"]["spells"] == [2, 0, 0, 0]
    assert answers[5]["fields"] == answers[1]["fields"]
    assert "does not begin with a deal" in answers[6]["error"]


def test_a_seat_is_told_nothing_that_it_does_not_know():
    engine = Engine(envs.game("nocturna"), lambda line: frames.append(json.loads(line)))
    frames = []
    parts = list(Part.__args__)
    engine.run(lines({"type": "new", "seed": 2}))
    for decision in range(30):
        match = engine.match
        seat = decision % 3
        if not match.legal_actions:
            break
        frames.clear()
        for shown in (match, dealt_again(match, seat, decision)):
            engine.match = shown
            for answer in engine.handle(messages.Show(type="position", seat=seat, wants=parts)):
                engine.answer(answer)
        assert frames[0] == frames[1]
        engine.match = match
        match.push(match.legal_actions[decision % len(match.legal_actions)])


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"type": "position"}, "no game yet"),
        ({"type": "new", "players": 9}, "9"),
        ({"type": "new", "pack": "no-such"}, "no-such"),
        ({"type": "new", "pack": "/tmp/x.toml"}, "--allow-programs"),
        ({"type": "new", "options": {"x": 1}}, "x"),
        ({"type": "new", "options": {"num_players": 3}}, "num_players"),
        ({"type": "load", "fields": {"num_players": 3}, "players": 2}, "num_players = 3 among"),
        ({"type": "load"}, "either"),
        ({"type": "load", "replay": {"format": 1}}, "replay"),
    ],
)
def test_what_is_not_accepted_has_one_line(request_, words):
    (answer,) = asked(request_)
    assert (answer["type"], answer["error"].count("\n")) == ("error", 0)
    assert words in answer["error"]


def test_requests_that_are_none_change_nothing():
    longest = "x" * 100  # of the ids that are accepted
    negative_time = json.dumps({"type": "best", "id": longest, "seconds": -1})
    raw = ["nonsense", "[]", '{"type":"dance","id":7}', negative_time, b"\xff", "[" * 10**5]
    raw += ['{"type":"hello","more":1}', '{"type":"apply","action":1.5}', " " * 100, "x" * (messages.LINE_BYTES + 1)]
    raw += lines({"type": "position"})
    answers = asked({"type": "new", "seed": 1}, {"type": "position"}, raw=raw)
    assert [answer["type"] for answer in answers[2:]] == ["error"] * 9 + ["position"]
    assert [answer["id"] for answer in answers[4:6]] == [7, longest]
    assert {**answers[-1], "id": 1} == answers[1]


def test_a_level_of_play_chooses_and_the_same_requests_give_the_same_actions():
    (_, chosen) = asked({"type": "new", "seed": 3}, {"type": "best", "agent": "level:easy"})
    assert (chosen["type"], chosen["agent"]) == ("best", "level:easy")
    requests = {"type": "new", "seed": 3}, {"type": "best"}, {"type": "best", "agent": "ismcts:50"}, {"type": "best"}
    one, other = ([answer.get("action") for answer in asked(*requests)] for _ in range(2))
    assert one == other
    assert one[1] == one[3]


@pytest.mark.parametrize("name", ["exec:rm -rf x", "bot.py:Bot", "no-such-agent", "greedy"])
def test_agents_that_run_code_or_do_not_search_are_refused(name):
    for limit in ({"seconds": 0.1}, {} if name != "greedy" else {"seconds": 0.2}):
        (_, answer) = asked({"type": "new"}, {"type": "best", "agent": name, **limit})
        assert answer["type"] == "error"


def test_an_analysis_goes_on_until_it_is_stopped():
    with talking() as talk:
        talk.ask(type="new", seed=1)
        talk.answer()
        for number in (1, 2):  # also the second time
            talk.ask(type="analyse", id=number, actions=2)
            for _ in range(2):
                VALID.validate(answer := talk.answer())
                assert (answer["type"], answer["id"], answer["last"]) == ("analysis", number, False)
                weights = [move["weight"] for move in answer["moves"]]
                assert weights == sorted(weights, reverse=True)
            talk.ask(type="stop", id="stop")
            while answer["type"] == "analysis" and not answer["last"]:
                answer = talk.answer()
            assert talk.answer() == {"id": "stop", "type": "done"}
        talk.ask(type="best", seconds=3000)
        talk.ask(type="stop")
        assert talk.answer()["stopped"]
        assert talk.answer()["type"] == "done"


def test_the_end_of_the_input_ends_an_analysis_without_a_limit():
    answers = asked({"type": "new"}, {"type": "analyse"}, {"type": "analyse", "seconds": 0.3})
    assert answers[-1]["last"]
    assert answers[1]["type"] == "analysis"


def test_the_schema_and_the_page_have_all_messages():
    assert messages.schema() == SCHEMA
    for kind, model in SCHEMA["$defs"].items():
        for key in model.get("properties", {}):
            named = f"`{key}`" in PAGE or f'"{key}"' in PAGE
            assert named or kind in ("About", "Position", "Move", "Analysis"), (kind, key)
        if kind := model.get("properties", {}).get("type"):
            assert f"`{kind['const']}`" in PAGE


def test_a_client_that_does_not_import_the_suite_plays_a_game():
    first, *_, last = printed(ENGINE / "client.py", "misty").splitlines()
    assert first == "Misty"
    assert last.startswith("utilities: [")
    assert "medianoche" not in (ENGINE / "client.py").read_text().replace('"medianoche", "engine"', "")


def test_the_client_in_gdscript_is_well_formed_and_the_clients_are_short():
    parser = pytest.importorskip("gdtoolkit.parser")
    text = (ENGINE / "client.gd").read_text()
    parser.parser.parse(text)
    assert len(text.splitlines()) <= 60
    assert len((ENGINE / "page.html").read_text().splitlines()) <= 100


def test_over_websocket_every_connection_has_a_game_and_knows_the_token():
    client = pytest.importorskip("websockets.sync.client")
    from websockets.exceptions import InvalidStatus

    server = socket.SocketServer(lambda write: Engine(envs.game("misty"), write), 0, "token")
    serving = server.start()
    with pytest.raises(InvalidStatus, match="403"):
        client.connect(server.address.rpartition("/")[0] + "/else")
    with client.connect(server.address) as one, client.connect(server.address) as other:
        for connection, seed in ((one, 1), (other, 2)):
            connection.send(json.dumps({"type": "new", "seed": seed}))
            assert json.loads(connection.recv())["type"] == "done"
        one.send(json.dumps({"type": "replay"}))
        assert json.loads(one.recv())["replay"]["seed"] == 1
    server.close()
    serving.join(LONG)


def test_a_port_that_is_taken_is_one_line():
    pytest.importorskip("websockets")
    with sockets.socket() as taken:
        taken.bind((socket.HOST, 0))
        taken.listen()
        with pytest.raises(OptionError, match="cannot listen"):
            socket.SocketServer(None, taken.getsockname()[1], "t")


@pytest.mark.parametrize("token", ["ñ", "a b", "a/b", "a%20b", "#", "a\nb", "x" * 201])
def test_a_token_that_cannot_stand_in_an_address_is_one_line(token):
    line = "is not accepted; accepted: letters a to z, digits and - . _ ~\n"
    assert refused(["engine", "misty", "--port", "0", "--token", token]).endswith(line)


class Vanishing:
    """A client that begins an analysis without a limit, and then neither reads nor answers pings."""

    def __init__(self, address):
        place, path = address.removeprefix("ws://").split("/")
        self.door = sockets.create_connection((socket.HOST, int(place.partition(":")[2])), timeout=60)
        key = "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
        self.door.sendall(f"GET /{path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n{key}\r\n\r\n".encode())
        for request in ("new", "analyse"):
            line = json.dumps({"type": request}).encode()
            self.door.sendall(bytes([0x81, 0x80 | len(line)]) + bytes(4) + line)  # masked with zeros
        while (answer := self.door.recv(4096)) and b'"analysis"' not in answer:  # nothing: it was given up already
            pass

    def close(self):
        """Go without a close frame."""
        self.door.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))
        self.door.close()


def test_clients_that_vanish_leave_no_thread_and_no_search(monkeypatch):
    server = pytest.importorskip("websockets.sync.server")
    monkeypatch.setattr(socket, "PING_S", 0.25)
    monkeypatch.setattr(server, "serve", partial(server.serve, close_timeout=0.1))  # of 10 s
    engines = []
    misty = envs.game("misty")

    def make(write):
        engines.append(Engine(misty, write))
        return engines[-1]

    server = socket.SocketServer(make, 0, "token")
    before = threading.active_count()
    serving = server.start()
    with closing(Vanishing(server.address)):
        Vanishing(server.address).close()
        assert soon(lambda: threading.active_count() <= before + 1, 0.1)  # that of the server is left
    assert [engine._ended for engine in engines] == [True] * 2
    server.close()
    serving.join(LONG)
    assert not serving.is_alive()


def test_one_interrupt_ends_the_server_and_all_its_clients():
    pytest.importorskip("websockets.sync.client")
    code = "from medianoche.agents.engine import socket as s; s.LEAVE_S = 0; import medianoche.cli.main as m; m.main()"
    words = [sys.executable, "-c", code, "engine", "misty", "--port", "0"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        said = next(line for line in process.stderr if "ws://" in line)
        with closing(Vanishing(said.split("at ")[1].split(";")[0])):
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130


def test_standard_input_may_be_non_blocking():
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with subprocess.Popen(COMMAND, stdin=reading, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        os.close(reading)
        try:
            os.write(writing, b'{"type": "hello"}\n')
            assert json.loads(process.stdout.readline())["type"] == "hello"
            time.sleep(0.5)  # it waits for the next request
            os.write(writing, b'{"type": "hello"}\n')
            os.close(writing)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert (json.loads(out)["type"], err) == ("hello", "")
