"""Who sits where: every seating once in a cycle, every deal with the seats turned."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from medianoche.benchmarks.tournament import Schedule, Spec, design
from medianoche.benchmarks.tournament.schedule import SEATING_LIMIT
from tests.benchmarks.calls import larger

SIZES = st.tuples(st.integers(2, 5), st.integers(2, 5))


def first(schedule, games):
    return schedule.at(np.arange(games))


@given(SIZES)
def test_a_cycle_has_every_seating_once(size):
    agents, players = size
    schedule = Schedule(agents, players)
    seats = [tuple(seating) for seating in first(schedule, schedule.cycle).seats]
    if agents >= players:
        expected = set(permutations(range(agents), players))
    else:
        expected = {seating for seating in product(range(agents), repeat=players) if len(set(seating)) > 1}
    assert len(seats) == len(set(seats))
    assert set(seats) == expected


@given(SIZES)
def test_every_agent_sits_in_every_seat_equally_often_on_each_deal(size):
    agents, players = size
    schedule = Schedule(agents, players)
    fixture = first(schedule, 2 * schedule.cycle)
    for deal in np.unique(fixture.deals):
        seats = fixture.seats[fixture.deals == deal]
        counts = Counter((seat, who) for seating in seats for seat, who in enumerate(seating))
        for who in np.unique(seats):
            assert len({counts[seat, who] for seat in range(players)}) == 1
        ring = {tuple(np.roll(seats[0], k)) for k in range(players)}
        assert {tuple(seating) for seating in seats} == ring


@given(SIZES, st.data())
def test_a_game_depends_on_its_number_only(size, data):
    schedule = Schedule(*size)
    games = np.array(data.draw(st.lists(st.integers(0, 3 * schedule.cycle), min_size=1, max_size=20)))
    whole = first(schedule, int(games.max()) + 1)
    for alone, together in zip(Schedule(*size).at(games), whole, strict=True):
        np.testing.assert_array_equal(alone, together[games])


@given(SIZES)
def test_deals_are_numbered_one_after_another_and_a_lineup_is_the_agents_of_its_seats(size):
    schedule = Schedule(*size)
    fixture = first(schedule, 3 * schedule.cycle)
    assert fixture.deals[0] == 0
    assert set(np.diff(fixture.deals)) <= {0, 1}  # none comes back
    assert fixture.deals[-1] + 1 == 3 * len(schedule.rings)
    for lineup, seats in zip(fixture.lineups, fixture.seats, strict=True):
        assert schedule.lineups[lineup] == tuple(sorted(seats))


def test_two_agents_at_two_seats_take_turns():
    fixture = first(Schedule(2, 2), 5)
    assert fixture.deals.tolist() == [0, 0, 1, 1, 2]
    assert sorted(map(tuple, fixture.seats[:2])) == [(0, 1), (1, 0)]


LARGE = [(40, 5, None), (13, 6, None), (800, 2, None), (5, 9, None), (41, 5, 7), (3, 13, 1)]
LARGE += [larger(*size) for size in ((16, 5, None), (30, 4, None), (90, 3, None), (3, 13, None), (30, 6, 29))]


def relations(seats, agents):
    """int[places - 1, agents, agents]: how often one agent sat 1, 2, ... places after another."""
    places = seats.shape[1]
    counts = np.zeros((places - 1, agents, agents), int)
    for distance in range(1, places):
        np.add.at(counts[distance - 1], (seats, np.roll(seats, -distance, axis=1)), 1)
    return counts


@pytest.mark.parametrize(("agents", "places", "hero"), LARGE)
def test_in_a_large_field_every_pair_meets_equally_often_in_every_relation_of_seats(agents, places, hero):
    schedule = Schedule(agents, places, hero, seed=3)
    assert schedule.seatings > SEATING_LIMIT
    seats = first(schedule, schedule.cycle).seats[::places]  # one of each ring: the others are its turns
    others = [agent for agent in range(agents) if agent != hero]
    pairs = relations(seats, agents)[:, others][:, :, others][:, ~np.eye(len(others), dtype=bool)]
    assert (np.ptp(pairs, axis=1) <= 1).all()
    played = np.bincount(seats.ravel(), minlength=agents)
    assert len(set(played[others])) == 1
    assert (seats != seats[:, :1]).any(axis=1).all()
    if agents >= places:
        assert all(len(set(seating)) == places for seating in seats.tolist())
    if hero is not None:
        assert ((seats == hero).sum(axis=1) == 1).all()


@pytest.mark.parametrize(("agents", "places", "hero"), [(40, 5, None), (41, 5, 7), (5, 9, None)])
def test_in_a_large_field_every_deal_is_played_with_all_seats_turned(agents, places, hero):
    games = 20 * places
    fixture = first(Schedule(agents, places, hero), games)
    assert fixture.deals.tolist() == [game // places for game in range(games)]
    for ring in fixture.seats.reshape(-1, places, places):
        assert [seating.tolist() for seating in ring] == [np.roll(ring[0], -turn).tolist() for turn in range(places)]


def test_a_large_field_is_nearly_in_balance_after_any_number_of_games():
    seats = first(Schedule(40, 5), 40 * 5 * 30).seats
    for blocks in range(1, 31):
        pairs = relations(seats[: 40 * 5 * blocks : 5], 40)[:, ~np.eye(40, dtype=bool)]
        assert (np.ptp(pairs, axis=1) <= 3).all()


@given(st.integers(0, 2**31 - 1), st.data())
@settings(max_examples=settings.default.max_examples // 10)
def test_a_game_of_a_large_field_depends_on_its_number_and_the_seed_only(seed, data):
    schedule = Schedule(40, 5, seed=seed)
    games = np.array(data.draw(st.lists(st.integers(0, 3 * schedule.cycle), min_size=1, max_size=20)))
    design._blocks.cache_clear()
    again = Schedule(40, 5, seed=seed)
    for together, alone in zip(schedule.at(games), again.at(games[::-1]), strict=True):
        np.testing.assert_array_equal(together, alone[::-1])
    assert (Schedule(40, 5, seed=seed + 1).at(games).seats != schedule.at(games).seats).any()


def test_a_design_is_the_same_on_every_machine():
    seats = Schedule(40, 5, seed=1).at(np.array([0, 1, 12345, 10**9])).seats
    assert seats.tolist() == [[6, 32, 31, 23, 15], [32, 31, 23, 15, 6], [21, 19, 1, 37, 3], [38, 32, 3, 25, 26]]


def test_a_schedule_says_that_it_is_a_choice_and_a_gauntlet_of_many_is_not_too_many_seatings():
    assert Schedule(4, 2).words == ""
    schedule = Schedule(40, 5)
    words = schedule.words
    assert 40_000 < schedule.cycle < 60_000
    assert words.startswith(f"All 78,960,960 seatings are too many: a balanced choice of {schedule.cycle:,} is drawn")
    assert words.endswith("met on equally many deals at every distance round the table, within 1.")
    assert Schedule(800, 2).design
    assert Schedule(800, 2, hero=3).cycle == 2 * 799


@given(SIZES, st.data())
def test_a_gauntlet_is_the_seatings_with_its_hero(size, data):
    hero = data.draw(st.integers(0, size[0] - 1))
    schedule = Schedule(*size, hero)
    whole = Schedule(*size)
    seats = {tuple(seating) for seating in first(schedule, schedule.cycle).seats}
    assert len(seats) == schedule.cycle
    assert seats == {tuple(seating) for seating in first(whole, whole.cycle).seats if hero in seating}


def test_a_team_is_one_agents_on_each_side_of_a_deal_and_mixed_teams_are_seated_one_by_one():
    spec = Spec.create("nocturna", ["random", "greedy"], 4)
    fixture = first(Schedule.from_spec(spec), 4)
    assert sorted(fixture.seats[:2].tolist()) == [[0, 1, 1, 1], [1, 0, 0, 0]]
    assert fixture.deals.tolist() == [0, 0, 1, 1]
    schedule = Schedule.from_spec(Spec.create("nocturna", ["random", "greedy"], 4, mixed=True))
    assert schedule.cycle == 2**4 - 2
    assert [1, 0, 1, 0] in first(schedule, schedule.cycle).seats.tolist()


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (2, 3), (5, 4), (40, 5)])  # the last has a design
def test_games_are_cut_where_the_last_deal_has_ended(size):
    schedule = Schedule(*size)
    deals = schedule.at(np.arange(60)).deals
    for games in range(1, 50):
        ended = next(number for number in range(games, 60) if deals[number] != deals[games - 1])
        assert schedule.whole(games) == ended
