"""La noche de Halloween as a picture: the streets with houses and children, the turn, players, and the table."""

from __future__ import annotations

from medianoche.envs.core.show.svg import (
    COLUMN,
    MARGIN,
    SMALL,
    Block,
    circle,
    column,
    flow,
    fresh,
    moved,
    panel,
    paragraph,
    path,
    rect,
    row,
    text,
    texts,
    use,
)
from medianoche.envs.core.show.view import Sheet, View, button, hit
from medianoche.envs.halloween.packs.words import card_words, owner_of, treat_text
from medianoche.envs.halloween.state import (
    BASE,
    CARDS,
    CHILD_NAMES,
    CHILDREN,
    COLOUR_NAMES,
    UNKNOWN,
    Kind,
    Op,
    Phase,
    Place,
)
from medianoche.envs.halloween.words import text as render

WIDE = COLUMN - 2 * MARGIN
HALF = (WIDE - 8) / 2
DOWN = 37.0
"""From one row of squares to the next."""

GHOST = "M-9 11V-3A9 9 0 0 1 9-3V11L5 7.5L2 11L-2 7.5L-5 11Z"
SHAPES = (
    path("M-11 0L-10-12L-4-8.5H4L10-12L11 0A11 11 0 0 1-11 0Z"),
    path("M-6-6L-5-12L0-8L5-12L6-6Q14-10 16 4Q12 1 10 6Q6 3 4 10L0 7L-4 10Q-6 3-10 6Q-12 1-16 4Q-14-10-6-6Z"),
    path(GHOST + "M8 2A5 5 0 1 1 8 11.5Z"),
    path("M-10 2V-3A10 9.5 0 0 1 10-3C10 7 4 10-12 13C-6 9-10 7-10 2Z"),
    circle(-6, 1, 9.5) + circle(6, -1, 9.5),
    path(GHOST + "M8 0L13-9L16-7L9 6Z"),
    path("M-2-9V-13H2V-9Q13-11 13 1Q13 11 0 11Q-13 11-13 1Q-13-11-2-9Z"),
    path("M-1-9Q-1-14 6-14V-11Q3-11 3-9Q14-9 13 1Q12 11 6 9Q0 13-6 9Q-12 11-13 1Q-14-9-1-9Z"),
)
"""Costumes of the children in order: cat, bat, ghosts with a bag and flying, two faces, a waving ghost, pumpkins."""
ROOF = "M-12 13V-3L0-13L12-3V13Z"
PAINTS = ("red", "green", "yellow", "orange", "blue")
CANDY = path("M-9-5L-4-2V2L-9 5ZM9-5L4-2V2L9 5Z") + circle(0, 0, 5)
FLAKE = path("M0-5V5M-4.3-2.5L4.3 2.5M-4.3 2.5L4.3-2.5", stroke="blue", stroke_width=1.8)
SHIELD = path("M-4.5-5H4.5V0Q4.5 4 0 6Q-4.5 4-4.5 0Z", fill="green", stroke="paper", stroke_width=0.8)
MOON = "M3-7A7 7 0 1 0 7 3A5.5 5.5 0 1 1 3-7Z"


def _house(colour: int, solid: bool) -> str:
    """A house with its letter: filled for the one who looks."""
    paint = PAINTS[colour]
    letter = text(
        0, 10.5, render.HOUSES[colour], 11, text_anchor="middle", font_weight="bold", fill="card" if solid else paint
    )
    return path(ROOF, fill=paint if solid else "card", stroke=paint, stroke_width=2) + letter


def _symbols() -> dict[str, str]:
    shapes = {f"halloween-shape{child}": shape for child, shape in enumerate(SHAPES)}
    tokens = {
        f"halloween-child{child}": use(f"halloween-shape{child}", 0, 0)
        + text(
            0, 4.5, render.INITIALS[child], 10.5, text_anchor="middle", font_weight="bold", fill="paper", stroke="none"
        )
        for child in range(CHILDREN)
    }
    houses = {f"halloween-house{colour}": _house(colour, False) for colour in range(len(PAINTS))}
    own = {f"halloween-own{colour}": _house(colour, True) for colour in range(len(PAINTS))}
    back = rect(-14, -19, 28, 38, rx=4, fill="line", stroke="faint", stroke_width=1.5)
    front = rect(-14, -19, 28, 38, rx=4, fill="card", stroke="ink")
    draw = rect(-12, -12, 24, 24, rx=6, fill="level2", stroke="line") + rect(-6, -9.5, 12, 16, rx=2, fill="act")
    return {
        **shapes,
        **tokens,
        **houses,
        **own,
        "halloween-grey": rect(-12, -12, 24, 24, rx=6, fill="level1", stroke="line"),
        "halloween-draw": draw + text(0, 3, "+", 13, text_anchor="middle", font_weight="bold", fill="paper"),
        "halloween-candy": CANDY,
        "halloween-flake": FLAKE,
        "halloween-shield": SHIELD,
        "halloween-back": back,
        "halloween-front": front,
    }


SYMBOLS = _symbols()


def picture(view: View, sheet: Sheet) -> list[Block]:
    """The turn, the streets, the own things, the others', the table."""
    first, *others = view.order
    small = flow([_player(view, sheet, seat, HALF) for seat in others], WIDE)
    return [_turn(view, sheet), _streets(view, sheet), _player(view, sheet, first, WIDE), small, _table(view, sheet)]


# ---- the streets


def _spot(view: View, square: int) -> tuple[float, float]:
    """The middle of a square."""
    places = view.game.records[view.state.pack].place[: int(view.pack.n_squares)]
    across = (WIDE - 16) / (int(places[:, 1].max()) + 1)
    y, x = places[square].tolist()
    return (x + 0.5) * across, y * DOWN + 22


def _streets(view: View, sheet: Sheet) -> Block:
    """All squares as a graph, children on them, what can be chosen there."""
    pack = view.game.records[view.state.pack]
    spots = [_spot(view, square) for square in range(int(pack.n_squares))]
    joined = sorted(render.street_pairs(pack)[0])
    d = "".join(f"M{spots[a][0]:.1f} {spots[a][1]:.0f}L{spots[b][0]:.1f} {spots[b][1]:.0f}" for a, b in joined)
    parts = [path(d, stroke="line", stroke_width=6)]
    parts += [_square(view, sheet, square, spot) for square, spot in enumerate(spots)]
    parts.append(texts(((x + 10, y + 18, str(square)) for square, (x, y) in enumerate(spots)), 7.5, fill="faint"))
    standing_on: dict[int, list[int]] = {}
    for child, square in enumerate(view.state.pos):
        if square >= 0:
            standing_on.setdefault(square, []).append(child)
    for square, children in standing_on.items():
        parts += _children(view, sheet, children, spots[square])
    map_ = Block(WIDE - 16, max(y for _, y in spots) + 20, "".join(parts))
    out = [CHILD_NAMES[child] for child, square in enumerate(view.state.pos) if square < 0]
    words = "filled houses: yours; small letters: nobody's; card: draw; grey child: moved"
    lines = [f"torn: {', '.join(out)}"] * bool(out) + [words if view.seat is not None else words[21:]]
    return panel(map_, *(paragraph(line, WIDE - 16, 9.5, fill="faint") for line in lines))


def _square(view: View, sheet: Sheet, square: int, spot: tuple[float, float]) -> str:
    """A house, a grey square, one where a card is drawn, or a child's start."""
    x, y = spot
    kind = int(view.pack.kind[square])
    if kind >= len(PAINTS):
        body = use("halloween-draw" if kind == Kind.DRAW else "halloween-grey", x, y)
        starts = [child for child, start in enumerate(view.state.start) if start == square]
        body += "".join(use(f"halloween-shape{child}", x, y, 0.7, fill="level4") for child in starts)
    elif render.is_nobodys(view, kind):
        body = use("halloween-grey", x, y) + text(
            x, y + 9, render.HOUSES[kind].lower(), 10, text_anchor="middle", fill="faint"
        )
    else:
        own = view.seat is not None and owner_of(view, square) == view.seat
        body = use(f"halloween-{'own' if own else 'house'}{kind}", x, y)
    action = BASE.square + square
    if sheet.offered([action]):
        return sheet.offer([action], body, hit(x - 14, y - 15, 28, 30), at=(x + 14, y + 14))
    return body


def _children(view: View, sheet: Sheet, children: list[int], spot: tuple[float, float]) -> list[str]:
    """Children side by side above the letter of their square."""
    scale = {1: 0.82, 2: 0.66, 3: 0.5}.get(len(children), 0.4)
    left = -11.5 * scale * 2 * (len(children) - 1) / 2
    parts = []
    for place, child in enumerate(children):
        x, y = spot[0] + left + 23 * scale * place, spot[1] - 8
        parts.append(_child(view, sheet, child, (x, y), scale))
    return parts


def _child(view: View, sheet: Sheet, child: int, spot: tuple[float, float], scale: float) -> str:
    """A child's token: grey if moved in this lap, bright if it moves now; marks if it stays put or is guarded."""
    state, (x, y) = view.state, spot
    paint = "act" if child in (state.child, state.target) else "faint" if state.moved >> child & 1 else "ink"
    parts = [use(f"halloween-child{child}", x, y, scale, fill=paint, stroke="paper", stroke_width=1)]
    if state.frozen_left[child]:
        parts.append(use("halloween-flake", x + 9, y + 8, 0.9))
    if state.guard[child] >= 0:
        parts.append(use("halloween-shield", x - 9, y + 8, 0.9))
    if sheet.changed("pos", child):
        parts.append(fresh(x - 12, y - 12, 24, 24))
    choices = sheet.offered([BASE.child + child, BASE.tear + child]) or [BASE.freeze + child] * _only_freeze(sheet)
    if sheet.offered(choices):
        ring = circle(x, y, 14.5 * scale + 1, class_="hit", fill="transparent")
        return sheet.offer(choices, *parts, ring, at=(x + 13, y - 14))
    return "".join(parts)


def _only_freeze(sheet: Sheet) -> bool:
    """Whether all that is left to choose is which child stays put."""
    return all(BASE.freeze <= action < BASE.trick for action in sheet.actions)


# ---- the turn


def _turn(view: View, sheet: Sheet) -> Block:
    """Laps, who is asked what, dice and cards of this turn, and choices of numbers."""
    lines = render.headlines(view)
    blocks = [_laps(view), paragraph(lines[1], WIDE - 16, SMALL + 1, bold=True)]
    if icons := _on_the_table(view):
        blocks.append(flow(icons, WIDE - 16, 8))
    if view.state.treat_card[0] >= 0:
        blocks.append(row(_treat(view, role) for role in range(2)))
    blocks += [paragraph(line, WIDE - 16, SMALL, fill="faint") for line in render.turn_lines(view)]
    numbers = [_claim(view, sheet, k) for k in range(8) if sheet.offered([BASE.claim + k])]
    numbers += [_number(sheet, BASE.bid + k, str(k)) for k in range(101) if sheet.offered([BASE.bid + k])]
    for colour, name in enumerate(COLOUR_NAMES):
        if sheet.offered([BASE.colour + colour]):
            icon = Block(26, 28, use(f"halloween-house{colour}", 13, 14))
            numbers.append(button(sheet, [BASE.colour + colour], name, icon))
    if numbers:
        blocks.append(flow(numbers, WIDE - 16, 4))
    return panel(*blocks, title=view.game.title)


def _laps(view: View) -> Block:
    """A moon for each lap: those that are over, this one, those to come."""
    rounds, lap = int(view.pack.rounds), view.state.round_no
    paints = ["faint"] * lap + ["act"] + ["line"] * rounds
    moons = [moved(10 + 20 * k, 9, path(MOON, fill=paints[k])) for k in range(rounds)]
    words = f"lap {min(lap + 1, rounds)} of {rounds}"
    tear = int(view.pack.tear_round)
    words += f"; costumes from lap {tear}" if lap + 1 < tear else ""
    return Block(WIDE - 16, 18, "".join(moons) + text(20 * rounds + 6, 13, words, SMALL, fill="faint"))


def die(number: str, size: float = 28, fill: str = "card") -> Block:
    """A die, or an unknown one."""
    d = f"M{size / 2} 1L{size - 1} {size / 2}L{size / 2} {size - 1}L1 {size / 2}Z"
    middle = size / 2
    label = text(middle, middle + size / 6, number, size / 2.3, text_anchor="middle", font_weight="bold")
    return Block(size, size, path(d, fill=fill, stroke="ink", stroke_width=1.5) + label)


def _on_the_table(view: View) -> list[Block]:
    """The child that moves, its die, the secret die and the claim."""
    state, found = view.state, []
    if state.child >= 0:
        found.append(Block(30, 30, use(f"halloween-child{state.child}", 15, 16, fill="act")))
    if state.roll:
        found.append(die(str(state.roll)))
    if state.true_roll:
        found.append(
            row([paragraph("secret", 34, 9.5, fill="faint"), die(render.known(state.true_roll), fill="level2")], 2)
        )
    if state.claim:
        worth = int(view.pack.candy[state.claim])
        said = text(6, 19, f"“{state.claim}”", 15, font_weight="bold") + use("halloween-candy", 48, 14, 0.8, fill="act")
        bubble = rect(1, 1, 74, 26, rx=9, fill="card", stroke="act") + said + text(60, 18, str(worth), 11)
        found.append(Block(76, 28, bubble))
    return found


def _treat(view: View, role: int) -> Block:
    """A treat card: whose, what it asks for, its bonus, and whether that is met."""
    state = view.state
    seat = (state.mover, state.owner)[role]
    words, _, bonus = treat_text(view.pack, state.treat_card[role], role).rpartition(": ")
    mark = {-1: "open", 0: "not met", 1: "met ✓"}[state.treat_apply[role]]
    head = paragraph(f"{view.names[seat]}: {bonus}, {mark}", HALF - 30, SMALL, bold=True)
    lines = column([head, paragraph(words, HALF - 30, 9.5, fill="faint")], 1)
    frame = rect(
        0.5, 0.5, HALF - 13, lines.height + 7, rx=5, fill="level1", stroke="act" if mark[:3] == "met" else "line"
    )
    return Block(HALF - 12, lines.height + 8, frame + moved(6, 3, lines.body))


def _number(sheet: Sheet, action: int, label: str) -> Block:
    """A number to choose."""
    words = text(13, 18, label, SMALL, text_anchor="middle")
    return Block(26, 26, sheet.offer([action], hit(1, 1, 24, 24, fill="card"), words, at=(24, 2)))


def _claim(view: View, sheet: Sheet, index: int) -> Block:
    """A result to announce and its candies; the true one is marked."""
    true = view.state.true_roll == index + 1
    worth = text(18, 42, str(int(view.pack.candy[index + 1])), SMALL, text_anchor="end")
    parts = [
        hit(1, 1, 34, 46, fill="level2" if true else "card"),
        moved(4, 2, die(str(index + 1)).body),
        worth,
        use("halloween-candy", 26, 38, 0.6, fill="act"),
    ]
    return Block(36, 48, sheet.offer([BASE.claim + index], *parts, at=(34, 4)))


# ---- players


def _player(view: View, sheet: Sheet, seat: int, width: float) -> Block:
    """A seat's colour, candies, child card, hand, stake and bid, and what is known of its honesty."""
    state, inner = view.state, width - 16
    facts = []
    if state.colour[seat] >= 0:
        own = "own" if seat == view.seat else "house"
        facts.append(Block(24, 28, use(f"halloween-{own}{state.colour[seat]}", 12, 14, 0.9)))
    facts.append(_counted(render.candies(view, seat), sheet.changed("candies", seat)))
    facts += [_child_card(view, seat)]
    lines = render.standing(view, seat)
    if not state.alive[seat]:
        lines.insert(0, "out")
    elif seat == state.starter and state.mover >= 0:
        lines.insert(0, "has the turn card")
    if state.done:
        lines.append(f"{state.scores[seat]} points")
    shown = [row(facts, 5)]
    if lines:
        shown.append(paragraph(", ".join(lines), inner, SMALL, fill="faint"))
    shown += _hand(view, sheet, seat, inner, width == WIDE)
    return panel(*shown, width=width, title=view.names[seat], mark=seat == state.to_move)


def _counted(count: str, new: bool) -> Block:
    """Candies and their number."""
    body = use("halloween-candy", 11, 14, 1.1, fill="act") + text(24, 18.5, count, 14, font_weight="bold")
    return Block(46, 28, body + fresh(0, 2, 44, 24) * new)


def _child_card(view: View, seat: int) -> Block:
    """A seat's child card, or what it may be."""
    child = view.state.secret[seat]
    if child == UNKNOWN:
        few = render.child_words(view, seat)[2:].strip("()")
        back = use("halloween-back", 11, 14, 0.74) + text(11, 19, "?", 13, text_anchor="middle", font_weight="bold")
        return row([Block(22, 28, back), paragraph(few or "secret child", 44, 9, fill="faint")], 4)
    torn = view.state.pos[child] < 0
    front = use("halloween-front", 11, 14, 0.74) + use(f"halloween-shape{child}", 11, 14, 0.6, fill="ink")
    cross = path("M2 3L20 25M20 3L2 25", stroke="new", stroke_width=2) * torn
    return Block(86, 28, front + cross + text(26, 18, CHILD_NAMES[child], SMALL))


def _hand(view: View, sheet: Sheet, seat: int, width: float, in_words: bool) -> list[Block]:
    """A seat's action cards: in words for the first seat, else their numbers; a back for each that is not known."""
    cards, more = render.hand(view, seat)
    shown = [_card(view, sheet, card) for card in cards]
    backs = [_backs(more)] if more else []
    if not in_words:
        label = paragraph("cards", 32, SMALL, fill="faint")
        return [row([label, flow([*shown, *backs], width - 40, 4)])] if shown or backs else []
    words = [paragraph(card_words(view.pack, card), width - 32, SMALL) for card in cards]
    return [row(pair) for pair in zip(shown, words, strict=True)] + backs


def _card(view: View, sheet: Sheet, card: int) -> Block:
    """An action card of a hand by its number, and all that can be done with it."""
    front = use("halloween-front", 12, 16, 0.82)
    label = text(12, 20.5, str(card + 1), 12, text_anchor="middle", font_weight="bold")
    actions = [BASE.card + card]
    held = view.state.card_at[card] in (view.state.to_move, Place.PAIR)
    spread = {Op.GROUND: range(BASE.ground, BASE.freeze), Op.FREEZE: range(BASE.freeze, BASE.trick)}
    actions += spread.get(Op(int(view.pack.action_op[card])), range(0))
    if held and sheet.offered(actions):
        words = f"card {card + 1}: {card_words(view.pack, card)}"
        return Block(24, 32, sheet.offer(actions, front, label, hit(0.5, 0.5, 23, 31), at=(26, 2), title=words))
    return Block(24, 32, front + label)


def _backs(count: int, word: str = "?") -> Block:
    """Cards that are not known."""
    back = use("halloween-back", 12, 16, 0.82)
    label = text(12, 21, word, 12, text_anchor="middle", font_weight="bold")
    times = text(27, 21, f"x{count}", SMALL) if count > 1 else ""
    return Block(46 if count > 1 else 24, 32, back + label + times)


# ---- the table


def _table(view: View, sheet: Sheet) -> Block:
    """Pot, decks, cards that are looked at, used, or not seen."""
    state = view.state
    pot = use("halloween-candy", 11, 14, 1.1, fill="act") + text(24, 18.5, f"{state.pot} in the pot", SMALL)
    pot += fresh(0, 2, 100, 24) * sheet.changed("pot")
    piles = [Block(104, 28, pot), _pile(state.deck_n, "action cards"), _pile(state.treat_n, "treat cards")]
    blocks = [flow(piles, WIDE - 16, 6)]
    pair = [card for card in range(CARDS) if state.card_at[card] == Place.PAIR]
    if state.phase == Phase.KEEP:
        looks = [_card(view, sheet, card) for card in pair] or [_backs(2)]
        blocks.append(row([paragraph("looked at", 60, SMALL), *looks], 6))
        blocks += [paragraph(f"{card + 1}: {card_words(view.pack, card)}", WIDE - 16, SMALL) for card in pair]
    blocks += [paragraph(line, WIDE - 16, SMALL, fill="faint") for line in render.table_lines(view)]
    return panel(*blocks, title="table")


def _pile(count: int, words: str) -> Block:
    """A face-down pile and how many cards it has."""
    back = use("halloween-back", 11, 14, 0.74) + moved(11, 14, path(MOON, fill="act"), scale=0.8)
    return Block(104, 28, back + text(26, 18.5, f"{count} {words}", SMALL))
