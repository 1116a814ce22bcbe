"""Events of all games: those that a seat learns of are enough to draw its next position from the last one."""

from importlib import import_module

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.content.fields import fields_of
from medianoche.envs.core.show.catalogue import catalogue
from medianoche.envs.core.show.events import PUBLIC
from medianoche.envs.core.show.view import Canvas, View

QUESTION = ("phase", "to_move", "done")
"""Fields that are the question itself, which a bot and the page get with the position."""
CASES = [
    pytest.param(game, players, options, id=f"{game.name}-{players}-{number}-redrawn")
    for game in map(envs.game, envs.names())
    for number, (players, options) in enumerate([(game.players[-1], {}), (game.players[0], game.variants[-1])])
]


def shown(view):
    """The picture and the text of a position."""
    return view.game.picture(view, Canvas(view, None, (), {}, {}, wide=True)).body + view.game.text(view)


def redrawn(board, events):
    """Change the record of the view `board` by the events."""
    for event in events:
        for name, *place, value in event.now:
            known = board.game.unknown[name] if value is None else value
            if place:
                board.record[name][tuple(place)] = known
            else:
                board.record[name] = known
    return View(board.game, board.record, board.seat, spectator=board.spectator)


@pytest.mark.parametrize(("game", "players", "options"), CASES)
def test_events_are_enough_to_draw_the_next_position(game, players, options):
    state, rng, changed = game.new(players, seed=3, **options), np.random.default_rng(3), set()
    while not state.done:
        moments = game.moments(state, int(rng.choice(game.legal_actions(state))))
        seat = int(rng.choice([PUBLIC, 0, players - 1]))
        board, after = game.view(moments[0], seat), game.view(moments[-1], seat)
        events = moments.events(seat)
        changed |= {change[0] for event in events for change in event.now}
        for name in QUESTION:
            board.record[name] = after.record[name]
        board = redrawn(board, events)
        missing = [
            name for name in game.state_dtype.names if not np.array_equal(board.record[name], after.record[name])
        ]
        assert not missing or shown(board) == shown(after), (missing, [event.json() for event in events])
        state = moments[-1]
    assert len(changed) > 10


@pytest.mark.parametrize("game", [pytest.param(envs.game(name), id=f"{name}-changes") for name in envs.names()])
def test_changes_are_fields_of_the_state(game):
    for kind in game.kinds:
        for change in kind.changes:
            assert set(change.names) <= set(fields_of(game.record))
            assert not change.at or change.at in {field.name for field in kind.fields}


@pytest.mark.parametrize("name", envs.names())
def test_an_events_sentence_needs_nothing_that_the_event_does_not_hold(name):
    """A message for something else must not bear the name of a kind of event: it would be said of the event."""
    game = envs.game(name)
    derived = getattr(import_module(f"{game.package}.words.tell"), "DERIVED", {})
    for lang in ("en", "es"):
        words = catalogue(game.folder, lang)
        for kind in game.kinds:
            known = {field.name for field in kind.fields} | set(derived)
            asked = words.names(kind.label) if kind.label in words else ()
            assert {each for each in asked if each not in known and each.rpartition("-")[0] not in known} == set()
