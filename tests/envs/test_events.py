"""Events of all games: those that a seat learns of change its last position to the next one, field by field."""

from importlib import import_module

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.content.fields import fields_of
from medianoche.envs.core.show.catalogue import catalogue
from medianoche.envs.core.show.events import PUBLIC

QUESTION = ("phase", "to_move", "done")
"""Fields that are the question itself, which a bot and the page get with the position."""
CASES = [
    pytest.param(
        game,
        game.players[-1 - number % len(game.players)],
        options,
        id=f"{game.name}-{number}-replayed",
        marks=[pytest.mark.larger] * (0 < number < len(game.variants) - 1),
    )
    for game in map(envs.game, envs.names())
    for number, options in enumerate(game.variants)
]
STEPS = 120


def replay(game, record, events):
    """Change the record of a seat by the events that it learns of."""
    for event in events:
        for name, *place, value in event.now:
            known = game.unknown[name] if value is None else value
            if place:
                record[name][tuple(place)] = known
            else:
                record[name] = known


@pytest.mark.parametrize(("game", "players", "options"), CASES)
def test_events_change_what_a_seat_knows_to_what_it_knows_next(game, players, options):
    state, rng, changed = game.new(players, seed=3, **options), np.random.default_rng(3), set()
    for _ in range(STEPS):
        moments = game.show.moments(state, int(rng.choice(game.legal_actions(state))))
        for seat in (PUBLIC, int(rng.integers(players))):
            record, after = (game.view(moments[place], seat).record for place in (0, -1))
            events = moments.events(seat)
            changed |= {change[0] for event in events for change in event.now}
            for name in QUESTION:
                record[name] = after[name]
            replay(game, record, events)
            missing = [name for name in game.state_dtype.names if not np.array_equal(record[name], after[name])]
            assert not missing, (missing, [event.json() for event in events])
        state = moments[-1] if not moments[-1].done else game.new(players, seed=4, **options)
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
    derived = getattr(import_module(f"{game.content.package}.words.tell"), "DERIVED", {})
    for lang in ("en", "es"):
        words = catalogue(game.content.folder, lang)
        for kind in game.kinds:
            known = {field.name for field in kind.fields} | set(derived)
            asked = words.names(kind.label) if kind.label in words else ()
            assert {each for each in asked if each not in known and each.rpartition("-")[0] not in known} == set()
