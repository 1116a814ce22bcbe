"""A server of pages in a thread of its own, and a client that connects to it over the loopback."""

import asyncio
import http.client
import json
import re
import socket
import threading
import time
from contextlib import contextmanager
from types import SimpleNamespace

import uvicorn.server

from medianoche.cli.ui import listening
from medianoche.ui.running import Running
from medianoche.ui.sessions import Sessions
from tests.benchmarks.calls import Called
from tests.waiting import LONG, soon

YARDSTICK = "medianoche.toys.connect_four:ConnectFour"
uvicorn.server.asyncio = SimpleNamespace(**{**vars(asyncio), "sleep": lambda seconds: asyncio.sleep(seconds / 10)})
"""Servers of tests look every 0.01 s whether they shall end, and wait as long when they do; uvicorn's 0.1 s."""
PATIENCE = 1800
"""Seconds: a game may have to be compiled."""


class Client:
    """Asks a server on this machine, whose owner's token is `owner`."""

    def __init__(self, port, owner):
        self.port = port
        self.owner = owner

    def connect(self):
        """A bare connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def raw(self, method, path, token="", body=None, **headers):
        """The bytes of an answer, status and headers included."""
        answer = self.answer(method, path, token, body, headers)
        return b"\n".join([str(answer[0]).encode(), repr(answer[1]).encode(), answer[2]])

    def answer(self, method, path, token="", body=None, headers=()):
        """Status, headers and content of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers_sent = {"authorization": f"Bearer {token}"} if token else {}
        sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        connection.request(method, path, sent, headers_sent | dict(headers))
        answer = connection.getresponse()
        parts = answer.status, answer.getheaders(), answer.read()
        connection.close()
        return parts

    def get(self, path, token):
        """What an answer holds."""
        status, _, content = self.answer("GET", path, token)
        assert status == 200, content
        return json.loads(content)

    def post(self, path, token, message=None):
        """What an answer holds."""
        status, _, content = self.answer("POST", path, token, {} if message is None else message)
        assert status == 200, content
        return json.loads(content)

    def choose(self, token, action):
        """Choose in the position that is shown."""
        position = self.get("/api/frame", token)["position"]
        assert self.post("/api/act", token, {"key": position, "action": action}) == {}

    def until(self, field, token):
        """Wait until a field of a page is true; returns the page."""
        frame = soon(lambda: (frame_now := self.get("/api/frame", token))[field] and frame_now)
        assert frame
        return frame

    def refused(self, method, path, token="", body=None, **headers):
        """Status and line of a refusal: one line of JSON, and nothing else."""
        status, headers_got, content = self.answer(method, path, token, body, headers)
        assert status >= 400, content
        assert dict(headers_got)["content-type"] == "application/json"
        assert b"\n" not in content
        refusal = json.loads(content)
        assert list(refusal) == ["error"]
        return status, refusal["error"]

    def new(self, **asked):
        """Deal a game; its number and tokens."""
        table_made = self.post("/api/tables", self.owner, {"hints": [], "pace": 0, **asked})
        return table_made["number"], table_made["tokens"]


class Server(Client, Running):
    """A server in this process, whose games can be looked into."""

    def __init__(self, folder, port=0, names=(), **how):
        self.said = []
        self.door = listening("127.0.0.1", port)
        Client.__init__(self, self.door.getsockname()[1], "")
        self.address = f"http://127.0.0.1:{self.port}"
        Running.__init__(self, Sessions(folder, self.said.append, **how), "127.0.0.1", [self.address], names)
        self.owner = self.sessions.token

    def table(self, token):
        """The game that a token opens, as the server has it."""
        self.get("/api/frame", token)
        return self.sessions._restored[self.sessions.seat(token)[0]].result()


@contextmanager
def serving(folder, **how):
    """A server that runs until the end of the block; `how`: its port, its names, what its sessions get (`Sessions`)."""
    server = Server(folder, **how)
    thread = threading.Thread(target=server.run, args=([server.door],), daemon=True)
    thread.start()
    assert soon(lambda: server.started)
    try:
        yield server
    finally:
        server.should_exit = True
        thread.join(LONG)
        server.door.close()


def called(*words):
    """The command `medianoche ui`, at any free port."""
    return Called(["ui", "--no-open", "--port", "0", *words])


def received(door):
    """All that comes until the other end closes the connection."""
    parts = []
    while part := door.recv(4096):
        parts.append(part)
    return b"".join(parts)


def offered(svg):
    """The actions that a picture offers."""
    return sorted({int(word) for numbers in re.findall(r'data-action="([\d ]+)"', svg) for word in numbers.split()})


def load(server, tokens, rate, asks):
    """Look at the games in turn, `rate` times a second in all and `asks` times together, and choose where one is asked.

    Returns:
        the seconds of each answer, and the tokens of those who chose.
    """
    times = []
    chosen = []

    def timed(ask, *what):
        begin = time.monotonic()
        answer = ask(*what)
        times.append(time.monotonic() - begin)
        return answer

    for number in range(asks):
        begin = time.monotonic()
        token = tokens[number % len(tokens)]
        frame = timed(server.get, "/api/frame?width=720", token)
        if frame.get("asked"):
            timed(server.post, "/api/act", token, {"key": frame["position"], "action": offered(frame["svg"])[0]})
            chosen.append(token)
        time.sleep(max(0.0, begin + 1 / rate - time.monotonic()))
    return times, chosen
