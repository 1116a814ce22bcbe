"""A person at the terminal: prints the events and the board of one seat, and asks until an action is chosen."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from medianoche.envs.core.errors import MedianocheError, choices

if TYPE_CHECKING:
    from rich.console import Console

    from medianoche.envs.core.game import Game, State
    from medianoche.envs.core.show.moments import Moments
    from medianoche.envs.core.show.view import View

ACTIONS_AT_ONCE = 6
"""With more legal actions than these, the person chooses in steps."""
COLUMN_LINES = 10
"""With more options than these, the list is printed in columns."""
EXPLAINED_AT_ONCE = 6
"""So many explanations are printed at once; if more fit, their names are listed."""
HELP = "? explains (? 2, ? WORD), h is a hint, q saves and leaves"


class Option(NamedTuple):
    """An option of a list: its words and the actions that it stands for."""

    words: str
    actions: list[int]


class PersonLeft(Exception):  # noqa: N818 - not an error
    """The person leaves the game to continue later."""


def options_of(game: Game, view: View, actions: Sequence[int], depth: int) -> list[Option]:
    """The options of the next step among legal `actions` that agree in their first `depth` steps: actions or groups."""
    steps = {action: game.steps(view, action) for action in actions}
    groups: dict[str, list[int]] = {}
    for action, words in steps.items():
        groups.setdefault(words[depth] if depth < len(words) else "", []).append(action)
    if 1 < len(groups) < len(actions) > ACTIONS_AT_ONCE and "" not in groups:
        return [Option(words, group) for words, group in groups.items()]
    if len(groups) == 1 < len(actions) and depth + 1 < max(map(len, steps.values())):
        return options_of(game, view, actions, depth + 1)
    words_of = {action: ", ".join(steps[action][depth:]) if depth else "" for action in actions}
    return [Option(words_of[action] or game.describe(view.record, action), [action]) for action in actions]


class Person:
    """The player at the terminal, who is shown only what the seat knows.

    Args:
        console: the terminal.
        game: the game.
        seat: the person's seat.
        hint: returns the action of an agent in the present position.
    """

    name = "you"

    def __init__(self, console: Console, game: Game, seat: int, hint: Callable[[], int]) -> None:
        self.console, self.game, self.seat, self._hint = console, game, seat, hint
        self._news: list[str] = []
        self.chosen = 0
        """Number of choices made in this process."""

    # ---- printing

    def see(self, moments: Moments) -> None:
        """Store the events of `moments`, as the seat knows them."""
        self._news += self.game.account(moments, self.seat)

    def forget(self) -> None:
        """Clear the stored events."""
        self._news = []

    def show(self, state: State) -> View:
        """Print the stored events and the position; returns the seat's view."""
        view = self.game.view(state, self.seat)
        if self._news:
            self.console.rule("what has happened", style="dim")
            for line in self._news:
                self.console.print(f"· {line}", style="cyan")
        self.forget()
        self.console.print()
        self.console.print(self.game.text(view).rstrip("\n"), soft_wrap=True)
        return view

    # ---- a choice

    def choose(self, state: State) -> int:
        """Ask for a legal action.

        Raises:
            PersonLeft: the person leaves.
            EOFError: the input has ended.
        """
        view, legal = self.show(state), self.game.legal_actions(state).tolist()
        self.console.rule(f"{self.game.agents(len(view.seats))[self.seat]}: your turn", style="bold yellow")
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
        """Print the options, after the game's chart of them if it has one."""
        from rich.columns import Columns

        if way:
            self.console.print(f"\n{' > '.join(option.words for option in way)}:", style="bold")
        for line in self.game.chart(view, [option.actions for option in options]):
            self.console.print(f"      {line}", soft_wrap=True)
        lines = [
            f"{number:>4}  {words}" + f"  ({len(actions)} choices)" * (len(actions) > 1)
            for number, (words, actions) in enumerate(options, 1)
        ]
        if len(lines) > COLUMN_LINES:
            self.console.print(Columns(lines, column_first=True, equal=True))
        else:
            for line in lines:
                self.console.print(line)

    def _answer(self, view: View, options: Sequence[Option], way: Sequence[Option]) -> Option | None:
        """Read lines until one names an option; None: go back one step."""
        numbers = {str(number): option for number, option in enumerate(options, 1)}
        accepted = f"1 to {len(options)}" + ", b goes back" * bool(way)
        while True:
            answer = self._read(f"{accepted}, {HELP}: ")
            if answer in numbers:
                return numbers[answer]
            if answer in ("q", "quit"):
                raise PersonLeft
            if answer == "b" and way:
                return None
            if answer == "h":
                self._advise(view, options)
            elif answer.startswith("?"):
                self._explain(view, options, answer[1:].strip())
            else:
                shown = textwrap.shorten(answer, 40, placeholder=" ...") or "an empty line"
                self.console.print(f"{shown!r} is not accepted; accepted: {accepted}, ?, h, q", style="red")

    def _read(self, prompt: str) -> str:
        return self.console.input(prompt).strip().casefold()

    # ---- help

    def _advise(self, view: View, options: Sequence[Option]) -> None:
        """Print a hint: the action that an agent chooses."""
        try:
            action = self._hint()
        except MedianocheError as error:
            self.console.print(str(error), style="red")
            return
        number = next((number for number, option in enumerate(options, 1) if action in option.actions), None)
        where = f" ({number} here)" if number else " (not among these: b goes back)"
        self.console.print(f"hint: {self.game.describe(view.record, action)}{where}", style="green")

    def _explain(self, view: View, options: Sequence[Option], what: str) -> None:
        """Explain an option by its number or a thing by its name; an empty `what` lists all names."""
        glossary = self.game.glossary(view)
        if what.isdecimal() and 0 < int(what[:9]) <= len(options):
            for action in options[int(what) - 1].actions[:EXPLAINED_AT_ONCE]:
                self._say(self.game.explain(view.record, action, self.seat))
            return
        exact = [name for name in glossary if name.casefold() == what]
        found = exact or [name for name in glossary if what in name.casefold()]
        found = found or [name for name, words in glossary.items() if what in words.casefold()]
        if not found:
            close = choices(get_close_matches(what, [name.casefold() for name in glossary], 5, 0.5))
            there = f"there is {close}" if close else "? alone lists all names"
            self.console.print(f"nothing here is called {what!r}; {there}", style="red")
        elif what and len(found) <= EXPLAINED_AT_ONCE:
            for name in found:
                self._say(f"{name}: {glossary[name]}")
        else:
            self._say(f"? and a name, or a part of it, explains one of: {', '.join(found)}")

    def _say(self, words: str) -> None:
        self.console.print(words, style="green")
