"""The final table, for the terminal and as a self-contained HTML page."""

from __future__ import annotations

import html
import json
import shlex
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import Template

from rich.console import Console
from rich.table import Table

from medianoche.benchmarks.tournament.ratings import OPENSKILL_GAMES, Standing, standings
from medianoche.benchmarks.tournament.spec import Spec
from medianoche.benchmarks.tournament.store import Results, Speed, Store

PAGE = "report.html"
FEW_DEALS = 30
HEADINGS = ("#", "agent", "Elo", "95% interval", "OpenSkill", "mean score", "win rate", "utility", "games")


@dataclass(frozen=True)
class Report:
    """A tournament as it stands now."""

    folder: Path
    spec: Spec
    target: int
    results: Results
    speed: Speed
    table: list[Standing]

    @classmethod
    def of(cls, folder: Path) -> Report:
        """Read the tournament in `folder`; raises TournamentError if there is none or no game is finished."""
        with Store.read(folder) as store:
            results = store.results()
            return cls(folder, store.spec, store.target, results, store.speed(), standings(store.spec, results))

    @property
    def title(self) -> str:
        """What was played."""
        return f"{self.spec.name}, {self.spec.players} players"

    @property
    def summary(self) -> str:
        """How much was played, and how fast."""
        played, deals = len(self.results.games), len(set(self.results.deals.tolist()))
        of = "" if played == self.target else f" of {self.target:,}"
        rate = self.speed.decisions / max(self.speed.seconds, 1e-9)
        made = f"{self.speed.decisions:,} decisions, {rate:,.0f} decisions/s"
        return f"{played:,}{of} games on {deals:,} deals, {made}"

    @property
    def notes(self) -> str:
        """What a reader has to know about the figures."""
        notes = ["Elo by Bradley-Terry over seats in different teams; intervals by bootstrap over deals."]
        if len(set(self.results.deals.tolist())) < FEW_DEALS:
            notes.append(f"With fewer than {FEW_DEALS} deals the intervals are rough.")
        if len(self.results.games) > OPENSKILL_GAMES:
            notes.append(f"OpenSkill saw about {OPENSKILL_GAMES:,} of the games, whole deals chosen at random.")
        if len(self.table) < len(self.spec.agents):
            notes.append(f"{len(self.spec.agents) - len(self.table)} agents have not played yet.")
        return " ".join(notes)

    def show(self, console: Console) -> None:
        """Print the table."""
        table = Table(title=self.title, caption=f"{self.summary}\n{self.notes}", caption_justify="left")
        for number, heading in enumerate(HEADINGS):
            table.add_column(heading, justify="left" if number == 1 else "right", overflow="fold")
        for cells in self.cells():
            table.add_row(*cells)
        console.print(table)

    def cells(self) -> list[tuple[str, ...]]:
        """The table's cells as text, under HEADINGS."""
        return [
            (
                str(place),
                line.agent,
                f"{line.elo:.0f}",
                f"{line.low:.0f} to {line.high:.0f}",
                f"{line.mu:.1f} ± {line.sigma:.1f}",
                f"{line.score:.2f}",
                f"{line.win_rate:.1%}",
                f"{line.utility:+.3f}",
                f"{line.games:,}",
            )
            for place, line in enumerate(self.table, 1)
        ]

    def write(self) -> Path:
        """Write the HTML page into the tournament's folder; returns its path."""
        from medianoche.benchmarks.tournament import plots

        template = Template(files(__package__).joinpath(PAGE).read_text(encoding="utf-8"))
        text = template.substitute(
            title=html.escape(self.title),
            summary=html.escape(self.summary),
            notes=html.escape(self.notes),
            table=self._html_table(),
            facts=self._facts(),
            command=html.escape(self.command),
            ratings=plots.ratings(self.table),
            matrix=plots.matrix(self.spec, self.results),
            seats=plots.seats(self.spec, self.results),
            scores=plots.scores(self.spec, self.results),
        )
        page = self.folder / PAGE
        page.write_text(text, encoding="utf-8")
        return page

    @property
    def command(self) -> str:
        """The command that plays this tournament."""
        spec = self.spec
        words = ["medianoche", "tournament", spec.game, "--agents", *spec.agents, "--games", str(self.target)]
        words += ["--players", str(spec.players), "--seed", str(spec.seed), "--pack", str(spec.pack)]
        for key, value in json.loads(spec.options).items():
            words += ["--option", f"{key}={value if isinstance(value, str) else json.dumps(value)}"]
        return shlex.join([*words, "--out", str(self.folder)])

    def _html_table(self) -> str:
        def row(cells: tuple[str, ...], tag: str) -> str:
            return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

        body = "".join(row(cells, "td") for cells in self.cells())
        return f"<table><thead>{row(HEADINGS, 'th')}</thead><tbody>{body}</tbody></table>"

    def _facts(self) -> str:
        spec = self.spec
        times = zip(spec.agents, self.speed.agent_decisions, self.speed.agent_seconds, strict=True)
        facts = {
            "medianoche": f"{spec.medianoche}, {spec.name} v{spec.game_version}",
            "pack": f"{spec.pack} ({spec.pack_hash})",
            "options": ", ".join(f"{key} = {value}" for key, value in json.loads(spec.options).items()) or "none",
            "seed": str(spec.seed),
            **{f"{name}, a decision": f"{1e6 * seconds / max(count, 1):,.1f} µs" for name, count, seconds in times},
        }
        return "".join(f"<dt>{html.escape(key)}</dt><dd>{html.escape(value)}</dd>" for key, value in facts.items())
