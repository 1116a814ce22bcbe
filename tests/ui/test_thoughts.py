"""Thoughts of agents on the page: while the game goes on, the server sends them to no seat and no spectator. After the
game the page shows them beside the move."""

import json

from medianoche.envs.core.show.episode import episode
from medianoche.ui import stored
from medianoche.ui.session import Session
from tests.ui.pages import YARDSTICK

SECRET = "sesquipedalian <img src=x onerror=alert(1)>"
BOT = f"""
class Loud:
    def act(self, turn):
        self.thoughts = {{0: {SECRET!r}}}
        return turn.action_mask.argmax(axis=1)
"""
WAYS = ("/api/frame", "/api/account", "/api/past?step=0")


def test_no_page_is_sent_a_thought_while_the_game_goes_on_and_the_replay_has_it(server, tmp_path):
    (tmp_path / "loud.py").write_text(BOT)
    number, tokens = server.new(game=YARDSTICK, seats=["you", f"{tmp_path}/loud.py:Loud"])
    person, _, spectator = tokens
    choices = 0
    while not server.until("asked", person)["over"]:
        legal = server.table(person).match.legal_actions
        server.choose(person, legal[-1])
        choices += 1
        if server.table(person).over:
            break
        server.until("asked", person)
        for token in (person, spectator):
            for way in WAYS:
                assert b"sesquipedalian" not in server.answer("GET", way, token)[2]
            for way in ("replay", "episode", "saved"):
                status, _, content = server.answer("GET", f"/api/{way}", token)
                assert status >= 400 or b"sesquipedalian" not in content
        assert b"sesquipedalian" not in server.answer("GET", "/api/tables", server.owner)[2]
        if choices == 2:
            break
    table = server.table(person)
    kept = table.saved.replay.thoughts
    assert set(kept.values()) == {SECRET}
    file = server.sessions.folder / f"{number}.json"
    assert stored.read(file).replay.thoughts == kept
    while not server.table(person).over:
        server.choose(person, server.table(person).match.legal_actions[-1])
        if not server.table(person).over:
            server.until("asked", person)
    drawn = server.get("/api/episode", person)
    told = [frame["thought"] for frame in drawn["views"][0]["frames"] if "thought" in frame]
    assert told
    assert set(told) == {SECRET}
    assert server.get("/api/replay", person)["thoughts"]


def test_choices_that_are_undone_forget_their_thoughts(server, tmp_path):
    (tmp_path / "loud.py").write_text(BOT)
    _, tokens = server.new(game=YARDSTICK, seats=["you", f"{tmp_path}/loud.py:Loud"])
    server.until("asked", tokens[0])
    server.choose(tokens[0], 3)
    server.until("asked", tokens[0])
    table = server.table(tokens[0])
    assert list(table.saved.replay.thoughts) == [1]
    server.post("/api/back", tokens[0])
    assert table.save().replay.thoughts is None


def test_a_session_that_is_read_again_has_them(tmp_path):
    from medianoche.envs.core.play.match import Match

    seats = ["you", "greedy"]
    saved = stored.SavedSession(Match("misty", 2, 3).replay(), seats, stored.new_tokens(seats), [], 0.0, 0.0)
    session = Session.restore(saved)
    file = tmp_path / "game.json"
    stored.store(file, None, before := session.save())
    for number in range(4):
        session.saved = before
        session.choose(session.match.to_move, session.match.legal_actions[0], f"thought {number}")
        stored.store(file, before, after := session.save())
        before = after
    read = stored.read(file)
    assert read.replay == before.replay
    assert list(read.replay.thoughts.values()) == [f"thought {number}" for number in range(4)]
    assert "thought" not in json.dumps(episode(read.replay, [None])["views"])
