"""How often a search changes a choice, how often it does so again, and whether weighted worlds choose otherwise.

A search deals what is hidden evenly, though a claim or a bid of another player says something about it. The agent `mmd`
weights its worlds by the network's probabilities of all choices that were seen. So three questions are asked at the
same decisions of games that the network plays against itself:

- does `mmd` choose otherwise with weighted worlds than with evenly dealt ones?
- does a search choose alike when it is repeated with another seed?
- does it choose otherwise than the network?

Only what differs more often than repetitions do is an effect.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import typer

from medianoche import Game, envs
from medianoche.agents import agent
from medianoche.agents.seating import show_rows, step_with
from medianoche.benchmarks.studies.study import carry_out, markdown

ROWS = 16
"""Games at the same time."""
SHARE = 0.25
"""The share of the decisions with a choice at which the searches are asked."""


class Choices(NamedTuple):
    """What was chosen at some decisions."""

    phases: np.ndarray  #: int64[n]
    network: np.ndarray  #: int64[n], the network's most probable actions
    weighted: np.ndarray  #: int64[n, 2], of `mmd` with weighted worlds and two seeds
    even: np.ndarray  #: int64[n, 2], with evenly dealt worlds
    searches: np.ndarray  #: int64[n, 2, searches], of `net:N` with two seeds


def collect(game: Game, players: int, rollouts: int, searches: list[int], decisions: int, seed: int) -> Choices:
    """Ask at `decisions` decisions, or a few more."""
    rng = np.random.default_rng(seed)
    batch = game.batch(ROWS, num_players=players, seed=seed)
    rows = np.arange(ROWS)
    seats = np.ones((ROWS, players), bool)
    playing = agent("net")
    best = agent("net:best")
    weighted = agent(f"mmd:{rollouts}")  # it is shown every decision
    even = agent(f"mmd:{rollouts}")
    searching = [agent(f"net:{number}") for number in searches]
    parts: list[Choices] = []
    count = 0
    show_rows(weighted, batch, rows, seats, rng, batch.games)
    while count < decisions:
        turn = batch.turn(rows, seeds_of(rng, ROWS))
        actions = playing.act(turn)
        several = turn.action_mask.sum(axis=1) > 1
        asked = np.flatnonzero(several & (rng.random(ROWS) < SHARE))
        if len(asked):
            turns = [batch.turn(asked, seeds_of(rng, len(asked))) for _ in range(2)]
            parts.append(
                Choices(
                    batch.states["phase"][asked].astype(np.int64),
                    best.act(turns[0]),
                    np.stack([most_probable(weighted, part) for part in turns], axis=1),
                    np.stack([most_probable(even, part) for part in turns], axis=1),
                    np.array([[who.act(part) for who in searching] for part in turns]).transpose(2, 0, 1),
                )
            )
            count += len(asked)
        _, ended = step_with(weighted, batch, actions, seats, rng)
        new = np.flatnonzero(ended)
        show_rows(weighted, batch, new, seats[new], rng, batch.games[new])
    return Choices(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def seeds_of(rng: np.random.Generator, count: int) -> np.ndarray:
    """uint64[count], seeds of decisions."""
    return rng.integers(0, 2**63, count).astype(np.uint64)


def most_probable(who: object, turn: envs.Turn) -> np.ndarray:
    """int64[n]: the actions that an agent with improved policies finds most probable."""
    policies: np.ndarray = who.act_with_policy(turn)[1]  # type: ignore[attr-defined]
    return policies.argmax(axis=1)


def cells_of(choices: Choices, which: np.ndarray) -> list[str]:
    """The cells of a row, of those decisions."""

    def differ(one: np.ndarray, other: np.ndarray) -> str:
        return f"{np.mean(one[which] != other[which]):.1%}"

    weighted = choices.weighted
    even = choices.even
    cells = [str(int(which.sum())), differ(weighted[:, 0], weighted[:, 1]), differ(even[:, 0], even[:, 1])]
    cells.append(differ(weighted[:, 0], even[:, 0]))
    for number in range(choices.searches.shape[2]):
        first = choices.searches[:, 0, number]
        cells += [differ(first, choices.searches[:, 1, number]), differ(first, choices.network)]
    return cells


def main(
    name: Annotated[str, typer.Argument(help="A game with a network and hidden information.")] = "halloween",
    players: Annotated[int, typer.Option(min=2, help="Number of players.")] = 5,
    rollouts: Annotated[int, typer.Option(min=1, help="Rollouts of mmd for each decision.")] = 256,
    simulations: Annotated[str, typer.Option(help="Simulations of the searches.")] = "64,256,1000",
    decisions: Annotated[int, typer.Option(min=1, help="Decisions at which all are asked.")] = 1500,
    seed: int = 11,
) -> None:
    """Measure how often searches differ from the network, from themselves, and with weighted worlds.

    Example: python -m medianoche.benchmarks.studies.worlds halloween --decisions 300
    """
    game = envs.game(name)
    numbers = [int(number) for number in simulations.split(",")]
    choices = collect(game, players, rollouts, numbers, decisions, seed)
    headings = ["decisions", "mmd, weighted: two seeds", "even: two seeds", "weighted, even"]
    headings += [text for number in numbers for text in (f"net:{number}: two seeds", f"net:{number}, network")]
    rows = [["all", *cells_of(choices, np.ones(len(choices.phases), bool))]]
    names = {int(phase): phase.name.lower() for phase in game.declaration.phases}
    for phase, count in zip(*np.unique(choices.phases, return_counts=True), strict=True):
        if count >= ROWS:
            rows.append([names[int(phase)], *cells_of(choices, choices.phases == phase)])
    typer.echo("\n".join(markdown(("differ", *headings), rows)))


if __name__ == "__main__":
    carry_out(main)
