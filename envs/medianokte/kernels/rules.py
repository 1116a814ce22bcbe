"""Medianokte: Exploración: the Enemy's turn and each crew member's, card by card.

`apply` plays one action: a function for each phase does it and says what comes next, and `proceed` alone runs
programs, sweeps and turns from there to the next question.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, count_bits
from medianoche.envs.medianokte.kernels.answers import answer, mark_answers, mark_losses, mark_targets, mark_tires
from medianoche.envs.medianokte.kernels.crew import decide_drawn, mark_crew, mark_drawn, play_crew, stack
from medianoche.envs.medianokte.kernels.effects import BEGIN, FINISH, NEXT, RUN, WAIT, begin_card, next_target, run
from medianoche.envs.medianokte.kernels.enemy import mark_enemy, play_enemy
from medianoche.envs.medianokte.kernels.setup import build, choose, mark_builds, mark_choices, reset
from medianoche.envs.medianokte.state import Act, Phase, kernel
from medianoche.envs.medianokte.kernels.stats import mark_run
from medianoche.envs.medianokte.kernels.turns import end_turn, finish_card
from medianoche.envs.medianokte.kernels.wounds import refresh_scores

__all__ = ["apply", "legal_mask", "reset", "settle"]


# ---- what is legal


@kernel
def legal_mask(pack, state, mask):
    clear_bits(mask)
    phase = np.int64(state.phase)
    if phase == Phase.CREW:
        mark_crew(pack, state, mask)
    elif phase == Phase.ENEMY:
        mark_enemy(pack, state, mask)
    elif phase == Phase.DRAWN:
        mark_drawn(state, mask)
    elif phase == Phase.STACK:
        mark_run(mask, np.int64(Act.STACK), 2)
    elif phase == Phase.TARGET:
        mark_targets(pack, state, mask)
    elif phase == Phase.TIRE:
        mark_tires(pack, state, mask)
    elif phase == Phase.OPTION:
        mark_run(mask, np.int64(Act.OPTION), 2)
    elif phase == Phase.LOSE:
        mark_losses(pack, state, mask)
    elif phase == Phase.CHOOSE:
        mark_choices(pack, state, mask)
    elif phase == Phase.BUILD:
        mark_builds(pack, state, mask)
    elif phase != Phase.END:
        mark_answers(pack, state, mask)
    return count_bits(mask)


# ---- one action


@kernel
def proceed(pack, state, step):
    """Programs, sweeps, ends of cards and turns, from `step` to the next question or the end."""
    while step != WAIT:
        if step == RUN:
            step = run(pack, state)
        elif step == BEGIN:
            step = begin_card(pack, state)
        elif step == NEXT:
            step = next_target(pack, state)
        elif step == FINISH:
            step = finish_card(pack, state)
        else:
            step = end_turn(pack, state)


@kernel
def settle(pack, state):
    """Nothing happens by itself: what an action leads to is part of it."""


@kernel
def apply(pack, state, action):
    phase = np.int64(state.phase)
    step = np.int64(WAIT)
    if phase == Phase.CREW:
        step = play_crew(pack, state, action)
    elif phase == Phase.ENEMY:
        step = play_enemy(pack, state, action)
    elif phase == Phase.DRAWN:
        step = decide_drawn(pack, state, action)
    elif phase == Phase.STACK:
        step = stack(state, action - Act.STACK)
    elif phase == Phase.CHOOSE:
        choose(pack, state, action)
    elif phase == Phase.BUILD:
        build(pack, state, action - Act.BUILD)
    else:
        step = answer(pack, state, phase, action)
    proceed(pack, state, step)
    refresh_scores(pack, state)
