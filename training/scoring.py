"""How strong an agent is against another one: the share of the points, quickly, for loops that learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from medianoche import envs
from medianoche.agents import Agent, agent, ask, tell
from medianoche.agents.seating import show_rows
from medianoche.envs.core.play.batch import Batch
from medianoche.places import has_net
from medianoche.training import curve
from medianoche.training.logs import Log, installed


class DealResults(NamedTuple):
    """What an agent won in some deals, each of which it played once as each team."""

    points: (
        np.ndarray
    )  # float64[deals, teams], the share of the points: 1 for a game that its team wins, 1/2 for a draw
    returns: np.ndarray  # float64[deals, teams], its utility, in the game's own unit


def points(one: Agent | str, other: Agent | str, game: str, games: int = 200, seed: int = 0, players: int = 0) -> float:
    """The share of the points of `one` against `other`: 1 for a game that its team wins, 1/2 for a draw.

    Each deal is played once with `one` in each team, and `other` in all other teams. A tournament has intervals and
    several opponents.

    Args:
        one, other: agents, or their strings.
        game: the game's name, or `module:Class`.
        games: how many games, at least; rounded up to whole deals.
        seed: of deals and of random choices.
        players: their number; 0 is the game's default.

    Raises:
        MedianocheError: an argument is not accepted, or an agent failed.
    """
    return float(points_of_deals(one, other, game, games, seed, players).mean())


def measure(args: Any, log: Log, done: int, who: Agent | str) -> str:
    """Measure the share of the points against `random`, `greedy` and, if the game has one, `net`. Draws all
    measurements of the log, `curve.svg` beside it. Without matplotlib it draws nothing, and says so.

    Args:
        args: options of a recipe: `game`, and `evaluate_games` against each of these agents.
        log: receives a figure `points/AGENT` for each of them.
        done: the decisions that were learned from so far.
        who: the learner's agent, or its string.

    Returns:
        The figures in a line of words, to be printed.
    """
    against = ["random", "greedy", "net"] if has_net(args.game) else ["random", "greedy"]
    rates = {other: points(who, other, args.game, args.evaluate_games) for other in against}
    log.write(done, {f"{curve.POINTS}{other}": rate for other, rate in rates.items()})
    words = [f"{done} decisions:", *(f"{rate:.1%} of the points against {other}" for other, rate in rates.items())]
    if installed("matplotlib"):
        curve.draw(log.folder / curve.FILE, envs.game(args.game).title, curve.points_of_log(log.folder))
    else:
        words.append(f"({curve.FILE} is not drawn: matplotlib is not installed)")
    return " ".join(words)


def points_of_deals(
    one: Agent | str, other: Agent | str, game: str, games: int, seed: int = 0, players: int = 0
) -> np.ndarray:
    """float64[deals, teams]: the share of the points of `one` in each deal and as each team; see `points`."""
    return results_of_deals(one, other, game, games, seed, players).points


def results_of_deals(
    one: Agent | str, other: Agent | str, game: str, games: int, seed: int = 0, players: int = 0
) -> DealResults:
    """Points and returns of `one` in each deal and as each team; for the arguments see `points`."""
    one, other = (agent(who) if isinstance(who, str) else who for who in (one, other))
    played = envs.game(game)
    rng = np.random.default_rng(seed)
    teams = np.array(played.declaration.teams(players or played.players[0]))
    deals = -(-games // (sides := int(teams.max()) + 1))
    seeds = np.repeat(rng.integers(2**63, size=deals, dtype=np.uint64), sides)
    batch = played.batch(len(seeds), num_players=len(teams), seeds=seeds, autoreset=False)
    side = np.tile(np.arange(sides), deals)
    play(batch, [one, other], (teams != side[:, None]).astype(int), rng)
    utility = batch.utility[:, : len(teams)]
    _, first = np.unique(teams, return_index=True)
    mine = utility[np.arange(len(side)), first[side]]
    won = (np.sign(mine[:, None] - utility[:, first]) + 1) / 2  # [games, sides]
    shares = won[np.arange(sides) != side[:, None]].reshape(deals, sides, -1).mean(axis=2)
    return DealResults(shares, mine.reshape(deals, sides).astype(np.float64))


def play(batch: Batch, agents: Sequence[Agent], who: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Play the games of a batch without autoreset to their ends, and tell the agents.

    Args:
        batch: the games.
        agents: the players.
        who: int[num_envs, players], the number of the agent in each seat.
        rng: seeds of the agents' random choices.

    Returns:
        int64[num_envs, players], how often each seat was asked.
    """
    rows = np.arange(batch.num_envs)
    asked = np.zeros_like(who)
    watchers = [hasattr(playing, "watch") for playing in agents]

    def show(rows: np.ndarray, step: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None) -> None:
        for number in np.flatnonzero(watchers).tolist():
            show_rows(agents[number], batch, rows, who[rows] == number, rng, batch.games[rows], step)

    show(rows)
    while (rows := np.flatnonzero(~batch.done)).size:
        deciding = who[rows, batch.to_move[rows]]
        asked[rows, batch.to_move[rows]] += 1
        for number in np.unique(deciding):
            some = rows[deciding == number]
            seeds = rng.integers(2**64, size=len(some), dtype=np.uint64)
            actions = ask(agents[number], batch.turn(some, seeds))
            step = (batch.states[some], batch.to_move[some].astype(np.int64), actions) if any(watchers) else None
            batch.step_rows(some, actions)
            show(some, step)
    players = batch.num_players
    tell(dict.fromkeys(agents), batch.games, batch.scores[:, :players], batch.utility[:, :players])
    return asked
