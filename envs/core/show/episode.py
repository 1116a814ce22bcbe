"""A replay as an episode: pictures and account of a game for each view, small enough for one page.

An episode is a JSON object that `static/viewer.js` shows:

    format   1
    title    name of the game
    seats    names of the seats
    facts    [[name, value], ...]: game, players, pack, options, names
    notes    lines that say who forfeited the game, and what was left out
    lang     language of all words
    words    sentences of the viewer by key: text, or {by: variable, variant: text}
    widths   widths of the pictures, ascending
    items    parts of pictures: a string is SVG text; a list [tag, part, ...] is an element, given by the item numbers
             of its opening tag and of its contents. Equal parts of pictures are stored once.
    views    [{seat, name, frames}, ...]: seat is a number, or null for the view of everything. Frames, in order, are
             {step, pictures, asked, news, choice}: number of the decision, an item number for each width, the seat that
             is asked (-1 at the end), lines on the events since the previous frame, and the next choice in words ("" if
             the view must not know it). With a choice there may be `thought`: what its agent said beside it. The view
             of a seat has its own, that of everything has all once the game is over.
    others   the same game in other languages: {title, seats, facts, notes, lang, words, views}
    values   expected utility at decisions, for a graph: [[step, seat, value], ...]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from medianoche.envs.core.base import BaseGame
from medianoche.envs.core.declaration import State
from medianoche.envs.core.errors import ReplayError
from medianoche.envs.core.play.positions import MatchPositions
from medianoche.envs.core.play.replay import GameRecord
from medianoche.envs.core.show.catalogue import LANGUAGE, SHARED, Catalogue, catalogue
from medianoche.envs.core.show.events import Event
from medianoche.envs.core.show.forfeits import EVERYBODY, forfeit_in_words, utilities
from medianoche.envs.core.show.moments import Moments
from medianoche.envs.core.show.sheet import Svg, sheet
from medianoche.envs.core.show.svg import COLUMN, column
from medianoche.envs.core.show.view import Canvas, View

FORMAT = 1
VIEWER = "viewer-"
WIDTHS = (COLUMN, 2 * COLUMN)
_PART = re.compile(r"<[^>]*>|[^<]+")


class Items:
    """Parts of pictures; equal parts are stored once."""

    def __init__(self) -> None:
        self._numbers: dict[str | tuple[int, ...], int] = {}

    def add(self, svg: str) -> int:
        """Store a picture; returns the number of its item."""
        open_elements: list[list[int]] = [[]]
        for part in _PART.findall(svg):
            if part.startswith("</"):
                done = tuple(open_elements.pop())
                open_elements[-1].append(self._number(done))
            elif part.startswith("<") and not part.endswith("/>"):
                open_elements.append([self._number(part)])
            else:
                open_elements[-1].append(self._number(part))
        return open_elements[0][0]

    def _number(self, item: str | tuple[int, ...]) -> int:
        return self._numbers.setdefault(item, len(self._numbers))

    def listed(self) -> list[str | list[int]]:
        """All items in the order of their numbers."""
        return [item if isinstance(item, str) else list(item) for item in self._numbers]


@dataclass(eq=False)
class Camera:
    """Makes the frames of one view.

    Attributes:
        seat: seat of the view, or None for the view of everything.
        frames: the frames so far; see the module.
    """

    game: BaseGame
    seat: int | None
    items: Items
    lang: str = LANGUAGE
    called: Sequence[str] = ()
    frames: list[dict[str, Any]] = field(default_factory=list)
    _events: list[Event] = field(default_factory=list)  # since the last frame
    _last: View | None = None

    def add(self, moments: Moments) -> None:
        """Add the events of `moments` to the news of the next frame."""
        self._events += moments.events(self.seat, self.lang, self.called)

    def take(self, step: int, state: State, action: int | None, thought: str = "") -> None:
        """Add a frame of the position `state`, unless it shows nothing new. `action` is chosen in it (None at the end),
        and `thought` is what the choosing agent said."""
        view = self.game.view(state, self.seat, self.lang, self.called)
        last = self._last
        news = [event.words for event in self._events if event.words]
        chooses = action is not None and self.seat in (None, int(state.to_move))
        if last and not chooses and not news and view.record.tobytes() == last.record.tobytes():
            return
        pictures = [self._picture(view, last, wide) for wide in (False, True)]
        frame = {
            "step": step,
            "pictures": [self.items.add(picture) for picture in pictures],
            "asked": int(view.record.to_move),
            "news": news,
            "choice": view.describe(action) if chooses and action is not None else "",
        }
        if thought:
            frame["thought"] = thought
        self.frames.append(frame)
        self._events = []
        self._last = view

    def end(self, step: int, words: str) -> None:
        """Add a last frame without a new position, in which nobody is asked: `words` say why the game ends there."""
        self.frames.append(
            {"step": step, "pictures": self.frames[-1]["pictures"], "asked": -1, "news": [words], "choice": ""}
        )

    def shown(self, agents: Sequence[str]) -> dict[str, Any]:
        """The view for the episode; `agents` are the names of the seats."""
        name = catalogue(SHARED, self.lang).format("everything", {}) if self.seat is None else agents[self.seat]
        return {"seat": self.seat, "name": name, "frames": self.frames}

    def _picture(self, view: View, last: View | None, wide: bool) -> Svg:
        canvas = Canvas(view, last, [], {}, {}, wide, self._events)
        table = column([self.game.declaration.picture(view, canvas), *canvas.buttons()])
        label = view.say("picture", title=self.game.title)
        return sheet(table, label, self.game.declaration.symbols(view), self.game.declaration.ground)


def episode(
    replay: GameRecord,
    seats: Sequence[int | None] | None = None,
    names: Sequence[str] = (),
    watch: Callable[[int], None] | None = None,
    lang: str = LANGUAGE,
    called: Sequence[str] = (),
) -> dict[str, Any]:
    """The episode of a game, in one language; see the module.

    Args:
        replay: the game.
        seats: the views: seats, or None for the view of everything. By default that view and those of all seats. An
            episode with the view of one seat holds nothing that this seat did not know.
        names: names of the players by seat.
        watch: called with the number of each decision after it is drawn.
        lang: language of words and pictures, one of `catalogue.LANGUAGES`.
        called: names of persons by seat, in all sentences and pictures; "" where there is none.

    Raises:
        OptionError: there is no such language.
        ReplayError: the replay cannot be played to its end, or there is no such seat.
    """
    match = replay.match(played=True)
    game = match.game
    states = match.states
    words = catalogue(game.content.folder, lang)
    agents = game.view(states[0], None, lang, called).agents
    wanted = [None, *range(len(agents))] if seats is None else list(dict.fromkeys(seats))
    if wrong := [seat for seat in wanted if seat is not None and seat not in range(len(agents))]:
        raise ReplayError(f"seat {wrong[0]} is not accepted; accepted: 0 to {len(agents) - 1}")
    items = Items()
    cameras = [Camera(game, seat, items, lang, called) for seat in wanted]
    thoughts = {seat: replay.shown_thoughts(match, seat) for seat in wanted}
    for step, action in enumerate(replay.actions):
        for camera in cameras:
            camera.take(step, states[step], action, thoughts[camera.seat].get(step, ""))
        moments = game.show.moments(states[step], action)
        for camera in cameras:
            camera.add(moments)
        if watch:
            watch(step)
    for camera in cameras:
        camera.take(len(replay.actions), states[-1], None)
        if replay.forfeit:
            camera.end(len(replay.actions), forfeit_in_words(replay.forfeit, agents, lang, camera.seat))
    if len(cameras) == 1:  # the number of the other seats' decisions stays hidden
        for number, frame in enumerate(cameras[0].frames):
            frame["step"] = number
    return {
        "format": FORMAT,
        "title": game.title,
        "seats": [
            seat if name in ("", seat) else f"{seat}: {name}"
            for seat, name in zip(agents, names or agents, strict=True)
        ],
        "facts": list(facts(replay, words, None in wanted)),
        "notes": list(_endings(replay, match, agents, lang)),
        "lang": lang,
        "words": viewer_words(words),
        "widths": list(WIDTHS),
        "items": items.listed(),
        "views": [camera.shown(agents) for camera in cameras],
    }


def _endings(replay: GameRecord, match: MatchPositions, agents: Sequence[str], lang: str) -> Iterator[str]:
    """A line about a game that was forfeited, which all seats may know."""
    if replay.forfeit:
        teams = match.game.teams(replay.num_players)
        results = utilities(replay.forfeit, agents, teams, lang)
        yield f"{forfeit_in_words(replay.forfeit, agents, lang, EVERYBODY)} {results}"


def viewer_words(words: Catalogue) -> dict[str, Any]:
    """The messages `viewer-...` without their beginning, for `static/viewer.js`."""
    return {
        name.removeprefix(VIEWER): text
        for name, text in catalogue(SHARED, words.language).templates().items()
        if name.startswith(VIEWER)
    }


def facts(replay: GameRecord, words: Catalogue, everything: bool) -> Iterator[list[str]]:
    """Names and values of what was played; the seed, from which hidden cards follow, only if `everything` is shown."""
    say = words.format
    played = {"game": replay.game, "version": replay.version, "count": replay.num_players}
    yield [say("fact-game", {}), say("fact-players", played)]
    yield [say("fact-pack", {}), f"{replay.pack} ({replay.pack_hash})"]
    options = ", ".join(f"{name} = {value}" for name, value in replay.options.items())
    yield [say("fact-options", {}), options or say("fact-none", {})]
    if everything:
        yield [say("fact-seed", {}), str(replay.seed)]


def joined(first: dict[str, Any], *rest: dict[str, Any]) -> dict[str, Any]:
    """Episodes of one game in several languages as one, in the language of the first; its reader may choose another."""
    numbers: dict[str | tuple[int, ...], int] = {
        item if isinstance(item, str) else tuple(item): number for number, item in enumerate(first["items"])
    }
    others = []
    for other in rest:
        new: list[int] = []  # of the items of the other episode; the parts of an element come before it
        for item in other["items"]:
            key = item if isinstance(item, str) else tuple(new[part] for part in item)
            new.append(numbers.setdefault(key, len(numbers)))
        common = {name: other[name] for name in ("title", "seats", "facts", "notes", "lang", "words")}
        others.append(common | {"views": list(_renumbered(other["views"], new.__getitem__))})
    return first | {"items": [item if isinstance(item, str) else list(item) for item in numbers], "others": others}


def _renumbered(views: Sequence[dict[str, Any]], number: Callable[[int], int]) -> Iterator[dict[str, Any]]:
    for view in views:
        frames = [frame | {"pictures": [number(picture) for picture in frame["pictures"]]} for frame in view["frames"]]
        yield view | {"frames": frames}


def thinned(whole: dict[str, Any], every: int) -> dict[str, Any]:
    """An episode with every `every`-th frame and the last one, the news of all frames, and a note that says so."""
    if every < 2:
        return whole
    items = whole["items"]
    numbers: dict[int, int] = {}

    def keep(number: int) -> int:
        if number not in numbers:
            if isinstance(items[number], list):
                for part in items[number]:
                    keep(part)
            numbers[number] = len(numbers)
        return numbers[number]

    def fewer(one: dict[str, Any]) -> dict[str, Any]:
        note = catalogue(SHARED, one["lang"]).format("replay-thinned", {"every": every})
        views = [view | {"frames": list(_fewer(view["frames"], every))} for view in one["views"]]
        return one | {"views": list(_renumbered(views, keep)), "notes": [*one["notes"], note]}

    made = fewer(whole) | {"others": [fewer(other) for other in whole.get("others", [])]}
    kept = [items[number] for number in numbers]
    return made | {"items": [item if isinstance(item, str) else [numbers[part] for part in item] for item in kept]}


def _fewer(frames: list[dict[str, Any]], every: int) -> Iterator[dict[str, Any]]:
    news: list[str] = []
    for number, frame in enumerate(frames):
        news = news + frame["news"]
        if number % every == 0 or number == len(frames) - 1:
            yield frame | {"news": news}
            news = []
