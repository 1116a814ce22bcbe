"""Symmetries as data augmentation: the learner sees each decision in a random one of its images, and acts in it.

The policy that plays is then also the one that learns, so that PPO's ratios of probabilities are exact, which they are
not where transitions are replaced by their images later.

Sources: Silver et al., "Mastering the Game of Go without Human Knowledge", 2017 (data augmentation by the eight
symmetries of the board, and a random one of them in each evaluation); Raileanu et al., "Automatic Data Augmentation for
Generalization in Reinforcement Learning", 2021 (the ratios).
"""

import numpy as np

from medianoche.envs.core.kernels import inlined
from medianoche.envs.core.kernels.rng import below, mix

SYMMETRY = np.uint64(2)
"""Added to a decision's seed for its symmetry."""

# `symmetries` is a Symmetries, or None, which compiles to nothing.


@inlined
def draw_symmetry(symmetries, seed):
    """The number of a random symmetry, from 0 to their number - 1; 0, the identity, without any. `seed` are 64 random
    bits."""
    if symmetries is None:
        return 0
    return below(mix(seed + SYMMETRY), len(symmetries.inverse))


@inlined
def write_image(symmetries, number, indices, start, stop, legal, first, last):
    """Replace the observation in entries start..stop-1 of `indices`, with the advice behind it, and the legal actions
    first..last-1 of `legal`, by their images under symmetry `number`, from 0; returns the class of the observation, see
    Symmetries. `indices` and `legal` are uint16: places in the input, and actions, from 0. `symmetries` is a
    Symmetries."""
    if symmetries is None:
        return 0
    size = len(symmetries.key)
    at = 0
    for e in range(start, stop):
        if indices[e] < size:
            at += symmetries.key[indices[e]]
    kind = np.int64(symmetries.classes[at])
    for e in range(start, stop):
        place = np.int64(indices[e])
        if place < size:
            indices[e] = symmetries.observation[number, place]
        else:
            indices[e] = size + symmetries.actions[number, kind, place - size]
    for j in range(first, last):
        legal[j] = symmetries.actions[number, kind, legal[j]]
    return kind


@inlined
def original_of(symmetries, number, kind, action):
    """The action whose image `action` is, in an observation of the class `kind`. `number` is that of the symmetry, from
    0; actions count from 0."""
    if symmetries is None:
        return action
    return np.int64(symmetries.actions[symmetries.inverse[number], kind, action])
