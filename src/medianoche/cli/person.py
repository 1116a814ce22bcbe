"""A person at the terminal: prints the events and the board of one seat, and asks until an action is chosen."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from medianoche.cli.stopping import was_asked
from medianoche.cli.wording import fitted, sayer, show
from medianoche.envs.core.errors import MedianocheError, choices, unexpected

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.agents.judging import Judgement
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.declaration import State
    from medianoche.envs.core.show.view import View

ACTIONS_AT_ONCE = 6
"""With more legal actions than these, the person chooses in steps."""
COLUMN_LINES = 4
"""With more options than these, the list is printed in columns."""
EXPLAINED_AT_ONCE = 6
"""So many explanations are printed at once; if more fit, their names are listed."""
NEWS_LINES = 8
"""So many of the last events are printed before a question, at most a third of what the options leave of the screen."""
AROUND = 12
"""Lines of a question besides chart and list, at most: news, a lesson, rules between them, the prompt."""
NUMBER_DIGITS = 9
"""Digits of a number of a choice, at most."""
SEARCH_SECONDS = 30
"""About how long compiling the search takes."""


class Option(NamedTuple):
    """An option of a list: its words and the actions that it stands for."""

    words: str
    actions: list[int]


class PersonLeft(Exception):  # noqa: N818 - not an error
    """The person leaves the game to continue later."""


def options_of(game: BaseGame, view: View, actions: Sequence[int], depth: int) -> list[Option]:
    """The options of the next step among legal `actions` that agree in their first `depth` steps: actions or groups."""
    steps = {action: game.declaration.steps(view, action) for action in actions}
    groups: dict[str, list[int]] = {}
    for action, words in steps.items():
        groups.setdefault(words[depth] if depth < len(words) else "", []).append(action)
    if 1 < len(groups) < len(actions) > ACTIONS_AT_ONCE and "" not in groups:
        return [Option(words, group) for words, group in groups.items()]
    if len(groups) == 1 < len(actions) and depth + 1 < max(map(len, steps.values())):
        return options_of(game, view, actions, depth + 1)
    words_of = {action: ", ".join(steps[action][depth:]) if depth else "" for action in actions}
    return [Option(words_of[action] or view.describe(action), [action]) for action in actions]


class Person:
    """The player at the terminal, who is shown only what the seat knows.

    Args:
        console: the terminal.
        game: the game.
        seat: the person's seat.
        hint: returns an agent's judgement of the present position.
        lang: the language of everything that is printed.
        learn: whether the game's guide is printed at each question.
    """

    name = "you"

    def __init__(
        self, console: Console, game: BaseGame, seat: int, hint: Callable[[], Judgement], lang: str, learn: bool = False
    ) -> None:
        self.console = console
        self.game = game
        self.seat = seat
        self._hint = hint
        self.lang, self.learn, self.say = lang, learn, sayer(lang)
        self._news: list[str] = []
        self.thoughts: dict[int, str] = {}  # of the agents, by number of the action: kept, and shown after the game
        self.chosen = 0
        """Number of choices made in this process."""

    # ---- printing

    def hear(self, news: list[str]) -> None:
        """Store sentences about what has happened."""
        self._news += news

    def forget(self) -> None:
        """Clear the stored events."""
        self._news = []

    def show(self, state: State, below: int | None = None) -> View:
        """Print the stored events and the position; returns the seat's view. With `below` other lines of a question, of
        both only as much as these leave of the screen: a larger table is cut, and t shows it."""
        view = self.game.view(state, self.seat, self.lang)
        news = fitted("\n".join(f"· {line}" for line in self._news), self.console.width)
        height = self.console.height - 4 - (below or 0)
        left = len(news) if below is None else min(NEWS_LINES, max(height // 3, 1))
        if news:
            self.console.rule(self.say("what-has-happened"), style="dim")
        if len(news) > left and height > 4:
            self.console.print(self.say("earlier", count=len(news) - left), style="dim")
        for line in news[-left:] if news else ():
            self.console.print(line, style="cyan", soft_wrap=True)
        self.forget()
        self.console.print()
        self.table(view, below and max(height - bool(news) - min(len(news), left + 1), 1))
        return view

    def table(self, view: View, most: int | None = None) -> None:
        """Print the position; with `most`, so many of its lines."""
        from rich.text import Text

        lines = fitted(self.game.declaration.text(view).rstrip("\n"), self.console.width)
        paints = self.game.declaration.paints(view)
        shown = lines if most is None or len(lines) <= most else lines[: most - 1]
        for number, line in enumerate(shown):
            style = "bold" if not number else "bold yellow" if line.startswith("*") else None
            text = Text(line, style or "")
            for pattern, colour in paints.items() if not style else ():
                text.highlight_regex(pattern, colour)
            self.console.print(text, soft_wrap=True)
        if shown is not lines:
            self.console.print(self.say("more-lines", count=len(lines) - len(shown)), style="dim")

    # ---- a choice

    def choose(self, state: State) -> int:
        """Ask for a legal action.

        Raises:
            PersonLeft: the person leaves.
            EOFError: the input has ended.
        """
        view = self.game.view(state, self.seat, self.lang)
        legal = self.game.legal_actions(state).tolist()
        guide = fitted(self.game.declaration.guide(view), self.console.width) if self.learn else []
        first = options_of(self.game, view, legal, 0)
        chart = self._chart(view, first)
        self.show(state, len(chart) + self._rows(first) * self._lists(chart, first) + len(guide) + 3)
        self.console.rule(self.say("your-turn", name=view.agents[self.seat]), style="bold yellow")
        for line in guide:
            self.console.print(line, style="italic green", soft_wrap=True)
        way: list[Option] = []
        while True:
            left = way[-1].actions if way else legal
            options = options_of(self.game, view, left, len(way))
            self._list(view, way, options)
            picked = self._answer(view, options, way)
            if picked is None:
                way.pop()
            elif len(picked.actions) == 1:
                self.chosen += 1
                return picked.actions[0]
            else:
                way.append(picked)

    def _list(self, view: View, way: Sequence[Option], options: Sequence[Option]) -> None:
        """Print the options, after the game's chart of them if it has one; the chart alone if there is no room for
        both."""
        if way:
            show(self.console, f"{' > '.join(option.words for option in way)}:", style="bold")
        chart = self._chart(view, options)
        for line in chart:
            self.console.print(f"  {line}", soft_wrap=True)
        lines = self._numbered(options) if self._lists(chart, options) else []
        across, width = self._columns(lines)
        down = -(-len(lines) // across)
        for row in range(down) if across > 1 else ():
            self.console.print("".join(line.ljust(width) for line in lines[row::down]).rstrip(), soft_wrap=True)
        for line in lines if across == 1 else ():
            show(self.console, line)

    def _chart(self, view: View, options: Sequence[Option]) -> list[str]:
        return self.game.declaration.chart(view, [option.actions for option in options])

    def _numbered(self, options: Sequence[Option]) -> list[str]:
        """The options with their numbers and, if they lead on, how many actions there are."""
        return [
            f"{number:>4}  {words}" + f"  {self.say('choices', count=len(actions))}" * (len(actions) > 1)
            for number, (words, actions) in enumerate(options, 1)
        ]

    def _columns(self, lines: Sequence[str]) -> tuple[int, int]:
        """The number of columns in which `lines` are printed, and their width in characters."""
        width = max(map(len, lines), default=1) + 2
        return (max(self.console.width // width, 1) if len(lines) > COLUMN_LINES else 1), width

    def _lists(self, chart: Sequence[str], options: Sequence[Option]) -> bool:
        """Whether the options are listed, too, where a chart has their numbers."""
        return not chart or len(chart) + self._rows(options) + AROUND <= self.console.height

    def _rows(self, options: Sequence[Option]) -> int:
        """The number of lines that the list takes."""
        lines = self._numbered(options)
        across, _ = self._columns(lines)
        return -(-len(lines) // across) if across > 1 else len(fitted("\n".join(lines), self.console.width))

    def _answer(self, view: View, options: Sequence[Option], way: Sequence[Option]) -> Option | None:
        """Read lines until one names an option; None: go back one step."""
        numbers = {str(number): option for number, option in enumerate(options, 1)}
        accepted = ", ".join([self.say("accepted", count=len(options)), *[self.say("goes-back")] * bool(way)])
        while True:
            words = self.say("help-learning" if self.learn else "help")
            prompt = fitted(self.say("prompt", accepted=accepted, help=words), self._prompt_width)
            answer = self._read("\n".join(prompt) + " ")
            if answer in numbers:
                return numbers[answer]
            if answer in ("q", "quit"):
                raise PersonLeft
            if answer == "b" and way:
                return None
            if answer == "h":
                self._help(partial(self._advise, view, options))
            elif answer == "t":
                self.table(view)
                self._list(view, way, options)
            elif answer == "l" and self.learn:
                self.learn = False
                show(self.console, self.say("lessons-over"), style="green")
            elif answer.startswith("?"):
                self._help(partial(self._explain, view, options, answer[1:].strip()))
            else:
                shown = repr(textwrap.shorten(answer, 40, placeholder=" ...") or self.say("empty-line"))
                show(self.console, self.say("not-accepted", what=shown, accepted=accepted), style="red")

    def _read(self, prompt: str) -> str:
        return self.console.input(prompt).strip().casefold()

    # ---- help

    def _help(self, show_it: Callable[[], None]) -> None:
        """Print help, or a red line where it fails: an error in words or in an adviser ends no game."""
        try:
            show_it()
        except MedianocheError as error:
            show(self.console, str(error), style="red")
        except Exception as error:  # a defect of the game's words or of the adviser
            if was_asked():  # a signal in an import may end as any error
                raise
            show(self.console, self.say("no-help", why=unexpected(error)), style="red")

    def _advise(self, view: View, options: Sequence[Option]) -> None:
        """Print a hint: the action that an agent advises, with its figure."""
        self._say(self.say("thinking", seconds=SEARCH_SECONDS))
        with self.console.status(""):
            thought = self._hint()
        action = thought.advised
        number = next((number for number, option in enumerate(options, 1) if action in option.actions), 0)
        figure = thought.figures.words([action], view.say) if thought.values or len(thought.weights) > 1 else ""
        words = ", ".join([view.describe(action), *[figure] * bool(figure)])
        self._say(self.say("hint", words=words, number=number))

    def _explain(self, view: View, options: Sequence[Option], what: str) -> None:
        """Explain an option by its number or a thing by its name; an empty `what` lists all names."""
        glossary = self.game.declaration.glossary(view)
        if what.isdecimal() and len(what) <= NUMBER_DIGITS and 0 < int(what) <= len(options):
            for action in options[int(what) - 1].actions[:EXPLAINED_AT_ONCE]:
                self._say(self.game.explain(view.record, action, self.seat, self.lang))
            return
        if not glossary:
            show(self.console, self.say("no-names"), style="red" if what else None)
            return
        exact = [name for name in glossary if name.casefold() == what]
        matches = exact or [name for name in glossary if what in name.casefold()]
        matches = matches or [name for name, words in glossary.items() if what in words.casefold()]
        if not matches:
            close = choices(get_close_matches(what, [name.casefold() for name in glossary], 5, 0.5)) or "none"
            show(self.console, self.say("nothing-called", what=repr(what), close=close), style="red")
        elif what and len(matches) <= EXPLAINED_AT_ONCE:
            for name in matches:
                self._say(f"{name}: {glossary[name]}")
        else:
            self._say(self.say("names", names=", ".join(matches)))

    def _say(self, words: str) -> None:
        show(self.console, words, style="green")

    @property
    def _prompt_width(self) -> int:
        """Columns for a prompt, which leaves some for the answer."""
        return self.console.width - 6
