"""Words for the values of Misty's events; the sentences are in `en.ftl` and `es.ftl`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from medianoche.envs.core.show.telling import Telling
from medianoche.envs.misty.state import MOVED, SIDE, STACK, Kind
from medianoche.envs.misty.words.text import SORTS, cell_of, counted, kind_name, place_of


def cell(telling: Telling, number: int) -> str:
    """A cell of a window."""
    return cell_of(telling.view, *divmod(number, SIDE))


def spot(telling: Telling) -> str:
    """The place at which a card is laid, as its player chose it: a new row is above the earlier ones, a new column left
    of them."""
    fields: Mapping[str, Any] = telling.fields
    return cell_of(telling.view, fields["row"] - fields["down"], fields["col"] - fields["right"])


def content(telling: Telling, code: int) -> str:
    """What lies on a cell."""
    return "nothing" if code < 0 else "stack" if code >= STACK else kind_name(telling.view, code % MOVED)


def reasons(telling: Telling) -> str:
    """The points of a finished window, kind by kind."""
    state = telling.view.state
    scoring = telling.view.tables.scoring
    if state.activation:
        return telling.say("solved")
    window = telling.fields["window"]
    assert isinstance(window, list)
    alone = [[code % MOVED if 0 <= code < STACK else -1 for code in row] for row in window]
    counts = Counter(SORTS[min(kind, Kind.ARROW_N)] for row in alone for kind in row if kind >= 0)
    counts["pair"] = sum(_pairs(row, state.smile_mode) for row in alone)
    parts = [
        telling.say("part", name=name, count=counts[name], points=counts[name] * getattr(scoring, name).value)
        for name in ("flower", "smile", "pair", "monster", "arrow", "still")
        if counts[name]
    ]
    return ", ".join(parts) or telling.say("nothing-left")


def _pairs(kinds: list[int], disjoint: int) -> int:
    """Pairs of neighbouring smiles in a row (R29)."""
    runs = "".join("O" if kind == Kind.SMILE else " " for kind in kinds).split()
    return sum(len(run) // 2 if disjoint else len(run) - 1 for run in runs)


def winners(telling: Telling) -> str:
    """The seats with the most points in a round."""
    points = telling.fields["points"]
    assert isinstance(points, list)
    all_points = [points[seat] for seat in telling.view.seats]
    return telling.names(seat for seat in telling.view.seats if points[seat] == max(all_points))


def champions(telling: Telling) -> str:
    """The seats that have won enough rounds."""
    state = telling.view.state
    return telling.names(seat for seat in telling.view.seats if state.scores[seat] >= state.rounds_to_win)


FIELDS = {
    "card": lambda telling, card: kind_name(telling.view, card),
    "place": lambda telling, place: place_of(telling.view, place),
    "picks": lambda telling, picks: telling.each([kind_name(telling.view, max(card, 0)) for card in picks]),
    "cell": cell,
    "monster": cell,
    "flower": cell,
    "there": content,
    "hand": lambda telling, hand: counted(telling.view, hand),
}
DERIVED = {
    "spot": spot,
    "goal": lambda telling: cell(telling, telling.fields["target"]),
    "why": reasons,
    "points-of-all": lambda telling: telling.each(telling.fields["points"], "seat-points"),
    "winners": winners,
    "champions": champions,
}
