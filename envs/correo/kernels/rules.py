"""Rules of Correo de Medianoche: in each of twelve turns a player takes a tile, places it and resolves messages.

Arguments: `seat` is 0 to 3. A cell is 8 * row + column, 0 to 63; `cells` and `area` are sets of cells, uint64. `mask`
is a set of actions, uint64[words]: `mark_x` adds to it; an action is a number of ACTIONS. `code` is an animal, 1 to 5.
Each `action` given to a function is a legal one.
"""

import numpy as np

from medianoche.envs.core.kernels.bits import clear_bits, count_bits, lowest_bit, popcount, set_bit
from medianoche.envs.core.kernels.notes import note
from medianoche.envs.core.kernels.rng import draw
from medianoche.envs.correo import state as st
from medianoche.envs.correo.events import News
from medianoche.envs.correo.kernels import kernel
from medianoche.envs.correo.kernels.dealing import deal_objectives, deal_seat, draw_card, draw_tile, stock_piles
from medianoche.envs.correo.kernels.messages import kind_on, mark_messages, play_message
from medianoche.envs.correo.kernels.placement import OFFSETS, ONE, SPACES, ZERO, fitting_piles, mark_placements
from medianoche.envs.correo.kernels.scoring import refresh_score, score_game
from medianoche.envs.correo.numbers import COMBO_FROM, ROUNDS

PATCH_WORD = st.BASE.patch >> 6
PATCH_SHIFT = np.uint64(st.BASE.patch & 63)
PATCH_CARRY = np.uint64(64 - (st.BASE.patch & 63))


@kernel
def start_turn(state):
    """Reset the fields of the turn and ask for a tile (TAKE)."""
    state.taken = st.NONE
    state.wild_idx = st.NONE
    state.msg_points = 0
    state.placed[:] = st.NONE
    state.spell_open = 0
    state.spell_used = 0
    state.patch_used = 0
    state.spell_gain = 0
    state.patch_gain = 0
    state.msgs = 0
    state.msg_colours = 0
    state.phase = st.Phase.TAKE


@kernel
def reset(pack, state):
    """Deal a new game into `state`, which is zero but for the generator, the pack, the players and the options."""
    state.piece_pile[:] = st.NONE
    for seat in range(len(state.deck_n)):
        state.piece_pile[seat, st.PATCH_PIECE] = st.NUM_PILES
    for seat in range(state.num_players):
        deal_seat(pack, state, seat)
    stock_piles(pack, state)
    for code in range(1, st.WILD_HOUSE):
        state.reserve[code] = pack.animals
    state.spell_reserve = pack.spells - state.num_players
    state.patch_reserve = pack.patches - state.num_players
    state.start = draw(state, state.num_players) if state.start_option == st.NONE else state.start_option  # R1
    deal_objectives(pack, state)
    start_turn(state)
    state.to_move = state.start


# ---- what is legal


@kernel
def has_patch(state, seat):
    """Whether the seat can use a patch: one a turn, and not one received in this turn (R21, R25)."""
    return state.patch_used == 0 and state.patches[seat] > state.patch_gain


@kernel
def has_spell(state, seat):
    """Whether the seat can use a spell: one a turn, after placing, and not one received in this turn (R21, R22)."""
    return state.spell_open == 1 and state.spell_used == 0 and state.spells[seat] > state.spell_gain


@kernel
def mark_patches(pack, mask):
    """Mark a patch on every cell of the board (R13)."""
    mask[PATCH_WORD] |= pack.board << PATCH_SHIFT
    mask[PATCH_WORD + 1] |= pack.board >> PATCH_CARRY


@kernel
def mark_renewals(state, mask):
    """Mark the renewal of each filled slot whose pile is not empty (R9)."""
    for action in range(st.BASE.renew, st.BASE.place):
        pile = (action - st.BASE.renew) >> 1
        slot = (action - st.BASE.renew) & 1
        if state.pile_n[pile] > 0 and state.market[pile, slot] != st.NONE:
            set_bit(mask, action)


@kernel
def mark_tiles(pack, state, seat, mask):
    """TAKE: mark each card face up with a tile of its shape that fits somewhere, and each card face down if a domino
    fits or no tile can be taken (R4, R7, R8)."""
    offered = 0
    for pile in range(st.NUM_PILES):
        visible = state.market[pile, 0] != st.NONE or state.market[pile, 1] != st.NONE
        if visible and (pile == st.Pile.D or state.hand[seat, st.CARD_OF[pile]] > 0):
            offered |= 1 << pile
    fitting = fitting_piles(pack, state, seat, offered)
    for pile in range(st.Pile.D):
        if (fitting >> pile) & 1:
            first = 2 * pile if pile < st.Pile.I3 else st.BASE.take_special + pile - st.Pile.I3
            for slot in range(st.MARKET[pile]):
                if state.market[pile, slot] != st.NONE:
                    set_bit(mask, first + slot)
    if fitting == 0 or (fitting >> st.Pile.D) & 1:
        for card in range(st.KINDS):
            if state.hand[seat, card] > 0:
                set_bit(mask, st.BASE.face_down + card)


@kernel
def offer_of(action):
    """Pile, 0 to 7, and market slot, 0 or 1, of the tile that a card played face up takes."""
    if action >= st.BASE.take_special:
        return st.Pile.I3 + action - st.BASE.take_special, 0
    return action >> 1, action & 1


@kernel
def mark_spells(state, seat, mask):
    """Mark the recolouring and moving of each animal on the tile just laid, with any shape and house (R23, R24)."""
    for space in range(4):
        cell = state.placed[space]
        if cell == st.NONE:
            break
        kind = kind_on(state, seat, cell)
        if kind == 0:
            continue
        for code in range(1, st.WILD_HOUSE):
            if code != kind and state.reserve[code] > 0:
                set_bit(mask, st.BASE.recolour + st.STRIDE.recolour * space + code - 1)
        for other in range(4):
            goal = state.placed[other]
            if goal != st.NONE and kind_on(state, seat, goal) == 0:
                set_bit(mask, st.BASE.relocate + st.STRIDE.relocate * space + other)


@kernel
def legal_mask(pack, state, mask):
    """Overwrite `mask`, uint64[words], by the legal actions of the seat to move; returns how many there are."""
    clear_bits(mask)
    seat = state.to_move
    if state.phase == st.Phase.TAKE:
        mark_tiles(pack, state, seat, mask)
        if has_patch(state, seat):
            mark_renewals(state, mask)
            mark_patches(pack, mask)
    elif state.phase == st.Phase.PLACE:
        mark_placements(pack, state, mask)
    elif state.phase == st.Phase.WILD:
        for code in range(1, st.WILD_HOUSE):
            if state.reserve[code] > 0:
                set_bit(mask, st.BASE.colour + code - 1)
    elif state.phase == st.Phase.RESOLVE:
        if not mark_messages(pack, state, seat, mask):
            set_bit(mask, st.BASE.end_turn)
        if has_spell(state, seat):
            mark_spells(state, seat, mask)
        if has_patch(state, seat):
            mark_patches(pack, mask)
    return count_bits(mask)


# ---- 1 a card and a tile


@kernel
def play_face_up(state, seat, action):
    """Play a card face up and take a tile; the market is refilled at once (R5)."""
    pile, slot = offer_of(action)
    state.hand[seat, st.CARD_OF[pile]] -= 1
    state.up[seat, st.CARD_OF[pile]] += 1
    state.taken = state.market[pile, slot]
    state.market[pile, slot] = draw_tile(state, pile)
    note(state, News.PLAYED_UP, seat, st.CARD_OF[pile], state.taken)
    note(state, News.REFILLED, pile, slot, state.market[pile, slot])
    state.phase = st.Phase.PLACE


@kernel
def play_face_down(pack, state, seat, card):
    """Play a card of kind `card`, 0 to 5, face down and take a domino (R3), or no tile if none fits (R8)."""
    state.hand[seat, card] -= 1
    state.down[seat, card] += 1
    if state.market[st.Pile.D, 0] != st.NONE and fitting_piles(pack, state, seat, 1 << st.Pile.D):
        state.taken = state.market[st.Pile.D, 0]
        state.market[st.Pile.D, 0] = draw_tile(state, st.Pile.D)
        note(state, News.PLAYED_DOWN, seat, card, state.taken)
        note(state, News.REFILLED, st.Pile.D, 0, state.market[st.Pile.D, 0])
        state.phase = st.Phase.PLACE
    else:
        note(state, News.PLAYED_DOWN, seat, card, st.NONE)
        state.phase = st.Phase.RESOLVE


@kernel
def play_renewal(state, seat, pile, slot):
    """Use a patch to move the tile at `market[pile, slot]` to the bottom of its pile, where all players know it, and
    refill the slot from the top (R9)."""
    n = state.pile_n[pile]
    for i in range(n, 0, -1):
        state.pile[pile, i] = state.pile[pile, i - 1]
    state.pile[pile, 0] = state.market[pile, slot]
    state.pile_n[pile] = n + 1
    state.pile_known[pile] += 1
    state.market[pile, slot] = draw_tile(state, pile)
    note(state, News.RENEWED, seat, pile, slot, state.pile[pile, 0], state.market[pile, slot])

    state.patches[seat] -= 1
    state.patch_reserve += 1
    state.patch_used = 1


# ---- 2 placing it


@kernel
def is_covered_anew(state, seat, area, cells):
    """Whether laying a piece on `cells`, some of them in the area, has raised the lowest level of the area (R18)."""
    # It has if, after laying, no other cell of the area is lower than the lowest cell of the piece.
    lowest = 127
    rest = area & cells
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        lowest = min(lowest, state.height[seat, cell >> 3, cell & 7])
    rest = area & ~cells
    while rest != ZERO:
        cell = lowest_bit(rest)
        rest &= rest - ONE
        if state.height[seat, cell >> 3, cell & 7] < lowest:
            return False
    return True


@kernel
def gain_tokens(pack, state, seat, cells):
    """Give the seat a spell for each quadrant and a patch for each highlighted line covered anew (R18-R20)."""
    for i in range(pack.num_areas):
        area = pack.areas[i]
        if area & cells != ZERO and is_covered_anew(state, seat, area, cells):
            if i < 4 and state.spell_reserve > 0:
                state.spell_reserve -= 1
                state.spells[seat] += 1
                state.spell_gain += 1
                note(state, News.COVERED, seat, i, 1, 0)
            elif i >= 4 and state.patch_reserve > 0:
                state.patch_reserve -= 1
                state.patches[seat] += 1
                state.patch_gain += 1
                note(state, News.COVERED, seat, i, 0, 1)
            else:
                note(state, News.COVERED, seat, i, 0, 0)


@kernel
def house_animal(state, seat, cell, code):
    """Move an animal from the reserve to the cell, if one is left (R16)."""
    if state.reserve[code] > 0:
        state.reserve[code] -= 1
        state.animal[seat, cell >> 3, cell & 7] = code


@kernel
def play_placement(pack, state, seat, orientation, anchor):
    """Lay the tile with its first space on the cell `anchor` in `orientation`, 0 to 7: levels, animals on coloured
    houses, tokens, then the wild houses (R15)."""
    tile = state.taken
    pile = pack.tile_pile[tile]
    piece = state.turn // state.num_players + 1
    state.piece_pile[seat, piece] = pile
    cells = ZERO
    for i in range(SPACES[pile]):
        cell = anchor + OFFSETS[pile, orientation, i]
        row, col = cell >> 3, cell & 7
        house = pack.tile_house[tile, i]
        state.placed[i] = cell
        state.height[seat, row, col] += 1
        state.piece[seat, row, col] = piece
        state.house[seat, row, col] = house
        if 0 < house < st.WILD_HOUSE:
            house_animal(state, seat, cell, house)
        cells |= ONE << np.uint64(cell)
    note(state, News.LAID, seat, tile, state.placed, state.height[seat, state.placed[0] >> 3, state.placed[0] & 7])
    for i in range(SPACES[pile]):
        if 0 < pack.tile_house[tile, i] < st.WILD_HOUSE:
            note(
                state,
                News.HOUSED,
                seat,
                i,
                state.placed[i],
                pack.tile_house[tile, i],
                kind_on(state, seat, state.placed[i]),
            )
    gain_tokens(pack, state, seat, cells)
    state.wild_idx = 0
    state.phase = st.Phase.HOUSES


@kernel
def play_colour(state, seat, code):
    """Put an animal of the chosen colour on the wild house asked for."""
    house_animal(state, seat, state.placed[state.wild_idx], code)
    note(state, News.HOUSED, seat, state.wild_idx, state.placed[state.wild_idx], st.WILD_HOUSE, code)
    state.wild_idx += 1
    state.phase = st.Phase.HOUSES


@kernel
def ask_next_house(pack, state):
    """HOUSES: ask for the animal of the next wild house, or go on to RESOLVE, where a spell is possible (R15, R16)."""
    left = False
    for code in range(1, st.WILD_HOUSE):
        left |= state.reserve[code] > 0
    for space in range(state.wild_idx, SPACES[pack.tile_pile[state.taken]]):
        if left and pack.tile_house[state.taken, space] == st.WILD_HOUSE:
            state.wild_idx = space
            state.phase = st.Phase.WILD
            return
    state.wild_idx = st.NONE
    state.spell_open = 1
    state.phase = st.Phase.RESOLVE


# ---- 3 messages, spells and patches


@kernel
def play_spell(state, seat, action):
    """Use a spell: an animal of the new tile becomes another, or moves to another space of the tile (R23)."""
    if action < st.BASE.relocate:
        cell = state.placed[(action - st.BASE.recolour) // st.STRIDE.recolour]
        note(state, News.RECOLOURED, seat, cell, kind_on(state, seat, cell), 1 + (action - st.BASE.recolour) % 5)
        state.reserve[kind_on(state, seat, cell)] += 1
        house_animal(state, seat, cell, (action - st.BASE.recolour) % st.STRIDE.recolour + 1)
    else:
        space, other = divmod(action - st.BASE.relocate, st.STRIDE.relocate)
        cell = state.placed[space]
        goal = state.placed[other]
        state.animal[seat, goal >> 3, goal & 7] = kind_on(state, seat, cell)
        note(state, News.RELOCATED, seat, cell, goal, kind_on(state, seat, cell))
        state.animal[seat, cell >> 3, cell & 7] = 0
    state.spells[seat] -= 1
    state.spell_reserve += 1
    state.spell_used = 1
    state.spell_open = 0


@kernel
def play_patch(pack, state, seat, cell):
    """Lay a patch on a cell of the seat's board; an animal there goes to the reserve without a message (R13, R26)."""
    row, col = cell >> 3, cell & 7
    kind = kind_on(state, seat, cell)
    if kind > 0:
        state.reserve[kind] += 1
        state.animal[seat, row, col] = 0
    state.height[seat, row, col] += 1
    note(state, News.PATCHED, seat, cell, kind, state.height[seat, row, col])
    state.piece[seat, row, col] = st.PATCH_PIECE
    state.house[seat, row, col] = 0
    state.patches[seat] -= 1
    state.patch_used = 1
    state.spell_open = 0
    gain_tokens(pack, state, seat, ONE << np.uint64(cell))


# ---- 4 a new card


@kernel
def end_turn(state):
    """TURN_END: count the combo (R32, R33), draw a card if one is left (R35), go to the next player."""
    seat = state.to_move
    if state.msgs >= COMBO_FROM:
        state.combo[seat] += state.msgs * popcount(np.uint64(state.msg_colours))
        note(state, News.COMBO, seat, state.msgs, popcount(np.uint64(state.msg_colours)))
    if state.deck_n[seat] > 0:
        kind = draw_card(state, seat)
        state.hand[seat, kind] += 1
        note(state, News.DREW, seat, kind)
    elif state.msgs < COMBO_FROM:
        note(state, News.ENDED, seat)
    state.turn += 1
    if state.turn == ROUNDS * state.num_players:
        state.phase = st.Phase.SCORING
    else:
        if state.turn % state.num_players == 0:
            note(state, News.TURN, state.turn // state.num_players + 1)
        state.to_move = (state.start + state.turn) % state.num_players
        start_turn(state)


@kernel
def settle(pack, state):
    """Take all steps that need no choice, until a seat is asked or the game is over."""
    while state.phase > st.Phase.END:
        if state.phase == st.Phase.HOUSES:
            ask_next_house(pack, state)
        elif state.phase == st.Phase.TURN_END:
            end_turn(state)
        else:
            score_game(pack, state)


@kernel
def apply(pack, state, action):
    """Play `action`, a legal one, of the seat to move, up to the next question or the end of the game."""
    seat = state.to_move
    if action < st.BASE.face_down:
        play_face_up(state, seat, action)
    elif action < st.BASE.renew:
        play_face_down(pack, state, seat, action - st.BASE.face_down)
    elif action < st.BASE.place:
        play_renewal(state, seat, (action - st.BASE.renew) >> 1, (action - st.BASE.renew) & 1)
    elif action < st.BASE.colour:
        play_placement(pack, state, seat, (action - st.BASE.place) >> 6, (action - st.BASE.place) & 63)
    elif action < st.BASE.recolour:
        play_colour(state, seat, action - st.BASE.colour + 1)
    elif action < st.BASE.message:
        play_spell(state, seat, action)
    elif action < st.BASE.patch:
        play_message(state, (action - st.BASE.message) >> 2, (action - st.BASE.message) & 3)
    elif action < st.BASE.end_turn:
        play_patch(pack, state, seat, action - st.BASE.patch)
    else:
        state.phase = st.Phase.TURN_END
    if state.phase > st.Phase.END:
        settle(pack, state)
    refresh_score(state, seat)
