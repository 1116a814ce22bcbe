"""Persons at one table: spectators, names, chat, clocks, rematches; and what a page is told about what takes long."""

import asyncio
import json
import re
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

pytest.importorskip("uvicorn")

from medianoche import envs
from medianoche.envs.core.contract.hidden import resample
from medianoche.envs.core.play.match import Match
from medianoche.envs.core.show.catalogue import LANGUAGES
from medianoche.envs.core.show.events import PUBLIC
from medianoche.ui import frames, progress, review, session, stored
from medianoche.ui.thinking import AgentPool
from tests.envs.repeats import larger, repeated
from tests.matches import at, dealt_again, show
from tests.ui.pages import YARDSTICK, serving
from tests.ui.test_server import offered, play
from tests.waiting import soon

GAMES = [pytest.param(name, id=f"{name}-spectators") for name in envs.names()]


def test_every_game_has_a_picture_beside_its_rules(server):
    for name in envs.names():
        picture = server.get(f"/api/catalog/{name}", server.owner)["picture"]
        assert server.answer("GET", f"/static/{picture}")[2].startswith(b"<svg")


# ---- spectators


def told(server, token, table, lang):
    """Everything that a spectator can be sent, in a language."""
    paths = ["frame?width=720", "account", "text", "glossary", "rules"]
    paths += [f"past?step={step}" for step in range(len(table.steps(PUBLIC)))[-3:]]
    answers = [server.raw("GET", f"/api/{path}", token, **{"Accept-Language": lang}) for path in paths]
    answers += [server.raw("GET", f"/api/{path}", token) for path in ("replay", "episode", "saved", "frame?view=0")]
    return [*answers, server.raw("POST", "/api/hint", token, {"key": "0", "agent": "greedy"})]


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_a_spectator_is_sent_what_all_players_know(server, monkeypatch, name):
    monkeypatch.setattr(session.Session, "thinking", 0.0)
    rng = np.random.default_rng(3)
    seats = ["you"] * envs.game(name).players[-1]
    _, tokens = server.new(game=name, seats=seats, seed="918273645546372819", hints=["greedy"])
    table = server.table(tokens[0])
    watch = tokens[-1]
    for number in range(31):
        if number % 15 == 14:
            lang = tuple(LANGUAGES)[number // 15 % len(LANGUAGES)]
            truth = table.match
            seen = told(server, watch, table, lang)
            assert all(str(table.saved.replay.seed).encode() not in text_seen for text_seen in seen)
            other = truth
            for seat in table.persons:
                other = dealt_again(other, seat, number + seat)
            show(table, other)
            assert told(server, watch, table, lang) == seen
            show(table, truth)
        table.choose(table.asked, int(rng.choice(table.match.legal_actions)))


def test_an_agent_is_shown_with_the_level_that_it_is_about_as_strong_as(server):
    misty = server.get("/api/catalog/misty", server.owner)
    assert misty["strengths"]["random"] == "beginner"
    assert misty["strengths"]["net:1000"] == "strongest"
    assert set(misty["strengths"].values()) <= {level["name"] for level in misty["levels"]}
    _, (token, *_) = server.new(game="misty", seats=["you", "greedy"])
    seats = server.get("/api/frame", token)["seats"]
    assert [seat["strength"] for seat in seats] == ["", misty["strengths"]["greedy"]]


def test_a_spectator_changes_nothing(server):
    _, (one, _, watch) = server.new(game=YARDSTICK, seats=["you", "friend"])
    frame = server.get("/api/frame", watch)
    shown = [frame[field] for field in ("seat", "spectator", "asked", "back", "named")]
    assert shown == [-1, True, False, False, None]
    assert "data-action" not in frame["svg"]
    key = {"key": frame["position"]}
    messages = {"act": key | {"action": 3}, "narrow": key, "back": {}, "pace": {"pace": 1}, "again": {}}
    for path, message in (messages | {"name": {"name": "x"}, "say": {"text": "x"}}).items():
        assert server.refused("POST", f"/api/{path}", watch, message)[0] == 400
    server.choose(one, 3)
    after = server.get("/api/frame", watch)
    assert after["played"] == 2
    assert after["svg"] != frame["svg"]


# ---- names, chat, clocks


def test_persons_have_names_and_write_to_each_other(server, tmp_path):
    _, (one, two, watch) = server.new(game=YARDSTICK, seats=["you", "friend"], name="Ana")
    server.post("/api/name", two, {"name": " Benito \n B "})
    server.post("/api/say", two, {"text": "<b>hola</b>"})
    for token in (one, two, watch):
        frame = server.get("/api/frame", token)
        assert [seat["called"] for seat in frame["seats"]] == ["Ana", "Benito B"]
        assert frame["chat"] == [[1, "<b>hola</b>"]]
    assert server.refused("POST", "/api/say", one, {"text": "x" * 301})[0] == 400
    assert server.refused("POST", "/api/name", one, {"name": "x" * 31})[0] == 400
    for number in range(stored.SAID_LIMIT + 5):
        chat = [*server.table(one).saved.chat, stored.Said(0, str(number))]
        server.table(one).keep(chat=chat[-stored.SAID_LIMIT :])
    server.post("/api/say", one, {"text": "last"})
    assert len(server.table(one).saved.chat) == stored.SAID_LIMIT
    assert len(server.get("/api/frame", one)["chat"]) == frames.CHAT_LINES
    owner = server.owner
    with serving(tmp_path / "games", programs=True) as again:
        assert again.get("/api/frame", one)["chat"][-1] == [0, "last"]
        assert again.get("/api/tables", owner)["tables"][0]["names"] == ["Ana", "Benito B"]


UNSEEN = ["", " ", "\n\n\n", "\u200b", "\u202e", "\u2066\u2069", "\0", "\x1b", "\u3164", "\u0301", " \u200d\u2800 "]


@pytest.mark.parametrize("text", UNSEEN)
def test_what_cannot_be_seen_is_no_name_and_no_line_of_the_chat(server, text):
    _, (one, two, _) = server.new(game=YARDSTICK, seats=["you", "friend"], name=text)
    server.post("/api/name", two, {"name": text})
    refused = server.refused("POST", "/api/say", two, {"text": text or " "})
    assert refused == (400, "there is nothing to read in this line")
    frame = server.get("/api/frame", one)
    assert ([seat["called"] for seat in frame["seats"]], frame["chat"]) == (["", ""], [])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A\u202ebc\u202c\0", "Abc"),
        ("\x1b[31mrot\x7f", "[31mrot"),
        ("one\n\n\n\ntwo\u2028three", "one two three"),
        ("Jose\u0301", "Jos\u00e9"),
        ("\u05d0\u05d1 \U0001f319", "\u05d0\u05d1 \U0001f319"),  # Hebrew, and the moon
        ("\ufb2c" * 30, "\u05e9\u05bc\u05c1" * 10),  # becomes longer in NFC
    ],
)
def test_names_and_chat_hold_one_line_of_what_can_be_seen(server, tmp_path, text, shown):
    _, (one, two, _) = server.new(game=YARDSTICK, seats=["you", "friend"], name=text)
    server.post("/api/say", two, {"text": text[:20]})
    frame = server.get("/api/frame", one)
    assert frame["seats"][0]["called"] == shown
    assert shown.startswith(frame["chat"][0][1][:10])
    (file,) = (tmp_path / "games").glob("*.json")
    assert stored.read(file) == server.table(one).save()  # it is read after a restart


def test_no_two_persons_at_a_table_have_one_name(server):
    _, (one, two, three, _) = server.new(game="misty", seats=["you", "friend", "friend"], name="Ana  Mar\u00eda")
    for name in ("Ana Mar\u00eda", "ANA MARI\u0301A", " \uff21na\u200bmar\u00eda"):
        status, line = server.refused("POST", "/api/name", two, {"name": name})
        assert status == 400
        assert line.startswith("another player at this table is called ")
    server.post("/api/name", two, {"name": "Ana"})
    server.post("/api/name", two, {"name": "ana"})  # one's own name may be written otherwise
    server.post("/api/name", three, {"name": ""})
    server.post("/api/name", one, {"name": ""})
    assert [seat["called"] for seat in server.get("/api/frame", one)["seats"]] == ["", "ana", ""]


def test_a_table_without_chat_and_clock_has_none(server):
    _, (one, *_) = server.new(game=YARDSTICK, seats=["you", "friend"], talks=False)
    frame = server.get("/api/frame", one)
    assert (frame["talks"], frame["clock"], frame["left"]) == (False, 0, [])
    assert frame["thinking"] >= 0
    assert server.refused("POST", "/api/say", one, {"text": "x"}) == (400, "this table has no chat")


def test_without_a_clock_nobody_looks_ahead_whether_a_seat_thinks(server, monkeypatch):
    _, (one, *_) = server.new(game=YARDSTICK, seats=["you", "friend"])
    table = server.table(one)
    monkeypatch.setattr(session, "turn_ahead", None)  # which takes long
    assert server.get("/api/frame", one)["left"] == []
    server.choose(one, table.match.legal_actions[0])
    assert len(table.actions) == 1


def test_an_agent_goes_on_for_who_has_no_time_left(server, monkeypatch):
    monkeypatch.setattr(session, "STAND_IN", "random")
    _, (one, two, _) = server.new(game=YARDSTICK, seats=["you", "friend"], clock=0.5)
    server.get("/api/frame", two)
    assert 0 < server.get("/api/frame", one)["left"][0] <= 0.5
    frame = server.until("over", one)
    assert frame["left"] == [0, 0]
    assert server.get("/api/frame", two)["ended"]
    assert all(used >= 0.5 for used in server.table(one).saved.used)


def test_clocks_begin_when_every_person_has_sat_down(server):
    _, (one, two, three, watch) = server.new(game="misty", seats=["you", "friend", "friend"], clock=0.5, seed="2")
    table = server.table(one)
    for token in (one, two, watch, one):
        frame = server.get("/api/frame", token)
        assert (frame["begun"], frame["left"], frame["thinking"]) == (False, [0.5] * 3, 0)
    time.sleep(0.7)
    assert table.asked == 0
    server.choose(one, table.match.legal_actions[0])
    assert table.saved.used == [0, 0, 0]
    known = server.get("/api/frame", one)["key"]
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(server.get, f"/api/frame?known={known}&wait=20", one)
        server.get("/api/frame", three)
        assert waiting.result(20)["begun"]
    assert soon(lambda: table.agent or (table.saved.used and max(table.saved.used) > 0.5))


def test_clocks_of_seats_that_choose_at_the_same_time_run_together(server):
    def sat_down():
        """Links to two seats of a table at which both are asked, and the table."""
        _, (one, two, _) = server.new(game="misty", seats=["you", "friend"], clock=300, seed="4")
        server.get("/api/frame", one)
        server.get("/api/frame", two)
        return one, two, server.table(one)

    one, two, table = sat_down()
    time.sleep(0.3)
    server.choose(one, table.match.legal_actions[0])
    first, second = table.saved.used
    assert 0.3 <= first == second < 5
    time.sleep(0.3)
    server.choose(two, table.match.legal_actions[0])
    assert table.saved.used[1] >= second + 0.3

    one, two, table = sat_down()
    time.sleep(0.3)
    server.choose(two, table.at(1).legal_actions[0])  # before its turn
    early = table.saved.used[1]
    assert table.saved.used[0] == 0 < 0.3 <= early
    time.sleep(0.3)
    assert server.get("/api/frame", one)["left"][1] == pytest.approx(300 - early, abs=0.1)
    server.choose(one, table.match.legal_actions[0])
    assert table.saved.used[0] >= early + 0.3
    assert table.saved.used[1] == pytest.approx(early, abs=0.1)


def test_an_absent_friend_is_waited_for_also_in_a_rematch_and_after_a_restart(tmp_path, monkeypatch):
    monkeypatch.setattr(session, "STAND_IN", "random")
    with serving(tmp_path) as server:
        _, (one, two, _) = server.new(game=YARDSTICK, seats=["you", "friend"], clock=0.5)
        server.get("/api/frame", two)
        server.get("/api/frame", one)
        server.until("over", one)
        mine = server.post("/api/again", one)["token"]
        frame = server.get("/api/frame", mine)
        time.sleep(1)
        assert server.get("/api/frame", mine)["begun"] is False
        assert server.table(mine).actions == []
        assert frame["left"] == [0.5, 0.5]
    with serving(tmp_path, programs=True) as server:
        assert server.get("/api/frame", mine)["left"] == [0.5, 0.5]
        time.sleep(0.7)
        assert server.table(mine).actions == []
        server.get("/api/frame", server.post("/api/again", two)["token"])
        assert server.until("over", mine)["begun"]


# ---- the end


def test_a_rematch_turns_the_seats_and_is_one(server):
    _, (one, *_, watch) = server.new(game=YARDSTICK, seats=["you", "random"], name="Ana", seed="5")
    assert server.refused("POST", "/api/again", one, {})[0] == 400
    play(server, one)
    token = server.post("/api/again", one)["token"]
    assert server.post("/api/again", one)["token"] == token
    frame = server.get("/api/frame", token)
    assert frame["seat"] == 1
    assert [seat["called"] for seat in frame["seats"]] == ["", "Ana"]
    assert [seat["who"] for seat in frame["seats"]] == ["random", "a person"]
    assert server.get("/api/frame", server.post("/api/again", watch)["token"])["spectator"]
    assert server.table(token).saved.replay.seed != 5
    assert len(server.sessions.saved) == 2
    assert server.get("/api/frame", one)["again"]


def test_expected_utilities_are_a_graph_and_costly_choices_are_told_with_what_would_have_been_better(server):
    _, (token, *_) = server.new(game=YARDSTICK, seats=["you", "greedy"], hints=["ismcts:200"], seed="5")
    play(server, token, seed=1)
    assert server.get("/api/episode", token)["values"] == []
    evaluation = server.post("/api/evaluate", token, {"agent": "ismcts:200"})
    assert server.get("/api/episode", token)["values"] == evaluation["values"]
    table = server.table(token)
    assert len(evaluation["values"]) == evaluation["length"] == len(table.actions)
    assert all(-1 <= value <= 1 for _, _, value in evaluation["values"])
    assert 0 < len(evaluation["costly"]) <= 3
    assert evaluation["luck"] == []  # in Connect Four there is none
    drops = [choice["had"] - choice["then"] for choice in evaluation["costly"]]
    assert drops == sorted(drops, reverse=True)
    for choice in evaluation["costly"]:
        assert choice["seat"] == 0 == int(table.match.states[choice["place"]].to_move)
        assert choice["played"] == table.game.describe(
            table.match.states[choice["place"]], table.actions[choice["place"]]
        )
        assert choice["best"] != choice["played"]


def test_a_turning_point_says_in_which_round_it_was(server):
    _, (token, *_) = server.new(game="misty", seats=["you", "greedy"], seed="5")
    play(server, token, seed=1)
    table = server.table(token)
    rounds = table.match.states["round_no"]
    chosen = [place for place in range(len(table.actions)) if int(table.match.states["to_move"][place]) == 0]
    for place in (chosen[0], chosen[-1]):
        points = [review.Point(place, 0, 1.0, best=table.actions[place] + 1), review.Point(place + 1, 0, -1.0, best=0)]
        stage = review.costly(table, 0, points, "es")[0]["stage"]
        assert stage.startswith(f"ronda {rounds[place] + 1},")
    assert rounds[chosen[0]] < rounds[chosen[-1]]


def test_a_replay_without_a_choice_has_no_graph_and_no_luck(server):
    replay = vars(Match("misty", seed=5).replay())
    token = server.post("/api/replays", server.owner, replay)["tokens"][-1]
    agent = frames.judges(server.table(token))[0]
    review = server.post("/api/evaluate", token, {"agent": agent})
    assert (review["values"], review["costly"], review["luck"], review["length"]) == ([], [], [], 0)


@pytest.mark.parametrize(
    ("game", "options", "drawn"),
    [("misty", {"variant": "introductory", "rounds_to_win": 1}, " got "), larger("correo", {}, " came to the market")],
)
def test_luck_is_what_other_throws_would_have_changed(game, options, drawn):
    match = Match(game, seed=5, **options)
    while match.legal_actions:
        match.push(match.legal_actions[-1])
    saved = stored.SavedSession(match.replay(), ["greedy"] * 2, ["", "", "x"], [], 0.0, 0.0)
    looked = session.Session(match, saved)
    told = asyncio.run(review.luck(looked, None, "net", AgentPool(), "en"))
    one, other = told
    assert (one["seat"], other["seat"], one["total"]) == (0, 1, -other["total"])
    assert 0 < abs(one["change"]) < 1
    assert drawn in one["words"]
    assert asyncio.run(review.luck(looked, None, "greedy", AgentPool(), "en")) == []


def test_the_end_tells_what_the_scores_are_made_of(server):
    _, (token, *_) = server.new(game="correo", seats=["you"], seed="5")
    frame = play(server, token)
    parts = dict(frame["categories"])
    assert "track" in parts
    assert "objective_points" not in parts  # every player has 0
    assert all(any(values) for values in parts.values())
    for seat, row in enumerate(frame["seats"]):
        assert row["score"] == sum(values[seat] for values in parts.values())
    page = server.get("/api/saved", token)["page"]
    assert page.startswith("<!doctype html>")
    assert "http" not in page.replace("http://www.w3.org/", "")


def test_the_parts_of_a_score_add_up_in_halloween(server):
    _, (token, *_) = server.new(game="halloween", seats=["you", *["random"] * 4], seed="11")
    frame = play(server, token)
    parts = [values for _, values in frame["categories"]]
    assert "own_child" in dict(frame["categories"])
    for seat, row in enumerate(frame["seats"]):
        assert row["score"] == sum(values[seat] or 0 for values in parts)


# ---- what was, and what takes long


def test_a_friend_is_away_whose_page_does_not_ask_and_is_back_when_it_does(server):
    _, (one, two, _) = server.new(game="misty", seats=["you", "friend"])
    table = server.table(one)

    def away():
        return [seat["away"] for seat in server.get("/api/frame", one)["seats"]]

    server.get("/api/frame", two)
    table.asking[1] -= session.AWAY_S + 1
    assert away() == [False, False]  # who has not come is awaited
    server.post("/api/say", two, {"text": "hello"})
    assert away() == [False, True]
    server.get("/api/frame", two)
    assert away() == [False, False]


def test_a_friend_who_gives_no_name_has_come_with_the_first_choice_or_word(server):
    _, (one, two, three, _) = server.new(game="misty", seats=["you", "friend", "friend"])

    def awaited():
        return [seat["awaited"] for seat in server.get("/api/frame", one)["seats"]]

    assert awaited() == [False, True, True]
    server.post("/api/say", two, {"text": "hello"})
    assert awaited() == [False, False, True]
    server.choose(three, offered(server.get("/api/frame", three)["svg"])[0])  # it waits for the first seat's choice
    assert awaited() == [False, False, False]


def test_a_spectator_through_the_seat_of_an_agent_is_not_that_player(server):
    _, (_, _, watch) = server.new(game="misty", seats=["random", "greedy"])
    first, second = server.get("/api/frame?view=0", watch)["seats"]
    assert (first["you"], first["name"], first["called"]) == (False, "player 1", "")
    assert (second["you"], second["name"]) == (False, "player 2")


def test_a_past_position_tells_the_choice_and_then_what_came_of_it(server):
    _, (token, *_) = server.new(game="halloween", seats=["you", "random", "random", "random"], seed="11")
    for _ in range(30):
        now = server.until("asked", token)
        steps = range(max(now["played"] - 3, 0), now["played"])
        past = [server.get(f"/api/past?step={step}", token)["strip"] for step in steps]
        if any([line["kind"] for line in lines][:2] == ["own", ""] for lines in past):
            break
        assert "own" not in [line["kind"] for line in now["strip"]][1:]
        server.choose(token, offered(now["svg"])[0])
    else:
        pytest.fail("no choice had a consequence")


def test_a_page_steps_back_through_what_it_has_seen(server):
    _, (one, two, _) = server.new(game=YARDSTICK, seats=["you", "friend"])
    first = server.get("/api/frame", two)["svg"]
    server.choose(one, 3)
    server.choose(two, 3)
    assert server.get("/api/frame", two)["played"] == 3
    past = server.get("/api/past?step=0", two)
    assert (past["svg"], past["strip"], past["played"]) == (first, [], 3)
    assert server.get("/api/past?step=1", two)["svg"] not in (first, server.get("/api/frame", two)["svg"])
    assert server.refused("GET", "/api/past?step=3", two)[0] == 400


@pytest.mark.compiled
@repeated(12, 24, "steps")
@pytest.mark.parametrize("name", GAMES)
def test_what_has_happened_tells_no_more_than_was_seen(server, monkeypatch, name, steps):
    """A step from another state, in which a seat or a spectator sees the same at every moment, is told in the same
    bytes."""
    monkeypatch.setattr(session.Session, "thinking", 0.0)
    rng = np.random.default_rng(5)
    compared = 0
    game = envs.game(name)
    _, tokens = server.new(game=name, seats=["you"] * game.players[-1], seed="7")
    table = server.table(tokens[0])
    viewers = (*range(game.players[-1]), PUBLIC)
    for number in range(steps):
        viewer = viewers[number % len(viewers)]
        before = table.match.copy(past=True)
        table.choose(table.asked, action := int(rng.choice(before.legal_actions)))
        resample(game, state := game.copy(before.state), viewer, number)
        state.rng = before.state.rng  # else chance would make most of the steps look different
        other = at(before, state)
        truth = table.match
        if state.tobytes() == before.state.tobytes() or action not in other.legal_actions:
            continue
        seen = [
            [
                game.view(revealing_phas, viewer).record.tobytes()
                for revealing_phas in game.show.moments(state_before, action, game.declaration.revealing_phases)
            ]
            for state_before in (before.state, state)
        ]
        if seen[0] == seen[1]:
            told = happened(server, tokens[viewer], table)
            other.push(action)
            show(table, other)
            assert happened(server, tokens[viewer], table) == told
            show(table, truth)
            compared += 1
    assert compared > 0


def happened(server, token, table):
    """All that a page is told about what has happened, nothing of it remembered by the server."""
    show(table, table.match)
    last = server.get("/api/frame", token)["played"] - 1
    return [server.raw("GET", f"/api/{path}", token) for path in ("frame", "account", f"past?step={last}")]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("lang", "addressed"), [("en", r"\b(you|your)\b"), ("es", r"\b(tú|tu|tus|ti|contigo)\b")])
def test_nobody_is_addressed_who_looks_on_through_the_seat_of_an_agent(server, name, lang, addressed):
    seats = ["random", "random"] if name in ("correo", "misty") else ["random"] * 4
    watch = server.new(game=name, seats=seats, seed="5")[1][-1]
    server.until("ended", watch)
    for seat in range(len(seats)):
        path = f"/api/frame?view={seat}&width=720"
        frame = json.loads(server.answer("GET", path, watch, headers={"accept-language": lang})[2])
        told = [*frame["account"], *(line["words"] for line in frame["strip"]), frame["outcome"]]
        assert len(told) > 5
        assert [words for words in told if re.search(addressed, words, re.IGNORECASE)] == []
        assert re.findall(r">(you|tú)<", frame["svg"]) == []


def test_a_page_is_told_what_takes_long(server, tmp_path, monkeypatch):
    monkeypatch.setattr(progress, "_file", lambda: tmp_path / "times.json")
    _, (token, *_) = server.new(game=YARDSTICK, seats=["you", "random"])
    assert soon(lambda: server.get("/api/progress", token) == {})  # the game may be compiling still
    number = server.sessions.seat(token)[0]
    with server.sessions.progress.working(number, work := progress.LongWork("draw", whole=4)):
        work.advance()
        told = server.get("/api/progress", token)
        assert (told["what"], told["done"], told["whole"]) == ("draw", 1, 4)
        assert server.get("/api/progress?game=misty", server.owner) == {}
    with server.sessions.progress.compiling("misty", "misty", 9.0):
        told = server.get("/api/progress?game=misty", server.owner)
        assert told["what"] == "compile"
        assert told["expected"] > 0
    with server.sessions.progress.compiling(number, "misty", 9.0, "level:easy", "agent"):
        assert server.get("/api/progress", token)["what"] == "agent"
    assert server.refused("GET", "/api/progress", "x")[0] == 401


def test_agents_are_compiled_while_the_first_board_is_looked_at(server):
    _, (token, *_) = server.new(game="misty", seats=["you", "level:easy"], hints=["net", "greedy"])
    assert server.get("/api/frame", token)["asked"]
    assert soon(lambda: server.sessions._prepared == {("misty", "level:easy"), ("misty", "net")})


def test_the_agent_that_evaluates_a_finished_game_is_compiled_before(server, monkeypatch):
    """Meanwhile the page is told so: without it, the bar stands at no choice for the seconds of compiling."""
    _, (*_, watcher) = server.new(game="misty", seats=["random", "random"])
    server.until("ended", watcher)
    told = []
    agents = server.sessions.agents
    judge = agents.judge

    async def asked(who, turn):
        told.append(server.sessions.progress.work_on(server.sessions.seat(watcher)[0])["what"])
        return await judge(who, turn)

    monkeypatch.setattr(agents, "judge", asked)
    server.post("/api/evaluate", watcher, {"agent": "net"})
    assert told[:2] == ["judge", "evaluate"]
    assert set(told[1:]) == {"evaluate"}


def test_the_time_of_compiling_is_that_of_this_machine(tmp_path, monkeypatch):
    monkeypatch.setattr(progress, "_file", lambda: tmp_path / "times.json")
    first = progress.expected("misty")
    assert first == pytest.approx(progress.reference("misty") * progress.probe() / progress.PROBE_S)
    progress.note("misty", 4 * progress.reference("misty"))
    assert progress.expected("misty") == progress.LOADED_S  # it has been compiled
    assert progress.expected("correo") == pytest.approx(4 * progress.reference("correo"), rel=0.01)
    progress.note("misty", 0.5)
    assert progress.expected("misty") == 0.5
    progress.note("misty", 7.0, "level:easy")  # an agent's answers are times of their own
    assert (progress.expected("misty"), progress.expected("misty", "level:easy")) == (0.5, progress.LOADED_S)
    assert len(json.loads((tmp_path / "times.json").read_text())) == 2
    (tmp_path / "times.json").write_text("{")
    assert progress.expected("misty") == first


def test_on_a_busy_machine_what_is_left_takes_longer():
    work = progress.LongWork("compile", 10.0, begun=time.monotonic() - 20, cpu=time.process_time() - 5)
    assert work.json()["seconds"] == pytest.approx(20, abs=0.5)
    assert work.json()["expected"] == pytest.approx(40, abs=1)  # 5 CPU seconds, each of them takes 4 by the clock
    work.expected = 4.0
    assert work.json()["expected"] == work.json()["seconds"]


def test_after_a_restart_the_list_knows_which_games_are_over_and_removes_these_or_all(server, tmp_path):
    play(server, server.new(game=YARDSTICK, seats=["you", "random"], seed="5")[1][0])
    server.new(game=YARDSTICK, seats=["you", "random"])
    rows = server.get("/api/tables", server.owner)["tables"]
    with serving(tmp_path / "games") as again:
        after = again.get("/api/tables", again.owner)["tables"]
        known = ("scores", "stage", "asked", "over", "won")
        assert [[row[name] for name in known] for row in after] == [[row[name] for name in known] for row in rows]
        assert sorted((row["over"], len(row["won"]) > 0) for row in after) == [(False, False), (True, True)]
        for which in ("?over=1", ""):
            assert again.answer("DELETE", f"/api/tables{which}", again.owner)[2] == b'{"removed":1}'
        assert again.get("/api/tables", again.owner) == {"tables": []}


def test_the_list_of_games_shows_board_stage_and_scores(server):
    number, (token, *_) = server.new(game="misty", seats=["you", "random"])
    (row,) = server.get("/api/tables", server.owner)["tables"]
    assert not row["open"]  # the server has not loaded the game; its file holds round and scores
    assert (row["stage"], row["scores"], row["asked"], row["over"]) == ("round 1, first to win 2", [0, 0], 0, False)
    server.get("/api/frame", token)
    board = server.get(f"/api/tables/{number}", server.owner)["svg"]
    assert board.startswith("<svg")
    assert "data-action" not in board
    assert server.refused("GET", f"/api/tables/{number}", token)[0] == 401
    assert server.refused("GET", "/api/tables/0", server.owner)[0] == 404


def test_a_server_has_a_language_and_a_level_of_its_own(tmp_path):
    with serving(tmp_path / "games", lang="es", level="strong") as server:
        spoken = lambda lang: json.loads(server.answer("GET", f"/api/words?lang={lang}")[2])["lang"]  # noqa: E731
        assert (spoken(""), spoken("en")) == ("es", "en")
        assert server.get("/api/catalog", server.owner)["level"] == "strong"


def test_words_come_in_the_language_that_is_wished(server):
    _, (token, *_) = server.new(game="misty", seats=["you", "random"])
    english, spanish = (
        json.loads(server.answer("GET", f"/api/words?lang={lang}")[2]) for lang in ("de,en;q=0.5", "es-MX,en;q=0.5")
    )
    assert (english["lang"], spanish["lang"]) == ("en", "es")
    assert english["words"].keys() < spanish["words"].keys()  # which also translate options and agents
    frame = json.loads(server.answer("GET", "/api/frame", token, headers={"Accept-Language": "es"})[2])
    assert frame["svg"] != server.get("/api/frame", token)["svg"]
    table = server.table(token)
    action = {"key": frame["position"], "action": int(table.game.legal_actions(table.state)[0])}
    assert server.answer("POST", "/api/act", token, action, {"Accept-Language": "es"})[0] == 200
