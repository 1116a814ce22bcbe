"""The real game and the slow reference play the same games in lock step, chance included, and agree on every field."""

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from medianoche.envs.nocturna.state import Phase
from tests.envs.nocturna.positions import NOCTURNA
from tests.envs.nocturna.reference import Game
from tests.envs.repeats import repeated

OPTIONS: list[dict[str, Any]] = [
    {},
    {"variant": "quick", "sheets": "random", "actor": "free", "carry": "optional", "fatigue": 10},
    {"sheets": "order", "unguarded_rewards": True, "boss_life": "standing", "max_offers": 4},
    {"actor": "free", "carry": "optional", "unguarded_rewards": True, "max_offers": 0},
]


class LockStep:
    """One game in both; every action is applied to both and compared."""

    def __init__(self, num_players: int, seed: int, pack: Any, **options: Any) -> None:
        # `new` also makes forced moves, so both start from the first one that needs none
        tables = NOCTURNA.content.read_pack(pack).model
        self.state = NOCTURNA.new(num_players, seed, pack, **options)
        self.game = Game(tables, num_players, seed, NOCTURNA.content.options(options).model_dump())
        self.force()
        self.same()

    def force(self) -> None:
        """The reference's forced moves."""
        while len(self.game.legal) == 1:
            self.game.apply(self.game.legal[0])

    def same(self) -> None:
        for name, value in self.game.fields().items():
            real = self.state[name]
            assert np.array_equal(real, np.array(value)), f"{name}: {real} is not {value}"
        assert NOCTURNA.legal_actions(self.state).tolist() == self.game.legal

    def move(self, action: int) -> None:
        """One choice, and the forced moves after it, one at a time and in one go."""
        stepped = NOCTURNA.copy(self.state)
        NOCTURNA.step(stepped, action)
        NOCTURNA.rules.apply(self.state, action)
        self.game.apply(action)
        self.same()
        while len(self.game.legal) == 1:
            forced = self.game.legal[0]
            NOCTURNA.rules.apply(self.state, forced)
            self.game.apply(forced)
            self.same()
        assert stepped.tobytes() == self.state.tobytes()


def eager(rng: random.Random, state: Any, legal: list[int]) -> int:
    """A random action, rarely a pass, so that rare cards are played."""
    if 0 in legal and len(legal) > 1 and state.phase != Phase.PLACE and rng.random() < 0.6:
        legal = [action for action in legal if action]
    rare = [action for action in legal if 20 <= action < 65 or 316 <= action < 342]
    return rng.choice(rare if rare and rng.random() < 0.3 else legal)


@repeated(1, 2, "packs")
@pytest.mark.parametrize(("num_players", "number"), list(product((2, 3, 4, 5), range(4))))
def test_random_games_agree_with_the_reference(num_players: int, number: int, packs: int) -> None:
    rng = random.Random(10 * num_players + number)
    for pack in ("standard", 1 + number % 2)[:: -1 if num_players % 2 else 1][:packs]:
        both = LockStep(num_players, rng.randrange(10**9), pack, **OPTIONS[number])
        while both.game.legal:
            both.move(eager(rng, both.state, both.game.legal))
        assert both.state.phase == Phase.END


def test_games_of_the_heuristic_agree_with_the_reference() -> None:
    for seed, num_players in enumerate((5, 3)):
        both = LockStep(num_players, seed, "standard")
        while both.game.legal:
            both.move(NOCTURNA.heuristic(both.state, seed))
        assert both.state.phase == Phase.END
