"""How good values of boss fights are: whether they agree with play, and what best responses win from them.

`python -m medianoche.benchmarks.studies.fights nash --fight last` prints, for fights of Camino a Nocturna that begin as
those in games of the network do: what the first position is worth by the values, what play by them gives, the sum of
(backup - value) along a fight, and the results of full-width fitted best responses of both sides. With `--against
greedy` it prints what the agent wins from another one in whole games, in each role. With `--careless move` the agent
chooses at random in this phase of the game; so the figures show how much the phase matters.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

import numpy as np

from medianoche import Turn, envs
from medianoche.agents import Agent, agent, ask
from medianoche.agents.duels import DuelValues, Solved, rules_of
from medianoche.agents.nash import shipped_values
from medianoche.agents.valued import DuelDecisions, values_of
from medianoche.benchmarks import Estimate, share_interval
from medianoche.benchmarks.exploit.reply import FIGHTS, SWEEPS, KnownPolicy, best_response, play_fights, reply
from medianoche.envs.nocturna.state import Phase
from medianoche.training.compiled.backups import consistency
from medianoche.training.compiled.duel_games import met

FORM = "+.3f"
PHASES = ", ".join(phase.name.lower() for phase in Phase if phase < Phase.END)
"""Names of the phases in which a player has to choose an action."""


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Careless:
    """Chooses uniformly at random in some phases of the game, outside of boss fights; elsewhere it is another agent.

    Args:
        whole: the other agent.
        phases: the phases.
    """

    name = "careless"

    def __init__(self, whole: Agent, phases: Sequence[Phase]) -> None:
        self.whole = whole
        self.phases = np.array(phases, np.int64)
        self.random = agent("random")

    def act(self, turn: Turn) -> np.ndarray:
        """int64[len(turn)]."""
        actions = np.array(ask(self.whole, turn))
        in_phases = np.isin(turn._states["phase"][turn._rows], self.phases)
        in_fights = DuelDecisions.read(turn, rules_of(turn.game)).asked
        rows = np.flatnonzero(in_phases & ~in_fights)
        if rows.size:
            actions[rows] = ask(self.random, turn.part(rows))
        return actions


def whole_games(victim: str, other: str, players: int, games: int, seed: int, careless: Sequence[Phase] = ()) -> None:
    """Print how often the agent `victim` wins as Master and as children against `other`. In the phases `careless` the
    victim chooses at random."""
    game = envs.game("nocturna")
    for side, role in enumerate(("Master", "children")):
        first = agent(victim)
        pair = (Careless(first, careless) if careless else first, agent(other))
        sides = pair if side == 0 else pair[::-1]
        games_met = met(game, rules_of(game), sides, players, games, np.random.default_rng(seed))
        won = (games_met.utilities * (1 if side == 0 else -1) > 0).astype(float)
        ends = share_interval(won, np.ones(games))
        share = f"{won.mean():.3f} ({ends.low:.3f} to {ends.high:.3f})"
        say(f"{victim} as {role} against {other}, {players} players: wins {share}")


def phases_named(names: str, parser: argparse.ArgumentParser) -> list[Phase]:
    """The phases with these names, which a comma separates; another name ends the command with a line."""
    wanted = [name.strip().upper() for name in names.split(",") if name.strip()]
    for name in wanted:
        if name not in Phase.__members__ or Phase[name] >= Phase.END:
            parser.error(f"--careless {name.lower()}: accepted: {PHASES}")
    return [Phase[name] for name in wanted]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("victim", help="net, net:plain, net:PATH, nash, nash:PATH, nash:0%%")
    parser.add_argument("--fight", default="last", help="last, second or first")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--games", type=int, default=150, help="games of the network that show where fights begin")
    parser.add_argument("--fights", type=int, default=3000, help="fights that are played for each figure")
    parser.add_argument("--sweeps", type=int, default=SWEEPS, help="of a best response")
    parser.add_argument("--size", type=int, default=FIGHTS, help="fights of a sweep")
    parser.add_argument("--against", default="", help="an agent: play --games whole games against it instead")
    parser.add_argument(
        "--careless",
        default="",
        help=f"with --against: phases, as place,pay, in which it chooses at random outside of boss fights; of {PHASES}",
    )
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    careless = phases_named(arguments.careless, parser)
    if careless and not arguments.against:
        parser.error("--careless needs --against")
    if arguments.against:
        whole_games(arguments.victim, arguments.against, arguments.players, arguments.games, arguments.seed, careless)
        return
    game = envs.game("nocturna")
    rules = rules_of(game)
    pack = game.content.records[0]
    rng = np.random.default_rng(arguments.seed)
    victim = agent(arguments.victim)
    victims_values = values_of(victim, game)
    values = victims_values or DuelValues.load(shipped_values(game))
    duels_met = met(game, rules, (agent("net:plain"), agent("net:plain")), arguments.players, arguments.games, rng)
    network = rules.networks.index(arguments.fight)
    starts = duels_met.positions[
        rules.is_start(duels_met.positions) & (rules.network_of(duels_met.positions) == network)
    ]
    say(f"{arguments.victim}, {arguments.fight} fight, {arguments.players} players: {len(starts)} starts")
    begin = starts[rng.integers(len(starts), size=arguments.fights)]
    if victims_values:
        worth, drift, results = consistency(values, rules, pack, begin, rng)
        for name, numbers in (("value of the start", worth), ("result", results), ("sum of backup - value", drift)):
            say(f"  {name}: {Estimate.mean(numbers).words(FORM)}")
    known = KnownPolicy(victim, game, values, duels_met.states)
    before = play_fights(known, known, rules, values, begin, rng)
    say(f"  the Master's result, the victim on both sides: {Estimate.mean(before).words(FORM)}")
    gains = 0.0
    for side, name in ((1, "children"), (0, "Master")):
        began = time.process_time()
        best = best_response(known, values, rules, pack, side, starts, rng, arguments.sweeps, arguments.size)

        def attacker(positions: np.ndarray, side: int = side, best: DuelValues = best) -> Solved:
            return reply(known(positions), rules, best, side)

        first, second = (attacker, known) if side == 0 else (known, attacker)
        under = play_fights(first, second, rules, values, begin, rng)
        gain = (under.mean() - before.mean()) * (1 if side == 0 else -1)
        gains += gain
        seconds = time.process_time() - began
        say(f"  {name} attack: {Estimate.mean(under).words(FORM)}, gain {gain:{FORM}}, {seconds:.0f} CPU s")
    say(f"  sum of gains: {gains:{FORM}}")


if __name__ == "__main__":
    main()
