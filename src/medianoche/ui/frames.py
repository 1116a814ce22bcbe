"""What a seat's page is told. All of it is made from what the seat knows: nothing else leaves the server."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from medianoche.envs.core.errors import GameError
from medianoche.envs.core.show.svg import COLUMN
from medianoche.ui.table import FRIEND, NOBODY, PERSONS, YOU

if TYPE_CHECKING:
    from collections.abc import Sequence

    from medianoche.agents.judging import Judgement
    from medianoche.envs.core.show.view import View
    from medianoche.ui.table import Table, Viewer

LINES = 80
"""Of the account, in a frame; `account` has all."""
STALE = "the position has changed since; look again"


def key(table: Table, viewer: Viewer) -> str:
    """What tells whether a page is up to date: a hash of what the viewer knows and was told."""
    digest = hashlib.sha256(table.room.view(table.state, viewer).record.tobytes())
    if (back := table.last_choice(viewer)) >= 0:
        digest.update(table.room.view(table.states[back], viewer).record.tobytes())
    account = told(table, viewer)
    words = [account[-LINES:], len(account), table.problem, table.pace, table.paused, takes_back(table, viewer)]
    digest.update(json.dumps(words).encode())
    return digest.hexdigest()[:20]


def frame(table: Table, viewer: Viewer, width: int = COLUMN, known: str = "") -> dict[str, Any]:
    """The whole page of a viewer; short if the page that is `known` is up to date."""
    now = key(table, viewer)
    if now == known:
        return {"key": now, "same": True}
    room, view = table.room, table.room.view(table.state, viewer)
    asked = not table.over and viewer is not None and int(view.record["to_move"]) == viewer
    account = told(table, viewer)
    return {
        "key": now,
        "game": room.name,
        "title": room.title,
        "seat": viewer,
        "seats": seats(table, view),
        "asked": asked,
        "over": table.over,
        "ended": bool(table.state.done),
        "svg": picture(table, viewer, [], width),
        "account": account[-LINES:],
        "earlier": max(len(account) - LINES, 0),
        "back": takes_back(table, viewer),
        "watched": not table.persons,
        "hints": table.saved.hints,
        "pace": table.pace,
        "paced": table.alone and not table.over and any(who not in PERSONS for who in table.seats),
        "paused": table.paused,
        "problem": table.problem,
    }


def seats(table: Table, view: View) -> list[dict[str, Any]]:
    """Who sits where, who is asked, and at the end how it went."""
    state, ended = view.record, bool(table.state.done)
    found = []
    for seat, who in enumerate(table.seats):
        row: dict[str, Any] = {"name": view.names[seat], "who": words_of(who)}
        row["asked"] = not table.over and int(state["to_move"]) == seat
        if ended:
            row |= {"score": int(state["scores"][seat]), "utility": round(float(state["utility"][seat]), 3)}
        found.append(row)
    return found


def words_of(who: str) -> str:
    """Who sits in a seat, in words."""
    return {YOU: "a person", FRIEND: "a friend", NOBODY: "of the replay"}.get(who, who)


def told(table: Table, viewer: Viewer) -> list[str]:
    """The whole account, as the viewer was told it."""
    return [line for each in table.told for line in each.get(viewer, ())]


def takes_back(table: Table, viewer: Viewer) -> bool:
    """Whether the viewer may take a choice back."""
    return viewer is not None and NOBODY not in table.seats and table.alone and table.last_choice(viewer) >= 0


def picture(
    table: Table, viewer: Viewer, actions: Sequence[int], width: int = COLUMN, judged: Judgement | None = None
) -> str:
    """The board, with the actions on offer or those of them that are named; what changed since the viewer's last
    choice is marked."""
    back = table.last_choice(viewer)
    before = table.states[back] if back >= 0 else None
    asked = viewer is not None and not table.over and int(table.state.to_move) == viewer
    offered = list(actions) or (None if asked else [])
    return table.room.draw(
        table.state,
        viewer,
        before=before,
        actions=offered,
        weights=judged and judged.weights,
        values=judged and judged.values,
        width=width,
    )


def check(table: Table, viewer: Viewer, shown: str, actions: Sequence[int] = ()) -> None:
    """See that the viewer is asked, that its page shows the present position, and that `actions` are legal in it.

    Raises:
        GameError: not so.
    """
    if viewer is None or table.over or int(table.state.to_move) != viewer:
        raise GameError("you are not asked now")
    if key(table, viewer) != shown:
        raise GameError(STALE)
    if illegal := set(actions).difference(table.room.legal_actions(table.state).tolist()):
        raise GameError(f"action {min(illegal)} is not legal; nothing has changed")


def narrow(
    table: Table, viewer: Viewer, shown: str, actions: Sequence[int], width: int, judged: bool
) -> dict[str, Any]:
    """The board with some of the legal actions alone, with what was thought of them if wanted.

    Raises:
        GameError: the viewer is not asked, or they are not legal.
    """
    check(table, viewer, shown, actions)
    found = table.judged.get(viewer)
    thought = found[1] if judged and found and found[0] == shown else None
    return {"key": shown, "svg": picture(table, viewer, actions, width, thought)}


def advice(table: Table, viewer: Viewer, shown: str, agent: str, thought: Judgement) -> dict[str, Any]:
    """What an agent thinks of the position, in words and numbers."""
    best = thought.best
    return {
        "key": shown,
        "agent": agent,
        "best": best,
        "words": table.room.describe(table.room.view(table.state, viewer).record, best),
        "worth": thought.worth,
        "weights": {str(action): round(share, 4) for action, share in thought.weights.items()},
        "values": {str(action): round(value, 4) for action, value in thought.values.items()},
    }


def explain(table: Table, viewer: Viewer, what: str | int, shown: str = "") -> dict[str, Any]:
    """What an action does, or what has a name; no words where the page asks (`shown`) about a position that is past.

    Raises:
        GameError: there is no such thing.
    """
    if shown and key(table, viewer) != shown:
        return {"words": ""}
    if isinstance(what, int):
        return {"words": table.room.explain(table.state, what, viewer)}
    return {"words": table.room.explain(table.room.view(table.state, viewer).record, what)}


def glossary(table: Table, viewer: Viewer) -> dict[str, Any]:
    """All that has a name, and what it does."""
    return {"glossary": table.room.glossary(table.room.view(table.state, viewer).record)}
