"""A session: one game on the page with its players, its positions and each viewer's account."""

from __future__ import annotations

import hashlib
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from medianoche.envs.core.play.early import turn_ahead
from medianoche.envs.core.play.replay import state_hash
from medianoche.envs.core.play.thoughts import up_to
from medianoche.envs.core.show.catalogue import LANGUAGE, LANGUAGES
from medianoche.envs.core.show.events import PUBLIC
from medianoche.ui import catalog
from medianoche.ui.refusals import RefusedError
from medianoche.ui.stored import (
    NAME_LENGTH,
    PERSONS,
    REPLAYED,
    AskedPuzzle,
    Early,
    SavedSession,
    TableState,
    persons_of,
)

if TYPE_CHECKING:
    from medianoche.agents.judging import Judgement
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.declaration import State
    from medianoche.envs.core.play.match import Match
    from medianoche.envs.core.play.turn import Turn
    from medianoche.envs.core.show.events import Event
    from medianoche.envs.core.show.moments import Moments
    from medianoche.envs.core.show.view import View

Made = TypeVar("Made")
Viewer = int | None
"""A seat, None for a viewer who sees everything, or PUBLIC for a spectator, who sees what all seats know."""
AWAY_S = 30.0
"""A person is away whose page has not asked for the game for so long; a page asks at least every 25 s."""
STAND_IN = "greedy"
"""The agent that chooses for a person whose clock has run out."""
FILLERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that look like spaces."""
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
"""Categories of Unicode for what has no form of its own: control and format characters, and what is not assigned."""


def plain(text: str, most: int) -> str:
    """A person's text as pages show it: one line of at most `most` characters in Unicode's form NFC, with single
    spaces, without characters that cannot be seen or that turn the direction of text. "" if nothing of it can be
    seen."""
    words = "".join(
        " " if letter.isspace() or letter in FILLERS else letter for letter in unicodedata.normalize("NFC", text)
    )
    shown = " ".join("".join(letter for letter in words if unicodedata.category(letter) not in HIDDEN).split())[
        :most
    ].strip()
    return shown if any(unicodedata.category(letter)[0] not in "MZ" for letter in shown) else ""  # M: marks on letters


def same_name(name: str) -> str:
    """A text that is equal for names that look alike: in other cases, widths or spacing."""
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")


@dataclass
class Session:
    """A game being played."""

    match: Match
    saved: SavedSession  # as it was stored last, and what `keep` has changed since
    paused: bool = False  # whether agents wait
    problem: RefusedError | None = None  # why agents do not go on, for all viewers
    # for each viewer, the key of a position and its last hint there
    judged: dict[Viewer, tuple[str, Judgement]] = field(default_factory=dict)
    since: float = field(default_factory=time.monotonic)  # when the present position was reached
    opened: float = field(default_factory=time.monotonic)
    asking: dict[Viewer, float] = field(default_factory=dict)  # when a viewer's page has last asked for its frame
    # what is made once: of actions and the positions after them, by number; of the present position
    _made: dict[tuple[int, Any], Any] = field(default_factory=dict)
    _now: dict[Any, Any] = field(default_factory=dict)

    @classmethod
    def restore(cls, saved: SavedSession) -> Session:
        """Play a saved game up to its last action. Raises MedianocheError if the game cannot be played with the present
        version."""
        match = saved.replay.match(played=True)
        if saved.puzzle:
            saved.puzzle.solution.check(match)
        if saved.review:
            saved.review.check(match)
        return cls(match, saved)

    def save(self) -> SavedSession:
        """The session as it is to be stored."""
        thoughts = up_to(self.saved.replay.thoughts, len(self.actions))
        replay = replace(self.saved.replay, actions=self.actions[:], final=state_hash(self.state), thoughts=thoughts)
        return replace(self.saved, replay=replay, standing=self.standing())

    def standing(self) -> TableState:
        """How far the session is."""
        views = {lang: self.view(PUBLIC, catalog.spoken(self.game, lang)) for lang in LANGUAGES}
        scores = [int(score) for score in self.scores(views[LANGUAGE].record)]
        stage = {lang: self.game.declaration.stage(view) for lang, view in views.items()}
        returns = self.match.returns
        best = max(returns)
        won = [seat for seat in range(len(self.seats)) if self.ended and returns[seat] == best]
        return TableState(self.asked, scores, stage, won)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Context of a change: where it fails, or cannot be stored, all of it is undone."""
        before = {**vars(self), "match": self.match.copy(past=True), "_made": dict(self._made), "_now": {}}
        try:
            yield
        except BaseException:
            vars(self).update(before)
            raise

    def keep(self, **changed: Any) -> None:
        """Change fields of the saved session."""
        self.saved = replace(self.saved, **changed)

    # ---- players

    @property
    def seats(self) -> list[str]:
        """The player of each seat."""
        return self.saved.seats

    @property
    def persons(self) -> list[int]:
        """Seats of persons."""
        return persons_of(self.seats)

    @property
    def awaited(self) -> list[int]:
        """Seats of persons who have not sat down yet: their page was never opened."""
        return self.saved.awaited

    def sit_down(self, seat: int) -> None:
        """The page of a person's seat was opened. Clocks begin when nobody is awaited any more."""
        self.keep(awaited=[other for other in self.awaited if other != seat])
        if not self.awaited:
            self.since = time.monotonic()

    def name(self, seat: int) -> str:
        """The name that a person has given; empty if there is none."""
        return self.saved.names[seat] if seat < len(self.saved.names) else ""

    def rename(self, seat: int, name: str) -> None:
        """Give a person a name; see `plain`. Raises RefusedError if another person at the table has it."""
        names = [self.name(place) for place in range(len(self.seats))]
        names[seat] = name = plain(name, NAME_LENGTH)
        if name and same_name(name) in (same_name(other_name) for other_name in [*names[:seat], *names[seat + 1 :]]):
            raise RefusedError(400, "error-name-taken", name=name)
        self.keep(names=names)
        # sentences and views have names
        self._made = {}
        self._now = {}

    @property
    def alone(self) -> bool:
        """Whether at most one person plays; then choices may be undone and the pace changed."""
        return len(self.persons) <= 1

    def scores(self, record: State) -> list[int]:
        """The score of each seat in a view's record, none where the rules count no points; before the end of a game
        that counts points then, what it counts until then (candies in Halloween)."""
        if not self.game.declaration.has_points:
            return []
        infos = [self.game.info(record, seat) for seat in range(len(self.seats))]
        return [info["score"] if self.ended else info.get("candies", info["score"]) for info in infos]

    # ---- playing

    @property
    def game(self) -> BaseGame:
        """The game with its one pack."""
        return self.match.game

    @property
    def actions(self) -> list[int]:
        """The actions played."""
        return self.match.actions

    @property
    def state(self) -> State:
        """The present position."""
        return self.match.state

    @property
    def ended(self) -> bool:
        """Whether the game has ended."""
        return self.match.to_move < 0

    @property
    def over(self) -> bool:
        """Whether the game has ended or is a replay."""
        return self.ended or REPLAYED in self.seats

    @property
    def asked(self) -> int:
        """The seat to move; -1 if the game is over."""
        return -1 if self.over else self.match.to_move

    @property
    def agent(self) -> str:
        """The agent to move, or that moves for a person without time; empty if a person is to move or the game is
        over."""
        who = self.seats[self.asked] if self.asked >= 0 else ""
        return who if who not in PERSONS else STAND_IN if self.saved.clock and self.left(self.asked) <= 0 else ""

    @property
    def thinking(self) -> float:
        """Seconds since the present position was reached; 0 while a person is awaited."""
        return 0.0 if self.awaited else time.monotonic() - self.since

    def is_timed(self, seat: int) -> bool:
        """Whether the clock of a seat runs: it is to move, or is to choose before its turn and has not done so."""
        return seat == self.asked or self.may_choose(seat)

    def left(self, seat: int) -> float:
        """Seconds that a person's clock has left, where there is a clock."""
        return self.saved.clock - self.used[seat] - (self.thinking if self.is_timed(seat) else 0)

    def used_now(self, seats: Iterable[int]) -> list[float]:
        """`used`, with the time since the present position was reached for these seats, where there is a clock."""
        used = list(self.used)
        if self.saved.clock:
            thinking = self.thinking
            for seat in seats:
                used[seat] = round(used[seat] + thinking, 2)
        return used

    @property
    def used(self) -> list[float]:
        """Seconds that each seat has used in its choices so far."""
        return self.saved.used or [0.0] * len(self.seats)

    def answer(self, viewer: Viewer, shown: str, action: int) -> None:
        """Carry out a person's click: check it and play it, see `check` and `choose`. In a puzzle nothing is played."""
        self.check(viewer, shown, [action])
        assert viewer is not None
        if self.puzzle:
            self.keep(puzzle=replace(self.puzzle, chosen=action))
            self._now = {}
            return
        self.choose(viewer, action)

    def check(self, viewer: Viewer, shown: str, actions: Sequence[int] = ()) -> None:
        """Check that `viewer` is to choose, that its page shows the present position, and that `actions` are legal in
        it. Raises RefusedError if one of these does not hold."""
        if not self.may_choose(viewer):
            raise RefusedError(400, "error-not-asked")
        if self.position(viewer) != shown:
            raise RefusedError(400, "error-changed")
        if illegal := set(actions).difference(self.at(viewer).legal_actions):
            raise RefusedError(400, "error-illegal", action=min(illegal))

    def choose(self, seat: int, action: int, thought: str = "") -> None:
        """Play an action of `seat` if it is to move, else keep it until its turn comes, see `at`. What an agent thought
        is kept with the game, and shown when it is over. Raises IllegalActionError, and changes nothing, if the player
        to move may not play it."""
        if seat != self.asked:
            others = [early_choice for early_choice in self.saved.early if early_choice.seat != seat]
            self.keep(early=[*others, Early(seat, self.position(seat), action)], used=self.used_now([seat]))
            self._now = {}
            return
        used = self.used_now(place for place in range(len(self.seats)) if place == seat or self.may_choose(place))
        replay = self.saved.replay
        thoughts = up_to(replay.thoughts, len(self.actions)) or {}
        if thought:
            thoughts[len(self.actions)] = thought
        self.match.push(action)
        self.keep(used=used, replay=replace(replay, thoughts=thoughts or None))
        self._moved()
        if self.saved.early:  # where something has happened that a seat did not know, it is asked anew
            early = [
                early_choice
                for early_choice in self.saved.early
                if early_choice.position == self.position(early_choice.seat)
            ]
            due = next((early_choice for early_choice in early if early_choice.seat == self.asked), None)
            self.keep(early=[early_choice for early_choice in early if early_choice != due])
            self._now = {}
            if due:
                self.choose(due.seat, due.action)

    @property
    def puzzle(self) -> AskedPuzzle | None:
        """The puzzle that is asked here; None in a game that is played."""
        return self.saved.puzzle

    @property
    def solved(self) -> AskedPuzzle | None:
        """The puzzle, once the person has chosen."""
        return self.puzzle if self.puzzle and self.puzzle.chosen is not None else None

    def held(self, seat: Viewer) -> Early | None:
        """The choice that a seat has made before its turn."""
        return next((early_choice for early_choice in self.saved.early if early_choice.seat == seat), None)

    def at(self, viewer: Viewer) -> Match:
        """The match as it is when `viewer` chooses: the present one, or where others choose at the same time the one at
        its turn, in which they have chosen anything."""
        if viewer not in self.persons or viewer == self.asked or self.over:
            return self.match
        return self.once(("turn", viewer), lambda: turn_ahead(self.match, viewer)) or self.match

    def may_choose(self, viewer: Viewer) -> bool:
        """Whether `viewer` is a person's seat that is to choose now."""
        return self._is_open(viewer) and not self.held(viewer)

    def _is_open(self, viewer: Viewer) -> bool:
        """Whether a person's seat is to choose now, or has chosen before its turn."""
        return viewer in self.persons and not self.over and not self.solved and viewer == self.at(viewer).to_move

    def position(self, viewer: Viewer) -> str:
        """20 hex digits that change when the position changes as the viewer knows it: what may be chosen and the
        picture depend on it alone. They are made once for each position."""

        def digits() -> str:
            chosen = len(self.choices(viewer))
            asked = self._is_open(viewer)
            known = viewer, asked, chosen, 0 if asked else len(self.steps(viewer))  # it knows its own choices
            digest = hashlib.sha256(repr(known).encode())
            digest.update(self.view(viewer).record.tobytes())
            if (back := self.last_choice(viewer)) >= 0:
                digest.update(self.look(back, viewer))
            return digest.hexdigest()[:20]

        return self.once(("position", viewer), digits)

    def take_back(self, seat: int) -> None:
        """Take a choice back that was made before its turn, or return to the position of the last choice of the only
        person. Raises RefusedError if several persons play, or there is no choice to undo."""
        if held := self.held(seat):
            self.keep(early=[early_choice for early_choice in self.saved.early if early_choice != held])
            self._now = {}
            return
        if not self.alone:
            raise RefusedError(400, "error-not-alone")
        if (length := self.last_choice(seat)) < 0:
            raise RefusedError(400, "error-nothing-back")
        self._go_to(self.actions[:length])
        self._moved()

    def resume(self, hints: list[str]) -> None:
        """Play the game on from the position of the puzzle. From now on the agents `hints` may be asked for hints."""
        self.keep(puzzle=None, hints=hints)
        self._moved()

    def _go_to(self, actions: list[int]) -> None:
        """Take actions back and play others until these are played, and forget what was made of other positions."""
        match = self.match
        while match.actions != actions[: len(match.actions)]:
            match.pop()
        same = len(match.actions)
        for action in actions[same:]:
            match.push(action)
        self._made = {key: made for key, made in self._made.items() if key[0] < same}
        self._now = {}

    def _moved(self) -> None:
        if self.saved.review:
            self.keep(review=None)  # it was about other actions
        self.since = time.monotonic()
        self._now = {}

    def once(self, key: Any, make: Callable[[], Made], place: int | None = None) -> Made:
        """The result of `make`, made once for the present position, or for action number `place` (-1 is the deal)."""
        kept, key = (self._now, key) if place is None else (self._made, (place, key))
        if key not in kept:
            kept[key] = make()
        return kept[key]

    # ---- looking

    def view(self, viewer: Viewer, lang: str = LANGUAGE) -> View:
        """The position at which `viewer` chooses (`at`), as it knows it."""

        def seen() -> View:
            return self.game.view(self.at(viewer).state, viewer, lang, self.saved.names, self.looks_on(viewer))

        return self.once((viewer, lang), seen)

    def looks_on(self, viewer: Viewer) -> bool:
        """Whether `viewer` is the seat of an agent. Then its reader only looks on, and texts do not say "you"."""
        return viewer is not None and viewer not in self.persons

    def look(self, place: int, viewer: Viewer) -> bytes:
        """The record of position number `place` as `viewer` knows it."""

        def record() -> bytes:
            return bytes(self.game.view(self.match.states[place], viewer).record.tobytes())

        return self.once(viewer, record, place - 1)

    def steps(self, viewer: Viewer) -> list[int]:
        """Numbers of the decisions whose positions look different to `viewer` from the one before, or before which it
        was told something; how often others choose in secret stays hidden."""

        def shows(place: int) -> bool:
            another = self.look(place, viewer) != self.look(place - 1, viewer)
            return another or any(event.words for event in self.events(place - 1, viewer))

        later = range(1, len(self.actions) + 1)
        return self.once(("steps", viewer), lambda: [0, *filter(shows, later)])

    def moments(self, place: int) -> Moments:
        """The positions through which action number `place` went."""
        return self.once(
            "moments", lambda: self.game.show.moments(self.match.states[place], self.actions[place]), place
        )

    def events(self, place: int, viewer: Viewer, lang: str = LANGUAGE) -> list[Event]:
        """What happened in action number `place`, as `viewer` knows it."""

        def told() -> list[Event]:
            return self.moments(place).events(viewer, lang, self.saved.names, self.looks_on(viewer))

        return self.once((viewer, lang), told, place)

    def choices(self, seat: Viewer) -> list[int]:
        """The numbers of the actions that `seat` chose; none of None and PUBLIC."""
        movers = self.match.states["to_move"][:-1].tolist()
        return [place for place, mover in enumerate(movers) if mover == seat]

    def last_choice(self, seat: Viewer) -> int:
        """Index of the last action that `seat` chose (None, PUBLIC: any seat); -1 if there is none."""
        return len(self.actions) - 1 if seat in (None, PUBLIC) else max(self.choices(seat), default=-1)

    def has_come(self, seat: int) -> bool:
        """Whether the person of `seat` has given a name, chosen or said something."""
        said = any(line.seat == seat for line in self.saved.chat)
        return bool(self.name(seat)) or said or self.last_choice(seat) >= 0 or self.held(seat) is not None

    def is_away(self, seat: int) -> bool:
        """Whether a person who has come has no page that asks: the last one has not asked for `AWAY_S`."""
        return self.has_come(seat) and time.monotonic() - self.asking.get(seat, self.opened) > AWAY_S

    def turn(self, viewer: Viewer = None) -> Turn:
        """The decision of the seat to move, or that of `viewer` (`at`), for an agent in another thread."""
        return self.at(viewer).copy().turn()
