"""A recurrent learner `lstm` and its agent, made of `recipes/ppo_lstm.py`: an example to copy, which tests train.

In the suite the agent and `Policy` are a file of `agents`, which imports nothing of `training`; the rest is a file of
`training`.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import torch
from pydantic import PositiveFloat

from medianoche.agents.base import AgentError
from medianoche.agents.network import NetHeader, Width, read_network, write_network
from medianoche.agents.remembering import RememberingAgent
from medianoche.training.recipes.ppo_lstm import Args, Policy, rollout, update
from medianoche.training.run import SelfPlayAlgorithm, annealed
from medianoche.training.settings import Count, Rows, SelfPlayConfig
from medianoche.training.torch.network import generators_of

WHAT = "recurrent network"
FORMAT = "medianoche lstm 1"


# ---- the agent


class LSTMAgent(RememberingAgent):
    """Plays the most probable actions of the network in a file."""

    name = "lstm"

    def __init__(self, path: str = "") -> None:
        super().__init__(path)
        self.header, self.layers = read_network(Path(path), WHAT, FORMAT)
        self.policy: Policy | None = None

    @torch.no_grad()
    def act(self, turn):
        states = self.recall(turn, torch.zeros(2, *self.header.hidden))  # refuses a file of another game
        policy = self.policy = self.policy or self._policy_for(turn.game)
        seen = torch.from_numpy(turn.observation), torch.from_numpy(turn.action_mask) != 0, torch.from_numpy(turn.roles)
        logits, _, after = policy(*(column[None] for column in seen), torch.stack(states, dim=1)[:, None])
        self.keep(turn, after.unbind(dim=1))
        return logits[0].argmax(dim=1).numpy()

    def _policy_for(self, game):
        policy = Policy(game, *self.header.hidden)
        try:
            policy.load_state_dict({name: torch.from_numpy(layer) for name, layer in self.layers.items()})
        except RuntimeError:
            raise AgentError(f"{WHAT} {self.path} is damaged: its layers do not fit its header") from None
        return policy


# ---- the learner


class LSTMNetwork(NamedTuple):
    """What a training measures."""

    header: NetHeader
    policy: Policy

    def save(self, file: Path) -> None:
        layers = {name: layer.cpu().numpy() for name, layer in self.policy.state_dict().items()}
        write_network(file, self.header, layers, WHAT, FORMAT)


class LSTMConfig(SelfPlayConfig):
    """Everything that decides a training."""

    folder = Path(__file__).parent / "configs" / "lstm"
    learner = "lstm"
    agent = "lstm"
    refused = ("advice", "start")
    hidden: tuple[Width] = (128,)  #: Width of the LSTM, the only one
    num_envs: Rows = 128  #: Games side by side
    num_steps: Count = 64  #: Decisions of a row in a round
    num_minibatches: Count = 4  #: Of an epoch
    learning_rate: PositiveFloat = 1e-3  #: It falls to 0

    def games(self) -> tuple[int, dict[str, float]]:
        """See `SelfPlayConfig`."""
        return self.num_envs, {"itself": 1.0}

    def first_network(self) -> Any:
        """A network with random weights."""
        torch.manual_seed(self.seed)
        return LSTMNetwork(self.header(), Policy(self.game_with_pack(), *self.hidden))


class LSTMPPO(SelfPlayAlgorithm):
    """PPO with a memory: a round is of one player count, by turns."""

    KEPT = ("policy", "optimizer", "batches", "memories", "generators")
    config: LSTMConfig

    def __init__(self, config: LSTMConfig, device: str = "cpu") -> None:
        super().__init__(config)
        where = torch.device(device)
        rows = config.num_envs
        self.policy = self.network.policy.to(where)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), eps=1e-5)
        options = [self.batch_options(count, config.seed + number) for number, count in enumerate(self.players)]
        self.batches = [self.game.batch(rows, threads=config.threads, **one) for one in options]
        self.memories = [torch.zeros(2, rows, count, *config.hidden, device=where) for count in self.players]
        self.generators = generators_of(where)
        self.args = Args(num_envs=rows, num_steps=config.num_steps, num_minibatches=config.num_minibatches)

    def round(self) -> tuple[int, dict[str, float]]:
        """Play a round and learn from it."""
        number = self.state.rounds % len(self.batches)
        learning_rate = annealed(self.config.learning_rate, 0.0, min(self.done, 1.0))
        self.optimizer.param_groups[0]["lr"] = learning_rate
        b, known, beginnings = rollout(self.args, self.policy, self.batches[number], self.memories[number])
        losses = update(self.args, self.policy, self.optimizer, b, known, beginnings)
        return int(known.sum()), losses

    def trained(self) -> Any:
        """The network as it is now."""
        return LSTMNetwork(replace(self.network.header, decisions=self.state.decisions), self.policy)
