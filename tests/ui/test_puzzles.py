"""The puzzle of the day: what the server tells before the choice and after it, and playing on."""

import asyncio
import json
from itertools import pairwise

import pytest

from medianoche import envs
from medianoche.agents.puzzles import LEAST_LEAD, PuzzlePlan
from medianoche.ui import daily, frames
from medianoche.ui.standing import shares
from tests.ui.pages import serving

DAY = 20_786
LATER = DAY + 5
"""A day on which each game has another puzzle."""
MADE_OF = {"correo": 60, "misty": 60, "halloween": 80, "nocturna": 120, "medianokte": 200}
"""The --games of the commands that made the puzzles: `medianoche puzzles GAME --seed 1 --games ...`."""


@pytest.fixture(scope="module")
def shipped():
    """All puzzles of each game that has some."""
    return {game: daily.puzzles_of(game) for game in daily.games()}


def test_each_game_has_puzzles_that_its_present_rules_reach(shipped):
    assert list(shipped) == list(envs.names())
    for name, puzzles in shipped.items():
        deals = PuzzlePlan(envs.game(name), "net:64", "net:1024", MADE_OF[name], seed=1).deals()
        assert 12 <= len(puzzles) <= 30
        for puzzle in puzzles:
            match = puzzle.match()
            assert match.game.name == name
            assert 3 <= len(match.legal_actions) <= 16
            assert puzzle.solution.lead >= LEAST_LEAD - 0.001
            assert puzzle.replay.seed in deals


def test_days_take_turns_and_show_every_puzzle(shipped):
    games = list(shipped)
    days = range(DAY, DAY + len(games) * sum(map(len, shipped.values())))
    turns = [daily.game_of_day(day) for day in days]
    assert turns[: len(games) + 1] == [*dict.fromkeys(turns), turns[0]]
    for game, puzzles in shipped.items():
        seen = {id(daily.of_day(game, day)) for day, turn in zip(days, turns, strict=True) if turn == game}
        assert seen == set(map(id, puzzles))
    for game in games:
        last = [daily.of_day(game, day) for day in range(DAY, DAY + len(games) + 1)]
        news = [before is not after for before, after in pairwise(last)]
        assert news == [turn == game for turn in turns[1 : len(games) + 1]]


def begin(server, game="misty", day=DAY):
    """Show a puzzle; its token and the frame."""
    token = server.post("/api/puzzles", server.owner, {"game": game, "day": day})["token"]
    return token, server.get("/api/frame", token)


def row(server, game="misty", day=DAY):
    """What the list of games says of a game's puzzle."""
    return next(
        puzzle for puzzle in server.get(f"/api/puzzles?day={day}", server.owner)["puzzles"] if puzzle["game"] == game
    )


def test_a_puzzle_tells_its_answer_after_the_choice_alone(server):
    solution = daily.of_day("misty", DAY).solution
    assert row(server)["right"] is None
    token, frame = begin(server)
    assert frame["puzzle"] == {"answer": None}
    assert (frame["seat"], frame["asked"], frame["back"], frame["hints"]) == (solution.seat, True, False, [])
    assert [seat["you"] for seat in frame["seats"]].index(True) == solution.seat
    assert server.refused("POST", "/api/resume", token, {})[0] == 400
    assert server.refused("GET", "/api/replay", token)[0] == 403
    wrong = min(solution.values, key=solution.values.get)
    server.choose(token, wrong)
    after = server.get("/api/frame", token)
    answer = after["puzzle"]["answer"]
    assert (answer["right"], answer["answer"], answer["chosen"]) == (False, solution.answer, wrong)
    assert next(choice["action"] for choice in answer["choices"]) == solution.answer
    chances = {choice["action"]: choice["chance"] for choice in answer["choices"]}
    assert chances == pytest.approx({action: (value + 1) / 2 for action, value in solution.values.items()}, abs=1e-3)
    assert answer["does"]
    assert (after["asked"], after["position"] != frame["position"]) == (False, True)
    assert f"{round(100 * chances[wrong])}%" in after["svg"]
    assert server.table(token).actions == daily.of_day("misty", DAY).replay.actions
    refused = server.refused("POST", "/api/act", token, {"key": after["position"], "action": solution.answer})
    assert refused == (400, "you are not asked now")
    assert row(server)["right"] is False


def test_the_answer_is_known_to_the_seat_alone_and_in_both_languages(server):
    token, _ = begin(server, "halloween")
    session = server.table(token)
    server.choose(token, session.puzzle.solution.answer)
    english, spanish = (
        server.answer("GET", "/api/frame", token, headers={"accept-language": lang})[2].decode()
        for lang in ("en", "es")
    )
    answers = [json.loads(content)["puzzle"]["answer"] for content in (english, spanish)]
    assert [answer["right"] for answer in answers] == [True, True]
    assert answers[0]["does"] != answers[1]["does"]
    public = session.saved.tokens[-1]
    assert server.get("/api/frame", public)["puzzle"] is None
    assert row(server, "halloween")["right"] is True


def test_the_answer_tells_what_happened_after_it(server):
    """The same lines as in the account of a game in which the choices after the puzzle were played."""
    token, frame = begin(server)
    solution = daily.of_day("misty", DAY).solution
    server.post("/api/act", token, {"key": frame["position"], "action": solution.answer})
    then = server.get("/api/frame", token)["puzzle"]["answer"]["then"]
    table = server.table(token)
    before = frames.told(table, solution.seat)
    for action in solution.line:
        table.match.push(action)
    assert len(then) >= 2
    assert frames.told(table, solution.seat) == [*before, *then]


def test_a_puzzle_is_no_game_of_the_list_until_it_is_played_on(server):
    token, _ = begin(server)
    assert server.get("/api/tables", server.owner)["tables"] == []
    assert begin(server)[0] == token
    later, _ = begin(server, day=LATER)
    assert later != token
    assert server.refused("GET", "/api/frame", token)[0] == 401
    action = server.table(later).puzzle.solution.answer
    server.choose(later, action)
    assert server.post("/api/resume", later) == {}
    frame = server.get("/api/frame", later)
    assert (frame["puzzle"], frame["asked"], frame["hints"][:1]) == (None, True, ["net:64"])
    assert len(server.get("/api/tables", server.owner)["tables"]) == 1
    server.choose(later, action)
    before = daily.of_day("misty", LATER).replay.actions
    assert server.table(later).actions[: len(before) + 1] == [*before, action]
    assert begin(server, day=LATER)[0] != later


def test_a_puzzle_is_kept_over_a_restart(tmp_path):
    with serving(tmp_path / "games") as server:
        token, _ = begin(server)
        server.choose(token, server.table(token).puzzle.solution.answer)
    with serving(tmp_path / "games") as server:
        assert server.get("/api/frame", token)["puzzle"]["answer"]["right"] is True


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ({"game": "chess", "day": 1}, "there is no such puzzle, or it is not answered yet"),
        ({"game": "misty", "day": -1}, "message: day: Input should be greater than or equal to 0 (given -1)"),
        ({"game": "misty"}, "message: day: Field required"),
    ],
)
def test_a_wrong_request_is_refused_in_one_line(server, asked, line):
    assert server.refused("POST", "/api/puzzles", server.owner, asked)[1] == line


def test_only_the_owner_asks_for_puzzles(server):
    token, _ = begin(server)
    assert server.refused("GET", f"/api/puzzles?day={DAY}", token)[0] == 401
    assert server.refused("GET", "/api/puzzles?day=x", server.owner)[0] == 400


# ---- the bar of a watched game


def test_the_bar_tells_how_two_sides_stand(server):
    _, tokens = server.new(game="misty", seats=["random", "random"], seed="3", pace=60)
    told = server.get("/api/standing", tokens[-1])
    assert told["position"] == server.get("/api/frame", tokens[-1])["position"]
    assert [side["seats"] for side in told["sides"]] == [[0], [1]]
    assert sum(side["share"] for side in told["sides"]) == pytest.approx(1)
    session = server.table(tokens[-1])
    expected = float(asyncio.run(server.sessions.agents.values("net", session.turn()))[0])
    assert told["sides"][session.asked]["share"] == pytest.approx((1 + expected) / 2, abs=1e-3)


def test_the_bar_joins_seats_of_a_side_and_tells_persons_nothing(server):
    _, tokens = server.new(game="medianokte", seats=["random"] * 4, seed="3", pace=60)
    sides = server.get("/api/standing", tokens[-1])["sides"]
    assert sorted(seat for side in sides for seat in side["seats"]) == [0, 1, 2, 3]
    assert len(sides) == 2
    _, tokens = server.new(game="misty", seats=["you", "random"], seed="3")
    assert server.refused("GET", "/api/standing", tokens[0])[0] == 403


def test_the_bar_shares_among_many_sides_and_shows_the_result_at_the_end():
    sides = {0: [0], 1: [1], 2: [2]}
    assert [side["share"] for side in shares(dict.fromkeys(sides, -1 / 3), sides)] == pytest.approx(
        [1 / 3] * 3, abs=1e-3
    )
    assert [side["share"] for side in shares({0: 1.0, 1: -1.0, 2: -1.0}, sides)] == [1, 0, 0]
    assert [side["share"] for side in shares({0: 0.5, 1: -0.5, 2: -1.0}, sides)] == [0.75, 0.25, 0]
