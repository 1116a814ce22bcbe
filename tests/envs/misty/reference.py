"""Misty, slowly: a second implementation of the rules, in plain Python, to compare the fast one with.

Written for reading: a window is a dictionary of places, a place holds a stack of cards, a turn is a method.
It shares no code with `medianoche.envs.misty`; all that ties the two is the names of the state's fields, the
numbers of the actions and the codes of a window.

`Match(state, deck0, pts)` continues from any real state. Which cards are dealt is chance, so a match stops
`waiting` where a deal is due, and `deal_from(state)` copies the dealt hands (and nothing else) from the real
game. Everything else is computed here.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, NamedTuple

STILL, FLOWER, SMILE, MONSTER, ARROW = range(5)
DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))  # N NE E SE S SW W NW
KINDS = range(12)
SEATS = range(4)
LETTERS = "HFOM^?>?v?<?"  # drawings know the four directions of the standard deck
PICK, PLACE, ACT, END = range(4)
FIRST_PLACE = 12
FIRST_ACTIVATE = 37
STANDARD_PTS = (1, 1, 1, 2, 1, 1)

Place = tuple[int, int]
Box = tuple[int, int, int, int]  # top, left, height, width


class Card(NamedTuple):
    """A card on the table. `moved`: an arrow that was activated, or a monster that has eaten."""

    kind: int
    moved: bool = False


BURIED = Card(-1)  # which cards lie in a stack of a real state is not recorded, only how many


@dataclass(frozen=True)
class Window:
    """One player's window: the cards of every place that is not empty, its limits, how many have left it."""

    cells: Mapping[Place, tuple[Card, ...]]
    box: Box = (0, 0, 0, 0)
    gone: int = 0

    @staticmethod
    def from_codes(codes: Any, height: int, width: int, gone: int = 0) -> "Window":
        """The window that a state's `win`, `bh`, `bw` and `gone` of one seat describe."""
        height = int(height)
        width = int(width)
        gone = int(gone)
        cells = {}
        for row in range(height):
            for col in range(width):
                code = int(codes[row][col])
                if code >= 64:
                    cells[row, col] = (BURIED,) * (code - 64)
                elif code >= 0:
                    cells[row, col] = (Card(code % 16, moved=code >= 16),)
        return Window(cells, (0, 0, height, width), gone)

    @staticmethod
    def drawn(drawing: str) -> "Window":
        """The window of a drawing such as `H><H/FOOM/HHHH`."""
        rows = drawing.split("/") if drawing else []
        codes = [[-1 if letter == "." else LETTERS.index(letter) for letter in row] for row in rows]
        return Window.from_codes(codes, len(rows), len(rows[0]) if rows else 0)

    def codes(self) -> list[list[int]]:
        """The 4 x 4 codes of a state's `win`."""
        top, left, _, _ = self.box
        codes = [[-1] * 4 for _ in range(4)]
        for (row, col), cards in self.cells.items():
            alone = cards[0].kind + 16 * cards[0].moved
            codes[row - top][col - left] = alone if len(cards) == 1 else 64 + len(cards)
        return codes

    def inside(self, place: Place) -> bool:
        top, left, height, width = self.box
        return top <= place[0] < top + height and left <= place[1] < left + width

    def card(self, place: Place) -> Card | None:
        """The card that lies alone at a place, if one does."""
        cards = self.cells.get(place, ())
        return cards[0] if len(cards) == 1 else None

    def alone(self, kind: int) -> list[Place]:
        """Where uncovered cards of a kind are, row by row."""
        return sorted(place for place in self.cells if (card := self.card(place)) and card.kind == kind)

    # ---- construction ----

    def open_places(self, frames: Iterable[tuple[int, int]]) -> list[Place]:
        """Where the next card may go (R7, R8, R9)."""
        if not self.cells:
            return [(0, 0)]
        near = {(row + dr, col + dc) for row, col in self.cells for dr, dc in DIRECTIONS} - set(self.cells)
        boxes = {place: bounding_box([*self.cells, place]) for place in near}
        return sorted(p for p in near if any(boxes[p][2] <= h and boxes[p][3] <= w for h, w in frames))

    def with_card(self, place: Place, kind: int) -> "Window":
        cells = {**self.cells, place: (Card(kind),)}
        return Window(cells, bounding_box(cells))

    # ---- activation ----

    def pending(self) -> list[Place]:
        """Uncovered arrows that have not been activated, row by row."""
        alone = [(place, cards[0]) for place, cards in self.cells.items() if len(cards) == 1]
        return sorted(place for place, card in alone if card.kind >= ARROW and not card.moved)

    def target(self, place: Place) -> Place:
        dr, dc = DIRECTIONS[self.cells[place][0].kind - ARROW]
        return place[0] + dr, place[1] + dc

    def activated(self, place: Place) -> "Window":
        """The arrow at `place` moves one space: it leaves the window, or joins what lies on its target."""
        target = self.target(place)
        cells = {at: cards for at, cards in self.cells.items() if at != place}
        if not self.inside(target):
            return Window(cells, self.box, self.gone + 1)
        cells[target] = (*cells.get(target, ()), Card(self.cells[place][0].kind, moved=True))
        return Window(cells, self.box, self.gone)

    def free(self) -> list[Place]:
        """Pending arrows whose timing makes no difference (R27)."""
        pending = self.pending()
        aimed_at = {self.target(place) for place in pending}
        return [place for place in pending if place not in aimed_at and self.target(place) not in pending]

    def closed(self) -> "Window":
        """After all free moves; what is still pending then are the conflict arrows."""
        window = self
        while free := window.free():
            window = window.activated(free[0])
        return window

    def eaten(self) -> "Window":
        """After the monsters: the first hungry one eats the first flower, again and again (R25)."""
        window = self
        while meals := window.meals():
            window = window.with_meal(*meals[0])
        return window

    def meals(self) -> list[tuple[Place, Place]]:
        """Every (monster that has not eaten, flower) on the table."""
        hungry = [place for place in self.alone(MONSTER) if not self.cells[place][0].moved]
        return [(monster, flower) for monster in hungry for flower in self.alone(FLOWER)]

    def with_meal(self, monster: Place, flower: Place) -> "Window":
        cells = {at: cards for at, cards in self.cells.items() if at != monster}
        return Window({**cells, flower: (Card(MONSTER, moved=True),)}, self.box, self.gone + 1)

    # ---- scoring ----

    def points(self, pts: Iterable[int], disjoint: bool = False) -> int:
        """Points of a window that is done: `pts` is still, arrow, monster, flower, smile, pair."""
        still, arrow, monster, flower, smile, pair = pts
        worth = {STILL: still, FLOWER: flower, SMILE: smile, MONSTER: monster}
        kinds = [cards[0].kind for cards in self.cells.values() if len(cards) == 1]
        return sum(worth.get(kind, arrow) for kind in kinds) + pair * self.smile_pairs(disjoint)

    def smile_pairs(self, disjoint: bool) -> int:
        """Pairs of smiles side by side, overlapping, or each smile in one pair at most (R29)."""
        smiles = self.alone(SMILE)
        pairs = 0
        used = set()
        for row, col in smiles:
            left = (row, col - 1)
            if left in smiles and left not in used:
                pairs += 1
                if disjoint:
                    used.add((row, col))
        return pairs


def bounding_box(places: Iterable[Place]) -> Box:
    rows, cols = zip(*places, strict=True)
    return min(rows), min(cols), max(rows) - min(rows) + 1, max(cols) - min(cols) + 1


def reachable_windows(window: Window) -> list[Window]:
    """Every window that some order of activating all arrows leads to, before the monsters eat."""
    todo = [window]
    seen = set()
    finished = []
    while todo:
        current = todo.pop()
        arrows = current.pending()
        if not arrows:
            finished.append(current)
        for place in arrows:
            following = current.activated(place)
            key = str(following.codes())
            if key not in seen:
                seen.add(key)
                todo.append(following)
    return finished


def reachable_points(window: Window, pts: Iterable[int] = STANDARD_PTS, disjoint: bool = False) -> set[int]:
    """The points of every order of activation: the maximum is what the solver must find."""
    pts = tuple(pts)
    return {finished.eaten().points(pts, disjoint) for finished in reachable_windows(window)}


class Match:
    """A match from a real state (or any mapping with its fields), `deck0` copies a kind, `pts` as for points.

    `legal()` and `apply(action)` know no forced moves; `play_forced()` does them. After either a match may be
    `waiting` for a deal.
    """

    def __init__(self, state: Any, deck0: Iterable[int], pts: Iterable[int]) -> None:
        self.deck0 = [int(n) for n in deck0]
        self.pts = tuple(int(p) for p in pts)
        self.players = range(int(state["num_players"]))
        self.hand_size = int(state["hand_size"])
        self.n_deals = int(state["n_deals"])
        self.frames = [(int(h), int(w)) for h, w in zip(state["frame_h"], state["frame_w"], strict=True)]
        self.rounds_to_win = int(state["rounds_to_win"])
        self.solve = bool(state["activation"])
        self.disjoint = bool(state["smile_mode"])
        self.phase = int(state["phase"])
        self.round_no = int(state["round_no"])
        self.deal = int(state["deal"])
        self.step = int(state["step"])
        self.deck = [int(n) for n in state["deck"]]
        self.hands = [[int(n) for n in state["hand"][p]] for p in self.players]
        self.windows = [
            Window.from_codes(*(state[name][p] for name in ("win", "bh", "bw", "gone"))) for p in self.players
        ]
        self.picks = [int(state["pick"][p]) for p in self.players]
        self.cells = [int(state["cell"][p]) for p in self.players]
        self.act_done = [bool(state["act_done"][p]) for p in self.players]
        self.round_points, self.last_points, self.points_total, self.scores = (
            [int(state[name][p]) for p in self.players]
            for name in ("round_points", "last_points", "points_total", "scores")
        )
        self.waiting = False

    # ---- the question ----

    @property
    def to_move(self) -> int:
        """The lowest seat that has not committed or finished; -1 at the end."""
        if self.phase == END:
            return -1
        committed = {PICK: self.picks, PLACE: self.cells, ACT: [done - 1 for done in self.act_done]}[self.phase]
        return next((player for player in self.players if committed[player] < 0), -1)

    @property
    def winners(self) -> list[int]:
        return [p for p in self.players if self.scores[p] >= self.rounds_to_win]

    def legal(self) -> list[int]:
        """The legal actions of the seat to move, forced ones included, in increasing order."""
        if self.phase == PICK:
            return [kind for kind in KINDS if self.hands[self.to_move][kind] > 0]
        if self.phase == PLACE:
            window = self.windows[self.to_move]
            top, left, _, _ = window.box
            codes = [5 * (row - top + 1) + col - left + 1 for row, col in window.open_places(self.frames)]
            return sorted(FIRST_PLACE + code for code in codes)
        if self.phase == ACT:
            window = self.windows[self.to_move]
            conflicts = set(window.pending()) - set(window.free())
            top, left, _, _ = window.box
            return sorted(FIRST_ACTIVATE + 4 * (row - top) + col - left for row, col in conflicts)
        return []

    # ---- playing ----

    def apply(self, action: int) -> None:
        """One legal action, and what happens by itself after it."""
        player = self.to_move
        if self.phase == PICK:
            self.picks[player] = action
        elif self.phase == PLACE:
            self.cells[player] = action - FIRST_PLACE
        else:
            window = self.windows[player]
            row, col = divmod(action - FIRST_ACTIVATE, 4)
            self.windows[player] = window.activated((window.box[0] + row, window.box[1] + col))
        self.settle()

    def play_forced(self) -> None:
        """Answer every question with a single answer, until a choice, a deal or the end."""
        while not self.waiting and len(legal := self.legal()) == 1:
            self.apply(legal[0])

    def settle(self) -> None:
        """What happens once the last of all has answered, until the next question, deal or the end."""
        if self.phase == PICK and self.to_move < 0:
            self.reveal()
        if self.phase == PLACE and self.to_move < 0:
            self.place_and_pass()
        if self.phase == ACT:
            self.activate()

    def reveal(self) -> None:
        for player in self.players:
            self.hands[player][self.picks[player]] -= 1
        self.phase = PLACE

    def place_and_pass(self) -> None:
        for player, window in enumerate(self.windows):
            row, col = divmod(self.cells[player], 5)  # counted from one row above and one column left of the box
            place = (window.box[0] + row - 1, window.box[1] + col - 1)
            self.windows[player] = window.with_card(place, self.picks[player])
        self.picks = [-1 for _ in self.players]
        self.cells = [-1 for _ in self.players]
        away = 1 if self.deal % 2 == 0 else -1  # the first deal is passed to the left (R4)
        self.hands = [self.hands[(player - away) % len(self.players)] for player in self.players]
        self.phase = PICK
        self.step = self.step + 1
        if self.step == self.hand_size:
            self.step = 0
            self.deal = self.deal + 1
            if self.deal < self.n_deals:
                self.waiting = True
            else:
                self.phase = ACT

    def activate(self) -> None:
        """Go through the seats until one has a choice; after the last one the round is over."""
        for player, window in enumerate(self.windows):
            if self.act_done[player]:
                continue
            if self.solve:
                self.round_points[player] = max(reachable_points(window, self.pts, self.disjoint))
            else:
                self.windows[player] = closed = window.closed()
                if closed.pending():
                    return
                self.windows[player] = closed.eaten()
                self.round_points[player] = self.windows[player].points(self.pts, self.disjoint)
            self.act_done[player] = True
        self.end_round()

    def end_round(self) -> None:
        self.last_points = list(self.round_points)
        best = max(self.last_points)
        for player, points in enumerate(self.last_points):
            self.points_total[player] += points
            self.scores[player] += points == best
        if self.winners:
            self.phase = END
            return
        self.round_no += 1
        self.phase = PICK
        self.deal = 0
        self.step = 0
        self.deck = list(self.deck0)
        self.windows = [Window({}) for _ in self.players]
        self.act_done = [False for _ in self.players]
        self.round_points = [0 for _ in self.players]
        self.waiting = True

    def deal_from(self, state: Any) -> None:
        """Take the dealt hands of a real state at this very point; they must come out of the deck here."""
        self.hands = [[int(n) for n in state["hand"][player]] for player in self.players]
        assert all(sum(hand) == self.hand_size for hand in self.hands), "everyone gets the cards of a deal"
        self.deck = [self.deck[kind] - sum(hand[kind] for hand in self.hands) for kind in KINDS]
        assert min(self.deck) >= 0, "the deal took cards that were not in the deck"
        self.waiting = False

    # ---- comparing ----

    def copy(self) -> "Match":
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(other, name, [list(item) if isinstance(item, list) else item for item in value])
        return other

    def fields(self) -> dict[str, Any]:
        """Every field of the state that the rules speak of, under its name, padded to 4 seats."""
        boxes = [window.box for window in self.windows]
        won, lost = (2 / len(self.winners) - 1, -1) if self.phase == END else (0, 0)
        return {
            "phase": self.phase, "to_move": self.to_move, "done": int(self.phase == END), "round_no": self.round_no,
            "deal": self.deal, "step": self.step, "deck": list(self.deck),
            "hand": padded([list(hand) for hand in self.hands], [0] * 12), "pick": padded(self.picks, -1),
            "cell": padded(self.cells, -1), "win": padded([window.codes() for window in self.windows], [[-1] * 4] * 4),
            "bh": padded([box[2] for box in boxes], 0), "bw": padded([box[3] for box in boxes], 0),
            "gone": padded([window.gone for window in self.windows], 0),
            "act_done": padded([int(done) for done in self.act_done], 0), "round_points": padded(self.round_points, 0),
            "last_points": padded(self.last_points, 0), "points_total": padded(self.points_total, 0),
            "scores": padded(self.scores, 0),
            "utility": padded([won if p in self.winners else lost for p in self.players], 0),
        }  # fmt: skip


def padded(values: list[Any], filler: Any) -> list[Any]:
    return values + [filler] * (len(SEATS) - len(values))
