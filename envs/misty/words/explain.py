"""What Misty's cards and actions do, in words."""

from __future__ import annotations

from typing import Any

from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.show.events import Note
from medianoche.envs.core.show.moments import Watched
from medianoche.envs.core.show.telling import Telling
from medianoche.envs.core.show.view import View
from medianoche.envs.misty import numbers as nm
from medianoche.envs.misty.pack import MistyPack, Worth
from medianoche.envs.misty.state import KINDS, SIDE, Kind
from medianoche.envs.misty.words import tell
from medianoche.envs.misty.words.text import BASE, drawing_names, hand_size, kind_name, sort


def rule_values(tables: MistyPack) -> dict[str, Any]:
    """Numbers of the rules, by the names that messages use."""
    numbers = {"hand": nm.HAND, "deals": nm.DEALS, "short-hand": nm.SHORT_HAND, "short-deals": nm.SHORT_DEALS}
    frames = {"frame": _frame(nm.FRAME), "turned": _frame(nm.FRAME[::-1]), "short-frame": _frame(nm.SHORT_FRAME)}
    windows = {"window": nm.HAND * nm.DEALS, "short-window": nm.SHORT_HAND * nm.SHORT_DEALS}
    return {**_worth(tables), **numbers, **frames, **windows}


def _frame(sides: tuple[int, int]) -> str:
    return "x".join(map(str, sides))


def _worth(tables: MistyPack) -> dict[str, int]:
    return {worth.name.lower(): getattr(tables.scoring, worth.name.lower()).value for worth in Worth}


def glossary(view: View) -> dict[str, str]:
    """An explanation of each kind, drawing and rule, by its name."""
    tables = view.tables
    kinds = {kind_name(view, kind): about(view, kind) for kind in Kind}
    entries = {
        name: view.say("in-the-deck", words=words, count=tables.copies[kind])
        for kind, (name, words) in enumerate(kinds.items())
    }
    for kind, (name, words) in enumerate(kinds.items()):
        for drawn in drawing_names(view, kind):
            entries.setdefault(drawn, view.say("drawing-of", kind=name, words=words))
    size = view.state.hand_size * view.state.n_deals
    things: dict[str, dict[str, Any]] = {key: {} for key in ("stack", "empty", "window", "hand", "pick", "place")}
    things |= {"window": {"cards": size}, "activate": view.options}
    return entries | {
        view.say(f"name-{thing}"): view.say(f"about-{thing}", **values) for thing, values in things.items()
    }


def about(view: View, kind: int) -> str:
    """What a kind of card does, and what it is worth."""
    name, direction = sort(kind)
    return view.say(f"about-{name}", **_worth(view.tables), **direction, disjoint=view.state.smile_mode)


def effect(view: View, action: int) -> list[str]:
    """What an action does, for the seat that is asked."""
    seat = view.state.to_move
    state = view.state
    if action < BASE.place:
        return [glossary(view)[kind_name(view, action)]]
    if action < BASE.activate:
        known = seat >= 0 and 0 <= state.pick[seat] < KINDS
        card = kind_name(view, state.pick[seat]) if known else view.say("some-card")
        return [view.say("effect-place", card=card, count=hand_size(state))]
    row, col = divmod(action - BASE.activate, SIDE)
    if seat < 0 or not Kind.ARROW_N <= state.win[seat][row][col] < KINDS:
        return []
    return [passage(view, seat, action - BASE.activate)]


def passage(view: View, seat: int, cell: int) -> str:
    """What the arrow on `cell` does if it is activated."""
    from medianoche.envs.misty.kernels.activation import activate

    record = Watched(view.game.copy(view.record))
    uncompiled(activate)(record, seat, cell)
    kind, values, _ = record.notes[0]
    return Telling(view, tell, Note(kind, values, 0).known(None) or {}, kind).event("passage")
