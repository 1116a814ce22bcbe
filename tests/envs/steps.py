"""Random steps of a game as one of some seats knows them."""

import numpy as np


def steps(game, state, seats, seed):
    """Play `state` to its end by random actions. For each step: what a random one of `seats` knows before it, the
    events that the seat learns of, and what it knows afterwards."""
    rng = np.random.default_rng(seed)
    while not state.done:
        seat, action = int(rng.choice(seats)), int(rng.choice(game.legal_actions(state)))
        before, events = game.known(state, seat), game.show.events(state, action, seat)
        game.step(state, action)
        yield before, events, game.known(state, seat)
