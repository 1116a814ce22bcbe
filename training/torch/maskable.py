"""The network that learns: sb3-contrib's MaskablePPO with one trunk for policy and value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from medianoche.agents.policy import PolicyNetwork

if TYPE_CHECKING:
    from gymnasium import spaces

    from medianoche.training.torch.config import Config
    from medianoche.training.torch.selfplay import SelfPlayVecEnv


class Trunk(BaseFeaturesExtractor):
    """Fully connected layers with rectifiers, shared by policy and value.

    Args:
        observation_space: of vectors.
        hidden: widths of the layers.
    """

    def __init__(self, observation_space: spaces.Box, hidden: tuple[int, ...]) -> None:
        super().__init__(observation_space, hidden[-1])
        layers: list[nn.Module] = []
        for inputs, outputs in zip((observation_space.shape[0], *hidden[:-1]), hidden, strict=True):
            layers += [nn.Linear(inputs, outputs), nn.ReLU()]
        self.layers = nn.Sequential(*layers)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """float32[n, hidden[-1]]."""
        values: torch.Tensor = self.layers(observations)
        return values


def make_learner(config: Config, env: SelfPlayVecEnv, device: str = "cpu") -> MaskablePPO:
    """A new learner for `env`. Sets the random generators of torch, NumPy and Python."""
    settings = config.ppo
    return MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda left: settings.learning_rate * left,
        n_steps=settings.steps,
        batch_size=settings.batch_size,
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        clip_range=settings.clip,
        ent_coef=settings.entropy,
        vf_coef=settings.value,
        max_grad_norm=settings.max_gradient,
        target_kl=settings.target_kl,
        policy_kwargs={
            "features_extractor_class": Trunk,
            "features_extractor_kwargs": {"hidden": config.hidden},
            "net_arch": {"pi": [], "vf": []},
        },
        seed=config.seed,
        device=device,
    )


def network_of(learner: MaskablePPO) -> PolicyNetwork:
    """The learner's policy as a network that plays with NumPy."""
    policy = learner.policy
    linear = [layer for layer in policy.features_extractor.layers if isinstance(layer, nn.Linear)]
    linear.append(policy.action_net)
    weights = [layer.weight.detach().cpu().numpy().T.copy() for layer in linear]
    return PolicyNetwork(weights, [layer.bias.detach().cpu().numpy().copy() for layer in linear])


def save(learner: MaskablePPO) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """The state for `restore` as arrays and as JSON: weights, optimiser and random generators."""
    arrays = {f"policy/{name}": _array(value) for name, value in learner.policy.state_dict().items()}
    for number, moments in learner.policy.optimizer.state_dict()["state"].items():
        arrays |= {f"optimizer/{number}/{name}": _array(value) for name, value in moments.items()}
    kind, keys, place, has_gauss, gauss = np.random.get_state()  # noqa: NPY002 (SB3 shuffles its batches with it)
    arrays |= {"torch": _array(torch.get_rng_state()), "numpy": np.asarray(keys)}
    if torch.cuda.is_available():
        arrays["cuda"] = _array(torch.cuda.get_rng_state())
    state = {
        "numpy": [kind, place, has_gauss, gauss],
        "decisions": learner.num_timesteps,
        "updates": learner._n_updates,
    }
    return arrays, state


def restore(learner: MaskablePPO, arrays: dict[str, np.ndarray], state: dict[str, Any]) -> None:
    """Restore the state that `save` returned."""
    tensors = {name: torch.from_numpy(value.copy()) for name, value in arrays.items()}
    policy = learner.policy
    policy.load_state_dict({name: tensors[f"policy/{name}"] for name in policy.state_dict()})
    optimizer = policy.optimizer.state_dict()
    optimizer["state"] = {}
    for name, tensor in tensors.items():
        if name.startswith("optimizer/"):
            _, number, moment = name.split("/")
            optimizer["state"].setdefault(int(number), {})[moment] = tensor
    policy.optimizer.load_state_dict(optimizer)
    kind, place, has_gauss, gauss = state["numpy"]
    np.random.set_state((kind, arrays["numpy"], place, has_gauss, gauss))  # noqa: NPY002 (see above)
    torch.set_rng_state(tensors["torch"])
    if "cuda" in tensors and torch.cuda.is_available():
        torch.cuda.set_rng_state(tensors["cuda"])
    learner.num_timesteps, learner._n_updates = state["decisions"], state["updates"]


def _array(tensor: torch.Tensor) -> np.ndarray:
    array: np.ndarray = tensor.detach().cpu().numpy().copy()
    return array
