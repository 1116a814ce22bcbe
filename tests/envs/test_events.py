"""Events of all games: those that a seat learns of change its last position to the next one, field by field."""

from importlib import import_module

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.content.fields import fields_of
from medianoche.envs.core.errors import GameError, OptionError
from medianoche.envs.core.show.catalogue import catalogue
from medianoche.envs.core.show.events import PUBLIC
from tests.envs.noted import told
from tests.envs.repeats import larger

QUESTION = ("phase", "to_move", "done")
"""Fields that are the question itself, which a bot and the page get with the position."""
CASES = [
    pytest.param(
        game,
        game.players[-1 - number % len(game.players)],
        options,
        id=f"{game.name}-{number}-replayed",
        marks=[pytest.mark.larger] * (0 < number < len(game.declaration.variants) - 1),
    )
    for game in map(envs.game, envs.names())
    for number, options in enumerate(game.declaration.variants)
]
STEPS = 120


def replay(game, record, events):
    """Change the record of a seat by the events that it learns of."""
    for event in events:
        for name, *place, value in event.now:
            known = game.declaration.unknown[name] if value is None else value
            if place:
                record[name][tuple(place)] = known
            else:
                record[name] = known


@pytest.mark.parametrize(("game", "players", "options"), CASES)
def test_events_change_what_a_seat_knows_to_what_it_knows_next(game, players, options):
    state = game.new(players, seed=3, **options)
    rng = np.random.default_rng(3)
    changed = set()
    for _ in range(STEPS):
        moments = game.show.moments(state, int(rng.choice(game.legal_actions(state))))
        for seat in (PUBLIC, int(rng.integers(players))):
            record, after = (game.view(moments[place], seat).record for place in (0, -1))
            events = moments.events(seat)
            changed |= {change[0] for event in events for change in event.now}
            for name in QUESTION:
                record[name] = after[name]
            replay(game, record, events)
            missing = [
                name for name in game.declaration.state_dtype.names if not np.array_equal(record[name], after[name])
            ]
            assert not missing, (missing, [event.json() for event in events])
        state = moments[-1] if not moments[-1].done else game.new(players, seed=4, **options)
    assert len(changed) > 10


@pytest.mark.parametrize("game", [pytest.param(envs.game(name), id=f"{name}-changes") for name in envs.names()])
def test_changes_are_fields_of_the_state(game):
    for kind in game.declaration.kinds:
        for change in kind.changes:
            assert set(change.names) <= set(fields_of(game.declaration.record))
            assert not change.at or change.at in {field.name for field in kind.fields}


@pytest.mark.parametrize("name", envs.names())
def test_an_events_sentence_needs_nothing_that_the_event_does_not_hold(name):
    """A message for something else must not bear the name of a kind of event: it would be said of the event."""
    game = envs.game(name)
    derived = getattr(import_module(f"{game.content.package}.words.tell"), "DERIVED", {})
    for lang in ("en", "es"):
        words = catalogue(game.content.folder, lang)
        for kind in game.declaration.kinds:
            known = {field.name for field in kind.fields} | set(derived)
            asked = words.names(kind.label) if kind.label in words else ()
            assert {
                message for message in asked if message not in known and message.rpartition("-")[0] not in known
            } == set()


@pytest.mark.parametrize(("name", "variants"), [("misty", 1), *(larger(name, 99) for name in envs.names())])
def test_a_batch_keeps_the_events_that_plain_python_tells(name, variants):
    game = envs.game(name)
    kinds = set()
    rows = 4
    for number, options in enumerate(game.declaration.variants[:variants]):
        batches = [
            game.batch(rows, num_players=game.players[-1 - number % len(game.players)], seed=number, events=events,
                       threads=1 + events, **options)
            for events in (True, False)
        ]  # fmt: skip
        batch, other = batches
        assert (batch.events["kind"] == -1).all()
        for _ in range(100):
            before = batch.states.copy()
            actions = batch.sample_legal()
            for stepped in batches:
                stepped.step(actions)
            assert batch.states.tobytes() == other.states.tobytes()
            assert batch.masks.tobytes() == other.masks.tobytes()
            assert batch.utility.tobytes() == other.utility.tobytes()
            for row in range(rows):
                told_events = told(game.show.notes(batch.events[row]))
                assert told_events == told(game.show.moments(before[row], actions[row]).notes)
                kinds |= {kind for kind, _ in told_events}
        assert batch.ended.tobytes() == other.ended.tobytes()
    assert len(kinds) > 8
    batch.step_rows(np.array([1]), batch.sample_legal()[1:2])
    kept = batch.events["kind"][[0, 2]].tolist()
    batch.reset(1)
    assert kept != [[-1] * batch.events.shape[1]] * 2
    assert (batch.events["kind"] == -1).all()


def test_events_are_kept_only_where_they_are_asked_for(four, misty):
    with pytest.raises(GameError, match="misty: no events are kept; accepted: a batch with events=True"):
        misty.batch(1).events  # noqa: B018
    with pytest.raises(OptionError, match="events=True is not accepted"):
        four.batch(1, events=True)
    with pytest.raises(OptionError, match="events = 3"):
        misty.batch(1, events=3)


@pytest.mark.parametrize("name", envs.names())
def test_an_event_without_a_field_is_refused(name):
    game = envs.game(name)
    kind = next(kind for kind in game.declaration.kinds if kind.fields)
    view = game.view(game.new(seed=0), 0)
    line = rf"{name}: the event {kind.label} has no {kind.fields[0].name} in \{{\}}"
    with pytest.raises(GameError, match=line):
        game.declaration.sentence(view, kind, {})
