"""The JSON that a viewer's page receives, made from the viewer's view alone: nothing hidden leaves the server."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from medianoche.envs.core.errors import GameError
from medianoche.envs.core.show.svg import COLUMN
from medianoche.ui.session import FRIEND, PERSONS, REPLAYED, YOU

if TYPE_CHECKING:
    from collections.abc import Sequence

    from medianoche.agents.judging import Judgement
    from medianoche.envs.core.show.events import Event
    from medianoche.envs.core.show.view import View
    from medianoche.ui.session import Session, Viewer

LINES = 80
"""Lines of the account in a frame; `/api/account` sends all."""
STALE = "the position has changed since; look again"


def key(session: Session, viewer: Viewer) -> str:
    """20 hex digits that change when anything on the viewer's page changes, and nothing else changes them."""
    return _key(session, viewer, contents(session, viewer))


def _key(session: Session, viewer: Viewer, sent: dict[str, Any]) -> str:
    """Hash of `sent` and of all that the picture is drawn from: the positions now and at the viewer's last choice."""
    digest = hashlib.sha256(session.room.view(session.state, viewer).record.tobytes())
    if (back := session.last_choice(viewer)) >= 0:
        digest.update(session.room.view(session.states[back], viewer).record.tobytes())
    digest.update(json.dumps(sent).encode())
    return digest.hexdigest()[:20]


def frame(session: Session, viewer: Viewer, width: int = COLUMN, known: str = "") -> dict[str, Any]:
    """The viewer's page: `contents`, the picture and their key; the key alone if it is `known`."""
    sent = contents(session, viewer)
    now = _key(session, viewer, sent)
    if now == known:
        return {"key": now, "same": True}
    return {"key": now, "svg": picture(session, viewer, [], width), **sent}


def contents(session: Session, viewer: Viewer) -> dict[str, Any]:
    """All that the viewer's page shows except the picture; the key is made from it."""
    room, view = session.room, session.room.view(session.state, viewer)
    account = told(session, viewer)
    return {
        "game": room.name,
        "title": room.title,
        "seat": viewer,
        "seats": seats(session, view),
        "asked": not session.over and viewer is not None and int(view.record["to_move"]) == viewer,
        "over": session.over,
        "ended": bool(session.state.done),
        "account": account[-LINES:],
        "earlier": max(len(account) - LINES, 0),
        "events": [event.json() for event in happened(session, viewer, max(session.last_choice(viewer), 0))],
        "back": takes_back(session, viewer),
        "watched": not session.persons,
        "hints": session.saved.hints,
        "pace": session.pace,
        "paced": session.alone and not session.over and any(who not in PERSONS for who in session.seats),
        "paused": session.paused,
        "problem": session.problem,
    }


def seats(session: Session, view: View) -> list[dict[str, Any]]:
    """One row a seat: its name, its player, whether it is to move, and after the end its score and utility."""
    state, ended = view.record, bool(session.state.done)
    found = []
    for seat, who in enumerate(session.seats):
        row: dict[str, Any] = {"name": view.names[seat], "who": words_of(who)}
        row["asked"] = not session.over and int(state["to_move"]) == seat
        if ended:
            row |= {"score": int(state["scores"][seat]), "utility": round(float(state["utility"][seat]), 3)}
        found.append(row)
    return found


def words_of(who: str) -> str:
    """The player of a seat, in words."""
    return {YOU: "a person", FRIEND: "a friend", REPLAYED: "of the replay"}.get(who, who)


def told(session: Session, viewer: Viewer) -> list[str]:
    """All lines of the account that `viewer` may read."""
    return [event.words for event in happened(session, viewer) if event.words]


def happened(session: Session, viewer: Viewer, since: int = 0) -> list[Event]:
    """The events since decision number `since`, as `viewer` knows them."""
    return [event for each in session.told[since:] for event in each.get(viewer, ())]


def takes_back(session: Session, viewer: Viewer) -> bool:
    """Whether `viewer` may undo its last choice."""
    return viewer is not None and REPLAYED not in session.seats and session.alone and session.last_choice(viewer) >= 0


def picture(
    session: Session, viewer: Viewer, actions: Sequence[int], width: int = COLUMN, judged: Judgement | None = None
) -> str:
    """The board as SVG, with all legal actions or with `actions` alone; changes since the viewer's last choice are
    marked."""
    back = session.last_choice(viewer)
    before = session.states[back] if back >= 0 else None
    asked = viewer is not None and not session.over and int(session.state.to_move) == viewer
    offered = list(actions) or (None if asked else [])
    return session.room.draw(
        session.state,
        viewer,
        before=before,
        actions=offered,
        weights=judged and judged.weights,
        values=judged and judged.values,
        width=width,
    )


def check(session: Session, viewer: Viewer, shown: str, actions: Sequence[int] = ()) -> None:
    """Check that `viewer` is to move, that its page shows the present position, and that `actions` are legal in it.
    Raises GameError if one of these does not hold."""
    if viewer is None or session.over or int(session.state.to_move) != viewer:
        raise GameError("you are not asked now")
    if key(session, viewer) != shown:
        raise GameError(STALE)
    if illegal := set(actions).difference(session.room.legal_actions(session.state).tolist()):
        raise GameError(f"action {min(illegal)} is not legal; nothing has changed")


def narrow(
    session: Session, viewer: Viewer, shown: str, actions: Sequence[int], width: int, judged: bool
) -> dict[str, Any]:
    """The board with some of the legal actions alone; if `judged`, with the last hint's weights and values. Raises
    GameError if the viewer is not to move, or an action is not legal."""
    check(session, viewer, shown, actions)
    found = session.judged.get(viewer)
    thought = found[1] if judged and found and found[0] == shown else None
    return {"key": shown, "svg": picture(session, viewer, actions, width, thought)}


def advice(session: Session, viewer: Viewer, shown: str, agent: str, thought: Judgement) -> dict[str, Any]:
    """A hint as JSON: the best action, the position's value, and each action's weight and value."""
    best = thought.best
    return {
        "key": shown,
        "agent": agent,
        "best": best,
        "words": session.room.describe(session.room.view(session.state, viewer).record, best),
        "value": thought.value,
        "weights": {str(action): round(share, 4) for action, share in thought.weights.items()},
        "values": {str(action): round(value, 4) for action, value in thought.values.items()},
    }


def explain(session: Session, viewer: Viewer, what: str | int, shown: str = "") -> dict[str, Any]:
    """Explain an action or a name; the words are empty if `shown`, the page's key, is of an earlier position. Raises
    GameError if there is no such action or name."""
    if shown and key(session, viewer) != shown:
        return {"words": ""}
    if isinstance(what, int):
        return {"words": session.room.explain(session.state, what, viewer)}
    return {"words": session.room.explain(session.room.view(session.state, viewer).record, what)}
