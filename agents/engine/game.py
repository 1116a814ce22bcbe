"""One game of an engine: dealt or set up, played, taken back, and shown as a seat may know it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import TypeAdapter

from medianoche.agents.base import AgentError, ask, tell
from medianoche.agents.engine.messages import Part, Position
from medianoche.agents.following import Course, Follower, follows, turn_of
from medianoche.envs.core.errors import GameError, PositionError
from medianoche.envs.core.play.replay import Replay

if TYPE_CHECKING:
    from medianoche.agents.base import Agent
    from medianoche.envs.core.content.pack import PackSource
    from medianoche.envs.core.game import Game, State
    from medianoche.envs.core.play.aec import AEC
    from medianoche.envs.core.play.turn import Turn

REPLAY: TypeAdapter[Replay] = TypeAdapter(Replay)


class EngineGame:
    """A game between requests.

    Args:
        game: the game.

    Attributes:
        env: the environment; None before `new` or `load`.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.env: AEC | None = None
        self._begin: Callable[[], AEC] = self._none
        self._followers: dict[tuple[str, ...], Follower] = {}  # by the agent of each seat, "" in seats of others

    def new(self, players: int | None, seed: int, pack: PackSource, options: dict[str, Any]) -> None:
        """Deal a game. Raises GameError, OptionError or PackError, and changes nothing, if an argument is not
        accepted."""
        self.game.content.options(options)  # raises for other keywords, which would reach `aec`

        def begin() -> AEC:
            env = self.game.aec(num_players=players, pack=pack, **options)
            env.reset(seed)
            return env

        self._set(begin(), begin)

    def load_replay(self, saved: dict[str, Any], read: Callable[[dict[str, Any]], Replay]) -> None:
        """Set up a replay after its last action; `read` makes a Replay of what was sent. Raises ReplayError, and
        changes nothing, if it cannot be played or is of another game."""
        replay = read(saved)
        self._set(replay.play(), replay.env)

    def load_fields(self, players: int | None, seed: int, pack: PackSource, fields: dict[str, Any]) -> None:
        """Set up a position; see `Game.position`. `fields` may be all that `position` gives for seat None. Raises
        PositionError, and changes nothing, if play cannot reach it."""
        if "seed" in fields:
            raise PositionError("seed is no field of a position; it is a key beside the fields")
        count = fields.get("num_players", players)
        if players not in (None, count):
            raise PositionError(f"num_players = {count} among the fields, players = {players} beside them")
        given = {name: value for name, value in fields.items() if name not in ("num_players", "pack")}
        state = self.game.content.with_packs([pack]).position(count, seed, pack, **given)
        if fields.get("pack") not in (None, int(state.pack)):
            raise PositionError(f"pack = {fields['pack']} among the fields; the pack is given beside them")
        options = self.game.content.options_of(state)

        def begin() -> AEC:
            env = self.game.aec(num_players=int(state.num_players), pack=pack, **options)
            env.restore(state.tobytes())
            return env

        self._set(begin(), begin)

    def _set(self, env: AEC, begin: Callable[[], AEC]) -> None:
        """Replace the game by another one, or by the same one at an earlier decision."""
        self.env, self._begin = env, begin
        self._followers.clear()

    def apply(self, action: int, seat: int | None) -> list[str]:
        """Play an action; returns what happened, as far as `seat` may know it. Raises IllegalActionError, and changes
        nothing, if it is not legal."""
        env = self._there()
        if env.record.done:
            raise GameError(f"{self.game.name}: the game is over")
        self._check_seat(seat)
        moments = env.game.show.moments(env.record, action)
        env.step(action)
        if env.record.done:
            results = (env.record[name][None, : env.num_players] for name in ("scores", "utility"))
            with suppress(AgentError):  # the action has been played
                tell([each.agent for each in self._followers.values()], np.zeros(1, np.int64), *results)
            self._followers.clear()
        return env.game.account(moments, seat)

    def undo(self, actions: int) -> None:
        """Take back the last `actions`. Raises GameError if there are fewer."""
        env = self._there()
        if actions > len(env.history):
            raise GameError(f"{self.game.name}: {len(env.history)} actions were played, {actions} cannot be taken back")
        left = env.history[: len(env.history) - actions]
        before = self._begin()
        for action in left:
            before.step(action)
        self._set(before, self._begin)

    def choose(self, players: Sequence[str], make: Callable[[], Agent]) -> int:
        """The action of an agent for the player to move. An agent that follows games is shown the game up to this
        decision, as its seats know it.

        Args:
            players: the agent's name in each of its seats, "" in the others.
            make: gives the agent; one that follows games is kept until the game ends or is replaced.

        Raises:
            GameError: the game is over.
            AgentError: there is no such agent, or it failed.
        """
        turn, key = self.turn(), tuple(players)
        follower = self._followers.pop(key, None)  # one that fails is not used again
        if follower is None:
            if not follows(who := make()):
                return int(ask(who, turn)[0])
            follower = Follower(who, next(filter(None, players)))
        action = follower.act(turn, self._course(players))
        self._followers[key] = follower
        return action

    def _course(self, players: Sequence[str]) -> Course:
        env, past = self._there(), self._begin()
        states = [past.game.copy(past.record)]
        for action in env.history:
            past.step(action)
            states.append(past.game.copy(past.record))
        return Course(env.game, players, env.seed, states, list(env.history))

    def turn(self) -> Turn:
        """The decision of the player to move, see `turn_of`. Raises GameError after the end."""
        env = self._there()
        if env.record.done:
            raise GameError(f"{self.game.name}: the game is over")
        return turn_of(env)

    def team(self, name: str) -> list[str]:
        """Agent `name` in the seats of the team of the player to move, for `choose`."""
        env = self._there()
        teams = env.game.declared.teams(env.num_players)
        return [name if team == teams[int(env.record.to_move)] else "" for team in teams]

    def words(self, action: int) -> str:
        """An action in words."""
        env = self._there()
        return env.game.describe(env.record, action)

    def saved(self) -> dict[str, Any]:
        """The game so far as a replay. Raises ReplayError after `load_fields`."""
        return asdict(self._there().replay())

    def to_move(self) -> int | None:
        """The seat to move; None after the end."""
        record = self._there().record
        return None if record.done else int(record.to_move)

    def position(self, number: int | str, seat: int | None, wants: Sequence[Part], width: int) -> Position:
        """The position as `seat` may know it (None: all of it), with the parts in `wants`. Raises GameError if there is
        no such seat."""
        env = self._there()
        self._check_seat(seat)
        game, state, asked = env.game, env.record, self.to_move()
        view = game.view(state, seat)
        legal = game.legal_actions(view.record).tolist() if asked is not None and seat in (None, asked) else []
        parts: dict[Part, Callable[[], Any]] = {
            "text": lambda: game.declared.text(view),
            "fields": lambda: view.fields,
            "words": lambda: [game.describe(view.record, action) for action in legal],
            "effects": lambda: [game.declared.effect(view, action) for action in legal],
            "observation": lambda: self._observation(env, seat),
            "picture": lambda: str(game.draw(state, seat, actions=legal, width=width)),
        }
        players = env.num_players
        return Position(
            id=number,
            seat=seat,
            players=players,
            agents=game.declared.agents(players),
            teams=game.declared.teams(players),
            to_move=asked,
            decisions=len(env.history),
            phase=_name(game, view.record),
            done=bool(state.done),
            scores=view.record["scores"][:players].tolist(),
            utilities=state["utility"][:players].tolist() if state.done else None,
            legal=legal,
            **{name: make() for name, make in parts.items() if name in wants},
        )

    def _observation(self, env: AEC, seat: int | None) -> list[float]:
        if seat is None:
            raise GameError("an observation is a seat's; give one")
        found: list[float] = env.observe(env.possible_agents[seat])["observation"].tolist()
        return found

    def _check_seat(self, seat: int | None) -> None:
        players = self._there().num_players
        if seat is not None and not 0 <= seat < players:
            raise GameError(f"seat {seat} is not accepted; accepted: 0 to {players - 1}")

    def _there(self) -> AEC:
        return self.env or self._none()

    def _none(self) -> AEC:
        raise GameError("there is no game yet; send new or load")


def _name(game: Game, state: State) -> str:
    """The name of the state's phase."""
    return str(game.declared.phases(int(state["phase"])).name)
