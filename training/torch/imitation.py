"""Supervised learning of another agent's choices, before self-play.

In each chunk games are played to their end, and the teacher labels every decision: with the visit shares if it is a
search, else with its choice. From the second chunk on the network plays part of the games itself, so that it also
learns in positions that follow its own mistakes (Ross, Gordon, Bagnell, "A reduction of imitation learning ...",
AISTATS 2011).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch

from medianoche.agents import agent, ask
from medianoche.agents.policy import NetworkAgent
from medianoche.agents.search import SearchAgent
from medianoche.training.torch.maskable import network_of

if TYPE_CHECKING:
    from sb3_contrib import MaskablePPO

    from medianoche.agents import Agent
    from medianoche.envs.core.game import Game
    from medianoche.envs.core.play.turn import Turn
    from medianoche.training.torch.config import Config, ImitationSettings

SMALL = -1e9
"""Logit of an action that is not legal."""


class LabelledDecisions(NamedTuple):
    """Decisions with the teacher's labels and the results of their games."""

    observations: np.ndarray  # float32[n, observation_size]
    masks: np.ndarray  # int8[n, num_actions]
    targets: np.ndarray  # float32[n, num_actions], probability that the teacher chooses each action
    results: np.ndarray  # float32[n], utility of the game for the seat that decided


class Teacher:
    """An agent that labels decisions with probabilities of actions; raises AgentError if there is no such agent."""

    def __init__(self, name: str) -> None:
        self.agent = agent(name)

    def act(self, turn: Turn) -> tuple[np.ndarray, np.ndarray]:
        """The choices int64[n], and the targets float32[n, num_actions]."""
        if isinstance(self.agent, SearchAgent):
            return self.agent.search(turn, policy=True)
        actions = ask(self.agent, turn)
        targets = np.zeros((len(turn), turn.game.num_actions), np.float32)
        targets[np.arange(len(turn)), actions] = 1
        return actions, targets


def imitate(learner: MaskablePPO, game: Game, config: Config, teacher: Teacher, chunk: int) -> dict[str, float]:
    """Collect chunk number `chunk` and fit the learner to it; returns the losses and the rate of agreement.

    All random numbers follow from the seed and the number of the chunk, except the order of batches, which follows from
    torch's generator.
    """
    settings = config.imitation
    counts = config.players or (game.players[0],)
    student = NetworkAgent("student", network_of(learner)) if chunk else None
    parts = [
        _collect(game, config, teacher, student, chunk, number, players, max(settings.games // len(counts), 1))
        for number, players in enumerate(counts)
    ]
    decisions = LabelledDecisions(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    losses = _fit(learner, settings, decisions, 1 - chunk / settings.chunks)
    return losses | {"decisions": float(len(decisions.results))}


def _collect(
    game: Game,
    config: Config,
    teacher: Teacher,
    student: Agent | None,
    chunk: int,
    number: int,
    players: int,
    games: int,
) -> LabelledDecisions:
    chance = np.random.default_rng([config.seed, chunk, number])
    seeds = chance.integers(2**63, size=games, dtype=np.uint64)
    batch = game.batch(games, num_players=players, seeds=seeds, pack=config.pack, autoreset=False, **config.options)
    by_student = chance.random(games) < (config.imitation.student if student else 0)
    columns: list[tuple[np.ndarray, ...]] = []
    while len(rows := np.flatnonzero(~batch.done)):
        turn = batch.turn(rows, chance.integers(2**64, size=len(rows), dtype=np.uint64))
        actions, targets = teacher.act(turn)
        columns.append((turn.observation, turn.action_mask, targets, rows, turn.seats))
        mine = by_student[rows]
        if student and mine.any():
            seeds = chance.integers(2**64, size=int(mine.sum()), dtype=np.uint64)
            actions = actions.copy()
            actions[mine] = ask(student, batch.turn(rows[mine], seeds))
        batch.step_rows(rows, actions)
    observations, masks, targets, rows, seats = (np.concatenate(parts) for parts in zip(*columns, strict=True))
    return LabelledDecisions(observations, masks, targets, batch.states["utility"][rows, seats])


def _fit(
    learner: MaskablePPO, settings: ImitationSettings, decisions: LabelledDecisions, left: float
) -> dict[str, float]:
    """Cross-entropy to the targets and squared error to the results, over shuffled batches; `left` is the share of
    chunks that are still to come."""
    policy, device = learner.policy, learner.device
    for group in policy.optimizer.param_groups:
        group["lr"] = settings.learning_rate * left
    policy.set_training_mode(True)
    totals = np.zeros(3)
    count = 0
    for _ in range(settings.epochs):
        for places in torch.randperm(len(decisions.results)).split(settings.batch_size):
            observations, masks, targets, results = (
                torch.from_numpy(column[places.numpy()]).to(device) for column in decisions
            )
            hidden = policy.extract_features(observations)
            logits = policy.action_net(hidden).masked_fill(masks == 0, SMALL)
            choice = -(targets * torch.log_softmax(logits, dim=1)).sum(dim=1).mean()
            value = torch.nn.functional.mse_loss(policy.value_net(hidden).flatten(), results)
            policy.optimizer.zero_grad()
            (choice + 0.5 * value).backward()
            policy.optimizer.step()
            agreed = (logits.argmax(dim=1) == targets.argmax(dim=1)).float().mean()
            totals += [choice.item(), value.item(), agreed.item()]
            count += 1
    loss, value_loss, agreement = totals / count
    return {"loss": loss, "value_loss": value_loss, "agreement": agreement}
