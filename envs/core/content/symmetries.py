"""Symmetries of a game: rearrangements of its positions that leave the rules as they are, for data augmentation."""

from typing import Annotated, NamedTuple

import numpy as np


class Symmetries(NamedTuple):
    """The symmetries of a game as permutations of its observation and of its actions; the first is the identity.

    In the image of a position under symmetry s, number i of the observation is found at place `observation[s, i]`, and
    action a is called `actions[s, c, a]`. The class c says what the new names of actions depend on, as the shape of a
    tile; it is the same in all images: `classes[k]`, where k is the sum of `key` over the places of the nonzero
    numbers of the observation.
    """

    observation: Annotated[np.ndarray, "int32[symmetries, observation_size]"]
    actions: Annotated[np.ndarray, "int32[symmetries, classes, num_actions]"]
    inverse: Annotated[np.ndarray, "int32[symmetries]"]  # the symmetry that undoes each one
    key: Annotated[np.ndarray, "int32[observation_size]"]
    classes: Annotated[np.ndarray, "int32[keys]"]
