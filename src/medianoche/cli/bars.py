"""Progress bars; where the output is no terminal, lines: at the start, every EVERY seconds if it is new, at the end."""

from __future__ import annotations

from contextlib import suppress
from math import ceil
from threading import Event, Thread
from time import monotonic
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from medianoche.cli.stopping import stop_if_asked

EVERY = 30.0
"""Seconds from one line to the next."""


class Bar(Progress):
    """A progress bar: description, bar, done of total, `rates`, and the time left.

    Args:
        console: the console to print on.
        rates: the column of a task's speed and other figures.
    """

    def __init__(self, console: Console, rates: ProgressColumn) -> None:
        words = TextColumn("{task.description}", markup=False)
        super().__init__(words, BarColumn(), MofNCompleteColumn(), rates, TimeLeft(), console=console)
        self._over = Event()
        self._printed: list[str] = []

    def start(self) -> None:
        """Begin to show the bar."""
        super().start()
        if not self.console.is_interactive:
            Thread(target=self._tell, daemon=True).start()

    def stop(self) -> None:
        """Show the bar for the last time."""
        self._over.set()
        if self.tasks and self.console.is_interactive:
            return super().stop()
        self.live.transient = True  # neither a bar nor an empty line is left
        self.live.stop()
        self._print()
        return None

    def update(self, *task: Any, **figures: Any) -> None:
        """Show other figures of a task; see rich.progress.Progress.update. A total of None stays as it is.

        Raises:
            Stopped: a signal came before, and a library swallowed it.
        """
        stop_if_asked()
        super().update(*task, **figures)

    def show(self, stage: str, done: int, total: int, rates: str, **figures: Any) -> None:
        """Show one stage of a run. A `total` of 0 means unknown. A new name or a lower `done` begins a new stage."""
        figures["rates"] = rates
        if not self.tasks or self.tasks[0].description != stage or done < self.tasks[0].completed:
            for task in self.task_ids:
                self.remove_task(task)
            self.add_task(stage, total=total or None, completed=done, **figures)
            if self.live.is_started and not self.console.is_interactive:
                self._print()
        self.update(self.task_ids[0], completed=done, total=total or None, **figures)

    def lines(self) -> list[str]:
        """One line of text for each visible task that has started."""
        shown = [task for task in self.tasks if task.visible and task.started]
        columns = [column for column in self.columns if not isinstance(column, str | BarColumn)]
        return [" ".join(" ".join(str(column(task)) for column in columns).split()) for task in shown]

    def _tell(self) -> None:
        with suppress(OSError):  # the command's own output reports a closed or full stream
            while not self._over.wait(EVERY):
                self._print()

    def _print(self) -> None:
        lines = self.lines()
        if lines != self._printed:
            self.console.print("\n".join(lines), soft_wrap=True)
        self._printed = lines


class TimeLeft(TimeRemainingColumn):
    """A column with the time left."""

    def render(self, task: Task) -> Text:
        """The time left as text; empty if it is unknown, and at the end."""
        text = super().render(task)
        return Text() if task.finished or not any(map(str.isdigit, text.plain)) else text.append(" left")


class TrainingRate(ProgressColumn):
    """A column with decisions per second and win rates, and when the training ends, as long as that is to come.

    The field `ends` of a task is that moment (`time.monotonic`), or None.
    """

    def render(self, task: Task) -> Text:
        """The figures as text."""
        from medianoche.cli.overview import clock

        left = (task.fields.get("ends") or 0.0) - monotonic()
        ends = f", training ends at about {clock(ceil(left / 60))}" if left > 0 else ""
        return Text(f"{task.fields['rates']}{ends}")


class GameRate(ProgressColumn):
    """A column with games per second."""

    def render(self, task: Task) -> Text:
        """The speed as text; empty if it is unknown."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} games/s" if speed else "", style="cyan")
