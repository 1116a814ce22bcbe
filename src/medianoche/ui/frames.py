"""The JSON that a viewer's page receives, made from the viewer's view alone: nothing hidden leaves the server."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from medianoche.envs.core.show.catalogue import LANGUAGE, catalogue
from medianoche.envs.core.show.events import PUBLIC
from medianoche.envs.core.show.svg import COLUMN
from medianoche.envs.core.show.view import HeldChoice
from medianoche.ui import answers, catalog
from medianoche.ui.refusals import RefusedError, sentence
from medianoche.ui.stored import FRIEND, PERSONS, REPLAYED, YOU
from medianoche.ui.strip import strip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from medianoche.agents.judging import Judgement
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.show.events import Event
    from medianoche.envs.core.show.view import View
    from medianoche.ui.session import Session, Viewer

LINES = 80
"""Lines of the account in a frame; `/api/account` sends all."""
CHAT_LINES = 50
"""Lines of the chat in a frame."""
FOLDERS = re.compile(r"(^|[: ])/[^: ]*/")
"""The folders of a file in an agent's string, which pages do not show."""


def key(session: Session, viewer: Viewer, lang: str = LANGUAGE) -> str:
    """20 hex digits that change when anything on the viewer's page changes, and nothing else changes them."""
    return _key(contents(session, viewer, lang))


def _key(sent: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(sent).encode()).hexdigest()[:20]


def frame(
    session: Session, viewer: Viewer, width: int = COLUMN, known: str = "", lang: str = LANGUAGE
) -> dict[str, Any]:
    """The viewer's page: `contents`, the picture, their key, and what time changes (`clocks`); the key alone if it is
    `known`."""
    sent = contents(session, viewer, lang)
    now = _key(sent)
    if now == known:
        return {"key": now, "same": True}
    return {"key": now, "svg": picture(session, viewer, [], width, lang=lang), **sent, **clocks(session)}


def clocks(session: Session) -> dict[str, Any]:
    """Seconds since the present position was reached, and, where persons have clocks, those that each seat has left."""
    seats = range(len(session.seats)) if session.saved.clock else ()
    left = [round(max(session.left(seat), 0), 1) if seat in session.persons else None for seat in seats]
    return {"thinking": round(session.thinking, 1), "left": left}


def contents(session: Session, viewer: Viewer, lang: str = LANGUAGE) -> dict[str, Any]:
    """All that the viewer's page shows except the picture; the key is made from it."""
    game = session.game
    view = session.view(viewer, lang)
    account = told(session, viewer, lang)
    return {
        "game": game.name,
        "title": game.title,
        "position": session.position(viewer),
        "seat": viewer,
        "seats": seats(session, view),
        "asked": session.may_choose(viewer),
        "over": session.over,
        "ended": session.ended,
        "account": account[-LINES:],
        "earlier": max(len(account) - LINES, 0),
        "events": [event.json() for event in happened(session, viewer, max(session.last_choice(viewer), 0), lang)],
        "strip": strip(session, viewer, range(max(session.last_choice(viewer), 0), len(session.actions)), lang),
        "held": view.describe(held.action) if (held := session.held(viewer)) else "",
        "back": takes_back(session, viewer),
        "alone": session.alone,
        "watched": not session.persons,
        "puzzle": answers.shown(session, viewer, lang),
        "spectator": viewer == PUBLIC,
        "named": session.name(viewer) if viewer in session.persons else None,
        "chat": [[said.seat, said.text] for said in session.saved.chat[-CHAT_LINES:]],
        "talks": session.saved.talks and len(session.persons) > 1,
        "clock": session.saved.clock,
        "begun": not session.awaited,
        "again": bool(session.saved.again),
        "ends": [action for action in session.at(viewer).legal_actions if action in game.declaration.ends]
        if session.may_choose(viewer)
        else [],
        "closes": bool(game.declaration.ends),
        "points": game.declaration.has_points,
        "outcome": game.declaration.outcome(view) if session.ended else "",
        "guide": game.declaration.guide(view) if session.may_choose(viewer) else "",
        "repeats": repeats(session, viewer, view),
        "briefs": briefs(session, viewer, view),
        "rules": has_rules(game),
        "judge": judge_of(session),
        "judges": judges(session),
        "fair": fair_share(session),
        "categories": categories(session, view) if session.ended else [],
        "played": len(session.steps(viewer)),
        "hints": session.saved.hints,
        "pace": session.saved.pace,
        "paced": session.alone
        and viewer != PUBLIC
        and not session.over
        and not session.puzzle
        and any(who not in PERSONS for who in session.seats),
        "paused": session.paused,
        **problem(session, lang),
    }


def problem(session: Session, lang: str) -> dict[str, str]:
    """Why agents do not go on, and the agent that has failed, in words; empty where there is nothing to say."""
    error = session.problem
    if not error:
        return {"problem": "", "failed": ""}
    who = str(error.values.get("agent", ""))
    failed = words_of(who) if who else ""
    return {"problem": sentence(error.key, lang, **{**error.values, "agent": failed}), "failed": failed}


def seats(session: Session, view: View) -> list[dict[str, Any]]:
    """One row a seat: its name, its player, whether it is to move, and after the end its score and utility."""
    state = view.record
    declaration = session.game.declaration
    scores = session.scores(view.record)
    person = view.seat if view.seat in session.persons else None  # one may look on through the seat of an agent
    names = [view.agents[seat] if seat == view.seat else declaration.seat_name(view, seat) for seat in view.seats]
    if person is not None:
        names[person] = view.names[person]
    rows = []
    strengths = catalog.strengths(session.game, session.game.content.packs[int(state["pack"])].hash)
    for seat, who in enumerate(session.seats):
        row: dict[str, Any] = {"name": names[seat], "who": words_of(who), "person": who in PERSONS}
        row |= {"called": session.name(seat), "you": seat == person}
        row["awaited"] = who == FRIEND and seat != person and not session.has_come(seat)
        others = who in PERSONS and seat != person and len(session.persons) > 1
        row["away"] = others and not session.over and session.is_away(seat)
        row["colour"] = view.colours[seat]
        row["mention"] = view.mentions[seat] if names[seat] == view.names[seat] else names[seat]
        row["strength"] = strengths.get(who, "")
        row["asked"] = (session.asked == seat and not session.solved) or (
            seat == view.seat and session.may_choose(seat)
        )
        row["public"] = view.agents[seat]
        row["score"] = scores[seat] if scores else declaration.standing(view, seat)
        if session.ended:
            row["utility"] = round(session.match.returns[seat], 3)
        rows.append(row)
    return rows


def repeats(session: Session, viewer: Viewer, view: View) -> dict[str, Any] | None:
    """What the page of a player who is to choose may choose again and again; None for nothing."""
    repeatable = session.game.declaration.repeats(view) if session.may_choose(viewer) else None
    return repeatable and {**repeatable._asdict(), "gauges": [gauge._asdict() for gauge in repeatable.gauges]}


def briefs(session: Session, viewer: Viewer, view: View) -> dict[int, str]:
    """What each action that the viewer may choose may do, in a few letters; without those that have nothing to say."""
    if not session.may_choose(viewer):
        return {}
    said = {action: session.game.declaration.brief(view, action) for action in session.at(viewer).legal_actions}
    return {action: words for action, words in said.items() if words}


def has_rules(game: BaseGame) -> bool:
    """Whether there is a rules card."""
    return "rules-goal-1" in catalogue(game.content.folder)


def judge_of(session: Session) -> str:
    """The agent that evaluates a finished game: the last one that has done so, else the network alone, else the first
    that gives hints."""
    judging = judges(session)
    if session.saved.review:
        return judging[0]
    return "net" if "net" in judging else judging[0]


def judges(session: Session) -> list[str]:
    """The agents that a person may ask to evaluate a finished game: the last one that has done so, here or on another
    page, and `advisers`."""
    last = session.saved.review
    return list(dict.fromkeys([*([last.agent] if last else []), *advisers(session)]))


def advisers(session: Session) -> list[str]:
    """The agents that may look at a game here: those that give hints, or those that the game has for it."""
    return session.saved.hints or catalog.hints(session.game)


def fair_share(session: Session) -> float:
    """The utility of a seat that wins as often as chance lets it, one of so many sides; 0 where all are one side."""
    sides = len(set(session.game.teams(len(session.seats))))
    return round(2 / sides - 1, 4) if sides > 1 else 0.0


def categories(session: Session, view: View) -> list[list[Any]]:
    """The parts of the scores and other facts of each seat: a name and a value for each seat. A part in which every
    seat has 0 or no value is left out, as the objectives of a game without objectives."""
    parts = [session.game.declaration.score_parts(view.record, seat) for seat in view.seats]
    names = dict.fromkeys(name for part in parts for name in part)
    values = {name: [part.get(name) for part in parts] for name in names}
    return [[name, row] for name, row in values.items() if any(row)]


def called(session: Session, seat: int) -> str:
    """The player of a seat: the name of a person, else the player in words."""
    return session.name(seat) or words_of(session.seats[seat])


def words_of(who: str, lang: str = "") -> str:
    """The player of a seat, in words; with `lang` in those of the page, else as pages look them up."""
    if lang:
        words = words_of(who)
        return str(catalogue(Path(__file__).parent, lang).templates().get(re.sub("[ :]", "-", words), words))
    return {YOU: "a person", FRIEND: "a friend", REPLAYED: "of the replay"}.get(who) or FOLDERS.sub(r"\1", who)


def told(session: Session, viewer: Viewer, lang: str = LANGUAGE) -> list[str]:
    """All lines of the account that `viewer` may read."""
    return [event.words for event in happened(session, viewer, lang=lang) if event.words]


def happened(session: Session, viewer: Viewer, since: int = 0, lang: str = LANGUAGE) -> list[Event]:
    """The events since decision number `since`, as `viewer` knows them."""
    return [event for place in range(since, len(session.actions)) for event in session.events(place, viewer, lang)]


def past(session: Session, viewer: Viewer, number: int, width: int, lang: str = LANGUAGE) -> dict[str, Any]:
    """The position number `number` of those that `viewer` has seen (`steps`), and what led to it. Raises RefusedError
    if there is none."""
    places = session.steps(viewer)
    if not 0 <= number < len(places):
        raise RefusedError(400, "error-no-position", number=number, last=len(places) - 1)
    place = places[number]
    last = places[number - 1] if number else 0
    states = session.match.states
    before = states[last] if number else None
    names = session.saved.names
    svg = session.game.draw(
        states[place],
        viewer,
        before=before,
        actions=[],
        width=width,
        lang=lang,
        called=names,
        looks_on=session.looks_on(viewer),
        events=[event for step in range(last, place) for event in session.events(step, viewer, lang)],
    )
    return {
        "step": number,
        "played": len(places),
        "svg": svg,
        "strip": strip(session, viewer, range(last, place), lang, past=True),
    }


def takes_back(session: Session, viewer: Viewer) -> bool:
    """Whether `viewer` may undo its last choice."""
    if session.puzzle:
        return False
    return session.held(viewer) is not None or (
        viewer in session.persons and session.alone and session.last_choice(viewer) >= 0
    )


def picture(
    session: Session,
    viewer: Viewer,
    actions: Sequence[int],
    width: int = COLUMN,
    judged: Judgement | None = None,
    lang: str = LANGUAGE,
) -> str:
    """The board as SVG, with all legal actions or with `actions` alone; changes since the viewer's last choice are
    marked, and a choice that waits for its turn."""
    back = session.last_choice(viewer)
    before = session.match.states[back] if back >= 0 else None
    offered: Sequence[int] | None = list(actions) or (None if session.may_choose(viewer) else [])
    if early := session.held(viewer):
        offered = HeldChoice(early.action)
    if session.solved and viewer in session.persons:  # the answer is shown on the board
        offered, judged = None, answers.judged(session.solved.solution)
    state = session.at(viewer).state
    if viewer != session.asked and state.to_move == viewer:  # the others are seen as they are: they have not chosen
        present = session.game.copy(session.state)
        present.to_move = state.to_move
        present.phase = state.phase
        state = present
    return session.game.draw(
        state,
        viewer,
        before=before,
        actions=offered,
        weights=judged and judged.weights,
        values=judged and judged.values,
        width=width,
        lang=lang,
        called=session.saved.names,
        looks_on=session.looks_on(viewer),
        events=happened(session, viewer, max(back, 0), lang),
        listed=True,
    )


def narrow(
    session: Session, viewer: Viewer, shown: str, actions: Sequence[int], width: int, judged: bool, lang: str = LANGUAGE
) -> dict[str, Any]:
    """The board with some of the legal actions alone; if `judged`, with the last hint's weights and values. Raises
    RefusedError if the viewer is not to move, or an action is not legal."""
    session.check(viewer, shown, actions)
    kept_thought = session.judged.get(viewer)
    thought = kept_thought[1] if judged and kept_thought and kept_thought[0] == shown else None
    return {"key": shown, "svg": picture(session, viewer, actions, width, thought, lang)}


def advice(
    session: Session, viewer: Viewer, shown: str, agent: str, thought: Judgement, lang: str = LANGUAGE
) -> dict[str, Any]:
    """A hint as JSON: the advised action with its figure in words, the position's value, and of the actions
    weight, value and figure."""
    best = thought.advised
    view = session.view(viewer, lang)
    return {
        "key": shown,
        "agent": agent,
        "best": best,
        "words": view.describe(best),
        "figure": thought.figures.words([best], view.say),
        "figures": {str(action): figure for action, figure in thought.figures.percent.items()},
        "value": thought.value,
        "weights": {str(action): round(share, 4) for action, share in thought.weights.items()},
        "values": {str(action): round(value, 4) for action, value in thought.values.items()},
    }


def explain(session: Session, viewer: Viewer, what: str | int, shown: str = "", lang: str = LANGUAGE) -> dict[str, Any]:
    """Explain an action or a name; the words are empty if `shown` is the key of an earlier position. Raises
    GameError if there is no such action or name."""
    if shown and session.position(viewer) != shown:
        return {"words": ""}
    if isinstance(what, int):
        return {"words": session.game.explain(session.at(viewer).state, what, viewer, lang, session.saved.names)}
    return {"words": session.game.explain(session.view(viewer).record, what, None, lang)}
