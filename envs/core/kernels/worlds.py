"""Loops over positions as given players see them: deal what is hidden again, or remove it."""

from medianoche.envs.core.compile.dispatch import conceal, legal_mask
from medianoche.envs.core.kernels.bits import clear_bits
from medianoche.envs.core.kernels.steps import determinize


def imagine_rows(packs, states, rows, viewers, seeds, samples, masks):
    """Copy rows[k] to samples[k] with everything hidden from viewers[k] dealt again; masks[k]: its legal actions."""
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
    """Copy rows[k] to samples[k] and conceal everything that viewers[k] does not know."""
    for k in range(len(rows)):
        samples[k] = states[rows[k]]
        sample = samples[k]
        conceal(packs[sample.pack], sample, viewers[k])
