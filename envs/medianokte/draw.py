"""Pictures of Medianokte: the ship, the Enemy's boss and army, a sheet for each crew member, hands and decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

from medianoche.envs.core.show import svg, widgets
from medianoche.envs.core.show.view import Canvas, View, button
from medianoche.envs.core.show.widgets import area
from medianoche.envs.medianokte.events import News
from medianoche.envs.medianokte.packs import art
from medianoche.envs.medianokte.packs.effects import TRAITS
from medianoche.envs.medianokte.packs.words import (
    attack_brief,
    attack_signs,
    attack_words,
    card_effect,
    object_words,
    program_of,
    tally,
)
from medianoche.envs.medianokte.state import ACTIONS, BASE, GROUPS, LIMITS, PLACE, PLACES, Code, Op, Phase, Slot, within
from medianoche.envs.medianokte.words import text as render
from medianoche.envs.medianokte.words.explain import card_words
from medianoche.envs.medianokte.words.odds import body_of
from medianoche.envs.medianokte.words.text import group_words, title, weapons

GROUND = "hull"
SHIP, BOSS, ARMY, HAND, DECKS = 90.0, 157.0, 95.0, 53.0, 87.0
"""Heights of the panels."""
PLAN, TOLD = 151.0, 52.0
"""Heights of the panel of the ship in a wide picture, and of the words in it."""
SEAT = 52.0
"""Width of the place of a crew member on the deck."""
SHEET, CARDS = 114.0, {"wide": 101.0, "many": 117.0, "phone": 137.0}
"""Heights of the panel of a crew member without its cards, and of these: in a wide picture with few and with many
members, and on a phone."""
MANY = 4
"""Members of the crew from which on their panels are narrow."""
THINGS, NAMED = 25.0, 11.0
"""Height of a row of objects, and size of the names of piles."""
BOSS_UPRIGHT, ACTION_UPRIGHT = 424.0, 100.0
"""Heights of the panel of the boss on a phone, and of its action cards."""
SIDE = 172.0
"""Width of the boss and of the Enemy's piles beside its action cards."""
NARROW, BROAD = 38.0, 130.0
"""Least and greatest width of a figure of the army; narrow ones stand over each other where there are too many."""
AIMED_AT = frozenset({"strike", "attack", "give", "give_weapon"})
"""What is done to a figure on the deck or a member of the crew."""
symbols = art.symbols

# ---- the whole picture


def picture(view: View, canvas: Canvas) -> svg.Box:
    """The ship, the Enemy's side, decks, and a panel for each of the crew; on a phone the own one comes first."""
    crew = [seat - 1 for seat in view.order if seat]
    own_members = [view.seat - 1] if view.seat else []
    whole = canvas.width
    wide = canvas.wide
    army = [] if wide else [area("army", whole, ARMY, _army(view, canvas, whole - 14))]
    side = [_boss_panel(view, canvas, whole), *army, *_enemy(view, canvas, whole)]
    choices = _choices(view, canvas)
    if wide:
        member_width = (whole - 8 * (max(len(crew), 2) - 1)) / max(len(crew), 2)
        return svg.column(
            [
                _ship(view, canvas, whole),
                *side,
                svg.row(_member(view, canvas, member, member_width) for member in crew),
                *choices,
            ],
            6,
        )
    half = (whole - 8) / 2
    front = [_member(view, canvas, member, whole) for member in own_members]
    others = [_member(view, canvas, member, half) for member in crew if member not in own_members]
    rows = [svg.row(others[k : k + 2]) for k in range(0, len(others), 2)]
    return svg.column([_ship(view, canvas, whole), *front, *side, *rows, *choices])


def _enemy(view: View, canvas: Canvas, width: float) -> list[svg.Box]:
    """The Enemy's hand if the seat knows it; on a phone the piles, too, which have other places in a wide picture."""
    hand = [_hand(view, canvas, width)] * (not view.seat)
    return [*hand, *([] if canvas.wide else [_decks(view, canvas, width)])]


def board(view: View, canvas: Canvas) -> svg.Box:
    """The ship, the boss and the army."""
    width = canvas.width
    army = [] if width > svg.COLUMN else [area("army", width, ARMY, _army(view, canvas, width - 14))]
    return svg.column([_ship(view, canvas, width), _boss_panel(view, canvas, width), *army])


def _ship(view: View, canvas: Canvas, width: float) -> svg.Box:
    """The question and the card that is being resolved, and the plan of the deck; on a phone without the army, which
    has a panel of its own."""
    state = view.state
    lines = render.headlines(view)
    inner = width - 14
    thrown = _thrown(canvas) * (not state.card)
    if width > svg.COLUMN:
        head = _told(view, canvas, lines, thrown, inner)
        return area("ship", width, PLAN, head, _deck(view, canvas, inner), fill="level0")
    told = [svg.paragraph(lines[-1], inner, svg.SMALL + 0.5, bold=True), *_pending(view, inner, 4)]
    aims = [svg.flow(_aims(view)[0], inner, 8)]
    columns = (svg.column(parts, 4) for parts in ([*told, *aims, *thrown], [*told, *thrown], told))
    words = next((column for column in columns if column.height <= 100), svg.column(told, 4))
    return area("ship", width, SHIP + 112, _deck(view, canvas, inner), words, fill="level0")


def _told(view: View, canvas: Canvas, lines: list[str], thrown: list[svg.Box], width: float) -> svg.Box:
    """The question, below it the card that is being resolved or how far both sides are, and beside them the dice and
    the exploration deck."""
    deck = _heap(view, canvas, "exploration", 100)
    beside = [*thrown, deck]
    across = width - sum(box.width + 10 for box in beside)
    small = svg.SMALL + 0.5
    asked = svg.line(lines[-1], across, small if view.state.card else svg.SIZE + 0.5, bold=True)
    gap = 0 if view.state.card else 7
    if not view.state.card and svg.breadth(lines[-1], small, bold=True) > across:
        asked = svg.paragraph(lines[-1], across, small, bold=True)
        gap = 3
    fits = (aims for aims in _aims(view) if sum(box.width + 10 for box in aims) - 10 <= across)
    below = _pending(view, across, 2) or [svg.row(next(fits, []), 10)]
    words = svg.column([asked, *below], gap)
    return svg.Box(width, TOLD, svg.row([svg.Box(across, TOLD, words.body), *beside], 10).body)


def _aims(view: View) -> list[list[svg.Box]]:
    """The round, and how far each side is from winning: its aim with a bar of life, in many words and in fewer ones.
    The round alone before all have their characters, nothing at the end."""
    state = view.state
    crew = range(len(view.seats) - 1)
    if state.done:
        return [[]]
    stage = _words(render.stage(view))
    if state.boss < 0 or any(state.character[member] < 0 for member in crew):
        return [[stage]]
    lives = [render.values_of(view.tables, view.record, member)[:2] for member in crew]
    weakest = min(crew, key=lambda member: lives[member])
    limit = render.boss_life(view.tables, view.record)
    boss = [limit - state.boss_damage, limit]
    names = {"boss": render.boss_name(view), "name": render.crew_name(view, weakest)}
    long = [_aim(view.say("draw-aim-crew", **names), *boss), _aim(view.say("draw-aim-enemy", **names), *lives[weakest])]
    short = [_aim(names["boss"], *boss), _aim(names["name"], *lives[weakest])]
    return [[stage, *long], long, [stage, *short], short]


def _aim(words: str, left: int, limit: int) -> svg.Box:
    """What a side aims at, with the life that is left to it."""
    said = _words(words)
    return svg.Box(said.width + 58, 14, said.body + svg.moved(said.width + 2, 0, art.life_bar(left, limit, 56)))


def _words(words: str) -> svg.Box:
    """Words in one line, as wide as they are."""
    size = svg.SMALL + 0.4
    return svg.Box(svg.breadth(words, size), 14, svg.text(0, 10.5, words, size, fill="faint"))


def _deck(view: View, canvas: Canvas, width: float) -> svg.Box:
    """The ship from above: energy in the engine, the crew and the army on the deck, the boss on the bridge."""
    state = view.state
    crew = len(view.seats) - 1
    wide = width > svg.COLUMN
    tall = art.FIGURE if wide else 76.0
    bow = width - 48
    side = bow - 10
    low = tall + 1
    hull = f"M14-1H{side:.1f}Q{width - 4:.1f} {tall / 2:.1f} {side:.1f} {low:.1f}H14Q2 {tall / 2:.1f} 14-1Z"
    parts = [
        widgets.sky(width, tall),
        svg.path(hull, fill="fog", stroke="faint", stroke_width=1.5),
        art.sign("bolt", 24, 30, 1.3),
        svg.text(24, 58, str(state.energy), svg.BIG, text_anchor="middle", font_weight="bold"),
        svg.fresh(9, 14, 30, 48) * canvas.changed("energy"),
    ]
    seat_width = SEAT if wide else min(SEAT, (bow - 44) / crew)
    parts += [
        svg.moved(42 + seat_width * member, 0, _sailor(view, canvas, member, seat_width, tall))
        for member in range(crew)
    ]
    if wide:
        left = 46 + seat_width * crew
        parts.append(svg.path(f"M{left:.1f} 8V{tall - 8:.1f}", stroke="faint", stroke_dasharray="2 4"))
        parts.append(svg.moved(left + 5, 0, _army(view, canvas, bow - left - 11).body))
    parts.append(svg.moved(bow - 4, 0, _captain(view, tall)))
    return svg.Box(width, tall, "".join(parts))


def _sailor(view: View, canvas: Canvas, member: int, width: float, height: float) -> str:
    """A crew member on the deck, with a bar of its life, and what it suffers from."""
    state = view.state
    if state.character[member] < 0:
        return svg.circle(width / 2, 36, 15, fill="card", stroke="faint", stroke_dasharray="3 3")
    left, limit = render.values_of(view.tables, view.record, member)[:2]
    turn = state.turn == member + 1 and not state.done
    name = view.tables.character[state.character[member]].name
    suffered = art.conditions(state.bleed[member], state.poison[member], state.euphoria[member])
    suffered += [("hit", "")] * (state.last_hit == member)
    signs = svg.moved(1, height - 9, art.scaled(suffered, width - 4, art.LARGE)) if suffered else ""
    body = svg.moved(1, 4, art.life_bar(left, limit, width - 4))
    ring = _ring(width / 2, 37, 16, turn)
    figure = art.sign(art.drawing(view, "character", state.character[member]), width / 2, 37, 0.8)
    new = svg.fresh(1, 2, width - 2, 54) * canvas.changed("damage", member)
    return widgets.look(svg.Box(width, height, body + ring + figure + signs + new), name, f"{left}/{limit}").body


def _ring(x: float, y: float, radius: float, turn: bool) -> str:
    """The ground of a figure, framed if it is its turn."""
    return svg.circle(x, y, radius, fill="card", stroke="act" if turn else "faint", stroke_width=3 if turn else 1.5)


def _captain(view: View, height: float) -> str:
    """The boss on the bridge, with a bar of its life."""
    state = view.state
    turn = state.turn == 0 and not state.done
    middle = height / 2
    ring = _ring(24, middle, 19, turn)
    if state.boss < 0:
        return ring
    limit = render.boss_life(view.tables, view.record)
    figure = art.sign(art.drawing(view, "boss", state.boss), 24, middle, 1)
    bar = svg.moved(0, height - 15, art.life_bar(limit - state.boss_damage, limit, 46))
    name = view.tables.boss[state.boss].name
    return widgets.look(svg.Box(48, height, ring + figure + bar), name, f"{limit - state.boss_damage}/{limit}").body


def _thrown(canvas: Canvas) -> list[svg.Box]:
    """The dice that were thrown last since the position before; those that reach the armour are filled."""
    made = []
    armour = 99
    for event in canvas.events:
        if isinstance(against := event.fields.get("armour"), int):
            armour = against
        if event.kind == News.AIMED.label:
            armour = _armour_against(canvas.view, event.fields)
        if event.kind == News.THREW.label and isinstance(dice := event.fields["dice"], list):
            made = [
                widgets.die(str(number), 28, "act", "paper") if number >= armour else widgets.die(str(number), 28)
                for number in dice
            ]
            armour = 99
    return [svg.row(made, 3)] * bool(made)


def _armour_against(view: View, aimed: dict[str, Any]) -> int:
    """The armour that the dice of a card have to reach at its target, a crew member or the boss; 99 if it throws none,
    or at an astrali, whose place may have changed."""
    code = aimed["code"]
    throws = isinstance(aimed["card"], int) and any(step.op is Op.DICE for step in program_of(view, aimed["card"]))
    if not throws or not isinstance(code, int) or Code.FOE <= code < Code.BOSS:
        return 99
    return body_of(view, code).armour


def _pending(view: View, width: float, count: int) -> list[svg.Box]:
    """The card being resolved, its words in at most `count` lines."""
    state = view.state
    if not state.card:
        return []
    named = {Phase.DRAWN: "draw-found", Phase.STACK: "draw-stack"}
    name = render.card_and_aim(view, render.target_name(view))
    name = view.say(named[Phase(state.phase)], card=name) if state.phase in named else name
    words = card_words(view, state.card)
    head = svg.line(name, width - 30, svg.SMALL, bold=True, fill="moon")
    lines = _first_lines(words, width - 30, count)
    told = svg.column([head, *(svg.line(line, width - 30, art.TINY)._replace(height=12) for line in lines)], 0)
    shown = widgets.die(str(state.roll), 24) if state.roll else svg.Box(24, 28, art.sign("event", 12, 13, 1.2))
    return [widgets.look(svg.row([shown, told], 5), name, words)]


def _first_lines(words: str, width: float, count: int) -> list[str]:
    """Words in at most `count` lines, the last of which is cut."""
    lines = svg.wrap(words, width, svg.LEAST)
    return [*lines[: count - 1], " ".join(lines[count - 1 :])] if len(lines) > count else lines


# ---- the Enemy


def _boss_panel(view: View, canvas: Canvas, width: float) -> svg.Box:
    """The boss and its action cards."""
    state = view.state
    pack = view.tables
    wide = width > svg.COLUMN
    inner = width - 14
    name = title(view, 0)
    parts = [widgets.slot(150, 46)]
    if state.boss >= 0:
        boss = pack.boss[state.boss]
        name = f"{name}: {boss.name}"
        tiles = [
            art.Tile(
                "event",
                card.name,
                card_effect(view, card),
                tired=state.boss_cards[n],
                actions=(BASE.card + n, BASE.pick + n),
                new=canvas.changed("boss_cards", n),
            )
            for n, card in enumerate(boss.actions)
        ]
        if wide:
            cards = art.effects_of(canvas, tiles, inner - SIDE - 6, BOSS - 35)
            side = svg.column([_boss(view, canvas, SIDE), _piles(view, canvas, SIDE)], 4)
            parts = [svg.row([side, cards], 6)]
        else:
            parts = [_boss(view, canvas, inner), art.cards_of(canvas, tiles, inner, ACTION_UPRIGHT, 2)]
    height = BOSS if wide else BOSS_UPRIGHT
    return area("seat0", width, height, *parts, title=name, turn=state.to_move == 0)


def _boss(view: View, canvas: Canvas, width: float) -> svg.Box:
    """The boss: life, armour, characteristics, conditions."""
    boss = view.tables.boss[view.state.boss]
    state = view.state
    places = [PLACES.size * w + PLACE.melee + LIMITS.army for w in range(LIMITS.weapons + LIMITS.extra)]
    actions = [BASE.attack + place + reach for place in places for reach in (0, PLACE.distance)]
    limit = render.boss_life(view.tables, view.record)
    states = [("shield", str(boss.armour - state.boss_poison))]
    states += art.conditions(state.boss_bleed, state.boss_poison)
    traits = [("", words) for words in render.traits(view, [getattr(boss, name) for name in TRAITS])]
    return art.portrait_of(
        canvas,
        width,
        art.drawing(view, "boss", state.boss),
        boss.name,
        (limit - state.boss_damage, limit),
        [traits, states],
        [*actions, BASE.target + Code.BOSS],
        canvas.changed("boss_damage"),
        _title(canvas, actions, boss.name, AIMED_AT),
    )


def _astralis(state: Any) -> list[tuple[int, ...]]:
    """Kind, damage, orientation, bleeding and poison of the astralis of the army, by slot."""
    fields = (state.army_kind, state.army_damage, state.army_orient, state.army_bleed, state.army_poison)
    return list(zip(*(field[: state.army_size] for field in fields), strict=True))


def _army(view: View, canvas: Canvas, width: float) -> svg.Box:
    """The astralis of the army as figures side by side, over each other if there are many."""
    size = view.state.army_size
    known = _new_slots(view, canvas)
    if not size:
        none = svg.paragraph(view.say("draw-no-army"), 150, svg.SMALL)
        return svg.Box(width, art.FIGURE, svg.moved(4, 30, none.body))
    across = max(min((width - 3 * (size - 1)) / size, BROAD), NARROW)
    figures = []
    for slot in range(size):
        tile, life = _astrali(view, slot)
        words = _title(canvas, tile.actions, tile.name, AIMED_AT - {"strike"})
        figures.append(art.figure_of(canvas, tile._replace(new=slot in known, title=words), life, across))
    return widgets.fan(figures, width, 3)


def _traits(view: View, row: object) -> str:
    return render.traits_words(view, [getattr(row, name) for name in TRAITS])


def _astrali(view: View, slot: int) -> tuple[art.Tile, tuple[int, int]]:
    """An astrali of the army, and its life."""
    kind = view.state.army_kind[slot]
    state = view.state
    astrali = view.tables.astrali[kind]
    strikes = range(BASE.strike + LIMITS.members * slot, BASE.strike + LIMITS.members * (slot + 1))
    places = [BASE.attack + PLACES.size * w + slot for w in range(LIMITS.weapons + LIMITS.extra)]
    attacks = [place + reach for place in places for reach in (PLACE.melee, PLACE.distance)]
    stats = [
        ("shield", str(astrali.armour - state.army_poison[slot])),
        *(("drop", "") for _ in range(state.army_bleed[slot])),
        *(("flask", str(state.army_poison[slot])) for _ in range(bool(state.army_poison[slot]))),
    ]
    tile = art.Tile(
        art.drawing(view, "astrali", kind),
        astrali.name,
        f"{attack_words(view, astrali)}; {_traits(view, astrali)}",
        stats,
        state.army_orient[slot],
        [*strikes, *attacks, BASE.target + Code.FOE + slot],
        signs=attack_signs(view, astrali),
    )
    return tile, (astrali.life - state.army_damage[slot], astrali.life)


def _title(canvas: Canvas, actions: Iterable[int], name: str, aimed: Collection[str] = ()) -> str:
    """The words of a choice among those of `actions` that are on offer; "" for one alone, which has its own."""
    among = canvas.offered(actions)
    return group_words(canvas.view, among, name, aimed) if len(among) > 1 else ""


def _titled(canvas: Canvas, tiles: Iterable[art.Tile]) -> list[art.Tile]:
    """Cards with the words of the choice that each begins."""
    return [tile._replace(title=_title(canvas, tile.actions, tile.name)) for tile in tiles]


def _new_slots(view: View, canvas: Canvas) -> set[int]:
    """Slots of astralis that have entered or changed."""
    if canvas.before is None:
        return set()
    new = _astralis(view.state)
    left = Counter(_astralis(canvas.before.state))
    left.subtract(new)
    return {slot for slot, astrali in enumerate(new) if left[astrali] < 0}


def _hand(view: View, canvas: Canvas, width: float) -> svg.Box:
    """The Enemy's hand, face up."""
    state = view.state
    pack = view.tables
    inner = width - 14
    tiles = []
    for kind, count in enumerate(state.hand_event):
        if count:
            event = pack.event[kind]
            words = card_effect(view, event)
            stats = [("bolt", str(event.cost))]
            tiles.append(art.Tile("event", event.name, words, stats, actions=[BASE.event + kind], copies=count))
    for kind, count in enumerate(state.hand_astrali):
        if count:
            astrali = pack.astrali[kind]
            stats = [("bolt", str(astrali.cost)), ("heart", str(astrali.life)), ("shield", str(astrali.armour))]
            actions = [BASE.summon + kind, BASE.summon_free + kind]
            icon = art.drawing(view, "astrali", kind)
            tiles.append(
                art.Tile(icon, astrali.name, attack_brief(view, astrali), stats, actions=actions, copies=count)
            )
    tiles = _titled(canvas, tiles)
    if canvas.wide:
        across = max(min((inner - 4 * (len(tiles) - 1)) / max(len(tiles), 1), 130), 70)
        return area("hand", width, HAND, widgets.fan([art.held_of(canvas, tile, across) for tile in tiles], inner, 4))
    if len(tiles) > 9:  # three rows of whole cards fit
        cards = [art.held_of(canvas, tile, (inner - 12) / 4 - 1) for tile in tiles]
    else:
        cards = [art.card_of(canvas, tile, (inner - 8) / 3 - 1, 58) for tile in tiles]
    shown = svg.flow(cards, inner, 4)
    return area("hand", width, 220, shown, title=view.say("draw-hand", count=render.hand_size(state)))


# ---- the crew


def _member(view: View, canvas: Canvas, member: int, width: float) -> svg.Box:
    """A crew member's sheet: life, counters, weapons, assist, final action, objects."""
    state = view.state
    pack = view.tables
    inner = width - 14
    name = title(view, member + 1)
    turn = state.to_move == member + 1
    tall = CARDS["phone" if not canvas.wide else "many" if len(view.seats) > MANY else "wide"]
    height = SHEET + tall
    if state.character[member] < 0:
        return area(f"seat{member + 1}", width, height, widgets.slot(inner, 46), title=name, turn=turn)
    character = pack.character[state.character[member]]
    left, limit, armour, *numbers = render.values_of(pack, view.record, member)
    cost = pack.constants.final_cost
    counters = "●" * min(state.charge[member], 8) + "○" * max(cost - state.charge[member], 0)
    states = [
        ("shield", str(armour)),
        *art.conditions(state.bleed[member], state.poison[member], state.euphoria[member]),
    ]
    states += [("hit", "")] * (state.last_hit == member)
    portrait = art.portrait_of(
        canvas,
        inner,
        art.drawing(view, "character", state.character[member]),
        character.name,
        (left, limit),
        [[("", words) for words in render.traits(view, numbers)], states],
        _about(view, member),
        canvas.changed("damage", member),
        _title(canvas, _about(view, member), character.name, AIMED_AT),
    )
    tiles = _titled(canvas, [*_weapons(view, canvas, member), *_other_cards(view, canvas, member, counters)])
    cards = art.strips_of(canvas, tiles, inner, tall)
    objects = _titled(canvas, _objects(view, canvas, member))
    low = widgets.slot(min(inner, 80), THINGS)
    if objects:
        across = min((inner - 4 * (len(objects) - 1)) / len(objects), 150)
        low = svg.row([art.strip_of(canvas, tile, across, THINGS) for tile in objects], 4)
    asked = state.phase in (Phase.STACK, Phase.TIRE, Phase.LOSE) and _asked(view) == member
    parts = [portrait, cards._replace(height=tall), low]
    return area(f"seat{member + 1}", width, height, *parts, title=name, turn=turn, asked=asked)


def _about(view: View, member: int) -> list[int]:
    """Actions whose target or receiver is a crew member."""
    crew = len(view.seats) - 1
    mover = view.state.to_move - 1
    relative = (member - mover) % crew if mover >= 0 else member
    gifts = [BASE.give + LIMITS.members * kind + relative for kind in range(LIMITS.objects)]
    gifts += [BASE.give_weapon + LIMITS.members * slot + relative for slot in range(LIMITS.weapons)]
    strikes = [BASE.strike + LIMITS.members * slot + member for slot in range(LIMITS.army)]
    return [*strikes, *gifts, BASE.take + relative, BASE.target + relative]


def _asked(view: View) -> int:
    """The crew member from whose cards the answer is chosen."""
    state = view.state
    if state.phase == Phase.STACK:
        return int(state.receiver)
    if state.phase in (Phase.TIRE, Phase.LOSE):
        return int(state.target if 0 <= state.target < Code.FOE else state.self_code)
    return int(state.to_move) - 1


def _tirings(slot: int) -> list[int]:
    return [BASE.tire + bits - 1 for bits in range(1, 1 << LIMITS.slots) if bits >> slot & 1]


def _weapons(view: View, canvas: Canvas, member: int) -> list[art.Tile]:
    """Basic and found weapons, and revived astralis."""
    state = view.state
    tiles = []
    asked = _asked(view) == member
    for weapon, (tired, words) in weapons(view, member).items():
        weapon_of = render.weapon_row(view.tables, view.record, member, weapon)
        first = BASE.attack + PLACES.size * weapon
        actions = list(range(first, first + PLACES.size))
        place = weapon - LIMITS.weapons
        if place < 0:
            gifts = BASE.give_weapon + LIMITS.members * weapon
            actions += [*range(gifts, gifts + LIMITS.members), *_tirings(weapon), BASE.stack + weapon]
            actions.append(BASE.lose + LIMITS.objects + weapon)
            new = canvas.changed("orient", member, weapon) or canvas.changed("found", member, weapon)
            icon = next(name for name in ("area", "distance", "melee") if getattr(weapon_of, name))
        else:
            new = canvas.changed("extra_kind", member, place) or canvas.changed("extra_orient", member, place)
            icon = art.drawing(view, "astrali", state.extra_kind[member][place])
        signs = attack_signs(view, weapon_of, revived=place >= 0)
        tiles.append(art.Tile(icon, weapon_of.name, words, (), tired, actions if asked else (), new=new, signs=signs))
    return tiles


def _other_cards(view: View, canvas: Canvas, member: int, counters: str) -> list[art.Tile]:
    """Assist and final action."""
    character = view.tables.character[view.state.character[member]]
    asked = _asked(view) == member
    assist = character.assist
    final = character.final
    return [
        art.Tile(
            "assist",
            assist.name,
            card_effect(view, assist),
            (),
            view.state.orient[member][Slot.ASSIST],
            [BASE.assist, *_tirings(Slot.ASSIST)] if asked else (),
            new=canvas.changed("orient", member, int(Slot.ASSIST)),
            signs=[("assist", "")],
        ),
        art.Tile(
            "final",
            final.name,
            card_effect(view, final),
            [("", counters)],
            actions=[BASE.final] if asked else (),
            new=canvas.changed("charge", member),
            signs=[("final", counters)],
        ),
    ]


def _objects(view: View, canvas: Canvas, member: int) -> list[art.Tile]:
    """Objects held."""
    tiles = []
    asked = _asked(view) == member
    for kind, count in enumerate(view.state.items[member]):
        if count:
            thing = view.tables.object[kind]
            gifts = BASE.give + LIMITS.members * kind
            actions = [BASE.use + kind, *range(gifts, gifts + LIMITS.members), BASE.lose + kind] if asked else ()
            new = canvas.changed("items", member, kind)
            tiles.append(
                art.Tile(thing.type, thing.name, object_words(view, thing), actions=actions, copies=count, new=new)
            )
    return tiles


# ---- decks and choices


def _pile(view: View, name: str) -> tuple[str, int, list[str]]:
    """The symbol of a pile, its number of cards, and those that the seat can count."""
    state = view.state
    pack = view.tables
    if name == "exploration":
        things = tally(pack.object, state.explore_object)
        return "back1", render.exploration_size(state), [*things, *tally(pack.positive, state.explore_event)]
    if name == "deck":
        events = tally(pack.event, state.deck_event)
        return "back0", render.deck_size(state), [*events, *tally(pack.astrali, state.deck_astrali)]
    if name == "discard":
        return "front0", sum(state.discard_event), tally(pack.event, state.discard_event)
    if name == "void":
        return "front1", sum(state.void_astrali), tally(pack.astrali, state.void_astrali)
    # A view of the crew holds only those cards of the hand that the crew knows.
    known = [*tally(pack.event, state.hand_event), *tally(pack.astrali, state.hand_astrali)]
    return "back0", render.hand_size(state), known


def _heap(view: View, canvas: Canvas, name: str, width: float) -> svg.Box:
    """A pile with its name: "exploration", "deck", "discard", "void" or "enemy-hand"."""
    icon, count, cards = _pile(view, name)
    said = view.say(f"draw-{name}")
    front = svg.Box(20, 28, svg.use(f"medianokte-{icon}", 10, 14, 0.77))
    made = widgets.heap(front, count, said, cards, "back" if icon == "back0" else "")
    if name == "exploration":
        made = widgets.offered(canvas, [BASE.explore], made)
    label = view.say("draw-enemy-hand-short") if name == "enemy-hand" else said
    lines, size = svg.squeezed(label, width - 33, NAMED)
    if name == "enemy-hand" and cards:  # what the crew knows of it
        lines = [lines[0], svg.cut(", ".join(cards), width - 33, size)]
    words = svg.texts([(0, 14 + 12 * k, line) for k, line in enumerate(lines)], size, fill="faint")
    return svg.Box(width, 34, made.body + svg.moved(33, 0, words))


def _piles(view: View, canvas: Canvas, width: float) -> svg.Box:
    """The Enemy's piles beside its action cards."""
    names = ["deck", "discard", "void", *(["enemy-hand"] if view.seat else [])]
    across = (width - 4) / 2
    made = [_heap(view, canvas, name, across) for name in names]
    return svg.column([svg.row(made[k : k + 2], 4) for k in range(0, len(made), 2)], 4)


def _decks(view: View, canvas: Canvas, width: float) -> svg.Box:
    """The exploration deck and the Enemy's piles on a phone."""
    names = ["exploration", "deck", "discard", "void", *(["enemy-hand"] if view.seat else [])]
    across = (width - 14) / 3
    made = [_heap(view, canvas, name, across) for name in names]
    return area("decks", width, DECKS, *(svg.row(made[k : k + 3], 0) for k in range(0, len(made), 3)))


def _choices(view: View, canvas: Canvas) -> list[svg.Box]:
    """The bosses, characters or cards to choose from before play, and fallen astralis to revive."""
    made = []
    for action in canvas.actions:
        act, n = within(ACTIONS, action)
        group_of, kind = within(GROUPS, n) if act == "build" else ("astrali" if act == "revive" else act, n)
        if act in ("boss", "character", "build", "revive"):
            icon = art.drawing(view, group_of, kind) if group_of in art.CARDS_DRAWN else "event"
            made.append(button(canvas, [action], canvas.words(action), svg.Box(28, 28, art.sign(icon, 14, 14, 0.9))))
    return [svg.flow(made, canvas.width)] if made else []
