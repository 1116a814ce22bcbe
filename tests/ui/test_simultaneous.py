"""Choices made at the same time: seats choose when they are ready, and see of each other what their turns show."""

import numpy as np
import pytest

pytest.importorskip("uvicorn")

from medianoche import envs
from medianoche.envs.core.play.early import following, turn_ahead
from medianoche.envs.core.play.match import Match
from medianoche.ui import session
from tests.matches import show
from tests.ui.pages import offered, serving

BIDS = "tests.toys.goofspiel:Goofspiel"  # a choice at the same time follows the other at once
GAMES = [(name, envs.game(name).players[0]) for name in ("misty", "halloween", "nocturna", BIDS)]


def turns_ahead(name, players, seed, count):
    """Some matches of random play with a turn that a seat has ahead of the player to move."""
    rng = np.random.default_rng(seed)
    turn_count = 0
    match = Match(name, players, seed)
    while turn_count < count:
        if not match.legal_actions:
            match = Match(name, players, seed := seed + 1)
        for seat in range(players):
            ahead = turn_ahead(match, seat) if seat != match.to_move else None
            if ahead:
                turn_count += 1
                yield match, seat, ahead
        match.push(int(rng.choice(match.legal_actions)) if rng.random() < 0.7 else match.legal_actions[-1])


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_a_seat_may_choose_early_is_what_it_may_choose_at_its_turn(name, players):
    rng = np.random.default_rng(5)
    came = 0
    for match, seat, ahead in turns_ahead(name, players, 1, 12):
        before = len(match.actions)
        while match.to_move not in (seat, -1) and len(match.actions) < before + players:
            match.push(int(rng.choice(match.legal_actions)))
        same = match.to_move == seat and match.known(seat).state.tobytes() == ahead.known(seat).state.tobytes()
        assert same or name == "nocturna"  # the Master may play an event first: then the child is asked anew
        assert not same or match.legal_actions == ahead.legal_actions
        came += same
    assert came


@pytest.mark.parametrize("count", [2, 3])
def test_an_early_choice_is_hidden_played_at_its_turn_and_kept_over_a_restart(server, monkeypatch, tmp_path, count):
    monkeypatch.setattr(session.Session, "thinking", 0.0)
    seats = ["you", *["friend"] * (count - 1)]
    _, tokens = server.new(game="misty", seats=seats, seed="7")
    frames = [server.get("/api/frame", token) for token in tokens]
    assert [frame["asked"] for frame in frames] == [True] * count + [False]
    choices = [offered(frame["svg"]) for frame in frames]
    last = tokens[count - 1]
    others = [*tokens[: count - 1], tokens[-1]]
    seen = set()
    for action in choices[count - 1]:
        server.choose(last, action)
        held = server.get("/api/frame", last)
        assert (held["asked"], held["back"], bool(held["held"]), offered(held["svg"])) == (False, True, True, [])
        assert server.refused("POST", "/api/act", last, {"key": held["position"], "action": action})[0] == 400
        seen.add(
            tuple(server.raw("GET", f"/api/{path}", other) for other in others for path in ("frame", "account", "text"))
        )
        server.post("/api/back", last)
        assert server.get("/api/frame", last)["position"] == frames[count - 1]["position"]
    assert len(seen) == 1
    server.choose(last, choices[count - 1][-1])
    with serving(tmp_path / "games", programs=True) as again:
        for token, frame, offers in list(zip(tokens, frames, choices, strict=True))[: count - 1]:
            assert again.get("/api/frame", token)["position"] == frame["position"]  # nothing moves under a finger
            again.choose(token, offers[0])
        table = again.table(tokens[0])
        assert table.actions == [*(offers[0] for offers in choices[: count - 1]), choices[count - 1][-1]]
        assert table.saved.early == []


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_page_offers_all_that_may_be_chosen_early(server, name, players):
    _, tokens = server.new(game=name, seats=["you", *["friend"] * (players - 1)], seed="7")
    table = server.table(tokens[0])
    for match, seat, ahead in turns_ahead(name, players, 4, 2):
        show(table, match.copy(past=True))
        frame = server.get("/api/frame", tokens[seat])
        assert (frame["asked"], offered(frame["svg"])) == (True, ahead.legal_actions)


@pytest.mark.compiled
def test_a_choice_whose_turn_does_not_come_is_forgotten(server):
    """The Master plays an event: what the child knows has changed, and it is asked anew."""
    name, players = GAMES[2]
    _, tokens = server.new(game=name, seats=["you", *["friend"] * (players - 1)], seed="7")
    table = server.table(tokens[0])
    for match, seat, ahead in turns_ahead(name, players, 9, 60):
        events = [action for action in match.legal_actions if not following_with(match, action)]
        if not events:
            continue
        show(table, match.copy(past=True))
        table.choose(seat, ahead.legal_actions[0])
        assert table.held(seat)
        table.choose(table.asked, events[0])
        assert not table.saved.early
        return
    raise AssertionError("no event could be played")


def following_with(match, action):
    """Whether an action of the player to move is one of those that are made at the same time as the next player's."""
    after = match.game.copy(match.state)
    match.game.rules.apply(after, action)
    return any(after.tobytes() == state_after.tobytes() for state_after in following(match.game, match.state))
