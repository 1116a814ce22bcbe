"""The learners by their names in `medianoche train --learner`: which class learns, and which is its configuration."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from medianoche.training.settings import NetworkConfig

LearnerName = Literal["net", "torch", "ppo"]


class LearnerEntry(NamedTuple):
    """A learner."""

    summary: str
    location: str  #: module, from `medianoche` on, and class: a `training.run.NetworkAlgorithm`
    config_location: str  #: the same of its configuration: a `training.settings.NetworkConfig`

    @property
    def file(self) -> str:
        """Path of the file to read, in the folder `training`."""
        return self.location.partition(":")[0].removeprefix("training.").replace(".", "/") + ".py"

    @property
    def algorithm(self) -> Any:
        """The class; needs torch, or stable-baselines3, if it is written with it."""
        return _found(self.location)

    @property
    def config(self) -> type[NetworkConfig]:
        """The class of its configurations."""
        return _found(self.config_location)


LEARNERS: dict[LearnerName, LearnerEntry] = {
    "net": LearnerEntry(
        "compiled, in stages of imitation, self-play and search",
        "training.compiled.train:StagedAlgorithm",
        "training.compiled.config:NetConfig",
    ),
    "torch": LearnerEntry(
        "PPO in torch, on CPU or GPU", "training.torch.ppo:PPO", "training.torch.ppo_config:PPOConfig"
    ),
    "ppo": LearnerEntry(
        "MaskablePPO of stable-baselines3", "training.torch.sb3:LeaguePPO", "training.torch.sb3_config:SB3Config"
    ),
}
"""The learners of `medianoche train --learner`, by name."""


def _found(location: str) -> Any:
    module, _, name = location.partition(":")
    return getattr(import_module(f"medianoche.{module}"), name)
