"""A position as one seat sees it, and the canvas of its picture: what games make words and pictures from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from medianoche.envs.core.compile.plain import plain
from medianoche.envs.core.show.svg import (
    COLUMN,
    MARGIN,
    SMALL,
    Box,
    Value,
    breadth,
    element,
    flow,
    group,
    moved,
    paragraph,
    rect,
    text,
    wrap,
)

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game, State


class View:
    """A position as one seat sees it.

    Attributes:
        game: the game.
        record: what the seat knows of the state; the whole of it for seat None.
        seat: who looks, or None for the whole state.
    """

    def __init__(self, game: Game, record: State, seat: int | None) -> None:
        self.game = game
        self.record = record
        self.seat = seat

    @cached_property
    def state(self) -> Any:
        """The fields of the record by name, as Python's integers and lists: `view.state.hand[1][2]`."""
        return SimpleNamespace(**{name: self.record[name].tolist() for name in self.record.dtype.names or ()})

    @cached_property
    def fields(self) -> dict[str, Any]:
        """The fields of the record as JSON has them: numbers and lists. What the seat does not know is None; the
        generator, which no player knows, is left out."""
        names = [name for name in self.record.dtype.names or () if name != "rng"]
        code = self.game.unknown if self.seat is not None else {}
        return {name: _known(self.record[name].tolist(), code.get(name)) for name in names}

    @cached_property
    def pack(self) -> Any:
        """The record of the pack, as kernels in plain Python read it."""
        return plain(self.game.packs[int(self.record["pack"])].records[0])

    @cached_property
    def tables(self) -> Any:
        """The tables of the pack."""
        return self.game.pack_of(self.record)

    @cached_property
    def seats(self) -> range:
        """All seats."""
        return range(int(self.record["num_players"]))

    @cached_property
    def order(self) -> list[int]:
        """All seats, clockwise, from the one that looks (else: that is asked) on."""
        asked = int(self.record["to_move"])
        first = self.seat if self.seat is not None else max(asked, 0)
        return [(first + k) % len(self.seats) for k in self.seats]

    @cached_property
    def names(self) -> list[str]:
        """Name of each seat: "you", "player 1"."""
        agents = [agent.replace("_", " ") for agent in self.game.agents(len(self.seats))]
        return ["you" if seat == self.seat else agents[seat] for seat in self.seats]

    @cached_property
    def owners(self) -> list[str]:
        """What is whose: "your", "player 1's"."""
        return ["your" if seat == self.seat else f"{self.names[seat]}'s" for seat in self.seats]


def _known(value: Any, code: int | None) -> Any:
    """`value`, a number or lists of numbers, with None for each that is the `code`."""
    if code is None:
        return value
    if isinstance(value, list):
        return [_known(each, code) for each in value]
    return None if value == code else value


class Canvas:
    """What a position is drawn on: the actions on offer, how they are judged, and what was there before.

    Attributes:
        view: the position.
        before: an earlier one as the same seat saw it, or None: what differs from it is marked.
        actions: those on offer.
    """

    def __init__(
        self,
        view: View,
        before: View | None,
        actions: Sequence[int],
        weights: Mapping[int, float],
        values: Mapping[int, float],
    ) -> None:
        self.view, self.before, self.actions = view, before, tuple(actions)
        self._weights, self._values = weights, values
        self._best = max(weights, key=weights.__getitem__) if weights else None
        self._offered = frozenset(self.actions)
        self._drawn: set[int] = set()

    def changed(self, *places: int | str) -> bool:
        """Whether what is at a place of the state differs: `changed("win", seat, row, col)`."""
        if self.before is None:
            return False
        here, there = self.view.state, self.before.state
        for place in places:
            here, there = (getattr(each, place) if isinstance(place, str) else each[place] for each in (here, there))
        return bool(here != there)

    def offered(self, actions: Iterable[int]) -> list[int]:
        """Those of `actions` that are on offer."""
        return [action for action in actions if action in self._offered]

    def offer(self, actions: Iterable[int], *parts: str, at: tuple[float, float] = (0, 0), title: str = "") -> str:
        """Parts that stand for those of `actions` that are on offer, or the parts alone if none is.

        An element with several actions narrows the choice to these; if these are all, it offers nothing. Its title
        is the words of the only action, else `title`. What a search or a network thinks of them is drawn left of `at`.
        """
        shown = self.offered(actions)
        if not shown or (len(shown) > 1 and len(shown) == len(self.actions)):  # nothing to choose by this
            return "".join(parts)
        self._drawn.update(shown)
        words = self.words(shown[0]) if len(shown) == 1 else f"{title} ({len(shown)} choices)".lstrip()
        head = element("title", escape(words + self._verdict(shown)))
        numbers = " ".join(map(str, shown))
        return group(head, *parts, self._badge(shown, *at), class_="act", data_action=numbers)

    def words(self, action: int) -> str:
        """An action in words."""
        return self.view.game.describe(self.view.record, action)

    def buttons(self) -> list[Box]:
        """A button for each action on offer that is not drawn yet."""
        left = [action for action in self.actions if action not in self._drawn]
        made = [button(self, [action], self.words(action)) for action in left]
        return [flow(made)] if made else []

    def _verdict(self, actions: list[int]) -> str:
        """What is thought of them, for the title."""
        parts = []
        if any(action in self._weights for action in actions):
            parts.append(f"{sum(self._weights.get(action, 0) for action in actions):.0%}")
        if values := [self._values[action] for action in actions if action in self._values]:
            parts.append(f"value {max(values):+.2f}")
        return f" [{', '.join(parts)}]" if parts else ""

    def _badge(self, actions: list[int], x: float, y: float) -> str:
        """The same on the board, left of a point: a label, with a star if the best is among them."""
        verdict = self._verdict(actions)[2:-1].split(", ")[0].removeprefix("value ")
        if not verdict or verdict == "0%":
            return ""
        best = self._best in actions
        label = f"★{verdict}" if best else verdict
        size = 9
        width = breadth(label, size) + 6
        paint = "act" if best else "faint"
        return group(
            rect(x - width + 2, y - 5, width, 13, rx=6.5, fill=paint),
            text(x - width / 2 + 2, y + 5, label, size, fill="paper", text_anchor="middle"),
            class_="verdict",
        )


def hit(x: float, y: float, width: float, height: float, **attributes: Value) -> str:
    """A dashed frame around what can be chosen; all of it takes clicks."""
    given: dict[str, Value] = {"rx": 5, "fill": "transparent", **attributes}
    return rect(x, y, width, height, class_="hit", **given)


def button(canvas: Canvas, actions: Iterable[int], label: str, picture: Box | None = None) -> Box:
    """A button for actions on offer: a picture, if any, and words."""
    most = COLUMN - 2 * MARGIN - 16 - (picture.width + 6 if picture else 0)
    lines = wrap(label, most, SMALL) if label else []
    wide = max((breadth(line, SMALL) for line in lines), default=0)
    words = paragraph(label, wide + 1, SMALL) if lines else Box(0, 0, "")
    left = picture.width + 6 * bool(lines) if picture else 0
    tall = max(words.height, picture.height if picture else 0)
    width, height = left + words.width + 16, max(tall + 12, 30)
    parts = [hit(1, 1, width - 2, height - 2, fill="card")]
    if picture:
        parts.append(moved(8, (height - picture.height) / 2, picture.body))
    parts.append(moved(8 + left, (height - words.height) / 2, words.body))
    return Box(width, height, canvas.offer(actions, *parts, at=(width, 4), title=label))
