"""Arguments and options that several commands share, as annotated types."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from medianoche.benchmarks.exploit import HALVING, LATER_RATE, RATE
from medianoche.cli.common import PROCESS_LIMIT

GAME_LIMIT = 2**32
"""Games of a tournament: so many deals has a seed."""
DECISION_LIMIT = 2**40
"""Decisions of a training."""


def port_option(meaning: str, **about: Any) -> Any:
    """An option that takes the number of a port."""
    return typer.Option(min=0, max=65535, help=f"{meaning}; 0 takes any that is free.", **about)


Name = Annotated[
    str, typer.Argument(metavar="GAME", help="Name of a game, or module:Class of your own.", show_default=False)
]
Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="GAME", help="Names of games, or module:Class of your own.", show_default="the suite's"),
]
SuiteNames = Annotated[
    list[str] | None, typer.Argument(metavar="GAME", help="Names of games of the suite.", show_default="all")
]
Players = Annotated[int | None, typer.Option(help="Players at a table.", show_default="the game's default")]
Out = Annotated[Path | None, typer.Option(help="Folder of the results.", show_default="runs/GAME")]
Seed = Annotated[int, typer.Option(help="Seed of the deals and of all chance.")]
Source = Annotated[str, typer.Option(help="Content pack: a name, a TOML file, a generator's seed, or random:SEED.")]
GameOptions = Annotated[list[str] | None, typer.Option(help="The game's options, as key=value.", show_default=False)]
Language = Annotated[
    str | None,
    typer.Option(
        "--lang",
        envvar="MEDIANOCHE_LANG",
        help="Language of the game's words: en, es.",
        show_default="the terminal's",
    ),
]
ShardSize = Annotated[
    int | None, typer.Option(help="Games to a transaction; changes no result.", show_default="a few seconds' worth")
]
Workers = Annotated[
    int,
    typer.Option(
        min=1,
        max=PROCESS_LIMIT,
        help="Processes that play, with one thread each; 1: this process, with all its threads.",
    ),
]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="[ADDRESS]",
        help="Play on a Ray cluster: its address; without one, the cluster that Ray finds or starts here.",
        show_default=False,
    ),
]
Mixed = Annotated[
    bool, typer.Option("--mixed", help="In team games, seat agents one by one; else a team is one agent's.")
]
Forfeits = Annotated[
    bool,
    typer.Option(
        "--forfeit", help="An agent that plays what is illegal, or a program that fails or is late, loses that game."
    ),
]
SaveReplays = Annotated[bool, typer.Option("--save-replays", help="Keep every game's actions: medianoche replay.")]
KeepThoughts = Annotated[
    bool, typer.Option("--thoughts", help="Keep them with what agents say they think; the replay shows it.")
]

# ---- `medianoche exploit`

Victim = Annotated[
    str,
    typer.Option(
        "--victim",
        "--agent",
        metavar="AGENT",
        help="The agent to exploit; with --exact also a network's file, whose policy is sampled.",
        show_default="with --exact random",
    ),
]
Exact = Annotated[
    bool,
    typer.Option("--exact", help="Exactly, by best responses to the whole policy, in a small game that has an answer."),
]
ExactThreads = Annotated[
    int | None,
    typer.Option(min=1, max=PROCESS_LIMIT, help="Threads, with --exact.", show_default="as many as cores"),
]
Role = Annotated[
    str,
    typer.Option(
        help="One role of the victim: a seat (enemy, player_0) or the beginning of names of seats (crew); the other "
        "teams attack.",
        show_default="all roles",
    ),
]
Attackers = Annotated[
    list[str] | None,
    typer.Option(
        help="scratch: a new network that learns; own: a network that begins with the victim's weights, or a mixture's "
        "last; search: a search with the victim's policy at its nodes; reply: best replies in duels, where the game "
        "declares some, to the probabilities of nash or a network.",
        show_default="all that there can be, the network that comes with the game, and the attackers that are kept",
    ),
]
Begin = Annotated[
    list[str] | None,
    typer.Option(
        "--from",
        metavar="NETWORK",
        help="An attacker that begins with these weights, too: an agent (ppo, net:PATH), a network's file, or a folder "
        "of kept attackers, of which those of the role are taken. Can be repeated.",
        show_default=False,
    ),
]
ByDecision = Annotated[
    bool,
    typer.Option(
        "--by-decision",
        help="For each kind of decision also what an attacker gains who deviates from the victim in this kind alone; "
        "it begins with the weights of the worst attacker.",
    ),
]
Budget = Annotated[
    int, typer.Option(min=1, max=DECISION_LIMIT, help="Decisions that each attacker network learns from.")
]
Entropy = Annotated[
    float,
    typer.Option(min=0, max=10, help="Weight of the entropy bonus at the start: more finds bluffs, and takes longer."),
]
LearningRate = Annotated[
    float | None,
    typer.Option(
        min=1e-6,
        max=1,
        help=f"Learning rate at the start; it halves after {HALVING:,} decisions.",
        show_default=f"{RATE:g} from scratch, {LATER_RATE:g} from a network",
    ),
]
Chain = Annotated[
    float,
    typer.Option(min=0, max=1, help="Share of the budget for the most probable actions of a victim that samples."),
]
Simulations = Annotated[int, typer.Option(min=1, max=10**6, help="Simulations of the search for each decision.")]
Horizon = Annotated[
    int, typer.Option(min=1, max=10**6, help="Decisions of a simulation; then a network's value head says the rest.")
]
SearchDeals = Annotated[int, typer.Option(min=2, max=10**6, help="The same as --deals for the search.")]
Deals = Annotated[int, typer.Option(min=2, max=10**6, help="Deals to choose on, and as many others to measure on.")]
AttackOut = Annotated[
    Path | None,
    typer.Option(
        help="Folder of what is kept of attacks, each in a folder of its own.", show_default="runs/exploit/GAME"
    ),
]

# ---- `medianoche train` and `medianoche baselines`

Minutes = Annotated[
    float | None,
    typer.Option(min=0.1, max=60 * 24 * 365, help="Of playing and learning.", show_default="as configured"),
]
Start = Annotated[
    str | None,
    typer.Option(
        "--from",
        help="Go on from this network: a file, or 'shipped'.",
        show_default="as configured",
    ),
]
Decisions = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=DECISION_LIMIT,
        help="Decisions to learn from, in all.",
        show_default="as configured",
    ),
]
Counts = Annotated[
    str | None, typer.Option("--players", help="Player counts, by turns: 2 or 2,3.", show_default="as configured")
]
Hidden = Annotated[str | None, typer.Option(help="Widths of the hidden layers: 256,64.", show_default="as configured")]
Services = Annotated[
    list[str] | None,
    typer.Option(
        "--log",
        envvar="MEDIANOCHE_LOG",
        help="Log also to wandb, mlflow; each has its own environment variables.",
        show_default="JSON lines, CSV, and TensorBoard if it is installed",
    ),
]
BaselinesPage = Annotated[
    Path | None,
    typer.Option(
        help="Page to write.", show_default="benchmarks/BASELINES.md; of some games or agents OUT/BASELINES.md"
    ),
]
TrainingSeed = Annotated[
    int | None, typer.Option(min=0, max=2**31 - 1, help="Seed of all chance.", show_default="as configured")
]
Seeds = Annotated[
    int, typer.Option(min=1, max=100, help="Train with so many seeds, as many at the same time as there are cores.")
]
TrainingPack = Annotated[
    str | None, typer.Option(help="Content pack: a name, a file, a seed, or random:SEED.", show_default="as configured")
]
Threads = Annotated[
    int | None,
    typer.Option(min=1, max=PROCESS_LIMIT, help="Threads that play and learn.", show_default="as configured"),
]
Programs = Annotated[
    bool, typer.Option("--allow-programs", help="Agents in --config may be exec:COMMAND and file.py:Class.")
]
Opponents = Annotated[
    list[str] | None,
    typer.Option(help="Agents, or AGENT=GAMES.", show_default="random greedy ismcts:100 ismcts:1000=200"),
]
Others = Annotated[
    list[str] | None,
    typer.Option(help="Opponents with other player counts; '-' for none.", show_default="greedy"),
]
Measured = Annotated[
    list[str] | None,
    typer.Option(
        help="Agents to measure: ppo, net and nash with their words, such as net:64:plain.",
        show_default="ppo net net:64",
    ),
]

# ---- `medianoche replay`

ReplayGame = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NUMBER|MODULE:CLASS",
        help="Number of the game in a tournament's folder; and the game's class, if it is one of your own.",
        show_default=False,
    ),
]
ReplayPack = Annotated[str | None, typer.Option(help="The pack's file, if it was played with one.", show_default=False)]
ReplayPage = Annotated[
    Path | None,
    typer.Option("--html", help="Write a page to this file that steps through the game, and opens anywhere."),
]
ReplaySeat = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=64,
        help="With --html: the view of this seat alone, counted from 1, to be sent to that player.",
        show_default="everything, every seat",
    ),
]
