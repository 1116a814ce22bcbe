"""Positions of Correo as text, and actions in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from medianoche.envs.core.kernels import plain
from medianoche.envs.core.show.view import View
from medianoche.envs.correo.numbers import ROUNDS
from medianoche.envs.correo.pack import CANONICAL, oriented
from medianoche.envs.correo.state import (
    ANIMALS,
    BASE,
    MARKET,
    NONE,
    PATCH_PIECE,
    SHAPES,
    UNKNOWN,
    WILD_HOUSE,
    Phase,
    Pile,
)

CARDS = (*SHAPES[:5], "special")
DIRECTIONS = ("north", "east", "south", "west")


def at(cell: int) -> str:
    """A cell as (row,column), counted from 1."""
    return f"({cell // 8 + 1},{cell % 8 + 1})"


def space(view: View, index: int) -> str:
    """The cell of a space of the new tile, or the space's number before the tile is laid."""
    cell = view.state.placed[index]
    return at(cell) if cell != NONE else view.say("space", number=index + 1)


def animal_name(view: View, code: int) -> str:
    """An animal: "frog"."""
    return view.say(f"animal-{ANIMALS[code - 1]}")


def with_article(view: View, code: int) -> str:
    """An animal with its article: "a frog"."""
    return view.say(f"one-{ANIMALS[code - 1]}")


def card_name(view: View, card: str) -> str:
    """One of CARDS, in the language of the view."""
    return view.say("special") if card == CARDS[-1] else card


def face_words(view: View, tile: int) -> str:
    """The houses of a tile in the order of its spaces: "(crow and cat)", "(2 x wild)"; "nothing" for NONE."""
    if tile == NONE:
        return view.say("nothing")
    spaces = view.pack.tile_house[tile][: len(CANONICAL[view.pack.tile_pile[tile]])]
    counts = Counter(int(code) for code in spaces if code)
    if not counts:
        return f"({view.say('no-house')})"
    houses = [house_of(view, code) if n == 1 else f"{n} x {house_of(view, code)}" for code, n in counts.items()]
    return f"({view.several(houses)})"


def house_of(view: View, code: int) -> str:
    """The animal of a house."""
    return view.say("wild-short") if code == WILD_HOUSE else animal_name(view, code)


# ---- actions


def describe(view: View, action: int) -> str:
    """An action in words; it need not be legal."""
    if action < BASE.place:
        return describe_card(view, action)
    if action < BASE.colour:
        return describe_placement(view, action)
    if action < BASE.message:
        return describe_colour(view, action)
    if action < BASE.patch:
        return view.say("send", whom=walker(view, action), way=way(view, action))
    return view.say("end-turn") if action == BASE.end_turn else view.say("patch-on", cell=at(action - BASE.patch))


def describe_placement(view: View, action: int) -> str:
    """A placement in words: by the first space of the tile, or by the corner of its frame before a tile is taken."""
    if view.state.taken == NONE:
        return view.say("lay-corner", turned=turned(view, action), cell=at((action - BASE.place) % 64))
    return view.say("lay", turned=turned(view, action), cell=at(first_space(view, action)))


def turned(view: View, action: int) -> str:
    """The orientation of a placement."""
    orientation = (action - BASE.place) // 64
    return view.say("turned", degrees=90 * (orientation % 4), flipped=int(orientation >= 4))


def walker(view: View, action: int) -> str:
    """The animal of a message, and where it stands."""
    cell = (action - BASE.message) // 4
    animal = view.state.animal[max(view.state.to_move, 0)][cell // 8][cell % 8]
    name = animal_name(view, animal) if animal else view.say("some-animal")
    return view.say("walker", animal=name, cell=at(cell))


def way(view: View, action: int) -> str:
    """The direction of a message."""
    return view.say(f"way-{DIRECTIONS[(action - BASE.message) % 4]}")


def first_space(view: View, action: int) -> int:
    """The cell of the topmost, then leftmost space of the tile in a placement."""
    orientation, corner = divmod(action - BASE.place, 64)
    row, col = min(oriented(int(view.pack.tile_pile[view.state.taken]), orientation))
    return int(corner + 8 * row + col)


def steps(view: View, action: int) -> tuple[str, ...]:
    """An action as a sequence of choices: card and tile; orientation and place; animal and direction."""
    if BASE.place <= action < BASE.colour:
        cell = first_space(view, action)
        level = view.state.height[view.state.to_move][cell // 8][cell % 8] + 1
        return view.say("lay-tile", turned=turned(view, action)), view.say("first-space", cell=at(cell), level=level)
    if action < BASE.take_special:
        pile, slot = divmod(action, 2)
        return view.say("card-up", card=SHAPES[pile]), view.say("take", **in_market(view, pile, slot))
    if BASE.renew <= action < BASE.place:
        pile, slot = divmod(action - BASE.renew, 2)
        return view.say("renew"), view.say("renew-slot", **in_market(view, pile, slot))
    if BASE.message <= action < BASE.patch:
        return view.say("message-of", whom=walker(view, action)), view.say("walks", way=way(view, action))
    if BASE.patch <= action < BASE.end_turn:
        return view.say("lay-patch"), view.say("on-cell", cell=at(action - BASE.patch))
    return (describe(view, action),)


def in_market(view: View, pile: int, slot: int) -> dict[str, Any]:
    """What messages say of a place of the market: its shape, its side, and the tile there."""
    return {"shape": SHAPES[pile], "side": ("left", "right")[slot], "tile": market_tile(view, pile, slot)}


def market_tile(view: View, pile: int, slot: int) -> str:
    """A tile of the market."""
    return face_words(view, view.state.market[pile][slot])


def chart(view: View, options: Sequence[Sequence[int]]) -> list[str]:
    """The tile as it may be turned, or the board with the places of a tile or a patch, by the options' numbers."""
    firsts = [actions[0] for actions in options]
    if all(BASE.place <= action < BASE.colour for action in firsts):
        turned = [(action - BASE.place) // 64 for action in firsts]
        shapes = [picture(view, view.state.taken, orientation) for orientation in turned]
        if len(set(turned)) == len(turned) > 1:
            return beside([[f"{number}:", *shape] for number, shape in enumerate(shapes, 1)], 4)
        cells = [first_space(view, action) for action in firsts]
        above = shapes[0]
    elif all(BASE.patch <= action < BASE.end_turn for action in firsts):
        cells = [action - BASE.patch for action in firsts]
        above = []
    else:
        return []
    if len(set(cells)) < len(cells):
        return []
    marks = {divmod(cell, 8): f"{number:>2}." for number, cell in enumerate(cells, 1)}
    return [*above, "", *board_lines(view, view.state.to_move, marks)]


def describe_card(view: View, action: int) -> str:
    """An action at the start of a turn in words."""
    state = view.state
    if action < BASE.take_special:
        pile, slot = divmod(action, 2)
        return view.say("take-up", **in_market(view, pile, slot))
    if action < BASE.face_down:
        pile = Pile.I3 + action - BASE.take_special
        return view.say("take-special", shape=SHAPES[pile], tile=market_tile(view, pile, 0))
    if action < BASE.renew:
        card = card_name(view, CARDS[action - BASE.face_down])
        if state.phase == Phase.TAKE and not domino_fits(view.pack, view.record):
            return view.say("down-without", card=card)
        return view.say("down-domino", card=card, tile=market_tile(view, Pile.D, 0))
    pile, slot = divmod(action - BASE.renew, 2)
    return view.say("renew-tile", **in_market(view, pile, slot))


def domino_fits(pack: Any, state: Any) -> bool:
    """Whether a card played face down gives the player to move a domino (R8)."""
    from medianoche.envs.correo.kernels.placement import fitting_piles

    seat = int(state.to_move)
    domino = 1 << Pile.D
    return state.market[Pile.D][0] != NONE and bool(fitting_piles(plain(pack), plain(state), seat, domino))


def describe_colour(view: View, action: int) -> str:
    """The choice of an animal for a wild house, or a spell, in words."""
    state = view.state
    if action < BASE.recolour:
        # Outside WILD, in a list of all actions, no space is asked about.
        where = space(view, state.wild_idx) if state.wild_idx < 4 else view.say("wild-place")
        return view.say("wild", animal=with_article(view, action - BASE.colour + 1), cell=where)
    if action < BASE.relocate:
        index, colour = divmod(action - BASE.recolour, 5)
        return view.say("spell-becomes", cell=space(view, index), animal=with_article(view, colour + 1))
    index, other = divmod(action - BASE.relocate, 4)
    return view.say("spell-moves", cell=space(view, index), goal=space(view, other))


# ---- positions


def render(view: View) -> str:
    """Turn, market, and each seat's board, cards and points."""
    state = view.record
    letters = view.say("letters")
    reserve = " ".join(
        f"{count}{letter.upper()}" for letter, count in zip(letters[1:], state.reserve[1:], strict=False)
    )
    left = {"spells": int(state.spell_reserve), "patches": int(state.patch_reserve)}
    supply = view.say("supply", animals=reserve, **left)
    lines = [title(view), *turn_lines(view), *market_lines(view), supply]
    blocks = [seat_lines(view, seat) for seat in view.seats]
    for pair in (blocks[:2], blocks[2:]):
        lines += [""] * bool(pair) + beside(pair, 4)
    return "\n".join([line.rstrip() for line in lines] + ["", view.say("legend")]) + "\n"


def paints(view: View) -> dict[str, str]:
    """The letters of houses and animals in the colours of the animals."""
    letters = view.say("letters")[1:-1]
    both_cases = letters + letters.upper()
    house = rf"(?<=[\s|.*\d{letters}])"
    rest = rf"(?=[{both_cases}.*#]*(?:[\s|]|$))"
    animal = rf"(?<=[\d.*{letters}])"
    colours = zip(letters, ("green", "yellow", "magenta", "blue", "red"), strict=True)
    return {rf"{house}{letter}{rest}|{animal}{letter.upper()}\b": colour for letter, colour in colours}


def stage(view: View) -> str:
    """The number of the turn."""
    return view.say("stage", number=min(view.state.turn // len(view.seats) + 1, ROUNDS), turns=ROUNDS)


def title(view: View) -> str:
    """The number of the turn, the seat to move, and what it is asked."""
    state = view.state
    if state.phase == Phase.END:
        result = ", ".join(
            view.say("seat-value", seat=view.names[seat], value=state.scores[seat]) for seat in view.seats
        )
        return view.say("headline-end", result=result)
    asked = view.say(f"asked-{Phase(state.phase).name.lower()}", name=view.mentions[state.to_move])
    return view.say("headline", number=state.turn // state.num_players + 1, turns=ROUNDS, asked=asked)


def objective_name(view: View, name: str) -> str:
    """An objective card of a pack in words; its own name if no catalogue has words for it."""
    key = f"objective-{name.replace(' ', '-')}"
    return view.say(key) if key in view.sentences else name


def objective_names(view: View) -> list[str]:
    """The objective cards in play."""
    tables = view.tables.objective
    return [objective_name(view, tables[card].name) for card in view.state.objectives if card != NONE]


def turn_lines(view: View) -> list[str]:
    """Tile, messages and objectives; the tile to be placed is drawn in all its orientations."""
    pack = view.pack
    state = view.state
    objectives = objective_names(view)
    lines = []
    if state.taken != NONE:
        tile = state.taken
        lines.append(view.say("tile-now", shape=SHAPES[pack.tile_pile[tile]], tile=face_words(view, tile)))
        if state.phase == Phase.PLACE:
            ways = [o for o in range(8) if int(pack.tile_orientations[tile]) >> o & 1]
            lines += beside(
                [
                    [view.say("turn-head", flipped=int(o > 3), degrees=90 * (o % 4)), *picture(view, tile, o)]
                    for o in ways
                ],
                3,
            )
    if state.msgs:
        lines.append(view.say("messages-now", count=state.msgs, points=state.msg_points))
    if objectives:
        lines.append(view.say("objectives", names=", ".join(objectives)))
    return lines


def market_lines(view: View) -> list[str]:
    """The visible tiles in orientation 0, each pile with its shape and the number of tiles left."""
    state = view.record
    blocks = []
    for pile in range(len(SHAPES)):
        head = f"{SHAPES[pile]} ({state.pile_n[pile]})"
        slots = range(MARKET[pile])
        pictures = beside([picture(view, int(state.market[pile][slot])) for slot in slots], 1)
        blocks.append([head, *pictures])
    return ["", *beside(blocks, 2)]


def picture(view: View, tile: int, orientation: int = 0) -> list[str]:
    """A tile drawn in an orientation."""
    pack = view.pack
    letters = view.say("letters")
    if tile == NONE:
        return ["-"]
    cells = oriented(int(pack.tile_pile[tile]), orientation)
    rows = [[" "] * (1 + max(c for _, c in cells)) for _ in range(1 + max(r for r, _ in cells))]
    for (row, col), house in zip(cells, pack.tile_house[tile], strict=False):
        rows[row][col] = letters[house]
    return ["".join(row) for row in rows]


def cards_of(view: View, seat: int, pile: str) -> list[str]:
    """The cards of a seat's "hand", or those it has played "up" or "down"; "?" for each unknown card."""
    counts = getattr(view.state, pile)[seat]
    if UNKNOWN not in counts:
        return [CARDS[kind] for kind, count in enumerate(counts) for _ in range(count)]
    from medianoche.envs.correo.kernels.dealing import count_hidden

    hand, down = count_hidden(plain(view.record), seat)
    return ["?"] * int(hand if pile == "hand" else down)


def seat_lines(view: View, seat: int) -> list[str]:
    """A seat's board, cards and points."""
    now = view.state
    state = view.record
    shown = {
        pile: " ".join(card_name(view, card) for card in cards_of(view, seat, pile)) or "-"
        for pile in ("hand", "up", "down")
    }
    mark = "*" if state.to_move == seat else " "
    lines = [
        mark + view.say("points-of", seat=view.names[seat], points=now.scores[seat]),
        "  " + view.say("made-of", track=now.track[seat], combo=now.combo[seat], objectives=now.objective_points[seat]),
        "  " + view.say("tokens", spells=now.spells[seat], patches=now.patches[seat]),
        "  " + view.say("hand-deck", cards=shown["hand"], count=now.deck_n[seat]),
    ]
    played = [f"  {view.say(f'pile-{pile}', cards=shown[pile])}" for pile in ("up", "down")]
    return [*lines, *board_lines(view, seat), *played]


def board_lines(view: View, seat: int, marks: Mapping[tuple[int, int], str] = MappingProxyType({})) -> list[str]:
    """A seat's board, with lines between cells that do not show the same tile; `marks` replace the texts of cells."""
    pack = view.pack
    piece = view.record.piece[seat]
    lines = []
    size = int(pack.board_size)
    rows, cols = highlighted(pack)
    lines.append("     " + " ".join(f"{'v' if col in cols else ' '}{col + 1} " for col in range(size)))

    def joined(one: tuple[int, int], two: tuple[int, int]) -> bool:
        inside = all(0 <= r < size and 0 <= c < size for r, c in (one, two))
        return inside and piece[one] == piece[two] and piece[one] != PATCH_PIECE

    for row in range(size + 1):
        edge = ["   " if joined((row - 1, col), (row, col)) else "---" for col in range(size)]
        lines.append("    +" + "+".join(edge) + "+")
        if row < size:
            text = f"  {'>' if row in rows else ' '}{row + 1}"[:4]
            for col in range(size + 1):
                text += " " if joined((row, col - 1), (row, col)) else "|"
                text += marks.get((row, col)) or (cell_text(view, seat, row, col) if col < size else "")
            lines.append(text)
    return lines


def highlighted(pack: Any) -> tuple[set[int], set[int]]:
    """Highlighted rows and columns."""
    size = int(pack.board_size)
    lines = [int(area) for area in pack.areas[4 : pack.num_areas]]
    rows = {row for row in range(size) if ((1 << size) - 1) << 8 * row in lines}
    column = sum(1 << 8 * row for row in range(size))
    return rows, {col for col in range(size) if column << col in lines}


def cell_text(view: View, seat: int, row: int, col: int) -> str:
    """Three letters: level, house, animal."""
    state = view.state
    letters = view.say("letters")
    level = int(state.height[seat][row][col])
    house = letters[state.house[seat][row][col]] if level else " "
    if state.piece[seat][row][col] == PATCH_PIECE:
        house = "#"
    animal = int(state.animal[seat][row][col])
    return f"{f'{level:X}' if level else ' '}{house}{letters[animal].upper() if animal else ' '}"


def beside(blocks: list[list[str]], gap: int) -> list[str]:
    """Blocks of lines next to each other."""
    height = max((len(block) for block in blocks), default=0)
    padded = []
    for block in blocks:
        width = max(map(len, block), default=0)
        padded.append([line.ljust(width) for line in block + [""] * (height - len(block))])
    return [(" " * gap).join(parts) for parts in zip(*padded, strict=True)]
