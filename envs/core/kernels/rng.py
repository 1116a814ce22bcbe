"""The random generator of all games: splitmix64. Its 64 bits of state are the field `rng` of the game's record.

Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

import numpy as np

from medianoche.envs.core.compile.jit import Kernels, inlined

kernel = Kernels(x=np.uint64)

STEP = np.uint64(0x9E3779B97F4A7C15)
FACTOR_1 = np.uint64(0xBF58476D1CE4E5B9)
FACTOR_2 = np.uint64(0x94D049BB133111EB)
S27 = np.uint64(27)
S30 = np.uint64(30)
S31 = np.uint64(31)
S32 = np.uint64(32)


@inlined
def mix(x):
    """Scramble the 64 bits of `x`, uint64 (a bijection): the output function of splitmix64."""
    x = (x ^ (x >> S30)) * FACTOR_1
    x = (x ^ (x >> S27)) * FACTOR_2
    return x ^ (x >> S31)


@inlined
def below(x, n):
    """The random bits `x` scaled to an integer in [0, n); n < 2**32."""
    return np.int64(((x >> S32) * np.uint64(n)) >> S32)


@inlined
def draw(state, n):
    """A uniform integer in [0, n), n < 2**32, from the generator inside `state`."""
    state.rng = state.rng + STEP
    return below(mix(state.rng), n)


@inlined
def draw_weighted(state, weights, total):
    """A random index into `weights` (counts whose sum is `total`), with probability weights[index] / total."""
    rest = draw(state, total)
    index = 0
    while rest >= weights[index]:
        rest -= weights[index]
        index += 1
    return index


def seeded(seed: int) -> np.uint64:
    """The generator's start, 64 bits, for a user's seed, any non-negative integer."""
    with np.errstate(over="ignore"):
        return np.uint64(mix(np.uint64(seed & 0xFFFFFFFFFFFFFFFF) + STEP))


def spread(seeds: np.ndarray) -> np.ndarray:
    """`seeded` for an array of `seeds`, uint64[n]."""
    return mix(seeds + STEP)
