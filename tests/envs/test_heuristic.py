"""The hand-written policies beat random play, in every game and on every side.

Names of cases begin with the game, by which pytest-xdist keeps tests together."""

import numpy as np
import pytest

from medianoche import envs
from tests.envs.repeats import ends

pytestmark = pytest.mark.compiled


def played(name, games, wise, seed, **options):
    """A batch of finished games; seats for which `wise` is true are played by the heuristic, the others at random."""
    batch = envs.make_batch(name, games, autoreset=False, seed=seed, **options)
    rng = np.random.default_rng(seed)
    while len(rows := np.flatnonzero(~batch.done)):
        actions = batch.sample_legal()[rows]
        by_hand = wise(batch.to_move[rows])
        if by_hand.any():
            seeds = rng.integers(2**64, size=by_hand.sum(), dtype=np.uint64)
            actions[by_hand] = batch.turn(rows[by_hand], seeds).heuristic_actions()
        batch.step_rows(rows, actions)
    return batch


def only(seat):
    return lambda seats: seats == seat


def wins(name, games, seat, seed, **options):
    """The share of games that the seat wins, alone by the heuristic."""
    return (played(name, games, only(seat), seed, **options).utility[:, seat] > 0).mean()


@pytest.mark.parametrize("seat", [0, 1], ids="correo-{}".format)
def test_in_correo_it_wins_almost_always_with_many_points(seat):
    batch = played("correo", 150, only(seat), seed=40)
    assert (batch.utility[:, seat] == 1).mean() >= 0.99
    assert batch.states.scores[:, seat].mean() > 85


@pytest.mark.parametrize(
    "options",
    [{"num_players": 4, "advanced": True}, {"pack": "patio"}, {"pack": 6, "flat": False, "count_destination": False}],
    ids="correo-{}".format,
)
def test_in_correo_it_plays_every_variant_well(options):
    assert played("correo", 20, only(1), seed=7, **options).utility[:, 1].mean() > 0.9


@pytest.mark.parametrize("num_players", [1], ids="correo-{}".format)
def test_in_correo_alone_it_passes_half_of_par(num_players):
    assert played("correo", 20, only(0), seed=2, num_players=num_players).states.scores[:, 0].min() > 45


FOUR = {"num_players": 4, "pack": [0, 1, 2, 3, 4]}


@pytest.mark.parametrize(
    ("games", "options", "share"),
    [
        pytest.param(200, {}, 0.97, id="misty-2"),
        pytest.param(40, FOUR, 0.9, id="misty-4"),
        pytest.param(40, FOUR | {"variant": "introductory"}, 0.9, id="misty-introductory"),
    ],
)
def test_in_misty_it_beats_random_players(games, options, share):
    assert wins("misty", games, 0, seed=1, **options) >= share


@pytest.mark.parametrize("num_players", [4, 5], ids="halloween-{}".format)
def test_in_halloween_it_is_ahead_of_random_players(num_players):
    """Measured over 2,000 games a seat: 0.925 with four players, 0.909 with five. Here the standard error is 0.004."""
    better = []
    for seat in range(num_players):
        states = played("halloween", 500, only(seat), seed=1000 + seat, num_players=num_players).states
        ranks = (states.scores + states.candies / 256)[:, :num_players]
        better.append((ranks[:, [seat]] > np.delete(ranks, seat, axis=1)).mean())
    assert np.mean(better) > 0.89


def none(seats):
    return seats < 0


def crew(seats):
    return seats > 0


def all_of(seats):
    return seats >= 0


def share(name, games, wise, num_players, seed):
    """The share of games that seat 0 wins, which plays against all others."""
    return (played(name, games, wise, seed, num_players=num_players).utility[:, 0] > 0).mean()


@pytest.mark.parametrize("num_players", ends([2, 3, 4, 5, 6]), ids="medianokte-{}".format)
def test_in_medianokte_it_beats_random_play_on_both_sides_and_neither_is_hopeless(num_players):
    assert share("medianokte", 150, only(0), num_players, 11) > 0.9
    assert share("medianokte", 150, crew, num_players, 11) < 0.2
    assert 0.3 < share("medianokte", 150, all_of, num_players, 11) < 0.7


@pytest.mark.parametrize("num_players", ends([2, 3, 4, 5]), ids="nocturna-{}".format)
def test_in_nocturna_it_beats_random_play_on_both_sides(num_players):
    at_random = share("nocturna", 80, none, num_players, 1)
    assert share("nocturna", 80, only(0), num_players, 1) > at_random + 0.08
    assert share("nocturna", 80, crew, num_players, 1) < at_random - 0.3


@pytest.mark.parametrize("num_players", [5], ids="nocturna-{}".format)
def test_in_nocturna_both_sides_win_about_as_often_with_four_children(num_players):
    assert 0.35 < share("nocturna", 400, all_of, num_players, 2) < 0.65
