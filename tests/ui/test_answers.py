"""A click's one entry, `Session.answer`: what it refuses changes nothing, and a change that fails is undone."""

import pytest

from medianoche.envs.core.play.match import Match
from medianoche.ui.refusals import RefusedError
from medianoche.ui.session import Session
from medianoche.ui.stored import SavedSession, new_tokens
from tests.ui.pages import YARDSTICK

SEATS = ["you", "friend"]


@pytest.fixture
def session():
    replay = Match(YARDSTICK, 2, 0).replay()
    return Session.restore(SavedSession(replay, SEATS, new_tokens(SEATS), [], 0.0, 0.0))


def facts(session):
    return session.actions[:], session.match.legal_actions[:], [session.position(seat) for seat in (0, 1, None, -1)]


def test_an_answer_is_played_and_another_position_is_shown(session):
    before = session.position(0)
    session.answer(0, before, 3)
    assert session.actions == [3]
    assert session.position(0) != before
    session.answer(1, session.position(1), 4)
    assert session.actions == [3, 4]


@pytest.mark.parametrize(
    ("viewer", "shown", "action", "key"),
    [
        (1, "", 3, "error-not-asked"),
        (None, "", 3, "error-not-asked"),
        (-1, "", 3, "error-not-asked"),
        (0, "0" * 20, 3, "error-changed"),
        (0, "", 7, "error-illegal"),
        (0, "", -1, "error-illegal"),
    ],
)
def test_an_answer_that_is_refused_changes_nothing(session, viewer, shown, action, key):
    before = facts(session)
    with pytest.raises(RefusedError) as error:
        session.answer(viewer, shown or session.position(viewer), action)
    assert error.value.key == key
    assert facts(session) == before


def test_a_change_that_fails_is_undone(session):
    """Also where actions were taken back; what was made of a position that is no more is forgotten."""
    session.saved.seats[1] = "greedy"  # actions are taken back where one person plays
    session.answer(0, session.position(0), 3)
    session.choose(1, 3)
    before = facts(session)

    def failing(change):
        with session.whole():
            change()
            assert facts(session) != before
            assert session.look(len(session.actions), 0)
            raise KeyError

    for change in (lambda: session.answer(0, session.position(0), 2), lambda: session.take_back(0)):
        with pytest.raises(KeyError):
            failing(change)
        assert facts(session) == before
    session.answer(0, session.position(0), 5)
    assert session.actions == [3, 3, 5]
    assert session.look(3, 0) == session.game.view(session.state, 0).record.tobytes()
