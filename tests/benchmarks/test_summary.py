"""Games added up: the same however they are cut, and no bigger for being more."""

from itertools import pairwise

import numpy as np
import pytest

from medianoche.benchmarks.tournament import GameResults, Spec, Store, Summary, play_shard, run_tournament, store
from medianoche.benchmarks.tournament.summary import SAMPLE, comparisons, sample_of_deals, win_shares
from tests.benchmarks.conftest import YARDSTICK
from tests.benchmarks.games import results_of, summary_of


def random_results(games, agents=3, players=2):
    rng = np.random.default_rng(0)
    seats = np.array([rng.permutation(agents)[:players] for _ in range(games)])
    return results_of(seats, rng.integers(-1, 2, (games, players)), np.arange(games) // 2)


def part(results, start, stop):
    return GameResults(*(field[start:stop] for field in results))


@pytest.mark.parametrize("cuts", [[0, 100], [0, 1, 2, 51, 100], [0, 33, 100]])
def test_blocks_of_any_size_give_the_same(cuts):
    whole = random_results(100)
    parts = [part(whole, a, b) for a, b in pairwise(cuts)]
    together = summary_of(whole, agents=3)
    apart = summary_of(*parts, agents=3)
    for name in ("games", "deals", "decisions", "scores"):
        assert getattr(together, name) == getattr(apart, name)
    for name in ("points", "played", "seats", "wins", "utility", "score", "agent_points"):
        np.testing.assert_allclose(getattr(together, name), getattr(apart, name))
    for one, other in zip(together.sample, apart.sample, strict=True):
        np.testing.assert_array_equal(one, other)


def test_what_is_added_up():
    summary = summary_of(results_of([[0, 1], [1, 0], [0, 2]], [[1, -1], [0, 0], [-1, 1]], [0, 0, 1]), agents=3)
    assert (summary.games, summary.deals, summary.decisions) == (3, 2, 15)
    assert summary.played.tolist() == [3, 2, 1]
    assert summary.seats.tolist() == [[2, 1], [1, 1], [0, 1]]
    assert summary.wins.tolist() == [[1, 0.5], [0.5, 0], [0, 1]]
    assert summary.scores == [{10: 1, 0: 1, -10: 1}, {-10: 1, 0: 1}, {10: 1}]
    assert summary.agent_points.tolist() == [[[0, 1.5, 0], [0.5, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 0], [1, 0, 0]]]


def test_a_long_tournament_has_no_more_blocks_than_a_short_one():
    summary = summary_of(random_results(10_000), agents=3)
    assert len(summary.points) == 1000
    assert summary.points.sum() == 10_000


def test_a_sample_is_whole_deals():
    chosen = sample_of_deals(4 * SAMPLE, 2 * SAMPLE)
    assert len(chosen) == len(set(chosen)) == SAMPLE // 2
    np.testing.assert_array_equal(chosen, sample_of_deals(4 * SAMPLE, 2 * SAMPLE))
    assert sample_of_deals(10, 5) is None


def test_a_store_is_read_in_blocks(tmp_path, monkeypatch):
    run_tournament(Spec.create(YARDSTICK, ["random", "greedy"]), tmp_path, 50)
    with Store.read(tmp_path) as stored:
        whole = Summary.from_store(stored)
        monkeypatch.setattr(store, "CHUNK", 7)
        assert [len(block.games) for block in stored.blocks()] == [7] * 7 + [1]
        assert next(stored.blocks(48)).games.tolist() == [48, 49]
        np.testing.assert_array_equal(Summary.from_store(stored).points, whole.points)
    assert whole.games == 50


def test_games_that_another_process_stores_while_blocks_are_read_do_no_harm(tmp_path, monkeypatch):
    spec = Spec.create(YARDSTICK, ["random", "greedy"])
    select = Store.select
    run_tournament(spec, tmp_path, 50)
    with Store.open(tmp_path, spec, 100) as reading, Store.open(tmp_path, spec, 100) as writing:
        shards = [play_shard(spec, *part) for part in ((90, 100), (50, 60), (60, 90))]

        def interrupted(self, statement, *values):
            if self is reading and shards and "FROM games" in statement:
                writing.add(shards.pop())
            yield from select(self, statement, *values)

        monkeypatch.setattr(Store, "select", interrupted)
        numbers = [game for block in reading.blocks() for game in block.games.tolist()]
        assert not shards
        assert numbers == sorted(numbers)
        assert set(numbers) >= set(range(50))
        assert sum(len(block.games) for block in reading.blocks()) == 100


THREE = (0, 1, 2)


@pytest.mark.parametrize(
    ("seats", "utilities", "teams", "more", "points"),
    [
        ([0, 1, 2], [1, -1, -1], (0, 1, 1), {}, [[0, 1, 1], [0, 0, 0], [0, 0, 0]]),  # teams
        ([0, 1, 2], [-1, -1, 1], THREE, {}, [[0, 0, 0], [0, 0, 0], [1, 1, 0]]),  # who loses alike is not compared
        ([0, 1, 2], [-1, -1, 1], THREE, {"neither": 0.5}, [[0, 0.5, 0], [0.5, 0, 0], [1, 1, 0]]),
        ([0, 1, 2], [0, 0, -1], THREE, {}, [[0, 0.5, 1], [0.5, 0, 1], [0, 0, 0]]),  # a shared first place is a draw
        ([0, 0, 1], [1, -1, 0], THREE, {}, [[0, 1], [1, 0]]),  # no agent is compared with itself
    ],
)
def test_who_is_compared_with_whom_and_what_it_gets(seats, utilities, teams, more, points):
    size = 1, max(seats) + 1, max(seats) + 1
    results = comparisons(np.array([seats]), np.array([utilities]), teams, size, np.zeros(1, int), **more)
    assert results.tolist() == [points]


def test_an_agent_in_two_roles_is_two_sides_but_one_agent():
    results = results_of([[0, 0, 1]], [[1, -1, -1]])
    summary = summary_of(results, teams=(0, 1, 1), names=("enemy", "crew_0", "crew_1"))
    assert summary.spec.roles == ("enemy", "crew")
    assert summary.side_points[0, 0].tolist() == [0, 1, 0, 1]  # the first as enemy against both crews
    assert summary.agent_points.tolist() == [[[0, 1], [0, 0]]]
    assert summary.by_role(summary.seats).tolist() == [[1, 1], [0, 1]]


@pytest.mark.parametrize(
    ("names", "roles"),
    [
        (("player_0", "player_1"), ("player",)),
        (("enemy", "crew_0", "crew_1"), ("enemy", "crew")),
        (("0", "1"), ("0", "1")),
    ],
)
def test_roles_are_the_names_of_seats_without_their_numbers(names, roles):
    summary = summary_of(results_of([[0] * len(names)], [[0] * len(names)]), names=names)
    assert summary.spec.roles == roles


@pytest.mark.parametrize(
    ("utilities", "teams", "shares"),
    [
        ([1, -1], (0, 1), [1, 0]),
        ([0, 0, -1], (0, 1, 2), [0.5, 0.5, 0]),
        ([-1, 1, 1], (0, 1, 1), [0, 1, 1]),
        ([0, 0, 0], (0, 1, 1), [0.5, 0.5, 0.5]),
    ],
)
def test_a_tie_shares_the_win(utilities, teams, shares):
    np.testing.assert_allclose(win_shares(np.array([utilities], float), teams), [shares])
