"""A replay as an episode: pictures and account of a game for each view, small enough for one page.

An episode is a JSON object that `static/viewer.js` shows:

    format   1
    title    name of the game
    seats    names of the seats
    colours  colours of the seats at the end, names of `svg.PALETTE`, for a graph
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
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

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


class Scene(NamedTuple):
    """What the pictures of a frame show: a view, the view of the frame before, and what happened between them."""

    view: View
    last: View | None
    events: list[Event]


@dataclass(eq=False)
class Camera:
    """Makes the frames of one view. Their pictures, which take most of the time, are drawn when they are needed.

    Attributes:
        seat: seat of the view, or None for the view of everything.
        frames: the frames so far; see the module. A frame has no pictures until it is drawn.
    """

    game: BaseGame
    seat: int | None
    items: Items
    lang: str = LANGUAGE
    called: Sequence[str] = ()
    frames: list[dict[str, Any]] = field(default_factory=list)
    _scenes: list[Scene] = field(default_factory=list)  # of the frames
    _events: list[Event] = field(default_factory=list)  # since the last frame

    def add(self, moments: Moments) -> None:
        """Add the events of `moments` to the news of the next frame."""
        self._events += moments.events(self.seat, self.lang, self.called)

    def take(self, step: int, state: State, action: int | None, thought: str = "") -> None:
        """Add a frame of the position `state`, unless it shows nothing new. `action` is chosen in it (None at the end),
        and `thought` is what the choosing agent said."""
        view = self.game.view(state, self.seat, self.lang, self.called)
        last = self._scenes[-1].view if self._scenes else None
        news = [event.words for event in self._events if event.words]
        chooses = action is not None and self.seat in (None, int(state.to_move))
        if last and not chooses and not news and view.record.tobytes() == last.record.tobytes():
            return
        frame = {
            "step": step,
            "asked": int(view.record.to_move),
            "news": news,
            "choice": view.describe(action) if chooses and action is not None else "",
        }
        if thought:
            frame["thought"] = thought
        self.frames.append(frame)
        self._scenes.append(Scene(view, last, self._events))
        self._events = []

    def end(self, step: int, words: str) -> None:
        """Add a last frame without a new position, in which nobody is asked: `words` say why the game ends there."""
        self.frames.append({"step": step, "asked": -1, "news": [words], "choice": ""})
        self._scenes.append(self._scenes[-1])

    def draw(self, number: int) -> None:
        """Draw the pictures of a frame, unless they are drawn."""
        if "pictures" not in self.frames[number]:
            scene = self._scenes[number]
            self.frames[number]["pictures"] = [self.items.add(self._picture(scene, wide)) for wide in (False, True)]

    def kept(self, every: int) -> list[int]:
        """The numbers of every `every`-th frame and of the last one."""
        last = len(self.frames) - 1
        return [number for number in range(last + 1) if number % every == 0 or number == last]

    def shown(self, agents: Sequence[str], every: int, keep: Callable[[int], int]) -> dict[str, Any]:
        """The view for the episode, with every `every`-th frame, which is drawn, and the news of all frames. `agents`
        are the names of the seats, and `keep` gives the number of a picture in the episode."""
        name = catalogue(SHARED, self.lang).format("everything", {}) if self.seat is None else agents[self.seat]
        shown = []
        first = 0
        for number in self.kept(every):
            frame = self.frames[number]
            news = [words for earlier in self.frames[first : number + 1] for words in earlier["news"]]
            shown.append(frame | {"pictures": list(map(keep, frame["pictures"])), "news": news})
            first = number + 1
        return {"seat": self.seat, "name": name, "frames": shown}

    def _picture(self, scene: Scene, wide: bool) -> Svg:
        view = scene.view
        canvas = Canvas(view, scene.last, [], {}, {}, wide, scene.events)
        table = column([self.game.declaration.picture(view, canvas), *canvas.buttons()])
        label = view.say("picture", title=self.game.title)
        return sheet(table, label, self.game.declaration.symbols(view), self.game.declaration.ground)


def episode(
    replay: GameRecord,
    seats: Sequence[int | None] | None = None,
    names: Sequence[str] = (),
    lang: str = LANGUAGE,
    called: Sequence[str] = (),
) -> dict[str, Any]:
    """The episode of a game, in one language; see the module.

    Args:
        replay: the game.
        seats: the views: seats, or None for the view of everything. By default that view and those of all seats. An
            episode with the view of one seat holds nothing that this seat did not know.
        names: names of the players by seat.
        lang: language of words and pictures, one of `catalogue.LANGUAGES`.
        called: names of persons by seat, in all sentences and pictures; "" where there is none.

    Raises:
        OptionError: there is no such language.
        ReplayError: the replay cannot be played to its end, or there is no such seat.
    """
    catalogue(SHARED, lang)  # refuses what is no language
    board = Storyboard(replay, seats, {lang: names}, called)
    return board.episode()


class Storyboard:
    """The frames of a game, in some languages. Their words are made at once. Their pictures take most of the time, and
    a page has no room for all pictures of a long game, so they are drawn when they are needed.

    Args:
        replay: the game.
        seats: see `episode`.
        names: names of the players by seat, for each language; the first language is that of the episode.
        called: see `episode`.

    Raises:
        OptionError, ReplayError: see `episode`.
    """

    def __init__(
        self,
        replay: GameRecord,
        seats: Sequence[int | None] | None,
        names: Mapping[str, Sequence[str]],
        called: Sequence[str] = (),
    ) -> None:
        self._replay = replay
        self._match = match = replay.match(played=True)
        self._names = names
        self._agents = {lang: match.game.view(match.states[0], None, lang, called).agents for lang in names}
        players = replay.num_players
        wanted = [None, *range(players)] if seats is None else list(dict.fromkeys(seats))
        if wrong := [seat for seat in wanted if seat is not None and seat not in range(players)]:
            raise ReplayError(f"seat {wrong[0]} is not accepted; accepted: 0 to {players - 1}")
        self._seats = wanted
        self._colours = match.game.view(match.states[-1], wanted[0]).colours
        self._items = Items()
        self._cameras = [Camera(match.game, seat, self._items, lang, called) for lang in names for seat in wanted]

    def play(self) -> Iterator[None]:
        """Make the frames that are still missing, without pictures; yields after each decision."""
        if self._cameras[0].frames:
            return
        replay = self._replay
        states = self._match.states
        thoughts = {seat: replay.shown_thoughts(self._match, seat) for seat in self._seats}
        for step, action in enumerate(replay.actions):
            for camera in self._cameras:
                camera.take(step, states[step], action, thoughts[camera.seat].get(step, ""))
            moments = self._match.game.show.moments(states[step], action)
            for camera in self._cameras:
                camera.add(moments)
            yield
        last = len(replay.actions)
        for camera in self._cameras:
            camera.take(last, states[-1], None)
            if replay.forfeit:
                agents = self._agents[camera.lang]
                camera.end(last, forfeit_in_words(replay.forfeit, agents, camera.lang, camera.seat))
            if len(self._seats) == 1:  # the number of the other seats' decisions stays hidden
                for number, frame in enumerate(camera.frames):
                    frame["step"] = number

    def draw(self, every: int = 1) -> Iterator[tuple[int, int]]:
        """Draw the pictures of every `every`-th frame of each view, unless they are drawn; yields how many of these
        frames are done, and how many they are."""
        wanted = [(camera, number) for camera in self._cameras for number in camera.kept(every)]
        for done, (camera, number) in enumerate(wanted):
            camera.draw(number)
            yield done + 1, len(wanted)

    def count(self, every: int) -> int:
        """How many frames `draw` draws."""
        return sum(len(camera.kept(every)) for camera in self._cameras)

    @property
    def length(self) -> int:
        """The number of frames of the longest view."""
        return max(len(camera.frames) for camera in self._cameras)

    def episode(self, every: int = 1) -> dict[str, Any]:
        """The episode, with every `every`-th frame and the last one of each view, the news of all frames, and a note
        that says so."""
        deque(self.play(), 0)
        deque(self.draw(every), 0)
        items = self._items.listed()
        numbers: dict[int, int] = {}

        def keep(number: int) -> int:
            if number not in numbers:
                item = items[number]
                for part in item if isinstance(item, list) else ():
                    keep(part)
                numbers[number] = len(numbers)
            return numbers[number]

        first, *others = [self._spoken(lang, every, keep) for lang in self._names]
        kept = [items[number] for number in numbers]
        return {
            "format": FORMAT,
            **first,
            "colours": self._colours,
            "widths": list(WIDTHS),
            "items": [item if isinstance(item, str) else [numbers[part] for part in item] for item in kept],
            **({"others": others} if others else {}),
        }

    def _spoken(self, lang: str, every: int, keep: Callable[[int], int]) -> dict[str, Any]:
        """What an episode has in one language; `keep` gives the number of a picture there."""
        game = self._match.game
        words = catalogue(game.content.folder, lang)
        agents = self._agents[lang]
        notes = list(_endings(self._replay, self._match, agents, lang))
        if every > 1:
            notes.append(catalogue(SHARED, lang).format("replay-thinned", {"every": every}))
        return {
            "title": game.title,
            "seats": [
                seat if name in ("", seat) else f"{seat}: {name}"
                for seat, name in zip(agents, self._names[lang] or agents, strict=True)
            ],
            "facts": list(facts(self._replay, words, None in self._seats)),
            "notes": notes,
            "lang": lang,
            "words": viewer_words(words),
            "views": [camera.shown(agents, every, keep) for camera in self._cameras if camera.lang == lang],
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
