"""A playtest as tables for the terminal, as a page with pictures, as markdown and as JSON."""

from __future__ import annotations

import html
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from medianoche.benchmarks import Estimate
from medianoche.benchmarks.studies.playtest.effects import DISCOVERIES, GAMES_MIN
from medianoche.benchmarks.studies.playtest.measures import MOMENTS, TITLES
from medianoche.benchmarks.studies.study import curve, markdown
from medianoche.benchmarks.tournament.page import section, shell, table
from medianoche.benchmarks.tournament.plots import HAZE, INK, MOON, draw

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from medianoche.benchmarks.studies.playtest.effects import NameEffect
    from medianoche.benchmarks.studies.playtest.report import Playtest

DRAWN_NAMES, LISTED_NAMES = 30, 20
"""Names in the picture, and in the table of the page in markdown: those with the greatest effects."""
PARTED = "intervals part"
ALL_TITLES = {
    **TITLES,
    "length_spread": "standard deviation of the decisions in a game",
    "hidden_bits_least": "hidden from the mover, in bits, at least",
    "hidden_bits": "hidden from the mover, in bits, at most",
    "hidden_share": "share of the changing numbers that are hidden from the mover",
    "seat_advantage": "points above a fair share of the seat farthest from it",
}


class PageSection(NamedTuple):
    """A table with a title and a paragraph."""

    title: str
    words: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def title_of(key: str) -> str:
    """A measure in words."""
    return f"points of {key.removeprefix('seat.')}" if key.startswith("seat.") else ALL_TITLES[key]


def number(found: Estimate | None, sign: str = "") -> str:
    """An estimate with its interval; "" if there is none."""
    if found is None or math.isnan(found.value):
        return ""
    size = max(abs(found.value), abs(found.low), abs(found.high))
    return found.words(f"{sign}.1f" if size >= 10 else f"{sign}.2f" if size >= 1 else f"{sign}.3f")


def sections(found: Playtest) -> list[PageSection]:
    """All tables of a playtest."""
    strong = f"`{found.strongest}`"
    agents = list(found.levels)
    keys = [key for key in (*ALL_TITLES, *found.measured) if key in found.measured or key in found.levels[agents[0]]]
    keys = list(dict.fromkeys(keys))
    critic = (
        "Evaluations: the game's network, by the seat to move from what it knows."
        if found.critic
        else "The game has no network, so there is no evaluation, and nothing that follows from one."
    )
    games = f"{found.plan.games:,} games of each agent in all {found.players} seats, on the same deals. "
    measures = [(title_of(key), *(number(found.levels[name].get(key)) for name in agents)) for key in keys]
    marked = (
        f"By the decisions of {strong}. Choices: decisions with a legal action that has the name and one that has not. "
        "Adds: points where it was taken, against where it was left, with the same evaluation before, from "
        f"{GAMES_MIN} games of each on. Marked (*): it stays after Benjamini and Hochberg's correction for all names, "
        f"at most {DISCOVERIES:.0%} false ones. An association, no experiment."
    )
    result = [
        PageSection("Measures", games + critic, ("measure", *agents), measures),
        PageSection("Cards, tiles, powers and actions", marked, NAME_HEADINGS, [cells(each) for each in found.names]),
    ]
    if found.restricted:
        words = (
            "Points that a side loses which never takes the name where another action is legal, on "
            f"{found.plan.games:,} deals; sides take turns."
        )
        lost = [(each.name, number(each.loses, "+")) for each in found.restricted]
        result.append(PageSection("Restricted play", words, ("without", "points lost"), lost))
    steps = [(each.higher, each.lower, number(each.share)) for each in found.ladder]
    if not steps:  # one player, or one agent
        return result
    words = "Share of the points of the stronger agent, on the same deals in all seats."
    result.append(PageSection("Skill ladder", words, ("agent", "against", "share of the points"), steps))
    return result


NAME_HEADINGS = ("name", "what", "games with it", "choices", "taken", "adds", "marked")


def cells(each: NameEffect) -> tuple[str, ...]:
    """The row of a name."""
    taken = "" if math.isnan(each.taken) else f"{each.taken:.0%}"
    what = "action" if each.kind else "name"
    return each.name, what, f"{each.seen:.0%}", f"{each.offers:,}", taken, number(each.adds, "+"), "*" * each.marked


def listed(found: Playtest) -> list[tuple[str, ...]]:
    """Rows of the names with the greatest effects, with the mark behind the effect."""
    known_names = sorted(found.names, key=lambda each: -abs(each.adds.value) if each.adds else 1.0)
    rows = [cells(each) for each in known_names[:LISTED_NAMES] if each.adds]
    return [(name, seen, offers, taken, adds + mark) for name, _, seen, offers, taken, adds, mark in rows]


def differences(one: Playtest, other: Playtest) -> PageSection:
    """Two packs side by side, by the strongest agent; marked where the intervals part."""
    pairs: list[tuple[str, Estimate | None, Estimate | None]]
    pairs = [(title_of(key), each, other.measured.get(key)) for key, each in one.measured.items()]
    theirs = {each.name: each.adds for each in other.names}
    pairs += [(f"{each.name} adds", each.adds, theirs.get(each.name)) for each in one.names if each.adds]
    lost = {each.name: each.loses for each in other.restricted}
    pairs += [(f"points lost without {each.name}", each.loses, lost.get(each.name)) for each in one.restricted]
    rows = [(title, number(a), number(b), parted(a, b)) for title, a, b in pairs if a and b]
    words = (
        "The strongest agent with both packs, on deals with the same seeds. Where packs do not differ, intervals of "
        "95% part at about one measure in two hundred."
    )
    return PageSection("Side by side", words, ("measure", one.pack, other.pack, "difference"), rows)


def parted(one: Estimate, other: Estimate) -> str:
    """Words where two intervals have no number in common."""
    return PARTED if one.low > other.high or other.low > one.high else ""


def heading(found: Playtest) -> str:
    """The title of the page."""
    return f"Playtest of {found.title}, pack {found.pack}, {found.players} players"


def as_markdown(found: Playtest, command: str, against: Playtest | None = None) -> str:
    """The playtest as a page of markdown."""
    lines = [f"# {heading(found)}", ""]
    tables = [*([differences(found, against)] if against else []), *sections(found)]
    names = next(number for number, each in enumerate(tables) if each.headings is NAME_HEADINGS)
    found_names = listed(found)
    headings = tuple(name for name in NAME_HEADINGS if name not in ("what", "marked"))
    words = f" The {len(found_names)} greatest effects of {len(found.names)} names; playtest.json has all."
    tables[names] = tables[names]._replace(words=tables[names].words + words, headings=headings, rows=found_names)
    for each in tables:
        rows = [[cell.replace("|", "\\|").replace("*", "\\*") for cell in row] for row in each.rows]
        lines += [f"## {each.title}", "", each.words, "", *markdown(each.headings, rows), ""]
    return "\n".join([*lines, "```sh", command, "```", ""])


def as_json(found: Playtest) -> str:
    """The playtest as JSON: intervals as {"value", "low", "high"}, numbers that do not exist as null."""
    return json.dumps(_plain(asdict(found)), ensure_ascii=False, indent=1) + "\n"


def _plain(value: Any) -> Any:
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float | np.floating):
        return None if math.isnan(value) else float(value)
    return value if isinstance(value, bool | str | int | None) else str(value)


# ---- the page


def as_page(found: Playtest, command: str, against: Playtest | None = None) -> str:
    """The playtest as a self-contained HTML page."""
    parts = [section("How long", picture("Lengths of the games by agent", lengths(found)))]
    parts.append(section("Seats", picture("Points of each seat by agent, with intervals", seats(found))))
    if any("known_50" in level for level in found.levels.values()):
        parts.append(section("When the winner is known", picture("Share of games whose winner leads", known(found))))
    if any(each.adds for each in found.names):
        parts.append(section("What a name adds", picture("Points that each name adds, with intervals", adds(found))))
    if against:
        parts.insert(0, _as_html(differences(found, against)))
    parts += map(_as_html, sections(found))
    parts.append(f"<p>The same again: <code>{html.escape(command)}</code></p>")
    return shell(heading(found), "\n".join(parts))


def _as_html(each: PageSection) -> str:
    text = [each.headings[0], *(name for name in each.headings if name in ("what", "against", "marked", "difference"))]
    return section(each.title, f"<p>{html.escape(each.words)}</p>" + table(each.headings, each.rows, *text))


def picture(words: str, content: str) -> str:
    """A PNG in base64 as HTML."""
    return f'<img alt="{html.escape(words)}" src="data:image/png;base64,{content}">'


def lengths(found: Playtest) -> str:
    """Lengths of the games of each agent."""

    def paint(axes: Axes) -> None:
        ink = {"color": INK}
        axes.boxplot(
            list(found.lengths.values())[::-1],
            orientation="horizontal",
            tick_labels=list(found.lengths)[::-1],
            whis=(5, 95),
            showfliers=False,
            medianprops={"color": MOON},
            boxprops=ink,
            whiskerprops=ink,
            capprops=ink,
        )
        axes.set_xlabel("decisions in a game (box: half of the games; lines: nine of ten)")

    return draw(7, 1.1 + 0.4 * len(found.lengths), paint)


def seats(found: Playtest) -> str:
    """Points of each seat by agent."""
    names = [key for key in found.measured if key.startswith("seat.")]

    def paint(axes: Axes) -> None:
        for place, (who, level) in enumerate(found.levels.items()):
            at = np.arange(len(names)) + 0.12 * (place - len(found.levels) / 2)
            curve(axes, at.tolist(), [level[key] for key in names], linestyle="", label=who)
        axes.axhline(1 / found.sides, color=INK, linewidth=0.6)
        axes.set_xticks(np.arange(len(names)), [key.removeprefix("seat.") for key in names])
        axes.set_ylabel("share of the points")
        axes.legend(frameon=False, ncols=5, fontsize=8)

    return draw(7, 3, paint)


def known(found: Playtest) -> str:
    """Share of the games whose winner leads by evaluation, by the part of the game that is over."""

    def paint(axes: Axes) -> None:
        for who, level in found.levels.items():
            keys = [f"known_{100 * share:.0f}" for share in MOMENTS]
            if all(key in level for key in keys):
                curve(axes, MOMENTS, [level[key] for key in keys], label=who)
        axes.set(xlabel="part of the game that is over", ylabel="winner leads by evaluation", ylim=(0, 1.02))
        axes.legend(frameon=False, fontsize=8)

    return draw(7, 3, paint)


def adds(found: Playtest) -> str:
    """What names add, those with the greatest effects."""
    known_names = [each for each in found.names if each.adds]
    kept: Iterable[NameEffect] = sorted(known_names, key=lambda each: -abs(each.adds.value if each.adds else 0))
    shown: Sequence[NameEffect] = sorted(list(kept)[:DRAWN_NAMES], key=lambda each: each.adds.value if each.adds else 0)

    def paint(axes: Axes) -> None:
        for place, each in enumerate(shown):
            if each.adds:
                reach = [[each.adds.value - each.adds.low], [each.adds.high - each.adds.value]]
                colour = MOON if each.marked else HAZE
                axes.errorbar([each.adds.value], [place], xerr=reach, fmt="o", color=colour, capsize=3)
        axes.axvline(0, color=INK, linewidth=0.6)
        axes.set_yticks(range(len(shown)), [each.name for each in shown])
        axes.set_xlabel("points added where it was taken (yellow: stays after the correction)")

    return draw(7, 1.1 + 0.25 * len(shown), paint)
