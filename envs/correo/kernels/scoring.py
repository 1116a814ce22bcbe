"""The end of the game (fin de la partida): objectives, totals, who wins."""

import numpy as np

from medianoche.envs.core.kernels.bits import lowest_bit
from medianoche.envs.correo.kernels.placement import ONE, ZERO
from medianoche.envs.correo.state import Phase, kernel


@kernel
def refresh_score(state, seat):
    """The seat's total so far; every unused token is worth a point (R36)."""
    tokens = np.int64(state.spells[seat]) + np.int64(state.patches[seat])
    points = np.int64(state.track[seat]) + np.int64(state.combo[seat])
    state.scores[seat] = points + tokens + np.int64(state.objective_points[seat])


@kernel
def visible_houses(pack, state, seat, card):
    """Houses on the seat's board that count for an objective: on top and without an animal (R38)."""
    wanted = np.int64(pack.objective_colour[card])
    rest = pack.objective_region[card] & pack.board
    count = np.int64(0)
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        house = np.int64(state.house[seat, cell >> 3, cell & 7])
        if state.animal[seat, cell >> 3, cell & 7] == 0 and house > 0 and (wanted == 0 or wanted == house):
            count += 1
    return count


@kernel
def objective_points(pack, state, seat, card):
    """15, 10, 5 or 0 for 0, 1, 2 or 3 players with more (R39)."""
    own = visible_houses(pack, state, seat, card)
    points = np.int64(15)
    for other in range(np.int64(state.num_players)):
        if visible_houses(pack, state, other, card) > own:
            points -= 5
    return points


@kernel
def share_victory(state):
    """Most points, then most combo points; who is level shares (R37)."""
    players = np.int64(state.num_players)
    best, winners = np.int64(-1), np.int64(0)
    for seat in range(players):
        rank = np.int64(state.scores[seat]) * 65536 + np.int64(state.combo[seat])
        if rank > best:
            best, winners = rank, 0
        winners += np.int64(rank == best)
    for seat in range(players):
        rank = np.int64(state.scores[seat]) * 65536 + np.int64(state.combo[seat])
        state.utility[seat] = 2.0 / winners - 1.0 if rank == best else -1.0


@kernel
def finish(pack, state):
    """After the last turn of all."""
    if state.advanced:
        for seat in range(np.int64(state.num_players)):
            for kind in range(3):
                card = np.int64(state.objectives[kind])
                state.objective_points[seat] += objective_points(pack, state, seat, card)
    for seat in range(np.int64(state.num_players)):
        refresh_score(state, seat)
    if state.num_players == 1:
        share = np.int64(state.scores[0]) / np.int64(pack.solo_par) - 1.0  # R40
        state.utility[0] = min(max(share, -1.0), 1.0)
    else:
        share_victory(state)
    state.phase = Phase.END
    state.to_move = -1
    state.done = 1
