"""The real game and the slow reference play the same matches in lock step, and agree after every move."""

import random
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from medianoche.envs import game
from medianoche.envs.core.content.pack import generate, to_toml
from tests.envs.misty.reference import END, MONSTER, STANDARD_PTS, Match, Window
from tests.envs.repeats import larger, repeated, some

MISTY = game("misty")
TABLES = list(product((2, 3, 4), ("standard", "introductory"), ("play", "solve"), ("overlapping", "disjoint")))


class LockStep:
    """One real match with its reference; every move is made in both and compared."""

    def __init__(self, num_players: int, seed: int, pack: Any, **options: Any) -> None:
        self.state = MISTY.new(num_players, seed, pack, **options)
        record = MISTY.content.read_pack(pack).records[0]
        self.match = Match(self.state, record["deck0"], record["pts"])
        self.same()
        dealt = self.state.deck + self.state.hand.sum(axis=0)
        assert dealt.tolist() == record["deck0"].tolist()

    def same(self) -> None:
        for name, value in self.match.fields().items():
            real = self.state[name]
            assert np.array_equal(real, np.array(value, real.dtype)), f"{name}: {real} is not {value}"
        assert MISTY.legal_actions(self.state).tolist() == self.match.legal()

    def move(self, action: int) -> None:
        """One action, without the forced ones after it."""
        MISTY.rules.apply(self.state, action)
        self.match.apply(action)
        if self.match.waiting:
            self.match.deal_from(self.state)
        self.same()

    def play(self, rng: random.Random) -> None:
        """Random moves to the end; the real `step` must lead to where one move at a time leads."""
        while self.match.phase != END:
            stepped = MISTY.copy(self.state)
            action = rng.choice(self.match.legal())
            MISTY.step(stepped, action)
            self.move(action)
            while len(forced := self.match.legal()) == 1:
                self.move(forced[0])
            assert stepped.tobytes() == self.state.tobytes()


@repeated(2, 9)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(map(str, table)))
def test_random_matches_agree_with_the_reference(table: tuple[int, str, str, str], count: int) -> None:
    num_players, variant, activation, smile_pairs = table
    rng = random.Random(repr(table))
    for number in range(count):
        LockStep(
            num_players,
            seed=rng.randrange(10**9),
            pack=rng.randrange(6) if number % 3 else "standard",
            variant=variant,
            activation=activation,
            smile_pairs=smile_pairs,
            rounds_to_win=1,
            obs_memory=rng.random() < 0.5,
        ).play(rng)


@pytest.mark.parametrize("rounds_to_win", [2, larger(3)])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_long_matches_agree_with_the_reference(num_players: int, rounds_to_win: int) -> None:
    rng = random.Random(10 * num_players + rounds_to_win)
    for variant in ("standard", "introductory"):
        LockStep(num_players, rng.randrange(10**9), "standard", variant=variant, rounds_to_win=rounds_to_win).play(rng)


@pytest.mark.parametrize("seed", some(range(3), lambda place, _: place == 0))
def test_packs_with_diagonal_arrows_agree_with_the_reference(seed: int, tmp_path: Path) -> None:
    file = tmp_path / f"diagonal_{seed}.toml"
    file.write_text(to_toml(generate(MISTY.content.package, seed, diagonals=True)), encoding="utf-8")
    rng = random.Random(seed)
    for activation, num_players in product(("play", "solve"), (2, 3, 4)):
        LockStep(num_players, rng.randrange(10**9), str(file), activation=activation, rounds_to_win=1).play(rng)


@pytest.mark.parametrize("seed", range(20))
def test_which_monster_eats_which_flower_does_not_matter(seed: int) -> None:
    rng = random.Random(seed)
    letters = [[rng.choice("HFFFMMO.") for _ in range(4)] for _ in range(3)]
    window = Window.drawn("/".join("".join(row) for row in letters))
    outcomes = set()
    todo = [window]
    while todo:
        current = todo.pop()
        meals = current.meals()
        todo += [current.with_meal(*meal) for meal in rng.sample(meals, min(2, len(meals)))]
        if not meals:
            outcomes.add((current.points(STANDARD_PTS), current.gone, len(current.alone(MONSTER))))
    eaten = window.eaten()
    assert outcomes == {(eaten.points(STANDARD_PTS), eaten.gone, len(eaten.alone(MONSTER)))}
