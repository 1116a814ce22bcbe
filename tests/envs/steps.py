"""Random steps of a game as one of some seats knows them."""

import numpy as np


def steps(game, state, seats, seed):
    """Play `state` to its end by random actions. For each step: what a random one of `seats` knows before it, the
    events that the seat learns of, and what it knows afterwards."""
    rng = np.random.default_rng(seed)
    while not state.done:
        seat = int(rng.choice(seats))
        action = int(rng.choice(game.legal_actions(state)))
        before = game.known(state, seat)
        events = game.show.events(state, action, seat)
        game.step(state, action)
        yield before, events, game.known(state, seat)
