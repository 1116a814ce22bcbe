"""Positions for the tests, and frequencies of what follows from them."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from medianoche.envs.core.compile.jit import DISABLED
from medianoche.envs.core.kernels.loops import Results
from medianoche.envs.core.kernels.rng import spread
from medianoche.envs.core.making import game
from tests.envs.examples import Examples
from tests.envs.medianokte.numbers import CREW, ENEMY

GAME = game("medianoche.envs.medianokte:Medianokte")
SEEDS, TOLERANCE = (400, 0.1) if DISABLED else (20_000, 0.015)
"""Seeds and tolerance of frequencies; plain Python is slow."""


def counts(size: int, by_kind: dict[int, int]) -> list[int]:
    """Counts by kind from {kind: count}."""
    return [by_kind.get(kind, 0) for kind in range(size)]


def board(players: int, boss: int, characters: Sequence[int], seat: int, pack: Any = "standard", **changes: Any) -> Any:
    """A position at the start of a turn with the given boss and characters, an empty hand of the Enemy and no energy.

    `army` is a list of (kind, damage, orientation). Counts by kind may be given as {kind: count}; other fields
    as in the state. Options too.
    """
    state = GAME.new(players, seed=1, pack=pack, **{k: changes.pop(k) for k in list(changes) if k in OPTIONS})
    state.boss = boss
    state.energy = 0
    state.last_hit = -1
    for member, character in enumerate(characters):
        state.character[member] = character
    state.deck_event += state.hand_event
    state.deck_astrali += state.hand_astrali
    state.hand_event[:] = 0
    state.hand_astrali[:] = 0
    state.turn = state.to_move = seat
    state.phase = CREW if seat else ENEMY
    for slot, (kind, damage, orient) in enumerate(changes.pop("army", ())):
        state.army_kind[slot] = kind
        state.army_damage[slot] = damage
        state.army_orient[slot] = orient
        state.army_size = slot + 1
    for name, value in changes.items():
        if isinstance(value, dict) and value and isinstance(next(iter(value)), tuple):
            for place, number in value.items():
                state[name][place] = number
        elif isinstance(value, dict):
            state[name][:] = counts(len(state[name]), value)
        elif isinstance(value, list):
            array = np.array(value)
            state[name][tuple(slice(size) for size in array.shape)] = array
        else:
            state[name] = value
    return state


OPTIONS = frozenset(GAME.declaration.options_model.model_fields)


def play(state: Any, *actions: int) -> Any:
    """A copy of `state` after the actions and the forced ones that follow."""
    after = GAME.copy(state)
    for action in actions:
        GAME.step(after, action)
    return after


def legal(state: Any) -> set[int]:
    return set(GAME.legal_actions(state).tolist())


def outcomes(state: Any, *actions: int, seeds: int = SEEDS) -> np.ndarray:
    """`state` after the actions with each of many seeds, as a record array.

    A row whose dice already ended the turn or asked something else keeps what it is: an action is played where it is
    legal.
    """
    states = np.repeat(np.array([state], GAME.declaration.state_dtype), seeds).view(np.recarray)
    states["rng"] = spread(np.arange(seeds, dtype=np.uint64))
    masks = np.zeros((seeds, GAME.rules.mask_words), np.uint64)
    results = Results.blank(seeds, GAME.rules.seats)
    rows = np.arange(seeds)
    GAME.rules.loops.legal_one(GAME.content.records, states, 0, masks[0])
    masks[:] = masks[0]
    for action in actions:
        may = rows[(masks[:, action >> 6] >> np.uint64(action & 63)) & np.uint64(1) != 0]
        chosen = np.full(len(may), action)
        GAME.rules.loops.step_rows(
            GAME.content.records, states, masks, states, may, chosen, results, False, 0, len(may)
        )
    return states


def near(share: Any, expected: float) -> bool:
    """Whether a frequency is within TOLERANCE of a probability."""
    return bool(abs(float(np.mean(share)) - expected) <= TOLERANCE)


def shares(values: np.ndarray, expected: dict[int, float]) -> bool:
    """Whether each value has its expected frequency, and no other value occurs."""
    return set(np.unique(values).tolist()) <= set(expected) and all(
        near(values == value, chance) for value, chance in expected.items()
    )


def army(state: Any) -> list[tuple[int, int, int]]:
    """(kind, damage, orientation) of the army from the left."""
    return [
        (int(state.army_kind[s]), int(state.army_damage[s]), int(state.army_orient[s]))
        for s in range(int(state.army_size))
    ]


def binomial(n: int, chance: float) -> dict[int, float]:
    """Probabilities of 0 to n hits."""
    return {k: math.comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(n + 1)}


MAGIC = {0: 1 / 6, 1: 1 / 3, 2: 1 / 3, 3: 1 / 6}
"""Probabilities of the damage of a magic die."""


def crew(*, players: int = 3, boss: int = 0, characters: Sequence[int] = (0, 2), seat: int = 1, **changes: Any) -> Any:
    """The position of an example: Kazador and Kapitana against Kapitán Umbral, the first crew member's turn."""
    return board(players, boss, characters, seat, **changes)


def column(states: np.ndarray, name: str) -> np.ndarray:
    """`damage_0` is the first number of each state's `damage`."""
    stem, _, place = name.rpartition("_")
    return states[stem][:, int(place)] if place.isdigit() else states[name]


def often(*actions: int, seeds: int = SEEDS, **expected: Any) -> Any:
    """A step of an example: the actions are played with many seeds, and a field x of the states is compared.
    `x={0: 0.4, 1: 0.6}`: the chances of all values; `x=(1, 0.3)`: that of one; `x={1, 2}`: the values that occur; a
    function gets all states."""

    def step(state: Any) -> None:
        after = outcomes(state, *actions, seeds=seeds)
        for name, wanted in expected.items():
            values = None if callable(wanted) else column(after, name)
            if isinstance(wanted, set):
                assert set(values.tolist()) == wanted, name
            elif isinstance(wanted, dict):
                assert shares(values, wanted), name
            elif isinstance(wanted, tuple):
                assert near(values == wanted[0], wanted[1]), name
            else:
                assert wanted(after), name

    return step


def luck(condition: Any, *actions: int) -> Any:
    """A step of an example: these actions with dice by which the condition holds afterwards."""

    def step(state: Any) -> Any:
        after = outcomes(state, *actions)
        return after[condition(after)].view(np.recarray)[0]

    return step


RUN = Examples(
    crew, play, legal=legal, army=army, hand=lambda state: state.hand_event.sum() + state.hand_astrali.sum(),
    deck=lambda state: state.deck_event.sum() + state.deck_astrali.sum(),
)  # fmt: skip
