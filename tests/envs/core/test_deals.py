"""Games that end in the deal, before a player has a choice: environments deal on; one state or row shows the end."""

import numpy as np
import pytest

from medianoche import envs
from medianoche.envs.core.contract import play_at_scale, run
from medianoche.envs.core.contract.promises import positions
from medianoche.envs.core.errors import GameError
from medianoche.envs.core.kernels.loops import DEAL_LIMIT

GAMES = 64
ALL_END = rf"^natural: {DEAL_LIMIT} games in a row ended in the deal, before a player had a choice"


@pytest.fixture(scope="module")
def natural():
    return envs.game("tests.toys.natural:Natural")


@pytest.fixture(scope="module")
def ended(natural):
    """A seed whose game ends in the deal."""
    return next(seed for seed in range(100) if natural.new(seed=seed).done)


def test_one_state_is_the_game_of_its_seed_also_if_it_is_over(natural, ended):
    state = natural.new(seed=ended)
    assert (state.done, state.to_move) == (1, -1)
    assert not natural.legal_actions(state).size


@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_deals_on_until_a_player_has_a_choice(natural, threads):
    batch = natural.batch(GAMES, seed=1, threads=threads)
    for _ in range(50):
        assert not batch.done.any()
        gained, over = batch.step(batch.sample_legal())
        assert not gained[~over].any()
    batch.deal([0, 1, 2])
    batch.reset()
    assert not batch.done.any()
    assert not batch.ended.any()


def test_the_seeds_of_a_batch_are_those_of_the_games_that_were_dealt_on(natural):
    batch = natural.batch(GAMES, seed=1)
    first = natural.batch(GAMES, seed=1, autoreset=False)
    assert 0 < first.done.sum() < GAMES
    np.testing.assert_array_equal(batch.seeds[~first.done], first.seeds[~first.done])
    for row, seed in enumerate(batch.seeds.tolist()):
        assert batch.states[row].tobytes() == natural.new(seed=seed).tobytes()


def test_without_autoreset_a_row_is_over_at_once(natural):
    batch = natural.batch(GAMES, seed=1, autoreset=False)
    over = batch.done
    assert (batch.to_move[over] == -1).all()
    assert (batch.sample_legal()[over] == -1).all()
    assert not batch.ended.any()


def test_random_play_in_one_call_goes_on_after_a_game_that_ended_in_the_deal(natural):
    batch = natural.batch(GAMES, seed=1)
    own_states = batch.states.copy().view(np.recarray)
    seeds = np.arange(GAMES, dtype=np.uint64)
    played = natural.rules.loops.play_rows(
        batch.records, own_states, batch.masks.copy(), batch.blank, seeds, 100, 0, GAMES
    )
    assert GAMES * 30 < played < GAMES * 40  # 7 of 16 deals end a game; the others take two decisions


def test_an_environment_begins_where_a_player_has_a_choice(natural, ended):
    env = natural.aec()
    for _ in range(20):
        env.reset()
        assert not any(env.terminations.values())
    env.reset(ended)
    assert not env.record.done
    assert env.seed != ended
    assert env.record.tobytes() == natural.new(seed=env.seed).tobytes()
    for agent in env.agent_iter():
        env.step(None if env.terminations[agent] else env.sample_legal())
    assert env.seed is not None


def test_a_replay_of_a_game_that_ended_in_the_deal_plays_that_game(natural, ended):
    env = natural.aec()
    env._deal(ended)
    replay = env.replay()
    assert (replay.seed, replay.actions) == (ended, [])
    assert replay.play().record.tobytes() == natural.new(seed=ended).tobytes()


def test_such_a_game_keeps_all_promises(natural):
    assert not [line for line in run(natural) if line[2]]
    assert not [part.wrong for part in play_at_scale(natural, 200) if part.wrong]


def test_where_every_deal_ends_the_game_one_line_says_so(natural):
    env = natural.aec(ends="all")
    for attempt in (
        lambda: natural.batch(3, ends="all"),
        lambda: natural.batch(3, ends="all", autoreset=False).done.all() and env.reset(),
        lambda: list(positions(natural, 2, ends="all")),
    ):
        with pytest.raises((GameError, AssertionError), match=ALL_END):
            attempt()
