"""A replay as an episode: pictures and account of a game for each view, small enough for one page.

An episode is a JSON object that `static/viewer.js` shows:

    format   1
    title    name of the game
    seats    names of the seats
    facts    [[name, value], ...]: game, players, pack, options, names
    notes    lines that say what was left out
    lang     language of all words
    words    sentences of the viewer by key: text, or {by: variable, variant: text}
    widths   widths of the pictures, ascending
    items    parts of pictures: a string is SVG text; a list [tag, part, ...] is an element, given by the item numbers
             of its opening tag and of its contents. Equal parts of pictures are stored once.
    views    [{seat, name, frames}, ...]: seat is a number, or null for the view of everything. Frames, in order, are
             {step, pictures, asked, news, choice}: number of the decision, an item number for each width, the seat that
             is asked (-1 at the end), lines on the events since the previous frame, and the next choice in words ("" if
             the view must not know it).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from medianoche.envs.core.errors import ReplayError
from medianoche.envs.core.show.catalogue import LANGUAGE, SHARED, Catalogue, catalogue
from medianoche.envs.core.show.svg import COLUMN, Svg, column, sheet
from medianoche.envs.core.show.view import Canvas, View

if TYPE_CHECKING:
    from medianoche.envs.core.game import Game, State
    from medianoche.envs.core.play.replay import Replay
    from medianoche.envs.core.show.moments import Moments

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


class Camera:
    """Makes the frames of one view.

    Attributes:
        seat: seat of the view, or None for the view of everything.
        frames: the frames so far; see the module.
    """

    def __init__(self, game: Game, seat: int | None, items: Items, lang: str = LANGUAGE) -> None:
        self.game, self.seat, self.items, self.lang = game, seat, items, lang
        self.frames: list[dict[str, Any]] = []
        self._news: list[str] = []
        self._last: View | None = None

    def hear(self, moments: Moments) -> None:
        """Add the events of `moments` to the news of the next frame."""
        self._news += self.game.account(moments, self.seat, self.lang)

    def take(self, step: int, state: State, action: int | None) -> None:
        """Add a frame of the position in which `action` is chosen next (None at the end), unless it shows nothing
        new."""
        view, last = self.game.view(state, self.seat, self.lang), self._last
        chooses = action is not None and self.seat in (None, int(state.to_move))
        if last and not chooses and not self._news and view.record.tobytes() == last.record.tobytes():
            return
        offered = [action] if chooses and action is not None else []
        pictures = [self._picture(view, last, offered, wide) for wide in (False, True)]
        frame = {
            "step": step,
            "pictures": [self.items.add(each) for each in pictures],
            "asked": int(view.record.to_move),
            "news": self._news,
            "choice": view.describe(action) if chooses and action is not None else "",
        }
        self.frames.append(frame)
        self._news, self._last = [], view

    def shown(self, agents: Sequence[str]) -> dict[str, Any]:
        """The view for the episode; `agents` are the names of the seats."""
        name = catalogue(SHARED, self.lang).format("everything", {}) if self.seat is None else agents[self.seat]
        return {"seat": self.seat, "name": name, "frames": self.frames}

    def _picture(self, view: View, last: View | None, offered: list[int], wide: bool) -> Svg:
        canvas = Canvas(view, last, offered, {}, {}, wide)
        table = column([self.game.declared.picture(view, canvas), *canvas.buttons()])
        label = view.say("picture", title=self.game.title)
        return sheet(table, label, self.game.declared.symbols(view), self.game.declared.ground)


def episode(
    replay: Replay,
    seats: Sequence[int | None] | None = None,
    names: Sequence[str] = (),
    watch: Callable[[int], None] | None = None,
    lang: str = LANGUAGE,
) -> dict[str, Any]:
    """The episode of a game; see the module.

    Args:
        replay: the game.
        seats: the views: seats, or None for the view of everything. By default that view and those of all seats. An
            episode with the view of one seat holds nothing that this seat did not know.
        names: names of the players by seat.
        watch: called with the number of each decision after it is drawn.
        lang: language of words and pictures, one of `catalogue.LANGUAGES`.

    Raises:
        OptionError: there is no such language.
        ReplayError: the replay cannot be played to its end, or there is no such seat.
    """
    replay.play()
    env = replay.env()
    game = env.game
    words, agents = catalogue(game.content.folder, lang), game.view(env.record, None, lang).agents
    wanted = [None, *range(len(agents))] if seats is None else list(dict.fromkeys(seats))
    if wrong := [seat for seat in wanted if seat is not None and seat not in range(len(agents))]:
        raise ReplayError(f"seat {wrong[0]} is not accepted; accepted: 0 to {len(agents) - 1}")
    items = Items()
    cameras = [Camera(game, seat, items, lang) for seat in wanted]
    state = game.copy(env.record)
    for step, action in enumerate(replay.actions):
        for camera in cameras:
            camera.take(step, state, action)
        moments = game.show.moments(state, action)
        for camera in cameras:
            camera.hear(moments)
        game.step(state, action)
        if watch:
            watch(step)
    for camera in cameras:
        camera.take(len(replay.actions), state, None)
    if len(cameras) == 1:  # the number of the other seats' decisions stays hidden
        for number, frame in enumerate(cameras[0].frames):
            frame["step"] = number
    return {
        "format": FORMAT,
        "title": game.title,
        "seats": [f"{seat}: {name}" for seat, name in zip(agents, names, strict=True)] if names else agents,
        "facts": list(facts(replay, words, None in wanted)),
        "notes": [],
        "lang": lang,
        "words": viewer_words(words),
        "widths": list(WIDTHS),
        "items": items.listed(),
        "views": [camera.shown(agents) for camera in cameras],
    }


def viewer_words(words: Catalogue) -> dict[str, Any]:
    """The messages `viewer-...` without their beginning, for `static/viewer.js`."""
    return {
        name.removeprefix(VIEWER): text
        for name, text in catalogue(SHARED, words.language).templates().items()
        if name.startswith(VIEWER)
    }


def facts(replay: Replay, words: Catalogue, everything: bool) -> Iterator[list[str]]:
    """Names and values of what was played; the seed, from which hidden cards follow, only if `everything` is shown."""
    say = words.format
    played = {"game": replay.game, "version": replay.version, "count": replay.num_players}
    yield [say("fact-game", {}), say("fact-players", played)]
    yield [say("fact-pack", {}), f"{replay.pack} ({replay.pack_hash})"]
    options = ", ".join(f"{name} = {value}" for name, value in replay.options.items())
    yield [say("fact-options", {}), options or say("fact-none", {})]
    if everything:
        yield [say("fact-seed", {}), str(replay.seed)]


def thinned(whole: dict[str, Any], every: int) -> dict[str, Any]:
    """An episode with every `every`-th frame and the last one, the news of all frames, and a note that says so."""
    if every < 2:
        return whole
    note = catalogue(SHARED, whole["lang"]).format("replay-thinned", {"every": every})
    views = [view | {"frames": list(_fewer(view["frames"], every))} for view in whole["views"]]
    items = whole["items"]
    numbers: dict[int, int] = {}

    def keep(number: int) -> int:
        if number not in numbers:
            if isinstance(items[number], list):
                for part in items[number]:
                    keep(part)
            numbers[number] = len(numbers)
        return numbers[number]

    for view in views:
        for frame in view["frames"]:
            frame["pictures"] = [keep(number) for number in frame["pictures"]]
    kept = [items[number] for number in numbers]
    kept = [item if isinstance(item, str) else [numbers[part] for part in item] for item in kept]
    return whole | {"views": views, "items": kept, "notes": [*whole["notes"], note]}


def _fewer(frames: list[dict[str, Any]], every: int) -> Iterator[dict[str, Any]]:
    news: list[str] = []
    for number, frame in enumerate(frames):
        news = news + frame["news"]
        if number % every == 0 or number == len(frames) - 1:
            yield frame | {"news": news}
            news = []
