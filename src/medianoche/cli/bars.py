"""Progress bars; if the output is not a terminal, a line every EVERY seconds instead."""

from __future__ import annotations

from contextlib import suppress
from threading import Event, Thread

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

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

    def start(self) -> None:
        """Begin to show the bar."""
        super().start()
        if not self.console.is_interactive:
            Thread(target=self._tell, daemon=True).start()

    def stop(self) -> None:
        """Show the bar for the last time."""
        self._over.set()
        if self.tasks:
            super().stop()
        else:  # no empty line is left
            self.live.transient = True
            self.live.stop()

    def show(self, stage: str, done: int, total: int, rates: str) -> None:
        """Show one stage of a run. A `total` of 0 means unknown. A new name or a lower `done` begins a new stage."""
        if not self.tasks or self.tasks[0].description != stage or done < self.tasks[0].completed:
            for task in self.task_ids:
                self.remove_task(task)
            self.add_task(stage, total=None, completed=done, rates=rates)
        self.update(self.task_ids[0], completed=done, total=total or None, rates=rates)

    def lines(self) -> list[str]:
        """One line of text for each visible task that has started."""
        shown = [task for task in self.tasks if task.visible and task.started]
        columns = [column for column in self.columns if not isinstance(column, str | BarColumn)]
        return [" ".join(" ".join(str(column(task)) for column in columns).split()) for task in shown]

    def _tell(self) -> None:
        with suppress(OSError):  # the command's own output reports a closed or full stream
            while not self._over.wait(EVERY):
                self.console.print("\n".join(self.lines()), soft_wrap=True)


class TimeLeft(TimeRemainingColumn):
    """A column with the time left."""

    def render(self, task: Task) -> Text:
        """The time left as text; empty if the total is unknown."""
        text = super().render(task)
        return text.append(" left") if text else text


class GameRate(ProgressColumn):
    """A column with games per second."""

    def render(self, task: Task) -> Text:
        """The speed as text; empty if it is unknown."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} games/s" if speed else "", style="cyan")
