import numpy as np

from medianoche.envs.core.kernels import rng

# First outputs of the published splitmix64 generator started at 1234567.
PUBLISHED = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]


def test_the_published_sequence():
    state = np.uint64(1234567)
    numbers = []
    with np.errstate(over="ignore"):
        for _ in PUBLISHED:
            state += rng.STEP
            numbers.append(int(rng.mix(state)))
    assert numbers == PUBLISHED


def test_below_is_uniform_and_in_range():
    with np.errstate(over="ignore"):
        numbers = rng.mix(np.arange(60000, dtype=np.uint64) * rng.STEP)
    drawn = np.array([rng.below(x, 6) for x in numbers])
    counts = np.bincount(drawn, minlength=6)
    assert len(counts) == 6
    assert ((counts - 10000) ** 2 / 10000).sum() < 20.5  # chi-square, 5 degrees of freedom, p = 0.001


def test_seeded_and_spread_agree():
    seeds = np.array([0, 1, 2, 2**64 - 1], np.uint64)
    assert [rng.seeded(int(seed)) for seed in seeds] == list(rng.spread(seeds))
    assert rng.seeded(2**64) == rng.seeded(0)


def test_draw_moves_the_generator():
    state = np.zeros(1, [("rng", np.uint64)]).view(np.recarray)[0]
    with np.errstate(over="ignore"):
        drawn = [int(rng.draw(state, 1000)) for _ in range(5)]
    assert len(set(drawn)) > 1
    assert state.rng == np.uint64((5 * int(rng.STEP)) % 2**64)
