"""Set up a game (preparacion): decks, piles, market, tokens and objectives; draw cards and tiles.

Arguments: `seat` is 0 to 3; `pile` a number of Pile, 0 to 7. A tile is a number of the pack's tiles, from 0; a card
kind is 0 to 5.
"""

from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.correo.kernels import kernel
from medianoche.envs.correo.numbers import HAND, ROUNDS, START_TOKENS, TOKEN_POINTS
from medianoche.envs.correo.state import KINDS, MARKET, NONE, NUM_PILES, Phase


@kernel
def draw_tile(state, pile):
    """Remove and return the top tile of the pile, a number of the pack's tiles from 0; NONE (255) if the pile is empty.
    Its place becomes 0."""
    n = state.pile_n[pile] - 1
    if n < 0:
        return NONE
    tile = state.pile[pile, n]
    state.pile[pile, n] = 0
    state.pile_n[pile] = n
    state.pile_known[pile] = min(state.pile_known[pile], n)
    return tile


@kernel
def draw_card(state, seat):
    """Remove and return the kind, 0 to 5, of the next card of the seat's deck, which is not empty. Its place becomes
    0."""
    n = state.deck_n[seat] - 1
    kind = state.deck[seat, n]
    state.deck[seat, n] = 0
    state.deck_n[seat] = n
    return kind


@kernel
def count_played(state, seat):
    """Number of cards that the seat has played; it follows from the turn."""
    rounds = state.turn // state.num_players
    late = seat - state.start + (state.num_players if seat < state.start else 0)
    played = rounds + (late < state.turn - rounds * state.num_players)
    return played + (seat == state.to_move and state.phase != Phase.TAKE)


@kernel
def count_hidden(state, seat):
    """Number of cards in the seat's hand, and of those played face down; both follow from public fields (R2)."""
    played = count_played(state, seat)
    down = played
    for kind in range(KINDS):
        down -= state.up[seat, kind]
    return ROUNDS - state.deck_n[seat] - played, down


@kernel
def shuffle_deck(state, seat):
    """Shuffle the seat's deck."""
    for i in range(state.deck_n[seat] - 1, 0, -1):
        j = draw(state, i + 1)
        kind = state.deck[seat, i]
        state.deck[seat, i] = state.deck[seat, j]
        state.deck[seat, j] = kind


@kernel
def shuffle_pile(state, pile):
    """Shuffle the tiles of the pile above the `pile_known` that all players have seen."""
    known = state.pile_known[pile]
    for i in range(state.pile_n[pile] - 1, known, -1):
        j = known + draw(state, i + 1 - known)
        tile = state.pile[pile, i]
        state.pile[pile, i] = state.pile[pile, j]
        state.pile[pile, j] = tile


@kernel
def deal_seat(pack, state, seat):
    """Give the seat a shuffled deck, a hand of cards, spells and patches."""
    n = 0
    for kind in range(KINDS):
        for _ in range(pack.card_copies[kind]):
            state.deck[seat, n] = kind
            n += 1
    state.deck_n[seat] = n
    shuffle_deck(state, seat)
    for _ in range(HAND):
        state.hand[seat, draw_card(state, seat)] += 1
    state.spells[seat] = START_TOKENS
    state.patches[seat] = START_TOKENS
    state.scores[seat] = 2 * START_TOKENS * TOKEN_POINTS


@kernel
def stock_piles(pack, state):
    """Shuffle the piles and lay out the market (R6)."""
    for tile in range(pack.num_tiles):
        pile = pack.tile_pile[tile]
        for _ in range(pack.tile_copies[tile]):
            state.pile[pile, state.pile_n[pile]] = tile
            state.pile_n[pile] += 1
    for pile in range(NUM_PILES):
        shuffle_pile(state, pile)
    for pile in range(NUM_PILES):
        for slot in range(2):
            state.market[pile, slot] = draw_tile(state, pile) if slot < MARKET[pile] else NONE


@kernel
def deal_objectives(pack, state):
    """Draw one objective card of each type in the advanced variant; otherwise none."""
    for kind in range(3):
        state.objectives[kind] = NONE
        if state.advanced:
            count = 0
            for card in range(pack.num_objectives):
                count += pack.objective_type[card] == kind
            nth = draw(state, count)
            for card in range(pack.num_objectives):
                if pack.objective_type[card] == kind:
                    if nth == 0:
                        state.objectives[kind] = card
                    nth -= 1
