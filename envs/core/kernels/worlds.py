"""Loops over positions as given players see them: deal what is hidden again, or remove it.

Arguments: rows[k], int64, is the place of a game in `states`, from 0; viewers[k] a seat, from 0.
"""

from medianoche.envs.core.compile.dispatch import conceal, legal_mask
from medianoche.envs.core.kernels.bits import clear_bits
from medianoche.envs.core.kernels.steps import determinize


def imagine_rows(packs, states, rows, viewers, seeds, samples, masks):
    """Copy state rows[k] to samples[k] with everything hidden from seat viewers[k] dealt again; seeds[k], uint64,
    becomes its generator, and masks[k], uint64[words], gets its legal actions (none at the end)."""
    for k in range(len(rows)):
        samples[k] = states[rows[k]]
        sample = samples[k]
        sample.rng = seeds[k]
        determinize(packs[sample.pack], sample, viewers[k], masks[k])
        if sample.done:
            clear_bits(masks[k])
        else:
            legal_mask(packs[sample.pack], sample, masks[k])


def view_rows(packs, states, rows, viewers, samples):
    """Copy state rows[k] to samples[k] and conceal everything that seat viewers[k] does not know."""
    for k in range(len(rows)):
        samples[k] = states[rows[k]]
        sample = samples[k]
        conceal(packs[sample.pack], sample, viewers[k])
