"""Many games as one TorchRL environment: the learner plays one seat of each game, agents play the others.

Needs `pip install torchrl torch`. The environment is batch-locked (TorchRL's term: a fixed number of rows); each row is
one game. The action mask is part of the action's specification, so that `env.rand_action` is legal, and of the
observations, for policies:

    from medianoche.training.adapters.torchrl import SeatsEnv

    env = SeatsEnv("misty", num_envs=64, opponents=["greedy"])
    print(env.rollout(100, break_when_any_done=False)["next", "reward"].sum())

A `TransformedEnv` has a specification of its own. TorchRL's transform `ActionMask` writes the mask into it; without it,
random actions of a transformed environment may be illegal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from tensordict import TensorDict, TensorDictBase
from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from medianoche.envs.core.copying import Copied
from medianoche.envs.core.making import game as find
from medianoche.training.league import FixedOpponents
from medianoche.training.matches import Matches


class SeatsEnv(Copied, EnvBase):
    """One seat of many games, stepped together.

    Keys: "observation" float32[num_envs, size], "action_mask" bool[num_envs, actions], "seat" int64[num_envs] (the one
    that is played), "action" int64[num_envs]; "reward" float32[num_envs, 1] is the utility, at the end of a game.

    Args:
        game: name of the game.
        num_envs: number of rows.
        opponents: agent strings; each other team, and the seats of one's own team mates, get one of them at random.
        seed: seed of deals, of the choice of opponents and of their random choices; None: one from the operating
            system, `env.matches.seed`.
        device: device of the tensors; the games are played on the CPU.
        **arguments: num_players, pack, seat and the game's options: see `Matches`.

    Raises:
        MedianocheError: an argument is not accepted, or an action is not legal.
    """

    batch_locked = True

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: Sequence[str] = ("greedy",),
        seed: int | None = None,
        device: Any = "cpu",
        **arguments: Any,
    ) -> None:
        self.matches = Matches(find(game), num_envs, FixedOpponents(opponents), seed=seed, **arguments)
        super().__init__(device=device, batch_size=torch.Size([num_envs]))
        rows = (num_envs,)
        size = self.matches.game.observation_size
        num_actions = self.matches.game.num_actions
        self.observation_spec = Composite(
            observation=Bounded(-1.0, 1.0, (*rows, size), dtype=torch.float32, device=self.device),
            action_mask=Binary(num_actions, (*rows, num_actions), dtype=torch.bool, device=self.device),
            seat=Categorical(self.matches.players, rows, dtype=torch.int64, device=self.device),
            shape=rows,
        )
        self.action_spec = Categorical(num_actions, rows, dtype=torch.int64, device=self.device)
        self.reward_spec = Unbounded((*rows, 1), dtype=torch.float32, device=self.device)
        self.done_spec = Categorical(2, (*rows, 1), dtype=torch.bool, device=self.device)
        self._seed: int | None = self.matches.seed
        self._begun = False

    def _reset(self, tensordict: TensorDictBase | None = None, **_arguments: Any) -> TensorDictBase:
        wanted = None if tensordict is None else tensordict.get("_reset", None)
        if wanted is None or not self._begun:
            self.matches.reset(self._seed)
            self._seed = None
            self._begun = True
        else:  # where a game has ended, the next one is already dealt
            rows = np.flatnonzero(wanted.cpu().numpy().reshape(-1) & ~self.matches.done)
            if len(rows):
                self.matches.deal(rows)
        return self._looked(self.matches.observation)

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        self.matches.step(tensordict["action"].cpu().numpy())
        over = self.matches.done[:, None]
        looked_up = self._looked(np.where(over, self.matches.final_observation, self.matches.observation))
        looked_up["reward"] = self._tensor(self.matches.rewards[:, None])
        looked_up["done"] = looked_up["terminated"] = self._tensor(over)
        return looked_up

    def _set_seed(self, seed: int | None) -> None:
        self._seed = seed

    def _looked(self, observation: np.ndarray) -> TensorDictBase:
        """Observation and action mask as a tensordict; the mask is also written to the specification. Where a game has
        just ended, the mask is that of the next game's first decision, which TorchRL asks for after its reset."""
        mask = self._tensor(self.matches.action_mask != 0)
        self.full_action_spec["action"].update_mask(mask)
        seen = {"observation": self._tensor(observation), "action_mask": mask, "seat": self._tensor(self.matches.seat)}
        return TensorDict(seen, batch_size=self.batch_size, device=self.device)

    def _tensor(self, values: np.ndarray) -> torch.Tensor:
        return torch.tensor(values, device=self.device)
