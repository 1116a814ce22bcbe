"""Bars of progress; where the output is no terminal, a line every half minute instead."""

from __future__ import annotations

from contextlib import suppress
from threading import Event, Thread

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

EVERY = 30.0
"""Seconds from one line to the next."""


class Bar(Progress):
    """What is done, a bar, how much of how much, `rates`, and the time left.

    Args:
        console: where it is shown.
        rates: of a task, in words: how fast it goes and more.
    """

    def __init__(self, console: Console, rates: ProgressColumn) -> None:
        words = TextColumn("{task.description}", markup=False)
        super().__init__(words, BarColumn(), MofNCompleteColumn(), rates, TimeLeft(), console=console)
        self._over = Event()

    def start(self) -> None:
        """Show it."""
        super().start()
        if not self.console.is_interactive:
            Thread(target=self._tell, daemon=True).start()

    def stop(self) -> None:
        """Show it for the last time."""
        self._over.set()
        if self.tasks:
            super().stop()
        else:  # no empty line is left
            self.live.transient = True
            self.live.stop()

    def show(self, stage: str, done: int, total: int, rates: str) -> None:
        """Show a stage, alone; a `total` of 0 is not known. With another name, or less done, it is another stage."""
        if not self.tasks or self.tasks[0].description != stage or done < self.tasks[0].completed:
            for task in self.task_ids:
                self.remove_task(task)
            self.add_task(stage, total=None, completed=done, rates=rates)
        self.update(self.task_ids[0], completed=done, total=total or None, rates=rates)

    def lines(self) -> list[str]:
        """Each visible task that has begun, in words."""
        shown = [task for task in self.tasks if task.visible and task.started]
        columns = [column for column in self.columns if not isinstance(column, str | BarColumn)]
        return [" ".join(" ".join(str(column(task)) for column in columns).split()) for task in shown]

    def _tell(self) -> None:
        with suppress(OSError):  # whoever prints the end says so
            while not self._over.wait(EVERY):
                self.console.print("\n".join(self.lines()), soft_wrap=True)


class TimeLeft(TimeRemainingColumn):
    """The time left."""

    def render(self, task: Task) -> Text:
        """As text; empty if it is not known how much is to be done."""
        text = super().render(task)
        return text.append(" left") if text else text


class GameRate(ProgressColumn):
    """Games per second."""

    def render(self, task: Task) -> Text:
        """As text; empty if it is not known."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} games/s" if speed else "", style="cyan")
