"""The report as a self-contained HTML page: sortable tables, pictures, links to replays."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator
from heapq import nlargest
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import NamedTuple

import numpy as np

from medianoche.benchmarks.tournament import plots
from medianoche.benchmarks.tournament.forfeits import told
from medianoche.benchmarks.tournament.ratings import duels, seat_reaches, seat_utilities
from medianoche.benchmarks.tournament.report import HEADINGS, PACE_HEADINGS, ROLE_HEADINGS, WORDS, Report
from medianoche.benchmarks.tournament.store import Store
from medianoche.benchmarks.tournament.summary import quantile
from medianoche.envs.core.errors import MedianocheError
from medianoche.envs.core.files import short, write
from medianoche.envs.core.play.match import Replay

PAGE = TEMPLATE = "report.html"
SHELL = "shell.html"
REPLAYS = "replays"
SHOWN_FORFEITS = 100
"""Number of forfeited games in their table."""
SHOWN_AGENTS = 100
"""Number of best agents in the head-to-head table and in pictures; the other tables have all agents."""
BEST = 3
"""Number of replays of each kind on the page."""


class Cell(NamedTuple):
    """A cell of a table."""

    text: str
    value: float | None = None  #: From 0 to 1, as the colour of the cell
    hint: str = ""
    link: str = ""


def write_page(report: Report) -> Path:
    """Write the page into the tournament's folder, and the replays that it links to; returns its path. Raises OSError,
    which names the page, if the folder cannot be written."""
    file = report.folder / PAGE
    try:
        write(file, page(report).encode("utf-8", "xmlcharrefreplace").decode())
    except OSError as error:  # perhaps of a replay
        raise OSError(error.errno, error.strerror, str(file)) from None
    return file


def page(report: Report) -> str:
    """The whole page; the replays that it links to are written beside it."""
    template = Template(files(__package__).joinpath(TEMPLATE).read_text(encoding="utf-8"))
    best = report.table[:SHOWN_AGENTS]
    summary = report.summary
    numbers = [report.spec.agents.index(line.agent) for line in best]
    replays = _replays(report)
    content = template.substitute(
        summary=html.escape(report.played),
        notes=html.escape(report.notes),
        table=table(HEADINGS, report.cells()),
        roles=section("By role", table(ROLE_HEADINGS, report.role_cells())) if report.roles else "",
        pace=table(PACE_HEADINGS, report.pace_cells()),
        facts=_facts(report),
        command=html.escape(report.command),
        ratings=plots.ratings(best),
        matrix=_matrix(report, numbers),
        best=f"Of {len(report.table)} agents, the best {len(best)}." if len(best) < len(report.table) else "",
        seats=_seats(report, numbers),
        scores=plots.scores({report.spec.agents[number]: summary.scores[number] for number in numbers}),
        lengths=plots.lengths(summary.lengths),
        spread=html.escape(_spread(report)),
        forfeits=section("Forfeited games", _forfeits(report)) if report.forfeits else "",
        replays=section("Games to see again", replays) if replays else "",
    )
    return shell(report.title, content)


def shell(title: str, content: str) -> str:
    """A whole page: `content` is HTML, whose tables a reader can sort."""
    template = Template(files(__package__).joinpath(SHELL).read_text(encoding="utf-8"))
    return template.substitute(title=html.escape(title), content=content)


def section(title: str, content: str) -> str:
    """A section of the page; `content` is HTML."""
    return f'<h2>{title}</h2><div class="scroll">{content}</div>'


def _matrix(report: Report, numbers: list[int]) -> str:
    """Head to head in the order of the ratings: share, interval and games in every cell."""
    pair_results = duels(report.summary)
    met = report.summary.met
    names = report.spec.agents

    def cell(row: int, column: int) -> Cell:
        share = float(pair_results.share[row, column])
        if row == column or np.isnan(share):
            return Cell("")
        interval = f"{pair_results.low[row, column]:.0%} to {pair_results.high[row, column]:.0%}"
        hint = f"{names[row]} against {names[column]}"
        return Cell(f"{share:.1%}\n{interval}\n{met[row, column]:,} games", share, hint)

    rows: list[list[str | Cell]] = [[names[row], *(cell(row, column) for column in numbers)] for row in numbers]
    return table(("agent", *(names[column] for column in numbers)), rows, "agent")


def _seats(report: Report, numbers: list[int]) -> str:
    utility = seat_utilities(report.summary)
    games = report.summary.seats
    reaches = np.nan_to_num(seat_reaches(report.summary))

    def cells(name: str, row: int) -> tuple[str | Cell, ...]:
        counts = games[row] if row < len(games) else games.sum(axis=0)
        return (
            name,
            *(
                Cell("")
                if np.isnan(value)
                else Cell(f"{value:+.3f}\n± {reach:.3f}\n{count:,.0f} games", (value + 1) / 2)
                for value, reach, count in zip(
                    utility[row].tolist(), reaches[row].tolist(), counts.tolist(), strict=True
                )
            ),
        )

    rows = [cells(report.spec.agents[number], number) for number in numbers]
    return table(("agent", *report.spec.seat_names), [*rows, cells("all", len(games))], "agent")


def _spread(report: Report) -> str:
    """A sentence about the number of decisions of the games."""
    counts = report.summary.lengths
    low, middle, high = (quantile(counts, share) for share in (0.05, 0.5, 0.95))
    mean = report.summary.decisions / report.summary.games
    return (
        f"Decisions in a game, forced moves left out: {mean:,.1f} on average, half of the games at most {middle:,}, "
        f"nine of ten {low:,} to {high:,}; from {min(counts):,} to {max(counts):,}."
    )


def _facts(report: Report) -> str:
    spec = report.spec
    facts = {
        "medianoche": f"{spec.medianoche}, {spec.name} v{spec.game_version}",
        "pack": f"{spec.pack} ({spec.pack_hash})",
        "options": ", ".join(f"{key} = {value}" for key, value in json.loads(spec.options).items()) or "none",
        "seed": str(spec.seed),
    }
    return "".join(f"<dt>{html.escape(key)}</dt><dd>{html.escape(value)}</dd>" for key, value in facts.items())


def _forfeits(report: Report) -> str:
    """The table of the games that agents lost by failing, and what the seats are given."""
    spec = report.spec
    rows = [
        (
            str(game),
            agent,
            spec.seat_names[forfeit.seat],
            str(forfeit.decision),
            forfeit.reason,
            "" if forfeit.action is None else str(forfeit.action),
            short(forfeit.detail),
        )
        for game, agent, forfeit in report.forfeits[:SHOWN_FORFEITS]
    ]
    headings = ("game", "agent", "seat", "decision", "reason", "illegal action", "what happened")
    shown = f" The first {len(rows)} of {len(report.forfeits):,}." if len(rows) < len(report.forfeits) else ""
    words = f"<p>The team of the seat that failed is given utility -1, all others 1.{shown}</p>"
    return words + table(headings, rows, "agent", "seat", "reason", "what happened")


# ---- replays


class TournamentGame(NamedTuple):
    """A stored game that the page links to."""

    worth: float
    number: int
    decisions: int
    seats: list[int]
    scores: list[int]


def _replays(report: Report) -> str:
    """The table of games to see again, whose replays are written as files; empty if none were kept."""
    if not report.recorded:
        return ""
    rows = []
    forfeits = {lost.game: lost.forfeit for lost in report.forfeits}
    with Store.read(report.folder) as store:
        for why, games in _worth_seeing(report, store).items():
            for game in games:
                try:
                    replay = store.replay(game.number)
                except MedianocheError:  # a game or pack of a user's own, which a file may not name
                    link = ""
                else:
                    agents = [report.spec.agents[agent] for agent in game.seats]
                    link = f"{REPLAYS}/{_write(replay, agents, report.folder / REPLAYS, game.number)}"
                sat = zip(report.spec.seat_names, game.seats, game.scores, strict=True)
                who = ", ".join(f"{seat}: {report.spec.agents[agent]} ({score})" for seat, agent, score in sat)
                lost = f"; {told(report.spec, forfeits[game.number])}" if game.number in forfeits else ""
                rows.append((why, Cell(str(game.number), link=link), f"{game.decisions:,}", who + lost))
    text = ("why", "who sat where (score)")
    words = (
        "<p>A click opens a game. Its replay is the .json beside that page; <code>medianoche replay</code> plays it "
        "again, or any game of this folder by its number, and with --html shows every seat's view.</p>"
    )
    return words + table(("why", "game", "decisions", text[1]), rows, *text)


def _write(replay: Replay, agents: list[str], folder: Path, number: int) -> str:
    """Write a replay and, if it is new, its page (the view of everything); returns the name of the file to open."""
    from medianoche.envs.core.show.catalogue import LANGUAGE
    from medianoche.envs.core.show.episode import Storyboard
    from medianoche.envs.core.show.page import page

    file = folder / f"{number}.json"
    shown = folder / f"{number}.html"
    known = file.read_bytes() if file.is_file() and shown.is_file() else b""
    folder.mkdir(exist_ok=True)
    replay.save(file)
    if file.read_bytes() != known:
        try:
            write(shown, page(Storyboard(replay, [None], {LANGUAGE: agents})))
        except MedianocheError:  # the game cannot be played here
            return file.name
    return shown.name


def _worth_seeing(report: Report, store: Store) -> dict[str, list[TournamentGame]]:
    """The longest and shortest games, the highest scores, and the wins against the highest rated opponents."""
    elo = np.full(len(report.spec.agents), np.nan)
    for line in report.table:
        elo[report.spec.agents.index(line.agent)] = line.elo
    teams = np.array(report.spec.teams)
    best: dict[str, list[TournamentGame]] = {"against the odds": [], "highest score": [], "longest": [], "shortest": []}
    for block in store.blocks():
        ratings = elo[block.seats]
        winner = block.utilities.argmax(axis=1)
        rows = np.arange(len(winner))
        others = teams != teams[winner][:, None]
        beaten = np.where(others, block.utilities, -np.inf).max(axis=1) < block.utilities[rows, winner]
        odds = np.where(others, ratings, -np.inf).max(axis=1) - ratings[rows, winner]
        worths = (np.where(beaten & (odds > 0), odds, -np.inf), block.scores.max(axis=1), block.decisions)
        kept = np.isin(block.games, store.kept())
        columns = (block.games, block.decisions, block.seats, block.scores)
        for why, worth in zip(best, (*worths, -block.decisions), strict=True):
            order = np.argsort(np.where(kept, -worth, np.inf), kind="stable")[:BEST].tolist()
            games = [
                TournamentGame(float(worth[row]), *(column[row].tolist() for column in columns))
                for row in order
                if kept[row] and np.isfinite(worth[row])
            ]
            best[why] = nlargest(BEST, best[why] + games, key=lambda game: (game.worth, -game.number))
    return best


# ---- tables


def table(headings: Iterable[str], rows: Iterable[Iterable[str | Cell]], *words: str) -> str:
    """A table; the columns with a heading of `words` hold text, all others numbers."""
    headings = list(headings)
    marks = [" class=word" if heading in (words or WORDS) else "" for heading in headings]
    head = "".join(f"<th{mark}>{html.escape(text)}</th>" for mark, text in zip(marks, headings, strict=True))
    body = "".join(f"<tr>{''.join(_cells(marks, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cells(marks: list[str], row: Iterable[str | Cell]) -> Iterator[str]:
    for mark, content in zip(marks, row, strict=True):
        cell = Cell(content) if isinstance(content, str) else content
        first, *rest = html.escape(cell.text).split("\n")
        text = first + "".join(f"<small>{line}</small>" for line in rest)
        if cell.link:
            text = f'<a href="{html.escape(cell.link)}">{text}</a>'
        hint = f' title="{html.escape(cell.hint)}"' if cell.hint else ""
        yield f"<td{mark}{hint}{_colour(cell.value)}>{text}</td>"


def _colour(value: float | None) -> str:
    """Towards the moon's yellow above one half, towards violet below."""
    if value is None:
        return ""
    red, green, blue = (245, 215, 110) if value > 0.5 else (150, 110, 255)
    return f' style="background:rgba({red},{green},{blue},{abs(value - 0.5) * 0.9:.2f})"'
