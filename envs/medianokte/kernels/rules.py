"""Rules of Medianokte: Exploración: `apply` plays one action, `settle` goes on to the next question.

Arguments: `mask` is a set of actions, uint64[words]; `action` is a legal one, a number of ACTIONS.
"""

from medianoche.envs.core.kernels.bits import clear_bits, count_bits
from medianoche.envs.medianokte.kernels import kernel, setup
from medianoche.envs.medianokte.kernels.answers import mark_answers, mark_targets, play_answer
from medianoche.envs.medianokte.kernels.crew import mark_crew, mark_drawn, play_crew, play_drawn, play_stack
from medianoche.envs.medianokte.kernels.effects import next_target, read_header, run_program
from medianoche.envs.medianokte.kernels.ends import clear_pending, refresh_scores
from medianoche.envs.medianokte.kernels.enemy import mark_enemy, play_enemy
from medianoche.envs.medianokte.kernels.stats import mark_run
from medianoche.envs.medianokte.kernels.turns import begin_enemy_turn, end_turn, finish_card
from medianoche.envs.medianokte.state import BASE, Casting, Phase, Winner


@kernel
def reset(pack, state):
    """Write a new game into a zeroed record."""
    clear_pending(state)
    state.winner = Winner.NONE
    state.boss = -1
    state.last_hit = -1
    state.army_kind[:] = -1
    state.character[:] = -1
    state.found[:, :] = -1
    state.extra_kind[:, :] = -1
    if state.characters_mode == Casting.CHOOSE:
        state.phase = Phase.CHOOSE
    else:
        setup.draw_characters(pack, state)
        state.phase = Phase.DECKS
    settle(pack, state)


@kernel
def legal_mask(pack, state, mask):
    """Overwrite `mask`, uint64[words], by the legal actions of the seat to move; returns how many there are."""
    clear_bits(mask)
    phase = state.phase
    if phase == Phase.CREW:
        mark_crew(pack, state, mask)
    elif phase == Phase.ENEMY:
        mark_enemy(pack, state, mask)
    elif phase == Phase.DRAWN:
        mark_drawn(state, mask)
    elif phase == Phase.STACK:
        mark_run(mask, BASE.stack, 2)
    elif phase == Phase.TARGET:
        mark_targets(pack, state, mask)
    elif phase == Phase.OPTION:
        mark_run(mask, BASE.option, 2)
    elif phase == Phase.CHOOSE:
        setup.mark_choices(pack, state, mask)
    elif phase == Phase.BUILD:
        setup.mark_builds(pack, state, mask)
    elif phase < Phase.END:
        mark_answers(pack, state, mask)
    return count_bits(mask)


@kernel
def settle(pack, state):
    """Run programs, sweeps and the ends of cards and turns, up to the next question or the end of the game."""
    while state.phase > Phase.END:
        phase = state.phase
        if phase == Phase.TURN_OVER:
            end_turn(pack, state)
        elif phase == Phase.PROGRAM:
            run_program(pack, state)
        elif phase == Phase.HEADER:
            read_header(pack, state)
        elif phase == Phase.NEXT:
            next_target(pack, state)
        elif phase == Phase.CARD_OVER:
            finish_card(pack, state)
        elif phase == Phase.ENEMY_TURN:
            begin_enemy_turn(state)
        elif phase == Phase.DECKS:
            setup.make_decks(pack, state)
        else:
            setup.deal(pack, state)
    refresh_scores(pack, state)


@kernel
def apply(pack, state, action):
    """Play `action`, a legal one, of the seat to move, up to the next question or the end of the game."""
    phase = state.phase
    if phase == Phase.CREW:
        play_crew(pack, state, action)
    elif phase == Phase.ENEMY:
        play_enemy(pack, state, action)
    elif phase == Phase.DRAWN:
        play_drawn(pack, state, action)
    elif phase == Phase.STACK:
        play_stack(state, action - BASE.stack)
    elif phase == Phase.CHOOSE:
        setup.play_choice(state, action)
    elif phase == Phase.BUILD:
        setup.play_build(state, action - BASE.build)
    else:
        play_answer(pack, state, action)
    settle(pack, state)
