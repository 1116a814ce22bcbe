"""States of all phases of a game, from play that is half chance and half the heuristic's."""

from collections import defaultdict
from functools import cache

import numpy as np

from medianoche import envs

GAMES = {"correo": 2, "misty": 2}
"""Of an option set."""
EACH = 12
"""States of a phase."""
SLOW = {"misty": 24, "correo": 12}
"""One decision of so many is the heuristic's where it takes seconds in plain Python."""


@cache
def gallery(name):
    """{phase: states at a question in it}, from games of each option set, their player counts in turn."""
    game = envs.game(name)
    rng = np.random.default_rng(5)
    groups = defaultdict(list)
    met = defaultdict(int)
    for number in range(GAMES.get(name, 4) * len(game.declaration.variants)):
        count = game.players[-1 - number % len(game.players)]
        state = game.new(count, seed=number, **game.declaration.variants[number % len(game.declaration.variants)])
        while not state.done:
            states = groups[phase := int(state.phase)]
            met[phase] = met[int(state.phase)] + 1
            if len(states) < EACH:
                states.append(game.copy(state))
            elif rng.random() < EACH / met[phase]:
                states[rng.integers(EACH)] = game.copy(state)
            by_hand = rng.random() < 1 / SLOW.get(name, 2)
            legal = game.legal_actions(state)
            game.step(state, game.heuristic(state, seed=number) if by_hand else int(rng.choice(legal)))
    return dict(groups)
