"""A bot in Python in a process of its own, which is sent observations and masks only (`medianoche rate --isolate`).

python -m medianoche.agents.bots.isolated my_bot.py:MyBot misty

The process speaks the protocol of programs (README.md beside this file). So the bot cannot reach the true states, which
`Turn` holds in the process of a tournament. Its turns have observations, masks, seats, games and seeds, one decision at
a time; they have no samples, no advice of the heuristic and no past. The seeds are drawn anew for each decision and say
nothing of the deal. A process is not a sandbox: the bot can read the files that its user can read.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from typing import Any, NoReturn

import numpy as np

from medianoche import envs
from medianoche.agents import agent, fingerprint
from medianoche.agents.base import AgentError, bot_of
from medianoche.agents.bots.prompt import say
from medianoche.agents.process import ISOLATED
from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.core.game import Game


class IsolatedTurn:
    """One decision of an isolated bot; its attributes are those of `medianoche.Turn`.

    Args:
        game: what is played.
        num_players: number of players.
        decision: the message.

    Attributes:
        observation: float32[1, n].
        action_mask: int8[1, num_actions], 1 where legal.
        seats, games, seeds: int64[1], int64[1], uint64[1].
    """

    def __init__(self, game: Game, num_players: int, decision: dict[str, Any]) -> None:
        self.game = game
        self.num_players = num_players
        self.seats = np.array([decision["seat"]])
        self.games = np.array([decision["match"]])
        self.seeds = np.array([decision["seed"]], np.uint64)
        self.observation = np.array([decision["observation"]], np.float32)
        self.action_mask = np.zeros((1, game.num_actions), np.int8)
        self.action_mask[0, decision["legal"]] = 1

    def __len__(self) -> int:
        return 1

    def random_actions(self) -> np.ndarray:
        """int64[1]: a legal action, drawn uniformly by the seed of the decision."""
        legal = np.flatnonzero(self.action_mask[0])
        return np.random.default_rng(self.seeds).choice(legal, 1)

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"an isolated bot is sent observations and masks only: its turn has no {name!r}")


def isolated(text: str, game: Game) -> str:
    """The agent string that runs a bot in a process of its own: "exec:python -m ... my_bot.py:MyBot misty". The process
    is started once without a game, so that a bot that cannot be loaded is refused here.

    Args:
        text: the agent string of the bot, a class in a file.
        game: the game that it is to play.

    Raises:
        AgentError: `text` names no bot in Python, or one that cannot be loaded.
    """
    if bot_of(text) is None:
        raise AgentError(f"{text} cannot be isolated; accepted: a bot in Python, like my_bot.py:MyBot")
    bot = [text, game.content.location]
    command = [sys.executable, *ISOLATED[1:], *bot]
    trial = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if trial.returncode:
        said = trial.stderr.strip().splitlines() or [f"{text} ended with exit code {trial.returncode}"]
        raise AgentError(said[-1].removeprefix(f"{ISOLATED[-1]}: "))
    return f"exec:{shlex.join([*ISOLATED, *bot])}"


def main() -> None:
    """Answer messages of the protocol until the input ends."""
    text, location = sys.argv[1:]
    try:
        game = envs.game(location)
        player = agent(text)
        if hasattr(player, "watch"):
            raise AgentError(f"{text} follows games (`watch`), which an isolated bot cannot")
        identity = fingerprint(text, game)
    except MedianocheError as error:
        sys.exit(f"{ISOLATED[-1]}: {error}")
    players = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say(type="ready", protocol=1, wants=["observation"], fingerprint=identity)
        elif message["type"] == "game":
            players[message["id"]] = message["players"]
        elif message["type"] == "decision":
            turn: Any = IsolatedTurn(game, players[message["game"]], message)
            say(type="action", id=message["id"], action=int(player.act(turn)[0]))


if __name__ == "__main__":
    main()
