"""What mixing would help where players choose at the same time: a reply to known probabilities, one choice at a time.

`net` plays its most probable action, also where all choose in secret at the same time (`Game.simultaneous`). An
opponent who knows the network can foresee this choice. The study plays such an opponent. In these phases it plays the
best reply to the victim's probabilities; elsewhere it plays as `net`. It tries each of its actions in several worlds.
The worlds are dealt anew from what it knew before anyone chose, and in each of them the victim chooses by its policy.
So the reply knows the probabilities, and never the choice. Some decisions later the value head of `net` judges the
position.

At each choice the same is computed for other policies of the victim, in the same worlds: sampled with some `min_p`
(`kernels.network.choose_place`), or uniformly at random. They differ in this one choice alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
import typer

from medianoche import Batch, Game, Turn, envs
from medianoche.agents import Agent, NetAgent, agent, ask_alone
from medianoche.benchmarks import Estimate
from medianoche.benchmarks.exploit.attacker import phases
from medianoche.benchmarks.exploit.search import bits, imagine, put
from medianoche.benchmarks.exploit.setup import AttackSetup
from medianoche.benchmarks.studies.study import carry_out, markdown
from medianoche.envs.core.arrays import whole
from medianoche.envs.core.errors import MedianocheError, choices
from medianoche.envs.core.kernels.rng import mix

WORLDS = 16
"""Worlds in which every action of a choice is tried."""
ROWS = 16_384
"""Imagined games at the same time."""
AHEAD = 12
"""Decisions that are played on after the choices are open."""
VICTIMS = ["net", "0", "0.2", "0.5", "random"]
SURE = 0.9
FORM = "+.3f"


def secret_phases(game: Game, names: str = "") -> np.ndarray:
    """int64[n]: the phases of `game` in which all choose at the same time; with `names`, which commas separate, only
    these."""
    numbers = {int(phase) for group in game.declaration.simultaneous for phase in group}
    declared = {phase.name.lower(): int(phase) for phase in game.declaration.phases if int(phase) in numbers}
    wanted = [name.strip() for name in names.split(",") if name.strip()] or list(declared)
    for name in wanted:
        if name not in declared:
            raise MedianocheError(f"--phases {name}: {game.name} has no such choice; accepted: {choices(declared)}")
    return np.array([declared[name] for name in wanted], np.int64)


class PhaseNet(NetAgent):
    """`net`, but for some phases of the game.

    Args:
        secret: int64[n], the phases.
        name: how it chooses there: `net` (its most probable action), `random`, or a `min_p`. `sample` samples
            everywhere.
    """

    def __init__(self, secret: np.ndarray, name: str = "net") -> None:
        super().__init__("best", threads=1)
        self.secret = secret
        self.random = agent("random") if name == "random" else None
        self.outside = 0.0 if name == "sample" else 1.0
        words = {"net": 1.0, "random": 1.0, "sample": 0.0}
        try:
            self.inside = words[name] if name in words else float(name)
        except ValueError:
            self.inside = -1.0
        if not 0 <= self.inside <= 1:
            raise MedianocheError(f"--victim {name}: accepted: net, random, sample, or a min_p from 0 to 1")

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        actions = np.zeros(len(turn), np.int64)
        here = np.isin(phases(turn), self.secret)
        for rows, inside in ((np.flatnonzero(here), True), (np.flatnonzero(~here), False)):
            if rows.size:
                actions[rows] = self._chosen(turn.part(rows), inside)
        return actions

    def _chosen(self, turn: Turn, inside: bool) -> np.ndarray:
        if inside and self.random:
            return self.random.act(turn)
        return self.network(turn.game).choose_actions(turn, self.inside if inside else self.outside, self.threads)

    def others(self, policy: np.ndarray, legal: np.ndarray) -> np.ndarray:
        """float64[n]: how probable it is that in these phases it does not choose the most probable action of `policy`,
        float32[n, num_actions], where `legal`, int64[n], actions are legal."""
        if self.random:
            return 1 - 1 / legal
        best = policy.max(axis=1, keepdims=True)
        kept = np.where(policy >= self.inside * best, policy, 0).sum(axis=1, keepdims=True)
        shares: np.ndarray = 1 - (best / kept)[:, 0]
        return shares if self.inside < 1 else np.zeros(len(policy))


class RepliedChoices(NamedTuple):
    """Choices of the reply; k victims."""

    games: np.ndarray  #: int64[n], the game of each
    usual: np.ndarray  #: float64[n, k], the attacker's result if it plays as `net`, in utility
    best: np.ndarray  #: float64[n, k], if it plays the best reply to this victim
    others: np.ndarray  #: float64[n, k], see `PhaseNet.others`
    certain: np.ndarray  #: float64[n], the probability of the network's most probable action


class SecretReply:
    """Plays the best reply to a victim's known probabilities in some phases, elsewhere as `net`.

    Args:
        setup: the games.
        victims: the first is the agent in all other seats; with the others the same choices are judged.
        secret: int64[n], the phases.
        ahead: decisions that are played on after the choices are open.
        rng: chance of the worlds.

    Attributes:
        choices: its choices so far.
    """

    name = "reply"

    def __init__(
        self, setup: AttackSetup, victims: Sequence[PhaseNet], secret: np.ndarray, ahead: int, rng: np.random.Generator
    ) -> None:
        self.victims = victims
        self.secret = secret
        self.ahead = ahead
        self.chance = rng
        self.rest = NetAgent("best", threads=1)
        self.network = self.rest.network(setup.game)
        self.before = setup.batch(ROWS)
        self.behind = setup.batch(ROWS)
        self.choices: list[RepliedChoices] = []

    def begin(self, truth: Batch, team: np.ndarray) -> None:
        """Prepare for the games `truth`, in which this agent plays the only seat in `team`."""
        self.truth = truth
        self.seat = int(team[0])
        # of each game the state in which the present choice begins: no player has chosen yet
        self.starts = truth.states.copy()

    def saw(self, rows: np.ndarray, movers: np.ndarray, _actions: np.ndarray) -> None:
        """Copy the states of `rows`, int64[n], to `starts` where a new choice begins. `movers`, int64[n], are the seats
        that played the last actions."""
        now = self.truth.states[rows]
        start = self.starts[rows]
        fresh = rows[self._opened(now, movers, start["phase"], start["to_move"])]
        whole(self.starts)[fresh] = whole(self.truth.states)[fresh]

    def _opened(self, now: np.recarray, movers: np.ndarray, phase: np.ndarray, first: np.ndarray) -> np.ndarray:
        """bool[n]: whether another choice is asked for than the one in `phase` that seat `first` began. Seats are asked
        in order, so it is another one where the next seat does not come after the last one."""
        n = self.truth.num_players
        opened: np.ndarray = (now["phase"] != phase) | ((now["to_move"] - first) % n <= (movers - first) % n)
        return opened

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        actions = np.array(self.rest.act(turn))
        legal = turn.action_mask.sum(axis=1)
        asked = np.flatnonzero(np.isin(phases(turn), self.secret) & (legal > 1))
        while asked.size:
            count = max(1, int(np.searchsorted(legal[asked].cumsum() * WORLDS, ROWS, side="right")))
            part, asked = asked[:count], asked[count:]
            actions[part] = self._replies(turn.part(part), actions[part])
        return actions

    def _replies(self, turn: Turn, usual: np.ndarray) -> np.ndarray:
        """The best replies in the rows of `turn`, int64[n]; `usual` are the actions of `net`."""
        seeds = bits(self.chance, len(turn) * WORLDS)  # the same for each victim
        worths = np.stack([self._worth(turn, victim, seeds) for victim in self.victims])
        halves = worths[..., ::2], worths[..., 1::2]
        rows = np.flatnonzero(np.all([known(half).any(axis=(2, 3)).all(axis=0) for half in halves], axis=0))
        best = usual.copy()
        if not rows.size:
            return best
        means = [mean_worth(half[:, rows]) for half in halves]
        at = np.arange(len(rows))
        # one half of the worlds chooses the best action, the other half says what it is worth
        played = np.mean([half[:, at, usual[rows]] for half in means], axis=0)
        replied = np.mean(
            [np.take_along_axis(two, one.argmax(axis=2)[:, :, None], 2)[:, :, 0] for one, two in (means, means[::-1])],
            axis=0,
        )
        policy = self.network.evaluate(turn, self.network.inputs(turn))[0][rows]
        legal = turn.action_mask[rows].sum(axis=1)
        others = np.stack([victim.others(policy, legal) for victim in self.victims], axis=1)
        games = turn.games[rows]
        self.choices.append(RepliedChoices(games, played.T, replied.T, others, policy.max(axis=1)))
        best[rows] = mean_worth(worths[:1, rows])[0].argmax(axis=1)
        return best

    def _worth(self, turn: Turn, victim: Agent, seeds: np.ndarray) -> np.ndarray:
        """float64[n, num_actions, WORLDS]: the attacker's results in each world; nan for illegal actions and for worlds
        that do not fit."""
        count = len(turn)
        fits = self._imagine(turn, victim, seeds)
        decisions, actions = np.nonzero(turn.action_mask)
        sources = (decisions[:, None] * WORLDS + np.arange(WORLDS)).ravel()
        good = fits[sources]
        rows = np.flatnonzero(good)
        put(self.behind, rows, self.before, sources[good], mix(seeds)[sources[good]])
        results = np.full(len(sources), np.nan)
        played = np.repeat(actions, WORLDS)[good]
        start = self.starts[turn.games[np.repeat(decisions, WORLDS)[good]]]
        results[good] = self._results(rows, played, victim, start, seeds[sources[good]])
        worth = np.full((count, turn.game.num_actions, WORLDS), np.nan)
        worth[decisions, actions] = results.reshape(-1, WORLDS)
        return worth

    def _imagine(self, turn: Turn, victim: Agent, seeds: np.ndarray) -> np.ndarray:
        """Deal the worlds of each row of `turn` into `before`, up to the choice; returns whether each fits, bool[n]."""
        worlds = np.arange(len(seeds))
        games = np.repeat(turn.games, WORLDS)
        imagine(self.before, worlds, self.starts, games, np.full(len(worlds), self.seat), seeds)
        phase = np.repeat(phases(turn), WORLDS)
        for _ in range(turn.num_players - 1):
            waiting = (self.before.states["phase"][worlds] == phase) & (self.before.to_move[worlds] != self.seat)
            asked = worlds[waiting]
            if not asked.size:
                break
            seeds = mix(seeds)
            self.before.step_rows(asked, ask_alone(victim, self.before.turn(asked, seeds[asked])))
        same = (self.before.masks[worlds] == np.repeat(turn.masks, WORLDS, axis=0)).all(axis=1)
        arrived = (self.before.to_move[worlds] == self.seat) & (self.before.states["phase"][worlds] == phase)
        return same & arrived

    def _results(
        self, rows: np.ndarray, actions: np.ndarray, victim: Agent, start: np.recarray, seeds: np.ndarray
    ) -> np.ndarray:
        """float64[n]: the attacker's results of `actions` in `rows` of `behind`. Until the choices, which began at
        `start`, are open, `victim` chooses. Rows with the same of `seeds`, uint64[n], have the same chance."""
        behind = self.behind
        left = np.full(len(rows), self.ahead)
        opened = np.zeros(len(rows), np.bool_)
        movers = np.full(len(rows), self.seat)
        behind.step_rows(rows, actions)
        for _ in range(behind.num_players + self.ahead):
            opened |= self._opened(behind.states[rows], movers, start["phase"], start["to_move"])
            on = ~behind.done[rows] & (~opened | (left > 0))
            if not on.any():
                break
            left[on & opened] -= 1
            seeds = mix(seeds)
            movers = behind.to_move[rows].astype(np.int64)
            played = np.zeros(len(rows), np.int64)
            attackers_turn = movers == self.seat
            for who, asked in (
                (self.rest, attackers_turn),
                (victim, ~attackers_turn & ~opened),
                (self.victims[0], ~attackers_turn & opened),
            ):
                if (asked & on).any():
                    played[asked & on] = ask_alone(who, behind.turn(rows[asked & on], seeds[asked & on]))
            behind.step_rows(rows[on], played[on])
        results: np.ndarray = behind.states["utility"][rows, self.seat].astype(np.float64)
        going = np.flatnonzero(~behind.done[rows])
        if going.size:
            turn = behind.turn(rows[going], mix(seeds)[going])
            values = self.network.evaluate(turn, self.network.inputs(turn))[1]
            results[going] = values[np.arange(len(going)), (self.seat - turn.seats) % turn.num_players]
        return results


def known(worth: np.ndarray) -> np.ndarray:
    """bool[...]: where a result is known."""
    return ~np.isnan(worth)


def mean_worth(worth: np.ndarray) -> np.ndarray:
    """float64[..., num_actions]: means over the worlds that fit, the last axis; -inf for illegal actions."""
    judged = known(worth)
    counts = judged.sum(axis=-1)
    return np.where(counts > 0, np.where(judged, worth, 0).sum(axis=-1) / np.maximum(counts, 1), -np.inf)


class PlayedReply(NamedTuple):
    """An attack on the first victim; k victims."""

    usual: np.ndarray  #: float64[deals]: utility of `net` in the attacker's seat, the mean over all seats
    under: np.ndarray  #: float64[deals]: of the reply
    choices: RepliedChoices  #: `games` are places in the deals

    def a_game(self, values: np.ndarray) -> np.ndarray:
        """float64[deals]: the sum of `values`, float64[n], over the choices of a deal, those of all seats."""
        return np.bincount(self.choices.games, values, minlength=len(self.usual))


def in_each_seat(setup: AttackSetup, who: Agent, other: Agent, seeds: np.ndarray, chances: np.ndarray) -> np.ndarray:
    """float64[deals]: the utility of `who` against `other` in all other seats, the mean over its seats. `seeds`,
    uint64[deals], deal the games; `chances`, int64[players], seed the agents, one for each seat of `who`."""
    total = np.zeros(len(seeds))
    for seat in range(setup.num_players):
        seats = np.tile(np.where(np.arange(setup.num_players) == seat, 0, 1), (len(seeds), 1))
        total += setup.play([who, other], seats, seeds, int(chances[seat]))["utility"][:, seat]
        typer.echo(f"seat {seat + 1} of {setup.num_players} is played", err=True)
    return total / setup.num_players


def attacked(
    setup: AttackSetup, victims: Sequence[PhaseNet], secret: np.ndarray, ahead: int, deals: int
) -> PlayedReply:
    """Play `net` and the reply against the first of `victims` on the same deals, in each seat by turns."""
    rng = setup.chance(1)
    seeds = rng.integers(2**64, size=deals, dtype=np.uint64)
    chances = rng.integers(2**63, size=setup.num_players)
    reply = SecretReply(setup, victims, secret, ahead, rng)
    usual, under = (in_each_seat(setup, who, victims[0], seeds, chances) for who in (reply.rest, reply))
    attackers_choices = RepliedChoices(*(np.concatenate(column) for column in zip(*reply.choices, strict=True)))
    return PlayedReply(usual, under, attackers_choices)


def table(names: Sequence[str], attack: PlayedReply, num_players: int) -> list[str]:
    """The lines of the tables."""
    choices = attack.choices
    per_game = len(choices.games) / len(attack.usual) / num_players
    sure = np.mean(choices.certain < SURE)
    gain = Estimate.mean(attack.under - attack.usual).words(FORM)
    usual, under = (Estimate.mean(values).words(FORM) for values in (attack.usual, attack.under))
    lines = [
        f"whole games against {names[0]}: net {usual}, the reply {under}, gain {gain}",
        f"{per_game:.2f} choices a game and seat; the most probable action is below {SURE:.0%} in {sure:.1%}",
    ]

    def cell(values: np.ndarray) -> str:
        return Estimate.mean(attack.a_game(values) / num_players).words(FORM)

    rows = []
    for k, name in enumerate(names):
        more = [cell(side[:, k] - side[:, 0]) if k else "0" for side in (choices.usual, choices.best)]
        rows.append([name, f"{choices.others[:, k].mean():.1%}", cell(choices.best[:, k] - choices.usual[:, k]), *more])
    headings = ["victim", "another action", "gain of the reply", "`net`, against the first row", "the reply, likewise"]
    return lines + markdown(headings, rows)


def prices(setup: AttackSetup, victims: Sequence[PhaseNet], games: int) -> list[list[np.ndarray]]:
    """The utility of each of `victims` against `greedy` and against `net` in all other seats, float64[deals], the means
    over the seats; about so many games each, the same deals for all."""
    rng = setup.chance(2)
    seeds = rng.integers(2**64, size=max(2, games // setup.num_players), dtype=np.uint64)
    chances = rng.integers(2**63, size=setup.num_players)
    opponents = agent("greedy"), agent("net:best")
    return [[in_each_seat(setup, victim, other, seeds, chances) for other in opponents] for victim in victims]


def price_table(names: Sequence[str], rows: Sequence[Sequence[np.ndarray]]) -> list[str]:
    """The lines of the table of `prices`."""
    cells = []
    for name, row in zip(names, rows, strict=True):
        parts = [name]
        for values, first in zip(row, rows[0], strict=True):
            parts.append(Estimate.mean(values).words(FORM))
            parts.append(Estimate.mean(values - first).words(FORM) if row is not rows[0] else "0")
        cells.append(parts)
    less = "less that of the first row"
    return markdown(["plays", "against `greedy`", less, "against `net`", less], cells)


def main(
    name: Annotated[str, typer.Argument(help="A game with a network and simultaneous choices.")] = "misty",
    players: Annotated[int, typer.Option(min=2, help="Number of players.")] = 2,
    victim: Annotated[list[str], typer.Option(help="net, random, or a min_p; the first plays whole games.")] = VICTIMS,
    phases: Annotated[str, typer.Option(help="Phases, as pick; without it all of simultaneous choices.")] = "",
    ahead: Annotated[int, typer.Option(min=0, help="Decisions played on after the choices are open.")] = AHEAD,
    games: Annotated[int, typer.Option(help="Only play so many games against greedy and against net.")] = 0,
    deals: Annotated[int, typer.Option(min=2, help="Deals; each is played in every seat.")] = 30,
    seed: int = 1,
) -> None:
    """Measure what a reply to known probabilities gains where players choose at the same time.

    Figures are utility a game. Example: python -m medianoche.benchmarks.studies.simultaneous misty --phases pick
    """
    game = envs.game(name)
    secret = secret_phases(game, phases)
    setup = AttackSetup.create(game, players, seed=seed)
    victims = [PhaseNet(secret, which) for which in victim]
    if games:
        typer.echo("\n".join(price_table(victim, prices(setup, victims, games))))
        return
    attack = attacked(setup, victims, secret, ahead, deals)
    typer.echo("\n".join(table(victim, attack, players)))


if __name__ == "__main__":
    carry_out(main)
