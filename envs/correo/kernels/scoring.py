"""The end of the game (fin de la partida): objectives, totals and winners.

Arguments: `seat` is 0 to 3; `card` is the number of an objective card in the pack, from 0. A set of cells is a uint64
with bit 8 * row + column.
"""

from medianoche.envs.core.kernels.bits import lowest_bit, popcount
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.correo.events import News
from medianoche.envs.correo.kernels import kernel
from medianoche.envs.correo.kernels.placement import ONE, ZERO, free_cells
from medianoche.envs.correo.numbers import OBJECTIVE_POINTS, OBJECTIVE_STEP, TOKEN_POINTS
from medianoche.envs.correo.state import Phase


@kernel
def refresh_score(state, seat):
    """Compute the seat's total so far; every unused token counts one point (R36)."""
    tokens = TOKEN_POINTS * (state.spells[seat] + state.patches[seat])
    state.scores[seat] = state.track[seat] + state.combo[seat] + tokens + state.objective_points[seat]
    note(state, News.SCORE, seat)


@kernel
def houses_for(pack, state, seat, card):
    """Set of the cells (uint64, bit 8 * row + column) in the region of an objective whose top house is of its colour,
    or any house if it has none.

    A wild house has no colour, also with an animal on it (R17).
    """
    rest = pack.objective_region[card]
    wanted = pack.objective_colour[card]
    houses = ZERO
    while rest != ZERO:
        cell = lowest_bit(rest)
        house = state.house[seat, cell >> 3, cell & 7]
        if house > 0 and (wanted == 0 or wanted == house):
            houses |= rest & ~(rest - ONE)
        rest &= rest - ONE
    return houses


@kernel
def visible_houses(pack, state, seat, card):
    """Number of houses that count for an objective: those without an animal (R38)."""
    return popcount(houses_for(pack, state, seat, card) & free_cells(pack, state, seat))


@kernel
def share_victory(state):
    """Write utilities, from -1 to 1: most points win, then most combo points; equal seats share the victory (R37): each
    of k winners gets 2 / k - 1, all others -1."""
    best = -1
    winners = 0
    for seat in range(state.num_players):
        rank = state.scores[seat] << 16 | state.combo[seat]
        if rank > best:
            best = rank
            winners = 0
        winners += rank == best
    for seat in range(state.num_players):
        rank = state.scores[seat] << 16 | state.combo[seat]
        state.utility[seat] = 2.0 / winners - 1.0 if rank == best else -1.0


@kernel
def score_game(pack, state):
    """SCORING: end the game; objectives score fewer points for each player with more houses (R39). A single player's
    utility is points / `pack.solo_par` - 1, clipped to [-1, 1] (R40)."""
    for kind in range(3 if state.advanced else 0):
        card = state.objectives[kind]
        for seat in range(state.num_players):
            own_houses = visible_houses(pack, state, seat, card)
            points = OBJECTIVE_POINTS
            for other in range(state.num_players):
                if visible_houses(pack, state, other, card) > own_houses:
                    points -= OBJECTIVE_STEP
            state.objective_points[seat] += points
        note(state, News.OBJECTIVE, kind, card)
    for seat in range(state.num_players):
        refresh_score(state, seat)
        note(state, News.TOTAL, seat, state.scores[seat])
    note(state, News.GAME_OVER)
    if state.num_players == 1:
        share = state.scores[0] / pack.solo_par - 1.0  # R40
        state.utility[0] = min(max(share, -1.0), 1.0)
    else:
        share_victory(state)
    state.phase = Phase.END
    state.to_move = -1
    state.done = 1
