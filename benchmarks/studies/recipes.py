"""The recipes side by side: what each wins after few decisions, how fast it is, and how far from an equilibrium.

    python -m medianoche.benchmarks.studies.recipes --out runs/recipes-study

Each recipe learns each game with some seeds, one after the other, on one thread. The command goes on where it stopped:
a training whose `result.json` is in its folder is not repeated. `table.md` has all results so far.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Annotated, Any

import typer
from pydantic import TypeAdapter

from medianoche import envs
from medianoche.benchmarks.exploit.exact import Tree
from medianoche.benchmarks.studies.study import carry_out, markdown
from medianoche.envs import MedianocheError
from medianoche.envs.core import files
from medianoche.places import has_net
from medianoche.toys import lists_deals
from medianoche.training import results_of_deals

if TYPE_CHECKING:
    from medianoche.agents import Agent

RECIPES = {"ppo": "torch", "ppo_lstm": "torch", "dqn": "torch", "ppo_jax": "optax"}
"""The recipes, and the library that each needs."""
OPPONENTS = ("random", "greedy", "net")
UPDATES: dict[str, dict[str, Any]] = {
    "ppo": {"num_envs": 64, "num_steps": 32, "minibatch_size": 512, "learning_rate": 2e-3},
    "ppo_lstm": {"num_envs": 64, "num_steps": 32, "learning_rate": 2e-3},
    "dqn": {"buffer_size": 10_000, "learning_starts": 1000, "target_frequency": 50, "batch_size": 128},
    "ppo_jax": {"num_envs": 64, "num_steps": 32, "minibatch_size": 512, "learning_rate": 2e-3},
}
"""Other options than a recipe's defaults, which are for millions of decisions: here an update has about 2,000."""
MEMORY = ("ppo_lstm",)
"""Recipes whose agents remember their games: they are asked for a policy after the past of a position."""
RESULT = "result.json"
HEADINGS = (
    *("game", "recipe", "seeds"),
    *(f"against `{other}`" for other in OPPONENTS),
    *("decisions a CPU second", "NashConv in chips"),
)

Result = dict[str, float]
STORED = TypeAdapter(Result)


def learned(folder: Path, recipe: str, game: str, seed: int, decisions: int) -> tuple[Agent, float]:
    """Let a recipe learn in a folder, from the beginning; the agent, and decisions a CPU second of this process."""
    module: Any = import_module(f"medianoche.training.recipes.{recipe}")
    options = {**UPDATES[recipe], "evaluate_every": 10**9, "evaluate_games": 2, "out": str(folder)}
    began = time.process_time()
    who = module.train(game, decisions, seed, **options)
    return who, decisions / (time.process_time() - began)


def measured(who: Agent, recipe: str, game: str, games: int) -> Result:
    """Points and returns against each opponent, and the exact NashConv of games that list their deals."""
    result: Result = {}
    for other in OPPONENTS:
        if other != "net" or has_net(game):
            won = results_of_deals(who, other, game, games)
            result[f"points/{other}"] = float(won.points.mean())
            result[f"return/{other}"] = float(won.returns.mean())
    if lists_deals(envs.game(game)):
        tree = Tree(envs.game(game))
        policy = tree.policy_with_memory(who) if recipe in MEMORY else tree.policy_of(who)
        result["NashConv"] = float(tree.stake) * tree.nash_conv(policy)
    return result


def result_of(folder: Path, recipe: str, game: str, seed: int, decisions: int, games: int) -> Result:
    """The result of a training in a folder below `folder`, which is only made if it is not there."""
    trained = folder / f"{game.rpartition(':')[2]}-{recipe}-{seed}"
    file = trained / RESULT
    if not file.is_file():
        who, speed = learned(trained, recipe, game, seed, decisions)
        result = {"decisions": float(decisions), **measured(who, recipe, game, games), "speed": speed}
        files.write(file, json.dumps(result))
    result = files.from_json(STORED, files.read(file, MedianocheError), file, MedianocheError)
    if result.get("decisions") != decisions:
        raise MedianocheError(f"{trained} has another number of decisions; choose another --out")
    return result


def cell(results: Sequence[Result], other: str) -> str:
    """The share of the points and the return against an opponent, means over the seeds, with least and greatest."""
    shares = [result[f"points/{other}"] for result in results if f"points/{other}" in result]
    if not shares:
        return ""
    returns = mean(result[f"return/{other}"] for result in results)
    return f"{mean(shares):.1%} ({min(shares):.1%} to {max(shares):.1%}), {returns:+.2f}"


def row(game: str, recipe: str, results: Sequence[Result]) -> tuple[str, ...]:
    """The cells of HEADINGS."""
    gaps = [result["NashConv"] for result in results if "NashConv" in result]
    gap = f"{mean(gaps):.2f} ({min(gaps):.2f} to {max(gaps):.2f})" if gaps else ""
    speed = f"{mean(result['speed'] for result in results):,.0f}"
    return game, f"`{recipe}`", str(len(results)), *(cell(results, other) for other in OPPONENTS), speed, gap


def table(results: dict[tuple[str, str], list[Result]]) -> str:
    """The table of all results so far, by game and recipe."""
    rows = [row(game, recipe, of_seeds) for (game, recipe), of_seeds in results.items() if of_seeds]
    return "\n".join(markdown(HEADINGS, rows)) + "\n"


def main(
    games: Annotated[
        list[str] | None, typer.Argument(help="Names of games.", show_default="misty correo leduc")
    ] = None,
    recipe: Annotated[list[str] | None, typer.Option(help="Only this recipe; again for more.")] = None,
    seeds: Annotated[int, typer.Option(min=1, help="Trainings of each recipe and game.")] = 5,
    decisions: Annotated[int, typer.Option(min=1, help="The length of a training.")] = 16_000,
    measure: Annotated[int, typer.Option(min=2, help="Games against each opponent.")] = 200,
    out: Annotated[Path, typer.Option(help="Folder of trainings and results.")] = Path("runs/recipes-study"),
) -> None:
    """Five seeds of each recipe on two games and Leduc: points and returns, speed, NashConv.

    Example: python -m medianoche.benchmarks.studies.recipes misty leduc --seeds 3 --out runs/recipes-study
    """
    games = games or ["misty", "correo", "leduc"]
    for name in recipe or []:
        if name not in RECIPES:
            raise MedianocheError(f"--recipe {name!r} is not accepted; accepted: {', '.join(RECIPES)}")
    chosen = [name for name in recipe or RECIPES if find_spec(RECIPES[name])]
    for name in recipe or []:
        if name not in chosen:
            raise MedianocheError(f"--recipe {name}: {RECIPES[name]} is not installed")
    for game in games:
        envs.game(game)
    if find_spec("torch"):
        import_module("torch").set_num_threads(1)
    for game, other in product(games, OPPONENTS):
        if other != "net" or has_net(game):
            results_of_deals("random", other, game, 2)  # compiled code is loaded before speed is measured
    results: dict[tuple[str, str], list[Result]] = {key: [] for key in product(games, chosen)}
    for seed, game, name in product(range(1, seeds + 1), games, chosen):
        results[game, name].append(result_of(out, name, game, seed, decisions, measure))
        files.write(out / "table.md", table(results))
    typer.echo(table(results), nl=False)


if __name__ == "__main__":
    carry_out(main)
