"""The routes of `medianoche ui`: requests of pages, answered in JSON."""

from __future__ import annotations

import time
import traceback
from collections.abc import Awaitable, Callable, Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import TypeAdapter
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from medianoche.envs.core import files, show
from medianoche.envs.core.errors import MedianocheError, ReplayError, choices
from medianoche.envs.core.play.match import Replay
from medianoche.envs.core.show.catalogue import LANGUAGES, language, strings
from medianoche.envs.core.show.events import PUBLIC
from medianoche.ui import answers, catalog, frames, messages, review
from medianoche.ui.progress import LongWork
from medianoche.ui.refusals import RefusedError, reason, sentence
from medianoche.ui.security import WISH_LENGTH, HostCheck, answer, body_of, refusal, same, token_of
from medianoche.ui.session import Session, Viewer, plain
from medianoche.ui.sessions import Sessions
from medianoche.ui.standing import standing
from medianoche.ui.stored import REPLAYED, SAID_LENGTH, SAID_LIMIT, SAVED_SESSION, Said, kept_elsewhere

if TYPE_CHECKING:
    from medianoche.envs.core.show.episode import Storyboard

Found = TypeVar("Found")
STATIC = Path(__file__).parent / "static", Path(show.__path__[0]) / "static"
"""The folders of files that pages load: the session's own, and the viewer that pages of replays have, too."""
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
WAIT_LIMIT_S = 25.0
EPISODES = 8
"""Drawn games that are kept in memory."""
SLICE_S = 0.2
"""Seconds for which drawing a game goes on before the page without a server answers other questions."""
WIDTHS = (360, 1440)
Answer = Callable[["Request"], Awaitable[Response]]


class Server:
    """Handlers of all routes.

    Args:
        sessions: the games.
        links: addresses of this server for other machines.
    """

    def __init__(self, sessions: Sessions, links: list[str]) -> None:
        self.sessions = sessions
        self.links = links
        self.episodes: dict[tuple[str, str], tuple[dict[str, Any], Any]] = {}
        self.static = {file.name: file for folder in STATIC for file in folder.iterdir() if file.suffix in KINDS}

    def routes(self) -> list[Route]:
        """All routes."""
        reading = (self.frame, self.past, self.account, self.glossary, self.rules, self.text, self.standing)
        showing = (self.replay, self.episode, self.saved)
        asking = (self.narrow, self.hint, self.explain, self.evaluate)
        changing = (self.act, self.back, self.pace, self.name, self.say, self.again, self.retry, self.resume)
        return [
            Route("/", self.page),
            Route("/static/{name}", self.page),
            Route("/favicon.ico", self.icon),
            Route("/api/who", self.who),
            Route("/api/progress", self.progress),
            Route("/api/words", self.words),
            Route("/api/catalog", self.owner(self.catalog)),
            Route("/api/catalog/{game}", self.owner(self.game)),
            Route("/api/tables", self.owner(self.tables)),
            Route("/api/tables", self.owner(self.add), methods=["POST"]),
            Route("/api/replays", self.owner(self.show), methods=["POST"]),
            Route("/api/puzzles", self.owner(self.puzzles)),
            Route("/api/puzzles", self.owner(self.puzzle), methods=["POST"]),
            Route("/api/tables/{number}", self.owner(self.remove), methods=["DELETE"]),
            Route("/api/tables/{number}", self.owner(self.board)),
            Route("/api/tables/{number}/game", self.owner(self.save)),
            Route("/api/tables", self.owner(self.remove_all), methods=["DELETE"]),
            *(self.of_seat(work, "GET") for work in (*reading, *showing)),
            *(self.of_seat(work, "POST") for work in (*asking, *changing)),
        ]

    # ---- authentication

    def owner(self, work: Answer) -> Answer:
        """A handler that requires the owner's token; the owner is the user who started the server."""

        async def ask(request: Request) -> Response:
            if not same(token_of(request), self.sessions.token):
                raise RefusedError(401, "error-not-owner")
            return await work(request)

        return ask

    def of_seat(self, work: Callable[[Request, str, Session, Viewer], Awaitable[Response]], method: str) -> Route:
        """The route /api/NAME of the method `work` of this name, which requires the token of a seat; `work` gets the
        session's number, the session and the viewer."""

        async def ask(request: Request) -> Response:
            if (seat_found := self.sessions.seat(token_of(request))) is None:
                raise RefusedError(401, "error-no-seat")
            number, viewer = seat_found
            session = await self.sessions.open(number)
            self.sessions.sit_down(number, session, viewer)
            if viewer is None and request.query_params.get("view", ""):
                viewer = _number(request, "view", 0, len(session.seats) - 1)
            return await work(request, number, session, viewer)

        return Route(f"/api/{work.__name__}", ask, methods=[method])

    async def who(self, request: Request) -> Response:
        """Whether a token is the owner's or a seat's."""
        token = token_of(request)
        if same(token, self.sessions.token):
            return answer({"who": "owner"})
        if self.sessions.seat(token):
            return answer({"who": "seat"})
        raise RefusedError(401, "error-opens-nothing")

    async def progress(self, request: Request) -> Response:
        """What takes long for a seat's game, or for the `game` that the owner begins; empty if nothing does."""
        token = token_of(request)
        if seat_found := self.sessions.seat(token):
            return answer(self.sessions.progress.work_on(seat_found[0]))
        if same(token, self.sessions.token):
            return answer(self.sessions.progress.work_on(request.query_params.get("game", "")))
        raise RefusedError(401, "error-no-seat")

    async def words(self, request: Request) -> Response:
        """The page's sentences in the language `lang` that its reader has chosen, else in that of the server, else in
        the first of the browser's that there is."""
        lang = language(request.query_params.get("lang", "")[:WISH_LENGTH], self.sessions.lang, wished(request))
        return answer({"lang": lang, "languages": LANGUAGES, "words": strings(Path(__file__).parent, lang)})

    async def page(self, request: Request) -> Response:
        """A file of the page."""
        file = self.static.get(request.path_params.get("name", "index.html"))
        if file is None:
            raise RefusedError(404, "error-no-file")
        return Response(file.read_bytes(), media_type=KINDS[file.suffix])

    async def icon(self, request: Request) -> Response:
        """The page's icon at the address where browsers look for one without asking the page."""
        return RedirectResponse("static/moon.svg")

    # ---- requests of the owner

    async def catalog(self, request: Request) -> Response:
        """Games and agents."""
        everything = await self.sessions.agents.run(lambda: catalog.everything(self.sessions.games))
        return answer(everything | {"links": self.links, "level": self.sessions.level})

    async def game(self, request: Request) -> Response:
        """Seats, packs, options and agents of a game."""
        name = request.path_params["game"]
        about_game = await self.sessions.agents.run(
            lambda: catalog.game_entry(name, wished(request), self.sessions.further)
        )
        return answer(about_game)

    async def tables(self, request: Request) -> Response:
        """All sessions."""
        return answer({"tables": self.sessions.listed(wished(request))})

    async def board(self, request: Request) -> Response:
        """The board of a session for the list of games."""
        number = request.path_params["number"]
        if number not in self.sessions.saved:
            raise RefusedError(404, "error-no-game")
        return answer({"svg": self.sessions.board(number, wished(request))})

    async def add(self, request: Request) -> Response:
        """Begin a new game."""
        asked = messages.read(messages.NewSession, await body_of(request, messages.MESSAGE_BYTES))
        return await self._entry(await self.sessions.add(asked))

    async def show(self, request: Request) -> Response:
        """Begin a session that shows a replay, or go on with a game that was saved on another page."""
        body = await body_of(request, messages.REPLAY_BYTES)
        if messages.is_saved_game(body):
            saved = files.from_json(SAVED_SESSION, body, "this is not a saved game", ReplayError)
            return await self._entry(await self.sessions.move(saved))
        replay = files.from_json(TypeAdapter(Replay), body, "this is not a replay", ReplayError).admitted("the replay")
        return await self._entry(await self.sessions.show(replay))

    async def puzzles(self, request: Request) -> Response:
        """The puzzles on a day, the last one of each game, that of the day first."""
        day = _number(request, "day", 0, messages.DAYS - 1)
        return answer({"puzzles": answers.listed(self.sessions.saved.values(), day, wished(request))})

    async def puzzle(self, request: Request) -> Response:
        """Show a puzzle: the token of the seat that is asked."""
        asked = messages.read(messages.DailyPuzzle, await body_of(request, messages.MESSAGE_BYTES))
        number = await self.sessions.puzzle(asked.game, asked.day)
        saved = self.sessions.saved[number]
        assert saved.puzzle
        return answer({"token": saved.tokens[saved.puzzle.solution.seat]})

    async def _entry(self, number: str) -> Response:
        saved = self.sessions.saved[number]
        return answer({"number": number, "tokens": saved.tokens, "replayed": REPLAYED in saved.seats})

    async def save(self, request: Request) -> Response:
        """A game as another page can go on with it."""
        number = request.path_params["number"]
        if number not in self.sessions.saved:
            raise RefusedError(404, "error-no-game")
        return answer(kept_elsewhere(self.sessions.saved[number]))

    async def remove(self, request: Request) -> Response:
        """Remove a session."""
        number = request.path_params["number"]
        if number not in self.sessions.saved:
            raise RefusedError(404, "error-no-game")
        self.sessions.remove(number)
        return answer({})

    async def remove_all(self, request: Request) -> Response:
        """Remove all games, or with `over` those that are over."""
        over = [row["number"] for row in self.sessions.listed() if row["over"] or "over" not in request.query_params]
        for number in over:
            self.sessions.remove(number)
        return answer({"removed": len(over)})

    # ---- requests of a seat that change nothing

    async def frame(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The page's frame; with `wait`, answered when its key differs from `known` (long polling)."""
        known = request.query_params.get("known", "")
        width = _number(request, "width", *WIDTHS)
        until = time.monotonic() + min(_number(request, "wait", 0, 3600), WAIT_LIMIT_S)
        lang = tongue(request, session)
        session.asking[viewer] = time.monotonic()
        shown = frames.frame(session, viewer, width, known, lang)
        with self.sessions.polls.waiting((number, viewer)) as end:
            while (
                "same" in shown and (left := until - time.monotonic()) > 0 and self._there(number) and not end.is_set()
            ):
                await self.sessions.wait(number, left, end)
                session.asking[viewer] = time.monotonic()
                shown = frames.frame(session, viewer, width, known, lang)
        return answer(shown)

    def _there(self, number: str) -> bool:
        return number in self.sessions.saved and not self.sessions.closing

    async def past(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """An earlier position, as the viewer saw it."""
        step = _number(request, "step", 0, 10**8)
        return answer(frames.past(session, viewer, step, _number(request, "width", *WIDTHS), tongue(request, session)))

    async def rules(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The rules card, with the numbers of the game's pack and its options."""
        lang = tongue(request, session)
        return answer(catalog.rules(session.game, lang, session.view(viewer, lang)))

    async def text(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The position as text, for screen readers."""
        return answer({"text": session.game.render(session.at(viewer).state, viewer, tongue(request, session))})

    async def standing(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """How the sides stand, for the bar of a watched game."""
        if session.persons:
            raise RefusedError(403, "error-watched")
        position = session.position(viewer)
        return answer({"position": position, "sides": await standing(session, self.sessions.agents)})

    async def account(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The whole account of the viewer."""
        return answer({"account": frames.told(session, viewer, tongue(request, session))})

    async def glossary(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The explanation of every name."""
        lang = tongue(request, session)
        view = session.game.view(session.state, viewer, lang)
        return answer({"glossary": self.explained(lang, "?", lambda: session.game.declaration.glossary(view))})

    async def explain(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The explanation of an action or a name."""
        asked = messages.read(messages.Explain, await body_of(request, messages.MESSAGE_BYTES))
        lang = tongue(request, session)
        explain = lambda: frames.explain(session, viewer, asked.what, asked.key, lang)  # noqa: E731
        return answer(self.explained(lang, "words", explain))

    def explained(self, lang: str, key: str, explain: Callable[[], dict[str, str]]) -> dict[str, str]:
        """What `explain` returns. If it fails by a defect of the game's words: under `key` a line that says so; the
        server's terminal has the traceback."""
        try:
            return explain()
        except (MedianocheError, RefusedError):
            raise
        except Exception as error:  # noqa: BLE001 - the words may be those of a user's own game
            self.sessions.complain("".join(traceback.format_exception(error)))
            return {key: sentence("error-explanation", lang, kind=type(error).__name__)}

    async def narrow(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The board with some actions alone, or with the last hint's weights and values."""
        asked = messages.read(messages.Narrow, await body_of(request, messages.MESSAGE_BYTES))
        lang = tongue(request, session)
        return answer(frames.narrow(session, viewer, asked.key, asked.actions, asked.width, asked.judged, lang))

    async def hint(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """A hint: an agent's judgement of the position."""
        asked = messages.read(messages.Hint, await body_of(request, messages.MESSAGE_BYTES))
        if asked.agent not in session.saved.hints:
            accepted = choices(session.saved.hints) or "none"
            raise RefusedError(400, "error-not-here", agent=repr(asked.agent), accepted=accepted)
        session.check(viewer, asked.key)
        thought = await self.sessions.agents.judge(asked.agent, session.turn(viewer))
        session.check(viewer, asked.key)
        session.judged[viewer] = asked.key, thought
        return answer(frames.advice(session, viewer, asked.key, asked.agent, thought, tongue(request, session)))

    # ---- requests of a seat that change the game

    async def act(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """Play an action."""
        asked = messages.read(messages.Choice, await body_of(request, messages.MESSAGE_BYTES))
        with self.sessions.changing(number, session):
            session.answer(viewer, asked.key, asked.action)
        return answer({})

    async def back(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """Undo the viewer's last choice."""
        messages.read(messages.Nothing, await body_of(request, messages.MESSAGE_BYTES))
        if viewer is None or not frames.takes_back(session, viewer):
            raise RefusedError(400, "error-nothing-back")
        with self.sessions.changing(number, session):
            session.take_back(viewer)
        return answer({})

    async def pace(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """Change the pace of the agents."""
        asked = messages.read(messages.Pace, await body_of(request, messages.MESSAGE_BYTES))
        if not session.alone or viewer == PUBLIC:
            raise RefusedError(400, "error-pace")
        with self.sessions.changing(number, session):
            session.keep(pace=session.saved.pace if asked.pace is None else asked.pace)
            session.paused = session.paused if asked.paused is None else asked.paused
        if asked.one and session.paused and session.agent:
            await self.sessions.play_one(number, session)
        return answer({})

    async def retry(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """Ask an agent again that has failed."""
        messages.read(messages.Nothing, await body_of(request, messages.MESSAGE_BYTES))
        if viewer == PUBLIC:
            raise RefusedError(400, "error-persons")
        self.sessions.go_on(number, session)
        return answer({})

    async def resume(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """Play on from the position of a puzzle that was answered."""
        messages.read(messages.Nothing, await body_of(request, messages.MESSAGE_BYTES))
        _of_a_person(session, viewer)
        if not session.solved:
            raise RefusedError(400, "error-no-puzzle")
        with self.sessions.changing(number, session):
            session.resume(catalog.hints(session.game))
        return answer({})

    async def name(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """Give the person in the seat a name."""
        asked = messages.read(messages.Name, await body_of(request, messages.MESSAGE_BYTES))
        seat = _of_a_person(session, viewer)
        with self.sessions.changing(number, session):
            session.rename(seat, asked.name)
        return answer({})

    async def say(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """Write a line in the chat of the table."""
        asked = messages.read(messages.Say, await body_of(request, messages.MESSAGE_BYTES))
        seat = _of_a_person(session, viewer)
        if not session.saved.talks:
            raise RefusedError(400, "error-no-chat")
        if not (text := plain(asked.text, SAID_LENGTH)):
            raise RefusedError(400, "error-nothing-said")
        with self.sessions.changing(number, session):
            session.keep(chat=[*session.saved.chat, Said(seat, text)][-SAID_LIMIT:])
        return answer({})

    # ---- requests after the game

    async def replay(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The replay, once nothing of it is hidden from the viewer."""
        _see_all(session)
        return answer(session.save().replay.fields())

    async def episode(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """All positions, as every seat saw them, and what an agent expected at them, if it has been asked."""
        _see_all(session)
        drawn = await self.drawn(number, session, tongue(request, session))
        return answer({**drawn, "values": review.kept(session)})

    async def saved(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The page of the replay, one file that needs no server."""
        from medianoche.envs.core.show.page import drawing

        _see_all(session)
        first = tongue(request, session)
        spoken = {catalog.spoken(session.game, code) for code in LANGUAGES}
        board = await self.storyboard(session, sorted(spoken, key=lambda code: (code != first, code)))
        return answer({"page": await self.in_slices(number, drawing(board, values=review.kept(session)))})

    async def drawn(self, number: str, session: Session, lang: str) -> dict[str, Any]:
        """The episode of a game; it is drawn again when an action or a name has changed."""
        known, shown = self.episodes.get((number, lang), ({}, None))
        now = session.actions[:], _players(session, lang)
        if shown != now:
            known = await self.in_slices(number, _drawing(await self.storyboard(session, [lang])))
            self.episodes.pop((number, lang), None)
            while len(self.episodes) >= EPISODES:
                del self.episodes[next(iter(self.episodes))]
            self.episodes[number, lang] = known, now
        return known

    async def storyboard(self, session: Session, languages: Sequence[str]) -> Storyboard:
        """A game that is over, to be drawn in some languages."""
        from medianoche.envs.core.show.episode import Storyboard

        replay = session.save().replay
        names = {lang: _players(session, lang) for lang in languages}
        called = () if REPLAYED in session.seats else session.saved.names
        return await self.sessions.agents.run(lambda: Storyboard(replay, None, names, called))

    async def in_slices(self, number: str, work: Generator[tuple[int, int], None, Found]) -> Found:
        """Do the work of drawing a game, and tell how far it is. A page without a server has one thread for everything:
        between two slices it answers other questions."""
        told = LongWork("draw", whole=1)

        def go_on() -> list[Found]:
            until = time.monotonic() + SLICE_S
            try:
                while time.monotonic() < until:
                    told.done, told.whole = next(work)
            except StopIteration as end:
                return [end.value]
            return []

        with self.sessions.progress.working(number, told):
            while not (results := await self.sessions.agents.run(go_on)):
                pass
        return results[0]

    async def again(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """Begin a rematch with seats turned, or find the one that was begun: the viewer's token there."""
        messages.read(messages.Nothing, await body_of(request, messages.MESSAGE_BYTES))
        if not session.ended or REPLAYED in session.seats:
            raise RefusedError(400, "error-not-over")
        if viewer == PUBLIC and session.saved.again not in self.sessions.saved:
            raise RefusedError(400, "error-no-rematch")
        tokens = self.sessions.saved[await self.sessions.again(number, session)].tokens
        seat = (viewer + 1) % len(session.seats) if viewer in session.persons and viewer is not None else -1
        return answer({"token": tokens[seat]})

    async def evaluate(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """An agent's value of the position at each decision, for the seat to move."""
        asked = messages.read(messages.Evaluate, await body_of(request, messages.MESSAGE_BYTES))
        _see_all(session)
        if asked.agent not in (accepted := frames.judges(session)):
            raise RefusedError(400, "error-not-here", agent=repr(asked.agent), accepted=choices(accepted))
        lang = tongue(request, session)
        agents = self.sessions.agents
        if review.known(session, asked.agent) is None:
            await self.sessions.prepare_judge(number, session, asked.agent)
        work = LongWork("evaluate", whole=len(session.actions))
        with self.sessions.progress.working(number, work):
            judged_points = review.known(session, asked.agent)
            if judged_points is None:
                judged_points = await review.judged(session, asked.agent, agents, work)
                self.sessions.keep_review(number, session, asked.agent, judged_points)
            chance = []
            if asked.agent in frames.advisers(session):
                chance = await review.luck(session, viewer, asked.agent, agents, lang)
        sizes = {"seats": len(session.seats), "length": len(session.actions)}
        values = [[point.place, point.seat, point.value] for point in judged_points]
        dear = review.costly(session, viewer, judged_points, lang)
        return answer({"agent": asked.agent, "values": values, "costly": dear, "luck": chance, **sizes})


def _players(session: Session, lang: str) -> list[str]:
    """Names of the players by seat, in a language; none in a replay that was opened, which does not know them."""
    if REPLAYED in session.seats:
        return []
    return [session.name(seat) or frames.words_of(who, lang) for seat, who in enumerate(session.seats)]


def _drawing(board: Storyboard) -> Generator[tuple[int, int], None, dict[str, Any]]:
    """Draw all positions of a game, and return its episode. Yields how many are drawn, and how many will be."""
    for _ in board.play():
        yield 0, board.count(1)
    yield from board.draw()
    return board.episode()


def wished(request: Request) -> str:
    """The language that a page wishes."""
    return language(request.headers.get("accept-language", "")[:WISH_LENGTH])


def tongue(request: Request, session: Session) -> str:
    """The language in which a game speaks to a page."""
    return catalog.spoken(session.game, wished(request))


def _of_a_person(session: Session, viewer: Viewer) -> int:
    """The viewer's seat. Raises RefusedError if it is none of a person."""
    if viewer is None or viewer not in session.persons:
        raise RefusedError(400, "error-persons")
    return viewer


def _see_all(session: Session) -> None:
    """Raises RefusedError while persons still play: a replay shows hidden information."""
    if session.persons and not session.over:
        raise RefusedError(403, "error-hidden")


def _number(request: Request, name: str, least: int, most: int) -> int:
    """The query parameter `name` as an integer from `least` to `most`; `least` if it is missing."""
    number_text = request.query_params.get(name) or str(least)
    if not (number_text.isdecimal() and len(number_text) < 10 and least <= int(number_text) <= most):
        raise RefusedError(400, "error-number", name=name, least=least, most=most)
    return int(number_text)


async def _refused(request: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, RefusedError) else 400
    return refusal(reason(error, wished(request)), status)


async def _unknown(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return refusal({404: "there is no such address", 405: "not by this method"}.get(status, str(error)), status)


def application(sessions: Sessions, host: str, links: list[str], names: Sequence[str] = ()) -> ASGIApp:
    """The ASGI application: routes, error handlers, compression and `HostCheck`."""

    async def defect(request: Request, error: Exception) -> Response:
        sessions.complain("".join(traceback.format_exception(error)))
        return refusal(sentence("error-defect", wished(request), kind=type(error).__name__), 500)

    handlers: dict[Any, Any] = {
        MedianocheError: _refused,
        RefusedError: _refused,
        HTTPException: _unknown,
        Exception: defect,
    }
    app = Starlette(routes=Server(sessions, links).routes(), exception_handlers=handlers)
    return HostCheck(GZipMiddleware(app, minimum_size=1000, compresslevel=3), host, names)
