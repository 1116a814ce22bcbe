"""What memory and hidden information are worth in each game: agents that see more, or less, than a player does.

The same network plays in four ways: alone; alone, with their means in place of the blocks of the observation that a
player could only know from memory; with a search in sampled worlds; with the same search in the true world. Each
plays a fixed opponent, with each deal once in every team, so that equal agents have half of the points.
"""

from __future__ import annotations

import json
import re
from copy import copy
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from medianoche import Game, Turn, envs
from medianoche.agents import Agent, NetAgent, Network, agent, shipped
from medianoche.benchmarks import Estimate, share_interval
from medianoche.benchmarks.studies.study import carry_out, markdown
from medianoche.envs import BaseGame, Samples
from medianoche.envs.core import files
from medianoche.training import points_of_deals

SIMULATIONS = 32
ROWS, STEPS = 64, 150
"""Games and decisions in each, of which observations are averaged."""
REMEMBERED: dict[str, dict[str, int]] = {
    "correo": {"pile_houses": 48, "own_deck": 6},
    "misty": {"known_hands": 39, "unseen_pool": 12},
    "medianokte": {"unseen": 40, "exploration": 49},
    "nocturna": {
        "last_cards": 6,
        "unseen_nightmares": 45,
        "reward_deck": 26,
        "location_deck": 18,
        "bosses_left": 6,
    },
    "halloween": {"children_of_players": 40, "treat_deck": 18, "known_hands": 68, "known_deck_and_pair": 17},
}
"""Blocks of the observation that hold what was seen and lies on the table no more, and how many of their numbers, from
the first on, do: of Halloween's last block the second half is the pair that the player is looking at."""
PAIRS = (("net", "net"), ("forgetful", "net"), ("sampled", "net"), ("true", "net"))
"""Who plays against whom; the first pair is the zero point."""
WORDS = {
    "net": "the network",
    "forgetful": "forgets what it saw",
    "sampled": f"search with {SIMULATIONS} simulations, sampled worlds",
    "true": f"search with {SIMULATIONS} simulations, the true world",
}


class TrueWorldAgent(NetAgent):
    """A search guided by a network in the true world: hidden information is open, future chance is not."""

    name = "true"

    def compiled(self, game: BaseGame, loop: Any, arguments: Any) -> Any:
        """See `Searcher.compiled`; the search that takes `states` as the truth."""
        from medianoche.benchmarks.studies.sight_kernels import true_world_search

        return super().compiled(game, true_world_search, arguments)

    def search(self, turn: Turn, policy: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """See `NetAgent.search`."""
        seeing: Any = copy(turn)
        seeing.sample = lambda: Samples(turn._packs, turn._states[turn._rows].view(np.recarray))
        return super().search(seeing, policy)


def forgetful(game: Game, network: Network) -> Network:
    """A copy of a network that sees the means of the blocks of REMEMBERED, always the same numbers: their weights
    are 0, and the means times these weights are part of the bias. Zeros in their place would be a position that the
    network does not know, as if the decks were empty."""
    without = Network(network.header, network.parameters.copy())
    means = usual(game)
    layers = without.layers()
    for block, numbers in REMEMBERED[game.name].items():
        places = slice(first := getattr(game.layout.at, block), first + numbers)
        layers["hidden_1_bias"][:] += means[places] @ layers["hidden_1"][places]
        layers["hidden_1"][places] = 0
    return without


def usual(game: Game) -> np.ndarray:
    """float32[observation_size]: the mean observation in games of the hand-written policy."""
    batch = game.batch(ROWS, seed=1)
    rows = np.arange(ROWS)
    total = np.zeros(game.observation_size, np.float32)
    for number in range(STEPS):
        total += batch.observation.mean(axis=0) / STEPS
        batch.step(batch.turn(rows, rows + number * ROWS).heuristic_actions())
    return total


def player(name: str, game: Game) -> Agent:
    """The agent of a name of WORDS, or of an agent's string."""
    if name == "true":
        return TrueWorldAgent(str(SIMULATIONS))
    if name == "sampled":
        return NetAgent(str(SIMULATIONS))
    if name == "forgetful":
        return NetAgent(network=forgetful(game, Network.load(shipped(game, "net"))))
    return agent(name)


def measure(game: str, one: str, other: str, games: int) -> Estimate:
    """The share of the points of `one` against `other`, with its interval over deals."""
    playing = envs.game(game)
    won = points_of_deals(player(one, playing), player(other, playing), game, games).mean(axis=1)
    return Estimate(*map(float, share_interval(won, np.ones(len(won)))))


def main(
    games: Annotated[list[str] | None, typer.Argument(help="Names of games.", show_default="all five")] = None,
    count: Annotated[int, typer.Option("--games", min=4, help="Games of each pair of agents.")] = 300,
    pair: Annotated[
        list[str] | None,
        typer.Option(help="Another pair, ONE,OTHER: agents, or the names of this study. Can be repeated."),
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the results.")] = Path("runs/sight"),
) -> None:
    """Measure what memory and hidden information are worth. Stopped at any moment, the same command goes on.

    Example: python -m medianoche.benchmarks.studies.sight misty nocturna
    """
    pairs = [*PAIRS, *((one, other) for one, _, other in (text.partition(",") for text in pair or ()))]
    out.mkdir(parents=True, exist_ok=True)
    rows = []
    for game in games or list(REMEMBERED):
        cells = [game]
        for one, other in pairs:
            file = out / re.sub(r"[/:]", "_", f"{game}-{one}-{other}-{count}.json")
            if not file.exists():
                files.write(file, json.dumps(measure(game, one, other, count)))
            cells.append(Estimate(*json.loads(file.read_text())).words(".1%"))
            typer.echo(f"{game}, {one} against {other}: {cells[-1]}")
        rows.append(cells)
    names = [WORDS.get(one, one) + f" (against {WORDS.get(other, other)})" * (other != "net") for one, other in pairs]
    typer.echo("\n".join(["", *markdown(("game", *names), rows)]))


if __name__ == "__main__":
    carry_out(main)
