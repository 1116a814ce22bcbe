"""Agents without compiled code: an exported engine, which is asked by messages, chooses and judges for them."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

from medianoche.agents.base import Agent, AgentError, agent
from medianoche.agents.greedy import GreedyAgent
from medianoche.agents.judging import Judgement
from medianoche.agents.levels import BlurredAgent, LevelAgent
from medianoche.agents.net import DRAWING, PLAIN, TREE, NetAgent
from medianoche.agents.random import RandomAgent
from medianoche.agents.sampling import draw_actions, uniform
from medianoche.agents.seating import ChosenAction
from medianoche.envs.core.errors import choices
from medianoche.envs.core.kernels.rng import FACTOR_1, FACTOR_2, mix

if TYPE_CHECKING:
    from medianoche.envs.core.base import BaseGame
    from medianoche.envs.core.play.match import Match
    from medianoche.envs.core.play.turn import Turn

Found = TypeVar("Found")
Ask = Callable[[str, bytes, str], Awaitable[str]]
"""Asks the engine of a game, by its name, about records, one after the other. The question and the answer are JSON:
{way, simulations, milliseconds, plain, seeds}, where the way is one of `engine.mjs` or "judge"; and {actions}, or
{judgements: [{best, value, weights, values}]}, or {error}."""
PLAYERS = ("greedy", "random", "net", "level")
"""Names of the agents that an engine plays."""
JUDGE = "judge"
BITS = 64


class EngineAgents:
    """The `Agents` of a page without a server.

    Args:
        ask: asks the engine.
    """

    compiles: ClassVar[bool] = False

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    async def choose(self, who: str, match: Match, seats: Sequence[int], number: str) -> ChosenAction:
        """What agent `who` chooses in `match`."""
        return ChosenAction(await self.answer(who, match.turn()))

    def end(self, number: str, match: Match | None = None) -> None:
        """Nobody follows a game here."""

    async def answer(self, who: str, turn: Turn) -> int:
        """The action of agent `who` on a turn of one decision; raises AgentError if it fails or does not play here."""
        player = played(who, turn.game)
        if isinstance(player, RandomAgent):
            return int(player.act(turn)[0])
        if isinstance(player, GreedyAgent):
            return await self._action(turn, "heuristic")
        if isinstance(player, BlurredAgent):
            return await self._drawn(turn, turn.seeds, 0, math.exp(-player.blur))
        assert isinstance(player, NetAgent)
        if player.searching and player.choice == "sample":
            return await self._drawn(turn, mix(turn.seeds ^ DRAWING), player.simulations)
        plain = player.choice == PLAIN
        if player.searching:
            milliseconds = round(1000 * player.seconds) if player.seconds else 0
            how = {"simulations": player.simulations, "milliseconds": milliseconds}
            return await self._action(turn, "search", plain=plain, **how)
        return await self._action(turn, "policy" if plain or not player.choice else player.choice, plain=plain)

    async def judge(self, who: str, turn: Turn) -> Judgement:
        """The judgement of agent `who` on a turn of one decision, as `agents.judging.judge` has it."""
        player = made(who)
        if not isinstance(player, NetAgent):
            return Judgement({await self.answer(who, turn): 1.0}, {}, None)
        found = (await self._judged(turn, player.simulations, plain=bool(player.choice)))[0]
        weights = {action: found["weights"][action] for action in legal_in(turn)}
        values = {action: value for action, value in enumerate(found["values"]) if value is not None}
        return Judgement(weights, values, found["value"])

    async def values(self, who: str, turn: Turn) -> np.ndarray | None:
        """float[n]: what the player to move in each row may expect, by the network of agent `who`; None if `who` is no
        network."""
        if not isinstance(made(who), NetAgent):
            return None
        return np.array([found["value"] for found in await self._judged(turn, 0)])

    async def run(self, work: Callable[[], Found]) -> Found:
        """Do other work, after messages that have arrived."""
        await asyncio.sleep(0)
        return work()

    def make(self, who: str) -> None:
        """Check that agent `who` plays here; raises AgentError."""
        made(who)

    async def _action(self, turn: Turn, way: str, **how: int) -> int:
        return int((await self._asked(turn, way, **how))["actions"][0])

    async def _judged(self, turn: Turn, simulations: int, plain: bool = True) -> list[dict[str, Any]]:
        asked = await self._asked(turn, JUDGE, simulations=simulations, plain=plain)
        found: list[dict[str, Any]] = asked["judgements"]
        return found

    async def _drawn(self, turn: Turn, seeds: np.ndarray, simulations: int, share: float | None = None) -> int:
        """An action by the weights of a judgement; with `share` one of those with at least this share of the greatest
        weight, each equally often."""
        found = (await self._judged(turn, simulations))[0]
        weights = np.zeros((1, turn.game.num_actions))
        least = 0.0 if share is None else share * max(found["weights"])
        for action in legal_in(turn):
            weight = found["weights"][action]
            weights[0, action] = weight if share is None else float(weight >= least)
        return int(draw_actions(weights, uniform(seeds))[0])

    async def _asked(self, turn: Turn, way: str, **how: int) -> dict[str, Any]:
        seeds = [str(unmixed(seed)) for seed in turn.seeds.tolist()]  # the engine mixes them itself
        records = b"".join(turn._states[row].tobytes() for row in turn._rows.tolist())
        question = json.dumps({"way": way, "seeds": seeds, **how})
        found: dict[str, Any] = json.loads(await self._ask(turn.game.name, records, question))
        if "error" in found:
            raise AgentError(f"{turn.game.name}, {way}: {found['error']}")
        return found


def made(who: str) -> Agent:
    """The agent of this name; raises AgentError if no engine can play it."""
    refused = f"{who} does not play on a page without a server; accepted: {choices(PLAYERS)}"
    if who.partition(":")[0] not in PLAYERS:
        raise AgentError(refused)
    player = agent(who)
    if isinstance(player, NetAgent) and (player.path or player.choice == TREE):
        raise AgentError(refused)
    return player


def played(who: str, game: BaseGame) -> Agent:
    """The player behind an agent's string, that of a level for a level; raises AgentError if none plays here."""
    player = made(who)
    while isinstance(player, LevelAgent):
        level = player.player(game)
        player = level if isinstance(level, BlurredAgent) else made(level.name)
    return player


def unmixed(word: int) -> int:
    """The number of which `kernels.rng.mix` makes `word`."""
    for shift, factor in ((31, int(FACTOR_2)), (27, int(FACTOR_1)), (30, 1)):
        whole = word
        for _ in range(BITS // shift):
            word = whole ^ word >> shift
        word = word * pow(factor, -1, 1 << BITS) % (1 << BITS)
    return word


def legal_in(turn: Turn) -> list[int]:
    """The legal actions of the first decision."""
    words = turn.masks[0].tolist()
    return [action for action in range(turn.game.num_actions) if words[action >> 6] >> (action & 63) & 1]
