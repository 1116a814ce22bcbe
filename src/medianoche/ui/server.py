"""The routes of `medianoche ui`: requests of pages, answered in JSON."""

from __future__ import annotations

import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Route

from medianoche.envs.core import files, show
from medianoche.envs.core.errors import GameError, MedianocheError, ReplayError, choices
from medianoche.envs.core.play.replay import Replay
from medianoche.ui import catalog, frames, messages
from medianoche.ui.security import HostCheck, RefusedError, answer, body_of, refusal, same, token_of
from medianoche.ui.session import REPLAYED
from medianoche.ui.sessions import Sessions

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp

    from medianoche.ui.session import Session, Viewer

STATIC = Path(__file__).parent / "static", Path(show.__path__[0]) / "static"
"""The folders of files that pages load: the session's own, and the viewer that pages of replays have, too."""
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
WAIT_LIMIT_S = 25.0
WIDTHS = (360, 1440)
Answer = Callable[["Request"], Awaitable[Response]]


class Server:
    """Handlers of all routes.

    Args:
        sessions: the games.
        links: addresses of this server for other machines.
    """

    def __init__(self, sessions: Sessions, links: list[str]) -> None:
        self.sessions, self.links = sessions, links
        self.static = {file.name: file for folder in STATIC for file in folder.iterdir() if file.suffix in KINDS}

    def routes(self) -> list[Route]:
        """All routes."""
        reading = (self.frame, self.account, self.glossary, self.replay, self.episode)
        changing = (self.act, self.narrow, self.hint, self.explain, self.back, self.pace, self.evaluate)
        return [
            Route("/", self.page),
            Route("/static/{name}", self.page),
            Route("/api/who", self.who),
            Route("/api/catalog", self.owner(self.catalog)),
            Route("/api/catalog/{game}", self.owner(self.game)),
            Route("/api/tables", self.owner(self.tables)),
            Route("/api/tables", self.owner(self.add), methods=["POST"]),
            Route("/api/replays", self.owner(self.show), methods=["POST"]),
            Route("/api/tables/{number}", self.owner(self.remove), methods=["DELETE"]),
            *(self.of_seat(work, "GET") for work in reading),
            *(self.of_seat(work, "POST") for work in changing),
        ]

    # ---- authentication

    def owner(self, work: Answer) -> Answer:
        """A handler that requires the owner's token; the owner is the user who started the server."""

        async def ask(request: Request) -> Response:
            if not same(token_of(request), self.sessions.token):
                raise RefusedError(401, "this token does not open the list of games")
            return await work(request)

        return ask

    def of_seat(self, work: Callable[[Request, str, Session, Viewer], Awaitable[Response]], method: str) -> Route:
        """The route /api/NAME of the method `work` of this name, which requires the token of a seat; `work` gets the
        session's number, the session and the viewer."""

        async def ask(request: Request) -> Response:
            if (found := self.sessions.seat(token_of(request))) is None:
                raise RefusedError(401, "this token opens no game; it may have been removed")
            number, viewer = found
            session = await self.sessions.open(number)
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
        raise RefusedError(401, "this token opens nothing; open the address that the server printed, or a link")

    async def page(self, request: Request) -> Response:
        """A file of the page."""
        file = self.static.get(request.path_params.get("name", "index.html"))
        if file is None:
            raise RefusedError(404, "there is no such file")
        return Response(file.read_bytes(), media_type=KINDS[file.suffix])

    # ---- requests of the owner

    async def catalog(self, request: Request) -> Response:
        """Games and agents."""
        return answer(await self.sessions.agents.run(catalog.everything) | {"links": self.links})

    async def game(self, request: Request) -> Response:
        """Seats, packs, options and agents of a game."""
        name = request.path_params["game"]
        return answer(await self.sessions.agents.run(lambda: catalog.of(name)))

    async def tables(self, request: Request) -> Response:
        """All sessions."""
        return answer({"tables": self.sessions.listed()})

    async def add(self, request: Request) -> Response:
        """Begin a new game."""
        asked = messages.read(messages.NewSession, await body_of(request, messages.MESSAGE_BYTES))
        return await self._entry(await self.sessions.add(asked))

    async def show(self, request: Request) -> Response:
        """Begin a session that shows a replay."""
        body = await body_of(request, messages.REPLAY_BYTES)
        replay = files.from_json(TypeAdapter(Replay), body, "this is not a replay", ReplayError).admitted("the replay")
        return await self._entry(await self.sessions.show(replay))

    async def _entry(self, number: str) -> Response:
        return answer({"number": number, "tokens": self.sessions.saved[number].tokens})

    async def remove(self, request: Request) -> Response:
        """Remove a session."""
        number = request.path_params["number"]
        if number not in self.sessions.saved:
            raise RefusedError(404, "there is no such game")
        self.sessions.remove(number)
        return answer({})

    # ---- requests of a seat that change nothing

    async def frame(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The page's frame; with `wait`, answered when its key differs from `known` (long polling)."""
        known = request.query_params.get("known", "")
        width = _number(request, "width", *WIDTHS)
        until = time.monotonic() + min(_number(request, "wait", 0, 3600), WAIT_LIMIT_S)
        found = frames.frame(session, viewer, width, known)
        while "same" in found and (left := until - time.monotonic()) > 0 and self._there(number):
            await self.sessions.wait(number, left)
            found = frames.frame(session, viewer, width, known)
        return answer(found)

    def _there(self, number: str) -> bool:
        return number in self.sessions.saved and not self.sessions.closing

    async def account(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The whole account of the viewer."""
        return answer({"account": frames.told(session, viewer)})

    async def glossary(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The explanation of every name."""
        return answer({"glossary": session.room.glossary(session.room.view(session.state, viewer))})

    async def explain(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The explanation of an action or a name."""
        asked = messages.read(messages.Explain, await body_of(request, messages.MESSAGE_BYTES))
        return answer(frames.explain(session, viewer, asked.what, asked.key))

    async def narrow(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The board with some actions alone, or with the last hint's weights and values."""
        asked = messages.read(messages.Narrow, await body_of(request, messages.MESSAGE_BYTES))
        return answer(frames.narrow(session, viewer, asked.key, asked.actions, asked.width, asked.judged))

    async def hint(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """A hint: an agent's judgement of the position."""
        asked = messages.read(messages.Hint, await body_of(request, messages.MESSAGE_BYTES))
        if asked.agent not in session.saved.hints:
            accepted = choices(session.saved.hints) or "none"
            raise GameError(f"{asked.agent!r} cannot be asked here; accepted: {accepted}")
        frames.check(session, viewer, asked.key)
        thought = await self.sessions.agents.judge(asked.agent, session.turn())
        frames.check(session, viewer, asked.key)
        session.judged[viewer] = asked.key, thought
        return answer(frames.advice(session, viewer, asked.key, asked.agent, thought))

    # ---- requests of a seat that change the game

    async def act(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """Play an action."""
        asked = messages.read(messages.Choice, await body_of(request, messages.MESSAGE_BYTES))
        frames.check(session, viewer, asked.key, [asked.action])
        with self.sessions.changing(number, session):
            session.step(asked.action)
        return answer({})

    async def back(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """Undo the viewer's last choice."""
        messages.read(messages.Nothing, await body_of(request, messages.MESSAGE_BYTES))
        if not frames.takes_back(session, viewer) or viewer is None:
            raise GameError("there is nothing that you can take back")
        with self.sessions.changing(number, session):
            session.take_back(viewer)
        return answer({})

    async def pace(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """Change the pace of the agents."""
        asked = messages.read(messages.Pace, await body_of(request, messages.MESSAGE_BYTES))
        if not session.alone:
            raise GameError("the pace cannot be changed where several persons play")
        with self.sessions.changing(number, session):
            session.pace = session.pace if asked.pace is None else asked.pace
            session.paused = session.paused if asked.paused is None else asked.paused
        if asked.one and session.paused and session.agent:
            await self.sessions.play_one(number, session)
        return answer({})

    # ---- requests after the game

    async def replay(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """The replay, once nothing of it is hidden from the viewer."""
        _see_all(session)
        return answer(asdict(session.save().replay))

    async def episode(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """All positions, as every seat saw them."""
        from medianoche.envs.core.show.episode import episode

        _see_all(session)
        replay = session.save().replay
        names = [] if REPLAYED in session.seats else [frames.words_of(who) for who in session.seats]
        return answer(await self.sessions.agents.run(lambda: episode(replay, names=names)))

    async def evaluate(self, request: Request, number: str, session: Session, viewer: Viewer) -> Response:
        """An agent's value of the position at each decision, for the seat to move."""
        asked = messages.read(messages.Evaluate, await body_of(request, messages.MESSAGE_BYTES))
        _see_all(session)
        if asked.agent not in (session.saved.hints or catalog.hints(session.room)):
            raise GameError(f"{asked.agent!r} cannot be asked here")
        found = []
        for place in range(len(session.actions)):
            thought = await self.sessions.agents.judge(asked.agent, session.turn(place))
            if thought.value is not None:
                found.append([place, int(session.states[place].to_move), round(thought.value, 4)])
        sizes = {"seats": len(session.seats), "length": len(session.actions)}
        return answer({"agent": asked.agent, "values": found, **sizes})


def _see_all(session: Session) -> None:
    """Raises RefusedError while persons still play: a replay shows hidden information."""
    if session.persons and not session.over:
        raise RefusedError(403, "the replay is there when the game is over: it shows what is hidden")


def _number(request: Request, name: str, least: int, most: int) -> int:
    """The query parameter `name` as an integer from `least` to `most`; `least` if it is missing."""
    given = request.query_params.get(name) or str(least)
    if not (given.isdecimal() and len(given) < 10 and least <= int(given) <= most):
        raise GameError(f"{name} is not accepted; accepted: {least} to {most}")
    return int(given)


async def _refused(_: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, RefusedError) else 400
    return refusal(str(error), status)


async def _unknown(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return refusal({404: "there is no such address", 405: "not by this method"}.get(status, str(error)), status)


def application(sessions: Sessions, host: str, links: list[str]) -> ASGIApp:
    """The ASGI application: routes, error handlers, compression and `HostCheck`."""

    async def defect(_: Request, error: Exception) -> Response:
        sessions.complain("".join(traceback.format_exception(error)))
        return refusal(f"unexpected {type(error).__name__}; the terminal of the server says more", 500)

    handlers: dict[Any, Any] = {
        MedianocheError: _refused,
        RefusedError: _refused,
        HTTPException: _unknown,
        Exception: defect,
    }
    app = Starlette(routes=Server(sessions, links).routes(), exception_handlers=handlers)
    return HostCheck(GZipMiddleware(app, minimum_size=1000, compresslevel=3), host)
