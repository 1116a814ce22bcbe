"""A game of each kind in which everything is asked at every step: quick enough for plain Python, where it is what
coverage measures most (`make coverage`)."""

import numpy as np
import pytest

from medianoche import envs
from tests.envs.gallery import SLOW, gallery

KINDS = [
    pytest.param(name, count, options, id=f"{name}-{count}-{number}")
    for name in envs.names()
    for number, (count, options) in enumerate(
        [(count, {}) for count in envs.game(name).players]
        + [(envs.game(name).players[-1], options) for options in envs.game(name).declaration.variants if options]
    )
]
OFTEN, LOOKS, SOUND = 3, 12, 10
"""All three are slow: one decision of so many is the heuristic's, which leads where random play does not (`OFTEN`, but
where it takes seconds); in one of so many a player looks, at the truth and at a sample; one of so many states is
searched for what cannot be."""


@pytest.mark.larger
@pytest.mark.parametrize(("name", "num_players", "options"), KINDS)
def test_everything_is_asked_at_every_step(name, num_players, options):
    game = envs.game(name)
    rng = np.random.default_rng(num_players)
    state = game.new(num_players, seed=num_players, **options)
    number = 0
    while not state.done:
        assert number % SOUND or not game.rules.inconsistency(state)
        legal = game.legal_actions(state)
        player = number % num_players
        if number % LOOKS == 0:
            seen = game.observe(state, player)
            sample = game.copy(state)
            game.determinize(sample, player, seed=number)
            for other in (sample, state):
                known = game.copy(other)
                game.conceal(known, player)
                assert np.array_equal(game.observe(known, player), seen)
        action = int(rng.choice(legal)) if number % SLOW.get(name, OFTEN) else game.heuristic(state, seed=number)
        assert action in legal
        game.step(state, action)
        number += 1
    assert not game.rules.inconsistency(state)
    assert len(game.legal_actions(state)) == 0


@pytest.mark.parametrize("name", envs.names())
def test_in_every_phase_the_heuristic_has_an_answer_and_what_is_seen_is_kept(name):
    game = envs.game(name)
    for states in gallery(name).values():
        for state in states:
            before = game.copy(state)
            legal = game.legal_actions(state)
            answers = {game.heuristic(state, seed=seed) for seed in range(1 if name in SLOW else 3)}
            assert answers <= set(legal.tolist())
            assert state.tobytes() == before.tobytes()
        for player in range(state.num_players):
            known = game.copy(state)
            game.conceal(known, player)
            assert np.array_equal(game.observe(state, player), game.observe(known, player))
