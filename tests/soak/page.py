"""Mutated requests to the server of `medianoche ui`, and servers that are killed and started again.

python -m tests.soak.page [--quick] [--seed N]

Requests are mutations of those that a page sends. No answer may have a status of 500 or more, contain a traceback,
leave a connection open, or tell a seat what only another one knows; afterwards games can still be played and their
files are complete. Then servers are ended by signals during games and started again; the games must be unchanged.
Prints what was tried and found; the exit status is 1 if there is a fault. Traffic goes to 127.0.0.1 only.
"""

import json
import logging
import random
import re
import socket
import struct
import tempfile
import time
import zlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from unittest import mock

from medianoche.envs.core.errors import choices
from medianoche.ui import frames, running, security, stored
from tests.soak.frame import finish, options_of
from tests.soak.restarts import PLAYED, restarts
from tests.ui.pages import YARDSTICK, offered, received, serving
from tests.waiting import soon

GAMES = [
    {"game": "tests.toys.duel:Duel", "seats": ["you", "friend"], "hints": ["ismcts:4"]},
    {"game": "misty", "seats": ["you", "friend"], "hints": ["ismcts:4", "random"]},
    {"game": YARDSTICK, "seats": ["you", "random"], "hints": ["ismcts:4", "random"]},
    {"game": YARDSTICK, "seats": ["random", "random"], "hints": ["ismcts:4"], "pace": 1},
]
PATIENCE = 60
"""Seconds after which an open connection counts as a fault."""
CLIENTS = 6
LOOKS = ["frame", "account", "glossary", "text", "rules", "progress", "replay", "episode", "saved"]
METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "P\x00ST", "", "X" * 300]
HOSTS = ["evil.com", "localhost", "127.0.0.1:1", "[::1]", "localhost@evil.com", "127.0.0.1:x", "[", "", "a" * 9000]
REMOVES_ALL = re.compile(rb"DELETE /+api/+tables/?(?!\S*over)[ ?]")
TAILS = ["?", "/", "/..", "%00", "%2e%2e/", "?" + "a" * 30_000]
KEYS = ["known", "wait", "width", "view", "step", "lang", "game", "over"]
QUERY = ["", "x", "-1", "1e9", "9" * 99, "%00", "²", "720", "1", "0x10", "1&width=2"]
HEADERS = [
    "Origin: null", "Origin: http://evil.com", "Content-Length: -1", "Content-Length: 5\r\nContent-Length: 6",
    "Content-Length: 99999999999999999999", "Content-Length: x", "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked", "Expect: 100-continue", "Connection: upgrade\r\nUpgrade: websocket",
    "Connection: keep-alive", "Accept-Encoding: gzip", "Range: bytes=0-5", "Authorization: Basic x",
    "Authorization: Bearer", "Authorization: Bearer \xff\xfe", "X-Long: " + "x" * 40_000, "X: y\r\n" * 200 + "Z: 1",
    " folded: line", "no colon", "X-Nul: a\x00b", "Cookie: " + "é" * 50,
]  # fmt: skip
VALUES = [
    None, True, -1, 0, 7, 2**31, 2**64, 10**400, 1e308, float("nan"), float("inf"), -0.5,
    "", "x", "\ud800", "\u202e", "é" * 200, "x" * 400, "\x00",
    [], [[]], [None], {}, {"": {}}, ["you"] * 17, "exec", "replay", "friend", "9" * 5000, list(range(10_001)),
]  # fmt: skip


# ---- requests


def templates(server, tables):
    """Requests that pages send: [(method, path, token, message)]; tables[i] is (number of the game, tokens)."""
    owner = server.owner
    requests = [("GET", "/", "", None), ("GET", "/static/table.js", "", None)]
    requests += [
        ("GET", f"/api/{path}", owner, None)
        for path in ("who", "words?lang=es", "catalog", f"catalog/{YARDSTICK}", "tables", "progress?game=misty")
    ]
    asked = {"hints": ["ismcts:4"], "pace": 0, "seed": "3", "options": {}, "pack": "standard"}
    requests += [("POST", "/api/tables", owner, PLAYED | asked), ("DELETE", "/api/tables/0123456789ab", owner, None)]
    for _, tokens in tables:
        for token in filter(None, tokens):
            key = server.get("/api/frame", token)["position"]
            requests += [
                ("GET", f"/api/frame?known={key}&wait=0&width=720&view=1", token, None),
                *(("GET", f"/api/{path}", token, None) for path in (*LOOKS, "past?step=1&width=720")),
                ("POST", "/api/act", token, {"key": key, "action": 3}),
                ("POST", "/api/narrow", token, {"key": key, "actions": [1, 2], "width": 360, "judged": True}),
                ("POST", "/api/hint", token, {"key": key, "agent": "ismcts:4"}),
                ("POST", "/api/explain", token, {"key": key, "what": 3}),
                ("POST", "/api/back", token, {}),
                ("POST", "/api/pace", token, {"pace": 0, "paused": False, "one": True}),
                ("POST", "/api/evaluate", token, {"agent": "ismcts:4"}),
                ("POST", "/api/name", token, {"name": "Ana"}),
                ("POST", "/api/say", token, {"text": "hello"}),
                ("POST", "/api/again", token, {}),
                ("POST", "/api/retry", token, {}),
            ]
    replay = server.get("/api/replay", tables[-1][1][-1])
    return [*requests, ("POST", "/api/replays", owner, replay)]


def mutant(rng, asked, tokens):
    """A mutation of the request `asked`: its bytes, its token and the way in which it is sent."""
    method, path, token, message = rng.choice(asked)
    body = b"" if message is None else json.dumps(message).encode()
    host = "127.0.0.1"
    more = []
    how = "whole"
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        match rng.randrange(14):
            case 0:
                method = rng.choice(METHODS)
            case 1:
                path = edited(rng, path.encode()).decode("latin-1")
            case 2:
                path += rng.choice(TAILS)
            case 12 | 13:
                path = f"{path.partition('?')[0]}?{rng.choice(KEYS)}={rng.choice(QUERY)}"
            case 3:
                token = rng.choice(tokens)
            case 4:
                token = edited(rng, token.encode()).decode("latin-1")
            case 5:
                host = rng.choice(HOSTS)
            case 6:
                more.append(rng.choice(HEADERS))
            case 7 if isinstance(message, dict):
                changed = message | {rng.choice([*message, "more"]): rng.choice(VALUES)}
                body = json.dumps(changed).encode("utf-8", "surrogatepass")
            case 8:
                body = edited(rng, body)
            case 9:
                body = rng.choice([b"[" * 60_000, b'{"a":' * 9000, b"\xff" * 9, b"NaN", b" " * 70_000, b"{}" * 600_000])
            case 10:
                how = rng.choice(["cut", "cut", "reset", "twice", "slow"])
            case _:
                method, path = rng.choice(asked)[:2]
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", *more]
    lines += [f"Authorization: Bearer {token}"] if token else []
    if not any(line.lower().startswith(("content-length", "transfer")) for line in more):
        lines.append(f"Content-Length: {len(body)}")
    head = "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n"
    return edited(rng, head + body) if rng.random() < 0.05 else head + body, token, how


def edited(rng, data):
    """`data` with a few bytes changed, inserted, removed or repeated."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(4):
            case 0:
                data[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                data[at:at] = bytes([rng.randrange(256)])
            case 2:
                del data[at : at + rng.randint(1, 9)]
            case _:
                data[at:at] = data[at : at + rng.randint(1, 40)]
    return bytes(data)


def sent(rng, port, data, how):
    """Send a request; returns the answer, or None if `how` does not wait for it; raises TimeoutError if the server
    neither answers nor closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as door:
        try:
            if how in ("cut", "reset"):
                door.sendall(data[: rng.randrange(len(data) + 1)])
            elif how == "slow":
                half = rng.randrange(len(data) + 1)
                door.sendall(data[:half])
                time.sleep(rng.random() / 20)
                door.sendall(data[half:])
            else:
                door.sendall(data * (2 if how == "twice" else 1))
            if how == "reset":
                door.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return None
            return received(door)
        except ConnectionError:  # refused before all of it was sent
            return None


# ---- faults


def secrets_of(server):
    """For each token of a seat: its game, the seat, and the words that no answer to it may contain before the end of
    the game, which are the seed and the keys of other seats' pages."""
    secrets = {}
    for number, saved in server.sessions.saved.items():
        table = server.sessions._restored[number].result()
        for seat in table.persons:
            keys = {frames.key(table, other) for other in table.persons if other != seat}
            secrets[saved.tokens[seat]] = table, seat, keys | {str(saved.replay.seed)}
    return secrets


def content(answer):
    """The body of an answer as text; it may be compressed."""
    head, _, body = answer.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n").partition(b"\r\n\r\n")
    if b"content-encoding: gzip" in head.lower():
        body = zlib.decompressobj(31).decompress(body)
    return (head + b"\r\n\r\n" + body).decode("utf-8", "replace")


def wrong(answer, token, secrets, owner, was_over=False):
    """The fault of an answer in words, empty if there is none; `was_over`: the game was over before the request."""
    if answer is None:
        return ""
    if not (statuses := re.findall(rb"HTTP/1\.1 ([2-9]\d\d) ", answer)):
        return "no answer"
    if any(status >= b"500" for status in statuses):
        return f"status {max(statuses).decode()}"
    text = content(answer)
    if token != owner and any(other in text for other in {owner, *secrets} - {token}):
        return "another token is told"
    if token in secrets and (seen := peeked(text, *secrets[token], was_over)):
        return f"what another seat sees is told: {seen}"
    body = text.partition("\r\n\r\n")[2]
    if statuses[0] >= b"400" and len(statuses) == 1 and body and not re.fullmatch(r'{"error": ?"[^\n]*"}', body):
        return f"a refusal that is not one line: {body[:300]}"
    return ""


def peeked(text, table, seat, hidden, was_over):
    """What an answer to a seat reveals that the seat must not know, in words; empty if nothing."""
    if not (table.over or was_over) and (told := [secret for secret in hidden if secret in text]):
        return choices(told)
    if not (match := re.search(r"^{.*}$", text, re.MULTILINE)):
        return ""
    answer = json.loads(match[0])
    told = frames.told(table, seat)
    if "account" in answer and not table.alone:  # a person alone may take moves back
        begin = answer.get("earlier", 0)
        if told[begin : begin + len(answer["account"])] != answer["account"]:
            return "its account"
    return "" if answer.get("seat", seat) == seat else "its seat"


@contextmanager
def listened():
    """A list to which errors logged by the server's libraries are added."""
    said = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: said.append(logging.Formatter().format(record))
    loggers = [logging.getLogger(name) for name in ("asyncio", "uvicorn.error")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield said
    finally:
        for logger in loggers:
            logger.removeHandler(handler)


def fuzz(requests, seed=0, report=lambda line: None):
    """Send mutated requests to a server in this process; returns the faults as lines."""
    rng = random.Random(seed)
    faults = []
    statuses = Counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.object(running, "HEAD_TIMEOUT_S", 0.5),
        mock.patch.object(security, "BODY_TIMEOUT_S", 0.5),
        listened() as said,
        serving(Path(folder) / "games") as server,
    ):
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        tables = [server.new(**game) for game in GAMES]

        def one(asked, tokens, secrets, number):
            rng_here = random.Random(f"{seed} {number}")
            data, token, how = mutant(rng_here, asked, tokens)
            if token == server.owner and REMOVES_ALL.match(data):  # no fault: the owner may, and no game would be left
                return "not sent", ""
            was_over = token in secrets and secrets[token][0].over  # a person alone may take back the last move
            try:
                answer = sent(rng_here, server.port, data, how)
                problem = wrong(answer, token, secrets, server.owner, was_over)
            except TimeoutError:
                answer = None
                problem = "a connection that nothing ends"
            status = "none waited for" if answer is None else answer[9:12].decode("latin-1")
            shown = f"{data[:300]!r} -> {(answer or b'')[:300]!r}"
            return status, problem and f"request {number} ({how}): {problem}: {shown}"

        for begin in range(0, requests, 250):
            some = range(begin, min(begin + 250, requests))
            asked = templates(server, tables)
            tokens = [server.owner, *(token for _, token_list in tables for token in token_list if token), "x" * 22]
            secrets = secrets_of(server)
            with ThreadPoolExecutor(CLIENTS) as pool:
                for status, problem in pool.map(partial(one, asked, tokens, secrets), some):
                    statuses[status] += 1
                    faults += [problem] if problem else []
            faults += [f"logged before request {some[-1]}: {line}" for line in [*said, *server.said]]
            said.clear()
            server.said.clear()
            try:
                faults += still_good(server, tables)
                tables = [advanced(server, rng, game, *table) for game, table in zip(GAMES, tables, strict=True)]
            except AssertionError as error:
                faults.append(f"what is legal is refused after request {some[-1]}: {error}")
                break
        if not soon(lambda: not server.server_state.connections and not server.server_state.tasks, every=0.05):
            faults.append(f"{len(server.server_state.connections)} connections are still open at the end")
    report(f"{requests} requests, seed {seed}; answers by status: {dict(sorted(statuses.items()))}")
    return faults


def still_good(server, tables):
    """Faults of the server after some requests: a game that cannot be played, or a file that differs from its game."""
    faults = []
    number, tokens = server.new(game=YARDSTICK, seats=["you", "random"])
    frame = server.get("/api/frame", tokens[0])
    choices = 0
    while not frame["over"] and choices < 100:
        if frame["asked"]:
            server.post("/api/act", tokens[0], {"key": frame["position"], "action": offered(frame["svg"])[0]})
            choices += 1
        frame = server.get(f"/api/frame?known={frame['key']}&wait=9", tokens[0]) | {"known": frame["key"]}
        frame = server.get("/api/frame", tokens[0]) if "same" in frame else frame
    if not frame["ended"]:
        faults.append("a game does not end")
    for token, _ in [*tables, (number, tokens)]:
        if token not in server.sessions.saved:
            faults.append(f"the game {token} is gone")
            continue
        file = stored.read(server.sessions.folder / f"{token}.json")
        table = server.sessions._restored[token].result()
        if file.replay.actions != table.actions and not table.agent:
            faults.append(f"the file of game {token} holds other choices than the server")
    server.answer("DELETE", f"/api/tables/{number}", server.owner)
    for other in set(server.sessions.saved) - {number for number, _ in tables}:
        server.answer("DELETE", f"/api/tables/{other}", server.owner)
    return faults


def advanced(server, rng, game, number, tokens):
    """Let every person who is asked choose once; returns number and tokens of the game, or of a new one at its end."""
    for token in filter(None, tokens):
        frame = server.get("/api/frame", token)
        if frame["over"]:
            return server.new(**game)
        if frame["asked"]:
            chosen = rng.choice(offered(frame["svg"]))
            server.post("/api/act", token, {"key": frame["position"], "action": chosen})
    return number, tokens


if __name__ == "__main__":
    options = options_of(__doc__, "a tenth of the requests and restarts")
    requests, rounds = (1000, 2) if options.quick else (10_000, 20)
    faults = fuzz(requests, options.seed, print) + restarts(rounds, options.seed, print)
    finish(f"{requests:,} mutated requests and {rounds} restarts", faults)
