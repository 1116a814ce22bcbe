"""Camino a Nocturna as a picture: rounds, combat, locations, children, the Master's hand, piles."""

from __future__ import annotations

from collections.abc import Iterable

from medianoche.envs.core.show import svg, widgets
from medianoche.envs.core.show.view import Canvas, View, button
from medianoche.envs.core.show.widgets import HALF, WIDE, bar, offered
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.pack import Child, Foe
from medianoche.envs.nocturna.words import text as render

TINY = 9.5
PEN: dict[str, svg.Value] = {"fill": "none", "stroke": "ink", "stroke_width": 1.6, "stroke_linecap": "round"}


def _dots(*places: tuple[float, float, float]) -> str:
    return "".join(svg.circle(x, y, r) for x, y, r in places)


MOTH = svg.path("M0-6V9M0-4Q-14-14-12 1Q-10 5 0 2Q10 5 12 1Q14-14 0-4M0 3Q-8 6-7 11Q-3 12 0 7Q3 12 7 11Q8 6 0 3")
CROWN = "M-6-9L-8-16L-3-12L0-17L3-12L8-16L6-9Z"
CREATURES = {
    "ojos_de_boton": _dots((0, 0, 12), (-5, -2, 3.5), (5, -2, 3.5))
    + svg.path("M-6-3L-4-1M-4-3L-6-1M4-3L6-1M6-3L4-1M-5 6H5M-3 5V7M0 5V7M3 5V7"),
    "coro_de_espiritus": svg.path(
        "M-13 9V-1A4 4 0 0 1-5-1V9L-7 7L-9 9L-11 7ZM-4 12V-6A4 4 0 0 1 4-6V12L2 10L0 12L-2 10Z"
        "M5 9V-1A4 4 0 0 1 13-1V9L11 7L9 9L7 7ZM-10-1V1M-8-1V1M-1-6V-4M1-6V-4M8-1V1M10-1V1"
    ),
    "pesadilla_profunda": svg.path(
        "M0 0A3 3 0 0 1 5 1A6 6 0 0 1-6 1A8.5 8.5 0 0 1 10 0A11 11 0 0 1-12 2A12 12 0 0 1 4-12"
    ),
    "espantapajaros": svg.path("M0 2V13M-12 4H12M-12 4V8M12 4V8M-9-6H9M-5-6L-3-13H3L5-6M-2-2V-1M2-2V-1")
    + _dots((0, -2, 4)),
    "bailarinas_siamesas": _dots((-4, -9, 3), (4, -9, 3))
    + svg.path("M-4-6L0 0L4-6M0 0L-11 7H11ZM-3 7V13M3 7V13M-4-4L-11-8M4-4L11-8"),
    "coleccionista_de_frascos": svg.path("M-5-12H5M-4-12V-8Q-9-6-9-2V11H9V-2Q9-6 4-8V-12M-3 7Q0 5 3 7")
    + _dots((-3, 1, 1.5), (3, 1, 1.5)),
    "arana_de_trapo": _dots((0, 0, 6))
    + svg.path("M-5-3L-12-9M-6 0L-13-1M-5 3L-12 9M5-3L12-9M6 0L13-1M5 3L12 9M-2-2V0M2-2V0M-2 3H2"),
    "sombra_reptante": svg.path("M-13 9Q-8-2-3 3Q0-14 8-8Q13-4 10 4Q11 9 13 9ZM3-4V-2M7-4V-2"),
    "payaso_sin_sonrisa": _dots((0, 2, 10), (0, 2, 2.5))
    + svg.path("M-4 9Q0 6 4 9M-4-2V0M4-2V0M-9-3Q-15-7-10-10M9-3Q15-7 10-10M-4-8L0-15L4-8"),
    "muneca_rota": _dots((0, 0, 11)) + svg.path("M-5-2V0M5-2V0M-3 6Q0 4 3 6M2-11L-1-7L3-4L0 1M-11-2L-14 9M11-2L14 9"),
    "perro_de_niebla": svg.path("M-10-11L-4-7H4L10-11L11-2L6 8Q0 14-6 8L-11-2ZM-4-2V0M4-2V0M-2 5H2L0 8Z"),
    "caballero_de_ceniza": svg.path("M-9 12V-4A9 9 0 0 1 9-4V12ZM-9-1H9M-6 2H6M0 2V12M0-13Q8-15 10-8"),
    "polillas_del_armario": MOTH + svg.path("M0-6L-4-12M0-6L4-12"),
    "sanguijuela_de_suenos": svg.path("M-12 11Q-14-2-4 0Q4 2 4-6Q4-13 9-13Q14-13 13-7Q11 9-2 8Q-8 8-9 11ZM9-9V-8"),
    "reloj_sin_agujas": _dots((0, 0, 12), (0, 0, 1.5)) + svg.path("M0-12V-8M0 12V8M-12 0H-8M12 0H8M-4 5H4"),
    "lo_de_debajo_de_la_cama": svg.path("M-13-10V12M13-4V12M-13-2H13V3H-13ZM-13-6H-6V-2")
    + _dots((-4, 8, 2), (4, 8, 2)),
    "sastre_de_parpados": svg.path("M-12 0Q0-12 12 0Q0 12-12 0ZM-8 5L-10 9M0 7V11M8 5L10 9M-13-13L13 13")
    + _dots((0, 0, 4)),
    "reina_polilla": MOTH + svg.path(CROWN),
    "director_del_circo": svg.path("M-12-3H12M-7-3V-14H7V-3M-9 5Q-4 1 0 5Q4 1 9 5Q6 11 0 6Q-6 11-9 5"),
    "institutriz": _dots((0, 3, 9), (0, -9, 4), (-4, 2, 3), (4, 2, 3)) + svg.path("M-1 2H1M-3 8H3"),
    "lobo_de_luna": svg.path("M-9-13L-4-6H4L9-13L10 0L4 9L0 13L-4 9L-10 0ZM-5-2L-2 0M5-2L2 0M-1 9H1M-4 4L0 7L4 4"),
    "rey_insomne": _dots((0, 3, 9)) + svg.path(CROWN + "M-6 1H-2M2 1H6M-6 4Q-4 6-2 4M2 4Q4 6 6 4M-2 9H2"),
}
"""Creatures by the name in the pack; any other name has the plain one."""
PLAIN = svg.path("M-11 12V-2A11 11 0 0 1 11-2V12L6 8L0 12L-6 8ZM-4-4V-1M4-4V-1M-4 4H4")
EVENT = svg.path("M0-12L13 11H-13ZM0-4V4M0 7V8")
HAIR = (
    svg.path("M-10-1Q-11-12 0-12Q11-12 10-1Q6-7-10-1"),
    svg.path("M-10 0V11M10 0V11M-10-2Q0-12 10-2M0-11L-8-15V-8ZM0-11L8-15V-8Z"),
    svg.path("M-10-4H10L5-8Q5-13 11-12Q2-18-3-12Q-8-9-10-4Z") + svg.circle(12, -11, 2),
    svg.path("M-10-3Q0-13 10-3M0-11V-7M-10 1L-13 5L-10 9L-13 13M10 1L13 5L10 9L13 13"),
)
CARD_ICONS = (
    "",
    svg.path("M9-11L-5 5M9-11L8-6M9-11L4-10M-8 1L0 9M-5 5L-10 11"),
    svg.path("M0-11L9-8V0Q9 8 0 12Q-9 8-9 0V-8Z"),
    svg.path("M0-12L3-3L12-3L5 2L7 11L0 6L-7 11L-5 2L-12-3L-3-3Z"),
)
TIMING_ICONS = {
    "instant": svg.path("M2-6L-4 1H0L-2 6L4-1H0Z", fill="ink"),
    "after_combat": svg.path("M-4-6H4L-4 6H4Z", fill="ink"),
    "permanent": svg.rect(-4, -4, 8, 8, fill="ink"),
}
MOON = "M3-8A8 8 0 1 0 8 3A6.5 6.5 0 1 1 3-8Z"


def symbols(view: View) -> dict[str, str]:
    """Creatures, events, children, action cards and the backs of cards."""
    tables = view.tables
    found = {f"nocturna-{card}": svg.group(CARD_ICONS[k], **PEN) for k, card in enumerate(render.CARDS) if k}
    found |= {f"nocturna-{name}": shape for name, shape in TIMING_ICONS.items()}
    found |= {f"nocturna-child-{k}": svg.group(svg.circle(0, 1, 10), hair, **PEN) for k, hair in enumerate(HAIR)}
    for kind, foe in [*enumerate(tables.nightmare), *enumerate(tables.boss, st.KINDS)]:
        found[f"nocturna-foe-{kind}"] = svg.group(CREATURES.get(foe.name, PLAIN), **PEN)
    arch = svg.path("M-9 13V-4A9 9 0 0 1 9-4V13Z", fill="level2", stroke="line")
    found["nocturna-door"] = arch + svg.moved(0, -2, svg.path(MOON, fill="card"), scale=0.6)
    found["nocturna-event"] = svg.group(EVENT, **PEN)
    found["nocturna-back"] = svg.rect(-10, -14, 20, 28, rx=3, fill="level3", stroke="ink") + svg.path(
        MOON, fill="paper"
    )
    found["nocturna-lead"] = svg.path("M-5-6H6L3-2L6 2H-5M-5-6V7", fill="act", stroke="act", stroke_width=1.5)
    return found


def picture(view: View, canvas: Canvas) -> svg.Box:
    """The question, the combat, the locations, the children and the Master's cards."""
    state = view.state
    rooms = [_room(view, canvas, place) for place in range(st.LOCATIONS) if state.loc_kind[place] >= 0]
    children = [_child(view, canvas, seat - 1) for seat in view.order if seat > 0]
    parts = [_head(view, canvas), *_sheets(view, canvas), *_combat(view, canvas)]
    parts += [svg.column([svg.row(rooms[k : k + 2]) for k in range(0, len(rooms), 2)])] if rooms else []
    parts.append(svg.column([svg.row(children[k : k + 2]) for k in range(0, len(children), 2)]))
    if view.seat == 0:
        parts.insert(1, _master(view, canvas))
    else:
        parts.append(_master(view, canvas))
    return svg.columns([*parts, _piles(view)], canvas.width)


board = picture


def _head(view: View, canvas: Canvas) -> svg.Box:
    """The rounds, boss rounds as diamonds, the player who is asked, and a button to pass."""
    number, last = view.state.round_no, view.state.rounds_total
    step = (WIDE - 32) / max(last - 1, 1)
    parts = [svg.path(f"M8 11H{8 + step * (last - 1):.0f}", stroke="line", stroke_width=2)]
    for each in range(1, last + 1):
        x, boss = 8 + step * (each - 1), each % st.ZONE == 0
        paint = "act" if each == number else "level3" if each < number else "card"
        shape = f"M{x:.1f} 0L{x + 11:.1f} 11L{x:.1f} 22L{x - 11:.1f} 11Z"
        body = svg.path(shape, fill=paint, stroke="ink") if boss else svg.circle(x, 11, 8, fill=paint, stroke="line")
        parts.append(
            body + svg.text(x, 14.5, str(each), TINY, text_anchor="middle", fill="paper" if each == number else "ink")
        )
    lines = [svg.paragraph(line, WIDE - 16, svg.SMALL) for line in (render.waits(view), render.pending(view)) if line]
    if canvas.offered([st.BASE.decline]):
        lines.append(button(canvas, [st.BASE.decline], canvas.words(st.BASE.decline)))
    return svg.panel(svg.Box(WIDE - 16, 23, "".join(parts)), *lines, title=render.headline(view))


# ---- who fights


def _cards(card: Foe | Child, width: float) -> list[svg.Box]:
    """The three action cards, one a line."""
    lines = []
    for name in render.CARDS[1:]:
        icon = svg.Box(12, 12, svg.use(f"nocturna-{name}", 6, 7, 0.45))
        lines.append(svg.row([icon, svg.paragraph(render.brief(getattr(card, name)), width - 15, TINY)], 3))
    return lines


def _framed(inner: svg.Box, width: float, lead: bool = False, faded: bool = False) -> svg.Box:
    """A frame around a part, with a flag for the initiative."""
    frame = svg.rect(0.5, 0.5, width - 1, inner.height + 9, rx=6, fill="level0" if faded else "card", stroke="line")
    flag = svg.use("nocturna-lead", width - 11, 11) if lead else ""
    return svg.Box(width, inner.height + 10, frame + svg.moved(5, 5, inner.body) + flag)


def _foe(view: View, canvas: Canvas, j: int, width: float) -> svg.Box:
    """A foe of the combat."""
    state, kind, inner = view.state, view.state.foe_kind[j], width - 10
    life, most = state.foe_life[j], state.foe_max[j]
    words = f"life {life}/{most}" if life else "defeated"
    tokens = [f"shield {state.foe_shield[j]}"] * (state.foe_shield[j] > 0)
    tokens += [f"hits +{state.foe_emp[j]}"] * (state.foe_emp[j] > 0)
    art = svg.use(f"nocturna-foe-{kind}", inner / 2, 17, opacity=None if life else "0.35")
    parts = [
        svg.Box(inner, 34, art),
        svg.paragraph(render.foe_name(view.tables, view.record, j), inner, TINY),
        bar(inner, life, most, "red"),
        svg.paragraph(", ".join([words, *tokens]), inner, svg.SMALL, bold=True),
        *_cards(render.foe_row(view, kind), inner),
    ]
    block = _framed(svg.column(parts, 2), width, state.lead_foe == j, not life)
    return offered(canvas, [st.BASE.foe + j], block, _differs(canvas, ("foe_life", "foe_shield", "foe_emp"), j))


def _differs(canvas: Canvas, names: Iterable[str], *place: int) -> bool:
    """Whether one of `fields` differs from the position before."""
    return any(canvas.changed(name, *place) for name in names)


def _face(view: View, child: int, x: float, y: float, scale: float = 1) -> str:
    """A child's face; a defeated child sleeps."""
    sheet, asleep = view.state.sheet[child], view.state.insomnia[child] > st.CAP.insomnia
    eyes = "M-6 1Q-4 3-2 1M2 1Q4 3 6 1M-1 6H1" if asleep else "M-4 0V2M4 0V2M-3 6Q0 8 3 6"
    whole = svg.use(f"nocturna-child-{sheet}", 0, 0) if sheet >= 0 else svg.circle(0, 1, 10, **PEN)
    dreams = svg.text(9, -8, "z", 11, font_weight="bold") if asleep else ""
    return svg.moved(x, y, whole, svg.path(eyes, **PEN), dreams, scale=scale)


def _fighter(view: View, canvas: Canvas, child: int, width: float) -> svg.Box:
    """A child of the combat."""
    state, inner = view.state, width - 10
    asleep = state.insomnia[child] > st.CAP.insomnia
    parts = [
        svg.Box(inner, 34, _face(view, child, inner / 2, 17, 1.2)),
        svg.paragraph(render.child_name(view.tables, view.record, child), inner, TINY),
        bar(inner, state.insomnia[child], st.CAP.insomnia, "blue"),
        svg.paragraph(render.condition(view, child), inner, svg.SMALL, bold=True),
        *_cards(view.tables.child[state.sheet[child]], inner),
    ]
    block = _framed(svg.column(parts, 2), width, state.lead_child == child, asleep)
    return offered(
        canvas, render.aims(view, child), block, _differs(canvas, ("insomnia", "shield", "charge", "stun"), child)
    )


def _combat(view: View, canvas: Canvas) -> list[svg.Box]:
    """Foes above, children below, and the action cards between them."""
    state = view.state
    if not (title := render.combat_title(view)):
        return []
    foes = [j for j in range(st.FOES) if state.foe_kind[j] >= 0]
    children = [child for child in range(len(view.seats) - 1) if state.in_battle[child]]
    count = max(len(foes), len(children), 2)
    width = (WIDE - 16 - 5 * (count - 1)) / count
    parts = [svg.row([_foe(view, canvas, j, width) for j in foes], 5)]
    if state.turn:
        parts.append(_played(view, canvas))
        parts.append(svg.row([_fighter(view, canvas, child, width) for child in children], 5))
    return [svg.panel(*parts, title=title)]


def _played(view: View, canvas: Canvas) -> svg.Box:
    """The action cards of this turn or of the last one, and the cards to choose from."""
    state = view.state
    now = state.card_master != 0
    shown = (state.card_master, state.card_child) if now else (state.last_master, state.last_child)
    parts = [
        svg.paragraph("attack beats skill, skill beats defence, defence beats attack", WIDE - 16, TINY, fill="faint")
    ]
    if shown[0]:
        parts = [svg.paragraph("this turn" if now else "last turn", WIDE - 16, svg.SMALL, fill="faint")]
        new = canvas.changed("card_master") or canvas.changed("last_master") or canvas.changed("turn")
        cards = []
        for name, card in zip(("Master", "child"), shown, strict=True):
            words = "a card" if card == st.UNKNOWN else "not yet" if state.phase == st.Phase.CHILD_CARD else "no turn"
            words = f"{name}: {render.CARDS[card] if card > 0 else words}"
            cards += [
                svg.Box(26, 34, _action_card(card) + svg.fresh(0, 0, 26, 34) * new),
                svg.paragraph(words, 90, svg.SMALL),
            ]
        parts.append(svg.row(cards, 6))
    choose = state.phase in (st.Phase.MASTER_CARD, st.Phase.CHILD_CARD)
    offered = canvas.offered(range(st.BASE.card, st.BASE.child)) if choose else []
    names = [render.CARDS[action] for action in offered]
    pictures = [svg.Box(18, 20, svg.use(f"nocturna-{name}", 9, 10, 0.8)) for name in names]
    buttons = [button(canvas, [a], *pair) for a, pair in zip(offered, zip(names, pictures, strict=True), strict=True)]
    return svg.column([*parts, svg.flow(buttons, WIDE - 16, 5)] if buttons else parts, 3)


def _action_card(card: int) -> str:
    """An action card, its back, or an empty place."""
    if card == st.UNKNOWN:
        return widgets.back("nocturna-back", 26, 34).body
    if card == 0:
        return svg.rect(0.5, 0.5, 25, 33, rx=4, fill="none", stroke="line", stroke_dasharray="3 2")
    face = svg.rect(0.5, 0.5, 25, 33, rx=4, fill="fog", stroke="ink")
    return face + svg.use(f"nocturna-{render.CARDS[card]}", 13, 17, 0.8)


# ---- rooms and children


def _reward(view: View, canvas: Canvas, kind: int, count: int, width: float, actions: list[int]) -> svg.Box:
    """A reward: its timing as a shape, its name and its provision."""
    card = view.tables.reward[kind]
    words = svg.paragraph(f"{count} " * (count > 1) + card.words, width - 36, svg.SMALL)
    tall = max(words.height, 16)
    body = svg.use(f"nocturna-{card.timing}", 7, tall / 2) + svg.moved(15, (tall - words.height) / 2, words.body)
    body += svg.circle(width - 9, tall / 2, 7.5, fill="none", stroke="faint")
    body += svg.text(width - 9, tall / 2 + 3.5, str(card.provision), TINY, text_anchor="middle")
    block = svg.Box(width, tall + 4, svg.moved(0, 2, body))
    return offered(canvas, actions, block, title=card.words)


def _room(view: View, canvas: Canvas, place: int) -> svg.Box:
    """A location: nightmares, rewards and children there."""
    state, inner = view.state, HALF - 16
    card = view.tables.location[state.loc_kind[place]]
    rewards, nightmares = render.lying(view, place)
    words = svg.paragraph(f"rewards {card.reward}, nightmares up to {card.nightmares}", inner, TINY, fill="faint")
    parts = [svg.Box(inner, words.height, words.body + svg.use("nocturna-door", inner - 7, -17, 0.8))]
    hidden = [kind for kind in nightmares if kind == st.UNKNOWN]
    if hidden:
        backs = "".join(svg.moved(24 * k - 3, -2, _action_card(st.UNKNOWN)) for k in range(len(hidden)))
        mark = svg.fresh(-1, 0, 24 * len(hidden) - 2, 30) if canvas.changed("loc_nm", place) else ""
        parts.append(
            svg.row(
                [svg.Box(24 * len(hidden), 30, backs + mark), svg.paragraph(f"{len(hidden)} face down", 70, svg.SMALL)],
                4,
            )
        )
    side = "" if state.loc_up[place] else " (face down)"
    for slot, kind in enumerate(kind for kind in nightmares if kind >= 0):
        words = svg.paragraph(render.kind_name(view.tables, kind) + side, inner - 28, svg.SMALL)
        mark = svg.fresh(0, 0, inner, 24) if canvas.changed("loc_nm", place, slot) else ""
        parts.append(svg.row([svg.Box(24, 24, svg.use(f"nocturna-foe-{kind}", 12, 12, 0.8) + mark), words], 4))
    parts += [_reward(view, canvas, kind, 1, inner, []) for kind in rewards]
    there = [child for child in range(len(view.seats) - 1) if state.loc[child] == place]
    faces = []
    for k, child in enumerate(there):
        mark = svg.fresh(32 * k, 0, 28, 32) if canvas.changed("loc", child) else ""
        faces.append(_face(view, child, 14 + 32 * k, 17, 0.95) + mark)
    parts += [svg.Box(inner, 32, "".join(faces))] if faces else []
    title = f"{place} {card.words}"
    actions = [st.BASE.location + place, *(st.BASE.place + st.LOCATIONS * kind + place for kind in range(st.KINDS))]
    looted = state.battle == place and (state.turn > 0 or state.phase == st.Phase.LOOT)
    return offered(canvas, actions, svg.panel(*parts, width=HALF, title=title, mark=looted), title=title)


def _child(view: View, canvas: Canvas, child: int) -> svg.Box:
    """A child, its cards and its location."""
    state, inner = view.state, HALF - 16
    asked, you = render.is_asked(view, child + 1), " (you)" * (child + 1 == view.seat)
    where = {st.LEFT_BEHIND: "left behind", -1: ""}.get(state.loc[child], f"at location {state.loc[child]}")
    words = [render.condition(view, child), where]
    lines = [svg.paragraph(line, inner - 40, svg.SMALL) for line in words if line]
    head = svg.row([svg.Box(32, 34, _face(view, child, 16, 18, 1.2)), svg.column(lines, 2)], 8)
    aims = [] if state.in_battle[child] else render.aims(view, child)
    new = _differs(canvas, ("insomnia", "charge"), child)
    parts = [offered(canvas, aims, svg.Box(inner, head.height, head.body), new)]
    parts.append(bar(inner, state.insomnia[child], st.CAP.insomnia, "blue"))
    for name, label in (("hand", "hand"), ("active", "on the table")):
        counts = getattr(state, name)[child]
        if any(counts):
            parts.append(svg.paragraph(label, inner, TINY, fill="faint"))
        for kind in range(st.REWARDS):
            if counts[kind]:
                actions = render.uses(kind) if asked and name == "hand" else []
                block = _reward(view, canvas, kind, counts[kind], inner, actions)
                mark = svg.fresh(0, 0, inner, block.height) if canvas.changed(name, child, kind) else ""
                parts.append(svg.Box(inner, block.height, block.body + mark))
    title = render.child_name(view.tables, view.record, child) + you
    return widgets.player(view, child + 1, svg.column(parts, 3), width=HALF, title=title)


def _sheets(view: View, canvas: Canvas) -> list[svg.Box]:
    """The free sheets, while children choose them."""
    if view.state.phase != st.Phase.SHEET:
        return []
    shown, inner = [], HALF - 18
    for number in range(st.SHEETS):
        if number not in view.state.sheet:
            card = view.tables.child[number]
            eyes = svg.path("M-4 0V2M4 0V2M-3 6Q0 8 3 6", **PEN)
            face = svg.moved(inner / 2, 18, svg.use(f"nocturna-child-{number}", 0, 0), eyes, scale=1.2)
            head = [svg.Box(inner, 36, face), svg.paragraph(card.words, inner, svg.SMALL, bold=True)]
            block = _framed(svg.column([*head, *_cards(card, inner)], 3), HALF - 8)
            shown.append(offered(canvas, [st.BASE.sheet + number], block))
    return [svg.panel(svg.flow(shown, WIDE - 16, 5), title="sheets")]


# ---- the Master's cards, piles


def _master(view: View, canvas: Canvas) -> svg.Box:
    """The Master's hand, or card backs with their number."""
    state, count = view.state, render.master_hand(view)
    title = f"{'the Master' + ' (you)' * (view.seat == 0)}: {count} cards"
    inner = WIDE - 16
    if state.mp_unseen:
        mark = svg.fresh(0, 0, 24, 32) if canvas.changed("mp_unseen") else ""
        back = svg.Box(24, 32, svg.use("nocturna-back", 12, 16) + mark)
        hidden = widgets.labelled(back, "? hidden from the children", inner, 8)
        return widgets.player(view, 0, hidden, title=title)
    width = (inner - 15) / 4
    hand = [_held(view, canvas, kind, width) for kind in range(st.KINDS) if state.mp_hand[kind]]
    shown = svg.flow(hand, inner, 5) if hand else svg.paragraph("no card", inner, svg.SMALL)
    return widgets.player(view, 0, shown, title=title)


def _held(view: View, canvas: Canvas, kind: int, width: float) -> svg.Box:
    """A card of the Master's hand."""
    tables, inner, count = view.tables, width - 10, view.state.mp_hand[kind]
    creatures = len(tables.nightmare)
    art = f"nocturna-foe-{kind}" if kind < creatures else "nocturna-event"
    parts = [
        svg.Box(inner, 32, svg.use(art, inner / 2, 16)),
        svg.paragraph(render.kind_name(tables, kind), inner, TINY),
    ]
    if kind < creatures:
        parts += [svg.paragraph(f"life {tables.nightmare[kind].life}", inner, TINY, bold=True)]
        parts += _cards(tables.nightmare[kind], inner)
    else:
        event = tables.event[kind - creatures]
        parts += [svg.paragraph(f"{event.label}, cost {event.cost}", inner, TINY, bold=True)]
        parts += [svg.paragraph(render.brief(event.effects), inner, TINY)]
    block = widgets.copies(_framed(svg.column(parts, 2), width), count, 10)
    places = range(st.BASE.place + st.LOCATIONS * kind, st.BASE.place + st.LOCATIONS * (kind + 1))
    actions = [st.BASE.event + kind, st.BASE.discard + kind, *places]
    return offered(canvas, actions, block, canvas.changed("mp_hand", kind), render.kind_name(tables, kind))


def _piles(view: View) -> svg.Box:
    """Decks and discards in words, and a legend of the signs."""
    inner, parts = WIDE - 16, []
    for name, words in (("instant", "at once"), ("after_combat", "until combats end"), ("permanent", "until the boss")):
        parts.append(
            svg.row(
                [svg.Box(12, 14, svg.use(f"nocturna-{name}", 6, 8)), svg.paragraph(words, 82, TINY, fill="faint")], 2
            )
        )
    signs = [svg.row(parts, 4), svg.paragraph("number in a ring: provision", inner, TINY, fill="faint")]
    lines = [svg.paragraph(line, inner, svg.SMALL, fill="faint") for line in render.piles(view)]
    return svg.panel(*lines, *signs, title="piles")
