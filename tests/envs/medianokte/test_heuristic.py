"""The hand-written policy beats random play on both sides and plays obvious actions."""

import numpy as np
import pytest

from medianoche.envs.core.kernels.rng import spread
from tests.envs.medianokte.numbers import KAPITANA, KAZADOR, KURADORA, MEKANIKO, NIGROMANTE
from tests.envs.medianokte.table import GAME, board, play

GAMES = 150
K, P, U, M, N = KAZADOR, KAPITANA, KURADORA, MEKANIKO, NIGROMANTE


def enemy_share(num_players, enemy, crew):
    """The share of games that the Enemy wins; True plays the heuristic, False random actions."""
    batch = GAME.batch(GAMES, num_players=num_players, autoreset=False, seed=11)
    step = 0
    while len(rows := np.flatnonzero(~batch.done)):
        step += 1
        turn = batch.turn(rows, spread(np.arange(len(rows), dtype=np.uint64) + np.uint64(step * GAMES)))
        clever = np.where(batch.to_move[rows] == 0, enemy, crew)
        batch.step_rows(rows, np.where(clever, turn.heuristic_actions(), turn.random_actions()))
    return (batch.utility[:, 0] > 0).mean()


@pytest.mark.compiled
@pytest.mark.parametrize("players", GAME.players)
def test_it_beats_random_play_on_both_sides(players):
    assert enemy_share(players, enemy=True, crew=False) > 0.9
    assert enemy_share(players, enemy=False, crew=True) < 0.2


@pytest.mark.compiled
@pytest.mark.parametrize("players", GAME.players)
def test_neither_side_is_hopeless(players):
    assert 0.3 < enemy_share(players, enemy=True, crew=True) < 0.7


def test_the_enemy_strikes_a_crew_member_that_falls_by_it():
    state = board(3, 0, [K, P], 0, energy=3, army=[(12, 0, 0)], poison=[9, 9], damage=[3, 8])
    assert GAME.heuristic(state) == 47


def test_the_crew_brings_the_boss_down_when_it_can():
    state = board(3, 0, [K, P], 1, boss_damage=14, boss_poison=9, army=[(14, 0, 0)])
    assert GAME.heuristic(state) == 147 + 41


def test_the_crew_heals_who_would_fall():
    state = board(3, 0, [U, P], 1, damage=[0, 9], bleed=[0, 1], orient=[[2, 2, 0]])
    assert GAME.heuristic(state) == 405
    assert GAME.heuristic(play(state, 405)) == 619


def test_it_builds_a_full_deck():
    state = GAME.new(3, seed=1, decks="build", characters="choose")
    while state.phase < 2:
        GAME.step(state, GAME.heuristic(state))
    assert state.deck_astrali.sum() + state.hand_astrali.sum() == 20
    assert state.explore_object.sum() == 14


def test_it_plays_alike_when_asked_again():
    state = GAME.new(4, seed=3)
    while not state.done:
        action = GAME.heuristic(state, seed=1)
        assert action == GAME.heuristic(state, seed=1)
        GAME.step(state, action)
