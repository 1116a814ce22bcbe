"""The engine: reads requests, one a line, and writes their answers. It plays one game at a time."""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

import medianoche
from medianoche.agents.base import AgentError, agent, ask, refuse_code
from medianoche.agents.engine import messages
from medianoche.agents.engine.game import position, set_up
from medianoche.agents.engine.messages import LINE_BYTES, REQUEST, Answer, AnyRequest
from medianoche.agents.judging import Judgement, judge
from medianoche.agents.messages import action_ranges
from medianoche.agents.search import Searcher
from medianoche.agents.seating import Seating
from medianoche.envs.core import files
from medianoche.envs.core.content.pack import is_file
from medianoche.envs.core.copying import NotCopied
from medianoche.envs.core.errors import GameError, MedianocheError, one_line
from medianoche.envs.core.play.match import Match, Replay, deal
from medianoche.places import has_net

if TYPE_CHECKING:
    from medianoche.agents.base import Agent
    from medianoche.envs.core.base import BaseGame

FIRST_SEARCH_S = 0.1
"""Seconds of the first search of an analysis; each following search is twice as long."""
REPLAY: TypeAdapter[Replay] = TypeAdapter(Replay)
SEARCHES = "net", "ismcts"
"""Agents that take a budget of time."""


class RequestError(MedianocheError):
    """A line that is no request."""


class Engine(NotCopied):
    """Answers requests about one game.

    Args:
        game: the game.
        write: called with each answer, a line of JSON without its end.
        allow_programs: whether agents may be programs and bot files, and packs files.
        prepare: called once before the first deal, which may compile for seconds.
    """

    COPY_ADVICE = "make another engine, and load its game there"

    def __init__(
        self,
        game: BaseGame,
        write: Callable[[str], None],
        allow_programs: bool = False,
        prepare: Callable[[], None] = lambda: None,
    ) -> None:
        self.game = game
        self.write = write
        self.allow_programs = allow_programs
        self.prepare = prepare
        self.match: Match | None = None
        self.seating = Seating(self._made)
        self._stops_read = self._stops_done = 0  # requests `stop` and `quit`: a search ends if one was read since
        self._ended = self._finish = self._begun = False
        self._lock = threading.RLock()  # of the match, the agents and all else

    # ---- reading

    def run(self, lines: Iterable[str | bytes], finish: bool = True) -> None:
        """Answer the requests in `lines` in their order, until `quit` or the end. A thread of its own reads them, so
        that `stop` reaches a search that runs.

        Args:
            lines: the requests.
            finish: whether searches with a limit are finished after the end of `lines`; others never are.
        """
        self._finish = finish
        waiting: queue.SimpleQueue[AnyRequest | Answer | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(lines, waiting), daemon=True).start()
        while (request := waiting.get()) is not None:
            if isinstance(request, Answer):
                self.answer(request)
                continue
            if isinstance(request, messages.Quit):
                self.answer(messages.Done(id=request.id))
                return
            for answer in self.handle(request):
                self.answer(answer)

    def answer(self, answer: Answer) -> None:
        """Write an answer."""
        self.write(json.dumps(answer.model_dump(mode="json"), separators=(",", ":")))

    def _read(self, lines: Iterable[str | bytes], waiting: queue.SimpleQueue[AnyRequest | Answer | None]) -> None:
        try:
            for line in lines:
                if not line.strip():
                    continue
                request = self._request(line)
                if isinstance(request, messages.Stop | messages.Quit):
                    self._stops_read += 1
                waiting.put(request)
                if isinstance(request, messages.Quit):
                    return
        finally:  # where reading fails, too, nothing more comes
            self._ended = True
            waiting.put(None)

    def _request(self, line: str | bytes) -> AnyRequest | Answer:
        """The request in a line, or the answer that refuses it."""
        try:
            if len(line) > LINE_BYTES:
                raise RequestError(f"a request of {len(line):,} bytes; accepted: at most {LINE_BYTES:,}")
            return files.from_json(REQUEST, line, "request", RequestError)
        except MedianocheError as error:
            return messages.Failed(id=_id_in(line), error=one_line(str(error)))

    # ---- answering

    def handle(self, request: AnyRequest) -> Iterator[Answer]:
        """The answers to a request; a request that is not accepted has one answer, `error`. Threads that ask at
        the same time are answered one after another."""
        with self._lock:
            try:
                yield from self._answers(request)
            except MedianocheError as error:
                yield messages.Failed(id=request.id, error=one_line(str(error)))

    @singledispatchmethod
    def _answers(self, request: Any) -> Iterator[Answer]:
        raise NotImplementedError(type(request))

    @_answers.register
    def _answer_hello(self, request: messages.Hello) -> Iterator[Answer]:

        game = self.game
        yield messages.About(
            id=request.id,
            suite=f"medianoche {medianoche.__version__}",
            game=game.name,
            title=game.title,
            version=game.version,
            players=list(game.players),
            options=game.declaration.options_model.model_json_schema(),
            agent=self._default_agent(),
            actions=action_ranges(game),
        )

    @_answers.register
    def _answer_new(self, request: messages.New) -> Iterator[Answer]:
        self._check_pack(request.pack)
        self._prepare()
        self._begin(deal(self.game, request.players, request.seed, request.pack, request.options))
        yield messages.Done(id=request.id)

    @_answers.register
    def _answer_load(self, request: messages.Load) -> Iterator[Answer]:
        if (request.replay is None) == (request.fields is None):
            raise GameError("load: give either replay or fields")
        self._check_pack(request.pack)
        self._prepare()
        if request.replay is not None:
            self._begin(self._replay(dict(request.replay)).match(played=True))
        else:
            fields = dict(request.fields or {})
            self._begin(set_up(self.game, request.players, request.seed, request.pack, fields))
        yield messages.Done(id=request.id)

    @_answers.register
    def _answer_show(self, request: messages.Show) -> Iterator[Answer]:
        yield position(self._there(), request.seat, request.wants, request.width, request.id)

    @_answers.register
    def _answer_apply(self, request: messages.Apply) -> Iterator[Answer]:
        match = self._there()
        news = match.game.show.tell(match.state, request.action, request.seat)  # raises before anything is played
        match.push(request.action)
        over = match.to_move < 0
        if over:
            self.seating.leave(match)
        yield messages.Applied(id=request.id, to_move=None if over else match.to_move, done=over, news=news)

    @_answers.register
    def _answer_undo(self, request: messages.Undo) -> Iterator[Answer]:
        match = self._there()
        count = request.actions
        if count > (played := len(match.actions)):
            raise GameError(f"{self.game.name}: {played} actions were played, {count} cannot be taken back")
        for _ in range(count):
            match.pop()
        self._begin(match)
        yield messages.Done(id=request.id)

    @_answers.register
    def _answer_get_replay(self, request: messages.GetReplay) -> Iterator[Answer]:
        yield messages.Saved(id=request.id, replay=self._there().replay().fields())

    @_answers.register
    def _answer_stop(self, request: messages.Stop) -> Iterator[Answer]:
        self._stops_done += 1
        yield messages.Done(id=request.id)

    @_answers.register
    def _answer_best(self, request: messages.Best) -> Iterator[Answer]:
        begun = time.perf_counter()
        match = self._there()
        if request.seconds is None:
            name = request.agent or self._default_agent()
            teams = match.game.teams(match.num_players)
            allies = [seat for seat, team in enumerate(teams) if team == teams[match.to_move]]
            action = self.seating.act(match, name, allies)
        else:
            with self._searcher(request.agent, request.seconds) as (name, who):
                action = int(ask(who, match.turn())[0])
        yield messages.Chosen(
            id=request.id,
            action=action,
            words=match.game.describe(match.state, action),
            agent=name,
            seconds=round(time.perf_counter() - begun, 3),
            stopped=self._stopped(),
        )

    @_answers.register
    def _answer_analyse(self, request: messages.Analyse) -> Iterator[Answer]:
        turn = self._there().turn()
        begun = time.perf_counter()
        length = FIRST_SEARCH_S
        limit = request.seconds or messages.SECONDS_LIMIT
        last = False
        while not last:
            left = limit - (time.perf_counter() - begun)
            with self._searcher(request.agent, max(min(length, left), 0.001)) as (_, who):
                started = time.perf_counter()
                judged = judge(who, turn)
            now = time.perf_counter()
            # A search twice as long has to fit into the time left.
            length *= 2
            unheard = request.seconds is None and self._ended
            last = self._stopped() or unheard or now - begun + length > limit
            yield messages.Analysis(
                id=request.id,
                agent=request.agent or self._default_agent().partition(":")[0],
                seconds=round(now - begun, 3),
                searched=round(now - started, 3),
                value=judged.value,
                moves=self._moves(judged, request.actions),
                last=last,
            )

    # ---- agents

    def _moves(self, judged: Judgement, most: int) -> list[messages.Move]:
        """The actions of the greatest weights, at most so many; greatest first, of equal ones the lowest number."""
        match = self._there()
        best = sorted(judged.weights, key=lambda action: (-judged.weights[action], action))[:most]
        return [
            messages.Move(
                action=action,
                words=match.game.describe(match.state, action),
                weight=judged.weights[action],
                value=judged.values.get(action),
            )
            for action in best
        ]

    def _default_agent(self) -> str:
        return "net" if has_net(self.game.name) else "ismcts:1000"

    @contextmanager
    def _searcher(self, name: str, seconds: float) -> Iterator[tuple[str, Agent]]:
        """Context of a searching agent with a budget of `seconds`: yields the name that answers give it, and the agent.
        `name` "" is the default agent."""
        name = name or self._default_agent().partition(":")[0]
        if name.partition(":")[0] not in SEARCHES:
            raise AgentError(f"agent {name!r} does not search; accepted: {', '.join(SEARCHES)}")
        who = self.seating.take(f"{name}:1000ms")
        assert isinstance(who, Searcher)
        who.seconds = seconds
        yield f"{name}:{max(round(seconds * 1000), 1)}ms", who
        self.seating.give(f"{name}:1000ms", who)

    def _made(self, name: str) -> Agent:
        if not self.allow_programs:
            refuse_code([name], "request")
        who = agent(name)
        if isinstance(who, Searcher):
            who.stopped = self._stopped
        return who

    def _stopped(self) -> bool:
        """Whether the search that runs has to end."""
        return self._stops_read > self._stops_done or (self._ended and not self._finish)

    def _check_pack(self, pack: int | str) -> None:
        if is_file(pack) and not self.allow_programs:
            raise RequestError(f"pack {pack!r} is a file; --allow-programs lets it")

    def _replay(self, saved: dict[str, Any]) -> Replay:
        replay = files.from_json(REPLAY, json.dumps(saved), "replay", RequestError)
        if replay.game != self.game.content.location:
            raise RequestError(
                f"the replay is of the game {replay.game!r}, this engine plays {self.game.content.location}"
            )
        return replay if self.allow_programs else replay.admitted("the replay", self.game.content.location)

    def _begin(self, match: Match) -> None:
        """Go on with another match, or with an earlier position of the same one."""
        self.match = match
        self.seating.leave()

    def _there(self) -> Match:
        if self.match is None:
            raise GameError("there is no game yet; send new or load")
        return self.match

    def _prepare(self) -> None:
        if not self._begun:
            self.prepare()
            self._begun = True


def _id_in(line: str | bytes) -> messages.Id:
    """The id of a line that is no request, so far as it can be read; 0 otherwise."""
    try:
        number = json.loads(line).get("id", 0)
    except (ValueError, AttributeError, RecursionError):
        return 0
    if isinstance(number, str):
        return number[:100]
    return number if type(number) is int and 0 <= number < 2**53 else 0
