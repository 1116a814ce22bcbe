"""A long training of PPO in torch whose games are checked at each step: is every action legal?

    python -m medianoche.benchmarks.speed.legal correo --games cuda --out runs/legal/correo-gpu

The same command goes on after a stop, until so many decisions are learned from. An illegal action ends it, with a line
that names a file (`training/torch/illegal.py`).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from medianoche.benchmarks.speed import gpu
from medianoche.envs import MedianocheError
from medianoche.envs.core.play.driver import Driver
from medianoche.envs.core.play.threads import cores
from medianoche.training import TrainingError


def search(
    game: str,
    device: str,
    games: str | Driver,
    decisions: int,
    minutes: float,
    out: Path,
    say: Callable[[str], None],
) -> bool:
    """Learn in the folder `out` for so many minutes, and to the end of the round.

    Args:
        game: its name.
        device: of the network, for torch.
        games: where games are played: "cpu", "cuda", or a driver.
        decisions: of all calls together.
        minutes: of this call.
        out: folder of the training.
        say: called with a line after each minute.

    Returns:
        Whether all decisions have been learned from.

    Raises:
        IllegalActionError: an action was illegal; the line names the file with its record.
        MedianocheError: the folder holds another training, or there is no such device.
    """
    from medianoche.training.run import open_run
    from medianoche.training.torch.ppo import PPO
    from medianoche.training.torch.ppo_config import PPOConfig

    tables = {"game": game, "threads": cores(), "bf16": device != "cpu", "checked": True, "total_decisions": decisions}
    config = PPOConfig.from_tables("the command", {**tables, **gpu.LEARNER})
    run = open_run(PPO(config, device, games), out)
    state = run.state
    began = said = time.monotonic()
    before = state.decisions
    in_time = True
    while in_time and not run.over():
        run.round()
        in_time = time.monotonic() - began < 60 * minutes
        if time.monotonic() - said > 60:
            said = time.monotonic()
            run.save()
            say(f"{game}: {state.decisions:,} of {decisions:,} decisions, all legal")
    run.save()
    rate = (state.decisions - before) / (time.monotonic() - began)
    say(f"{game}: {state.decisions:,} of {decisions:,} decisions, all legal; {rate:,.0f} a second in this call")
    return run.over()


def main() -> None:
    """Print the figures. The exit code is 0 if all decisions have been learned from, 3 if the same command goes on."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--device", default="cuda", help="of the network: cpu, cuda")
    parser.add_argument("--games", default="cuda", help="where the games are played: cpu, cuda")
    parser.add_argument("--decisions", type=int, default=200_000_000, help="of all calls together")
    parser.add_argument("--minutes", type=float, default=7.0, help="of this call; the round is played to its end")
    parser.add_argument("--out", type=Path, required=True, help="folder of the training")
    arguments = parser.parse_args()
    try:
        import torch

        if arguments.device != "cpu" and not torch.cuda.is_available():
            raise TrainingError(f"--device {arguments.device}: torch knows no GPU here")
        finished = search(
            arguments.game,
            arguments.device,
            arguments.games,
            arguments.decisions,
            arguments.minutes,
            arguments.out,
            print,
        )
    except ImportError as error:
        parser.exit(2, f"{error.name} is not installed; install: pip install 'medianoche[train,cuda]'\n")
    except MedianocheError as error:
        parser.exit(2, f"{error}\n")
    if not finished:
        sys.exit(3)


if __name__ == "__main__":
    main()
