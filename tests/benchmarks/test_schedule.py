"""Who sits where: every seating once in a cycle, every deal with the seats turned."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from medianoche.benchmarks.tournament import Schedule, Spec, TournamentError

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
def test_deals_are_numbered_one_after_another_and_never_come_back(size):
    schedule = Schedule(*size)
    deals = first(schedule, 3 * schedule.cycle).deals
    assert deals[0] == 0
    assert set(np.diff(deals)) <= {0, 1}
    assert deals[-1] + 1 == 3 * len(schedule.rings)


@given(SIZES)
def test_a_lineup_is_the_agents_of_its_seats(size):
    schedule = Schedule(*size)
    fixture = first(schedule, schedule.cycle)
    for lineup, seats in zip(fixture.lineups, fixture.seats, strict=True):
        assert schedule.lineups[lineup] == tuple(sorted(seats))


def test_two_agents_at_two_seats_take_turns():
    fixture = first(Schedule(2, 2), 5)
    assert fixture.deals.tolist() == [0, 0, 1, 1, 2]
    assert sorted(map(tuple, fixture.seats[:2])) == [(0, 1), (1, 0)]


def test_too_many_seatings_are_refused():
    with pytest.raises(TournamentError, match=r"30 agents in 6 seats make 427,518,000 seatings"):
        Schedule(30, 6)


# ---- gauntlets


@given(SIZES, st.data())
def test_a_gauntlet_is_the_seatings_with_its_hero(size, data):
    hero = data.draw(st.integers(0, size[0] - 1))
    schedule, everybody = Schedule(*size, hero), Schedule(*size)
    seats = {tuple(seating) for seating in first(schedule, schedule.cycle).seats}
    assert len(seats) == schedule.cycle
    assert seats == {tuple(seating) for seating in first(everybody, everybody.cycle).seats if hero in seating}


def test_a_gauntlet_of_many_is_not_too_many_seatings():
    with pytest.raises(TournamentError, match=r"800 agents in 2 seats make 639,200 seatings"):
        Schedule(800, 2)
    assert Schedule(800, 2, hero=3).cycle == 2 * 799


def test_a_team_is_one_agents_and_each_agent_has_each_side_of_a_deal():
    spec = Spec.create("nocturna", ["random", "greedy"], 4)
    fixture = first(Schedule.of(spec), 4)
    assert sorted(fixture.seats[:2].tolist()) == [[0, 1, 1, 1], [1, 0, 0, 0]]
    assert fixture.deals.tolist() == [0, 0, 1, 1]


def test_mixed_teams_are_seated_one_by_one():
    schedule = Schedule.of(Spec.create("nocturna", ["random", "greedy"], 4, mixed=True))
    assert schedule.cycle == 2**4 - 2
    assert [1, 0, 1, 0] in first(schedule, schedule.cycle).seats.tolist()
