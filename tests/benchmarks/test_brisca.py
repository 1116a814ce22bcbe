"""Brisca: its rules against a slow reference, and what each player can know."""

import random
from collections import Counter

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.errors import PositionError
from medianoche.toys.brisca import CARDS, NONE, PLAYED, RANKS, SUITS, UNKNOWN

BRISCA = envs.game("medianoche.toys.brisca:Brisca")
WORTH = {"ace": 11, "3": 10, "king": 4, "knight": 3, "jack": 2}


def names(card):
    return RANKS[card % 10], SUITS[card // 10]


def takes(led, answer, trump):
    """Whether the second card wins, by the rulebook's words."""
    (rank, suit), (other, other_suit) = names(led), names(answer)
    if suit == other_suit:
        return RANKS.index(other) > RANKS.index(rank)
    return other_suit == trump


def hands(state):
    return [{card for card in range(CARDS) if state.place[card] == seat} for seat in range(2)]


def test_random_games_agree_with_a_slow_reference():
    choose = random.Random(2)
    winners = Counter()
    for seed in range(25):
        state = BRISCA.new(seed=seed)
        held = hands(state)
        points = [0, 0]
        leader = 0
        last = int(state.turned)
        trump = names(last)[1]
        assert [len(hand) for hand in held] == [3, 3]
        assert last not in held[0] | held[1]
        out = held[0] | held[1]
        while held[0]:
            trick = []
            for seat in (leader, 1 - leader):
                assert state.to_move == seat
                assert set(BRISCA.legal_actions(state).tolist()) == held[seat]
                card = choose.choice(sorted(held[seat]))
                held[seat].discard(card)
                trick.append(card)
                BRISCA.rules.apply(state, card)
            leader = (1 - leader) if takes(*trick, trump) else leader
            points[leader] += sum(WORTH.get(names(card)[0], 0) for card in trick)
            assert state.scores.tolist() == points
            drawn = [hands(state)[seat] - held[seat] for seat in (leader, 1 - leader)]
            left = CARDS - len(out)
            assert [len(cards) for cards in drawn] == [left > 0, left > 0]
            assert not out & (drawn[0] | drawn[1])
            assert (last in drawn[1]) == (left == 2)
            out |= drawn[0] | drawn[1]
            held = hands(state)
        assert state.done
        assert sum(points) == 120
        assert state.utility.tolist() == [np.sign(points[0] - 60), np.sign(points[1] - 60)]
        winners[points[0] > 60] += 1
    assert min(winners.values()) > 4


def middle(seed, decisions):
    state = BRISCA.new(seed=seed)
    for number in range(decisions):
        BRISCA.step(state, BRISCA.heuristic(state, seed=number))
    return state


def test_samples_are_all_that_a_player_cannot_tell_apart_each_as_likely():
    state = middle(1, 21)
    assert state.led != NONE
    hidden = (BRISCA.known(state, 1).place == UNKNOWN).nonzero()[0]
    counts = Counter()
    for seed in range(1500):
        sample = BRISCA.copy(state)
        BRISCA.determinize(sample, 1, seed)
        assert seed > 20 or not BRISCA.rules.inconsistency(sample)
        counts.update(hands(sample)[0])
    mean = 1500 * int(state.held[0]) / len(hidden)
    assert set(counts) == set(hidden.tolist())
    assert all(abs(times - mean) < 5 * mean**0.5 for times in counts.values())


def test_the_turned_card_is_never_hidden():
    holders = Counter()
    for seed in range(20):
        state = middle(seed, 34)  # the stock is used up, three cards are in each hand
        holder = int(state.place[state.turned])
        name = BRISCA.describe(state, state.turned).removeprefix("play the ")
        for seat in range(2):
            assert BRISCA.known(state, seat).place[state.turned] == holder
            assert name in BRISCA.render(state, seat).partition("turned up")[0]
        holders[holder] += 1
    assert set(holders) == {0, 1}


def test_a_seat_is_shown_how_many_cards_it_does_not_know():
    state = BRISCA.new(seed=3)
    assert BRISCA.render(state, seat=0).count("?") == BRISCA.render(state, seat=1).count("?") == 3
    assert "?" not in BRISCA.render(state)
    assert BRISCA.view(state, 0).fields["place"].count(None) == 36
    BRISCA.step(state, int(BRISCA.legal_actions(state)[0]))
    assert BRISCA.render(state, seat=1).count("?") == 2


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"place": 4}, "nowhere"),
        ({"place": UNKNOWN}, "nowhere"),
        ({"place": PLAYED}, "do not fit"),
        ({"held": [3, 2]}, "do not fit"),
        ({"turned": 40}, "do not fit"),
        ({"led": 7}, "do not fit"),
        ({"answer": 0}, "do not fit"),
        ({"scores": [3, 0]}, "result"),
        ({"utility": [1, -1]}, "result"),
        ({"phase": "END"}, "phase 1 with done 0"),
    ],
)
def test_what_play_cannot_reach_is_refused(fields, why):
    with pytest.raises(PositionError, match=why):
        BRISCA.position(**fields)
