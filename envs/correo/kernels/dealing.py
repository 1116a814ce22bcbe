"""Setting up (preparacion): decks, piles, market, tokens and the first player."""

import numpy as np

from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.correo.shapes import NUM_PILES
from medianoche.envs.correo.state import NONE, PATCH_PIECE, Phase, kernel


@kernel
def draw_tile(state, pile):
    """The top tile of the pile, or NONE."""
    n = np.int64(state.pile_n[pile]) - 1
    if n < 0:
        return np.int64(NONE)
    tile = np.int64(state.pile[pile, n])
    state.pile[pile, n] = 0
    state.pile_n[pile] = n
    state.pile_known[pile] = min(np.int64(state.pile_known[pile]), n)
    return tile


@kernel
def draw_card(state, seat):
    """The seat's next card goes to its hand, if there is one (R35)."""
    n = np.int64(state.deck_n[seat]) - 1
    if n < 0:
        return
    state.hand[seat, np.int64(state.deck[seat, n])] += 1
    state.deck[seat, n] = 0
    state.deck_n[seat] = n


@kernel
def clear_turn(state):
    """The fields of a turn at its start."""
    state.taken, state.wild_idx, state.msg_points = NONE, NONE, 0
    state.placed[:] = NONE
    state.spell_open, state.spell_used, state.patch_used = 0, 0, 0
    state.spell_gain, state.patch_gain, state.msgs, state.msg_colours = 0, 0, 0, 0


@kernel
def clear_game(state):
    """Everything that is not dealt, as before the first turn."""
    state.utility[:] = 0
    state.track[:] = 0
    state.combo[:] = 0
    state.objective_points[:] = 0
    state.scores[:] = 0
    state.height[:] = 0
    state.piece[:] = 0
    state.house[:] = 0
    state.animal[:] = 0
    state.piece_pile[:] = NONE
    state.hand[:] = 0
    state.up[:] = 0
    state.down[:] = 0
    state.deck[:] = 0
    state.deck_n[:] = 0
    state.pile[:] = 0
    state.pile_n[:] = 0
    state.pile_known[:] = 0
    state.market[:] = NONE
    state.spells[:] = 0
    state.patches[:] = 0
    state.objectives[:] = NONE
    state.done, state.turn, state.phase = 0, 0, Phase.TAKE
    clear_turn(state)


@kernel
def shuffle_deck(state, seat):
    """Shuffle the seat's deck."""
    for i in range(np.int64(state.deck_n[seat]) - 1, 0, -1):
        j = draw(state, i + 1)
        kind = state.deck[seat, i]
        state.deck[seat, i] = state.deck[seat, j]
        state.deck[seat, j] = kind


@kernel
def shuffle_pile(state, pile):
    """Shuffle the tiles of the pile that nobody has seen."""
    known = np.int64(state.pile_known[pile])
    for i in range(np.int64(state.pile_n[pile]) - 1, known, -1):
        j = known + draw(state, i + 1 - known)
        tile = state.pile[pile, i]
        state.pile[pile, i] = state.pile[pile, j]
        state.pile[pile, j] = tile


@kernel
def stock_piles(pack, state):
    """Shuffle the piles and lay out the market: two tiles of each tetromino, one of each special pile (R6)."""
    for tile in range(np.int64(pack.num_tiles)):
        pile = np.int64(pack.tile_pile[tile])
        for _ in range(np.int64(pack.tile_copies[tile])):
            state.pile[pile, np.int64(state.pile_n[pile])] = tile
            state.pile_n[pile] += 1
    for pile in range(NUM_PILES):
        shuffle_pile(state, pile)
    for pile in range(NUM_PILES):
        for slot in range(2 if pile < 5 else 1):
            state.market[pile, slot] = draw_tile(state, pile)


@kernel
def deal_seat(pack, state, seat):
    """The seat's shuffled deck, hand of two, one spell and one patch."""
    n = 0
    for kind in range(6):
        for _ in range(np.int64(pack.card_copies[kind])):
            state.deck[seat, n] = kind
            n += 1
    state.deck_n[seat] = n
    shuffle_deck(state, seat)
    draw_card(state, seat)
    draw_card(state, seat)
    state.spells[seat], state.patches[seat], state.scores[seat] = 1, 1, 2


@kernel
def draw_objectives(pack, state):
    """One objective card of each type."""
    for kind in range(3):
        count = 0
        for card in range(np.int64(pack.num_objectives)):
            count += np.int64(pack.objective_type[card] == kind)
        nth = draw(state, count)
        for card in range(np.int64(pack.num_objectives)):
            if pack.objective_type[card] == kind:
                if nth == 0:
                    state.objectives[kind] = card
                nth -= 1


@kernel
def reset(pack, state):
    """Deal a new game."""
    clear_game(state)
    players = np.int64(state.num_players)
    for seat in range(4):
        state.piece_pile[seat, PATCH_PIECE] = 8
    for seat in range(players):
        deal_seat(pack, state, seat)
    stock_piles(pack, state)
    state.reserve[0] = 0
    for code in range(1, 6):
        state.reserve[code] = pack.animals
    state.spell_reserve = np.int64(pack.spells) - players
    state.patch_reserve = np.int64(pack.patches) - players
    state.start = state.start_option
    if state.start_option == NONE:
        state.start = draw(state, players)  # R1
    if state.advanced:
        draw_objectives(pack, state)
    state.to_move = state.start
