"""The rules: the deal, the legal actions, what an action does, and what happens by itself."""

from medianoche.envs.core.kernels.bits import clear_bits, set_bit
from medianoche.envs.core.kernels.counts import count_of, total
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.core.kernels.rng import draw
from medianoche.toys.first_game.state import CARDS, DECK, HAND, NONE, PLAYED, SEATS, News, Phase, kernel


@kernel
def deal(state, source, seat):
    """Deal a random one of the cards at the place `source` to a seat. All chance comes from `draw(state, n)`."""
    card = -1
    left = draw(state, count_of(state.place, source))
    while left >= 0:
        card += 1
        left -= state.place[card] == source
    state.place[card] = seat


@kernel
def reset(pack, state):
    """Deal a new game. All fields are zero but for `rng`, `num_players` and `pack`."""
    for card in range(CARDS):
        state.place[card] = DECK
    for seat in range(SEATS):
        state.table[seat] = NONE
    for k in range(HAND * state.num_players):
        deal(state, DECK, k % state.num_players)


@kernel
def legal_mask(pack, state, mask):
    """Set the bit of each legal action; returns how many there are. A player is not asked if there is one alone."""
    clear_bits(mask)
    count = 0
    for card in range(CARDS):
        if state.place[card] == state.to_move:
            set_bit(mask, card)
            count += 1
    return count


@kernel
def apply(pack, state, action):
    """Play a legal action. The phase is written last."""
    note(state, News.PLAYED, state.to_move, action)
    state.place[action] = PLAYED
    state.table[state.to_move] = action
    state.to_move = (state.to_move + 1) % state.num_players
    if state.table[state.to_move] != NONE:  # all have played
        state.phase = Phase.ROUND
        settle(pack, state)


@kernel
def settle(pack, state):
    """Do what happens by itself, until a player is asked or the game is over."""
    if state.phase == Phase.ROUND:
        winner = 0
        for seat in range(1, state.num_players):
            if state.table[seat] > state.table[winner]:
                winner = seat
        note(state, News.WON, winner, state.table[winner])
        state.scores[winner] += 1
        for seat in range(state.num_players):
            state.table[seat] = NONE
        state.to_move = winner
        state.phase = Phase.PLAY
    if total(state.scores) == HAND:
        end(state)


@kernel
def end(state):
    """Write the results: 1 for a seat that has won the most rounds alone, 0 for each of several, -1 for the others."""
    most = 0
    for seat in range(state.num_players):
        most = max(most, state.scores[seat])
    alone = count_of(state.scores, most) == 1
    for seat in range(state.num_players):
        state.utility[seat] = -1 if state.scores[seat] < most else alone
    state.done = 1
    state.to_move = -1
    state.phase = Phase.END


@kernel
def count_held(state, seat):
    """The number of cards in a seat's hand, which all players know."""
    return HAND - total(state.scores) - (state.table[seat] != NONE)
