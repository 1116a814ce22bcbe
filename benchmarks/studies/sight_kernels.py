"""Kernels of `sight.py`: `agents/kernels/guided.py`'s search in the true world."""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from medianoche.agents.kernels.guided import (
    CANDIDATES,
    begin_tree,
    halve,
    search_memory,
    simulate,
    write_improved_policy,
)
from medianoche.envs.core.kernels import inlined
from medianoche.envs.core.kernels.rng import STEP, mix


@inlined
def search_true_row(pack, states, i, samples, decisions, guide, memory, tree, first, last):
    """`guided.search_row` without sampling: each simulation begins in states[i] with randomness of its own."""
    begin_tree(tree, i, first)
    count = 0
    candidate = 0
    for number in range(first - (first == 0), last):
        if number >= 0:
            count = halve(tree.nodes, memory, number, count)
            candidate = memory.best[number % CANDIDATES % count]
        samples[0] = states[i]
        samples[0].rng = mix(decisions.seeds[i] + STEP * np.uint64(number + 2))
        for word in range(len(memory.mask)):
            memory.mask[word] = decisions.masks[i, word]
        tree.used[i] = simulate(pack, samples[0], guide, memory, tree, tree.used[i], candidate)
    write_improved_policy(tree.nodes, i, memory.best, memory.logits, decisions)


def true_world_search(packs, states, samples, decisions, guide, tree, first, last, begin, end):
    """`guided.sequential_halving_puct_search` whose `states` are the truth."""
    memory = search_memory(guide, decisions.masks.shape[1])
    for i in range(begin, end):
        search_true_row(packs[states[i].pack], states, i, samples, decisions, guide, memory, tree, first, last)
