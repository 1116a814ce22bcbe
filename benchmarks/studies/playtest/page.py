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


def number(estimate: Estimate | None, sign: str = "") -> str:
    """An estimate with its interval; "" if there is none."""
    if estimate is None or math.isnan(estimate.value):
        return ""
    size = max(abs(estimate.value), abs(estimate.low), abs(estimate.high))
    return estimate.words(f"{sign}.1f" if size >= 10 else f"{sign}.2f" if size >= 1 else f"{sign}.3f")


def sections(playtest: Playtest) -> list[PageSection]:
    """All tables of a playtest."""
    strong = f"`{playtest.strongest}`"
    agents = list(playtest.levels)
    keys = [
        key
        for key in (*ALL_TITLES, *playtest.measured)
        if key in playtest.measured or key in playtest.levels[agents[0]]
    ]
    keys = list(dict.fromkeys(keys))
    critic = (
        "Evaluations: the game's network, by the seat to move from what it knows."
        if playtest.critic
        else "The game has no network, so there is no evaluation, and nothing that follows from one."
    )
    games = f"{playtest.plan.games:,} games of each agent in all {playtest.players} seats, on the same deals. "
    measures = [(title_of(key), *(number(playtest.levels[name].get(key)) for name in agents)) for key in keys]
    marked = (
        f"By the decisions of {strong}. Choices: decisions with a legal action that has the name and one that has not. "
        "Adds: points where it was taken, against where it was left, with the same evaluation before, from "
        f"{GAMES_MIN} games of each on. Marked (*): it stays after Benjamini and Hochberg's correction for all names, "
        f"at most {DISCOVERIES:.0%} false ones. An association, no experiment."
    )
    result = [
        PageSection("Measures", games + critic, ("measure", *agents), measures),
        PageSection(
            "Cards, tiles, powers and actions", marked, NAME_HEADINGS, [cells(effect) for effect in playtest.names]
        ),
    ]
    if playtest.restricted:
        words = (
            "Points that a side loses which never takes the name where another action is legal, on "
            f"{playtest.plan.games:,} deals; sides take turns."
        )
        lost = [(restriction.name, number(restriction.loses, "+")) for restriction in playtest.restricted]
        result.append(PageSection("Restricted play", words, ("without", "points lost"), lost))
    steps = [(ladder_step.higher, ladder_step.lower, number(ladder_step.share)) for ladder_step in playtest.ladder]
    if not steps:  # one player, or one agent
        return result
    words = "Share of the points of the stronger agent, on the same deals in all seats."
    result.append(PageSection("Skill ladder", words, ("agent", "against", "share of the points"), steps))
    return result


NAME_HEADINGS = ("name", "what", "games with it", "choices", "taken", "adds", "marked")


def cells(effect: NameEffect) -> tuple[str, ...]:
    """The row of a name."""
    taken = "" if math.isnan(effect.taken) else f"{effect.taken:.0%}"
    what = "action" if effect.kind else "name"
    return (
        effect.name,
        what,
        f"{effect.seen:.0%}",
        f"{effect.offers:,}",
        taken,
        number(effect.adds, "+"),
        "*" * effect.marked,
    )


def listed(result: Playtest) -> list[tuple[str, ...]]:
    """Rows of the names with the greatest effects, with the mark behind the effect."""
    known_names = sorted(result.names, key=lambda effect: -abs(effect.adds.value) if effect.adds else 1.0)
    rows = [cells(effect) for effect in known_names[:LISTED_NAMES] if effect.adds]
    return [(name, seen, offers, taken, adds + mark) for name, _, seen, offers, taken, adds, mark in rows]


def differences(one: Playtest, other: Playtest) -> PageSection:
    """Two packs side by side, by the strongest agent; marked where the intervals part."""
    pairs: list[tuple[str, Estimate | None, Estimate | None]]
    pairs = [(title_of(key), measure, other.measured.get(key)) for key, measure in one.measured.items()]
    theirs = {effect.name: effect.adds for effect in other.names}
    pairs += [(f"{effect.name} adds", effect.adds, theirs.get(effect.name)) for effect in one.names if effect.adds]
    lost = {restriction.name: restriction.loses for restriction in other.restricted}
    pairs += [
        (f"points lost without {restriction.name}", restriction.loses, lost.get(restriction.name))
        for restriction in one.restricted
    ]
    rows = [(title, number(a), number(b), parted(a, b)) for title, a, b in pairs if a and b]
    words = (
        "The strongest agent with both packs, on deals with the same seeds. Where packs do not differ, intervals of "
        "95% part at about one measure in two hundred."
    )
    return PageSection("Side by side", words, ("measure", one.pack, other.pack, "difference"), rows)


def parted(one: Estimate, other: Estimate) -> str:
    """Words where two intervals have no number in common."""
    return PARTED if one.low > other.high or other.low > one.high else ""


def heading(result: Playtest) -> str:
    """The title of the page."""
    return f"Playtest of {result.title}, pack {result.pack}, {result.players} players"


def as_markdown(result: Playtest, command: str, against: Playtest | None = None) -> str:
    """The playtest as a page of markdown."""
    lines = [f"# {heading(result)}", ""]
    tables = [*([differences(result, against)] if against else []), *sections(result)]
    names = next(number for number, page_section in enumerate(tables) if page_section.headings is NAME_HEADINGS)
    found_names = listed(result)
    headings = tuple(name for name in NAME_HEADINGS if name not in ("what", "marked"))
    words = f" The {len(found_names)} greatest effects of {len(result.names)} names; playtest.json has all."
    tables[names] = tables[names]._replace(words=tables[names].words + words, headings=headings, rows=found_names)
    for page_section in tables:
        rows = [[cell.replace("|", "\\|").replace("*", "\\*") for cell in row] for row in page_section.rows]
        lines += [f"## {page_section.title}", "", page_section.words, "", *markdown(page_section.headings, rows), ""]
    return "\n".join([*lines, "```sh", command, "```", ""])


def as_json(result: Playtest) -> str:
    """The playtest as JSON: intervals as {"value", "low", "high"}, numbers that do not exist as null."""
    return json.dumps(_plain(asdict(result)), ensure_ascii=False, indent=1) + "\n"


def _plain(value: Any) -> Any:
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float | np.floating):
        return None if math.isnan(value) else float(value)
    return value if isinstance(value, bool | str | int | None) else str(value)


# ---- the page


def as_page(result: Playtest, command: str, against: Playtest | None = None) -> str:
    """The playtest as a self-contained HTML page."""
    parts = [section("How long", picture("Lengths of the games by agent", lengths(result)))]
    parts.append(section("Seats", picture("Points of each seat by agent, with intervals", seats(result))))
    if any("known_50" in level for level in result.levels.values()):
        parts.append(section("When the winner is known", picture("Share of games whose winner leads", known(result))))
    if any(effect.adds for effect in result.names):
        parts.append(section("What a name adds", picture("Points that each name adds, with intervals", adds(result))))
    if against:
        parts.insert(0, _as_html(differences(result, against)))
    parts += map(_as_html, sections(result))
    parts.append(f"<p>The same again: <code>{html.escape(command)}</code></p>")
    return shell(heading(result), "\n".join(parts))


def _as_html(page_section: PageSection) -> str:
    text = [
        page_section.headings[0],
        *(name for name in page_section.headings if name in ("what", "against", "marked", "difference")),
    ]
    return section(
        page_section.title,
        f"<p>{html.escape(page_section.words)}</p>" + table(page_section.headings, page_section.rows, *text),
    )


def picture(words: str, content: str) -> str:
    """A PNG in base64 as HTML."""
    return f'<img alt="{html.escape(words)}" src="data:image/png;base64,{content}">'


def lengths(result: Playtest) -> str:
    """Lengths of the games of each agent."""

    def paint(axes: Axes) -> None:
        ink = {"color": INK}
        axes.boxplot(
            list(result.lengths.values())[::-1],
            orientation="horizontal",
            tick_labels=list(result.lengths)[::-1],
            whis=(5, 95),
            showfliers=False,
            medianprops={"color": MOON},
            boxprops=ink,
            whiskerprops=ink,
            capprops=ink,
        )
        axes.set_xlabel("decisions in a game (box: half of the games; lines: nine of ten)")

    return draw(7, 1.1 + 0.4 * len(result.lengths), paint)


def seats(result: Playtest) -> str:
    """Points of each seat by agent."""
    names = [key for key in result.measured if key.startswith("seat.")]

    def paint(axes: Axes) -> None:
        for place, (who, level) in enumerate(result.levels.items()):
            at = np.arange(len(names)) + 0.12 * (place - len(result.levels) / 2)
            curve(axes, at.tolist(), [level[key] for key in names], linestyle="", label=who)
        axes.axhline(1 / result.sides, color=INK, linewidth=0.6)
        axes.set_xticks(np.arange(len(names)), [key.removeprefix("seat.") for key in names])
        axes.set_ylabel("share of the points")
        axes.legend(frameon=False, ncols=5, fontsize=8)

    return draw(7, 3, paint)


def known(result: Playtest) -> str:
    """Share of the games whose winner leads by evaluation, by the part of the game that is over."""

    def paint(axes: Axes) -> None:
        for who, level in result.levels.items():
            keys = [f"known_{100 * share:.0f}" for share in MOMENTS]
            if all(key in level for key in keys):
                curve(axes, MOMENTS, [level[key] for key in keys], label=who)
        axes.set(xlabel="part of the game that is over", ylabel="winner leads by evaluation", ylim=(0, 1.02))
        axes.legend(frameon=False, fontsize=8)

    return draw(7, 3, paint)


def adds(result: Playtest) -> str:
    """What names add, those with the greatest effects."""
    known_names = [effect for effect in result.names if effect.adds]
    kept: Iterable[NameEffect] = sorted(known_names, key=lambda effect: -abs(effect.adds.value if effect.adds else 0))
    shown: Sequence[NameEffect] = sorted(
        list(kept)[:DRAWN_NAMES], key=lambda effect: effect.adds.value if effect.adds else 0
    )

    def paint(axes: Axes) -> None:
        for place, effect in enumerate(shown):
            if effect.adds:
                reach = [[effect.adds.value - effect.adds.low], [effect.adds.high - effect.adds.value]]
                colour = MOON if effect.marked else HAZE
                axes.errorbar([effect.adds.value], [place], xerr=reach, fmt="o", color=colour, capsize=3)
        axes.axvline(0, color=INK, linewidth=0.6)
        axes.set_yticks(range(len(shown)), [effect.name for effect in shown])
        axes.set_xlabel("points added where it was taken (yellow: stays after the correction)")

    return draw(7, 1.1 + 0.25 * len(shown), paint)
