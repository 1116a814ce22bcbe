"""What the observation holds, block by block, and what determinize may and may not change."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.kernels.worlds import imagine_rows
from medianoche.envs.misty.state import Phase

MISTY = envs.game("misty")
DECK = [8, 8, 8, 6, 6, 0, 6, 0, 6, 0, 6, 0]


def block(state, player, name):
    return MISTY.observe(state, player)[MISTY.layout[name]]


def played(num_players, seed, until, **options):
    """A random game up to the first position for which `until(state)` holds."""
    rng = np.random.default_rng(seed)
    state = MISTY.new(num_players, seed, **options)
    while not until(state):
        MISTY.step(state, int(rng.choice(MISTY.legal_actions(state))))
    return state


def close(seen, expected):
    return np.allclose(seen, np.asarray(expected, np.float32), atol=1e-6)


def test_windows_show_kinds_directions_moved_and_stacks():
    window = np.full((4, 4), -1)
    window[:3, :] = [[0, 1, 2, 3], [4, 5, 6, 8], [10, 67, 26, 19]]
    state = MISTY.position(3, check=False, win=[window, window], bh=[3, 3], bw=[4, 4])
    planes = block(state, 0, "windows").reshape(4, 10, 4, 4)
    expected = np.zeros((10, 4, 4))
    for plane, cells in enumerate(
        (
            [(0, 0)],
            [(0, 1)],
            [(0, 2)],
            [(0, 3), (2, 3)],
            [(1, 0), (1, 1)],
            [(1, 1), (1, 2)],
            [(1, 3)],
            [(2, 0), (2, 2)],
            [(2, 2), (2, 3)],
            [(2, 1)],
        )
    ):
        for cell in cells:
            expected[plane][cell] = 1
    assert np.array_equal(planes[0], expected)
    assert np.array_equal(planes[1], expected)
    assert not planes[2:].any()
    assert np.array_equal(block(state, 1, "windows").reshape(4, 10, 4, 4)[2], expected)


def test_sizes_of_stacks_and_cards_that_are_gone_are_known_and_not_observed():
    window = np.full((4, 4), -1)
    window[:3, :] = [[0, 1, 2, 3], [4, 5, 6, 8], [10, 66, 26, 19]]
    larger = np.where(window == 66, 67, window)
    table = {"check": False, "phase": "ACT", "bh": [3, 3], "bw": [4, 4]}
    one = MISTY.position(2, win=[window, window], gone=[1, 0], **table)
    other = MISTY.position(2, win=[larger, window], gone=[0, 0], **table)
    assert np.array_equal(MISTY.observe(one, 0), MISTY.observe(other, 0))
    known = [MISTY.known(state, 0) for state in (one, other)]
    for state_known in known:
        MISTY.declaration.leave_out(state_known, 0)
    assert [name for name in one.dtype.names if not np.array_equal(known[0][name], known[1][name])] == ["gone"]
    assert {"gone", "win (sizes of stacks)"} <= MISTY.declaration.unobserved.keys()


def test_without_memory_hands_held_before_are_left_out():
    state = played(2, 5, lambda s: s.step == 3 and s.phase == Phase.PICK, obs_memory=False)
    known = MISTY.known(state, 0)
    assert known.hand[1].any()
    MISTY.declaration.leave_out(known, 0)
    assert not known.hand[1].any()
    assert not known.deck.any()
    assert np.array_equal(known.hand[0], state.hand[0])


def test_boxes():
    window = np.full((4, 4), -1)
    window[0, 0] = window[3, 1] = 1
    state = MISTY.position(2, check=False, win=[window], bh=[4], bw=[2])
    boxes = block(state, 0, "boxes").reshape(4, 5)
    assert close(boxes[0], [1, 0.5, 2 / 12, 0, 1])
    assert close(boxes[1], [0, 0, 0, 1, 1])
    assert not boxes[2:].any()


def test_hands_and_pool():
    state = MISTY.new(4, seed=2)
    for player in range(4):
        assert close(block(state, player, "own_hand"), state.hand[player] / 6)
        assert not block(state, player, "known_hands").any()
        assert close(block(state, player, "unseen_pool"), (np.array(DECK) - state.hand[player]) / 16)


@pytest.mark.parametrize(("deal", "known"), [(0, (1, 2, 3)), (1, (1, 0, 3))])
def test_w16_hands_known_after_two_passes_of_four(deal, known):
    state = played(4, 5, lambda s: s.deal == deal and s.step == 2 and s.phase == Phase.PICK)
    for phase in (Phase.PICK, Phase.PLACE):
        while state.phase != phase:
            MISTY.step(state, int(MISTY.legal_actions(state)[0]))
        assert state.step == 2
        table = block(state, 1, "known_hands").reshape(3, 13)
        for slot in (1, 2, 3):
            seat = (1 + slot) % 4
            expected = [1, *(state.hand[seat] / 6)] if seat in known else [0] * 13
            assert close(table[slot - 1], expected)
        unknown = next(seat for seat in range(4) if seat not in known)
        assert close(block(state, 1, "unseen_pool"), (state.deck + state.hand[unknown]) / 16)


def test_all_hands_are_known_after_three_passes_of_four_or_one_of_two():
    four = played(4, 5, lambda s: s.step == 3)
    assert block(four, 2, "known_hands").reshape(3, 13)[:, 0].all()
    two = played(2, 5, lambda s: s.step == 1)
    assert block(two, 0, "known_hands").reshape(3, 13)[:, 0].tolist() == [1, 0, 0]


def test_without_memory_hands_and_pool_are_blank():
    state = played(2, 5, lambda s: s.step == 3, obs_memory=False)
    assert not block(state, 0, "known_hands").any()
    assert not block(state, 0, "unseen_pool").any()
    assert close(block(state, 0, "own_hand"), state.hand[0] / 6)


def test_picks_are_shown_to_their_owner_then_to_all():
    state = played(3, 1, lambda s: s.phase == Phase.PICK and s.to_move == 2)
    picks = state.pick[:3].copy()
    for player in range(3):
        own_pick = np.eye(12)[picks[player]] if picks[player] >= 0 else np.zeros(12)
        assert close(block(state, player, "own_pick"), own_pick)
        assert not block(state, player, "revealed_picks").any()
    assert block(state, 1, "committed").tolist() == [1, 0, 1, 0]
    state = played(3, 1, lambda s: s.phase == Phase.PLACE and s.step == 2)
    revealed = block(state, 1, "revealed_picks").reshape(4, 12)
    for slot in range(3):
        assert close(revealed[slot], np.eye(12)[state.pick[(1 + slot) % 3]])
    assert not revealed[3].any()
    assert not block(state, 1, "own_pick").any()


def test_turn_phase_and_deal():
    state = played(3, 3, lambda s: s.deal == 1 and s.step == 3 and s.phase == Phase.PLACE and s.to_move == 1)
    assert block(state, 2, "to_move").tolist() == [0, 0, 1, 0]
    assert block(state, 2, "phase").tolist() == [0, 1, 0, 0]
    assert close(block(state, 2, "deal"), [0, 1, 0, 3 / 5, -1])
    assert block(state, 2, "seats").tolist() == [1, 1, 1, 0]
    assert block(state, 2, "committed").tolist() == [0, 1, 0, 0]
    first = MISTY.new(2, variant="introductory")
    assert block(first, 0, "deal").tolist() == [1, 0, 0, 0, 1]


def test_scores_and_points():
    state = played(3, 4, lambda s: s.phase == Phase.ACT and s.round_no == 1 and s.act_done[0] and not s.done)
    expected = [min(state.scores[(p + 1) % 3] / 2, 1) for p in range(3)]
    assert close(block(state, 1, "scores"), [*expected, 0, 1 / 3])
    points = [min(state.round_points[(p + 1) % 3] / 24, 1) for p in range(3)]
    assert points[2] > 0
    assert close(block(state, 1, "round_points"), [*points, 0])
    assert not block(state, 1, "deal").any()
    assert not block(state, 1, "known_hands").any()
    assert block(state, 1, "committed")[2] == 1


def test_the_end():
    state = played(2, 4, lambda s: s.done, rounds_to_win=1)
    assert not block(state, 0, "to_move").any()
    assert block(state, 0, "phase").tolist() == [0, 0, 0, 1]
    assert block(state, 0, "committed").tolist() == [1, 1, 0, 0]
    assert block(state, 0, "scores")[4] == 0


def test_options_and_pack():
    state = MISTY.new(2, variant="introductory", smile_pairs="disjoint", activation="solve")
    assert block(state, 0, "options").tolist() == [1, 1, 1]
    assert block(MISTY.new(), 0, "options").tolist() == [0, 0, 0]
    assert close(block(state, 0, "deck"), np.array(DECK) / 16)
    assert close(block(state, 0, "points"), np.array([1, 1, 1, 2, 1, 1]) / 9)


# ---- determinize


def test_samples_keep_what_is_known_and_vary_the_rest():
    state = played(4, 6, lambda s: s.step == 1 and s.phase == Phase.PICK and s.to_move == 3)
    samples = [MISTY.copy(state) for _ in range(30)]
    for seed, sample in enumerate(samples):
        MISTY.determinize(sample, 3, seed)
        assert np.array_equal(sample.hand[3], state.hand[3])
        assert np.array_equal(sample.hand[0], state.hand[0])
        assert sample.hand.sum(axis=1).tolist() == [5, 5, 5, 5]
        assert all(sample.hand[q, sample.pick[q]] > 0 for q in range(3))
        assert np.array_equal(sample.deck + sample.hand.sum(axis=0), state.deck + state.hand.sum(axis=0))
        assert not MISTY.rules.inconsistency(sample)
    assert len({sample.hand[1].tobytes() for sample in samples}) > 20
    assert len({int(sample.pick[0]) for sample in samples}) > 1


def test_secret_places_vary_over_the_legal_ones_only():
    state = played(3, 8, lambda s: s.step == 3 and s.phase == Phase.PLACE and s.to_move == 2)
    legal = []
    for seat in range(2):
        hidden_state = MISTY.copy(state)
        hidden_state.cell[:] = -1
        hidden_state.to_move = seat
        legal.append(set((MISTY.legal_actions(hidden_state) - 12).tolist()))
    seen = [set(), set()]
    for seed in range(200):
        sample = MISTY.copy(state)
        MISTY.determinize(sample, 2, seed)
        assert np.array_equal(sample.pick, state.pick)
        for seat in range(2):
            seen[seat].add(int(sample.cell[seat]))
    assert seen == legal


def test_samples_hold_no_trace_of_the_truth():
    state = played(4, 9, lambda s: s.step == 0 and s.phase == Phase.PICK and s.to_move == 2)
    other = MISTY.copy(state)
    MISTY.determinize(other, 2, seed=77)
    assert not np.array_equal(other.hand, state.hand)
    for sample in (state, other):
        MISTY.determinize(sample, 2, seed=5)
    assert state.tobytes() == other.tobytes()


@pytest.mark.compiled
def test_sampled_hands_are_uniform():
    state = MISTY.new(4, seed=3)
    pool = np.array(DECK) - state.hand[0]
    total = np.zeros(12)
    for seed in range(3000):
        sample = MISTY.copy(state)
        MISTY.determinize(sample, 0, seed)
        total += sample.hand[2]
    assert total / (3000 * 6) == pytest.approx(pool / 48, abs=0.012)


def test_in_activation_nothing_is_resampled():
    state = played(2, 4, lambda s: s.phase == Phase.ACT)
    sample = MISTY.copy(state)
    MISTY.determinize(sample, 0, seed=1)
    sample.rng = state.rng
    assert sample.tobytes() == state.tobytes()


# ---- samples


def asked_in_the_dark():
    """Seat 2 is asked, with two cards that seat 0 has never held."""
    state = played(3, 5, lambda s: s.step == 1 and s.to_move == 2 and s.phase == Phase.PICK, variant="introductory")
    assert state.hand[2].sum() == 2
    return state


def test_samples_follow_the_odds_among_all_hands_with_a_choice():
    """Beside all pairs of cards that the unseen ones can make: seat 2 is asked, so it holds two kinds (R37)."""
    state = asked_in_the_dark()
    unseen = (state.deck + state.hand[2]).astype(int)
    odds = {(one, two): unseen[one] * unseen[two] for one in range(12) for two in range(one)}
    count = 20_000
    sampled = dict.fromkeys(odds, 0)
    sample = MISTY.copy(state)
    for seed in range(count):
        MISTY.determinize(sample, 0, seed)
        two, one = np.flatnonzero(sample.hand[2])
        sampled[one, two] += 1
    wanted = {pair: count * odd / sum(odds.values()) for pair, odd in odds.items()}
    assert all(sampled[pair] == 0 for pair, expected in wanted.items() if not expected)
    squares = [(sampled[pair] - expected) ** 2 / expected for pair, expected in wanted.items() if expected]
    assert len(squares) == 28  # eight kinds of cards
    assert sum(squares) < 55.5  # chi-square, 27 degrees of freedom: one of a thousand is above


def test_samples_of_a_batch_leave_the_seat_that_is_asked_a_choice():
    state = asked_in_the_dark()
    batch = MISTY.batch(1, num_players=3, seed=0, variant="introductory")
    batch.restore([state])
    rows = np.zeros(2000, np.int64)
    seeds = np.arange(2000, dtype=np.uint64)
    samples = np.zeros(2000, MISTY.declaration.state_dtype).view(np.recarray)
    masks = np.zeros((2000, 1), np.uint64)
    imagine = MISTY.rules.loops.compile(imagine_rows)
    imagine(batch.records, batch.states, rows, np.zeros(2000, np.int64), seeds, samples, masks)
    assert ((samples.hand[:, 2] > 0).sum(axis=1) == 2).all()
    assert (np.bitwise_count(masks[:, 0]) == 2).all()
