"""A second, slow implementation of the rules of Correo de Medianoche, with which the kernels are compared.

Boards are dictionaries from (row, col) to a stack of pieces; nothing here is shared with the game but the TOML tables.
Chance happens only in the deal, so a game is taken over from a freshly dealt state.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from tests.envs.correo.pieces import (
    COLOURS,
    END,
    LETTERS,
    NAMES,
    PATCH_PILE,
    PLACE,
    RESOLVE,
    SHAPES,
    STEPS_NESW,
    TAKE,
    WILD,
    Cell,
    Piece,
    Seat,
    number_of,
    turned,
)


class Reference:
    """A game in progress, taken over from a dealt record."""

    def __init__(self, state: Any, tables: Any) -> None:
        self.tables = tables
        self.size = tables.board.size
        self.cells = list(product(range(self.size), range(self.size)))
        piles = {pile.shape: pile for pile in tables.pile}
        self.faces = [(k, face) for k, shape in enumerate(NAMES) for face in piles[shape].faces]
        self.n = int(state.num_players)
        self.flat = bool(state.flat_only)
        self.count_dest = bool(state.count_dest)
        self.start, self.to_move, self.turn, self.phase = int(state.start), int(state.start), 0, TAKE
        self.seats = [self.dealt_seat(state, p) for p in range(self.n)]
        self.piles = [[int(t) for t in state.pile[k][: state.pile_n[k]]] for k in range(8)]
        self.known = [0] * 8
        self.market = [[None if t == 255 else int(t) for t in state.market[k]] for k in range(8)]
        self.reserve = [0] + [tables.supply.animals] * 5
        self.spell_reserve = tables.supply.spells - self.n
        self.patch_reserve = tables.supply.patches - self.n
        self.objectives = [int(card) for card in state.objectives] if state.advanced else []
        self.utility = [0.0] * self.n
        self.new_turn()

    def dealt_seat(self, state: Any, p: int) -> Seat:
        seat = Seat({cell: [] for cell in self.cells})
        seat.hand = [int(c) for c in state.hand[p]]
        seat.deck = [int(c) for c in state.deck[p][: state.deck_n[p]]]
        return seat

    def new_turn(self) -> None:
        self.taken: int | None = None
        self.placed: list[Cell] = []
        self.wild: int | None = None
        self.spell_open = self.spell_used = self.patch_used = False
        self.spell_gain = self.patch_gain = 0
        self.delivered: list[int] = []
        self.msg_points = 0

    @property
    def mover(self) -> Seat:
        return self.seats[self.to_move]

    def houses(self, tile: int) -> list[int]:
        return [LETTERS[letter] for letter in self.faces[tile][1].face]

    # ---- what is legal

    def legal(self) -> list[int]:
        asked = {TAKE: self.legal_take, PLACE: self.legal_place, WILD: self.legal_wild, RESOLVE: self.legal_resolve}
        return sorted(asked[self.phase]()) if self.phase != END else []

    def legal_place(self) -> set[int]:
        return set(self.placements(self.taken))

    def has_patch(self) -> bool:
        return not self.patch_used and self.mover.patches - self.patch_gain >= 1

    def legal_take(self) -> set[int]:
        actions: set[int] = set()
        for k in range(7):
            if not self.mover.hand[min(k, 5)]:
                continue
            for j in range(2):
                tile = self.market[k][j]
                if tile is not None and self.fits(tile):
                    actions.add(2 * k + j if k < 5 else 10 + k - 5)
        domino = self.market[7][0]
        if not actions or (domino is not None and self.fits(domino)):
            actions |= {12 + kind for kind in range(6) if self.mover.hand[kind]}
        if self.has_patch():
            for k, j in product(range(5), range(2)):
                if self.market[k][j] is not None and self.piles[k]:
                    actions.add(18 + 2 * k + j)
            actions |= {837 + number_of(cell) for cell in self.cells}
        return actions

    def fits(self, tile: int) -> bool:
        """Whether the tile can be laid at all."""
        return any(True for _ in self.coverings(tile))

    def coverings(self, tile: int) -> Iterator[tuple[int, Cell, list[Cell]]]:
        """Orientation, corner and cells of every way to lay the tile."""
        pile = self.faces[tile][0]
        for orientation in range(8):
            shape = turned(SHAPES[NAMES[pile]], orientation)
            for row, col in self.cells:
                cells = [(row + r, col + c) for r, c in shape]
                if self.may_cover(cells, pile):
                    yield orientation, (row, col), cells

    def placements(self, tile: int) -> dict[int, list[Cell]]:
        """Legal PLACE actions and the cells they cover; of orientations that look the same the lowest."""
        pictures: set[frozenset[tuple[Cell, int]]] = set()
        placements = {}
        for orientation, corner, cells in self.coverings(tile):
            picture = frozenset(zip(cells, self.houses(tile), strict=True))
            if picture not in pictures:
                placements[28 + 64 * orientation + number_of(corner)] = cells
            pictures.add(picture)
        return placements

    def may_cover(self, cells: list[Cell], pile: int) -> bool:
        seat = self.mover
        for cell in cells:
            if cell not in seat.stacks or cell in seat.animals:
                return False
        heights = [seat.height(cell) for cell in cells]
        if self.flat and len(set(heights)) > 1:
            return False
        if min(heights) == 0:
            return max(heights) == 0
        under = {seat.top(cell).number for cell in cells}
        return not (len(under) == 1 and seat.top(cells[0]).pile == pile)

    def legal_wild(self) -> set[int]:
        return {540 + colour - 1 for colour in range(1, 6) if self.reserve[colour]}

    def walk(self, seat: Seat, cell: Cell, direction: int) -> tuple[Cell, int] | None:
        """The receiver's cell and the points of an animal's message; None if there is no pair in that direction."""
        dr, dc = STEPS_NESW[direction]
        points = 0
        at = (cell[0] + dr, cell[1] + dc)
        while at in seat.stacks and at not in seat.animals:
            points += seat.height(at)
            at = (at[0] + dr, at[1] + dc)
        if at not in seat.stacks or seat.animals[at] != seat.animals[cell]:
            return None
        return at, points + (seat.height(at) if self.count_dest else 0)

    def legal_resolve(self) -> set[int]:
        seat = self.mover
        actions = {581 + 4 * number_of(cell) + d for cell in seat.animals for d in range(4) if self.walk(seat, cell, d)}
        if not actions:
            actions.add(901)
        if self.spell_open and not self.spell_used and seat.spells - self.spell_gain >= 1:
            actions |= self.legal_spells(seat)
        if self.has_patch():
            actions |= {837 + number_of(cell) for cell in self.cells}
        return actions

    def legal_spells(self, seat: Seat) -> set[int]:
        actions = set()
        for i, cell in enumerate(self.placed):
            if cell in seat.animals:
                for colour in range(1, 6):
                    if colour != seat.animals[cell] and self.reserve[colour]:
                        actions.add(545 + 5 * i + colour - 1)
                for j, goal in enumerate(self.placed):
                    if goal not in seat.animals:
                        actions.add(565 + 4 * i + j)
        return actions

    # ---- what happens

    def apply(self, action: int) -> None:
        if action >= 901:
            self.end_turn()
        elif action >= 837:
            self.lay_patch(divmod(action - 837, 8))
        elif action >= 581:
            self.message(divmod((action - 581) // 4, 8), (action - 581) % 4)
        elif action >= 545:
            self.spell(action)
        elif action >= 540:
            self.colour(action - 539)
        elif action >= 28:
            self.place(action)
        elif action >= 18:
            self.renew((action - 18) // 2, action % 2)
        else:
            self.take(action)

    def drawn(self, k: int) -> int | None:
        tile = self.piles[k].pop() if self.piles[k] else None
        self.known[k] = min(self.known[k], len(self.piles[k]))
        return tile

    def take(self, action: int) -> None:
        seat = self.mover
        if action >= 12:
            seat.hand[action - 12] -= 1
            seat.down[action - 12] += 1
            domino = self.market[7][0]
            if domino is None or not self.fits(domino):
                self.phase = RESOLVE
                return
            k = 7
            j = 0
        else:
            k, j = (action // 2, action % 2) if action < 10 else (action - 5, 0)
            seat.hand[min(k, 5)] -= 1
            seat.up[min(k, 5)] += 1
        self.taken = self.market[k][j]
        self.market[k][j] = self.drawn(k)
        self.phase = PLACE

    def renew(self, k: int, j: int) -> None:
        self.piles[k].insert(0, self.market[k][j])
        self.known[k] += 1
        self.market[k][j] = self.drawn(k)
        self.mover.patches -= 1
        self.patch_reserve += 1
        self.patch_used = True

    def areas(self) -> list[list[Cell]]:
        half = self.size // 2
        board = self.tables.board
        sides = product((False, True), repeat=2)
        quadrants = [[c for c in self.cells if (c[0] >= half, c[1] >= half) == side] for side in sides]
        rows = [[c for c in self.cells if c[0] == row] for row in board.highlight_rows]
        return quadrants + rows + [[c for c in self.cells if c[1] == col] for col in board.highlight_cols]

    def lay(self, pieces: dict[Cell, Piece]) -> list[list[Cell]]:
        """Put pieces on the board; returns the areas whose lowest level rose."""
        seat = self.mover
        before = [min(seat.height(cell) for cell in area) for area in self.areas()]
        for cell, piece in pieces.items():
            seat.stacks[cell].append(piece)
        after = [min(seat.height(cell) for cell in area) for area in self.areas()]
        return [a > b for a, b in zip(after, before, strict=True)]

    def reward(self, covered: list[bool]) -> None:
        for number, anew in enumerate(covered):
            if anew and number < 4 and self.spell_reserve:
                self.spell_reserve -= 1
                self.mover.spells += 1
                self.spell_gain += 1
            elif anew and number >= 4 and self.patch_reserve:
                self.patch_reserve -= 1
                self.mover.patches += 1
                self.patch_gain += 1

    def move_in(self, cell: Cell, colour: int) -> None:
        if self.reserve[colour]:
            self.reserve[colour] -= 1
            self.mover.animals[cell] = colour

    def place(self, action: int) -> None:
        self.placed = self.placements(self.taken)[action]
        pile = self.faces[self.taken][0]
        houses = self.houses(self.taken)
        number = self.turn // self.n + 1
        self.mover.laid[number] = pile
        covered = self.lay({cell: Piece(number, pile, house) for cell, house in zip(self.placed, houses, strict=True)})
        for cell, house in zip(self.placed, houses, strict=True):
            if 1 <= house <= 5:
                self.move_in(cell, house)
        self.reward(covered)
        self.next_wild(0)

    def next_wild(self, first: int) -> None:
        wild = [i for i, house in enumerate(self.houses(self.taken)) if house == 6 and i >= first]
        self.wild = wild[0] if wild and sum(self.reserve) else None
        self.phase = RESOLVE if self.wild is None else WILD
        self.spell_open = self.wild is None

    def colour(self, colour: int) -> None:
        self.move_in(self.placed[self.wild], colour)
        self.next_wild(self.wild + 1)

    def spell(self, action: int) -> None:
        seat = self.mover
        if action < 565:
            cell = self.placed[(action - 545) // 5]
            self.reserve[seat.animals.pop(cell)] += 1
            self.move_in(cell, (action - 545) % 5 + 1)
        else:
            i, j = divmod(action - 565, 4)
            seat.animals[self.placed[j]] = seat.animals.pop(self.placed[i])
        seat.spells -= 1
        self.spell_reserve += 1
        self.spell_used = True
        self.spell_open = False

    def lay_patch(self, cell: Cell) -> None:
        seat = self.mover
        if cell in seat.animals:
            self.reserve[seat.animals.pop(cell)] += 1
        seat.patches -= 1
        self.patch_used = True
        self.spell_open = False
        self.reward(self.lay({cell: Piece(13, PATCH_PILE, 0)}))

    def message(self, cell: Cell, direction: int) -> None:
        seat = self.mover
        _, points = self.walk(seat, cell, direction)
        colour = seat.animals.pop(cell)
        self.reserve[colour] += 1
        self.delivered.append(colour)
        self.msg_points += points
        seat.track += points
        self.spell_open = False

    def end_turn(self) -> None:
        seat = self.mover
        if len(self.delivered) >= 2:
            seat.combo += len(self.delivered) * len(set(self.delivered))
        if seat.deck:
            seat.hand[seat.deck.pop()] += 1
        self.turn += 1
        if self.turn == 12 * self.n:
            self.finish()
        else:
            self.to_move = (self.start + self.turn) % self.n
            self.phase = TAKE
            self.new_turn()

    # ---- the end

    def counts(self, card: Any, cell: Cell, house: int) -> bool:
        """Whether a house on this cell counts for the objective."""
        half = self.size // 2
        if card.colour:
            return house == COLOURS[card.colour]
        if card.rows is not None:
            return house > 0 and cell[0] in card.rows
        if card.cols is not None:
            return house > 0 and cell[1] in card.cols
        where = ("S" if cell[0] >= half else "N") + ("E" if cell[1] >= half else "W")
        return house > 0 and where in card.quadrants

    def visible(self, seat: Seat, card: Any) -> int:
        tops = [(cell, seat.top(cell)) for cell in self.cells if cell not in seat.animals]
        return sum(self.counts(card, cell, piece.house) for cell, piece in tops if piece)

    def total(self, seat: Seat) -> int:
        return seat.track + seat.combo + seat.spells + seat.patches + seat.objective_points

    def finish(self) -> None:
        for number in self.objectives:
            values = [self.visible(seat, self.tables.objective[number]) for seat in self.seats]
            for seat, value in zip(self.seats, values, strict=True):
                seat.objective_points += [15, 10, 5, 0][sum(other > value for other in values)]
        ranks = [(self.total(seat), seat.combo) for seat in self.seats]
        winners = ranks.count(max(ranks))
        self.utility = [2 / winners - 1 if rank == max(ranks) else -1.0 for rank in ranks]
        if self.n == 1:
            self.utility = [max(-1.0, min(1.0, ranks[0][0] / self.tables.solo.par - 1))]
        self.phase = END
        self.to_move = -1

    def step(self, action: int) -> list[int]:
        """Apply an action, then every forced one; returns what is legal then."""
        self.apply(action)
        return self.advance()

    def advance(self) -> list[int]:
        """Apply forced actions; returns what is legal then."""
        while len(legal := self.legal()) == 1:
            self.apply(legal[0])
        return legal

    def copy(self) -> Reference:
        """A copy of the game."""
        twin = copy.copy(self)
        twin.seats = [
            replace(
                seat,
                stacks={cell: list(stack) for cell, stack in seat.stacks.items()},
                animals=dict(seat.animals),
                laid=dict(seat.laid),
                **{name: list(getattr(seat, name)) for name in ("hand", "deck", "up", "down")},
            )
            for seat in self.seats
        ]
        twin.piles = [list(pile) for pile in self.piles]
        twin.market = [list(slots) for slots in self.market]
        for name in ("known", "reserve", "placed", "delivered", "utility"):
            setattr(twin, name, list(getattr(self, name)))
        return twin
