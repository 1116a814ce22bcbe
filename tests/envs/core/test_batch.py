import pickle

import numpy as np
import pytest

from medianoche.envs.core.errors import GameError, IllegalActionError, OptionError


def test_row_i_plays_the_game_of_seed_plus_i(four):
    batch = four.batch(5, seed=10)
    for row in range(5):
        assert batch.states[row].tobytes() == four.new(seed=10 + row).tobytes()
    chosen = four.batch(2, seeds=[14, 3])
    assert chosen.states[0].tobytes() == batch.states[4].tobytes()
    assert chosen.states[1].tobytes() == four.new(seed=3).tobytes()


def test_a_finished_game_leaves_its_result_and_a_new_one_is_dealt(four):
    batch = four.batch(2)
    for drop in ([0, 0], [1, 1], [0, 0], [1, 1], [0, 0], [1, 1]):
        utility, ended = batch.step(np.array(drop))
        assert not ended.any()
        assert not utility.any()
    utility, ended = batch.step(np.array([0, 2]))
    assert ended.tolist() == [True, False]
    assert utility.tolist() == [[1, -1], [0, 0]]
    assert batch.scores[0].tolist() == [1, 0]
    assert batch.states[0].ply == 0
    assert batch.to_move.tolist() == [0, 1]
    utility, ended = batch.step(batch.sample_legal())
    assert not ended.any()
    assert not utility.any()


def test_without_autoreset_a_finished_row_stays(four):
    batch = four.batch(1, autoreset=False)
    for drop in (0, 1, 0, 1, 0, 1, 0):
        batch.step(np.array([drop]))
    assert batch.done[0]
    assert batch.to_move[0] == -1
    assert not batch.masks.any()
    assert not batch.action_mask.any()
    assert batch.sample_legal()[0] == -1
    with pytest.raises(IllegalActionError, match="row 0: the game is over"):
        batch.step(np.array([0]))


def test_step_rows_touches_only_its_rows(four):
    batch = four.batch(4)
    others = batch.states[[0, 2]].tobytes()
    batch.step_rows(np.array([3, 1]), np.array([6, 2]))
    assert batch.states[[0, 2]].tobytes() == others
    assert batch.states[3].discs == 1 << 42
    assert batch.states[1].discs == 1 << 14


def test_observation_and_mask_follow_the_state(four):
    batch = four.batch(3)
    assert batch.action_mask.all()
    assert not batch.observation.any()
    batch.step(np.array([0, 1, 2]))
    for row in range(3):
        assert np.array_equal(batch.observation[row], four.observe(batch.states[row], 1))
        assert np.array_equal(batch.action_mask[row].nonzero()[0], batch.legal_actions(row))


def test_threads_change_nothing(four):
    one, many = four.batch(101, threads=1), four.batch(101, threads=4)
    for _ in range(60):
        actions = one.sample_legal()
        assert np.array_equal(actions, many.sample_legal())
        for a, b in zip(one.step(actions), many.step(actions), strict=True):
            assert np.array_equal(a, b)
    assert one.states.tobytes() == many.states.tobytes()


def test_reset_with_a_seed_deals_the_same_and_without_goes_on(four):
    batch = four.batch(2, seed=1)
    first = batch.states.tobytes()
    batch.step(batch.sample_legal())
    batch.reset(1)
    assert batch.states.tobytes() == first
    assert batch.action_mask.all()


def test_a_pickled_batch_goes_on_alike(four):
    batch = four.batch(6, threads=2)
    batch.step(batch.sample_legal())
    twin = pickle.loads(pickle.dumps(batch))
    for _ in range(50):
        assert np.array_equal(batch.sample_legal(), twin.sample_legal())
        actions = batch.sample_legal()
        twin.sample_legal()
        batch.step(actions)
        twin.step(actions)
    assert batch.states.tobytes() == twin.states.tobytes()


def test_random_choices_are_uniform(four):
    batch = four.batch(7000)
    counts = np.bincount(batch.sample_legal(), minlength=7)
    assert ((counts - 1000) ** 2 / 1000).sum() < 22.5  # chi-square, 6 degrees of freedom, p = 0.001


def test_a_turn_shows_the_view_of_the_mover(four):
    batch = four.batch(4)
    batch.step_rows(np.array([1]), np.array([3]))
    rows = np.array([3, 1])
    turn = batch.turn(rows, np.array([5, 6], np.uint64))
    assert len(turn) == 2
    assert turn.seats.tolist() == [0, 1]
    assert np.array_equal(turn.observation, batch.observation[rows])
    assert np.array_equal(turn.action_mask, batch.action_mask[rows])
    again = batch.turn(rows[::-1].copy(), np.array([6, 5], np.uint64))
    assert np.array_equal(turn.random_actions(), again.random_actions()[::-1])


def test_samples_are_copies(four):
    batch = four.batch(2)
    before = batch.states.tobytes()
    packs, states = batch.turn(np.array([0, 1]), np.array([1, 2], np.uint64)).sample()
    states["ply"] = 9
    assert batch.states.tobytes() == before
    assert len(packs) == 1


@pytest.mark.parametrize("wrong", [{"num_envs": 0}, {"num_envs": 2, "threads": 0}])
def test_sizes_must_be_positive(four, wrong):
    with pytest.raises(OptionError, match="at least 1"):
        four.batch(**wrong)


def test_arrays_of_the_wrong_length_are_refused(four):
    batch = four.batch(3)
    with pytest.raises(GameError, match="2 actions given for 3 rows"):
        batch.step(np.array([0, 1]))
    with pytest.raises(GameError, match="2 seeds given for 3 rows"):
        batch.reset(seeds=[1, 2])
