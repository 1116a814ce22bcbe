"""La noche de Halloween as a picture: the streets with houses and children, the turn, the players, the table."""

from __future__ import annotations

from medianoche.envs.core.show import svg, widgets
from medianoche.envs.core.show.view import Canvas, View, button, hit
from medianoche.envs.core.show.widgets import HALF, WIDE, die
from medianoche.envs.halloween import state as st
from medianoche.envs.halloween.packs.words import card_words, owner_of, treat_text
from medianoche.envs.halloween.words import text as render

GROUND = "street"
DOWN = 37.0
"""From one row of squares to the next."""

GHOST = "M-9 11V-3A9 9 0 0 1 9-3V11L5 7.5L2 11L-2 7.5L-5 11Z"
SHAPES = (
    svg.path("M-11 0L-10-12L-4-8.5H4L10-12L11 0A11 11 0 0 1-11 0Z"),
    svg.path("M-6-6L-5-12L0-8L5-12L6-6Q14-10 16 4Q12 1 10 6Q6 3 4 10L0 7L-4 10Q-6 3-10 6Q-12 1-16 4Q-14-10-6-6Z"),
    svg.path(GHOST + "M8 2A5 5 0 1 1 8 11.5Z"),
    svg.path("M-10 2V-3A10 9.5 0 0 1 10-3C10 7 4 10-12 13C-6 9-10 7-10 2Z"),
    svg.circle(-6, 1, 9.5) + svg.circle(6, -1, 9.5),
    svg.path(GHOST + "M8 0L13-9L16-7L9 6Z"),
    svg.path("M-2-9V-13H2V-9Q13-11 13 1Q13 11 0 11Q-13 11-13 1Q-13-11-2-9Z"),
    svg.path("M-1-9Q-1-14 6-14V-11Q3-11 3-9Q14-9 13 1Q12 11 6 9Q0 13-6 9Q-12 11-13 1Q-14-9-1-9Z"),
)
"""Costumes of the children in order: cat, bat, ghosts with a bag and flying, two faces, a waving ghost, pumpkins."""
ROOF = "M-12 13V-3L0-13L12-3V13Z"
PAINTS = ("red", "green", "yellow", "orange", "blue")
CANDY = svg.path("M-9-5L-4-2V2L-9 5ZM9-5L4-2V2L9 5Z") + svg.circle(0, 0, 5)
FLAKE = svg.path("M0-5V5M-4.3-2.5L4.3 2.5M-4.3 2.5L4.3-2.5", stroke="blue", stroke_width=1.8)
SHIELD = svg.path("M-4.5-5H4.5V0Q4.5 4 0 6Q-4.5 4-4.5 0Z", fill="green", stroke="paper", stroke_width=0.8)
CANDIES = svg.Box(20, 28, svg.use("halloween-candy", 11, 14, 1.1, fill="act"))
MOON = "M3-7A7 7 0 1 0 7 3A5.5 5.5 0 1 1 3-7Z"


def _house(colour: int, solid: bool) -> str:
    """A house with its letter, filled for its owner."""
    paint = PAINTS[colour]
    letter = svg.text(
        0, 10.5, render.HOUSES[colour], 11, text_anchor="middle", font_weight="bold", fill="card" if solid else paint
    )
    return svg.path(ROOF, fill=paint if solid else "card", stroke=paint, stroke_width=2) + letter


def symbols(_view: View) -> dict[str, str]:
    """Children, houses, candies and cards."""
    shapes = {f"halloween-shape{child}": shape for child, shape in enumerate(SHAPES)}
    tokens = {
        f"halloween-child{child}": svg.use(f"halloween-shape{child}", 0, 0)
        + svg.text(
            0, 4.5, render.INITIALS[child], 10.5, text_anchor="middle", font_weight="bold", fill="paper", stroke="none"
        )
        for child in range(st.CHILDREN)
    }
    houses = {f"halloween-house{colour}": _house(colour, False) for colour in range(len(PAINTS))}
    own = {f"halloween-own{colour}": _house(colour, True) for colour in range(len(PAINTS))}
    back = svg.rect(-14, -19, 28, 38, rx=4, fill="line", stroke="faint", stroke_width=1.5)
    front = svg.rect(-14, -19, 28, 38, rx=4, fill="card", stroke="ink")
    draw = svg.rect(-12, -12, 24, 24, rx=6, fill="level2", stroke="line") + svg.rect(-6, -9.5, 12, 16, rx=2, fill="act")
    return {
        **shapes,
        **tokens,
        **houses,
        **own,
        "halloween-grey": svg.rect(-12, -12, 24, 24, rx=6, fill="level1", stroke="line"),
        "halloween-draw": draw + svg.text(0, 3, "+", 13, text_anchor="middle", font_weight="bold", fill="paper"),
        "halloween-candy": CANDY,
        "halloween-flake": FLAKE,
        "halloween-shield": SHIELD,
        "halloween-back": back,
        "halloween-front": front,
    }


def picture(view: View, canvas: Canvas) -> svg.Box:
    """The turn, the streets, the player's own things, the others', the table."""
    first, *others = view.order
    small = svg.flow([_player(view, canvas, seat, HALF) for seat in others], WIDE)
    return svg.columns(
        [
            _turn(view, canvas),
            _streets(view, canvas),
            _player(view, canvas, first, WIDE),
            small,
            _table(view, canvas),
        ],
        canvas.width,
    )


board = picture


# ---- the streets


def _spot(view: View, square: int) -> tuple[float, float]:
    """The middle of a square."""
    places = view.game.records[view.state.pack].place[: int(view.pack.n_squares)]
    across = (WIDE - 16) / (int(places[:, 1].max()) + 1)
    y, x = places[square].tolist()
    return (x + 0.5) * across, y * DOWN + 22


def _streets(view: View, canvas: Canvas) -> svg.Box:
    """All squares as a graph, with the children on them and the squares that can be chosen."""
    pack = view.game.records[view.state.pack]
    spots = [_spot(view, square) for square in range(int(pack.n_squares))]
    joined = sorted(render.street_pairs(pack)[0])
    d = "".join(f"M{spots[a][0]:.1f} {spots[a][1]:.0f}L{spots[b][0]:.1f} {spots[b][1]:.0f}" for a, b in joined)
    parts = [svg.path(d, stroke="line", stroke_width=6)]
    parts += [_square(view, canvas, square, spot) for square, spot in enumerate(spots)]
    parts.append(svg.texts(((x + 10, y + 18, str(square)) for square, (x, y) in enumerate(spots)), 7.5, fill="faint"))
    standing_on: dict[int, list[int]] = {}
    for child, square in enumerate(view.state.pos):
        if square >= 0:
            standing_on.setdefault(square, []).append(child)
    for square, children in standing_on.items():
        parts += _children(view, canvas, children, spots[square])
    map_ = svg.Box(WIDE - 16, max(y for _, y in spots) + 20, "".join(parts))
    out = [st.CHILD_NAMES[child] for child, square in enumerate(view.state.pos) if square < 0]
    words = "filled houses: yours; small letters: nobody's; card: draw; grey child: moved"
    lines = [f"torn: {', '.join(out)}"] * bool(out) + [words if view.seat is not None else words[21:]]
    return svg.panel(map_, *(svg.paragraph(line, WIDE - 16, 9.5, fill="faint") for line in lines))


def _square(view: View, canvas: Canvas, square: int, spot: tuple[float, float]) -> str:
    """A house, a grey square, a draw square, or a child's start."""
    x, y = spot
    kind = int(view.pack.kind[square])
    if kind >= len(PAINTS):
        body = svg.use("halloween-draw" if kind == st.Kind.DRAW else "halloween-grey", x, y)
        starts = [child for child, start in enumerate(view.state.start) if start == square]
        body += "".join(svg.use(f"halloween-shape{child}", x, y, 0.7, fill="level4") for child in starts)
    elif render.is_unowned(view, kind):
        body = svg.use("halloween-grey", x, y) + svg.text(
            x, y + 9, render.HOUSES[kind].lower(), 10, text_anchor="middle", fill="faint"
        )
    else:
        own = view.seat is not None and owner_of(view, square) == view.seat
        body = svg.use(f"halloween-{'own' if own else 'house'}{kind}", x, y)
    action = st.BASE.square + square
    if canvas.offered([action]):
        return canvas.offer([action], body, hit(x - 14, y - 15, 28, 30), at=(x + 14, y + 14))
    return body


def _children(view: View, canvas: Canvas, children: list[int], spot: tuple[float, float]) -> list[str]:
    """Children side by side above the letter of their square."""
    scale = {1: 0.82, 2: 0.66, 3: 0.5}.get(len(children), 0.4)
    left = -11.5 * scale * 2 * (len(children) - 1) / 2
    parts = []
    for place, child in enumerate(children):
        x, y = spot[0] + left + 23 * scale * place, spot[1] - 8
        parts.append(_child(view, canvas, child, (x, y), scale))
    return parts


def _child(view: View, canvas: Canvas, child: int, spot: tuple[float, float], scale: float) -> str:
    """A child's token: grey if moved in this lap, bright if it moves now, marked if it is frozen or guarded."""
    state, (x, y) = view.state, spot
    paint = "act" if child in (state.child, state.target) else "faint" if state.moved >> child & 1 else "ink"
    parts = [svg.use(f"halloween-child{child}", x, y, scale, fill=paint, stroke="paper", stroke_width=1)]
    if state.frozen_left[child]:
        parts.append(svg.use("halloween-flake", x + 9, y + 8, 0.9))
    if state.guard[child] >= 0:
        parts.append(svg.use("halloween-shield", x - 9, y + 8, 0.9))
    if canvas.changed("pos", child):
        parts.append(svg.fresh(x - 12, y - 12, 24, 24))
    choices = canvas.offered([st.BASE.child + child, st.BASE.tear + child]) or [st.BASE.freeze + child] * _only_freeze(
        canvas
    )
    if canvas.offered(choices):
        ring = svg.circle(x, y, 14.5 * scale + 1, class_="hit", fill="transparent")
        return canvas.offer(choices, *parts, ring, at=(x + 13, y - 14))
    return "".join(parts)


def _only_freeze(canvas: Canvas) -> bool:
    """Whether the only choice left is the child that card 10 freezes."""
    return all(st.BASE.freeze <= action < st.BASE.trick for action in canvas.actions)


# ---- the turn


def _turn(view: View, canvas: Canvas) -> svg.Box:
    """Laps, the question, dice and cards of this turn, and numbers to choose."""
    lines = render.headlines(view)
    blocks = [_laps(view), svg.paragraph(lines[1], WIDE - 16, svg.SMALL + 1, bold=True)]
    if icons := _on_the_table(view):
        blocks.append(svg.flow(icons, WIDE - 16, 8))
    if view.state.treat_card[0] >= 0:
        blocks.append(svg.row(_treat(view, role) for role in range(2)))
    blocks += [svg.paragraph(line, WIDE - 16, svg.SMALL, fill="faint") for line in render.turn_lines(view)]
    numbers = [_claim(view, canvas, k) for k in range(8) if canvas.offered([st.BASE.claim + k])]
    numbers += [_number(canvas, st.BASE.bid + k, str(k)) for k in range(101) if canvas.offered([st.BASE.bid + k])]
    for colour, name in enumerate(st.COLOUR_NAMES):
        if canvas.offered([st.BASE.colour + colour]):
            icon = svg.Box(26, 28, svg.use(f"halloween-house{colour}", 13, 14))
            numbers.append(button(canvas, [st.BASE.colour + colour], name, icon))
    if numbers:
        blocks.append(svg.flow(numbers, WIDE - 16, 4))
    return svg.panel(*blocks, title=view.game.title)


def _laps(view: View) -> svg.Box:
    """A moon for each lap: past, present and future."""
    rounds, lap = int(view.pack.rounds), view.state.round_no
    paints = ["faint"] * lap + ["act"] + ["line"] * rounds
    moons = [svg.moved(10 + 20 * k, 9, svg.path(MOON, fill=paints[k])) for k in range(rounds)]
    words = f"lap {min(lap + 1, rounds)} of {rounds}"
    tear = int(view.pack.tear_round)
    words += f"; costumes from lap {tear}" if lap + 1 < tear else ""
    return svg.Box(WIDE - 16, 18, "".join(moons) + svg.text(20 * rounds + 6, 13, words, svg.SMALL, fill="faint"))


def _on_the_table(view: View) -> list[svg.Box]:
    """The child that moves, its die, the secret die and the claim."""
    state, found = view.state, []
    if state.child >= 0:
        found.append(svg.Box(30, 30, svg.use(f"halloween-child{state.child}", 15, 16, fill="act")))
    if state.roll:
        found.append(die(str(state.roll)))
    if state.true_roll:
        found.append(
            svg.row(
                [svg.paragraph("secret", 34, 9.5, fill="faint"), die(render.known(state.true_roll), fill="level2")], 2
            )
        )
    if state.claim:
        worth = int(view.pack.candy[state.claim])
        said = svg.text(6, 19, f"“{state.claim}”", 15, font_weight="bold") + svg.use(
            "halloween-candy", 48, 14, 0.8, fill="act"
        )
        bubble = svg.rect(1, 1, 74, 26, rx=9, fill="card", stroke="act") + said + svg.text(60, 18, str(worth), 11)
        found.append(svg.Box(76, 28, bubble))
    return found


def _treat(view: View, role: int) -> svg.Box:
    """A treat card: its receiver, its condition, its bonus, and whether the condition is met."""
    state = view.state
    seat = (state.mover, state.owner)[role]
    words, _, bonus = treat_text(view.pack, state.treat_card[role], role).rpartition(": ")
    mark = {-1: "open", 0: "not met", 1: "met ✓"}[state.treat_apply[role]]
    head = svg.paragraph(f"{view.names[seat]}: {bonus}, {mark}", HALF - 30, svg.SMALL, bold=True)
    lines = svg.column([head, svg.paragraph(words, HALF - 30, 9.5, fill="faint")], 1)
    frame = svg.rect(
        0.5, 0.5, HALF - 13, lines.height + 7, rx=5, fill="level1", stroke="act" if mark[:3] == "met" else "line"
    )
    return svg.Box(HALF - 12, lines.height + 8, frame + svg.moved(6, 3, lines.body))


def _number(canvas: Canvas, action: int, label: str) -> svg.Box:
    """A number to choose."""
    words = svg.text(13, 18, label, svg.SMALL, text_anchor="middle")
    return svg.Box(26, 26, canvas.offer([action], hit(1, 1, 24, 24, fill="card"), words, at=(24, 2)))


def _claim(view: View, canvas: Canvas, index: int) -> svg.Box:
    """A result that can be announced, with its candies; the true one is marked."""
    true = view.state.true_roll == index + 1
    worth = svg.text(18, 42, str(int(view.pack.candy[index + 1])), svg.SMALL, text_anchor="end")
    parts = [
        hit(1, 1, 34, 46, fill="level2" if true else "card"),
        svg.moved(4, 2, die(str(index + 1)).body),
        worth,
        svg.use("halloween-candy", 26, 38, 0.6, fill="act"),
    ]
    return svg.Box(36, 48, canvas.offer([st.BASE.claim + index], *parts, at=(34, 4)))


# ---- players


def _player(view: View, canvas: Canvas, seat: int, width: float) -> svg.Box:
    """A seat's colour, candies, child card, hand, stake, bid, and record of claims."""
    state, inner = view.state, width - 16
    facts = []
    if state.colour[seat] >= 0:
        own = "own" if seat == view.seat else "house"
        facts.append(svg.Box(24, 28, svg.use(f"halloween-{own}{state.colour[seat]}", 12, 14, 0.9)))
    facts.append(_counted(render.candies(view, seat), canvas.changed("candies", seat)))
    facts += [_child_card(view, seat)]
    lines = render.standing(view, seat)
    if not state.alive[seat]:
        lines.insert(0, "out")
    elif seat == state.starter and state.mover >= 0:
        lines.insert(0, "has the turn card")
    if state.done:
        lines.append(f"{state.scores[seat]} points")
    shown = [svg.row(facts, 5)]
    if lines:
        shown.append(svg.paragraph(", ".join(lines), inner, svg.SMALL, fill="faint"))
    shown += _hand(view, canvas, seat, inner, width == WIDE)
    return widgets.player(view, seat, *shown, width=width)


def _counted(count: str, new: bool) -> svg.Box:
    """Candies and their number."""
    shown = widgets.pile(CANDIES, count, 46, size=14, weight="bold")
    return shown._replace(body=shown.body + svg.fresh(0, 2, 44, 24) * new)


def _child_card(view: View, seat: int) -> svg.Box:
    """A seat's child card, or the children that it may be."""
    child = view.state.secret[seat]
    if child == st.UNKNOWN:
        few = render.child_words(view, seat)[2:].strip("()")
        back = widgets.back("halloween-back", 22, 28, 0.74, size=13)
        return widgets.labelled(back, few or "secret child", 70, size=9, fill="faint")
    torn = view.state.pos[child] < 0
    front = svg.use("halloween-front", 11, 14, 0.74) + svg.use(f"halloween-shape{child}", 11, 14, 0.6, fill="ink")
    cross = svg.path("M2 3L20 25M20 3L2 25", stroke="new", stroke_width=2) * torn
    return svg.Box(86, 28, front + cross + svg.text(26, 18, st.CHILD_NAMES[child], svg.SMALL))


def _hand(view: View, canvas: Canvas, seat: int, width: float, in_words: bool) -> list[svg.Box]:
    """A seat's action cards: in words for the first seat, else their numbers; a back for each unknown card."""
    cards, more = render.hand(view, seat)
    shown = [_card(view, canvas, card) for card in cards]
    backs = [_backs(more)] if more else []
    if not in_words:
        return [widgets.hand("cards", [*shown, *backs], width, 32)] if shown or backs else []
    words = [svg.paragraph(card_words(view.pack, card), width - 32, svg.SMALL) for card in cards]
    return [svg.row(pair) for pair in zip(shown, words, strict=True)] + backs


def _card(view: View, canvas: Canvas, card: int) -> svg.Box:
    """An action card of a hand, by its number, and all actions with it."""
    front = svg.use("halloween-front", 12, 16, 0.82)
    label = svg.text(12, 20.5, str(card + 1), 12, text_anchor="middle", font_weight="bold")
    face = svg.Box(24, 32, front + label)
    actions = [st.BASE.card + card]
    held = view.state.card_at[card] in (view.state.to_move, st.Place.PAIR)
    spread = {st.Op.GROUND: range(st.BASE.ground, st.BASE.freeze), st.Op.FREEZE: range(st.BASE.freeze, st.BASE.trick)}
    actions += spread.get(st.Op(int(view.pack.action_op[card])), range(0))
    if held and canvas.offered(actions):
        words = f"card {card + 1}: {card_words(view.pack, card)}"
        return widgets.offered(canvas, actions, face, title=words, at=(26, 2))
    return face


def _backs(count: int) -> svg.Box:
    """Unknown cards."""
    back = widgets.back("halloween-back", 24, 32, 0.82)
    return widgets.pile(back, f"x{count}", 46, 3) if count > 1 else back


# ---- the table


def _table(view: View, canvas: Canvas) -> svg.Box:
    """Pot, decks, and the cards that are looked at, used or unseen."""
    state = view.state
    pot = widgets.pile(CANDIES, f"{state.pot} in the pot", 104)
    pot = pot._replace(body=pot.body + svg.fresh(0, 2, 100, 24) * canvas.changed("pot"))
    piles = [pot, _pile(state.deck_n, "action cards"), _pile(state.treat_n, "treat cards")]
    blocks = [svg.flow(piles, WIDE - 16, 6)]
    pair = [card for card in range(st.CARDS) if state.card_at[card] == st.Place.PAIR]
    if state.phase == st.Phase.KEEP:
        looks = [_card(view, canvas, card) for card in pair] or [_backs(2)]
        blocks.append(svg.row([svg.paragraph("looked at", 60, svg.SMALL), *looks], 6))
        blocks += [svg.paragraph(f"{card + 1}: {card_words(view.pack, card)}", WIDE - 16, svg.SMALL) for card in pair]
    blocks += [svg.paragraph(line, WIDE - 16, svg.SMALL, fill="faint") for line in render.table_lines(view)]
    return svg.panel(*blocks, title="table")


def _pile(count: int, words: str) -> svg.Box:
    """A face-down pile and its number of cards."""
    back = svg.use("halloween-back", 11, 14, 0.74) + svg.moved(11, 14, svg.path(MOON, fill="act"), scale=0.8)
    return widgets.pile(svg.Box(22, 28, back), f"{count} {words}", 104)
