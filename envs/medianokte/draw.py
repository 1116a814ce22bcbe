"""Pictures of Medianokte: the ship, the Enemy's boss and army, a sheet for each crew member, hands and decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from medianoche.envs.core.show import svg, widgets
from medianoche.envs.core.show.view import Canvas, View, button
from medianoche.envs.medianokte.packs import art
from medianoche.envs.medianokte.packs.effects import TRAITS
from medianoche.envs.medianokte.packs.words import (
    attack_brief,
    card_name,
    counted,
    effect_words,
    object_words,
    tally,
    within,
)
from medianoche.envs.medianokte.state import ACTIONS, BASE, GROUPS, LIMITS, PLACE, PLACES, Code, Phase, Slot
from medianoche.envs.medianokte.words import text as render
from medianoche.envs.medianokte.words.explain import card_words
from medianoche.envs.medianokte.words.tell import army
from medianoche.envs.medianokte.words.text import title, weapons

GROUND = "hull"

symbols = art.symbols

# ---- the whole picture


def picture(view: View, canvas: Canvas) -> svg.Box:
    """The ship, the card being resolved, the Enemy's side, the crew from the seat of the view on, and the decks."""
    crew = [seat - 1 for seat in view.order if seat and view.state.character[seat - 1] >= 0]
    sheets = [_member(view, canvas, member) for member in crew]
    own = 1 if view.seat and sheets else 0
    sides = [*sheets[:own], *_enemy(view, canvas), *sheets[own:]]
    return svg.columns(
        [_ship(view, canvas), *_pending(view), *sides, _decks(view, canvas), *_choices(view, canvas)], canvas.width
    )


board = picture


def _ship(view: View, canvas: Canvas) -> svg.Box:
    """The ship from the side: crew members in portholes, the boss on the bridge, energy in the engine."""
    state, lines = view.state, render.headlines(view)
    hull = "M8 40Q30 10 92 8H246Q312 12 322 38Q310 72 246 74H92Q30 72 8 40Z"
    parts = [
        svg.path("M14 22L2 8V72L14 58ZM120 8L134 0H196L210 8", fill="line", stroke="faint"),
        svg.path(hull, fill="fog", stroke="faint", stroke_width=1.5),
        svg.circle(300, 5, 1.2, fill="faint")
        + svg.circle(262, 2, 1, fill="faint")
        + svg.circle(60, 4, 1.2, fill="faint"),
        art.sign("bolt", 40, 30, 1.3),
        svg.text(40, 58, str(state.energy), svg.BIG, text_anchor="middle", font_weight="bold"),
    ]
    if canvas.changed("energy"):
        parts.append(svg.fresh(25, 14, 30, 50))
    for member in view.seats[:-1]:
        x = 84 + 36 * member
        ring = "act" if state.turn == member + 1 and not state.done else "faint"
        parts.append(svg.circle(x, 33, 16, fill="card", stroke=ring, stroke_width=3 if ring == "act" else 1.5))
        if state.character[member] >= 0:
            left, limit = render.values_of(view.tables, view.record, member)[:2]
            parts.append(art.sign(art.drawing(view, "character", state.character[member]), x, 33, 0.8))
            parts.append(svg.text(x, 62, f"{max(left, 0)}/{limit}", svg.SMALL, text_anchor="middle"))
    ring = "act" if state.turn == 0 and not state.done else "faint"
    parts.append(svg.circle(290, 35, 22, fill="card", stroke=ring, stroke_width=3 if ring == "act" else 1.5))
    if state.boss >= 0:
        parts.append(art.sign(art.drawing(view, "boss", state.boss), 290, 35, 1.1))
        left = max(render.boss_life(view.tables, view.record) - state.boss_damage, 0)
        parts.append(
            svg.text(262, 66, str(left), svg.SMALL, text_anchor="middle", font_weight="bold")
            + art.sign("heart", 250, 62, 0.7)
        )
    drawn = svg.Box(art.INNER, 78, svg.group(*parts))
    return svg.panel(*(svg.paragraph(line, art.INNER, svg.SMALL) for line in lines[1:]), drawn, title=lines[0])


def _pending(view: View) -> list[svg.Box]:
    """The card being resolved."""
    state = view.state
    if not state.card:
        return []
    aim = render.target_name(view.tables, view.record)
    words = svg.paragraph(card_words(view.tables, state.card), art.INNER - 40, svg.SMALL)
    what = {Phase.DRAWN: "found: ", Phase.STACK: "to lay over a weapon: "}.get(Phase(state.phase), "")
    name = f"{what}{card_name(view.tables, state.card)}{f', on {aim}' if aim else ''}"
    return [svg.panel(svg.row([svg.Box(28, 36, art.sign("event", 14, 16, 1.5)), words], 6), title=name)]


# ---- the Enemy


def _enemy(view: View, canvas: Canvas) -> list[svg.Box]:
    """The boss and its cards, the army, the hand."""
    state, pack = view.state, view.tables
    name = f"the Enemy{' (you)' if view.seat == 0 else ''}"
    parts = []
    if state.boss >= 0:
        boss = pack.boss[state.boss]
        cards = [
            art.Tile(
                "event",
                card.name,
                effect_words(card.header, card.effect),
                tired=state.boss_cards[n],
                actions=(BASE.card + n, BASE.pick + n),
                new=canvas.changed("boss_cards", n),
            )
            for n, card in enumerate(boss.actions)
        ]
        parts = [_boss(view, canvas), art.tiles_of(canvas, cards)]
    army = [_astrali(view, slot) for slot in range(state.army_size)]
    known = _new_slots(view, canvas)
    tiles = [tile._replace(new=slot in known) for slot, tile in enumerate(army)]
    parts += [_label(f"army: {len(army) or 'empty'}"), *([art.tiles_of(canvas, tiles)] if tiles else [])]
    return [widgets.player(view, 0, *parts, title=name), _hand(view, canvas)]


def _label(words: str) -> svg.Box:
    return svg.paragraph(words, art.INNER, svg.SMALL, fill="faint")


def _boss(view: View, canvas: Canvas) -> svg.Box:
    """The boss: life, armour, characteristics, conditions."""
    state, boss = view.state, view.tables.boss[view.state.boss]
    places = [PLACES.size * w + PLACE.melee + LIMITS.army for w in range(LIMITS.weapons + LIMITS.extra)]
    actions = [BASE.attack + place + reach for place in places for reach in (0, PLACE.distance)]
    limit = render.boss_life(view.tables, view.record)
    traits = [("shield", str(boss.armour - state.boss_poison)), *_traits([getattr(boss, name) for name in TRAITS])]
    portrait = art.portrait_of(
        canvas,
        art.drawing(view, "boss", state.boss),
        boss.name,
        art.life_bar(limit - state.boss_damage, limit, art.INNER - 84),
        [traits, art.conditions(state.boss_bleed, state.boss_poison)],
        [*actions, BASE.target + Code.BOSS],
        canvas.changed("boss_damage"),
    )
    return svg.column([svg.paragraph(boss.name, art.INNER, 12, bold=True), portrait], 2)


def _traits(values: Sequence[int]) -> list[tuple[str, str]]:
    words = zip(("str", "dex", "will"), values, strict=True)
    return [("", " · ".join(f"{name} {value}" for name, value in words))]


def _astrali(view: View, slot: int) -> art.Tile:
    """An astrali of the army."""
    state, kind = view.state, view.state.army_kind[slot]
    astrali = view.tables.astrali[kind]
    strikes = range(BASE.strike + LIMITS.members * slot, BASE.strike + LIMITS.members * (slot + 1))
    places = [BASE.attack + PLACES.size * w + slot for w in range(LIMITS.weapons + LIMITS.extra)]
    attacks = [place + reach for place in places for reach in (PLACE.melee, PLACE.distance)]
    traits = f"str {astrali.strength} dex {astrali.dexterity} will {astrali.will}"
    brief = "" if astrali.characteristic else attack_brief(astrali)
    stats = [
        ("heart", f"{astrali.life - state.army_damage[slot]}/{astrali.life}"),
        ("shield", str(astrali.armour - state.army_poison[slot])),
        *(("drop", "") for _ in range(state.army_bleed[slot])),
        *(("flask", str(state.army_poison[slot])) for _ in range(bool(state.army_poison[slot]))),
        *([("melee", brief)] if brief else []),
    ]
    return art.Tile(
        art.drawing(view, "astrali", kind),
        f"{slot} {astrali.name}",
        traits if brief else f"{attack_brief(astrali)}; {traits}",
        stats,
        state.army_orient[slot],
        [*strikes, *attacks, BASE.target + Code.FOE + slot],
    )


def _new_slots(view: View, canvas: Canvas) -> set[int]:
    """Slots of astralis that have entered or changed."""
    if canvas.before is None:
        return set()
    new = army(view.state)
    left = Counter(army(canvas.before.state))
    left.subtract(new)
    return {slot for slot, astrali in enumerate(new) if left[astrali] < 0}


def _hand(view: View, canvas: Canvas) -> svg.Box:
    """The Enemy's hand: cards face up if the seat knows them, else backs with their number."""
    state, pack = view.state, view.tables
    tiles = []
    for kind, count in enumerate(state.hand_event):
        if count:
            event = pack.event[kind]
            words = effect_words(event.header, event.effect)
            stats = [("bolt", str(event.cost))]
            tiles.append(art.Tile("event", event.name, words, stats, actions=[BASE.event + kind], copies=count))
    for kind, count in enumerate(state.hand_astrali):
        if count:
            astrali = pack.astrali[kind]
            stats = [("bolt", str(astrali.cost)), ("heart", str(astrali.life)), ("shield", str(astrali.armour))]
            actions = [BASE.summon + kind, BASE.summon_free + kind]
            icon = art.drawing(view, "astrali", kind)
            tiles.append(art.Tile(icon, astrali.name, attack_brief(astrali), stats, actions=actions, copies=count))
    size, unknown = render.hand_size(state), state.unknown
    heading = f"hand{'' if view.seat == 0 else ' of the Enemy'}: {counted(size, 'card')}"
    parts = [art.tiles_of(canvas, tiles)] if tiles else []
    if unknown:
        backs = [widgets.back("medianokte-back0", 30, 40, size=10, below=17)] * min(unknown, 8)
        parts.append(svg.row([*backs, svg.paragraph(f"{unknown} unknown", 56, svg.SMALL)], 2))
    return svg.panel(*parts, title=heading)


# ---- the crew


def _member(view: View, canvas: Canvas, member: int) -> svg.Box:
    """A crew member's sheet: life, counters, weapons, assist, final action, objects."""
    state, pack = view.state, view.tables
    character = pack.character[state.character[member]]
    left, limit, armour, *traits = render.values_of(pack, view.record, member)
    cost = pack.constants.final_cost
    counters = "●" * min(state.charge[member], 8) + "○" * max(cost - state.charge[member], 0)
    states = art.conditions(state.bleed[member], state.poison[member], state.euphoria[member])
    if state.last_hit == member:
        states.append(("melee", "struck last"))
    portrait = art.portrait_of(
        canvas,
        art.drawing(view, "character", state.character[member]),
        character.name,
        art.life_bar(left, limit, art.INNER - 84),
        [[("shield", str(armour)), *_traits(traits)], states],
        _about(view, member),
        canvas.changed("damage", member),
    )
    tiles = [*_weapons(view, canvas, member), *_other_cards(view, canvas, member, counters)]
    parts = [portrait, art.tiles_of(canvas, tiles)]
    if objects := _objects(view, canvas, member):
        parts.append(art.tiles_of(canvas, objects))
    return widgets.player(view, member + 1, *parts, title=title(view, member + 1))


def _about(view: View, member: int) -> list[int]:
    """Actions whose target or receiver is a crew member."""
    crew, mover = len(view.seats) - 1, view.state.to_move - 1
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
    state, tiles, asked = view.state, [], _asked(view) == member
    for weapon, (tired, words) in weapons(view.tables, view.record, member).items():
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
        name = render.weapon_name(view.tables, view.record, member, weapon)
        tiles.append(art.Tile(icon, name, words, (), tired, actions if asked else (), new=new))
    return tiles


def _other_cards(view: View, canvas: Canvas, member: int, counters: str) -> list[art.Tile]:
    """Assist and final action."""
    character = view.tables.character[view.state.character[member]]
    asked = _asked(view) == member
    assist, final = character.assist, character.final
    return [
        art.Tile(
            "assist",
            f"assist: {assist.name}",
            effect_words(assist.header, assist.effect),
            (),
            view.state.orient[member][Slot.ASSIST],
            [BASE.assist, *_tirings(Slot.ASSIST)] if asked else (),
            new=canvas.changed("orient", member, int(Slot.ASSIST)),
        ),
        art.Tile(
            "final",
            f"final: {final.name}",
            effect_words(final.header, final.effect),
            [("", counters)],
            actions=[BASE.final] if asked else (),
            new=canvas.changed("charge", member),
        ),
    ]


def _objects(view: View, canvas: Canvas, member: int) -> list[art.Tile]:
    """Objects held."""
    tiles, asked = [], _asked(view) == member
    for kind, count in enumerate(view.state.items[member]):
        if count:
            thing = view.tables.object[kind]
            gifts = BASE.give + LIMITS.members * kind
            actions = [BASE.use + kind, *range(gifts, gifts + LIMITS.members), BASE.lose + kind] if asked else ()
            new = canvas.changed("items", member, kind)
            tiles.append(art.Tile(thing.type, thing.name, object_words(thing), actions=actions, copies=count, new=new))
    return tiles


# ---- decks and choices


def _decks(view: View, canvas: Canvas) -> svg.Box:
    """The exploration deck and the Enemy's piles, with the contents that the seat can count."""
    state, pack = view.state, view.tables
    size = render.exploration_size(state)
    pile = widgets.back("medianokte-back1", 32, 42, label=str(size), size=11, below=15)
    found = ", ".join([*tally(pack.object, state.explore_object), *tally(pack.positive, state.explore_event)])
    pile = widgets.offered(canvas, [BASE.explore], pile, at=(32, 8))
    words = f"exploration deck, {size}: {found or '-'}"
    parts = [widgets.labelled(pile, words, art.INNER, 8, art.TINY)]
    pool = ", ".join([*tally(pack.event, state.deck_event), *tally(pack.astrali, state.deck_astrali)])
    what = f"{render.deck_size(state)}, with the unknown hand" if state.unknown else render.deck_size(state)
    pile = widgets.back("medianokte-back0", 32, 42, label=str(render.deck_size(state)), size=11, below=15)
    parts.append(widgets.labelled(pile, f"the Enemy's deck, {what}: {pool or '-'}", art.INNER, 8, art.TINY))
    parts.append(
        svg.paragraph(f"discard: {', '.join(tally(pack.event, state.discard_event)) or '-'}", art.INNER, art.TINY)
    )
    void = [
        art.Tile(
            art.drawing(view, "astrali", kind),
            pack.astrali[kind].name,
            f"cost {pack.astrali[kind].cost}",
            actions=[BASE.revive + kind],
            copies=n,
            new=canvas.changed("void_astrali", kind),
        )
        for kind, n in enumerate(state.void_astrali)
        if n
    ]
    parts += [_label(f"void: {sum(state.void_astrali) or 'empty'}"), *([art.tiles_of(canvas, void)] if void else [])]
    return svg.panel(*parts, title="decks")


def _choices(view: View, canvas: Canvas) -> list[svg.Box]:
    """The bosses, characters or cards to choose from before play."""
    made = []
    for action in canvas.actions:
        act, n = within(ACTIONS, action)
        group_of, kind = within(GROUPS, n) if act == "build" else (act, n)
        if act in ("boss", "character", "build"):
            icon = art.drawing(view, group_of, kind) if group_of in art.CARDS_DRAWN else "event"
            made.append(button(canvas, [action], canvas.words(action), svg.Box(28, 28, art.sign(icon, 14, 14, 0.9))))
    return [svg.panel(svg.flow(made, art.INNER), title="choose")] if made else []
