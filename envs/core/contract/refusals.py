"""Checks of what is refused: damaged states, illegal actions, arguments that are not accepted."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from medianoche.envs.core.contract.promises import broken, demand, positions, refused
from medianoche.envs.core.errors import GameError, IllegalActionError, OptionError, PackError, PositionError
from medianoche.envs.core.game import Game
from medianoche.envs.core.making import game as find


def damaged_states_are_refused(game: Game, num_players: int) -> None:
    """`restore` accepts only states of play and refuses all other bytes; a refused state changes nothing."""
    env = game.aec(num_players=num_players)
    env.reset(5)
    before = env.state_bytes()
    rng = np.random.default_rng(7)
    for number, state in enumerate(positions(game, num_players, count=40)):
        damaged = bytearray(state.tobytes())
        for _ in range(1 + number % 3):
            damaged[rng.integers(len(damaged))] = rng.integers(256)
        noise = rng.bytes(len(damaged))
        for record in (damaged, noise):
            with contextlib.suppress(GameError):
                env.restore(record)
                demand(not broken(game, env.record), "restore accepts an unsound state")
                env.restore(before)
            demand(env.state_bytes() == before, "restore refuses a state and changes something")
    others = [game.new(count) for count in game.players if count != num_players]
    for other in others:
        refused(GameError, partial(env.restore, other.tobytes()), "a state of another player count")
    for options in game.declaration.variants:
        other = game.new(num_players, **options)
        if game.content.options_of(other) != env.options.model_dump():
            refused(GameError, partial(env.restore, other.tobytes()), "a state of other options")


def illegal_actions_change_nothing(game: Game, num_players: int) -> None:
    """An illegal action is refused in words, with some legal ones, and not a byte changes."""
    for state in positions(game, num_players, count=6):
        legal = game.legal_actions(state)
        env = game.aec(num_players=num_players)
        env.reset(0)
        env.restore(state.tobytes())
        batch = game.batch(3, num_players=num_players, seed=0)
        batch.restore([state], [1])
        before = state.tobytes()
        others = batch.states.tobytes()
        sampled = np.setdiff1d(np.arange(game.num_actions), legal)[:: max(game.num_actions // 16, 1)]
        for wrong in [*map(int, sampled), -1, game.num_actions, game.num_actions + 64]:
            actions = batch.sample_legal()
            actions[1] = wrong
            steps: list[tuple[Callable[[Any], Any], Any]]
            steps = [(partial(game.step, state), wrong), (env.step, wrong), (batch.step, actions)]
            for step, action in steps:
                said = refused(IllegalActionError, partial(step, action), f"the illegal action {wrong}")
                demand(str(legal[0]) in said, f"the message names no legal action: {said}")
            demand("row 1" in said, f"the message does not name the row: {said}")
            demand(state.tobytes() == env.state_bytes() == before, f"the illegal action {wrong} changed the state")
            demand(batch.states.tobytes() == others, f"the illegal action {wrong} changed the batch")


def illegal_actions_end_the_game_if_asked_to(game: Game, num_players: int) -> None:
    """With illegal="terminate" the team of the agent that acted illegally loses, no other agent gains, and the next
    game is a normal one."""
    env = game.aec(num_players=num_players, illegal="terminate")
    for seed in range(4):
        env.reset(seed)
        culprit = env.agent_selection
        illegal = [*np.flatnonzero(env.observe(culprit)["action_mask"] == 0), game.num_actions, -1]
        env.step(int(illegal[seed % len(illegal)]))
        demand(all(env.terminations.values()), "illegal='terminate' goes on")
        demand(env.rewards[culprit] == -1 and max(env.rewards.values()) <= 0, "illegal='terminate' pays the culprit")


def bad_input_is_refused(game: Game, num_players: int) -> None:
    """A wrong game, option, pack, player count or agent gets one clear line."""
    refused(GameError, lambda: find("no such game"), "an unknown game")
    refused(OptionError, lambda: game.new(num_players, no_such_option=1), "an unknown option")
    refused(PackError, lambda: game.new(num_players, pack="no such pack"), "an unknown pack")
    refused(PackError, lambda: game.new(num_players, pack="missing.toml"), "a missing pack file")
    refused(GameError, lambda: game.batch(2, num_players=max(game.players) + 1), "one player too many")
    refused(GameError, lambda: game.new(num_players, seed=-1), "a negative seed")
    refused(OptionError, lambda: game.batch(0, num_players=num_players), "a batch of no rows")
    refused(OptionError, lambda: game.aec(num_players=num_players, render_mode="smoke"), "an unknown render mode")
    env = game.aec(num_players=num_players)
    refused(GameError, lambda: env.observation_space("nobody"), "an unknown agent")
    for what in ("last", "observe", "state", "render", "turn", "agent_iter", "state_bytes", "replay"):
        arguments = env.possible_agents[:1] if what == "observe" else ()
        refused(GameError, partial(getattr(env, what), *arguments), f"{what} before reset")
    refused(GameError, lambda: env.step(0), "a step before reset")


def numbers_of_other_kinds_are_refused(game: Game, num_players: int) -> None:
    """Arrays of another shape, type or range, and what is no integer, get one clear line and change nothing."""
    batch = game.batch(3, num_players=num_players, seed=0)
    state = game.new(num_players)
    before = batch.states.tobytes() + state.tobytes()
    legal = batch.sample_legal()
    slips: list[Any] = [
        legal[:2],
        legal[:, None],
        legal * 1.0,
        batch.action_mask,
        legal > 0,
        legal.astype(str),
        None,
        3,
    ]
    for slip in slips:
        refused(GameError, partial(batch.step, slip), "something else than an action for each row")
    rows: list[Any] = [[0, 3], [-1], [1, 1], [10**12], [0.0], [[0]], [True]]
    for some in rows:
        refused(GameError, partial(batch.step_rows, some, legal[: len(some)]), f"rows {some}")
        refused(GameError, partial(batch.turn, some, np.zeros(len(some), np.uint64)), f"a turn of rows {some}")
    seeds: list[Any] = [[1, 2], [1.0, 2.0, np.nan], [1, 2, -3], [1, 2, 2**64], "abc"]
    for seed in seeds:
        refused(GameError, partial(batch.reset, seeds=seed), f"seeds {seed}")
    others: list[Any] = [0.0, "0", None, True, [0]]
    for other in others:
        refused(IllegalActionError, partial(game.step, state, other), f"the action {other!r}")
        refused(GameError, partial(game.observe, state, other), f"the player {other!r}")
    for action in (-1, game.num_actions):
        refused(GameError, partial(game.describe, state, action), f"words of the action {action!r}")
    counts: list[Any] = [str(num_players), float(num_players), True]
    for count in counts:
        refused(GameError, partial(game.new, count), f"{count!r} players")
    for phase in (None, "NO_SUCH_PHASE", 0.0):
        refused(PositionError, partial(game.position, num_players, phase=phase), f"phase {phase!r}")
    demand(batch.states.tobytes() + state.tobytes() == before, "something changed by what is refused")
