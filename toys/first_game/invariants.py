"""What is true of every position: `game.position` and saved games are checked by it."""

from medianoche.envs.core.kernels.counts import count_of, total
from medianoche.toys.first_game.rules import count_held
from medianoche.toys.first_game.state import HAND, NONE, PLAYED, SEATS, kernel

INCONSISTENCIES = (
    "the rounds that are won do not fit the end",
    "a hand has too many or too few cards",
    "the cards that were played do not fit the rounds",
    "a card on the table was not played",
    "the seat to move has played",
)


@kernel
def inconsistency(pack, state):
    """The number, from 1, of the first of the INCONSISTENCIES that is true of the record; 0 if none is."""
    rounds = total(state.scores)
    playing = 0
    if rounds > HAND or (rounds == HAND) != state.done:
        return 1
    for seat in range(SEATS):
        held = count_held(state, seat) if seat < state.num_players else 0
        if count_of(state.place, seat) != held:
            return 2
        if state.table[seat] != NONE:
            playing += 1
            if state.place[state.table[seat]] != PLAYED or count_of(state.table, state.table[seat]) > 1:
                return 4
    if count_of(state.place, PLAYED) != rounds * state.num_players + playing:
        return 3
    return 5 if not state.done and state.table[state.to_move] != NONE else 0
