"""The activation of a window as a film: arrows walk one after the other, monsters eat, and points rise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from medianoche.envs.core.show import svg
from medianoche.envs.core.show.events import Event
from medianoche.envs.core.show.film import film, part
from medianoche.envs.core.show.view import Canvas, View
from medianoche.envs.misty.events import News
from medianoche.envs.misty.pack import Worth
from medianoche.envs.misty.state import COL_STEP, MOVED, ROW_STEP, SIDE, STACK, Kind

Window = list[list[int]]
WORTH = (Worth.STILL, Worth.FLOWER, Worth.SMILE, Worth.MONSTER)
"""What a kind of card that is no arrow is worth."""


class WalkedStep(NamedTuple):
    """A step of an activation.

    Attributes:
        word: what it is called in the film.
        window: what lies still meanwhile.
        walker: the code of the card that walks, or None.
        cell: the cell that it leaves.
        way: by how many rows and columns it walks.
        leaves: whether it leaves the window.
    """

    word: str
    window: Window
    walker: int | None = None
    cell: int = 0
    way: tuple[int, int] = (0, 0)
    leaves: bool = False


class Walk(NamedTuple):
    """The activation of a window: its height and width, its steps, and the window after the last of them, if that is
    scored."""

    height: int
    width: int
    steps: list[WalkedStep]
    scored: Window | None


def walk(before: View, events: Sequence[Event], seat: int) -> Walk:
    """The moves in the window of a seat since the position `before`, from the first card that moved to the end of the
    round."""
    window = [list(row) for row in before.state.win[seat]]
    height = before.state.bh[seat]
    width = before.state.bw[seat]
    steps: list[WalkedStep] = []
    for event in events:
        fields: Any = event.fields
        if event.kind == News.ROUND_OVER.label:
            if steps:
                break
            window = [[-1] * SIDE for _ in range(SIDE)]
            height = width = 0
        if fields.get("seat") != seat:
            continue
        if event.kind == News.PLACED.label:
            window = _shifted(window, fields["down"], fields["right"])
            window[fields["row"]][fields["col"]] = fields["card"]
            height = max(height + fields["down"], fields["row"] + 1)
            width = max(width + fields["right"], fields["col"] + 1)
        elif event.kind == News.MOVED.label:
            steps.append(_moved(window, fields))
        elif event.kind == News.ATE.label:
            steps.append(_ate(window, fields))
        elif event.kind == News.SCORED.label:
            steps.append(WalkedStep(f"={fields['points']}", window))
            return Walk(height, width, steps, [list(row) for row in fields["window"]])
    return Walk(height, width, steps, None)


def _shifted(window: Window, down: int, right: int) -> Window:
    """The window after a card that begins a new row on top, or a new column at the left."""
    rows = [[-1] * SIDE] * down + window
    return [([-1] * right + row)[:SIDE] for row in rows[:SIDE]]


def _moved(window: Window, fields: Any) -> WalkedStep:
    """An arrow walks; `window` becomes the one after it."""
    row, col = divmod(fields["cell"], SIDE)
    window[row][col] = -1
    still = [list(line) for line in window]
    target = fields["target"]
    if target >= 0:
        content = fields["there"]
        covered = content + 1 if content >= STACK else STACK + 2
        window[target // SIDE][target % SIDE] = MOVED + fields["card"] if content < 0 else covered
    arrow = fields["card"] - Kind.ARROW_N
    way = int(ROW_STEP[arrow]), int(COL_STEP[arrow])
    return WalkedStep(f"{fields['cell']}>{target}", still, fields["card"], fields["cell"], way, target < 0)


def _ate(window: Window, fields: Any) -> WalkedStep:
    """A monster walks to its flower; `window` becomes the one after it."""
    row, col = divmod(fields["monster"], SIDE)
    down, right = divmod(fields["flower"], SIDE)
    window[row][col] = -1
    still = [list(line) for line in window]
    window[down][right] = MOVED + Kind.MONSTER
    word = f"{fields['monster']}*{fields['flower']}"
    return WalkedStep(word, still, int(Kind.MONSTER), fields["monster"], (down - row, right - col))


def points(view: View, window: Window) -> Iterator[tuple[float, float, int]]:
    """The points of a scored window: row, column and number of points of each. Those of a pair of smiles lie between
    its two cards (R28, R29)."""
    scoring = view.tables.scoring
    for r, line in enumerate(window):
        smiles = 0
        for c, code in enumerate(line):
            smiles = smiles + 1 if code == Kind.SMILE else 0
            if not 0 <= code < STACK:
                continue
            kind = code % MOVED
            worth = WORTH[kind] if kind < Kind.ARROW_N else Worth.ARROW
            yield r, c, getattr(scoring, worth.name.lower()).value
            if smiles > 1 and (view.state.smile_mode == 0 or smiles % 2 == 0):
                yield r, c - 0.5, scoring.pair.value


def walking(view: View, canvas: Canvas, seat: int, size: float, place: svg.Box, draw: Callable[[int], str]) -> str:
    """The film of what has happened in the window of a seat; "" if nothing has moved.

    Args:
        view, canvas: the picture.
        seat: the seat.
        size: side of a cell.
        place: where the window is drawn with its marks: an empty block, whose body is what the film covers.
        draw: draws the content of a cell by its code, from its corner.
    """
    if canvas.before is None or not canvas.events:
        return ""
    done = walk(canvas.before, canvas.events, seat)
    if not done.steps:
        return ""
    x = (place.width - done.width * size) / 2
    y = (place.height - done.height * size) / 2

    def at(row: float, col: float, *parts: str) -> str:
        return svg.moved(x + col * size, y + row * size, *parts)

    last = len(done.steps)
    frame = svg.rect(x - 2, y - 2, done.width * size + 4, done.height * size + 4, rx=4, fill="none")
    parts = [part(place.body + svg.group(frame, stroke="wood", stroke_width=4), 0, last)]
    for row in range(done.height):
        for col in range(done.width):
            codes = [step.window[row][col] for step in done.steps]
            for code, places in groupby(range(last), key=codes.__getitem__):
                shown = list(places)
                if code >= 0:
                    parts.append(part(at(row, col, draw(code)), shown[0], shown[-1] + 1))
    for number, step in enumerate(done.steps):
        if step.walker is not None:
            row, col = divmod(step.cell, SIDE)
            down, right = step.way
            drawn = at(row, col, draw(step.walker))
            parts.append(part(drawn, number, number + 1, (right * size, down * size), step.leaves))
    if done.scored:
        parts += [part(word, last - 1, last, rise=True) for word in _risen(view, done, size, at)]
    return film(f"window{seat}", [step.word for step in done.steps], parts)


def _risen(view: View, done: Walk, size: float, at: Callable[..., str]) -> Iterator[str]:
    """The points of a window, each where it falls; all at once where cards were activated without steps."""
    assert done.scored is not None
    if view.state.activation:
        spots = [((done.height - 1) / 2, (done.width - 1) / 2, int(done.steps[-1].word.removeprefix("=")))]
    else:
        spots = list(points(view, done.scored))
    letter = max(size / 2.6, svg.SIZE + 1)
    for row, col, count in spots:
        outline: dict[str, svg.Value] = {
            "stroke": "paper",
            "stroke_width": 3,
            "paint_order": "stroke",
            "text_anchor": "middle",
        }
        words = svg.text(
            size / 2, size / 2 + letter / 3, f"+{count}", letter, fill="act", font_weight="bold", **outline
        )
        yield at(row, col, words)
