"""Drawings of Camino a Nocturna, each around (0, 0): creatures, children, rewards, action cards, effects."""

from __future__ import annotations

from functools import lru_cache

from medianoche.envs.core.show import svg
from medianoche.envs.core.show.view import View
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.opcodes import WHOLE, Op, parse
from medianoche.envs.nocturna.words import text as render

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
"""Attack, defence, skill."""
CARD_PAINTS = ("", "red", "blue", "moon")
MOON = "M3-8A8 8 0 1 0 8 3A6.5 6.5 0 1 1 3-8Z"
REWARDS = {
    "pastel_de_cumpleanos": svg.path("M-10 9V1H10V9ZM-10 4Q-5 8 0 4Q5 8 10 4M-5 1V-6M5 1V-6M0 1V-6M0-10V-9"),
    "comida_para_conejos": svg.path("M1-4L5 1L-9 10ZM2-5Q1-12 5-7Q11-9 8-3Q13-1 6 1"),
    "manzanilla": _dots((0, 0, 3.5), (0, -7, 3.5), (7, 0, 3.5), (-7, 0, 3.5), (0, 7, 3.5)),
    "rifle_de_juguete": svg.path("M-12 9L-8 3L10-8L12-5L-2 4L-4 9L-9 11Z"),
    "linterna_escacharrada": svg.path("M-4 0H4V12H-4ZM-4 0L-7-5H7L4 0M-5-8L-7-12M0-8V-13M5-8L7-12M0 4V6"),
    "galletas_de_avena": _dots((0, 0, 11), (-4, -4, 1.3), (4, -2, 1.3), (-2, 4, 1.3), (5, 5, 1.3)),
    "conejo_de_peluche": _dots((0, 4, 8))
    + svg.path("M-5-3Q-9-14-4-13Q-1-11-2-4M5-3Q9-14 4-13Q1-11 2-4M-3 3V4M3 3V4M-2 8H2"),
    "manta_gruesa": svg.path("M-11-9H11V7H-11ZM-11-3H11M-11 2H11M-9 7V11M-3 7V11M3 7V11M9 7V11"),
    "espada_de_madera": svg.path("M0-13L3-9V4H-3V-9ZM-7 4H7M0 4V12"),
    "escudo_de_carton": svg.path("M-9-10H9V0Q9 8 0 12Q-9 8-9 0ZM0-10V12M-9-1H9"),
    "osito_valiente": _dots((0, 2, 9), (-8, -7, 4), (8, -7, 4), (0, 5, 3)) + svg.path("M-4-1V0M4-1V0"),
    "caja_de_musica": svg.path("M-11 0H11V11H-11ZM0 0V-10L7-12V-4") + _dots((-2.5, -1, 2.5), (4.5, -4, 2.5)),
    "beso_de_buenas_noches": svg.path("M0 10C-17-2-9-14 0-5C9-14 17-2 0 10ZM-4 0H4"),
    "vaso_de_leche": svg.path("M-7-11H7L5 12H-5ZM-6-4H6"),
    "atrapasuenos": _dots((0, -4, 8)) + svg.path("M0-12L4 3L-8-5H8L-4 3ZM-5 4V12M0 4V13M5 4V12"),
}
"""Rewards by the name in the pack; any other name has the gift."""
GIFT = svg.path("M-9-4H9V10H-9ZM-11-8H11V-4H-11ZM0-8V10M0-8Q-8-14-6-8M0-8Q8-14 6-8")
SHIELD = "M-5-6H5V0Q5 5 0 7Q-5 5-5 0Z"
CARD = "M-4-6H4V6H-4Z"
STAR = "M0-6L1.7-1.8L6-1.8L2.6 1L4 6L0 3L-4 6L-2.6 1L-6-1.8L-1.7-1.8Z"
GLYPHS = {
    Op.HIT: ("red", "M0-7L2-2.5L7-4L4 0.5L7 5L1.5 3.5L0 7L-1.5 3.5L-7 5L-4 0.5L-7-4L-2-2.5Z"),
    Op.SHIELD: ("blue", SHIELD),
    Op.RESTORE: ("green", "M2-6A6 6 0 1 0 6 2A5 5 0 1 1 2-6Z"),
    Op.STUN: ("moon", STAR),
    Op.BOTTLE: ("pink", "M-1.5-7H1.5V-3Q5-2 5 2V7H-5V2Q-5-2-1.5-3Z"),
    Op.EMPOWER: ("orange", "M0-7L6-1H2.5V6H-2.5V-1H-6Z"),
    Op.CHARGE: ("moon", "M2-7L-5 1H-1L-2 7L5-2H1Z"),
    Op.COVER: ("blue", "M-7 0A7 7 0 0 1 7 0ZM-0.7 0V5Q-0.7 7 -3 6L-2.5 5Q-1 6-1 5Z"),
    Op.MARK: ("pink", "M-7 0A7 7 0 1 0 7 0A7 7 0 1 0-7 0ZM-4 0A4 4 0 1 1 4 0A4 4 0 1 1-4 0ZM-1.5-1.5H1.5V1.5H-1.5Z"),
    Op.DRAW: ("orange", CARD + "M6-3H8V-5H9V-3H11V-2H9V0H8V-2H6Z"),
    Op.DISCARD: ("green", CARD + "M6-3H11V-2H6Z"),
    Op.STRIP: ("orange", "M-5-6H1L-2 0L2 1L-1 7Q-5 5-5 0ZM3-6H5V0Q5 3 3 5L4 0L1-1Z"),
    Op.SNATCH: ("pink", "M-6-6H-3V1H-2V-7H1V1H2V-6H5V3Q5 7 0 7Q-6 7-6 2Z"),
    Op.REVEAL: ("moon", "M-7 0Q0-8 7 0Q0 8-7 0ZM-2 0A2 2 0 1 1 2 0A2 2 0 1 1-2 0Z"),
    Op.REVIVE: ("green", "M0 7C-11 0-7-9 0-3C7-9 11 0 0 7Z"),
    Op.STEADY: ("blue", "M-1-7H1V-3H4V-1H1V5Q5 4 6 1L7 3Q5 7 0 7Q-5 7-7 3L-6 1Q-5 4-1 5V-1H-4V-3H-1Z"),
    Op.HUSH: ("green", "M-7-1H7V1H-7Z"),
}
"""Colour and outline of what an effect does."""
BONUS = {
    Op.ATTACK_BONUS: Op.HIT,
    Op.DEFENCE_BONUS: Op.SHIELD,
    Op.OPENING_SHIELD: Op.SHIELD,
    Op.OPENING_RESTORE: Op.RESTORE,
}
"""Passive effects look like what they add to."""
HAIR = (
    svg.path("M-10-1Q-11-12 0-12Q11-12 10-1Q6-7-10-1", fill="wood"),
    svg.path("M-10 0V11M10 0V11M-10-2Q0-12 10-2M0-11L-8-15V-8ZM0-11L8-15V-8Z"),
    svg.path("M-10-4H10L5-8Q5-13 11-12Q2-18-3-12Q-8-9-10-4Z", fill="blue") + svg.circle(12, -11, 2),
    svg.path("M-10-3Q0-13 10-3M0-11V-7M-10 1L-13 5L-10 9L-13 13M10 1L13 5L10 9L13 13"),
)
BACK = svg.rect(-11, -15, 22, 30, rx=3, fill="level3", stroke="line") + svg.path(MOON, fill="moon")


def symbols(view: View) -> dict[str, str]:
    """All drawings by name."""
    tables = view.tables
    bodies = {
        f"nocturna-{card}": svg.group(CARD_ICONS[k], **PEN | {"stroke": CARD_PAINTS[k]})
        for k, card in enumerate(render.CARDS)
        if k
    }
    bodies |= {f"nocturna-op{op}": svg.path(d, fill=paint, fill_rule="evenodd") for op, (paint, d) in GLYPHS.items()}
    bodies |= {f"nocturna-op{op}": svg.use(f"nocturna-op{of}", 0, 0) for op, of in BONUS.items()}
    skin = svg.circle(0, 1, 10, fill="card")
    bodies |= {f"nocturna-child-{k}": svg.group(skin, hair, **PEN) for k, hair in enumerate(HAIR)}
    for kind, foe in [*enumerate(tables.nightmare), *enumerate(tables.boss, st.KINDS)]:
        bodies[f"nocturna-foe-{kind}"] = svg.group(CREATURES.get(foe.name, PLAIN), **PEN)
    for kind, reward in enumerate(tables.reward):
        bodies[f"nocturna-reward-{kind}"] = svg.group(REWARDS.get(reward.name, GIFT), **PEN)
    bodies["nocturna-event"] = svg.group(svg.path("M0-12L13 11H-13ZM0-4V4M0 7V8"), **PEN | {"stroke": "orange"})
    bodies["nocturna-back"] = BACK
    bodies["nocturna-lead"] = svg.path("M-5-6H6L3-2L6 2H-5M-5-6V7", fill="orange", stroke="orange", stroke_width=1.5)
    return bodies


@lru_cache(1 << 10)
def effects(listed: tuple[str, ...]) -> svg.Box:
    """Effects as signs with their amounts; three dots below a sign say that it is for a whole side."""
    parts = []
    x = 6.0
    for effect in map(parse, listed):
        parts.append(svg.use(f"nocturna-op{effect.op}", x, 7, 0.85))
        if effect.scope in WHOLE:
            parts.append(svg.group(*(svg.circle(x + d, 14.4, 0.9) for d in (-3, 0, 3)), fill="ink"))
        x += 8
        if effect.amount:
            parts.append(svg.text(x, 11, str(effect.amount), 11, font_weight="bold"))
            x += 7 * len(str(effect.amount))
        x += 8
    if not parts:
        parts.append(svg.path("M0 8H8", stroke="faint", stroke_width=1.5))
    return svg.Box(max(x - 7, 8), 16, "".join(parts))
