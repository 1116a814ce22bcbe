"""Checks of the rules: random play, deals, positions, actions, the heuristic."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np

from medianoche.envs.core.content.fields import wrong_value
from medianoche.envs.core.content.pack import PackModel
from medianoche.envs.core.contract.promises import (
    BrokenPromiseError,
    EndlessGameError,
    allowed_decisions,
    bases,
    broken,
    demand,
    positions,
    same,
    trace,
)
from medianoche.envs.core.game import Game
from medianoche.envs.core.kernels.loops import NO_CHOICE, NO_END, NO_STOP
from medianoche.envs.core.kernels.rng import mix
from medianoche.envs.core.kernels.steps import FORCED_LIMIT


def sizes_agree(game: Game, num_players: int) -> None:
    """Seats, agents and teams fit together; integers of records are signed."""
    agents = game.agents(num_players)
    teams = game.teams(num_players)
    demand(len(agents) == len(teams) == len(set(agents)) == num_players, "agents, teams and players differ")
    for dtype in (game.declaration.state_dtype, game.declaration.pack_dtype):
        unsigned = [name for name, base in bases(dtype) if base.kind == "u" and base.itemsize < 8]
        demand(not unsigned, f"these fields are unsigned, which kernels compute with in uint64: {unsigned}")


def random_play_is_sound(game: Game, num_players: int, games: int = 100, seed: int = 0, **options: Any) -> int:
    """Random games: every decision has two or more legal actions, every position is sound, the game ends in time, the
    utilities are in [-1, 1] and equal within a team. Returns the number of decisions."""
    batch = game.batch(games, num_players=num_players, seed=seed, autoreset=False, **options)
    most = game.declaration.max_decisions(num_players, batch.options)
    counts = np.zeros(games, np.int64)
    seeds = mix(batch.seeds)
    broken_row = int(
        game.rules.loops.play_soundly(batch.records, batch._states, batch._masks, seeds, counts, most, 0, games)
    )
    if broken_row >= 0:
        row, reason = divmod(broken_row, 256)
        words = {
            NO_STOP: f"{FORCED_LIMIT} forced moves in a row lead to no choice and no end",
            NO_CHOICE: "a player is asked without a choice",
            NO_END: f"a game takes more than {most} decisions (max_decisions)",
        }
        why = words.get(reason) or game.rules.reasons[reason - 1]
        where = f"seed {batch.seeds[row]}, decision {counts[row]}"
        error = EndlessGameError if reason in (NO_STOP, NO_END) else BrokenPromiseError
        raise error(f"{where}, pack {batch.game.content.packs[batch.states[row].pack].source}: {why}")
    demand((batch.to_move == -1).all(), "a player is to move after the end")
    for state in batch.states:
        demand(
            not wrong_value(game.declaration.record, state),
            f"a finished game has {wrong_value(game.declaration.record, state)}",
        )
    utility, empty = np.split(batch.states["utility"], [num_players], axis=1)
    demand((np.abs(utility) <= 1).all() and np.isfinite(utility).all(), "a utility is not in [-1, 1]")
    demand((empty == 0).all(), "an empty seat has a utility")
    total = game.declaration.utility_sum(num_players)
    sums = utility.sum(axis=1, dtype=np.float64)
    demand(total is None or np.allclose(sums, total), f"the utilities of a game do not add up to {total} (utility_sum)")
    teams = np.array(game.teams(num_players))
    for team in set(teams):
        members = utility[:, teams == team]
        demand((members == members[:, :1]).all(), f"team {team} does not share its utility")
    return int(counts.sum())


def without_chance_a_seed_changes_nothing(game: Game, num_players: int, **options: Any) -> None:
    """In a game that says that nothing is left to chance, deals of all seeds are alike, and play draws no number."""
    if game.declaration.chance:
        return
    first = game.new(num_players, 0, **options)
    for seed in range(1, 9):
        other = game.new(num_players, seed, **options)
        other.rng = first.rng
        demand(same(first, other), "the seed changes the deal, though nothing is left to chance")
    for state in positions(game, num_players, **options):
        before = int(state.rng)
        for action in game.legal_actions(state):
            after = game.copy(state)
            game.step(after, int(action))
            demand(int(after.rng) == before, f"action {action} draws a number, though nothing is left to chance")


def random_play_is_sound_with_every_option(game: Game, num_players: int) -> None:
    """The same with the option sets that the game names."""
    for options in game.declaration.variants:
        random_play_is_sound(game, num_players, games=40, **options)


def other_packs_play(game: Game, num_players: int) -> None:
    """Generated packs, several in one batch, keep the promises of random play; environments with them can be pickled
    and replayed."""
    if game.declaration.pack_model is PackModel:
        return
    random_play_is_sound(game, num_players, games=12, pack=[3, "standard", 4])
    env = game.aec(num_players=num_players, pack=5)
    env.reset(1)
    for _ in range(10):
        if not env.terminations[env.agent_selection]:
            demand(
                env.game.describe(env.record, env.sample_legal()) and env.game.render(env.record),
                "nothing is described",
            )
            env.step(env.sample_legal())
    twin = pickle.loads(pickle.dumps(env))
    ends = {trace(played, np.random.default_rng(0)) for played in (twin, env)}
    demand(len(ends) == 1, "an environment with a generated pack goes on differently when pickled")
    demand(np.array_equal(env.replay().play().state(), env.state()), "a replay with a generated pack ends elsewhere")


def every_legal_action_applies(game: Game, num_players: int, **options: Any) -> None:
    """Each action of a mask leads to a sound position and can be told from the others in words."""
    for state in positions(game, num_players, **options):
        legal = game.legal_actions(state)
        words = [game.describe(state, int(action)) for action in legal]
        demand(len(set(words)) == len(words) and all(words), f"two actions are described alike: {words}")
        demand(game.render(state).strip(), "nothing is rendered")
        for action in legal:
            after = game.copy(state)
            game.step(after, int(action))
            demand(not broken(game, after), f"after action {action}: {broken(game, after)}")
            demand(not same(after, state), f"action {action} changes nothing")


def reset_is_complete(game: Game, num_players: int, **options: Any) -> None:
    """A game dealt over a finished one has the same bytes as one dealt on a clean table."""
    batch = game.batch(1, num_players=num_players, seed=0, autoreset=False, **options)
    for _ in range(3):
        decisions = allowed_decisions(game, num_players, batch.options)
        while not batch.done[0]:
            next(decisions)
            batch.step(batch.sample_legal())
        over = batch.states.copy()
        clean = np.zeros(1, game.declaration.state_dtype).view(np.recarray)
        actions = np.empty(game.num_actions, np.int64)
        for states in (over, clean):
            game.rules.loops.begin_one(game.content.records, states, game.rules._mask(), batch.blank, actions, 1)
        demand(over.tobytes() == clean.tobytes(), "reset leaves something of the last game")
        batch.reset()


def rows_are_dealt_alike_alone(game: Game, num_players: int, **options: Any) -> None:
    """Each row of a batch is the game of its seed, and batches of different seeds share none."""
    batches = [game.batch(64, num_players=num_players, seed=seed, **options) for seed in range(2)]
    for batch in batches:
        for row in (0, 63):
            alone = game.new(num_players, seed=int(batch.seeds[row]), **options)
            demand(same(alone, batch.states[row]), f"row {row} is not the game of its seed")
    seeds = np.concatenate([batch.seeds for batch in batches])
    demand(len(np.unique(seeds)) == len(seeds), "two batches of different seeds share a deal")


def positions_are_what_they_are(game: Game, num_players: int, **options: Any) -> None:
    """`inconsistency` accepts states of play, `derive` does not change them, names stand for numbers, and fields out of
    range are refused."""
    for state in positions(game, num_players, count=4, **options):
        demand(not game.rules.inconsistency(state), f"a state of play is refused: {game.rules.inconsistency(state)}")
        again = game.copy(state)
        game.declaration.derive(again)
        demand(same(again, state), "derive changes a state of play")
        dealt = game.new(num_players, seed=3, **options)
        demand(same(game.position(num_players, seed=3, **options), dealt), "derive changes a deal")
        for phase in game.declaration.phases:
            table: dict[str, Any] = {"num_players": num_players, "check": False, **options}
            named, numbered = (game.position(phase=p, **table) for p in (phase.name, int(phase)))
            demand(same(named, numbered), f"the phase {phase.name} is another one by name")
        for field, wrong in (("phase", 100), ("to_move", num_players), ("done", 2)):
            again = game.copy(state)
            again[field] = wrong
            demand(game.rules.inconsistency(again), f"{field} = {wrong} is found sound")


def heuristic_is_fair(game: Game, num_players: int, **options: Any) -> None:
    """The heuristic plays legal actions; they are the same at a second call and do not depend on what is hidden."""
    for number, state in enumerate(positions(game, num_players, count=8, **options)):
        action = game.heuristic(state, seed=number)
        demand(action in game.legal_actions(state), f"the heuristic plays {action}, which is not legal")
        other = game.copy(state)
        game.determinize(other, int(state.to_move), seed=number + 100)
        demand(game.heuristic(other, seed=number) == action, "the heuristic depends on what is hidden")
    batch = game.batch(100, num_players=num_players, seed=0, autoreset=False, **options)
    decisions = allowed_decisions(game, num_players, batch.options)
    rng = np.random.default_rng(0)
    while len(rows := np.flatnonzero(~batch.done)):  # from games of its own to random ones
        next(decisions)
        turn = batch.turn(rows, rng.integers(2**64, size=len(rows), dtype=np.uint64))
        actions = np.where(rng.random(len(rows)) * 100 < rows, turn.random_actions(), turn.heuristic_actions())
        batch.step_rows(rows, actions)
