"""Seats of any game in words, for language models that learn: tasks, skins, answers. `verifiers.py` and `openenv.py`
give them to their libraries.

A task is a deal, one or several seats that learn, an opponent in the other seats, and a skin. Curricula go from weak to
strong opponents; evaluation has packs that no training has. A skin tells the same rules in other words, by its seed:
things have invented names, and choices another order, so that what a model has read about a game does not help it.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from medianoche import envs
from medianoche.agents import agent
from medianoche.agents.bots.prompt import AGAIN, AGAIN_IN_WORDS, prompt, read_answer
from medianoche.agents.levels import levels
from medianoche.agents.messages import Part, decision, game_of
from medianoche.agents.seating import Player
from medianoche.envs.core.content.pack import PackSource
from medianoche.envs.core.copying import Copied
from medianoche.envs.core.errors import OptionError, choices
from medianoche.envs.core.play.early import turn_ahead
from medianoche.envs.core.play.match import Match, Replay, deal
from medianoche.envs.core.play.thoughts import thought, up_to

if TYPE_CHECKING:
    from medianoche.envs.core.show.events import Event
    from medianoche.envs.core.show.view import View

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
    also: tuple[int, ...] = ()  #: further seats that answers play in the same game


def tasks(
    games: Sequence[str],
    count: int,
    opponents: Sequence[str] = (),
    generated: bool = False,
    skins: bool = False,
    held_out: bool = False,
    listed: bool = True,
    learners: int = 1,
) -> list[SeatTask]:
    """The tasks of a curriculum. Tasks go through the games in turn, and through the seats of each game; the opponents
    come one after another, the first one in the first tasks.

    Args:
        games: names of the games.
        count: number of tasks, at least 0.
        opponents: agent strings, the weakest first; none: LEVELS, or OTHERS for a game without levels.
        generated: whether each task has a generated pack of its own.
        skins: whether each task has a skin of its own.
        held_out: for evaluation: deals, packs and skins that calls without `held_out` do not use (up to HELD_OUT
            tasks). Opponents take turns.
        listed: whether the prompts list the legal actions.
        learners: number of seats in each game that the model plays; 0: all.

    Raises:
        MedianocheError: a game is not known, or none is given, or it has fewer seats.
    """
    if not games or count < 0:
        raise OptionError(f"tasks need a game at least; count = {count}: accepted: 0 or more")
    seat_tasks = []
    for number in range(count):
        game = envs.game(games[number % len(games)])
        seed = number + HELD_OUT * held_out
        against = opponents or (LEVELS if levels(game.name) else OTHERS)
        rank = number % len(against) if held_out else number * len(against) // count
        players = game.players[0]
        if not 0 <= learners <= players:
            raise OptionError(f"{game.name}: learners = {learners} is not accepted; accepted: 0 (all) to {players}")

        seat = number // len(games) % players
        distances = range(1, learners or players)
        also = tuple((seat + distance) % players for distance in distances)
        pack = seed if generated else "standard"
        skin = seed if skins else None
        task = SeatTask(game.content.location, seed, seat, against[rank], None, pack, skin, listed, also)
        seat_tasks.append(task)
    return seat_tasks


class Skin:
    """Other names for the things of a game: its pieces and cards, its seats and its title, but not what is done.

    Args:
        names: of these things.
        seed: of the invented names.
    """

    def __init__(self, names: Sequence[str], seed: int) -> None:
        chance = random.Random(seed)
        things = sorted({name.casefold() for name in names})
        invented: dict[str, str] = {}
        while len(invented) < len(things):
            name = "".join(chance.choices(SYLLABLES, k=chance.choice((2, 3))))
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


class Reply(NamedTuple):
    """An answer of a model."""

    text: str  #: its last `ACTION: n` counts (`read_answer` has the forms)
    cut_off: bool = False  #: whether it ended at its greatest length (`finish_reason` "length")


@dataclass
class Question:
    """What one seat is asked."""

    known: bytes  #: the position as the seat knows it
    choices: list[int]  #: its legal actions, in the order of the prompt
    words: list[str]
    prompt: str
    said: str  #: what to say now: the prompt, or what was wrong with the last answer
    failed: int = 0  #: answers without a choice
    chosen: int | None = None  #: the choice, which waits for its turn
    thought: str = ""  #: the answer that named it


class TextGame(Copied):
    """A game in which answers play some seats, and an agent the others. Seats that choose at the same time are asked at
    the same time; no seat is told what another has chosen or thought.

    Args:
        task: the game.
        tries: answers to one decision; after the last one without a choice the game is lost for the seat's team, and
            won for the others.

    Attributes:
        seats: the seats that answers play.
        done: whether the game has ended.
        rewards: at the end, the utility of each of these seats, from -1 to 1.
        counts: how many answers of each seat were "legal", "illegal" (a choice that there was not), "not_understood"
            (no choice) and "cut_off"; "lost": the game was, by such answers.
        thoughts: the answers by number of the action that they named, each at most `thoughts.LENGTH` characters.

    Raises:
        MedianocheError: the task is not accepted.

    Example:
        >>> game = TextGame(SeatTask("leduc", seed=3, also=(1,)))
        >>> while not game.done:
        ...     game.answer({seat: Reply("ACTION: 1") for seat in game.asked})
        >>> sum(game.rewards.values())
        0.0
    """

    def __init__(self, task: SeatTask, tries: int = TRIES) -> None:
        if tries < 1:
            raise OptionError(f"tries = {tries} is not accepted; accepted: 1 or more")
        self.match = deal(envs.game(task.game), task.players, task.seed, task.pack, {})
        self.seats = sorted({task.seat, *task.also})
        everybody = set(range(self.match.num_players))
        if wrong := sorted(set(self.seats).difference(everybody)):
            raise OptionError(f"seat {wrong[0]} is not accepted; accepted: 0 to {self.match.num_players - 1}")
        rest = everybody.difference(self.seats)
        self.task = task
        self.tries = tries
        self.others = Player(agent(task.opponent), rest) if rest else None
        self.message = json.loads(game_of(0, self.match.game, self.match.state, WANTS))
        self.skin = Skin.from_task(task, self.message)
        self.done = False
        self.rewards: dict[int, float] = {}
        self.counts = {seat: Counter[str]() for seat in self.seats}
        self.thoughts: dict[int, str] = {}
        self._heard: dict[int, list[Event]] = {seat: [] for seat in self.seats}
        self._questions: dict[int, Question] = {}
        self._go_on()

    @property
    def asked(self) -> dict[int, str]:
        """What to say now to each seat that is to choose: a prompt, or what was wrong with its last answer."""
        return {seat: question.said for seat, question in self._open().items()}

    @property
    def prompts(self) -> dict[int, str]:
        """The prompt of each seat that is to choose."""
        return {seat: question.prompt for seat, question in self._open().items()}

    def answer(self, replies: Mapping[int, Reply]) -> None:
        """Play what some seats answer, and the agent's actions up to the next question. Answers of one call count as
        given at the same time: where one of them changes the question of another seat, the other answer is dropped
        without being counted, and this seat is asked anew.

        Raises:
            OptionError: one of the seats is not asked, or the game is over; nothing has changed.
        """
        if self.done:
            raise OptionError("the game is over")
        questions = self._open()
        if wrong := sorted(set(replies).difference(questions)):
            raise OptionError(f"seat {wrong[0]} is not asked; asked: {choices(sorted(questions))}")
        for seat in sorted(replies, key=lambda place: place != self.match.to_move):
            if self._open().get(seat) is questions[seat]:  # none is open after the end
                self._read(seat, questions[seat], replies[seat])

    def replay(self) -> Replay:
        """The game so far with the answers that named its actions, for `medianoche replay`. It holds what is hidden:
        show it to no seat before the game is over."""
        return replace(self.match.replay(), thoughts=up_to(self.thoughts, len(self.match.actions)))

    def give_up(self, seats: Iterable[int]) -> None:
        """End the game: the teams of these seats lose it, the others win it."""
        teams = self.match.game.teams(self.match.num_players)
        losers = {teams[seat] for seat in seats}
        self._end({seat: -1.0 if teams[seat] in losers else 1.0 for seat in self.seats})

    # ---- inner

    def _open(self) -> dict[int, Question]:
        """The questions without a choice."""
        return {seat: question for seat, question in self._questions.items() if question.chosen is None}

    def _read(self, seat: int, question: Question, reply: Reply) -> None:
        """Take the choice that an answer names, or say what is wrong with it."""
        listed = self.task.listed
        said = read_answer(reply.text, question.words, listed)
        if said.place >= 0:
            self.counts[seat]["legal"] += 1
            question.chosen = question.choices[said.place]
            question.thought = thought(reply.text)
            self._go_on()
            return
        cut = reply.cut_off and not said.named
        self.counts[seat]["illegal" if said.named else "cut_off" if cut else "not_understood"] += 1
        question.failed += 1
        if question.failed >= self.tries:
            self.counts[seat]["lost"] += 1
            self.give_up([seat])
        elif cut:
            question.said = (CUT_OFF if listed else CUT_OFF_IN_WORDS).strip()
        else:
            question.said = (AGAIN if listed else AGAIN_IN_WORDS).strip()

    def _go_on(self) -> None:
        """Play what has been chosen, up to a decision of which the choice is missing, and ask for it."""
        match = self.match
        while match.to_move >= 0:
            seat = match.to_move
            if seat not in self.seats:
                assert self.others
                self._push(self.others.act(match))
                continue
            question = self._ask(seat, match)
            if question.chosen is None:
                break
            del self._questions[seat]
            self._heard[seat] = []
            self.thoughts[len(match.actions)] = question.thought
            self._push(question.chosen)
        if match.to_move < 0:
            if self.others:
                self.others.over(match)
            self._end({seat: match.returns[seat] for seat in self.seats})
            return
        for seat in self.seats:
            if seat == match.to_move:
                continue
            if ahead := turn_ahead(match, seat):
                self._ask(seat, ahead)
            else:
                self._questions.pop(seat, None)

    def _push(self, action: int) -> None:
        self.match.push(action)
        for seat in self.seats:
            self._heard[seat] += self.match.events(seat)

    def _end(self, rewards: dict[int, float]) -> None:
        self.done = True
        self.rewards = rewards
        self._questions = {}

    def _ask(self, seat: int, match: Match) -> Question:
        """The question of a seat, which is to choose in `match`; the one that it was asked, if it knows the same."""
        view = match.game.view(match.state, seat)
        known = view.record.tobytes()
        question = self._questions.get(seat)
        if question is None or question.known != known:
            question = self._questions[seat] = self._question(view, match)
        return question

    def _question(self, view: View, match: Match) -> Question:
        seat = view.seat
        assert seat is not None
        numbers = {"id": 0, "game": 0, "match": 0}
        asked = json.loads(decision(match.turn(), 0, view, self._heard[seat], WANTS, **numbers))
        order = list(range(len(asked["legal"])))
        if self.task.skin is not None:
            random.Random(f"{self.task.skin} {seat} {len(self.match.actions)}").shuffle(order)
        for part in ("legal", "words", "effects"):
            asked[part] = [asked[part][place] for place in order]
        words = [self.skin.tell(word) for word in asked["words"]]
        text = self.skin.tell(prompt(self.message, asked, self.task.listed))
        return Question(view.record.tobytes(), asked["legal"], words, text, text)


class TextSeat(Copied):
    """A game in which answers play one seat, and an agent the others; `TextGame` has several seats.

    Args:
        task: the game.
        tries: see `TextGame`.

    Attributes:
        table: the game.

    Raises:
        MedianocheError: the task is not accepted.
    """

    def __init__(self, task: SeatTask, tries: int = TRIES) -> None:
        if task.also:
            raise OptionError(f"also = {task.also} is not accepted here; TextGame plays several seats")
        self.seat = task.seat
        self.table = TextGame(task, tries)

    @property
    def match(self) -> Match:
        """The match."""
        return self.table.match

    @property
    def prompt(self) -> str:
        """What is asked now; "" at the end."""
        return self.table.prompts.get(self.seat, "")

    @property
    def done(self) -> bool:
        """Whether the game has ended."""
        return self.table.done

    @property
    def reward(self) -> float:
        """The seat's utility, from -1 to 1; 0 before the end, -1 for a game lost by answers."""
        return self.table.rewards.get(self.seat, 0.0)

    @property
    def counts(self) -> Counter[str]:
        """See `TextGame.counts`."""
        return self.table.counts[self.seat]

    def answer(self, text: str, cut_off: bool = False) -> str:
        """Play the choice that an answer names, and the others' up to the next one.

        Args:
            text: the answer; its last `ACTION: n` counts (`read_answer` has the forms).
            cut_off: whether it was cut off at its greatest length (`finish_reason` "length"). One that has named a
                choice counts as it is.

        Returns:
            What to say to the model: the next prompt, or what was wrong; "" at the end.
        """
        self.table.answer({self.seat: Reply(text, cut_off)})
        return self.table.asked.get(self.seat, "")
