"""What every game owes: the checks that `medianoche check GAME` and the test suite run, on any registered game.

Each check takes a game and a player count and raises `BrokenPromiseError` with one line if a promise is not kept.
"""

from __future__ import annotations

import contextlib
import copy
import hashlib
import io
import os
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, product
from typing import Any, NamedTuple

import numpy as np

from medianoche.envs.core.content import pack as packs
from medianoche.envs.core.content.pack import PackModel
from medianoche.envs.core.errors import (
    GameError,
    IllegalActionError,
    MedianocheError,
    OptionError,
    PackError,
    PositionError,
    ReplayError,
)
from medianoche.envs.core.game import Game, State
from medianoche.envs.core.kernels.loops import DEAL, NO_CHOICE, NO_END
from medianoche.envs.core.kernels.rng import mix
from medianoche.envs.core.play.aec import AEC
from medianoche.envs.core.play.replay import Replay
from medianoche.envs.core.registry import game as find

PART = 4096
"""Games that are played and looked at in one go."""
PAGES = 500
"""Games for each whose words and pictures are looked at too."""


class BrokenPromiseError(AssertionError):
    """A game does not keep a promise."""


def demand(kept: Any, promise: str) -> None:
    """Raise `BrokenPromiseError` unless `kept`."""
    if not kept:
        raise BrokenPromiseError(promise)


def refused(error: type[MedianocheError], attempt: Callable[[], Any], what: str) -> str:
    """The one-line message of the `error` that `attempt` must raise."""
    try:
        attempt()
    except error as caught:
        demand(str(caught) and "\n" not in str(caught), f"{what}: the message is not one line: {caught}")
        return str(caught)
    raise BrokenPromiseError(f"{what} is accepted")


# ---- walking through games


def positions(game: Game, num_players: int, seed: int = 0, count: int = 12, **options: Any) -> Iterator[State]:
    """States with a choice from all stretches of random games, each the caller's own."""
    rng = np.random.default_rng(seed)
    state = game.new(num_players, seed, **options)
    found = 0
    while found < count:
        if state.done:
            seed += 1
            state = game.new(num_players, seed, **options)
        if rng.random() < 0.2:
            found += 1
            yield game.copy(state)
        game.step(state, int(rng.choice(game.legal_actions(state))))


def same(one: State, two: State) -> bool:
    """Whether two states have the same bytes."""
    return bool(one.tobytes() == two.tobytes())


def trace(env: AEC, choose: np.random.Generator) -> str:
    """Play `env` to the end by `choose`; hash of the states and of what the player to move, and another, saw."""
    digest = hashlib.sha256()
    for other in cycle(env.possible_agents):
        if env.terminations[env.agent_selection]:
            return digest.hexdigest()
        seen = env.observe(env.agent_selection)
        digest.update(env.state_bytes())
        digest.update(seen["observation"].tobytes())
        digest.update(env.observe(other)["observation"].tobytes())
        env.step(int(choose.choice(np.flatnonzero(seen["action_mask"]))))
    raise AssertionError("no players")


def bases(dtype: np.dtype[Any]) -> Iterator[tuple[str, np.dtype[Any]]]:
    """Each number in a record: (field, dtype)."""
    for name in dtype.names or ():
        base = dtype[name].base
        yield from bases(base) if base.names else [(name, base)]


def broken(game: Game, state: State) -> str:
    """What `game.inconsistency` says of a state that comes from play, by the compiled kernel."""
    found = int(game.loops.find_inconsistency(game.records, game._rows(state), 0, 1))
    return "" if found < 0 else game.reasons[found % 256 - 1]


# ---- the checks


def sizes_agree(game: Game, num_players: int) -> None:
    """Seats, agents and teams fit together; integers of records are signed."""
    agents, teams = game.agents(num_players), game.teams(num_players)
    demand(len(agents) == len(teams) == len(set(agents)) == num_players, "agents, teams and players differ")
    for dtype in (game.state_dtype, game.pack_dtype):
        unsigned = [name for name, base in bases(dtype) if base.kind == "u" and base.itemsize < 8]
        demand(not unsigned, f"these fields are unsigned, which kernels compute with in uint64: {unsigned}")


def pettingzoo_accepts_it(game: Game, num_players: int) -> None:
    """PettingZoo's own tests pass.

    But for `max_cycles_test`, which is for environments in which everybody acts at once and any action is legal. Of
    games with turns it asks two things that exclude each other: that the parallel environment, a turn each step, ends
    after `max_cycles` steps, and that every agent acts so often.
    """
    from pettingzoo.test import api_test, render_test, seed_test

    def made(**arguments: Any) -> Any:
        return game.aec(num_players=num_players, **arguments)

    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it prefers plain arrays to the dict that it asks for itself
        api_test(made(), num_cycles=200)
        seed_test(made, num_cycles=50)
        render_test(made)


def random_play_is_sound(game: Game, num_players: int, games: int = 100, seed: int = 0, **options: Any) -> int:
    """Random games: always a real choice, always a sound position, an end in time, and a result in bounds that teams
    share. Returns how many decisions there were."""
    batch = game.batch(games, num_players=num_players, seed=seed, autoreset=False, **options)
    most, counts = game.max_decisions(num_players, batch.options), np.zeros(games, np.int64)
    seeds = mix(batch.seeds)
    found = int(game.loops.play_soundly(batch.records, batch._states, batch._masks, seeds, counts, most, 0, games))
    if found >= 0:
        row, reason = divmod(found, 256)
        words = {NO_CHOICE: "a player is asked without a choice", NO_END: f"a game takes more than {most} decisions"}
        why = words.get(reason) or game.reasons[reason - 1]
        where = f"seed {batch.seeds[row]}, decision {counts[row]}"
        raise BrokenPromiseError(f"{where}, pack {batch.game.packs[batch.states[row].pack].source}: {why}")
    demand((batch.to_move == -1).all(), "somebody is to move after the end")
    utility, empty = np.split(batch.states["utility"], [num_players], axis=1)
    demand((np.abs(utility) <= 1).all() and np.isfinite(utility).all(), "a utility is not in [-1, 1]")
    demand((empty == 0).all(), "an empty seat has a utility")
    teams = np.array(game.teams(num_players))
    for team in set(teams):
        members = utility[:, teams == team]
        demand((members == members[:, :1]).all(), f"team {team} does not share its utility")
    return int(counts.sum())


def random_play_is_sound_with_every_option(game: Game, num_players: int) -> None:
    """The same with the option sets that the game names."""
    for options in game.variants:
        random_play_is_sound(game, num_players, games=40, **options)


def other_packs_play(game: Game, num_players: int) -> None:
    """Generated packs, several in one batch, keep the promises of random play; environments with them can be pickled
    and replayed."""
    if game.pack_model is PackModel:
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
    ends = {trace(each, np.random.default_rng(0)) for each in (twin, env)}
    demand(len(ends) == 1, "an environment with a generated pack goes on differently when pickled")
    demand(env.replay().play().state_bytes() == env.state_bytes(), "a replay with a generated pack ends elsewhere")


def rows_are_dealt_alike_alone(game: Game, num_players: int) -> None:
    """Each row of a batch is the game of its seed, and batches of different seeds share none."""
    batches = [game.batch(64, num_players=num_players, seed=seed) for seed in range(2)]
    for batch in batches:
        for row in (0, 63):
            alone = game.new(num_players, seed=int(batch.seeds[row]))
            demand(same(alone, batch.states[row]), f"row {row} is not the game of its seed")
    seeds = np.concatenate([batch.seeds for batch in batches])
    demand(len(np.unique(seeds)) == len(seeds), "two batches of different seeds share a deal")


def positions_are_what_they_are(game: Game, num_players: int) -> None:
    """States of play are sound for the safe check too, `derive` leaves them as they are, names stand for numbers, and
    what is out of every range is refused."""
    for state in positions(game, num_players, count=4):
        demand(not game.inconsistency(state), f"a state of play is refused: {game.inconsistency(state)}")
        again = game.copy(state)
        game.derive(again)
        demand(same(again, state), "derive changes a state of play")
        demand(same(game.position(num_players, seed=3), game.new(num_players, seed=3)), "derive changes a deal")
        for phase in game.phases:
            named, numbered = (game.position(num_players, check=False, phase=p) for p in (phase.name, int(phase)))
            demand(same(named, numbered), f"the phase {phase.name} is another one by name")
        for field, wrong in (("phase", 100), ("to_move", num_players), ("done", 2)):
            again = game.copy(state)
            again[field] = wrong
            demand(game.inconsistency(again), f"{field} = {wrong} is found sound")


def damaged_states_are_refused(game: Game, num_players: int) -> None:
    """`restore` takes states of play alone, whatever the bytes, and what it refuses changes nothing."""
    env = game.aec(num_players=num_players)
    env.reset(5)
    before, chance = env.state_bytes(), np.random.default_rng(7)
    for number, state in enumerate(positions(game, num_players, count=40)):
        damaged = bytearray(state.tobytes())
        for _ in range(1 + number % 3):
            damaged[chance.integers(len(damaged))] = chance.integers(256)
        noise = chance.bytes(len(damaged))
        for given in (damaged, noise):
            with contextlib.suppress(GameError):
                env.restore(given)
                demand(not broken(game, env.record), "restore accepts an unsound state")
                env.restore(before)
            demand(env.state_bytes() == before, "restore refuses a state and changes something")
    others = [game.new(count) for count in game.players if count != num_players]
    for other in others:
        refused(GameError, partial(env.restore, other.tobytes()), "a state of another player count")
    for options in game.variants:
        other = game.new(num_players, **options)
        if game.options_of(other) != env.options.model_dump():
            refused(GameError, partial(env.restore, other.tobytes()), "a state of other options")


def infos_are_what_an_agent_knows(game: Game, num_players: int) -> None:
    """`infos` and `last` tell an agent the same whatever is hidden from it; `state` holds the whole state."""
    env = game.aec(num_players=num_players)
    env.reset(0)
    for number, state in enumerate(positions(game, num_players, count=8)):
        env.restore(state.tobytes())
        told = env.infos
        demand(env.last()[4] == told[env.agent_selection], "last() and infos differ")
        for player, agent in enumerate(env.possible_agents):
            demand("score" in told[agent], "an info has no score")
            sample = game.copy(state)
            game.determinize(sample, player, seed=number)
            env.restore(sample.tobytes(), check=False)
            demand(env.infos[agent] == told[agent], f"the info of {agent} shows what is hidden from it")
        env.restore(state.tobytes())
        seen = env.state()
        demand(seen in env.state_space and seen.dtype == np.float64, "state() is not in state_space")


def every_legal_action_applies(game: Game, num_players: int) -> None:
    """Each action of a mask leads to a sound position and can be told from the others in words."""
    for state in positions(game, num_players):
        legal = game.legal_actions(state)
        words = [game.describe(state, int(action)) for action in legal]
        demand(len(set(words)) == len(words) and all(words), f"two actions are described alike: {words}")
        demand(game.render(state).strip(), "nothing is rendered")
        for action in legal:
            after = game.copy(state)
            game.step(after, int(action))
            demand(not broken(game, after), f"after action {action}: {broken(game, after)}")
            demand(not same(after, state), f"action {action} changes nothing")


def observations_are_in_bounds(game: Game, num_players: int) -> None:
    """Every number in [-1, 1], everything written, float32 of the declared size."""
    for state in positions(game, num_players):
        for player in range(num_players):
            seen = game.observe(state, player)
            demand(
                np.isfinite(seen).all() and (np.abs(seen) <= 1).all(),
                f"player {player} sees a number out of [-1, 1]",
            )
            out = np.full(game.observation_size, np.nan, np.float32)
            game.loops.observe_one(game.records, game._rows(state), 0, player, out)
            demand(np.array_equal(out, seen), "observe leaves a part of its output unwritten")


def sparse_observations_are_the_dense_ones(game: Game, num_players: int) -> None:
    """What every seat sees is the same with and without its zeros, in thousands of states of every variant."""
    for options in game.variants:
        batch = game.batch(16, num_players=num_players, seed=5, threads=2, **options)
        rows, size = np.arange(16), game.observation_size
        dense, starts = np.zeros(size, np.float32), np.zeros(17, np.int64)
        indices, values = np.empty(16 * size + 1, np.uint16), np.empty(16 * size + 1, np.float32)
        for _ in range(40):
            seen, sparse = batch.observation, batch.sparse_observation
            turned = batch.turn(rows, rows.astype(np.uint64)).sparse_observation
            demand(all(map(np.array_equal, sparse, turned)), "a turn's sparse observation is not the batch's")
            for seat in range(num_players):
                seats = np.full(16, seat)
                game.loops.observe_entries(
                    batch.records, batch.states, rows, seats, indices, values, starts, 0, len(rows)
                )
                for row in range(16):
                    game.loops.observe_one(batch.records, batch.states, row, seat, dense)
                    own = slice(starts[row], starts[row + 1])
                    places = indices[own]
                    found = np.zeros_like(dense)
                    found[places] = values[own]
                    demand(
                        len(set(places.tolist())) == len(places) and values[own].all(),
                        f"row {row}: a place is written twice, or a zero is kept",
                    )
                    demand(np.array_equal(found, dense), f"seat {seat} sees something else without zeros")
                    if seat == batch.to_move[row]:
                        demand(np.array_equal(seen[row], dense), "a batch shows something else")
            batch.step(batch.sample_legal())


def reset_is_complete(game: Game, num_players: int) -> None:
    """A game dealt over a finished one has the same bytes as one dealt on a clean table."""
    batch = game.batch(1, num_players=num_players, autoreset=False)
    for _ in range(3):
        while not batch.done[0]:
            batch.step(batch.sample_legal())
        over = batch.states.copy()
        clean = np.zeros(1, game.state_dtype).view(np.recarray)
        clean["rng"] = over["rng"]
        for states in (over, clean):
            game._turn(states, DEAL, batch.blank)
        demand(over.tobytes() == clean.tobytes(), "reset leaves something of the last game")
        batch.reset()


def play_is_reproducible(game: Game, num_players: int) -> None:
    """Same seed and actions, same bytes: AEC, batch with one thread and with several, pickled, replayed."""
    one, two = (game.aec(num_players=num_players) for _ in range(2))
    single, threaded = (game.batch(8, num_players=num_players, threads=t, autoreset=False) for t in (1, 3))
    one.reset(int(single.seeds[5]))
    two.reset(int(single.seeds[5]))
    rows = np.arange(8)
    while not one.terminations[one.agent_selection]:
        going = rows[~single.done]
        actions = single.sample_legal()[going]
        action = int(actions[list(going).index(5)])
        for batch in (single, threaded):
            batch.step_rows(going, actions)
        one.step(action)
        two.step(action)
        two = pickle.loads(pickle.dumps(two))
        demand(one.state_bytes() == two.state_bytes(), "a pickled environment goes on differently")
        demand(one.state_bytes() == single.states[5].tobytes(), "AEC and batch differ")
        demand(single.states.tobytes() == threaded.states.tobytes(), "one thread and three differ")
        demand(np.array_equal(single.observation, threaded.observation), "one thread and three see differently")
    replay = one.replay()
    demand(replay.play().state_bytes() == one.state_bytes(), "a replay ends elsewhere")
    damaged = Replay(**{**vars(replay), "final": "0" * 16})
    refused(ReplayError, damaged.play, "a replay with a wrong end")


PLAIN = """
import numpy as np
from medianoche.envs.core.contract import trace
from medianoche.envs.core.kernels.loops import DEAL
from medianoche.envs.core.content.pack import PackModel
from medianoche.envs.core.registry import game
import medianoche.envs
env = game({location!r}).aec(num_players={num_players})
env.reset(11)
print(trace(env, np.random.default_rng(3)))
"""


def plain_python_plays_the_same(game: Game, num_players: int) -> None:
    """With NUMBA_DISABLE_JIT=1 the same game has the same bytes and observations."""
    env = game.aec(num_players=num_players)
    env.reset(11)
    program = PLAIN.format(location=game.location, num_players=num_players)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    demand(ran.returncode == 0, f"plain Python fails: {ran.stderr.strip().splitlines()[-1:]}")
    demand(ran.stdout.strip() == trace(env, np.random.default_rng(3)), "plain Python plays differently")


def nobody_peeks(game: Game, num_players: int) -> None:
    """What a player sees and may do does not depend on what is hidden from it, and samples hold no trace of it."""
    varied = 0
    for number, state in enumerate(positions(game, num_players, count=24)):
        for player in range(num_players):
            one, two = game.copy(state), game.copy(state)
            game.determinize(one, player, seed=2 * number)
            game.determinize(two, player, seed=2 * number + 1)
            seen = game.observe(state, player)
            for sample in (one, two):
                demand(np.array_equal(game.observe(sample, player), seen), f"player {player} sees what is hidden")
                if player == state.to_move:
                    legal = game.legal_actions(sample)
                    demand(
                        np.array_equal(legal, game.legal_actions(state)),
                        "the legal actions show what is hidden",
                    )
                    demand(not broken(game, sample), f"a sample is unsound: {broken(game, sample)}")
            one.rng = two.rng = 0
            varied += not same(one, two)
            game.determinize(one, player, seed=number)
            game.determinize(two, player, seed=number)
            again = game.copy(state)
            game.determinize(again, player, seed=number)
            demand(
                same(one, two) and same(one, again),
                f"a sample for player {player} holds a trace of the truth",
            )
    demand(bool(varied) == game.hidden_information, f"determinize varied {varied} times")


def conceal_leaves_what_is_known(game: Game, num_players: int) -> None:
    """Concealed for a player, a state and all its samples for that player have the same bytes; the player sees in it
    what it saw before, and may do the same."""
    for number, state in enumerate(positions(game, num_players, count=1000)):
        player = number % num_players
        known = game.copy(state)
        game.conceal(known, player)
        demand(known.rng == 0, "conceal leaves the generator")
        seen = game.observe(state, player)
        demand(np.array_equal(game.observe(known, player), seen), f"player {player} sees something else when concealed")
        if player == state.to_move:
            legal = game.legal_actions(state)
            demand(np.array_equal(game.legal_actions(known), legal), "other actions are legal when concealed")
        for seed in range(2):
            sample = game.copy(state)
            game.determinize(sample, player, seed=2 * number + seed)
            game.conceal(sample, player)
            demand(same(sample, known), f"conceal for player {player} differs between a state and its sample")
        game.conceal(known, player)
        demand(same(sample, known), "conceal of what is concealed changes it")


def secrets_are_kept(game: Game, num_players: int) -> None:
    """A choice made in secret looks the same to the others, whichever option was taken."""
    for state in positions(game, num_players, count=40 if game.secret_phases else 0):
        if state.phase not in game.secret_phases:
            continue
        outcomes = []
        for action in game.legal_actions(state):
            after = game.copy(state)
            game.apply(after, int(action))
            if after.phase == state.phase and after.to_move != state.to_move:
                outcomes.append(after)
        for player in set(range(num_players)) - {int(state.to_move)}:
            seen = {game.observe(after, player).tobytes() for after in outcomes}
            demand(len(seen) <= 1, f"player {player} sees what {int(state.to_move)} chose in secret")


def words_and_pictures_are_of_one_seat(
    game: Game, num_players: int, count: int = 8, seed: int = 9, **options: Any
) -> None:
    """Text, picture, account and the words of actions hold nothing that the seat they are for does not know: they are
    the same, byte for byte, for the true state and for others that the seat cannot tell from it."""
    rng = np.random.default_rng(seed)
    for state in positions(game, num_players, seed, count, **options):
        action = int(rng.choice(game.legal_actions(state)))
        moments = game.moments(state, action)
        stepped = game.copy(state)
        game.step(stepped, action)
        demand(same(moments[-1], stepped), "the moments of a step end elsewhere than the step")
        for seat in range(num_players):
            shown = _page(game, moments[0], moments[-1], seat)
            samples = [game.copy(moments[0]), game.copy(moments[-1])]
            for sample in samples:
                game.determinize(sample, seat, int(rng.integers(2**63)))
            demand(
                _page(game, samples[0], samples[1], seat) == shown,
                "words or pictures show a seat what it does not know",
            )


def _page(game: Game, before: State, after: State, seat: int) -> str:
    """All that a seat is shown of a position and of what has led to it."""
    parts = [game.render(after, seat), game.draw(after, seat, before=before), *game.tell(before, after, seat)]
    if before.to_move == seat:
        some = game.legal_actions(before)
        parts += [game.describe(before, int(action)) for action in some]
        parts += [game.explain(before, int(action), seat) for action in some[:: len(some) // 3 + 1]]
        view = game.view(before, seat)
        steps = {int(action): game.steps(view, int(action)) for action in some}
        parts += [" ".join(words) for words in steps.values()]
        for first in dict.fromkeys(words[0] for words in steps.values()):
            parts += game.chart(view, [[action] for action, words in steps.items() if words[0] == first])
        parts += game.chart(view, [[action] for action in steps])
    return "\n".join(parts)


def illegal_actions_change_nothing(game: Game, num_players: int) -> None:
    """An illegal action is refused in words, with some legal ones, and not a byte changes."""
    for state in positions(game, num_players, count=6):
        legal = game.legal_actions(state)
        env = game.aec(num_players=num_players)
        env.reset(0)
        env.restore(state.tobytes())
        batch = game.batch(3, num_players=num_players)
        batch.restore([state], [1])
        before, others = state.tobytes(), batch.states.tobytes()
        sampled = np.setdiff1d(np.arange(game.num_actions), legal)[:: max(game.num_actions // 16, 1)]
        for wrong in [*map(int, sampled), -1, game.num_actions, game.num_actions + 64]:
            actions = batch.sample_legal()
            actions[1] = wrong
            steps: list[tuple[Callable[[Any], Any], Any]]
            steps = [(partial(game.step, state), wrong), (env.step, wrong), (batch.step, actions)]
            for step, given in steps:
                said = refused(IllegalActionError, partial(step, given), f"the illegal action {wrong}")
                demand(str(legal[0]) in said, f"the message names no legal action: {said}")
            demand("row 1" in said, f"the message does not name the row: {said}")
            demand(state.tobytes() == env.state_bytes() == before, f"the illegal action {wrong} changed the state")
            demand(batch.states.tobytes() == others, f"the illegal action {wrong} changed the batch")


def illegal_actions_end_the_game_if_asked_to(game: Game, num_players: int) -> None:
    """With illegal="terminate" the culprit's team loses, nobody gains, and the next game is untouched."""
    env = game.aec(num_players=num_players, illegal="terminate")
    for seed in range(4):
        env.reset(seed)
        culprit = env.agent_selection
        illegal = [*np.flatnonzero(env.observe(culprit)["action_mask"] == 0), game.num_actions, -1]
        env.step(int(illegal[seed % len(illegal)]))
        demand(all(env.terminations.values()), "illegal='terminate' goes on")
        demand(env.rewards[culprit] == -1 and max(env.rewards.values()) <= 0, "illegal='terminate' pays the culprit")


def copies_go_on_alike(game: Game, num_players: int) -> None:
    """copy(), deepcopy, pickle and restore of an environment in mid-game continue identically."""
    env = game.aec(num_players=num_players)
    env.reset(3)
    for number in range(30):
        if env.terminations[env.agent_selection]:
            env.reset()
        if number % 10 == 9:
            fresh = game.aec(num_players=num_players)
            fresh.reset(77)
            fresh.restore(env.state_bytes())
            twins = [env.copy(), copy.deepcopy(env), pickle.loads(pickle.dumps(env)), fresh]
            ends = {trace(twin, np.random.default_rng(number)) for twin in twins}
            demand(len(ends) == 1, "copies of an environment go on differently")
        env.step(env.sample_legal())


def heuristic_is_fair(game: Game, num_players: int) -> None:
    """The heuristic plays legal actions, the same ones when asked again, whatever is hidden."""
    for number, state in enumerate(positions(game, num_players, count=8)):
        action = game.heuristic(state, seed=number)
        demand(action in game.legal_actions(state), f"the heuristic plays {action}, which is not legal")
        other = game.copy(state)
        game.determinize(other, int(state.to_move), seed=number + 100)
        demand(game.heuristic(other, seed=number) == action, "the heuristic depends on what is hidden")
    batch, chance = game.batch(100, num_players=num_players, autoreset=False), np.random.default_rng(0)
    while len(rows := np.flatnonzero(~batch.done)):  # from games of its own to random ones
        turn = batch.turn(rows, chance.integers(2**64, size=len(rows), dtype=np.uint64))
        actions = np.where(chance.random(len(rows)) * 100 < rows, turn.random_actions(), turn.heuristic_actions())
        batch.step_rows(rows, actions)


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
    batch, state = game.batch(3, num_players=num_players), game.new(num_players)
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
    for given in seeds:
        refused(GameError, partial(batch.reset, seeds=given), f"seeds {given}")
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


CHECKS: tuple[Callable[[Game, int], object], ...] = (
    sizes_agree,
    pettingzoo_accepts_it,
    random_play_is_sound,
    random_play_is_sound_with_every_option,
    other_packs_play,
    every_legal_action_applies,
    observations_are_in_bounds,
    sparse_observations_are_the_dense_ones,
    reset_is_complete,
    play_is_reproducible,
    rows_are_dealt_alike_alone,
    positions_are_what_they_are,
    damaged_states_are_refused,
    infos_are_what_an_agent_knows,
    plain_python_plays_the_same,
    nobody_peeks,
    conceal_leaves_what_is_known,
    secrets_are_kept,
    words_and_pictures_are_of_one_seat,
    illegal_actions_change_nothing,
    illegal_actions_end_the_game_if_asked_to,
    copies_go_on_alike,
    heuristic_is_fair,
    bad_input_is_refused,
    numbers_of_other_kinds_are_refused,
)
"""All promises, in the order in which `medianoche check` tries them."""


class Part(NamedTuple):
    """Some of many random games."""

    kind: str
    games: int
    decisions: int
    wrong: str
    """Empty if all is well."""


def play_at_scale(game: Game, games: int) -> Iterator[Part]:
    """Play at least so many random games, evenly over player counts, option sets and packs, and look at every state.

    Half of the packs are generated, another one for each part. For every `PAGES` games another game's state is looked
    at as each seat sees it: words, pictures, accounts.
    """
    kinds = [(count, options) for count in game.players for options in game.variants]
    each = -(-games // len(kinds))
    for seed, (start, (count, options)) in enumerate(product(range(0, each, PART), kinds)):
        given, size = dict(options), min(PART, each - start)
        if game.pack_model is not PackModel:
            shipped = packs.names(game.package)
            given["pack"] = [*shipped, *[seed] * len(shipped)]
        decisions, wrong = 0, ""
        try:
            decisions = random_play_is_sound(game, count, size, seed, **given)
            words_and_pictures_are_of_one_seat(game, count, -(-size // PAGES), seed, **options)
        except BrokenPromiseError as error:
            wrong = str(error)
        words = "".join(f", {name} {value}" for name, value in options.items())
        yield Part(f"{count} players{words}", size, decisions, wrong)


def run(game: Game) -> Iterator[tuple[str, int, str]]:
    """Run every check with every player count; yields (promise in words, player count, what is wrong or "")."""
    for num_players in game.players:
        for check in CHECKS:
            try:
                check(game, num_players)
                wrong = ""
            except Exception as error:  # noqa: BLE001 - whatever a third party's game does is a finding
                wrong = f"{type(error).__name__}: {error}"
            yield check.__name__.replace("_", " "), num_players, wrong
