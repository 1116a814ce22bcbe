"""Anything at all, given to every public method that takes numbers or arrays.

`python -m tests.envs.core.fuzz GAME EXAMPLES ...`: a process of its own, for it looks for crashes. It prints every
call before it makes it.
"""

import sys
from functools import partial
from operator import attrgetter

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from medianoche.agents import agent
from medianoche.envs import game as find
from medianoche.envs.core.errors import MedianocheError, shown
from medianoche.training.adapters.gymnasium import SeatEnv, SeatVectorEnv

ROWS = 5


class Hostile:
    """Has a length and an array of its own, and neither can be had."""

    def __len__(self):
        raise RuntimeError("no\nlength")

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("no\narray")

    def __repr__(self):
        raise RuntimeError("no\nwords")


class Endless:
    """Has items without end."""

    def __init__(self, item=None):
        self.item = item

    def __len__(self):
        return ROWS

    def __getitem__(self, place):
        return self if self.item is None else self.item


def endless():
    inner = []
    inner.append(inner)
    return inner


def bent(array):
    """The same kind of numbers, lying otherwise in memory."""
    ways = [array, array[::-1], array[::2], np.broadcast_to(array[:1], array.shape), array.repeat(3)[::3]]
    ways += [np.asfortranarray(array), array.view(np.ma.MaskedArray), array.astype(array.dtype.newbyteorder())]
    return st.sampled_from(ways)


NUMBERS = st.one_of(
    st.integers(-3, 9), st.integers(-(2**70), 2**70), st.floats(), st.booleans(),
    st.sampled_from([2**31, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), 10**300]),
)  # fmt: skip
OTHERS = st.sampled_from(
    [
        *(
            None,
            "abc",
            b"abcde",
            "0",
            {},
            {0: 1},
            {1, 2},
            range(ROWS),
            range(10**12),
            Hostile(),
            Endless(),
            Endless(0),
            [Endless()] * ROWS,
            endless(),
            [[1, 2], [3]],
            "misty",
            "hallowen",
            "x" * 10_000,
            "x" * 5_000 + ".toml",
            "a\0b.toml",
            "a\0b.py:Bot",
            "medianoche.envs.core.game:Game",
            find("tests.toys.duel:Duel").new(),
            np.zeros(1, find("tests.toys.duel:Duel").declaration.state_dtype)[0],
        ),
        *(
            iter([1]),
            [None] * ROWS,
            ["a"] * ROWS,
            [Hostile()] * ROWS,
            1j,
            np.datetime64("2020-01-01"),
            np.str_("x"),
            ...,
        ),
        *(np.zeros(ROWS, [("a", "i8")]), np.array([{}] * ROWS), np.array(["1"] * ROWS), np.zeros(ROWS, "V3"), slice(3)),
    ]
)
KINDS = st.one_of(hnp.boolean_dtypes(), hnp.integer_dtypes(), hnp.unsigned_integer_dtypes(), hnp.floating_dtypes())
ARRAYS = KINDS.flatmap(lambda kind: hnp.arrays(kind, hnp.array_shapes(min_dims=1, max_dims=3, max_side=6))).flatmap(
    bent
)
SMALL = hnp.arrays(np.int64, st.integers(0, ROWS), elements=st.integers(-2, ROWS)).flatmap(
    lambda a: bent(a) if len(a) else st.just(a)
)
ANYTHING = st.one_of(NUMBERS, st.lists(NUMBERS, max_size=ROWS + 1), OTHERS, ARRAYS, SMALL)


def beside(values, like):
    """As many of `values` as there are in `like`, if that can be told."""
    try:
        return values[: len(like)]
    except (TypeError, RuntimeError):
        return values


def calls(game):
    """(what is called, the call, the records that it may not change if it refuses) for every method."""
    players = game.players[-1]
    batch = game.batch(ROWS, num_players=players, seed=1)
    env = game.aec(num_players=players)
    state = game.new(players)
    env.reset(0)
    rows = np.arange(ROWS)
    legal = batch.sample_legal()
    turn = batch.turn(rows, rows)
    for name, call in {
        "step": batch.step,
        "step_rows, rows": lambda v: batch.step_rows(v, beside(legal, v)),
        "step_rows, actions": lambda v: batch.step_rows(rows, v),
        "step_rows, both": lambda v: batch.step_rows(v, v),
        "reset, seed": batch.reset,
        "reset, seeds": lambda v: batch.reset(seeds=v),
        "turn, rows": lambda v: batch.turn(v, beside(rows, v)).heuristic_actions(),
        "turn, seeds": lambda v: batch.turn(rows, v).random_actions(),
        "sample": turn.sample,
        "legal_actions": batch.legal_actions,
        "restore": batch.restore,
    }.items():
        yield f"batch.{name}", call, batch.states
    for name in (
        *("step", "rules.apply", "observe", "conceal", "known", "describe", "heuristic"),
        *("view", "render", "draw", "explain", "show.moments"),
    ):
        one = game.copy(state)
        yield f"game.{name}", partial(attrgetter(name)(game), one), one
    for name in ("actions", "weights", "values", "width", "before"):
        yield f"game.draw, {name}", lambda v, n=name: game.draw(state, **{n: v}), state
    action = next(iter(game.legal_actions(state)), 0)
    for name in ("show.tell", "show.events"):
        yield f"game.{name}, a seat", lambda v, name=name: attrgetter(name)(game)(state, action, v), state
        yield f"game.{name}, a position", lambda v, name=name: attrgetter(name)(game)(v, action), state
        yield f"game.{name}, an action", lambda v, name=name: attrgetter(name)(game)(state, v), state
    yield "game.determinize", lambda v: game.determinize(state, v, v), state
    for name in (
        *("copy", "legal_actions", "heuristic", "rules.advance", "rules.inconsistency"),
        *("content.pack_of", "content.options_of"),
    ):
        yield f"game.{name} of a state", attrgetter(name)(game), state
    yield "game.describe of a state", lambda v: game.describe(v, 0), state
    yield "game.new, pack", lambda v: game.new(players, pack=v), state
    yield "game.batch, pack", lambda v: game.batch(2, pack=v), state
    yield "find", find, state
    yield "agent", agent, state
    yield "game.new", game.new, state
    yield "game.new, seed", lambda v: game.new(seed=v), state
    yield "game.batch, seeds", lambda v: game.batch(ROWS, seeds=v), state
    for field in [name for name in game.declaration.state_dtype.names if name not in ("pack", "num_players")]:
        yield f"game.position, {field}", lambda v, f=field: game.position(players, **{f: v}), state
    for option in game.declaration.options_model.model_fields:
        yield f"game.new, {option}", lambda v, o=option: game.new(**{o: v}), state
    for name in ("step", "reset", "restore", "observe", "action_space"):
        yield f"env.{name}", getattr(env, name), env._states
    for seats in (SeatEnv(game.content.location, ["random"]), SeatVectorEnv(game.content.location, ROWS, ["random"])):
        seats.reset(seed=0)
        yield f"{type(seats).__name__}.step", seats.step, seats.matches.batch.states
        yield f"{type(seats).__name__}.reset", lambda v, e=seats: e.reset(seed=v), seats.matches.batch.states


def attempt(name, call, records, value):
    print(name, shown(value), flush=True)
    before = records.tobytes()
    said = ""
    try:
        call(value)
    except MedianocheError as error:
        said = str(error)
    assert "\n" not in said, said
    assert len(said) < 1000, said
    assert not said or records.tobytes() == before, f"{name} refuses {shown(value)} and changes something"


def main(location, examples):
    quiet = settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))

    @quiet
    @given(st.data())
    def all_of(called, data):
        attempt(*called, data.draw(ANYTHING))

    for called in calls(find(location)):
        all_of(called)


if __name__ == "__main__":
    settings.register_profile("fuzz", derandomize=True)
    settings.load_profile("fuzz")
    for location, examples in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        main(location, int(examples))
