"""`medianoche check-learner`: the classic mistakes of training loops."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Annotated, Any

import typer

from medianoche.cli.common import new_console


def check_learner(
    train: Annotated[
        str,
        typer.Argument(
            help="Your function train(game, decisions, seed), which returns an agent: path/to/my_loop.py:train, or "
            "module:train.",
            show_default=False,
        ),
    ],
    decisions: Annotated[
        int, typer.Option(min=1, help="Decisions of each training; four times as many if not all is learned.")
    ] = 20_000,
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Seed of the trainings.")] = 0,
    memory: Annotated[
        bool, typer.Option("--memory", help="Also games that only agents with a memory learn, as recurrent networks.")
    ] = False,
    values: Annotated[
        bool,
        typer.Option(
            "--values", help="The loop learns values of actions, as DQN: without the game that asks for probabilities."
        ),
    ] = False,
) -> None:
    """Let a training loop of yours learn small games that each punish one classic mistake, and name what it does wrong.

    Says what was tested. Ends with exit code 1 if there is a mistake.

    Example: medianoche check-learner my_loop.py:train
    """
    from medianoche.training.conformance import checking

    console = new_console()
    examinations = []
    function = function_of(train)
    toys = [toy for toy in checking.TOYS if not values or toy not in checking.POLICIES]
    toys += checking.REMEMBERED * memory
    for toy in toys:
        examinations.append(checking.examined(function, toy, decisions, seed))
        console.print(str(examinations[-1]), soft_wrap=True, highlight=False)
    if shown := checking.mistakes(examinations):
        for name in shown:
            console.print(f"{name}: {checking.MISTAKES[name]}", soft_wrap=True, highlight=False)
        console.print("mend the first one first; a loop that learns slowly needs more --decisions", highlight=False)
    else:
        console.print("no mistake was found; tested:")
        for name in checking.covered(toys):
            console.print(f"  {name}: {checking.MISTAKES[name].partition(':')[0]}", soft_wrap=True, highlight=False)
    left_out = ["loss (left out by --values)"] * values + ["memory, seats, reset (--memory)"] * (not memory)
    if left_out:
        console.print(f"not tested: {', '.join(left_out)}", highlight=False)
    if shown:
        raise typer.Exit(1)


def function_of(text: str) -> Any:
    """The function that `text` names, in a file or a module; raises AgentError if there is none."""
    from medianoche.agents import AgentError, loading
    from medianoche.agents.base import blamed

    place, _, name = text.rpartition(":")
    if not place:
        raise AgentError(f"{text!r} is not accepted; accepted: path/to/my_loop.py:train, module:train")
    if place.endswith(".py") and not Path(place).is_file():
        raise AgentError(f"there is no file {place}")
    with blamed(place):
        module = loading.load(Path(place)) if place.endswith(".py") else importlib.import_module(place)
    if not callable(function := getattr(module, name, None)):
        raise AgentError(f"{place} has no function {name!r}")
    return function
