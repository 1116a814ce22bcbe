"""The film of an activation: what walks, what lies still, and where points fall."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.misty.draw import worth_now
from medianoche.envs.misty.state import SIDE, STACK, Phase
from medianoche.envs.misty.walking import points, walk

MISTY = envs.game("misty")
OPTIONS = [
    (2, {}),
    (3, {"smile_pairs": "disjoint", "rounds_to_win": 1}),
    (2, {"variant": "introductory", "activation": "solve"}),
]


def steps(num_players, seed, **options):
    """All steps of a random game: the state before, the state after, and the events as the last seat knows them."""
    rng = np.random.default_rng(seed)
    state = MISTY.new(num_players, seed=seed, **options)
    while not state.done:
        before = MISTY.copy(state)
        action = int(rng.choice(MISTY.legal_actions(state)))
        MISTY.step(state, action)
        yield before, MISTY.copy(state), MISTY.show.moments(before, action).events(num_players - 1)


@pytest.mark.parametrize(("num_players", "options"), OPTIONS)
def test_a_walk_ends_in_the_window_that_is_scored_with_its_points(num_players, options):
    walked = scored = 0
    for before, after, events in steps(num_players, 4, **options):
        view = MISTY.view(before, num_players - 1)
        for seat in range(num_players):
            done = walk(view, events, seat)
            moved = [step for step in done.steps if step.walker is not None]
            walked += len(moved)
            if not done.steps:
                continue
            assert all(step.window[step.cell // SIDE][step.cell % SIDE] < 0 for step in moved)
            told = [event.fields for event in events if event.kind == "scored" and event.fields["seat"] == seat]
            assert bool(told) == (done.scored is not None)
            if done.scored is None:
                assert (done.height, done.width) == (after.bh[seat], after.bw[seat])
                continue
            scored += 1
            fallen = sum(count for *_, count in points(MISTY.view(after), done.scored))
            if not options.get("activation"):
                assert done.scored == done.steps[-1].window
                assert fallen == told[0]["points"]
                assert done.steps[-1].word == f"={fallen}"
    assert scored >= num_players
    assert (walked > 10) != bool(options.get("activation"))


def film(svg, seat):
    """The film of a seat's window in a picture, or None."""
    shown_films = [node for node in ET.fromstring(svg).iter() if node.attrib.get("data-film") == f"window{seat}"]
    assert len(shown_films) <= 1
    return shown_films[0] if shown_films else None


def test_a_picture_has_a_film_of_what_moved_and_hides_it():
    films = 0
    for before, after, events in steps(2, 9):
        view = MISTY.view(before, 1)
        svg = MISTY.draw(after, 1, before=before, events=events)
        for seat in range(2):
            shown = film(svg, seat)
            words = [step.word for step in walk(view, events, seat).steps]
            assert (shown.attrib["data-steps"].split() if shown is not None else []) == words
            if shown is None:
                continue
            films += 1
            assert shown.attrib["display"] == "none"
            assert not [node for node in shown.iter() if "data-piece" in node.attrib and "data-action" in node.attrib]
            spans = [tuple(map(int, part.attrib["data-during"].split())) for part in shown]
            assert all(0 <= first < end <= len(words) for first, end in spans)
            walkers = [part for part in shown if "data-by" in part.attrib]
            assert len(walkers) == sum(not word.startswith("=") for word in words)
            leaves = sum(word.endswith(">-1") for word in words)
            assert sum(part.attrib.get("data-mood") == "leaves" for part in walkers) == leaves
        assert "data-film" not in MISTY.draw(after, 1, before=before)
    assert films > 8


def test_a_window_is_worth_what_it_scores_if_it_is_activated_as_it_lies():
    """While cards can still move, at least what its points become; of a finished window exactly its points."""
    for before, after, events in steps(2, 5):
        for seat in range(2):
            now = worth_now(MISTY.view(before, 1), seat)
            told = [
                event.fields["points"] for event in events if event.kind == "scored" and event.fields["seat"] == seat
            ]
            if before.phase == Phase.ACT and told:
                assert now >= told[0]
            if after.act_done[seat]:
                assert worth_now(MISTY.view(after, 1), seat) == after.round_points[seat]


@pytest.mark.parametrize(("lang", "words"), [("en", "now worth"), ("es", "ahora vale")])
def test_the_worth_of_each_window_is_told_while_cards_are_laid(lang, words):
    told = 0
    for before, _, _ in steps(2, 6, rounds_to_win=1):
        svg = MISTY.draw(before, 0, lang=lang, width=720)
        laid = [seat for seat in range(2) if before.bh[seat] and not before.act_done[seat]]
        shown_films = re.findall(rf"{words} (\d+)", svg)
        assert [int(number) for number in shown_films] == [worth_now(MISTY.view(before, 0), seat) for seat in laid]
        told += len(laid)
    assert told > 20


def test_a_stack_says_how_many_cards_it_has_and_that_they_score_nothing():
    for _, after, _ in steps(2, 9, rounds_to_win=1):
        codes = after.win[:2]
        if after.phase == Phase.ACT and (codes >= STACK).any():
            svg = MISTY.draw(after, 0, width=720)
            count = int(codes[codes >= STACK].max()) - STACK
            assert f"{count} cards: 0 points" in svg
            return
    raise AssertionError("no stack in the whole game")
