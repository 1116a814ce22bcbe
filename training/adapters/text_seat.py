"""One seat of any game in words, for language models that learn: tasks, skins, answers. `verifiers.py` and `openenv.py`
give it to their libraries.

A task is a deal, a seat, an opponent and a skin. Curricula go from weak to strong opponents; evaluation has packs that
no training has. A skin tells the same rules in other words, by its seed: things have invented names, and choices
another order, so that what a model has read about a game does not help it.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from medianoche import envs
from medianoche.agents import agent
from medianoche.agents.bots.prompt import AGAIN, AGAIN_IN_WORDS, prompt, read_answer
from medianoche.agents.levels import levels
from medianoche.agents.messages import Part, decision, game_of
from medianoche.agents.seating import Player
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.errors import OptionError
from medianoche.envs.core.play.match import deal

LEVELS, OTHERS = ("random", "level:beginner", "level:easy", "level:medium", "level:strong"), ("random", "greedy")
"""Curricula, the weakest opponent first: of games that come with levels, and of others."""
HELD_OUT = 1_000_000
"""Seeds of packs and deals from here on are for evaluation."""
WANTS: list[Part] = ["text", "words", "effects", "news", "glossary"]
TRIES = 3
CUT_OFF = "\n\nYour last answer was cut off before it named a choice. Think less, and end with a line ACTION: n.\n"
CUT_OFF_IN_WORDS = CUT_OFF.replace("n.\n", "and an action in words.\n")
LINKS = {"the", "for", "what", "was", "found"}
"""Words beside those of deeds, in the names of what is done."""
PLURALS = {"mouse": "mice", "child": "children", "candy": "candies", "enemy": "enemies", "leaf": "leaves"}
SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]


@dataclass(frozen=True)
class SeatTask:
    """A game that a model plays in one seat."""

    game: str  #: its name, or `module:Class`
    seed: int = 0  #: of the deal
    seat: int = 0
    opponent: str = "greedy"  #: the agent in the other seats
    players: int | None = None  #: None: the game's default
    pack: PackSource = "standard"  #: a name, a file, or the seed of a generated pack
    skin: int | None = None  #: the seed of other names; None: the game's own
    listed: bool = True  #: whether the prompts list the legal actions; if not, answers name an action in words


def tasks(
    games: Sequence[str],
    count: int,
    opponents: Sequence[str] = (),
    generated: bool = False,
    skins: bool = False,
    held_out: bool = False,
    listed: bool = True,
) -> list[SeatTask]:
    """A curriculum: games and seats by turns, opponents from the first to the last.

    Args:
        games: their names.
        count: how many tasks.
        opponents: agents, the weakest first; none: LEVELS or OTHERS.
        generated: whether each task has a generated pack of its own.
        skins: whether each task has a skin of its own.
        held_out: deals, packs and skins that no other call without `held_out` has; opponents take turns.
        listed: whether the prompts list the legal actions.

    Raises:
        MedianocheError: a game is not known, or none is given.
    """
    if not games or count < 0:
        raise OptionError(f"tasks need a game at least; count = {count}: accepted: 0 or more")
    seat_tasks = []
    for number in range(count):
        game = envs.game(games[number % len(games)])
        seed = number + HELD_OUT * held_out
        against = opponents or (LEVELS if levels(game.name) else OTHERS)
        place = number % len(against) if held_out else number * len(against) // count
        seat = number // len(games) % game.players[0]
        settings = {"pack": seed if generated else "standard", "skin": seed if skins else None, "listed": listed}
        seat_tasks.append(SeatTask(game.content.location, seed, seat, against[place], **settings))  # type: ignore[arg-type]
    return seat_tasks


class Skin:
    """Other names for the things of a game: its pieces and cards, its seats and its title, but not what is done.

    Args:
        names: of these things.
        seed: of the invented names and of the order of choices.
    """

    def __init__(self, names: Sequence[str], seed: int) -> None:
        self.chance = random.Random(seed)
        things = sorted({name.casefold() for name in names})
        invented: dict[str, str] = {}
        while len(invented) < len(things):
            name = "".join(self.chance.choices(SYLLABLES, k=self.chance.choice((2, 3))))
            invented.setdefault(name, things[len(invented)])
        self.names = {thing: name for name, thing in invented.items()}
        for thing, name in list(self.names.items()):
            first, _, rest = thing.partition(" ")
            self.names[f"{PLURALS.get(first, f'{first}s')}{' ' * bool(rest)}{rest}"] = f"{name}s"
        longest = "|".join(re.escape(name).replace("\\ ", r"\s+") for name in sorted(self.names, key=len, reverse=True))
        self._pattern = re.compile(rf"\b({longest})\b" if things else r"(?!)()", re.IGNORECASE)

    @classmethod
    def from_task(cls, task: SeatTask, game: dict[str, object]) -> Skin:
        """The skin of a task, whose game is told by the message `game`; without a skin nothing is renamed."""
        told: Any = game
        deeds = [*(kind["name"] for kind in told["actions"]), *told["names"]["phase"]]
        done = {word for deed in deeds for word in deed.lower().split("_")} | LINKS
        words = [re.sub(r" [←-⇿]$", "", name) for name in told["glossary"]]  # an arrow that turns is one thing
        things = [name for name in words if re.fullmatch(r"([^\W\d]{3,}|[A-Z][a-z](?= ))( [^\W\d]+)*", name)]
        seats = [re.sub(r"_\d+$", "", name) for name in told["agents"]]
        names = [name for name in things if not done.issuperset(name.casefold().split())]
        return cls([] if task.skin is None else [told["title"], *seats, *names], task.skin or 0)

    def tell(self, text: str) -> str:
        """The text with these names."""

        def named(match: re.Match[str]) -> str:
            name = self.names[" ".join(match[1].casefold().split())]
            return name.capitalize() if match[1][0].isupper() else name

        return self._pattern.sub(named, text)


class TextSeat:
    """A game in which answers play one seat, and an agent the others.

    Args:
        task: the game.
        tries: answers to one decision; after the last one without a choice the game is lost.

    Attributes:
        prompt: what is asked now; "" at the end.
        done: whether the game has ended.
        reward: the seat's utility, from -1 to 1; -1 for a game lost by answers.
        counts: how many answers were "legal", "illegal" (a choice that there was not), "not_understood" (no choice) and
            "cut_off"; "lost": the game was, by such answers.

    Raises:
        MedianocheError: the task is not accepted.
    """

    def __init__(self, task: SeatTask, tries: int = TRIES) -> None:
        if tries < 1:
            raise OptionError(f"tries = {tries} is not accepted; accepted: 1 or more")
        self.match = deal(envs.game(task.game), task.players, task.seed, task.pack, {})
        if not 0 <= task.seat < self.match.num_players:
            raise OptionError(f"seat {task.seat} is not accepted; accepted: 0 to {self.match.num_players - 1}")
        self.task, self.tries, self.counts = task, tries, Counter[str]()
        self.others = Player(agent(task.opponent), set(range(self.match.num_players)) - {task.seat})
        self.game = json.loads(game_of(0, self.match.game, self.match.state, WANTS))
        self.skin = Skin.from_task(task, self.game)
        self.done = False
        self.reward = 0.0
        self.prompt = ""
        self._play_on()

    def answer(self, text: str, cut_off: bool = False) -> str:
        """Play the choice that an answer names, and the others' up to the next one.

        Args:
            text: the answer; its last `ACTION: n` counts (`read_answer` has the forms).
            cut_off: whether it was cut off at its greatest length (`finish_reason` "length"). One that has named a
                choice counts as it is.

        Returns:
            What to say to the model: the next prompt, or what was wrong; "" at the end.
        """
        if self.done:
            raise OptionError("the game is over")
        listed = self.task.listed
        said = read_answer(text, self._words, listed)
        if said.place >= 0:
            self.counts["legal"] += 1
            self.match.push(self._choices[said.place])
            self._play_on()
            return self.prompt
        cut = cut_off and not said.named
        failure = "illegal" if said.named else "cut_off" if cut else "not_understood"
        self.counts[failure] += 1
        self._failed += 1
        if self._failed >= self.tries:
            self.counts["lost"] += 1
            self.done = True
            self.reward = -1.0
            self.prompt = ""
            return ""
        if cut:
            return (CUT_OFF if listed else CUT_OFF_IN_WORDS).strip()
        return (AGAIN if listed else AGAIN_IN_WORDS).strip()

    def _play_on(self) -> None:
        """Play the others' actions, and ask, or end the game."""
        match = self.match
        seat = self.task.seat
        heard = match.events(seat)
        while match.to_move not in (-1, seat):
            match.push(self.others.act(match))
            heard += match.events(seat)
        if match.to_move < 0:
            self.others.over(match)
            self.done = True
            self.reward = match.returns[seat]
            self.prompt = ""
            return
        view = match.game.view(match.state, seat)
        numbers = {"id": 0, "game": 0, "match": 0}
        asked = json.loads(decision(match.turn(), 0, view, heard, WANTS, **numbers))
        order = list(range(len(asked["legal"])))
        if self.task.skin is not None:
            self.skin.chance.shuffle(order)
        for part in ("legal", "words", "effects"):
            asked[part] = [asked[part][place] for place in order]
        self._choices = asked["legal"]
        self._words = [self.skin.tell(words) for words in asked["words"]]
        self._failed = 0
        self.prompt = self.skin.tell(prompt(self.game, asked, self.task.listed))
