"""Camino a Nocturna as a picture: the road of rounds, rooms, the combat, children, the Master's hand, piles."""

from __future__ import annotations

from collections.abc import Iterable

from medianoche.envs.core.show import svg, widgets
from medianoche.envs.core.show.view import Canvas, View, button
from medianoche.envs.core.show.widgets import area, bar, offered, piece
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.numbers import CAP, ZONE
from medianoche.envs.nocturna.opcodes import Op
from medianoche.envs.nocturna.pack import Child, Foe
from medianoche.envs.nocturna.packs import art
from medianoche.envs.nocturna.words import text as render

GROUND = "dream"
TINY = 9.5
HEAD, ROOM, STAGE, DUEL, CHILD, HAND, PILES = 70.0, 102.0, 158.0, 136.0, 154.0, 102.0, 92.0
"""Heights of the panels."""
symbols = art.symbols


def picture(view: View, canvas: Canvas) -> svg.Box:
    """The whole table: the same panels in either width, at places that follow from the number of children alone."""
    whole = canvas.width
    wide = canvas.wide
    children = [seat - 1 for seat in view.order if seat] if view.seat else list(range(len(view.seats) - 1))
    across = len(children) if wide else 2
    breadth = (whole - 8 * (across - 1)) / across
    sheets = [_child(view, canvas, child, breadth) for child in children]
    hand, piles = (406.0, 290.0) if wide else (whole, whole)
    low = [_master(view, canvas, hand), _piles(view, piles, HAND if wide else PILES)]
    rooms = _rooms(view, canvas, whole)
    stage = _stage(view, canvas, whole, wide)
    return svg.column(
        [
            _head(view, canvas, whole),
            rooms,
            stage,
            *(svg.row(sheets[k : k + across]) for k in range(0, len(sheets), across)),
            svg.row(low) if wide else svg.column(low),
        ],
        6 if wide else svg.GAP,
    )


def board(view: View, canvas: Canvas) -> svg.Box:
    """The rooms and the combat."""
    return svg.column([_rooms(view, canvas, canvas.width), _stage(view, canvas, canvas.width, False)])


def _head(view: View, canvas: Canvas, width: float) -> svg.Box:
    """The road of rounds with its bosses, the question, and a button to pass."""
    number = view.state.round_no
    last = view.state.rounds_total
    inner = width - 14
    step = (inner - 28) / max(last - 1, 1)
    road = "M14 14" + "".join(
        f"Q{14 + step * (k + 0.5):.1f} {14 + 9 * (-1) ** k} {14 + step * (k + 1):.1f} 14" for k in range(last - 1)
    )
    parts = [widgets.sky(inner, 30), svg.path(road, fill="none", stroke="line", stroke_width=3)]
    for round_number in range(1, last + 1):
        x = 14 + step * (round_number - 1)
        boss = round_number % ZONE == 0
        paint = "level4" if round_number < number else "card"
        shape = f"M{x - 10:.1f} 24V6H{x - 6:.1f}V10H{x - 2:.1f}V6H{x + 2:.1f}V10H{x + 6:.1f}V6H{x + 10:.1f}V24Z"
        parts.append(
            svg.path(shape, fill=paint, stroke="faint") if boss else svg.circle(x, 14, 9, fill=paint, stroke="faint")
        )
        parts.append(svg.text(x, 18.5 if not boss else 20.5, str(round_number), 10, text_anchor="middle"))
        if round_number == number:
            parts.append(piece("night", svg.circle(x, 15, 13, fill="none", stroke="moon", stroke_width=3)))
    lines = [line for line in (render.waits(view), render.pending(view)) if line]
    ask = svg.Box(0, 0, "")
    give_up = canvas.offered([st.BASE.decline])
    if give_up:
        ask = button(canvas, give_up, canvas.words(st.BASE.decline))
        ask = svg.Box(ask.width, 22, svg.moved(0, -4, ask.body))
    words_width = inner - ask.width - 8
    tall = 46 if width < svg.COLUMN else 29
    words = svg.paragraph(". ".join(lines), words_width, svg.SIZE - 1, bold=True)
    if words.height > tall:
        words = svg.paragraph(". ".join(lines), words_width, svg.LEAST)
    asked = svg.row([widgets.fitted(words, words_width, tall), ask])
    height = HEAD + 24 * (width < svg.COLUMN)
    return area("head", width, height, svg.Box(inner, 27, "".join(parts)), asked, fill="level0", gap=0)


# ---- rooms


def _rooms(view: View, canvas: Canvas, width: float) -> svg.Box:
    """The four rooms, side by side or two by two; empty places in rounds of a boss. A phone shows the first one where a
    room is to be chosen."""
    across = 4 if width > svg.COLUMN else 2
    room_width = (width - 8 * (across - 1)) / across
    rooms = [_room(view, canvas, place, room_width) for place in range(st.LOCATIONS)]
    return svg.column([svg.row(rooms[k : k + across]) for k in range(0, len(rooms), across)])


def _room(view: View, canvas: Canvas, place: int, width: float) -> svg.Box:
    """A location: places for its nightmares and rewards, and the children there in the door."""
    state = view.state
    inner = width - 14
    looted = state.battle == place and (state.turn > 0 or state.phase == st.Phase.LOOT)
    if state.loc_kind[place] < 0:
        return area(
            f"room{place}", width, ROOM, _shut(inner), title=f"{place + 1} {view.say('draw-shut')}", fill="level0"
        )
    card = view.tables.location[state.loc_kind[place]]
    rewards, nightmares = render.lying(view, place)
    title = f"{place + 1} {card.words}"
    foes = [_lying(view, canvas, place, k, kind) for k, kind in enumerate(nightmares)]
    foes += [widgets.slot(24, 30)] * max(card.nightmares - len(foes), 0)
    gifts = [_gift(view, kind, 1, looted and state.loot_slot == k) for k, kind in enumerate(rewards)]
    gifts += [widgets.slot(24, 30)] * max(card.reward - len(gifts), 0)
    rows = svg.column([widgets.fan(foes, 106, 3), widgets.fan(gifts, 106, 3)], 4)
    present = [child for child in range(len(view.seats) - 1) if state.loc[child] == place]
    faces = [piece(f"child{child}", _face(view, child, 21, 20 + 22 * k, 0.95)) for k, child in enumerate(present)]
    door = svg.path("M2 70V24A19 21 0 0 1 40 24V70Z", fill="level2" if present else "level0", stroke="line")
    new = any(canvas.changed("loc", child) for child in present)
    body = rows.body + svg.moved(inner - 42, -4, door, *faces, svg.fresh(1, 1, 40, 70) * new)
    first = place == 0 and any(canvas.offered(_into(other)) for other in range(st.LOCATIONS))
    shown = area(f"room{place}", width, ROOM, svg.Box(inner, 66, body), title=title, turn=looted, asked=first)
    return offered(canvas, _into(place), shown, title=view.say("to-place", place=render.location_name(view, place)))


def _into(place: int) -> list[int]:
    """The actions that lead into a room: of a child, and of each nightmare of the Master."""
    return [st.BASE.location + place, *(st.BASE.place + st.LOCATIONS * kind + place for kind in range(st.KINDS))]


def _shut(width: float) -> svg.Box:
    """The closed door of a room that is not in the game now, with a window onto the night."""
    door = svg.path("M2 70V26A24 24 0 0 1 50 26V70Z", fill="wood", stroke="line")
    pane = svg.path("M10 36V26A16 16 0 0 1 42 26V36Z", fill="level4")
    night = svg.moved(26, 26, svg.path("M3-7A7 7 0 1 0 7 4A5.5 5.5 0 1 1 3-7Z", fill="moon"))
    boards = svg.path("M10 44H42M10 53H42M10 62H42", stroke="line", stroke_width=1.2) + svg.circle(
        43, 48, 2, fill="moon"
    )
    return svg.Box(width, 70, svg.moved(width / 2 - 26, -4, door, pane, night, boards))


def _lying(view: View, canvas: Canvas, place: int, slot: int, kind: int) -> svg.Box:
    """A nightmare of a room, or its back; face down to the children, it is darker for the Master."""
    new = svg.fresh(0, 0, 24, 30) * canvas.changed("loc_nm", place, slot)
    if kind == st.UNKNOWN:
        return svg.Box(24, 30, piece("back", svg.use("nocturna-back", 12, 15)) + new)
    ground = svg.rect(0.5, 0.5, 23, 29, rx=3, fill="level1" if view.state.loc_up[place] else "level3", stroke="line")
    body = piece(f"foe{kind}", ground + svg.use(f"nocturna-foe-{kind}", 12, 15, 0.75))
    card = widgets.look(svg.Box(24, 30, body), render.kind_name(view, kind), *_told(view, render.foe_row(view, kind)))
    return card._replace(body=card.body + new)


def _told(view: View, card: Foe | Child) -> list[str]:
    """The three action cards in words."""
    return [f"{view.say(f'card-{name}')}: {render.brief(view, getattr(card, name))}" for name in render.CARDS[1:]]


def _gift(view: View, kind: int, count: int, bright: bool = False, active: bool = False) -> svg.Box:
    """A reward: its picture, and its provision below."""
    card = view.tables.reward[kind]
    ground = svg.rect(
        0.5,
        0.5,
        23,
        29,
        rx=3,
        fill="fog" if active else "card",
        stroke="moon" if bright else "line",
        stroke_width=2.5 if bright else 1,
    )
    icon = svg.use(f"nocturna-reward-{kind}", 12, 12, 0.68)
    marks = svg.text(12, 28, "•" * card.provision, 8, text_anchor="middle", fill="orange", letter_spacing="-0.5")
    provision = f"{view.say('draw-provision')} {card.provision}"
    lines = [render.brief(view, card.effects), view.say(f"draw-{card.timing}"), provision]
    body = piece(f"reward{kind}", ground, icon, marks)
    return widgets.look(widgets.copies(svg.Box(24, 30, body), count), card.words, *lines)


# ---- the combat


def _cards(card: Foe | Child) -> list[svg.Box]:
    """The three action cards, one a line, as signs."""
    icons = ((name, svg.use(f"nocturna-{name}", 7, 7, 0.5)) for name in render.CARDS[1:])
    return [svg.row([svg.Box(16, 15, icon), art.effects(getattr(card, name))], 2) for name, icon in icons]


def _life(width: float, value: int, most: int, paint: str, words: str, tokens: Iterable[tuple[int, int]]) -> svg.Box:
    """A bar with its number, and tokens as signs with their numbers."""
    parts = [bar(width, value, most, paint).body, svg.text(0, 19, words, 10, font_weight="bold")]
    x = svg.breadth(words, 10, bold=True) + 10
    for op, count in tokens:
        parts.append(svg.use(f"nocturna-op{op}", x, 15, 0.75) + svg.text(x + 6, 19, str(count), 10))
        x += 22
    return svg.Box(width, 21, "".join(parts))


def _foe(view: View, canvas: Canvas, j: int, width: float, height: float) -> svg.Box:
    """A foe of the combat; nothing where there is none."""
    kind = view.state.foe_kind[j]
    state = view.state
    inner = width - 8
    if kind < 0:
        return svg.Box(width, height, "")
    life = state.foe_life[j]
    row = render.foe_row(view, kind)
    tokens = [(Op.SHIELD, state.foe_shield[j])] * (state.foe_shield[j] > 0)
    tokens += [(Op.EMPOWER, state.foe_emp[j])] * (state.foe_emp[j] > 0)
    name = render.foe_name(view, j)
    parts = [
        svg.Box(inner, 26, piece(f"foe{kind}", svg.use(f"nocturna-foe-{kind}", inner / 2, 13, 0.9))),
        svg.line(view.tables.foe_words(kind), inner, TINY, bold=True, middle=True),
        _life(inner, life, state.foe_max[j], "red", f"{life}/{state.foe_max[j]}", tokens),
        *_cards(row),
    ]
    ground = svg.rect(0.5, 0.5, width - 1, height - 1, rx=6, fill="card" if life else "level0", stroke="line")
    flag = svg.use("nocturna-lead", width - 11, 12) * (state.lead_foe == j)
    mark = svg.text(6, 14, str(j + 1), 9, fill="faint")
    held = widgets.fitted(svg.column(parts, 1), inner, height - 8)
    inside = svg.group(svg.moved(4, 4, held.body), opacity=None if life else "0.45")
    block = widgets.look(svg.Box(width, height, ground + inside + flag + mark), name, *_told(view, row))
    new = any(canvas.changed(field, j) for field in ("foe_life", "foe_shield", "foe_emp"))
    return offered(canvas, [st.BASE.foe + j], block, new)


def _sheet(view: View, canvas: Canvas, number: int, width: float, height: float) -> svg.Box:
    """A child's sheet to choose; an empty place when it is taken."""
    if number in view.state.sheet:
        return widgets.slot(width, height)
    card = view.tables.child[number]
    inner = width - 10
    eyes = svg.path("M-4 0V2M4 0V2M-3 6Q0 8 3 6", **art.PEN)
    face = svg.moved(inner / 2, 18, svg.use(f"nocturna-child-{number}", 0, 0), eyes, scale=1.2)
    parts = [svg.Box(inner, 36, face), svg.line(card.words, inner, svg.SMALL, bold=True, middle=True), *_cards(card)]
    ground = svg.rect(0.5, 0.5, width - 1, height - 1, rx=6, fill="card", stroke="line")
    held = widgets.fitted(svg.column(parts, 3), inner, height - 10)
    block = widgets.look(svg.Box(width, height, ground + svg.moved(5, 5, held.body)), card.words, *_told(view, card))
    return offered(canvas, [st.BASE.sheet + number], block)


def _stage(view: View, canvas: Canvas, width: float, wide: bool) -> svg.Box:
    """Four places for foes, and the duel of action cards; at the start, the free sheets in place of foes."""
    inner = width - 14
    across = (inner - 298 if wide else inner) - 12
    stage_width = across / 4
    tall = STAGE - 14 - 21 + 20 * (not wide)
    choosing = view.state.phase == st.Phase.SHEET
    title = render.combat_title(view) or view.say("draw-sheets" if choosing else "draw-stage")
    boss = _boss_bar(view, canvas, title, inner)
    made = [(_sheet if choosing else _foe)(view, canvas, j, stage_width, tall) for j in range(st.FOES)]
    duel = _duel(view, canvas)
    if boss:  # it is alone, and has two places
        made = [_foe(view, canvas, 0, 2 * stage_width + 4, tall), svg.Box(2 * stage_width + 4, tall, "")]
    foes = svg.row(made, 4)
    if not choosing and max(view.state.foe_kind) < 0:  # no combat: the night
        moon = svg.path("M3-7A7 7 0 1 0 7 4A5.5 5.5 0 1 1 3-7Z", fill="moon", opacity="0.7")
        foes = foes._replace(body=widgets.sky(foes.width, tall) + svg.moved(foes.width / 2, tall / 2, moon, scale=4))
    if wide:
        return area(
            "stage",
            width,
            STAGE,
            *boss,
            svg.row([foes, svg.Box(288, tall, svg.moved(0, -8 + 5 * bool(boss), duel.body, scale=1.12))]),
            title="" if boss else title,
        )
    return area(
        "stage",
        width,
        STAGE + DUEL + 32,
        *boss,
        foes,
        svg.Box(inner, DUEL - 6, svg.moved(0, 0, duel.body, scale=1.28)),
        title="" if boss else title,
    )


def _boss_bar(view: View, canvas: Canvas, title: str, width: float) -> list[svg.Box]:
    """The life of the boss as a bar over the whole panel, in place of the title, in a combat with a boss."""
    state = view.state
    if not state.turn or state.battle != st.BOSS_BATTLE:
        return []
    life = state.foe_life[0]
    most = state.foe_max[0]
    around: dict[str, svg.Value] = {
        "font_weight": "bold",
        "stroke": "card",
        "stroke_width": 3,
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }
    ground = svg.rect(0.5, 0.5, width - 1, 17, rx=5, fill="level0", stroke="line")
    filled = svg.rect(1, 1, max((width - 2) * life / max(most, 1), 0), 16, rx=5, fill="red")
    words = svg.text(8, 13, svg.cut(title, width - 80, svg.SIZE, bold=True), svg.SIZE, **around)
    number = svg.text(width - 8, 13, f"{life}/{most}", svg.SIZE, text_anchor="end", **around)
    new = svg.fresh(0, 0, width, 18) * canvas.changed("foe_life", 0)
    return [svg.Box(width, 17, svg.group(ground, filled, words, number, new, data_bar="boss"))]


def _duel(view: View, canvas: Canvas) -> svg.Box:
    """The cards that the Master and the child play, and the three to choose from in the order in which they beat each
    other."""
    state = view.state
    now = state.card_master != 0
    shown = (state.card_master, state.card_child) if now else (state.last_master, state.last_child)
    words = view.say("draw-this") if now else view.say("draw-last") if shown[0] else ""
    fight = max(state.foe_kind) >= 0
    parts = [svg.text(56, 14, words, TINY, text_anchor="middle", fill="faint")]
    new = canvas.changed("card_master") or canvas.changed("last_master") or canvas.changed("turn")
    for k, card in enumerate(shown if fight else ()):
        parts.append(svg.moved(4 + 58 * k, 18, _action_card(card), svg.fresh(0, 0, 46, 62) * (new and card != 0)))
    parts.append(svg.text(56, 96, view.say("draw-against") if fight else "", TINY, text_anchor="middle", fill="faint"))
    choosing = state.phase in (st.Phase.MASTER_CARD, st.Phase.CHILD_CARD)
    spots = ((136, 4), (204, 4), (170, 56))  # attack, skill, defence: each beats the next
    parts.append(svg.path("M190 26H198M234 50L226 62M168 64L164 56", stroke="faint", stroke_width=2, fill="none"))
    parts.append(svg.path("M203 26L197 22V30ZM223 66L224 57L231 62ZM160 49L159 58L167 55Z", fill="faint"))
    for (x, y), card in zip(spots, (st.Card.ATTACK, st.Card.SKILL, st.Card.DEFENCE), strict=True):
        name = render.CARDS[card]
        size = min(8.5, 8.5 * 46 / svg.breadth(render.card_word(view, card), 8.5))
        face = svg.rect(0.5, 0.5, 51, 43, rx=5, fill="fog", stroke="line") + svg.use(f"nocturna-{name}", 26, 17, 0.9)
        block = svg.Box(52, 44, face + svg.text(26, 38.5, render.card_word(view, card), size, text_anchor="middle"))
        actions = [st.BASE.card + card - 1] if choosing else []
        parts.append(svg.moved(x, y, offered(canvas, actions, block, at=(52, 2)).body))
    return svg.Box(256, 100, "".join(parts))


def _action_card(card: int) -> str:
    """An action card, its back, or an empty place."""
    if card == 0:
        return widgets.slot(46, 62).body
    face = svg.rect(0.5, 0.5, 45, 61, rx=5, fill="level3" if card == st.UNKNOWN else "fog", stroke="ink")
    if card == st.UNKNOWN:
        return face + svg.use("nocturna-back", 23, 31, 1.3)
    return face + svg.use(f"nocturna-{render.CARDS[card]}", 23, 31, 1.4)


# ---- children


def _face(view: View, child: int, x: float, y: float, scale: float = 1) -> str:
    """A child's face; a defeated child has crosses for eyes."""
    sheet = view.state.sheet[child]
    defeated = view.state.insomnia[child] > CAP.insomnia
    eyes = "M-6-1L-2 3M-2-1L-6 3M2-1L6 3M6-1L2 3M-2 7Q0 5 2 7" if defeated else "M-4 0V2M4 0V2M-3 6Q0 8 3 6"
    whole = svg.use(f"nocturna-child-{sheet}", 0, 0) if sheet >= 0 else svg.circle(0, 1, 10, **art.PEN)
    return svg.moved(x, y, whole, svg.path(eyes, **art.PEN), scale=scale)


def _child(view: View, canvas: Canvas, child: int, width: float) -> svg.Box:
    """A child: face, insomnia, tokens, the three action cards, rewards in the hand and on the table."""
    inner = width - 14
    sheet = view.state.sheet[child]
    state = view.state
    asked = render.is_asked(view, child + 1)
    you = f" ({view.say('you')})" * (child + 1 == view.addressed)
    counts = (
        (Op.SHIELD, state.shield),
        (Op.CHARGE, state.charge),
        (Op.STUN, state.stun),
        (Op.BOTTLE, state.bottle),
    )
    tokens = [(op, held[child]) for op, held in counts if held[child]]
    tokens += [(Op.COVER, 1)] * (state.covered == child)
    defeated = state.insomnia[child] > CAP.insomnia
    words = "✕" if defeated else f"{state.insomnia[child]}/{CAP.insomnia}"
    life = _life(inner - 42, state.insomnia[child], CAP.insomnia, "pink", words, tokens)
    flag = svg.use("nocturna-lead", 34, 8, 0.9) * (state.lead_child == child)
    ground = svg.rect(0, 0, 38, 36, rx=8, fill="level2" if state.in_battle[child] else "level0")
    face = svg.Box(38, 36, ground + _face(view, child, 19, 19, 1.15) + flag)
    head = svg.row([face, svg.Box(inner - 42, 36, svg.moved(0, 8, life.body))], 4)
    shown = widgets.look(
        svg.Box(inner, 36, head.body),
        render.child_name(view, child),
        f"{view.say('token-insomnia')} {state.insomnia[child]}",
        *(_told(view, view.tables.child[sheet]) if sheet >= 0 else ()),
    )
    new = any(canvas.changed(name, child) for name in ("insomnia", "charge", "shield", "stun", "bottle"))
    parts = [offered(canvas, render.aims(view, child), shown, new)]
    parts += [svg.column(_cards(view.tables.child[sheet]), 0)] if sheet >= 0 else []
    cards = []
    for name in ("hand", "active"):
        for kind, count in enumerate(getattr(state, name)[child]):
            if count:
                actions = render.uses(kind) if asked and name == "hand" else []
                gift = _gift(view, kind, count, active=name == "active")
                begun = view.beginnings(canvas.offered(actions))
                cards.append(offered(canvas, actions, gift, canvas.changed(name, child, kind), begun))
    parts.append(widgets.fan(cards, inner, 3) if cards else widgets.slot(24, 30))
    title = render.child_name(view, child) + you
    return area(f"seat{child + 1}", width, CHILD, *parts, title=title, turn=asked, gap=2.5)


# ---- the Master's cards, piles


def _master(view: View, canvas: Canvas, width: float) -> svg.Box:
    """The Master's hand, or card backs."""
    state = view.state
    inner = width - 14
    you = f" ({view.say('you')})" * (view.addressed == 0)
    title = f"{view.say('master')}{you}: {render.master_hand(view)}"
    if state.mp_unseen:
        new = svg.fresh(0, 0, 48, 66) * canvas.changed("mp_unseen")
        backs = [svg.Box(48, 66, piece("back", svg.use("nocturna-back", 24, 33, 2.1)))] * state.mp_unseen
        whose = f"{view.say('master')}: {state.mp_unseen}"
        shown = widgets.look(widgets.fan(backs, inner, 4), whose, view.say("draw-hidden"))
        shown = shown._replace(body=shown.body + new)
    else:
        kinds = [kind for kind in range(st.KINDS) if state.mp_hand[kind]]
        card_width = min(max((inner + 4) / max(len(kinds), 1) - 4, 50), 60)
        hand = [_held(view, canvas, kind, card_width) for kind in kinds]
        shown = widgets.fan(hand, inner, 4) if hand else widgets.slot(52, 68)
    return area("seat0", width, HAND, shown, title=title, turn=render.is_asked(view, 0), gap=2.5)


def _held(view: View, canvas: Canvas, kind: int, width: float) -> svg.Box:
    """A card of the Master's hand, `width` wide."""
    tables = view.tables
    count = view.state.mp_hand[kind]
    name = render.kind_name(view, kind)
    creature = kind < len(tables.nightmare)
    icon = f"nocturna-foe-{kind}" if creature else "nocturna-event"
    lines = svg.hyphenated(name, width - 2, svg.LEAST)
    if len(lines) > 3:
        lines[2:] = [svg.cut(f"{lines[2]} …", width - 2, svg.LEAST)]
    first = 58 - 5.5 * len(lines)
    spots = [(width / 2, first + 10.5 * k, line) for k, line in enumerate(lines)]
    body = svg.rect(0.5, 0.5, width - 1, 67, rx=5, fill="level1" if creature else "fog", stroke="line")
    body += svg.use(icon, width - 23, 18, 0.92)
    body += svg.texts(spots, svg.LEAST, text_anchor="middle")
    if creature:
        number = tables.nightmare[kind].life
        about = _told(view, tables.nightmare[kind])
        body += svg.use(f"nocturna-op{Op.REVIVE}", 11, 11, 0.6)
    else:
        event = tables.event[kind - len(tables.nightmare)]
        number = event.cost
        about = [f"{event.label}, {view.say('draw-cost')} {event.cost}", render.brief(view, event.effects)]
        body += svg.rect(8, 7, 6, 8, rx=1, fill="orange")
    body += svg.text(11, 28, str(number), svg.LEAST, text_anchor="middle", font_weight="bold")
    card = svg.Box(width, 68, piece(f"foe{kind}" if creature else f"event{kind}", body))
    block = widgets.look(widgets.copies(card, count, 8), name, *about)
    places = range(st.BASE.place + st.LOCATIONS * kind, st.BASE.place + st.LOCATIONS * (kind + 1))
    actions = [st.BASE.event + kind, st.BASE.discard + kind, *places]
    begun = view.beginnings(canvas.offered(actions))
    return offered(canvas, actions, block, canvas.changed("mp_hand", kind), begun)


def _piles(view: View, width: float, height: float) -> svg.Box:
    """Decks and discards as piles with their numbers; a click lists the cards."""
    icons = (
        svg.use("nocturna-back", 11, 15),
        svg.rect(0.5, 0.5, 21, 29, rx=3, fill="level1", stroke="line")
        + svg.moved(11, 15, svg.group(art.PLAIN, **art.PEN), scale=0.6),
        svg.rect(0.5, 0.5, 21, 29, rx=3, fill="level3", stroke="line")
        + svg.moved(11, 15, svg.group(art.GIFT, **art.PEN), scale=0.7),
        svg.rect(0.5, 0.5, 21, 29, rx=3, fill="card", stroke="line")
        + svg.moved(11, 15, svg.group(art.GIFT, **art.PEN), scale=0.7),
        svg.rect(0.5, 0.5, 21, 29, rx=3, fill="level3", stroke="line")
        + svg.path("M6 24V13A5 6 0 0 1 16 13V24Z", **art.PEN),
        svg.rect(0.5, 0.5, 21, 29, rx=3, fill="card", stroke="line")
        + svg.path("M6 24V13A5 6 0 0 1 16 13V24Z", **art.PEN),
        svg.rect(0.5, 0.5, 21, 29, rx=3, fill="level3", stroke="line")
        + svg.path("M5 22V9H8V12H10V9H12V12H14V9H17V22Z", **art.PEN),
    )
    heaps = [
        widgets.heap(svg.Box(22, 30, icon), count, words, cards, "back" * (k == 0))
        for k, (icon, (words, count, cards)) in enumerate(zip(icons, render.heaps(view), strict=True))
    ]
    pile_width = (width - 14) / 2
    groups = []
    for k, kind in enumerate(("nightmares", "rewards", "locations", "bosses")):  # each with its discards
        name = svg.line(view.say(f"draw-{kind}"), pile_width - 60, svg.LEAST, fill="faint")
        pair = svg.row(heaps[2 * k : 2 * k + 2], 0)
        groups.append(svg.Box(pile_width, 35, pair.body + svg.moved(60, 8, name.body)))
    return area("piles", width, height, svg.row(groups[:2], 0), svg.row(groups[2:], 0), gap=6)
