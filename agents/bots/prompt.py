"""A language model as a bot: each decision becomes a prompt, which a command of yours answers.

medianoche play misty --against "exec:120s:python -m medianoche.agents.bots.prompt COMMAND ..."

The command runs once for each decision: it reads the prompt from its input and prints the answer. The last `ACTION: n`
in the answer counts, where n is a number of the list of choices, or a choice in words (`read_answer` has the forms).
If there is none, the command is asked again, at most `--tries` times in all; then the decision is lost. With
`--unlisted` the prompt has no list of choices, and the answer ends with the action in words. `--log FILE` appends a
line about each decision, see `telemetry.py`. An answer may have a line `TOKENS: IN OUT`, numbers of tokens, for this
log. `--parallel 8` runs up to eight commands at a time.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from medianoche.envs.core.play.thoughts import thought

Message = dict[str, Any]

WANTS = ["text", "words", "effects", "news", "glossary"]
HEAD = re.compile(r"\bACTION[*_` ]*[:=]", re.IGNORECASE)
"""What stands before the choice in an answer."""
FORMS = re.compile(
    rf"{HEAD.pattern}(?=\s*(?P<line>.*))"  # ACTION: 4
    r"|^[*_` ]*ACTION[*_` ]+(?P<bare>#?\d+)[*_`. ]*$"  # ACTION 4, alone in its line
    r"|<action>(?P<tag>[^<]*)</action>"
    r"|[\"']action[\"']\s*:\s*(?P<json>\"[^\"\n]*\"|'[^'\n]*'|-?[\d.]+)"  # {"action": 4}
    r"|\\boxed\{(?P<boxed>(?:[^{}]|\{[^{}]*\})*)\}",
    re.IGNORECASE | re.MULTILINE,
)
"""The forms in which an answer names a choice."""
INSIDE = re.compile(r"\\text\w*\{([^{}]*)\}")
"""Words in a formula: \\boxed{\\text{pick flower}}."""
BEFORE = " \t*_`'\"([{<#"
AFTER = " \t*_`'\")]}>.!,;:"
"""Signs around a choice that say nothing: **4**, `4`, #4, (4)."""
NUMBER = re.compile(r"(?:(?:choice|option|number|no\.?|n ?=)\s*)?#?(-?\d+)(.*)", re.IGNORECASE)
NOT_ONE = re.compile(r"\w|[.,/-]\d|\s*(?:or|and|to|/|-)\s*\d", re.IGNORECASE)
"""What follows a number that is not the number of one choice: 4.5, 4-6, 4 or 5."""
PARTS = re.compile(r"\w+|[^\w\s]")
"""The words and signs of a text."""
DIGITS = 6
"""Digits of the number of a choice, at most."""
TOKENS = re.compile(r"^TOKENS:\s*(\d{1,9})\s+(\d{1,9})\s*$", re.IGNORECASE | re.MULTILINE)
TRIES = 3
AGAIN = "\n\nYour last answer named no choice of the list. End with a line ACTION: n, n one of the numbers above.\n"
AGAIN_IN_WORDS = "\n\nYour last answer was not a legal action. End with a line ACTION: and another action in words.\n"


@dataclass
class Asked:
    """How a model was asked for one decision."""

    game: str = ""
    match: int | None = None
    seat: int = 0
    legal: int = 0  #: legal actions that there were
    action: int = -1  #: the action found; -1: none, the decision is lost
    tries: int = 0  #: answers that were needed
    named: int = 0  #: answers that named an action, legal or not
    seconds: float = 0.0  #: of the model, all tries together
    prompt_characters: int = 0
    answer_characters: int = 0
    thought: str = ""  #: the answer that named the action
    prompt_tokens: int | None = None  #: as the answers tell them
    answer_tokens: int | None = None


def prompt(game: Message, decision: Message, listed: bool = True) -> str:
    """The prompt of a decision: the game, recent events, the position, and, if `listed`, the choices and their effects;
    otherwise the kinds of actions."""
    you = game["agents"][decision["seat"]].replace("_", " ")
    lines = [f"You play {game['title']} as {you}, one of {game['players']} players. Win the game."]
    if decision["news"]:
        lines += ["", "What has happened since your last choice:", *(f"- {news}" for news in decision["news"])]
    lines += ["", "The position as you see it (? is what you do not know):", "", decision["text"], ""]
    if not listed:
        lines += kinds_of_actions(game["actions"])
        end = "Think, then end with one line: ACTION: and your action in words."
        return "\n".join([*lines, "", end, ""])
    lines.append("Your choices:")
    mentioned = "\n".join(lines)
    for number, (words, effects) in enumerate(zip(decision["words"], decision["effects"], strict=True), 1):
        lines.append(". ".join([f"{number}. {words}", *effects]))
        mentioned += " ".join([words, *effects])
    if known := [f"- {name}: {what}" for name, what in game["glossary"].items() if name in mentioned]:
        lines += ["", "What these things do:", *known]
    return "\n".join([*lines, "", "Think, then end with one line: ACTION: n, the number of your choice.", ""])


def kinds_of_actions(ranges: Sequence[Message]) -> list[str]:
    """The lines of a prompt about the kinds of actions, for a model that is not told the legal ones.

    Args:
        ranges: `actions` in the message about a game.
    """
    return [
        "Kinds of actions; not all of them are legal now:",
        *(f"- {kind['name']}: {kind['meaning']}" for kind in ranges),
    ]


def choose(
    game: Message,
    decision: Message,
    model: Callable[[str], str],
    tries: int = TRIES,
    listed: bool = True,
    asked: Asked | None = None,
) -> int:
    """Ask the model up to `tries` times for an action, and note in `asked` how. Raises ValueError if no answer names a
    legal action."""
    text = prompt(game, decision, listed)
    asked = asked or Asked()
    asked.game = game["name"]
    asked.seat = decision["seat"]
    asked.match = decision["match"]
    asked.legal = len(decision["legal"])
    for _ in range(tries):
        begun = time.perf_counter()
        answer = model(text)
        asked.seconds += time.perf_counter() - begun
        asked.tries += 1
        asked.prompt_characters += len(text)
        asked.answer_characters += len(answer)
        if used := TOKENS.findall(answer):
            asked.prompt_tokens = (asked.prompt_tokens or 0) + int(used[-1][0])
            asked.answer_tokens = (asked.answer_tokens or 0) + int(used[-1][1])
        said = read_answer(answer, decision["words"], listed)
        asked.named += said.named
        if said.place >= 0:
            asked.action = decision["legal"][said.place]
            asked.thought = thought(answer)
            return asked.action
        text += AGAIN if listed else AGAIN_IN_WORDS
    raise ValueError("the model named no choice of the list" if listed else "the model named no legal action")


class ReadAnswer(NamedTuple):
    """What an answer says."""

    named: bool  #: whether it names a choice, be it one that there is or not
    place: int  #: the index of the choice; -1: it names none that there is


def read_answer(answer: str, words: Sequence[str], listed: bool = True) -> ReadAnswer:
    """Read an answer of a language model, for every door by which one plays. The last `ACTION: ...` that names a choice
    counts: `ACTION: 4`, `**ACTION:** #4`, `Action: "4. pick flower"`, `ACTION: pick flower`. So do `ACTION 4` in a line
    of its own, `<action>4</action>`, `{"action": 4}` and `\\boxed{4}`.

    A number and words that name different choices are not understood: `4. pick flower`, if `pick flower` is choice 2.

    Args:
        answer: the text.
        words: the choices in words, in the order of their numbers, which begin at 1.
        listed: whether the model was told the numbers; if not, a choice is named by its words alone.
    """
    said = ReadAnswer(False, -1)
    for form in FORMS.finditer(answer):
        text = next(part for part in form.groups() if part is not None)
        text = INSIDE.sub(r"\1", HEAD.split(text)[0])
        choice = _choice(_unwrapped(text), words, listed) if text else None
        said = said if choice is None else ReadAnswer(True, choice)
    return said


def _choice(text: str, words: Sequence[str], listed: bool) -> int | None:
    """The index of the choice that `text` names; -1 if there is no such choice, None if it names none at all."""
    number = NUMBER.fullmatch(text) if listed else None
    if number and not number[2]:
        return _numbered(number[1], len(words))
    plain = [_plain(word) for word in words]
    if (named := _plain(text)) in plain:
        return plain.index(named)
    if number:
        place = -1 if NOT_ONE.match(number[2]) else _numbered(number[1], len(words))
        return None if place >= 0 and _says_another(text, number[2], plain, place) else place
    return None if listed or not text else -1


def _says_another(text: str, after: str, plain: Sequence[str], place: int) -> bool:
    """Whether the words after a number name another choice than the one with this number, `place`.

    Args:
        text: the number and the words: "2 coins", "4. move north".
        after: the words alone.
        plain: the choices in words.
        place: the index of the choice with the number.
    """
    whole = _parted(text)
    rest = _parted(after.lstrip(BEFORE + AFTER))

    def fits(words: str) -> bool:
        known = _parted(words)
        return rest.startswith(known) or whole in known

    return any(map(fits, plain)) and not fits(plain[place])


def _numbered(digits: str, count: int) -> int:
    """The index of the choice with a number, of `count`; -1 if there is none."""
    place = int(digits) - 1 if len(digits) <= DIGITS else -1
    return place if 0 <= place < count else -1


def _plain(words: str) -> str:
    """Words of a choice without what models change: capitals, spaces, signs at the ends."""
    return _unwrapped(" ".join(words.casefold().split()))


def _parted(text: str) -> str:
    """The words and signs of a text, with a space on both sides of each."""
    return f" {' '.join(PARTS.findall(text.casefold()))} "


def _unwrapped(text: str) -> str:
    """The text without the signs around it."""
    return text.lstrip(BEFORE).rstrip(AFTER)


def asking(command: list[str]) -> Callable[[str], str]:
    """A model that runs `command`, which reads a prompt from its input and prints an answer."""

    def model(text: str) -> str:
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False).stdout

    return model


def say(**message: Any) -> None:
    """Write a message."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def complain(subject: str, error: Exception) -> None:
    """Write a line about a decision or a line of input to the error stream."""
    sys.stderr.write(f"{subject}: {' '.join(str(error).split()) or type(error).__name__}\n")
    sys.stderr.flush()


def read(line: str) -> Message:
    """The message in a line of input. Raises ValueError if it is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}; medianoche writes the input, see the top of prompt.py") from None
    kind = message.get("type") if isinstance(message, dict) else None
    if not isinstance(kind, str):
        raise ValueError("no message of the protocol: an object with a type")
    if kind in ("game", "decision") and not isinstance(message.get("id"), int):
        raise ValueError(f"the {kind} has no id")
    return dict(message)


def positive(text: str) -> int:
    """A whole number from 1."""
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{number} is not accepted; accepted: a number from 1")
    return number


def main() -> None:
    """Answer messages of the protocol until the input ends."""
    parser = argparse.ArgumentParser(description="A language model plays; see the top of this file.")
    parser.add_argument("--parallel", type=positive, default=1, help="number of decisions answered at the same time")
    parser.add_argument("--tries", type=positive, default=TRIES, help="answers to one decision, at most")
    parser.add_argument("--unlisted", action="store_true", help="prompts without the list of legal actions")
    parser.add_argument("--log", type=Path, help="file for a line of JSON about each decision")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="a command that reads a prompt and prints an answer")
    arguments = parser.parse_args()
    if not arguments.command:
        parser.error("a command is needed, which reads a prompt and prints an answer")
    model = asking(arguments.command)
    games: dict[int, Message] = {}

    def answer(decision: Message) -> None:
        asked = Asked()
        subject = f"decision {decision['id']}"
        try:
            if decision.get("game") not in games:
                raise ValueError("its game was not described before")
            choose(games[decision["game"]], decision, model, arguments.tries, not arguments.unlisted, asked)
        except Exception as error:  # noqa: BLE001 - a command that cannot run, too: the program goes on
            complain(subject, error)
        if arguments.log:
            try:
                with arguments.log.open("a", encoding="utf-8") as log:
                    logged = asdict(asked)
                    del logged["thought"]
                    log.write(json.dumps(logged) + "\n")
            except OSError as error:
                complain(subject, error)
        # -1 is no legal action: this decision is lost
        said = {"thought": asked.thought} if asked.thought else {}
        say(type="action", id=decision["id"], action=asked.action, **said)

    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    with ThreadPoolExecutor(arguments.parallel) as pool:
        for number, line in enumerate(sys.stdin, 1):
            try:
                message = read(line)
            except ValueError as error:
                complain(f"line {number} of the input", error)
                continue
            if message["type"] == "hello":
                say(type="ready", protocol=1, wants=WANTS, parallel=arguments.parallel)
            elif message["type"] == "game":
                games[message["id"]] = message
            elif message["type"] == "decision":
                pool.submit(answer, message)


if __name__ == "__main__":
    main()
