"""The end of a card and of the game, and the scores."""

from medianoche.envs.core.kernels.notes import note
from medianoche.envs.medianokte.events import News
from medianoche.envs.medianokte.kernels import kernel
from medianoche.envs.medianokte.kernels.stats import boss_life, crew_size, life
from medianoche.envs.medianokte.state import After, Code, Phase, Sweep, Winner


@kernel
def clear_pending(state):
    """Reset all fields of the card being resolved."""
    state.card = 0
    state.pc = 0
    state.skip_at = 0
    state.skip_to = 0
    state.source = -1
    state.self_code = Code.NOBODY
    state.target = Code.NOBODY
    state.sweep = Sweep.NONE
    state.sweep_at = 0
    state.roll = 0  # kept until the card is done (R62)
    state.roll_stat = 0
    state.after = After.CREW_GOES_ON
    state.left = 0
    state.receiver = -1
    state.stack_orient = 0


@kernel
def end_game(state, winner):
    """End the game at once. `winner` is one of Winner: its side gets the utility 1, the other side -1. If no side wins
    (Winner.NOBODY), each player gets 0 (R28)."""
    note(state, News.GAME_OVER, winner)
    clear_pending(state)
    state.winner = winner
    state.done = 1
    state.phase = Phase.END
    state.to_move = -1
    if winner != Winner.NOBODY:
        for seat in range(state.num_players):
            state.utility[seat] = 1 if (seat == 0) == (winner == Winner.ENEMY) else -1


@kernel
def refresh_scores(pack, state):
    """Write the scores, percent of damage from 0: the Enemy's is that of the crew member nearest to death, the crew's
    that of the boss."""
    crew = crew_size(state)
    if state.boss < 0 or state.character[crew - 1] < 0:
        return
    worst = 0
    for member in range(crew):
        if state.damage[member] > 0:
            worst = max(worst, 100 * state.damage[member] // life(pack, state, member))
    state.scores[0] = worst
    note(state, News.SCORES)
    share = 100 * state.boss_damage // boss_life(pack, state)
    for seat in range(1, crew + 1):
        state.scores[seat] = share
