"""What happened since a viewer's last choice, in few lines: the end of a round, the choice, what became of it, what
else concerns the viewer, and one line for each other player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from medianoche.envs.core.show.events import Event
    from medianoche.envs.core.show.view import View
    from medianoche.ui.session import Session, Viewer

HEAD, OWN, OUTCOME, CONCERNS, OTHERS = range(5)
CALLED = ("head", "own", "", "", "")
"""What the page calls the lines of these groups."""
UNTOLD = ("turn-begins",)
"""Kinds of events that the page shows elsewhere: who is to choose."""


def strip(
    session: Session, viewer: Viewer, places: Iterable[int], lang: str, past: bool = False
) -> list[dict[str, Any]]:
    """Lines about the actions number `places`, as the viewer knows them: first the game's `headlines`, then the
    viewer's choice, what became of it, a line for each action that names the viewer, and one for each other player. A
    viewer who has just chosen knows the choice: it is left out if there are other lines, but for a `past` position.
    What a later line tells again is left out (`retold`), and so are `asides` about others.

    Returns:
        [{"words": sentence, "dice": [number, ...], "kind": "head", "own" or "", "parts": [sentence, ...]}, ...]; the
        parts are the sentences that make up the words, for a page that has room for one a line.
    """
    view = session.view(viewer, lang)
    movers = session.match.states["to_move"]
    declaration = session.game.declaration
    happened: list[tuple[tuple[int, int], Event]] = []
    for place in places:
        doer = int(movers[place])
        # Whether another player's action names the viewer in its first event, as a strike does. Later events of the
        # action that name no player tell what came of it, so they concern the viewer, too.
        strikes: bool | None = None
        for event in session.events(place, viewer, lang):
            seats = _seats(view, event)
            doer = seats[0] if seats and seats[0] >= 0 else doer
            if event.kind in declaration.headlines:
                group = HEAD, place
            elif place == _own(session, viewer) and doer == viewer:
                chosen = any(earlier == (OWN, place) for earlier, _ in happened)
                group = OUTCOME if chosen else OWN, place
            elif viewer in seats or (strikes and not seats):
                group = CONCERNS, place
            else:
                group = OTHERS, doer
            if strikes is None:
                strikes = viewer in seats and doer != viewer
            aside = event.kind in declaration.asides and viewer not in seats
            if event.words and event.kind not in UNTOLD and not aside:
                happened.append((group, event))
    if not past and any(group != OWN for (group, _), _ in happened):
        happened = [(group, event) for group, event in happened if group[0] != OWN]
    events_by_group: dict[tuple[int, int], list[Event]] = {}
    for number, (group, event) in enumerate(happened):
        if not _told_again(view, event, [later for _, later in happened[number + 1 :]]):
            events_by_group.setdefault(group, []).append(event)
    return [{**_line(view, events_by_group[group]), "kind": CALLED[group[0]]} for group in sorted(events_by_group)]


def _own(session: Session, viewer: Viewer) -> int:
    return session.last_choice(viewer) if viewer in session.persons else -1


def _told_again(view: View, event: Event, later: list[Event]) -> bool:
    """Whether a later event tells of the same seat what an event tells, or of all seats."""
    again = view.game.declaration.retold.get(event.kind, ())
    seats = _seats(view, event)[:1]
    return any(other.kind in again and (not seats or _seats(view, other)[:1] in (seats, [])) for other in later)


def _seats(view: View, event: Event) -> list[int]:
    """The seats that an event names, in the order of its fields."""
    kinds = view.game.declaration.kinds
    kind = kinds.labelled().get(event.kind) if kinds else None
    values = [event.fields[field.name] for field in kind.fields if field.seat] if kind else []
    return [value for value in values if isinstance(value, int)]


def _line(view: View, events: list[Event]) -> dict[str, Any]:
    """Events as one line, in which a name that begins several sentences in turn stands once. What only says what dice
    show is left out after other words: the dice are drawn."""
    parts = list[str]()
    subject = ""
    dice = list[int]()
    names = sorted({view.game.declaration.seat_name(view, seat) for seat in view.seats} | set(view.names), key=len)
    for event in events:
        thrown = event.fields.get("dice") or [event.fields.get("die")]
        if not parts or [*event.fields] != ["dice"]:
            name = next((name for name in reversed(names) if event.words.startswith(f"{name} ")), "")
            parts.append(event.words.removeprefix(f"{name} ") if name and name == subject else event.words)
            subject = name or subject
        dice += [number for number in thrown if isinstance(number, int) and 1 <= number <= 10]  # type: ignore[union-attr]
    return {"words": "; ".join(parts), "dice": dice, "parts": parts}
