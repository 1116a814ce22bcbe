"""Files of 0.2, read as what they are now: networks and mixtures with two hidden layers, and policies of `ppo`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from medianoche.agents.base import AgentError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from medianoche.envs.core.game import Game

NETWORK, MIXTURE, POLICY = "medianoche net 1", "medianoche mixture 1", "medianoche policy 1"
"""Formats of 0.2."""
RENAMED = {"first": "hidden_1", "first_bias": "hidden_1_bias", "second": "hidden_2", "second_bias": "hidden_2_bias"}
"""Layers of networks and mixtures."""

Contents = tuple[dict[str, Any], dict[str, np.ndarray]]
"""The header of a file as JSON, and its tensors."""


def with_hidden(tables: Mapping[str, Any]) -> dict[str, Any]:
    """A header or a configuration with `hidden` in place of the keys `wide` and `narrow`."""
    found = dict(tables)
    if {"wide", "narrow"} & found.keys() and "hidden" not in found:
        found["hidden"] = [found.pop("wide", 128), found.pop("narrow", 64)]
    return found


def modernised(form: str, header: dict[str, Any], tensors: dict[str, np.ndarray], source: str) -> Contents:
    """The header and tensors of a file of the format `form` as those of a network of today, with `wide` and `narrow`
    replaced and layers renamed.

    Raises:
        AgentError: the layers of a policy do not fit together; the line begins with `source`.
    """
    if form == POLICY:
        return _network_of(header, tensors, source)
    return with_hidden(header), {RENAMED.get(name, name): tensor for name, tensor in tensors.items()}


def _network_of(header: dict[str, Any], tensors: dict[str, np.ndarray], source: str) -> Contents:
    """A policy as a network: every role has its policy head, and its values are 0."""
    count = len(tensors) // 2
    names = [(f"weight_{number}", f"bias_{number}") for number in range(count)]
    if count < 2 or set(tensors) != {name for both in names for name in both}:
        raise AgentError(f"{source} is damaged: its layers are not weight_0, bias_0, weight_1, bias_1, ...")
    weights, biases = [tensors[name] for name, _ in names], [tensors[name] for _, name in names]
    sizes: list[Any] = [header.get("observation_size"), *(bias.size for bias in biases)]
    if [weight.shape for weight in weights] != list(pairwise(sizes)) or sizes[-1] != header.get("num_actions"):
        raise AgentError(f"{source} is damaged: its layers do not fit its header")
    game = _game(header.get("game"), source)
    roles, outputs, last = game.rules.num_roles, game.rules.seats + 1, sizes[-2]
    found = {f"hidden_{number}": weight for number, weight in enumerate(weights[:-1], 1)}
    found |= {f"hidden_{number}_bias": bias for number, bias in enumerate(biases[:-1], 1)}
    found["policy"] = np.repeat(weights[-1].T[None], roles, axis=0)
    found["policy_bias"] = np.repeat(biases[-1][None], roles, axis=0)
    shapes = {"value": (roles, outputs, last), "value_bias": (roles, outputs), "trust": (roles, last)}
    found |= {name: np.zeros(shape, np.float16) for name, shape in {**shapes, "trust_bias": (roles,)}.items()}
    own = {"hidden": sizes[1:-1], "roles": roles, "outputs": outputs, "learner": "ppo"}
    return {**header, **own}, found


def _game(name: Any, source: str) -> Game:
    """The game of a policy, which says how many roles there are; `module:Class` is refused: a file runs no code."""
    from medianoche import envs

    if not isinstance(name, str) or ":" in name:
        raise AgentError(f"{source} is of 0.2 and not of a game of the suite ({name!r}); train it again")
    return envs.game(name)
