"""A language model as a bot: each decision becomes a prompt, which a command of yours answers.

medianoche play misty --against "exec:120s:python -m medianoche.agents.bots.prompt COMMAND ..."

The command runs once for each decision: it reads the prompt from its input and prints the answer. The last `ACTION: n`
in the answer counts, where n is a number of the list of choices. If there is none, the command is asked again, at most
twice; then the decision is lost. `--parallel 8` runs up to eight commands at the same time.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

Message = dict[str, Any]

WANTS = ["text", "words", "effects", "news", "glossary"]
CHOICE = re.compile(r"ACTION:\s*\**\s*(\d{1,6})", re.IGNORECASE)
TRIES = 3
AGAIN = "\n\nYour last answer named no choice of the list. End with a line ACTION: n, n one of the numbers above.\n"


def prompt(game: Message, decision: Message) -> str:
    """The prompt of a decision: the game, recent events, the position, the choices and their effects."""
    you = game["agents"][decision["seat"]].replace("_", " ")
    lines = [f"You play {game['title']} as {you}, one of {game['players']} players. Win the game."]
    if decision["news"]:
        lines += ["", "What has happened since your last choice:", *(f"- {news}" for news in decision["news"])]
    lines += ["", "The position as you see it (? is what you do not know):", "", decision["text"], "", "Your choices:"]
    mentioned = "\n".join(lines)
    for number, (words, effects) in enumerate(zip(decision["words"], decision["effects"], strict=True), 1):
        lines.append(". ".join([f"{number}. {words}", *effects]))
        mentioned += " ".join([words, *effects])
    if known := [f"- {name}: {what}" for name, what in game["glossary"].items() if name in mentioned]:
        lines += ["", "What these things do:", *known]
    return "\n".join([*lines, "", "Think, then end with one line: ACTION: n, the number of your choice.", ""])


def choose(game: Message, decision: Message, model: Callable[[str], str]) -> int:
    """Ask the model up to TRIES times for an action. Raises ValueError if no answer names a choice of the list."""
    text = prompt(game, decision)
    for _ in range(TRIES):
        found = CHOICE.findall(model(text))
        if found and 1 <= int(found[-1]) <= len(decision["legal"]):
            action: int = decision["legal"][int(found[-1]) - 1]
            return action
        text += AGAIN
    raise ValueError("the model named no choice of the list")


def asking(command: list[str]) -> Callable[[str], str]:
    """A model that runs `command`, which reads a prompt from its input and prints an answer."""

    def model(text: str) -> str:
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False).stdout

    return model


def say(**message: Any) -> None:
    """Write a message."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Answer messages of the protocol until the input ends."""
    parser = argparse.ArgumentParser(description="A language model plays; see the top of this file.")
    parser.add_argument("--parallel", type=int, default=1, help="number of decisions answered at the same time")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="a command that reads a prompt and prints an answer")
    given = parser.parse_args()
    model, games = asking(given.command), {}  # type: Callable[[str], str], dict[int, Message]

    def answer(decision: Message) -> None:
        try:
            action = choose(games[decision["game"]], decision, model)
        except ValueError as error:
            sys.stderr.write(f"decision {decision['id']}: {error}\n")
            action = -1  # no legal action: this decision is lost, the program goes on
        say(type="action", id=decision["id"], action=action)

    with ThreadPoolExecutor(given.parallel) as pool:
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "hello":
                say(type="ready", protocol=1, wants=WANTS, parallel=given.parallel)
            elif message["type"] == "game":
                games[message["id"]] = message
            elif message["type"] == "decision":
                pool.submit(answer, message)


if __name__ == "__main__":
    main()
